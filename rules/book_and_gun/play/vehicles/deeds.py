"""What people do with vehicles, a row an action. VIII.4.2."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.play.vehicles.boarding import (
    dismount,
    dismount_odds,
    dismounts,
    judge_dismount,
    judge_mount,
    mount,
    mount_odds,
    mounts,
)
from rules.book_and_gun.state import State

BOARDING: tuple[AnyDeed[State], ...] = (
    Deed(action=Dismount, judge=judge_dismount, carry_out=dismount, odds=dismount_odds, offers=dismounts),
    Deed(action=MountVehicle, judge=judge_mount, carry_out=mount, odds=mount_odds, offers=mounts),
)
