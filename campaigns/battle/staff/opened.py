"""The staff's plans, opened when the battle is over: what it meant to do in each turn, and with whom.

Nothing of them is kept: a plan is a pure function of what its side could see, so it is made again from the journal. One
that comes out otherwise today (the program has learnt since) is left out rather than told wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.battle.record import journal
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.staffing import staffed
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_battle
from campaigns.members.membership import campaign_row
from campaigns.tables.battles import Battle, BattleStatus, EntryKind
from campaigns.thinking import beside
from rules.battle.plans.planner import in_words
from rules.kernel.action import Action, Role, SideId
from rules.seam.planning import Boldness, Intent, LetterPlan, Planning
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer


@dataclass(frozen=True, slots=True)
class OpenedPlan:
    """A plan that the staff has given orders by, from turn `first` to turn `last`."""

    side: SideId
    boldness: Boldness
    first: int
    last: int
    label: str
    why: str
    who: str
    """ "1st Squad: assault; Medic: treats the hurt"."""


async def plans_opened(store: Store, battle_id: int, guild_id: int) -> tuple[OpenedPlan, ...]:
    """What the staff's letters were about, in the order of the battle; equal ones in a row stand once.

    Raises Refusal: "no-battle", "not-ended".
    """
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        campaign = None if row is None else await campaign_row(session, row.campaign_id)
        if row is None or campaign is None or campaign.guild_id != guild_id:
            raise no_battle()
        if row.status != BattleStatus.ENDED:
            raise Refusal("not-ended", "The staff shows its plans when the battle is over.", "Ask again then.")
        rules, staff = store.rules(campaign.rules), staffed(row)
        standing = journal.living(await journal.entries(session, rules, battle_id))
    return await beside(_opened, rules, battle_id, staff, standing)


def _opened(
    rules: AnyRuleSet, battle_id: int, staff: Mapping[SideId, Boldness], standing: Sequence[Entry]
) -> tuple[OpenedPlan, ...]:
    ordering = rules.battle.ordering
    planning = None if ordering is None else ordering.planning
    return () if planning is None else _joined(_found(rules, planning, battle_id, staff, standing))


def _found(
    rules: AnyRuleSet,
    planning: Planning[Any],
    battle_id: int,
    staff: Mapping[SideId, Boldness],
    standing: Sequence[Entry],
) -> Iterator[OpenedPlan]:
    """One for each letter: orders of one side in a row that no person has given."""
    state, turn, place = None, 0, 0
    while place < len(standing):
        entry = standing[place]
        letter = _letter(standing, place)
        side = entry.by.side
        if letter and side is not None:
            actions = [rules.battle.actions.load(each.intent) for each in letter]
            bold, plan = _plan_of(planning, state, side, battle_id, staff.get(side), actions)
            if plan is not None:
                who = in_words(plan, _named(rules, state))
                yield OpenedPlan(side, bold, max(turn, 1), max(turn, 1), plan.label, plan.why, who)
        for each in letter or (entry,):
            state = rules.battle.fold(each.events, state)
            turn = max((turn, *(begun for event in each.events if (begun := rules.battle.turn_begun(event)))))
        place += max(len(letter), 1)


def _named(rules: AnyRuleSet, state: Any) -> Callable[[str], str]:
    names = {unit.ref: unit.name for unit in rules.battle.view(state, Viewer(umpire=True)).units}
    return lambda unit: names.get(unit, unit)


def _letter(standing: Sequence[Entry], place: int) -> tuple[Entry, ...]:
    """What nobody has signed, from there on, of one side and one transaction."""
    found: list[Entry] = []
    for entry in standing[place:]:
        unsigned = entry.kind is EntryKind.ACTION and entry.by.role is Role.PLAYER and entry.user_id is None
        same = not found or (entry.by.side, entry.cause) == (found[0].by.side, found[0].cause)
        if not unsigned or entry.by.absent or not same:
            break
        found.append(entry)
    return tuple(found)


def _plan_of(
    planning: Planning[Any],
    state: Any,
    side: SideId,
    battle_id: int,
    boldness: Boldness | None,
    actions: Sequence[Action],
) -> tuple[Boldness, LetterPlan | None]:
    """The plan by which the letter was written; None where it was answered by hand."""
    aims = planning.aims(state, side)
    for bold in dict.fromkeys((boldness or Boldness.STEADY, *Boldness)):
        plans = planning.plans(state, side, aims, Intent(bold, seed=battle_id))
        if plans and actions[0] in [line.action for line in plans[0].lines]:
            return bold, plans[0]
    return boldness or Boldness.STEADY, None


def _joined(found: Iterable[OpenedPlan]) -> tuple[OpenedPlan, ...]:
    """Each side's plans, equal ones in a row as one."""
    joined: list[OpenedPlan] = []
    newest: dict[SideId, int] = {}
    for plan in found:
        place = newest.get(plan.side)
        if place is not None and replace(joined[place], last=plan.last) == replace(plan, first=joined[place].first):
            joined[place] = replace(joined[place], last=plan.last)
        else:
            newest[plan.side] = len(joined)
            joined.append(plan)
    return tuple(joined)
