"""Rules of engagement in a battle: the facts of each shot, the refusal, and who is removed. II.2.4.

`book.engagement` holds the rules themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import radians, sin
from typing import Protocol

from rules.book_and_gun import facts
from rules.book_and_gun.book.engagement import Engagement, breach, punished
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureFell, FigureLeft
from rules.book_and_gun.events.fire import EngagementBroken
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.state import ARMY, CIVILIANS, State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.facts import Fact
from rules.table.measure import bearing, between, turn


class EngagedShot(Protocol):
    """What the rules of engagement ask of a shot, or of a grenade that is thrown."""

    @property
    def figure(self) -> Figure: ...
    @property
    def target(self) -> Unit: ...
    @property
    def at(self) -> Figure: ...
    @property
    def facts(self) -> tuple[Fact, ...]: ...


def engagement_of(state: State, unit: Unit, shot: EngagedShot) -> Engagement:
    """A shot as the rules of engagement see it. BG-III.2.4.0, BG-R130, BG-R143."""
    target = shot.target
    since = max(1, state.turn - 1)
    side = next((s for s in state.sides if s.key == unit.side), None)
    distance = next((float(f.value) for f in shot.facts if f.name == "range"), 0.0)
    banned = switch(state, "attack-civilians") == "self-defence-only" and unit.side == ARMY
    return Engagement(
        roe=side.roe if side is not None else 0,
        fired_on_by_target=any(c.unit == target.id and c.turn >= since for c in unit.under_fire),
        spotted=bool(why_known(state, unit, target, distance=distance, in_view=True)),
        bystanders=_bystanders(state, unit, shot),
        authorised=leader_of(state, unit) is not None,
        civilians=target.side == CIVILIANS,
        self_defence=hostile(state, unit, target),
        may_fight_civilians=not banned,
    )


def hostile(state: State, unit: Unit, civilians: Unit) -> bool:
    """Whether civilians have attacked this side in this turn or the last. BG-R143."""
    since = max(1, state.turn - 1)
    ours = [u for u in state.units if u.side == unit.side]
    return any(c.unit == civilians.id and c.turn >= since for own in ours for c in (*own.under_fire, *own.fought))


def _bystanders(state: State, unit: Unit, shot: EngagedShot) -> bool:
    """Whether a non-combatant stands in the line of fire. BG-III.2.4.a."""
    said = facts.ruled(state, facts.BYSTANDERS, unit.id, shot.target.id)
    if said is not None:
        return said
    me, there = shot.figure.at, shot.at.at
    if state.board is None or me is None or there is None:
        return False
    way, far = bearing(me, there), between(me, there)
    return any(
        figure.at is not None and _on_line(me, way, far, figure.at)
        for other in state.units_of(CIVILIANS)
        if other.in_play and other.id != shot.target.id and not hostile(state, unit, other)
        for figure in other.present
    )


def _on_line(start: tuple[float, float], way: float, far: float, point: tuple[float, float]) -> bool:
    """Whether a base stands on a straight line of that length."""
    distance = between(start, point)
    off = turn(way, bearing(start, point))
    return distance < far and off < 90.0 and distance * sin(radians(off)) < BASE


def require_allowed(state: State, unit: Unit, shots: Sequence[EngagedShot], *, insist: bool) -> None:
    """Refuses what the rules of engagement forbid, unless the player insists or the umpire judges. BG-R119."""
    if insist or switch(state, "roe") == "umpire-only":
        return
    for shot in shots:
        refused = breach(engagement_of(state, unit, shot))
        if refused is not None:
            raise refused


def enforce(
    course: Course, before: State, unit: Unit, shots: Sequence[EngagedShot], *, insisted: bool, as_unit: bool
) -> None:
    """Removes who broke a rule of engagement, after the shot: the leader for a unit's fire, else who fired.

    `before`: the battle when the shot was judged. BG-III.2.4.a to BG-III.2.4.d, BG-R119, BG-R144.
    """
    if switch(before, "roe") == "umpire-only":
        return
    removed: dict[str, bool] = {}
    for shot in shots:
        seen = engagement_of(before, unit, shot)
        who = punished(seen, insisted=insisted, civilians_harmed=_harmed(course, before, unit, shot))
        leader = leader_of(before, unit)
        if who == "figure" and not (as_unit and leader is not None):
            removed[shot.figure.id] = insisted
        elif who != "nobody" and leader is not None:
            removed[leader.id] = insisted
    for figure_id, insisting in removed.items():
        figure = course.state.figure(figure_id)
        home = course.state.unit_of(figure_id)
        if not figure.on_field:
            continue
        roe = next((s.roe for s in before.sides if s.key == unit.side), 0)
        course.note(
            EngagementBroken(
                unit=home.id, figure=figure_id, roe=roe, insisted=insisting, citations=("BG-R119", "BG-R144")
            ),
            FigureLeft(unit=home.id, figure=figure_id, reason="rules of engagement", citations=("BG-R119",)),
        )


def _harmed(course: Course, before: State, unit: Unit, shot: EngagedShot) -> bool:
    """Whether this figure's fire killed or wounded a non-combatant."""
    return any(
        isinstance(event, FigureFell)
        and event.by == shot.figure.id
        and before.unit(event.unit).side == CIVILIANS
        and not hostile(before, unit, before.unit(event.unit))
        for event in course.events
    )
