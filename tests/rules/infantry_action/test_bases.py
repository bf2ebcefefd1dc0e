"""Bases, postures, arcs."""

from __future__ import annotations

import pytest

from rules.infantry_action.book import bases
from rules.infantry_action.book.bases import Base
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.book.switches import BOOK, House

ERECT, PRONE = Posture.ERECT, Posture.PRONE
BIG = House((("figure-scale", "54mm"),))
HERE = (0.0, 0.0)


@pytest.mark.rule("IA-base.sizes", "IA-scale.ground-25mm", "IA-scale.ground-54mm")
def test_sizes_on_the_ground() -> None:
    # 25 mm are an inch, 10 m; with 54 mm figures 50 mm are 5 m.
    assert bases.base(ERECT) == Base(10.0, 4.0, 8.0)
    assert bases.base(PRONE) == Base(10.0, 4.0, 12.0)
    assert bases.base(ERECT, BIG) == Base(5.0, 2.0, 4.0)
    assert bases.base(PRONE, BIG) == Base(5.0, 2.0, 6.0)
    assert (bases.base_width(), bases.base_width(BIG)) == (10.0, 5.0)


@pytest.mark.rule("IA-base.sizes")
def test_outline_behind_the_front_face() -> None:
    assert bases.outline((100, 50), 0, bases.base(ERECT)) == ((95, 50), (105, 50), (102, 42), (98, 42))
    assert bases.outline((100, 50), 90, bases.base(PRONE)) == ((100, 55), (100, 45), (88, 48), (88, 52))


@pytest.mark.rule("IA-base.sizes", "IA-loc.arc-infantry")
@pytest.mark.parametrize("house", [BOOK, BIG])
def test_spread_of_the_sides(house: House) -> None:
    assert bases.base(ERECT, house).spread == pytest.approx(0.375)
    assert bases.base(PRONE, house).spread == pytest.approx(0.25)


@pytest.mark.rule("IA-loc.arc-infantry")
@pytest.mark.parametrize(
    ("posture", "target", "inside"),
    [
        (ERECT, (42.5, 100.0), True),  # 5 + 100 × 0.375
        (ERECT, (42.6, 100.0), False),
        (ERECT, (-42.5, 100.0), True),
        (PRONE, (30.0, 100.0), True),  # 5 + 100 × 0.25
        (PRONE, (30.1, 100.0), False),
        (ERECT, (5.0, 0.0), True),
        (ERECT, (5.1, 0.0), False),
        (ERECT, (0.0, -1.0), False),
    ],
)
def test_arc_of_an_infantry_figure(posture: Posture, target: tuple[float, float], inside: bool) -> None:
    assert bases.in_figure_arc(HERE, 0.0, target, posture) is inside


@pytest.mark.rule("IA-loc.arc-infantry", "IA-scale.ground-54mm")
def test_arc_turns_with_the_figure_and_shrinks_with_the_base() -> None:
    assert bases.in_figure_arc(HERE, 90.0, (100.0, 42.5), ERECT)
    assert not bases.in_figure_arc(HERE, 90.0, (42.5, 100.0), ERECT)
    assert bases.in_figure_arc(HERE, 0.0, (40.0, 100.0), ERECT, BIG)  # 2.5 + 37.5
    assert not bases.in_figure_arc(HERE, 0.0, (40.1, 100.0), ERECT, BIG)


@pytest.mark.rule("IA-loc.arc-heavy-weapon")
def test_arc_of_a_heavy_weapon() -> None:
    # tan 22.5 degrees = 0.41421: 41.4 m aside at 100 m.
    assert bases.in_gun_arc(HERE, 0.0, (41.4, 100.0))
    assert not bases.in_gun_arc(HERE, 0.0, (41.5, 100.0))
    assert bases.in_gun_arc(HERE, 180.0, (-41.4, -100.0))


@pytest.mark.rule("IA-loc.arc-turret")
def test_arcs_of_a_turreted_vehicle() -> None:
    assert bases.in_turret_arcs(HERE, 0.0, 90.0, (0.0, 50.0))
    assert bases.in_turret_arcs(HERE, 0.0, 90.0, (50.0, 0.0))
    assert not bases.in_turret_arcs(HERE, 0.0, 90.0, (50.0, 50.0))
    assert not bases.in_turret_arcs(HERE, 0.0, 0.0, (50.0, 0.0))


@pytest.mark.rule("IA-loc.arc-exposed-man")
def test_an_exposed_man_sees_farther_round_than_he_fires() -> None:
    aside = (99.0, 100.0)
    assert bases.exposed_man_sees(HERE, 0.0, aside)
    assert not bases.exposed_man_sees(HERE, 0.0, (101.0, 100.0))
    assert not bases.exposed_man_reaches(HERE, 0.0, aside)
    assert bases.exposed_man_reaches(HERE, 0.0, (41.0, 100.0))


@pytest.mark.rule("IA-base.heavy-crew-standing")
def test_who_counts_as_standing() -> None:
    assert bases.counted_posture(PRONE, serves_heavy_weapon=True) is ERECT
    assert bases.counted_posture(PRONE, throws=True) is ERECT
    assert bases.counted_posture(PRONE) is PRONE


@pytest.mark.parametrize(
    ("pace", "ends", "counts"),
    [
        (Pace.WALK, PRONE, ERECT),
        (Pace.DOUBLE, PRONE, ERECT),
        (Pace.MANHANDLE, PRONE, ERECT),
        (Pace.CRAWL, ERECT, PRONE),
        (Pace.DASH, PRONE, PRONE),
        (Pace.DASH, ERECT, ERECT),
        (Pace.HALT, PRONE, PRONE),
    ],
)
def test_posture_under_fire(pace: Pace, ends: Posture, counts: Posture) -> None:
    """IA-R036."""
    assert bases.posture_under_fire(pace, ends) is counts


def test_wading_men_stand() -> None:
    assert bases.posture_under_fire(Pace.CRAWL, PRONE, upright=True) is ERECT
