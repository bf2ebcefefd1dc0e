"""Whoever changes a file that was handed out is found out, whatever they change: under all four books, leaf by leaf."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import rules
from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.battle.record import journal
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import rosters
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Board
from tests.campaigns.behind import act
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, new_store
from tests.databases import new_file

UNITS = {
    "book-and-gun": ("us-platoon-hq", "insurgent-hmg-team"),
    "five56mm": ("motor-patrol", "militia"),
    "infantry-action": ("gb44-observer", "de44-hq"),
    "red-actions": ("soviet-mg-team-1", "soviet-mg-team-1"),
}
"""Two small units of each book, in the order of its sides."""
ANSWERS = 4
Leaf = tuple[str | int, ...]


@cache
def fought(key: str) -> str:
    """A short battle of the book, as its file: four answers by people, one of them taken back, and an end by the GM."""

    async def fight() -> str:
        with TemporaryDirectory() as folder:
            book = rule_sets()[key]
            store = new_store(new_file(Path(folder)), rules=book)
            await store.open()
            view = await campaign.create(store, GUILD, CHANNEL, GM, "Dust", key)
            sides = [kind.key for kind in book.forces.sides if kind.playable]
            people = dict(zip(sides, (RED, BLUE), strict=True))
            for number, (side, who) in enumerate(people.items()):
                await campaign.join(store, view.id, who, side, interaction_id=900 + number)
            for who, kind in zip(people.values(), UNITS[key], strict=True):
                await rosters.raise_unit(store, view.id, who, kind)
            edges = tuple(zip(sides, ("south", "north"), strict=True))
            size = 30 * book.measure.per_inch
            board = Board(size, size, measure=book.measure.name, edges=edges)
            info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD, board=board, turn_limit=3)
            await battles.begin(store, info.id, GM)
            for number in range(ANSWERS):
                field = await battles.load(store, info.id)
                (ask, *_) = field.prompt.asks
                number += 1000
                await act(store, info.id, ask.default, people[ask.side], side=ask.side, interaction_id=number)
            await battles.undo(store, info.id, GM)
            await battles.end(store, info.id, GM, winner=sides[0], reason="dusk")
            text = (await verification.export(store, info.id)).model_dump_json()
            await store.close()
            return text

    return asyncio.run(fight())


def leaves(value: object, at: Leaf = ()) -> Iterator[Leaf]:
    match value:
        case dict() if value:
            for key, each in value.items():
                yield from leaves(each, (*at, key))
        case list() if value:
            for number, each in enumerate(value):
                yield from leaves(each, (*at, number))
        case _:
            yield at


def altered(value: object) -> object:
    """Another value of the same kind, where it has others."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case "":
            return "x"
        case str():
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case None:
            return 1
        case _:
            return [1]


def noticed(book: AnyRuleSet, battle: Any) -> bool:
    try:
        file = verification.read(json.dumps(battle))
    except Refusal:
        return True
    return not verification.verify(file, book).ok


def unnoticed(key: str, chosen: Iterable[Leaf]) -> list[Leaf]:
    battle, book = json.loads(fought(key)), rule_sets()[key]
    found: list[Leaf] = []
    for leaf in chosen:
        *path, last = leaf
        place = battle
        for step in path:
            place = place[step]
        place[last], former = altered(place[last]), place[last]
        if not noticed(book, battle):
            found.append(leaf)
        place[last] = former
    return found


def of_each_kind(battle: object) -> list[Leaf]:
    """The last leaf of each kind: lists have many alike."""
    found = {tuple("*" if isinstance(step, int) else step for step in leaf): leaf for leaf in leaves(battle)}
    return list(found.values())


@pytest.mark.parametrize("key", rule_sets())
def test_what_is_altered_in_a_file_is_noticed_and_nothing_raises(key: str) -> None:
    """All of the frame, and every third kind of leaf of journal and state; which ones differs from book to book."""
    battle = json.loads(fought(key))
    assert noticed(rule_sets()[key], battle) is False
    kinds = of_each_kind(battle)
    frame = [leaf for leaf in kinds if leaf[0] not in ("entries", "state")]
    entry = [leaf for leaf in kinds if leaf[0] == "entries" and len(leaf) == 3]
    others = [leaf for leaf in kinds if leaf not in frame and leaf not in entry]
    assert len(frame) >= 25
    assert {leaf[-1] for leaf in entry} >= {"seq", "role", "side", "absent", "at", "rules_version", "word", "head"}
    assert unnoticed(key, [*frame, *entry, *others[list(rule_sets()).index(key) % 3 :: 3]]) == []


@pytest.mark.long
@pytest.mark.parametrize("key", rule_sets())
def test_each_single_leaf_that_is_altered_is_noticed(key: str) -> None:
    assert unnoticed(key, list(leaves(json.loads(fought(key))))) == []


@pytest.mark.parametrize(
    ("key", "leaf"),
    [
        ("book-and-gun", ("entries", 0, "events", 2, "unit", "figures", 1, "traits", "weapons", 0)),
        ("red-actions", ("entries", 0, "events", 0, "sides", 1, "army")),
        ("red-actions", ("entries", 0, "events", 2, "unit", "card")),
    ],
)
def test_an_id_that_the_book_does_not_know_is_a_problem_and_no_fault(key: str, leaf: Leaf) -> None:
    """What the rules find out too late, while they follow a journal that nobody can have written."""
    assert unnoticed(key, [leaf]) == []


