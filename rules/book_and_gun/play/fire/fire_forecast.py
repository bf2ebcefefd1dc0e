"""What a shot, or an attempt to spot, would use and what may come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.book_and_gun import facts
from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.book.engagement import punished
from rules.book_and_gun.book.rows import JokerFireEffect
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.fire.at_vehicle import VehicleAim
from rules.book_and_gun.play.fire.engagement import engagement_of
from rules.book_and_gun.play.fire.fire import ReadyVolley, attack_of
from rules.book_and_gun.play.fire.line_of_fire import behind_launchers, clusters, enemies_in, prospects
from rules.book_and_gun.play.fire.passes import awaiting
from rules.book_and_gun.play.fire.vehicle_forecast import (
    falls_with_vehicle,
    stopped_by,
    vehicle_dice,
    vehicle_prospects,
)
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.facts import Fact
from rules.seam.asking import Odds, Outcome, Prospect

LOST = "attack lost"
"""The outcome of an aircraft that is hit before its attack."""


def fire_odds(state: State, ready: ReadyVolley) -> Odds:
    """Facts, numbers and chances of a shot, enemies and one's own men apart."""
    unit, who, shots, aims = ready.unit, ready.who, ready.shots, ready.at_vehicles
    effect = effect_of(state, unit)
    every = (*shots, *aims)
    numbers = tuple(dict.fromkeys(replace(shot.number, label="TO HIT") for shot in every if shot.number is not None))
    people = prospects(state, unit, shots, effect) if shots else []
    lost = attack_lost(state, ready)
    through = 1 - lost.chance if lost is not None else Fraction(1)
    return Odds(
        facts=tuple(dict.fromkeys((*(fact for shot in every for fact in shot.facts), *_ruled(state, unit, every)))),
        numbers=numbers,
        chances=(
            *((lost,) if lost is not None else ()),
            *(replace(one, chance=one.chance * through) for one in vehicle_prospects(state, aims, effect)),
            *(replace(one, chance=one.chance * through) for one in people if not falls_with_vehicle(state, aims, one)),
            *behind_launchers(unit, every),
        ),
        notes=(
            *_on_the_way(state, ready),
            *vehicle_dice(state, aims),
            *_dice(state, shots),
            *(_expected(state, unit, shots, effect) if shots else ()),
            *_warnings(state, unit, shots, aims, len(who.spent)),
        ),
    )


def attack_lost(state: State, ready: ReadyVolley) -> Prospect | None:
    """That an aircraft is hit on its way by what it must expect, so that its attack is lost. The attack's own chances
    are those with it coming through, times that chance. BG-VIII.2.12b, BG-R109, BG-R115."""
    attack = attack_of(state, ready)
    aims = awaiting(state, attack) if attack is not None else ()
    if attack is None or not aims:
        return None
    chance = stopped_by(state, aims)
    if chance is None:
        return None
    return Prospect(
        f"{attack.vehicle.name} is hit on its way and loses its attack",
        chance,
        Outcome(LOST, attack.vehicle.id),
    )


def _on_the_way(state: State, ready: ReadyVolley) -> Iterator[str]:
    if attack_of(state, ready) is not None:
        yield "every able enemy weapon in range of its path that has not fired may fire first, once"


def _ruled(state: State, unit: Unit, shots: Sequence[LawfulShot | VehicleAim]) -> Iterator[Fact]:
    """What the umpire has ruled of who may fire at whom, beside the facts of each line of fire."""
    for target in dict.fromkeys(shot.target.id for shot in shots):
        yield from facts.said(state, unit.id, facts.SPOTTED, facts.HIDDEN, facts.BYSTANDERS, other=target)
    yield from facts.said(state, unit.id, facts.VISIBILITY)
    yield from facts.said(state, unit.id, facts.LEADER_NEAR)


def _dice(state: State, shots: Sequence[LawfulShot]) -> Iterator[str]:
    """ "15D20, each hits at TO HIT or less: assault rifle × 5, light machinegun at Cell 1", for each target."""
    for target in dict.fromkeys(shot.target.id for shot in shots):
        own = [shot for shot in shots if shot.target.id == target]
        count = Counter(f"{shot.weapon.key} on automatic" if shot.firing.automatic else shot.weapon.key for shot in own)
        dice = sum(len(shot.firing.dice_at(state.options)) for shot in own)
        guns = (f"{spelled(weapon)} × {number}" if number > 1 else spelled(weapon) for weapon, number in count.items())
        words = f"{', '.join(guns)} at {own[0].target.name}"
        yield f"{dice}D20, each hits at TO HIT or less: {words}" if dice else f"{words}: one card"


def _expected(state: State, unit: Unit, shots: Sequence[LawfulShot], effect: JokerFireEffect | None) -> Iterator[str]:
    """Hits on the enemy to be expected and, where they are all of one kind, casualties."""
    meant = enemies_in(state, unit, shots)
    fire = [one for each in clusters(state, shots, effect) if each.units & meant for one in each.fire]
    dice = [one for one in fire if not one.hurts.sniper]
    total: chances.Spread = (chances.ONE,)
    for one in dice:
        total = chances.convolved(total, one.hits)
    if dice:
        yield f"{float(chances.mean(total)):.2f} hits expected"
    if len({one.hurts for one in fire}) == 1 and all(one.units <= meant for one in fire):
        aims = [one.shot.firing.aims[one.aim] for one in fire]
        fit = len({man.id for aim in aims for man in aim.area if not man.hurt}) or 1
        spread = total if dice else fire[0].hits
        fallen = chances.expected_casualties(fire[0].hurts, spread, state.casualty_deck, fit, state.options)
        yield f"{fallen:.2f} casualties expected"


def _warnings(
    state: State, unit: Unit, at_people: Sequence[LawfulShot], aims: Sequence[VehicleAim], spent: int
) -> Iterator[str]:
    shots = (*at_people, *aims)
    aboard = any(shot.figure.seat is not None for shot in shots)
    idle = 0 if aboard else spent - len(shots)
    if idle:
        yield f"{idle} more cannot fire at {'that' if len(shots) else 'anything'} and hold"
    meant = enemies_in(state, unit, at_people)
    others = {f.name for s in at_people for u, f in s.caught if u.id not in meant}
    if others:
        yield f"in the line of fire: {', '.join(sorted(others))}"
    behind = {f.name for s in shots for u, f in s.behind if u.id not in meant}
    if behind:
        yield f"in the back blast: {', '.join(sorted(behind))}, hit on 1 to 3 of a D6 each"
    judged = [punished(engagement_of(state, unit, s), insisted=True, civilians_harmed=False) for s in shots]
    if any(who != "nobody" for who in judged) and switch(state, "roe") == "enforce":
        yield "breaks the rules of engagement: who answers for it is removed"
