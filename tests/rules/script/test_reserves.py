"""When the last reserve counts: a side is not beaten while some of its units are on their way by the clock."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.umpire import RemoveUnit
from rules.red_actions.play.turn.flight import original
from rules.registry import rule_set
from rules.scenario.reading import read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.script.actions import CallEvent
from rules.script.coming import on_their_way
from rules.script.plan import AllOf, CallEffect, Happened, JokerTurned, Not, ObjectiveEffect, ReinforceEffect, Turn
from rules.seam.viewing import PUBLIC
from tests.rules.script.patrol import Play, unit
from tests.rules.script.test_scripts import event

FORCES = {
    "five56mm": ("black", "red", "rangers", "militia", "character"),
    "book-and-gun": ("army", "insurgents", "us-infantry-squad", "insurgent-village-cell-of-7", "figure"),
    "infantry-action": ("attacker", "defender", "gb44-section", "gb44-section", "figure"),
}
HORSE = ("attacker", "defender", "konnarmiya-horse-army-cavalry-4", "konnarmiya-horse-army-cavalry-4", "unit")
SIZES = {"infantry-action": 300, "red-actions": 60}
ONE = """
rules: %(rules)s
key: relief
title: Relief
briefing: Hold on.
turn_limit: 6
board: {size: [%(size)s, %(size)s]}
sides:
  %(one)s: {name: One, briefing: Go., forces: {first: {organisation: %(of_one)s, name: First}}}
  %(other)s:
    name: Other
    briefing: Stay.
    forces:
      guard: {organisation: %(of_other)s, name: Guard}
      relief: {organisation: %(of_other)s, name: Relief, reserve: true}
events:
  - key: aims
    title: Aims
    when: {turn: 1}
    effects:
      - objective: {key: keep, text: Keep them out, to: %(other)s, at_end: achieved}
      - objective: {key: get, text: Get in, to: %(one)s}
  - key: relief
    title: Relief
    when: %(when)s
    effects: [{reinforce: relief}]
"""
NEVER = {key: f"{{losses: {{side: {one}, percent: 90}}}}" for key, (one, *_) in FORCES.items()}


class Table:
    """A battle of a book that goes on by itself, everybody who is asked being absent."""

    def __init__(self, rules: str, when: str) -> None:
        self.one, self.other, of_one, of_other, self.field = FORCES.get(rules, HORSE)
        size = SIZES.get(rules, 40)
        text = ONE % {
            "rules": rules, "one": self.one, "other": self.other, "of_one": of_one, "of_other": of_other, "when": when,
            "size": size,
        }  # fmt: skip
        self.rules = rule_set(rules)
        self.call = stand_ins(read_scenario(text, file="relief.yaml"))
        self.state: Any = None
        self.number = 0
        self.happen(self.rules.battle.muster(self.call, self._chance()))

    def _chance(self) -> Seeded:
        self.number += 1
        return Seeded(b"reserves", self.number)

    def happen(self, events: Any) -> None:
        self.state = self.rules.battle.fold(events, self.state)

    def kill(self, side: str) -> None:
        """All of the side who are on the table, by the umpire's hand."""
        kill = next(each for each in self.rules.battle.action_types() if each.name() == "kill")
        units = next(each.units for each in self.call.sides if each.key == side)
        for figure in (figure.id for each in units for figure in each.figures):
            action = kill.model_validate({self.field: figure, "reason": "A test"})
            with suppress(RuleViolation):  # some are out of the battle already
                self.happen(self.rules.battle.decide(self.state, action, UMPIRE, self._chance()))

    def run(self, until: int) -> None:
        """To the beginning of a turn, or to the end."""
        for _ in range(3000):
            if self.rules.battle.result(self.state) is not None and self.rules.battle.proceed(self.state) is None:
                return
            if self.state.turn >= until:
                return
            prompt = self.rules.battle.prompt(self.state)
            step = None if prompt.asks else self.rules.battle.proceed(self.state)
            if prompt.asks:
                ask = prompt.asks[0]
                by = Actor.player(ask.side, absent=True) if not ask.umpire else UMPIRE
                self.happen(self.rules.battle.decide(self.state, ask.default, by, self._chance()))
            elif step is not None:
                self.happen(self.rules.battle.decide(self.state, step, ENGINE, self._chance()))
            else:
                return
        raise AssertionError("it does not come to rest")


@pytest.mark.parametrize("rules", list(FORCES))
def test_the_battle_goes_on_until_those_who_come_by_the_clock_have_come(rules: str) -> None:
    table = Table(rules, "{turn: 4}")
    table.run(2)
    assert [unit.id for unit in on_their_way(table.state)] == ["relief"]
    table.kill(table.other)
    table.run(5)
    assert table.state.reserves == ()
    assert table.rules.battle.result(table.state) is None
    assert table.state.turn == 5


@pytest.mark.parametrize("rules", list(FORCES))
def test_nobody_waits_for_those_who_may_never_come(rules: str) -> None:
    table = Table(rules, NEVER[rules])
    table.run(2)
    assert on_their_way(table.state) == ()
    table.kill(table.other)
    table.run(4)
    result = table.rules.battle.result(table.state)
    assert result is not None
    assert result.winner == table.one
    assert result.alone


