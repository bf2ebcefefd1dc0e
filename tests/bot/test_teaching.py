"""❔ What can I do? answers for the prompt that stands, and every word of the book can be asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.panels.teaching import terms_in
from rules.registry import rule_sets
from tests.bot.opened import battle_of
from tests.bot.red_front import MEADOW, field_of, fought, ready
from tests.bot.world import World, ids_of, refused, said


async def test_it_says_what_is_asked_and_what_each_button_does(club: World) -> None:
    fight = await battle_of(club)
    prompt, player = club.prompt(), await fight.player()
    shown = await player.click(prompt, custom_id=ids_of(prompt, "explain")[0])
    words = said(shown)
    assert shown.response is not None
    ask = (await fight.field()).prompt.asks[0]
    assert ask.question in words
    assert "**What each button does**" in words
    assert ids_of(shown.response, "quick"), "what the prompt offers stands below"
    other = await (await fight.other()).click(prompt, custom_id=ids_of(prompt, "explain")[0])
    assert "The battle waits for" in said(other)
    assert other.response is not None
    assert not ids_of(other.response, "quick")


async def test_it_says_what_the_side_wants_and_what_the_words_mean(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        side = (await field_of(front)).prompt.asks[0].side
        asked, waits = (front.ada, front.ivo) if side == "attacker" else (front.ivo, front.ada)
        prompt = front.prompt()
        words = said(await asked.click(prompt, custom_id=ids_of(prompt, "explain")[0]))
        assert "**What your side wants**\n🎯" in words
        assert "• **Charge** (1 of 2) — Charge an enemy unit within reach" in words
        assert "**segment**: what one unit does in a turn" in words, "the panel speaks of segments"
        assert "**Orders** — write down" in words
        other = said(await waits.click(prompt, custom_id=ids_of(prompt, "explain")[0]))
        assert "**What your side wants**" in other


async def test_help_explains_a_word_and_completes_it(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        assert "**segment**: what one unit does in a turn" in said(
            await front.ada.slash(front.channel, "help", word="segment")
        )
        assert "routs" in said(await front.ada.slash(front.channel, "help", word="routing"))
        assert refused(await front.ada.slash(front.channel, "help", word="xyzzy"))


@pytest.mark.parametrize(
    ("book", "text", "found"),
    [
        ("book-and-gun", "Fire at Mill cell · Class II · TO HIT 7", {"TO HIT 6", "class II"}),
        ("infantry-action", "Seal period 3: the section is wary.", {"wary", "period", "seal"}),
        ("red-actions", "The Cossacks are routing", {"routs"}),
        ("five56mm", "TN 4 for Cook, shaken", {"TN 5", "shaken"}),
        ("red-actions", "the mobile column", set[str]()),
    ],
)
def test_words_are_found_as_they_stand_on_the_screen(book: str, text: str, found: set[str]) -> None:
    assert {term.word for term in terms_in(rule_sets()[book].book.terms, (text,))} == found


@pytest.mark.parametrize("book", rule_sets())
def test_each_word_of_the_glossary_has_one_meaning(book: str) -> None:
    terms = rule_sets()[book].book.terms
    forms = [form.casefold() for term in terms for form in (term.word, *term.forms)]
    assert len(forms) == len(set(forms))
    assert all(len(term.meaning) <= 160 for term in terms)
