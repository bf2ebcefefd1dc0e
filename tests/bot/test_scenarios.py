"""Scenarios on Discord: brought, looked at, fought by; their events called by the GM; what each side may read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from campaigns.battle import battles
from campaigns.scenario import scenarios
from campaigns.tables.battles import BattleStatus
from rules.seam.viewing import Viewer
from tests.bot.opened import Fight, once
from tests.bot.world import World, components, ids_of, labels, refused, said, text_of, world
from tests.campaigns.scenario_files import FARM

WELL, HAY = "The well is poisoned", "The rifles lie under the hay"
BRAVO = "Bravo is five minutes out"
TRUCKS = "the trucks behind the hill"


@pytest.fixture
async def mostar(tmp_path: Path) -> AsyncIterator[World]:
    """A campaign of the Book and the Gun with a player a side and no units yet."""
    async with world(tmp_path) as made:

        async def steps() -> None:
            await made.gm.slash(made.channel, "campaign create", name="Mostar", rules="book-and-gun")
            await made.ada.slash(made.channel, "campaign join", side="army")
            await made.ivo.slash(made.channel, "campaign join", side="insurgents")

        await once(made, steps, "mostar")
        yield made


async def bring(mostar: World, text: str = FARM, name: str = "farm.yaml") -> InteractionResult:
    return await mostar.gm.slash(mostar.channel, "scenario import", file=(name, text.encode()))


async def fight(mostar: World) -> Fight:
    await bring(mostar)
    await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm")
    (info,) = await battles.of_campaign(mostar.store, 1)
    assert info.status is BattleStatus.RUNNING
    return Fight(mostar, info.id)


async def pressed(mostar: World, who: MemberActor, what: str) -> str:
    """What somebody sees who presses that button of the newest prompt."""
    prompt = mostar.prompt()
    result = await who.click(prompt, custom_id=ids_of(prompt, what)[0])
    assert result.response is not None
    assert result.response.ephemeral
    return said(result)


# ── Files ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_file_is_brought_looked_at_and_discarded(mostar: World) -> None:
    shown = await bring(mostar)
    for words in ("Kept", "The farm", "36 × 24 in", "6 turns", "pace: card", "A farm on the road.", WELL, HAY):
        assert words in said(shown), words
    assert "Bravo (7 men, in reserve)" in said(shown)
    assert "Lights on the road" in said(shown)
    assert shown.response is not None
    assert [part for part in components(shown.response) if part.get("type") == 12], "its table, drawn"
    listed = said(await mostar.gm.slash(mostar.channel, "scenario list"))
    assert "The farm" in listed
    assert "kept" in listed
    offered = await mostar.gm.autocomplete(mostar.channel, "battle begin", "scenario", "farm")
    assert [choice["value"] for choice in offered] == ["the-farm"]
    await mostar.gm.slash(mostar.channel, "scenario discard", name="the-farm")
    assert "such scenario" in refused(await mostar.gm.slash(mostar.channel, "scenario show", name="the-farm"))


async def test_what_a_gm_keeps_is_his_secret(mostar: World) -> None:
    await bring(mostar)
    for who in (mostar.ada, mostar.zoe):
        assert "The farm" not in said(await who.slash(mostar.channel, "scenario list"))
        assert "such scenario" in refused(await who.slash(mostar.channel, "scenario show", name="the-farm"))
        assert await who.autocomplete(mostar.channel, "scenario show", "name", "farm") == []
        refused(await who.slash(mostar.channel, "scenario import", file=("x.yaml", FARM.encode())))
        refused(await who.slash(mostar.channel, "scenario discard", name="the-farm"))
        refused(await who.slash(mostar.channel, "battle begin", scenario="the-farm"))
    assert await battles.of_campaign(mostar.store, 1) == ()


async def test_a_player_sees_the_table_of_a_scenario_and_nothing_that_is_the_gms(mostar: World) -> None:
    """One of the program's own, which anybody may read; forces and events are the GM's to tell."""
    seen = [await who.slash(mostar.channel, "scenario show", name="the-mill-road") for who in (mostar.ada, mostar.gm)]
    for shown in seen:
        assert shown.response is not None
        assert [part for part in components(shown.response) if part.get("type") == 12], "its table, drawn"
        assert "The mill road" in said(shown)
    for secret in ("Bring a man into the mill", "3rd Squad", "Events of"):
        assert [secret in said(shown) for shown in seen] == [False, True], secret


async def test_a_scenario_without_a_table_is_shown_without_one(mostar: World) -> None:
    text = FARM[: FARM.index("board:")] + FARM[FARM.index("sides:") :]
    for place in ('place: "12,4", facing: 0, ', 'place: "24,4", facing: 0, ', ', place: "18,20", facing: 180'):
        text = text.replace(place, "")
    shown = await bring(mostar, text)
    assert "The farm" in said(shown)
    assert shown.response is not None
    assert not [part for part in components(shown.response) if part.get("type") == 12]


async def test_every_fault_of_a_file_is_told_with_its_line(mostar: World) -> None:
    broken = FARM.replace("us-infantry-squad, name: Bravo", "us-infantri-squad, name: Bravo")
    broken = broken.replace("reinforce: bravo", "reinforce: charlie").replace("turn_limit: 6", "turn_limit: many")
    lines = broken.splitlines()
    result = await bring(mostar, broken)
    words = said(result)
    assert "othing has changed" in words
    for part in ("turn_limit: many", "us-infantri-squad", "reinforce: charlie"):
        number = next(n for n, line in enumerate(lines, 1) if part in line)
        assert f"farm.yaml:{number}`" in words, (part, words)
    assert [each for each in await scenarios.listed(mostar.store, 1) if each.kept] == []


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("farm.txt", FARM.encode(), ".yaml"),
        ("farm.yaml", b"\xff\xfe\x00", "UTF-8"),
        ("farm.yaml", b"#" * (300 * 1024), "larger than 256 KiB"),
        ("farm.yaml", FARM.replace("book-and-gun", "chess").encode(), "chess"),
        ("farm.yaml", FARM.replace("rules: book-and-gun", "rules: five56mm").encode(), "farm.yaml"),
    ],
)
async def test_files_that_are_no_scenarios_are_refused(mostar: World, name: str, data: bytes, words: str) -> None:
    result = await mostar.gm.slash(mostar.channel, "scenario import", file=(name, data))
    assert words in said(result), said(result)
    assert "othing has changed" in said(result)
    assert [each for each in await scenarios.listed(mostar.store, 1) if each.kept] == []


# ── The battle ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_opening_tells_all_what_all_may_know_and_each_side_the_rest(mostar: World) -> None:
    await bring(mostar)
    await mostar.gm.slash(mostar.channel, "battle open", scenario="the-farm")
    (opened,) = [post for post in mostar.posts() if ids_of(post, "briefing")]
    assert "Nobody has come from it for two days." in text_of(opened)
    own = {mostar.ada: (WELL,), mostar.ivo: (HAY,), mostar.gm: (WELL, HAY), mostar.zoe: ()}
    for who, secrets in own.items():
        result = await who.click(opened, custom_id=ids_of(opened, "briefing")[0])
        assert result.response is not None
        assert result.response.ephemeral
        assert {words for words in (WELL, HAY) if words in said(result)} == set(secrets)
    assert "open already" in refused(await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm"))
    await mostar.gm.slash(mostar.thread, "battle begin")
    assert WELL in said(await mostar.ada.click(opened, custom_id=ids_of(opened, "briefing")[0]))


async def test_a_scenario_brings_its_own_table(mostar: World) -> None:
    await bring(mostar)
    words = refused(await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm", board="village"))
    assert "table of its own" in words


async def test_the_gm_sees_what_an_event_would_do_and_lets_it_happen(mostar: World) -> None:
    battle = await fight(mostar)
    version = await battle.version()
    everything = said(await mostar.gm.slash(mostar.thread, "gm event"))
    for title in ("Lights on the road", "The relief", "The old man"):
        assert title in everything
    offered = await mostar.gm.autocomplete(mostar.thread, "gm event", "name", "rel")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("The relief · not yet", "relief")]

    trial = await mostar.gm.slash(mostar.thread, "gm event", name="relief", dry_run=True)
    assert BRAVO in said(trial)
    assert "Arrives: bravo" in said(trial)
    assert await battle.version() == version, "nothing has changed"

    assert trial.response is not None
    done = await mostar.gm.click(trial.response, custom_id=ids_of(trial.response, "event")[0])
    assert "The relief" in said(done)
    assert await battle.version() > version
    field = await battle.field()
    assert any(unit.name == "Bravo" for unit in field.rules.battle.view(field.state, Viewer(umpire=True)).units)
    offered = await mostar.gm.autocomplete(mostar.thread, "gm event", "name", "relief")
    assert "happened in turn" in offered[0]["name"]
    assert "has happened already" in refused(await mostar.gm.slash(mostar.thread, "gm event", name="relief"))
    again = await mostar.gm.slash(mostar.thread, "gm event", name="lights", again=True)
    assert "Headlights" in "\n".join(mostar.texts())
    assert "✔" in said(again)


async def test_a_dry_run_that_is_out_of_date_is_shown_anew_instead(mostar: World) -> None:
    battle = await fight(mostar)
    trial = await mostar.gm.slash(mostar.thread, "gm event", name="relief", dry_run=True)
    await mostar.gm.slash(mostar.thread, "gm event", name="lights")
    version = await battle.version()
    assert trial.response is not None
    late = await mostar.gm.click(trial.response, custom_id=ids_of(trial.response, "event")[0])
    assert "nothing was done" in said(late)
    assert await battle.version() == version
    assert late.response is not None
    await mostar.gm.click(late.response, custom_id=ids_of(late.response, "event")[0])
    assert await battle.version() > version


async def test_events_are_the_gms_alone(mostar: World) -> None:
    await fight(mostar)
    trial = await mostar.gm.slash(mostar.thread, "gm event", name="relief", dry_run=True)
    assert trial.response is not None
    for who in (mostar.ada, mostar.ivo, mostar.zoe):
        for name in ("", "relief", "nonsense"):
            words = refused(await who.slash(mostar.thread, "gm event", name=name))
            assert "GM" in words
            assert "relief" not in words
        assert await who.autocomplete(mostar.thread, "gm event", "name", "") == []
        assert await who.autocomplete(mostar.thread, "umpire call-event", "event", "") == []
        refused(await who.slash(mostar.thread, "umpire call-event", event="relief"))


async def test_a_gm_names_who_takes_the_parts(mostar: World) -> None:
    await bring(mostar, FARM)
    for name in ("Old guard", "Newcomers"):
        await mostar.ada.slash(mostar.channel, "unit raise", kind="us-infantry-squad", name=name)
    await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm", units="Newcomers")
    field = await battles.load(mostar.store, 1)
    shown = field.rules.battle.view(field.state, Viewer(umpire=True)).units
    assert [unit.name for unit in shown if unit.side == "army"] == ["Newcomers"]


async def test_what_has_one_place_for_all_books_says_where_it_is(mostar: World) -> None:
    await fight(mostar)
    posts = [post.id for post in mostar.posts()]
    told = refused(await mostar.gm.slash(mostar.thread, "umpire call-event", event="relief"))
    assert "same in every book now" in told
    assert "gm event" in told
    assert "gm whisper" in refused(await mostar.gm.slash(mostar.thread, "whisper", side="army", text="hush"))
    assert [post.id for post in mostar.posts()] == posts


async def test_a_side_learns_what_was_told_to_it_alone(mostar: World) -> None:
    await fight(mostar)
    buttons = labels(mostar.prompt())
    assert "For my side only" in buttons
    assert BRAVO not in await pressed(mostar, mostar.ada, "news")
    await mostar.gm.slash(mostar.thread, "gm event", name="relief")
    assert labels(mostar.prompt()).count("For my side only") == 1
    assert BRAVO in await pressed(mostar, mostar.ada, "news")
    assert BRAVO in said(await mostar.ada.slash(mostar.thread, "status"))
    assert BRAVO in said(await mostar.ada.slash(mostar.thread, "now"))
    assert "Hold the farm" in said(await mostar.ada.slash(mostar.thread, "status"))
    assert BRAVO in await pressed(mostar, mostar.gm, "news")
    for who in (mostar.ivo, mostar.zoe):
        for words in (
            await pressed(mostar, who, "news"),
            said(await who.slash(mostar.thread, "status")),
            said(await who.slash(mostar.thread, "now")),
        ):
            assert BRAVO not in words
            assert "Hold the farm" not in words
    assert BRAVO not in "\n".join(mostar.texts())


SECRET = """\
  - key: whisper
    title: A whisper
    effects:
      - post: {text: The well is clean after all., to: army}
