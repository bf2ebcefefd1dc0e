"""Hands that write letters: the first plan that is proposed, a letter a turn for the aim, or one for the whole battle.

What no letter answers they answer as a player would who does not want to think long: as the staff does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.battle.plans.staff import answer_to
from rules.book_and_gun.actions import orders as book_and_gun
from rules.five56mm.actions import orders as five56mm
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.actions.movement import OrderGroup
from rules.kernel.action import Action
from rules.red_actions.actions import orders as red_actions
from rules.seam.asking import Ask
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, UnitRole
from tests.bench.plans import Table

STAYS = frozenset({UnitRole.FIRE, UnitRole.HOLD, UnitRole.CREW, UnitRole.SCREEN})
"""Who fires from where he stands."""
HOLDS = frozenset({AimKind.KEEP, AimKind.SAVE})
"""The aims for which nobody goes anywhere."""
RIDING = frozenset({"dismount", "enter", "set down at", "land at", "lead hostages"})
"""Steps of The Book and the Gun for which a player looks at the proposal."""
Words = dict[str, Any]


@dataclass
class Proposing:
    """Sends the first plan that is proposed, as it stands; asked the same again, he answers it by hand."""

    boldness: Boldness = Boldness.STEADY
    _sent: str = ""

    def letter(self, battle: Table, ask: Ask) -> tuple[Action, ...]:
        """The lines that he sends for this question; none: he answers it by hand."""
        if self._sent == ask.key:
            return ()
        self._sent = ask.key
        return tuple(self.lines(battle, ask.side))

    def lines(self, battle: Table, side: str) -> Iterable[Action]:
        ordering = battle.rules.battle.ordering
        planning = None if ordering is None else ordering.planning
        if planning is None:
            return ()
        aims = planning.aims(battle.state, side)
        plans = planning.plans(battle.state, side, aims, Intent(self.boldness))
        return (line.action for line in plans[0].lines) if plans else ()

    def orders(self, battle: Table, ask: Ask) -> Action | None:
        return None

    def action(self, battle: Table, ask: Ask) -> Action:
        return answer_to(battle.rules.battle, battle.state, ask.side, ask, Intent(self.boldness), written=True)[0]


@dataclass
class Writing(Proposing):
    """Writes for the aim by himself: a line for all who go, one for all who fire, one each for medic, radio and whoever
    is kept safe. Where somebody rides, or leads others along, they take what is proposed. `lasts`: for how long each
    line stands."""

    lasts: str = "turn"
    _asked: set[str] = field(default_factory=set[str])

    def lines(self, battle: Table, side: str) -> Iterator[Action]:
        ordering = battle.rules.battle.ordering
        planning = None if ordering is None else ordering.planning
        if planning is None:
            return
        aims = planning.aims(battle.state, side)
        wanted = next((aim for aim in aims if aim.state == "open"), aims[0] if aims else None)
        does: dict[str, tuple[Words, list[str]]] = {}
        carried = {line.action.units: line.action for line in self._carrying(battle, side, aims)}
        yield from (action.model_copy(update={"lasts": self.lasts}) for action in carried.values())
        settled = {unit for units in carried for unit in units}
        for unit in planning.roles(battle.state, side, aims):
            if unit.unit in settled:
                continue
            words = SPELLED[battle.rules.key](unit.role, wanted)
            if words:
                does.setdefault(repr(sorted(words.items())), (words, []))[1].append(unit.unit)
        if battle.rules.key == "infantry-action":
            yield from (OrderGroup(unit=unit, **words) for words, units in does.values() for unit in units)
            yield SealAhead() if self.lasts == "turn" else SealAhead(periods=10)
            return
        for words, units in does.values():
            given = {**words, "units": tuple(units), "lasts": self.lasts}
            yield ORDERS[battle.rules.key].model_validate(given)

    def _carrying(self, battle: Table, side: str, aims: Any) -> Iterator[Any]:
        """The proposed lines in which somebody gets out or in, flies or leads others along."""
        planning = battle.rules.battle.ordering.planning if battle.rules.battle.ordering else None
        if battle.rules.key != "book-and-gun" or planning is None:
            return
        for plan in planning.plans(battle.state, side, aims, Intent(self.boldness))[:1]:
            for line in plan.lines:
                given = line.action
                if {given.first, given.then, given.third, given.last} & RIDING:
                    yield line


def _where(aim: BattleAim | None) -> str:
    return "" if aim is None or aim.kind in HOLDS else aim.place


def _of_book_and_gun(role: UnitRole, aim: BattleAim | None) -> Words:
    """A list for both phases."""
    fire: Words = {"then": "fire at the best odds", "last": "look", "least": 10}
    if role in STAYS or (aim is not None and aim.kind in HOLDS):
        return {**fire, "first": "hold"}
    where = _where(aim)
    return {"first": "advance to", "to": where, **fire} if where else {"first": "advance", "within": 8, **fire}


def _of_five56mm(role: UnitRole, aim: BattleAim | None) -> Words:
    fire, where = "fire at the best odds", _where(aim)
    settled: Words = {"throw_back": "yes", "withdraw": "no"}
    if role is UnitRole.SAFE:
        goes: Words = {"first": "sprint to", "then": "advance to", "third": "take cover", "to": where}
        return goes if where and aim is not None and aim.kind is AimKind.BRING else {"first": "take cover"}
    first = {UnitRole.MEDIC: "treat the wounded", UnitRole.SIGNALS: "use the radio"}.get(role)
    if role in STAYS or not where:
        steps = [fire, "advance"] if aim is not None and aim.kind not in HOLDS and not where else [fire, "take cover"]
    else:
        settled |= {"to": where, "least": 35}
        steps = [fire, "advance to"]
    listed = [step for step in (first, *steps) if step is not None]
    return {**dict(zip(("first", "then", "third"), listed, strict=False)), **settled}


def _of_infantry_action(role: UnitRole, aim: BattleAim | None) -> Words:
    where = _where(aim)
    return {} if role in STAYS or role is UnitRole.SAFE or not where else {"pace": "walk", "to": where}


def _of_red_actions(role: UnitRole, aim: BattleAim | None) -> Words:
    settled: Words = {"charged": "fire", "ambush": "fire", "spare": "cover", "return_fire": "yes", "mode": "evade"}
    if role in (UnitRole.SAFE, UnitRole.COMMAND):
        return {"first": "hold", **settled}
    where = _where(aim)
    if role in STAYS or not where:
        return {"first": "fire at the best odds", "then": "unlimber", "third": "rally from terror", **settled}
    goes: Words = {"first": "charge", "then": "fire and advance", "third": "advance to", "last": "rally from terror"}
    return {**goes, "to": where, "win": 50, "least": 15, **settled}


SPELLED = {
    "book-and-gun": _of_book_and_gun,
    "five56mm": _of_five56mm,
    "infantry-action": _of_infantry_action,
    "red-actions": _of_red_actions,
}
"""By rule set: the words of the order for a role and an aim; none: no order."""
ORDERS: dict[str, type[Action]] = {
    "book-and-gun": book_and_gun.GiveOrders,
    "five56mm": five56mm.GiveOrders,
    "red-actions": red_actions.GiveOrders,
}
