"""What the dice of an attack may bring, roll by roll, with the skills that its owner would use.

Each is the rule itself, run for every way that its dice may fall; where a burst throws too many of them, shot by shot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from rules.five56mm.book.fire import ShotValues, to_hit
from rules.five56mm.book.light import Optics
from rules.five56mm.book.spotting import Look, SpottingDue, SpottingRolls, spot
from rules.five56mm.book.target_number import Help, Helps, Roll, possible, roll
from rules.five56mm.book.weapons import Arm, ammo
from rules.five56mm.play.fire.targets import ReadyShot, eyes_of
from rules.five56mm.play.turn.course import foreseen
from rules.five56mm.play.turn.forecast import every, left
from rules.five56mm.state import Character, State
from rules.kernel.chance import Chance


def look_for(
    state: State, who: Character, spotting: SpottingDue | None, look: Look, optics: Optics, helps: Helps, chance: Chance
) -> SpottingRolls:
    """The spotting test before an attack. MM-3.2.3."""
    if spotting is None:
        return SpottingRolls(True)
    eyes = replace(eyes_of(state, who, optics), helps=helps)
    return spot(look, eyes, chance, state.light, state.house)


class Fired(NamedTuple):
    seen: bool
    hit: bool


class Chances(NamedTuple):
    seen: Fraction
    hit: Fraction


def shot(state: State, who: Character, aimed: ReadyShot) -> Chances:
    """The chances that the target is spotted, if need be, and that it is hit. MM-3.2.3, MM-3.2.9, MM-R05."""
    helps, launched = foreseen(state, who), aimed.gun.profile.launches is not None

    def fire(chance: Chance) -> Fired:
        sighting, then = _sighted(state, who, aimed, helps, chance)
        if not sighting.seen:
            return Fired(False, False)
        return Fired(True, hit_roll(state, aimed.shot, then, chance, launched=launched).passed)

    return either(every(fire))


def either(ends: Mapping[Fired, Fraction]) -> Chances:
    return Chances(*(sum((share for end, share in ends.items() if end[place]), Fraction(0)) for place in (0, 1)))


def hit_roll(state: State, shot_: ShotValues, helps: Helps, chance: Chance, *, launched: bool) -> Roll:
    number, bonus = to_hit(shot_, state.house)
    helps = helps.with_rerolls(Help.SHARPSHOOTER)
    if launched:
        helps = helps.judged(lambda margin: max(-3, min(0, margin)))
    return roll("to hit", number, bonus, chance, helps)


def _sighted(
    state: State, who: Character, aimed: ReadyShot, helps: Helps, chance: Chance
) -> tuple[SpottingRolls, Helps]:
    sighting = look_for(state, who, aimed.spotting, aimed.shot.mark.look, aimed.shot.optics, helps, chance)
    return sighting, left(helps, sighting.rolls)


@dataclass(frozen=True, slots=True)
class _Burst:
    """A burst under way that has not hit anybody yet. `lost`: enemies whom he could not spot."""

    helps: Helps
    arm: Arm
    seen: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    over: bool = False
    hit: bool = False


def burst(state: State, who: Character, first: ReadyShot, shots: Sequence[ReadyShot | None]) -> Chances:
    """The chances that the first target is spotted and that at least one shot of all hits. Before the first hit nobody
    falls, so that every shot goes where it was meant to; None: a shot that is impossible and is lost.

    MM-4.3.2, MM-4.3.5, MM-7.0.10, MM-R05, MM-R06, MM-R29, MM-R96.
    """
    fresh = foreseen(state, who)

    def begin(chance: Chance) -> _Burst:
        sighting, helps = _sighted(state, who, first, fresh, chance)
        seen = frozenset({first.target.id}) if sighting.seen else frozenset[str]()
        return _Burst(helps, first.gun.arm, seen, over=not sighting.seen)

    now = every(begin)
    spotted = sum((share for each, share in now.items() if not each.over), Fraction(0))
    for aimed in shots:
        after: dict[_Burst, Fraction] = {}
        for before, share in now.items():
            for each, part in _next(state, who, aimed, before).items():
                after[each] = after.get(each, Fraction(0)) + share * part
        now = after
    return Chances(spotted, sum((share for each, share in now.items() if each.hit), Fraction(0)))


def _next(state: State, who: Character, aimed: ReadyShot | None, before: _Burst) -> dict[_Burst, Fraction]:
    if before.over or before.hit or aimed is None or aimed.target.id in before.lost:
        return {before: Fraction(1)}
    target, ready = aimed.target.id, aimed
    if target in before.seen:
        ready = replace(aimed, spotting=None)
    elif aimed.spotting is not None and not possible(aimed.spotting.number, aimed.spotting.bonus):
        return {before: Fraction(1)}

    def fire(chance: Chance) -> _Burst:
        sighting, helps = _sighted(state, who, ready, before.helps, chance)
        if not sighting.seen:
            return replace(before, helps=helps, lost=before.lost | {target})
        test = hit_roll(state, ready.shot, helps, chance, launched=False)
        if test.passed:
            return _Burst(before.helps, before.arm, hit=True)
        spent = ammo(ready.gun.profile, before.arm, test.die, chance, state.house)
        arm = before.arm if spent is None else replace(before.arm, out=spent.out, every_shot=spent.every_shot)
        return _Burst(left(helps, (test,)), arm, before.seen | {target}, before.lost, over=arm.out)

    return every(fire)
