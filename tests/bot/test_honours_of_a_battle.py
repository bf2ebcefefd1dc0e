"""Honours on the panel after a battle, one by one; a campaign's own awards; honours of units."""

from __future__ import annotations

import re

from campaigns.honours import held as held_honours
from campaigns.roster import careers
from tests.bot.opened import battle_of
from tests.bot.test_campaign_life import killed
from tests.bot.test_closing_a_battle import held, opened, over, panel, press, unit
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, options, refused, said, text_of

__all__ = ["over"]


async def test_honours_one_by_one_with_the_gm_s_own_words_or_declined(over: World) -> None:
    shown = await press(over, await opened(over), "honours")
    well = await unit(over, "Well")
    mention = next(value for label, value in options(shown, "honour").items() if "Mentioned" in label)
    one = panel(await over.gm.select(shown, [mention], custom_id=ids_of(shown, "honour")[0]))
    assert "“2 felled”" in text_of(one)
    form = await over.gm.click(one, custom_id=ids_of(one, "honour-ask")[0])
    done = panel(await over.gm.submit_modal(form, {"citation": "held the ford alone"}))
    assert "Mentioned in dispatches." in text_of(done)
    (worn,) = held_honours.honours_in(await careers.career(over.store, held(well, 1)))
    assert (worn.key, worn.citation, worn.battle) == ("mention", "held the ford alone", "The ford")
    killer = well.slots[0].last.ref
    file = said(await over.ivo.slash(over.channel, "figure show", figure=killer))
    assert re.search(r"🎖️ \*\*Mentioned in dispatches\*\*, The ford · <t:\d+:d>\n> held the ford alone", file)
    assert file.count("held the ford alone") == 1
    shown = await press(over, done, "honours")
    hurt = next(value for label, value in options(shown, "honour").items() if "wounded" in label)
    one = panel(await over.gm.select(shown, [hurt], custom_id=ids_of(shown, "honour")[0]))
    left = await press(over, one, "honour-not")
    assert "✔ Declined: Purple Heart" in text_of(left)
    assert "(wounded in action)" not in text_of(left)
    assert "(killed in action)" in text_of(left)


async def test_a_campaign_brings_its_own_awards_and_a_bad_file_changes_nothing(over: World) -> None:
    bad = b"rules: book-and-gun\ntitle: Own\nawards:\n  a: {name: A, measure: valour, least: -1}\n"
    told = said(await over.gm.slash(over.channel, "campaign honours", file=("own.yaml", bad)))
    assert "cannot be used: 2 faults" in told
    assert "Nothing has changed" in told
    good = b"rules: book-and-gun\ntitle: Own\nshipped: false\nawards:\n  a: {name: Ace, measure: kills, least: 2}\n"
    assert "Only a GM" in refused(await over.ada.slash(over.channel, "campaign honours", file=("own.yaml", good)))
    told = said(await over.gm.slash(over.channel, "campaign honours", file=("own.yaml", good)))
    assert "✔ **Kept**: 1 award" in told
    assert "Ace (2 felled)" in text_of(await opened(over))
    for name, words in (("own.txt", ".yaml file"), ("own.yaml", "isn't UTF-8")):
        broken = await over.gm.slash(over.channel, "campaign honours", file=(name, b"\xff\xfe\xff"))
        assert words in refused(broken)
    figure = (await unit(over, "Well")).slots[0].last.ref
    offered = await over.gm.autocomplete(over.channel, "figure decorate", "decoration", "", figure=figure)
    assert "a" in [choice["value"] for choice in offered]
    assert "Discarded" in said(await over.gm.slash(over.channel, "campaign honours", discard=True))
    assert "Bronze Star" in said(await over.ada.slash(over.channel, "campaign honours"))


async def test_a_unit_is_honoured_and_its_sheet_shows_it(over: World) -> None:
    honour = "unit honour"
    offered = await over.gm.autocomplete(over.channel, honour, "honour", "", unit="Able")
    assert [choice["value"] for choice in offered] == ["unit-citation"]
    given = await over.gm.slash(over.channel, honour, unit="Able", honour="unit-citation", battle="1", citation="stood")
    assert "Unit citation (The ford)" in said(given)
    assert "Unit citation (The ford)" in said(await over.ada.slash(over.channel, "unit roster", unit="Able"))
    assert "Able: Unit citation." in said(await over.ada.slash(over.channel, "campaign diary"))
    assert "Unit citation" not in said(await over.ivo.slash(over.channel, "campaign diary"))
    assert "Only a GM" in refused(await over.ada.slash(over.channel, honour, unit="Able", honour="x"))
    assert "Name one honour" in refused(await over.gm.slash(over.channel, honour, unit="Able"))
    (mine,) = await over.gm.autocomplete(over.channel, honour, "take_back", "", unit="Able")
    back = await over.gm.slash(over.channel, honour, unit="Able", take_back=mine["value"], citation="it was Baker")
    assert "No honours." in said(back)
    assert "Unit citation" not in said(await over.ada.slash(over.channel, "campaign diary"))


async def test_what_is_proposed_links_to_the_post_that_tells_of_it(club: World) -> None:
    """Somebody falls in a battle that is played: the proposal leads to the post of that shot, and to no other."""
    fight = await battle_of(club)
    awards = f"rules: {TOY.key}\ntitle: Own\nawards:\n  post: {{name: Last Post, measure: wounded}}\n"
    kept = await club.gm.slash(club.channel, "campaign honours", file=("own.yaml", awards.encode()))
    assert "✔ **Kept**" in said(kept)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="nightfall")
    told = text_of(await opened(club))
    (link,) = re.findall(r"Last Post \(killed in action\) \[↗\]\((\S+)\)", told)
    *_, channel, message = link.split("/")
    assert int(channel) == club.thread.id
    (post,) = [post for post in club.posts() if post.id == int(message)]
    assert "is killed" in text_of(post)
