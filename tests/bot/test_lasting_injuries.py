"""A lasting injury through the bot: proposed by the battle's own dice, given by a click, carried into the next battles,
taken back. A restart in the middle changes nothing."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.roster.rosters import RosterFigure
from campaigns.story import file
from campaigns.story.file import Paragraph
from campaigns.tables.battles import Battle, BattleSeed
from campaigns.tables.posts import OutboxPost
from rules.five56mm import RULES
from rules.five56mm.book.profile import Traits
from tests.bot.test_figure_files import last_of, unit
from tests.bot.test_figure_files import war as war
from tests.bot.world import World, ids_of, refused, said
from tests.painting import unpainted

INJURIES = ("limp", "hands", "arm", "nerve")
"""As 5.56mm has them: a D6 names the first on 1 and 2, the second on 3, the third on 4 and 5, the last on 6."""
LESSENS = dict(zip(INJURIES, ("movement", "weapons", "strength", "morale"), strict=True))


def below_six(key: bytes, event: int, purpose: str, number: int) -> int:
    """A D6 as the promise about chance has it: HMAC-SHA256 of event, purpose, number and attempt."""
    whole = (1 << 64) - (1 << 64) % 6
    for attempt in range(100):
        message = f"{event}|{purpose}|{number}|{attempt}".encode()
        value = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
        if value < whole:
            return value % 6 + 1
    raise AssertionError("never")


async def dice_of(war: World, battle_id: int, man: RosterFigure) -> tuple[int, int]:
    """Both dice of one who was wounded, from the seed that was revealed."""
    async with war.store.reading() as session:
        row = await session.get_one(Battle, battle_id)
        seed = (await session.exec(select(BattleSeed.seed).where(BattleSeed.battle_id == battle_id))).one()
    said_ = [*json.loads(row.phrases).items(), *json.loads(row.words)]
    message = json.dumps([list(each) for each in said_], ensure_ascii=False, separators=(",", ":")).encode()
    key = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
    first = below_six(key, row.version + 1, f"lasting injury of {man.ref}", 0)
    return first, below_six(key, row.version + 1, f"which injury of {man.ref}", 1)


async def hurt_in(war: World, title: str, man: RosterFigure) -> int:
    await begun(war, title)
    assert "✔" in said(await war.gm.slash(war.thread, "wound", figure=man.ref, grade="serious", reason="shell"))
    await war.gm.slash(war.thread, "battle end", winner="black", reason="dusk")
    return len(await battles.of_campaign(war.store, 1))


async def begun(war: World, title: str) -> None:
    told = said(await war.gm.slash(war.channel, "battle begin", title=title, board="none"))
    assert "begun" in told, told


async def fields(war: World, man: RosterFigure) -> Traits:
    """What somebody can do in the newest battle, by its state."""
    newest = max(await battles.of_campaign(war.store, 1), key=lambda info: info.number)
    state = (await battles.load(war.store, newest.id)).state.battle
    return next(who.traits for who in state.characters if who.id == man.ref)


async def story_of(war: World, man: RosterFigure) -> tuple[Paragraph, ...]:
    """What their own player reads of them, a paragraph a battle."""
    (here,) = await campaign.of_guild(war.store, war.guild.id)
    return (await file.read(war.store, here, man.id, war.ada.id)).story


async def words_to_sides(war: World) -> dict[str | None, str]:
    async with war.store.reading() as session:
        posts = (await session.exec(select(OutboxPost).where(OutboxPost.matter.contains("side-words")))).all()
    return {post.audience: post.matter for post in posts if "Lasting injuries" in post.matter}


@pytest.mark.rule("MM-R291")
async def test_the_dice_propose_the_gm_gives_and_the_next_battles_carry_it(war: World) -> None:
    with unpainted():
        man = await last_of(war, "Chalk One")
        await hurt_in(war, "Without", man)
        assert not await words_to_sides(war), "off by default"
        await begun(war, "Sound")
        sound = await fields(war, man)
        await war.gm.slash(war.thread, "battle end", winner="black", reason="dusk")

        told = said(await war.gm.slash(war.channel, "gm policy", injuries=6))
        assert "Lasting injuries (house rule): a D6 of 1 to 6" in told
        third = await hurt_in(war, "Ridge", man)
        whether, which = await dice_of(war, third, man)
        key = INJURIES[(which - 1) * len(INJURIES) // 6]
        injury = RULES.forces.injuries.named(key)
        assert injury is not None
        posted = await words_to_sides(war)
        assert list(posted) == ["black"], "the other side reads nothing of it"
        assert f"{man.name} of Chalk One (D6: {whether}, then {which}): {injury.words}" in posted["black"]

        await war.restart()
        shown = (await war.gm.slash(war.channel, "battle close")).response
        assert shown is not None
        text = said(await war.gm.slash(war.channel, "battle close"))
        assert "For good" in text
        assert f"{injury.words} (D6: {whether}, then {which})" in text
        (take,) = [each for each in ids_of(shown, "close-take") if "injuries" in each]
        assert "1 keeps an injury for good" in said(await war.gm.click(shown, custom_id=take))
        assert "For good" not in said(await war.gm.slash(war.channel, "battle close"))
        await held_against_the_seed(war, third, man, key, (whether, which))
        file = said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
        assert f"For good: {injury.words}" in file
        assert f"keeps for good in Ridge ({injury.words}; D6: {whether}, then {which})" in file
        kept = f"{injury.title} ({injury.about})"
        assert [kept in each.text for each in await story_of(war, man)] == [False, False, True], "in its battle"

        for title in ("Ford", "Mill"):
            await begun(war, title)
            now = await fields(war, man)
            assert now.ability(LESSENS[key]) == sound.ability(LESSENS[key]) - 1
            assert now.abilities == sound.abilities - 1, "and nothing else"
            await war.gm.slash(war.thread, "battle end", winner="black", reason="dusk")

        lines = await war.gm.autocomplete(war.channel, "figure correct", "line", "for good", figure=man.ref)
        lines = lines or await war.gm.autocomplete(war.channel, "figure correct", "line", "injured", figure=man.ref)
        line = next(each["value"] for each in lines if injury.title in each["name"] and each["value"].isdigit())
        told = said(await war.gm.slash(war.channel, "figure correct", figure=man.ref, line=line, why="a namesake"))
        assert "Corrected" in told
        await begun(war, "After")
        assert await fields(war, man) == sound
        assert "🦯" not in said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
        assert not any(kept in each.text for each in await story_of(war, man))


async def held_against_the_seed(war: World, battle_id: int, man: RosterFigure, key: str, dice: tuple[int, int]) -> None:
    """The battle's file has the injury with its dice: no other dice, no other injury, nobody else passes."""

    def checked(**changed: object) -> tuple[str, str]:
        given = document["injuries"][0] | changed
        forged = json.dumps(document | {"injuries": [given]})
        (found,) = [
            each for each in verification.verify(verification.read(forged), rules).checks if each.name == "injuries"
        ]
        return found.state, found.detail

    rules = war.store.rules("five56mm")
    exported = await verification.export(war.store, battle_id)
    document = json.loads(exported.model_dump_json())
    assert document["injuries"] == [{"figure": man.ref, "injury": key, "die": dice[0], "which": dice[1]}]
    assert [each for each in verification.verify(exported, rules).checks if each.state == "failed"] == []
    assert checked() == ("passed", "1 given, each as its dice say")
    other = next(each for each in INJURIES if each != key)
    for state, word, changed in (
        ("failed", f"should have been {dice[0]} and {dice[1]}", {"die": 7 - dice[0]}),
        ("failed", f"should have been {dice[0]} and {dice[1]}", {"which": 7 - dice[1]}),
        ("failed", "does not stand for", {"injury": other}),
        ("failed", "these rules know no lasting injury", {"injury": "wings"}),
        ("failed", "f999", {"figure": "f999"}),
        ("unchecked", "without its dice", {"die": 0, "which": 0}),
    ):
        found = checked(**changed)
        assert found[0] == state
        assert word in found[1]
    del document["injuries"]  # as an earlier version wrote it
    report = verification.verify(verification.read(json.dumps(document)), rules)
    assert "injuries" in [each.name for each in report.checks if each.state == "unchecked"]
    assert not report.ok, "adjutant verify then exits with 1"


