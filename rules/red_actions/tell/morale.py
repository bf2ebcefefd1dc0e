"""Nerves in words: what a unit does, the dice behind it."""

from __future__ import annotations

from rules.kernel.facts import plain
from rules.language.words import capital, counted, inches, listed, within
from rules.red_actions.book.kinds import Test
from rules.red_actions.events.morale import (
    BasesLost,
    Driven,
    GaveUp,
    GunsLeft,
    Marked,
    MoraleEvent,
    Pursued,
    Rallied,
    RetireSpared,
    RoutBegan,
    StayedPinned,
    Tested,
    TrainFrightened,
    Unmarked,
    WeaponsManned,
)
from rules.red_actions.tell.words import Words, about_charge, markers, number
from rules.table.strokes import FallenStroke
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_SAID = ("fire", "direct hit", "defeated", "thrown back")
"""Why markers are put, and bases lost, of which the shot or the combat has told."""


def tell_morale(words: Words, event: MoraleEvent) -> Told | None:
    match event:
        case Marked():
            what = markers(event.terror, event.humiliated, event.pinned)
            why = f": {event.reason}" if event.reason else ""
            role = TellingRole.DETAIL if event.reason in _SAID else TellingRole.FOLLOWS
            return Told(f"{_who(words, event.unit)} takes {what}{why}", role=role)
        case Unmarked():
            return _unmarked(words, event)
        case BasesLost():
            return _lost(words, event)
        case Tested():
            return _tested(words, event)
        case RoutBegan():
            return _ran(words, event)
        case Driven():
            return _driven(words, event)
        case RetireSpared():
            return Told(f"{_who(words, event.unit)} does not retire: {event.reason}", role=TellingRole.FOLLOWS)
        case GaveUp():
            return _gave_up(words, event)
        case GunsLeft():
            return _left(words, event)
        case Rallied():
            back = f"; it comes back onto the table in turn {event.back}" if event.back else ""
            held = f"; no move towards the enemy until turn {event.holds}" if event.holds else ""
            return Told(f"{_who(words, event.unit)} rallies{back}{held}", important=True)
        case StayedPinned():
            return Told(
                f"{_who(words, event.unit)} stays pinned: it may only retire or shoot", role=TellingRole.FOLLOWS
            )
        case TrainFrightened():
            what = "must leave the table" if event.leaving else "need not leave the table any more"
            return Told(f"{_who(words, event.unit)} {what}", role=TellingRole.FOLLOWS, important=True)
        case WeaponsManned():
            return Told(f"{_who(words, event.unit)} has its weapons again")
        case Pursued():
            return Told(f"{_who(words, event.by)} is after {words.unit(event.unit)}", role=TellingRole.FOLLOWS)


def _ran(words: Words, event: RoutBegan) -> Told:
    who, why = _who(words, event.unit), f": {event.reason}" if event.reason else ""
    ran = Upshot(who, "routs", Gravity.ROUT, several="rout")
    if event.reason == "charged" and event.threat:
        before = f"routs before the charge of {within(words.unit(event.threat))}"
        ran, why = Upshot(who, before, Gravity.ROUT, about=about_charge(event.threat)), ""
    return Told(f"{who} {ran.does}{why}", role=TellingRole.FOLLOWS, important=True, upshots=(ran,))


def _who(words: Words, unit: str, known: str = "") -> str:
    return capital(words.unit(unit, known))


def _unmarked(words: Words, event: Unmarked) -> Told:
    if event.pinned:
        return Told(f"{_who(words, event.unit)} is no longer pinned", role=TellingRole.FOLLOWS)
    evades = ("It counts as evading.",) if event.evades else ()
    off = f"{counted(event.terror, 'terror marker')} off"
    return Told(f"{_who(words, event.unit)} rallies from terror: {off}", evades)


def _lost(words: Words, event: BasesLost) -> Told:
    own = [loss for loss in event.losses if loss.unit == event.unit]
    lie = tuple(
        FallenStroke(loss.unit, loss.base.id)
        for loss in event.losses
        if loss.how == "destroyed" and words.sees(loss.unit)
    )
    why = f": {event.reason}" if event.reason else ""
    if not event.gone:
        verb = {"captured": "has {} captured", "given-up": "gives up {}"}.get(own[0].how, "loses {}")
        said = verb.format(counted(len(own), "base"))
        who, does = _who(words, event.unit, event.name), verb.split(" {}")[0]
        lost = (Upshot(who, does, Gravity.MEN, count=len(own), thing="base"),)
        if own[0].how == "captured":
            lost = (Upshot(who, said, Gravity.MEN),)
        role = TellingRole.DETAIL if event.reason in _SAID else TellingRole.FOLLOWS
        return Told(f"{who} {said}{why}", role=role, upshots=lost, strokes=lie)
    how = {"captured": "is captured", "removed": "is gone"}.get(own[0].how, "is destroyed")
    lines = _officers(words, event.officers, "is lost with it")
    left = tuple(f"{words.unit(ref)} is left standing alone." for ref in event.left)
    headline = f"{_who(words, event.unit, event.name)} {how}{why}"
    out = (Upshot(_who(words, event.unit, event.name), how, Gravity.UNIT, several=how.replace("is ", "are ", 1)),)
    return Told(headline, (*lines, *left), role=TellingRole.FOLLOWS, important=True, upshots=out, strokes=lie)


