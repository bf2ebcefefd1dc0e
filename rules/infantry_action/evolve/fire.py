"""Fire, applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.infantry_action.book.kinds import Charge, Gear
from rules.infantry_action.events.fire import (
    Fired,
    FireEvent,
    FireLapsed,
    FireResolved,
    GroundLit,
    MenDiced,
    ScreenLaid,
    ShotsFired,
    SupportCalled,
    SupportFell,
    TargetRegistered,
)
from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.evolve.crews import out_for_good
from rules.infantry_action.evolve.movement import fallen
from rules.infantry_action.figures import Condition, Figure, Gun, Mounted
from rules.infantry_action.groups import Suffered
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.board import Point
from rules.table.scene import Trace


def evolve_fire(state: State, event: FireEvent) -> State:
    match event:
        case ShotsFired():
            return _fired(state, event)
        case FireLapsed():
            return state
        case FireResolved():
            return _resolved(state, event)
        case MenDiced():
            return _diced(state, event)
        case ScreenLaid():
            others = tuple(s for s in state.screens if not event.screen.source or s.source != event.screen.source)
            return replace(state, screens=(*others, event.screen))
        case GroundLit():
            return replace(state, lit=(*state.lit, event.lit))
        case SupportCalled():
            others = tuple(m for m in state.missions if m.id != event.mission.id)
            return replace(state, missions=(*others, event.mission))
        case TargetRegistered():
            return replace(state, registrations=(*state.registrations, event.registration))
        case SupportFell():
            return _fell(state, event)


def _fired(state: State, event: ShotsFired) -> State:
    """Men, guns and mounts have fired; what is used up is gone; the noise of it. IA-R095, IA-R060"""
    for shot in event.shots:
        if shot.how == "observe":
            continue
        state = _one(state, shot)
        what = "burst" if shot.burst else "fire"
        start = _muzzle(state, shot)
        noise = [(start, "fire")] if start is not None else []
        if shot.burst:
            noise.append((shot.at, what))
        state = replace(state, bursts=(*state.bursts, *noise))
    return replace(state, shown=(*state.shown, *_lines_of_fire(state, event)))


def _lines_of_fire(state: State, event: ShotsFired) -> Iterator[Trace]:
    """One line from each group to each of its targets: from the middle of those who fire to the middle of what they
    aim at. Each man's own would hide the map."""
    lines: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for shot in event.shots:
        start = _muzzle(state, shot)
        if shot.how != "observe" and start is not None:
            key = (_group_of(state, shot.by), shot.target or f"{shot.at}")
            lines.setdefault(key, []).append((start, shot.at))
    for ends in lines.values():
        yield Trace("fire", (_middle([a for a, _ in ends]), _middle([b for _, b in ends])), event.side)


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _group_of(state: State, by: str) -> str:
    firer = state.firer(by)
    return firer.group if firer is not None else ""


def _muzzle(state: State, shot: Fired) -> tuple[float, float] | None:
    match state.firer(shot.by):
        case Mounted(vehicle):
            return vehicle.at
        case Figure() as man:
            return state.position(man)
        case Gun() as gun:
            return gun.at
        case None:
            return None


def _one(state: State, shot: Fired) -> State:
    """Whoever fires is hidden no longer. IA-notes.hidden-deployment, IA-R157"""
    period = state.period
    men = (replace(state.figure(id_), fired_in=period) for id_ in shot.men)
    state = state.with_figure(
        *(
            replace(man, doing=replace(man.doing, fired=shot.how != "grenade", grenaded=shot.how == "grenade"))
            for man in men
        )
    )
    group = state.group(shot.group)
    state = state.with_group(replace(group, fired_from_here=True, hidden=False))
    match state.firer(shot.by):
        case Gun() as gun:
            return state.with_gun(replace(gun, fired_in=period, missiles=max(0, gun.missiles - 1)))
        case Mounted(vehicle, number):
            mounts = tuple(
                replace(mount, fired_in=period, missiles=max(0, mount.missiles - 1)) if index == number else mount
                for index, mount in enumerate(vehicle.mounts)
            )
            return state.with_vehicle(replace(vehicle, mounts=mounts))
        case Figure() as man:
            return _charge_used(state, man, shot.how)
        case None:
            return state


def _charge_used(state: State, man: Figure, how: str) -> State:
    used = next((charge for charge in Charge if charge.value == how), None)
    if used is None or used not in man.charges:
        return state
    charges = list(man.charges)
    charges.remove(used)
    return state.with_figure(replace(man, charges=tuple(charges)))


def _resolved(state: State, event: FireResolved) -> State:
    """What every group under it will ask of its nerves. IA-R079, IA-R097, IA-R100"""
    for target in event.groups or (event.target,):
        group = state.find_group(target)
        if group is None:
            continue
        before = state.suffering(target) or Suffered(target)
        after = replace(
            before,
            points=before.points + max(0, event.total.value),
            by=(*before.by, *(by for by in event.by if by not in before.by)),
            machine_guns=before.machine_guns + event.machine_guns,
            behind=before.behind or event.behind,
            surprised=before.surprised or event.surprised,
            off_table=before.off_table or event.off_table,
            flame=before.flame or event.flame,
            soft=True,
            close_attack=before.close_attack or event.flame,
            served=False,
        )
        state = replace(state, suffered=(*(s for s in state.suffered if s.target != target), after))
        state = state.with_group(replace(group, fired_on_in=state.period, fired_on_by=after.by))
    return state


def _diced(state: State, event: MenDiced) -> State:
    for id_ in event.casualties:
        state = fallen(state, ManLost(figure=id_, life=event.life, cause="fire", audience=event.audience))
    for id_ in event.radios:
        man = state.figure(id_)
        whole = tuple(each for each in man.gear if each is not Gear.RADIO)
        state = state.with_figure(replace(man, gear=whole, broken=(*man.broken, Gear.RADIO)))
    for id_ in event.destroyed:
        vehicle = state.vehicle(id_)
        burning = state.period if id_ in event.burning else vehicle.burning_since
        state = state.with_vehicle(
            replace(vehicle, condition=Condition.DESTROYED, running=False, burning_since=burning)
        )
        for number, man in enumerate(state.aboard(id_)):
            x, y = vehicle.at or (0.0, 0.0)
            at = None if vehicle.at is None else state.on_table((x + 5.0 * (number % 3), y - 6.0))
            state = state.with_figure(replace(man, at=at, aboard=None, place=""))
        state = out_for_good(state, id_)
    return state


def _fell(state: State, event: SupportFell) -> State:
    side = state.side(event.side)
    state = state.with_side(replace(side, support=side.support - event.cost))
    missions = tuple(
        replace(m, periods=m.periods - 1) if m.id == event.mission else m
        for m in state.missions
        if not (m.id == event.mission and event.last)
    )
    bursts = (*state.bursts, (event.at, "burst")) if event.multiple and event.what == "fire" else state.bursts
    shown = (*state.shown, Trace("blast", (event.at,), event.side, radius=75.0)) if event.multiple else state.shown
    return replace(state, missions=missions, bursts=bursts, shown=shown)
