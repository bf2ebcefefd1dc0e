"""No lasting injuries in Red Actions: its book has no number for one person. RA-R278, RA-def.officer.draw.3"""

from __future__ import annotations

from rules.seam.injuries import Injuries

INJURIES = Injuries(
    none="In Red Actions a base moves and fires whole, and an officer's token is drawn for every battle: the book has "
    "no number that one person could lose."
)
