"""Judging an action: who may ask for it, which chapter decides it, and what follows from any action at all.

A chapter adds a line to `HANDLERS`: the action's class and the function that judges it, rolls for it and says what
happens. A handler looks before it rolls: a refusal after a die would give the die away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, TypeVar, cast

from rules.action import Action, Actor
from rules.battle.admission import require_admitted
from rules.book_and_gun.actions import battle as b
from rules.book_and_gun.actions import combat as c
from rules.book_and_gun.actions import fire as f
from rules.book_and_gun.actions import movement as m
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.combat import assault, capture, contact, evasion, joining, place
from rules.book_and_gun.play.engine import hiding, jokers, orders, turn, umpire
from rules.book_and_gun.play.engine.idleness import useless_cards
from rules.book_and_gun.play.fire import bombard, fire
from rules.book_and_gun.play.morale import morale_phase, rally, rout
from rules.book_and_gun.play.sight import observation
from rules.book_and_gun.play.sight.concealment import revealed
from rules.book_and_gun.play.sight.knowledge import looked, screened
from rules.book_and_gun.play.turn.leadership import command_lost
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase
from rules.chance import Chance
from rules.event import Event

A = TypeVar("A", bound=Action)
Handler: TypeAlias = Callable[[State, Action, Actor, Chance], list[Event]]


def _line(action: type[A], handler: Callable[[State, A, Actor, Chance], list[Event]]) -> tuple[type[Action], Handler]:
    """A line of the table: the types say that the handler takes this action."""
    return action, cast("Handler", handler)


HANDLERS: Mapping[type[Action], Handler] = MappingProxyType(
    dict(
        (
            # VIII, IV, V: movement
            _line(m.ChargeEnemy, assault.charge_enemy),
            _line(m.RallyUnit, rally.rally_unit),
            _line(m.MoveRouted, rout.move_routed),
            # VI, X: spotting and fire
            _line(f.Spot, observation.spot_enemy),
            _line(f.Fire, fire.fire),
            _line(f.OrderLosses, fire.order_losses),
            _line(f.SetUp, hiding.set_up),
            _line(f.PlaceDummy, hiding.place_dummy),
            _line(f.FinishSetUp, hiding.finish_set_up),
            # XI, XII: close combat and morale
            _line(c.AnswerCharge, evasion.answer_charge),
            _line(c.BringSupport, joining.bring_support),
            _line(c.DefendWounded, joining.defend_wounded),
            _line(c.TakePlace, place.take_place),
            _line(c.Capture, capture.capture),
            _line(c.ResolveCloseCombat, contact.resolve_close_combat),
            _line(c.CheckMorale, morale_phase.check_morale),
            # VII: cards, orders, turns
            _line(b.Hold, orders.hold),
            _line(b.HoldAll, orders.hold_all),
            _line(b.NameJoker, jokers.name_joker),
            _line(b.NominateCommander, orders.nominate_commander),
            _line(b.StandingAnswer, orders.standing_answer),
            _line(b.BeginTurn, turn.begin_turn),
            _line(b.TurnCards, turn.turn_cards),
            _line(b.EndPhase, turn.end_phase),
            _line(b.EndBattle, turn.end_battle),
            # the umpire
            _line(b.RuleFact, umpire.rule_fact),
            _line(b.SetConditions, umpire.set_conditions),
            _line(b.SetEngagementRules, umpire.set_engagement_rules),
            _line(b.SetAttitude, umpire.set_attitude),
            _line(b.Reveal, umpire.reveal),
            _line(b.Conceal, umpire.conceal),
            _line(b.PlaceUnit, umpire.place_unit),
            _line(b.RemoveFigure, umpire.remove_figure),
            _line(b.RestoreFigure, umpire.restore_figure),
            _line(b.Bombard, bombard.bombard),
            _line(b.CallMoraleTest, morale_phase.call_morale_test),
            _line(b.DeclareEnd, umpire.declare_end),
        )
    )
)


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """The events of the action. Changes nothing. Raises RuleViolation when it is refused."""
    events = followed(state, judge(state, action, by, chance))
    return [*events, *useless_cards(fold(state, events), chance)]


def judge(state: State, action: Action, by: Actor, chance: Chance) -> list[Event]:
    """The events of the action itself, without what follows from it. Raises RuleViolation when it is refused."""
    permit(state, action, by)
    if type(action) in DEEDS.rows:
        return DEEDS.decide(state, action, by, chance)
    return HANDLERS[type(action)](state, action, by, chance)


def followed(state: State, events: list[Event]) -> list[Event]:
    """The events with all that follows from them, whoever brought them about."""
    return _noticed(state, [*events, *_aftermath(state, events)])


def permit(state: State, action: Action, by: Actor) -> None:
    require_admitted(action, by, sides=(side.key for side in state.sides), over=state.ended)


def _aftermath(state: State, events: list[Event]) -> list[Event]:
    """What follows whoever acted: a commander lost, a concealed unit seen, markers moved. BG-IV.5, BG-R139.

    Before the first card nobody looks yet: the defender is setting up."""
    after = command_lost(state, events)
    if state.phase is Phase.SETUP:
        return after
    if any(unit.concealed for unit in state.units):
        after += revealed(fold(state, [*events, *after]), events)
    if state.markers:
        after += hiding.markers_after(fold(state, [*events, *after]), events)
    return after


def _noticed(state: State, events: list[Event]) -> list[Event]:
    """The events with who may know of them, and what the sides see afterwards. Before the first card nobody looks.
    BG-R183."""
    if state.board is None:
        return events
    after = fold(state, events)
    seen = [] if after.phase is Phase.SETUP else looked(after, events)
    return [*screened(state, events, fold(after, seen)), *seen]