def _officers(words: Words, officers: tuple[str, ...], what: str) -> tuple[str, ...]:
    if not officers:
        return ()
    names = [words.officer(id_) for id_ in officers]
    said = what if len(names) == 1 else what.replace("is ", "are ", 1)
    return (f"{capital(listed(names))} {said}.",)


_PASSED = {
    Test.CHARGE: "passes its charge test",
    Test.FEAR: "holds its nerve",
    Test.SERIOUS: "stands fast",
    Test.RALLY: "passes its rally test",
}
_FAILED = {
    Test.CHARGE: "fails its charge test",
    Test.FEAR: "fails its fear test",
    Test.SERIOUS: "fails its serious test",
    Test.RALLY: "fails its rally test",
}


def _tested(words: Words, event: Tested) -> Told:
    """The dice for everybody; the number for those who see the unit; the sum behind it for its own side."""
    said = (_PASSED if event.passed else _FAILED)[event.test]
    natural, needed = sum(event.dice), sum(item.amount for item in event.items)
    over = f" + {event.over} at night" if event.over else ""
    against = f" against {plain(needed)}" if words.sees(event.unit) else ""
    line = f"2d6: {natural}{over}{against} ({event.test.value} test: {event.reason})."
    unit = words.state.find(event.unit)
    behind = (number(event.items),) if unit is None or words.own(unit.side) else ()
    headline = f"{_who(words, event.unit)} {said}"
    turned = not event.passed or event.test in (Test.SERIOUS, Test.RALLY)
    role = TellingRole.FOLLOWS if turned else TellingRole.DETAIL
    return Told(headline, details=(line, *behind), said=event.draws, role=role)


def _driven(words: Words, event: Driven) -> Told | None:
    far = inches(event.inches)
    name = _who(words, event.unit)
    if event.at is None:
        does = "runs off the table"
        ran = (Upshot(name, does, Gravity.ROUT, several="run off the table"),)
        return Told(f"{name} {does}", role=TellingRole.FOLLOWS, important=True, upshots=ran)
    if event.inches < 0.05:
        return None if event.how == "pushed" else Told(f"{name} cannot go back any further", role=TellingRole.FOLLOWS)
    to = f" to {words.place(event.at)}" if words.sees(event.unit) else ""
    verb = {"rout": "runs", "flight": "flees", "pushed": "is pushed back"}.get(event.how, "retires")
    role = TellingRole.DETAIL if event.how == "pushed" else TellingRole.FOLLOWS  # friends who make room
    return Told(f"{name} {verb} {far}{to}", role=role)


def _gave_up(words: Words, event: GaveUp) -> Told:
    own = [loss for loss in event.losses if loss.unit == event.unit and loss.how == "destroyed"]
    held = len(event.prisoners.bases) if event.prisoners is not None else 0
    counts = [f"{counted(len(own), 'base')} destroyed"] if own else []
    counts += [f"{counted(held, 'base')} taken prisoner"] if held else []
    verb = "is caught by" if event.caught else "surrenders to"
    said = f": {listed(counts)}" if counts else ""
    lines = _officers(words, event.officers, "is captured")
    why = (f"{capital(event.reason)}.",) if event.reason else ()
    headline = f"{_who(words, event.unit, event.name)} {verb} {words.unit(event.to)}{said}"
    given = (Upshot(_who(words, event.unit, event.name), f"{verb} {words.unit(event.to)}", Gravity.SURRENDER),)
    return Told(headline, (*why, *lines), role=TellingRole.FOLLOWS, important=True, upshots=given)


def _left(words: Words, event: GunsLeft) -> Told:
    name = _who(words, event.unit, event.name)
    if not event.gone:
        return Told(f"{name} has left its weapons behind at {words.place(event.left.at)}", role=TellingRole.FOLLOWS)
    count = counted(len(event.left.bases), "base")
    lines = _officers(words, event.officers, "is lost with them")
    headline = f"The crews of {words.unit(event.unit, event.name)} run: {count} of guns stand abandoned"
    guns = (Upshot(words.unit(event.unit, event.name), f"abandons {count} of guns", Gravity.VEHICLE),)
    return Told(headline, lines, role=TellingRole.FOLLOWS, important=True, upshots=guns)
