"""11.0 Squads: the Random Squad's budget, what its characters cost, and whether a squad is lawful.

Costs are written in the book's notation U.P: U whole Upgrades and P Purchases, five of which make an Upgrade; the
program writes P below five (MM-11.1R.7, MM-R75).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.five56mm.book.profile import ABILITIES, HIGHEST, OFFICERS, Gear, Skill, Traits
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import MELEE, NUMBERS, ROWS, WEAPONS, Group
from rules.five56mm.book.weapons import SPECIALIST, Arm, loadout_faults
from rules.kernel.chance import Chance

PER_UPGRADE = ROWS["upgrades"].number("purchases")
FREE_RIFLES = tuple(w.key for w in WEAPONS.values() if w.group is Group.ASSAULT_RIFLE)
"""One of them comes free with every character; left behind, it is not refunded. MM-11.1R.2, MM-R74."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Upgrades of a Random Squad. MM-11.1R.3."""

    dice: tuple[int, int]
    upgrades: int


def roll_budget(chance: Chance) -> Budget:
    """2D6+12: 14 to 24 Upgrades. MM-11.1R.3."""
    first, second = chance.dice(2, sides=6, for_="upgrades")
    return Budget((first, second), first + second + NUMBERS.budget)


@dataclass(frozen=True, slots=True)
class Cost:
    """Upgrades and Purchases. Costs are compared by `value`, in Purchases. MM-R75."""

    upgrades: int = 0
    purchases: int = 0

    @property
    def value(self) -> int:
        return PER_UPGRADE * self.upgrades + self.purchases

    @property
    def notation(self) -> str:
        """ "4.4": the normal form, fewer than five Purchases after the point."""
        return f"{self.value // PER_UPGRADE}.{self.value % PER_UPGRADE}"

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.upgrades + other.upgrades, self.purchases + other.purchases)

    @classmethod
    def read(cls, text: str) -> Cost:
        """Read "4.2". ValueError otherwise."""
        upgrades, _, purchases = text.partition(".")
        return cls(int(upgrades), int(purchases or 0))


def price(arm: Arm) -> int:
    """Purchases for one weapon. MM-11.1R.6, MM-R74."""
    chart = ROWS["purchases"]
    if arm.weapon in MELEE:
        return 0 if arm.weapon != "knife" else chart.number("handgun or melee weapon")
    weapon = WEAPONS[arm.weapon]
    if weapon.group is Group.GRENADE_LAUNCHER:
        return chart.number("grenades") * max(1, len(arm.loads))
    return chart.number(_PRICE_ROW[weapon.group])


_PRICE_ROW = {
    Group.HANDGUN: "handgun or melee weapon",
    Group.SUB_MACHINEGUN: "sub machinegun or shotgun",
    Group.SHOTGUN: "sub machinegun or shotgun",
    Group.ASSAULT_RIFLE: "assault rifle",
    Group.GRENADE: "grenades",
    **dict.fromkeys(SPECIALIST, "special weapon"),
}


def cost(traits: Traits) -> Cost:
    """What a character costs: a point for each ability score and skill, Purchases for his weapons but one assault
    rifle. MM-11.1R.2, MM-11.1R.4, MM-11.1R.6."""
    bought = list(traits.arms)
    free = next((arm for arm in bought if arm.weapon in FREE_RIFLES), None)
    if free is not None:
        bought.remove(free)
    return Cost(traits.abilities + len(traits.skills), sum(price(arm) for arm in bought))


def upgrades_spent(members: Sequence[Traits], house: House = BOOK) -> int:
    """Whole Upgrades that a squad costs: Purchases are pooled for the squad, rounded up. MM-11.1R.4, MM-R75."""
    costs = [cost(member) for member in members]
    whole = sum(each.upgrades for each in costs)
    if house.choice("purchases-pool") == "character":
        return whole + sum(-(-each.purchases // PER_UPGRADE) for each in costs)
    return whole - (-sum(each.purchases for each in costs) // PER_UPGRADE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a squad may not be. `who`: the number of the character, 0 for the squad."""

    who: int
    words: str
    citation: str
    kind: str
    """What is wrong, whatever the numbers in the words."""
    grave: bool = False
    """No battle is fought so; the rest is a matter of the Random Squad."""


def faults(
    members: Sequence[Traits],
    ranks: Sequence[str],
    budget: int | None,
    house: House = BOOK,
    elites: int = 1,
) -> tuple[Fault, ...]:
    """What keeps these characters from being a Random Squad of that budget, none if all is well. `budget` None: a
    force of a scenario, which need not be ten men and has no limit of Upgrades (MM-11.1.1, MM-R92).

    MM-11.1R.1, MM-11.1R.3, MM-11.1R.5, MM-10.L.2, MM-10.E.2, MM-7.0.2, MM-R76.
    """
    found = [*_squad_faults(members, ranks, budget is not None, elites)]
    for number, member in enumerate(members, start=1):
        found += _member_faults(number, member, budget is not None)
    if budget is not None and upgrades_spent(members, house) > budget:
        words = f"{upgrades_spent(members, house)} Upgrades spent where there are {budget}"
        found.append(Fault(0, words, "MM-11.1R.3", "budget"))
    return tuple(found)


def _squad_faults(members: Sequence[Traits], ranks: Sequence[str], random: bool, elites: int) -> list[Fault]:
    found: list[Fault] = []
    if random and len(members) != NUMBERS.squad:
        words = f"{len(members)} characters where a Random Squad has {NUMBERS.squad}"
        found.append(Fault(0, words, "MM-11.1R.1", "size"))
    leaders = [n for n, member in enumerate(members) if member.leader]
    if len(leaders) != 1:
        found.append(Fault(0, f"{len(leaders)} squad leaders where there is one", "MM-11.1R.1", "leaders"))
    elif random and ranks[leaders[0]].lower() not in OFFICERS:
        found.append(Fault(leaders[0] + 1, "the squad leader is below Sergeant", "MM-11.1R.1", "leader-rank"))
    if random and sum(Gear.RADIO in member.gear for member in members) > 1:
        found.append(Fault(0, "more than the one free Patrol Radio", "MM-R74", "radios"))
    if sum(Skill.ELITE in member.skills for member in members) > elites:
        found.append(Fault(0, f"more than {elites} Elite", "MM-10.E.2", "elites", grave=True))
    return found


def _member_faults(number: int, member: Traits, random: bool) -> list[Fault]:
    found: list[Fault] = []
    if any(not 0 <= member.ability(name) <= HIGHEST for name in ABILITIES):
        found.append(Fault(number, "an ability outside 0 to 3", "MM-9.0.2", "abilities", grave=True))
    if len(set(member.skills)) != len(member.skills):
        found.append(Fault(number, "the same skill twice", "MM-10.0.1", "skill-twice", grave=True))
    if Skill.LEADER in member.skills and not member.leader:
        words = "the Leader skill belongs to the squad leader only"
        found.append(Fault(number, words, "MM-10.L.2", "leader-skill", grave=True))
    points = cost(member).upgrades
    if random and points > NUMBERS.upgrade_limit:
        words = f"{points} Upgrades on abilities and skills where {NUMBERS.upgrade_limit} are the limit"
        found.append(Fault(number, words, "MM-11.1R.5", "upgrades"))
    if random and (set(member.gear) - {Gear.RADIO} or any(arm.sights for arm in member.arms)):
        found.append(Fault(number, "equipment that only a scenario gives", "MM-8.0.1", "equipment"))
    return found + [Fault(number, each.words, each.citation, each.kind) for each in loadout_faults(member.arms)]
