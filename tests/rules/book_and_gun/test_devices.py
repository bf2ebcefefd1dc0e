"""Mines, traps and stakes in a battle, in mid-move; laying them, looking for them. X.12.62 to X.12.8, XIII.3.

The army's squad stands in open order along y = 10 looking north, 2 inches from head to head from (10, 10) on. A base
reaches half an inch.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules import book_and_gun as package
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn, Bombard, EndPhase, Hold
from rules.book_and_gun.actions.devices import Detonate, LayDevice, PlaceDevice, SearchPeople, SweepGround
from rules.book_and_gun.actions.fire import FinishSetUp
from rules.book_and_gun.actions.movement import Enter, Move
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.actions.vehicles import Dismount
from rules.book_and_gun.book.explosives import PREPARING
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import TurnBegan
from rules.book_and_gun.play.sight.lookout import in_view, looking, shown
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.state import Conditions, Run
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Morale, Munitions, Phase, Status
from rules.book_and_gun.vehicles import VehicleCondition
from rules.book_and_gun.view import view
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Card, Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature, Opening

from .field import PLAIN, SOUTH, army, battle, black_card, cell, mob, only
from .motor import inside, motorised, vehicle

BLACK, RED = Actor.player("army"), Actor.player("insurgents")
SIX = "d6:6,d6:6,d6:6"
"""Three dice of open order."""


def device(kind="land mine", at=(16.0, 13.0), side="insurgents", number=1, **given):
    given.setdefault("work", PREPARING.get(kind, 1))
    return Device(f"{side}-{number}", kind, side, at, layer="red1", unit="red", **given)


def mined(*devices, **changes):
    """The squad's card in the movement phase; the cell stands far to the north."""
    state = battle(army(size=4, at=(10, 10), **changes), cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    return replace(black_card(state, 3), devices=devices)


def done(state, action, script="", by=BLACK):
    chance = Scripted(script)
    events = list(RULES.battle.decide(state, action, by, chance))
    chance.finish()
    for event in events:
        state = RULES.battle.evolve(state, event)
    return events, state


def refused(state, action, by=BLACK):
    with pytest.raises(RuleViolation) as why:
        RULES.battle.decide(state, action, by, Scripted(""))
    assert why.value.remedy
    return why.value.code


def north(inches=8.0):
    """Straight on: man by man along x = 10, 12 …"""
    return Move(unit="able", to="13,30", inches=inches)


@pytest.mark.rule("BG-X.12.7", "BG-X.12.chart", "BG-R132", "BG-R234", "BG-R96")
def test_a_mine_goes_off_under_whoever_steps_on_it_and_the_others_go_on():
    # The fourth man walks along x = 16; the mine at y = 13 is under his base at 12.5. Class I: a 4 is below 5.
    events, state = done(mined(device()), north(), SIX + ",d6:4,card:7H")
    (bang,) = only(events, "device-set-off")
    assert (bang.figure, bang.how, bang.what) == ("able4", "sprung", "land mine")
    (burst,) = only(events, "burst-rolled")
    assert (burst.dice, burst.classes) == ((("able4", 4),), ("I",))
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.status, fell.by, fell.weapon) == ("able4", Status.KILLED, None, "land mine")
    assert state.figure("able4").at == (16, 12.5)
    assert {f.at[1] for f in state.unit("able").fit} == {18.0}
    assert state.devices == ()
    credited = RULES.battle.service([*laid_by_red(), *events])
    assert [(e.of, e.what, e.by) for e in credited if e.what == "kill-credited"] == [("red1", "kill-credited", "able4")]


def laid_by_red():
    state = battle(army(at=(10, 10)), cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    return RULES.battle.decide(
        state, PlaceDevice(side="insurgents", device="land mine", at="16,13", laid_by="red1"), UMPIRE, Scripted("")
    )


@pytest.mark.rule("BG-X.12.7", "BG-R234")
def test_a_mine_that_nobody_steps_on_lies_on_and_so_does_one_whose_side_walks_there():
    _, state = done(mined(device(at=(17.0, 13.0))), north(), SIX)
    assert len(state.devices) == 1
    assert state.unit("able").strength == 4
    _, state = done(mined(device(side="army")), north(), SIX)
    assert len(state.devices) == 1
    _, state = done(mined(replace(device(), known=("army",))), north(), SIX)
    assert len(state.devices) == 1
    _, state = done(mined(replace(device(), dead=True)), north(), SIX)
    assert len(state.devices) == 1


@pytest.mark.rule("BG-X.12.62b", "BG-X.12.chart", "BG-R95", "BG-R100", "BG-R132")
def test_a_trap_catches_all_within_half_an_inch_when_its_victim_reaches_it():
    trap = device("booby trap", at=(16.0, 12.0))
    events, state = done(mined(trap), north(), SIX + ",d6:3,card:7H")
    (bang,) = only(events, "device-set-off")
    assert (bang.at, bang.radius) == ((16.0, 12.0), 0.5)
    (burst,) = only(events, "burst-rolled")
    # Open order: class II, less than 4.
    assert (burst.dice, burst.classes, burst.hits) == ((("able4", 3),), ("II",), 1)
    assert state.figure("able4").status is Status.KILLED


@pytest.mark.rule("BG-X.12.8", "BG-R103")
def test_stakes_wound_without_a_card():
    stakes = device("stakes", at=(16.0, 12.0))
    events, state = done(mined(stakes), north(), SIX + ",d6:4")
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.status, fell.cause, fell.cards) == ("able4", Status.WOUNDED, "trap", ())
    assert state.figure("able4").at == (16, 11.5)
    events, state = done(mined(stakes), north(), SIX + ",d6:5")
    assert not only(events, "figure-fell")
    assert state.devices == ()