def test_no_fault_of_a_rule_set_gets_past_the_checks() -> None:
    """A kind of exception that the rules define is one that following a forged journal may run into."""
    for module in walk_packages(rules.__path__, "rules."):
        import_module(module.name)
    seen, pending = list[type[Exception]](), list[type[Exception]](Exception.__subclasses__())
    while pending:
        kind = pending.pop()
        seen += [kind] if kind.__module__.startswith("rules.") and not kind.__name__.startswith("_") else []
        pending += kind.__subclasses__()
    assert len(seen) >= 8
    assert [kind for kind in seen if not issubclass(kind, verification.BROKEN)] == []


def test_a_journal_whose_versions_are_forged_is_not_believed() -> None:
    """An event is taken out, the state folded anew, and each entry said to be of a version that nobody has."""
    for key, book in rule_sets().items():
        battle = json.loads(fought(key))
        entry = next(entry for entry in reversed(battle["entries"]) if entry["kind"] == "action" and entry["events"])
        entry["events"].pop()
        for each in battle["entries"]:
            each["rules_version"] = "0"
        entries = export.entries_of(verification.read(json.dumps(battle)), book)
        folded = book.battle.fold(journal.events_of(journal.living(entries)))
        battle["state"] = json.loads(book.battle.states.dump(folded))
        checks = {
            check.name: check for check in verification.verify(verification.read(json.dumps(battle)), book).checks
        }
        assert checks["fold"].ok, key
        assert checks["decisions"].state == "unchecked", key
        assert "version 0 decided" in checks["decisions"].detail
        assert checks["chain"].state == "failed", key


def test_a_file_that_says_it_is_older_than_the_chain_is_unchecked() -> None:
    """Whoever takes the chain out of a file has taken the proof out of it."""
    battle = json.loads(fought("red-actions"))
    battle |= {"format": "adjutant-battle-1", "opened_at": None, "seal": ""}
    for entry in battle["entries"]:
        entry["head"] = ""
    report = verification.verify(verification.read(json.dumps(battle)), rule_sets()["red-actions"])
    assert not report.ok
    assert [check.name for check in report.checks if not check.ok] == ["chain"]
    assert "nothing holds" in report.checks[1].detail


@pytest.mark.parametrize("key", rule_sets())
def test_what_is_taken_out_put_in_or_changed_round_is_noticed(key: str) -> None:
    """Of some lists and objects in the file: a part less, one twice, all changed round, one that nobody knows, a value
    of another kind. What only leaves out a default leaves the battle as it was."""
    book, battle = rule_sets()[key], json.loads(fought(key))
    sound = verification.read(fought(key)).model_dump_json()
    kinds = {tuple("*" if isinstance(step, int) else step for step in path): path for path in parts(battle)}
    chosen = [path for number, path in enumerate(kinds.values()) if path == () or number % 4 == 0]
    changed, missed = 0, list[tuple[Leaf, str]]()
    for path in chosen:
        for what, other in reshaped(at(battle, path)):
            text = json.dumps(put(battle, path, other))
            changed += 1
            try:
                file = verification.read(text)
            except Refusal:
                continue
            if file.model_dump_json() != sound and verification.verify(file, book).ok:
                missed.append((path, what))
    assert changed > 60
    assert missed == []


def parts(value: object, path: Leaf = ()) -> Iterator[Leaf]:
    """All lists and objects in a file."""
    if isinstance(value, dict | list) and value:
        yield path
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(each, (*path, key))


def at(value: Any, path: Leaf) -> Any:
    for step in path:
        value = value[step]
    return value


def put(battle: Any, path: Leaf, value: object) -> Any:
    """A copy with that value at that place."""
    if not path:
        return value
    first, *rest = path
    other: Any = copy(battle)
    other[first] = put(battle[first], tuple(rest), value)
    return other


def reshaped(value: Any) -> Iterator[tuple[str, object]]:
    yield "nothing", None
    yield "a number", 10**40
    if isinstance(value, list):
        yield "less", value[:-1]
        yield "twice", [*value, value[-1]]
        yield "round", value[::-1]
        yield "strange", [*value, {"kind": "strange"}]
    else:
        first = next(iter(value))
        yield "less", {key: each for key, each in value.items() if key != first}
        yield "strange", {**value, "strange": 1}
        yield "none in it", {}


def test_a_file_with_a_chain_cannot_say_that_it_is_of_a_format_without() -> None:
    battle = json.loads(fought("red-actions")) | {"format": "adjutant-battle-1"}
    (chain,) = (
        check
        for check in verification.verify(verification.read(json.dumps(battle)), rule_sets()["red-actions"]).checks
        if not check.ok
    )
    assert (chain.name, chain.state) == ("chain", "failed")


def test_a_name_that_stands_twice_in_a_file_is_refused() -> None:
    """Whoever reads the file would find the first title, and the check the last."""
    text = fought("red-actions")
    for name in ("title", "winner"):
        (first, *_) = text.partition(f'"{name}":')
        forged = f'{first}"{name}":"Forged",{text.removeprefix(first)}'
        with pytest.raises(Refusal, match=f"'{name}' stands twice in it"):
            verification.read(forged)
