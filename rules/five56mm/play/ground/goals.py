"""Places as players write them, with the level that they name: "roof of the Mill", "D4 roof", "2nd floor; north 3"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.five56mm.play.ground import levels
from rules.five56mm.play.ground.facts import around
from rules.five56mm.state import Character, Point, State
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.table import reference, storeys
from rules.table.board import Board
from rules.table.reference import Surroundings
from rules.table.storeys import LevelWord


@dataclass(frozen=True, slots=True)
class PlaceMeant:
    """A place. `level`: the floor or roof that is named with it; None: nothing is said of one."""

    at: Point
    level: int | None = None


def goals(state: State, who: Character, text: str) -> tuple[PlaceMeant, ...]:
    """The places of a route, without its start. RuleViolation for what cannot be read, for a house that is not there,
    a floor that it does not have, and without a board. MM-R225"""
    here = state.position(who)
    if state.board is None or here is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board, so a place means nothing to it.",
            remedy="Declare the path in inches instead.",
        )
    found: list[PlaceMeant] = []
    for goal in _read(around(state, who), who.level, text):
        named = _named_level(state, goal.said) if goal.goal.level is None else None
        found.append(goal.goal if named is None else PlaceMeant(goal.goal.at, named))
    return tuple(found)


def goal_on(board: Board, text: str) -> PlaceMeant:
    """A place of the board that nobody goes to. RuleViolation as `goals`."""
    return _read(reference.Surroundings(board), 0, text)[-1].goal


@dataclass(frozen=True, slots=True)
class _Said:
    goal: PlaceMeant
    said: str


def _read(known: Surroundings, level: int, text: str) -> list[_Said]:
    """The places of a text in their order, each with the words that name it."""
    found: list[_Said] = []
    here = known.start
    for written, said in storeys.legs(text, lambda part: reference.named(part, known) is not None):
        places = replace(known, start=here)
        if said is None:
            found += [_Said(PlaceMeant(point), written) for point in reference.route(written, places)]
        else:
            at = reference.place(written, places) if written else here
            if at is None:
                raise RuleViolation(
                    Why.PLACE_NEEDS_START, f"“{text[:60]}” names no house.", remedy="Write “roof of …”."
                )
            if written and here is not None:
                at = _in_his_house(known.board, here, written, at)
            level = _level(known.board, at, said, level)
            found.append(_Said(PlaceMeant(at, level), written))
        here = found[-1].goal.at
    if not found:
        reference.route(text, known)
    return found


def goal_named(state: State, who: Character, text: str) -> PlaceMeant:
    """The last place of what is written."""
    return goals(state, who, text)[-1]


def target_level(state: State, who: Character, goal: PlaceMeant) -> int:
    """The level of a place that somebody aims at, ropes to or turns to."""
    assert state.board is not None
    here = state.position(who)
    if goal.level is not None or here is None:
        return goal.level or 0
    return levels.aimed_level(state.board, here, who.level, goal.at)


def _named_level(state: State, written: str) -> int | None:
    """The level of somebody who is named as a place."""
    word = folded(written)
    who = next((c for c in state.living() if c.level and word in (folded(c.id), folded(c.name))), None)
    return None if who is None else who.level


def _in_his_house(board: Board, here: Point, written: str, at: Point) -> Point:
    """Whoever is in the house whose name is written stays where he stands in it."""
    house = levels.house_at(board, at)
    named = house is not None and reference.bare(house.feature.name) == reference.bare(written) != ""
    return here if named and levels.same_house(board, here, at) else at


def _level(board: Board, at: Point, said: LevelWord, now: int) -> int:
    house = levels.house_at(board, at)
    if house is None:
        if said == 0:
            return 0
        raise RuleViolation(
            "no-house",
            f"There is no house at {reference.square_of(board, at)}, so there is neither a floor nor a roof.",
            citation="MM-R225",
            remedy="Name the house: “roof of …”.",
        )
    meant = storeys.level_meant(house, said, now)
    if meant is None:
        floors = "one floor" if house.floors == 1 else f"{house.floors} floors"
        raise RuleViolation(
            "no-such-floor",
            f"{house.called[:1].upper()}{house.called[1:]} has {floors} and a roof.",
            citation="MM-R225",
            remedy="Write “ground floor”, “roof” or the number of a floor above the ground floor.",
        )
    return meant
