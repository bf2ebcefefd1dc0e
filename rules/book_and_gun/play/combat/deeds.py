"""What is done in and about close combat, a row an action. VIII.1.4, XI, XIII.1."""

from __future__ import annotations

from functools import partial

from rules.battle.deed import AnyDeed, Deed, certain
from rules.book_and_gun.actions.combat import (
    AnswerCharge,
    BringSupport,
    Capture,
    DefendWounded,
    ResolveCloseCombat,
    TakePlace,
)
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.play.combat import booty, declaring
from rules.book_and_gun.play.combat.combat_forecast import answer_odds
from rules.book_and_gun.play.combat.contact import judge_close_combat, resolve_close_combat
from rules.book_and_gun.play.combat.evasion import answer_charge, judge_answer
from rules.book_and_gun.play.combat.joining import bring_support, defend_wounded, judge_defence, judge_support
from rules.book_and_gun.play.combat.place import judge_place, take_place
from rules.book_and_gun.play.turn.question import offered
from rules.book_and_gun.state import State

ANSWERS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=AnswerCharge,
        judge=judge_answer,
        carry_out=answer_charge,
        odds=answer_odds,
        offers=partial(offered, "evade"),
    ),
    Deed(action=BringSupport, judge=judge_support, carry_out=bring_support, offers=partial(offered, "support")),
    Deed(action=DefendWounded, judge=judge_defence, carry_out=defend_wounded, offers=partial(offered, "defend")),
    Deed(action=TakePlace, judge=judge_place, carry_out=take_place, offers=partial(offered, "place")),
)

CHARGES: tuple[AnyDeed[State], ...] = (
    Deed(
        action=ChargeEnemy,
        judge=declaring.judge,
        carry_out=declaring.carry_out,
        odds=declaring.odds,
        offers=declaring.offers,
    ),
    certain(Capture, booty.judge),
    Deed(action=ResolveCloseCombat, judge=judge_close_combat, carry_out=resolve_close_combat),
)
