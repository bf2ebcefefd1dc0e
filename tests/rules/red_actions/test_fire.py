"""Shooting on the table: who fires, at what distance, in which column, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.facts import Ruled
from rules.red_actions.actions.fight import Fire
from rules.red_actions.book.cards import checked_pack
from rules.red_actions.book.kinds import Formation, Light, Test
from rules.red_actions.book.shooting import Band, Observed
from rules.red_actions.events.fire import CarHit, Fired, SectionHit, ShotResolved
from rules.red_actions.pending.fire import Shoot, Shot
from rules.red_actions.pending.morale import LoseBases, Mark, OfficerDice, Retire, TakeTest
from rules.red_actions.play.fire.aiming import aim, refusal
from rules.red_actions.play.fire.deeds import FIRE_DEEDS, judge_fire
from rules.red_actions.play.fire.friends import friends_seen, meet_friends
from rules.red_actions.play.fire.shooting import step_shoot
from rules.red_actions.play.fire.supply import refill_all
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Base, Hidden, Rails
from rules.refusals import Why
from rules.told import Role
from rules.viewing import PUBLIC, Viewer
from rules.violation import RuleViolation
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    NORTH,
    SOUTH,
    answering,
    area,
    battle,
    board,
    changed,
    course,
    done,
    junior,
    line,
    officer,
    unit,
)

REGULARS = "red-regulars"
VOLUNTEERS = "white-volunteers"


def facing_off(apart: float, *, card=REGULARS, target=VOLUNTEERS, bases=4, **changes) -> State:
    """Reds at (30, 10) and Whites so many inches in front of them, nearest points of foot bases 0.4 in from their
    middles. Whites answer no question."""
    reds = unit("reds", card=card, bases=bases, at=(30, 10))
    whites = unit("whites", DEFENDER, target, at=(30, 10 + apart), **changes)
    return answering(battle(reds, whites), DEFENDER, mode="normal", return_fire="no")


def shot(state: State, unit_id="reds", target="whites", **changes):
    return aim(state, Shot(unit_id, target, **changes))


def fired(state: State, task: Shoot, *dice: int):
    went = course(state, *dice)
    went.push(task)
    while went.state.agenda and isinstance(went.state.agenda[-1], Shoot) and went.state.question is None:
        step_shoot(went, went.state.agenda[-1])
    return went


def tasks(went) -> list[object]:
    return list(reversed(went.state.agenda))


def refused(call) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        call()
    return caught.value


# ── Bases, distance, column ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.2", "RA-shoot.3", "RA-shoot.4", "RA-shoot.range.1")
def test_four_bases_close_by() -> None:
    """2 × 4 bases at 5.2 in of 12: close; total 8 is column 4."""
    one = shot(facing_off(6))
    assert (round(one.distance, 2), one.far) == (5.2, Band.CLOSE)
    assert (one.column.total, one.column.number) == (8, 4)


@pytest.mark.rule("RA-shoot.range.2")
def test_long_range_halves() -> None:
    """9.2 in is over half of 12: 8 × ½ = 4, column 2."""
    one = shot(facing_off(10))
    assert one.far is Band.LONG
    assert (one.column.total, one.column.number) == (4, 2)


@pytest.mark.rule("RA-shoot.range.1", "RA-harass")
def test_out_of_range_says_how_far() -> None:
    found = refusal(facing_off(15), Shot("reds", "whites"))
    assert found is not None
    assert found.code == Why.OUT_OF_RANGE
    assert "14.2 in" in found.message
    assert refusal(facing_off(15), Shot("reds", "whites", harassing=True)) is None
    assert refusal(facing_off(26), Shot("reds", "whites", harassing=True)) is not None


@pytest.mark.rule("RA-shoot.3", "RA-def.effective")
def test_terror_takes_bases_away() -> None:
    state = changed(facing_off(6), "reds", terror=1, humiliated=2)
    assert shot(state).parts[0].bases == 1
    assert shot(changed(state, "reds", terror=2)).parts[0].bases == Fraction(1, 2)


@pytest.mark.rule("RA-arc.1")
def test_friends_in_the_way() -> None:
    """A friendly line right in front blocks all four; moved aside by two bases it blocks two."""
    state = facing_off(6)
    screen = unit("screen", at=(30, 12))
    blocked = replace(state, units=(*state.units, screen))
    assert refusal(blocked, Shot("reds", "whites")).code == Why.OUT_OF_ARC
    aside = replace(state, units=(*state.units, unit("screen", at=(32.4, 11))))
    assert len(shot(aside).parts[0].pieces) == 2


@pytest.mark.rule("RA-shoot.1", "RA-shoot.move.rifle")
def test_riflemen_turn_by_quarters_to_fire() -> None:
    """They look east: a quarter turn left brings the enemy in the north into their front."""
    one = shot(changed(facing_off(6), "reds", facing=EAST))
    assert one.turned
    assert one.unit.facing == NORTH
    still = Shot("reds", "whites", no_turn=True)
    assert refusal(changed(facing_off(6), "reds", facing=EAST), still).code == "out-of-arc"
    aslant = changed(facing_off(10), "reds", facing=45.0, bases=(Base("reds1", REGULARS),))
    aslant = changed(aslant, "whites", bases=(Base("whites1", VOLUNTEERS),))
    assert refusal(aslant, Shot("reds", "whites")).code == "out-of-arc"


@pytest.mark.rule("RA-shoot.move.rifle")
def test_riflemen_deploy_from_column() -> None:
    state = changed(facing_off(8), "reds", formation=Formation.COLUMN)
    one = shot(state)
    assert one.unit.formation is Formation.LINE
    assert len(one.parts[0].pieces) == 4
    cavalry = changed(facing_off(6, card="red-cavalry"), "reds", formation=Formation.COLUMN)
    assert len(shot(cavalry).parts[0].pieces) == 1


@pytest.mark.rule("RA-shoot.move.sabres", "RA-note.cavalry-fire")
def test_sabres_turn_about() -> None:
    one = shot(changed(facing_off(6, card="red-cavalry"), "reds", facing=SOUTH))
    assert one.unit.facing == NORTH
    assert one.column.total == 2


@pytest.mark.rule("RA-shoot.move.mg", "RA-shoot.move.guns")
def test_machine_guns_pivot_up_to_45() -> None:
    state = facing_off(10, card="mg-team", bases=1)
    assert shot(changed(state, "reds", facing=40.0)).unit.facing == pytest.approx(0.0, abs=0.1)
    assert shot(changed(state, "reds", facing=60.0)).unit.facing == pytest.approx(15.0, abs=0.1)
    assert refusal(changed(state, "reds", facing=80.0), Shot("reds", "whites")) is not None


@pytest.mark.rule("RA-arc.2")
def test_tachankas_fire_to_their_rear() -> None:
    state = facing_off(10, card="tachanka", bases=2)
    assert refusal(state, Shot("reds", "whites")).code == "out-of-arc"
    assert shot(changed(state, "reds", facing=SOUTH)).parts[0].bases == 2


@pytest.mark.rule("RA-shoot.mods.cumulative")
def test_machine_guns_within_eight_inches() -> None:
    """8 at 7.2 in: close, column 4, +3; at 9.2 in column 4 alone."""
    near, far = facing_off(8, card="mg-team", bases=1), facing_off(10, card="mg-team", bases=1)
    assert shot(near).column.number == 7
    assert shot(far).column.number == 4


@pytest.mark.rule("RA-shoot.mods.best", "RA-shoot.cover.hard")
def test_woods_are_worth_three_columns() -> None:
    """A total of 8 × 3 Latvians' 12: column 6, less 3."""
    state = facing_off(6, card="latvian-rifles")
    wooded = replace(state, board=board(area("woods", 20, 15, 40, 25)))
    wooded = changed(wooded, "whites", moved=1.0, moved_turn=1, acted=1)
    one = shot(wooded)
    assert (one.column.base, one.column.number) == (6, 3)


