"""How far a unit may move in a segment, when it may march, and the limits of wheels, inclines and approaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import radians

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, Mover, UnitFormation, Weather
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class AfterShooting(StrEnum):
    """What is left of a move once the unit has fired. RA-shoot.move.rifle"""

    FULL = "full"
    HALF = "half"
    NONE = "none"
    PROLONG = "prolong"


class _Movement(Figures):
    march_times: int
    march_enemy: float
    road_bonus: int
    ambush_bonus: int
    incline: float
    charge_wheel: float
    enemy_near: float
    officer_foot: int
    prolong: int
    after_shooting: Mapping[Arm, AfterShooting]


FIGURES = section("movement", _Movement)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an allowance, in inches."""

    inches: float
    reason: str
    citation: str


@dataclass(frozen=True, slots=True)
class Allowance:
    """The inches that a unit has, and why."""

    lines: tuple[Line, ...]

    @property
    def inches(self) -> float:
        return max(0.0, sum(line.inches for line in self.lines))

    def __str__(self) -> str:
        return f"{self.inches:g} in: " + ", ".join(f"{line.inches:+g} {line.reason}" for line in self.lines)


@dataclass(frozen=True, slots=True)
class Moving:
    """What the allowance of a unit in its segment depends on. `move`, `evade`: of its card. `road`: all of the move is
    made in column on roads. `fired`: it shot first, in this segment. `limbers`: horse artillery that limbers or
    unlimbers besides. `ambush`: it breaks out of ambush."""

    arm: Arm
    mover: Mover
    move: int
    evade: int = 0
    evading: bool = False
    marching: bool = False
    charging: bool = False
    road: bool = False
    fired: bool = False
    limbers: bool = False
    unlimbered: bool = False
    ambush: bool = False
    weather: Weather = Weather.CLEAR


def card_move(arm: Arm, mover: Mover, move: int, house: House = BOOK) -> int:
    """A card's move; officers on their own have that of the book, mounted by the switch. RA-move.1, RA-move.officer,
    RA-R105"""
    if arm is not Arm.OFFICER:
        return move
    return FIGURES.officer_foot if mover is Mover.INFANTRY else house.number("officer-move-mounted")


def after_shooting(arm: Arm) -> AfterShooting:
    """What a unit that has fired may still move. RA-shoot.move.rifle, RA-shoot.move.sabres, RA-shoot.move.mg,
    RA-shoot.move.guns, RA-shoot.move.ac, RA-shoot.move.tanks, RA-shoot.5, RA-note.tachanka, RA-R123"""
    return FIGURES.after_shooting.get(arm, AfterShooting.FULL)


def allowance(moving: Moving, house: House = BOOK) -> Allowance:
    """The inches that it may move, before terrain. Raises RuleViolation for what does not go together. RA-move.1,
    RA-evade.1, RA-march.1, RA-march.4, RA-terrain.road.2, RA-horse-artillery, RA-ambush.benefit.2, RA-R79, RA-R124"""
    _bar_mixture(moving)
    if moving.unlimbered:
        return Allowance((Line(FIGURES.prolong, "unlimbered: prolong", "RA-R174"),))
    lines = [_base(moving, house)]
    inches = lines[0].inches
    if moving.marching:
        lines.append(Line(inches * (FIGURES.march_times - 1), "marching: double", "RA-march.1"))
    if moving.limbers:
        lines.append(Line(-inches / 2, "limbering: half a move", "RA-horse-artillery"))
    if moving.fired:
        match after_shooting(moving.arm):
            case AfterShooting.HALF:
                lines.append(Line(-inches / 2, "half speed after shooting", "RA-shoot.move.sabres"))
            case AfterShooting.NONE:
                return Allowance((*lines, Line(-inches, "no move after shooting", "RA-shoot.move.mg")))
            case _:
                pass
    if moving.ambush:
        lines.append(Line(FIGURES.ambush_bonus, "surprise", "RA-ambush.benefit.2"))
    if moving.road and moving.weather is not Weather.RAIN:
        lines.append(Line(FIGURES.road_bonus, "by road all the way", "RA-terrain.road.2"))
    return Allowance(tuple(lines))


