"""What a rule set shows of its book outside battles: one-off resolutions, charts, house-rule switches, rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.kernel.action import Form
from rules.kernel.chance import Draw
from rules.kernel.facts import Fact

Value: TypeAlias = str | int | float | bool
"""What a form field can hold."""


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """One thing that happened in a one-off resolution."""

    kind: str
    text: str
    draws: tuple[Draw, ...] = ()
    citations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """A resolution with declared facts only. `outcome` holds plain JSON values by name."""

    facts: tuple[Fact, ...]
    events: tuple[ResolutionStep, ...]
    outcome: Mapping[str, Value | Sequence[Value] | None]


class Resolution(Form):
    """Base of the one-off resolutions (`adjutant resolve`): its fields are the declared facts."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of the rule book, figures only."""

    name: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value | None, ...], ...]
    dice: str = ""
    notes: tuple[str, ...] = ()
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """A house-rule switch: `choices[0]` is not always the default. A battle's `options` set it by `key`."""

    key: str
    default: str
    choices: tuple[str, ...]
    about: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an ambiguity of the book is decided."""

    id: str
    about: tuple[str, ...]
    text: str
    switch: Switch | None = None
