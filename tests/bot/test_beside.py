"""Whatever people do on Discord, the rules are asked beside the event loop and never while a transaction that writes
is open: nobody waits for somebody else's battle."""

from __future__ import annotations

import gc
import sys
import threading
import traceback
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.shell.host import prepare
from campaigns.database.store import Store
from campaigns.thinking import SHARE
from rules.seam.ruleset import AnyRuleSet
from tests.bot.opened import Fight, battle_of, campaign_of
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, world

THOUGHT = ("muster", "decide", "evolve", "prompt", "proceed", "offers", "odds", "result", "view", "tell", "service",
           "scripted", "objectives")  # fmt: skip
"""What takes as long as a battle is large. The rest of a rule set only looks something up."""
_writing: ContextVar[list[None] | None] = ContextVar("writing", default=None)
"""Of the task that asks, and of the threads that think for it: empty when its transaction is over."""


class Watched(Store):
    """Remembers who has a transaction open that writes."""

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncSession]:
        async with _noted(), super().writing() as session:
            yield session

    @asynccontextmanager
    async def rehearsing(self) -> AsyncGenerator[AsyncSession]:
        async with _noted(), super().rehearsing() as session:
            yield session


@asynccontextmanager
async def _noted() -> AsyncGenerator[None]:
    # A task that is started meanwhile inherits the list, not the transaction: it finds it empty later.
    held = [None]
    before = _writing.set(held)
    try:
        yield
    finally:
        held.clear()
        _writing.reset(before)


@dataclass
class Watch:
    """Every call of the rules: which, and what was wrong with it."""

    loop: int = field(default_factory=threading.get_ident)
    called: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def over(self, rules: AnyRuleSet) -> AnyRuleSet:
        noted = {name: self._noted(name, getattr(rules.battle, name)) for name in THOUGHT}
        return replace(rules, battle=replace(rules.battle, **noted))

    def _noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            self.called.add(name)
            on_loop, writes = threading.get_ident() == self.loop, bool(_writing.get())
            if on_loop or writes:
                asker = [frame for frame in traceback.extract_stack() if "/tests/" not in frame.filename][-1]
                why = " and ".join(["on the loop"] * on_loop + ["with a transaction open"] * writes)
                self.wrong.append(f"{name} {why}, by {asker.filename}:{asker.lineno}")
            return function(*args)

        return noted


@pytest.fixture
async def watch() -> Watch:
    return Watch()


@pytest.fixture
async def club(tmp_path: Path, watch: Watch) -> AsyncGenerator[World]:
    async with world(tmp_path, {"toy": watch.over(TOY)}, Watched) as made:
        yield made
    assert not watch.wrong, "\n".join(dict.fromkeys(watch.wrong))


async def test_the_watch_sees_what_it_is_there_for(watch: Watch, tmp_path: Path) -> None:
    rules = watch.over(TOY)
    store = Watched(f"sqlite+aiosqlite:///{tmp_path / 'watched.db'}")
    await store.open()

    rules.battle.prompt(rules.battle.blank())
    async with store.writing():
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
        rules.battle.view(rules.battle.blank(), None)  # type: ignore[arg-type]
    await store.close()

    first, second = watch.wrong
    assert first.startswith("prompt on the loop, by")
    assert second.startswith("view on the loop and with a transaction open, by")


async def test_a_battle_from_its_beginning_to_its_end_by_the_rules(club: World, watch: Watch) -> None:
    fight = await battle_of(club)
    await fight.until("army")
    panel = (await fight.pick()).response
    assert panel is not None
    await club.ada.click(panel, custom_id=ids_of(panel, "do")[0])
    await _everybody_looks(club, fight)
    for _ in range(40):
        if not (await fight.field()).prompt:
            break
        await _one_shot(club, fight)

    assert "Victory for" in "\n".join(club.texts())
    assert watch.called >= set(THOUGHT) - {"scripted"}
    await club.gm.slash(club.thread, "battle undo")
    await club.gm.slash(club.thread, "battle verify")


async def _everybody_looks(club: World, fight: Fight) -> None:
    for who in (club.ada, club.ivo, club.gm, club.zoe):
        for command in ("now", "status", "map"):
            await who.slash(club.thread, command)
    await club.gm.slash(club.thread, "gm event")
    await club.gm.slash(club.channel, "campaign show")


async def _one_shot(club: World, fight: Fight) -> None:
    """By a command where the side has a target."""
    player, state = await fight.player(), (await fight.field()).state
    side = state.to_act
    unit = next(squad for squad in state.squads if squad.side == side and not squad.fired)
    target = next(squad for squad in state.squads if squad.side != side)
    await player.slash(club.thread, "fire", unit=unit.id, target=target.id)


async def test_proposals_reminders_deadlines_and_the_gms_word(club: World) -> None:
    fight = await battle_of(club)
    await club.gm.slash(club.thread, "gm remind")
    await club.ada.slash(club.thread, "battle end", reason="both are tired")
    await club.ivo.click(club.posts()[-1], custom_id=ids_of(club.posts()[-1], "decline")[0])
    await (await fight.player()).slash(club.thread, "hold")
    await (await fight.player()).slash(club.thread, "battle undo")
    await club.passes(hours=90)
    await club.ada.slash(club.thread, "battle end", reason="both are tired")
    proposal = next(post for post in reversed(club.posts()) if ids_of(post, "agree"))
    await club.ivo.click(proposal, custom_id=ids_of(proposal, "agree")[0])
    await club.gm.slash(club.thread, "battle undo")
    await club.gm.slash(club.thread, "battle end", reason="it rains")

    assert (await fight.field()).info.result is not None


async def test_who_leaves_in_mid_battle_and_a_new_thread(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    club.env.backend.delete_channel(club.thread.id)
    await club.env.settle()
    await club.gm.slash(club.channel, "battle thread")
    await club.ada.slash(club.channel, "campaign leave")
    await club.gm.slash(club.channel, "campaign remove", member=club.ivo)

    assert (await fight.field()).prompt


async def test_a_beginning_that_the_rules_refuse(club: World) -> None:
    await campaign_of(club, insurgents=())
    await club.gm.slash(club.channel, "battle begin")


# ── The process ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def as_it_was() -> Iterator[None]:
    """Whatever is done to the process is undone."""
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()


@pytest.mark.usefixtures("as_it_was")
def test_a_process_that_is_prepared_gives_way_and_searches_only_what_is_new() -> None:
    before = gc.get_freeze_count()

    prepare([TOY])

    assert sys.getswitchinterval() == pytest.approx(SHARE)
    assert gc.get_freeze_count() > before + 10_000
    assert len(gc.get_objects()) < 10_000
