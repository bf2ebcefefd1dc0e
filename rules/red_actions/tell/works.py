"""Foxholes, fires, wire and vehicles that get free, in words."""

from __future__ import annotations

from rules.language.words import capital, counted, inches, listed
from rules.red_actions.events.works import (
    BurntOut,
    Dug,
    FireFought,
    FireGrew,
    FireLaid,
    FledFire,
    Oriented,
    RecoveryRolled,
    Veered,
    WireCrushed,
    WireTried,
    WorksEvent,
)
from rules.red_actions.play.ground.features import called, feature_of
from rules.red_actions.play.works.digging import columns
from rules.red_actions.tell.words import Words
from rules.telling.told import TellingRole, Told


def tell_works(words: Words, event: WorksEvent) -> Told | None:
    match event:
        case Dug():
            return Told(f"{words.unit(event.unit)} digs in: {columns(event.foxholes.quarters)} of cover")
        case FireLaid():
            good = event.markers > event.before
            verdict = "sets fire to" if good else "fails to set fire to"
            return Told(
                f"{capital(words.unit(event.unit))} {verdict} {_place(words, event.building)}{_so(event.markers)}",
                details=(f"{event.roll} on a d6, 3 or more needed",),
            )
        case FireFought():
            name, house = capital(words.unit(event.unit)), _place(words, event.building)
            if not event.markers:
                said = f"{name} has put out the fire in {house}"
            elif event.markers < event.before:
                said = f"{name} beats the fire in {house} down{_so(event.markers)}"
            else:
                said = f"{name} cannot hold the fire in {house}{_so(event.markers)}"
            return Told(said, details=(f"{event.roll} on a d6: 4 takes off one marker, 5 two, 6 three",))
        case FireGrew():
            return Told(
                f"The fire in {_place(words, event.building)} spreads{_so(event.markers)}", role=TellingRole.FRAME
            )
        case BurntOut():
            house = capital(_place(words, event.building))
            return Told(f"{house} has burnt out: no cover, and nobody enters it", important=True)
        case FledFire():
            return Told(f"{capital(words.unit(event.unit))} leaves the burning house", role=TellingRole.FOLLOWS)
        case _:
            return _machines(words, event)


def _machines(words: Words, event: WireTried | WireCrushed | RecoveryRolled | Veered | Oriented) -> Told | None:
    name = capital(words.unit(event.unit))
    match event:
        case WireTried():
            needed = f"{listed([str(die) for die in event.dice])}: {sum(event.dice)}"
            if event.lane is not None:
                return Told(f"{name} cuts a lane and is through the wire", details=(f"{needed}, 8 or more needed",))
            said = "is through the wire" if event.across else "is still in the wire"
            return Told(f"{name} {said}", details=(f"{needed} on 2d6",))
        case WireCrushed():
            if not event.way:
                return Told(f"{name} crushes the wire", role=TellingRole.DETAIL)
            said = f"{counted(len(event.lanes), 'strip')} of 4 in crushed" if event.lanes else "none of it crushed"
            dice = f"{listed([str(die) for die in event.dice])}, 4 or more each" if event.dice else "no whole strip"
            return Told(f"{name} clears wire for {inches(event.inches)}: {said}", details=(dice,))
        case RecoveryRolled():
            said = "gets free and may move" if event.free else "does not get free"
            return Told(f"{name} {said}", details=(f"{event.roll} on a d6, 4 or more needed",))
        case Veered():
            detail = (f"{event.roll} on a d6: 1 left, 6 right",)
            if not event.degrees:
                return Told(f"{name} keeps its way in the dark", details=detail, role=TellingRole.DETAIL)
            side = "left" if event.degrees < 0 else "right"
            return Told(f"{name} loses its way: {abs(event.degrees):g}° to the {side}", details=detail)
        case Oriented():
            return Told(f"{name} knows its way again", role=TellingRole.DETAIL)


def _place(words: Words, building: str) -> str:
    feature = feature_of(words.state, building)
    return called(feature) if feature is not None else building


def _so(markers: int) -> str:
    """ " (3 of 5)"."""
    return f" ({markers} of 5)" if markers else ""
