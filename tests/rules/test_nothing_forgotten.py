"""What an event can say somebody says, and what a battle can remember some event writes.

Read from the source. Of each book's events, each field of their own that may be left out is given where the event is
made; of its rows that live through a battle, each field that may be left out is written in evolve/.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
COMMON = {"kind", "audience", "draws", "citations"}
"""Fields that all events have."""
LIVING = {
    "State", "Side", "Unit", "Figure", "Vehicle", "Character", "Squad", "Group", "Gun", "Officer", "Marker", "Base",
}  # fmt: skip
ROWS = ("state.py", "units.py", "figures.py", "groups.py", "characters.py", "on_the_table.py")
UNSAID = {
    "book_and_gun": {
        "FormationChanged.placed", "JokerNamed.amount", "MunitionsUsed.count", "NoteTaken.value", "PeopleOut.dice",
    },
    "infantry_action": {
        "MenDiced.life", "MenEscaped.life", "VehicleHarmed.burning",
    },
    "red_actions": {
        "Deployed.marker", "Halted.other",
    },
}  # fmt: skip
"""What a dictionary or a row of the same shape gives; or what only older journals say."""
SET_OUT = {
    "book_and_gun": {"Side.edge", "Side.basic_units", "Side.conceals", "Figure.of_crew"},
    "five56mm": {"Vehicle.door"},
    "infantry_action": {
        "Figure.specialities", "Figure.home", "Figure.value", "Gun.shield", "Gun.calibre", "Gun.value",
        "Vehicle.smgs", "Vehicle.value", "Group.average", "Group.quality", "Group.late", "Group.by_air",
        "Group.parted_from", "Group.parted_in", "Group.of", "Side.limit", "Side.strength", "Side.on_defence",
        "Side.role", "Figure.injuries",
    },
    "red_actions": {"Side.edge", "Side.role", "Unit.wheeled", "Unit.more_horses", "State.coming"},
}  # fmt: skip
"""What a row has from the start and keeps."""
SHARED = {"State.awaited", "State.envelope", "State.sealed_turns"}
"""What rules/battle writes for all books."""

Fields = list[tuple[str, str]]


@cache
def trees(book: str) -> dict[Path, ast.Module]:
    folder = ROOT / "rules" / book
    return {path.relative_to(folder): ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))}


def optional(tree: ast.Module) -> Fields:
    """Each class and each of its own fields that may be left out."""
    return [
        (each.name, part.target.id)
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for part in each.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.value is not None
        if not part.target.id.startswith("_") and "ClassVar" not in ast.unparse(part.annotation)
    ]


def by_place(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """What is called, and how many words it is given by their place alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, len(node.args)


def places(tree: ast.Module) -> dict[tuple[str, str], int]:
    """Where each field of a class stands among its own."""
    return {
        (each.name, name): place
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for place, name in enumerate(
            part.target.id
            for part in each.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        )
    }


def given(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """What is called, and the words that it is given; None stands for all of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func
            called = name.id if isinstance(name, ast.Name) else name.attr if isinstance(name, ast.Attribute) else ""
            yield from ((called, keyword.arg) for keyword in node.keywords)


def unsaid(book: str) -> set[str]:
    said: dict[str, set[str | None]] = defaultdict(set)
    counted: dict[str, int] = defaultdict(int)
    for tree in trees(book).values():
        for called, word in given(tree):
            said[called].add(word)
        for called, count in by_place(tree):
            counted[called] = max(counted[called], count)
    told = [tree for path, tree in trees(book).items() if path.parts[0] == "events"]
    place = {each: number for tree in told for each, number in places(tree).items()}
    fields = [each for tree in told for each in optional(tree) if place[each] >= counted[each[0]]]
    return {f"{event}.{field}" for event, field in fields if field not in COMMON and not {field, None} & said[event]}


def unwritten(book: str) -> set[str]:
    evolving = [tree for path, tree in trees(book).items() if path.parts[0] in ("evolve", "evolve.py")]
    written = {word for tree in evolving for _, word in given(tree)}
    fields = [each for path, tree in trees(book).items() if str(path) in ROWS for each in optional(tree)]
    return {f"{row}.{field}" for row, field in fields if row in LIVING and field not in written}


@pytest.mark.parametrize("book", BOOKS)
def test_what_an_event_can_say_is_said_by_somebody(book: str) -> None:
    assert unsaid(book) == UNSAID.get(book, set())


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_battle_can_remember_is_written_by_an_event(book: str) -> None:
    assert unwritten(book) - SHARED == SET_OUT.get(book, set())


def test_what_nobody_says_is_found() -> None:
    tree = ast.parse("""
class Fell:
    who: str
    by: str = ""
    kept: ClassVar[int] = 1
    _quiet: int = 0
def fall(row): return [Fell(who="a", by="b"), words.told(**row)]
""")
    assert optional(tree) == [("Fell", "by")]
    assert list(given(tree)) == [("Fell", "who"), ("Fell", "by"), ("told", None)]
