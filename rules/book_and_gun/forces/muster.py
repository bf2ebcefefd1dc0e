"""Mustering the sides: reads the rosters, sets the units up, names the commanders. III, IV.5, XIII.10.

Without places in the muster every side lines up along its friendly edge, near enough that one advance brings the
lines within medium range of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, cast, get_args

from rules.book_and_gun.book.armoury import ARMOURY
from rules.book_and_gun.book.garage import load_condition, type_of
from rules.book_and_gun.book.horses import HORSE
from rules.book_and_gun.book.organisations import figure_traits, mustered_munitions, unit_traits
from rules.book_and_gun.book.switches import HOUSE, HouseRules, switch
from rules.book_and_gun.events.battle import BattleOpened, UnitMustered
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.forces.outfitting import Fielded, boarded, outfitted, prepared
from rules.book_and_gun.forces.scenario import ScenarioPlan
from rules.book_and_gun.outfits import Outfit
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground.formation import ROAD_FILES, others
from rules.book_and_gun.play.ground.hulls import BETWEEN, hull
from rules.book_and_gun.play.ground.parking import parked, seated_at
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.play.turn.leadership import COMMAND_FROM, highest_leader, nominated
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, Attitude, Conditions, Side, State
from rules.book_and_gun.steeds import Steed
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.book_and_gun.vehicles import Flight, Seat, SeatPlace, Vehicle, VehicleCondition
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.seam.mustering import require_distinct, require_new, require_own_sides
from rules.table.board import Board, Point, Token
from rules.table.formation import Position, lay_out, onto, settle
from rules.table.measure import between, inward, on_edge, step

EDGES = {ARMY: "south", INSURGENTS: "north"}
"""Friendly edges where the board says nothing."""

SEPARATION = 28.0
"""Inches between the lines at most: an average advance of 10 inches brings them within medium range (18)."""

WINDS = 8
"""Directions of the wind. BG-R224."""

MARGIN = 2.0
"""Inches between a line and its edge at least."""


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    """The events that open the battle.

    Raises RuleViolation when the forces cannot fight it: no army or no insurgents, an empty unit, an unknown side or
    house rule, two figures with one id, a roster that cannot be read. BG-II.0.1, BG-XIII.10.1.
    """
    options = HOUSE.checked(call.options)
    _require_forces(call.sides)
    scenario = ScenarioPlan.read(call.scenario)
    board = with_wind(_of_scenario(call.board, scenario), chance)
    sides = tuple(_side(side, board, options) for side in call.sides)
    events: list[Event] = [
        BattleOpened(
            title=call.title,
            sides=sides,
            board=board,
            options=options,
            turn_limit=call.turn_limit,
            conditions=_conditions(board),
            civilian_attitude=cast("Attitude", switch(options, "civilian-attitude")),
            outfits=scenario.outfits,
            draws=chance.taken(),
            citations=("BG-X.14.32", "BG-R224") if board is not None else (),
        )
    ]
    for side, arrived in zip(sides, call.sides, strict=True):
        mustered = boarded(_deployed(board, side, arrived.units, options, scenario.outfits), scenario.outfits)
        given = {each.id: each for each in arrived.units}
        events += [_mustered(given[unit.id], unit, vehicles) for unit, vehicles in mustered]
        units = [unit for unit, _ in mustered]
        leaders = [figure for unit in units for figure in unit.figures]
        highest = highest_leader(leaders)
        if side.key != CIVILIANS and side.basic_units >= COMMAND_FROM and highest is not None:
            events.append(nominated(side.key, highest.id, by_player=False))
    return [*events, *prepared(scenario, call.sides, board)]


def _of_scenario(board: Board | None, scenario: ScenarioPlan) -> Board | None:
    return board if board is None or scenario.wind is None else replace(board, wind=scenario.wind)


def with_wind(board: Board | None, chance: Chance) -> Board | None:
    """The board with where the wind blows to, determined before the game starts: as the board says, else 1D8 for the
    eight directions from north clockwise. BG-X.14.32, BG-R224."""
    if board is None or board.wind is not None:
        return board
    return replace(board, wind=(chance.roll(WINDS, for_="wind") - 1) * 360.0 / WINDS)


def arrive(state: State, units: Sequence[MusterUnit]) -> Sequence[Event]:
    """Units that come onto the table later: at their places, else side by side on their side's edge, clear of those
    who stand there already. They have entered in this turn. A side that still sets up in hiding gets them hidden.
    BG-VIII.0.2b, BG-R126, BG-VI.3.1a.

    Raises RuleViolation: a side that does not take part, an empty unit, an id that is taken, a roster that cannot be
    read.
    """
    _require_figures(units)
    taken = {each for unit in state.units for each in (unit.id, *(f.id for f in unit.figures))}
    require_new(units, taken | {each.id for each in (*state.vehicles, *state.steeds, *state.pieces)})
    events: list[Event] = []
    came: list[Fielded] = []
    at_first = state
    edged = {key: [u.id for u in units if u.side == key and u.place is None] for key in {u.side for u in units}}
    for given in units:
        side = next((s for s in state.sides if s.key == given.side), None)
        if side is None:
            raise RuleViolation(
                Why.UNKNOWN_SIDE, f"No {given.side} take part.", remedy="Raise it for a side of the battle."
            )
        facing = inward(side.edge) if side.edge else 0.0
        unit, vehicles = outfitted(fielded(given, facing, state.options), state.outfits)
        unit = replace(
            unit,
            entered_turn=state.turn,
            concealed=state.board is not None and state.phase is Phase.SETUP and side.conceals,
        )
        board = state.board
        if board is not None:
            line = edged[given.side]
            spot = given.place or _edge_spot(board, side, (line.index(given.id) + 0.5) / len(line))
            unit, vehicles = set_down(board, unit, vehicles, spot, others(state, ()))
        came.append((unit, vehicles))
        state = evolve(state, UnitMustered(unit=unit, vehicles=vehicles))
    for (unit, vehicles), given in zip(boarded(came, at_first.outfits), units, strict=True):
        event = replace(_mustered(given, unit, vehicles), citations=("BG-VIII.0.2b", "BG-R126"))
        events.append(event)
    return events


def _mustered(given: MusterUnit, unit: Unit, vehicles: tuple[Vehicle, ...]) -> UnitMustered:
    return UnitMustered(unit=unit, vehicles=vehicles, steeds=horses_of(given), pieces=guns_of(given))


# ── Rosters ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _require_forces(sides: Sequence[MusterSide]) -> None:
    keys = [side.key for side in sides]
    for key in keys:
        if key not in (ARMY, INSURGENTS, CIVILIANS) or keys.count(key) > 1:
            raise RuleViolation(Why.SIDES, f"“{key}” isn't a side, or takes part twice.", remedy="Use each once.")
    for key in (ARMY, INSURGENTS):
        if not any(side.key == key and side.units for side in sides):
            raise RuleViolation(
                Why.NO_FORCE,
                f"The {key} have no unit in this battle.",
                citation="BG-II.0.1",
                remedy="Raise a unit for them, or choose one.",
            )
    require_own_sides(sides)
    _require_figures([unit for side in sides for unit in side.units])


def _require_figures(units: Sequence[MusterUnit]) -> None:
    for unit in units:
        if not unit.figures:
            crewless = " to man its vehicle" if unit.elements else ""
            raise RuleViolation(
                "empty-unit", f"{unit.name} has no figures{crewless}.", remedy="Bring replacements, or leave it out."
            )
    require_distinct(units, "units or figures")


def _side(side: MusterSide, board: Board | None, options: HouseRules) -> Side:
    edges = dict(board.edges) if board else {}
    roe = switch(options, "rules-of-engagement")
    return Side(
        key=side.key,
        name=side.name,
        edge=edges.get(side.key, EDGES.get(side.key, "")),
        basic_units=sum(unit_traits(unit.traits, unit.name).basic for unit in side.units),
        conceals=board is not None and switch(options, "concealment") == side.key,
        roe=int(roe) if side.key == ARMY and roe.isdigit() else 0,
    )


def _figure(figure: MusterFigure, seats: Mapping[str, Seat], riders: Mapping[str, str]) -> Figure:
    traits = figure_traits(figure.traits, figure.name)
    return Figure(
        figure.id,
        figure.number,
        figure.name,
        figure.rank,
        figure.role,
        traits,
        seat=seats.get(figure.id),
        steed=riders.get(figure.id, ""),
        of_crew=figure.id in seats and seats[figure.id].crews,
    )


def fielded(unit: MusterUnit, facing: float, options: HouseRules) -> tuple[Unit, tuple[Vehicle, ...]]:
    """A unit of the roster with its vehicles, whose crews sit in them, its riders on their horses."""
    driven = [element for element in unit.elements if element.type not in (HORSE, *ARMOURY)]
    vehicles = tuple(_vehicle(element, unit) for element in driven)
    seats = {
        who: Seat(element.id, element.type, _place(place, element)) for element in driven for place, who in element.crew
    }
    riders = {who: element.id for element in _ridden(unit) for _, who in element.crew}
    return _unit(unit, facing, options, seats, riders), vehicles


def _ridden(unit: MusterUnit) -> tuple[MusterElement, ...]:
    """The horses that somebody rides; the others stay at home."""
    return tuple(element for element in unit.elements if element.type == HORSE and element.crew)


def horses_of(unit: MusterUnit) -> tuple[Steed, ...]:
    """The horses that a unit brings, each under its rider."""
    return tuple(Steed(element.id, element.name, unit.id, rider=element.crew[0][1]) for element in _ridden(unit))


def guns_of(unit: MusterUnit) -> tuple[Piece, ...]:
    """The guns that a unit brings; whoever of it stands beside one serves it. BG-R245"""
    return tuple(
        Piece(each.id, each.type, ARMOURY[each.type].weapon, each.name, unit.id)
        for each in unit.elements
        if each.type in ARMOURY
    )


def _vehicle(element: MusterElement, unit: MusterUnit) -> Vehicle:
    type_ = type_of(element.type, element.name)
    condition = load_condition(element.condition, element.name)
    sound = condition is VehicleCondition.SOUND
    if type_.fixed_wing and not sound:
        raise RuleViolation(
            "not-airworthy",
            f"{element.name} is damaged and cannot fly.",
            citation="BG-VIII.2.2b",
            remedy="Have it repaired, or leave it out.",
        )
    flight: Flight = (
        "" if type_.aircraft is None else "moving" if type_.fixed_wing else "hovering" if sound else "landed"
    )
    return Vehicle(element.id, element.type, element.name, unit.id, condition, flight=flight)


def _place(place: str, element: MusterElement) -> SeatPlace:
    if place not in get_args(SeatPlace):
        raise RuleViolation(
            "unknown-seat",
            f"{element.name} has no seat “{place}”.",
            remedy=f"Choose one of: {', '.join(get_args(SeatPlace))}.",
        )
    return cast("SeatPlace", place)


def _unit(
    unit: MusterUnit, facing: float, options: HouseRules, seats: Mapping[str, Seat], riders: Mapping[str, str]
) -> Unit:
    traits = unit_traits(unit.traits, unit.name)
    return Unit(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        organisation=unit.organisation,
        nation=unit.nation,
        traits=traits,
        figures=tuple(_figure(figure, seats, riders) for figure in unit.figures),
        formation=traits.formation,
        order=traits.order,
        facing=facing if unit.facing is None else unit.facing,
        munitions=mustered_munitions(traits, options),
    )


def _conditions(board: Board | None) -> Conditions:
    """Light and weather of the board in the rules' words: dusk is day, moonlight is night."""
    if board is None:
        return Conditions()
    weather: dict[str, Literal["clear", "fog", "rain", "falling snow"]] = {
        "fog": "fog",
        "mist": "fog",
        "rain": "rain",
        "snow": "falling snow",
        "falling snow": "falling snow",
    }
    return Conditions(
        light="night" if board.light in ("night", "moon") else "day",
        weather=weather.get(board.weather, "clear"),
        visibility=board.visibility,
    )


