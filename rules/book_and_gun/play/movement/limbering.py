"""Guns hooked to what tows them, and set up again: full turns of work of their crew. VIII.3.3, R246."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import Point as Spot

from rules.battle.deed import lawful
from rules.book_and_gun.actions.movement import Reform
from rules.book_and_gun.book import guns
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.guns import GunHooked
from rules.book_and_gun.pieces import Hook, Piece
from rules.book_and_gun.play.aboard.crew import built, require_on_foot
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.formation import others
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.tabletop import BASE, is_own
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Placed, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.seam.asking import Offer
from rules.table.footprint import footprint
from rules.table.formation import Position, settle
from rules.table.measure import between, step

REACH = 6.0
"""Inches from a gun to the vehicle that it is hooked to, and to the men who work at it. BG-R246"""

AROUND = ((0.0, 0.0), (180.0, 1.0), (90.0, 1.0), (270.0, 1.0))
"""Where the men of a crew stand at their gun: degrees off its barrel, inches from its middle. BG-X.2.5"""


@dataclass(frozen=True, slots=True)
class Hooking:
    """A turn of work that has been judged."""

    unit: Unit
    figures: tuple[Figure, ...]
    piece: Piece
    how: Hook
    vehicle: Vehicle
    turns: int
    facing: float


def judge_hooking(state: State, unit: Unit, action: Reform) -> Hooking:
    """Raises RuleViolation: no gun there, nothing that tows it, an aircraft or a wreck, men aboard or too few.

    BG-VIII.3.3, BG-R246."""
    assert action.gun is not None
    require_mobile(state, unit)
    figures = next(iter(movers(state, unit).values()))
    require_on_foot(figures, "work at a gun")
    if action.gun == "limber":
        piece = _standing(state, unit, figures)
        vehicle = _tower(state, unit, piece, action.towed_by)
    else:
        piece = _hooked(state, unit, figures)
        vehicle = state.vehicle(piece.tow)
    hands = tuple(f for f in figures if f.fit and _near(piece, f))
    turns = guns.turns_to_limber(arm(piece.weapon, state.options), sum(f.traits.crew for f in hands))
    facing = piece.facing if action.facing is None else float(action.facing)
    return Hooking(unit, hands, piece, action.gun, vehicle, turns, facing)


def _standing(state: State, unit: Unit, figures: Sequence[Figure]) -> Piece:
    """The gun that they serve."""
    served = {f.id for f in figures}
    found = next((piece for piece in state.pieces if piece.gunner in served and not piece.tow), None)
    if found is None:
        raise RuleViolation(
            "no-gun",
            f"{unit.name} serves no gun that could be limbered.",
            citation="BG-VIII.3.3",
            remedy="Bring its crew within an inch of a gun.",
        )
    return found


def _hooked(state: State, unit: Unit, figures: Sequence[Figure]) -> Piece:
    """The limbered gun of their side beside them."""
    found = next(
        (
            piece
            for piece in state.pieces
            if piece.tow and is_own(state, unit.side, state.unit(piece.unit)) and any(_near(piece, f) for f in figures)
        ),
        None,
    )
    if found is None:
        raise RuleViolation(
            "no-gun",
            f"No limbered gun of yours stands beside {unit.name}.",
            citation="BG-VIII.3.3",
            remedy=f"Get out, and go within {REACH:g} in of it.",
        )
    return found


def _tower(state: State, unit: Unit, piece: Piece, owner_id: str | None) -> Vehicle:
    """The nearest vehicle of that unit which can tow, and tows nothing."""
    owner = state.find(owner_id) if owner_id is not None else None
    own = () if owner is None or not is_own(state, unit.side, owner) else state.vehicles_of(owner.id)
    towing = {other.tow for other in state.pieces if other.tow}
    able = [v for v in own if v.drives and built(v).aircraft is None and v.id not in towing]
    if not able:
        raise RuleViolation(
            "nothing-tows",
            "You have no vehicle there that could tow the gun.",
            citation="BG-VIII.3.3",
            remedy="Name a unit of yours with a sound vehicle that tows nothing yet.",
        )
    near = min(able, key=lambda v: _gap(piece, v))
    if _gap(piece, near) > REACH:
        raise RuleViolation(
            Why.TOO_FAR,
            f"{near.name} stands {_gap(piece, near):.1f} in from the gun.",
            citation="BG-R246",
            remedy=f"Drive it within {REACH:g} in of the gun first.",
        )
    return near


def _gap(piece: Piece, vehicle: Vehicle) -> float:
    stood = hull(vehicle)
    return 0.0 if stood is None or piece.at is None else float(footprint(stood).distance(Spot(piece.at)))


def _near(piece: Piece, figure: Figure) -> bool:
    return piece.at is None or figure.at is None or between(piece.at, figure.at) <= REACH + 1e-6


def hook(state: State, ready: Hooking, chance: Chance) -> list[Event]:
    """One full turn of work. A turn without any starts the count over. BG-VIII.3.3, BG-R246."""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    piece = ready.piece
    goes_on = piece.hook == ready.how and piece.hook_turn == state.turn - 1
    done = (piece.hook_turns if goes_on else 0) + 1
    course.note(
        GunHooked(
            unit=ready.unit.id,
            gun=piece.id,
            how=ready.how,
            vehicle=ready.vehicle.id,
            figures=tuple(f.id for f in ready.figures),
            done=done,
            turns=max(done, ready.turns),
            facing=ready.facing,
            placed=_stood(state, ready) if ready.how == "unlimber" and done >= ready.turns else (),
            audience=(ready.unit.side,) if ready.unit.concealed else None,
            citations=("BG-VIII.3.3", "BG-R246"),
        )
    )
    return course.events


def _stood(state: State, ready: Hooking) -> tuple[Placed, ...]:
    """Those who have set a gun up stand around it, each as near as there is room. BG-X.2.5"""
    board, at, looks = state.board, ready.piece.at, ready.facing
    figures = ready.figures[: len(AROUND)]
    if board is None or at is None:
        return ()
    wanted = [step(at, looks + way, inches) for way, inches in AROUND[: len(figures)]]
    taken = others(state, figures)
    spots = settle([Position(x, y, looks) for x, y in wanted], taken, radius=BASE, board=board)
    ground = [passage.tidied((p.x, p.y)) for p in spots]
    return tuple(
        Placed(figure.id, spot, looks)
        for figure, spot in zip(figures, ground, strict=True)
        if passage.is_open(board, figure.at or spot, spot)
    )


def hookings(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The guns that a unit may limber now, and set up."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT) if state.pieces else None
    if unit is None or unit.reserve:
        return
    by = Actor.player(side)
    owners = dict.fromkeys(v.unit for v in state.vehicles if is_own(state, side, state.unit(v.unit)))
    wanted = [Reform(unit=unit.id, gun="limber", towed_by=owner) for owner in owners]
    for action in (*wanted, Reform(unit=unit.id, gun="unlimber")):
        if not lawful(_judge, state, action, by):
            continue
        ready = _judge(state, action, by)
        turns = counted(ready.turns, "full turn")
        if ready.how == "limber":
            yield Offer(action, f"Limber the {ready.piece.name} to {ready.vehicle.name}", detail=turns)
        else:
            yield Offer(action, f"Unlimber the {ready.piece.name}", detail=turns)


def _judge(state: State, action: Reform, by: Actor) -> Hooking:
    return judge_hooking(state, state.unit(action.unit), action)
