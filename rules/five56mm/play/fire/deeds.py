"""The deeds of fire: 3.2 Fire and grenades, 3.6 Covering Fire, 4.3 Auto-Fire."""

from __future__ import annotations

from rules.battle.deed import Deed
from rules.five56mm.actions.fire import AutoFire, CoveringFire, CoverShot, Fire, Throw, ThrowBack
from rules.five56mm.play.fire import odds, offering
from rules.five56mm.play.fire.auto_fire import check_auto_fire_action, do_auto_fire
from rules.five56mm.play.fire.covering import check_covering_fire, do_covering_fire
from rules.five56mm.play.fire.firing import answer_with_shot, check_fire, do_fire, judge_cover_shot
from rules.five56mm.play.fire.throwing import answer_with_throw, check_throw, do_throw, judge_throw_back
from rules.five56mm.play.turn.deeds import of_go, on_course

FIRE = of_go(Fire, check_fire, do_fire, odds=odds.of_fire, offers=offering.shots)
AUTO_FIRE = of_go(AutoFire, check_auto_fire_action, do_auto_fire, odds=odds.of_burst, offers=offering.bursts)
THROW = of_go(Throw, check_throw, do_throw, odds=odds.of_throw, offers=offering.throws)
COVERING_FIRE = of_go(CoveringFire, check_covering_fire, do_covering_fire, offers=offering.watches)
COVER_SHOT = Deed(
    action=CoverShot,
    judge=judge_cover_shot,
    carry_out=on_course(answer_with_shot),
    odds=odds.of_cover_shot,
    offers=offering.cover_shots,
)
THROW_BACK = Deed(
    action=ThrowBack,
    judge=judge_throw_back,
    carry_out=on_course(answer_with_throw),
    odds=odds.of_throw_back,
    offers=offering.throws_back,
)
