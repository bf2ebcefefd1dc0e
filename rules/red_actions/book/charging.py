"""Charging: who may charge whom, in what order, whether the charge goes on, vehicles, pursuit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.kernel.facts import Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, StruckSide, Trait
from rules.red_actions.book.shooting import close_range
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Charging(Figures):
    flank_terror: int
    rear_terror: int
    wheel: float
    vehicle_immobilised: int
    grenadiers: int
    pursuit_catches: int
    pursuit_halts_inches: float


CHARGING = section("charging", _Charging)


class ChargeStep(StrEnum):
    """A charge is worked out in this order. RA-R80"""

    DECLARE = "target and direction are declared"
    """RA-charge.direction"""
    LEGAL = "the charge is seen to be lawful; the pinned rally, Mobs are exempt"
    """RA-charge.legal.reach"""
    CHARGE_TEST = "charge test, not from ambush"
    """RA-charge.test"""
    MORTARS = "charged mortars are removed"
    """RA-charge.mortars"""
    FEAR_TEST = "flight by choice, or the target's fear test"
    """RA-charge.fear, RA-charge.flee"""
    FIRE = "fire at the chargers"
    """RA-charge.shoot"""
    CHARGERS = "whether the chargers go on"
    """RA-R74, RA-R76"""
    COUNTER_CHARGE = "counter-charge"
    """RA-charge.counter"""
    CONTACT = "contact; markers for flank or rear"
    """RA-charge.contact"""
    COMBAT = "combat"
    """RA-combat.1"""
    OFFICERS = "dice for officers"
    """RA-combat.5"""
    PURSUIT = "pursuit"
    """RA-pursuit.1"""


def may_charge(arm: Arm) -> bool:
    """Sabres, riflemen, tanks and armoured cars. RA-charge.target.none, RA-R151; an officer alone has no combat
    value (RA-R120)"""
    return arm in (Arm.RIFLE, Arm.SABRE, Arm.TANK, Arm.ARMOURED_CAR)


def charge_bar(
    charger: Arm, target: Arm, facing: StruckSide = StruckSide.FRONT, routing: bool = False
) -> RuleViolation | None:
    """Why that arm may not charge that target there. `routing`: a routing unit shows its back to everybody.
    RA-charge.target.sabres, RA-charge.target.riflemen, RA-charge.target.vehicles, RA-charge.target.none, RA-R127,
    RA-R151"""
    if not may_charge(charger):
        return RuleViolation(
            "may-not-charge",
            "A train follows its rails and charges nobody." if charger.train else f"{_PLURAL[charger]} may not charge.",
            citation="RA-R151" if charger.train else "RA-charge.target.none",
            remedy="Shoot or move.",
        )
    if target.vehicle:
        cite = {Arm.RIFLE: "RA-charge.target.riflemen", Arm.SABRE: "RA-charge.target.sabres"}
        return RuleViolation(
            "vehicle-not-charged",
            f"{_PLURAL[charger]} may not charge vehicles.",
            citation=cite.get(charger, "RA-charge.target.vehicles"),
            remedy="Charge other troops, or shoot.",
        )
    if charger is Arm.RIFLE and target is Arm.SABRE and facing is StruckSide.FRONT and not routing:
        return RuleViolation(
            "front-of-sabres",
            "Riflemen may not charge the front of sabres.",
            citation="RA-charge.target.riflemen",
            remedy="Charge their flank or rear, or shoot.",
        )
    return None


_PLURAL: dict[Arm, str] = {
    Arm.RIFLE: "Riflemen",
    Arm.SABRE: "Sabres",
    Arm.MG: "Machine-guns",
    Arm.TACHANKA: "Tachankas",
    Arm.GUN: "Guns",
    Arm.MORTAR: "Mortars",
    Arm.ARMOURED_CAR: "Armoured cars",
    Arm.TANK: "Tanks",
    Arm.OFFICER: "Officers by themselves",
    Arm.CART: "Supply carts",
}


def contact_terror(facing: StruckSide) -> int:
    """Terror markers for being charged in flank or rear. RA-charge.flank.2, RA-charge.rear.2, RA-R11"""
    return {StruckSide.FRONT: 0, StruckSide.FLANK: CHARGING.flank_terror, StruckSide.REAR: CHARGING.rear_terror}[facing]


def needs_charge_test(from_ambush: bool, pursuing: bool = False) -> bool:
    """RA-charge.test, RA-ambush.benefit.1, RA-R87"""
    return not (from_ambush or pursuing)


def fear_tested(target: Arm, routing: bool) -> bool:
    """Whether the target takes a fear test: not mortars, which are gone, not who runs already, not officers alone.
    RA-charge.fear, RA-charge.mortars, RA-R120, RA-R127"""
    return not (routing or target is Arm.MORTAR or target is Arm.OFFICER)


def flight_bar(facing: StruckSide, acted: bool, house: House = BOOK) -> RuleViolation | None:
    """Why a target may not flee from the charge by choice. RA-charge.flee, RA-preempt.charged, RA-R71"""
    if facing is not StruckSide.FRONT:
        return RuleViolation(
            "charged-behind",
            "Only a unit charged in front may flee by choice.",
            citation="RA-charge.flee",
            remedy="Take the fear test.",
        )
    if acted and house.choice("voluntary-flight") == "front-and-unacted":
        return RuleViolation(
            Why.HAS_ACTED,
            "A unit that has acted this turn may not flee by choice.",
            citation="RA-R71",
            remedy="Take the fear test.",
        )
    return None


def counter_charge_bar(charger: Arm, target: Arm, facing: StruckSide, shot: bool = False) -> RuleViolation | None:
    """Why the target may not counter-charge. RA-charge.counter, RA-R77"""
    if charger is Arm.SABRE and target is Arm.SABRE and facing is StruckSide.FRONT and not shot:
        return None
    return RuleViolation(
        "no-counter-charge",
        "Only sabres charged in front by sabres may counter-charge, and not if they shoot.",
        citation="RA-R77",
        remedy="Receive the charge.",
    )


def charge_fire_distance(distance: float, range_number: float, house: House = BOOK) -> float:
    """The distance at which the target shoots at its chargers; `distance`: when the charge was declared.
    RA-charge.shoot, RA-R75"""
    if house.choice("charge-fire-range") == "close":
        return min(distance, close_range(range_number))
    return distance


class GoesOn(StrEnum):
    """RA-charge.shoot"""

    YES = "the charge goes on"
    RALLY = "the chargers must rally from pinned"
    NO = "the charge is over"


def goes_on(retired: bool, routed: bool, pinned: bool, house: House = BOOK) -> GoesOn:
    """After the fire of the charged: over if the chargers really retired or routed; a retire that was cancelled or
    paid for does not count. RA-charge.shoot, RA-R74, RA-R76"""
    if retired or routed:
        return GoesOn.NO
    if not pinned:
        return GoesOn.YES
    return {"test": GoesOn.RALLY, "continues": GoesOn.YES, "cancelled": GoesOn.NO}[house.choice("pinned-charge")]


class AtContact(StrEnum):
    """What contact with a target that stood leads to."""

    COMBAT = "combat"
    ROUTS = "the target damages the vehicle or not, and routs"
    """RA-tank.charge.1, RA-ac.charge.1"""
    SURRENDERS = "the crew surrender, the guns are captured"
    """RA-charge.guns, RA-R78, RA-R89"""
    CAPTURED = "captured"
    """An officer by himself. RA-R120"""
    CAUGHT = "caught as in a pursuit"
    """RA-R127"""


def at_contact(charger: Arm, target: Arm, routing: bool = False) -> AtContact:
    """RA-combat.1, RA-charge.guns, RA-tank.charge.1, RA-ac.charge.1, RA-R78, RA-R89, RA-R120, RA-R127, RA-R269"""
    if target is Arm.OFFICER:
        return AtContact.CAPTURED
    if routing:
        return AtContact.CAUGHT
    if target.artillery or target is Arm.CART:
        return AtContact.SURRENDERS
    return AtContact.ROUTS if charger.vehicle else AtContact.COMBAT


def against_vehicle(die: int, traits: Iterable[Trait] = ()) -> Itemised:
    """The die of troops that a tank or an armoured car reaches. RA-tank.charge.2, RA-tank.charge.3, RA-ac.charge.2"""
    items = [Item(die, "die", "RA-tank.charge.2")]
    if Trait.GRENADIERS in traits:
        items.append(Item(CHARGING.grenadiers, "grenadiers", "RA-tank.charge.3"))
    return Itemised(tuple(items))


def immobilises(score: int) -> bool:
    """Whether that score stops the vehicle for good; it may still fire. RA-tank.charge.2, RA-ac.charge.2, RA-R89"""
    return score >= CHARGING.vehicle_immobilised


class Chase(StrEnum):
    """What a pursuit comes to."""

    CAUGHT = "caught"
    ROLL = "caught on a die"
    ESCAPED = "not caught"


def pursues(arm: Arm, foe_routed_in_combat: bool) -> bool:
    """Sabres that made the enemy rout pursue at once, whether they like it or not. RA-pursuit.1, RA-R87; others only
    by charging in the next turn (RA-pursuit.5)"""
    return arm is Arm.SABRE and foe_routed_in_combat


def chase(pursuer_move: float, router_move: float, router: Arm) -> Chase:
    """An unhindered pursuit, by the moves of the cards. RA-pursuit.3, RA-pursuit.4, RA-R86"""
    if router_move < pursuer_move:
        return Chase.CAUGHT
    return Chase.ROLL if router_move == pursuer_move and router.cavalry else Chase.ESCAPED


def chase_catches(die: int) -> bool:
    """RA-pursuit.4"""
    return die >= CHARGING.pursuit_catches


def catches_later(arm: Arm, flight_blocked: bool) -> bool:
    """Troops other than sabres catch only who cannot rout away. RA-pursuit.5"""
    return arm is Arm.SABRE or flight_blocked


def halts_pursuit(distance: float, faces: bool, can_fight: bool) -> bool:
    """An enemy that stops pursuers. RA-pursuit.2"""
    return faces and can_fight and distance <= CHARGING.pursuit_halts_inches


@dataclass(frozen=True, slots=True)
class Caught:
    destroyed: int
    prisoners: int


def caught(bases: int) -> Caught:
    """Bases of a unit that was caught: half, rounded up, destroyed, the rest prisoners; its officers are captured.
    RA-pursuit.6, RA-R73, RA-R88"""
    return Caught(bases - bases // 2, bases // 2)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "charge-targets",
        "Who may charge whom",
        "Charging (p6)",
        ("troops", "may charge"),
        (
            ("sabres", "any troops except vehicles"),
            ("riflemen", "anything except vehicles and the front of sabres"),
            ("tanks, armoured cars", "anything except vehicles"),
            ("tachankas, machine-guns, mortars, artillery, trains", "nobody"),
        ),
        citation="RA-charge.target.sabres",
    ),
    Chart(
        "charge-contact",
        "Charged in flank or rear",
        "Charging (p6)",
        ("struck", "terror markers", "fights at"),
        (
            ("front", 0, "full strength"),
            ("flank", CHARGING.flank_terror, "half strength"),
            ("rear", CHARGING.rear_terror, "half strength"),
        ),
        citation="RA-charge.flank.2",
    ),
    Chart(
        "charge-order",
        "Order of a charge",
        "Charging (p6)",
        ("step", "what"),
        tuple((number, step.value) for number, step in enumerate(ChargeStep, 1)),
        citation="RA-R80",
    ),
    Chart(
        "pursuit",
        "Pursuit by sabres",
        "Pursuit (p12)",
        ("routers", "are"),
        (
            ("slower", "caught"),
            ("cavalry of the same move", f"caught on a d6 of {CHARGING.pursuit_catches} or more"),
            ("faster, or others of the same move", "not caught"),
        ),
        dice="d6",
        citation="RA-pursuit.3",
    ),
    Chart(
        "against-vehicles",
        "Troops charged by a tank or an armoured car",
        "Vehicles (p15)",
        ("die", "effect"),
        ((f"{CHARGING.vehicle_immobilised} or more", "the vehicle is immobilised; it may fire"),),
        dice="d6",
        notes=(f"Grenadiers add {CHARGING.grenadiers}. The troops rout in any case (RA-R89).",),
        citation="RA-tank.charge.2",
    ),
)
