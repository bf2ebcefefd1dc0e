"""Objectives on the map and at the end: ringed for those who have them, told to all when the battle is over."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.action import ENGINE
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.scenario import library
from rules.scenario.reading import read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.script.plan import ObjectiveEffect, Turn
from rules.script.staging import staged
from rules.seam.planning import AimKind
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, ObjectiveView, Viewer
from tests.rules.script.patrol import PATROL, Play
from tests.rules.script.test_scripts import event

RULES = staged(PATROL)


def begun(rules: str, key: str) -> tuple[AnyRuleSet, Any]:
    """A library scenario in which everything has happened that happens before somebody is asked."""
    scenario = next(one for one in library(rules) if one.key == key)
    found = rule_set(rules)
    state = found.battle.fold(found.battle.muster(stand_ins(scenario), Seeded(b"objectives", 0)))
    number = 0
    while not found.battle.prompt(state) and (step := found.battle.proceed(state)) is not None:
        number += 1
        state = found.battle.fold(found.battle.decide(state, step, ENGINE, Seeded(b"objectives", number)), state)
    return found, state


def ringed(rules: AnyRuleSet, state: Any, viewer: Viewer) -> tuple[str, ...]:
    scene = rules.battle.scene(state, viewer)
    assert scene is not None
    return scene.objectives


def test_the_place_that_an_objective_speaks_of_is_ringed_for_those_who_have_it() -> None:
    rules, state = begun("five56mm", "last-bird")
    assert ringed(rules, state, Viewer("black")) == ("Helipad",)
    assert ringed(rules, state, Viewer("red")) == ("Helipad",), "it must not be his"
    assert ringed(rules, state, PUBLIC) == ()
    assert ringed(rules, state, Viewer(umpire=True)) == ("Helipad",)


def test_a_place_that_all_know_to_be_fought_for_is_on_the_board_itself() -> None:
    rules, state = begun("book-and-gun", "the-mill-road")
    scene = rules.battle.scene(state, PUBLIC)
    assert scene is not None
    assert scene.board.objectives == ("Mill",)
    assert scene.objectives == ()


def test_what_the_objectives_came_to_is_told_to_all_when_the_battle_is_over() -> None:
    play = Play(
        event(
            Turn(turn=1),
            ObjectiveEffect(key="gate", text="Hold the gate", to=("blue",)),
            ObjectiveEffect(key="spy", text="Let the spy go", to=("red",), secret=True),
            ObjectiveEffect(key="weather", text="Watch the sky", to=()),
            ObjectiveEffect(key="live", text="Live"),
        ),
        event(Turn(turn=2), ObjectiveEffect(key="gate", state="achieved"), key="judge"),
        event(Turn(turn=2), ObjectiveEffect(key="spy", state="failed"), key="caught"),
    )
    play.tell("turn")
    play.tell("turn")
    everybodys = ObjectiveView("Live", "open")
    gate = ObjectiveView("Hold the gate", "achieved", ("blue",))
    spy = ObjectiveView("Let the spy go", "failed", ("red",))
    assert RULES.battle.objectives(play.state, PUBLIC, False) == (everybodys,)
    ended = ObjectiveView("Live", "failed")
    assert RULES.battle.objectives(play.state, PUBLIC, True) == (gate, ended), "what is secret stays so"
    assert RULES.battle.objectives(play.state, Viewer("red"), False) == (spy, everybodys)
    assert len(RULES.battle.objectives(play.state, Viewer(umpire=True), False)) == 4


def test_a_scenario_says_where_an_objective_lies() -> None:
    text = """
rules: five56mm
key: pad
title: The pad
briefing: Be there.
board: {size: [24, 24]}
sides:
  black: {name: Guard, briefing: Go., forces: {guard: {organisation: rangers, name: Guard}}}
  red: {name: Mob, briefing: Stay., forces: {mob: {organisation: militia, name: Mob}}}
events:
  - key: go
    title: Go
    when: {turn: 1}
    effects:
      - objective: {key: pad, text: Be where it lands, to: black, place: %s, secret: true}
"""
    scenario = read_scenario(text % "C3", file="pad.yaml")
    (effect,) = scenario.script.events[0].effects
    assert isinstance(effect, ObjectiveEffect)
    assert (effect.place, effect.secret) == ("C3", True)
    with pytest.raises(Exception, match="nowhere"):
        read_scenario(text % "nowhere", file="pad.yaml")


def test_what_no_event_has_judged_comes_to_what_the_scenario_says_when_the_battle_ends() -> None:
    """Who was to keep something up has kept it up; what was to be done has not been done."""
    play = Play(
        event(
            Turn(turn=1),
            ObjectiveEffect(key="gate", text="Hold the gate", at_end="achieved"),
            ObjectiveEffect(key="spy", text="Catch the spy"),
            ObjectiveEffect(key="well", text="Reach the well"),
        ),
        event(
            Turn(turn=2),
            ObjectiveEffect(key="well", state="withdrawn"),
            ObjectiveEffect(key="gate", text="Hold it"),
            key="judge",
        ),
    )
    play.tell("turn")
    play.tell("turn")
    assert [goal.state for goal in RULES.battle.objectives(play.state, PUBLIC, False)] == ["open", "open", "withdrawn"]
    assert [goal.state for goal in RULES.battle.objectives(play.state, PUBLIC, True)] == [
        "achieved",
        "failed",
        "withdrawn",
    ]


def test_an_objective_that_is_set_again_keeps_what_is_not_said_anew() -> None:
    """What it is about, where, for whom and how it ends stay; a new word takes the old one's place."""
    first = ObjectiveEffect(
        key="gate",
        text="Hold the gate",
        to=("black",),
        place="C3",
        secret=True,
        at_end="achieved",
        aim=AimKind.KEEP,
        about=("gate",),
        edge="north",
    )
    play = Play(
        event(Turn(turn=1), first),
        event(Turn(turn=2), ObjectiveEffect(key="gate", text="Hold it"), key="again"),
    )
    play.tell("turn")
    assert play.state.objectives == (first,)
    play.tell("turn")
    (kept,) = play.state.objectives
    assert kept == first.model_copy(update={"text": "Hold it"})
