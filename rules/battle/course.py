"""The course of one decision: events that happen one after the other, each seen by what follows it.

A step may be broken off in the middle, where somebody must be asked about a die that is on the table. What was drawn so
far is kept, and the step is taken up again from its start with the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rules.kernel.chance import Card, Chance, Draw
from rules.kernel.event import Event

S = TypeVar("S")
A = TypeVar("A")


class Course(Generic[S]):
    """`state` is always the fold of `events` over where it began."""

    def __init__(self, state: S, chance: Chance, evolve: Callable[[S, Event], S]) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []
        self._evolve = evolve

    def note(self, *events: Event) -> None:
        """They happen as they are."""
        for event in events:
            self.state = self._evolve(self.state, event)
            self.events.append(event)

    def happen(self, event: Event) -> None:
        """Let an event happen: it takes the dice drawn since the last one."""
        drawn = self.chance.taken()
        self.note(replace(event, draws=(*event.draws, *drawn)) if drawn else event)


@dataclass(frozen=True, slots=True)
class BrokenOff(Generic[A]):
    """A step broken off by a question about a die, as a state keeps it: what was drawn and answered so far, to be taken
    up again from the start with the same dice. `action` None: it was a step of the engine's own."""

    draws: tuple[Draw, ...]
    answers: tuple[bool, ...]
    action: A | None = None


class Resumed:
    """Dice and cards drawn before a question, then fresh ones: a Chance. Only the fresh ones are `taken`: the others
    stand in the event that asked."""

    def __init__(self, draws: Sequence[Draw], chance: Chance) -> None:
        self._old = list(draws)
        self._chance = chance

    def _again(self) -> Draw | None:
        return self._old.pop(0) if self._old else None

    def roll(self, sides: int, *, for_: str) -> int:
        draw = self._again()
        return int(draw.value) if draw is not None else self._chance.roll(sides, for_=for_)

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        return tuple(self.roll(sides, for_=for_) for _ in range(count))

    def draw(self, deck: Sequence[Card], *, for_: str) -> Card:
        draw = self._again()
        return Card(str(draw.value)) if draw is not None else self._chance.draw(deck, for_=for_)

    def taken(self) -> tuple[Draw, ...]:
        return self._chance.taken()
