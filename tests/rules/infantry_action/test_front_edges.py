"""Distances to and from a vehicle run to its front edge: of a tank of 7 m, 3.5 m ahead of its middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.play.armour.situation import situation
from rules.infantry_action.play.command.reach import in_touch
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.shots import Shot, direct, indirect
from rules.infantry_action.play.reaction.circumstances import circumstances
from rules.infantry_action.play.sight.locating import looked_out
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep
from tests.rules.infantry_action.field import (
    NORTH,
    SOUTH,
    TRUCK,
    changed,
    field,
    line,
    located,
    officer,
    section,
    team,
    vehicle,
)


def shot(state, by, target, how=direct):
    found = how(state, next(arms(state, state.group(by))), state.group(target))
    assert isinstance(found, Shot), found
    return found


def at_fire(state):
    state = replace(state, step=PeriodStep.RESOLUTION)
    return located(located(state, "able", "tank"), "tank", "able")


@pytest.mark.rule("IA-R017", "IA-base.measure")
@pytest.mark.parametrize(("facing", "north", "metres"), [(SOUTH, 253.0, 99.5), (NORTH, 248.0, 101.5)])
def test_fire_at_a_tank_and_from_it_is_measured_to_its_front(facing, north, metres) -> None:
    """103 and 98 m from man to middle: 3.5 less where it faces him, more where it shows him its rear."""
    state = field(
        section("able", ATTACKER, 1, at=(100, 150), weapons=(Weapon.ONE_MAN_AT,)),
        vehicle("tank", DEFENDER, at=(100, north), facing=facing, turret=SOUTH),
    )
    state = at_fire(state)
    assert shot(state, "able", "tank").metres == pytest.approx(metres)
    assert shot(state, "tank", "able").metres == pytest.approx(metres)


@pytest.mark.rule("IA-R017", "IA-hw.mortar-indirect")
def test_a_mortar_is_ranged_to_the_front_of_a_lorry() -> None:
    """100 m from mortar to lorry; it faces the mortar: 96.5."""
    state = field(
        team("able", ATTACKER, Weapon.LIGHT_MORTAR, at=(100, 50)),
        vehicle("tank", DEFENDER, TRUCK, at=(100, 150), facing=SOUTH),
    )
    assert shot(at_fire(state), "able", "tank", indirect).metres == pytest.approx(96.5)


@pytest.mark.rule("IA-R017", "IA-reaction.minus2.armour", "IA-reaction.minus2.enemy-close")
@pytest.mark.parametrize(("facing", "near"), [(SOUTH, True), (NORTH, False)])
def test_nerves_know_its_front(facing, near) -> None:
    """103 m to its middle: within 100 m of its front only if that is turned to them. So with 28 m, and 25."""
    for metres, counts in ((103, "armour"), (28, "enemy_close")):
        state = field(
            section("able", ATTACKER, 1, at=(100, 150)),
            vehicle("tank", DEFENDER, at=(100, 150 + metres), facing=facing),
        )
        state = at_fire(state)
        assert getattr(circumstances(state, state.group("able")), counts) is near


@pytest.mark.rule("IA-R017", "IA-afvreact.plus1")
def test_a_tank_has_its_infantry_within_50_m_of_its_front() -> None:
    """A rifleman 53 m before its middle is 49.5 m from its front."""
    state = field(vehicle("tank", ATTACKER, at=(100, 50)), section("able", ATTACKER, 1, at=(100, 103)))
    tank = state.vehicle("tank")
    seen = situation(state, tank, moved=0.0, at=(100.0, 50.0), facing=NORTH, supported=False, soft=False)
    assert seen.friendly_infantry == pytest.approx(49.5)


@pytest.mark.rule("IA-R017", "IA-loc.table")
@pytest.mark.parametrize(("facing", "seen"), [(SOUTH, True), (NORTH, False)])
def test_a_lorry_at_a_woods_edge_is_located_by_its_front(facing, seen) -> None:
    """It stands behind a hedge: 100 m for a stationary vehicle there, and 102 m to its middle."""
    state = field(
        section("able", ATTACKER, 1, at=(100, 100)),
        vehicle("tank", DEFENDER, TRUCK, at=(100, 202), facing=facing),
        features=(line("hedge", (60, 195), (140, 195)),),
        step=PeriodStep.LOCATION,
    )
    found = [sighting.target for sighting in looked_out(state, ATTACKER).sightings]
    assert ("tank" in found) is seen


@pytest.mark.rule("IA-R017", "IA-orders.speech-range")
def test_the_commander_of_a_tank_is_spoken_to_at_its_front() -> None:
    """53 m from the officer to its middle; 49.5 to its front."""
    state = field(officer("boss", ATTACKER, at=(100, 50)), vehicle("tank", ATTACKER, at=(100, 103), facing=SOUTH))
    assert in_touch(state, state.group("tank")) is not None
    away = changed(state, "tank", facing=NORTH)
    assert in_touch(away, away.group("tank")) is None