"""


async def test_what_happens_in_secret_shows_by_nothing_in_the_channel(mostar: World) -> None:
    await bring(mostar, FARM + SECRET)
    await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm")
    before = [post.id for post in mostar.posts()]
    await mostar.gm.slash(mostar.thread, "gm event", name="whisper")
    assert [post.id for post in mostar.posts()] == before, "not even a second prompt"
    assert "The well is clean" in await pressed(mostar, mostar.ada, "news")
    assert "The well is clean" not in await pressed(mostar, mostar.ivo, "news")
    field = await battles.load(mostar.store, 1)
    (ask,) = field.prompt.asks
    player = mostar.ada if ask.side == "army" else mostar.ivo
    prompt = mostar.prompt()
    # The prompt that stands still works, for the side that has learned something as for the other.
    answer = said(await player.click(prompt, custom_id=ids_of(prompt, "quick")[0]))
    assert answer.startswith("✔")
    assert "The well is clean" not in answer


async def test_a_choice_is_made_by_a_button(mostar: World) -> None:
    battle = await fight(mostar)
    await mostar.gm.slash(mostar.thread, "gm event", name="parley")
    prompt = mostar.prompt()
    assert "An old man waves a white cloth. Let him through?" in text_of(prompt)
    answers = [label for label in labels(prompt) if label != "Details"]  # of dice that fell before, if any did
    assert answers[:2] == ["Let him through", "Send him back"]
    assert "then: Send him back" in text_of(prompt)
    assert "command there" in refused(await mostar.ada.click(prompt, custom_id=ids_of(prompt, "quick")[0]))
    chosen = await mostar.ivo.click(prompt, custom_id=ids_of(prompt, "quick")[0])
    assert TRUCKS in said(chosen), "what only his side learns of it, at once"
    assert TRUCKS not in "\n".join(mostar.texts())
    assert all(ask.key.startswith("choice") is False for ask in (await battle.field()).prompt.asks)


async def test_a_choice_is_made_by_the_deadline_after_a_restart(mostar: World) -> None:
    battle = await fight(mostar)
    await mostar.gm.slash(mostar.thread, "gm event", name="parley")
    await mostar.restart()
    await battle_agrees(mostar, battle)
    await mostar.passes(hours=49)
    assert "The old man turns round." in "\n".join(mostar.texts())
    await mostar.restart()
    await battle_agrees(mostar, battle)


async def battle_agrees(mostar: World, battle: Fight) -> None:
    await mostar.agrees(battle.id)


MANY = "".join(
    f"""\
  - key: rumour-{number}
    title: Rumour number {number}
    effects:
      - post: {{text: "{number}: {"they say that the mill burns " * 12}", to: army}}
      - post: {{text: "end of rumour {number}", to: gm}}
