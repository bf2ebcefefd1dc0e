"""The mill road: a scenario of the library fought on Discord. Its events come by themselves, a side is asked, relief
arrives, the bot is restarted in the middle of it all, and neither side ever receives what was meant for the other."""

from __future__ import annotations

import json
from pathlib import Path

from simcord import MemberActor

from campaigns.battle import battles
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from rules.seam.viewing import Viewer
from tests.bot.world import World, ids_of, labels, said, text_of, world
from tests.campaigns.scenario_files import FARM
from tests.stories.commander import Command

MOST_ANSWERS = 80
ARMY_ONLY = (
    "The colonel will not pay for stones",  # the briefing
    "Bring a man into the mill",  # the objective
    "Three bands, and the men at the well",  # what the boy tells
)
INSURGENTS_ONLY = (
    "worth more than the mill",
    "No stranger keeps the mill",
    "The well must hurry",
)
NOBODY_YET = ("A lorry from the well", "Terms", "Orders of the day", "Well cell")
"""Events by their titles, and the men held back: nobody but the GM may know that there are any."""


def received(club: World, member: MemberActor) -> str:
    """Everything that the bot has ever sent to that member: his own answers and menus, and what stands in channels."""
    found: list[str] = []
    for request in club.env.http_requests:
        tokens = [token for token in club.env.backend.interaction_tokens if f"/{token}" in request.path]
        if not tokens or any(_user(club, token) == member.id for token in tokens):
            found.append(json.dumps(request.json, ensure_ascii=False))
    return "\n".join(found)


def _user(club: World, token: str) -> int:
    backend = club.env.backend
    kept = backend.interaction_tokens[token]
    return (kept if hasattr(kept, "user_id") else backend.interactions[kept]).user_id


