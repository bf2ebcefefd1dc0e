"""Orders that stand: given these orders and this table, then this is done on the next card, or this is asked."""

from dataclasses import replace

import pytest

from rules.battle.orders.data import OrderFollowed, OrdersGiven, OrderStopped
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, RepeatOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold, NameJoker
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.actions.movement import ChargeEnemy, Enter, Move, RallyUnit, Reform
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import DEEDS, ORDERS
from rules.book_and_gun.events.battle import PhaseEnded, TurnBegan
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import ARMY, INSURGENTS, ChargeInProgress, Run
from rules.book_and_gun.units import Contact, Morale, Phase, Posture, Spotted, Status
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Card, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.battle.alarms import at_once

from .field import NORTH, SOUTH, army, battle, cell, hurt
from .war import led

BLACK = Actor.player(ARMY)
CARDS = {ARMY: "23456789S", INSURGENTS: "23456789H"}


class Table:
    """A battle under orders; the dice are nobody's business here."""

    def __init__(self, *units, phase=Phase.MOVEMENT, cards=3, side=ARMY, joker=False, **given):
        run = Run(side, tuple(Card(f"{n}{CARDS[side][-1]}") for n in CARDS[side][:cards]))
        run = Run(side, (Card("BJ" if side == ARMY else "RJ"),), joker=True) if joker else run
        self.state = replace(battle(*units, phase=phase, **given), run=run)
        self.events, self.number = [], 0

    def do(self, action, by=BLACK):
        self.number += 1
        events = list(RULES.battle.decide(self.state, action, by, Seeded(b"orders", self.number)))
        self.state = RULES.battle.fold(events, self.state)
        self.events += events
        return events

    def order(self, first, by=BLACK, **given):
        return self.do(GiveOrders(first=first, **at_once(given)), by)

    def due(self, side=ARMY):
        """The action that the side's orders come to now."""
        [found] = ORDERS.due(self.state, side)
        return getattr(found, "action", found)

    def goes_on(self):
        """The engine's step by orders: its events. Nobody may have been asked."""
        assert not prompt(self.state)
        step = proceed(self.state)
        assert isinstance(step, FollowOrders)
        return self.do(step, ENGINE)

    def changed(self, **given):
        self.state = replace(self.state, **given)

    def unit(self, name, **given):
        self.state = self.state.with_unit(replace(self.state.unit(name), **given))


def seen(unit):
    """Spotted by the army as long as it matters."""
    return replace(unit, spotted=(Spotted(ARMY, 99), Spotted(INSURGENTS, 99)))


def able(**given):
    return led(army("able", at=(10, 6), facing=NORTH, **given))


def baker(**given):
    return led(army("baker", at=(30, 6), facing=NORTH, **given))


def red(at=(10, 16), **given):
    return seen(cell("red", at=at, facing=SOUTH, **given))


def far(at=(30, 30), **given):
    return seen(cell("far", at=at, facing=SOUTH, **given))


# ── Steps ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"first": "advance"}, Move(unit="able")),
        ({"first": "advance to", "to": "20,10"}, Move(unit="able", to="20,10")),
        ({"first": "step back"}, Move(unit="able", backwards=True)),
        ({"first": "lie down"}, Reform(unit="able", posture=Posture.PRONE)),
        ({"first": "charge"}, ChargeEnemy(unit="able", target="red")),
        ({"first": "charge", "target": "red"}, ChargeEnemy(unit="able", target="red")),
        ({"first": "charge", "target": "far", "then": "advance"}, Move(unit="able")),
        ({"first": "hold"}, Hold(unit="able")),
    ],
    ids=lambda one: one["first"] if isinstance(one, dict) else "",
)
def test_a_unit_does_on_its_movement_card_what_its_list_says(given, wanted):
    table = Table(able(), red(at=(10, 13)), far())
    table.order(**given)
    assert table.due() == wanted


def test_an_advance_goes_no_nearer_to_an_enemy_than_ordered_and_then_the_next_step_counts():
    table = Table(able(), red(at=(10, 18)))
    table.order("advance", within=8)
    # from head to head 12 in, from base to base 12 less a base of 0.8 or so: a move of at most what is left above 8
    assert 2.5 < table.due().inches <= 4
    table.order("advance", within=12, then="lie down")
    assert table.due() == Reform(unit="able", posture=Posture.PRONE)


