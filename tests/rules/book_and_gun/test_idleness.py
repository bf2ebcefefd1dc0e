"""Fire cards that are good for nothing: nobody is asked a question with one answer."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.battle import TurnCards
from rules.book_and_gun.prompt import prompt
from rules.book_and_gun.units import Phase
from rules.kernel.action import ENGINE
from rules.table.board import Board, Feature

from .field import SOUTH, army, battle, cell, mob
from .war import War

WALL = Feature("high wall", ((0.0, 18.0), (48.0, 18.0)), height=3.0, width=0.3)
OPEN_GROUND = Board(48.0, 36.0)
WALLED = Board(48.0, 36.0, (WALL,))


def fire_phase(board, *units):
    return War(replace(battle(*units, board=board), phase=Phase.FIRE, run=None))


ABLE = replace(army("able", size=3, at=(20.0, 12.0)), moved_turn=2)
RED = replace(cell("red", size=3, at=(20.0, 24.0), facing=SOUTH), moved_turn=2)


def turned(war):
    """A black card for the army, which has one unit to fire."""
    return war.do(TurnCards(), "card:8S", ENGINE)


@pytest.mark.rule("BG-X.0.4", "BG-R10")
def test_a_unit_with_no_target_in_sight_holds_without_being_asked():
    war = fire_phase(WALLED, ABLE, RED)
    events = turned(war)
    (held,) = [event for event in events if event.kind == "activated"]
    assert (held.unit, held.declined) == ("able", True)
    assert not prompt(war.state).for_side("army")


@pytest.mark.rule("BG-X.0.4")
def test_a_unit_with_a_target_is_asked():
    war = fire_phase(OPEN_GROUND, ABLE, RED)
    turned(war)
    ask = prompt(war.state).for_side("army")
    assert ask is not None
    assert ask.units == ("able",)


def test_without_a_board_there_is_always_a_choice():
    war = fire_phase(None, ABLE, RED)
    turned(war)
    assert prompt(war.state).for_side("army") is not None


def test_civilians_on_the_table_leave_the_choice_to_the_player():
    war = fire_phase(WALLED, ABLE, RED, mob("crowd", size=3, at=(30.0, 30.0)))
    turned(war)
    assert prompt(war.state).for_side("army") is not None
