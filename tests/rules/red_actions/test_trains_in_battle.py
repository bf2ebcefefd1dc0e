"""Trains, tanks and armoured cars in a battle, and who loses his way at night: worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.movement import Move, TurnOrForm
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.kinds import Light, UnitFormation
from rules.red_actions.decide import decide, odds
from rules.red_actions.evolve import evolve
from rules.red_actions.offers import offers
from rules.red_actions.pending.movement import BreakDown
from rules.red_actions.play.fire.priorities import shot_at
from rules.red_actions.play.rails.tracks import middle
from rules.red_actions.play.rails.train_running import trains_run_on
from rules.red_actions.play.sight.knowledge import would_reveal
from rules.red_actions.play.turn.beginning import begin
from rules.red_actions.play.turn.flight import captured_train, share_lost
from rules.red_actions.play.vehicles.breaking import throw_breakdown
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Base, Breakdown, Concealment, Rails, Unit
from rules.seam.viewing import Viewer
from tests.rules.red_actions.field import ATTACK, DEFENCE, area, battle, board, changed, course, junior, line
from tests.rules.red_actions.field import unit as bare_unit

LINE = line("railway", (36, 0), (36, 48), name="Line")
CARS = ("train-other", "train-engine", "train-mg")


def unit(id_, side=ATTACKER, card="red-regulars", **changes):
    return bare_unit(id_, side, card, **changes), junior(id_, side, token="red-zero-plain")


def train(along=20.0, last=0.0, ahead=True, hits=0, side=ATTACKER, **rails):
    """Three cars of 2.4 in, 7.2 in the whole; the attackers' home is in the south, at the line's first point."""
    bases = tuple(Base(f"car{n}", card, hits=hits if card == "train-engine" else 0) for n, card in enumerate(CARS))
    at = (36.0, along - 3.6 if ahead else along + 3.6)
    facing = 0.0 if ahead else 180.0
    own = Rails("Line", along, ahead, last, **rails)
    return Unit("train", "Train", side, "train-engine", bases, raised=3, at=at, facing=facing, rails=own)


def field(*units, features=(LINE,), **changes):
    return battle(*units, unit("whites", DEFENDER, "white-volunteers", at=(60, 40)), board=board(*features), **changes)


def did(state, action, *dice, by=ATTACK):
    chance = Scripted(str(die) for die in dice)
    events = decide(state, action, by, chance)
    for event in events:
        state = evolve(state, event)
        tell(state, event, Viewer(umpire=True))
    chance.finish()
    return state, [event.kind for event in events]


def run(start, order):
    state, _ = did(start, Rail(unit="train", order=order))
    found = state.unit("train")
    assert found.rails is not None
    return found.rails


# ── Speed ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-train.move.1")
@pytest.mark.rule("RA-train.move.3")
@pytest.mark.parametrize(("last", "inches"), [(0, 1), (1, 2), (2, 4), (4, 8)])
def test_a_train_starts_at_one_two_four_and_eight(last, inches):
    rails = run(field(train(last=last)), "faster")
    assert (rails.along, rails.last) == (20 + inches, inches)


@pytest.mark.rule("RA-train.move.1")
@pytest.mark.rule("RA-R176")
def test_a_train_that_goes_faster_may_go_less_than_twice_as_fast():
    state, _ = did(field(train(last=4)), Rail(unit="train", order="faster", inches=5.0))
    rails = state.unit("train").rails
    assert rails is not None
    assert (rails.along, rails.last) == (25, 5)
    with pytest.raises(RuleViolation, match="4 to 8 in"):
        did(field(train(last=4)), Rail(unit="train", order="faster", inches=9.0))


def test_all_cars_go_along():
    state, _ = did(field(train(last=4)), Rail(unit="train", order="faster"))
    found = state.unit("train")
    assert found.at == pytest.approx((36, 24.4))
    assert found.facing == pytest.approx(0)
    assert found.rails is not None
    assert middle(state, found, found.rails)[0] == pytest.approx((36, 24.4))
    assert found.moved == 8


@pytest.mark.rule("RA-train.move.2")
@pytest.mark.parametrize(("last", "inches", "then"), [(8, 4, 4), (4, 2, 2), (2, 1, 0), (6, 3, 3)])
def test_braking_halves_the_move_until_it_stands(last, inches, then):
    rails = run(field(train(last=last)), "brake")
    assert (rails.along, rails.last) == (20 + inches, then)


@pytest.mark.rule("RA-train.move.4")
def test_it_must_stand_before_it_runs_back():
    with pytest.raises(RuleViolation):
        run(field(train(last=2)), "reverse")
    rails = run(field(train()), "reverse")
    assert (rails.ahead, rails.along, rails.last) == (False, pytest.approx(20 - 7.2 - 1), 1)


@pytest.mark.rule("RA-train.hits.1")
@pytest.mark.parametrize(("hits", "inches"), [(0, 8), (1, 6), (2, 4)])
def test_hits_on_the_engine_take_two_inches_each(hits, inches):
    assert run(field(train(last=4, hits=hits)), "faster" if hits < 2 else "hold").last == inches


@pytest.mark.rule("RA-train.hits.1")
def test_a_wrecked_engine_moves_no_train():
    with pytest.raises(RuleViolation, match="wrecked"):
        run(field(train(hits=3)), "faster")


@pytest.mark.rule("RA-train.cars.2")
def test_cars_without_an_engine_stand():
    start = field(train())
    own = start.unit("train")
    start = changed(start, "train", bases=tuple(base for base in own.bases if base.card != "train-engine"))
    with pytest.raises(RuleViolation, match="no engine"):
        run(start, "faster")


# ── What stops it ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.target.vehicles")
def test_troops_on_the_rails_stop_it_two_inches_short():
    """A company in line across the rails, its rear at 25.6: 5.6 in ahead of the train's front, so it runs 3.6 in."""
    rails = run(field(train(last=4), unit("others", at=(36, 26))), "faster")
    assert (rails.along, rails.last) == (pytest.approx(23.6), 0)


