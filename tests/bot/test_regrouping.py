"""/unit split, merge and transfer: at once among one's own, with the other player's word where two are concerned."""

from __future__ import annotations

import discord

from campaigns.roster import rosters
from tests.bot.opened import campaign_of
from tests.bot.world import Person, World, ids_of, refused, said, text_of


async def muster(club: World) -> int:
    """Ada has one squad, Pat another on the same side, Ivo a cell. The campaign's id."""
    campaign_id = await campaign_of(club)
    pat = club.people["pat"]
    await pat.slash(club.channel, "campaign join", side="army")
    await pat.slash(club.channel, "unit raise", kind="squad", name="Pat's own")
    return campaign_id


async def rolls(club: World) -> dict[str, list[str]]:
    """Who is in which unit."""
    return {
        unit.name: [slot.holder.name for slot in unit.slots if slot.holder is not None]
        for unit in await rosters.units_of(club.store, 1)
    }


async def call(club: World, who: Person, command: str, **given: object) -> str:
    return said(await who.slash(club.channel, f"unit {command}", **given))


def asked(club: World) -> discord.Message:
    """The newest post with a button to agree."""
    return [post for post in club.posts(club.channel) if ids_of(post, "regroup")][-1]


async def test_a_unit_is_split_and_its_parts_put_together_again(club: World) -> None:
    await muster(club)
    ((first, second),) = [men for name, men in (await rolls(club)).items() if name == "Rifle squad 1"]
    offered = await club.ada.autocomplete(club.channel, "unit split", "figures", "", unit="Rifle squad 1")
    assert len(offered) == 2
    told = await call(club, club.ada, "split", unit="Rifle squad 1", figures=second, name="Left half")
    assert "Rifle squad 1 is split" in told
    assert "**Left half**" in told
    halves = await rolls(club)
    assert (halves["Rifle squad 1"], halves["Left half"]) == ([first], [second])
    assert "✔ Done." in await call(club, club.ada, "merge", unit="Left half", into="Rifle squad 1")
    now = await rolls(club)
    assert sorted(now["Rifle squad 1"]) == sorted((first, second))
    assert "Left half" not in now


async def test_the_other_player_agrees_by_the_button_even_after_a_restart(club: World) -> None:
    await muster(club)
    before = await rolls(club)
    ada, pat = before["Rifle squad 1"], before["Pat's own"]
    await call(club, club.ada, "split", unit="Rifle squad 1", figures=ada[1], name="Left half")
    assert "✔ Asked." in await call(club, club.people["pat"], "transfer", figure=pat[1], into="Left half")
    assert (await rolls(club))["Pat's own"] == pat, "nothing is done before she agrees"
    post = asked(club)
    words = text_of(post)
    assert club.ada.mention in words
    assert f"{pat[1]} of Pat's own is to go to Left half, if you agree." in words
    (button,) = ids_of(post, "regroup")
    for nobody in (club.people["pat"], club.ivo, club.zoe):
        assert refused(await nobody.click(post, custom_id=button))
    assert (await rolls(club))["Pat's own"] == pat

    await club.restart()
    assert "✔ Done." in said(await club.ada.click(post, custom_id=button))
    now = await rolls(club)
    assert (now["Pat's own"], sorted(now["Left half"])) == (pat[:1], sorted((ada[1], pat[1])))
    assert club.texts(club.channel)[-1] == f"Private {pat[1]} has gone to Left half, as agreed."
    # A second click finds him there already.
    assert refused(await club.ada.click(post, custom_id=button))
    assert await rolls(club) == now


async def test_both_halves_of_two_owners_become_one_unit(club: World) -> None:
    await muster(club)
    before = await rolls(club)
    ada, pat = before["Rifle squad 1"], before["Pat's own"]
    await call(club, club.ada, "split", unit="Rifle squad 1", figures=ada[1], name="Left half")
    await call(club, club.people["pat"], "split", unit="Pat's own", figures=pat[1], name="Pat's half")
    assert "✔ Asked." in await call(club, club.ada, "merge", unit="Left half", into="Pat's half")
    post = asked(club)
    assert club.people["pat"].mention in text_of(post)
    assert "✔ Done." in said(await club.people["pat"].click(post, custom_id=ids_of(post, "regroup")[0]))
    now = await rolls(club)
    assert sorted(now["Pat's half"]) == sorted((ada[1], pat[1]))
    assert "Left half" not in now


async def test_the_gm_asks_nobody(club: World) -> None:
    await muster(club)
    before = await rolls(club)
    ada, pat = before["Rifle squad 1"], before["Pat's own"]
    await call(club, club.gm, "split", unit="Rifle squad 1", figures=ada[1], name="Left half")
    assert "✔ Done." in await call(club, club.gm, "transfer", figure=pat[1], into="Left half")
    assert (await rolls(club))["Pat's own"] == pat[:1]


async def test_what_cannot_be_is_refused_and_changes_nothing(club: World) -> None:
    await muster(club)
    before = await rolls(club)
    ada, ivo = before["Rifle squad 1"], before["Cell 1"]
    for who, command, given in (
        (club.ada, "split", {"unit": "Rifle squad 1", "figures": ", ".join(ada), "name": "All"}),
        (club.ada, "split", {"unit": "Rifle squad 1", "figures": ada[0], "name": "Pat's own"}),
        (club.ada, "split", {"unit": "Pat's own", "figures": before["Pat's own"][0], "name": "Stolen"}),
        (club.ada, "transfer", {"figure": ivo[0], "into": "Rifle squad 1"}),
        (club.gm, "transfer", {"figure": ivo[0], "into": "Rifle squad 1"}),
        (club.gm, "merge", {"unit": "Pat's own", "into": "Rifle squad 1"}),
        (club.gm, "merge", {"unit": "Cell 1", "into": "Cell 1"}),
        (club.ivo, "merge", {"unit": "Rifle squad 1", "into": "Pat's own"}),
    ):
        assert refused(await who.slash(club.channel, f"unit {command}", **given))
    assert await rolls(club) == before
    await club.gm.slash(club.channel, "battle begin")
    given = {"unit": "Rifle squad 1", "figures": ada[1], "name": "Late"}
    assert refused(await club.ada.slash(club.channel, "unit split", **given))
    assert await rolls(club) == before


async def test_a_vehicle_or_gun_goes_nowhere_by_itself(club: World) -> None:
    await muster(club)
    given = {"unit": "Pat's own", "what": "mortar", "name": "Old Bess", "reason": "captured"}
    assert "Old Bess" in await call(club, club.gm, "add", **given)
    words = refused(await club.gm.slash(club.channel, "unit transfer", figure="Old Bess", into="Rifle squad 1"))
    assert "Old Bess" in words
