"""What The Book and the Gun can hide, and battles in which it does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal, StandingAnswer
from rules.book_and_gun.actions.fire import OrderLosses, PlaceDummy, SetUp
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import UnitConcealed
from rules.book_and_gun.state import State
from rules.book_and_gun.support import FiredMissions, FireRequest
from rules.book_and_gun.units import Morale, Status, Unit
from rules.book_and_gun.view import knows, owns
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterSide
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from tests.rules.book_and_gun import test_random_battles
from tests.twins.orders import ahead, orders, seals, seals_ahead
from tests.twins.twin import Decision, Hiding, Secret, kinds

BOTH = ("army", "insurgents")


JUNGLE = replace(
    test_random_battles.OPEN,
    features=(Feature("woods", ((1, 12.5), (31, 12.5), (31, 23.5), (1, 23.5))),),
    edges=(("army", "south"), ("insurgents", "north")),
)


class Battle(test_random_battles.Battle):
    """A random battle in which somebody hides: under concealment, or all in the fog of war."""

    def __init__(self, seed: int) -> None:
        self.decisions: list[Decision] = []
        self.private = random.Random(seed)
        super().__init__(seed)
        *others, last = self.state.units_of("insurgents")
        if others and not self.state.side("insurgents").conceals:
            self.state = self.state.with_unit(replace(last, reserve=True))
        self.dig()
        self.set_up()

    def dig(self) -> None:
        """Both sides have mines, traps and a claymore, and somebody who looks for them."""
        for side in BOTH:
            unit = next(iter(self.state.units_of(side)), None)
            if unit is None or not unit.figures:
                continue
            first = unit.figures[0]
            able = replace(first, traits=replace(first.traits, engineer=True, detector=True))
            stores = replace(unit.munitions, land_mines=2, booby_traps=2, claymores=1)
            self.state = self.state.with_unit(replace(unit.with_figure(able), munitions=stores))
        if self.state.board is not None:
            laid = [Device(f"{side}-1", "land mine", side, (3.0 + n, 12.0)) for n, side in enumerate(BOTH)]
            self.state = replace(self.state, devices=tuple(laid))

    def set_up(self) -> None:
        """Whoever may hide before the first card goes into the woods."""
        by, xs = Actor.player("insurgents"), iter((6, 16, 26))
        for unit in tuple(self.state.units_of("insurgents")):
            self.act(SetUp(unit=unit.id, to=f"{next(xs)},17"), by)
        self.act(PlaceDummy(to="11,20"), by)

    def call(self) -> Any:
        call = super().call()
        board = call.board or JUNGLE
        given = dict(call.options)
        given["fog"] = self.private.choice(("on", "off"))
        given["concealment"] = self.private.choice(("none", "insurgents", "none"))
        sides = call.sides
        if given["concealment"] != "none":
            board, sides = JUNGLE, self.larger(call.sides)
        given["sealed-orders"] = self.private.choice(("on", *("off",) * 5))
        return replace(call, board=board, sides=sides, options=tuple(given.items()))

    def larger(self, sides: tuple[MusterSide, ...]) -> tuple[MusterSide, ...]:
        """Three cells, who may have a commander-in-chief and lay a dummy."""
        cells = self.side("insurgents", ["insurgent-cell-of-7"] * 3)
        return tuple(cells if side.key == "insurgents" else side for side in sides)

    def act(self, action: Any, by: Actor) -> bool:
        before, heard = self.state, len(self.events) if self.number else 0
        done = super().act(action, by)
        if done:
            self.decisions.append(Decision(before, action, by, tuple(self.events[heard:]), self.state))
        return done

    def step(self) -> bool:
        if (found := seals_ahead(RULES.battle.prompt(self.state), self.state)) is not None:
            self.act(*found)
        if self.private.random() < 0.3 and RULES.battle.prompt(self.state):
            self.in_private()
        return super().step()

    def in_private(self) -> None:
        """A side does something that the others hear nothing of, or the umpire hides a unit that has been seen."""
        unit = self.private.choice(self.state.units)
        if self.private.random() < 0.5 and unit.in_play:
            self.hide(unit)
            return
        side = self.private.choice(BOTH)
        found: list[Any] = [StandingAnswer(when_charged=self.private.choice(("ask", "stand", "evade")))]
        ordering = RULES.battle.ordering
        assert ordering is not None
        for unit in self.state.units_of(side):
            found.append(OrderLosses(unit=unit.id, figures=tuple(man.id for man in reversed(unit.fit))[:3]))
            found += [one.action for one in ordering.proposals(self.state, side, unit.id)]
        self.act(self.private.choice(found), Actor.player(side))

    def hide(self, unit: Unit) -> None:
        """Off the others' tables: what they were offered against it they are offered no more."""
        before = self.state
        try:
            events = RULES.battle.decide(before, Conceal(unit=unit.id), UMPIRE, Scripted(""))
        except RuleViolation:
            return
        self.state = RULES.battle.fold(events, before)
        self.events += events
        self.decisions.append(Decision(before, Conceal(unit=unit.id), UMPIRE, tuple(events), self.state))


