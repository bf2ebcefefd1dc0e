"""The flight number: what an army has lost of its points, and whether it breaks.

RA-def.flight, RA-seq.5, RA-R12, RA-R13, RA-R14, RA-R88, RA-R99, RA-R136
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction

from rules.kernel.action import SideId
from rules.red_actions.book import units as book
from rules.red_actions.book import vehicles as book_vehicles
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.units import UnitPoints
from rules.red_actions.knowledge import may_see
from rules.red_actions.state import State
from rules.red_actions.units import Base
from rules.seam.viewing import Tally, Viewer


def _any(unit: str) -> bool:
    return True


def strengths(state: State, side: SideId, known: Callable[[str], bool] = _any) -> tuple[UnitPoints, ...]:
    """What counts of each unit, by the cards of its bases: those that it had and those that are left. Who has been
    taken prisoner, or stands abandoned, is lost. `known`: of which units; all of them if not said. RA-R13, RA-R88"""
    left: dict[str, list[Base]] = defaultdict(list)
    gone: dict[str, list[Base]] = defaultdict(list)
    routing = {unit.id for unit in state.of(side) if unit.routing}
    for unit in state.units:
        whose = unit.rails.taken_from or unit.side if unit.rails is not None else unit.side
        if whose == side:
            bases = left if whose == unit.side else gone
            bases[unit.id] += unit.bases
            bases[unit.id] += (base for base, _ in unit.horses)
    for loss in state.losses:
        if loss.side == side:
            gone[loss.unit].append(loss.base)
    for group in (*state.prisoners, *state.abandoned):
        if group.side == side:
            gone[group.unit] += group.bases
    found: list[UnitPoints] = []
    for unit in filter(known, dict.fromkeys((*left, *gone))):
        points: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        whole_unit = (*left[unit], *gone[unit])
        for base in left[unit]:
            points[_worth(state, base, whole_unit)][0] += 1
        for base in gone[unit]:
            points[_worth(state, base, whole_unit)][1] += 1
        whole = not left[unit]
        for worth, (stand, lost) in points.items():
            found.append(UnitPoints(worth, stand + lost, 0 if whole else stand, unit in routing))
    return tuple(found)


def _worth(state: State, base: Base, unit: Sequence[Base]) -> int:
    """Points of a base; of a dismounted one those that it has in the saddle, as its horses' holder shows. RA-R121"""
    cards = (state.cards.card(each.card) for each in unit)
    mounted = next((card for card in cards if card.dismounts_as == base.card), None)
    return mounted.points if mounted is not None else state.points(base)


def seniors(state: State, side: SideId, known: Callable[[str], bool] = _any) -> tuple[int, int]:
    """Senior officers whom the side brought, and those it has lost; those of units that are known. RA-R136"""
    of_side = (o for o in state.officers if o.side == side and known(o.unit))
    brought = [o for o in of_side if o.rank == "senior" and not o.replaces]
    return len(brought), sum(not officer.fit for officer in brought)


def original(state: State, side: SideId) -> int:
    """Points at the start, reinforcements that were planned among them, also those who are still on their way by the
    clock. RA-R13"""
    brought, _ = seniors(state, side)
    coming = sum(points for whose, points in state.coming if whose == side)
    return state.side(side).original + coming + brought * state.house.number("officer-points")


def lost(state: State, side: SideId) -> int:
    """RA-R13, RA-R88, RA-R136"""
    _, fallen = seniors(state, side)
    return book.lost_points(strengths(state, side), fallen, state.house)


def percent(state: State, side: SideId) -> int:
    """RA-R14"""
    return book.flight_percent(state.cards.army(state.side(side).army), not state.defends(side), state.house)


def flight_number_passed(state: State, side: SideId) -> bool:
    """Whether the army breaks. RA-def.flight, RA-R12"""
    return book.broken(lost(state, side), original(state, side), percent(state, side), state.house)


def captured_train(state: State) -> SideId | None:
    """The side whose train the enemy has taken from the field: an engine lost as captured. RA-train.capture, RA-R99"""
    for loss in state.losses:
        if loss.how == "captured" and state.cards.card(loss.base.card).arm is Arm.ENGINE:
            return loss.side
    return None


def tank_penalty(state: State, side: SideId) -> int:
    """Points that tanks captured intact cost their owner at the final count. RA-tank.capture, RA-R99"""
    bases = [loss.base for loss in state.losses if loss.side == side]
    bases += [base for group in (*state.abandoned, *state.prisoners) if group.side == side for base in group.bases]
    taken = [base for base in bases if base.id in state.captured_tanks]
    return sum(book_vehicles.capture_penalty(state.points(base), state.house) for base in taken)


def share_lost(state: State, side: SideId) -> Fraction:
    """The share of its points that a side has lost at the final count, captured tanks once more. RA-R99, RA-R184"""
    whole = original(state, side)
    return Fraction(lost(state, side) + tank_penalty(state, side), whole) if whole else Fraction(0)


def who_lost_less(state: State) -> SideId | None:
    """Who holds the field at the final count; None: both have lost as much. RA-seq.5, RA-R184"""
    one, other = (side.key for side in state.sides)
    lost, of_other = share_lost(state, one), share_lost(state, other)
    return None if lost == of_other else one if lost < of_other else other


def tally(state: State) -> tuple[Tally, ...]:
    """What each army has lost: "42 of 120 points lost; breaks above 60"."""
    return tuple(Tally(side.key, side.name, _words(state, side.key)) for side in state.sides)


def tally_for(state: State, viewer: Viewer) -> tuple[Tally, ...]:
    """What each army has lost as far as the viewer may know. Of others it counts only troops that he has been shown,
    against the points of those, and does not say where they break; a side of which he has seen nobody is left out. Once
    the battle is over it is the whole tally. RA-R247"""
    whole = {each.side: each for each in tally(state)}
    if state.ended is not None:
        return tuple(whole.values())
    shown = (
        whole[side.key] if viewer.owns(side.key) else _seen(state, side.key, side.name, viewer) for side in state.sides
    )
    return tuple(filter(None, shown))


def _seen(state: State, side: SideId, name: str, viewer: Viewer) -> Tally | None:
    unseen = {loss.unit for loss in state.losses if loss.unseen and state.find(loss.unit) is None}

    def known(unit: str) -> bool:
        return unit not in unseen and may_see(state, viewer, unit)

    counted = strengths(state, side, known)
    brought, fallen = seniors(state, side, known)
    points = sum(unit.original for unit in counted) + brought * state.house.number("officer-points")
    if not points:
        return None
    return Tally(side, name, f"{book.lost_points(counted, fallen, state.house)} points lost of {points} seen")


def _words(state: State, side: SideId) -> str:
    whole, gone, penalty = original(state, side), lost(state, side), tank_penalty(state, side)
    number = float(book.flight_number(whole, percent(state, side)))
    above = "at" if state.house.choice("flight-test") == "reach" else "above"
    words = f"{gone} of {whole} points lost; breaks {above} {number:g}"
    return f"{words}; {penalty} more for captured tanks" if penalty else words