@pytest.mark.rule("RA-evade.2", "RA-shoot.mods.best")
def test_evading_in_the_open() -> None:
    assert shot(changed(facing_off(6), "whites", evading=True)).column.number == 2


@pytest.mark.rule("RA-rally.pinned.4")
def test_pinned_and_still_counts_as_evading() -> None:
    assert shot(changed(facing_off(6), "whites", pinned=True)).column.number == 2
    moved = changed(facing_off(6), "whites", pinned=True, moved=2.0, moved_turn=1)
    assert shot(moved).column.number == 4


@pytest.mark.rule("RA-shoot.mods.cumulative", "RA-enfilade.1")
def test_road_column_and_enfilade() -> None:
    road = line("road", (30, 0), (30, 40), width=2.0)
    state = replace(changed(facing_off(8), "whites", formation=Formation.COLUMN), board=board(road))
    assert shot(state).column.shift.value == 2
    side_on = changed(facing_off(9, bases=2), "whites", facing=EAST)
    assert shot(side_on).column.shift.value == 1


@pytest.mark.rule("RA-char.skirmisher", "RA-char.partisan.2")
def test_skirmishers() -> None:
    assert shot(facing_off(6, target="plastoons")).column.number == 3


@pytest.mark.rule("RA-weather.night.range")
def test_a_dark_night() -> None:
    assert refusal(replace(facing_off(5), light=Light.DARK), Shot("reds", "whites")) is not None
    assert shot(replace(facing_off(3.5), light=Light.DARK)).far is Band.CLOSE


