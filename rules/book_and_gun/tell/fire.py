"""Fire in words: who fired at whom, the itemised TO HIT number, the dice, the cards."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.fire import (
    AmmunitionSpent,
    BackBlasted,
    BlastRolled,
    Bombarded,
    BuildingStruck,
    CardsDrawn,
    CasualtyOrderSet,
    DummyPlaced,
    EngagementBroken,
    FireDeclared,
    FireEvent,
    MarkerMoved,
    MarkerRemoved,
    MarkersLaid,
    MunitionsUsed,
    ReloadMarked,
    SheetWritten,
    SmokeBlew,
    SpottingTried,
    UnitSpotted,
    Volleyed,
)
from rules.book_and_gun.tell.words import Words, cards, facts, itemised, known, told
from rules.ruleset import Told


def tell_fire(words: Words, event: FireEvent) -> Told | None:
    match event:
        case SpottingTried():
            return _spotting(words, event)
        case UnitSpotted():
            line = f"{words.unit(event.unit)} is spotted by {words.side(event.side)}: {event.reason}."
            return known(words, event.unit, told(event, line))
        case SmokeBlew():
            return told(event, f"Smoke blocks {words.unit(event.unit)}'s view at {event.inches} in.")
        case FireDeclared():
            how = "as a unit" if event.how == "unit" else "figure by figure"
            return known(words, event.unit, told(event, f"{words.unit(event.unit)} fires {how}."))
        case Volleyed():
            return _volley(words, event)
        case CardsDrawn():
            return known(words, event.unit, told(event, f"{cards(event.cards)}: {event.reading or 'no effect'}."))
        case AmmunitionSpent():
            return _for_owner(words, event, f"{words.figure(event.figure)} has shot off all his ammunition.")
        case MunitionsUsed():
            return None
        case ReloadMarked():
            if not event.markers:
                return _for_owner(words, event, f"{words.figure(event.figure)} has reloaded his {event.weapon}.")
            turns = "1 turn" if event.markers == 1 else f"{event.markers} turns"
            return _for_owner(words, event, f"{words.figure(event.figure)} reloads his {event.weapon}: {turns}.")
        case BackBlasted():
            rolled = ", ".join(f"{words.figure(figure)} {die}" for figure, die in event.dice)
            return known(words, event.unit, told(event, f"Back blast of {words.figure(event.figure)}: {rolled}."))
        case Bombarded():
            return _bombarded(words, event)
        case BuildingStruck():
            what = event.name or "The building"
            fate = "comes down: rubble" if event.destroyed else "stands"
            return told(event, f"{what} {fate}.", f"1D6: {event.die}, a 1 brings it down", important=event.destroyed)
        case BlastRolled():
            return _blast(words, event)
        case EngagementBroken():
            who, what = words.figure(event.figure), f"rules of engagement {event.roe}"
            return known(words, event.unit, told(event, f"{who} has broken {what} and is removed.", important=True))
        case CasualtyOrderSet():
            line = f"{words.unit(event.unit)}: losses fall first on {words.figures(event.figures)}."
            return told(event, line) if words.owns(event.unit) else None
        case DummyPlaced():
            return told(event, f"A dummy marker will lie in {words.square(event.at)}.")
        case SheetWritten():
            lines = [f"Marker {number}: {words.unit(unit) if unit else 'a dummy'}" for number, unit in event.entries]
            return told(event, "The sheet of markers", *lines)
        case MarkersLaid():
            lines = [f"Marker {number} in {words.square(at)}" for number, at in event.places]
            return told(event, f"{words.side(event.side)} lays concealment markers", *lines)
        case MarkerMoved():
            return told(event, f"Marker {event.number} moves to {words.square(event.at)}.")
        case MarkerRemoved():
            return told(event, f"Marker {event.number} is {event.reason}.", important=True)
        case _ as unreachable:
            assert_never(unreachable)


def _bombarded(words: Words, event: Bombarded) -> Told:
    what = event.attack.capitalize()
    if event.burst is None or event.aim is None:
        return told(event, f"{what}: a blast {event.diameter:g} in across", important=True)
    where = words.square(event.burst)
    astray = f"Aimed at {words.square(event.aim)}, {event.inches} in {event.way}" if event.inches else "On target"
    return told(event, f"{what} falls on {where}, a blast {event.diameter:g} in across", astray, important=True)


def _blast(words: Words, event: BlastRolled) -> Told | None:
    if not words.knows(event.unit):
        return None
    hits = "no hit" if not event.hits else "1 hit" if event.hits == 1 else f"{event.hits} hits"
    lines = [itemised("Hit below", number) for number in event.numbers]
    rolled = ", ".join(f"{words.figure(figure, home=False)} {die}" for figure, die in event.dice)
    return told(event, f"{words.unit(event.unit)} is under the blast: {hits}", *lines, rolled, facts(event.facts))


def _for_owner(words: Words, event: AmmunitionSpent | ReloadMarked, line: str) -> Told | None:
    return told(event, line) if words.owns(event.unit) else None


def _spotting(words: Words, event: SpottingTried) -> Told | None:
    """Who looked in vain for a concealed unit learns nothing of it; its own side learns nothing at all."""
    if not words.owns(event.unit):
        return None
    seen = f"spots {words.unit(event.target)}" if event.spotted else "sees nothing new"
    rolled = f"1D20: {event.die}" if event.die is not None else ""
    shown = itemised("To spot", event.number) if event.target and words.knows(event.target) else ""
    return told(event, f"{words.unit(event.unit)} {seen}.", shown, rolled)


def _volley(words: Words, event: Volleyed) -> Told | None:
    if not words.knows(event.unit) and not words.knows(event.target):
        return None
    at = words.unit(event.target)
    if event.target_figure is not None and words.knows(event.target):
        at = words.figure(event.target_figure)
    hits = "no hit" if not event.hits else "1 hit" if event.hits == 1 else f"{event.hits} hits"
    again = " again" if event.shot > 1 else ""
    who = words.figure(event.figure)
    lines = [itemised("TO HIT", event.to_hit)]
    if event.dice and event.to_hit is not None:
        rolled = " ".join(f"{die}✓" if _hits(event, die) else str(die) for die in event.dice)
        lines.append(f"{len(event.dice)}D20: {rolled}")
    if words.knows(event.unit) and event.facts:
        lines.append(facts(event.facts))
    return told(event, f"{who} fires{again} at {at}, {event.weapon}, class {event.target_class}: {hits}", *lines)


def _hits(event: Volleyed, die: int) -> bool:
    """A mark beside the dice; the rule's own count is `hits`."""
    return event.to_hit is not None and die != 20 and (die <= event.to_hit.value or die == 1)
