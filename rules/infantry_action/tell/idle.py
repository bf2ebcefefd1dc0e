"""What is worth no post of its own: seals, paces, shots that hit nobody, men who keep their heads."""

from __future__ import annotations

from rules.battle.telling import Quiet
from rules.infantry_action.book.reaction_results import band_of
from rules.infantry_action.events.fire import FireResolved, GroundLit, MenDiced, ScreenLaid, ShotsFired
from rules.infantry_action.events.movement import GroupJoined, GroupParted, Moved
from rules.infantry_action.events.orders import OrderTaken
from rules.infantry_action.events.reaction import GroupTested
from rules.infantry_action.events.turn import GroundPrepared, GroupMustered
from rules.infantry_action.tell.words import Words
from rules.language.words import capital
from rules.telling.told import Idle

_DRIVEN = {"panic": "run in panic", "retire": "fall back"}
"""The test before it told that fear would demand it."""


def _moved(words: Words, event: Moved) -> Idle:
    return Idle(words.group(event.group), _DRIVEN.get(event.why, "move"))


def _fired(words: Words, event: FireResolved) -> Idle | None:
    if event.hits or event.off_table:
        return None
    first, *others = sorted({words.group(group) for group in event.by}) or ["a mine"]
    return Idle(capital(first), "fire in vain", tuple(others))


def _diced(words: Words, event: MenDiced) -> Idle | None:
    if event.casualties or event.destroyed or event.radios or not event.by:
        return None
    first, *others = sorted({words.group(group) for group in event.by})
    return Idle(capital(first), "fire in vain", tuple(others))


def _tested(words: Words, event: GroupTested) -> Idle | None:
    """How it bears itself is worth a word where it runs or falls back; else the details say it."""
    driven = band_of(event.score).panics or event.bound.retire
    return None if driven else Idle()


def _smoke(words: Words, event: ScreenLaid) -> Idle:
    """The map shows where it lies."""
    return Idle(words.place(event.screen.start).partition(" (")[0], "lie in smoke", dull=True)


def _mustered(words: Words, event: GroupMustered) -> Idle | None:
    return None if event.late else Idle()


def _unspoken(words: Words, event: object) -> Idle:
    return Idle()


def _taken(words: Words, event: OrderTaken) -> Idle:
    """To its own side: it is asked for the group in each period."""
    return Idle(words.group(event.group), "cannot carry out their orders")


QUIET: Quiet[Words] = {
    Moved: _moved,
    FireResolved: _fired,
    MenDiced: _diced,
    ShotsFired: _unspoken,
    OrderTaken: _taken,
    GroupTested: _tested,
    ScreenLaid: _smoke,
    GroundLit: _unspoken,
    GroupParted: _unspoken,
    GroupJoined: _unspoken,
    GroupMustered: _mustered,
    GroundPrepared: _unspoken,
}
"""By kind of event; None: something came of it."""
