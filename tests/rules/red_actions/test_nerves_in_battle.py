"""Nerves at work in a battle: markers, tests, retirements, routs, rallies. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.red_actions.actions.command import Disperse, RallyPinned, RallyRout, RallyTerror
from rules.red_actions.book.kinds import Light, Test
from rules.red_actions.book.morale import Doing
from rules.red_actions.events.morale import Driven, GaveUp, Tested
from rules.red_actions.pending.morale import LoseBases, Mark, OfficerDice, Retire, RunAway, TakeTest
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.morale import rallying, routers
from rules.red_actions.play.morale.deeds import MORALE_DEEDS
from rules.red_actions.play.morale.hesitation import hesitates
from rules.red_actions.play.morale.numbers import success
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Hidden, Rout
from rules.violation import RuleViolation
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    EAST,
    SOUTH,
    WEST,
    acting,
    answering,
    area,
    board,
    changed,
    course,
    done,
    junior,
    officer,
    unit,
)

DEEDS = {deed.action: deed for deed in MORALE_DEEDS}
REDS, WHITES = "red-regulars", "white-volunteers"


def ran(state: State, *tasks: object, dice: tuple[int, ...] = ()) -> State:
    """The state when these tasks and all that follows from them are done."""
    return went(state, *tasks, dice=dice).state


def went(state: State, *tasks: object, dice: tuple[int, ...] = ()):
    c = course(state, *dice)
    c.push(*tasks)  # type: ignore[arg-type]
    settle(c)
    return c


def battle(*parts: Any, **changes: Any) -> State:
    """Small battles of large armies, which do not break for the loss of a unit."""
    state = fields.battle(*parts, **changes)
    return replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))


def field(**changes: object) -> State:
    """Reds in the south at 30,20 look north; Whites 10 in north of them."""
    reds = unit("reds", card=REDS, at=(30, 20), **changes)
    return battle(reds, unit("whites", DEFENDER, WHITES, at=(30, 30)), junior("reds", token="red-zero-plain"))


# ── Markers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-def.terror.1", "RA-def.pinned", "RA-rally.pinned.3")
def test_markers_are_put_on() -> None:
    state = ran(field(), Mark("reds", terror=2, humiliated=1, pinned=True), Mark("reds", pinned=True))
    reds = state.unit("reds")
    assert (reds.terror, reds.humiliated, reds.pinned, reds.routing) == (2, 1, True, False)


@pytest.mark.rule("RA-def.terror.1", "RA-def.humiliated", "RA-rout.1", "RA-rout.2")
def test_more_markers_than_bases_rout_at_once() -> None:
    """Four bases: four markers stand, the fifth routs them. 8 in straight away from the Whites, facing south."""
    state = ran(field(terror=3, humiliated=1, pinned=True), Mark("reds", terror=1, threat="whites"))
    reds = state.unit("reds")
    assert reds.routing
    assert not reds.pinned
    assert reds.at == pytest.approx((30, 12))
    assert reds.facing == pytest.approx(SOUTH)
    assert reds.acted == 1


def test_as_many_markers_as_bases_stand() -> None:
    assert not ran(field(terror=3), Mark("reds", terror=1)).unit("reds").routing


def test_vehicles_and_lone_officers_take_no_marker() -> None:
    state = battle(unit("tank", card="tank-mg", bases=1), officer("boss", at=(40, 10)))
    state = ran(state, Mark("tank", terror=2, pinned=True), Mark("boss", terror=1))
    assert state.unit("tank").terror == 0
    assert state.unit("boss").terror == 0


@pytest.mark.rule("RA-morale.trigger.base")
def test_a_lost_base_is_a_fear_test() -> None:
    """Red Regulars, fear 8: 4 + 4 passes, and the base is in the losses."""
    c = went(field(), LoseBases("reds", 1, tests=1, threat="whites"), dice=(4, 4))
    assert len(c.state.unit("reds").bases) == 3
    assert [(loss.base.id, loss.how, loss.by) for loss in c.state.losses] == [("reds4", "destroyed", "whites")]
    assert next(e for e in c.events if isinstance(e, Tested)).passed


def test_the_last_base_takes_the_unit_and_its_junior_but_no_senior_with_it() -> None:
    """RA-R138"""
    boss = officer("boss", at=(30, 20), with_unit="reds")
    state = battle(unit("reds", card=REDS, at=(30, 20), bases=1), junior("reds"), boss)
    state = ran(state, LoseBases("reds", 1, tests=1))
    assert state.find("reds") is None
    assert state.officer("reds-junior").fate == "casualty"
    assert state.unit("boss").with_unit == ""
    assert state.officer("boss-man").fit


def test_the_officers_base_of_a_stiffened_unit_goes_first() -> None:
    """RA-char.stiffening.3, RA-R48"""
    from rules.red_actions.units import Base

    plain = unit("men", card="white-conscripts", bases=3)
    men = replace(plain, bases=(Base("lead", "white-officers"), *plain.bases))
    state = battle(men)
    assert {b.card for b in ran(state, LoseBases("men", 1)).unit("men").bases} == {"white-conscripts"}
    given = ran(state, LoseBases("men", 1, how="given-up", fire_or_combat=False))
    assert "lead" in {b.id for b in given.unit("men").bases}


@pytest.mark.rule("RA-char.stiffening.2")
def test_stiffened_conscripts_test_as_volunteers() -> None:
    """White Conscripts fear 7, Volunteers 9."""
    from rules.red_actions.units import Base

    plain = unit("men", card="white-conscripts", bases=3)
    assert success(battle(plain), plain, Test.FEAR).value == 7
    men = replace(plain, bases=(*plain.bases, Base("lead", "white-officers")))
    assert success(battle(men), men, Test.FEAR).value == 9


# ── Tests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-morale.roll.1", "RA-morale.fail.fear")
@pytest.mark.parametrize(("dice", "routs"), [((4, 4), False), ((4, 5), True)])
def test_a_failed_fear_test_routs(dice: tuple[int, int], routs: bool) -> None:
    """Red Regulars: fear 8."""
    assert ran(field(), TakeTest("reds", Test.FEAR, "charged", "whites"), dice=dice).unit("reds").routing is routs


@pytest.mark.rule("RA-morale.fail.serious", "RA-retire.1", "RA-retire.6")
def test_a_failed_serious_test_retires() -> None:
    """Serious 7: 8 fails; 3 in back, still facing north, evading from then on."""
    state = ran(field(), TakeTest("reds", Test.SERIOUS, "fire", "whites"), dice=(4, 4))
    reds = state.unit("reds")
    assert reds.at == pytest.approx((30, 17))
    assert reds.facing == 0.0
    assert not reds.routing
    assert reds.evading
    assert reds.acted == 1
    assert reds.went_back == pytest.approx(3)


@pytest.mark.rule("RA-morale.roll.2")
def test_twelve_always_fails() -> None:
    state = battle(unit("fk", card="white-officers", at=(30, 20)), junior("fk", token="white-plus2-plain"))
    state = state if "white-plus2-plain" in {t.id for t in state.cards.tokens} else battle(
        unit("fk", card="white-officers", at=(30, 20))
    )  # fmt: skip
    assert ran(state, TakeTest("fk", Test.FEAR, "gas"), dice=(6, 6)).unit("fk").routing


@pytest.mark.rule("RA-weather.night.morale")
def test_at_night_the_roll_is_one_higher() -> None:
    """8 against fear 8 passes by day, 8 + 1 fails by night."""
    task = TakeTest("reds", Test.FEAR, "charged", "whites")
    night = replace(field(), light=Light.DARK)
    assert not ran(field(), task, dice=(4, 4)).unit("reds").routing
    assert ran(night, task, dice=(4, 4)).unit("reds").routing


@pytest.mark.rule("RA-officer.morale.1", "RA-morale.mod.officer")
def test_the_junior_officers_morale_counts() -> None:
    state = battle(unit("reds", card=REDS), junior("reds", token="red-plus1-plain"))
    assert success(state, state.unit("reds"), Test.FEAR).value == 9


@pytest.mark.rule("RA-officer.morale.2", "RA-officer.morale.3")
@pytest.mark.parametrize(("apart", "value"), [(12.5, 10), (13.5, 9)])
def test_one_senior_officer_near_adds_his(apart: float, value: int) -> None:
    """Junior +1, senior +1 within 12 in, seen: 8 + 1 + 1. His base is 1.2 in wide, the unit's middle base too."""
    east = 30 + 2.4 + apart - 0.5 + 0.6
    boss = officer("boss", token="red-plus1-plain", at=(east, 10))
    state = battle(unit("reds", card=REDS, at=(30, 10)), junior("reds", token="red-plus1-commissar"), boss)
    assert success(state, state.unit("reds"), Test.FEAR).value == value


