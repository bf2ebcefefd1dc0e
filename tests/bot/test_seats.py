"""A seat stands open: its player falls silent or leaves, a volunteer takes it by one click, its owner comes back by one
click, and nobody sits there who knows what the enemy knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.record.staffing import staffed
from campaigns.campaign import campaign
from campaigns.clocks import waits
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.roster import Unit
from tests.bot.opened import battle_of
from tests.bot.test_clocks import pings
from tests.bot.world import Person, World, ids_of, labels, refused, said, text_of, world
from tests.stories.commander import Command

MOST = 60
"""Answers and deadlines at the very most."""


def open_seats(club: World) -> list[discord.Message]:
    """The posts with the button that takes a seat."""
    return [message for message in club.posts(club.channel) if ids_of(message, "seat-take")]


def given_back(club: World) -> list[discord.Message]:
    """The posts with the button that takes a seat back."""
    return [message for message in club.posts(club.channel) if ids_of(message, "seat-back")]


async def sides(club: World) -> dict[str, list[int]]:
    (view,) = await campaign.of_guild(club.store, club.guild.id)
    return {side.key: [player.user_id for player in side.players] for side in view.sides}


async def owners(club: World, side: str) -> set[int]:
    """Whose the side's units are."""
    async with club.store.reading() as session:
        found = select(Player.user_id).join(Unit, col(Unit.player_id) == Player.id)
        return set((await session.exec(found.join(Side, col(Side.id) == Unit.side_id).where(Side.key == side))).all())


async def silent(club: World, command: Command, side: str) -> None:
    """Everybody else answers until that side has let two deadlines pass in a row."""
    for _ in range(MOST):
        async with club.store.reading() as session:
            if side in staffed(await session.get_one(Battle, command.battle)):
                return
        ask = (await command.field_()).prompt.asks[0]
        if ask.side == side:
            await club.passes(hours=49)
            continue
        prompt, who = club.prompt(), command.player(ask)
        if not ids_of(prompt, "quick"):
            panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
            assert panel is not None
            await who.click(panel, custom_id=ids_of(panel, "quick")[0])
        else:
            await who.click(prompt, custom_id=ids_of(prompt, "quick")[0])
    raise AssertionError("it is never staffed")


