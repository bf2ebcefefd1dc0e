"""Orders that need no rule of their own: to hold, to name the commander, to answer charges as standing orders say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun.actions.battle import Hold, HoldAll, NominateCommander, StandingAnswer
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import StandingSet
from rules.book_and_gun.play.morale.rally import try_to_steady
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.maneuver import march_off, setting_off
from rules.book_and_gun.play.turn.acting import acting, for_joker
from rules.book_and_gun.play.turn.leadership import needs_commander, nominated
from rules.book_and_gun.play.turn.readiness import fire_chances, movers
from rules.book_and_gun.play.turn.sequence import (
    CARD_PHASES,
    activated,
    claim,
    commands,
    eligible,
    independents,
    neutrals,
    own_figure,
    part_of_phase,
    require_free,
    require_phase,
)
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer

# ── Holding ───────────────────────────────────────────────────────────────────────────────────────────────────────


def hold(state: State, action: Hold, by: Actor) -> list[Event]:
    """The named unit, or one figure of it in the fire phase, has had its chance. BG-VIII.0.1b, BG-X.0.4, BG-R10.

    A shaken unit cannot hold: it must try to rally (BG-VIII.7.1). Fleeing civilians cannot either (BG-R129).
    """
    _require_cards(state)
    unit = claim(state, action.unit, by, state.phase, holding=True)
    if state.phase is Phase.MOVEMENT:
        require_free(state, unit)
        if must_flee(state, unit):
            raise RuleViolation(
                "must-flee",
                f"{unit.name} must run from the firing.",
                citation="BG-R129",
                remedy=("Use ", Move, ": it runs."),
            )
    figures = idle(state, unit)
    if action.figure is not None:
        figures = tuple(f for f in figures if f.id == action.figure)
        if not figures or state.phase is not Phase.FIRE:
            raise RuleViolation(
                "unknown-figure",
                f"{unit.name} has no such figure that could hold by itself.",
                citation="BG-X.0.4",
                remedy="Leave the figure out, or choose one that may still fire.",
            )
    return [activated(state, unit, figures, declined=True)]


def holds(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Who need not rally or run may hold, also on a joker that is not named yet."""
    unit = for_joker(state, unit_id) or acting(state, side, unit_id, state.phase)
    if unit is None:
        return
    moving = state.phase is Phase.MOVEMENT
    if not moving or unit.reserve or not (unit.morale is Morale.SHAKEN or must_flee(state, unit)):
        yield Offer(Hold(unit=unit.id), "Hold" if moving else "Hold fire")


def idle(state: State, unit: Unit) -> tuple[Figure, ...]:
    """The figures whose chance goes with one card when the unit holds: one group in the movement phase, all that
    are left in the fire phase."""
    if state.phase is Phase.FIRE:
        return fire_chances(state, unit)
    return next(iter(movers(state, unit).values()), ())


def _require_cards(state: State) -> None:
    if state.phase not in CARD_PHASES:
        require_phase(state, Phase.MOVEMENT)


def holders(state: State, by: Actor, *, whole_phase: bool) -> list[Unit]:
    """The units that hold together: as many as there are cards, or all of the sides that the actor commands."""
    where = part_of_phase(state)
    if where == "cards" and state.run is not None:
        units = [u for u in eligible(state, state.run.side) if commands(state, by, u.side)]
        return units if whole_phase else units[: state.run.left]
    waiting = neutrals(state) if where == "neutrals" else independents(state) if where == "leaders" else []
    return [u for u in waiting if commands(state, by, u.side)]


# ── Command ───────────────────────────────────────────────────────────────────────────────────────────────────────


def nominate_commander(state: State, action: NominateCommander, by: Actor) -> list[Event]:
    """Names the commander-in-chief in secret, once, before the first card. BG-IV.5, BG-R24."""
    unit, figure = own_figure(state, action.figure, by)
    side = state.side(unit.side)
    if state.phase is not Phase.SETUP or side.nominated:
        raise RuleViolation(
            "commander-fixed",
            "The commander-in-chief was settled before the first card.",
            citation="BG-IV.5",
            remedy="He cannot be changed in this battle.",
        )
    if not needs_commander(state, side):
        raise RuleViolation(
            "no-commander",
            f"{side.name} has fewer than three basic units and needs no commander-in-chief.",
            citation="BG-R24",
            remedy="Go on without one.",
        )
    if not figure.traits.leader or not figure.fit:
        raise RuleViolation(
            Why.NO_LEADER, f"{figure.name} isn't a leader.", citation="BG-IV.5", remedy="Choose one of your leaders."
        )
    return [nominated(side.key, figure.id, by_player=True)]


def standing_answer(state: State, action: StandingAnswer, by: Actor) -> list[Event]:
    """What the side answers to charges, to places left to it and to attacking aircraft, without being asked."""
    side: SideId | None = by.side
    if side is None or all(s.key != side for s in state.sides):
        raise RuleViolation("no-side", "Standing answers are given by a side.", remedy="Ask the player of that side.")
    if action.when_charged is None and action.when_won is None and action.at_aircraft is None:
        raise RuleViolation(
            "nothing-to-answer",
            "No standing answer was given.",
            remedy="Say what charged units or winners do, or who fires at attacking aircraft.",
        )
    before = state.side(side)
    return [
        StandingSet(
            side=side,
            when_charged=action.when_charged or before.when_charged,
            when_won=action.when_won or before.when_won,
            at_aircraft=action.at_aircraft or before.at_aircraft,
            audience=(side,),
        )
    ]


@dataclass(frozen=True, slots=True)
class Holding:
    """The units that hold together. `whole_phase`: on later cards, too."""

    units: tuple[str, ...]
    whole_phase: bool


def judge_hold_all(state: State, action: HoldAll, by: Actor) -> Holding:
    """Raises RuleViolation when nobody of the actor's could hold."""
    _require_cards(state)
    units = holders(state, by, whole_phase=action.whole_phase)
    if not units:
        raise RuleViolation("nobody-to-hold", "It is not your turn.", citation="BG-VII.2", remedy="Wait for your card.")
    return Holding(tuple(unit.id for unit in units), action.whole_phase)


def hold_all(state: State, ready: Holding, chance: Chance) -> list[Event]:
    """Units hold, one for each card of the run, or all for the rest of the phase; who must rally or flee does so.

    BG-VIII.0.1b, BG-X.0.4.
    """
    course = Course(state, chance)
    for unit_id in ready.units:
        while figures := idle(course.state, course.unit(unit_id)):
            if not ready.whole_phase and state.run is not None and course.state.run is None:
                return course.events
            _hold_or_must(course, unit_id, figures)
    return course.events


def _hold_or_must(course: Course, unit_id: str, figures: tuple[Figure, ...]) -> None:
    """Shaken units rally or go back (BG-VIII.7.1), civilians run from firing (BG-R129), the others hold."""
    state, unit = course.state, course.unit(unit_id)
    moving = state.phase is Phase.MOVEMENT
    if moving and unit.morale is Morale.SHAKEN and not try_to_steady(course, unit_id):
        return
    unit = course.unit(unit_id)
    if moving and must_flee(course.state, unit) is not None:
        march_off(course, setting_off(course.state, unit, figures, Move(unit=unit_id)))
    else:
        course.note(activated(course.state, unit, figures, declined=True))
