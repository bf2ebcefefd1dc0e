"""Officers of a battle as the book takes them: what they lend a unit, how they steady it."""

from __future__ import annotations

from rules.kernel.action import SideId
from rules.kernel.facts import Item
from rules.red_actions.book import officers as book
from rules.red_actions.book.kinds import Trait
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Officer, Unit


def token_of(state: State, officer: Officer | None) -> book.DrawnOfficer | None:
    """His token; None for nobody, or before it is drawn."""
    if officer is None or not officer.token:
        return None
    rank = book.Rank.GENERAL if officer.general else book.Rank.SENIOR if officer.rank == "senior" else book.Rank.JUNIOR
    return book.DrawnOfficer.of(state.cards.token(officer.token), rank)


def stiffened(state: State, unit: Unit) -> bool:
    """Whether an officers' base is in it. RA-char.stiffening.1"""
    by = state.card(unit).stiffened_by
    return bool(by) and any(base.card == by for base in unit.bases)


def traits(state: State, unit: Unit) -> frozenset[Trait]:
    """Its characteristics, its commander's among them. RA-char.officer-shared, RA-char.officer-mob,
    RA-char.stiffening.2, RA-char.storm.2, RA-char.specialist.2"""
    return book.traits_of(state.card(unit), token_of(state, state.commander(unit.id)), stiffened(state, unit))


def in_command(state: State, unit: Unit) -> Officer | None:
    """The senior officer who has taken personal command of it. RA-officer.morale.4"""
    commander = state.commander(unit.id)
    return commander if commander is not None and commander.rank == "senior" and commander.unit != unit.id else None


def effects(state: State, unit: Unit) -> tuple[Item, ...]:
    """What officers add to its success numbers. RA-officer.morale.1, RA-officer.morale.2, RA-officer.morale.3,
    RA-officer.morale.4, RA-R42"""
    junior = token_of(state, state.junior(unit.id))
    commanding = token_of(state, in_command(state, unit))
    near = None if commanding is not None else book.helpful(_near(state, unit))
    return book.effects(junior, commanding, near)


def _near(state: State, unit: Unit) -> list[book.DrawnOfficer]:
    """Senior officers who may steady it from where they are. RA-R43"""
    found: list[book.DrawnOfficer] = []
    for officer in state.officers:
        if officer.side != unit.side or officer.rank != "senior" or not officer.fit:
            continue
        base, token = state.find(officer.unit), token_of(state, officer)
        if base is None or token is None or base.id == unit.id:
            continue
        if base.with_unit == unit.id or book.reaches(distance(state, base, unit), sees(state, base, unit)):
            found.append(token)
    return found


def secret_to(unit: Unit) -> tuple[SideId, ...] | None:
    """Who may know what becomes of it: its own side, while it is hidden. None: everybody."""
    return (unit.side,) if unit.hidden in (Concealment.AMBUSH, Concealment.HIDING) else None


def private(unit: Unit) -> tuple[SideId, ...] | None:
    """Who may know who leads it and what it is made of: its own side, while it is a position marker or hidden. None:
    everybody."""
    return None if unit.hidden is Concealment.NO else (unit.side,)
