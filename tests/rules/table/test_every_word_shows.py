"""Whatever a scene can say shows in its picture: each field of each of its rows, altered by itself, draws another one.

What is only told in words, or only names a row, is listed with the reason. A new field without a row here fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from rules.table.board import Board, Feature, Token
from rules.table.canvas import Frame
from rules.table.drawing import USUAL, Layer, draw
from rules.table.scene import Changes, FireLine, GroundWon, LossMark, Reach, Scene, Trace, Track, UnitMark

GROUND = Board(
    60, 40, name="Trial", features=(Feature("house", ((40, 30), (46, 30), (46, 35), (40, 35)), name="Mill"),)
)
MEN = tuple(Token(f"m{n}", 10 + 1.5 * n, 8, label=str(n)) for n in range(3))
TANK = Token("t", 30, 8, 20, kind="vehicle", length=3, width=1.8, label="T", turret=90.0)
UNIT = UnitMark("first", "First", "army", "friend", "#2f6fb3", 12, 10, 30, "7/9", ("shaken",), (*MEN, TANK))
OTHER = UnitMark("cell", "Cell", "rebels", "hostile", "#b33a3a", 44, 12, 180, "5/5")
WENT = Track("first", "First", "army", "#2f6fb3", ((12, 10), (18, 14)))
FIRED = FireLine("first", "cell", "army", (18, 14), (44, 12), 3, 1)
LOST = LossMark("Cell", "rebels", "#b33a3a", (45, 13))
WON = GroundWon("Mill", "army", "#2f6fb3", (43, 32))
LAID = Feature("smoke", ((20, 20), (24, 20), (24, 24), (20, 24)))
NEWS = Changes("turn 2", (WENT,), (FIRED,), (((30, 30), 2.0),), (LOST,), (LAID,), (WON,))
WAY = Trace("move", ((12, 10), (18, 14)), "army", "6 in")
REACH = Reach(12, 10, 6, 30, 90, "short 6")
SCENE = Scene(
    GROUND, (UNIT, OTHER), traces=(WAY, Trace("blast", ((30, 30),), radius=2.0)), caption="Turn 3", selected="first",
    reaches=(REACH,), side_names=(("army", "The Army"),), news="First fires", objectives=("Mill",),
)  # fmt: skip
CHANGED = replace(SCENE, changes=NEWS)


def seen(scene: Scene) -> str:
    """What is drawn of it, without what is only told of it."""
    layers = USUAL | {Layer.SIGHT}
    svg = draw(scene, layers=layers) + draw(scene, layers=layers, frame=Frame(4, 2, 24, 18))  # and near by
    return re.sub(r"<title.*?</title>|<desc.*?</desc>", "", svg, flags=re.DOTALL)


def men(token: Token) -> Scene:
    return replace(SCENE, units=(replace(UNIT, figures=(token, *MEN[1:], TANK)), OTHER))


def tank(token: Token) -> Scene:
    return replace(SCENE, units=(replace(UNIT, figures=(*MEN, token)), OTHER))


def changed(**more: Any) -> Scene:
    return replace(SCENE, changes=replace(NEWS, **more))


SQUARE = ((2.0, 2.0), (58.0, 2.0), (58.0, 20.0), (2.0, 20.0))
ROWS: list[tuple[Any, Callable[[Any], Scene], dict[str, Any], set[str]]] = [
    (
        UNIT, lambda row: replace(SCENE, units=(row, OTHER)),
        dict(label="Second", affiliation="neutral", colour="#117733", x=20, y=20, strength="1/9", states=("pinned",),
             figures=MEN, symbol="10031000161211000000", branch="1205", single=True, facing=200, ref="other",
             side="rebels"),
        set(),
    ),
    (
        MEN[0], men,
        dict(x=6, y=12, facing=90, radius=1.0, kind="star", label="9", state="wounded"),
        {"id", "z", "height", "posture", "length", "width", "turret"},
    ),
    (TANK, tank, dict(x=26, y=14, facing=100, length=5, width=3, label="U", turret=180.0),
     {"id", "z", "height", "radius", "posture", "state", "kind"}),
    (
        WAY, lambda row: replace(SCENE, traces=(row,)),
        dict(kind="fire", points=((12, 10), (30, 30)), side="rebels", label="8 in"), {"ref", "radius"},
    ),
    (SCENE.traces[1], lambda row: replace(SCENE, traces=(row,)), dict(points=((20, 30),), radius=4.0),
     {"kind", "side", "label", "ref"}),
    (
        REACH, lambda row: replace(SCENE, reaches=(row,)),
        dict(x=20, y=14, radius=9, facing=90, width=180, label="long 9"), set(),
    ),
    (WENT, lambda row: changed(tracks=(row,)),
     dict(label="Second", colour="#117733", points=((2, 2), (9, 9)), how="retreat", ref="other", side="rebels"), set()),
    (FIRED, lambda row: changed(fire=(row,)),
     dict(start=(2, 2), end=(50, 30), shots=9, hits=3, by="other", at="other", side="rebels"), set()),
    (LOST, lambda row: changed(losses=(row,)), dict(label="Second", colour="#117733", at=(5, 5), side="army"), set()),
    (WON, lambda row: changed(won=(row,)), dict(name="Pond", colour="#117733", at=(5, 5), side="rebels"), set()),
    (
        NEWS, lambda row: replace(SCENE, changes=row),
        dict(tracks=(), fire=(), bursts=(), losses=(), laid=(), won=(), since="turn 1"), set(),
    ),
    (
        SCENE, lambda row: row,
        dict(board=Board(60, 40), units=(UNIT,), markers=(replace(OTHER, ref="m", x=20, y=30, states=("last seen",)),),
             traces=(), caption="Turn 4", selected="cell", reaches=(), wrecks=(replace(TANK, x=50, y=5),),
             fallen=(replace(OTHER, ref="f", figures=(Token("dead", 50, 30, state="killed"),)),), seen=(SQUARE,),
             sight=(SQUARE,), objectives=(), side_names=(("army", "Reds"),), changes=NEWS, news="",
             levels=(("roof", (43, 32)),)),
        set(),
    ),
]  # fmt: skip
UNSEEN = {
    "Track": {"label", "ref", "side"}, "FireLine": {"by", "at", "side", "shots"}, "LossMark": {"label", "side"},
    "GroundWon": {"name", "side"}, "Changes": {"since"}, "Scene": {"levels"},
}  # fmt: skip
"""What only names a row or is told in words."""


@pytest.mark.painted
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{type(row[0]).__name__}-{getattr(row[0], 'kind', '')}")
def test_each_word_of_a_scene_draws_another_picture(row: Any) -> None:
    given, scene, others, apart = row
    name = type(given).__name__
    assert {each.name for each in fields(given)} == others.keys() | apart, "each field has another value here"
    before = seen(scene(given))
    same = {word for word, value in others.items() if seen(scene(replace(given, **{word: value}))) == before}
    assert same == UNSEEN.get(name, set())
