"""Mines, charges, buildings and bunkers in words."""

from __future__ import annotations

from rules.infantry_action.events.works import (
    DeviceSet,
    DeviceSpent,
    MenEscaped,
    MenInMines,
    MenPutOut,
    MinesWorked,
    PathCleared,
    ProjectorsChanged,
    VehicleInMines,
    WorksEvent,
    WorkTested,
)
from rules.infantry_action.tell.words import Words
from rules.language.words import counted, listed
from rules.telling.told import Casualty, Told


def tell_works(words: Words, event: WorksEvent) -> Told | None:
    match event:
        case MenInMines():
            return _men(words, event)
        case VehicleInMines():
            if not words.sees(words.state.vehicle(event.vehicle).group):
                return None
            die = () if event.die is None else (f"die {event.die}",)
            return Told(f"{words.vehicle(event.vehicle)} drives into mines: {event.harm}", details=die, important=True)
        case MinesWorked():
            return _worked(words, event)
        case PathCleared():
            return Told(f"A {event.how} clears a path", details=(f"{len(event.squares)} squares of 10 m",))
        case DeviceSet():
            return Told(f"{words.group(event.group)} sets up a {event.device.kind} at {words.place(event.device.at)}")
        case DeviceSpent():
            return Told(f"A {event.what} is set off")
        case ProjectorsChanged():
            does = "is ready to lay smoke again" if event.loaded else "fires its smoke projectors"
            return Told(f"{words.vehicle(event.vehicle)} {does}")
        case WorkTested():
            return _work(words, event)
        case MenEscaped():
            return _escaped(words, event)
        case MenPutOut():
            if words.state.work(event.name) is None or not any(
                words.sees(words.state.figure(id_).group) for id_, _ in event.places
            ):
                return None
            return Told(f"{len(event.places)} stand outside {event.name}")


def _men(words: Words, event: MenInMines) -> Told | None:
    if not words.sees(event.group):
        return None
    hurt = sum(1 for die in event.dice if die.step == "casualty")
    seen = sum(1 for die in event.dice if die.step == "spots a mine")
    what = listed([*([f"{hurt} down"] if hurt else []), *(["mines are seen"] if seen else [])]) or "nobody is hurt"
    dice = ", ".join(f"{words.figure(die.figure)} {die.die}" for die in event.dice)
    if not hurt and not seen:
        return None
    return Told(f"{words.group(event.group)} is among mines: {what}", details=(dice,), important=bool(hurt))


def _worked(words: Words, event: MinesWorked) -> Told:
    done = "mines marked" if event.what == "mark" else "mines lifted"
    so_far = f"works on it, period {event.worked}"
    if event.done:
        so_far = done if event.found else "there are no mines"
    at = words.place(((event.column + 0.5) * 10.0, (event.row + 0.5) * 10.0))
    return Told(f"{words.group(event.group)} at {at}: {so_far}")


def _work(words: Words, event: WorkTested) -> Told | None:
    down = "comes down" if event.bunker else "is destroyed"
    end = down if event.destroyed else "stands"
    burns = " and burns" if event.burns else ""
    points = f"die {event.die} + {counted(event.points, 'point')}" if event.points else f"die {event.die}"
    return Told(f"{event.name} {end}{burns}", details=(points,), important=event.destroyed)


def _escaped(words: Words, event: MenEscaped) -> Told | None:
    state = words.state
    vehicle = state.find_vehicle(event.of)
    if vehicle is not None and not words.sees(vehicle.group):
        return None
    out = [die.figure for die in event.dice if die.escaped]
    name = vehicle.name if vehicle is not None else event.of
    lost = tuple(
        Casualty(words.figure(die.figure), "hit", words.group(state.figure(die.figure).group))
        for die in event.dice
        if not die.escaped
    )
    dice = ", ".join(f"{words.figure(die.figure)} {die.die}" for die in event.dice)
    return Told(f"{len(out)} of {len(event.dice)} get out of {name}", casualties=lost, details=(dice,))
