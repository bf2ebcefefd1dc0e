"""The umpire's facts: his ruling on each is what the odds show, and it decides: fire, location, command, nerves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.umpire import FactRuled, RuleFact
from rules.infantry_action import RULES
from rules.infantry_action.actions import CODEC as ACTIONS
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Cover, Rank, Weapon
from rules.infantry_action.events import CODEC as EVENTS
from rules.infantry_action.events.turn import PeriodBegan
from rules.infantry_action.evolve import evolve
from rules.infantry_action.facts import FACTS
from rules.infantry_action.play.command.reach import in_touch
from rules.infantry_action.play.fire.planning import judge_fire
from rules.infantry_action.play.fire.resolving import declared
from rules.infantry_action.play.fire.targets import GroupStruck, mark_of
from rules.infantry_action.play.reaction.circumstances import circumstances, mingled
from rules.infantry_action.play.sight.locating import looked_out
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.action import UMPIRE, Action
from rules.kernel.chance import Scripted
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds
from rules.seam.viewing import Viewer
from tests.charts import chart
from tests.rules.infantry_action.field import (
    ATTACK,
    NORTH,
    SOUTH,
    area,
    changed,
    field,
    grouped,
    located,
    officer,
    section,
    team,
    vehicle,
)

FIRE = Fire(unit="able", target="red")
BOTH = [("able", "red"), ("red", "able")]
HOUSE = area("building", 80, 90, 160, 100, name="House", height=6.0)


def rule(state: State, fact: str, value: str, unit: str | None = None, other: str | None = None, **more: Any) -> State:
    """The umpire rules it, as he would."""
    for event in RULES.battle.decide(state, RuleFact(fact=fact, value=value, unit=unit, other=other, **more), UMPIRE,
                                     Scripted("")):  # fmt: skip
        state = evolve(state, event)
    return state


def two(apart: float = 100.0, *, facing: float = NORTH, seen: bool = True, **changes: Any) -> State:
    """Able's four rifles look north; Red stands so many metres before them, and looks at them."""
    state = field(
        section("able", ATTACKER, at=(100, 50), facing=facing),
        section("red", DEFENDER, at=(100, 50 + apart), facing=SOUTH),
        **changes,
    )
    state = replace(state, step=PeriodStep.DECLARATION)
    return located(located(state, "able", "red"), "red", "able") if seen else state


def odds(state: State, action: Action = FIRE) -> Odds:
    return RULES.battle.odds(state, action, ATTACK)


def shown(state: State, name: str, action: Action = FIRE) -> Fact:
    return next(fact for fact in odds(state, action).facts if fact.name == name)


def refused(state: State, action: Action = FIRE) -> str:
    with pytest.raises(RuleViolation) as caught:
        odds(state, action)
    return caught.value.code


def looked(state: State, side: str = ATTACKER) -> list[tuple[str, str]]:
    return [(each.by, each.target) for each in looked_out(state, side).sightings]


# ── Range ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@chart(("unit", "other"), [*BOTH, ("able", None), (None, None)])
@chart("metres", [5.0, 40.0, 120.0, 400.0, 3000.0])
def test_a_ruled_range_decides_over_fire_whichever_group_is_named_first(unit, other, metres):
    """A rifle reaches 600 m at most; both measure 100 m, or 190."""
    for start in (two(100), two(190)):
        state = rule(start, "range", f"{metres:g} m", unit, other)
        if metres > 2000:
            assert refused(state)
            continue
        assert shown(state, "range") == Fact("range", metres, Source.RULING, "m")
        shots = judge_fire(state, FIRE, ATTACK).shots
        assert {shot.metres for shot in shots} == {metres}
        assert {shot.metres for shot in declared(state) if shot.target == "able"} == {metres}
        measured = {shot.metres for shot in judge_fire(start, FIRE, ATTACK).shots}
        assert min(measured) >= 100.0


def test_a_range_that_nobody_has_ruled_is_measured():
    assert shown(two(100), "range") == Fact("range", 100, Source.MEASURED, "m")


def test_a_ruled_range_decides_over_location():
    """Standing men in the open are located at some hundred metres by day, never at 4000."""
    state = replace(two(100, seen=False), step=PeriodStep.ORDERS)
    assert looked(state) == [("able", "red")]
    for pair in BOTH:
        assert looked(rule(state, "range", "4000", *pair)) == []
        assert looked(rule(two(349, seen=False), "range", "20", *pair)) == [("able", "red")]


