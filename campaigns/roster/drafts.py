"""Drafts: units that players put together themselves, within what was rolled for them.

A player has at most one draft in a campaign. What was rolled for it stands until the unit is raised, whatever he does:
beginning anew, going away or changing sides gives no second roll, and a unit that is disbanded before its first battle
gives its roll back. The roll is posted for everybody in the transaction that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import heard
from campaigns.members.membership import open_campaign, player_of
from campaigns.naming import person_name, proper_name
from campaigns.post import outbox
from campaigns.post.matter import DraftRaised, Matter
from campaigns.roster.draft_rolls import (
    DRAWS,
    PEOPLE,
    DraftedPerson,
    begun_for,
    change_kind,
    kind_of,
    name_newcomers,
    open_draft,
    roll,
    wanted_kind,
)
from campaigns.roster.names import Name
from campaigns.roster.raising import check_may_raise, establish, free_unit_name, side_for
from campaigns.roster.units import RosterUnit, view_of
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.drafts import Draft
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId
from rules.kernel.chance import Draw
from rules.language.naming import looks
from rules.seam.drafting import AnyDrafting, DraftView, DraftWords, Purchase
from rules.seam.forces import Organisation, plain_kind


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A draft as its player sees it. `version` counts its changes: what was chosen on an older one is not done."""

    id: int
    campaign_id: int
    user_id: int
    title: str
    words: DraftWords
    kind: Organisation
    version: int
    view: DraftView
    people: tuple[DraftedPerson, ...]
    draws: tuple[Draw, ...]
    unit_id: int | None
    """The unit that came of it."""
    rolled: bool = False
    """Dice have been rolled by this very call: the book may ask for none."""


class DraftChanged(Refusal):
    """Something was chosen on an older state of the draft."""

    def __init__(self) -> None:
        super().__init__("draft-changed", "The draft has gone on since that was shown to you.", "Look at it again.")


class _Done(BaseModel):
    draft_id: int
    unit_id: int | None = None


