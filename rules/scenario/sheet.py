"""The parts of a scenario file as its author writes them. Triggers and effects are lists and maps of these parts; who
and what they name is checked by the reader.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from rules.language.naming import fault_in, tidy
from rules.scenario.terms import SPAN, Span, span_of
from rules.seam.forces import ElementKind
from rules.seam.planning import AimKind
from rules.table.board_file import Length, Spot


def _honest(name: str) -> str:
    """A name in ordinary letters. Raises ValueError for one that holds what cannot be seen or only looks alike."""
    fault = fault_in(tidy(name))
    if fault:
        raise ValueError(fault[:1].lower() + fault[1:].rstrip("."))
    return tidy(name)


KEY = r"^[a-z0-9][a-z0-9-]*$"
Key = Annotated[str, Field(min_length=1, max_length=60, pattern=KEY)]
"""Small letters, figures and hyphens."""
Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_honest)]
Title = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_honest)]
Degrees = Annotated[float, Field(ge=0, lt=360, allow_inf_nan=False)]
TurnNumber = Annotated[int, Field(ge=0, le=100)]
Readers: TypeAlias = str | list[str] | None
"""A side, several, "all" or "gm"."""


class SheetPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


# ── The file ──────────────────────────────────────────────────────────────────────────────────────────────────────


class FilePart(SheetPart):
    """The whole file. What is an `object` here is read part by part."""

    rules: str = Field(description="key of the rule set")
    key: Key = Field(description="short name: small letters, figures and hyphens")
    title: Title
    summary: str = Field(default="", max_length=200, description="one line for a list of scenarios")
    era: str = Field(default="", max_length=40, description="where and when, for a list of scenarios: Burma, 1944")
    first_shot: int | None = Field(
        default=None, ge=5, le=240, multiple_of=5, description="minutes to the first shot where all answer at once"
    )
    briefing: str = Field(default="", max_length=3000, description="what everybody may know")
    turn_limit: int | None = Field(default=None, ge=1, le=100)
    options: object = Field(default=None, description="house rules that differ from their default")
    board: object = None
    sides: object = Field(description="forces and briefings by side")
    details: object = Field(default=None, description="what the rule set adds")
    events: object = None


class SidePart(SheetPart):
    name: Name | None = None
    briefing: str = Field(default="", max_length=3000, description="for this side alone")
    forces: object = Field(default=None, description="units by key")


class ElementPart(SheetPart):
    """A vehicle, gun, base or animal of a force."""

    type: str = Field(description="key of its type in the rule set")
    name: Name | None = None
    crew: dict[str, int | Annotated[list[int], Field(max_length=20)]] = Field(
        default_factory=lambda: dict[str, int | list[int]](), description="places with the numbers of their figures"
    )


_COUNT = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": f"^{SPAN}$"}]}
Count = Annotated[Span, BeforeValidator(span_of), WithJsonSchema(_COUNT)]
""" "4-10", "4+", or 4."""


class FitsPart(SheetPart):
    """Whoever may take a force: any unit of its side of which all of this is true."""

    men: Count | None = Field(default=None, description="who would take the field: 4-10, 4+ or 4")
    points: Count | None = Field(default=None, description="by the book's price list")
    arms: dict[ElementKind, Count] = Field(
        default_factory=lambda: dict[ElementKind, Span](), description="vehicles, guns, bases, animals: how many"
    )
    leader: bool = Field(default=False, description="somebody of it leads")


class OpenPart(SheetPart):
    """Bring your own: any unit of the side within these limits."""

    points: int | None = Field(default=None, ge=1, le=99999, description="at most, by the book's price list")
    most: int | None = Field(default=None, ge=1, le=999, description="men at most")


class ForcePart(SheetPart):
    """One unit."""

    organisation: str = Field(description="kind of unit of the rule set; with `figures` it gives the nation only")
    name: Name | None = None
    figures: object = Field(default=None, description="figure by figure, in the rule set's own words")
    elements: object = Field(
        default=None, description="vehicles, guns, bases and animals by key; left out: those of the organisation"
    )
    names: list[Name] = Field(default_factory=lambda: list[Name](), max_length=60, description="of its figures")
    place: Spot | None = Field(default=None, description="map reference, or [x, y]")
    facing: Degrees | None = Field(default=None, description="degrees clockwise from north")
    reserve: bool = Field(default=False, description="it waits until an event reinforces with it")
    part: Key | None = Field(
        default=None, description="whoever has this part keeps it in every scenario of the campaign that names it"
    )
    fits: FitsPart | None = Field(default=None, description="any unit of the side of which this is true may take it")
    open: OpenPart | None = Field(default=None, description="players bring a unit of their own, within these limits")
    guest: bool = Field(
        default=False, description="of this scene alone: named and followed, on no roster unless the GM takes them on"
    )


class EventPart(SheetPart):
    key: Key
    title: Title
    when: object = Field(default=None, description="what it waits for; left out: the GM calls it")
    once: bool = True
    effects: object = Field(description="what it does, in order")


# ── Triggers ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Times(SheetPart):
    from_turn: TurnNumber | None = Field(default=None, description="counts from this turn on")
    to_turn: TurnNumber | None = Field(default=None, description="counts up to this turn")


class TurnPart(SheetPart):
    turn: Annotated[int, Field(ge=1, le=100)]
    every: Annotated[int, Field(ge=1, le=100)] | None = Field(default=None, description="again after so many turns")


class JokerPart(Times):
    joker: Literal["red", "black", "any"]


class RadioPart(Times):
    radio: str = Field(description="the call that is answered")


class FoundBody(SheetPart):
    side: str = Field(description="whose search it is")
    unit: str | None = Field(default=None, description="only with people of this force")


class FoundPart(Times):
    found: FoundBody


class CirclePart(SheetPart):
    at: Spot
    radius: Length


Area: TypeAlias = CirclePart | Annotated[list[Spot], Field(min_length=3, max_length=100)] | str
"""Corner points, a circle, or a named feature of the board."""


class EnteredBody(SheetPart):
    side: str
    area: Area
    units: list[str] = Field(
        default_factory=lambda: list[str](), description="only these forces, or vehicles of theirs"
    )


class EnteredPart(Times):
    entered: EnteredBody


class HeldBody(SheetPart):
    side: str
    against: str = Field(description="the side that must not stand there")
    area: Area
    clear: Length | None = Field(default=None, description="how far around it, too, none of theirs may stand")


class HeldPart(Times):
    held: HeldBody


class LeftBody(SheetPart):
    side: str
    units: list[str] = Field(default_factory=lambda: list[str](), description="only these forces or figures")
    edge: Literal["north", "east", "south", "west"] | None = Field(default=None, description="left out: any")
    number: Annotated[int, Field(ge=1, le=100)] = Field(default=1, description="so many of them")


class LeftPart(Times):
    left: LeftBody


class LossesBody(SheetPart):
    side: str
    percent: Annotated[int, Field(ge=1, le=100)]
    unit: str | None = Field(default=None, description="only of this force")


class LossesPart(Times):
    losses: LossesBody


class HappenedPart(Times):
    event: str = Field(description="another event has happened")
    after: Annotated[int, Field(ge=0, le=50)] = Field(default=0, description="so many turns ago")


class ChosenBody(SheetPart):
    event: str
    option: str


class ChosenPart(Times):
    chosen: ChosenBody


LEAVES: dict[str, type[SheetPart]] = {
    "turn": TurnPart,
    "joker": JokerPart,
    "radio": RadioPart,
    "found": FoundPart,
    "entered": EnteredPart,
    "held": HeldPart,
    "left": LeftPart,
    "losses": LossesPart,
    "event": HappenedPart,
    "chosen": ChosenPart,
}


# ── Effects ───────────────────────────────────────────────────────────────────────────────────────────────────────


class PostPart(SheetPart):
    text: str = Field(min_length=1, max_length=1500)
    to: Readers = Field(default=None, description="a side, several, all or gm")


class ReinforcePart(SheetPart):
    forces: str | Annotated[list[str], Field(min_length=1)]
    at: Spot | None = None
    facing: Degrees | None = None


class ObjectivePart(SheetPart):
    key: Key
    text: str = Field(default="", max_length=300, description="left out: as it was given")
    state: Literal["open", "achieved", "failed", "withdrawn"] = "open"
    to: Readers = None
    place: str = Field(
        default="", max_length=60, description="where it is ringed on the map; left out: the places that the text names"
    )
    secret: bool = Field(default=False, description="kept from the others when the battle is over, too")
    at_end: Literal["achieved", "failed"] | None = Field(
        default=None, description="what it comes to when the battle ends before an event has judged it; else failed"
    )
    aim: AimKind | None = Field(
        default=None,
        description="what its side does for it; left out: take the place, or keep it where at_end is achieved",
    )
    about: list[str] = Field(default_factory=list[str], description="the forces or figures whom the aim is about")
    edge: Literal["north", "east", "south", "west"] | None = Field(
        default=None, description="of an aim to leave: the edge of the table"
    )


class EndPart(SheetPart):
    winner: str = Field(description="a side, or draw")
    reason: str = Field(min_length=1, max_length=200)


class RollPart(SheetPart):
    die: Literal[6, 20] = 6
    what: str = Field(default="", max_length=100)
    to: Readers = None
    branches: object = Field(description='effects by faces: "1-3", "4-6"')


class ChoicePart(SheetPart):
    side: str
    question: str = Field(min_length=1, max_length=600)
    options: object = Field(description="effects by the option's words")
    default: str | None = Field(default=None, description="what an absent side takes; left out: the first")


EFFECTS: dict[str, type[SheetPart]] = {
    "post": PostPart,
    "reinforce": ReinforcePart,
    "objective": ObjectivePart,
    "end": EndPart,
    "roll": RollPart,
    "choice": ChoicePart,
}
"""Beside these: `call`, and the umpire's verbs of the rule set."""
