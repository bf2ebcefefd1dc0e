"""Shooting in words: what it came to first, the column and the dice behind it."""

from __future__ import annotations

from rules.kernel.facts import signed
from rules.language.words import capital, counted, inches, listed, those_that_hold, within
from rules.red_actions.events.fire import (
    CarHit,
    DirectHits,
    Fired,
    FireEvent,
    FriendsMet,
    Gunfire,
    ModeChosen,
    Refilled,
    SectionHit,
    ShotResolved,
    TurnedToFire,
)
from rules.red_actions.tell.words import Words
from rules.red_actions.tell.words import markers as in_markers
from rules.table.strokes import FireStroke
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_HOW = {
    "action": "fires at",
    "charged": "fires at the chargers,",
    "ambush": "fires from ambush at",
    "friends": "fires by mistake at",
    "return": "returns the fire of",
}


def tell_fire(words: Words, event: FireEvent) -> Told | None:
    match event:
        case ModeChosen():
            if not event.evading:
                return None
            return Told(f"{words.unit(event.unit)} evades for the rest of the turn")
        case TurnedToFire():
            shape = event.formation.value
            return Told(f"{words.unit(event.unit)} turns to fire ({shape})", role=TellingRole.DETAIL)
        case Fired():
            return _fired(words, event)
        case DirectHits():
            return _direct_hits(words, event)
        case ShotResolved():
            return _resolved(words, event)
        case SectionHit():
            return _section(words, event)
        case CarHit():
            return _car(words, event)
        case Refilled():
            if not words.own(words.state.unit(event.unit).side):
                return None
            source = words.unit(event.supply) if event.supply else "its cart"
            return Told(f"{words.unit(event.unit)} has taken rounds from {source}", role=TellingRole.DETAIL)
        case FriendsMet():
            return _friends(words, event)


def _fired(words: Words, event: Fired) -> Told:
    """Who fires at whom; what came of it stands in its place."""
    by = words.unit(event.unit)
    at = _target(words, event.target, event.name) if event.target else f"{event.name} ({words.place(event.at)})"
    details = [f"{inches(event.distance)}, {event.far}, {_bases(event.bases)} firing"]
    if event.observer and words.own(words.state.unit(event.unit).side):
        details.append(f"seen by {words.unit(event.observer)}")
    if event.sponson:
        details.append(f"from the {event.sponson} sponson")
    if event.harassing:
        return Told(f"{by} harasses {at}: it hurts nobody and ends a march", details=tuple(details))
    gas = " with gas shells" if event.gas else ""
    how = "fires at" if event.place else _HOW[event.reason]
    target = words.ref(event.target) if event.target else ""
    return Told(
        f"{by} {how} {at}{gas}",
        details=tuple(details),
        role=TellingRole.OPENS,
        about=_about(event.unit),
        strokes=(FireStroke(words.ref(event.unit), target, place=event.at if not event.target else None),),
    )


def _target(words: Words, ref: str, name: str) -> str:
    """Its name as it was fired at: of a train, the car."""
    return name if words.sees(ref) else words.unit(ref)


def _bases(number: str) -> str:
    return f"{number} base" if number in ("1", "½") else f"{number} bases"


def _about(unit: str) -> str:
    return f"fire:{unit}"


def _direct_hits(words: Words, event: DirectHits) -> Told:
    target = _target(words, event.target, event.name)
    return Told(
        capital(f"{target} takes {counted(event.hits, 'direct hit')} from {within(words.unit(event.unit))}"),
        details=tuple(_guns(each) for each in event.guns),
        role=TellingRole.CONCLUDES,
        about=_about(event.unit),
        important=True,
    )


