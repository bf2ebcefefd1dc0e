"""Location in a battle: ranges, arcs, lines of sight, what stays located, noises, trails, hidden groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Gear, Light, Pace, Posture, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.figures import NOTHING
from rules.infantry_action.groups import Located
from rules.infantry_action.knowledge import may_name, who_see_any
from rules.infantry_action.on_the_table import Lit, Screen, Trail
from rules.infantry_action.play.sight.fields import looks_at
from rules.infantry_action.play.sight.locating import locate
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.view import view
from rules.kernel.chance import Scripted
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board
from tests.rules.infantry_action.field import (
    EAST,
    EDGES,
    NORTH,
    SOUTH,
    TANK,
    TRUCK,
    WEST,
    ahead,
    area,
    carried_out,
    changed,
    field,
    happened,
    line,
    officer,
    order,
    section,
    team,
    vehicle,
)

LONG = Board(900.0, 900.0, edges=EDGES, measure="metres")


def looked(state: State) -> Course:
    course = Course(replace(state, step=PeriodStep.LOCATION), Scripted(""))
    locate(course)
    return course


def declared(state: State) -> State:
    """The same when everybody has looked."""
    return replace(looked(state).state, step=PeriodStep.DECLARATION)


def sees(state: State, by="able", target="red") -> bool:
    return declared(state).located(by, target) is not None


def facing_off(metres: float, *features, walks=False, posture=Posture.ERECT, light=Light.DAY, **changes) -> State:
    """A man at (100, 50) looks north at another so far away, who stands there, or has walked there from 10 m beyond."""
    at = (100.0, 50.0 + metres)
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)),
        section("red", DEFENDER, 1, at=at, facing=SOUTH, posture=posture),
        board=LONG,
        features=features,
        light=light,
        **changes,
    )
    if not walks:
        return state
    doing = replace(NOTHING, pace=Pace.WALK, path=((100.0, at[1] + 10.0), at), moved=10.0)
    return changed(state, "red1", doing=doing)


# ── The chart ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-loc.table", "IA-loc.required", "IA-R017", "IA-R054")
@pytest.mark.parametrize(
    ("posture", "walks", "limit"),
    [(Posture.ERECT, True, 500), (Posture.ERECT, False, 500), (Posture.PRONE, False, 100)],
)
def test_in_the_open_by_day(posture: Posture, walks: bool, limit: int) -> None:
    assert sees(facing_off(limit, posture=posture, walks=walks))
    assert not sees(facing_off(limit + 0.1, posture=posture, walks=walks))


@pytest.mark.rule("IA-loc.table", "IA-loc.two-terrain-categories")
@pytest.mark.parametrize(
    ("light", "silent", "limit"),
    [(Light.MOON, False, 100), (Light.DARK, False, 50), (Light.DARK, True, 25)],
)
def test_at_night(light: Light, silent: bool, limit: int) -> None:
    """An erect man who moves."""
    for metres, seen in ((limit, True), (limit + 0.1, False)):
        state = facing_off(metres, walks=True, light=light)
        doing = replace(state.figure("red1").doing, silent=silent)
        assert sees(changed(state, "red1", doing=doing)) is seen


@pytest.mark.rule("IA-R057", "IA-illum.sources", "IA-R143")
def test_a_night_device_or_light_on_the_target_is_as_good_as_moonlight() -> None:
    dark = facing_off(100, walks=True, light=Light.DARK)
    assert not sees(dark)
    assert sees(changed(dark, "able1", gear=(Gear.NIGHT_DEVICE,)))
    assert sees(replace(dark, lit=(Lit((100.0, 150.0), 10.0, 1, 1),)))
    assert not sees(replace(dark, lit=(Lit((100.0, 150.0), 10.0, 2, 3),)))


@pytest.mark.rule("IA-loc.table")
def test_in_a_wood_and_at_its_edge() -> None:
    """Deep in the wood an erect man in motion is located at 50 m, at its edge, within 10 m of it, at 100."""
    for metres, seen in ((100, True), (101, False)):
        edge = area("woods", 0, 50 + metres - 5, 200, 800)
        assert sees(facing_off(metres, edge, walks=True)) is seen
    deep = area("woods", 0, 90, 200, 800)
    assert sees(facing_off(50.0, area("woods", 0, 60, 200, 800), walks=True))
    assert not sees(facing_off(65.0, deep, walks=True))


@pytest.mark.rule("IA-loc.table", "IA-R056", "IA-loc.two-target-categories")
def test_whoever_fired_last_period_and_has_not_moved_is_seen_farther() -> None:
    """A prone man is located at 100 m, at 500 when he has fired."""
    quiet = facing_off(400, posture=Posture.PRONE, period=3)
    assert not sees(quiet)
    assert sees(changed(quiet, "red1", fired_in=2))
    assert not sees(changed(quiet, "red1", fired_in=1))


@pytest.mark.rule("IA-loc.table", "IA-R053")
def test_a_moving_vehicle_is_located_at_any_distance_a_standing_one_too_in_the_open() -> None:
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)), vehicle("tank", DEFENDER, at=(100, 850), facing=SOUTH), board=LONG
    )
    assert sees(state, target="tank")


@pytest.mark.rule("IA-R055", "IA-R059")
def test_who_passed_within_range_is_located_where_he_was() -> None:
    """On a dark night he walked from 40 m to 80 m: 50 m is the limit."""
    state = facing_off(80, light=Light.DARK)
    path = ((100.0, 90.0), (100.0, 130.0))
    state = changed(state, "red1", doing=replace(NOTHING, pace=Pace.WALK, path=path, moved=40.0))
    sighting = declared(state).located("able", "red")
    assert sighting is not None
    assert sighting.at == (100.0, 100.0)


# ── Lines and arcs ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-loc.line-of-sight")
def test_houses_and_hills_hide_and_a_hedge_that_he_lines_does_not() -> None:
    assert not sees(facing_off(100, area("building", 80, 90, 120, 110, height=8.0)))
    assert not sees(facing_off(100, area("hill", 50, 90, 150, 110, height=10.0)))
    assert sees(facing_off(100, line("hedge", (0.0, 145.0), (200.0, 145.0))))
    assert not sees(facing_off(100, line("hedge", (0.0, 100.0), (200.0, 100.0), height=2.5)))


@pytest.mark.rule("IA-smoke.duration", "IA-R146")
def test_smoke_hides_from_the_period_after_laying() -> None:
    screen = Screen((50.0, 100.0), (150.0, 100.0), laid=1, fed=1)
    for period, seen in ((1, True), (2, False), (3, False), (4, True)):
        assert sees(facing_off(100, period=period, screens=(screen,))) is seen


@pytest.mark.rule("IA-loc.arc-infantry", "IA-R058")
def test_an_infantryman_sees_between_the_sides_of_his_base() -> None:
    """Erect: 5 m and 0.375 m for each metre ahead; prone: 0.25."""
    state = field(section("able", ATTACKER, 1, at=(100, 50)))
    man = state.figure("able1")
    assert looks_at(state, man, (142.5, 150.0))
    assert not looks_at(state, man, (142.6, 150.0))
    lying = replace(man, posture=Posture.PRONE)
    assert looks_at(state, lying, (130.0, 150.0))
    assert not looks_at(state, lying, (130.1, 150.0))
    assert not looks_at(state, man, (100.0, 49.0))


@pytest.mark.rule("IA-loc.arc-heavy-weapon")
def test_a_crew_sees_in_the_45_degrees_of_its_gun() -> None:
    state = field(team("mg", ATTACKER, Weapon.TRIPOD_MG, 2, at=(100, 50)))
    gunner = state.figure("mg1")
    assert looks_at(state, gunner, ahead((100, 50), 22.0, 100))
    assert not looks_at(state, gunner, ahead((100, 50), 23.0, 100))
    packed = changed(state, "mg-gun", ready_from=None)
    assert looks_at(packed, gunner, ahead((100, 50), 22.0, 100)), "carried, they look as infantry does"
    assert not looks_at(packed, gunner, ahead((100, 50), 45.0, 100))


@pytest.mark.rule("IA-loc.arc-turret", "IA-loc.arc-exposed-man")
def test_a_closed_tank_sees_ahead_and_along_its_turret_and_an_open_one_90_degrees() -> None:
    closed = field(vehicle("tank", ATTACKER, at=(100, 50), turret=EAST, closed=True))
    boss = closed.figure("tank2")
    assert looks_at(closed, boss, ahead((100, 50), 22.0, 100))
    assert looks_at(closed, boss, ahead((100, 50), 70.0, 100))
    assert not looks_at(closed, boss, ahead((100, 50), 45.0, 100))
    opened = field(vehicle("tank", ATTACKER, at=(100, 50), turret=EAST))
    assert looks_at(opened, opened.figure("tank2"), ahead((100, 50), 134.0, 100))
    assert not looks_at(opened, opened.figure("tank2"), ahead((100, 50), 136.0, 100))
    lorry = field(vehicle("truck", ATTACKER, TRUCK, at=(100, 50), passengers=1))
    assert looks_at(lorry, lorry.figure("truck2"), ahead((100, 50), 44.0, 100))
    assert not looks_at(lorry, lorry.figure("truck2"), ahead((100, 50), 46.0, 100))
    assert TANK.turreted


# ── What stays, what is heard and read ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-loc.stays-located")
def test_whoever_was_fired_on_and_lies_down_stays_located_until_he_moves() -> None:
    """At 300 m a prone man is out of range."""
    state = facing_off(300, posture=Posture.PRONE, period=2)
    old = Located("able", "red", (100.0, 350.0), 1)
    state = replace(state, sightings=(old,))
    assert not sees(state)
    under_fire = changed(state, "red", fired_on_in=1)
    assert sees(under_fire)
    path = ((105.0, 350.0), (100.0, 350.0))
    moved = changed(under_fire, "red1", doing=replace(NOTHING, pace=Pace.CRAWL, path=path, moved=5.0))
    assert not sees(moved)


@pytest.mark.rule("IA-det.noise", "IA-R060")
@pytest.mark.parametrize(
    ("type_", "moved", "metres", "noise"),
    [
        (TANK, 50.0, 250.0, "tracked vehicle moving"),
        (TRUCK, 50.0, 100.0, "wheeled vehicle moving"),
        (TANK, 0.0, 50.0, "idling engine"),
    ],
)
def test_engines_are_heard_so_far(type_, moved: float, metres: float, noise: str) -> None:
    """The listener looks the other way; its front edge is 3.5 m nearer to him than its middle."""
    for far, hears in ((metres, True), (metres + 1.0, False)):
        at = (100.0, 53.5 + far)
        doing = replace(NOTHING, pace=Pace.DRIVE, path=((100.0, at[1] + moved), at), moved=moved) if moved else NOTHING
        state = field(
            section("able", ATTACKER, 1, at=(100, 50), facing=SOUTH),
            vehicle("car", DEFENDER, type_, at=at, facing=SOUTH, running=True, doing=doing),
        )
        found = happened(looked(state), "heard")
        assert [(each.noise, each.direction, each.audience) for each in found] == (
            [(noise, 0, (ATTACKER,))] if hears else []
        )


@pytest.mark.rule("IA-det.drowned")
def test_nearer_firing_drowns_it() -> None:
    state = field(
        section("able", ATTACKER, 1, at=(100, 50), facing=SOUTH),
        vehicle("car", DEFENDER, TANK, at=(100, 90), facing=SOUTH, running=True),
    )
    assert happened(looked(state), "heard")
    as_far = replace(state, bursts=(((100.0, 10.0), "fire"),))
    assert happened(looked(as_far), "heard")
    near = replace(state, bursts=(((110.0, 50.0), "fire"),))
    assert not happened(looked(near), "heard")


@pytest.mark.rule("IA-det.noise")
def test_hacking_through_brush_is_heard_at_100_m() -> None:
    brush = area("jungle", 0, 120, 300, 300)
    for north, heard in ((150.0, True), (151.0, False)):
        state = field(
            section("able", ATTACKER, 1, at=(100, 50), facing=SOUTH),
            section("red", DEFENDER, 1, at=(100, north), facing=SOUTH),
            features=(brush,),
        )
        doing = replace(NOTHING, pace=Pace.WALK, path=((100.0, north + 20), (100.0, north)), moved=20.0)
        found = happened(looked(changed(state, "red1", doing=doing)), "heard")
        assert [each.noise for each in found] == (["brush cutting"] if heard else [])


@pytest.mark.rule("IA-orders.speech-overheard", "IA-R167")
@pytest.mark.parametrize(
    ("group_at", "enemy_at", "noise"),
    [
        ((130, 50), (60, 50), "a shout"),
        ((130, 50), (49, 50), ""),
        ((105, 50), (90, 50), "speech"),
        ((105, 50), (89, 50), ""),
    ],
)
def test_orders_by_voice_are_overheard(group_at, enemy_at, noise: str) -> None:
    """The officer stands at (100, 50): over 30 m he shouts and is heard at 50 m, over 5 m he speaks, at 10."""
    state = field(
        officer("hq", ATTACKER, at=(100, 50)),
        section("able", ATTACKER, 1, at=group_at),
        section("red", DEFENDER, 1, at=enemy_at, facing=SOUTH),
    )
    course = carried_out(state, {"able": order(Pace.WALK, (150, 90))})
    found = happened(course, "heard")
    assert [(each.side, each.noise, each.direction) for each in found] == ([(DEFENDER, noise, 90)] if noise else [])


@pytest.mark.rule("IA-det.trail", "IA-R167")
def test_a_trail_of_another_period_is_seen_by_day_with_its_direction() -> None:
    trail = Trail("red", 1, ((50.0, 70.0), (200.0, 70.0)))
    state = field(
        section("able", ATTACKER, 1, at=(100, 90)),
        section("red", DEFENDER, 1, at=(500, 350)),
        period=2,
        trails=(trail,),
    )
    doing = replace(NOTHING, pace=Pace.WALK, path=((100.0, 50.0), (100.0, 90.0)), moved=40.0)
    state = changed(state, "able1", doing=doing)
    (event,) = happened(looked(state), "trail-seen")
    assert (event.at, event.direction, event.audience) == ((100.0, 70.0), 90, (ATTACKER,))
    assert not happened(looked(replace(state, light=Light.MOON)), "trail-seen")
    assert not happened(looked(replace(state, trails=(replace(trail, period=2),))), "trail-seen")


# ── What a side is shown ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R157", "IA-notes.hidden-deployment")
def test_a_side_is_shown_only_what_it_has_located_and_then_where_it_last_saw_it() -> None:
    near = declared(facing_off(100))
    shown = {unit.ref for unit in view(near, Viewer(side=ATTACKER)).units}
    assert shown == {"able", "red"}
    far = declared(facing_off(600))
    assert {unit.ref for unit in view(far, Viewer(side=ATTACKER)).units} == {"able"}
    assert {unit.ref for unit in view(far, PUBLIC).units} == set()
    gone = replace(near, period=2, step=PeriodStep.LOCATION)
    gone = changed(gone, "red1", at=(100.0, 800.0))
    after = declared(gone)
    seen = view(after, Viewer(side=ATTACKER))
    assert "red" not in {unit.ref for unit in seen.units}
    assert seen.scene is not None
    assert [(ghost.x, ghost.y) for ghost in seen.scene.markers] == [(100.0, 150.0)]


@pytest.mark.rule("IA-R157")
def test_a_hidden_group_is_revealed_when_it_is_located() -> None:
    state = changed(facing_off(100), "red", hidden=True)
    assert not looked(state).state.group("red").hidden
    out = changed(facing_off(600), "red", hidden=True)
    assert looked(out).state.group("red").hidden


@pytest.mark.rule("IA-R055")
def test_location_is_the_groups_own_unless_the_house_shares_it() -> None:
    """The second group looks south."""
    blind = section("baker", ATTACKER, 1, at=(150, 50), facing=SOUTH)
    seeing, red = section("able", ATTACKER, 1, at=(100, 50)), section("red", DEFENDER, 1, at=(100, 150), facing=NORTH)
    state = field(seeing, blind, red)
    assert sees(state)
    assert not sees(state, by="baker")
    assert sees(replace(state, options=(("location-shared", "side"),)), by="baker")


def everybody(state: State) -> set[str]:
    return {unit.ref for unit in view(state, PUBLIC).units}


@pytest.mark.rule("IA-R260")
def test_nobody_reads_in_the_channel_that_somebody_unseen_has_him_in_sight() -> None:
    """An erect man is located at 500 m, the prone one who looks at him at 100."""
    watched = declared(facing_off(300, posture=Posture.PRONE))
    assert {unit.ref for unit in view(watched, Viewer(side=DEFENDER)).units} == {"able", "red"}
    assert {unit.ref for unit in view(watched, Viewer(side=ATTACKER)).units} == {"able"}
    assert everybody(watched) == set()
    assert who_see_any(watched, "able") == (ATTACKER, DEFENDER), "each side is told, the channel is not"
    assert not may_name(watched, PUBLIC, "able")


@pytest.mark.rule("IA-R260")
def test_who_see_each_other_or_are_fired_on_stand_there_for_everybody() -> None:
    face_to_face = declared(facing_off(300))
    assert everybody(face_to_face) == {"able", "red"}
    assert who_see_any(face_to_face, "able") is None
    apart = declared(changed(face_to_face, "red1", posture=Posture.PRONE, at=(100.0, 700.0)))
    assert everybody(apart) == set()
    assert may_name(apart, PUBLIC, "able"), "what has stood in the open has its name"
    watched = declared(facing_off(300, posture=Posture.PRONE))
    under_fire = replace(watched.group("able"), fired_on_in=watched.period, fired_on_by=("red",))
    assert everybody(watched.with_group(under_fire)) == {"able"}


@pytest.mark.rule("IA-R055", "IA-R260")
@pytest.mark.parametrize("watched", [True, False])
def test_the_channel_shows_nobody_whom_a_hidden_watcher_alone_sees(watched: bool) -> None:
    """Able sees Red, who looks away. A hidden watcher of Red's side who sees Able tells Red, and nobody else."""
    able = section("able", ATTACKER, 1, at=(100, 50))
    red = section("red", DEFENDER, 1, at=(100, 150), facing=NORTH)
    watcher = section("watcher", DEFENDER, 1, at=(200, 50), facing=WEST if watched else NORTH, hidden=True)
    options = (("location-shared", "side"), ("hidden-deployment", "on"))
    after = declared(replace(field(able, red, watcher), options=options))
    assert after.seen(DEFENDER, "able") is watched
    assert after.seen(ATTACKER, "red")
    assert "able" not in everybody(after)
    assert not any(glimpse.side == "" for glimpse in after.glimpses)
