"""Charges in a battle, step by step. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.red_actions.actions.fight import Charge
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.kinds import StruckSide
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeDeclared, ChargeEnded, ChargeMet, CombatFought
from rules.red_actions.events.morale import Tested
from rules.red_actions.pending.charge import CarryOutCharge
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Breakdown, Concealment
from rules.seam.viewing import PUBLIC
from rules.telling.gathering import gather
from rules.telling.headline import headline
from tests.rules.red_actions.charges import (
    ANSWER,
    CHARGE,
    COSSACKS,
    DEED,
    HORSE,
    REDS,
    WHITES,
    asked,
    at,
    battle,
    charged,
    field,
    of,
    refused,
)
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    NORTH,
    answering,
    area,
    board,
    changed,
    course,
    junior,
    officer,
    unit,
)

# ── Who may charge whom ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.target.sabres", "RA-charge.target.riflemen", "RA-charge.target.vehicles")
def test_vehicles_are_not_charged_and_riflemen_leave_the_front_of_sabres_alone() -> None:
    refused(field(HORSE, "tank-mg", bases=1), "may not charge vehicles")
    refused(field(REDS, "armoured-car", bases=1), "may not charge vehicles")
    refused(field(REDS, COSSACKS), "front of sabres")
    DEED.judge(field(REDS, COSSACKS, facing=NORTH), CHARGE, ATTACK)


@pytest.mark.rule("RA-charge.target.none")
@pytest.mark.parametrize("card", ["mg-team", "tachanka", "mortar", "field-gun"])
def test_crews_charge_nobody(card: str) -> None:
    refused(field(card), "may not charge")


@pytest.mark.rule("RA-charge.legal.reach")
def test_reach_is_the_card_move_exactly() -> None:
    """Move 8: at 16.8 + 2 the fronts are 8 in apart, a little further they are not reached."""
    DEED.judge(field(at=(30, 18.8)), CHARGE, ATTACK)
    refused(field(at=(30, 18.9)), "8.1 in off")


@pytest.mark.rule("RA-charge.legal.reach")
def test_ground_that_it_may_not_enter_and_units_between_forbid_it() -> None:
    wet = replace(field(), board=board(area("water", 20, 12, 40, 13)))
    refused(wet, "cannot pass")
    them = unit("more", DEFENDER, WHITES, at=(30, 13), bases=2)
    refused(replace(field(), units=(*field().units, them)), "in the way")


@pytest.mark.rule("RA-charge.legal.wheel")
def test_no_wheel_beyond_45_degrees() -> None:
    refused(field(at=(36, 11)), "wheels by at most")


def test_who_cannot_move_does_not_charge() -> None:
    refused(changed(field(), "reds", in_wire="wire"), "cannot move")
    refused(changed(field(), "reds", charge_failed=1), "failed its charge test")
    refused(changed(field(HORSE), "reds", held_back_until=1), "towards the enemy")
    tank = changed(field("tank-mg"), "reds", breakdown=Breakdown.TEMPORARY)
    refused(tank, "cannot move")


# ── The tests ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.charge", "RA-charge.test", "RA-morale.trigger.charge", "RA-morale.fail.charge")
def test_a_failed_charge_test_costs_the_charge_alone() -> None:
    """Red Regulars charge on 7."""
    c = charged(field(), 4, 4)
    assert c.state.unit("reds").charge_failed == 1
    assert at(c, "reds") == (30, 10)
    assert c.state.segment is not None
    assert not c.state.segment.acted
    refused(c.state, "failed its charge test")


def test_the_first_line_of_a_charge_that_fails_its_test_says_that_there_was_none() -> None:
    state = field()
    c = charged(state, 4, 4)
    tolds = [one for event in c.events if (one := tell(state, event, PUBLIC)) is not None]
    (told,) = gather(tolds)
    assert (told.headline, told.lines) == ("Reds do not charge Whites", ("Reds fail their charge test",))
    assert headline([told]) == ""  # it says itself


def test_by_house_rule_it_costs_the_segment() -> None:
    """RA-R54"""
    c = charged(replace(field(), options=(("failed-charge", "segment-lost"),)), 4, 4)
    assert c.state.unit("reds").acted == 1


@pytest.mark.rule("RA-char.commissar.2", "RA-misc.commissar-charge")
def test_a_commissar_makes_examples_by_house_rule() -> None:
    state = replace(field(), options=(("commissar-charge", "on"),))
    state = state.with_officer(replace(state.officer("reds-junior"), token="red-zero-commissar"))
    assert charged(state, 4, 4).state.unit("reds").terror == 1


@pytest.mark.rule("RA-charge.direction", "RA-charge.fear", "RA-morale.trigger.charged", "RA-charge.follow")
def test_a_target_that_fails_its_fear_test_routs_and_the_chargers_halt_in_its_place() -> None:
    """Volunteers fear 9: 5 + 5 routs them 8 in north; the Reds stop where they stood."""
    c = charged(field(), 3, 4, 5, 5)
    whites = c.state.unit("whites")
    assert whites.routing
    assert whites.at == pytest.approx((30, 24))
    assert whites.acted == 1
    assert at(c, "reds") == pytest.approx((30, 16))
    assert c.state.unit("reds").acted == 1


@pytest.mark.rule("RA-charge.follow")
def test_or_they_go_on_to_the_full_length_of_their_move() -> None:
    c = charged(field(), 3, 4, 5, 5, action=Charge(unit="reds", target="whites", beyond=True))
    assert at(c, "reds") == pytest.approx((30, 18))


@pytest.mark.rule("RA-charge.flee", "RA-preempt.charged")
def test_a_target_may_flee_humiliated_and_steady() -> None:
    """One humiliated marker, 8 in straight back, not routing, its segment gone; no fear test."""
    c = charged(field(), 3, 4, answer="flee")
    whites = c.state.unit("whites")
    assert (whites.humiliated, whites.routing, whites.acted) == (1, False, 1)
    assert whites.at == pytest.approx((30, 24))
    assert whites.facing == pytest.approx(NORTH)
    assert len(of(c, Tested)) == 1


def test_flight_by_choice_is_open_in_front_and_to_the_unacted_only() -> None:
    """RA-R71"""
    c = asked(field())
    assert c.state.question is not None
    assert c.state.question.choices == ("fire", "stand", "flee")
    assert asked(changed(field(), "whites", acted=1), 4, 4, 3, 4, 2, 2).state.question is None
    behind = asked(field(facing=NORTH), 4, 4)
    assert behind.state.question is None


def test_the_answer_goes_on_after_a_restart() -> None:
    """The question, then "stand": fear 4 + 5 holds, combat as below."""
    from rules.kernel.chance import Scripted

    state = asked(field()).state
    c = Course(state, Scripted(str(die) for die in (4, 5, 3, 4, 6, 6)))
    for event in ANSWER.carry_out(state, ANSWER.judge(state, Answer(answer="stand"), DEFENCE), c.chance):
        c.note(event)
    settle(c)
    assert of(c, CombatFought)
    assert c.state.question is None


@pytest.mark.rule("RA-charge.shoot")
def test_fire_that_makes_the_chargers_retire_ends_the_charge() -> None:
    """Volunteers hold (9 on 4 + 5) and fire at 5.2 in, close: 2 x 4 = 8, column 4. There a 7 is a retire, 3 in back."""
    c = charged(field(), 3, 4, 4, 5, 3, 4, answer="fire")
    assert [e.why for e in of(c, ChargeEnded)] == ["retired"]
    assert at(c, "reds") == pytest.approx((30, 7))
    assert not of(c, CombatFought)
    assert c.state.unit("whites").acted == 1


def test_fire_that_only_frightens_does_not() -> None:
    """An 8 in that column is a terror marker: 3 x 3 = 9 against 16, and the charge goes on. RA-R76"""
    c = charged(field(), 3, 4, 4, 5, 4, 4, 3, 4, 6, 6, answer="fire")
    assert of(c, CombatFought)[0].strength == (9, 1)


@pytest.mark.parametrize(("rally", "goes_on"), [((3, 4), True), ((4, 4), False)])
def test_chargers_pinned_by_fire_must_rally(rally: tuple[int, int], goes_on: bool) -> None:
    """RA-R74: they rally on 7."""
    state = changed(field(), "reds", pinned=True)
    path = ((30.0, 10.0), (30.0, 15.2), (30.0, 16.0))
    task = CarryOutCharge("reds", "whites", "fired", way=path, left=8.0, distance=5.2)
    c = course(state, *rally, 3, 4, 6, 6)
    c.push(task)
    settle(c)
    assert bool(of(c, CombatFought)) is goes_on
    assert [e.why for e in of(c, ChargeEnded)] == ([] if goes_on else ["pinned"])


@pytest.mark.rule("RA-rally.pinned.1", "RA-def.pinned")
def test_a_pinned_unit_rallies_before_it_charges() -> None:
    state = changed(field(), "reds", pinned=True)
    c = charged(state, 4, 4)
    assert c.state.unit("reds").pinned
    assert not of(c, ChargeMet)
    refused(c.state, "pinned")
    assert of(charged(state, 3, 4, 3, 4, 4, 5, 3, 4, 6, 6), CombatFought)


# ── Guns, mortars, vehicles, officers ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.guns")
def test_gunners_who_stand_are_taken_with_their_guns() -> None:
    """Fear 8 on 4 + 4."""
    c = charged(field(REDS, "field-gun", bases=2), 3, 4, 4, 4)
    assert c.state.find("whites") is None
    assert [loss.how for loss in c.state.losses] == ["captured", "captured"]
    assert not of(c, CombatFought)


def test_gunners_who_run_leave_them_to_whoever_halts_there() -> None:
    """RA-R78"""
    c = charged(field(REDS, "field-gun", bases=2), 3, 4, 5, 4)
    assert not c.state.abandoned
    assert [loss.how for loss in c.state.losses] == ["captured", "captured"]


@pytest.mark.rule("RA-charge.mortars")
def test_charged_mortars_are_removed() -> None:
    c = charged(field(REDS, "mortar", bases=2), 3, 4)
    assert c.state.find("whites") is None
    assert {loss.how for loss in c.state.losses} == {"removed"}


@pytest.mark.rule("RA-tank.charge.1", "RA-tank.charge.2", "RA-ac.charge.1", "RA-ac.charge.2")
@pytest.mark.parametrize(
    ("card", "dice", "trouble"),
    [
        ("tank-mg", (5, 2), Breakdown.NONE),
        ("tank-mg", (5, 1), Breakdown.TEMPORARY),
        ("armoured-car", (6,), Breakdown.FOR_GOOD),
    ],
)
def test_vehicles_run_troops_down(card: str, dice: tuple[int, ...], trouble: Breakdown) -> None:
    """The troops roll, a 6 stops the vehicle; then they rout in any case. The tank (move 5) has gone further than half
    its move and rolls for that at the end; the car has not left flat ground."""
    state = field(at=(30, 15.5))
    tank = unit("reds", card=card, at=(30, 10), bases=1)
    state = replace(state, units=(tank, state.unit("whites")), officers=(state.officer("whites-junior"),))
    c = charged(state, 3, 4, 4, 5, *dice)
    assert c.state.unit("whites").routing
    assert not of(c, CombatFought)
    assert c.state.unit("reds").breakdown is trouble


@pytest.mark.rule("RA-tank.charge.3")
def test_grenadiers_add_two() -> None:
    state = field(REDS, "grenadiers", at=(30, 15.5))
    tank = unit("reds", card="tank-mg", at=(30, 10), bases=1)
    state = replace(state, units=(tank, state.unit("whites")), officers=(state.officer("whites-junior"),))
    assert charged(state, 3, 4, 4, 5, 4).state.unit("reds").breakdown is Breakdown.FOR_GOOD


def test_a_lone_officer_is_captured() -> None:
    """RA-R120"""
    boss = officer("whites", DEFENDER, at=(30, 16))
    state = battle(unit("reds", card=REDS, at=(30, 10)), junior("reds", token="red-zero-plain"), boss)
    c = charged(state, 3, 4)
    assert c.state.find("whites") is None
    assert c.state.officer("whites-man").fate == "captured"


# ── Ambush ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.benefit.1", "RA-ambush.benefit.2")
def test_a_charge_from_ambush_needs_no_test_and_goes_two_inches_further() -> None:
    """9.5 in off with a move of 8 + 2; fear 4 + 5 holds; combat."""
    state = changed(field(at=(30, 20.3)), "reds", hidden=Concealment.AMBUSH)
    c = course(answering(state, DEFENDER, charged="stand"), 4, 5, 3, 4, 6, 6)
    c.push(CarryOutCharge("reds", "whites", ambush=True))
    settle(c)
    assert [e.unit for e in of(c, Tested)] == ["whites"]
    assert of(c, CombatFought)
    assert c.state.unit("reds").hidden is Concealment.NO


# ── Forecasts ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_odds_of_a_charge_are_exact() -> None:
    """Charge 7: 21 of 36; pinned first 21 of 36 as well."""
    state = field()
    odds = DEED.odds(state, DEED.judge(state, CHARGE, ATTACK))
    assert [chance for _, chance in odds.chances] == [Fraction(21, 36)]
    pinned = changed(state, "reds", pinned=True)
    odds = DEED.odds(pinned, DEED.judge(pinned, CHARGE, ATTACK))
    assert [chance for _, chance in odds.chances] == [Fraction(21, 36) ** 2]


def test_charges_are_offered() -> None:
    assert [offer.action for offer in DEED.offers(field(), ATTACKER, "reds")] == [CHARGE]


# ── Halt or go on ───────────────────────────────────────────────────────────────────────────────────────────────────


def _after(c: Course, answer: str) -> Course:
    """The same when the chargers' side has answered."""
    went = course(c.state)
    action = Answer.model_validate({"answer": answer})
    for event in ANSWER.carry_out(c.state, ANSWER.judge(c.state, action, ATTACK), went.chance):
        went.note(event)
    settle(went)
    return went


