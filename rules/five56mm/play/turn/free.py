"""What costs no action: ending the go, trusting to luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.deed import certain
from rules.five56mm.actions.battle import ArmLuck, EndGo
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Help
from rules.five56mm.events.battle import GoOver, SkillUsed
from rules.five56mm.play.turn.course import lucky
from rules.five56mm.play.turn.deeds import in_his_go
from rules.five56mm.play.turn.goes import acting, actions_left, current, find_character, may_fall_back
from rules.five56mm.state import Character, State
from rules.kernel.action import Actor, Role
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer


def _end_go(state: State, action: EndGo, by: Actor) -> Sequence[Event]:
    """MM-2.3T.6, MM-2.2.4, MM-9.01.1."""
    who = acting(state, action.character, by)
    go = current(state)
    if _still_to_flee(state, who) and actions_left(state) > 0:
        raise RuleViolation(
            "must-fall-back",
            f"{who.name} is {go.forced.value} and must get away from the enemy first.",
            citation="MM-9.01.2",
            remedy="Fall back.",
        )
    return (GoOver(character=who.id, citations=("MM-2.2.4",)),)


def _still_to_flee(state: State, who: Character) -> bool:
    go = current(state)
    return go.forced is not Courage.STEADY and not go.forced_done and may_fall_back(state, who)


def end_go_offer(who: Character) -> Offer:
    return Offer(EndGo(character=who.id), "End go")


def _end_offers(state: State, who: Character) -> Iterator[Offer]:
    if not _still_to_flee(state, who):
        yield end_go_offer(who)


def _arm_luck(state: State, action: ArmLuck, by: Actor) -> Sequence[Event]:
    """MM-10.LB.1, MM-R72."""
    who = find_character(state, action.character)
    if by.role is Role.PLAYER and by.side != who.side:
        raise RuleViolation("not-yours", f"{who.name} is not on your side.", remedy="Choose one of yours.")
    if state.house.choice("lucky-timing") != "before-roll":
        raise RuleViolation(
            "luck-after-roll",
            "At this table luck is used on a die that is seen.",
            citation="MM-R72",
            remedy="Set the standing answer “lucky” to ask, yes or no.",
        )
    if not who.able or who.luck_armed or not lucky(state, who):
        raise RuleViolation(
            "no-luck", f"{who.name} has no luck to use now.", citation="MM-10.LB.1", remedy="One +1 in a turn."
        )
    return (SkillUsed(character=who.id, help=Help.LUCKY, armed=True, rolled=False, citations=("MM-10.LB.1",)),)


END_GO = certain(EndGo, _end_go, offers=in_his_go(_end_offers))
ARM_LUCK = certain(ArmLuck, _arm_luck)
