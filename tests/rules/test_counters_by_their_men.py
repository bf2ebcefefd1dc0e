"""Measured on the map of each scenario of the library when its first decision is asked for: counters stand by their
men, none over another, and no two threads cross."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import pytest
from shapely import LineString, box

from rules.kernel.action import ENGINE
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.scenario.rehearsal import stand_ins
from rules.seam.viewing import PUBLIC, Viewer
from rules.table import drawing, furniture, labelling, symbols
from rules.table.canvas import Canvas
from rules.table.figures import figure_boxes
from rules.table.room import overlap
from rules.table.scene import Scene
from tests.rules.scenario.company import Company
from tests.scenarios import LIBRARY, RULES

FARTHEST = 100.0
"""Thousandths of the picture's width, where the ground about the men is full."""
Placed: TypeAlias = "tuple[Any, tuple[float, float], Canvas]"
"""A unit as it is drawn, where its symbol stands, and on which paper."""


def first_map(key: str) -> Scene:
    battle = rule_set(RULES[key]).battle
    state: Any = battle.fold(battle.muster(stand_ins(LIBRARY[key]), Seeded(b"map", 0)))
    number = 0
    while not battle.prompt(state) and (step := battle.proceed(state)) is not None:
        number += 1
        state = battle.fold(battle.decide(state, step, ENGINE, Seeded(b"map", number)), state)
    scene = battle.view(state, Viewer(umpire=True)).scene
    assert scene is not None
    return scene


def covered(written: Sequence[labelling.Written], placed: Iterable[Placed]) -> list[tuple[str, str]]:
    """The names of places that lie over a unit's symbol or over another such name."""
    boxes = [(unit.label, symbols.symbol_boxes(unit, *at)) for unit, at, _ in placed]
    found = [(name.text, label) for name in written for label, taken in boxes if overlap(name.box, taken)]
    return found + [(a.text, b.text) for a, b in combinations(written, 2) if overlap(a.box, b.box)]


@pytest.mark.parametrize("key", [*RULES])
def test_counters_stand_by_their_men(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As drawn: from each symbol's box to the nearest figure of its unit is at most a tenth of the picture, and no name
    of a place lies over a symbol or another name."""
    placed: dict[str, Placed] = {}
    written: list[labelling.Written] = []
    real, lettering = symbols.unit_symbol, labelling.lettering

    def read(found: Iterable[labelling.Written]) -> str:
        written.extend(names := list(found))
        return lettering(names)

    monkeypatch.setattr(labelling, "lettering", read)

    def spied(unit: Any, x: float, y: float, canvas: Canvas, **more: Any) -> str:
        placed[unit.ref] = unit, (x, y), canvas
        return real(unit, x, y, canvas, **more)

    monkeypatch.setattr(symbols, "unit_symbol", spied)
    drawing.draw(first_map(key))
    counters = [each for each in placed.values() if not each[0].single]
    boxes = [symbols.symbol_boxes(unit, *at) for unit, at, _ in counters]
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert covered(written, placed.values()) == []
    threads: list[LineString] = []
    for (unit, at, canvas), taken in zip(counters, boxes, strict=True):
        men = [canvas.to((token.x, token.y)) for token in unit.figures] or [canvas.to((unit.x, unit.y))]
        far = min(box(*taken).distance(box(*dot)) for dot in figure_boxes(unit, canvas)) if unit.figures else 0.0
        assert far <= FARTHEST, (unit.label, far)
        threads.append(LineString([at, min(men, key=lambda man: LineString([at, man]).length)]))
    assert not [True for one, other in combinations(threads, 2) if one.crosses(other)]


def test_the_tank_beside_its_headquarters_has_its_counter_at_hand() -> None:
    """The second of two tanks behind a row of men: its counter stood across the field, 100 m away."""
    scene = first_map("canal-bridge")
    frame = drawing.whole(scene.board)
    canvas = Canvas(frame, furniture.MARGIN, furniture.HEAD, (drawing.PAGE - 2 * furniture.MARGIN) / frame.width)
    at = symbols.place_symbols(scene.units, canvas)
    tank = next(unit for unit in scene.units if unit.label == "Centurion 2")
    ((dot,), taken) = figure_boxes(tank, canvas)[-1:], symbols.symbol_boxes(tank, *at[tank.ref])
    base = 10.0 * canvas.scale
    assert box(*taken).distance(box(*dot)) <= base


@pytest.mark.long
@pytest.mark.parametrize("key", [*RULES])
def test_names_of_places_keep_clear_in_every_turn(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all names on the maps of a whole battle at most one in twenty finds no room of its own."""
    placed: dict[str, Placed] = {}
    written: list[labelling.Written] = []
    real, lettering = symbols.unit_symbol, labelling.lettering

    def spied(unit: Any, x: float, y: float, canvas: Canvas, **more: Any) -> str:
        placed[unit.ref] = unit, (x, y), canvas
        return real(unit, x, y, canvas, **more)

    def read(found: Iterable[labelling.Written]) -> str:
        written.extend(names := list(found))
        return lettering(names)

    monkeypatch.setattr(symbols, "unit_symbol", spied)
    monkeypatch.setattr(labelling, "lettering", read)
    company, turn, names, hidden = Company(LIBRARY[key], 2, eager=0.9), "", 0, 0
    while company.step():
        view = company.rules.battle.view(company.state, PUBLIC)
        if view.scene is not None and view.headline.partition(" · ")[0] != turn:
            turn = view.headline.partition(" · ")[0]
            placed.clear()
            written.clear()
            drawing.draw(view.scene)
            names, hidden = names + len(written), hidden + len(covered(written, placed.values()))
    assert hidden * 20 <= names, (key, hidden, names)
