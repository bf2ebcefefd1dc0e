"""What is worth no post of its own: moves, holds, formations."""

from __future__ import annotations

from typing import Any

from rules.battle.telling import Quiet
from rules.book_and_gun.events.battle import Activated, JokerNamed, PosturesSet, UnitMustered
from rules.book_and_gun.events.movement import FormationChanged, RestockBegan, ScoutSent, UnitMoved, WoundedTaken
from rules.book_and_gun.tell.words import Words
from rules.book_and_gun.units import Phase
from rules.telling.told import Idle

_MOVES = frozenset(("move", "support", "placed", "fly"))
"""Ways of moving that nothing has driven the unit to."""


def _moved(words: Words, event: UnitMoved) -> Idle | None:
    return Idle(words.unit(event.unit), "move") if event.how in _MOVES else None


def _held(words: Words, event: Activated) -> Idle | None:
    what = "hold their fire" if event.phase is Phase.FIRE else "hold"
    return Idle(words.unit(event.unit), what, dull=True) if event.declined else None


def _mustered(words: Words, event: UnitMustered) -> Idle | None:
    return None if event.unit.entered_turn else Idle()


def _unspoken(words: Words, event: object) -> Idle:
    return Idle()


def _does(several: str) -> Any:
    def idle(words: Words, event: Any) -> Idle:
        return Idle(words.unit(event.unit), several)

    return idle


QUIET: Quiet[Words] = {
    UnitMoved: _moved,
    Activated: _held,
    JokerNamed: _unspoken,
    UnitMustered: _mustered,
    FormationChanged: _does("change formation"),
    PosturesSet: _does("lie down or stand up"),
    ScoutSent: _does("send out or call back scouts"),
    RestockBegan: _does("fetch ammunition"),
    WoundedTaken: _does("see to their wounded"),
}
"""By kind of event; None: something came of it."""
