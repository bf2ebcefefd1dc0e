"""Fire restrictions: what keeps a man or a weapon from firing, and what a shot may not pass over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from rules.infantry_action.book.bases import Base
from rules.infantry_action.book.effect import GRENADE_RANGE, Means, range_bar
from rules.infantry_action.book.foot import hands
from rules.infantry_action.book.kinds import Pace, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


class _Limits(Figures):
    grenade_spot: int = Field(alias="grenade-spot")
    helper_within: int = Field(alias="helper-within")
    shield_covers: int = Field(alias="shield-covers")
    trees_within: int = Field(alias="trees-within")
    higher_by: int = Field(alias="higher-by")


LIMITS = section("fire-limits", _Limits)


def _bar(code: str, message: str, cite: str, remedy: str) -> RuleViolation:
    return RuleViolation(code, message, citation=cite, remedy=remedy)


def target_bar(
    weapon: Means, metres: float, located: bool, in_sight: bool, in_arc: bool, house: House = BOOK
) -> RuleViolation | None:
    """Why a weapon cannot fire directly at an enemy group. All of it where the group ended its move, or at the point of
    its way, inside arc and location range, that is nearest to the firer (IA-R059). `located`: by the firer's group or
    its observer (IA-R055).

    IA-loc.required, IA-loc.line-of-sight, IA-sa.targets, IA-hw.targets, IA-R066
    """
    cite = "IA-sa.targets" if isinstance(weapon, Weapon) and weapon.small_arm else "IA-hw.targets"
    if not located:
        return _bar(Why.NOT_SPOTTED, "That target is not located.", "IA-loc.required", "Fire at one that is located.")
    if not in_sight:
        words = "No line of sight leads to that target."
        return _bar(Why.NO_LINE_OF_SIGHT, words, "IA-loc.line-of-sight", "Move to where it is seen, or name another.")
    if not in_arc:
        words = "That target neither is in its arc of fire nor passed through it."
        return _bar(Why.OUT_OF_ARC, words, cite, "Turn towards it in the next period, or name another.")
    return range_bar(weapon, metres, house)


def helper_near(metres: float) -> bool:
    """Whether a helper is near enough to the weapon that he helps with. IA-R068"""
    return metres <= LIMITS.helper_within


@dataclass(frozen=True, slots=True)
class BesideFiring:
    """What a man does in the period besides firing. `pace`: crawl stands for wading and climbing too."""

    pace: Pace = Pace.HALT
    turned: bool = False
    """Changed his facing at the end of the move, or only turned on the spot."""
    silent: bool = False
    carrying_share: bool = False
    directing: bool = False
    """Observes for a mortar or calls support."""
    helping: bool = False
    """Serves as number two or three."""
    serving: bool = False
    """Serves a heavy weapon."""


_PACES = {
    Pace.CRAWL: "crawled, waded or climbed",
    Pace.DASH: "dashed",
    Pace.DOUBLE: "doubled",
    Pace.MANHANDLE: "manhandled a gun",
}


def _busy_bar(doing: BesideFiring) -> RuleViolation | None:
    """One thing a period. IA-R006, IA-hw.observer-busy, IA-sa.lmg-no2, IA-R068"""
    busy = [
        (doing.directing, "directs fire", "IA-hw.observer-busy", "Let somebody else observe."),
        (doing.helping, "helps to fire another weapon", "IA-R068", "Let him fire his own weapon instead."),
        (doing.serving, "serves a heavy weapon", "IA-R006", "Fire the weapon, or leave it to the others."),
    ]
    for does, words, cite, remedy in busy:
        if does:
            return _bar("busy", f"He {words} in this period and does nothing else.", cite, remedy)
    if doing.silent:
        return _bar("silent", "His group keeps silence and does not fire.", "IA-R033", "Order it to move normally.")
    return None


def fire_bar(doing: BesideFiring) -> RuleViolation | None:
    """Why a man cannot fire a weapon of his own in this period; None: he may. IA-sa.no-fire-after, IA-R033, IA-R061"""
    if busy := _busy_bar(doing):
        return busy
    may = hands(doing.pace, share=doing.carrying_share, turned=doing.turned)
    if not may.fires:
        words = _PACES.get(doing.pace) or ("turned" if doing.turned else "carried a share of a heavy weapon")
        listed = doing.pace in (Pace.CRAWL, Pace.DASH) or (doing.pace in (Pace.HALT, Pace.WALK) and doing.turned)
        cite = "IA-sa.no-fire-after" if listed else "IA-R061"
        remedy = "He fires after walking or standing still." if not may.grenades else "He may grenade instead."
        return _bar(Why.MOVED, f"He {words} in this period and cannot fire.", cite, remedy)
    return None


def grenade_bar(
    doing: BesideFiring, has_grenades: bool, carries_radio: bool = False, heavy_group: bool = False
) -> RuleViolation | None:
    """Why a man cannot throw a hand grenade. IA-sa.grenade-choice, IA-sa.no-fire-after, IA-R061"""
    if busy := _busy_bar(doing):
        return busy
    if not has_grenades:
        return _bar("has-none", "He has no grenades.", "IA-sa.grenade-choice", "Fire his weapon.")
    if carries_radio:
        return _bar("radio", "Who carries a radio does not grenade.", "IA-sa.grenade-choice", "Fire his weapon.")
    if heavy_group:
        words = "Men of a heavy weapons group do not grenade."
        return _bar("heavy-group", words, "IA-sa.grenade-choice", "Fire his weapon, or the heavy weapon.")
    if not hands(doing.pace).grenades:
        return _bar(Why.MOVED, "He doubled in this period: no grenades.", "IA-R061", "Walk, crawl or dash instead.")
    return None


def grenade_reaches(metres: float, located: bool) -> bool:
    """Whether a grenade can be thrown at a group: 25 m in any direction, without line of sight or arc. `located`: its
    group has located it, or had and it has not moved since. IA-sa.grenade-no-los, IA-R062"""
    return located and metres <= GRENADE_RANGE


def spot_affects(metres_from_spot: float) -> bool:
    """Whether a grenade thrown at a spot affects a group whose nearest figure is that far from it. IA-R062"""
    return metres_from_spot <= LIMITS.grenade_spot


def ground_weapon_bar(moved: bool, prepared: bool, name: str = "It") -> RuleViolation | None:
    """Why a heavy weapon on the ground cannot fire. `moved`: in this period, a turn included; `prepared`: made ready in
    an earlier period. IA-hw.no-move-and-fire, IA-R074"""
    if moved:
        words = "A heavy weapon on the ground that was moved or turned in this period does not fire."
        return _bar(Why.MOVED, words, "IA-hw.no-move-and-fire", "Keep it where it is; it fires in the next period.")
    if not prepared:
        return _bar(
            "not-prepared", f"{name} is not ready to fire.", "IA-R074", "Prepare it; it fires in the next period."
        )
    return None


def vehicle_weapon_bar(pace: Pace, moved: bool, retiring: bool = False) -> RuleViolation | None:
    """Why no weapon is fired from a vehicle: it dashed, or drove backwards (swimming and riding counted with that row)
    without being made to retire. `retiring`: an AFV's reaction below 0. IA-R040, IA-R163"""
    if not moved:
        return None
    if pace is Pace.RUSH:
        words = "Nothing is fired from a vehicle that made a high speed dash."
        return _bar(Why.MOVED, words, "IA-R163", "Order it to move and fire.")
    if pace is Pace.REVERSE and not retiring:
        return _bar(Why.MOVED, "Nothing is fired while reversing.", "IA-R040", "Order it to move and fire.")
    return None


