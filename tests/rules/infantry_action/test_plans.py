"""Plans in Infantry Action: roles by weapons and rank, the orders and the fire of each task, worked out by hand."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from rules.battle.deed import lawful
from rules.infantry_action import RULES
from rules.infantry_action.actions.command import Instruct, SealAhead
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import CarryOn, GiveTask, OrderGroup, SendRunner
from rules.infantry_action.book.kinds import Posture, Weapon
from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.planning import PLANNING, roles_of
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.registry import rule_set
from rules.scenario import library
from rules.scenario.rehearsal import stand_ins
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, UnitRole
from tests.bench.staffed import StaffHands
from tests.rules.infantry_action.field import (
    SOUTH,
    area,
    changed,
    field,
    line,
    located,
    officer,
    order,
    section,
    team,
    vehicle,
)

BARN = BattleAim("barn", AimKind.TAKE, "Take the barn", "", (100.0, 300.0), 10.0)
KEEP = BattleAim("barn", AimKind.KEEP, "Keep the barn", "", (100.0, 300.0), 10.0)


def written(state: State, side: str, aim: BattleAim, key: str, boldness: Boldness = Boldness.STEADY) -> list[Action]:
    """The lines of that plan."""
    found = {plan.key: plan for plan in PLANNING.plans(state, side, (aim,), Intent(boldness))}
    return [line.action for line in found[key].lines]


def moves(actions: list[Action]) -> dict[str, tuple[str, str | None]]:
    return {a.unit: (a.pace, a.to) for a in actions if isinstance(a, OrderGroup | SendRunner)}


def hill(**changes: Any) -> State:
    """An officer and a section of the attackers; red lies 250 m off, not located."""
    return field(
        officer("hq", ATTACKER, at=(120, 20)),
        section("able", ATTACKER, at=(100, 50)),
        section("red", DEFENDER, at=(100, 300), facing=SOUTH, hidden=True, posture=Posture.PRONE),
        **changes,
    )


def test_groups_get_their_parts_by_weapons_and_rank() -> None:
    state = field(
        officer("hq", ATTACKER, at=(120, 20)),
        section("able", ATTACKER),
        team("vickers", ATTACKER, Weapon.TRIPOD_MG, at=(200, 20)),
        team("gun", ATTACKER, Weapon.AT_GUN, at=(250, 20)),
        vehicle("tank", ATTACKER, at=(300, 20)),
    )
    assert {group.id: roles_of(state, group)[0] for group in state.groups} == {
        "hq": UnitRole.COMMAND,
        "able": UnitRole.ASSAULT,
        "vickers": UnitRole.FIRE,
        "gun": UnitRole.CREW,
        "tank": UnitRole.ASSAULT,
    }


def test_an_assault_walks_while_nobody_is_near_and_dashes_the_last_metres() -> None:
    """Red is 250 m off, then located at 50: the assault dashes within 60 m."""
    assert moves(written(hill(), ATTACKER, BARN, "take"))["able"] == ("walk", "100,300")
    near = changed(hill(), "red", hidden=False)
    near = near.with_figure(*(replace(man, at=(man.at[0], 100.0)) for man in near.men("red") if man.at))
    near = located(near, "able", "red")
    assert moves(written(near, ATTACKER, BARN, "take"))["able"] == ("dash", "100,300")


@pytest.mark.rule("IA-tt.exposed", "IA-tt.erect", "IA-foot.dash")
@pytest.mark.parametrize(
    ("metres", "boldness", "pace"),
    [
        (130, Boldness.CAREFUL, "dash"),
        (130, Boldness.STEADY, "dash"),
        (130, Boldness.BOLD, "walk"),
        (200, Boldness.CAREFUL, "dash"),
        (200, Boldness.STEADY, "walk"),
    ],
)
def test_nobody_walks_erect_where_a_known_enemy_can_fire_at_the_way(
    metres: float, boldness: Boldness, pace: str
) -> None:
    """A man who dashes gives the enemy no point to aim at, one who walks in the open two: within 250 m of a located
    enemy the careful dash, within 150 m the steady; a house in between lets all walk."""
    red = changed(hill(), "red", hidden=False)
    red = red.with_figure(*(replace(man, at=(man.at[0], 50.0 + metres)) for man in red.men("red") if man.at))
    red = located(red, "able", "red")
    assert moves(written(red, ATTACKER, BARN, "take", boldness))["able"][0] == pace

    house = area("building", 0, 90, 400, 95, height=12)
    behind = replace(red, board=replace(red.board, features=(house,)))
    assert moves(written(behind, ATTACKER, BARN, "take", boldness))["able"][0] == "walk"


@pytest.mark.rule("IA-R248")
def test_a_runner_on_his_way_is_left_to_his_errand() -> None:
    """An order of his own would call him off, and he would storm the barn alone."""
    far = field(
        officer("hq", ATTACKER, at=(550, 20)),
        section("guard", ATTACKER, at=(540, 25)),
        section("able", ATTACKER, at=(100, 50), ordered=True, order=order()),
        section("red", DEFENDER, at=(100, 390), facing=SOUTH, hidden=True),
    )
    spoken = (replace(far.figure(f"guard{n}"), briefed_in=1) for n in (1, 2))
    far = far.with_figure(replace(far.figure("hq1"), gear=()), *spoken)
    (sent,) = [a for a in written(far, ATTACKER, BARN, "take") if isinstance(a, SendRunner)]
    runs = RULES.battle.fold(RULES.battle.decide(far, sent, Actor.player(ATTACKER), Scripted("")), far)
    (message,) = runs.messages

    lines = written(runs, ATTACKER, BARN, "take")
    assert "guard" in moves(lines)
    assert all(getattr(line_, "unit", "") != message.group for line_ in lines)


def test_a_group_that_nobody_reaches_is_sent_a_runner_once() -> None:
    """Able has had its first order and is 400 m away from an officer without a radio; it goes nowhere."""
    far = field(
        officer("hq", ATTACKER, at=(550, 20)),
        section("guard", ATTACKER, at=(540, 25)),
        section("able", ATTACKER, at=(100, 50), ordered=True, order=order()),
        section("red", DEFENDER, at=(100, 390), facing=SOUTH, hidden=True),
    )
    spoken = (replace(far.figure(f"guard{n}"), briefed_in=1) for n in (1, 2))
    far = far.with_figure(replace(far.figure("hq1"), gear=()), *spoken)
    (line_,) = [a for a in written(far, ATTACKER, BARN, "take") if getattr(a, "unit", "") == "able"]
    assert isinstance(line_, SendRunner)
    assert line_.to == "100,300"


def test_troops_in_a_trench_near_the_place_stay_in_it() -> None:
    """The trench is 60 m from the barn: steady troops hold it from there, bold ones (50 m) go in."""
    trench = line("trench", (60.0, 240.0), (160.0, 240.0), width=6.0)
    red = section("red", DEFENDER, at=(80, 240), facing=SOUTH, hidden=True)
    state = field(section("able", ATTACKER, at=(100, 20)), red, features=(trench,))
    aim = replace(KEEP, at=(80.0, 300.0))
    hold = PLANNING.plans(state, DEFENDER, (aim,), Intent())
    assert all("red" not in moves([line.action for line in plan.lines]) for plan in hold if plan.key == "hold")
    assert moves(written(state, DEFENDER, aim, "hold", Boldness.BOLD))["red"] == ("walk", "80,300")


@pytest.mark.parametrize(("metres", "how"), [(120.0, "hold"), (90.0, "fire")])
def test_whoever_lies_hidden_holds_fire_until_it_pays(metres: float, how: str) -> None:
    """Steady: 100 m."""
    state = field(
        section("able", ATTACKER, at=(100, 300.0 - metres)),
        section("red", DEFENDER, at=(100, 300), facing=SOUTH, hidden=True),
        step=PeriodStep.DECLARATION,
    )
    state = located(state, "red", "able")
    fire = [a for a in written(state, DEFENDER, KEEP, "hold") if isinstance(a, Fire)]
    assert [(a.unit, a.how) for a in fire] == [("red", how)]


def test_an_ambush_is_told_to_fire_at_will_once_it_pays() -> None:
    state = field(
        section("able", ATTACKER, at=(100, 220)),
        section("red", DEFENDER, at=(100, 300), facing=SOUTH, hidden=True, posture=Posture.PRONE),
    )
    plans = PLANNING.plans(state, DEFENDER, (KEEP,), Intent())
    assert not [line.action for plan in plans for line in plan.lines if isinstance(line.action, Instruct)]
    told = written(located(state, "red", "able"), DEFENDER, KEEP, "hold")
    assert Instruct(unit="red", fire="at will") in told


def test_what_is_not_located_changes_no_plan() -> None:
    """Red elsewhere, stronger, or not there at all: the attackers write the same letters."""
    worlds = [hill()]
    worlds.append(worlds[0].with_figure(*(replace(m, at=(400.0, 390.0)) for m in worlds[0].men("red"))))
    worlds.append(field(officer("hq", ATTACKER, at=(120, 20)), section("able", ATTACKER, at=(100, 50))))
    for boldness in Boldness:
        plans = [PLANNING.plans(world, ATTACKER, (BARN,), Intent(boldness)) for world in worlds]
        assert plans[0] == plans[1] == plans[2]


def test_orders_to_go_replace_each_other_and_so_does_fire() -> None:
    slots = [
        PLANNING.slot(action)
        for action in (
            OrderGroup(unit="a", pace="halt"),
            SendRunner(unit="a", pace="halt"),
            CarryOn(unit="a"),
            GiveTask(unit="a", what="prepare"),
            Fire(unit="a", how="hold"),
            Instruct(fire="hold"),
            SealAhead(),
        )
    ]
    assert slots == ["move", "move", "move", "task", "fire", "instruct", "ahead"]


@pytest.mark.parametrize("key", ["canal-bridge", "bamboo-track", "sea-wall-battery"])
def test_every_line_of_a_plan_is_lawful_in_the_battles_of_the_library(key: str, long: bool) -> None:
    """Three periods, eight with `--long`, played by the staff on both sides; all plans of whoever is asked."""
    rules = rule_set("infantry-action")
    scenario = next(found for found in library("infantry-action") if found.key == key)
    seed = hashlib.sha256(key.encode()).digest()
    state: Any = rules.battle.fold(rules.battle.muster(stand_ins(scenario), Seeded(seed, 0)))
    hands = {side: StaffHands() for side in (ATTACKER, DEFENDER)}
    ordering = rules.battle.ordering
    assert ordering is not None
    assert ordering.planning is not None
    for step in range(1, 200):
        asks = rules.battle.prompt(state).asks
        if asks:
            side = asks[0].side
            aims = ordering.planning.aims(state, side)
            assert {aim.kind for aim in aims} <= {AimKind.TAKE, AimKind.KEEP, AimKind.BREAK}
            for plan in ordering.planning.plans(state, side, aims, Intent()):
                for each in plan.lines:
                    assert lawful(DEEDS.judge, state.battle, each.action, Actor.player(side)), each
            wishes, by = hands[side].wishes(rules, state, asks[0]), Actor.player(side)
        else:
            engine = rules.battle.proceed(state)
            if engine is None:
                break
            wishes, by = iter((engine,)), ENGINE
        action = next(wishes)
        state = rules.battle.fold(rules.battle.decide(state, action, by, Seeded(seed, step)), state)
        if state.turn > (8 if long else 3):
            break
    assert state.turn >= 3


@pytest.mark.rule("IA-R252")
def test_a_plan_is_sealed_for_three_periods_or_until_contact() -> None:
    """Each plan of orders says so in its last line, which is for no group; fire is declared for its period alone."""
    plans = PLANNING.plans(hill(), ATTACKER, (BARN,), Intent())
    ahead = SealAhead(periods=3, ends="contact")
    assert plans
    assert {plan.lines[-1].action for plan in plans} == {ahead}
    assert {plan.lines[-1].units for plan in plans} == {()}
    firing = located(hill(step=PeriodStep.DECLARATION), "able", "red")
    lines = [line.action for plan in PLANNING.plans(firing, ATTACKER, (BARN,), Intent()) for line in plan.lines]
    assert ahead not in lines