def test_a_line_that_ends_on_the_table_ends_the_ride():
    short = line("railway", (36, 0), (36, 24), name="Line")
    rails = run(field(train(last=4), features=(short,)), "faster")
    assert (rails.along, rails.last) == (24, 0)


def test_a_fallen_bridge_stops_it():
    bridge = area("bridge", 35, 26, 37, 28, name="Bridge")
    rails = run(field(train(last=4), features=(LINE, bridge), ruins=("Bridge",)), "faster")
    assert (rails.along, rails.last) == (pytest.approx(24), 0)


@pytest.mark.rule("RA-seq.reveal", "RA-train.move.1")
def test_a_train_that_runs_up_to_an_ambush_sees_it():
    """Troops in a wood are seen from 2 in. The train begins 9 in off, and ends beside the company."""
    hidden = unit("hidden", DEFENDER, "white-volunteers", at=(40, 30), hidden=Concealment.AMBUSH)
    wood = area("woods", 37.2, 29, 50, 40)
    start = field(train(along=20, last=4), hidden, features=(LINE, wood))
    assert not would_reveal(start)
    state, kinds = did(start, Rail(unit="train", order="faster"))
    assert kinds[:3] == ["segment-taken", "train-ran", "revealed"]
    assert state.unit("hidden").hidden is Concealment.NO


# ── Duties ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-train.hits.4")
def test_a_frightened_train_makes_for_home_as_fast_as_it_can():
    """It runs north at 4 in: it must brake; standing, start the other way; running home, go faster."""
    north = field(train(last=4, leaving=True))
    for wrong in ("faster", "hold"):
        with pytest.raises(RuleViolation, match="must leave the table"):
            run(north, wrong)
    assert run(north, "brake").last == 2
    with pytest.raises(RuleViolation) as refused:
        run(field(train(leaving=True)), "faster")
    assert "Order: reverse." in refused.value.remedy
    assert run(field(train(leaving=True)), "reverse").ahead is False
    home = field(train(last=2, ahead=False, leaving=True))
    with pytest.raises(RuleViolation) as refused:
        run(home, "hold")
    assert "Order: faster." in refused.value.remedy
    assert run(home, "faster").last == 4


