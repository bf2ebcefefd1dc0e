"""Small battlefields for the tests of charges, close combat and morale: squads in line on a plain board, by hand."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground.tabletop import gap
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, ChargeInProgress, Run, Side, State
from rules.book_and_gun.units import Figure, FigureTraits, Phase, Spacing, Unit, UnitTraits
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Card, Scripted
from rules.table.board import Board

NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0
PLAIN = Board(48.0, 36.0, edges=(("army", "south"), ("insurgents", "north"), ("civilians", "east")))


def squad(
    name, side, size=7, *, at=None, facing=NORTH, leader=True, spacing=2.0, order=Spacing.OPEN, traits=None, **changes
):
    """A line of `size` figures called name1, name2 … with the leader (the first) in the middle of its left half.

    `at` is where the first stands; the others follow to the east, `spacing` inches from centre to centre."""
    figures = tuple(
        Figure(
            id=f"{name}{n}",
            number=n,
            name=f"Man {name}{n}",
            rank="",
            role="rifleman",
            traits=FigureTraits(weapons=("assault rifle",), leader=leader and n == 1, precedence=1),
            at=None if at is None else (at[0] + (n - 1) * spacing, at[1]),
            facing=facing,
        )
        for n in range(1, size + 1)
    )
    return Unit(
        id=name,
        name=name.title(),
        side=side,
        organisation="squad",
        nation="",
        traits=traits or UnitTraits(),
        figures=figures,
        order=order,
        facing=facing,
        **changes,
    )


def army(name="able", size=7, **given):
    return squad(name, ARMY, size, **given)


def cell(name="red", size=7, **given):
    return squad(name, INSURGENTS, size, **given)


def mob(name="crowd", size=7, **given):
    return squad(name, CIVILIANS, size, traits=UnitTraits(mob=True), **given)


def battle(*units, board=PLAIN, turn=2, phase=Phase.CLOSE_COMBAT, **changes):
    sides = (
        Side(ARMY, "Army", "south", basic_units=1),
        Side(INSURGENTS, "Insurgents", "north", basic_units=1),
        Side(CIVILIANS, "Civilians", "east"),
    )
    if all(figure.at is None for unit in units for figure in unit.figures):
        board = None
    changes = {"sides": sides, "civilian_attitude": "pro-insurgent", **changes}
    return State(title="Test", turn=turn, phase=phase, units=tuple(units), board=board, **changes)


def charging(state, unit, target, *, inches=12.0, distance=None, **changes):
    """The state with a charge of this turn that has halted; the distance as measured plus what was run."""
    charger, charged = state.unit(unit), state.unit(target)
    if distance is None:
        distance = (gap(charger.fit, charged.fit) or 2.0) + 4.0
    charge = ChargeInProgress(
        unit,
        target,
        state.turn,
        distance,
        inches,
        held=tuple((f.id, f.at) for f in charged.fit if f.at is not None),
        target_moves=(charged.moved_turn, charged.moved_inches, charged.retreat_turn),
        **changes,
    )
    return replace(state, charges=(*state.charges, charge))


def black_card(state, number=1):
    """The state with a run of black cards for the army in the movement phase."""
    return replace(state, phase=Phase.MOVEMENT, run=Run(ARMY, tuple(Card(f"{n}S") for n in "23456789"[:number])))


def play(state, action, script="", by=ENGINE):
    """The events of the action's own deed under given dice, and the state after them; all dice must be used."""
    chance = Scripted(script)
    events = DEEDS.decide(state, action, by, chance)
    chance.finish()
    return events, fold(state, list(events))


def player(side=ARMY):
    return Actor.player(side)


def kinds(events):
    return [event.kind for event in events]


def only(events, kind):
    return [event for event in events if event.kind == kind]


def hurt(unit, status, *numbers):
    """The unit with these figures (by number) wounded, killed and so on."""
    return replace(unit, figures=tuple(replace(f, status=status) if f.number in numbers else f for f in unit.figures))
