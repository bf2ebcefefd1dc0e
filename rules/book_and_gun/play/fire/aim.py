"""Aiming in a battle: what a lawful shot of one figure is made of, and on whom its hits may fall. X.1.5, X.2.7, X.4.

Ordinary fire has the target area of `line`; a machinegun has its cone, a launcher its blast template and, behind it,
its back blast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, radians, sin

from rules.book_and_gun import facts
from rules.book_and_gun.book import measures
from rules.book_and_gun.book.arms import Arm, automatic_range, longest_range, spelled
from rules.book_and_gun.book.casualty import Man
from rules.book_and_gun.book.organisations import is_key
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.book.tables import CANISTER, MORTARS
from rules.book_and_gun.book.volley import Firing, PartOfFire
from rules.book_and_gun.play.fire.line_to_target import FieldOfFire, LineToTarget
from rules.book_and_gun.play.ground.cover import class_of, inside
from rules.book_and_gun.play.ground.mounted import holds_apart, targets_of
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.changing import replace
from rules.kernel.facts import Fact, Itemised
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, turn

CONE_HALF_WIDTH = measures.width("machinegun's burst") / 2
"""Half of the width of a cone at its end, in inches. BG-X.2.7, BG-XIII.9.2, BG-R87, BG-R88."""

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class LawfulShot:
    """A lawful shot: what `volley` resolves, and the facts that it rests on.

    `at`: the figure aimed at, the named one or the nearest in sight. `caught`: everybody on whom its hits may fall."""

    figure: Figure
    weapon: Arm
    firing: Firing
    facts: tuple[Fact, ...]
    target: Unit
    named: Figure | None
    at: Figure
    target_class: TargetClass
    caught: tuple[tuple[Unit, Figure], ...]
    behind: tuple[tuple[Unit, Figure], ...] = ()
    """Who stands in the weapon's back blast."""

    @property
    def number(self) -> Itemised | None:
        """The TO HIT number at the figure aimed at."""
        return self.firing.aims[0].number

    @property
    def over_heads(self) -> tuple[Unit, ...] | None:
        """The units under what flies over heads; None for what flies straight. BG-R228."""
        return tuple(unit for unit, _ in self.caught) if self.weapon.key in MORTARS else None


def judge_shot(field: FieldOfFire, figure: Figure, weapon: Arm) -> LawfulShot:
    """Judges one figure's shot with one weapon at the field's target.

    Raises RuleViolation: no such weapon for this, nothing in sight, outside the cone, out of range, a hidden target, a
    launcher in a building. BG-X.1.3a, BG-X.1.31a, BG-X.1.31b, BG-X.1.5.d2, BG-IX.4.5, BG-R08, BG-R80, BG-R87.
    """
    if not weapon.direct:
        raise RuleViolation(
            "no-direct-fire",
            f"{spelled(weapon.key)} does not fire directly at personnel.",
            citation="BG-X.3.chart",
            remedy="Choose another weapon.",
        )
    require_outside(field.state.board, at_its_rail(field.state, figure, weapon), weapon)
    named = _named(field, weapon, figure)
    line = LineToTarget(field, figure, weapon, named)
    area = line.area()
    target_class, class_fact = line.target_class(area)
    if target_class == "IV":
        area = line.area("IV")
    line.require_shown(target_class)
    if weapon.template:
        firing, caught = _template(line, target_class)
    elif on_automatic(line):
        firing, caught = _cone(line, area, target_class, automatic=True)
    elif weapon.machinegun and named is None and on(line.options, "mg-cone"):
        firing, caught = _cone(line, area, target_class)
    else:
        firing, caught = _plain(line, area, target_class)
    return LawfulShot(
        figure,
        weapon,
        firing,
        (*line.facts, class_fact),
        field.target,
        named,
        line.order[0],
        target_class,
        caught,
        tuple(behind(field, figure, weapon, line.order[0])),
    )


def on_automatic(line: LineToTarget) -> bool:
    """Whether this shot is rock and roll: wanted, with a weapon that can, at a target within its short range; whoever
    cannot fires aimed with the others. BG-XIII.9.2, BG-R88, BG-R195."""
    return (
        line.field.action.automatic
        and line.weapon.automatic
        and line.range <= automatic_range(line.weapon, line.options) + _HAIR
    )


def require_outside(board: Board | None, figure: Figure, weapon: Arm) -> None:
    """A weapon with a back blast is not fired from inside a building. BG-IX.4.5."""
    if weapon.back_blast and board is not None and inside(board, figure):
        raise RuleViolation(
            "back-blast-inside",
            f"{spelled(weapon.key)} has a back blast and cannot be fired inside a building.",
            citation="BG-IX.4.5",
            remedy="Leave the building first, or use another weapon.",
        )


def at_its_rail(state: State, figure: Figure, weapon: Arm) -> Figure:
    """The figure where the weapon stands that he fires: at a rail of which he guides the missile from some way off, or
    at the gun beside him. BG-X.4.18, BG-R249"""
    pieces = (piece for piece in state.pieces if piece.gunner == figure.id and piece.weapon == weapon.key)
    piece = next(pieces, None)
    return figure if piece is None or piece.at is None else replace(figure, at=piece.at)


