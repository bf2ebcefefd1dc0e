"""What an action may come to: exact chances from the same Target Numbers, nothing rolled, nothing secret.

A victim's Strength and armour are on his squad sheet, so what a hit does to an enemy is not forecast, only whether it
hits.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from rules.action import Action, Actor
from rules.facts import Item, Itemised
from rules.five56mm import endings
from rules.five56mm.actions.fire import AutoFire, CoverShot, Fire, Throw
from rules.five56mm.actions.foot import Carry, Engage, Escape, FirstAid, Hide, Move, Sprint, TreatInjury, UseRadio
from rules.five56mm.actions.vehicles import Drive, FastRope, Pilot
from rules.five56mm.driving import Hands, task_number
from rules.five56mm.explosions import throw_number
from rules.five56mm.fire import AutoFire as Burst
from rules.five56mm.fire import to_hit
from rules.five56mm.first_aid import aid_number
from rules.five56mm.hand_to_hand import attack_items, defence_items
from rules.five56mm.play import firing, medics, melee, radio, throwing
from rules.five56mm.play.auto_fire import apart_from_first, check_auto_fire_action
from rules.five56mm.play.course import body_penalties, in_the_dark
from rules.five56mm.play.goes import acting, find_character
from rules.five56mm.play.movement import check_hide, check_move, check_sprint
from rules.five56mm.play.table import TABLE
from rules.five56mm.play.targets import Aimed, Declared, shot_at
from rules.five56mm.play.wheels import check_drive, check_pilot
from rules.five56mm.spotting import Due
from rules.five56mm.state import Character, State
from rules.five56mm.tables import NUMBERS, ROWS
from rules.five56mm.target_number import ability, faces, needed
from rules.five56mm.weapons import auto_fire_shots
from rules.ruleset import Odds, Outcome, Prospect
from rules.table.scene import Trace
from rules.violation import RuleViolation

SIX = range(1, 7)


def odds(state: State, action: Action, by: Actor) -> Odds:
    """Facts, itemised numbers and exact chances. Raises RuleViolation as `decide` would.

    MM-2.3N.1, MM-2.3N.4, MM-3.2.9.
    """
    if isinstance(action, CoverShot):
        who = find_character(state, action.character)
        return _labelled(_shot(state, firing.check_cover_shot(state, action, who)), action)
    if isinstance(action, Escape):
        return _labelled(_escape(state, *melee.check_escape(state, action, by)), action)
    entry = TABLE.get(type(action))
    if entry is None:
        return Odds()
    who = acting(state, getattr(action, "character", None), by)
    entry.check(state, action, who)
    return _labelled(_of(state, action, who), action)


def _labelled(found: Odds, action: Action) -> Odds:
    """Numbers by turns a Target Number and what is added to the die; of Auto-Fire, Target Numbers alone."""
    burst = isinstance(action, AutoFire)
    opposed = isinstance(action, Engage | Escape)
    numbers = (
        replace(number, label="TN" if burst or place % 2 == 0 else "D6 +") for place, number in enumerate(found.numbers)
    )
    if opposed:
        numbers = (
            replace(n, label=("His D6 +", "D6 +")[place]) if place < 2 else n for place, n in enumerate(tuple(numbers))
        )
    return replace(found, numbers=tuple(numbers))


def _of(state: State, action: Action, who: Character) -> Odds:
    match action:
        case Fire():
            found = firing.check_fire(state, action, who)
            if isinstance(found, Aimed):
                return _shot(state, found)
            if found.shot is None:
                return Odds(found.facts, notes=("It will not have flown far enough to explode.",))
            number, bonus = to_hit(found.shot, state.house)
            return Odds(
                found.facts, (number, bonus), (Prospect("on the mark", passing(number, bonus), Outcome("on the mark")),)
            )
        case AutoFire():
            return _burst(state, action, who)
        case Throw():
            _, aim, values = throwing.check_throw(state, action, who)
            number, bonus = throw_number(values, state.house)
            return Odds(
                aim.facts, (number, bonus), (Prospect("on the mark", passing(number, bonus), Outcome("on the mark")),)
            )
        case Engage():
            return _fight(state, action, who)
        case FirstAid() | TreatInjury():
            return _aid(state, action, who)
        case UseRadio():
            call = radio.check_use_radio(state, action, who)
            return Odds(
                call.facts,
                (call.number, call.bonus),
                (Prospect("answered", passing(call.number, call.bonus), Outcome("answered")),),
            )
        case Drive() | Pilot():
            return _task(state, action, who)
        case Move():
            return endings.of_move(state, who, check_move(state, action, who))
        case Sprint():
            return endings.of_sprint(state, who, check_sprint(state, action, who))
        case Hide():
            ground, plan = check_hide(state, action, who)
            return Odds() if plan is None else endings.of_hide(state, who, ground, plan)
        case Carry():
            return _carry(state, action, who)
        case FastRope():
            return _rope(state, action, who)
        case _:
            return Odds()


def passing(number: Itemised, bonus: Itemised) -> Fraction:
    """The chance that a D6 passes."""
    return Fraction(faces(number, bonus), 6)


def sees(due: Due | None) -> Fraction:
    """The chance to pass a spotting test, both dice of it."""
    return Fraction(1) if due is None else passing(due.number, due.bonus) ** due.rolls


# ── Shots ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _shot(state: State, aimed: Aimed) -> Odds:
    number, bonus = to_hit(aimed.shot, state.house)
    seen, hit = sees(aimed.spotting), passing(number, bonus)
    chances = [Prospect("hit", seen * hit, Outcome("hit"))]
    numbers: list[Itemised] = [number, bonus]
    if aimed.spotting is not None:
        chances.insert(0, Prospect("spotted", seen, Outcome("spotted")))
        numbers += [aimed.spotting.number, aimed.spotting.bonus]
    notes = (f"Hits on {max(1, needed(number, bonus))} or more",)
    return Odds(aimed.facts, tuple(numbers), tuple(chances), notes)


def _burst(state: State, action: AutoFire, who: Character) -> Odds:
    """Every shot at the first target unless others are named; each later target is spotted once, before the first shot
    at it, or is lost to all of them (MM-R05, MM-R06)."""
    first = check_auto_fire_action(state, action, who)
    shots = auto_fire_shots(first.gun.profile, state.house)
    refs = [action.target, *action.others]
    refs += [refs[-1]] * (shots - len(refs))
    numbers: list[Itemised] = []
    seen_hits: dict[str, tuple[Fraction, list[Fraction]]] = {}
    for number_, ref in enumerate(refs, start=1):
        aimed = _further(state, action, who, first, number_, ref)
        if aimed is None:
            continue
        number, bonus = to_hit(aimed.shot, state.house)
        numbers.append(number)
        spotting = None if aimed.target.id == first.target.id else aimed.spotting
        seen_hits.setdefault(aimed.target.id, (sees(spotting), []))[1].append(passing(number, bonus))
    seen = sees(first.spotting)
    spared = [1 - s + s * prod((1 - hit for hit in hits), start=Fraction(1)) for s, hits in seen_hits.values()]
    at_least_one = seen * (1 - prod(spared, start=Fraction(1)))
    expected = seen * sum((s * sum(hits, start=Fraction(0)) for s, hits in seen_hits.values()), start=Fraction(0))
    chances = (Prospect("at least one hit", at_least_one, Outcome("hit")),)
    return Odds(first.facts, tuple(numbers), chances, (f"{shots} shots, {float(expected):.2f} hits on average",))


def _further(state: State, action: AutoFire, who: Character, first: Aimed, number: int, ref: str) -> Aimed | None:
    target = find_character(state, ref) if state.find_vehicle(ref) is None else state.vehicle(ref)
    same = target.id == first.target.id
    burst = Burst(number, same, apart_from_first(state, action, first.target, target))
    declared = Declared(action.range, action.obscured, action.unaware, action.not_closest)
    try:
        return shot_at(state, who, target, None, declared, auto_fire=burst, gun=first.gun)
    except RuleViolation:
        return None


# ── Hand to hand ──────────────────────────────────────────────────────────────────────────────────────────────────


def opposed(attack: int, defence: int) -> Fraction:
    """The chance that D6 + attack equals or beats D6 + defence."""
    won = sum(a + attack >= d + defence for a, d in product(SIX, SIX))
    return Fraction(won, 36)


def _fight(state: State, action: Engage, who: Character) -> Odds:
    found = melee.check_engage(state, action, who)
    attack = Itemised(attack_items(melee.fighter(who), found.how))
    defence = Itemised((*defence_items(melee.fighter(found.target), found.how), *in_the_dark(state, who)))
    seen, hit = sees(found.spotting), opposed(attack.value, defence.value)
    numbers, chances = [defence, attack], [Prospect("hit", seen * hit, Outcome("hit"))]
    if found.spotting is not None:
        numbers += [found.spotting.number, found.spotting.bonus]
        chances.insert(0, Prospect("spotted", seen, Outcome("spotted")))
    return Odds(found.facts, tuple(numbers), tuple(chances), ("Both roll a D6; a tie hits.",))


def _escape(state: State, who: Character, opponent: Character) -> Odds:
    """His own wounds and gas raise what he must reach. MM-R43."""
    hampered = body_penalties(state, who, action=True)
    mine, his = who.traits.movement, opponent.traits.strength + sum(item.amount for item in hampered)
    clean = opposed(mine, his)
    margins = [a + mine - d - his for a, d in product(SIX, SIX)]
    away = Fraction(sum(margin >= -2 for margin in margins), 36)
    struck = Fraction(sum(margin <= -2 for margin in margins), 36)
    against = Itemised((Item(opponent.traits.strength, "his Strength"), *hampered))
    numbers = (against, Itemised((ability(mine, "Movement"),)))
    chances = (
        Prospect("gets away", away, Outcome("gets away")),
        Prospect("without harm", clean, Outcome("without harm")),
        Prospect("struck", struck, Outcome("struck")),
    )
    return Odds((), numbers, chances)


# ── Care, vehicles ────────────────────────────────────────────────────────────────────────────────────────────────


def _aid(state: State, action: FirstAid | TreatInjury, who: Character) -> Odds:
    first = isinstance(action, FirstAid)
    case = medics.check_first_aid(state, action, who) if first else medics.check_treat_injury(state, action, who)
    helper = medics.helper_of(state, who, action.kit)
    kind = "first-aid" if first else "treat-injury"
    number, bonus = aid_number(kind, case.wound.level, helper, case.patient.id == who.id)
    return Odds(case.facts, (number, bonus), (Prospect("helped", passing(number, bonus), Outcome("helped")),))


def _task(state: State, action: Drive | Pilot, who: Character) -> Odds:
    journey = check_drive(state, action, who) if isinstance(action, Drive) else check_pilot(state, action, who)
    traces = (Trace("plan", journey.route, who.side),) if len(journey.route) > 1 else ()
    if action.task == "none":
        return Odds(journey.facts, traces=traces)
    hands = Hands(who.traits.morale, who.traits.skills, who.place == "co-pilot", in_the_dark(state, who))
    number, bonus = task_number(action.task, journey.vehicle.profile, hands, journey.vehicle.damage, state.house)
    chances = (Prospect(action.task.replace("-", " "), passing(number, bonus), Outcome("task")),)
    return Odds(journey.facts, (number, bonus), chances, traces=traces)


def _carry(state: State, action: Carry, who: Character) -> Odds:
    load = medics.check_carry(state, action, who)
    found = endings.of_carry(state, who, load)
    if load.second is not None:
        return replace(found, notes=(f"Two carriers: {NUMBERS.carry_two:g} in, no roll.", *found.notes))
    base = Item(ROWS["carry-injury"].number(load.level.value), f"{load.level.value} wound", "MM-4.5.2")
    number = Itemised((base, *in_the_dark(state, who)))
    bonus = Itemised((ability(who.traits.strength, "Strength", "MM-4.5.2"),))
    return replace(found, numbers=(number, bonus))


def _rope(state: State, action: FastRope, who: Character) -> Odds:
    vehicle = state.vehicle(who.vehicle or "")
    hover = Item(vehicle.hover or 0, "helicopter hovers", "MM-4.73.2")
    number = Itemised((Item(NUMBERS.fast_rope, "Fast Rope", "MM-4.8.1"), hover, *in_the_dark(state, who)))
    bonus = Itemised((ability(who.traits.movement, "Movement", "MM-4.8.1"),))
    return Odds((), (number, bonus), (Prospect("safely down", passing(number, bonus), Outcome("safely down")),))
