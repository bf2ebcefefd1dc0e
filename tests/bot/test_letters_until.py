"""A letter that lasts until a place is reached or a thing happens: written, refused, kept over a restart, and ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.letters import letter
from rules.battle.orders.data import Order
from rules.infantry_action.actions.command import SealAhead
from rules.kernel.action import Action
from tests.bot.test_orders_of_infantry_action import begun
from tests.bot.world import World, ids_of, options, refused, said, world


@asynccontextmanager
async def street(folder: Path) -> AsyncIterator[World]:
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
        await made.gm.slash(made.channel, "battle begin")
        yield made


async def _lines(made: World, side: str) -> tuple[Action, ...]:
    field = await battles.load(made.store, 1)
    return (await letter.written_by(made.store, field.rules, 1, side, made.ada.id)).letter.lines


async def _orders(made: World, side: str) -> tuple[Order, ...]:
    field = await battles.load(made.store, 1)
    return field.state.battle.orders.of(side)


async def test_a_letter_lasts_until_a_thing_happens_over_a_restart_and_says_so_everywhere(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        panel = (await made.ada.slash(made.thread, "orders")).response
        assert panel is not None
        written = await made.ada.click(panel, custom_id=ids_of(panel, "letter-plan")[0])
        asked = await made.ada.select(
            written.response, ["until.things"], custom_id=ids_of(written.response, "letter-horizon")[0]
        )
        assert "Until what happens?" in said(asked)
        assert "new enemy" in options(asked.response, "letter-until").values()
        await made.restart()
        set_ = await made.ada.select(asked.response, ["losses 1"], custom_id=ids_of(asked.response, "letter-until")[0])
        assert "The letter lasts: until losses 1" in said(set_), said(set_)
        assert ", until losses 1, not sent" in said(set_)
        lines = await _lines(made, "black")
        assert {(line.model_dump()["lasts"], line.model_dump()["until"]) for line in lines} == {("until", "losses 1")}
        louder = await made.ada.select(set_.response, ["until.now"], custom_id=ids_of(set_.response, "letter-alarm")[0])
        assert "it ends: losses 1: ask me now" in said(louder)
        sent = await made.ada.click(louder.response, custom_id=ids_of(louder.response, "letter-send")[0])
        own = await _orders(made, "black")
        assert own
        assert {(o.until, o.lasts, s.kind, s.strength) for o in own for s in o.stops if s.ends} == {
            (None, "until", "losses", "now")
        }
        assert "until losses of 1 or more" in said(sent)
        await made.restart()
        listed = await made.ada.slash(made.thread, "orders")
        assert "until losses of 1 or more" in said(listed)
        again = await made.ada.click(listed.response, custom_id=ids_of(listed.response, "letter-again")[0])
        assert ", until losses 1, not sent" in said(again)
        assert await _lines(made, "black") == tuple(line for line in await _lines(made, "black"))
        theirs = await made.ivo.slash(made.thread, "orders")
        assert "losses of 1" not in said(theirs)


async def test_an_end_in_ones_own_words_is_refused_with_its_reason_and_the_letter_kept(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        panel = (await made.ada.slash(made.thread, "orders")).response
        assert panel is not None
        written = await made.ada.click(panel, custom_id=ids_of(panel, "letter-plan")[0])
        before = await _lines(made, "black")
        asked = await made.ada.select(
            written.response, ["until.places"], custom_id=ids_of(written.response, "letter-horizon")[0]
        )
        for words, why in (
            ("Atlantis is reached", "is never reached"),
            ("a place is reached", "leaves open which place"),
            ("pigs fly", "cannot last until"),
            ("x" * 150, "100 characters"),
        ):
            form = await made.ada.click(asked.response, custom_id=ids_of(asked.response, "letter-until-ask")[0])
            answer = await made.ada.submit_modal(form, {"until": words})
            assert why in refused(answer), said(answer)
            assert await _lines(made, "black") == before
        form = await made.ada.click(asked.response, custom_id=ids_of(asked.response, "letter-until-ask")[0])
        answer = await made.ada.submit_modal(form, {"until": "until new enemy"})
        assert "lasts: until new enemy" in said(answer)


async def test_the_command_for_orders_takes_it_too(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        await made.ada.slash(made.thread, "give-orders", first="hold", until="fired at")
        [one] = await _orders(made, "black")
        assert (one.until, [stop.kind for stop in one.stops if stop.ends]) == (None, ["fired at"])
        bad = await made.ada.slash(made.thread, "give-orders", first="hold", until="turn")
        assert "says nothing without a number" in refused(bad)
        assert await _orders(made, "black") == (one,)


@pytest.mark.rule("IA-R252")
async def test_in_infantry_action_the_seal_ahead_lasts_until_it(tmp_path: Path) -> None:
    """Sealed until the third period, with a restart between: then both are asked again."""
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        asked = await front.ada.select(panel, ["until.things"], custom_id=ids_of(panel, "letter-horizon")[0])
        assert "period 3" in options(asked.response, "letter-until").values()
        set_ = await front.ada.select(asked.response, ["period 3"], custom_id=ids_of(asked.response, "letter-until")[0])
        assert "lasts: until period 3" in said(set_), said(set_)
        field = await battles.load(front.store, 1)
        lines = (await letter.written_by(front.store, field.rules, 1, "attacker", front.ada.id)).letter.lines
        assert lines == (SealAhead(until="period 3"),)
        planned = await front.ada.click(set_.response, custom_id=ids_of(set_.response, "letter-plan")[0])
        assert "until period 3" in said(planned)
        await front.restart()
        await front.ada.click(planned.response, custom_id=ids_of(planned.response, "letter-send")[0])
        field = await battles.load(front.store, 1)
        [ahead] = field.state.battle.aheads
        assert ahead.until is not None
        assert (ahead.until.kind, ahead.until.number) == ("period", 3)
