"""Who is seen at what distance, by day and night, in rain; what darkness does besides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, Light, Weather
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.book.terrain import Ground


class _Sight(Figures):
    both_inside: float
    edge: float
    hedge_lined: float
    rain: float
    large_from: int
    dead: float
    rows: tuple[tuple[str, float, str], ...]


class _Night(Figures):
    moon: float
    dark: float
    morale: int
    humiliated: int
    friends: int
    veer: int
    left: int
    right: int


FIGURES = section("sight", _Sight)
NIGHT = section("night", _Night)
LIMITS = {key: inches for key, inches, _ in FIGURES.rows}


@dataclass(frozen=True, slots=True)
class LookedFor:
    """Whoever is looked for. `low`: infantry or unlimbered guns; `still`: it did not move in its last segment; `large`:
    see `large`; `depth`: how far it is from the edge of the ground that it is in; `lining`: it touches the hedge or
    wall that it is behind."""

    low: bool = True
    still: bool = False
    large: bool = False
    ground: Ground = Ground.OPEN
    depth: float = inf
    lining: bool = False
    hidden: bool = False

    @property
    def quiet(self) -> bool:
        """What only those quite near see. RA-vis.1, RA-R142"""
        return (self.low and self.still) or self.hidden


@dataclass(frozen=True, slots=True)
class Limit:
    """The furthest distance, inclusive, at which a target is seen, and why."""

    inches: float
    reason: str
    citation: str


def large(arm: Arm, bases: int) -> bool:
    """Whether a unit is seen from far: four bases or more, artillery, vehicles. RA-vis.1, RA-R177"""
    return arm.artillery or arm.vehicle or bases >= FIGURES.large_from


def is_low(arm: Arm, unlimbered: bool) -> bool:
    """Infantry, mortars and unlimbered guns lie low when they do not move. RA-vis.1, RA-R177"""
    return arm.infantry or arm is Arm.MORTAR or (arm is Arm.GUN and unlimbered)


def limit(
    target: LookedFor, light: Light = Light.DAY, weather: Weather = Weather.CLEAR, *, both_inside: bool = False
) -> Limit:
    """How far off a target is seen. `both_inside`: watcher and target are in the same built-up area, wood or scrub.
    RA-vis.1, RA-vis.2, RA-vis.3, RA-vis.5, RA-R129, RA-R142, RA-R147, RA-weather.night.range, RA-weather.rain"""
    by_ground = _inside() if both_inside and target.ground.area_of_cover else _by_ground(target)
    return min((by_ground, *_by_sky(light, weather)), key=lambda each: each.inches)


def _inside() -> Limit:
    return Limit(FIGURES.both_inside, "both inside", "RA-vis.2")


def _by_ground(target: LookedFor) -> Limit:
    ground = target.ground
    still = Limit(LIMITS["still"], f"still, in cover ({ground.value})", "RA-vis.1")
    if target.hidden:
        return Limit(LIMITS["still"], "hidden", "RA-R142")
    if ground in (Ground.HEDGE, Ground.WALL):
        if not target.quiet:
            return Limit(LIMITS["moving"], f"behind a {ground.value}", "RA-vis.1")
        return Limit(FIGURES.hedge_lined, f"lining a {ground.value}", "RA-R147") if target.lining else still
    if ground in (Ground.TRENCH, Ground.SANDBAGS) and target.quiet:
        return Limit(FIGURES.hedge_lined, "manning works", "RA-R177")
    if ground is Ground.DITCH and target.quiet:
        return still
    if ground.area_of_cover:
        if target.quiet:
            return still
        if target.depth > FIGURES.edge:
            return Limit(LIMITS["moving"], f"inside {ground.value}", "RA-vis.1")
    if target.large:
        return Limit(LIMITS["large"], "a large body in the open", "RA-vis.1")
    return Limit(LIMITS["figures"], "troops in the open", "RA-R129")


def _by_sky(light: Light, weather: Weather) -> tuple[Limit, ...]:
    found: list[Limit] = []
    if light.night:
        found.append(Limit(night_limit(light), light.value, "RA-weather.night.range"))
    if weather is Weather.RAIN:
        found.append(Limit(FIGURES.rain, "rain", "RA-weather.rain"))
    return tuple(found)


def seen(target: LookedFor, distance: float, light: Light = Light.DAY, weather: Weather = Weather.CLEAR, *,
         both_inside: bool = False) -> bool:  # fmt: skip
    """Whether it is seen, and its marker revealed, at that distance with a clear line. RA-seq.reveal, RA-R129"""
    return distance <= limit(target, light, weather, both_inside=both_inside).inches + 1e-6


def made_out(distance: float, light: Light = Light.DAY, weather: Weather = Weather.CLEAR) -> tuple[str, ...]:
    """All that can be made out at a distance: every row of the table with at least that limit. RA-vis.1, RA-R129"""
    if any(distance > sky.inches for sky in _by_sky(light, weather)):
        return ()
    return tuple(words for _, inches, words in FIGURES.rows if distance <= inches)


def outlook(ground: Ground, depth: float) -> float:
    """How far troops see out of the ground they are in, before light and weather: anywhere within 2 in of its edge, and
    from behind hedges and walls; from deeper inside only as far as within it. RA-vis.4, RA-vis.5"""
    return FIGURES.both_inside if ground.area_of_cover and depth > FIGURES.edge else inf


# ── Hills ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class ViewHeight(StrEnum):
    """RA-vis.6"""

    FLAT = "flat ground"
    RISE = "gentle rise"
    LOW = "hill"
    TALL = "tall hill"


def dead_ground(watcher: ViewHeight, between: ViewHeight, distance: float) -> float:
    """Depth in inches of what stays unseen behind something in between; infinite where it is not overlooked. Woods and
    buildings count as a rise. `distance`: from the watcher's hill to it. RA-vis.6, RA-R178"""
    if watcher in (ViewHeight.FLAT, ViewHeight.RISE):
        return 0.0 if between is ViewHeight.FLAT else inf
    if between in (ViewHeight.FLAT, ViewHeight.RISE):
        return 0.0 if between is ViewHeight.FLAT else FIGURES.dead
    return distance if watcher is ViewHeight.TALL and between is ViewHeight.LOW else inf


