"""Fire on AFVs in a battle: shots along the path, knock-outs, crews, tests. Worked by hand from the book's text.

A medium tank of 30 tons in 1944 is neither light nor heavy. A man with a one-man anti-tank weapon scores 4 at up to
100 m, 2 at up to 250 m; 8 with the die knocks out.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from decimal import Decimal

import pytest

from rules.infantry_action.book.kinds import Charge, Light, Pace, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Condition, Doing, Life, Vehicle, VehicleType
from rules.infantry_action.groups import FREE, Suffered
from rules.infantry_action.on_the_table import Mission, Screen, Secret
from rules.infantry_action.play.armour.courage import test_end as end_of_period
from rules.infantry_action.play.armour.paths import end_of, place_on
from rules.infantry_action.play.armour.situation import situation
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.engaging import engage
from rules.infantry_action.play.fire.shots import Shot, direct, thrown
from rules.infantry_action.play.support.falling import Barrage
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.view import view
from rules.kernel.chance import Scripted
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import (
    EAST,
    NORTH,
    SOUTH,
    TANK,
    area,
    changed,
    field,
    happened,
    located,
    section,
    team,
    vehicle,
)

MEDIUM = replace(TANK, tons=Decimal(30), projectors=True)


def hunters(name: str, side: str, at, facing=NORTH, size: int = 1):
    return section(name, side, size, at=at, facing=facing, weapons=(Weapon.ONE_MAN_AT,))


def tank(name: str = "tank", at=(100, 250), facing=SOUTH, side=DEFENDER, type_: VehicleType = MEDIUM, **changes):
    return vehicle(name, side, type_, at=at, facing=facing, **changes)


def fresh(state: State) -> State:
    """At the fire, with everybody located by everybody."""
    state = replace(state, step=PeriodStep.RESOLUTION)
    for one in state.groups:
        for other in state.groups:
            if one.side != other.side:
                state = located(state, one.id, other.id)
    return state


def shots(state: State, *pairs: tuple[str, str]) -> list[Shot]:
    """Every weapon of the first group at the second."""
    found: list[Shot] = []
    for by, target in pairs:
        for arm in arms(state, state.group(by)):
            shot = direct(state, arm, state.group(target))
            assert isinstance(shot, Shot), shot
            found.append(shot)
    return found


def engaged(state: State, dice: str, *fire: Shot, barrages: tuple[Barrage, ...] = ()) -> Course:
    chance = Scripted(dice)
    course = Course(state, chance)
    engage(course, state, list(fire), list(barrages))
    chance.finish()
    return course


def shot_of(course: Course):
    return happened(course, "tank-shot")[0]


def sum_of(course: Course) -> dict[str, int]:
    return {item.citation.removeprefix("IA-"): item.amount for item in shot_of(course).points.items}


def drove(state: State, id_: str, *path, pace: Pace = Pace.DRIVE) -> State:
    """The same with a vehicle that has come along this way."""
    way = tuple((float(x), float(y)) for x, y in path)
    metres = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in itertools.pairwise(way))
    found = state.vehicle(id_)
    return state.with_vehicle(replace(found, at=way[-1], doing=Doing(pace=pace, path=way, moved=metres), running=True))


def duel(**changes) -> State:
    """A man at 100, 150 and a tank that faces him, 100 m from man to middle, 96.5 to its front."""
    return fresh(field(hunters("able", ATTACKER, (100, 150)), tank(**changes)))


# ── The sum of a shot ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-at.weapons", "IA-at.knock-out", "IA-afvreact.when-at")
def test_a_shot_that_comes_to_seven_makes_the_tank_test():
    """4 at 100 m and 3 on the die. The test: 1 + 4 - 1 stationary - 7 points = -3."""
    state = duel()
    course = engaged(state, "3,1,4", *shots(state, ("able", "tank")))
    assert (shot_of(course).points.value, shot_of(course).total, shot_of(course).knocked_out) == (4, 7, False)
    event = happened(course, "afv-tested")[0]
    assert (event.score.value, event.result) == (-3, "must retire, may reverse firing")


@pytest.mark.rule("IA-at.knock-out", "IA-at.catches-fire", "IA-afvcrew.escape")
def test_eight_knocks_it_out_and_the_crew_gets_out_or_does_not():
    """4 + 4 = 8. Fire on 3. The commander first: 6, the only sub machine gun; driver 6: a pistol; gunners 5 and 2."""
    state = duel(smgs=1)
    course = engaged(state, "4,3,6,6,5,2", *shots(state, ("able", "tank")))
    after = course.state
    assert after.vehicle("tank").condition is Condition.KNOCKED_OUT
    assert after.vehicle("tank").burning_since == 1
    assert [after.figure(f"tank{n}").weapons for n in (1, 2, 3)] == [(Weapon.PISTOL,), (Weapon.SMG,), (Weapon.PISTOL,)]
    assert [after.figure(f"tank{n}").life for n in (1, 2, 3, 4)] == [Life.FIT, Life.FIT, Life.FIT, Life.CASUALTY]
    assert all(after.figure(f"tank{n}").aboard is None for n in (1, 2, 3, 4))
    assert after.screens[0].active(2)
    assert after.lit[0].radius == 30
    assert happened(course, "afv-tested") == []


@pytest.mark.rule("IA-afvcrew.escape", "IA-units.group")
def test_those_who_got_out_are_called_the_crew_of_their_wreck():
    """The wreck keeps the name, and is what is knocked out; the men who stand beside it are neither."""
    after = engaged(duel(), "4,3,6,6,5,2", *shots(duel(), ("able", "tank"))).state
    crew = next(unit for unit in view(after, Viewer(umpire=True)).units if unit.ref == "tank")
    assert (crew.name, crew.strength) == ("Crew of Tank", 3)
    assert crew.states == ("Tank knocked out", "Tank on fire")
    assert after.vehicle("tank").name == "Tank"
    nobody = engaged(duel(), "6,4,1,1,1,1", *shots(duel(), ("able", "tank"))).state
    assert nobody.group("tank").name == "Tank"


@pytest.mark.rule("IA-at.catches-fire")
def test_on_a_four_the_wreck_does_not_burn():
    state = duel()
    after = engaged(state, "6,4,1,1,1,1", *shots(state, ("able", "tank"))).state
    assert (after.vehicle("tank").condition, after.screens) == (Condition.KNOCKED_OUT, ())


@pytest.mark.rule("IA-afvcrew.no-grenades")
def test_crewmen_outside_have_no_grenades():
    state = changed(duel(), "tank1", grenades=True)
    after = engaged(state, "6,4,3,3,3,3", *shots(state, ("able", "tank"))).state
    assert not after.figure("tank1").grenades


@pytest.mark.rule("IA-afvcrew.riders")
def test_riders_escape_on_three_with_what_they_carry_and_leave_their_gun_behind():
    """Four of the crew are hit; the riders throw 2 and 3."""
    state = fresh(field(hunters("able", ATTACKER, (100, 150)), tank(passengers=2)))
    gun = team("mortar", DEFENDER, Weapon.MEDIUM_MORTAR, 1).guns[0]
    state = replace(state, guns=(replace(gun, at=None, group="tank"),))
    state = changed(state, "tank6", serves=gun.id, weapons=(Weapon.RIFLE,))
    after = engaged(state, "6,4,1,1,1,1,2,3", *shots(state, ("able", "tank"))).state
    assert [after.figure(f"tank{n}").life for n in (5, 6)] == [Life.CASUALTY, Life.FIT]
    assert after.figure("tank6").weapons == (Weapon.RIFLE,)
    assert after.gun(gun.id).gone
    assert after.figure("tank6").serves is None


@pytest.mark.rule("IA-at.plus1.flank")
def test_a_tank_that_shows_its_side_is_hit_more_easily():
    """Nearly 90 degrees off its front, whose middle is 100 m from him: 4 + 1."""
    state = duel(at=(96.5, 250), facing=EAST)
    assert sum_of(engaged(state, "1,3,3", *shots(state, ("able", "tank")))) == {
        "at.weapons": 4, "at.plus1.flank": 1,
    }  # fmt: skip


@pytest.mark.rule("IA-at.plus1.light", "IA-at.minus1.heavy")
@pytest.mark.parametrize(("tons", "year", "amount"), [
    (17, 1944, 1), (18, 1944, 0), (40, 1944, -1), (39, 1944, 0), (25, 1941, -1), (12, 1940, 0), (24, 1951, 1),
    (50, 1955, -1),
])  # fmt: skip
def test_light_and_heavy_for_the_year_of_the_battle(tons: int, year: int, amount: int):
    state = replace(duel(type_=replace(MEDIUM, tons=Decimal(tons))), year=year)
    assert shot_of(engaged(state, "1,6,6", *shots(state, ("able", "tank")))).points.value == 4 + amount


@pytest.mark.rule("IA-at.minus1.target-moved", "IA-R123")
@pytest.mark.parametrize(("start", "amount"), [(300, -1), (299, 0)])
def test_a_target_that_moved_50_m(start: int, amount: int):
    state = drove(duel(), "tank", (100, start), (100, 250))
    assert sum_of(engaged(state, "1,6,6", *shots(state, ("able", "tank")))).get("at.minus1.target-moved", 0) == amount


@pytest.mark.rule("IA-at.minus2.firer-moved")
def test_a_firer_that_moved():
    state = changed(duel(), "able1", doing=Doing(pace=Pace.WALK, path=((100.0, 120.0), (100.0, 150.0)), moved=30.0))
    assert sum_of(engaged(state, "1,6,6", *shots(state, ("able", "tank"))))["at.minus2.firer-moved"] == -2


@pytest.mark.rule("IA-at.minus1.under-fire", "IA-at.minus1.surprised", "IA-R124")
def test_a_firer_under_fire_that_can_damage_it_and_one_surprised_besides():
    """A rifle at him is enough; one that he has not located and that has not fired before surprises him too."""
    state = fresh(field(hunters("able", ATTACKER, (100, 150)), tank(), section("red", DEFENDER, 1, at=(200, 200))))
    state = changed(state, "red1", facing=225.0)
    both = (*shots(state, ("able", "tank")), *shots(state, ("red", "able")))
    assert sum_of(engaged(state, "1,6,6", *both)) == {"at.weapons": 4, "at.minus1.under-fire": -1}
    hidden = replace(state, sightings=tuple(s for s in state.sightings if (s.by, s.target) != ("able", "red")))
    assert sum_of(engaged(hidden, "1,6,6", *both)) == {
        "at.weapons": 4, "at.minus1.under-fire": -1, "at.minus1.surprised": -1,
    }  # fmt: skip


@pytest.mark.rule("IA-at.minus1.under-fire", "IA-at.afv-gun")
def test_rifles_do_not_spoil_the_aim_of_a_tank():
    """An AFV gun of 75 mm at 100 m: 8 - 2. A rifle at the tank that fires counts for nothing, a tank's gun for 1."""
    state = fresh(
        field(tank("sherman", (100, 150), NORTH, ATTACKER), tank(), section("red", DEFENDER, 1, at=(130, 200)))
    )
    state = changed(state, "red1", facing=210.0)
    mine = [shot for shot in shots(state, ("sherman", "tank")) if shot.weapon is Weapon.AFV_GUN]
    rifle = shots(state, ("red", "sherman"))
    assert sum_of(engaged(state, "1,6,6", *mine, *rifle)) == {"at.weapons": 8, "at.afv-gun": -2}
    his = [shot for shot in shots(state, ("tank", "sherman")) if shot.weapon is Weapon.AFV_GUN]
    duel_ = engaged(state, "1,6,6,1,6,6", *mine, *his)
    assert [event.points.value for event in happened(duel_, "tank-shot")] == [5, 5]
    for event in happened(duel_, "tank-shot"):
        assert event.citations[0] == "IA-at.knock-out", "the die's own rule, then those of its points"
        assert set(event.citations[1:]) == {item.citation for item in event.points.items if item.citation}


