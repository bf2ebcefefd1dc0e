"""Who may know what: hidden units are their side's own, a position marker shows a number and a place.

RA-seq.3, RA-seq.reveal, RA-ambush.place, RA-action.hide
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.action import SideId
from rules.kernel.once import once_for
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.red_actions.course import Course
from rules.red_actions.events.sight import DummyGone, Revealed
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.layout import carrier, place_of
from rules.red_actions.play.ground.lines import sees, sees_place
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Concealment, Point, Unit


def known_places(state: State, side: SideId) -> dict[str, Point]:
    """Whom a map reference of the side may speak of: units that it knows of, and every marker that lies on the table,
    whatever is behind it."""
    known = (unit for unit in state.units if side_knows(state, side, unit.id))
    places = {unit.name: at for unit in known if (at := place_of(state, unit)) is not None}
    return places | {
        f"Marker {number}": at for each in state.sides for number, at in markers_of(state, each.key).items()
    }


def markers_of(state: State, side: SideId) -> dict[int, Point]:
    """The numbers of a side's position markers on the table and where they lie, dummies among them. RA-seq.dummy"""
    behind = (unit for unit in state.on_table(side) if unit.hidden is Concealment.MARKER)
    units = {unit.marker: unit.at for unit in behind if unit.marker and unit.at is not None}
    return units | {dummy.marker: dummy.at for dummy in state.dummies if dummy.side == side and dummy.marker}


def enemy_markers(state: State, side: SideId) -> dict[int, Point]:
    """The markers of the other side."""
    return markers_of(state, state.other(side))


def marker_named(state: State, side: SideId, ref: str | None) -> int | None:
    """The number of the enemy's marker that is named so ("Marker 3", "marker-defender-3"), be it a unit's or a dummy;
    None: none of his lies there by that name. RA-seq.3, RA-seq.dummy"""
    named, whose = folded(ref or ""), state.other(side)
    return next(
        (n for n in enemy_markers(state, side) if named in (f"marker {n}", marker_ref(whose, n))),
        None,
    )


def marker_ref(side: SideId, number: int) -> str:
    """By what a marker is known on the map."""
    return f"marker-{side}-{number}"


def require_made_out(state: State, side: SideId, ref: str | None, remedy: str) -> None:
    """Refuses a target that is known as a marker only: nobody knows whether there is a unit. RA-seq.reveal"""
    number = marker_named(state, side, ref)
    if number is not None:
        raise RuleViolation(
            "only-a-marker",
            f"Nobody has made out what stands at marker {number}.",
            citation="RA-seq.reveal",
            remedy=remedy,
        )


# ── What comes to light ─────────────────────────────────────────────────────────────────────────────────────────────


def _watchers(state: State, unit: Unit) -> Iterator[Unit]:
    """Enemy units that look at it and are there to tell; routers do not look."""
    return (enemy for enemy in state.enemies(unit.side) if not enemy.routing)


def seen_by_enemy(state: State, unit: Unit) -> Unit | None:
    """An enemy unit that sees it now."""
    if state.ruled:
        return next((enemy for enemy in _watchers(state, unit) if sees(state, enemy, unit)), None)
    blind = _blind(state, unit)
    for enemy in _watchers(state, unit):
        if id(enemy) not in blind:
            if sees(state, enemy, unit):
                return enemy
            blind[id(enemy)] = enemy
    return None


def _looked_for(state: State, unit: Unit) -> tuple[object, ...]:
    return unit, carrier(state, unit), state.turn, state.board, state.ruins, state.pack, state.light, state.weather


@once_for(_looked_for, 4096)
def _blind(state: State, unit: Unit) -> dict[int, Unit]:
    """Those who have looked for it, as it stands and as they stand, and do not see it: by their identity."""
    return {}


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
