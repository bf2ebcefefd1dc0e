"""5.56mm by post: a patrol and the guard of a pump house over several turns and days, and what remains of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.battle.record import journal
from campaigns.battle.record.seed import battle_key
from campaigns.roster import careers, rosters
from campaigns.tables.battles import BattleSeed, BattleStatus
from rules.five56mm.events.battle import Asked, CardTurned, SquadMustered, StandingSet
from rules.five56mm.events.fire import GrenadePicked, Shot, Thrown
from rules.five56mm.events.foot import Aided, Died, MoraleTested, Moved, RadioUsed, Relapsed, Survived
from rules.kernel.event import Event
from tests.bot.world import World, ids_of, labels, refused, said, text_of, world
from tests.stories.pump_house import PUMP_HOUSE
from tests.stories.skirmishers import THROW_BACK, Skirmishers, rehearsed

FIRST_TRIED, MOST_TRIED = 16, 60
"""Words that are tried for the dice."""
SILENT = 7
"""The answer that nobody gives in time."""
MOST_ANSWERS = 200


async def test_the_pump_house(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    words = await _words(tmp_path_factory.mktemp("rehearsal"))
    async with world(tmp_path) as water:
        command = await _battle(water, words)
        began = water.store.clock.now()
        await _fought(water, command)
        assert (water.store.clock.now() - began).days >= 3
        assert {"panel", "command"} <= set(command.ways), command.ways
        assert _missing(await _events(water, command)) == []
        await _what_everybody_read(water)
        await _afterwards(water, command)


async def _battle(water: World, words: str) -> Skirmishers:
    """Two players, each with a squad raised for the scenario's parts; the GM brings the scenario as a file."""
    await water.gm.slash(water.channel, "campaign create", name="Water", rules="five56mm")
    joined = await water.ada.slash(
        water.channel, "campaign join", side="black", unit="rangers", unit_name="First section"
    )
    assert "10/10 fit" in said(joined)
    await water.ivo.slash(water.channel, "campaign join", side="red", unit="militia", unit_name="Pump guard")
    brought = await water.gm.slash(water.channel, "scenario import", file=("pump-house.yaml", PUMP_HOUSE.encode()))
    assert "The pump house" in said(brought)
    await water.gm.slash(water.channel, "battle open", scenario="pump-house")
    await water.ada.slash(water.thread, "battle ready", words=words)
    await water.ivo.slash(water.thread, "battle ready", words="no water")
    await water.gm.slash(water.channel, "battle begin")
    (info,) = await battles.of_campaign(water.store, 1)
    assert info.status is BattleStatus.RUNNING
    return Skirmishers(water, info.id)


async def _fought(water: World, command: Skirmishers) -> None:
    """To the end, answer by answer; a deadline passes, the bot is restarted, what was rolled is not taken back."""
    for number in range(1, MOST_ANSWERS):
        if await command.over():
            return
        if number == SILENT:
            await _nobody_answers(water, command)
            continue
        asked = (await command.field_()).prompt.asks[0]
        await command.answer()
        if asked.key.startswith("question"):
            await water.agrees(command.battle)
        if number == 3:
            await _not_taken_back(water, command)
        if number in (5, 20):
            await water.restart()
            await water.agrees(command.battle)
        await water.passes(hours=1)
    raise AssertionError("the battle does not end")


async def _nobody_answers(water: World, command: Skirmishers) -> None:
    """Two days pass without a word: one reminder, then what the prompt has named as the default."""
    command.count += 1
    before = await command.field_()
    (ask,) = before.prompt.asks
    posted = len(water.posts())
    assert "; then: " in text_of(water.prompt())
    await water.passes(hours=49)
    news = water.texts()[posted:]
    assert sum("⏰" in text for text in news) == 1
    assert sum("did not answer in time" in text for text in news) == 1
    after = await command.field_()
    assert all(other.key != ask.key for other in after.prompt.asks)


async def _not_taken_back(water: World, command: Skirmishers) -> None:
    """Cards and dice have been seen: a player cannot undo."""
    version = (await command.field_()).info.version
    refused(await water.ada.slash(water.thread, "battle undo"))
    assert (await command.field_()).info.version == version