@pytest.mark.rule("RA-train.hits.2")
def test_a_train_with_a_hit_engine_leaves_the_range_of_enemy_guns():
    guns = unit("guns", DEFENDER, "field-gun", at=(50, 40), bases=1)
    hit = field(train(hits=1), guns)
    with pytest.raises(RuleViolation, match="out of range of enemy guns"):
        run(hit, "faster")
    assert run(hit, "reverse").ahead is False
    assert run(field(train(hits=1)), "faster").ahead is True, "no gun, no duty"


@pytest.mark.rule("RA-train.hits.4")
def test_it_leaves_the_table_with_all_aboard_and_none_of_it_is_lost():
    aboard = unit("riders", at=None, aboard="train", car="car0")
    state, kinds = did(
        field(train(along=3, last=4, ahead=False, leaving=True), aboard), Rail(unit="train", order="faster")
    )
    assert "train-left" in kinds
    assert state.unit("train").at is None
    assert state.unit("riders").aboard == ""
    assert not state.losses
    assert share_lost(state, ATTACKER) == 0


def test_a_train_that_nobody_drives_runs_on():
    went = course(field(train(last=4)))
    trains_run_on(went)
    own = went.state.unit("train").rails
    assert own is not None
    assert (own.along, own.last) == (24, 4)
    trains_run_on(went)
    assert went.state.unit("train").rails == own, "once a turn"


def test_a_train_is_offered_what_it_can_do():
    verbs = [o.label for o in offers(field(train()), ATTACKER, "train") if o.verb == "rail"]
    assert verbs == ["Start the train", "Start it the other way"]
    moving = [o.label for o in offers(field(train(last=8)), ATTACKER, "train") if o.verb == "rail"]
    assert moving == ["Keep the speed", "Brake"]


# ── Capture ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-train.capture")
def test_a_train_that_is_taken_and_driven_off_loses_its_side_the_battle():
    """Whites touch the standing train on its east side, take it, and drive it over the northern edge."""
    start = battle(
        train(along=44), unit("whites", DEFENDER, "white-volunteers", at=(37.1, 40), facing=270),
        unit("far", at=(10, 10)), board=board(LINE), side=DEFENDER,
        options=(("flight-percent-attacker", "100"),),
    )  # fmt: skip
    state, kinds = did(start, Possess(unit="whites", what="Train"), by=DEFENCE)
    assert "train-taken" in kinds
    assert state.unit("train").side == DEFENDER
    assert captured_train(state) is None
    assert share_lost(state, ATTACKER) > 0
    assert share_lost(state, DEFENDER) == 0
    from dataclasses import replace

    from rules.red_actions.state import Segment

    later = replace(changed(state, "train", rails=replace(state.unit("train").rails, last=8.0)), turn=2)
    state, kinds = did(replace(later, segment=Segment(DEFENDER)), Rail(unit="train", order="hold"), by=DEFENCE)
    assert "train-left" in kinds
    assert captured_train(state) == ATTACKER
    assert state.ended is not None
    assert state.ended.winner == DEFENDER


@pytest.mark.rule("RA-tank.capture")
@pytest.mark.rule("RA-action.possess")
def test_a_stuck_tank_without_friends_is_taken_and_counts_once_more():
    tank = unit("tank", card="tank-mg", bases=1, at=(30, 20), breakdown=Breakdown.FOR_GOOD)
    whites = unit("whites", DEFENDER, "white-volunteers", at=(30, 21.0))
    start = battle(tank, whites, unit("far", at=(10, 4)), side=DEFENDER)
    state, _ = did(start, Possess(unit="whites"), by=DEFENCE)
    assert state.find("tank") is None
    assert [(loss.how, loss.by) for loss in state.losses] == [("captured", "whites")]
    assert state.captured_tanks == ("tank_1",) or state.captured_tanks == ("tank1",)
    assert share_lost(state, ATTACKER) == pytest.approx((60 + 60) / (60 + 28))
    running = changed(start, "tank", breakdown=Breakdown.NONE)
    with pytest.raises(RuleViolation, match="nothing that it could take"):
        did(running, Possess(unit="whites"), by=DEFENCE)
    helped = changed(start, "far", at=(30, 16))
    with pytest.raises(RuleViolation, match="nothing that it could take"):
        did(helped, Possess(unit="whites"), by=DEFENCE)


