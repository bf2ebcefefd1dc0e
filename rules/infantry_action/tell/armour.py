"""AFVs under fire in words."""

from __future__ import annotations

from rules.infantry_action.book.afv_reaction import AfvResult
from rules.infantry_action.events.armour import (
    AfvAttacked,
    AfvKnockedOut,
    AfvTested,
    ArmourEvent,
    TankShot,
    TankShotLost,
)
from rules.infantry_action.tell.words import Words
from rules.kernel.facts import signed
from rules.language.words import capital, listed
from rules.table.strokes import FallenStroke, FireStroke
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_RESULTS = {
    AfvResult.ADVANCE: "must advance",
    AfvResult.COVERED: "goes no further than the next cover to fire from",
    AfvResult.HOLD: "goes no nearer to the enemy",
    AfvResult.RETIRE: "must draw back; it may fire as it reverses",
    AfvResult.SMOKE: "must turn and get away under smoke",
}


def tell_armour(words: Words, event: ArmourEvent) -> Told | None:
    if not words.knows(words.state.vehicle(event.vehicle).group):
        return None
    match event:
        case TankShot():
            return _shot(words, event)
        case TankShotLost():
            return _lost(words, event)
        case AfvAttacked():
            return _attacked(words, event)
        case AfvKnockedOut():
            return _out(words, event)
        case AfvTested():
            return _tested(words, event)


def _shot(words: Words, event: TankShot) -> Told:
    """The sum to who sees the firer; what it came to, to everybody."""
    end = "knocked out" if event.knocked_out else "it holds"
    sum_ = f"{event.points} and {event.die} on the die: {event.total}, 8 knocks out"
    seen = words.sees(event.group)
    details = (f"{event.weapon}, {event.metres:g} m: {sum_}",) if seen else (f"{event.total}, 8 knocks out",)
    headline = f"{capital(words.group(event.group))} fires at {words.vehicle(event.vehicle)}: {end}"
    shot = FireStroke(event.group if seen else "", words.state.vehicle(event.vehicle).group, int(event.knocked_out))
    return Told(
        headline, details=details, important=event.knocked_out, upshots=_lost_one(words, event), strokes=(shot,)
    )


def _lost(words: Words, event: TankShotLost) -> Told | None:
    if not words.own(words.state.group(event.group).side):
        return None
    why = "it is a wreck already" if event.why == "wrecked" else "it never came into their sights"
    headline = f"{words.group(event.group)} does not fire at {words.vehicle(event.vehicle)}: {why}"
    return Told(headline, role=TellingRole.DETAIL)


def _attacked(words: Words, event: AfvAttacked) -> Told:
    what = listed(list(dict.fromkeys(die.what for die in event.dice)))
    end = "knocked out" if event.knocked_out else "it comes through"
    dice = ", ".join(f"{die.what} {die.die}" for die in event.dice)
    headline = f"{words.vehicle(event.vehicle)} is attacked with {what}: {end}"
    details = (f"{dice}; 1 knocks out",)
    return Told(headline, details=details, important=event.knocked_out, upshots=_lost_one(words, event))


def _lost_one(words: Words, event: TankShot | AfvAttacked) -> tuple[Upshot, ...]:
    lost = Upshot(words.vehicle(event.vehicle), "is knocked out", Gravity.VEHICLE, several="are knocked out")
    return (lost,) if event.knocked_out else ()


def _out(words: Words, event: AfvKnockedOut) -> Told:
    burns = " and burns" if event.burning else ""
    name, where = words.vehicle(event.vehicle), words.place(event.at)
    return Told(
        f"{name} stands knocked out at {where}{burns}",
        details=(f"die {event.die}, burns on 1 to 3",),
        strokes=(FallenStroke(words.state.vehicle(event.vehicle).group, event.vehicle),),
    )


def _tested(words: Words, event: AfvTested) -> Told:
    name = words.vehicle(event.vehicle)
    when = "next period" if event.at_end else "now and next period" if event.for_end else "now"
    result = "its crew leaves it" if event.abandoned else f"{_RESULTS[AfvResult(event.result)]} ({when})"
    lines: list[str] = []
    if event.move is not None:
        lines.append(f"It ends its move at {words.place(event.move.at)}.")
    if event.smoke:
        lines.append("It makes smoke.")
    details: tuple[str, ...] = ()
    if words.own(words.state.group(event.group).side):
        items = "; ".join(f"{signed(item.amount)} {item.reason}" for item in event.score.items[1:])
        dice = f"{event.dice[0]} and {event.dice[1]} on the dice"
        details = (f"{dice}{', ' + items if items else ''}: {event.score.value}",)
    return Told(f"{name}: {result}", tuple(lines), details=details, important=event.abandoned)
