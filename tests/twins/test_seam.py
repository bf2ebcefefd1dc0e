"""Two battles that differ only in what somebody hides are one battle to everybody else.

At the seam, in random battles of all books: at some decisions each kind of secret is otherwise in a twin of the
battle. Everything that the others could be shown of the twin is what they are shown of the battle: views, maps,
questions, offers and their keys, exact odds, proposals of orders, tellings of what has just happened, the answers to
what they type. And what a side hears nothing of changes nothing of what it is shown. `tests/twins/test_bytes.py` holds
the same of all that the bot sends.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.viewing import View, Viewer
from tests.twins import book_and_gun, five56mm, infantry_action, red_actions, scripts
from tests.twins.comparing import Compared, fought
from tests.twins.twin import Hiding, Secret

RULES = Path(__file__).resolve().parents[2] / "rules"
BOOKS = {
    "book_and_gun": (book_and_gun.HIDING, 7, 8),
    "five56mm": (five56mm.HIDING, 10, 8),
    "infantry_action": (infantry_action.HIDING, 2, 16),
    "red_actions": (red_actions.HIDING, 8, 5),
    "script": (scripts.HIDING, 20, 2),
}
"""What hides, how many battles an ordinary run fights, and at every how many settled decisions it looks."""
COMMON = {
    "OrdersGiven": "orders",
    "OrdersCancelled": "orders",
    "OrderStopped": "orders",
    "SheetKept": "seals",
}
"""Events of the rooms that all books share, with the secret by which each is held."""
HELD_ELSEWHERE = {
    "FactRuled": "tests/rules/test_umpires_facts.py: a ruling on who is hidden is told to those who know of him",
    "UmpireActed": "tests/rules/test_umpires_hand.py: what is sealed is told to the umpire alone",
    "KitChanged": "tests/rules/test_umpires_hand.py: what somebody is given is told to his own side",
    "Asked": "everybody reads that a secret question is asked, and no more: tests/bot/test_red_actions_secrets.py",
    "Answered": "the same",
    "Moved": "tests/rules/book_and_gun/test_secrets.py, of the last way gone",
}
"""Events that name an audience and hide nothing of their own that a battle could have otherwise."""


def held(hiding: Hiding, battles: range, every: int) -> Compared:
    compared = Compared()
    for seed in battles:
        fought(hiding, seed, compared, steps=400, every=every, typed=6)
    return compared


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_can_tell_a_battle_from_its_twin(book: str, long: bool) -> None:
    hiding, battles, every = BOOKS[book]
    compared = held(hiding, range(battles * (40 if long else 1)), every)
    assert not compared.differing, "\n\n".join(str(each) for each in compared.differing[:12])
    print(
        f"{book}: {compared.pairs.total()} pairs, {compared.texts} texts, {compared.size} characters: {compared.pairs}"
    )
    lacking = {secret.key for secret in hiding.secrets if not _compared(secret, compared)}
    assert not lacking, "no battle had anything of the kind to hide"
    assert compared.pairs.total() > 100


def _compared(secret: Secret, compared: Compared) -> bool:
    unheard = {event for pair in compared.pairs for event in pair.removeprefix("unheard ").split("+")}
    return bool(compared.pairs[secret.key]) or bool(secret.events & unheard)


def test_a_leak_would_be_noticed() -> None:
    """With a view that counts what has happened, a secret too, each kind of secret is found out."""
    hiding, *_ = BOOKS["script"]

    def leaking(state: Any, viewer: Viewer) -> View:
        view = hiding.rules.battle.view(state, viewer)
        return replace(view, lines=(*view.lines, hiding.rules.battle.states.dump(state)))

    leaky = replace(hiding.rules, battle=replace(hiding.rules.battle, view=leaking))
    compared = Compared()
    fought(replace(hiding, rules=leaky), 1, compared, steps=40, every=1, typed=0)
    assert {"script", "aims", "reserves"} <= {each.secret for each in compared.differing}


def test_whatever_is_told_to_some_alone_has_a_twin() -> None:
    """An event that the code gives an audience belongs to a kind of secret that is held here, or says where it is."""
    told: dict[str, set[str]] = defaultdict(set)
    for path in sorted(RULES.rglob("*.py")):
        room = path.relative_to(RULES).parts[0]
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and any(_audience(keyword) for keyword in call.keywords):
                name = call.func.id if isinstance(call.func, ast.Name) else ""
                told[room].add(name)
    hidden = {book: frozenset().union(*(s.events for s in hiding.secrets)) for book, (hiding, *_) in BOOKS.items()}
    hidden["battle"] = frozenset(COMMON)
    lacking = {
        (room, name)
        for room, names in told.items()
        for name in names - {"replace", "Told"} - hidden.get(room, frozenset()) - set(HELD_ELSEWHERE)
    }
    assert not lacking, "say what a twin without it looks like: tests/twins"
    made = {name for names in told.values() for name in names}
    assert set(HELD_ELSEWHERE) - {"KitChanged"} <= made


def _audience(keyword: ast.keyword) -> bool:
    nobody_in_particular = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
    return keyword.arg == "audience" and not nobody_in_particular
