"""Battles as a front end uses them: act in one, look at one. Opening, ending and undoing have their own modules, and
are offered here as well.

One action is one transaction: the battle is loaded, the action decided by the rules and the engine let on to the next
question beside the event loop; then the interaction is claimed, the battle locked and found as it was, and journal,
careers, deadlines and posts are committed together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select

from campaigns import conduct, interactions, journal, standing
from campaigns.beginning import begin
from campaigns.closing import Outcome
from campaigns.conduct import Acted
from campaigns.ending import agree_end, decline_end, end, propose_end
from campaigns.errors import no_battle
from campaigns.info import BattleInfo, info_of
from campaigns.journal import Entry
from campaigns.membership import is_gm, own_side
from campaigns.models import Battle, BattleStatus, Campaign, EntryKind
from campaigns.opening import Place, cancel, move_to, open_battle, ready
from campaigns.proposals import Proposal, Replaced
from campaigns.store import Store
from campaigns.thinking import beside
from campaigns.undo import undo
from rules.action import Action, SideId
from rules.ruleset import PUBLIC, AnyRuleSet, Prompt, Told, View, Viewer

__all__ = [
    "Acted",
    "BattleInfo",
    "Field",
    "Line",
    "Outcome",
    "Place",
    "Proposal",
    "Replaced",
    "Report",
    "act",
    "agree_end",
    "begin",
    "cancel",
    "decline_end",
    "end",
    "in_channel",
    "load",
    "move_to",
    "of_campaign",
    "open_battle",
    "propose_end",
    "ready",
    "report",
    "speaks_for",
    "undo",
    "viewer",
]


@dataclass(frozen=True, slots=True)
class Field:
    """A battle as it stands: its frame, its rules, and the rules' own state, which only they look into."""

    info: BattleInfo
    rules: AnyRuleSet
    state: Any
    prompt: Prompt
    """Who is asked what; empty when the battle has ended or has not begun."""

    async def view(self, viewer: Viewer) -> View:
        """What one viewer may know of it."""
        return await beside(self.rules.view, self.state, viewer)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the journal in words for one viewer. `undone`: it has been taken back since.

    `entry` carries its intent, dice and events only for the umpire, who may know them all: what others may know of
    them is in `tolds`.
    """

    entry: Entry
    tolds: tuple[Told, ...]
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What happened from one entry to another, and how the battle then looked, as one viewer may know it."""

    lines: tuple[Line, ...]
    view: View
    prompt: Prompt
    version: int


async def act(
    store: Store,
    battle_id: int,
    action: Action,
    who: int,
    *,
    interaction_id: int | None = None,
    seen_version: int | None = None,
    side: SideId | None = None,
) -> Acted:
    """Take an action in a battle. `seen_version`: the version that the asker looked at; `side`: for whom, where he
    speaks for several. A second delivery of the interaction changes nothing and returns the first outcome.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "cancelled", "umpire-only", "not-your-side", "which-side",
    "engine-only"; Stale; RuleViolation. Then nothing has changed.
    """

    async def acted() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "act")
            if first is not None:
                return _again(first)
            field = await conduct.take_up(store, session, battle_id, who=who)
            actor = await standing.actor_for(field, action, who, side)
            await standing.require_fresh(field, actor, seen_version)
            await field.key()
        await field.decide(action, actor, user_id=who, interaction_id=interaction_id)
        await field.go_on()
        await field.prepare()
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "act", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            await field.write_in(session, who=who)
            done = await field.settle()
            claim.settle(done)
        field.keep()
        return done

    return await conduct.alone(store, battle_id, acted)


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


async def load(store: Store, battle_id: int, *, guild_id: int | None = None) -> Field:
    """The battle as it stands; with `guild_id` only if it belongs to that server. Raises Refusal "no-battle"."""
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            raise no_battle()
        campaign = await session.get_one(Campaign, row.campaign_id)
        if guild_id not in (None, campaign.guild_id):
            raise no_battle()
        rules = store.rules(campaign.rules)
        state = await journal.state_at(store, session, rules, battle_id, row.version)
        info = await info_of(session, row)
    running = info.status is BattleStatus.RUNNING
    return Field(info, rules, state, await beside(rules.prompt, state) if running else Prompt())


async def in_channel(store: Store, channel_id: int) -> BattleInfo | None:
    """The battle of this channel: the one that goes on, else the newest that was fought here."""
    async with store.reading() as session:
        found = select(Battle).where(Battle.channel_id == channel_id, Battle.status != BattleStatus.CANCELLED)
        rows = (await session.exec(found.order_by(col(Battle.id).desc()))).all()
        rows = sorted(rows, key=lambda row: row.status == BattleStatus.ENDED)
        return await info_of(session, rows[0]) if rows else None


