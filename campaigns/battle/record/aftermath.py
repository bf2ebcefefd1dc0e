"""What a battle came to, as everybody may know it: who fell, who did most, what the objectives came to.

It is reckoned once, when the battle ends, and kept with its outcome. Names are named only of what everybody was told
while it went on: a campaign goes on after a battle, and whom the fog hid then is still nobody's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from rules.battle.umpire import unsealed
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.seam.forces import Muster
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.service import CREDITED
from rules.seam.viewing import PUBLIC, Viewer

FATES = ("killed", "destroyed", "wounded", "knocked-out", "damaged", "captured", "missing")
"""In the order in which they are told."""
TAKEN = ("destroyed", "captured", "missing")
"""What is damaged besides stays so."""


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class Loss(_Kept):
    """One who did not come out of the battle as he went in: "killed", "wounded", "captured", "missing"; or an element:
    "destroyed", "knocked-out", "damaged", "men-lost" (`men` of those that it stands for)."""

    name: str
    unit: str
    fate: str
    men: int = 0
    element: bool = False


class FigureDeeds(_Kept):
    """What one figure did: enemies put out of the battle for good, elements destroyed, comrades treated."""

    name: str
    unit: str
    side: SideId
    kills: int = 0
    treated: int = 0
    destroyed: int = 0
    shares: int = 0
    """Enemies whom they had a part in felling."""


class SideLosses(_Kept):
    """`fielded`: figures that took the field, and the men of bases; `elements`: the rest of what did."""

    side: SideId
    name: str
    fielded: int
    elements: int = 0
    losses: tuple[Loss, ...] = ()


class ObjectiveAtEnd(_Kept):
    """An objective of the scenario and its state when the battle ended. `sides`: whose it was; empty: everybody's."""

    text: str
    state: str
    sides: tuple[SideId, ...] = ()


class Aftermath(_Kept):
    sides: tuple[SideLosses, ...]
    deeds: tuple[FigureDeeds, ...] = ()
    """Of those who did something to be named for, who did most first."""
    objectives: tuple[ObjectiveAtEnd, ...] = ()
    unsealed: tuple[str, ...] = ()
    """What the umpire did by his own hand and kept the reasons of to himself until now."""


class Participant(_Kept):
    """A figure; or an element, with the `men` that it brings."""

    name: str
    unit: str
    side: SideId
    element: bool = False
    men: int = 0

    @property
    def counts(self) -> int:
        """Men in the field."""
        return self.men if self.element else 1


def reckon(rules: AnyRuleSet, state: Any, events: Sequence[Event], muster: Muster) -> Aftermath:
    """From all living events of the battle and the state that they came to."""
    people = people_of(muster)
    told = rules.battle.service([event for event in events if event.audience is None])
    service = rules.battle.service(events)
    ends = fates(service)
    known = fates(told)
    # A fate is named as it ended, and only where everybody was told of it.
    public = {figure: fate for figure, fate in ends.items() if known.get(figure) == fate}
    came = [people[record.of] for record in service if record.what == "fielded" and record.of in people]
    fielded, elements = Counter[SideId](), Counter[SideId]()
    for person in came:
        fielded[person.side] += person.counts
        elements[person.side] += person.element and not person.men
    fewer = men_lost(told)
    return Aftermath(
        sides=tuple(
            SideLosses(
                side=side.key,
                name=side.name,
                fielded=fielded[side.key],
                elements=elements[side.key],
                losses=(*_losses(side.key, people, public), *_fewer(side.key, people, fewer)),
            )
            for side in muster.sides
            if fielded[side.key] or elements[side.key]
        ),
        deeds=tuple(deeds_of([*told, *_seen_to_do(rules, state, told, service)], people, ends)),
        objectives=tuple(
            ObjectiveAtEnd(text=one.text, state=one.state, sides=one.sides)
            for one in rules.battle.objectives(state, PUBLIC, True)
        ),
        unsealed=unsealed(events),
    )