@pytest.mark.rule("RA-shoot.2")
def test_nobody_fires_at_what_he_does_not_see() -> None:
    wood = replace(facing_off(10), board=board(area("woods", 20, 13, 40, 17)))
    assert refusal(wood, Shot("reds", "whites")).code == Why.NO_LINE_OF_SIGHT


@pytest.mark.rule("RA-building.1")
def test_bases_that_fit_at_the_windows() -> None:
    """A house 2.5 in wide has room for two bases."""
    house = area("house", 28.75, 8, 31.25, 11.5, name="Mill")
    state = replace(changed(facing_off(6), "reds", holds="Mill"), board=board(house))
    assert shot(state).parts[0].bases == 2


@pytest.mark.rule("RA-shoot.range.1")
def test_the_umpire_says_how_far() -> None:
    ruled = replace(facing_off(10), ruled=(Ruled("distance", 6.0, "reds", "whites"),))
    assert shot(ruled).far is Band.CLOSE


# ── Effects ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.7", "RA-result.2ter", "RA-result.s")
def test_a_result_becomes_tasks() -> None:
    """Column 4, a 10: 2 x Ter S!: two terror markers with a pinned one, then the serious test."""
    went = fired(facing_off(6), Shoot(Shot("reds", "whites")), 4, 6)
    assert tasks(went) == [
        Mark("whites", terror=2, pinned=True, threat="reds", reason="fire"),
        TakeTest("whites", Test.SERIOUS, "a serious result", threat="reds", citation="RA-result.s"),
    ]
    resolved = next(event for event in went.events if isinstance(event, ShotResolved))
    assert (resolved.roll, resolved.column, resolved.result.cell) == (10, 4, "2 x Ter S!")


@pytest.mark.rule("RA-result.kill", "RA-result.off")
def test_kill_comes_in_its_order() -> None:
    """Column 4, a 12: officers' dice with the serious test, the base, the pinned marker, the fear test."""
    went = fired(facing_off(6), Shoot(Shot("reds", "whites")), 6, 6)
    assert [type(task) for task in tasks(went)] == [OfficerDice, LoseBases, Mark, TakeTest]
    dice, lost, pinned, fear = tasks(went)
    assert dice.serious
    assert lost.count == 1
    assert lost.tests == 0
    assert (pinned.terror, pinned.pinned, fear.test) == (0, True, Test.FEAR)


@pytest.mark.rule("RA-result.ret", "RA-result.ter")
def test_retire_and_terror() -> None:
    assert tasks(fired(facing_off(10), Shoot(Shot("reds", "whites")), 4, 5)) == [Retire("whites", threat="reds")]
    went = fired(facing_off(6), Shoot(Shot("reds", "whites")), 4, 4)
    assert tasks(went) == [Mark("whites", terror=1, threat="reds", reason="fire")]


@pytest.mark.rule("RA-shoot.6", "RA-dh.1", "RA-dh.2", "RA-dh.numbers.field")
def test_guns_roll_for_direct_hits_first() -> None:
    """Two field guns at riflemen 19.2 in away need 10+: 11 hits, 9 does not. Total 36: column 10; a 2 retires them."""
    state = facing_off(20, card="field-gun", bases=2)
    state = changed(state, "reds", bases=(Base("reds1", "field-gun", 2, 6), Base("reds2", "field-gun", 0, 1)))
    went = fired(state, Shoot(Shot("reds", "whites")), 5, 6, 4, 5, 1, 1)
    assert tasks(went) == [
        LoseBases("whites", 1, tests=1, threat="reds", reason="direct hit"),
        Retire("whites", threat="reds"),
    ]
    assert [(base.limber, base.cart) for base in went.state.unit("reds").bases] == [(1, 6), (0, 0)]