@pytest.mark.rule("IA-at.minus1.concealed")
def test_a_target_partly_hidden_by_cover():
    wood = (area("scrub", 80, 240, 120, 260),)
    state = fresh(field(hunters("able", ATTACKER, (100, 150)), tank(), features=wood))
    assert sum_of(engaged(state, "1,6,6", *shots(state, ("able", "tank"))))["at.minus1.concealed"] == -1
    dug_in = duel(hull_down=True)
    assert sum_of(engaged(dug_in, "1,6,6", *shots(dug_in, ("able", "tank"))))["at.minus1.concealed"] == -1


@pytest.mark.rule("IA-at.minus2.smoke", "IA-R125")
def test_a_local_screen_deducts_two_and_a_longer_one_hides_it():
    clear = duel()
    fire = shots(clear, ("able", "tank"))
    local = replace(clear, period=2, screens=(Screen((75.0, 200.0), (125.0, 200.0), 1, 1),))
    assert sum_of(engaged(local, "1,6,6", *fire))["at.minus2.smoke"] == -2
    long = replace(clear, period=2, screens=(Screen((50.0, 200.0), (150.0, 200.0), 1, 1),))
    course = engaged(long, "", *fire)
    assert [event.why for event in happened(course, "tank-shot-lost")] == ["gone"]


