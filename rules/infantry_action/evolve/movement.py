"""Movement, applied."""

from __future__ import annotations

from functools import reduce

from rules.infantry_action.book.kinds import Gear, Pace, Weapon
from rules.infantry_action.events.movement import (
    GroupJoined,
    GroupParted,
    GunLost,
    HorsesGone,
    ManLost,
    Moved,
    MovementEvent,
    TookOver,
    VehicleHarmed,
)
from rules.infantry_action.evolve.crews import unhooked
from rules.infantry_action.figures import Condition, Figure
from rules.infantry_action.groups import Located
from rules.infantry_action.on_the_table import Trail
from rules.infantry_action.state import State, casualty
from rules.kernel.changing import replace
from rules.table.scene import Trace


def evolve_movement(state: State, event: MovementEvent) -> State:
    match event:
        case Moved():
            return _moved(state, event)
        case GroupParted():
            return _parted(state, event)
        case GroupJoined():
            return _joined(state, event)
        case TookOver():
            return _took_over(state, event)
        case ManLost():
            return fallen(state, event)
        case VehicleHarmed():
            return harmed(state, event)
        case GunLost():
            gun = replace(state.gun(event.gun), gone=True)
            crew = (replace(man, serves=None, share=False) for man in state.crew(event.gun))
            return state.with_figure(*crew).with_gun(gun)
        case HorsesGone():
            gone = replace(
                state,
                vehicles=tuple(
                    replace(v, condition=Condition.ABANDONED) if v.id in event.vehicles else v for v in state.vehicles
                ),
            )
            return reduce(unhooked, event.vehicles, gone)


def _moved(state: State, event: Moved) -> State:
    figures: list[Figure] = []
    for man in event.men:
        figure = state.figure(man.figure)
        figures.append(
            replace(
                figure,
                at=man.at,
                facing=man.facing,
                posture=man.posture,
                doing=man.doing,
                share=man.share,
                aboard=man.aboard,
                place=man.place,
                doubled_in=state.period if man.doing.pace is Pace.DOUBLE and man.doing.moved else figure.doubled_in,
            )
        )
    state = state.with_figure(*figures)
    for gun in event.guns:
        state = state.with_gun(
            replace(
                state.gun(gun.gun),
                at=gun.at,
                facing=gun.facing,
                doing=gun.doing,
                ready_from=gun.ready_from,
                towed_by=gun.towed_by,
            )
        )
    for vehicle in event.vehicles:
        was = state.vehicle(vehicle.vehicle)
        state = state.with_vehicle(
            replace(
                was,
                hull_down=was.hull_down and vehicle.at == was.at,
                at=vehicle.at,
                facing=vehicle.facing,
                turret=vehicle.turret,
                doing=vehicle.doing,
                closed=vehicle.closed,
                running=vehicle.running,
                halted_in=vehicle.halted_in,
            )
        )
    return _followed(state, event)


def _followed(state: State, event: Moved) -> State:
    """What the group's move leaves: a trail, a place where it has not fired yet, the way for the picture."""
    ways = [man.doing.path for man in event.men] + [vehicle.doing.path for vehicle in event.vehicles]
    way = max(ways, key=len, default=())
    if len(way) < 2:
        return state
    group = replace(state.group(event.group), fired_from_here=False)
    if event.why == "panic":
        group = replace(group, panicked_in=state.period)
    senior = state.senior(event.group)
    if senior is not None and any(man.figure == senior.id and man.doing.panic for man in event.men):
        group = replace(group, led_panic_in=state.period)
    state = state.with_group(group)
    on_foot = not event.vehicles
    return replace(
        state,
        trails=(*state.trails, Trail(event.group, state.period, way)) if on_foot else state.trails,
        shown=(*state.shown, Trace("move", way, group.side, ref=group.id)),
    )


