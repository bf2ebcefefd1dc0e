"""In which fields of a battle twins differ: a new field says whether a twin has it otherwise, or why all may know it.

`fields.toml`: for each book and class the fields that are otherwise in some twin (`twins`), and those that are the same
in all of them (`alike`): all may know them of whom they know, or no twin has been thought of.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from rules.book_and_gun import state as bg_state
from rules.book_and_gun import units as bg_units
from rules.five56mm import characters as mm_characters
from rules.five56mm import state as mm_state
from rules.infantry_action import figures as ia_figures
from rules.infantry_action import groups as ia_groups
from rules.infantry_action import on_the_table as ia_table
from rules.infantry_action import state as ia_state
from rules.red_actions import state as ra_state
from rules.red_actions import units as ra_units
from rules.script import state as script_state

CLASSES: dict[str, tuple[type[Any], ...]] = {
    "book_and_gun": (bg_state.State, bg_state.Side, bg_units.Unit, bg_units.Figure),
    "five56mm": (mm_state.State, mm_characters.Character),
    "infantry_action": (
        ia_state.State, ia_state.Side, ia_groups.Group, ia_figures.Figure, ia_figures.Gun, ia_figures.Vehicle,
        ia_table.Drop, ia_table.FlightPlan,
    ),
    "red_actions": (ra_state.State, ra_state.Side, ra_state.Officer, ra_state.Dummy, ra_units.Unit),
    "script": (script_state.Staged,),
}  # fmt: skip
"""The classes of a battle whose fields are judged one by one; what lies deeper belongs to the field that holds it."""


@cache
def judged() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Book, class, then "twins" and "alike"."""
    return tomllib.loads(Path(__file__).with_name("fields.toml").read_text())


def unjudged(book: str, classes: tuple[type[Any], ...]) -> set[str]:
    """Fields of which nobody has said whether they are secret, or that are no more, or that stand there twice."""
    found = set[str]()
    for each in classes:
        lists = judged()[book].get(each.__name__, {"twins": [], "alike": []})
        said = [*lists["twins"], *lists["alike"]]
        there = {one.name for one in fields(each)}
        found |= {f"{each.__name__}.{name}" for name in {name for name in said if said.count(name) > 1}}
        found |= {f"{each.__name__}.{name}" for name in there ^ set(said)}
    return found


def secret(book: str) -> set[str]:
    return {f"{kind}.{name}" for kind, lists in judged()[book].items() for name in lists["twins"]}


def varied(here: Any, there: Any, classes: tuple[type[Any], ...]) -> Iterator[str]:
    """The fields of these classes in which two battles differ."""
    if here == there or type(here) is not type(there) or not isinstance(here, classes):
        return
    for each in fields(here):
        mine, his = getattr(here, each.name), getattr(there, each.name)
        if mine == his:
            continue
        yield f"{type(here).__name__}.{each.name}"
        if isinstance(mine, tuple) and isinstance(his, tuple):
            for one, other in _pairs(mine, his):  # pyright: ignore[reportUnknownArgumentType]
                yield from varied(one, other, classes)


def _pairs(mine: tuple[Any, ...], his: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """By their ids where they have some, else by their places."""
    if mine and hasattr(mine[0], "id"):
        by_id = {each.id: each for each in his}
        return ((each, by_id[each.id]) for each in mine if each.id in by_id)
    return zip(mine, his, strict=True) if len(mine) == len(his) else iter(())
