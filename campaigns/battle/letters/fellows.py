"""Orders that a fellow of the same side has given, and that a letter would take the place of."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from campaigns.battle.course.authority import own_units
from campaigns.battle.course.seats import Seat
from campaigns.tables.battles import JournalEntry
from campaigns.tables.campaigns import Player
from campaigns.tables.orders import GivenOrder
from rules.kernel.action import Action, SideId
from rules.language.words import listed
from rules.seam.ordering import Ordering, StandingOrder
from rules.seam.planning import LetterWarning, WarningKind

_NAMED = 3
"""Units of one warning."""


async def replaced(
    seat: Seat, ordering: Ordering[object], side: SideId, lines: Sequence[Action]
) -> tuple[LetterWarning, ...]:
    """Return a warning for each fellow whose standing orders are for a unit of these lines. Drafts are not looked at:
    nobody knows of them."""
    named = {unit for line in lines for unit in own_units(line)}
    if not named or not ordering.cancels:
        return ()
    standing = [one for one in ordering.standing(seat.battle.state, side) if not one.stopped]
    theirs = {one.number: units for one in standing if (units := _of(one, named))}
    if not theirs:
        return ()
    found: dict[str, list[str]] = {}
    for number, name in await _givers(seat, side, tuple(theirs)):
        found.setdefault(name, []).extend(unit for unit in theirs[number] if unit not in found.get(name, ()))
    return tuple(_warning(seat, name, units) for name, units in found.items())


def _of(order: StandingOrder, named: set[str]) -> tuple[str, ...]:
    """Those of these units that the order names. One for all of the side is nobody's in particular."""
    return tuple(unit for unit in order.units if unit in named and unit not in order.freed)


async def _givers(seat: Seat, side: SideId, numbers: Sequence[int]) -> list[tuple[int, str]]:
    """The orders of these numbers that others have given, each with their name."""
    battle = seat.battle.info
    given = (
        select(GivenOrder.number, JournalEntry.user_id)
        .join(
            JournalEntry,
            (col(JournalEntry.battle_id) == GivenOrder.battle_id) & (col(JournalEntry.seq) == GivenOrder.seq),
        )
        .where(GivenOrder.battle_id == battle.id, GivenOrder.side == side, col(GivenOrder.number).in_(numbers))
        .order_by(col(GivenOrder.seq))
    )
    async with seat.store.reading() as session:
        newest = dict((await session.exec(given)).all())
        users = {user for user in newest.values() if user is not None and user != seat.member.who}
        people = select(Player.user_id, Player.name).where(
            Player.campaign_id == battle.campaign_id, col(Player.user_id).in_(users)
        )
        names = dict((await session.exec(people)).all()) if users else {}
    return [(number, names[user]) for number, user in sorted(newest.items()) if user in names]


def _warning(seat: Seat, name: str, units: Sequence[str]) -> LetterWarning:
    known = [unit.name for ref in units[:_NAMED] if (unit := seat.view.unit(ref)) is not None]
    whom = listed(known) if known else "A unit"
    said = f"{whom}: {name or 'a fellow of yours'} has ordered that already, and your letter takes its place"
    return LetterWarning(WarningKind.OTHERS, said, tuple(units))
