"""Horses that men on foot have left are on the map, wherever their unit is known: an enemy can take them there."""

from __future__ import annotations

from typing import Any

import pytest

from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Base, Concealment
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.drawing import describe
from tests.rules.red_actions.field import battle, unit

RIDERS = "white-cossacks"


def dismounted(**changes: Any) -> State:
    """Lancers on foot at 30, 20; their horses stand ten inches behind them, those of a unit that joined them beyond."""
    riders = unit(
        "lancers",
        DEFENDER,
        at=(30.0, 20.0),
        bases=3,
        card="plastoons",
        mounts=RIDERS,
        holder=Base("lancers4", RIDERS),
        holder_at=(30.0, 30.0),
        more_horses=((Base("others4", RIDERS), (36.0, 30.0)),),
        **changes,
    )
    return battle(unit("one"), riders)


def horses(state: State, viewer: Viewer) -> list[tuple[str, float, float]]:
    scene = view(state, viewer).scene
    assert scene is not None
    return [(mark.label, mark.x, mark.y) for mark in scene.units if mark.ref.startswith("horses-")]


@pytest.mark.rule("RA-dismount.2", "RA-R121")
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("attacker"), Viewer(DEFENDER), Viewer(umpire=True)])
def test_horses_left_behind_are_drawn_where_they_stand(viewer: Viewer) -> None:
    state = dismounted()
    assert horses(state, viewer) == [("Lancers: horses", 30.0, 30.0), ("Lancers: horses", 36.0, 30.0)]
    scene = view(state, viewer).scene
    assert scene is not None
    assert "horses" in describe(scene)


@pytest.mark.rule("RA-ambush.place")
def test_the_horses_of_whoever_lies_hidden_are_his_own_sides_to_see() -> None:
    state = dismounted(hidden=Concealment.AMBUSH)
    assert horses(state, PUBLIC) == [] == horses(state, Viewer("attacker"))
    assert len(horses(state, Viewer(DEFENDER))) == 2


def test_a_unit_in_the_saddle_has_no_horses_beside_it() -> None:
    assert horses(battle(unit("one"), unit("two", DEFENDER, at=(30.0, 20.0))), PUBLIC) == []
