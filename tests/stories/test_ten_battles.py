"""Ten battles in a row by changing scenarios, through the bot: their written-out figures serve on, a player's own unit
takes a part, a guest joins, people fall, the bot dies in between. Nobody stands twice, no dead man fights, and people
are as many as before but for whoever joined and whoever fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import ResponseMessage
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.frame import recasting
from campaigns.battle.record import mustering
from campaigns.roster import rosters
from campaigns.roster.careers import Status, full_name
from campaigns.roster.units import RosterUnit
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import PERSON, Figure, Slot, Unit
from rules.language.naming import looks
from rules.registry import rule_sets
from rules.seam.forces import Muster
from tests.bot.world import World, ids_of, options, said, text_of, world
from tests.painting import unpainted

BATTLES = 10
OWN_IN = 3
"""The battle from which on a second squad of Ada's own is the assault team."""
JOINS_AFTER = 4


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[World]:
    with unpainted():
        async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
            await made.gm.slash(made.channel, "campaign create", name="Long War")
            await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
            await made.ivo.slash(made.channel, "campaign join", side="red")
            yield made


async def everybody(war: World) -> tuple[RosterUnit, ...]:
    return await rosters.units_of(war.store, 1, even_disbanded=True, even_guests=True)


async def living(war: World) -> set[int]:
    units = await everybody(war)
    return {
        man.id
        for unit in units
        for man, slot in unit.everybody
        if slot.kind == PERSON and man.status not in (Status.KILLED, Status.RETIRED)
    }


async def names_twice(war: World) -> list[str]:
    """Those of one side, of everybody who ever served, who bear one name."""
    async with war.store.reading() as session:
        found = (
            select(Unit.side_id, Figure)
            .join(Slot, col(Slot.unit_id) == col(Unit.id))
            .join(Figure, col(Figure.slot_id) == col(Slot.id))
        )
        rows = (await session.exec(found.where(Slot.kind == PERSON))).all()
    counts = Counter((side, looks(full_name(figure))) for side, figure in rows)
    return [name for (_, name), count in counts.items() if count > 1]


async def mustered(war: World, battle_id: int) -> Muster:
    async with war.store.reading() as session:
        return await mustering.taking_part(session, battle_id)


async def goes_on(war: World, battle_id: int) -> bool:
    """A scenario may end it when its man falls."""
    return (await battles.load(war.store, battle_id)).info.status is BattleStatus.RUNNING


async def swap_in(war: World, panel: ResponseMessage, part: str, unit: str) -> None:
    chosen = await war.gm.select(panel, [options(panel, "cast-part")[part]], custom_id=ids_of(panel, "cast-part")[0])
    assert chosen.response is not None
    give = chosen.response
    done = await war.gm.select(give, [options(give, "cast-give")[unit]], custom_id=ids_of(give, "cast-give")[0])
    assert f"{part}: {unit}" in said(done)


async def test_ten_battles_by_changing_scenarios(war: World) -> None:
    alive, fell = await living(war), set[int]()
    own: list[int] = []
    for number in range(1, BATTLES + 1):
        scenario = "brick-kiln" if number % 2 else "last-bird"
        if number == OWN_IN:
            await war.ada.slash(war.channel, "unit raise", kind="delta", name="Chalk Two")
            alive = await living(war)
        opened = await war.gm.slash(war.channel, "battle open", scenario=scenario)
        panel = opened.followups[-1]
        if number == OWN_IN:
            await swap_in(war, panel, "Assault team", "Chalk Two")
        info = (await battles.of_campaign(war.store, 1))[-1]
        cast = await recasting.casting(war.store, info.id, war.gm.id)
        raised = sum(len(part.unit.slots) for part in cast.parts if part.raised and part.unit is not None)
        now = await living(war)
        assert len(now) == len(alive) + raised, f"battle {number}: only whoever was raised has joined"
        assert alive <= now
        alive = now
        if number % 3 == 0:
            await war.restart()
        assert "has begun" in said(await war.gm.slash(war.thread, "battle begin", anyway=True))
        muster = await mustered(war, info.id)
        there = [*(unit for side in muster.sides for unit in side.units), *muster.reserves]
        ids = [int(figure.id[1:]) for unit in there for figure in unit.figures]
        assert len(set(ids)) == len(ids), f"battle {number}: somebody stands twice"
        assert not fell & set(ids), f"battle {number}: a dead man fights"
        assert set(ids) <= alive
        played = {part.force.name: part.unit.name for part in cast.parts if part.unit is not None}
        own += [number] if played.get("Assault team") == "Chalk Two" else []
        for side, count in zip(muster.sides, (2, 1), strict=True):
            for figure in side.units[0].figures[-count:]:
                if await goes_on(war, info.id):
                    told = said(await war.gm.slash(war.thread, "kill", figure=figure.id, reason="a stray round"))
                    assert "✔" in told, (number, figure.name, told)
                    fell.add(int(figure.id[1:]))
        if await goes_on(war, info.id):
            assert "✔" in said(await war.gm.slash(war.thread, "battle end", reason="dawn"))
        alive -= fell
        assert await living(war) == alive, f"battle {number}: the dead are whoever fell"
        assert await names_twice(war) == []
        if number == JOINS_AFTER:
            await consul_joins(war)
    assert len(fell) > BATTLES
    assert own == [3, 5, 7, 9], "her own squad keeps the part that it was given"
    assert all(each.status is BattleStatus.ENDED for each in await battles.of_campaign(war.store, 1))


async def consul_joins(war: World) -> None:
    """He was nobody's until then: on no roster, though he has a career."""
    names = [unit.name for unit in await rosters.units_of(war.store, 1)]
    guests = [unit.name for unit in await everybody(war) if unit.guest and unit.fit]
    assert guests
    assert not set(guests) & set(names)
    closing = (await war.gm.slash(war.channel, "battle close")).response
    assert closing is not None
    assert "Guests of the scene are on no roster" in text_of(closing)
    (name, ref), *_ = options(closing, "close-guest").items()
    joined = await war.gm.select(closing, [ref], custom_id=ids_of(closing, "close-guest")[0])
    assert f"{name} joined" in said(joined)
    assert name in [unit.name for unit in await rosters.units_of(war.store, 1)]
