"""Ending a battle before its rules do: by the GM's word, or by agreement of all sides that play."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from pydantic import BaseModel
from sqlmodel import col, select

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.authority import NOBODY
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import Overtaken, alone
from campaigns.battle.course.putting_by import put_off
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import proposals
from campaigns.battle.record.closing import BattleOutcome
from campaigns.battle.record.mustering import taking_part
from campaigns.battle.record.proposals import Proposal, Replaced, standing
from campaigns.clocks.pausing import Pause
from campaigns.clocks.roll import roll_of
from campaigns.database.store import Store
from campaigns.errors import Refusal, gm_only
from campaigns.members.membership import sides_of
from campaigns.post.matter import EndProposed, Matter
from campaigns.tables.battles import EntryKind, JournalEntry
from campaigns.tables.posts import PostKind
from rules.kernel.action import UMPIRE, Actor, SideId
from rules.language.words import counted


class _Answered(BaseModel):
    """What a proposal, or a yes to one, has led to."""

    proposal: Proposal | None = None
    acted: Acted | None = None

    def again(self) -> Proposal | Acted | None:
        """To whom asks a second time by the same interaction."""
        return self.acted.model_copy(update={"duplicate": True}) if self.acted else self.proposal


async def end(
    store: Store,
    battle_id: int,
    who: int,
    *,
    winner: SideId | None = None,
    reason: str = "",
    interaction_id: int | None = None,
) -> Acted:
    """The GM ends the battle: `winner` None is a draw. A run that goes on no more ends with it.

    Raises Refusal: "no-battle", "umpire-only", "not-begun", "battle-over", "unknown-side", "under-way".
    """

    async def ended() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "end")
            if first is not None:
                return _again(first)
            stuck = await put_off(session, battle_id)
            conduct = await take_up(store, session, battle_id, who=who, resting=not stuck)
            if not (conduct.member or NOBODY).gm:
                raise gm_only("end a battle")
            _check_side(conduct, winner)
            conduct.break_off()
            await conduct.key()
        outcome = BattleOutcome(winner=winner, reason=reason.strip()[:400], how="gm")
        await _conclude(conduct, outcome, UMPIRE, who, interaction_id)
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "end", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            await conduct.write_in(session, who=who)
            acted = await settle(conduct)
            claim.settle(acted)
        return acted

    return await alone(store, battle_id, ended)


async def propose_end(
    store: Store,
    battle_id: int,
    who: int,
    *,
    winner: SideId | None = None,
    reason: str = "",
    side: SideId | None = None,
    interaction_id: int | None = None,
) -> Proposal | Acted:
    """A side proposes to end the battle, instead of whatever was proposed before. Where no other side plays, that ends
    it.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "unknown-side", "not-your-side".
    """

    async def proposed(conduct: Conduct) -> Proposal:
        speaker = _speaker(conduct, side)
        _check_side(conduct, winner)
        return Proposal(
            winner=winner,
            reason=reason.strip()[:400],
            by=speaker,
            agreed=(speaker,),
            needed=await _sides_that_play(conduct),
        )

    async def posted(conduct: Conduct, proposal: Proposal) -> Proposal:
        await proposals.strike(conduct.session, conduct.row, "replaced", conduct.now)
        about = EndProposed(winner=winner, reason=proposal.reason)
        post = await conduct.post(PostKind.NOTICE, Matter(topic="proposal", side=proposal.by, about=about))
        return proposal.model_copy(update={"post": post})

    return await _answered(store, battle_id, who, interaction_id, "propose", proposed, posted)


async def claim(store: Store, battle_id: int, who: int, *, interaction_id: int | None = None) -> Proposal | Acted:
    """A player ends a battle that the other sides have left: none of their people has acted for as many days as the
    policy says. A draw, or a win where the policy says so.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "not-your-side", "no-claims", "paused", "on-leave",
    "too-early".
    """

    async def claimed(conduct: Conduct) -> Proposal:
        side, settings = _speaker(conduct, None), conduct.settings
        if not settings.claim_days:
            raise Refusal("no-claims", "In this campaign nobody claims a battle.", "Propose to end it.")
        if conduct.row.paused in (Pause.GM, Pause.AGREED):
            raise Refusal("paused", "The battle is paused: nobody is silent now.", "Wait until its clocks run.")
        needed = await _sides_that_play(conduct)
        roll = await roll_of(conduct.session, conduct.row.campaign_id, conduct.id)
        for other in (one for one in needed if one != side):
            people = roll.on_side(other).values()
            if people and all(user in roll.away for user in people):
                raise Refusal("on-leave", "They have told of their absence: that is no silence.", "Wait for them.")
            until = await _last_word(conduct, other) + timedelta(days=settings.claim_days)
            if until > conduct.now:
                left = math.ceil((until - conduct.now) / timedelta(days=1))
                raise Refusal(
                    "too-early",
                    f"The other side has not been silent for {counted(settings.claim_days, 'day')} yet.",
                    f"You may claim in {counted(left, 'day')}, if it says nothing until then.",
                )
        reason = f"claimed after {counted(settings.claim_days, 'silent day')} of the other side"
        return Proposal(
            winner=side if settings.claim_win else None, reason=reason, by=side, agreed=needed, needed=needed
        )

    async def never(conduct: Conduct, proposal: Proposal) -> Proposal:
        raise AssertionError("a claim needs nobody's consent")

    return await _answered(store, battle_id, who, interaction_id, "claim", claimed, never)


async def _last_word(conduct: Conduct, side: SideId) -> datetime:
    """When one of the side's people last acted for it; else when the battle began."""
    own = (JournalEntry.battle_id == conduct.id, JournalEntry.side == side, col(JournalEntry.user_id).is_not(None))
    newest = select(JournalEntry.at).where(*own).order_by(col(JournalEntry.seq).desc()).limit(1)
    return (await conduct.session.exec(newest)).first() or conduct.row.begun_at or conduct.row.opened_at


