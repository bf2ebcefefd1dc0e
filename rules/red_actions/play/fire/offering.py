"""Which shots are offered: the few best targets of a unit, each with its chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.battle.deed import judged
from rules.red_actions.actions.fight import Fire
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.movement import AfterShooting, after_shooting
from rules.red_actions.play.fire.aiming import AimedVolley
from rules.red_actions.play.fire.chances import effect_chance, prospects
from rules.red_actions.play.fire.weapons import pieces, unit_bar
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.seam.asking import Offer

BEST = 4
"""Targets that are offered to one unit."""
LOOKED_AT = 10
"""Enemies, nearest first, that are looked at."""

Judge = Callable[[Fire], AimedVolley]


def best_offers(state: State, unit: Unit, judge: Judge) -> Iterator[Offer]:
    """Direct fire first; guns also through an observer; harassing fire only at those who march."""
    if unit_bar(state, unit) is not None or not pieces(state, unit):
        return
    enemies = _near(state, unit)
    found = [each for enemy in enemies for each in _at(state, unit, enemy, judge) if _worth(state, each[1])]
    found.sort(key=lambda each: (-effect_chance(state, each[1]), each[1].distance))
    for action, one in found[:BEST]:
        yield Offer(action, _label(one), facts=one.facts, detail=_detail(state, one))
    if found and _moves_after(state, unit):
        action, one = found[0]
        yield Offer(action.model_copy(update={"then_move": True}), f"{_label(one)}, then move", facts=one.facts,
                    detail=_detail(state, one))  # fmt: skip
    if not found:
        yield from _harassing(state, unit, enemies, judge)
    yield Offer(Fire.draft(unit=unit.id), "Fire at a place", needs=("place",), detail="where an enemy may be hidden")


def _worth(state: State, one: AimedVolley) -> bool:
    return bool(effect_chance(state, one)) or state.card(one.unit).arm is Arm.TANK


def _near(state: State, unit: Unit) -> list[Unit]:
    enemies = [enemy for enemy in state.enemies(unit.side) if enemy.hidden is Concealment.NO]
    enemies.sort(key=lambda enemy: (distance(state, unit, enemy), enemy.id))
    return enemies[:LOOKED_AT]


def _at(state: State, unit: Unit, enemy: Unit, judge: Judge) -> Iterator[tuple[Fire, AimedVolley]]:
    direct = Fire(unit=unit.id, target=enemy.id)
    one = judged(judge, direct)
    if one is not None:
        yield direct, one
        return
    arm = state.card(unit).arm
    if not state.card(unit).hits or not (arm.artillery or arm.train) or sees(state, unit, enemy):
        return
    for friend in state.on_table(unit.side):
        if friend.id != unit.id and not friend.routing and sees(state, friend, enemy):
            observed = Fire(unit=unit.id, target=enemy.id, observer=friend.id)
            one = judged(judge, observed)
            if one is not None:
                yield observed, one
                return


def _harassing(state: State, unit: Unit, enemies: list[Unit], judge: Judge) -> Iterator[Offer]:
    for enemy in enemies:
        if not enemy.marching:
            continue
        action = Fire(unit=unit.id, target=enemy.id, harassing=True)
        one = judged(judge, action)
        if one is not None:
            yield Offer(action, f"Harass {one.goal.name}", facts=one.facts, detail="ends its march, hurts nobody")
            return


def _moves_after(state: State, unit: Unit) -> bool:
    after = after_shooting(state.card(unit).arm)
    return after in (AfterShooting.FULL, AfterShooting.HALF) and unit.rails is None and not unit.aboard


def _label(one: AimedVolley) -> str:
    through = " through an observer" if one.shot.observer else ""
    return f"Fire at {one.goal.name}{through}"


def _detail(state: State, one: AimedVolley) -> str:
    """ "9.5 in, close range: effect 58 %, a base 12 %"."""
    words = [f"effect {_percent(float(effect_chance(state, one)))}"]
    words += [
        f"{each.words} {_percent(float(each.chance))}"
        for each in prospects(state, one)
        if each.outcome.kind in ("base", "retire", "finished")
    ]
    return f"{one.distance:.1f} in, {one.far.value}: {', '.join(words)}"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
