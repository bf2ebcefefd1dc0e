"""Concealment markers: the defender sets up unseen, lays markers and dummies, and what becomes of them. VI.3.

Who may do so is a matter of the scenario (switch "concealment"). His units are off the enemy's table until he has
finished; those in the open then stand there for all to see, the others lie under numbered markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.book_and_gun.actions.fire import FinishSetUp, PlaceDummy, SetUp
from rules.book_and_gun.book.spotting import NEAR
from rules.book_and_gun.events.battle import PhaseStepDone, UnitRevealed
from rules.book_and_gun.events.fire import DummyPlaced, MarkerMoved, MarkerRemoved, MarkersLaid, SheetWritten
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.engine.umpire import set_down
from rules.book_and_gun.play.explosives.laying import lays_beforehand
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import are_enemies, middle, places
from rules.book_and_gun.play.ground.terrain import ground_at
from rules.book_and_gun.play.sight.concealment import in_the_open
from rules.book_and_gun.play.sight.observation import marker_ref
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.play.turn.sequence import own_unit
from rules.book_and_gun.state import Marker, Side, State
from rules.book_and_gun.units import Figure, Ground, Phase, Unit
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.table.board import Board, Point
from rules.table.measure import between, to_edge
from rules.table.reference import Surroundings, place

TROOPS_FOR_A_DUMMY = 2
"""Markers that stand for troops for each dummy. BG-VI.3.2b."""


# ── Setting up ───────────────────────────────────────────────────────────────────────────────────────────────────


def step_of(side: SideId) -> str:
    """The phase step that says that a side has set up."""
    return f"set-up {side}"


def setting_up(state: State, side: Side) -> bool:
    """Whether the side still sets up in hiding. BG-VI.3.1a."""
    return state.phase is Phase.SETUP and side.conceals and step_of(side.key) not in state.phase_steps


def set_up(state: State, action: SetUp, by: Actor) -> list[Event]:
    """Places a unit of the defender on his half of the table, unseen. BG-VI.3.1a, BG-VI.3.2a, BG-R157."""
    unit = own_unit(state, action.unit, by)
    side = _defender(state, unit.side)
    events: list[Event] = set_down(state, unit, action.to, action.facing, knowing=side.key)
    board = state.board
    for event in events:
        if isinstance(event, UnitMoved) and board is not None:
            for placed in event.placed:
                _require_own_half(board, side, placed.at)
    return events


def placings(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Before the first card the defender places his units. BG-VI.3.1a."""
    unit = next((u for u in state.units if u.id == unit_id and u.side == side), None)
    if unit is not None and any(setting_up(state, own) for own in state.sides if own.key == side):
        yield Offer(SetUp.draft(unit=unit.id), f"Place {unit.name}", needs=("to",))


def place_dummy(state: State, action: PlaceDummy, by: Actor) -> list[Event]:
    """A dummy marker in concealing terrain: one for every two units that are in hiding. BG-VI.3.2a, BG-VI.3.2b."""
    side = _defender(state, _own_side(state, by))
    board = state.board
    if board is None:
        raise RuleViolation("no-board", "This battle has no board.", remedy="Leave concealment to the umpire.")
    hidden = sum(_in_hiding(state, unit) for unit in state.units_of(side.key))
    laid = sum(marker.side == side.key and not marker.unit for marker in state.markers)
    if (laid + 1) * TROOPS_FOR_A_DUMMY > hidden:
        raise RuleViolation(
            "too-many-dummies",
            f"{hidden} units are in hiding: {hidden // TROOPS_FOR_A_DUMMY} dummies are allowed.",
            citation="BG-VI.3.2b",
            remedy="Hide more units first.",
        )
    spot = place(action.to, Surroundings(board, None, 0.0, known_places(state, board, side.key)))
    _require_own_half(board, side, spot)
    if ground_at(board, spot) is Ground.CLEAR:
        raise RuleViolation(
            "no-cover",
            "A marker lies in brush, woods, rocks, a ditch, a building or the like.",
            citation="BG-VI.3.2a",
            remedy="Choose such a place.",
        )
    return [DummyPlaced(side=side.key, at=spot, audience=(side.key,), citations=("BG-VI.3.2b",))]


