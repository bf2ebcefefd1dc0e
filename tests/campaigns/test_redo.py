"""Bringing back what was taken back: the same entries stand again, with the dice that they had."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from campaigns.battle import battles
from campaigns.battle.proof.export import export, read
from campaigns.battle.proof.verification import verify
from campaigns.battle.watch import timers
from campaigns.roster.careers import career
from campaigns.tables.battles import BattleStatus, EntryKind
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance, Scripted
from rules.kernel.event import Event
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act
from tests.campaigns.test_ending import code_of, to_orders
from tests.campaigns.toy import TOY, Hold, Order, State, TurnCard, decide, toy
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, World, new_store

UMPIRE = Viewer(umpire=True)


async def state(world: World, battle_id: int) -> object:
    return (await battles.load(world.store, battle_id)).state


@pytest.mark.parametrize("seed", range(6))
async def test_undoing_n_and_redoing_n_is_the_same_state(small: World, seed: int) -> None:
    dice = random.Random(seed)
    battle_id = await small.battle()
    for _ in range(dice.randint(2, 9)):
        if not await small.one_move(battle_id, dice):
            break
    before, states = await battles.load(small.store, battle_id), []
    count = 0
    for _ in range(dice.randint(1, 4)):
        offered = await battles.steps(small.store, battle_id, GM)
        if not offered:
            break
        states.append(await state(small, battle_id))
        await battles.undo(small.store, battle_id, GM, to=dice.choice(offered[:3]).to)
        count += 1
    for _ in range(count):
        await battles.redo(small.store, battle_id, GM)
        assert await state(small, battle_id) == states.pop()
    after = await battles.load(small.store, battle_id)
    assert (after.state, after.prompt, after.info.status) == (before.state, before.prompt, before.info.status)
    small.store.states._kept.clear()  # pyright: ignore[reportPrivateUsage]
    assert await state(small, battle_id) == before.state, "it is loaded from the file as it stood"


async def test_a_battle_with_undoings_that_were_undone_can_be_verified(small: World) -> None:
    battle_id = await small.battle()
    dice = random.Random(4)
    for move in range(60):
        if not await small.one_move(battle_id, dice):
            break
        if move % 3 == 1:
            await battles.undo(small.store, battle_id, GM)
        if move % 6 == 1 and (await battles.load(small.store, battle_id)).info.status is BattleStatus.RUNNING:
            await battles.redo(small.store, battle_id, GM)
    if (await battles.load(small.store, battle_id)).info.status is BattleStatus.RUNNING:
        await battles.end(small.store, battle_id, GM)
    file = await export(small.store, battle_id)
    assert "redo" in [entry.kind for entry in file.entries]
    report = verify(file, TOY)
    assert report.ok, [check for check in report.checks if not check.ok]

    forged = json.loads(file.model_dump_json())
    redo = next(entry for entry in forged["entries"] if entry["kind"] == "redo")
    redo["intent"]["after"] -= 1
    journal = verify(read(json.dumps(forged)), TOY).checks[0]
    assert not journal.ok
    assert "brings back what was not the last to be taken back" in journal.detail


async def test_nothing_is_brought_back_once_something_was_decided(world: World) -> None:
    battle_id = await world.battle()
    version = await to_orders(world, battle_id)
    assert await code_of(battles.redo(world.store, battle_id, RED)) == "nothing-to-redo"
    await act(world.store, battle_id, Order(stance="assault"), RED)
    await battles.undo(world.store, battle_id, RED)
    await act(world.store, battle_id, Order(stance="stand"), RED)
    assert await code_of(battles.redo(world.store, battle_id, RED)) == "nothing-to-redo"
    assert await code_of(battles.redo(world.store, battle_id, STRANGER)) == "no-battle"
    assert (await battles.load(world.store, battle_id)).info.version == version + 3


async def test_a_side_brings_back_what_it_took_back_and_what_the_umpire_took_back_he_does(world: World) -> None:
    battle_id = await world.battle()
    version = await to_orders(world, battle_id)
    await act(world.store, battle_id, Order(stance="assault"), RED)
    ordered = await state(world, battle_id)
    await battles.undo(world.store, battle_id, RED)
    assert await code_of(battles.redo(world.store, battle_id, BLUE)) == "not-yours"

    again = await battles.redo(world.store, battle_id, RED_TOO, interaction_id=9)

    assert await state(world, battle_id) == ordered
    assert (await battles.redo(world.store, battle_id, RED_TOO, interaction_id=9)).duplicate
    lines = (await battles.report(world.store, battle_id, version + 1, again.version, UMPIRE)).lines
    assert [(line.entry.kind, line.undone) for line in lines] == [
        (EntryKind.ACTION, False),
        (EntryKind.UNDO, True),
        (EntryKind.REDO, False),
    ]
    await battles.undo(world.store, battle_id, GM)
    assert await code_of(battles.redo(world.store, battle_id, RED)) == "not-yours"
    await battles.redo(world.store, battle_id, GM)
    assert await state(world, battle_id) == ordered


def blue_first(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """Outposts in which the card that opens a turn is black, whatever the seed."""
    return decide(state, action, by, Scripted("card:2C") if isinstance(action, TurnCard) else chance)


async def test_a_player_is_offered_only_what_he_may_take_back(small: World) -> None:
    """Blue has held, then red."""
    store = new_store(str(small.store.url), rules=toy(decide=blue_first), entropy=small.store.entropy)
    world = World(store, small.campaign, small.red, small.blue)
    battle_id = await world.battle()
    version = await to_orders(world, battle_id)
    await act(world.store, battle_id, Order(stance="assault"), RED)
    newest, held = await battles.steps(world.store, battle_id, RED)
    told = (await battles.load(world.store, battle_id)).info.marks.of(Viewer("red")).number
    assert (newest.to, held.to, held.words) == (told - 1, told - 2, "red holds")
    assert await battles.steps(world.store, battle_id, BLUE) == ()
    every = await battles.steps(world.store, battle_id, GM)
    assert [step.words for step in every[:2]] == [newest.words, held.words]
    assert every[0].to == version
    assert len(every) == 3, "blue had held before, and the beginning stands"
    assert await code_of(battles.undo(world.store, battle_id, RED, to=told - 3)) == "not-yours"
    await battles.undo(world.store, battle_id, RED, to=held.to)
    assert (await battles.load(world.store, battle_id)).prompt.asks[0].side == "red"
    await battles.redo(world.store, battle_id, RED)
    assert (await battles.steps(world.store, battle_id, RED))[:2] == (newest, held)
    await store.close()


@pytest.mark.parametrize("sealed", [False, True])
async def test_what_may_be_taken_back_is_numbered_by_what_one_has_been_told(small: World, *, sealed: bool) -> None:
    """Whether the other side has sealed an order, and has thought better of it, is nobody else's to know."""
    battle_id = await small.battle()
    version = await to_orders(small, battle_id)
    if sealed:
        await act(small.store, battle_id, Order(stance="assault"), BLUE)
        await battles.undo(small.store, battle_id, BLUE)
    before = await state(small, battle_id)
    await act(small.store, battle_id, Order(stance="assault"), RED)
    newest, *_ = await battles.steps(small.store, battle_id, RED)
    # All that there was before the orders, everybody has been told: the muster, and what each side did first.
    assert newest.to == version - 1
    await battles.undo(small.store, battle_id, RED, to=newest.to)
    assert await state(small, battle_id) == before


