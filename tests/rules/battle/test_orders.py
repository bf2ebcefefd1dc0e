"""Orders as data: which goes before which, and when they lapse."""

from rules.battle.orders.data import (
    NO_LONGER_FITS,
    NO_ORDERS,
    Order,
    OrdersCancelled,
    OrdersGiven,
    OrderStopped,
    Step,
    Stop,
    evolve_orders,
    phase_over,
)


def order(number, *units, phases=("move",), side="army", until=(1, "move")):
    return Order(number, side, (Step("go"),), phases, units, until=until)


def given(*orders):
    found = NO_ORDERS
    for one in orders:
        found = evolve_orders(found, OrdersGiven(order=one))
    return found


def numbers(orders):
    return [one.number for one in orders.standing]


def test_the_newest_order_for_a_unit_counts():
    orders = given(order(1), order(2, "a"), order(3, "b", phases=("fire",)))
    assert orders.for_unit("army", "a", "move").number == 2
    assert orders.for_unit("army", "b", "move").number == 1
    assert orders.for_unit("army", "b", "fire").number == 3
    assert orders.for_unit("army", "a", "fire") is None
    assert orders.for_unit("rebels", "a", "move") is None
    assert orders.last == 3


def test_what_leaves_nothing_for_an_older_order_replaces_it():
    assert numbers(given(order(1, "a"), order(2, "a", "b"))) == [2]
    assert numbers(given(order(1, "a", "b"), order(2, "a"))) == [1, 2]
    assert numbers(given(order(1), order(2, "a"), order(3))) == [3]
    assert numbers(given(order(1, phases=("move", "fire")), order(2))) == [1, 2]
    assert numbers(given(order(1), order(2, side="rebels"))) == [1, 2]


def test_a_stopped_order_stands_in_the_way_of_older_ones():
    orders = given(order(1), order(2, "a", "b"))
    event = OrderStopped(side="army", order=2, stop=Stop(NO_LONGER_FITS), units=("a",))
    orders = evolve_orders(orders, event)
    found = orders.for_unit("army", "a", "move")
    assert found.number == 2
    assert not found.stands_for("a")
    assert found.stands_for("b")
    orders = evolve_orders(orders, OrderStopped(side="army", order=2, stop=Stop("losses")))
    assert not orders.for_unit("army", "b", "move").stands_for("b")


def test_cancelled_for_its_last_unit_an_order_is_gone():
    orders = evolve_orders(given(order(1, "a", "b")), OrdersCancelled(side="army", orders=(1,), units=("a",)))
    assert numbers(orders) == [1]
    assert numbers(evolve_orders(orders, OrdersCancelled(side="army", orders=(1,), units=("b",)))) == []
    assert numbers(evolve_orders(orders, OrdersCancelled(side="rebels", orders=(1,)))) == [1]


def test_orders_lapse_with_their_phase_or_turn_and_are_remembered_until_others_of_their_kind_lapse():
    orders = given(
        order(1, "a"),
        order(2, "b", phases=("fire",), until=(1, "")),
        order(3, "c", until=None),
        order(4, "d", until=(2, "")),
    )
    orders = phase_over(orders, 1, "move")
    assert numbers(orders) == [2, 3, 4]
    orders = phase_over(orders, 1, "")
    assert numbers(orders) == [3, 4]
    assert [one.number for one in orders.past] == [1, 2]
    orders = phase_over(orders, 2, "")
    assert [one.number for one in orders.past] == [2, 4]
