"""What people are shown of a battle: words that cross the seam. What somebody may not know is simply not there."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.action import Action, SideId
from rules.seam.asking import EffectLine
from rules.table.scene import Scene


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. A side; the umpire, who sees all; or the public of a shared channel (neither set)."""

    side: SideId | None = None
    umpire: bool = False

    def owns(self, side: SideId) -> bool:
        """Whether he may read that side's sheets and orders."""
        return self.umpire or self.side == side


PUBLIC = Viewer()


@dataclass(frozen=True, slots=True)
class FigureView:
    id: str
    number: int
    name: str
    rank: str
    role: str
    status: str
    """"fit", "wounded", "killed", "captured", "missing" …, in the rule set's words."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit as one viewer knows it; what he may not know is simply not there."""

    ref: str
    name: str
    side: SideId
    strength: int | None
    original: int | None
    states: tuple[str, ...] = ()
    """"shaken", "pinned", "has fired" …"""
    at: str = ""
    """Map reference."""
    figures: tuple[FigureView, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know of a battle."""

    headline: str
    """"Turn 2 · fire phase"."""
    lines: tuple[str, ...] = ()
    units: tuple[UnitView, ...] = ()
    scene: Scene | None = None

    def unit(self, ref: str) -> UnitView | None:
        return next((unit for unit in self.units if unit.ref == ref), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side's battle came to: "12 raised; 9 fit, 3 killed". `name`: what the side is called."""

    side: SideId
    name: str
    words: str

    @property
    def line(self) -> str:
        return f"{self.name}: {self.words}"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a battle by its own rules. `winner` None: a draw."""

    winner: SideId | None
    reason: str
    tallies: tuple[Tally, ...] = ()
    """Per side killed, wounded, captured, routed off …"""
    lines: tuple[str, ...] = ()
    """What else there is to say of the whole."""
    alone: bool = False
    """The winner alone has anybody left who can act, and nobody else is on the way."""

    @property
    def told(self) -> tuple[str, ...]:
        """All of it in lines."""
        return (*(tally.line for tally in self.tallies), *self.lines)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the rule book that players meet in posts and panels, and what it means in a few others. `forms`: how
    else it is written ("routing")."""

    word: str
    meaning: str
    forms: tuple[str, ...] = ()

    def stands_in(self, words: str) -> bool:
        """Whether the word stands in this text, whatever number it is printed with ("TO HIT 6"). `words`: as `plainly`
        gives them."""
        return any(f" {_bare(form)} " in words for form in (self.word, *self.forms))


def plainly(text: str) -> str:
    """A text as `Term.stands_in` reads it: small letters, a space between words and at both ends."""
    return f" {' '.join(''.join(sign if sign.isalnum() or sign == '★' else ' ' for sign in text.casefold()).split())} "


def _bare(form: str) -> str:
    return plainly(form.rstrip(" 0123456789")).strip()


@dataclass(frozen=True, slots=True)
class Topic:
    """A chapter of the help on one rule book. `parts`: its words, with actions' classes among them; what an action is
    called where the player sits only the front end knows."""

    key: str
    title: str
    parts: tuple[str | type[Action], ...]


@dataclass(frozen=True, slots=True)
class ObjectiveView:
    """An objective of the battle's scenario. `sides`: whose it is, nobody's in particular where it is everybody's;
    `state`: open, achieved, failed or withdrawn."""

    text: str
    state: str
    sides: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptedEvent:
    """An event of the battle's script as the umpire sees it before he calls it. `lines`: its effects in words."""

    key: str
    title: str
    when: str
    lines: tuple[EffectLine, ...] = ()
    happened: tuple[int, ...] = ()
    """The turns in which it has happened."""
    once: bool = True
