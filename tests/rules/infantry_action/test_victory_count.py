"""The count at the end of a battle, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.infantry_action.book.kinds import Gear, Weapon
from rules.infantry_action.events.reaction import GroupSurrendered, ManSurrenderDie, PrisonersFreed
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import Objective
from rules.infantry_action.play.victory.count import holder, reckoning, side_count
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.kernel.chance import Seeded
from tests.rules.infantry_action.field import field, section, team
from tests.rules.infantry_action.mustering import call, unit

HQ, SECTION = "attacker-gb44-hq-1", "attacker-gb44-section-1"


def begun(**changes: str) -> State:
    state = State()
    for event in muster(call(**changes), Seeded(b"count", 1)):  # type: ignore[arg-type]
        state = evolve(state, event)
    return state


def with_fate(state: State, figure: str, life: Life) -> State:
    return state.with_figure(replace(state.figure(figure), life=life))


def total(state: State, side: str) -> Decimal:
    return side_count(state, state.side(side)).value


@pytest.mark.rule("IA-vic.own-resources", "IA-vic.friendly")
def test_unhurt_forces_count_half_of_what_they_cost() -> None:
    """419 and 377 points: 209.5 and 188.5. A lead of 21 is less than 10 per cent of 419, so a draw. IA-vic.friendly"""
    state = begun()

    assert (total(state, ATTACKER), total(state, DEFENDER)) == (Decimal("209.5"), Decimal("188.5"))
    ended = reckoning(state, "period limit of 1 reached")
    assert ended.winner is None
    assert ended.lines[-1] == "A lead of 21 points is less than the 41.9 that win: a draw."


@pytest.mark.rule("IA-vic.enemy-destroyed")
def test_a_casualty_counts_for_the_enemy_alone() -> None:
    """The corporal of 27 points: 13.5 less for his side, 13.5 for the other. IA-vic.enemy-destroyed"""
    state = with_fate(begun(), f"{SECTION}.1", Life.CASUALTY)

    assert (total(state, ATTACKER), total(state, DEFENDER)) == (Decimal("196"), Decimal("202"))


def test_a_prisoner_counts_like_a_casualty_unless_the_table_says_otherwise() -> None:
    """IA-R151: half by default; under the house rule in full his 20 points of man and rank, and half of the 7 of his
    kit, 23.5."""
    state = with_fate(begun(), f"{SECTION}.1", Life.PRISONER)
    assert total(state, DEFENDER) == Decimal("202")

    assert total(replace(state, options=(("prisoner-value", "full"),)), DEFENDER) == Decimal("212")
    assert total(replace(state, options=(("prisoner-value", "none"),)), DEFENDER) == Decimal("192")


def test_whoever_withdrew_remains_and_whoever_panicked_off_is_lost() -> None:
    """IA-R153"""
    state = begun()

    assert total(with_fate(state, f"{SECTION}.1", Life.WITHDRAWN), ATTACKER) == Decimal("209.5")
    assert total(with_fate(state, f"{SECTION}.1", Life.LOST), DEFENDER) == Decimal("202")


def test_a_broken_radio_is_destroyed_apart_from_its_man() -> None:
    """The signaller of 45 points keeps 15; the set of 30 counts 15 for the enemy. 209.5 - 15; 188.5 + 15."""
    state = begun()
    man = state.figure(f"{HQ}.3")
    state = state.with_figure(replace(man, gear=(), broken=(Gear.RADIO,)))

    assert (total(state, ATTACKER), total(state, DEFENDER)) == (Decimal("194.5"), Decimal("203.5"))


@pytest.mark.rule("IA-vic.defender-extra")
def test_the_defenders_doubling_counts_on_both_sides() -> None:
    """IA-vic.defender-extra: 754 points, half of them 377; a rifleman of 17 counts 17 either way."""
    state = begun(scenario='{"defender":"defender"}')
    assert total(state, DEFENDER) == Decimal("377")

    state = with_fate(state, "defender-de44-gruppe-1.9", Life.CASUALTY)
    assert total(state, DEFENDER) == Decimal("360")
    assert total(state, ATTACKER) == Decimal("226.5")


def test_a_tank_that_is_knocked_out_and_one_that_is_left() -> None:
    """The Sherman of 290 points: knocked out 145 for the enemy; immobilised with its crew aboard it remains."""
    state = State()
    own = (unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-sherman"))
    for event in muster(call(own), Seeded(b"count", 1)):
        state = evolve(state, event)
    tank = state.vehicles[0]
    assert total(state, ATTACKER) == Decimal("296.5")  # (226 + 367) / 2

    stuck = state.with_vehicle(replace(tank, condition=Condition.IMMOBILISED))
    assert total(stuck, ATTACKER) == Decimal("296.5")
    wreck = state.with_vehicle(replace(tank, condition=Condition.KNOCKED_OUT))
    assert total(wreck, ATTACKER) == Decimal("151.5")
    assert total(wreck, DEFENDER) == Decimal("333.5")


@pytest.mark.rule("IA-vic.own-resources")
def test_unused_support_remains_and_used_support_counts_for_nobody() -> None:
    """100 points: 50 while they are left. IA-vic.own-resources"""
    state = begun(scenario='{"support":[["attacker",100]]}')
    assert total(state, ATTACKER) == Decimal("259.5")

    state = state.with_side(replace(state.side(ATTACKER), support=0))
    assert total(state, ATTACKER) == Decimal("209.5")
    assert total(state, DEFENDER) == Decimal("188.5")


@pytest.mark.rule("IA-vic.objectives")
def test_an_objective_is_held_by_who_stands_there_alone() -> None:
    """IA-vic.objectives: 60 points for the farm at 310, 250."""
    state = begun(scenario='{"objectives":[{"place":"Farm","points":60}]}')
    farm = Objective("Farm", 60)
    assert holder(state, farm) is None

    mine = replace(state.figure(f"{SECTION}.1"), at=(310.0, 250.0))
    held = state.with_figure(mine)
    assert holder(held, farm) == ATTACKER
    assert total(held, ATTACKER) == Decimal("269.5")
    assert reckoning(held, "over").winner == ATTACKER

    contested = held.with_figure(replace(state.figure("defender-de44-gruppe-1.1"), at=(312.0, 250.0)))
    assert holder(contested, farm) is None


@pytest.mark.rule("IA-vic.convention")
def test_a_convention_game_is_won_by_any_lead() -> None:
    """IA-vic.convention"""
    assert reckoning(replace(begun(), options=(("victory-mode", "convention"),)), "over").winner == ATTACKER


@pytest.mark.rule("IA-R151", "IA-vic.enemy-destroyed", "IA-vic.escaped-prisoners")
def test_what_a_prisoner_carried_counts_for_his_captors_whatever_becomes_of_him() -> None:
    """The corporal of 20 points with 7 of kit surrenders: the captors count 27 / 2, 188.5 + 13.5 in all. Freed, half of
    his 20 remain for his own side, 196 + 10, and the 7 of kit stay lost: 188.5 + 3.5."""
    state = begun()
    man = f"{SECTION}.1"
    held = Group("taken", "Prisoners", ATTACKER, "prisoners", escort="")
    given = GroupSurrendered(group=SECTION, to=DEFENDER, dice=(ManSurrenderDie(man, 1, True),), prisoners=held)
    taken = evolve(state, given)
    assert (total(taken, ATTACKER), total(taken, DEFENDER)) == (Decimal("196"), Decimal("202"))

    freed = evolve(taken, PrisonersFreed(group="taken", name="Escaped", why="no escort"))
    assert (total(freed, ATTACKER), total(freed, DEFENDER)) == (Decimal("206"), Decimal("192"))


@pytest.mark.rule("IA-vic.enemy-destroyed")
def test_a_gun_without_a_price_counts_for_nobody() -> None:
    """Men and their kit have no price here either."""
    for gone in (False, True):
        state = field(section("red", DEFENDER), team("gun", ATTACKER, Weapon.AT_GUN, gone=gone))
        assert (total(state, ATTACKER), total(state, DEFENDER)) == (Decimal(0), Decimal(0))
