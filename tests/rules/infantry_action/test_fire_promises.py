"""What holds for any fire and any identification, whatever the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book.casualties import SoftVehicle, TargetFigure, identify, in_priority
from rules.infantry_action.book.effect import points
from rules.infantry_action.book.fire import FigureUnderFire, Firer, Targeted, Volley, fire_on, potential_hits
from rules.infantry_action.book.kinds import Cover, Rank, Weapon
from rules.infantry_action.book.reaction_results import band_of, restrictions
from rules.kernel.chance import Seeded
from rules.kernel.every_die import every_die

METRES = st.integers(0, 700).map(float)
FIGURES = st.lists(
    st.builds(
        TargetFigure,
        name=st.text("abcdefgh", min_size=1, max_size=4),
        erect=st.booleans(),
        moving=st.booleans(),
        firing=st.booleans(),
        cover=st.sampled_from(Cover),
        rank=st.sampled_from(Rank),
        metres=METRES,
        first=st.booleans(),
        radio=st.booleans(),
        vehicle=st.sampled_from(("", "truck", "jeep")),
    ),
    max_size=8,
    unique_by=lambda figure: figure.name,
)
FIRERS = st.lists(
    st.builds(
        Firer,
        weapon=st.sampled_from(Weapon),
        metres=METRES,
        helpers=st.integers(0, 3),
        moved=st.booleans(),
        fresh=st.booleans(),
        from_moving_vehicle=st.booleans(),
        at_works=st.booleans(),
    ),
    max_size=4,
).map(tuple)
MARKS = st.lists(
    st.builds(
        FigureUnderFire, cover=st.sampled_from(Cover), erect=st.booleans(), dashed=st.booleans(), riding=st.booleans()
    ),
    max_size=5,
).map(tuple)


@pytest.mark.rule("IA-R025", "IA-ident.stop", "IA-ident.first", "IA-ident.rest")
@given(figures=FIGURES, hits=st.integers(0, 4), seed=st.integers(0, 10_000))
def test_the_dice_of_an_identification_come_in_order_and_no_more_than_needed(
    figures: list[TargetFigure], hits: int, seed: int
) -> None:
    chance = Seeded(str(seed).encode(), 1)
    found = identify(figures, hits, chance, {"truck": SoftVehicle(), "jeep": SoftVehicle()})
    names = [figure.name for figure in in_priority(figures)]
    assert [die.name for die in found.figures] == names[: len(found.figures)]
    assert len(found.casualties) <= hits
    assert len(found.casualties) == hits or len(found.figures) == len(figures)
    assert not found.figures or not hits or found.figures[-1].hit or len(found.figures) == len(figures)
    wanted: list[str] = []
    for die in found.figures:
        wanted += ["casualty", *(["radio set"] if die.radio_die is not None else [])]
    for vehicle in found.vehicles:
        wanted += ["soft vehicle", *(["soft vehicle on fire"] if vehicle.destroyed else [])]
    assert [draw.purpose for draw in chance.taken()] == wanted


@pytest.mark.rule("IA-R025", "IA-R066", "IA-R089", "IA-pot.total")
@given(volleys=st.lists(FIRERS, max_size=3), marks=MARKS, men=st.integers(0, 8), seed=st.integers(0, 10_000))
def test_a_total_is_the_sum_of_its_lines_and_its_dice_come_first_chance_then_hit(
    volleys: list[tuple[Firer, ...]], marks: tuple[FigureUnderFire, ...], men: int, seed: int
) -> None:
    groups = tuple(Volley(str(number), firers, men=men) for number, firers in enumerate(volleys))
    chance = Seeded(str(seed).encode(), 1)
    fire = fire_on(Targeted(groups, marks), chance)
    purposes = [draw.purpose for draw in chance.taken()]
    useful = [any(points(shot.weapon, shot.metres) for shot in firers) for firers in volleys]
    if not any(useful):
        assert fire is None
        assert purposes == []
        return
    assert fire is not None
    assert fire.total.value == sum(item.amount for item in fire.total.items)
    assert all(0 <= die.counts <= min(6, men) for die in fire.dice)
    assert purposes == ["chance factor"] * len(fire.dice) + ["potential hit"] * (fire.total.value < 20)
    assert fire.hits.number <= 3


@pytest.mark.rule("IA-pot.one-die")
@pytest.mark.parametrize(("total", "sixths"), [(4, 1), (5, 2), (10, 3), (15, 4), (20, 6)])
def test_the_chance_of_a_hit_run_for_every_die(total: int, sixths: int) -> None:
    chances = every_die(lambda chance: potential_hits(total, chance).number)
    assert chances[1] == Fraction(sixths, 6)


@pytest.mark.rule("IA-reaction.cumulative")
@given(low=st.integers(-30, 14), more=st.integers(0, 44))
def test_who_scores_less_is_never_bound_by_less(low: int, more: int) -> None:
    high = min(low + more, 14)
    assert set(restrictions(band_of(high))) <= set(restrictions(band_of(low)))
