"""What comes to light, in words."""

from __future__ import annotations

from rules.red_actions.events.sight import DummyGone, Revealed, SightEvent
from rules.red_actions.tell.words import Words
from rules.red_actions.units import Concealment
from rules.telling.told import Told

_HOW = {
    "seen": "is seen", "scouted": "is found by scouts", "moved": "shows itself", "fired": "shows itself by firing",
    "charged": "is charged", "routed": "runs", "called out": "is called out", "sprung": "breaks out of ambush",
}  # fmt: skip


def tell_sight(words: Words, event: SightEvent) -> Told | None:
    match event:
        case Revealed():
            name = words.unit(event.unit)
            at = f" at {words.place(event.at)}" if event.at is not None else ""
            if event.was is Concealment.MARKER:
                return Told(f"Marker {event.marker} is {name}{at}", important=True)
            by = f" by {words.unit(event.by)}" if event.by and event.why == "seen" else ""
            return Told(f"{name} {_HOW.get(event.why, 'is seen')}{by}{at}", important=True)
        case DummyGone():
            return Told(f"There is nobody behind marker {event.marker}")
