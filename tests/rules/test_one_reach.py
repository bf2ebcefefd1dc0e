"""Whether somebody reaches another, "within n", adjacent, in contact, is asked of `rules.table.reach` alone, which
knows of levels and of what lies between. All other measuring of a distance against a number stands in `distances.toml`
by what it is instead: the range of a weapon, a way, a place.

Read from the source: comparisons in which a distance is worked out on the spot.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.in_play import module_of

ROOT = Path(__file__).parents[2]
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
LIST = tomllib.loads(Path(__file__).with_name("distances.toml").read_text())
MEASURES = frozenset({"between", "gap", "distance", "dist", "hypot"})
MORE_OR_LESS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _measured_names(top: ast.stmt) -> frozenset[str]:
    """Names in it that stand for a distance: `found = gap(one, other)`."""
    given = (each for each in ast.walk(top) if isinstance(each, ast.Assign | ast.NamedExpr))
    called = (each for each in given if isinstance(each.value, ast.Call) and _measures(each.value.func, call=True))
    targets = (each.targets if isinstance(each, ast.Assign) else [each.target] for each in called)
    return frozenset(name.id for several in targets for name in several if isinstance(name, ast.Name))


def _measures(node: ast.expr, names: frozenset[str] = frozenset(), *, call: bool = False) -> bool:
    if call:
        return (node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")) in MEASURES
    if isinstance(node, ast.Name) and node.id in names:
        return True
    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(_measures(each, call=True) for each in calls)


def comparing(trees: Iterable[tuple[str, ast.Module]]) -> Iterator[str]:
    """ "chapter.module.function" that holds a distance against something, more or less."""
    for module, tree in trees:
        for top in tree.body:
            if isinstance(top, ast.FunctionDef | ast.ClassDef):
                names = _measured_names(top)
                held = [each for each in ast.walk(top) if isinstance(each, ast.Compare)]
                if any(
                    isinstance(each.ops[0], MORE_OR_LESS)
                    and any(_measures(side, names) for side in (each.left, *each.comparators))
                    for each in held
                ):
                    yield f"{module}.{top.name}"


@pytest.mark.parametrize("book", BOOKS)
def test_every_distance_that_is_compared_on_the_spot_is_no_reach(book: str) -> None:
    play = ROOT / "rules" / book / "play"
    found = {*comparing((module_of(path, play), ast.parse(path.read_text())) for path in play.rglob("*.py"))}
    listed = [entry for entries in LIST[book].values() for entry in entries]
    assert sorted(found - set(listed)) == [], "ask rules.table.reach, or say what it is instead"
    assert sorted(set(listed) - found) == [], "nothing is compared there any more"
    assert len(listed) == len(set(listed))


def test_comparing_is_told_from_measuring() -> None:
    text = (
        "def near(a, b): return between(a, b) <= 3\ndef far(a, b): return between(a, b)\n"
        "class Eye:\n    def sees(self): return 2 < self.land.distance(1) < 5\ndef same(a): return a == gap(a)\n"
        "def told(a):\n    found = gap(a)\n    return found is not None and found <= 2\n"
    )
    assert [*comparing([("m", ast.parse(text))])] == ["m.near", "m.Eye", "m.told"]
