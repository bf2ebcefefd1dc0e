"""Two battles that differ only in what somebody hides are one battle to everybody else.

At the seam, in random battles of all books: at some decisions each kind of secret is otherwise in a twin of the
battle. Everything that the others could be shown of the twin is what they are shown of the battle: views, maps,
questions, offers and their keys, exact odds, proposals of orders, tellings of what has just happened, the answers to
what they type. And what a side hears nothing of changes nothing of what it is shown. `tests/twins/test_bytes.py` holds
the same of all that the bot sends.
"""

from __future__ import annotations

import ast
from dataclasses import fields, make_dataclass, replace
from typing import Any

import pytest

from rules.seam.ruleset import Battle
from rules.seam.viewing import View, Viewer
from tests.twins import registry
from tests.twins.comparing import Compared, fought
from tests.twins.fields import CLASSES, unjudged
from tests.twins.fields import secret as secret_fields
from tests.twins.probing import ANYWHERE, LOOKED
from tests.twins.quiet import DEEDS
from tests.twins.registry import BOOKS
from tests.twins.twin import Hiding, Secret


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
    assert compared.fields <= secret_fields(book), "a twin has a field otherwise that fields.toml calls alike"


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
    told = registry.told_to_some(registry.sources())
    assert not registry.lacking(told), "say what a twin without it looks like: tests/twins"
    made = {name for names in told.values() for name in names}
    assert set(registry.HELD_ELSEWHERE) - {"KitChanged"} <= made


@pytest.mark.parametrize(
    "source",
    [
        "yield TunnelDug(side=side, audience=(side,))",
        "yield events.TunnelDug(side=side, audience=(side,))",
        "made = partial(TunnelDug, audience=who)",
        "class TunnelDug(Event):\n    audience: tuple[str, ...] | None = ('defender',)",
        "yield replace(TunnelDug(side=side), audience=(side,))",
    ],
)
def test_a_new_secret_event_without_a_twin_is_found(source: str) -> None:
    for room in ("red_actions", "battle", "script"):
        assert "TunnelDug" in str(registry.lacking(registry.told_to_some([(room, source)]))), source
    assert not registry.lacking(registry.told_to_some([("red_actions", "yield TunnelDug(side=side, audience=None)")]))


@pytest.mark.parametrize("book", CLASSES)
def test_of_every_field_of_a_battle_it_is_said_whether_all_may_know_it(book: str) -> None:
    assert not unjudged(book, CLASSES[book]), "say in fields.toml whether a twin has it otherwise: tests/twins"


def test_a_new_field_is_found_until_somebody_has_judged_it() -> None:
    grown = make_dataclass("State", [("tunnels", tuple[str, ...], ())], bases=(CLASSES["red_actions"][0],), frozen=True)
    assert unjudged("red_actions", (grown,)) == {"State.tunnels"}


def test_whatever_the_seam_shows_of_a_battle_is_compared() -> None:
    """A new function of the seam is compared here, or says why nothing can be read from it."""
    assert {each.name for each in fields(Battle)} == registry.COMPARED | set(registry.SHOWS_NOTHING)
    used = {node.attr for node in ast.walk(ast.parse(registry.COMPARING)) if isinstance(node, ast.Attribute)}
    assert used >= registry.COMPARED


def test_whatever_anybody_may_call_up_is_looked_at() -> None:
    """A new command of the bot is looked at or typed into by those who would find out a secret, or does something."""
    looked = {*LOOKED, *(command for command, _ in ANYWHERE)}
    assert not looked & registry.changes()
    assert registry.own_commands() == looked | registry.changes()


def test_of_every_table_it_is_said_which_deed_in_private_writes_other_rows() -> None:
    """A new table is found lacking until somebody has said what a battle keeps there, and from whom."""
    assert {*registry.TABLES} ^ {*registry.KEPT_FROM_NOBODY} == registry.tables()
    assert {*registry.TABLES.values()} <= {*DEEDS, "all"}
