"""A campaign of 5.56mm over several battles, through the bot: one man keeps his wound, one dies and is replaced, one
earns an upgrade and spends it; a restart between the battles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.roster import careers, rosters
from campaigns.roster.careers import CareerLine, Status
from campaigns.roster.rosters import RosterFigure, RosterUnit, SlotView
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import FactKind
from rules.five56mm.book.injury import Level
from rules.five56mm.state import Character
from rules.registry import rule_sets
from tests.bot.world import World, components, ids_of, refused, said, world


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Long War")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia", unit_name="Crescent")
        yield made


async def chalk(war: World) -> RosterUnit:
    (found,) = [unit for unit in await rosters.units_of(war.store, 1) if unit.name == "Chalk One"]
    return found


async def running(war: World) -> int:
    (info,) = [info for info in await battles.of_campaign(war.store, 1) if info.status is BattleStatus.RUNNING]
    return info.id


async def on_field(war: World) -> dict[str, Character]:
    state = (await battles.load(war.store, await running(war))).state
    return {who.id: who for who in state.battle.characters if who.side == "black"}


async def begin(war: World, title: str) -> None:
    assert "has begun" in said(await war.gm.slash(war.channel, "battle begin", title=title, board="none"))


async def end(war: World) -> None:
    assert "✔" in said(await war.gm.slash(war.thread, "battle end", reason="dusk"))


async def shell(war: World, ref: str, inches: float) -> None:
    """A shell of the umpire's beside somebody, and whatever it makes people ask is answered."""
    told = said(await war.gm.slash(war.thread, "umpire bombard", blast_of="frag", victims=f"{ref} {inches}"))
    assert "✔" in told, told
    while (ask := (await battles.load(war.store, await running(war))).prompt.asks[0]).key.startswith("question"):
        who = war.ada if ask.side == "black" else war.ivo
        await who.slash(war.thread, "answer", answer="no")


async def hurt(war: World, level: Level | None) -> str:
    """Somebody of Chalk One, not its leader, whom shells leave with just this one wound; None: dead."""
    for who in [who for who in list((await on_field(war)).values())[1:] if not who.wounds]:
        for inches in (4, 3, 3, 2, 1, 1, 1, 1):
            if who.life.value != "alive" or who.wounds:
                break
            await shell(war, who.id, inches)
            who = (await on_field(war))[who.id]
        while level is None and who.life.value == "alive":
            await shell(war, who.id, 0)
            who = (await on_field(war))[who.id]
        if level is None or [wound.level for wound in who.wounds] == [level]:
            return who.id
    raise AssertionError(f"no shell leaves anybody {level}")


async def facts_of(war: World, man: RosterFigure, kind: FactKind) -> list[CareerLine]:
    return [fact for fact in (await careers.career(war.store, man.id)).facts if fact.kind is kind]


def slot_of(unit: RosterUnit, ref: str) -> SlotView:
    return next(slot for slot in unit.slots if slot.last.ref == ref)


@pytest.mark.rule("MM-R92", "MM-R110", "MM-R111", "MM-R112", "MM-5.1.3")
async def test_a_wound_a_death_and_a_lesson(war: World) -> None:
    told = said(await war.gm.slash(war.channel, "gm policy", wounded="kept", experience=3))
    assert "fight on hurt, or rest and heal (house rule)" in told
    assert "Experience (house rule): an upgrade for every 3 battles survived" in told

    # The first battle: one is wounded, one is killed.
    await begin(war, "Ridge Run")
    wounded = await hurt(war, Level.SERIOUS)
    killed = await hurt(war, None)
    await end(war)
    unit = await chalk(war)
    assert slot_of(unit, wounded).last.status is Status.WOUNDED
    roster = said(await war.ada.slash(war.channel, "unit roster", unit="Chalk One"))
    assert "**wounded** (Serious Wound)" in roster
    assert "*vacant*" in roster
    dead = slot_of(unit, killed)
    await war.gm.slash(war.channel, "figure replace", figure=killed, given="Ned", family="Kelly")

    # The second: he fights on hurt, the new man with the sheet of his place.
    await war.restart()
    await begin(war, "Oasis Wells")
    field = await on_field(war)
    assert [wound.level for wound in field[wounded].wounds] == [Level.SERIOUS]
    (new,) = [who for who in field.values() if who.name == "Ned Kelly"]
    assert (new.number, new.wounds) == (dead.number, ())
    await end(war)
    assert (await careers.career(war.store, slot_of(await chalk(war), wounded).last.id)).condition == "Serious Wound"
    assert "battles survived" in refused(await war.ada.slash(war.channel, "figure upgrade", figure=wounded))

    # The third: his player has him rest, which heals a step.
    assert "absent" in said(await war.ada.slash(war.channel, "figure absent", figure=wounded))
    await begin(war, "Convoy 101")
    assert wounded not in await on_field(war)
    await end(war)
    life = said(await war.ada.slash(war.channel, "figure show", lines=True, figure=wounded))
    assert "wounded (Minor Wound)" in life
    assert "carries on in Convoy 101 (Minor Wound)" in life

    # Those who have seen all three have an upgrade to spend.
    offered = await war.ada.autocomplete(war.channel, "figure upgrade", "figure", "")
    values = [choice["value"] for choice in offered]
    everybody = [slot.holder for slot in (await chalk(war)).slots if slot.holder is not None]
    assert set(values) == {man.ref for man in everybody if len(man.standing.battles) == 3}
    assert wounded not in values
    assert new.id not in values
    leader = (await chalk(war)).slots[0].last
    shown = await war.ada.slash(war.channel, "figure upgrade", figure=leader.ref)
    assert "**1 to spend** for 3 battles survived (house rule)" in said(shown)
    assert shown.response is not None
    titles = [option["label"] for part in components(shown.response) for option in part.get("options", [])]
    assert titles[:4] == ["Movement +1", "Weapons +2", "Strength +1", "Morale +2"]
    assert "Leader" not in titles
    done = await war.ada.select(shown.response, ["morale"], custom_id=ids_of(shown.response, "learn")[0])
    assert "✔ Learned." in said(done)
    assert "learned in Convoy 101 (Morale +2)" in said(done)
    assert "Weapons +1 · Strength +0 · Morale +2" in said(
        await war.ada.slash(war.channel, "figure show", lines=True, figure=leader.ref)
    )
    assert "Wpn +1 Mor +2" in said(await war.ada.slash(war.channel, "unit roster", unit="Chalk One"))

    # The fourth: he is the better for it, and the wounded man is back with a scratch.
    await war.ada.slash(war.channel, "figure absent", figure=wounded, absent=False)
    await begin(war, "The Bridge")
    field = await on_field(war)
    assert field[leader.ref].traits.morale == 2
    assert [wound.level for wound in field[wounded].wounds] == [Level.MINOR]
    await end(war)

    # It is a line of his career, which the umpire can take back.
    lines = await war.gm.autocomplete(war.channel, "figure correct", "line", "upgraded", figure=leader.ref)
    (line,) = [choice["value"] for choice in lines]
    assert "Only a GM" in refused(
        await war.ada.slash(war.channel, "figure correct", figure=leader.ref, line=line, why="no")
    )
    assert "no such line" in refused(
        await war.gm.slash(war.channel, "figure correct", figure=wounded, line=line, why="no")
    )
    told = said(await war.gm.slash(war.channel, "figure correct", figure=leader.ref, line=line, why="wrong man"))
    assert "~~" in told
    assert "Strength +0 · Morale +1" in told
    assert [fact.void for fact in await facts_of(war, leader, FactKind.UPGRADED)] == [True]
