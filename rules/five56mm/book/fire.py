"""3.2 Fire and 4.3 Auto-Fire: the Target Number of a shot, every modifier of 3.24 and 3.25 itemised, and its damage."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from rules.five56mm.book.injury import Harm
from rules.five56mm.book.light import NAKED_EYE, Light, Optics, darkness
from rules.five56mm.book.spotting import Concealment, Look, concealment
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import NUMBERS, ROWS, Category, Dice, Group, Weapon, modifier
from rules.five56mm.book.target_number import ability, items
from rules.five56mm.book.weapons import AUTO_FIRE, SPECIALIST, WeaponSight, range_category
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

TargetKind = Literal["character", "occupant", "vehicle", "point"]
"""Whom a shot is aimed at: somebody, somebody aboard a vehicle, the vehicle itself, a spot on the ground."""


@dataclass(frozen=True, slots=True)
class ShotAt:
    """What is shot at, as far as it bears on the shot."""

    look: Look
    kind: TargetKind = "character"
    sprinting: bool = False
    carrying: bool = False
    incapacitated: bool = False
    unaware: bool = False
    """It has no line of sight to the firer (MM-3.25.2)."""
    full_speed: bool = False
    moving: bool = False
    helicopter_in_flight: bool = False
    not_closest: bool = False
    """Some other enemy is closer and at least as well in sight (MM-3.24.11, MM-R08)."""


@dataclass(frozen=True, slots=True)
class Platform:
    """What the firer rides: "moving" or at "full-speed". In Hover its modifier counts instead (MM-R57)."""

    motion: Literal["still", "moving", "full-speed"] = "still"
    hover: int | None = None
    mounted: bool = False
    """The weapon is the vehicle's own."""


AFOOT = Platform()


@dataclass(frozen=True, slots=True)
class ShotOfBurst:
    """Which shot of an Auto-Fire, counted from 1; inches from the first target to this one."""

    shot: int
    same_target: bool = True
    from_first: float = 0.0


@dataclass(frozen=True, slots=True)
class ShotValues:
    """One shot with everything that bears on it."""

    weapon: Weapon
    weapons: int
    """The firer's Weapons ability."""
    mark: ShotAt
    skills: Collection[str] = ()
    platform: Platform = AFOOT
    aimed: bool = False
    sights: Collection[WeaponSight] = ()
    second_fire: bool = False
    auto_fire: ShotOfBurst | None = None
    covering: bool = False
    through: str | None = None
    """Kind of cover that a thermal sight looks and the shot goes through: light, medium or heavy (MM-8.0.15)."""
    respirator: bool = False
    light: Light = Light.FULL
    optics: Optics = NAKED_EYE
    penalties: tuple[Item, ...] = ()

    @property
    def distance(self) -> float:
        return self.mark.look.distance

    @property
    def category(self) -> Category:
        """RuleViolation when the target is too near or out of range."""
        return range_category(self.weapon, self.distance)


def to_hit(shot: ShotValues, house: House = BOOK) -> tuple[Itemised, Itemised]:
    """The Target Number and what is added to the D6, both itemised. RuleViolation when out of range.

    MM-3.2.9, MM-3.2.10, MM-3.24.1 to MM-3.24.15, MM-3.25.1 to MM-3.25.5.
    """
    category = shot.category
    base = Item(ROWS["range"].number(category.value), f"{shot.weapon.title}, {category.value}", "MM-3.2.10")
    number = (
        base,
        *_by_target(shot, house),
        *_by_firer(shot, category, house),
        *_by_auto_fire(shot, house),
        *shot.penalties,
    )
    return Itemised(number), Itemised(_bonus(shot, category, house))


def _by_target(shot: ShotValues, house: House) -> tuple[Item, ...]:
    """Concealment, Stealth or Hiding, Sprint, and a vehicle under way. A point on the ground has none (MM-R20, MM-R27).

    MM-3.24.1, MM-3.24.2, MM-3.24.3, MM-3.24.7, MM-3.24.11, MM-3.24.12, MM-3.24.15, MM-3.3.1, MM-3.3.2, MM-4.2.10,
    MM-4.72.6, MM-8.0.15, MM-12.7.2, MM-12.7.3, MM-R10, MM-R50, MM-R97.
    """
    mark = shot.mark
    if mark.kind == "point":
        return ()
    concealed = Concealment.NONE if shot.through else concealment(mark.look.obscured)
    ducking = modifier("3.24", "stealth") if mark.look.stealth or mark.look.hidden else None
    if ducking is not None and mark.look.behind_something:
        ducking = Item(ducking.amount, "target is Hiding", "MM-4.2.10")
    moving = mark.kind == "vehicle" and mark.moving and not mark.full_speed
    return items(
        None if concealed is Concealment.NONE else modifier("3.24", concealed.value),
        modifier("3.24", "sprinting") if mark.sprinting else None,
        ducking,
        modifier("3.24", "not-closest") if mark.not_closest and _minds_the_closest(shot) else None,
        modifier("3.24", "target-full-speed") if mark.full_speed else None,
        Item(house.number("moving-vehicle-target"), "target vehicle is moving", "MM-R10") if moving else None,
        modifier("3.24", "helicopter") if mark.helicopter_in_flight else None,
    )