@pytest.mark.rule("IA-at.light-weapons", "IA-R119")
@pytest.mark.parametrize(("tons", "calibre", "hits"), [(15, 13, True), (16, 13, False), (15, 8, False)])
def test_heavy_machine_guns_hurt_afvs_of_15_tons(tons: int, calibre: int, hits: bool):
    """A tripod machine gun at 100 m: 5, two helpers 1 each (IA-R120), light AFV + 1, - 2."""
    state = fresh(
        field(
            team("vickers", ATTACKER, Weapon.TRIPOD_MG, 3, at=(100, 150), calibre=calibre),
            tank(type_=replace(MEDIUM, tons=Decimal(tons))),
        )
    )
    course = engaged(state, "1,6,6" if hits else "", *shots(state, ("vickers", "tank")))
    assert [event.points.value for event in happened(course, "tank-shot")] == ([6] if hits else [])


@pytest.mark.rule("IA-at.weapons", "IA-R120")
def test_numbers_two_and_three_help_an_anti_tank_gun():
    """3 at 100 m and 1 for each of two helpers."""
    state = fresh(field(team("gun", ATTACKER, Weapon.AT_GUN, 4, at=(100, 150)), tank()))
    assert shot_of(engaged(state, "1,6,6", *shots(state, ("gun", "tank")))).points.value == 5


