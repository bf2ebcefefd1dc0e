"""Posts stay within what Discord takes, whatever the rules have to tell; names cannot shout, link or ping."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import pictures
from bot.pictures.cards import strip
from bot.post import posts
from bot.post.posts import details, dice_lines
from bot.talk.say import BAD, COMPONENT_LIMIT, PLAIN, STORY, TEXT_LIMIT, card
from bot.talk.text import clip, escape, pieces, small
from rules.kernel.chance import FULL_DECK, STANDARD, Card, Draw
from rules.kernel.facts import Fact, Source
from rules.table.board import Board
from rules.table.boards import generate
from rules.table.scene import Scene
from rules.telling.gathering import gather
from rules.telling.told import Casualty, Remark, Strike, TellingRole, Told
from tests.bot.reading import compose
from tests.clocks import PATIENCE
from tests.examples import examples

WAITING = """
import os, signal, sys
patience, started, told, *program = sys.argv[1:]
signal.alarm(int(patience))  # a bot that stands still until the picture is there never tells
open(started, "w").close()
open(told).close()
os.execv(program[0], program)
"""
"""A drawing program that does not begin before it is told to."""

draws = st.builds(
    Draw,
    value=st.sampled_from(STANDARD),
    purpose=st.text(max_size=40),
    event=st.just(1),
    number=st.just(0),
    among=st.just(tuple(STANDARD)),
)
names = st.text(max_size=60)
tolds = st.builds(
    Told,
    headline=st.text(min_size=1, max_size=600),
    lines=st.lists(st.text(max_size=5000), max_size=6).map(tuple),
    draws=st.lists(draws, max_size=30).map(tuple),
    citations=st.lists(st.text(max_size=30), max_size=10).map(tuple),
    important=st.booleans(),
    details=st.lists(st.text(max_size=5000), max_size=6).map(tuple),
    role=st.sampled_from(TellingRole),
    strike=st.none() | st.builds(Strike, by=names, how=names, at=names, hits=st.integers(0, 9), rolled=st.text()),
    casualties=st.lists(st.builds(Casualty, who=names, fate=names, body=names), max_size=9).map(tuple),
)


@examples(50, 150)
@given(st.lists(tolds, max_size=20))
def test_whatever_is_told_fits(told: list[Told]) -> None:
    for page in (*compose(told), *details(told)):
        assert sum(len(text) for text in page.texts) <= TEXT_LIMIT
        assert all(text.strip() for text in page.texts)
        assert 2 * len(page.texts) + 4 <= COMPONENT_LIMIT
        assert len(page.cards) <= posts.CARDS


@given(st.lists(st.text(), max_size=20), st.integers(20, 400))
def test_pieces_lose_no_word(lines: list[str], limit: int) -> None:
    found = pieces(lines, limit)
    assert all(len(piece) <= limit for piece in found)
    assert "".join("".join(found).split()) == "".join("".join(lines).split())


def test_a_name_cannot_shout_link_or_ping() -> None:
    assert escape("**Bold** _x_ ~~y~~ `z`") == r"\*\*Bold\*\* \_x\_ \~\~y\~\~ \`z\`"
    assert (
        escape("[here](https://x.example) <@123> <#4> ||s||")
        == r"\[here\](https://x.example) \<@123\> \<#4\> \|\|s\|\|"
    )
    assert "@everyone" not in escape("@everyone @here")
    assert (
        escape("# big\n- item\n1. first\n> quote\n-# small") == "\\# big\n\\- item\n1\\. first\n\\> quote\n\\-# small"
    )
    assert escape("Lt. O'Neill-Smith, 3-4 men") == "Lt. O'Neill-Smith, 3-4 men"


def test_dice_and_cards_are_readable() -> None:
    rolled = [Draw(7, "to hit", 3, 0, 20), Draw(14, "to hit", 3, 1, 20), Draw("TH", "casualty", 3, 2, 0, ("TH", "2C"))]
    assert list(dice_lines(rolled)) == ["🎲 to hit · d20: **7**, **14**", "🃏 casualty: `10♥\ufe0e`"]


def test_long_text_on_a_card_is_cut_with_a_word_about_it() -> None:
    view = card("first", "x " * 4000, "last")
    assert view.content_length() <= TEXT_LIMIT
    assert clip("abcdef", 4) == "abc…"
    assert [clip("abcdef", limit) for limit in (1, 0, -3)] == ["…", "", ""]
    assert small("a\n\nb") == "-# a\n-# b"


@pytest.mark.painted
async def test_a_page_becomes_a_post_with_its_pictures_and_their_alt_text() -> None:
    told = Told("1st Squad fires", ("TO HIT 6",), (Draw("KH", "casualty", 1, 0, 0, ("KH", "2C")),), ("BG-X.3.1",), True)
    (page,) = compose([told])
    view, files = await posts.build(page, Scene(Board(36, 24), caption="The mill road"))
    components = view.to_components()
    assert [file.filename for file in files] == ["cards.png", "map.png"]
    galleries = [part for part in components[0]["components"] if part["type"] == 12]
    assert [part["items"][0]["description"] for part in galleries] == [
        "Cards drawn: K♥",
        "The mill road. Map of the table, 36 by 24 inches, 9 by 6 squares.",
    ]
    assert components[0]["accent_color"] == 0xD83C3E


@pytest.mark.painted
async def test_cards_of_every_kind_are_drawn() -> None:
    svg, width = strip(FULL_DECK)
    assert svg.count("<g ") == 54
    assert width == 9 * 98 + 10
    assert (await pictures.cards((Card("KH"), Card("Sergeant <Bo> & co")))).startswith(b"\x89PNG")


@pytest.mark.painted
async def test_a_picture_is_never_heavier_than_discord_takes() -> None:
    noise = "".join(
        f'<rect x="{x}" y="{y}" width="1" height="1" fill="#{(x * 7919 + y * 104729) % 0xFFFFFF:06x}"/>'
        for x in range(90)
        for y in range(90)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">{noise}</svg>'
    heavy, pictures.LARGEST = pictures.LARGEST, 60_000
    try:
        assert len(await pictures.png(svg, 1600)) <= 60_000
    finally:
        pictures.LARGEST = heavy


@pytest.mark.painted
async def test_the_bot_goes_on_while_a_picture_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started, told = tmp_path / "started", tmp_path / "told"
    os.mkfifo(started)
    os.mkfifo(told)
    arguments = [WAITING, str(PATIENCE), str(started), str(told), *pictures._PROGRAM]
    monkeypatch.setattr(pictures, "_PROGRAM", [sys.executable, "-c", *arguments])
    drawing = asyncio.create_task(pictures.map_of(Scene(generate("village", 1, width=48, depth=36))))
    await asyncio.to_thread(started.read_bytes)
    assert not drawing.done()
    await asyncio.to_thread(told.write_bytes, b"")
    assert (await drawing).startswith(b"\x89PNG")


@pytest.mark.painted
async def test_a_post_goes_out_without_a_picture_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_PROGRAM", ["/nowhere/python"])
    (page,) = compose([Told("A card", (), (Draw("KH", "casualty", 1, 0, 0, ("KH", "2C")),))])
    with structlog.testing.capture_logs() as log:
        view, files = await posts.build(page)
    assert files == []
    assert "`K♥\ufe0e`" in str(view.to_components())
    assert log[0]["event"] == "no picture"
    monkeypatch.setattr(pictures, "_PROGRAM", [sys.executable, "-c", "raise SystemExit('ink is out')"])
    with pytest.raises(pictures.NoPicture, match="ink is out"):
        await pictures.cards((Card("KH"),))


@pytest.mark.painted
async def test_letters_are_drawn_without_any_font_of_the_host() -> None:
    empty = await pictures.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"></svg>', 90)
    word = '<text x="5" y="20" font-family="Helvetica, sans-serif">Željko</text>'
    drawn = await pictures.png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">{word}</svg>', 90)
    assert len(drawn) > len(empty) + 100


def seen(inches: float, arc: str = "yes") -> tuple[Fact, ...]:
    return (Fact("range", inches, Source.MEASURED, "in"), Fact("in arc", arc, Source.MEASURED))


def test_facts_that_have_just_been_said_are_not_said_again() -> None:
    tolds = (
        Told("Cole moves", facts=seen(9.5)),
        Told("Bush moves", facts=seen(10.2)),
        Told("Lee moves", facts=seen(10.2)),
        Told("Davis moves", facts=seen(9.5, "no")),
    )
    (page,) = details(tolds)
    assert page.texts == (
        "**Cole moves**\n-# range 9.5 in, in arc yes (measured)\n"
        "**Bush moves**\n-# range 10.2 in (measured)\n"
        "**Lee moves**\n"
        "**Davis moves**\n-# range 9.5 in, in arc no (measured)",
    )


def test_a_die_that_the_words_show_is_not_shown_again_and_another_one_is() -> None:
    hit, ammo = Draw(4, "to hit", 1, 0, 6), Draw(4, "ammo", 1, 1, 6)
    (page,) = compose((Told("Cole fires: miss", details=("D6 4 against TN 5",), draws=(hit,), said=(hit,)),))
    assert not any("🎲" in text for text in page.texts)
    (page,) = compose((Told("Cole fires: miss", ("4 is not enough",), draws=(hit,)),))
    assert any("-# 🎲 to hit · d6: **4**" in text for text in page.texts)
    (page,) = compose((Told("Cole fires: miss", ("D6 4 against TN 5",), draws=(hit, ammo), said=(hit,)),))
    assert [text for text in page.texts if "🎲" in text] == [text for text in page.texts if "ammo" in text]


def test_a_few_numbers_stand_in_the_post_and_many_behind_the_button() -> None:
    few = Told("Cole runs", ("He is out of sight.",), details=("3D6: 1, 2, 3", "= 6 in"), citations=("BG-VIII.1.1",))
    (page,) = compose((few,))
    assert page.texts == ("### Cole runs\nHe is out of sight.\n-# 3D6: 1, 2, 3\n-# = 6 in",)
    many = replace(few, details=("3D6: 1, 2, 3", "= 6 in", "uphill"))
    (page,) = compose((many,))
    assert (page.texts, page.more) == (("### Cole runs\nHe is out of sight.",), True)
    (behind,) = details((many,))
    assert behind.texts == ("**Cole runs**\n3D6: 1, 2, 3\n= 6 in\nuphill\n-# BG-VIII.1.1",)


def test_a_post_of_words_alone_has_no_button() -> None:
    (page,) = compose((Told("The clouds break", ("It rains.",), story=True),))
    assert not page.more


def test_a_line_with_two_facts_of_one_source_is_a_line_like_any_other() -> None:
    """A scenario's own words are nobody's facts: of two posts with the same line the second keeps it."""
    lost = ("Enemy losses 4 (declared)",)
    (page,) = compose((Told("The first cell", lost, story=True), Told("The second cell", lost, story=True)))
    assert [text for text in page.texts if "Enemy losses 4 (declared)" in text] == list(page.texts)
    assert len(page.texts) == 2


def test_results_of_a_line_each_stand_in_one_piece() -> None:
    tolds = [
        Told(f"Morale: man {n} stands · D6 5 against TN 3", draws=(die,), said=(die,))
        for n in range(20)
        for die in [Draw(5, "morale", 1, n, 6)]
    ]
    (page,) = compose(tolds)
    assert len(page.texts) == 1


@pytest.mark.parametrize(
    ("tolds", "accent"),
    [
        ([Told("Turn 2")], PLAIN),
        ([Told("Turn 2"), Told("Rain", ("It rains.",), important=True, story=True)], STORY),
        ([Told("Rain", ("It rains.",), important=True, story=True), Told("He dies", important=True)], BAD),
        ([Told("Turn 2"), Told("Objective", important=True, story=True)], STORY),
        ([Told("He dies", important=True), Told("Objective", important=True, story=True)], BAD),
    ],
)
def test_a_death_has_a_colour_of_its_own_and_so_have_the_words_of_a_scenario(tolds: list[Told], accent: int) -> None:
    (page,) = compose(tolds)
    assert page.accent == accent


def test_that_acts_were_ordered_is_said_once_a_message_and_behind_the_button_of_each() -> None:
    def ordered(unit: str) -> list[Told]:
        return [Told(f"{unit} moves"), Told("By orders", role=TellingRole.DETAIL, remark=Remark.ORDERED)]

    runs = [[Told("1st Squad looks")], ordered("2nd Squad"), ordered("3rd Squad")]
    (page,) = posts.compose([gather(run) for run in runs])
    assert "\n".join(page.texts).count("-# By orders") == 1
    assert "**2nd Squad moves**\n-# By orders" in page.texts
    assert page.more
    (behind,) = posts.details(*runs)
    assert "\n".join(behind.texts).count("By orders") == 2


def test_whether_a_remark_was_made_is_not_read_from_its_words() -> None:
    def ordered(words: str) -> Told:
        return Told(words, role=TellingRole.DETAIL, remark=Remark.ORDERED)

    moves = [Told(f"{number} Squad moves") for number in ("1st", "2nd")]
    (page,) = posts.compose([gather([moves[0], ordered("By orders")]), gather([moves[1], ordered("As ordered.")])])
    assert "\n".join(page.texts) == "### 1st Squad moves\n-# By orders\n**2nd Squad moves**"
    (alone,) = posts.compose([gather([ordered("By orders")]), gather([moves[1], ordered("By orders")])])
    assert "\n".join(alone.texts) == "### By orders\n**2nd Squad moves**", "it is a first line there"


def test_a_page_has_twelve_texts_and_the_pictures_of_eighteen_cards() -> None:
    """A post may have forty components: heading, texts, picture and buttons. What is more stands in the last text."""
    tolds = [Told(f"Deed {number}", lines=("One line.",)) for number in range(15)]
    (page,) = compose(tolds)
    assert len(page.texts) == 12
    assert [page.texts[-1].count(f"Deed {number}") for number in (10, 11, 14)] == [0, 1, 1]
    cards = tuple(Draw(card, "casualty", 1, number, among=tuple(STANDARD)) for number, card in enumerate(STANDARD[:20]))
    (page,) = compose([Told("Hits", draws=cards)])
    assert [str(card) for card in page.cards] == [str(draw.value) for draw in cards[:18]]
