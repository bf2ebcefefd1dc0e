"""What a side sees and hears, in words for itself."""

from __future__ import annotations

from rules.infantry_action.events.sight import Heard, LookedOut, SightEvent, TrailSeen, WorksSeen
from rules.infantry_action.tell.words import Words
from rules.language.words import capital, compass, listed
from rules.telling.told import Told


def tell_sight(words: Words, event: SightEvent) -> Told | None:
    match event:
        case LookedOut():
            return _looked(words, event)
        case Heard():
            who = words.group(event.by)
            return Told(f"{who} hears: {event.noise}, {event.metres:.0f} m to the {compass(event.direction)}")
        case TrailSeen():
            where = words.place(event.at)
            return Told(f"{words.group(event.by)} crosses a trail at {where}, leading {compass(event.direction)}")
        case WorksSeen():
            return Told(f"{words.side(event.side)} sees {listed(event.names)}")


def _looked(words: Words, event: LookedOut) -> Told | None:
    """Only what is new: found, and lost from sight."""
    state = words.state
    found = [_found(words, event, target) for target in event.found]
    gone = [state.group(target).name for target in event.lost]
    lost = f"out of sight: {listed(gone)}" if gone else ""
    if not found and not gone:
        return None
    if not found:
        return Told(f"{words.side(event.side)} loses sight of {listed(gone)}")
    if len(found) == 1:
        return Told(f"{words.side(event.side)} locates {found[0]}", (f"{capital(lost)}.",) if lost else ())
    names = listed([state.group(target).name for target in event.found])
    lines = [f"{each}." for each in found] + ([f"{capital(lost)}."] if lost else [])
    return Told(f"{words.side(event.side)} locates {names}", tuple(lines))


def _found(words: Words, event: LookedOut, target: str) -> str:
    state = words.state
    at = state.anchor(target)
    by = listed([words.group(s.by) for s in event.sightings if s.target == target][:2])
    men = sum(1 for _ in state.men(target))
    where = f" at {words.place(at)}" if at is not None else ""
    return f"{state.group(target).name}, {men} strong{where}, seen by {by}"
