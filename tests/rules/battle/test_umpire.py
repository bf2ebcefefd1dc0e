"""What an umpire may do in every book stands once: the same verbs, the same refusals, the same words; and what journals
of old hold of it is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.battle.ending import BattleEnded, Ended, scripted_end
from rules.battle.facts import Ruled
from rules.battle.umpire import ByUmpire, FactRuled, RuleFact, ruled_words
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.kernel.action import UMPIRE, Role
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES as RED_ACTIONS
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Tally, Viewer
from tests.rules.book_and_gun.test_random_battles import Battle as BookAndGunBattle
from tests.rules.five56mm.test_random_battles import Battle as Five56mmBattle
from tests.rules.infantry_action.test_random_battles import Battle as InfantryActionBattle
from tests.rules.red_actions.test_random_battles import Battle as RedActionsBattle

BOOKS = {
    "book-and-gun": (BOOK_AND_GUN, BookAndGunBattle, "terrain", "rough"),
    "five56mm": (FIVE56MM, Five56mmBattle, "range", "12"),
    "infantry-action": (INFANTRY_ACTION, InfantryActionBattle, "cover", "trench"),
    "red-actions": (RED_ACTIONS, RedActionsBattle, "cover", "woods"),
}
EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)
GM = Viewer(umpire=True)


def stored(rules: AnyRuleSet, **event: Any) -> Any:
    """An event as a journal has it."""
    return rules.battle.events.load(json.dumps(event))


def done(rules: AnyRuleSet, state: Any, verb: str, **given: Any) -> tuple[Any, list[Any]]:
    action = rules.battle.actions.load(json.dumps({"verb": verb, **given}))
    events = list(rules.battle.decide(state, action, UMPIRE, Scripted("1" * 400)))
    for event in events:
        state = rules.battle.evolve(state, event)
    return state, events


def fought(book: str) -> tuple[AnyRuleSet, Any]:
    """A battle of the book that has begun, with a unit of somebody's."""
    rules, kind, *_ = BOOKS[book]
    battle = kind(1)
    for _ in range(6):
        battle.step()
    return rules, battle.state


def unit_of(rules: AnyRuleSet, state: Any) -> tuple[str, str]:
    unit = next(unit for unit in rules.battle.view(state, GM).units if unit.strength)
    return unit.ref, unit.name


# ── What is asked for ─────────────────────────────────────────────────────────────────────────────────────────────


def test_what_several_books_have_is_asked_for_alike() -> None:
    """One verb for one thing, the umpire's alone wherever it stands."""
    found: dict[str, list[type[Any]]] = {}
    for rules, *_ in BOOKS.values():
        for action in rules.battle.actions.classes:
            if action.role is Role.UMPIRE:
                assert issubclass(action, ByUmpire), action
                found.setdefault(action.name(), []).append(action)
    everywhere = {verb for verb, classes in found.items() if len(classes) == len(BOOKS)}
    assert everywhere == {"rule-fact", "place", "remove", "declare-end", "kill", "heal", "steady", "give", "take"}
    for verb, classes in found.items():
        if len(classes) > 1:
            shared = set.intersection(*({each for each in kind.__mro__ if each is not ByUmpire} for kind in classes))
            assert any(issubclass(each, ByUmpire) for each in shared), verb


# ── Rulings ───────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_BOOK
def test_a_fact_is_ruled_and_told_in_the_same_words(book: str) -> None:
    rules, state = fought(book)
    ref, name = unit_of(rules, state)
    _, _, fact, value = BOOKS[book]
    after, events = done(rules, state, "rule-fact", fact=fact, value=value, unit=ref, turns=2)
    (event,) = events
    assert isinstance(event, FactRuled)
    assert after.ruled == (*state.ruled, event.ruled)
    told = rules.battle.tell(after, event, GM)
    assert told is not None
    turn = "period" if book == "infantry-action" else "turn"
    words = f"The umpire rules: {fact} of {name} is {value} until the end of {turn} {event.ruled.until}"
    assert told.headline.rstrip(".") == words
    with pytest.raises(RuleViolation) as refused:
        rules.battle.decide(state, RuleFact(fact=fact, value=value, unit="nobody at all"), UMPIRE, Scripted(""))
    assert refused.value.code == "unknown-unit"


