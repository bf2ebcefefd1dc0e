"""Bombardment by the scenario's or the umpire's word: off-board artillery, mortars and air strikes on people. X.13.2.

With a board the round is aimed at a place, goes astray as the chart says, and the template shows who is caught. Without
one, or where the umpire has measured himself, he names those who lie under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast, get_args

from rules.action import Actor
from rules.book_and_gun import facts, indirect
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.casualty import Casualty, CasualtyDeck, Hit, Man
from rules.book_and_gun.cover import class_of, class_of_most
from rules.book_and_gun.events.battle import DeckShuffled, FigureFell
from rules.book_and_gun.events.fire import BlastRolled, Bombarded, CardsDrawn
from rules.book_and_gun.fire_record import CARD_RULES, taken
from rules.book_and_gun.indirect import Attack, Deviation, Shelled, Struck
from rules.book_and_gun.organisations import is_key
from rules.book_and_gun.record import Record
from rules.book_and_gun.route import known_places
from rules.book_and_gun.rows import TargetClass
from rules.book_and_gun.state import Figure, State, Status, Unit
from rules.book_and_gun.tabletop import middle
from rules.book_and_gun.umpire import find_unit, require_settled
from rules.chance import Chance, Draw
from rules.event import Event
from rules.facts import Fact, Source
from rules.table.board import Board, Point
from rules.table.measure import between
from rules.table.reference import Surroundings, place
from rules.violation import RuleViolation

_HAIR = 1e-6


def bombard(state: State, action: Bombard, by: Actor, chance: Chance) -> list[Event]:
    """One round, bomb or barrage: where it falls, whom it hits, what the cards make of them.

    Raises RuleViolation: a question or a close combat is open, nobody knows where it falls or whom it catches, an
    observer or victim who is not on the field. BG-X.13.1a, BG-X.13.1b, BG-X.13.11a, BG-X.13.11b, BG-X.13.12,
    BG-X.13.13b, BG-X.13.21, BG-X.13.22, BG-X.14.1, BG-X.14.2, BG-R11.
    """
    require_settled(state)
    aimed = aim_of(state, action)
    record = Record(state, chance)
    burst, deviation = aimed.at, None
    if aimed.at is not None and not action.on_target:
        deviation = indirect.deviate(chance, before=action.turns_before)
        burst = indirect.landing(aimed.at, deviation.way, deviation.inches, aimed.observer)
    blast = blast_at(state, action, burst)
    record.note(
        Bombarded(
            attack=action.blast_of,
            aim=aimed.at,
            burst=burst,
            way=deviation.way if deviation else "on target",
            inches=deviation.inches if deviation else 0,
            diameter=indirect.template(action.blast_of),
            draws=chance.taken(),
            citations=_rules(action, deviation),
        )
    )
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = indirect.shell(blast.struck, action.blast_of, deck, chance, options=state.options)
    draws = list(chance.taken())
    record.note(*_rolled(state, action.blast_of, blast, done, draws))
    record.note(*_harmed(state, action.blast_of, done, draws))
    return record.events


def _rules(action: Bombard, deviation: Deviation | None) -> tuple[str, ...]:
    off_board = action.blast_of not in ("light mortar", "medium mortar")
    found = (
        ["BG-X.13.21", "BG-X.13.22"] if off_board else ["BG-X.13.1a" if "light" in action.blast_of else "BG-X.13.13b"]
    )
    if deviation is not None:
        found += ["BG-X.13.1b", "BG-R99"]
        found += ["BG-X.13.11a"] if action.turns_before else []
    return tuple(found)


# ── Where it is aimed ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Aimed:
    """The point of aim, and from where short and long are reckoned. `at` None: the umpire names the victims."""

    at: Point | None
    observer: Point | None


def aim_of(state: State, action: Bombard) -> Aimed:
    """Raises RuleViolation when neither a place nor victims are given, or both; for a place without a board."""
    observer = middle(find_unit(state, action.observer).present) if action.observer is not None else None
    if action.at is not None and action.victims:
        raise RuleViolation(
            "place-or-victims",
            "The template shows who is caught; victims are named instead of it.",
            citation="BG-X.13.22",
            remedy="Give the place, or the victims.",
        )
    if action.at is None:
        if not action.victims:
            raise RuleViolation(
                "no-place",
                "Where it falls is not said.",
                citation="BG-X.13.21",
                remedy="Give a place, or without a board the victims.",
            )
        return Aimed(None, observer)
    board = state.board
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board that a template could be laid on.",
            citation="BG-X.13.22",
            remedy="Name the victims instead of a place.",
        )
    return Aimed(place(action.at, Surroundings(board, places=known_places(state, board, None))), observer)


# ── Who is caught ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Blast:
    """Those under the template in roster order, and what was known of them."""

    struck: tuple[Struck, ...] = ()
    units: tuple[str, ...] = ()
    """The unit of each."""
    facts: dict[str, tuple[Fact, ...]] = field(default_factory=lambda: dict[str, tuple[Fact, ...]]())
    """By unit."""


def blast_at(state: State, action: Bombard, burst: Point | None) -> Blast:
    """Everybody under the template, friend or enemy, fit or wounded, seen or not, with his class. BG-X.13.11b, BG-R100,
    BG-R125."""
    if burst is not None:
        caught = _under(state, burst, indirect.template(action.blast_of))
    else:
        caught = _named(state, action.victims)
    struck: list[Struck] = []
    units: list[str] = []
    known: dict[str, tuple[Fact, ...]] = {}
    for unit, figures in caught:
        fit_class, fact = _class(state, action, unit, figures, burst)
        source = Source.MEASURED if burst is not None else Source.DECLARED
        known[unit.id] = (Fact("under the template", len(figures), source), fact)
        men = {f.id: _man(state, unit, f) for f in figures}
        for figure in figures:
            area = (men[figure.id], *(man for key, man in men.items() if key != figure.id))
            crew = figure.traits.crew
            of_class = fit_class if figure.fit else _of_wounded(state, figure, unit, burst)
            struck.append(Struck(area, of_class, figure.traits.body_armour, crew))
            units.append(unit.id)
    return Blast(tuple(struck), tuple(units), known)


def _under(state: State, burst: Point, diameter: float) -> list[tuple[Unit, list[Figure]]]:
    """Whose heads the template covers. BG-R100."""
    found: list[tuple[Unit, list[Figure]]] = []
    for unit in state.units:
        if unit.reserve:
            continue
        figures = [f for f in unit.present if f.at is not None and between(f.at, burst) <= diameter / 2 + _HAIR]
        if figures:
            found.append((unit, figures))
    return found


def _named(state: State, victims: Sequence[str]) -> list[tuple[Unit, list[Figure]]]:
    """The units and figures that the umpire names, in roster order."""
    chosen: set[str] = set()
    for name in victims:
        wanted = " ".join(name.split()).casefold()
        found = [f.id for u in state.units if not u.reserve for f in u.present if wanted in _names(f)]
        found += [f.id for u in state.units if not u.reserve and wanted in _names(u) for f in u.present]
        if not found:
            raise RuleViolation(
                "no-such-victim",
                f"There is no unit or figure “{name}” on the field; vehicles are not in play.",
                citation="BG-X.13.11b",
                remedy="Name units or figures on the field, as the lists have them.",
            )
        chosen.update(found)
    caught = [(unit, [f for f in unit.present if f.id in chosen]) for unit in state.units]
    return [(unit, figures) for unit, figures in caught if figures]


def _names(one: Unit | Figure) -> tuple[str, ...]:
    ranked = f"{one.rank} {one.name}" if isinstance(one, Figure) else one.name
    return one.id.casefold(), one.name.casefold(), ranked.strip().casefold()


def _man(state: State, unit: Unit, figure: Figure) -> Man:
    return Man(
        figure.id,
        leader=figure.traits.leader,
        key=is_key(figure, state.options),
        higher=unit.traits.independent,
        hurt=not figure.fit,
    )


def _class(
    state: State, action: Bombard, unit: Unit, figures: Sequence[Figure], burst: Point | None
) -> tuple[TargetClass, Fact]:
    """The class of a unit's figures: ruled, declared, or that of most of those under the template as seen from the
    burst; a gun crew is at least class II. BG-R90, BG-X.2.61a, BG-R192."""
    board = state.board

    def measured() -> TargetClass | None:
        seen = [f for f in figures if f.fit] or list(figures)
        if board is None or burst is None or any(f.at is None for f in seen):
            return None
        return class_of_most([class_of(board, f, unit.present, burst) for f in seen])

    said, fact = facts.word(state, "target class", unit.id, declared=action.target_class, measured=measured)
    if said not in get_args(TargetClass):
        raise RuleViolation("target-class", f"“{said}” is no target class.", remedy="Rule I, II, III or IV.")
    value = cast("TargetClass", said)
    at_crew = any(f.traits.crew for f in unit.present)
    return ("II" if value == "I" and at_crew else value), fact


def _of_wounded(state: State, figure: Figure, unit: Unit, burst: Point | None) -> TargetClass:
    """A wounded figure lies: class III, or IV in a building, in dense terrain or behind a wall. BG-X.2.2a, BG-R192."""
    board: Board | None = state.board
    if board is None or burst is None or figure.at is None:
        return "III"
    return class_of(board, figure, unit.present, burst)


# ── The record ───────────────────────────────────────────────────────────────────────────────────────────────────


def _rolled(state: State, attack: Attack, blast: Blast, done: Shelled, draws: list[Draw]) -> Iterator[Event]:
    """The dice, unit by unit: a hidden unit's are its own side's to know."""
    dice = dict(done.dice)
    for unit_id in dict.fromkeys(blast.units):
        unit = state.unit(unit_id)
        own = [one for one, of in zip(blast.struck, blast.units, strict=True) if of == unit_id]
        rolled = tuple((one.figure, dice[one.figure]) for one in own if one.figure in dice)
        yield BlastRolled(
            unit=unit_id,
            attack=attack,
            figures=tuple(one.figure for one in own),
            numbers=tuple(dict.fromkeys(indirect.to_hit(one, attack, state.options) for one in own)),
            dice=rolled,
            hits=sum(
                indirect.hits(dice[one.figure], indirect.to_hit(one, attack, state.options), state.options)
                for one in own
                if one.figure in dice
            )
            if rolled
            else len(own),
            facts=blast.facts[unit_id],
            audience=(unit.side,) if unit.concealed else None,
            draws=tuple(draws.pop(0) for _ in rolled),
            citations=("BG-X.13.11b", "BG-X.13.12", "BG-R96", "BG-R97"),
        )


def _harmed(state: State, attack: Attack, done: Shelled, draws: list[Draw]) -> Iterator[Event]:
    """The cards, hit by hit. BG-X.13.11b, BG-R190."""
    for hit, casualty in done.harm:
        own = taken(casualty, draws)
        for _ in range(casualty.shuffled):
            yield DeckShuffled(deck="casualty", citations=("BG-R03",))
        if casualty.figure is None:
            unit = state.unit_of(hit.area[0].id)
            reading = "the gun is destroyed" if casualty.result == "gun destroyed" else casualty.reading
            yield CardsDrawn(
                unit=unit.id,
                cards=casualty.cards,
                reading=reading,
                audience=(unit.side,) if unit.concealed else None,
                draws=own,
                citations=_card_rules(hit, casualty),
            )
            continue
        unit = state.unit_of(casualty.figure)
        yield FigureFell(
            unit=unit.id,
            figure=casualty.figure,
            status=Status.KILLED if casualty.result == "killed" else Status.WOUNDED,
            cause="artillery",
            weapon=attack,
            cards=casualty.cards,
            reading=casualty.reading,
            target_class=hit.target_class,
            audience=(unit.side,) if unit.concealed else None,
            draws=own,
            citations=_card_rules(hit, casualty),
        )


def _card_rules(hit: Hit, casualty: Casualty) -> tuple[str, ...]:
    if hit.crew:
        return ("BG-X.2.61c",) if casualty.result == "gun destroyed" else ("BG-X.2.61b", "BG-R85")
    return CARD_RULES[hit.target_class], "BG-R05" if casualty.reading in ("leader", "key figure") else "BG-R190"
