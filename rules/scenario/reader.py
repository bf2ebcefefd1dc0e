"""The reader of one scenario file: what the file names, and all that is wrong with it, so that its author sees every
fault at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from rules.kernel.violation import RuleViolation
from rules.scenario.sheet import KEY, Readers
from rules.script.plan import Audience
from rules.seam.forces import SideKind
from rules.seam.ruleset import AnyRuleSet
from rules.seam.scenario_part import NoDetails, ScenarioPart
from rules.table.board import Board, Point
from rules.table.board_file import Spot, faults_of, part_at, spot_of
from rules.table.faults import FileFault
from rules.table.marked_yaml import MarkedValues, Plain, YamlStep

P = TypeVar("P", bound=BaseModel)
YamlPath = tuple[YamlStep, ...]

PLAIN_PART: ScenarioPart[Any, Any] = ScenarioPart(details=NoDetails)
"""Of a rule set that lends nothing."""


@dataclass(frozen=True, slots=True)
class KnownForce:
    """A force as others may name it; `size` None: its figures could not be read. `elements`: the keys of its vehicles,
    guns, bases and animals."""

    side: str
    size: int | None
    reserve: bool
    elements: tuple[str, ...] = ()


class Reader:
    """Checks names as it goes and gathers faults; a part that cannot be read is None and its fault noted."""

    def __init__(self, marked: MarkedValues, rules: AnyRuleSet) -> None:
        self.marked = marked
        self.rules = rules
        self.part: ScenarioPart[Any, Any] = rules.forces.scenario or PLAIN_PART
        self.faults: list[FileFault] = []
        self.warnings: list[FileFault] = []
        self.sides: Mapping[str, SideKind] = {side.key: side for side in rules.forces.in_files}
        self.board: Board | None = None
        self.board_is_faulty = False
        self.forces: dict[str, KnownForce] = {}
        self.parts: set[tuple[str, str]] = set()
        """Those that forces keep through a campaign, each with its side."""
        self.events: list[str] = []
        self.jokers: tuple[str, ...] | None = None
        """None: the rule set's part could not be read."""
        self.calls: tuple[str, ...] | None = None
        self.vehicles: tuple[str, ...] = ()

    # ── Parts and faults ──────────────────────────────────────────────────────────────────────────────────────────

    def at(self, path: YamlPath) -> Plain:
        return part_at(self.marked.value, path)

    def fault(self, path: YamlPath, message: str) -> None:
        self.faults.append(FileFault(self.marked.file, self.marked.line(path), message))

    def warn(self, path: YamlPath, message: str) -> None:
        self.warnings.append(FileFault(self.marked.file, self.marked.line(path), message))

    def invalid(self, error: ValidationError, path: YamlPath) -> None:
        self.faults += faults_of(error, self.marked, path)

    def read(self, model: type[P], path: YamlPath, value: object = ...) -> P | None:
        """The part at that path, by its model. `value`: instead of what stands there."""
        try:
            return model.model_validate(self.at(path) if value is ... else value)
        except ValidationError as error:
            self.invalid(error, path)
            return None

    def mapping(self, path: YamlPath, what: str) -> dict[str, Plain]:
        """The map at that path, empty where there is none."""
        value = self.at(path)
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.fault(path, f"here {what} are listed by key: “key: …”")
        return {}

    def listing(self, path: YamlPath, what: str) -> list[Plain]:
        """The list at that path, empty where there is none."""
        value = self.at(path)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.fault(path, f"here stands a list of {what}, each after a dash")
        return []

    def require_key(self, word: str, path: YamlPath, of: str) -> None:
        if not re.fullmatch(KEY, word) or len(word) > 40:
            self.fault(path, f"“{word}” isn't a key of {of}: small letters, figures and hyphens, 40 at most")

    # ── Names ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def known(self, word: str, names: Iterable[str], path: YamlPath, what: str) -> bool:
        """Whether there is such a name; a fault that says which one may be meant otherwise."""
        listed = list(names)
        if word in listed:
            return True
        self.fault(path, f"there is no {what} “{word}”{meant(word, listed)}")
        return False

    def side(self, word: str, path: YamlPath) -> bool:
        return self.known(word, self.sides, path, "side")

    def force(self, word: str, path: YamlPath) -> bool:
        return self.known(word, self.forces, path, "force")

    def figure(self, word: str, path: YamlPath) -> bool:
        """ "alpha.3": the third figure of a force."""
        key, _, number = word.partition(".")
        if not self.force(key, path):
            return False
        size = self.forces[key].size
        if not number.isdecimal():
            self.fault(path, f"“{word}” is a force; a figure of it is written “{key}.1”")
            return False
        if size is not None and not 1 <= int(number) <= size:
            self.fault(path, f"“{key}” has figures 1 to {size}, none with number {number}")
            return False
        return True

    def element(self, word: str, path: YamlPath) -> bool:
        """ "alpha.truck": the truck of a force."""
        key, _, element = word.partition(".")
        if not self.force(key, path):
            return False
        own = self.forces[key].elements
        if element not in own:
            self.fault(path, f"“{key}” has no vehicle or gun “{element}”{meant(element, own)}")
        return element in own

    def unit(self, word: str, path: YamlPath) -> bool:
        """What the rule set's actions call a unit."""
        if self.part.orders_name == "forces":
            return self.force(word, path)
        if word in self.vehicles:
            return True
        key, dot, number = word.partition(".")
        if not dot and key not in self.forces:
            return self.known(word, (*self.vehicles, *self.forces), path, "vehicle or force")
        return self.element(word, path) if dot and not number.isdecimal() else self.figure(word, path)

    def event(self, word: str, path: YamlPath) -> bool:
        return self.known(word, self.events, path, "event")

    def spot(self, spot: Spot | None, path: YamlPath) -> Point | None:
        """The point meant, on the board."""
        if spot is None or self.board_is_faulty:
            return None
        if self.board is None:
            self.fault(path, "without a board there are no places; give a `board`, or leave the place out")
            return None
        try:
            x, y = spot_of(spot, self.board)
        except RuleViolation as violation:
            self.fault(path, f"{violation.message} {violation.remedy or ''}".strip())
            return None
        if not self.board.holds(x, y):
            self.fault(path, f"{x:g},{y:g} is off the board of {self.board.width:g} by {self.board.depth:g}")
            return None
        return x, y

    def audience(self, readers: Readers, path: YamlPath) -> Audience:
        """Who learns of it: everybody, or some sides, or the GM alone."""
        words = [readers] if isinstance(readers, str) else readers or ["all"]
        if "all" in words:
            return None
        sides = [word for word in words if word != "gm"]
        for word in sides:
            self.known(word, [*self.sides, "all", "gm"], path, "side")
        return tuple(dict.fromkeys(sides))


def meant(word: str, names: Iterable[str]) -> str:
    """ "; did you mean …?", or what there is."""
    listed = list(names)
    folded = {name.casefold(): name for name in listed}
    near = get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    if near:
        return f"; did you mean “{folded[near[0]]}”?"
    return f"; there is: {', '.join(listed)}" if listed else "; there is none"
