"""The footing of a close combat: where each figure stands in it, as ruled, declared or measured, and whether one side
fights in desperation. XI.4.41, XI.5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from rules.battle.facts import Flag
from rules.book_and_gun import facts
from rules.book_and_gun.book.close_combat import Fighter
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.formation import order
from rules.book_and_gun.play.ground.passage import BESIDE
from rules.book_and_gun.play.ground.tabletop import tokens
from rules.book_and_gun.play.ground.terrain import INSIDE, RAMPARTS, SACRED, WATERS
from rules.book_and_gun.state import INSURGENTS, Combat, State
from rules.book_and_gun.units import Figure, Formation, Spacing, Status, Unit
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature
from rules.table.footprint import area
from rules.table.measure import at, closest

AT_HAND = 2.0
"""Inches from a mosque, shrine or village at which insurgents defend it."""


@dataclass(frozen=True, slots=True)
class Footing:
    """What counts for each figure of a combat, without what it is itself; the facts; and the spirit of the defence."""

    figures: Mapping[str, Fighter]
    desperate: bool
    facts: tuple[Fact, ...]

    def of(self, figure: str) -> Fighter:
        return self.figures[figure]


def footing(state: State, combat: Combat) -> Footing:
    """Settles every fact of the combat chart, columns C to G, J and K. BG-XI.4.mod, BG-V.11, BG-R67."""
    charges = {c.unit: c for c in state.charges if c.target == combat.defenders[0] and c.wall == combat.wall}
    used: list[Fact] = []
    figures: dict[str, Fighter] = {}
    over = any(charges[unit].over_obstacle for unit in combat.attackers if unit in charges)
    for unit_id in combat.attackers:
        unit, charge = state.unit(unit_id), charges.get(unit_id)
        blank = Fighter(
            "", "army", on_wall=bool(charge and charge.over_obstacle), behind=bool(charge and charge.from_rear)
        )
        for name in combat.attacking:
            if any(f.id == name for f in unit.figures):
                figures[name] = _stands(state, unit, unit.figure(name), blank, used)
    declared = next((c.position for c in charges.values() if c.position), "")
    for unit_id in combat.defenders:
        unit = state.unit(unit_id)
        blank = Fighter(
            "",
            "army",
            defending=not combat.counter,
            close_order=order(unit) is Spacing.CLOSE,
            circle=unit.formation is Formation.CIRCLE,
            behind_wall=over,
        )
        for name in combat.defending:
            if any(f.id == name for f in unit.figures):
                figures[name] = _stands(state, unit, unit.figure(name), blank, used, declared)
    desperate = not combat.counter and _desperate(state, combat, used)
    return Footing(figures, desperate, tuple(dict.fromkeys(used)))


def _stands(
    state: State, unit: Unit, figure: Figure, fighter: Fighter, used: list[Fact], declared: str = ""
) -> Fighter:
    """In a building, in water, on a wall: for this figure, by ruling, word or measure."""

    def fact(name: Flag, kinds: frozenset[str]) -> bool:
        yes, found = facts.fact(
            state,
            name,
            unit.id,
            declared=declared == name.name if declared else None,
            measured=partial(_on, state, figure, kinds),
            default=False,
        )
        if yes:
            used.append(found)
        return yes

    return replace(
        fighter,
        in_building=fact(facts.IN_BUILDING, INSIDE),
        in_water=fact(facts.IN_WATER, WATERS),
        on_wall=fighter.on_wall or fact(facts.ON_WALL, RAMPARTS),
    )


def _on(state: State, figure: Figure, kinds: frozenset[str]) -> bool | None:
    if state.board is None or figure.at is None:
        return None
    spot = Spot(figure.at)
    under = [feature.kind for feature in state.board.features if area(feature).covers(spot)]
    return any(kind in kinds for kind in under) and "bridge" not in under


def _desperate(state: State, combat: Combat, used: list[Fact]) -> bool:
    """Whether the defenders fight in desperation: surrounded; insurgents for village, mosque or religious leader; army
    for its wounded. BG-XI.4.41, BG-XI.5.41, BG-R133."""
    unit = state.unit(combat.defenders[0])
    surrounded, fact = facts.fact(
        state, facts.SURROUNDED, unit.id, measured=lambda: _surrounded(state, unit), default=False
    )
    if surrounded:
        used.append(fact)
        return True
    sacred, fact = facts.fact(
        state, facts.DESPERATE_DEFENCE, unit.id, measured=lambda: _at_something_sacred(state, unit), default=False
    )
    if sacred and unit.side == INSURGENTS:
        used.append(fact)
        return True
    if any(state.figure(name).status is Status.WOUNDED for name in combat.defending):
        used.append(Fact("defends its wounded", True, Source.DECLARED))
        return True
    return False


def _at_something_sacred(state: State, unit: Unit) -> bool | None:
    """Whether the unit stands in or at a mosque, shrine or village, by the kind or the name of a feature."""
    if state.board is None:
        return None
    holy = [f for f in state.board.features if {f.kind, *f.name.lower().split()} & SACRED]
    return any(beside(feature, unit.fit, AT_HAND) for feature in holy)


def _surrounded(state: State, unit: Unit) -> bool | None:
    if unit.surrounded_turn and unit.moved_turn <= unit.surrounded_turn:
        return True
    return closing.surrounded(state, unit)


# ── Walls and barricades ──────────────────────────────────────────────────────────────────────────────────────────


def over_obstacle(
    state: State, unit: Unit, target: Unit, runners: Sequence[Figure], declared: bool | None
) -> tuple[bool, Fact]:
    """Whether a charge goes over the wall or barricade at which the unit stands.

    Raises RuleViolation for a target behind one that the unit has not reached: it must move up to it on one turn and
    may charge over it on a later one. BG-XI.5.3a, BG-XI.5.3b, BG-R117.
    """
    wall = barrier(state, unit, target)
    yes, fact = facts.fact(
        state,
        facts.OVER_OBSTACLE,
        unit.id,
        target.id,
        declared=declared,
        measured=lambda: beside(wall, runners) if wall is not None else None,
        default=False,
    )
    if wall is not None and not yes and fact.source is Source.MEASURED:
        raise RuleViolation(
            "behind-wall",
            f"{target.name} stands behind a {wall.kind}: nobody fights across it.",
            citation="BG-XI.5.3b",
            remedy=f"Move up to the {wall.kind} in this turn and charge over it in a later one.",
        )
    return yes, fact


def barrier(state: State, charger: Unit, target: Unit) -> Feature | None:
    """The wall or barricade that the target stands behind, seen from the charger; None if there is none, or no board.

    Nobody fights across it: one side must be on top. BG-XI.5.3b.
    """
    if state.board is None:
        return None
    pair = closest(tokens(charger.fit), tokens(target.fit))
    if pair is None:
        return None
    way = LineString([at(pair.one), at(pair.other)])
    walls = [f for f in state.board.features if passage.low(f)]
    return next((f for f in walls if way.crosses(area(f)) and beside(f, target.fit)), None)


def beside(feature: Feature, figures: Iterable[Figure], reach: float = BESIDE) -> bool:
    """Whether one of the figures stands at this wall or barricade. BG-XI.5.3a, BG-R117."""
    ground = area(feature)
    return any(f.at is not None and ground.distance(Spot(f.at)) <= reach for f in figures)
