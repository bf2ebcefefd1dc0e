"""What a campaign's battles come to in numbers, as one viewer may know them: by figure, unit, weapon, player, side and
battle. Everything is counted from the accounts of battles that are over, without what has been taken back since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import accounts, aftermath
from campaigns.battle.record.accounts import EVERYBODY, ToldBattle
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.refs import home_unit, unit_ref
from campaigns.roster.careers import titles_of
from campaigns.story import by_turn, reckoning, seen
from campaigns.story.by_turn import ByTurn
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.campaigns import Player
from campaigns.tables.roster import Unit
from rules.kernel.action import Role, SideId
from rules.language.words import counted, within
from rules.telling.luck import FEW, SideLuck, together
from rules.telling.story import LifeMoment, MomentKind, Recorded


class StatsBy(StrEnum):
    FIGURE = "figure"
    UNIT = "unit"
    WEAPON = "weapon"
    PLAYER = "player"
    SIDE = "side"
    BATTLE = "battle"


@dataclass(slots=True)
class StatsTally:
    """Numbers of one row. `shots`: shots or dice; `aimed`: those of which it is known whether they hit; `felled`:
    enemies put out for good by one alone, `shared`: by several; `lost`: killed, destroyed, captured or missing;
    `hurt`: wounded, damaged or knocked out at the end; `tests`: of nerve, `held` of them passed."""

    battles: int = 0
    shots: int = 0
    aimed: int = 0
    hits: int = 0
    felled: int = 0
    shared: int = 0
    treated: int = 0
    lost: int = 0
    hurt: int = 0
    tests: int = 0
    held: int = 0
    broke: int = 0

    @property
    def weight(self) -> tuple[int, ...]:
        """What rows are ordered by: who did most first."""
        return (self.felled, self.shared, self.hits, self.shots, self.battles, self.held)


@dataclass(frozen=True, slots=True)
class StatsRow:
    """One line of a table. `side`: "" of what belongs to several; `user`: of a player; `luck`: of a side, in a battle
    or in all; `days`, `hand_overs`: of a battle; `ref`: of a figure or a unit."""

    name: str
    tally: StatsTally
    side: SideId = ""
    battle: int = 0
    user: int | None = None
    luck: SideLuck | None = None
    days: int = 0
    hand_overs: int = 0
    ref: str = ""


@dataclass(frozen=True, slots=True)
class OneBattle:
    """A battle that is over, as the viewer may know it. `players`: who commanded each unit, by the unit's ref."""

    number: int
    title: str
    days: int
    kept: ToldBattle
    told: ByTurn
    players: Mapping[str, int]


@dataclass(slots=True)
class _Sums:
    """Tallies by key while they are counted; in how many battles each was is counted once a battle."""

    tallies: dict[str, StatsTally] = field(default_factory=dict[str, StatsTally])
    names: dict[str, tuple[str, SideId]] = field(default_factory=dict[str, tuple[str, SideId]])
    here: set[str] = field(default_factory=set[str])

    def of(self, key: str, name: str, side: SideId) -> StatsTally:
        self.names[key] = (name, side)
        tally = self.tallies.setdefault(key, StatsTally())
        if key not in self.here:
            self.here.add(key)
            tally.battles += 1
        return tally


async def battles_of(store: Store, here: CampaignView, who: int) -> tuple[OneBattle, ...]:
    """The campaign's battles that are over, the first one first, as this person may know them. Of a battle in which
    their side was not they know what everybody does."""
    await reckoning.make_missing(store, here.id)
    viewer = seen.viewer_of(here, who)
    told, turns = await _read(store, here.id, viewer)
    if viewer != EVERYBODY:
        others, other_turns = await _read(store, here.id, EVERYBODY)
        told, turns = others | told, {**other_turns, **{each: turns[each] for each in told if each in turns}}
    async with store.reading() as session:
        rows = (await session.exec(_ENDED, params={"campaign": here.id})).all()
        struck = await seen.gone(session, list(told))
        titles = await titles_of(session, rows)
        players = await _players(session, here.id)
    return tuple(
        OneBattle(
            number=row.number,
            title=titles[pk(row.id)],
            days=(row.ended_at.date() - row.begun_at.date()).days + 1 if row.ended_at and row.begun_at else 0,
            kept=seen.without(told[pk(row.id)], struck.get(pk(row.id), set())),
            told=turns[pk(row.id)],
            players=players.get(pk(row.id), {}),
        )
        for row in rows
        if pk(row.id) in told and pk(row.id) in turns
    )


_ENDED = (
    select(Battle)
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .order_by(col(Battle.number))
)


