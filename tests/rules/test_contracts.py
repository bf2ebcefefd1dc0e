"""What is said of every rule set is said of each that is registered: the contracts on imports, the count of rooms."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.registry import rule_sets
from tests.bench.shape import PACKAGES, measure

ROOT = Path(__file__).parents[2]
PACKAGES_OF_RULES = [f"rules.{key.replace('-', '_')}" for key in rule_sets()]


def contract(words: str) -> dict[str, Any]:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return next(each for each in found if words in each["name"])


@pytest.mark.parametrize("package", PACKAGES_OF_RULES)
def test_contracts_on_imports_hold_for_it(package: str) -> None:
    book = contract("what the book says knows nothing")
    assert f"{package}.book" in book["source_modules"]
    assert {f"{package}.{room}" for room in ("state", "actions", "events", "play")} <= set(book["forbidden_modules"])
    assert package in contract("no circle of rooms")["ancestors"]


def test_rooms_are_counted_for_each_and_shared_ones_by_themselves() -> None:
    shapes = {shape.package: shape for shape in measure()}
    assert tuple(shapes) == PACKAGES
    assert set(PACKAGES_OF_RULES) <= set(shapes)
    assert all(shape.floors is not None for shape in shapes.values()), "no circle"
    whole = sum(text.count("\n") for text in (path.read_text("utf-8") for path in (ROOT / "rules").rglob("*.py")))
    assert sum(shapes[package].lines for package in ("rules", *PACKAGES_OF_RULES)) == whole
