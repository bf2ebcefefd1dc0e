"""Arms do not reach through the wall of a house, and reserves come on where they have room. BG-R200, BG-R203"""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import CarryWounded, Enter, Restock
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.combat.capture import take_prisoners
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.book_and_gun.units import Status, UnitTraits
from rules.kernel.chance import Scripted
from rules.table.board import Board, Feature, Opening
from rules.table.measure import between

from .field import SOUTH, army, battle, cell, hurt, only
from .field import squad as plain
from .test_fire_battle import firefight, replace_at, shoot
from .war import moving, squad

EDGES = (("army", "south"), ("insurgents", "north"), ("civilians", "east"))


def walled(*openings):
    """A house whose south wall lies along y = 10.6, between men at y = 10 and at y = 11.2."""
    outline = ((4, 10.6), (20, 10.6), (20, 18), (4, 18))
    return Board(48, 36, (Feature("building", outline, height=2.5, openings=openings),), edges=EDGES)


LEADS = UnitTraits(independent=True, basic=False)
WINDOW = Opening("window", (9.0, 10.6), (11.0, 10.6), sill=1.0)
DOOR = Opening("door", (14.0, 18.0), (16.0, 18.0))


@pytest.mark.rule("BG-XIII.1.1a", "BG-R203")
@pytest.mark.parametrize(("openings", "taken"), [((DOOR,), False), ((DOOR, WINDOW), True)])
def test_nobody_is_captured_through_the_wall_of_a_house(openings, taken):
    able = hurt(army(size=3, at=(10, 10), spacing=8), Status.WOUNDED, 1)
    taking = Course(battle(able, cell(size=1, at=(10, 11.2)), board=walled(*openings)), Scripted(""))
    take_prisoners(taking)
    assert (taking.state.figure("able1").status is Status.CAPTURED) is taken


@pytest.mark.rule("BG-VIII.4.4a", "BG-R203")
@pytest.mark.parametrize(("openings", "code"), [((DOOR,), "too-far"), ((DOOR, WINDOW), None)])
def test_nobody_takes_up_a_wounded_man_through_a_wall(openings, code):
    unit = hurt(squad(size=3, at=(10, 10), spacing=2.0), Status.WOUNDED, 1)
    figures = tuple(replace(f, at=(10, 11.2)) if f.number == 1 else replace(f, at=(10 + 2 * (f.number - 2), 10))
                    for f in unit.figures)  # fmt: skip
    state = battle(replace(unit, figures=figures), cell(at=(10, 34), facing=SOUTH), board=walled(*openings))
    war = moving(state)
    action = CarryWounded(carrier="able2", wounded="able1")
    if code is None:
        assert war.do(action)
    else:
        assert war.refuses(action) == code


@pytest.mark.rule("BG-X.2.1b", "BG-R82", "BG-R203")
@pytest.mark.parametrize(("openings", "code"), [((DOOR,), "no-source"), ((DOOR, WINDOW), None)])
def test_nobody_takes_ammunition_through_a_wall(openings, code):
    unit = hurt(squad(size=3, at=(10, 10), spacing=2.0), Status.KILLED, 1)
    figures = tuple(
        replace(f, at=(10, 11.2)) if f.number == 1
        else replace(f, at=(10 + 2 * (f.number - 2), 10), empty=("assault rifle",))
        for f in unit.figures
    )  # fmt: skip
    state = battle(replace(unit, figures=figures), cell(at=(10, 34), facing=SOUTH), board=walled(*openings))
    war = moving(state)
    action = Restock(figure="able2")
    if code is None:
        assert war.do(action)
    else:
        assert war.refuses(action) == code


