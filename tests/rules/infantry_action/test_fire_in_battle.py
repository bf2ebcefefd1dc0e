"""Fire on men, buildings and bunkers in a battle: who counts as a target, who helps, what is fired blind or indirectly,
who is surprised. Worked by hand from the book's text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Charge, Gear, Pace, Posture, Weapon
from rules.infantry_action.book.works import Blow, OtherFire
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Doing, Life
from rules.infantry_action.forces.judging import with_names
from rules.infantry_action.groups import Bound, FirePlan, Instructions
from rules.infantry_action.on_the_table import Screen, Work
from rules.infantry_action.play.fire.arms import arms, bar
from rules.infantry_action.play.fire.resolving import declared, resolve
from rules.infantry_action.play.fire.shots import Shot, direct, indirect, thrown, with_number_two
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.play.works.collapse import leave_burning
from rules.infantry_action.play.works.collapse import test_works as work_tests
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board
from tests.rules.infantry_action.field import (
    EDGES,
    NORTH,
    SOUTH,
    WEST,
    area,
    changed,
    field,
    grouped,
    happened,
    located,
    looked,
    section,
    team,
    vehicle,
)

HOLD = Instructions(fire="hold")


def fight(*forces, period: int = 3, see: bool = True, **changes) -> State:
    """At the fire of a period, everybody located by everybody, nobody firing unasked."""
    state = replace(field(*forces, period=period, **changes), step=PeriodStep.RESOLUTION)
    for one in state.groups:
        state = grouped(state, one.id, instructions=HOLD)
        for other in state.groups:
            if see and one.side != other.side:
                state = located(state, one.id, other.id)
    return state


def plans(state: State, *given: FirePlan) -> State:
    return replace(state, plans=given)


def resolved(state: State, dice: str = "1,1,1,1") -> Course:
    """The step of resolution; with ones on all dice nobody is hit."""
    course = Course(state, Scripted(dice))
    resolve(course)
    return course


def total(course: Course) -> dict[str, int]:
    """The items of the one total, by their ledger ids."""
    found: dict[str, int] = {}
    for item in happened(course, "fire-resolved")[0].total.items:
        found[item.citation.removeprefix("IA-")] = found.get(item.citation.removeprefix("IA-"), 0) + item.amount
    return found


def facing_each_other(**changes) -> State:
    """A rifleman at 100, 100, who fired in the last period; two men of Red 100 m to the north of him, erect."""
    state = fight(
        section("able", ATTACKER, 1, at=(100, 100)), section("red", DEFENDER, 2, at=(100, 200), facing=SOUTH), **changes
    )
    return changed(state, "able1", fired_in=2)


AT_RED = FirePlan("able1", target="red")


@pytest.mark.rule("IA-sa.effect", "IA-tt.exposed", "IA-tt.erect", "IA-pot.total")
def test_a_rifle_at_two_men_in_the_open():
    """2 at 100 m; two exposed and erect men 2 + 2."""
    course = resolved(plans(facing_each_other(), AT_RED))
    found = total(course)
    assert (found["sa.effect"], found["tt.exposed"], found["tt.erect"]) == (2, 2, 2)
    suffered = course.state.suffering("red")
    assert suffered is not None
    assert suffered.by == ("able",)
    assert course.state.group("red").fired_on_in == 3


@pytest.mark.rule("IA-tt.moved-or-fresh")
def test_a_firer_who_moved_or_did_not_fire_last_period():
    """1 off for each man of the target."""
    cold = changed(facing_each_other(), "able1", fired_in=1)
    assert total(resolved(plans(cold, AT_RED)))["tt.moved-or-fresh"] < 0
    assert "tt.moved-or-fresh" not in total(resolved(plans(facing_each_other(), AT_RED)))


@pytest.mark.rule("IA-tt.exposed", "IA-R064")
def test_men_whom_nobody_who_fires_can_see_are_no_target():
    """A house hides the second man: 1 + 1. By house rule the whole group counts: 2 + 2."""
    house = (area("building", 105, 150, 125, 170, height=8.0),)
    hidden = facing_each_other(features=house)
    hidden = changed(hidden, "red2", at=(130.0, 220.0))
    assert total(resolved(plans(hidden, AT_RED)))["tt.exposed"] == 1
    whole = replace(hidden, options=(("target-figures", "whole-group"),))
    assert total(resolved(plans(whole, AT_RED)))["tt.exposed"] == 2


@pytest.mark.rule("IA-sa.lmg-no2", "IA-R068")
def test_the_lmg_is_helped_by_the_man_beside_it_who_then_fires_nothing_himself():
    """A Bren at 100 m: 5, its number two 3 in place of his rifle's 2."""
    state = fight(section("able", ATTACKER, 3, at=(100, 100)), section("red", DEFENDER, 1, at=(100, 200)))
    state = changed(state, "able1", weapons=(Weapon.MAGAZINE_LMG,), rank=state.figure("able2").rank)
    fire = [direct(state, arm, state.group("red")) for arm in arms(state, state.group("able"))]
    made = with_number_two(state, [shot for shot in fire if isinstance(shot, Shot)])
    assert [(shot.by, shot.arm.men) for shot in made] == [("able1", ("able1", "able2")), ("able3", ("able3",))]


