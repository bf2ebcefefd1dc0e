"""Events of fire in words."""

from __future__ import annotations

from rules.facts import in_words
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
from rules.five56mm.state import Point, State
from rules.five56mm.tell.words import name, roll_line, weapon
from rules.ruleset import Told, Viewer
from rules.table.reference import point_text, square_of


def tell_fire(state: State, event: FireEvent, viewer: Viewer) -> Told | None:
    match event:
        case SpotTried():
            result = "sees" if event.seen else "does not spot"
            lines = tuple(roll_line(test) for test in event.rolls) or ("no chance",)
            return Told(f"{name(state, event.spotter)} {result} {name(state, event.target)}", (*lines, *_facts(event)))
        case Shot():
            return _shot(state, event)
        case Dud():
            return Told(f"The grenade had flown only {event.distance:g} in and does not explode")
        case AmmoTested():
            test = event.test
            result = "out of ammunition" if test.out else "rounds are left"
            more = ", an Ammo roll after every shot from now on" if test.every_shot and not test.out else ""
            headline = f"{name(state, event.character)}, {weapon(test.weapon)}: {result}{more}"
            return Told(headline, (f"Ammo: D6 {test.die} against {test.number}",))
        case WeaponSpent():
            return Told(f"{name(state, event.character)} throws the empty {weapon(event.weapon)} away")
        case Thrown():
            back = " back" if event.back else ""
            where = f" at {_place(state, event.aim)}" if event.aim is not None else ""
            result = "on the mark" if event.roll.passed else "wide"
            headline = f"{name(state, event.thrower)} throws the {weapon(event.grenade)}{back}{where}: {result}"
            return Told(headline, (roll_line(event.roll), *_facts(event)))
        case GrenadeLanded():
            where = f" at {_place(state, event.grenade.at)}" if event.grenade.at is not None else ""
            return Told(f"The {weapon(event.grenade.kind)} lies{where}, still hissing", important=True)
        case GrenadeLeft():
            return Told("Nobody takes it")
        case GrenadePicked():
            result = "picks it up" if event.roll.passed else "is too slow"
            return Told(f"{name(state, event.character)} {result}", (roll_line(event.roll),))
        case Scattered():
            where = f": {_place(state, event.at)}" if event.at is not None else ""
            return Told(f"It comes down {event.scatter.distance} in off, {event.scatter.words}{where}")
        case Exploded():
            what = "The vehicle" if event.of == "vehicle" else f"The {weapon(event.of)}"
            where = f" at {_place(state, event.at)}" if event.at is not None else ""
            return Told(f"{what} explodes{where}", (f"within {event.radius:g} in",), important=True)


def _place(state: State, at: Point | None) -> str:
    if at is None:
        return ""
    return point_text(at) if state.board is None else f"{square_of(state.board, at)} ({point_text(at)})"


def _facts(event: SpotTried | Shot | Thrown) -> tuple[str, ...]:
    return (in_words(event.facts),) if event.facts else ()


def _shot(state: State, event: Shot) -> Told:
    target = name(state, event.target) if event.target else _place(state, event.at) or "a place"
    number = f", shot {event.number}" if event.auto_fire else ""
    covering = " from Covering Fire" if event.covering else ""
    result = "hit" if event.hit else "miss"
    # In an Auto-Fire the first shot has told the facts.
    facts = _facts(event) if not event.auto_fire or event.number == 1 else ()
    headline = f"{name(state, event.firer)} fires{covering} at {target} ({weapon(event.weapon)}{number}): {result}"
    return Told(headline, (roll_line(event.roll), *facts))
