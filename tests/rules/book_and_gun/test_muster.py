"""Mustering: what can take the field, and where it stands. III, IV.5, XIII.10."""

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.play.ground.tabletop import distance
from rules.book_and_gun.play.turn.leadership import parts
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import Viewer
from rules.table.board import Board

SMALL = Board(36, 24)


def unit(organisation, name, **changes):
    plan = RULES.forces.raise_unit(organisation)
    figures = tuple(
        MusterFigure(f"{name}-{f.number}", f.number, f"{name} {f.number}", f.rank, f.role, f.traits)
        for f in plan.figures
    )
    return replace(
        MusterUnit(name, name.title(), plan.side, organisation, plan.nation, plan.traits, figures), **changes
    )


def call(army=("us-infantry-squad",), insurgents=("insurgent-cell",), civilians=(), board=SMALL, **changes):
    sides = [
        MusterSide("army", "Blue", tuple(unit(key, f"blue{i}") for i, key in enumerate(army))),
        MusterSide("insurgents", "Red", tuple(unit(key, f"red{i}") for i, key in enumerate(insurgents))),
    ]
    if civilians:
        sides.append(MusterSide("civilians", "Folk", tuple(unit(k, f"folk{i}") for i, k in enumerate(civilians))))
    return Muster("A test", tuple(sides), board, **changes)


def mustered(muster):
    return RULES.battle.fold(RULES.battle.muster(muster, Seeded(b"muster", 0)))


@pytest.mark.rule("BG-XIII.10.1", "BG-II.0.1")
def test_the_sides_stand_on_their_edges_in_formation_within_their_leaders_reach():
    state = mustered(call())
    blue, red = state.unit("blue0"), state.unit("red0")
    assert (blue.strength, red.strength) == (7, 14)
    assert blue.facing == 0
    assert red.facing == 180
    assert all(f.at[1] < 12 < g.at[1] for f in blue.figures for g in red.figures)
    assert 10 < distance(blue, red) < 18
    for each in (blue, red):
        assert not parts(state, each).separated


def test_every_organisation_can_take_the_field_and_nobody_overlaps():
    armies = [o.key for o in RULES.forces.organisations if o.side == "army"]
    rebels = [o.key for o in RULES.forces.organisations if o.side == "insurgents"]
    for index in range(max(len(armies), len(rebels))):
        state = mustered(
            call(
                (armies[index % len(armies)],),
                (rebels[index % len(rebels)],),
                ("civilian-mob",),
                board=Board(72, 48),
            )
        )
        places = [f.at for u in state.units for f in u.figures]
        assert all(0.5 <= x <= 71.5 and 0.5 <= y <= 47.5 for x, y in places)
        assert len(set(places)) == len(places)


@pytest.mark.rule("BG-IV.5", "BG-R24")
def test_a_side_of_three_basic_units_has_a_commander_by_default_its_highest_leader():
    three = mustered(call(("us-infantry-squad",) * 3, board=Board(72, 48)))
    assert three.side("army").commander is not None
    assert three.side("insurgents").commander is None
    assert not three.side("army").nominated


BLUE, RED = call().sides


def against(*units, army=BLUE):
    return Muster("x", (army, MusterSide("insurgents", "R", units)), SMALL)


@pytest.mark.parametrize(
    ("muster", "code"),
    [
        (call(insurgents=()), "no-force"),
        (call(options=(("pace", "gallop"),)), "unknown-choice"),
        (call(options=(("tea", "yes"),)), "unknown-option"),
        (Muster("x", (BLUE, RED, MusterSide("martians", "M", ())), SMALL), "sides"),
        (Muster("x", (BLUE, BLUE, RED), SMALL), "sides"),
        (against(unit("us-infantry-squad", "a")), "wrong-side"),
        (against(unit("insurgent-cell", "r", figures=())), "empty-unit"),
        (against(unit("insurgent-cell", "r", traits="[]")), "unreadable-sheet"),
        (against(unit("insurgent-cell", "r"), unit("insurgent-cell", "r")), "same-id"),
    ],
)
def test_forces_that_cannot_fight_are_refused(muster, code):
    with pytest.raises(RuleViolation) as refused:
        RULES.battle.muster(muster, Seeded(b"muster", 0))
    assert refused.value.code == code


def test_given_places_and_facings_are_kept():
    sides = call().sides
    placed = replace(sides[0], units=(replace(sides[0].units[0], place=(18, 10), facing=90),))
    state = mustered(Muster("A test", (placed, sides[1]), SMALL))
    blue = state.unit("blue0")
    assert blue.facing == 90
    assert max(f.at[0] for f in blue.figures) == 18


def test_a_battle_without_a_board_places_nobody():
    state = mustered(call(board=None))
    assert all(f.at is None for u in state.units for f in u.figures)
    assert RULES.battle.view(state, Viewer("army")).scene is None


def test_civilians_stand_between_the_lines_and_their_attitude_is_an_option():
    state = mustered(
        call(civilians=("civilian-mob",), options=(("civilian-attitude", "pro-insurgent"),), board=Board(48, 36))
    )
    assert state.civilian_attitude == "pro-insurgent"
    assert all(10 < f.at[1] < 26 for f in state.unit("folk0").figures)
    assert RULES.battle.controllers(state) == {"civilians": "insurgents"}


@pytest.mark.rule("BG-III.2.4.0")
def test_rules_of_engagement_bind_the_army():
    state = mustered(call(options=(("rules-of-engagement", "2"),)))
    assert (state.side("army").roe, state.side("insurgents").roe) == (2, 0)


@pytest.mark.rule("BG-VI.2.2b")
def test_light_and_weather_of_the_board_are_read_in_the_rules_words():
    state = mustered(call(board=replace(SMALL, light="moon", weather="rain", visibility=20.0)))
    assert (state.conditions.light, state.conditions.weather, state.conditions.visibility) == ("night", "rain", 20)


def test_the_wind_blows_as_it_does_on_the_board():
    assert mustered(call(board=replace(SMALL, wind=135.0))).conditions.wind == 135
