"""Charges, combats and pursuits in words."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.changing import replace
from rules.kernel.facts import Item, Itemised, signed
from rules.language.words import capital, counted, inches, within
from rules.red_actions.book.combat import CombatResultKind, defeated
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
from rules.red_actions.tell.words import Words, about_charge
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_MET = {
    "stand": "stands to receive the charge",
    "fire": "meets the charge with fire",
    "flee": "flees before the charge",
    "counter-charge": "charges as well",
}
_ENDED = {
    "retired": "falls back from its charge on {}",
    "routed": "runs from its charge on {}",
    "pinned": "is pinned down in its charge on {}",
    "fled": "finds nobody left to charge",
    "gone": "finds nobody left to charge",
    "halted": "halts before {}",
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
            return _declared(words, event)
        case ChargeFailed():
            who, what = _who(words, event.unit), f"does not charge {words.unit(event.target)}"
            return _came_to(event.unit, f"{who} {what}", Upshot(who, what, Gravity.FAILED))
        case ChargeMet():
            return Told(f"{_who(words, event.unit)} {_MET[event.answer]}", role=TellingRole.FOLLOWS)
        case ChargeEnded():
            who, what = _who(words, event.unit), _ENDED[event.why].format(words.unit(event.target, "the enemy"))
            return _came_to(event.unit, f"{who} {what}", Upshot(who, what, Gravity.FAILED))
        case ChargeMoved():
            goal = words.unit(event.target, "the enemy")
            far = inches(event.inches)
            role = TellingRole.DETAIL if event.how in ("contact", "counter") else TellingRole.FOLLOWS
            return Told(f"{_who(words, event.unit)} {_MOVED[event.how]} {goal} ({far})", role=role)
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
            return _came_to(event.by, f"{who} {what}", Upshot(who, what, Gravity.LEADER), important=True)
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


def _declared(words: Words, event: ChargeDeclared) -> Told:
    where = {StruckSide.FLANK: " in the flank", StruckSide.REAR: " in the rear"}.get(event.side_struck, "")
    on = "goes on to a charge on" if event.onward else "declares a charge on"
    who, what = _who(words, event.unit), f"{on} {words.unit(event.target)}{where}{' from ambush' * event.ambush}"
    about = about_charge(event.unit)
    return Told(
        f"{who} {what}",
        details=(f"{capital(inches(event.distance))} off{where}",),
        role=TellingRole.OPENS,
        about=about,
        important=True,
        upshots=(Upshot(who, what, Gravity.BEGUN, about=about),),
    )


def _came_to(charger: str, headline: str, upshot: Upshot, *, important: bool = False) -> Told:
    """What a charge came to stands in the place of its beginning."""
    about = about_charge(charger)
    said = (replace(upshot, about=about),)
    return Told(headline, role=TellingRole.CONCLUDES, about=about, important=important, upshots=said)


def _vehicle(words: Words, event: VehicleStruck) -> Told:
    what = "is immobilised for good" if event.immobilised else "is not damaged"
    headline = f"{_who(words, event.unit)} {what} by {words.unit(event.by)}"
    return Told(headline, details=(str(Itemised(event.items)),), role=TellingRole.FOLLOWS, said=event.draws)


def _fought(words: Words, event: CombatFought) -> Told:
    """Whoever has the worst of it is the subject, and it is said whose charge it was."""
    by = within(words.unit(event.unit if event.loser == event.target else event.target))
    charge = f"in its charge on {by}" if event.loser == event.unit else f"by the charge of {by}"
    who, outcome, markers = _who(words, event.loser), event.outcome, ""
    match outcome.kind:
        case CombatResultKind.RETIRES | CombatResultKind.HUMILIATED:
            does, gravity = f"is thrown back {charge}", Gravity.BEATEN
            markers = counted(outcome.terror, "terror marker")
        case CombatResultKind.DEFEATED:
            loser = words.state.find(event.loser)
            fate = defeated(len(loser.bases) if loser is not None else 0)
            lost = f"loses {counted(fate.lost, 'base')} and routs" if fate.routs else "is destroyed"
            does, gravity = f"{lost} {charge.replace('by ', 'before ', fate.routs)}", Gravity.ROUT
        case CombatResultKind.SURRENDERS:
            does, gravity = f"surrenders to {by}", Gravity.SURRENDER
    sums = (
        f"{_who(words, event.stronger)} is the stronger, {event.column}; 2d6: {sum(event.dice)}",
        _sum(words, event.unit, event.strength, event.values[0], event.bases[0], event.items),
        _sum(words, event.target, event.strength_of_target, event.values[1], event.bases[1], event.items_of_target),
    )
    headline = ": ".join(filter(None, (f"{who} {does}", markers)))
    told = _came_to(event.unit, headline, Upshot(who, does, gravity), important=True)
    return replace(told, details=sums, said=event.draws)


def _sum(
    words: Words, unit: str, strength: PlainFraction, value: int, bases: PlainFraction, items: tuple[Item, ...]
) -> str:
    """ "2nd Company: 4 × 3 bases · −50 % contacted in flank or rear = 6"."""
    said = "".join(f" · {signed(i.amount)} % {i.reason}" for i in items)
    total = fraction(Fraction(*strength))
    return f"{_who(words, unit)}: {value} × {fraction(Fraction(*bases))} bases{said} = {total}"