def test_a_unit_that_follows_keeps_six_inches_behind_and_holds_when_it_is_there():
    table = Table(able(), baker(), far())
    table.order("follow", target="baker", units=("able",))
    table.order("hold", units=("baker",))
    assert table.due() == Move(unit="able", to="30.0,6.0")  # the middles are 16 and 36 in from the west
    near = Table(able(), led(army("baker", at=(16, 6))), far())
    near.order("follow", target="baker", units=("able",))
    near.order("hold", units=("baker",))
    assert near.due() == Hold(unit="able")


def test_a_unit_sent_to_a_place_is_done_when_it_is_there():
    table = Table(able(), far())
    x, y = 16.0, 6.0  # the foremost of a line is the man in its middle
    table.order("advance to", to=f"{x},{y}", then="lie down")
    assert table.due() == Reform(unit="able", posture=Posture.PRONE)


def test_a_shaken_unit_rallies_whatever_its_list_says_and_a_pinned_one_instead_of_advancing():
    table = Table(able(morale=Morale.SHAKEN, morale_turn=1), far())
    table.order("advance")
    assert table.due() == RallyUnit(unit="able")
    pinned = Table(able(morale=Morale.PINNED, morale_turn=1), far())
    pinned.order("advance")
    assert pinned.due() == RallyUnit(unit="able")
    pinned.order("hold")
    assert pinned.due() == Hold(unit="able")


def test_a_reserve_enters_when_it_is_ordered_to():
    reserve = replace(army("able"), reserve=True)
    table = Table(reserve, far())
    table.order("enter")
    assert table.due() == Enter(unit="able")


def test_only_a_reserve_is_offered_to_enter_and_only_a_unit_at_movement_to_charge():
    ready, waiting = army("able"), replace(army("baker"), reserve=True)

    def firsts(phase, unit):
        state = Table(ready, waiting, far(), phase=phase).state
        return {each.action.first for each in RULES.battle.ordering.proposals(state, ARMY, unit)}

    moving = {unit: firsts(Phase.MOVEMENT, unit) & {"enter", "charge"} for unit in ("", "able", "baker")}
    assert moving == {"": set(), "able": {"charge"}, "baker": {"enter", "charge"}}
    firing = {unit: firsts(Phase.FIRE, unit) & {"enter", "charge"} for unit in ("", "able", "baker")}
    assert firing == {"": set(), "able": set(), "baker": {"enter"}}


def fire(*units, **given):
    return Table(*units, phase=Phase.FIRE, **given)


def test_fire_at_the_nearest_at_the_best_odds_and_at_a_named_unit():
    small = seen(cell("small", 1, at=(14, 14), facing=SOUTH))
    table = fire(able(), small, far(at=(8, 18)))
    table.order("fire at the nearest")
    assert table.due().target == "small"
    table.order("fire at the best odds")
    assert falls(table, table.due()) == max(falls(table, action) for _, action in shots(table))
    assert len(list(shots(table))) > 1
    table.order("fire at", target="far")
    assert table.due().target == "far"


def falls(table, action):
    odds = RULES.battle.odds(table.state, action, BLACK)
    return max(one.chance for one in odds.chances if one.outcome.kind == "falls")


def shots(table):
    for offer in RULES.battle.offers(table.state, ARMY, "able"):
        if offer.verb == "fire":
            yield offer, offer.action


def test_fire_waits_for_the_chance_that_was_ordered():
    table = fire(able(), far(at=(10, 24)))
    table.order("fire at the best odds")
    assert isinstance(table.due(), Fire)
    chance = max(one.chance for one in RULES.battle.odds(table.state, table.due(), BLACK).chances) * 100
    table.order("fire at the best odds", least=min(100, int(chance) + 1))
    assert table.due() == Hold(unit="able")


def test_a_unit_looks_when_nobody_is_there_to_be_fired_at():
    hidden = cell("hidden", at=(10, 15), facing=SOUTH)
    table = fire(able(), hidden)
    table.order("fire at the nearest", then="look")
    assert table.due() == Spot(unit="able", target="hidden")


