"""Grenades, devices, charges and traps by declared facts. X.12, XIII.3."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import explosives, supplement
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDeck, Man, taken
from rules.book_and_gun.book.explosives import Ability, Blown, Device, Grenade, Placed
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.resolutions.base import BookResolution, OutcomeValue, Proceedings
from rules.book_and_gun.resolutions.casualties import reading
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import counted, with_article

Classes = Annotated[
    tuple[TargetClass, ...],
    FACT,
    Field(description="target class of each figure under the template, in roster order: II, II, III"),
]
Leaders = Annotated[int, FACT, Field(ge=0, le=60, description="number of the one that is the leader; 0: none")]
Keys = Annotated[tuple[int, ...], FACT, Field(description="numbers of those who are key figures: 2, 3")]


def figures(
    classes: tuple[TargetClass, ...], leader: int = 0, keys: tuple[int, ...] = ()
) -> list[tuple[Man, TargetClass]]:
    """Those under the template. Raises RuleViolation for a leader or key figure who is not among them. BG-R05"""
    for number in (leader, *keys) if leader else keys:
        if not 1 <= number <= len(classes):
            raise RuleViolation(
                "nobody-there",
                f"there is no figure {number} among the {len(classes)} under the template",
                citation="BG-R05",
                remedy="give a class for each figure, and the place of leader and key figures among them",
            )
    return [(Man(f"figure {n}", leader=n == leader, key=n in keys), each) for n, each in enumerate(classes, start=1)]


def blown(log: Proceedings, done: Blown, device: str, *rules: str, off: bool = True) -> dict[str, OutcomeValue]:
    """The dice of all, then the cards of those who are hit, as steps and as outcome. `off`: it goes off at all."""
    draws = list(log.chance.taken())
    if off and not done.dice:
        log.given(device, "nobody is under its template", [], "BG-X.12.chart", *rules)
    for name, die in done.dice:
        log.given(device, f"{name}: {die}", [draws.pop(0)], "BG-X.12.chart", "BG-R96", *rules)
    for hit, one in done.harm:
        log.given("casualty", reading(one), taken(one, draws), CARD_RULES[hit.target_class])
    fates = Counter(one.result for _, one in done.harm if one.harms)
    return {
        "dice": [die for _, die in done.dice],
        "hits": done.hits,
        "cards": [card for _, one in done.harm for card in one.cards],
        "killed": fates["killed"],
        "wounded": fates["wounded"],
        "casualties": [f"{one.figure} {one.result}" for _, one in done.harm if one.harms],
    }


# ── Grenades ─────────────────────────────────────────────────────────────────────────────────────────────────────


class ThrowGrenade(BookResolution):
    """A hand grenade, a rifle grenade, an automatic launcher's six. BG-X.12.1a."""

    title: ClassVar[str] = "Grenade"
    summary: ClassVar[str] = "A grenade among figures"
    verb: Literal["grenade"] = "grenade"

    weapon: Annotated[Grenade, Field(description="hand grenade, rifle grenade or agl")] = "hand grenade"
    range: Annotated[Inches, FACT, Field(description="inches to the point of aim")]
    classes: Classes = ()
    leader: Leaders = 0
    key: Keys = ()
    line_of_sight: Annotated[bool, FACT, Field(description="the target is in sight")] = True


def throw_grenade(form: ThrowGrenade, chance: Chance) -> Resolved:
    """BG-X.12.1a, BG-X.12.1b, BG-X.12.1c, BG-X.12.1d, BG-X.12.chart, BG-R96, BG-R128."""
    log = Proceedings(form, chance)
    if not form.line_of_sight:
        raise RuleViolation(
            "no-line-of-sight", "there is no line of sight", citation="BG-VI.2.1a", remedy="find a view"
        )
    explosives.require_range(form.weapon, form.range, log.options)
    under = figures(form.classes, form.leader, form.key)
    done = explosives.blow(
        form.weapon, under, CasualtyDeck(options=log.options), chance, log.options,
        bursts=explosives.BURSTS[form.weapon],
    )  # fmt: skip
    return log.resolved(
        **blown(log, done, form.weapon, "BG-X.12.1d"),
        template=explosives.TEMPLATES[form.weapon],
        bursts=explosives.BURSTS[form.weapon],
    )


