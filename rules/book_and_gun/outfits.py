"""What a scenario gives to units and figures for one battle, as the battle keeps it: kit, stores, missions, a seat."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book_and_gun.support import OffBoard


@dataclass(frozen=True, slots=True)
class Outfit:
    """For a unit, or one figure. `kit`: JSON of the traits that differ from the roster's; `stores`: rounds and devices
    by their counter; `missions`: from off the board; `seat`: the vehicle in which it begins, or comes; `landed`: its
    helicopters stand on the ground. BG-R21, BG-R230, BG-R287"""

    who: str
    kit: str = ""
    stores: tuple[tuple[str, int], ...] = ()
    missions: tuple[tuple[OffBoard, int], ...] | None = None
    seat: str = ""
    landed: bool = False