def test_a_joker_is_named_for_the_first_unit_whose_orders_take_it_or_else_asked_for():
    table = Table(able(), baker(), far(), joker=True)
    table.order("advance", jokers=False)
    assert prompt(table.state).for_side(ARMY).key.endswith("joker")
    table.order("advance", units=("baker",))
    assert table.due() == NameJoker(unit="baker")


def test_a_list_that_begins_with_holding_holds_when_others_move_and_fires_when_they_fire():
    table = Table(able(), red())
    table.order("hold", then="fire at the best odds", last="look")
    assert table.due() == Hold(unit="able")
    firing = fire(able(), red(at=(10, 12)))
    firing.order("hold", then="fire at the best odds", last="look")
    assert isinstance(firing.due(), Fire)


# ── Whose orders come first ───────────────────────────────────────────────────────────────────────────────────────


def test_the_first_of_the_list_who_has_something_to_do_takes_the_card_and_only_then_is_held():
    table = Table(able(), baker(), far())
    table.order("hold", units=("able",))
    table.order("advance", units=("baker",))
    assert table.due() == Move(unit="baker")
    table.goes_on()
    assert table.due() == Hold(unit="able")
    both = Table(able(), baker(), far())
    both.order("advance", units=("baker", "able"))
    assert both.due() == Move(unit="baker")


def test_a_card_that_orders_answer_asks_nobody_and_a_unit_without_orders_is_asked_for():
    table = Table(able(), baker(), far())
    assert prompt(table.state)
    table.order("advance", units=("able",))
    assert kinds(table.goes_on())[-1] == "order-followed"
    assert prompt(table.state).for_side(ARMY).units == ("baker",)
    assert proceed(table.state) is None


def test_a_unit_that_holds_leaves_the_card_to_one_without_orders():
    table = Table(able(), baker(), far())
    table.order("hold", units=("able",))
    assert prompt(table.state).for_side(ARMY)
    table.do(Move(unit="baker"))
    assert table.due() == Hold(unit="able")


def test_newer_orders_go_before_older_ones_and_those_for_a_unit_before_those_for_all():
    table = Table(able(), baker(), far())
    table.order("advance to", to="10,10")
    table.order("advance", units=("able",))
    assert table.due() == Move(unit="able")
    table.order("step back")  # for all: nothing older is left
    assert [order.number for order in table.state.orders.standing] == [3]
    assert table.due() == Move(unit="able", backwards=True)


def test_the_other_side_has_cards_of_its_own():
    table = Table(able(), far(), side=INSURGENTS)
    table.order("advance")
    assert prompt(table.state).for_side(INSURGENTS)
    table.order("advance", by=Actor.player(INSURGENTS))
    assert table.due(INSURGENTS) == Move(unit="far")


# ── Stops ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def stops(table, kind, units=("able",)):
    """The order stops now, with a word to its side alone; then the side is asked."""
    [event] = table.goes_on()
    assert isinstance(event, OrderStopped)
    assert (event.stop.kind, event.units) == (kind, units)
    assert RULES.battle.tell(table.state, event, Viewer(ARMY)).headline.startswith("Orders 1 stop")
    for other in (PUBLIC, Viewer(INSURGENTS)):
        assert RULES.battle.tell(table.state, event, other) is None
    assert prompt(table.state).for_side(ARMY)
    return True


def test_orders_stop_for_a_unit_that_is_charged():
    table = Table(able(), red())
    table.order("advance", ask_charged=True)
    table.changed(charges=(ChargeInProgress("red", "able", 2, 8.0, 10.0),))
    assert stops(table, "charged")


def test_orders_stop_for_a_unit_that_is_fired_at_but_not_for_what_was_before():
    table = Table(able(under_fire=(Contact(2, "red"),)), red(), far())
    table.order("advance", ask_fired_at=True)
    assert isinstance(table.due(), Move)
    table.unit("able", under_fire=(Contact(2, "red"), Contact(2, "far")))
    assert stops(table, "fired at")


def test_a_unit_for_which_orders_have_stopped_leaves_the_others_under_them():
    table = Table(able(), baker(), far())
    table.order("advance", ask_fired_at=True)
    table.unit("able", under_fire=(Contact(2, "far"),))
    [event] = table.goes_on()
    assert event.units == ("able",)
    assert table.due() == Move(unit="baker")
    table.goes_on()
    assert prompt(table.state).for_side(ARMY).units == ("able",)


