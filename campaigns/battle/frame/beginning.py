"""The beginning of a battle: the key of its chance is fixed, who returns is back, its units take the field.

What the muster comes to depends on what is written before it: who has recovered, who has replaced whom. So that is
rehearsed in a transaction that is taken back, mustered with none open, then written for good: it must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import Overtaken, alone
from campaigns.battle.course.settling import settle
from campaigns.battle.frame import checking_in, opening, returns
from campaigns.battle.frame.returns import Newcomers, Return
from campaigns.battle.frame.speaking import seed_of, spoken
from campaigns.battle.record import finding, mustering, sealed
from campaigns.battle.record.chain import BattleFrame, chain_key, framed
from campaigns.battle.record.finding import PHRASES, SIDES
from campaigns.battle.record.journal import RecordedChance
from campaigns.battle.record.mustering import MUSTER
from campaigns.battle.record.seed import battle_key, digest
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, gm_only
from campaigns.members.membership import is_gm, open_campaign
from campaigns.post import cards
from campaigns.post.matter import Matter
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.tables.scenarios import BattleScenario
from campaigns.thinking import beside
from rules.kernel.action import ENGINE, SideId
from rules.language.words import plural
from rules.seam.forces import Muster
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class _Order:
    """To begin a battle: by whom, with which units in place of those called, and when."""

    battle_id: int
    who: int
    unit_ids: tuple[int, ...] | None
    interaction_id: int | None
    now: datetime
    anyway: bool = False
    newcomers: Newcomers = field(default_factory=Newcomers)


@dataclass(frozen=True, slots=True)
class _Lineup:
    """Who takes the field with which dice. The same line-up begins the same battle."""

    muster: Muster
    back: tuple[Return, ...]
    key: bytes
    key_digest: str
    framed: str
    """The chain's first link."""
    unheard: tuple[SideId, ...]


class NotHeard(Refusal):
    """A battle could begin but for these sides: they have put nothing into the key since the seed was sealed."""

    def __init__(self, sides: tuple[SideId, ...]) -> None:
        names = " and ".join(sides)
        super().__init__(
            "not-heard",
            f"{names} {plural(len(sides), 'has', 'have')} said nothing since the seed of its dice was sealed.",
            ("Wait for their click on Ready, or ", Command("battle begin"), " with “anyway: True”."),
        )
        self.sides = sides


async def begin(
    store: Store,
    battle_id: int,
    who: int,
    *,
    unit_ids: Iterable[int] | None = None,
    anyway: bool = False,
    interaction_id: int | None = None,
) -> Acted:
    """Begin the battle: fix the phrases and the key, bring back who returns, muster, and go on to the first prompt; a
    long way there is carried out in slices.
    `unit_ids`: who takes part after all, in place of those that were called when it was opened. `anyway`: although
    somebody has not chosen his units yet, or a side has not been heard since the seed was sealed.

    Raises Refusal: "no-battle", "umpire-only", "begun", "cancelled", "nobody-fit", "not-ready", NotHeard where nothing
    else stands against it, and for other units "unknown-unit", "fighting", "no-units", "cast" (the scenario has called
    its own); RuleViolation where the rule set will not have these forces fight.
    """
    units = None if unit_ids is None else tuple(unit_ids)

    async def begun() -> Acted:
        order = _Order(battle_id, who, units, interaction_id, store.clock.now(), anyway)
        async with store.rehearsing() as session:
            first = await interactions.first(session, interaction_id, "begin")
            if first is not None:
                return _again(first)
            conduct, lineup = await _lined_up(store, session, order)
            chance = await conduct.chance()
        await beside(_muster, conduct, lineup.muster, chance, who, interaction_id)
        if lineup.unheard and not anyway:
            raise NotHeard(lineup.unheard)
        await conduct.go_on(sliced=True)
        await conduct.prepare()
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "begin", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            _, written = await _lined_up(store, session, order)
            if written != lineup:
                raise Overtaken(conduct.loaded, conduct.loaded)
            await conduct.write_in(session, who=who)
            dice = await sealed.begun_with(session, conduct.row.campaign_id, await seed_of(session, conduct.row))
            begun = Matter(topic="begun", about=dice.model_copy(update={"unheard": lineup.unheard}))
            acted = await settle(conduct, announce=begun)
            await returns.tell(conduct, lineup.back)
            claim.settle(acted)
        conduct.keep()
        return acted

    return await alone(store, battle_id, begun)


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


