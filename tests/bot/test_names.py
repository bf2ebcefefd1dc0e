"""Names on Discord: found however they are typed, refused when they hide something, shown as what they are."""

from __future__ import annotations

import pytest

from bot.talk.text import escape
from tests.bot.opened import battle_of, campaign_of
from tests.bot.world import World, refused, said


async def test_a_board_with_capitals_beyond_english_is_shown_replaced_and_discarded(club: World) -> None:
    await campaign_of(club)
    await club.gm.slash(club.channel, "board generate", kind="village", name="ÄCKER")
    assert "### ÄCKER" in said(await club.gm.slash(club.channel, "board show", name="ÄCKER"))
    again = await club.gm.slash(club.channel, "board generate", kind="fields", name="äcker")
    assert "Kept" in said(again)
    (offered,) = await club.gm.autocomplete(club.channel, "board show", "name", "ÄCK")
    assert offered["value"] == "äcker"
    await club.gm.slash(club.channel, "board discard", name="Ａ\u0308cker")
    assert "No board yet" in said(await club.gm.slash(club.channel, "board list"))


@pytest.mark.parametrize("name", ["\u200b", "Mill\u200bcell", "\u202ellec lliM", "Мill cell"])
async def test_a_name_that_hides_something_is_refused_with_what_it_hides(club: World, name: str) -> None:
    await campaign_of(club)
    for who, what, given in (
        (club.gm, "board generate", {"kind": "village", "name": name}),
        (club.ada, "unit raise", {"kind": "squad", "name": name}),
        (club.ada, "unit rename", {"unit": "Rifle squad 1", "name": name}),
        (club.gm, "campaign rename", {"name": name}),
        (club.gm, "campaign side", {"side": "army", "name": name}),
        (club.gm, "battle begin", {"title": name}),
    ):
        words = refused(await who.slash(club.channel, what, **given))
        assert "U+" in words or "1 to 80" in words, words
    assert club.channel.threads == []


async def test_wide_letters_are_taken_as_the_ordinary_ones_that_they_are(club: World) -> None:
    await campaign_of(club)
    await club.ada.slash(club.channel, "unit raise", kind="squad", name="Ｍill cell")
    assert "**Mill cell**" in said(await club.ada.slash(club.channel, "unit roster", unit="ＭILL CELL"))
    assert "already a unit" in refused(await club.ada.slash(club.channel, "unit raise", kind="squad", name="mill CELL"))


async def test_a_unit_is_ordered_about_by_its_name_in_any_capitals(club: World) -> None:
    fight = await battle_of(club)
    side = await fight.turn()
    own, other = ("Rifle squad 1", "Cell 1") if side == "army" else ("Cell 1", "Rifle squad 1")
    who = await fight.player()
    done = await who.slash(club.thread, "fire", unit=own.upper(), target=other.upper().replace("L", "Ｌ"))
    assert "posted in <#" in said(done)


def test_what_cannot_be_seen_is_written_out() -> None:
    assert escape("Mill\u200bcell \u202eflip") == "Mill⟨U+200B⟩cell ⟨U+202E⟩flip"


def test_words_from_right_to_left_turn_nothing_around_them() -> None:
    assert escape("אריות שחורים fires at 7") == "\u2068אריות שחורים\u2069 fires at 7"