def _parted(state: State, event: GroupParted) -> State:
    """Both parts keep what the whole had located, and stay located as it was. Who leaves his gun serves it no more."""
    new = event.new.id
    state = replace(state, groups=(*state.groups, event.new))
    for gun in event.guns:
        state = state.with_gun(replace(state.gun(gun), group=new))
    state = state.with_figure(*(_in_part(state, state.figure(id_), event) for id_ in event.figures))
    same = [replace(s, by=new) for s in state.sightings if s.by == event.group]
    same += [replace(s, target=new) for s in (*state.sightings, *same) if s.target == event.group]
    first = [replace(s, by=new) for s in state.first_located if s.by == event.group]
    first += [replace(s, target=new) for s in (*state.first_located, *first) if s.target == event.group]
    glimpses = [replace(g, target=new) for g in state.glimpses if g.target == event.group]
    return replace(
        state,
        sightings=(*state.sightings, *same),
        first_located=(*state.first_located, *first),
        glimpses=(*state.glimpses, *glimpses),
    )


def _in_part(state: State, man: Figure, event: GroupParted) -> Figure:
    serves = man.serves if man.serves in event.guns else None
    return replace(man, group=event.new.id, serves=serves, share=man.share and serves is not None)


def _joined(state: State, event: GroupJoined) -> State:
    gone, stays = state.group(event.group), state.group(event.other)
    state = state.with_figure(*(replace(f, group=stays.id) for f in state.figures if f.group == gone.id))
    for gun in state.guns:
        if gun.group == gone.id:
            state = state.with_gun(replace(gun, group=stays.id))
    lost = (*stays.lost, *(one for one in gone.lost if one not in stays.lost))

    def joined(found: Located) -> Located:
        by, target = (stays.id if id_ == gone.id else id_ for id_ in (found.by, found.target))
        return replace(found, by=by, target=target)

    state = replace(state, first_located=tuple(joined(found) for found in state.first_located))
    known = {(s.by, s.target) for s in state.sightings}
    for sighting in state.sightings:
        moved = joined(sighting)
        if (moved.by, moved.target) not in known:
            known.add((moved.by, moved.target))
            state = replace(state, sightings=(*state.sightings, moved))
    return state.with_group(replace(stays, lost=lost)).with_group(replace(gone, order=None))


def _took_over(state: State, event: TookOver) -> State:
    """What was taken is the new man's, or nobody's any more. IA-R094"""
    gun = state.find_gun(event.of)
    if gun is not None:
        if not event.serviceable:
            return state.with_gun(replace(gun, gone=True))
        taker = state.figure(event.figure)
        state = state.with_gun(replace(gun, group=taker.group, side=taker.side))
        return state.with_figure(replace(taker, serves=gun.id, ready_from=state.period + 1))
    of = state.figure(event.of)
    weapons = tuple(w for w in of.weapons if w is not event.weapon)
    gear = tuple(g for g in of.gear if g is not event.gear)
    state = state.with_figure(replace(of, weapons=weapons, gear=gear))
    if not event.serviceable:
        return state
    taker = state.figure(event.figure)
    own: tuple[Weapon, ...] = taker.weapons if event.weapon is None else (event.weapon, *taker.weapons)
    worn: tuple[Gear, ...] = taker.gear if event.gear is None else (*taker.gear, event.gear)
    rocket = of.rocket if event.weapon is Weapon.ONE_MAN_AT else taker.rocket
    return state.with_figure(replace(taker, weapons=own, gear=worn, rocket=rocket, ready_from=state.period + 1))


def fallen(state: State, event: ManLost) -> State:
    """He is lost to the group that he came with and the one that he is in. IA-R101, IA-R108"""
    man = state.figure(event.figure)
    at = state.position(man)
    aboard = None if at is not None else man.aboard
    state = state.with_figure(
        replace(
            casualty(man, state.period, event.life),
            at=at,
            aboard=aboard,
            killed=event.killed,
            fell_openly=event.audience is None,
        )
    )
    group = state.group(man.group)
    if man.id in group.lost:
        return state
    return state.with_group(replace(group, lost=(*group.lost, man.id)))


def harmed(state: State, event: VehicleHarmed) -> State:
    vehicle = state.vehicle(event.vehicle)
    state = state.with_vehicle(
        replace(
            vehicle,
            condition=event.condition,
            running=vehicle.running and event.condition is Condition.IMMOBILISED,
            burning_since=state.period if event.burning else vehicle.burning_since,
        )
    )
    return unhooked(state, vehicle.id)
