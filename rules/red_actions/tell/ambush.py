"""Scouting and ambushes in words."""

from __future__ import annotations

from rules.language.words import capital
from rules.red_actions.events.ambush import AmbushEvent, CalledOut, Searched, Sprung
from rules.red_actions.tell.words import Words
from rules.telling.told import Told


def tell_ambush(words: Words, event: AmbushEvent) -> Told | None:
    match event:
        case Searched():
            name = capital(words.unit(event.unit))
            detail = (f"{event.roll} on a d6, 4 or more finds whoever is there",)
            if not event.sound:
                return Told(f"{name} scouts {event.name} and sees nothing", details=detail)
            if not event.found:
                return Told(f"{name} scouts {event.name}: nobody is there", details=detail)
            return Told(f"{name} scouts {event.name} and finds {words.units(event.found)}", details=detail)
        case Sprung():
            how = "charges" if event.how == "charge" else "fires at"
            again = " too" if event.again else ""
            name, target = capital(words.unit(event.unit)), words.unit(event.target)
            return Told(f"Ambush! {name} {how} {target}{again}", important=True)
        case CalledOut():
            return Told(f"{words.officer(event.officer)} orders {words.unit(event.unit)} out of ambush")
