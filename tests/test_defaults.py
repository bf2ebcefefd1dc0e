"""What nobody says is no, and none: each flag that may be left out stands for no, each number for 0.

Those that stand for something else are in `defaults.toml`, a table for each module, with what they stand for. Read from
the source: of each class the fields, of each function the parameters.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("rules", "campaigns", "bot")
LISTED: dict[str, dict[str, bool | int]] = tomllib.loads(Path(__file__).with_name("defaults.toml").read_text())


def defaults(tree: ast.AST, within: str = "") -> Iterator[tuple[str, bool | int]]:
    """The flags and whole numbers that may be left out, with what they then are."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.AnnAssign):
                    yield from _whole(f"{within}{node.name}.{ast.unparse(part.target)}", part.value)
            yield from defaults(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = node.args.posonlyargs + node.args.args
            for each, value in (
                *zip(reversed(named), reversed(node.args.defaults), strict=False),
                *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
            ):
                yield from _whole(f"{within}{node.name}.{each.arg}", value)
            yield from defaults(node, f"{within}{node.name}.")
        else:
            yield from defaults(node, within)


def _whole(name: str, value: ast.expr | None) -> Iterator[tuple[str, bool | int]]:
    if isinstance(value, ast.Constant) and isinstance(value.value, int):
        yield name, value.value


def unusual() -> dict[str, dict[str, bool | int]]:
    found: dict[str, dict[str, bool | int]] = {}
    for path in sorted(path for room in PRODUCT for path in (ROOT / room).rglob("*.py")):
        if "versions" in path.parts:
            continue
        if those := {name: value for name, value in defaults(ast.parse(path.read_text())) if value}:
            found[path.relative_to(ROOT).as_posix()] = those
    return found


def rows(table: dict[str, dict[str, bool | int]]) -> list[str]:
    return sorted(f"{path} {name} = {value}" for path, those in table.items() for name, value in those.items())


def test_what_nobody_says_is_no_but_for_what_is_listed() -> None:
    """True and 1 are told apart: a flag is no number."""
    assert rows(unusual()) == rows(LISTED)


def test_fields_and_parameters_are_read_wherever_they_stand() -> None:
    text = """
def asked(a, b=2, *, c=True, d=False, e="", f: int = 0):
    def within(g=3):
        return g
class Row:
    h: bool = True
    i: int
    class Inner:
        j: int = 4
    async def told(self, k=False): ...
"""
    found = dict(defaults(ast.parse(text)))
    assert found == {
        "asked.b": 2, "asked.c": True, "asked.d": False, "asked.f": 0, "asked.within.g": 3, "Row.h": True,
        "Row.Inner.j": 4, "Row.told.k": False,
    }  # fmt: skip
