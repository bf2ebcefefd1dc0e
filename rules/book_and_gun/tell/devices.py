"""Devices in words: what is laid and found, for their own side; what goes off, for all who can hear."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.book.explosives import PREPARING, LaidKind, spelled_kind
from rules.book_and_gun.book.supplement import FINDS
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.devices import (
    DeviceEvent,
    DeviceFired,
    DeviceLaid,
    DeviceSetOff,
    DeviceWorked,
    GroundSwept,
    PeopleSearched,
    RadarReported,
    SensorReported,
)
from rules.book_and_gun.tell.words import Words, told
from rules.language.words import with_article, within
from rules.table.strokes import BurstStroke
from rules.telling.told import TellingRole, Told

SOUND: dict[LaidKind, str] = {
    "land mine": "A mine goes off",
    "anti-vehicle mine": "An anti-vehicle mine goes off",
    "booby trap": "A booby trap goes off",
    "stakes": "Hidden stakes",
    "claymore": "A claymore goes off",
    "c4": "C4 goes off",
    "ied": "An improvised device goes off",
    "shaped charge": "A shaped charge goes off",
    "trip flare": "A trip flare lights up",
    "seismic sensor": "A sensor is lost",
}


def tell_devices(words: Words, event: DeviceEvent) -> Told | None:
    match event:
        case DeviceLaid():
            return _laid(words, event)
        case DeviceWorked():
            device = _device(words, event.device)
            kind = spelled_kind(device.kind) if device is not None else "device"
            return told(event, f"{words.figure(event.figure)} goes on preparing the {kind}.")
        case DeviceSetOff():
            return _set_off(words, event)
        case DeviceFired():
            return _fired(words, event)
        case GroundSwept():
            return _swept(words, event)
        case PeopleSearched():
            return _searched(words, event)
        case SensorReported():
            device = _device(words, event.device)
            name = device.name if device is not None else "a sensor"
            return told(event, f"{name} on {words.square(event.at)}: something moves.", important=True)
        case RadarReported():
            what = "a vehicle" if event.what == "vehicle" else "infantry that moves"
            who = words.figure(event.figure, home=False)
            return told(event, f"{who}'s radar shows {what} on {words.square(event.at)}.", important=True)
        case _ as unreachable:
            assert_never(unreachable)


def _device(words: Words, device_id: str) -> Device | None:
    return next((each for each in words.state.devices if each.id == device_id), None)


def _kind(device: Device) -> str:
    return with_article(spelled_kind(device.kind))


def _laid(words: Words, event: DeviceLaid) -> Told:
    device, where = event.device, words.square(event.device.at)
    if not event.unit:
        return told(event, f"{_kind(device)} lies on {where}: {device.name}.")
    who = words.figure(event.figure)
    if not device.ready:
        left = PREPARING[device.kind] - device.work
        return told(event, f"{who} begins to prepare {_kind(device)} on {where}.", f"{left} more movement phase.")
    return told(event, f"{who} lays {_kind(device)} on {where}: {device.name}.")


def _set_off(words: Words, event: DeviceSetOff) -> Told:
    where = words.square(event.at)
    under = ""
    if event.unit and words.knows(event.unit):
        whom = words.figure(event.figure, home=False) if event.figure else words.state.vehicle(event.vehicle).name
        under = f" under {whom} ({words.unit(event.unit)})" if event.figure else f" under {whom}"
    if event.how == "bomber":
        return _bomber(words, event, where)
    if event.breach is not None:
        return _breached(event, where)
    if event.what == "stakes":
        rolled = [f"1D6, less than {device_number('land mine', 'I')} wounds: {event.die}"] if event.die else []
        line = f"{SOUND['stakes']}{under} on {where}."
        return told(event, line, details=rolled, shown=True, role=TellingRole.OPENS)
    said = told(
        event, f"{SOUND[event.what]}{under} on {where}.", important=True, role=TellingRole.OPENS,
        about=words.unit(event.unit) if event.unit else "",
    )  # fmt: skip
    return replace(said, strokes=(BurstStroke(event.at, max(event.radius, 0.5)),))


def _bomber(words: Words, event: DeviceSetOff, where: str) -> Told:
    """Everybody sees who it was, who may know of the unit."""
    who = words.figure(event.figure) if words.knows(event.unit) else "Somebody"
    what = "blows up the car" if event.vehicle else "explodes"
    said = told(event, f"{who} {what} on {where}.", important=True, role=TellingRole.OPENS)
    return replace(said, strokes=(BurstStroke(event.at, event.radius),))


def _breached(event: DeviceSetOff, where: str) -> Told:
    breach = event.breach
    assert breach is not None
    house = within(breach.name) if breach.name else f"the {breach.structure}"
    what = f"the {'wall' if breach.wall else 'door'} of {house}"
    came = "opens" if breach.opened else "does not open"
    rolled = [f"1D6, less than {device_number('shaped charge', 'I')} opens: {event.die}"]
    line = f"A shaped charge on {where} {came} {what}."
    said = told(event, line, details=rolled, important=True, shown=True, role=TellingRole.OPENS)
    return replace(said, strokes=(BurstStroke(event.at, max(event.radius, 0.5)),))


def _fired(words: Words, event: DeviceFired) -> Told:
    who = words.figure(event.figure)
    if event.dead:
        return told(event, f"{who} fires it, and nothing happens: somebody has defused it.", important=True)
    return told(event, f"{who} fires it.")


def _searched(words: Words, event: PeopleSearched) -> Told | None:
    if not (words.knows(event.unit) and words.knows(event.target)):
        return None
    who, whom = words.unit(event.unit), words.unit(event.target)
    line = f"{who} searches {within(whom)} and finds nothing."
    if event.item:
        line = f"{who} finds {within(event.item)} with {words.figure(event.figure)}."
    rolled = [f"1D6, 1 to {FINDS} finds: {event.die}"]
    return told(event, line, details=rolled, important=bool(event.item), shown=True)


def _swept(words: Words, event: GroundSwept) -> Told:
    who = words.figure(event.figure)
    device = _device(words, event.device) if event.device else None
    where = f" on {words.square(device.at)}" if device is not None else ""
    kind = _kind(device) if device is not None else "a device"
    line = {
        "nothing": f"{who} looks for mines and finds nothing.",
        "unsure": f"{who} is not sure: {kind} may lie{where}.",
        "defused": f"{who} finds {kind}{where} and defuses it.",
        "missed": f"{who} misses a mine.",
        "booby trapped": f"{who} finds a mine that is booby-trapped.",
    }[event.result]
    details = [f"1D20: {event.die}"] if event.die is not None else []
    return told(event, line, details=details, important=event.result != "nothing", shown=True)
