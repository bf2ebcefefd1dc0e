"""What lasts ends in a battle: with whoever does it, whoever takes him out, and with the vehicle that it hangs on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup, SendRunner
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.actions.umpire import Kill, RemoveFigure
from rules.infantry_action.book.kinds import Charge, Gear, Light, Rank, Weapon
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Bound, Group
from rules.infantry_action.on_the_table import Device, FlightPlan, Lit, Screen
from rules.infantry_action.state import ATTACKER, DEFENDER, Side, State
from rules.infantry_action.tell import tell
from rules.kernel.action import UMPIRE
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import (
    SOUTH,
    WEST,
    Force,
    area,
    changed,
    field,
    grouped,
    mined,
    section,
    team,
    vehicle,
)
from tests.rules.infantry_action.field import TRUCK as LORRY
from tests.rules.infantry_action.table import Table
from tests.rules.infantry_action.test_air_landing import HELICOPTER

OUT = pytest.mark.parametrize("out", [Kill, RemoveFigure])
NEAR_HOUSE = section("red", DEFENDER, 1, at=(120, 150), facing=SOUTH)
FAR = section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH)
NEAR = section("red", DEFENDER, 1, at=(100, 120), facing=SOUTH)


def begun(*forces: Force, dice: str = "", **changes) -> Table:
    table = Table(field(*forces, **changes), dice)
    table.hold()
    return table


def taken_out(table: Table, out: type[Kill] | type[RemoveFigure], *men: str) -> None:
    for man in men:
        table.do(out(figure=man, reason="a shell"), UMPIRE)


# ── What was written for him ──────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-R262", "IA-smoke.fifty")
@pytest.mark.parametrize(("fallen", "screens"), [(1, 1), (3, 0)])
def test_a_mortar_without_a_man_lays_no_smoke(out, fallen: int, screens: int) -> None:
    """With the gunner gone another takes his place."""
    table = begun(team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 3, at=(100, 50)), NEAR)
    table.to_fire()
    table.write(Fire(unit="tube", how="smoke", at="100,300"))
    taken_out(table, out, *(f"tube{number}" for number in range(1, fallen + 1)))
    table.seal()
    assert len(table.state.screens) == screens


@OUT
@pytest.mark.rule("IA-R262", "IA-R062")
def test_a_charge_written_for_a_man_who_is_out_is_not_thrown(out) -> None:
    table = begun(section("able", ATTACKER, 2, at=(100, 100)), NEAR)
    table.state = changed(table.state, "able2", charges=(Charge.SATCHEL,))
    table.to_fire()
    table.write(Fire(unit="able", figure="able2", target="red", how="satchel"))
    taken_out(table, out, "able2")
    table.seal()
    assert table.happened("shots-fired") == []
    assert table.state.figure("able2").charges == (Charge.SATCHEL,)


@OUT
@pytest.mark.rule("IA-R262", "IA-mine.claymore-setup")
def test_a_claymore_stays_where_its_operator_is_out(out) -> None:
    device = Device("claymore", "Claymore", ATTACKER, (100, 90), operator="able1", set_in=-5)
    table = begun(section("able", ATTACKER, 2, at=(100, 50)), NEAR, devices=(device,))
    table.to_fire()
    table.write(Fire(unit="able", figure="able1", how="detonate"))
    taken_out(table, out, "able1")
    table.seal()
    assert table.state.devices == (device,)
    assert table.happened("fire-resolved") == []


# ── What he had begun ─────────────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-R262", "IA-off.registration")
def test_a_registration_ends_with_its_observer(out) -> None:
    table = begun(section("able", ATTACKER, 2, at=(100, 100), rank=Rank.OFFICER), FAR)
    state = changed(table.state, "able1", gear=(Gear.RADIO,), specialities=("forward observer",))
    table.state = replace(state, sides=tuple(Side(s.key, s.name, support=200) for s in state.sides))
    table.period(CallSupport(unit="able", what="register", at="300,150"))
    assert len(table.state.missions) == 1
    taken_out(table, out, "able1")
    for _ in range(3):
        table.period()
    (over,) = table.happened("support-fell")
    told = tell(table.state, over, Viewer(ATTACKER))
    assert over.audience == (ATTACKER,)
    assert told is not None
    assert "lapses: its observer is out" in told.headline
    assert (table.state.missions, table.state.registrations, table.happened("heard")) == ((), (), [])


@OUT
@pytest.mark.rule("IA-R262", "IA-R248")
def test_when_a_runner_is_out_another_may_be_sent(out) -> None:
    hq = section("hq", ATTACKER, 4, at=(100, 50), rank=Rank.OFFICER)
    table = begun(hq, section("far", ATTACKER, 2, at=(100, 250), ordered=True), FAR)
    table.period()
    send = SendRunner(unit="far", pace="walk", to="100,330")
    table.write(send)
    (message,) = table.state.messages
    assert table.refused(send) == "runner-sent"
    taken_out(table, out, message.runner)
    table.write(send)
    table.seal()
    assert [each.runner for each in table.state.messages] != [message.runner]
    assert [event.what for event in table.happened("runner-fared")] == ["lost"]
    assert len(table.state.messages) == 1


@OUT
@pytest.mark.rule("IA-R262", "IA-R116")
def test_nobody_runs_with_a_leader_who_is_out(out) -> None:
    """His test was below -5: his men would have run with him in the next period."""
    table = begun(section("able", ATTACKER, 3, at=(300, 200)), FAR)
    table.period()
    panics = Bound(score=5, leader="able1", leader_score=-6, joined=("able2", "able3"))
    table.state = grouped(table.state, "able", bound=panics)
    taken_out(table, out, "able1")
    table.period()
    assert [man.at for man in table.state.men("able")] == [(310, 200), (320, 200)]


OUT_SO = pytest.mark.parametrize("life", [Life.PRISONER, Life.LOST, Life.WITHDRAWN])
"""Captured, or over an edge: not by a shell."""


@OUT_SO
@pytest.mark.rule("IA-R262", "IA-off.registration", "IA-mine.claymore-setup", "IA-R117", "IA-R153")
def test_captured_or_over_the_edge_he_registers_nothing_and_sets_nothing_off(life: Life) -> None:
    device = Device("claymore", "Claymore", ATTACKER, (100, 90), operator="able1", set_in=-5)
    able = section("able", ATTACKER, 2, at=(100, 50), rank=Rank.OFFICER)
    table = begun(able, NEAR, devices=(device,))
    state = changed(table.state, "able1", gear=(Gear.RADIO,), specialities=("forward observer",))
    table.state = replace(state, sides=tuple(Side(s.key, s.name, support=200) for s in state.sides))
    table.to_fire(CallSupport(unit="able", what="register", at="300,350"))
    table.write(Fire(unit="able", figure="able1", how="detonate"))
    table.state = changed(table.state, "able1", life=life, at=None)
    table.seal()
    table.period()
    assert (table.state.missions, table.state.registrations) == ((), ())
    assert table.state.devices == (device,)


@OUT_SO
@pytest.mark.rule("IA-R262", "IA-hw.mortar-indirect", "IA-R073")
@pytest.mark.parametrize("stays", [True, False])
def test_a_mortar_whose_observer_is_out_fires_at_nobody(life: Life, stays: bool) -> None:
    """The mortar is behind a house; Able, 10 m from it, sees Red beyond."""
    house = area("building", 80, 60, 120, 70, name="Mill")
    tube = team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 2, at=(100, 40))
    able = section("able", ATTACKER, 1, at=(125, 40), rank=Rank.OFFICER)
    table = begun(
        tube,
        able,
        section("red", DEFENDER, 1, at=(125, 140), facing=SOUTH),
        features=(house,),
        dice="1,1,1,3,3,4,3,3,4,3,3,4",
    )
    table.to_fire()
    table.write(Fire(unit="tube", target="red"))
    if not stays:
        table.state = changed(table.state, "able1", life=life, at=None)
    table.seal()
    assert bool(table.happened("shots-fired")) is stays


# ── Prisoners ─────────────────────────────────────────────────────────────────────────────────────────────────────


def led(*, guard: float, at: float = 250.0) -> Table:
    """Red1 leads two men of Able, who stand beside him; Red2 stands so many metres north of them."""
    table = begun(section("able", ATTACKER, 4, at=(100, 20)), section("red", DEFENDER, 2, at=(150, at), facing=SOUTH))
    state = changed(table.state, "red2", at=(150.0, at - 5.0 + guard))
    captives = Group("pow", "Prisoners of Able", ATTACKER, "prisoners", escort="red1")
    state = replace(state, groups=(*state.groups, captives))
    for number, id_ in enumerate(("able3", "able4")):
        where = (150.0 + 3.0 * number, at - 5.0)
        state = changed(state, id_, group="pow", life=Life.PRISONER, lost_in=-1, weapons=(), at=where)
    table.state = changed(state, "able", lost=("able3", "able4"))
    return table


@OUT
@pytest.mark.rule("IA-R262", "IA-R117", "IA-pris.escape")
@pytest.mark.parametrize(("guard", "kind"), [(30.0, "prisoners"), (40.0, "infantry")])
def test_prisoners_whose_escort_is_out_are_held_by_another_or_free(out, guard: float, kind: str) -> None:
    table = led(guard=guard)
    taken_out(table, out, "red1")
    table.period()
    assert table.state.group("pow").kind == kind
    assert table.happened("prisoners-walked") == [], "nobody has led them off"
    assert all(table.state.figure(id_).at is not None for id_ in ("able3", "able4"))


@pytest.mark.rule("IA-R262", "IA-pris.handling")
def test_an_escort_who_withdraws_over_his_base_line_takes_them_along() -> None:
    table = led(guard=100.0, at=370.0)
    state = changed(table.state, "red2", at=(400.0, 300.0), group="other", home="other")
    table.state = replace(state, groups=(*state.groups, Group("other", "Other", DEFENDER)))
    table.period(OrderGroup(unit="red", pace="walk", to="150,400"))
    assert table.state.group("pow").kind == "prisoners"
    assert [table.state.figure(id_).at for id_ in ("able3", "able4")] == [None, None]


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R262", "IA-veh.limber")
def test_a_gun_stands_behind_the_lorry_that_towed_it() -> None:
    """The lorry runs on a mine at y = 90 and is destroyed; its driver gets out on 3."""
    gun = team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(300, 50))
    gun = replace(gun, guns=tuple(replace(g, at=None, towed_by="truck", ready_from=None) for g in gun.guns))
    truck = vehicle("truck", ATTACKER, LORRY, at=(105, 50), running=True, halted_in=-1)
    table = begun(truck, gun, FAR, dice="3", mines=(mined(10, 9, people=False, tanks=True),))
    table.period(OrderGroup(unit="truck", pace="drive", to="105,300"))
    wreck, left = table.state.vehicle("truck"), table.state.gun("gun-gun")
    assert not wreck.able
    assert (left.towed_by, left.ready_from, left.gone) == (None, None, False)
    assert wreck.at is not None
    assert left.at == pytest.approx((wreck.at[0], wreck.at[1] - 8.0))


@pytest.mark.rule("IA-R262", "IA-opt.emplacement-cost")
@pytest.mark.parametrize(("to", "dug_in"), [("100,50", True), ("100,90", False)])
def test_a_tank_that_drives_out_of_its_emplacement_is_in_it_no_more(to: str, dug_in: bool) -> None:
    table = begun(vehicle("tank", ATTACKER, at=(100, 50), hull_down=True, running=True, halted_in=-1), FAR)
    table.period(OrderGroup(unit="tank", pace="drive" if not dug_in else "halt", to=None if dug_in else to))
    assert table.state.vehicle("tank").hull_down is dug_in


@OUT
@pytest.mark.rule("IA-R262", "IA-air.leaving")
@pytest.mark.parametrize("crew", [3, 4])
def test_a_helicopter_without_a_crew_does_not_leave(out, crew: int) -> None:
    bird = vehicle("bird", ATTACKER, HELICOPTER, at=(200, 100), crew=4)
    leaving = FlightPlan(
        "bird", ((0.0, 100.0), (200.0, 100.0)), -1, "land", leaves=1, out=((200.0, 100.0), (0.0, 100.0))
    )
    table = begun(bird, section("able", ATTACKER, 1, at=(300, 50)), FAR, flights=(leaving,))
    taken_out(table, out, *(f"bird{number}" for number in range(1, crew + 1)))
    table.period()
    assert (table.happened("flew") == []) is (crew == 4)


# ── Sights, lights and screens ────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-loc.required")
def test_a_group_that_is_out_sees_nobody_from_the_next_look_on(out) -> None:
    able, far = section("able", ATTACKER, 1, at=(100, 100)), section("baker", ATTACKER, 1, at=(590, 10), facing=WEST)
    table = begun(able, far, NEAR)
    table.period()
    assert table.state.seen(ATTACKER, "red")
    taken_out(table, out, "able1")
    table.period()
    assert not table.state.seen(ATTACKER, "red")
    assert not any(sighting.by == "able" for sighting in table.state.sightings)


@pytest.mark.rule("IA-smoke.duration", "IA-R143", "IA-R146")
def test_screens_thin_out_and_lights_burn_down() -> None:
    """Laid in period 1 and fed no longer a screen stands in periods 2 and 3, light from 1 to 2 in these."""
    screen, lit = Screen((90.0, 300.0), (110.0, 300.0), 1, 1), Lit((100.0, 300.0), 30.0, 1, 2)
    table = begun(section("able", ATTACKER, 1), FAR, screens=(screen,), lit=(lit,), light=Light.DARK)
    dim: list[tuple[bool, bool]] = []
    for _ in range(4):
        dim.append((table.state.screens[0].active(table.state.period), lights(table.state)))
        table.period()
    assert dim == [(False, True), (True, True), (True, False), (False, False)]


def lights(state: State) -> bool:
    return any(lamp.first <= state.period <= lamp.last for lamp in state.lit)


@pytest.mark.rule("IA-notes.hidden-deployment", "IA-R260", "IA-R242")
@pytest.mark.parametrize(("facing", "hidden"), [(SOUTH, True), (0.0, False)])
def test_a_hidden_group_learns_that_it_is_seen_only_from_whom_it_sees(facing: float, hidden: bool) -> None:
    """Red sees Able at 50 m; Able, who looks away, does not see Red and stays hidden to himself."""
    able = section("able", ATTACKER, 1, at=(100, 100), facing=facing, hidden=True)
    table = begun(able, section("red", DEFENDER, 1, at=(100, 150), facing=SOUTH))
    table.period()
    assert table.state.seen(DEFENDER, "able")
    assert table.state.seen(ATTACKER, "red") is not hidden
    assert table.state.group("able").hidden is hidden


@pytest.mark.rule("IA-build.when", "IA-build.destroyed", "IA-build.fire-die", "IA-R062")
def test_a_satchel_charge_is_thrown_into_a_house_where_nobody_is() -> None:
    """A satchel charge scores 5 against it: a 6 brings it to 11, more than 10; a 3 on the second die, no fire."""
    house = area("building", 80, 110, 95, 125, name="Mill")
    table = begun(section("able", ATTACKER, 1, at=(100, 100)), NEAR_HOUSE, features=(house,), dice="6,3")
    table.state = changed(table.state, "able1", charges=(Charge.SATCHEL,))
    table.to_fire()
    table.fire(Fire(unit="able", figure="able1", how="satchel", at="88,117"))
    (tested,) = table.happened("work-tested")
    work = table.state.work("Mill")
    assert (tested.points, tested.destroyed, tested.burns) == (5, True, False)
    assert work is not None
    assert work.destroyed
    assert table.state.figure("able1").charges == ()
    table.finish()
