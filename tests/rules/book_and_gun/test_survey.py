"""The table from one unit's point of view: its ranges, cones and sight, for its own side's eyes only."""

from dataclasses import replace

import pytest
from shapely import Point, Polygon

from rules.book_and_gun import RULES
from rules.book_and_gun.state import Conditions
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature
from rules.table.scene import Reach

from .field import NORTH, SOUTH, battle
from .war import band, squad

ARMY, REDS, UMPIRE = Viewer("army"), Viewer("insurgents"), Viewer(umpire=True)
WALLED = Board(40, 40, features=(Feature("high wall", ((0, 20), (20, 20)), height=3.0, width=0.4, hardness="hard"),))


def field(board=WALLED, **changes):
    hidden = replace(band("hidden", at=(4, 30), facing=SOUTH), concealed=True)
    return battle(squad(at=(10, 10), facing=NORTH), band(at=(22, 32), facing=SOUTH), hidden, board=board, **changes)


def sees(scene, x, y):
    """Rings of ground and of holes in it: inside an odd number of them."""
    return sum(Polygon(ring).contains(Point(x, y)) for ring in scene.sight) % 2 == 1


@pytest.mark.rule("BG-X.1.3a", "BG-X.1.31a")
def test_the_ranges_are_those_of_the_weapon_that_most_carry():
    # Seven assault rifles from (10, 10), two inches apart: their middle stands at (16, 10). Chart: 9, 18, 27 inches.
    scene = RULES.battle.scene(field(), ARMY, "able")
    assert scene.selected == "able"
    cone, *rings = scene.reaches
    assert cone == Reach(16, 10, 27, NORTH, 30.0)
    assert [(ring.radius, ring.width, ring.label) for ring in rings] == [
        (9, 360, "short 9"),
        (18, 360, "medium 18"),
        (27, 360, "long 27"),
    ]


@pytest.mark.rule("BG-X.1.3a")
def test_support_weapons_have_the_wide_cone():
    state = field()
    able = state.unit("able")
    gunners = tuple(replace(f, traits=replace(f.traits, weapons=("medium machinegun",))) for f in able.figures)
    state = replace(state, units=(replace(able, figures=gunners), *state.units[1:]))
    assert RULES.battle.scene(state, ARMY, "able").reaches[0].width == 60.0


@pytest.mark.rule("BG-VI.2.1a", "BG-VIII.1.2a")
def test_sight_ends_at_a_wall_and_does_not_look_back():
    scene = RULES.battle.scene(field(), ARMY, "able")
    assert sees(scene, 10.25, 18.25)
    assert not sees(scene, 10.25, 24.25)
    assert not sees(scene, 10.25, 4.25)


@pytest.mark.rule("BG-VI.2.2a")
def test_sight_ends_where_the_visibility_ends():
    scene = RULES.battle.scene(field(conditions=Conditions(visibility=6.0)), ARMY, "able")
    assert sees(scene, 16.25, 15.25)
    assert not sees(scene, 16.25, 18.25)


@pytest.mark.parametrize("viewer", [ARMY, PUBLIC])
def test_what_an_enemy_could_hit_and_see_is_not_shown(viewer):
    scene = RULES.battle.scene(field(), viewer, "red")
    assert (scene.selected, scene.reaches, scene.sight) == ("red", (), ())


@pytest.mark.rule("BG-VI.1.1a")
@pytest.mark.parametrize("viewer", [ARMY, PUBLIC])
def test_a_hidden_unit_reads_like_one_that_is_not_there(viewer):
    assert RULES.battle.scene(field(), viewer, "hidden") == RULES.battle.scene(field(), viewer, "nobody")
    assert RULES.battle.scene(field(), UMPIRE, "hidden").reaches


def test_without_a_board_there_is_no_scene():
    assert RULES.battle.scene(battle(squad()), ARMY, "able") is None
