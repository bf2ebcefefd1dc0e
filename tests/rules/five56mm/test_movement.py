"""3.1 Move, 3.3 Stealth, 4.1 Sprint, 4.2 Hide and 6.1 Difficult ground."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString

from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.foot import Aim, FaceAbout, Hide, Move, Sprint, Stealth
from rules.five56mm.book.ground import PathPiece, ground_number, hide, hide_number, sprint, walk
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.foot import CombatBegan, Moved, StanceTaken
from rules.five56mm.play.courage import flight
from rules.five56mm.play.ground.facts import read_path
from rules.five56mm.state import BLACK, RED, Stance
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from rules.table.measure import step
from tests.rules.five56mm.skirmish import Skirmish, man, one

# ── Move ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.1.1", "MM-2.3N.2")
def test_a_move_goes_four_inches_without_a_roll() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    moved = one(battle.do(Move(to="30,20")), Moved)
    assert (moved.inches, moved.to) == (4, (30, 14))
    assert moved.draws == ()


@pytest.mark.rule("MM-3.1.3")
def test_two_moves_make_eight_inches() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Move(to="30,18"))
    battle.do(Move(to="30,18"))
    assert battle["alpha"].at == (30, 18)
    assert battle["alpha"].stance is Stance.NONE


def test_without_a_board_the_path_is_declared_and_shown_as_such() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), board=None)
    battle.card("alpha")
    moved = one(battle.do(Move(path=("2 even", "1 dense rubble")), "4"), Moved)  # 4 against 3: half pace, 1 in costs 2
    assert moved.inches == 3
    assert moved.facts[0].source is Source.DECLARED
    with pytest.raises(RuleViolation) as refused:
        battle.do(Move())
    assert refused.value.code == "fact-needed"


@pytest.mark.rule("MM-R95")
def test_turning_is_free_in_ones_own_go() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(FaceAbout(facing=90))
    assert battle["alpha"].facing == 90
    battle.do(FaceAbout(toward="30,0"))
    assert battle["alpha"].facing == 180
    battle.do(Stealth())
    battle.do(Aim())


@pytest.mark.rule("MM-5.01.2", "MM-5.01.3", "MM-5.0.4", "MM-R45")
@pytest.mark.parametrize(
    ("wounds", "inches"),
    [([Level.SERIOUS], 3), ([Level.CRITICAL], 2), ([Level.SERIOUS, Level.CRITICAL], 1), ([Level.CRITICAL] * 3, 0)],
)
def test_wounds_shorten_a_move(wounds: list[Level], inches: int) -> None:
    battle = Skirmish(man("Alpha", at=(30, 10), wounds=wounds), man("Red", RED, (30, 30)))
    battle.card("alpha")
    assert one(battle.do(Move(to="30,20")), Moved).inches == inches


@pytest.mark.rule("MM-3.7.8", "MM-R36")
def test_a_second_move_that_ends_beside_an_enemy_begins_hand_to_hand_combat() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Move(close_in="red"))
    assert refused.value.citation == "MM-3.7.8"
    battle.do(Move(to="30,14"))
    events = battle.do(Move(close_in="red"))
    assert one(events, CombatBegan).other == "red"
    assert battle.state.opponents("alpha") == ("red",)


@pytest.mark.rule("MM-R225")
@pytest.mark.parametrize(("height", "closes"), [(2.0, True), (2.4, False)])
def test_nobody_closes_in_on_somebody_a_storey_away_unless_arms_reach_that_far(height: float, closes: bool) -> None:
    """Two storeys, one inch or 1.2 inches from floor to floor; arms reach an inch up."""
    house = Feature("building", ((20, 5), (40, 5), (40, 25), (20, 25)), "House", height=height, floors=2)
    board = Board(60, 40, features=(house,))
    battle = Skirmish(man("Alpha", at=(30, 10)), replace(man("Red", RED, (30, 14)), level=1), board=board)
    battle.card("alpha")
    if closes:
        assert one(battle.do(Sprint(close_in="red"), "4"), Moved).character == "alpha"
    else:
        with pytest.raises(RuleViolation) as refused:
            battle.do(Sprint(close_in="red"))
        assert (refused.value.code, refused.value.citation) == ("another-level", "MM-R225")


# ── Sprint ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.1.1", "MM-2.3N.2")
def test_a_sprint_goes_four_inches_and_d6_and_movement() -> None:
    # The book's Ranger: Movement +2, a 3: 4 + 5 = 9 in, an inch short of the alley.
    assert sprint(2, 4, Scripted("d6:3")) == (3, 9)
    battle = Skirmish(man("Ranger", at=(30, 10), movement=2), man("Red", RED, (30, 39)))
    battle.card("ranger")
    events = battle.do(Sprint(to="30,20"), "3")
    assert one(events, Moved).inches == 9
    assert one(events, StanceTaken).stance is Stance.SPRINTING


@pytest.mark.rule("MM-R48")
def test_a_serious_wound_shortens_only_the_fixed_part_of_a_sprint() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10), wounds=[Level.SERIOUS]), man("Red", RED, (30, 39)))
    battle.card("alpha")
    assert one(battle.do(Sprint(to="30,30"), "5"), Moved).inches == 3 + 5


@pytest.mark.rule("MM-R17")
def test_sprinting_lasts_until_the_next_card() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 39)))
    battle.card("alpha")
    battle.do(Sprint(to="30,14"), "1")
    battle.run()
    battle.end_turn()
    assert battle["alpha"].stance is Stance.SPRINTING
    battle.card("alpha")
    assert battle["alpha"].stance is Stance.NONE


# ── Stealth ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.3.1", "MM-R17")
def test_stealth_lasts_whatever_the_second_action_is() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Stealth())
    battle.do(Move(to="30,12"))
    assert battle["alpha"].stance is Stance.STEALTH


# ── Hide ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.2.1", "MM-4.2.3")
@pytest.mark.parametrize(("die", "inches"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_hiding_on_even_ground_allows_a_short_creep(die: int, inches: int) -> None:
    # TN 3: 3 reaches it by 0, 4 by 1, 5 by 2, 6 by 3.
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    moved = one(battle.do(Hide(to="30,16"), str(die)), Moved)
    assert moved.inches == inches
    assert battle["alpha"].stance is Stance.HIDDEN


@pytest.mark.rule("MM-4.2.4")
def test_who_fails_the_roll_is_hidden_but_stays_where_he_is() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    assert one(battle.do(Hide(to="30,16"), "2"), Moved).inches == 0
    assert battle["alpha"].stance is Stance.HIDDEN
    assert battle["alpha"].at == (30, 10)


@pytest.mark.rule("MM-4.2.1", "MM-R49")
def test_who_does_not_move_rolls_nothing() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Hide())
    assert battle["alpha"].stance is Stance.HIDDEN


@pytest.mark.rule("MM-4.2.2", "MM-R108")
def test_numbers_of_the_ground_for_hiding() -> None:
    numbers = {g: hide_number(g) for g in ("even", "brush", "light rubble", "dense undergrowth", "dense rubble")}
    assert numbers == {"even": 3, "brush": 4, "light rubble": 5, "dense undergrowth": 5, "dense rubble": 6}
    assert [hide_number(g) for g in ("sand dunes", "shallow water", "deep water", "bog", "obstacle")] == [5, 6, 6, 6, 6]
    assert hide("light undergrowth", 1, Scripted("d6:4"))[1] == 2  # 4 + 1 against 4
    with pytest.raises(RuleViolation):
        hide_number("lava")


# ── Difficult ground ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-6.1.1", "MM-6.1.2", "MM-6.1.4", "MM-6.1.5")
def test_the_books_delta_soldier_over_a_wall_and_through_rubble() -> None:
    # 9 in of Sprint, Movement +1. Wall 1.5 in high, TN 4: 3 + 1 is just enough, a quarter pace, 6 in. Dense rubble,
    # TN 3: 5 + 1 is full pace, 2 in for 2. One inch is left.
    path = (PathPiece("obstacle", 1.5), PathPiece("dense rubble", 2))
    walked = walk(path, 9, 1, Scripted("d6:3,d6:5"))
    assert [crossing.paid for crossing in walked.crossings] == [6, 2]
    assert (walked.left, walked.stopped) == (1, False)


@pytest.mark.rule("MM-6.1.4", "MM-R61")
@pytest.mark.parametrize(("die", "covered"), [(3, 1), (4, 2), (5, 4), (2, 0)])
def test_pace_over_rough_ground_by_the_margin(die: int, covered: int) -> None:
    # Bog, TN 3: +0 costs 4 in for one, +1 two, +2 one; a failure stops him at the edge.
    assert walk((PathPiece("bog", 10),), 4, 0, Scripted(f"d6:{die}")).covered == covered


@pytest.mark.rule("MM-R61", "MM-6.1.2")
def test_an_obstacle_must_be_paid_in_full() -> None:
    # 2 in high, TN 4: a 4 is a quarter pace, 8 in, of which he has four.
    walked = walk((PathPiece("even", 0.0), PathPiece("obstacle", 2), PathPiece("even", 2)), 4, 0, Scripted("d6:4"))
    assert (walked.covered, walked.stopped, walked.left) == (0, True, 4)


@pytest.mark.rule("MM-6.1.3", "MM-R62")
def test_numbers_of_the_ground() -> None:
    numbers = {
        "dense undergrowth": 1, "sand dunes": 1, "light rubble": 1, "shallow water": 2, "dense rubble": 3, "bog": 3,
        "deep water": 4, "street": None, "light undergrowth": None,
    }  # fmt: skip
    assert {ground: ground_number(PathPiece(ground, 1)) for ground in numbers} == numbers
    heights = {height: ground_number(PathPiece("obstacle", height)) for height in (0.5, 1, 1.5, 2, 2.5, 3)}
    assert heights == {0.5: 3, 1: 3, 1.5: 4, 2: 4, 2.5: 5, 3: 5}
    with pytest.raises(RuleViolation, match="cannot be climbed"):
        ground_number(PathPiece("obstacle", 3.1))


@pytest.mark.rule("MM-R63", "MM-2.3N.3")
def test_a_scenarios_ground_has_its_own_number() -> None:
    # The book's ruined building at TN 2: 4 + 1, three more than needed, full speed.
    walked = walk(read_path(("4 ruined building TN 2",)), 4, 1, Scripted("d6:4"))
    assert (walked.covered, walked.crossings[0].paid) == (4, 4)
    with pytest.raises(RuleViolation, match="isn't a stretch of a path"):
        read_path(("4 ruined building",))


@pytest.mark.rule("MM-6.1.5")
def test_ground_on_the_board_is_measured_along_the_way() -> None:
    wall = Feature("wall", ((20, 12), (40, 12)), height=1.0, width=0.2)
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 39)), board=Board(60, 40, (wall,)))
    battle.card("alpha")
    # An inch of wall, TN 3: a 5 is full pace, so it costs one of the four inches.
    moved = one(battle.do(Move(to="30,20"), "5"), Moved)
    assert moved.inches == pytest.approx(3.0, abs=0.01)
    assert [c.stretch.ground for c in moved.crossings if c.roll is not None] == ["obstacle"]


@pytest.mark.rule("MM-10.LB.1")
def test_luck_helps_only_once_though_two_rolls_miss_by_one() -> None:
    battle = Skirmish(man("Alpha", skills=[Skill.LUCKY]), man("Red", RED), board=None)
    battle.card("alpha")
    # Ten inches: the first bog at a quarter pace by luck, the second one stops him.
    battle.do(Sprint(path=("1 bog", "1 mud TN 3")), "6,2,2")
    assert (battle["alpha"].luck, battle["alpha"].luck_turn) == (1, 1)


def test_nobody_moves_when_it_is_not_his_go() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 39)))
    with pytest.raises(RuleViolation) as refused:
        battle.do(EndGo())
    assert refused.value.code in ("not-yet", "no-go")
    battle.put(replace(battle["alpha"], at=(10, 10)))
    assert battle["alpha"].at == (10, 10)


# ── The way out ───────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=25, deadline=None)
@given(x=st.floats(1, 29), y=st.floats(1, 23), pool=st.sampled_from((1.0, 4.0, 8.0)))
def test_the_way_out_is_the_one_that_ends_farthest_from_the_enemy_over_passable_ground(
    x: float, y: float, pool: float
) -> None:
    wall = Feature("wall", ((8, 0), (8, 24)), height=4.0, width=0.3)
    battle = Skirmish(
        man("Alpha", BLACK, (x, y)), man("Red", RED, (15, 12)), man("Guard", RED, (20, 3)), board=Board(30, 24, (wall,))
    )
    alpha = battle["alpha"]

    def from_enemies(point: tuple[float, float]) -> float:
        return min(dist(point, (15, 12)), dist(point, (20, 3)))

    ends = [step((x, y), 22.5 * turn, pool * share) for turn in range(16) for share in (1.0, 0.5)]
    assume(all(abs(end[0] - 8) > 0.31 for end in ((x, y), *ends)))
    open_to_him = [end for end in ends if 0 <= end[0] <= 30 and 0 <= end[1] <= 24 and not _crosses(wall, (x, y), end)]
    best = flight.best_way(battle.state, alpha, pool)
    if best == (x, y):
        assert all(from_enemies(end) <= from_enemies((x, y)) + 1e-6 for end in open_to_him)
    else:
        assert from_enemies(best) == pytest.approx(max(from_enemies(end) for end in open_to_him))
        assert from_enemies(best) > from_enemies((x, y))


def _crosses(wall: Feature, start: tuple[float, float], end: tuple[float, float]) -> bool:
    return LineString(wall.outline).intersects(LineString((start, end)))