def _minds_the_closest(shot: ShotValues) -> bool:
    """A Sniper does not, nor do the later shots of an Auto-Fire. MM-3.24.11, MM-10.SN.2, MM-R08."""
    return "Sniper" not in shot.skills and (shot.auto_fire is None or shot.auto_fire.shot == 1)


def _by_firer(shot: ShotValues, category: Category, house: House) -> tuple[Item, ...]:
    """Platform, skill, Covering Fire, a second shot, respirator, darkness. MM-3.24.4, MM-3.24.5, MM-3.24.6,
    MM-3.24.13, MM-4.73.2, MM-7.2.3, MM-7.3.3, MM-7.6.4, MM-7.6.6, MM-8.0.10, MM-9.2.2, MM-12.4.3, MM-R09, MM-R57."""
    far = category in (Category.LONG, Category.EXTREME)
    respirator = shot.respirator and far and shot.mark.kind != "point"
    return items(
        *_by_platform(shot.platform),
        _unskilled(shot),
        modifier("3.24", "covering") if shot.covering else None,
        Item(shot.weapon.second_fire, "second Fire action", shot.weapon.citation) if shot.second_fire else None,
        Item(NUMBERS.respirator, "respirator", "MM-8.0.10") if respirator else None,
        darkness(shot.light, shot.optics, shot.distance, house),
    )


def _by_platform(platform: Platform) -> tuple[Item, ...]:
    if platform.hover is not None:
        return items(Item(platform.hover, "helicopter hovers", "MM-4.73.2"))
    if platform.motion == "full-speed":
        return (modifier("3.24", "full-speed-vehicle"),)
    return (modifier("3.24", "moving-vehicle"),) if platform.motion == "moving" else ()


def platform_items(platform: Platform) -> tuple[Item, ...]:
    """What riding a vehicle adds to any throw or shot. MM-3.24.4, MM-3.24.5, MM-4.73.2, MM-R20."""
    return _by_platform(platform)


def _unskilled(shot: ShotValues) -> Item | None:
    """MM-3.24.6, MM-7.6.1, MM-7.7.1, MM-7.9.1, MM-9.2.2, MM-10.SN.1, MM-10.MG.1, MM-10.H.1, MM-12.4.2, MM-12.4.3."""
    skill = SPECIALIST.get(shot.weapon.group)
    if skill is None or skill in shot.skills:
        return None
    if shot.platform.mounted:
        return Item(NUMBERS.unskilled_mounted, f"mounted weapon without {skill}", "MM-12.4.3")
    return modifier("3.24", "unskilled")


def _by_auto_fire(shot: ShotValues, house: House) -> tuple[Item, ...]:
    """What the number of the shot and its target cost. MM-3.24.8, MM-3.24.9, MM-3.24.10, MM-4.3.4, MM-4.3.6, MM-4.3.7,
    MM-7.4.1, MM-7.4.2, MM-7.5.1, MM-7.5.2, MM-7.7.2, MM-7.7.4, MM-7.7.5, MM-7.7.7, MM-7.7.8, MM-R11, MM-R12, MM-R13,
    MM-R14, MM-R15."""
    burst, weapon = shot.auto_fire, shot.weapon
    if burst is None:
        return ()
    cited = weapon.citation or "MM-3.24.10"
    if weapon.group is Group.MACHINEGUN:
        counted = burst.shot if weapon.key == "minigun" and house.number("minigun-shots") == 6 else burst.shot - 1
        late = weapon.extra[counted - 1] if counted else 0
        wide = burst.from_first > NUMBERS.auto_fire_near
        return items(
            Item(late, modifier("3.24", "late-shot").reason, cited),
            Item(weapon.spread, modifier("3.24", "spread").reason, "MM-3.24.9") if wide else None,
        )
    if burst.shot == 1:
        return items(Item(weapon.first_shot, "Auto-Fire with this weapon", cited))
    every = house.choice("auto-fire-penalty") == "second-shot"
    second = weapon.second_target and (every or not burst.same_target)
    return items(
        Item(weapon.extra[burst.shot - 2], "Auto-Fire with this weapon", cited),
        modifier("3.24", "second-target") if second else None,
    )


