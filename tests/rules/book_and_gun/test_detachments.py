"""Scouts, wounded, ammunition: what single figures do beside their unit. VIII.4.4, VIII.4.5, X.2.1."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.battle import BeginTurn
from rules.book_and_gun.actions.movement import CarryWounded, Move, Restock, SendScout
from rules.book_and_gun.play.turn.readiness import firing_obstacle, movers
from rules.book_and_gun.units import Phase, Posture, Status
from rules.kernel.action import ENGINE, UMPIRE

from .field import SOUTH, battle, hurt, mob, only
from .war import band, dice, moving, squad


def field(*units, cards=1, **changes):
    return moving(battle(*units, band(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT, **changes), cards)


# ── Scouts ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.4.5a", "BG-VIII.0.2d")
def test_a_scout_goes_3d6_on_a_card_of_his_own():
    war = field(squad(at=(10, 8)), cards=2)
    war.do(SendScout(figure="able5"))
    assert list(movers(war.state, war.unit("able"))) == ["unit", "scouts"]
    events = war.do(Move(unit="able", figures="scouts", to="north 20"), dice(4, 3, 2))
    assert only(events, "unit-moved")[0].figures == ("able5",)
    assert war.at("able5") == (18, 17)
    war.do(Move(unit="able", to="north 20"), dice(1, 1, 1))
    assert war.at("able4")[1] == pytest.approx(11, abs=0.1)


@pytest.mark.rule("BG-VIII.4.5a")
@pytest.mark.parametrize(("radio", "reach"), [("none", 12), ("personal", 24)])
def test_a_scout_keeps_within_twelve_inches_of_his_leader_or_24_with_a_radio(radio, reach):
    unit = squad(at=(10, 8))
    equipped = tuple(
        replace(f, scout=f.number == 5, traits=replace(f.traits, radio=radio if f.number == 5 else "none"))
        for f in unit.figures
    )
    war = field(replace(unit, figures=equipped))
    war.do(Move(unit="able", figures="scouts", to="north 25"), dice(6, 6, 6))
    leader, scout = war.at("able4"), war.at("able5")
    apart = ((leader[0] - scout[0]) ** 2 + (leader[1] - scout[1]) ** 2) ** 0.5
    assert apart <= reach
    assert (scout[1] - 8 == 18) is (reach == 24)


@pytest.mark.rule("BG-VIII.4.5a", "BG-IV.1a")
def test_mobs_have_no_scouts_and_leaders_stay():
    war = field(squad(at=(10, 8)))
    assert war.refuses(SendScout(figure="able4")) == "leader-stays"
    assert war.refuses(SendScout(figure="able5", back=True)) == "as-it-is"
    assert war.refuses(SendScout(figure="red1")) == "not-yours"
    crowd = field(squad(at=(10, 8)), mob(at=(30, 8)), civilian_attitude="pro-army")

    assert crowd.refuses(SendScout(figure="crowd2"), by=UMPIRE) == "no-scouts"


# ── Wounded ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.4.4a", "BG-R44", "BG-X.2.2b")
def test_a_wounded_man_moves_only_when_carried_and_both_lose_the_highest_die():
    war = field(hurt(squad(at=(10, 8)), Status.WOUNDED, 6))
    war.do(CarryWounded(carrier="able7", wounded="able6"))
    war.do(Move(unit="able", to="north 20"), dice(5, 3, 2))
    assert war.at("able4")[1] == 18
    assert war.at("able7")[1] <= 13.01
    assert war.at("able6")[1] <= 13.01
    assert war.at("able6")[1] > 9
    assert firing_obstacle(war.state, war.unit("able"), war.figure("able7")).code == "carrying"


@pytest.mark.rule("BG-R44")
def test_a_lone_wounded_man_whom_nobody_carries_stays():
    war = field(hurt(squad(at=(10, 8)), Status.WOUNDED, 6))
    war.do(Move(unit="able", to="north 20"), dice(5, 3, 2))
    assert war.at("able6") == (20, 8)


@pytest.mark.rule("BG-VIII.4.4a", "BG-R44")
def test_one_carrier_for_each_wounded_man_beside_him():
    war = field(hurt(squad(at=(10, 8)), Status.WOUNDED, 6))
    assert war.refuses(CarryWounded(carrier="able1", wounded="able6")) == "too-far"
    assert war.refuses(CarryWounded(carrier="able6", wounded="able6")) == "not-fit"
    assert war.refuses(CarryWounded(carrier="able5")) == "nothing-to-do"
    war.do(CarryWounded(carrier="able7", wounded="able6"))
    assert war.refuses(CarryWounded(carrier="able5", wounded="able6")) == "cannot-carry"
    war.do(CarryWounded(carrier="able7"))
    assert war.figure("able7").carries is None


@pytest.mark.rule("BG-VIII.4.4b", "BG-R44")
def test_two_wounded_left_alone_help_each_other_to_the_rear():
    # Two wounded men 8 inches from their leader: a separated group without a fit man.
    unit = hurt(squad(at=(10, 16)), Status.WOUNDED, 1, 2)
    figures = tuple(replace(f, at=(f.at[0] - 4, 16)) if f.number < 3 else f for f in unit.figures)
    war = field(replace(unit, figures=figures), cards=2)
    assert [f.id for f in movers(war.state, war.unit("able"))["separated"]] == ["able1", "able2"]
    # Separated and so leaderless: the 5 goes; helping each other: the 3 goes. 2 inches to their own edge, the south,
    # of which the turn about costs 2: they only turn round.
    events = war.do(Move(unit="able", figures="separated", to="north 20"), dice(6, 5, 4))
    moved = only(events, "unit-moved")[0]
    assert [d.dice for d in moved.deductions] == [(6,), (5,)]
    assert war.at("able1")[1] == 14


# ── Ammunition ────────────────────────────────────────────────────────────────────────────────────────────────────


def empty(unit, number):
    return replace(
        unit,
        figures=tuple(replace(f, empty=("assault rifle",)) if f.number == number else f for f in unit.figures),
    )


@pytest.mark.rule("BG-X.2.1b", "BG-R82")
def test_restocking_from_a_fallen_man_in_contact_takes_two_full_turns_without_moving_or_firing():
    unit = hurt(empty(squad(at=(10, 8), spacing=1.2), 5), Status.KILLED, 6)
    war = field(unit)
    war.do(Restock(figure="able5"))
    war.do(Move(unit="able", to="north 3"), dice(2, 2))
    assert war.at("able5") == pytest.approx((14.8, 8))
    for turn in (3, 4):
        assert firing_obstacle(war.state, war.unit("able"), war.figure("able5")).code == "restocking"
        war.state = replace(war.state, phase=Phase.MORALE, phase_steps=("morale", "ended"))
        war.do(BeginTurn(), by=ENGINE)
        assert war.state.turn == turn
    assert war.figure("able5").empty == ()
    assert war.figure("able5").restock_turn == 0


@pytest.mark.rule("BG-R82")
def test_restocking_needs_a_source_and_an_empty_weapon():
    war = field(empty(squad(at=(10, 8)), 5))
    assert war.refuses(Restock(figure="able5")) == "no-source"
    assert war.refuses(Restock(figure="able1")) == "nothing-to-do"


# ── Lying down ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.4.3c", "BG-R43")
@pytest.mark.parametrize(("turn", "refused"), [(1, True), (2, False)])
def test_who_fired_prone_in_the_last_turn_does_not_fire_prone_in_this(turn, refused):
    unit = squad(at=(10, 8))
    state = battle(unit, turn=turn + 1 if refused else turn + 2, phase=Phase.FIRE)
    prone = replace(unit.figures[0], posture=Posture.PRONE, fired_prone_turn=turn)
    found = firing_obstacle(state, unit, prone)
    assert (found is not None and found.code == "fired-prone") is refused
    assert firing_obstacle(state, unit, replace(prone, posture=Posture.STANDING)) is None
