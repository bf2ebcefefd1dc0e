"""The umpire's word in random battles of every book: what he rules is what the odds show, and it decides.

Whatever a unit could do, facts of the book's vocabulary are ruled, each with one value and with another. Then either
the action is refused, or every fact of that name stands in its odds as the umpire's word; and odds that have changed
show the fact that has changed them. Nothing is measured any more where he has spoken.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.battle.facts import AnyName, FactValue, Flag, Number, OneOf, Vocabulary
from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.facts import FACTS as BOOK_AND_GUN_FACTS
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.play.ground.facts import FACTS as FIVE56MM_FACTS
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.infantry_action.facts import FACTS as INFANTRY_ACTION_FACTS
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES as RED_ACTIONS
from rules.red_actions.play.ground.facts import FACTS as RED_ACTIONS_FACTS
from rules.seam.asking import Odds
from rules.seam.ruleset import AnyRuleSet
from tests.rules.book_and_gun.test_random_battles import Battle as BookAndGunBattle
from tests.rules.five56mm.test_random_battles import Battle as Five56mmBattle
from tests.rules.infantry_action.test_random_battles import Battle as InfantryActionBattle
from tests.rules.red_actions.test_random_battles import Battle as RedActionsBattle

STEPS, OFFERS, FACTS = 200, 2, 5
OF_GROUND = {("distance", "scout")}
"""Facts of an action that are called as one between units, but are about a piece of ground."""
BOOKS = {
    "book-and-gun": (BOOK_AND_GUN, BOOK_AND_GUN_FACTS, BookAndGunBattle, (7,), 8, 1),
    "five56mm": (FIVE56MM, FIVE56MM_FACTS, Five56mmBattle, (1,), 4, 2),
    "infantry-action": (INFANTRY_ACTION, INFANTRY_ACTION_FACTS, InfantryActionBattle, (4,), 4, 2),
    "red-actions": (RED_ACTIONS, RED_ACTIONS_FACTS, RedActionsBattle, (7,), 2, 2),
}
"""A book with its facts, its random battles, which of them, of how many facts at least they must ask, and at which
steps an ordinary run looks: each, or every other one."""


def values(name: AnyName, pick: random.Random) -> tuple[FactValue, ...]:
    """One and another."""
    match name:
        case Flag():
            return ("yes", "no")
        case OneOf():
            return tuple(pick.sample(name.choices, 2))
        case Number():
            few = (0, 1, 3) if name.whole else (1.5, 4.0, 8.0, 14.0, 90.0)
            return tuple(str(each) for each in pick.sample(few, 2))


def ruled(rules: AnyRuleSet, state: Any, name: AnyName, value: FactValue) -> Any:
    action = RuleFact(fact=name.name, value=str(value))
    for event in rules.battle.decide(state, action, UMPIRE, Scripted("")):
        state = rules.battle.evolve(state, event)
    return state


def asked(rules: AnyRuleSet, state: Any, action: Action, by: Actor) -> Odds | str:
    try:
        return rules.battle.odds(state, action, by)
    except RuleViolation as refused:
        return refused.code


def reckoned(found: Odds | str) -> object:
    return found if isinstance(found, str) else (found.numbers, found.chances)


def doings(rules: AnyRuleSet, battle: Any, pick: random.Random) -> Iterator[tuple[Action, Actor]]:
    """A few things that a unit of whoever is asked could do."""
    asks = [ask for ask in rules.battle.prompt(battle.state).asks if ask.side and ask.units]
    if not asks:
        return
    ask = pick.choice(asks)
    offers = [o for o in rules.battle.offers(battle.state, ask.side, pick.choice(ask.units)) if not o.needs]
    for offer in pick.sample(offers, min(OFFERS, len(offers))):
        yield offer.filled(), Actor.player(ask.side)


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_umpire_rules_is_what_the_odds_show(book: str, long: bool) -> None:
    rules, vocabulary, kind, seeds, least, every = BOOKS[book]
    pick, shown = random.Random(book), Counter[str]()
    for seed in seeds:
        battle = kind(seed)
        for number in range(STEPS):
            for action, by in doings(rules, battle, pick) if long or number % every == 0 else ():
                shown.update(every_ruling(rules, vocabulary, battle.state, action, by, pick))
            if not battle.step():
                break
    assert len(shown) >= least, f"hardly a fact is asked for: {shown}"


def every_ruling(
    rules: AnyRuleSet, vocabulary: Vocabulary, state: Any, action: Action, by: Actor, pick: random.Random
) -> Iterator[str]:
    """The facts that the odds of the action show as the umpire's word when he has ruled them."""
    before = asked(rules, state, action, by)
    for name in pick.sample(vocabulary.all, min(FACTS, len(vocabulary.all))):
        for value in values(name, pick):
            after = asked(rules, ruled(rules, state, name, value), action, by)
            if isinstance(after, str):
                continue
            mine = [fact for fact in after.facts if fact.name == name.name]
            said = f"{name.name} = {value} for {action}: {[str(fact) for fact in after.facts]}"
            if (name.name, action.name()) not in OF_GROUND:
                assert all(fact.source is Source.RULING for fact in mine), said
            assert mine or reckoned(after) == reckoned(before), f"in silence: {said}"
            if mine:
                yield name.name