async def _read(store: Store, campaign_id: int, viewer: str) -> tuple[dict[int, ToldBattle], dict[int, ByTurn]]:
    turns = await by_turn.kept(store, campaign_id, viewer)
    async with store.reading() as session:
        return await accounts.kept(session, campaign_id, viewer), turns


async def _players(session: AsyncSession, campaign_id: int) -> dict[int, dict[str, int]]:
    """Who commanded each unit in each battle: whom the battle says, else whose it is now."""
    found = (
        select(BattleUnit.battle_id, BattleUnit.commander, Unit)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .where(col(Unit.campaign_id) == campaign_id)
        .order_by(col(BattleUnit.id))
    )
    rows = (await session.exec(found)).all()
    users = select(Player.id, Player.user_id).where(col(Player.campaign_id) == campaign_id)
    user_of = {player: user for player, user in (await session.exec(users)).all()}
    made: dict[int, dict[str, int]] = {}
    for battle, commander, unit in rows:
        user = user_of.get(commander if commander is not None else unit.player_id)
        if user is not None:
            made.setdefault(battle, {})[unit_ref(unit)] = user
    return made


# ── Counting ──────────────────────────────────────────────────────────────────────────────────────────────────────


def table(battles: Sequence[OneBattle], by: StatsBy, names: Mapping[SideId, str]) -> tuple[StatsRow, ...]:
    """The rows, who did most first; of battles in their order, a row for each side. `names`: what sides are called."""
    if by is StatsBy.BATTLE:
        return tuple(row for battle in battles for row in _sides([battle], names, battle))
    if by is StatsBy.SIDE:
        return tuple(_sides(battles, names, None))
    sums = _Sums()
    for battle in battles:
        sums.here.clear()
        _count(sums, battle, by, names)
    who = by in (StatsBy.FIGURE, StatsBy.UNIT)
    rows = [
        StatsRow(name, sums.tallies[key], side, user=int(key) if by is StatsBy.PLAYER else None, ref=key if who else "")
        for key, (name, side) in sums.names.items()
    ]
    return tuple(sorted(rows, key=lambda row: ([-each for each in row.tally.weight], row.name)))


def _sides(battles: Sequence[OneBattle], names: Mapping[SideId, str], one: OneBattle | None) -> Iterable[StatsRow]:
    sums = _Sums()
    for battle in battles:
        sums.here.clear()
        _count(sums, battle, StatsBy.SIDE, names)
    lucks = {each.side: each for each in together(each for battle in battles for each in battle.told.luck)}
    for side, name in names.items():
        if side in sums.tallies or side in lucks:
            title = f"{one.title}: {name}" if one is not None else name
            row = StatsRow(title, sums.tallies.get(side, StatsTally()), side, luck=lucks.get(side))
            days, overs = (one.days, one.told.hand_overs) if one is not None else (0, 0)
            yield replace(row, battle=one.number if one is not None else 0, days=days, hand_overs=overs)


def _count(sums: _Sums, battle: OneBattle, by: StatsBy, names: Mapping[SideId, str]) -> None:
    kept, named = battle.kept, battle.kept.named

    def row(ref: str, weapon: str = "") -> StatsTally | None:
        """Whose numbers this moment is among."""
        found = named.get(ref)
        if found is None:
            return None
        body = named.get(found.body, found)
        match by:
            case StatsBy.FIGURE:
                own = f"{found.name} ({body.name})" if found.body else ""
                return sums.of(found.ref, own, found.side) if found.body and not found.thing else None
            case StatsBy.UNIT:
                home = home_unit(body.ref) or body.ref
                called = named.get(home, body)
                return sums.of(home, called.name, body.side)
            case StatsBy.WEAPON:
                return sums.of(weapon, weapon, "") if weapon and weapon != Role.UMPIRE else None
            case StatsBy.PLAYER:
                user = battle.players.get(home_unit(body.ref) or body.ref)
                return sums.of(str(user), "", body.side) if user is not None else None
            case _:
                return sums.of(found.side, names.get(found.side, found.side), found.side)

    if by is not StatsBy.WEAPON:
        for each in kept.names:
            row(each.ref)
    for moment in kept.account.moments:
        _add(moment, row(moment.who, moment.weapon), by)
    _add_records(kept, named, row, by)


