"""What befalls whoever a card strikes: a man falls, a led horse is lost. BG-R138, BG-R250."""

from __future__ import annotations

from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.horses import SteedHit
from rules.book_and_gun.state import State


def fell(state: State, event: FigureFell) -> FigureFell | SteedHit:
    """The event as it is for a figure; for a led horse the horse's, whatever the card says of it. BG-R250."""
    if not state.steeds or state.find_steed(event.figure) is None:
        return event
    return SteedHit(
        unit=event.unit,
        steed=event.figure,
        cause=event.cause,
        by=event.by,
        by_unit=event.by_unit,
        weapon=event.weapon,
        cards=event.cards,
        reading=event.reading,
        target_class=event.target_class,
        audience=event.audience,
        draws=event.draws,
        citations=(*event.citations, "BG-R138", "BG-R250"),
    )