@pytest.mark.rule("BG-X.12.71a", "BG-R93", "BG-R234")
def test_an_anti_vehicle_mine_stops_a_vehicle_where_it_lies_and_men_walk_over_it():
    truck = vehicle("able", "jeep", at=(20.0, 10.0))
    state = motorised([truck[0], cell(at=(10, 34), facing=SOUTH)], [truck[1]], phase=Phase.MOVEMENT)
    mine = device("anti-vehicle mine", at=(20.0, 16.0))
    state = replace(black_card(state), devices=(mine,))
    crew = len(truck[0].figures)
    script = ",".join([*["d6:6"] * 5, "d6:4", *["d6:6"] * crew])
    events, after = done(state, Move(unit="able", to="20,30"), script)
    (bang,) = only(events, "device-set-off")
    assert bang.vehicle == "able-v"
    stopped = after.vehicle("able-v")
    assert stopped.condition is VehicleCondition.IMMOBILIZED
    # Its nose stands over the mine.
    assert stopped.at[0] == 20.0
    assert stopped.at[1] < 16.0 < stopped.at[1] + 3.0
    assert after.unit("able").strength == crew
    on_foot = mined(replace(mine, at=(16.0, 13.0)))
    _, walked = done(on_foot, north(), SIX)
    assert len(walked.devices) == 1


@pytest.mark.rule("BG-VIII.2.9c", "BG-X.12.71a", "BG-X.12.71b", "BG-R211")
def test_riders_jump_off_where_a_mine_hurts_one_of_them():
    tank, body = vehicle("tank", "m1", at=(20.0, 10.0))
    riders = inside(army("able", size=2, at=(20, 10)), body, "rider")
    state = motorised((tank, riders, cell(at=(10, 34), facing=SOUTH)), [body], phase=Phase.MOVEMENT)
    mine = device("anti-vehicle mine", at=(20.0, 16.0))
    state = replace(black_card(state, 3), devices=(mine,))
    crew = len(tank.figures)
    # A 5 does not stop it; of the riders the first is hit by a 1, and a heart with a ten after it wounds.
    dice = [*["d6:6"] * 4, "d6:5", *["d6:6"] * crew, "d6:1", "d6:6", "card:7H", "card:TS"]
    events, after = done(state, Move(unit="tank", to="20,30"), ",".join(dice))
    assert only(events, "people-out")[0].why == "jump"
    assert after.figure("able1").status is Status.WOUNDED
    assert [after.figure(name).seat for name in ("able1", "able2")] == [None, None]
    assert after.figure("able2").at[1] < 20 < after.vehicle("tank-v").at[1]


@pytest.mark.rule("BG-X.12.7", "BG-R234")
def test_whoever_routs_does_not_look_where_they_step():
    from rules.book_and_gun.actions.movement import MoveRouted

    state = mined(device(at=(16.0, 8.0), side="army"))
    routed = replace(state.unit("able"), morale=Morale.ROUTED, morale_turn=1)
    state = replace(state.with_unit(routed), run=None)
    events, after = done(state, MoveRouted(), "d6:1,d6:1,d6:1,d6:1,d6:6", ENGINE)
    assert [e.figure for e in only(events, "device-set-off")] == ["able4"]
    assert after.devices == ()


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────────────────────


def engineers(**munitions):
    state = mined(munitions=Munitions(**munitions))
    unit = state.unit("able")
    first = unit.figures[3]
    return state.with_unit(unit.with_figure(replace(first, traits=replace(first.traits, engineer=True, detector=True))))


@pytest.mark.rule("BG-XIII.3.1", "BG-X.12.7", "BG-R235")
def test_an_engineer_lays_a_mine_in_secret_and_stays_while_the_others_move():
    state = engineers(land_mines=2)
    events, after = done(state, LayDevice(unit="able", device="land mine", to="16,10.8"))
    (laid,) = only(events, "device-laid")
    assert laid.audience == ("army",)
    assert (laid.device.id, laid.device.at, laid.device.layer) == ("army-1", (16.0, 10.8), "able4")
    assert after.unit("able").munitions.land_mines == 1
    assert after.run == state.run
    assert refused(after, LayDevice(unit="able", device="land mine")) == "has-acted"
    assert "Land mine 1 on" in " ".join(view(after, Viewer("army")).lines)
    for viewer in (Viewer("insurgents"), PUBLIC):
        assert view(after, viewer) == view(state, viewer)
        assert [told for event in events if (told := tell(after, event, viewer)) is not None] == []
    _, moved = done(after, north(), SIX)
    assert moved.figure("able4").at == (16, 10)
    assert moved.figure("able3").at[1] > 17


