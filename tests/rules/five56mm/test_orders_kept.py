"""Whole random battles under random orders: what an order may never do, whatever it says.

An order does nothing that its owner could not have done by hand at that moment, with the same dice; it stops with a
word to its side; the others learn nothing of it; and it answers as long as it stands.
"""

from collections import Counter

import pytest
from pydantic import ValidationError

from rules.battle.orders.data import NO_ORDERS, OrderEnded, OrderFollowed, OrderNoticed, OrderStopped
from rules.battle.orders.following import Act, FollowOrders
from rules.battle.orders.sealing import BreakSeal, SealOrders, SheetKept
from rules.five56mm import RULES
from rules.five56mm.actions.orders import Does, GiveOrders
from rules.five56mm.deeds import ORDERS
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.battle.alarms import of_any_strength, with_an_end

from .test_random_battles import PLACES, STEPS, Battle

DOES = Does.__args__
SIDES = (BLACK, RED)
ASKS = ("fired_at", "wounded", "afraid", "ammunition", "new_enemy", "joker")


class Ordered(Battle):
    """Both sides give random orders between their answers."""

    nonsense = 0.0
    sealed = "off"

    def __init__(self, seed):
        self.seen = Counter()
        super().__init__(seed)

    def call(self):
        call = super().call()
        options = tuple(one for one in call.options if one[0] != "sealed-orders")
        return replace(call, options=(*options, ("sealed-orders", self.sealed)))

    def step(self):
        prompt = RULES.battle.prompt(self.state)
        if prompt and self.pick.random() < 0.5:
            self.order(self.pick.choice(prompt.asks).side)
        return super().step()

    def order(self, side):
        pick = self.pick
        own = [who.id for who in self.state.characters if who.side == side]
        given = {
            "first": pick.choice(DOES),
            "then": pick.choice((None, *DOES)),
            "third": pick.choice((None, *DOES)),
            "last": pick.choice((None, *DOES)),
            "otherwise": pick.choice(("hold", "hold", "ask")),
            "units": tuple(pick.sample(own, pick.randint(0, len(own)))),
            "target": pick.choice((None, *(who.id for who in self.state.characters))),
            "to": pick.choice((None, *PLACES)),
            "within": pick.choice((None, 4, 12)),
            "least": pick.choice((None, 10, 60)),
            "lasts": pick.choice(("turn", "battle")),
            **{name: pick.choice((None, "ask", "yes", "no")) for name in ("cover", "throw_back", "withdraw")},
            **{f"ask_{name}": pick.random() < 0.1 for name in ASKS},
            "ask_losses": pick.choice((None, None, 1, 3)),
            "ask_near": pick.choice((None, None, 5, 12)),
            "ask_turn": pick.choice((None, None, 3)),
        }
        try:
            self.happen(GiveOrders(**of_any_strength(with_an_end(given, pick), pick)), Actor.player(side))
        except (ValidationError, RuleViolation) as refused:
            self.seen[getattr(refused, "code", "unreadable")] += 1

    def happen(self, action, by):
        before, start = self.state, len(self.events)
        found = ORDERS.due(before, action.side)[0] if isinstance(action, FollowOrders) else None
        super().happen(action, by)
        if isinstance(action, FollowOrders):
            self.judge(before, found, action.side, self.events[start:])
        for event in self.events[start:]:  # the seal binds what stands
            if isinstance(event, SheetKept):
                stands = [one for one in before.orders.of(event.side) if not one.stopped and not one.freed]
                assert bool(stands) <= (event.words != "[]"), (stands, event.words)
        self.quiet(start)

    def judge(self, before, found, side, events):
        if isinstance(found, Act):
            chance = Seeded(self.key, self.number)
            by_hand = RULES.battle.decide(before, found.action, Actor.player(side), chance)
            assert list(by_hand) == [event for event in events if not isinstance(event, OrderFollowed)]
            self.seen[found.step.kind if found.step else "must"] += 1
            return
        assert len(events) == len(found)
        for event in events:
            assert isinstance(event, OrderStopped | OrderNoticed | OrderEnded)
            assert isinstance(event, OrderNoticed) <= (event.stop.strength != "now")
            self.seen[f"{'stop' if isinstance(event, OrderStopped) else 'notice'}: {event.stop.kind}"] += 1
            assert RULES.battle.tell(self.state, event, Viewer(side)).headline
            assert ORDERS.table.orders(self.state).of(side) != ORDERS.table.orders(before).of(side)

    def quiet(self, start):
        """Nobody but their own side is told of orders, and nothing that others look at depends on them."""
        for event in self.events[start:]:
            if event.kind in ("orders-given", "orders-cancelled", "order-stopped", "order-noticed", "sheet-kept"):
                side = event.audience[0]
                for viewer in (PUBLIC, *(Viewer(other) for other in SIDES if other != side)):
                    assert RULES.battle.tell(self.state, event, viewer) is None
            if isinstance(event, OrderFollowed):
                for viewer in (PUBLIC, *(Viewer(other) for other in SIDES if other != event.side)):
                    assert RULES.battle.tell(self.state, event, viewer).headline == "By orders"
        if self.pick.random() < 0.9:
            return
        without = replace(self.state, orders=NO_ORDERS)
        for side in SIDES:
            theirs = tuple(order for order in self.state.orders.standing if order.side == side)
            past = tuple(order for order in self.state.orders.past if order.side == side)
            alone = replace(self.state, orders=replace(self.state.orders, standing=theirs, past=past))
            ask = RULES.battle.ordering
            assert ask.standing(self.state, side) == ask.standing(alone, side)
            if self.pick.random() < 0.2:
                assert ask.proposals(self.state, side, "") == ask.proposals(alone, side, "")
                assert ask.would_do(self.state, side) == ask.would_do(alone, side)
        for viewer in (PUBLIC, *map(Viewer, SIDES)):
            assert RULES.battle.view(self.state, viewer) == RULES.battle.view(without, viewer)


