"""Units that divide and combine: the whole turn of all who take part.

RA-action.divide, RA-divide.1 to RA-divide.3, RA-combine.1 to RA-combine.5
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.language.words import inches
from rules.red_actions.actions.command import Combine, Divide
from rules.red_actions.book import units as book
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.movement import card_move
from rules.red_actions.book.officers import who_commands
from rules.red_actions.course import Course
from rules.red_actions.events.command import Combined, Divided
from rules.red_actions.events.turn import MarkerPlaced
from rules.red_actions.pending.morale import RunAway
from rules.red_actions.play.ground.layout import depth_of, in_contact, spots_of
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.marking import routs_at_once
from rules.red_actions.play.officers.officer_effects import private, stiffened
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, own_unit, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit, straightened
from rules.seam.asking import Offer
from rules.table.measure import step


def part_of(state: State, unit: Unit) -> book.UnitPart:
    markers = book.Markers(unit.terror, unit.humiliated, unit.pinned)
    acted = not unit.ready(state.turn)
    return book.UnitPart(state.card(unit), len(unit.bases), markers, stiffened(state, unit), acted, unit.routing)


# ── Dividing ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Division:
    unit: Unit
    action: Divide
    markers: tuple[book.Markers, ...]


def _require_fresh(state: State, unit: Unit, citation: str) -> None:
    segment = state.segment
    done = segment is not None and segment.unit == unit.id and (segment.extras or segment.fired)
    if done or unit.rails is not None or unit.aboard or unit.in_wire:
        raise RuleViolation(
            "whole-turn",
            f"That takes the whole turn of {unit.name}, and it has done something or is not free to.",
            citation=citation,
            remedy="Do it in a turn in which the unit does nothing else.",
        )


def judge_divide(state: State, action: Divide, by: Actor) -> Division:
    """RA-divide.1, RA-divide.2, RA-divide.3, RA-R106, RA-R107"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    _require_fresh(state, unit, "RA-divide.3")
    goes, stays = action.bases, len(unit.bases) - action.bases
    markers = book.divide(part_of(state, unit), (stays, goes), state.house)
    if action.officer == "goes" and state.junior(unit.id) is None:
        raise RuleViolation(
            "no-officer", f"{unit.name} has no junior officer.", citation="RA-R106", remedy="Let him stay."
        )
    return Division(unit, action, markers)


