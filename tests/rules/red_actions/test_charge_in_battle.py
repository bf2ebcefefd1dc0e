"""Charges, combats and pursuits in a battle, step by step. Numbers by hand from the cards.

Reds stand at 30,10 and look north; Whites at 30,16 look at them. Four bases of 1.2 in are 4.8 in wide, foot 0.8 deep:
between their fronts are 5.2 in, and in contact the Reds' middle is at 15.2.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.red_actions.actions.fight import Charge
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.kinds import Facing
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeEnded, ChargeMet, CombatFought, PursuitRolled
from rules.red_actions.events.command import OfficerDiced
from rules.red_actions.events.morale import GaveUp, Tested
from rules.red_actions.pending.charge import Charge as Charging
from rules.red_actions.pending.charge import Combat
from rules.red_actions.play.charge.deeds import CHARGE_DEEDS
from rules.red_actions.play.charge.strengths import match_of
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.engine.deeds import FIRST_DEEDS
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Breakdown, Hidden, Rout
from rules.violation import RuleViolation
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    EAST,
    NORTH,
    SOUTH,
    answering,
    area,
    board,
    changed,
    course,
    junior,
    officer,
    unit,
)

DEED, ANSWER = CHARGE_DEEDS[0], FIRST_DEEDS[0]
REDS, WHITES, HORSE, COSSACKS = "red-regulars", "white-volunteers", "red-cavalry", "white-cossacks"
CHARGE = Charge(unit="reds", target="whites")


def battle(*parts: Any, **changes: Any) -> State:
    """Small battles of large armies, which do not break for the loss of a unit."""
    state = fields.battle(*parts, **changes)
    return replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))


def field(card: str = REDS, foe: str = WHITES, **whites: Any) -> State:
    reds = unit("reds", card=card, at=(30, 10))
    them = unit("whites", DEFENDER, foe, **{"at": (30, 16), **whites})
    return battle(
        reds, them, junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain")
    )


def charged(state: State, *dice: int, action: Charge = CHARGE, answer: str = "stand") -> Course:
    """The charge, with its dice; the target's side answers so."""
    state = answering(state, DEFENDER, charged=answer)
    c = course(state, *dice)
    for event in DEED.carry_out(state, DEED.judge(state, action, ATTACK), c.chance):
        c.note(event)
    settle(c)
    return c


def of(c: Course, kind: type) -> list[Any]:
    return [event for event in c.events if isinstance(event, kind)]


def at(c: Course, ref: str) -> tuple[float, float]:
    place = c.state.unit(ref).at
    assert place is not None
    return place


# ── Who may charge whom ─────────────────────────────────────────────────────────────────────────────────────────────


def refused(state: State, words: str, action: Charge = CHARGE) -> None:
    with pytest.raises(RuleViolation, match=words):
        DEED.judge(state, action, ATTACK)


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


def asked(state: State, *dice: int) -> Course:
    """The charge without standing answers; its test passes."""
    c = course(state, 3, 4, *dice, 6, 6, 6, 6)
    for event in DEED.carry_out(state, DEED.judge(state, CHARGE, ATTACK), c.chance):
        c.note(event)
    settle(c)
    return c


def test_the_answer_goes_on_after_a_restart() -> None:
    """The question, then "stand": fear 4 + 5 holds, combat as below."""
    from rules.chance import Scripted

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
    task = Charging("reds", "whites", "fired", way=path, left=8.0, distance=5.2)
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


