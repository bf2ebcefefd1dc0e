"""One award: for what it is given, to whom, and what it looks like."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from rules.language.naming import fault_in, tidy


class AwardMeasure(StrEnum):
    """What is counted, of one figure or of all who fought in a unit."""

    KILLS = "kills"
    """Enemies felled alone."""
    DESTROYED = "destroyed"
    """Elements of the enemy destroyed."""
    DEEDS = "deeds"
    """Enemies felled, elements destroyed, and parts in what several did."""
    TREATED = "treated"
    """Comrades whose wounds they treated."""
    CARRIED = "carried"
    """Hurt comrades whom they carried."""
    FREED = "freed"
    """Comrades whom they freed."""
    SAVED = "saved"
    """Comrades treated, carried or freed."""
    HELD = "held"
    """Objectives that their side had when the battle ended, and that they fought for."""
    WOUNDED = "wounded"
    """Battles in which they were wounded or killed."""
    BATTLES = "battles"
    WON = "won"
    """Battles that their side won."""
    HONOURS = "honours"
    """Battle honours by the book."""
    HUMILIATIONS = "humiliations"
    PROMOTED = "promoted"
    """Promotions in the field, by the book."""


class Scope(StrEnum):
    """Where it is counted."""

    BATTLE = "battle"
    CAMPAIGN = "campaign"
    """In all battles of the campaign."""
    UNIT = "unit"
    """In all battles that they fought with the unit in which they serve."""
    CAREER = "career"
    """As a campaign, and what a GM has written without a battle."""


class Recipient(StrEnum):
    FIGURE = "figure"
    LEADER = "leader"
    """Whoever leads the unit whose people did it together."""
    UNIT = "unit"


class Posthumous(StrEnum):
    ALLOWED = "allowed"
    NEVER = "never"
    ONLY = "only"


class Often(StrEnum):
    """How often one figure or unit may have it."""

    ONCE = "once"
    EACH_BATTLE = "each-battle"
    EACH_TIME = "each-time"
    """As often as the threshold is reached."""


COLOURS = {
    "black": "#1a1a1a",
    "blue": "#1f4e9c",
    "brown": "#6b4423",
    "crimson": "#8c1c2b",
    "gold": "#d4af37",
    "green": "#2e6b3a",
    "grey": "#8a8d8f",
    "light-blue": "#7fb2e5",
    "maroon": "#5c1a1b",
    "navy": "#1b2a4a",
    "orange": "#e07b1f",
    "pink": "#e6a4b4",
    "purple": "#5b2a86",
    "red": "#c1272d",
    "silver": "#c0c4c8",
    "white": "#f5f5f0",
    "yellow": "#f2c230",
}
"""Colours that a ribbon names, as #rrggbb."""


class Stripe(BaseModel):
    """A stripe of a ribbon, from the left to the right. `width`: in parts of the whole."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    colour: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
    width: Annotated[int, Field(ge=1, le=40)]


def _stripe(said: Any) -> Any:
    """ "crimson 3", "#8c1c2b 2" or a colour alone. Raises ValueError."""
    if not isinstance(said, str):
        return said
    colour, _, width = said.strip().lower().partition(" ")
    if colour not in COLOURS and not re.fullmatch(r"#[0-9a-f]{6}", colour):
        raise ValueError(f"“{said[:40]}” isn't a stripe; a stripe is #rrggbb or one of {', '.join(COLOURS)}")
    if width and not re.fullmatch(r"\d{1,2}", width.strip(), re.ASCII):
        raise ValueError(f"“{width[:20]}” isn't a width of a stripe; write a number, as in “{colour} 3”")
    return {"colour": COLOURS.get(colour, colour), "width": int(width or 1)}


def _honest(name: str) -> str:
    """A name in ordinary letters. Raises ValueError."""
    fault = fault_in(tidy(name))
    if fault:
        raise ValueError(fault[:1].lower() + fault[1:].rstrip("."))
    return tidy(name)


def _several(said: Any) -> Any:
    return [said] if isinstance(said, str) else said


KEY = r"^[a-z0-9][a-z0-9-]*$"
Key = Annotated[str, Field(min_length=1, max_length=40, pattern=KEY)]
Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_honest)]
Ribbon = Annotated[tuple[Annotated[Stripe, BeforeValidator(_stripe)], ...], Field(max_length=15)]
PLAIN: tuple[Stripe, ...] = (Stripe(colour=COLOURS["grey"], width=1),)
"""The ribbon of what has none of its own."""


class Worn(BaseModel):
    """What of an award stays with whoever got it, whatever becomes of its file."""

    model_config = ConfigDict(frozen=True)

    key: str = Field(max_length=40)
    short: str = Field(default="", max_length=10)
    ribbon: tuple[Stripe, ...] = Field(default=PLAIN, max_length=15)


class Award(BaseModel):
    """One award of a file. `key`: how the file names it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Key
    name: Name
    short: Annotated[str, Field(max_length=10), AfterValidator(lambda said: said and _honest(said))] = ""
    """What stands behind a name: "MM"."""
    nations: Annotated[tuple[str, ...], BeforeValidator(_several)] = Field(default=(), alias="nation", max_length=20)
    """Nations whose units get it, without a year; empty: all."""
    years: Annotated[str, Field(pattern=r"^\d{4}(-(\d{4})?)?$")] | None = None
    """ "1944", "1939-1945", "1916-"."""
    ribbon: Ribbon = PLAIN
    to: Recipient = Recipient.FIGURE
    measure: AwardMeasure
    least: Annotated[int, Field(ge=1, le=10_000)] = 1
    best: bool = False
    """Of those who reach it on a side, only whoever did most."""
    scope: Scope = Scope.BATTLE
    after: Key | None = None
    """The step before it, which must have been given first."""
    posthumous: Posthumous = Posthumous.ALLOWED
    often: Often = Often.EACH_BATTLE
    group: Annotated[str, Field(max_length=40)] = ""
    """Of the awards of one group only the highest that is earned is proposed: the one that stands last in the file."""

    @property
    def worn(self) -> Worn:
        return Worn(key=self.key, short=self.short, ribbon=self.ribbon)

    def is_of(self, nation: str) -> bool:
        """Whether units of that nation get it: "Britain 1944" is Britain in that year."""
        name, year = nation_and_year(nation)
        if self.nations and name not in self.nations:
            return False
        if self.years is None or year is None:
            return True
        first, last = years_of(self.years)
        return first <= year <= last


def nation_and_year(nation: str) -> tuple[str, int | None]:
    """ "Britain 1944" is ("Britain", 1944); "Soviets" is ("Soviets", None)."""
    found = re.fullmatch(r"(.+) (\d{4})", nation, re.ASCII)
    return (found[1], int(found[2])) if found else (nation, None)


def years_of(said: str) -> tuple[int, int]:
    """The first and the last year of "1944", "1939-1945" or "1916-"."""
    first, dash, last = said.partition("-")
    return int(first), int(last) if last else 9999 if dash else int(first)
