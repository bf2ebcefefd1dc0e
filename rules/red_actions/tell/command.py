"""Officers and units in words."""

from __future__ import annotations

from rules.language.words import UNSEEN, capital, counted
from rules.red_actions.events.command import (
    Combined,
    CommandEvent,
    Divided,
    OfficerDiced,
    OfficerFell,
    OfficerJoined,
    OfficerLeft,
    OfficerPromoted,
    OfficerReplaced,
)
from rules.red_actions.play.setup.preparing import token_words
from rules.red_actions.tell.words import Words
from rules.telling.told import Casualty, Gravity, TellingRole, Told, Upshot


def tell_command(words: Words, event: CommandEvent) -> Told | None:
    match event:
        case OfficerDiced():
            return _diced(words, event)
        case OfficerFell():
            what = "is captured" if event.fate == "captured" else "falls"
            who = capital(words.officer(event.officer))
            return Told(f"{who} {what}", important=True, upshots=(Upshot(who, what, Gravity.LEADER),))
        case OfficerReplaced():
            officer = event.officer
            of = words.unit(officer.unit)
            return Told(f"{of}: {officer.name} takes over, {token_words(words.state.cards.token(officer.token))}")
        case OfficerPromoted():
            place = words.unit(event.staff.with_unit)
            lines = (f"He is with {place}.",) if place != UNSEEN else ()
            headline = f"{words.officer(event.officer)} takes the place of {words.officer(event.replaces)}"
            return Told(capital(headline), lines, important=True)
        case Divided():
            headline = f"{capital(words.unit(event.unit))} divides: {event.part.name} goes off"
            return Told(f"{headline} with {counted(len(event.part.bases), 'base')}")
        case Combined():
            lines = (f"{capital(words.officer(event.commander))} commands.",) if event.spare else ()
            return Told(f"{capital(words.unit(event.unit))} and {event.other_name} are one unit now", lines)
        case OfficerJoined():
            what = "takes command of" if event.commands else "joins"
            return Told(f"{capital(words.unit(event.officer))} {what} {words.unit(event.unit)}")
        case OfficerLeft():
            return Told(f"{capital(words.unit(event.officer))} leaves {words.unit(event.unit)}")


def _diced(words: Words, event: OfficerDiced) -> Told:
    officer = words.state.officer(event.officer)
    said = (f"d6: {event.die}, up to {event.most} he falls",)
    if not event.falls:
        return Told(f"{capital(officer.name)} is unhurt", details=said, role=TellingRole.DETAIL, said=event.draws)
    fallen = Casualty(officer.name, "a casualty", words.unit(event.unit), "commander", gravity=Gravity.LEADER)
    return Told(
        f"{capital(officer.name)} falls", details=said, role=TellingRole.FOLLOWS, important=True, said=event.draws,
        casualties=(fallen,),
    )  # fmt: skip
