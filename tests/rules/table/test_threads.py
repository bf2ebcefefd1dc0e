"""The ground of a table is asked by several threads at the same time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rules

ROOT = Path(rules.__file__).parent.parent

HAMMER = """
from concurrent.futures import ThreadPoolExecutor
from rules.book_and_gun.play.ground.passage import gate, open_from
from rules.table.board import Board, Feature
from rules.table.gate import Traveller

def house(number):
    x, y = 4.0 * (number % 15), 4.0 * (number // 15)
    return Feature("building", ((x, y), (x + 2.5, y), (x + 2.5, y + 2.0), (x, y + 2.0)))

places = [(3.0 + 4.0 * (each % 14), 3.0 + 4.0 * (each // 14)) for each in range(98)]

def look(board):
    opened = [open_from(board, place, places) for place in places[:1]]
    return opened, [gate(board).land.at(place) for place in places]

with ThreadPoolExecutor(4) as threads:
    for wide in range(2):
        board = Board(60.0 + wide, 60.0, tuple(map(house, range(105))))
        found = list(threads.map(look, [board] * 4))
        assert all(each == found[0] for each in found)
"""


def test_threads_that_look_at_the_same_ground_at_the_same_time_all_see_it() -> None:
    """Shapes that were prepared ended the process here, bot and all."""
    ran = subprocess.run([sys.executable, "-c", HAMMER], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_nobody_prepares_a_shape() -> None:
    """GEOS keeps what it learns about a prepared shape in that shape, without a lock, and lets go of the interpreter
    while it looks: two threads that ask one at the same time end the process. Trees (STRtree) are built at once."""
    prepares = re.compile(r"^(from shapely\b.*\bprep(are)?\b|.*\bshapely\.prep(are|ared)?\b)", re.MULTILINE)
    folders = (ROOT / each for each in ("rules", "campaigns", "bot"))
    texts = ((path, path.read_text(encoding="utf-8")) for folder in folders for path in sorted(folder.rglob("*.py")))
    assert [path.name for path, text in texts if prepares.search(text)] == []
