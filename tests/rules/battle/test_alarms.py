"""Alarms of three strengths: an order tells and goes on, asks once the phase or turn is over, or asks at once."""

from dataclasses import replace

import pytest

from rules.battle.orders.data import (
    NO_ORDERS,
    Order,
    OrderNoticed,
    OrdersGiven,
    OrderStopped,
    Step,
    Stop,
    evolve_orders,
    phase_over,
    under_way,
)
from rules.battle.orders.following import FollowOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.events.battle import CardsTurned, PhaseBegan, PhaseEnded
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.book_and_gun.units import Contact, Phase, Status
from rules.kernel.action import ENGINE
from rules.kernel.chance import Card
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun.field import hurt
from tests.rules.book_and_gun.test_orders import Table, able, baker, far

pytestmark = pytest.mark.rule("BG-VII.2")
SEALED = (("sealed-orders", "on"),)
UNDER_FIRE = (Contact(2, "far"),)


def next_phase(table):
    """The movement phase is over, and that of fire begins."""
    for event in (PhaseEnded(phase=Phase.MOVEMENT), PhaseBegan(phase=Phase.FIRE)):
        table.state = evolve(table.state, event)


def kinds(events):
    return [event.kind for event in events]


def test_an_alarm_that_only_tells_tells_once_and_the_order_goes_on():
    table = Table(able(), far())
    table.order("advance", ask_fired_at=True, tells=("fired at",), lasts="battle")
    table.unit("able", under_fire=UNDER_FIRE)
    [noticed] = table.goes_on()
    assert isinstance(noticed, OrderNoticed)
    assert (noticed.units, noticed.stop.strength) == (("able",), "tell")
    assert RULES.battle.tell(table.state, noticed, Viewer(ARMY)).headline == "Orders 1 go on for Able: fired at."
    assert not RULES.battle.tell(table.state, noticed, Viewer(ARMY)).important
    for other in (PUBLIC, Viewer(INSURGENTS)):
        assert RULES.battle.tell(table.state, noticed, other) is None
    assert table.due() == Move(unit="able")
    table.goes_on()
    next_phase(table)
    assert not isinstance(proceed(table.state), FollowOrders), "it is never asked for"


def test_losses_let_everybody_carry_the_phase_out_and_the_side_is_asked_when_it_is_over():
    """Two of able's men fall before able and baker move: both move all the same, and then the order stops for both."""
    table = Table(able(), baker(), far())
    table.order("advance", then="fire at the nearest", ask_losses=2, tells=(), at_once=(), lasts="battle")
    for man in (6, 5):
        table.changed(units=tuple(hurt(u, Status.WOUNDED, man) if u.id == "able" else u for u in table.state.units))
    [noticed] = table.goes_on()
    assert (noticed.kind, noticed.stop.strength, len(noticed.signs)) == ("order-noticed", "later", 2)
    assert "ask when the phase or turn is over" in RULES.battle.tell(table.state, noticed, Viewer(ARMY)).headline
    assert kinds(table.goes_on())[-1] == "order-followed"
    assert kinds(table.goes_on())[-1] == "order-followed"
    next_phase(table)
    [stopped] = table.goes_on()
    assert isinstance(stopped, OrderStopped)
    assert (stopped.stop.kind, stopped.units) == ("losses", ())
    told = RULES.battle.tell(table.state, stopped, Viewer(ARMY))
    assert told.important, "somebody is asked: it stands out among what else is told"
    assert told.headline.endswith("You are asked.")
    assert RULES.battle.ordering.standing(table.state, ARMY)[0].stopped == "losses of 2 or more"


def test_what_happens_after_the_last_act_of_a_phase_is_asked_for_before_the_next_begins():
    table = Table(able(), far(), cards=1)
    table.order("advance", then="look", ask_fired_at=True, tells=(), at_once=(), lasts="battle")
    table.goes_on()
    table.unit("able", under_fire=UNDER_FIRE)
    next_phase(table)
    [stopped] = table.goes_on()
    assert (stopped.kind, stopped.units) == ("order-stopped", ("able",))
    assert not isinstance(proceed(table.state), FollowOrders)


