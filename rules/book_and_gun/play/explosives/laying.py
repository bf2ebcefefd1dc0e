"""Devices are laid: who may, where, and how long it takes. X.12.3 to X.12.8, XIII.3.1.

Whoever lays one stays where they are in that movement phase. The others hear nothing of it, and the card is not spent.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.hidden import next_ref
from rules.battle.umpire import table_of
from rules.book_and_gun.actions.devices import LayDevice, PlaceDevice
from rules.book_and_gun.book.explosives import PREPARING, STORES, Ability, LaidKind, require_able, spelled_kind
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.devices import DeviceLaid, DeviceWorked
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.blasts.blasting import breach_at
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import BASE, stunned
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import claim, find_figure, own_unit, require_mobile
from rules.book_and_gun.state import INSURGENTS, Side, State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import with_article
from rules.seam.asking import Offer
from rules.table.board import Board, Point
from rules.table.measure import between, to_edge
from rules.table.reference import Surroundings, place

BESIDE = 1.0
"""Inches from a figure within which it lays something. BG-R235"""
_HAIR = 1e-6
RULES: dict[LaidKind, tuple[str, ...]] = {
    "claymore": ("BG-X.12.3a",),
    "c4": ("BG-X.12.5", "BG-X.12.51"),
    "ied": ("BG-X.12.6", "BG-X.12.62a"),
    "booby trap": ("BG-X.12.62b", "BG-X.12.71b"),
    "land mine": ("BG-X.12.7",),
    "anti-vehicle mine": ("BG-X.12.71a",),
    "stakes": ("BG-X.12.8",),
    "shaped charge": ("BG-X.12.4",),
    "trip flare": ("BG-XIII.8.4",),
    "seismic sensor": ("BG-XIII.8.2",),
}


def ability_of(unit: Unit, figure: Figure) -> Ability:
    """What a figure was trained for: engineers, and every insurgent for what they improvise. BG-XIII.3.1, BG-R235."""
    if figure.traits.dog:
        return "none"
    if figure.traits.engineer:
        return "engineer"
    return "insurgent" if unit.side == INSURGENTS else "none"


def carried(unit: Unit, kind: LaidKind) -> int:
    """How many of a kind a unit still carries."""
    return int(getattr(unit.munitions, STORES[kind]))


# ── By the players ───────────────────────────────────────────────────────────────────────────────────────────────


def lay(state: State, action: LayDevice, by: Actor) -> list[Event]:
    """Lays a device, or goes on preparing one. Before the first card, where a side may, anywhere on its own half.

    Raises RuleViolation: no card, none left, nobody there who is able and has not moved, a place out of reach.
    BG-X.12.5, BG-X.12.6, BG-XIII.3.1, BG-X.12.71b, BG-R235."""
    board = _board(state)
    if state.phase is Phase.SETUP:
        return _beforehand(state, board, action, by)
    if action.device == "seismic sensor":
        raise RuleViolation(
            "noted-before",
            "Sensors are noted on the map before the game.",
            citation="BG-XIII.8.2",
            remedy="Lay them before the first card, or ask the umpire.",
        )
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    at, figure = _layer(state, board, unit, action)
    begun = _begun(state, unit, figure, action.device)
    if begun is not None:
        worked = DeviceWorked(
            device=begun.id, unit=unit.id, figure=figure.id, audience=(unit.side,), citations=("BG-X.12.51",)
        )
        return [worked]
    _require_carried(unit, action.device)
    _require_free_spot(state, unit.side, at)
    facing = figure.facing if action.facing is None else action.facing
    laid = _laid(state, unit, action.device, at, facing, figure.id, fuse=_fuse(state, action))
    _require_wall(state, laid.device)
    return [laid]


def _fuse(state: State, action: LayDevice) -> int:
    """The turn in which the fuse burns down. BG-X.12.4, BG-X.12.41"""
    if action.fuse is None:
        return 0
    if action.device != "shaped charge":
        raise RuleViolation(
            "no-fuse",
            f"Only shaped charges have a fuse, not a {action.device}.",
            citation="BG-X.12.41",
            remedy="Leave fuse out.",
        )
    return state.turn + action.fuse


def _require_wall(state: State, device: Device) -> None:
    if device.kind == "shaped charge" and breach_at(state, device) is None:
        raise RuleViolation(
            "no-wall",
            "No door or wall of a building is within 1 in of that place.",
            citation="BG-X.12.4",
            remedy="Go to the door or the wall that it is to open.",
        )


def _laid(
    state: State, unit: Unit, kind: LaidKind, at: Point, facing: float, layer: str, *, work: int = 1, fuse: int = 0
) -> DeviceLaid:
    device = Device(
        next_ref((each.id for each in state.devices), unit.side),
        kind,
        unit.side,
        (round(at[0], 2), round(at[1], 2)),
        facing,
        unit.id,
        layer,
        work=work,
        worked_turn=state.turn,
        fuse=fuse,
    )
    return DeviceLaid(
        device=device, unit=unit.id, figure=layer, audience=(unit.side,), citations=(*RULES[kind], "BG-R235")
    )


def _board(state: State) -> Board:
    if state.board is None:
        raise RuleViolation(
            Why.NO_BOARD,
            "This battle has no board with places on it.",
            citation="BG-R234",
            remedy="Tell the umpire where it lies; what it does is asked for on its own.",
        )
    return state.board


def _require_carried(unit: Unit, kind: LaidKind) -> None:
    if carried(unit, kind) <= 0:
        raise RuleViolation(
            Why.HAS_NONE,
            f"{unit.name} has no {spelled_kind(kind)} left.",
            citation="BG-R235",
            remedy="Choose another device, or a unit that carries one.",
        )


def _layer(state: State, board: Board, unit: Unit, action: LayDevice) -> tuple[Point, Figure]:
    """The place, and who lays it there: the one named, else the nearest of those who can."""
    able = [f for f in unit.fit if _can(state, unit, f, action.device)]
    if action.figure is not None:
        named = next((f for f in unit.figures if f.id == action.figure), None)
        if named is None:
            raise RuleViolation(
                Why.UNKNOWN_FIGURE, f"{unit.name} has no such figure.", remedy="Choose a figure of the unit."
            )
        require_on_foot((named,), "lay anything")
        require_able(action.device, ability_of(unit, named))
        able = [f for f in able if f.id == named.id]
    elif not any(_trained(unit, f, action.device) for f in unit.fit):
        require_able(action.device, "none")
    if not able:
        raise RuleViolation(
            Why.HAS_ACTED,
            f"{unit.name} has no one free who could lay it: they have moved, work already, or sit in a vehicle.",
            citation="BG-R235",
            remedy="Wait for the next turn, or choose another unit.",
        )
    if action.to is None:
        begun = [f for f in able if _begun(state, unit, f, action.device) is not None]
        first = next(iter(begun or able))
        assert first.at is not None
        return first.at, first
    start = able[0].at
    at = place(action.to, Surroundings(board, start, unit.facing, known_places(state, board, unit.side)))
    figure = min(able, key=lambda f: between(f.at, at) if f.at is not None else 1e6)
    if figure.at is None or between(figure.at, at) > BESIDE + _HAIR or not _hand_reaches(board, figure.at, at):
        raise RuleViolation(
            Why.OUT_OF_REACH,
            f"{figure.name} lays it within {BESIDE:g} in of where he stands.",
            citation="BG-R235",
            remedy="Choose a nearer place, or move there first.",
        )
    return at, figure


def _hand_reaches(board: Board, start: Point, at: Point) -> bool:
    """Whether a man gets there, or so near that no wall is between him and it."""
    return between(passage.way_of(board, (start, at), climbs=False).points[-1], at) <= BASE + _HAIR


def _trained(unit: Unit, figure: Figure, kind: LaidKind) -> bool:
    try:
        require_able(kind, ability_of(unit, figure))
    except RuleViolation:
        return False
    return True


def _can(state: State, unit: Unit, figure: Figure, kind: LaidKind) -> bool:
    """Able, on foot, and with their move of this turn still before them."""
    free = figure.at is not None and figure.seat is None and not figure.carries and not figure.restock_turn
    fresh = figure.move_turn != state.turn and figure.work_turn != state.turn and not stunned(state, figure)
    return free and fresh and _trained(unit, figure, kind)


def _begun(state: State, unit: Unit, figure: Figure, kind: LaidKind) -> Device | None:
    """What its side has begun to prepare beside this figure in an earlier turn. BG-X.12.51"""
    for each in state.devices:
        unfinished = each.kind == kind and each.side == unit.side and not each.ready and each.worked_turn < state.turn
        if unfinished and passage.hand_reaches(state.board, figure, each.at, BESIDE):
            return each
    return None


def _require_free_spot(state: State, side: SideId, at: Point) -> None:
    """A side lays no two of its own on one place, nor a trap on a mine. BG-X.12.71b"""
    if any(each.side == side and between(each.at, at) < 0.25 for each in state.devices):
        raise RuleViolation(
            "lies-there",
            "Something of yours lies there already, and nobody puts a trap on a mine.",
            citation="BG-X.12.71b",
            remedy="Choose a place a quarter of an inch away or more.",
        )


# ── Before the first card ────────────────────────────────────────────────────────────────────────────────────────


def lays_beforehand(state: State, side: SideId) -> bool:
    """Whether a side may lay devices before the first card. BG-R235"""
    return state.board is not None and switch(state, "laid-before") in (side, "both")


def _beforehand(state: State, board: Board, action: LayDevice, by: Actor) -> list[Event]:
    unit = own_unit(state, action.unit, by)
    if not lays_beforehand(state, unit.side):
        raise RuleViolation(
            Why.NOT_YET,
            "Your side lays nothing before the first card.",
            citation="BG-R235",
            remedy="Lay it in a movement phase.",
        )
    _require_carried(unit, action.device)
    figure = next((f for f in unit.fit if _trained(unit, f, action.device)), None)
    if figure is None:
        require_able(action.device, "none")
        raise RuleViolation(Why.NOBODY_LEFT, f"{unit.name} has nobody fit.", remedy="Choose another unit.")
    start = figure.at
    at = start
    if action.to is not None:
        at = place(action.to, Surroundings(board, start, unit.facing, known_places(state, board, unit.side)))
    if at is None:
        raise RuleViolation(Why.NO_PLACE, "No place was given.", citation="BG-R235", remedy="Give a place: B2.")
    _require_own_half(board, state.side(unit.side), at)
    _require_free_spot(state, unit.side, at)
    facing = figure.facing if action.facing is None else action.facing
    _require_wall(state, Device("", action.device, unit.side, at))
    return [_laid(state, unit, action.device, at, facing, figure.id, work=PREPARING.get(action.device, 1))]


def _require_own_half(board: Board, side: Side, at: Point) -> None:
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}.get(side.edge)
    if opposite is not None and to_edge(board, at, side.edge) > to_edge(board, at, opposite) + _HAIR:
        raise RuleViolation(
            "not-your-half",
            f"Before the first card {side.name} lays devices on its own half of the table alone.",
            citation="BG-R235",
            remedy="Choose a place nearer to your own edge.",
        )


# ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def layings(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """What the unit could lay now."""
    if state.board is None:
        return
    if state.phase is Phase.SETUP:
        unit = next((u for u in state.units if u.id == unit_id and u.side == side), None)
        if unit is not None and lays_beforehand(state, side):
            for kind in STORES:
                if carried(unit, kind) and any(_trained(unit, f, kind) for f in unit.fit):
                    yield Offer(
                        LayDevice.draft(unit=unit.id, device=kind),
                        f"Lay {with_article(spelled_kind(kind))} at …",
                        needs=("to",),
                    )
        return
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or unit.morale is not Morale.STEADY:
        return
    for kind in STORES:
        action = LayDevice(unit=unit.id, device=kind)
        try:
            (event,) = lay(state, action, Actor.player(side))
        except RuleViolation:
            continue
        phases = PREPARING.get(kind, 1)
        if isinstance(event, DeviceWorked):
            yield Offer(action, f"Go on preparing the {spelled_kind(kind)}", detail=f"takes {phases} movement phases")
            continue
        left = f"{carried(unit, kind)} left"
        detail = f"{left}; {phases} movement phases" if phases > 1 else left
        yield Offer(action, f"Lay {with_article(spelled_kind(kind))}", detail=detail)
        if kind == "shaped charge":
            yield Offer(
                action.model_copy(update={"fuse": 0}), "Set a shaped charge that blows now", detail=f"{left}; a fuse"
            )


# ── By the umpire ────────────────────────────────────────────────────────────────────────────────────────────────


def place_device(state: State, action: PlaceDevice, by: Actor) -> list[Event]:
    """Raises RuleViolation: no board, a side that does not take part, no such figure of it. BG-R234"""
    board = table_of(state.board)
    if all(side.key != action.side for side in state.sides):
        raise RuleViolation(
            Why.UNKNOWN_SIDE, f"No {action.side} take part.", remedy="Place it for a side of the battle."
        )
    if action.laid_by is not None and find_figure(state, action.laid_by)[0].side != action.side:
        raise RuleViolation(Why.WRONG_SIDE, "That figure is of another side.", remedy="Name one of its own, or nobody.")
    at = place(action.at, Surroundings(board, places=known_places(state, board, None)))
    device = Device(
        next_ref((each.id for each in state.devices), action.side),
        action.device,
        action.side,
        (round(at[0], 2), round(at[1], 2)),
        action.facing or 0.0,
        layer=action.laid_by or "",
        work=PREPARING.get(action.device, 1),
        worked_turn=state.turn,
    )
    return [DeviceLaid(device=device, audience=(action.side,), citations=(*RULES[action.device], "BG-R234"))]
