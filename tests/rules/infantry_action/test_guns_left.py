"""Whoever mans a gun that stands ready has no weapon of his own beside it; away from it he has. IA-R006, IA-R068"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.play.fire.arms import of_man
from rules.infantry_action.state import ATTACKER, State
from tests.rules.infantry_action.field import changed, field, team


def armed(state: State, id_: str) -> bool:
    return of_man(state, state.figure(id_)) is not None


@pytest.mark.rule("IA-R006", "IA-R068")
@pytest.mark.parametrize(("metres", "own"), [(0.0, False), (10.0, False), (10.5, True), (60.0, True)])
def test_a_gunner_has_a_weapon_of_his_own_more_than_10_m_from_his_gun(metres: float, own: bool) -> None:
    state = field(team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 50)))
    assert armed(changed(state, "gun2", at=(100.0 - metres, 50.0)), "gun2") == own


@pytest.mark.rule("IA-R006")
@pytest.mark.parametrize("what", ["gone", "off the table", "none"])
def test_whose_gun_is_no_more_has_his_own(what: str) -> None:
    state = field(team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 50)))
    gun = state.find_gun("gun-gun")
    assert gun is not None
    if what == "none":
        state = changed(state, "gun1", serves=None)
    else:
        state = state.with_gun(replace(gun, gone=True) if what == "gone" else replace(gun, at=None))
    assert armed(state, "gun1")
    assert not armed(changed(state, "gun1", weapons=()), "gun1")
