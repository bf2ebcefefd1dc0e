"""What care, a call and a carried companion may come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.five56mm.actions.foot import Carry, FirstAid, TreatInjury, UseRadio
from rules.five56mm.book.first_aid import Aid, Helper, aid_number, carry, first_aid, treat_injury
from rules.five56mm.book.injury import Level
from rules.five56mm.book.tables import NUMBERS, ROWS
from rules.five56mm.book.target_number import ability, roll
from rules.five56mm.play.movement.endings import End, of_ends, walker_of
from rules.five56mm.play.tasks.carrying import Load
from rules.five56mm.play.tasks.medics import Case, helper_of
from rules.five56mm.play.tasks.radio import ReadyCall
from rules.five56mm.play.turn.course import foreseen, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.forecast import chance_of, counted_on, labelled
from rules.five56mm.state import State
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.seam.asking import Odds, Outcome, Prospect


def of_first_aid(state: State, ready: Ready[FirstAid, Case]) -> Odds:
    """MM-3.5.2."""
    case = ready.found
    helper = helper_of(state, ready.who, ready.action.kit)
    number = aid_number("first-aid", case.wound.level, helper, case.patient.id == ready.who.id)
    return _aid(state, ready, helper, number, first_aid)


def of_treat_injury(state: State, ready: Ready[TreatInjury, Case]) -> Odds:
    """MM-4.4.2."""
    case = ready.found
    helper = helper_of(state, ready.who, ready.action.kit)
    number = aid_number("treat-injury", case.wound.level, helper, case.patient.id == ready.who.id)
    return _aid(state, ready, helper, number, treat_injury)


def _aid(
    state: State,
    ready: Ready[FirstAid, Case] | Ready[TreatInjury, Case],
    helper: Helper,
    number: tuple[Itemised, Itemised],
    tend: Callable[[Level, Helper, bool, Chance], Aid],
) -> Odds:
    who, case = ready.who, ready.found
    helped, himself = replace(helper, helps=foreseen(state, who)), case.patient.id == who.id
    passed = chance_of(lambda chance: tend(case.wound.level, helped, himself, chance).roll.passed)
    prospects = (Prospect("helped", passed, Outcome("helped")),)
    return Odds(case.facts, labelled(*number), prospects, counted_on(state, who))


def of_use_radio(state: State, ready: Ready[UseRadio, ReadyCall]) -> Odds:
    """MM-4.9.1."""
    call = ready.found
    helps = foreseen(state, ready.who).with_rerolls()
    answered = chance_of(lambda chance: roll("radio", call.number, call.bonus, chance, helps).passed)
    prospects = (Prospect("answered", answered, Outcome("answered")),)
    return Odds(call.facts, labelled(call.number, call.bonus), prospects)


def of_carry(state: State, ready: Ready[Carry, Load]) -> Odds:
    """MM-4.5.2, MM-4.5.3, MM-4.5.5."""
    who, load = ready.who, ready.found
    walker = walker_of(state, who)

    def bear(chance: Chance) -> End:
        if load.second is not None:
            return walker.along(load.plan, NUMBERS.carry_two, chance)
        test, inches = carry(load.level, who.traits.strength, chance, walker.penalties, walker.helps)
        return replace(walker, helps=walker.helps.after(test)).along(load.plan, inches, chance)

    found = of_ends(state, who, load.plan, bear)
    if load.second is not None:
        return replace(found, notes=(f"Two carriers: {NUMBERS.carry_two:g} in, no roll.", *found.notes))
    base = Item(ROWS["carry-injury"].number(load.level.value), f"{load.level.value} wound", "MM-4.5.2")
    number = Itemised((base, *in_the_dark(state, who)))
    bonus = Itemised((ability(who.traits.strength, "Strength", "MM-4.5.2"),))
    return replace(found, numbers=labelled(number, bonus))
