"""The umpire's hand: he wounds, kills, heals, steadies, gives and takes as the story demands, under any rule set.

Here is what all six have: who may do them, the reason and whether it is sealed, what goes on record, the words of it. A
rule set names in a subclass whom each is done to, with its own field ("figure", "character"), and says in its own
events what changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle.umpire import ByUmpire, UmpireActed
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

Reason = Annotated[str, Field(min_length=1, max_length=100, description="why: told to all who may know of it")]
Sealed = Annotated[bool, Field(description="keep the reason to yourself; everybody is told when the battle is over")]
Thing = Annotated[str, Field(min_length=1, max_length=60)]
"""What is given or taken; the rule set describes which things there are."""

AMMUNITION = ("ammunition", "ammo")
"""What a player may call it."""


# ── What may be asked for ─────────────────────────────────────────────────────────────────────────────────────────


class ByHand(ByUmpire):
    """Something that the umpire does to somebody, for a reason."""

    chapter: ClassVar[str] = "hand"
    asked_last: ClassVar[tuple[str, ...]] = ("reason", "sealed")
    reason: Reason
    sealed: Sealed = False


class Wound(ByHand):
    title: ClassVar[str] = "Wound"
    verb: Literal["wound"] = "wound"


class Kill(ByHand):
    title: ClassVar[str] = "Kill"
    verb: Literal["kill"] = "kill"


class Heal(ByHand):
    title: ClassVar[str] = "Heal"
    verb: Literal["heal"] = "heal"


class Steady(ByHand):
    """Whoever has lost his nerve is himself again, without a die."""

    title: ClassVar[str] = "Rally by the umpire"
    verb: Literal["steady"] = "steady"


class Give(ByHand):
    """For this battle."""

    title: ClassVar[str] = "Give"
    verb: Literal["give"] = "give"


class Take(ByHand):
    """For this battle."""

    title: ClassVar[str] = "Take"
    verb: Literal["take"] = "take"


# ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(Event):
    """Somebody carries something else now; the rule set's own event says what. `what`: what was given or taken, in
    words."""

    kind: Literal["kit-changed"] = "kit-changed"
    what: str
    given: bool


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom it is done to: his unit (or the unit itself) and side, his name, and what the record calls him. `heard`: the
    sides that may know of him; None: everybody."""

    unit: str
    side: SideId
    name: str
    full: str
    heard: tuple[SideId, ...] | None = None


def on_record(action: ByHand, whom: Subject, what: str) -> UmpireActed:
    """What stands before the events that carry it out: "Cpl Smith (1st Squad) wounded". The reason is for those who
    may know of him whom it is about."""
    audience = () if action.sealed else whom.heard
    return UmpireActed(
        unit=whom.unit, what=f"{whom.full} {what}", reason=action.reason, sealed=action.sealed, audience=audience
    )


def exchanged(action: Give | Take, whom: Subject, changed: KitChanged) -> list[Event]:
    """The record and the change. What somebody carries is his own side's business, and so is why he does."""
    own = (whom.side,)
    acted = on_record(action, whom, f"{'was given' if changed.given else 'lost'} {changed.what}")
    return [acted if action.sealed else replace(acted, audience=own), replace(changed, audience=own)]


def acted_words(event: UmpireActed) -> str:
    """The reason; what was done is told by the events that carry it out."""
    until = " (sealed until the battle is over)" if event.sealed else ""
    return f"The umpire{until}: {event.reason}"


def kit_words(name: str, event: KitChanged) -> str:
    return f"{name} {'is given' if event.given else 'loses'} {event.what}"


# ── Refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────


def has_enough(whom: Subject) -> RuleViolation:
    return RuleViolation(Why.HAS_ENOUGH, f"{whom.name} has ammunition.", remedy="Give somebody who has run out.")


def has_it(whom: Subject) -> RuleViolation:
    return RuleViolation(Why.HAS_IT, f"{whom.name} has that already.", remedy="Give him something else.")


def has_none(whom: Subject, what: str) -> RuleViolation:
    return RuleViolation(Why.HAS_NONE, f"{whom.name} has no {what}.", remedy="Take something that he has.")


def no_such_thing(what: str, unknown: RuleViolation, things: str) -> RuleViolation:
    """`unknown`: how the weapons' chart refuses it; `things`: what there is."""
    return RuleViolation(
        unknown.code, f"There is nothing called {what!r} to give or take.", remedy=f"Name one of: {things}."
    )
