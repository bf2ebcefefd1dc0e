"""Movement in words."""

from __future__ import annotations

from rules.language.words import capital, compass, counted
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.movement import (
    Boarded,
    BrokeDown,
    BuildingTaken,
    Dismounted,
    Halted,
    Hid,
    LimberChanged,
    MadeRoom,
    MarkerMoved,
    Moved,
    MovementEvent,
    PrisonersGone,
    PrisonersTaken,
    Remounted,
    ThingsTaken,
    Turned,
    UnitEntered,
)
from rules.red_actions.tell.words import Words
from rules.red_actions.units import Breakdown
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_GOES = {"normal": "moves", "evading": "moves from cover to cover", "march": "marches"}
_FORMS = {
    UnitFormation.LINE: "line", UnitFormation.COLUMN: "column", UnitFormation.RANKS: "two ranks",
    UnitFormation.SQUARE: "square", UnitFormation.LINING: "a firing line along the edge",
}  # fmt: skip


def tell_movement(words: Words, event: MovementEvent) -> Told | None:
    if isinstance(event, MarkerMoved):
        own = words.own(event.side)
        return None if own else Told(f"Marker {event.marker} moves to {words.place(event.at)}")
    if isinstance(event, PrisonersGone):
        return Told(f"{words.unit(event.unit)} does away with {counted(len(event.prisoners.bases), 'captured base')}")
    if not words.sees(event.unit):
        return None
    return _told(words, event, words.unit(event.unit))


def _told(words: Words, event: MovementEvent, name: str) -> Told | None:
    match event:
        case Moved():
            return _moved(words, event, name)
        case UnitEntered():
            return Told(f"{name} comes onto the table at {words.place(event.at)}", important=True)
        case MadeRoom():
            return Told(f"{name} steps aside to where it has room", role=TellingRole.DETAIL)
        case Halted():
            why = {"enemy": "halts before the enemy", "ambush": "is stopped by an ambush"}
            return Told(f"{name} {why.get(event.why, 'halts')}")
        case Turned():
            return _turned(words, event, name)
        case LimberChanged():
            return Told(f"{name} {'limbers up' if event.limbered else 'unlimbers'}")
        case Dismounted():
            bases = counted(len(event.bases), "base")
            return Told(f"{name} dismounts", details=(f"{bases} on foot, one holds the horses",))
        case Remounted():
            return Told(f"{name} mounts")
        case Boarded():
            return Told(f"{name} boards {words.unit(event.carrier)}" if event.carrier else f"{name} gets off")
        case Hid():
            return Told(f"{name} hides")
        case BuildingTaken():
            what = f"takes possession of {event.building}"
            return Told(f"{name} {what}", upshots=(Upshot(name, what, Gravity.GROUND),))
        case ThingsTaken():
            what = {"guns": "abandoned guns", "vehicle": "an abandoned vehicle", "horses": "the enemy's horses"}
            return Told(f"{name} takes {what.get(event.what, event.what)}", important=True)
        case PrisonersTaken():
            return Told(f"{name} has the prisoners")
        case BrokeDown():
            return _broke_down(event, name)
        case _:
            return None


def _moved(words: Words, event: Moved, name: str) -> Told | None:
    """A stretch of its way. One that went nowhere has wheeled, or keeps down where it is."""
    end, start = event.way[-1], event.way[0]
    inches = (f"{event.inches:.1f} in",)
    if end == start:
        if event.pace == "evading" and event.inches < 0.05:
            return Told(f"{name} evades where it is")
        return Told(f"{name} wheels to face {compass(event.facing)}", details=inches, role=TellingRole.DETAIL)
    wire = ", into the wire" if event.in_wire else ""
    return Told(f"{name} {_GOES[event.pace]} to {words.place(end)}{wire}", details=inches, role=TellingRole.ALONE)


def _turned(words: Words, event: Turned, name: str) -> Told:
    unit = words.state.find(event.unit)
    formed = ", boot to boot" if event.formed and unit is not None else ""
    return Told(f"{name} stands in {_FORMS[event.formation]}{formed}, facing {compass(event.facing)}")


def _broke_down(event: BrokeDown, name: str) -> Told:
    end = {
        Breakdown.NONE: "runs on", Breakdown.TEMPORARY: "breaks down", Breakdown.FOR_GOOD: "is stuck for good",
    }[event.breakdown]  # fmt: skip
    detail = (f"{event.roll} on a d6 for {event.test}",)
    trouble = event.breakdown is not Breakdown.NONE
    return Told(
        capital(f"{name} {end}"),
        details=detail,
        important=trouble,
        role=TellingRole.ALONE if trouble else TellingRole.DETAIL,
    )
