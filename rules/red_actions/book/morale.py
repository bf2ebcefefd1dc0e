"""Morale tests: their occasions, the success number, the dice, what a failed test does; a Mob's hesitation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Cover, Light, Test, Trait
from rules.red_actions.book.pack import Pack, TroopCard
from rules.red_actions.book.sight import morale_addition
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class MoraleTrigger(StrEnum):
    """What calls for a morale test."""

    CHARGING = "charging"
    CHARGED = "charged"
    AMBUSHED = "ambushed"
    GASSED = "gassed"
    BASE_LOST = "base-lost"
    INTERPENETRATED = "interpenetrated"
    HUMILIATED = "humiliated"
    SERIOUS_RESULT = "serious-result"
    OFFICERS_LOST = "officers-lost"
    ROUTERS = "routers"
    RALLY_ROUT = "rally-rout"
    RALLY_PINNED = "rally-pinned"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    MoraleTrigger.CHARGING: "charging the enemy",
    MoraleTrigger.CHARGED: "charged by the enemy",
    MoraleTrigger.AMBUSHED: "ambushed",
    MoraleTrigger.GASSED: "gassed",
    MoraleTrigger.BASE_LOST: "a base lost against its will",
    MoraleTrigger.INTERPENETRATED: "routing friends pass through",
    MoraleTrigger.HUMILIATED: "humiliated in combat",
    MoraleTrigger.SERIOUS_RESULT: "a serious shooting result",
    MoraleTrigger.OFFICERS_LOST: "all its officers lost",
    MoraleTrigger.ROUTERS: "routing friends of equal or better class pass by",
    MoraleTrigger.RALLY_ROUT: "trying to rally from rout",
    MoraleTrigger.RALLY_PINNED: "trying to rally from pinned",
}


class _Morale(Figures):
    fails: int
    flanked: int
    flanked_within: int
    works: int
    marching: int
    mob: int
    routers_within: int
    rally_humiliated: int
    original_removed: int
    delay: int
    triggers: dict[MoraleTrigger, Test]


MORALE = section("morale", _Morale)


def called_test(trigger: MoraleTrigger) -> Test:
    """RA-morale.trigger.charge, RA-morale.trigger.charged, RA-morale.trigger.ambushed, RA-morale.trigger.gassed,
    RA-morale.trigger.base, RA-morale.trigger.interpenetrated, RA-morale.trigger.humiliated, RA-morale.trigger.serious,
    RA-morale.trigger.officers, RA-morale.trigger.routers, RA-morale.trigger.rally-rout,
    RA-morale.trigger.rally-pinned"""
    return MORALE.triggers[trigger]


# --- The success number ---------------------------------------------------------------------------------------------


def takes(card: TroopCard, test: Test) -> bool:
    """Whether such troops ever take that test: vehicles only when they charge, trains for fear and rallying, a lone
    officer never. Crews rally by another's number. RA-R67, RA-R120"""
    return card.number(test) > 0 or (test is Test.RALLY and bool(card.rally_as))


def numbers_of(pack: Pack, card: TroopCard, army: str, test: Test, stiffened: bool = False) -> TroopCard:
    """The card whose success number counts: of stiffened conscripts that of better troops, of machine-gun and mortar
    teams that rally their army's infantry. RA-char.stiffening.2, RA-rally.crew.1, RA-R48, RA-R60"""
    if stiffened and card.stiffened_as:
        return pack.card(card.stiffened_as)
    return pack.rally_card(card, army) if test is Test.RALLY else card


def flanked(enemy_inches: float | None, friends_could_charge: bool) -> bool:
    """Whether the nearest enemy behind the prolonged line of its front unsettles a unit: visible or known, not routing,
    no lone officer; None: there is none. RA-morale.mod.flank, RA-R51"""
    return enemy_inches is not None and enemy_inches <= MORALE.flanked_within and not friends_could_charge


