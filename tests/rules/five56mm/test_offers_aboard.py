"""Everything that may be done with a seat, a wheel or a stick is offered: nobody must type it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.offers import offers
from rules.five56mm.state import BLACK, RED
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, truck


def car() -> Skirmish:
    jeep, mine = truck("Jeep", RED, (30, 26), "jeep", mounts=("m2",)), truck(at=(30, 20), mounts=("m60",))
    return Skirmish(
        aboard(man("Driver"), mine, "driver"), aboard(man("Rider"), mine), man("Alpha", BLACK, (32.5, 26)),
        man("Red", RED, (5, 38)), vehicles=[mine, jeep],
    )  # fmt: skip


def helicopter(**more: Any) -> Skirmish:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", mounts=("m2",), **more)
    return Skirmish(
        aboard(man("Pilot"), hawk, "pilot"), aboard(man("Rider"), hawk), man("Alpha", BLACK, (32.5, 20)),
        man("Red", RED, (5, 38)), vehicles=[hawk],
    )  # fmt: skip


def offered(battle: Skirmish, who: str, kind: type[Any]) -> list[tuple[Any, tuple[str, ...]]]:
    battle.card(who)
    return [(each.action, each.needs) for each in offers(battle.state, BLACK, who) if isinstance(each.action, kind)]


@pytest.mark.rule("MM-4.6.3", "MM-4.6.5", "MM-4.61.1")
def test_every_way_to_drive() -> None:
    found = offered(car(), "driver", Drive)
    assert {(drive.task, drive.reverse, needs) for drive, needs in found} == {
        ("none", False, ()), ("none", False, ("to",)), ("none", True, ()), ("none", True, ("to",)),
        ("full-speed", False, ()), ("full-speed", False, ("to",)), ("turn", False, ()), ("turn", False, ("to",)),
    }  # fmt: skip
    assert any(drive.to is None and not needs for drive, needs in found), "to halt"


@pytest.mark.rule("MM-4.7.3", "MM-4.7.5", "MM-4.71.1")
def test_every_way_to_fly() -> None:
    found = offered(helicopter(flying=True), "pilot", Pilot)
    whole = {(fly.task, fly.reverse, needs) for fly, needs in found if not fly.off}
    assert whole == {
        ("none", False, ()), ("none", False, ("to",)), ("none", True, ()), ("none", True, ("to",)),
        ("hover", False, ()), ("hover", False, ("to",)), ("land", False, ()), ("land", False, ("to",)),
        ("full-speed", False, ()),
        ("full-speed", False, ("to",)), ("bank", False, ()), ("bank", False, ("to",)),
    }  # fmt: skip


@pytest.mark.rule("MM-12.1.1", "MM-R205", "MM-R206")
def test_every_seat() -> None:
    boards = offered(car(), "alpha", BoardVehicle)
    assert {(each.vehicle, each.place) for each, _ in boards} == {
        ("jeep", "driver"), ("jeep", "gunner"), ("jeep", "passenger"), ("truck", "gunner"), ("truck", "passenger"),
    }  # fmt: skip
    assert {each.place for each, _ in offered(helicopter(), "alpha", BoardVehicle)} == {
        "co-pilot", "gunner", "passenger",
    }  # fmt: skip
    assert {each.place for each, _ in offered(car(), "rider", BoardVehicle)} == {"gunner"}


@pytest.mark.rule("MM-12.1.2", "MM-4.8.1")
def test_every_way_out() -> None:
    assert {needs for _, needs in offered(car(), "rider", Leave)} == {(), ("to",)}
    assert {needs for _, needs in offered(helicopter(flying=True, hover=0), "rider", FastRope)} == {(), ("to",)}


@pytest.mark.rule("MM-4.6.5")
def test_what_is_offered_can_be_done() -> None:
    for make, who in ((car, "driver"), (car, "rider"), (car, "alpha"), (lambda: helicopter(flying=True), "pilot")):
        battle = make()
        battle.card(who)
        count = len(offers(battle.state, BLACK, who))
        for number in range(count):
            fresh = make()
            fresh.card(who)
            offer = offers(fresh.state, BLACK, who)[number]
            if not offer.needs and isinstance(offer.action, Drive) and offer.action.reverse:
                fresh.do(offer.action)
                assert fresh.state.vehicle("truck").at == (30, 14)  # 12 in allow 6 backwards
