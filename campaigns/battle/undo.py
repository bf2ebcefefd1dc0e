"""Taking things back, by a further entry: the journal only grows, and the dice that fell are never thrown again.

A player may take back his side's newest action while it has revealed nothing: no die, no card, no hidden unit. A GM
may take back anything, the end of the battle too. As the seed has been revealed by then, a battle that is reopened
goes on under a new one, committed at that moment.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from campaigns import interactions
from campaigns.battle import closing, conduct, journal, reinforcing
from campaigns.battle.conduct import Acted, Conduct
from campaigns.battle.journal import Entry, Undone
from campaigns.battle.opening import commit_seed
from campaigns.battle.seed import battle_key, digest
from campaigns.battle.standing import sides_spoken_for
from campaigns.errors import Refusal
from campaigns.post.outbox import Matter
from campaigns.roster.units import battles_of
from campaigns.store import Store
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, BattleUnit, EntryKind
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot
from campaigns.thinking import beside
from rules.action import UMPIRE, Actor


async def undo(
    store: Store, battle_id: int, who: int, *, to: int | None = None, interaction_id: int | None = None
) -> Acted:
    """Take back the newest action with what followed from it; a GM with `to`: all that came after entry `to`.

    Raises Refusal: "no-battle", "not-begun", "cancelled", "battle-over" (players), "nothing-to-undo", "not-yours",
    "revealed", "umpire-only" (`to`), "fighting" and "too-late" (an ended battle whose units have gone on).
    """

    async def undone() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "undo")
            if first is not None:
                return _again(first)
            row, campaign, member = await conduct.row_of(session, battle_id, who=who, locked=False)
            gm = member is not None and member.gm
            if not (gm and row.status == BattleStatus.ENDED):
                conduct.require_running(row)
            rules = store.rules(campaign.rules)
            state = await journal.state_at(store, session, rules, battle_id, row.version)
            field = Conduct(store, session, row, campaign, rules, state, member)
            standing = journal.living(await field.past())
            keep = _keep(standing, to)
            by = UMPIRE if gm else _player(field, standing[len(keep) :], to)
            chance = await field.chance()
        intent = Undone(after=keep[-1].seq).model_dump_json()
        field.record(EntryKind.UNDO, intent, by, chance, (), user_id=who, interaction_id=interaction_id)
        field.state = await beside(rules.battle.fold, journal.events_of(keep))
        # Loading starts from the newest snapshot: it must not be one of what has been taken back.
        await field.prepare(snapshot=True)
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "undo", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            ended = row.status == BattleStatus.ENDED
            await reinforcing.send_back(session, battle_id, keep[-1].seq)
            await field.write_in(session, who=who, ended=ended)
            announce = await _reopen(field, who) if ended else None
            acted = await field.settle(announce=announce)
            claim.settle(acted)
        field.keep()
        return acted

    return await conduct.alone(store, battle_id, undone)


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


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


def _player(field: Conduct, taken_back: Sequence[Entry], to: int | None) -> Actor:
    if to is not None:
        raise Refusal("umpire-only", "Only a GM may take back more than the newest action.", "Ask your GM to do it.")
    asked = taken_back[0]
    sides = sides_spoken_for(field.member, field.rules, field.state)
    if asked.by.side not in sides or asked.kind is not EntryKind.ACTION:
        raise Refusal("not-yours", "The newest action is not your side's.", "Ask the GM, who may take back anything.")
    if any(entry.draws or any(map(field.rules.battle.reveals, entry.events)) for entry in taken_back):
        raise Refusal(
            "revealed", "Dice, cards or hidden units have been seen since.", "Ask the GM, who may take back anything."
        )
    return Actor.player(asked.by.side or sides[0])


async def _reopen(field: Conduct, who: int) -> Matter:
    session, row = field.session, field.row
    units = (await session.exec(select(BattleUnit.unit_id).where(BattleUnit.battle_id == field.id))).all()
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
    if (await session.exec(later)).first() is not None or (await session.exec(replaced)).first() is not None:
        raise Refusal(
            "too-late",
            "Its units have gone on since: fought again, recovered or been replaced.",
            "Correct the rosters.",
        )
    await closing.reopen(session, row, "the end of the battle was taken back", who, field.now)
    commitment = commit_seed(field.store, session, field.id, field.loaded + 1)
    await session.flush()
    newest = select(BattleSeed).where(BattleSeed.battle_id == field.id, BattleSeed.from_seq == field.loaded + 1)
    seed = (await session.exec(newest)).one()
    seed.key_digest = digest(battle_key(bytes.fromhex(seed.seed), conduct.phrases_of(row)))
    return Matter(topic="reopened", words=(("commitment", commitment), ("key digest", seed.key_digest)))
