"""Sides are armies, roles are a battle's: what is attacker's and defender's goes with the role, in both books."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action import RULES as INFANTRY
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES as RED
from rules.red_actions.units import Concealment
from rules.scenario import read_scenario
from rules.seam.forces import MusterSide
from rules.table.board import Board
from tests.rules.infantry_action import mustering as infantry
from tests.rules.red_actions import mustering as red

FIRST, SECOND = "attacker", "defender"
"""The armies' keys; here the first one defends."""


def swapped(call):  # type: ignore[no-untyped-def]
    """The same battle with the first army as the defender."""
    sides = tuple(
        MusterSide(side.key, side.name, side.units, role=SECOND if side.key == FIRST else FIRST) for side in call.sides
    )
    return replace(call, sides=sides)


@pytest.mark.rule("RA-seq.3")
@pytest.mark.rule("RA-seq.4")
def test_red_actions_the_army_that_defends_stands_behind_markers_and_the_other_comes_on() -> None:
    call = swapped(red.call([red.unit(FIRST, red.CAVALRY)], [red.unit(SECOND, red.INFANTRY)]))
    state = RED.battle.fold(RED.battle.muster(call, Seeded(b"", 1)))
    (own,) = state.of(FIRST)
    (theirs,) = state.of(SECOND)
    assert own.at is not None
    assert own.at[1] > 24.0, "in the north, where the file has the defender"
    assert own.hidden is Concealment.MARKER
    assert (theirs.at, theirs.hidden) == (None, Concealment.NO)
    assert (state.side(FIRST).edge, state.side(SECOND).edge) == ("north", "south")


@pytest.mark.rule("IA-opt.defensive-agreement")
@pytest.mark.rule("IA-opt.defender-double")
def test_infantry_action_the_agreed_defender_is_the_army_with_that_role() -> None:
    usual = infantry.call(options=(("agreed-defender", SECOND),))
    before = INFANTRY.battle.fold(INFANTRY.battle.muster(usual, Seeded(b"", 1)))
    state = INFANTRY.battle.fold(INFANTRY.battle.muster(swapped(usual), Seeded(b"", 1)))
    assert (before.side(FIRST).on_defence, before.side(SECOND).on_defence) == (False, True)
    assert (state.side(FIRST).on_defence, state.side(SECOND).on_defence) == (True, False)
    assert state.side(FIRST).strength == 2 * before.side(FIRST).strength, "defending troops count double"
    edges = dict(state.board.edges)
    assert (edges[FIRST], edges[SECOND]) == ("north", "south")
    assert all(man.at[1] > state.board.depth / 2 for man in state.figures if man.side == FIRST)


@pytest.mark.parametrize("book", [INFANTRY, RED])
def test_the_umpires_winner_is_named_by_role(book) -> None:  # type: ignore[no-untyped-def]
    """`declare-end` says “defender”: that is the army which defends in this battle."""
    call = infantry.call() if book is INFANTRY else red.call()
    state = book.battle.fold(book.battle.muster(swapped(call), Seeded(b"", 1)))
    end = book.battle.actions.load_python({"verb": "declare-end", "winner": "defender", "reason": "dusk"})
    after = book.battle.fold(book.battle.decide(state, end, UMPIRE, Seeded(b"", 2)), state)
    assert after.ended.winner == FIRST


def test_two_armies_in_one_role_do_not_fight() -> None:
    call = red.call([red.unit(FIRST, red.CAVALRY)], [red.unit(SECOND, red.INFANTRY)])
    both = replace(call, sides=tuple(replace(side, role=FIRST) for side in call.sides))
    with pytest.raises(RuleViolation) as refused:
        RED.battle.muster(both, Seeded(b"", 1))
    assert refused.value.code == "sides"


SCENARIO = """
rules: infantry-action
key: ford
title: Ford
board: {name: Ford, size: [400, 300], measure: metres, edges: {attacker: south, defender: north}}
sides:
  attacker: {name: Column, briefing: Cross., forces: {lead: {organisation: gb44-section}}}
  defender: {name: Guard, briefing: Stay., forces: {guard: {organisation: de44-gruppe-defending}}}
details: {defender: defender, support: {attacker: 50}}
events:
  - key: go
    title: Go
    when: {turn: 1}
    effects:
      - post: {text: Cross the ford., to: attacker}
      - objective: {key: ford, text: Hold the ford, to: defender}
  - key: through
    title: Through
    when: {losses: {side: defender, percent: 50}}
    effects: [{end: {winner: attacker, reason: The ford is free.}}]
"""


def test_a_scenario_is_fought_by_the_armies_that_have_its_roles() -> None:
    """Sides, forces, readers and triggers become the armies'; who wins stays a role, which the umpire's word is."""
    scenario = read_scenario(SCENARIO)
    assert scenario.fought_by({FIRST: FIRST, SECOND: SECOND}) is scenario
    other = scenario.fought_by({FIRST: SECOND, SECOND: FIRST})
    assert {force.key: force.side for force in other.forces} == {"lead": SECOND, "guard": FIRST}
    assert {side.key: side.briefing for side in other.sides} == {SECOND: "Cross.", FIRST: "Stay."}
    go, through = other.script.events
    assert [effect.to for effect in go.effects] == [(SECOND,), (FIRST,)]
    assert through.when.side == FIRST
    assert through.effects[0].winner == "attacker"
    assert other.forces[1].organisation == "de44-gruppe", "the key of old stands for the same"
    assert isinstance(other.board, Board)