@pytest.mark.rule("RA-ammo.guns", "RA-ammo.mortars")
def test_guns_without_rounds_do_not_fire() -> None:
    state = facing_off(20, card="field-gun", bases=2)
    assert refusal(state, Shot("reds", "whites")).code == "no-rounds"
    half = changed(state, "reds", bases=(Base("reds1", "field-gun", 1, 0), Base("reds2", "field-gun")))
    assert shot(half).parts[0].bases == 1
    free = replace(state, options=(("ammunition", "off"),))
    assert shot(free).parts[0].bases == 2


@pytest.mark.rule("RA-dh.mod.range", "RA-indirect.1", "RA-indirect.2", "RA-indirect.5", "RA-dh.mod.observed")
def test_fire_through_an_observer() -> None:
    """Guns behind a wood 70 in from the enemy, the observer 50 in away: long range is measured from him (50 of 120:
    close); 10 + 1 for 40 in + 2 on the first turn. The next turn ¾, the range is waived, +1."""
    wood = board(area("woods", 0, 8, 72, 12), depth=100.0)
    gun = unit("guns", card="field-gun", bases=1, at=(30, 5))
    gun = replace(gun, bases=(Base("guns1", "field-gun", 2, 6),))
    eye = unit("eye", at=(30, 24.6))
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 75.4))
    state = answering(battle(gun, eye, whites, board=wood, turn=3), DEFENDER, mode="normal")
    assert refusal(state, Shot("guns", "whites")).code == Why.NO_LINE_OF_SIGHT
    first = shot(state, "guns", observer="eye")
    assert (round(first.distance, 1), first.far, first.observed) == (50.0, Band.CLOSE, Observed.FIRST)
    assert first.parts[0].number.value == 13
    assert first.column.total == 9
    went = fired(state, Shoot(first.shot), 6, 6, 1, 1)
    assert not went.state.agenda
    again = shot(replace(went.state, turn=4), "guns", observer="eye")
    assert (again.observed, again.parts[0].number.value, again.column.total) == (Observed.LATER, 11, 13)
    other = shot(replace(went.state, turn=5), "guns", observer="eye")
    assert other.observed is Observed.FIRST


@pytest.mark.rule("RA-indirect.1")
def test_only_guns_fire_through_observers() -> None:
    state = replace(facing_off(10), units=(*facing_off(10).units, unit("eye", at=(40, 10))))
    assert refusal(state, Shot("reds", "whites", observer="eye")).code == "no-indirect-fire"


@pytest.mark.rule("RA-gas.1")
def test_gas_tests_nerves_at_the_end() -> None:
    state = facing_off(20, card="field-gun", bases=1)
    loaded = changed(state, "reds", bases=(Base("reds1", "field-gun", 2),))
    assert refusal(loaded, Shot("reds", "whites", gas=True)).code == "no-gas"
    pack = checked_pack({"card": [{"id": "field-gun", "traits": ["gas"]}]})
    gassing = replace(loaded, pack=pack)
    went = fired(gassing, Shoot(Shot("reds", "whites", gas=True)), 1, 1, 1, 1)
    assert tasks(went)[-1] == TakeTest("whites", Test.FEAR, "gas", threat="reds", citation="RA-gas.1")


@pytest.mark.rule("RA-harass")
def test_harassing_fire_only_ends_a_march() -> None:
    state = changed(facing_off(20), "whites", marching=True)
    went = fired(state, Shoot(Shot("reds", "whites", harassing=True)))
    assert not went.state.agenda
    whites = went.state.unit("whites")
    assert (whites.marching, whites.march_barred) == (False, True)


# ── Vehicles and officers ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-tank.terror", "RA-arc.3", "RA-tank.sponsons", "RA-shoot.move.tanks")
def test_a_tank_frightens_whatever_it_rolls() -> None:
    """MG tank, side on: the right sponson. 10 at 15 in of 24, long: total 5, column 3; a 2 does nothing."""
    tank = unit("tank", card="tank-mg", bases=1, at=(30, 10), facing=270.0)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 26))
    went = fired(battle(tank, whites), Shoot(Shot("tank", "whites"), answered=True), 1, 1)
    assert tasks(went) == [Mark("whites", terror=1, threat="tank", reason="shot at by a tank")]
    assert next(event for event in went.events if isinstance(event, Fired)).sponson == "right"


@pytest.mark.rule("RA-tank.destroy", "RA-dh.3")
def test_only_guns_hurt_tanks() -> None:
    tank = unit("tank", DEFENDER, "tank-mg", bases=1, at=(30, 30))
    rifles = unit("reds", card=REGULARS, at=(30, 22))
    state = battle(rifles, tank)
    assert shot(state, target="tank").column is None
    assert refused(lambda: judge_fire(state, Fire(unit="reds", target="tank"), ATTACK)).code == "no-effect"
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 20)), bases=(Base("gun1", "field-gun", 2),))
    went = fired(battle(gun, tank), Shoot(Shot("gun", "tank")), 4, 5)
    assert tasks(went) == [LoseBases("tank", 1, tests=0, threat="gun", reason="direct hit")]


