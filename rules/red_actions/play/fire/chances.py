"""What a shooting may come to, exactly: two dice on the table, two for each gun, nothing rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from rules.kernel.changing import replace
from rules.kernel.every_die import every_die
from rules.red_actions.book.direct_hits import collapse_number
from rules.red_actions.book.kinds import Cover
from rules.red_actions.book.shooting_table import NOTHING, ShotResult, table_of
from rules.red_actions.book.shot_effect import felt, tank_terror
from rules.red_actions.play.fire.aiming import AimedVolley, aimed_volley
from rules.red_actions.play.fire.shooting import asks_mode, bases_words, return_shot
from rules.red_actions.play.fire.shooting_effects import finished
from rules.red_actions.play.ground.features import stone
from rules.red_actions.state import State
from rules.red_actions.units import Mode
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.scene import Trace

SCORES = dict(sorted(every_die(lambda chance: sum(chance.dice(2, sides=6, for_="score"))).items()))
"""The chance of every score of two dice."""


def at_least(number: int) -> Fraction:
    """Two dice come to that or more."""
    return sum((chance for score, chance in SCORES.items() if score >= number), Fraction(0))


def hit_chances(one: AimedVolley, each: Callable[[Fraction], Fraction] = lambda chance: chance) -> tuple[Fraction, ...]:
    """Of so many direct hits, from none up; `each`: what a hit must come to beside (a collapse)."""
    found = (Fraction(1),)
    for part in one.parts:
        if part.number is None:
            continue
        chance = each(at_least(part.number.value))
        mine = [comb(part.rolls, n) * chance**n * (1 - chance) ** (part.rolls - n) for n in range(part.rolls + 1)]
        joined = [Fraction(0)] * (len(found) + part.rolls)
        for i, a in enumerate(found):
            for j, b in enumerate(mine):
                joined[i + j] += a * b
        found = tuple(joined)
    return found


def result_chances(state: State, one: AimedVolley) -> dict[ShotResult, Fraction]:
    """Of every result of the table that counts against the target, where the table is rolled for."""
    target = one.goal.unit
    if one.column is None or not one.column.number or target is None:
        return {NOTHING: Fraction(1)}
    table = table_of(state.house, state.cards.shooting)
    found: dict[ShotResult, Fraction] = {}
    for roll, chance in SCORES.items():
        result = felt(table.result(one.column.number, roll), state.card(target).arm, one.machine_guns, one.far)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def prospects(state: State, one: AimedVolley) -> tuple[Prospect, ...]:
    """Everything that the dice of this shooting themselves may show, with its chance."""
    return tuple(each for each in _prospects(state, one) if each.chance)


def _prospects(state: State, one: AimedVolley) -> Iterator[Prospect]:
    if one.shot.harassing:
        return
    hits = hit_chances(one)
    if one.goal.building is not None:
        number = collapse_number(stone(one.goal.building))
        falls = hit_chances(one, lambda chance: chance * at_least(number))
        yield Prospect("a direct hit", 1 - hits[0], Outcome("hit", one.goal.key))
        yield Prospect("the building falls", 1 - falls[0], Outcome("falls", one.goal.key))
        return
    target = one.goal.unit
    if target is None or one.shot.speculative:
        return
    if state.card(target).arm.train:
        yield from _train(state, one, hits)
        return
    results = result_chances(state, one)
    alive = sum(hits[: len(target.bases)], Fraction(0))

    def share(says: Callable[[ShotResult], bool]) -> Fraction:
        return alive * sum((chance for result, chance in results.items() if says(result)), Fraction(0))

    killed = sum((chance for result, chance in results.items() if result.kill), Fraction(0))
    clean = sum((chance for result, chance in results.items() if result.none), Fraction(0))
    yield Prospect("no effect", hits[0] * clean, Outcome("nothing", target.id))
    yield Prospect("a direct hit", 1 - hits[0], Outcome("hit", target.id))
    yield Prospect("loses a base", 1 - hits[0] * (1 - killed), Outcome("base", target.id))
    yield Prospect("retires", share(lambda result: result.retire), Outcome("retire", target.id))
    yield Prospect("terror", share(lambda result: result.terror > 0), Outcome("terror", target.id))
    yield Prospect("pinned", share(lambda result: result.pinned), Outcome("pinned", target.id))
    yield Prospect("a serious test", share(lambda result: result.serious), Outcome("serious", target.id))
    yield Prospect("a die for its officers", share(lambda result: result.officer), Outcome("officer", target.id))


def _train(state: State, one: AimedVolley, hits: tuple[Fraction, ...]) -> Iterator[Prospect]:
    car = one.goal.car
    if car is None:
        return
    arm = state.cards.card(car.card).arm
    done = sum((chance for n, chance in enumerate(hits) if n and finished(arm, car.hits + n)), Fraction(0))
    yield Prospect("a direct hit", 1 - hits[0], Outcome("hit", one.goal.key))
    yield Prospect("the car is finished", done, Outcome("finished", one.goal.key))


def effect_chance(state: State, one: AimedVolley) -> Fraction:
    """That anything at all comes of it."""
    told = {each.outcome.kind: each.chance for each in prospects(state, one)}
    if "nothing" in told or "hit" not in told:
        return 1 - told.get("nothing", Fraction(0)) if told else Fraction(0)
    return told["hit"]


def expected(state: State, one: AimedVolley) -> AimedVolley:
    """The shooting as it is to be reckoned with: infantry that may evade does, as far as anybody knows. RA-R185"""
    target = one.goal.unit
    if target is None or not asks_mode(state, one):
        return one
    lying = replace(target, evading=True, mode=Mode.EVADING, mode_turn=state.turn)
    return aimed_volley(state.with_unit(lying), one.shot)


def odds_of(state: State, one: AimedVolley) -> Odds:
    if one.shot.at is not None:
        said = "Half strength, at whoever is there; nothing tells whether anybody is."
        return Odds(facts=one.facts[:2], notes=(said,))
    notes = list(_notes(state, one))
    one = expected(state, one)
    notes.insert(0, _strength(one))
    traces = ()
    if one.unit.at is not None:
        traces = (Trace("plan", (one.unit.at, one.goal.middle), one.unit.side, one.unit.name),)
    return Odds(
        facts=one.facts,
        numbers=one.numbers,
        chances=prospects(state, one),
        notes=tuple(note for note in notes if note),
        traces=traces,
    )


def _strength(one: AimedVolley) -> str:
    if one.column is None:
        return f"{bases_words(one)} firing"
    return str(one.column)


def _notes(state: State, one: AimedVolley) -> Iterator[str]:
    target = one.goal.unit
    if one.shot.harassing:
        yield "Harassing fire hurts nobody; its target marches no more."
    if one.turned:
        yield f"It turns to face {one.unit.facing:g}° first, {one.unit.formation.value}."
    if target is None or one.shot.speculative:
        return
    cover = one.mark.cover if one.mark is not None else Cover.OPEN
    if tank_terror(state.card(one.unit).arm, state.card(target).arm, cover):
        yield "Fire of a tank sets a terror marker in any case."
    if asks_mode(state, one):
        yield f"{target.name} may still evade; the chances are those if it does."
    if return_shot(state, one) is not None:
        yield f"{target.name} can return the fire."
