"""A whole battle as one file: what anybody needs to verify it, and to read it again.

What only the rules understand is kept as the text that it is in the journal, and becomes values only one at a time:
hundreds of thousands of small values at once would have every search for garbage stop the whole program.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, ValidationError
from sqlmodel import col, select

from campaigns.battle.proof.maimed import GivenInjury, given_in
from campaigns.battle.record import journal
from campaigns.battle.record.chain import BattleFrame
from campaigns.battle.record.finding import phrases_of
from campaigns.battle.record.journal import DRAWS, Entry
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_battle
from campaigns.members.membership import require_member
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, EntryKind, JournalEntry
from campaigns.tables.campaigns import Campaign
from campaigns.thinking import beside
from rules.kernel.action import Actor, Role, SideId
from rules.seam.ruleset import AnyRuleSet

FORMAT = "adjutant-battle-2"
BEFORE_CHAINS = "adjutant-battle-1"
KNOWN_FORMATS = (BEFORE_CHAINS, FORMAT)


@dataclass(frozen=True, slots=True)
class Text:
    """A JSON value as its text."""

    json: str


def _kept(value: object) -> Text:
    return value if isinstance(value, Text) else Text(json.dumps(value))


def _written(kept: Text) -> object:
    return json.loads(kept.json)


Kept = Annotated[Text, BeforeValidator(_kept), PlainSerializer(_written)]
"""In the file the value itself, in memory its text."""


class SealedSeed(BaseModel):
    """A seed, its commitment and the digest of its key, in force from entry `from_seq` on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_seq: int
    seed: str
    commitment: str
    key_digest: str


class ExportedEntry(BaseModel):
    """A journal entry. People are left out: who sat at the keyboard is nobody's business outside the campaign. `word`:
    what it has put into the key of the dice; `head`: the chain's link of it; `struck`: somebody has had his id struck
    out of its texts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seq: int
    cause: int
    kind: EntryKind
    role: Role
    side: SideId | None
    absent: bool
    at: datetime
    rules_version: str
    intent: Kept
    draws: Kept
    events: tuple[Kept, ...]
    word: str = ""
    head: str = ""
    struck: bool = False


class Export(BaseModel):
    """A battle that has ended, as a file. `opened_at`: None where it began before there was a chain; `seal`: the
    chain's last link; `struck`: somebody has had his id struck out of the frame or the outcome."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: str = FORMAT
    title: str
    campaign: str
    rules: str
    opened_at: datetime | None = None
    begun_at: datetime
    ended_at: datetime
    phrases: tuple[tuple[SideId, str], ...]
    unheard: tuple[SideId, ...] = ()
    """The sides that had put nothing into the key: their first answers went into it."""
    seeds: tuple[SealedSeed, ...]
    outcome: Kept
    """A BattleOutcome."""
    seal: str = ""
    struck: bool = False
    entries: tuple[ExportedEntry, ...]
    state: Kept
    """The last state."""
    injuries: tuple[GivenInjury, ...] | None = None
    """The lasting injuries that were given for it; None in a file of an earlier version, which does not tell."""


async def export(store: Store, battle_id: int, *, who: int | None = None, guild_id: int | None = None) -> Export:
    """The battle as a file. Raises Refusal: "no-battle", "not-ended": before the end its seed is a secret."""
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None:
            raise no_battle()
        campaign = await session.get_one(Campaign, row.campaign_id)
        if guild_id not in (None, campaign.guild_id):
            raise no_battle()
        if who is not None:
            try:
                await require_member(session, row.campaign_id, who)
            except Refusal:
                raise no_battle() from None
        if row.status != BattleStatus.ENDED or row.begun_at is None or row.ended_at is None or row.result is None:
            raise Refusal("not-ended", "The seed is revealed when the battle has ended.", "Verify it then.")
        rules = store.rules(campaign.rules)
        seeds = select(BattleSeed).where(BattleSeed.battle_id == battle_id).order_by(col(BattleSeed.from_seq))
        state = await journal.state_at(store, session, rules, battle_id, row.version)
        entries: list[ExportedEntry] = []
        async for page in journal.pages_of_rows(session, battle_id):
            entries += await beside(_all_exported, page)
        return await beside(
            Export,
            **_frame(row, campaign, rules),
            ended_at=row.ended_at,
            seeds=tuple(
                SealedSeed(from_seq=s.from_seq, seed=s.seed, commitment=s.commitment, key_digest=s.key_digest)
                for s in (await session.exec(seeds)).all()
            ),
            outcome=Text(row.result),
            seal=row.seal,
            struck=row.struck,
            entries=tuple(entries),
            state=Text(await beside(rules.battle.states.dump, state)),
            injuries=await given_in(session, battle_id),
        )


def _frame(row: Battle, campaign: Campaign, rules: AnyRuleSet) -> dict[str, Any]:
    """As it was when the battle began: what has been renamed since has its former name."""
    if row.frame:
        frame = BattleFrame.model_validate_json(row.frame)
        return frame.model_dump(include={"title", "campaign", "rules", "opened_at", "begun_at", "phrases", "unheard"})
    return {
        "title": row.title,
        "campaign": campaign.name,
        "rules": rules.key,
        "begun_at": row.begun_at,
        "phrases": phrases_of(row),
    }


def read(text: str | bytes) -> Export:
    """Raises Refusal "not-an-export" with what does not fit."""
    try:
        battle = Export.model_validate_json(text)
        json.loads(text, object_pairs_hook=_each_name_once)
    except _Twice as twice:
        raise Refusal("not-an-export", f"This isn't an exported battle: {twice}.", "Export it again.") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise Refusal(
            "not-an-export", f"This isn't an exported battle: {where}: {first['msg']}.", "Export it again."
        ) from None
    if battle.format not in KNOWN_FORMATS:
        raise Refusal("not-an-export", f"The format {battle.format!r} is not known.", "Use a newer version.")
    return battle


class _Twice(Exception):
    """A name stands twice in one object: one reader takes the first value, another the last."""


def _each_name_once(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise _Twice(f"{next(name for name in names if names.count(name) > 1)!r} stands twice in it")


def _all_exported(rows: Sequence[JournalEntry]) -> list[ExportedEntry]:
    return [_exported(row) for row in rows]


def _exported(row: JournalEntry) -> ExportedEntry:
    """The entry as it was written, whatever a newer version would write."""
    return ExportedEntry(
        seq=row.seq,
        cause=row.cause,
        kind=EntryKind(row.kind),
        role=Role(row.role),
        side=row.side,
        absent=row.absent,
        at=row.at,
        rules_version=row.rules_version,
        intent=Text(row.intent),
        draws=Text(row.draws),
        events=tuple(Text(line) for line in row.events.split("\n") if line),
        word=row.word,
        head=row.head,
        struck=row.struck,
    )


def entries_of(battle: Export, rules: AnyRuleSet) -> list[Entry]:
    """The entries as the journal holds them. Raises ValueError (pydantic's) for what the rule set cannot read."""
    return [
        Entry(
            seq=entry.seq,
            cause=entry.cause,
            kind=entry.kind,
            by=Actor(entry.role, entry.side, entry.absent),
            user_id=None,
            interaction_id=None,
            at=entry.at,
            rules_version=entry.rules_version,
            intent=entry.intent.json,
            draws=DRAWS.validate_json(entry.draws.json),
            events=tuple(rules.battle.events.load(event.json) for event in entry.events),
            word=entry.word,
            head=entry.head,
        )
        for entry in battle.entries
    ]