def test_a_ruled_range_decides_over_nerves():
    """Groups are among each other within a few metres of their men, enemies close within some tens."""
    state = two(100)
    assert mingled(state, state.group("able")) == ()
    assert not circumstances(state, state.group("able")).enemy_close
    near = rule(state, "range", "2", "red", "able")
    assert [group.id for group in mingled(near, near.group("able"))] == ["red"]
    assert circumstances(near, near.group("able")).enemy_close
    among = two(4)
    assert mingled(among, among.group("able"))
    assert mingled(rule(among, "range", "100"), among.group("able")) == ()


def test_a_ruled_range_decides_over_grenades_and_anti_tank_fire():
    men = two(100)
    armed = replace(men, figures=tuple(replace(each, grenades=True) for each in men.figures))
    throw = Fire(unit="able", target="red", how="grenade")
    assert refused(armed, throw) == "too-far"
    assert shown(rule(armed, "range", "15"), "range", throw) == Fact("range", 15.0, Source.RULING, "m")


# ── Located, in arc, line of sight ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seen", [True, False])
def test_a_ruling_that_it_is_located_decides(seen):
    start = two(100, seen=seen)
    state = rule(start, "located", "yes", "able", "red")
    assert shown(state, "located") == Fact("located", True, Source.RULING)
    assert looked(state) == [("able", "red")]
    assert state.seen(ATTACKER, "red")
    assert not rule(two(100, seen=False), "located", "yes", "able", "red").seen(DEFENDER, "able")
    state = rule(start, "spotted", "no", "able", "red")
    assert refused(state) in (Why.NO_TARGET, "not-located")
    assert looked(state) == []
    assert not state.seen(ATTACKER, "red")


@pytest.mark.parametrize("facing", [NORTH, SOUTH])
def test_a_ruled_arc_decides_over_fire_and_location(facing):
    """Looking south they have Red behind them."""
    start = two(100, facing=facing)
    state = rule(start, "in arc", "yes", "able", "red")
    assert shown(state, "in arc") == Fact("in arc", True, Source.RULING)
    assert looked(state) == [("able", "red")]
    state = rule(start, "in arc", "no", "able", "red")
    assert refused(state) == refused(two(100, facing=SOUTH))
    assert looked(state) == []
    assert looked(two(100, facing=SOUTH, seen=False)) == []


@pytest.mark.parametrize("features", [(), (HOUSE,)])
def test_a_ruled_line_of_sight_decides_over_fire_and_location(features):
    """With and without a house between them."""
    start = two(100, features=features)
    state = rule(start, "line of sight", "yes", "able", "red")
    assert shown(state, "line of sight") == Fact("line of sight", True, Source.RULING)
    assert looked(state) == [("able", "red")]
    state = rule(start, "line of sight", "no", "able", "red")
    assert refused(state) == refused(two(100, features=(HOUSE,)))
    assert looked(rule(two(100, seen=False), "line of sight", "no", "able", "red")) == []


# ── Cover, command ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("cover", [each for each in Cover if each is not Cover.HARD_VEHICLE])
def test_ruled_cover_decides_over_fire_and_nerves(cover):
    for features in ((), (area("wood", 80, 140, 160, 170),)):
        start = rule(two(100, features=features), "line of sight", "yes")
        state = rule(start, "cover", cover.value, "red")
        assert shown(state, "cover") == Fact("cover", cover.value, Source.RULING)
        fire = GroupStruck(state.group("red"), list(judge_fire(state, FIRE, ATTACK).shots))
        assert {mark_of(state, man, fire).cover for man in state.men("red")} == {cover}
        assert circumstances(state, state.group("red")).in_cover is (cover is not Cover.OPEN)


def test_men_in_an_afv_are_behind_its_armour_whatever_is_ruled():
    state = rule(field(vehicle("tank", DEFENDER)), "cover", "open", "tank")
    fire = GroupStruck(state.group("tank"))
    assert {mark_of(state, man, fire).cover for man in state.men("tank")} == {Cover.SOFT}


