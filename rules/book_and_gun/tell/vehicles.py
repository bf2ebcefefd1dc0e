"""Vehicles in words: what is fired at them, what becomes of them, who gets in and out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.book.rows import AircraftKind
from rules.book_and_gun.book.supplement import DRIVES
from rules.book_and_gun.book.to_hit import hits
from rules.book_and_gun.events.vehicles import (
    DriverSought,
    PeopleIn,
    PeopleOut,
    PeopleRolled,
    TurretTurned,
    VehicleEvent,
    VehicleFiredAt,
    VehicleStruck,
    VehicleTaken,
)
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.tell.words import UNSEEN, Words, cards, itemised, known, spelled, told
from rules.book_and_gun.vehicles import VehicleCondition
from rules.language.words import counted, plural
from rules.table.strokes import FireStroke
from rules.telling.told import Casualty, Gravity, Strike, TellingRole, Told, Upshot

AIR_WORDS: dict[AircraftKind, str] = {
    "helo": "helicopter",
    "prop": "propeller aircraft",
    "slow jet": "slow jet",
    "fast jet": "fast jet",
}
"""Kinds of aircraft in words. X.10.1 to X.10.4"""
_FATES = {"destroyed": "destroyed", "immobilized": "immobilized", "unharmed": "unharmed"}


def tell_vehicles(words: Words, event: VehicleEvent) -> Told | None:
    match event:
        case VehicleFiredAt():
            return _fired_at(words, event)
        case VehicleStruck():
            return known(words, event.unit, _hit(words, event))
        case PeopleRolled():
            rolled = ", ".join(f"{words.figure(who, home=False)} {die}" for who, die in event.dice)
            line = f"{vehicle_name(words, event.vehicle)}, dice for those {event.where}: {rolled}"
            return known(words, event.unit, told(event, line, shown=True, role=TellingRole.DETAIL))
        case TurretTurned():
            return None
        case PeopleOut():
            return known(words, event.unit, _out(words, event))
        case PeopleIn():
            return known(words, event.unit, _in(words, event))
        case VehicleTaken():
            return known(words, event.unit, _taken(words, event))
        case DriverSought():
            return known(words, event.unit, _sought(words, event))
        case _ as unreachable:
            assert_never(unreachable)


def vehicle_name(words: Words, vehicle_id: str) -> str:
    """A vehicle's name, for whoever may know of its unit."""
    vehicle = words.state.vehicle(vehicle_id)
    return vehicle.name if words.knows(vehicle.unit) else "a vehicle"


def _fired_at(words: Words, event: VehicleFiredAt) -> Told | None:
    knows_firer, knows_target = words.knows(event.unit), words.knows(event.target)
    if not knows_firer and not knows_target:
        return None
    name = vehicle_name(words, event.vehicle)
    marked = [f"{die}✓" if hits(die, event.to_hit, words.state.options) else str(die) for die in event.dice]
    hide = "" if event.flying is None else AIR_WORDS[event.flying]
    what = f"{spelled(event.weapon)}, {hide or event.armour + ' armour'}, class {event.target_class}"
    strike = Strike(
        by=words.unit(event.unit),
        how="fires at",
        at=name,
        hits=event.hits,
        dice=len(event.dice),
        actor=words.figure(event.figure, home=False) if knows_firer else "",
        weapon=spelled(event.weapon) if knows_firer else "",
        body=words.unit(event.target) if knows_target else UNSEEN,
        number=itemised("TO HIT", event.to_hit) or f"{what}: cannot hit",
        rolled=f"{len(marked)}D20: {' '.join(marked)}" if marked else "",
        known=knows_target,
    )
    said = told(
        event, f"{strike.actor or strike.by} fires at {name}", facts=event.facts if knows_firer else (), shown=True
    )
    shot = FireStroke(words.ref(event.unit), words.ref(event.target), strike.hits)
    return replace(said, strike=strike, strokes=(shot,))


