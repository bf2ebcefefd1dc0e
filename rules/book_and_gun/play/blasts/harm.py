"""What a burst does, as events: the dice unit by unit, then the cards and whom they strike. X.12.1d.

Only its own side hears of a concealed unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDrawn, Hit, taken
from rules.book_and_gun.book.explosives import ROW, LaidKind, Thrown
from rules.book_and_gun.book.indirect import Shelled
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.to_hit import d6_hits
from rules.book_and_gun.events.battle import Cause, DeckShuffled, FigureFell
from rules.book_and_gun.events.explosives import BurstRolled
from rules.book_and_gun.events.fire import CardsDrawn, GunDestroyed
from rules.book_and_gun.play.ground.blast import UnderTemplate
from rules.book_and_gun.play.ground.falls import fell
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Status, Unit
from rules.kernel.chance import Draw
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True)
class Blamed:
    """Who did it, so that the kills are theirs; nobody where nobody is known for it. `weapon`, `cause`: as told."""

    weapon: str
    cause: Cause = "explosion"
    figure: str | None = None
    unit: str | None = None


def rolled(
    state: State, blamed: Blamed, device: Thrown | LaidKind, blast: UnderTemplate, done: Shelled, draws: list[Draw]
) -> Iterator[Event]:
    """An event for each unit under the burst. Takes the dice off `draws`. BG-X.12.1d, BG-R96, BG-R192."""
    dice = dict(done.dice)
    drawn = {name: draws.pop(0) for name, _ in done.dice}
    for unit_id in dict.fromkeys(blast.units):
        own = [one for one, home in zip(blast.struck, blast.units, strict=True) if home == unit_id]
        unit = state.unit(unit_id)
        row = ROW.get(device, device)
        yield BurstRolled(
            unit=unit_id,
            by_unit=blamed.unit or "",
            by=blamed.figure or "",
            device=device,
            figures=tuple(one.figure for one in own),
            classes=tuple(one.target_class for one in own),
            dice=tuple((one.figure, dice[one.figure]) for one in own),
            hits=sum(d6_hits(dice[one.figure], device_number(row, one.target_class), state.options) for one in own),
            facts=blast.facts.get(unit_id, ()),
            audience=(unit.side,) if unit.concealed else None,
            draws=tuple(drawn[one.figure] for one in own),
            citations=("BG-X.12.1d", "BG-X.12.chart", "BG-R96", "BG-R192"),
        )


def harmed(state: State, done: Shelled, blamed: Blamed, draws: list[Draw]) -> Iterator[Event]:
    """The cards in their order, each with what it did; a kill is credited to whoever is to blame. BG-X.1.5,
    BG-X.13.11b, BG-R190."""
    for hit, casualty in done.harm:
        own = taken(casualty, draws)
        for _ in range(casualty.shuffled):
            yield DeckShuffled(deck="casualty", citations=("BG-R03",))
        if casualty.figure is None or casualty.cancelled:
            yield from _nobody(state, hit, casualty, own)
            continue
        unit = state.unit_of(casualty.figure)
        yield fell(
            state,
            FigureFell(
                unit=unit.id,
                figure=casualty.figure,
                status=Status.KILLED if casualty.result == "killed" else Status.WOUNDED,
                cause=blamed.cause,
                by=blamed.figure,
                by_unit=blamed.unit,
                weapon=blamed.weapon,
                cards=casualty.cards,
                reading=casualty.reading,
                target_class=hit.target_class,
                audience=(unit.side,) if unit.concealed else None,
                draws=own,
                citations=_card_rules(hit, casualty),
            ),
        )


def _nobody(state: State, hit: Hit, casualty: CasualtyDrawn, own: tuple[Draw, ...]) -> Iterator[Event]:
    """A card that harms nobody: of no use, cancelled, or at a gun."""
    unit = state.unit_of(hit.area[0].id)
    gone = casualty.result == "gun destroyed"
    reading = "cancelled by the joker" if casualty.cancelled else casualty.reading
    yield CardsDrawn(
        unit=unit.id,
        cards=casualty.cards,
        reading="the gun is destroyed" if gone else reading,
        audience=(unit.side,) if unit.concealed else None,
        draws=own,
        citations=_card_rules(hit, casualty),
    )
    if gone:
        yield from gun_destroyed(state, state.figure(hit.area[0].id))


def _card_rules(hit: Hit, casualty: CasualtyDrawn) -> tuple[str, ...]:
    if hit.crew:
        return ("BG-X.2.61c",) if casualty.result == "gun destroyed" else ("BG-X.2.61b", "BG-R85")
    return CARD_RULES[hit.target_class], "BG-R05" if casualty.reading in ("leader", "key figure") else "BG-R190"


def gun_destroyed(state: State, served_by: Figure) -> Iterator[Event]:
    """The gun of that crewman is no more. BG-X.2.61c."""
    unit = state.unit_of(served_by.id)
    guns = _guns_served(unit, served_by, state.options)
    if guns:
        audience = (unit.side,) if unit.concealed else None
        served = {name for name, _ in guns}
        pieces = tuple(piece.id for piece in state.pieces if piece.gunner in served)
        yield GunDestroyed(unit=unit.id, guns=guns, pieces=pieces, audience=audience, citations=("BG-X.2.61c",))


def _guns_served(unit: Unit, figure: Figure, options: HouseRules) -> tuple[tuple[str, str], ...]:
    """The guns of his team that still stand, with each crewman who serves one. BG-X.2.61c"""
    team = [f for f in unit.figures if f.traits.crew and f.traits.team == figure.traits.team]
    return tuple(
        (f.id, key) for f in team for key in f.traits.weapons if arm(key, options).artillery and key not in f.wrecked
    )
