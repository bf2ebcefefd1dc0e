"""What a phone's panel offers a group to do beside moving."""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.actions.movement import GiveTask
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.offers import offers
from rules.infantry_action.ordering import ORDERING
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from tests.rules.infantry_action.field import TRUCK, field, section, team, vehicle
from tests.rules.infantry_action.test_prisoners_taken import taken


def tasks(state: State, side: str, unit: str) -> dict[str, str | None]:
    """Each task that is offered, and with whom or what."""
    found = [offer.action for offer in offers(state, side, unit)]
    return {action.what: action.subject for action in found if isinstance(action, GiveTask)}


def test_prisoners_beside_their_captors_are_offered_to_be_taken_to_the_rear() -> None:
    state = taken()
    assert tasks(state, DEFENDER, "red")["escort"] == "pow"
    assert any(one.label.startswith("Take Prisoners") for one in ORDERING.proposals(state, DEFENDER, "red"))
    assert "escort" not in tasks(taken(escort="red1"), DEFENDER, "red")


def test_a_vehicle_beside_is_entered_and_left() -> None:
    """12 m are within reach, 13 are not."""
    near = field(vehicle("jeep", ATTACKER, TRUCK, at=(100, 50)), section("able", ATTACKER, 1, at=(112, 50)))
    far = field(vehicle("jeep", ATTACKER, TRUCK, at=(100, 50)), section("able", ATTACKER, 1, at=(113, 50)))
    assert "enter" not in tasks(far, ATTACKER, "able")
    assert tasks(near, ATTACKER, "able")["enter"] == "jeep"


def test_a_gun_that_is_not_ready_is_made_ready() -> None:
    state = field(team("mg", ATTACKER, Weapon.TRIPOD_MG))
    packed = replace(state, guns=tuple(replace(gun, ready_from=None) for gun in state.guns))
    assert "prepare" in tasks(packed, ATTACKER, "mg")
    assert "prepare" not in tasks(field(team("mg", ATTACKER, Weapon.TRIPOD_MG)), ATTACKER, "mg")
