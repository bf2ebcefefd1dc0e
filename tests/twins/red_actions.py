"""What Red Actions can hide, and battles in which it does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from rules.battle.question import StandingReply
from rules.kernel.action import Action, Actor
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES
from rules.red_actions.actions.segment import StandingAnswer, Watch
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.turn import BattleOpened, SideReady, UnitMustered
from rules.red_actions.knowledge import may_see
from rules.red_actions.state import Dummy, State, WatchKept
from rules.red_actions.units import Concealment, Foxholes, Unit
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions import test_random_battles
from tests.twins.orders import ahead, orders, seals, seals_ahead
from tests.twins.twin import Decision, Hiding, Secret

SIDES = ("attacker", "defender")
QUESTIONS = ("charged", "return-fire", "ambush", "spare", "mode")


class Battle(test_random_battles.Battle):
    """A random battle with ambushes, markers, dummies among them, and a reinforcement that has not come."""

    def __init__(self, seed: int) -> None:
        self.decisions: list[Decision] = []
        self.private = random.Random(seed)
        super().__init__(seed, turns=4)

    def note(self, event: Event) -> None:
        if isinstance(event, BattleOpened) and self.private.random() < 0.3:
            event = replace(event, options=(*event.options, ("sealed-orders", "on")))
        if isinstance(event, SideReady) and not self.state.dummies:
            self.laid()
        if isinstance(event, UnitMustered) and event.unit.id == "d1" and self.private.random() < 0.7:
            late = replace(event.unit, at=None, arrives=3, entry=(30.0, 48.0), hidden=Concealment.NO, marker=0)
            event = replace(event, unit=late, audience=("defender",))
        super().note(event)

    def laid(self) -> None:
        """A dummy, with the number after those of the markers, and foxholes that their diggers have left."""
        number = 1 + max((unit.marker for unit in self.state.units), default=0)
        at = (9.0 + 3 * self.private.randrange(10), 44.0)
        dummy = Dummy("defender", number, at)
        self.state = replace(self.state, dummies=(dummy,), foxholes=(Foxholes((12.0, 38.0), 180.0, 2.0, 4),))

    def happen(self, action: Action, by: Actor) -> None:
        before, heard = self.state, len(self.events)
        super().happen(action, by)
        self.decisions.append(Decision(before, action, by, tuple(self.events[heard:]), self.state))

    def step(self) -> bool:
        if (found := seals_ahead(RULES.battle.prompt(self.state), self.state)) is not None:
            self.ahead(*found)
        if self.private.random() < 0.15 and RULES.battle.prompt(self.state):
            self.in_private()
        return super().step()

    def ahead(self, action: Action, by: Actor) -> None:
        try:
            self.happen(action, by)
        except RuleViolation:
            self.refusals += 1

    def in_private(self) -> None:
        side, ordering = self.private.choice(SIDES), RULES.battle.ordering
        assert ordering is not None
        units = tuple(unit.id for unit in self.state.of(side))
        found: list[Action] = [one.action for unit in units for one in ordering.proposals(self.state, side, unit)]
        found += [StandingAnswer(question=each, answer="ask") for each in QUESTIONS]
        found += [Watch(unit=unit, how=self.private.choice(("ask", "try", "off"))) for unit in units]
        try:
            self.happen(self.private.choice(found), Actor.player(side))
        except RuleViolation:
            self.refusals += 1


def _hidden(state: State, viewer: Viewer) -> list[Unit]:
    return [unit for unit in state.units if not may_see(state, viewer, unit.id)]


def units(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Units that the others do not know are called otherwise, stand elsewhere (under a marker: where it lies), in other
    strength and shape, under other officers."""
    found = {unit.id: unit for unit in _hidden(state, viewer)}
    if not found or state.board is None:
        return None
    state = replace(state, units=tuple(_otherwise(state, unit) if unit.id in found else unit for unit in state.units))
    officers = tuple(
        replace(each, name="Somebody else", token=next(iter(_others(state, each.side, each.token))))
        if each.unit in found
        else each
        for each in state.officers
    )
    return replace(state, officers=officers)


def _others(state: State, side: str, token: str) -> Iterator[str]:
    return (each for each in BOOK_PACK.deck(state.side(side).army) if each != token)


