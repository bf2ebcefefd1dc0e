"""The end of a battle is told once: a poster with the last map, and the same in words for whoever asks."""

from __future__ import annotations

import re

import pytest

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import end_poster
from bot.post.end_poster import End
from campaigns.battle.record.aftermath import Aftermath, FigureDeeds, Loss, SideLosses
from campaigns.battle.record.closing import BattleOutcome
from rules.table.lettering import text_width
from rules.table.poster import MARGIN, SAID, WIDE, broken
from rules.telling.luck import Count, SideLuck
from tests.bot.opened import battle_of
from tests.bot.test_campaign_life import killed
from tests.bot.world import World, said, text_of

OUTCOME = BattleOutcome(
    winner="army",
    reason="the hill is taken",
    how="rules",
    aftermath=Aftermath(
        sides=(
            SideLosses(
                side="army",
                name="2nd Squad",
                fielded=9,
                losses=(Loss(name="PFC Bell", unit="2nd Squad", fate="killed"),),
            ),
            SideLosses(side="insurgents", name="Ridge cell", fielded=7),
        ),
        deeds=(FigureDeeds(name="SPC Cole", unit="2nd Squad", side="army", kills=2),),
    ),
)
END = End(
    "Victory for 2nd Squad",
    "The hill is taken",
    OUTCOME,
    "Ridge cell routs",
    (SideLuck("insurgents", (Count("hits", 6, 30, 3.0),), 1.8), SideLuck("army", (Count("hits", 2, 40, 8.0),), -2.4)),
)


def test_it_says_who_won_by_what_the_hinge_the_losses_by_name_who_did_most_and_whose_dice_were_kind() -> None:
    words = end_poster.words_of(END)
    assert words.startswith("Victory for 2nd Squad. The hill is taken. The hinge of the battle: Ridge cell routs.")
    assert "Did most: SPC Cole (2nd Squad), 2 killed." in words
    assert "2nd Squad: 1 of 9 lost. Killed: PFC Bell." in words
    assert "Ridge cell: none of 7 lost." in words
    assert "The dice of 2nd Squad: very unlucky: Hits: 2 of 40 (8.0 expected)." in words
    assert "The dice of Ridge cell: lucky: Hits: 6 of 30 (3.0 expected)." in words
    assert end_poster.svg_of(END, None) == end_poster.svg_of(END, None), "the same end has the same poster"


def test_no_line_leaves_the_paper() -> None:
    wide = WIDE - 2 * MARGIN
    lines = broken("Corporal Bartholomew Featherstonehaugh " * 12, SAID, wide)
    assert len(lines) > 3
    assert all(text_width(line, SAID) <= wide for line in lines)


async def test_the_closing_post_is_a_poster_with_alt_text_and_says_it_in_words_when_asked(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="the hill is taken")
    closing = club.posts()[-1]
    assert [file.filename for file in closing.attachments] == ["end.png"]
    assert "Killed" not in text_of(closing), "it is told once"
    told = said(await club.ada.click(closing, label="In words"))
    assert "Killed" in told
    assert "The hill is taken" in told


async def test_where_it_cannot_be_drawn_the_post_says_it_all(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(svg: str, width: int) -> bytes:
        raise NoPicture("no drawing program")

    monkeypatch.setattr(pictures, "png", refused)
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="the hill is taken")
    closing = club.posts()[-1]
    assert not closing.attachments
    assert "Killed" in text_of(closing)
    club.log[:] = [entry for entry in club.log if entry["event"] != "no picture"]


def test_what_heads_a_part_of_it_is_bolder_than_what_it_says() -> None:
    """A stroke of 1.75 at the plain weight: words 1.1 of it, the heading 1.5 as it is larger, heads of parts 1.7."""
    strokes = re.findall(r'stroke-width="([\d.]+)"', end_poster.svg_of(END, None))
    assert set(strokes) == {"1.93", "2.62", "2.98"}
    assert strokes[0] == "2.62"