@pytest.mark.rule("RA-officer.morale.4")
def test_a_senior_in_command_counts_in_place_of_the_junior() -> None:
    boss = officer("boss", token="red-plus2-storm", at=(30, 10), with_unit="reds", commands=True)
    state = battle(unit("reds", card=REDS, at=(30, 10)), junior("reds", token="red-minus1-plain"), boss)
    assert success(state, state.unit("reds"), Test.FEAR).value == 10


@pytest.mark.rule("RA-morale.mod.flank")
def test_an_enemy_behind_the_flank_unsettles_unless_friends_could_charge_him() -> None:
    """Whites 6 in south of Reds who look north: -2, but not with sabres near who could charge them."""
    behind = unit("whites", DEFENDER, WHITES, at=(30, 14), facing=0)
    reds = unit("reds", card=REDS, at=(30, 20))
    assert success(battle(reds, behind), reds, Test.FEAR).value == 6
    friends = unit("horse", card="red-cavalry", at=(42, 20), facing=WEST)
    assert success(battle(reds, behind, friends), reds, Test.FEAR).value == 8


@pytest.mark.rule("RA-morale.mod.works")
def test_a_trench_steadies() -> None:
    reds = unit("reds", card=REDS, at=(30, 20))
    state = battle(reds, board=board(area("trench", 20, 19, 40, 21)))
    assert success(state, reds, Test.FEAR).value == 10


