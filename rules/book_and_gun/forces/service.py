"""What a battle did to each figure's career. XIII.10: fielded, wounded (W), killed (K), and who did it; who carried the
wounded, and who freed prisoners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.book_and_gun.book.arms import ON_VEHICLE
from rules.book_and_gun.book.explosives import STORES
from rules.book_and_gun.book.garage import dump_condition
from rules.book_and_gun.events.battle import FigureCaptured, FigureFell, FigureHealed, FigureLeft, UnitMustered
from rules.book_and_gun.events.combat import PrisonerFreed
from rules.book_and_gun.events.devices import DeviceFired, DeviceLaid, DeviceSetOff
from rules.book_and_gun.events.fire import GunDestroyed
from rules.book_and_gun.events.guns import GunTaken
from rules.book_and_gun.events.hostages import HostageRescued
from rules.book_and_gun.events.movement import WoundedTaken
from rules.book_and_gun.events.vehicles import VehicleStruck, VehicleTaken
from rules.book_and_gun.forces.stable import Stable
from rules.book_and_gun.units import Status
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.action import SideId
from rules.kernel.chance import Card, card_name
from rules.kernel.event import Event
from rules.seam.ruleset import Service
from rules.seam.service import restored


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Entries in the order of the events. A kill is credited to the figure who made it; one who left the field
    otherwise than hit or taken is missing; a prisoner who was set free again was not captured, and whom the umpire
    restores was neither killed nor lost. BG-XIII.10.1.
    """
    entries: list[Service] = []
    stable = Stable()
    guards = _Guards()
    owners: dict[str, SideId] = {}
    layers: dict[str, str] = {}
    layer: str | None = None
    for event in events:
        entries += stable.entries(event)
        match event:
            case UnitMustered():
                entries += [Service(figure.id, "fielded") for figure in event.unit.figures]
                entries += [Service(vehicle.id, "fielded") for vehicle in event.vehicles]
                entries += [Service(piece.id, "fielded") for piece in event.pieces]
                owners |= {vehicle.id: event.unit.side for vehicle in event.vehicles}
                guards.sides |= {figure.id: event.unit.side for figure in event.unit.figures}
            case DeviceLaid():
                layers[event.device.id] = event.device.layer
            case DeviceFired():
                layers[event.device] = event.figure
            case DeviceSetOff():
                layer = event.figure if event.how == "bomber" else layers.pop(event.device, "") or None
            case FigureFell():
                entries += _fell(event if event.by is not None else _credited(event, layer, guards.sides))
                guards.beaten[event.unit] = event.by
            case VehicleStruck():
                struck = event if event.by else replace(event, by=layer or "")
                entries += _hit(struck, entries, guards.sides, owners)
            case GunDestroyed():
                entries += [Service(piece, "destroyed") for piece in event.pieces]
            case GunTaken():
                entries.append(Service(event.gun, "captured", event.captor))
            case VehicleTaken():
                entries = _taken(event, entries, owners)
            case FigureCaptured():
                entries.append(Service(event.figure, "captured"))
                guards.captors[event.figure] = event.captor
            case PrisonerFreed():
                entries = [e for e in entries if (e.of, e.what) != (event.figure, "captured")]
                if (by := guards.beaten_by(event.figure)) is not None:
                    entries.append(Service(by, "freed", event.figure))
            case WoundedTaken():
                entries += [Service(carrier, "carried", wounded) for carrier, wounded in event.pairs if wounded]
            case HostageRescued():
                entries.append(Service(event.by, "freed", event.hostage))
            case FigureLeft():
                entries.append(Service(event.figure, "missing", note=event.reason))
            case FigureHealed() if event.reason == "umpire":
                entries = restored(entries, event.figure, wounded=_wounded(entries, event.figure))
            case FigureHealed():
                entries.append(Service(event.figure, "recovered", note=event.reason))
            case _:
                pass
    return tuple(entries)


class _Guards:
    """Who holds each prisoner, and who felled the last of each unit: whoever beats the guards frees those they held."""

    def __init__(self) -> None:
        self.sides: dict[str, SideId] = {}
        self.captors: dict[str, str] = {}
        self.beaten: dict[str, str | None] = {}

    def beaten_by(self, prisoner: str) -> str | None:
        """The comrade of a prisoner who felled the last of their guards; None where nobody of theirs did."""
        by = self.beaten.get(self.captors.get(prisoner, ""))
        return by if by is not None and self.sides.get(by) == self.sides.get(prisoner) else None


def _hit(
    event: VehicleStruck, before: Sequence[Service], sides: dict[str, SideId], owners: dict[str, SideId]
) -> list[Service]:
    """What became of a vehicle; one that is stopped already cannot be stopped once more. Whoever destroys an enemy's is
    credited with it. BG-R91."""
    known = [entry.what for entry in before if entry.of == event.vehicle]
    weapon = event.weapon.removesuffix(ON_VEHICLE)
    if event.fate == "destroyed":
        entries = [Service(event.vehicle, "destroyed", event.by or None, weapon)]
        if sides.get(event.by) not in (None, owners.get(event.vehicle)):
            entries.append(Service(event.by, "destroy-credited", event.vehicle, weapon))
        return entries
    if event.fate == "immobilized" and "damaged" not in known:
        lasts = dump_condition(VehicleCondition.IMMOBILIZED)
        return [Service(event.vehicle, "damaged", event.by or None, f"{weapon}, immobilized", condition=lasts)]
    return []


def _taken(event: VehicleTaken, before: list[Service], owners: dict[str, SideId]) -> list[Service]:
    """Lost to the enemy, or taken back from them. BG-XIII.1.1a"""
    kept = [entry for entry in before if (entry.of, entry.what) != (event.vehicle, "captured")]
    if owners.get(event.vehicle) == event.side:
        return kept
    return [*kept, Service(event.vehicle, "captured", event.captor)]


def _wounded(entries: Sequence[Service], figure: str) -> bool:
    """Whether he has been hit and not recovered since."""
    own = [entry.what for entry in entries if entry.of == figure and entry.what in ("wounded", "recovered")]
    return own[-1:] == ["wounded"]


def _fell(event: FigureFell) -> list[Service]:
    killed = event.status is Status.KILLED
    entries = [Service(event.figure, "killed" if killed else "wounded", event.by, _note(event))]
    if killed and event.by is not None:
        entries.append(Service(event.by, "kill-credited", event.figure, _note(event)))
    return entries


def _credited(event: FigureFell, layer: str | None, sides: dict[str, SideId]) -> FigureFell:
    """A device's harm is its layer's, where it befalls the enemy. BG-R234"""
    device = event.cause == "trap" or (event.cause == "explosion" and event.weapon in STORES)
    own = sides.get(layer or "")
    if not device or layer in (None, event.figure) or (own is not None and own == sides.get(event.figure)):
        return event
    return replace(event, by=layer)


def _note(event: FigureFell) -> str:
    """Weapon, cards and class, in the rules' words."""
    parts = [event.weapon or event.cause, _cards(event.cards)]
    if event.target_class:
        parts.append(f"class {event.target_class}")
    if event.reading and event.reading != "ordinary":
        parts.append(event.reading)
    return ", ".join(part for part in parts if part)


def _cards(cards: Sequence[Card]) -> str:
    return " and ".join(card_name(card) for card in cards)
