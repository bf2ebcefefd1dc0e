"""Market day through the bot: a crowd is searched, the guns are asked for by radio, a bomb goes off after a restart,
and the patrol opens the toll house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from rules.book_and_gun.state import State
from rules.seam.asking import Ask
from tests.bot.world import World, ids_of, said, world
from tests.painting import unpainted

MOST = 120
"""Answers of the battle at most."""


async def _state(club: World, battle: int) -> State:
    staged: Any = (await battles.load(club.store, battle)).state
    assert isinstance(staged.battle, State)
    return staged.battle


async def _answered(club: World, ask: Ask) -> None:
    """As whoever does not want to think long: past the headman, and no more on these cards."""
    who = club.ada if ask.side == "army" else club.ivo
    given = ask.default.model_dump(mode="json", exclude_unset=True, exclude={"verb"})
    done = await who.slash(club.thread, ask.default.name(), **given)
    assert "✔" in said(done), said(done)


async def _card_of(club: World, battle: int, unit: str, phase: str = "movement") -> None:
    """The others answer until that unit may act."""
    for _ in range(MOST):
        now = await battles.load(club.store, battle)
        state: Any = now.state
        ask = now.prompt.asks[0]
        if unit in ask.units and state.battle.phase.value == phase and "joker" not in ask.key:
            return
        await _answered(club, ask)
    raise AssertionError(f"{unit} never has a card")


async def _placed(club: World, unit: str, to: str) -> None:
    done = await club.gm.slash(club.thread, "place", unit=unit, to=to)
    assert "✔" in said(done), said(done)


async def test_a_market_day_by_hand_over_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Sangbar", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents")
            await club.gm.slash(club.channel, "battle begin", scenario="market-day")
            (info,) = await battles.of_campaign(club.store, 1)
            ids = {unit.name: unit.id for unit in (await _state(club, info.id)).units}

            # A search: two of the section are busy with it, and whoever hides something may have lost it.
            await _card_of(club, info.id, ids["1 Section"])
            await _placed(club, ids["1 Section"], "15.5,12.5")
            await _card_of(club, info.id, ids["1 Section"])
            done = await club.ada.slash(club.thread, "search", unit=ids["1 Section"], target=ids["Melon sellers"])
            assert "✔" in said(done), said(done)
            state = await _state(club, info.id)
            busy = [f for f in state.unit(ids["1 Section"]).figures if f.fire_turn == state.turn]
            assert len(busy) == 2
            hidden = any(f.traits.hides for f in state.unit(ids["Melon sellers"]).figures)
            told = "\n".join(club.texts())
            assert ("finds a telephone with one number in it" in told) is not hidden
            assert ("finds nothing" in told) is hidden

            # The radio: the message gets through or does not, and the mission is kept until it falls.
            await _card_of(club, info.id, ids["Command"])
            done = await club.ada.slash(club.thread, "request-fire", unit=ids["Command"], what="artillery")
            assert "✔" in said(done), said(done)
            (message,) = (await _state(club, info.id)).messages
            assert (message.unit, message.what) == (ids["Command"], "artillery")
            again = await club.ada.slash(club.thread, "request-fire", unit=ids["Command"], what="artillery")
            assert "has sent its message" in said(again)

            # The bomb, after a restart: it is known only now whose it was.
            await club.restart()
            await _card_of(club, info.id, ids["Bus queue"])
            (bomber,) = [f for f in (await _state(club, info.id)).unit(ids["Bus queue"]).figures if f.traits.bomber]
            assert "explodes" not in "\n".join(club.texts())
            await _placed(club, ids["2 Section"], f"{bomber.at[0] - 0.5:.1f},{bomber.at[1]:.1f}")
            shown = await club.ivo.slash(club.thread, "detonate", unit=ids["Bus queue"])
            assert "own men" in said(shown), "who is in its reach is said first"
            done = await club.ivo.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
            assert "✔" in said(done), said(done)
            state = await _state(club, info.id)
            assert state.figure(bomber.id).status.value == "killed"
            assert f"{bomber.name} (Bus queue) explodes" in "\n".join(club.texts())

            # The toll house is theirs as a turn begins.
            await _placed(club, ids["Sappers"], "Toll house")
            for _ in range(MOST):
                now = await battles.load(club.store, info.id)
                if now.info.status is not BattleStatus.RUNNING:
                    break
                await _answered(club, now.prompt.asks[0])
            ended = await battles.load(club.store, info.id)
            assert ended.info.status is BattleStatus.ENDED
            assert "The toll house is open" in "\n".join(club.texts())
            await club.agrees(info.id)