@pytest.mark.rule("RA-morale.multiple")
def test_tests_after_a_rout_are_not_taken() -> None:
    """RA-R38: the first fear test fails; the serious test and the retire of that event are not taken."""
    fear, serious = (
        TakeTest("reds", Test.FEAR, "a base lost", "whites"),
        TakeTest("reds", Test.SERIOUS, "fire", "whites"),
    )
    c = went(field(), fear, serious, Retire("reds", "whites"), dice=(6, 5))
    assert sum(isinstance(e, Tested) for e in c.events) == 1
    assert c.state.unit("reds").at == pytest.approx((30, 12))


# ── Retirements ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-retire.2")
def test_cavalry_retires_6_in() -> None:
    state = battle(unit("horse", card="red-cavalry", at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 30)))
    assert ran(state, Retire("horse", "whites")).unit("horse").at == pytest.approx((30, 14))


@pytest.mark.rule("RA-retire.5")
def test_unlimbered_guns_disregard_it() -> None:
    state = battle(unit("guns", card="field-gun", bases=2, at=(30, 20)))
    assert ran(state, Retire("guns", "")).unit("guns").at == (30, 20)


@pytest.mark.rule("RA-retire.10")
def test_no_more_than_3_in_a_turn() -> None:
    """It has gone back 2 in of its own will: 1 in is left, then nothing."""
    state = changed(field(), "reds", went_back=2.0, went_back_turn=1)
    state = ran(state, Retire("reds", "whites"))
    assert state.unit("reds").at == pytest.approx((30, 19))
    assert ran(state, Retire("reds", "whites")).unit("reds").at == pytest.approx((30, 19))