def bren_section() -> State:
    """A Bren between two riflemen, 100 m from Red, and near enough to Blue to throw; Able 2 has grenades."""
    state = fight(
        section("able", ATTACKER, 3, at=(100, 100)),
        section("red", DEFENDER, 1, at=(100, 200)),
        section("blue", DEFENDER, 1, at=(100, 120)),
    )
    state = changed(state, "able1", weapons=(Weapon.MAGAZINE_LMG,), rank=state.figure("able2").rank)
    state = changed(state, "able3", at=(90.0, 100.0))
    return changed(state, "able2", grenades=True)


BREN, RIFLE = FirePlan("able1", target="red"), FirePlan("able3", target="red")


@pytest.mark.rule("IA-sa.lmg-no2", "IA-R006", "IA-R068")
def test_a_man_who_throws_a_grenade_does_not_serve_as_number_two():
    """Able 2 is nearest to the Bren, but throws: the other rifleman helps, or nobody where he throws too."""
    throws = FirePlan("able2", how="grenade", target="blue")
    fired = declared(plans(bren_section(), BREN, throws, RIFLE))
    assert [(shot.by, shot.arm.men) for shot in fired] == [("able1", ("able1", "able3")), ("able2", ("able2",))]
    both = plans(changed(bren_section(), "able3", grenades=True), BREN, throws, replace(throws, by="able3"))
    assert [shot.arm.men for shot in declared(both)] == [("able1",), ("able2",), ("able3",)]


@pytest.mark.rule("IA-hw.observer-busy", "IA-R006", "IA-R068")
def test_a_man_who_observes_for_a_mortar_does_not_serve_as_number_two():
    """The mortar sees nothing itself; a rifleman beside the Bren sees Red for it."""
    state = bren_eyes()
    fired = declared(plans(state, FirePlan("tube-gun", target="red"), FirePlan("eyes2", target="red")))
    assert [(shot.by, shot.observer) for shot in fired] == [("tube-gun", "eyes1"), ("eyes2", "")]
    assert fired[1].arm.men == ("eyes2",)


@pytest.mark.rule("IA-hw.helpers", "IA-hw.observer-busy", "IA-R068")
def test_one_of_a_gun_crew_who_observes_does_not_help_to_fire():
    """Of three men at the mortar two help; with one of them told off to observe only the other does."""
    state = mortar()
    assert next(arms(state, state.group("tube"))).men == ("tube1", "tube2", "tube3")
    state = plans(state, FirePlan("tube2", how="observe", target="red"))
    tube = next(arms(state, state.group("tube")))
    assert (tube.men, tube.helpers) == (("tube1", "tube3"), 1)


