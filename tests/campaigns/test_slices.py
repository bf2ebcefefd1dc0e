"""A long run is carried out in slices: the same is done and told as if it had been one, and nothing breaks in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.course import conduct, slicing
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.battle.record.journal import Entry
from campaigns.battle.watch import timers
from campaigns.clocks import waits
from campaigns.database.slices import BySeconds, Slices
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter, UnderWay
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus
from rules.seam.viewing import PUBLIC, Viewer
from tests.campaigns.behind import act, next_timer, pending
from tests.campaigns.toy import TOY, Hold, Order, Stance
from tests.campaigns.world import BLUE, GM, RED, World, new_store
from tests.cutting import ByCount
from tests.databases import new_file


async def anew(folder: Path, word: str) -> World:
    """The same campaign as every other, in a file of its own."""
    place = folder / word
    place.mkdir()
    return await World.make(new_store(new_file(place)))


async def begun(world: World) -> int:
    """A battle that has begun and asks somebody."""
    battle = await world.battle()
    await carried_out(world.store)
    return battle


async def carried_out(store: Store) -> int:
    """All that is under way goes on as the program has it. How many slices that took."""
    slices = 0
    while any(each.kind == "carry-on" for each in await timers.fire_due(store, store.clock.now())):
        slices += 1
    return slices


async def entries(world: World, battle_id: int) -> list[Entry]:
    async with world.store.reading() as session:
        return await journal.entries(session, TOY, battle_id)


def facts(found: Sequence[Entry]) -> list[tuple[Any, ...]]:
    """All of the entries but when they were made."""
    return [(one.seq, one.cause, one.by, one.user_id, one.intent, one.draws, one.events, one.word) for one in found]


async def posts(world: World) -> list[tuple[Any, ...]]:
    """What was told, in its order, without how far a run was."""
    async with world.store.reading() as session:
        rows = (await session.exec(select(OutboxPost).order_by(col(OutboxPost.id)))).all()
    return [
        (row.kind, row.from_seq, row.to_seq, row.sitting, row.audience, row.matter)
        for row in rows
        if row.kind != PostKind.PROGRESS
    ]


async def notes(world: World) -> list[tuple[str, int]]:
    """The notes of how far runs are: whether each waits, and what it says."""
    async with world.store.reading() as session:
        found = select(OutboxPost).where(OutboxPost.kind == PostKind.PROGRESS).order_by(col(OutboxPost.id))
        rows = [outbox.post_of(row) for row in (await session.exec(found)).all()]
        return [(post.status, post.matter.of(UnderWay).done) for post in rows]


@dataclass(frozen=True)
class Fought:
    entries: list[tuple[Any, ...]]
    posts: list[tuple[Any, ...]]
    marks: Any
    words: list[Any]
    slices: int


async def fought(world: World, slices: Slices | None, moves: int = 12) -> Fought:
    world.store.slices = slices
    battle, dice = await world.battle(), random.Random(5)
    went_on = await carried_out(world.store)
    for _ in range(moves):
        if not await world.one_move(battle, dice):
            break
        went_on += await carried_out(world.store)
    field = await battles.load(world.store, battle)
    told = [
        [(line.entry.seq, line.tolds) for line in (await battles.report(world.store, battle, 1, 99, viewer)).lines]
        for viewer in (PUBLIC, Viewer("red"), Viewer("blue"))
    ]
    return Fought(facts(await entries(world, battle)), await posts(world), field.info.marks, told, went_on)


@pytest.mark.parametrize("most", [1, 2])
async def test_the_same_is_done_drawn_and_told_in_slices_as_in_one_go(tmp_path: Path, most: int) -> None:
    one, other = await anew(tmp_path, "whole"), await anew(tmp_path, "sliced")
    whole, sliced = await fought(one, None), await fought(other, ByCount(most))
    await one.store.close()
    await other.store.close()
    assert whole.slices == 0
    assert sliced.slices > 0
    assert (sliced.entries, sliced.posts, sliced.marks) == (whole.entries, whole.posts, whole.marks)
    assert sliced.words == whole.words


async def test_who_comes_meanwhile_reads_and_changes_nothing(world: World) -> None:
    world.store.slices = ByCount(1)
    battle = await begun(world)
    who, side = await asked(world, battle)
    before = await waits.standing(world.store, battle)
    acted = await act(world.store, battle, Hold(), who, interaction_id=7)
    assert acted.under_way
    seat = await battles.sit(world.store, battle, who)
    assert not seat.battle.prompt
    assert seat.battle.info.carried_out == 1
    assert await waits.standing(world.store, battle) == before
    so_far = (await entries(world, battle), await posts(world), seat.battle.info)
    for breaks_in in (
        lambda: act(world.store, battle, Hold(), who, side=side),
        lambda: act(world.store, battle, Hold(), BLUE if who == RED else RED),
        lambda: battles.undo(world.store, battle, GM, to=1),
        lambda: battles.end(world.store, battle, GM),
    ):
        with pytest.raises(Refusal) as refused:
            await breaks_in()
        assert refused.value.code == "under-way"
        assert "1 done so far" in refused.value.message
    with pytest.raises(Refusal) as refused:
        await seat.offered(side, "", "any")
    assert refused.value.code == "under-way"
    assert (await act(world.store, battle, Hold(), who, interaction_id=7)).duplicate
    assert (await entries(world, battle), await posts(world), (await battles.load(world.store, battle)).info) == so_far
    await carried_out(world.store)
    assert (await battles.load(world.store, battle)).prompt


async def test_a_beginning_goes_on_in_slices_and_a_gm_ends_one_that_does_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.store.slices = ByCount(1)
    battle = await world.battle()
    field = await battles.load(world.store, battle)
    assert (field.info.status, field.info.carried_out) == (BattleStatus.RUNNING, 1)
    assert not (await battles.sit(world.store, battle, RED)).battle.prompt
    waiting = [post.matter.topic for post in await pending(world.store) if post.audience is None]
    assert waiting[-2:] == ["begun", "under-way"], "that it has begun, and how far it is"
    with pytest.raises(Refusal) as refused:
        await battles.begin(world.store, battle, GM)
    assert refused.value.code == "begun"

    async def fails(*given: Any, **more: Any) -> Any:
        raise OSError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(slicing, "settle", fails)
        with pytest.raises(Refusal) as refused:
            await battles.end(world.store, battle, GM)
        assert refused.value.code == "under-way", "it has not been tried in vain yet"
        with pytest.raises(ExceptionGroup):
            await timers.fire_due(world.store, world.store.clock.now())
    with pytest.raises(Refusal) as refused:
        await battles.undo(world.store, battle, GM)
    assert refused.value.code == "nothing-to-undo"
    ended = await battles.end(world.store, battle, GM)
    assert ended.ended
    assert verification.verify(await verification.export(world.store, battle), TOY).ok


async def test_it_is_told_at_once_that_it_has_begun_and_how_far_it_is_and_the_note_goes(world: World) -> None:
    battle = await begun(world)
    world.store.slices = ByCount(1)
    who, _ = await asked(world, battle)
    await act(world.store, battle, Hold(), who)
    assert await notes(world) == [(PostStatus.PENDING, 1)]
    for post in await pending(world.store):
        await outbox.mark_sent(world.store, post.id, 1000 + post.id)
    assert await slicing.carry_on(world.store, battle) is not None
    ((status, done),) = await notes(world)
    assert status == PostStatus.SENT
    field = await battles.load(world.store, battle)
    assert field.info.carried_out in (None, done)
    await carried_out(world.store)
    spent = [one for one in await strikes.claim(world.store, world.store.clock.now()) if one.fate]
    fates = {Matter.model_validate_json(one.matter).topic: one.fate for one in spent}
    assert fates == {"under-way": strikes.CARRIED_OUT, "opened": "changed"}, "the standing post told of the question"
    # One that was never sent is not sent any more.
    who, _ = await asked(world, battle)
    await act(world.store, battle, Hold(), who)
    await carried_out(world.store)
    assert (await notes(world))[1][0] == PostStatus.SUPERSEDED


async def test_a_note_that_meets_its_end_while_it_is_being_changed_still_goes(world: World) -> None:
    world.store.slices = ByCount(1)
    battle = await begun(world)
    for _ in range(6):
        ask = (await battles.load(world.store, battle)).prompt.asks[0]
        await act(world.store, battle, ask.default, BLUE if ask.side == "blue" else RED)
        for post in await pending(world.store):
            await outbox.mark_sent(world.store, post.id, 1000 + post.id)
        acted = await slicing.carry_on(world.store, battle)
        if acted is not None and acted.under_way:
            break
        await carried_out(world.store)
    else:
        raise AssertionError("no run of three slices")
    changed = next(
        one for one in await strikes.claim(world.store, world.store.clock.now()) if one.fate not in ("", "carried-out")
    )
    await carried_out(world.store)
    await strikes.mark_struck(world.store, changed)
    left = await strikes.claim(world.store, world.store.clock.now())
    assert strikes.CARRIED_OUT in [one.fate for one in left]


async def test_a_crash_between_two_slices_loses_nothing_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, again = await anew(tmp_path, "whole"), await anew(tmp_path, "crashes")
    whole = await fought(one, None, moves=1)
    await one.store.close()
    again.store.slices = ByCount(1)
    battle = await begun(again)
    settle = slicing.settle

    async def fails(*given: Any, **more: Any) -> Any:
        await settle(*given, **more)
        raise OSError("the machine is gone")

    assert await again.one_move(battle, random.Random(5))
    with monkeypatch.context() as patched:
        patched.setattr(slicing, "settle", fails)
        with pytest.raises(ExceptionGroup):
            await timers.fire_due(again.store, again.store.clock.now())
    await again.store.close()
    fresh = again.at(again.store.url.render_as_string(hide_password=False))
    fresh.store.slices = ByCount(1)
    await fresh.store.open()
    fresh.later(hours=1)
    due = await next_timer(fresh.store)
    assert due is not None
    assert due <= fresh.store.clock.now()
    assert await carried_out(fresh.store) > 0
    assert facts(await entries(fresh, battle)) == whole.entries
    assert [post[:5] for post in await posts(fresh)] == [post[:5] for post in whole.posts]
    await battles.end(fresh.store, battle, GM)
    assert verification.verify(await verification.export(fresh.store, battle), TOY).ok
    await fresh.store.close()


async def test_a_run_that_cannot_go_on_is_taken_back_by_a_gm(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.store.slices = ByCount(1)
    battle = await begun(world)
    before = await battles.load(world.store, battle)
    who, _ = await asked(world, battle)
    await act(world.store, battle, Hold(), who)

    async def fails(*given: Any, **more: Any) -> Any:
        raise OSError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(slicing, "settle", fails)
        with pytest.raises(ExceptionGroup):
            await timers.fire_due(world.store, world.store.clock.now())
    with pytest.raises(Refusal) as refused:
        await battles.undo(world.store, battle, who)
    assert refused.value.code == "under-way"
    await battles.undo(world.store, battle, GM)
    after = await battles.load(world.store, battle)
    assert (after.state, after.prompt, after.info.carried_out) == (before.state, before.prompt, None)
    assert [post.kind for post in await pending(world.store)].count(PostKind.PROGRESS) == 0
    world.later(hours=2)
    assert await carried_out(world.store) == 0
    # What had been done of it comes again with the rest.
    await battles.redo(world.store, battle, GM)
    again = await battles.load(world.store, battle)
    assert again.prompt
    assert again.state != before.state
    await act(world.store, battle, again.prompt.asks[0].default, BLUE if again.prompt.asks[0].side == "blue" else RED)
    await carried_out(world.store)
    await battles.end(world.store, battle, GM)
    assert verification.verify(await verification.export(world.store, battle), TOY).ok


async def test_a_rule_set_that_never_comes_to_rest_is_found_out_in_slices_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.store.slices = ByCount(1)
    battle = await begun(world)
    monkeypatch.setattr(conduct, "MOST_STEPS", 2)  # after the second order: they are opened, a card, and rest
    for _ in range(6):
        ask = (await battles.load(world.store, battle)).prompt.asks[0]
        acted = await act(world.store, battle, ask.default, BLUE if ask.side == "blue" else RED)
        if acted.under_way and isinstance(ask.default, Order):
            break
        await carried_out(world.store)
    with pytest.raises(ExceptionGroup) as failed:
        await carried_out(world.store)
    assert "does not come to rest" in str(failed.value.exceptions[0])


async def test_where_it_is_cut_depends_on_nothing_that_is_secret(tmp_path: Path) -> None:
    """After a secret order alone nothing is cut: in no world is it told that something was done."""
    cuts: list[list[tuple[int, bool]]] = []
    stances: tuple[Stance, ...] = ("stand", "withdraw")
    for stance in stances:
        here = await anew(tmp_path, stance)
        here.store.slices = ByCount(1)
        battle = await begun(here)
        found: list[tuple[int, bool]] = []
        for _ in range(40):
            field = await battles.load(here.store, battle)
            ask = field.prompt.asks[0]
            secret = isinstance(ask.default, Order)
            action = Order(stance=stance) if secret else ask.default
            acted = await act(here.store, battle, action, BLUE if ask.side == "blue" else RED, side=ask.side)
            found.append((acted.to_seq, acted.under_way))
            if secret:
                break
            await carried_out(here.store)
        cuts.append(found)
        assert not found[-1][1]
        await here.store.close()
    assert cuts[0] == cuts[1]
    assert any(under_way for _, under_way in cuts[0])


async def test_a_deadline_that_comes_meanwhile_lets_the_run_end_first(world: World) -> None:
    world.store.slices = ByCount(1)
    battle = await begun(world)
    who, _ = await asked(world, battle)
    await act(world.store, battle, Hold(), who)
    world.later(days=30)
    fired = await timers.fire_due(world.store, world.store.clock.now())
    assert next(each.kind for each in fired) == "carry-on"
    world.store.slices = None
    await carried_out(world.store)
    assert (await battles.load(world.store, battle)).info.carried_out is None
    await battles.end(world.store, battle, GM)
    assert verification.verify(await verification.export(world.store, battle), TOY).ok


def test_a_slice_by_seconds_ends_when_its_time_is_over() -> None:
    now = [5.0]
    one = BySeconds(1.0, lambda: now[0]).begin()
    now[0] = 5.9
    assert not one.full(100)
    now[0] = 6.0
    assert one.full(1)


async def asked(world: World, battle_id: int) -> tuple[int, str]:
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    return (BLUE if ask.side == "blue" else RED), ask.side
