"""Reload markers and crews: X.2.4 to X.2.6, VIII.3.2 and the rulings on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.book.arms import arm, spares_hidden
from rules.book_and_gun.book.reload import full_crew, markers, require_crew
from rules.book_and_gun.units import Phase
from rules.kernel.violation import RuleViolation
from tests.rules.book_and_gun.field import army, battle, play


@pytest.mark.rule("BG-X.2.4a", "BG-X.2.4c", "BG-X.2.6a", "BG-R83")
@pytest.mark.parametrize(
    ("weapon", "crew", "expected"),
    [
        ("light cannon", 4, 1),
        ("medium cannon", 4, 2),
        ("heavy cannon", 4, 4),
        ("medium cannon", 2, 4),  # two men short
        ("haw recoilless rifle", 2, 0),
        ("haw recoilless rifle", 1, 1),
        ("maw recoilless rifle", 1, 1),
        ("latgm", 1, 1),
        ("maw", 1, 0),
        ("assault rifle", 1, 0),
        ("light mortar", 1, 0),
    ],
)
def test_markers_after_firing(weapon: str, crew: int, expected: int) -> None:
    assert markers(arm(weapon), crew=crew) == expected


@pytest.mark.rule("BG-VIII.3.2a", "BG-VIII.3.2b", "BG-R84")
def test_markers_after_moving_and_firing_if_that_is_more() -> None:
    moved = {
        key: markers(arm(key), moved=True)
        for key in ("light cannon", "haw recoilless rifle", "heavy machinegun", "maw", "latgm", "law", "assault rifle")
    }
    assert moved == {
        "light cannon": 2, "haw recoilless rifle": 2, "heavy machinegun": 1, "maw": 1, "latgm": 1, "law": 0,
        "assault rifle": 0,
    }  # fmt: skip
    assert markers(arm("light cannon"), crew=1, moved=True) == 4  # three men short is more than two
    for gun in ("medium cannon", "heavy cannon"):
        with pytest.raises(RuleViolation) as refused:
            markers(arm(gun), moved=True)
        assert refused.value.code == "moved-gun"


@pytest.mark.rule("BG-X.2.6a", "BG-X.2.6b")
def test_crews() -> None:
    assert [full_crew(arm(key)) for key in ("light cannon", "haw recoilless rifle", "latgm", "maw")] == [4, 2, 2, None]
    require_crew(arm("medium cannon"), figures=2, crewmen=1)
    require_crew(arm("latgm"), figures=1, crewmen=0)
    for figures, crewmen in ((1, 1), (3, 0)):
        with pytest.raises(RuleViolation):
            require_crew(arm("medium cannon"), figures=figures, crewmen=crewmen)


@pytest.mark.rule("BG-X.1.5.d2", "BG-R89")
def test_small_arms_spare_hidden_figures_under_cover_and_heavier_weapons_do_not() -> None:
    assert [spares_hidden(arm(key)) for key in ("assault rifle", "medium machinegun", "sniper rifle")] == [True] * 3
    assert [spares_hidden(arm(key)) for key in ("heavy machinegun", "law", "light cannon")] == [False] * 3
    lenient = (("hidden-class-iv", "rifles-and-pistols-only"),)
    assert spares_hidden(arm("assault rifle"), lenient)
    assert not spares_hidden(arm("medium machinegun"), lenient)


@pytest.mark.rule("BG-X.2.4b", "BG-VII.3.d.2", "BG-R83")
def test_a_marker_goes_in_a_later_turn_in_which_the_piece_neither_fired_nor_moved() -> None:
    def left(fired: int, moved: int) -> int:
        gun = army(size=2, at=(10.0, 10.0))
        gunner = replace(gun.figures[0], reload=(("latgm", 2, fired),))
        state = battle(replace(gun, figures=(gunner, gun.figures[1]), moved_turn=moved), turn=3, phase=Phase.MORALE)
        _, after = play(state, CheckMorale())
        return sum(markers for _, markers, _ in after.figure(gunner.id).reload)

    assert left(fired=2, moved=1) == 1
    assert left(fired=3, moved=1) == 2
    assert left(fired=2, moved=3) == 2
