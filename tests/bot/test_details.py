"""The numbers behind a post are one click away, for everybody as far as they may know them, and stay so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult
from simcord.components import walk_components

from bot.talk.ticket import Ticket
from rules.kernel.event import Event
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Term, Viewer
from rules.telling.told import Told
from tests.bot import toy
from tests.bot.opened import Fight, battle_of, in_turn
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, labels, refused, said, text_of, world


async def volley(club: World) -> tuple[Fight, discord.Message]:
    """The army fires; the post of it."""
    fight = await battle_of(club)
    await fight.until("army")
    await club.ada.slash(club.thread, "fire", unit="Rifle squad 1", target="Cell 1")
    (post,) = [message for message in club.posts() if "fires at" in text_of(message)]
    return fight, post


async def test_a_post_says_what_came_of_it_and_its_button_the_rest(club: World) -> None:
    _, post = await volley(club)
    assert "Details" in labels(post)
    assert "(measured)" not in text_of(post)
    pressed = await club.zoe.click(post, custom_id=ids_of(post, "details")[0])
    assert pressed.response is not None
    assert pressed.response.ephemeral
    words = said(pressed)
    assert "fires at" in words
    assert "TO HIT 10 = 8 rifle · +2 steady" in words
    assert "🎲" in words
    assert "(measured)" in words or "(default)" in words or "(declared)" in words


async def test_the_words_of_the_book_are_explained_where_they_stand(tmp_path: Path) -> None:
    terms = (Term("TO HIT 6", "each D20 of 6 or less hits"), Term("★", "a joker"))
    async with world(tmp_path, {"toy": replace(TOY, book=replace(TOY.book, terms=terms))}) as club:
        _, post = await volley(club)
        words = said(await club.zoe.click(post, custom_id=ids_of(post, "details")[0]))
        assert "-# TO HIT 6: each D20 of 6 or less hits · ★: a joker" in words


async def test_the_details_of_old_posts_stay_what_they_were(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    fight, post = await volley(club)
    await in_turn(monkeypatch, fight)
    before = said(await club.zoe.click(post, custom_id=ids_of(post, "details")[0]))
    await (await fight.player()).slash(club.thread, "hold")
    await club.restart()
    assert said(await club.ivo.click(post, custom_id=ids_of(post, "details")[0])) == before


def telling_more_to_the_army() -> AnyRuleSet:
    """Toy soldiers whose army knows something of its volleys that nobody else knows."""

    def tell(state: toy.State, event: Event, viewer: Viewer) -> Told | None:
        told = toy.tell(state, event, viewer)
        if told is not None and isinstance(event, toy.Fired) and viewer.side == "army":
            return replace(told, details=(*told.details, "Two rounds are left"))
        return told

    return replace(TOY, battle=replace(TOY.battle, tell=tell))


async def test_everybody_gets_the_details_that_he_may_know(tmp_path: Path) -> None:
    async with world(tmp_path, {"toy": telling_more_to_the_army()}) as club:
        _, post = await volley(club)
        button = ids_of(post, "details")[0]
        assert "Two rounds are left" in said(await club.ada.click(post, custom_id=button))
        for other in (club.ivo, club.zoe, club.people["pat"]):
            words = said(await other.click(post, custom_id=button))
            assert "TO HIT" in words
            assert "Two rounds are left" not in words


async def test_a_post_of_words_alone_has_no_button(club: World) -> None:
    await battle_of(club)
    (begin,) = [message for message in club.posts() if "The battle begins" in text_of(message)]
    assert "units take the field" in text_of(begin)
    await club.ada.slash(club.thread, "hold")


def talking() -> AnyRuleSet:
    """Toy soldiers of whose volleys there is more to say than one message holds."""

    def tell(state: toy.State, event: Event, viewer: Viewer) -> Told | None:
        told = toy.tell(state, event, viewer)
        if told is not None and isinstance(event, toy.Fired):
            return replace(told, details=tuple(f"Number {n}, with every reason for it" for n in range(150)))
        return told

    return replace(TOY, battle=replace(TOY.battle, tell=tell))


async def test_long_details_are_paged(tmp_path: Path) -> None:
    async with world(tmp_path, {"toy": talking()}) as club:
        _, post = await volley(club)
        first = await club.zoe.click(post, custom_id=ids_of(post, "details")[0])
        assert first.response is not None
        assert "Number 0," in said(first)
        assert labels(first.response) == ["Page 2 ›"]
        second = await club.zoe.click(first.response, custom_id=ids_of(first.response, "details-page")[0])
        assert second.response is not None
        assert "Number 149," in said(second)
        assert labels(second.response)[0] == "‹ Page 1"


async def pressed(club: World, post: discord.Message, ticket: Ticket) -> InteractionResult:
    """The post's button as somebody has made it up, pressed."""
    stored = club.env.backend.get_message(club.thread.id, post.id)
    (button,) = [part for part in walk_components(stored.components) if part.get("label") == "Details"]
    button["custom_id"] = str(ticket)
    delivery = club.pressed(club.zoe, post, str(ticket))
    await club.deliver(delivery)
    return delivery.result


@pytest.mark.parametrize("choice", ["", "x.y", "1", "1.x", "1.99999999999999999999"])
async def test_a_forged_button_is_answered(club: World, choice: str) -> None:
    fight, post = await volley(club)
    told = await pressed(club, post, Ticket("details", fight.id, await fight.version(), choice=choice))
    assert "older version" in refused(told)


@pytest.mark.parametrize(("version", "choice"), [(10**6, "0.0"), (8, "1.900"), (0, "1.0")])
async def test_a_button_that_asks_for_more_than_there_is_gets_what_there_is(
    club: World, version: int, choice: str
) -> None:
    fight, post = await volley(club)
    words = said(await pressed(club, post, Ticket("details", fight.id, version, choice=choice)))
    assert "Details" in words or "nothing more to this" in words