def number(
    test: Test,
    card: TroopCard,
    officers: Iterable[Item] = (),
    *,
    flanked: bool = False,
    cover: Cover = Cover.OPEN,
    fit: bool = True,
    ambushed_marching: bool = False,
) -> Itemised:
    """The success number of a test. `card`: `numbers_of`; `officers`: `officers.effects`; `fit`: whether a stone
    building is fit for defence; `ambushed_marching`: a fear test of a unit ambushed on the march.

    RA-morale.roll.1, RA-morale.mod.officer, RA-morale.mod.flank, RA-morale.mod.works, RA-march.3, RA-R25.
    """
    if not takes(card, test) or not card.number(test):
        raise RuleViolation(
            "no-test", f"{card.name} never takes a {test.value} test.", citation="RA-R67",
            remedy="Choose another test or another card.",
        )  # fmt: skip
    lines = [Item(card.number(test), f"{test.value} number, {card.name}", "RA-morale.roll.1"), *officers]
    if flanked:
        lines.append(Item(MORALE.flanked, "enemy behind its flanks", "RA-morale.mod.flank"))
    if cover.works and (fit or cover is not Cover.STONE):
        lines.append(Item(MORALE.works, f"behind {_COVER[cover]}", "RA-morale.mod.works"))
    if ambushed_marching and test is Test.FEAR:
        lines.append(Item(MORALE.marching, "ambushed on the march", "RA-march.3"))
    return Itemised(tuple(lines), label="success number")


_COVER = {Cover.STONE: "stone walls", Cover.SUPER_HARD: "earthworks"}


# --- The dice -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoraleRoll:
    """A test with its number and its two dice."""

    test: Test
    number: Itemised
    dice: tuple[int, ...]
    light: Light = Light.DAY

    @property
    def natural(self) -> int:
        return sum(self.dice)

    @property
    def roll(self) -> int:
        """What is compared with the number: at night or in fog one more. RA-weather.night.morale, RA-R41, RA-R116"""
        return self.natural + morale_addition(self.light)

    @property
    def over(self) -> int:
        """By how much the roll is above the number."""
        return self.roll - self.number.value

    @property
    def passed(self) -> bool:
        """A natural 12 always fails. RA-morale.roll.1, RA-morale.roll.2, RA-R40, RA-R41"""
        return self.natural != MORALE.fails and self.over <= 0

    @property
    def words(self) -> str:
        """ "rolled 8 against 7: failed"."""
        night = f" + {morale_addition(self.light)} at night" if self.light.night else ""
        always = " (12 always fails)" if self.natural == MORALE.fails else ""
        verdict = "passed" if self.passed else "failed"
        return f"rolled {self.natural}{night} against {self.number.value}: {verdict}{always}"


def take(test: Test, number: Itemised, chance: Chance, light: Light = Light.DAY, who: str = "") -> MoraleRoll:
    """Two dice against the number. RA-morale.roll.1"""
    of = f" of {who}" if who else ""
    return MoraleRoll(test, number, chance.dice(2, sides=6, for_=f"{test.value} test{of}"), light)


class MoraleResult(StrEnum):
    """What becomes of a unit by a test."""

    STANDS = "stands"
    CHARGES = "charges"
    NO_CHARGE = "may not charge this turn"
    ROUTS = "routs at once"
    RETIRES = "retires at once"
    RALLIES = "rallies"
    UNPINNED = "is no longer pinned"
    STAYS_PINNED = "stays pinned where it is; it may retire or shoot"
    ROUTS_ON = "routs on"
    REMOVED = "is removed"


def result(tested: MoraleRoll, routing: bool = False, house: House = BOOK) -> MoraleResult:
    """What the test does; a rally test is one from rout where the unit is `routing`, else from pinned.

    RA-morale.fail.charge, RA-morale.fail.fear, RA-morale.fail.serious, RA-morale.fail.rally-rout,
    RA-morale.fail.rally-pinned, RA-rout.1, RA-rally.opt.ra.1, RA-rally.opt.ra.2, RA-R61.
    """
    if tested.passed:
        if tested.test is Test.RALLY:
            return MoraleResult.RALLIES if routing else MoraleResult.UNPINNED
        return MoraleResult.CHARGES if tested.test is Test.CHARGE else MoraleResult.STANDS
    match tested.test:
        case Test.CHARGE:
            return MoraleResult.NO_CHARGE
        case Test.FEAR:
            return MoraleResult.ROUTS
        case Test.SERIOUS:
            return MoraleResult.RETIRES
        case Test.RALLY:
            if not routing:
                return MoraleResult.STAYS_PINNED
            badly = tested.natural == MORALE.fails or tested.over >= MORALE.original_removed
            return (
                MoraleResult.REMOVED if badly and house.choice("rally-rules") == "original" else MoraleResult.ROUTS_ON
            )


