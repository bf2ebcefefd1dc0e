"""Every cell of `book/tables.toml` by its address, for those who copy the book once more."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

_NOT_FIGURES = ("key", "reason", "citation")
"""What stands in a row beside its figures; "lies" is words too, and is compared."""


def _walk(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NOT_FIGURES:
                yield from _walk(f"{path}/{key}" if path else key, inner)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, row in enumerate(value, start=1):
            inner = {key: each for key, each in row.items() if key not in _NOT_FIGURES}
            name = row.get("key") or str(number)
            yield from _walk(f"{path}/{name}", inner["amount"] if list(inner) == ["amount"] else inner)
    else:
        yield path, value


def cells() -> dict[str, str]:
    """ "points/rank/officer": "25"; a row of a chart is one string with a blank between its cells."""
    text = files("rules.infantry_action.book").joinpath("tables.toml").read_text(encoding="utf-8")
    return {path: _written(value) for path, value in _walk("", tomllib.loads(text))}


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_written(each) for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def page(text: str) -> dict[str, str]:
    """Lines "address | what is printed", blanks as one; no address stands twice."""
    found: dict[str, str] = {}
    for line in text.strip().splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        address, printed = (part.strip() for part in line.split("|"))
        assert address not in found, address
        found[address] = " ".join(printed.split())
    return found
