"""What lasts ends: every state that holds for a while, until when it holds, and that a man's own ends with him.

A new field of a man, gun, vehicle, group or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules.battle.orders.sealing import OrdersOpened
from rules.infantry_action import RULES
from rules.infantry_action.actions.umpire import Kill, RemoveFigure, SetLight
from rules.infantry_action.book.kinds import Light, Pace, Weapon
from rules.infantry_action.events.turn import PeriodBegan
from rules.infantry_action.figures import NOTHING, Doing, Figure, Gun, Life, Vehicle
from rules.infantry_action.groups import FirePlan, Group, Suffered
from rules.infantry_action.on_the_table import Device, Drop, FlightPlan, MineSquare, Mission
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Scripted
from tests.rules.infantry_action.field import SOUTH, carried_out, changed, field, order, section, team, vehicle

LASTS = {
    Figure: {
        "posture": "until he is told another",
        "aboard": "until he gets out, or is out",
        "place": "until he takes another",
        "serves": "until he leaves the gun, or is out",
        "share": "until he puts it down, or is out",
        "doing": "until the end of the period",
        "fired_in": "a period, compared with the one that runs",
        "doubled_in": "a period, compared with the one that runs",
        "ready_from": "until that period",
        "briefed_in": "a period, compared with the one that runs",
        "landed_in": "until the end of that period",
    },
    Gun: {
        "ready_from": "until that period; packed until it is set up",
        "towed_by": "until it is unlimbered, or the tractor is out for good",
        "fired_in": "a period, compared with the one that runs",
        "doing": "until the end of the period",
    },
    Vehicle: {
        "closed": "until it is told otherwise",
        "hull_down": "until it drives off",
        "running": "until the engine stops, or it is knocked out",
        "burning_since": "a period, compared with the one that runs",
        "doing": "until the end of the period",
        "aloft": "until it lands, crashes or has left the table",
        "flies_off": "until the end of the period, or it crashes",
        "halted_in": "a period, compared with the one that runs",
    },
    Group: {
        "order": "until another one, or it is carried out",
        "dormant": "until it is woken",
        "halted": "until somebody can reach it",
        "instructions": "until its player settles others",
        "bound": "until the end of the next period, or the next test",
        "score": "until the end of the period",
        "panicked_in": "a period, compared with the one that runs",
        "led_panic_in": "a period, compared with the one that runs",
        "hidden": "until it fires or is located",
        "fired_from_here": "until it moves",
        "fired_on_in": "a period, compared with the one that runs",
        "fired_on_by": "until it is fired on in a later period",
        "parted_in": "a period, compared with the one that runs",
        "escort": "until he is out, or they are free",
        "doubled_in": "a period, compared with the one that runs",
    },
    MineSquare: {
        "worked": "until the work is done, or the other side begins its own",
        "worked_by": "until the work is done, or the other side begins its own",
    },
    Mission: {
        "periods": "until the last has fallen; a registration until it is ready, or its observer is out",
        "corrected": "until it falls there",
        "corrected_from": "a period, compared with the one that runs",
        "called": "a period, compared with the one that runs",
        "speaker": "for the period in which somebody spoke",
        "checked": "until its correction has come",
    },
    Device: {"operator": "until he is out: nobody else sets it off"},
    Drop: {"period": "a period, compared with the one that runs"},
    FlightPlan: {
        "period": "a period, compared with the one that runs",
        "leaves": "a period, compared with the one that runs; never without a crew",
    },
    State: {
        "light": "until the umpire sets another",
        "envelope": "until it is opened",
        "drafts": "until they are opened",
        "aheads": "until their last period, or contact",
        "messages": "until the runner is back, or out",
        "plans": "until the end of the period",
        "sightings": "until the next look",
        "suffered": "until the end of the period",
        "missions": "until they are fired; a registration until its observer is out",
        "screens": "until they thin out",
        "lit": "until it burns down",
        "drops": "until they land",
        "flights": "until they come or leave",
        "noise": "until the end of the period",
        "bursts": "until the end of the period",
        "ruled": "as the umpire says",
        "awaited": "until they come",
        "shown": "until the next step",
    },
}
STAYS = {
    Figure: {
        "id", "name", "number", "side", "group", "rank", "weapons", "grenades", "gear", "charges", "specialities",
        "rocket", "home", "value", "broken", "at", "facing", "life", "fell_openly", "killed", "lost_in", "given_up",
        "injuries", "title",
    },
    Gun: {
        "id", "name", "kind", "side", "group", "at", "facing", "missiles", "shield", "calibre", "value", "gone",
    },
    Vehicle: {
        "id", "name", "type", "side", "group", "at", "facing", "turret", "condition", "mounts", "gear", "smoke",
        "line_charge", "smgs", "value",
    },
    Group: {
        "id", "name", "side", "kind", "ordered", "lost", "average", "quality", "late", "by_air", "parted_from", "of",
        "saw_flame",
    },
    MineSquare: {
        "column", "row", "side", "anti_personnel", "anti_tank", "marked", "shown", "known", "wheel_path", "spotters",
        "entries",
    },
    Mission: {"id", "side", "caller", "what", "at", "angle", "falls", "multiple", "name"},
    Device: {"id", "kind", "side", "at", "facing", "set_in", "wire", "known"},
    Drop: {"group", "aim", "real"},
    FlightPlan: {"vehicle", "path", "then", "out"},
    State: {
        "title", "sides", "groups", "figures", "guns", "vehicles", "board", "options", "wind", "year", "period_limit",
        "period", "step", "first_located", "glimpses", "registrations", "mines", "devices", "works", "trails",
        "objectives", "secrets", "ended",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(LASTS))
def test_everything_that_lasts_is_listed(kind: type) -> None:
    assert {each.name for each in fields(kind)} == set(LASTS[kind]) | STAYS[kind]
    assert not set(LASTS[kind]) & STAYS[kind]


def battle() -> State:
    """A mortar with three men, a tank with four, and a man far off."""
    return field(
        team("able", ATTACKER, Weapon.LIGHT_MORTAR),
        vehicle("tank", ATTACKER, at=(300, 50)),
        section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH),
    )


ENDS = {"killed": (Kill, Life.CASUALTY), "removed": (RemoveFigure, Life.WITHDRAWN)}


@pytest.mark.parametrize("end", ENDS)
def test_his_gun_and_his_place_aboard_end_with_a_man(end: str) -> None:
    action, life = ENDS[end]
    state = battle()
    for figure in ("able1", "tank1"):
        does = RULES.battle.decide(state, action(figure=figure, reason="a shell"), UMPIRE, Scripted(""))
        state = RULES.battle.fold(does, state)
    gunner, driver = state.figure("able1"), state.figure("tank1")
    assert (gunner.life, gunner.serves, gunner.share) == (life, None, False)
    assert (driver.life, driver.aboard) == (life, None)
    assert [man.id for man in state.crew("able-gun")] == ["able2", "able3"]
    assert [man.id for man in state.aboard("tank")] == ["tank2", "tank3", "tank4"]


def test_what_held_for_a_period_is_over_when_the_next_begins() -> None:
    """Noise is heard a period long after its burst, and no longer. IA-R028"""
    state, did = battle(), Doing(Pace.WALK, moved=20.0)
    for id_ in ("able1", "able-gun", "tank"):
        state = changed(state, id_, doing=did)
    burst = ((100.0, 100.0), "fire")
    state = replace(state, plans=(FirePlan("able1"),), suffered=(Suffered("red"),), bursts=(burst,))
    state = state.with_group(replace(state.group("red"), score=4))
    second = RULES.battle.evolve(state, PeriodBegan(period=2))
    assert {second.figure("able1").doing, second.gun("able-gun").doing, second.vehicle("tank").doing} == {NOTHING}
    assert (second.plans, second.suffered, second.bursts, second.group("red").score) == ((), (), (), None)
    assert second.noise == (burst,)
    assert RULES.battle.evolve(second, PeriodBegan(period=3)).noise == ()


def test_the_light_is_as_the_umpire_set_it_last() -> None:
    state = battle()
    for light, now in (("dark", Light.DARK), ("moonlight", Light.MOON), ("daylight", Light.DAY)):
        state = RULES.battle.fold(RULES.battle.decide(state, SetLight(light=light), UMPIRE, Scripted("")), state)
        assert state.light is now


def test_the_ways_of_a_step_are_drawn_until_the_next_sheets_are_opened() -> None:
    state = carried_out(battle(), {"red": order(Pace.WALK, (590, 370))}).state
    assert [trace.ref for trace in state.shown] == ["red"]
    assert RULES.battle.evolve(state, OrdersOpened(envelope="")).shown == ()