def _resolved(words: Words, event: ShotResolved) -> Told:
    """Whoever comes to harm is the subject; a shot of which nothing came is the firer's."""
    target = _target(words, event.target, event.name)
    by = words.unit(event.unit)
    came = " and ".join(_outcome(event))
    hit_before = event.hits > 0 and not event.guns
    hits = max(event.hits, int(event.result.kill))
    nothing = f"{by} fires at {target}: no {'further ' * hit_before}effect"
    follows = TellingRole.FOLLOWS if came else TellingRole.DETAIL
    return Told(
        capital(f"{target} {came} under the fire of {within(by)}") if came else nothing,
        details=tuple(_sums(event)),
        role=follows if hit_before else TellingRole.CONCLUDES,
        about=_about(event.unit),
        important=event.result.kill or event.hits > 0,
        strokes=(FireStroke(words.ref(event.unit), words.ref(event.target), hits, shots=0),) if hits else (),
    )


def _outcome(event: ShotResolved) -> list[str]:
    """What it does to the target, verbs first; tests and dice for officers only where nothing else comes of it."""
    result, struck = event.result, event.hits and event.guns
    markers = result.terror + event.tank
    parts = those_that_hold(
        (f"takes {counted(event.hits, 'direct hit')}", struck),
        ("loses a base", result.kill),
        (f"takes {in_markers(markers)}", markers),
        ("is pinned", result.pinned and not result.kill),
        ("must retire", result.retire),
        ("stands in gas", event.gas),
    )
    return parts or those_that_hold(
        ("takes a serious test", result.serious), ("has its officers in danger", result.officer)
    )


def _sums(event: ShotResolved) -> list[str]:
    found = [_guns(each) for each in event.guns]
    if event.column or event.total:
        found.append(f"shooting total {event.total} ({' · '.join(event.lines)})")
        found += [f"{signed(item.amount)} {item.reason}" for item in event.shift.items]
    if event.roll is not None:
        found.append(f"2d6: {event.roll} in column {event.column}")
    elif event.lines and not event.column:
        found.append("too weak for the table: no dice")
    return found


def _guns(fire: Gunfire) -> str:
    scores = ", ".join(str(score) for score in fire.scores)
    return f"direct hits on {fire.number.value}+ ({fire.number}): {scores}"


def _section(words: Words, event: SectionHit) -> Told:
    by = words.unit(event.by)
    if event.destroyed:
        inside = [words.unit(ref) for ref in event.inside if words.sees(ref)]
        lost = f", and {listed(inside)} with it" if inside else ""
        headline = f"{by} brings {event.name} down{lost}"
    else:
        hits = counted(event.hits, "direct hit") if event.hits else "no hit"
        headline = f"{by} fires at {event.name}: {hits}" + (", it stands" if event.hits else "")
    details = [_guns(each) for each in event.guns]
    if event.scores:
        details.append(f"falls on {event.needs}+: {', '.join(str(score) for score in event.scores)}")
    return Told(
        headline, details=tuple(details), role=TellingRole.CONCLUDES, about=_about(event.by), important=event.destroyed
    )


def _car(words: Words, event: CarHit) -> Told:
    name = capital(event.name)
    if event.wrecked:
        headline = f"{name} is destroyed"
    elif event.stopped:
        headline = f"{name} is finished: the train cannot move"
    else:
        headline = f"{name} is hit ({counted(event.hits, 'hit')} so far)"
    lines = ("The train must try to get out of the range of the guns.",) if event.withdraws else ()
    lost = (Upshot(name, headline.removeprefix(f"{name} "), Gravity.VEHICLE),)
    grave = event.wrecked or event.stopped
    return Told(
        headline,
        lines,
        role=TellingRole.FOLLOWS,
        about=_about(event.by),
        important=grave,
        upshots=lost if grave else (),
    )


def _friends(words: Words, event: FriendsMet) -> Told:
    met = f"{words.unit(event.unit)} comes upon {words.unit(event.friend)} in the dark"
    said = "and takes it for the enemy" if event.fires else "and knows it"
    return Told(f"{met} {said}", details=(f"{event.roll} on a d6, fires on a 1",), important=event.fires)
