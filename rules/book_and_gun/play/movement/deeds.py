"""What units do in the movement phase, a row an action. V.12, VIII.0, VIII.1, VIII.4."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.book_and_gun.actions.movement import AdvanceAll, CarryWounded, Enter, Move, Reform, Restock, SendScout
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.play.movement import detachments
from rules.book_and_gun.play.movement.alighting import dismount, dismount_odds, dismounts, judge_dismount
from rules.book_and_gun.play.movement.boarding import judge_mount, mount, mount_odds, mounts
from rules.book_and_gun.play.movement.drive_forecast import move_odds
from rules.book_and_gun.play.movement.movement import advance_all, judge_advance, judge_reform
from rules.book_and_gun.play.movement.movement_offers import carriers, entries, moves, reforms, restockers, scouts
from rules.book_and_gun.play.movement.moving import judge_move, move
from rules.book_and_gun.state import State

MOVES: tuple[AnyDeed[State], ...] = (
    certain(Enter, detachments.enter, offers=entries),
    Deed(action=Move, judge=judge_move, carry_out=move, odds=move_odds, offers=moves),
    Deed(action=AdvanceAll, judge=judge_advance, carry_out=advance_all),
)

BESIDE: tuple[AnyDeed[State], ...] = (
    certain(SendScout, detachments.send_scout, offers=scouts),
    Deed(
        action=CarryWounded,
        judge=detachments.judge_carry,
        carry_out=detachments.carry_wounded,
        odds=detachments.carry_odds,
        offers=carriers,
    ),
    certain(Restock, detachments.restock, offers=restockers),
    Deed(action=Reform, judge=judge_reform, carry_out=move, offers=reforms),
)
"""What is done beside a move, or instead of one."""

BOARDING: tuple[AnyDeed[State], ...] = (
    Deed(action=Dismount, judge=judge_dismount, carry_out=dismount, odds=dismount_odds, offers=dismounts),
    Deed(action=MountVehicle, judge=judge_mount, carry_out=mount, odds=mount_odds, offers=mounts),
)
"""Into vehicles and out of them. VIII.4.2."""