# ── Deployment ────────────────────────────────────────────────────────────────────────────────────────────────────


def _deployed(
    board: Board | None, side: Side, units: Sequence[MusterUnit], options: HouseRules, outfits: Sequence[Outfit]
) -> list[Fielded]:
    facing = inward(side.edge) if side.edge else 0.0
    found = [outfitted(fielded(unit, facing, options), outfits) for unit in units]
    if board is None:
        return found
    if side.conceals:
        found = [(replace(unit, concealed=True), vehicles) for unit, vehicles in found]
    placed: list[Fielded] = []
    for index, ((unit, vehicles), given) in enumerate(zip(found, units, strict=True)):
        spot = given.place or _spot(board, side, index, len(units))
        placed.append(set_down(board, unit, vehicles, spot))
    return placed


def set_down(
    board: Board, unit: Unit, vehicles: tuple[Vehicle, ...], spot: Point, taken: Sequence[Token] = ()
) -> tuple[Unit, tuple[Vehicle, ...]]:
    """The unit and its vehicles there: the vehicles side by side with their noses at the place, those on foot behind
    them; without vehicles in formation with its front there."""
    if not vehicles:
        return _set_down(board, unit, spot, taken), ()
    vehicles = parked(board, vehicles, spot, unit.facing, taken)
    seated = {p.figure: p for p in seated_at(unit.figures, vehicles)}
    hulls = [each for vehicle in vehicles if (each := hull(vehicle)) is not None]
    walking = replace(unit, figures=tuple(f for f in unit.figures if f.id not in seated))
    behind = step(spot, unit.facing, -max((built(v).length for v in vehicles), default=0.0) - BETWEEN)
    stood = {f.id: f for f in _set_down(board, walking, behind, [*taken, *hulls]).figures} if walking.figures else {}
    figures = tuple(
        replace(f, at=seated[f.id].at, facing=seated[f.id].facing) if f.id in seated else stood[f.id]
        for f in unit.figures
    )
    return replace(unit, figures=figures), vehicles


