"""Ending a battle before its rules do: by the GM's word, or by agreement of all sides that play."""

from __future__ import annotations

from pydantic import BaseModel
from sqlmodel import col, select

from campaigns import conduct, interactions
from campaigns.closing import Outcome
from campaigns.conduct import MUSTER, Acted, Conduct
from campaigns.errors import Refusal
from campaigns.membership import is_gm, own_side, require_gm
from campaigns.models import EntryKind, JournalEntry, PostKind
from campaigns.outbox import Matter
from campaigns.proposals import Proposal, Replaced, standing
from campaigns.store import Store
from rules.action import UMPIRE, Actor, SideId


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
    """The GM ends the battle: `winner` None is a draw.

    Raises Refusal: "no-battle", "gm-only", "not-begun", "ended", "no-side".
    """
    async with store.writing_battle(battle_id) as session:
        claim = await interactions.claim(session, interaction_id, "end", store.clock.now())
        if claim.first is not None:
            return Acted.model_validate_json(claim.first).model_copy(update={"duplicate": True})
        field = await conduct.take_up(store, session, battle_id, who=who)
        await require_gm(session, field.row.campaign_id, who, "end a battle")
        _check_side(field, winner)
        outcome = Outcome(winner=winner, reason=reason.strip()[:400] or "the GM's decision", how="gm")
        acted = await _end(field, outcome, UMPIRE, who, interaction_id)
        claim.settle(acted)
        return acted


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

    Raises Refusal: "no-battle", "not-begun", "ended", "no-side", "not-your-side".
    """
    async with store.writing_battle(battle_id) as session:
        claim = await interactions.claim(session, interaction_id, "propose", store.clock.now())
        if claim.first is not None and (first := _Answered.model_validate_json(claim.first).again()):
            return first
        field = await conduct.take_up(store, session, battle_id, who=who)
        speaker = await _speaker(field, who, side)
        _check_side(field, winner)
        proposal = Proposal(
            winner=winner,
            reason=reason.strip()[:400] or "by agreement",
            by=speaker,
            agreed=(speaker,),
            needed=await _sides_that_play(field),
        )
        if proposal.settled:
            acted = await _agreed(field, proposal, who, interaction_id)
            claim.settle(_Answered(acted=acted))
            return acted
        await field.strike_proposal("replaced")
        words = (("winner", winner or ""), ("reason", proposal.reason))
        post = await field.post(PostKind.NOTICE, Matter(topic="proposal", side=speaker, words=words))
        proposal = proposal.model_copy(update={"post": post})
        field.row.proposal = proposal.model_dump_json()
        claim.settle(_Answered(proposal=proposal))
        return proposal


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

    Raises Refusal: "no-battle", "not-begun", "ended", "no-proposal", "not-your-side"; Replaced when something else is
    proposed by now.
    """
    async with store.writing_battle(battle_id) as session:
        claim = await interactions.claim(session, interaction_id, "agree", store.clock.now())
        if claim.first is not None and (first := _Answered.model_validate_json(claim.first).again()):
            return first
        field = await conduct.take_up(store, session, battle_id, who=who)
        speaker = await _speaker(field, who, side)
        proposal = _proposal(field, post)
        proposal = proposal.model_copy(update={"agreed": tuple(dict.fromkeys((*proposal.agreed, speaker)))})
        if proposal.settled:
            acted = await _agreed(field, proposal, who, interaction_id)
            claim.settle(_Answered(acted=acted))
            return acted
        field.row.proposal = proposal.model_dump_json()
        claim.settle(_Answered(proposal=proposal))
        return proposal


async def decline_end(store: Store, battle_id: int, who: int, post: int, *, side: SideId | None = None) -> None:
    """A side will fight on (or takes its proposal back). Raises Refusal as `agree_end` does."""
    async with store.writing_battle(battle_id) as session:
        field = await conduct.take_up(store, session, battle_id, who=who)
        speaker = await _speaker(field, who, side)
        _proposal(field, post)
        await field.strike_proposal("declined")
        await field.post(PostKind.NOTICE, Matter(topic="declined", side=speaker))


async def _agreed(field: Conduct, proposal: Proposal, who: int, interaction_id: int | None) -> Acted:
    outcome = Outcome(winner=proposal.winner, reason=proposal.reason, how="agreement")
    return await _end(field, outcome, Actor.player(proposal.by), who, interaction_id)


async def _end(field: Conduct, outcome: Outcome, by: Actor, who: int, interaction_id: int | None) -> Acted:
    chance = await field.chance()
    intent = outcome.model_dump_json()
    field.record(EntryKind.END, intent, by, chance, (), user_id=who, interaction_id=interaction_id)
    return await field.settle(outcome=outcome)


def _proposal(field: Conduct, post: int) -> Proposal:
    proposal = standing(field.row)
    if proposal is None:
        raise Refusal("no-proposal", "That proposal no longer stands, and there is no other.", "Propose it yourself.")
    if proposal.post != post:
        raise Replaced(proposal, field.rules.sides)
    return proposal


async def _speaker(field: Conduct, who: int, side: SideId | None) -> SideId:
    own = await own_side(field.session, field.row.campaign_id, who)
    speaker = side or own
    if speaker is None or (speaker != own and not await is_gm(field.session, field.row.campaign_id, who)):
        raise Refusal("not-your-side", "You do not play that side.", "Only its players, or the GM, speak for it.")
    return speaker


def _check_side(field: Conduct, side: SideId | None) -> None:
    known = {kind.key: kind.title for kind in field.rules.sides}
    if side is not None and side not in known:
        raise Refusal("no-side", f"There is no side {side!r}.", f"Choose one of: {', '.join(known)}; or a draw.")


async def _sides_that_play(field: Conduct) -> tuple[SideId, ...]:
    """Sides with units on the field, but for those that another side or the umpire runs."""
    found = select(JournalEntry.intent).where(
        JournalEntry.battle_id == field.id, col(JournalEntry.kind) == EntryKind.MUSTER
    )
    muster = MUSTER.validate_json((await field.session.exec(found)).one())
    playable = {kind.key for kind in field.rules.sides if kind.playable}
    stand_by = {unit.side for unit in muster.reserves}
    return tuple(s.key for s in muster.sides if (s.units or s.key in stand_by) and s.key in playable)