# ── Combat ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-combat.1", "RA-combat.2", "RA-combat.3", "RA-combat.4", "RA-charge.contact")
def test_a_combat_from_the_front() -> None:
    """Reds 3 x 4 = 12, Whites 4 x 4 = 16: Whites stronger, Advantage. A 7: the weaker, the Reds, retire 3 in with one
    terror marker from the point of contact, 15.2."""
    c = charged(field(), 3, 4, 4, 5, 3, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((12, 1), (16, 1))
    assert (fought.stronger, fought.column, fought.loser) == ("whites", "Advantage", "reds")
    reds = c.state.unit("reds")
    assert reds.terror == 1
    assert not reds.routing
    assert at(c, "reds") == pytest.approx((30, 12.2), abs=0.11)


@pytest.mark.rule("RA-combat.result.w-retires", "RA-combat.result.s-retires")
@pytest.mark.parametrize(("dice", "loser", "terror"), [((2, 4), "whites", 1), ((5, 5), "reds", 3)])
def test_retirements_of_either_side(dice: tuple[int, int], loser: str, terror: int) -> None:
    """Advantage: 6 is the stronger (Whites) back with 1, 10 the weaker back with 3."""
    c = charged(field(), 3, 4, 4, 5, *dice, 6, 6)
    assert c.state.unit(loser).terror == terror


@pytest.mark.rule("RA-combat.result.w-defeated", "RA-combat.officer.2")
def test_defeat_costs_two_bases_and_routs_the_rest() -> None:
    """Advantage, 11: the Reds lose two bases and run 8 in; their officer falls on a 2 as they rout."""
    c = charged(field(), 3, 4, 4, 5, 5, 6, 2, 2)
    reds = c.state.unit("reds")
    assert len(reds.bases) == 2
    assert reds.routing
    assert len(c.state.losses) == 2
    assert [(e.officer, e.falls) for e in of(c, OfficerDiced)] == [("reds-junior", True), ("whites-junior", False)]


@pytest.mark.rule("RA-combat.result.s-defeated")
def test_the_stronger_may_be_defeated() -> None:
    """Advantage, 2: the Whites."""
    c = charged(field(), 3, 4, 4, 5, 1, 1, 6, 6)
    assert len(c.state.unit("whites").bases) == 2
    assert c.state.unit("whites").routing


def test_two_bases_defeated_are_destroyed_with_their_officers() -> None:
    """RA-R81: Reds 3 x 4 = 12 against 4 x 2 = 8, 3:2 for the Reds; 10 is the weaker defeated."""
    boss = officer("boss", DEFENDER, at=(30, 16), with_unit="whites")
    base = field(bases=2)
    state = replace(base, units=(*base.units, boss[0]), officers=(*base.officers, boss[1]))
    c = charged(state, 3, 4, 4, 5, 5, 5, 6)
    assert c.state.find("whites") is None
    assert c.state.find("boss") is None
    assert {o.fate for o in c.state.officers if o.side == DEFENDER} == {"casualty"}


@pytest.mark.rule("RA-combat.result.s-humiliated", "RA-morale.trigger.humiliated")
def test_the_stronger_may_be_humiliated() -> None:
    """Reds 12 against 4 x 1 = 4: 3:1. A 3: Whites (1 base, no marker) retire with 2 terror and so rout; the Reds are
    humiliated and take a fear test, 8 on 4 + 4."""
    state = field(bases=2)
    state = changed(state, "whites", terror=1)
    c = charged(state, 3, 4, 4, 5, 1, 2, 4, 4, 6, 6)
    assert c.state.unit("reds").humiliated == 1
    assert c.state.unit("whites").terror == 3
    assert c.state.unit("whites").routing


@pytest.mark.rule("RA-combat.result.w-surrenders")
def test_the_weaker_may_surrender() -> None:
    """4:1 or better, 11: all its bases are prisoners of the Reds."""
    state = changed(field(bases=2), "whites", terror=2)
    c = charged(state, 3, 4, 4, 5, 5, 6, 6)
    held = c.state.prisoners[0]
    assert c.state.find("whites") is None
    assert (held.owner, held.guard, len(held.bases)) == (ATTACKER, "reds", 2)
    assert c.state.officer("whites-junior").fate == "captured"


@pytest.mark.rule("RA-combat.equal")
def test_equal_strengths_favour_the_charger() -> None:
    state = field(REDS, REDS)
    match = match_of(state, state.unit("reds"), state.unit("whites"), Facing.FRONT, False)
    assert match.odds.charger_stronger
    assert match.odds.name == "Advantage"


@pytest.mark.rule("RA-combat.modifiers.fort", "RA-combat.modifiers.cover", "RA-combat.modifiers.cumulative")
def test_a_trench_and_a_wood() -> None:
    """16 x 3/2 = 24 in a trench; 16 x 5/4 = 20 in a wood."""
    trench = replace(field(), board=board(area("trench", 20, 15, 40, 17)))
    wood = replace(field(), board=board(area("woods", 20, 14, 40, 18)))
    for state, strength in ((trench, 24), (wood, 20)):
        match = match_of(state, state.unit("reds"), state.unit("whites"), Facing.FRONT, False)
        assert match.charged.exact == strength


@pytest.mark.rule("RA-combat.modifiers.formed")
def test_formed_cavalry_charges_harder() -> None:
    """5 x 4 x 5/4 = 25."""
    state = changed(field(COSSACKS), "reds", formed=True)
    match = match_of(state, state.unit("reds"), state.unit("whites"), Facing.FRONT, False)
    assert match.charger.exact == 25


@pytest.mark.rule("RA-def.effective")
def test_terror_weakens() -> None:
    """As many markers as bases: half a base."""
    state = changed(field(), "reds", terror=4)
    match = match_of(state, state.unit("reds"), state.unit("whites"), Facing.FRONT, False)
    assert match.charger.exact == Fraction(3, 2)


# ── Flank and rear ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.flank.1", "RA-charge.flank.2", "RA-combat.modifiers.flank")
def test_a_flank_charge() -> None:
    """Whites look east: the Reds come from their right, behind the line of their front. One terror marker, then
    4 x 3 x 1/2 = 6 against 12: the Reds are twice as strong. They turn to face south."""
    c = charged(field(facing=315), 3, 4, 4, 3, 3, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((12, 1), (6, 1))
    assert fought.column == "2:1"
    assert c.state.unit("whites").terror == 1 + 2


@pytest.mark.rule("RA-charge.rear.1", "RA-charge.rear.2")
def test_a_rear_charge() -> None:
    """Three terror markers on four bases: one is left, 4 x 1 x 1/2 = 2 against 12."""
    c = charged(field(facing=NORTH), 3, 4, 4, 3, 2, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert fought.strength_of_target == (2, 1)
    assert fought.column == "4:1"


def test_markers_of_a_rear_charge_may_rout_before_any_combat() -> None:
    """RA-R11: two bases, three markers."""
    state = field(facing=NORTH, bases=2)
    state = changed(state, "reds", bases=state.unit("reds").bases[:2])
    c = charged(state, 3, 4, 4, 3)
    assert c.state.unit("whites").routing
    assert not of(c, CombatFought)
    assert at(c, "reds") == pytest.approx((30, 15.2), abs=0.11)


# ── Cavalry ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.counter")
def test_a_counter_charge_meets_half_way() -> None:
    """Depth 1.2: fronts 8.8 apart at 10 and 20; they meet at 15, the Whites have used their segment."""
    state = field(HORSE, COSSACKS, at=(30, 20))
    c = charged(state, 3, 4, 4, 5, 3, 4, 6, 6, answer="counter-charge")
    assert of(c, CombatFought)
    assert c.state.unit("whites").acted == 1
    moved = [e for e in c.events if e.kind == "charge-moved"]  # type: ignore[attr-defined]
    assert [e.how for e in moved[:2]] == ["counter", "contact"]
    assert moved[0].at == pytest.approx((30, 15.6), abs=0.06)
    assert moved[1].at == pytest.approx((30, 14.4), abs=0.06)


@pytest.mark.rule("RA-pursuit.1", "RA-pursuit.3", "RA-pursuit.6")
def test_sabres_catch_slower_routers() -> None:
    """Red cavalry 4 x 4 = 16 against 16: equal, the chargers have the advantage. An 11: the Whites lose two bases and
    run; the horse is faster and takes them: one destroyed, one prisoner."""
    c = charged(field(HORSE), 3, 4, 4, 5, 5, 6, 6, 6)
    caught = of(c, GaveUp)[0]
    assert caught.caught
    assert len(caught.prisoners.bases) == 1
    assert c.state.find("whites") is None
    assert len(c.state.losses) == 3
    assert c.state.officer("whites-junior").fate == "captured"


@pytest.mark.rule("RA-pursuit.4")
@pytest.mark.parametrize(("die", "caught"), [(3, False), (4, True)])
def test_cavalry_of_the_same_speed_is_caught_on_a_die(die: int, caught: bool) -> None:
    c = charged(field(HORSE, COSSACKS), 3, 4, 4, 5, 1, 1, 6, 6, die)
    rolled = of(c, PursuitRolled)
    assert [(e.unit, e.die, e.caught) for e in rolled] == [("reds", die, caught)]
    whites = c.state.find("whites")
    assert (whites is None) is caught
    if whites is not None:
        assert whites.rout is not None
        assert whites.rout.pursuers == (("reds", 1),)


@pytest.mark.rule("RA-pursuit.2")
def test_who_faces_pursuers_stops_them_two_inches_off() -> None:
    """The guard stands beside their way, its front at 20.6 and 0.2 in to the east of the horse; the routers shake it
    (serious 8 on 2 + 2). The horse halts with its own front, 0.6 ahead of its middle, 2 in off."""
    guard = unit("guard", DEFENDER, WHITES, at=(35, 21), facing=SOUTH)
    base = field(HORSE)
    c = charged(replace(base, units=(*base.units, guard)), 3, 4, 4, 5, 5, 6, 2, 2, 6, 6)
    assert c.state.unit("whites").routing
    assert [e.why for e in of(c, ChargeEnded)] == ["halted"]
    assert at(c, "reds") == pytest.approx((30, 18), abs=0.26)


@pytest.mark.rule("RA-pursuit.5")
def test_riflemen_do_not_catch_routers_who_can_run() -> None:
    """Routers 6 in off run on; the Reds follow and count as pursuers."""
    state = changed(field(facing=NORTH), "whites", rout=Rout(1, "reds"))
    c = charged(state, 3, 4)
    whites = c.state.unit("whites")
    assert whites.at == pytest.approx((30, 24))
    assert whites.rout is not None
    assert whites.rout.pursuers == (("reds", 1),)


def test_sabres_catch_routers_whom_they_reach() -> None:
    """RA-R127"""
    state = changed(field(HORSE, facing=NORTH), "whites", rout=Rout(1, "reds"))
    c = charged(state, 3, 4)
    assert c.state.find("whites") is None
    assert len(c.state.prisoners[0].bases) == 2


@pytest.mark.rule("RA-charge.onward")
def test_whoever_is_met_on_the_way_is_charged_anew() -> None:
    """The Whites run through their second line, which the horse meets on its path: a fear test, no shooting, combat."""
    second = unit("second", DEFENDER, WHITES, at=(30, 20))
    base = field(HORSE)
    state = replace(
        base,
        units=(*base.units, second),
        officers=(*base.officers, junior("second", DEFENDER, token="white-zero-plain")),
    )
    action = Charge(unit="reds", target="whites", beyond=True)
    c = charged(state, 3, 4, 5, 5, 2, 2, 2, 2, 2, 2, 3, 4, 6, 6, action=action)
    tests = [(e.unit, e.reason) for e in of(c, Tested)]
    assert tests[-1] == ("second", "charged")
    assert [(e.unit, e.target) for e in of(c, CombatFought)] == [("reds", "second")]


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
    state = changed(field(at=(30, 20.3)), "reds", hidden=Hidden.AMBUSH)
    c = course(answering(state, DEFENDER, charged="stand"), 4, 5, 3, 4, 6, 6)
    c.push(Charging("reds", "whites", ambush=True))
    settle(c)
    assert [e.unit for e in of(c, Tested)] == ["whites"]
    assert of(c, CombatFought)
    assert c.state.unit("reds").hidden is Hidden.NO


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


_ = Combat, EAST
