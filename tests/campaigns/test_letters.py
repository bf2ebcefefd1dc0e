"""Letters: written in peace, seen before they are sent, sent once, and nothing is carried out between two lines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.course.seats import Seat, sit
from campaigns.battle.letters import intents, letter, sending
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.campaign import campaign, privacy
from campaigns.roster import rosters
from campaigns.tables.orders import OrderLetter
from campaigns.tables.posts import OutboxPost
from rules.battle.orders.sealing import SealOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.orders import GiveOrders
from rules.kernel.violation import RuleViolation
from rules.seam.planning import Boldness, Intent, UnitRole, WarningKind
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import BLUE, GM, RED, THREAD, World, new_store

PLAYERS = {"army": RED, "insurgents": BLUE}
ADVANCE = GiveOrders(first="advance", lasts="turn")


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def begun(war: World) -> StandingBattle:
    """A battle in its first movement phase, some side being asked."""
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=3)
    await battles.begin(war.store, info.id, GM)
    field = await battles.load(war.store, info.id)
    while field.state.turn == 0:
        [*asks] = field.prompt.asks
        await act(war.store, info.id, asks[0].default, PLAYERS[asks[0].side])
        field = await battles.load(war.store, info.id)
    return field


async def seat_of(war: World, field: StandingBattle) -> tuple[Seat, str]:
    """That of the player who is asked."""
    side = field.prompt.asks[0].side
    return await sit(war.store, field.info.id, PLAYERS[side]), side


def units(field: StandingBattle, side: str) -> list[str]:
    assert field.rules.battle.ordering is not None
    return list(field.rules.battle.ordering.units(field.state, side))


async def kept_by(war: World, field: StandingBattle, side: str, who: int) -> letter.Letter:
    return (await letter.written_by(war.store, RULES, field.info.id, side, who)).letter


async def everything(war: World, battle_id: int) -> tuple[Any, ...]:
    """What others could notice: the journal, the version, the posts."""
    field = await battles.load(war.store, battle_id)
    async with war.store.reading() as session:
        posts = len((await session.exec(select(col(OutboxPost.id)))).all())
        entries = len(await journal.entries(session, RULES, battle_id))
    return field.state, field.info.version, field.prompt, posts, entries


async def test_a_draft_changes_nothing_and_outlives_what_the_battle_does(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    before = await everything(war, field.info.id)
    await letter.write(seat, side, [ADVANCE])
    found = await letter.shown(seat, await letter.written_by(war.store, RULES, field.info.id, side, seat.member.who))
    assert found.lawful
    assert await everything(war, field.info.id) == before
    await act(war.store, field.info.id, field.prompt.asks[0].default, PLAYERS[side])
    kept = await kept_by(war, field, side, seat.member.who)
    assert kept.lines == (ADVANCE,)


async def test_a_newer_line_takes_the_place_of_the_older_one_for_no_other_units(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    first = units(field, side)[0]
    own, again = GiveOrders(first="hold", units=(first,)), GiveOrders(first="look", units=(first,))
    await letter.write(seat, side, [ADVANCE, own])
    assert (await letter.write(seat, side, [again])).lines == (ADVANCE, again)
    assert (await letter.write(seat, side, [ADVANCE])).lines == (ADVANCE,)
    await letter.write(seat, side, [own])
    assert (await letter.strike(seat, side, first)).lines == (ADVANCE,)
    assert (await letter.strike(seat, side)).lines == ()


async def test_all_lines_stand_before_anything_is_carried_out(war: World) -> None:
    """By single orders the first unit would go before the second had any: here no engine's step stands between."""
    field = await begun(war)
    seat, side = await seat_of(war, field)
    lines = [GiveOrders(first="advance", units=(unit,), lasts="turn") for unit in units(field, side)]
    await letter.write(seat, side, lines)
    done = (await sending.send(seat, side)).done
    intents = [entry.intent for entry in done.entries]
    assert ["give-orders" in intent for intent in intents[: len(lines)]] == [True] * len(lines)
    assert all("give-orders" not in intent for intent in intents[len(lines) :])
    kept = await kept_by(war, field, side, seat.member.who)
    assert (kept.lines, kept.sent) == ((), tuple(lines))
    assert (await letter.as_last_time(seat, side)).lines == tuple(lines)
    await battles.end(war.store, field.info.id, GM)
    assert verification.verify(await verification.export(war.store, field.info.id), RULES).ok


