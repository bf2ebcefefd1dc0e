"""Floors and roofs: who stands on which level, how he gets up and down, and what reaches him there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.action import Action, Actor
from rules.five56mm import RULES
from rules.five56mm.actions.battle import Bombard, EndGo, PlaceUnit
from rules.five56mm.actions.fire import Fire, Throw
from rules.five56mm.actions.foot import Carry, Engage, FallBack, FirstAid, JumpDown, Move, Sprint
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.actions.vehicles import BoardVehicle, FastRope, Leave
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.events.foot import Gassed, Hurt, Moved
from rules.five56mm.odds import odds
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.passage import contact
from rules.five56mm.state import BLACK, RED, Character, State
from rules.five56mm.view import view
from rules.table.board import Board, Feature, Opening
from rules.viewing import PUBLIC
from rules.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

HOUSE = Feature(
    "building", ((20, 20), (30, 20), (30, 30), (20, 30)), "The house", height=4.0, floors=2, hardness="hard",
    openings=(
        Opening("door", (24, 20), (26, 20)),
        Opening("window", (21, 20), (23, 20), sill=0.5, head=1.5),
        Opening("window", (27, 20), (29, 20), sill=2.5, head=3.5),
    ),
)  # fmt: skip
"""Two floors of 2 in, the roof at 4 in; a door and a window to the south, above it a window of the 1st floor."""
SHED = Feature("building", ((40, 20), (46, 20), (46, 26), (40, 26)), "Shed", height=2.5, floors=1,
               openings=(Opening("door", (42, 20), (43, 20)),))  # fmt: skip
"""One floor, the roof at 2.5 in."""
TOWN = Board(60, 40, (HOUSE, SHED))
BY_BLACK = Actor.player(BLACK)


def on(who: Character, level: int) -> Character:
    return replace(who, level=level)


def fought(*characters: Character, board: Board = TOWN, **more: object) -> Skirmish:
    return Skirmish(*characters, man("Far", RED, (58, 2)), board=board, **more)  # type: ignore[arg-type]


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


def stands(battle: Skirmish, who: str) -> tuple[float, float, int]:
    found = battle[who]
    assert found.at is not None
    return round(found.at[0], 2), round(found.at[1], 2), found.level


# ── Stairs ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R225", "MM-R226")
def test_a_flight_of_stairs_takes_its_height_of_a_move() -> None:
    battle = fought(man("Alpha", BLACK, (25, 25)))
    battle.card("alpha")
    moved = one(battle.do(Move(to="up")), Moved)
    assert (moved.level, moved.inches, stands(battle, "alpha")) == (1, 0.0, (25, 25, 1))
    battle.do(Move(to="3 in toward 25,30; up"))  # 3 in and 2 in of stairs: 1 in is left at their foot
    assert stands(battle, "alpha") == (25, 28, 1)


@pytest.mark.rule("MM-R226")
def test_two_flights_are_a_whole_move_and_the_way_goes_on_above() -> None:
    battle = fought(man("Alpha", BLACK, (25, 25)))
    battle.card("alpha")
    battle.do(Move(to="roof"))
    assert stands(battle, "alpha") == (25, 25, 2)
    battle.end_turn()
    battle.card("alpha")
    battle.do(Move(to="down; 27,25"))
    assert stands(battle, "alpha") == (27, 25, 1)


@pytest.mark.rule("MM-R226", "MM-R201")
def test_through_the_door_and_up_in_one_sprint() -> None:
    """1 in to the door and 3 in on, then 2 in and 2 in of stairs: 8 in of the 4 + 6."""
    battle = fought(man("Alpha", BLACK, (25, 19)))
    battle.card("alpha")
    battle.do(Sprint(to="25,23; roof of The house"), "6")
    assert stands(battle, "alpha") == (25, 23, 2)


@pytest.mark.rule("MM-R226")
@pytest.mark.parametrize(("level", "to"), [(2, "25,10"), (1, "25,10"), (2, "43,23"), (2, "roof of Shed")])
def test_nobody_walks_off_a_roof_or_out_of_an_upper_floor(level: int, to: str) -> None:
    battle = fought(on(man("Alpha", BLACK, (25, 21)), level))
    battle.card("alpha")
    assert refused(battle, Move(to=to)) in ("way-closed", "no-way-up-or-down")
    assert stands(battle, "alpha") == (25, 21, level)


@pytest.mark.rule("MM-R226", "MM-R201")
def test_the_door_is_on_the_ground_floor() -> None:
    battle = fought(on(man("Alpha", BLACK, (25, 21)), 1))
    battle.card("alpha")
    battle.do(Move(to="down; 25,19"))  # 2 in of stairs, 2 in through the door
    assert stands(battle, "alpha") == (25, 19, 0)


@pytest.mark.rule("MM-R226")
def test_stairs_that_the_board_shows_are_the_way() -> None:
    stair = Feature("stairs", ((28, 28), (29, 28), (29, 29), (28, 29)))
    battle = fought(man("Alpha", BLACK, (28.5, 26.5)), board=Board(60, 40, (HOUSE, stair)))
    battle.card("alpha")
    battle.do(Move(to="up"))  # 2 in to the stairs, 2 in up
    assert stands(battle, "alpha") == (28.5, 28.5, 1)


@pytest.mark.rule("MM-R225")
@pytest.mark.parametrize(("to", "code"), [
    ("3rd floor", "no-such-floor"), ("D2 roof", "no-house"), ("down", "no-such-floor"), ("roof of Nowhere", "place-unknown"),
])  # fmt: skip
def test_levels_that_are_not_there_are_refused(to: str, code: str) -> None:
    battle = fought(man("Alpha", BLACK, (25, 25)))
    battle.card("alpha")
    assert refused(battle, Move(to=to)) == code


@pytest.mark.rule("MM-R225")
@pytest.mark.parametrize("to", ["up", "go upstairs", "1st floor", "first floor of The house", "floor 1", "the house 1st floor"])
def test_the_same_floor_in_many_words(to: str) -> None:
    battle = fought(man("Alpha", BLACK, (25, 25)))
    battle.card("alpha")
    battle.do(Move(to=to))
    assert stands(battle, "alpha") == (25, 25, 1)


@pytest.mark.rule("MM-R226")
def test_the_wounded_is_carried_upstairs() -> None:
    alpha, kay = man("Alpha", BLACK, (25, 25)), man("Kay", BLACK, (25.9, 25), wounds=[Level.CRITICAL])
    battle = fought(alpha, kay)
    battle.card("alpha")
    battle.do(Carry(patient="kay", to="up"), "6")  # 4.5: 6 reaches the TN, and 4 in are more than the 2 of the stairs
    assert (battle["alpha"].level, battle["kay"].level) == (1, 1)


# ── Walls, ladders, jumps ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R227", "MM-R62", "MM-6.1.2")
def test_a_low_roof_is_climbed_as_an_obstacle_of_its_height() -> None:
    """2.5 in is TN 5; with 2 more than that the climb costs 2.5 in, and a Sprint of 4 + 4 goes on over the roof."""
    battle = fought(man("Alpha", BLACK, (39, 23), movement=3))
    battle.card("alpha")
    moved = one(battle.do(Sprint(to="44,23 roof"), "1,4"), Moved)  # 4 + 1 + 3 = 8 in; 4 + 3 = 7 against 5
    assert [c.stretch.ground for c in moved.crossings] == ["even", "obstacle", "even"]
    assert (moved.level, stands(battle, "alpha")) == (1, (44, 23, 1))  # 0.7 in, 2.5 in up, 3.7 in over the roof


@pytest.mark.rule("MM-R227", "MM-6.1.4")
def test_whoever_fails_the_climb_stays_at_its_foot() -> None:
    battle = fought(man("Alpha", BLACK, (39, 23)))
    battle.card("alpha")
    battle.do(Move(to="44,23 roof"), "4")
    assert stands(battle, "alpha") == (39.7, 23, 0)


@pytest.mark.rule("MM-R227", "MM-R62")
def test_nobody_climbs_a_wall_above_3_in_but_by_a_ladder() -> None:
    battle = fought(man("Alpha", BLACK, (19.4, 25)))
    battle.card("alpha")
    assert refused(battle, Move(to="21,25 roof")) == "too-high"
    ladder = Feature("ladder", ((19.9, 24.8), (20.1, 24.8), (20.1, 25.2), (19.9, 25.2)))
    battle = fought(man("Alpha", BLACK, (19.7, 25)), board=Board(60, 40, (HOUSE, ladder)))
    battle.card("alpha")
    battle.do(Move(to="20.3,25 roof"))  # 4 in of rungs
    assert stands(battle, "alpha") == (20.3, 25, 2)


@pytest.mark.rule("MM-R227")
def test_down_a_low_wall() -> None:
    battle = fought(on(man("Alpha", BLACK, (40.4, 23), movement=3), 1))
    battle.card("alpha")
    battle.do(Move(to="ground at 39,23"), "6")  # 0.1 in to the edge, 2.5 in down, 1.3 in on
    assert stands(battle, "alpha") == (39, 23, 0)


@pytest.mark.rule("MM-R228", "MM-4.81.2")
@pytest.mark.parametrize(("who", "shape", "dice", "number"), [
    ((41, 23), 1, "6,1", 7),  # 2.5 in: D6+1
    ((21, 25), 2, "6,1", 7),  # 4 in: D6+1
])  # fmt: skip
def test_a_jump_off_a_roof_is_a_fall(who: tuple[float, float], shape: int, dice: str, number: int) -> None:
    battle = fought(on(man("Alpha", BLACK, who), shape))
    battle.card("alpha")
    hurt = one(battle.do(JumpDown(), dice), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == number
    assert battle["alpha"].level == 0
    assert battle["alpha"].at is not None
    assert field.levels.house_at(TOWN, battle["alpha"].at) is None


@pytest.mark.rule("MM-R228")
def test_a_jump_from_the_ground_or_from_the_middle_of_a_roof_is_refused() -> None:
    battle = fought(man("Alpha", BLACK, (25, 25)), on(man("Bravo", BLACK, (25, 26)), 2))
    battle.card("alpha")
    assert refused(battle, JumpDown()) == "not-on-a-roof"
    battle.do(EndGo())
    battle.card("bravo")
    assert refused(battle, JumpDown()) == "too-far-from-the-edge"


@pytest.mark.rule("MM-R228")
def test_the_odds_of_a_jump_are_those_of_its_test() -> None:
    """D6+1 against a D6: unhurt where his die is at least 1 more. 15 of 36."""
    battle = fought(on(man("Alpha", BLACK, (41, 23)), 1))
    battle.card("alpha")
    found = odds(battle.state, JumpDown(), BY_BLACK)
    assert dict((p.label, p.chance) for p in found.chances) == {"unhurt": Fraction(15, 36)}


# ── Within reach ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R204", "MM-R225")
@pytest.mark.parametrize(("levels", "near"), [((0, 0), True), ((1, 1), True), ((2, 2), True), ((0, 1), False),
                                              ((1, 2), False), ((0, 2), False)])  # fmt: skip
def test_no_arm_reaches_through_a_floor(levels: tuple[int, int], near: bool) -> None:
    battle = fought(on(man("Alpha", BLACK, (25, 25)), levels[0]), on(man("Red", RED, (25.5, 25)), levels[1]))
    assert contact(battle.state, "alpha", "red") is near
    battle.card("alpha")
    if not near:
        assert refused(battle, Engage(target="red")) == "not-in-contact"


@pytest.mark.rule("MM-R204", "MM-3.5.1")
def test_nobody_is_bandaged_through_the_ceiling() -> None:
    kay = on(man("Kay", BLACK, (25.5, 25), wounds=[Level.SERIOUS]), 1)
    battle = fought(man("Alpha", BLACK, (25, 25)), kay)
    battle.card("alpha")
    assert refused(battle, FirstAid(patient="kay")) == "not-in-contact"
    battle.do(Move(to="up"))
    battle.do(FirstAid(patient="kay"), "6,1")
    assert battle["kay"].wounds[0].aid_until is not None


@pytest.mark.rule("MM-R204", "MM-12.1.1")
def test_nobody_boards_a_truck_from_the_roof() -> None:
    car = truck(at=(25, 18))
    battle = fought(on(man("Alpha", BLACK, (25, 20.2)), 2), vehicles=[car])
    battle.card("alpha")
    assert refused(battle, BoardVehicle(vehicle="truck")) in ("way-closed", "cannot-board")