async def agree_end(
    store: Store,
    battle_id: int,
    who: int,
    post: int,
    *,
    side: SideId | None = None,
    interaction_id: int | None = None,
) -> Proposal | Acted:
    """A side agrees to the end that `post` proposes; when all have, the battle is over.

    Raises Refusal: "no-battle", "not-begun", "battle-over", "no-proposal", "not-your-side"; Replaced when something
    else is proposed by now.
    """

    async def agreed(conduct: Conduct) -> Proposal:
        speaker = _speaker(conduct, side)
        proposal = await _proposal(conduct, post)
        return proposal.model_copy(update={"agreed": tuple(dict.fromkeys((*proposal.agreed, speaker)))})

    async def kept(conduct: Conduct, proposal: Proposal) -> Proposal:
        return proposal

    return await _answered(store, battle_id, who, interaction_id, "agree", agreed, kept)


async def decline_end(store: Store, battle_id: int, who: int, post: int, *, side: SideId | None = None) -> None:
    """A side will fight on (or takes its proposal back). Raises Refusal as `agree_end` does."""

    async def declined() -> None:
        async with store.reading() as session:
            conduct = await take_up(store, session, battle_id, who=who)
        async with store.writing() as session:
            await conduct.write_in(session, who=who)
            speaker = _speaker(conduct, side)
            await _proposal(conduct, post)
            await proposals.strike(conduct.session, conduct.row, "declined", conduct.now)
            await conduct.post(PostKind.NOTICE, Matter(topic="declined", side=speaker))

    await alone(store, battle_id, declined)


async def _answered(
    store: Store,
    battle_id: int,
    who: int,
    interaction_id: int | None,
    kind: str,
    answer: Callable[[Conduct], Awaitable[Proposal]],
    keep: Callable[[Conduct, Proposal], Awaitable[Proposal]],
) -> Proposal | Acted:
    """A word on the end of a battle: `answer` says what is proposed then. That ends the battle where every side has
    agreed; where not, it stands as `keep` leaves it."""

    async def answered() -> Proposal | Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, kind)
            if first is not None and (known := _Answered.model_validate_json(first).again()):
                return known
            conduct = await take_up(store, session, battle_id, who=who)
            stood, proposal = conduct.row.proposal, await answer(conduct)
            await conduct.key()
        if proposal.settled:
            outcome = BattleOutcome(winner=proposal.winner, reason=proposal.reason, how="agreement")
            await _conclude(conduct, outcome, Actor.player(proposal.by), who, interaction_id)
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, kind, store.clock.now())
            if claim.first is not None and (known := _Answered.model_validate_json(claim.first).again()):
                return known
            await conduct.write_in(session, who=who)
            # What is proposed is no entry of the journal: the version does not tell of it.
            if conduct.row.proposal != stood:
                raise Overtaken(conduct.loaded, conduct.row.version)
            if proposal.settled:
                acted = await settle(conduct)
                claim.settle(_Answered(acted=acted))
                return acted
            proposal = await keep(conduct, proposal)
            conduct.row.proposal = proposal.model_dump_json()
            claim.settle(_Answered(proposal=proposal))
            return proposal

    return await alone(store, battle_id, answered)


async def _conclude(conduct: Conduct, outcome: BattleOutcome, by: Actor, who: int, interaction_id: int | None) -> None:
    """The entry that ends the battle, and what it comes to; not written down yet."""
    intent = outcome.model_dump_json()
    chance = await conduct.chance()
    conduct.record(EntryKind.END, intent, by, chance, (), user_id=who, interaction_id=interaction_id)
    await conduct.prepare(outcome)


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})


async def _proposal(conduct: Conduct, post: int) -> Proposal:
    proposal = standing(conduct.row)
    if proposal is None:
        raise Refusal("no-proposal", "That proposal no longer stands, and there is no other.", "Propose it yourself.")
    if proposal.post != post:
        sides = await sides_of(conduct.session, conduct.row.campaign_id)
        raise Replaced(proposal, {key: side.name for key, side in sides.items()})
    return proposal


def _speaker(conduct: Conduct, side: SideId | None) -> SideId:
    member = conduct.member or NOBODY
    speaker = side or member.side
    if speaker is None or (speaker != member.side and not member.gm):
        raise Refusal("not-your-side", "You do not play that side.", "Only its players, or the GM, speak for it.")
    return speaker


def _check_side(conduct: Conduct, side: SideId | None) -> None:
    known = {kind.key: kind.title for kind in conduct.rules.forces.sides}
    if side is not None and side not in known:
        raise Refusal("unknown-side", f"There is no side {side!r}.", f"Choose one of: {', '.join(known)}; or a draw.")


async def _sides_that_play(conduct: Conduct) -> tuple[SideId, ...]:
    """Sides with units on the field, but for those that another side or the umpire runs."""
    muster = await taking_part(conduct.session, conduct.id)
    playable = {kind.key for kind in conduct.rules.forces.sides if kind.playable}
    stand_by = {unit.side for unit in muster.reserves}
    return tuple(s.key for s in muster.sides if (s.units or s.key in stand_by) and s.key in playable)
