"""Red Actions through the campaign's services, which know nothing of it: tokens, a battle to its end, what it leaves on
the roster, and who takes the field after it."""

from __future__ import annotations

import pytest

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.campaign.campaign import create, join
from campaigns.campaign.chronicle import chronicle
from campaigns.roster import rosters
from campaigns.roster.careers import Status
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import CareerFact, FactKind
from rules.red_actions import RULES
from rules.red_actions.actions.umpire import DeclareEnd, Kill, Wound
from rules.red_actions.events.setup import RollCalled
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.seam.growth import WOUNDED
from rules.table.board import Board, Feature
from tests.campaigns.behind import act
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, World, new_store

BOARD = Board(
    40,
    30,
    edges=((ATTACKER, "south"), (DEFENDER, "north")),
    features=(Feature("woods", ((10.0, 16.0), (18.0, 16.0), (18.0, 22.0), (10.0, 22.0)), "Wood"),),
)


async def test_a_battle_leaves_its_marks_on_the_roster(url: str) -> None:
    store = new_store(url, rules=RULES)
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "The Zbruch", "red-actions")
    await join(store, view.id, RED, ATTACKER, interaction_id=71)
    view = await join(store, view.id, BLUE, DEFENDER, interaction_id=72)
    war = World(
        store,
        view,
        await rosters.raise_unit(store, view.id, RED, "konnarmiya-horse-army-cavalry-4", name="First Squadron"),
        await rosters.raise_unit(store, view.id, BLUE, "polish-polish-regulars-4", name="First Company"),
    )
    general = await rosters.raise_unit(store, view.id, RED, "konnarmiya-general", name="Staff")
    assert (len(general.slots), len(general.elements)) == (1, 0)
    assert [(slot.kind, slot.last.men_left) for slot in war.blue.elements] == [("base", 40)] * 4
    await rosters.raise_unit(store, view.id, BLUE, "polish-field-gun-2", name="Battery")

    info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=8)
    await battles.begin(store, info.id, GM)
    await deployed(war, info.id)
    field = await battles.load(store, info.id)
    company = next(unit.id for unit in field.state.units if unit.name == "First Company")
    captain = next(officer.id for officer in field.state.officers if officer.unit == company)
    for action in (
        Wound(unit=company, what="base", reason="a shell from nowhere"),
        Kill(figure=captain, reason="a shell from nowhere"),
        DeclareEnd(winner="attacker", reason="dusk"),
    ):
        await act(store, info.id, action, GM)
    field = await battles.load(store, info.id)
    assert field.info.status is BattleStatus.ENDED
    state: State = field.state
    report = verification.verify(await verification.export(store, info.id), RULES)
    assert report.ok, [check for check in report.checks if not check.ok]
    async with store.reading() as session:
        events = journal.events_of(journal.living(await journal.entries(session, RULES, info.id)))
    assert RULES.battle.fold(events) == state

    # The base has lost half of its men, and the captain stands as the roll has it (RA-R220, RA-R226).
    after_it = await rosters.show_unit(store, war.blue.id)
    assert sorted(slot.last.men_left for slot in after_it.elements) == [20, 40, 40, 40]
    (chief,) = after_it.slots
    assert chief.last.status in (Status.KILLED, Status.WOUNDED)
    rolled = next(event for event in events if isinstance(event, RollCalled))
    assert [(each.officer, each.fate) for each in rolled.officers] == [(captain, chief.last.status.value)]

    # The chronicle counts the men of its four bases, as the closing post does.
    (chapter,) = await chronicle(store, view.id)
    assert chapter.result is not None
    assert chapter.result.aftermath is not None
    closed = {side.side: side.fielded for side in chapter.result.aftermath.sides}
    assert {tally.side: tally.fielded for tally in chapter.tallies} == closed
    assert closed[DEFENDER] >= 4 * 40 + 1

    # All four bases take the next field, under whoever commands it now.
    again = await battles.open_battle(store, view.id, GM, "Ridge again", channel_id=THREAD + 1, board=BOARD)
    await battles.begin(store, again.id, GM)
    next_: State = (await battles.load(store, again.id)).state
    company_again = next_.unit(company)
    assert len(company_again.bases) == 4
    assert next_.junior(company) is not None
    await store.close()


@pytest.mark.rule("RA-result.off.each")
async def test_a_wounded_officer_misses_one_battle_where_the_gm_has_said_nothing(url: str) -> None:
    """RA-R226"""
    store = new_store(url, rules=RULES)
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "The Zbruch", "red-actions")
    await join(store, view.id, RED, ATTACKER, interaction_id=71)
    await join(store, view.id, BLUE, DEFENDER, interaction_id=72)
    await rosters.raise_unit(store, view.id, RED, "konnarmiya-horse-army-cavalry-4", name="First Squadron")
    company = await rosters.raise_unit(store, view.id, BLUE, "polish-polish-regulars-4", name="First Company")
    captain = company.slots[0].last

    fought: list[int] = []
    for number in range(3):
        info = await battles.open_battle(store, view.id, GM, f"Ridge {number}", channel_id=THREAD + number, board=BOARD)
        await battles.begin(store, info.id, GM)
        state: State = (await battles.load(store, info.id)).state
        fought += [number] if any(officer.id == captain.ref for officer in state.officers) else []
        await battles.end(store, info.id, GM)
        if not number:
            async with store.writing() as session:
                hit = CareerFact(
                    figure_id=captain.id,
                    battle_id=info.id,
                    kind=FactKind.WOUNDED,
                    details=WOUNDED,
                    at=store.clock.now(),
                )
                session.add(hit)
    assert fought == [0, 2]
    await store.close()


async def deployed(war: World, battle_id: int) -> None:
    """Tokens are kept and everybody stands where he was put, until the first turn has begun."""
    for _ in range(20):
        field = await battles.load(war.store, battle_id)
        if field.state.turn:
            return
        ask = field.prompt.asks[0]
        await act(war.store, battle_id, ask.default, GM, side=ask.side, seen_version=field.info.version)
    raise AssertionError("nobody is ready")
