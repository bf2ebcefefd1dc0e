"""Bosnia, 1993: a campaign opens, two players raise squads, fight a battle over days, and their men remember it."""

from __future__ import annotations

import re
from pathlib import Path

from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.roster import careers, rosters
from campaigns.tables.battles import BattleStatus
from rules.seam.viewing import Viewer
from tests.bot.world import World, ids_of, said, text_of, world
from tests.campaigns.behind import pending
from tests.stories.commander import Command

MOST_ANSWERS = 400


async def test_a_battle_of_several_days_and_restarts(tmp_path: Path) -> None:
    async with world(tmp_path) as bosnia:
        await _campaign(bosnia)
        command = await _battle(bosnia)
        began = bosnia.store.clock.now()

        await _first_day(bosnia, command)
        await _silence(bosnia, command)
        await _the_rest(bosnia, command)

        assert (bosnia.store.clock.now() - began).days >= 2
        assert set(command.ways) == {"quick", "panel", "command"}, command.ways
        await _aftermath(bosnia, command)
        await _the_next_battle(bosnia)


async def _campaign(bosnia: World) -> None:
    """A GM opens it; each player joins and raises two squads of named figures."""
    await bosnia.gm.slash(bosnia.channel, "campaign create", name="Bosnia 1993", rules="book-and-gun")
    joined = await bosnia.ada.slash(
        bosnia.channel, "campaign join", side="army", unit="us-infantry-squad", unit_name="1st Squad"
    )
    assert len(re.findall(r"(?m)^` ?\d+` ", said(joined))) == 7, "seven men with names and numbers"
    await bosnia.ada.slash(bosnia.channel, "unit raise", kind="us-infantry-squad", name="2nd Squad")
    await bosnia.ivo.slash(
        bosnia.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7", unit_name="Mill cell"
    )
    await bosnia.ivo.slash(bosnia.channel, "unit raise", kind="insurgent-cell-of-7", name="Ridge cell")


async def _battle(bosnia: World) -> Command:
    """Announced, sealed with both sides' words, begun in a thread of its own."""
    await bosnia.gm.slash(bosnia.channel, "battle open", title="The mill road", turn_limit=8)
    await bosnia.ada.slash(bosnia.thread, "battle ready", words="first light")
    await bosnia.ivo.slash(bosnia.thread, "battle ready", words="last light")
    await bosnia.gm.slash(bosnia.thread, "battle begin")
    (info,) = await battles.of_campaign(bosnia.store, 1)
    assert info.status is BattleStatus.RUNNING
    assert info.channel_id == bosnia.thread.id
    return Command(bosnia, info.id)


async def _first_day(bosnia: World, command: Command) -> None:
    """Ten answers, the bot restarted in the middle of them."""
    for number in range(10):
        await command.answer()
        await bosnia.agrees(command.battle)
        await bosnia.passes(minutes=30)
        if number == 4:
            await bosnia.restart()
            await bosnia.agrees(command.battle)


async def _silence(bosnia: World, command: Command) -> None:
    """Nobody answers for two days: one reminder, then the default, although the bot is restarted in between."""
    before, version = len(bosnia.posts()), (await command.field_()).info.version
    ask = (await command.field_()).prompt.asks[0]
    await bosnia.passes(hours=40)
    await bosnia.restart()
    news = bosnia.texts()[before:]
    assert sum("⏰" in text for text in news) == 1, "reminded once"
    assert (await command.field_()).info.version == version

    await bosnia.passes(hours=9)

    news = bosnia.texts()[before:]
    assert sum("⏰" in text for text in news) == 1, "and only once"
    assert sum("did not answer in time" in text for text in news) == 1
    after = await command.field_()
    assert after.info.version > version
    assert all(other.key != ask.key for other in after.prompt.asks)
    await bosnia.agrees(command.battle)


async def _the_rest(bosnia: World, command: Command) -> None:
    """To the end, with a restart now and then, and once while Discord takes no posts."""
    for number in range(MOST_ANSWERS):
        if await command.over():
            return
        if number == 3:
            await _discord_is_out(bosnia, command)
        else:
            await command.answer()
        await bosnia.agrees(command.battle)
        await bosnia.passes(hours=3)
        if number % 15 == 10:
            await bosnia.restart()
            await bosnia.agrees(command.battle)
    raise AssertionError("the battle does not end")