# ── Breakdown ───────────────────────────────────────────────────────────────────────────────────────────────────────


def broken(card, test, die):
    went = course(battle(unit("it", card=card, bases=1)), die)
    throw_breakdown(went, BreakDown("it", test))
    return went.state.unit("it").breakdown


N, T, F = Breakdown.NONE, Breakdown.TEMPORARY, Breakdown.FOR_GOOD


@pytest.mark.rule("RA-tank.speed")
@pytest.mark.rule("RA-tank.obstacle")
@pytest.mark.rule("RA-tank.wire")
@pytest.mark.rule("RA-ac.speed")
@pytest.mark.rule("RA-ac.obstacle")
@pytest.mark.parametrize(("card", "test", "results"), [
    ("tank-mg", "speed", (T, N, N)), ("tank-mg", "obstacle", (F, T, N)), ("tank-mg", "wire", (T, N, N)),
    ("armoured-car", "speed", (T, N, N)), ("armoured-car", "obstacle", (F, T, N)),
])  # fmt: skip
def test_breakdown_dice(card, test, results):
    assert tuple(broken(card, test, die) for die in (1, 2, 3)) == results


def test_nothing_is_thrown_for_what_is_stuck():
    went = course(battle(unit("it", card="tank-mg", bases=1, breakdown=T)))
    assert not throw_breakdown(went, BreakDown("it", "speed"))


@pytest.mark.rule("RA-action.extra.vehicle")
@pytest.mark.parametrize(("state", "dice", "after"), [(T, (3,), T), (T, (4,), N), (F, (), F), (N, (), N)])
def test_a_four_frees_a_vehicle_at_the_start_of_its_segment(state, dice, after):
    went = course(battle(unit("it", card="tank-mg", bases=1, breakdown=state)), *dice)
    begin(went, "it")
    assert went.state.unit("it").breakdown is after


# ── Night ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-weather.night.veer")
@pytest.mark.parametrize(("die", "facing", "lost"), [(1, 330, True), (2, 0, False), (5, 0, False), (6, 30, True)])
def test_units_veer_at_night(die, facing, lost):
    went = course(battle(unit("reds"), light=Light.DARK), die)
    begin(went, "reds")
    reds = went.state.unit("reds")
    assert (reds.facing, reds.off_course) == (facing, lost)


@pytest.mark.rule("RA-weather.night.veer")
def test_a_road_is_followed_without_a_die_and_sets_a_unit_right():
    road = line("road", (0, 10), (72, 10), width=1.0)
    went = course(battle(unit("reds", off_course=True), light=Light.MOON, board=board(road)))
    begin(went, "reds")
    assert not went.state.unit("reds").off_course


@pytest.mark.rule("RA-weather.night.veer")
def test_by_day_and_in_works_nobody_veers():
    begin(course(battle(unit("reds"))), "reds")
    trench = area("trench", 26, 9, 34, 11)
    begin(course(battle(unit("reds"), light=Light.DARK, board=board(trench))), "reds")


@pytest.mark.rule("RA-weather.night.veer")
def test_a_move_in_the_dark_goes_astray():
    """A die of 6: 4 in north become 4 in 30 degrees to the east of north, 2 in east and 3.46 in north."""
    start = battle(unit("reds", formation=UnitFormation.COLUMN), light=Light.MOON)
    state, _ = did(start, Move(unit="reds", path=("30,14",)), 6)
    assert state.unit("reds").at == pytest.approx((32, 10 + 4 * 0.8660254))
    assert state.unit("reds").facing == pytest.approx(30)