@pytest.mark.rule("IA-at.knock-out")
def test_a_die_is_thrown_for_each_weapon():
    """4 + 1, and 2 + 2 of the second man, who is over 100 m off: 12 - 1 stationary - 5 - 4."""
    state = fresh(field(hunters("able", ATTACKER, (100, 146.5), size=2), tank()))
    course = engaged(state, "1,2,6,6", *shots(state, ("able", "tank")))
    assert [event.die for event in happened(course, "tank-shot")] == [1, 2]
    assert len(happened(course, "afv-tested")) == 1, "shots at one point are one occasion"
    assert happened(course, "afv-tested")[0].score.value == 2


# ── Along the path ────────────────────────────────────────────────────────────────────────────────────────────────


def ambush(light: Light = Light.DAY) -> tuple[State, Shot, Shot]:
    """A tank has driven from 100, 300 to 100, 210. One man meets it at 270, after 30 m, 78 m from him; another where it
    ends. The first has it 50 degrees off its front: 4 + 1, - 1 for the 90 m of its path."""
    state = fresh(
        field(
            hunters("able", ATTACKER, (160, 220), facing=300.0),
            hunters("baker", ATTACKER, (100, 150)),
            tank(),
            light=light,
        )
    )
    state = drove(state, "tank", (100, 300), (100, 210))
    first, second = shots(state, ("able", "tank"), ("baker", "tank"))
    return state, replace(first, at=(100.0, 270.0), metres=78.1), second


@pytest.mark.rule("IA-at.halts", "IA-R126")
def test_a_tank_stops_where_it_was_knocked_out_and_later_shots_are_lost():
    state, first, second = ambush()
    course = engaged(state, "4,6,1,1,1,1", second, first)
    wreck = course.state.vehicle("tank")
    assert (wreck.at, wreck.condition) == ((100.0, 270.0), Condition.KNOCKED_OUT)
    assert (wreck.doing.path, wreck.doing.moved) == (((100.0, 300.0), (100.0, 270.0)), 30.0)
    assert [event.why for event in happened(course, "tank-shot-lost")] == ["wrecked"]
    assert [event.group for event in happened(course, "tank-shot")] == ["able"]


