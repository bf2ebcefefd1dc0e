"""Markers, morale tests, Mobs and officers' dice in a battle. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.red_actions.actions.morale import RallyTerror
from rules.red_actions.book.kinds import Light, Test
from rules.red_actions.book.morale import Doing
from rules.red_actions.events.morale import Tested
from rules.red_actions.pending.morale import LoseBases, OfficerDice, PutMarkers, RetireUnit, TakeTest
from rules.red_actions.play.morale import rallying
from rules.red_actions.play.morale.hesitation import hesitates
from rules.red_actions.play.morale.numbers import success
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.units import Concealment, Rout
from tests.rules.red_actions.field import (
    SOUTH,
    WEST,
    acting,
    area,
    board,
    changed,
    course,
    junior,
    officer,
    unit,
)
from tests.rules.red_actions.nerves import REDS, WHITES, battle, field, ran, run_deed, went

# ── Markers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-def.terror.1", "RA-def.pinned", "RA-rally.pinned.3")
def test_markers_are_put_on() -> None:
    state = ran(field(), PutMarkers("reds", terror=2, humiliated=1, pinned=True), PutMarkers("reds", pinned=True))
    reds = state.unit("reds")
    assert (reds.terror, reds.humiliated, reds.pinned, reds.routing) == (2, 1, True, False)


@pytest.mark.rule("RA-def.terror.1", "RA-def.humiliated", "RA-rout.1", "RA-rout.2")
def test_more_markers_than_bases_rout_at_once() -> None:
    """Four bases: four markers stand, the fifth routs them. 8 in straight away from the Whites, facing south."""
    state = ran(field(terror=3, humiliated=1, pinned=True), PutMarkers("reds", terror=1, threat="whites"))
    reds = state.unit("reds")
    assert reds.routing
    assert not reds.pinned
    assert reds.at == pytest.approx((30, 12))
    assert reds.facing == pytest.approx(SOUTH)
    assert reds.acted == 1


def test_as_many_markers_as_bases_stand() -> None:
    assert not ran(field(terror=3), PutMarkers("reds", terror=1)).unit("reds").routing


def test_vehicles_and_lone_officers_take_no_marker() -> None:
    state = battle(unit("tank", card="tank-mg", bases=1), officer("boss", at=(40, 10)))
    state = ran(state, PutMarkers("tank", terror=2, pinned=True), PutMarkers("boss", terror=1))
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
    c = went(field(), fear, serious, RetireUnit("reds", "whites"), dice=(6, 5))
    assert sum(isinstance(e, Tested) for e in c.events) == 1
    assert c.state.unit("reds").at == pytest.approx((30, 12))


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
    from rules.kernel.chance import Scripted
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
    state = changed(field(), "reds", hidden=Concealment.AMBUSH)
    c = went(state, PutMarkers("reds", terror=1))
    marked = c.events[1]
    assert marked.audience == (ATTACKER,)


def test_the_odds_of_a_rally_are_exact() -> None:
    """Rally 7: 21 of 36."""
    from fractions import Fraction

    state = field(pinned=True)
    odds = rallying.pinned_odds(state, state.unit("reds"))
    assert [chance for _, chance in odds.chances] == [Fraction(21, 36)]
