"""Men in panic run for cover and away, keep out of deep water, and come to an end somewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Bound, LastSeen
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from tests.rules.infantry_action.field import SOUTH, area, carried_out, changed, field, line, located, section


def panicked(*features, at=(100, 200), enemy=(100, 260), size=1) -> State:
    """A section with an enemy 60 m north of it, whom it sees."""
    state = field(
        section("able", ATTACKER, size, at=at, spacing=6),
        section("red", DEFENDER, 1, at=enemy, facing=SOUTH),
        features=features,
    )
    return located(changed(state, "able", bound=Bound(score=-9)), "able", "red")


def runs(state: State, count: int = 1) -> list[State]:
    """So many periods of panic on end."""
    found: list[State] = []
    for number in range(1, count + 1):
        state = carried_out(replace(state, period=number, drafts=()), {}).state
        found.append(state)
    return found


def place(state: State, id_: str = "able1"):
    at = state.figure(id_).at
    assert at is not None
    return round(at[0], 1), round(at[1], 1)


@pytest.mark.rule("IA-reaction.result.under-minus-5", "IA-R111")
def test_in_the_open_it_is_75_m_straight_away() -> None:
    (after,) = runs(panicked())
    assert place(after) == (100, 125)
    assert after.figure("able1").doing.panic


@pytest.mark.rule("IA-R111")
def test_only_the_ground_that_he_runs_over_takes_from_it() -> None:
    """Wire after 50 m takes 10; more of it 150 m off takes nothing."""
    (after,) = runs(panicked(line("wire", (0, 150), (300, 150)), line("wire", (0, 50), (300, 50))))
    assert place(after) == (100, 135)


@pytest.mark.rule("IA-R111", "IA-R247")
def test_he_runs_into_the_wood_beside_his_way() -> None:
    """It begins 25 m east of the straight way, 60 to 90 m on: within 45 degrees of it."""
    (after,) = runs(panicked(area("woods", 125, 110, 200, 150)))
    x, y = place(after)
    assert 125 <= x <= 200
    assert 110 <= y <= 150


@pytest.mark.rule("IA-R111", "IA-R247")
def test_nobody_runs_into_the_canal_however_long_he_is_afraid() -> None:
    """Water from y = 100 to 118 across the table: he runs along it or stays on its bank, never nearer to the enemy."""
    states = runs(panicked(area("water", 0, 100, 600, 118), at=(100, 140), size=3), 4)
    for state in states:
        for man in state.men("able"):
            assert man.at is not None
            assert man.at[1] > 118
    assert len({place(state) for state in states[-2:]}) == 1


@pytest.mark.rule("IA-R247")
def test_he_finds_the_bridge() -> None:
    """20 m beside his way; the canal begins 30 m behind him."""
    canal, bridge = area("water", 0, 100, 600, 118), line("bridge", (120, 94), (120, 124), width=9.0)
    (after,) = runs(panicked(canal, bridge, at=(100, 150), enemy=(100, 200)))
    assert place(after)[1] < 100


@pytest.mark.rule("IA-R111")
def test_who_reaches_the_edge_is_lost() -> None:
    (after,) = runs(panicked(at=(100, 40)))
    assert after.figure("able1").life is Life.LOST


@pytest.mark.rule("IA-R111")
def test_without_an_enemy_in_sight_it_is_away_from_where_one_was_seen() -> None:
    state = replace(panicked(), sightings=(), glimpses=(LastSeen(ATTACKER, "red", (40.0, 200.0), 0),))
    (after,) = runs(state)
    assert place(after) == (175, 200)
