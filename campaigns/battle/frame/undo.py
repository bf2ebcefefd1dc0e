"""Taking things back, by a further entry: the journal only grows, and the dice that fell are never thrown again.

A player may take back his side's newest actions while they have revealed nothing: no die, no card, no hidden unit. A
GM may take back anything, the end of the battle too. As the seed has been revealed by then, a battle that is reopened
goes on under the one that is sealed for the campaign's next battle.

As long as nothing has been decided since, what was taken back can be brought back: the very same entries stand again,
with their dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.authority import NOBODY, sides_spoken_for, viewer_of
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.putting_by import put_off
from campaigns.battle.course.settling import settle
from campaigns.battle.frame import reinforcing
from campaigns.battle.record import closing, finding, journal, sealed
from campaigns.battle.record.closing import BattleOutcome
from campaigns.battle.record.journal import Entry, Undone
from campaigns.battle.record.marks import Marks, marks_of
from campaigns.battle.record.seed import battle_key, digest
from campaigns.battle.record.under_way import require_at_rest
from campaigns.battle.telling import telling
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import Member
from campaigns.post.matter import Matter
from campaigns.roster.units import battles_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import CareerFact, FactKind, Figure, Holding, Slot
from campaigns.thinking import beside
from rules.kernel.action import UMPIRE, Actor, SideId
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer

SHOWN = 120
"""Entries among which one chooses what to take back."""


async def undo(
    store: Store, battle_id: int, who: int, *, to: int | None = None, interaction_id: int | None = None
) -> Acted:
    """Take back the newest action with what followed from it; with `to`: all that came after that (see `Undoable`).

    A run that is under way can be taken back by a GM alone, and only when it goes on no more.

    Raises Refusal: "no-battle", "not-begun", "cancelled", "battle-over" (players), "nothing-to-undo", "not-yours",
    "revealed", "under-way", "fighting" and "too-late" (an ended battle whose units have gone on).
    """

    async def undone() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "undo")
            if first is not None:
                return _again(first)
            row, campaign, member = await finding.row_of(session, battle_id, who=who, locked=False)
            gm = member is not None and member.gm
            if not (gm and row.status == BattleStatus.ENDED):
                finding.require_running(row)
            stuck = gm and await put_off(session, battle_id)
            conduct = await _in_hand(store, session, row, campaign, member, stuck=stuck)
            rules = conduct.rules
            past = await conduct.past()
            standing = journal.living(past)
            if to is not None and not gm:
                to_entry = _entry_of(past, conduct.told_before, viewer_of(conduct.member or NOBODY), to)
            else:
                to_entry = to
            keep = _keep(standing, to_entry)
            by = UMPIRE if gm else _player(conduct, standing[len(keep) :])
            chance = await conduct.chance()
        intent = Undone(after=keep[-1].seq, audience=_known_to(standing[len(keep) :])).model_dump_json()
        conduct.record(EntryKind.UNDO, intent, by, chance, (), user_id=who, interaction_id=interaction_id)
        conduct.state = await beside(rules.battle.fold, journal.events_of(keep))
        # Loading starts from the newest snapshot: it must not be one of what has been taken back.
        await conduct.prepare(snapshot=True)
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "undo", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            ended = row.status == BattleStatus.ENDED
            await reinforcing.send_back(session, battle_id, keep[-1].seq)
            await conduct.write_in(session, who=who, ended=ended)
            announce = await _reopen(conduct, who) if ended else None
            acted = await settle(conduct, announce=announce)
            claim.settle(acted)
        conduct.keep()
        return acted

    return await alone(store, battle_id, undone)


async def _in_hand(
    store: Store,
    session: AsyncSession,
    row: Battle,
    campaign: Campaign,
    member: Member | None,
    *,
    stuck: bool = False,
) -> Conduct:
    """The battle at its newest state, with what it asks; it may have ended. `stuck`: a run that is under way goes on no
    more, and is broken off."""
    if not stuck:
        require_at_rest(row)
    rules = store.rules(campaign.rules)
    known = await journal.known_at(store, session, rules, pk(row.id), row.version)
    conduct = Conduct(store, session, row, campaign, rules, known.state, member)
    conduct.break_off()
    await conduct.asks(known)
    return conduct


def _known_to(taken_back: Sequence[Entry]) -> tuple[SideId, ...] | None:
    """The sides that knew of all this, where not everybody did."""
    known = [entry.audience for entry in taken_back]
    secret = [audience for audience in known if audience is not None]
    return None if len(secret) < len(known) else tuple(dict.fromkeys(side for each in secret for side in each))


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


def _entry_of(past: Sequence[Entry], marks: Marks, viewer: Viewer, to: int) -> int:
    """The entry that is meant by so much as this viewer had been told."""
    known, since = _known(past, viewer), marks.of(viewer).number - to
    return known[min(since, len(known)) - 1] - 1 if since > 0 and known else len(past)


def _known(entries: Sequence[Entry], viewer: Viewer) -> list[int]:
    """Where each transaction begins that moved how much this viewer has been told, the newest first."""
    found: list[int] = []
    for _, group in groupby(entries, lambda entry: entry.cause):
        transaction = list(group)
        heard = (entry.told is not None or viewer.side in (entry.audience or (viewer.side,)) for entry in transaction)
        found += [transaction[0].seq] if any(heard) else []
    return found[::-1]


def _keep(standing: Sequence[Entry], to: int | None) -> Sequence[Entry]:
    """The living entries that stay: whole transactions only, and always the one that began the battle."""
    beginning = [entry for entry in standing if entry.cause == standing[0].cause]
    if to is None:
        keep = standing[: len(standing) - len(journal.last_transaction(standing))]
    else:
        last_of = {entry.cause: entry.seq for entry in standing}
        keep = [entry for entry in standing if last_of[entry.cause] <= to]
    if len(standing) == len(beginning) or len(keep) == len(standing):
        raise Refusal("nothing-to-undo", "There is nothing to take back.", "The beginning of a battle stands.")
    return keep if len(keep) > len(beginning) else beginning


def _player(conduct: Conduct, taken_back: Sequence[Entry]) -> Actor:
    sides = sides_spoken_for(conduct.member, conduct.rules, conduct.state)
    for _, entries in groupby(taken_back, lambda entry: entry.cause):
        problem = _kept_from(conduct.rules, sides, list(entries))
        if problem is not None:
            raise problem
    return Actor.player(taken_back[0].by.side or sides[0])


def _kept_from(rules: AnyRuleSet, sides: Sequence[SideId], transaction: Sequence[Entry]) -> Refusal | None:
    """Why a player of these sides may not take this back."""
    asked = transaction[0]
    if asked.by.side not in sides or asked.kind is not EntryKind.ACTION:
        return Refusal("not-yours", "That is not your side's newest action.", "Ask the GM, who may take back anything.")
    if any(entry.draws or any(map(rules.battle.reveals, entry.events)) for entry in transaction):
        return Refusal(
            "revealed", "Dice, cards or hidden units have been seen since.", "Ask the GM, who may take back anything."
        )
    return None


@dataclass(frozen=True, slots=True)
class Undoable:
    """Something that may be taken back, with all that came after it: `undo` up to `to`. In the asker's words.

    `to` counts what the asker has been told, of a player: the numbers of entries count what others do in secret. Of a
    GM it is the entry that stays as the newest."""

    to: int
    words: str


async def steps(store: Store, battle_id: int, who: int) -> tuple[Undoable, ...]:
    """What somebody could take back, the newest first. Raises Refusal "no-battle"."""
    async with store.reading() as session:
        row, campaign, member = await finding.row_of(session, battle_id, who=who, locked=False)
        rules = store.rules(campaign.rules)
        read = await journal.entries(session, rules, battle_id, after=max(0, row.version - SHOWN))
        state = await journal.state_at(store, session, rules, battle_id, row.version)
    member = member or NOBODY
    sides, viewer, marks = sides_spoken_for(member, rules, state), viewer_of(member), marks_of(row.marks, row.version)
    after = max(0, row.version - SHOWN)
    own = await telling.told_since(store, rules, battle_id, after, row.version, viewer)
    known = _known(read, viewer)
    heard = {line.entry.seq: line.tolds for line in own}
    standing = [list(entries) for _, entries in groupby(journal.living(read), lambda entry: entry.cause)]
    found: list[Undoable] = []
    for transaction in reversed(standing):
        beginning = any(entry.kind is EntryKind.MUSTER for entry in transaction)
        if beginning or (not member.gm and _kept_from(rules, sides, transaction)):
            break
        told, first = [told.headline for entry in transaction for told in heard.get(entry.seq, ())], transaction[0]
        words = _called(rules, first) if viewer.umpire or first.seq in known else "Something that you may not know"
        to = first.seq - 1 if member.gm else marks.of(viewer).number - known.index(first.seq) - 1
        found.append(Undoable(to, next(iter(told), words)))
    return tuple(found)


def _called(rules: AnyRuleSet, first: Entry) -> str:
    """What nothing has been told of, in the words of what was asked for."""
    if first.kind is EntryKind.ACTION:
        action = rules.battle.actions.load(first.intent)
        return action.title or action.name()
    return "The end of the battle" if first.kind is EntryKind.END else f"Entry {first.seq}"


async def redo(store: Store, battle_id: int, who: int, *, interaction_id: int | None = None) -> Acted:
    """Bring back what was taken back last, with the dice that it had: whoever took it back, or a GM.

    Raises Refusal: "no-battle", "not-begun", "cancelled", "battle-over", "nothing-to-redo" (something has been decided
    since), "not-yours".
    """

    async def redone() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "redo")
            if first is not None:
                return _again(first)
            row, campaign, member = await finding.row_of(session, battle_id, who=who, locked=False)
            finding.require_running(row)
            conduct = await _in_hand(store, session, row, campaign, member)
            rules = conduct.rules
            undoing = journal.redoable(await conduct.past())
            if undoing is None:
                raise Refusal(
                    "nothing-to-redo",
                    "There is nothing to bring back: nothing was taken back, or the battle has gone on since.",
                    "Act again.",
                )
            by = _bringing_back(conduct, undoing)
            chance = await conduct.chance()
        standing = journal.living(entry for entry in await conduct.past() if entry.seq < undoing.seq)
        intent = Undone(after=undoing.seq - 1, audience=undoing.audience).model_dump_json()
        conduct.record(EntryKind.REDO, intent, by, chance, (), user_id=who, interaction_id=interaction_id)
        conduct.state = await beside(rules.battle.fold, journal.events_of(standing))
        ended = standing[-1].kind is EntryKind.END
        if not ended and not conduct.prompt:
            await conduct.go_on()  # it had been taken back in the middle of a run
        outcome = BattleOutcome.model_validate_json(standing[-1].intent) if ended else None
        await conduct.prepare(outcome, snapshot=True)
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "redo", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            await conduct.write_in(session, who=who)
            await reinforcing.call_again(session, conduct.row, standing)
            acted = await settle(conduct)
            claim.settle(acted)
        conduct.keep()
        return acted

    return await alone(store, battle_id, redone)


def _bringing_back(conduct: Conduct, undoing: Entry) -> Actor:
    if conduct.member is not None and conduct.member.gm:
        return UMPIRE
    sides = sides_spoken_for(conduct.member, conduct.rules, conduct.state)
    if undoing.by.side is None or undoing.by.side not in sides:
        raise Refusal("not-yours", "Your side did not take that back.", "Ask the GM, who may bring it back.")
    return undoing.by


async def _reopen(conduct: Conduct, who: int) -> Matter:
    session, row = conduct.session, conduct.row
    units = (await session.exec(select(BattleUnit.unit_id).where(BattleUnit.battle_id == conduct.id))).all()
    if await battles_of(session, units):
        raise Refusal("fighting", "Units of this battle have been called to another one.", "End or cancel that first.")
    later = (
        select(Battle.id)
        .join(BattleUnit, col(BattleUnit.battle_id) == Battle.id)
        .where(col(BattleUnit.unit_id).in_(units), col(Battle.begun_at) > row.ended_at)
    )
    replaced = (
        select(CareerFact.id)
        .join(Figure, col(Figure.id) == CareerFact.figure_id)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .where(
            col(Slot.unit_id).in_(units),
            col(CareerFact.kind).in_([FactKind.REPLACED, FactKind.RECOVERED, FactKind.REPAIRED, FactKind.RETIRED]),
            col(CareerFact.at) > row.ended_at,
        )
    )
    moved = (
        select(Holding.id)
        .join(Slot, col(Slot.id) == Holding.slot_id)
        .where(col(Slot.unit_id).in_(units), or_(col(Holding.since) > row.ended_at, col(Holding.until) > row.ended_at))
    )
    gone_on = select(or_(later.exists(), replaced.exists(), moved.exists()))
    if (await session.exec(gone_on)).one():
        raise Refusal(
            "too-late",
            "Its units have gone on since: fought again, recovered, taken other places or been replaced.",
            "Correct the rosters.",
        )
    await closing.reopen(session, row, "the end of the battle was taken back", who, conduct.now)
    seed, dice = await sealed.take(conduct.store, session, row.campaign_id, conduct.id, conduct.loaded + 1, conduct.now)
    seed.key_digest = digest(battle_key(bytes.fromhex(seed.seed), finding.words_of(row)))
    conduct.keys.listen_again()
    return Matter(topic="reopened", about=dice.model_copy(update={"key_digest": seed.key_digest}))