def _spot(board: Board, side: Side, index: int, count: int) -> Point:
    """The middle of a unit's share of its side's line; civilians stand in the middle of the board."""
    share = (index + 0.5) / count
    if side.key == CIVILIANS:
        return board.width * share, board.depth / 2
    upright = side.edge in ("north", "south")
    depth = board.depth if upright else board.width
    ahead = max(MARGIN, (depth - SEPARATION) / 2)
    along = (board.width if upright else board.depth) * share
    off = depth - ahead if side.edge in ("north", "east") else ahead
    return (along, off) if upright else (off, along)


def _edge_spot(board: Board, side: Side, share: float) -> Point:
    """A place on the side's edge, so far along it; civilians come from the middle of the board."""
    if side.key == CIVILIANS and not side.edge:
        return board.width * share, board.depth / 2
    edge = side.edge or "south"
    return on_edge(board, (board.width * share, board.depth * share), edge)


def _set_down(board: Board, unit: Unit, spot: Point, taken: Sequence[Token] = ()) -> Unit:
    """The unit in formation with its front there, its leader in the middle, the others in roster order; each clear of
    those who stand there already."""
    ranks = ranks_at(board, unit, spot)
    if taken:
        ranks = settle(ranks, taken, radius=BASE, board=board)
    order = _leader_in_the_middle(unit, [(p.x, p.y) for p in ranks])
    places = dict(zip(order, ranks, strict=True))
    return replace(
        unit,
        figures=tuple(
            replace(f, at=(places[f.id].x, places[f.id].y), facing=places[f.id].facing) for f in unit.figures
        ),
    )


def ranks_at(board: Board, unit: Unit, spot: Point) -> tuple[Position, ...]:
    """The places of the unit's formation, none off the board."""
    places = lay_out(
        len(unit.figures), unit.formation, spot, unit.facing, order=unit.order, radius=BASE, files=ROAD_FILES
    )
    return onto(board, places, BASE)


def _leader_in_the_middle(unit: Unit, places: Sequence[Point]) -> list[str]:
    """Who stands where: the leader nearest to the middle of all places. BG-IV.4."""
    others = [f.id for f in unit.figures if not f.traits.leader]
    leaders = [f.id for f in unit.figures if f.traits.leader]
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    central = sorted(range(len(places)), key=lambda i: (between(places[i], (x, y)), i))[: len(leaders)]
    order = dict(zip(central, leaders, strict=True))
    rest = iter(others)
    return [order[i] if i in order else next(rest) for i in range(len(places))]
