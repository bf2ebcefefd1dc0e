"""Turn or form, limber or unlimber. RA-action.extra.facing, RA-action.mount, RA-form.limber"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import Point as Spot

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.movement import Limber, TurnOrForm
from rules.red_actions.book.kinds import Arm, Trait, UnitFormation
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.movement import bar_formed, bar_forming_up, limbers, turning
from rules.red_actions.course import Course
from rules.red_actions.events.movement import LimberChanged, Turned
from rules.red_actions.play.ground.features import called
from rules.red_actions.play.ground.layout import Spots, area_at, depth_of, mixed, outline
from rules.red_actions.play.ground.lining import edges_near, lined
from rules.red_actions.play.ground.passage import require_room
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds
from rules.red_actions.play.movement.moving import set_out
from rules.red_actions.play.movement.planning import Plan, plan, require_mobile
from rules.red_actions.play.movement.surroundings import doing, route, threat
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.sight.knowledge import reveal_seen
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, beside, require_segment, take
from rules.red_actions.play.vehicles.veering import require_bearing
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.seam.asking import Odds, Offer
from rules.table.measure import bearing, step, turn

_FAR = 12.0
_QUARTER = 1.0
"""Degrees that a quarter turn may be off."""


@dataclass(frozen=True, slots=True)
class TurnReady:
    unit: Unit
    facing: float
    formation: UnitFormation
    formed: bool
    inches: float
    only_formed: bool
    whole: bool
    """Forming up out of mixed facings: its whole move. RA-move.5"""
    at: Point | None = None
    spots: Spots = ()


def judge_turn(state: State, action: TurnOrForm, by: Actor) -> TurnReady:
    """Beside its action; a unit whose bases face all ways takes its whole move to form up. RA-action.extra.facing,
    RA-move.4, RA-move.5, RA-form.cavalry.1, RA-form.cavalry.2, RA-R192"""
    only_formed = action.facing is None and action.formation is None
    unit = require_segment(state, action.unit, by, beside="" if only_formed else "facing")
    card = state.card(unit)
    if only_formed and action.formed is None:
        raise RuleViolation(Why.AS_IT_IS, "Nothing is to change.", remedy="Give a facing, a formation or both.")
    if unit.at is None or card.arm.train:
        raise RuleViolation("cannot-turn", f"{unit.name} cannot turn here.", remedy="Choose another action.")
    require_bearing(state, unit, (), action.facing)
    several = mixed(unit)
    formation = unit.formation if action.formation is None else UnitFormation(action.formation)
    facing = unit.facing if action.facing is None else action.facing % 360.0
    if not only_formed:
        require_nerve(state, unit, Doing.FACING)
    if formation is UnitFormation.LINING and not only_formed:
        return _lines_an_edge(state, unit, action)
    whole = several and formation is not UnitFormation.SQUARE
    at = _outside(state, unit, facing, formation) if action.outside else unit.at
    if whole or action.outside:
        _require_ground_kept(state, unit, at, facing, formation, just_outside=action.outside)
    if not only_formed:
        require_room(state, unit, (at, facing, formation))
    if not whole and len(unit.bases) > 1 and not _quarters(unit.facing, facing):
        raise RuleViolation(
            "quarter-turns",
            f"Where they stand, bases turn by 90 or 180 degrees: {unit.name} faces {unit.facing:g}.",
            citation="RA-move.4",
            remedy="Wheel instead: a Move to its own place with that facing.",
        )
    formed = unit.formed and formation is UnitFormation.LINE if action.formed is None else action.formed
    if formed:
        bar_formed(card.may_form, formation)
    turns = 0 if turn(unit.facing, facing) < _QUARTER else 1
    inches = turning(card.arm, turns, depth_of(card)) if not only_formed else 0.0
    return TurnReady(unit, facing, formation, formed, inches, only_formed, whole or action.outside, at)


def _lines_an_edge(state: State, unit: Unit, action: TurnOrForm) -> TurnReady:
    """Each base finds its place along the edge and looks out. RA-R270"""
    assert unit.at is not None
    found = lined(state, unit, unit.at, unit.facing if action.facing is None else action.facing)
    there = replace(unit, spots=found.spots, formation=UnitFormation.LINING)
    require_room(state, there, (found.at, found.facing, UnitFormation.LINING), outline(state, unit))
    return TurnReady(
        unit, found.facing, UnitFormation.LINING, False, 0.0, False, mixed(unit), found.at, found.spots
    )  # fmt: skip


def _outside(state: State, unit: Unit, facing: float, formation: UnitFormation) -> Point:
    """The first place ahead of it where all its bases are out of the woods and houses that it is in. RA-move.6"""
    assert unit.at is not None
    inside = [area for _, area in edges_near(state, unit.at) if area.distance(Spot(unit.at)) < 0.01]
    inches = 0.0
    while inches < _FAR:
        at = step(unit.at, facing, inches)
        if inside and not any(area_at(state, unit, at, facing, formation).intersects(area) for area in inside):
            return at
        inches += 0.1
    return unit.at


def _require_ground_kept(
    state: State, unit: Unit, at: Point, facing: float, formation: UnitFormation, *, just_outside: bool
) -> None:
    """It forms up on its middle, so that a base stays at least partly where one stood; or just outside the wood or
    house whose edge it lined. RA-move.5, RA-move.6, RA-R192, RA-R270"""
    kept = area_at(state, unit, at, facing, formation).intersection(outline(state, unit)).area > 0
    terrain = unit.formation is UnitFormation.LINING
    bar_forming_up(mixed=True, keeps_a_base=kept and not (just_outside and not terrain), by_terrain=terrain,
                   just_outside=just_outside)  # fmt: skip


def _quarters(one: float, other: float) -> bool:
    off = (other - one) % 90.0
    return min(off, 90.0 - off) <= _QUARTER


def carry_turn(state: State, ready: TurnReady, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    unit = ready.unit.id
    if ready.only_formed:
        take(course, unit)
    else:
        beside(course, unit, "facing")
        if hesitates(course, unit, Doing.FACING):
            return course.events
    course.happen(
        Turned(
            unit=unit,
            facing=ready.facing,
            formation=ready.formation,
            formed=ready.formed,
            inches=ready.inches,
            at=None if ready.at == ready.unit.at else ready.at,
            spots=ready.spots,
            audience=secret_to(ready.unit),
            citations=("RA-move.5",) if ready.whole else ("RA-action.extra.facing",),
        )
    )
    reveal_seen(course)
    if ready.whole:
        act_done(course, unit)
    return course.events


def turn_odds(state: State, ready: TurnReady) -> Odds:
    if ready.only_formed:
        return Odds()
    doing = Doing.FACING
    return Odds(hesitation_facts(state, ready.unit, doing), chances=hesitation_odds(state, ready.unit, doing))


def turn_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    """About, the formation that it has not, and towards the nearest enemy where a quarter turn does it."""
    unit = own(state, side, ref)
    if unit is None or unit.at is None or unit.routing or state.card(unit).arm.train:
        return
    foe = threat(state, unit)
    if foe is not None and foe.at is not None:
        off = bearing(unit.at, foe.at)
        best = min((unit.facing, unit.facing + 90, unit.facing - 90, unit.facing + 180), key=lambda f: turn(f, off))
        facing = off if len(unit.bases) == 1 else best
        if turn(facing, unit.facing) > 10:
            yield from if_lawful(
                state, TurnOrForm(unit=ref, facing=round(facing) % 360), judge_turn, side, f"Face {foe.name}"
            )
    if len(unit.bases) > 1:
        for formation, label in (("line", "Form line"), ("column", "Form column")):
            if unit.formation.value != formation:
                action = TurnOrForm.model_validate({"unit": ref, "formation": formation})
                yield from if_lawful(state, action, judge_turn, side, label)
        for feature, _ in list(edges_near(state, unit.at))[:1]:
            action = TurnOrForm.model_validate({"unit": ref, "formation": "along the edge"})
            yield from if_lawful(state, action, judge_turn, side, f"Line the edge of {called(feature)}")
    if state.card(unit).may_form:
        label = "Loosen the formation" if unit.formed else "Form boot to boot"
        yield from if_lawful(state, TurnOrForm(unit=ref, formed=not unit.formed), judge_turn, side, label)


# ── Limbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class LimberReady:
    unit: Unit
    facing: float
    doing: Doing
    plan: Plan | None = None


def judge_limber(state: State, action: Limber, by: Actor) -> LimberReady:
    """RA-action.mount, RA-horse-artillery, RA-form.limber"""
    unit = require_segment(state, action.unit, by)
    card = state.card(unit)
    if not limbers(card.arm):
        raise RuleViolation(
            "no-limbers",
            f"{unit.name} has no limbers." + (" Mortars and tachankas need none." if card.arm is not Arm.RIFLE else ""),
            citation="RA-form.limber",
            remedy="Move it or fire.",
        )
    facing = unit.facing if action.facing is None else action.facing % 360.0
    if not action.path:
        if unit.at is not None:
            require_room(state, unit, (unit.at, facing, unit.formation))
        require_nerve(state, unit, Doing.OTHER)
        return LimberReady(unit, facing, Doing.OTHER)
    if Trait.HORSE_ARTILLERY not in card.traits:
        raise RuleViolation(
            "no-horse-artillery",
            "Only horse artillery moves in the segment in which it limbers.",
            citation="RA-horse-artillery",
            remedy="Leave the way out.",
        )
    require_mobile(state, unit)
    assert unit.at is not None
    points = route(state, unit, unit.at, action.path)
    what = doing(state, unit, points)
    require_nerve(state, unit, what)
    return LimberReady(unit, facing, what, plan(state, unit, points, facing=action.facing, limbers_too=True))


def carry_limber(state: State, ready: LimberReady, chance: Chance) -> Sequence[Event]:
    """Off their limbers at the end of the move, on them before it. RA-horse-artillery"""
    course = Course(state, chance)
    unit = ready.unit
    take(course, unit.id)
    if hesitates(course, unit.id, ready.doing):
        return course.events
    if ready.plan is None or not unit.limbered:
        facing = ready.facing if ready.plan is None else unit.facing
        course.happen(
            LimberChanged(
                unit=unit.id, limbered=not unit.limbered, facing=facing, audience=secret_to(unit),
                citations=("RA-form.limber",),
            )
        )  # fmt: skip
    if ready.plan is not None:
        set_out(course, ready.plan, unlimber=unit.limbered)
    reveal_seen(course)
    act_done(course, unit.id)
    return course.events


def limber_odds(state: State, ready: LimberReady) -> Odds:
    return Odds(
        hesitation_facts(state, ready.unit, ready.doing), chances=hesitation_odds(state, ready.unit, ready.doing)
    )


def limber_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None or unit.routing or not limbers(state.card(unit).arm):
        return
    foe = threat(state, unit)
    facing = round(bearing(unit.at, foe.at)) % 360 if unit.limbered and foe is not None and foe.at is not None else None
    label = "Unlimber" if unit.limbered else "Limber up"
    yield from if_lawful(state, Limber(unit=ref, facing=facing), judge_limber, side, label)