def _hit(words: Words, event: VehicleStruck) -> Told:
    """What the card did. One that leaves it as it was is a detail, and so is a second card that stops it once more."""
    name, drawn = vehicle_name(words, event.vehicle), cards(event.cards)
    fate = {"destroyed": "shot down", "immobilized": "damaged"}.get(event.fate, "unharmed") if event.flying else ""
    fate = fate or _FATES[event.fate]
    through = "; it comes through" if event.penetrated else ""
    detail = f"{drawn}: {name} {fate}{through}" if drawn else f"{name} {fate}"
    if event.to_hit is not None:
        second = f", then 1D6: {event.second}, 1 to 4 lands on it" if event.second is not None else ""
        detail = f"{itemised('TO HIT', event.to_hit)}, 1D20: {event.die}{second}. {detail}"
    line = {"destroyed": f"{name} burns.", "immobilized": f"{name} is stopped."}.get(event.fate, f"{name} drives on.")
    if event.flying:
        line = f"{name} is {fate}."
    grave = event.fate != "unharmed"
    said = told(event, line, important=grave, details=[detail], role=TellingRole.FOLLOWS)
    if not grave:
        said = replace(said, headline=detail, details=(), role=TellingRole.DETAIL)
    heads = (
        Casualty(
            who=name,
            fate=fate,
            body=words.unit(event.unit),
            grave=event.condition is VehicleCondition.DESTROYED,
            gravity=Gravity.VEHICLE,
        ),
    )
    return replace(said, casualties=heads if grave else (), settles=1, said=event.draws)


def _out(words: Words, event: PeopleOut) -> Told:
    name = vehicle_name(words, event.vehicle)
    who = _whoever(words, event.unit, event.figures, name)
    where = f" on its {event.beside} side" if event.beside else ""
    count = len(event.figures)
    if event.why == "dismount":
        return told(event, f"{who} out of {name}{where}.", details=_dice(event.dice), shown=True)
    verb = {"wreck": "out", "jump": "off"}[event.why]
    line = f"{counted(count, 'man gets', 'men get')} {verb}{where}."
    return told(event, line, line, role=TellingRole.FOLLOWS)


def _whoever(words: Words, unit: str, figures: Sequence[str], vehicle: str) -> str:
    """ "1st Squad gets"; hostages by name: "Bilal and Parisa get"; those of a lone vehicle, which is called as its unit
    is: "1 man gets", "3 men get"."""
    if words.state.unit(unit).traits.kind != HOSTAGES:
        if words.unit(unit) == vehicle:
            return counted(len(figures), "man gets", "men get")
        return f"{words.unit(unit)} gets"
    return f"{words.figures(figures)} {plural(len(figures), 'gets', 'get')}"


def _in(words: Words, event: PeopleIn) -> Told:
    name, who = vehicle_name(words, event.vehicle), words.unit(event.unit)
    gets = _whoever(words, event.unit, tuple(figure for figure, _ in event.seats), name)
    late = f"{counted(len(event.short), 'man stays', 'men stay')} behind."
    if not event.seats:
        return told(event, f"{who} does not reach {name}.", details=_dice(event.dice), shown=True)
    return told(event, f"{gets} into {name}.", late if event.short else "", details=_dice(event.dice), shown=True)


def _taken(words: Words, event: VehicleTaken) -> Told:
    name, loser = vehicle_name(words, event.vehicle), words.unit(event.unit)
    if words.state.unit(event.unit).side == event.side:
        return told(event, f"{words.unit(event.captor)} takes {name} over.", shown=True)
    said = told(event, f"{words.unit(event.captor)} takes {name} from {loser}.", important=True)
    return replace(said, upshots=(Upshot(loser, f"loses {name} to the enemy", Gravity.GROUND),))


def _sought(words: Words, event: DriverSought) -> Told:
    name, who = vehicle_name(words, event.vehicle), words.unit(event.unit)
    line = f"{who} finds somebody who can drive {name}." if event.able else f"None of {who} can drive {name}."
    return told(event, line, details=[f"1D6: {event.die}, 1 to {DRIVES} drives"], shown=True)


def _dice(dice: tuple[int, ...]) -> list[str]:
    return [f"{len(dice)}D6: {', '.join(map(str, dice))}"] if dice else []