@pytest.mark.rule("IA-afvreact.when-at", "IA-afvreact.duration", "IA-R126", "IA-R127")
def test_a_tank_that_may_not_advance_stops_there_and_later_shots_meet_it_there():
    """4 + 1 = 5 against it. 4 + 3 + 1 moving - 5 = 3: no advance. The second man, now at 120 m: 2 + 1 = 3; then
    6 + 6 + 1 - 8 = 5, which serves for the end of the period."""
    state, first, second = ambush()
    course = engaged(state, "1,4,3,1,6,6", second, first)
    tests = happened(course, "afv-tested")
    assert [(event.score.value, event.for_end) for event in tests] == [(3, False), (5, True)]
    assert course.state.vehicle("tank").at == (100.0, 270.0)
    assert [event.at for event in happened(course, "tank-shot")] == [(100.0, 270.0), (100.0, 270.0)]
    assert course.state.group("tank").bound.score == 5
    end_of_period(course)
    assert len(happened(course, "afv-tested")) == 2


@pytest.mark.rule("IA-afvreact.results", "IA-R133")
def test_a_tank_that_must_retire_reverses_with_what_is_left_of_its_move():
    """1 + 2 + 1 - 5 = -1."""
    state, first, _ = ambush()
    course = engaged(state, "1,1,2", first)
    after = course.state.vehicle("tank")
    assert after.at is not None
    assert after.doing.pace is Pace.REVERSE
    assert (after.at[0] - 160) ** 2 + (after.at[1] - 220) ** 2 > 78.1**2
    assert 30 < after.doing.moved <= 90


@pytest.mark.rule("IA-afvreact.results", "IA-afvreact.minus3.close-danger")
def test_a_tank_below_minus_five_turns_and_makes_smoke():
    """By moonlight: 4 + 2 = 6; 1 + 1 + 1 - 6 - 3 = -6."""
    state, first, _ = ambush(Light.MOON)
    course = engaged(state, "2,1,1", first)
    after = course.state.vehicle("tank")
    assert happened(course, "afv-tested")[0].score.value == -6
    assert (after.doing.pace, after.smoke, len(course.state.screens)) == (Pace.DRIVE, False, 1)


@pytest.mark.rule("IA-afvreact.results")
def test_a_tank_that_goes_no_further_than_cover_stops_in_the_next_scrub():
    """6 + 3 + 1 - 5 = 5: the scrub on its way begins at 240."""
    state, first, _ = ambush()
    plain = engaged(state, "1,6,3", first).state.vehicle("tank")
    assert plain.at == (100.0, 210.0), "no cover on the way: it goes on"
    assert state.board is not None
    scrub = replace(state, board=replace(state.board, features=(area("scrub", 90, 220, 110, 240),)))
    stopped = engaged(scrub, "1,6,6", first).state.vehicle("tank")
    assert stopped.at == (100.0, 240.0), "50 m off is cover that may hide enemies: 6 + 6 + 1 - 5 - 3 = 5"


@pytest.mark.rule("IA-afvreact.results", "IA-R133")
def test_the_crew_of_a_tank_that_cannot_move_leaves_it_below_minus_five():
    """By moonlight, 4 + 3 = 7: 1 + 1 - 1 stationary - 7 - 3 = -9."""
    state = replace(duel(condition=Condition.IMMOBILISED), light=Light.MOON)
    after = engaged(state, "3,1,1", *shots(state, ("able", "tank"))).state
    assert after.vehicle("tank").condition is Condition.ABANDONED
    assert all(after.figure(f"tank{n}").on_foot for n in (1, 2, 3, 4))


def test_places_on_a_path():
    state = drove(duel(), "tank", (100, 300), (100, 250), (150, 250))
    car: Vehicle = state.vehicle("tank")
    middle = place_on(car, (100.0, 280.0))
    assert (middle.metres, middle.at, middle.facing, middle.end) == (20.0, (100.0, 280.0), 180.0, False)
    assert place_on(car, (150.0, 250.0)) == end_of(car)
    assert end_of(car).metres == 100.0


# ── Special attacks ───────────────────────────────────────────────────────────────────────────────────────────────


