"""Led horses under fire, stampedes, horsemen charged on foot, holders in close combat, booty. VIII.5, XI.3.5, XIII.1;
by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.combat import AnswerCharge, RunWild
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.book.close_combat import modifiers
from rules.book_and_gun.course import Course
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.horses import HorsesTested, SteedHit
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.combat.capture import take_prisoners
from rules.book_and_gun.play.combat.footing import footing
from rules.book_and_gun.play.combat.joining import closed_in
from rules.book_and_gun.play.combat.melee import _ranked
from rules.book_and_gun.play.combat.riders import may_ride_off
from rules.book_and_gun.play.fire.aim import man
from rules.book_and_gun.play.ground.mounted import targets_of
from rules.book_and_gun.play.turn.readiness import allowed_to_fire
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import ARMY, INSURGENTS, ChargeStage, Combat, Run
from rules.book_and_gun.steeds import Startled, SteedCondition
from rules.book_and_gun.units import Phase, Status
from rules.book_and_gun.view import view
from rules.kernel.chance import Card, Scripted
from rules.seam.viewing import PUBLIC, Viewer

from .field import SOUTH, cell, only
from .stable import afoot, horsemen, ridden, troop
from .war import War, band, black, dice, moving, red
from .war import cards as drawn
from .war import led as led_by

# ── Riders and led horses under fire ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R138")
@pytest.mark.parametrize(
    ("status", "condition", "waits"),
    [
        (Status.KILLED, SteedCondition.LOST, False),
        (Status.WOUNDED, SteedCondition.SOUND, True),
    ],
)
def test_a_rider_killed_is_lost_with_his_horse_one_wounded_leaves_it(status, condition, waits):
    led = troop()
    state = evolve(led.state, FigureFell(unit="able", figure="able2", status=status, cause="fire"))
    horse = state.steed("able2-h")
    assert (horse.condition, horse.waits, horse.holder) == (condition, waits, "")
    assert state.figure("able2").steed == ""
    if waits:
        assert horse.at == state.figure("able2").at
        assert [h.id for h in state.led_by("able")] == ["able2-h"]


def fired_at(size=8, x=20.0):
    """Red fires at black men on foot and the horses behind them."""
    led = afoot(size, foes=(band("red", size=3, at=(x, 16.0), facing=SOUTH),))
    led.state = replace(led.state, phase=Phase.FIRE, run=Run(INSURGENTS, (Card("2H"), Card("3H"))))
    return led


def hit(led, cards="KC,QC", dice_="d20:1,d20:1,d20:20"):
    """One rifleman fires three dice; the first face card finds the nearest key figure, a holder, the next a horse."""
    return led.do(Fire(unit="red", target="able", figure="red2"), dice_ + "," + drawn(*cards.split(",")), by=red())


@pytest.mark.rule("BG-VIII.5.3b", "BG-R138", "BG-R250", "BG-VIII.5.4")
def test_face_cards_find_holders_and_led_horses_and_the_others_may_run():
    led = fired_at()
    odds = DEEDS.odds(led.state, Fire(unit="red", target="able", figure="red2"), red())
    assert "3D20, each hits at TO HIT or less: assault rifle at Able" in odds.notes
    assert any(one.outcome.kind == "falls" for one in odds.chances)
    events = hit(led)
    assert [e.figure for e in only(events, "figure-fell")] == ["able8"]
    (struck,) = only(events, "steed-hit")
    assert (struck.by, struck.unit, struck.reading) == ("red2", "able", "key figure")
    assert led.state.steed(struck.steed).condition is SteedCondition.LOST
    assert {h.holder for h in led.state.led_by("able")} == {"able3"}  # who takes over from the one who fell
    assert not prompt(led.state)
    assert proceed(led.state) == RunWild()
    (tested,) = only(led.engine(dice(1)), "horses-tested")
    assert (tested.held, tested.gone) == (True, ())
    assert not led.state.startled
    assert prompt(led.state)


@pytest.mark.rule("BG-R08", "BG-R138")
def test_a_horse_may_be_aimed_at_by_itself():
    led = fired_at()
    aimed = Fire(unit="red", target="able", figure="red2", target_figure="able5-h")
    (struck,) = only(led.do(aimed, "d20:1,d20:20,d20:20," + drawn("2H"), by=red()), "steed-hit")
    assert struck.steed == "able5-h"


@pytest.mark.rule("BG-VIII.5.4", "BG-VIII.5.41", "BG-R46", "BG-R251")
def test_horses_that_do_not_stay_run_five_dice_straight_away_from_the_fire():
    able, horses = horsemen("able", 8, at=(16.0, 20.0))
    led = moving(ridden([able, band("red", size=3, at=(20.0, 28.0), facing=SOUTH)], horses), 3)
    led.do(Dismount(unit="able"))
    led.state = replace(led.state, turn=3, phase=Phase.FIRE, run=Run(INSURGENTS, (Card("2H"),)))
    hit(led)
    stood = {h.id: h.at for h in led.state.led_by("able")}
    (tested,) = only(led.engine(dice(6, 1, 1, 1, 1, 1)), "horses-tested")
    assert tested.dice == (1, 1, 1, 1, 1)
    assert len(tested.gone) == 7
    for each in tested.gone:
        horse = led.state.steed(each.steed)
        assert horse.at[1] < stood[each.steed][1] - 4.0  # the fire comes from the north
        assert (horse.holder, horse.waits) == ("", True)
    assert not any(f.holds for f in led.unit("able").figures)


@pytest.mark.rule("BG-VIII.5.4", "BG-R251")
def test_horses_that_run_off_the_table_are_gone():
    led = fired_at()
    hit(led)
    led.engine(dice(6, 6, 6, 6, 6, 6))
    assert {h.condition for h in led.state.steeds} == {SteedCondition.LOST, SteedCondition.AWAY}
    entries = service(led.events)
    horses = {horse.id for horse in led.state.steeds}
    assert sum(e.what == "missing" and e.of in horses for e in entries) == 7
    assert [e.by for e in entries if e.what == "destroyed"] == ["red2"]


@pytest.mark.rule("BG-VIII.5.4", "BG-VIII.5.41", "BG-R46")
def test_without_a_holder_the_other_column_counts():
    numbers = []
    for size in (8, 3):  # three men need no holder
        led = afoot(size)
        rebels = replace(led.unit("able"), side=INSURGENTS)
        led.state = led.state.with_unit(rebels, replace(led.unit("red"), side=ARMY))
        led.state = replace(led.state, startled=(Startled("able", "red"),))
        (tested,) = only(led.engine(dice(1)), "horses-tested")
        numbers.append((tested.held, tested.holds))
    # XI.3.1: insurgents 1 to 4 with leader, 1 to 3 without
    assert numbers == [(True, 4), (False, 3)]


@pytest.mark.rule("BG-VIII.5.3b")
def test_holders_are_key_figures_among_others_and_not_alone():
    led = fired_at()
    unit = led.unit("able")
    assert man(led.state, unit, unit.figure("able8"), unit.figures).key
    alone = [f for f in unit.figures if f.holds]
    assert not man(led.state, unit, unit.figure("able8"), alone).key
    horse = next(f for f in targets_of(led.state, unit) if f.role == "led horse")
    assert man(led.state, unit, horse, alone).key


# ── Charged on foot ──────────────────────────────────────────────────────────────────────────────────────────────


def charged(distance=8.0, cards=3, **given):
    """Red foot charges black horsemen who have moved already."""
    able, horses = horsemen("able", 4, at=(18.0, 12.0), ranks=1)
    foe = led_by(cell("red", 3, at=(18.0, 12.0 + distance + 1.0), facing=SOUTH), 2)
    state = replace(ridden([able, foe], horses, **given), phase=Phase.MOVEMENT)
    return War(replace(state, run=Run(INSURGENTS, tuple(Card(f"{n}H") for n in "234"[:cards]))))


@pytest.mark.rule("BG-XI.3.5b", "BG-XI.3.5d", "BG-XI.3.5e", "BG-R68", "BG-R254")
def test_horsemen_whom_foot_charges_are_asked_at_once_and_ride_off():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3), by=red())  # 12 in for 8: 6 unused
    (ask,) = prompt(led.state).asks
    assert ask.side == "army"
    was = led.at("able1")
    # 1 to 4 evades (army); 2 + 5 ridden in: 7 + 2 are more than the 6 unused
    events = led.do(AnswerCharge(unit="able", answer="evade"), dice(4, 2, 5), by=black())
    (away,) = only(events, "riders-evaded")
    assert away.away
    assert led.at("able1")[1] == pytest.approx(was[1] - 7.0, abs=0.6)
    assert led.state.charges[0].stage is ChargeStage.OVER


@pytest.mark.rule("BG-XI.3.5e", "BG-R254")
def test_a_charger_with_inches_left_goes_after_them():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(6, 6, 6, 6), by=red())  # 24 for 8: 18 unused
    foe = led.at("red2")
    events = led.do(AnswerCharge(unit="able", answer="evade"), dice(1, 2, 2), by=black())
    (followed,) = [e for e in only(events, "unit-moved") if e.how == "follow"]
    assert followed.inches == pytest.approx(4.0, abs=0.1)
    assert led.at("red2")[1] < foe[1] - 3.0
    (charge,) = led.state.charges
    assert charge.stage is ChargeStage.HALTED
    assert charge.inches - (charge.distance - 2.0) == pytest.approx(14.0, abs=0.2)


@pytest.mark.rule("BG-XI.3.5c", "BG-R68")
def test_those_who_fail_stand_disordered_and_half_of_them_fire():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3), by=red())
    led.do(AnswerCharge(unit="able", answer="evade"), dice(5), by=black())
    assert led.unit("able").baulked_turn == led.state.turn
    stood = led.state
    for n in (1, 2, 3):
        led.state = led.state.with_figure(replace(led.figure(f"red{n}"), at=(18.0 + 1.5 * n, 26.0)))
    led.state = replace(led.state, phase=Phase.FIRE, run=Run(ARMY, (Card("2S"), Card("3S"))))
    odds = DEEDS.odds(led.state, Fire(unit="able", target="red"), black())
    assert any("assault rifle × 2 at Red" in note for note in odds.notes)  # two of four
    led.do(Fire(unit="able", target="red"), ",".join(["d20:20"] * 6))
    course = Course(replace(stood, phase=Phase.CLOSE_COMBAT), Scripted(""))
    combat = closed_in(course, list(led.state.charges))
    _, defending = _ranked(course.state, combat, footing(course.state, combat))
    rider = next(f for f in defending if not f.leader)
    assert (rider.mounted, rider.disordered) == (True, True)
    # column H +1, disordered -1; open order
    assert modifiers(rider, round_=2).value == 0


@pytest.mark.rule("BG-XI.3.5f")
def test_they_try_it_once_a_turn():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3), by=red())
    led.do(AnswerCharge(unit="able", answer="evade"), dice(5), by=black())
    blue = band("blue", size=5, at=(15.0, 3.0))
    led.state = replace(led.state, units=(*led.state.units, replace(blue, side=INSURGENTS)))
    led.do(ChargeEnemy(unit="blue", target="able"), dice(3, 3, 3, 3), by=red())
    assert not led.state.questions


@pytest.mark.rule("BG-XI.3.5c", "BG-XI.3.5f")
def test_in_the_next_turn_they_may_try_again_and_all_of_them_fire():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3), by=red())
    led.do(AnswerCharge(unit="able", answer="evade"), dice(5), by=black())
    able, foot = led.unit("able"), led.unit("red")
    assert (may_ride_off(led.state, able, foot), allowed_to_fire(led.state, able)) == (False, 2)
    after = replace(led.state, turn=led.state.turn + 1)
    assert (may_ride_off(after, able, foot), allowed_to_fire(after, able)) == (True, 4)


@pytest.mark.rule("BG-XI.3.5b")
def test_horsemen_charged_by_horsemen_are_not_asked():
    able, horses = horsemen("able", 4, at=(18.0, 12.0))
    foe, herd = horsemen("red", 5, INSURGENTS, at=(16.0, 21.0), facing=SOUTH)
    state = replace(ridden([able, foe], horses, herd), phase=Phase.MOVEMENT, run=Run(INSURGENTS, (Card("2H"),)))
    led = War(state)
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3, 3), by=red())
    assert not led.state.questions


@pytest.mark.rule("BG-XI.3.5b", "BG-XI.3.5d")
def test_the_odds_of_riding_off_count_every_throw():
    led = charged()
    led.do(ChargeEnemy(unit="red", target="able"), dice(3, 3, 3, 3), by=red())  # 6 unused: 2 + 4 is reached
    odds = DEEDS.odds(led.state, AnswerCharge(unit="able", answer="evade"), black())
    found = {one.outcome.kind: one.chance for one in odds.chances}
    followed = Fraction(1 + 2 + 3, 36)  # two, three and four inches
    assert found["disordered"] == Fraction(2, 6)
    assert found["followed"] == Fraction(4, 6) * followed
    assert found["rides off"] == Fraction(4, 6) * (1 - followed)


# ── Holders in close combat, booty ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.5.31")
def test_holders_out_of_contact_keep_out_of_the_fight():
    led = afoot(4, foes=(band("red", size=2, at=(16.0, 9.0), facing=SOUTH),))
    holder = next(f.id for f in led.unit("able").figures if f.holds)
    names = tuple(f.id for f in led.unit("able").figures)
    combat = Combat("x", ("red",), ("able",), ("red1", "red2"), names)
    _, defending = _ranked(led.state, combat, footing(led.state, combat))
    spared = {f.figure: (f.reserve, f.holder_or_crew) for f in defending}
    assert spared[holder] == (True, True)
    beside = replace(combat, attacking=("red2",))
    at = led.at(holder)
    led.state = led.state.with_figure(replace(led.figure("red2"), at=(at[0], at[1] + 1.0)))
    _, defending = _ranked(led.state, beside, footing(led.state, beside))
    assert not next(f for f in defending if f.figure == holder).reserve


@pytest.mark.rule("BG-XIII.1.1b", "BG-R255", "BG-R135")
def test_horses_without_holders_fall_to_whoever_stands_beside_them_and_cavalry_rides_them():
    led = afoot(3, foes=(band("red", size=3, at=(16.0, 9.0), facing=SOUTH),))
    for n in (1, 2, 3):
        led.state = led.state.with_figure(replace(led.figure(f"able{n}"), status=Status.KILLED))
    horse = led.state.led_by("able")[0]
    led.state = led.state.with_figure(replace(led.figure("red1"), at=(horse.at[0], horse.at[1] + 1.0)))
    course = Course(led.state, Scripted(""))
    take_prisoners(course)
    (taken,) = only(course.events, "horses-taken")
    assert taken.captor == "red"
    assert horse.id in taken.steeds
    led.state = replace(
        course.state, phase=Phase.MOVEMENT, run=Run(INSURGENTS, (Card("2H"),)), turn=course.state.turn + 1
    )
    assert led.refuses(MountVehicle(unit="red"), red()) == "not-a-rider"
    elite = replace(led.unit("red"), traits=replace(led.unit("red").traits, elite=True))
    led.state = led.state.with_unit(elite)
    (up,) = only(led.do(MountVehicle(unit="red"), dice(6), by=red()), "riders-up")
    assert up.pairs
    assert led.state.steed(up.pairs[0][1]).unit == "red"


# ── Shown, secret ────────────────────────────────────────────────────────────────────────────────────────────────


def test_led_horses_and_riders_are_on_the_map_and_in_the_units_lines():
    led = troop()
    shown = view(led.state, Viewer("insurgents"))
    assert {t.kind for t in _mark(shown).figures} == {"rider"}
    led.do(Dismount(unit="able"))
    tokens = _mark(view(led.state, Viewer("insurgents"))).figures
    assert sum(t.kind == "horse" for t in tokens) == 8
    own = next(u for u in view(led.state, Viewer("army")).units if u.ref == "able")
    assert "8 horses led, held by 2 men" in own.lines


def _mark(shown):
    return next(mark for mark in shown.scene.units if mark.ref == "able")


def test_of_a_hidden_unit_nobody_else_sees_or_hits_a_horse():
    led = fired_at()
    led.state = led.state.with_unit(replace(led.unit("able"), concealed=True))
    shown = view(led.state, Viewer("insurgents"))
    assert not any(mark.ref == "able" for mark in shown.scene.units)
    assert led.refuses(Fire(unit="red", target="able", figure="red2"), red()) == "no-target"
    hit_ = SteedHit(unit="able", steed="able5-h", cause="artillery", audience=("army",))
    run = HorsesTested(unit="able", by_unit="red", die=6, holds=5, held=True, dice=(1,) * 5)
    for event in (hit_, run):
        assert RULES.battle.tell(led.state, event, Viewer("insurgents")) is None
        assert RULES.battle.tell(led.state, event, PUBLIC) is None
        assert RULES.battle.tell(led.state, event, Viewer("army")) is not None
