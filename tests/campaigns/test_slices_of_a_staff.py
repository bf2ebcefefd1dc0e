"""A lone player's letters and the staff that answers them: the same in slices, with all that the staff counts."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.course import staff
from campaigns.battle.course.seats import sit
from campaigns.battle.letters import letter, sending
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.database.slices import Slices
from campaigns.tables.posts import OutboxPost, PostKind
from rules.book_and_gun import RULES
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import opened
from tests.campaigns.test_slices import carried_out, facts
from tests.campaigns.test_staff import ALL, alone, letter_given
from tests.campaigns.world import RED, World, new_store
from tests.cutting import ByCount
from tests.databases import new_file


async def fought(url: str, slices: Slices | None, moves: int) -> tuple[list[Any], list[Any], int, list[str]]:
    """Its journal, what was posted, how many slices it took besides the answers, and who is
    asked at its end."""
    world: World = await opened(new_store(url, rules=RULES))
    world.store.slices = slices
    battle = await alone(world)
    went_on = await carried_out(world.store)
    for _ in range(moves):
        field = await battles.load(world.store, battle)
        if not field.prompt or field.prompt.asks[0].side != "army":
            break
        seat = await sit(world.store, battle, RED)
        if field.state.turn and not letter_given(field):
            await letter.write(seat, "army", [ALL])
            await sending.send(seat, "army")
        else:
            await act(world.store, battle, field.prompt.asks[0].default, RED)
        went_on += await carried_out(world.store)
    async with world.store.reading() as session:
        entries = facts(await journal.entries(session, RULES, battle))
        rows = (await session.exec(select(OutboxPost).order_by(col(OutboxPost.id)))).all()
    posts = [
        (row.kind, row.from_seq, row.to_seq, row.sitting, row.audience, row.matter)
        for row in rows
        if row.kind != PostKind.PROGRESS
    ]
    # A beginning that takes several slices is told before the rest of it.
    (begun,) = [post for post in posts if '"topic":"begun"' in post[-1]]
    posts.remove(begun)
    asked = [ask.side for ask in (await battles.load(world.store, battle)).prompt.asks]
    if not asked:
        assert verification.verify(await verification.export(world.store, battle), RULES).ok
    await world.store.close()
    return entries, posts, went_on, asked


@pytest.mark.parametrize("most", [1, 5])
async def test_the_staff_does_the_same_and_gives_up_at_the_same(
    tmp_path_factory: pytest.TempPathFactory, most: int
) -> None:
    whole = await fought(new_file(tmp_path_factory.mktemp("whole")), None, 16)
    sliced = await fought(new_file(tmp_path_factory.mktemp("sliced")), ByCount(most), 16)
    assert whole[2] == 0
    assert sliced[2] > 0
    assert sliced[:2] == whole[:2]


async def test_what_the_staff_may_answer_is_counted_over_all_slices(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one answer of one run its side is asked all the same: in slices no later."""
    monkeypatch.setattr(staff, "MOST_ANSWERS", 1)
    whole = await fought(new_file(tmp_path_factory.mktemp("whole")), None, 6)
    sliced = await fought(new_file(tmp_path_factory.mktemp("sliced")), ByCount(1), 6)
    assert whole[3] == ["insurgents"]
    assert sliced[:2] == whole[:2]
