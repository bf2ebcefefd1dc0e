"""How campaigns name units and figures to the rules, which know them by text only."""

from __future__ import annotations

import re


def unit_ref(unit_id: int) -> str:
    """How a unit is called inside a battle: "u12"."""
    return f"u{unit_id}"


def figure_ref(figure_id: int) -> str:
    """How a figure is called inside a battle: "f34"."""
    return f"f{figure_id}"


def unit_id(ref: str) -> int:
    """The id in a unit's ref. Raises ValueError for anything else."""
    return _number(ref, "u")


def figure_id(ref: str) -> int:
    """The id in a figure's ref. Raises ValueError for anything else."""
    return _number(ref, "f")


_BODY = re.compile(r"u(\d+)(?!\d)", re.ASCII)


def home_unit(ref: str) -> int | None:
    """The id of the roster's unit that a body of a battle is part of ("u12", a group of it, one of its vehicles); None
    for a figure, and for what no roster knows."""
    found = _BODY.match(ref)
    return int(found[1]) if found else None


def _number(ref: str, letter: str) -> int:
    if ref[:1] != letter or not (ref[1:].isascii() and ref[1:].isdigit()):
        raise ValueError(f"{ref!r} is no reference of the form {letter}12")
    return int(ref[1:])
