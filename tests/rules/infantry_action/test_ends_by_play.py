"""What lasts ends by play: work, drops and flights whose men are out, guns behind tractors, men captured or over an
edge, and who makes room for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import GiveTask, OrderGroup
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.actions.umpire import Kill, RemoveFigure
from rules.infantry_action.book.kinds import Charge, Gear, Posture, Rank, Weapon
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.groups import Group, Instructions
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.prompt import prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, Side, State
from rules.kernel.action import UMPIRE
from rules.table.measure import between
from tests.rules.infantry_action.field import (
    NORTH,
    SOUTH,
    TRUCK,
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
from tests.rules.infantry_action.table import Table
from tests.rules.infantry_action.test_air_landing import HELICOPTER
from tests.rules.infantry_action.test_nerves import under_fire

FAR = section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH)
OUT = pytest.mark.parametrize("out", [Kill, RemoveFigure])


def begun(*forces: Force, dice: str = "", **changes) -> Table:
    table = Table(field(*forces, **changes), dice)
    table.hold()
    return table


def taken_out(table: Table, out: type[Kill] | type[RemoveFigure], *men: str) -> None:
    for man in men:
        table.do(out(figure=man, reason="a shell"), UMPIRE)


# ── Work on mines ─────────────────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-R223", "IA-R262", "IA-mine.mark-bayonet")
@pytest.mark.parametrize("periods", [4, 5])
def test_another_man_goes_on_where_one_who_is_out_left_off(out, periods: int) -> None:
    """Five periods with a bayonet: two of Able1, three of Able2, who takes the task up."""
    able = section("able", ATTACKER, 2, at=(103, 55), spacing=3.0)
    table = begun(able, FAR, mines=(mined(10, 6),))
    table.period(GiveTask(unit="able", what="mark-mines", at="105,65"))
    table.period()
    taken_out(table, out, "able1")
    for _ in range(periods - 2):
        table.period()
    mine = table.state.mine_square(10, 6)
    assert mine is not None
    assert mine.marked is (periods == 5)


@OUT
@pytest.mark.rule("IA-R223", "IA-R262", "IA-mine.mark-bayonet")
def test_work_ends_where_nobody_is_left_to_do_it_and_the_enemy_begins_anew(out) -> None:
    """Able searches an empty square for three periods and is out; Red needs five of his own."""
    able = section("able", ATTACKER, 1, at=(105, 55))
    table = begun(able, section("red", DEFENDER, 1, at=(105, 75), facing=SOUTH))
    table.period(GiveTask(unit="able", what="mark-mines", at="105,65"))
    table.period()
    table.period()
    baker = section("baker", ATTACKER, 1, at=(590, 10))
    state = table.state
    table.state = replace(state, groups=(*state.groups, baker.group), figures=(*state.figures, *baker.figures))
    taken_out(table, out, "able1")
    table.period(GiveTask(unit="red", what="mark-mines", at="105,65"))
    for _ in range(4):
        table.period()
    worked = [(event.group, event.worked, event.done) for event in table.happened("mines-worked")]
    assert worked == [
        *(("able", number, False) for number in (1, 2, 3)),
        *(("red", number, number == 5) for number in (1, 2, 3, 4, 5)),
    ]


# ── From the air ──────────────────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-R262", "IA-air.para-drop")
@pytest.mark.parametrize("fallen", [1, 3])
def test_whoever_is_out_before_his_drop_does_not_come_down(out, fallen: int) -> None:
    lift = section("lift", ATTACKER, 3)
    lift = replace(lift, figures=tuple(replace(man, at=None) for man in lift.figures))
    places = tuple((f"lift{n}", (100.0 * n, 200.0)) for n in (1, 2, 3))
    drop = Drop("lift", (200.0, 200.0), 2, real=places)
    other = section("able", ATTACKER, 1, at=(10, 10))
    table = begun(lift, other, FAR, drops=(drop,), options=(("para-drop", "declared"),))
    table.period()
    taken_out(table, out, *(f"lift{n}" for n in range(1, fallen + 1)))
    table.period()
    down = [man.who for event in table.happened("dropped") for man in event.men]
    assert down == [f"lift{n}" for n in range(fallen + 1, 4)]
    assert [table.state.figure(f"lift{n}").at for n in range(1, fallen + 1)] == [None] * fallen


def hovering(crew: int = 4, passengers: int = 2, **changes) -> Table:
    bird = vehicle(
        "bird", ATTACKER, HELICOPTER, at=(200, 100), crew=crew, passengers=passengers, aloft=True, running=True
    )
    return begun(bird, section("able", ATTACKER, 1, at=(10, 10)), FAR, **changes)


@OUT
@pytest.mark.rule("IA-R262", "IA-air.crash-survival")
@pytest.mark.parametrize("fallen", [3, 4])
def test_a_helicopter_that_hovers_without_a_crew_comes_down(out, fallen: int) -> None:
    """Of the two aboard one lives on a 4, the other does not on a 3."""
    table = hovering(dice="4,3" if fallen == 4 else "")
    taken_out(table, out, *(f"bird{n}" for n in range(1, fallen + 1)))
    table.period()
    bird = table.state.vehicle("bird")
    if fallen < 4:
        assert (bird.condition, bird.aloft) == (Condition.RUNNING, True)
        return
    assert (bird.condition, bird.aloft, bird.at) == (Condition.DESTROYED, False, (200.0, 100.0))
    lives, dies = table.state.figure("bird5"), table.state.figure("bird6")
    assert (lives.life, lives.aboard, dies.life) == (Life.FIT, None, Life.CASUALTY)
    table.finish()


@pytest.mark.rule("IA-R262", "IA-air.brought-down", "IA-R050", "IA-R051")
def test_an_aircraft_whose_last_crewman_is_hit_comes_down_without_a_1() -> None:
    """A belt-fed gun at about 100 m: 5, 2 for the one man aboard as it hovers, 1 less for the first fire: 6, a hit on
    5; he falls on a 1. The die for him, a 2, would not bring it down."""
    red = section("red", DEFENDER, 1, at=(200, 200), facing=SOUTH, weapons=(Weapon.BELT_LMG,))
    bird = vehicle("bird", ATTACKER, HELICOPTER, at=(200, 100), facing=NORTH, crew=1, aloft=True, running=True)
    table = begun(bird, red, section("able", ATTACKER, 1, at=(10, 10)), dice="6,6,1,2")
    table.period(fire=[Fire(unit="red", target="bird")])
    assert [event.dice for event in table.happened("shot-at")] == [(2,)]
    assert table.state.vehicle("bird").condition is Condition.DESTROYED
    table.finish()


@pytest.mark.rule("IA-R221", "IA-air.flight-plan")
def test_a_helicopter_that_has_flown_off_is_on_the_table_no_more() -> None:
    """It leaves in the second period, which ends its stay; in the third nobody sees it or fires at it."""
    out = ((200.0, 100.0), (0.0, 100.0))
    plan = FlightPlan("bird", ((0.0, 100.0), (200.0, 100.0)), -1, "land", leaves=2, out=out)
    bird = vehicle("bird", ATTACKER, HELICOPTER, at=(200, 100), crew=4, passengers=1, running=True)
    red = section("red", DEFENDER, 1, at=(60, 160), facing=SOUTH)
    table = begun(bird, section("able", ATTACKER, 1, at=(590, 10)), red, flights=(plan,))
    table.period()
    table.to_fire()
    assert table.state.vehicle("bird").at == (0.0, 100.0)
    assert table.state.seen(DEFENDER, "bird"), "it is seen on its way"
    table.seal()
    (left,) = table.happened("flew-off")
    assert left.vehicle == "bird"
    assert set(left.audience or (ATTACKER, DEFENDER)) == {ATTACKER, DEFENDER}, "both have seen it"
    gone = table.state.vehicle("bird")
    assert (gone.at, gone.aloft, gone.running, gone.condition) == (None, False, False, Condition.RUNNING)
    assert {table.state.figure(f"bird{n}").life for n in range(1, 6)} == {Life.WITHDRAWN}
    table.to_fire()
    assert not table.state.seen(DEFENDER, "bird")


# ── Behind a tractor ──────────────────────────────────────────────────────────────────────────────────────────────


def towed(tractor: Force, **changes) -> tuple[Force, Force]:
    """An anti-tank gun behind it, its crew far off."""
    gun = team("gun", tractor.group.side, Weapon.AT_GUN, 2, at=(500, 20))
    behind = tractor.vehicles[0].id
    return tractor, replace(
        gun, guns=tuple(replace(g, at=None, towed_by=behind, ready_from=None, **changes) for g in gun.guns)
    )


def stands_behind(table: Table, tractor: str) -> None:
    wreck, gun = table.state.vehicle(tractor), table.state.gun("gun-gun")
    assert not wreck.able
    assert (gun.towed_by, gun.ready_from, gun.gone) == (None, None, False)
    assert wreck.at is not None
    assert gun.at == pytest.approx((wreck.at[0], wreck.at[1] - 8.0))
    assert gun.facing == wreck.facing


@pytest.mark.rule("IA-R262", "IA-soft.vehicle-save", "IA-veh.limber")
def test_a_gun_stands_behind_a_lorry_that_fire_has_destroyed() -> None:
    lorry, gun = towed(vehicle("truck", ATTACKER, TRUCK, at=(105, 100), passengers=4))
    red = section("red", DEFENDER, 8, at=(90, 200), facing=SOUTH, spacing=5.0, weapons=(Weapon.BELT_LMG,))
    table = begun(lorry, gun, red, dice="6,1,1,1,1,1,1,1,6,6,6,6,6,6")
    table.period(fire=[Fire(unit="red", target="truck")])
    stands_behind(table, "truck")


@pytest.mark.rule("IA-R262", "IA-at.knock-out", "IA-veh.limber")
@pytest.mark.parametrize("knocked_out", [True, False])
def test_a_gun_stands_behind_an_armoured_carrier_that_is_knocked_out_or_abandoned(knocked_out: bool) -> None:
    """A rocket at 96.5 m at a light AFV: 4 + 1. With a 4 it is knocked out, and does not burn on a 4. Immobilised and
    hit with a 2, for 7, it takes the test: 1 + 1 - 1 stationary - 7 = -6, and its crew leaves it."""
    carrier, gun = towed(vehicle("apc", ATTACKER, at=(100, 100)))
    if not knocked_out:
        carrier = replace(
            carrier, vehicles=tuple(replace(v, condition=Condition.IMMOBILISED) for v in carrier.vehicles)
        )
    red = section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH, weapons=(Weapon.ONE_MAN_AT,))
    table = begun(carrier, gun, red, dice="4,4,6,6,6,6,3,3,4" if knocked_out else "2,1,1,3,3,4,3,3,4")
    table.period(fire=[Fire(unit="red", target="apc")])
    expected = Condition.KNOCKED_OUT if knocked_out else Condition.ABANDONED
    assert table.state.vehicle("apc").condition is expected
    stands_behind(table, "apc")


# ── Captured, or over the edge ────────────────────────────────────────────────────────────────────────────────────


def supported(state: State) -> State:
    return replace(state, sides=tuple(Side(s.key, s.name, support=200) for s in state.sides))


def observer(state: State) -> State:
    return changed(state, "able1", gear=(Gear.RADIO,), specialities=("forward observer",), rank=Rank.OFFICER)


@pytest.mark.rule("IA-R262", "IA-off.registration", "IA-reaction.result.surrender", "IA-pris.handling")
def test_an_observer_who_surrenders_registers_nothing() -> None:
    """90 points among the enemy: 1 + 1 + 1 - 9 - 2 = -8, and on a 1 he gives himself up; so his gun has no crew."""
    able = team("able", ATTACKER, Weapon.LIGHT_MORTAR, 1, at=(100, 100))
    red = section("red", DEFENDER, 2, at=(100, 110), facing=SOUTH)
    table = begun(able, red, section("baker", ATTACKER, 1, at=(590, 10)), dice="1,1,1,1")
    table.state = grouped(
        supported(observer(table.state)), "able", instructions=Instructions(fire="hold", leader="never")
    )
    table.to_fire(CallSupport(unit="able", what="register", at="300,350"))
    assert len(table.state.missions) == 1
    table.state = under_fire(table.state, "able", ("red",), points=90)
    table.seal()
    captive = table.state.figure("able1")
    assert (captive.life, captive.serves) == (Life.PRISONER, None)
    assert (table.state.missions, table.state.registrations) == ((), ())
    assert table.state.crew("able-gun") == ()
    table.finish()


@pytest.mark.rule("IA-R111", "IA-R262", "IA-off.registration")
def test_an_observer_who_runs_off_the_table_registers_nothing() -> None:
    """100 points, and Red in the open: 1 + 1 + 1 - 10 + 1 = -6. He runs south, over the edge, 20 m off."""
    able = section("able", ATTACKER, 1, at=(100, 20), rank=Rank.OFFICER)
    table = begun(able, section("red", DEFENDER, 1, at=(100, 120), facing=SOUTH), dice="1,1,1")
    baker = section("baker", ATTACKER, 1, at=(590, 10), facing=SOUTH)
    state = replace(table.state, groups=(*table.state.groups, baker.group))
    state = replace(state, figures=(*state.figures, *baker.figures))
    table.state = grouped(supported(observer(state)), "able", instructions=Instructions(fire="hold", leader="never"))
    table.to_fire(CallSupport(unit="able", what="register", at="300,350"))
    assert len(table.state.missions) == 1
    table.state = under_fire(table.state, "able", ("red",), points=100)
    table.seal()
    table.period()
    assert table.state.figure("able1").life is Life.LOST
    assert (table.state.missions, table.state.registrations) == ((), ())
    table.finish()


@pytest.mark.rule("IA-R153", "IA-R262", "IA-off.registration")
def test_a_mortar_goes_off_the_table_with_the_crew_that_withdraws_with_it() -> None:
    tube = team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 3, at=(100, 20))
    table = begun(tube, section("able", ATTACKER, 1, at=(590, 10)), FAR)
    table.write(OrderGroup(unit="tube", pace="walk", to="100,0"), GiveTask(unit="tube", what="withdraw"))
    table.seal()
    for _ in range(3):
        table.period()
    assert {man.life for man in table.state.figures if man.group == "tube"} == {Life.WITHDRAWN}
    gun = table.state.gun("tube-gun")
    assert (gun.at, gun.gone) == (None, False)


# ── Prisoners ─────────────────────────────────────────────────────────────────────────────────────────────────────


@OUT
@pytest.mark.rule("IA-R262", "IA-R117", "IA-pris.handling")
def test_a_guard_who_is_left_may_be_named_escort_in_place_of_one_who_is_out(out) -> None:
    table = begun(section("able", ATTACKER, 4, at=(100, 20)), section("red", DEFENDER, 3, at=(150, 250), facing=SOUTH))
    captives = Group("pow", "Prisoners of Able", ATTACKER, "prisoners", escort="red1")
    state = replace(table.state, groups=(*table.state.groups, captives))
    for number, id_ in enumerate(("able3", "able4")):
        where = (150.0 + 3.0 * number, 245.0)
        state = changed(state, id_, group="pow", life=Life.PRISONER, lost_in=-1, weapons=(), at=where)
    table.state = changed(state, "able", lost=("able3", "able4"))
    taken_out(table, out, "red1")
    table.period(GiveTask(unit="red", what="escort", subject="pow"))
    table.period()
    assert table.state.group("pow").kind == "prisoners"
    assert table.state.group("pow").escort in ("red2", "red3")
    assert len(table.happened("prisoners-walked")) == 1


# ── Who makes room ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R255", "IA-R157")
@pytest.mark.parametrize("hidden", [True, False])
def test_whoever_makes_room_keeps_off_nobody_of_whom_his_side_does_not_know(hidden: bool) -> None:
    """Able1 comes to where Red1 lies, unseen. Red1 makes room 0.9 m to the north, as if Baker1, who lies there unseen
    by Red, were not; Baker1 makes room in turn."""
    able = section("able", ATTACKER, 1, at=(100, 80))
    baker = section("baker", ATTACKER, 1, at=(100, 100.9) if hidden else (590, 10), posture=Posture.PRONE)
    red = section("red", DEFENDER, 1, at=(100, 100), posture=Posture.PRONE)
    table = begun(able, baker, red, features=(area("wood", 90, 90, 110, 110, name="Thicket"),))
    table.period(OrderGroup(unit="able", pace="walk", to="100,100"))
    places = {id_: table.state.figure(id_).at for id_ in ("able1", "baker1", "red1")}
    assert places["red1"] == (100.0, 100.9)
    spots = [at for at in places.values() if at is not None]
    assert all(between(a, b) >= 0.79 for a in spots for b in spots if a is not b)


@pytest.mark.rule("IA-R255", "IA-R137", "IA-build.fire-die")
def test_of_two_sides_that_leave_a_burning_house_each_keeps_off_whom_it_knows() -> None:
    """Able1 and Red1 stand in it. Other1 lies where Red1 comes out, 2 m along the wall, known to Red alone: Red1 stands
    beside him, and he stays where he is."""
    house = area("building", 80, 110, 95, 125, name="Mill")
    able = section("able", ATTACKER, 1, at=(81, 117.5))
    red = section("red", DEFENDER, 1, at=(94, 117.5), facing=NORTH)
    other = section("other", DEFENDER, 1, at=(97.9, 120.27), facing=NORTH, posture=Posture.PRONE)
    baker = section("baker", ATTACKER, 1, at=(87, 100))
    table = begun(able, red, other, baker, features=(house,), dice="6,1,3,3,3,3,3,3,3,3,3,3,3,3")
    table.state = changed(table.state, "baker1", charges=(Charge.SATCHEL,))
    table.to_fire()
    table.fire(Fire(unit="baker", figure="baker1", how="satchel", at="87,111"))
    assert table.state.figure("able1").at == (77.0, 117.5)
    beside = table.state.figure("red1").at
    assert beside is not None
    assert 0.79 <= between(beside, (97.9, 120.27)) < 2.0
    assert table.state.figure("other1").at == (97.9, 120.27)


# ── What a question tells ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R269", "IA-R261", "IA-R252", "IA-orders.information")
def test_whoever_sees_nobody_learns_from_the_question_only_that_somebody_could_fire() -> None:
    """Able and Baker look away. Red watches the one or the other, and the attackers are asked the same; or neither, and
    nobody is asked."""

    def watched(at: tuple[float, float], facing: float = SOUTH) -> Table:
        men = (section("able", ATTACKER, 1, at=(100, 100), facing=SOUTH, hidden=True),
               section("baker", ATTACKER, 1, at=(500, 100), facing=SOUTH, hidden=True))  # fmt: skip
        table = begun(*men, section("red", DEFENDER, 1, at=at, facing=facing))
        table.to_fire()
        return table

    one, other, nobody = watched((100, 150)), watched((500, 150)), watched((590, 390), NORTH)
    assert one.state.seen(DEFENDER, "able")
    assert other.state.seen(DEFENDER, "baker")
    assert not one.state.seen(ATTACKER, "red")
    asked = [prompt(table.state).asks for table in (one, other)]
    assert [ask for ask in asked[0] if ask.side == ATTACKER] == [ask for ask in asked[1] if ask.side == ATTACKER] != []
    assert [ask.face for ask in asked[0]] == [ask.face for ask in asked[1]]
    assert one.state.step is other.state.step is PeriodStep.DECLARATION
    assert nobody.state.step is PeriodStep.ORDERS
