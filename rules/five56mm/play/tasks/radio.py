"""4.9 Use Radio: what the scenario answers to is called by name; its script, or the umpire, carries it out."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.actions.foot import UseRadio
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import ability, possible, roll
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import RadioUsed
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import LEADER_NEAR, Facts
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import require_free, require_special, require_unforced
from rules.five56mm.state import Character, RadioTask, State
from rules.kernel.facts import Fact, Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded


@dataclass(frozen=True, slots=True)
class ReadyCall:
    """A call about to be made. `leader`: the squad leader whose Morale is used."""

    task: RadioTask
    leader: Character | None
    number: Itemised
    bonus: Itemised
    facts: tuple[Fact, ...]


def check_use_radio(state: State, action: UseRadio, who: Character) -> ReadyCall:
    """MM-4.9.1, MM-4.9.2, MM-8.0.17, MM-R60."""
    require_special(state, who)
    require_free(state, who)
    require_unforced(state, who)
    if not who.wears(Gear.RADIO):
        raise RuleViolation(
            Why.NO_RADIO, f"{who.name} has no Patrol Radio.", citation="MM-4.9.1", remedy="Use the one who carries it."
        )
    own = [task for task in state.radio if task.side in (None, who.side)]
    task = next((t for t in own if folded(action.task) in (folded(t.key), folded(t.event))), None)
    if task is None or (task.once and task.called):
        known = ", ".join(t.key for t in own if not (t.once and t.called)) or "nothing"
        raise RuleViolation(
            "no-such-call",
            f"The scenario does not answer the call “{action.task}”.",
            citation="MM-4.9.1",
            remedy=f"It answers: {known}.",
        )
    facts = Facts(state)
    leader = _leader(state, who, action, facts) if action.leader else None
    morale = leader.traits.morale if leader is not None else who.traits.morale
    name = "Morale" if leader is None else f"Morale of {leader.name}"
    number = Itemised((Item(task.number, task.key, "MM-4.9.1"), *in_the_dark(state, who)))
    bonus = Itemised((ability(morale, name, "MM-4.9.1" if leader is None else "MM-4.9.2"),))
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Call something easier."
        )
    return ReadyCall(task, leader, number, bonus, facts.used)


def _leader(state: State, who: Character, action: UseRadio, facts: Facts) -> Character | None:
    """The squad leader, if he is near, able, and has the better nerves. MM-4.9.2, MM-R60."""
    leader_id = state.squad(who.squad).leader
    leader = None if leader_id is None else state.find(leader_id)
    if leader is None or leader.id == who.id or not leader.able or leader.traits.morale <= who.traits.morale:
        return None

    def measured() -> bool | None:
        inches = field.distance(state, leader.id, who.id)
        return None if inches is None else inches <= NUMBERS.radio_reach

    near = facts.known(LEADER_NEAR, who.id, leader.id, action.leader_near, measured, False)
    return leader if near else None


def do_use_radio(course: Course, ready: Ready[UseRadio, ReadyCall]) -> None:
    """MM-4.9.1."""
    who, call = ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="use-radio", cost=2))
    helps = course.helps(who).with_rerolls()
    test = roll("radio", call.number, call.bonus, course.chance, helps)
    course.happen(
        RadioUsed(
            character=who.id,
            task=call.task.key,
            roll=test,
            leader=call.leader.id if call.leader else None,
            scenario_event=call.task.event if test.passed else "",
            facts=call.facts,
            citations=("MM-4.9.1",),
        )
    )