async def of_campaign(store: Store, campaign_id: int) -> tuple[BattleInfo, ...]:
    """All battles of a campaign in the order in which they were opened, cancelled ones too."""
    async with store.reading() as session:
        found = select(Battle).where(Battle.campaign_id == campaign_id).order_by(col(Battle.number))
        return tuple([await info_of(session, row) for row in (await session.exec(found)).all()])


async def speaks_for(store: Store, battle_id: int, who: int) -> tuple[SideId, ...]:
    """The sides that somebody may act for now: his own first, then those it controls; all of them for a GM."""
    field = await load(store, battle_id)
    async with store.reading() as session:
        own = await own_side(session, field.info.campaign_id, who)
        gm = await is_gm(session, field.info.campaign_id, who)
    controllers = field.rules.controllers(field.state)
    others = [kind.key for kind in field.rules.sides if gm or (own and controllers.get(kind.key) == own)]
    return tuple(dict.fromkeys([own, *others] if own else others))


async def viewer(store: Store, battle_id: int, who: int, *, umpire: bool = False) -> Viewer:
    """As whom somebody looks at a battle: the umpire, his side, or the public.

    A GM who plays a side himself sees what that side sees, unless he asks to look as the umpire (`umpire`).
    Raises Refusal "no-battle".
    """
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            raise no_battle()
        own = await own_side(session, row.campaign_id, who)
        if (umpire or own is None) and await is_gm(session, row.campaign_id, who):
            return Viewer(umpire=True)
        return Viewer(side=own) if own else PUBLIC


async def report(store: Store, battle_id: int, from_seq: int, to_seq: int, viewer: Viewer) -> Report:
    """What this viewer may know of the entries `from_seq` to `to_seq`, and of the table after the last of them.

    Every event is told with the state as it was just after it. Raises Refusal "no-battle".
    """
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            raise no_battle()
        rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
        from_seq, to_seq = max(from_seq, 1), min(to_seq, row.version)
        ended = row.status in (BattleStatus.ENDED, BattleStatus.CANCELLED) and to_seq == row.version
        state = await journal.state_at(store, session, rules, battle_id, from_seq - 1)
        lines: list[Line] = []
        async for page in journal.pages(session, rules, battle_id, after=from_seq - 1, upto=to_seq):
            while page:
                until = next((n for n, entry in enumerate(page) if n and entry.kind is EntryKind.UNDO), len(page))
                if page[0].kind is EntryKind.UNDO:
                    state = await journal.state_at(store, session, rules, battle_id, page[0].seq)
                told, state = await beside(_told, rules, state, page[:until], viewer)
                lines += told
                page = page[until:]
        later = await journal.undoings(session, battle_id, after=from_seq - 1)
    view, prompt = await beside(_after, rules, state, viewer, ended)
    return Report(tuple(_marked(lines, later)), view, prompt, to_seq)


def _told(rules: AnyRuleSet, state: Any, entries: Sequence[Entry], viewer: Viewer) -> tuple[list[Line], Any]:
    """These entries in words, and the state after the last of them."""
    lines: list[Line] = []
    for entry in entries:
        tolds: list[Told] = []
        for event in entry.events:
            state = rules.evolve(state, event)
            told = rules.tell(state, event, viewer)
            tolds += [told] if told is not None else []
        lines.append(Line(entry if viewer.umpire else _outside(entry), tuple(tolds)))
    return lines, state


def _after(rules: AnyRuleSet, state: Any, viewer: Viewer, ended: bool) -> tuple[View, Prompt]:
    return rules.view(state, viewer), Prompt() if ended else rules.prompt(state)


def _marked(lines: Sequence[Line], undoings: Sequence[tuple[int, int]]) -> Iterator[Line]:
    """The lines with those marked that have been taken back since. `undoings`: each with the last entry that it left
    standing, in order."""
    left = sorted(undoings, reverse=True)
    # From the newest entry back: what stands is limited by the undoing after it that reaches back the furthest.
    reach, found = None, list[Line]()
    for line in reversed(lines):
        seq = line.entry.seq
        while left and left[0][0] > seq:
            after = left.pop(0)[1]
            reach = after if reach is None else min(reach, after)
        found.append(replace(line, undone=True) if reach is not None and reach < seq else line)
    return reversed(found)


def _outside(entry: Entry) -> Entry:
    """An entry as one sees it from outside: that there is one, of which kind, by whom, and what an undoing undid."""
    public = entry.kind in (EntryKind.UNDO, EntryKind.END, EntryKind.RETURNS)
    return entry if public else replace(entry, intent="{}", draws=(), events=())