class FlashBang(BookResolution):
    """A flash bang grenade. BG-X.12.2."""

    title: ClassVar[str] = "Flash bang"
    summary: ClassVar[str] = "Whom a flash bang stuns, and for how long"
    verb: Literal["flash-bang"] = "flash-bang"

    range: Annotated[Inches, FACT, Field(description="inches to the point of aim")] = 0
    within: Annotated[int, FACT, Field(ge=0, le=60, description="figures within 1 inch of it, or in its room")] = 1


def flash_bang(form: FlashBang, chance: Chance) -> Resolved:
    """BG-X.12.2, BG-R65, BG-R100."""
    log = Proceedings(form, chance)
    explosives.require_range("hand grenade", form.range, log.options)
    modifier = int(switch(log.options, "flash-bang-modifier"))
    said = f"{form.within} cannot fire or move for {explosives.STUNNED_TURNS} turns, {modifier:+d} in close combat"
    log.step("stunned", said, "BG-X.12.2", "BG-R65")
    return log.resolved(stunned=form.within, turns=explosives.STUNNED_TURNS, close_combat_modifier=modifier)


# ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────


class SetOff(BookResolution):
    """A mine, a charge, an improvised device or a trap goes off. BG-X.12.3a to BG-X.12.7."""

    title: ClassVar[str] = "Device"
    summary: ClassVar[str] = "A claymore, C4, an improvised device, a trap or a mine goes off among figures"
    verb: Literal["device"] = "device"

    kind: Annotated[Device, Field(description="what goes off")]
    classes: Classes = ()
    leader: Leaders = 0
    key: Keys = ()
    ability: Annotated[Ability, FACT, Field(description="what its man was trained for")] = "engineer"
    phases_spent: Annotated[int, FACT, Field(ge=0, le=20, description="movement phases spent on preparing it")] = 2
    stays: Annotated[bool, FACT, Field(description="its man stays with it, and is blown up")] = False
    sight: Annotated[bool, FACT, Field(description="its man sees it")] = True
    wire: Annotated[float | None, FACT, Field(ge=0, description="inches of wire to a claymore's man")] = None


def set_off(form: SetOff, chance: Chance) -> Resolved:
    """BG-X.12.3a, BG-X.12.31, BG-X.12.5, BG-X.12.51, BG-X.12.6, BG-X.12.62a, BG-X.12.62b, BG-X.12.7, BG-X.12.chart."""
    log = Proceedings(form, chance)
    if form.kind == "shaped charge":
        raise RuleViolation(
            "shaped-charge", "a shaped charge opens a door", citation="BG-X.12.4", remedy="resolve shaped-charge"
        )
    if form.wire is not None and form.kind != "command detonated mine":
        raise RuleViolation(
            "claymores-wire",
            f"{with_article(explosives.spelled_kind(form.kind))} has no wire; a claymore has",
            citation="BG-X.12.3a",
            remedy="leave the wire out",
        )
    explosives.require_able(form.kind, form.ability)
    explosives.require_prepared(form.kind, form.phases_spent)
    explosives.require_fired(form.kind, stays=form.stays, sight=form.sight, wire=form.wire)
    classes = form.classes
    if form.kind == "land mine":
        if len(classes) > 1:
            raise RuleViolation(
                "one-figure",
                "a mine hits only the figure that steps on it",
                citation="BG-X.12.7",
                remedy="give one class",
            )
        classes = ("I",) * len(classes)
    done = explosives.blow(
        form.kind, figures(classes, form.leader, form.key), CasualtyDeck(options=log.options), chance, log.options
    )
    found = blown(log, done, form.kind, *_RULES[form.kind])
    if form.stays:
        log.given("its man", "whoever stayed with it is blown up", [], "BG-X.12.31")
    return log.resolved(**found, template=explosives.TEMPLATES[form.kind], operator_lost=form.stays)


