"""What a battle did to each horse: lost with its rider or alone, run off, taken by the enemy. VIII.5, XIII.1."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.events.battle import FigureFell, FigureLeft, UnitMustered
from rules.book_and_gun.events.horses import HorsesTaken, HorsesTested, RidersDown, RidersUp, SteedHit
from rules.book_and_gun.units import Status
from rules.kernel.event import Event
from rules.seam.ruleset import Service


class Stable:
    """Who rides which horse, as the events go on."""

    def __init__(self) -> None:
        self._ridden: dict[str, str] = {}

    def entries(self, event: Event) -> Iterator[Service]:
        """What an event does to horses. BG-R138, BG-R250, BG-R251, BG-XIII.1.1b."""
        match event:
            case UnitMustered():
                self._ridden |= {figure.id: figure.steed for figure in event.unit.figures if figure.steed}
                yield from (Service(steed.id, "fielded") for steed in event.steeds)
            case RidersUp():
                self._ridden |= dict(event.pairs)
            case RidersDown():
                for figure in event.figures:
                    self._ridden.pop(figure, None)
            case FigureFell():
                steed = self._ridden.pop(event.figure, "")
                if steed and event.status is Status.KILLED:
                    yield Service(steed, "destroyed", event.by, event.weapon)
            case FigureLeft():
                steed = self._ridden.pop(event.figure, "")
                if steed:
                    yield Service(steed, "missing", note=event.reason)
            case SteedHit():
                yield Service(event.steed, "destroyed", event.by, event.weapon)
            case HorsesTested():
                yield from (Service(each.steed, "missing", note="ran off") for each in event.gone if each.at is None)
            case HorsesTaken():
                yield from (Service(steed, "captured", event.captor) for steed in event.steeds)
            case _:
                return
