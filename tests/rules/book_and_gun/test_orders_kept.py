"""Whole random battles under random orders: what an order may never do, whatever it says.

An order does nothing that its owner could not have done by hand at that moment, with the same dice; it stops with a
word to its side; the others learn nothing of it; and it answers as long as it stands.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest

from rules.battle.orders.data import NO_ORDERS, OrderEnded, OrderFollowed, OrderNoticed, OrderStopped
from rules.battle.orders.following import Act, FollowOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.actions.orders import Does, GiveOrders
from rules.book_and_gun.deeds import ORDERS
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.battle.alarms import of_any_strength, with_an_end

from .test_random_battles import STEPS, Battle
from .test_secrets import hidden, otherwise, remembered

DOES = (*Does.__args__, *3 * ("advance", "hold", "fire at the best odds", "fire at the nearest"))
"""Steps; what every unit can do comes up oftener."""
SIDES = ("army", "insurgents")


class Ordered(Battle):
    """Both sides give random orders between their answers."""

    def __init__(self, seed):
        super().__init__(seed)
        self.seen = Counter()

    def answer(self, ask, by):
        if not ask.umpire and self.dice.random() < 0.5 and self.order(ask.side):
            return True
        return super().answer(ask, by)

    def order(self, side):
        pick = self.dice
        own = [unit.id for unit in self.state.units if unit.side == side]
        theirs = [unit.id for unit in self.state.units if unit.side != side]
        given = {
            "first": pick.choice(DOES),
            "then": pick.choice((None, *DOES)),
            "third": pick.choice((None, *DOES)),
            "last": pick.choice((None, *DOES)),
            "otherwise": pick.choice(("hold", "hold", "ask")),
            "units": tuple(pick.sample(own, pick.randint(0, len(own)))),
            "target": pick.choice((None, *own, *theirs)),
            "to": pick.choice((None, "12,12", "C3", "6in toward Unit army0", "gibberish")),
            "within": pick.choice((None, 4, 12)),
            "least": pick.choice((None, 10, 60)),
            "lasts": pick.choice(("phase", "turn", "battle")),
            "jokers": pick.random() < 0.7,
            **{name: pick.random() < 0.2 for name in ("ask_charged", "ask_fired_at", "ask_new_enemy", "ask_unsteady")},
            "ask_losses": pick.choice((None, None, 1, 3)),
            "ask_near": pick.choice((None, None, 5, 12)),
            "ask_turn": pick.choice((None, None, 3)),
        }
        return self.act(GiveOrders(**of_any_strength(with_an_end(given, pick), pick)), Actor.player(side))

    def act(self, action, by):
        before, start = self.state, len(self.events)
        done = super().act(action, by)
        if done and isinstance(action, FollowOrders):
            self.judge(before, action, self.events[start:])
        if done:
            self.quiet(start)
        return done

    def judge(self, before, action, events):
        [found] = ORDERS.due(before, action.side)
        if isinstance(found, Act):
            by_hand = RULES.battle.decide(
                before, found.action, Actor.player(action.side), Seeded(self.seed, self.number)
            )
            assert list(by_hand) == [event for event in events if not isinstance(event, OrderFollowed)]
            self.seen[found.step.kind if found.step else "must"] += 1
            return
        assert found
        assert len(events) == len(found)
        for event in events:
            assert isinstance(event, OrderStopped | OrderNoticed | OrderEnded)
            assert isinstance(event, OrderNoticed) <= (event.stop.strength != "now")
            self.seen[f"{'stop' if isinstance(event, OrderStopped) else 'notice'}: {event.stop.kind}"] += 1
            assert RULES.battle.tell(self.state, event, Viewer(action.side)).headline
            assert ORDERS.table.orders(self.state).of(action.side) != ORDERS.table.orders(before).of(action.side)

    def quiet(self, start):
        """Nobody but their own side is told of orders, and nothing that others look at depends on them."""
        for event in self.events[start:]:
            if event.kind in ("orders-given", "orders-cancelled", "order-stopped", "order-noticed"):
                side = event.audience[0]
                for viewer in (PUBLIC, *(Viewer(other) for other in SIDES if other != side)):
                    assert RULES.battle.tell(self.state, event, viewer) is None
            if isinstance(event, OrderFollowed):
                for viewer in (PUBLIC, *(Viewer(other) for other in SIDES if other != event.side)):
                    told = RULES.battle.tell(self.state, event, viewer)
                    assert told is None or told.headline == "By orders."
        without = replace(self.state, orders=NO_ORDERS)
        for side in SIDES:
            theirs = tuple(order for order in self.state.orders.standing if order.side == side)
            alone = replace(self.state, orders=replace(self.state.orders, standing=theirs))
            ask = RULES.battle.ordering
            assert ask.standing(self.state, side) == ask.standing(alone, side)
            if self.dice.random() < 0.1:
                assert ask.proposals(self.state, side, "") == ask.proposals(alone, side, "")
                assert ask.would_do(self.state, side) == ask.would_do(alone, side)
        if self.dice.random() < 0.1:
            for viewer in (PUBLIC, *map(Viewer, SIDES)):
                assert RULES.battle.view(self.state, viewer) == RULES.battle.view(without, viewer)


@pytest.fixture(scope="module")
def fought(long):
    battles = []
    for seed in range(96 if long else 24):
        battle = Ordered(seed)
        for _ in range(STEPS):
            if not battle.step():
                break
        else:
            pytest.fail(f"battle {seed} does not end")
        battles.append(battle)
    return battles


def test_an_order_does_what_its_owner_could_have_done_and_stops_with_a_word(fought):
    seen = sum((battle.seen for battle in fought), Counter())
    assert seen["advance"] > 5
    assert seen["hold"] > 5
    assert seen["fire at the best odds"] + seen["fire at the nearest"] > 5
    assert sum(count for kind, count in seen.items() if kind.startswith("stop: ")) > 10


def test_the_state_is_the_fold_of_the_journal_and_is_read_back_as_it_was(fought):
    for battle in fought:
        assert RULES.battle.fold(battle.events) == battle.state
        assert RULES.battle.states.load(RULES.battle.states.dump(battle.state)) == battle.state


def test_the_engine_never_asks_for_an_act_that_is_refused(fought):
    assert not any(refused.code == "nothing-due" for battle in fought for refused in battle.refusals)


def test_what_a_unit_would_do_is_what_it_does_on_the_next_card_of_its_order(long):
    pick, compared = random.Random(4), 0
    for seed in range(48 if long else 12):
        battle = Ordered(200 + seed)
        for _ in range(STEPS):
            action = RULES.battle.proceed(battle.state)
            if isinstance(action, FollowOrders) and pick.random() < 0.5:
                [found] = ORDERS.due(battle.state, action.side)
                if isinstance(found, Act):
                    would = {one.unit: one for one in RULES.battle.ordering.would_do(battle.state, action.side)}
                    assert would[found.unit].action == found.action
                    compared += 1
            if not battle.step():
                break
    assert compared > 10


ALL_STOPS = {"ask_charged": True, "ask_fired_at": True, "ask_new_enemy": True, "ask_unsteady": True, "ask_near": 12}
BLACK = Actor.player("army")


def test_a_stop_finds_out_nothing_that_its_side_may_not_know(long):
    """What orders come to is the same in the same battle with the hidden units elsewhere and called otherwise."""
    compared = 0
    for seed in range(40 if long else 12):
        battle = Ordered(seed)
        if battle.state.board is None:
            continue
        battle.act(Conceal(unit="insurgents0"), UMPIRE)
        loud = of_any_strength(ALL_STOPS, random.Random(seed))
        orders = GiveOrders(first="advance", then="fire at the nearest", last="look", lasts="battle", **loud)
        battle.act(orders, BLACK)
        for _ in range(60):
            unseen = hidden(battle.state, Viewer("army"))
            if unseen:
                other = otherwise(battle.state, unseen, remembered(battle.state, Viewer("army")))
                assert words_of(battle.state) == words_of(other)
                compared += 1
            if not battle.step():
                break
    assert compared > 40


def words_of(state):
    [found] = ORDERS.due(state, "army")
    if isinstance(found, Act):
        return found.order.number, found.unit, found.action
    return found and tuple((halt.order.number, halt.stop, halt.units, halt.signs, halt.goes_on) for halt in found)
