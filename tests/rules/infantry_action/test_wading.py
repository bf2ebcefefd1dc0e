"""What water, brush and smoke mean in play: wading takes fire and makes upright, silence hacks nothing, blind fire
reaches 50 m behind its screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.groups import Bound
from rules.infantry_action.on_the_table import Screen
from rules.infantry_action.play.fire.arms import arms, bar
from rules.infantry_action.play.fire.blind import behind_screen
from rules.infantry_action.play.fire.targets import GroupStruck, mark_of
from rules.infantry_action.play.movement.order_judging import judge_order
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.violation import RuleViolation
from tests.rules.infantry_action.field import ATTACK, SOUTH, area, carried_out, changed, field, located, order, section

STREAM = area("stream", 0, 60, 600, 64)


def waded(pace: Pace):
    state = field(section("able", ATTACKER, 1, at=(100, 55)), features=(STREAM,))
    return carried_out(state, {"able": order(pace, (100, 75))}).state


@pytest.mark.rule("IA-sa.no-fire-after", "IA-R031")
def test_whoever_waded_at_a_walk_does_not_fire() -> None:
    """20 m at most, 5 to the stream, through it and on."""
    state = waded(Pace.WALK)
    assert state.figure("able1").at == (100, 75)
    refused = bar(state, next(arms(state, state.group("able"))))
    assert refused is not None
    assert "waded" in refused.message
    dry = carried_out(field(section("able", ATTACKER, 1, at=(100, 55))), {"able": order(Pace.WALK, (100, 75))}).state
    assert bar(dry, next(arms(dry, dry.group("able")))) is None


@pytest.mark.rule("IA-R036", "IA-tt.erect")
def test_whoever_waded_at_a_crawl_was_upright() -> None:
    state = waded(Pace.CRAWL)
    assert state.figure("able1").posture is Posture.PRONE
    assert mark_of(state, state.figure("able1"), GroupStruck(state.group("able"))).erect


@pytest.mark.rule("IA-reaction.result.under-10-erect", "IA-R182")
def test_below_10_nobody_wades_towards_the_enemy_at_a_crawl_either() -> None:
    state = field(
        section("able", ATTACKER, 1, at=(100, 55)), section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH),
        features=(STREAM,),
    )  # fmt: skip
    state = located(changed(state, "able", bound=Bound(score=7)), "able", "red")
    with pytest.raises(RuleViolation) as refused:
        judge_order(state, OrderGroup(unit="able", pace="crawl", to="100,75"), ATTACK)
    assert refused.value.citation == "IA-reaction.result.under-10-erect"
    assert judge_order(state, OrderGroup(unit="able", pace="crawl", to="100,59"), ATTACK)


@pytest.mark.rule("IA-foot.silent", "IA-R033")
def test_nobody_hacks_through_brush_in_silence() -> None:
    state = field(section("able", ATTACKER, 1, at=(100, 55)), features=(area("jungle", 80, 60, 200, 120),))
    with pytest.raises(RuleViolation) as refused:
        judge_order(state, OrderGroup(unit="able", pace="walk", to="100,90", silent=True), ATTACK)
    assert refused.value.code == "not-silent"
    assert judge_order(state, OrderGroup(unit="able", pace="walk", to="20,58", silent=True), ATTACK)


@pytest.mark.rule("IA-smoke.blind-fire", "IA-R147")
@pytest.mark.parametrize(("north", "counts"), [(150, True), (151, False), (90, False)])
def test_blind_fire_counts_men_up_to_50_m_behind_the_screen(north: float, counts: bool) -> None:
    """It lies along y = 100, laid in the period before."""
    state = field(section("able", ATTACKER, 1, at=(100, 50)), period=2)
    state = replace(state, screens=(Screen((50.0, 100.0), (150.0, 100.0), laid=1, fed=1),))
    assert behind_screen(state, (100.0, 50.0), (100.0, north)) is counts
