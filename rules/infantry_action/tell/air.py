"""What comes from the air, in words."""

from __future__ import annotations

from rules.infantry_action.events.air import AirEvent, Crashed, Dropped, Fallen, Flew, FlewOff, ShotAt
from rules.infantry_action.tell.words import Words
from rules.language.words import listed
from rules.telling.told import Casualty, Told


def tell_air(words: Words, event: AirEvent) -> Told | None:
    match event:
        case Dropped():
            return _dropped(words, event)
        case Flew():
            if not words.sees(words.state.vehicle(event.vehicle).group):
                return None
            does = {"land": "lands at", "hover": "hovers over", "pass": "flies away over"}[event.then]
            return Told(f"{words.vehicle(event.vehicle)} {does} {words.place(event.path[-1])}")
        case FlewOff():
            if not words.sees(words.state.vehicle(event.vehicle).group):
                return None
            return Told(f"{words.vehicle(event.vehicle)} leaves the table")
        case ShotAt():
            return Told(f"{words.vehicle(event.vehicle)} is hit", details=(listed([f"die {d}" for d in event.dice]),))
        case Crashed():
            return _crashed(words, event)


def _dropped(words: Words, event: Dropped) -> Told | None:
    if not words.sees(event.group):
        return None
    down = sum(1 for man in event.men if not man.off and not man.hurt)
    own = words.own(words.state.group(event.group).side)
    lost = tuple(
        Casualty(
            words.figure(man.who) if own else "a man",
            "lost" if man.off else "hit",
            words.group(event.group),
            cause="landing",
        )
        for man in event.men
        if man.off or man.hurt
    )
    guns = tuple(f"{words.state.gun(gun.who).name} is lost" for gun in event.guns if gun.off or gun.hurt)
    where = tuple(_drift(words, man) for man in event.men) if own else ()
    return Told(
        f"{words.group(event.group)} comes down by parachute: {down} of {len(event.men)} on the ground",
        guns,
        casualties=lost,
        details=where,
        important=True,
    )


def _drift(words: Words, man: Fallen) -> str:
    at = "off the table" if man.off else words.place(man.at)
    drift = f", {10 * sum(man.dice)} m to {man.clock} o'clock" if man.dice else ""
    return f"{words.figure(man.who)}: {at}{drift}"


def _crashed(words: Words, event: Crashed) -> Told:
    out = [die for die in event.dice if die.survived]
    group = words.state.vehicle(event.vehicle).group
    own = words.own(words.state.group(group).side)
    lost = tuple(
        Casualty(words.figure(die.figure) if own else "a man", "hit", words.group(group), cause="crash")
        for die in event.dice
        if not die.survived
    )
    dice = ", ".join(f"{words.figure(die.figure)} {die.die}" for die in event.dice) if own else ""
    return Told(
        f"{words.vehicle(event.vehicle)} is brought down: {len(out)} of {len(event.dice)} get clear",
        casualties=lost,
        details=(dice,) if dice else (),
        important=True,
    )
