"""The report of a battle through the bot: below the closing post and the chronicle, for each reader, with the GM's
preface, posted for everybody; gone while the end is taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import InteractionResult

from rules.registry import rule_sets
from tests.bot.opened import battle_of
from tests.bot.test_campaign_life import killed
from tests.bot.test_figure_files import fought, last_of
from tests.bot.world import Person, World, ids_of, refused, said, text_of, world


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Long War")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia", unit_name="Crescent")
        yield made


async def below_chronicle(club: World, who: Person, battle: int = 1) -> InteractionResult:
    shown = await who.slash(club.channel, "chronicle")
    assert shown.response is not None
    return await who.select(shown.response, [str(battle)], custom_id=ids_of(shown.response, "report-of")[0])


async def test_the_report_stands_below_the_closing_post_and_the_chronicle(war: World) -> None:
    await fought(war, "Ridge Run")
    dead = await last_of(war, "Chalk One")
    closing = war.posts()[-1]
    answer = await war.ada.click(closing, label="Report")
    told = said(answer)
    assert "Report: 1. Ridge Run" in told
    assert "dusk" in told
    assert f"Killed: {dead.rank} {dead.name}".replace(".", "") in told.replace("\\", "").replace(".", "")
    assert told == said(await below_chronicle(war, war.ada))
    await war.restart()
    assert told == said(await below_chronicle(war, war.ada))

    # The longer one.
    assert answer.response is not None
    longer = await war.ada.click(answer.response, label="Deed by deed")
    assert dead.name in said(longer)
    assert longer.response is not None
    assert said(await war.ada.click(longer.response, label="In short")) == told

    # Who cannot change it is given no button for it.
    assert not ids_of(answer.response, "preface")

    # A fate that is corrected later is gone from the losses, and the report says so.
    lines = await war.gm.autocomplete(war.channel, "figure correct", "line", "killed", figure=dead.ref)
    await war.gm.slash(war.channel, "figure correct", figure=dead.ref, line=lines[0]["value"], why="a namesake")
    again = said(await below_chronicle(war, war.ada))
    assert "Corrected since" in again
    assert "Killed: " in again  # the enemy's
    assert again.count(dead.name) < told.count(dead.name) + 1


async def test_a_gm_writes_its_preface_and_posts_it_for_everybody(war: World) -> None:
    await fought(war, "Ridge Run")
    mine = await war.gm.click(war.posts()[-1], label="Report")
    assert mine.response is not None
    form = await war.gm.click(mine.response, custom_id=ids_of(mine.response, "preface")[0])
    kept = await war.gm.submit_modal(form, {"text": "A **cold** dusk. @everyone [x](http://x.example)"})
    assert "✔ Kept" in said(kept)
    assert kept.response is not None
    told = said(await below_chronicle(war, war.ivo))
    assert "> A **cold** dusk" in told
    assert "@everyone" not in told
    assert "http://" not in told

    put = await war.gm.click(kept.response, custom_id=ids_of(kept.response, "report-post")[0])
    assert "✔ Posted" in said(put)
    post = war.posts()[-1]
    assert "Report: 1. Ridge Run" in text_of(post)
    assert "A **cold** dusk" in text_of(post)
    enemy = await last_of(war, "Crescent")
    assert enemy.name in text_of(post)  # everybody was told of that death
    own = said(await war.ivo.click(post, custom_id=ids_of(post, "report")[0]))
    assert "Ridge Run" in own

    # Taken away; too long; by a player with a button that somebody made up.
    form = await war.gm.click(kept.response, custom_id=ids_of(kept.response, "preface")[0])
    assert "✔ Taken away" in said(await war.gm.submit_modal(form, {"text": " "}))
    assert "cold" not in said(await below_chronicle(war, war.ivo))
    form = await war.gm.click(kept.response, custom_id=ids_of(kept.response, "preface")[0])
    assert "up to 1500" in refused(await war.gm.submit_modal(form, {"text": "a\n" * 60}))
    count = len(war.posts())
    await war.deliver(war.pressed(war.ada, post, ids_of(kept.response, "report-post")[0]))
    assert len(war.posts()) == count


async def test_no_report_while_the_battle_goes_on(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="the hill is taken")
    closing = club.posts()[-1]
    told = said(await club.ada.click(closing, label="Report"))
    assert "The hill is taken" in told or "the hill is taken" in told
    await club.gm.slash(club.thread, "battle undo")
    assert "not over" in refused(await club.ada.click(closing, label="Report"))
