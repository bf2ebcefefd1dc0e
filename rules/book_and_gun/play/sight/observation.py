"""Who sees whom in a battle, whom one may fire at, and looking for the enemy. Chapter VI.

With a board lines of sight are measured; without one they are facts that players declare and the umpire rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from rules.book_and_gun import facts
from rules.book_and_gun.actions.fire import Spot
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.spotting import (
    FREE_FIRE,
    MEMORY,
    Goggles,
    Look,
    enough_shows,
    spotting_number,
    visibility,
)
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.events.fire import MarkerRemoved, SpottingTried
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.tabletop import enemies, in_sight, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.turn.joker_fire import smoke_limit
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, claim
from rules.book_and_gun.state import Marker, State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Board, Feature, Point, Token
from rules.table.measure import between, in_arc
from rules.table.sight import Sight

FIELD_OF_VIEW = 180.0
"""Degrees that a figure sees to its front. BG-VIII.1.2a."""

CLOUDS = ("smoke", "fire")
"""What thermal imaging sees through. BG-VI.2.3."""


# ── Sight ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Watch:
    """What some figures see of some others, measured once for a whole action.

    `shares`: of each target that each viewer's lines of sight reach. `reach`: how far each viewer sees, None without
    limit. `fired`: targets that have fired in this turn or the last and so show themselves.
    """

    places: dict[str, Point]
    shares: dict[tuple[str, str], float]
    reach: dict[str, float | None]
    fired: frozenset[str]
    hulls: frozenset[str] = frozenset()
    """Targets inside a vehicle, of which a quarter is enough. BG-VI.2.1b."""
    lit: frozenset[str] = frozenset()
    """Targets in the light of a flare, who are seen as by day. BG-XIII.8.4"""
    by_day: dict[str, float | None] = field(default_factory=lambda: dict[str, float | None]())
    """How far each viewer sees what is lit."""

    def distance(self, viewer: str, target: str) -> float:
        """From head to head. BG-X.0.5b."""
        return between(self.places[viewer], self.places[target])

    def sees(self, viewer: str, target: str) -> bool:
        """Whether enough of the target shows, near enough. BG-VI.2.1a, BG-VI.2.2a, BG-VI.2.2b, BG-R30."""
        limit = self.by_day[viewer] if target in self.lit else self.reach[viewer]
        if limit is not None and self.distance(viewer, target) > limit + 1e-6:
            return False
        share = self.shares.get((viewer, target), 0.0)
        return enough_shows(share, fired=target in self.fired, vehicle=target in self.hulls)


def watch(state: State, unit: Unit, viewers: Sequence[Figure], targets: Sequence[Figure]) -> Watch | None:
    """Measures who of these viewers of a unit sees whom; None without a board."""
    board = state.board
    if board is None:
        return None
    shares: dict[tuple[str, str], float] = {}
    seen = [t for f in targets if (t := token(f)) is not None]
    for thermal in (False, True):
        eyes = [t for f in viewers if (f.traits.night_vision == "thermal") is thermal and (t := token(f)) is not None]
        if eyes and seen:
            shares |= _shares(board, tuple(eyes), tuple(seen), thermal, in_the_way(state, (*viewers, *targets)))
    lit = frozenset(f.id for f in targets if in_light(state, f.at))
    return Watch(
        lit=lit,
        by_day={f.id: reach_of(state, unit, f, by_day=True) for f in viewers} if lit else {},
        places={f.id: f.at for f in (*viewers, *targets) if f.at is not None},
        shares=shares,
        reach={f.id: reach_of(state, unit, f) for f in viewers},
        fired=frozenset(f.id for f in targets if shows_itself(state, f)),
        hulls=frozenset(f.id for f in targets if f.inside),
    )


def in_the_way(state: State, figures: Sequence[Figure]) -> tuple[Token, ...]:
    """Vehicles and wrecks that block sight between these figures: all but those that they are in. BG-X.2.10."""
    if not state.vehicles:
        return ()
    own = {f.vehicle for f in figures}
    return tuple(each for each in standing(state) if each.id not in own)


def shows_itself(state: State, figure: Figure) -> bool:
    """Whether he has fired in this turn or the last. BG-VI.2.2a."""
    return bool(figure.fired_turn) and figure.fired_turn >= state.turn - 1


@lru_cache(maxsize=1024)
def _shares(
    board: Board, eyes: tuple[Token, ...], seen: tuple[Token, ...], thermal: bool, blockers: tuple[Token, ...]
) -> dict[tuple[str, str], float]:
    """Of each target the share that each viewer's lines of sight reach. Remembered: offers, odds and the shot itself
    ask the same. BG-VI.2.1a, BG-VI.2.3, BG-X.14.31b."""
    return Sight(board, NATURES, blockers=blockers, ignoring=CLOUDS if thermal else ()).shares(eyes, seen)


def goggles_of(state: State, figure: Figure) -> Goggles:
    """What he looks through now: infrared goggles are worn at night only. BG-X.5.2a."""
    worn = figure.traits.night_vision
    return "none" if worn == "infrared" and state.conditions.light == "day" else worn


def flares(state: State) -> tuple[Feature, ...]:
    """What burns and lights the dark. BG-XIII.8.4"""
    if state.board is None or state.conditions.light == "day":
        return ()
    return tuple(each for each in state.board.features if each.kind == "flare")


def in_light(state: State, at: Point | None) -> bool:
    """Whether a place lies in the light of a flare. BG-XIII.8.4"""
    return at is not None and any(between(each.outline[0], at) <= each.width / 2 + 1e-6 for each in flares(state))


def reach_of(state: State, unit: Unit, figure: Figure, *, by_day: bool = False) -> float | None:
    """How far a figure sees: visibility, darkness, weather, a joker's smoke; `by_day`: what is lit. BG-R15, BG-R30,
    BG-XIII.8.4."""
    now = state.conditions
    said = facts.ruled(state, facts.VISIBILITY, unit.id)
    scenario = now.visibility if said is None else said
    goggles = goggles_of(state, figure)
    found = visibility(scenario, "day" if by_day else now.light, now.weather, goggles)
    smoke = smoke_limit(state, unit) if goggles != "thermal" else None
    limits = [limit for limit in (found, smoke) if limit is not None]
    return min(limits, default=None)


def looks_at(figure: Figure, target: Figure) -> bool:
    """Whether the target is in the figure's 180 degrees of view. BG-VIII.1.2a."""
    here = token(figure)
    return here is not None and target.at is not None and in_arc(here, target.at, FIELD_OF_VIEW)


