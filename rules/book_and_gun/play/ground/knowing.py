"""Who may know of which units: a concealed one and a reserve are their own side's, in the fog of war the unseen, too.

BG-VI.1.1a, BG-VI.3.3, BG-R183
"""

from __future__ import annotations

from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.ground.tabletop import fogged, in_sight, knows_vehicle, leads
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import SideId
from rules.seam.asking import KnownAs, PublicKnowledge, PublicWords
from rules.seam.viewing import PUBLIC, Viewer


def owns(state: State, viewer: Viewer, side: SideId) -> bool:
    """Whether the viewer may know all of that side."""
    return viewer.umpire or (viewer.side is not None and leads(state, viewer.side, side))


def knows(state: State, viewer: Viewer, unit: Unit) -> bool:
    """Whether the viewer may know that the unit is there. The public knows what both sides see. BG-VI.1.1a, BG-VI.3.3,
    BG-R183."""
    if owns(state, viewer, unit.side):
        return True
    if unit.concealed or unit.reserve:
        return False
    if viewer.side is not None:
        return in_sight(state, viewer.side, unit)
    return all(in_sight(state, side.key, unit) for side in state.sides if side.key in (ARMY, INSURGENTS))


def knows_wreck(state: State, viewer: Viewer, vehicle: Vehicle) -> bool:
    """Whether the viewer may know where a vehicle stands: as it knows its unit; one that nobody is left in stays for
    all to see. BG-X.2.10."""
    unit = state.unit(vehicle.unit)
    if knows(state, viewer, unit):
        return True
    return viewer.side is not None and knows_vehicle(state, viewer.side, vehicle)


def known_to_all(state: State) -> PublicKnowledge:
    """What everybody knows of units and figures: what the public is shown. A side may have more wherever something can
    hide, be it in a vehicle on the table. BG-VI.3.3, BG-R183"""

    def known(ref: str) -> bool:
        found = (unit for unit in state.units if ref == unit.id or any(ref == man.id for man in unit.figures))
        return any(knows(state, PUBLIC, unit) for unit in found)

    hides = fogged(state) or switch(state, "concealment") != "none" or any(each.at for each in state.vehicles)
    return PublicKnowledge(known, more=hides)


def known_as(state: State, unit_id: str) -> KnownAs:
    """What a unit's own side calls it, and what everybody does: of one that is hidden no more than that there is one,
    for which of the markers hides it is not told."""
    unit = state.unit(unit_id)
    return KnownAs(unit.name, PublicWords(unit.name if knows(state, PUBLIC, unit) else "a unit"))
