"""Random battles over random boards: no action of any kind puts anybody, or sends a body, through what is closed to it;
nobody stands in two places, or in another. Red Actions has its own, base by base (`red_actions/test_passage.py`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from rules.table.board import Board
from tests.rules.book_and_gun.test_random_battles import Battle as BookAndGunBattle
from tests.rules.closed import Body, Ground, assert_apart, assert_stands, random_board
from tests.rules.five56mm.test_random_battles import Battle as Five56mmBattle
from tests.rules.infantry_action.test_random_battles import Battle as InfantryBattle

Bodies = Mapping[str, Body]
STEPS = 600
BEFORE = frozenset({"set-up"})
"""What a side does before the battle with whoever is not on the table yet for the enemy."""


@dataclass
class Roaming:
    """A battle fought by hands that send everybody everywhere; each event is looked at."""

    rules: AnyRuleSet
    board: Board
    ground: Ground
    bodies: Callable[[Any], Bodies]
    state: Any
    seed: int
    number: int = 0
    moved: int = 0
    kinds: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.pick = random.Random(self.seed)

    def fight(self) -> None:
        self.scatter()
        for _ in range(STEPS):
            engine = self.rules.battle.proceed(self.state)
            if engine is not None:
                self.act(engine, ENGINE)
                continue
            prompt = self.rules.battle.prompt(self.state)
            if not prompt or not prompt.asks:
                return
            self.answer(self.pick.choice(prompt.asks))

    def scatter(self) -> None:
        """Some units stand anywhere, also in houses and yards."""
        for unit in self.units():
            if self.pick.random() < 0.5:
                self.ask("place", UMPIRE, unit=unit, to=self.anywhere())

    def units(self) -> list[str]:
        return sorted({each.ref for each in self.rules.battle.view(self.state, Viewer(umpire=True)).units})

    def anywhere(self) -> str:
        x, y = self.pick.uniform(0, self.board.width), self.pick.uniform(0, self.board.depth)
        return f"{x:.1f},{y:.1f}"

    def answer(self, ask: Any) -> None:
        """Something for one unit; where all write their orders first, for each before the side seals them."""
        by = Actor.player(ask.side)
        if ask.default.name() == "seal-orders":
            for unit in ask.units:
                self.do_one(self.rules.battle.offers(self.state, ask.side, unit), by)
        else:
            unit = self.pick.choice(ask.units) if ask.units else ""
            found = [*self.rules.battle.offers(self.state, ask.side, unit)] if unit else []
            if self.do_one(found or ask.quick, by):
                return
        self.act(ask.default, Actor.player(ask.side, absent=True))

    def do_one(self, found: Iterable[Any], by: Actor) -> bool:
        """One of these that is lawful when it is filled in at random, sooner one that goes somewhere."""
        offers = [*found]
        self.pick.shuffle(offers)
        offers.sort(key=lambda offer: self.pick.random() > 0.6 * _goes(offer.action))
        for offer in offers[:4]:
            action = offer.action
            fields = type(action).model_fields
            given = {}
            if "to" in fields and ("to" in offer.needs or self.pick.random() < 0.8):
                given["to"] = self.anywhere()
            if "path" in fields and "to" not in fields:
                given["path"] = (self.anywhere(),)
            if self.ask(action.name(), by, **{**action.model_dump(exclude_defaults=True, exclude={"verb"}), **given}):
                return True
        return False

    def ask(self, verb: str, by: Actor, **given: object) -> bool:
        try:
            action = self.rules.battle.actions.load_python({"verb": verb, **given})
            self.act(action, by)
        except (RuleViolation, ValueError):
            return False
        return True

    def act(self, action: Any, by: Actor) -> None:
        found = self.rules.battle.decide(self.state, action, by, Seeded(str(self.seed).encode(), self.number + 1))
        self.number += 1
        before = self.bodies(self.state)
        for event in found:
            after = self.rules.battle.evolve(self.state, event)
            if by != UMPIRE and action.name() not in BEFORE:
                told = (action, event)
                moved = assert_stands(self.ground, self.board, self.bodies(self.state), self.bodies(after), told)
                self.moved += moved
                if moved:
                    self.kinds.add(f"{event.kind} {getattr(event, 'how', '') or getattr(event, 'way', '')}")
            self.state = after
        if by != UMPIRE and action.name() not in BEFORE:
            assert_apart(before, self.bodies(self.state), action)


def _goes(action: Any) -> bool:
    return any(name in type(action).model_fields for name in ("to", "path", "target"))


# ── The Book and the Gun ──────────────────────────────────────────────────────────────────────────────────────────


def book_and_gun(seed: int) -> Roaming:
    edges = (("army", "south"), ("insurgents", "north"), ("civilians", "east"))
    board = random_board(seed, 32, 24, 1.0, edges)

    class Battle(BookAndGunBattle):
        def call(self):
            return replace(super().call(), board=board)

    def bodies(state: Any) -> Bodies:
        there = (figure for unit in state.units if unit.in_play for figure in unit.present)
        return {figure.id: Body(figure.at, 1.0) for figure in there if figure.at is not None}

    return Roaming(BOOK_AND_GUN, board, Ground.of(board), bodies, Battle(seed).state, seed)


# ── 5.56mm ────────────────────────────────────────────────────────────────────────────────────────────────────────


def five56mm(seed: int) -> Roaming:
    """Nobody climbs what is higher than 3 in; people wade."""
    board = random_board(seed, 32, 24, 1.0, (("black", "south"), ("red", "north")))

    class Battle(Five56mmBattle):
        def call(self):
            return replace(super().call(), board=board)

    def bodies(state: Any) -> Bodies:
        assert [who for who in state.characters if who.at is not None and who.vehicle is not None] == []
        with_others = {who.partner for who in state.characters if who.partner}
        there = (who for who in state.characters if who.alive and who.at is not None and who.id not in with_others)
        return {who.id: Body(who.at, 0.5, who.level) for who in there}

    return Roaming(FIVE56MM, board, Ground.of(board, water=False), bodies, Battle(seed).state, seed)


# ── Infantry Action ───────────────────────────────────────────────────────────────────────────────────────────────


def infantry_action(seed: int) -> Roaming:
    """Walls are crossed; deep water and the walls of houses are closed."""
    edges = (("attacker", "south"), ("defender", "north"))
    board = random_board(seed, 480, 400, 12.0, edges, measure="metres", square=40.0)

    class Battle(InfantryBattle):
        def note(self, event):
            super().note(replace(event, board=board) if event.kind == "battle-opened" else event)

    def bodies(state: Any) -> Bodies:
        assert [man for man in state.figures if man.at is not None and man.aboard] == []
        return {man.id: Body(man.at, 0.8) for man in state.fit() if man.at is not None}

    return Roaming(INFANTRY_ACTION, board, Ground.of(board, walls=False), bodies, Battle(seed).state, seed)


BOOKS: dict[str, Callable[[int], Roaming]] = {
    "book_and_gun": book_and_gun,
    "five56mm": five56mm,
    "infantry_action": infantry_action,
}


def fought(book: str, seed: int) -> Roaming:
    battle = BOOKS[book](seed)
    battle.fight()
    return battle


@pytest.mark.parametrize(("book", "seed"), [("five56mm", 2), ("five56mm", 5), ("infantry_action", 31)])
@pytest.mark.whole
def test_battles_in_which_somebody_stood_in_another_once(book: str, seed: int) -> None:
    fought(book, seed)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=1)
@given(seed=st.integers(0, 10**9))
@pytest.mark.whole
def test_nobody_goes_through_what_is_closed_or_stands_in_another(book: str, seed: int) -> None:
    fought(book, seed)


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=100)
@given(seed=st.integers(0, 10**9))
def test_nobody_does_in_a_hundred_battles(book: str, seed: int) -> None:
    fought(book, seed)
