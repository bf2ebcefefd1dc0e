"""A seal for several turns in The Book and the Gun, 5.56mm and Red Actions: it does what its owner could do by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import ValidationError

from rules.battle.envelope import Sheet, holds
from rules.battle.orders.ahead import SealAhead, SealOn, TurnsOver, TurnsWritten
from rules.battle.orders.giving import CancelOrders
from rules.battle.orders.sealing import BreakSeal, OrdersSealed, SealOrders, SheetKept
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.orders import GiveOrders as BookAndGunOrders
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.orders import GiveOrders as Five56mmOrders
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES as RED_ACTIONS
from rules.red_actions.actions.orders import GiveOrders as RedActionsOrders
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun import test_random_battles as book_and_gun
from tests.rules.five56mm import test_orders_kept as five56mm
from tests.rules.red_actions import test_orders_kept as red_actions

TURNS = 8
GIVEN: Mapping[str, Any] = MappingProxyType(
    {"book-and-gun": BookAndGunOrders, "five56mm": Five56mmOrders, "red-actions": RedActionsOrders}
)
BOOKS: Mapping[str, AnyRuleSet] = MappingProxyType({one.key: one for one in (BOOK_AND_GUN, FIVE56MM, RED_ACTIONS)})
"""Without the scripts of a campaign's battles."""


class _BookAndGun(book_and_gun.Battle):
    def call(self) -> Any:
        plain = super().call()
        return replace(plain, options=(("sealed-orders", "on"),), board=book_and_gun.OPEN, turn_limit=TURNS)


class _Five56mm(five56mm.Sealed):
    sealed = "on"

    def call(self) -> Any:
        plain = super().call()
        return replace(plain, options=(("sealed-orders", "on"),), turn_limit=TURNS)


BEGUN: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {
        "book-and-gun": lambda: _BookAndGun(1).state,
        "five56mm": lambda: _Five56mm(4).state,
        "red-actions": lambda: red_actions.Sealed(301, TURNS).state,
    }
)


class Table:
    """A battle at its first seals; whatever else is asked gets the answer of an absent side."""

    def __init__(self, book: str) -> None:
        self.rules, self.book = BOOKS[book], book
        self.state, self.number = BEGUN[book](), 0
        self.events: list[Event] = []
        self.goes_on()
        self.one, self.other = self.asked()

    def do(self, action: Action, by: Actor) -> list[Event]:
        self.number += 1
        events = list(self.rules.battle.decide(self.state, action, by, Seeded(b"turns", self.number)))
        self.state = self.rules.battle.fold(events, self.state)
        self.events += events
        return events

    def order(self, side: str, *, first: str = "advance", **given: Any) -> None:
        self.do(GIVEN[self.book](first=first, **{"lasts": "battle", **given}), Actor.player(side))

    def goes_on(self) -> None:
        """Until somebody is asked to seal, or the battle is over."""
        while True:
            if (step := self.rules.battle.proceed(self.state)) is not None:
                self.do(step, ENGINE)
                continue
            asks = self.rules.battle.prompt(self.state).asks
            if not asks or isinstance(asks[0].default, SealOrders):
                return
            by = Actor(role=ENGINE.role) if asks[0].umpire else Actor.player(asks[0].side, absent=True)
            self.do(asks[0].default, by)

    def asked(self) -> list[str]:
        return [ask.side for ask in self.rules.battle.prompt(self.state).asks]

    def seal(self, side: str) -> list[Event]:
        events = self.do(SealOrders(), Actor.player(side))
        self.goes_on()
        return events

    def refused(self, action: Action, side: str) -> str:
        before = self.state
        with pytest.raises(RuleViolation) as why:
            self.do(action, Actor.player(side))
        assert self.state is before
        assert why.value.remedy
        return why.value.code

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture(params=GIVEN)
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def both_ordered(table: Table, **given: Any) -> None:
    for side in (table.one, table.other):
        table.order(side, **given)


def sealed_for(table: Table, turns: int) -> None:
    for side in (table.one, table.other):
        table.do(SealAhead(turns=turns), Actor.player(side))


def test_three_turns_are_carried_out_without_a_question_and_as_by_hand_with_the_same_dice(table: Table) -> None:
    by_hand = Table(table.book)
    for each in (table, by_hand):
        both_ordered(each)
    sealed_for(table, 3)
    by_hand.number = table.number
    for side in (table.one, table.other):
        table.seal(side)
        by_hand.seal(side)
    first = table.state.turn
    assert first == 4 or table.state.ended, "three turns without anybody being asked"
    while by_hand.state.turn < first and not by_hand.state.ended:
        for side in by_hand.asked():
            by_hand.seal(side)

    def bare(one: Table) -> list[Event]:
        """Without what is said of the length, who sets a seal, and the first sheets, which the length is written on."""
        seals = [event for event in one.events if isinstance(event, OrdersSealed | SheetKept)][:4]
        kept = [e for e in one.events if not isinstance(e, TurnsWritten | TurnsOver) and e not in seals]
        return [replace(e, ahead=False) if isinstance(e, OrdersSealed) else e for e in kept]

    assert bare(table) == bare(by_hand)
    assert replace(table.state, sealed_turns=()) == by_hand.state
    assert [event.why for event in table.happened(TurnsOver)] == ["turns", "turns"]
    assert table.asked() == [table.one, table.other]