_RULES: dict[Device, tuple[str, ...]] = {
    "command detonated mine": ("BG-X.12.3a",),
    "c4": ("BG-X.12.51",),
    "ied": ("BG-X.12.62a",),
    "car bomb": ("BG-X.12.62a",),
    "booby trap": ("BG-X.12.62b",),
    "land mine": ("BG-X.12.7",),
    "shaped charge": ("BG-X.12.41",),
}


class ShapedCharge(BookResolution):
    """A shaped charge at a door or a wall. BG-X.12.41, BG-R102."""

    title: ClassVar[str] = "Shaped charge"
    summary: ClassVar[str] = "Does it open the door or wall, and whom does it hit?"
    verb: Literal["shaped-charge"] = "shaped-charge"

    classes: Classes = ()
    leader: Leaders = 0
    key: Keys = ()
    ability: Annotated[Ability, FACT, Field(description="what its man was trained for")] = "engineer"
    fuse: Annotated[int | None, FACT, Field(ge=0, le=50, description="turns that its fuse was set to; empty: none")] = (
        None
    )
    stays: Annotated[bool, FACT, Field(description="its man stays with it, and is blown up")] = False
    sight: Annotated[bool, FACT, Field(description="its man sees it")] = True


def shaped_charge(form: ShapedCharge, chance: Chance) -> Resolved:
    """BG-X.12.4, BG-X.12.41, BG-IX.4.4b, BG-R102."""
    log = Proceedings(form, chance)
    explosives.require_able("shaped charge", form.ability)
    if form.fuse is None:
        explosives.require_fired("shaped charge", stays=form.stays, sight=form.sight, wire=None)
    die, opens = explosives.charge_breaches(chance, log.options)
    number = device_number("shaped charge", "I")
    said = "it is open" if opens else "nothing happens, and the charge is spent"
    when = f"in {counted(form.fuse, 'turn')}: " if form.fuse else ""
    log.step("charge", f"{when}less than {number}; rolled {die}: {said}", "BG-X.12.41", "BG-R102")
    deck = CasualtyDeck(options=log.options)
    under = figures(form.classes, form.leader, form.key) if opens else []
    done = explosives.blow("shaped charge", under, deck, chance, log.options)
    found = blown(log, done, "shaped charge", "BG-IX.4.4b", off=opens)
    if form.stays:
        log.given("its man", "whoever stayed with it is blown up", [], "BG-X.12.41", "BG-R237")
    return log.resolved(die=die, opens=opens, turns=form.fuse or 0, operator_lost=form.stays, **found)


class PlaceDevice(BookResolution):
    """Preparing and placing a device. BG-X.12.51, BG-X.12.6."""

    title: ClassVar[str] = "Place a device"
    summary: ClassVar[str] = "Who may place it, and how long it takes"
    verb: Literal["place-device"] = "place-device"

    kind: Annotated[Placed, Field(description="what is placed")]
    ability: Annotated[Ability, FACT, Field(description="what its man was trained for")] = "engineer"
    phases_spent: Annotated[int, FACT, Field(ge=0, le=20, description="movement phases spent on it so far")] = 0


def place_device(form: PlaceDevice, chance: Chance) -> Resolved:
    """BG-X.12.5, BG-X.12.51, BG-X.12.6, BG-X.12.62b, BG-XIII.3.1, BG-R235."""
    log = Proceedings(form, chance)
    explosives.require_able(form.kind, form.ability)
    need = explosives.PREPARING.get(form.kind, 0)
    left = max(0, need - form.phases_spent)
    said = f"{counted(left, 'more movement phase')}" if left else "it is ready"
    log.step("placing", said, "BG-X.12.51", "BG-X.12.6", "BG-R235")
    return log.resolved(phases=need, left=left, ready=left == 0, template=explosives.TEMPLATES[form.kind])


