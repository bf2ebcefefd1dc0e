"""What one person or one server may ask for: beyond that nothing is done, and everybody else is served as before."""

from __future__ import annotations

import ast
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord
import pytest
from discord import app_commands

from bot.client import Adjutant
from bot.commands import everywhere, in_menus
from bot.pictures import pictures
from bot.shell import host
from bot.shell.settings import HostSettings
from bot.talk import controls, limits
from bot.talk.limits import BRINGING, DRAWING, Allowances, Allowed, SlidingWindow
from campaigns.battle import battles
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.scenario import boards
from tests.bot.opened import battle_of, campaign_of
from tests.bot.test_settings import TOKEN
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, refused, said

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SHEET = b"name: Crossroads\nsize: [48, 36]\nedges: {army: west, insurgents: east}\n"

ROOT = Path(limits.__file__).parents[1]
PAINTERS = {
    *("pictures.map_of", "pictures.png", "pictures.moving", "pictures.cards", "press.pdf", "press.pictures"),
    *("replaying.animation", "reports.add_map", "catching_up.show", "figure_file.show_file"),
}
UNCOUNTED = {
    "import": "has a file with it",
    "portrait": "likewise",
    "preface-written": "has written something down by then",
    "report-post": "has posted something by then",
}


def seconds(number: float) -> datetime:
    return NOON + timedelta(seconds=number)


def allow(world: World, **allowed: int) -> None:
    world.bot.limits = Allowances(world.store.clock, Allowed(**allowed))


def shown(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "R")


async def test_a_window_counts_what_lies_within_it() -> None:
    window = SlidingWindow(2, MINUTE)
    assert [window.take(7, seconds(at)) for at in (0, 20)] == [None, None]
    assert window.take(7, seconds(59)) == seconds(60), "the first of the two is over by then"
    assert window.take(8, seconds(59)) is None, "somebody else"
    assert window.take(7, seconds(60)) is None
    assert window.take(7, seconds(61)) == seconds(80), "what was refused has not counted"


async def test_a_clock_that_is_put_back_keeps_nobody_waiting() -> None:
    window = SlidingWindow(1, MINUTE)
    assert window.take(7, seconds(3600)) is None
    assert window.take(7, seconds(0)) is None
    assert window.take(7, seconds(1)) == seconds(60)


async def test_a_window_remembers_so_many_people_and_nobody_whose_time_is_over() -> None:
    with patch.object(limits, "PEOPLE", 3):
        window = SlidingWindow(1, MINUTE)
        for who in range(10):
            assert window.take(who, NOON) is None
        assert len(window._times) == 3
        assert window.take(9, NOON) is not None, "the newest are remembered"
    for who in range(20, 23):
        window.take(who, seconds(60))
    assert set(window._times) == {20, 21, 22}


async def test_imports_beyond_the_hosts_limit_change_nothing_until_it_is_time_again(club: World) -> None:
    campaign_id = await campaign_of(club)
    allow(club, imports=2)
    first = club.store.clock.now()
    for number in (1, 2):
        await club.gm.slash(club.channel, "board import", file=(f"{number}.yaml", SHEET), name=f"Board {number}")
    kept = await boards.of_campaign(club.store, campaign_id)
    with patch.object(discord.Attachment, "read", side_effect=AssertionError("nothing is fetched")):
        over = await club.gm.slash(club.channel, "board import", file=("3.yaml", SHEET), name="Board 3")
    words = refused(over)
    assert "More than 2 imports an hour is too much for one person." in words
    assert f"Try again {shown(first + timedelta(hours=1))}" in words
    assert await boards.of_campaign(club.store, campaign_id) == kept
    assert "More than 2 imports" in refused(await club.gm.slash(club.channel, "scenario import", file=("a.yaml", b"")))
    assert "may" in refused(await club.zoe.slash(club.channel, "board import", file=("3.yaml", SHEET))), "her own count"
    await club.passes(hours=1, minutes=1)
    await club.gm.slash(club.channel, "board import", file=("3.yaml", SHEET), name="Board 3")
    assert len(await boards.of_campaign(club.store, campaign_id)) == len(kept) + 1


async def test_pictures_beyond_the_hosts_limit_are_not_drawn(club: World) -> None:
    await battle_of(club)
    allow(club, pictures=2)
    map_ = await club.ada.slash(club.thread, "map")
    await club.ada.click(club.prompt(), custom_id=ids_of(club.prompt(), "map")[0])
    with patch.object(pictures, "map_of", side_effect=AssertionError("nothing is drawn")):
        for result in (
            await club.ada.slash(club.thread, "map"),
            await club.ada.click(club.prompt(), custom_id=ids_of(club.prompt(), "map")[0]),
            await club.ada.slash(club.thread, "catchup"),
        ):
            words = refused(result)
            assert "More than 2 pictures a minute is too much for one person." in words
            assert "Try again <t:" in words
    assert map_.response is not None
    assert "too much" not in said(await club.ivo.slash(club.thread, "map")), "his own count"
    await club.passes(minutes=1, seconds=1)
    assert "too much" not in said(await club.ada.slash(club.thread, "map"))