@pytest.mark.rule("BG-XIII.3.1", "BG-X.12.5", "BG-X.12.6", "BG-X.12.71b", "BG-R235")
def test_who_may_lay_what_and_where():
    plain = mined(munitions=Munitions(land_mines=1, c4=1, ieds=1, claymores=1))
    for kind in ("land mine", "c4", "ied"):
        assert refused(plain, LayDevice(unit="able", device=kind)) == "no-ability"
    done(plain, LayDevice(unit="able", device="claymore"))
    state = engineers(land_mines=2, booby_traps=1)
    assert refused(state, LayDevice(unit="able", device="c4")) == "has-none"
    assert refused(state, LayDevice(unit="able", device="land mine", to="16,11.3")) == "out-of-reach"
    assert refused(state, LayDevice(unit="able", device="land mine", figure="able1")) == "no-ability"
    _, laid = done(state, LayDevice(unit="able", device="land mine"))
    again = laid.with_figure(replace(laid.figure("able4"), work_turn=0))
    assert refused(again, LayDevice(unit="able", device="booby trap")) == "lies-there"
    assert refused(replace(state, phase=Phase.FIRE), LayDevice(unit="able", device="land mine")) == "wrong-phase"


@pytest.mark.rule("BG-X.12.5", "BG-X.12.51", "BG-X.12.62b", "BG-X.12.6")
@pytest.mark.parametrize(("kind", "store"), [("c4", "c4"), ("booby trap", "booby_traps")])
def test_c4_and_booby_traps_take_two_movement_phases(kind, store):
    state = engineers(**{store: 1})
    _, begun = done(state, LayDevice(unit="able", device=kind))
    assert not begun.devices[0].ready
    _, held = done(begun, Hold(unit="able"))
    later = replace(held, turn=3, run=Run("army", (Card("2S"),)))
    events, ready = done(later, LayDevice(unit="able", device=kind))
    assert only(events, "device-worked")
    assert ready.devices[0].ready
    assert getattr(ready.unit("able").munitions, store) == 0


@pytest.mark.rule("BG-XIII.3.1", "BG-R235")
def test_before_the_first_card_a_side_lays_on_its_own_half():
    state = replace(engineers(land_mines=2), phase=Phase.SETUP, turn=0, run=None, options=(("laid-before", "army"),))
    (asked,) = [ask for ask in RULES.battle.prompt(state).asks if ask.side == "army"]
    assert asked.key == "lay:army"
    assert refused(state, LayDevice(unit="able", device="land mine", to="16,30")) == "not-your-half"
    _, after = done(state, LayDevice(unit="able", device="land mine", to="30,15"))
    assert after.devices[0].at == (30, 15)
    assert refused(state, LayDevice(unit="red", device="land mine", to="30,30"), RED) == "not-yet"
    _, finished = done(after, FinishSetUp())
    assert all(ask.key != "lay:army" for ask in RULES.battle.prompt(finished).asks)


# ── Sweeping ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.3.2a", "BG-XIII.3.2b", "BG-XIII.3.1", "BG-R112", "BG-R236")
def test_a_detector_finds_and_defuses_what_lies_two_inches_ahead():
    state = replace(engineers(), devices=(device(at=(16.0, 12.0)),))
    events, after = done(state, SweepGround(unit="able"), "d20:5")
    (swept,) = only(events, "ground-swept")
    assert (swept.figure, swept.result, swept.audience) == ("able4", "defused", ("army",))
    assert after.devices[0].dead
    assert after.devices[0].known == ("army",)
    # Whoever laid it reads on the map what was there.
    assert view(after, Viewer("insurgents")) == view(state, Viewer("insurgents"))
    assert refused(after, SweepGround(unit="able")) == "has-acted"
    _, walked = done(after, north(), SIX)
    assert walked.unit("able").strength == 4


@pytest.mark.rule("BG-XIII.3.2b", "BG-R112")
def test_nothing_ahead_takes_no_die_and_the_odds_tell_nothing():
    for away in ((16.0, 12.1), (16.0, 9.0)):
        empty, near = engineers(), replace(engineers(), devices=(device(at=away),))
        events, _ = done(near, SweepGround(unit="able"))
        assert only(events, "ground-swept")[0].result == "nothing"
        ahead = replace(empty, devices=(device(at=(16.0, 11.5)),))
        odds = [RULES.battle.odds(each, SweepGround(unit="able"), BLACK) for each in (empty, near, ahead)]
        assert odds[0] == odds[1] == odds[2]
        assert "defused 70 %" in odds[0].notes[0]


@pytest.mark.rule("BG-XIII.3.2b", "BG-X.12.7", "BG-R112")
@pytest.mark.parametrize("die", [1, 2, 19, 20])
def test_a_mine_that_is_missed_or_trapped_attacks_the_operator(die):
    state = replace(engineers(), devices=(device("booby trap", at=(16.0, 11.5)),))
    events, after = done(state, SweepGround(unit="able"), f"d20:{die},d6:4,card:7H")
    assert only(events, "device-set-off")[0].how == "swept"
    assert after.figure("able4").status is Status.KILLED
    assert after.devices == ()


