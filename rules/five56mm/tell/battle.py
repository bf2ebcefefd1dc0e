"""Events of the frame in words."""

from __future__ import annotations

from rules.battle.ending import BattleEnded
from rules.battle.umpire import FactRuled, ruled_words
from rules.five56mm.book.morale import Courage
from rules.five56mm.events.battle import (
    ActionDeclared,
    ActionTaken,
    AmmoLowSet,
    Answered,
    Asked,
    BattleEvent,
    BattleOpened,
    CardTurned,
    CareGiven,
    CoverPassed,
    Faced,
    Frightened,
    GoBegan,
    GoEnded,
    GoOver,
    IntentDropped,
    LeftTable,
    LightSet,
    LuckRolled,
    Placed,
    Restored,
    SkillUsed,
    SquadMustered,
    StandingSet,
    TurnBegan,
    TurnEnded,
    WatchSet,
    WindowOpened,
)
from rules.five56mm.play.turn.standing_answers import words as standing_words
from rules.five56mm.questions import QUESTIONS
from rules.five56mm.state import State
from rules.five56mm.tell.words import Words, name, names, weapon
from rules.five56mm.view import card_words
from rules.kernel.facts import plain
from rules.language.words import counted, listed, plural, within
from rules.telling.told import Gravity, TellingRole, Told, Upshot

MOST_NAMES = 4
"""Of people in one line; each of them has a line of his own where he tests."""
SPOKEN_ACTIONS = {"aim": "aims", "stealth": "keeps his head down (Stealth)", "covering-fire": "takes up Covering Fire"}
"""Actions that no other event speaks of."""
FATES = {
    "dead": "he is dead: another card is drawn",
    "left": "he has left the table: another card is drawn",
    "down": "he is Mortally Wounded and cannot act",
    "given-up": "he has given up his go",
}


def tell_battle(words: Words, event: BattleEvent) -> Told | None:
    state = words.state
    match event:
        case BattleOpened():
            sides = " against ".join(side.name for side in event.sides)
            rolled = (f"Light: D6 {event.light_die}",) if event.light_die else ()
            lines = [event.light.value, f"Last turn: {event.turn_limit}" if event.turn_limit is not None else ""]
            return Told(f"{event.title}: {sides}", tuple(lines), important=True, details=rolled)
        case SquadMustered():
            squad = event.squad
            leader = f", led by {name(state, squad.leader)}" if squad.leader else ""
            driven = [v.name if v.name == v.profile.title else f"{v.name} ({v.profile.title})" for v in event.vehicles]
            vehicles = (f"With {', '.join(driven)}.",) if driven else ()
            if state.turn:
                beside = f", with {listed(driven)}" if driven else ""
                arrived = f"Arrived: {squad.name}, {counted(len(event.characters), 'character')}{leader}{beside}"
                cards = ("Their cards come into the deck next turn.",)
                return Told(arrived, important=True, details=cards)
            if len(event.characters) == 1 and leader:
                return Told(f"{squad.name}: {name(state, squad.leader)}", vehicles)
            return Told(f"{squad.name}: {counted(len(event.characters), 'character')}{leader}", vehicles)
        case LuckRolled():
            if not words.own(state.character(event.character).side):
                return None
            return Told(f"{name(state, event.character)} is a Lucky Bastard: {counted(event.luck, 'time')} +1")
        case TurnBegan():
            return Told(f"Turn {event.turn}: {counted(len(event.deck), 'card')} in the deck", role=TellingRole.FRAME)
        case CardTurned() | GoBegan() | GoEnded() | GoOver() | ActionTaken() | TurnEnded():
            return _cards(state, event)
        case ActionDeclared() | IntentDropped() | WindowOpened() | CoverPassed() | Asked() | Answered():
            return _questions(state, event)
        case StandingSet() | WatchSet() | SkillUsed():
            return _orders(state, event)
        case Faced() | Frightened() | FactRuled() | LightSet() | Placed() | LeftTable() | Restored() | AmmoLowSet():
            return _umpire(state, event)
        case CareGiven():
            return None
        case BattleEnded():
            winner = next((side.name for side in state.sides if side.key == event.winner), None)
            won = f"Victory for {within(winner)}" if winner else "A draw"
            return Told(won, (event.reason,), important=True, upshots=(Upshot("", won, Gravity.END),))


