"""Opening a battle: its units are called, it gets its sealed seed, the sides give their words, and it begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import BaseModel
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.frame.speaking import spoken
from campaigns.battle.record import finding, sealed
from campaigns.battle.record.info import OPTIONS, BattleInfo, info_of
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_unit
from campaigns.members.membership import open_campaign, require_gm, sides_of
from campaigns.members.policies import Policies, read_options
from campaigns.naming import proper_name
from campaigns.post import cards, dispatches, outbox
from campaigns.post.matter import Matter
from campaigns.roster.units import RosterUnit, battles_of, views_of
from campaigns.scenario import casting, scenarios
from campaigns.scenario.boards import BOARD
from campaigns.scenario.roles import ROLES, Roles, armies_of, checked, usual
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.boards import BattlePicture
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit
from rules.language.words import plural
from rules.scenario import Scenario
from rules.table.board import Board

MOST_BATTLES = 20
"""Open and running ones of a campaign together."""


class StartPlace(BaseModel):
    """Where a unit starts, in the board's measure, and which way it faces (degrees clockwise from north)."""

    unit_id: int
    x: float
    y: float
    facing: float | None = None


class _Opened(BaseModel):
    battle_id: int


async def open_battle(
    store: Store,
    campaign_id: int,
    who: int,
    title: str,
    *,
    channel_id: int,
    unit_ids: Iterable[int] | None = None,
    places: Sequence[StartPlace] = (),
    board: Board | None = None,
    picture_id: int | None = None,
    options: tuple[tuple[str, str], ...] = (),
    turn_limit: int | None = None,
    scenario: Scenario | None = None,
    roles: Roles | None = None,
    check_in: bool = False,
    interaction_id: int | None = None,
) -> BattleInfo:
    """Announce a battle: call units to it (all that are free and have somebody fit, where none are named) and give it
    the seed that was sealed for it. The campaign's own options hold unless `options` says otherwise. `picture_id`: of
    the picture under the board. `scenario`: its forces are called, the units named among them, or raised where the
    campaign has none for them; its
    board, house rules and places go before those given, its turn limit where none is given. `check_in`: each player is
    asked to choose units, or wish for a part, before it begins. `roles`: what each army is in this battle; None: as
    their keys name them.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "bad-name", "unknown-option", "unknown-choice",
    "unknown-unit", "fighting", "no-units", "too-many", "over-limit" (the server has as many battles as its host
    allows), "bad-turns", "other-rules", "no-part", and for roles as `scenario.roles.checked`.
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "open a battle")
        claim = await interactions.claim(session, interaction_id, "open", now)
        if claim.first is not None:
            row = await session.get_one(Battle, _Opened.model_validate_json(claim.first).battle_id)
            return await info_of(session, row)
        await _require_room(session, campaign.guild_id, store.most_battles)
        rules = store.rules(campaign.rules)
        options = read_options(rules, options)
        if turn_limit is not None and not 1 <= turn_limit <= 100:
            raise Refusal("bad-turns", "A turn limit is 1 to 100 turns.", "Give another, or none.")
        settings = Policies.model_validate_json(campaign.settings)
        chosen = {**dict(settings.options), **dict(options)}
        if roles is not None:
            names = {key: side.name for key, side in (await sides_of(session, campaign_id)).items()}
            roles = checked(rules, names, roles)
        roles = roles or usual(rules)
        if scenario is None:
            calls = _calls(await called(session, campaign_id, unit_ids), places)
        else:
            scenarios.require_rules(scenario, rules)
            scenario = scenario.fought_by(armies_of(rules, roles))
            wished = await called(session, campaign_id, unit_ids) if unit_ids is not None else ()
            parts = await casting.cast(session, campaign_id, rules, scenario, who, now, store.entropy, wished)
            calls = [part.called(0) for part in parts]
            board, turn_limit = scenario.board or board, turn_limit or scenario.turn_limit
            chosen |= dict(scenario.options)
        row = Battle(
            campaign_id=campaign_id,
            number=await _next_number(session, campaign_id),
            title=proper_name(title),
            channel_id=channel_id,
            board=BOARD.dump_json(board).decode() if board else None,
            options=OPTIONS.dump_json(tuple(chosen.items())).decode(),
            turn_limit=turn_limit,
            check_in="[]" if check_in else None,
            roles=ROLES.dump_json(dict(roles)).decode(),
            opened_at=now,
        )
        session.add(row)
        await session.flush()
        battle_id = pk(row.id)
        if picture_id is not None:
            session.add(BattlePicture(battle_id=battle_id, picture_id=picture_id))
        if scenario is not None:
            scenarios.remember(session, battle_id, scenario)
        for call in calls:
            call.battle_id = battle_id
            session.add(call)
        seed, taken = await sealed.take(store, session, campaign_id, battle_id, 1, now)
        unheard = (await spoken(session, row, rules, seed)).unheard
        dice = taken.model_copy(update={"title": row.title, "unheard": unheard, "again": True})
        await outbox.put(session, campaign, row, PostKind.NOTICE, Matter(topic="opened", about=dice), now)
        await cards.renew(session, campaign_id, now)
        if scenario is not None:
            briefed, about = [side.key for side in scenario.sides if side.briefing], Matter(topic="side-briefing")
            await dispatches.tell_sides_of(session, campaign, row, briefed, about, now)
        claim.settle(_Opened(battle_id=battle_id))
        return await info_of(session, row)


async def cancel(store: Store, battle_id: int, who: int) -> BattleInfo:
    """Call off a battle that has not begun. Raises Refusal: "no-battle", "umpire-only", "begun", "cancelled"."""
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        await require_gm(session, row.campaign_id, who, "call a battle off")
        require_open(row)
        now = store.clock.now()
        row.status, row.ended_at, row.begins_for = BattleStatus.CANCELLED, now, None
        await outbox.put(session, campaign, row, PostKind.NOTICE, Matter(topic="cancelled"), now)
        await cards.renew(session, row.campaign_id, now)
        return await info_of(session, row)


async def move_to(store: Store, battle_id: int, channel_id: int) -> BattleInfo:
    """The battle is fought in this channel (the thread that was made for it): posts that wait go there too."""
    async with store.writing_battle(battle_id) as session:
        row, _ = await finding.battle_row(session, battle_id)
        row.channel_id = channel_id
        await outbox.redirect(session, battle_id, channel_id)
        return await info_of(session, row)


def require_open(row: Battle) -> None:
    """Raises Refusal: "cancelled", "begun"."""
    if row.status == BattleStatus.CANCELLED:
        raise Refusal("cancelled", f"{row.title} was called off.", "Open another battle.")
    if row.status != BattleStatus.OPEN:
        raise Refusal("begun", f"{row.title} has already begun.", "Go to its channel.")


async def _require_room(session: AsyncSession, guild_id: int, most: int) -> None:
    """Raises Refusal "over-limit" where so many battles of the server go on already; 0: never."""
    if not most:
        return
    count = select(func.count()).select_from(Battle).join(Campaign, col(Campaign.id) == Battle.campaign_id)
    going_on = col(Battle.status).in_([BattleStatus.OPEN, BattleStatus.RUNNING])
    if (await session.exec(count.where(Campaign.guild_id == guild_id, going_on))).one() >= most:
        raise Refusal(
            "over-limit",
            f"More than {most} {plural(most, 'battle')} at a time is too much for one server.",
            "Try again when one of them is over.",
        )


async def _next_number(session: AsyncSession, campaign_id: int) -> int:
    going_on = col(Battle.status).in_([BattleStatus.OPEN, BattleStatus.RUNNING])
    count = select(func.count()).where(Battle.campaign_id == campaign_id, going_on)
    if (await session.exec(count)).one() >= MOST_BATTLES:
        raise Refusal("too-many", f"{MOST_BATTLES} battles of this campaign go on already.", "End or cancel one first.")
    newest = select(func.max(Battle.number)).where(Battle.campaign_id == campaign_id)
    return ((await session.exec(newest)).one() or 0) + 1


async def called(
    session: AsyncSession, campaign_id: int, unit_ids: Iterable[int] | None, *, but: int | None = None
) -> list[RosterUnit]:
    """These units, or all on the rosters that are free. `but`: the battle that they may have been called to already."""
    found = select(Unit).where(Unit.campaign_id == campaign_id, col(Unit.disbanded_at).is_(None))
    units = {pk(unit.id): unit for unit in (await session.exec(found.order_by(col(Unit.id)))).all()}
    free = [unit_id for unit_id, unit in units.items() if not unit.guest]
    wanted = free if unit_ids is None else list(dict.fromkeys(unit_ids))
    if any(unit_id not in units for unit_id in wanted):
        raise no_unit()
    fighting = {unit_id: battle for unit_id, battle in (await battles_of(session, wanted)).items() if battle != but}
    if unit_ids is not None and fighting:
        names = ", ".join(units[unit_id].name for unit_id in fighting)
        raise Refusal("fighting", f"Already called to a battle: {names}.", "Choose others, or end that battle first.")
    called = [view for view in await views_of(session, [units[u] for u in wanted]) if view.id not in fighting]
    if not called:
        raise Refusal("no-units", "There is no unit to fight with.", "Have each side raise one first.")
    return called


def _calls(called: Iterable[RosterUnit], places: Iterable[StartPlace]) -> list[BattleUnit]:
    """Rows for these units, of a battle that has no number yet."""
    at = {place.unit_id: (place.x, place.y, place.facing) for place in places}
    found: list[BattleUnit] = []
    for unit in called:
        x, y, facing = at.get(unit.id, (None, None, None))
        found.append(BattleUnit(battle_id=0, unit_id=unit.id, x=x, y=y, facing=facing))
    return found
