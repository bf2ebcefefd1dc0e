"""The digital table: sight and pictures, beside bare shapely and bare resvg on the same board."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import shapely
from shapely import STRtree

from bot.pictures import pictures, rasterise
from rules.table import boards, drawing
from rules.table.board import Board, Token
from rules.table.footprint import area
from rules.table.scene import Scene, UnitMark
from rules.table.sight import COLUMNS, Sight, half_width
from tests.bench.pair import Pair, processor

TOKENS, FEATURES = 60, 150
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>'


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    board, tokens = crowded(), crowd()
    scene = pictured(board, tokens)
    picture = drawing.draw(scene)
    fonts = [str(path) for path in (Path(pictures.__file__).parent / "fonts").glob("*.ttf")]
    yield iter(
        (
            Pair(
                "sight",
                f"who of {TOKENS} sees how much of whom among {FEATURES} features, "
                f"in 3-D, beside bare shapely crossing {TOKENS * TOKENS * len(COLUMNS)} flat lines with them",
                partial(_all_shares, board, tokens),
                partial(_all_lines, board, tokens),
                most=3,
            ),
            Pair(
                "map",
                f"scene to PNG beside the event loop, {TOKENS} figures, beside bare resvg on the finished SVG",
                lambda: asyncio.run(pictures.map_of(scene)),
                lambda: rasterise.png(picture, pictures.WIDE, fonts),
                most=2,
            ),
            Pair(
                "map, our own work",
                f"all of a map of {TOKENS} figures among {FEATURES} features but resvg's work: the drawing as SVG, the "
                "program started and a picture of one dot through it, beside resvg on that dot; processor time",
                partial(_own_work, scene),
                lambda: rasterise.png(DOT, 1, fonts),
                most=1000,
                on_top=60,
                clock=processor,
            ),
        )
    )


def _own_work(scene: Scene) -> object:
    drawing.draw(scene)
    return asyncio.run(pictures.png(DOT, 1))


def crowded() -> Board:
    """A village large enough to hold FEATURES features."""
    board = boards.generate("village", "bench", width=120, depth=90)
    if len(board.features) < FEATURES:
        raise ValueError(f"the board has only {len(board.features)} features")
    return Board(board.width, board.depth, board.features[:FEATURES], edges=board.edges)


def crowd() -> tuple[Token, ...]:
    """Figures spread evenly over the board by the golden angle."""
    return tuple(
        Token(
            f"t{n}",
            60 + 55 * math.sqrt(n / TOKENS) * math.cos(n * 2.4),
            45 + 40 * math.sqrt(n / TOKENS) * math.sin(n * 2.4),
        )
        for n in range(TOKENS)
    )


def pictured(board: Board, tokens: tuple[Token, ...]) -> Scene:
    units = tuple(
        UnitMark(
            f"u{n}", f"Unit {n}", "army", "friend", "#3366cc", tokens[n].x, tokens[n].y, figures=tokens[n : n + 10]
        )
        for n in range(0, TOKENS, 10)
    )
    return Scene(board, units)


def _all_shares(board: Board, tokens: tuple[Token, ...]) -> object:
    return Sight(board).shares(tokens, tokens)


def _all_lines(board: Board, tokens: tuple[Token, ...]) -> object:
    tree = STRtree([area(feature) for feature in board.features])
    ends = [
        ((viewer.x, viewer.y), (target.x + column * half_width(target, 0.0), target.y))
        for viewer in tokens
        for target in tokens
        for column in COLUMNS
    ]
    return tree.query(shapely.linestrings(np.array(ends)), predicate="intersects")
