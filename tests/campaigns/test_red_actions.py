"""Red Actions through the campaign's services, which know nothing of it: tokens, a battle to its end, what it leaves on
the roster, and who takes the field after it."""

from __future__ import annotations

import random

import pytest

from campaigns.battle import battles, journal, verification
from campaigns.campaign.campaign import create, join
from campaigns.roster import rosters
from campaigns.roster.careers import Status
from campaigns.tables.battles import BattleStatus
from rules.red_actions import RULES
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.table.board import Board, Feature
from rules.violation import RuleViolation
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, World, new_store

BOARD = Board(
    40,
    30,
    edges=((ATTACKER, "south"), (DEFENDER, "north")),
    features=(Feature("woods", ((10.0, 16.0), (18.0, 16.0), (18.0, 22.0), (10.0, 22.0)), "Wood"),),
)
BOLD = ("charge", "fire", "rally-rout", "rally-terror")


@pytest.mark.usefixtures("url")
async def test_a_battle_leaves_its_marks_on_the_roster(url: str) -> None:
    store = new_store(url, rules=RULES)
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "The Zbruch", "red-actions")
    await join(store, view.id, RED, ATTACKER)
    view = await join(store, view.id, BLUE, DEFENDER)
    war = World(
        store,
        view,
        await rosters.raise_unit(store, view.id, RED, "konnarmiya-horse-army-cavalry-4", name="First Squadron"),
        await rosters.raise_unit(store, view.id, BLUE, "polish-polish-regulars-4-defending", name="First Company"),
    )
    general = await rosters.raise_unit(store, view.id, RED, "konnarmiya-general", name="Staff")
    assert (len(general.slots), len(general.elements)) == (1, 0)
    assert [(slot.kind, slot.last.men_left) for slot in war.blue.elements] == [("base", 40)] * 4
    await rosters.raise_unit(store, view.id, BLUE, "polish-field-gun-2-defending", name="Battery")

    info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=8)
    await battles.begin(store, info.id, GM)
    await fought(war, info.id)
    field = await battles.load(store, info.id)
    state: State = field.state
    assert state.ended is not None
    report = verification.verify(await verification.export(store, info.id), RULES)
    assert report.ok, [check for check in report.checks if not check.ok]
    async with store.reading() as session:
        events = journal.events_of(journal.living(await journal.entries(session, RULES, info.id)))
    assert RULES.battle.fold(events) == state

    # Every base that is gone has lost half of its men; every officer stands as the roll has it.
    lost = {loss.base.id for loss in state.losses if loss.how == "destroyed"}
    units = [await rosters.show_unit(store, unit.id) for unit in (war.red, war.blue)]
    for slot in (slot for unit in units for slot in unit.elements):
        base = slot.last
        if base.ref in lost:
            assert base.men_left == 20
        elif base.status is Status.FIT:
            assert base.men_left == 40
    assert lost, "nothing has happened in this battle"
    for officer in state.officers:
        for slot in (slot for unit in units for slot in unit.slots if slot.last.ref == officer.id):
            hurt = slot.last.status in (Status.WOUNDED, Status.KILLED, Status.CAPTURED)
            assert hurt == (not officer.fit)

    # Who is left takes the next field, a wounded officer's place by an acting one.
    again = await battles.open_battle(store, view.id, GM, "Ridge again", channel_id=THREAD + 1, board=BOARD)
    await rosters.raise_unit(store, view.id, RED, "konnarmiya-red-cavalry-4", name="Reserve")
    await rosters.raise_unit(store, view.id, BLUE, "polish-polish-regulars-3-defending", name="Relief")
    await battles.begin(store, again.id, GM)
    after: State = (await battles.load(store, again.id)).state
    for unit in after.units:
        if unit.card != "senior-officer-mounted":
            assert unit.bases
    await store.close()


async def fought(war: World, battle_id: int, most: int = 400) -> None:
    """By random hands that like fire and steel, and otherwise go forward."""
    pick = random.Random(5)
    for _ in range(most):
        field = await battles.load(war.store, battle_id)
        if field.info.status is not BattleStatus.RUNNING:
            return
        ask = pick.choice(field.prompt.asks)
        offers = [offer for unit in ask.units for offer in field.rules.battle.offers(field.state, ask.side, unit)]
        ready = [offer.filled() for offer in offers if not offer.needs and offer.verb in BOLD]
        moves = [offer.filled(path=("4 toward 20,18",)) for offer in offers if offer.needs == ("path",)]
        for action in (*ready[:3], *moves[:2], ask.default):
            try:
                await battles.act(war.store, battle_id, action, GM, side=ask.side, seen_version=field.info.version)
            except RuleViolation:
                continue
            break
    raise AssertionError("the battle does not end")
