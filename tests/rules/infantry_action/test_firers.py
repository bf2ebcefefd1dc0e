"""Who a plan or a shot means: a man, a gun, a weapon on a vehicle; and what is set off from afar."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action import RULES
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import Fired, ShotsFired
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Life, Mounted
from rules.infantry_action.groups import FirePlan
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.command.writing import side_of_firer, words
from rules.infantry_action.play.fire.planning import judge_fire
from rules.infantry_action.play.fire.resolving import resolve
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from tests.rules.infantry_action.field import ATTACK, SOUTH, changed, field, happened, section, team, vehicle


def mixed() -> State:
    """A man, a gun and a tank with a gun and a machine gun."""
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)),
        team("gun", ATTACKER, Weapon.AT_GUN, at=(150, 50)),
        vehicle("tank", ATTACKER, at=(200, 50)),
        section("red", DEFENDER, 2, at=(100, 150), facing=SOUTH),
        period=3,
    )
    return replace(state, step=PeriodStep.DECLARATION)


def test_one_look_up_finds_man_gun_and_mount() -> None:
    state = mixed()
    assert state.firer("able1") is state.figure("able1")
    assert state.firer("gun-gun") is state.gun("gun-gun")
    mounted = state.firer("tank/1")
    assert isinstance(mounted, Mounted)
    assert (mounted.vehicle.id, mounted.number, mounted.mount.weapon) == ("tank", 1, Weapon.TURRET_MG)
    assert (mounted.ref, mounted.side, mounted.group) == ("tank/1", ATTACKER, "tank")
    for unknown in ("tank", "tank/", "tank/2", "tank/x", "", "nobody"):
        assert state.firer(unknown) is None


def test_a_vehicle_may_have_a_stroke_in_its_id() -> None:
    state = mixed()
    state = replace(state, vehicles=(replace(state.vehicle("tank"), id="a/b"),))
    mounted = state.firer("a/b/0")
    assert isinstance(mounted, Mounted)
    assert mounted.ref == "a/b/0"


def test_journals_name_mounts_as_they_always_have() -> None:
    """What was written before is read and applied as it was."""
    said = (
        '{"kind":"shots-fired","side":"attacker","shots":[{"by":"tank/1","group":"tank","weapon":"turret machine gun",'
        '"target":"red","at":[100,150],"metres":141.4,"men":["tank3"]}]}'
    )
    event = RULES.battle.events.load(said)
    after = evolve(mixed(), event)
    assert [mount.fired_in for mount in after.vehicle("tank").mounts] == [-99, 3]
    assert side_of_firer(mixed(), "tank/1") == ATTACKER
    assert ShotsFired(side=ATTACKER, shots=(Fired("tank/1", "tank", "x", "", (0.0, 0.0), 1.0),)).shots[0].by == "tank/1"


# ── Set off from afar ─────────────────────────────────────────────────────────────────────────────────────────────


def trapped(*devices: Device, **changes) -> State:
    return changed(replace(mixed(), devices=devices), "able1", **changes)


def claymore(**changes) -> Device:
    """Able's man, at 100, 50, has set it up 12 m ahead of him in period 2."""
    return replace(Device("clay", "Claymore", ATTACKER, (100.0, 62.0), 0.0, "able1", 2), **changes)


SET_OFF = Fire(unit="able", how="detonate")


@pytest.mark.rule("IA-mine.claymore-setup")
@pytest.mark.parametrize(
    ("device", "code"),
    [(claymore(set_in=3), "not-set-up"), (claymore(at=(100.0, 59.0)), "too-close"), (claymore(at=(100.0, 60.0)), "")],
)
def test_a_claymore_is_set_off_from_ten_metres_in_the_period_after(device: Device, code: str) -> None:
    state = trapped(device)
    if not code:
        assert judge_fire(state, SET_OFF, ATTACK).plans == (FirePlan("able1", "detonate", "clay"),)
        return
    with pytest.raises(RuleViolation) as refused:
        judge_fire(state, SET_OFF, ATTACK)
    assert refused.value.code == code


@pytest.mark.rule("IA-mine.claymore-setup")
def test_another_is_set_off_where_one_cannot_be_and_none_without_its_man() -> None:
    state = trapped(claymore(set_in=3), claymore(id="second"))
    assert judge_fire(state, SET_OFF, ATTACK).plans[0].target == "second"
    fallen = field(section("baker", ATTACKER, 1), section("red", DEFENDER, 1), period=3)
    hit = replace(trapped(claymore()), groups=(*mixed().groups, *fallen.groups[:1]))
    hit = replace(hit, figures=(*hit.figures, fallen.figures[0]))
    hit = changed(hit, "able1", life=Life.CASUALTY)
    with pytest.raises(RuleViolation) as refused:
        judge_fire(hit, Fire(unit="baker", how="detonate"), ATTACK)
    assert refused.value.code == "has-none"


@pytest.mark.rule("IA-mine.fougasse", "IA-mine.claymore-cone")
def test_a_fougasse_that_nobody_tends_is_written_sealed_and_goes_off() -> None:
    """Two men of Red 38 m and 39 m ahead of it, in its cone: 5 points, no chance die, no minus for a mine."""
    state = trapped(Device("drum", "fougasse", ATTACKER, (100.0, 112.0), 0.0))
    planned = judge_fire(state, SET_OFF, ATTACK)
    assert planned.plans == (FirePlan("drum", "detonate", "drum"),)
    written = replace(state, plans=planned.plans)
    assert "drum" in words(written, ATTACKER, lambda unit: True)
    assert "drum" not in words(written, DEFENDER, lambda unit: True)
    sealed = RULES.battle.decide(written, SealOrders(), ATTACK, Seeded(b"salt", 1))
    assert [getattr(event, "kind", "") for event in sealed][:1] == ["orders-sealed"]
    course = Course(replace(written, step=PeriodStep.RESOLUTION), Scripted("3,3,3,3,3,3"))
    resolve(course)
    assert course.state.devices == ()
    assert happened(course, "fire-resolved")[0].target == "red"
    assert happened(course, "fire-resolved")[0].dice == ()