@pytest.mark.rule("RA-ac.vulnerable", "RA-ac.kill")
def test_armoured_cars_and_close_machine_guns() -> None:
    """8 at 7 in: column 4 + 3 = 7; an 11 is Kill!, which destroys it; an 8 (2 x Ter) is nothing to it."""
    car = unit("car", DEFENDER, "armoured-car", bases=1, at=(30, 20))
    team = unit("team", card="mg-team", bases=1, at=(30, 12))
    state = battle(team, car)
    went = fired(state, Shoot(Shot("team", "car")), 5, 6)
    assert [(type(task), task.count) for task in tasks(went)] == [(LoseBases, 1)]
    assert tasks(fired(state, Shoot(Shot("team", "car")), 4, 4)) == []
    far = changed(state, "team", at=(30.0, 5.0))
    assert shot(far, "team", "car").column is None


@pytest.mark.rule("RA-shoot.move.ac", "RA-arc.3")
def test_a_turret_looks_everywhere() -> None:
    car = unit("car", card="armoured-car", bases=1, at=(30, 10), facing=SOUTH)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 20))
    assert not shot(battle(car, whites), "car").turned


@pytest.mark.rule("RA-def.officer.senior-unit.2")
def test_a_lone_officer_is_no_target_near_his_troops() -> None:
    chief = officer("chief", DEFENDER, at=(30, 15))
    near = unit("whites", DEFENDER, VOLUNTEERS, at=(36, 15))
    reds = unit("reds", card=REGULARS, at=(30, 10))
    found = refused(lambda: judge_fire(battle(reds, chief, near), Fire(unit="reds", target="chief"), ATTACK))
    assert found.code == "officer-not-apart"
    alone = battle(reds, chief)
    assert judge_fire(alone, Fire(unit="reds", target="chief"), ATTACK)
    went = fired(alone, Shoot(Shot("reds", "chief"), answered=True), 6, 6)
    assert tasks(went) == [LoseBases("chief", 1, threat="reds", reason="fire")]


# ── Priorities ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-priority.1", "RA-priority.3", "RA-priority.4")
def test_a_plain_breach_of_the_priorities_is_refused() -> None:
    """Guns on their limbers 11 in off threaten nobody; riflemen 5 in off do, and are closer."""
    reds = unit("reds", card=REGULARS, at=(30, 10))
    guns = unit("guns", DEFENDER, "field-gun", bases=1, at=(27, 20), limbered=True)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(31, 16))
    state = battle(reds, guns, whites)
    action = Fire(unit="reds", target="guns")
    found = refused(lambda: judge_fire(state, action, ATTACK))
    assert found.code == "other-target-first"
    assert "Whites" in found.remedy
    assert judge_fire(state, Fire(unit="reds", target="whites"), ATTACK)
    led = battle(reds, guns, whites, officer("chief", at=(30, 8)))
    assert judge_fire(led, action, ATTACK)
    ruled = replace(state, ruled=(Ruled("proper target", True, "reds", "guns"),))
    assert judge_fire(ruled, action, ATTACK)
    running = changed(state, "whites", at=(31.0, 30.0))
    assert judge_fire(running, action, ATTACK)


@pytest.mark.rule("RA-priority.1")
def test_between_threats_the_player_chooses() -> None:
    reds = unit("reds", card=REGULARS, at=(30, 10))
    near = unit("near", DEFENDER, VOLUNTEERS, at=(32, 15), bases=2)
    far = unit("far", DEFENDER, VOLUNTEERS, at=(28, 20), bases=2)
    assert judge_fire(battle(reds, near, far), Fire(unit="reds", target="far"), ATTACK)


# ── Places and buildings ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.speculative.1")
def test_speculative_fire_finds_who_is_there() -> None:
    """Whites hide in the wood. Machine-guns 5 in from it: 8 × 4 × ½ = 16, column 8 + 3 - 3 = 8."""
    wood = board(area("woods", 20, 14, 40, 25, name="Wood"))
    hidden = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 17), hidden=Hidden.AMBUSH)
    team = unit("team", card="mg-team", at=(30, 10))
    state = battle(team, hidden, board=wood)
    ready = judge_fire(state, Fire(unit="team", place="30,15"), ATTACK)
    assert ready.aim.goal.unit is not None
    assert ready.aim.column.number == 8
    went = fired(state, Shoot(ready.aim.shot), 4, 5)
    resolved = next(event for event in went.events if isinstance(event, ShotResolved))
    announced = next(event for event in went.events if isinstance(event, Fired))
    assert resolved.audience == (DEFENDER,)
    assert (announced.target, announced.place) == ("", True)


