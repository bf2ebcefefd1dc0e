"""/battle: opening one in a thread of its own, beginning and ending it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from discord import app_commands
from pydantic import ValidationError

from bot.actions.acting import Intention, carry_out
from bot.commands import battle_casting, battle_roles, options, scenario
from bot.commands.battle_opening import Wanted, begin_anew, begun_words, open_as, require_two_sides
from bot.commands.threads import thread_somewhere, with_thread
from bot.post import clocks
from bot.post import roles as said
from bot.post.settling import strength_text
from bot.reading.boards import KINDS
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import (
    battle_chosen,
    battle_info_here,
    campaign_here,
    desk_of,
    open_battle_here,
    waiting_battle,
)
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.seat import seat_here
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import Acted, BattleInfo, Heard
from campaigns.battle.frame import ending, giving_roles, previewing
from campaigns.battle.staff import appointing
from campaigns.battle.watch import delivery
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.clocks.answering import reliability
from campaigns.errors import Command, Refusal, gm_only
from campaigns.roster.rosters import RosterUnit
from campaigns.scenario import boards
from campaigns.scenario.roles import role_in_files
from campaigns.tables.battles import BattleStatus
from rules.battle.ending import REASON
from rules.kernel.action import SideId
from rules.language.words import plural
from rules.seam.planning import Boldness
from rules.seam.ruleset import AnyRuleSet

DECLARED = "declare-end"
"""The verb of every book by which its umpire ends a battle."""
group = app_commands.Group(name="battle", description="Battles: open, begin, end, verify", guild_only=True)

_ABOUT = {
    "title": "What the battle is called",
    "board": "A board of the campaign, a kind to generate, or “none”: declared facts and the umpire's word",
    "size": "Size of a generated table in the rules' measure, such as 48x36 inches or 480x360 metres",
    "turn_limit": "After how many turns it ends",
    "scenario": "Fight by a scenario: its forces, table and events",
    "roles": battle_roles.ABOUT,
    "units": "Units that fight or take the scenario's parts, with commas between; leave empty for all free ones",
}


async def _boards(interaction: Interaction, current: str) -> options.Choices:
    """The kinds of board, after those that a GM keeps for the campaign."""

    async def found() -> options.Choices:
        here = await campaign_here(interaction)
        kept = await boards.of_campaign(desk_of(interaction).store, here.id) if here.is_gm(interaction.user.id) else ()
        named = [(f"{each.name} (kept)", each.name) for each in kept]
        return options.matching([*named, *((kind, kind) for kind in KINDS)], current)

    return await quietly(found())


_CHECK_IN = "Each player chooses units, or wishes for a part, before it begins"
_STAFF = "A side that nobody plays: the staff plays it, so that one can play alone"
_BOLDNESS = "What the staff risks for its aims"
_ANYWAY = "Although some have not chosen their units, or said anything since the dice were sealed"


@group.command(name="open", description="Announce a battle in its own thread; sides give their words for the dice (GM)")
@app_commands.describe(**_ABOUT, check_in=_CHECK_IN)
@app_commands.autocomplete(
    board=_boards, scenario=scenario.named, units=options.free_units, roles=battle_roles.suggested
)
@guarded
async def open_battle(
    interaction: Interaction,
    title: str = "",
    board: str = "",
    size: str = "",
    turn_limit: app_commands.Range[int, 1, 100] | None = None,
    scenario: str = "",
    units: str = "",
    check_in: bool = False,
    roles: str = "",
) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    wanted = await _wanted(interaction, here, title, board, size, turn_limit, scenario, units, roles)
    info = await with_thread(interaction, here, await open_as(interaction, here, wanted, check_in=check_in))
    desk_of(interaction).post()
    words = f"✔ **{escape(info.title)}** is open in <#{info.channel_id}>."
    met = await previewing.strengths(desk_of(interaction).store, here.id, interaction.user.id, info.unit_ids)
    how = f"Each side may give words for its dice with {mention('battle ready')}; then {mention('battle begin')}."
    rules = desk_of(interaction).store.rules(here.rules)
    made = card(
        words,
        said.bold(rules, said.names_in(here), info.roles),
        _called(wanted.units),
        strength_text(met),
        how,
        await _waited_for(interaction, here),
        accent=GOOD,
    )
    battle_roles.ask(made, rules, here, info.id)
    await say(interaction, made)
    if scenario.strip():
        await battle_casting.show_below(interaction, info.id)


@group.command(name="begin", description="Begin the open battle, or a new one with everything as usual (GM)")
@app_commands.describe(**_ABOUT, anyway=_ANYWAY, battle=options.WAITING, staff=_STAFF, boldness=_BOLDNESS)
@app_commands.autocomplete(
    board=_boards,
    scenario=scenario.named,
    units=options.free_units,
    battle=options.battles_waiting,
    staff=options.sides,
    roles=battle_roles.suggested,
)
@guarded
async def begin(
    interaction: Interaction,
    title: str = "",
    board: str = "",
    size: str = "",
    turn_limit: app_commands.Range[int, 1, 100] | None = None,
    scenario: str = "",
    units: str = "",
    anyway: bool = False,
    battle: str = "",
    staff: str = "",
    boldness: Literal["careful", "steady", "bold"] = "steady",
    roles: str = "",
) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    wanted = await _wanted(interaction, here, title, board, size, turn_limit, scenario, units, roles)
    bold = Boldness(boldness)
    info = await waiting_battle(interaction, battle)
    if info is not None:
        if scenario or title or board or size or turn_limit is not None:
            raise Refusal(
                "open-already",
                f"{info.title} is open already: its scenario, title, table and turn limit stand.",
                ("Begin it without saying them again, or ", Command("battle cancel"), " it."),
            )
        if wanted.roles is not None:
            await giving_roles.give(desk.store, info.id, interaction.user.id, wanted.roles)
        if wanted.units is not None:
            await require_two_sides(desk.store, here, wanted.units)
        if staff.strip():
            await appointing.appoint(desk.store, info.id, interaction.user.id, staff.strip(), bold)
        begun = await battles.begin_when_heard(
            desk.store,
            info.id,
            interaction.user.id,
            unit_ids=wanted.unit_ids,
            anyway=anyway,
            interaction_id=interaction.id,
        )
        words = begun_words(info, here, begun)
    else:
        words = await begin_anew(interaction, here, wanted, anyway=anyway, staff=staff.strip(), bold=bold)
    desk.post()
    await say(interaction, card(words, _called(wanted.units), await _waited_for(interaction, here), accent=GOOD))


async def _waited_for(interaction: Interaction, here: CampaignView) -> str:
    """Whose answers have been long in coming lately, for the GM who sets the battle up."""
    users = [player.user_id for side in here.sides for player in side.players]
    known = await reliability(desk_of(interaction).store, here.id, interaction.user.id, users)
    return clocks.doubtful(known.values())


async def _wanted(
    interaction: Interaction,
    here: CampaignView,
    title: str,
    board: str,
    size: str,
    turn_limit: int | None,
    scenario: str,
    units: str,
    roles: str,
) -> Wanted:
    """Raises Refusal "unknown-unit", and for roles as `scenario.roles.checked`."""
    chosen = await options.units_listed(interaction, units) if units.strip() else None
    given = battle_roles.read_roles(desk_of(interaction).store.rules(here.rules), here, roles)
    return Wanted(title, board, size, turn_limit, scenario, chosen, given)


def _called(units: Sequence[RosterUnit] | None) -> str:
    """Who has been chosen to fight; of all that are free not a word is needed."""
    return small(f"Called: {escape(', '.join(unit.name for unit in units))}") if units else ""


@group.command(name="thread", description="Give the battle a new thread; what has not been posted goes there (GM)")
@app_commands.describe(battle="Which battle; leave empty for the one that goes on here")
@app_commands.autocomplete(battle=options.battles_here)
@guarded
async def thread(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_chosen(interaction, battle, *delivery.GOING_ON)
    here = await campaign.show(desk.store, info.campaign_id)
    if not here.is_gm(interaction.user.id):
        raise gm_only(delivery.NEW_THREAD)
    delivery.require_going_on(info)
    opened = await thread_somewhere(interaction, here, info.title)
    moved = await delivery.rehouse(desk.store, info.id, interaction.user.id, opened.id, instead_of=info.channel_id)
    desk.post()
    words = f"✔ **{escape(info.title)}** goes on in <#{moved.channel_id}>."
    await say(
        interaction, card(words, small("What had not been posted goes there, and what is asked now."), accent=GOOD)
    )


@group.command(name="ready", description="Give your side's words for the dice: nobody can then have chosen them")
@app_commands.describe(words="Any words; they are mixed into the battle's seed", battle=options.WAITING)
@app_commands.autocomplete(battle=options.battles_waiting)
@guarded
async def ready(interaction: Interaction, words: app_commands.Range[str, 1, 200], battle: str = "") -> None:
    await think(interaction)
    info = await open_battle_here(interaction, battle)
    heard = await battles.ready(
        desk_of(interaction).store, info.id, interaction.user.id, words, interaction_id=interaction.id
    )
    await _noted(interaction, info, heard, "✔ Your side's words are noted.")


@handles("ready", Answer.BESIDE)
async def clicked_ready(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below a battle that has not begun."""
    store = desk_of(interaction).store
    heard = await battles.ready(store, ticket.battle, interaction.user.id, interaction_id=interaction.id)
    info = (await battles.load(store, ticket.battle)).info
    await _noted(interaction, info, heard, "✔ Your click goes into the key of the dice.")


