"""Officers: the drawing of their tokens, what they do for a unit, and how they are lost and replaced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rules.book.showing import Chart
from rules.kernel import chance as source
from rules.kernel.chance import Chance
from rules.kernel.facts import Item
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.pack import OfficerToken, Pack, TroopCard
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Officers(Figures):
    seen: int
    near: int
    casualty: int
    casualty_routing: int
    all_lost_terror: int
    commissar_terror: int
    promoted_after: int


OFFICERS = section("officers", _Officers)
LENT = frozenset({Trait.PARTISAN, Trait.STORM, Trait.SPECIALIST, Trait.SKIRMISHER})
"""What a unit uses of its commander's characteristics. RA-char.officer-shared"""
HIS_OWN = frozenset({Trait.CLEVER, Trait.COMMISSAR})
"""What he does with it himself."""


class Rank(IntEnum):
    """RA-def.officer.junior, RA-def.officer.senior"""

    JUNIOR = 0
    SENIOR = 1
    GENERAL = 2
    """The commanding general."""


@dataclass(frozen=True, slots=True)
class DrawnOfficer:
    """An officer's token, as it was drawn."""

    morale: int = 0
    traits: frozenset[Trait] = frozenset()
    rank: Rank = Rank.JUNIOR
    token: str = ""

    @classmethod
    def of(cls, token: OfficerToken, rank: Rank = Rank.JUNIOR) -> DrawnOfficer:
        return cls(token.morale, token.traits, rank, token.id)

    @property
    def clever(self) -> bool:
        return Trait.CLEVER in self.traits

    @property
    def commissar(self) -> bool:
        return Trait.COMMISSAR in self.traits


# --- Tokens ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TokenHand:
    """Tokens drawn, in order, and the deck that is left, both by the tokens' ids."""

    tokens: tuple[str, ...]
    left: tuple[str, ...]


def draw(count: int, left: Sequence[str], full: Sequence[str], chance: Chance, for_: str) -> TokenHand:
    """Tokens drawn without replacement. A deck that runs out is made up again from the full list, less what is in the
    hand. RA-R05, RA-R154"""
    deck, hand = list(left), list[str]()
    for _ in range(count):
        if not deck:
            deck = list(full)
            for token in hand:
                deck.remove(token)
        token = str(chance.draw([source.Card(each) for each in deck], for_=for_))
        deck.remove(token)
        hand.append(token)
    return TokenHand(tuple(hand), tuple(deck))


def _purpose(army: str, pack: Pack) -> str:
    """One for each deck, so that anybody can follow what it still holds."""
    return f"officer's token, {pack.army(army).token_deck} deck"


def draw_senior(army: str, left: Sequence[str], pack: Pack, chance: Chance) -> TokenHand:
    """The tokens among which a senior officer's is chosen: two for Soviets and Partisans, three for all others,
    Konnarmiya and Latvians among them. RA-def.officer.draw.1, RA-def.officer.draw.2"""
    return draw(pack.army(army).senior_draw, left, pack.deck(army), chance, _purpose(army, pack))


def draw_junior(army: str, left: Sequence[str], pack: Pack, chance: Chance) -> TokenHand:
    """The one token of a junior officer, at first or in a fallen officer's place. RA-def.officer.draw.3,
    RA-officer.loss.3, RA-officer.loss.5"""
    return draw(1, left, pack.deck(army), chance, _purpose(army, pack))


# --- What he does for a unit ----------------------------------------------------------------------------------------


def traits_of(card: TroopCard, commander: DrawnOfficer | None = None, stiffened: bool = False) -> frozenset[Trait]:
    """The characteristics of a unit under its commander.

    RA-char.officer-shared, RA-char.officer-mob, RA-char.storm.2, RA-char.specialist.2, RA-char.stiffening.2, RA-R47,
    RA-R155.
    """
    traits = card.traits
    if commander is not None:
        traits |= commander.traits & (LENT | HIS_OWN)
        if Trait.MOB in commander.traits and not traits & {Trait.STORM, Trait.SPECIALIST}:
            traits |= {Trait.MOB}
    return traits - {Trait.MOB} if stiffened else traits


def reaches(inches: float, sees: bool) -> bool:
    """Whether a senior officer is near enough to steady a unit, from the nearest point of his base to the nearest of
    the unit, the exact distance included. RA-officer.morale.2, RA-officer.morale.3, RA-R43"""
    return inches <= OFFICERS.near or (sees and inches <= OFFICERS.seen)


def commander_of(junior: DrawnOfficer | None, in_command: DrawnOfficer | None) -> DrawnOfficer | None:
    """A senior officer in personal command, else the junior. RA-officer.morale.4"""
    return in_command or junior