"""
    for number in range(1, 31)
)


async def test_the_list_of_events_is_cut_nowhere_and_each_has_a_button(mostar: World) -> None:
    await bring(mostar, FARM + MANY)
    await mostar.gm.slash(mostar.channel, "battle begin", scenario="the-farm")
    shown = await mostar.gm.slash(mostar.thread, "gm event")
    await mostar.restart()
    told, buttons = said(shown), labels(shown.response).count("Let it happen …")
    while "On ▶" in labels(shown.response):
        ids = ids_of(shown.response, "events")
        shown = await mostar.gm.click(shown.response, custom_id=ids[-1])
        told += said(shown)
        buttons += labels(shown.response).count("Let it happen …")
    for number in range(1, 31):
        assert f"end of rumour {number}" in told
    assert "…" not in told.replace("Let it happen …", "")
    assert buttons == 33


async def test_an_event_is_fired_from_the_list_after_a_look_at_it(mostar: World) -> None:
    battle = await fight(mostar)
    version = await battle.version()
    shown = await mostar.gm.slash(mostar.thread, "gm event")
    await mostar.restart()
    second = ids_of(shown.response, "event-look")[1]
    trial = await mostar.gm.click(shown.response, custom_id=second)
    assert "A dry run" in said(trial)
    assert "The relief" in said(trial)
    assert await battle.version() == version, "nothing has changed"
    done = await mostar.gm.click(trial.response, custom_id=ids_of(trial.response, "event")[0])
    assert "✔ **The relief**" in said(done)
    assert await battle.version() > version
    back = await mostar.gm.click(done.response, custom_id=ids_of(done.response, "events")[0])
    assert "happened in turn" in said(back)
    assert labels(back.response).count("Again …") == 1
    assert back.response is not None
    forged = mostar.pressed(mostar.ada, back.response, ids_of(back.response, "event-look")[0])
    await mostar.deliver(forged)
    assert "GM" in refused(forged.result)
