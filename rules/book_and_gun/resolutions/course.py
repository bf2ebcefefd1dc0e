"""The course of a turn by declared facts: cards, what a fire card moves, whom one may fire at, ammunition. VII, X.0."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import reload
from rules.book_and_gun.book.arms import arm, automatic_range, longest_range
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.play.fire.aim import CONE_HALF_WIDTH
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import with_article

SEES_ALL = 4
"""Inches within which everything in sight is spotted without a roll. BG-VI.1.c, BG-R139."""
RESTOCK_TURNS = 2
"""Full turns without moving or firing. BG-X.2.1b."""


class Cards(BookResolution):
    """What a card of the initiative deck does. BG-VII.2, BG-VIII.1.14, BG-R10."""

    title: ClassVar[str] = "Card"
    summary: ClassVar[str] = "Whose units a card of the initiative deck moves"
    verb: Literal["cards"] = "cards"

    card: Annotated[
        Literal["black", "red", "black joker", "red joker"], FACT, Field(description="the card that is turned up")
    ]
    army: Annotated[int, FACT, Field(ge=0, le=200, description="army units that still have a chance in this phase")] = 1
    insurgents: Annotated[int, FACT, Field(ge=0, le=200, description="insurgent units that still have one")] = 1
    cards_left: Annotated[int, FACT, Field(ge=0, le=53, description="cards left in the deck after it")] = 20


def cards(form: Cards, chance: Chance) -> Resolved:
    """BG-VII.2, BG-VIII.0.1c, BG-VIII.0.2a, BG-VIII.1.11, BG-VIII.1.12, BG-VIII.1.14, BG-R02, BG-R10."""
    log = Proceedings(form, chance)
    side = "army" if form.card.startswith("black") else "insurgents"
    able = form.army if side == "army" else form.insurgents
    joker = form.card.endswith("joker")
    does = "discarded" if not able else "joker" if joker else "activates"
    after = form.army + form.insurgents - (does != "discarded")
    over = after <= 0
    reshuffle = not over and not form.cards_left
    said = {"discarded": "no unit can act: it is discarded", "joker": f"{side} name a unit for the joker chart"}
    log.step("card", said.get(does, f"one unit of the {side} acts"), "BG-VII.2", "BG-R10")
    if reshuffle:
        log.step("deck", "all 54 cards are shuffled again", "BG-VIII.0.2a", "BG-R02")
    return log.resolved(side=side, does=does, phase_over=over, reshuffle=reshuffle)


class FireCard(BookResolution):
    """What one card of the fire phase activates. BG-X.1.1, BG-R09."""

    title: ClassVar[str] = "Fire card"
    summary: ClassVar[str] = "How many figures fire on one card"
    verb: Literal["fire-card"] = "fire-card"

    declared: Annotated[
        Literal["unit", "figures"], FACT, Field(description="how the unit's fire was declared in this phase")
    ] = "unit"
    leader: Annotated[bool, FACT, Field(description="the unit's own leader is unhurt")] = True
    near: Annotated[int, FACT, Field(ge=0, le=200, description="figures that may fire, within 6 inches of him")] = 7
    far: Annotated[int, FACT, Field(ge=0, le=200, description="figures that may fire, farther from him")] = 0


def fire_card(form: FireCard, chance: Chance) -> Resolved:
    """BG-X.0.3, BG-X.1.1, BG-IV.2b, BG-R09."""
    log = Proceedings(form, chance)
    how = switch(log.options, "fire-card")
    led = form.leader and how != "always-figure" and (form.declared == "unit" or how == "always-unit")
    together = form.near if led else min(1, form.near + form.far)
    cards_needed = (1 if led and form.near else 0) + (form.far if led else form.near + form.far)
    said = f"{together} on this card, {cards_needed} cards for all of them"
    log.step("fire card", said, "BG-X.1.1", "BG-X.0.3", "BG-R09")
    return log.resolved(fire_as="unit" if led else "figure", on_this_card=together, cards_needed=cards_needed)


class MayFireAt(BookResolution):
    """Whether a unit may be fired at. BG-VI.1.a, BG-VI.1.b, BG-R28."""

    title: ClassVar[str] = "May it be fired at?"
    summary: ClassVar[str] = "Whether a unit may be fired at, and why"
    verb: Literal["may-fire-at"] = "may-fire-at"

    distance: Annotated[Inches, FACT, Field(description="inches from the firing unit")]
    line_of_sight: Annotated[
        bool, FACT, Field(description="half of a figure, or a quarter of a vehicle, is in sight")
    ] = True
    on_table: Annotated[bool, FACT, Field(description="it stands openly, under no marker")] = True
    fired: Annotated[bool, FACT, Field(description="it has fired in this turn or the one before, in view")] = False
    moved: Annotated[bool, FACT, Field(description="it has moved in this turn or the one before, in view")] = False
    fought: Annotated[bool, FACT, Field(description="the firer's side fought it hand to hand in one of them")] = False
    lost_from_sight: Annotated[
        bool, FACT, Field(description="since then a morale move broke every line of sight to it")
    ] = False
    spotted: Annotated[bool, FACT, Field(description="a roll has spotted it, in this turn or the one before")] = False


def may_fire_at(form: MayFireAt, chance: Chance) -> Resolved:
    """BG-VI.1.a, BG-VI.1.b, BG-VI.1.2b, BG-VI.2.1a, BG-VI.3.1c, BG-R28, BG-R29, BG-R130,
    BG-R139."""
    log = Proceedings(form, chance)
    near = form.distance <= 6 and form.on_table and switch(log.options, "spot-within-6") == "free-fire"
    beside = form.distance <= SEES_ALL
    known = (form.fired or form.fought) and not form.lost_from_sight
    if not form.line_of_sight:
        allowed, reason = False, "no line of sight"
    elif known:
        allowed, reason = True, "it fired or fought"
    elif form.moved and form.on_table:
        allowed, reason = True, "it moved in view"
    elif near:
        allowed, reason = True, "within 6 inches"
    elif beside:
        allowed, reason = True, f"within {SEES_ALL} inches"
    elif form.spotted:
        allowed, reason = True, "spotted"
    else:
        allowed, reason = False, "not spotted"
    log.step("target", reason, "BG-VI.1.a", "BG-VI.1.b", "BG-R28")
    return log.resolved(allowed=allowed, reason=reason)


class Markers(BookResolution):
    """Reload markers over several turns. BG-X.2.4a, BG-R83."""

    title: ClassVar[str] = "Markers"
    summary: ClassVar[str] = "In which turn a weapon that has fired fires again"
    verb: Literal["markers"] = "markers"

    weapon: Annotated[str, Field(description="weapon that fired: light cannon, haw recoilless rifle, latgm …")]
    crew: Annotated[int | None, FACT, Field(ge=1, le=8, description="fit men who serve it; empty: a full crew")] = None
    pushed: Annotated[bool, FACT, Field(description="it moved in the turn in which it fired")] = False
    turn: Annotated[int, FACT, Field(ge=1, le=100, description="turn in which it fired")] = 1
    moves_after: Annotated[int, FACT, Field(ge=0, le=20, description="later turns in which it is moved")] = 0


def markers(form: Markers, chance: Chance) -> Resolved:
    """BG-X.2.4a, BG-X.2.4b, BG-X.2.4c, BG-VII.3.b.2, BG-VII.3.d.2, BG-R83, BG-R84."""
    log = Proceedings(form, chance)
    weapon = arm(form.weapon, log.options)
    if form.crew is not None:
        reload.require_crew(weapon, figures=form.crew, crewmen=form.crew)
    count = reload.markers(weapon, crew=form.crew, moved=form.pushed, options=log.options)
    waits = form.moves_after if weapon.artillery and count else 0
    again = form.turn + 1 + count + waits
    log.step("markers", f"{count} markers; it fires again in turn {again}", "BG-X.2.4a", "BG-R83")
    return log.resolved(markers=count, fires_again=again)


class Restock(BookResolution):
    """Fetching ammunition. BG-X.2.1b, BG-R82."""

    title: ClassVar[str] = "Restock"
    summary: ClassVar[str] = "When a figure that is out of ammunition may fire again"
    verb: Literal["restock"] = "restock"

    source: Annotated[
        Literal["dead figure", "wounded figure", "supply point", "none"],
        FACT,
        Field(description="what the figure is in contact with"),
    ]
    turn: Annotated[int, FACT, Field(ge=1, le=100, description="turn in which it begins")] = 1


def restock(form: Restock, chance: Chance) -> Resolved:
    """BG-X.2.1b, BG-R82."""
    log = Proceedings(form, chance)
    if form.source == "none":
        raise RuleViolation(
            "no-source",
            "ammunition comes from a fallen figure or the supply point",
            citation="BG-X.2.1b",
            remedy="move into contact with one first",
        )
    again = form.turn + RESTOCK_TURNS
    log.step("restock", f"{RESTOCK_TURNS} full turns without moving or firing: turn {again}", "BG-X.2.1b", "BG-R82")
    return log.resolved(turns=RESTOCK_TURNS, fires_again=again)


class Burst(BookResolution):
    """How the dice of a cone are dealt out. BG-X.2.7, BG-R87."""

    title: ClassVar[str] = "Burst"
    summary: ClassVar[str] = "How a machinegun's dice fall on the figures in its cone"
    verb: Literal["burst"] = "burst"

    weapon: Annotated[str, Field(description="machinegun, or an automatic weapon for rock and roll")] = (
        "medium machinegun"
    )
    mount: Annotated[Literal["bipod", "tripod", "vehicle"] | None, FACT, Field(description="what it is mounted on")] = (
        None
    )
    figures: Annotated[int, FACT, Field(ge=1, le=60, description="figures in the cone, nearest first")] = 1


def burst(form: Burst, chance: Chance) -> Resolved:
    """BG-X.2.7, BG-XIII.9.2, BG-R87, BG-R88."""
    log = Proceedings(form, chance)
    weapon = arm(form.weapon, log.options)
    cone = weapon.machinegun and on(log.options, "mg-cone")
    if not cone and not (weapon.automatic and on(log.options, "rock-and-roll")):
        raise RuleViolation(
            "no-cone",
            f"{with_article(weapon.key)} has no cone",
            citation="BG-X.2.7",
            remedy="choose a machinegun or automatic fire, where this table plays with their cones",
        )
    dice = replace(weapon, mount=form.mount).dice if form.mount else weapon.dice
    if weapon.machinegun and switch(log.options, "mg-cone") == "full-dice-per-figure":
        each = [dice] * form.figures
    else:
        each = [dice // form.figures + (place < dice % form.figures) for place in range(form.figures)]
    log.step("burst", f"{dice} dice: {', '.join(map(str, each))}", "BG-X.2.7", "BG-R87")
    length = longest_range(weapon, log.options) if cone else automatic_range(weapon, log.options)
    return log.resolved(dice=dice, each=each, length=length, width=2 * CONE_HALF_WIDTH)
