"""The morale phase, in the order of BG-R124: routed units rally, reload markers go, then the major, critical and pinned
checks, army first, then insurgents, then civilians, each in roster order. VII.3.d, XII.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from rules.book_and_gun.actions.battle import CallMoraleTest
from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.book import morale
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import PhaseStepDone
from rules.book_and_gun.events.combat import MoraleChanged, MoraleTested, SideImmobile
from rules.book_and_gun.events.fire import ReloadMarked
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.play.morale import portions
from rules.book_and_gun.play.morale.nerve import noted
from rules.book_and_gun.play.morale.rally import attempt
from rules.book_and_gun.play.morale.retreat import become_shaken
from rules.book_and_gun.play.morale.rout import become_routed, remove
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import find_unit, require_settled
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation

SIDES = (ARMY, INSURGENTS, CIVILIANS)
"""BG-R124."""


def judge_morale(state: State, action: CheckMorale, by: Actor) -> tuple[str, ...]:
    """The units in play, in the order in which they are checked. BG-R124."""
    return tuple(unit.id for unit in _units(state))


def check_morale(state: State, ready: tuple[str, ...], chance: Chance) -> list[Event]:
    """The whole phase. BG-VII.3.d.1 to BG-VII.3.d.3, BG-XII.1.1, BG-R124."""
    course = Course(state, chance)
    _rally_routed(course)
    _rally_by_house_rule(course)
    _reload(course)
    pinned = [unit_id for unit_id in ready if course.unit(unit_id).morale is Morale.PINNED]
    _major_checks(course)
    _critical_checks(course)
    _pinned_checks(course, pinned)
    course.note(PhaseStepDone(step=Phase.MORALE.value))
    return course.events


def _units(state: State) -> Iterator[Unit]:
    """All units in play in the order in which they are checked. BG-R124."""
    for side in SIDES:
        yield from (unit for unit in state.units_of(side) if unit.in_play)


# ── Before the checks ─────────────────────────────────────────────────────────────────────────────────────────────


def _rally_routed(course: Course) -> None:
    """Units that routed in an earlier turn: rallied they are shaken where they stand, else they are gone.

    BG-VII.3.d.1, BG-XII.2.3b, BG-R53.
    """
    for unit in list(_units(course.state)):
        routed = unit.morale is Morale.ROUTED and unit.morale_turn < course.state.turn
        if routed and not attempt(course, unit.id, "BG-VII.3.d.1", "BG-XII.2.3b"):
            remove(course, unit.id, "failed to rally", "BG-XII.2.3b")


def _rally_by_house_rule(course: Course) -> None:
    """Where the house reads XII.2.1 and XII.2.2 to the letter: shaken and pinned units of earlier turns roll Rally now;
    a failure leaves them as and where they are. BG-XII.2.1, BG-XII.2.2, BG-R48, BG-R49."""
    letter = {
        Morale.SHAKEN: switch(course.state, "shaken-rally") == "end-of-turn-stand",
        Morale.PINNED: switch(course.state, "pinned-recovery") == "rally-only",
    }
    for unit in list(_units(course.state)):
        if letter.get(unit.morale) and unit.morale_turn < course.state.turn:
            attempt(course, unit.id, "BG-XII.2.1" if unit.morale is Morale.SHAKEN else "BG-XII.2.2")


def _reload(course: Course) -> None:
    """One reload marker goes from every weapon that has not fired or moved in this turn. BG-VII.3.d.2, BG-X.2.4b,
    BG-R83."""
    turn = course.state.turn
    for unit in list(_units(course.state)):
        if unit.moved_turn == turn:
            continue
        for figure in unit.figures:
            for weapon, markers, fired in figure.reload:
                if markers and fired < turn and figure.fit:
                    course.note(
                        ReloadMarked(
                            unit=unit.id,
                            figure=figure.id,
                            weapon=weapon,
                            markers=markers - 1,
                            citations=("BG-VII.3.d.2", "BG-R83"),
                        )
                    )


# ── The checks ────────────────────────────────────────────────────────────────────────────────────────────────────


def _major_checks(course: Course) -> None:
    """Each side that has lost its commander-in-chief; a failure makes it immobile in the coming turn.

    BG-XII.1.2b, BG-XII.1.21a, BG-XII.1.21b.
    """
    for key in SIDES:
        if any(s.key == key and s.commander_lost_turn for s in course.state.sides) and _stands(course.state, key):
            _major_check(course, key, "BG-XII.1.2b")


def _stands(state: State, side: SideId) -> bool:
    """Whether anybody of the side is left to be tested."""
    return any(unit.fit for unit in state.units_of(side) if unit.in_play)


def _major_check(course: Course, side: SideId, *citations: str) -> None:
    rolled = morale.major(side_name(side), course.chance, options=course.state.options)
    course.note(
        MoraleTested(
            chart=rolled.subject,
            side=side,
            unit=None,
            leader=None,
            top=rolled.limit,
            dice=rolled.dice,
            passed=rolled.passed,
            draws=course.chance.taken(),
            citations=citations,
        )
    )
    if not rolled.passed:
        course.note(SideImmobile(side=side, turn=course.state.turn + 1, citations=("BG-XII.1.21b",)))


def _critical_checks(course: Course) -> None:
    """Every unit below half of its strength, or shaken and hit in this turn, a separated group of it on its own; routed
    units are not checked, nor leaders who belong to no unit. BG-XII.1.3a, BG-XII.1.3b, BG-XII.1.31a, BG-XII.1.32,
    BG-R55, BG-R56, BG-R194."""
    for unit in list(_units(course.state)):
        hit = unit.morale is Morale.SHAKEN and unit.hit_while_shaken_turn == course.state.turn
        fit, original = portions.strength(course.state, unit)
        due = morale.critical_due(fit, original, hit_while_shaken=hit, options=course.state.options)
        if due and testable(unit):
            for name, after in portions.each(course, unit, partial(_critical_roll, course, "BG-XII.1.3a", "BG-R55")):
                _critical_result(course, name, after)


def testable(unit: Unit) -> bool:
    """Routed units are past testing, a leader who belongs to no unit has no strength to lose, nobody checks aboard.
    BG-R134."""
    if not unit.in_play or not unit.fit or unit.aboard or unit.traits.kind == HOSTAGES:
        return False
    return unit.morale is not Morale.ROUTED and not unit.traits.independent


def _critical_roll(course: Course, cause: str, how: str, unit: Unit, group: Sequence[Figure] = ()) -> Morale:
    leader = leader_of(course.state, unit)
    rolled, after = morale.critical(
        side_name(unit.side), unit.morale, course.chance, leader=leader is not None, options=course.state.options
    )
    noted(course, unit, rolled, leader, (cause, how), _apart(group))
    return after


def _apart(group: Sequence[Figure]) -> tuple[Fact, ...]:
    return (Fact("separated group", len(group), Source.MEASURED, "figures"),) if group else ()


def _critical_result(course: Course, unit_id: str, after: Morale) -> None:
    if after is Morale.ROUTED:
        become_routed(course, unit_id, "failed its critical check", "BG-XII.1.31a", "BG-R56")
    elif after is not course.unit(unit_id).morale:
        course.note(
            MoraleChanged(unit=unit_id, morale=after, reason="critical check", citations=("BG-XII.1.31a", "BG-R56"))
        )


def _pinned_checks(course: Course, pinned: list[str]) -> None:
    """Units that were pinned when the checks began, and still are, a separated group on its own: free, pinned or
    shaken. BG-XII.1.4, BG-XII.1.41a, BG-R49, BG-R59, BG-R194."""
    if switch(course.state, "pinned-recovery") == "rally-only":
        return
    for unit in [u for u in _units(course.state) if u.id in pinned or u.home in pinned]:
        if unit.morale is Morale.PINNED and unit.fit:
            for name, after in portions.each(course, unit, partial(_pinned_roll, course)):
                _pinned_result(course, name, after)


def _pinned_roll(course: Course, unit: Unit, group: Sequence[Figure] = ()) -> Morale:
    leader = leader_of(course.state, unit)
    rolled, after = morale.pinned(
        side_name(unit.side), course.chance, leader=leader is not None, options=course.state.options
    )
    noted(course, unit, rolled, leader, ("BG-XII.1.4", "BG-R49"), _apart(group))
    return after


def _pinned_result(course: Course, unit_id: str, after: Morale) -> None:
    if after is Morale.STEADY:
        course.note(MoraleChanged(unit=unit_id, morale=after, reason="no longer pinned", citations=("BG-XII.1.41a",)))
    elif after is Morale.SHAKEN:
        become_shaken(course, unit_id, "failed its pinned check", "BG-XII.1.41a", "BG-R59")


# ── By the scenario's word ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Called:
    """A check that has been called: of a side on the major row, or of these units on the critical one. `alone`: it is
    one unit's."""

    test: Literal["critical", "major"]
    side: SideId
    units: tuple[str, ...]
    alone: bool


