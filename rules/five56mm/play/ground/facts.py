"""Facts of the tabletop: the umpire's ruling, then what the player declared, then the board, then the book's default.

`Facts` collects what was used, so that an outcome can show each fact with its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.battle import facts
from rules.battle.facts import (
    IN_ARC,
    IN_CONTACT,
    RANGE,
    FactName,
    Flag,
    Number,
    OneOf,
    Quantity,
    V,
    Vocabulary,
    ruled,
)
from rules.five56mm.book.ground import EVEN, GROUNDS, OBSTACLE, PathPiece, ground_named
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.ground import field, passage
from rules.five56mm.state import Character, Point, State
from rules.kernel.changing import replace
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.table import reference, storeys
from rules.table.measure import bearing

OBSCURED = Quantity("obscured", towards=True, most=100.0, unit="%")
UNAWARE = Flag("unaware", towards=True)
NOT_CLOSEST = Flag("not closest", towards=True)
THROUGH = OneOf("through", ("light", "medium", "heavy"), towards=True)
APART = Quantity("apart", towards=True, mutual=True)
PLACE_HIDDEN = Flag("place hidden")
BEHIND = Flag("behind", towards=True)
HIGHER = OneOf("higher", ("attacker", "defender", "level"), towards=True)
OBSTACLE_BETWEEN = Flag("obstacle", towards=True)
MORE_DEFENDERS = Number("more defenders", towards=True, whole=True)
GROUND = OneOf("ground", GROUNDS)
LEADER_NEAR = replace(facts.LEADER_NEAR, towards=True)
"""Of each leader by himself."""
WATCHED = Flag("watched")

FACTS = Vocabulary(
    RANGE, OBSCURED, UNAWARE, NOT_CLOSEST, THROUGH, IN_ARC, APART, PLACE_HIDDEN, IN_CONTACT, BEHIND, HIGHER,
    OBSTACLE_BETWEEN, MORE_DEFENDERS, GROUND, LEADER_NEAR, WATCHED,
)  # fmt: skip


class Facts:
    """Looks facts up for one action and remembers them in order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._used: dict[str, Fact] = {}

    @property
    def used(self) -> tuple[Fact, ...]:
        return tuple(self._used.values())

    def known(
        self,
        name: FactName[V],
        unit: str | None,
        other: str | None,
        declared: V | None,
        measured: Callable[[], V | None],
        default: V | None = None,
    ) -> V | None:
        """None only where nothing at all is known."""
        found = facts.known(name, ruled(self.state, name, unit, other), declared, measured, default)
        if found is None:
            return None
        self._used[name.name] = found[1]
        return found[0]

    # What rules ask for ------------------------------------------------------------------------------------------

    def range(self, firer: str, target: str, declared: float | None) -> float:
        """Inches to a target. RuleViolation when nobody says."""
        found = self.known(RANGE, firer, target, declared, lambda: field.distance(self.state, firer, target))
        if found is None:
            raise facts.needed("range", "How far away the target is is not known.", "MM-3.2.10")
        return found

    def obscured(self, viewer: str, target: str, declared: float | None) -> float:
        """Percent of the target that is hidden; in plain view unless something else is known."""
        default = aboard_default(self.state, target)
        return (
            self.known(OBSCURED, viewer, target, declared, lambda: _with_vehicle(self.state, viewer, target), default)
            or 0.0
        )

    def unaware(self, firer: str, target: str, declared: bool | None) -> bool:
        """The target has no line of sight to the firer. MM-3.25.2, MM-2.0.2."""

        def measured() -> bool | None:
            seen = field.sees(self.state, target, firer)
            return None if seen is None else not seen

        return bool(self.known(UNAWARE, firer, target, declared, measured, False))

    def contact(self, one: str, other: str, declared: bool | None) -> bool:
        """Whether two are within an inch of each other and nothing keeps them apart. MM-3.5.1, MM-3.7.1, MM-R35,
        MM-R204."""

        def measured() -> bool | None:
            return one == other or passage.contact(self.state, one, other)

        return bool(self.known(IN_CONTACT, one, other, declared, measured, None))


