"""What a shot, a burst or a grenade may come to: exact chances from the same Target Numbers.

A victim's Strength and armour are on his squad sheet, so what a hit does to an enemy is not forecast, only whether it
hits.
"""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.actions.fire import AutoFire, Fire, Throw
from rules.five56mm.book.explosions import throw, throw_number
from rules.five56mm.book.fire import ShotOfBurst, ShotValues, to_hit
from rules.five56mm.book.target_number import Help, needed, roll_unless_hopeless
from rules.five56mm.book.weapons import auto_fire_shots
from rules.five56mm.play.fire import auto_fire
from rules.five56mm.play.fire.bearing import Target
from rules.five56mm.play.fire.firing import CoverShooting, Shooting
from rules.five56mm.play.fire.targets import DeclaredShot, ReadyShot, shot_at
from rules.five56mm.play.fire.throwing import Throwing, ThrowingBack, back_values, picking_up
from rules.five56mm.play.fire.trials import burst, hit_roll, shot
from rules.five56mm.play.turn.course import foreseen
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.forecast import chance_of, counted_on, labelled, left
from rules.five56mm.state import Character, State
from rules.kernel.chance import Chance
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Outcome, Prospect


def of_fire(state: State, ready: Ready[Fire, Shooting]) -> Odds:
    """MM-3.2.9, MM-7.5.5."""
    aim = ready.found.aim
    if isinstance(aim, ReadyShot):
        return _shot(state, ready.who, aim)
    if aim.shot is None:
        return Odds(aim.facts, notes=("It will not have flown far enough to explode.",))
    return _at_place(state, ready.who, aim.shot, aim.facts)


def of_cover_shot(state: State, ready: CoverShooting) -> Odds:
    """MM-3.6.2."""
    return _shot(state, ready.who, ready.aim)


def _shot(state: State, who: Character, aimed: ReadyShot) -> Odds:
    number, bonus = to_hit(aimed.shot, state.house)
    chances = shot(state, who, aimed)
    found = (Prospect("hit", chances.hit, Outcome("hit")),)
    numbers = labelled(number, bonus)
    if aimed.spotting is not None:
        found = (Prospect("spotted", chances.seen, Outcome("spotted")), *found)
        numbers += labelled(aimed.spotting.number, aimed.spotting.bonus)
    notes = (f"Hits on {max(1, needed(number, bonus))} or more", *counted_on(state, who, Help.SHARPSHOOTER))
    return Odds(aimed.facts, numbers, found, notes)


def _at_place(state: State, who: Character, aimed: ShotValues, facts: tuple[Fact, ...]) -> Odds:
    helps = foreseen(state, who)
    hit = chance_of(lambda chance: hit_roll(state, aimed, helps, chance, launched=True).passed)
    notes = counted_on(state, who, Help.SHARPSHOOTER)
    prospects = (Prospect("on the mark", hit, Outcome("on the mark")),)
    return Odds(facts, labelled(*to_hit(aimed, state.house)), prospects, notes)


def of_throw(state: State, ready: Ready[Throw, Throwing]) -> Odds:
    """MM-3.2.14."""
    who, found = ready.who, ready.found
    values = replace(found.values, helps=foreseen(state, who))
    hit = chance_of(lambda chance: throw(values, chance, state.house).passed)
    notes = counted_on(state, who, Help.SHARPSHOOTER)
    prospects = (Prospect("on the mark", hit, Outcome("on the mark")),)
    return Odds(found.aim.facts, labelled(*throw_number(found.values, state.house)), prospects, notes)


def of_throw_back(state: State, ready: ThrowingBack) -> Odds:
    """Pick it up, throw it; whatever fails, it goes off in his hand. MM-3.2.20, MM-3.2.21, MM-3.2.23."""
    who = ready.who
    number, bonus = picking_up(state, who)
    values = back_values(state, who, ready.aim, ready.grenade.kind)
    helps = foreseen(state, who)

    def done(chance: Chance) -> bool:
        picked = roll_unless_hopeless("pick up", number, bonus, chance, helps.with_rerolls())
        return picked.passed and throw(replace(values, helps=left(helps, (picked,))), chance, state.house).passed

    back = chance_of(done)
    prospects = (
        Prospect("thrown back on the mark", back, Outcome("thrown back")),
        Prospect("goes off in his hand", 1 - back, Outcome("in his hand"), danger=True),
    )
    numbers = labelled(number, bonus, *throw_number(values, state.house))
    return Odds(ready.aim.facts, numbers, prospects, counted_on(state, who, Help.SHARPSHOOTER))


def of_burst(state: State, ready: Ready[AutoFire, auto_fire.Burst]) -> Odds:
    """Every shot at the first target unless others are named; each later target is spotted once, before the first shot
    at it, or is lost to all of them (MM-R05, MM-R06)."""
    who, first = ready.who, ready.found.first
    shots = auto_fire_shots(first.gun.profile, state.house)
    targets = [first.target, *ready.found.others]
    targets += [targets[-1]] * (shots - len(targets))
    each = [_further(state, ready, number, target) for number, target in enumerate(targets, start=1)]
    numbers = [to_hit(aimed.shot, state.house) for aimed in each if aimed is not None]
    chances = burst(state, who, first, each)
    found = (Prospect("at least one hit", chances.hit, Outcome("hit")),)
    if first.spotting is not None:
        found = (Prospect("spotted", chances.seen, Outcome("spotted")), *found)
    faces = ", ".join(f"{max(1, needed(number, bonus))}+" for number, bonus in numbers)
    notes = (f"{shots} shots, hitting on {faces}", *counted_on(state, who, Help.SHARPSHOOTER))
    return Odds(
        (*first.facts, *ready.found.facts), tuple(replace(number, label="TN") for number, _ in numbers), found, notes
    )


def _further(state: State, ready: Ready[AutoFire, auto_fire.Burst], number: int, target: Target) -> ReadyShot | None:
    """None: a shot that is impossible and is lost. MM-2.3N.4."""
    action, first = ready.action, ready.found.first
    burst = ShotOfBurst(number, target.id == first.target.id, ready.found.apart[target.id])
    declared = DeclaredShot(action.range, action.obscured, action.unaware, action.not_closest)
    try:
        return shot_at(state, ready.who, target, None, declared, auto_fire=burst, gun=first.gun)
    except RuleViolation:
        return None
