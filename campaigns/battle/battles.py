"""Battles as a front end uses them: act in one, look at one. Opening, ending and undoing have their own modules, and
are offered here as well.

One action is one transaction: the battle is loaded, the action decided by the rules and the engine let on to the next
question beside the event loop; then the interaction is claimed, the battle locked and found as it was, and journal,
careers, deadlines and posts are committed together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sqlalchemy import Select
from sqlalchemy import select as beside_it
from sqlmodel import col, select, update
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select as Selected

from campaigns import interactions
from campaigns.battle.course import authority, versions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.seats import Seat, StandingBattle, info_of, load, sit, sit_in
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import at_hand, take_up
from campaigns.battle.frame import commanding
from campaigns.battle.frame.beginning import begin
from campaigns.battle.frame.ending import agree_end, decline_end, end, propose_end
from campaigns.battle.frame.opening import StartPlace, cancel, move_to, open_battle
from campaigns.battle.frame.readying import Awaiting, Heard, begin_when_heard, ready
from campaigns.battle.frame.reinforcing import reinforce
from campaigns.battle.frame.undo import Undoable, redo, steps, undo
from campaigns.battle.record import freshness, staffing
from campaigns.battle.record.closing import BattleOutcome
from campaigns.battle.record.info import FRAME, BattleInfo, info_from
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.marks import Mark
from campaigns.battle.record.proposals import Proposal, Replaced
from campaigns.battle.telling import looks, telling
from campaigns.battle.telling.telling import Line, Lines, Report, report
from campaigns.database.store import Store
from campaigns.database.writes import Writes
from campaigns.errors import Refusal
from campaigns.members.policies import StandIn
from campaigns.states import KnownState
from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player
from campaigns.thinking import beside
from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Prompt
from rules.seam.viewing import Viewer

__all__ = [
    "Acted",
    "Awaiting",
    "BattleInfo",
    "BattleOutcome",
    "Done",
    "Heard",
    "Line",
    "Proposal",
    "Replaced",
    "Report",
    "Seat",
    "StandingBattle",
    "StartPlace",
    "Undoable",
    "agree_end",
    "begin",
    "begin_when_heard",
    "cancel",
    "decline_end",
    "end",
    "going_on_for",
    "in_channel",
    "info_of",
    "load",
    "move_to",
    "of_campaign",
    "open_battle",
    "propose_end",
    "ready",
    "redo",
    "reinforce",
    "report",
    "sit",
    "sit_in",
    "steps",
    "take",
    "take_all",
    "undo",
]


def nothing_more(writes: Writes, acted: Acted) -> None:
    """What is written down beside an action, as a rule."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an action: `acted` in numbers, `after` the battle as its transaction left it. Of an interaction
    that is delivered again the battle as it stands now."""

    store: Store
    acted: Acted
    after: StandingBattle
    before: Any = None
    entries: tuple[Entry, ...] = ()
    lines: Mapping[Viewer, Lines] = field(default_factory=dict[Viewer, Lines])
    """The entries in words, of those who have been told them already."""

    async def told(self, viewer: Viewer) -> Lines:
        """What the viewer was told of it."""
        if viewer in self.lines:
            return self.lines[viewer]
        if self.entries:
            (own,), _ = await beside(telling.tell, self.after.rules, self.before, self.entries, (viewer,))
            return tuple(own)
        first, last = self.acted.from_seq, self.acted.to_seq
        return (await report(self.store, self.acted.battle_id, first, last, viewer)).lines


async def take(seat: Seat, action: Action, *, side: SideId | None = None, interaction_id: int | None = None) -> Done:
    """Take an action from a seat; where it acts upon something seen, only if that still stands. `side`: for whom, where
    the seat speaks for several. A second delivery of the interaction changes nothing and returns the first outcome.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "cancelled", "umpire-only", "not-your-side", "which-side",
    "engine-only", "under-way"; Stale; RuleViolation. Then nothing has changed.
    """
    seat.require_fresh()
    return await take_all(seat, (action,), side=side, interaction_id=interaction_id)


async def take_all(
    seat: Seat,
    actions: Sequence[Action],
    *,
    side: SideId | None = None,
    interaction_id: int | None = None,
    also: Callable[[Writes, Acted], None] = nothing_more,
) -> Done:
    """Take several actions in their order and in one transaction: all of them or none, and the engine goes on after
    the last. `also`: what is written down with them. Raises the same as `take`."""
    store, info = seat.store, seat.battle.info
    request = _Request(
        info.id, tuple(actions), seat.member.who, interaction_id, seat.viewer, seat.seen, side, looks=True, also=also
    )
    acted, taken = await _act(store, request, at=seat.battle.known and (seat.version, seat.battle.known))
    if taken is None:
        return Done(store, acted, await load(store, info.id))
    if acted.ended:
        after = await load(store, info.id)
    else:
        after = StandingBattle(
            replace(info, version=acted.version, marks=versions.told(taken), carried_out=taken.run and taken.run.known),
            taken.rules,
            taken.state,
            taken.prompt if taken.run is None else Prompt(),
            taken.keep(),
        )
    return Done(store, acted, after, taken.taken_up, taken.entries, taken.told)


@dataclass(frozen=True, slots=True)
class _Request:
    battle_id: int
    actions: tuple[Action, ...]
    who: int
    interaction_id: int | None
    viewer: Viewer
    seen: Mark | None
    side: SideId | None
    looks: bool = False
    """He has what comes of it before him."""
    also: Callable[[Writes, Acted], None] = nothing_more


async def _act(
    store: Store, request: _Request, *, at: tuple[int, KnownState] | None = None
) -> tuple[Acted, Conduct | None]:
    """What was done and the battle in hand after it; no battle where another delivery had done it."""
    who, interaction_id = request.who, request.interaction_id

    tried = False

    async def acted() -> tuple[Acted, Conduct | None]:
        nonlocal tried
        conduct = None if tried else await _remembered(store, request)
        tried = True
        if conduct is None:
            async with store.reading() as session:
                first = await interactions.first(session, interaction_id, interactions.ACT)
                if first is not None:
                    return _again(first), None
                conduct = await take_up(store, session, request.battle_id, who=who, at=at)
                meant = [await _meant(conduct, action, request.side, who) for action in request.actions]
                freshness.require_fresh(conduct.told_before, request.viewer, request.seen)
            await _thought_out(conduct, request, meant)

        def noted(writes: Writes, acted: Acted) -> None:
            if conduct.relieved:
                writes.add(_RELIEVED, {"of_battle": request.battle_id, "still": staffing.dumped(conduct.staff)})
            interactions.record(writes, interaction_id, interactions.ACT, acted, conduct.now)
            request.also(writes, acted)
            if request.looks:
                looks.looked(writes, store, request.battle_id, who, acted.version, conduct.now)

        async with store.writing() as session:
            await conduct.write_in(session, who=who, at_once=True, interaction_id=interaction_id)
            done = await settle(conduct, also=noted)
        conduct.keep()
        return done, conduct

    return await alone(store, request.battle_id, acted)


async def _meant(conduct: Conduct, action: Action, side: SideId | None, who: int) -> tuple[Action, Actor]:
    """The action as it is meant, and as whom it is taken."""
    actor = authority.actor_for(conduct, action, side)
    meant = await commanding.for_his_own(conduct, action, actor, who)
    await commanding.require_command(conduct, meant, actor, who)
    return meant, actor


_RELIEVED = update(Battle).where(col(Battle.id) == given("of_battle")).values(staff=given("still"))
"""The sides that the staff still plays."""


async def _thought_out(conduct: Conduct, request: _Request, meant: Sequence[tuple[Action, Actor]]) -> None:
    """Whoever acts for a side relieves the staff there."""
    conduct.relieve(actor.side for _, actor in meant if actor.role is Role.PLAYER)
    await conduct.play(meant, user_id=request.who, interaction_id=request.interaction_id)
    await conduct.prepare()


async def _remembered(store: Store, request: _Request) -> Conduct | None:
    """The action thought out of what is remembered, where that is enough: whether it still stands is judged when it is
    written down. None where something must be read, or speaks against the action: nobody is refused by memory."""
    conduct = await at_hand(store, request.battle_id, request.who)
    if conduct is None or (request.seen and not conduct.told_before.stands(request.viewer, request.seen)):
        return None
    if conduct.settings.stand_in is not StandIn.ANYONE or any(action.stands_for for action in request.actions):
        return None
    try:
        meant = [(action, authority.actor_for(conduct, action, request.side)) for action in request.actions]
        await _thought_out(conduct, request, meant)
    except (Refusal, RuleViolation):
        return None
    return conduct


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


async def in_channel(store: Store, channel_id: int) -> BattleInfo | None:
    """The battle of this channel: the one that goes on, else the newest that was fought here."""
    async with store.reading() as session:
        here = (col(Battle.channel_id) == channel_id, col(Battle.status) != BattleStatus.CANCELLED)
        rows = await _infos(session, _framed().where(*here).order_by(col(Battle.id).desc()))
    return min(rows, key=lambda info: info.status == BattleStatus.ENDED, default=None)


async def going_on_for(store: Store, who: int, *, guild_id: int | None = None) -> tuple[BattleInfo, ...]:
    """The battles that run in the campaigns in which somebody plays or is a GM, of one server or of all, the oldest
    first."""
    async with store.reading() as session:
        plays = select(Player.campaign_id).where(Player.user_id == who, col(Player.left_at).is_(None))
        leads = select(GM.campaign_id).where(GM.user_id == who)
        his = col(Campaign.id).in_(plays) | col(Campaign.id).in_(leads)
        found = _framed().join(Campaign, col(Campaign.id) == Battle.campaign_id)
        found = found.where(his, col(Battle.status) == BattleStatus.RUNNING).order_by(col(Battle.id))
        if guild_id is not None:
            found = found.where(col(Campaign.guild_id) == guild_id)
        return await _infos(session, found)


async def of_campaign(store: Store, campaign_id: int) -> tuple[BattleInfo, ...]:
    """All battles of a campaign in the order in which they were opened, cancelled ones too."""
    async with store.reading() as session:
        return await _infos(
            session, _framed().where(col(Battle.campaign_id) == campaign_id).order_by(col(Battle.number))
        )


def _framed() -> Select[Any]:
    return cast("Select[Any]", beside_it(Battle, *FRAME))


async def _infos(session: AsyncSession, found: Select[Any]) -> tuple[BattleInfo, ...]:
    rows = (await session.exec(cast("Selected[*tuple[Any, ...]]", found))).all()
    return tuple(info_from(row, *frame) for row, *frame in rows)