def bren_eyes() -> State:
    """The mortar of `mortar`; beside its observer a Bren."""
    house = (area("building", 60, 40, 140, 60, height=12.0),)
    state = fight(
        team("tube", ATTACKER, Weapon.MEDIUM_MORTAR, 3, at=(100, 10)),
        section("eyes", ATTACKER, 2, at=(200, 220), facing=313.0),
        section("red", DEFENDER, 2, at=(100, 310), facing=SOUTH),
        features=house,
    )
    state = replace(state, sightings=tuple(s for s in state.sightings if s.by == "eyes"))
    state = changed(state, "eyes1", gear=(Gear.RADIO,), rank=state.figure("eyes2").rank)
    state = changed(state, "tube2", gear=(Gear.RADIO,))
    return changed(state, "eyes2", weapons=(Weapon.MAGAZINE_LMG,), at=(195.0, 225.0))


@pytest.mark.rule("IA-sa.grenade-no-los", "IA-sa.no-fire-after", "IA-R062")
def test_grenades_go_over_a_wall_to_whom_was_located_and_no_further_than_25_m():
    wall = (area("building", 95, 108, 115, 112, height=8.0),)
    state = fight(
        section("able", ATTACKER, 1, at=(100, 100)), section("red", DEFENDER, 1, at=(100, 120)), features=wall
    )
    state = changed(state, "able1", grenades=True)
    hit = thrown(state, state.figure("able1"), state.group("red"), None)
    assert isinstance(hit, tuple)
    assert (hit[0].weapon, hit[0].metres) == (Weapon.GRENADE, 20.0)
    far = changed(state, "red1", at=(100.0, 126.0))
    assert isinstance(thrown(far, far.figure("able1"), far.group("red"), None), RuleViolation)
    ran = changed(state, "able1", doing=Doing(pace=Pace.DOUBLE, path=((100.0, 50.0), (100.0, 100.0)), moved=50.0))
    assert isinstance(thrown(ran, ran.figure("able1"), ran.group("red"), None), RuleViolation)


@pytest.mark.rule("IA-sa.grenade-effect", "IA-R062")
def test_a_grenade_at_a_place_strikes_every_group_within_10_m_of_it():
    state = fight(
        section("able", ATTACKER, 1, at=(100, 100)),
        section("red", DEFENDER, 1, at=(100, 120)),
        section("blue", DEFENDER, 1, at=(110, 122)),
        section("far", DEFENDER, 1, at=(112, 120)),
    )
    state = changed(state, "able1", grenades=True)
    hit = thrown(state, state.figure("able1"), None, (100.0, 120.0))
    assert isinstance(hit, tuple)
    assert [shot.target for shot in hit] == ["red"], "Blue is 10.2 m off"
    nearer = changed(state, "blue1", at=(110.0, 120.0))
    again = thrown(nearer, nearer.figure("able1"), None, (100.0, 120.0))
    assert isinstance(again, tuple)
    assert [shot.target for shot in again] == ["red", "blue"]


@pytest.mark.rule("IA-smoke.blind-fire", "IA-R147")
def test_blind_fire_strikes_who_is_behind_the_smoke():
    state = facing_each_other(screens=(Screen((80.0, 150.0), (120.0, 150.0), 2, 2),))
    plain = resolved(plans(state, AT_RED))
    assert happened(plain, "fire-resolved") == [], "nobody is seen through smoke"
    course = resolved(plans(state, FirePlan("able1", how="blind")))
    assert happened(course, "fire-resolved")[0].target == "red"


