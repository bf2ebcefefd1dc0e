"""The one roll of a draft: made when there is none that still stands, kept through everything, given back unfought."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import player_of, side_key
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import DraftRolled, Matter
from campaigns.roster import names
from campaigns.roster.raising import check_may_raise, side_for
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.drafts import Draft
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit
from rules.kernel.action import SideId
from rules.kernel.chance import Draw, Seeded
from rules.seam.drafting import AnyDrafting
from rules.seam.forces import Organisation, plain_kind

DRAWS: TypeAdapter[tuple[Draw, ...]] = TypeAdapter(tuple[Draw, ...])


class DraftedPerson(BaseModel):
    """Who is to hold a place. `role` "": what the rule set calls him."""

    model_config = ConfigDict(frozen=True)

    given: str
    family: str
    role: str = ""

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()


PEOPLE: TypeAdapter[tuple[DraftedPerson, ...]] = TypeAdapter(tuple[DraftedPerson, ...])


async def open_draft(session: AsyncSession, campaign_id: int, who: int) -> Draft | None:
    """The draft that this person has going on."""
    mine = select(Draft).where(Draft.campaign_id == campaign_id, Draft.user_id == who, col(Draft.raised_at).is_(None))
    return (await session.exec(mine)).first()


async def wanted_kind(
    session: AsyncSession,
    campaign_id: int,
    who: int,
    drafting: AnyDrafting,
    key: str,
    former: Draft | None,
    side: SideId | None = None,
) -> tuple[Organisation, SideId]:
    """The kind that is wanted and the side that it is for, if he may raise it; without a key the one of the `former`
    draft where it still goes on, else the first of his side. `side`: for whom, where any side has such units."""
    player = await player_of(session, campaign_id, who)
    own = await side_key(session, player.side_id) if player else side
    kinds = [kind for kind in drafting.kinds if (kind.key == plain_kind(key) if key else own and kind.is_for(own))]
    if former is not None and not key:
        kinds.sort(key=lambda kind: kind.key != plain_kind(former.kind))
    wanted = next(iter(kinds), None)
    if wanted is None:
        if player is None and not key:
            raise Refusal(
                "no-side", "You play no side here.", (Command("campaign join"), ", or name the kind of unit.")
            )
        raise Refusal("no-organisation", f"There is no {drafting.title} of that kind.", "Choose one from the list.")
    raised_for = await side_for(session, campaign_id, player, wanted, side or begun_for(former, player))
    await check_may_raise(session, campaign_id, who, player, raised_for)
    return wanted, raised_for.key


def begun_for(former: Draft | None, player: Player | None) -> SideId | None:
    """The side that a draft was begun for; a player's is for their own, whatever that is by now."""
    return None if former is None or player is not None else former.side or None


async def roll(
    session: AsyncSession,
    store: Store,
    campaign: Campaign,
    drafting: AnyDrafting,
    who: int,
    wanted: Organisation,
    side: SideId,
    now: datetime,
) -> Draft:
    """A new draft of that kind: its dice rolled, or those of a unit that never fought taken up again; posted where
    there are any."""
    former = await _given_back(session, pk(campaign.id), who)
    if former is not None:
        state = drafting.anew(drafting.drafts.load(former.state), wanted.key)
        draws = DRAWS.validate_json(former.draws)
    else:
        chance = Seeded(store.entropy(32), 0)
        options = Policies.model_validate_json(campaign.settings).options
        state = drafting.begin(wanted.key, options, chance)
        draws = chance.taken()
    row = Draft(
        campaign_id=pk(campaign.id),
        user_id=who,
        kind=wanted.key,
        side=side,
        draws=DRAWS.dump_json(draws).decode(),
        state=drafting.drafts.dump(state),
        people=_people(drafting, state, wanted, store),
        rolled_at=now,
    )
    session.add(row)
    await session.flush()
    if not draws:
        return row
    unit, roll = drafting.words.unit, drafting.view(state).roll
    about = DraftRolled(unit=unit, title=drafting.title, roll=roll, again=former is not None)
    matter = Matter(topic="notice", side=side, users=(who,), about=about)
    await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    return row


async def _given_back(session: AsyncSession, campaign_id: int, who: int) -> Draft | None:
    """The newest draft of this player, where its unit was disbanded before it had fought."""
    mine = select(Draft).where(Draft.campaign_id == campaign_id, Draft.user_id == who).order_by(col(Draft.id).desc())
    newest = (await session.exec(mine.limit(1))).first()
    unit = await session.get(Unit, newest.unit_id) if newest and newest.unit_id is not None else None
    if unit is None or unit.disbanded_at is None:
        return None
    fought = (
        select(BattleUnit.id)
        .join(Battle, col(Battle.id) == BattleUnit.battle_id)
        .where(BattleUnit.unit_id == unit.id, col(Battle.status).in_([BattleStatus.RUNNING, BattleStatus.ENDED]))
    )
    return newest if (await session.exec(fought)).first() is None else None


def _people(drafting: AnyDrafting, state: Any, kind: Organisation, store: Store) -> str:
    drawn = names.draw(kind, len(drafting.view(state).members), (), store.entropy)
    return PEOPLE.dump_json(tuple(DraftedPerson(given=name.given, family=name.family) for name in drawn)).decode()


def name_newcomers(store: Store, drafting: AnyDrafting, row: Draft, state: Any) -> None:
    """A draft may grow and shrink: whoever has come gets a name, names of those who are gone are dropped."""
    people = PEOPLE.validate_json(row.people)
    count = len(drafting.view(state).members)
    if count == len(people):
        return
    kind = kind_of(drafting, row.kind)
    taken = [f"{person.given} {person.family}" for person in people]
    drawn = names.draw(kind, count - len(people), taken, store.entropy) if count > len(people) else ()
    named = (*people[:count], *(DraftedPerson(given=name.given, family=name.family) for name in drawn))
    row.people = PEOPLE.dump_json(named).decode()


def change_kind(store: Store, drafting: AnyDrafting, row: Draft, wanted: Organisation, *, asked: bool) -> None:
    """Another kind with the same roll: of his new side where he has changed sides and that has not got it; by his wish
    while nothing has been chosen yet."""
    state = drafting.drafts.load(row.state)
    changed_sides = kind_of(drafting, row.kind).side != wanted.side
    if not changed_sides and not asked:
        return
    if not changed_sides and drafting.view(state).last:
        words = f"You are putting together a {kind_of(drafting, row.kind).title} already."
        raise Refusal("draft-open", words, "Raise it, or start it over on its panel, before you choose another kind.")
    anew = drafting.anew(state, wanted.key)
    row.kind, row.state, row.version = wanted.key, drafting.drafts.dump(anew), row.version + 1
    row.people = _people(drafting, anew, wanted, store)


def kind_of(drafting: AnyDrafting, key: str) -> Organisation:
    """A kind that the rule set has, by its key."""
    return next(kind for kind in drafting.kinds if kind.key == plain_kind(key))
