"""What drives a battle, a row an action: set-up, orders, jokers, the engine's own steps, the umpire's word. VI.3, VII,
VIII.1.14, X.1.13."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.book_and_gun.actions import battle as b
from rules.book_and_gun.actions import fire as f
from rules.book_and_gun.actions import hand as h
from rules.book_and_gun.play.engine import hand, hiding, orders, turn, umpire
from rules.book_and_gun.play.engine.joker_forecast import joker_odds
from rules.book_and_gun.play.engine.jokers import judge_joker, name_joker, namings
from rules.book_and_gun.state import State

SET_UP: tuple[AnyDeed[State], ...] = (
    certain(f.SetUp, hiding.set_up, offers=hiding.placings),
    certain(f.PlaceDummy, hiding.place_dummy),
    certain(f.FinishSetUp, hiding.finish_set_up),
    certain(b.NominateCommander, orders.nominate_commander),
    certain(b.StandingAnswer, orders.standing_answer),
)

JOKER: tuple[AnyDeed[State], ...] = (
    Deed(action=b.NameJoker, judge=judge_joker, carry_out=name_joker, odds=joker_odds, offers=namings),
)

HOLDING: tuple[AnyDeed[State], ...] = (
    certain(b.Hold, orders.hold, offers=orders.holds),
    Deed(action=b.HoldAll, judge=orders.judge_hold_all, carry_out=orders.hold_all),
)

COURSE: tuple[AnyDeed[State], ...] = (
    certain(b.BeginTurn, turn.begin_turn),
    Deed(action=b.TurnCards, judge=turn.judge_cards, carry_out=turn.turn_cards),
    Deed(action=b.EndPhase, judge=turn.end_phase, carry_out=turn.phase_ended),
    certain(b.EndBattle, turn.end_battle),
)

UMPIRE: tuple[AnyDeed[State], ...] = (
    umpire.RULE_FACT,
    certain(b.SetConditions, umpire.set_conditions),
    certain(b.SetEngagementRules, umpire.set_engagement_rules),
    certain(b.SetAttitude, umpire.set_attitude),
    certain(b.Reveal, umpire.reveal),
    certain(b.Conceal, umpire.conceal),
    certain(b.PlaceUnit, umpire.place_unit),
    certain(b.RemoveFigure, umpire.remove_figure),
    certain(b.RestoreFigure, umpire.restore_figure),
    certain(h.Wound, hand.wound),
    certain(h.Kill, hand.kill),
    certain(h.Heal, hand.heal),
    certain(h.Steady, hand.steady),
    certain(h.Give, hand.give),
    certain(h.Take, hand.take),
    umpire.DECLARE_END,
)
