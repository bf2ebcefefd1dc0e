"""Cavalry in a battle: riding, mounting, dismounting, holders. VIII.5; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import AdvanceAll, CarryWounded, ChargeEnemy, Move, Reform, SendScout
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.state import ARMY, Run
from rules.book_and_gun.units import Formation, Phase, Posture, Status
from rules.kernel.chance import Card
from rules.table.board import Feature
from rules.table.measure import between

from .field import PLAIN, SOUTH, cell, only
from .stable import afoot, horsemen, ridden, troop
from .war import War, band, black, dice, moving

# ── Riding ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.5.1")
@pytest.mark.parametrize(("formation", "number"), [(Formation.LINE, 4), (Formation.COLUMN, 4)])
def test_horsemen_roll_the_second_number_of_the_chart(formation, number):
    led = troop(formation=formation)
    (moved,) = only(led.do(Move(unit="able", to="20,30"), dice(*[3] * number)), "unit-moved")
    assert len(moved.dice) == number  # open order 3/4, column 3/4
    assert moved.allowance == 12.0


@pytest.mark.rule("BG-VIII.5.1", "BG-VIII.1.43a", "BG-R35")
def test_a_column_of_horsemen_on_a_road_rolls_five_dice():
    road = Feature("road", ((2.0, 4.0), (2.0, 34.0)), width=4.0)
    able, horses = horsemen("able", 2, at=(2.0, 5.0), formation=Formation.COLUMN)
    board = replace(PLAIN, features=(road,))
    led = moving(ridden([able, cell("red", 3, at=(40, 34))], horses, board=board))
    (moved,) = only(led.do(Move(unit="able", to="2,30"), dice(2, 2, 2, 2, 2)), "unit-moved")
    assert len(moved.dice) == 5


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.1.4")
def test_horsemen_charge_with_five_dice():
    led = troop(foes=(band("red", size=7, at=(16.0, 22.0), facing=SOUTH),))
    events = led.do(ChargeEnemy(unit="able", target="red"), dice(3, 3, 3, 3, 3))
    (moved,) = only(events, "unit-moved")
    assert (moved.how, len(moved.dice)) == ("charge", 5)


@pytest.mark.rule("BG-VIII.1.3", "BG-R252")
def test_nobody_lies_down_on_horseback():
    led = troop()
    assert led.refuses(Reform(unit="able", posture=Posture.PRONE)) == "on-horseback"
    assert led.refuses(Move(unit="able", posture=Posture.PRONE)) == "on-horseback"
    assert "Lie down" not in [offer.label for offer in DEEDS.offers(led.state, "army", "able")]


@pytest.mark.rule("BG-R252", "BG-IX.3.1a")
def test_horses_stop_at_a_wall_and_enter_no_house():
    wall = Feature("wall", ((4.0, 14.0), (40.0, 14.0)), width=0.5, height=0.9)
    led = troop(board=replace(PLAIN, features=(wall,)))
    led.do(Move(unit="able", to="20,30"), dice(6, 6, 6, 6))
    led.state = replace(led.state, turn=4)
    led.do(Move(unit="able", to="20,30"), dice(6, 6, 6, 6))
    assert all(f.at[1] < 14.0 for f in led.unit("able").figures)  # men on foot would be on top of it now


@pytest.mark.rule("BG-VIII.4.5a", "BG-R252")
def test_a_scout_on_horseback_rolls_the_mounted_dice():
    led = troop()
    led.do(SendScout(figure="able8"))
    (moved,) = only(led.do(Move(unit="able", to="30,20", figures="scouts"), dice(2, 2, 2, 2)), "unit-moved")
    assert moved.figures == ("able8",)


# ── Off and on ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.5.2a", "BG-VIII.5.21", "BG-VIII.5.3a", "BG-R253")
@pytest.mark.parametrize(("riders", "holders"), [(8, 2), (7, 1), (4, 1), (3, 0)])
def test_a_quarter_of_those_who_dismount_hold_the_horses(riders, holders):
    led = troop(riders)
    (down,) = only(led.do(Dismount(unit="able")), "riders-down")
    assert len(down.holders) == holders  # 18 men would need 4: rounded in their favour
    assert not any(f.steed for f in led.unit("able").figures)
    assert len(led.state.led_by("able")) == riders
    assert [f.id for f in led.unit("able").figures if f.holds] == sorted(down.holders)
    assert f"able{(riders + 1) // 2}" not in down.holders  # the leader


@pytest.mark.rule("BG-VIII.5.3a")
def test_the_player_may_name_the_holders():
    led = troop()
    assert led.refuses(Dismount(unit="able", holders=("able1",))) == "wrong-holders"
    assert led.refuses(Dismount(unit="able", holders=("able1", "red1"))) == "wrong-holders"
    led.do(Dismount(unit="able", holders=("able1", "able2")))
    assert led.figure("able1").holds
    assert led.figure("able2").holds
    held = [horse.holder for horse in led.state.led_by("able")]
    assert held.count("able1") == held.count("able2") == 4


@pytest.mark.rule("BG-VIII.5.21", "BG-X.2.3a")
def test_those_who_dismount_may_go_on_one_die_and_fire_at_nobody():
    led = troop(foes=(cell("red", 3, at=(20.0, 16.0), facing=SOUTH),))
    events = led.do(Dismount(unit="able", to="north 10"), dice(4))
    (moved,) = only(events, "unit-moved")
    assert moved.dice == (4,)
    assert moved.inches <= 4.0
    assert "able8" not in moved.figures  # holds the horses
    assert led.refuses(ChargeEnemy(unit="able", target="red")) in ("had-its-chance", "nobody-to-move")
    led.state = replace(led.state, phase=Phase.FIRE, run=Run(ARMY, (Card("2S"),)))
    assert led.refuses(Fire(unit="able", target="red")) == "boarded"


@pytest.mark.rule("BG-X.2.3a", "BG-VIII.5.3a")
def test_holders_do_not_fire_and_the_others_do():
    led = afoot(foes=(cell("red", 3, at=(17.0, 24.0), facing=SOUTH, moved_turn=3),))
    led.state = replace(led.state, phase=Phase.FIRE)
    assert led.refuses(Fire(unit="able", target="red", figure="able8")) == "holds-horses"
    ready = DEEDS.odds(led.state, Fire(unit="able", target="red"), black())
    assert any("assault rifle × 6" in note for note in ready.notes)


@pytest.mark.rule("BG-VIII.5.2a", "BG-VIII.5.21", "BG-R253")
def test_they_mount_what_their_die_reaches_and_holders_stay_while_somebody_is_short():
    led = afoot()
    # Man 4 at (18, 6) has his horse at (18.98, 5.55), man 1 at (16, 8) his at (17.45, 6.9): 0.1 and 0.8 inches from
    # base to base; the others are farther off.
    (up,) = only(led.do(MountVehicle(unit="able"), dice(1)), "riders-up")
    assert dict(up.pairs) == {"able4": "able4-h", "able1": "able1-h"}
    assert {"able3", "able8"} <= set(up.short)  # who hold the horses
    assert led.at("able4") == up.placed[0].at
    led.state = replace(led.state, turn=led.state.turn + 1)
    (up,) = only(led.do(MountVehicle(unit="able"), dice(6)), "riders-up")
    assert not up.short
    assert all(f.steed and not f.holds for f in led.unit("able").figures)
    assert len({f.steed for f in led.unit("able").figures}) == 8
    assert not led.state.led_by("able")


@pytest.mark.rule("BG-VIII.4.21b", "BG-VIII.5.21")
def test_a_scout_on_foot_has_two_dice_to_the_horses():
    led = afoot()
    led.do(SendScout(figure="able1"))
    (up,) = only(led.do(MountVehicle(unit="able", figures="scouts"), dice(1, 1)), "riders-up")
    assert up.pairs == (("able1", "able1-h"),)


@pytest.mark.rule("BG-VIII.5.21")
def test_the_odds_of_mounting_are_those_of_the_die():
    led = afoot()
    odds = DEEDS.odds(led.state, MountVehicle(unit="able"), black())
    found = {one.outcome.kind: one.chance for one in odds.chances}
    went = []
    for die in range(1, 7):
        trial = War(led.state)
        (up,) = only(trial.do(MountVehicle(unit="able"), dice(die)), "riders-up")
        went.append(up)
    assert found["mounted"] == Fraction(sum(bool(up.pairs) for up in went), 6)
    assert found["all mounted"] == Fraction(sum(not up.short for up in went), 6)
    waiting = [(f.at, h.at) for f in led.unit("able").figures for h in led.state.led_by("able")]
    nearest = round(min(between(man, horse) for man, horse in waiting) - 1.0, 2)  # from base to base
    assert [(fact.name, fact.value) for fact in odds.facts] == [("distance", nearest)]
    assert odds.notes == ("1D6 in to the horses; nobody who mounts fires in this turn",)


@pytest.mark.rule("BG-VIII.5.2b", "BG-R45", "BG-R252")
def test_a_horse_carries_its_rider_and_one_who_is_wounded_or_by_house_rule_nobody():
    led = troop(2)
    led.state = led.state.with_figure(replace(led.figure("able2"), status=Status.WOUNDED, steed=""))
    never = War(replace(led.state, options=(("double-riding", "never"),)))
    assert never.refuses(CarryWounded(carrier="able1", wounded="able2")) == "no-room"
    led.do(CarryWounded(carrier="able1", wounded="able2"))
    assert led.figure("able1").carries == "able2"
    assert led.refuses(MountVehicle(unit="able", into="able")) == "on-horseback"


@pytest.mark.rule("BG-R253")
def test_holders_are_no_part_of_the_advance_but_go_where_they_are_sent_with_their_horses():
    led = afoot()
    before = {horse.id: horse.at for horse in led.state.led_by("able")}
    events = led.do(AdvanceAll(), dice(2, 2, 2))
    assert [e.figures for e in only(events, "unit-moved")] == [("able1", "able2", "able4", "able5", "able6", "able7")]
    assert {horse.id: horse.at for horse in led.state.led_by("able")} == before
    led.state = replace(led.state, turn=5, run=Run(ARMY, (Card("2S"), Card("3S"))))
    was = led.at("able8")
    led.do(Move(unit="able", figures="separated", to="30,12"), dice(3, 3, 3))
    now = led.at("able8")
    mine = [horse for horse in led.state.led_by("able") if horse.holder == "able8"]
    assert was != now
    assert len(mine) == 4
    for horse in mine:
        assert horse.at == pytest.approx(
            (before[horse.id][0] + now[0] - was[0], before[horse.id][1] + now[1] - was[1]), abs=0.01
        )
