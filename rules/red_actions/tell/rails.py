"""Trains in words."""

from __future__ import annotations

from rules.language.words import capital, inches
from rules.red_actions.events.rails import RailsEvent, TrainLeft, TrainRan, TrainTaken, VehicleTaken
from rules.red_actions.tell.words import Words
from rules.telling.told import Told


def tell_rails(words: Words, event: RailsEvent) -> Told | None:
    match event:
        case TrainRan():
            name = capital(words.unit(event.unit))
            if event.inches <= 0:
                stop = f": {event.blocked} is on the rails" if event.blocked else ""
                return Told(f"{name} stands{stop}")
            run = "runs on" if not event.driven else "runs back" if event.order == "reverse" else "runs"
            end = f", stopped by {event.blocked}" if event.blocked else " and stands" if event.rails.last <= 0 else ""
            return Told(f"{name} {run} {inches(event.inches)}{end}")
        case TrainLeft():
            if event.losses:
                return Told(f"{event.name} is taken off the table by the enemy", important=True)
            return Told(f"{event.name} leaves the table", important=True)
        case TrainTaken():
            return Told(f"{capital(words.unit(event.by))} takes {words.unit(event.unit)}", important=True)
        case VehicleTaken():
            intact = " intact" if event.tanks else ""
            return Told(f"{capital(words.unit(event.by))} takes {event.name}{intact}", important=True)
