"""Battles are thought about beside the event loop and before the transaction that writes: whatever one battle takes,
everybody else is answered and may write."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.states import States
from campaigns.tables.battles import BattleStatus, EntryKind, JournalEntry, Snapshot, SnapshotBoard
from campaigns.thinking import sparing
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance, Seeded
from rules.kernel.event import Codec, Event
from rules.seam.forces import Muster
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.viewing import PUBLIC, Viewer
from tests.bench.fighting import meeting
from tests.campaigns.behind import act, next_timer
from tests.campaigns.toy import TOY, Hold, Order
from tests.campaigns.world import BLUE, GM, RED, THREAD, World, new_store
from tests.clocks import PATIENCE


def thinking(world: World, before: Callable[[], object]) -> Store:
    """The same database, under rules that do something else before they judge."""

    def decide(state: Any, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
        before()
        return TOY.battle.decide(state, action, by, chance)

    return like(world.store, replace(TOY, battle=replace(TOY.battle, decide=decide)))


def like(store: Store, rules: AnyRuleSet) -> Store:
    return new_store(store.url.render_as_string(hide_password=False), rules=rules)  # type: ignore[arg-type]


async def asked(store: Store, battle_id: int) -> int:
    ask = (await battles.load(store, battle_id)).prompt.asks[0]
    return BLUE if ask.side == "blue" else RED


async def by_default(store: Store, battle_id: int) -> None:
    """What the first who is asked does when he says nothing: nobody falls, and the battle goes on."""
    ask = (await battles.load(store, battle_id)).prompt.asks[0]
    await act(store, battle_id, ask.default, GM, side=ask.side)


async def test_the_loop_goes_on_while_the_rules_think(world: World) -> None:
    battle, other_did_something = await world.battle(), threading.Event()
    store = thinking(world, lambda: other_did_something.wait(PATIENCE) or pytest.fail("the loop stood still"))

    acting = asyncio.create_task(act(store, battle, Hold(), await asked(store, battle)))
    await battles.of_campaign(world.store, world.id)
    other_did_something.set()

    assert (await acting).version > 1
    await store.close()


async def test_no_transaction_is_open_while_the_rules_think(world: World) -> None:
    battle, thinks, written = await world.battle(), threading.Event(), threading.Event()

    def think() -> None:
        thinks.set()
        assert written.wait(PATIENCE), "nobody else could write"

    store = thinking(world, think)

    acting = asyncio.create_task(act(store, battle, Hold(), await asked(store, battle)))
    await asyncio.to_thread(thinks.wait, PATIENCE)
    raised = await rosters.raise_unit(world.store, world.id, RED, "squad", name="Charlie")
    written.set()

    assert raised.name == "Charlie"
    assert (await acting).version > 1
    await store.close()


async def test_a_deadline_thinks_before_its_transaction_too(world: World) -> None:
    battle, thinks, written = await world.battle(), threading.Event(), threading.Event()

    def think() -> None:
        thinks.set()
        assert written.wait(PATIENCE), "nobody else could write"

    store = thinking(world, think)
    due = await next_timer(store)
    assert due is not None
    now = world.later(days=30)

    firing = asyncio.create_task(timers.fire_due(store, now))
    await asyncio.to_thread(thinks.wait, PATIENCE)
    await rosters.raise_unit(world.store, world.id, RED, "squad", name="Charlie")
    written.set()

    assert [fired.problem for fired in await firing if fired.kind == "deadline"] == [""]
    await store.close()
    assert (await battles.load(world.store, battle)).info.version > 1


async def test_beginning_and_ending_think_before_their_transactions_too(world: World) -> None:
    thinks, written = threading.Event(), threading.Event()

    def mustered(muster: Muster, chance: Chance) -> Sequence[Event]:
        thinks.set()
        assert written.wait(PATIENCE), "nobody else could write"
        return TOY.battle.muster(muster, chance)

    def served(events: Sequence[Event]) -> tuple[Service, ...]:
        thinks.set()
        assert written.wait(PATIENCE), "nobody else could write"
        return TOY.battle.service(events)

    store = like(world.store, replace(TOY, battle=replace(TOY.battle, muster=mustered, service=served)))
    battle = (await battles.open_battle(store, world.id, GM, "Ridge Run", channel_id=THREAD)).id

    for number, work in enumerate((battles.begin(store, battle, GM), battles.end(store, battle, GM))):
        thinks.clear()
        written.clear()
        working = asyncio.create_task(work)
        await asyncio.to_thread(thinks.wait, PATIENCE)
        await rosters.raise_unit(world.store, world.id, BLUE, "section", name=f"Reserve {number}")
        written.set()
        await working

    assert (await battles.load(world.store, battle)).info.status is BattleStatus.ENDED
    await store.close()


async def test_a_battle_begins_with_those_who_are_fit_when_it_is_written_down(world: World) -> None:
    """Somebody is marked absent while the rules think about the muster: it is mustered anew without him."""
    thinks, marked = threading.Event(), threading.Event()
    mustered: list[int] = []

    def muster(muster: Muster, chance: Chance) -> Sequence[Event]:
        mustered.append(sum(len(unit.figures) for side in muster.sides for unit in side.units))
        thinks.set()
        assert marked.wait(PATIENCE)
        return TOY.battle.muster(muster, chance)

    store = like(world.store, replace(TOY, battle=replace(TOY.battle, muster=muster)))
    battle = (await battles.open_battle(store, world.id, GM, "Ridge Run", channel_id=THREAD)).id
    man = world.red.slots[0].holder
    assert man is not None

    beginning = asyncio.create_task(battles.begin(store, battle, GM))
    await asyncio.to_thread(thinks.wait, PATIENCE)
    await rosters.excuse(world.store, man.id, GM, absent=True)
    marked.set()
    await beginning

    assert mustered == [mustered[0], mustered[0] - 1]
    view = await (await battles.load(world.store, battle)).view(Viewer(umpire=True))
    assert man.ref not in {figure.id for unit in view.units for figure in unit.figures}
    async with world.store.reading() as session:
        kinds = [entry.kind for entry in await journal.entries(session, TOY, battle)]
    assert kinds.count(EntryKind.MUSTER) == 1
    await store.close()


async def test_who_is_overtaken_while_he_thinks_thinks_anew_and_nothing_is_done_twice(world: World) -> None:
    battle = await world.battle()
    version = (await battles.load(world.store, battle)).info.version
    thinks, overtaken = threading.Event(), threading.Event()

    def think() -> None:
        thinks.set()
        assert overtaken.wait(PATIENCE)

    # Two processes, as far as the store knows: each has locks of its own.
    store = thinking(world, think)
    who = await asked(store, battle)

    acting = asyncio.create_task(act(store, battle, Hold(), who, side="red" if who == RED else "blue"))
    await asyncio.to_thread(thinks.wait, PATIENCE)
    first = await act(world.store, battle, Hold(), await asked(world.store, battle))
    overtaken.set()
    (second,) = await asyncio.gather(acting, return_exceptions=True)

    async with world.store.reading() as session:
        entries = await journal.entries(session, TOY, battle, after=version)
    assert [entry.seq for entry in entries] == list(range(version + 1, version + 1 + len(entries)))
    # It was judged anew by what the battle had become: carried out after the other, or refused.
    if isinstance(second, BaseException):
        assert entries[-1].seq == first.to_seq
    else:
        assert second.from_seq == first.to_seq + 1
    await store.close()


async def test_a_refusal_from_the_thread_arrives_and_changes_nothing(world: World) -> None:
    battle = await world.battle()
    before = await battles.load(world.store, battle)

    with pytest.raises(Exception, match=r"."):
        await act(world.store, battle, Order(stance="assault"), await asked(world.store, battle))

    assert await battles.load(world.store, battle) == before


# ── Reading no more than is asked for ────────────────────────────────────────────────────────────────────────────


class Counted(Codec[Event]):
    """Counts the events that are read."""

    def __init__(self, codec: Codec[Event]) -> None:
        super().__init__(codec.classes, "kind")
        self.read = 0

    def load(self, text: str | bytes) -> Event:
        self.read += 1
        return super().load(text)


async def test_a_report_reads_no_further_than_it_is_asked_to(world: World) -> None:
    battle = await world.battle()
    for _ in range(12):
        await by_default(world.store, battle)
    events = Counted(TOY.battle.events)
    store = like(world.store, replace(TOY, battle=replace(TOY.battle, events=events)))

    report = await battles.report(store, battle, 2, 3, PUBLIC)

    assert [line.entry.seq for line in report.lines] == [2, 3]
    async with store.reading() as session:
        events_of_first = journal.events_of(await journal.entries(session, TOY, battle, upto=3))
    assert events.read <= len(events_of_first)
    await store.close()


async def test_a_long_journal_is_read_piece_by_piece(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = await world.battle()
    for _ in range(9):
        await by_default(world.store, battle)
    monkeypatch.setattr(journal, "PAGE", 4)

    async with world.store.reading() as session:
        pages = [page async for page in journal.pages(session, TOY, battle)]
        whole = list((await session.exec(select(JournalEntry.seq).order_by(col(JournalEntry.seq)))).all())

    assert max(len(page) for page in pages) == 4
    assert [entry.seq for page in pages for entry in page] == whole
    report = await battles.report(world.store, battle, 1, len(whole), PUBLIC)
    assert [line.entry.seq for line in report.lines] == whole


async def test_a_report_marks_what_was_taken_back_after_it_too(world: World) -> None:
    battle = await world.battle()
    kept = await act(world.store, battle, Hold(), await asked(world.store, battle))
    gone = await act(world.store, battle, Hold(), await asked(world.store, battle))
    await battles.undo(world.store, battle, GM, to=kept.to_seq)

    report = await battles.report(world.store, battle, kept.from_seq, gone.to_seq, PUBLIC)

    undone = {line.entry.seq: line.undone for line in report.lines}
    assert not undone[kept.from_seq]
    assert undone[gone.from_seq]
    assert all(line.entry.kind is not EntryKind.UNDO for line in report.lines)


# ── States and boards ────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_newest_states_are_remembered() -> None:
    states = States(most=2)
    for seq in (1, 2):
        states.keep(TOY, 7, seq, f"state {seq}")
    states.known(TOY, 7, 1)

    states.keep(TOY, 7, 3, "state 3")

    known = [states.known(TOY, 7, seq) for seq in (1, 2, 3)]
    assert [each and each.state for each in known] == ["state 1", None, "state 3"]
    assert states.known(replace(TOY, version="another"), 7, 3) is None


async def test_what_was_not_committed_is_not_remembered(world: World) -> None:
    battle = await world.battle()
    before = await battles.load(world.store, battle)

    class Broken(Exception):
        pass

    def give_up() -> None:
        raise Broken

    store = thinking(world, give_up)
    with pytest.raises(Broken):
        await act(store, battle, Hold(), await asked(store, battle))

    assert (await battles.load(store, battle)).state == before.state
    assert len(store.states._kept) == 1
    await store.close()


async def test_the_board_is_kept_once_and_comes_back_with_every_snapshot(world: World) -> None:
    battle, state = await world.battle(), meeting("off")
    moved = BOOK_AND_GUN.battle.on_board(state, replace(state.board, name="After the storm"))  # type: ignore[type-var]
    async with world.store.writing() as session:
        for seq, each in ((1001, state), (1002, state), (1003, moved)):
            await journal.keep_snapshot(session, BOOK_AND_GUN, battle, seq, journal.packed(BOOK_AND_GUN, each))

    async with world.store.reading() as session:
        boards = (await session.exec(select(SnapshotBoard).where(SnapshotBoard.battle_id == battle))).all()
        kept = (await session.exec(select(Snapshot.state).where(col(Snapshot.seq) > 1000))).all()
        loaded = [await journal.state_at(world.store, session, BOOK_AND_GUN, battle, seq) for seq in (1001, 1002, 1003)]

    assert len(boards) == 2
    assert all('"features"' not in text for text in kept)
    assert loaded == [state, state, moved]
    assert loaded[0].board is loaded[1].board  # measured once


async def test_a_snapshot_of_before_with_its_board_still_loads(world: World) -> None:
    battle, state = await world.battle(), meeting("off")
    text = BOOK_AND_GUN.battle.states.dump(state)
    async with world.store.writing() as session:
        session.add(Snapshot(battle_id=battle, seq=1001, rules_version=BOOK_AND_GUN.version, state=text))

    async with world.store.reading() as session:
        assert await journal.state_at(world.store, session, BOOK_AND_GUN, battle, 1001) == state


def test_the_same_dice_fall_wherever_it_is_thought() -> None:
    here = Seeded(b"key", 3).roll(20, for_="to hit")
    there: list[int] = []
    thread = threading.Thread(target=lambda: there.append(Seeded(b"key", 3).roll(20, for_="to hit")))
    thread.start()
    thread.join()
    assert there == [here]


def test_what_survives_a_search_for_garbage_is_spared_by_the_next_and_not_for_ever() -> None:
    """Each search in everything would hold up all threads for longer than the one before."""
    before, spare = gc.get_freeze_count(), sparing(3)
    try:
        spare("stop", {"generation": 1})
        spare("start", {"generation": 2})
        assert gc.get_freeze_count() == before
        spare("stop", {"generation": 2})
        spare("stop", {"generation": 2})
        assert gc.get_freeze_count() > before
        spare("stop", {"generation": 2})
        assert gc.get_freeze_count() == 0
    finally:
        gc.freeze()