def _named(field: FieldOfFire, weapon: Arm, figure: Figure) -> Figure | None:
    """The declared target figure; a sniper without one takes the nearest that he sees. BG-R08, BG-R81."""
    wanted = field.action.target_figure
    if wanted is not None:
        found = next((f for f in targets_of(field.state, field.target) if f.id == wanted), None)
        if found is None:
            raise RuleViolation(
                "unknown-figure",
                f"{field.target.name} has no such figure on the field.",
                remedy="Choose a figure of the target unit.",
            )
        return found
    if not weapon.sniper:
        return None
    eyes = field.eyes
    if eyes is None:
        return field.target.fit[0] if field.target.fit else None
    out = [f for f in field.target.fit if not f.inside]
    seen = [f for f in out if f.at is not None and eyes.sees(figure.id, f.id)]
    return min(seen, key=lambda f: eyes.distance(figure.id, f.id), default=None) or next(iter(out), None)


# ── On whom the hits may fall ────────────────────────────────────────────────────────────────────────────────────


def man(state: State, unit: Unit, figure: Figure, among: Iterable[Figure] = ()) -> Man:
    """A figure as the casualty cards see him. A leader of another unit is a higher leader; a horse holder is a key
    figure among others. BG-R05, BG-R06, BG-VIII.5.3b."""
    order = unit.casualty_order.index(figure.id) if figure.id in unit.casualty_order else len(unit.casualty_order)
    return Man(
        figure.id,
        leader=figure.traits.leader,
        key=is_key(figure, state.options) or holds_apart(figure, among),
        higher=unit.traits.independent,
        hurt=not figure.fit,
        order=order,
    )


def _plain(
    line: LineToTarget, area: Sequence[Figure], target_class: TargetClass
) -> tuple[Firing, tuple[tuple[Unit, Figure], ...]]:
    """The target unit's figures in the area, and a higher leader who is with them."""
    field, target = line.field, line.field.target
    caught = [(target, f) for f in area]
    if line.named is None:
        caught += _with_them(line, area)
    one = PartOfFire(
        tuple(man(field.state, unit, f, [g for _, g in caught]) for unit, f in caught),
        target_class,
        line.number(target_class, line.range, area),
        target.id,
        named=line.named is not None,
        crew=line.at_crew,
    )
    return Firing(line.figure.id, line.weapon, (one,)), tuple(caught)


def _with_them(line: LineToTarget, area: Sequence[Figure]) -> list[tuple[Unit, Figure]]:
    """Independent leaders of the target's side who accompany it: within 6 inches of a figure in the area, and in sight
    of who fires.

    BG-VIII.1.15, BG-IV.3b, BG-R05, BG-R208."""
    return [
        (unit, figure)
        for unit, figure in line.field.everybody
        if unit.traits.independent
        and unit.side == line.field.target.side
        and figure.fit
        and any(f.at is not None and figure.at is not None and between(f.at, figure.at) <= 6.0 for f in area)
        and _sees(line, figure)
    ]


def _sees(line: LineToTarget, figure: Figure) -> bool:
    eyes = watch(line.field.state, line.field.unit, (line.figure,), (figure,))
    return eyes is not None and eyes.sees(line.figure.id, figure.id)


def _cone(
    line: LineToTarget, area: Sequence[Figure], target_class: TargetClass, *, automatic: bool = False
) -> tuple[Firing, tuple[tuple[Unit, Figure], ...]]:
    """Everybody in a machinegun's cone, or in that of a weapon on automatic, each with his own range band and class;
    friends too. BG-X.2.7, BG-XIII.9.2, BG-R87, BG-R88, BG-R141.

    Without positions the target area counts as the cone.
    """
    field, options = line.field, line.options
    reach = automatic_range(line.weapon, options) if automatic else longest_range(line.weapon, options)
    caught = _in_cone(line, reach) if field.eyes is not None else [(field.target, f) for f in area]
    each = not automatic and switch(options, "mg-cone") == "full-dice-per-figure"
    if field.eyes is None:
        men = tuple(man(field.state, unit, f, [g for _, g in caught]) for unit, f in caught)
        number = line.number(target_class, line.range, area, automatic=automatic)
        one = PartOfFire(men, target_class, number, field.target.id, crew=line.at_crew)
        aims = (one,) * (len(men) if each else 1)
    else:
        aims = tuple(_aim_in_cone(line, unit, f, caught, target_class, automatic) for unit, f in caught)
    return Firing(line.figure.id, line.weapon, aims, cone=True, automatic=automatic), tuple(caught)


def _in_cone(line: LineToTarget, reach: float) -> list[tuple[Unit, Figure]]:
    """The figures in the triangle from the barrel that can be seen, the nearest first; the one aimed at is always
    among them."""
    me, first = line.figure.at, line.order[0]
    if me is None or first.at is None:
        return [(line.field.target, first)]
    way = bearing(me, first.at)
    found: list[tuple[float, Unit, Figure]] = []
    for unit, figure in line.field.everybody:
        if figure.id == line.figure.id or figure.at is None:
            continue
        far = between(me, figure.at)
        if figure.id == first.id or (
            far <= reach + _HAIR and _aside(me, way, figure.at) <= far / reach * CONE_HALF_WIDTH
        ):
            found.append((far, unit, figure))
    found.sort(key=lambda each: round(each[0], 6))
    seen = _seen(line, [figure for _, _, figure in found])
    return [(unit, figure) for _, unit, figure in found if figure.id == first.id or figure.id in seen]