def _hidden(state: State, viewer: Viewer) -> list[Unit]:
    return [unit for unit in state.units if unit.in_play and not knows(state, viewer, unit)]


def _met(state: State, viewer: Viewer) -> set[str]:
    """Units whose names the viewer has learned: seen before, or in the middle of something with his own."""
    lost = {glimpse.unit for known in state.knowledge if known.side == viewer.side for glimpse in known.lost}
    return lost | {ref for each in state.questions for ref in (each.unit, each.other) if each.side == viewer.side}


def units(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Units that are hidden stand elsewhere, are called otherwise, and have done and suffered other things."""
    found = _hidden(state, viewer)
    if not found:
        return None
    met = _met(state, viewer)
    return state.with_unit(*(_otherwise(state, unit, dice, met=unit.id in met) for unit in found))


def _otherwise(state: State, unit: Unit, dice: random.Random, *, met: bool) -> Unit:
    board = state.board
    *others, last = unit.figures
    # One less, but not the only one who may still act: whether its side is asked for it everybody knows.
    if any((m.status, m.move_turn, m.fire_turn) == (last.status, last.move_turn, last.fire_turn) for m in others):
        last = replace(last, status=Status.KILLED)
    men = [*others, last]
    if board is not None:
        men = [
            replace(
                man,
                at=None if man.at is None else (board.width - man.at[0], min(man.at[1] + 0.7, board.depth)),
                name="Somebody else",
            )
            for man in men
        ]
    return replace(
        unit,
        name=unit.name if met else "Another",
        figures=tuple(men),
        formation=dice.choice(tuple(type(unit.formation))),
        morale=unit.morale if unit.morale is Morale.STEADY else Morale.STEADY,
        casualty_order=(),
    )


def reserves(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Units that have not come yet are others."""
    found = [unit for unit in state.units if unit.reserve and not owns(state, viewer, unit.side)]
    if not found:
        return None
    return state.with_unit(*(replace(unit, name="Another", figures=unit.figures[:1]) for unit in found))


def commanders(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Another man is commander-in-chief."""
    for side in state.sides:
        if side.commander and not owns(state, viewer, side.key) and not side.commander_lost_turn and not state.ended:
            others = [man.id for unit in state.units_of(side.key) for man in unit.figures if man.id != side.commander]
            if others:
                return state.with_side(replace(side, commander=dice.choice(others), nominated=not side.nominated))
    return None


def answers(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """A side has said once for all what it does when charged, or has taken it back."""
    side = next((s for s in state.sides if not owns(state, viewer, s.key)), None)
    if side is None or state.questions:
        return None
    charged = "stand" if side.when_charged == "ask" else "ask"
    won, air = "take" if side.when_won == "ask" else "ask", "hold" if side.at_aircraft == "fire" else "fire"
    return state.with_side(replace(side, when_charged=charged, when_won=won, at_aircraft=air))


def losses(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Its owner gives up other men first."""
    found = [unit for unit in state.units if not owns(state, viewer, unit.side) and len(unit.fit) > 1]
    changed = (replace(unit, casualty_order=tuple(man.id for man in reversed(unit.fit))) for unit in found)
    return state.with_unit(*changed) if found else None


def calls(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """A side has asked for fire from off the board, and has had some."""
    found = [unit for unit in state.units if not owns(state, viewer, unit.side)]
    if not found:
        return None
    unit = dice.choice(found)
    asked = FireRequest(unit.id, "artillery", state.turn, arrived=dice.random() < 0.5)
    return replace(state, messages=(asked,), missions=(FiredMissions(unit.side, "artillery", 1),))


def devices(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """What others have laid lies elsewhere, is another thing, or has been defused; who found it knows it as it is."""
    mine = [each for each in state.devices if _hides(state, viewer, each)]
    if not mine or state.board is None:
        return None
    other = {each.id: replace(each, at=(each.at[1] / 2 + 0.3, 1.1), kind="booby trap", dead=True) for each in mine[1:]}
    kept = tuple(other.get(each.id, each) for each in state.devices if each is not mine[0])
    return replace(state, devices=kept)


def _hides(state: State, viewer: Viewer, device: Device) -> bool:
    """Whether the viewer knows nothing of a device; of one that was found and defused no more is told either."""
    return not any(owns(state, viewer, side) for side in (device.side, *device.known))


def dummies(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """What lies under two markers is the other way round: a dummy here, troops there."""
    if state.ended:
        return None
    mine = [each for each in state.markers if not owns(state, viewer, each.side)]
    if len(mine) < 2:
        laid = [each for each in state.markers if not each.number and not owns(state, viewer, each.side)]
        return replace(state, markers=tuple(each for each in state.markers if each not in laid)) if laid else None
    first, second = mine[:2]
    swapped = {first: replace(first, unit=second.unit), second: replace(second, unit=first.unit)}
    return replace(state, markers=tuple(swapped.get(each, each) for each in state.markers))


def words(state: State, viewer: Viewer) -> list[str]:
    """Names, references, men and places of those who are hidden, and of nobody."""
    found = ["u999", "Nobody cell", "marker 1", "marker 9"]
    for unit in [*_hidden(state, viewer), *(u for u in state.units if u.reserve and not owns(state, viewer, u.side))]:
        if unit.id in _met(state, viewer):
            continue
        found += [unit.id, unit.name, f"6in toward {unit.name}", *(man.id for man in unit.figures[:2])]
        found += [f"{man.at[0]:.1f},{man.at[1]:.1f}" for man in unit.figures[:1] if man.at is not None]
    return found


def _listed() -> Iterator[Secret]:
    yield Secret(
        "units",
        units,
        frozenset({
            "UnitConcealed", "KnowledgeChanged", "UnitMoved", "PortionDetached", "PortionRejoined", "BlastRolled",
            "BurstRolled", "FiguresStunned", "CardsDrawn", "FigureFell", "SpottingTried", "UnitEntered",
            "UnitRevealed", "Moved", "PeopleSearched",
            "FigureHealed", "MoraleChanged",
        }),
    )  # fmt: skip
    yield Secret("reserves", reserves, frozenset())
    yield Secret("commanders", commanders, frozenset({"CommanderNominated"}))
    yield Secret("answers", answers, frozenset({"StandingSet"}))
    yield Secret("losses", losses, frozenset({"CasualtyOrderSet"}))
    yield Secret("calls", calls, frozenset({"FireRequested", "MissionFired"}))
    yield Secret(
        "devices",
        devices,
        frozenset({"DeviceLaid", "DeviceWorked", "DeviceFired", "GroundSwept", "SensorReported", "RadarReported"}),
    )
    yield Secret("dummies", dummies, frozenset({"DummyPlaced", "SheetWritten"}))
    yield orders(BOTH)
    yield seals(BOTH)
    yield ahead(BOTH)


HIDING = Hiding(
    "book_and_gun",
    RULES,
    Battle,
    tuple(_listed()),
    words,
    (Viewer("army"), Viewer("insurgents"), PUBLIC),
    kinds(UnitConcealed),
)
