"""/battle close: what is settled between two battles, step by step on one panel, until the next one begins. A player
sees what has become of their own people, and chooses what they learn. Honours one by one: see `battle_honours`."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.commands.battle_opening import Wanted, begin_anew
from bot.post import roles, settling
from bot.post.catching_up import jump
from bot.talk.controls import Answer, Values, button, choose, choose_several, handles, rows
from bot.talk.desk import battle_chosen, desk_of
from bot.talk.errors import guarded, outdated
from bot.talk.say import GOOD, PLAIN, Interaction, card, say, think
from bot.talk.text import escape
from bot.talk.ticket import Ticket, numeral
from campaigns.battle.frame import coming_home, previewing, publishing, settling_up
from campaigns.battle.frame.settling_up import ClosingStep, LineToSettle, Settlement
from campaigns.battle.telling import looks
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.scenario.roles import usual
from campaigns.tables.battles import BattleStatus
from rules.language.words import counted, plural

MOST = 25
"""Choices of a select."""
DAYS, RESTS_IN_DAYS = "d", (3, 7, 14, 30)
QUIET = (ClosingStep.INJURIES, ClosingStep.REPAIRS, ClosingStep.MERGERS, ClosingStep.LEARNING)
"""Steps that are not spoken of where there is nothing in them."""


@group.command(
    name="close",
    description="After a battle: the GM settles what it left behind, a player sees what has become of their people",
)
@app_commands.describe(battle="Which battle; leave empty for the newest that is over")
@app_commands.autocomplete(battle=options.battles_here)
@guarded
async def close(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    info = await battle_chosen(interaction, battle, BattleStatus.ENDED)
    await show_panel(interaction, info.id)


@handles("close", Answer.BESIDE)
async def pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below the battle's end."""
    await show_panel(interaction, ticket.battle)


