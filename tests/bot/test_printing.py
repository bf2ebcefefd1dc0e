"""Sheets for paper: each book's own form, who gets which, and the same bytes again."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from bot.paper import press, sheets
from bot.paper.press import PaperSize
from bot.paper.sheets import PaperLeaf
from campaigns.campaign import campaign
from campaigns.roster import rosters
from rules.registry import rule_sets
from tests.bot.world import World, refused, said, world
from tests.painting import unpainted

BOOKS = {
    "book-and-gun": ("army", "us-infantry-squad"),
    "five56mm": ("black", "rangers"),
    "infantry-action": ("attacker", ""),
    "red-actions": ("attacker", ""),
}


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[World]:
    with unpainted():
        async with world(tmp_path, rule_sets()) as made:
            yield made


async def raised(war: World, book: str) -> PaperLeaf:
    """The first sheet of a unit of that book."""
    side, kind = BOOKS[book]
    rules = rule_sets()[book]
    wanted = [each.key for each in rules.forces.organisations if each.is_for(side)]
    kind = kind or next(key for key in wanted if rules.forces.raise_unit(key).elements or book != "red-actions")
    here = await campaign.create(war.store, war.guild.id, 7, war.gm.id, "War", book)
    await campaign.join(war.store, here.id, war.ada.id, side)
    unit = await rosters.raise_unit(war.store, here.id, war.ada.id, kind, name="Able")
    found = await sheets.leaves(war.store, rules, unit)
    for size in PaperSize:
        made = press.pdf("War", found, size)
        assert made.startswith(b"%PDF")
        assert made == press.pdf("War", found, size)
    seen = press.pictures("War", found)
    assert seen == press.pictures("War", found)
    assert len(seen) == sum(len(press.for_screen(leaf)) for leaf in found)
    return found[0]


def test_a_long_sheet_is_several_pictures_and_waits_for_no_battle_to_come() -> None:
    rows = tuple((str(number), f"Pte {number}", "(W)", "") for number in range(60))
    long = PaperLeaf("Unit roster", "Able", table=sheets.PaperTable(("Number", "Name", "Ford", ""), rows, (1, 2, 1, 1)))
    parts = press.for_screen(long)
    assert [len(part.table.rows) for part in parts if part.table] == [26, 26, 8]
    assert {part.table.head for part in parts if part.table} == {("No.", "Name", "Ford")}
    cards = PaperLeaf("Cards", "Baker", cards=tuple(sheets.PaperCard(f"Pte {number}", "") for number in range(13)))
    assert [len(part.cards) for part in press.for_screen(cards)] == [6, 6, 1]
    made = press.pictures("War", [long, cards])
    assert len(made) == 6
    assert all(each.startswith(b"\x89PNG") for each in made)
    assert press.in_words(parts[2]).startswith("Unit roster of Able. 52, Pte 52, (W)")


@pytest.mark.rule("BG-XIII.10.1")
async def test_the_book_and_the_gun_has_its_roll_with_six_battles_and_its_blank(war: World) -> None:
    leaf = await raised(war, "book-and-gun")
    assert leaf.table is not None
    assert leaf.title == "Unit roster"
    assert leaf.table.head[:2] == ("Number", "Name")
    assert len(leaf.table.head) == 2 + 6
    assert [row[0] for row in leaf.table.rows] == ["1", "2", "3", "4", "5", "6", "7"]
    for mark in ("(W) wounded", "(K) killed", "(D) decorated"):
        assert mark in leaf.foot
    (blank,) = sheets.blank(rule_sets()["book-and-gun"])
    assert blank.table is not None
    assert len(blank.table.rows) == 32, "as many lines as the blank of the book has"
    assert sheets.blank(rule_sets()["five56mm"]) == ()


@pytest.mark.rule("MM-11.2.1")
async def test_556_has_a_card_for_each_character_with_boxes_for_wounds(war: World) -> None:
    leaf = await raised(war, "five56mm")
    assert leaf.table is None
    first = leaf.cards[0]
    assert any(line.startswith("Movement +") for line in first.lines)
    assert first.ticks == ("Minor", "Serious", "Critical", "Mortal")


@pytest.mark.rule("IA-cost.command-structure")
async def test_infantry_action_has_a_line_for_each_man_and_points(war: World) -> None:
    leaf = await raised(war, "infantry-action")
    assert leaf.table is not None
    assert leaf.table.head == ("No.", "Name", "Rank", "Carries", "Cost", "Wounded", "Lost")
    costs = [row[4] for row in leaf.table.rows if row[4]]
    assert all(cost.endswith("points") for cost in costs)
    points = dict(leaf.about)["Points"]
    assert float(points) >= sum(float(cost.split()[0]) for cost in costs), "the men, and whatever the unit has besides"


@pytest.mark.rule("RA-def.characteristics", "RA-morale.roll.1")
async def test_red_actions_has_a_card_for_the_officer_and_one_for_the_bases(war: World) -> None:
    leaf = await raised(war, "red-actions")
    officer, *bases = leaf.cards
    assert officer.ticks == ("Wounded", "Killed")
    assert bases
    words = [word for word, _ in bases[0].boxes]
    assert words == [
        "Class",
        "Move",
        "Evade",
        "Shoot",
        "Range",
        "Combat",
        "Charge",
        "Fear",
        "Serious",
        "Rally",
        "Points",
    ]
    assert bases[0].men >= 1


async def test_names_are_never_read_as_typst_or_markup() -> None:
    table = sheets.PaperTable(("No.", "#panic()"), (("1", '#read("/etc/passwd") $x$ ]] */ <a>'),), (1, 1))
    leaf = PaperLeaf('#import "x"', "= \\ #panic()", (("#1", "*b*"),), table, foot="\u202e@ref `raw`")
    assert press.pdf("#panic()", [leaf], PaperSize.A4).startswith(b"%PDF")


async def test_each_prints_what_they_may_read(war: World) -> None:
    await war.gm.slash(war.channel, "campaign create", name="Bosnia", rules="book-and-gun")
    for who, side, unit, name in (
        (war.ada, "army", "us-infantry-squad", "Able squad"),
        (war.ivo, "insurgents", "insurgent-cell-of-7", "Mill cell"),
    ):
        await who.slash(war.channel, "campaign join", side=side, unit=unit, unit_name=name)
    one = await war.ada.slash(war.channel, "unit print", unit="Able squad", paper="us-letter")
    assert "2 sheets on Letter" in said(one), "its roll and the blank"
    assert one.response is not None
    assert one.response.ephemeral
    picture, file = one.response.attachments
    assert (picture.filename, file.filename) == ("sheet-1.png", "able-squad.pdf")
    with Image.open(io.BytesIO(await picture.read())) as drawn:
        assert drawn.format == "PNG"
        assert drawn.width == press.PIXELS
    refused(await war.ada.slash(war.channel, "unit print", unit="Mill cell"))
    every = await war.gm.slash(war.channel, "campaign print")
    assert "5 sheets on A4" in said(every), "two orders of battle, two rolls, the blank"
    own = await war.ada.slash(war.channel, "campaign print")
    assert "3 sheets on A4" in said(own)
    assert own.response is not None
    assert own.response.attachments[0].filename == "bosnia.pdf"
    assert "no roster here that you may read" in refused(await war.zoe.slash(war.channel, "campaign print"))
