"""A unit in the making: its steps, and the bases that they come to. RA-def.unit.1, RA-def.unit.2, RA-R228"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.book.switches import House
from rules.red_actions.forces.garage import SHEET
from rules.red_actions.forces.organisations import has_officer
from rules.seam.drafting import DRAFTED, DraftStep, OwnUnit
from rules.seam.forces import Organisation

TITLE = "Unit of your own"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDraft(OwnUnit):
    """Its steps are "base.red-regulars", "stiffen", "less", "officer", "no-officer"."""

    @property
    def budget(self) -> int | None:
        """None: no limit. RA-R228"""
        return House(self.options).limit("unit-points")


KINDS: tuple[Organisation, ...] = tuple(
    Organisation(
        DRAFTED + army.id,
        f"{TITLE} ({army.name})",
        "",
        army.name,
        None,
        "",
        SHEET.army[army.id].locales,
        "RA-def.unit.1",
        "Bases of your own choice under an officer",
        women=0,
    )
    for army in BOOK_PACK.armies
)


# ── The fold of the steps ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DraftedForce:
    """`bases`: their cards, in order. `officer` None: as is usual."""

    bases: tuple[str, ...] = ()
    officer: bool | None = None

    @property
    def cards(self) -> tuple[TroopCard, ...]:
        return tuple(BOOK_PACK.card(base) for base in self.bases)

    @property
    def card(self) -> TroopCard | None:
        """What most of it is: of a train the engine, of a stiffened unit the conscripts."""
        cards = self.cards
        engine = next((card for card in cards if card.arm is Arm.ENGINE), None)
        stiffened = next((card for card in cards if card.stiffened_by and len(cards) > 1), None)
        return engine or stiffened or next(iter(cards), None)

    @property
    def train(self) -> bool:
        return any(card.arm.train for card in self.cards)

    @property
    def points(self) -> int:
        return sum(card.points for card in self.cards)

    @property
    def stiffened(self) -> bool:
        card = self.card
        return card is not None and bool(card.stiffened_by) and card.stiffened_by in self.bases

    @property
    def commanded(self) -> bool:
        """Whether a junior officer commands it. RA-def.unit.1, RA-def.unit.2"""
        card = self.card
        if card is None:
            return True
        usual = has_officer(card.arm, len(self.bases))
        return usual if self.officer is None else self.officer


def force_of(draft: UnitDraft) -> DraftedForce:
    force = DraftedForce()
    for step in draft.steps:
        force = take(force, step)
    return force


def take(force: DraftedForce, step: DraftStep) -> DraftedForce:
    """Carry a step out that has been judged."""
    what, _, which = step.key.partition(".")
    card = force.card
    match what:
        case "base":
            return replace(force, bases=(*force.bases, which))
        case "stiffen" if card is not None:
            return replace(force, bases=(*force.bases, card.stiffened_by))
        case "less":
            return replace(force, bases=force.bases[:-1])
        case "officer" | "no-officer":
            return replace(force, officer=what == "officer")
        case _:
            raise ValueError(step.key)