def bomber(charge: Charge, north: float) -> tuple[State, Shot]:
    state = fresh(field(section("able", ATTACKER, 1, at=(100, north)), tank()))
    state = changed(state, "able1", charges=(charge,))
    found = thrown(state, state.figure("able1"), state.group("tank"), None, charge)
    assert isinstance(found, tuple), found
    return state, found[0]


@pytest.mark.rule("IA-at.knock-out-on-1", "IA-R128")
@pytest.mark.parametrize(("charge", "north", "dice"), [
    (Charge.STICKY_BOMB, 236.5, 1), (Charge.STICKY_BOMB, 235.5, 0), (Charge.SATCHEL, 236.5, 1),
    (Charge.MOLOTOV, 221.5, 1),
])  # fmt: skip
def test_charges_are_placed_within_10_m_and_cocktails_thrown_to_25(charge: Charge, north: float, dice: int):
    """Its front edge is at 246.5."""
    state, shot = bomber(charge, north)
    course = engaged(state, "2" if dice else "", shot)
    assert [event.dice[0].die for event in happened(course, "afv-attacked")] == [2] * dice


@pytest.mark.rule("IA-at.knock-out-on-1")
def test_a_one_knocks_it_out_and_a_two_makes_close_danger_at_the_end():
    state, shot = bomber(Charge.STICKY_BOMB, 240)
    out = engaged(state, "1,6,1,1,1,1", shot).state
    assert out.vehicle("tank").condition is Condition.KNOCKED_OUT
    course = engaged(state, "2", shot)
    course.chance = Scripted("6,6")
    end_of_period(course)
    tested = happened(course, "afv-tested")[0]
    assert tested.score.value == 12 - 1 - 3


@pytest.mark.rule("IA-at.knock-out-on-1", "IA-afvreact.minus1.under-fire", "IA-afvreact.when-end")
def test_shells_from_off_the_table_throw_one_die_and_count_as_fire_on_it():
    state = duel()
    shells = Barrage(Mission("m", ATTACKER, "", "fire", (100.0, 250.0), 0.0, 1), 3)
    course = engaged(state, "5", barrages=(shells,))
    assert happened(course, "afv-attacked")[0].off_table
    course.chance = Scripted("6,6")
    end_of_period(course)
    assert happened(course, "afv-tested")[0].score.value == 12 - 1 - 1
    assert course.state.group("tank").bound.score == 10


@pytest.mark.rule("IA-at.knock-out-on-1", "IA-R128")
def test_a_flame_thrower_needs_a_range_at_which_it_burns():
    """8 at 50 m, nothing at 51."""
    for north, dice in ((200, "3"), (199, "")):
        state = fresh(field(section("able", ATTACKER, 1, at=(100, north), weapons=(Weapon.FLAME_THROWER,)), tank()))
        arm = next(arms(state, state.group("able")))
        shot = Shot(arm, Weapon.FLAME_THROWER, "tank", (100.0, 250.0), 250.0 - north)
        assert len(happened(engaged(state, dice, shot), "afv-attacked")) == len(dice)


# ── What bears on an AFV's nerves ─────────────────────────────────────────────────────────────────────────────────


def about(state: State, **changes):
    car = state.vehicle("tank")
    assert car.at is not None
    given = {"moved": 0.0, "at": car.at, "facing": car.facing, "supported": False, "soft": False, **changes}
    return situation(state, car, **given)


@pytest.mark.rule("IA-afvreact.plus1", "IA-afvreact.minus1.stationary", "IA-R131")
def test_friends_near_and_ahead():
    """Infantry 50 m off, an AFV of no less weight 100 m off; before it is who is nearer to the enemy in the 90 degrees
    before its front."""
    state = fresh(
        field(
            hunters("able", ATTACKER, (100, 150)), tank(), section("red", DEFENDER, 1, at=(100, 196.5)),
            tank("panther", at=(200, 250)), tank("light", at=(120, 300), type_=replace(MEDIUM, tons=Decimal(10))),
        )
    )  # fmt: skip
    found = about(state)
    assert (found.friendly_infantry, found.friendly_afv, found.friends_ahead) == (50.0, 100.0, True)
    behind = about(changed(state, "red1", at=(100.0, 300.0)))
    assert not behind.friends_ahead
    assert not found.moving
    assert about(state, moved=10.0).moving


