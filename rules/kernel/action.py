"""Actions: what somebody asks for. Every front end (slash command, panel, `adjutant resolve`) is generated from them.

An action is a frozen pydantic model. Its fields use the types below, whose hints tell a front end what to offer:
a unit picker, a number with its unit, a map reference. `fields_of` reads them.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

SideId = str
"""Short name of a side inside a battle: "army", "insurgents"."""


class Role(StrEnum):
    """Who may ask for an action."""

    PLAYER = "player"
    UMPIRE = "umpire"
    ENGINE = "engine"


class Kind(StrEnum):
    """What a field stands for; decides how a front end asks for it and completes it."""

    OWN_UNIT = "own unit"
    ENEMY_UNIT = "enemy unit"
    UNIT = "unit"
    FIGURE = "figure"
    INCHES = "inches"
    METRES = "metres"
    PLACE = "place"
    DEGREES = "degrees"
    EVENT = "scripted event"
    UNTIL = "what orders last until"


@dataclass(frozen=True, slots=True)
class Hint:
    """Annotation of a field. `fact` says that the field declares a fact that the table could also give."""

    kind: Kind | None = None
    fact: bool = False


OwnUnit = Annotated[str, Hint(Kind.OWN_UNIT)]
EnemyUnit = Annotated[str, Hint(Kind.ENEMY_UNIT)]
UnitRef = Annotated[str, Hint(Kind.UNIT)]
FigureRef = Annotated[str, Hint(Kind.FIGURE)]
Inches = Annotated[float, Hint(Kind.INCHES), Field(ge=0, allow_inf_nan=False)]
Metres = Annotated[float, Hint(Kind.METRES), Field(ge=0, allow_inf_nan=False)]
EventRef = Annotated[str, Hint(Kind.EVENT)]
"""The key of a scripted event."""
MapRef = Annotated[str, Hint(Kind.PLACE), Field(max_length=200)]
"""A place as players write it: "G7", "G7.5 H2", "12.5,30", "6in toward Cell 2"."""
UNTIL_LONGEST = 100
UntilRef = Annotated[str, Hint(Kind.UNTIL), Field(max_length=UNTIL_LONGEST)]
"""A place that is reached, or a thing that happens: "the mill is reached", "new enemy", "losses 3"."""
Facing = Annotated[float, Hint(Kind.DEGREES), Field(ge=0, lt=360, allow_inf_nan=False)]
"""Degrees clockwise from north."""

FACT = Hint(fact=True)
"""Added to a field's annotation: this option declares a fact; without it the table is asked."""


class Form(BaseModel):
    """What a front end asks a person to fill in. A subclass gives `verb: Literal["fire"] = "fire"`, a title and a
    one-line summary; its fields are documented with `Field(description=…)`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    asked_last: ClassVar[tuple[str, ...]] = ()
    """Fields that come after all others, though a base declares them."""

    @classmethod
    def name(cls) -> str:
        """The verb: stable, lower case, words joined by hyphens ("fire", "close-combat")."""
        return str(cls.model_fields["verb"].default)


class Action(Form):
    """Base of all actions of a battle."""

    role: ClassVar[Role] = Role.PLAYER
    chapter: ClassVar[str] = ""
    """One lower-case word for what belongs together and is not done every turn ("vehicle"): front ends put it in a room
    of its own. Nothing: it is at hand at once. The umpire's actions are always in rooms of their own."""
    stands_for: ClassVar[str] = ""
    """The field with the player's own units, of an action that he does for those that he commands: left empty, it is
    filled in with these where his fellows command others of the side. Empty: it is done for the side."""

    @property
    def idles(self) -> bool:
        """Whether it holds, waits or only looks: front ends show it after the deeds, in grey."""
        return False

    @classmethod
    def draft(cls, **given: object) -> Self:
        """The action with fields that are still to be filled in. What is given is read as the whole action would read
        it. Raises ValidationError."""
        read = _draft_of(cls).model_validate(given)
        return cls.model_construct(**{name: getattr(read, name) for name in read.model_fields_set})


@cache
def _draft_of(model: type[Action]) -> type[Action]:
    """The same action, none of whose fields must be given."""
    open_fields: dict[str, Any] = {
        name: (Annotated[info.annotation, info], None)
        for name, info in model.model_fields.items()
        if info.is_required()
    }
    return create_model(model.__name__, __base__=model, **open_fields)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a player of a side, the umpire, or the engine. `absent`: a deadline answers for the side."""

    role: Role
    side: SideId | None = None
    absent: bool = False

    @classmethod
    def player(cls, side: SideId, *, absent: bool = False) -> Actor:
        return cls(Role.PLAYER, side, absent)


UMPIRE = Actor(Role.UMPIRE)
ENGINE = Actor(Role.ENGINE)


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of an action as a front end needs it."""

    name: str
    type: type
    """str, int, float or bool (the items' type where `many`)."""
    description: str
    required: bool
    default: object
    kind: Kind | None
    fact: bool
    choices: tuple[str, ...]
    minimum: float | None
    maximum: float | None
    many: bool

    @property
    def unit(self) -> str:
        """ "inches", "metres", "degrees" or nothing."""
        if self.kind is None or self.kind not in (Kind.INCHES, Kind.METRES, Kind.DEGREES):
            return ""
        return self.kind.value


@cache
def fields_of(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """The fields that a person fills in, in order; the discriminator `verb` is left out.

    Raises TypeError for a field type that no front end could ask for.
    """
    last = model.asked_last if issubclass(model, Form) else ()
    names = sorted((name for name in model.model_fields if name != "verb"), key=lambda name: name in last)
    return tuple(_spec(model, name) for name in names)


def _spec(model: type[BaseModel], name: str) -> FieldSpec:
    # Read from the annotation: a JSON schema of each action would take a second of every start.
    info = model.model_fields[name]
    marks: list[object] = list(info.metadata)
    annotation, many, limits = info.annotation, False, None
    while True:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            for mark in arguments[1:]:
                marks += mark.metadata if isinstance(mark, FieldInfo) else [mark]
            annotation = arguments[0]
        elif origin in (Union, types.UnionType):
            inner = [a for a in arguments if a is not type(None)]
            if len(inner) != 1:
                raise TypeError(f"{model.__name__}.{name}: a union of several types has no form field")
            annotation = inner[0]
        elif origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            annotation, many, limits = arguments[0], True, [*marks]  # the bounds of each are no bounds of the field
        else:
            break
    choices: tuple[str, ...] = ()
    if origin is Literal:
        choices, annotation = tuple(str(a) for a in arguments), str
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        choices, annotation = tuple(str(m.value) for m in annotation), str
    if annotation not in (str, int, float, bool):
        raise TypeError(f"{model.__name__}.{name}: {annotation!r} has no form field")
    hints = [mark for mark in marks if isinstance(mark, Hint)]
    limits = marks if limits is None else limits
    return FieldSpec(
        name=name,
        type=annotation,
        description=info.description or name.replace("_", " "),
        required=info.is_required(),
        default=None if info.is_required() else info.get_default(call_default_factory=True),
        kind=next((m.kind for m in hints if m.kind), None),
        fact=any(m.fact for m in hints),
        choices=choices,
        minimum=_bound(limits, "ge", "gt"),
        maximum=_bound(limits, "le", "lt"),
        many=many,
    )


def _bound(marks: Sequence[object], *names: str) -> float | None:
    """The first such bound among a field's marks."""
    found = (getattr(mark, name, None) for mark in marks for name in names)
    return next((value for value in found if value is not None), None)
