"""Battles as a front end uses them: act in one, look at one. Opening, ending and undoing have their own modules, and
are offered here as well.

One action is one transaction: the interaction is claimed, the battle loaded and locked, the action decided by the
rules, the engine let on to the next question, and journal, careers, deadlines and posts are committed together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select

from campaigns import conduct, interactions, journal, standing
from campaigns.closing import Outcome
from campaigns.conduct import Acted
from campaigns.ending import agree_end, decline_end, end, propose_end
from campaigns.errors import no_battle
from campaigns.info import BattleInfo, info_of
from campaigns.journal import Entry
from campaigns.membership import is_gm, own_side
from campaigns.models import Battle, BattleStatus, Campaign, EntryKind
from campaigns.opening import Place, begin, cancel, move_to, open_battle, ready
from campaigns.proposals import Proposal, Replaced
from campaigns.store import Store
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

    @property
    def prompt(self) -> Prompt:
        """Who is asked what; empty when the battle has ended or has not begun."""
        return self.rules.prompt(self.state) if self.info.status is BattleStatus.RUNNING else Prompt()


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

    Raises Refusal: "no-battle", "not-begun", "ended", "cancelled", "gm-only", "not-your-side", "which-side",
    "engine-only"; Stale; RuleViolation. Then nothing has changed.
    """
    async with store.writing_battle(battle_id) as session:
        claim = await interactions.claim(session, interaction_id, "act", store.clock.now())
        if claim.first is not None:
            return Acted.model_validate_json(claim.first).model_copy(update={"duplicate": True})
        field = await conduct.take_up(store, session, battle_id, who=who)
        actor = await standing.actor_for(field, action, who, side)
        await standing.require_fresh(field, actor, seen_version)
        await field.decide(action, actor, user_id=who, interaction_id=interaction_id)
        await field.go_on()
        acted = await field.settle()
        claim.settle(acted)
        return acted


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
        state = await journal.state_at(session, rules, battle_id, row.version)
        return Field(await info_of(session, row), rules, state)


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
        state = await journal.state_at(session, rules, battle_id, from_seq - 1)
        entries = await journal.entries(session, rules, battle_id, after=from_seq - 1)
        ended = row.status in (BattleStatus.ENDED, BattleStatus.CANCELLED)
        lines: list[Line] = []
        for entry in entries:
            if entry.seq > to_seq:
                break
            if entry.kind is EntryKind.UNDO:
                state = await journal.state_at(session, rules, battle_id, entry.seq)
            tolds: list[Told] = []
            for event in entry.events:
                state = rules.evolve(state, event)
                told = rules.tell(state, event, viewer)
                tolds += [told] if told is not None else []
            undone = any(e.after is not None and e.after < entry.seq < e.seq for e in entries)
            lines.append(Line(entry if viewer.umpire else _outside(entry), tuple(tolds), undone))
    prompt = Prompt() if ended and to_seq == row.version else rules.prompt(state)
    return Report(tuple(lines), rules.view(state, viewer), prompt, to_seq)


def _outside(entry: Entry) -> Entry:
    """An entry as one sees it from outside: that there is one, of which kind, by whom, and what an undoing undid."""
    public = entry.kind in (EntryKind.UNDO, EntryKind.END, EntryKind.RETURNS)
    return entry if public else replace(entry, intent="{}", draws=(), events=())
