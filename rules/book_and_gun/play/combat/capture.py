"""Capture: wounded men left to the enemy, who guards them, and what else may be taken. XI.5.2, XIII.1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rules.book_and_gun import facts
from rules.book_and_gun.actions.combat import Capture
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureCaptured
from rules.book_and_gun.events.combat import PrisonerFreed
from rules.book_and_gun.events.guns import GunTaken
from rules.book_and_gun.events.horses import HorsesTaken
from rules.book_and_gun.hounds import people
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.mounted import HORSE_ROLE
from rules.book_and_gun.play.ground.tabletop import BASE, are_enemies, fellows_seen, gap, known_enemies, within
from rules.book_and_gun.play.turn.sequence import claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Status, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation

HELD = 2.0
"""Inches within which a fit fellow keeps a wounded man from capture in close combat. BG-R64."""
NEAR = 6.0
"""The same anywhere else, and for equipment. BG-R135."""
PRISONERS = 5
"""How many one figure guards. BG-XI.5.2b."""
CONTACT = 0.25
"""Inches between bases that still count as contact: the unevenness of placing."""


# ── The rules on plain values ─────────────────────────────────────────────────────────────────────────────────────


def captured(*, enemy_in_contact: bool, owner_within: float | None) -> bool:
    """Whether equipment or a wounded figure is taken: a fit enemy is in contact and no fit figure of its owner is
    within 6 inches (`owner_within`: inches to the nearest, None if there is none). BG-XIII.1.1a, BG-R135."""
    return enemy_in_contact and (owner_within is None or owner_within > NEAR)


def may_ride(*, cavalry: bool, elite: bool) -> bool:
    """Only cavalry and elite troops may ride captured horses. BG-XIII.1.1b."""
    return cavalry or elite


def guards(prisoners: int) -> int:
    """Figures needed to guard so many prisoners. BG-XI.5.2b."""
    return math.ceil(prisoners / PRISONERS)


# ── In a battle ───────────────────────────────────────────────────────────────────────────────────────────────────


def capture(state: State, action: Capture, by: Actor) -> list[Event]:
    """A unit whose card it is takes a wounded enemy; its chance to move is not spent.

    What a board shows is taken by itself at the end of the close combat phase; this is for the word of the players,
    and for who will not wait. Raises RuleViolation when he is not to be taken. BG-XIII.1.1a, BG-XI.5.2b, BG-R135.
    """
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    if not on(state, "capture"):
        raise RuleViolation("no-capture", "This table plays without capture.", citation="BG-XIII.0", remedy="Move on.")
    owners = ((u, f) for u in known_enemies(state, unit) for f in u.present if f.id == action.figure)
    owner, figure = next(owners, (None, None))
    if owner is None or figure is None or figure.fit:
        raise RuleViolation(
            "nobody-to-capture",
            f"You see no wounded enemy “{action.figure}”.",
            citation="BG-XIII.1.1a",
            remedy="Choose a wounded enemy figure.",
        )
    require_on_foot((figure, *(unit.fit if unit.aboard else ())), "be in a capture")
    touched, _ = facts.fact(
        state,
        facts.IN_CONTACT,
        unit.id,
        owner.id,
        declared=action.in_contact,
        measured=lambda: _touching(state, unit, figure),
    )
    guarded, _ = facts.fact(
        state,
        facts.FELLOW_NEAR,
        owner.id,
        declared=action.fellow_near,
        measured=lambda: None if figure.at is None else _kept(state, owner, figure, unit.side, NEAR),
    )
    require_taken(figure.name, touched=touched, guarded=guarded)
    if not can_hold(state, unit):
        raise RuleViolation(
            "no-guard",
            f"{unit.name} has nobody left to guard him.",
            citation="BG-XI.5.2b",
            remedy="One figure guards up to five prisoners.",
        )
    return [FigureCaptured(unit=owner.id, figure=figure.id, captor=unit.id, citations=("BG-XIII.1.1a", "BG-R135"))]


def require_taken(name: str, *, touched: bool, guarded: bool) -> None:
    """Raises RuleViolation unless somebody touches the man or the vehicle of that name, and no fit fellow is within 6
    inches. BG-R135."""
    if not captured(enemy_in_contact=touched, owner_within=NEAR if guarded else None):
        why = "a fit fellow is within 6 inches" if touched else "none of the unit is in contact"
        raise RuleViolation(
            "not-captured",
            f"{name} cannot be taken: {why}.",
            citation="BG-R135",
            remedy="Drive them off." if touched else "Move into contact first.",
        )


def prisoners_of(state: State, captor: str) -> list[tuple[Unit, Figure]]:
    """Whom a unit holds, in roster order of their own side."""
    return [
        (unit, figure)
        for unit in state.units
        for figure in unit.figures
        if figure.status is Status.CAPTURED and figure.captor == captor
    ]


def can_hold(state: State, captor: Unit) -> bool:
    """Whether the unit has a guard for one more prisoner. BG-XI.5.2b."""
    return guards(len(prisoners_of(state, captor.id)) + 1) <= len(people(captor.fit))


def left_behind(course: Course, losers: Sequence[str], winners: Sequence[str]) -> None:
    """After a close combat: the losers' wounded whom nobody carries, with no fit fellow within 2 inches, are the
    winners' prisoners. BG-XI.5.2a, BG-XI.5.2b, BG-R64."""
    winner = next((course.unit(each).side for each in winners), "")
    for unit_id in losers:
        unit = course.unit(unit_id)
        carried = {f.carries for f in unit.fit}
        for figure in unit.figures:
            if figure.status is not Status.WOUNDED or figure.id in carried:
                continue
            if not _kept(course.state, unit, figure, winner):
                _take(course, unit_id, figure.id, winners, "BG-XI.5.2a", "BG-R64")


