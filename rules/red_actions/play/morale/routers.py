"""Units that rout: attempts to rally, running on, weapons left behind, dispersing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Disperse
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.book import rallying as book
from rules.red_actions.book.kinds import Test
from rules.red_actions.book.morale import Doing, MoraleResult
from rules.red_actions.book.shooting import close_range
from rules.red_actions.course import Course
from rules.red_actions.events.morale import BasesLost, GunsLeft, Rallied, TrainFrightened
from rules.red_actions.events.turn import ActionDone, SegmentTaken
from rules.red_actions.pending.morale import LoseBases, PutMarkers, RunAway
from rules.red_actions.play.ground.layout import distance_to
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.play.morale.hesitation import hesitates
from rules.red_actions.play.morale.marking import holder_lost, officers_with, routs_at_once
from rules.red_actions.play.morale.numbers import ruled_for_tests, success
from rules.red_actions.play.morale.odds import passes
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds, markers_of, needed, will_rally
from rules.red_actions.play.morale.running_away import away
from rules.red_actions.play.morale.testing import roll_test
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Abandoned, Loss, Unit
from rules.seam.asking import Odds, Offer, Outcome, Prospect


@dataclass(frozen=True, slots=True)
class Attempt:
    unit: Unit
    run: bool


def pursuers_of(state: State, unit: Unit) -> tuple[book.Pursuer, ...]:
    """Enemies that pursued or followed it in this turn or the last. RA-R57"""
    if unit.rout is None:
        return ()
    found: list[book.Pursuer] = []
    for ref, turn in unit.rout.pursuers:
        enemy = state.find(ref)
        if enemy is not None and turn >= state.turn - 1 and not enemy.routing and enemy.at is not None:
            found.append(book.Pursuer(distance(state, enemy, unit), state.card(enemy).move))
    return tuple(found)


def judge_rout(state: State, action: RallyRout, by: Actor) -> Attempt:
    """RA-action.rally-rout, RA-rally.rout.1, RA-R57, RA-R98"""
    unit = require_segment(state, action.unit, by, routing=True, off_table=True)
    if unit.rails is not None and unit.rails.leaving:
        return Attempt(unit, False)
    if unit.rout is None:
        raise RuleViolation(
            "not-routing", f"{unit.name} is not routing.", citation="RA-action.rally-rout", remedy="Give it an order."
        )
    if not action.run:
        book.check_rally(state.card(unit), pursuers_of(state, unit), state.house)
    elif unit.rout.off_table:
        raise RuleViolation(
            Why.NOT_THERE,
            f"{unit.name} has left the table.",
            citation="RA-R114",
            remedy="Let it try to rally, its one chance.",
        )
    return Attempt(unit, action.run)


def carry_rout(state: State, attempt: Attempt, chance: Chance) -> Sequence[Event]:
    """Who has run off the table has this one chance. RA-rally.rout.2, RA-rally.rout.3, RA-morale.fail.rally-rout,
    RA-rally.crew.2, RA-misc.edge.2, RA-R58, RA-R114"""
    course = Course(state, chance)
    take(course, attempt.unit.id)
    unit = course.state.unit(attempt.unit.id)
    if attempt.run:
        course.push(RunAway(unit.id, _threat(unit)))
    elif unit.rails is not None:
        _rally_train(course, unit)
    elif not hesitates(course, unit.id, Doing.RALLY_ROUT):
        _attempt(course, unit)
    else:
        course.push(RunAway(unit.id, _threat(unit)))
    act_done(course, unit.id)
    return course.events


def _threat(unit: Unit) -> str:
    return unit.rout.threat or "" if unit.rout is not None else ""


def _rally_train(course: Course, unit: Unit) -> None:
    """One rally test in place of its move ends the duty to leave. RA-train.hits.4, RA-R98"""
    tried = roll_test(course, unit, Test.RALLY, "to stay on the table", citation="RA-train.hits.4")
    if tried.tested.passed:
        course.happen(TrainFrightened(unit=unit.id, leaving=False, citations=("RA-R98",)))


def _attempt(course: Course, unit: Unit) -> None:
    rout = unit.rout
    assert rout is not None
    card, house = course.state.card(unit), course.house
    tried = roll_test(course, unit, Test.RALLY, "to rally from rout", citation="RA-morale.trigger.rally-rout")
    after = book.after_attempt(card, tried.result, markers_of(unit), rout.attempts == 0, house)
    if tried.result is MoraleResult.RALLIES:
        _rallies(course, unit)
    elif rout.off_table or tried.result is MoraleResult.REMOVED:
        why = "it does not come back" if rout.off_table else "it will not stand again"
        course.push(LoseBases(unit.id, len(unit.bases), "removed", reason=why, seniors=True, fire_or_combat=False))
    else:
        if after.leaves_weapons and not rout.abandoned:
            _leave_weapons(course, unit)
        more = after.markers.humiliated - unit.humiliated
        failed = (PutMarkers(unit.id, humiliated=more, reason="it has not rallied", check=False),) if more else ()
        course.push(*failed, RunAway(unit.id, _threat(unit)))


def _rallies(course: Course, unit: Unit) -> None:
    """It faces the enemy again; one that had left the table comes back next turn. Its markers are counted at once.
    RA-rally.rout.2, RA-evade.3, RA-R59, RA-R114, RA-rally.opt.delay"""
    state = course.state
    rout = unit.rout
    assert rout is not None
    turns = state.turn - rout.since + 1
    wait = book.delay(turns, state.house)
    back = state.turn + 1 if rout.off_table else 0
    facing = unit.facing if rout.off_table else (away(state, unit, _threat(unit)) + 180.0) % 360.0
    course.happen(
        Rallied(
            unit=unit.id,
            facing=facing,
            back=back,
            entry=unit.entry if back else None,
            holds=state.turn + wait if wait else 0,
            citations=("RA-rally.rout.2",),
        )
    )
    course.push(*routs_at_once(course.state, unit.id, _threat(unit)))


def _leave_weapons(course: Course, unit: Unit) -> None:
    """A team that has not rallied at once has left its weapons where the rout began. RA-rally.crew.2, RA-R60"""
    state = course.state
    rout = unit.rout
    assert rout is not None
    left = Abandoned(
        id=f"abandoned-{state.new_ids + 1}",
        what="weapons",
        unit=unit.id,
        side=unit.side,
        at=rout.began_at or unit.at or (0.0, 0.0),
        facing=unit.facing,
        bases=(),
    )
    course.happen(
        GunsLeft(unit=unit.id, name=unit.name, left=left, gone=False, citations=("RA-rally.crew.2", "RA-R60"))
    )


def weapons_left(state: State, unit: str) -> Abandoned | None:
    """The weapons that a team has left behind: until it has them again it has nothing to fire or fight with. RA-R60"""
    return next((left for left in state.abandoned if left.what == "weapons" and left.unit == unit), None)


def may_go_back(state: State, left: Abandoned) -> bool:
    """Whether no enemy has abandoned weapons within close shooting range or charge range. RA-rally.crew.3, RA-R60"""
    for enemy in state.enemies(left.side):
        card = state.card(enemy)
        reach = float(card.move) if card.charge else 0.0
        if not book.crew_goes_back(distance_to(state, enemy, left.at), close_range(card.range), reach):
            return False
    return True


def rout_odds(state: State, attempt: Attempt) -> Odds:
    if attempt.run:
        return Odds()
    unit = attempt.unit
    number = success(state, unit, Test.RALLY)
    doing = Doing.RALLY_ROUT
    chance = will_rally(state, unit, doing) if unit.rails is None else passes(number, state.light)
    rallied = Prospect("rallies", chance, Outcome("rallies", unit.id))
    waits = hesitation_odds(state, unit, doing) if unit.rails is None else ()
    ruled = (*ruled_for_tests(state, unit), *(hesitation_facts(state, unit, doing) if unit.rails is None else ()))
    return Odds(facts=(needed(number), *ruled), numbers=(number,), chances=(rallied, *waits))


def rout_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or (unit.rout is None and not (unit.rails is not None and unit.rails.leaving)):
        return
    label = "Try to stay" if unit.rails is not None else "Rally from rout"
    yield from if_lawful(state, RallyRout(unit=ref), judge_rout, side, label)
    if unit.rout is not None:
        yield from if_lawful(state, RallyRout(unit=ref, run=True), judge_rout, side, "Run on", "no attempt to rally")


# ── Dispersing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_disperse(state: State, action: Disperse, by: Actor) -> Sequence[Event]:
    """A routing unit with more humiliated markers than bases would rout again as soon as it rallied. RA-R59"""
    unit = require_segment(state, action.unit, by, routing=True, off_table=True)
    if unit.rout is None or unit.humiliated <= len(unit.bases):
        raise RuleViolation(
            "may-stand",
            f"{unit.name} can still rally and stand.",
            citation="RA-R59",
            remedy="Only routing units with more humiliated markers than bases disperse; let it rally or run.",
        )
    return disperse(state, unit)


def disperse(state: State, unit: Unit) -> Sequence[Event]:
    fallen, left = officers_with(state, unit, False)
    losses = tuple(Loss(base, unit.id, unit.side, "removed", state.turn) for base in unit.bases)
    gone = BasesLost(
        unit=unit.id,
        name=unit.name,
        losses=(*losses, *holder_lost(state, unit, "")),
        gone=True,
        officers=fallen,
        left=left,
        reason="it disperses",
        citations=("RA-R59",),
    )
    segment = state.segment
    begun = (SegmentTaken(unit=unit.id, side=unit.side),) if segment is not None and segment.unit is None else ()
    return (*begun, ActionDone(unit=unit.id), gone)


def disperse_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    if (unit := own(state, side, ref)) is not None and unit.rout is not None:
        yield from if_lawful(state, Disperse(unit=ref), judge_disperse, side, "Disperse", "it can never stand again")