@pytest.mark.rule("RA-shoot.speculative.2", "RA-dh.building")
def test_guns_bring_a_building_down() -> None:
    """Wooden: 9+ to hit, 9+ to fall; everybody in it is lost."""
    house = board(area("house", 28, 18, 33, 21, name="Barn"))
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 8)), bases=(Base("gun1", "field-gun", 2),))
    inside = unit("whites", DEFENDER, VOLUNTEERS, at=(30.5, 19.5), bases=3, holds="Barn")
    state = battle(gun, inside, board=house)
    ready = judge_fire(state, Fire(unit="gun", place="Barn"), ATTACK)
    assert ready.aim.column is None
    went = fired(state, Shoot(ready.aim.shot), 4, 5, 3, 6)
    hit = next(event for event in went.events if isinstance(event, SectionHit))
    assert (hit.hits, hit.scores, hit.needs, hit.destroyed) == (1, (9,), 9, True)
    assert went.state.ruins == ("Barn",)
    assert tasks(went) == [LoseBases("whites", 3, threat="gun", reason="a building that fell")]
    stands = fired(state, Shoot(ready.aim.shot), 4, 5, 3, 5)
    assert not stands.state.ruins


# ── Trains ──────────────────────────────────────────────────────────────────────────────────────────────────────────

RAILS = board(line("railway", (0, 20), (72, 20), width=0.4, name="Line"))


def train(side=ATTACKER, last=0.0):
    cars = ("train-mg", "train-artillery-field", "train-engine", "train-artillery-turret", "train-other")
    made = unit("train", side, "train-engine", bases=5, at=(30, 20), facing=EAST)
    bases = tuple(Base(f"car{n}", card) for n, card in enumerate(cars, 1))
    return replace(made, bases=bases, rails=Rails("Line", 36.0, last=last))


@pytest.mark.rule("RA-train.cars.2", "RA-train.artillery.1", "RA-train.artillery.2", "RA-train.mg")
def test_which_cars_fire() -> None:
    """From the head in the east: MG car, field gun, engine, turret, boxcar. At troops 10 in to the north the MG car and
    the turret bear, the field gun (45° about straight ahead) does not; on the move the MG car alone. Straight ahead the
    field gun does and the turret does not."""
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 30))
    beside = shot(battle(train(), whites, board=RAILS), "train")
    assert [part.card.id for part in beside.parts] == ["train-mg", "train-artillery-turret"]
    moving = shot(battle(train(last=4.0), whites, board=RAILS), "train")
    assert [part.card.id for part in moving.parts] == ["train-mg"]
    ahead = shot(
        battle(train(), changed(battle(whites), "whites", at=(50.0, 20.5)).unit("whites"), board=RAILS), "train"
    )
    assert [part.card.id for part in ahead.parts] == ["train-mg", "train-artillery-field"]


@pytest.mark.rule("RA-train.hits.1", "RA-train.hits.2", "RA-train.hits.3", "RA-train.hits.4", "RA-train.hits.5")
def test_hits_on_cars() -> None:
    """A standing train is a stationary vehicle: 9+. The engine takes three; the boxcar is destroyed by one."""
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 5)), bases=(Base("gun1", "field-gun", 2),))
    state = battle(gun, train(DEFENDER), unit("riders", DEFENDER, VOLUNTEERS, at=None, aboard="train", car="car5"),
                   board=RAILS)  # fmt: skip
    engine = fired(state, Shoot(Shot("gun", "train", car="car3")), 4, 5)
    hit = next(event for event in engine.events if isinstance(event, CarHit))
    assert (hit.hits, hit.wrecked, hit.stopped, hit.withdraws) == (1, False, False, True)
    assert engine.state.unit("train").rails.withdrawing
    assert tasks(engine) == [TakeTest("train", Test.FEAR, "a direct hit", threat="gun", citation="RA-train.hits.4")]
    boxcar = fired(state, Shoot(Shot("gun", "train", car="car5")), 4, 5)
    assert boxcar.state.unit("train").bases[4].wrecked
    assert tasks(boxcar)[0] == LoseBases("riders", 4, threat="gun", reason="the car destroyed")
    assert (
        shot(battle(gun, train(DEFENDER, last=2.0), board=RAILS), "gun", "train", car="car1").parts[0].number.value
        == 11
    )


