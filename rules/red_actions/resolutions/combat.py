"""Charges, combat, pursuit and retiring by declared facts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import charging, retiring, units
from rules.red_actions.book import combat as book
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.charging import AtContact, Chase
from rules.red_actions.book.combat import CombatResultKind, Fighter
from rules.red_actions.book.kinds import Arm, Mover, StruckSide, Trait
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.book.retiring import Retiree
from rules.red_actions.book.units import Markers
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, lines, row
from rules.red_actions.resolutions.units import Bases, CardName, plain

Struck = Annotated[StruckSide, FACT, Field(description="where the charge strikes")]
MarkersNow = Annotated[int, FACT, Field(ge=0, le=20)]


class CombatHelp(StrEnum):
    """What helps a side in a combat."""

    FORTIFIED = "fortified"
    COVER = "cover"
    UPHILL = "uphill"


Helps = Annotated[tuple[CombatHelp, ...], FACT]


class Combat(RedResolution):
    """RA-combat.4"""

    title: ClassVar[str] = "Hand-to-hand combat"
    summary: ClassVar[str] = "A whole combat: strengths, odds, dice, result"
    verb: Literal["combat"] = "combat"

    charger: CardName
    charger_bases: Bases
    charged: CardName
    charged_bases: Bases
    charger_markers: Annotated[MarkersNow, Field(description="terror and humiliated markers of the charger")] = 0
    charged_markers: Annotated[
        MarkersNow, Field(description="of the charged, before those for a flank or rear charge")
    ] = 0
    facing: Struck = StruckSide.FRONT
    charger_formed: Annotated[bool, FACT, Field(description="the charger is formed cavalry")] = False
    counter_charge: Annotated[bool, FACT, Field(description="the charged counter-charge")] = False
    charged_formed: Annotated[bool, FACT, Field(description="who counter-charge are formed cavalry")] = False
    charged_has: Annotated[Helps, Field(description="what the charged fight behind or from")] = ()
    charger_uphill: Annotated[bool, FACT, Field(description="the charger comes from uphill")] = False


def combat(form: Combat, chance: Chance) -> Resolved:
    """RA-combat.1, RA-combat.2, RA-combat.3, RA-combat.4, RA-combat.equal, RA-charge.flank.2, RA-charge.rear.2,
    RA-R06, RA-R07, RA-R08, RA-R11."""
    log = Proceedings(form, chance)
    charger, charged = BOOK_PACK.card(form.charger), BOOK_PACK.card(form.charged)
    _check_combat(form, charger, charged)
    extra = charging.contact_terror(form.facing)
    there = Markers(form.charged_markers + extra)
    if extra:
        log.step("contact", f"charged in the {form.facing.value}: {extra} terror on the charged", "RA-R11")
    if units.too_many(form.charged_bases, there):
        log.step("rout", "more markers than bases: the charged rout, there is no combat", "RA-R11")
        return log.resolved(odds=None, roll=None, result="rout", charger_stronger=None)
    first = book.strength(
        charger.combat,
        units.effective(form.charger_bases, Markers(form.charger_markers)),
        Fighter(uphill=form.charger_uphill, formed_charge=form.charger_formed),
        log.house,
    )
    second = book.strength(charged.combat, units.effective(form.charged_bases, there), _charged(form), log.house)
    log.step("strengths", f"charger: {first}; charged: {second}", "RA-combat.2", "RA-R08")
    odds = book.odds(first.exact, second.exact, log.house)
    log.step("odds", str(odds), "RA-combat.3")
    rolled = sum(log.chance.dice(2, sides=6, for_="combat"))
    result = book.result(odds.column, rolled)
    named = "charger" if result.names_charger(odds) else "charged"
    log.step("result", f"{rolled}: {result.words} (the {named})", "RA-combat.4")
    bases = form.charger_bases if named == "charger" else form.charged_bases
    lost = book.defeated(bases).lost if result.kind is CombatResultKind.DEFEATED else 0
    return log.resolved(
        charger_strength=plain(first.exact), charged_strength=plain(second.exact), charger=first.lines,
        charged=second.lines, charger_stronger=odds.charger_stronger, odds=odds.name, roll=rolled,
        result=result.cell, names=named, terror=result.terror, bases_lost=lost,
    )  # fmt: skip


def _charged(form: Combat) -> Fighter:
    return Fighter(
        fortified=CombatHelp.FORTIFIED in form.charged_has,
        covered=CombatHelp.COVER in form.charged_has,
        uphill=CombatHelp.UPHILL in form.charged_has,
        flank_or_rear=form.facing is not StruckSide.FRONT,
        formed_charge=form.counter_charge and form.charged_formed,
    )


def _check_combat(form: Combat, charger: TroopCard, charged: TroopCard) -> None:
    if barred := charging.charge_bar(charger.arm, charged.arm, form.facing):
        raise barred
    leads_to = charging.at_contact(charger.arm, charged.arm)
    if leads_to is not AtContact.COMBAT:
        raise RuleViolation(
            "no-combat",
            f"{charged.name}, contacted by {charger.name}, does not fight: {leads_to.value}.",
            citation="RA-charge.guns" if charged.arm.artillery else "RA-R89",
            remedy="Nothing is rolled for on the combat table.",
        )
    if form.counter_charge and (barred := charging.counter_charge_bar(charger.arm, charged.arm, form.facing)):
        raise barred
    if (form.charger_formed and not charger.may_form) or (form.charged_formed and not charged.may_form):
        loose = charged if not charged.may_form and form.charged_formed else charger
        raise RuleViolation(
            "loose",
            f"{loose.name} does not form.",
            citation="RA-form.cavalry.1",
            remedy="Let it fight loose.",
        )


class ChargeTarget(RedResolution):
    """RA-charge.target.sabres"""

    title: ClassVar[str] = "Who may charge whom"
    summary: ClassVar[str] = "Whether troops may charge a target, and what contact leads to"
    verb: Literal["charge-target"] = "charge-target"

    charger: CardName
    target: CardName
    facing: Struck = StruckSide.FRONT
    routing: Annotated[bool, FACT, Field(description="the target is routing")] = False
    acted: Annotated[bool, FACT, Field(description="the target has acted this turn")] = False
    ambush: Annotated[bool, FACT, Field(description="the charge breaks out of ambush")] = False


def charge(form: ChargeTarget, chance: Chance) -> Resolved:
    """RA-charge.target.sabres, RA-charge.target.riflemen, RA-charge.target.vehicles, RA-charge.target.none,
    RA-charge.fear, RA-charge.flee, RA-charge.counter, RA-R80."""
    log = Proceedings(form, chance)
    charger, target = BOOK_PACK.card(form.charger), BOOK_PACK.card(form.target)
    if barred := charging.charge_bar(charger.arm, target.arm, form.facing, form.routing):
        raise barred
    log.step("charge", f"{charger.name} may charge {target.name}", "RA-charge.target.sabres")
    if target.arm is Arm.MORTAR:
        log.step("mortars", "the mortars are removed", "RA-charge.mortars")
        return log.resolved(charge_test=not form.ambush, fear_test=False, contact=None)
    feared = charging.fear_tested(target.arm, form.routing)
    flees = feared and charging.flight_bar(form.facing, form.acted, log.house) is None
    contact = charging.at_contact(charger.arm, target.arm, form.routing)
    terror = charging.contact_terror(form.facing) if feared else 0
    log.step("contact", f"if the target stands, on contact: {contact.value}", "RA-charge.contact")
    return log.resolved(
        charge_test=charging.needs_charge_test(form.ambush), fear_test=feared, may_flee=flees,
        may_shoot=feared and not form.acted,
        may_counter_charge=feared and charging.counter_charge_bar(charger.arm, target.arm, form.facing) is None,
        terror_at_contact=terror, contact=contact.value,
    )  # fmt: skip


class AgainstVehicle(RedResolution):
    """RA-tank.charge.2"""

    title: ClassVar[str] = "Charged by a vehicle"
    summary: ClassVar[str] = "Whether troops damage the tank or armoured car that reaches them"
    verb: Literal["against-vehicle"] = "against-vehicle"

    grenadiers: Annotated[bool, FACT, Field(description="the troops are grenadiers")] = False


def against_vehicle(form: AgainstVehicle, chance: Chance) -> Resolved:
    """RA-tank.charge.1, RA-tank.charge.2, RA-tank.charge.3, RA-ac.charge.1, RA-ac.charge.2, RA-R89."""
    log = Proceedings(form, chance)
    traits = (Trait.GRENADIERS,) if form.grenadiers else ()
    score = charging.against_vehicle(log.chance.roll(6, for_="against vehicle"), traits)
    stopped = charging.immobilises(score.value)
    vehicle = "the vehicle is immobilised, but may fire" if stopped else "the vehicle is unharmed"
    log.step("die", f"{score}: {vehicle}; the troops rout", "RA-tank.charge.2")
    return log.resolved(score=score.value, items=lines(score), immobilised=stopped)


class Pursuit(RedResolution):
    """RA-pursuit.1"""

    title: ClassVar[str] = "Pursuit"
    summary: ClassVar[str] = "Whether sabres catch the routers, and what becomes of them"
    verb: Literal["pursuit"] = "pursuit"

    pursuer: CardName
    router: CardName
    bases: Annotated[Bases, Field(description="bases of the routers")]


def pursuit(form: Pursuit, chance: Chance) -> Resolved:
    """RA-pursuit.1, RA-pursuit.3, RA-pursuit.4, RA-pursuit.6, RA-R86, RA-R88."""
    log = Proceedings(form, chance)
    pursuer, router = BOOK_PACK.card(form.pursuer), BOOK_PACK.card(form.router)
    if not charging.pursues(pursuer.arm, True):
        raise RuleViolation(
            "no-pursuit",
            f"{pursuer.name} does not pursue; only sabres do.",
            citation="RA-pursuit.1",
            remedy="Others may charge the routers next turn.",
        )
    found = charging.chase(pursuer.move, router.move, router.arm)
    caught = found is Chase.CAUGHT
    if found is Chase.ROLL:
        die = log.chance.roll(6, for_="pursuit")
        caught = charging.chase_catches(die)
        log.step("die", f"the same move: {die} ({charging.CHARGING.pursuit_catches}+)", "RA-pursuit.4")
    end = charging.caught(form.bases) if caught else charging.Caught(0, 0)
    words = f"caught: {end.destroyed} destroyed, {end.prisoners} prisoners" if caught else Chase.ESCAPED.value
    log.step("pursuit", f"{router.name} (move {router.move}) by {pursuer.name} ({pursuer.move}): {words}", "RA-R86")
    return log.resolved(caught=caught, destroyed=end.destroyed, prisoners=end.prisoners)


class Retire(RedResolution):
    """RA-retire.1"""

    title: ClassVar[str] = "Retire result"
    summary: ClassVar[str] = "How far a unit retires, and what it may do instead"
    verb: Literal["retire"] = "retire"

    card: CardName
    bases: Bases = 2
    gone_back: Annotated[Inches, FACT, Field(description="inches that it has gone back this turn")] = 0
    retired_before: Annotated[bool, FACT, Field(description="it has retired under a result this turn")] = False
    limbered: Annotated[bool, FACT, Field(description="guns: they are limbered")] = False
    hard_cover: Annotated[bool, FACT, Field(description="in hard cover, or foxholes of a whole column")] = False
    cover_used: Annotated[bool, FACT, Field(description="cover has spared it a retire this turn")] = False
    lent_traits: Annotated[tuple[Trait, ...], FACT, Field(description="characteristics that its officer lends it")] = ()
    out_of_combat: Annotated[bool, FACT, Field(description="it retires out of a combat")] = False


def retire(form: Retire, chance: Chance) -> Resolved:
    """RA-retire.1, RA-retire.2, RA-retire.3, RA-retire.4, RA-retire.5, RA-retire.6, RA-retire.10, RA-R64, RA-R65."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    unit = Retiree(
        card.arm,
        card.traits | frozenset(form.lent_traits),
        bases=form.bases,
        limbered=form.limbered,
        in_cover=form.hard_cover,
        cover_used=form.cover_used,
        gone_back=form.gone_back,
        retired_before=form.retired_before,
        mounted=card.mover is Mover.SABRES,
    )
    found = (retiring.combat_retirement if form.out_of_combat else retiring.retirement)(unit, log.house)
    log.step("retire", f"{card.name}: {found.reason}", found.citation)
    if found.instead:
        log.step("instead", f"or: {'; or '.join(each.value for each in found.instead)}", "RA-R65")
    evades = found.inches > 0 and retiring.evades_after_retiring(card.evade)
    return log.resolved(
        inches=found.inches, terror=found.terror, instead=tuple(each.name.lower() for each in found.instead),
        evades=evades,
    )  # fmt: skip


ROWS: tuple[Row, ...] = (
    row(ChargeTarget, charge),
    row(Combat, combat),
    row(AgainstVehicle, against_vehicle),
    row(Pursuit, pursuit),
    row(Retire, retire),
)
