"""What figures see of a battle's table: lines of sight, darkness and weather, goggles, the light of flares. BG-VI.2

With a board lines of sight are measured; without one they are facts that players declare and the umpire rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules.book_and_gun import facts
from rules.book_and_gun.book.spotting import (
    Goggles,
    enough_shows,
    visibility,
)
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.tabletop import token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.turn.joker_fire import smoke_limit
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.table.board import Board, Feature, Point, Token
from rules.table.measure import between, in_arc
from rules.table.sight import Sight

FIELD_OF_VIEW = 180.0
"""Degrees that a figure sees to its front. BG-VIII.1.2a."""

CLOUDS = ("smoke", "fire")
"""What thermal imaging sees through. BG-VI.2.3."""


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