@pytest.mark.rule("BG-XIII.3.2b", "BG-XIII.3.1", "BG-R112")
def test_whoever_is_unsure_knows_the_place_and_tries_again_without_a_detector_in_contact():
    state = replace(engineers(), devices=(device(at=(16.0, 11.0)),))
    _, after = done(state, SweepGround(unit="able"), "d20:3")
    assert after.devices[0].known == ("army",)
    assert not after.devices[0].dead
    by_hand = after.with_figure(
        replace(after.figure("able4"), swept_turn=0, traits=replace(after.figure("able4").traits, detector=False))
    )
    _, cleared = done(by_hand, SweepGround(unit="able"), "d20:18")
    assert cleared.devices[0].dead
    unknown = replace(by_hand, devices=(device(at=(16.0, 11.0)),))
    assert refused(unknown, SweepGround(unit="able")) == "no-detector"
    assert refused(mined(), SweepGround(unit="able")) == "no-ability"


def test_everybody_hears_a_mine_and_nobody_reads_who_laid_it():
    events, state = done(mined(device()), north(), SIX + ",d6:4,card:7H")
    for viewer in (Viewer("army"), Viewer("insurgents"), PUBLIC):
        words = [told.headline for event in events if (told := tell(state, event, viewer)) is not None]
        assert any("mine goes off" in line for line in words)
        assert not any("red1" in line.lower() or "Man red" in line for line in words)
    assert PLAIN.width == 48.0


# ── Fired by their own side ──────────────────────────────────────────────────────────────────────────────────────


def wired(kind="claymore", at=(16.0, 16.0), *, apart=7.0, phase=Phase.FIRE, **given):
    """The squad of four has laid it; three of the cell stand man opposite man, so far before the squad."""
    state = battle(army(size=4, at=(10, 10)), cell(size=4, at=(10, 10 + apart), facing=SOUTH), phase=phase)
    laid = Device("army-1", kind, "army", at, 0.0, "able", "able4", work=2, **given)
    state = replace(state, run=Run("army", (Card("2S"),)), devices=(laid,))
    unit = state.unit("able")
    man = unit.figure("able4")
    return state.with_unit(unit.with_figure(replace(man, traits=replace(man.traits, engineer=True))))


@pytest.mark.rule("BG-X.12.3a", "BG-X.12.31", "BG-X.12.chart", "BG-R100", "BG-R132")
def test_a_claymore_is_fired_over_its_wire_at_all_in_its_cone():
    # From (16, 16) north, 60 degrees and 4 inches: red4 at (16, 19) stands in it, red3 at (14, 19) 33.7 degrees off
    # does not. Class II: a 3 hits.
    state = wired(apart=9.0)
    action = Detonate(unit="able", device="claymore 1")
    odds = RULES.battle.odds(state, action, BLACK)
    assert [each.chance for each in odds.chances] == [Fraction(1, 2), Fraction(1, 2) * Fraction(26, 54)]
    events, after = done(state, action, "d6:3,card:7H")
    (burst,) = only(events, "burst-rolled")
    assert (burst.dice, burst.classes, burst.by) == ((("red4", 3),), ("II",), "")
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.by) == ("red4", None)
    assert after.devices == ()
    assert (after.figure("able4").fire_turn, after.run) == (2, state.run)
    assert ("able4", "kill-credited") in [(e.of, e.what) for e in RULES.battle.service(events)]
    # Nobody but its own side reads who fired it.
    assert only(events, "device-fired")[0].audience == ("army",)
    for viewer in (Viewer("insurgents"), PUBLIC):
        words = " ".join(told.headline for e in events if (told := tell(after, e, viewer)) is not None)
        assert "A claymore goes off" in words
        assert "able4" not in words


@pytest.mark.rule("BG-X.12.3a", "BG-X.12.31", "BG-X.12.41", "BG-X.12.51", "BG-R132", "BG-R237")
def test_who_may_fire_a_device():
    action = Detonate(unit="able", device="claymore 1")
    far = wired(at=(16.0, 20.1), apart=20.0)
    assert refused(far, Detonate(unit="able", device="claymore 1", figure="able4")) == "wire-too-short"
    wall = Feature("building", ((8, 13), (24, 13), (24, 14), (8, 14)), height=3.0, hardness="hard")
    hidden = replace(wired(), board=Board(48, 36, features=(wall,), edges=PLAIN.edges))
    assert refused(hidden, action) == "no-line-of-sight"
    assert refused(wired(), Detonate(unit="able", device="claymore 2")) == "no-such-device"
    assert refused(wired(), Detonate(unit="red", device="claymore 1")) == "not-yours"
    assert refused(replace(wired(), run=Run("insurgents", (Card("2H"),))), action) == "not-your-turn"
    unready = wired("c4")
    unready = replace(unready, devices=(replace(unready.devices[0], work=1),))
    assert refused(unready, Detonate(unit="able", device="c4 1")) == "charge-not-ready"
    stays = Detonate(unit="able", device="claymore 1", stays=True)
    assert refused(wired(), stays) == "out-of-reach"
    once = wired().with_figure(replace(wired().figure("able4"), device_turn=2))
    assert refused(once, Detonate(unit="able", device="claymore 1", figure="able4")) == "has-acted"
    assert refused(wired("land mine"), Detonate(unit="able", device="land mine 1")) == "no-such-device"


