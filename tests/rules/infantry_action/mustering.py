"""Units of the ready organisations as a campaign would muster them, for tests that need a whole battle."""

from __future__ import annotations

from rules.infantry_action.forces.organisations import raise_unit
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import SideId
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.table.board import Board, Feature

BOARD = Board(
    width=500.0,
    depth=400.0,
    measure="metres",
    edges=((ATTACKER, "south"), (DEFENDER, "north")),
    features=(
        Feature("woods", ((100.0, 150.0), (220.0, 150.0), (220.0, 230.0), (100.0, 230.0)), "Wood"),
        Feature("building", ((300.0, 240.0), (320.0, 240.0), (320.0, 260.0), (300.0, 260.0)), "Farm", floors=1),
        Feature("hedge", ((260.0, 200.0), (420.0, 200.0)), "Hedge", width=2.0),
    ),
)


def unit(
    side: SideId,
    key: str,
    number: int = 1,
    *,
    place: tuple[float, float] | None = None,
    facing: float | None = None,
) -> MusterUnit:
    """A unit of that organisation; its men are `<side>-<key>-<number>.<n>`."""
    plan = raise_unit(key)
    own = f"{side}-{key}-{number}"
    ids = {figure.number: f"{own}.{figure.number}" for figure in plan.figures}
    return MusterUnit(
        own,
        f"{side} {key} {number}",
        side,
        plan.organisation,
        plan.nation,
        plan.traits,
        tuple(
            MusterFigure(ids[f.number], f.number, f"{f.role} {f.number}", f.rank, f.role, f.traits)
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
                crew=tuple((seat, ids[number]) for seat, number in e.crew),
            )
            for e in plan.elements
        ),
    )


def call(
    attackers: tuple[MusterUnit, ...] | None = None,
    defenders: tuple[MusterUnit, ...] | None = None,
    *,
    board: Board | None = BOARD,
    options: tuple[tuple[str, str], ...] = (),
    scenario: str = "",
    limit: int | None = None,
) -> Muster:
    """A platoon headquarters and a section against the same of another nation, or what is given."""
    own = attackers if attackers is not None else (unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-section"))
    theirs = defenders if defenders is not None else (unit(DEFENDER, "de44-hq"), unit(DEFENDER, "de44-gruppe"))
    return Muster(
        "A farm in Normandy",
        (MusterSide(ATTACKER, "British", own), MusterSide(DEFENDER, "Germans", theirs)),
        board,
        options,
        limit,
        scenario,
    )
