"""What is declared against an enemy unit: a charge, or a dog that is sent at one of its figures. VIII.1.4, XIII.7."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.combat.assault import Charging, charge_enemy, judge_charge
from rules.book_and_gun.play.combat.charge_offers import charges
from rules.book_and_gun.play.combat.combat_forecast import charge_odds
from rules.book_and_gun.play.combat.sending import Hunting, hunt_odds, hunts, judge_hunt, send_dog
from rules.book_and_gun.state import State
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer


def judge(state: State, action: ChargeEnemy, by: Actor) -> Charging | Hunting:
    """Raises RuleViolation as a charge or a dog is refused. BG-VIII.1.4, BG-XIII.7.1b."""
    if action.dog is not None:
        return judge_hunt(state, action, by)
    if action.with_handler or action.victim is not None:
        raise RuleViolation(
            "no-dog",
            "Only a dog goes for one figure, and only with a dog a handler goes in alone.",
            citation="BG-XIII.7.1b",
            remedy="Name the dog, or leave out whom it attacks and the handler.",
        )
    return judge_charge(state, action, by)


def carry_out(state: State, ready: Charging | Hunting, chance: Chance) -> list[Event]:
    if isinstance(ready, Charging):
        return charge_enemy(state, ready, chance)
    course = Course(state, chance)
    send_dog(course, ready)
    return course.events


def odds(state: State, ready: Charging | Hunting) -> Odds:
    return charge_odds(state, ready) if isinstance(ready, Charging) else hunt_odds(state, ready)


def offers(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Charges first, then dogs."""
    yield from charges(state, side, unit_id)
    yield from hunts(state, side, unit_id)