@handles("close-take", Answer.IN_PLACE)
async def take_all(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A whole step."""
    await _carry_out(interaction, ticket, None)


@handles("close-some", Answer.IN_PLACE)
async def take_some(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What was chosen of a step."""
    await _carry_out(interaction, ticket, [ref for ref in values.get("", "").split("\n") if ref])


@handles("close-all", Answer.IN_PLACE)
async def take_everything(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """All steps in order."""
    desk = desk_of(interaction)
    done = await settling_up.carry_out_all(desk.store, ticket.battle, interaction.user.id)
    said = "; ".join(settling.done_text(step, each) for step, each in done.items())
    await show_panel(interaction, ticket.battle, said=f"✔ {said}.")


@handles("close-guest", Answer.IN_PLACE)
async def take_on(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A guest of the scene joins for good."""
    unit = numeral(values.get("", ""))
    joined = await settling_up.take_on(desk_of(interaction).store, ticket.battle, interaction.user.id, unit)
    await show_panel(interaction, ticket.battle, said=f"✔ {escape(joined.name)} joined: on the roster from now on.")


@handles("close-publish", Answer.IN_PLACE)
async def publish(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One post a side: who fell, is away, came, was promoted, was honoured."""
    desk = desk_of(interaction)
    told = await publishing.publish(desk.store, ticket.battle, interaction.user.id)
    desk.post()
    await show_panel(interaction, ticket.battle, said=f"✔ {counted(len(told), 'side')} told.")


@handles("close-rest", Answer.IN_PLACE)
async def who_rests(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Who of the hurt and the missing stays away longer, and for how long."""
    now = await settling_up.settlement(desk_of(interaction).store, ticket.battle, interaction.user.id)
    in_days = ticket.choice == DAYS
    layout = card("### How long are they away?", *_rest_text(now, in_days=in_days))
    for count in RESTS_IN_DAYS if in_days else (1, 2, 3, 0):
        long = f"{counted(count, 'day')}" if in_days else counted(count, "battle")
        words = f"Away for {long}: …" if count else "Leave them to the policy: …"
        found = [(settling.line_of(ClosingStep.FATES, each), each.ref, "") for each in now.steps[ClosingStep.FATES]]
        if found:
            layout.add_item(
                choose_several(
                    ticket.but("close-rests", choice=f"{count}{DAYS if in_days else ''}"), words, found[:MOST]
                )
            )
    other = ("In battles", "") if in_days else ("In days", DAYS)
    ways = [button(ticket.but("close-rest", choice=other[1]), other[0]), button(ticket.but("close-again"), "Back")]
    for row in rows(ways):
        layout.add_item(row)
    await say(interaction, layout)


def _rest_text(now: Settlement, *, in_days: bool) -> list[str]:
    lines = [f"• {escape(settling.line_of(ClosingStep.FATES, each))}" for each in now.steps[ClosingStep.FATES][:MOST]]
    battles = "They miss so many battles of their unit."
    days = "From today on; they are back in the first battle that begins after it."
    return ["\n".join(lines) or "Nobody is away.", days if in_days else battles]


@handles("close-rests", Answer.IN_PLACE)
async def rests(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """They stay away for so many battles or days."""
    refs, in_days = values.get("", "").split("\n"), ticket.choice.endswith(DAYS)
    count = numeral(ticket.choice.removesuffix(DAYS))
    battles, days = (0, count) if in_days else (count, 0)
    store, who = desk_of(interaction).store, interaction.user.id
    done = await settling_up.rest(store, ticket.battle, who, refs, battles, days=days)
    long = counted(count, "day" if in_days else "battle")
    said = f"{len(done)} {plural(len(done), 'stays', 'stay')} away for {long}"
    await show_panel(interaction, ticket.battle, said=f"✔ {said if count else 'Left to the policy'}.")


@handles("close-next", Answer.IN_PLACE)
async def next_battle(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """How the sides would meet in the next battle."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await settling_up.settlement(store, ticket.battle, who)
    met = await previewing.strengths(store, now.campaign_id, who)
    here = await campaign.show(store, now.campaign_id)
    rules, names, way = store.rules(here.rules), roles.names_in(here), values.get("", "")
    given = roles.way_of(rules, way) or usual(rules)
    layout = card(
        "### The next battle, with all units that are free",
        roles.bold(rules, names, given),
        settling.strength_text(met),
    )
    if ways := roles.choices(rules, names):
        layout.add_item(choose(ticket.but("close-next", choice=""), "Who attacks?", ways))
    begin = button(ticket.but("close-begin", choice=way), "Begin the battle", discord.ButtonStyle.success)
    for row in rows([begin, button(ticket.but("close-again", choice=""), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("close-again", Answer.IN_PLACE)
async def back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The panel again."""
    await show_panel(interaction, ticket.battle)


@handles("close-begin", Answer.IN_PLACE)
async def begin(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The next battle begins with everything as usual."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await settling_up.settlement(store, ticket.battle, who)
    here = await campaign.show(store, now.campaign_id)
    wanted = Wanted(roles=roles.way_of(store.rules(here.rules), ticket.choice))
    words = await begin_anew(interaction, here, wanted)
    desk_of(interaction).post()
    await say(interaction, card(words, accent=GOOD))


async def _carry_out(interaction: Interaction, ticket: Ticket, only: list[str] | None) -> None:
    try:
        step = ClosingStep(ticket.choice)
    except ValueError:
        raise outdated() from None
    done = await settling_up.carry_out(desk_of(interaction).store, ticket.battle, interaction.user.id, step, only)
    await show_panel(interaction, ticket.battle, said=f"✔ {settling.done_text(step, done)}.")


async def show_panel(interaction: Interaction, battle_id: int, *, said: str = "") -> None:
    """The panel: to a GM what is left to settle, to a player what has become of their own people."""
    store = desk_of(interaction).store
    try:
        now = await settling_up.settlement(store, battle_id, interaction.user.id)
    except Refusal as refusal:
        if refusal.code != "umpire-only":
            raise
        await _show_own(interaction, battle_id)
        return
    link = await links(store, now)
    shown = [step for step in ClosingStep if now.steps[step] or step not in QUIET]
    texts = [settling.step_text(step, now, link) for step in shown]
    texts += [settling.guests_text(now)] if now.guests else []
    layout = card(*filter(None, (said, settling.head(now))), *texts, accent=GOOD if said else PLAIN)
    ticket = Ticket("close", battle_id)
    for step in ClosingStep:
        if now.can_be_done(step) and step is not ClosingStep.LEARNING:
            layout.add_item(_some(ticket, step, now))
    if learners := [_learner(each) for each in now.steps[ClosingStep.LEARNING]]:
        layout.add_item(choose(Ticket("learner", battle_id), "⬆️ Spend an upgrade of …", learners[:MOST]))
    if now.guests:
        guests = [(unit.name, str(unit.id), "") for unit in now.guests]
        layout.add_item(choose(ticket.but("close-guest"), "A guest joins …", guests))
    for row in rows(_buttons(ticket, now)):
        layout.add_item(row)
    await say(interaction, layout)


def _learner(one: LineToSettle) -> tuple[str, str, str]:
    man = one.man
    return f"{man.rank} {man.name}".strip(), man.ref, f"{one.unit.name}: {one.to_spend} to spend"


async def links(store: Store, now: Settlement) -> settling.Link:
    """Link an entry of the battle's journal to the post that tells of it."""
    if not any(each.proposal and each.proposal.seqs for each in now.steps[ClosingStep.HONOURS]):
        return lambda seq: ""
    guild = (await campaign.show(store, now.campaign_id)).guild_id
    posts = await looks.posts(store, now.battle_id, 0)

    def link(seq: int) -> str:
        post = next((post for post in posts if post.from_seq <= seq <= post.to_seq), None)
        return f" [↗]({jump(guild, post)})" if post is not None and guild is not None else ""

    return link


async def _show_own(interaction: Interaction, battle_id: int) -> None:
    """To a player: what has become of their own people, and whom they may let learn."""
    found = await coming_home.own_people(desk_of(interaction).store, battle_id, interaction.user.id)
    layout = card(*settling.own_people_text(found))
    learners = [
        (f"{one.figure.rank} {one.figure.name}".strip(), one.figure.ref, f"{unit.unit.name}: {one.to_spend} to spend")
        for unit in found.units
        for one in unit.people
        if one.to_spend
    ]
    if learners:
        layout.add_item(choose(Ticket("learner", battle_id), "⬆️ Spend an upgrade of …", learners[:MOST]))
    await say(interaction, layout)


def _some(ticket: Ticket, step: ClosingStep, now: Settlement) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Only these of a step."""
    found = [(settling.line_of(step, each), each.ref, "") for each in now.steps[step][:MOST]]
    return choose_several(ticket.but("close-some", choice=step), f"{settling.HEADS[step]}: only these …", found)


def _buttons(ticket: Ticket, now: Settlement) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    """Each step as a whole, all of them, the next battle."""
    made = [
        button(ticket.but("close-take", choice=step), settling.TAKES_ALL[step])
        for step in ClosingStep
        if now.can_be_done(step) and step in settling.TAKES_ALL
    ]
    left = [step for step in settling_up.AT_ONCE if now.can_be_done(step)]
    every = [button(ticket.but("close-all"), "Take everything", discord.ButtonStyle.primary)] if len(left) > 1 else []
    if now.steps[ClosingStep.HONOURS]:
        made.append(button(ticket.but("honours"), "🎖 One by one …"))
    if now.steps[ClosingStep.FATES] and now.may_rest:
        made.append(button(ticket.but("close-rest"), "🩹 How long away …"))
    told = button(ticket.but("close-publish"), "📣 Publish")
    return [*made, *every, told, button(ticket.but("close-next"), "Next battle …", discord.ButtonStyle.success)]
