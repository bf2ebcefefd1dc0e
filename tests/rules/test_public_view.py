"""What everybody is shown of a battle each of its sides is shown, too: what both know, and what has been announced."""

from __future__ import annotations

from typing import Any

import pytest

from rules.seam.viewing import PUBLIC, View, Viewer
from tests.twins import book_and_gun, five56mm, infantry_action, red_actions
from tests.twins.twin import Hiding

BOOKS = {
    "book_and_gun": book_and_gun.HIDING,
    "five56mm": five56mm.HIDING,
    "infantry_action": infantry_action.HIDING,
    "red_actions": red_actions.HIDING,
}
STEPS = 120


@pytest.mark.parametrize("book", BOOKS)
def test_everybody_is_shown_what_both_sides_know(book: str, long: bool) -> None:
    hiding, looks = BOOKS[book], 0
    for seed in range(20):
        if looks > 10 and not long:
            break
        battle = hiding.battle(seed)
        for number in range(STEPS):
            if number % 6 == 0:
                _held(hiding, battle.state)
                looks += 1
            if not battle.step():
                break
    assert looks > 10


def _held(hiding: Hiding, state: Any) -> None:
    everybody = hiding.rules.battle.view(state, PUBLIC)
    sides = [viewer for viewer in hiding.viewers if viewer != PUBLIC]
    assert sides
    for viewer in sides:
        _within(everybody, hiding.rules.battle.view(state, viewer), viewer)


def _within(everybody: View, own: View, viewer: Viewer) -> None:
    shown = {unit.ref: unit for unit in own.units}
    for unit in everybody.units:
        assert unit.ref in shown, f"{viewer.side} is not shown {unit.name}"
        mine = shown[unit.ref]
        assert (unit.name, unit.at, unit.strength) == (mine.name, mine.at, mine.strength)
        assert {figure.id for figure in unit.figures} <= {figure.id for figure in mine.figures}
    # Of its own side a viewer may read more in the same line: points lost of all, not of those seen.
    assert {line.split(":")[0] for line in everybody.lines} <= {line.split(":")[0] for line in own.lines}, viewer.side
    if everybody.scene is None or own.scene is None:
        assert everybody.scene is None
        return
    assert {mark.ref for mark in everybody.scene.units} <= {mark.ref for mark in own.scene.units}
    assert set(everybody.scene.traces) <= set(own.scene.traces)
    assert set(everybody.scene.board.features) <= set(own.scene.board.features)
