"""What goes wrong with letters, through the bot: each time a clear word, and the letter is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.letters import letter
from rules.kernel.action import Action
from tests.bot.test_letters_until import street
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of, world


async def _field(made: World) -> Any:
    return await battles.load(made.store, 1)


async def _lines(made: World, who: int) -> tuple[Action, ...]:
    field = await _field(made)
    return (await letter.written_by(made.store, field.rules, 1, "black", who)).letter.lines


async def _planned(made: World, who: Any) -> Any:
    """The first plan is written into the letter."""
    panel = await who.slash(made.thread, "orders")
    return await who.click(panel.response, custom_id=ids_of(panel.response, "letter-plan")[0])


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"until": "   "}, "until nothing at all"),
        ({"until": "losses 0"}, "before anybody moves"),
        ({"until": "losses 400"}, "never lost"),
        ({"until": "turn 1"}, "has come already"),
        ({"until": "turn 9", "lasts": "3 turns"}, "before turn 9"),
        ({"until": "Atlantis is reached"}, "is never reached"),
        ({"until": "the aim is reached"}, "an aim by itself isn't a place"),
        ({"until": "the enemy is beaten"}, "the battle is over"),
        ({"units": "nobody"}, "nobody"),
    ],
)
async def test_ends_that_never_come_and_aims_without_a_place(tmp_path: Path, given: dict[str, str], why: str) -> None:
    """A length of none, a stop that always or never happens, a place that nobody reaches, an aim by itself."""
    async with street(tmp_path) as made:
        bad = await made.ada.slash(made.thread, "give-orders", first="hold", **given)
        assert why in refused(bad), said(bad)
        assert (await _field(made)).state.battle.orders.of("black") == ()


async def test_a_letter_for_somebody_who_is_gone_names_them_and_the_rest_is_sent(tmp_path: Path) -> None:
    """The scene changes between writing and sending; sending twice, and a click of yesterday, send nothing again."""
    async with street(tmp_path) as made:
        written = await _planned(made, made.ada)
        before = await _lines(made, made.ada.id)
        gone = next(iter((await _field(made)).rules.battle.ordering.units((await _field(made)).state, "black")))
        name = next(who.name for who in (await _field(made)).state.battle.characters if who.id == gone)
        await made.gm.slash(made.thread, "umpire remove", figure=gone)
        sent = await made.ada.click(written.response, custom_id=ids_of(written.response, "letter-send")[0])
        assert f"{name}: nobody is left to take orders" in said(sent), said(sent)
        assert await _lines(made, made.ada.id) == before
        panel = await made.ada.slash(made.thread, "orders")
        assert "Send the rest" in labels(panel.response)
        assert "nobody is left to take orders" in said(panel)
        click = ids_of(panel.response, "letter-send")[0]
        twice = [made.pressed(made.ada, panel.response, click) for _ in range(2)]
        await made.deliver(twice[0])
        assert "✔ **Sent: " in said(twice[0].result)
        orders = (await _field(made)).state.battle.orders.of("black")
        assert orders
        assert gone not in {unit for order in orders for unit in order.units}
        await made.deliver(twice[1])
        assert "Nothing is written in your letter" in refused(twice[1].result), said(twice[1].result)
        assert (await _field(made)).state.battle.orders.of("black") == orders


@asynccontextmanager
async def two(folder: Path) -> AsyncIterator[World]:
    """Ada and Zoe on one side: the squad is Ada's."""
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
        await made.zoe.slash(made.channel, "campaign join", side="black")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
        await made.gm.slash(made.channel, "battle begin")
        yield made


async def test_two_of_a_side_write_and_each_reads_what_the_other_has_sent(tmp_path: Path) -> None:
    """A draft is nobody else's; what has been sent is named to whoever writes over it; the newest stands."""
    async with two(tmp_path) as made:
        hers = await _planned(made, made.zoe)
        assert "has ordered that already" not in said(hers)
        mine = await _planned(made, made.ada)
        assert "has ordered that already" not in said(mine), "her draft is hers alone"
        await made.zoe.click(hers.response, custom_id=ids_of(hers.response, "letter-send")[0])
        mine = await made.ada.slash(made.thread, "orders")
        assert "has ordered that already, and your letter takes its place" in said(mine), said(mine)
        assert await _lines(made, made.ada.id), "kept"


async def test_units_that_a_comrade_commands_are_refused_where_each_commands_their_own(tmp_path: Path) -> None:
    async with two(tmp_path) as made:
        await made.gm.slash(made.channel, "gm policy", stand_in="assigned")
        hers = await _planned(made, made.zoe)
        before = await _lines(made, made.zoe.id)
        sent = await made.zoe.click(hers.response, custom_id=ids_of(hers.response, "letter-send")[0])
        assert "to command" in refused(sent), said(sent)
        assert await _lines(made, made.zoe.id) == before
        assert (await _field(made)).state.battle.orders.of("black") == ()


def _offer(parts: list[dict[str, Any]], select: str, value: str) -> None:
    """The select has one option more, as a client might send it."""
    for part in parts:
        if part.get("custom_id") == select:
            part["options"].append({"label": value, "value": value})
        _offer([*part.get("components", ())], select, value)


async def test_a_letter_sent_after_its_deadline_and_a_role_that_nobody_can_have(tmp_path: Path) -> None:
    """The deadline has answered: the letter is still there, and is for what is asked now."""
    async with street(tmp_path) as made:
        written = await _planned(made, made.ada)
        before = await _lines(made, made.ada.id)
        unit = next(iter(options(written.response, "orders-unit").values()))
        page = await made.ada.select(written.response, [unit], custom_id=ids_of(written.response, "orders-unit")[0])
        role = ids_of(page.response, "letter-role")[0]
        stored = made.env.backend.get_message(made.thread.id, page.response.id)
        _offer(stored.components, role, "medic")
        wrong = await made.ada.select(page.response, ["medic"], custom_id=role)
        assert "cannot be that: medic" in refused(wrong), said(wrong)
        assert await _lines(made, made.ada.id) == before
        turn = (await _field(made)).info.version
        await made.passes(hours=50)
        assert (await _field(made)).info.version > turn, "the deadline has answered"
        assert await _lines(made, made.ada.id) == before
        sent = await made.ada.click(written.response, custom_id=ids_of(written.response, "letter-send")[0])
        late = said(sent)
        assert "✔ **Sent: " in late or "Send" in "".join(labels(sent.response)), late
        assert text_of(made.prompt())