def judge_called_test(state: State, action: CallMoraleTest, by: Actor) -> Called:
    """Raises RuleViolation: a question or a close combat is open, neither unit nor side is named, nobody is left to
    test."""
    require_settled(state)
    unit = find_unit(state, action.unit) if action.unit is not None else None
    side = action.side or (unit.side if unit is not None else None)
    if side is None or (unit is not None and unit.side != side):
        raise RuleViolation(
            "who-tests", "It is not said who tests.", citation="BG-XII.1.1", remedy="Name a unit, or a side."
        )
    units = [unit] if unit is not None else list(state.units_of(side))
    called = tuple(each.id for each in units if testable(each))
    if not (_stands(state, side) if action.test == "major" else called):
        raise RuleViolation(
            "nobody-tests",
            "Nobody there can be tested: routed, fallen or not on the table.",
            citation="BG-XII.1.3a",
            remedy="Choose a unit that still stands.",
        )
    return Called(action.test, side, called, alone=len(units) == 1)


def call_morale_test(state: State, ready: Called, chance: Chance) -> list[Event]:
    """A check that the scenario demands, whatever the losses: a unit's or every unit's of a side on the critical row,
    a side's on the major one. The results are those of the morale phase. BG-XII.1.2b, BG-XII.1.21b, BG-XII.1.3a,
    BG-XII.1.31a, BG-R193."""
    course = Course(state, chance)
    if ready.test == "major":
        _major_check(course, ready.side, "BG-XII.1.21a", "BG-R193")
        return course.events
    for unit_id in ready.units:
        if testable(course.unit(unit_id)):
            # Whole, wherever its men stand: mid-turn a charge may hang on it.
            after = _critical_roll(course, "BG-XII.1.31a", "BG-R193", course.unit(unit_id))
            _critical_result(course, unit_id, after)
    return course.events
