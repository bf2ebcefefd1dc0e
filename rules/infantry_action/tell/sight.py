"""What a side sees and hears, in words for itself."""

from __future__ import annotations

from rules.infantry_action.events.sight import Heard, LookedOut, SightEvent, TrailSeen
from rules.infantry_action.tell.words import Words, compass
from rules.told import Told
from rules.words import listed


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


def _looked(words: Words, event: LookedOut) -> Told | None:
    """Only what is new: found, and lost from sight."""
    state = words.state
    lines: list[str] = []
    for target in event.found:
        at = state.anchor(target)
        by = listed([words.group(s.by) for s in event.sightings if s.target == target][:2])
        men = sum(1 for _ in state.men(target))
        where = f" at {words.place(at)}" if at is not None else ""
        lines.append(f"{state.group(target).name}, {men} strong{where}, by {by}.")
    gone = [state.group(target).name for target in event.lost]
    if gone:
        lines.append(f"Out of sight: {listed(gone)}.")
    if not lines:
        return None
    found = f"{words.side(event.side)} locates {listed([state.group(t).name for t in event.found])}"
    return Told(found if event.found else f"{words.side(event.side)} loses sight of {listed(gone)}", tuple(lines))
