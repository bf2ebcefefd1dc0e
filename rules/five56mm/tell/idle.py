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
    who = name(words.state, event.character)
    return Idle(who, "move") if event.inches >= HARDLY else Idle(who, "get nowhere", dull=True)


def _looked(words: Words, event: SpotTried) -> Idle | None:
    return None if event.seen else Idle(name(words.state, event.spotter), "look and see nothing", dull=True)


def _called(words: Words, event: RadioUsed) -> Idle | None:
    return None if event.roll.passed else Idle(name(words.state, event.character), "call and get no answer")


def _mustered(words: Words, event: SquadMustered) -> Idle | None:
    return None if words.state.turn else Idle()


def _drove(words: Words, event: Travelled) -> Idle | None:
    failed = event.task is not None and not event.task.done
    return None if failed else Idle(name(words.state, event.vehicle), "drive on")


def _unspoken(words: Words, event: object) -> Idle:
    return Idle()


def _does(several: str, *, dull: bool = False) -> Any:
    def idle(words: Words, event: Any) -> Idle:
        return Idle(name(words.state, event.character), several, dull=dull)

    return idle


_TAKEN = {"aim": "aim", "stealth": "keep their heads down", "covering-fire": "take up Covering Fire"}


def _taken(words: Words, event: ActionTaken) -> Idle | None:
    return Idle(name(words.state, event.character), _TAKEN[event.verb], dull=True) if event.verb in _TAKEN else None


QUIET: Quiet[Words] = {
    Moved: _moved,
    SpotTried: _looked,
    RadioUsed: _called,
    GoBegan: _unspoken,
    ActionTaken: _taken,
    ActionDeclared: _does("are about to act", dull=True),
    IntentDropped: _does("do not carry it out", dull=True),
    SkillUsed: _unspoken,
    CoverPassed: _does("hold their fire", dull=True),
    Calmed: _does("calm down", dull=True),
    GoGivenUp: _does("give up their go", dull=True),
    StanceTaken: _does("hide", dull=True),
    Boarded: _does("get in"),
    GotOut: _does("get out"),
    SeatTaken: _does("change seats", dull=True),
    Travelled: _drove,
    SquadMustered: _mustered,
}
"""By kind of event; None: something came of it."""
