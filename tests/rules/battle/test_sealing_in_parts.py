"""Sealed orders of a side with several players: each seals for his own units, and the side is asked for the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count, permutations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.battle.envelope import Envelope, Sheet, holds, laid_out
from rules.battle.orders.sealing import (
    BreakSeal,
    OrdersOpened,
    OrdersSealed,
    SealBroken,
    Sealing,
    SealingEvent,
    SealOrders,
    SheetKept,
    evolve_envelope,
)
from rules.battle.orders.telling import tell_sealing
from rules.kernel.action import Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Codec
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Wording

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
ABLE, BAKER, CHARLIE = "able", "baker", "charlie"
EVENTS = Codec((OrdersSealed, SheetKept, SealBroken, OrdersOpened), "kind")


@dataclass(frozen=True)
class War:
    """Units by their side with what is written for each, and the envelope."""

    units: tuple[tuple[str, str, str], ...] = ()
    envelope: Envelope | None = None
    ordered: bool = True

    def of(self, side):
        return tuple(unit for whose, unit, _ in self.units if whose == side)

    def written(self, unit):
        return next(words for _, each, words in self.units if each == unit)

    def with_words(self, unit, words):
        return replace(self, units=tuple((s, u, words if u == unit else w) for s, u, w in self.units))


def said(state, side, part):
    return ";".join(f"{unit}={words}" for whose, unit, words in state.units if whose == side and part(unit))


SEALING: Sealing[War] = Sealing(
    said,
    lambda state, side: state.of(side),
    lambda state: (state.envelope or laid_out("turn 1", ((side, ()) for side in SIDES))) if state.ordered else None,
)


class Fight:
    def __init__(self, *units):
        self.state, self.dice, self.events = War(tuple(units)), count(), []

    def do(self, action, side, *, absent=False):
        by, chance = Actor.player(side, absent=absent), Seeded(b"salt", next(self.dice))
        if isinstance(action, SealOrders):
            events = SEALING.carry_out(self.state, SEALING.judge(self.state, action, by), chance)
        else:
            events = SEALING.break_seal(self.state, action, by)
        for event in events:
            assert isinstance(event, SealingEvent)
            assert EVENTS.load(EVENTS.dump(event)) == event
            self.state = replace(self.state, envelope=evolve_envelope(self.state.envelope, event))
        self.events += events
        return events

    def asks(self):
        return {ask.side: ask for ask in SEALING.asks(self.state, Wording("?"))}

    def sheets(self, side):
        return {sheet.units: sheet for sheet in self.state.envelope.of(side)}


def fight():
    return Fight((RED, ABLE, "hold"), (RED, BAKER, "fire"), (RED, CHARLIE, "run"), (BLUE, "dog", "bark"))


def code(call, *arguments, **named):
    with pytest.raises(RuleViolation) as refused:
        call(*arguments, **named)
    assert refused.value.remedy
    return refused.value.code


def headline(event):
    return tell_sealing(event, str.title).headline


def test_the_side_is_asked_for_those_who_are_not_sealed_and_the_last_seal_opens_all():
    war = fight()
    assert war.asks()[RED].about == ()
    sealed, kept = war.do(SealOrders(units=(BAKER,)), RED)
    assert (sealed.units, sealed.left, kept.units, kept.words) == ((BAKER,), (ABLE, CHARLIE), (BAKER,), "baker=fire")
    assert headline(sealed) == "Red has sealed a part of its orders for turn 1"
    assert war.asks()[RED].about == war.asks()[RED].bodies == (ABLE, CHARLIE)
    assert war.asks()[RED].key == SEALING.asks(fight().state, Wording("?"))[0].key, "the same clock runs on"
    assert SEALING.sealed(war.state, RED) == (BAKER,)
    war.do(SealOrders(), BLUE)
    assert set(war.asks()) == {RED}
    (rest, kept, opened) = war.do(SealOrders(), RED)
    assert (rest.units, rest.left, kept.words) == ((ABLE, CHARLIE), (), "able=hold;charlie=run")
    assert headline(rest) == "Red has sealed the rest of its orders for turn 1"
    assert isinstance(opened, OrdersOpened)
    assert SEALING.asks(war.state, Wording("?")) == ()
    assert SEALING.sealed(war.state, RED) == ()


def test_who_has_sealed_takes_no_orders_and_his_fellow_does():
    war = fight()
    war.do(SealOrders(units=(BAKER,)), RED)
    assert code(SEALING.unsealed, war.state, RED, (BAKER,)) == "sealed"
    assert code(SEALING.unsealed, war.state, RED, (ABLE, BAKER)) == "sealed"
    assert SEALING.unsealed(war.state, RED, (ABLE,)) == (ABLE,)
    assert SEALING.unsealed(war.state, RED) == (ABLE, CHARLIE), "an order for all is for those"
    assert SEALING.unsealed(war.state, BLUE) == ()
    assert code(war.do, SealOrders(units=(BAKER,)), RED) == "sealed"
    assert code(war.do, SealOrders(units=("dog",)), RED) == "none-to-seal"
    assert code(war.do, SealOrders(), "green") == "not-asked"
    assert code(war.do, BreakSeal(), "green") == "not-asked"
    assert code(war.do, BreakSeal(units=(ABLE,)), RED) == "not-sealed"


def test_a_seal_is_broken_for_its_own_units_and_the_others_stand():
    war = fight()
    war.do(SealOrders(units=(BAKER,)), RED)
    war.do(SealOrders(units=(ABLE,)), RED)
    (broken,) = war.do(BreakSeal(units=(BAKER,)), RED)
    assert headline(broken) == "Red has taken a part of its sealed orders back"
    assert war.asks()[RED].about == (BAKER, CHARLIE)
    war.do(BreakSeal(), RED)
    assert war.asks()[RED].about == ()
    assert war.state.envelope.of(RED) == (Sheet(RED),)
    war.do(SealOrders(units=(BAKER,)), RED)
    war.do(SealOrders(), BLUE)
    assert code(war.do, BreakSeal(units=(BAKER,)), RED) == "seal-stands"
    war.do(SealOrders(), RED)
    assert code(war.do, BreakSeal(units=(BAKER,)), RED) == "envelope-opened"


def test_one_seal_for_all_is_the_seal_of_the_side():
    """Named one by one, too: whoever seals on purpose for all of his side writes what a single player writes."""
    one, other = fight(), fight()
    one.do(SealOrders(), RED)
    other.do(SealOrders(units=(CHARLIE, BAKER, ABLE)), RED)
    assert one.events == other.events
    assert (one.events[0].units, one.events[0].left) == ((), ())
    assert headline(one.events[0]) == "Red has sealed its orders for turn 1"
    (broken,) = one.do(BreakSeal(units=(ABLE,)), RED)
    assert broken.units == ()
    assert headline(broken) == "Red has taken its sealed orders back"
    assert set(one.asks()) == set(SIDES)


def test_what_is_lost_or_comes_between_two_seals_keeps_nobody_waiting():
    war = fight()
    war.do(SealOrders(units=(ABLE, BAKER)), RED)
    war.state = replace(war.state, units=tuple(one for one in war.state.units if one[1] != CHARLIE))
    assert war.asks()[RED].about == (CHARLIE,), "his player is asked all the same, so that the battle goes on"
    war.do(SealOrders(), BLUE)
    assert isinstance(war.do(SealOrders(units=(CHARLIE,)), RED)[-1], OrdersOpened)
    late = fight()
    late.do(SealOrders(units=(ABLE, BAKER)), RED)
    late.state = replace(late.state, units=(*late.state.units, (RED, "easy", "wait")))
    assert late.asks()[RED].about == (CHARLIE, "easy")
    (_, kept) = late.do(SealOrders(), RED)
    assert kept.words == "charlie=run;easy=wait"


def test_without_units_a_side_seals_as_one():
    war = Fight((BLUE, "dog", "bark"))
    (sealed, _) = war.do(SealOrders(units=("ghost",)), RED)
    assert (sealed.units, sealed.left) == ((), ())


def test_events_of_before_are_read_as_the_seal_of_the_side():
    old = (
        '{"kind":"orders-sealed","side":"red","envelope":"turn 1","sides":["red","blue"],"seal":"ab","absent":false}',
        '{"kind":"sheet-kept","side":"red","words":"[]","salt":"12"}',
    )
    envelope = None
    for text in old:
        envelope = evolve_envelope(envelope, EVENTS.load(text))
    assert envelope.sheets == (Sheet(RED, words="[]", seal="ab", salt="12"), Sheet(BLUE))
    broken = EVENTS.load('{"kind":"seal-broken","side":"red"}')
    assert evolve_envelope(envelope, broken).sheets == (Sheet(RED), Sheet(BLUE))
    kept = Codec((Envelope,)).load(
        '{"key":"turn 1","sheets":[{"side":"red","player":"","words":"[]","seal":"ab","salt":"12"}],"opened":false}'
    )
    assert kept.sheets == (Sheet(RED, words="[]", seal="ab", salt="12"),)


@pytest.mark.parametrize("order", list(permutations(((RED, (ABLE,)), (RED, (BAKER, CHARLIE)), (BLUE, ("dog",))))))
def test_in_whatever_order_they_seal_the_same_is_bound_and_opened(order):
    war = fight()
    for side, units in order:
        assert not war.state.envelope or not war.state.envelope.opened
        war.do(SealOrders(units=units), side)
    assert war.state.envelope.opened
    assert {sheet.words for sheet in war.state.envelope.sheets} == {"able=hold", "baker=fire;charlie=run", "dog=bark"}


# ── Whatever is done in whatever order ────────────────────────────────────────────────────────────────────────────


class Staff(RuleBasedStateMachine):
    """Several players of two sides write, seal, break, are late, lose units and get new ones; held against what each
    unit is told by hand."""

    @initialize(reds=st.integers(1, 4), blues=st.integers(1, 3))
    def begin(self, reds, blues):
        names = [(RED, f"r{n}") for n in range(reds)] + [(BLUE, f"b{n}") for n in range(blues)]
        self.war = Fight(*((side, unit, "nothing") for side, unit in names))
        self.seals = {RED: [], BLUE: []}
        """By side: for each seal its units (None: all of the side) and what it binds."""
        self.done, self.opened = set(), False
        self.numbers = count()

    def alive(self, side):
        return self.war.state.of(side)

    def bound(self, side):
        return {unit for units, _ in self.seals[side] for unit in (units or self.alive(side))}

    def attempt(self, allowed, action, side, **named):
        before = self.war.state
        if allowed:
            return self.war.do(action, side, **named)
        with pytest.raises(RuleViolation):
            self.war.do(action, side, **named)
        assert self.war.state is before
        return None

    @rule(side=st.sampled_from(SIDES), data=st.data())
    def write(self, side, data):
        if not (own := self.alive(side)):
            return
        unit, words = data.draw(st.sampled_from(own)), f"words {next(self.numbers)}"
        state = self.war.state
        if self.opened or side in self.done or unit in self.bound(side):
            assert code(SEALING.unsealed, state, side, (unit,)) in ("sealed", "envelope-opened")
        else:
            assert SEALING.unsealed(state, side, (unit,)) == (unit,)
            self.war.state = state.with_words(unit, words)

    @rule(side=st.sampled_from(SIDES), data=st.data())
    def seal(self, side, data):
        units = data.draw(st.lists(st.sampled_from(self.alive(side) or ("ghost",)), max_size=3, unique=True))
        self._seal(side, tuple(units))

    @precondition(lambda self: not self.opened)
    @rule(side=st.sampled_from(SIDES))
    def deadline(self, side):
        ask = self.war.asks().get(side)
        assert (ask is None) == (side in self.done)
        if ask is not None:
            self._seal(side, ask.default.units, absent=True)
            assert side in self.done

    def _seal(self, side, units, **named):
        free = [unit for unit in self.alive(side) if unit not in self.bound(side)]
        own = [unit for unit in free if unit in units] if units else free
        closed = self.opened or side in self.done
        events = self.attempt(
            not closed and (bool(own) or not free) and not (units and self.bound(side) >= set(units)),
            SealOrders(units=units),
            side,
            **named,
        )
        if events is None:
            return
        whole = not self.seals[side] and (len(own) == len(free))
        words = ";".join(f"{unit}={self.war.state.written(unit)}" for unit in self.alive(side) if unit in own)
        self.seals[side].append((None if whole else set(events[0].units), words))
        if len(own) == len(free):
            self.done.add(side)
        self.opened = len(self.done) == 2
        assert isinstance(events[-1], OrdersOpened) == self.opened
        assert events[0].absent == bool(named)

    @rule(side=st.sampled_from(SIDES), data=st.data())
    def lift(self, side, data):
        units = set(data.draw(st.lists(st.sampled_from(self.alive(side) or ("ghost",)), max_size=2, unique=True)))
        other = BLUE if side == RED else RED
        hit = [one for one in self.seals[side] if not units or one[0] is None or one[0] & units]
        allowed = bool(hit) and not self.seals[other] and not self.opened
        if self.attempt(allowed, BreakSeal(units=tuple(units)), side) is not None:
            self.seals[side] = [one for one in self.seals[side] if one not in hit]
            self.done.discard(side)

    @precondition(lambda self: not self.opened)
    @rule(side=st.sampled_from(SIDES), data=st.data())
    def lose(self, side, data):
        if own := self.alive(side):
            gone = data.draw(st.sampled_from(own))
            state = self.war.state
            self.war.state = replace(state, units=tuple(one for one in state.units if one[1] != gone))

    @precondition(lambda self: not self.opened)
    @rule(side=st.sampled_from(SIDES))
    def come(self, side):
        if side not in self.done:
            state = self.war.state
            self.war.state = replace(state, units=(*state.units, (side, f"n{next(self.numbers)}", "nothing")))

    @invariant()
    def it_is_open_only_when_everybody_is_covered(self):
        envelope = self.war.state.envelope
        if envelope is None:
            return
        assert envelope.opened == self.opened
        for side in SIDES:
            sealed = {sheet.units: sheet for sheet in envelope.of(side) if sheet.seal}
            assert sorted(sheet.words for sheet in sealed.values()) == sorted(words for _, words in self.seals[side])
            assert all(holds(envelope.key, sheet) for sheet in sealed.values())
            assert (envelope.unwritten(side) is None) == (side in self.done)

    @invariant()
    def only_who_is_missing_is_asked(self):
        if self.opened:
            assert SEALING.asks(self.war.state, Wording("?")) == ()
            return
        asks = self.war.asks()
        assert set(asks) == set(SIDES) - self.done
        for side, ask in asks.items():
            missing = [unit for unit in self.alive(side) if unit not in self.bound(side)]
            if self.seals[side] and missing:
                assert list(ask.about) == missing
            if not self.seals[side]:
                assert ask.about == ()


Staff.TestCase.settings = settings(max_examples=80, stateful_step_count=25, deadline=None)
TestStaff = Staff.TestCase