@pytest.mark.rule("RA-train.cars.3")
def test_riflemen_fire_from_inside() -> None:
    """Four bases of Regulars aboard the boxcar, in the west: to the north they fire, along the train they do not."""
    riders = unit("riders", card=REGULARS, at=None, aboard="train", car="car5")
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(26, 30))
    state = battle(train(), riders, whites, board=RAILS)
    assert shot(state, "riders").parts[0].bases == 4
    along = battle(train(), riders, unit("whites", DEFENDER, VOLUNTEERS, at=(18, 20)), board=RAILS)
    assert refusal(along, Shot("riders", "whites")).code == "out-of-arc"
    crew = replace(riders, card="mg-team")
    assert refusal(battle(train(), crew, whites, board=RAILS), Shot("riders", "whites")).code == "aboard"


# ── Answers, segments, night ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-preempt.return-fire")
def test_fire_is_returned_at_the_same_time() -> None:
    """Reds roll 7: Ret; Whites, who had 8 × … column 4 too, roll 8: a terror marker. Their segment is used."""
    state = answering(facing_off(6), DEFENDER, mode="normal", return_fire="yes")
    state = replace(state, standing=tuple(each for each in state.standing if each.answer != "no"))
    went = fired(state, Shoot(Shot("reds", "whites")), 3, 4, 4, 4)
    assert tasks(went) == [
        Retire("whites", threat="reds"),
        Mark("reds", terror=1, threat="whites", reason="fire"),
    ]
    whites = went.state.unit("whites")
    assert (whites.acted, whites.returned_turn) == (1, 1)


@pytest.mark.rule("RA-preempt.return-fire")
def test_who_may_not_return_fire() -> None:
    state = answering(facing_off(6), DEFENDER, return_fire="yes")
    state = replace(state, standing=tuple(each for each in state.standing if each.answer != "no"))
    acted = fired(changed(state, "whites", acted=1), Shoot(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in acted.events) == 1
    far = fired(changed(state, "whites", at=(30.0, 20.0)), Shoot(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in far.events) == 1
    guns = fired(changed(state, "whites", card="mortar"), Shoot(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in guns.events) == 1


@pytest.mark.rule("RA-evade.4")
def test_a_unit_may_evade_when_shot_at() -> None:
    """Column 4 becomes 2: a 7 that would have made it retire does nothing."""
    state = battle(unit("reds", card=REGULARS, at=(30, 10)), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 16)))
    went = fired(answering(state, DEFENDER, mode="ask"), Shoot(Shot("reds", "whites")))
    assert went.state.question is not None
    assert went.state.question.kind == "mode"
    evading = answering(state, DEFENDER, mode="evade", return_fire="no")
    after = fired(evading, Shoot(Shot("reds", "whites")), 3, 4)
    assert not after.state.agenda
    assert after.state.unit("whites").evading


@pytest.mark.rule("RA-preempt.charged", "RA-charge.shoot")
def test_fire_at_chargers_uses_the_segment() -> None:
    """At the distance of the declaration, 9 in: long."""
    task = Shoot(Shot("reds", "whites", at_distance=9.0), "charged", answered=True)
    went = fired(facing_off(6), task, 1, 1)
    assert went.state.unit("reds").acted == 1
    assert next(event for event in went.events if isinstance(event, Fired)).far == Band.LONG.value


@pytest.mark.rule("RA-shoot.5", "RA-action.move", "RA-shoot.move.mg", "RA-note.tachanka")
def test_moving_after_fire() -> None:
    state = facing_off(6)
    rifles = done(FIRE_DEEDS[0], state, Fire(unit="reds", target="whites", then_move=True))
    assert rifles.segment.fired
    assert not rifles.segment.acted
    assert [type(task) for task in rifles.agenda] == [Shoot]
    stays = done(FIRE_DEEDS[0], state, Fire(unit="reds", target="whites"))
    assert stays.segment.acted
    team = facing_off(6, card="mg-team", bases=1)
    found = refused(lambda: judge_fire(team, Fire(unit="reds", target="whites", then_move=True), ATTACK))
    assert found.code == "no-move-after"


@pytest.mark.rule("RA-seq.reveal", "RA-ambush.shoot-only")
def test_who_fires_shows_himself() -> None:
    state = changed(facing_off(6), "reds", hidden=Hidden.AMBUSH)
    went = fired(state, Shoot(Shot("reds", "whites"), "ambush"), 1, 1)
    assert went.state.unit("reds").hidden is Hidden.NO


@pytest.mark.rule("RA-ambush.shoot-only")
def test_the_surprised_do_not_shoot() -> None:
    assert refusal(changed(facing_off(6), "reds", surprised=True), Shot("reds", "whites")).code == "surprised"


@pytest.mark.rule("RA-weather.night.friends")
def test_friends_met_in_the_dark() -> None:
    one, two = unit("one", card=REGULARS, at=(30, 10)), unit("two", card=REGULARS, at=(30, 15))
    state = replace(battle(one, two), light=Light.MOON)
    apart = replace(changed(state, "two", at=(30.0, 25.0)))
    before = friends_seen(apart, apart.unit("one"))
    assert before == frozenset()
    went = course(state, 1)
    assert meet_friends(went, "one", before)
    assert tasks(went) == [Shoot(Shot("one", "two"), "friends", answered=True)]
    calm = course(state, 2)
    assert not meet_friends(calm, "one", before)
    assert not calm.state.agenda
    assert not meet_friends(course(state), "one", frozenset({"two"}))


@pytest.mark.rule("RA-ammo.carts")
def test_the_cart_fills_the_limbers() -> None:
    """One of two rounds with the limber, six in the cart: one is handed over, unless it fired."""
    guns = replace(unit("guns", card="field-gun", bases=1), bases=(Base("guns1", "field-gun", 1, 6),))
    went = course(battle(guns))
    refill_all(went)
    assert went.state.unit("guns").bases == (Base("guns1", "field-gun", 2, 5),)
    busy = course(changed(battle(guns), "guns", fired_turn=1))
    refill_all(busy)
    assert not busy.events


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-priority.3")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Fire(unit="reds"), "one-target"),
        (Fire(unit="reds", target="whites", place="G7"), "one-target"),
        (Fire(unit="reds", target="nobody"), Why.NO_TARGET),
        (Fire(unit="reds", target="reds"), Why.NO_TARGET),
        (Fire(unit="reds", target="whites", car=2), "no-train"),
        (Fire(unit="whites", target="reds"), Why.UNKNOWN_UNIT),
    ],
)
def test_refusals(action: Fire, code: str) -> None:
    assert refused(lambda: judge_fire(facing_off(6), action, ATTACK)).code == code