@pytest.mark.rule("RA-R265", "RA-charge.follow", "RA-R73")
def test_horse_that_could_ride_fugitives_down_is_asked_when_they_have_fled() -> None:
    """16 in of move take the horse past the Whites, who stand at 24 after a flight of 8."""
    c = charged(field(HORSE), 3, 4, answer="flee")
    question = c.state.question
    assert question is not None
    assert (question.kind, question.side, question.choices, question.about) == (
        "go-on", ATTACKER, ("halt", "go-on"), "whites",
    )  # fmt: skip
    assert at(c, "whites") == pytest.approx((30, 24))
    assert at(c, "reds") == (30, 10)
    halted = _after(c, "halt")
    assert at(halted, "reds") == pytest.approx((30, 16))
    assert halted.state.find("whites") is not None
    went = _after(c, "go-on")
    assert went.state.find("whites") is None
    assert len(went.state.prisoners[0].bases) == 2


@pytest.mark.rule("RA-R265")
def test_chargers_are_not_asked_what_changes_nothing_or_was_said() -> None:
    """Riflemen reach 18 in of 24; whoever lies in ambush on the way is met only by those who go on unasked."""
    assert charged(field(), 3, 4, answer="flee").state.question is None
    said = Charge(unit="reds", target="whites", beyond=False)
    assert charged(field(HORSE), 3, 4, action=said, answer="flee").state.question is None
    once = answering(field(HORSE), ATTACKER, go_on="halt")
    c = charged(once, 3, 4, answer="flee")
    assert c.state.question is None
    assert at(c, "reds") == pytest.approx((30, 16))
    base = field()
    lurking = unit("lurking", DEFENDER, WHITES, at=(30, 17.5), hidden=Concealment.AMBUSH)
    hidden = replace(base, units=(*base.units, lurking))
    assert charged(hidden, 3, 4, answer="flee").state.question is None


@pytest.mark.rule("RA-charge.contact", "RA-ambush.charge")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "Reds declare a charge on Whites"),
        ({"onward": True}, "Reds go on to a charge on Whites"),
        ({"ambush": True}, "Reds declare a charge on Whites from ambush"),
        ({"side_struck": StruckSide.FLANK}, "Reds declare a charge on Whites in the flank"),
    ],
)
def test_a_charge_is_told_with_where_it_comes_from(given: dict[str, Any], words: str) -> None:
    state = battle(unit("reds", card=HORSE, at=(30, 10)), unit("whites", DEFENDER, WHITES, at=(30, 20)))
    way = ((30.0, 10.0), (30.0, 20.0))
    usual: dict[str, Any] = {"unit": "reds", "target": "whites", "side_struck": StruckSide.FRONT, "way": way}
    told = tell(state, ChargeDeclared(distance=8.0, **(usual | given)), PUBLIC)
    assert told is not None
    assert (told.headline, told.details[0][:8], told.important) == (words, "8 in off", True)