def _cards(state: State, event: CardTurned | GoBegan | GoEnded | GoOver | ActionTaken | TurnEnded) -> Told | None:
    match event:
        case CardTurned() if event.fate == "joker":
            gone = "" if event.returns else ", it does not come back"
            brings = f": {event.scenario_event}" if event.scenario_event else ""
            return Told(f"{card_words(event.card)}{gone}{brings}", role=TellingRole.FRAME)
        case CardTurned() if event.fate == "go":
            who = name(state, event.character)
            return Told(f"{card_words(event.card)}: {who}", role=TellingRole.FRAME, about=who)
        case CardTurned():
            headline = f"{card_words(event.card)}: {name(state, event.character)}, but {FATES[event.fate]}"
            return Told(headline, role=TellingRole.FRAME)
        case GoBegan():
            words: list[str] = []
            if event.second:
                words.append("his second card: one action, no special one")
            elif event.allowance < 2:
                words.append("one action only" if event.allowance else "no action, he is stunned")
            if event.forced is not Courage.STEADY:
                words.append(f"{event.forced.value}, he must fall back first")
            said = "; ".join(words)
            about = name(state, event.character)
            return Told(f"{said[:1].upper()}{said[1:]}.", role=TellingRole.FOLLOWS, about=about) if said else None
        case ActionTaken() if event.verb in SPOKEN_ACTIONS:
            return Told(f"{name(state, event.character)} {SPOKEN_ACTIONS[event.verb]}")
        case GoOver():
            return Told(f"{name(state, event.character)} does no more on this card", role=TellingRole.FRAME)
        case _:
            return None


def _questions(
    state: State, event: ActionDeclared | IntentDropped | WindowOpened | CoverPassed | Asked | Answered
) -> Told | None:
    match event:
        case ActionDeclared():
            return _declared(state, event)
        case IntentDropped() if not state.character(event.character).able:
            return None
        case IntentDropped():
            return Told(f"{name(state, event.character)} does not carry it out", (event.reason,))
        case CoverPassed():
            return Told(f"{name(state, event.character)} holds his fire{' in this go' if event.this_go else ''}")
        case Asked() if event.question.kind == "withdraw":
            return Told(QUESTIONS.words(state, event.question))
        case _:
            return None


def _declared(state: State, event: ActionDeclared) -> Told:
    """ "Red is about to fire at Alpha"."""
    target: str | None = getattr(event.intent, "target", None)
    at = f" at {name(state, target)}" if target else ""
    return Told(f"{name(state, event.character)} is about to {event.intent.verb.replace('-', ' ')}{at}")


def _orders(state: State, event: StandingSet | WatchSet | SkillUsed) -> Told | None:
    match event:
        case StandingSet():
            return Told(f"Standing answer: {standing_words(event.question, event.answer)}")
        case WatchSet():
            whom = "the acting enemy" if event.watch.whom == "acting" else "anyone in sight"
            how = "asks first" if event.watch.orders == "ask" else "fires at the first chance"
            return Told(f"{name(state, event.watch.character)} watches {whom} and {how}")
        case SkillUsed() if event.rolled:
            return None  # the roll says it
        case SkillUsed():
            return Told(f"{name(state, event.character)} uses {event.help.value.capitalize()}", role=TellingRole.DETAIL)


def _umpire(
    state: State,
    event: Faced | Frightened | FactRuled | LightSet | Placed | LeftTable | Restored | AmmoLowSet,
) -> Told | None:
    match event:
        case Faced():
            return Told(f"{name(state, event.character)} turns to face {plain(round(event.facing))} degrees")
        case Frightened():
            frightened = tuple(f.character for f in event.frights)
            who = names(state, frightened) if len(frightened) <= MOST_NAMES else f"{len(frightened)} characters"
            reasons = tuple(dict.fromkeys(f.reason for f in event.frights))
            many = plural(len(event.frights), "Morale Test")
            return Told(f"{many}: {who}", details=reasons, role=TellingRole.DETAIL)
        case FactRuled():
            return Told(ruled_words(event.ruled, lambda unit: name(state, unit)))
        case LightSet():
            return Told(event.light.value, details=(f"D6 {event.die}",) if event.die else ())
        case Placed():
            return Told(f"The umpire puts {name(state, event.unit)} elsewhere")
        case LeftTable():
            who = name(state, event.character)
            if event.edge:
                return Told(f"{who} leaves the table by the {event.edge} edge", important=True)
            return Told(f"{who} leaves the table", (event.reason,), important=True)
        case Restored():
            return Told(f"{name(state, event.character)} is fit again, by the umpire's word")
        case AmmoLowSet():
            low = "low on ammunition" if event.low else "well supplied again"
            which = ", ".join(weapon(key) for key in event.weapons)
            return Told(f"{name(state, event.character)} is {low}: {which}")