def test_a_ruling_that_a_group_is_within_call_decides():
    """An officer 20 m off is heard, one at 400 m is not."""
    order = OrderGroup(unit="able", pace="walk", to="B2")
    for apart in (20.0, 400.0):
        state = field(
            section("able", ATTACKER, at=(100, 50)), officer("chief", ATTACKER, at=(100 + apart, 50)),
            section("red", DEFENDER, at=(100, 350), facing=SOUTH),
        )  # fmt: skip
        state = grouped(state, "able", ordered=True)
        assert (in_touch(state, state.group("able")) is not None) is (apart == 20.0)
        ruled = rule(state, "within call", "yes", "able")
        assert shown(ruled, "within call", order) == Fact("within call", True, Source.RULING)
        assert shown(ruled, "reached by", order).source is Source.RULING
        assert refused(rule(state, "within call", "no", "able"), order) == Why.OUT_OF_TOUCH


def test_every_fact_of_the_vocabulary_is_looked_at_here():
    """A new fact wants its case above."""
    assert {name.name for name in FACTS.all} == {
        *("range", "located", "in arc", "line of sight", "cover", "within call")
    }


# ── The ruling itself ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fact", "value", "code"),
    [("rnage", "3", Why.UNKNOWN_FACT), ("range", "far", Why.FACT_UNREADABLE), ("cover", "mud", Why.FACT_UNREADABLE)],
)
def test_a_ruling_that_no_rule_could_read_is_refused(fact, value, code):
    with pytest.raises(RuleViolation) as caught:
        rule(two(), fact, value)
    assert caught.value.code == code


def test_a_ruling_is_the_umpires_and_of_groups_that_there_are():
    action = RuleFact(fact="range", value="3", unit="nobody")
    with pytest.raises(RuleViolation) as caught:
        RULES.battle.decide(two(), action, UMPIRE, Scripted(""))
    assert caught.value.code == Why.UNKNOWN_UNIT
    with pytest.raises(RuleViolation):
        RULES.battle.decide(two(), RuleFact(fact="range", value="3"), ATTACK, Scripted(""))
    with pytest.raises(RuleViolation) as caught:
        rule(two(), "cover", "open", "able", "red")
    assert caught.value.code == Why.NOT_TOWARDS


def test_a_vehicle_is_ruled_by_its_group():
    state = rule(field(vehicle("tank", DEFENDER), section("able", ATTACKER)), "range", "30", "able", "tank")
    assert state.ruled[0].subjects == ("able", "tank")


def test_a_ruling_is_kept_told_and_dropped_when_it_has_run_out():
    action = RuleFact(fact="range", value="30", unit="able", other="red", turns=1)
    assert ACTIONS.load(ACTIONS.dump(action)) == action
    (event,) = RULES.battle.decide(two(), action, UMPIRE, Scripted(""))
    assert isinstance(event, FactRuled)
    assert EVENTS.load(EVENTS.dump(event)) == event
    state = evolve(two(), event)
    told = RULES.battle.tell(state, event, Viewer(ATTACKER))
    assert told is not None
    assert told.headline == "The umpire rules: range of Able towards Red is 30 until the end of period 1"
    assert len(state.ruled) == 1
    assert evolve(state, PeriodBegan(period=2)).ruled == ()
    assert evolve(rule(two(), "range", "30"), PeriodBegan(period=2)).ruled


def test_a_ruling_on_an_unseen_group_is_not_told_to_those_who_do_not_see_it():
    start = two(100, seen=False)
    (event,) = RULES.battle.decide(start, RuleFact(fact="cover", value="open", unit="red"), UMPIRE, Scripted(""))
    assert event.audience == (DEFENDER,)
    hidden = RuleFact(fact="located", value="no", unit="able", other="red")
    (event,) = RULES.battle.decide(two(), hidden, UMPIRE, Scripted(""))
    assert event.audience is None
    found = RuleFact(fact="located", value="yes", unit="able", other="red")
    (event,) = RULES.battle.decide(start, found, UMPIRE, Scripted(""))
    assert event.audience is not None
    assert ATTACKER in event.audience


def test_a_ruling_on_one_pair_leaves_the_others():
    more = field(
        section("able", ATTACKER, at=(100, 50)), section("baker", ATTACKER, at=(200, 50)),
        team("gun", ATTACKER, Weapon.TRIPOD_MG, at=(300, 50)), section("red", DEFENDER, at=(200, 150), facing=SOUTH),
    )  # fmt: skip
    state = rule(more, "located", "no", "able", "red")
    assert ("able", "red") not in looked(state)
    assert ("baker", "red") in looked(state)
    assert changed(state, "baker1", rank=Rank.SERGEANT)