def _missing(events: Sequence[Event]) -> list[str]:
    """What has not come to pass of all that this story is about."""
    asked = Counter(event.question.kind for event in events if isinstance(event, Asked))
    wanted = {
        "a covering shot after a question": asked["cover"] > 0
        and any(isinstance(event, Shot) and event.covering for event in events),
        "a grenade that somebody might throw back": asked["throw-back"] > 0,
        "an answer for good": any(isinstance(e, StandingSet) and e.question == "throw-back" for e in events),
        "a grenade picked up": any(isinstance(e, GrenadePicked) and e.roll.passed for e in events),
        "a grenade thrown back": any(isinstance(e, Thrown) and e.back for e in events),
        "first aid": any(isinstance(e, Aided) and e.how == "first-aid" and e.roll.passed for e in events),
        "its relapse": any(isinstance(e, Relapsed) for e in events),
        "a call that is answered": any(isinstance(e, RadioUsed) and e.roll.passed for e in events),
        "the squad that it calls": any(isinstance(e, SquadMustered) for e in events),
        "a Morale Test failed": any(isinstance(e, MoraleTested) and not e.roll.passed for e in events),
        "somebody who falls back": any(isinstance(e, Moved) and e.way == "fall-back" for e in events),
        "a Joker": any(isinstance(e, CardTurned) and e.fate == "joker" for e in events),
        "survival after the battle": any(isinstance(e, Survived) for e in events),
        "somebody killed": any(isinstance(e, Died) for e in events),
    }
    return [what for what, happened in wanted.items() if not happened]


async def _words(folder: Path) -> str:
    """Words of the patrol for the dice under which all of it comes to pass: found by fighting the battle without the
    bot, which knows no more of it than its players."""
    async with world(folder) as water:
        command = await _battle(water, "anything")
        field = await command.field_()
        async with water.store.reading() as session:
            first = await journal.state_at(water.store, session, field.rules, command.battle, 1)
            seed = (await session.exec(select(BattleSeed))).one().seed
        for number in range(FIRST_TRIED, FIRST_TRIED + MOST_TRIED):
            words = f"well water {number}"
            key = battle_key(bytes.fromhex(seed), [("black", words), ("red", "no water")])
            events = rehearsed(field.rules, first, key, 1, SILENT)
            if not _missing(events):
                return words
    raise AssertionError("the battle that this story tells of is not to be had")


async def _events(water: World, command: Skirmishers) -> list[Event]:
    """All that has happened, out of the shell that scripts put around it."""
    field = await command.field_()
    async with water.store.reading() as session:
        entries = await journal.entries(session, field.rules, command.battle)
    return list(journal.events_of(journal.living(entries)))


async def _what_everybody_read(water: World) -> None:
    story = "\n".join(water.texts())
    assert "Engines behind you." in story
    assert "A wall of dust goes through the yard" in story
    assert "Arrived: Second section, 2 characters" in story
    assert "from Covering Fire at" in story
    assert "Turn 1 in short" in story
    assert "Head of the journal: " in story
    assert "throws the Frag Grenade back" in story
    assert "First Aid no longer holds" in story
    assert "★ red" in story
    assert THROW_BACK not in story, "a standing answer is its side's own affair"


async def _afterwards(water: World, command: Skirmishers) -> None:
    """Rosters and careers tell of it, and every die and card can be checked."""
    fallen = 0
    story = "\n".join(water.texts())
    for unit in await rosters.units_of(water.store, 1):
        who = water.ada if unit.side == "black" else water.ivo
        sheet = said(await who.slash(water.channel, "unit roster", unit=unit.name))
        for man in (slot.last for slot in unit.slots):
            kinds = {fact.kind.value for fact in (await careers.career(water.store, man.id)).facts}
            if "killed" in kinds:
                fallen += 1
                assert man.family in story
                assert "(K)" in sheet
    assert fallen > 0
    closing = next(message for message in reversed(water.posts()) if ids_of(message, "verify"))
    assert "Verify every die and card" in labels(closing)
    checked = await water.ivo.click(closing, custom_id=ids_of(closing, "verify")[0])
    assert "Every check passed" in said(checked), said(checked)
    assert checked.response is not None
    (file,) = checked.response.attachments
    exported = export.read((await file.read()).decode())
    assert verification.verify(exported, water.store.rules("five56mm")).ok
    await water.agrees(command.battle)
