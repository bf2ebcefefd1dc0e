"""How a battle ends, and the tally. BG-R131: the book leaves objectives to the scenario."""

from __future__ import annotations

from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Phase, Status
from rules.kernel.action import SideId
from rules.seam.stage import awaits
from rules.seam.viewing import Result, Tally


def result(state: State) -> Result | None:
    """The result by the program's own rule, or None while the battle goes on.

    A side without a fit figure, and without a unit on its way by the clock, has lost; both, or the turn limit reached,
    is a draw. What the umpire declared stands.
    Not judged while a close combat or a question is open. BG-R131, BG-R182.
    """
    if state.ended is not None:
        return Result(state.ended.winner, state.ended.reason, tally(state), alone=state.ended.alone)
    if state.phase is Phase.SETUP or state.questions or state.combats:
        return None
    sides = [side.key for side in state.sides if side.key in (ARMY, INSURGENTS)]
    beaten = [side for side in sides if not _fights_on(state, side)]
    if len(sides) == 2 and len(beaten) == 2:
        return Result(None, "Neither side has a fit figure left on the field.", tally(state))
    if len(sides) == 2 and beaten:
        winner = next(side for side in sides if side not in beaten)
        name = state.side(beaten[0]).name
        return Result(winner, f"{name} has no fit figure left on the field.", tally(state), alone=True)
    if state.turn_limit and state.turn >= state.turn_limit and "ended" in state.phase_steps:
        return Result(None, f"Turn {state.turn_limit}, the last, is over.", tally(state))
    return None


def _fights_on(state: State, side: SideId) -> bool:
    return any(unit.strength for unit in state.units_of(side)) or awaits(state, side)


def tally(state: State) -> tuple[Tally, ...]:
    """Per side: figures raised, fit, wounded, killed, captured, gone from the field. BG-R131."""
    return tuple(
        Tally(side.key, side.name, _words(state, side.key)) for side in state.sides if any(state.units_of(side.key))
    )


def _words(state: State, side: SideId) -> str:
    figures = [figure for unit in state.units_of(side) for figure in unit.figures]
    counts = [(status, sum(f.status is status for f in figures)) for status in Status]
    words = {Status.GONE: "left the field"}
    said = ", ".join(f"{count} {words.get(status, status.value)}" for status, count in counts if count)
    return f"{len(figures)} raised; {said}"
