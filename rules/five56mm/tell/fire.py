"""Events of fire in words."""

from __future__ import annotations

from rules.five56mm.events.fire import (
    AmmoTested,
    Dud,
    Exploded,
    FireEvent,
    GrenadeLanded,
    GrenadeLeft,
    GrenadePicked,
    Scattered,
    Shot,
    SpotTried,
    Thrown,
    WeaponSpent,
)
from rules.five56mm.state import State
from rules.five56mm.tell.words import inches, name, roll_line, square, weapon
from rules.ruleset import Told, Viewer
from rules.told import Role, Strike


def tell_fire(state: State, event: FireEvent, viewer: Viewer) -> Told | None:
    match event:
        case SpotTried():
            result = "sees" if event.seen else "does not spot"
            rolls = tuple(roll_line(test) for test in event.rolls) or ("no chance",)
            return Told(
                f"{name(state, event.spotter)} {result} {name(state, event.target)}",
                details=rolls,
                facts=event.facts,
                role=Role.OPENS if event.seen else Role.ALONE,
            )
        case Shot():
            return _shot(state, event)
        case Dud():
            return Told(f"The grenade had flown only {inches(event.distance)} and does not explode", role=Role.FOLLOWS)
        case AmmoTested():
            test = event.test
            result = "out of ammunition" if test.out else "rounds are left"
            more = ", an Ammo roll after every shot from now on" if test.every_shot and not test.out else ""
            headline = f"{name(state, event.character)}, {weapon(test.weapon)}: {result}{more}"
            spoken = Role.FOLLOWS if test.out or test.every_shot else Role.DETAIL
            return Told(headline, details=(f"Ammo: D6 {test.die} against {test.number}",), role=spoken)
        case WeaponSpent():
            return Told(
                f"{name(state, event.character)} throws the empty {weapon(event.weapon)} away", role=Role.FOLLOWS
            )
        case Thrown():
            back = " back" if event.back else ""
            where = f" at {square(state, event.aim)}" if event.aim is not None else ""
            result = "on the mark" if event.roll.passed else "wide"
            headline = f"{name(state, event.thrower)} throws the {weapon(event.grenade)}{back}{where}: {result}"
            return Told(headline, details=(roll_line(event.roll),), facts=event.facts)
        case GrenadeLanded():
            where = f" at {square(state, event.grenade.at)}" if event.grenade.at is not None else ""
            return Told(f"The {weapon(event.grenade.kind)} lies{where}, still hissing", important=True)
        case GrenadeLeft():
            return Told("Nobody takes it")
        case GrenadePicked():
            result = "picks it up" if event.roll.passed else "is too slow"
            return Told(f"{name(state, event.character)} {result}", details=(roll_line(event.roll),))
        case Scattered():
            where = f": {square(state, event.at)}" if event.at is not None else ""
            return Told(
                f"It comes down {inches(event.scatter.distance)} off, {event.scatter.words}{where}", role=Role.FOLLOWS
            )
        case Exploded():
            what = "The vehicle" if event.of == "vehicle" else f"The {weapon(event.of)}"
            where = f" at {square(state, event.at)}" if event.at is not None else ""
            return Told(f"{what} explodes{where}", details=(f"within {inches(event.radius)}",), important=True)


def _shot(state: State, event: Shot) -> Told:
    """Shots of one weapon that follow each other, and what comes of them, are told as one: see `rules.gathering`."""
    firer, gun = name(state, event.firer), weapon(event.weapon)
    target = name(state, event.target) if event.target else square(state, event.at) or "a place"
    how = f"fires the {gun}{' from Covering Fire' if event.covering else ''} at"
    strike = Strike(
        by=firer,
        how=how,
        at=target,
        hits=int(event.hit),
        alone=event.target is not None,
        number=roll_line(event.roll),
        known=event.target is not None,
    )
    headline = f"{firer} {how} {target}: {'hit' if event.hit else 'miss'}"
    return Told(headline, facts=event.facts, strike=strike)