def to_the_end(battle):
    for _ in range(STEPS):
        if not battle.step():
            return battle
    raise AssertionError("no end")


@pytest.fixture(scope="module")
def fought(long):
    return [to_the_end(Ordered(seed)) for seed in range(48 if long else 12)]


def test_an_order_does_what_its_owner_could_have_done_and_stops_with_a_word(fought):
    seen = sum((battle.seen for battle in fought), Counter())
    assert seen["advance"] + seen["sprint"] > 5
    assert seen["hold"] > 5
    assert sum(count for kind, count in seen.items() if "fire" in kind) > 10
    assert sum(count for kind, count in seen.items() if kind.startswith("stop: ")) > 10


def test_the_state_is_the_fold_of_the_journal_and_is_read_back_as_it_was(fought):
    for battle in fought:
        stored = [RULES.battle.events.load(RULES.battle.events.dump(event)) for event in battle.events]
        assert RULES.battle.fold(stored) == battle.state
        assert RULES.battle.states.load(RULES.battle.states.dump(battle.state)) == battle.state


def test_what_a_character_would_do_is_what_he_does_in_his_go(long):
    compared = 0
    for seed in range(16 if long else 4):
        battle = Ordered(200 + seed)
        for _ in range(STEPS):
            action = RULES.battle.proceed(battle.state)
            if isinstance(action, FollowOrders) and battle.pick.random() < 0.3:
                [found] = ORDERS.due(battle.state, action.side)
                if isinstance(found, Act):
                    would = {one.unit: one for one in RULES.battle.ordering.would_do(battle.state, action.side)}
                    assert would[found.unit].action == found.action
                    compared += 1
            if not battle.step():
                break
    assert compared > 10


# ── Sealed ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Sealed(Ordered):
    """Both sides order their turns under seal."""

    sealed = "on"


@pytest.mark.rule("MM-R120")
@pytest.mark.parametrize("seed", range(6))
def test_a_sealed_turn_is_carried_out_without_a_question_and_betrays_nothing_before(seed):
    battle, sealed = Sealed(300 + seed), 0
    for _ in range(STEPS):
        prompt, envelope = RULES.battle.prompt(battle.state), battle.state.envelope
        if ORDERS.sealing.open(battle.state):
            assert not prompt
        if envelope is not None and not envelope.opened:
            hidden = tuple(replace(sheet, words="[]", salt="0") if sheet.seal else sheet for sheet in envelope.sheets)
            state = replace(battle.state, envelope=replace(envelope, sheets=hidden), orders=NO_ORDERS)
            assert RULES.battle.prompt(state) == prompt
        sealed += any(ask.key.startswith("seal:") for ask in prompt.asks)
        if not battle.step():
            break
    else:
        pytest.fail("the battle does not end")
    assert sealed >= 2
    assert RULES.battle.fold(battle.events) == battle.state
    assert any(isinstance(event, SheetKept) for event in battle.events)


@pytest.mark.rule("MM-R120")
def test_both_sides_seal_the_turn_at_once_and_whoever_has_no_orders_ends_his_go():
    battle = Sealed(1)
    while (action := RULES.battle.proceed(battle.state)) is not None:
        battle.happen(action, ENGINE)
    assert [ask.side for ask in RULES.battle.prompt(battle.state).asks] == [BLACK, RED]
    battle.happen(SealOrders(), Actor.player(BLACK))
    assert [ask.side for ask in RULES.battle.prompt(battle.state).asks] == [RED]
    for refused in (GiveOrders(first="hold"), SealOrders()):
        with pytest.raises(RuleViolation) as found:
            RULES.battle.decide(battle.state, refused, Actor.player(BLACK), Seeded(b"", 0))
        assert found.value.code == "sealed"
    battle.happen(SealOrders(), Actor.player(RED))
    turn = battle.state.turn
    while battle.state.turn == turn and (action := RULES.battle.proceed(battle.state)) is not None:
        battle.happen(action, ENGINE)
        assert not RULES.battle.prompt(battle.state) or battle.state.turn > turn
    assert set(battle.seen) <= {"hold", "must"}
    assert battle.state.turn == turn + 1


@pytest.mark.rule("MM-R120")
def test_the_players_of_a_side_seal_one_after_the_other():
    battle = Sealed(1)
    while (action := RULES.battle.proceed(battle.state)) is not None:
        battle.happen(action, ENGINE)
    black = Actor.player(BLACK)
    first, *others = RULES.battle.ordering.units(battle.state, BLACK)
    assert set(others) == {who.id for who in battle.state.living(BLACK)} - {first}
    battle.happen(SealOrders(units=(first,)), black)
    [mine, _] = RULES.battle.prompt(battle.state).asks
    assert list(mine.about) == others
    with pytest.raises(RuleViolation) as found:
        RULES.battle.decide(battle.state, GiveOrders(first="hold", units=(first,)), black, Seeded(b"", 0))
    assert found.value.code == "sealed"
    battle.happen(GiveOrders(first="hold"), black)
    assert list(battle.state.orders.standing[-1].units) == others
    battle.happen(SealOrders(), black)
    assert [ask.side for ask in RULES.battle.prompt(battle.state).asks] == [RED]
    battle.happen(BreakSeal(units=(first,)), black)
    assert [ask.about for ask in RULES.battle.prompt(battle.state).asks] == [(first,), ()]
    battle.happen(SealOrders(), Actor.player(RED))
    battle.happen(GiveOrders(first="hold", units=(first,)), black)
    battle.happen(SealOrders(), black)
    assert ORDERS.sealing.open(battle.state)
