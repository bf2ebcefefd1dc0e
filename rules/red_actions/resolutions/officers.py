"""The drawing of officers, what they do for a unit, their casualties and their wit, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import signed
from rules.red_actions.book import initiative, officers
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.officers import DrawnOfficer, Rank
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row
from rules.red_actions.resolutions.units import ArmyName, CardName

TokenName = Annotated[str | None, FACT, Field(max_length=40, description="token, such as red-plus1-clever")]


def officer(token: str | None, rank: Rank = Rank.JUNIOR) -> DrawnOfficer | None:
    return DrawnOfficer.of(BOOK_PACK.token(token), rank) if token else None


class DrawOfficer(RedResolution):
    """RA-def.officer.draw.1"""

    title: ClassVar[str] = "Draw an officer"
    summary: ClassVar[str] = "Tokens for a senior or a junior officer, from a full deck"
    verb: Literal["draw-officer"] = "draw-officer"

    army: ArmyName
    senior: Annotated[bool, FACT, Field(description="a senior officer: several are drawn, one is chosen")] = False
    gone: Annotated[tuple[str, ...], FACT, Field(description="a token that is out of the deck already")] = ()


def draw_officer(form: DrawOfficer, chance: Chance) -> Resolved:
    """RA-def.officer.draw.1, RA-def.officer.draw.2, RA-def.officer.draw.3, RA-R05."""
    log = Proceedings(form, chance)
    left = list(BOOK_PACK.deck(form.army))
    for token in form.gone:
        BOOK_PACK.token(token)
        if token in left:
            left.remove(token)
    drawing = officers.draw_senior if form.senior else officers.draw_junior
    drawn = drawing(form.army, left, BOOK_PACK, log.chance)
    words = [_said(token) for token in drawn.tokens]
    choose = ": choose one, the others go back" if form.senior else ""
    rule = "RA-def.officer.draw.2" if form.senior else "RA-def.officer.draw.3"
    log.step("drawn", f"{'; '.join(words)}{choose}", rule)
    return log.resolved(tokens=drawn.tokens, left=len(drawn.left))


def _said(id: str) -> str:
    token = BOOK_PACK.token(id)
    traits = f" ({', '.join(sorted(token.traits))})" if token.traits else ""
    return f"morale {signed(token.morale) if token.morale else 0}{traits}"


class OfficerEffect(RedResolution):
    """RA-officer.morale.1"""

    title: ClassVar[str] = "What officers do"
    summary: ClassVar[str] = "The morale effect and the characteristics that officers give a unit"
    verb: Literal["officer-effect"] = "officer-effect"

    card: CardName
    junior: TokenName = None
    senior: TokenName = None
    takes_command: Annotated[bool, FACT, Field(description="the senior officer takes personal command")] = False
    distance: Annotated[Inches, FACT, Field(description="from the senior officer to the unit")] = 0.0
    sees: Annotated[bool, FACT, Field(description="the senior officer sees the unit")] = True
    added: Annotated[
        Literal["helpful", "yes", "no"],
        FACT,
        Field(description="whether the owner adds the senior's effect; helpful: only above 0"),
    ] = "helpful"
    stiffened: Annotated[bool, FACT, Field(description="an officers' base stiffens the unit")] = False


def officer_effect(form: OfficerEffect, chance: Chance) -> Resolved:
    """RA-officer.morale.1, RA-officer.morale.2, RA-officer.morale.3, RA-officer.morale.4, RA-char.officer-shared,
    RA-char.officer-mob, RA-char.commissar.1, RA-R42."""
    log = Proceedings(form, chance)
    card, junior, senior = BOOK_PACK.card(form.card), officer(form.junior), officer(form.senior, Rank.SENIOR)
    leads = senior if form.takes_command else None
    if leads is not None:
        officers.check_command(leads, junior)
    near = senior if leads is None and officers.reaches(form.distance, form.sees) else None
    if form.added != "yes":
        near = officers.helpful((near,)) if near is not None and form.added == "helpful" else None
    lines = officers.effects(junior, leads, near)
    total = sum(line.amount for line in lines)
    traits = officers.traits_of(card, officers.commander_of(junior, leads), form.stiffened)
    reasons = ", ".join(f"{signed(line.amount)} {line.reason}" for line in lines) or "no effect"
    log.step("effect", reasons, *(dict.fromkeys(line.citation for line in lines) or ("RA-officer.morale.1",)))
    log.step("traits", ", ".join(sorted(traits)) or "no characteristics", "RA-char.officer-shared")
    return log.resolved(effect=total, traits=tuple(sorted(traits)), senior_counts=near is not None or leads is not None)


class OfficerCasualties(RedResolution):
    """RA-officer.loss.1"""

    title: ClassVar[str] = "Officer casualties"
    summary: ClassVar[str] = "Which officers of a unit fall to shooting or in combat"
    verb: Literal["officer-casualties"] = "officer-casualties"

    officers: Annotated[int, FACT, Field(ge=0, le=6, description="officers with the unit")] = 1
    combat: Annotated[bool, FACT, Field(description="after a combat, not a shooting")] = False
    routing: Annotated[bool, FACT, Field(description="the unit is routing")] = False
    known_in_turn: Annotated[
        int | None, FACT, Field(ge=1, le=100, description="turn in which the loss is known, for a promotion")
    ] = None


def officer_casualties(form: OfficerCasualties, chance: Chance) -> Resolved:
    """RA-result.off.each, RA-result.off.all, RA-combat.officer.1, RA-combat.officer.2, RA-combat.officer.3,
    RA-officer.loss.2, RA-officer.loss.4."""
    log = Proceedings(form, chance)
    names = [f"officer {number}" for number in range(1, form.officers + 1)]
    fates = officers.casualties(names, log.chance, form.combat, form.routing)
    fallen = tuple(fate.officer for fate in fates if fate.casualty)
    lost = officers.all_lost(form.officers, fates)
    rule = "RA-combat.officer.1" if form.combat else "RA-result.off.each"
    log.step("dice", f"{', '.join(fallen)} fell" if fallen else "no casualty", rule)
    if lost:
        log.step("lost", "no officer is left: one terror marker, then a serious test", "RA-officer.loss.2")
    promoted = officers.promotion_turn(form.known_in_turn) if fallen and form.known_in_turn else None
    if promoted:
        log.step("promotion", f"a senior officer is replaced at the end of turn {promoted}", "RA-officer.loss.4")
    return log.resolved(
        fallen=len(fallen), all_lost=lost, terror=officers.loss_terror() if lost else 0, promotion_after_turn=promoted
    )


class PreEmpt(RedResolution):
    """RA-preempt.clever.1"""

    title: ClassVar[str] = "Pre-empt the enemy"
    summary: ClassVar[str] = "Whether a Clever officer acts before the enemy"
    verb: Literal["pre-empt"] = "pre-empt"

    clever: Annotated[bool, FACT, Field(description="the unit has a Clever officer")] = True
    against_clever: Annotated[bool, FACT, Field(description="the enemy unit has one too")] = False


def pre_empt(form: PreEmpt, chance: Chance) -> Resolved:
    """RA-preempt.clever.1, RA-preempt.clever.2, RA-char.clever.1."""
    log = Proceedings(form, chance)
    barred = initiative.pre_emption_bar(clever=form.clever, enemy_clever=form.against_clever)
    if barred is not None:
        raise barred
    die, acts = initiative.roll_pre_empt(log.chance)
    log.step("pre-empt", "the unit acts first" if acts else "the enemy acts first", "RA-preempt.clever.1")
    return log.resolved(die=die, acts_first=acts)


ROWS: tuple[Row, ...] = (
    row(DrawOfficer, draw_officer),
    row(OfficerEffect, officer_effect),
    row(OfficerCasualties, officer_casualties),
    row(PreEmpt, pre_empt),
)