@pytest.mark.rule("RA-retire.opt")
def test_a_second_retire_may_be_a_terror_marker_instead() -> None:
    state = replace(field(), options=(("second-retire", "terror"),))
    state = ran(state, Retire("reds", "whites"), Retire("reds", "whites"))
    assert state.unit("reds").terror == 1


@pytest.mark.rule("RA-retire.3")
def test_hard_cover_cancels_one_retire_a_turn() -> None:
    woods = board(area("woods", 20, 15, 40, 25))
    state = battle(unit("reds", card=REDS, at=(30, 20)), unit("whites", DEFENDER, WHITES, at=(30, 40)), board=woods)
    state = answering(state, ATTACKER, spare="cover")
    once = ran(state, Retire("reds", "whites"))
    assert once.unit("reds").at == (30, 20)
    assert once.unit("reds").acted == 0
    assert ran(once, Retire("reds", "whites")).unit("reds").at == pytest.approx((30, 17))


@pytest.mark.rule("RA-char.storm.1", "RA-retire.4")
def test_storm_troops_may_give_up_a_base() -> None:
    state = battle(unit("storm", card="communist-detachment", at=(30, 20)))
    state = answering(state, ATTACKER, spare="base")
    state = ran(state, Retire("storm", ""))
    assert len(state.unit("storm").bases) == 3
    assert state.unit("storm").at == (30, 20)
    assert state.losses[0].how == "given-up"


@pytest.mark.rule("RA-char.specialist.1", "RA-retire.4")
def test_specialists_may_take_a_marker() -> None:
    """RA-R141: one that is more than its bases routs it."""
    state = answering(battle(unit("rifles", card="latvian-rifles", at=(30, 20))), ATTACKER, spare="marker")
    assert ran(state, Retire("rifles", "")).unit("rifles").terror == 1
    assert ran(changed(state, "rifles", terror=4), Retire("rifles", "")).unit("rifles").routing


def test_who_may_choose_is_asked() -> None:
    c = went(battle(unit("storm", card="communist-detachment", at=(30, 20))), Retire("storm", ""))
    assert c.state.question is not None
    assert c.state.question.choices == ("retire", "base")