async def _lined_up(store: Store, session: AsyncSession, order: _Order) -> tuple[Conduct, _Lineup]:
    """All that is written before the muster. Raises what `begin` does, but for what the rule set has against it."""
    row, campaign = await finding.battle_row(session, order.battle_id, who=order.who)
    if not await is_gm(session, row.campaign_id, order.who):
        raise gm_only("begin a battle")
    opening.require_open(row)
    await open_campaign(session, row.campaign_id)
    rules = store.rules(campaign.rules)
    if order.unit_ids is None and not order.anyway:
        await checking_in.require_all_in(session, row)
    if order.unit_ids is not None:
        await call_others(session, row, order.unit_ids)
    key_digest, unheard = await _fix_key(session, row, campaign, rules, order.now)
    row.status, row.begun_at, row.begins_for = BattleStatus.RUNNING, order.now, None
    await cards.renew(session, row.campaign_id, order.now)
    conduct = Conduct(store, session, row, campaign, rules, rules.battle.blank())
    conduct.now = order.now
    back = await returns.bring_back(conduct, order.who, order.newcomers)
    muster = await mustering.muster_of(session, row, rules)
    return conduct, _Lineup(muster, back, await conduct.key(), key_digest, row.head, unheard)


def _muster(conduct: Conduct, muster: Muster, chance: RecordedChance, who: int, interaction_id: int | None) -> None:
    """The entry that begins the battle. Takes its time."""
    events = conduct.rules.battle.muster(muster, chance)
    intent = MUSTER.dump_json(muster).decode()
    conduct.record(EntryKind.MUSTER, intent, ENGINE, chance, events, user_id=who, interaction_id=interaction_id)


async def call_others(session: AsyncSession, row: Battle, unit_ids: Iterable[int]) -> None:
    """Call these units in place of the others; a unit that was called before keeps its place.

    Raises Refusal: "cast", "unknown-unit", "fighting", "no-units".
    """
    battle_id = pk(row.id)
    if await session.get(BattleScenario, battle_id) is not None:
        raise Refusal("cast", f"{row.title} is fought by a scenario, which calls its own units.", "Begin it as it is.")
    called = await opening.called(session, row.campaign_id, unit_ids, but=battle_id)
    former = (await session.exec(select(BattleUnit).where(BattleUnit.battle_id == battle_id))).all()
    wanted = {unit.id for unit in called}
    for call in former:
        if call.unit_id not in wanted:
            await session.delete(call)
    known = {call.unit_id for call in former}
    session.add_all(BattleUnit(battle_id=battle_id, unit_id=unit.id) for unit in called if unit.id not in known)
    await session.flush()


async def _fix_key(
    session: AsyncSession, row: Battle, campaign: Campaign, rules: AnyRuleSet, now: datetime
) -> tuple[str, tuple[SideId, ...]]:
    """The phrases, the key and the chain's first link are what they will be. Returns the key's digest and the sides
    that have not been heard."""
    seed = await seed_of(session, row)
    words = await spoken(session, row, rules, seed)
    row.phrases, row.unheard = PHRASES.dump_json(words.phrases).decode(), SIDES.dump_json(words.unheard).decode()
    secret = bytes.fromhex(seed.seed)
    seed.key_digest = digest(battle_key(secret, list(words.phrases.items())))
    frame = BattleFrame(
        title=row.title,
        campaign=campaign.name,
        rules=rules.key,
        opened_at=row.opened_at,
        begun_at=now,
        phrases=tuple(words.phrases.items()),
        unheard=words.unheard,
        commitment=seed.commitment,
    )
    row.frame, row.head = frame.model_dump_json(), framed(chain_key(secret), frame)
    return seed.key_digest, words.unheard
