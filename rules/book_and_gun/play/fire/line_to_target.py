"""One figure's line to its target: who is in sight and in the firing cone, how far, of which class. X.1.2 to X.1.5.

With a board these are measured; ruled and declared facts go before them, and without a board range and target class
must be given. `aim.judge_shot` makes the shot of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from rules.book_and_gun import facts
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.book import measures
from rules.book_and_gun.book.arms import Arm, longest_range, out_of_range, spares_hidden
from rules.book_and_gun.book.rows import NationalGroup, TargetClass
from rules.book_and_gun.book.tables import TARGET_AREA
from rules.book_and_gun.book.to_hit import BodyArmour, Shot, to_hit
from rules.book_and_gun.play.ground.cover import class_of, class_of_most
from rules.book_and_gun.play.ground.mounted import HORSE_ROLE, led_horses, targets_of
from rules.book_and_gun.play.ground.tabletop import in_sight, token
from rules.book_and_gun.play.sight.watching import Watch, goggles_of, watch
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import EYE, HANDS, Figure, Morale, Unit
from rules.kernel.action import SideId
from rules.kernel.facts import Fact, Itemised
from rules.kernel.once import once_a_state
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import between, in_arc

SMALL_ARMS_CONE, SUPPORT_CONE = measures.degrees("small arms"), measures.degrees("guns and support weapons")
"""Degrees of the firing cone of small arms, and of artillery and support weapons. BG-X.1.3a, BG-VIII.1.2a."""
ALL_ROUND = 360.0
"""Degrees of the cone of an anti-aircraft gun. BG-VIII.1.21"""

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class FieldOfFire:
    """What does not change between the figures of one volley at one target: who is seen, and what was declared.

    `everybody`: all figures on the table, for cones and templates; empty without a board. `figures`: those who fire,
    and look."""

    state: State
    unit: Unit
    target: Unit
    action: Fire
    eyes: Watch | None
    everybody: tuple[tuple[Unit, Figure], ...]
    figures: Sequence[Figure]


def field_of(state: State, unit: Unit, figures: Sequence[Figure], target: Unit, action: Fire) -> FieldOfFire:
    """What these figures see of the target, measured once a state."""
    eyes = _watched(state, unit, target, *figures)
    around = everybody(state, unit.side) if eyes is not None else ()
    return FieldOfFire(state, unit, target, action, eyes, around, figures)


@once_a_state
def _watched(state: State, unit: Unit, target: Unit, *figures: Figure) -> Watch | None:
    return watch(state, unit, figures, (*target.present, *led_horses(state, target)))


@once_a_state
def everybody(state: State, side: SideId) -> tuple[tuple[Unit, Figure], ...]:
    """All figures on the table that a side may know of."""
    return tuple(
        (other, figure)
        for other in state.units
        if other.in_play and (other.side == side or in_sight(state, side, other))
        for figure in targets_of(state, other)
        if figure.at is not None
    )


class LineToTarget:
    """A figure, a weapon, a target. `order`: the target's figures that may be aimed at, the nearest first.

    `among`: who may be aimed at instead, one inside each vehicle. Raises RuleViolation when there is none in sight or
    in the cone. BG-VI.2.1a, BG-VI.2.3, BG-X.1.3a, BG-R140.
    """

    def __init__(
        self,
        field: FieldOfFire,
        figure: Figure,
        weapon: Arm,
        named: Figure | None,
        *,
        among: Sequence[Figure] | None = None,
    ) -> None:
        self.field, self.figure, self.weapon, self.named = field, figure, weapon, named
        self.facts: list[Fact] = []
        self.options = field.state.options
        self._subjects = (field.unit.id, field.target.id)
        shown = targets_of(field.state, field.target)
        exposed = [f for f in shown if f.fit] if among is None else list(among)
        candidates = [named] if named is not None else exposed
        if not candidates:
            raise RuleViolation(
                Why.NOBODY_LEFT,
                f"{field.target.name} has no unhurt figure left.",
                citation="BG-R125",
                remedy="Name a wounded figure, or choose another target.",
            )
        self.order = self._in_cone(self._in_sight(candidates))
        self.range = self._range()
        if weapon.sniper and self.range > longest_range(weapon, self.options):
            raise out_of_range(weapon, self.range, self.options)

    # ── Sight, cone, range ───────────────────────────────────────────────────────────────────────────────────────

    def _in_sight(self, candidates: list[Figure]) -> list[Figure]:
        """Those that he sees, the nearest first, ties in roster order. BG-R07, BG-R140."""
        eyes, me = self.field.eyes, self.figure
        seen = [f for f in candidates if eyes is not None and f.at is not None and eyes.sees(me.id, f.id)]
        sight, fact = facts.fact(
            self.field.state,
            facts.LINE_OF_SIGHT,
            *self._subjects,
            declared=self.field.action.line_of_sight,
            measured=(lambda: bool(seen)) if eyes is not None else None,
            default=True,
        )
        self.facts.append(fact)
        if not sight:
            raise RuleViolation(
                "no-line-of-sight",
                f"{self.figure.name} sees none of {self.field.target.name}.",
                citation="BG-VI.2.1a",
                remedy="Choose a target in sight, or fire with another figure.",
            )
        chosen = seen or candidates
        if eyes is None:
            return chosen
        return sorted(chosen, key=lambda f: round(eyes.distance(me.id, f.id), 6))

    def _in_cone(self, seen: list[Figure]) -> list[Figure]:
        """BG-X.1.3a: 30 degrees, 60 for artillery and support weapons; an anti-aircraft gun fires where it likes
        (BG-VIII.1.21)."""
        here = token(self.figure)
        wide = ALL_ROUND if self.weapon.all_round else SUPPORT_CONE if self.weapon.support else SMALL_ARMS_CONE
        inside = [f for f in seen if here is not None and f.at is not None and in_arc(here, f.at, wide)]
        good, fact = facts.fact(
            self.field.state,
            facts.IN_ARC,
            *self._subjects,
            declared=self.field.action.in_arc,
            measured=(lambda: bool(inside)) if here is not None else None,
            default=True,
        )
        self.facts.append(fact)
        if not good:
            raise RuleViolation(
                "out-of-arc",
                f"{self.field.target.name} is outside {self.figure.name}'s cone of {wide:g} degrees.",
                citation="BG-X.1.3a",
                remedy="Turn in the movement phase, or fire with another figure.",
            )
        return inside or seen

    def _range(self) -> float:
        """From head to head, to the nearest. BG-X.0.5b, BG-X.1.2, BG-R140."""
        eyes, first = self.field.eyes, self.order[0]
        value, fact = facts.fact(
            self.field.state,
            facts.RANGE,
            *self._subjects,
            declared=self.field.action.range,
            measured=(lambda: eyes.distance(self.figure.id, first.id)) if eyes is not None else None,
        )
        self.facts.append(fact)
        return value

    # ── Area and class ───────────────────────────────────────────────────────────────────────────────────────────

    def area(self, target_class: TargetClass = "I") -> list[Figure]:
        """From the nearest figure back to half of the weapon's longest range, a quarter in class IV, but not beyond
        that range. A named figure stands alone. BG-X.1.31a, BG-X.1.5.a1 to BG-X.1.5.d1, BG-R08, BG-R90."""
        me, first = self.figure.at, self.order[0].at
        if self.named is not None or self.field.eyes is None or me is None or first is None:
            return list(self.order)
        longest = longest_range(self.weapon, self.options)
        near = between(me, first)
        far = min(near + TARGET_AREA[target_class] * longest, max(longest, near)) + _HAIR
        return [f for f in self.order if f.at is not None and between(me, f.at) <= far]

    def target_class(self, area: Sequence[Figure]) -> tuple[TargetClass, Fact]:
        """As ruled, declared or measured; a wounded figure that is named is class III, a gun crew at least II.

        BG-X.2.2a, BG-X.2.61a, BG-R85, BG-R90."""
        if self.named is not None and not self.named.fit:
            found, fact = facts.fact(self.field.state, facts.TARGET_CLASS, default="III")
        else:
            found, fact = facts.fact(
                self.field.state,
                facts.TARGET_CLASS,
                *self._subjects,
                declared=self.field.action.target_class,
                measured=lambda: self.measured_class(area),
            )
        value = cast("TargetClass", found)
        return ("II" if value == "I" and self.at_crew else value), fact

    def measured_class(self, figures: Iterable[Figure]) -> TargetClass | None:
        """The class of most of these figures of the target for this firer; None without positions."""
        board, me = self.field.state.board, self.figure.at
        if board is None or me is None or self.field.eyes is None:
            return None
        return class_of_most([class_of(board, f, self.field.target.present, me) for f in figures if f.at is not None])

    @property
    def at_crew(self) -> bool:
        """Whether the target is a gun crew. BG-X.2.61a."""
        return any(f.traits.crew for f in self.field.target.present)

    def require_shown(self, target_class: TargetClass) -> None:
        """Refuses small arms at class IV figures that neither shoot nor observe. BG-X.1.5.d2, BG-R89."""
        if target_class != "IV" or not spares_hidden(self.weapon, self.options):
            return
        if facts.ruled(self.field.state, facts.HIDDEN, *self._subjects) is True:
            raise RuleViolation(
                "hidden-target",
                f"{self.field.target.name} neither shoots nor observes from its cover.",
                citation="BG-X.1.5.d2",
                remedy="Use a heavy machinegun or a launcher, or choose another target.",
            )

    # ── The number ───────────────────────────────────────────────────────────────────────────────────────────────

    def number(
        self, target_class: TargetClass, range_: float, area: Sequence[Figure], *, automatic: bool = False
    ) -> Itemised | None:
        """The itemised TO HIT number at a range against these figures. None: N/A, or a sniper, who rolls no dice.

        Raises RuleViolation out of range. BG-X.1.4, BG-R71, BG-R145."""
        if self.weapon.sniper:
            return None
        state, unit = self.field.state, self.field.unit
        people = [f for f in area if f.role != HORSE_ROLE] or area
        shot = Shot(
            self.weapon,
            range_,
            target_class,
            group_of(unit),
            elite=unit.traits.elite,
            body_armour=_armour(people),
            drug_user=_most([f.traits.drug_user for f in people]),
            goggles=goggles_of(state, self.figure) if state.conditions.light == "night" else "none",
            laser_aiming=self.figure.traits.laser_aiming,
            good_command=effect_of(state, unit) == "good fire command",
            shaken=unit.morale is Morale.SHAKEN,
            automatic=automatic,
            bad_eye=EYE in self.figure.traits.injuries,
            shaking_hands=HANDS in self.figure.traits.injuries,
        )
        return to_hit(shot, self.options)


def group_of(unit: Unit) -> NationalGroup | None:
    """The nationality group of a unit, None for one without. BG-II.0.2, BG-XIII.2.1."""
    return cast("NationalGroup", unit.traits.group) if unit.traits.group in get_args(NationalGroup) else None


def _armour(area: Sequence[Figure]) -> BodyArmour:
    """BG-R145."""
    for kind in ("modern", "flak"):
        if _most([f.traits.body_armour == kind for f in area]):
            return kind
    return "none"


def _most(flags: Sequence[bool]) -> bool:
    """More than half."""
    return sum(flags) * 2 > len(flags)