class AntiMobility(BookResolution):
    """Hidden stakes and the like. BG-X.12.8, BG-R103."""

    title: ClassVar[str] = "Hidden stakes"
    summary: ClassVar[str] = "A figure steps on sharpened stakes"
    verb: Literal["anti-mobility"] = "anti-mobility"


def anti_mobility(form: AntiMobility, chance: Chance) -> Resolved:
    """BG-X.12.8, BG-R103."""
    log = Proceedings(form, chance)
    die, hit = explosives.stakes(chance, log.options)
    said = "" if die is None else f"less than {device_number('land mine', 'I')}; rolled {die}: "
    log.step("stakes", said + ("wounded" if hit else "nothing happens"), "BG-X.12.8", "BG-R103")
    return log.resolved(die=die, result="wounded" if hit else "none")


class SuicideBomber(BookResolution):
    """A bomber on foot or in a vehicle. BG-X.12.9, BG-R127."""

    title: ClassVar[str] = "Suicide bomber"
    summary: ClassVar[str] = "A bomber explodes among figures, or is killed before"
    verb: Literal["suicide-bomber"] = "suicide-bomber"

    classes: Classes = ()
    leader: Leaders = 0
    key: Keys = ()
    killed_before: Annotated[bool, FACT, Field(description="the bomber was killed before exploding")] = False


def suicide_bomber(form: SuicideBomber, chance: Chance) -> Resolved:
    """BG-X.12.9, BG-X.12.62b, BG-R127."""
    log = Proceedings(form, chance)
    explodes = not form.killed_before or on(log.options, "dead-mans-switch")
    under = figures(form.classes, form.leader, form.key) if explodes else []
    done = explosives.blow("ied", under, CasualtyDeck(options=log.options), chance, log.options)
    if not explodes:
        log.given("bomber", "killed before, and does not explode", [], "BG-R127")
    found = blown(log, done, "suicide bomber", "BG-X.12.9", "BG-R127", off=explodes)
    return log.resolved(**found, explodes=explodes, bomber_lost=True, template=explosives.TEMPLATES["ied"])


class LocateMine(BookResolution):
    """A mine detector at work. BG-XIII.3.2b."""

    title: ClassVar[str] = "Locate a mine"
    summary: ClassVar[str] = "What a mine detector finds, and whether the operator is blown up"
    verb: Literal["locate-mine"] = "locate-mine"

    engineer: Annotated[bool, FACT, Field(description="the operator has engineering ability")] = True
    detector: Annotated[bool, FACT, Field(description="with a mine detector")] = True
    known: Annotated[bool, FACT, Field(description="the device is located or suspected already")] = False
    distance: Annotated[Inches, FACT, Field(description="inches to the device")] = 2
    in_front: Annotated[bool, FACT, Field(description="it lies in the operator's front arc")] = True


def locate_mine(form: LocateMine, chance: Chance) -> Resolved:
    """BG-XIII.3.1, BG-XIII.3.2a, BG-XIII.3.2b, BG-X.12.7, BG-R112."""
    log = Proceedings(form, chance)
    supplement.require_detector(
        able=form.engineer, detector=form.detector, known=form.known, inches=form.distance, in_front=form.in_front
    )
    die, result, attacked = supplement.locate(chance)
    log.step("detector", f"{die}: {result}", "BG-XIII.3.2b", "BG-R112")
    found: dict[str, OutcomeValue] = {}
    if attacked:
        deck = CasualtyDeck(options=log.options)
        done = explosives.blow("land mine", figures(("I",)), deck, chance, log.options)
        found = blown(log, done, "land mine", "BG-X.12.7")
    used = result in ("missed", "booby trapped", "defused")
    return log.resolved(die=die, result=result, mine_attack=attacked, device_gone=used, mine=found.get("casualties"))