async def test_the_mill_road(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
        await club.ada.slash(club.channel, "campaign join", side="army")
        await club.ivo.slash(club.channel, "campaign join", side="insurgents")
        await club.gm.slash(club.channel, "battle begin", scenario="the-mill-road")
        (info,) = await battles.of_campaign(club.store, 1)
        command = Command(club, info.id)
        (opened,) = [post for post in club.posts() if ids_of(post, "briefing")]
        for player, secrets in ((club.ada, ARMY_ONLY), (club.ivo, INSURGENTS_ONLY)):
            assert secrets[0] in said(await player.click(opened, custom_id=ids_of(opened, "briefing")[0]))
        for hidden in NOBODY_YET:
            assert hidden not in received(club, club.ada), hidden
            assert hidden not in received(club, club.ivo) or hidden == "Well cell", hidden
        assert "3rd Squad" not in received(club, club.ivo)

        await _until_the_boy_comes(club, command)
        await club.restart()
        await _he_is_listened_to(club, command)
        await club.restart()
        await _everybody_looks(club)
        before = {member: received(club, member) for member in (club.ada, club.ivo)}
        await _the_end(club, command)

        # What both sides were out for is told when it is over, and not before.
        assert INSURGENTS_ONLY[1] in received(club, club.ada)
        assert ARMY_ONLY[1] in received(club, club.ivo)
        for member, own, others in ((club.ada, ARMY_ONLY, INSURGENTS_ONLY), (club.ivo, INSURGENTS_ONLY, ARMY_ONLY)):
            assert [secret for secret in others if secret in before[member]] == []
            everything, others = received(club, member), [secret for secret in others if secret != others[1]]
            assert [secret for secret in own if secret not in everything] == [], "they did learn their own"
            assert [secret for secret in others if secret in everything] == []
            assert "Terms" not in everything
        await club.agrees(info.id)


async def _until_the_boy_comes(club: World, command: Command) -> None:
    for _ in range(MOST_ANSWERS):
        field = await command.field_()
        if any(ask.key.startswith("choice") for ask in field.prompt.asks):
            break
        await _hold(club, command)
    for player, secrets in ((club.ada, ARMY_ONLY), (club.ivo, INSURGENTS_ONLY)):
        assert secrets[1] in said(await player.slash(club.thread, "status")), "its objective, from the first turn on"
    prompt = club.prompt()
    assert "Do you send a man back with him?" in text_of(prompt)
    assert [label for label in labels(prompt) if label != "Details"][:2] == ["Listen to him", "Wave him on"]
    assert "A boy comes down Mill Lane" in "\n".join(club.texts())


async def _hold(club: World, command: Command) -> None:
    """Nobody moves: the last of the quick answers holds for good. What is asked in secret is answered in secret."""
    ask = (await command.field_()).prompt.asks[0]
    prompt = club.prompt()
    who = command.player(ask)
    if ids_of(prompt, "quick"):
        await who.click(prompt, custom_id=ids_of(prompt, "quick")[-1])
        return
    panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
    assert panel is not None
    await who.click(panel, custom_id=ids_of(panel, "quick")[0])


async def _he_is_listened_to(club: World, command: Command) -> None:
    """The answer brings the lorry with the men from the well, and each side learns something of its own."""
    prompt = club.prompt()
    chosen = said(await club.ada.click(prompt, custom_id=ids_of(prompt, "quick")[0]))
    assert ARMY_ONLY[2] in chosen
    assert "boots hit the road" in "\n".join(club.texts())
    field = await command.field_()
    seen = field.rules.battle.view(field.state, Viewer(umpire=True))
    assert any(unit.name == "Well cell" for unit in seen.units)


async def _everybody_looks(club: World) -> None:
    prompt = club.prompt()
    for member, secret in ((club.ada, ARMY_ONLY[2]), (club.ivo, INSURGENTS_ONLY[2])):
        assert secret in said(await member.click(prompt, custom_id=ids_of(prompt, "news")[0]))
        await member.slash(club.thread, "now")
        await member.slash(club.thread, "status")
        await member.slash(club.thread, "map")
        await member.slash(club.thread, "help")
        await member.autocomplete(club.thread, "gm event", "name", "")
        await member.slash(club.thread, "gm event")
        await member.slash(club.thread, "choose", option="Melt away")


async def _the_end(club: World, command: Command) -> None:
    """The GM lets the colonel call the army back: the scenario ends the battle, and the careers remember it."""
    await club.gm.slash(club.thread, "gm event", name="ordered-out")
    field = await command.field_()
    assert field.info.status is BattleStatus.ENDED
    assert field.info.result is not None
    assert field.info.result.winner == "insurgents"
    raised = {unit.name: unit for unit in await rosters.units_of(club.store, field.info.campaign_id)}
    squads, cells = {"1st Squad", "2nd Squad", "3rd Squad"}, {"Mill cell", "Poplar cell", "Ridge cell", "Well cell"}
    assert set(raised) == squads | cells
    assert all(slot.last.standing.battles == (command.battle,) for slot in raised["Well cell"].slots)


async def test_a_joker_brings_the_lights(tmp_path: Path) -> None:
    """An event that waits for a joker happens when one is turned, not before."""
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Farm", rules="book-and-gun")
        await club.ada.slash(club.channel, "campaign join", side="army")
        await club.ivo.slash(club.channel, "campaign join", side="insurgents")
        await club.gm.slash(club.channel, "scenario import", file=("farm.yaml", FARM.encode()))
        for number in range(1, 6):  # a battle of six turns may go by without a joker
            await club.gm.slash(club.channel, "battle begin", scenario="the-farm")
            command = Command(club, number)
            for _ in range(MOST_ANSWERS):
                said_so_far = "\n".join(club.texts()).casefold()
                assert ("headlights" in said_so_far) == ("★" in said_so_far)
                if "headlights" in said_so_far:
                    return
                if await command.over():
                    break
                await _hold(club, command)
        raise AssertionError("no joker was turned")
