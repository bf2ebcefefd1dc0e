"""Chapters of the help that belong to a rule book: shown where it is played and nowhere else, and never stale."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bot.actions.verbs import groups
from bot.commands import guide
from bot.talk.command_names import Names, mention
from rules.registry import rule_sets
from tests.bot.test_groups import no_choices, nothing
from tests.bot.world import ids_of, said, world

ALL = rule_sets()
OWN = {
    "book-and-gun": [
        "vehicles",
        "boats",
        "aircraft",
        "guns",
        "horses",
        "bicycles",
        "dogs",
        "hostages",
        "grenades",
        "explosives",
        "indirect",
    ],
    "five56mm": ["draft"],
    "infantry-action": ["periods", "draft"],
    "red-actions": ["segments", "draft"],
}


@cache
def names() -> Names:
    """The commands of all rule sets."""
    return Names({key: groups(rules, nothing, no_choices) for key, rules in ALL.items()})


@pytest.mark.parametrize("key", ALL)
def test_a_book_has_its_own_chapters_and_no_others(key: str) -> None:
    found = guide.topics_of(ALL[key], names())
    assert [topic for topic in found if topic not in guide.TOPICS] == OWN[key]
    assert set(guide.TOPICS) <= set(found)
    assert len(found) <= 25, "a button each"
    assert all(len(text) <= 2600 for _, text in found.values())


def test_without_a_campaign_there_are_those_of_any_battle() -> None:
    assert guide.topics_of(None, names()) == guide.TOPICS
    assert not {"periods", "segments", "draft"} & set(guide.TOPICS)


@pytest.mark.parametrize("key", ALL)
def test_actions_are_called_as_they_are_published(key: str) -> None:
    """An action that a chapter names is one of the book's, and stands there as its command."""
    rules = ALL[key]
    for topic in rules.book.guide:
        named = [part for part in topic.parts if not isinstance(part, str)]
        assert named
        _, text = guide.topics_of(rules, names())[topic.key]
        for action in named:
            path = names().path(key, action.name())
            assert path is not None, action
            assert mention(path) in text


def test_what_a_unit_of_ones_own_costs_is_the_books_word() -> None:
    texts = {key: guide.topics_of(rules, names()).get("draft", ("", ""))[1] for key, rules in ALL.items()}
    assert "2D6+12 Upgrades are rolled once" in texts["five56mm"]
    for key in ("infantry-action", "red-actions"):
        assert "points; how many there are the house rules say" in texts[key]
        assert "Upgrades" not in texts[key]


async def test_the_chapter_is_offered_in_its_own_campaign_only(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Far away", rules="red-actions")
        offered = [choice["value"] for choice in await club.ada.autocomplete(club.channel, "help", "topic", "")]
        assert "segments" in offered
        assert "periods" not in offered
        shown = await club.ada.slash(club.channel, "help", topic="Segments")
        assert "### Segments\n" in said(shown)
        assert "ra standing-answer`" in said(shown) or "ra segment standing-answer`" in said(shown)
        assert shown.response is not None
        buttons = ids_of(shown.response, "help")
        assert [one for one in buttons if "draft" in one]
        assert not [one for one in buttons if "periods" in one]
        elsewhere = await club.ada.slash(club.channel, "help", topic="periods")
        assert "### Getting started" in said(elsewhere)
