"""The throws that a unit could make now: each grenade at each enemy within its reach, and smoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.book.explosives import Thrown, reach
from rules.book_and_gun.play.explosives.landing import radius_of
from rules.book_and_gun.play.explosives.throwing import HARMLESS, ReadyThrow, carries_launcher, hands, judge_throw, left
from rules.book_and_gun.play.fire.firers import declared
from rules.book_and_gun.play.ground.cover import CLASS_WORDS
from rules.book_and_gun.play.ground.tabletop import distance
from rules.book_and_gun.play.sight.looks import any_in_view, strangers
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.state import ARMY, State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.seam.asking import Offer
from rules.table.measure import between, tidy

AT_MEN: tuple[Thrown, ...] = ("hand grenade", "rifle grenade", "flash bang")
MOST_OFFERS = 3
"""Enemies that each is offered at, the nearest first."""


def throws(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The throws of the unit whose card it is."""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None:
        yield from throws_of(state, unit)


def throws_of(state: State, unit: Unit) -> Iterator[Offer]:
    """Each is one man's fire, so that a unit that has declared to fire as one makes none. BG-R09, BG-R132."""
    if declared(state, unit) == "unit" or not hands(state, unit):
        return
    foes = strangers(state, unit)
    for grenade in AT_MEN:
        if _has(state, unit, grenade):
            yield from _at_men(state, unit, grenade, foes)
    if hides(state, unit, foes):
        yield Offer(
            Throw(unit=unit.id, grenade="smoke grenade"),
            "Throw smoke …",
            needs=("to",),
            detail=f"within {reach('smoke grenade')[1]:g} in; {unit.munitions.smoke_grenades} left",
        )


def hides(state: State, unit: Unit, foes: list[Unit]) -> bool:
    """Whether it has smoke, and somebody is there to hide from: else a card is not kept for it. BG-X.14.3c, BG-R223."""
    if state.board is None or unit.side != ARMY or not unit.munitions.smoke_grenades:
        return False
    return bool(hands(state, unit)) and any(any_in_view(state, unit, foe) for foe in foes)


def _has(state: State, unit: Unit, grenade: Thrown) -> bool:
    if left(unit.munitions, grenade) <= 0:
        return False
    return grenade != "rifle grenade" or any(carries_launcher(f) for f in hands(state, unit))


def _at_men(state: State, unit: Unit, grenade: Thrown, foes: list[Unit]) -> Iterator[Offer]:
    if state.board is None:
        needs = ("range",) if grenade in HARMLESS else ("range", "target_class")
        for foe in foes[:MOST_OFFERS]:
            yield Offer(Throw(unit=unit.id, grenade=grenade, target=foe.id), _words(grenade, foe), needs=needs)
        return
    most = reach(grenade, state.options)[1]
    found = 0
    for foe in foes:
        if found == MOST_OFFERS or (not state.ruled and (distance(unit, foe) or 0.0) > most):
            return
        action = Throw(unit=unit.id, grenade=grenade, target=foe.id)
        try:
            ready = judge_throw(state, action, Actor.player(unit.side))
        except RuleViolation:
            continue
        found += 1
        yield Offer(action, _words(grenade, foe), facts=ready.landing.facts, detail=_detail(ready))
        if grenade not in HARMLESS:
            yield from _between_two(state, unit, grenade, foe, len(ready.meant.units))


def _between_two(state: State, unit: Unit, grenade: Thrown, foe: Unit, alone: int) -> Iterator[Offer]:
    """Where heads stand so close that one burst reaches several: the first such place that catches more than the
    nearest man alone, and nobody of one's own. BG-X.12.1a, BG-R100."""
    reached = 2 * radius_of(grenade)
    heads = [f.at for f in foe.exposed if f.at is not None]
    for one, other in combinations(heads, 2):
        if between(one, other) > reached:
            continue
        at = f"{tidy((one[0] + other[0]) / 2):g},{tidy((one[1] + other[1]) / 2):g}"
        action = Throw(unit=unit.id, grenade=grenade, to=at)
        try:
            ready = judge_throw(state, action, Actor.player(unit.side))
        except RuleViolation:
            continue
        caught = Counter(ready.meant.units)
        if caught[foe.id] > alone and all(state.unit(each).side == foe.side for each in caught):
            words = f"{grenade.capitalize()} among {foe.name}"
            detail = f"{_detail(ready)}, {caught[foe.id]} under it"
            yield Offer(action, words, facts=ready.landing.facts, detail=detail)
            return


def _words(grenade: Thrown, foe: Unit) -> str:
    return {
        "hand grenade": f"Hand grenade at {foe.name}",
        "rifle grenade": f"Rifle grenade at {foe.name}",
        "flash bang": f"Flash bang at {foe.name}",
        "smoke grenade": f"Smoke at {foe.name}",
    }[grenade]


def _detail(ready: ReadyThrow) -> str:
    """ "SPC Cole, 2.4 in, class II (open order in the open)"; "3 men stunned"."""
    said = [ready.figure.name]
    reach_fact = next((fact for fact in ready.landing.facts if fact.name == "range"), None)
    if reach_fact is not None:
        said.append(f"{reach_fact.value:g} in")
    if ready.meant.struck:
        first = ready.meant.struck[0].target_class
        said.append(f"class {first} ({CLASS_WORDS[first]})")
    elif ready.meant.units:
        said.append(f"{counted(len(ready.meant.units), 'man', 'men')} under it")
    return ", ".join(said)