def aboard_default(state: State, target: str) -> float:
    """Somebody in a vehicle is half hidden by it, its gunner a quarter, unless somebody says otherwise. MM-12.7.3."""
    who = state.find(target)
    if who is None or who.vehicle is None:
        return 0.0
    return NUMBERS.quarter if who.place == "gunner" else NUMBERS.half


def _with_vehicle(state: State, viewer: str, target: str) -> float | None:
    found = field.obscured(state, viewer, target)
    return None if found is None else max(found, aboard_default(state, target))


# ── Places and paths ──────────────────────────────────────────────────────────────────────────────────────────────


def around(state: State, who: Character) -> reference.Surroundings:
    """What a map reference may speak of: the board, where he is, and every unit by its name."""
    board = state.board
    assert board is not None
    places = {c.name: at for c in state.living() if (at := state.position(c)) is not None}
    places |= {v.name: v.at for v in state.vehicles if v.at is not None}
    places |= {c.id: at for c in state.living() if (at := state.position(c)) is not None}
    places |= {v.id: v.at for v in state.vehicles if v.at is not None}
    return reference.Surroundings(board, state.position(who), who.facing, places)


def route(state: State, who: Character, text: str) -> tuple[Point, ...]:
    """The points of a route, its start first, whatever floors and roofs it names there (`goals` has those).
    RuleViolation for what cannot be read, and without a board."""
    start = state.position(who)
    if state.board is None or start is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board, so a place means nothing to it.",
            remedy="Declare the path in inches instead.",
        )
    known = around(state, who)
    places = (place for place, _ in storeys.legs(text, lambda part: reference.named(part, known) is not None) if place)
    return (start, *reference.route("; ".join(places) or text, known))


def place_named(state: State, who: Character, text: str) -> Point:
    return route(state, who, text)[-1]


def direction(state: State, who: Character, text: str) -> float:
    """The direction of a place from him."""
    here = state.position(who)
    there = place_named(state, who, text)
    assert here is not None
    return bearing(here, there)


def read_path(path: tuple[str, ...]) -> tuple[PathPiece, ...]:
    """Declared stretches: "3 even", "2 dense rubble", "1.5 obstacle", "4 mud TN 2"; the inches may stand behind
    ("obstacle 1.5 in"). RuleViolation for anything else.

    MM-6.1.2, MM-R63.
    """
    return tuple(_read_stretch(text) for text in path)


_INCHES = re.compile(r"^(\d+(?:\.\d+)?)(?:in|\")?$")


def _read_stretch(text: str) -> PathPiece:
    words = text.strip().lower().split()
    number: int | None = None
    if len(words) > 2 and words[-2] == "tn" and words[-1].isdigit():
        number = int(words[-1])
        words = words[:-2]
    sizes = [word for word in words if _INCHES.match(word)]
    if len(sizes) != 1 or sizes[0] not in (words[0], *words[-2:]):
        raise _path_unreadable(text)
    found = _INCHES.match(sizes[0])
    assert found is not None
    size = float(found[1])
    named = (word for word in words if word != sizes[0] and word not in ("in", "inch", "inches", "of", "high"))
    ground = ground_named(" ".join(named) or EVEN[0])
    if not 0 <= size < 1000 or (number is None and ground != OBSTACLE and ground not in GROUNDS):
        raise _path_unreadable(text)
    return PathPiece(ground, size, number)


def _path_unreadable(text: str) -> RuleViolation:
    return RuleViolation(
        "path-unreadable",
        f"“{text[:60]}” isn't a stretch of a path.",
        citation="MM-6.1.2",
        remedy="Write inches and ground (“2 dense rubble”), a height (“1.5 obstacle”), or your own TN (“4 mud TN 2”).",
    )