def mortar(see: bool = True, radio: bool = True) -> State:
    """A mortar at 100, 10, behind a house; Red 300 m to the north of it; an observer far to the side, who sees them."""
    house = (area("building", 60, 40, 140, 60, height=12.0),)
    state = fight(
        team("tube", ATTACKER, Weapon.MEDIUM_MORTAR, 3, at=(100, 10)),
        section("eyes", ATTACKER, 1, at=(250, 200), facing=300.0),
        section("red", DEFENDER, 2, at=(100, 310), facing=SOUTH),
        features=house,
    )
    keep = tuple(s for s in state.sightings if s.by == "eyes" and see)
    state = replace(state, sightings=keep)
    if radio:
        state = changed(state, "eyes1", gear=(Gear.RADIO,))
        state = changed(state, "tube2", gear=(Gear.RADIO,))
    return state


@pytest.mark.rule("IA-hw.mortar-indirect", "IA-R073")
def test_a_mortar_fires_at_what_an_observer_sees_who_can_tell_its_crew():
    state = mortar()
    tube = next(arms(state, state.group("tube")))
    shot = indirect(state, tube, state.group("red"))
    assert isinstance(shot, Shot)
    assert (shot.observer, shot.metres) == ("eyes1", 300.0)
    dumb = mortar(radio=False)
    assert isinstance(indirect(dumb, next(arms(dumb, dumb.group("tube"))), dumb.group("red")), RuleViolation)
    silent = changed(state, "eyes1", doing=Doing(silent=True))  # IA-R033
    assert isinstance(indirect(silent, next(arms(silent, silent.group("tube"))), silent.group("red")), RuleViolation)
    blind = mortar(see=False)
    assert isinstance(indirect(blind, next(arms(blind, blind.group("tube"))), blind.group("red")), RuleViolation)


@pytest.mark.rule("IA-tt.exposed", "IA-R159")
@pytest.mark.parametrize(("from_", "exposed"), [((100, 200), 0), ((200, 100), 2)])
def test_a_gun_shield_shelters_its_crew_from_fire_from_the_front(from_: tuple[int, int], exposed: int):
    state = fight(
        team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 100), facing=NORTH, shield=True),
        section("red", DEFENDER, 1, at=from_, facing=SOUTH if from_[0] == 100 else WEST),
    )
    found = total(resolved(plans(changed(state, "red1", fired_in=2), FirePlan("red1", target="gun"))))
    assert found.get("tt.exposed", 0) == exposed


@pytest.mark.rule("IA-reaction.minus2.surprise", "IA-R165")
def test_the_first_fire_of_a_group_that_was_not_located_surprises():
    state = plans(facing_each_other(), AT_RED)
    unseen = replace(state, sightings=tuple(s for s in state.sightings if s.by == "able"))
    assert happened(resolved(unseen), "fire-resolved")[0].surprised
    assert not happened(resolved(state), "fire-resolved")[0].surprised
    known = changed(unseen, "able", fired_from_here=True)
    assert not happened(resolved(known), "fire-resolved")[0].surprised


@pytest.mark.rule("IA-reaction.minus2.behind-flank", "IA-R104")
@pytest.mark.parametrize(("facing", "behind"), [(SOUTH, False), (NORTH, True), (WEST, False), (280.0, True)])
def test_fire_from_behind_the_flank(facing: float, behind: bool):
    """The firer is south of two men side by side, a little west of their middle: 182.9 degrees from it."""
    state = facing_each_other()
    for id_ in ("red1", "red2"):
        state = changed(state, id_, facing=facing)
    fire = happened(resolved(plans(state, AT_RED)), "fire-resolved")[0]
    assert (fire.behind, fire.flame) == (behind, False)


@pytest.mark.rule("IA-reaction.minus2.flame", "IA-R165")
def test_who_sees_a_flame_thrower_at_work_remembers_it():
    state = fight(
        section("able", ATTACKER, 1, at=(100, 100), weapons=(Weapon.FLAME_THROWER,)),
        section("red", DEFENDER, 1, at=(100, 140), facing=SOUTH),
        section("blue", DEFENDER, 1, at=(300, 140)),
        section("cellar", DEFENDER, 1, at=(300, 300)),
        features=(area("building", 180, 200, 400, 220, height=12.0),),
    )
    course = resolved(plans(state, AT_RED))
    after = course.state
    assert [event.flame for event in happened(course, "fire-resolved")] == [True]
    assert happened(course, "flame-seen")[0].groups == ("red", "blue")
    assert [after.group(g).saw_flame for g in ("able", "red", "blue", "cellar")] == [False, True, True, False]


