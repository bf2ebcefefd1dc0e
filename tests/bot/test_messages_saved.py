"""What costs a table no message: a seal, a question that has no room below what was told, the echo of one's own orders,
a look that sees nothing, news with which a battle ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import discord
import pytest
from discord import ui

from bot.post import room
from campaigns.battle import battles
from campaigns.battle.letters import letter, sending
from campaigns.battle.telling.telling import is_news
from campaigns.database.store import Store
from rules.action import Action
from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.actions.umpire import DeclareEnd
from rules.told import Idle, TellingRole, Told
from tests.bench import pace
from tests.bench.letterbox import Letterbox, undrawn
from tests.bench.plans import PLANS
from tests.campaigns.behind import act
from tests.clocks import ManualClock

CANAL = next(plan for plan in PLANS if plan.name == "canal-bridge")
ATTACKER, DEFENDER = pace.TABLE.players


@dataclass
class Canal:
    """The canal bridge on a Discord that only counts: the battle has begun, both sides are asked to seal."""

    store: Store
    box: Letterbox
    battle: int

    @property
    def posts(self) -> int:
        return self.box.counted(pace.TABLE.thread).posts

    @property
    def pictures(self) -> int:
        return self.box.counted(pace.TABLE.thread).pictures

    def last(self, channel: int = pace.TABLE.thread) -> str:
        """The words of the newest message."""
        *_, view = self.box.get_channel(channel).standing.values()
        return words_of(view)

    def alone(self, side: str) -> list[str]:
        """The messages in a side's thread."""
        return [words_of(view) for view in self.box.get_channel(-1 - crc32(side.encode())).standing.values()]

    async def sends(self, who: int, side: str, *lines: Action) -> None:
        seat = await battles.sit(self.store, self.battle, who, side=side)
        await letter.write(seat, side, lines)
        await sending.send(seat, side)
        await self.box.pump.drain()


def words_of(view: ui.LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay))


@asynccontextmanager
async def canal(folder: Path) -> AsyncIterator[Canal]:
    store = Store(f"sqlite+aiosqlite:///{folder}/canal.db", ManualClock(pace.START), entropy=pace.repeated("canal"))
    await store.open()
    try:
        box = Letterbox(store)
        sides = {"attacker": ATTACKER, "defender": DEFENDER}
        with undrawn():
            battle = await pace.opened(store, CANAL, 0, pace.TABLE, sides)
            await battles.begin(store, battle, pace.TABLE.gm)
            await box.pump.drain()
            yield Canal(store, box, battle)
    finally:
        await store.close()


async def test_a_seal_changes_the_line_of_the_question_and_leaves_what_stands_above_it(tmp_path: Path) -> None:
    """The story, its map and the other's question stand as they did; the half that is answered is gone."""
    async with canal(tmp_path) as table:
        posts, pictures, before = table.posts, table.pictures, table.last()
        assert "**Attacker** open · **Defender** open" in before
        told = before.partition("### Period 1")[0]
        assert told.strip(), "it tells something"
        await act(table.store, table.battle, SealOrders(), ATTACKER, side="attacker")
        await table.box.pump.drain()
        assert table.posts == posts
        after = table.last()
        assert "**Attacker** sealed · **Defender** open" in after
        assert after.partition("### Period 1")[0] == told
        assert table.pictures == pictures * 2, "the map is sent with the change, or it would be gone"


async def test_a_question_that_had_to_stand_by_itself_is_changed_in_its_place_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "fits", lambda *views: False)
    async with canal(tmp_path) as table:
        posts = table.posts
        assert "open" in table.last()
        await act(table.store, table.battle, SealOrders(), ATTACKER, side="attacker")
        await table.box.pump.drain()
        assert table.posts == posts
        assert "**Attacker** sealed · **Defender** open" in table.last()


async def test_nobody_reads_in_their_thread_what_they_have_just_ordered(tmp_path: Path) -> None:
    """The defender seals last, and reads what came of it; that the seal was for two periods is on their panel."""
    async with canal(tmp_path) as table:
        for who, side in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
            await table.sends(who, side, SealAhead(periods=2))
        said = "\n".join([*table.alone("attacker"), *table.alone("defender")])
        assert "Your next seal is" not in said


async def test_the_end_of_a_battle_is_told_once_by_the_post_that_closes_it(tmp_path: Path) -> None:
    async with canal(tmp_path) as table:
        alone = len(table.alone("attacker")), len(table.alone("defender"))
        await act(table.store, table.battle, DeclareEnd(reason="night falls"), pace.TABLE.gm)
        await table.box.pump.drain()
        assert "Night falls" in table.last()
        assert (len(table.alone("attacker")), len(table.alone("defender"))) == alone


def test_what_came_to_nothing_is_no_news_for_one_side_either() -> None:
    seen = Told("1st Squad sees Poplar cell")
    nothing = Told("1st Squad sees nothing new", idle=Idle("1st Squad", "look and see nothing"))
    assert is_news([nothing, seen])
    assert not is_news([nothing])
    assert not is_news([Told("By orders", role=TellingRole.DETAIL)])


def test_texts_are_drawn_together_where_they_take_the_room_of_a_question() -> None:
    """Fifteen components of texts and the spaces between them are two, and what is pressed stays below them."""
    view, question = ui.LayoutView(timeout=None), ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container()
    for number in range(8):
        frame.add_item(ui.TextDisplay(f"text {number}"))
        frame.add_item(ui.Separator(visible=False))
    view.add_item(frame)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(discord.ui.Button(label="Details", custom_id="details"))
    view.add_item(row)
    for number in range(25):
        question.add_item(ui.TextDisplay(f"ask {number}"))
    assert not room.fits(view, question)
    room.say_in_one(view)
    assert room.fits(view, question)
    assert words_of(view) == "\n".join(f"text {number}" for number in range(8))
