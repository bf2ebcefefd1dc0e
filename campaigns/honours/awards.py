"""The awards of a campaign: those of its rule set, and a file of its own that a GM has brought."""

from __future__ import annotations

import asyncio

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import campaign_row, open_campaign, require_gm
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.honours import KeptAwards
from rules.honours import Award, AwardFault, AwardFile, read_awards, shipped


async def awards_of(store: Store, campaign_id: int) -> tuple[Award, ...]:
    """All awards of a campaign, its own file's last. Raises Refusal: "no-campaign", "bad-awards" (this version has
    become stricter than the one that kept the file)."""
    async with store.reading() as session:
        return await awards_in(store, session, await campaign_row(session, campaign_id))


async def awards_in(store: Store, session: AsyncSession, campaign: Campaign) -> tuple[Award, ...]:
    """The same, in a session. Raises Refusal "bad-awards"."""
    row = await session.get(KeptAwards, pk(campaign.id))
    usual = await asyncio.to_thread(shipped, campaign.rules)
    if row is None:
        return usual
    own = await _read(store, row.text, campaign.rules)
    brought = {award.key for award in own.awards}
    return (*(award for award in usual if own.shipped and award.key not in brought), *own.awards)


async def read(store: Store, campaign_id: int, text: str, file: str) -> AwardFile:
    """A file that somebody brings for this campaign. Raises AwardFault, and Refusal: "no-campaign", "other-rules"."""
    async with store.reading() as session:
        campaign = await campaign_row(session, campaign_id)
    found = await asyncio.to_thread(_reading, store, text, file, campaign.rules)
    if found.rules != campaign.rules:
        title = store.rules(campaign.rules).title
        raise Refusal(
            "other-rules",
            f"{file} holds awards of {found.rules}, and this campaign plays {title}.",
            f"Write `rules: {campaign.rules}` into it if they fit.",
        )
    return found


async def keep(store: Store, campaign_id: int, who: int, file: AwardFile) -> None:
    """Keep a file of awards for the campaign, in place of the one before. Who has been given something keeps it.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only".
    """
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "bring awards")
        row = await session.get(KeptAwards, campaign_id)
        if row is None:
            row = KeptAwards(campaign_id=campaign_id, title="", text="", kept_by=who, kept_at=store.clock.now())
        row.title, row.text, row.kept_by, row.kept_at = file.title, file.text, who, store.clock.now()
        session.add(row)


async def discard(store: Store, campaign_id: int, who: int) -> None:
    """Go back to the rule set's own awards. Raises Refusal: "no-campaign", "campaign-closed", "umpire-only",
    "no-awards"."""
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "discard its awards")
        row = await session.get(KeptAwards, campaign_id)
        if row is None:
            raise Refusal("no-awards", "This campaign has no awards of its own.", "There is nothing to discard.")
        await session.delete(row)


async def title_of(store: Store, campaign_id: int) -> str:
    """What the campaign's own file is called; "" where it has none."""
    async with store.reading() as session:
        row = await session.get(KeptAwards, campaign_id)
    return "" if row is None else row.title


async def _read(store: Store, text: str, rules: str) -> AwardFile:
    try:
        return await asyncio.to_thread(_reading, store, text, "honours.yaml", rules)
    except AwardFault as fault:
        raise Refusal(
            "bad-awards",
            f"The campaign's awards cannot be used any more: {fault.message}",
            ("A GM uploads the file again, or discards it: ", Command("campaign honours"), "."),
        ) from None


def _reading(store: Store, text: str, file: str, rules: str) -> AwardFile:
    return read_awards(text, file=file, rule_sets=store.rule_sets, known=shipped(rules))
