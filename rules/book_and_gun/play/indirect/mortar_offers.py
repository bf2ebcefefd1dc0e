"""The rounds that a unit's mortars could fire now: at enemies that the side sees, once more, or at a place."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.indirect import FireMortar
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.play.ground.tabletop import are_enemies, in_sight
from rules.book_and_gun.play.indirect.mortars import ReadyRound, ServedMortar, crews, judge_mortar, serving, template_of
from rules.book_and_gun.play.sight.looks import strangers
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.table.board import Point
from rules.table.measure import between
from rules.table.reference import point_text

MOST_TARGETS = 6
"""Enemy units that are offered to each mortar."""
AIMS = 4
"""Aiming points that are tried at each."""


def rounds(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The rounds of the unit whose card it is."""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None:
        yield from rounds_of(state, unit)


def rounds_of(state: State, unit: Unit) -> Iterator[Offer]:
    """At each enemy that the side sees and somebody observes, the nearest first; at the same point again; and at any
    place. BG-X.13.1a, BG-X.13.13a, BG-R98."""
    if state.board is None:
        return
    able = _able(state, unit)
    if not able:
        return
    for served in able:
        yield from _again(state, unit, served, len(able) > 1)
        for foe in strangers(state, unit)[:MOST_TARGETS]:
            yield from _at(state, unit, served, foe, len(able) > 1)
    yield Offer(FireMortar.draft(unit=unit.id), "Mortar at a place", needs=("at",))
    yield Offer(FireMortar.draft(unit=unit.id, smoke=True), "Mortar smoke at a place", needs=("at",))


@once_a_state
def _able(state: State, unit: Unit) -> tuple[ServedMortar, ...]:
    """The mortars that could fire now, wherever they are aimed."""
    found: list[ServedMortar] = []
    for served in crews(state, unit):
        try:
            found.append(serving(state, unit, served.figure.id))
        except RuleViolation:
            continue
    return tuple(found)


def _at(state: State, unit: Unit, served: ServedMortar, foe: Unit, several: bool) -> Iterator[Offer]:
    for at in _aims(state, unit, foe, template_of(served) / 2)[:AIMS]:
        ready = _try(state, unit, served, at)
        if ready is not None:
            yield _offer(unit, served, ready, at, f"on {foe.name}", several)
            return


def _again(state: State, unit: Unit, served: ServedMortar, several: bool) -> Iterator[Offer]:
    """Where it fired in the last turn, from the same place: the dice count less. BG-R98."""
    laid = next((one for one in state.laid if one.mortar == served.carrier.id), None)
    if laid is None or laid.turn != state.turn - 1 or laid.stood != served.carrier.at:
        return
    ready = _try(state, unit, served, laid.at)
    if ready is not None:
        yield _offer(unit, served, ready, laid.at, "on the same point again", several)


def _offer(unit: Unit, served: ServedMortar, ready: ReadyRound, at: Point, where: str, several: bool) -> Offer:
    name = spelled(served.weapon.key)
    words = f"{served.figure.name}, {name} {where}" if several else f"{name.capitalize()} {where}"
    detail = f"{ready.facts[0].value:g} in, {len(ready.shelling.meant.struck)} under the blast"
    action = FireMortar(unit=unit.id, figure=served.figure.id, at=point_text(at))
    return Offer(action, words, facts=ready.facts, detail=detail)


def _try(state: State, unit: Unit, served: ServedMortar, at: Point) -> ReadyRound | None:
    action = FireMortar(unit=unit.id, figure=served.figure.id, at=point_text(at))
    try:
        return judge_mortar(state, action, Actor.player(unit.side))
    except RuleViolation:
        return None


def _aims(state: State, unit: Unit, foe: Unit, radius: float) -> list[Point]:
    """Where its figures stand, those places first at which the template covers most enemies and nobody else, as far as
    the side knows."""

    def worth(at: Point) -> int:
        near = (
            1 if are_enemies(state, unit, other) else -2
            for other in state.units
            if other.in_play and in_sight(state, unit.side, other)
            for figure in other.exposed
            if figure.at is not None and between(figure.at, at) <= radius
        )
        return sum(near)

    places = [figure.at for figure in foe.exposed if figure.at is not None]
    return sorted(places, key=lambda at: -worth(at))