def _add(moment: LifeMoment, own: StatsTally | None, by: StatsBy) -> None:
    if own is None:
        return
    match moment.act:
        case MomentKind.FIRED:
            own.shots += moment.count or 1
            if moment.hits >= 0:
                own.aimed += moment.count or 1
                own.hits += moment.hits
        case MomentKind.HURT if by is StatsBy.WEAPON:
            own.felled += moment.note in ("killed", "destroyed")
            own.hurt += moment.note not in ("killed", "destroyed")
        case MomentKind.TESTED if by is not StatsBy.WEAPON:
            own.tests += 1
            own.held += moment.good
        case MomentKind.BROKE if by is not StatsBy.WEAPON:
            own.broke += 1
        case _:
            pass


def _add_records(
    kept: ToldBattle, named: Mapping[str, Recorded], row: Callable[[str], StatsTally | None], by: StatsBy
) -> None:
    """Credits and fates; a weapon has neither."""
    if by is StatsBy.WEAPON:
        return
    for record in kept.service:
        tally = row(record.of)
        if tally is None:
            continue
        tally.felled += record.what in ("kill-credited", "destroy-credited")
        tally.shared += record.what == "share-credited"
        if record.what == "recovered" and record.by is not None and record.by != record.of:
            helper = row(record.by)
            if helper is not None:
                helper.treated += 1
    for ref, fate in aftermath.fates(kept.service).items():
        tally = row(ref)
        if tally is not None and ref in named:
            gone = fate in ("killed", "destroyed", "captured", "missing")
            tally.lost += gone
            tally.hurt += not gone


# ── The hall of fame ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Fame:
    """A record of the campaign: what for, who holds it, how much."""

    what: str
    who: str
    how_much: str


LEAST_SHOTS = 20
"""Shots below which nobody is the best shot."""


def fame(battles: Sequence[OneBattle], names: Mapping[SideId, str]) -> tuple[Fame, ...]:
    """The records that anybody holds. Where several hold one, the first by name does."""
    figures = table(battles, StatsBy.FIGURE, names)
    single = [(row, battle) for battle in battles for row in table([battle], StatsBy.FIGURE, names)]
    found: list[Fame] = []

    def most(what: str, number: Callable[[StatsTally], int], word: str, several: str) -> None:
        best = max(figures, key=lambda row: number(row.tally), default=None)
        if best is not None and number(best.tally):
            found.append(Fame(what, best.name, counted(number(best.tally), word, several)))

    most("Most felled", lambda tally: tally.felled, "enemy", "enemies")
    one = max(single, key=lambda each: each[0].tally.felled, default=None)
    if one is not None and one[0].tally.felled > 1:
        how_much = f"{counted(one[0].tally.felled, 'enemy', 'enemies')}, {within(one[1].title)}"
        found.append(Fame("Most felled in one battle", one[0].name, how_much))
    most("Most comrades treated", lambda tally: tally.treated, "comrade", "comrades")
    most("Most battles come through", lambda tally: 0 if tally.lost else tally.battles, "battle", "battles")
    most("Most tests of nerve passed", lambda tally: tally.held, "test", "tests")
    shots = [row for row in figures if row.tally.aimed >= LEAST_SHOTS and row.tally.hits]
    best = max(shots, key=lambda row: row.tally.hits / row.tally.aimed, default=None)
    if best is not None:
        share = f"{best.tally.hits} hits of {best.tally.aimed} shots"
        found.append(Fame("Best shot", best.name, share))
    units = table(battles, StatsBy.UNIT, names)
    unit = max(units, key=lambda row: row.tally.felled, default=None)
    if unit is not None and unit.tally.felled:
        found.append(Fame("Unit that felled most", unit.name, counted(unit.tally.felled, "enemy", "enemies")))
    found += _of_battles(battles, names)
    return tuple(found)


def _of_battles(battles: Sequence[OneBattle], names: Mapping[SideId, str]) -> Iterable[Fame]:
    losses = [(sum(row.tally.lost for row in table([each], StatsBy.SIDE, names)), each) for each in battles]
    worst = max(losses, key=lambda each: each[0], default=None)
    if worst is not None and worst[0]:
        yield Fame("Costliest battle", worst[1].title, f"{worst[0]} lost")
    longest = max(battles, key=lambda each: each.days, default=None)
    if longest is not None and longest.days > 1:
        yield Fame("Longest battle", longest.title, counted(longest.days, "day"))
    lucks = [(one, each) for each in battles for one in each.told.luck if one.dice >= FEW]
    for what, sign in (("Luckiest side in a battle", 1), ("Unluckiest side in a battle", -1)):
        best = max(lucks, key=lambda each: sign * each[0].above, default=None)
        if best is not None and sign * best[0].above >= 1:
            side, battle = names.get(best[0].side, best[0].side), best[1].title
            yield Fame(what, side, f"{best[0].verdict} by {abs(best[0].above):.1f} deviations, {within(battle)}")