# ── Night and fog ───────────────────────────────────────────────────────────────────────────────────────────────────


def night_limit(light: Light) -> float:
    """Furthest sight and fire; infinite by day. RA-weather.night.range"""
    return {Light.DAY: inf, Light.MOON: NIGHT.moon, Light.DARK: NIGHT.dark}[light]


def morale_addition(light: Light) -> int:
    """Added to the dice of every morale test. RA-weather.night.morale, RA-R116"""
    return NIGHT.morale if light.night else 0


def first_humiliated(light: Light) -> int:
    """Humiliated markers with which every unit begins. RA-weather.night.humiliated"""
    return NIGHT.humiliated if light.night else 0


def mistaken(die: int) -> bool:
    """Whether a unit that comes upon friends at night fires at them. RA-weather.night.friends, RA-R116"""
    return die <= NIGHT.friends


def roll_mistaken(chance: Chance) -> tuple[int, bool]:
    """RA-weather.night.friends"""
    die = chance.roll(6, for_="friend or enemy")
    return die, mistaken(die)


def bar_night_pace(light: Light, column: bool, move: float, inches: float) -> None:
    """Refuse more than half speed out of column at night or in fog. RA-weather.night.column"""
    if light.night and not column and inches > move / 2 + 1e-6:
        raise RuleViolation(
            "column-needed",
            f"At night or in fog only a column moves faster than half speed, {move / 2:g} in.",
            citation="RA-weather.night.column",
            remedy="Form column, or move less.",
        )


def owes_veer(light: Light, follows: bool) -> bool:
    """Whether a unit dices for its heading at the start of its segment. `follows`: a road, stream, hedge, foot of a
    steep slope or the like. RA-weather.night.veer"""
    return light.night and not follows


def veer(die: int) -> int:
    """Degrees to the right of the way it means to go; negative: to the left. RA-weather.night.veer"""
    return {NIGHT.left: -NIGHT.veer, NIGHT.right: NIGHT.veer}.get(die, 0)


def roll_veer(chance: Chance) -> tuple[int, int]:
    """The die and the degrees. RA-weather.night.veer"""
    die = chance.roll(6, for_="heading in the dark")
    return die, veer(die)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="visibility",
        title="Visibility",
        section="Visibility (p13)",
        columns=("inches", "what"),
        rows=tuple((inches, words) for _, inches, words in FIGURES.rows),
        notes=(
            f"Both inside buildings, woods or scrub: {FIGURES.both_inside:g} in (RA-vis.2).",
            f"Within {FIGURES.edge:g} in of the edge all but still infantry and unlimbered guns are seen from anywhere"
            " outside (RA-vis.3). All see out (RA-vis.4).",
            f"Still infantry and unlimbered guns lining a hedge: {FIGURES.hedge_lined:g} in (RA-R147).",
        ),
        citation="RA-vis.1",
    ),
    Chart(
        name="night-and-weather",
        title="Night, fog, rain",
        section="Weather (p13)",
        columns=("what", "figure"),
        rows=(
            ("strong moonlight or light fog: sight and fire (in)", NIGHT.moon),
            ("dark night: sight and fire (in)", NIGHT.dark),
            ("added to morale dice at night or in fog", NIGHT.morale),
            ("humiliated markers at the start, at night or in fog", NIGHT.humiliated),
            ("fires on friends at a d6 of", NIGHT.friends),
            ("veers left at a d6 of", NIGHT.left),
            ("veers right at a d6 of", NIGHT.right),
            ("veers by (degrees)", NIGHT.veer),
            ("rain: sight (in)", FIGURES.rain),
        ),
        citation="RA-weather.night.range",
    ),
)