@pytest.mark.parametrize("rules", list(FORCES))
def test_who_is_left_alone_has_what_was_still_open_and_the_beaten_have_failed(rules: str) -> None:
    table = Table(rules, NEVER[rules])
    table.run(2)
    table.kill(table.other)
    table.run(4)
    found = {each.text: each.state for each in table.rules.battle.objectives(table.state, PUBLIC, True)}
    assert found == {"Keep them out": "failed", "Get in": "achieved"}


def test_where_the_turns_run_out_the_scenario_says_what_has_become_of_its_objectives() -> None:
    table = Table("five56mm", "{turn: 2}")
    table.run(99)
    assert table.rules.battle.result(table.state) is not None
    found = {each.text: each.state for each in table.rules.battle.objectives(table.state, PUBLIC, True)}
    assert found == {"Keep them out": "achieved", "Get in": "failed"}


def test_planned_reinforcements_count_among_the_points_of_an_army_from_the_start() -> None:
    """RA-R13: they are of the army; its flight number is reckoned of them while they are still on the road."""
    base = """
rules: red-actions
key: relief
title: Relief
briefing: Hold on.
board: {size: [60, 40]}
sides:
  attacker: {name: One, briefing: Go., forces: {first: {organisation: konnarmiya-horse-army-cavalry-4, name: First}}}
  defender:
    name: Other
    briefing: Stay.
    forces:
      guard: {organisation: konnarmiya-horse-army-cavalry-4, name: Guard}
      relief: {organisation: konnarmiya-horse-army-cavalry-4, name: Relief, reserve: true}
events:
  - key: relief
    title: Relief
    when: %s
    effects: [{reinforce: relief}]
"""
    rules = rule_set("red-actions")
    for when, share in (("{turn: 4}", 2), ("{entered: {side: attacker, area: [[1, 1], [2, 1], [2, 2]]}}", 1)):
        call = stand_ins(read_scenario(base % when, file="relief.yaml"))
        state: Any = rules.battle.fold(rules.battle.muster(call, Seeded(b"points", 0)))
        assert original(state.battle, "defender") == share * original(state.battle, "attacker")


@pytest.mark.parametrize("end", ["the clock", "the umpire's hand", "the umpire's call"])
@pytest.mark.parametrize("rules", [*FORCES, "red-actions"])
def test_nobody_is_awaited_who_has_come(rules: str, end: str) -> None:
    """Nor does it change anything what befalls those who are there, or whoever has come. RA-R13"""
    table = Table(rules, "{turn: 4}")
    battle = table.rules.battle
    table.run(2)
    assert [each.id for each in table.state.battle.awaited] == ["relief"]
    whole = original(table.state.battle, table.other) if rules == "red-actions" else 0
    if end == "the umpire's hand":
        table.happen(battle.reinforce(table.state, table.state.reserves, Seeded(b"come", 1)))
    elif end == "the umpire's call":
        table.happen(battle.decide(table.state, CallEvent(event="relief"), UMPIRE, Seeded(b"call", 1)))
    table.run(5 if end == "the clock" else 3)
    assert (table.state.battle.awaited, table.state.reserves) == ((), ())
    if rules == "red-actions":
        assert table.state.battle.coming == ()
        assert original(table.state.battle, table.other) == whole
        gone = RemoveUnit(unit="relief", reason="A test")
        table.happen(battle.decide(table.state, gone, UMPIRE, Seeded(b"gone", 1)))
        assert table.state.battle.awaited == ()
        assert original(table.state.battle, table.other) == whole


# ── What the clock decides ────────────────────────────────────────────────────────────────────────────────────────


def coming(*events: Any, turns: int = 1) -> list[str]:
    play = Play(*events, reserves=(unit("unit-3", "blue", 2),))
    for _ in range(turns):
        play.tell("turn")
    return [each.id for each in on_their_way(play.state)]


BRING = ReinforceEffect(forces=("unit-3",))


def test_only_time_may_stand_between_them_and_the_table() -> None:
    assert coming(event(Turn(turn=3), BRING)) == ["unit-3"]
    assert coming(event(Turn(turn=1), BRING)) == []  # they have come
    assert coming(event(JokerTurned(), BRING)) == []
    assert coming(event(AllOf(of=(Turn(turn=3), JokerTurned())), BRING)) == []
    assert coming(event(AllOf(of=(Turn(turn=3), Not(of=JokerTurned()))), BRING)) == ["unit-3"]


def test_a_chain_of_events_that_runs_by_the_clock_counts() -> None:
    seen = event(Turn(turn=2), ObjectiveEffect(key="x", text="Run"), key="seen")
    later = event(Happened(event="seen", after=2), BRING, key="later")
    assert coming(seen, later) == ["unit-3"]
    assert coming(seen, later, turns=3) == ["unit-3"]
    assert coming(seen, later, turns=4) == []
    called = event(Turn(turn=3), CallEffect(event="bring"), key="clock")
    assert coming(called, event(JokerTurned(), BRING, key="bring")) == ["unit-3"]
    heard = event(JokerTurned(), ObjectiveEffect(key="x", text="Run"), key="seen")
    assert coming(heard, later) == []