def test_sealed_orders_stop_before_the_next_seal_is_asked_for():
    table = Table(able(), far(), options=SEALED)
    table.order("advance", then="look", ask_fired_at=True, tells=(), at_once=(), lasts="battle")
    table.unit("able", under_fire=UNDER_FIRE)
    table.changed(run=None)
    next_phase(table)
    assert not prompt(table.state)
    [stopped] = table.do(proceed(table.state), ENGINE)
    assert stopped.kind == "order-stopped"
    assert [ask.side for ask in prompt(table.state).asks] == [ARMY, INSURGENTS]


def test_once_a_card_is_turned_the_phase_is_under_way_and_a_sign_waits_for_its_end():
    table = Table(able(), far(), cards=1)
    table.order("advance", then="look", ask_fired_at=True, tells=(), at_once=(), lasts="battle")
    next_phase(table)
    table.state = evolve(table.state, CardsTurned(side=ARMY, cards=(Card("2S"),)))
    table.unit("able", under_fire=UNDER_FIRE)
    assert kinds(table.goes_on())[0] == "order-noticed"


def test_no_stop_breaks_a_volley_in_two():
    """Half of able have fired; far's fire hits them: the others fire first, and only then the order stops."""
    table = Table(able(), far(at=(10, 16)), phase=Phase.FIRE)
    table.order("fire at the nearest", ask_fired_at=True)
    man = table.state.unit("able").figures[0]
    table.state = table.state.with_figure(replace(man, fire_turn=table.state.turn))
    table.unit("able", under_fire=UNDER_FIRE)
    assert kinds(table.goes_on())[-1] == "order-followed"
    whole = Table(able(under_fire=()), far(at=(10, 16)), phase=Phase.FIRE)
    whole.order("fire at the nearest", ask_fired_at=True)
    whole.unit("able", under_fire=UNDER_FIRE)
    assert kinds(whole.goes_on()) == ["order-stopped"]


def test_a_unit_that_is_asked_for_at_once_is_told_nothing_besides():
    table = Table(able(), far())
    table.order("advance", ask_fired_at=True, ask_near=30, tells=("near",), at_once=("fired at",))
    table.unit("able", under_fire=UNDER_FIRE)
    [stopped] = table.goes_on()
    assert stopped.stop == Stop("fired at", None, "now")


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("no-such-stop", {"tells": ("losses",)}),
        ("no-such-stop", {"ask_near": 6, "tells": ("near",), "at_once": ("charged",)}),
        ("two-alarms", {"ask_near": 6, "tells": ("near",), "at_once": ("near",)}),
    ],
)
def test_an_alarm_of_no_stop_and_two_strengths_of_one_are_refused(code, given):
    table = Table(able(), far())
    before = table.state
    with pytest.raises(RuleViolation) as found:
        table.order("advance", **{"tells": (), **given})
    assert (found.value.code, bool(found.value.remedy)) == (code, True)
    assert table.state is before


def test_what_was_stored_before_stops_had_a_strength_asks_at_once_as_it_did():
    states = RULES.battle.states
    table = Table(able(), far())
    table.order("advance", ask_losses=1, lasts="battle")
    stored = states.dump(table.state)
    old = stored.replace(',"strength":"now"', "").replace(',"noticed":[]', "").replace(',"between":false', "")
    assert old != stored
    assert states.load(old) == table.state


def test_marks_are_kept_once_and_a_repeated_order_has_none():
    stop = Stop("losses", 1, "later")
    given = Order(1, "army", (Step("go"),), ("move",), stops=(stop,), until=(1, "move"))
    orders = evolve_orders(NO_ORDERS, OrdersGiven(order=given))
    for sign in ("a", "b"):
        event = OrderNoticed(side="army", order=1, stop=stop, signs=(f"losses: {sign}",))
        orders = evolve_orders(orders, event)
    assert orders.standing[0].noticed == ((stop, ()),)
    assert orders.standing[0].before == ("losses: a", "losses: b")
    assert not orders.between
    assert phase_over(orders, 1, "fire").between
    assert not under_way(phase_over(orders, 1, "fire")).between
