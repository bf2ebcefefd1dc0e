"""The deeds of vehicles: 4.6 Drive, 4.7 Pilot, 4.8 Fast Rope, 12.1 getting in and out."""

from __future__ import annotations

from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.play.turn.deeds import of_go
from rules.five56mm.play.vehicles import odds, ways
from rules.five56mm.play.vehicles.boarding import (
    check_board,
    check_fast_rope,
    check_leave,
    do_board,
    do_fast_rope,
    do_leave,
)
from rules.five56mm.play.vehicles.wheels import check_drive, check_pilot, do_drive, do_pilot

BOARD = of_go(BoardVehicle, check_board, do_board, offers=ways.boarding_offers)
DRIVE = of_go(Drive, check_drive, do_drive, odds=odds.of_task, offers=ways.driving_offers)
PILOT = of_go(Pilot, check_pilot, do_pilot, odds=odds.of_task, offers=ways.flying_offers)
FAST_ROPE = of_go(FastRope, check_fast_rope, do_fast_rope, odds=odds.of_rope, offers=ways.rope_offers)
LEAVE = of_go(Leave, check_leave, do_leave, offers=ways.leaving_offers)
