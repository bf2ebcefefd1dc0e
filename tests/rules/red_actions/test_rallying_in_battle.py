"""Rallies in a battle, from terror, pinned and rout. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Disperse
from rules.red_actions.actions.morale import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.events.morale import Rallied
from rules.red_actions.play.morale import routers
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Rout
from rules.seam.viewing import PUBLIC
from tests.rules.red_actions.field import (
    ATTACK,
    changed,
    unit,
)
from tests.rules.red_actions.nerves import DEEDS, WHITES, battle, field, routing, run_deed

# ── Rallies ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.rally-terror", "RA-rally.terror.1", "RA-def.terror.3", "RA-evade.2")
def test_rallying_from_terror_takes_all_of_it_off() -> None:
    state = run_deed(field(terror=3, humiliated=1, pinned=True), RallyTerror(unit="reds"))
    reds = state.unit("reds")
    assert (reds.terror, reds.humiliated, reds.pinned, reds.evading, reds.acted) == (0, 1, True, True, 1)


@pytest.mark.rule("RA-rally.terror.2")
def test_a_house_rule_limits_it() -> None:
    """D3 of a 4 is 2."""
    state = replace(field(terror=3), options=(("rally-terror-limit", "d3"),))
    assert run_deed(state, RallyTerror(unit="reds"), 4).unit("reds").terror == 1


def test_nothing_to_rally_from_is_refused() -> None:
    with pytest.raises(RuleViolation, match="no terror markers"):
        DEEDS[RallyTerror].judge(field(humiliated=1), RallyTerror(unit="reds"), ATTACK)


@pytest.mark.rule(
    "RA-action.extra.rally-pinned", "RA-morale.trigger.rally-pinned", "RA-rally.pinned.1", "RA-rally.pinned.2",
    "RA-morale.fail.rally-pinned",
)  # fmt: skip
@pytest.mark.parametrize(("dice", "off"), [((3, 4), True), ((4, 4), False)])
def test_rallying_from_pinned(dice: tuple[int, int], off: bool) -> None:
    """Red Regulars rally on 7. Beside the action: the segment goes on."""
    state = run_deed(field(pinned=True), RallyPinned(unit="reds"), *dice)
    assert state.unit("reds").pinned is not off
    assert state.segment is not None
    assert state.segment.pinned_down is not off
    if not off:
        with pytest.raises(RuleViolation, match="rally has failed"):
            DEEDS[RallyTerror].judge(changed(state, "reds", terror=1), RallyTerror(unit="reds"), ATTACK)


@pytest.mark.rule("RA-action.rally-rout", "RA-morale.trigger.rally-rout", "RA-rally.rout.2", "RA-evade.3")
def test_a_rally_from_rout() -> None:
    state = run_deed(routing(), RallyRout(unit="reds"), 3, 4)
    reds = state.unit("reds")
    assert not reds.routing
    assert reds.terror == 0
    assert not reds.evading
    assert reds.acted == 2


@pytest.mark.rule("RA-morale.fail.rally-rout", "RA-rally.rout.3")
def test_a_failed_rally_is_a_humiliated_marker_and_a_rout_move() -> None:
    state = run_deed(routing(), RallyRout(unit="reds"), 4, 4)
    reds = state.unit("reds")
    assert reds.routing
    assert reds.humiliated == 1
    assert reds.terror == 2
    assert reds.at == pytest.approx((30, 12))


@pytest.mark.rule("RA-rally.rout.1")
def test_pursuers_within_a_move_forbid_a_rally() -> None:
    """Whites move 8: at 10 in less two half depths they are 9.2 in off, and it may try; at 5 in not."""
    rout = Rout(1, "whites", pursuers=(("whites", 1),), began_at=(30, 20))
    state = changed(routing(), "reds", rout=rout)
    DEEDS[RallyRout].judge(state, RallyRout(unit="reds"), ATTACK)
    with pytest.raises(RuleViolation, match="pursuers"):
        DEEDS[RallyRout].judge(changed(state, "whites", at=(30, 25)), RallyRout(unit="reds"), ATTACK)


def test_a_rallied_unit_with_too_many_humiliated_markers_routs_again_and_may_disperse() -> None:
    """RA-R59: five humiliated markers on four bases."""
    state = changed(routing(), "reds", humiliated=5)
    assert run_deed(state, RallyRout(unit="reds"), 1, 1).unit("reds").routing
    gone = run_deed(state, Disperse(unit="reds"))
    assert gone.find("reds") is None
    assert {loss.how for loss in gone.losses} == {"removed"}
    with pytest.raises(RuleViolation, match="can still rally"):
        DEEDS[Disperse].judge(routing(), Disperse(unit="reds"), ATTACK)


@pytest.mark.rule("RA-rally.crew.1", "RA-rally.crew.2")
def test_a_machine_gun_team_rallies_as_infantry_and_leaves_its_weapons_at_first_failure() -> None:
    """Reds rally as Red Regulars or whoever their army's card names: here a 12 fails in any case."""
    team = unit("guns", card="mg-team", bases=1, at=(30, 12), rout=Rout(1, None, began_at=(30, 20)), acted=1)
    state = replace(battle(team), turn=2)
    after = run_deed(state, RallyRout(unit="guns"), 6, 6)
    left = routers.weapons_left(after, "guns")
    assert left is not None
    assert left.at == (30, 20)
    assert after.unit("guns").routing


