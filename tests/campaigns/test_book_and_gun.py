"""The Book and the Gun through the campaign's services: whole battles, two in a row, restarts and days in between."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.campaign.campaign import CampaignView, create, join
from campaigns.campaign.chronicle import chronicle
from campaigns.database.store import Store
from campaigns.roster import careers, rosters
from campaigns.roster.careers import Status
from campaigns.tables.battles import BattleStatus
from rules.book_and_gun import RULES
from rules.kernel.action import Action
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board
from tests import lots
from tests.campaigns.behind import act, recover
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, World, new_store

BOARD = Board(36, 24, edges=(("army", "south"), ("insurgents", "north")))


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def opened(store: Store) -> World:
    view: CampaignView = await create(store, GUILD, CHANNEL, GM, "Mostar", "book-and-gun")
    await join(store, view.id, RED, "army", interaction_id=71)
    view = await join(store, view.id, BLUE, "insurgents", interaction_id=72)
    keys = {side: next(o.key for o in RULES.forces.organisations if o.side == side) for side in ("army", "insurgents")}
    return World(
        store,
        view,
        await rosters.raise_unit(store, view.id, RED, keys["army"], name="1st Squad"),
        await rosters.raise_unit(store, view.id, BLUE, keys["insurgents"], name="Cell"),
    )


def choices(field: battles.StandingBattle, ask: Any, seed: int, move: int) -> list[Action]:
    """Lawful answers in a random order, the default last. What is settled once for all brings no battle further."""
    offers = [*ask.quick]
    for unit in ask.units:
        offers += field.rules.battle.offers(field.state, ask.side, unit)
    furthering = [offer for offer in offers if offer.verb != "standing-answer"]
    return [*lots.drawn(furthering, lots.BOOK_AND_GUN, seed, move), ask.default]


async def fight(world: World, battle_id: int, seed: int, most: int = 600) -> None:
    dice = random.Random(seed)
    for move in range(most):
        field = await battles.load(world.store, battle_id)
        if field.info.status is BattleStatus.ENDED:
            return
        if move % 50 == 49:
            world.later(hours=48)
            await timers.fire_due(world.store, world.store.clock.now())
            continue
        ask = dice.choice(field.prompt.asks)
        for action in choices(field, ask, seed, move):
            try:
                await act(world.store, battle_id, action, GM, side=ask.side, seen_version=field.info.version)
                break
            except RuleViolation:
                assert await battles.load(world.store, battle_id) == field
        else:
            raise AssertionError(f"nothing that is offered is lawful: {ask}")
    raise AssertionError("the battle does not end")


@pytest.mark.rule("BG-XIII.10.1", "BG-XIII.10.2", "BG-R113")
async def test_two_battles_leave_their_marks_on_the_roster_and_can_be_verified(war: World) -> None:
    for number, title in enumerate(("Ridge Run", "Oasis Wells")):
        info = await battles.open_battle(
            war.store, war.id, GM, title, channel_id=THREAD + number, board=BOARD, turn_limit=6
        )
        await battles.begin(war.store, info.id, GM)
        await fight(war, info.id, seed=number)

        async with war.store.reading() as session:
            entries = await journal.entries(session, RULES, info.id)
        field = await battles.load(war.store, info.id)
        assert RULES.battle.fold(journal.events_of(journal.living(entries))) == field.state
        report = verification.verify(await verification.export(war.store, info.id), RULES)
        assert report.ok, report

        url = war.store.url.render_as_string(hide_password=False)
        await war.store.close()
        war.store = new_store(url, war.store.clock, RULES)
        await war.store.open()
        for unit in (war.red, war.blue):
            await raise_the_fallen(war, unit.id)

    sheet = await rosters.sheet(war.store, war.red.id)
    assert sheet.battles == ("Ridge Run", "Oasis Wells")
    unit = await rosters.show_unit(war.store, war.red.id)
    for row, slot in zip(sheet.rows, unit.slots, strict=True):
        assert len(row.cells) == 2
        # Whoever does not stand in the slot any more was killed in one of the two battles and replaced after it.
        assert row.cells[0].startswith(slot.last.family) or any("(K)" in cell for cell in row.cells)
    told = await chronicle(war.store, war.id)
    assert [(chapter.title, chapter.status) for chapter in told] == [
        ("Ridge Run", BattleStatus.ENDED),
        ("Oasis Wells", BattleStatus.ENDED),
    ]
    assert [tally.fielded for tally in told[0].tallies] == [len(war.red.slots), len(war.blue.slots)]


async def raise_the_fallen(war: World, unit_id: int) -> None:
    """The GM names replacements for the dead and gets the prisoners back."""
    for slot in (await rosters.show_unit(war.store, unit_id)).slots:
        if slot.holder is None:
            await rosters.replace(war.store, slot.id, GM)
        elif slot.holder.status is Status.CAPTURED:
            await recover(war.store, slot.holder.id, GM)


async def test_every_man_who_took_the_field_is_accounted_for(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Bhah", channel_id=THREAD, board=BOARD, turn_limit=8)
    await battles.begin(war.store, info.id, GM)
    await fight(war, info.id, seed=9)

    fates: Counter[str] = Counter()
    for unit in (war.red, war.blue):
        for slot in (await rosters.show_unit(war.store, unit.id)).slots:
            life = await careers.career(war.store, slot.last.id)
            assert life.standing.battles == (info.id,)
            fates[life.standing.status] += 1
    assert sum(fates.values()) == sum(len(unit.slots) for unit in (war.red, war.blue))


async def test_a_report_is_told_as_each_viewer_may_know_it(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Bhah", channel_id=THREAD, board=BOARD)
    acted = await battles.begin(war.store, info.id, GM)
    for viewer in (Viewer(), Viewer(side="army"), Viewer(side="insurgents"), Viewer(umpire=True)):
        report = await battles.report(war.store, info.id, 1, acted.version, viewer)
        assert [line.entry.seq for line in report.lines] == list(range(1, acted.version + 1))
        assert report.view.scene is not None
        assert report.faces == (await battles.load(war.store, info.id)).prompt.faces