def divide(state: State, ready: Division, chance: Chance) -> Sequence[Event]:
    """The part goes to the right of the rest, or behind it in column. RA-divide.2, RA-R107"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    state = course.state
    unit, (kept, given) = straightened(state.unit(ready.unit.id)), ready.markers
    goes = unit.bases[len(unit.bases) - ready.action.bases :]
    stays = unit.bases[: len(unit.bases) - ready.action.bases]
    here, there = _places(state, unit, len(stays), len(goes))
    number = state.new_ids + 1
    part = replace(
        unit,
        id=f"{unit.id}-part-{number}",
        name=ready.action.called.strip() or f"{unit.name}, part {number}",
        bases=goes,
        raised=len(goes),
        at=there,
        terror=given.terror,
        humiliated=given.humiliated,
        acted=state.turn,
        holder=None,
        holder_at=None,
        more_horses=(),
        herd=unit.herd or (unit.id if unit.horses else ""),
        marker=state.marker_count + 1 if unit.hidden is Concealment.MARKER else 0,
    )
    officer = state.junior(unit.id) if ready.action.officer == "goes" else None
    course.happen(
        Divided(
            unit=unit.id,
            terror=kept.terror,
            humiliated=kept.humiliated,
            at=here,
            part=part,
            officer=officer.id if officer is not None else "",
            audience=private(unit),
            citations=("RA-divide.1", "RA-divide.2", "RA-divide.3"),
        )
    )
    if part.hidden is Concealment.MARKER and part.at is not None:
        course.happen(MarkerPlaced(side=part.side, marker=part.marker, at=part.at, citations=("RA-seq.3",)))
    act_done(course, unit.id)
    course.push(*_checks(course.state, unit.id, part.id))
    return course.events


def _checks(state: State, *units: str) -> Iterator[RunAway]:
    """Markers rounded up may be more than the bases of a part. RA-R15"""
    for unit in units:
        yield from routs_at_once(state, unit, "")


def _places(state: State, unit: Unit, stays: int, goes: int) -> tuple[Point | None, Point | None]:
    """The middles of both parts, so that every base stands as near as may be to where it stood."""
    if unit.at is None:
        return None, None
    depth = depth_of(state.card(unit))
    if unit.formation in (UnitFormation.LINE, UnitFormation.COLUMN):
        spots = spots_of(unit.formation, stays + goes, depth)
        return _kept(state, _middle(unit, spots[:stays])), _kept(state, _middle(unit, spots[stays:]))
    width = max(spot[0] for spot in spots_of(unit.formation, stays, depth))
    other = max(spot[0] for spot in spots_of(unit.formation, goes, depth))
    return unit.at, _kept(state, step(unit.at, unit.facing + 90.0, width + other + 1.3))


def _kept(state: State, at: Point) -> Point:
    """On the table."""
    board = state.board
    return at if board is None else (min(max(at[0], 0.0), board.width), min(max(at[1], 0.0), board.depth))


def _middle(unit: Unit, spots: Sequence[tuple[float, float, float]]) -> Point:
    assert unit.at is not None
    right = sum(spot[0] for spot in spots) / len(spots)
    ahead = sum(spot[1] for spot in spots) / len(spots)
    return step(step(unit.at, unit.facing + 90.0, right), unit.facing, ahead)


def divide_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    """Halves; other shares and the officer's part by the form."""
    unit = own(state, side, ref)
    if unit is None or len(unit.bases) < 2:
        return
    action = Divide(unit=ref, bases=len(unit.bases) // 2)
    yield from if_lawful(state, action, judge_divide, side, "Divide in halves", "the whole turn")


# ── Combining ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Union:
    unit: Unit
    other: Unit


def judge_combine(state: State, action: Combine, by: Actor) -> Union:
    """RA-combine.1, RA-combine.3, RA-combine.4, RA-R128, RA-R216"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    other = own_unit(state, action.other, by)
    _require_fresh(state, unit, "RA-combine.3")
    _require_fresh(state, other, "RA-combine.3")
    moved = any(each.moved_turn == state.turn and each.moved > 0 for each in (unit, other))
    if other.id == unit.id or other.side != unit.side or moved or not in_contact(state, unit, other):
        raise RuleViolation(
            "not-in-contact",
            f"{unit.name} and {other.name} did not begin the turn in contact.",
            citation="RA-combine.1",
            remedy="Move them together now, and combine them next turn.",
        )
    if unit.mounts != other.mounts or unit.hidden is not other.hidden:
        raise RuleViolation(
            "cannot-combine",
            f"{unit.name} and {other.name} are not alike: mounted, on foot, or hidden.",
            citation="RA-combine.4",
            remedy="Combine units of the same troops in the same state.",
        )
    book.combine((part_of(state, unit), part_of(state, other)))
    if unit.mounts:
        _require_horses(state, unit, other)
    return Union(unit, other)


def _require_horses(state: State, unit: Unit, other: Unit) -> None:
    """Of units on foot: all can mount again, no more than a unit may be, and both have horses or neither. RA-R277"""
    card = state.cards.card(unit.mounts)
    horses = len(unit.horses) + len(other.horses)
    book.check_size(card, len(unit.bases) + len(other.bases) + horses)
    own, theirs = state.horses_of(unit), state.horses_of(other)
    if bool(own) is not bool(theirs):
        raise RuleViolation(
            "horses-lost", f"Of {unit.name} and {other.name} one has lost its horses.", citation="RA-R277",
            remedy="Let each fight on its own.",
        )  # fmt: skip
    place = _led_to(state, unit, other)
    far = max((math.dist(place, at) for _, at in other.horses if place is not None and at is not None), default=0.0)
    move = card_move(card.arm, card.mover, card.move, state.house)
    if far > move:
        raise RuleViolation(
            "horses-apart",
            f"The horses of {unit.name} and {other.name} stand {inches(far)} apart; they are led {move:g} in at most.",
            citation="RA-R277",
            remedy="Mount first and bring them together, or let each unit fight on its own.",
        )


def _led_to(state: State, unit: Unit, other: Unit) -> Point | None:
    """Where the horses of two units that combine on foot are led: to those of the unit that takes in the other."""
    return next((at for _, at in (*state.horses_of(unit), *other.horses) if at is not None), None)


def combine(state: State, ready: Union, chance: Chance) -> Sequence[Event]:
    """RA-combine.2, RA-combine.3, RA-combine.5"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    state = course.state
    unit, other = state.unit(ready.unit.id), state.unit(ready.other.id)
    commander, spare = _commander(course, unit, other)
    course.happen(
        Combined(
            unit=unit.id,
            other=other.id,
            other_name=other.name,
            at=_between(unit, other),
            formation=straightened(unit).formation,
            commander=commander,
            spare=spare,
            horses=_led_to(state, unit, other) if unit.mounts else None,
            audience=private(unit),
            citations=("RA-combine.1", "RA-combine.3", "RA-combine.5"),
        )
    )
    act_done(course, unit.id)
    course.push(*_checks(course.state, unit.id))
    return course.events


def _between(unit: Unit, other: Unit) -> Point | None:
    if unit.at is None or other.at is None:
        return unit.at
    a, b = len(unit.bases), len(other.bases)
    return ((unit.at[0] * a + other.at[0] * b) / (a + b), (unit.at[1] * a + other.at[1] * b) / (a + b))


def _commander(course: Course, unit: Unit, other: Unit) -> tuple[str, str]:
    """The higher in rank, between equals by lot. RA-combine.2"""
    state = course.state
    both = [officer for officer in (state.junior(unit.id), state.junior(other.id)) if officer is not None]
    if len(both) < 2:
        return (both[0].id if both else ""), ""
    first, second = both
    commands = who_commands((first.level, second.level), course.chance)
    return (first.id, second.id) if commands == 0 else (second.id, first.id)


def combine_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None:
        return
    for other in state.on_table(side):
        if other.card == unit.card and other.id != ref:
            action = Combine(unit=ref, other=other.id)
            yield from if_lawful(state, action, judge_combine, side, f"Combine with {other.name}", "the whole turn")
