"""Places as players write them, completed while they are typed: only what is in the asker's own scene can be named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.kernel.violation import RuleViolation
from rules.language.naming import folded, same
from rules.seam.viewing import View
from rules.table.measure import between
from rules.table.reference import Surroundings, named_places, place, route, route_length, square_of, squares
from rules.table.scene import Scene, UnitMark

Choice = tuple[str, str]
"""Label and value."""

_JOINT = re.compile(r"^(.*(?:\btowards?\s|\bto\s|\bfrom\s|\bthen\s|\bvia\s|;|->|→)\s*)?(.*)$", re.I | re.S)
"""What is written already, and the name that is being typed."""
_LENGTH = re.compile(r"^\s*\d+(?:\.\d+)?\s*(?:inches|inch|in|metres|metre|m)?\s*$", re.I)
_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def marks(scene: Scene) -> Iterator[tuple[str, UnitMark]]:
    """The units and markers on the scene by a word that names only one of them: its name, else its reference."""
    every = (*scene.units, *scene.markers)
    for mark in every:
        alone = sum(same(mark.label, other.label) for other in every) == 1
        yield (mark.label if alone and mark.label and not mark.label.isdigit() else mark.ref), mark


def surroundings(scene: Scene, mover: str = "") -> Surroundings:
    """What the viewer of the scene may speak of; `mover`: the reference or name of the unit that would go."""
    known: dict[str, tuple[float, float]] = {}
    for word, mark in marks(scene):
        known[word] = known[mark.ref] = (mark.x, mark.y)
    unit = mark_of(scene, mover)
    if unit is None:
        return Surroundings(scene.board, places=known)
    return Surroundings(scene.board, (unit.x, unit.y), unit.facing, known)


def mark_of(scene: Scene, word: str) -> UnitMark | None:
    """The unit on the scene of that reference or name."""
    found = [mark for mark in scene.units if mark.ref == word.strip()]
    found = found or [mark for mark in scene.units if same(mark.label, word)]
    return found[0] if len(found) == 1 else None


def places(scene: Scene) -> list[Choice]:
    """Units, named places and squares of the scene, each with where it is."""
    board = scene.board
    found = [(f"{word} · at {square_of(board, (mark.x, mark.y))}", word) for word, mark in marks(scene)]
    found += [(f"{name} · at {square_of(board, at)}", name) for name, at in named_places(board).items()]
    return [*found, *((square, square) for square in squares(board))]


def _levels(scene: Scene) -> list[Choice]:
    """Floors and roofs, where the book lets people stand on them."""
    return [(f"{name} · at {square_of(scene.board, at)}", name) for name, at in scene.levels]


def routes(view: View, typed: str, mover: str = "") -> list[Choice]:
    """What may be meant by a route half typed: as it stands if it can be read, with its length; then with the last
    name completed. The nearest squares come first where it is known who goes."""
    scene = view.scene
    if scene is None:
        return []
    around = surroundings(scene, mover)
    match = _JOINT.match(typed)
    before, last = ((match[1] or ""), match[2]) if match else ("", typed)
    found = _as_it_stands(around, typed)
    if _LENGTH.match(last) and last.strip():
        stem = f"{before}{last.strip()}"
        ways = [*(f"toward {word}" for word, _ in marks(scene)), *_COMPASS]
        return [*found, *((f"{stem} {way}", f"{stem} {way}") for way in ways)]
    options = [*_levels(scene), *places(scene)]
    if around.start is not None:
        start = around.start
        rank = {value: between(start, place(value, around)) for _, value in options if _reads(value, around)}
        named = len(options) - len(squares(scene.board))
        near = sorted(options[named:], key=lambda option: rank.get(option[1], 0.0))
        options = [*options[:named], *near]
    wanted = folded(last)
    begins = [o for o in options if folded(o[1]).startswith(wanted)]
    holds = [o for o in options if wanted in folded(o[1]) and o not in begins]
    return found + [(f"{before}{label}", f"{before}{value}") for label, value in (*begins, *holds)]


def _reads(word: str, around: Surroundings) -> bool:
    try:
        place(word, around)
    except RuleViolation:
        return False
    return True


def _as_it_stands(around: Surroundings, typed: str) -> list[Choice]:
    if not typed.strip():
        return []
    try:
        points = route(typed, around)
    except RuleViolation:
        return []
    end = f"to {square_of(around.board, points[-1])}"
    if around.start is not None:
        end = f"{route_length(around.start, points):.1f} {around.board.short} {end}"
    return [(f"{typed.strip()} · {end}", typed.strip())]