@pytest.mark.rule("BG-X.12.31", "BG-X.12.51", "BG-X.12.5", "BG-X.12.chart", "BG-R100")
def test_whoever_stays_with_c4_is_blown_up_with_it():
    # Two inches across: able4 at (16, 10) is its man, red4 at (16, 11) stands on the edge of it.
    state = wired("c4", at=(16.0, 10.0), apart=1.0, phase=Phase.MOVEMENT)
    events, after = done(state, Detonate(unit="able", device="c4 1", stays=True), "d6:4")
    assert [(e.figure, e.status) for e in only(events, "figure-fell")] == [("able4", Status.KILLED)]
    assert only(events, "burst-rolled")[0].dice == (("red4", 4),)
    assert not after.devices


@pytest.mark.rule("BG-X.12.6", "BG-X.12.62a", "BG-X.12.51", "BG-R95", "BG-R91", "BG-R93")
def test_an_improvised_device_blows_up_people_and_vehicles_within_an_inch_and_a_half():
    truck = vehicle("able", "jeep", at=(20.0, 20.0))
    state = motorised([truck[0], cell(size=2, at=(20, 26), facing=SOUTH)], [truck[1]], phase=Phase.FIRE)
    laid = Device("insurgents-1", "ied", "insurgents", (20.0, 22.0), 0.0, "red", "red1", work=2)
    state = replace(state, run=Run("insurgents", (Card("2H"),)), devices=(laid,))
    action = Detonate(unit="red", device="ied 1")
    # It stands in the open and has not moved: class I, less than 5. Hearts kill: it is destroyed.
    odds = RULES.battle.odds(state, action, RED)
    assert [(each.words, each.chance) for each in odds.chances][-1] == (
        "destroys Able", Fraction(2, 3) * Fraction(1, 54) * 26
    )  # fmt: skip
    events, after = done(state, action, "d6:4,card:7H,d6:5", RED)
    (struck,) = only(events, "vehicle-struck")
    assert (struck.vehicle, struck.fate) == ("able-v", "destroyed")
    assert after.figure("able1").seat is None
    assert ("red1", "destroy-credited") in [(e.of, e.what) for e in RULES.battle.service([*mustered(state), *events])]


def mustered(state):
    from rules.book_and_gun.events.battle import UnitMustered

    return [UnitMustered(unit=unit, vehicles=state.vehicles_of(unit.id)) for unit in state.units]


@pytest.mark.rule("BG-R236")
def test_what_has_been_defused_does_nothing_and_only_its_side_hears_so():
    state = wired(apart=9.0, dead=True, known=("insurgents",))
    events, after = done(state, Detonate(unit="able", device="claymore 1"))
    assert [event.kind for event in events if event.audience is None] == []
    assert only(events, "device-fired")[0].dead
    assert after.unit("red").strength == 4


@pytest.mark.rule("BG-X.12.4", "BG-X.12.41", "BG-IX.4.4b", "BG-R102", "BG-R238")
def test_a_shaped_charge_opens_a_door_or_a_wall_by_fuse_or_by_remote():
    door = Opening("door", (15.5, 11.0), (16.5, 11.0), open=False)
    house = Feature("building", ((12, 11), (24, 11), (24, 16), (12, 16)), height=3.0, hardness="hard", openings=(door,))
    board = Board(48, 36, features=(house,), edges=PLAIN.edges)
    state = replace(engineers(shaped_charges=2), board=board)
    assert refused(state, LayDevice(unit="able", device="shaped charge", to="16,9.4")) == "no-wall"
    assert refused(state, LayDevice(unit="able", device="claymore", fuse=1)) in ("has-none", "no-fuse")
    at_door = LayDevice(unit="able", device="shaped charge", to="16,10.8", fuse=0)
    _, set_ = done(state, at_door)
    assert set_.devices[0].fuse == 2
    over = replace(set_, run=None)
    for unit in over.units:
        over = over.with_unit(replace(unit, figures=tuple(replace(f, move_turn=2) for f in unit.figures)))
    # A 4 opens it; nobody's head is within half an inch.
    events, opened = done(over, EndPhase(), "d6:4", ENGINE)
    (bang,) = only(events, "device-set-off")
    assert (bang.how, bang.breach.opened, bang.breach.wall) == ("fuse", True, False)
    assert [(o.kind, o.open) for o in opened.board.features[0].openings] == [("breach", True)]
    _, failed = done(over, EndPhase(), "d6:5", ENGINE)
    assert failed.devices == ()
    assert failed.board == board
    # At the bare wall a door is made where it was set.
    at_wall = replace(state, devices=(Device("army-1", "shaped charge", "army", (20.0, 10.8), 0.0, "able", "able4"),))
    events, holed = done(at_wall, Detonate(unit="able", device="shaped charge 1"), "d6:1")
    assert [o.kind for o in holed.board.features[0].openings] == ["door", "breach"]
    assert holed.board.features[0].openings[1].a[1] == 11.0