# ── Buildings and bunkers ─────────────────────────────────────────────────────────────────────────────────────────

MILL = area("building", 90, 190, 110, 210, height=8.0, name="Mill")
PILLBOX = area("bunker", 90, 190, 110, 210, height=2.0, name="Pillbox")


def works(state: State, name: str, dice: str, *blows: Blow) -> tuple[Course, frozenset[str]]:
    chance = Scripted(dice)
    course = Course(state, chance)
    fallen = work_tests(course, state, {name: blows})
    leave_burning(course, fallen)
    chance.finish()
    return course, fallen


def in_the_mill(feature=MILL, **changes) -> State:
    return fight(section("red", DEFENDER, 2, at=(95, 200), facing=SOUTH), features=(feature,), **changes)


@pytest.mark.rule("IA-build.destroyed", "IA-build.fire-die", "IA-R137")
@pytest.mark.parametrize(("dice", "falls", "burns"), [("2", False, False), ("3,2", True, True), ("3,3", True, False)])
def test_a_building_falls_at_eleven_and_may_burn(dice: str, falls: bool, burns: bool):
    """An AFV gun of 8 at it."""
    course, fallen = works(in_the_mill(), "Mill", dice, Blow(Weapon.AFV_GUN, 8))
    assert fallen == (frozenset({"Mill"}) if falls else frozenset())
    work = course.state.work("Mill")
    assert (work is not None and work.destroyed, len(course.state.screens)) == (falls, int(burns))
    outside = [not (90 <= (man.at or (0, 0))[0] <= 110 and 190 <= (man.at or (0, 0))[1] <= 210)
               for man in course.state.men("red")]  # fmt: skip
    assert outside == [burns, burns], "who is left stands outside a fire, and in the ruins otherwise"


@pytest.mark.rule("IA-build.fire-always")
def test_flame_always_burns_it():
    course, _ = works(in_the_mill(), "Mill", "3", Blow(Weapon.AFV_FLAME, 10))
    assert course.state.works[0].burning_since == 3


@pytest.mark.rule("IA-build.when", "IA-build.off-table-5")
def test_machine_guns_do_not_harm_it_and_shells_count_five():
    assert works(in_the_mill(), "Mill", "", Blow(Weapon.TRIPOD_MG, 5))[0].events == []
    course, _ = works(in_the_mill(), "Mill", "5", Blow(OtherFire.OFF_TABLE), Blow(OtherFire.OFF_TABLE))
    assert happened(course, "work-tested")[0].points == 5


@pytest.mark.rule("IA-build.prepared", "IA-R138")
def test_a_prepared_building_that_falls_stays_a_bunker():
    state = in_the_mill(works=(Work("Mill", "building", DEFENDER, prepared=True),))
    course, fallen = works(state, "Mill", "3,3", Blow(Weapon.AFV_GUN, 8))
    work = course.state.work("Mill")
    assert fallen == {"Mill"}
    assert work is not None
    assert (work.destroyed, work.prepared) == (True, True)
    again, _ = works(course.state, "Mill", "4", Blow(Weapon.RECOILLESS, 4))
    assert happened(again, "work-tested")[0].bunker, "only bunker weapons now"


@pytest.mark.rule("IA-bunker.collapse", "IA-bunker.escape", "IA-R139")
def test_a_bunker_collapses_on_two_and_its_men_get_out_on_five():
    course, fallen = works(in_the_mill(PILLBOX), "Pillbox", "2,4,5", Blow(Charge.SATCHEL))
    after = course.state
    assert fallen == {"Pillbox"}
    assert [after.figure(f"red{n}").life for n in (1, 2)] == [Life.CASUALTY, Life.FIT]
    out = after.figure("red2")
    assert out.at is not None
    assert out.posture is Posture.ERECT
    assert not (90 <= out.at[0] <= 110 and 190 <= out.at[1] <= 210)
    assert works(in_the_mill(PILLBOX), "Pillbox", "3", Blow(Charge.SATCHEL))[1] == frozenset()


