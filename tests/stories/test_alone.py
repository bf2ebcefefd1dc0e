"""One person on a server plays a scenario against the staff: letters of two clicks, a restart, an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.record.staffing import staffed
from campaigns.battle.staff.opened import plans_opened
from campaigns.errors import Refusal
from campaigns.tables.battles import Battle, BattleStatus
from tests.bot.world import World, ids_of, refused, said, text_of, world
from tests.stories.commander import Command

MOST = 60
"""Letters and answers of a battle at the very most."""


async def _begun(club: World) -> Command:
    await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
    await club.gm.slash(club.channel, "campaign join", side="army")
    begun = await club.gm.slash(
        club.channel, "battle begin", scenario="the-mill-road", staff="insurgents", boldness="bold", anyway=True
    )
    assert "has begun" in said(begun)
    (info,) = await battles.of_campaign(club.store, 1)
    return Command(club, info.id)


async def test_one_person_alone_comes_to_the_end_of_a_battle(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await _begun(club)
        clicks = 0
        for number in range(MOST):
            field = await command.field_()
            if field.info.status is BattleStatus.ENDED:
                break
            asked = {ask.side for ask in field.prompt.asks if not ask.umpire}
            assert asked <= {"army", "civilians"}, "nobody is ever asked for the staff's side"
            prompt = club.prompt()
            if ids_of(prompt, "orders"):
                panel = (await club.gm.click(prompt, custom_id=ids_of(prompt, "orders")[0])).response
                plans = ids_of(panel, "letter-plan")
                if plans and "Ordered" not in text_of(panel):
                    written = (await club.gm.click(panel, custom_id=plans[0])).response
                    await club.gm.click(written, custom_id=ids_of(written, "letter-send")[0])
                    clicks += 3
                    if number == 2:
                        await club.restart()
                    continue
            quick = ids_of(prompt, "quick")
            if not quick:
                panel = (await club.gm.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
                await club.gm.click(panel, custom_id=ids_of(panel, "quick")[0])
            else:
                await club.gm.click(prompt, custom_id=quick[0])
            clicks += 1
        field = await command.field_()
        assert field.info.status is BattleStatus.ENDED, f"after {clicks} clicks"
        assert any("Insurgents" in text or "ridge people" in text for text in club.texts())
        (closing,) = [post for post in club.posts() if ids_of(post, "staff-plans")]
        opened = said(await club.gm.click(closing, custom_id=ids_of(closing, "staff-plans")[0]))
        assert "Turn 1 · Insurgents, bold: " in opened or "Turns 1–" in opened
        assert "Mill cell" in opened, "who was to do what"
        await club.agrees(command.battle)


async def test_the_staffs_plans_stay_shut_while_the_battle_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await _begun(club)
        with pytest.raises(Refusal, match="shows its plans when the battle is over"):
            await plans_opened(club.store, command.battle, club.guild.id)


@pytest.mark.parametrize("side", ["army", "nobody"])
async def test_a_side_with_a_player_or_none_such_is_refused(tmp_path: Path, side: str) -> None:
    async with world(tmp_path) as club:
        command = await _begun(club)
        assert "The staff plays Insurgents." in said(await club.gm.slash(club.thread, "status"))
        words = refused(await club.gm.slash(club.thread, "battle staff", side=side))
        assert {"army": "would play every side", "nobody": "There is no side"}[side] in words
        async with club.store.reading() as session:
            assert set(staffed(await session.get_one(Battle, command.battle))) == {"insurgents"}
        told = said(await club.gm.slash(club.thread, "battle staff", side="insurgents", boldness="off"))
        assert "answers for itself again" in told
