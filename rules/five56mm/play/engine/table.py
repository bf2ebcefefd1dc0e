"""Which function judges and which carries out each action that spends a go. A new one needs a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.action import Action
from rules.five56mm.actions.fire import AutoFire, CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import (
    Aim,
    Carry,
    Engage,
    FallBack,
    FirstAid,
    Hide,
    Move,
    Sprint,
    Stealth,
    TreatInjury,
    UseRadio,
)
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.play.fire import auto_fire, covering, firing, throwing
from rules.five56mm.play.melee import melee
from rules.five56mm.play.movement import falling_back, movement
from rules.five56mm.play.tasks import medics, radio
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.vehicles import boarding, wheels
from rules.five56mm.state import Character, State


@dataclass(frozen=True, slots=True)
class Entry:
    """`check` raises RuleViolation and rolls nothing; `do` lets it happen. The action's class is the key."""

    check: Callable[[State, Any, Character], object]
    do: Callable[[Course, Any, Character], None]


TABLE: dict[type[Action], Entry] = {
    Move: Entry(movement.check_move, movement.do_move),
    Sprint: Entry(movement.check_sprint, movement.do_sprint),
    Stealth: Entry(movement.check_stealth, movement.do_stealth),
    Hide: Entry(movement.check_hide, movement.do_hide),
    Aim: Entry(movement.check_aim, movement.do_aim),
    FallBack: Entry(falling_back.check_fall_back, falling_back.do_fall_back),
    FirstAid: Entry(medics.check_first_aid, medics.do_first_aid),
    TreatInjury: Entry(medics.check_treat_injury, medics.do_treat_injury),
    Carry: Entry(medics.check_carry, medics.do_carry),
    Engage: Entry(melee.check_engage, melee.do_engage),
    UseRadio: Entry(radio.check_use_radio, radio.do_use_radio),
    Fire: Entry(firing.check_fire, firing.do_fire),
    AutoFire: Entry(auto_fire.check_auto_fire_action, auto_fire.do_auto_fire),
    Throw: Entry(throwing.check_throw, throwing.do_throw),
    CoveringFire: Entry(covering.check_covering_fire, covering.do_covering_fire),
    BoardVehicle: Entry(boarding.check_board, boarding.do_board),
    Leave: Entry(boarding.check_leave, boarding.do_leave),
    Drive: Entry(wheels.check_drive, wheels.do_drive),
    Pilot: Entry(wheels.check_pilot, wheels.do_pilot),
    FastRope: Entry(boarding.check_fast_rope, boarding.do_fast_rope),
}
