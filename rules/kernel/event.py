"""Events: what happened. The journal stores them; a state is nothing but their fold.

A rule set's events are frozen dataclasses that inherit from `Event` and give
`kind: Literal["volleyed"] = "volleyed"`. An event carries the dice and cards drawn for it, the ledger ids that it
rests on, and who may know of it. It holds data, not sentences: `RuleSet.tell` puts it into words for one viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar, Union, get_args

from pydantic import Field, TypeAdapter

from rules.kernel.action import SideId
from rules.kernel.chance import Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. `audience`: the sides that may know of it; None means everybody. The umpire knows all."""

    draws: tuple[Draw, ...] = ()
    citations: tuple[str, ...] = ()
    audience: tuple[SideId, ...] | None = None


def kinds(*unions: Any) -> tuple[type[Event], ...]:
    """The classes of events that these unions join, in their order; a single class stands for itself."""
    return tuple(kind for union in unions for kind in get_args(union) or (union,))


T = TypeVar("T")


class Codec(Generic[T]):
    """JSON text in and out for a closed set of classes told apart by one field.

    `discriminator` is "kind" for events and "verb" for actions; without one the single class is read as it is.
    Reading raises pydantic.ValidationError on anything that does not fit.
    """

    def __init__(self, classes: Sequence[type[T]], discriminator: str | None = None) -> None:
        self.classes = tuple(classes)
        joined: Any = Union[self.classes]  # noqa: UP007 (the members are known at run time only)
        if discriminator and len(self.classes) > 1:
            joined = Annotated[joined, Field(discriminator=discriminator)]
        self._joined = joined

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._joined)

    def build(self) -> None:
        """Now, not when it is first read or written with: that takes a tenth of a second and more."""
        _ = self._adapter

    def dump(self, value: T) -> str:
        return self._adapter.dump_json(value).decode()

    def load(self, text: str | bytes) -> T:
        return self._adapter.validate_json(text)

    def load_python(self, value: object) -> T:
        """Read what a form gave; unknown keys and wrong types are refused."""
        return self._adapter.validate_python(value)
