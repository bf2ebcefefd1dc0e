"""What bears on an AFV's nerves where it stands: the terms of its test, read from the table."""

from __future__ import annotations

from shapely import Point as Spot

from rules.infantry_action.book.afv_reaction import AfvSituation, ahead, equivalent
from rules.infantry_action.book.anti_tank import WeightClass, weight_class
from rules.infantry_action.figures import Condition, Life, Point, Vehicle
from rules.infantry_action.groups import Suffered
from rules.infantry_action.knowledge import knows_work
from rules.infantry_action.play.ground.kinds import BUILT, BUSHES, DEFENCES, LINES, WOODS, is_any
from rules.infantry_action.play.ground.lines import LINED
from rules.infantry_action.play.ground.places import board_of, eye, eye_of, in_line
from rules.infantry_action.play.movement.enemies import nearest_known
from rules.infantry_action.state import State
from rules.table.measure import bearing, between, turn
from rules.table.terrain import terrain

DANGER = 50.0


def situation(
    state: State, vehicle: Vehicle, *, moved: float, at: Point, facing: float, supported: bool, soft: bool
) -> AfvSituation:
    """The AFV at the moment of its test. `moved`: metres so far; `supported`: friends fire on its direct opponents;
    `soft`: it is under other fire than that of anti-tank weapons. IA-R131"""
    suffered = state.suffering(vehicle.group) or Suffered(vehicle.group)
    front = vehicle.front_at(at, facing)
    return AfvSituation(
        moving=moved > 0,
        friendly_infantry=_infantry(state, vehicle, front),
        friendly_afv=_afv(state, vehicle, front),
        friends_ahead=_ahead(state, vehicle, front, facing),
        friends_firing=supported,
        soft_fire=soft or suffered.soft,
        friends_retreating=_retreating(state, vehicle),
        shots=(suffered.tank_points,),
        lost_afvs=_lost(state, vehicle),
        surprised=suffered.tank_surprise,
        commander_hit=_commander_hit(state, vehicle),
        hostile_cover=_cover(state, vehicle, front),
        light=state.light,
        close_attack=suffered.close_attack or suffered.flame,
    )


def supported(state: State, vehicle: Vehicle) -> bool:
    """Whether friends fired in this period on somebody who fired on it. IA-afvreact.plus1"""
    suffered = state.suffering(vehicle.group)
    friends = {group.id for group in state.groups if group.side == vehicle.side and group.id != vehicle.group}
    opponents = suffered.by if suffered is not None else ()
    return any(friends.intersection(under.by) for by in opponents if (under := state.suffering(by)) is not None)


def _infantry(state: State, vehicle: Vehicle, at: Point) -> float | None:
    places = [man.at for man in state.fit(vehicle.side) if man.on_foot and man.at is not None]
    return min((between(at, place) for place in places), default=None)


def _weight(state: State, vehicle: Vehicle) -> WeightClass:
    return weight_class(float(vehicle.type.tons), state.year)


def _afv(state: State, vehicle: Vehicle, at: Point) -> float | None:
    own = _weight(state, vehicle)
    return min(
        (
            between(at, other.front)
            for other in state.vehicles
            if other.side == vehicle.side
            and other.id != vehicle.id
            and other.hard
            and other.able
            and other.front is not None
            and equivalent(_weight(state, other), own)
        ),
        default=None,
    )


def _ahead(state: State, vehicle: Vehicle, at: Point, facing: float) -> bool:
    """Friends in front of it, nearer to the enemy than it is. IA-R131"""
    enemy = nearest_known(state, state.group(vehicle.group), at)
    if enemy is None:
        return False
    mine = between(at, enemy)
    return any(
        ahead(turn(facing, bearing(at, where)), between(where, enemy), mine)
        for man in state.fit(vehicle.side)
        if man.group != vehicle.group and man.aboard != vehicle.id and (where := state.measured(man)) is not None
    )


def _retreating(state: State, vehicle: Vehicle) -> bool:
    """A friendly group or vehicle in sight ran or had to retire in this period. IA-afvreact.minus1.friends-retreat"""
    mine = eye_of(vehicle)
    if mine is None:
        return False
    for group in state.groups:
        if group.side != vehicle.side or group.id == vehicle.group or group.kind == "prisoners":
            continue
        back = group.bound.retire or (state.armour_of(group.id) is not None and (group.bound.score or 0) < 0)
        for man in state.figures:
            if man.group != group.id or not (man.doing.panic or (back and man.doing.moved > 0)):
                continue
            his = eye(state, man)
            if his is not None and in_line(state, mine, his):
                return True
    return False


def _lost(state: State, vehicle: Vehicle) -> int:
    """Friendly AFVs knocked out in the battle. IA-afvreact.minus2"""
    return sum(
        1
        for other in state.vehicles
        if other.side == vehicle.side and other.hard and other.condition is Condition.KNOCKED_OUT
    )


def _commander_hit(state: State, vehicle: Vehicle) -> bool:
    return any(
        man.group == vehicle.group and man.place == "commander" and man.life is Life.CASUALTY for man in state.figures
    )


def _cover(state: State, vehicle: Vehicle, at: Point) -> float | None:
    """To the nearest cover that its side knows of and in which no unhit friend is, its own crew left out. IA-R131,
    IA-R229"""
    land = terrain(board_of(state))
    friends = [
        Spot(where)
        for man in state.fit(vehicle.side)
        if man.aboard != vehicle.id and (where := state.position(man)) is not None
    ]
    found: list[float] = []
    for index in land.tree.query(Spot(at), predicate="dwithin", distance=DANGER):
        feature, shape = land.features[int(index)], land.areas[int(index)]
        lined = is_any(feature, LINES)
        if not (lined or is_any(feature, WOODS | BUSHES | BUILT) or feature.kind in DEFENCES):
            continue
        if not knows_work(state, vehicle.side, feature.name):
            continue
        reach = LINED if lined else 0.0
        if not any(shape.distance(friend) <= reach for friend in friends):
            found.append(float(shape.distance(Spot(at))))
    return min(found, default=None)
