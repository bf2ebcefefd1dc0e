"""Who may know what: hidden units are their side's own, a position marker shows a number and a place.

RA-seq.3, RA-seq.reveal, RA-ambush.place, RA-action.hide
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import SideId
from rules.red_actions.course import Course
from rules.red_actions.events.sight import DummyGone, Revealed
from rules.red_actions.play.ground.layout import place_of
from rules.red_actions.play.ground.lines import sees, sees_place
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Concealment, Unit
from rules.viewing import Viewer
from rules.words import UNSEEN


def hidden(state: State, unit: Unit) -> bool:
    """Whether the other side does not know what it is: hidden itself, with or aboard who is, or not come yet."""
    if unit.hidden is not Concealment.NO:
        return True
    if unit.at is None and not unit.with_unit and not unit.aboard:
        return not unit.rout
    other = state.find(unit.with_unit or unit.aboard)
    return other is not None and other.hidden is not Concealment.NO


def side_knows(state: State, side: SideId, ref: str) -> bool:
    """Whether a side may know what a unit is and where. A destroyed one hides nothing."""
    unit = state.find(ref)
    return unit is None or unit.side == side or not hidden(state, unit)


def may_see(state: State, viewer: Viewer, unit: str) -> bool:
    """Whether the viewer may know what that unit is and where."""
    found = state.find(unit)
    if found is None or viewer.umpire:
        return True
    return found.side == viewer.side or not hidden(state, found)


def name_for(state: State, viewer: Viewer, ref: str) -> str:
    """A unit's name, the number of its marker, or that it is nobody whom the viewer knows."""
    found = state.find(ref)
    if found is None:
        return "a unit that is no more"
    if may_see(state, viewer, ref):
        return found.name
    return f"Marker {found.marker}" if found.hidden is Concealment.MARKER else UNSEEN


def who_know_all(state: State, *units: str) -> tuple[SideId, ...] | None:
    """The sides that may hear of all these units; None: everybody."""
    sides = tuple(side.key for side in state.sides)
    knowing = tuple(side for side in sides if all(side_knows(state, side, unit) for unit in units))
    return None if knowing == sides else knowing


# ── What comes to light ─────────────────────────────────────────────────────────────────────────────────────────────


def _watchers(state: State, unit: Unit) -> Iterator[Unit]:
    """Enemy units that look at it and are there to tell; routers do not look."""
    return (enemy for enemy in state.enemies(unit.side) if not enemy.routing)


def seen_by_enemy(state: State, unit: Unit) -> Unit | None:
    """An enemy unit that sees it now."""
    return next((enemy for enemy in _watchers(state, unit) if sees(state, enemy, unit)), None)


def _to_reveal(state: State) -> Iterator[tuple[Unit, Unit]]:
    """Hidden units that an enemy sees, and who sees them. RA-ambush.corner, RA-R142"""
    for unit in state.on_table():
        if unit.hidden is not Concealment.NO and (watcher := seen_by_enemy(state, unit)) is not None:
            yield unit, watcher


def would_reveal(state: State) -> bool:
    """Whether anything comes to light as the table stands."""
    return next(_to_reveal(state), None) is not None or next(_dummies(state), None) is not None


def _dummies(state: State) -> Iterator[int]:
    for dummy in state.dummies:
        watchers = (unit for unit in state.on_table() if unit.side != dummy.side and not unit.routing)
        if any(sees_place(state, unit, dummy.at, troops=True) for unit in watchers):
            yield dummy.marker


def reveal_seen(course: Course) -> None:
    """Every marker that an enemy now sees through, and whoever hides where he is seen, stands on the table. In the
    battle itself, not while sides deploy. RA-seq.reveal, RA-seq.dummy"""
    if course.state.phase is not Phase.PLAYING:
        return
    for unit, watcher in tuple(_to_reveal(course.state)):
        show(course, unit.id, by=watcher.id)
    for marker in tuple(_dummies(course.state)):
        course.happen(DummyGone(marker=marker, citations=("RA-seq.dummy",)))


def show(course: Course, unit: str, *, by: str = "", why: str = "seen") -> None:
    """A hidden unit stands on the table from now on: seen, scouted, moving, firing, charged. RA-seq.reveal, RA-R142"""
    found = course.state.find(unit)
    if found is None or found.hidden is Concealment.NO:
        return
    at = place_of(course.state, found)
    course.happen(
        Revealed(unit=unit, was=found.hidden, marker=found.marker, at=at, by=by, why=why, citations=("RA-seq.reveal",))
    )