@pytest.mark.rule("IA-afvreact.minus2", "IA-afvreact.minus3.commander")
def test_losses_surprise_and_a_commander_who_was_hit():
    state = fresh(field(hunters("able", ATTACKER, (100, 150)), tank(), tank("panther", at=(200, 250))))
    assert (about(state).lost_afvs, about(state).commander_hit, about(state).surprised) == (0, False, False)
    worse = changed(state, "panther", condition=Condition.KNOCKED_OUT)
    worse = changed(worse, "tank2", life=Life.CASUALTY, aboard=None)
    worse = replace(worse, suffered=(Suffered("tank", tank_surprise=True, tank_points=6),))
    found = about(worse)
    assert (found.lost_afvs, found.commander_hit, found.surprised, found.shot_points) == (1, True, True, 6)


@pytest.mark.rule("IA-afvreact.minus3.close-danger", "IA-R131")
def test_cover_within_50_m_is_hostile_unless_a_friend_is_in_it():
    wood = (area("woods", 150, 200, 200, 300),)
    forces = hunters("able", ATTACKER, (100, 150)), tank()
    state = fresh(field(*forces, features=wood))
    assert about(state).close_danger
    held = fresh(field(*forces, section("red", DEFENDER, 1, at=(180, 290)), features=wood))
    assert not about(held).close_danger
    far = fresh(field(*forces, features=(area("woods", 151, 200, 200, 300),)))
    assert not about(far).close_danger
    assert about(replace(far, light=Light.DARK)).close_danger


@pytest.mark.rule("IA-afvreact.minus3.close-danger", "IA-R229")
def test_a_work_that_its_side_has_not_seen_is_no_hostile_cover_in_a_test() -> None:
    """6 + 6 + 1 - 5 by the dice alone; 3 less once its side has seen the trench. Nobody tells it of what it missed."""
    state, first, _ = ambush()
    assert state.board is not None
    trench = area("trench", 90, 245, 110, 250, name="the trench")
    dug = replace(state, board=replace(state.board, features=(trench,)), secrets=(Secret("the trench", ATTACKER),))
    plain, unseen = (engaged(each, "1,6,6", first) for each in (state, dug))
    assert happened(unseen, "afv-tested") == happened(plain, "afv-tested")
    assert unseen.state.vehicle("tank") == plain.state.vehicle("tank")
    known = replace(dug, secrets=(Secret("the trench", ATTACKER, (DEFENDER,)),))
    (tested,) = happened(engaged(known, "1,6,6", first), "afv-tested")
    assert [item.amount for item in tested.score.items if item.citation == "IA-afvreact.minus3.close-danger"] == [-3]


@pytest.mark.rule("IA-afvreact.minus1.friends-retreat")
def test_friends_seen_to_run():
    state = fresh(field(hunters("able", ATTACKER, (100, 150)), tank(), section("red", DEFENDER, 1, at=(150, 250))))
    assert not about(state).friends_retreating
    assert about(changed(state, "red1", doing=Doing(panic=True, moved=75.0))).friends_retreating


@pytest.mark.rule("IA-afvreact.plus1", "IA-afvreact.minus1.under-fire")
def test_fire_of_friends_on_its_opponents_and_of_rifles_on_itself_count_at_once():
    """4 + 1; 3 + 3 - 1 stationary + 1 friends fire - 1 rifles - 5 = 0. Red stands 90 m from it."""
    state = fresh(
        field(
            hunters("able", ATTACKER, (100, 150)), section("baker", ATTACKER, 1, at=(110, 150)), tank(),
            section("red", DEFENDER, 1, at=(190, 250), facing=225.0),
        )
    )  # fmt: skip
    fire = shots(state, ("able", "tank"), ("baker", "tank"), ("red", "able"))
    course = engaged(state, "2,3,3", *fire)
    assert shot_of(course).total == 4 - 1 + 2
    assert happened(course, "afv-tested")[0].score.value == 0


@pytest.mark.rule("IA-afvreact.when-end")
def test_no_fire_no_test():
    course = Course(duel(), Scripted(""))
    end_of_period(course)
    assert course.events == []
    assert course.state.group("tank").bound == FREE