@pytest.mark.rule("RA-rally.crew.3")
def test_threatened_weapons_are_out_of_reach() -> None:
    """Whites, move 8 and range 12: weapons within 8 in of them are threatened."""
    from rules.red_actions.units import Abandoned

    state = battle(unit("whites", DEFENDER, WHITES, at=(30, 30)))
    near = Abandoned("a", "weapons", "guns", ATTACKER, (30, 23), 0.0, ())
    far = Abandoned("a", "weapons", "guns", ATTACKER, (30, 20), 0.0, ())
    assert not routers.may_go_back(state, near)
    assert routers.may_go_back(state, far)


@pytest.mark.rule("RA-rally.opt.ra.1", "RA-rally.opt.ra.2", "RA-rally.opt.ra.3")
def test_the_original_rally_rules() -> None:
    """Rally 7: 10 is 3 over, the unit is gone; 9 is a rout move alone; teams cannot rally."""
    state = replace(routing(), options=(("rally-rules", "original"),))
    assert run_deed(state, RallyRout(unit="reds"), 5, 5).find("reds") is None
    ran_on = run_deed(state, RallyRout(unit="reds"), 4, 5).unit("reds")
    assert ran_on.humiliated == 0
    assert ran_on.at == pytest.approx((30, 12))
    team = unit("guns", card="mg-team", bases=1, rout=Rout(1), acted=1)
    crew = replace(battle(team), turn=2, options=(("rally-rules", "original"),))
    with pytest.raises(RuleViolation):
        DEEDS[RallyRout].judge(crew, RallyRout(unit="guns"), ATTACK)


@pytest.mark.rule("RA-rally.opt.delay")
def test_rallied_units_may_have_to_hold_back() -> None:
    """Two turns in rout (1 and 2): until the end of turn 2 + 4."""
    state = replace(routing(), options=(("rally-delay", "on"),))
    assert run_deed(state, RallyRout(unit="reds"), 3, 4).unit("reds").held_back_until == 6


@pytest.mark.rule("RA-rally.opt.delay")
@pytest.mark.parametrize(("holds", "words"), [
    (0, "Reds rally"), (5, "Reds rally; no move towards the enemy until turn 5"),
])  # fmt: skip
def test_a_rally_from_rout_is_told_with_the_turns_that_it_holds_back(holds: int, words: str) -> None:
    said = tell(field(), Rallied(unit="reds", facing=0.0, holds=holds), PUBLIC)
    assert said is not None
    assert said.headline == words