def test_a_hidden_unit_is_no_target_and_is_not_betrayed() -> None:
    hidden = changed(facing_off(6), "whites", hidden=Hidden.AMBUSH)
    known = refused(lambda: judge_fire(hidden, Fire(unit="reds", target="whites"), ATTACK))
    unknown = refused(lambda: judge_fire(hidden, Fire(unit="reds", target="nobody"), ATTACK))
    assert (known.code, known.message) == (unknown.code, unknown.message)


def test_officers_lend_their_traits() -> None:
    state = battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 16)),
                   junior("whites", DEFENDER, token="white-plus1-skirmisher"))  # fmt: skip
    assert shot(state).column.number == 3


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def told(went, viewer=PUBLIC) -> list[str]:
    found = [tell(went.state, event, viewer) for event in went.events]
    return [each.headline for each in found if each is not None and each.role is not Role.DETAIL]


def test_the_result_is_said_first() -> None:
    went = fired(facing_off(6), Shoot(Shot("reds", "whites")), 6, 6)
    assert told(went) == [
        "Reds fires at Whites",
        "Reds fires at Whites: a base killed, a serious test and its officers in danger",
    ]
    calm = fired(facing_off(6), Shoot(Shot("reds", "whites")), 1, 1)
    assert told(calm)[-1] == "Reds fires at Whites: no effect"


def test_fire_at_a_place_betrays_nobody() -> None:
    """The firer's side and the public hear of the fire alone; its target's side hears what came of it."""
    wood = board(area("woods", 20, 14, 40, 25, name="Wood"))
    hidden = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 17), hidden=Hidden.AMBUSH)
    state = battle(unit("team", card="mg-team", at=(30, 10)), hidden, board=wood)
    went = fired(state, Shoot(judge_fire(state, Fire(unit="team", place="30,15"), ATTACK).aim.shot), 4, 5)
    for viewer in (PUBLIC, Viewer(ATTACKER)):
        assert len(told(went, viewer)) == 1
        assert "Whites" not in told(went, viewer)[0]
    assert "Whites" in told(went, Viewer(DEFENDER))[-1]
