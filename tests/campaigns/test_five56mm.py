"""5.56mm through the campaign's services, which know nothing of it: a whole battle with a restart, careers, proof."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.campaign.campaign import change_settings, create, join
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from rules.five56mm import RULES
from rules.five56mm.actions.battle import StandingAnswer
from rules.five56mm.book.injury import Level
from rules.five56mm.events.battle import Asked
from rules.five56mm.state import Life
from rules.kernel.violation import RuleViolation
from rules.table.board import Board
from tests import lots
from tests.campaigns.behind import act
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, World, new_store

BOARD = Board(30, 22, edges=(("black", "south"), ("red", "north")))


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def opened(store: Store) -> World:
    view = await create(store, GUILD, CHANNEL, GM, "Bakara", "five56mm")
    await join(store, view.id, RED, "black", interaction_id=71)
    view = await join(store, view.id, BLUE, "red", interaction_id=72)
    return World(
        store,
        view,
        # Each side has somebody with Nails, so that any wound that is resisted may ask: no story hangs on its seed.
        await rosters.raise_unit(store, view.id, RED, "delta", name="Chalk Four"),
        await rosters.raise_unit(store, view.id, BLUE, "mujahideen", name="Alpha Group"),
    )


async def fight(world: World, battle_id: int, seed: int, most: int = 700) -> None:
    for move in range(most):
        field = await battles.load(world.store, battle_id)
        if field.info.status is BattleStatus.ENDED:
            return
        if move == 40:
            url = world.store.url.render_as_string(hide_password=False)
            await world.store.close()
            world.store = new_store(url, world.store.clock, RULES)
            await world.store.open()
            continue
        (ask,) = field.prompt.asks
        offers = [offer for unit in ask.units for offer in field.rules.battle.offers(field.state, ask.side, unit)]
        action = next(iter(lots.drawn(offers, lots.FIVE56MM, seed, move)), ask.default)
        try:
            await act(world.store, battle_id, action, GM, side=ask.side, seen_version=field.info.version)
        except RuleViolation as refused:
            raise AssertionError(f"offered, yet refused: {action}: {refused}") from refused
    raise AssertionError("the battle does not end")


async def test_a_battle_by_personal_cards_leaves_its_marks_and_can_be_verified(war: World) -> None:
    await change_settings(war.store, war.id, GM, wounded="kept")
    info = await battles.open_battle(war.store, war.id, GM, "Bakara", channel_id=THREAD, board=BOARD, turn_limit=5)
    await battles.begin(war.store, info.id, GM)
    for side in ("black", "red"):
        for question in ("nails", "sharpshooter", "fearless", "leader"):
            asks = StandingAnswer.model_validate({"question": question, "answer": "ask"})
            await act(war.store, info.id, asks, GM, side=side)
    await fight(war, info.id, seed=4)

    async with war.store.reading() as session:
        entries = await journal.entries(session, RULES, info.id)
    field = await battles.load(war.store, info.id)
    events = journal.events_of(journal.living(entries))
    assert RULES.battle.fold(events) == field.state
    # Some step was broken off by a question about a die and taken up again: its dice verify like all others.
    assert any(isinstance(event, Asked) and event.question.kind == "help" for event in events)
    report = verification.verify(await verification.export(war.store, info.id), RULES)
    assert report.ok, report
    sheet = await rosters.sheet(war.store, war.red.id)
    assert sheet.battles == ("Bakara",)

    # Whoever came out of it hurt takes the next field so, but for those in hospital; the dead and the fled are known.
    await rosters.raise_unit(war.store, war.id, RED, "rangers", name="Chalk Five")
    again = await battles.open_battle(war.store, war.id, GM, "Olympic", channel_id=THREAD + 1, board=BOARD)
    await battles.begin(war.store, again.id, GM)
    before = {who.id: [wound.level for wound in who.wounds] for who in field.state.characters if who.alive}
    now = (await battles.load(war.store, again.id)).state.characters
    after = {who.id: [wound.level for wound in who.wounds] for who in now}
    grave = {Level.CRITICAL, Level.MORTAL}
    assert {who: levels for who, levels in after.items() if who in before} == {
        who: levels for who, levels in before.items() if not grave & set(levels)
    }
    dead = {who.id for who in field.state.characters if who.life is Life.DEAD}
    assert not dead & set(after)
