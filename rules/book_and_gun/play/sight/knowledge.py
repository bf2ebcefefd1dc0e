"""Fog of war: what each side sees of the others, and where it saw them last. BG-R183.

Looking is part of `decide`: what has changed becomes an event for that side alone, so that a battle rebuilt from its
journal measures nothing. Without the house rule "fog" everything that lies under no marker is in sight; a side then
remembers only where it saw those who have been concealed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from rules.book_and_gun import facts
from rules.book_and_gun.book.spotting import NEAR
from rules.book_and_gun.events.battle import KnowledgeChanged, UnitConcealed, UnitRevealed
from rules.book_and_gun.events.movement import UnitEntered, UnitMoved
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.tabletop import fogged, in_sight, is_own, middle
from rules.book_and_gun.play.sight.lookout import Group, in_view, looking, shown
from rules.book_and_gun.play.sight.scent import scents
from rules.book_and_gun.state import Side, State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.table.board import Point
from rules.table.fog import Glimpse, Knowledge, Present, observe
from rules.table.measure import between


def knowledge_of(state: State, side: SideId) -> Knowledge:
    """What a side knows of the others."""
    return next((known for known in state.knowledge if known.side == side), Knowledge(side))


def may_name(state: State, side: SideId, ref: str) -> bool:
    """Whether a side may know whom an id stands for: its own, those whom it sees or has seen, and their figures. True
    where that is nobody. BG-VI.1.1a, BG-VI.3.3, BG-R183."""
    unit = state.find(ref) or next((u for u in state.units if any(f.id == ref for f in u.figures)), None)
    if unit is None or is_own(state, side, unit):
        return True
    if any(glimpse.unit == unit.id for glimpse in knowledge_of(state, side).lost):
        return True
    return not unit.reserve and in_sight(state, side, unit)


def looked(state: State, events: Sequence[Event] = ()) -> list[Event]:
    """What the sides learn and lose sight of after these events, after which the state stands; one event for each side
    whose knowledge has changed. BG-R183."""
    if state.board is None:
        return []
    found: list[Event] = []
    for side in state.sides:
        known = knowledge_of(state, side.key)
        fresh = _observed(state, side, known) if fogged(state) else _remembered(state, side, known, events)
        if fresh != known:
            found.append(
                KnowledgeChanged(
                    side=side.key,
                    now=fresh.now,
                    lost=fresh.lost,
                    appeared=_new(known.now, fresh.now),
                    vanished=_new(known.lost, fresh.lost),
                    audience=(side.key,),
                    citations=("BG-R183",),
                )
            )
    return found


def _new(before: Sequence[Glimpse], after: Sequence[Glimpse]) -> tuple[str, ...]:
    return tuple(sorted({glimpse.unit for glimpse in after} - {glimpse.unit for glimpse in before}))


def screened(before: State, events: Sequence[Event], after: State) -> list[Event]:
    """The events with those that give away a place kept from the sides that did not see the whole of it: who lost
    sight of a unit does not hear where it went. BG-R183."""
    if not fogged(after):
        return list(events)
    kept: list[Event] = []
    for event in events:
        if event.audience is None and isinstance(event, UnitMoved | UnitEntered | UnitRevealed):
            sides = tuple(s.key for s in after.sides if _followed(before, after, s.key, event))
            if len(sides) < len(after.sides):
                event = replace(event, audience=sides)
        kept.append(event)
    return kept


def _followed(before: State, after: State, side: SideId, event: UnitMoved | UnitEntered | UnitRevealed) -> bool:
    unit = after.unit(event.unit)
    if is_own(after, side, unit):
        return True
    started = isinstance(event, UnitRevealed) or in_sight(before, side, before.unit(event.unit))
    return started and in_sight(after, side, unit)


# ── With fog ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Eyes:
    """The units of a side that look, each with its fit men as they do; `contacts`: whom they have met in fire or close
    combat in this turn or the last."""

    units: tuple[Unit, ...]
    men: tuple[Group, ...]
    contacts: frozenset[str]


def _eyes_of(state: State, side: Side) -> Eyes:
    units = tuple(unit for unit in state.units if unit.in_play and is_own(state, side.key, unit))
    since = max(1, state.turn - 1)
    met = {c.unit for own in units for c in (*own.under_fire, *own.fought) if c.turn >= since}
    met = {ref for ref in met if (other := state.find(ref)) is not None and side.key not in other.lost_by}
    return Eyes(units, tuple(looking(state, unit, unit.fit) for unit in units), frozenset(met))


def _observed(state: State, side: Side, known: Knowledge) -> Knowledge:
    others = [unit for unit in state.units if unit.in_play and not is_own(state, side.key, unit)]
    eyes = _eyes_of(state, side)
    present = [
        Present(unit.id, _rounded(here), unit.facing, str(unit.strength))
        for unit in others
        if (here := middle(unit.present)) is not None
    ]
    measured = {unit.id for unit in others if not unit.concealed and _seen(state, side.key, eyes, unit)}
    gone = {unit.id for unit in state.units if not unit.in_play}
    fallen = {glimpse.unit for glimpse in known.now if glimpse.unit in gone}
    empty = {g.unit for g in (*known.now, *known.lost) if g.unit not in measured and _empty(state, eyes.units, g.point)}
    return observe(known, present, measured, state.turn, watched=empty | fallen)


def _seen(state: State, side: SideId, eyes: Eyes, target: Unit) -> bool:
    """Whether the side sees a unit that lies under no marker: by the umpire's word, because it was spotted, fired at
    the side or fought it (this turn or the last), because a dog has found it, or in the line of sight of one of its men
    who looks that way or is within 4 inches. BG-VI.2.1a, BG-VIII.1.2a, BG-XIII.7.1a, BG-R29, BG-R130, BG-R183."""
    if state.board is None:
        return False
    words = [facts.ruled(state, facts.SPOTTED, unit.id, target.id) for unit in eyes.units] if state.ruled else []
    if True in words or any(s.side == side and s.until >= state.turn for s in target.spotted):
        return True
    if target.id in eyes.contacts or any(scents(unit, target) for unit in eyes.units):
        return True
    lookers = [men for men, word in zip_longest(eyes.men, words) if word is not False]
    return in_view(state.board, lookers, shown(state, target.present), standing(state))


def _empty(state: State, eyes: Sequence[Unit], point: Point) -> bool:
    """Whether a man of the side is within 4 inches of the place and sees it, and so would see who still stood there. It
    depends on the place alone, so that it gives away nobody who hides there."""
    near = [(unit, [f for f in unit.fit if f.at is not None and between(f.at, point) <= NEAR]) for unit in eyes]
    lookers = [looking(state, unit, men) for unit, men in near if men]
    if not lookers or state.board is None:
        return False
    seen = shown(state, [Figure("last seen", 0, "", "", "", at=point)])
    return in_view(state.board, lookers, seen, standing(state))


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


# ── Without fog ───────────────────────────────────────────────────────────────────────────────────────────────────


def _remembered(state: State, side: Side, known: Knowledge, events: Sequence[Event]) -> Knowledge:
    """Where those are remembered who stood on the table and have been concealed since."""
    fresh = [*known.lost, *_concealed(state, side, events)]
    if not fresh:
        return known
    eyes = [unit for unit in state.units if unit.in_play and is_own(state, side.key, unit)]
    hidden = {unit.id for unit in state.units if unit.concealed and unit.in_play}
    lost = {g.unit: g for g in fresh if g.unit in hidden and not (g in known.lost and _empty(state, eyes, g.point))}
    return replace(known, now=(), lost=tuple(lost[unit] for unit in sorted(lost)))


def _concealed(state: State, side: Side, events: Sequence[Event]) -> Iterator[Glimpse]:
    """Who is concealed in the first turn has deployed hidden and is not remembered."""
    for event in events:
        if isinstance(event, UnitConcealed) and state.turn > 1:
            unit = state.unit(event.unit)
            here = middle(unit.present)
            if here is not None and not is_own(state, side.key, unit):
                yield Glimpse(unit.id, _rounded(here), unit.facing, state.turn, str(unit.strength))
