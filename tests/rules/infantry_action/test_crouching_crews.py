"""Men who man heavy equipment crouch: they count as standing, prone or not. IA-base.heavy-crew-standing"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Posture, Weapon
from rules.infantry_action.play.ground.places import counted
from rules.infantry_action.play.reaction.circumstances import circumstances
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import SOUTH, changed, field, section, team


def crew(*, gone: bool = False):
    """A gun with a prone crew of three, 20 m from man to man, and an enemy far off."""
    gun = team("gun", ATTACKER, Weapon.AT_GUN, at=(100, 50), gone=gone)
    men = tuple(replace(man, at=(100.0 + 20 * n, 50.0), posture=Posture.PRONE) for n, man in enumerate(gun.figures))
    return field(replace(gun, figures=men), section("red", DEFENDER, at=(100, 350), facing=SOUTH))


@pytest.mark.rule("IA-base.heavy-crew-standing", "IA-iso.figure", "IA-iso.leader", "IA-R018")
def test_a_prone_crew_keeps_together_over_30_m() -> None:
    """Its corporal is 20 m from the second man, and 40 from the third, who has the second 20 m off."""
    seen = circumstances(crew(), crew().group("gun"))
    assert (seen.isolated, seen.leaderless) == (0, 0)


@pytest.mark.rule("IA-base.heavy-crew-standing", "IA-iso.figure")
def test_without_their_gun_prone_men_are_isolated_beyond_10_m() -> None:
    """All three; of leaders none of them is, as their corporal leads himself."""
    state = crew(gone=True)
    assert circumstances(state, state.group("gun")).isolated == 3
    assert {counted(state, man) for man in state.men("gun")} == {Posture.PRONE}


@pytest.mark.rule("IA-base.heavy-crew-standing", "IA-iso.leader")
def test_a_rifleman_is_led_by_the_crouching_corporal_of_a_gun() -> None:
    """25 m from him: a prone leader would reach 10."""
    state = field(
        team("gun", ATTACKER, Weapon.AT_GUN, at=(100, 50)),
        section("able", ATTACKER, 2, at=(100, 75), spacing=5, posture=Posture.PRONE),
    )
    state = changed(state, "able1", rank=state.figure("able2").rank)
    state = changed(state, "gun1", posture=Posture.PRONE)
    assert circumstances(state, state.group("able")).leaderless == 0
