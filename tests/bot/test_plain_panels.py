"""Deeds before holding and looking, sums behind Why?, choices in words, nothing empty between two dots."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.commands.wording import InWords
from bot.panels.draft_panel import in_full
from bot.panels.panel import SCREEN, Weighed, in_brief, offer_button, panel
from bot.talk.ticket import Ticket
from campaigns.members.policies import WoundedReturn
from campaigns.roster.draft_rolls import DraftedPerson
from rules.book_and_gun.actions.battle import Hold, HoldAll
from rules.book_and_gun.actions.fire import Spot
from rules.infantry_action.actions.fire import Fire
from rules.kernel.action import Action
from rules.kernel.facts import Fact, Source
from rules.language.words import with_article
from rules.red_actions.actions.segment import Stand
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.seam.drafting import DraftMember
from rules.seam.viewing import Viewer
from tests.bot.opened import battle_of
from tests.bot.toy import TOY
from tests.bot.world import World

GREY, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.primary


@pytest.mark.parametrize(
    ("action", "style"),
    [
        (Hold(unit="a"), GREY),
        (HoldAll(), GREY),
        (Spot(unit="a"), GREY),
        (Stand(unit="a"), GREY),
        (Fire(unit="a", how="hold"), GREY),
        (Fire(unit="a", target="b"), BLUE),
    ],
)
def test_holding_and_looking_are_grey_and_deeds_are_not(action: Action, style: discord.ButtonStyle) -> None:
    made: Any = offer_button("k", Offer(action, "It"), Ticket("do", 1), TOY)
    assert made.item.style is style


def _odds(facts: int) -> Odds:
    chances = (Prospect("at least one hit", Fraction(1, 2), Outcome("hit")),)
    return Odds(
        tuple(Fact(f"range to the very last of them, {n}", 6, Source.MEASURED) for n in range(facts)), (), chances
    )


def _texts(layout: ui.LayoutView) -> list[str]:
    return [part.content for part in layout.walk_children() if isinstance(part, ui.TextDisplay)]


def _whys(layout: ui.LayoutView) -> list[str]:
    buttons: list[Any] = [part for part in layout.walk_children() if isinstance(part, ui.DynamicItem)]
    return [one.item.label for one in buttons if str(one.item.label).startswith("Why?")]


async def test_long_sums_stand_behind_why(club: World) -> None:
    """A panel that a phone shows at once has no such button; a longer one has, and it shows the same with its sums."""
    field = await (await battle_of(club)).field()
    ask = field.prompt.asks[0]
    view = await field.view(Viewer(ask.side))
    offers = await field.offers(ask.side, ask.units[0])
    ticket = Ticket("pick", 1, side=ask.side, unit=ask.units[0])
    short = [Weighed(str(n), offer, _odds(0)) for n, offer in enumerate(offers)]
    assert not _whys(panel(field, view, ticket, short))
    long = [replace(one, odds=_odds(30)) for one in short]
    brief = panel(field, view, ticket, long)
    assert _whys(brief) == ["Why? Show the sums"]
    assert sum(map(len, _texts(brief))) < SCREEN
    assert "range to the very last" not in "".join(_texts(brief))
    assert "at least one hit 50 %" in "".join(_texts(brief)), "the chance stays in sight"
    whole = panel(field, view, ticket, long, sums=True)
    assert not _whys(whole)
    assert "range to the very last" in "".join(_texts(whole))
    assert all(len(in_brief(one).splitlines()) <= 2 for one in long)


async def test_what_nobody_reads_is_no_choice(club: World) -> None:
    """`NEXT_BATTLE` is what the code calls it."""
    words = {choice.name: choice.value for choice in InWords(WoundedReturn).choices}
    assert words["Next battle"] == "next-battle"
    tree: Any = club.env.bot
    (gm,) = [one for one in tree.tree.get_commands() if one.name == "gm"]
    policy: app_commands.Command[Any, ..., Any] = gm.get_command("policy")
    names = [choice.name for option in policy.parameters for choice in option.choices]
    assert "Next battle" in names
    assert not [name for name in names if "_" in name or (name.isupper() and len(name) > 2)]


def test_articles_go_by_the_first_letter() -> None:
    found = [with_article(word) for word in ("rifleman", "assault rifleman", "SMG man", "officer")]
    assert found == ["a rifleman", "an assault rifleman", "an SMG man", "an officer"]


def test_a_draft_has_nothing_empty_between_two_dots() -> None:
    """It read "Leader ·  · cost 27 points"."""
    leader = DraftMember(1, "Leader", "", "", "27 points", "", ())
    assert in_full(leader, DraftedPerson(given="", family="")) == "**1 · Leader**, cost 27 points"
    named = DraftMember(2, "Sergeant", "assault rifleman", "Ace", "27 points", "", ())
    shown = in_full(named, DraftedPerson(given="Ann", family="Reed"))
    assert shown == "**2 · Sergeant Ann Reed**, assault rifleman · Ace · cost 27 points"