@pytest.mark.rule("BG-R235", "BG-R237", "BG-X.12.31")
def test_orders_plant_sweep_and_fire_when_an_enemy_is_near():
    state = wired(apart=9.0)
    waiting = GiveOrders(units=("able",), first="detonate", within=3.5, lasts="battle")
    _, ordered = done(state, waiting)
    assert RULES.battle.proceed(ordered) is not None
    events, after = done(ordered, RULES.battle.proceed(ordered), "d6:6", ENGINE)
    assert only(events, "device-set-off")
    assert not after.devices
    near = GiveOrders(units=("able",), first="detonate", within=2, then="hold", lasts="battle")
    _, ordered = done(state, near)
    events, _ = done(ordered, RULES.battle.proceed(ordered), "", ENGINE)
    assert not only(events, "device-set-off")
    _, planting = done(engineers(land_mines=1), GiveOrders(units=("able",), first="plant", then="hold", lasts="phase"))
    events, _ = done(planting, RULES.battle.proceed(planting), "", ENGINE)
    assert only(events, "device-laid")


# ── Bombers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def bomber(*, phase=Phase.MOVEMENT, at=(16.0, 16.0), **changes):
    """A lone bomber, and four of the army in open order along y = 10 from x = 10 on."""
    lone = cell("bad", size=1, at=at, facing=SOUTH)
    man = lone.figures[0]
    lone = lone.with_figure(replace(man, traits=replace(man.traits, bomber=True)))
    state = battle(army(size=4, at=(10, 10)), lone, cell(at=(40, 34), facing=SOUTH), phase=phase, **changes)
    return replace(state, run=Run("insurgents", (Card("2H"),)))


@pytest.mark.rule("BG-X.12.9", "BG-X.12.62a", "BG-R127", "BG-R132", "BG-R285")
def test_a_bomber_runs_up_and_explodes_among_those_within_an_inch_and_a_half():
    # Others keep 2 inches off between the bases; a bomber goes up to able4, base to base, and able3 is 2.2 inches off.
    state = bomber()
    events, after = done(state, Detonate(unit="bad", to="16,10"), "d6:6,d6:6,d6:6,d6:4", RED)
    assert only(events, "device-set-off")[0].at == (16.0, 11.0)
    assert only(events, "burst-rolled")[0].dice == (("able4", 4),)
    assert after.figure("bad1").status is Status.KILLED
    assert after.unit("able").strength == 4
    near = bomber(phase=Phase.FIRE, at=(16.0, 11.0))
    # Class II, an improvised device: less than 4. Able4 is 1 inch off, able3 2.2.
    events, after = done(near, Detonate(unit="bad"), "d6:3,card:7H", RED)
    assert only(events, "burst-rolled")[0].dice == (("able4", 3),)
    credited = [(e.of, e.what, e.by) for e in RULES.battle.service(events) if e.what == "kill-credited"]
    assert credited == [("bad1", "kill-credited", "able4")]
    words = [told.headline for e in events if (told := tell(after, e, PUBLIC)) is not None]
    assert any(line.startswith("Man bad1") and "explodes" in line for line in words)
    assert refused(near, Detonate(unit="red", device=""), RED) == "no-such-device"


@pytest.mark.rule("BG-X.12.9", "BG-R127")
def test_a_bomber_who_is_killed_before_explodes_only_with_a_dead_mans_switch():
    from rules.book_and_gun.actions.hand import Kill

    kill = Kill(figure="bad1", reason="a sniper")
    for options, bangs in (((), 0), ((("dead-mans-switch", "yes"),), 1)):
        state = bomber(at=(16.0, 11.0), options=options)
        events, _ = done(state, kill, "d6:6" if bangs else "", UMPIRE)
        assert len(only(events, "device-set-off")) == bangs


@pytest.mark.rule("BG-X.12.9", "BG-R127", "BG-R93")
def test_a_car_bomb_is_destroyed_with_its_driver():
    car = vehicle("bad", "pickup", at=(20.0, 20.0), side="insurgents")
    man = car[0].figures[0]
    unit = car[0].with_figure(replace(man, traits=replace(man.traits, bomber=True)))
    foes = army(size=2, at=(20.0, 21.4))
    state = motorised([unit, foes, cell(at=(40, 34))], [car[1]], phase=Phase.FIRE)
    state = replace(state, run=Run("insurgents", (Card("2H"),)))
    events, after = done(state, Detonate(unit="bad"), "d6:4", RED)
    assert after.vehicle("bad-v").condition is VehicleCondition.DESTROYED
    assert after.figure("bad1").status is Status.KILLED
    assert only(events, "burst-rolled")[0].dice == (("able1", 4),)


# ── Trip flares ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.8.4", "BG-R234", "BG-R240", "BG-VI.2.2b")
def test_a_trip_flare_shows_who_moves_and_lights_six_inches_for_three_turns():
    state = mined(device("trip flare", at=(16.0, 13.0)), concealed=True)
    night = replace(state, conditions=Conditions(light="night", visibility=20.0))
    events, lit = done(night, north(), SIX)
    assert only(events, "device-set-off")[0].what == "trip flare"
    assert [e.unit for e in only(events, "unit-revealed")] == ["able"]
    (flare,) = [each for each in lit.board.features if each.kind == "flare"]
    assert (flare.outline, flare.width, flare.until) == (((16.0, 13.0),), 12, 4)
    # From (10, 34) to (10, 18) it is 16 inches: too far at night with 20 inches of sight, which are halved.
    red, men = lit.unit("red"), lit.unit("able").fit
    for at, seen in (((10.0, 18.0), False), ((14.0, 18.0), True)):
        stood = tuple(replace(f, at=at) for f in men[:1])
        eyes = watch(lit, red, red.fit[:1], stood)
        assert eyes.sees("red1", "able1") is seen
        assert in_view(lit.board, [looking(lit, red, red.fit[:1])], shown(lit, stood)) is seen
    for turn, burns in ((4, True), (5, False)):
        later = RULES.battle.evolve(replace(lit, turn=turn - 1), TurnBegan(turn=turn))
        assert any(each.kind == "flare" for each in later.board.features) is burns


