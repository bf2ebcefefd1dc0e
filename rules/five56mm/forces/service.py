"""What a battle did to each figure's career, and to each vehicle's."""

from __future__ import annotations

from collections.abc import Sequence

from rules.five56mm.book.garage import dump_damage
from rules.five56mm.book.injury import Level
from rules.five56mm.book.tables import MELEE, WEAPONS
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.battle import LeftTable, Restored, SquadMustered
from rules.five56mm.events.foot import Aided, Carried, Died, Hurt
from rules.five56mm.events.hand import WoundDealt, WoundsHealed
from rules.five56mm.events.vehicles import Boarded, VehicleDamaged, VehicleHit, VehicleLeft, VehicleSet
from rules.kernel.event import Event
from rules.seam.ruleset import Service
from rules.seam.service import repaired, restored

FATES = {Damage.DESTROYED: "destroyed", Damage.IMMOBILISED: "knocked-out"}
"""Of a vehicle with such damage, the worst first; with any less it is damaged."""
_HELPED = {"first-aid": "first aid", "treat-injury": "treated the injury"}


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Fielded, wounded, treated and carried (of who helped a comrade), recovered (every wound treated), killed,
    kill-credited, missing, in the order in which it happened; of vehicles fielded, damaged, knocked out, destroyed,
    captured. Whom or what the umpire restores was neither out of action nor lost. MM-R119."""
    vehicles = _Vehicles()
    found: list[Service] = []
    sides: dict[str, str] = {}
    wounds: dict[str, set[int]] = {}
    for event in events:
        match event:
            case SquadMustered():
                for who in event.characters:
                    sides[who.id] = who.side
                    wounds[who.id] = {wound.number for wound in who.wounds}
                    found.append(Service(who.id, "fielded"))
                found += vehicles.fielded(event)
            case VehicleHit() | VehicleDamaged() | VehicleSet():
                found = vehicles.after(found, event, sides)
            case Boarded():
                vehicles.holder[event.vehicle] = sides.get(event.character, "")
            case VehicleLeft():
                found += vehicles.driven_off(event)
            case Hurt() if event.injury.level not in (Level.NONE, Level.DEAD):
                found.append(Service(event.character, "wounded", event.by, _note(event)))
                if event.wound is not None:
                    wounds.setdefault(event.character, set()).add(event.wound.number)
            case Carried():
                carriers = [who for who in (event.carrier, event.second) if who is not None and who != event.patient]
                found += [Service(who, "carried", event.patient) for who in carriers]
            case Aided() if event.roll.passed:
                if event.helper != event.patient:
                    found.append(Service(event.helper, "treated", event.patient, _HELPED[event.how]))
                if event.how != "treat-injury" or event.wound is not None:
                    continue
                left = wounds.setdefault(event.patient, set())
                left.discard(event.number)
                if not left:
                    found.append(Service(event.patient, "recovered", event.helper, "treated in battle"))
            case WoundDealt():
                note = f"the umpire's word, {event.wound.level.value} wound"
                found.append(Service(event.character, "wounded", None, note))
                wounds.setdefault(event.character, set()).add(event.wound.number)
            case WoundsHealed():
                found.append(Service(event.character, "recovered", None, "healed by the umpire"))
                wounds[event.character] = set()
            case Restored():
                found = restored(found, event.character, wounded=bool(wounds.get(event.character)))
                wounds[event.character] = set()
            case Died():
                found.append(Service(event.character, "killed", event.by, _weapon(event.weapon) or event.cause))
                if event.by is not None and sides.get(event.by) != sides.get(event.character):
                    found.append(Service(event.by, "kill-credited", event.character, _weapon(event.weapon)))
            case LeftTable() if event.edge:
                found.append(Service(event.character, "left", None, event.reason))
            case LeftTable():
                found.append(Service(event.character, "missing", None, event.reason))
            case _:
                continue
    return tuple(found)


class _Vehicles:
    """Whose each vehicle was at the start, and the damage that it has."""

    def __init__(self) -> None:
        self._own: dict[str, str] = {}
        self._damage: dict[str, tuple[Damage, ...]] = {}
        self.holder: dict[str, str] = {}
        """Whose people got in last."""

    def driven_off(self, event: VehicleLeft) -> list[Service]:
        """What the enemy drives off the table is his. MM-R206, MM-R215."""
        own = self._own.get(event.vehicle)
        taken = self.holder.get(event.vehicle, own) != own
        return [Service(event.vehicle, "captured", None, "driven off the table")] if taken else []

    def fielded(self, event: SquadMustered) -> list[Service]:
        for vehicle in event.vehicles:
            self._own[vehicle.id], self._damage[vehicle.id] = vehicle.side, vehicle.damage
        return [Service(vehicle.id, "fielded") for vehicle in event.vehicles]

    def after(
        self, found: list[Service], event: VehicleHit | VehicleDamaged | VehicleSet, sides: dict[str, str]
    ) -> list[Service]:
        match event:
            case VehicleHit():
                return found + self._hit(event.vehicle, event.test.damage, event.cause, event.by, sides)
            case VehicleDamaged():
                return found + self._hit(event.vehicle, event.damage, "")
            case VehicleSet(to="whole"):
                damaged = bool(self._damage.pop(event.vehicle, ()))
                kept = [entry for entry in found if entry.of == event.vehicle and entry.what == "captured"]
                return [*repaired(found, event.vehicle, damaged=damaged), *kept]
            case VehicleSet(to="captured") if event.side == self._own.get(event.vehicle):
                return [entry for entry in found if (entry.of, entry.what) != (event.vehicle, "captured")]
            case VehicleSet(to="captured"):
                return [*found, Service(event.vehicle, "captured", None, "by the umpire")]
            case VehicleSet():
                return found + self._hit(event.vehicle, Damage(event.to), "by the umpire")

    def _hit(
        self, vehicle: str, damage: Damage, cause: str, by: str | None = None, sides: dict[str, str] | None = None
    ) -> list[Service]:
        """Nothing more befalls a wreck. Who destroys an enemy's vehicle is credited with it."""
        before = self._damage.get(vehicle, ())
        if damage is Damage.NONE or Damage.DESTROYED in before:
            return []
        self._damage[vehicle] = (*before, damage)
        what = next((word for worst, word in FATES.items() if worst in self._damage[vehicle]), "damaged")
        lasts = "" if what == "destroyed" else dump_damage(self._damage[vehicle])
        note = ", ".join(filter(None, (cause, "" if damage in FATES else f"{damage.value} damage")))
        entries = [Service(vehicle, what, by, note, condition=lasts)]
        if what == "destroyed" and by is not None and (sides or {}).get(by) not in (None, self._own.get(vehicle)):
            entries.append(Service(by, "destroy-credited", vehicle, cause))
        return entries


def _note(event: Hurt) -> str:
    weapon = _weapon(event.weapon) or event.cause
    return f"{weapon}, {event.injury.level.value} wound"


def _weapon(key: str) -> str:
    if key in WEAPONS:
        return WEAPONS[key].title
    return MELEE[key].title if key in MELEE else ""
