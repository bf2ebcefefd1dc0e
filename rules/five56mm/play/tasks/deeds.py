"""The deeds of care and of the radio: 3.5 First Aid, 4.4 Treat Injury, 4.5 Carry, 4.9 Use Radio."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.battle.deed import lawful
from rules.five56mm.actions.foot import Carry, FirstAid, TreatInjury, UseRadio
from rules.five56mm.book.injury import ORDER, Level, move_left, worst
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.courage import flight
from rules.five56mm.play.movement.leaving import edge_at, way_off
from rules.five56mm.play.tasks import odds
from rules.five56mm.play.tasks.carrying import check_carry, do_carry
from rules.five56mm.play.tasks.medics import check_first_aid, check_treat_injury, do_first_aid, do_treat_injury
from rules.five56mm.play.tasks.radio import check_use_radio, do_use_radio
from rules.five56mm.play.turn.deeds import of_go
from rules.five56mm.play.vehicles.boarding import beside
from rules.five56mm.state import Character, State
from rules.seam.asking import Offer
from rules.table.measure import between
from rules.table.reference import point_text


def _care(state: State, who: Character) -> Iterator[Offer]:
    """For each wounded friend the cure, where he is a Medic, before First Aid."""
    for patient in state.living(who.side):
        wound = worst(patient.wounds)
        if wound is None or wound.level is Level.NONE:
            continue
        detail = f"{wound.level.value} wound"
        declared = {} if state.board is not None or patient.id == who.id else {"contact": True}
        cure = TreatInjury(character=who.id, patient=patient.id)
        if who.has(Skill.MEDIC):
            if lawful(check_treat_injury, state, cure, who):
                yield Offer(cure, f"Treat {patient.name}", detail=detail)
            elif declared and lawful(check_treat_injury, state, cure.model_copy(update=declared), who):
                yield Offer(cure, f"Treat {patient.name}", tuple(declared), detail=detail)
        aid = FirstAid(character=who.id, patient=patient.id)
        if lawful(check_first_aid, state, aid, who):
            yield Offer(aid, f"First Aid for {patient.name}", detail=detail)
        elif declared and lawful(check_first_aid, state, aid.model_copy(update=declared), who):
            yield Offer(aid, f"First Aid for {patient.name}", tuple(declared), detail=detail)


def _carry(state: State, who: Character) -> Iterator[Offer]:
    """Whoever cannot walk, out of the enemy's way, and out of the vehicle that he is in."""
    vehicle = state.find_vehicle(who.vehicle)
    start = who.at if vehicle is None else beside(state, vehicle, None)
    if state.board is None or start is None:
        return
    fallen = [friend for friend in state.living(who.side) if _carried(friend)]
    back = flight.best_way(state, replace(who, at=start), move_left(who.wounds)) if fallen else start
    for friend in fallen:
        action = Carry(character=who.id, patient=friend.id, to=point_text(back))
        if lawful(check_carry, state, action, who):
            inside = state.find_vehicle(friend.vehicle)
            whence = "back" if inside is None else f"out of {inside.name}"
            yield Offer(action, f"Carry {friend.name} {whence}")
        goal = way_off(state, start)
        off = Carry(character=who.id, patient=friend.id, to=point_text(goal), off=True)
        if between(start, goal) <= NUMBERS.carry_two and lawful(check_carry, state, off, who):
            yield Offer(off, f"Carry {friend.name} off by the {edge_at(state, goal)} edge")


def _carried(who: Character) -> bool:
    return max((w.acts_as for w in who.wounds), key=ORDER.index, default=Level.NONE) in (Level.CRITICAL, Level.MORTAL)


def _calls(state: State, who: Character) -> Iterator[Offer]:
    for task in state.radio:
        action = UseRadio(character=who.id, task=task.key)
        if lawful(check_use_radio, state, action, who):
            yield Offer(action, f"Radio: {task.key} (TN {task.number})")


TREAT_INJURY = of_go(TreatInjury, check_treat_injury, do_treat_injury, odds=odds.of_treat_injury, offers=_care)
FIRST_AID = of_go(FirstAid, check_first_aid, do_first_aid, odds=odds.of_first_aid)
CARRY = of_go(Carry, check_carry, do_carry, odds=odds.of_carry, offers=_carry)
USE_RADIO = of_go(UseRadio, check_use_radio, do_use_radio, odds=odds.of_use_radio, offers=_calls)