# ── Sensors ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.8.2", "BG-R241")
def test_a_seismic_sensor_reports_movement_within_three_inches_to_its_own_side():
    for at, reports in (((13.0, 15.0), 1), ((19.0, 15.0), 1), ((19.1, 15.0), 0)):
        state = mined(device("seismic sensor", at=at))
        events, after = done(state, north(), SIX)
        said = only(events, "sensor-reported")
        assert [each.audience for each in said] == [("insurgents",)] * reports
        assert len(after.devices) == 1
    assert refused(engineers(sensors=1), LayDevice(unit="able", device="seismic sensor")) == "noted-before"


@pytest.mark.rule("BG-XIII.8.3", "BG-R242")
def test_a_ground_radar_shows_hidden_infantry_that_moves_and_hidden_vehicles():
    state = mined(concealed=True)
    red = state.unit("red")
    state = state.with_unit(red.with_figure(replace(red.figures[0], traits=replace(red.figures[0].traits, radar=True))))
    wood = Feature("woods", ((0, 19), (48, 19), (48, 30), (0, 30)))
    open_ = replace(state, board=Board(48, 36, edges=PLAIN.edges))
    events, _ = done(open_, north(4.0), SIX)
    (blip,) = only(events, "radar-reported")
    assert (blip.what, blip.audience, blip.figure) == ("infantry", ("insurgents",), "red1")
    hidden = replace(state, board=Board(48, 36, features=(wood,), edges=PLAIN.edges))
    assert not only(done(hidden, north(4.0), SIX)[0], "radar-reported")
    car = vehicle("able", "jeep", at=(20.0, 10.0), concealed=True)
    rolling = motorised([car[0], state.unit("red")], [car[1]], board=hidden.board, phase=Phase.MORALE)
    rolling = replace(rolling, phase_steps=("ended",))
    events, _ = done(rolling, BeginTurn(), "", ENGINE)
    assert [each.what for each in only(events, "radar-reported")] == ["vehicle"]


# ── Searches ─────────────────────────────────────────────────────────────────────────────────────────────────────


def market(**traits):
    """Three unarmed neutrals 2 inches before the squad, base to base."""
    crowd = mob(size=3, at=(10, 13), facing=SOUTH)
    figures = tuple(replace(f, traits=replace(f.traits, weapons=())) for f in crowd.figures)
    hiding = replace(figures[1], traits=replace(figures[1].traits, **traits))
    crowd = replace(crowd, figures=(figures[0], hiding, figures[2]))
    state = battle(
        army(size=4, at=(10, 10)), crowd, cell(at=(10, 34)), phase=Phase.MOVEMENT, civilian_attitude="neutral"
    )
    return black_card(state, 2)


@pytest.mark.rule("BG-XIII.9.1", "BG-R243")
def test_two_figures_search_those_beside_them_and_do_nothing_else_in_the_turn():
    action = SearchPeople(unit="able", target="crowd")
    state = market(hides="a radio")
    assert RULES.battle.odds(state, action, BLACK) == RULES.battle.odds(market(), action, BLACK)
    events, after = done(state, action, "d6:4")
    (searched,) = only(events, "people-searched")
    assert (searched.searchers, searched.item, searched.figure) == (("able1", "able2"), "a radio", "crowd2")
    assert after.figure("crowd2").traits.hides == ""
    assert {after.figure(name).fire_turn for name in ("able1", "able2")} == {2}
    assert after.figure("able3").move_turn != 2
    missed, after = done(state, action, "d6:5")
    assert only(missed, "people-searched")[0].item == ""
    assert after.figure("crowd2").traits.hides == "a radio"
    assert only(done(market(), action, "d6:1")[0], "people-searched")[0].item == ""
    bomb, after = done(market(bomber=True), action, "d6:1")
    assert only(bomb, "people-searched")[0].item == "a bomb"
    assert not after.figure("crowd2").traits.bomber


@pytest.mark.rule("BG-XIII.9.1", "BG-R243")
def test_whom_nobody_searches():
    assert refused(market(), SearchPeople(unit="able", target="red")) == "they-resist"
    assert refused(market(), SearchPeople(unit="able", target="able")) == "no-target"
    lone = market()
    unit = lone.unit("able")
    moved = tuple(replace(f, move_turn=2) if f.number > 1 else f for f in unit.figures)
    lone = lone.with_unit(replace(unit, figures=moved))
    assert refused(lone, SearchPeople(unit="able", target="crowd")) == "too-few"
    far = market()
    figures = tuple(replace(f, at=(f.at[0], 13.2)) for f in far.unit("crowd").figures)
    assert refused(far.with_unit(replace(far.unit("crowd"), figures=figures)), SearchPeople(
        unit="able", target="crowd")) == "too-few"  # fmt: skip