async def _discord_is_out(bosnia: World, command: Command) -> None:
    """What was decided meanwhile is told afterwards, once and in order."""
    before = bosnia.texts()
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):  # a bare question is changed in its place
        bosnia.env.inject_error(method, f"/channels/{bosnia.thread.id}/{path}", status=503, times=None)
    await command.answer()
    assert bosnia.texts() == before
    assert await pending(bosnia.store)
    await bosnia.restart()
    bosnia.env.backend.faults.clear()
    await bosnia.passes(minutes=10)
    assert bosnia.texts()[-1] != before[-1]
    assert await pending(bosnia.store) == ()


async def _aftermath(bosnia: World, command: Command) -> None:
    """Who was hit is told by name in the thread, on the rosters and in the careers; the dice can be checked."""
    story = "\n".join(bosnia.texts())
    assert "### " in bosnia.texts()[-1]
    fallen = {"killed": 0, "wounded": 0}
    for unit in await rosters.units_of(bosnia.store, 1):
        who = bosnia.ada if unit.side == "army" else bosnia.ivo
        sheet = said(await who.slash(bosnia.channel, "unit roster", unit=unit.name))
        assert "The mill road" in sheet
        for man in (slot.last for slot in unit.slots):
            kinds = {fact.kind.value for fact in (await careers.career(bosnia.store, man.id)).facts}
            assert "fielded" in kinds
            for fate, mark in (("killed", "(K)"), ("wounded", "(W)")):
                if fate in kinds:
                    fallen[fate] += 1
                    assert man.family in story, f"{man.name} was {fate} without a word"
                    assert re.search(rf"{re.escape(man.family)}[^\n]*{re.escape(mark)}", sheet), sheet
    assert fallen["killed"] > 0
    assert fallen["wounded"] > 0

    closing = next(message for message in reversed(bosnia.posts()) if ids_of(message, "verify"))
    assert "Seed, now revealed" in text_of(closing)
    checked = await bosnia.ivo.click(closing, custom_id=ids_of(closing, "verify")[0])
    assert "Every check passed" in said(checked), said(checked)
    (file,) = checked.response.attachments
    exported = export.read((await file.read()).decode())
    assert verification.verify(exported, bosnia.store.rules("book-and-gun")).ok
    chronicle = said(await bosnia.gm.slash(bosnia.channel, "chronicle"))
    assert f"{fallen['killed']} killed" in chronicle or fallen["killed"] > 1
    await bosnia.agrees(command.battle)


async def _the_next_battle(bosnia: World) -> None:
    """The dead stay dead: by the GM's policy others take their places, the wounded are back, and it begins again."""
    await bosnia.gm.slash(bosnia.channel, "gm policy", wounded="next-battle", replacements="automatic")
    dead = {
        slot.last.name for unit in await rosters.units_of(bosnia.store, 1) for slot in unit.slots if slot.holder is None
    }
    assert dead
    for unit in await rosters.units_of(bosnia.store, 1):
        fallen = next((slot.last for slot in unit.slots if slot.holder is None), None)
        if unit.fit == 0 and fallen is not None:  # a side with nobody left cannot be called at all
            await bosnia.gm.slash(bosnia.channel, "figure replace", figure=fallen.ref)

    await bosnia.gm.slash(bosnia.channel, "battle begin", title="The ridge")

    *_, second = await battles.of_campaign(bosnia.store, 1)
    assert second.status is BattleStatus.RUNNING
    assert second.channel_id == bosnia.thread.id
    field = await battles.load(bosnia.store, second.id)
    view = field.rules.battle.view(field.state, Viewer(umpire=True))
    present = {man.name for unit in view.units for man in unit.figures}
    assert len(present) > 0
    assert not present & dead
    sheet = said(await bosnia.ada.slash(bosnia.channel, "unit roster", unit="1st Squad"))
    assert "The mill road" in sheet
    await bosnia.agrees(second.id)