def take_prisoners(course: Course) -> None:
    """At the end of the close combat phase: prisoners without a guard go free, and wounded men with an enemy in
    contact and no fit fellow of their side within 6 inches are captured (optional, as all of chapter XIII).

    BG-XI.5.2b, BG-XIII.0, BG-XIII.1.1a, BG-R135.
    """
    _free_unguarded(course)
    _take_horses(course)
    _take_guns(course)
    if not on(course.state, "capture"):
        return
    for unit in course.state.units:
        for figure in unit.figures:
            if figure.status is not Status.WOUNDED or figure.at is None or figure.seat is not None:
                continue
            takers = [
                other
                for other in course.state.units
                if are_enemies(course.state, unit, other)
                and not other.aboard
                and _touching(course.state, other, figure)
            ]
            if takers and _is_left(course.state, unit, figure, takers[0]):
                _take(course, unit.id, figure.id, [each.id for each in takers], "BG-XIII.1.1a", "BG-R135")


def _take_horses(course: Course) -> None:
    """Led horses with no fit holder of theirs, an enemy in contact and no fit figure of their unit's side within 6
    inches are the enemy's. BG-XIII.1.1a, BG-XIII.1.1b, BG-R135, BG-R255."""
    state = course.state
    if not state.steeds or not on(state, "capture"):
        return
    for unit in state.units:
        found: dict[str, list[str]] = {}
        for horse in _untended(state, unit):
            taker = next((o for o in state.units if are_enemies(state, unit, o) and _beside(state, o, horse)), None)
            if taker is not None and _is_left(state, unit, horse, taker):
                found.setdefault(taker.id, []).append(horse.id)
        for captor, horses in found.items():
            course.note(
                HorsesTaken(unit=unit.id, steeds=tuple(horses), captor=captor, citations=("BG-XIII.1.1b", "BG-R135"))
            )


def _take_guns(course: Course) -> None:
    """A gun with an enemy in contact and no fit figure of its side within 6 inches is the enemy's. BG-XIII.1.1a,
    BG-R135, BG-R245."""
    if not on(course.state, "capture"):
        return
    for piece in course.state.pieces:
        state = course.state
        unit = state.unit(piece.unit)
        body = Figure(piece.id, 0, piece.name, "", "gun", at=piece.at)
        if piece.at is None or piece.destroyed or piece.tow or unit.reserve:
            continue
        taker = next((o for o in state.units if are_enemies(state, unit, o) and _beside(state, o, body)), None)
        if taker is not None and _is_left(state, unit, body, taker):
            course.note(GunTaken(unit=unit.id, gun=piece.id, captor=taker.id, citations=("BG-XIII.1.1a", "BG-R135")))


def _untended(state: State, unit: Unit) -> list[Figure]:
    held = {each.id for each in state.steeds if each.holder}
    return [
        Figure(each.id, 0, each.name, "", HORSE_ROLE, at=each.at)
        for each in state.led_by(unit.id)
        if each.id not in held and each.at is not None
    ]


def _beside(state: State, unit: Unit, horse: Figure) -> bool:
    return not unit.aboard and bool(_touching(state, unit, horse))


def _free_unguarded(course: Course) -> None:
    for captor in course.state.units:
        held = prisoners_of(course.state, captor.id)
        for unit, figure in held[len(people(captor.fit)) * PRISONERS :]:
            course.note(PrisonerFreed(unit=unit.id, figure=figure.id, citations=("BG-XI.5.2b",)))


def _take(course: Course, unit_id: str, figure: str, takers: Sequence[str], *citations: str) -> None:
    captor = next((t for t in takers if can_hold(course.state, course.unit(t))), None)
    if captor is not None:
        course.note(FigureCaptured(unit=unit_id, figure=figure, captor=captor, citations=(*citations, "BG-XI.5.2b")))


def _kept(state: State, unit: Unit, figure: Figure, side: SideId, reach: float = HELD) -> bool:
    """Whether a fit fellow is close enough whom that side sees. Without positions the wounded of a beaten unit are left
    behind. BG-R292"""
    return any(within(figure, other.fit, reach) for other in fellows_seen(state, unit, side))


def _touching(state: State, unit: Unit, figure: Figure) -> bool | None:
    """A dog takes nobody."""
    if not unit.in_play:
        return None
    hands = people(unit.fit)
    return passage.in_arms_reach(state.board, [figure], hands, CONTACT) if hands or not unit.fit else False


def _is_left(state: State, unit: Unit, figure: Figure, taker: Unit) -> bool:
    """Whether a man, horse or gun that an enemy touches is the enemy's: none of its own whom they see is near. BG-R135,
    BG-R292"""
    found = [gap([figure], other.fit) for other in fellows_seen(state, unit, taker.side)]
    known = [distance + 2 * BASE for distance in found if distance is not None]
    return captured(enemy_in_contact=True, owner_within=min(known, default=None))
