"""What is worth no post of its own: moves, looks that see nothing, calls that nobody answers."""

from __future__ import annotations

from typing import Any

from rules.battle.telling import Quiet
from rules.five56mm.events.battle import (
    ActionDeclared,
    ActionTaken,
    CoverPassed,
    GoBegan,
    IntentDropped,
    SkillUsed,
    SquadMustered,
)
from rules.five56mm.events.fire import SpotTried
from rules.five56mm.events.foot import Calmed, GoGivenUp, Moved, RadioUsed, StanceTaken
from rules.five56mm.events.vehicles import Boarded, GotOut, SeatTaken, Travelled
from rules.five56mm.tell.words import HARDLY, Words, name
from rules.telling.told import Idle


def _moved(words: Words, event: Moved) -> Idle:
    return Idle(name(words.state, event.character), "move" if event.inches >= HARDLY else "get nowhere")


def _looked(words: Words, event: SpotTried) -> Idle | None:
    return None if event.seen else Idle(name(words.state, event.spotter), "look and see nothing")


def _called(words: Words, event: RadioUsed) -> Idle | None:
    return None if event.roll.passed else Idle(name(words.state, event.character), "call and get no answer")


def _mustered(words: Words, event: SquadMustered) -> Idle | None:
    return None if words.state.turn else Idle()


def _drove(words: Words, event: Travelled) -> Idle | None:
    failed = event.task is not None and not event.task.done
    return None if failed else Idle(name(words.state, event.vehicle), "drive on")


def _unspoken(words: Words, event: object) -> Idle:
    return Idle()


def _does(several: str) -> Any:
    def idle(words: Words, event: Any) -> Idle:
        return Idle(name(words.state, event.character), several)

    return idle


_TAKEN = {"aim": "aim", "stealth": "keep their heads down", "covering-fire": "take up Covering Fire"}


def _taken(words: Words, event: ActionTaken) -> Idle | None:
    return Idle(name(words.state, event.character), _TAKEN[event.verb]) if event.verb in _TAKEN else None


QUIET: Quiet[Words] = {
    Moved: _moved,
    SpotTried: _looked,
    RadioUsed: _called,
    GoBegan: _unspoken,
    ActionTaken: _taken,
    ActionDeclared: _does("are about to act"),
    IntentDropped: _does("do not carry it out"),
    SkillUsed: _unspoken,
    CoverPassed: _does("hold their fire"),
    Calmed: _does("calm down"),
    GoGivenUp: _does("give up their go"),
    StanceTaken: _does("hide"),
    Boarded: _does("get in"),
    GotOut: _does("get out"),
    SeatTaken: _does("change seats"),
    Travelled: _drove,
    SquadMustered: _mustered,
}
"""By kind of event; None: something came of it."""
