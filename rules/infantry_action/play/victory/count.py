"""The count at the end: every man, gun, vehicle and stock with what became of it, and who has won.

IA-vic.own-resources, IA-vic.enemy-destroyed, IA-R151 to IA-R155
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from shapely import Point as Spot

from rules.battle.ending import Ended
from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import POINTS, Cost, CostPart, Line, written
from rules.infantry_action.book.troops import air_landed, defending, man_cost
from rules.infantry_action.book.victory import (
    Fate,
    ManPlace,
    ObjectiveHeld,
    Resource,
    SideCount,
    Verdict,
    count,
    victor,
)
from rules.infantry_action.figures import Figure, GivenUp, Life, Vehicle
from rules.infantry_action.on_the_table import Objective, Work
from rules.infantry_action.state import Side, State
from rules.kernel.action import SideId
from rules.seam.viewing import Tally
from rules.table.board import Feature, Point
from rules.table.measure import between
from rules.table.terrain import terrain

ABANDONED = 10.0
"""Metres within which a friend keeps a weapon from being abandoned. IA-R153"""
NEAR = 10.0
"""Metres about a line or a point within which a man holds it."""
_FATES = {
    Life.FIT: Fate.REMAINS,
    Life.WITHDRAWN: Fate.REMAINS,
    Life.CASUALTY: Fate.DESTROYED,
    Life.LOST: Fate.DESTROYED,
    Life.PRISONER: Fate.HELD,
}


def reckoning(state: State, why: str) -> Ended:
    """How the battle has ended, with each side's count. IA-vic.friendly, IA-vic.convention"""
    one, other = state.sides
    totals = {side.key: side_count(state, side) for side in state.sides}
    outcome = victor((totals[one.key].value, totals[other.key].value), (one.strength, other.strength), state.house)
    winner = None if outcome.winner is None else state.sides[outcome.winner].key
    tallies = tuple(Tally(side.key, side.name, _words(totals[side.key])) for side in state.sides)
    return Ended(winner, why, (_lead(state, outcome),), tallies)


def side_count(state: State, side: Side) -> SideCount:
    """What a side counts, itemised."""
    foe = state.foe(side.key)
    return count(
        tuple(resources(state, side.key)),
        tuple(resources(state, foe)),
        places(state, side.key),
        tuple(ObjectiveHeld(o.place, Decimal(o.points), holder(state, o) == side.key) for o in state.objectives),
        state.house,
    )


def _words(total: SideCount) -> str:
    itemised = ", ".join(f"{written(cost.value)} {head.value}" for head, cost in total.heads if cost.value)
    return f"{written(total.value)} points" + (f" ({itemised})" if itemised else "")


def _lead(state: State, outcome: Verdict) -> str:
    if outcome.winner is not None:
        return f"{state.sides[outcome.winner].name} leads by {written(outcome.margin)} points."
    if not outcome.margin:
        return "Both sides count the same: a draw."
    return f"A lead of {written(outcome.margin)} points is less than the {written(outcome.needed)} that win: a draw."


# ── Resources ─────────────────────────────────────────────────────────────────────────────────────────────────────


def resources(state: State, side: SideId) -> Iterator[Resource]:
    """Everything that a side brought and has not used up, with what became of it. IA-R153"""
    for man in state.figures:
        if man.side == side and man.value:
            yield from _of_man(state, man)
    for gun in state.guns:
        if gun.side == side:
            fate = Fate.DESTROYED if gun.gone or left_behind(state, side, gun.at) else Fate.REMAINS
            yield Resource(gun.name, _priced(state, side, gun.value, gun.group), fate)
    for vehicle in state.vehicles:
        if vehicle.side == side and vehicle.value:
            yield Resource(vehicle.name, _priced(state, side, vehicle.value, vehicle.group), _fate(state, vehicle))
    for device in state.devices:
        if device.side == side and device.kind == "Claymore":
            price = Decimal(POINTS.charge[Charge.CLAYMORE])
            yield Resource("Claymore", _priced(state, side, price))
    left = state.side(side).support
    if left > 0:
        yield Resource("support", Cost((Line(Decimal(left), "support left", part=CostPart.SUPPORT),)))


