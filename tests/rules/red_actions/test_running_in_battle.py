"""Retirements and routs in a battle. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.book.kinds import Test
from rules.red_actions.events.morale import Driven, GaveUp, Tested
from rules.red_actions.pending.morale import RetireUnit, RunAway
from rules.red_actions.state import ATTACKER, DEFENDER, Segment
from tests.rules.red_actions.field import (
    EAST,
    answering,
    area,
    board,
    changed,
    junior,
    officer,
    unit,
)
from tests.rules.red_actions.nerves import REDS, WHITES, battle, field, ran, run_deed, went

# ── Retirements ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-retire.2")
def test_cavalry_retires_6_in() -> None:
    state = battle(unit("horse", card="red-cavalry", at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 30)))
    assert ran(state, RetireUnit("horse", "whites")).unit("horse").at == pytest.approx((30, 14))


@pytest.mark.rule("RA-retire.5")
def test_unlimbered_guns_disregard_it() -> None:
    state = battle(unit("guns", card="field-gun", bases=2, at=(30, 20)))
    assert ran(state, RetireUnit("guns", "")).unit("guns").at == (30, 20)


@pytest.mark.rule("RA-retire.10")
def test_no_more_than_3_in_a_turn() -> None:
    """It has gone back 2 in of its own will: 1 in is left, then nothing."""
    state = changed(field(), "reds", went_back=2.0, went_back_turn=1)
    state = ran(state, RetireUnit("reds", "whites"))
    assert state.unit("reds").at == pytest.approx((30, 19))
    assert ran(state, RetireUnit("reds", "whites")).unit("reds").at == pytest.approx((30, 19))


@pytest.mark.rule("RA-retire.opt")
def test_a_second_retire_may_be_a_terror_marker_instead() -> None:
    state = replace(field(), options=(("second-retire", "terror"),))
    state = ran(state, RetireUnit("reds", "whites"), RetireUnit("reds", "whites"))
    assert state.unit("reds").terror == 1


@pytest.mark.rule("RA-retire.3")
def test_hard_cover_cancels_one_retire_a_turn() -> None:
    woods = board(area("woods", 20, 15, 40, 25))
    state = battle(unit("reds", card=REDS, at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 40)), board=woods)
    state = answering(state, ATTACKER, spare="cover")
    once = ran(state, RetireUnit("reds", "whites"))
    assert once.unit("reds").at == (30, 20)
    assert once.unit("reds").acted == 0
    assert ran(once, RetireUnit("reds", "whites")).unit("reds").at == pytest.approx((30, 17))


@pytest.mark.rule("RA-char.storm.1", "RA-retire.4")
def test_storm_troops_may_give_up_a_base() -> None:
    state = battle(unit("storm", card="communist-detachment", at=(30, 20)))
    state = answering(state, ATTACKER, spare="base")
    state = ran(state, RetireUnit("storm", ""))
    assert len(state.unit("storm").bases) == 3
    assert state.unit("storm").at == (30, 20)
    assert state.losses[0].how == "given-up"


@pytest.mark.rule("RA-char.specialist.1", "RA-retire.4")
def test_specialists_may_take_a_marker() -> None:
    """RA-R141: one that is more than its bases routs it."""
    state = answering(battle(unit("rifles", card="latvian-rifles", at=(30, 20))), ATTACKER, spare="marker")
    assert ran(state, RetireUnit("rifles", "")).unit("rifles").terror == 1
    assert ran(changed(state, "rifles", terror=4), RetireUnit("rifles", "")).unit("rifles").routing


def test_who_may_choose_is_asked() -> None:
    c = went(battle(unit("storm", card="communist-detachment", at=(30, 20))), RetireUnit("storm", ""))
    assert c.state.question is not None
    assert c.state.question.choices == ("retire", "base")


@pytest.mark.rule("RA-retire.7")
def test_friends_behind_are_pushed_back() -> None:
    """Depth 0.8: a unit whose middle is 2 in behind is pushed until both have room."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), unit("behind", card=REDS, at=(30, 18)),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    state = ran(state, RetireUnit("reds", "whites"))
    assert state.unit("reds").at == pytest.approx((30, 17))
    pushed = state.unit("behind").at
    assert pushed is not None
    assert 15.9 <= pushed[1] <= 16.25


@pytest.mark.rule("RA-retire.8", "RA-retire.9", "RA-misc.edge.3", "RA-R261")
def test_impassable_ground_and_the_edge_stop_a_retirement() -> None:
    """Four bases are 4.8 in wide and 0.8 deep: a line at 30 reaches from 27.6 on, and 0.4 in behind its middle."""
    state = battle(unit("reds", card=REDS, at=(30, 2)), unit("whites", DEFENDER, WHITES, at=(30, 30)))
    assert ran(state, RetireUnit("reds", "whites")).unit("reds").at == pytest.approx((30, 0.4), abs=0.01)
    pond = board(area("pond", 20, 10, 28, 18))
    state = battle(unit("reds", card=REDS, at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 30)), board=pond)
    assert ran(state, RetireUnit("reds", "whites")).unit("reds").at == pytest.approx((30, 18.4), abs=0.01)
    clear = changed(changed(state, "reds", at=(31, 20)), "whites", at=(31, 30))
    assert ran(clear, RetireUnit("reds", "whites")).unit("reds").at == pytest.approx((31, 17))