@pytest.mark.rule("RA-weather.night.veer")
def test_who_is_off_course_goes_straight_on_until_it_meets_a_road():
    lost = battle(unit("reds", formation=UnitFormation.COLUMN, off_course=True), light=Light.MOON)
    with pytest.raises(RuleViolation, match="lost its way"):
        did(lost, Move(unit="reds", path=("34,10",)))
    with pytest.raises(RuleViolation, match="lost its way"):
        did(lost, TurnOrForm(unit="reds", facing=90))
    state, _ = did(lost, Move(unit="reds", path=("30,13",)), 3)
    assert state.unit("reds").at == (30, 13)


@pytest.mark.rule("RA-action.extra.vehicle")
def test_a_stuck_vehicle_that_is_ordered_to_move_tries_to_get_free_first():
    stuck = battle(unit("tank", card="tank-mg", bases=1, breakdown=T))
    free, _ = did(stuck, Move(unit="tank", path=("30,12",)), 4)
    assert free.unit("tank").at == (30, 12)
    held, _ = did(stuck, Move(unit="tank", path=("30,12",)), 3)
    assert held.unit("tank").at == (30, 10)
    assert held.segment is not None
    assert not held.segment.acted, "its weapons may still fire"
    with pytest.raises(RuleViolation, match="broken down"):
        did(held, Move(unit="tank", path=("30,12",)))
    waits, _ = did(stuck, Stand(unit="tank"), 5)
    assert waits.unit("tank").breakdown is N


@pytest.mark.rule("RA-tank.speed")
def test_a_tank_that_goes_faster_than_half_its_move_throws_a_die_at_the_end():
    """Its move is 5 in: 2 1/2 in need no die, 3 in do."""
    start = battle(unit("tank", card="tank-mg", bases=1))
    slow, _ = did(start, Move(unit="tank", path=("30,12.5",)))
    assert slow.unit("tank").breakdown is N
    fast, _ = did(start, Move(unit="tank", path=("30,13",)), 1)
    assert fast.unit("tank").breakdown is T


@pytest.mark.rule("RA-building.fire.3")
def test_nobody_enters_a_burnt_out_house():
    mill = area("building", 28, 12, 34, 15, name="Mill")
    start = battle(unit("reds"), board=board(mill), ruins=("Mill",))
    with pytest.raises(RuleViolation, match="burnt out"):
        did(start, Move(unit="reds", path=("30,13",)))


@pytest.mark.rule("RA-building.fire.3")
def test_a_house_in_ruins_bars_no_other_ground_and_nobody_who_leaves_it():
    mill, barn = area("building", 28, 12, 34, 15, name="Mill"), area("building", 48, 12, 54, 15, name="Barn")
    wood = area("woods", 8, 12, 14, 15, name="Wood")
    start = battle(unit("reds"), board=board(mill, barn, wood), ruins=("Mill",))
    for x in (50, 10):
        went, _ = did(changed(start, "reds", at=(float(x), 11.0)), Move(unit="reds", path=(f"{x},13",)))
        assert went.unit("reds").at[1] > 11.5
    out, _ = did(changed(start, "reds", at=(31.0, 13.0)), Move(unit="reds", path=("31,17",)))
    assert out.unit("reds").at == (31, 17)


def test_the_dice_before_a_move_are_told():
    stuck = battle(unit("tank", card="tank-mg", bases=1, breakdown=T), light=Light.MOON)
    told = {p.outcome.kind: p.chance for p in odds(stuck, Move(unit="tank", path=("30,12",)), ATTACK).chances}
    assert told == {"gets-free": Fraction(1, 2), "veers": Fraction(1, 3)}


@pytest.mark.rule("RA-R97")
@pytest.mark.parametrize(
    ("y", "wrecked", "car"),
    [(40, (), "car0"), (40, ("car0",), "car1"), (4, (), "car2"), (4, ("car2",), "car1"), (4, ("car1", "car2"), "car0")],
)
def test_fire_that_names_no_car_goes_at_the_nearest_that_still_stands(y, wrecked, car):
    """The train lies from 12.8 to 20 in, car0 in the north."""
    own = train()
    own = replace(own, bases=tuple(replace(base, wrecked=base.id in wrecked) for base in own.bases))
    state = field(own, unit("firers", DEFENDER, "white-volunteers", at=(36, y)))
    assert shot_at(state, state.unit("firers"), state.unit("train")).car == car
