"""Events of fire in words."""

from __future__ import annotations

from rules.five56mm.book.tables import WEAPONS, Group
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
from rules.five56mm.tell.words import Words, name, on_level, roll_line, square, weapon
from rules.language.words import inches
from rules.table.strokes import BurstStroke, FireStroke
from rules.telling.told import Strike, TellingRole, Told

BLAST = "an explosion"
"""What is thrown or launched, and what comes of it, are told as one."""


def tell_fire(words: Words, event: FireEvent) -> Told | None:
    state = words.state
    match event:
        case SpotTried():
            result = "sees" if event.seen else "does not spot"
            rolls = tuple(f"Spotting: {roll_line(test)}" for test in event.rolls) or ("Spotting: no chance",)
            return Told(
                f"{name(state, event.spotter)} {result} {name(state, event.target)}",
                details=rolls,
                facts=event.facts,
                role=TellingRole.OPENS if event.seen else TellingRole.ALONE,
                about=name(state, event.spotter),
            )
        case Shot():
            return _shot(state, event)
        case Dud():
            return Told(
                f"The grenade had flown only {inches(event.distance)} and does not explode", role=TellingRole.FOLLOWS
            )
        case AmmoTested():
            return _ammo(state, event)
        case WeaponSpent():
            return Told(
                f"{name(state, event.character)} throws the empty {weapon(event.weapon)} away", role=TellingRole.FOLLOWS
            )
        case Thrown():
            back = " back" if event.back else ""
            where = f" at {square(state, event.aim)}" if event.aim is not None else ""
            miss = "too late, it goes off in his hand" if event.back else "wide"
            headline = f"{name(state, event.thrower)} throws the {weapon(event.grenade)}{back}{where}: "
            return Told(
                headline + ("on the mark" if event.roll.passed else miss),
                details=(f"Throw: {roll_line(event.roll)}",),
                facts=event.facts,
                role=TellingRole.OPENS,
                about=BLAST,
                strokes=(FireStroke(event.thrower, "", place=event.aim),) if event.aim is not None else (),
            )
        case GrenadeLanded():
            where = f" at {square(state, event.grenade.at)}" if event.grenade.at is not None else ""
            where += on_level(state, event.grenade.at, event.grenade.level)
            return Told(f"The {weapon(event.grenade.kind)} lies{where}, still hissing", role=TellingRole.FOLLOWS)
        case GrenadeLeft():
            return Told("Nobody takes it")
        case GrenadePicked():
            result = "picks the grenade up" if event.roll.passed else "is too slow to pick the grenade up"
            headline = f"{name(state, event.character)} {result}"
            return Told(
                headline, details=(f"Pick it up: {roll_line(event.roll)}",), role=TellingRole.OPENS, about=BLAST
            )
        case Scattered():
            where = f", at {square(state, event.at)}" if event.at is not None else ""
            return Told(
                f"It comes down {inches(event.scatter.distance)} off, {event.scatter.words}{where}.",
                role=TellingRole.FOLLOWS,
            )
        case Exploded():
            return _exploded(state, event)


def _exploded(state: State, event: Exploded) -> Told:
    """Who is caught in it is counted in the first line: its own, or that of the throw or shot that it comes of."""
    where = f" at {square(state, event.at)}" if event.at is not None else ""
    where += on_level(state, event.at, event.level)
    if event.of == "vehicle":
        headline = f"The wreck explodes{where}"
    elif event.by is None:
        headline = f"Explosion{where}"
    else:
        headline = f"The {weapon(event.of)} of {name(state, event.by)} explodes{where}"
    return Told(
        headline,
        details=(f"{weapon(event.of)}: {inches(event.radius)} around",) if event.radius else (),
        role=TellingRole.CONCLUDES,
        about=BLAST,
        tally={"stun": "nobody stunned", "cs": "nobody gassed"}.get(event.of, "nobody hurt"),
        strokes=(BurstStroke(event.at, event.radius),) if event.at is not None else (),
    )


def _ammo(state: State, event: AmmoTested) -> Told:
    """That there is more is worth a word among the details only."""
    test, who = event.test, name(state, event.character)
    thrown = test.weapon in WEAPONS and WEAPONS[test.weapon].group is Group.GRENADE
    if test.out:
        headline = f"That was the last {weapon(test.weapon)} of {who}." if thrown else f"{who} is out of ammunition."
    else:
        headline = f"{who}, {weapon(test.weapon)}: there is more"
    if test.every_shot and not test.out:
        headline += f", an Ammo roll after every {'throw' if thrown else 'shot'} from now on"
    spoken = TellingRole.FOLLOWS if test.out else TellingRole.DETAIL
    return Told(headline, details=(f"Ammo: D6 {test.die} against {test.number}",), role=spoken)


def _shot(state: State, event: Shot) -> Told:
    """Shots of one weapon that follow each other, told as one with what comes of them: `rules.telling.gathering`."""
    firer, gun = name(state, event.firer), weapon(event.weapon)
    target = name(state, event.target) if event.target else square(state, event.at) or "a place"
    how = f"fires the {gun}{' from Covering Fire' if event.covering else ''} at"
    strike = Strike(
        by=firer,
        how=how,
        at=target,
        hits=int(event.hit),
        alone=event.target is not None,
        number=f"To hit: {roll_line(event.roll)}",
        known=event.target is not None,
    )
    headline = f"{firer} {how} {target}: {'hit' if event.hit else 'miss'}"
    explosive = event.weapon in WEAPONS and WEAPONS[event.weapon].launches is not None
    shot = FireStroke(event.firer, event.target or "", int(event.hit), place=event.at)
    return Told(headline, facts=event.facts, strike=strike, about=BLAST if explosive else firer, strokes=(shot,))
