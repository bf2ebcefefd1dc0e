"""Orders for a turn run out for both sides at once: the side that the battle does not wait for hears of it in its own
thread, writes meanwhile, and is waited for by nobody."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.test_side_threads import allow, everywhere_but, quiet, read, thread_of
from tests.bot.world import World, ids_of, said, world
from tests.stories.commander import Command
from tests.stories.test_orders import _by_hand, _calls, begun

WAYS = {"first": "advance", "then": "fire at the best odds", "last": "look"}
RUN_OUT = "our orders have run out"


async def _a_turn_of_orders(club: World, *last: str, lasts: str = "turn") -> Command:
    """Both order the first turn, `last` as the last of them; it is carried out, and what the boy offers is the army's
    to answer in the second. `lasts`: the insurgents' orders."""
    command = await begun(club)
    for name in [name for name in ("ada", "ivo") if name not in last] + [*last]:
        who, stands = (club.ada, "turn") if name == "ada" else (club.ivo, lasts)
        await who.slash(club.thread, "give-orders", **WAYS, lasts=stands)
    await quiet(club)
    field = await command.field_()
    assert (field.state.battle.turn, [ask.side for ask in field.prompt.asks]) == (2, ["army"])
    return command


async def test_whoever_is_not_asked_yet_writes_meanwhile_and_is_waited_for_by_nobody(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        allow(club)
        command = await _a_turn_of_orders(club, "ada")
        own = thread_of(club, "insurgents")
        told = next(message for message in reversed(own.history(viewer=club.ivo)) if ids_of(message, "orders"))
        panel = await club.ivo.click(told, custom_id=ids_of(told, "orders")[0])
        assert "No orders" in said(panel)
        assert panel.response is not None
        assert ids_of(panel.response, "letter-plan")
        await club.ivo.slash(club.thread, "give-orders", **WAYS, lasts="turn")
        await _by_hand(club, command)
        await club.ada.slash(club.thread, "give-orders", **WAYS, lasts="turn")
        await quiet(club)
        assert "✔ Answered by orders" in "\n".join(club.texts())
        while (field := await command.field_()).state.battle.turn == 2:
            keys = [ask.key for ask in field.prompt.asks]
            assert all(key.startswith("choice:") for key in keys), "the second turn asks what the story asks, no orders"
            await _by_hand(club, command)
        assert field.state.battle.turn == 3


@pytest.mark.parametrize("sleeps", [False, True])
async def test_he_is_called_once_where_somebody_else_has_acted_and_not_at_night(tmp_path: Path, sleeps: bool) -> None:
    async with world(tmp_path) as club:
        allow(club)
        if sleeps:
            now = club.store.clock.now()  # in Abidjan clocks show UTC, all the year
            quiet_hours = f"{now:%H}:00-{now + timedelta(hours=8):%H}:00"
            await club.ivo.slash(club.channel, "clock zone", zone="Africa/Abidjan")
            assert "are set" in said(await club.ivo.slash(club.channel, "clock hours", quiet=quiet_hours))
        await _a_turn_of_orders(club, "ada")
        own = thread_of(club, "insurgents")
        assert (f"y{RUN_OUT}" if not sleeps else RUN_OUT) in read(club, "insurgents")
        assert _calls(club, own.id) == ([] if sleeps else [str(club.ivo.id)])
        assert RUN_OUT not in everywhere_but(club, own)
        await club.restart()
        await quiet(club)
        assert len(_calls(club, own.id)) <= 1, "and not a second time"


async def test_nothing_is_said_of_orders_that_stand_on_or_that_their_own_side_has_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        allow(club)
        command = await _a_turn_of_orders(club, "ada", lasts="battle")
        assert RUN_OUT not in read(club, "insurgents"), "they stand for the battle"
        await club.ivo.slash(club.thread, "cancel-orders")
        await _by_hand(club, command)
        await quiet(club)
        assert RUN_OUT not in read(club, "insurgents"), "he has cancelled them himself"
