"""The staff takes a side of a battle over, and is relieved: for a side that nobody plays, or whose people are away."""

from __future__ import annotations

from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.acted import Acted
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import finding, under_way
from campaigns.battle.record.staffing import dumped, may_staff, staffed
from campaigns.battle.record.under_way import Run, run_of
from campaigns.clocks import clockwork
from campaigns.clocks.roll import roll_of
from campaigns.database.store import Store
from campaigns.database.writes import Writes
from campaigns.errors import Refusal, gm_only
from campaigns.members.membership import Member, is_gm
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.posts import TimerKind
from rules.kernel.action import SideId
from rules.seam.planning import Boldness
from rules.seam.ruleset import AnyRuleSet


async def appoint(store: Store, battle_id: int, who: int, side: SideId, boldness: Boldness) -> Acted | None:
    """The staff plays the side from now on; in a battle that runs it answers at once what the side is asked.

    A GM puts it there for a side that nobody plays, a player for his own. Returns what it did; None where the battle
    has not begun. Raises Refusal: "no-battle", "battle-over", "cancelled", "unknown-side", "no-plans" (the rule set
    makes none), "umpire-only", "has-players", "no-opponent" (the staff would play every side).
    """
    if await _before(store, battle_id, who, side, boldness):
        return None

    async def appointed() -> Acted:
        async with store.reading() as session:
            conduct = await take_up(store, session, battle_id, who=who)
            await _require(conduct, who, side)
            conduct.staff = {**conduct.staff, side: boldness}
            await conduct.key()
        before = conduct.seq
        await conduct.go_on(sliced=True)
        await conduct.prepare()
        async with store.writing() as session:
            await conduct.write_in(session, who=who)
            conduct.row.staff = dumped(conduct.staff)
            if conduct.seq == before:
                return Acted(battle_id=battle_id, version=before, from_seq=before + 1, to_seq=before)
            done = await settle(conduct)
        conduct.keep()
        return done

    return await alone(store, battle_id, appointed)


async def relieve(store: Store, battle_id: int, who: int, side: SideId) -> None:
    """The side's own people answer again. Raises Refusal: "no-battle", "no-staff", "umpire-only"."""
    async with store.writing_battle(battle_id) as session:
        row, _ = await finding.battle_row(session, battle_id, who=who)
        kept = dict(staffed(row))
        if side not in kept:
            raise Refusal("no-staff", f"The staff does not play {side}.", "Nothing has to be done.")
        roll = await roll_of(session, row.campaign_id, battle_id)
        if who not in roll.gms and who not in roll.on_side(side).values():
            raise gm_only("relieve the staff of another side")
        del kept[side]
        row.staff = dumped(kept)


async def sit_down(
    session: AsyncSession, row: Battle, rules: AnyRuleSet, side: SideId, now: datetime, *, asked: bool
) -> None:
    """The staff takes the seat of a side that has lost its player, in the transaction that takes it from them. Nothing
    where it cannot play that side. `asked`: the battle waits for that side; the answer follows at once, after a restart
    too."""
    if not may_staff(rules, staffed(row), side):
        return
    row.staff = dumped({**staffed(row), side: Boldness.STEADY})
    if asked and run_of(row) is None:
        row.run = under_way.dumped(Run(row.version))
        await session.flush()
        due = {"battle_id": pk(row.id), "ask_key": "", "side": "", "user_id": None, "due": now}
        writes = Writes()
        clockwork.start(writes, [{**due, "kind": TimerKind.CARRY_ON}])
        await writes.carry_out(session)


async def _before(store: Store, battle_id: int, who: int, side: SideId, boldness: Boldness) -> bool:
    """Of a battle that has not begun: the staff will play the side. False for one that runs."""
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        if row.status == BattleStatus.RUNNING:
            return False
        if row.status != BattleStatus.OPEN:
            finding.require_running(row)
        roll = await roll_of(session, row.campaign_id, battle_id)
        gm = await is_gm(session, row.campaign_id, who)
        own = {key for key, _, user in roll.players if user == who}
        _judge(store.rules(campaign.rules), row, side, gm=gm, own=side in own, played=bool(roll.on_side(side)))
        row.staff = dumped({**staffed(row), side: boldness})
        return True


async def _require(conduct: Conduct, who: int, side: SideId) -> None:
    member = conduct.member or Member(who)
    roll = await roll_of(conduct.session, pk(conduct.campaign.id), conduct.id)
    played = bool(roll.on_side(side))
    _judge(conduct.rules, conduct.row, side, gm=member.gm, own=member.side == side, played=played)


def _judge(rules: AnyRuleSet, row: Battle, side: SideId, *, gm: bool, own: bool, played: bool) -> None:
    """Raises Refusal where that staff may not play that side for whoever asks."""
    playable = [kind.key for kind in rules.forces.sides if kind.playable]
    if side not in playable:
        raise Refusal("unknown-side", f"There is no side {side!r} to play.", f"Choose one of: {', '.join(playable)}.")
    ordering = rules.battle.ordering
    if ordering is None or ordering.planning is None:
        raise Refusal("no-plans", f"In {rules.title} the staff makes no plans yet.", "Ask a friend to play.")
    if not gm and not own:
        raise gm_only("put the staff on another side")
    if played and not own:
        raise Refusal("has-players", f"{side} has its players.", "They put the staff in their place themselves.")
    if not set(playable) - {side, *staffed(row)}:
        raise Refusal("no-opponent", "Then the staff would play every side.", "Play one of them yourself.")