async def test_an_end_that_is_brought_back_ends_the_battle_again_and_counts_once(small: World) -> None:
    battle_id = await small.battle()
    await small.play(battle_id, seed=3)
    over = (await battles.load(small.store, battle_id)).info
    figures = [slot.last.id for unit in (small.red, small.blue) for slot in unit.slots]
    standings = [(await career(small.store, figure)).standing for figure in figures]
    await battles.undo(small.store, battle_id, GM)
    assert (await battles.load(small.store, battle_id)).info.status is BattleStatus.RUNNING
    await battles.redo(small.store, battle_id, GM)
    again = (await battles.load(small.store, battle_id)).info
    assert (again.status, again.result) == (BattleStatus.ENDED, over.result)
    assert [(await career(small.store, figure)).standing for figure in figures] == standings
    assert verify(await export(small.store, battle_id), TOY).ok


async def test_the_word_of_the_umpire_that_ended_it_is_brought_back_too(small: World) -> None:
    battle_id = await small.battle()
    await battles.end(small.store, battle_id, GM, winner="red", reason="night falls")
    await battles.undo(small.store, battle_id, GM)
    await battles.redo(small.store, battle_id, GM)
    result = (await battles.load(small.store, battle_id)).info.result
    assert result is not None
    assert (result.winner, result.how, result.reason) == ("red", "gm", "night falls")


async def test_the_prompt_is_asked_again_with_its_deadline(world: World) -> None:
    battle_id = await world.battle()
    before = {timer.ask_key for timer in await timers.standing(world.store, battle_id)}
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)
    after = {timer.ask_key for timer in await timers.standing(world.store, battle_id)}
    await battles.undo(world.store, battle_id, GM)
    assert {timer.ask_key for timer in await timers.standing(world.store, battle_id)} == before
    await battles.redo(world.store, battle_id, GM)
    assert {timer.ask_key for timer in await timers.standing(world.store, battle_id)} == after
