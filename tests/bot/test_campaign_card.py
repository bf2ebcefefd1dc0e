"""A campaign's card in its channel: who plays, what is next, buttons to join and to watch; it keeps up to date."""

from __future__ import annotations

from pathlib import Path

import discord
from simcord import MemberActor

from campaigns.campaign import campaign
from tests.bot.opened import battle_of
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of, world


def cards(club: World) -> list[discord.Message]:
    return [post for post in club.posts(club.channel) if ids_of(post, "card-watch") or "newer card" in text_of(post)]


async def created(club: World, rules: str = "toy") -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993", rules=rules)


async def press(club: World, who: MemberActor, label: str) -> str:
    card = cards(club)[-1]
    return said(await who.click(card, label=label))


async def test_it_says_what_is_played_and_by_whom_and_keeps_up_to_date(club: World) -> None:
    await created(club)
    (card,) = cards(club)
    assert "### Bosnia 1993" in text_of(card)
    assert f"GM: {club.gm.mention}" in text_of(card)
    assert "**Toy Soldiers**" in text_of(card)
    assert "**Army**: nobody yet" in text_of(card)
    assert labels(card) == ["Join Army", "Join Insurgents", "Watch", "Begin a battle (GM)"]

    assert "You play for Army" in await press(club, club.ada, "Join Army")
    assert f"**Army**: {club.ada.mention}" in text_of(cards(club)[0])
    await club.restart()
    await club.ada.slash(club.channel, "campaign leave")
    assert "**Army**: nobody yet" in text_of(cards(club)[0])
    assert len(cards(club)) == 1, "it is changed, not posted again"


async def test_a_click_joins_and_another_raises_a_unit(club: World) -> None:
    await created(club)
    joined = await club.ada.click(cards(club)[0], label="Join Army")
    assert joined.response is not None
    kinds = options(joined.response, "raise-kind")
    chosen = next(value for label, value in kinds.items() if value == "squad")
    raised = await club.ada.select(joined.response, [chosen], custom_id=ids_of(joined.response, "raise-kind")[0])
    assert "Raised" in said(raised)
    assert any("raises **Rifle squad 1**" in text for text in club.texts(club.channel))


async def test_once_a_battle_has_begun_it_says_where_and_one_asks_to_join(club: World) -> None:
    await battle_of(club, anew=True)
    (card,) = cards(club)
    assert f"**Battle 1** goes on in <#{club.thread.id}>" in text_of(card)
    assert labels(card) == ["Ask to join Army", "Ask to join Insurgents", "Watch"]
    assert "A GM decides" in await press(club, club.zoe, "Ask to join Army")
    assert f"**Army**: {club.ada.mention}" in text_of(cards(club)[0])
    await club.gm.slash(club.thread, "battle end", winner="army")
    assert "goes on" not in text_of(cards(club)[0])


async def test_whoever_watches_comes_into_the_battles_thread(club: World) -> None:
    await created(club)
    assert "No battle goes on" in await press(club, club.zoe, "Watch")
    await club.ada.slash(club.channel, "campaign join", side="army", unit="squad")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="cell")
    await club.gm.slash(club.channel, "battle begin")
    words = await press(club, club.zoe, "Watch")
    assert f"**Battle 1** in <#{club.thread.id}> (you are in its thread now)" in words
    members = club.env.backend.get_channel(club.thread.id).thread_members
    assert club.zoe.id in members
    assert (await campaign.of_guild(club.store, club.guild.id))[0].side_of(club.zoe.id) is None


async def test_a_campaign_that_takes_nobody_in_has_no_button_to_join(club: World) -> None:
    await created(club)
    await club.gm.slash(club.channel, "campaign settings", joining="closed")
    assert labels(cards(club)[0]) == ["Watch", "Begin a battle (GM)"]
    await club.gm.slash(club.channel, "campaign close")
    (card,) = [post for post in club.posts(club.channel) if "It is over" in text_of(post)]
    assert labels(card) == []


async def test_a_newer_card_takes_the_buttons_off_the_one_before(club: World) -> None:
    await created(club)
    assert "Only its GM and players" in refused(await club.zoe.slash(club.channel, "campaign card"))
    await club.gm.slash(club.channel, "campaign card")
    first, second = cards(club)
    assert labels(first) == []
    assert "A newer card stands below" in text_of(first)
    assert labels(second) == ["Join Army", "Join Insurgents", "Watch", "Begin a battle (GM)"]


async def test_every_book_has_a_card_that_fits(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        for number, key in enumerate(club.store.rule_sets):
            place = club.guild.create_text_channel(f"book-{number}")
            await club.gm.slash(place, "campaign create", name=f"Campaign {number}", rules=key)
            (card,) = club.posts(place)
            assert ids_of(card, "card-watch")
            assert ids_of(card, "card-join") or ids_of(card, "card-side")
            assert len(text_of(card)) < 700