def test_each_envelope_has_a_seal_of_its_own_that_binds_its_orders(table: Table) -> None:
    both_ordered(table)
    sealed_for(table, 2)
    for side in (table.one, table.other):
        table.seal(side)
    seals, sheets = table.happened(OrdersSealed), table.happened(SheetKept)
    assert len(seals) == len(sheets) == (8 if table.book == "book-and-gun" else 4)
    assert len({seal.seal for seal in seals}) == len(seals)
    for seal, kept in zip(seals, sheets, strict=True):
        assert holds(seal.envelope, Sheet(kept.side, words=kept.words, seal=seal.seal, salt=kept.salt))
    assert ['"last":2' in kept.words for kept in sheets] == [True, True, *[False] * (len(sheets) - 2)]


def test_whoever_has_sealed_ahead_is_not_asked_and_orders_nothing_but_may_take_it_back(table: Table) -> None:
    """While the other side is asked the owner opens the seal, or seals turn by turn from the next one on."""
    both_ordered(table)
    assert table.refused(SealAhead(turns=1, until="turn 3"), table.one) == "no-length"
    table.do(SealAhead(turns=5), Actor.player(table.one))
    table.seal(table.one)
    assert table.asked() == [table.other]
    for action in (GIVEN[table.book](first="hold"), CancelOrders(), SealAhead(turns=2)):
        assert table.refused(action, table.one) == "sealed"
    table.seal(table.other)
    assert (table.asked(), table.happened(TurnsOver)) == ([table.other], [])
    codec = table.rules.battle.states
    table.state = codec.load(codec.dump(table.state))
    assert table.asked() == [table.other]
    ahead = table.rules.battle.ordering.ahead(table.state, table.one)
    assert (ahead.words, ahead.begun, ahead.back) == ("for turns 1 to 5", True, SealAhead(turns=1))
    assert table.rules.battle.ordering.ahead(table.state, table.other) is None
    kept = table.state
    table.do(BreakSeal(), Actor.player(table.one))
    assert (table.asked(), table.state.sealed_turns) == ([table.one, table.other], ())
    table.order(table.one, first="hold")
    table.state = kept
    table.do(ahead.back, Actor.player(table.one))
    assert table.asked() == [table.other], "this seal stands"
    turn = table.state.turn
    while table.state.turn == turn:
        for side in table.asked():
            table.seal(side)
    assert table.asked() == [table.one, table.other]


def test_an_order_that_stops_ends_it_for_its_side_alone_which_alone_learns_why(table: Table) -> None:
    """The order asks in turn 2, lapses with turn 1, or the seal was for one more turn: the other side, which has sealed
    five turns, sees the same of each."""
    seen: list[object] = []
    for given, turns in (({"ask_turn": 2}, 5), ({"lasts": "turn"}, 5), ({}, 1)):
        one = Table(table.book)
        one.order(one.one, **given)
        one.order(one.other)
        if turns > 1:
            one.do(SealAhead(turns=turns), Actor.player(one.one))
        one.do(SealAhead(turns=5), Actor.player(one.other))
        for side in (one.one, one.other):
            one.seal(side)
        while one.state.turn < 2:
            one.seal(one.one)  # whoever seals one phase alone
        assert (one.state.turn, one.asked()) == (2, [one.one])
        over = one.happened(TurnsOver)
        assert [event.side for event in over] == [one.one] * (turns > 1)
        told = [one.rules.battle.tell(one.state, event, Viewer(one.one)) for event in over]
        assert all("is over: you are asked again" in each.headline for each in told)
        for event in over:
            for viewer in (PUBLIC, Viewer(one.other)):
                assert one.rules.battle.tell(one.state, event, viewer) is None
        shown = one.rules.battle.prompt(one.state)
        faces = [(ask.face, ask.question) for ask in shown.asks]
        seen.append((faces, one.rules.battle.view(one.state, PUBLIC), one.rules.battle.ordering.sealed))
    assert seen[0][0] == seen[1][0] == seen[2][0]  # type: ignore[index]


def test_it_ends_with_what_it_lasts_until(table: Table) -> None:
    both_ordered(table)
    assert table.refused(SealAhead(turns=2, until="turn 9"), table.one) == "stop-never"
    assert table.refused(SealAhead(until="turn 1"), table.one) == "turn-gone"
    assert table.refused(SealAhead(until="a place"), table.one) == "until-told"
    for side in (table.one, table.other):
        table.do(SealAhead(until="turn 3"), Actor.player(side))
    for side in (table.one, table.other):
        table.seal(side)
    assert (table.state.turn, table.asked()) == (3, [table.one, table.other])
    over = table.happened(TurnsOver)
    assert [event.why for event in over] == ["until", "until"]
    told = table.rules.battle.tell(table.state, over[0], Viewer(over[0].side))
    assert told is not None
    assert told.lines == ("Turn 3.",)


def test_a_seal_ahead_without_orders_is_for_one_turn(table: Table) -> None:
    sealed_for(table, 5)
    for side in (table.one, table.other):
        table.seal(side)
    assert [event.why for event in table.happened(TurnsOver)] == ["no orders", "no orders"]


def test_nobody_seals_ahead_where_nobody_seals(table: Table) -> None:
    """Nor does the engine's own step belong to anybody."""
    assert table.refused(SealOn(side=table.one), table.one) == "engine-only"
    with pytest.raises(RuleViolation) as why:
        table.do(SealOn(side=table.one), ENGINE)
    assert why.value.code == "nothing-due"
    table.order(table.one)
    table.do(SealOrders(), Actor.player(table.one))
    assert table.refused(SealAhead(turns=3), table.one) == "sealed"


def test_a_seal_is_for_ten_turns_at_most() -> None:
    assert [SealAhead(turns=turns).turns for turns in (1, 10)] == [1, 10]
    for turns in (0, 11):
        with pytest.raises(ValidationError):
            SealAhead(turns=turns)