def afv_weapons(unhit_crew: int, driver: bool = True) -> int:
    """How many of an AFV's weapons may fire: one for each unhit man but the driver. IA-R070"""
    return max(0, unhit_crew - driver)


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend whose base a shot would cross; how much higher than his the ground of shooter and target is."""

    prone: bool
    shooter_higher: float = 0
    target_higher: float = 0


def over_friends(friends: Iterable[Friend], shooter_stands: bool, target_stands: bool) -> bool:
    """Whether a shot may pass over them. IA-sa.over-friends, IA-R063"""
    between = list(friends)
    if (shooter_stands or target_stands) and all(friend.prone for friend in between):
        return True
    return (
        not between
        or all(friend.shooter_higher >= LIMITS.higher_by for friend in between)
        or all(friend.target_higher >= LIMITS.higher_by for friend in between)
    )


def crowded(shape: Base) -> Base:
    """What the arc of fire of a figure goes by whose base overlaps another's: straight ahead only.
    IA-sa.overlapping-bases, IA-R184"""
    return Base(shape.front, shape.front, shape.depth)


def turret_engages(by_turret: bool, by_crew: Iterable[bool] = ()) -> bool:
    """Turret weapons engage what is in their own field of vision, or in that of the driver or the commander.
    IA-hw.turret-targets"""
    return by_turret or any(by_crew)


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees on the line from a mortar to its target. `holds_target`: the target is itself in that wood."""

    from_mortar: float
    from_target: float
    holds_target: bool = False


def bursts_in_trees(trees: Iterable[Trees]) -> bool:
    """Whether a mortar's bombs burst in the trees, to no effect. IA-hw.mortar-trees, IA-R072"""
    return any(
        min(wood.from_mortar, wood.from_target) <= LIMITS.trees_within and not wood.holds_target for wood in trees
    )


def indirect_bar(weapon: Weapon, observer_locates: bool, communicates: bool) -> RuleViolation | None:
    """Why a weapon cannot fire at what its crew does not see. IA-hw.mortar-indirect, IA-R073"""
    cite = "IA-hw.mortar-indirect"
    if not weapon.mortar:
        return _bar("not-indirect", "Only mortars fire indirectly.", cite, "Fire at what the weapon itself can see.")
    if not observer_locates:
        return _bar("not-located", "The observer has not located that target.", cite, "Name one that he has located.")
    if not communicates:
        words = "The observer cannot speak with the mortar's crew."
        return _bar("no-word", words, cite, "Bring him within speech, or give both a radio.")
    return None


def bunker_bar(weapon: Weapon, *, rocket: bool = True) -> RuleViolation | None:
    """Why a weapon is not fired from inside a bunker: it is a rocket or recoilless. So are recoilless guns, guided
    missiles, and one-man anti-tank weapons unless the roster says that theirs is neither (`rocket` False).
    IA-opt.bunker-no-rockets, IA-R015"""
    barred = rocket if weapon is Weapon.ONE_MAN_AT else weapon in (Weapon.RECOILLESS, Weapon.MISSILE)
    if not barred:
        return None
    return _bar("bunker", "It cannot be fired from a bunker.", "IA-opt.bunker-no-rockets", "Take it outside.")


def missile_bar(men: int, missiles: int) -> RuleViolation | None:
    """Why a missile set does not fire: nobody is at it, or both missiles are gone. IA-hw.missile-crew, IA-R095"""
    if men < 1:
        return _bar("nobody-left", "Nobody is at the missile set.", "IA-hw.missile-crew", "Bring a man to it.")
    if missiles < 1:
        return _bar("used-up", "Both missiles of the set are fired.", "IA-R095", "Use another weapon.")
    return None
