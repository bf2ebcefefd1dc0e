"""The battle's own course in words."""

from __future__ import annotations

from rules.battle.ending import BattleEnded, ended_words
from rules.language.words import counted, listed
from rules.red_actions.book.kinds import Light, Weather
from rules.red_actions.events.turn import (
    ActionDone,
    BattleOpened,
    BesideDone,
    Deployed,
    Hesitated,
    InitiativeRolled,
    MarkerPlaced,
    SegmentEnded,
    SegmentLost,
    SegmentOpened,
    SegmentTaken,
    SideReady,
    SideRests,
    TokenKept,
    TokensDrawn,
    TurnBegan,
    TurnEnded,
    TurnEvent,
    UnitCardDrawn,
    UnitMustered,
)
from rules.red_actions.play.setup.preparing import token_words
from rules.red_actions.tell.words import Words
from rules.red_actions.units import Concealment
from rules.telling.told import TellingRole, Told


def tell_turn(words: Words, event: TurnEvent) -> Told | None:
    match event:
        case BattleOpened():
            return Told(f"{event.title} begins", _conditions(event), role=TellingRole.OPENING)
        case UnitMustered() | TokensDrawn() | TokenKept() | Deployed() | MarkerPlaced() | SideReady():
            return _before(words, event)
        case TurnBegan():
            return Told(f"Turn {event.turn}", role=TellingRole.FRAME)
        case InitiativeRolled():
            return _initiative(words, event)
        case UnitCardDrawn():
            who, there = words.unit(event.card), words.state.find(event.card) is not None
            why = ", which has acted" if there and not event.only else ""
            return Told(f"Card: {who}{why}", role=TellingRole.FRAME)
        case SegmentOpened():
            if event.out_of_turn:
                return Told(f"{words.units(event.only)} acts first: a Clever officer", important=True)
            return None
        case Hesitated():
            name = words.unit(event.unit)
            verdict = "hesitates: it stays where it is and may only fire" if event.stays else "does as it is told"
            role = TellingRole.ALONE if event.stays else TellingRole.DETAIL
            return Told(f"{name} {verdict}", details=(f"{event.roll} on a d6, 3 or more needed",), role=role)
        case SegmentLost():
            return Told(f"{words.unit(event.unit)} has used its segment: {event.why}", role=TellingRole.DETAIL)
        case SegmentEnded():
            return Told(f"{words.side(event.side)} passes") if event.unit is None else None
        case SideRests():
            return Told(f"{words.side(event.side)} does no more this turn", role=TellingRole.DETAIL)
        case SegmentTaken() | BesideDone() | ActionDone() | TurnEnded():
            return None
        case BattleEnded():
            return ended_words(event.ended, words.side)


def _conditions(event: BattleOpened) -> tuple[str, ...]:
    parts = [event.light.value] if event.light is not Light.DAY else []
    parts += [event.weather.value] if event.weather is not Weather.CLEAR else []
    limit = f"{counted(event.turn_limit, 'turn')}." if event.turn_limit is not None else ""
    sky = f"{listed(parts).capitalize()}." if parts else ""
    fires = [f"{blaze.building} ({blaze.markers} of 5)" for blaze in event.blazes]
    burning = f"Burning: {listed(fires)}." if fires else ""
    return tuple(line for line in (sky, burning, limit) if line)


def _before(
    words: Words, event: UnitMustered | TokensDrawn | TokenKept | Deployed | MarkerPlaced | SideReady
) -> Told | None:
    match event:
        case UnitMustered():
            bases = counted(len(event.unit.bases), "base")
            card = words.state.cards.card(event.unit.card).name
            names = [officer.name for officer in event.officers]
            under = f" under {listed(names)}" if names and not words.state.senior(event.unit.id) else ""
            late = "joins the battle" if event.late else "takes the field"
            return Told(f"{event.unit.name} {late}: {card}, {bases}{under}", role=TellingRole.DETAIL)
        case TokensDrawn():
            tokens = [token_words(words.state.cards.token(token)) for token in event.drawn.tokens]
            name = words.officer(event.drawn.officer)
            return Told(f"Drawn for {name}: {'; '.join(tokens)}")
        case TokenKept():
            return Told(f"{words.officer(event.officer)}: {token_words(words.state.cards.token(event.token))}")
        case Deployed():
            marker = f" as marker {event.marker}" if event.marker else " as a marker"
            how = {Concealment.MARKER: marker, Concealment.AMBUSH: " in ambush"}.get(event.hidden, "")
            return Told(f"{words.unit(event.unit)} stands at {words.place(event.at)}{how}", role=TellingRole.DETAIL)
        case MarkerPlaced():
            dummy = " (a dummy)" if event.dummy is not None and words.own(event.side) else ""
            marker = f"marker {event.marker}" if event.marker else "a marker"
            return Told(f"{words.side(event.side)} places {marker}{dummy}", role=TellingRole.DETAIL)
        case SideReady():
            return Told(f"{words.side(event.side)} has placed its troops")


def _initiative(words: Words, event: InitiativeRolled) -> Told:
    """The last pair of dice decides; equal ones before it are among the details."""
    rolls = [f"{words.side(side)} {die}" for side, die in event.rolls]
    if event.winner is None:
        return Told("Two ones: the turn is over", details=(listed(rolls),), role=TellingRole.FRAME)
    what = "begins the turn" if event.whole_turn else "moves a unit"
    return Told(f"{words.side(event.winner)} {what}", details=(listed(rolls),), role=TellingRole.FRAME)