async def test_orders_and_what_is_asked_in_words_know_no_limit(club: World) -> None:
    fight = await battle_of(club)
    allow(club, pictures=1, imports=1)
    before = await fight.version()
    for _ in range(3):
        player = await fight.player()
        assert "too much" not in said(await player.slash(club.thread, "now"))
        assert "too much" not in said(await player.slash(club.thread, "hold"))
    assert await fight.version() >= before + 3


async def test_a_server_has_as_many_battles_as_its_host_allows(club: World) -> None:
    campaign_id = await campaign_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    club.store.most_battles = 1
    await club.gm.slash(club.channel, "battle open", title="The ford", units="Rifle squad 1, Cell 1")
    mill = {"title": "The mill", "units": "Rifle squad 2, Cell 2"}
    words = refused(await club.gm.slash(club.channel, "battle open", **mill))
    assert "More than 1 battle at a time is too much for one server." in words
    assert "Try again when one of them is over" in words
    assert [info.title for info in await battles.of_campaign(club.store, campaign_id)] == ["The ford"]
    await club.gm.slash(club.channel, "battle cancel")
    await club.gm.slash(club.channel, "battle open", **mill)
    assert len(await battles.of_campaign(club.store, campaign_id)) == 2


def test_what_is_counted_is_there_to_be_asked_for() -> None:
    commands = [each for top in (*everywhere(), *in_menus()) for each in _each(top)]
    names = {f"/{command.qualified_name}" for command in commands}
    names |= {f"{kind} {what}" for what in controls._handlers for kind in ("button", "form")}
    assert (BRINGING | DRAWING) - names == set()


def test_whatever_draws_for_the_asker_is_counted() -> None:
    counted = {name.split()[-1].lstrip("/") for name in DRAWING | BRINGING}
    missed = {
        f"{path.stem}: {name}"
        for path in (*(ROOT / "commands").glob("*.py"), ROOT / "post" / "catching_up.py")
        for name in _drawing(ast.parse(path.read_text(encoding="utf-8")))
        if name not in counted | UNCOUNTED.keys()
    }
    assert missed == set()


def _drawing(module: ast.Module) -> set[str]:
    """The commands and tickets of a module whose functions, and what these call in it, have something drawn."""
    calls: dict[str, set[str]] = {}
    entries: dict[str, str] = {}
    for function in module.body:
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inner = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
        named = [node for node in ast.walk(function) if isinstance(node, ast.Name | ast.Attribute)]
        calls[function.name] = {ast.unparse(each) for each in (*inner, *named)}
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(("handles", "command")):
                given = {each.arg: each.value for each in decorator.keywords}.get("name")
                entries[function.name] = ast.literal_eval(given or decorator.args[0])
    draws = {name for name, called in calls.items() if called & PAINTERS}
    while more := {name for name, called in calls.items() if called & draws} - draws:
        draws |= more
    return {name for function, name in entries.items() if function in draws}


def _each(top: object) -> list[app_commands.Command]:
    found = list(top.walk_commands()) if isinstance(top, app_commands.Group) else [top]
    return [each for each in found if isinstance(each, app_commands.Command)]


async def test_what_a_host_sets_is_what_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Adjutant] = []

    async def start(bot: Adjutant, token: str) -> None:
        started.append(bot)

    monkeypatch.setattr(Adjutant, "start", start)
    monkeypatch.setattr(host, "Store", partial(Store, rule_sets={"toy": TOY}))
    monkeypatch.setattr(host, "prepare", list)
    monkeypatch.setattr(host.gc, "freeze", lambda: None)
    given = {"data": tmp_path, "battles_per_server": 3, "imports_per_hour": 2, "pictures_per_minute": 1}
    await host.serve(HostSettings.model_validate(given), TOKEN)
    (bot,) = started
    assert bot.store.most_battles == 3
    asker: Any = SimpleNamespace(user=SimpleNamespace(id=7), data={})
    for what, allowed in (("/map", 1), ("form board-paste", 2), ("/fire", 9)):
        for _ in range(allowed):
            bot.limits.admit(asker, what)
    for what, words in (("/replay", "1 picture a minute"), ("button bring-in", "2 imports an hour")):
        with pytest.raises(Refusal, match=f"More than {words} is too much"):
            bot.limits.admit(asker, what)


@pytest.mark.parametrize("name", ["battles_per_server", "imports_per_hour", "pictures_per_minute"])
def test_the_hosts_limits_are_generous_and_can_be_taken_away(name: str) -> None:
    assert HostSettings.model_fields[name].default >= 60
    assert getattr(HostSettings.model_validate({name: "0"}), name) == 0
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        HostSettings.model_validate({name: "-1"})