def _base(moving: Moving, house: House) -> Line:
    if moving.evading:
        return Line(moving.evade, "evasive speed", "RA-evade.1")
    cited = "RA-move.officer" if moving.arm is Arm.OFFICER else "RA-move.1"
    return Line(card_move(moving.arm, moving.mover, moving.move, house), "move of the card", cited)


def _bar_mixture(moving: Moving) -> None:
    """RA-evade.1, RA-R79, RA-R144, RA-R175"""
    wrong: tuple[tuple[bool, str, str, str], ...] = (
        (moving.evading and moving.evade == 0, "This unit has no evasive speed.", "RA-evade.1", "Move it normally."),
        (moving.evading and moving.charging, "A charge is not made at evasive speed.", "RA-R79", "Charge normally."),
        (moving.evading and moving.marching, "Troops that evade do not march.", "RA-march.1", "Choose one of them."),
        (moving.charging and moving.marching, "A charge is not doubled.", "RA-R79", "Charge without marching."),
        (moving.charging and moving.fired, "Who shoots does not charge.", "RA-R144", "Shoot or charge."),
        (moving.marching and moving.fired, "Troops that shoot do not march.", "RA-R175", "Choose one of them."),
        (
            moving.marching and (moving.arm.vehicle or moving.unlimbered),
            "Vehicles and unlimbered guns do not march.",
            "RA-R175",
            "Move it at its card's speed.",
        ),
    )
    for applies, why, citation, remedy in wrong:
        if applies:
            raise RuleViolation("no-such-move", why, citation=citation, remedy=remedy)


# ── Marching ────────────────────────────────────────────────────────────────────────────────────────────────────────


def bar_march(column: bool, nearest_enemy: float | None, shot_at: bool) -> None:
    """Refuse a march out of column, within 40 in of a visible or otherwise known enemy, or once shot at.
    `nearest_enemy`: none if none is known. RA-march.1, RA-march.2"""
    if not column:
        raise RuleViolation(
            "column-needed", "Troops march in column.", citation="RA-march.1", remedy="Form column, then march."
        )
    if nearest_enemy is not None and nearest_enemy <= FIGURES.march_enemy:
        raise RuleViolation(
            "enemy-near",
            f"A known enemy is {nearest_enemy:g} in away: nobody marches within {FIGURES.march_enemy:g} in.",
            citation="RA-march.2",
            remedy="Move at the usual speed.",
        )
    if shot_at:
        raise RuleViolation(
            "shot-at",
            "The unit has been shot at and marches no more.",
            citation="RA-march.2",
            remedy=f"Get more than {FIGURES.march_enemy:g} in away from every known enemy first.",
        )


def still_shot_at(shot_at: bool, this_turn: bool, nearest_enemy: float | None) -> bool:
    """Whether fire still keeps a unit from marching when a turn ends: not once it is more than 40 in from every known
    enemy and was not shot at in that turn. RA-R118"""
    near = nearest_enemy is not None and nearest_enemy <= FIGURES.march_enemy
    return shot_at and (this_turn or near)


# ── Inclines, wheels, turns ─────────────────────────────────────────────────────────────────────────────────────────


def inclines(degrees: float) -> bool:
    """Whether a way so far off the front is straight ahead or an incline, which costs nothing. RA-move.2"""
    return abs(degrees) <= FIGURES.incline + 1e-6


def bar_charge_wheel(degrees: float) -> None:
    """Refuse a charge that wheels by more than 45 degrees. RA-charge.legal.wheel"""
    if abs(degrees) > FIGURES.charge_wheel + 1e-6:
        raise RuleViolation(
            "charge-wheel",
            f"A charge wheels by at most {FIGURES.charge_wheel:g}°; that target is {abs(degrees):.0f}° off the front.",
            citation="RA-charge.legal.wheel",
            remedy="Wheel or face the target first, and charge next turn.",
        )


def wheel(front: float, degrees: float) -> float:
    """Inches that a wheel costs every base: the way of the outer end of a front so wide. RA-move.3"""
    return front * radians(abs(degrees))


def turning(arm: Arm, turns: int, depth: float) -> float:
    """Inches that turns about cost: the depth of the unit each for tachankas, nothing for others. RA-move.tachanka,
    RA-move.4, RA-action.extra.facing"""
    return turns * depth if arm is Arm.TACHANKA else 0.0


