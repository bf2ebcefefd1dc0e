"""What is told of charges and rallies before the dice is what the dice give: the deed run for every die and token."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.kernel.action import Action
from rules.kernel.chance import Chance
from rules.kernel.every_die import every_die
from rules.red_actions.actions.fight import Charge
from rules.red_actions.actions.morale import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.book.kinds import Light
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeFailed
from rules.red_actions.events.morale import Rallied, TrainFrightened, Unmarked
from rules.red_actions.events.turn import Hesitated
from rules.red_actions.play.charge.deeds import CHARGE_DEEDS
from rules.red_actions.play.morale.deeds import MORALE_DEEDS
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Rails, Rout
from tests.rules.red_actions.field import ATTACK, battle, changed, junior, unit

DEEDS = {deed.action: deed for deed in (*CHARGE_DEEDS, *MORALE_DEEDS)}
MOB, REDS, WHITES = "red-conscripts", "red-regulars", "white-volunteers"


def scene(card: str, *, led: bool = True, **changes: object) -> State:
    units = (unit("reds", card=card, at=(30, 10), **changes), unit("whites", DEFENDER, WHITES, at=(30, 16)))
    return battle(*units, *([junior("reds", token="red-plus1-plain")] if led else []))


def came_about(state: State, action: Action, kind: str, chance: Chance) -> bool:
    row = DEEDS[type(action)]
    course = Course(state, chance)
    course.note(*row.carry_out(state, row.judge(state, action, ATTACK), chance))
    match kind:
        case "charges":
            tested = any(event.kind == "charge-declared" for event in course.events)  # type: ignore[attr-defined]
            return tested and not any(isinstance(event, ChargeFailed) for event in course.events)
        case "rallies":
            return any(
                isinstance(event, Rallied)
                or (isinstance(event, Unmarked) and event.pinned)
                or (isinstance(event, TrainFrightened) and not event.leaving)
                for event in course.events
            )
        case "hesitates":
            return any(isinstance(event, Hesitated) and event.stays for event in course.events)
        case _:
            raise AssertionError(kind)


TRAIN = unit("reds", card="train-engine", bases=1, at=(30, 10), rails=Rails("line", 10.0, leaving=True))
CASES: dict[str, tuple[State, Action]] = {
    "a charge": (scene(REDS), Charge(unit="reds", target="whites")),
    "a charge of a pinned unit": (scene(REDS, pinned=True), Charge(unit="reds", target="whites")),
    "a charge whose officer is still to be drawn": (scene(MOB, led=False), Charge(unit="reds", target="whites")),
    "a charge by night": (replace(scene(REDS), light=Light.MOON), Charge(unit="reds", target="whites")),
    "rally from pinned": (scene(REDS, pinned=True), RallyPinned(unit="reds")),
    "a Mob's rally from pinned": (scene(MOB, pinned=True), RallyPinned(unit="reds")),
    "the same without an officer yet": (scene(MOB, led=False, pinned=True), RallyPinned(unit="reds")),
    "rally from rout": (scene(REDS, rout=Rout(1, "whites")), RallyRout(unit="reds")),
    "a Mob's rally from rout": (scene(MOB, rout=Rout(1, "whites")), RallyRout(unit="reds")),
    "a Mob's rally from terror": (scene(MOB, terror=2), RallyTerror(unit="reds")),
    "a frightened train": (battle(TRAIN), RallyRout(unit="reds")),
}


@pytest.mark.parametrize("name", CASES)
def test_told_chances_are_those_of_the_dice(name: str) -> None:
    state, action = CASES[name]
    state = changed(state, "reds", acted=0)
    row = DEEDS[type(action)]
    told = row.odds(state, row.judge(state, action, ATTACK)).chances
    assert told
    for prospect in told:
        kind = prospect.outcome.kind
        found = every_die(lambda chance, kind=kind: came_about(state, action, kind, chance))
        assert found.get(True, Fraction(0)) == prospect.chance