async def test_a_gm_gives_one_by_hand_and_bad_ones_are_refused(war: World) -> None:
    man = await last_of(war, "Chalk One")
    given = {"figure": man.ref, "line": "+limp", "why": "a fall from a wall"}
    assert "no lasting injuries" in refused(await war.gm.slash(war.channel, "figure correct", **given))
    await war.gm.slash(war.channel, "gm policy", injuries=1)
    offered = await war.gm.autocomplete(war.channel, "figure correct", "line", "", figure=man.ref)
    assert [each["value"] for each in offered if each["value"].startswith("+")] == [f"+{key}" for key in INJURIES]
    assert "Only a GM" in refused(await war.ada.slash(war.channel, "figure correct", **given))
    told = said(await war.gm.slash(war.channel, "figure correct", **given))
    assert "a limp: Movement 1 lower; a fall from a wall" in told
    again = refused(await war.gm.slash(war.channel, "figure correct", **given))
    assert "has a limp already" in again
    unknown = {**given, "line": "+wings"}
    assert "no such lasting injury" in refused(await war.gm.slash(war.channel, "figure correct", **unknown))
    await begun(war, "Ridge")
    slots = (await unit(war, "Chalk One")).slots
    sheet = next(slot.traits for slot in slots if slot.holder is not None and slot.holder.id == man.id)
    assert json.loads(sheet).get("movement", 0) - 1 == (await fields(war, man)).movement
