"""/now and /privacy as an app of one's own: in direct messages and on servers that the bot is not on."""

from __future__ import annotations

from typing import Any

from tests.bot.opened import battle_of
from tests.bot.world import World, said


def published(club: World) -> dict[str, dict[str, Any]]:
    """The commands that every server has, as Discord was given them last."""
    bodies = [request.json for request in club.env.http_requests if request.method == "PUT"]
    every = next(body for body in bodies if any(each["name"] == "now" for each in body))
    return {each["name"]: each for each in every}


async def test_they_can_be_installed_by_a_person_and_used_anywhere(club: World) -> None:
    found = published(club)
    for name in ("now", "privacy"):
        assert found[name]["integration_types"] == [0, 1]
        assert found[name]["contexts"] == [0, 1, 2]
    for name in ("Career", "Explain"):
        assert found[name]["contexts"] == [0]
    assert 1 not in (found["status"].get("integration_types") or [0])


async def test_in_a_direct_message_now_says_on_which_server_a_battle_is(club: World) -> None:
    fight = await battle_of(club)
    asked = club.ada if await fight.turn() == "army" else club.ivo
    words = said(await asked.user.slash("now"))
    assert "On **The Wednesday Club**: Bosnia 1993" in words
    other = said(await club.ada.slash(club.channel, "now"))
    assert "The Wednesday Club" not in other


async def test_of_several_battles_each_has_its_server(club: World) -> None:
    await battle_of(club)
    second = club.guild.create_text_channel("second")
    await club.gm.slash(second, "campaign create", name="Kosovo 1999")
    await club.ada.slash(second, "campaign join", side="army", unit="squad")
    await club.ivo.slash(second, "campaign join", side="insurgents", unit="cell")
    await club.gm.slash(second, "battle begin")
    words = said(await club.ada.user.slash("now"))
    assert words.count("on **The Wednesday Club**") == 2
    kept = said(await club.ada.user.slash("privacy show"))
    assert "(on The Wednesday Club)" in kept
