"""The order panel under Infantry Action, whose orders are written in secret each period and never cancelled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.letters import letter
from rules.infantry_action.actions.command import SealAhead
from rules.kernel.action import Action
from rules.seam.ordering import StandingOrder
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of, world


@asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[World]:
    """A section and a platoon's headquarters of Ada's, a section of Ivo's: the first period's orders are due."""
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="Hedgerows", rules="infantry-action")
        await made.ada.slash(made.channel, "campaign join", side="attacker", unit="gb44-section", unit_name="1 Section")
        await made.ada.slash(made.channel, "unit raise", kind="gb44-hq", name="Platoon HQ")
        await made.ivo.slash(made.channel, "campaign join", side="defender", unit="de44-gruppe", unit_name="1. Gruppe")
        await made.gm.slash(made.channel, "battle begin")
        yield made


@pytest.mark.rule("IA-R022")
async def test_units_without_orders_carry_on(tmp_path: Path) -> None:
    async with begun(tmp_path) as front:
        panel = await front.ada.slash(front.thread, "orders")
        assert "No orders: units without orders carry on as before, or fire as instructed" in said(panel)
        assert "orders hold" not in said(panel)


async def test_orders_of_ones_own_are_written_and_given(tmp_path: Path) -> None:
    """A unit's page begins a draft; its form gives it, and the panel has it then."""
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        units = options(panel, "orders-unit")
        name = next(label for label in units if label.startswith("Platoon HQ"))
        one = await front.ada.select(panel, [units[name]], custom_id=ids_of(panel, "orders-unit")[0])
        assert one.response is not None
        assert "Write orders …" in labels(one.response)
        draft = await front.ada.click(one.response, custom_id=ids_of(one.response, "orders-write")[0])
        assert draft.response is not None
        assert "New orders" in said(draft)
        written = await front.ada.click(draft.response, custom_id=ids_of(draft.response, "orders-give")[0])
        assert "✏️ **Written**" in said(written), said(written)
        assert (await battles.load(front.store, 1)).state.battle.drafts == ()
        given = await front.ada.click(written.response, custom_id=ids_of(written.response, "letter-send")[0])
        assert "✔ **Sent: 1 line**" in said(given), said(given)
        field = await battles.load(front.store, 1)
        ((group, _),) = field.state.battle.drafts
        assert group == units[name]
        assert [ask.side for ask in field.prompt.asks] == ["defender"], "it is sealed with its sending"


async def test_a_draft_is_kept_though_the_battle_has_gone_on(tmp_path: Path) -> None:
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        [unit] = [ref for label, ref in options(panel, "orders-unit").items() if label.startswith("Platoon HQ")]
        one = await front.ada.select(panel, [unit], custom_id=ids_of(panel, "orders-unit")[0])
        draft = await front.ada.click(one.response, custom_id=ids_of(one.response, "orders-write")[0])
        await front.ada.slash(front.thread, "ia order", unit="1 Section", pace="halt", posture="prone")
        version = (await battles.load(front.store, 1)).info.version
        kept = await front.ada.click(draft.response, custom_id=ids_of(draft.response, "orders-give")[0])
        assert "✏️ **Written**" in said(kept), "a draft loses nothing by what the battle does meanwhile"
        assert (await battles.load(front.store, 1)).info.version == version


async def test_what_is_written_cannot_be_cancelled(tmp_path: Path) -> None:
    """A new order takes its place: there is no button that would do nothing, and the command says why not."""
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        await front.ada.slash(front.thread, "ia order", unit="Platoon HQ", pace="halt", posture="prone")
        await front.ada.slash(front.thread, "ia order", unit="1 Section", pace="halt", posture="prone")
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        assert "Ordered: " in text_of(panel)
        assert not [label for label in labels(panel) if "ancel" in label]
        assert ids_of(panel, "orders-cancel") == []
        number = str((await _standing(front))[0].number)
        assert await front.ada.autocomplete(front.thread, "orders", "cancel", "") == []
        words = refused(await front.ada.slash(front.thread, "orders", cancel=number))
        assert "orders are not cancelled: a new order takes the place of the old one" in words


async def _standing(front: World) -> tuple[StandingOrder, ...]:
    field = await battles.load(front.store, 1)
    assert field.rules.battle.ordering is not None
    return field.rules.battle.ordering.standing(field.state, "attacker")


@pytest.mark.rule("IA-R252")
async def test_a_letter_is_sealed_for_three_periods_by_a_select(tmp_path: Path) -> None:
    """A plan, three periods, sent: after a restart too the other side alone is asked for the second period."""
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        chosen = await front.ada.select(panel, ["3 periods"], custom_id=ids_of(panel, "letter-horizon")[0])
        assert "The letter lasts: 3 periods" in said(chosen), said(chosen)
        await front.ada.click(chosen.response, custom_id=ids_of(chosen.response, "letter-send")[0])
        field = await battles.load(front.store, 1)
        assert [ahead.last for ahead in field.state.battle.aheads] == [3]
        await front.restart()
        await front.ivo.slash(front.thread, "ia orders seal-orders")
        field = await battles.load(front.store, 1)
        if field.state.battle.period == 1:
            assert [ask.side for ask in field.prompt.asks] == ["defender"], "ada's men fire as instructed"
            await front.ivo.slash(front.thread, "ia orders seal-orders")
            field = await battles.load(front.store, 1)
        assert field.state.battle.period == 2
        assert [ask.side for ask in field.prompt.asks] == ["defender"]
        await front.agrees(1)


@pytest.mark.rule("IA-R252")
async def test_a_plan_proposes_three_periods_and_keeps_what_its_player_has_chosen(tmp_path: Path) -> None:
    """Two clicks seal for three periods, or until contact; whoever has chosen a length before keeps it."""
    async with begun(tmp_path) as front:
        panel = (await front.ada.slash(front.thread, "orders")).response
        assert panel is not None
        planned = await front.ada.click(panel, custom_id=ids_of(panel, "letter-plan")[0])
        assert await _bound(front) == [SealAhead(periods=3, ends="contact")]
        chosen = await front.ada.select(
            planned.response, ["Until contact"], custom_id=ids_of(planned.response, "letter-horizon")[0]
        )
        again = await front.ada.click(chosen.response, custom_id=ids_of(chosen.response, "letter-plan")[0])
        assert await _bound(front) == [SealAhead()]
        await front.ada.click(again.response, custom_id=ids_of(again.response, "letter-send")[0])
        field = await battles.load(front.store, 1)
        assert [ahead.last for ahead in field.state.battle.aheads] == [10]


async def _bound(front: World) -> list[Action]:
    """What Ada's letter says of its length."""
    field = await battles.load(front.store, 1)
    written = await letter.written_by(front.store, field.rules, 1, "attacker", front.ada.id)
    return [line for line in written.letter.lines if isinstance(line, SealAhead)]
