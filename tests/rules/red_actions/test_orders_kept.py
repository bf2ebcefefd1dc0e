"""Whole random battles under random orders: what an order may never do, whatever it says.

An order does nothing that its owner could not have done by hand at that moment, with the same dice; it stops with a
word to its side; the others learn nothing of it; sealed turns ask nobody.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.battle.orders.data import NO_ORDERS, OrderEnded, OrderFollowed, OrderNoticed, OrderStopped
from rules.battle.orders.following import Act, FollowOrders
from rules.battle.orders.sealing import SheetKept
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions import events as kinds
from rules.red_actions.actions.orders import Does, GiveOrders
from rules.red_actions.decide import decide
from rules.red_actions.deeds import ORDERING, ORDERS
from rules.red_actions.evolve import evolve
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.state import State
from rules.red_actions.tell import tell
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.battle.alarms import of_any_strength, with_an_end
from tests.rules.red_actions.test_random_battles import SIDES, STEPS, VIEWERS, Battle

DOES = Does.__args__  # type: ignore[attr-defined]
PLACES = ("G7", "30,20", "the wood", "the village", "55,40")
ASKS = ("fired_at", "pinned", "officer_lost", "new_enemy")
ANSWERS = {
    "charged": ("ask", "stand", "fire", "counter-charge", "flee"),
    "return_fire": ("ask", "yes", "no"),
    "ambush": ("ask", "charge", "fire", "lie-low"),
    "spare": ("ask", "cover", "retire", "base", "marker"),
    "mode": ("ask", "evade", "normal"),
}


class Ordered(Battle):
    """Both sides give random orders between their answers."""

    sealed = "off"

    def __init__(self, seed: int, turns: int = 4) -> None:
        self.seen: Counter[str] = Counter()
        super().__init__(seed, turns)

    def note(self, event: Event) -> None:
        if event.kind == "battle-opened":  # type: ignore[attr-defined]
            options = tuple(each for each in event.options if each[0] != "sealed-orders")  # type: ignore[attr-defined]
            event = replace(event, options=(*options, ("sealed-orders", self.sealed)))
        super().note(event)

    def step(self) -> bool:
        asks = prompt(self.state).asks
        if asks and self.pick.random() < 0.5:
            self.order(self.pick.choice(asks).side)
        return super().step()

    def order(self, side: str) -> None:
        pick = self.pick
        own = [unit.id for unit in self.state.of(side)]
        given = {
            "first": pick.choice(DOES),
            "then": pick.choice((None, *DOES)),
            "third": pick.choice((None, *DOES)),
            "last": pick.choice((None, *DOES)),
            "otherwise": pick.choice(("hold", "hold", "ask")),
            "units": tuple(pick.sample(own, pick.randint(0, len(own)))),
            "target": pick.choice((None, *(unit.id for unit in self.state.units))),
            "to": pick.choice((None, *PLACES)),
            "within": pick.choice((None, 4, 12)),
            "least": pick.choice((None, 10, 60)),
            "terror": pick.choice((None, 1, 2)),
            "lasts": pick.choice(("turn", "battle")),
            **{name: pick.choice((None, *choices)) for name, choices in ANSWERS.items()},
            **{f"ask_{name}": pick.random() < 0.1 for name in ASKS},
            "ask_losses": pick.choice((None, None, 1, 3)),
            "ask_terror": pick.choice((None, None, 2)),
            "ask_near": pick.choice((None, None, 5, 12)),
            "ask_turn": pick.choice((None, None, 3)),
        }
        try:
            self.happen(GiveOrders.model_validate(of_any_strength(with_an_end(given, pick), pick)), Actor.player(side))
        except (ValidationError, RuleViolation) as refused:
            self.seen[getattr(refused, "code", "unreadable")] += 1

    def happen(self, action: Action, by: Actor) -> None:
        before, start = self.state, len(self.events)
        found = ORDERS.due(before, action.side)[0] if isinstance(action, FollowOrders) else None
        super().happen(action, by)
        if isinstance(action, FollowOrders):
            self.judge(before, found, action.side, self.events[start:])
        self.quiet(start)

    def judge(self, before: State, found: object, side: str, events: list[Event]) -> None:
        if isinstance(found, Act):
            by_hand = decide(before, found.action, Actor.player(side), Seeded(self.key, self.number))
            assert list(by_hand) == [event for event in events if not isinstance(event, OrderFollowed)]
            self.seen[found.step.kind if found.step else "must"] += 1
            return
        assert isinstance(found, tuple)
        assert len(events) == len(found)
        for event in events:
            assert isinstance(event, OrderStopped | OrderNoticed | OrderEnded)
            assert isinstance(event, OrderNoticed) <= (event.stop.strength != "now")
            self.seen[f"{'stop' if isinstance(event, OrderStopped) else 'notice'}: {event.stop.kind}"] += 1
            told = tell(self.state, event, Viewer(side=side))
            assert told is not None
            assert told.headline
            assert ORDERS.table.orders(self.state).of(side) != ORDERS.table.orders(before).of(side)

    def quiet(self, start: int) -> None:
        """Nobody but their own side is told of orders, and nothing that others look at depends on them."""
        for event in self.events[start:]:
            if event.kind in ("orders-given", "orders-cancelled", "order-stopped", "order-noticed", "sheet-kept"):  # type: ignore[attr-defined]
                assert event.audience
                for viewer in (PUBLIC, *(Viewer(side=other) for other in SIDES if other not in event.audience)):
                    assert tell(self.state, event, viewer) is None
            if isinstance(event, OrderFollowed):
                for viewer in (PUBLIC, *(Viewer(side=other) for other in SIDES if other != event.side)):
                    told = tell(self.state, event, viewer)
                    assert told is not None
                    assert told.headline == "By orders"
        if self.pick.random() < 0.95:
            return
        without = replace(self.state, orders=NO_ORDERS)
        for viewer in VIEWERS:
            assert view(self.state, viewer) == view(without, viewer)
        for side in SIDES:
            theirs = tuple(order for order in self.state.orders.standing if order.side == side)
            past = tuple(order for order in self.state.orders.past if order.side == side)
            alone = replace(self.state, orders=replace(self.state.orders, standing=theirs, past=past))
            assert ORDERING.standing(self.state, side) == ORDERING.standing(alone, side)


def to_the_end(battle: Ordered) -> Ordered:
    for _ in range(STEPS):
        if not battle.step():
            return battle
    raise AssertionError("no end")


@pytest.fixture(scope="module")
def fought(request: pytest.FixtureRequest) -> list[Ordered]:
    return [to_the_end(Ordered(seed)) for seed in range(40 if request.config.getoption("--long") else 4)]


def test_an_order_does_what_its_owner_could_have_done_and_stops_with_a_word(fought: list[Ordered]) -> None:
    seen = sum((battle.seen for battle in fought), Counter[str]())
    assert seen["hold"] > 5
    assert sum(seen[kind] for kind in ("advance", "advance to", "march to", "fire and advance")) > 5
    assert sum(count for kind, count in seen.items() if "fire" in kind) > 5
    assert sum(count for kind, count in seen.items() if kind.startswith("stop: ")) > 5


def test_the_state_is_the_fold_of_the_journal(fought: list[Ordered]) -> None:
    for battle in fought:
        folded = State()
        for event in battle.events:
            folded = evolve(folded, kinds.CODEC.load(kinds.CODEC.dump(event)))
        assert folded == battle.state


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_a_unit_would_do_is_what_it_does(seed: int) -> None:
    battle = Ordered(seed, turns=3)
    for _ in range(STEPS):
        action = proceed(battle.state)
        if isinstance(action, FollowOrders) and battle.pick.random() < 0.2:
            [found] = ORDERS.due(battle.state, action.side)
            segment = battle.state.segment
            if isinstance(found, Act) and segment is not None and segment.unit == found.unit:
                would = {one.unit: one for one in ORDERING.would_do(battle.state, action.side)}
                assert would[found.unit].action == found.action
        if not battle.step():
            break


# ── Sealed ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Sealed(Ordered):
    """Both sides order their turns under seal."""

    sealed = "turn"


@pytest.mark.rule("RA-R240")
@pytest.mark.parametrize("seed", [301, 302])
def test_a_sealed_turn_is_carried_out_without_a_question_and_betrays_nothing_before(seed: int) -> None:
    battle, sealed = Sealed(seed), 0
    for _ in range(STEPS):
        asked, envelope = prompt(battle.state), battle.state.envelope
        if ORDERS.sealing.open(battle.state):
            assert not asked
        if envelope is not None and not envelope.opened:
            sheets = tuple(replace(sheet, words="[]", salt="0") if sheet.seal else sheet for sheet in envelope.sheets)
            state = replace(battle.state, envelope=replace(envelope, sheets=sheets), orders=NO_ORDERS)
            assert prompt(state) == asked
        sealed += any(ask.key.startswith("seal:") for ask in asked.asks)
        if not battle.step():
            break
    else:
        pytest.fail("the battle does not end")
    assert sealed >= 2
    assert any(isinstance(event, SheetKept) for event in battle.events)