def effects(
    junior: DrawnOfficer | None = None, in_command: DrawnOfficer | None = None, near: DrawnOfficer | None = None
) -> tuple[Item, ...]:
    """What officers add to a unit's success numbers, good or bad. A senior officer in personal command counts in the
    junior's place; else one senior officer that is near (`reaches`) may be added.

    RA-officer.morale.1, RA-officer.morale.2, RA-officer.morale.3, RA-officer.morale.4, RA-morale.mod.officer, RA-R42.
    """
    if in_command is not None:
        lines = [Item(in_command.morale, "senior officer in command", "RA-officer.morale.4")]
    else:
        lines = [Item(junior.morale, "junior officer", "RA-officer.morale.1")] if junior else []
        if near is not None:
            lines.append(Item(near.morale, "senior officer near", "RA-officer.morale.2"))
    return tuple(line for line in lines if line.amount)


def helpful(seniors: Iterable[DrawnOfficer]) -> DrawnOfficer | None:
    """Of the senior officers that are near, the one whose effect an owner would add: the best above 0. RA-R42"""
    best = max(seniors, key=lambda senior: senior.morale, default=None)
    return best if best and best.morale > 0 else None


def check_command(senior: DrawnOfficer, junior: DrawnOfficer | None) -> None:
    """Refuses personal command of a Commissar's unit to who is none. RA-char.commissar.1, RA-R44"""
    if junior and junior.commissar and not senior.commissar:
        raise RuleViolation(
            "commissar", "Its Commissar lets only a Commissar take over the unit.", citation="RA-char.commissar.1",
            remedy="Keep the senior officer near it: his morale effect may still be added.",
        )  # fmt: skip


def commissar_marker(commander: DrawnOfficer | None, house: House = BOOK) -> int:
    """Terror markers on a unit that fails a charge test. RA-char.commissar.2, RA-misc.commissar-charge, RA-R45"""
    made = commander is not None and commander.commissar and house.on("commissar-charge")
    return OFFICERS.commissar_terror if made else 0


def who_commands(ranks: Sequence[int], chance: Chance) -> int:
    """Which of the officers of units that combine commands, by number from 0: the highest in rank, between equals by
    lot. RA-combine.2"""
    highest = max(ranks)
    equals = [number for number, rank in enumerate(ranks) if rank == highest]
    if len(equals) == 1:
        return equals[0]
    return equals[chance.roll(len(equals), for_="officer who commands the combined unit") - 1]


# --- Loss and replacement -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fate:
    """An officer's die."""

    officer: str
    die: int
    casualty: bool


def most_deadly(combat: bool = False, routing: bool = False) -> int:
    """A d6 up to this is a casualty: 1; 2 after a combat too, if the unit is routing then. RA-result.off,
    RA-combat.officer.1, RA-combat.officer.2, RA-R84"""
    return OFFICERS.casualty_routing if combat and routing else OFFICERS.casualty


def casualties(
    officers: Sequence[str], chance: Chance, combat: bool = False, routing: bool = False
) -> tuple[Fate, ...]:
    """A d6 for each officer with a unit: hand them over juniors first. RA-officer.loss.1, RA-result.off.each,
    RA-combat.officer.1, RA-R35, RA-R84"""
    limit = most_deadly(combat, routing)
    where = "combat" if combat else "shooting"
    dice = [(name, chance.roll(6, for_=f"officer casualty in {where}: {name}")) for name in officers]
    return tuple(Fate(name, die, die <= limit) for name, die in dice)


def all_lost(before: int, fates: Iterable[Fate]) -> bool:
    """Whether the last officer with the unit fell: not where there was none. RA-morale.trigger.officers, RA-R132"""
    return 0 < before == sum(fate.casualty for fate in fates)


def loss_terror() -> int:
    """Terror markers when the last officer of a unit falls, before its serious test. RA-officer.loss.2,
    RA-result.off.all, RA-combat.officer.3"""
    return OFFICERS.all_lost_terror


def promotion_turn(known: int) -> int:
    """At the end of which turn a junior officer takes a fallen senior's place, whose loss is known in turn `known`.
    RA-officer.loss.4, RA-R50"""
    return known + OFFICERS.promoted_after


CHARTS: tuple[Chart, ...] = (
    Chart(
        "officer-casualties",
        "Officer casualties",
        "Officer Casualties (p10, p12)",
        ("when", "casualty on a d6 of"),
        (
            ("a shooting result with Off, each officer of the unit", f"{OFFICERS.casualty}"),
            ("after a combat, each officer in it", f"{OFFICERS.casualty}"),
            ("after a combat, his unit routing", f"{OFFICERS.casualty}\u2013{OFFICERS.casualty_routing}"),
        ),
        dice="d6",
        notes=(f"If the last officer falls: {OFFICERS.all_lost_terror} terror marker and a serious test.",),
        citation="RA-officer.loss.1",
    ),
    Chart(
        "senior-officers",
        "How near a senior officer adds his effect",
        "The Morale Effects of Officers (p4)",
        ("he", "inches"),
        (("sees the unit", OFFICERS.seen), ("need not see it", OFFICERS.near)),
        citation="RA-officer.morale.2",
    ),
)