def test_orders_stop_for_a_unit_that_loses_its_nerve():
    table = Table(able(), far())
    table.order("advance", ask_unsteady=True)
    table.unit("able", morale=Morale.PINNED, morale_turn=2)
    assert stops(table, "unsteady")


def test_orders_stop_when_so_many_are_lost_since():
    table = Table(hurt(able(), Status.KILLED, 7), far())
    table.order("advance", ask_losses=2)
    table.changed(units=tuple(hurt(u, Status.WOUNDED, 6) if u.id == "able" else u for u in table.state.units))
    assert isinstance(table.due(), Move)
    table.changed(units=tuple(hurt(u, Status.KILLED, 5) if u.id == "able" else u for u in table.state.units))
    assert stops(table, "losses", ())


def test_orders_stop_when_another_enemy_is_seen_and_a_hidden_one_is_no_enemy_yet():
    table = Table(able(), far(), red(at=(20, 24), concealed=True))
    table.order("advance", ask_new_enemy=True)
    assert isinstance(table.due(), Move)
    table.unit("red", concealed=False)
    assert stops(table, "new enemy", ())


def test_orders_stop_when_an_enemy_is_near_that_the_side_knows_of():
    table = Table(able(), red(at=(10, 24), concealed=True))
    table.order("hold", ask_near=10)
    table.unit("red", figures=tuple(replace(f, at=(f.at[0], 12.0)) for f in table.state.unit("red").figures))
    assert isinstance(table.due(), Hold)
    table.unit("red", concealed=False)
    assert stops(table, "near")


def test_orders_stop_in_a_turn():
    table = Table(able(), far())
    table.order("advance", ask_turn=3, lasts="battle")
    assert isinstance(table.due(), Move)
    table.changed(turn=3)
    assert stops(table, "turn", ())


def test_orders_that_shall_ask_stop_when_nothing_on_their_list_can_be_done():
    table = fire(able(), far(at=(10, 24)))
    table.order("fire at the best odds", least=100, otherwise="ask")
    assert stops(table, "no longer fits")


# ── How long they stand ───────────────────────────────────────────────────────────────────────────────────────────


def standing(table):
    return [order.number for order in table.state.orders.standing]


def test_orders_for_a_phase_lapse_with_it_and_stand_again_when_they_are_repeated():
    table = Table(able(), far())
    table.order("advance")
    table.order("fire at the nearest", then="look")
    table.state = evolve(table.state, PhaseEnded(phase=Phase.MOVEMENT))
    assert standing(table) == [2]
    table.changed(phase=Phase.FIRE)
    table.state = evolve(table.state, PhaseEnded(phase=Phase.FIRE))
    assert standing(table) == []
    table.state = evolve(replace(table.state, phase=Phase.MOVEMENT), TurnBegan(turn=3))
    table.do(RepeatOrders())
    assert [(o.number, o.phases, o.until) for o in table.state.orders.standing] == [
        (3, ("movement",), (3, "movement")),
        (4, ("fire",), (3, "fire")),
    ]


def test_orders_for_a_turn_lapse_when_the_next_begins_and_those_for_the_battle_never():
    table = Table(able(), baker(), far())
    table.order("advance", then="fire at the nearest", lasts="turn", units=("able",))
    table.order("hold", lasts="battle", units=("baker",))
    table.state = evolve(table.state, PhaseEnded(phase=Phase.MOVEMENT))
    assert standing(table) == [1, 2]
    table.state = evolve(table.state, TurnBegan(turn=3))
    assert standing(table) == [2]


def test_orders_for_three_turns_lapse_when_the_fourth_begins():
    table = Table(able(), baker(), far())
    table.order("advance", lasts="3 turns", units=("able",))
    # The second turn runs: the second, third and fourth are three.
    assert table.state.orders.standing[0].until == (4, "")
    table.state = evolve(table.state, PhaseEnded(phase=Phase.MOVEMENT))
    for turn in (3, 4):
        table.state = evolve(table.state, TurnBegan(turn=turn))
        assert standing(table) == [1]
    table.state = evolve(table.state, TurnBegan(turn=5))
    assert standing(table) == []