@pytest.mark.rule("BG-R235", "BG-VIII.4.4b")
def test_wounded_who_help_each_other_are_not_at_work() -> None:
    state = mined()
    unit = state.unit("able")
    hurt_ = tuple(replace(f, status=Status.WOUNDED) for f in unit.figures)
    events, _ = done(state.with_unit(replace(unit, figures=hurt_)), Move(unit="able"), "d6:3,d6:3,d6:3")
    assert only(events, "unit-moved")


@pytest.mark.rule("BG-R127", "BG-R286")
def test_orders_to_detonate_explode_a_bomber_once_an_enemy_is_in_reach() -> None:
    """From head to head 1 inch reaches, and 1.6 does not: the template is 3 inches across."""
    for at, bangs in ((11.0, 1), (11.6, 0)):
        state = bomber(phase=Phase.FIRE, at=(16.0, at))
        _, ordered = done(state, GiveOrders(first="detonate", then="hold", lasts="battle"), "", RED)
        events, _ = done(ordered, RULES.battle.proceed(ordered), "d6:4" if bangs else "", ENGINE)
        assert len(only(events, "device-set-off")) == bangs


def test_whatever_moves_a_unit_lets_it_walk_over_what_lies_there() -> None:
    """Every move in the chapters goes through `walk`, but for aircraft (BG-VIII.2.12a, BG-R270), hostages in the
    footsteps of their leaders (BG-R263) and the umpire's own hand."""
    room = Path(package.__file__).parent / "play"
    straight: list[str] = []
    for path in sorted(room.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        walked = {
            id(given)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "walk"
            for given in call.args
        }
        made = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "UnitMoved"]
        straight += [path.stem for each in made if id(each) not in walked]
    assert straight == ["crashing", "umpire", "flying", "flying", "hostages"]


@pytest.mark.rule("BG-R112", "BG-R132", "BG-R235")
def test_what_is_done_once_a_turn_is_done_again_in_the_next() -> None:
    for turn, free in ((1, True), (2, False)):
        swept = engineers()
        swept = swept.with_figure(replace(swept.figure("able4"), swept_turn=turn))
        dug = engineers(land_mines=1)
        dug = dug.with_figure(replace(dug.figure("able4"), work_turn=turn))
        fired = wired(apart=20.0)
        fired = fired.with_figure(replace(fired.figure("able4"), device_turn=turn))
        for state, action in (
            (swept, SweepGround(unit="able")),
            (dug, LayDevice(unit="able", device="land mine")),
            (fired, Detonate(unit="able", device="claymore 1", figure="able4")),
        ):
            if free:
                done(state, action)
            else:
                assert refused(state, action) == "has-acted"


# ── Upon it without a way ─────────────────────────────────────────────────────────────────────────────────────────


def carried(at, *devices, phase=Phase.MOVEMENT):
    """A rifleman in a truck that looks north at (20, 10)."""
    truck, body = vehicle("truck", "truck", at=(20.0, 10.0))
    riders = inside(army("able", size=1, at=(20, 10)), body)
    state = motorised((truck, riders, cell(at=(10, 34), facing=SOUTH)), [body], phase=phase)
    return replace(black_card(state, 3), devices=devices)


@pytest.mark.rule("BG-X.12.7", "BG-R234", "BG-R259")
def test_whoever_gets_out_onto_a_mine_sets_it_off():
    out = Dismount(unit="able")
    _, clear = done(carried((20, 10)), out)
    stands = clear.figure("able1").at
    # Class I: a 4 is below 5; the 7 of hearts kills.
    events, state = done(carried((20, 10), device(at=stands)), out, "d6:4,card:7H")
    (bang,) = only(events, "device-set-off")
    assert (bang.figure, bang.how) == ("able1", "sprung")
    assert state.figure("able1").status is Status.KILLED
    own = device(at=stands, side="army")
    events, _ = done(carried((20, 10), own), out)
    assert not only(events, "device-set-off")


@pytest.mark.rule("BG-X.12.71a", "BG-R234", "BG-R259")
def test_whoever_escapes_from_a_wreck_steps_on_what_even_their_own_side_has_laid():
    shell = Bombard(blast_of="artillery", at="20,8", on_target=True)
    state = carried((20, 10))
    # Soft is hit by a 1; a king destroys it; both inside escape with 6s.
    burns = "d20:1,card:KS,d6:6,d6:6"
    _, after = done(state, shell, burns, UMPIRE)
    stands = after.figure("able1").at
    mined_there = replace(state, devices=(device(at=stands, side="army"),))
    events, state = done(mined_there, shell, burns + ",d6:6", UMPIRE)
    assert only(events, "device-set-off")[0].figure in ("able1", "truck1")
    assert state.devices == ()


@pytest.mark.rule("BG-X.12.7", "BG-R259")
def test_a_unit_that_enters_over_its_edge_onto_a_mine_sets_it_off():
    state = mined(reserve=True)
    entering = Enter(unit="able", to="20,0")
    _, after = done(state, entering)
    stands = after.figure("able2").at
    events, state = done(replace(state, devices=(device(at=stands),)), entering, "d6:6")
    assert only(events, "device-set-off")[0].figure == "able2"