def _otherwise(state: State, unit: Unit) -> Unit:
    assert state.board is not None
    at = unit.at
    if at is not None and unit.hidden is not Concealment.MARKER:
        at = (12.0, 38.0) if at[0] > state.board.width / 2 else (state.board.width - 12.0, 38.0)
    bases = unit.bases[:-1] if len(unit.bases) > 1 and not unit.rails and not unit.markers else unit.bases
    formation = UnitFormation.RANKS if unit.formation is not UnitFormation.RANKS else UnitFormation.LINE
    return replace(unit, name="Another", at=at, bases=bases, formation=formation, kit=(), marching=False)


def markers(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Under one marker there is nobody, and under the dummy's there is somebody."""
    dummy = next((each for each in state.dummies if each.side != viewer.side and each.marker), None)
    still = [unit for unit in _hidden(state, viewer) if unit.hidden is Concealment.MARKER and not unit.acted]
    acting = state.segment.unit if state.segment is not None else None  # a dummy never acts: everybody has seen it
    under = next((unit for unit in still if unit.marker and unit.at and unit.id != acting), None)
    if dummy is None or under is None or under.at is None or under.side != dummy.side:
        return None
    swapped = replace(dummy, marker=under.marker, at=under.at)
    state = state.with_unit(replace(under, marker=dummy.marker, at=dummy.at))
    return replace(state, dummies=tuple(swapped if each == dummy else each for each in state.dummies))


def reserves(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Those who have not come yet come elsewhere, at another time."""
    found = [unit for unit in _hidden(state, viewer) if unit.at is None and unit.arrives > state.turn + 1]
    if not found:
        return None
    changed = {unit.id: replace(unit, arrives=unit.arrives + 1, entry=(9.0, 48.0), name="Another") for unit in found}
    return replace(state, units=tuple(changed.get(unit.id, unit) for unit in state.units))


def answers(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """A side has said once for all what its units do, or has taken it back."""
    if state.question is not None:
        return None
    other = SIDES[0] if viewer.side == SIDES[1] else SIDES[1]
    kept = tuple(each for each in state.standing if each.side != other)
    if len(kept) < len(state.standing):
        return replace(state, standing=kept)
    return replace(state, standing=(*kept, StandingReply(other, "return-fire", "no")))


def watches(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Others of their units wait to act first."""
    if state.question is not None or state.announced:
        return None
    sides = {unit.id: unit.side for unit in state.units}
    own = tuple(each for each in state.watches if sides.get(each.unit) == viewer.side)
    theirs = [unit.id for unit in state.units if unit.side != viewer.side]
    if len(own) < len(state.watches):
        return replace(state, watches=own)
    return replace(state, watches=(*own, WatchKept(theirs[0], "ask"))) if theirs else None


def words(state: State, viewer: Viewer) -> list[str]:
    """Names, references and places of units that the viewer does not know, numbers of markers, and nobody."""
    found = ["u999", "Nobody company", "30,20", "marker 1", "marker 2", "marker 9", "G7"]
    for unit in _hidden(state, viewer):
        found += [unit.id, unit.name, *(base.id for base in unit.bases[:1])]
        found += [f"{unit.at[0]:.1f},{unit.at[1]:.1f}"] if unit.at is not None else []
        found += [each.id for each in state.officers if each.unit == unit.id]
    return found


def _listed() -> Iterator[Secret]:
    yield Secret(
        "units",
        units,
        frozenset({
            "UnitMustered", "Deployed", "Hid", "Moved", "Turned", "TurnedToFire", "UnitPlaced", "UnitRemoved",
            "DirectHits",
            "UnitSteadied", "BasesLost", "Boarded", "BuildingTaken", "CalledOut", "Combined", "Dismounted", "Divided",
            "Driven", "Dug", "Halted", "Hesitated", "LimberChanged", "Marked", "OfficerDiced", "OfficerJoined",
            "OfficerLeft", "OfficerReplaced", "Oriented", "Remounted", "RetireSpared", "ShotResolved", "Tested",
            "BesideDone", "SegmentTaken", "SegmentLost",
            "Veered", "TokenKept", "TokensDrawn", "OfficerRestored", "OfficerStruck",
        }),
    )  # fmt: skip
    yield Secret("markers", markers, frozenset({"MarkerPlaced"}))
    yield Secret("reserves", reserves, frozenset({"UnitEntered"}))
    yield Secret("answers", answers, frozenset({"StandingSet"}))
    yield Secret("watches", watches, frozenset({"WatchSet"}))
    yield orders(SIDES)
    yield seals(SIDES)
    yield ahead(SIDES)


HIDING = Hiding(
    "red_actions", RULES, Battle, tuple(_listed()), words, (*map(Viewer, SIDES), PUBLIC), frozenset({"UnitRemoved"})
)