@pytest.mark.rule("RA-retire.7")
def test_friends_behind_are_pushed_back() -> None:
    """Depth 0.8: a unit whose middle is 2 in behind is pushed until both have room."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), unit("behind", card=REDS, at=(30, 18)),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    state = ran(state, Retire("reds", "whites"))
    assert state.unit("reds").at == pytest.approx((30, 17))
    pushed = state.unit("behind").at
    assert pushed is not None
    assert 15.9 <= pushed[1] <= 16.25


@pytest.mark.rule("RA-retire.8", "RA-retire.9", "RA-misc.edge.3")
def test_impassable_ground_and_the_edge_stop_a_retirement() -> None:
    state = battle(unit("reds", card=REDS, at=(30, 2)), unit("whites", DEFENDER, WHITES, at=(30, 30)))
    at = ran(state, Retire("reds", "whites")).unit("reds").at
    assert at is not None
    assert 0 <= at[1] <= 0.26


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
    state = replace(changed(state, "reds", acted=0), turn=2)
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


# ── Rallies ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def run_deed(state: State, action, *dice: int, by=ATTACK) -> State:
    deed = DEEDS[type(action)]
    c = course(state, *dice)
    ready = deed.judge(state, action, by)
    for event in deed.carry_out(state, ready, c.chance):
        c.note(event)
    settle(c)
    return c.state


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


def routing(**changes: object) -> State:
    """Reds have run since turn 1 and it is turn 2."""
    state = field(rout=Rout(1, "whites", began_at=(30, 20)), terror=2, **changes)
    return replace(changed(state, "reds", acted=1), turn=2)


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


# ── Mobs ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-char.mob.1", "RA-note.mob")
@pytest.mark.parametrize(("die", "stays"), [(2, True), (3, False)])
def test_a_mob_hesitates(die: int, stays: bool) -> None:
    state = battle(
        unit("mob", at=(30, 20), terror=1), junior("mob", token="red-zero-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 30)),
    )  # fmt: skip
    after = run_deed(state, RallyTerror(unit="mob"), die)
    assert after.unit("mob").terror == (1 if stays else 0)
    c = course(acting(state, "mob"))
    assert not hesitates(c, "mob", Doing.SHOOT)
    assert not c.events


def test_a_mob_that_sees_nobody_does_not_hesitate() -> None:
    state = battle(unit("mob", at=(30, 20), terror=1), junior("mob", token="red-zero-plain"))
    assert run_deed(state, RallyTerror(unit="mob")).unit("mob").terror == 0


# ── Officers' dice ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-officer.loss.1", "RA-officer.loss.2", "RA-morale.trigger.officers", "RA-combat.officer.3")
def test_the_last_officers_fall_is_a_marker_and_a_serious_test() -> None:
    """A 1: he falls; one terror marker; serious 7 on 3 + 4 holds."""
    c = went(field(), OfficerDice("reds", "shooting", "whites"), dice=(1, 3, 4))
    assert c.state.officer("reds-junior").fate == "casualty"
    assert c.state.unit("reds").terror == 1
    assert [e.test for e in c.events if isinstance(e, Tested)] == [Test.SERIOUS]


@pytest.mark.rule("RA-combat.officer.1", "RA-combat.officer.2")
@pytest.mark.parametrize(("runs", "falls"), [(False, False), (True, True)])
def test_in_combat_a_two_counts_for_a_routing_unit(runs: bool, falls: bool) -> None:
    state = changed(field(), "reds", rout=Rout(1, "whites")) if runs else field()
    c = went(state, OfficerDice("reds", "combat", "whites"), dice=(2,))
    assert c.state.officer("reds-junior").fit is not falls


def test_a_unit_without_officers_rolls_no_die() -> None:
    """RA-R132; the serious test of the result itself is taken all the same."""
    state = battle(unit("reds", card=REDS, at=(30, 20)))
    c = went(state, OfficerDice("reds", "shooting", serious=True), dice=(3, 4))
    assert len([e for e in c.events if isinstance(e, Tested)]) == 1
    assert c.state.unit("reds").terror == 0


@pytest.mark.rule("RA-officer.loss.3")
def test_a_new_officer_is_drawn_before_the_next_action_and_counts_for_it() -> None:
    from rules.chance import Scripted
    from rules.red_actions.course import Course

    state = changed(field(), "reds", terror=1)
    fallen = ran(state, OfficerDice("reds", "shooting"), dice=(1, 3, 4))
    assert fallen.junior("reds") is None
    c = Course(fallen, Scripted(("card:red-plus1-plain",)))
    from rules.red_actions.play.turn.segments import take

    take(c, "reds")
    new = c.state.junior("reds")
    assert new is not None
    assert new.token == "red-plus1-plain"
    assert new.replaces == "reds-junior"
    assert success(c.state, c.state.unit("reds"), Test.FEAR).value == 9


def test_hidden_units_keep_their_nerves_to_themselves() -> None:
    state = changed(field(), "reds", hidden=Hidden.AMBUSH)
    c = went(state, Mark("reds", terror=1))
    marked = c.events[1]
    assert marked.audience == (ATTACKER,)


def test_the_odds_of_a_rally_are_exact() -> None:
    """Rally 7: 21 of 36."""
    from fractions import Fraction

    state = field(pinned=True)
    odds = rallying.pinned_odds(state, state.unit("reds"))
    assert [chance for _, chance in odds.chances] == [Fraction(21, 36)]


_ = DEFENCE, done
