"""Markers put on units, bases lost, surrenders, and the rout that may follow at once."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Arm, Test
from rules.red_actions.book.units import Markers, too_many
from rules.red_actions.course import Course
from rules.red_actions.events.morale import BasesLost, GaveUp, Marked
from rules.red_actions.pending.morale import LoseBases, PutMarkers, RunAway, Surrender, TakeTest
from rules.red_actions.play.officers.lost_with import staffs
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Base, Loss, Prisoners, Unit

TOO_MANY = "more markers than bases"


def step_mark(course: Course, task: PutMarkers) -> None:
    """RA-def.terror.1, RA-def.humiliated, RA-def.pinned, RA-rally.pinned.3, RA-R15, RA-R39, RA-R67, RA-R120"""
    unit = course.state.find(task.unit)
    if unit is None or not takes_markers(course.state, unit):
        course.done()
        return
    pinned = task.pinned and not unit.pinned and not unit.routing
    if task.terror or task.humiliated or pinned:
        course.happen(
            Marked(
                unit=unit.id,
                terror=task.terror,
                humiliated=task.humiliated,
                pinned=pinned,
                reason=task.reason,
                audience=secret_to(unit),
                citations=("RA-def.terror.1",),
            )
        )
        if course.house.choice("forfeit") == "any-status-change":
            lose_segment(course, unit.id, "its status has changed")
    course.done(*(routs_at_once(course.state, unit.id, task.threat) if task.check else ()))


def takes_markers(state: State, unit: Unit) -> bool:
    """Vehicles, trains and lone officers take none. RA-R67, RA-R120"""
    arm = state.card(unit).arm
    return not arm.vehicle and arm is not Arm.OFFICER


def routs_at_once(state: State, unit: str, threat: str) -> tuple[RunAway, ...]:
    """The rout of a unit with more markers than bases; nothing for one that routs already. RA-def.terror.1, RA-R15"""
    found = state.find(unit)
    if found is None or found.routing or not takes_markers(state, found):
        return ()
    many = too_many(len(found.bases), Markers(found.terror, found.humiliated, found.pinned))
    return (RunAway(unit, threat, TOO_MANY),) if many else ()


# ── Bases ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def going(state: State, unit: Unit, count: int, fire_or_combat: bool) -> tuple[Base, ...]:
    """Which bases go: in fire and combat an officers' base first, otherwise last of all. RA-char.stiffening.3,
    RA-R48"""
    by = state.card(unit).stiffened_by
    plain = [base for base in reversed(unit.bases) if base.card != by or not by]
    better = [base for base in reversed(unit.bases) if base.card == by and by]
    order = [*better, *plain] if fire_or_combat else [*plain, *better]
    return tuple(order[:count])


def officers_with(state: State, unit: Unit, seniors: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Officers who go with the last base of a unit, and senior officers' bases that stay. RA-R138, RA-R84"""
    own = [o for o in (state.junior(unit.id), state.senior(unit.id)) if o is not None]
    with_it = state.seniors_with(unit.id)
    lost = (*own, *with_it) if seniors else tuple(own)
    return tuple(o.id for o in lost), () if seniors else tuple(o.unit for o in with_it)


def holder_lost(state: State, unit: Unit, by: str) -> tuple[Loss, ...]:
    """Horses whose riders are no more are nobody's; those of parts that have divided off are theirs. RA-R212,
    RA-R277"""
    if state.sharing(unit.id):
        return ()
    return tuple(Loss(base, unit.id, unit.side, "removed", state.turn, by) for base, _ in unit.horses)


def step_lose_bases(course: Course, task: LoseBases) -> None:
    """The last base takes the unit with it, untested. RA-morale.trigger.base, RA-R37, RA-R138, RA-R81"""
    state = course.state
    unit = state.find(task.unit)
    if unit is None or task.count < 1:
        course.done()
        return
    bases = going(state, unit, task.count, task.fire_or_combat)
    gone = len(bases) == len(unit.bases)
    losses = tuple(Loss(base, unit.id, unit.side, task.how, state.turn, task.threat) for base in bases)
    fallen, left = officers_with(state, unit, task.seniors) if gone else ((), ())
    if gone:
        losses += holder_lost(state, unit, task.threat)
        if task.seniors:
            losses += staffs(state, unit, task.how, task.threat)
    heard = secret_to(unit)
    course.happen(
        BasesLost(
            unit=unit.id,
            name=unit.name,
            losses=tuple(replace(loss, unseen=heard is not None) for loss in losses),
            gone=gone,
            officers=fallen,
            left=left,
            reason=task.reason,
            audience=heard,
            citations=("RA-R138",) if gone else (),
        )
    )
    if gone:
        course.done()
        return
    fear = TakeTest(unit.id, Test.FEAR, "a base lost", task.threat, citation="RA-morale.trigger.base")
    course.done(*routs_at_once(course.state, unit.id, task.threat), *(fear for _ in range(task.tests)))


def step_surrender(course: Course, task: Surrender) -> None:
    """All its bases are prisoners, its officers captured without a die. RA-rout.3, RA-combat.result.w-surrenders,
    RA-R84"""
    unit = course.state.find(task.unit)
    if unit is not None:
        give_up(course, unit, task.to, len(unit.bases), task.reason)
    course.done()


def give_up(course: Course, unit: Unit, to: str, prisoners: int, reason: str, *, caught: bool = False) -> None:
    """So many bases are prisoners, the others destroyed; guns and vehicles are captured. RA-pursuit.6, RA-R88"""
    state = course.state
    captor = state.find(to)
    destroyed = len(unit.bases) - prisoners
    losses = tuple(Loss(base, unit.id, unit.side, "destroyed", state.turn, to) for base in unit.bases[:destroyed])
    rest = unit.bases[destroyed:]
    men = state.card(unit).arm
    held: Prisoners | None = None
    if men.artillery or men.vehicle or men is Arm.CART:
        losses += tuple(Loss(base, unit.id, unit.side, "captured", state.turn, to) for base in rest)
    elif rest and captor is not None:
        held = Prisoners(
            id=f"prisoners-{state.new_ids + 1}",
            unit=unit.id,
            side=unit.side,
            owner=captor.side,
            at=unit.at or captor.at or (0.0, 0.0),
            bases=rest,
            guard=captor.id,
        )
    else:
        losses += tuple(Loss(base, unit.id, unit.side, "captured", state.turn, to) for base in rest)
    fallen, _ = officers_with(state, unit, True)
    losses += holder_lost(state, unit, to) + staffs(state, unit, "captured", to)
    course.happen(
        GaveUp(
            unit=unit.id,
            name=unit.name,
            to=to,
            prisoners=held,
            losses=losses,
            officers=fallen,
            caught=caught,
            reason=reason,
            citations=("RA-pursuit.6", "RA-R88") if caught else ("RA-rout.3", "RA-R84"),
        )
    )
