"""A unit of one's own as a guided creation: bases of one card, a train car by car, an officers' base as stiffening,
with a running total. A draft is its steps; the newest can always be taken back. RA-def.unit.1, RA-def.unit.2, RA-R228
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.kernel.event import Codec
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.book.units import check_size
from rules.red_actions.forces.draft import KINDS, TITLE, DraftedForce, UnitDraft, force_of, take
from rules.red_actions.forces.garage import SHEET
from rules.red_actions.forces.organisations import plan_of
from rules.seam.drafting import (
    Drafting,
    DraftMember,
    DraftStep,
    DraftView,
    DraftWords,
    Purchase,
    refuse,
    require_points,
)
from rules.seam.forces import UnitPlan, plain_kind

RIFLES, HORSE, GUNS, MACHINES, TRAIN, MORE = "Riflemen", "Cavalry", "Guns, machine-guns", "Vehicles", "Train", "More"
MOST_CARS = 8
_GROUPS = {
    Arm.RIFLE: RIFLES,
    Arm.SABRE: HORSE,
    Arm.TACHANKA: HORSE,
    Arm.MG: GUNS,
    Arm.GUN: GUNS,
    Arm.MORTAR: GUNS,
    Arm.CART: GUNS,
    Arm.TANK: MACHINES,
    Arm.ARMOURED_CAR: MACHINES,
}


# ── What may be asked for ─────────────────────────────────────────────────────────────────────────────────────────


def _purchases(draft: UnitDraft, number: int) -> Iterator[Purchase]:
    force = force_of(draft)
    for card in BOOK_PACK.serving(draft.of):
        if card.arm is Arm.OFFICER:
            continue
        group = TRAIN if card.arm.train else _GROUPS[card.arm]
        yield Purchase(f"base.{card.id}", card.name, _about(card), group)
    card = force.card
    if card is not None and card.stiffened_by:
        officers = BOOK_PACK.card(card.stiffened_by)
        yield Purchase("stiffen", f"A base of {officers.name} as stiffening", counted(officers.points, "point"), MORE)
    if force.bases:
        yield Purchase("less", "One base less", f"{counted(force.cards[-1].points, 'point')} back", MORE)
    if card is not None and card.arm not in (Arm.RIFLE, Arm.SABRE) and not card.arm.vehicle:
        if force.commanded:
            yield Purchase("no-officer", "Without an officer", "its leader has no token", MORE)
        else:
            yield Purchase("officer", "With a junior officer", "he draws a token", MORE)


def _about(card: TroopCard) -> str:
    parts = [counted(card.points, "point")]
    parts += [f"move {card.move}"] if card.move else []
    parts += [f"fire {card.shoot} to {card.range} in"] if card.shoot else []
    parts += [f"combat {card.combat}"] if card.combat else []
    return " · ".join(parts)


def _check(force: DraftedForce, key: str) -> None:
    """RuleViolation for a step that the book does not allow."""
    what, _, which = key.partition(".")
    if what == "base":
        _check_base(force, BOOK_PACK.card(which))
    elif what == "stiffen":
        card = force.card
        assert card is not None
        if force.stiffened:
            refuse("It has its officers' base.", "RA-char.stiffening.1", "Go on with other bases.")
        _check_room(force, card)


def _check_base(force: DraftedForce, card: TroopCard) -> None:
    own = force.card
    if own is None:
        return
    if force.train or card.arm.train:
        _check_car(force, card)
        return
    if card.id != own.id:
        refuse(
            f"Its bases are {own.name}: all bases of a unit are of one sort.",
            "RA-def.unit.1",
            f"Take more of {own.name}, or raise a second unit.",
        )
    _check_room(force, own)


def _check_room(force: DraftedForce, card: TroopCard) -> None:
    if len(force.bases) >= card.unit_max:
        citation = "RA-def.unit.1" if card.arm in (Arm.RIFLE, Arm.SABRE) else "RA-def.unit.2"
        refuse(f"A unit of {card.name} has {card.unit_max} bases at most.", citation, "Raise a second unit.")


def _check_car(force: DraftedForce, card: TroopCard) -> None:
    """RA-train.cars.1"""
    if force.train != card.arm.train:
        refuse("Cars make a train, troops a unit of their own.", "RA-train.cars.1", "Raise a second unit.")
    if len(force.bases) >= MOST_CARS:
        refuse(f"A train has {MOST_CARS} cars at most.", "RA-train.cars.1", "Leave this one out.")
    if card.arm is Arm.ENGINE and any(each.arm is Arm.ENGINE for each in force.cards):
        refuse("It has its engine.", "RA-train.cars.1", "Choose other cars.")


def _judge(draft: UnitDraft, number: int) -> Callable[[str], None]:
    """What refuses a step that the book does not allow, and one that the points do not suffice for. RA-R228"""
    force = force_of(draft)

    def judge(key: str) -> None:
        _check(force, key)
        require_points(force.points, take(force, DraftStep(number, key)).points, draft.budget, "RA-R228")

    return judge


# ── The drafting ──────────────────────────────────────────────────────────────────────────────────────────────────


def _missing(force: DraftedForce) -> RuleViolation | None:
    """What is short of a unit. RA-def.unit.1, RA-def.unit.2, RA-train.cars.1"""
    card = force.card
    if card is None:
        return RuleViolation("no-bases", "It has no base yet.", citation="RA-def.unit.1", remedy="Choose one.")
    if force.train:
        if card.arm is Arm.ENGINE:
            return None
        return RuleViolation("no-engine", "A train needs an engine.", citation="RA-train.cars.1", remedy="Add one.")
    short = card.unit_min - len(force.bases)
    if short > 0:
        return RuleViolation(
            "unit-size",
            f"It is {counted(short, 'base')} short: a unit of {card.name} has {card.unit_min} to {card.unit_max}.",
            citation="RA-def.unit.1",
            remedy=f"Take {short} more.",
        )
    check_size(card, len(force.bases))
    return None


def _finish(draft: UnitDraft) -> UnitPlan:
    """The unit to be raised. RuleViolation while something is short."""
    force = force_of(draft)
    if (missing := _missing(force)) is not None:
        raise missing
    card = force.card
    assert card is not None
    return plan_of(plain_kind(draft.kind), draft.of, card, force.bases, officer=force.commanded)


# ── What the player sees ──────────────────────────────────────────────────────────────────────────────────────────


def _shown(draft: UnitDraft) -> DraftView:
    force = force_of(draft)
    missing = _missing(force)
    spent, budget = force.points, draft.budget
    notes = [f"{count} × {name}" for name, count in Counter(card.name for card in force.cards).items()]
    return DraftView(
        roll="Points: " + ("no limit" if budget is None else f"{budget} agreed"),
        budget="" if budget is None else str(budget),
        spent=str(spent),
        left="" if budget is None else str(budget - spent),
        members=(_member(draft, force),),
        missing="" if missing is None else f"{missing.message} {missing.remedy}",
        notes=tuple(notes),
    )


def _member(draft: UnitDraft, force: DraftedForce) -> DraftMember:
    words = SHEET.army[draft.of]
    arm = Arm.RIFLE if force.card is None else force.card.arm
    rank = words.junior(arm) if force.commanded else words.leader
    role = "Junior officer" if force.commanded else "Leader without a token"
    bases = counted(len(force.bases), "base")
    return DraftMember(1, rank, role, "", "free", bases, (f"{role} of {bases}", "free"))


DRAFTING: Drafting[UnitDraft] = Drafting(
    title=TITLE,
    words=DraftWords(
        unit="unit",
        member="officer",
        coin="points",
        limit="Each base costs its points; how many there are the house rules say.",
    ),
    kinds=KINDS,
    start=lambda kind, options, chance: UnitDraft(kind=kind, options=options),
    members=lambda draft: 1,
    purchases=_purchases,
    judge=_judge,
    shown=_shown,
    finish=_finish,
    drafts=Codec((UnitDraft,)),
    citation="RA-R228",
    first="Choose a base first.",
    numbered=False,
)