def _seen(line: LineToTarget, figures: Sequence[Figure]) -> set[str]:
    """Which of these the gunner sees; those of other units are looked at only here."""
    field, me = line.field, line.figure.id
    own = {f.id for f in field.target.present}
    others = [f for f in figures if f.id not in own]
    eyes = watch(field.state, field.unit, [line.figure], others) if others else None
    found = {f.id for f in figures if f.id in own and field.eyes is not None and field.eyes.sees(me, f.id)}
    return found | {f.id for f in others if eyes is not None and eyes.sees(me, f.id)}


def _aside(start: tuple[float, float], way: float, point: tuple[float, float]) -> float:
    """How far a point lies beside a line that runs in one direction; what lies behind counts as far."""
    off = turn(way, bearing(start, point))
    return between(start, point) * sin(radians(off)) if off < 90.0 else inf


def _aim_in_cone(
    line: LineToTarget,
    unit: Unit,
    figure: Figure,
    caught: Sequence[tuple[Unit, Figure]],
    target_class: TargetClass,
    automatic: bool,
) -> PartOfFire:
    field, me, board = line.field, line.figure.at, line.field.state.board
    own = [f for other, f in caught if other.id == unit.id]
    far = between(me, figure.at) if me is not None and figure.at is not None else line.range
    the_first = figure.id == line.order[0].id
    of_class = target_class
    if not the_first and board is not None and me is not None:
        of_class = class_of(board, figure, unit.present, me)
    return PartOfFire(
        tuple(man(field.state, unit, f, own) for f in own),
        of_class,
        line.number(of_class, line.range if the_first else far, [figure], automatic=automatic),
        unit.id,
        crew=figure.traits.crew,
    )


def _template(line: LineToTarget, target_class: TargetClass) -> tuple[Firing, tuple[tuple[Unit, Figure], ...]]:
    """Everybody under the blast template about the figure aimed at, friends too, the nearest to the firer first.
    BG-R07, BG-R80, BG-R100."""
    field, centre = line.field, line.order[0]
    caught = [(field.target, centre)]
    if field.eyes is not None and centre.at is not None:
        reach = line.weapon.template / 2 + _HAIR
        caught = [(u, f) for u, f in field.everybody if f.at is not None and between(f.at, centre.at) <= reach]
        me = line.figure.at
        caught.sort(
            key=lambda one: round(between(me, one[1].at), 6) if me is not None and one[1].at is not None else 0.0
        )
    else:
        count, fact = facts.fact(
            field.state,
            facts.IN_TEMPLATE,
            field.unit.id,
            field.target.id,
            declared=field.action.in_template,
            default=1,
        )
        line.facts.append(fact)
        caught = [(field.target, f) for f in line.order[: max(1, int(count))]]
    figures = [f for _, f in caught]
    one = PartOfFire(
        tuple(man(field.state, unit, f, [g for _, g in caught]) for unit, f in caught),
        target_class,
        line.number(target_class, line.range, figures),
        field.target.id,
        crew=line.at_crew,
    )
    return Firing(line.figure.id, line.weapon, (one,), most=len(figures)), tuple(caught)


# ── Behind the weapon ────────────────────────────────────────────────────────────────────────────────────────────


def behind(field: FieldOfFire, firer: Figure, weapon: Arm, at: Figure) -> list[tuple[Unit, Figure]]:
    """Who stands in the back blast of a shot at a figure: 4 inches straight behind the weapon, 15 degrees either side,
    friends too, in roster order. Without positions those that were declared. BG-X.2.9, BG-R86."""
    if not weapon.back_blast:
        return []
    firer = at_its_rail(field.state, firer, weapon)
    me, there = firer.at, at.at
    if field.eyes is None or me is None or there is None:
        declared = set(field.action.behind)
        own = [u for u in field.state.units if u.side == field.unit.side]
        return [(u, f) for u in own for f in u.present if f.id in declared and f.id != firer.id]
    return in_back_blast(field.everybody, firer, there)


def in_back_blast(everyone: Iterable[tuple[Unit, Figure]], firer: Figure, there: Point) -> list[tuple[Unit, Figure]]:
    """Who of these stands in the back blast of a shot at a place. BG-X.2.9, BG-R86."""
    me = firer.at
    if me is None:
        return []
    chart = CANISTER["back blast"]
    rear = (bearing(me, there) + 180.0) % 360.0
    return [
        (unit, figure)
        for unit, figure in everyone
        if figure.id != firer.id
        and figure.at is not None
        and between(me, figure.at) <= chart.length + _HAIR
        and turn(rear, bearing(me, figure.at)) <= chart.degrees / 2 + _HAIR
    ]
