"""Who joins, leaves, is moved and removed, as it looks in the channel: requests with buttons, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from simcord import InteractionResult

from campaigns.campaign import campaign
from campaigns.scenario import scenarios
from tests.bot.opened import Fight, battle_of, campaign_of
from tests.bot.world import World, ids_of, labels, plain, refused, said, text_of
from tests.campaigns.behind import viewer as viewer_of


def pinged(club: World, message: discord.Message) -> Sequence[int]:
    """Whom a post of the bot has notified."""
    bodies = [request.json for request in club.env.http_requests if request.path.endswith("/messages")]
    body: dict[str, Any] = next(each for each in reversed(bodies) if plain(_texts(each)) == text_of(message))
    return [int(user) for user in body["allowed_mentions"].get("users") or []]


def _texts(body: dict[str, Any]) -> str:
    found: list[str] = []

    def walk(parts: Sequence[dict[str, Any]]) -> None:
        for part in parts:
            found.extend([part["content"]] if part.get("type") == 10 else [])
            walk(part.get("components") or [])

    walk(body.get("components") or [])
    return "\n".join(found)


async def asks(club: World, side: str = "insurgents") -> tuple[InteractionResult, discord.Message]:
    """Zoe asks to play. What she is told, and the post."""
    result = await club.zoe.slash(club.channel, "campaign join", side=side)
    return result, club.posts(club.channel)[-1]


async def side_of(club: World, fight: Fight, who: int) -> str | None:
    info = (await fight.field()).info
    return (await campaign.show(club.store, info.campaign_id)).side_of(who)


async def test_who_comes_in_mid_battle_waits_for_the_gm_and_sees_nothing_until_then(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)

    told, post = await asks(club)

    assert "A GM decides" in said(told)
    assert text_of(post).startswith(f"{club.zoe.mention} asks to play for **Insurgents**.")
    assert pinged(club, post) == [club.gm.id]
    assert ghost.name not in said(await club.zoe.slash(club.thread, "status"))

    await club.restart()
    yes = ids_of(post, "admit")[0]
    assert "Only a GM" in refused(await club.ivo.click(post, custom_id=yes))
    assert "no such request" in refused(await club.zoe.click(post, custom_id=yes))
    assert "plays for **Insurgents**" in said(await club.gm.click(post, custom_id=yes))

    assert await side_of(club, fight, club.zoe.id) == "insurgents"
    assert ghost.name in said(await club.zoe.slash(club.thread, "status"))
    answered = club.posts(club.channel)[-1]
    assert "by the GM's word" in text_of(answered)
    assert pinged(club, answered) == [club.zoe.id]
    shown = next(each for each in club.posts(club.channel) if each.id == post.id)
    assert "A GM has let them in." in text_of(shown)
    assert ids_of(shown, "admit") == ids_of(shown, "turn-down") == []


async def test_a_gm_says_no(club: World) -> None:
    await battle_of(club)
    _, post = await asks(club)
    late = club.pressed(club.gm, post, ids_of(post, "admit")[0])
    assert "Declined" in said(await club.gm.click(post, custom_id=ids_of(post, "turn-down")[0]))
    assert "a GM has declined" in club.texts(club.channel)[-1]
    await club.deliver(late)
    assert "has been turned down" in refused(late.result)
    assert "turned you down" in refused(await club.zoe.slash(club.channel, "campaign join", side="army"))


async def test_an_older_request_of_the_same_person_is_not_answered_for_the_newer_one(club: World) -> None:
    fight = await battle_of(club)
    _, first = await asks(club, "army")
    late = club.pressed(club.gm, first, ids_of(first, "admit")[0])
    await asks(club, "insurgents")
    await club.deliver(late)
    assert "replaced by another" in refused(late.result)
    assert await side_of(club, fight, club.zoe.id) is None


async def test_a_change_of_sides_in_mid_battle_is_the_gms_to_allow_and_he_is_told_why(club: World) -> None:
    fight = await battle_of(club)
    await club.gm.slash(club.channel, "campaign settings", joining="open")
    told = said(await club.ada.slash(club.channel, "campaign join", side="insurgents"))
    assert "A GM decides" in told
    post = club.texts(club.channel)[-1]
    assert "⚠ Plays for **Army** now." in post
    assert "⚠ Has seen what only **Army** may know of *Battle 1*, which goes on." in post
    assert await side_of(club, fight, club.ada.id) == "army"
    await club.ada.slash(club.channel, "campaign leave")
    assert "takes it back" not in club.texts(club.channel)[-1]
    again = said(await club.ada.slash(club.channel, "campaign join", side="insurgents"))
    assert "Has seen what only **Army** may know" in again
    assert await side_of(club, fight, club.ada.id) is None


async def test_all_requests_are_listed_for_the_gm_with_their_buttons(club: World) -> None:
    fight = await battle_of(club)
    await asks(club)
    await club.people["pat"].slash(club.channel, "campaign join", side="army")
    assert "Only a GM" in refused(await club.ivo.slash(club.channel, "campaign requests"))
    listed = await club.gm.slash(club.channel, "campaign requests")
    assert "2 people wait" in said(listed)
    assert listed.response is not None
    assert [label for label in labels(listed.response) if label.startswith("Let")] == ["Let zoe in", "Let pat in"]
    await club.gm.click(listed.response, custom_id=ids_of(listed.response, "admit")[1])
    assert await side_of(club, fight, club.people["pat"].id) == "army"
    assert "1 person waits" in said(await club.gm.slash(club.channel, "campaign requests"))


async def test_the_settings_say_who_may_join_and_a_gm_changes_them(club: World) -> None:
    await campaign_of(club)
    shown = said(await club.zoe.slash(club.channel, "campaign settings"))
    assert "Joining: open until the first battle begins, then by the GM's approval" in shown
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "campaign settings", joining="open"))
    changed = said(await club.gm.slash(club.channel, "campaign settings", joining="closed"))
    assert "Joining: closed" in changed
    assert "takes nobody in" in refused(await club.zoe.slash(club.channel, "campaign join", side="army"))


async def test_a_gm_moves_a_player_who_then_sees_his_new_side_only(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    moved = await club.gm.slash(club.channel, "campaign move", member=club.ivo.user, side="Army")
    assert "Has seen what only **Insurgents** may know of *Battle 1*" in said(moved)
    assert any(f"moved {club.ivo.mention} from **Insurgents** to **Army**" in text for text in club.texts(club.channel))
    assert ghost.name not in said(await club.ivo.slash(club.thread, "status"))
    assert "Cell 1" not in said(await club.ivo.slash(club.channel, "unit list"))
    assert "Rifle squad 1" in said(await club.ivo.slash(club.channel, "unit list"))
    assert "nobody left" not in "".join(club.texts())
    # Nobody is left of the insurgents: the GM is told so in the battle's thread.
    last = next(message for message in reversed(club.posts()) if "no player left" in text_of(message))
    assert "**Insurgents** has no player left in *Battle 1*." in text_of(last)
    assert pinged(club, last) == [club.gm.id]


async def test_a_player_who_is_removed_in_mid_battle_is_not_waited_for(club: World) -> None:
    fight = await battle_of(club)
    await fight.until("insurgents")
    panel = await fight.pick(club.ivo)
    await club.zoe.slash(club.channel, "campaign join", side="insurgents")
    await club.gm.click(club.posts(club.channel)[-1], custom_id=ids_of(club.posts(club.channel)[-1], "admit")[0])

    await club.gm.slash(club.channel, "campaign remove", member=club.ivo.user)

    news = club.posts()[-1]
    assert f"{club.zoe.mention} — **Insurgents** is asked in *Battle 1*" in text_of(news)
    assert pinged(club, news) == [club.zoe.id]
    assert panel.response is not None
    before = await fight.version()
    assert refused(await club.ivo.click(panel.response, custom_id=ids_of(panel.response, "do")[0]))
    assert await fight.version() == before
    opened = await club.zoe.click(news, custom_id=ids_of(news, "explain")[0])
    await club.zoe.click(opened.response, custom_id=ids_of(opened.response, "quick")[0])
    assert await fight.version() > before
    assert "A GM decides" in said(await club.ivo.slash(club.channel, "campaign join", side="insurgents"))


async def test_when_nobody_of_a_side_is_left_its_deadline_answers_and_the_gm_may(club: World) -> None:
    fight = await battle_of(club)
    await fight.until("insurgents")
    await club.ivo.slash(club.channel, "campaign leave")
    left, seat = club.texts(club.channel)[-2:]
    assert f"{club.ivo.mention} no longer plays for **Insurgents**." in left
    assert "is open" in seat
    assert "The battle waits for it: a GM answers" in club.texts()[-1]
    before = await fight.version()
    await club.passes(hours=37)
    reminder = next(message for message in reversed(club.posts()) if "⏰" in text_of(message))
    assert pinged(club, reminder) == [club.gm.id]
    await club.passes(hours=12)
    assert await fight.version() > before


async def test_a_briefing_is_for_the_side_that_one_really_has(club: World) -> None:
    fight = await battle_of(club)
    viewer = await viewer_of(club.store, fight.id, club.ada.id)
    assert viewer.side == "army"
    await club.gm.slash(club.channel, "campaign remove", member=club.ada.user)
    assert (await viewer_of(club.store, fight.id, club.ada.id)).side is None
    assert await scenarios.briefing(club.store, fight.id, await viewer_of(club.store, fight.id, club.ada.id)) is None
