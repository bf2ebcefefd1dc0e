"""How vehicles are played in this book, for those who read the help."""

from __future__ import annotations

from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.seam.viewing import Topic

GUIDE: tuple[Topic, ...] = (
    Topic(
        "vehicles",
        "Vehicles",
        (
            "A vehicle with its crew is a unit, and a platoon of them is one unit on one card.\n**Drive** with ",
            Move,
            ": to a place, backwards, or on the spot with a facing. Roads give more dice, rough ground and missing "
            "off-road gear take some; walls, houses and deep water stop it.\n"
            "**Fire** with ",
            Fire,
            ": one vehicle fires all its weapons on a card, each with a man to it. What cannot hurt the first target "
            "fires at the next. Fire at its unit is fire at the vehicle: the odds say how likely it is hit, "
            "stopped or destroyed. A hit may come through and find those inside; a wreck lets the rest out beside it. "
            "Machineguns, launchers, missiles and cannon can hurt vehicles, rifles cannot.\n"
            "**Get in** with ",
            MountVehicle,
            " if 1D6 reaches the hull, and **out** with ",
            Dismount,
            ", which may go on 1D6. Nobody does both in a turn, and whoever does either holds fire. The enemy does "
            "not read who sits inside.",
        ),
    ),
)
"""BG-VIII.2.3, BG-VIII.4.21a, BG-X.1.1, BG-X.6.1, BG-R123."""
