"""Whole periods at whose end somebody's nerves are tested, and the next one, which they bind. Worked by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Posture, Weapon
from rules.infantry_action.figures import Condition
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import SOUTH, TANK, section, team, vehicle
from tests.rules.infantry_action.table import Table, added, walk
from tests.rules.infantry_action.test_periods_of_fire import begun, shooter


def shaken(dice: str, *, north: float = 200.0, posture: Posture = Posture.PRONE) -> Table:
    """Able fires at two of Red and misses; Red takes its test with these dice and knows where Able is."""
    red = section("red", DEFENDER, 2, at=(100, north), facing=SOUTH, posture=posture)
    table = begun(shooter(), red, dice=f"5,1,{dice}")
    table.write(Instruct(unit="red", leader="never"))
    table.period(fire=[Fire(unit="able", target="red")])
    return table


def score(table: Table) -> int | None:
    return table.state.group("red").bound.score


@pytest.mark.rule("IA-reaction.result.15", "IA-reaction.dice")
def test_at_15_the_group_goes_for_the_enemy() -> None:
    """18 and an enemy in the open: 19. Whether it is told to halt or to go back, it walks 50 m towards him."""
    for told in (OrderGroup(unit="red", pace="halt"), walk("red", "100,250")):
        table = shaken("6,6,6")
        assert score(table) == 19
        table.period(told)
        assert table.state.figure("red1").at == (100, 150)
    table = shaken("6,6,6")
    table.period(OrderGroup(unit="red", pace="crawl", to="100,190"))
    assert table.state.figure("red1").at == (100, 190), "he is nearer as he was ordered"


@pytest.mark.rule("IA-reaction.result.under-10-erect", "IA-reaction.result.10")
def test_below_10_nobody_walks_closer_and_may_crawl() -> None:
    """2, 3, 3 and an enemy in the open: 9."""
    table = shaken("2,3,3")
    assert score(table) == 9
    assert table.refused(walk("red", "100,180")) == "reaction"
    table.period(OrderGroup(unit="red", pace="crawl", to="100,180"))
    assert table.state.figure("red1").at == (100, 180)


@pytest.mark.rule("IA-reaction.result.under-10-close")
def test_below_10_nobody_comes_closer_to_an_enemy_within_25_m_even_at_a_crawl() -> None:
    """Able is 20 m off: an enemy within 25 m deducts 2. 2, 4, 4, the open 1: 9."""
    table = shaken("2,4,4", north=120.0)
    assert score(table) == 9
    assert table.refused(OrderGroup(unit="red", pace="crawl", to="100,112")) == "reaction"
    table.period(OrderGroup(unit="red", pace="crawl", to="100,135"))
    assert table.state.figure("red1").at == (100, 135)


@pytest.mark.rule("IA-reaction.result.under-5-move")
def test_below_5_nobody_on_foot_moves_towards_the_enemy_at_all() -> None:
    """1, 1, 1 and an enemy in the open: 4."""
    table = shaken("1,1,1")
    assert score(table) == 4
    assert table.refused(OrderGroup(unit="red", pace="crawl", to="100,190")) == "reaction"
    table.period(walk("red", "100,240"))
    assert table.state.figure("red1").at == (100, 240)


MEDIUM = replace(TANK, tons=Decimal(30))


@pytest.mark.rule(
    "IA-afvreact.dice", "IA-afvreact.minus1.at-points", "IA-afvreact.minus1.stationary", "IA-at.knock-out"
)
def test_a_tank_that_is_fired_at_throws_two_dice_less_every_point() -> None:
    """A gun on wheels scores 3 at 150 m; with a 2 that makes 5, no knock-out. Stationary -1 and the 5 points: 6,
    and it goes no further than the next cover."""
    gun = team("gun", ATTACKER, Weapon.AT_GUN, 1, at=(100, 100), calibre=57)
    tank = vehicle("tank", DEFENDER, MEDIUM, at=(100, 250), facing=SOUTH)
    table = begun(gun, tank, dice="2,6,6,6,6")
    table.period(fire=[Fire(unit="gun", target="tank")])
    tested = table.happened("afv-tested")[0]
    assert (tested.dice, tested.score.value) == ((6, 6), 6)
    assert added(tested.score.items)["afvreact.minus1.at-points"] == -5
    assert added(tested.score.items)["afvreact.minus1.stationary"] == -1
    assert table.state.vehicle("tank").condition is Condition.RUNNING
    assert table.state.group("tank").bound.score == table.happened("afv-tested")[-1].score.value
