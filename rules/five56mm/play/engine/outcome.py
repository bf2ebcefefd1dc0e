"""When a battle is over. The book has no victory conditions (MM-R91): a side without anybody able to act on the table
has lost, and at the turn limit the tally is reported as a draw; scenarios and the umpire may say otherwise."""

from __future__ import annotations

from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.state import Character, Life, State
from rules.kernel.action import SideId
from rules.seam.stage import awaits
from rules.seam.viewing import Result, Tally


def outcome(state: State) -> Result | None:
    """The end that the state has come to, or None. Squads that are on their way by the clock count. MM-5.1.4, MM-R91,
    MM-R214."""
    if state.ended is not None:
        return Result(state.ended.winner, state.ended.reason, tally(state), alone=state.ended.alone)
    if not state.characters:
        return None
    standing = [side.key for side in state.sides if _fights_on(state, side.key)]
    if len(standing) == 1:
        return Result(standing[0], "none of the other side is able to fight", tally(state), alone=True)
    if not standing:
        return Result(None, "nobody is able to fight", tally(state))
    if state.turn_limit is not None and state.closed_turn >= state.turn_limit:
        return Result(None, f"turn limit of {state.turn_limit} reached", tally(state))
    return None


def _fights_on(state: State, side: SideId) -> bool:
    return any(who.able for who in state.living(side)) or awaits(state, side)


def result(state: State) -> Result | None:
    """How the battle has ended; None while it goes on."""
    return outcome(state) if state.ended is not None else None


def tally(state: State) -> tuple[Tally, ...]:
    """Per side: survivors, wounded, dead, fled. MM-R91."""
    return tuple(Tally(side.key, side.name, _words(state, side.key)) for side in state.sides)


def _words(state: State, key: str) -> str:
    mine = [c for c in state.characters if c.side == key]
    counted = {
        "unhurt": sum(c.life is Life.ALIVE and not _open(c) for c in mine),
        "wounded": sum(c.life is Life.ALIVE and _open(c) for c in mine),
        "killed": sum(c.life is Life.DEAD for c in mine),
        "left the table": sum(c.life is Life.LEFT for c in mine),
        "running": sum(c.alive and c.courage in (Courage.WITHDRAWING, Courage.FLEEING) for c in mine),
    }
    return ", ".join(f"{number} {word}" for word, number in counted.items() if number)


def _open(who: Character) -> bool:
    return any(wound.level is not Level.NONE for wound in who.wounds)