async def _noted(interaction: Interaction, info: BattleInfo, heard: Heard, words: str) -> None:
    """What a side's word has led to."""
    desk_of(interaction).post()
    if heard.begun is not None:
        then = f"**{escape(info.title)}** has begun."
    elif heard.against is not None:
        then = f"The battle cannot begin yet: {escape(heard.against.message)} The GM sees to it."
    elif heard.missing:
        here = await campaign.show(desk_of(interaction).store, info.campaign_id)
        names = [side.name for key in heard.missing if (side := here.side(key))]
        then = f"{escape(' and '.join(names))} {plural(len(names), 'has', 'have')} still to click."
    else:
        then = f"The GM may begin with {mention('battle begin')}."
    await say(interaction, card(f"{words} {then}", accent=GOOD))


@group.command(name="cancel", description="Call off a battle that has not begun (GM)")
@app_commands.describe(battle=options.WAITING)
@app_commands.autocomplete(battle=options.battles_waiting)
@guarded
async def cancel(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await open_battle_here(interaction, battle)
    await battles.cancel(desk.store, info.id, interaction.user.id)
    desk.post()
    await say(interaction, card(f"✔ {escape(info.title)} is called off.", accent=GOOD))


@group.command(name="end", description="End the battle: a GM at once, a player by agreement with the other side")
@app_commands.describe(
    winner="The side that has won; leave empty for a draw",
    reason="Why it ends",
    claim="Claim it: the other side has been silent for as many days as the GM's policy says",
)
@app_commands.autocomplete(winner=options.sides)
@guarded
async def end(interaction: Interaction, winner: str = "", reason: str = "", claim: bool = False) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    here = await campaign.show(desk.store, info.campaign_id)
    side = here.side_key(winner) or None
    who = interaction.user.id
    if claim:
        await ending.claim(desk.store, info.id, who, interaction_id=interaction.id)
        words = "✔ Claimed: the battle is over; what it did to everybody is on the rosters."
    elif here.is_gm(who):
        if not await _declared(interaction, desk.store.rules(here.rules), side, reason):
            await battles.end(desk.store, info.id, who, winner=side, reason=reason, interaction_id=interaction.id)
        words = "✔ The battle is over; what it did to everybody is on the rosters."
    else:
        agreed = await battles.propose_end(
            desk.store, info.id, who, winner=side, reason=reason, interaction_id=interaction.id
        )
        over = isinstance(agreed, Acted)
        words = "✔ The battle is over by agreement." if over else "✔ Proposed: it ends when the other side agrees."
    desk.post()
    await say(interaction, card(words, accent=GOOD))


async def _declared(interaction: Interaction, rules: AnyRuleSet, winner: SideId | None, reason: str) -> bool:
    """The GM ends it as the book has it, with all that the book does at an end (a roll is called, a count made). False
    for a book that has no word for it, or none for that winner. Its word for an army is the role that it has."""
    if not any(model.name() == DECLARED for model in rules.battle.action_types()):
        return False
    seat = await seat_here(interaction, BattleStatus.RUNNING)
    named = role_in_files(rules, seat.battle.info.roles, winner) or winner if winner else "draw"
    given = {"verb": DECLARED, "winner": named, **({"reason": reason[:REASON]} if reason.strip() else {})}
    try:
        action = seat.battle.rules.battle.actions.load_python(given)
    except ValidationError:
        return False
    await carry_out(interaction, Intention(seat, action))
    return True
