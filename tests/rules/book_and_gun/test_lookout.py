"""Fog over whole sides: the same answers as man by man, and only what has changed is measured anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.book_and_gun.book.spotting import NEAR
from rules.book_and_gun.play.sight import lookout
from rules.book_and_gun.play.sight.knowledge import looked
from rules.book_and_gun.play.sight.lookout import in_view, looking, shown
from rules.book_and_gun.play.sight.watching import looks_at, watch
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Seeded
from rules.table.measure import between
from tests.bench.fighting import UNITS, meeting

STATE = meeting("on")


def man_by_man(state: State, unit: Unit, figures: tuple[Figure, ...]) -> bool:
    """As the rule says it: a fit man who looks that way or is within 4 inches, and sees enough of somebody."""
    eyes = watch(state, unit, unit.fit, figures)
    return eyes is not None and any(
        (looks_at(man, other) or between(man.at, other.at) <= NEAR) and eyes.sees(man.id, other.id)
        for man in unit.fit
        for other in figures
        if man.at is not None and other.at is not None
    )


def standing(unit: Unit, x: float, y: float, facing: float, *, fired: int = 0) -> Unit:
    return replace(
        unit,
        figures=tuple(
            replace(figure, at=(x + 1.3 * (n % 4), y + 1.3 * (n // 4)), facing=facing, fired_turn=fired)
            for n, figure in enumerate(unit.figures)
        ),
    )


@pytest.mark.rule("BG-VI.2.1a", "BG-VI.2.2a", "BG-VIII.1.2a", "BG-R183")
@given(
    x=st.floats(2, 60), y=st.floats(2, 40), to_x=st.floats(2, 60), to_y=st.floats(2, 40), facing=st.floats(0, 359),
    fired=st.sampled_from((0, 1)),
)  # fmt: skip
def test_whole_units_see_what_their_men_see(
    x: float, y: float, to_x: float, to_y: float, facing: float, fired: int
) -> None:
    board = STATE.board
    assert board is not None
    unit = standing(STATE.unit("army0"), x, y, facing)
    target = standing(STATE.unit("insurgents0"), to_x, to_y, 0.0, fired=fired)
    state = STATE.with_unit(unit, target)

    seen = in_view(board, [looking(state, unit, unit.fit)], shown(state, target.present))

    assert seen is man_by_man(state, unit, target.present)


def test_after_a_move_only_the_pairs_of_the_unit_that_moved_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    looked(STATE)
    measured: list[int] = []
    really = lookout._measured  # pyright: ignore[reportPrivateUsage]

    def counted(*args: object) -> bool:
        measured.append(len(args[1]))  # type: ignore[arg-type]
        return really(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(lookout, "_measured", counted)

    looked(STATE)
    assert not measured

    events = RULES.battle.decide(STATE, PlaceUnit(unit="insurgents0", to="31.7,25.3"), UMPIRE, Seeded(b"lookout", 2))
    assert any(event.kind == "unit-moved" for event in events)  # type: ignore[attr-defined]
    # The unit looks at each enemy, and each enemy at it; somewhere in between a state where it is no longer there.
    assert 0 < sum(measured) <= 2 * 2 * UNITS
