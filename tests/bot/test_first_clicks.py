"""From the bot's greeting to the first volley, counted in clicks, in each book; nobody types a command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.campaign import lessons
from rules.registry import rule_sets
from tests.bot.test_greeting import greetings, invited
from tests.bot.world import World, ids_of, options, said, text_of, world

MOST = 8
ALONE = {"book-and-gun": 4, "five56mm": 4, "red-actions": 5, "infantry-action": 5}
"""Clicks from the greeting to the first volley of a guided battle: which book, where a letter comes proposed and is
sent. Red Actions! asks first where one's troops come on; Infantry Action has a period before anybody is in sight, and
the panel on which its orders were sealed goes on to the next."""
VOLLEYS = {"Volleyed", "Shot", "Fired", "ShotsFired"}
"""What a shot is called in each book's journal."""


async def has_fired(club: World, battle_id: int) -> bool:
    battle = await battles.load(club.store, battle_id)
    async with club.store.reading() as session:
        entries = await journal.entries(session, battle.rules, battle_id)
    return any(type(event).__name__ in VOLLEYS for event in journal.events_of(journal.living(entries)))


@pytest.mark.parametrize("rules", rule_sets())
async def test_a_newcomer_alone_fires_within_eight_clicks(rules: str, tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await invited(club)
        (post,) = greetings(club)
        before = len(club.env.backend.interactions)

        asked = await club.zoe.click(post, custom_id=ids_of(post, "greet-lesson")[0])
        assert asked.response is not None
        book = next(each for each in ids_of(asked.response, "greet-book") if f":{rules}" in each)
        await club.zoe.click(asked.response, custom_id=book)
        info = await lessons.unfinished(club.store, club.guild.id, club.zoe.id, rules)
        assert info is not None
        panel = None
        while not await has_fired(club, info.id):
            panel = await one_turn(club, panel)
            assert len(club.env.backend.interactions) - before <= MOST

        assert len(club.env.backend.interactions) - before == ALONE[rules]


async def one_turn(club: World, panel: Any = None) -> Any:
    """Answer the newest prompt: where the troops come on by a button, else by the letter that is proposed, on the panel
    that stands if there is one. What was sent shows the next."""
    prompt = club.prompt()
    if "Where do your troops come on?" in text_of(prompt):
        await club.zoe.click(prompt, custom_id=ids_of(prompt, "quick")[0])
        return None
    if panel is None:
        panel = (await club.zoe.click(prompt, custom_id=ids_of(prompt, "orders")[0])).response
    assert "Proposed: " in text_of(panel)
    assert ids_of(panel, "letter-plan"), "the other plans stand beside it"
    assert ids_of(panel, "letter-strike"), "it can be torn up"
    return (await club.zoe.click(panel, custom_id=ids_of(panel, "letter-send")[0])).response


async def test_a_letter_that_was_torn_up_is_not_proposed_again_on_its_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.zoe.slash(club.channel, "battle tutorial", rules="infantry-action")
        prompt = club.prompt()
        panel = (await club.zoe.click(prompt, custom_id=ids_of(prompt, "orders")[0])).response
        assert panel is not None
        assert "Proposed: " in text_of(panel)
        torn = (await club.zoe.click(panel, custom_id=ids_of(panel, "letter-strike")[0])).response
        assert torn is not None
        assert not ids_of(torn, "letter-send")


@pytest.mark.parametrize("rules", rule_sets())
async def test_two_people_and_their_gm_are_in_a_battle_by_six_clicks(rules: str, tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await invited(club)
        (post,) = greetings(club)
        before = len(club.env.backend.interactions)

        form = await club.gm.click(post, custom_id=ids_of(post, "greet-campaign")[0])
        await club.gm.submit_modal(form, {"name": "Operation Lantern", "rules": [rules]})
        card = next(each for each in club.posts(club.channel) if ids_of(each, "card-begin"))
        for who, side in zip((club.ada, club.ivo), ids_of(card, "card-join"), strict=True):
            await who.click(card, custom_id=side)
        panel = (await club.gm.click(card, custom_id=ids_of(card, "card-begin")[0])).response
        assert panel is not None
        known = list(options(panel, "card-fight").values())
        begun = await club.gm.select(panel, [known[-1]], custom_id=ids_of(panel, "card-fight")[0])

        assert "has begun" in said(begun), said(begun)
        assert len(club.env.backend.interactions) - before == 6
        assert ids_of(club.prompt(), "orders") or ids_of(club.prompt(), "quick")
