"""Charges, combats and pursuits in words."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.facts import Item, Itemised, signed
from rules.language.words import agreeing, are_several, capital, counted, inches
from rules.red_actions.book.kinds import StruckSide
from rules.red_actions.book.strength import words as fraction
from rules.red_actions.events.charge import (
    ChargeDeclared,
    ChargeEnded,
    ChargeEvent,
    ChargeFailed,
    ChargeMet,
    ChargeMoved,
    CombatFought,
    GunsTaken,
    OfficerTaken,
    PlainFraction,
    PursuitRolled,
    StruckBehind,
    VehicleStruck,
)
from rules.red_actions.tell.words import Words
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_MET = {
    "stand": "stands to receive the charge",
    "fire": "stands and fires",
    "flee": "flees before the charge",
    "counter-charge": "charges as well",
}
_ENDED = {
    "retired": "the chargers have fallen back",
    "routed": "the chargers run",
    "pinned": "the chargers are pinned down",
    "fled": "nobody is left to charge",
    "gone": "nobody is left to charge",
    "halted": "the chargers halt before an enemy who faces them",
}
_MOVED = {
    "contact": "closes with",
    "counter": "meets",
    "follow": "takes the place of",
    "beyond": "goes on past where it found",
    "pursuit": "pursues",
}


def tell_charge(words: Words, event: ChargeEvent) -> Told | None:
    match event:
        case ChargeDeclared():
            where = {StruckSide.FLANK: " in the flank", StruckSide.REAR: " in the rear"}.get(event.side_struck, "")
            from_ = " from ambush" if event.ambush else ""
            on = "goes on to a charge on" if event.onward else "declares a charge on"
            headline = f"{_who(words, event.unit)} {on} {words.unit(event.target)}{where}{from_}"
            return Told(headline, (f"{capital(inches(event.distance))} off.",), important=True)
        case ChargeFailed():
            who, what = _who(words, event.unit), f"does not charge {words.unit(event.target)}"
            failed = (Upshot(who, what, Gravity.FAILED),)
            return Told(f"{who} does not charge this turn", role=TellingRole.FOLLOWS, upshots=failed)
        case ChargeMet():
            return Told(f"{_who(words, event.unit)} {_MET[event.answer]}", role=TellingRole.FOLLOWS)
        case ChargeEnded():
            return Told(f"The charge is over: {_ENDED[event.why]}", role=TellingRole.FOLLOWS)
        case ChargeMoved():
            goal = words.unit(event.target, "the enemy")
            far = inches(event.inches)
            return Told(f"{_who(words, event.unit)} {_MOVED[event.how]} {goal} ({far})", role=TellingRole.FOLLOWS)
        case StruckBehind():
            where = event.side_struck.value
            return Told(
                f"{_who(words, event.unit)} is struck in the {where} and turns to face it", role=TellingRole.FOLLOWS
            )
        case VehicleStruck():
            return _vehicle(words, event)
        case CombatFought():
            return _fought(words, event)
        case OfficerTaken():
            who, what = capital(words.officer(event.officer)), f"is captured by {words.unit(event.by)}"
            lost = (Upshot(who, what, Gravity.LEADER),)
            return Told(f"{who} {what}", role=TellingRole.FOLLOWS, important=True, upshots=lost)
        case GunsTaken():
            count = counted(len(event.losses), "base")
            return Told(
                f"{_who(words, event.by)} takes {count} of abandoned guns", role=TellingRole.FOLLOWS, important=True
            )
        case PursuitRolled():
            verb = "catches up with" if event.caught else "does not catch"
            headline = f"{_who(words, event.unit)} {verb} {words.unit(event.target)}"
            return Told(headline, details=(f"d6: {event.die}",), role=TellingRole.FOLLOWS, said=event.draws)


def _who(words: Words, unit: str) -> str:
    return capital(words.unit(unit))


def _vehicle(words: Words, event: VehicleStruck) -> Told:
    what = "is immobilised for good" if event.immobilised else "is not damaged"
    headline = f"{_who(words, event.unit)} {what} by {words.unit(event.by)}"
    return Told(headline, details=(str(Itemised(event.items)),), role=TellingRole.FOLLOWS, said=event.draws)


def _fought(words: Words, event: CombatFought) -> Told:
    strong, other = (event.unit, event.target) if event.stronger == event.unit else (event.target, event.unit)
    named, beside = (strong, other) if event.outcome.stronger else (other, strong)
    told = _agreeing(event.outcome.told(words.unit(named), words.unit(beside)), words.unit(named), words.unit(beside))
    headline = f"{_who(words, event.unit)} against {words.unit(event.target)}: {told}"
    line = f"{_who(words, strong)} is the stronger, {event.column}; 2d6: {sum(event.dice)}."
    sums = (
        _sum(words, event.unit, event.strength, event.values[0], event.bases[0], event.items),
        _sum(words, event.target, event.strength_of_target, event.values[1], event.bases[1], event.items_of_target),
    )
    worse = f"{_who(words, event.loser)} has the worst of it." if event.loser != other else ""
    return Told(headline, (line, *((worse,) if worse else ())), details=sums, important=True, said=event.draws)


def _agreeing(text: str, *names: str) -> str:
    return agreeing(text, [name for name in names if are_several(name)])


def _sum(
    words: Words, unit: str, strength: PlainFraction, value: int, bases: PlainFraction, items: tuple[Item, ...]
) -> str:
    """ "2nd Company: 4 × 3 bases · −50 % contacted in flank or rear = 6"."""
    said = "".join(f" · {signed(i.amount)} % {i.reason}" for i in items)
    total = fraction(Fraction(*strength))
    return f"{_who(words, unit)}: {value} × {fraction(Fraction(*bases))} bases{said} = {total}"