@pytest.mark.rule("IA-bunker.collapse")
@pytest.mark.parametrize(("blow", "dice"), [
    (Blow(Weapon.AT_GUN, 3, 105), "6"), (Blow(Weapon.AT_GUN, 3, 75), ""), (Blow(Weapon.RECOILLESS, 4), "6"),
    (Blow(Weapon.RECOILLESS, 0), ""), (Blow(Weapon.ONE_MAN_AT, 6), ""), (Blow(Weapon.MISSILE, 6), "6"),
])  # fmt: skip
def test_what_a_bunker_is_diced_for(blow: Blow, dice: str):
    assert len(happened(works(in_the_mill(PILLBOX), "Pillbox", dice, blow)[0], "work-tested")) == len(dice)


# ── What is in the way, and who is busy ───────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-sa.over-friends", "IA-sa.overlapping-bases", "IA-R184")
def test_men_abreast_at_5_m_fire_straight_ahead():
    """Their bases are 10 m wide and overlap; each fires within 5 m to either side of straight ahead."""
    state = fight(
        section("able", ATTACKER, 3, at=(100, 100), spacing=5.0),
        section("red", DEFENDER, 1, at=(105, 200), facing=SOUTH),
    )
    shots = [direct(state, arm, state.group("red")) for arm in arms(state, state.group("able"))]
    assert all(isinstance(shot, Shot) for shot in shots)


@pytest.mark.rule("IA-sa.over-friends", "IA-R063")
@pytest.mark.parametrize(("height", "passes"), [(2.0, True), (1.5, False)])
def test_fire_passes_over_friends_from_ground_2_m_higher(height: float, passes: bool):
    """He stands 50 m behind his fellow, on a rise that ends between them."""
    state = fight(
        section("able", ATTACKER, 1, at=(100, 100)),
        section("guard", ATTACKER, 1, at=(100, 150)),
        section("red", DEFENDER, 1, at=(100, 250), facing=SOUTH),
        features=(area("hill", 60, 80, 140, 120, height=height),),
    )
    shot = direct(state, next(arms(state, state.group("able"))), state.group("red"))
    assert isinstance(shot, Shot) is passes


@pytest.mark.rule("IA-hw.observer-busy")
def test_whoever_directs_a_mortar_does_not_fire_himself():
    """He sees Red and could fire at will; the mortar behind the house fires by his eyes."""
    state = changed(mortar(), "eyes", instructions=Instructions(fire="at will"))
    alone = {shot.by for shot in declared(state)}
    assert alone == {"eyes1"}
    tube = plans(state, FirePlan("tube-gun", target="red"))
    assert {shot.by for shot in declared(tube)} == {"tube-gun"}


@pytest.mark.rule("IA-tt.against-works", "IA-R160")
@pytest.mark.parametrize(
    ("kind", "points", "diced"), [("building", 2, 1), ("bunker", 2, 0), ("trench", 0, 0), ("emplacement", 0, 0)]
)
def test_guns_gain_on_buildings_and_bunkers_alone(kind: str, points: int, diced: int):
    """A gun of 75 mm at a man in it; nobody has named the place. It brings no bunker down."""
    house = with_names(Board(600, 400, (area(kind, 90, 190, 110, 210, height=3.0 if points else 0.0),)))
    state = fight(
        team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 100), calibre=75),
        section("red", DEFENDER, 1, at=(100, 195), facing=SOUTH),
        board=replace(house, edges=(("attacker", "south"), ("defender", "north")), measure="metres"),
    )
    course = resolved(plans(state, FirePlan("gun-gun", target="red")), "1,1,1,1,1,1")
    assert total(course).get("tt.against-works", 0) == points
    assert len(happened(course, "work-tested")) == diced


