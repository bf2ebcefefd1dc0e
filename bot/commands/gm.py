"""/gm: what the GM does beside the table: policies, deadlines, reminders, answering for the absent, lost posts."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.actions import answers, events
from bot.actions.groups import GMS
from bot.commands import options
from bot.commands.wording import InWords
from bot.post import clocks
from bot.post.summaries import campaign_text, settings_text
from bot.sending import deliveries
from bot.talk.command_names import mention
from bot.talk.desk import battle_info_here, campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.seat import seat_here
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.course import whispering
from campaigns.battle.watch import delivery, extending, health, reminders
from campaigns.campaign import campaign
from campaigns.clocks import calendar, granting, pausing
from campaigns.clocks.answering import reliability
from campaigns.errors import Command, Refusal, gm_only
from campaigns.members.policies import AtDeadline, Repairs, Replacements, StandIn, WoundedReturn
from campaigns.post import dispatches
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import TimerKind

group = app_commands.Group(
    name="gm",
    description="For GMs: policies, deadlines, answering for the absent",
    guild_only=True,
    default_permissions=GMS,
)


@group.command(name="policy", description="See or change the campaign's policies")
@app_commands.describe(
    deadline_hours="Hours of one's own waking time to answer a prompt; 0: no deadlines",
    reminder_hours="Hours before the deadline to remind; 0: never",
    wounded="When the wounded return",
    fates="With “wounded: Fates”, what a D6 says of each: 1 dies, 2-3 invalided, 4 away, 5-6 back",
    injuries="House rule: up to what a D6 proposes a lasting injury for one of the wounded (1 is usual); 0: none",
    replacements="How the dead are replaced",
    repairs="House rule: when vehicles and guns are repaired, and the lost men of bases made good",
    stand_in="Who may act with units that a comrade commands: anyone, only he, or anyone after a missed deadline",
    saved_percent="Of those hours, how much of what one has not used is saved for another time",
    absent_hours="Hours that a battle waits for somebody who is away with nobody in their place",
    staff="Whether the staff then plays that side, and one that lets two deadlines pass in a row",
    excused_misses="Deadlines that each player may miss in a battle before anything is done for him",
    at_deadline="What a deadline does for a side that lets it pass; sides may choose for themselves",
    pause_after="Deadlines in a row without a word that pause a battle; 0: never",
    claim_days="Silent days after which the other side may claim the battle; 0: never",
    claim_win="Whether a claimed battle is won by the side that claims it; else it is a draw",
    experience="House rule: battles survived for each upgrade that a figure earns (3 is proposed); 0: never",
)
@guarded
async def policy(
    interaction: Interaction,
    deadline_hours: app_commands.Range[float, 0, 1440] | None = None,
    reminder_hours: app_commands.Range[float, 0, 1440] | None = None,
    wounded: app_commands.Transform[WoundedReturn, InWords(WoundedReturn)] | None = None,
    fates: app_commands.Range[str, 1, 120] | None = None,
    injuries: app_commands.Range[int, 0, 6] | None = None,
    replacements: app_commands.Transform[Replacements, InWords(Replacements)] | None = None,
    repairs: app_commands.Transform[Repairs, InWords(Repairs)] | None = None,
    stand_in: app_commands.Transform[StandIn, InWords(StandIn)] | None = None,
    experience: app_commands.Range[int, 0, 20] | None = None,
    saved_percent: app_commands.Range[int, 0, 500] | None = None,
    absent_hours: app_commands.Range[float, 0, 1440] | None = None,
    staff: bool | None = None,
    excused_misses: app_commands.Range[int, 0, 20] | None = None,
    at_deadline: app_commands.Transform[AtDeadline, InWords(AtDeadline)] | None = None,
    pause_after: app_commands.Range[int, 0, 100] | None = None,
    claim_days: app_commands.Range[int, 0, 365] | None = None,
    claim_win: bool | None = None,
) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    given = {
        "deadline_hours": deadline_hours,
        "reminder_hours": reminder_hours,
        "wounded": wounded,
        "fates": fates,
        "injuries": injuries,
        "replacements": replacements,
        "repairs": repairs,
        "stand_in": stand_in,
        "experience": experience,
        "saved_percent": saved_percent,
        "absent_hours": absent_hours,
        "staff": staff,
        "excused_misses": excused_misses,
        "at_deadline": at_deadline,
        "pause_after": pause_after,
        "claim_days": claim_days,
        "claim_win": claim_win,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    settings = here.settings
    if changes:
        settings = await campaign.change_settings(desk_of(interaction).store, here.id, interaction.user.id, **changes)
    head = "✔ **Changed.** It holds from the next prompt on." if changes else "**In force**"
    await say(interaction, card(f"{head}\n{settings_text(settings)}", accent=GOOD))


async def _switches(interaction: Interaction, current: str) -> options.Choices:
    here = await campaign_here(interaction)
    switches = desk_of(interaction).store.rules(here.rules).book.switches
    return options.matching([(f"{switch.key}: {switch.about}", switch.key) for switch in switches], current)


async def _choices(interaction: Interaction, current: str) -> options.Choices:
    here = await campaign_here(interaction)
    switches = desk_of(interaction).store.rules(here.rules).book.switches
    chosen = next((switch for switch in switches if switch.key == interaction.namespace.rule), None)
    return options.matching([(choice, choice) for choice in chosen.choices] if chosen else [], current)


@group.command(name="house-rule", description="Set a house-rule switch for the battles to come")
@app_commands.describe(rule="The switch", choice="What it is set to; leave empty for the book's default")
@guarded
async def house_rule(interaction: Interaction, rule: str, choice: str = "") -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    kept = tuple(option for option in here.settings.options if option[0] != rule)
    changed = (*kept, (rule, choice)) if choice else kept
    settings = await campaign.change_settings(desk_of(interaction).store, here.id, interaction.user.id, options=changed)
    await say(interaction, card(f"✔ **Changed.**\n{settings_text(settings)}", accent=GOOD))


@house_rule.autocomplete("rule")
async def _switches_quietly(interaction: Interaction, current: str) -> options.Choices:
    return await options.quietly(_switches(interaction, current))


@house_rule.autocomplete("choice")
async def _choices_quietly(interaction: Interaction, current: str) -> options.Choices:
    return await options.quietly(_choices(interaction, current))


@group.command(name="appoint", description="Make somebody a GM beside you")
@app_commands.describe(member="Who becomes a GM beside you")
@guarded
async def appoint(interaction: Interaction, member: discord.User) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.appoint_gm(desk_of(interaction).store, here.id, interaction.user.id, member.id)
    await say(interaction, card(f"✔ Appointed.\n{campaign_text(view)}", accent=GOOD))


@group.command(name="dismiss", description="Take the office of GM from somebody")
@app_commands.describe(member="Who is a GM no longer")
@guarded
async def dismiss(interaction: Interaction, member: discord.User) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.dismiss_gm(desk_of(interaction).store, here.id, interaction.user.id, member.id)
    await say(interaction, card(f"✔ Dismissed.\n{campaign_text(view)}", accent=GOOD))


@group.command(name="remind", description="Remind whom the battle waits for, now")
@guarded
async def remind(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    sides = await reminders.remind(desk.store, info.id, interaction.user.id)
    desk.post()
    here = await campaign.show(desk.store, info.campaign_id)
    names = ", ".join(side.name for side in here.sides if side.key in sides)
    await say(interaction, card(f"✔ Reminded: {escape(names)}.", accent=GOOD))


@group.command(name="deadline", description="Give a side more time to answer, or less")
@app_commands.describe(side="The side", hours="Hours more (or, below zero, fewer)")
@app_commands.autocomplete(side=options.sides)
@guarded
async def deadline(interaction: Interaction, side: str, hours: app_commands.Range[float, -1440, 1440]) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    key = (await campaign.show(desk.store, info.campaign_id)).side_key(side)
    moved = await extending.extend(desk.store, info.id, interaction.user.id, key, hours)
    desk.post()
    ends = [timer.due for timer in moved if timer.kind == TimerKind.DEADLINE]
    when = f" It is now {discord.utils.format_dt(ends[0])}." if ends else ""
    await say(interaction, card(f"✔ The deadline has moved.{when}", accent=GOOD))


@group.command(name="pause", description="Stop this battle's clocks: nothing falls due, everybody may go on")
@guarded
async def pause(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    await _as_gm(interaction, info.campaign_id, "pause a battle")
    await pausing.pause(desk.store, info.id, interaction.user.id)
    desk.post()
    await say(interaction, card("✔ The clocks stand still.", accent=GOOD))


@group.command(name="resume", description="Start this battle's clocks again; everybody who is asked has fresh time")
@guarded
async def resume(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    await _as_gm(interaction, info.campaign_id, "resume a battle")
    await pausing.resume(desk.store, info.id, interaction.user.id)
    desk.wake()
    await say(interaction, card("✔ The clocks run again.", accent=GOOD))


async def _as_gm(interaction: Interaction, campaign_id: int, what: str) -> None:
    here = await campaign.show(desk_of(interaction).store, campaign_id)
    if not here.is_gm(interaction.user.id):
        raise gm_only(what)


@group.command(name="excuse", description="Take back somebody's missed deadline and start his clock again")
@app_commands.describe(member="Who is excused")
@guarded
async def excuse(interaction: Interaction, member: discord.User) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    await granting.excuse(desk.store, info.id, interaction.user.id, member.id)
    desk.wake()
    await say(interaction, card(f"✔ Excused. The clock of {member.mention} starts again.", accent=GOOD))


@group.command(name="clock", description="Everybody's clock in this battle, and how reliably each has answered")
@guarded
async def clock(interaction: Interaction) -> None:
    await think(interaction)
    store = desk_of(interaction).store
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    told = await granting.clocks(store, info.id, interaction.user.id)
    known = await reliability(store, info.campaign_id, interaction.user.id, [each.user_id for each in told])
    lines = [clocks.persons_line(each, known) for each in told[:40]]
    head = f"### {escape(info.title)} · clocks"
    more = small(f"{mention('gm deadline')} · {mention('gm excuse')} · {mention('gm pause')} · {mention('gm policy')}")
    await say(interaction, card(head, "\n".join(lines) or "Nobody has been asked yet.", more))


@group.command(name="answer", description="Answer for a side: opens its panel")
@app_commands.describe(side="The side that is asked; leave empty when only one is")
@app_commands.autocomplete(side=options.sides)
@guarded
async def answer(interaction: Interaction, side: str = "") -> None:
    await think(interaction)
    seat = await seat_here(interaction, BattleStatus.RUNNING)
    info = seat.battle.info
    here = await campaign.show(seat.store, info.campaign_id, who=interaction.user.id)
    if not seat.member.gm:
        raise Refusal("umpire-only", "Only a GM of this campaign may answer for a side.", "Use your own side's prompt.")
    key = here.side_key(side)
    asked = [ask.side for ask in seat.battle.prompt.asks if key in ("", ask.side)]
    if not asked:
        raise Refusal(
            "not-asked",
            "The battle does not wait for that side.",
            ("See whom it waits for: ", Command("status"), "."),
        )
    await answers.show(interaction, seat, Ticket("open", info.id, side=asked[0]))


@group.command(name="reinforce", description="Bring units into the battle that goes on here")
@app_commands.describe(
    units="Which: one or several with commas, as they stand on the roster now",
    place="Where one comes in, as on the map; leave empty for their side's edge",
    facing="Degrees clockwise from north",
)
@app_commands.autocomplete(units=options.free_units)
@guarded
async def reinforce(
    interaction: Interaction, units: str, place: str = "", facing: app_commands.Range[float, 0.0, 359.9] | None = None
) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    seat = await seat_here(interaction, BattleStatus.RUNNING)
    if not seat.member.gm:
        raise Refusal("umpire-only", "Only a GM of this campaign may bring units in.", "Ask your GM to do it.")
    came = await options.units_listed(interaction, units)
    await battles.reinforce(
        desk.store,
        seat.battle.info.id,
        interaction.user.id,
        [unit.id for unit in came],
        at=place,
        facing=facing,
        interaction_id=interaction.id,
    )
    desk.post()
    names = ", ".join(escape(unit.name) for unit in came)
    undone = f"{mention('battle undo')} takes it back."
    await say(interaction, card(f"✔ In the battle from now on: **{names}**.", small(undone), accent=GOOD))


async def _events(interaction: Interaction, current: str) -> options.Choices:
    return await options.quietly(events.choices(interaction, current))


@group.command(name="event", description="The scenario's events: what each would do, and letting one happen now")
@app_commands.describe(
    name="Which event; leave empty to see all of them",
    dry_run="Only show what it would do: nothing is rolled, nothing changes",
    again="Although it has happened already",
)
@app_commands.autocomplete(name=_events)
@guarded
async def event(interaction: Interaction, name: str = "", dry_run: bool = False, again: bool = False) -> None:
    await think(interaction)
    seat = await events.seat_of_here(interaction, BattleStatus.RUNNING)
    battle = seat.battle
    if not name.strip():
        await say(interaction, await events.all_events(battle))
        return
    chosen = await events.event_named(battle, name)
    if dry_run:
        await say(interaction, await events.dry_run(battle, chosen, again=again))
    else:
        await events.call(interaction, seat, chosen, again=again)


@group.command(name="whisper", description="Tell one side something in secret; the others do not learn what, or whom")
@app_commands.describe(side="The side that is told", text="What it is told")
@app_commands.autocomplete(side=options.sides)
@guarded
async def whisper(interaction: Interaction, side: str, text: app_commands.Range[str, 1, 1500]) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    here = await campaign.show(desk.store, info.campaign_id)
    key = here.side_key(side)
    await whispering.to_side(desk.store, info.id, interaction.user.id, key, text, interaction_id=interaction.id)
    desk.post()
    name = next((one.name for one in here.sides if one.key == key), key)
    where = small("It stands behind the button *For my side only*, and on the panel of its players.")
    await say(interaction, card(f"✔ **{escape(name)}** is told, and nobody else.", where, accent=GOOD))


@group.command(name="undelivered", description="Posts that have not arrived and why; have them tried again")
@app_commands.describe(retry="Have all of them tried again now")
@guarded
async def undelivered(interaction: Interaction, retry: bool = False) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    stuck = await delivery.undelivered(desk.store, here.id, interaction.user.id)
    lines = [*deliveries.listed(stuck), *deliveries.ailing(await health.check(desk.store, campaign_id=here.id))]
    lines += deliveries.closed_doors(await dispatches.troubled(desk.store, here.id))
    lines += deliveries.missing_events(await calendar.problems(desk.store, here.id))
    if retry and stuck:
        await delivery.retry(desk.store, here.id, interaction.user.id)
        desk.post()
        lines.append("✔ All of them are tried again.")
    elif stuck:
        again = "`retry: True` has all of them tried again now."
        places = (
            f"{mention('battle thread')} gives a battle a new thread, "
            f"{mention('campaign channel')} the campaign another channel."
        )
        lines.append(small(f"{again} Where a place is gone: {places}"))
    await say(interaction, card("\n".join(lines)))