@pytest.mark.rule("BG-X.2.5", "BG-X.2.6a", "BG-R203", "BG-R208")
@pytest.mark.parametrize(("openings", "markers"), [((DOOR,), 3), ((DOOR, WINDOW), 2)])
def test_nobody_serves_a_gun_through_the_wall_of_a_house(openings, markers):
    """A light gun reloads for one turn, and for one more for each man who is missing of four."""
    places = ((10.0, 10.0), (11.5, 10.0), (10.0, 11.2))
    men = tuple(
        replace(f, at=at, traits=replace(f.traits, crew=True, weapons=("light cannon",) if f.number == 1 else ()))
        for f, at in zip(army(size=3, at=(10, 10)).figures, places, strict=True)
    )
    gun = replace(army(size=3, at=(10, 10)), figures=tuple(replace(f, facing=SOUTH) for f in men), facing=SOUTH)
    state = firefight(gun, cell(size=1, at=(10, 2)), board=walled(*openings))
    state = state.with_unit(replace(state.unit("able"), moved_turn=0))
    events, _ = shoot(state, ",".join(["d20:20"] * 6), unit="able", target="red", figure="able1")
    assert only(events, "reload-marked")[0].markers == markers


@pytest.mark.rule("BG-IV.3b", "BG-VIII.1.15", "BG-R05", "BG-R208")
@pytest.mark.parametrize(("openings", "fallen"), [((DOOR,), "red1"), ((DOOR, replace(WINDOW, sill=0.2)), "boss1")])
def test_a_higher_leader_behind_a_wall_is_not_hit_in_place_of_those_before_it(openings, fallen):
    """An ace finds the leader, 2 inches behind the man in the street; else it is a heart, which kills that man."""
    boss = plain("boss", INSURGENTS, 1, at=(10, 11.2), traits=UnitTraits(independent=True, basic=False))
    red = cell(size=1, at=(10, 9), leader=False)
    state = firefight(replace_at(army(size=1, at=(10, 10)), (10.0, 4.0)), red, boss, board=walled(*openings))
    events, _ = shoot(state, "d20:1,d20:20,d20:20,card:AH", unit="able", target="red")
    assert [e.figure for e in only(events, "figure-fell")] == [fallen]


@pytest.mark.rule("BG-IV.3b", "BG-VIII.1.15", "BG-R05", "BG-R208")
@pytest.mark.parametrize(
    ("boss", "fallen"),
    [
        (plain("boss", INSURGENTS, 1, at=(16, 9), traits=LEADS), "boss1"),
        (plain("boss", INSURGENTS, 1, at=(16.1, 9), traits=LEADS), "red1"),
        (plain("boss", INSURGENTS, 1, at=(11, 9), traits=UnitTraits()), "red1"),
        (plain("boss", ARMY, 1, at=(11, 9), traits=LEADS), "red1"),
        (hurt(plain("boss", INSURGENTS, 1, at=(11, 9), traits=LEADS), Status.WOUNDED, 1), "red1"),
    ],
    ids=["6 inches", "farther", "no higher leader", "the other side's", "wounded"],
)
def test_a_fit_higher_leader_of_the_target_s_side_within_six_inches_is_hit_with_it(boss, fallen):
    """The ace is the leader's where he is with the man at (10, 9), else a heart, which kills that man."""
    red = cell(size=1, at=(10, 9), leader=False)
    state = firefight(replace_at(army(size=1, at=(10, 10)), (10.0, 4.0)), red, boss)
    events, _ = shoot(state, "d20:1,d20:20,d20:20,card:AH", unit="able", target="red")
    assert [e.figure for e in only(events, "figure-fell")] == [fallen]


@pytest.mark.rule("BG-VIII.0.2b", "BG-R200", "BG-R202")
def test_a_reserve_comes_on_beside_a_pond_and_those_who_stand_at_the_edge():
    pond = Board(48, 36, (Feature("pond", ((8, 0), (12, 0), (12, 3), (8, 3))),), edges=EDGES)
    reserve = replace(squad(), reserve=True, figures=tuple(replace(f, at=None) for f in squad().figures))
    war = moving(
        battle(reserve, army("baker", size=5, at=(14, 1), spacing=1.5), cell(at=(10, 34)), board=pond), cards=2
    )
    war.do(Enter(unit="able", to="12,0"))
    came = [f.at for f in war.unit("able").figures]
    assert all(passage.has_room(pond, at) for at in came)
    everybody = [*came, *(f.at for f in war.unit("baker").figures)]
    assert all(between(a, b) >= 0.99 for n, a in enumerate(everybody) for b in everybody[:n])