@pytest.mark.rule("RA-R261", "RA-retire.7")
def test_who_is_pushed_has_to_fit_on_the_table() -> None:
    """The friends touch the edge with their rear: nobody can push them, and the Reds stop against their front, 1.2 in
    from the edge to their own rear less what stays between: 0.8 + 0.4."""
    state = battle(
        unit("reds", card=REDS, at=(30, 3)), unit("behind", card=REDS, at=(30, 0.4)),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    state = ran(state, RetireUnit("reds", "whites"))
    assert state.unit("behind").at == (30, 0.4)
    at = state.unit("reds").at
    assert at is not None
    assert 1.2 <= at[1] <= 1.46


@pytest.mark.rule("RA-R261", "RA-charge.flee")
def test_who_flees_in_hand_stays_on_the_table_and_a_router_leaves_it() -> None:
    """Foot is 0.8 in deep."""
    state = battle(unit("reds", card=REDS, at=(30, 3)), unit("whites", DEFENDER, WHITES, at=(30, 30)))
    fled = ran(state, RunAway("reds", "whites", "it flees from a charge", steady=True)).unit("reds")
    assert fled.at == pytest.approx((30, 0.4), abs=0.01)
    assert ran(state, RunAway("reds", "whites", "fire")).unit("reds").at is None


# ── Routs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-rout.3")
def test_routers_surrender_to_an_enemy_in_their_path() -> None:
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), junior("reds"),
        unit("whites", DEFENDER, WHITES, at=(30, 30)), unit("trap", DEFENDER, WHITES, at=(30, 14), facing=0),
    )  # fmt: skip
    c = went(state, RunAway("reds", "whites"))
    assert c.state.find("reds") is None
    held = c.state.prisoners[0]
    assert (held.owner, held.guard, len(held.bases)) == (DEFENDER, "trap", 4)
    assert c.state.officer("reds-junior").fate == "captured"
    assert any(isinstance(e, GaveUp) for e in c.events)


@pytest.mark.rule("RA-rout.4")
def test_impassable_ground_destroys_routers() -> None:
    lake = board(area("water", 0, 10, 72, 14))
    state = battle(unit("reds", card=REDS, at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 30)), board=lake)
    state = ran(state, RunAway("reds", "whites"))
    assert state.find("reds") is None
    assert len(state.losses) == 4


@pytest.mark.rule("RA-rout.5", "RA-morale.trigger.interpenetrated", "RA-morale.trigger.routers")
def test_friends_who_are_run_through_test_twice() -> None:
    """Regulars (class 2) run through other Regulars: fear 8, then serious 7. 4 + 4 holds, 4 + 4 retires."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), unit("others", card=REDS, at=(30, 15)),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    c = went(state, RunAway("reds", "whites"), dice=(4, 4, 4, 4))
    tests = [(e.unit, e.test, e.passed) for e in c.events if isinstance(e, Tested)]
    assert tests == [("others", Test.FEAR, True), ("others", Test.SERIOUS, False)]


@pytest.mark.rule("RA-morale.trigger.routers")
def test_only_equal_or_better_class_shakes_those_near() -> None:
    """Conscripts (class 1) run past Regulars (class 2) 5 in off: nobody tests."""
    state = battle(
        unit("mob", card="red-conscripts", at=(30, 20)), unit("others", card=REDS, at=(41, 15)),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    c = went(state, RunAway("mob", "whites"))
    assert not [e for e in c.events if isinstance(e, Tested)]


@pytest.mark.rule("RA-misc.edge.2")
def test_who_runs_off_the_table_has_one_chance() -> None:
    """RA-R114: rallied off the table it comes back next turn; failed, it is lost."""
    state = battle(unit("reds", card=REDS, at=(30, 4)), junior("reds", token="red-zero-plain"))
    state = ran(state, RunAway("reds", ""))
    reds = state.unit("reds")
    assert reds.rout is not None
    assert reds.rout.off_table
    assert reds.at is None
    state = replace(changed(state, "reds", acted=0), turn=2, segment=Segment(ATTACKER))
    back = run_deed(state, RallyRout(unit="reds"), 3, 4)
    assert back.unit("reds").rout is None
    assert back.unit("reds").arrives == 3
    gone = run_deed(state, RallyRout(unit="reds"), 4, 4)
    assert gone.find("reds") is None
    assert len(gone.losses) == 4


def test_unlimbered_guns_are_left_by_their_crews() -> None:
    """RA-R78"""
    state = ran(battle(unit("guns", card="field-gun", bases=2, at=(30, 20))), RunAway("guns", ""))
    assert state.find("guns") is None
    left = state.abandoned[0]
    assert left.what == "guns"
    assert len(left.bases) == 2
    assert left.at == (30, 20)


def test_a_senior_officer_stays_when_the_guns_are_left_and_their_own_goes() -> None:
    """RA-R78, RA-R138"""
    parts = (unit("guns", card="field-gun", bases=2, at=(30, 20)), junior("guns", token="red-zero-plain"))
    chief = officer("chief", at=(30, 20), with_unit="guns", token="red-zero-plain")
    state = ran(battle(*parts, chief), RunAway("guns", ""))
    assert state.find("guns") is None
    assert state.junior("guns") is None
    assert (state.unit("chief").at, state.unit("chief").with_unit) == ((30, 20), "")


def test_routers_go_round_formed_cavalry() -> None:
    """RA-R113: 2 bases wide each (2.4 in); they step aside and run past."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20), bases=2),
        unit("horse", card="white-cossacks", at=(30.5, 15), bases=2, formed=True, facing=EAST),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    c = went(state, RunAway("reds", "whites"), dice=(1, 1, 1, 1))
    driven = next(e for e in c.events if isinstance(e, Driven))
    assert len(driven.way) == 3
    assert driven.way[1][0] < 30
    assert driven.inches == pytest.approx(8)
    assert c.state.unit("reds").routing
