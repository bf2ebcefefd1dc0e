"""Where a move to a place may end, before anything is rolled: exact, and as the dice then have it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.state import Marker
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature

from .field import SOUTH, army, battle, cell, only, player
from .war import band, dice, moving, squad

PLAIN = Board(48, 36, edges=(("army", "south"), ("insurgents", "north")))
WOODED = replace(PLAIN, features=(Feature("woods", ((0, 14), (48, 14), (48, 20), (0, 20))),))


def field(board=PLAIN, *more):
    return moving(battle(squad(at=(10, 6)), band(at=(10, 33), facing=SOUTH), *more, board=board))


def odds(war, to, **given):
    return RULES.battle.odds(war.state, Move(unit="able", to=to, **given), player())


@pytest.mark.rule("BG-VIII.1.1", "BG-VIII.1.43a")
def test_the_chance_of_a_whole_way_is_that_of_the_dice():
    # Open order: 3D6. At least 10 in 3D6: 1 - P(9 or less) = 1 - 81/216.
    found = dict(odds(field(), "north 10").chances)
    assert found["gets all the way"] == Fraction(135, 216)


@pytest.mark.rule("BG-VIII.1.2b")
def test_a_turn_is_paid_for_before_the_first_step():
    # East from north: one turn of 90 degrees, 1 inch; 9 inches of ground need 10 on the dice.
    found = odds(field(), "east 9")
    assert dict(found.chances)["gets all the way"] == Fraction(135, 216)
    assert [(fact.name, fact.value) for fact in found.facts if fact.name in ("way", "turns")] == [
        ("way", 9),
        ("turns", 1),
    ]
    assert all(fact.source is Source.MEASURED for fact in found.facts if fact.name in ("way", "turns"))


def test_all_squares_in_which_it_may_end_add_up():
    found = [(what, odd) for what, odd in odds(field(), "north 20").chances if what.startswith("ends in")]
    assert sum(odd for _, odd in found) == 1
    rows = [int(what.removeprefix("ends in ")[1:]) for what, _ in found]
    assert rows == sorted(rows)


@pytest.mark.rule("BG-R34", "BG-IX.1.2b")
@pytest.mark.parametrize("rolled", [(1, 1, 1), (1, 2, 6), (3, 3, 4), (4, 5, 6), (6, 6, 6)])
def test_the_dice_then_have_it_so(rolled):
    """Each of these rolls ends in a square that was foretold, as far as was foretold, woods and all."""
    war = field(WOODED)
    foretold = {what.removeprefix("ends in ") for what, _ in odds(war, "north 20").chances}
    events = war.do(Move(unit="able", to="north 20"), dice(*rolled))
    (moved,) = only(events, "unit-moved")
    column, row = "ABCDEFGHIJKL"[int(moved.path[-1][0] // 4)], int(moved.path[-1][1] // 4) + 1
    assert f"{column}{row}" in foretold


@pytest.mark.rule("BG-IX.1.2a")
def test_rough_ground_on_the_way_is_measured():
    # From the front at y = 6 to y = 26: six inches of it are woods.
    found = {fact.name: fact.value for fact in odds(field(WOODED), "north 20").facts}
    assert found["way"] == 20
    assert 6 in (found.get("rough ground"), found.get("dense ground"))


def test_the_way_is_given_to_be_drawn():
    plan, usual = odds(field(), "north 20").traces
    assert (plan.kind, usual.kind) == ("plan", "move")
    assert plan.points[0] == usual.points[0]
    assert plan.points[-1][1] - plan.points[0][1] == pytest.approx(20)
    # 3D6: 10.5 inches on average.
    assert usual.points[-1][1] - usual.points[0][1] == pytest.approx(10.5)


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.3.3")
def test_a_hidden_enemy_changes_nothing_and_is_no_place():
    hidden = replace(band("ghost", at=(10, 12), facing=SOUTH), concealed=True)
    assert odds(field(PLAIN, hidden), "north 20") == odds(field(), "north 20")
    with pytest.raises(RuleViolation) as one:
        odds(field(PLAIN, hidden), "6in toward Ghost")
    with pytest.raises(RuleViolation) as none:
        odds(field(), "6in toward Ghost")
    assert (one.value.code, one.value.message, one.value.remedy) == (
        none.value.code,
        none.value.message,
        none.value.remedy,
    )
    assert RULES.battle.view(field(PLAIN, hidden).state, Viewer("army")).unit("ghost") is None


@pytest.mark.rule("BG-VI.3.2a")
def test_one_may_go_toward_a_concealment_marker():
    # The marker lies straight north of the front of the line, at (16, 6): no turn, six inches.
    war = field()
    war.state = replace(war.state, markers=(Marker(number=1, side="insurgents", at=(16.0, 20.0), unit=""),))
    plan, *_ = odds(war, "6in toward marker 1").traces
    assert plan.points[-1] == pytest.approx((16, plan.points[0][1] + 6))


# ── Who stands in the way ─────────────────────────────────────────────────────────────────────────────────────────


def barred(*more):
    """A leader on his own at (10, 6) who would go north, with 3D6; the others, and an enemy far away."""
    return moving(battle(army(size=1, at=(10, 6)), *more, cell("far", at=(30, 33), facing=SOUTH)))


@pytest.mark.rule("BG-R171", "BG-VIII.1.1")
def test_an_enemy_in_the_way_ends_a_move_two_inches_before_him():
    war = barred(cell(size=1, at=(10, 15), facing=SOUTH))
    # The enemy's head is 9 inches away, and 2 inches between bases of an inch each are 3 from head to head: he can go
    # 6 inches at most. The search goes in steps of half an inch.
    found = dict(odds(war, "north 8").chances)
    assert found["gets all the way"] == 0
    # 7 or more in 3D6 would carry him further: 1 - 20/216.
    assert found["is stopped by others"] == Fraction(196, 216)
    events = war.do(Move(unit="able", to="north 8"), dice(6, 5, 4))
    (moved,) = only(events, "unit-moved")
    assert moved.inches == 6
    assert moved.path[-1] == pytest.approx((10, 12))
    # From (10, 12) northward begins the square C4; up to 5 inches are C3.
    assert found["ends in C4"] == Fraction(216 - 10, 216)


@pytest.mark.parametrize("rolled", [(1, 1, 2), (1, 2, 2), (1, 2, 3), (2, 2, 3), (6, 5, 4)])
def test_a_friend_on_the_goal_is_reckoned_with_as_the_move_will_do_it(rolled):
    foretold = dict(odds(barred(army("baker", size=1, at=(10, 12))), "north 6").chances)
    squares = {what.removeprefix("ends in "): odd for what, odd in foretold.items() if what.startswith("ends in")}
    assert sum(squares.values()) == 1
    war = barred(army("baker", size=1, at=(10, 12)))
    (moved,) = only(war.do(Move(unit="able", to="north 6"), dice(*rolled)), "unit-moved")
    assert f"C{int(moved.path[-1][1] // 4) + 1}" in squares


@pytest.mark.rule("BG-VI.1.1a", "BG-R139")
def test_the_forecast_betrays_no_hidden_enemy_who_stands_in_the_way():
    hidden = replace(cell(size=1, at=(10, 15), facing=SOUTH), concealed=True)
    assert odds(barred(hidden), "north 8") == odds(barred(), "north 8")


def test_a_way_with_a_bend_is_counted_whole():
    # 4 inches north, then 3 east, turning for 1: 7 inches of ground, though he ends 5 inches from where he stood.
    war = barred()
    found = odds(war, "10,10 then 13,10")
    assert next(fact.value for fact in found.facts if fact.name == "way") == 7
    assert dict(found.chances)["gets all the way"] == Fraction(181, 216)  # 8 or more in 3D6
    (moved,) = only(war.do(Move(unit="able", to="10,10 then 13,10"), dice(6, 5, 4)), "unit-moved")
    assert moved.inches == 7