def finish_set_up(state: State, action: FinishSetUp, by: Actor) -> list[Event]:
    """Units in the open stand on the table; for the others markers are laid, numbered by their places, and the sheet
    says what stands under each. BG-VI.3.1a, BG-VI.3.2a, BG-VI.3.3."""
    key = _own_side(state, by)
    side = next((s for s in state.sides if s.key == key), None)
    if side is not None and not setting_up(state, side) and _still_lays(state, key):
        return [PhaseStepDone(step=step_of(key))]
    side = _defender(state, key)
    units = [unit for unit in state.units_of(side.key) if unit.in_play]
    hidden = [unit for unit in units if _in_hiding(state, unit)]
    lying = [(at, unit.id) for unit in hidden if (at := middle(unit.present)) is not None]
    lying += [(marker.at, "") for marker in state.markers if marker.side == side.key and not marker.unit]
    lying.sort()
    events: list[Event] = [
        UnitRevealed(unit=unit.id, reason="not in hiding", citations=("BG-VI.3.2a",))
        for unit in units
        if unit.concealed and unit not in hidden
    ]
    if lying:
        numbered = list(enumerate(lying, start=1))
        sheet = tuple((number, unit) for number, (_, unit) in numbered)
        laid = tuple((number, at) for number, (at, _) in numbered)
        events.append(SheetWritten(side=side.key, entries=sheet, audience=(side.key,), citations=("BG-VI.3.3",)))
        events.append(MarkersLaid(side=side.key, places=laid, citations=("BG-VI.3.2a",)))
    return [*events, PhaseStepDone(step=step_of(side.key))]


def _still_lays(state: State, key: SideId) -> bool:
    """Whether the side lays devices before the first card, and has not finished. BG-R235"""
    return state.phase is Phase.SETUP and lays_beforehand(state, key) and step_of(key) not in state.phase_steps


def _own_side(state: State, by: Actor) -> SideId:
    """The side that acts: the player's own, or for the umpire and the engine the one that sets up."""
    if by.role is Role.PLAYER and by.side is not None:
        return by.side
    return next((s.key for s in state.sides if setting_up(state, s) or _still_lays(state, s.key)), "")


def _defender(state: State, key: SideId) -> Side:
    side = next((s for s in state.sides if s.key == key), None)
    if side is None or not setting_up(state, side):
        raise RuleViolation(
            "no-set-up",
            "Only the side that sets up on the table may hide its troops, and only before the first card.",
            citation="BG-VI.3.1a",
            remedy="Move in the movement phase.",
        )
    return side


def _require_own_half(board: Board, side: Side, at: Point) -> None:
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}.get(side.edge)
    if opposite is not None and to_edge(board, at, side.edge) > to_edge(board, at, opposite) + 1e-6:
        raise RuleViolation(
            "not-your-half",
            f"{side.name} sets up on its own half of the table, the {side.edge}ern one.",
            citation="BG-R157",
            remedy="Choose a place nearer to your own edge.",
        )


def _in_hiding(state: State, unit: Unit) -> bool:
    return unit.concealed and bool(places(unit.present)) and not in_the_open(state, unit)


# ── Markers in the battle ────────────────────────────────────────────────────────────────────────────────────────


def markers_after(state: State, events: Sequence[Event]) -> list[Event]:
    """What these events, after which the state stands, do to the markers: those of troops go with them, dummies are
    found out by enemies with a line of sight within 4 inches. BG-VI.1.1b, BG-R139."""
    found: list[Event] = []
    moved = {event.unit for event in events if isinstance(event, UnitMoved)}
    for marker in state.markers:
        if not marker.number:
            continue
        if marker.unit:
            unit = state.unit(marker.unit)
            here = middle(unit.present)
            if unit.concealed and unit.id in moved and here is not None and between(here, marker.at) > 1e-3:
                found.append(MarkerMoved(number=marker.number, at=here, citations=("BG-VI.1.1b",)))
        elif _found_out(state, marker):
            found.append(MarkerRemoved(number=marker.number, reason="a dummy", citations=("BG-R139",)))
    return found


def _found_out(state: State, marker: Marker) -> bool:
    side = next((u for u in state.units if u.side == marker.side), None)
    lying = stand_in(marker)
    for unit in state.units:
        if side is None or not unit.in_play or not are_enemies(state, unit, side):
            continue
        near = [f for f in unit.fit if f.at is not None and between(f.at, marker.at) <= NEAR]
        if any(f.traits.dog and f.seat is None for f in near):
            return True
        eyes = watch(state, unit, near, [lying]) if near else None
        if eyes is not None and any(eyes.sees(f.id, lying.id) for f in near):
            return True
    return False


def stand_in(marker: Marker) -> Figure:
    """What is looked at when one looks at a marker."""
    return Figure(marker_ref(marker), marker.number, marker_ref(marker), "", "", at=marker.at)
