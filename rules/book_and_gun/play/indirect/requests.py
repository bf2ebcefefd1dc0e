"""Fire from off the board: what a side has of it, and the request by radio. X.13.2, X.14.1, X.14.4, BG-R230."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun.actions.indirect import RequestFire
from rules.book_and_gun.book import signals
from rules.book_and_gun.events.indirect import FireRequested
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.indirect.nets import in_touch, off_board_set
from rules.book_and_gun.play.indirect.observers import OBSERVERS, seeing
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import own_unit, require_card, require_phase
from rules.book_and_gun.state import State
from rules.book_and_gun.support import FireRequest, OffBoard
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.every_die import every_die
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Point
from rules.table.measure import tidy
from rules.table.reference import Surroundings, place

KINDS: tuple[OffBoard, ...] = ("artillery", "heavy mortar", "air strike")
GUIDED: tuple[OffBoard, ...] = ("artillery", "air strike")
"""What rides a laser beam, or comes down by coordinates. BG-X.14.1, BG-X.14.2."""


# ── What there is ────────────────────────────────────────────────────────────────────────────────────────────────


def missions_left(state: State, side: SideId, what: OffBoard) -> int:
    """How many missions of a kind the side has left: those that its units have brought, less those that fell.
    BG-R230."""
    brought = sum(number for unit in state.units_of(side) for kind, number in unit.traits.missions if kind == what)
    return brought - sum(each.number for each in state.missions if (each.side, each.what) == (side, what))


def message_of(state: State, unit: Unit) -> FireRequest | None:
    """The unit's try of this turn."""
    return next((each for each in state.messages if each.unit == unit.id and each.turn == state.turn), None)


def callers(state: State, unit: Unit) -> list[Figure]:
    """Who of the unit may ask for fire and correct it: unhurt leaders and observers who can reach a set that talks to
    those off the board. BG-X.14.4, BG-X.14.5, BG-R230."""
    if unit.morale is Morale.ROUTED:
        return []
    able = [f for f in unit.fit if f.traits.leader or f.role.casefold() in OBSERVERS]
    return [caller for caller in able if _has_contact(state, unit, caller)]


def _has_contact(state: State, unit: Unit, caller: Figure) -> bool:
    sets = [
        figure
        for home in state.units_of(unit.side)
        if home.in_play and home.morale is not Morale.ROUTED
        for figure in home.fit
        if off_board_set(figure)
    ]
    return any(in_touch(state, unit, caller, figure) for figure in sets)


def _operator(unit: Unit) -> bool:
    """Its own RTO, unhurt. BG-X.14.4."""
    return any(f.role.casefold() == "rto" or f.traits.radio == "platoon" for f in unit.fit)


# ── The request ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Asking:
    """A request before its die. `least`: what the die and the RTO must come to."""

    unit: Unit
    caller: Figure
    what: OffBoard
    operator: bool
    under_fire: bool
    lit: Point | None


def judge_request(state: State, action: RequestFire, by: Actor) -> Asking:
    """Raises RuleViolation: not the movement phase, no card, tried already, none left, nobody with a set, a beam that
    nobody could point or the round could not ride. BG-X.14.1, BG-X.14.4, BG-R106, BG-R230."""
    unit = own_unit(state, action.unit, by)
    require_phase(state, Phase.MOVEMENT)
    require_card(state, unit)
    if message_of(state, unit) is not None:
        raise RuleViolation(
            "asked-already",
            f"{unit.name} has sent its message of this turn.",
            citation="BG-X.14.4",
            remedy="Try again next turn, or let another unit ask.",
        )
    pending = sum(
        message.arrived and message.what == action.what and state.unit(message.unit).side == unit.side
        for message in state.messages
        if message.turn == state.turn
    )
    if missions_left(state, unit.side, action.what) <= pending:
        raise RuleViolation(
            "no-missions",
            f"No mission of {action.what} is left for {unit.name}'s side.",
            citation="BG-R230",
            remedy="Do without it, or ask for something else.",
        )
    able = callers(state, unit)
    if not able:
        raise RuleViolation(
            "no-contact",
            f"No leader or observer of {unit.name} reaches a radio that talks to those off the board.",
            citation="BG-X.14.4",
            remedy="Bring an RTO or a walkie-talkie near, or get onto a net with one.",
        )
    lit = _lit(state, unit, action) if action.lit is not None else None
    recent = any(contact.turn >= state.turn - 1 for contact in unit.under_fire)
    return Asking(unit, able[0], action.what, _operator(unit), recent, lit)


