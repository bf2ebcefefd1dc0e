"""What a battle came to, as everybody may know it: who fell, who did most, what the objectives came to.

It is reckoned once, when the battle ends, and kept with its outcome. Names are named only of what everybody was told
while it went on: a campaign goes on after a battle, and whom the fog hid then is still nobody's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from rules.action import SideId
from rules.event import Event
from rules.ruleset import PUBLIC, AnyRuleSet, Muster, Service

FATES = ("killed", "wounded", "captured", "missing")
"""In the order in which they are told."""


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class Loss(_Kept):
    """One who did not come out of the battle as he went in: "killed", "wounded", "captured", "missing"."""

    name: str
    unit: str
    fate: str


class Deeds(_Kept):
    """What one figure did: enemies put out of the battle for good, comrades treated."""

    name: str
    unit: str
    side: SideId
    kills: int = 0
    treated: int = 0


class SideLosses(_Kept):
    """`fielded`: figures that took the field."""

    side: SideId
    name: str
    fielded: int
    losses: tuple[Loss, ...] = ()


class Goal(_Kept):
    """An objective of the scenario and its state when the battle ended. `sides`: whose it was; empty: everybody's."""

    text: str
    state: str
    sides: tuple[SideId, ...] = ()


class Aftermath(_Kept):
    sides: tuple[SideLosses, ...]
    deeds: tuple[Deeds, ...] = ()
    """Of those who did something to be named for, who did most first."""
    objectives: tuple[Goal, ...] = ()


class Person(_Kept):
    name: str
    unit: str
    side: SideId


def reckon(rules: AnyRuleSet, state: Any, events: Sequence[Event], muster: Muster) -> Aftermath:
    """From all living events of the battle and the state that they came to."""
    people = people_of(muster)
    told = rules.battle.service([event for event in events if event.audience is None])
    service = rules.battle.service(events)
    ends = fates(service)
    known = fates(told)
    # A fate is named as it ended, and only where everybody was told of it.
    public = {figure: fate for figure, fate in ends.items() if known.get(figure) == fate}
    fielded = Counter(people[record.figure].side for record in service
                      if record.what == "fielded" and record.figure in people)  # fmt: skip
    return Aftermath(
        sides=tuple(
            SideLosses(
                side=side.key,
                name=side.name,
                fielded=fielded[side.key],
                losses=tuple(_losses(side.key, people, public)),
            )
            for side in muster.sides
            if fielded[side.key]
        ),
        deeds=tuple(_deeds(told, people, ends)),
        objectives=tuple(
            Goal(text=one.text, state=one.state, sides=one.sides)
            for one in rules.battle.objectives(state, PUBLIC, True)
        ),
    )


def fates(records: Iterable[Service]) -> dict[str, str]:
    """What has become of each figure in the end; the unhurt and those who were treated are not in it."""
    found: dict[str, str] = {}
    for record in records:
        if record.what in FATES:
            found[record.figure] = record.what
        elif record.what == "recovered":
            found.pop(record.figure, None)
    return found


def people_of(muster: Muster) -> dict[str, Person]:
    """Everybody whom the campaign sent, by his reference."""
    units = [*(unit for side in muster.sides for unit in side.units), *muster.reserves]
    return {
        figure.id: Person(name=f"{figure.rank} {figure.name}".strip(), unit=unit.name, side=unit.side)
        for unit in units
        for figure in unit.figures
    }


def _losses(side: SideId, people: dict[str, Person], ends: dict[str, str]) -> Iterable[Loss]:
    for fate in FATES:
        for figure, person in people.items():
            if person.side == side and ends.get(figure) == fate:
                yield Loss(name=person.name, unit=person.unit, fate=fate)


def _deeds(told: Sequence[Service], people: dict[str, Person], ends: dict[str, str]) -> list[Deeds]:
    kills: Counter[str] = Counter()
    treated: Counter[str] = Counter()
    for record in told:
        if record.what == "kill-credited" and ends.get(record.by or "", "killed") == "killed":
            kills[record.figure] += 1
        elif record.what == "recovered" and record.by is not None and record.by != record.figure:
            treated[record.by] += 1
    who = [figure for figure in people if kills[figure] or treated[figure]]
    who.sort(key=lambda figure: (-kills[figure], -treated[figure]))
    return [
        Deeds(
            name=people[figure].name,
            unit=people[figure].unit,
            side=people[figure].side,
            kills=kills[figure],
            treated=treated[figure],
        )
        for figure in who
    ]
