"""The table for a battle: from the few words of a command, from what was pasted, from a file, or one that is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from campaigns.errors import Refusal
from rules.seam.ruleset import AnyRuleSet
from rules.table import boards
from rules.table.board import Board
from rules.table.board_file import read_board
from rules.table.faults import BoardFault
from rules.table.marked_yaml import LARGEST as LARGEST_SHEET
from rules.table.pixels import Picture
from rules.table.text_grid import read_grid
from rules.table.uvtt import LARGEST_FILE, read_uvtt

NONE, DEFAULT = "none", "fields"
KINDS = (DEFAULT, *(kind for kind in boards.KINDS if kind != DEFAULT), NONE)
MAPS, SHEETS = (".uvtt", ".dd2vtt", ".df2vtt"), (".yaml", ".yml")
"""Endings of the files that can be imported: maps of the map editors, boards in YAML."""
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[x×*, ]\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$", re.IGNORECASE)
_USUAL, _EXAMPLE = (36.0, 24.0), (48.0, 36.0)
"""Inches of a real table. On the usual one lines that advance come within short and medium range of each other."""


@dataclass(frozen=True, slots=True)
class Made:
    """A board that somebody has made, its picture if it came with one, and what was left out of it."""

    board: Board
    picture: Picture | None = None
    notes: tuple[str, ...] = ()


def board_for(rules: AnyRuleSet, kind: str, size: str, seed: str) -> Board | None:
    """The board of that kind; None for "none". The first playable side deploys in the south, the second in the north.

    Raises Refusal "bad-board".
    """
    if kind == NONE:
        return None
    width, depth = (extent * rules.measure.per_inch for extent in _USUAL)
    if size.strip():
        match = _SIZE.match(size)
        if match is None or match[3].lower() not in ("", rules.measure.name, rules.measure.short):
            raise Refusal("bad-board", f"{size!r} isn't a size of a table.", f"Write {size_words(rules)}.")
        width, depth = float(match[1]), float(match[2])
    try:
        return boards.generate(kind, seed, width=width, depth=depth, measure=rules.measure.name, edges=_edges(rules))
    except ValueError as error:
        raise Refusal(
            "bad-board",
            f"{str(error)[:1].upper()}{str(error)[1:]}.",
            f"Choose another board, or a size as {size_words(rules)}.",
        ) from None


def size_words(rules: AnyRuleSet) -> str:
    """How the size of a table is written: "width x depth in metres, such as 480x360"."""
    width, depth = (extent * rules.measure.per_inch for extent in _EXAMPLE)
    return f"width x depth in {rules.measure.name}, such as {width:g}x{depth:g}"


def pasted(rules: AnyRuleSet, grid: str, legend: str, cell: str) -> Made:
    """The board of a grid of characters. Raises Refusal "bad-board", naming the line."""
    try:
        length = float(cell.replace(",", ".") or 2 * rules.measure.per_inch)
    except ValueError:
        raise Refusal("bad-board", f"{cell!r} isn't a length of a cell.", "Write a number, such as 2.") from None
    if not 0.1 <= length <= 100:
        raise Refusal("bad-board", f"A cell is 0.1 to 100 {rules.measure.name} long, not {length:g}.", "Write another.")
    try:
        return _fitted(rules, Made(read_grid(grid, cell=length, legend=legend, measure=rules.measure.name)))
    except BoardFault as fault:
        raise _refused(fault) from None


def size_refusal(name: str, size: int) -> Refusal | None:
    """Whether a file is of a kind that can be imported, and small enough to be fetched at all."""
    kind = name.lower()
    if not kind.endswith((*MAPS, *SHEETS)):
        listed = ", ".join((*MAPS, *SHEETS))
        return Refusal("bad-board", f"{name}: boards are imported from {listed} files.", "Attach one of those.")
    most = LARGEST_FILE if kind.endswith(MAPS) else LARGEST_SHEET
    if size > most:
        words = f"{most // 2**20} MiB" if most >= 2**20 else f"{most // 1024} KiB"
        return Refusal("bad-board", f"{name}: the file is larger than {words}.", "Export it with a smaller picture.")
    return None


def imported(rules: AnyRuleSet, name: str, data: bytes, cell: float | None = None) -> Made:
    """The board in a file. `cell`: how long a square of a map editor's grid is on the table; None: an inch of it.

    Raises Refusal "bad-board" with the file, the line and what is wrong.
    """
    refusal = size_refusal(name, len(data))
    if refusal is not None:
        raise refusal
    try:
        if name.lower().endswith(MAPS):
            length = cell or rules.measure.per_inch
            found = read_uvtt(data, file=name, cell=length, measure=rules.measure.name)
            return _fitted(rules, Made(found.board, found.picture, found.notes))
        return _fitted(rules, Made(read_board(_text(data, name), file=name)))
    except BoardFault as fault:
        raise _refused(fault) from None


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BoardFault(name, 0, "the file is not text; a board is YAML in UTF-8") from None


def _fitted(rules: AnyRuleSet, made: Made) -> Made:
    """With edges to deploy on, in the measure of the rules, of a size that can be played."""
    board = made.board
    if board.measure != rules.measure.name:
        raise Refusal(
            "bad-board",
            f"{rules.title} is played in {rules.measure.name}, this board is in {board.measure}.",
            "Convert it.",
        )
    least, most = 8.0 * rules.measure.per_inch, 400.0 * rules.measure.per_inch
    if not (least <= board.width <= most and least <= board.depth <= most):
        raise Refusal(
            "bad-board",
            f"A side of a board is {least:g} to {most:g} {rules.measure.name}; this one is {board.width:g} by "
            f"{board.depth:g}.",
            "Give another length of a cell.",
        )
    known = {side.key for side in rules.forces.sides}
    strange = [side for side, _ in board.edges if side not in known]
    if strange:
        raise Refusal(
            "bad-board", f"There is no side {strange[0]!r} in {rules.title}.", f"There are: {', '.join(sorted(known))}."
        )
    return replace(made, board=replace(board, edges=board.edges or _edges(rules)))


def _edges(rules: AnyRuleSet) -> tuple[tuple[str, str], ...]:
    return tuple(zip((side.key for side in rules.forces.sides if side.playable), ("south", "north"), strict=False))


def _refused(fault: BoardFault) -> Refusal:
    text = str(fault)
    lines = text.splitlines()
    words = "\n".join(lines[:8]) + (f"\n… and {len(lines) - 8} faults more" if len(lines) > 8 else "")
    return Refusal("bad-board", words[:1500], "Fix it there and try again.")