# ── Whom one may fire at ─────────────────────────────────────────────────────────────────────────────────────────


def why_known(state: State, unit: Unit, target: Unit, *, distance: float, in_view: bool) -> str:
    """Why a unit may fire at another: the reason that it is spotted, "" when it is not.

    It fired at this side, or fought it, in this turn or the last, and no morale move has broken every line of sight
    since; it moved or fired in view; a unit of this side has spotted it; it is a vehicle under no marker; it is within
    6 inches of the firer; or the umpire says so. BG-VI.1.a, BG-VI.1.b, BG-VI.1.2b, BG-VI.1.1c, BG-R28, BG-R29, BG-R130.
    """
    word = facts.ruled(state, facts.SPOTTED, unit.id, target.id)
    if word is not None:
        return "by the umpire's word" if word else ""
    if any(s.side == unit.side and s.until >= state.turn for s in target.spotted):
        return "spotted"
    since = max(1, state.turn - 1)
    ours = [own for own in state.units if own.side == unit.side]
    lost = unit.side in target.lost_by
    if not lost and any(c.unit == target.id and c.turn >= since for own in ours for c in own.under_fire):
        return "it fired at your side"
    if not lost and any(c.unit == target.id and c.turn >= since for c in unit.fought):
        return "it fought this unit"
    if in_view and max(target.moved_turn, target.fired_turn) >= since:
        return "it moved or fired in view"
    if in_view and not target.concealed and any(f.seat is not None for f in target.present):
        return "a vehicle in view"
    if distance <= FREE_FIRE and switch(state, "spot-within-6") == "free-fire":
        return "within 6 inches"
    return ""


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that is about to look at an enemy unit or a marker, or (no target) for whoever is hidden. `number` None:
    it sees what it looks at without a die."""

    unit: Unit
    target: str | None
    number: Itemised | None = None
    known: tuple[Fact, ...] = ()


def spot_enemy(state: State, ready: Attempt, chance: Chance) -> list[Event]:
    """A unit that has its chance tries to spot an enemy unit, or looks for hidden ones; it keeps its chance.

    One attempt on each unit in a turn. A look for hidden enemies is one D20 against the number for each of them that
    is near enough and in line of sight, rolled even when nobody is there. BG-VI.1.c, BG-VI.1.2a, BG-VI.1.1a, BG-R29,
    BG-R146.
    """
    unit, target, number = ready.unit, ready.target, ready.number
    if target is None:
        return _search(state, unit, chance)
    die = chance.roll(20, for_="spotting") if number is not None else None
    spotted = number is None or (die is not None and die <= number.value)
    marker = marker_named(state, target)
    found = marker.unit if marker is not None and spotted else ""
    events: list[Event] = [
        SpottingTried(
            unit=unit.id,
            target=found or target,
            number=number,
            die=die,
            spotted=spotted and (marker is None or bool(found)),
            until=state.turn + MEMORY,
            facts=ready.known,
            draws=chance.taken(),
            citations=("BG-VI.1.c", "BG-VI.1.2a", "BG-R29"),
        )
    ]
    if marker is not None and spotted and not found:
        events.append(MarkerRemoved(number=marker.number, reason="a dummy", citations=("BG-VI.3.2b",)))
    return events


def spot_odds(state: State, ready: Attempt) -> Odds:
    """The number to spot and its chance. Of a look for hidden enemies nothing can be said. BG-VI.1.c."""
    if ready.target is None:
        return Odds(notes=(f"{ready.unit.name}: one D20 for whoever may be hidden near it",))
    number = ready.number
    if number is None:
        sure = Prospect("spotted", Fraction(1), Outcome("spotted"))
        return Odds(facts=ready.known, chances=(sure,), notes=("automatic",))
    share = Fraction(max(0, min(20, number.value)), 20)
    return Odds(facts=ready.known, numbers=(number,), chances=(Prospect("spotted", share, Outcome("spotted")),))


def judge_spot(state: State, action: Spot, by: Actor) -> Attempt:
    """The unit that looks, at whom, and the number for it. Raises RuleViolation when it may not look, or cannot see
    that far."""
    phase = state.phase if state.phase in CARD_PHASES else Phase.FIRE
    unit = claim(state, action.unit, by, phase)
    if any(c.unit == (action.target or "") and c.turn == state.turn for c in unit.spot_attempts):
        raise RuleViolation(
            "looked-already",
            f"{unit.name} has looked for that in this turn.",
            citation="BG-R29",
            remedy="Let another unit look, or wait for the next turn.",
        )
    if action.target is None:
        return Attempt(unit, None)
    marker = marker_named(state, action.target)
    if marker is not None and marker.side != unit.side:
        name, figures = marker_ref(marker), [Figure(marker_ref(marker), 0, "", "", "", at=marker.at)]
    else:
        target = _visible_enemy(state, unit, action.target)
        name, figures = target.name, list(target.present)
    eyes = watch(state, unit, unit.fit, figures)
    seen = _seen(unit, figures, eyes)
    sight, sight_fact = facts.fact(
        state,
        facts.LINE_OF_SIGHT,
        unit.id,
        action.target,
        declared=action.line_of_sight,
        measured=(lambda: bool(seen)) if eyes is not None else None,
        default=True,
    )
    if not sight:
        raise RuleViolation(
            "no-line-of-sight",
            f"{unit.name} has no line of sight to {name}.",
            citation="BG-VI.2.1a",
            remedy="Look from another place.",
        )
    distance, range_fact = facts.fact(
        state,
        facts.RANGE,
        unit.id,
        action.target,
        declared=action.range,
        measured=(lambda: min(seen or _apart(unit, figures, eyes), default=None)) if eyes is not None else None,
    )
    number = spotting_number(_look(state, unit, distance), state.options)
    known = (range_fact, sight_fact, _led(state, unit)[1], *facts.said(state, unit.id, facts.VISIBILITY))
    return Attempt(unit, action.target, number, known)


def marker_ref(marker: Marker) -> str:
    """How a concealment marker is named as a target: "marker 3"."""
    return f"marker {marker.number}"


def marker_named(state: State, ref: str) -> Marker | None:
    """The marker of that name on the table."""
    return next((m for m in state.markers if m.number and marker_ref(m) == folded(ref)), None)


def _visible_enemy(state: State, unit: Unit, target_id: str) -> Unit:
    target = next((u for u in state.units if u.id == target_id and u.in_play and in_sight(state, unit.side, u)), None)
    if target is None or target.side == unit.side:
        raise RuleViolation(
            Why.NO_TARGET, f"You see no enemy unit “{target_id}”.", remedy="Choose an enemy unit that you see."
        )
    return target


def _seen(unit: Unit, targets: Sequence[Figure], eyes: Watch | None) -> list[float]:
    """Distances of the pairs in which a figure sees one of the target."""
    if eyes is None:
        return []
    return [
        eyes.distance(v.id, t.id)
        for v in unit.fit
        for t in targets
        if v.at is not None and t.at is not None and looks_at(v, t) and eyes.sees(v.id, t.id)
    ]


def _apart(unit: Unit, targets: Sequence[Figure], eyes: Watch) -> list[float]:
    """Distances of all pairs: the umpire may rule that they see each other."""
    there = [t for t in targets if t.at is not None]
    return [eyes.distance(v.id, t.id) for v in unit.fit if v.at is not None for t in there]


def too_far(state: State, unit: Unit, distance: float) -> bool:
    """Whether nothing at that distance, or beyond, can be spotted by the unit."""
    try:
        spotting_number(_look(state, unit, distance), state.options)
    except RuleViolation:
        return True
    return False


def _led(state: State, unit: Unit) -> tuple[bool, Fact]:
    """Whether the unit that looks has a leader with it. BG-R22."""
    return facts.fact(state, facts.LEADER_NEAR, unit.id, measured=lambda: leader_of(state, unit) is not None)


def _look(state: State, unit: Unit, distance: float) -> Look:
    worn = {goggles_of(state, figure) for figure in unit.fit}
    best: Goggles = "thermal" if "thermal" in worn else "infrared" if "infrared" in worn else "none"
    reaches = [reach_of(state, unit, figure) for figure in unit.fit]
    limits = [reach for reach in reaches if reach is not None]
    return Look(
        side_name(unit.side),
        round(distance, 3),
        leader=_led(state, unit)[0],
        in_vehicle=any(figure.inside for figure in unit.fit),
        weather=state.conditions.weather,
        goggles=best,
        visibility=max(limits) if limits and len(limits) == len(reaches) else None,
    )


def _search(state: State, unit: Unit, chance: Chance) -> list[Event]:
    """One die for everybody who may be hidden there. What it does not find it does not tell of. BG-R146."""
    die = chance.roll(20, for_="spotting")
    draws = chance.taken()
    found: list[Event] = []
    for other in enemies(state, unit):
        if not other.concealed:
            continue
        seen = _seen(unit, other.present, watch(state, unit, unit.fit, other.present))
        if not seen:
            continue
        try:
            number = spotting_number(_look(state, unit, min(seen)), state.options)
        except RuleViolation:
            continue
        if number is None or die <= number.value:
            found.append(
                SpottingTried(
                    unit=unit.id,
                    target=other.id,
                    number=number,
                    die=die,
                    spotted=True,
                    until=state.turn + MEMORY,
                    citations=("BG-VI.1.c", "BG-R29", "BG-R139"),
                )
            )
    nothing = SpottingTried(
        unit=unit.id,
        target="",
        number=None,
        die=die,
        spotted=False,
        until=state.turn,
        draws=draws,
        audience=(unit.side,),
        citations=("BG-R146",),
    )
    return [nothing, *found]
