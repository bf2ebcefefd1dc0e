"""What is told of fires, wire and scouting before the dice is what the dice give: the deed run for every die."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.action import Action
from rules.kernel.chance import Chance
from rules.kernel.every_die import every_die
from rules.red_actions.actions.ambush import Scout
from rules.red_actions.actions.works import CutWire, Dig, FightFire, SetFire
from rules.red_actions.course import Course
from rules.red_actions.events.ambush import Searched
from rules.red_actions.events.turn import Hesitated
from rules.red_actions.events.works import FireFought, FireLaid, WireCrushed, WireTried
from rules.red_actions.play.ambush.deeds import AMBUSH_DEEDS
from rules.red_actions.play.works.deeds import WORKS_DEEDS
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Blaze
from tests.rules.red_actions.field import ATTACK, area, battle, board, junior, line, unit

DEEDS = {deed.action: deed for deed in (*AMBUSH_DEEDS, *WORKS_DEEDS)}
MOB, REDS = "red-conscripts", "red-regulars"
GROUND = board(
    area("building", 28, 11, 34, 15, name="Mill"),
    line("wire", (40, 12), (60, 12), width=0.5, name="Wire"),
    area("woods", 4, 12, 16, 20, name="Wood"),
)


def scene(card: str, at: tuple[float, float], *, enemy: tuple[float, float] = (38, 20), **changes: object) -> State:
    foe = unit("whites", DEFENDER, "white-volunteers", at=enemy)
    own = unit("reds", card=card, at=at, **changes)
    blazes = (Blaze("Mill", 2),)
    return battle(own, junior("reds", token="red-zero-plain"), foe, board=GROUND, blazes=blazes, turn=2)


def came_about(state: State, action: Action, kind: str, chance: Chance) -> bool:
    row = DEEDS[type(action)]
    course = Course(state, chance)
    course.note(*row.carry_out(state, row.judge(state, action, ATTACK), chance))
    for event in course.events:
        match event:
            case Hesitated() if kind == "hesitates":
                return event.stays
            case FireLaid() if kind == "fire-laid":
                return event.markers > event.before
            case FireFought() if kind == "fire-down":
                return event.markers < event.before
            case FireFought() if kind == "fire-out":
                return not event.markers
            case WireTried() if kind == "across":
                return event.across
            case WireCrushed() if kind == "wire-crushed":
                return bool(event.lanes)
            case Searched() if kind == "searched":
                return event.sound
            case _:
                pass
    return False


IN_WIRE = {"in_wire": "Wire", "wire_since": 1}
CASES: dict[str, tuple[State, Action]] = {
    "setting a fire": (scene(REDS, (30, 10.5)), SetFire(unit="reds")),
    "a Mob sets a fire": (scene(MOB, (30, 10.5), enemy=(18, 6)), SetFire(unit="reds")),
    "fighting a fire": (scene(REDS, (30, 10.5)), FightFire(unit="reds")),
    "a Mob fights a fire": (scene(MOB, (30, 10.5), enemy=(18, 6)), FightFire(unit="reds")),
    "a Mob digs": (scene(MOB, (38, 6)), Dig(unit="reds")),
    "crossing wire": (scene(REDS, (50, 11.2), **IN_WIRE), CutWire(unit="reds")),
    "a Mob crosses wire": (scene(MOB, (50, 11.2), **IN_WIRE), CutWire(unit="reds")),
    "engineers": (scene("engineers", (50, 11.2), **IN_WIRE), CutWire(unit="reds")),
    "a tank": (
        scene("tank-mg", (50, 12), bases=1, facing=90.0, kit=("wire-cutter",)),
        CutWire(unit="reds"),
    ),
    "scouting": (scene(REDS, (10, 9)), Scout(unit="reds", place="Wood")),
    "a Mob scouts": (scene(MOB, (10, 9), enemy=(20, 9)), Scout(unit="reds", place="Wood")),
}


@pytest.mark.rule("RA-note.mob")
@pytest.mark.parametrize("name", CASES)
def test_told_chances_are_those_of_the_dice(name: str) -> None:
    state, action = CASES[name]
    row = DEEDS[type(action)]
    told = row.odds(state, row.judge(state, action, ATTACK)).chances
    assert told
    for prospect in told:
        kind = prospect.outcome.kind
        found = every_die(lambda chance, kind=kind: came_about(state, action, kind, chance))
        assert found.get(True, Fraction(0)) == prospect.chance
    if "Mob" in name:
        assert "hesitates" in {prospect.outcome.kind for prospect in told}