@pytest.mark.rule("IA-R040", "IA-veh.move-and-fire")
@pytest.mark.parametrize(("score", "fires"), [(None, False), (12, False), (-1, True)])
def test_a_tank_in_reverse_fires_only_when_its_test_makes_it_retire(score, fires):
    tank = vehicle("tank", ATTACKER, at=(100, 100), doing=Doing(pace=Pace.REVERSE, moved=20.0))
    state = fight(tank, section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH))
    state = grouped(state, "tank", bound=Bound(score)) if score is not None else state
    turret = next(arm for arm in arms(state, state.group("tank")) if arm.weapon is Weapon.TURRET_MG)
    assert (bar(state, turret) is None) is fires


@pytest.mark.rule("IA-reaction.cover-choice", "IA-R107", "IA-R242")
@pytest.mark.parametrize(("kind", "cover"), [("trench", -2), ("building", 2), ("woods", 2)])
def test_men_in_works_stay_unless_they_are_told_otherwise(kind: str, cover: int):
    state = field(section("able", ATTACKER, 2, at=(100, 100)), features=(area(kind, 80, 90, 140, 110),))
    assert instructed(state, state.group("able")).cover == cover
    told = grouped(state, "able", instructions=Instructions(cover=2))
    assert instructed(told, told.group("able")).cover == 2


@pytest.mark.rule("IA-R242")
def test_hidden_men_hold_their_fire_until_somebody_fires_at_them_or_they_are_told():
    state = facing_each_other()
    for side in ("able", "red"):
        state = grouped(state, side, instructions=Instructions(), hidden=side == "red")
    assert {shot.arm.group for shot in declared(state)} == {"able"}
    shot_at = grouped(state, "red", fired_on_in=2, fired_on_by=("able",))
    assert {shot.arm.group for shot in declared(shot_at)} == {"able", "red"}
    told = grouped(state, "red", instructions=Instructions(fire="at will"))
    assert {shot.arm.group for shot in declared(told)} == {"able", "red"}


def blind_hunter(clear: bool, length: float = 50.0) -> Course:
    """A man with a one-man anti-tank weapon, a tank 100 m from him, in the third period a screen half-way that was laid
    in the second; in the first they see each other, or have a house between them."""
    house = (area("building", 60, 180, 140, 220, height=12.0),)
    state = field(
        section("able", ATTACKER, 1, at=(100, 150), weapons=(Weapon.ONE_MAN_AT,)),
        vehicle("tank", DEFENDER, at=(100, 250), facing=SOUTH),
        features=() if clear else house,
    )
    state = replace(looked(state), board=Board(600.0, 400.0, edges=EDGES, square=50.0, measure="metres"), period=3)
    screen = Screen((100.0 - length / 2, 200.0), (100.0 + length / 2, 200.0), 2, 2)
    state = looked(replace(state, screens=(screen,)))
    assert state.located("able", "tank") is None, "nobody sees through smoke"
    state = plans(replace(state, step=PeriodStep.RESOLUTION), FirePlan("able1", how="blind"))
    return resolved(grouped(state, "tank", instructions=HOLD), "1,6,6")


@pytest.mark.rule("IA-smoke.blind-anti-tank", "IA-R148")
def test_a_tank_is_fired_at_blind_by_those_who_had_located_it_before_the_smoke():
    assert [event.vehicle for event in happened(blind_hunter(clear=True), "tank-shot")] == ["tank"]
    unknown = blind_hunter(clear=False)
    assert happened(unknown, "tank-shot") == happened(unknown, "shots-fired") == []


@pytest.mark.rule("IA-smoke.blind-anti-tank")
def test_nobody_fires_at_a_tank_blind_through_more_than_50_m_of_smoke():
    long = blind_hunter(clear=True, length=60.0)
    assert happened(long, "tank-shot") == happened(long, "shots-fired") == []
