"""Discord's context menus: a person's figures and their careers, a post of the bot explained."""

from __future__ import annotations

from pathlib import Path

from tests.bot.opened import battle_of, campaign_of
from tests.bot.red_front import MEADOW, fought
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of


async def test_career_lists_the_figures_of_a_person_on_ones_own_side(club: World) -> None:
    await campaign_of(club)
    shown = await club.ada.context_menu(club.channel, "Career", club.ada)
    assert shown.response is not None
    people = options(shown.response, "career-pick")
    assert people
    label, ref = next(iter(people.items()))
    told = await club.ada.select(shown.response, [ref], custom_id=ids_of(shown.response, "career-pick")[0])
    assert label in said(told)
    assert "Rifle squad 1" in said(told)
    assert "figure" in said(await club.gm.context_menu(club.channel, "Career", club.ivo)), "a GM sees both sides"


async def test_figures_of_the_other_side_read_the_same_as_none(club: World) -> None:
    await campaign_of(club)
    enemy = refused(await club.ada.context_menu(club.channel, "Career", club.ivo))
    nobody = refused(await club.ada.context_menu(club.channel, "Career", club.people["pat"]))
    assert enemy == nobody
    assert "You may look at no figure of theirs" in enemy


async def test_many_figures_come_in_pages(club: World) -> None:
    await campaign_of(club, army=("squad",) * 8)
    shown = await club.ada.context_menu(club.channel, "Career", club.ada)
    assert shown.response is not None
    first = options(shown.response, "career-pick")
    if "More ▶" not in labels(shown.response):
        assert len(first) < 25
        return
    assert len(first) == 25
    more = await club.ada.click(shown.response, label="More ▶")
    assert more.response is not None
    assert not set(options(more.response, "career-pick").values()) & set(first.values())


async def test_explain_says_what_the_words_of_a_post_mean_and_where_it_belongs(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        post = front.prompt()  # which tells folded what the officers have drawn
        told = await front.zoe.context_menu(front.thread, "Explain", post)
        words = said(told)
        assert "goes on." in words
        assert "**morale**: of an officer: added to the fear" in words
        assert told.response is not None
        assert labels(told.response) == ["What can I do?", "Status", "Reading the posts"]


async def test_explain_is_for_the_bots_own_posts_only(club: World) -> None:
    await battle_of(club)
    spoken = await club.ada.send(club.thread, "What is a segment?")
    assert "I explain my own posts only" in refused(await club.zoe.context_menu(club.thread, "Explain", spoken))
    post = club.posts()[0]
    told = said(await club.zoe.context_menu(club.thread, "Explain", post))
    assert "Battle 1" in told
    assert text_of(post)
