"""What a burst does, as events: the dice unit by unit, then the cards and whom they strike. X.12.1d.

Of a concealed unit only its own side is told."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDrawn, Hit, taken
from rules.book_and_gun.book.explosives import ROW, Thrown
from rules.book_and_gun.book.indirect import Shelled
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.to_hit import d6_hits
from rules.book_and_gun.events.battle import DeckShuffled, FigureFell
from rules.book_and_gun.events.explosives import BurstRolled
from rules.book_and_gun.events.fire import CardsDrawn
from rules.book_and_gun.play.ground.blast import UnderTemplate
from rules.book_and_gun.play.ground.falls import fell
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Status, Unit
from rules.kernel.chance import Draw
from rules.kernel.event import Event


def rolled(
    state: State, by_unit: Unit, by: Figure, device: Thrown, blast: UnderTemplate, done: Shelled, draws: list[Draw]
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
            by_unit=by_unit.id,
            by=by.id,
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


def harmed(
    state: State, by_unit: Unit, by: Figure, device: Thrown, done: Shelled, draws: list[Draw]
) -> Iterator[Event]:
    """The cards in their order, each with what it did; a kill is credited to whoever threw. BG-X.1.5, BG-R190."""
    for hit, casualty in done.harm:
        own = taken(casualty, draws)
        for _ in range(casualty.shuffled):
            yield DeckShuffled(deck="casualty", citations=("BG-R03",))
        if casualty.figure is None or casualty.cancelled:
            unit = state.unit_of(hit.area[0].id)
            yield CardsDrawn(
                unit=unit.id,
                cards=casualty.cards,
                reading="cancelled by the joker" if casualty.cancelled else casualty.reading,
                audience=(unit.side,) if unit.concealed else None,
                draws=own,
                citations=_card_rules(hit, casualty),
            )
            continue
        unit = state.unit_of(casualty.figure)
        yield fell(
            state,
            FigureFell(
                unit=unit.id,
                figure=casualty.figure,
                status=Status.KILLED if casualty.result == "killed" else Status.WOUNDED,
                cause="explosion",
                by=by.id,
                by_unit=by_unit.id,
                weapon=device,
                cards=casualty.cards,
                reading=casualty.reading,
                target_class=hit.target_class,
                audience=(unit.side,) if unit.concealed else None,
                draws=own,
                citations=_card_rules(hit, casualty),
            ),
        )


def _card_rules(hit: Hit, casualty: CasualtyDrawn) -> tuple[str, ...]:
    if hit.crew:
        return "BG-X.2.61b", "BG-R85"
    return CARD_RULES[hit.target_class], "BG-R05" if casualty.reading in ("leader", "key figure") else "BG-R190"