async def test_a_letter_does_what_its_lines_do_one_by_one_with_the_same_dice(war: World) -> None:
    """Sent by who is not asked, nothing is carried out: the state is that of the same orders given by hand."""
    field = await begun(war)
    side = next(key for key in PLAYERS if key != field.prompt.asks[0].side)
    lines = [GiveOrders(first="advance", units=(unit,), lasts="turn") for unit in units(field, side)]
    seat = await sit(war.store, field.info.id, PLAYERS[side])
    await letter.write(seat, side, lines)
    sent = (await sending.send(seat, side)).done.after.state
    await battles.undo(war.store, field.info.id, PLAYERS[side])
    for line in lines:
        await act(war.store, field.info.id, line, PLAYERS[side])
    assert (await battles.load(war.store, field.info.id)).state == sent


async def test_what_cannot_be_given_is_named_the_letter_kept_and_the_rest_can_be_sent(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    first = units(field, side)[0]
    bad = GiveOrders(first="fire at", target="u999", units=(first,))
    await letter.write(seat, side, [ADVANCE, bad])
    written = await letter.written_by(war.store, RULES, field.info.id, side, seat.member.who)
    (refused,) = (await letter.shown(seat, written)).refused
    assert (refused.place, refused.action) == (1, bad)
    before = await everything(war, field.info.id)
    assert await code_of(sending.send(seat, side)) == "lines-refused"
    assert await everything(war, field.info.id) == before
    done = (await sending.send(seat, side, rest=True)).done
    assert "give-orders" in done.entries[0].intent
    assert "u999" not in done.entries[0].intent + done.entries[1].intent


async def test_an_empty_letter_a_second_sending_and_what_is_no_order_are_refused(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    assert await code_of(sending.send(seat, side)) == "empty-letter"
    assert await code_of(letter.as_last_time(seat, side)) == "nothing-sent"
    assert await code_of(letter.write(seat, side, [Fire(unit="u1", target="u2")])) == "no-order"
    await letter.write(seat, side, [ADVANCE])
    await sending.send(seat, side)
    seat = await sit(war.store, field.info.id, PLAYERS[side])
    assert await code_of(sending.send(seat, side)) == "empty-letter"


async def test_a_second_delivery_of_the_click_sends_nothing_again(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    await letter.write(seat, side, [ADVANCE])
    done = (await sending.send(seat, side, interaction_id=77)).done
    await letter.write(await sit(war.store, field.info.id, PLAYERS[side]), side, [ADVANCE])
    again = (await sending.send(seat, side, interaction_id=77)).done
    assert again.acted.duplicate
    assert again.acted.version == done.acted.version


async def test_units_without_a_line_are_warned_of(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    own = units(field, side)
    lines = letter.Letter(side, (GiveOrders(first="advance", units=(own[0],), lasts="turn"),))
    found = await letter.shown(seat, letter.WrittenLetter(lines, Intent()))
    left = [set(each.units) for each in found.warnings if each.kind is WarningKind.WITHOUT_ORDERS]
    assert left == ([set(own[1:])] if own[1:] else [])


async def test_a_letter_is_its_writers_alone_and_goes_with_them(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    await letter.write(seat, side, [ADVANCE])
    assert (await kept_by(war, field, side, GM)).lines == ()
    await privacy.forget(war.store, PLAYERS[side])
    async with war.store.reading() as session:
        assert (await session.exec(select(OrderLetter))).all() == []


async def test_where_a_seal_is_asked_for_the_letter_is_sealed_with_its_sending(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, options=(("sealed-orders", "on"),))
    field = await begun(war)
    seat, side = await seat_of(war, field)
    assert isinstance(field.prompt.asks[0].default, SealOrders)
    await letter.write(seat, side, [ADVANCE])
    done = (await sending.send(seat, side)).done
    assert [entry.intent.split('"verb"')[1].split('"')[1] for entry in done.entries] == ["give-orders", "seal-orders"]
    assert done.after.prompt.for_side(side) is None


async def test_what_a_side_settles_is_kept_and_shapes_its_plans(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    planning = letter.require_ordering(field).planning
    assert planning is not None
    aims = await letter.aims_of(field, side)
    first = planning.roles(field.state, side, aims)[0]

    async def now() -> Intent:
        return (await letter.written_by(war.store, RULES, field.info.id, side, seat.member.who)).intent

    assert await now() == Intent(Boldness.STEADY, seed=field.info.id)
    steady = await letter.plans_for(seat, side, await now())
    await intents.settle_boldness(war.store, field.info.id, side, Boldness.BOLD)
    await intents.settle_role(war.store, field.info.id, side, first, UnitRole.RESERVE)
    settled = await now()
    assert (settled.boldness, dict(settled.roles)) == (Boldness.BOLD, {first.unit: UnitRole.RESERVE})
    assert await letter.plans_for(seat, side, settled) != steady
    other = next(key for key in PLAYERS if key != side)
    theirs = await letter.written_by(war.store, RULES, field.info.id, other, PLAYERS[other])
    assert theirs.intent == Intent(Boldness.STEADY, seed=field.info.id), "the other side has settled nothing"
    assert await code_of(intents.settle_role(war.store, field.info.id, side, first, UnitRole.CREW)) == "no-such-role"
    await intents.settle_role(war.store, field.info.id, side, first, None)
    assert dict((await now()).roles) == {}


async def test_a_letter_lasts_as_long_as_its_writer_says_with_every_plan_and_as_last_time(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    ordering = letter.require_ordering(field)
    horizons = {one.label: one for one in ordering.horizons(field.state, side)}
    assert list(horizons) == ["This phase", "This turn", "2 turns", "3 turns", "5 turns", "Until cancelled"]
    await letter.write(seat, side, [ADVANCE])
    for one in horizons.values():
        written = await letter.set_horizon(seat, side, one)
        assert written.lines == (ADVANCE.model_copy(update={"lasts": one.lasts}),)
    await letter.set_horizon(seat, side, horizons["3 turns"])
    plan = (await letter.plans_for(seat, side, Intent(Boldness.STEADY, seed=field.info.id)))[0]
    filled = await letter.fill(seat, side, plan)
    assert letter.lasts_of(filled.lines) == "3 turns"
    await sending.send(seat, side)
    after = await battles.load(war.store, field.info.id)
    own = after.state.orders.of(side)
    # The first turn and the two after it.
    assert field.state.turn == 1
    assert {order.until for order in own} == {(3, "")}
    again = await letter.as_last_time(await sit(war.store, field.info.id, seat.member.who), side)
    assert letter.lasts_of(again.lines) == "3 turns"


async def test_a_letter_without_a_line_cannot_last_and_is_kept(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    longest = letter.require_ordering(field).horizons(field.state, side)[-1]
    assert await code_of(letter.set_horizon(seat, side, longest)) == "empty-letter"
    assert (await kept_by(war, field, side, seat.member.who)).lines == ()


async def test_a_stop_that_cannot_happen_within_the_letter_is_named_and_the_letter_kept(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    asks = ADVANCE.model_copy(update={"ask_turn": 3, "lasts": "3 turns"})
    await letter.write(seat, side, [asks])
    shortest = letter.require_ordering(field).horizons(field.state, side)[0]
    await letter.set_horizon(seat, side, shortest)
    written = await letter.written_by(war.store, RULES, field.info.id, side, seat.member.who)
    (refused,) = (await letter.shown(seat, written)).refused
    assert refused.why.code == "stop-never"
    assert await code_of(sending.send(seat, side)) == "lines-refused"
    assert (await kept_by(war, field, side, seat.member.who)).lines == (asks.model_copy(update={"lasts": "phase"}),)


async def test_a_line_that_cannot_end_so_lasts_as_before_and_the_others_until_it_happens(war: World) -> None:
    """Ten men cannot lose eleven, two units of them can."""
    for side, who in PLAYERS.items():
        kind = next(each.key for each in RULES.forces.organisations if each.side == side)
        await rosters.raise_unit(war.store, war.id, who, kind, name=f"Second {side}")
    field = await begun(war)
    seat, side = await seat_of(war, field)
    ordering = letter.require_ordering(field)
    first = units(field, side)[0]
    many = ordering.until(f"losses {field.state.unit(first).strength + 1}")
    line = ADVANCE.model_copy(update={"units": (first,)})
    await letter.write(seat, side, [line])
    with pytest.raises(RuleViolation) as refused:
        await letter.set_horizon(seat, side, many)
    assert refused.value.code == "never-happens"
    assert (await kept_by(war, field, side, seat.member.who)).lines == (line,)
    await letter.write(seat, side, [ADVANCE, line])
    written = await letter.set_horizon(seat, side, many)
    assert written.lines == (ordering.lasts(ADVANCE, many), line)


async def test_an_end_and_how_loud_it_is_are_sent_repeated_and_taken_away(war: World) -> None:
    field = await begun(war)
    seat, side = await seat_of(war, field)
    ordering = letter.require_ordering(field)
    await letter.write(seat, side, [ADVANCE])
    await letter.set_horizon(seat, side, ordering.until("new enemy"))
    await letter.set_alarms(seat, side, {"until": "now"})
    await sending.send(seat, side)
    after = await battles.load(war.store, field.info.id)
    ends = [stop for order in after.state.orders.of(side) for stop in order.stops if stop.ends]
    assert [(stop.kind, stop.strength) for stop in ends] == [("new enemy", "now")]
    seat = await sit(war.store, field.info.id, seat.member.who)
    [again] = (await letter.as_last_time(seat, side)).lines
    assert again == ADVANCE.model_copy(update={"lasts": "until", "until": "new enemy", "at_once": ("until",)})
    turn = ordering.horizons(after.state, side)[1]
    assert (await letter.set_horizon(seat, side, turn)).lines == (ADVANCE,)
