"""The battle's frame in words: turns, cards, casualties, the umpire."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.battle.ending import BattleEnded
from rules.battle.umpire import FactRuled, ruled_words
from rules.book_and_gun.book import tables
from rules.book_and_gun.events.battle import (
    Activated,
    AttitudeSet,
    BattleEvent,
    BattleOpened,
    CardsTurned,
    CommanderLost,
    CommanderNominated,
    ConditionsSet,
    DeckShuffled,
    EngagementRulesSet,
    FigureCaptured,
    FigureFell,
    FigureHealed,
    FigureLeft,
    JokerNamed,
    KnowledgeChanged,
    NoteTaken,
    PhaseBegan,
    PhaseEnded,
    PhaseStepDone,
    PosturesSet,
    StandingSet,
    TurnBegan,
    UnitConcealed,
    UnitMustered,
    UnitRevealed,
)
from rules.book_and_gun.facts import WIRE
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.turn.leadership import may_nominate
from rules.book_and_gun.play.turn.victory import tally
from rules.book_and_gun.state import ARMY
from rules.book_and_gun.tell.words import Words, cards, known, spelled, told
from rules.book_and_gun.units import Phase, Posture, Status, Unit
from rules.kernel.chance import Card, card_name
from rules.language.words import compass, counted, listed, plural, within
from rules.table.strokes import FallenStroke
from rules.telling.told import Casualty, Gravity, TellingRole, Told, Upshot


def tell_battle(words: Words, event: BattleEvent) -> Told | None:
    match event:
        case BattleOpened():
            board = f"{event.board.width:g} × {event.board.depth:g} in" if event.board else "by declared facts"
            last = f"; turn {event.turn_limit} is the last" if event.turn_limit else ""
            sides = (
                listed([side.name for side in event.sides])
                if len(event.sides) > 2
                else " against ".join(side.name for side in event.sides)
            )
            wind = event.board.wind if event.board is not None else None
            blows = (
                f"1D8: {event.draws[0].value}, the wind blows to the {compass(wind)}"
                if event.draws and wind is not None
                else ""
            )
            return told(event, event.title, f"{sides}; {board}{last}", details=[blows], shown=bool(blows))
        case UnitMustered():
            return _mustered(words, event, event.unit)
        case CommanderNominated():
            if may_nominate(words.state, words.state.side(event.side)):
                return None  # until his side has chosen he only stands in
            chosen = told(event, f"{words.figure(event.figure)} is commander-in-chief, in secret.")
            return replace(chosen, own_word=True)
        case TurnBegan():
            return told(event, f"Turn {event.turn}", role=TellingRole.FRAME)
        case PhaseBegan():
            return told(event, f"{event.phase.value} phase", role=TellingRole.FRAME)
        case CardsTurned():
            return _cards(words, event)
        case Activated():
            return _activated(words, event)
        case JokerNamed():
            return _joker(words, event)
        case BattleEnded():
            return _ended(words, event)
        case FigureFell():
            return _fell(words, event)
        case FigureCaptured():
            return known(words, event.unit, _captured(words, event))
        case FigureLeft():
            return known(words, event.unit, _left(words, event))
        case FigureHealed():
            return known(words, event.unit, told(event, f"{words.figure(event.figure)} is fit again."))
        case CommanderLost():
            figure, side = words.figure(event.figure), words.side(event.side)
            lost = told(
                event,
                f"The commander-in-chief of {side} is lost: {figure}.",
                "From now on that side's morale is checked in every morale phase.",
                important=True,
                role=TellingRole.FOLLOWS,
            )
            upshot = Upshot(side, f"loses its commander-in-chief, {figure}", Gravity.COMMANDER)
            return replace(lost, upshots=(upshot,))
        case FactRuled():
            return _ruled(words, event)
        case ConditionsSet():
            now = event.conditions
            seen = "without limit" if now.visibility is None else f"{now.visibility:g} in"
            return told(event, f"The umpire: {now.light}, {now.weather}, ground {now.ground}, visibility {seen}.")
        case EngagementRulesSet():
            what = f"rules of engagement {event.roe}" if event.roe else "no rules of engagement"
            return told(event, f"The umpire: {what} for {words.side(event.side)}.")
        case AttitudeSet():
            return told(event, f"The umpire: the civilians are {event.attitude}.")
        case UnitConcealed():
            return (
                told(event, f"The umpire: {words.unit(event.unit)} is concealed.") if words.knows(event.unit) else None
            )
        case UnitRevealed():
            return _revealed(words, event)
        case KnowledgeChanged():
            return _noticed(words, event)
        case StandingSet():
            who = {"fire": "all who can", "shown": "those whom the enemy sees", "hold": "nobody"}[event.at_aircraft]
            return told(
                event,
                f"Standing answers: when charged, {event.when_charged}; when won, {event.when_won}; "
                f"at attacking aircraft fires: {who}.",
            )
        case PosturesSet():
            what = "lies down" if event.posture is Posture.PRONE else "stands up"
            return known(words, event.unit, told(event, f"{words.unit(event.unit)} {what}."))
        case NoteTaken():
            return told(event, event.text)
        case DeckShuffled():
            shuffled = told(event, "The initiative deck is shuffled again.", role=TellingRole.FRAME)
            return shuffled if event.midway else None
        case PhaseStepDone() | PhaseEnded():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def _mustered(words: Words, event: UnitMustered, unit: Unit) -> Told | None:
    if unit.id not in {u.id for u in words.state.units} or not words.knows(unit.id):
        return None
    if unit.entered_turn:
        return _arrived(words, event, unit)
    if not words.owns(unit.id):
        return told(event, f"{unit.name}: {counted(unit.original, 'figure')}")
    men = ", ".join(f"{f.rank} {f.name}".strip() for f in unit.figures)
    return told(event, f"{unit.name}: {counted(unit.original, 'figure')}, {unit.nation}", men)


def _arrived(words: Words, event: UnitMustered, unit: Unit) -> Told:
    """A unit that came onto the table in the course of the battle."""
    here = middle(unit.present)
    where = f" at {words.square(here)}" if here is not None else ""
    men = ", ".join(f"{f.rank} {f.name}".strip() for f in unit.figures) if words.owns(unit.id) else ""
    arrives = f"{unit.name} arrives{where}: {counted(unit.original, 'figure')}"
    return told(event, arrives, important=True, details=[men] if men else [])


def _cards(words: Words, event: CardsTurned) -> Told | None:
    lines = [f"Of use to nobody: {cards(event.discarded)}"] if event.discarded else []
    turned = (*event.cards, *event.discarded)
    drawn = [Card(str(draw.value)) for draw in event.draws if draw.value not in turned]
    more = [f"{cards(drawn)} is turned, too, and opens the next run"] if drawn else []
    headline = "Cards are turned"
    if event.side is not None and event.joker:
        headline = f"{card_name(event.cards[0]).capitalize()} for {words.side(event.side)}"
    elif event.side is not None:
        colour = "Black" if event.side == ARMY else "Red"
        headline = f"{colour} {cards(event.cards)} for {words.side(event.side)}"
    elif not lines:
        return None
    return told(event, headline, *lines, details=more, shown=True, role=TellingRole.FRAME)


def _activated(words: Words, event: Activated) -> Told | None:
    if not event.declined or not words.knows(event.unit):
        return None
    unit = words.state.unit(event.unit)
    held = [figure.id for figure in unit.present if figure.id in event.figures]
    what = "fire" if event.phase is Phase.FIRE else ""
    if len(held) >= len(unit.present):
        return told(event, f"{unit.name} holds {what}".rstrip() + ".")
    if len(held) <= 2:
        verb = plural(len(held), "holds", "hold")
        return told(event, f"{words.figures(held)} ({unit.name}) {verb} {what}".rstrip() + ".")
    return told(event, f"Part of {unit.name} ({len(held)} of {len(unit.present)}) holds {what}".rstrip() + ".")


def _joker(words: Words, event: JokerNamed) -> Told | None:
    effect = tables.joker_movement(event.die) if event.phase is Phase.MOVEMENT else tables.joker_fire(event.die)
    return told(event, f"Joker for {words.unit(event.unit)}: {effect}", details=[f"1D6: {event.die}"], shown=True)


def _ended(words: Words, event: BattleEnded) -> Told:
    who = f"victory for {within(words.side(event.winner))}." if event.winner else "a draw."
    commanders = [
        f"Commander-in-chief of {side.name}: {words.state.figure(side.commander).name}"
        for side in words.state.sides
        if side.commander
    ]
    tallies = (each.line for each in tally(words.state))
    over = told(event, f"The battle is over: {who}", event.reason, *tallies, *commanders, important=True)
    end = f"Victory for {within(words.side(event.winner))}" if event.winner else "A draw"
    return replace(over, upshots=(Upshot("", end, Gravity.END),))


def _fell(words: Words, event: FigureFell) -> Told | None:
    if not words.knows(event.unit):
        return None
    killed = event.status is Status.KILLED
    how = cards(event.cards)
    reading = event.reading if event.reading in ("leader", "key figure") else ""
    drawn = f"{how} (class {event.target_class})" if how and event.target_class else how
    source = spelled(event.weapon) if event.cause == "artillery" else "" if how else event.cause
    of = {"rout": "in the rout", "close combat": "in close combat", "umpire": ""}.get(
        source, f"by {source}" if source else ""
    )
    by = f" by {words.figure(event.by, home=False)}" if event.by else f" {of}" if of else ""
    fate = "killed" if killed else "wounded"
    name = words.figure(event.figure, home=False)
    line = f"{drawn}: {name} {fate}{by}" if drawn else f"{name} {fate}{by}" if by else ""
    said = told(
        event, f"{words.figure(event.figure)} is {fate}.", important=killed, details=[line], role=TellingRole.FOLLOWS
    )
    aside = event.cause if event.cause == "back blast" else ""
    head = Gravity.LEADER if reading == "leader" else Gravity.MEN
    cause = f"the {aside}" if aside else ""
    own = Casualty(name, fate, words.unit(event.unit), reading, cause, grave=killed, gravity=head)
    shown = tuple(draw for draw in event.draws if not draw.sides)
    down = (FallenStroke(event.unit, event.figure),)
    return replace(said, said=shown, casualties=(own,), settles=int(not aside), strokes=down)


def _captured(words: Words, event: FigureCaptured) -> Told:
    name, captor = words.figure(event.figure, home=False), words.unit(event.captor)
    line = f"{words.figure(event.figure)} is captured by {captor}."
    own = Casualty(name, "captured", words.unit(event.unit), grave=True)
    said = told(event, line, important=True, details=[f"{name} captured by {captor}"], role=TellingRole.FOLLOWS)
    return replace(said, casualties=(own,))


def _left(words: Words, event: FigureLeft) -> Told:
    name, body = words.figure(event.figure, home=False), words.unit(event.unit)
    said = told(event, f"{words.figure(event.figure)} is out: {event.reason}.", role=TellingRole.FOLLOWS)
    return replace(said, casualties=(Casualty(name, event.reason, body, counted="lost"),))


def _noticed(words: Words, event: KnowledgeChanged) -> Told | None:
    now = {glimpse.unit: glimpse for glimpse in event.now}
    gone = {glimpse.unit: glimpse for glimpse in event.lost}
    seen = [f"{words.state.unit(u).name} ({now[u].shown}) in {words.square(now[u].point)}" for u in event.appeared]
    lost = [f"{words.state.unit(u).name}, last seen in {words.square(gone[u].point)}" for u in event.vanished]
    lines = [f"Out of sight: {line}" for line in lost]
    if seen:
        return told(event, f"Seen by {words.side(event.side)}: {listed(seen)}.", *lines, important=True)
    return told(event, f"Out of sight of {words.side(event.side)}: {listed(lost)}.") if lost else None


def _ruled(words: Words, event: FactRuled) -> Told | None:
    ruled = event.ruled
    if any(unit.id in ruled.subjects and not words.knows(unit.id) for unit in words.state.units):
        return None
    if ruled.fact == WIRE.name and ruled.value is True and ruled.unit and ruled.other:
        return told(event, f"A wire runs from {words.unit(ruled.unit)} to {words.unit(ruled.other)}.")
    return told(event, f"{ruled_words(ruled, words.unit)}.")


_SEEN = {
    "not in hiding": ("stands in the open", "stand in the open"),
    "fired": ("fires and is seen", "fire and are seen"),
    "spotted": ("is spotted", "are spotted"),
    "run into": ("is run into", "are run into"),
    "a dog has found them": ("is found by a dog", "are found by a dog"),
    "enemy within 4 inches": (
        "is seen by an enemy within 4 inches",
        "are seen by an enemy within 4 inches",
    ),
    "left concealing terrain": ("leaves cover and is seen", "leave cover and are seen"),
    "it laid smoke": ("lays smoke and is seen", "lay smoke and are seen"),
    "a flare lights it": ("is seen by the light of a flare", "are seen by the light of a flare"),
    "its vehicle is hit": ("is hit in a vehicle and seen", "are hit in a vehicle and seen"),
    "umpire": ("is shown by the umpire", "are shown by the umpire"),
}
"""What brings a unit onto the table, of one body and of several. BG-VI.1.1a, BG-VI.3.2a, BG-R139. Old journals may hold
another reason."""


def _revealed(words: Words, event: UnitRevealed) -> Told:
    one, several = _SEEN.get(event.reason, (f"is seen: {event.reason}", f"are seen: {event.reason}"))
    who = words.unit(event.unit)
    seen = Upshot(who, one, Gravity.SEEN, several=several)
    return replace(told(event, f"{who} {one}.", important=True), upshots=(seen,))
