"""Guns that figures have with them: who can push one, what turning it costs. VIII.3.1, VIII.3.2, R39, R114."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book import guns
from rules.book_and_gun.book.arms import Arm, arm
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation


def pushed(figures: Iterable[Figure], options: HouseRules = ()) -> list[Arm]:
    """The guns that these figures have with them and would have to push: artillery and heavy recoilless rifles.
    BG-VIII.3.1b, BG-R232."""
    carried = ((f, arm(key, options)) for f in figures if f.fit for key in f.traits.weapons if key not in f.wrecked)
    return [weapon for _, weapon in carried if weapon.artillery or weapon.reload == "heavy recoilless rifle"]


def require_pushed(figures: Sequence[Figure], options: HouseRules = ()) -> None:
    """Refuses a move with a gun that is too heavy, or that too few are there to push: two for each. BG-VIII.3.1b,
    BG-R39."""
    with_them = pushed(figures, options)
    if not with_them:
        return
    hands = sum(figure.fit for figure in figures)
    for weapon in with_them:
        guns.require_manhandled(weapon, guns.carriage_of(weapon), hands // len(with_them))


def stay(figures: Sequence[Figure], options: HouseRules = ()) -> bool:
    """Whether a gun keeps them where they are."""
    try:
        require_pushed(figures, options)
    except RuleViolation:
        return True
    return False


def leaving(state: State, figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The same people without the guns that stand beside them. BG-R245"""
    served = {piece.gunner: piece.weapon for piece in state.pieces if piece.gunner}
    return tuple(_without(figure, served[figure.id]) if figure.id in served else figure for figure in figures)


def _without(figure: Figure, weapon: str) -> Figure:
    own = tuple(key for key in figure.traits.weapons if key != weapon)
    return replace(figure, traits=replace(figure.traits, weapons=own))


def brought(state: State, figures: Sequence[Figure]) -> tuple[str, ...]:
    """The guns that come along where these figures go: those that they serve and can push. BG-VIII.3.1b, BG-R245"""
    if not state.pieces or stay(figures, state.options):
        return ()
    by_id = {figure.id: figure for figure in figures}
    return tuple(
        piece.id
        for piece in state.pieces
        if (gunner := by_id.get(piece.gunner)) is not None and piece.weapon in gunner.traits.weapons
    )


def with_guns_behind(state: State, vehicles: Sequence[Vehicle], action: Move) -> frozenset[str]:
    """Those of the vehicles that tow a gun; refuses to back up with one. BG-R246"""
    towing = {piece.tow for piece in state.pieces if piece.tow}
    found = frozenset(vehicle.id for vehicle in vehicles if vehicle.id in towing)
    if found and action.backwards:
        raise RuleViolation(
            "no-reverse",
            "A vehicle with a gun behind it does not back up.",
            citation="BG-R246",
            remedy="Turn and drive forward, or unlimber the gun.",
        )
    return found
