"""Ambushes: where they lie, how they are scouted and sprung, what they do; hiding; prisoners."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.facts import Item
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.book.terrain import Ground


class _Ambush(Figures):
    scout: float
    scout_far: float
    found: int
    terror: int
    fear_marching: int


FIGURES = section("ambush", _Ambush)
IN = (Ground.WOODS, Ground.DENSE_WOODS, Ground.BUILDINGS, Ground.DITCH, Ground.TRENCH, Ground.SCRUB)
"""What hides an ambush that lies in it. RA-ambush.place"""
BEHIND = (Ground.WALL, Ground.HEDGE, Ground.BUILDINGS, Ground.WOODS, Ground.DENSE_WOODS, Ground.HILL, Ground.STEEP)
"""What hides an ambush that lies behind it. RA-ambush.place"""
_HIDERS = (*IN, Ground.HEDGE, Ground.WALL, Ground.SANDBAGS)
"""Where the action of hiding is possible. RA-action.hide"""


def bar_place(inside: Collection[Ground], behind: Collection[Ground], name: str = "an ambush") -> None:
    """Refuse an ambush where nothing hides it. `inside`: the ground that it lies in; `behind`: what it lies close
    behind. RA-ambush.place"""
    if not any(ground in IN for ground in inside) and not any(ground in BEHIND for ground in behind):
        raise RuleViolation(
            "nothing-hides",
            f"Nothing hides {name} there.",
            citation="RA-ambush.place",
            remedy="Choose a wood, a building, scrub or a hollow, or a place behind a wall, hedge, wood or hill.",
        )


def suspicious(ground: Ground) -> bool:
    """Whether somebody may lie in ambush or hide in or behind such ground, so that it can be scouted.
    RA-ambush.scout.1, RA-R232"""
    return ground in (*_HIDERS, *BEHIND)


def bar_leave(senior_officer: bool) -> None:
    """Refuse to leave an ambush but to charge or shoot, unless a senior officer has come to order it.
    RA-ambush.order"""
    if not senior_officer:
        raise RuleViolation(
            "in-ambush",
            "A unit in ambush waits until it can charge or shoot.",
            citation="RA-ambush.order",
            remedy="Send a senior officer to order it out.",
        )


# ── Scouting ────────────────────────────────────────────────────────────────────────────────────────────────────────


def scout_reach(partisan: bool, clever: bool) -> float:
    """How far off a piece of terrain may be scouted: 4 in, 8 in for Partisans and with a Clever officer, not 16.
    RA-ambush.scout.1, RA-char.partisan.1, RA-char.clever.2, RA-R101"""
    return FIGURES.scout_far if partisan or clever else FIGURES.scout


def bar_scout(distance: float, reach: float, scouted_already: bool, by_other: bool) -> None:
    """Refuse to scout too far off, twice a turn, or what another unit has scouted this turn. `scouted_already`: this
    unit, anywhere; `by_other`: another, there. RA-ambush.scout.1, RA-ambush.scout.3"""
    if scouted_already:
        raise RuleViolation(
            "scouted", "It has scouted this turn.", citation="RA-ambush.scout.1", remedy="Scout again next turn."
        )
    if by_other:
        raise RuleViolation(
            "scouted-by-other",
            "Another unit has scouted that place this turn.",
            citation="RA-ambush.scout.3",
            remedy="Scout another place, or this one next turn.",
        )
    if distance > reach + 1e-6:
        raise RuleViolation(
            "too-far-to-scout",
            f"That place is {distance:g} in away; this unit scouts {reach:g} in.",
            citation="RA-ambush.scout.1",
            remedy="Go nearer.",
        )


def found(die: int) -> bool:
    """RA-ambush.scout.2"""
    return die >= FIGURES.found


def roll_scout(chance: Chance) -> tuple[int, bool]:
    """The die, which is rolled whether anybody is there or not. RA-ambush.scout.2"""
    die = chance.roll(6, for_="scout for an ambush")
    return die, found(die)


# ── Springing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def reach(charges: bool, charge_reach: float, card_range: float) -> float:
    """How near the enemy must be: the charge distance with its 2 in for surprise, or close range for fire alone.
    RA-ambush.spring.1, RA-R20, RA-R79"""
    return charge_reach if charges else card_range / 2


def bar_spring(before: float, now: float, within: float, sprung: bool) -> None:
    """Refuse to spring an ambush on a move that did not come closer and within reach, or twice in a turn.
    RA-ambush.spring.1, RA-preempt.ambush, RA-R135"""
    if sprung:
        raise RuleViolation(
            "sprung", "It has sprung its ambush this turn.", citation="RA-R135", remedy="Wait for its next segment."
        )
    if now >= before - 1e-6:
        raise RuleViolation(
            "no-nearer",
            "That move brought the enemy no nearer.",
            citation="RA-ambush.spring.1",
            remedy="Wait until he comes closer.",
        )
    if now > within + 1e-6:
        raise RuleViolation(
            "out-of-reach",
            f"He is {now:g} in away; the ambush reaches {within:g} in.",
            citation="RA-ambush.spring.1",
            remedy="Wait until he is nearer.",
        )


@dataclass(frozen=True, slots=True)
class Shock:
    """What an ambush does to its target, in this order: markers, fear test of the ambush (with a modifier where it
    marched), and, if it is charged and stands, the test of the charge. RA-R100"""

    terror: int = 0
    fear_test: bool = False
    modifier: Item | None = None
    charge_fear_test: bool = False

    @property
    def fear_tests(self) -> int:
        return self.fear_test + self.charge_fear_test


def shock(charges: bool, marching: bool, again: bool = False, house: House = BOOK) -> Shock:
    """`marching`: the target marched; `again`: another unit has ambushed it in the same moment, whose effects count
    once. RA-ambush.benefit.3, RA-ambush.benefit.4, RA-ambush.shoot-only, RA-ambush.once,
    RA-march.3, RA-R100"""
    two = house.choice("ambush-charge-tests") == "two"
    if again:
        return Shock(charge_fear_test=charges)
    item = Item(FIGURES.fear_marching, "ambushed on the march", "RA-march.3") if marching else None
    return Shock(FIGURES.terror, True, item, charges and two)


# ── Hiding ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def bar_hide(low: bool, ground: Ground, seen: bool) -> None:
    """Refuse to hide others than infantry and unlimbered guns, in the open, or in an enemy's sight. RA-action.hide,
    RA-building.5, RA-R142"""
    if not low:
        raise RuleViolation(
            "no-hiders",
            "Only infantry and unlimbered guns hide.",
            citation="RA-action.hide",
            remedy="Dismount or unlimber first.",
        )
    if ground not in _HIDERS:
        raise RuleViolation(
            "no-hiding-place",
            f"Nobody hides in {ground.value}.",
            citation="RA-action.hide",
            remedy="Hide in buildings, woods, scrub or a ditch, or behind a hedge or wall.",
        )
    if seen:
        raise RuleViolation(
            "in-sight", "An enemy sees the unit.", citation="RA-R142", remedy="Get out of his sight first."
        )


# ── Prisoners ───────────────────────────────────────────────────────────────────────────────────────────────────────


def gains_by_moving(guarded: bool, in_buildings: bool) -> bool:
    """Whether a unit that moves onto prisoners has them at once. RA-misc.prisoners.1, RA-misc.prisoners.3"""
    return not guarded and not in_buildings


def gains_by_driving_off(enemies_in_contact: int, driven_off: int) -> bool:
    """Whether a unit gains prisoners because every enemy in contact with them retired or routed because of it.
    RA-misc.prisoners.2, RA-R130"""
    return 0 < enemies_in_contact <= driven_off


def bar_possession(contact: bool, guarded: bool) -> None:
    """Refuse to take possession of prisoners out of contact, or guarded. RA-misc.prisoners.3, RA-action.possess"""
    if not contact or guarded:
        raise RuleViolation(
            "no-possession",
            "They are guarded." if contact else "The unit does not touch them.",
            citation="RA-misc.prisoners.3",
            remedy="Drive their guards off first." if contact else "Move up to them first.",
        )


def bar_doing_away(contact: bool, house: House = BOOK) -> None:
    """RA-misc.prisoners.4"""
    if not house.on("do-away-with-prisoners"):
        raise RuleViolation(
            "prisoners-live",
            "In this battle nobody harms prisoners.",
            citation="RA-misc.prisoners.4",
            remedy="Guard them.",
        )
    if not contact:
        raise RuleViolation(
            Why.NO_PRISONERS,
            "There are no prisoners here.",
            citation="RA-misc.prisoners.4",
            remedy="Choose another action.",
        )


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="ambush",
        title="Ambushes",
        section="Ambushes (p14), Marching (p7)",
        columns=("what", "figure"),
        rows=(
            ("scouting distance (in)", FIGURES.scout),
            ("scouting distance, Partisans or Clever officer (in)", FIGURES.scout_far),
            ("discovered at a d6 of at least", FIGURES.found),
            ("terror markers on the ambushed", FIGURES.terror),
            ("fear test of the ambush where the target marched", FIGURES.fear_marching),
        ),
        dice="d6",
        citation="RA-ambush.scout.1",
    ),
)