def _lit(state: State, unit: Unit, action: RequestFire) -> Point:
    """The place that a designator of the unit marks, in its clear line of sight. BG-X.14.1."""
    if action.what not in GUIDED:
        raise RuleViolation(
            "rides-no-beam",
            "A heavy mortar's round rides no laser beam.",
            citation="BG-X.14.1",
            remedy="Ask without lit, or for artillery or an air strike.",
        )
    pointers = [f for f in unit.fit if f.traits.laser_designator]
    board = state.board
    if not pointers or board is None:
        raise RuleViolation(
            "no-designator",
            f"{unit.name} has no laser designator that could mark a place.",
            citation="BG-X.14.1",
            remedy="Ask without lit.",
        )
    at = place(
        action.lit or "", Surroundings(board, pointers[0].at, unit.facing, known_places(state, board, unit.side))
    )
    at = tidy(at[0]), tidy(at[1])
    if seeing(state, unit, pointers, at) is None:
        raise RuleViolation(
            "not-observed",
            f"The designator of {unit.name} has no clear line of sight to that place.",
            citation="BG-X.14.1",
            remedy="Mark a place in sight, or ask without lit.",
        )
    return at


def request(state: State, ready: Asking, chance: Chance) -> list[Event]:
    """The try to get the message through. BG-X.14.4, BG-R106."""
    sent = signals.message(chance, under_fire=ready.under_fire, operator=ready.operator)
    return [
        FireRequested(
            unit=ready.unit.id,
            figure=ready.caller.id,
            what=ready.what,
            die=sent.die,
            total=sent.total,
            least=sent.least,
            arrived=sent.arrives,
            operator=ready.operator,
            under_fire=ready.under_fire,
            lit=ready.lit,
            audience=(ready.unit.side,),
            draws=chance.taken(),
            citations=("BG-X.14.4", "BG-R106", "BG-R230"),
        )
    ]


def request_odds(state: State, ready: Asking) -> Odds:
    """The chance that it arrives. BG-X.14.4."""

    def arrives(chance: Chance) -> bool:
        return signals.message(chance, under_fire=ready.under_fire, operator=ready.operator).arrives

    found = every_die(arrives)
    notes = (
        f"{ready.caller.name} asks, {'under fire' if ready.under_fire else 'not under fire'}",
        "1 more for the unit's own RTO" if ready.operator else "",
        f"{missions_left(state, ready.unit.side, ready.what)} left of {ready.what}",
    )
    arrived = Prospect("the request gets through", found.get(True, Fraction(0)), Outcome("arrives"))
    return Odds(chances=(arrived,), notes=tuple(note for note in notes if note))


def requests(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """What the unit whose card it is could ask for."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or state.board is None:
        return
    for what in KINDS:
        action = RequestFire(unit=unit.id, what=what)
        try:
            judge_request(state, action, Actor.player(unit.side))
        except RuleViolation:
            continue
        left = missions_left(state, unit.side, what)
        yield Offer(action, f"Request {ASKED[what]}", detail=f"{left} left")
        if what in GUIDED and any(f.traits.laser_designator for f in unit.fit):
            yield Offer(
                RequestFire.draft(unit=unit.id, what=what), f"Request {ASKED[what]}, laser on a place", needs=("lit",)
            )


ASKED: dict[OffBoard, str] = {"artillery": "artillery", "heavy mortar": "heavy mortars", "air strike": "an air strike"}