def _seen_to_do(
    rules: AnyRuleSet, state: Any, told: Sequence[Service], service: Sequence[Service]
) -> Iterable[Service]:
    """What was credited to people whose fire was told to their own side alone, where everybody sees their unit at the
    end, and where everybody was told what became of whom they felled."""
    whole = rules.battle.view(state, Viewer(umpire=True)).units
    seen = {unit.ref for unit in rules.battle.view(state, PUBLIC).units}
    visible = {figure.id for unit in whole if unit.ref in seen for figure in unit.figures}
    known, fell = set(told), {record.of for record in told if record.what in FATES}
    for record in service:
        if record.what in CREDITED and record not in known and record.of in visible and record.by in fell:
            yield record


def fates(records: Iterable[Service]) -> dict[str, str]:
    """What has become of each figure in the end; the unhurt and those who were treated are not in it."""
    found: dict[str, str] = {}
    for record in records:
        if record.what in ("damaged", "knocked-out") and found.get(record.of) in TAKEN:
            continue
        if record.what in FATES:
            found[record.of] = record.what
        elif record.what == "recovered" or (record.what == "repaired" and found.get(record.of) not in TAKEN):
            found.pop(record.of, None)
    return found


def men_lost(records: Iterable[Service]) -> Counter[str]:
    """How many men each element has lost of those that it stands for."""
    lost = Counter[str]()
    for record in records:
        lost[record.of] += record.men if record.what == "men-lost" else 0
    return lost


def people_of(muster: Muster) -> dict[str, Participant]:
    """Everybody and everything that the campaign sent, by reference."""
    units = [*(unit for side in muster.sides for unit in side.units), *muster.reserves]
    elements = {
        one.id: Participant(name=one.name, unit=unit.name, side=unit.side, element=True, men=one.men)
        for unit in units
        for one in unit.elements
    }
    return elements | {
        figure.id: Participant(name=f"{figure.rank} {figure.name}".strip(), unit=unit.name, side=unit.side)
        for unit in units
        for figure in unit.figures
    }


def _losses(side: SideId, people: dict[str, Participant], ends: dict[str, str]) -> Iterable[Loss]:
    for fate in FATES:
        for figure, person in people.items():
            if person.side == side and ends.get(figure) == fate:
                yield Loss(name=person.name, unit=person.unit, fate=fate, element=person.element)


def _fewer(side: SideId, people: dict[str, Participant], lost: Counter[str]) -> Iterable[Loss]:
    for element, men in lost.items():
        person = people.get(element)
        if person is not None and person.side == side and men:
            yield Loss(name=person.name, unit=person.unit, fate="men-lost", men=men, element=True)


def deeds_of(told: Sequence[Service], people: dict[str, Participant], ends: dict[str, str]) -> list[FigureDeeds]:
    """What each of these people did that they are named for, by these records; who did most first."""
    kills: Counter[str] = Counter()
    treated: Counter[str] = Counter()
    destroyed: Counter[str] = Counter()
    shares: Counter[str] = Counter()
    for record in told:
        if record.what == "kill-credited" and ends.get(record.by or "", "killed") == "killed":
            kills[record.of] += 1
        elif record.what == "destroy-credited" and ends.get(record.by or "", "destroyed") == "destroyed":
            destroyed[record.of] += 1
        elif record.what == "share-credited" and ends.get(record.by or "", "killed") in ("killed", "destroyed"):
            shares[record.of] += 1
        elif record.what == "recovered" and record.by is not None and record.by != record.of:
            treated[record.by] += 1
    who = [each for each in people if kills[each] or treated[each] or destroyed[each] or shares[each]]
    who.sort(key=lambda each: (-kills[each] - destroyed[each], -treated[each], -shares[each]))
    return [
        FigureDeeds(
            name=people[figure].name,
            unit=people[figure].unit,
            side=people[figure].side,
            kills=kills[figure],
            treated=treated[figure],
            destroyed=destroyed[figure],
            shares=shares[figure],
        )
        for figure in who
    ]
