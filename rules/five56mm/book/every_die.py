"""Every way that dice may fall: a procedure of the rules run for each of them, so that a forecast is the rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from rules.chance import Chance, Scripted, ScriptError

R = TypeVar("R", bound=Hashable)


def every_outcome(procedure: Callable[[Chance], R], most: int = 4) -> dict[R, Fraction] | None:
    """What the procedure may return, each with its exact chance; it throws D6s only. None where it may throw more than
    `most`."""
    found: dict[R, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = waiting.pop()
        try:
            result = procedure(Scripted([f"d6:{die}" for die in dice]))
        except ScriptError:
            if len(dice) == most:
                return None
            waiting += [(*dice, die) for die in range(6, 0, -1)]
            continue
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return found