# ── Approach, passing through, forming up ───────────────────────────────────────────────────────────────────────────


def bar_approach(before: float, nearest: float) -> None:
    """Refuse a move, not a charge, that comes within 2 in of the enemy; those so near may move away. RA-move.8"""
    if nearest < FIGURES.enemy_near - 1e-6 and nearest < before - 1e-6:
        raise RuleViolation(
            "too-near",
            f"Nobody comes within {FIGURES.enemy_near:g} in of the enemy but in a charge.",
            citation="RA-move.8",
            remedy="Stop further off, or charge.",
        )


def passes_through(formed: bool, other_formed: bool) -> bool:
    """Whether two friendly units may pass through each other: not where one is formed cavalry. RA-move.7"""
    return not (formed or other_formed)


def bar_formed(may_form: bool, formation: UnitFormation) -> None:
    """Refuse to form cavalry whose card does not let it, or that is no straight line. RA-form.cavalry.1"""
    if not may_form:
        raise RuleViolation(
            "loose", "This cavalry does not form.", citation="RA-form.cavalry.1", remedy="Let it fight loose."
        )
    if formation is not UnitFormation.LINE:
        raise RuleViolation(
            "no-line", "Formed cavalry is one straight line.", citation="RA-form.cavalry.1", remedy="Form line first."
        )


def bar_mixed(mixed: bool) -> None:
    """Refuse a move to a unit whose bases face different ways. RA-move.2, RA-move.5"""
    if mixed:
        raise RuleViolation(
            "mixed-facing",
            "The bases of the unit do not all face the same way.",
            citation="RA-move.5",
            remedy="Form up first: that is its whole move.",
        )


def bar_forming_up(mixed: bool, keeps_a_base: bool, by_terrain: bool, just_outside: bool) -> None:
    """Refuse to form up, which is a whole move, where no base keeps its place; out of houses or a wood's edge the unit
    may stand just outside instead. RA-move.5, RA-move.6"""
    if mixed and not keeps_a_base and not (by_terrain and just_outside):
        raise RuleViolation(
            "place-left",
            "A unit that forms up keeps at least one base on its old place.",
            citation="RA-move.6" if by_terrain else "RA-move.5",
            remedy="Form on one of its bases" + (", or just outside the terrain." if by_terrain else "."),
        )


def limbers(arm: Arm) -> bool:
    """Whether it has a limbered and an unlimbered state: guns; not mortars and tachankas. RA-form.limber"""
    return arm is Arm.GUN


_LEFT = {
    AfterShooting.FULL: "full speed",
    AfterShooting.HALF: "half speed",
    AfterShooting.NONE: "none",
    AfterShooting.PROLONG: f"{FIGURES.prolong} in, forwards or backwards",
}

CHARTS: tuple[Chart, ...] = (
    Chart(
        name="movement",
        title="Movement",
        section="Movement (p6), Marching (p7)",
        columns=("what", "figure"),
        rows=(
            ("officer on his own, mounted (in)", BOOK.number("officer-move-mounted")),
            ("officer on his own, on foot (in)", FIGURES.officer_foot),
            ("marching in column: times the usual move", FIGURES.march_times),
            ("no marching with a known enemy within (in)", FIGURES.march_enemy),
            ("whole move in column on roads: more (in)", FIGURES.road_bonus),
            ("charge out of ambush: more (in)", FIGURES.ambush_bonus),
            ("incline at most (degrees)", FIGURES.incline),
            ("wheel in a charge at most (degrees)", FIGURES.charge_wheel),
            ("no nearer to the enemy but in a charge than (in)", FIGURES.enemy_near),
            ("horse artillery that limbers or unlimbers: of its move", "1/2"),
        ),
        citation="RA-move.1",
    ),
    Chart(
        name="move-after-shooting",
        title="Movement after shooting",
        section="Moving and Shooting (p10)",
        columns=("troops", "move left"),
        rows=tuple((arm.value, _LEFT[left]) for arm, left in FIGURES.after_shooting.items()),
        citation="RA-shoot.move.rifle",
    ),
)