async def begin(
    store: Store,
    campaign_id: int,
    who: int,
    *,
    kind: str = "",
    name: str = "",
    side: SideId | None = None,
    interaction_id: int | None = None,
) -> DraftBoard:
    """The player's draft: the one that he has, or a new one, whose dice are rolled now and posted. Without a kind, the
    first of his side. `name`: what the unit is to be called; `side`: for whom, where any side has such units.

    Raises Refusal: "no-campaign", "campaign-closed", "no-drafting", "no-organisation", "no-side", "unknown-side",
    "not-your-side", "too-many", "draft-open" (another kind is wanted, and something has been chosen for this one).
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        claim = await interactions.claim(session, interaction_id, "draft", now)
        if claim.first is not None:
            row = await session.get_one(Draft, _Done.model_validate_json(claim.first).draft_id)
            return _board(store, campaign, row)
        name = proper_name(name) if name.strip() else ""
        drafting = drafting_of(store, campaign)
        row = await open_draft(session, campaign_id, who)
        wanted, key = await wanted_kind(session, campaign_id, who, drafting, kind, row, side)
        rolled = row is None
        if row is None:
            row = await roll(session, store, campaign, drafting, who, wanted, key, now)
        elif plain_kind(row.kind) != wanted.key:
            change_kind(store, drafting, row, wanted, asked=bool(kind))
        row.side = key
        row.name = name or row.name
        claim.settle(_Done(draft_id=pk(row.id)))
        return _board(store, campaign, row, rolled=rolled)


async def show(store: Store, draft_id: int, who: int) -> DraftBoard:
    """A player's own draft. Raises Refusal "no-draft", also for another's."""
    async with store.reading() as session:
        row, campaign = await _own(session, draft_id, who, lock=False)
        return _board(store, campaign, row)


async def offers(store: Store, draft_id: int, who: int, number: int) -> tuple[DraftBoard, tuple[Purchase, ...]]:
    """What may be chosen for one figure. Raises Refusal "no-draft", RuleViolation for a number that there is not."""
    async with store.reading() as session:
        row, campaign = await _own(session, draft_id, who, lock=False)
        drafting = drafting_of(store, campaign)
        return _board(store, campaign, row), drafting.offers(drafting.drafts.load(row.state), number)


async def choose(
    store: Store, draft_id: int, who: int, number: int, key: str, *, seen: int, interaction_id: int | None = None
) -> DraftBoard:
    """Take a step for a figure. `seen`: the version that it was chosen on.

    Raises Refusal: "no-draft", "raised", DraftChanged; RuleViolation for what the book does not allow.
    """
    return await _change(store, draft_id, who, seen, interaction_id, lambda d, state: d.apply(state, number, key))


async def undo(store: Store, draft_id: int, who: int, *, seen: int, interaction_id: int | None = None) -> DraftBoard:
    """Take the newest step back. Raises as `choose` does."""
    return await _change(store, draft_id, who, seen, interaction_id, lambda d, state: d.undo(state))


async def begin_anew(
    store: Store, draft_id: int, who: int, *, seen: int, interaction_id: int | None = None
) -> DraftBoard:
    """Take every step back; the roll and the names stand. Raises as `choose` does."""
    kind = (await show(store, draft_id, who)).kind.key
    return await _change(store, draft_id, who, seen, interaction_id, lambda d, state: d.anew(state, kind))


async def rename(
    store: Store, draft_id: int, who: int, number: int, given: str, family: str, role: str = ""
) -> DraftBoard:
    """Name one of the figures, and his role in words of the player's own.

    Raises Refusal: "no-draft", "raised", "bad-name", "name-taken", "unknown-figure".
    """
    given, family = person_name(given, family)
    role = proper_name(role) if role.strip() else ""
    async with store.writing() as session:
        row, campaign = await _own(session, draft_id, who)
        people = list(PEOPLE.validate_json(row.people))
        if not 1 <= number <= len(people):
            raise Refusal("unknown-figure", "There is no such figure here.", "Choose one from the list.")
        named = DraftedPerson(given=given, family=family, role=role)
        if looks(str(named)) in {looks(str(other)) for other in people[: number - 1] + people[number:]}:
            raise Refusal("name-taken", f"{named} is in this unit already.", "Give another name.")
        people[number - 1] = named
        row.people = PEOPLE.dump_json(tuple(people)).decode()
        row.version += 1
        await session.flush()
        return _board(store, campaign, row)


async def raise_drafted(
    store: Store, draft_id: int, who: int, *, name: str = "", seen: int, interaction_id: int | None = None
) -> RosterUnit:
    """Raise the unit as it is; what it came to is posted for everybody.

    Raises Refusal: "no-draft", "raised", DraftChanged, "campaign-closed", "not-your-side", "too-many", "name-taken",
    "bad-name"; RuleViolation while something is missing.
    """
    now = store.clock.now()
    async with store.writing() as session:
        claim = await interactions.claim(session, interaction_id, "draft-raise", now)
        if claim.first is not None:
            return await view_of(session, _Done.model_validate_json(claim.first).unit_id or 0)
        row, campaign = await _own(session, draft_id, who)
        _require_seen(row, seen)
        drafting = drafting_of(store, campaign)
        state = drafting.drafts.load(row.state)
        plan, view = drafting.finish(state), drafting.view(state)
        player = await player_of(session, row.campaign_id, who)
        kind = kind_of(drafting, row.kind)
        side = await side_for(session, row.campaign_id, player, kind, begun_for(row, player))
        await check_may_raise(session, row.campaign_id, who, player, side)
        people = PEOPLE.validate_json(row.people)
        figures = tuple(
            replace(figure, role=person.role or figure.role)
            for figure, person in zip(plan.figures, people, strict=True)
        )
        unit = await establish(
            session,
            side,
            replace(plan, figures=figures),
            [Name(person.given, person.family) for person in people],
            name=await free_unit_name(session, row.campaign_id, name or row.name, drafting.title),
            player_id=player.id if player and player.side_id == side.id else None,
            now=now,
            who=who,
        )
        if player is not None:
            heard.note(player, heard.of_interaction(interaction_id, now))
        row.raised_at, row.unit_id = now, pk(unit.id)
        costs = " · ".join(f"{member.number}: {member.cost}" for member in view.members)
        about = DraftRaised(
            unit=unit.name,
            title=drafting.title,
            roll=view.roll,
            spent=view.spent,
            budget=view.budget,
            coin=drafting.words.coin,
            costs=costs,
        )
        matter = Matter(topic="notice", side=side.key, users=(who,), about=about)
        await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
        claim.settle(_Done(draft_id=draft_id, unit_id=pk(unit.id)))
        return await view_of(session, pk(unit.id))


def drafting_of(store: Store, campaign: Campaign) -> AnyDrafting:
    """Raises Refusal "no-drafting" where the rule set has only ready-made units."""
    rules = store.rules(campaign.rules)
    if rules.forces.drafting is None:
        raise Refusal(
            "no-drafting", f"{rules.title} has ready-made units only.", ("Raise one with ", Command("unit raise"), ".")
        )
    return rules.forces.drafting


# ── Inside ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _own(session: AsyncSession, draft_id: int, who: int, *, lock: bool = True) -> tuple[Draft, Campaign]:
    """A draft that still goes on, of this person. What is another's reads the same as what does not exist."""
    row = await session.get(Draft, draft_id, with_for_update=lock)
    if row is None or row.user_id != who:
        raise Refusal(
            "no-draft", "There is no such draft of yours.", (Command("unit draft"), " begins one, or shows yours.")
        )
    if row.raised_at is not None:
        raise Refusal("raised", "That unit has been raised already.", ("See it with ", Command("unit roster"), "."))
    if lock:
        return row, await open_campaign(session, row.campaign_id)
    return row, await session.get_one(Campaign, row.campaign_id)


async def _change(
    store: Store,
    draft_id: int,
    who: int,
    seen: int,
    interaction_id: int | None,
    change: Callable[[AnyDrafting, Any], Any],
) -> DraftBoard:
    async with store.writing() as session:
        claim = await interactions.claim(session, interaction_id, "draft-step", store.clock.now())
        row, campaign = await _own(session, draft_id, who)
        if claim.first is None:
            _require_seen(row, seen)
            drafting = drafting_of(store, campaign)
            state = change(drafting, drafting.drafts.load(row.state))
            row.state = drafting.drafts.dump(state)
            name_newcomers(store, drafting, row, state)
            row.version += 1
            await session.flush()
            claim.settle(_Done(draft_id=draft_id))
        return _board(store, campaign, row)


def _require_seen(row: Draft, seen: int) -> None:
    if row.version != seen:
        raise DraftChanged


def _board(store: Store, campaign: Campaign, row: Draft, *, rolled: bool = False) -> DraftBoard:
    drafting, draws = drafting_of(store, campaign), DRAWS.validate_json(row.draws)
    return DraftBoard(
        id=pk(row.id),
        campaign_id=row.campaign_id,
        user_id=row.user_id,
        title=drafting.title,
        words=drafting.words,
        kind=kind_of(drafting, row.kind),
        version=row.version,
        view=drafting.view(drafting.drafts.load(row.state)),
        people=PEOPLE.validate_json(row.people),
        draws=draws,
        unit_id=row.unit_id,
        rolled=rolled and bool(draws),
    )
