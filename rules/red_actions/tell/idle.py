"""What is worth no post of its own: marches, turns, tokens, looks and shots of which nothing came."""

from __future__ import annotations

from typing import Any

from rules.battle.telling import Quiet
from rules.language.words import capital
from rules.red_actions.book.kinds import Test
from rules.red_actions.events.agenda import PreemptRolled
from rules.red_actions.events.ambush import Searched
from rules.red_actions.events.command import Divided, OfficerJoined, OfficerLeft, OfficerReplaced
from rules.red_actions.events.fire import Fired, ModeChosen, ShotResolved
from rules.red_actions.events.morale import Driven, Tested, Unmarked
from rules.red_actions.events.movement import (
    Boarded,
    Dismounted,
    Halted,
    LimberChanged,
    MarkerMoved,
    Moved,
    Remounted,
    Turned,
)
from rules.red_actions.events.rails import TrainRan
from rules.red_actions.events.turn import Hesitated, SegmentEnded, SideReady, TokenKept, TokensDrawn
from rules.red_actions.events.works import Dug, FireFought, FireLaid, FledFire, WireTried
from rules.red_actions.tell.words import Words
from rules.telling.told import Idle


def _marker(words: Words, event: MarkerMoved) -> Idle:
    return Idle(f"Marker {event.marker}", "move")


def _moved(words: Words, event: Moved) -> Idle:
    still = event.way[-1] == event.way[0]
    return Idle(
        words.unit(event.unit), "keep down" if still else "march" if event.pace == "march" else "move", dull=still
    )


def _shot(words: Words, event: ShotResolved) -> Idle | None:
    result = event.result
    struck = event.hits or event.gas or event.tank or result.kill or result.terror
    if struck or result.serious or result.officer or result.retire:
        return None
    return Idle(words.unit(event.unit), "fire in vain")


def _searched(words: Words, event: Searched) -> Idle | None:
    return None if event.found else Idle(capital(words.unit(event.unit)), "scout and find nobody", dull=True)


def _laid(words: Words, event: FireLaid) -> Idle:
    """A house burns until the post that says it has burnt out."""
    return Idle(words.unit(event.unit), "set fire to houses" if event.markers > event.before else "set fire to nothing")


def _fought(words: Words, event: FireFought) -> Idle | None:
    return Idle(words.unit(event.unit), "fight the fire") if event.markers else None


def _unmarked(words: Words, event: Unmarked) -> Idle:
    return Idle(words.unit(event.unit), "are no longer pinned" if event.pinned else "rally from terror")


def _rallying(words: Words, event: Tested) -> Idle | None:
    """A failed rally; what a passed one takes away has a line already."""
    if event.test is not Test.RALLY:
        return None
    return Idle() if event.passed else Idle(words.unit(event.unit), "do not rally")


def _running(words: Words, event: Driven) -> Idle | None:
    """Units that run on; the beginning of a rout has a line of its own."""
    return Idle(words.unit(event.unit), "run on") if event.how == "rout" else None


def _late(words: Words, event: PreemptRolled) -> Idle | None:
    return None if event.done else Idle(words.unit(event.unit), "come too late")


def _wire(words: Words, event: WireTried) -> Idle | None:
    return Idle(words.unit(event.unit), "work at the wire")


def _fled(words: Words, event: FledFire) -> Idle:
    return Idle(capital(words.unit(event.unit)), "leave burning houses")


def _unspoken(words: Words, event: object) -> Idle:
    return Idle()


def _does(several: str, *, dull: bool = False) -> Any:
    def idle(words: Words, event: Any) -> Idle:
        return Idle(words.unit(event.unit), several, dull=dull)

    return idle


QUIET: Quiet[Words] = {
    Moved: _moved,
    MarkerMoved: _marker,
    Turned: _does("form up again", dull=True),
    Halted: _does("halt", dull=True),
    LimberChanged: _does("limber up or unlimber", dull=True),
    Dismounted: _does("dismount"),
    Remounted: _does("mount"),
    Boarded: _does("get on or off"),
    TrainRan: _does("run along the rails"),
    Hesitated: _does("hesitate", dull=True),
    ModeChosen: _does("evade"),
    OfficerJoined: _unspoken,
    OfficerLeft: _unspoken,
    OfficerReplaced: _unspoken,
    Divided: _does("divide"),
    Dug: _does("dig in"),
    FireLaid: _laid,
    FireFought: _fought,
    FledFire: _fled,
    WireTried: _wire,
    Unmarked: _unmarked,
    Tested: _rallying,
    Driven: _running,
    Searched: _searched,
    PreemptRolled: _late,
    Fired: _does("fire"),
    ShotResolved: _shot,
    TokensDrawn: _unspoken,
    TokenKept: _unspoken,
    SideReady: _unspoken,
    SegmentEnded: _unspoken,
}
"""By kind of event; None: something came of it."""