# --- Occasions ------------------------------------------------------------------------------------------------------


def router_tests(
    through: bool, inches: float, router_grade: int, grade: int, house: House = BOOK
) -> tuple[MoraleTrigger, ...]:
    """What a unit tests for when routing friends come by, in order; the second only if it still stands. Once a rout
    move. RA-morale.trigger.routers, RA-morale.trigger.interpenetrated, RA-R52, RA-R53"""
    called = [MoraleTrigger.INTERPENETRATED] if through else []
    if through and house.choice("router-tests") == "fear-only":
        return tuple(called)
    if inches <= MORALE.routers_within and router_grade >= grade:
        called.append(MoraleTrigger.ROUTERS)
    return tuple(called)


def acts_after_failed_charge(house: House = BOOK) -> bool:
    """Whether a unit that failed its charge test may take another action, but no charge. RA-morale.fail.charge,
    RA-R54"""
    return house.choice("failed-charge") == "may-act"


# --- A Mob ----------------------------------------------------------------------------------------------------------


class Doing(StrEnum):
    """What a segment holds, as far as a Mob or a pinned unit minds."""

    SHOOT = "shooting"
    CHARGE = "a charge"
    AWAY = "moving directly away from the enemy"
    MOVE = "any other move"
    RALLY_TERROR = "rallying from terror"
    RALLY_ROUT = "rallying from rout"
    RALLY_PINNED = "rallying from pinned"
    FACING = "changing formation or facing"
    SCOUT = "scouting"
    DIG = "digging in"
    OTHER = "anything else"


_FREELY = frozenset({Doing.SHOOT, Doing.CHARGE, Doing.AWAY})


def must_roll(traits: frozenset[Trait], enemy_visible: bool, doing: Iterable[Doing], house: House = BOOK) -> bool:
    """Whether a unit rolls for hesitation at the start of its segment. RA-char.mob.1, RA-note.mob, RA-R46"""
    if Trait.MOB not in traits or not enemy_visible:
        return False
    if house.choice("mob-scope") == "moves-only":
        return Doing.MOVE in doing
    return not _FREELY.issuperset(doing)


def goes(die: int) -> bool:
    """Whether a Mob does what it is asked; else it stays and may only shoot, and its segment is used. RA-char.mob.1,
    RA-R46"""
    return die >= MORALE.mob


def hesitate(chance: Chance, who: str = "") -> int:
    """The die for `goes`. RA-char.mob.1"""
    return chance.roll(6, for_=f"hesitation of the Mob{f' {who}' if who else ''}")


CHARTS: tuple[Chart, ...] = (
    Chart(
        "morale-tests",
        "Occasions of morale tests",
        "Morale Tests (p5)",
        ("occasion", "test"),
        tuple((trigger.words, test.value) for trigger, test in MORALE.triggers.items()),
        dice="2d6",
        notes=(f"Passed at the success number or under it; {MORALE.fails} always fails.",),
        citation="RA-morale.roll.1",
    ),
    Chart(
        "morale-modifiers",
        "What alters a success number",
        "Morale Tests (p5)",
        ("circumstance", "bonus"),
        (
            ("each officer's morale effect that applies", "its own"),
            (f"enemy behind its flanks within {MORALE.flanked_within} in, no friends to charge it", MORALE.flanked),
            ("behind earthworks, in a trench or a stone building fit for defence", MORALE.works),
            ("ambushed on the march, fear test", MORALE.marching),
        ),
        notes=(f"At night or in fog the roll is {morale_addition(Light.DARK)} higher.",),
        citation="RA-morale.roll.1",
    ),
    Chart(
        "failed-tests",
        "Results of failed morale tests",
        "Results of Failed Morale Tests (p5)",
        ("test", "result"),
        (
            (Test.CHARGE.value, MoraleResult.NO_CHARGE.value),
            (Test.FEAR.value, MoraleResult.ROUTS.value),
            (Test.SERIOUS.value, MoraleResult.RETIRES.value),
            ("rally, routing", f"{MoraleResult.ROUTS_ON.value}, {MORALE.rally_humiliated} humiliated marker"),
            ("rally, pinned", MoraleResult.STAYS_PINNED.value),
        ),
        citation="RA-morale.fail.charge",
    ),
)
