"""What a battle did to each figure's career. XIII.10: fielded, wounded (W), killed (K), and who did it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.events.battle import FigureCaptured, FigureFell, FigureHealed, FigureLeft, UnitMustered
from rules.book_and_gun.events.combat import PrisonerFreed
from rules.book_and_gun.units import Status
from rules.chance import Card, card_name
from rules.event import Event
from rules.ruleset import Service
from rules.service import restored


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Entries in the order of the events. A kill is credited to the figure who made it; one who left the field
    otherwise than hit or taken is missing; a prisoner who was set free again was not captured, and whom the umpire
    restores was neither killed nor lost. BG-XIII.10.1.
    """
    entries: list[Service] = []
    for event in events:
        match event:
            case UnitMustered():
                entries += [Service(figure.id, "fielded") for figure in event.unit.figures]
            case FigureFell():
                entries += _fell(event)
            case FigureCaptured():
                entries.append(Service(event.figure, "captured"))
            case PrisonerFreed():
                entries = [e for e in entries if (e.of, e.what) != (event.figure, "captured")]
            case FigureLeft():
                entries.append(Service(event.figure, "missing", note=event.reason))
            case FigureHealed() if event.reason == "umpire":
                entries = restored(entries, event.figure, wounded=_wounded(entries, event.figure))
            case FigureHealed():
                entries.append(Service(event.figure, "recovered", note=event.reason))
            case _:
                pass
    return tuple(entries)


def _wounded(entries: Sequence[Service], figure: str) -> bool:
    """Whether he has been hit and not recovered since."""
    own = [entry.what for entry in entries if entry.of == figure and entry.what in ("wounded", "recovered")]
    return own[-1:] == ["wounded"]


def _fell(event: FigureFell) -> list[Service]:
    killed = event.status is Status.KILLED
    entries = [Service(event.figure, "killed" if killed else "wounded", event.by, _note(event))]
    if killed and event.by is not None:
        entries.append(Service(event.by, "kill-credited", event.figure, _note(event)))
    return entries


def _note(event: FigureFell) -> str:
    """Weapon, cards and class, in the rules' words."""
    parts = [event.weapon or event.cause, _cards(event.cards)]
    if event.target_class:
        parts.append(f"class {event.target_class}")
    if event.reading and event.reading != "ordinary":
        parts.append(event.reading)
    return ", ".join(part for part in parts if part)


def _cards(cards: Sequence[Card]) -> str:
    return " and ".join(card_name(card) for card in cards)
