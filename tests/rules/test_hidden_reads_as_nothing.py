"""What a player may not know is refused as what does not exist, in random battles of every book.

Each id of the enemy that a side's own view does not show is put into every field of every action that takes one, and
so is an id that nobody has. Code, words, citation and remedy must be the same, or what happens must be; so must they
be for the odds. Nothing here asks the rule set what a side may know: its view alone says it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.kernel.action import Action, Actor, FieldSpec, Kind, Role, fields_of
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES as RED_ACTIONS
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View, Viewer
from tests.rules.book_and_gun.test_random_battles import Battle as BookAndGunBattle
from tests.rules.five56mm.test_random_battles import Battle as Five56mmBattle
from tests.rules.infantry_action.test_random_battles import Battle as InfantryActionBattle
from tests.rules.red_actions.test_random_battles import Battle as RedActionsBattle

NAMED = (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE)
NOBODY = "nobody-77"
"""An id that nobody has, and no square either."""
SQUARE = re.compile(r"[a-z]{1,2}\d+(\.\d+)?")
"""What reads as a square of the board, whoever is called so."""
BOOKS: dict[str, tuple[AnyRuleSet, Any, tuple[int, ...], int]] = {
    "book-and-gun": (BOOK_AND_GUN, BookAndGunBattle, (2, 3, 6, 10), 100),
    "infantry-action": (INFANTRY_ACTION, InfantryActionBattle, (1, 3), 250),
    "red-actions": (RED_ACTIONS, RedActionsBattle, (2, 3), 1000),
}
"""A book with its random battles, which of them (half in an ordinary run), and how many probes of hidden ids that one
makes at least."""
STEPS, EVERY, IDS, PLACES = 160, 8, 4, ("6in toward {}", "{}")


def ids(view: View) -> set[str]:
    """Every id that a view shows."""
    found = {unit.ref for unit in view.units} | {man.id for unit in view.units for man in unit.figures}
    if view.scene is not None:
        marks = (*view.scene.units, *view.scene.markers)
        found |= {mark.ref for mark in marks} | {token.id for mark in marks for token in mark.figures}
        found |= {token.id for token in view.scene.wrecks}
    return found


def names(view: View) -> set[str]:
    """Every name that a view shows."""
    found = {unit.name for unit in view.units}
    return found | ({mark.label for mark in (*view.scene.units, *view.scene.markers)} if view.scene else set())


def hidden(rules: AnyRuleSet, state: Any, side: str) -> tuple[list[str], list[str]]:
    """Ids and names that the umpire is shown and a side is not."""
    whole, known = rules.battle.view(state, Viewer(umpire=True)), rules.battle.view(state, Viewer(side=side))
    return sorted(ids(whole) - ids(known)), sorted(names(whole) - names(known))


def come_to(rules: AnyRuleSet, state: Any, action: Action, by: Actor, ref: str) -> tuple[object, object]:
    """What anybody could tell of it, decided and asked for its odds, with that id in the place of nobody's."""

    def plain(text: object) -> str:
        return str(text).replace(NOBODY, ref).replace("\u2060", "").replace("\\u2060", "")

    def asked(ask: Any) -> object:
        try:
            return plain(ask())
        except RuleViolation as refused:
            return refused.code, plain(refused.message), refused.citation, plain(refused.remedy)

    return (
        asked(lambda: rules.battle.decide(state, action, by, Seeded(b"probe", 0))),
        asked(lambda: rules.battle.odds(state, action, by)),
    )


def forms(rules: AnyRuleSet, state: Any, by: Actor, units: tuple[str, ...], pick: random.Random) -> Iterator[Action]:
    """Actions of a player with something named in them: what he is offered, and every other form filled in anyhow."""
    for unit in pick.sample(units, min(2, len(units))):
        for offer in rules.battle.offers(state, by.side or "", unit):
            if not offer.needs and any(spec.kind in NAMED for spec in fields_of(type(offer.action))):
                yield offer.filled()
    for model in rules.battle.action_types():
        if model.role is Role.PLAYER and units:
            given = {spec.name: value(spec, pick.choice(units), pick) for spec in fields_of(model) if spec.required}
            for spec in fields_of(model):
                if spec.choices and not spec.required and pick.random() < 0.5:
                    given[spec.name] = pick.choice(spec.choices)
            try:
                yield model.model_validate(given)
            except ValidationError:
                continue


def value(spec: FieldSpec, unit: str, pick: random.Random) -> object:
    if spec.choices:
        found: object = pick.choice(spec.choices)
    elif spec.kind in NAMED:
        found = unit
    else:
        found = {int: 1, float: 1.0, bool: True}.get(spec.type, "30,20")
    return (found,) if spec.many else found


def probes(action: Action, word: str, kinds: tuple[Kind, ...], shape: str = "{}") -> Iterator[tuple[str, Action]]:
    """The action with that word in each of its fields of those kinds; its other target is left out."""
    for spec in fields_of(type(action)):
        if spec.kind in kinds:
            named = shape.format(word)
            given = action.model_dump() | {spec.name: (named,) if spec.many else named}
            if spec.name == "target" and "place" in given:
                given["place"] = None
            try:
                yield spec.name, type(action).model_validate(given)
            except ValidationError:
                continue


def same(
    rules: AnyRuleSet, state: Any, by: Actor, action: Action, word: str, kinds: tuple[Kind, ...], shape: str
) -> int:
    made_up = dict(probes(action, NOBODY, kinds, shape))
    found = 0
    for field, probe in probes(action, word, kinds, shape):
        told = come_to(rules, state, probe, by, word)
        assert told == come_to(rules, state, made_up[field], by, word), (action.name(), field, word)
        found += 1
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_whom_a_player_may_not_know_reads_as_nobody(book: str, long: bool) -> None:
    rules, kind, seeds, least = BOOKS[book]
    pick, probed = random.Random(book), Counter[str]()
    for seed in seeds if long else seeds[: (len(seeds) + 1) // 2]:
        battle = kind(seed)
        for number in range(STEPS):
            if number % EVERY == 0:
                for ask in rules.battle.prompt(battle.state).asks:
                    if ask.side:
                        probed.update(look(rules, battle.state, ask.side, ask.units, pick))
            if not battle.step():
                break
    assert probed["ids"] >= least, probed


def look(rules: AnyRuleSet, state: Any, side: str, units: tuple[str, ...], pick: random.Random) -> Counter[str]:
    """Holds what one side could type against what does not exist; how often it did."""
    refs, unknown = hidden(rules, state, side)
    plain = [name for name in unknown if len(name) > 3]
    by, done = Actor.player(side), Counter[str]()
    refs = pick.sample(refs, min(IDS, len(refs)))
    if not refs:
        return done
    for action in forms(rules, state, by, units, pick):
        said = str(come_to(rules, state, action, by, NOBODY)[1])
        assert not [name for name in plain if re.search(rf"\b{re.escape(name)}\b", said)], (action, said)
        for ref in refs:
            done["ids"] += same(rules, state, by, action, ref, NAMED, "{}")
        for word in pick.sample([word for word in (*refs, *unknown) if not SQUARE.fullmatch(word)] or [NOBODY], 1):
            done["places"] += same(rules, state, by, action, word, (Kind.PLACE,), pick.choice(PLACES))
    return done


def test_in_556mm_everybody_stands_on_the_table_for_all_to_see() -> None:
    """Which is why its court leaves out what a side may name."""
    for seed in (1, 2):
        battle = Five56mmBattle(seed)
        for _ in range(60):
            for side in ("black", "red"):
                assert hidden(FIVE56MM, battle.state, side) == ([], [])
            if not battle.step():
                break
