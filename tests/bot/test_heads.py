"""What binds the host stands in the channel, and `/battle verify` reads it there."""

from __future__ import annotations

import json
import re

from sqlmodel import col, select

from campaigns.battle.proof import export
from campaigns.battle.record import chain
from campaigns.tables.battles import Battle, BattleSeed, JournalEntry
from tests.bot.opened import Fight, battle_of
from tests.bot.world import World, ids_of, said, text_of


async def ended(club: World) -> Fight:
    fight = await battle_of(club, anew=True)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="the hill is taken")
    return fight


async def test_the_hashes_of_a_battle_are_posted_before_what_they_bind(club: World) -> None:
    """The seed's stands in the campaign's first post, before anybody has joined."""
    fight = await ended(club)
    exported = await export.export(club.store, fight.id)
    campaign = club.texts(club.channel)
    first = next(place for place, text in enumerate(campaign) if exported.seeds[0].commitment in text)
    joined = next(place for place, text in enumerate(campaign) if "plays for" in text)
    assert first < joined
    assert "What each side says or decides after that goes into the key before the first die" in campaign[first]
    here = club.texts()
    begun = next(text for text in here if "The battle has begun" in text)
    assert exported.seeds[0].commitment in begun
    assert "SHA-256 of the seed of the campaign's next battle" in begun
    assert "SHA-256" not in here[0], "what stands above the battle tells how it goes"
    assert "said nothing since" not in "".join(here), "both have joined since"
    assert f"Head of the journal: `{exported.seal}`" in here[-1]
    assert dict(exported.phrases).keys() == {"army", "insurgents"}
    assert all(re.fullmatch(r"\d{15,20}", words) for _, words in exported.phrases), exported.phrases


async def test_a_journal_that_the_host_has_made_anew_does_not_fit_what_stands_in_the_channel(club: World) -> None:
    fight = await ended(club)
    closing = club.posts()[-1]
    checked = await club.ivo.click(closing, custom_id=ids_of(closing, "verify")[0])
    assert "✔ channel: 3 hashes stand in the battle's place" in said(checked)
    async with club.store.writing() as session:
        row = await session.get_one(Battle, fight.id)
        found = select(JournalEntry).where(JournalEntry.battle_id == fight.id).order_by(col(JournalEntry.seq).desc())
        last, before = (await session.exec(found.limit(2))).all()
        seed = (await session.exec(select(BattleSeed.seed).where(BattleSeed.battle_id == fight.id))).one()
        key = chain.chain_key(bytes.fromhex(seed))
        last.intent = last.intent.replace("the hill is taken", "they gave up")
        row.result = (row.result or "").replace("the hill is taken", "they gave up")
        row.head = last.head = chain.chained(key, before.head, last.model_dump())
        assert row.ended_at is not None
        row.seal = chain.closed(key, row.head, row.ended_at, json.loads(row.result))

    checked = await club.ivo.slash(club.thread, "battle verify")

    assert checked.response is not None
    text = text_of(checked.response)
    assert "**Nothing is wrong, but not everything could be checked.**" in text
    assert "✔ chain" in text, "the file agrees with itself"
    assert "I do not find among my posts there: head of the journal, end of the battle" in text
