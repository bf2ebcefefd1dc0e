"""Applying the event of bicycles, and keeping them with those who have them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.cycles import Cycle
from rules.book_and_gun.events.battle import UnitMustered
from rules.book_and_gun.events.cycles import CycleEvent
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.evolve.movement import placed
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Posture, Status
from rules.kernel.changing import replace
from rules.kernel.event import Event

WALKS = ("move", "placed", "support")
"""Moves on which bicycles come along; whoever charges or runs lets theirs fall. BG-R280"""


def evolve_cycles(state: State, event: CycleEvent) -> State:
    pairs = dict(event.pairs)
    unit = state.unit(event.unit)
    cycles = {cycle: who for who, cycle in event.pairs}
    used = tuple(_used(state, each, cycles[each.id], event.how) if each.id in cycles else each for each in state.cycles)
    figures = tuple(
        replace(f, boarded_turn=state.turn, move_turn=state.turn, posture=Posture.STANDING) if f.id in pairs else f
        for f in unit.figures
    )
    unit = placed(replace(unit, figures=figures), event.placed)
    unit = replace(unit, moved_turn=state.turn, moved_inches=float(sum(event.dice)))
    return replace(state.with_unit(unit), cycles=used)


def _used(state: State, cycle: Cycle, who: str, how: str) -> Cycle:
    if how == "left":
        return replace(cycle, holder="", ridden=False, at=state.figure(who).at)
    return replace(cycle, holder=who, ridden=how == "on", at=None)


def with_cycles(before: State, after: State, event: Event) -> State:
    """Bicycles come with those who are mustered with them; they lie where somebody falls, runs, charges or gets into a
    vehicle, leave with whoever leaves, and are pushed out of rough ground. BG-VIII.2.51, BG-R280."""
    if isinstance(event, UnitMustered):
        came = (f.id for f in event.unit.figures if f.traits.bicycle and f.seat is None)
        new = tuple(Cycle(who, event.unit.id, who, ridden=True) for who in came)
        return replace(after, cycles=(*after.cycles, *new)) if new else after
    if not after.cycles or (after.units is before.units and not isinstance(event, UnitMoved)):
        return after
    kept = tuple(_kept(before, after, event))
    return after if kept == after.cycles else replace(after, cycles=kept)


def _kept(before: State, after: State, event: Event) -> Iterator[Cycle]:
    moved = event if isinstance(event, UnitMoved) else None
    gone = set(moved.figures) if moved is not None else set[str]()
    rough = moved is not None and any(each.citation == "BG-VIII.2.51" for each in moved.deductions)
    for cycle in after.cycles:
        if not cycle.holder:
            yield cycle
            continue
        figure = after.figure(cycle.holder)
        ran = moved is not None and cycle.holder in gone and moved.how not in WALKS
        if figure.status is Status.GONE and not ran:
            continue
        if ran or not figure.fit or figure.seat is not None or figure.scout:
            yield replace(cycle, holder="", ridden=False, at=before.figure(cycle.holder).at)
        elif rough and cycle.holder in gone:
            yield replace(cycle, ridden=False)
        else:
            yield cycle