def test_a_ruling_says_towards_whom_and_how_long() -> None:
    ruled = Ruled("range", 9.0, "able", "red", 3)
    assert ruled_words(ruled, str.title) == "The umpire rules: range of Able towards Red is 9 until the end of turn 3"
    assert ruled_words(Ruled("slope", True), str.title) == "The umpire rules: slope is yes"


@pytest.mark.parametrize(
    "ruling",
    [
        {"fact": "range", "value": 9.0, "unit": "able", "other": "red", "until": 3},
        {"name": "range", "value": 9.0, "subjects": ["able", "red"], "until": 3},
    ],
)
def test_rulings_in_journals_of_the_book_and_the_gun_are_read(ruling: dict[str, Any]) -> None:
    """Before its version 8 they stood under another name, before its version 4 with their subjects in one list."""
    event = stored(BOOK_AND_GUN, kind="fact-ruled", ruling=ruling, draws=[], citations=["BG-VI.1.1c"], audience=None)
    assert event == FactRuled(ruled=Ruled("range", 9.0, "able", "red", 3), citations=("BG-VI.1.1c",))
    assert BOOK_AND_GUN.battle.events.load(BOOK_AND_GUN.battle.events.dump(event)) == event


# ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_BOOK
def test_the_umpire_ends_the_battle_in_every_book(book: str) -> None:
    rules, state = fought(book)
    assert rules.battle.result(state) is None
    winner = state.sides[1].key
    after, events = done(rules, state, "declare-end", winner=winner, reason="dusk")
    assert [event.winner for event in events if isinstance(event, BattleEnded)] == [winner]
    assert (after.ended.winner, after.ended.reason) == (winner, "dusk")
    result = rules.battle.result(after)
    assert result is not None
    assert (result.winner, result.reason) == (winner, "dusk")
    drawn, _ = done(rules, state, "declare-end", winner="draw")
    assert drawn.ended.winner is None
    with pytest.raises(RuleViolation) as refused:
        done(rules, after, "declare-end", winner=winner)
    assert refused.value.code == "battle-over"


@pytest.mark.parametrize("rules", [INFANTRY_ACTION, RED_ACTIONS])
def test_the_end_as_it_was_asked_for_and_stored_before_is_read(rules: AnyRuleSet) -> None:
    action: Any = rules.battle.actions.load('{"verb": "end-battle", "winner": "points", "reason": "dusk"}')
    assert type(action) is type(rules.battle.actions.load('{"verb": "declare-end"}'))
    assert scripted_end(type(action))(None, "!" * 300).reason == "!" * 200
    end: dict[str, Any] = {"winner": "attacker", "reason": "dusk", "lines": ["By 3."], "tallies": []}
    assert stored(rules, kind="battle-ended", **end) == BattleEnded(winner="attacker", reason="dusk", lines=("By 3.",))


def test_the_end_of_an_infantry_action_in_a_field_of_its_own_is_read() -> None:
    end: dict[str, Any] = {
        "winner": None, "reason": "dusk", "lines": ["A draw."],
        "tallies": [{"side": "attacker", "name": "Blue", "words": "12 points"}],
    }  # fmt: skip
    event = stored(INFANTRY_ACTION, kind="battle-ended", ended=end, draws=[], citations=["IA-R155"], audience=None)
    assert event.ended == Ended(None, "dusk", ("A draw.",), (Tally("attacker", "Blue", "12 points"),))
    assert event.citations == ("IA-R155",)
    assert INFANTRY_ACTION.battle.events.load(INFANTRY_ACTION.battle.events.dump(event)) == event
    assert stored(INFANTRY_ACTION, kind="battle-ended", ended={"winner": None, "reason": "dusk"}).lines == ()


def test_a_morale_test_as_it_was_asked_for_before_is_read() -> None:
    action: Any = RED_ACTIONS.battle.actions.load('{"verb": "morale-test", "unit": "reds"}')
    assert (action.unit, action.test) == ("reds", "fear")