def _of_man(state: State, man: Figure) -> Iterator[Resource]:
    """The man with what is on him now: charges that he has used count no more, what a friend has taken over counts
    with the friend. What was shot to pieces on him, or given up with him, is destroyed, whatever became of him.
    IA-R151, IA-R153"""
    yield Resource(man.name, _raised(state, man.side, _carried(man), man.home), _FATES[man.life])
    lost = man.given_up
    if lost != GivenUp():
        kit = _kit(lost.weapons, lost.grenades, lost.gear, lost.charges)
        yield Resource(f"{man.name}'s equipment", _raised(state, man.side, kit, man.home), Fate.DESTROYED)
    for gear in man.broken:
        cost = Cost((Line(Decimal(POINTS.gear[gear]), gear.value),))
        yield Resource(f"{man.name}'s {gear.value}", _raised(state, man.side, cost, man.home), Fate.DESTROYED)


def _kit(weapons: Sequence[Weapon], grenades: bool, gear: Sequence[Gear], charges: Sequence[Charge]) -> Cost:
    """What he carried without the man himself."""
    paid = (*weapons, Weapon.GRENADE) if grenades else weapons
    return Cost(
        tuple(line for line in man_cost(Rank.PRIVATE, paid, gear, charges).lines if line.part != CostPart.PERSON)
    )


def _carried(man: Figure) -> Cost:
    paid = (*man.weapons, Weapon.GRENADE) if man.grenades else man.weapons
    return man_cost(man.rank, paid, man.gear, man.charges)


def _priced(state: State, side: SideId, value: Decimal, group: str = "") -> Cost:
    return _raised(state, side, Cost((Line(value, "bought"),)), group)


def _raised(state: State, side: SideId, cost: Cost, home: str) -> Cost:
    """The agreed defender's troops count double on both sides, those that came later do not; who landed from the air
    has paid for it. `home`: the group with which it came. IA-vic.defender-extra, IA-R152"""
    group = state.find_group(home)
    if group is not None and group.by_air:
        return air_landed(cost)
    late = group is not None and group.late
    return defending(cost) if state.side(side).on_defence and not late else cost


def _fate(state: State, vehicle: Vehicle) -> Fate:
    """An immobilised vehicle remains while somebody of its side is with it. IA-R153"""
    if not vehicle.able:
        return Fate.DESTROYED
    manned = any(True for _ in state.aboard(vehicle.id))
    if vehicle.at is None or manned:
        return Fate.REMAINS
    return Fate.DESTROYED if left_behind(state, vehicle.side, vehicle.front) else Fate.REMAINS


def left_behind(state: State, side: SideId, at: Point | None) -> bool:
    """No friend within 10 m at the end. IA-R153"""
    if at is None:
        return False
    friends = (state.position(man) for man in state.fit(side))
    return not any(spot is not None and between(spot, at) <= ABANDONED for spot in friends)


# ── Places and objectives ─────────────────────────────────────────────────────────────────────────────────────────


def places(state: State, side: SideId) -> tuple[ManPlace, ...]:
    """The man places of a side's own works: as many as held its men at the start, and as many as hold some now.
    IA-vic.field-defences, IA-R154"""
    found: list[ManPlace] = []
    for work in state.works:
        if work.side != side or work.capacity < 1 or not work.value:
            continue
        price = work.value / work.capacity
        at_start = min(work.capacity, len(work.occupied))
        now = 0 if work.destroyed and not work.prepared else min(work.capacity, _inside(state, side, work))
        found += [
            ManPlace(f"{work.name}, place {number + 1}", price, number < at_start, number < now)
            for number in range(work.capacity)
        ]
    return tuple(found)


def _inside(state: State, side: SideId, work: Work) -> int:
    assert state.board is not None
    land = terrain(state.board)
    spots = (state.position(man) for man in state.fit(side))
    return sum(spot is not None and any(f.name == work.name for f in land.at(spot)) for spot in spots)


def holder(state: State, objective: Objective) -> SideId | None:
    """Whose fit men alone stand in it, or within 10 m where it is a line or a point; None: nobody's or both sides'.
    IA-vic.objectives, IA-R200"""
    features = () if state.board is None else tuple(f for f in state.board.features if f.name == objective.place)
    there = {
        man.side
        for man in state.fit()
        if (spot := state.position(man)) is not None and any(_holds(state, f, spot) for f in features)
    }
    return there.pop() if len(there) == 1 else None


def _holds(state: State, feature: Feature, spot: Point) -> bool:
    assert state.board is not None
    land = terrain(state.board)
    shape = land.area_of(feature)
    return shape.distance(Spot(spot)) <= (NEAR if feature.width else 0.0) + 1e-6