def _bonus(shot: ShotValues, category: Category, house: House) -> tuple[Item, ...]:
    """Weapons ability and table 3.25. MM-3.2.9, MM-3.25.1, MM-3.25.2, MM-3.25.3, MM-3.25.4, MM-3.25.5, MM-12.7.2,
    MM-R78."""
    mark = shot.mark
    somebody = mark.kind != "point"
    vehicle = Item(house.number("vehicle-target-bonus"), "target is a vehicle", "MM-3.25.5")
    return (
        ability(shot.weapons, "Weapons", "MM-3.2.9"),
        *items(
            modifier("3.25", "incapacitated") if mark.incapacitated and somebody else None,
            modifier("3.25", "unseen") if mark.unaware and somebody else None,
            aim(shot.weapon, shot.sights, category, house) if shot.aimed else None,
            modifier("3.25", "carrying") if mark.carrying and somebody else None,
            vehicle if mark.kind == "vehicle" else None,
        ),
    )


def aim(weapon: Weapon, sights: Collection[WeaponSight], category: Category, house: House = BOOK) -> Item:
    """What Aim adds to the Fire that follows it.

    MM-3.4.1, MM-3.25.3, MM-7.6.2, MM-8.0.3, MM-8.0.4, MM-8.0.5, MM-R19.
    """
    rifle = weapon.group is Group.SNIPER_RIFLE
    extra = WeaponSight.TELESCOPIC in sights
    if category in (Category.CLOSE, Category.SHORT):
        near = house.number("sniper-rifle-sight-at-close-and-short") if rifle else 1
        return Item(near, "Aim", "MM-8.0.5" if rifle or extra else "MM-3.25.3")
    if rifle and extra and category is Category.EXTREME:
        return Item(3, "Aim, extra sight", "MM-8.0.4")
    if rifle or extra:
        return Item(2, "Aim, telescopic sight", "MM-7.6.2" if rifle else "MM-8.0.3")
    return modifier("3.25", "aim")


def check_auto_fire_target(weapon: Weapon, from_first: float) -> None:
    """RuleViolation for a further target too far from the first. MM-4.3.3, MM-4.3.7, MM-7.4.1, MM-7.5.1, MM-7.7.3,
    MM-R15."""
    machinegun = weapon.group is Group.MACHINEGUN
    reach = NUMBERS.auto_fire_far if machinegun else NUMBERS.auto_fire_near
    if from_first > reach:
        raise RuleViolation(
            "too-far-from-first",
            f"A further target must be within {reach:g} in of the first; this one is {from_first:g} in away from it.",
            citation="MM-4.3.7" if machinegun else "MM-4.3.3",
            remedy="Choose a nearer one, or the same target again.",
        )


def check_auto_fire(weapon: Weapon) -> None:
    """RuleViolation for a weapon that cannot Auto-Fire. MM-4.3.1, MM-7.2.1, MM-7.3.1, MM-7.5.6, MM-7.6.3, MM-7.9.2."""
    if weapon.group not in AUTO_FIRE:
        raise RuleViolation(
            "no-auto-fire",
            f"The {weapon.title} cannot Auto-Fire.",
            citation="MM-4.3.1",
            remedy="Take two Fire actions at one target, or use another weapon.",
        )


def shot_harm(weapon: Weapon, category: Category, at_vehicle: bool = False, cover: str | None = None) -> Harm:
    """What a hit by this weapon does: D6 + Damage, a shotgun's by range. MM-5.0.1, MM-7.3.2, MM-7.5.8, MM-7.6.8.

    `cover`: the kind of cover that the shot went through (thermal sight, MM-8.0.16).
    """
    damage = weapon.damage or 0
    if weapon.damage_to_character is not None and not at_vehicle:
        damage = weapon.damage_to_character
    by_range = 0
    if weapon.group is Group.SHOTGUN:
        by_range = ROWS["shotgun"].number(category.value)
    return Harm(
        weapon.title,
        Dice(6, damage),
        source=Group.GRENADE.value if weapon.group is Group.GRENADE_LAUNCHER else weapon.group.value,
        items=items(Item(by_range, f"shotgun, {category.value}", "MM-7.3.2")),
        armour=weapon.armour,
        cover=cover,
    )
