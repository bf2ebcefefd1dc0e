"""Who may know what: hidden units are their side's own, a position marker shows a number and a place.

RA-seq.3, RA-ambush.place, RA-action.hide
"""

from __future__ import annotations

from rules.kernel.action import SideId
from rules.language.words import UNSEEN
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.seam.asking import KnownAs, PublicKnowledge, PublicWords
from rules.seam.viewing import PUBLIC, Viewer


def hidden(state: State, unit: Unit) -> bool:
    """Whether the other side does not know what it is: hidden itself, with or aboard who is, or not come yet."""
    if unit.hidden is not Concealment.NO:
        return True
    if unit.at is None and not unit.with_unit and not unit.aboard:
        return not unit.rout
    other = state.find(unit.with_unit or unit.aboard)
    return other is not None and other.hidden is not Concealment.NO


def side_knows(state: State, side: SideId, ref: str) -> bool:
    """Whether a side may know what a unit is and where. A destroyed one hides nothing."""
    unit = state.find(ref)
    return unit is None or unit.side == side or not hidden(state, unit)


def may_see(state: State, viewer: Viewer, unit: str) -> bool:
    """Whether the viewer may know what that unit is and where."""
    found = state.find(unit)
    if found is None or viewer.umpire:
        return True
    return found.side == viewer.side or not hidden(state, found)


def name_for(state: State, viewer: Viewer, ref: str) -> str:
    """A unit's name, the number of its marker, or that it is nobody whom the viewer knows."""
    found = state.find(ref)
    if found is None:
        return "a unit that is no more"
    if may_see(state, viewer, ref):
        return found.name
    return f"Marker {found.marker}" if found.hidden is Concealment.MARKER else UNSEEN


def known_as(state: State, side: SideId, ref: str) -> KnownAs:
    """What a side calls a unit, and what everybody does."""
    found = state.find(ref)
    shown = name_for(state, PUBLIC, ref)
    public = "a unit" if found is not None and shown == UNSEEN else shown
    return KnownAs(name_for(state, Viewer(side=side), ref), PublicWords(public))


def known_to_all(state: State) -> PublicKnowledge:
    """What everybody knows of units and officers: what the public is shown. On a table anybody may lie hidden."""

    def known(ref: str) -> bool:
        officer = next((each for each in state.officers if each.id == ref), None)
        return may_see(state, PUBLIC, officer.unit if officer is not None else ref)

    return PublicKnowledge(known, more=state.board is not None)


def who_know_all(state: State, *units: str) -> tuple[SideId, ...] | None:
    """The sides that may hear of all these units; None: everybody."""
    sides = tuple(side.key for side in state.sides)
    knowing = tuple(side for side in sides if all(side_knows(state, side, unit) for unit in units))
    return None if knowing == sides else knowing


def may_name(state: State, side: SideId, ref: str) -> bool:
    """Whether a side may know whom an id stands for: its own and those whom it sees. True where that is nobody."""
    officer = next((each for each in state.officers if each.id == ref), None)
    if officer is not None:
        return officer.side == side or side_knows(state, side, officer.unit)
    return side_knows(state, side, ref)
