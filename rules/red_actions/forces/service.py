"""What a battle did to each officer's career, and to each base, gun, vehicle and car.

The roll that is called when it is over has the last word; until then every casualty stands there as wounded. RA-R220,
RA-R226, RA-R227, RA-R229
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.language.words import counted
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import Pack
from rules.red_actions.book.switches import House
from rules.red_actions.events.command import OfficerDiced, OfficerPromoted
from rules.red_actions.events.morale import BasesLost, GaveUp
from rules.red_actions.events.setup import BaseFate, LossesCounted, OfficerFate, RollCalled
from rules.red_actions.events.turn import BattleEnded, BattleOpened, UnitMustered
from rules.red_actions.events.umpire import OfficerRestored, OfficerStruck
from rules.red_actions.forces.garage import kind_of, men_of
from rules.red_actions.units import Loss
from rules.seam.forces import ElementKind
from rules.seam.ruleset import Service
from rules.seam.service import wounds_after

HONOUR = 2
"""Enemy bases that earn a battle honour. RA-R229"""


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Fielded, wounded, killed, captured, missing, promoted, honours; of bases men lost, of guns and vehicles
    destroyed, of all captured; who did it."""
    told = _Told()
    for event in events:
        told.hear(event)
    return tuple(told.entries())


def condition_after(events: Sequence[Event]) -> Mapping[str, str]:
    """Who was wounded carries that into the next battle. RA-R226"""
    people: list[str] = []
    for event in events:
        if isinstance(event, UnitMustered):
            people += [*(officer.id for officer in event.officers), *event.leaders]
    return wounds_after(service(events), people)


class _Told:
    """What the events so far have told."""

    def __init__(self) -> None:
        self._units: dict[str, UnitMustered] = {}
        self._sides: dict[str, SideId] = {}
        self._officers: dict[str, OfficerFate] = {}
        self._bases: dict[str, BaseFate] = {}
        self._promoted: list[str] = []
        self._humiliated: tuple[tuple[str, int], ...] = ()
        self._house = House()
        self._pack: Pack = BOOK_PACK
        self._winner: SideId | None = None

    def hear(self, event: Event) -> None:
        match event:
            case BattleOpened():
                self._house, self._pack = House(event.options), event.pack or BOOK_PACK
            case UnitMustered():
                self._units[event.unit.id] = event
                for who in (*(officer.id for officer in event.officers), *event.leaders):
                    self._sides[who] = event.unit.side
            case OfficerDiced() if event.falls:
                self._falls(event.officer)
            case OfficerStruck():
                self._falls(event.officer)
            case BasesLost():
                self._lose(event.losses)
                for officer in event.officers:
                    self._falls(officer)
            case GaveUp():
                self._lose(event.losses)
                if event.prisoners is not None:
                    group = event.prisoners
                    for base in group.bases:
                        fate = BaseFate(base.id, base.card, group.unit, group.side, "captured", event.to)
                        self._bases[base.id] = fate
                for officer in event.officers:
                    self._officers[officer] = OfficerFate(officer, self._sides.get(officer, ""), "captured")
            case OfficerRestored():
                self._officers.pop(event.officer, None)
            case OfficerPromoted():
                self._promoted.append(event.officer)
            case BattleEnded():
                self._winner = event.winner
            case RollCalled():
                self._officers = {each.officer: each for each in event.officers}
            case LossesCounted():
                by = {base: fate.by for base, fate in self._bases.items()}
                self._bases = {each.base: _credited(each, by) for each in event.bases}
                self._humiliated = event.humiliated
            case _:
                return

    def _falls(self, officer: str) -> None:
        self._officers[officer] = OfficerFate(officer, self._sides.get(officer, ""), "wounded")

    def _lose(self, losses: Sequence[Loss]) -> None:
        for loss in losses:
            if loss.base.id not in self._sides:
                fate = BaseFate(loss.base.id, loss.base.card, loss.unit, loss.side, loss.how, loss.by)
                self._bases[loss.base.id] = fate

    # What it comes to --------------------------------------------------------------------------------------------

    def entries(self) -> Iterator[Service]:
        for event in self._units.values():
            for who in (*(officer.id for officer in event.officers), *event.leaders):
                yield Service(who, "fielded")
            yield from (Service(base.id, "fielded") for base in event.unit.bases if base.id not in self._sides)
        for officer in self._officers.values():
            yield Service(officer.officer, officer.fate)
        for event in self._units.values():
            yield from self._leaders(event)
        won: Counter[str] = Counter()
        for base in self._bases.values():
            if self._arm(base.card) is Arm.OFFICER:  # his staff is no element; what became of him is told
                continue
            yield from self._base(base)
            by = self._units.get(base.by)
            if by is not None and by.unit.side != base.side and base.how in ("destroyed", "captured"):
                won[base.by] += 1
                if (chief := _chief(by)) is not None:
                    what = self._pack.card(base.card).name if base.card in self._pack else ""
                    yield Service(chief, "destroy-credited", base.base, what)
        yield from (Service(who, "field-promoted", note="to a senior officer's place") for who in self._promoted)
        yield from self._honours(won)

    def _arm(self, card: str) -> Arm:
        """Of a card. The events of a single turn do not bring along a battle's own cards: one with equipment then
        counts as what the book's card says whose name its own begins with, and any other as riflemen."""
        if card in self._pack:
            return self._pack.card(card).arm
        found = [each for each in self._pack.cards if card.startswith(f"{each.id}-")]
        return max(found, key=lambda each: len(each.id)).arm if found else Arm.RIFLE

    def _base(self, fate: BaseFate) -> Iterator[Service]:
        """RA-R220"""
        chief = _chief(self._units[fate.by]) if fate.by in self._units else None
        if fate.how == "captured":
            yield Service(fate.base, "captured", chief)
            return
        arm = self._arm(fate.card)
        recovery = self._house.choice("base-recovery")
        if kind_of(arm) is not ElementKind.BASE or recovery == "none":
            yield Service(fate.base, "destroyed", chief, fate.how)
        elif recovery == "half":
            yield Service(fate.base, "men-lost", chief, men=men_of(arm) // 2)

    def _leaders(self, event: UnitMustered) -> Iterator[Service]:
        """RA-R227"""
        fates = [self._bases.get(base.id) for base in event.unit.bases]
        if not event.leaders or None in fates:
            return
        how = {fate.how for fate in fates if fate is not None}
        what = "captured" if "captured" in how else "killed" if "destroyed" in how else "missing"
        yield from (Service(who, what) for who in event.leaders)

    def _honours(self, won: Counter[str]) -> Iterator[Service]:
        """RA-R229"""
        for unit, count in won.items():
            event = self._units[unit]
            chief = _chief(event)
            if chief is not None and count >= HONOUR and event.unit.side == self._winner:
                yield Service(chief, "honoured", note=f"battle honour of {event.unit.name}, {count} enemy bases")
        for unit, count in self._humiliated:
            event = self._units.get(unit)
            chief = None if event is None else _chief(event)
            if event is not None and chief is not None:
                markers = counted(count, "marker")
                yield Service(chief, "humiliated", note=f"{event.unit.name}, {markers}")


def _credited(fate: BaseFate, by: Mapping[str, str]) -> BaseFate:
    """With who did it, where only the event of the loss knows."""
    if fate.by or not by.get(fate.base):
        return fate
    return BaseFate(fate.base, fate.card, fate.unit, fate.side, fate.how, by[fate.base])


def _chief(event: UnitMustered) -> str | None:
    """Who commands a unit, by the roster."""
    return next((who for who in (*(officer.id for officer in event.officers), *event.leaders)), None)
