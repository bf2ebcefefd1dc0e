"""What an action may come to: exact chances from the same Target Numbers, nothing rolled, nothing secret.

A victim's Strength and armour are on his squad sheet, so what a hit does to an enemy is not forecast, only whether it
hits.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.action import Action, Actor
from rules.chance import Chance
from rules.facts import Fact, Item, Itemised
from rules.five56mm.actions.fire import AutoFire, CoverShot, Fire, Throw, ThrowBack
from rules.five56mm.actions.foot import Carry, Engage, Escape, FirstAid, Hide, Move, Sprint, TreatInjury, UseRadio
from rules.five56mm.actions.vehicles import Drive, FastRope, Pilot
from rules.five56mm.book.driving import Hands, attempt, fast_rope, task_number
from rules.five56mm.book.explosions import Throw as ThrowValues
from rules.five56mm.book.explosions import throw, throw_number
from rules.five56mm.book.fire import AutoFire as Burst
from rules.five56mm.book.fire import Shot, to_hit
from rules.five56mm.book.first_aid import aid_number, first_aid, treat_injury
from rules.five56mm.book.hand_to_hand import Escape as Tried
from rules.five56mm.book.hand_to_hand import attack_items, defence_items, escape
from rules.five56mm.book.tables import NUMBERS, ROWS
from rules.five56mm.book.target_number import Help, ability, needed, roll, roll_unless_hopeless
from rules.five56mm.book.weapons import auto_fire_shots
from rules.five56mm.play.engine.table import TABLE
from rules.five56mm.play.fire import firing, throwing
from rules.five56mm.play.fire.auto_fire import apart_from_first, check_auto_fire_action
from rules.five56mm.play.fire.targets import Aimed, Declared, shot_at
from rules.five56mm.play.ground import field
from rules.five56mm.play.melee import melee
from rules.five56mm.play.movement.movement import check_hide, check_move, check_sprint
from rules.five56mm.play.prospects import endings
from rules.five56mm.play.prospects.trials import blow, burst, chance_of, every, hit_roll, left, shot
from rules.five56mm.play.tasks import medics, radio
from rules.five56mm.play.turn.course import body_penalties, foreseen, in_the_dark
from rules.five56mm.play.turn.goes import acting, find_character
from rules.five56mm.play.vehicles.wheels import check_drive, check_pilot
from rules.five56mm.state import Character, Stance, State
from rules.ruleset import Odds, Outcome, Prospect
from rules.table.scene import Trace
from rules.violation import RuleViolation


def odds(state: State, action: Action, by: Actor) -> Odds:
    """Facts, itemised numbers and exact chances. Raises RuleViolation as `decide` would.

    MM-2.3N.1, MM-2.3N.4, MM-3.2.9.
    """
    if isinstance(action, CoverShot):
        who = find_character(state, action.character)
        return _labelled(_shot(state, who, firing.check_cover_shot(state, action, who)), action)
    if isinstance(action, ThrowBack):
        return _labelled(_thrown_back(state, action), action)
    if isinstance(action, Escape):
        return _labelled(_escape(state, *melee.check_escape(state, action, by)), action)
    entry = TABLE.get(type(action))
    if entry is None:
        return Odds()
    who = acting(state, getattr(action, "character", None), by)
    entry.check(state, action, who)
    found = _labelled(_of(state, action, who), action)
    return replace(found, notes=(*found.notes, *_watched(state, who))) if found.chances else found


def _watched(state: State, who: Character) -> tuple[str, ...]:
    """Who lies in wait for him, as everybody at the table can see: the chances are those of an action that nobody
    interrupts. MM-3.6.2, MM-3.6.3."""
    names = [
        enemy.name
        for enemy in state.enemies(who.side)
        if enemy.able
        and enemy.stance is Stance.COVERING
        # Without a board nobody knows; on one he must lie in the arc, and not be hidden altogether.
        and field.faces(state, enemy.id, who.id, NUMBERS.covering_arc) is not False
        and (field.obscured(state, enemy.id, who.id) or 0.0) < 100
    ]
    return (f"{' and '.join(names)} may fire from Covering Fire before it",) if names else ()


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
                return _shot(state, who, found)
            if found.shot is None:
                return Odds(found.facts, notes=("It will not have flown far enough to explode.",))
            return _at_place(state, who, found.shot, found.facts)
        case AutoFire():
            return _burst(state, action, who)
        case Throw():
            _, aim, values = throwing.check_throw(state, action, who)
            return _thrown(state, who, values, aim.facts)
        case Engage():
            return _fight(state, action, who)
        case FirstAid() | TreatInjury():
            return _aid(state, action, who)
        case UseRadio():
            call = radio.check_use_radio(state, action, who)
            helps = foreseen(state, who).with_rerolls()
            answered = chance_of(lambda chance: roll("radio", call.number, call.bonus, chance, helps).passed)
            return Odds(call.facts, (call.number, call.bonus), (Prospect("answered", answered, Outcome("answered")),))
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


# ── Shots and throws ──────────────────────────────────────────────────────────────────────────────────────────────


def _shot(state: State, who: Character, aimed: Aimed) -> Odds:
    number, bonus = to_hit(aimed.shot, state.house)
    chances = shot(state, who, aimed)
    found = (Prospect("hit", chances.hit, Outcome("hit")),)
    numbers: tuple[Itemised, ...] = (number, bonus)
    if aimed.spotting is not None:
        found = (Prospect("spotted", chances.seen, Outcome("spotted")), *found)
        numbers += (aimed.spotting.number, aimed.spotting.bonus)
    notes = (f"Hits on {max(1, needed(number, bonus))} or more", *_counted_on(state, who, Help.SHARPSHOOTER))
    return Odds(aimed.facts, numbers, found, notes)


def _counted_on(state: State, who: Character, *rerolls: Help) -> tuple[str, ...]:
    """Which skills the chances count on: they are used whenever they may better the roll."""
    helps = foreseen(state, who)
    found = [each.value.capitalize() for each in rerolls if each in helps.rerolls]
    found += ["Luck"] if helps.lucky or helps.armed else []
    return (f"{' and '.join(found)} counted in",) if found else ()


def _at_place(state: State, who: Character, aimed: Shot, facts: tuple[Fact, ...]) -> Odds:
    number, bonus = to_hit(aimed, state.house)
    helps = foreseen(state, who)
    hit = chance_of(lambda chance: hit_roll(state, aimed, helps, chance, launched=True).passed)
    notes = _counted_on(state, who, Help.SHARPSHOOTER)
    return Odds(facts, (number, bonus), (Prospect("on the mark", hit, Outcome("on the mark")),), notes)


def _thrown(state: State, who: Character, values: ThrowValues, facts: tuple[Fact, ...]) -> Odds:
    number, bonus = throw_number(values, state.house)
    values = replace(values, helps=foreseen(state, who))
    hit = chance_of(lambda chance: throw(values, chance, state.house).passed)
    notes = _counted_on(state, who, Help.SHARPSHOOTER)
    return Odds(facts, (number, bonus), (Prospect("on the mark", hit, Outcome("on the mark")),), notes)


def _thrown_back(state: State, action: ThrowBack) -> Odds:
    """Pick it up, throw it; whatever fails, it goes off in his hand. MM-3.2.20, MM-3.2.21, MM-3.2.23."""
    who, aim = throwing.check_throw_back_action(state, action)
    assert state.grenade is not None
    number, bonus = throwing.picking_up(state, who)
    values = throwing.back_values(state, who, aim, state.grenade.kind)
    helps = foreseen(state, who)

    def done(chance: Chance) -> bool:
        picked = roll_unless_hopeless("pick up", number, bonus, chance, helps.with_rerolls())
        return picked.passed and throw(replace(values, helps=left(helps, (picked,))), chance, state.house).passed

    back = chance_of(done)
    prospects = (
        Prospect("thrown back on the mark", back, Outcome("thrown back")),
        Prospect("goes off in his hand", 1 - back, Outcome("in his hand"), danger=True),
    )
    notes = _counted_on(state, who, Help.SHARPSHOOTER)
    return Odds(aim.facts, (number, bonus, *throw_number(values, state.house)), prospects, notes)


def _burst(state: State, action: AutoFire, who: Character) -> Odds:
    """Every shot at the first target unless others are named; each later target is spotted once, before the first shot
    at it, or is lost to all of them (MM-R05, MM-R06)."""
    first = check_auto_fire_action(state, action, who)
    shots = auto_fire_shots(first.gun.profile, state.house)
    refs = [action.target, *action.others]
    refs += [refs[-1]] * (shots - len(refs))
    ready = [_further(state, action, who, first, number, ref) for number, ref in enumerate(refs, start=1)]
    numbers = [to_hit(aimed.shot, state.house) for aimed in ready if aimed is not None]
    chances = burst(state, who, first, ready)
    found = (Prospect("at least one hit", chances.hit, Outcome("hit")),)
    if first.spotting is not None:
        found = (Prospect("spotted", chances.seen, Outcome("spotted")), *found)
    faces = ", ".join(f"{max(1, needed(number, bonus))}+" for number, bonus in numbers)
    notes = (f"{shots} shots, hitting on {faces}", *_counted_on(state, who, Help.SHARPSHOOTER))
    return Odds(first.facts, tuple(number for number, _ in numbers), found, notes)


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


def _fight(state: State, action: Engage, who: Character) -> Odds:
    found = melee.check_engage(state, action, who)
    attack = Itemised(attack_items(melee.fighter(who), found.how))
    defence = Itemised((*defence_items(melee.fighter(found.target), found.how), *in_the_dark(state, who)))
    chances = blow(state, who, found)
    numbers, prospects = [defence, attack], [Prospect("hit", chances.hit, Outcome("hit"))]
    if found.spotting is not None:
        numbers += [found.spotting.number, found.spotting.bonus]
        prospects.insert(0, Prospect("spotted", chances.seen, Outcome("spotted")))
    notes = ("Both roll a D6; a tie hits.", *_counted_on(state, who))
    return Odds(found.facts, tuple(numbers), tuple(prospects), notes)


def _escape(state: State, who: Character, opponent: Character) -> Odds:
    """His own wounds and gas raise what he must reach. MM-R43."""
    hampered = body_penalties(state, who, action=True)
    mine, helps = who.traits.movement, foreseen(state, who)
    ends = every(lambda chance: _broken_away(escape(mine, opponent.traits.strength, chance, hampered, helps)))
    away, clean, struck = (sum((p for end, p in ends.items() if end[n]), Fraction(0)) for n in range(3))
    against = Itemised((Item(opponent.traits.strength, "his Strength"), *hampered))
    numbers = (against, Itemised((ability(mine, "Movement"),)))
    chances = (
        Prospect("gets away", away, Outcome("gets away")),
        Prospect("without harm", clean, Outcome("without harm")),
        Prospect("struck", struck, Outcome("struck")),
    )
    return Odds((), numbers, chances, _counted_on(state, who))


def _broken_away(tried: Tried) -> tuple[bool, bool, bool]:
    return tried.away, tried.roll.passed, tried.struck


# ── Care, vehicles ────────────────────────────────────────────────────────────────────────────────────────────────


def _aid(state: State, action: FirstAid | TreatInjury, who: Character) -> Odds:
    first = isinstance(action, FirstAid)
    case = medics.check_first_aid(state, action, who) if first else medics.check_treat_injury(state, action, who)
    helper = medics.helper_of(state, who, action.kit)
    kind = "first-aid" if first else "treat-injury"
    level, himself = case.wound.level, case.patient.id == who.id
    number, bonus = aid_number(kind, level, helper, himself)
    helped = replace(helper, helps=foreseen(state, who))
    tend = first_aid if first else treat_injury
    passed = chance_of(lambda chance: tend(level, helped, himself, chance).roll.passed)
    prospects = (Prospect("helped", passed, Outcome("helped")),)
    return Odds(case.facts, (number, bonus), prospects, _counted_on(state, who))


def _task(state: State, action: Drive | Pilot, who: Character) -> Odds:
    journey = check_drive(state, action, who) if isinstance(action, Drive) else check_pilot(state, action, who)
    traces = (Trace("plan", journey.route, who.side),) if len(journey.route) > 1 else ()
    if action.task == "none":
        return Odds(journey.facts, traces=traces)
    hands = Hands(who.traits.morale, who.traits.skills, who.place == "co-pilot", in_the_dark(state, who))
    number, bonus = task_number(action.task, journey.vehicle.profile, hands, journey.vehicle.damage, state.house)
    able, vehicle = replace(hands, helps=foreseen(state, who)), journey.vehicle

    def tried(chance: Chance) -> bool:
        return attempt(action.task, vehicle.profile, able, chance, vehicle.damage, state.house).roll.passed

    prospects = (Prospect(action.task.replace("-", " "), chance_of(tried), Outcome("task")),)
    return Odds(journey.facts, (number, bonus), prospects, _counted_on(state, who), traces)


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
    movement, hampered, helps = who.traits.movement, in_the_dark(state, who), foreseen(state, who)
    safe = chance_of(lambda chance: fast_rope(movement, vehicle.hover or 0, chance, hampered, helps)[2] is None)
    prospects = (Prospect("safely down", safe, Outcome("safely down")),)
    return Odds((), (number, bonus), prospects, _counted_on(state, who))