def test_orders_given_when_the_phase_is_over_are_for_the_next_of_its_kind():
    table = fire(able(), far())
    table.order("advance")
    assert table.state.orders.standing[0].until == (3, "movement")
    table.order("advance", then="fire at the nearest")
    assert table.state.orders.standing[-1].until == (2, "fire")


def test_orders_are_cancelled_by_number_for_a_unit_or_all():
    table = Table(able(), baker(), far())
    table.order("advance")
    table.order("fire at the nearest")
    table.do(CancelOrders(number=2))
    assert standing(table) == [1]
    table.do(CancelOrders(units=("able",)))
    assert table.due() == Move(unit="baker")
    table.do(CancelOrders())
    assert standing(table) == []
    with pytest.raises(RuleViolation, match="no such order"):
        table.do(CancelOrders())


# ── What is refused, and who learns of them ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"first": "advance", "units": ("far",)}, "not-yours"),
        ({"first": "advance", "units": ("nobody",)}, "not-yours"),
        ({"first": "advance to"}, "no-place"),
        ({"first": "fire at"}, "nobody-named"),
        ({"first": "fire at", "target": "able"}, "unknown-unit"),
        ({"first": "fire at", "target": "hidden"}, "unknown-unit"),
        ({"first": "follow", "target": "far"}, "unknown-unit"),
        ({"first": "advance", "ask_turn": 2}, "turn-gone"),
        ({"first": "advance", "ask_turn": 3, "lasts": "turn"}, "stop-never"),
    ],
)
def test_orders_that_say_nothing_are_refused_and_change_nothing(given, code):
    table = Table(able(), far(), cell("hidden", at=(20, 20), concealed=True))
    before = table.state
    with pytest.raises(RuleViolation) as refused:
        table.order(**given)
    assert refused.value.code == code
    assert refused.value.remedy
    assert table.state is before


def test_nobody_but_the_engine_follows_orders_and_only_where_there_are_some():
    table = Table(able(), far())
    with pytest.raises(RuleViolation) as refused:
        table.do(FollowOrders(side=ARMY))
    assert refused.value.code == "engine-only"
    with pytest.raises(RuleViolation) as refused:
        table.do(FollowOrders(side=ARMY), ENGINE)
    assert refused.value.code == "nothing-due"


def test_an_act_is_told_as_ordered_to_all_and_with_the_orders_words_to_its_own_side():
    table = Table(able(), far())
    [given] = table.order("advance")
    assert isinstance(given, OrdersGiven)
    assert given.audience == (ARMY,)
    followed = next(event for event in table.goes_on() if isinstance(event, OrderFollowed))
    assert RULES.battle.tell(table.state, followed, PUBLIC).headline == "By orders."
    assert RULES.battle.tell(table.state, followed, Viewer(ARMY)).headline == "By orders 1: advance."


# ── What a panel shows ────────────────────────────────────────────────────────────────────────────────────────────


def test_every_proposal_can_be_given_and_the_list_says_what_each_would_do():
    table = Table(able(), baker(), far())
    for unit in ("", "able"):
        found = RULES.battle.ordering.proposals(table.state, ARMY, unit)
        assert len(found) >= 5
        for one in found:
            assert DEEDS.judge(table.state, one.action, BLACK)
            assert one.units == ((unit,) if unit else ())
    table.order("advance", units=("able",), ask_losses=2)
    first, second = RULES.battle.ordering.would_do(table.state, ARMY)
    assert (first.unit, first.order, first.action) == ("able", 1, Move(unit="able"))
    assert first.words == "Advance, towards the nearest enemy"
    assert (second.unit, second.order, second.words) == ("baker", None, "no orders: you are asked")
    [order] = RULES.battle.ordering.standing(table.state, ARMY)
    assert order.words == "take the joker, else advance, else hold"
    assert order.stops == ("losses of 2 or more (at once)",)
    assert order.until == "the end of the movement phase of turn 2"


def test_what_units_would_do_is_shown_before_their_card_is_turned():
    table = fire(able(), red(), side=INSURGENTS)
    table.order("fire at the best odds")
    [would] = RULES.battle.ordering.would_do(table.state, ARMY)
    assert would.words.startswith("Fire at Red")
    assert would.chances


def kinds(events):
    return [event.kind for event in events]
