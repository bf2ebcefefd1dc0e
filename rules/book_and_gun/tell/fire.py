"""Fire in words: who fired at whom, the itemised TO HIT number, the dice, the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.book.tables import CANISTER
from rules.book_and_gun.book.to_hit import hits
from rules.book_and_gun.events.fire import (
    AmmunitionSpent,
    BackBlasted,
    BlastRolled,
    Bombarded,
    BuildingStruck,
    CanisterFired,
    CardsDrawn,
    CasualtyOrderSet,
    DoorFiredAt,
    DummyPlaced,
    EngagementBroken,
    FireDeclared,
    FireEvent,
    GunDestroyed,
    MarkerMoved,
    MarkerRemoved,
    MarkersLaid,
    MunitionsUsed,
    ReloadMarked,
    SheetWritten,
    SightBroken,
    SmokeBlew,
    SpottingTried,
    UnitSpotted,
    Volleyed,
)
from rules.book_and_gun.tell.words import Words, cards, itemised, known, spelled, told
from rules.language.words import counted, inches, plural
from rules.table.strokes import BurstStroke, FireStroke
from rules.telling.told import Idle, Strike, TellingRole, Told


def tell_fire(words: Words, event: FireEvent) -> Told | None:
    match event:
        case SpottingTried():
            return _spotting(words, event)
        case UnitSpotted():
            line = f"{words.unit(event.unit)} is spotted by {words.side(event.side)}: {event.reason}."
            return known(words, event.unit, told(event, line, role=TellingRole.FOLLOWS))
        case SightBroken():
            line = f"{words.unit(event.unit)} is out of sight: spot it again before you fire."
            return known(words, event.unit, told(event, line, role=TellingRole.FOLLOWS))
        case SmokeBlew():
            return told(event, f"Smoke blocks {words.unit(event.unit)}'s view at {event.inches} in.")
        case FireDeclared():
            who, how = words.unit(event.unit), "as a unit" if event.how == "unit" else "figure by figure"
            return known(words, event.unit, told(event, f"{who} fires {how}.", role=TellingRole.OPENS, about=who))
        case Volleyed():
            return _volley(words, event)
        case CardsDrawn():
            return known(words, event.unit, _spared(event))
        case AmmunitionSpent():
            return _for_owner(words, event, f"{words.figure(event.figure)} has shot off all his ammunition.")
        case GunDestroyed():
            guns = " and ".join(dict.fromkeys(spelled(gun) for _, gun in event.guns))
            line = f"{words.unit(event.unit)} loses its {guns}: destroyed."
            return known(words, event.unit, told(event, line, important=True))
        case MunitionsUsed():
            return None
        case ReloadMarked():
            if not event.markers:
                return _for_owner(
                    words, event, f"{words.figure(event.figure)} has reloaded his {spelled(event.weapon)}."
                )
            turns = counted(event.markers, "turn")
            return _for_owner(
                words, event, f"{words.figure(event.figure)} reloads his {spelled(event.weapon)}: {turns}."
            )
        case BackBlasted():
            return known(words, event.unit, _back_blast(words, event))
        case CanisterFired():
            return known(words, event.unit, _canister(words, event))
        case Bombarded():
            return _bombarded(words, event)
        case BuildingStruck():
            what = event.name or "The building"
            fate = "comes down: rubble" if event.destroyed else "stands"
            roll = f"1D6: {event.die}, a 1 brings it down"
            return told(event, f"{what} {fate}.", important=event.destroyed, details=[roll], shown=True)
        case DoorFiredAt():
            return _at_door(words, event)
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
            return told(event, f"Concealment markers of {words.side(event.side)}", *lines)
        case MarkerMoved():
            return told(event, f"Marker {event.number} moves to {words.square(event.at)}.")
        case MarkerRemoved():
            return told(event, f"Marker {event.number} is {event.reason}.", important=True)
        case _ as unreachable:
            assert_never(unreachable)


def _spared(event: CardsDrawn) -> Told:
    """A hit whose card hurts nobody."""
    if "destroyed" in event.reading:
        said = told(event, f"{event.reading.capitalize()}.", important=True, role=TellingRole.FOLLOWS)
    else:
        why = {"not hit": "the card spares its man", "joker": "a joker hurts nobody"}.get(event.reading, event.reading)
        said = told(event, f"{cards(event.cards)}: {why or 'nobody is hurt'}", role=TellingRole.DETAIL)
    return replace(said, settles=1, said=tuple(draw for draw in event.draws if not draw.sides))


def _back_blast(words: Words, event: BackBlasted) -> Told:
    rolled = ", ".join(f"{words.figure(figure, home=False)} {die}" for figure, die in event.dice)
    line = f"Back blast of {words.figure(event.figure, home=False)}, 1D6 for each man behind him: {rolled or 'nobody'}"
    return told(event, line, shown=True, role=TellingRole.DETAIL)


def _canister(words: Words, event: CanisterFired) -> Told:
    who = words.unit(event.unit)
    rolled = ", ".join(f"{words.figure(figure, home=False)} {die}" for figure, die in event.dice)
    hits = sum(die <= CANISTER["canister"].highest_die for _, die in event.dice)
    line = f"{who} fires canister at {words.unit(event.target)}: {counted(hits, 'hit')} among {len(event.dice)}."
    details = [f"1D6 each, hit on 1 to 3: {rolled or 'nobody'}"]
    return told(event, line, details=details, facts=event.facts, shown=True, role=TellingRole.OPENS, about=who)


def _bombarded(words: Words, event: Bombarded) -> Told:
    what = event.attack.capitalize()
    across = f"A blast {inches(event.diameter)} across"
    if event.burst is None or event.aim is None:
        return told(event, f"{what} strikes", important=True, details=[across], role=TellingRole.OPENS, about=what)
    where, aim = words.square(event.burst), words.square(event.aim)
    if event.smoke:
        astray = f", aimed at {aim}: {event.inches} in {event.way}" if event.inches else ""
        return told(event, f"{what} smoke comes down on {where}{astray}", role=TellingRole.OPENS, about=what)
    astray = f"Aimed at {aim}, it came down {event.inches} in {event.way}, on {where}." if event.inches else ""
    line = astray or f"It came down where it was aimed, on {where}."
    said = told(
        event, f"{what} strikes {where}", line, important=True, details=[across], role=TellingRole.OPENS, about=what
    )
    return replace(said, strokes=(BurstStroke(event.burst, event.diameter / 2),))


def _at_door(words: Words, event: DoorFiredAt) -> Told | None:
    """Whoever may not know the firer sees what becomes of the door."""
    what = event.name or "the building"
    fate = f"The door of {what} {'is shot open' if event.hits else 'holds'}."
    marked = [f"{die}✓" if hits(die, event.to_hit, words.state.options) else str(die) for die in event.dice]
    number = itemised("TO HIT", event.to_hit) or f"{spelled(event.weapon)}, class I: cannot hit"
    details = [number, f"{len(marked)}D20: {' '.join(marked)}"]
    if not words.knows(event.unit):
        return told(event, fate, important=event.hits > 0, details=details, shown=True)
    by = words.figure(event.figure)
    line = f"{by} fires {spelled(event.weapon)} at it."
    return told(event, fate, line, important=event.hits > 0, details=details, facts=event.facts, shown=True)


def _blast(words: Words, event: BlastRolled) -> Told | None:
    if not words.knows(event.unit):
        return None
    rolled = ", ".join(f"{words.figure(figure, home=False)} {die}" for figure, die in event.dice)
    strike = Strike(
        by=event.attack.capitalize(),
        how="strikes",
        at=words.unit(event.unit),
        hits=event.hits,
        dice=max(len(event.dice), 2),
        number="; ".join(itemised("Hit below", number) for number in event.numbers),
        rolled=f"1D6 for each man under the blast: {rolled}" if rolled else "",
    )
    said = told(event, f"{words.unit(event.unit)} is under the blast", facts=event.facts, shown=bool(rolled))
    return replace(said, strike=strike)


def _for_owner(words: Words, event: AmmunitionSpent | ReloadMarked, line: str) -> Told | None:
    return told(event, line, role=TellingRole.FOLLOWS) if words.owns(event.unit) else None


def _spotting(words: Words, event: SpottingTried) -> Told | None:
    """Who looked in vain for a concealed unit learns nothing of it; its own side learns nothing at all."""
    if not words.owns(event.unit):
        return None
    seen = f"spots {words.unit(event.target)}" if event.spotted else "sees nothing new"
    rolled = f"1D20: {event.die}" if event.die is not None else ""
    shown = itemised("To spot", event.number) if event.target and words.knows(event.target) else ""
    said = told(event, f"{words.unit(event.unit)} {seen}.", details=[shown, rolled], shown=bool(rolled))
    return said if event.spotted else replace(said, idle=Idle(words.unit(event.unit), "see nothing new", dull=True))


# ── Volleys ───────────────────────────────────────────────────────────────────────────────────────────────────────

NOBODY_LEFT = "nobody unhurt was left for them to fall on."


def _volley(words: Words, event: Volleyed) -> Told | None:
    knows_firer, knows_target = words.knows(event.unit), words.knows(event.target)
    if not knows_firer and not knows_target:
        return None
    named = event.target_figure if knows_target else None
    at = words.figure(named) if named is not None else words.unit(event.target)
    hitting = [hits(die, event.to_hit, words.state.options) for die in event.dice]
    marked = [f"{die}✓" if hit else str(die) for die, hit in zip(event.dice, hitting, strict=True)]
    strike = Strike(
        by=words.unit(event.unit),
        how="fires at",
        at=at,
        hits=event.hits if event.dice else 0,
        dice=len(event.dice),
        actor=words.figure(event.figure, home=False) if knows_firer else "",
        weapon=spelled(event.weapon) if knows_firer else "",
        body=words.unit(event.target),
        alone=named is not None,
        number=itemised("TO HIT", event.to_hit) or f"{spelled(event.weapon)}, class {event.target_class}: cannot hit",
        rolled=f"{len(marked)}D20: {' '.join(marked)}" if marked else "",
        note=_why(event, sum(hitting)),
        lost=NOBODY_LEFT,
        known=knows_target,
    )
    headline = f"{strike.actor or strike.by} fires at {at}"
    said = told(event, headline, facts=event.facts if knows_firer else (), shown=True)
    shot = FireStroke(words.ref(event.unit), words.ref(event.target), strike.hits)
    return replace(said, strike=strike, strokes=(shot,))


def _why(event: Volleyed, marked: int) -> str:
    """Why the hits are not what the number and the `marked` dice alone would make of them."""
    said: list[str] = []
    if event.to_hit is not None and event.to_hit.value < 1 and marked:
        said.append("A 1 always hits.")
    if event.hits < marked:
        room = counted(event.hits, "man is", "men are")
        dice = counted(marked, "die hits", "dice hit")
        said.append(f"{dice}, but only {room} within the blast: {counted(event.hits, 'hit')}.")
    elif event.hits > marked:
        said.append(f"The joker doubles the {plural(marked, 'hit')}.")
    return " ".join(said)