async def test_two_misses_open_the_seat_a_volunteer_takes_it_and_its_owner_comes_back(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
        await club.ada.slash(club.channel, "campaign join", side="army")
        await club.ivo.slash(club.channel, "campaign join", side="insurgents")
        await club.gm.slash(club.channel, "battle begin", scenario="the-mill-road")
        (info,) = await battles.of_campaign(club.store, 1)
        command = Command(club, info.id)
        queued = await club.zoe.slash(club.channel, "campaign volunteer", side="insurgents")
        assert "You are number 1 in the queue" in said(queued)
        called = pings(club)

        await silent(club, command, "insurgents")

        (post,) = open_seats(club)
        words = text_of(post)
        assert "has let two deadlines pass in a row" in words
        assert f"<#{club.thread.id}>" in words, "with a link to the battle"
        since = pings(club)[len(called) :]
        assert (since.count(club.zoe.id), since.count(club.gm.id)) == (1, 1), "told once"
        await club.passes(days=3)
        assert len(open_seats(club)) == 1

        await club.restart()
        (take,) = ids_of(post, "seat-take")
        knows = refused(await club.ada.click(post, custom_id=ids_of(post, "seat-take")[0]))
        assert "what only" in knows
        assert "A GM sees" in refused(await club.gm.click(post, custom_id=ids_of(post, "seat-take")[0]))
        assert "yourself" in refused(await club.ivo.click(post, custom_id=ids_of(post, "seat-take")[0]))
        late = club.pressed(club.people["pat"], post, take)
        taken = await club.zoe.click(post, custom_id=take)
        assert "✔ You play for" in said(taken)
        assert f"<#{club.thread.id}>" in said(taken)
        await club.deliver(late)
        assert "taken that seat" in refused(late.result)
        assert await sides(club) == {"army": [club.ada.id], "insurgents": [club.zoe.id], **neutral(await sides(club))}
        assert await owners(club, "insurgents") == {club.zoe.id}
        async with club.store.reading() as session:
            assert staffed(await session.get_one(Battle, command.battle)) == {}, "the staff has stepped back"
        await club.env.settle()
        assert open_seats(club) == [], "the button is gone"

        await club.restart()
        (post,) = given_back(club)
        assert "Only the player who left that seat" in refused(
            await club.zoe.click(post, custom_id=ids_of(post, "seat-back")[0])
        )
        (button,) = ids_of(post, "seat-back")
        late = club.pressed(club.ivo, post, button)
        back = await club.ivo.click(post, custom_id=button)
        assert "You play for" in said(back)
        assert (await sides(club))["insurgents"] == [club.ivo.id]
        assert await owners(club, "insurgents") == {club.ivo.id}
        await club.deliver(late)
        assert "already" in refused(late.result)
        await command_goes_on(club, command)
        await club.agrees(command.battle)


def neutral(found: dict[str, list[int]]) -> dict[str, list[int]]:
    return {side: people for side, people in found.items() if side not in ("army", "insurgents")}


async def command_goes_on(club: World, command: Command) -> None:
    """The owner answers for his side as before."""
    for _ in range(MOST):
        ask = (await command.field_()).prompt.asks[0]
        before = (await command.field_()).info.version
        who = command.player(ask)
        prompt = club.prompt()
        if ids_of(prompt, "quick"):
            await who.click(prompt, custom_id=ids_of(prompt, "quick")[0])
        else:
            panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
            assert panel is not None
            await who.click(panel, custom_id=ids_of(panel, "quick")[0])
        assert (await command.field_()).info.version > before
        if ask.side == "insurgents":
            return
    raise AssertionError("the side is never asked")


# ── Whoever leaves ────────────────────────────────────────────────────────────────────────────────────────────────


async def shown(who: Person, club: World) -> Any:
    """What somebody reads who looks what they may do."""
    return (await who.slash(club.thread, "now")).response


async def press(who: Person, post: discord.Message, what: str) -> Any:
    return await who.click(post, custom_id=ids_of(post, what)[0])


async def test_whoever_leaves_opens_the_seat_and_may_come_back_any_time(club: World) -> None:
    fight = await battle_of(club)
    assert "of any side" in said(await club.zoe.slash(club.channel, "campaign volunteer"))
    called = pings(club)
    await fight.until("army")
    await club.ada.slash(club.channel, "campaign leave")
    (post,) = open_seats(club)
    assert "has no player left" in text_of(post)
    assert pings(club)[len(called) :].count(club.zoe.id) == 1
    await club.restart()
    await press(club.zoe, post, "seat-take")
    (waiting,) = await waits.standing(club.store, fight.id)
    assert waiting.users == (club.zoe.id,)
    version = await fight.version()
    await club.zoe.slash(club.thread, "hold")
    assert await fight.version() > version
    # The other way back: joining one's own side again, which needs no GM's word.
    assert "You play for" in said(await club.ada.slash(club.channel, "campaign join", side="army"))
    assert (await sides(club))["army"] == [club.ada.id]
    assert await owners(club, "army") == {club.ada.id}


async def test_a_stand_in_who_leaves_opens_the_seat_again_and_its_owner_may_still_come_back(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.channel, "campaign remove", member=club.ada.user, substitute=club.zoe.user)
    (stood_in,) = given_back(club)
    assert "A GM puts" in text_of(stood_in)
    await club.zoe.slash(club.channel, "campaign leave")
    (post,) = open_seats(club)
    assert "no longer open" not in said(await press(club.people["pat"], post, "seat-take"))
    assert (await sides(club))["army"] == [club.people["pat"].id]
    assert "Take my side back" not in str(labels(await shown(club.zoe, club)))
    looked = await shown(club.ada, club)
    assert "You play for" in said(await club.ada.click(looked, custom_id=ids_of(looked, "seat-back")[0]))
    assert (await sides(club))["army"] == [club.ada.id]
    assert await owners(club, "army") == {club.ada.id}


async def test_a_stand_in_who_leaves_may_sit_down_again(club: World) -> None:
    fight = await battle_of(club)
    await fight.until("army")
    await club.gm.slash(club.channel, "campaign remove", member=club.ada.user, substitute=club.zoe.user)
    await club.zoe.slash(club.channel, "campaign leave")
    (post,) = open_seats(club)
    assert "✔ You play for" in said(await press(club.zoe, post, "seat-take"))
    assert (await sides(club))["army"] == [club.zoe.id]
    assert await owners(club, "army") == {club.zoe.id}
    (waiting,) = await waits.standing(club.store, fight.id)
    assert waiting.users == (club.zoe.id,)
    assert open_seats(club) == [], "it is theirs: nobody else is called"
    looked = await shown(club.ada, club)
    assert "You play for" in said(await club.ada.click(looked, custom_id=ids_of(looked, "seat-back")[0]))
    assert (await sides(club))["army"] == [club.ada.id]


async def test_whoever_knows_too_much_or_has_a_seat_volunteers_for_none(club: World) -> None:
    fight = await battle_of(club)
    ada, zoe, pat = club.ada, club.zoe, club.people["pat"]
    for side in ("", "army", "insurgents"):
        given = {"side": side} if side else {}
        assert "You play for" in refused(await ada.slash(club.channel, "campaign volunteer", **given))
    assert "no side 'moon'" in refused(await zoe.slash(club.channel, "campaign volunteer", side="moon"))
    assert "A GM sees" in refused(await club.gm.slash(club.channel, "campaign volunteer"))
    assert "in no queue" in refused(await zoe.slash(club.channel, "campaign volunteer", withdraw=True))
    assert "number 1" in said(await zoe.slash(club.channel, "campaign volunteer"))
    assert "already" in refused(await zoe.slash(club.channel, "campaign volunteer"))
    assert "number 1" in said(await zoe.slash(club.channel, "campaign volunteer", side="army")), "the queue stays"
    assert "number 2" in said(await pat.slash(club.channel, "campaign volunteer"))
    assert "In the queue for a seat" in said(await club.gm.slash(club.channel, "campaign requests"))
    assert "left the queue" in said(await pat.slash(club.channel, "campaign volunteer", withdraw=True))
    # Whoever has played for the army knows what it knows, and may not sit on the other side while the battle goes on.
    await club.ada.slash(club.channel, "campaign leave")
    await club.ivo.slash(club.channel, "campaign leave")
    seats = open_seats(club)
    (theirs,) = [post for post in seats if "Insurgents" in text_of(post)]
    assert "You have seen what only" in refused(await press(ada, theirs, "seat-take"))
    assert "You have seen what only" in refused(await ada.slash(club.channel, "campaign volunteer", side="insurgents"))
    # A battle that is over opens nothing to nobody.
    await club.gm.slash(club.thread, "battle end")
    assert "You play for" in said(await press(zoe, theirs, "seat-take")), "between battles the seat is free to anybody"
    assert fight.id


async def test_who_may_not_take_a_seat_is_not_called_for_it(club: World) -> None:
    await battle_of(club)
    await club.zoe.slash(club.channel, "campaign volunteer", side="army")
    await club.people["pat"].slash(club.channel, "campaign volunteer")
    await club.ada.slash(club.channel, "campaign leave")
    assert "number 3" in said(await club.ada.slash(club.channel, "campaign volunteer")), "for what was her own side"
    before = pings(club)
    await club.ivo.slash(club.channel, "campaign leave")
    called = pings(club)[len(before) :]
    assert called.count(club.people["pat"].id) == 1
    assert (called.count(club.zoe.id), called.count(club.ada.id)) == (0, 0), "another side; she knows the enemy"


async def test_a_seat_whose_side_has_a_player_again_is_not_open(club: World) -> None:
    await battle_of(club)
    await club.ada.slash(club.channel, "campaign leave")
    (post,) = open_seats(club)
    await club.gm.slash(club.channel, "campaign join", side="army")
    assert "no longer open" in refused(await press(club.zoe, post, "seat-take"))


async def test_a_campaign_that_takes_in_by_its_gms_word_lets_no_stranger_volunteer(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.channel, "campaign settings", joining="approval")
    assert "Only the GM lets newcomers" in refused(await club.zoe.slash(club.channel, "campaign volunteer"))
    await club.ada.slash(club.channel, "campaign leave")
    (post,) = open_seats(club)
    assert "Only the GM lets newcomers" in refused(await press(club.zoe, post, "seat-take"))
    assert "You play for" in said(await club.ada.slash(club.channel, "campaign join", side="army")), "it is their own"


async def test_whom_a_gm_has_removed_takes_no_seat_back(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.channel, "campaign remove", member=club.ada.user)
    (post,) = open_seats(club)
    assert "A GM has taken you out" in refused(await press(club.ada, post, "seat-take"))
    assert "Asked" in said(await club.ada.slash(club.channel, "campaign join", side="army"))
    await press(club.zoe, post, "seat-take")
    assert given_back(club) == [], "there is nobody to come back"
