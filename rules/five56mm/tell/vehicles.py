"""Events of vehicles in words."""

from __future__ import annotations

from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.vehicles import (
    Boarded,
    Collided,
    ControlTested,
    Crashed,
    Drifted,
    GotOut,
    RolledOut,
    RunAt,
    SeatTaken,
    Travelled,
    VehicleDamaged,
    VehicleEvent,
    VehicleHit,
    VehicleLeft,
    VehicleSet,
    WeaponsChecked,
)
from rules.five56mm.state import State
from rules.five56mm.tell.words import HARDLY, Words, name, roll_line, square
from rules.language.words import inches
from rules.telling.told import Casualty, Gravity, TellingRole, Told


def tell_vehicles(words: Words, event: VehicleEvent) -> Told | None:
    state = words.state
    vehicle = name(state, event.vehicle)
    match event:
        case Boarded():
            return Told(f"{name(state, event.character)} boards {vehicle} as {event.place}")
        case GotOut(carried=True):
            return Told(f"Others lift {name(state, event.character)} out of {vehicle}")
        case GotOut():
            how = "jumps off" if event.jumped else "leaves"
            return Told(f"{name(state, event.character)} {how} {vehicle}")
        case Travelled():
            return _travelled(state, event)
        case Drifted():
            return Told(f"{vehicle} hangs in the air, nobody at the stick")
        case VehicleLeft():
            return Told(f"{vehicle} leaves the table by the {event.edge} edge", important=True)
        case RolledOut():
            return Told(f"{vehicle} rolls to a halt, nobody at the wheel")
        case SeatTaken():
            who = name(state, event.character)
            how = (
                f"is moved over in {vehicle}, {event.place} now"
                if event.shoved
                else f"moves over in {vehicle} as {event.place}"
            )
            return Told(f"{who} {how}")
        case RunAt():
            result = "jumps clear" if event.dodge.roll.passed else "is run over"
            headline = f"{vehicle} runs at {name(state, event.character)}, who {result}"
            return Told(headline, details=(roll_line(event.dodge.roll),))
        case Collided():
            return Told(f"{vehicle} rams {name(state, event.other)} at {inches(event.speed)}", important=True)
        case VehicleHit():
            damage = event.test.damage
            result = "no damage" if damage is Damage.NONE else damage.value
            important = damage in (Damage.IMMOBILISED, Damage.DESTROYED)
            return Told(
                f"{vehicle}, {event.cause}: {result}",
                important=important,
                details=(f"{vehicle}: {roll_line(event.test.roll)}",),
                role=TellingRole.FOLLOWS,
                casualties=(
                    Casualty(
                        who=vehicle,
                        fate=result,
                        grave=important,
                        unhurt=damage is Damage.NONE,
                        gravity=Gravity.VEHICLE,
                    ),
                ),
                settles=1,
            )
        case VehicleDamaged():
            return Told(f"{vehicle}: {event.damage.value}", important=True)
        case ControlTested():
            if event.roll is None:
                return Told(f"{vehicle}: nobody at the wheel")
            result = "keeps it on the road" if event.roll.passed else "loses control"
            return Told(f"{vehicle}: {name(state, event.driver)} {result}", details=(roll_line(event.roll),))
        case WeaponsChecked():
            result = "still work" if event.work else "no longer work"
            return Told(f"{vehicle}: its weapons {result}", details=(f"D6 {event.die}, 4 or more is needed",))
        case Crashed():
            return Told(f"{vehicle} crashes at {inches(event.speed)}", important=True)
        case VehicleSet():
            sides = {side.key: side.name for side in state.sides}
            said = {"whole": "is whole again", "captured": f"is in the hands of {sides.get(event.side, event.side)}"}
            return Told(f"{vehicle} {said.get(event.to, f'is {event.to}')}, by the umpire's word", important=True)


def _travelled(state: State, event: Travelled) -> Told:
    at = square(state, event.to) if state.board is not None and event.to is not None else ""
    still = event.moved < HARDLY
    where = f" {'at' if still else 'to'} {at}" if at else ""
    details: list[str] = []
    words = [] if still else [inches(event.moved)]
    if event.task is not None:
        done = "" if event.task.done else " fails"
        words.append(f"{event.task.task.replace('-', ' ')}{done}")
        details.append(roll_line(event.task.roll))
        if event.task.overshoot:
            words.append(f"overshoots by {inches(event.task.overshoot)}")
    verb = "stays" if still else "flies" if event.flying or event.hover is not None else "goes"
    headline = f"{name(state, event.vehicle)} {verb}{where}"
    return Told(f"{headline}: {', '.join(words)}" if words else headline, details=tuple(details))
