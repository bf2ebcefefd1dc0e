"""Support from off the table in whole periods: called, corrected, registered, falling, heard. Worked by hand from the
book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.book.kinds import Gear, Light, Rank
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Instructions
from rules.infantry_action.state import ATTACKER, DEFENDER, Side
from tests.rules.infantry_action.field import SOUTH, changed, field, section
from tests.rules.infantry_action.table import Table
from tests.rules.infantry_action.test_orders import asked, refused
from tests.rules.infantry_action.test_periods_of_fire import STANDS


def observed(
    dice: str = "", *, rank: Rank = Rank.OFFICER, specialist: bool = True, support: int = 200, men: int = 2, **changes
) -> Table:
    """A man with a radio at 100, 100, two of Red 200 m north of him, 20 m apart; his side has points of support."""
    able = section("able", ATTACKER, 1, at=(100, 100), rank=rank)
    red = section("red", DEFENDER, men, at=(100, 300), facing=SOUTH, spacing=20.0)
    state = field(able, red, **changes)
    what = ("forward observer",) if specialist else ()
    state = changed(state, "able1", gear=(Gear.RADIO,), specialities=what)
    sides = tuple(Side(s.key, s.name, support=support if s.key == ATTACKER else 0) for s in state.sides)
    table = Table(replace(state, sides=sides), dice)
    table.hold()
    table.period()
    return table


def call(what: str = "fire", at: str | None = "110,300", **changes) -> CallSupport:
    return CallSupport(unit="able", what=what, at=at, **changes)


def falls_in(table: Table) -> int:
    (mission,) = [each for each in table.state.missions if each.what != "registration"]
    return mission.falls


@pytest.mark.rule("IA-off.observer-call", "IA-off.effect", "IA-off.area", "IA-off.one-target-group", "IA-R075")
def test_an_observer_brings_down_25_points_after_three_whole_periods() -> None:
    """Called with the orders of period 2 it falls in period 5. Both of Red, and Blue who stands among them, are one
    target: three erect in the open 6, with 25: 31, two hits; 2 and 1. Green, 41 m aside, is not in it."""
    table = observed(f"2,3,1,{STANDS}")
    hold = Instructions(fire="hold")
    blue = section("blue", DEFENDER, 1, at=(100, 320), facing=SOUTH, instructions=hold)
    green = section("green", DEFENDER, 1, at=(151, 300), facing=SOUTH, instructions=hold)
    state = table.state
    table.state = replace(
        state,
        groups=(*state.groups, blue.group, green.group),
        figures=(*state.figures, *blue.figures, *green.figures),
    )
    table.period(call())
    assert falls_in(table) == 5
    table.period()
    table.period()
    assert (table.state.side(ATTACKER).support, table.happened("support-fell")) == (200, [])
    table.period()
    (resolved,) = table.happened("fire-resolved")
    assert (resolved.total.value, set(resolved.groups), resolved.hits) == (31, {"red", "blue"}, 2)
    assert sum(man.life is Life.CASUALTY for man in table.state.figures if man.side == DEFENDER) == 2
    assert table.state.figure("green1").fit
    assert table.state.side(ATTACKER).support == 150
    table.finish()


@pytest.mark.rule("IA-off.non-specialist", "IA-R077")
@pytest.mark.parametrize(
    ("rank", "specialist", "period"),
    [(Rank.OFFICER, True, 5), (Rank.OFFICER, False, 6), (Rank.CORPORAL, False, 7), (Rank.PRIVATE, False, 8)],
)
def test_others_take_longer_to_call(rank: Rank, specialist: bool, period: int) -> None:
    table = observed(rank=rank, specialist=specialist)
    table.write(call())
    assert falls_in(table) == period


@pytest.mark.rule("IA-off.effect", "IA-opt.off-table-cost", "IA-R168")
def test_doubled_fire_takes_100_points_and_makes_50() -> None:
    """Two men erect in the open 4: 54, three hits for two men; 3 and 3."""
    table = observed(f"3,3,{STANDS}")
    table.period(call(multiple=2))
    for _ in range(3):
        table.period()
    (resolved,) = table.happened("fire-resolved")
    assert (resolved.total.value, resolved.hits) == (54, 3)
    assert table.state.side(ATTACKER).support == 100
    table.finish()


@pytest.mark.rule("IA-off.corrections", "IA-R078")
def test_a_correction_takes_one_whole_period() -> None:
    """Called in period 2 to fall in 5, corrected in 4: in 5 it falls where it was corrected to."""
    table = observed()
    table.period(call(at="110,300", periods=2))
    table.period()
    table.period(call("correct", "300,200"))
    (mission,) = table.state.missions
    assert (mission.corrected, mission.corrected_from) == ((300.0, 200.0), 5)
    table.period()
    assert [event.at for event in table.happened("support-fell")] == [(300.0, 200.0)]
    assert table.state.figure("red1").fit


@pytest.mark.rule(
    "IA-off.registration", "IA-off.registration-free", "IA-off.registration-harmless", "IA-off.registered-call",
    "IA-R076", "IA-R250",
)  # fmt: skip
def test_a_registered_target_is_fired_on_after_one_whole_period() -> None:
    """Begun in period 2 the first target is ready in 5; called then, fire falls in 6. It costs nothing, harms nobody,
    and Red, 250 m from where its last shell bursts, hears it."""
    table = observed()
    table.period(call("register", "300,150"))
    table.period()
    table.period()
    (registered,) = table.state.registrations
    assert (registered.ready, registered.at) == (5, (300.0, 150.0))
    assert (table.state.side(ATTACKER).support, table.happened("fire-resolved")) == (200, [])
    assert [(e.side, e.noise) for e in table.happened("heard")] == [(DEFENDER, "explosion")]
    table.write(call(at=registered.name))
    assert falls_in(table) == 6


@pytest.mark.rule("IA-off.registration", "IA-R076")
def test_whoever_registers_neither_calls_nor_fires() -> None:
    table = observed()
    table.write(call("register", "300,150"))
    assert table.refused(call()) == "registering"
    table.seal()
    assert table.refused(Fire(unit="able", target="red")) == "busy"


@pytest.mark.rule("IA-illum.off-table")
def test_star_shells_light_150_m_for_five_periods() -> None:
    table = observed(light=Light.DARK)
    table.period(call("light", "110,300"))
    for _ in range(3):
        table.period()
    (lit,) = table.state.lit
    assert (lit.at, lit.radius, lit.last - lit.first) == ((110.0, 300.0), 150.0, 4)
    assert table.state.side(ATTACKER).support == 150


@pytest.mark.rule("IA-smoke.off-table", "IA-R194")
def test_smoke_shells_lay_a_screen_of_300_m_at_the_angle_ordered() -> None:
    table = observed()
    table.period(call("smoke", "250,200", angle=90.0))
    for _ in range(3):
        table.period()
    (screen,) = table.state.screens
    assert {screen.start, screen.end} == {(100.0, 200.0), (400.0, 200.0)}
    assert (screen.laid, screen.active(6), screen.active(8)) == (5, True, False)


@pytest.mark.rule("IA-foot.silent", "IA-R033", "IA-off.observer-call")
def test_who_goes_in_silence_calls_nothing_and_who_has_called_does_not_go_in_silence() -> None:
    """Silence excludes speech, and a call is speech at the set."""
    silently = OrderGroup(unit="able", pace="walk", to="100,110", silent=True)
    quiet = asked(observed().state, silently)
    assert refused(quiet, call()) == "not-silent"
    assert refused(quiet, call("register")) == "not-silent"
    aloud = asked(quiet, OrderGroup(unit="able", pace="walk", to="100,110"))
    heard = asked(aloud, call())
    assert refused(heard, silently) == "not-silent"
