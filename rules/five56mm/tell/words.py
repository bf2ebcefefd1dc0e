"""Words that several events share: names, rolls, wounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle import telling
from rules.five56mm.book.injury import Injury, Level
from rules.five56mm.book.tables import MELEE, WEAPONS
from rules.five56mm.book.target_number import Help, Roll
from rules.five56mm.play.ground import levels
from rules.five56mm.state import Point, State
from rules.kernel.action import SideId
from rules.kernel.facts import Itemised, signed
from rules.language.words import counted
from rules.table.reference import point_text, square_of

HARDLY = 0.05
"""Inches that a post would say as none."""


@dataclass(frozen=True, slots=True)
class Words(telling.Words[State]):
    """Who reads it, and how sides are called."""

    def side(self, key: SideId) -> str:
        return next((each.name for each in self.state.sides if each.key == key), key)

    def bodies(self) -> Iterator[str]:
        yield from (each.name for each in self.state.sides)

    def side_of(self, character: str) -> str:
        """The name of somebody's side."""
        return self.side(self.state.character(character).side)


def name(state: State, unit: str | None) -> str:
    """A character's or vehicle's name."""
    if unit is None:
        return ""
    found = state.find(unit) or state.find_vehicle(unit)
    return found.name if found is not None else unit


def on_level(state: State, at: Point | None, level: int) -> str:
    """ " on the roof of the Mill"; nothing for the ground."""
    where = levels.words(state.board, at, level)
    return f" {where}" if where else ""


def names(state: State, units: tuple[str, ...]) -> str:
    return ", ".join(name(state, unit) for unit in units)


def weapon(key: str) -> str:
    if key in WEAPONS:
        return WEAPONS[key].title
    return MELEE[key].title.lower() if key in MELEE else key


def target_number(number: Itemised) -> str:
    """ "TN 5 (4 M16, medium · +1 partial concealment)", "TN 4 (M16, medium)"; of a plain Morale Test "TN 3"."""
    first, *rest = number.items
    if not rest and first.reason == "Morale Test":
        return f"TN {number.value}"
    reasons = [f"{first.amount} {first.reason}" if rest else first.reason]
    reasons += [f"{signed(item.amount)} {item.reason}" for item in rest]
    return f"TN {number.value} ({' · '.join(reasons)})"


def roll_line(test: Roll) -> str:
    """ "D6 4 +2 Weapons = 6 against TN 5 (4 M16, medium · +1 partial concealment)"."""
    if not test.dice:
        return f"even a 6 does not reach {target_number(test.number)}"
    dice = str(test.die) if len(test.dice) == 1 else f"{' then '.join(str(d) for d in test.dice)}, {test.die} counts"
    bonus = "".join(f" {signed(item.amount)} {item.reason}" for item in test.bonus.items if item.amount)
    total = f"{bonus} = {test.total}" if bonus else ""
    skills = [help_.value.capitalize() for help_ in test.helps if help_ is not Help.LUCKY]  # luck is in the bonus
    return f"D6 {dice}{total} against {target_number(test.number)}" + (f" ({', '.join(skills)})" if skills else "")


def wound_words(injury: Injury) -> str:
    """What a hit came to."""
    if injury.level is Level.NONE:
        return "no wound"
    if injury.level is Level.DEAD:
        return "killed"
    words = f"{injury.level.value} wound"
    return words if injury.countdown is None else f"{words}, {counted(injury.countdown, 'turn')} to live"


def square(state: State, at: Point | None) -> str:
    """ "B6": where something is, as posts say it; without a board the point itself."""
    if at is None:
        return ""
    return square_of(state.board, at) if state.board is not None else point_text(at)
