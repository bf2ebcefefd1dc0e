"""Opening a battle and beginning it, whoever asks for that: the command, or the panel that closes the one before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.commands import scenario
from bot.commands.threads import with_thread
from bot.post import clocks
from bot.reading.boards import DEFAULT, KINDS, board_for
from bot.talk.command_names import mention
from bot.talk.desk import desk_of
from bot.talk.say import Interaction
from bot.talk.text import escape, small
from campaigns.battle import battles
from campaigns.battle.battles import Acted, Awaiting, BattleInfo
from campaigns.battle.staff import appointing
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.roster import growth, rosters
from campaigns.roster.rosters import RosterUnit
from campaigns.scenario import boards
from campaigns.scenario.roles import Roles
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.language.words import plural
from rules.seam.planning import Boldness


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a GM asks for when he opens a battle."""

    title: str = ""
    board: str = ""
    size: str = ""
    turn_limit: int | None = None
    scenario: str = ""
    units: tuple[RosterUnit, ...] | None = None
    """None: all that are free, or those of the scenario."""
    roles: Roles | None = None
    """Who attacks; None: as the armies' keys have it."""

    @property
    def unit_ids(self) -> tuple[int, ...] | None:
        return None if self.units is None else tuple(unit.id for unit in self.units)


async def open_as(
    interaction: Interaction, here: CampaignView, wanted: Wanted, *, check_in: bool = False
) -> BattleInfo:
    """Open a battle by its scenario, or with every fit unit. Raises Refusal "one-sided" when a side would have nobody
    in it, "no-board", "bad-board", "no-scenario", "own-board"."""
    store = desk_of(interaction).store
    rules = store.rules(here.rules)
    number = len(await battles.of_campaign(store, here.id)) + 1
    by = await scenario.chosen(interaction, here, wanted.scenario) if wanted.scenario.strip() else None
    if by is None:
        await require_two_sides(store, here, wanted.units)
    if by is not None and by.board is not None:
        if wanted.board or wanted.size:
            raise Refusal("own-board", f"{by.title} has a table of its own.", "Leave out board and size.")
        table, picture = by.board, None
    else:
        kind = folded(wanted.board) or DEFAULT
        kept = await boards.named(store, here.id, kind)
        if kept is None and kind not in KINDS:
            raise boards.no_board()
        seed = f"{here.id}.{number}"
        table = kept.board if kept else await asyncio.to_thread(board_for, rules, kind, wanted.size, seed)
        picture = kept.picture_id if kept else None
    return await battles.open_battle(
        store,
        here.id,
        interaction.user.id,
        wanted.title.strip() or (by.title if by else f"Battle {number}"),
        channel_id=here.channel_id,
        board=table,
        picture_id=picture,
        turn_limit=wanted.turn_limit,
        unit_ids=wanted.unit_ids,
        scenario=by,
        roles=wanted.roles,
        check_in=check_in,
        interaction_id=interaction.id,
    )


async def require_two_sides(store: Store, here: CampaignView, chosen: Sequence[RosterUnit] | None) -> None:
    """`chosen`: None for every unit that is free."""
    rules, today = store.rules(here.rules), store.clock.now().date()
    units = chosen
    if units is None:
        units = [unit for unit in await rosters.units_of(store, here.id) if unit.fighting is None]
    ready = {unit.side for unit in units if growth.could_field(unit, rules, here.settings, today)}
    playable = {kind.key for kind in rules.forces.sides if kind.playable}
    missing = [side.name for side in here.sides if side.key in playable and side.key not in ready]
    if missing:
        raise Refusal(
            "one-sided",
            f"{' and '.join(missing)} would have nobody in the battle.",
            ("Raise a unit there first: ", Command("campaign join"), " with a unit, or ", Command("unit raise"), ".")
            if chosen is None
            else "Choose units of both sides that have somebody fit.",
        )


async def begin_anew(
    interaction: Interaction,
    here: CampaignView,
    wanted: Wanted,
    *,
    anyway: bool = False,
    staff: str = "",
    bold: Boldness = Boldness.STEADY,
) -> str:
    """Open a battle in a thread of its own and begin it; where that cannot be there is none. `staff`: the side that the
    staff plays. Returns what has become of it."""
    store, who = desk_of(interaction).store, interaction.user.id
    info = await open_as(interaction, here, wanted)
    try:
        if staff:
            await appointing.appoint(store, info.id, who, staff, bold)
        # The interaction is spent on the opening; a second delivery finds the battle begun.
        begun = await battles.begin_when_heard(store, info.id, who, anyway=anyway)
    except (RuleViolation, Refusal):
        await battles.cancel(store, info.id, who)
        raise
    return begun_words(await with_thread(interaction, here, info), here, begun)


def begun_words(info: BattleInfo, here: CampaignView, begun: Acted | Awaiting) -> str:
    """Where the battle has begun, or whom it waits for."""
    if isinstance(begun, Awaiting):
        return _begins(info, here, begun)
    return f"✔ **{escape(info.title)}** has begun in <#{info.channel_id}>."


def _begins(info: BattleInfo, here: CampaignView, awaiting: Awaiting) -> str:
    names = escape(" and ".join(side.name for key in awaiting.sides if (side := here.side(key))))
    due = f", at the latest {clocks.when(awaiting.due)}" if awaiting.due is not None else ""
    return (
        f"⏳ **{escape(info.title)}** begins in <#{info.channel_id}> as soon as {names} "
        f"{plural(len(awaiting.sides), 'has', 'have')} clicked Ready there{due}: so nobody can have chosen its first "
        "dice.\n"
        + small(f"Without waiting: {mention('battle begin')} with `anyway: True`; everybody reads what that means.")
    )
