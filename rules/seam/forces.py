"""What a campaign brings to a battle: sides, units that can be raised for them, and the muster of those that fight.

A unit is made of figures, who are people, and of elements: what else lasts from battle to battle and counts as one on
the table, a vehicle, a gun, a base of several men, an animal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.kernel.action import SideId
from rules.language.words import counted
from rules.table.board import Board

DEFENDING = "-defending"
"""What the key of an organisation ended with, while sides were roles, that was raised for the defender."""


def plain_kind(key: str) -> str:
    """The organisation that a key means, older keys too."""
    return key.removesuffix(DEFENDING)


@dataclass(frozen=True, slots=True)
class SideKind:
    """A side that a rule set knows: "army". `affiliation` is the NATO frame: friend, hostile or neutral."""

    key: SideId
    title: str
    colour: str
    """#rrggbb; every side also has its own frame shape."""
    affiliation: str
    playable: bool = True


@dataclass(frozen=True, slots=True)
class RoleKind:
    """What an army is in a battle of a rule set that tells attack from defence. `does`: in words of several
    ("attack"); `instead_of`: the role that it is a kind of, so that one army at most has either;
    `options`: the house rules that make it that."""

    key: SideId
    title: str
    does: str
    instead_of: SideId = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> SideId:
        """The role as scenario files and boards name it."""
        return self.instead_of or self.key


@dataclass(frozen=True, slots=True)
class Organisation:
    """A kind of unit that a player can raise. `side`: the only one that has it; "": any has. `locales`: where Faker
    takes the names from, by preference. `women`: one in so many of its people is one; 0: none was in the ranks then.
    `most`: the people that there may be in it, None where the rule set's `regroup`
    alone says what may be together; `strength`: what it has when it is raised, in words."""

    key: str
    title: str
    side: SideId
    nation: str
    most: int | None
    strength: str
    """ "9 men", "1 man, 6 bases", "up to 25 men"; empty: whatever its player puts together."""
    locales: tuple[str, ...]
    citation: str = ""
    summary: str = ""
    women: int = 8

    def is_for(self, side: SideId) -> bool:
        """Whether that side may raise it."""
        return self.side in ("", side)

    @property
    def kind_title(self) -> str:
        """The title without its army, where that stands beside it: "Rifle section"."""
        return self.title.removesuffix(f" ({self.nation})")

    @property
    def called(self) -> str:
        """What units of it are called with a number behind it, until somebody names them: "Red Regulars"."""
        return self.kind_title.partition(", ")[0].partition(" (")[0]


@dataclass(frozen=True, slots=True)
class FigurePlan:
    """A figure to be raised: the campaign gives it a name. `traits` is JSON text only the rule set reads."""

    number: int
    rank: str
    role: str
    traits: str


class ElementKind(StrEnum):
    """What an element is, whatever the rule set calls it."""

    VEHICLE = "vehicle"
    GUN = "gun"
    BASE = "base"
    ANIMAL = "animal"


@dataclass(frozen=True, slots=True)
class ElementType:
    """A type of element in the rule set's words. `traits` is JSON text only the rule set reads."""

    key: str
    kind: ElementKind
    title: str
    traits: str = "{}"
    men: int = 0
    """Men that it stands for itself: a base, a tank whose crew are no figures. 0: it does nothing without figures."""
    places: tuple[str, ...] = ()
    """What a figure may be in its crew, one entry a place: "driver", "passenger", "passenger"."""


@dataclass(frozen=True, slots=True)
class ElementPlan:
    """An element to be raised. `number`: no figure or other element of its unit has it."""

    number: int
    type: ElementType
    name: str = ""
    """Without one the campaign calls it by its type."""
    crew: tuple[tuple[str, int], ...] = ()
    """Places with the numbers of the figures that hold them."""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit to be raised from an Organisation; `side` as that has it."""

    organisation: str
    nation: str
    side: SideId
    traits: str
    figures: tuple[FigurePlan, ...]
    elements: tuple[ElementPlan, ...] = ()


def strength_of(plan: UnitPlan) -> str:
    """ "9 men", "5 men, 1 gun", "1 man, 6 bases": its people, and what else lasts, by kind."""
    kinds = dict.fromkeys(element.type.kind for element in plan.elements)
    counts = [(kind.value, sum(element.type.kind is kind for element in plan.elements)) for kind in kinds]
    people = len(plan.figures)
    said = [counted(people, "man", "men")] if people or not counts else []
    return ", ".join((*said, *(counted(count, kind) for kind, count in counts)))


@dataclass(frozen=True, slots=True)
class MusterFigure:
    """A figure as it takes the field. `id` is the campaign's own; events name the figure by it."""

    id: str
    number: int
    name: str
    rank: str
    role: str
    traits: str
    condition: str = ""
    """JSON text of what he carries over from earlier battles (wounds, upgrades gained); only the rule set reads it."""


@dataclass(frozen=True, slots=True)
class MusterElement:
    """An element as it takes the field. `id` is the campaign's own, and no figure has it; events name it by it."""

    id: str
    number: int
    kind: ElementKind
    type: str
    """Key of its ElementType."""
    name: str
    traits: str
    men: int = 0
    """Those who are left of the men that it stands for."""
    crew: tuple[tuple[str, str], ...] = ()
    """Places with the ids of the figures of the unit that hold them; who stays away is not in it."""
    condition: str = ""
    """JSON text of what it carries over from earlier battles; only the rule set reads it."""


@dataclass(frozen=True, slots=True)
class MusterUnit:
    id: str
    name: str
    side: SideId
    organisation: str
    nation: str
    traits: str
    figures: tuple[MusterFigure, ...]
    place: tuple[float, float] | None = None
    """Where its anchor stands at the start, in the board's measure; None: the rule set deploys it."""
    facing: float | None = None
    elements: tuple[MusterElement, ...] = ()


@dataclass(frozen=True, slots=True)
class MusterSide:
    """`role`: key of the RoleKind that it has in this battle; "": the one that its own key names."""

    key: SideId
    name: str
    units: tuple[MusterUnit, ...]
    role: SideId = ""

    @property
    def plays(self) -> SideId:
        return self.role or self.key


@dataclass(frozen=True, slots=True)
class Muster:
    """Everything a battle starts from. `options`: house-rule switches that differ from their default.
    `board` None: a battle by declared facts and the umpire's word."""

    title: str
    sides: tuple[MusterSide, ...]
    board: Board | None
    options: tuple[tuple[str, str], ...] = ()
    turn_limit: int | None = None
    scenario: str = ""
    """JSON text of what a scenario brings beyond forces and board (jokers, radio calls, vehicles, light …); only the
    rule set reads it."""
    script: str = ""
    """JSON text of the battle's `rules.script.plan.Script`."""
    reserves: tuple[MusterUnit, ...] = ()
    """Units that a script may bring in later."""
