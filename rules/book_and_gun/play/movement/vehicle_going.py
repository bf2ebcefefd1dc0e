"""What a drive is rolled with: the slowest row of a unit, on the road, off it, on water. VIII.1.43, VIII.2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book import drive as book
from rules.book_and_gun.book.march import Going, number_of_dice
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.water import Afloat
from rules.book_and_gun.play.movement.guns import with_guns_behind
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Ground, Phase, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.facts import Fact
from rules.table.board import Point
from rules.table.measure import step

FACES = 6


def going_for(
    state: State, unit: Unit, vehicles: Sequence[Vehicle], goal: tuple[Point, ...], action: Move, afloat: Afloat
) -> tuple[Going, tuple[Fact, ...]]:
    """What is rolled: the slowest row of its vehicles. BG-VIII.1.43a, BG-VIII.2.4a, BG-R12, BG-R34, BG-R35."""
    road, fact = facts.fact(
        state,
        facts.ON_ROAD,
        unit.id,
        declared=action.on_road,
        measured=lambda: False if afloat else _on_road(state, vehicles, goal, action),
        default=False,
    )
    joker = unit.joker if unit.joker and (unit.joker.turn, unit.joker.phase) == (state.turn, Phase.MOVEMENT) else None
    towing = with_guns_behind(state, vehicles, action)
    found = [
        book.going_of(
            book.Drive(
                _row(state, vehicle, afloat),
                on_road=road,
                ground=_declared_ground(built(vehicle).row, action),
                surface=state.conditions.ground,
                off_road=built(vehicle).off_road and vehicle.id not in towing,
                reversing=action.backwards,
                boarding=built(vehicle).boat and vehicle.boarded_turn == state.turn > 0,
                water=bool(afloat),
                leaderless=leader_of(state, unit) is None,
            ),
            state.options,
        )
        for vehicle in vehicles
    ]
    slowest = min((going for going in found if going is not None), key=number_of_dice)
    going = replace(
        slowest,
        no_off_road=any(going is not None and going.no_off_road for going in found),
        extra_dice=1 if joker and joker.die == 1 else 0,
        lessened=bool(joker and joker.die == 4),
    )
    told = (fact,) if road or action.on_road is not None else ()
    return going, (*told, *facts.said(state, unit.id, facts.LEADER_NEAR))


def _row(state: State, vehicle: Vehicle, afloat: Afloat) -> book.MoverType:
    """Its row of the chart; of what is made for snow another where snow lies. BG-VIII.2.14a"""
    type_ = built(vehicle)
    return "over snow vehicles" if type_.snow and state.conditions.ground == "snow" and not afloat else type_.row


def _declared_ground(row: book.MoverType, action: Move) -> Ground:
    """The ground that a horse-drawn vehicle is said to go through, which refuses it; others find theirs on the way.
    BG-IX.1.2c."""
    return action.terrain or Ground.CLEAR if row == "horse drawn vehicles" else Ground.CLEAR


def _on_road(state: State, vehicles: Sequence[Vehicle], goal: tuple[Point, ...], action: Move) -> bool | None:
    """Whether all of them keep to the road from start to end, one behind the other, or each straight back. BG-VIII.2.3,
    BG-VIII.2.4a."""
    board = state.board
    if board is None or vehicles[0].at is None:
        return None
    if not goal and not action.backwards:
        return False
    ways = [(v.at, *(goal or (_back(v, v.at, action),))) for v in vehicles if v.at is not None]
    return all(terrain.on_road(board, way) for way in ways)


def _back(vehicle: Vehicle, at: Point, action: Move) -> Point:
    """Where a vehicle backs up to at most."""
    farthest = FACES * book.REVERSE_DICE["tracked" if "tracked" in built(vehicle).row else "wheeled"]
    return step(at, (vehicle.facing + 180.0) % 360.0, farthest if action.inches is None else action.inches)
