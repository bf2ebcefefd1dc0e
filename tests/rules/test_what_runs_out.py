"""A board's smoke has a last turn: in every book it hides until then, and is gone when the next turn begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules import book_and_gun, five56mm, infantry_action, red_actions
from rules.book_and_gun.events.battle import TurnBegan as BookAndGunTurn
from rules.book_and_gun.play.sight.looks import any_in_view
from rules.five56mm.events.battle import TurnBegan as Five56mmTurn
from rules.five56mm.play.ground.field import sees
from rules.infantry_action.events.turn import PeriodBegan
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import in_line
from rules.kernel.event import Event
from rules.red_actions.events.turn import TurnBegan as RedActionsTurn
from rules.red_actions.play.ground.lines import visible_enemies
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature
from tests.rules.book_and_gun import field as bg
from tests.rules.five56mm.skirmish import BLACK, RED, Skirmish, man
from tests.rules.infantry_action import field as ia
from tests.rules.red_actions import field as ra


def smoked(far: float, measure: str = "inches") -> Board:
    """A table of 2 × `far` a side with a bank of smoke right across its middle that lasts for turn 1."""
    bank = ((0.0, 0.9 * far), (2 * far, 0.9 * far), (2 * far, 1.1 * far), (0.0, 1.1 * far))
    return Board(2 * far, 2 * far, (Feature("smoke", bank, height=far, until=1),), measure=measure)


class Books(NamedTuple):
    """A battle of one book in its first turn: two who face each other over a bank of smoke that lasts for that turn."""

    rules: AnyRuleSet
    state: object
    next_turn: Event
    sees: Callable[..., object]
    """Whether the one in the south sees the one in the north."""


def _book_and_gun() -> Books:
    units = bg.army(at=(10.0, 4.0), facing=bg.NORTH), bg.cell(at=(10.0, 20.0), facing=bg.SOUTH)
    state = bg.battle(*units, board=smoked(12.0), turn=1)
    turn = BookAndGunTurn(turn=2)
    return Books(book_and_gun.RULES, state, turn, lambda now: any_in_view(now, now.unit("able"), now.unit("red")))


def _five56mm() -> Books:
    fight = Skirmish(man("one", BLACK, (12.0, 4.0), facing=0.0), man("other", RED, (12.0, 20.0)), board=smoked(12.0))
    assert fight.state.turn == 1
    turn = Five56mmTurn(turn=2, deck=fight.state.deck)
    return Books(five56mm.RULES, fight.state, turn, lambda now: sees(now, "one", "other"))


def _infantry_action() -> Books:
    groups = ia.section("one", "attacker", at=(60.0, 50.0)), ia.section("other", "defender", at=(60.0, 150.0))
    state = ia.field(*groups, board=smoked(100.0, measure="metres"))
    ends = Eye((60.0, 50.0), ERECT), Eye((60.0, 150.0), ERECT)
    return Books(infantry_action.RULES, state, PeriodBegan(period=2), lambda now: in_line(now, *ends))


def _red_actions() -> Books:
    state = ra.battle(
        ra.unit("one", at=(30.0, 20.0)), ra.unit("other", "defender", at=(30.0, 40.0)), board=smoked(30.0)
    )
    return Books(red_actions.RULES, state, RedActionsTurn(turn=2), lambda now: visible_enemies(now, "one"))


@pytest.mark.parametrize("book", [_book_and_gun, _five56mm, _infantry_action, _red_actions])
def test_smoke_hides_in_its_last_turn_and_is_gone_in_the_next(book: Callable[[], Books]) -> None:
    rules, state, next_turn, sees_ = book()
    board, scene = rules.battle.board(state), rules.battle.scene(state, Viewer(umpire=True))
    assert board is not None
    assert scene is not None
    assert not sees_(state)
    assert [each.kind for each in scene.board.features] == ["smoke"]
    after = rules.battle.evolve(state, next_turn)
    scene = rules.battle.scene(after, Viewer(umpire=True))
    assert scene is not None
    assert sees_(after)
    assert scene.board.features == ()
    assert rules.battle.board(state) == board, "the turn before is as it was"
