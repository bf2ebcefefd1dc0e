"""What a player settles for good, so that nobody need ask him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.events.orders import FireLeft, Instructed
from rules.infantry_action.play.command.writing import require_own
from rules.infantry_action.state import State
from rules.kernel.action import Actor
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


def instruct(state: State, action: Instruct, by: Actor) -> Sequence[Event]:
    """The groups' instructions as they stand from now on. Raises RuleViolation where nothing would change.

    They bind what a group does by itself, not where it goes: no communication is asked for.
    IA-reaction.cover-choice, IA-R107, IA-R114, IA-leadertest.separate, IA-mine.spotted-choice
    """
    if by.side is None:
        raise RuleViolation(Why.NO_SIDE, "Groups are instructed by their side.", remedy="Ask its player.")
    events: list[Event] = []
    changes: dict[str, Any] = {
        name: value
        for name, value in (
            ("fire", action.fire),
            ("cover", None if action.cover is None else int(action.cover)),
            ("crews", action.crews),
            ("leader", action.leader),
            ("mines", action.mines),
        )
        if value is not None
    }
    groups = (
        state.groups_of(by.side) if action.unit is None else (require_own(state, by.side, action.unit, aloft=True),)
    )
    for group in groups:
        after = replace(group.instructions, **changes)
        if after != group.instructions:
            events.append(Instructed(side=by.side, group=group.id, instructions=after, audience=(by.side,)))
    if action.ask_fire is not None:
        wanted = "ask" if action.ask_fire else "at will"
        if state.side(by.side).fire != wanted:
            events.append(FireLeft(side=by.side, fire=wanted, audience=(by.side,)))
    if not events:
        raise RuleViolation(Why.AS_IT_IS, "That is how it stands already.", remedy="Say what is to be different.")
    return events
