"""What a turn cost, in short, as everybody may know it: told when the next one begins. With it goes the head of the
journal, which holds fast all that was done until then; it changes with every turn, whatever was done in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import journal
from campaigns.battle.record.aftermath import FATES, fates, men_lost, people_of
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.mustering import taking_part
from campaigns.database.store import Store
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.language.words import counted, listed
from rules.seam.forces import Muster
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.viewing import PUBLIC
from rules.telling.gathering import gather
from rules.telling.headline import decided, loses
from rules.telling.told import TellingRole, Told

_READ = 100
"""Entries that are read at a time, backwards, until the turn's beginning is among them."""
_MEN = "men"
"""Those of whom an element has fewer."""
_NAMED = 8
"""People named for one fate."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Of the turn that ended when entry `seq` began another."""

    seq: int
    told: Told


async def of(store: Store, battle_id: int, first: int, last: int) -> tuple[Digest, ...]:
    """One for each turn that came to its end in entries `first` to `last`."""
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            return ()
        rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
        found: list[Digest] = []
        for entry in await journal.entries(session, rules, battle_id, after=first - 1, upto=last):
            turn = next((begun for event in entry.events if (begun := rules.battle.turn_begun(event))), 1)
            if turn > 1:
                found.append(Digest(entry.seq, await _told(store, session, rules, battle_id, entry, turn - 1)))
        return tuple(found)


async def losses(store: Store, battle_id: int) -> dict[SideId, str]:
    """What the battle has cost each side until now, as everybody was told it: "2 killed, 1 wounded"."""
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None or row.begun_at is None:
            return {}
        rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
        read = await journal.entries(session, rules, battle_id)
        called = await taking_part(session, battle_id)
    return await beside(_lost, rules, read, called)


def _lost(rules: AnyRuleSet, read: Sequence[Entry], called: Muster) -> dict[SideId, str]:
    events = journal.events_of(journal.living(read))
    service = rules.battle.service([event for event in events if event.audience is None])
    people, fewer, found = people_of(called), men_lost(service), dict[SideId, Counter[str]]()
    for who, fate in fates(service).items():
        if who in people:
            found.setdefault(people[who].side, Counter())[word(service, who, fate)] += 1
    for who, men in fewer.items():
        if who in people and men:
            found.setdefault(people[who].side, Counter())[_MEN] += men
    sides = [side.key for side in called.sides if side.key in found]
    return {side: ", ".join(_counted(fate, count) for fate, count in found[side].items()) for side in sides}


def _counted(fate: str, count: int) -> str:
    return counted(count, "man", _MEN) if fate == _MEN else f"{count} {fate}"


async def _told(
    store: Store, session: AsyncSession, rules: AnyRuleSet, battle_id: int, beginning: Entry, turn: int
) -> Told:
    read = await _since_last_turn(session, rules, battle_id, beginning)
    before = await journal.state_at(store, session, rules, battle_id, read[0].seq - 1)
    state = await journal.state_at(store, session, rules, battle_id, beginning.seq - 1)
    called = await taking_part(session, battle_id)
    return await beside(_in_short, rules, (before, state), read, called, turn, beginning.head)


def _in_short(
    rules: AnyRuleSet, states: tuple[object, object], read: Sequence[Entry], called: Muster, turn: int, head: str
) -> Told:
    """`states`: before the first of the entries, and at the end of the turn."""
    before, state = states
    events = _of_last_turn(rules, read)
    people = people_of(called)
    service = rules.battle.service([event for event in events if event.audience is None])
    now = {who: word(service, who, fate) for who, fate in fates(service).items()}
    known = [*FATES, *dict.fromkeys(word for word in now.values() if word not in FATES)]
    strength: Counter[str] = Counter()
    for unit in rules.battle.view(state, PUBLIC).units:
        strength[unit.side] += unit.strength or 0
    losses: list[str] = []
    for side in called.sides:
        lost = {
            fate: [p.name for f, p in people.items() if p.side == side.key and now.get(f) == fate] for fate in known
        }
        words = [f"{_listed(names)} {fate}" for fate, names in lost.items() if names]
        losses += [f"{loses(side.name)} {', '.join(words)}"] if words else []
    changed = (*losses, *decided(gather(_told_in(rules, before, journal.events_of(read), events))))
    aims = [f"{goal.text.rstrip('.')} ({goal.state})" for goal in rules.battle.objectives(state, PUBLIC, False)]
    standing = [f"{side.name} {strength[side.key]}" for side in called.sides if side.key in strength]
    return short(f"{rules.battle.turn.capitalize()} {turn}", changed, aims, standing, head)


def short(turn: str, changed: Sequence[str], aims: Sequence[str], standing: Sequence[str], head: str) -> Told:
    """A turn's close: what changed, how the objectives stand, who is left; then the head of the journal."""
    lines = ["; ".join(changed), f"Objectives: {'; '.join(aims)}" if aims else ""]
    lines += [f"Fit and in sight: {', '.join(standing)}"] if standing else []
    lines += [f"Head of the journal: {head}"] if head else []
    headline = f"{turn} in short" + ("" if changed else ": no casualties")
    return Told(headline, tuple(filter(None, lines)), role=TellingRole.SUM)


def _told_in(rules: AnyRuleSet, state: object, standing: Sequence[Event], events: Sequence[Event]) -> list[Told]:
    """What everybody was told of the `events` that are the last but those of the new turn's beginning among all that
    are `standing`; `state`: before the first of these."""
    first = next((place for place, event in enumerate(standing) if events and event is events[0]), len(standing))
    found: list[Told] = []
    for place, event in enumerate(standing[: first + len(events)]):
        state = rules.battle.evolve(state, event)
        if place >= first:
            found += filter(None, rules.battle.told(state, event, (PUBLIC,)))
    return found


def word(service: Sequence[Service], who: str, fate: str) -> str:
    """What the rule set calls it while the battle goes on."""
    return next((each.told for each in reversed(service) if each.of == who and each.what == fate), "") or fate


async def _since_last_turn(
    session: AsyncSession, rules: AnyRuleSet, battle_id: int, beginning: Entry
) -> Sequence[Entry]:
    """The living entries with which the turn before began, up to that with which the new one does."""
    upto, read = beginning.seq - 1, list[Entry]()
    while upto > 0 and not any(_begins(rules, entry) for entry in journal.living(read)):
        read = [*await journal.entries(session, rules, battle_id, after=max(upto - _READ, 0), upto=upto), *read]
        upto -= _READ
    return journal.living([*read, beginning])


def _of_last_turn(rules: AnyRuleSet, standing: Sequence[Entry]) -> Sequence[Event]:
    """The events of the turn before the newest one, which begins in the last entry."""
    events = journal.events_of(standing)
    turns = [place for place, event in enumerate(events) if rules.battle.turn_begun(event)]
    return events[turns[-2] if len(turns) > 1 else 0 : turns[-1]]


def _begins(rules: AnyRuleSet, entry: Entry) -> bool:
    return any(rules.battle.turn_begun(event) for event in entry.events)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}" if more else listed(names)
