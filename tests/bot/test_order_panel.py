"""The order panel at its fullest, and where a rule set has no orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import pytest
from discord import ui
from simcord.components import walk_components

from bot.panels.order_form import FORMS, SELECTS, asked, order_form
from bot.panels.order_panel import ORDERS, UNITS, OrdersShown, order_panel
from bot.talk.ticket import Ticket
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.orders import GiveOrders
from rules.kernel.action import Action
from rules.seam.asking import Offer, keyed
from rules.seam.ordering import Ordering, StandingOrder, WouldDo
from rules.seam.viewing import UnitView, View
from tests.bot import toy
from tests.bot.opened import battle_of
from tests.bot.world import World, ids_of, refused

assert BOOK_AND_GUN.battle.ordering is not None
ORDERING = cast("Ordering[object]", BOOK_AND_GUN.battle.ordering)
LONG = "a very long word indeed, with *a reason* and a half for every one of its many letters, " * 4


def _parts(layout: ui.LayoutView) -> list[Mapping[str, Any]]:
    return list(walk_components(layout.to_components()))


def _text(layout: ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in _parts(layout) if part.get("type") == 10)


def _crowd(units: int, orders: int) -> tuple[View, OrdersShown]:
    view = View("Turn 1", units=tuple(UnitView(f"u{n}", f"{n} {LONG}", "army", 9, 9, at="B2") for n in range(units)))
    offers = keyed(Offer(toy.Hold(), f"All {n}: {LONG}", detail=LONG) for n in range(60))
    refs = tuple(unit.ref for unit in view.units)
    stands = tuple(StandingOrder(n + 1, LONG, refs, (LONG,) * 6, LONG, "", refs[:9]) for n in range(orders))
    chances = ((LONG, Fraction(1, 3)), (LONG, Fraction(2, 3)))
    now = tuple(WouldDo(ref, f"{ref} {LONG}", 1, LONG, toy.Hold(), chances) for ref in refs)
    return view, OrdersShown(offers, stands, now, ORDERING)


@pytest.mark.parametrize("page", [0, 1, 3, 9])
async def test_twenty_units_and_ten_orders_come_in_pages_within_the_limits(club: World, page: int) -> None:
    fight = await battle_of(club)
    field = await fight.field()
    view, sheet = _crowd(20, 10)
    ticket = Ticket("orders", fight.id, 1, field.prompt.asks[0].side)
    layout = order_panel(field, view, ticket, sheet, heading=f"✔ {LONG}\n" * 9, page=page)
    parts = _parts(layout)
    assert len(parts) <= 40
    assert len(_text(layout)) <= 4000
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))
    # Four pages: 8, 8, 4 and no units; 3, 3, 3 and 1 orders.
    assert (UNITS, ORDERS) == (8, 3)
    shown = min(page, 3)
    assert _text(layout).count("\n• ") == (8, 8, 4, 0)[shown]
    assert (
        len([one for one in ids if one.startswith("adj2:orders-cancel:") and not one.endswith(":all")])
        == (3, 3, 3, 1)[shown]
    )


def _company(units: int, orders: int) -> tuple[View, OrdersShown]:
    """As many squads as there may be, in the words of a battle."""
    names = [f"{n} Squad" for n in range(1, units + 1)]
    view = View("Turn 3", units=tuple(UnitView(f"u{n}", name, "army", 9, 9, at="B2") for n, name in enumerate(names)))
    offers = keyed(Offer(toy.Hold(), f"All: advance {n}", detail="otherwise hold") for n in range(10))
    refs = tuple(unit.ref for unit in view.units)
    words = "advance to 16 in of an enemy, else fire at the best odds, else look, else hold"
    stands = tuple(
        StandingOrder(n + 1, words, refs[n : n + 2], ("charged", "2 men lost"), "the end of the turn")
        for n in range(orders)
    )
    now = tuple(
        WouldDo(ref, name, 1, "Fire at Mill cell, 6 in", toy.Hold(), (("at least one hit", Fraction(2, 3)),))
        for ref, name in zip(refs, names, strict=True)
    )
    return view, OrdersShown(offers, stands, now, ORDERING)


@pytest.mark.parametrize(("units", "orders"), [(1, 1), (6, 2), (20, 5), (50, 30)])
async def test_with_many_units_the_panel_stays_short_on_a_phone(club: World, units: int, orders: int) -> None:
    """Two lines on top; a title and eight units; three orders of two lines each: more of either come on other pages."""
    fight = await battle_of(club)
    field = await fight.field()
    view, sheet = _company(units, orders)
    layout = order_panel(field, view, Ticket("orders", fight.id, 1, "army"), sheet)
    lines = _text(layout).splitlines()
    assert len(lines) <= 2 + (1 + 8) + 3 * 2 + 1, lines
    # About 45 letters fit a line of a phone.
    assert sum(-(-len(line) // 45) for line in lines) <= 40, lines
    assert sum(part.get("type") == 1 for part in _parts(layout)) <= 7, "rows of controls"


def _actions() -> list[Action]:
    return [GiveOrders(first="hold"), GiveOrders(first="fire at", units=tuple(f"u{n}" for n in range(20)), target="u3")]


@pytest.mark.parametrize("action", _actions())
def test_the_form_has_every_field_once_and_stays_within_the_limits(action: Action) -> None:
    view, _ = _crowd(30, 0)
    how = asked(type(action))
    names = [spec.name for spec in (*how.chosen, *how.flags, *how.written)]
    assert sorted(names) == sorted(set(type(action).model_fields) - {"verb"})
    assert len(how.chosen) <= SELECTS
    assert len(how.forms()) <= FORMS
    assert [spec.name for form in how.forms() for spec in form] == [spec.name for spec in how.written]
    layout = order_form(BOOK_AND_GUN, action, 2**31, Ticket("orders", 2**31, 2**31, "army", "u12345"), view, LONG * 9)
    assert len(_parts(layout)) <= 40
    assert len(_text(layout)) <= 4000


async def test_a_rule_set_without_orders_says_so_and_shows_no_button(club: World) -> None:
    fight = await battle_of(club)
    assert ids_of(club.prompt(), "orders") == []
    assert "knows no orders that stand" in refused(await (await fight.player()).slash(club.thread, "orders"))


async def test_orders_of_a_battle_that_is_over_are_not_offered(club: World) -> None:
    fight = await battle_of(club)
    field = await fight.field()
    view, sheet = _crowd(2, 1)
    assert field.info.result is None
    quiet = replace(field, prompt=replace(field.prompt, asks=()))
    layout = order_panel(quiet, view, Ticket("orders", fight.id, 1, "army"), sheet)
    assert "The battle waits for nobody." in _text(layout)


def test_a_step_that_one_select_has_no_room_for_stands_in_a_second_one() -> None:
    steps = next(spec for spec in asked(GiveOrders).chosen if spec.name == "first").choices
    assert len(steps) > 24, "The Book and the Gun has more steps than a select has options"
    ticket = Ticket("orders", 1, 1, "army")
    layout = order_form(BOOK_AND_GUN, GiveOrders(first=steps[-1]), 7, ticket, View("Turn 1"), "")
    parts = _parts(layout)
    assert len(parts) <= 40
    selects = [part for part in parts if ".first" in str(part.get("custom_id", "")) and part.get("options")]
    assert [option["value"] for part in selects for option in part["options"]] == list(steps)
    assert all(len(part["options"]) <= 25 for part in selects)
    assert [option["value"] for option in selects[1]["options"] if option.get("default")] == [steps[-1]]


async def test_a_unit_of_the_list_says_where_it_stands_if_that_is_known(club: World) -> None:
    fight = await battle_of(club)
    field = await fight.field()
    side = field.prompt.asks[0].side
    units = (UnitView("a", "Able", side, 9, 9, at="B2"), UnitView("b", "Baker", side, 9, 9))
    layout = order_panel(field, View("Turn 1", units=units), Ticket("orders", fight.id, 1, side), _crowd(0, 0)[1])
    (select,) = [part for part in _parts(layout) if "orders-unit" in str(part.get("custom_id"))]
    assert [(option["value"], option.get("description", "")) for option in select["options"]] == [
        ("a", "at B2"), ("b", ""),
    ]  # fmt: skip
