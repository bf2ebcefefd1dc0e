"""3.7 Engage: attack and defence in hand-to-hand combat, its damage, and escaping from it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.book.injury import Harm
from rules.five56mm.book.tables import MARGINS, MELEE, Dice, Melee, modifier
from rules.five56mm.book.target_number import NO_HELPS, Helps, Roll, ability, items, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


@dataclass(frozen=True, slots=True)
class Fighter:
    """One of the two. `black_belt`: +1 to attack and defence totals (MM-10.B.1, MM-R103)."""

    strength: int
    melee: Melee
    black_belt: bool = False

    def items(self) -> tuple[Item, ...]:
        """Strength, the weapon, Black-Belt. MM-7.1.2, MM-7.1.3, MM-7.1.4."""
        return (
            ability(self.strength, "Strength", "MM-3.7.2"),
            *items(
                Item(self.melee.bonus, self.melee.title.lower(), self.melee.citation),
                Item(1 if self.black_belt else 0, "Black-Belt", "MM-10.B.1"),
            ),
        )


@dataclass(frozen=True, slots=True)
class MeleeSituation:
    """How the two stand. The first three count only for the first attack of him who began the combat; the number of
    additional attackers always does (MM-3.7.4, MM-R37); the defender keeps his (MM-3.7.5)."""

    engaging: bool = False
    behind: bool = False
    attacker_higher: bool = False
    more_attackers: int = 0
    obstacle: bool = False
    defender_higher: bool = False
    more_defenders: int = 0


@dataclass(frozen=True, slots=True)
class Bout:
    """One attack: the defender's die and total set the TN, then the attacker rolls."""

    defence_die: int
    defence: Itemised
    attack: Roll

    @property
    def hit(self) -> bool:
        return self.attack.passed


def attack_items(attacker: Fighter, how: MeleeSituation) -> tuple[Item, ...]:
    """MM-3.71.1, MM-3.71.2, MM-3.71.3, MM-3.71.4, MM-3.7.4."""
    more = modifier("3.71", "more-attackers")
    return (
        *attacker.items(),
        *items(
            modifier("3.71", "engaging") if how.engaging else None,
            modifier("3.71", "behind") if how.engaging and how.behind else None,
            modifier("3.71", "higher") if how.engaging and how.attacker_higher else None,
            Item(how.more_attackers * more.amount, more.reason, more.citation),
        ),
    )


def defence_items(defender: Fighter, how: MeleeSituation) -> tuple[Item, ...]:
    """MM-3.72.1, MM-3.72.2, MM-3.72.3, MM-3.7.5."""
    more = modifier("3.72", "more-defenders")
    return (
        *defender.items(),
        *items(
            modifier("3.72", "obstacle") if how.obstacle else None,
            modifier("3.72", "higher") if how.defender_higher else None,
            Item(how.more_defenders * more.amount, more.reason, more.citation),
        ),
    )


def attack(
    attacker: Fighter,
    defender: Fighter,
    how: MeleeSituation,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> Bout:
    """The defender's roll is the TN of the attacker's; `penalties` are the attacker's alone. MM-3.7.2, MM-R43."""
    die = chance.roll(6, for_="defend")
    defence = Itemised((Item(die, "D6 of the defender"), *defence_items(defender, how)))
    number = Itemised((*defence.items, *penalties))
    return Bout(
        die, defence, roll("attack", number, Itemised(attack_items(attacker, how)), chance, helps.with_rerolls())
    )


def blow_harm(strength: int, margin: int) -> Harm:
    """A blow that hit: D6, the attacker's Strength and the margin of his attack; the weapon is in the margin already.

    MM-3.7.3, MM-5.0.3, MM-R38, MM-R39.
    """
    more = items(Item(strength, "Strength", "MM-R38"), Item(margin, "margin of the attack", "MM-5.0.3"))
    return Harm("blow", Dice(6, 0), source="melee", items=more)


@dataclass(frozen=True, slots=True)
class EscapeRoll:
    """An attempt to break away. `penalty`: TN of all his actions for the rest of the turn; `struck`: the opponent
    scores a hit without a roll."""

    opponent_die: int
    roll: Roll
    away: bool
    struck: bool
    penalty: int


def escape(
    movement: int,
    opponent_strength: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> EscapeRoll:
    """D6 + Movement against the opponent's D6 + Strength, no weapons or other modifiers.

    MM-3.7.10, MM-3.7.11, MM-3.73.1, MM-3.73.2, MM-3.73.3, MM-R40, MM-R43.
    """
    die = chance.roll(6, for_="hold fast")
    strength = items(Item(opponent_strength, "his Strength"))
    number = Itemised((Item(die, "D6 of the opponent", "MM-3.7.10"), *strength, *penalties))
    bonus = Itemised((ability(movement, "Movement", "MM-3.7.10"),))
    test = roll("escape", number, bonus, chance, helps.with_rerolls().judged(lambda m: max(-3, min(0, m))))
    if test.passed:
        return EscapeRoll(die, test, True, False, 0)
    away, struck, penalty = MARGINS["escape"].at(test.margin)
    return EscapeRoll(die, test, away == "yes", struck == "yes", int(penalty))


UNARMED = MELEE["unarmed"]
