"""What holds for every shot, path, belt, strip and screen."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book import afv_reaction, anti_tank, smoke
from rules.infantry_action.book.afv import Crewman, escape_crew
from rules.infantry_action.book.anti_tank import AfvTarget, ShotAtAfv
from rules.infantry_action.book.grid import belt_squares, middle, square_at, squares_entered, strip_squares
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.smoke import SmokeSource
from rules.kernel.chance import Scripted

places = st.tuples(st.floats(0, 400), st.floats(0, 400))
directions = st.floats(0, 359)
shots = st.builds(
    ShotAtAfv,
    weapon=st.sampled_from(anti_tank.FULL_POINTS),
    effect=st.integers(1, 10),
    target=st.builds(AfvTarget, st.floats(1, 80), st.integers(1925, 1975)),
    angle=st.floats(0, 180),
    helpers=st.integers(0, 3),
    helper_points=st.integers(0, 1),
    target_moved=st.floats(0, 200),
    firer_moved=st.booleans(),
    under_fire=st.booleans(),
    surprised=st.booleans(),
    concealed=st.booleans(),
    screen=st.none() | st.floats(1, 50),
)


@pytest.mark.rule("IA-at.knock-out")
@given(shot=shots)
def test_the_least_die_is_the_first_that_knocks_out(shot: ShotAtAfv) -> None:
    least = anti_tank.least_die(anti_tank.points(shot))
    out = [die for die in range(1, 7) if anti_tank.fire(shot, Scripted([f"d6:{die}"])).knocked_out]
    assert out == ([] if least is None else list(range(least, 7)))


@pytest.mark.rule("IA-at.minus2.firer-moved", "IA-at.minus1.concealed", "IA-at.minus2.smoke")
@given(shot=shots)
def test_nothing_that_hampers_ever_helps(shot: ShotAtAfv) -> None:
    worse = replace(shot, firer_moved=True, under_fire=True, surprised=True, concealed=True, screen=50.0)
    assert anti_tank.points(worse).value <= anti_tank.points(shot).value


@pytest.mark.rule("IA-afvreact.results")
@given(score=st.integers(-40, 40))
def test_a_lower_score_is_never_a_better_line(score: int) -> None:
    lines = list(afv_reaction.AfvResult)
    assert lines.index(afv_reaction.result_of(score - 1)) >= lines.index(afv_reaction.result_of(score))


@pytest.mark.rule("IA-afvcrew.escape")
@given(dice=st.lists(st.integers(1, 6), max_size=6), smgs=st.integers(0, 4), commander=st.integers(0, 5))
def test_no_more_guns_get_out_than_were_paid_for(dice: list[int], smgs: int, commander: int) -> None:
    crew = [Crewman(str(i), commander=i == commander) for i in range(len(dice))]
    out = escape_crew(crew, smgs, Scripted([f"d6:{die}" for die in dice]))
    assert sorted(man.key for man in out) == sorted(man.key for man in crew)
    assert sum(man.weapon is Weapon.SMG for man in out) == min(smgs, dice.count(6))


@pytest.mark.rule("IA-mine.ap-foot")
@given(path=st.lists(places, min_size=1, max_size=5))
def test_a_path_goes_from_square_to_neighbouring_square_and_ends_where_it_ends(path: list[tuple[float, float]]) -> None:
    entered = squares_entered(path)
    way = [square_at(path[0]), *entered]
    assert way[-1] == square_at(path[-1])
    for before, after in zip(way, entered, strict=False):
        assert before != after
        assert max(abs(before[0] - after[0]), abs(before[1] - after[1])) == 1


@pytest.mark.rule("IA-mine.ap-foot")
@given(start=places, direction=directions, length=st.floats(5, 200), share=st.floats(0.01, 0.99))
def test_a_belt_mines_every_square_on_its_way(
    start: tuple[float, float], direction: float, length: float, share: float
) -> None:
    x, y = math.sin(math.radians(direction)) * length, math.cos(math.radians(direction)) * length
    squares = belt_squares(start, (start[0] + x, start[1] + y), 5)
    assert square_at((start[0] + x * share, start[1] + y * share)) in squares
    assert len(set(squares)) == len(squares)


@pytest.mark.rule("IA-mine.bangalore", "IA-mine.vehicle-line-charge")
@given(start=places, direction=directions, depth=st.sampled_from([10.0, 50.0]))
def test_a_strip_clears_what_lies_ahead_within_its_reach(
    start: tuple[float, float], direction: float, depth: float
) -> None:
    for square in strip_squares(start, direction, depth, 20):
        assert math.dist(start, middle(square)) <= math.hypot(depth, 10) + 0.01


@pytest.mark.rule("IA-smoke.duration", "IA-smoke.fifty")
@given(
    source=st.sampled_from(list(SmokeSource)), at=places, direction=directions, period=st.integers(1, 20),
    feeding=st.lists(st.integers(0, 30), max_size=4),
)  # fmt: skip
def test_a_screen_is_as_long_as_its_source_makes_it_and_hides_till_2_periods_after_the_last_feeding(
    source: SmokeSource, at: tuple[float, float], direction: float, period: int, feeding: list[int]
) -> None:
    screen = smoke.lay(source, at, direction, period)
    assert math.dist(screen.start, screen.end) == pytest.approx(smoke.length_of(source), abs=0.01)
    for later in feeding:
        screen = screen.feed(screen.laid + later)
        hidden = smoke.hidden_in(screen)
        assert hidden == tuple(range(screen.laid + 1, screen.fed + 3))
        assert not screen.active(screen.laid)
        assert screen.gone(screen.fed + 3)
