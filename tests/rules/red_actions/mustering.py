"""Units of the ready organisations as a campaign would muster them, for tests that need a whole battle."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.action import SideId
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.red_actions.course import Course
from rules.red_actions.evolve import evolve
from rules.red_actions.forces.muster import muster
from rules.red_actions.forces.organisations import raise_unit
from rules.red_actions.play.setup.token_drawing import draw_tokens, kept
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit, UnitPlan
from rules.table.board import Board, Feature

BOARD = Board(
    width=72.0,
    depth=48.0,
    edges=((ATTACKER, "south"), (DEFENDER, "north")),
    features=(
        Feature("woods", ((20.0, 26.0), (30.0, 26.0), (30.0, 34.0), (20.0, 34.0)), "Wood"),
        Feature("building", ((40.0, 26.0), (44.0, 26.0), (44.0, 30.0), (40.0, 30.0)), "Farm", floors=1),
        Feature("railway", ((0.0, 22.0), (72.0, 22.0)), "Line", width=1.0),
        Feature("bridge", ((60.0, 20.0), (64.0, 20.0), (64.0, 24.0), (60.0, 24.0)), "Bridge"),
        Feature("pond", ((4.0, 30.0), (10.0, 30.0), (10.0, 34.0), (4.0, 34.0)), "Pond"),
    ),
)
CAVALRY, GUNS = "konnarmiya-horse-army-cavalry-4", "polish-field-gun-2"
INFANTRY = "polish-polish-regulars-4"


def unit(
    side: SideId,
    key: str,
    number: int = 1,
    *,
    place: tuple[float, float] | None = None,
    facing: float | None = None,
) -> MusterUnit:
    """A unit of that organisation; its people and bases are `<side>-<key>-<number>.<n>`."""
    plan = raise_unit(key)
    return of_plan(plan, side, f"{side}-{key}-{number}", place=place, facing=facing)


def of_plan(
    plan: UnitPlan,
    side: SideId,
    own: str,
    *,
    place: tuple[float, float] | None = None,
    facing: float | None = None,
) -> MusterUnit:
    return MusterUnit(
        own,
        own,
        side,
        plan.organisation,
        plan.nation,
        plan.traits,
        tuple(
            MusterFigure(f"{own}.{f.number}", f.number, f"{f.role} {f.number}", f.rank, f.role, f.traits)
            for f in plan.figures
        ),
        place,
        facing,
        tuple(
            MusterElement(
                f"{own}.{e.number}",
                e.number,
                e.type.kind,
                e.type.key,
                e.name or e.type.title,
                e.type.traits,
                men=e.type.men,
            )
            for e in plan.elements
        ),
    )


def call(
    attackers: Sequence[MusterUnit] | None = None,
    defenders: Sequence[MusterUnit] | None = None,
    *,
    board: Board | None = BOARD,
    options: tuple[tuple[str, str], ...] = (),
    scenario: str = "",
    limit: int | None = None,
) -> Muster:
    """A general with cavalry against a general with infantry and guns, or what is given."""
    own = [unit(ATTACKER, "konnarmiya-general"), unit(ATTACKER, CAVALRY)] if attackers is None else attackers
    theirs = (
        [unit(DEFENDER, "polish-general"), unit(DEFENDER, INFANTRY), unit(DEFENDER, GUNS)]
        if defenders is None
        else defenders
    )
    sides = (MusterSide(ATTACKER, "Reds", tuple(own)), MusterSide(DEFENDER, "Poles", tuple(theirs)))
    return Muster("On the Zbruch", sides, board, options, limit, scenario)


def fold(events: Sequence[Event], state: State | None = None) -> State:
    state = state or State()
    for event in events:
        state = evolve(state, event)
    return state


def mustered(*args: object, seed: int = 1, **more: object) -> State:
    """The battle as it opens: `call`'s arguments."""
    return fold(muster(call(*args, **more), Seeded(b"muster", seed)))  # type: ignore[arg-type]


def with_tokens(state: State, seed: int = 1) -> State:
    """Every officer has his token: of those drawn for a senior his side keeps the first."""
    course = Course(state, Seeded(b"tokens", seed))
    draw_tokens(course)
    while course.state.drawn:
        drawn = course.state.drawn[0]
        course.happen(kept(course.state, drawn, drawn.tokens[0], "RA-def.officer.draw.2"))
        draw_tokens(course)
    return course.state
