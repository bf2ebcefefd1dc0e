"""Rally: a leader brings shaken, pinned and routed units back into hand. VIII.6, VIII.7."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import RallyUnit
from rules.book_and_gun.book import tables
from rules.book_and_gun.book.check import Check, check, side_name, state_penalty
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, on, switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import MoraleChanged
from rules.book_and_gun.play.ground.tabletop import within
from rules.book_and_gun.play.morale.nerve import tested
from rules.book_and_gun.play.morale.retreat import fall_back
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.leadership import RADIUS, leaders, own_leader
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer

# ── The roll ──────────────────────────────────────────────────────────────────────────────────────────────────────


def rally(side: SideName, morale: Morale, chance: Chance, *, own: bool, options: HouseRules = ()) -> Check:
    """1D6 on the rally chart; a pass rallies the unit from the state it is in.

    `own`: the unit's own leader is unhurt and within 6 inches; otherwise another leader there spends his attempt on
    it (without any leader there is no roll). BG-VIII.6.1c, BG-R47, BG-R52.
    """
    return check("rally", rally_limit(side, morale, own=own, options=options), chance)


def rally_limit(side: SideName, morale: Morale, *, own: bool, options: HouseRules = ()) -> Itemised:
    """The highest D6 that rallies. The unit's own state lowers it only by house rule (BG-R52)."""
    words = f"{side} rally, {'has leader' if own else 'no leader'}"
    items = (Item(tables.rally_number(side, has_leader=own), words, "BG-VIII.6.1c"),)
    if on(options, "state-penalty-on-recovery"):
        items += state_penalty(morale)
    return Itemised(items)


# ── Who rallies ───────────────────────────────────────────────────────────────────────────────────────────────────


def rallier(state: State, unit: Unit, *, declared: bool | None = None) -> tuple[Figure | None, bool]:
    """The leader who may spend his one attempt of the turn on the unit, and whether he is its own.

    Its own leader rallies it even when he has routed with it. `declared`: a leader is within 6 inches, by the
    player's word. BG-VIII.6.1a, BG-VIII.6.1b, BG-R47.
    """
    word = facts.ruled(state, facts.LEADER_NEAR, unit.id)
    said = declared if word is None else word
    if said is False:
        return None, False
    own = _own(state, unit)
    if own is not None and own.rally_turn != state.turn:
        return own, True
    for home, leader in leaders(state, unit.side):
        near = within(leader, unit.present, RADIUS) or (said is True and leader.at is None)
        if home.id != unit.id and near and leader.rally_turn != state.turn:
            return leader, False
    return None, False


def _own(state: State, unit: Unit) -> Figure | None:
    if unit.morale is not Morale.ROUTED:
        return own_leader(state, unit)
    leader = next((f for f in unit.figures if f.traits.leader and f.fit), None)
    others = [f for f in unit.present if leader is not None and f.id != leader.id]
    return leader if leader is None or not others or within(leader, others, RADIUS) in (True, None) else None


def attempt(course: Course, unit_id: str, *citations: str, declared: bool | None = None) -> bool:
    """One attempt to rally; the unit's new state if it succeeds: steady, or shaken if it was routed.

    Without a leader it fails without a roll (house rule: rolled in the column without leader). BG-VIII.6.1c, BG-R47.
    """
    unit = course.unit(unit_id)
    leader, own = rallier(course.state, unit, declared=declared)
    if leader is None and switch(course.state, "rally-without-leader") == "fails":
        return False
    rolled = rally(side_name(unit.side), unit.morale, course.chance, own=own, options=course.state.options)
    tested(course, unit, rolled, leader, "BG-VIII.6.1c", *citations)
    if rolled.passed:
        after = Morale.SHAKEN if unit.morale is Morale.ROUTED else Morale.STEADY
        course.note(MoraleChanged(unit=unit_id, morale=after, reason="rallied", citations=citations))
    return rolled.passed


# ── In the movement phase ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Rallying:
    """A unit that is about to be rallied. `leader`: who would do it, `own`: whether he is its own; `declared`: a leader
    is near, by the player's word."""

    unit: Unit
    leader: Figure | None
    own: bool
    declared: bool | None


def judge_rally(state: State, action: RallyUnit, by: Actor) -> Rallying:
    """Raises RuleViolation when it is not the unit's card, for a unit in good order, and for a pinned one without a
    leader near. BG-VIII.6.1a, BG-VIII.7.1."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    leader, own = rallier(state, unit, declared=action.leader_near)
    if unit.morale not in (Morale.SHAKEN, Morale.PINNED):
        raise RuleViolation(
            "nothing-to-rally",
            f"{unit.name} is {unit.morale.value}.",
            citation="BG-VIII.6.1a",
            remedy="Rally shaken or pinned units.",
        )
    if unit.morale is Morale.PINNED and leader is None:
        raise RuleViolation(
            "no-leader-near",
            f"No leader with an attempt left is within {RADIUS:g} inches of {unit.name}.",
            citation="BG-VIII.6.1a",
            remedy="Bring a leader up, or wait for the pinned check of the morale phase.",
        )
    return Rallying(unit, leader, own, action.leader_near)


def rally_unit(state: State, ready: Rallying, chance: Chance) -> list[Event]:
    """A shaken unit tries to rally on its card; a leader tries to free a pinned one.

    Success: it may move normally on this card. Failure: the shaken unit goes 4D6 inches back and its chance is spent,
    the pinned one stays as it is and has had its chance. BG-VII.3.a.2, BG-VIII.7.1, BG-VIII.7.3a, BG-VIII.7.3b,
    BG-R48, BG-R49, BG-R176.
    """
    course = Course(state, chance)
    unit = ready.unit
    if unit.morale is Morale.SHAKEN:
        try_to_steady(course, unit.id, declared=ready.declared)
    elif not attempt(course, unit.id, "BG-R49", declared=ready.declared):
        course.note(activated(course.state, course.unit(unit.id), unit.present, declined=True))
    return course.events


def try_to_steady(course: Course, unit_id: str, *, declared: bool | None = None) -> bool:
    """What a shaken unit must do on its card: rally, or go back. BG-VIII.7.1, BG-VIII.7.3a, BG-VIII.7.3b."""
    if attempt(course, unit_id, "BG-VIII.7.3a", declared=declared):
        return True
    unit = course.unit(unit_id)
    course.note(activated(course.state, unit, unit.present))
    fall_back(course, unit_id)
    return False


def rallies(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve:
        return
    if unit.morale is Morale.SHAKEN:
        yield Offer(RallyUnit(unit=unit.id), "Try to rally", detail="failing that it goes 4D6 back")
    elif unit.morale is Morale.PINNED:
        yield Offer(RallyUnit(unit=unit.id), "Try to free it")
