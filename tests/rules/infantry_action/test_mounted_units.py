"""Whole units on horse or cycle, and heavy machine guns on vehicles."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.movement import GiveTask, OrderGroup
from rules.infantry_action.book.anti_tank import can_harm
from rules.infantry_action.decide import decide
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import VehicleKind
from rules.infantry_action.forces.costing import plan_cost
from rules.infantry_action.forces.garage import VEHICLES, gun_facts, mounts
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.forces.organisations import raise_unit
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.choosing import aimed_at, heavy_machine_gun
from rules.infantry_action.prompt import proceed, prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from tests.rules.infantry_action.mustering import BOARD, call, unit

RIDERS = "attacker-su44-cavalry-1"
OPEN = replace(BOARD, features=())


def begun(key: str = "su44-cavalry") -> State:
    own = (unit(ATTACKER, "su44-hq"), unit(ATTACKER, key, place=(250.0, 60.0), facing=0.0))
    state = State()
    for event in muster(call(own, board=OPEN), Seeded(b"riding", 1)):
        state = evolve(state, event)
    return ran(state)


def ran(state: State) -> State:
    while (due := proceed(state)) is not None:
        state = asked(state, due, ENGINE)
    return state


def asked(state: State, action: Action, by: Actor | None = None) -> State:
    by = by or Actor.player(ATTACKER)
    for event in decide(state, action, by, Seeded(b"riding", state.period)):
        state = evolve(state, event)
    return state


def sealed(state: State) -> State:
    for ask in prompt(state).asks:
        state = asked(state, SealOrders(), Actor.player(ask.side))
    return ran(state)


@pytest.mark.rule("IA-cost.small-mounts")
@pytest.mark.parametrize(
    ("key", "points"),
    [
        # 9 men 90, corporal 10 + 7, lance corporal 5 + 7, LMG 15, six rifles with grenades 42; nine horses 45
        ("su44-cavalry", "221"),
        # 9 men 90, corporal 10 + 7, lance corporal 5 + 7, LMG 20, six with 7: 42; nine horses 45
        ("de44-reiter", "226"),
        # the same men, on nine bicycles at 5
        ("de44-radfahrer", "226"),
        # 6 men 60, corporal 10 + 7, lance corporal 5 + 7, two with 5, two with 5 and a bottle 3: 26; six horses 30
        ("pa44-horsemen", "145"),
    ],
)
def test_what_they_cost(key: str, points: str) -> None:
    assert plan_cost(raise_unit(key)).value == Decimal(points)


@pytest.mark.rule("IA-units.group", "IA-veh.reverse-swim-horse")
def test_horsemen_are_one_group_and_ride_together() -> None:
    """60 m, each on his own horse, straight ahead from y = 60."""
    state = begun()
    assert [group.id for group in state.groups if group.side == ATTACKER] == ["attacker-su44-hq-1", RIDERS]
    assert len(state.vehicles_of(RIDERS)) == 9
    assert len(list(state.men(RIDERS))) == 9
    before = {vehicle.id: vehicle.at for vehicle in state.fleet(RIDERS)}
    headquarters = next(man for man in state.figures if man.group == "attacker-su44-hq-1")
    state = state.with_figure(replace(headquarters, at=(250.0, 55.0)))
    x, y = state.anchor(RIDERS) or (0.0, 0.0)
    state = sealed(asked(state, OrderGroup(unit=RIDERS, pace="drive", to=f"{round(x)},{round(y) + 60}")))
    gone = {vehicle.id: vehicle.at for vehicle in state.fleet(RIDERS)}
    for key, at in before.items():
        there = gone[key]
        assert at is not None
        assert there is not None
        assert there[1] - at[1] == pytest.approx(60, abs=2)


@pytest.mark.rule("IA-veh.horse-holders")
def test_when_they_dismount_some_stay_with_the_horses() -> None:
    """Nine riders: two cannot hold the horses of seven, a third of whom is 3 rounded up; three hold those of six."""
    state = begun()
    headquarters = next(man for man in state.figures if man.group == "attacker-su44-hq-1")
    state = state.with_figure(replace(headquarters, at=(250.0, 55.0)))
    state = sealed(asked(state, GiveTask(unit=RIDERS, what="leave")))
    mounted = [man for man in state.men(RIDERS) if man.aboard is not None]
    assert len(mounted) == 3
    assert len([horse for horse in state.fleet(RIDERS) if horse.able]) == 9


@pytest.mark.rule("IA-units.group")
def test_a_despatch_rider_among_men_on_foot_stays_by_himself() -> None:
    state = begun("gb44-sherman")
    assert {group.kind for group in state.groups if group.id == "attacker-gb44-sherman-1"} == {"vehicle"}
    assert all(VEHICLES[key].kind is not VehicleKind.AFV for key in ("horse", "bicycle", "motorcycle"))


@pytest.mark.rule("IA-at.light-weapons")
@pytest.mark.parametrize(
    ("model", "heavy"),
    [
        ("m113", [True]),
        ("m48", [False, False, True]),
        ("brdm-2", [True, False]),
        ("sdkfz-251", [False]),
        ("uh-1", [False, False]),
    ],
)
def test_heavy_machine_guns_on_vehicles_are_told_apart(model: str, heavy: list[bool]) -> None:
    assert [mount.heavy for mount in mounts(model)] == heavy
    names = [mount.title for mount in mounts(model)]
    assert [name.startswith("heavy ") for name in names] == heavy


@pytest.mark.rule("IA-at.light-weapons")
def test_they_hurt_light_armour_and_no_other() -> None:
    """The M2 of a half-track against a carrier of 4 t, not against a Sherman of 30 t; the MG of a Sd.Kfz. neither."""
    own = (unit(ATTACKER, "us44-hq"), unit(ATTACKER, "us44-halftrack"))
    theirs = (unit(DEFENDER, "gb44-hq"), unit(DEFENDER, "gb44-carrier"), unit(DEFENDER, "gb44-sherman"))
    state = State()
    for event in muster(call(own, theirs, board=OPEN), Seeded(b"heavy", 1)):
        state = evolve(state, event)
    mounted = [arm for group in state.groups_of(ATTACKER) for arm in arms(state, group) if arm.vehicle]
    assert mounted
    targets = {vehicle.type.key: aimed_at(state, vehicle) for vehicle in state.vehicles if vehicle.side == DEFENDER}
    for arm in mounted:
        heavy = heavy_machine_gun(state, arm)
        assert heavy
        assert can_harm(arm.weapon, targets["carrier"], heavy)
        assert not can_harm(arm.weapon, targets["sherman"], heavy)
    assert gun_facts("heavy-mg") == (False, 12)
