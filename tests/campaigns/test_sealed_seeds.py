"""Nobody can choose a battle's dice: its seed is sealed before the sides do what is mixed with it."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.battle import battles
from campaigns.battle.battles import Awaiting
from campaigns.battle.proof import verification
from campaigns.battle.record import sealed
from campaigns.battle.record.seed import battle_key
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.post.matter import Dice
from campaigns.roster import rosters
from rules.kernel.action import SideId
from rules.kernel.chance import Draw, Seeded, is_red
from tests.campaigns.behind import act, pending
from tests.campaigns.toy import DECK, TOY, Turned
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, World, new_store
from tests.databases import new_file

FIRST_CARD = 2
"""The entry of the first card, after the muster."""


def first_card_is_red(key: bytes) -> bool:
    return is_red(Seeded(key, FIRST_CARD).draw(DECK, for_="initiative"))


@dataclass
class Grinding:
    """A host's patched entropy: of seeds, one that has a red card come first with the words that the host knows."""

    word: str
    known: dict[SideId, str] = field(default_factory=dict)
    drawn: int = 0

    def __call__(self, size: int) -> bytes:
        for _ in range(100):
            self.drawn += 1
            found = hashlib.shake_256(f"{self.word}:{self.drawn}".encode()).digest(size)
            if size != 32 or first_card_is_red(battle_key(found, list(self.known.items()))):
                return found
        raise AssertionError("a hundred black cards in a row")


async def test_a_host_who_tries_seeds_cannot_choose_the_first_card(tmp_path: Path) -> None:
    """Ten campaigns, two battles each, all begun in the usual way: the cards fall as they would for an honest host."""
    red: list[bool] = []
    for number in range(10):
        entropy = Grinding(f"host {number}")
        (folder := tmp_path / str(number)).mkdir()
        store = new_store(new_file(folder), entropy=entropy)
        await store.open()
        view = await campaign.create(store, GUILD, CHANNEL, GM, "Dust", TOY.key)
        for at, (side, who, kind) in enumerate((("red", RED, "squad"), ("blue", BLUE, "section"))):
            entropy.known[side] = str(7000 + 10 * number + at)
            await campaign.join(store, view.id, who, side, interaction_id=int(entropy.known[side]))
            await rosters.raise_unit(store, view.id, who, kind)
        for word in (8000 + number, 9000 + number):
            info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD)
            await battles.begin(store, info.id, GM)
            red.append(await answered_and_ended(store, info.id, word))
        await store.close()
    assert len(red) == 20
    assert 5 <= sum(red) <= 15, red


async def answered_and_ended(store: Store, battle_id: int, word: int) -> bool:
    """One answer by whoever is asked, and the end. Returns whether the first card was red."""
    (ask,) = (await battles.load(store, battle_id)).prompt.asks
    await act(store, battle_id, ask.default, RED if ask.side == "red" else BLUE, interaction_id=word)
    await battles.end(store, battle_id, GM)
    exported = await verification.export(store, battle_id)
    report = verification.verify(exported, TOY)
    assert report.ok, report
    return is_red(next(event.card for event in _events(exported) if isinstance(event, Turned)))


def _events(exported: verification.Export) -> list[object]:
    return [TOY.battle.events.load(event.json) for entry in exported.entries for event in entry.events]


async def test_a_seed_is_sealed_with_the_campaign_and_the_next_with_each_opening(tmp_path: Path) -> None:
    store = new_store(new_file(tmp_path))
    await store.open()
    view = await campaign.create(store, GUILD, CHANNEL, GM, "Dust", TOY.key)
    first = await sealed.commitment_of(store, view.id)
    for side, who, kind in (("red", RED, "squad"), ("blue", BLUE, "section")):
        await campaign.join(store, view.id, who, side, interaction_id=who)
        await rosters.raise_unit(store, view.id, who, kind)

    info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD)

    assert info.commitment == first
    second = await sealed.commitment_of(store, view.id)
    (dice,) = (post.matter.of(Dice) for post in await pending(store, battle_id=info.id))
    assert (dice.commitment, dice.following, dice.sealed_at) == (first, second, store.clock.now())
    assert second != first
    await battles.begin(store, info.id, GM)
    await battles.end(store, info.id, GM)
    assert (await battles.undo(store, info.id, GM)).version == 4
    reopened = await battles.load(store, info.id)
    assert reopened.info.commitment == second, "a battle that is reopened goes on under what was sealed before"

    for word in (31, 32, 33):
        (ask, *_) = (await battles.load(store, info.id)).prompt.asks
        who = RED if ask.side == "red" else BLUE
        await act(store, info.id, ask.default, who, side=ask.side, interaction_id=word)
    await battles.end(store, info.id, GM)
    exported = await verification.export(store, info.id)
    words = [entry.word for entry in exported.entries if entry.word]
    assert len(words) == 2, "each side is heard again, once"
    report = verification.verify(exported, TOY)
    assert report.ok, report
    assert [each.value for each in report.posted][:2] == [first, second]
    await store.close()


async def test_who_has_said_nothing_since_is_told_and_heard_with_the_first_answer(world: World) -> None:
    """Nobody does anything between the sealing of the second seed and the beginning of the second battle."""
    store = world.store
    for number, title in enumerate(("First", "Second")):
        world.later(hours=1)
        await battles.open_battle(store, world.id, GM, title, channel_id=THREAD + number)
        await rosters.raise_unit(store, world.id, GM, "squad" if number else "section", name=f"Reserve {number}")
    infos = await battles.of_campaign(store, world.id)
    first, second = infos
    await battles.begin(store, first.id, GM)
    begun = [post.matter.of(Dice) for post in await pending(store, battle_id=first.id) if post.matter.topic == "begun"]
    assert [dice.unheard for dice in begun] == [()]
    await battles.cancel(store, second.id, GM)
    await battles.end(store, first.id, GM)
    world.later(hours=1)
    third = await battles.open_battle(store, world.id, GM, "Third", channel_id=THREAD + 2)
    await battles.begin(store, third.id, GM, anyway=True)
    begun = [post.matter.of(Dice) for post in await pending(store, battle_id=third.id) if post.matter.topic == "begun"]
    assert [dice.unheard for dice in begun] == [("red", "blue")]

    words = {RED: 555, BLUE: 777}
    dice = random.Random(3)
    for _ in range(8):
        state = await battles.load(store, third.id)
        ask = dice.choice(state.prompt.asks)
        who = BLUE if ask.side == "blue" else RED
        words[who] += 1
        await act(store, third.id, world.choice(state, ask, dice), who, side=ask.side, interaction_id=words[who])
    await battles.end(store, third.id, GM)

    exported = await verification.export(store, third.id)
    said = [(entry.side, entry.word) for entry in exported.entries if entry.word]
    assert sorted(said) == [("blue", "778"), ("red", "556")]
    report = verification.verify(exported, TOY)
    assert not report.failed
    (weak,) = (check for check in report.checks if not check.ok)
    assert (weak.name, weak.state) == ("keys", "unchecked")
    assert weak.detail.startswith("red and blue had said nothing since the seed was sealed")
    deaf = battle_key(bytes.fromhex(exported.seeds[0].seed), exported.phrases)
    heard_from = next(entry.seq for entry in exported.entries if entry.word)
    draws = [draw for event in _events(exported) for draw in getattr(event, "draws", ())]
    as_before = [(_of(deaf, draw), draw.event < heard_from) for draw in draws]
    assert all(same for same, before in as_before if before)
    assert not all(same for same, before in as_before if not before), "the answers go into the dice"


def _of(key: bytes, draw: Draw) -> bool:
    return Seeded.value_of(key, draw) == draw.value


async def test_a_side_that_nobody_plays_says_nothing_and_is_not_waited_for(tmp_path: Path) -> None:
    store = new_store(new_file(tmp_path))
    await store.open()
    view = await campaign.create(store, GUILD, CHANNEL, GM, "Dust", TOY.key)
    await campaign.join(store, view.id, RED, "red", interaction_id=5)
    for kind in ("squad", "section"):
        await rosters.raise_unit(store, view.id, GM, kind)
    info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=THREAD)
    await battles.begin(store, info.id, GM)
    begun = [post.matter.of(Dice) for post in await pending(store, battle_id=info.id) if post.matter.topic == "begun"]
    assert [dice.unheard for dice in begun] == [()]
    await battles.end(store, info.id, GM)
    assert (await verification.export(store, info.id)).phrases == (("red", "5"),)
    await store.close()


async def test_whether_a_side_has_decided_anything_in_a_battle_that_goes_on_is_not_told(world: World) -> None:
    """A second battle begins while the first one waits for the other side."""
    store = world.store
    for kind in ("squad", "section"):
        await rosters.raise_unit(store, world.id, GM, kind, name=f"Reserve {kind}")
    units = await rosters.units_of(store, world.id)
    at_first = [unit.id for unit in units if not unit.name.startswith("Reserve")]
    world.later(hours=1)
    first = await battles.open_battle(store, world.id, GM, "First", channel_id=THREAD, unit_ids=at_first)
    await battles.begin(store, first.id, GM)
    world.later(hours=1)
    (ask,) = (await battles.load(store, first.id)).prompt.asks
    await act(store, first.id, ask.default, RED if ask.side == "red" else BLUE, interaction_id=44)
    second = await battles.open_battle(store, world.id, GM, "Second", channel_id=THREAD + 1)
    waiting = await battles.begin_when_heard(store, second.id, GM)
    assert isinstance(waiting, Awaiting)
    assert waiting.sides == ("red", "blue")
    await battles.begin(store, second.id, GM, anyway=True)
    begun = [post.matter.of(Dice) for post in await pending(store, battle_id=second.id) if post.matter.topic == "begun"]
    assert [dice.unheard for dice in begun] == [("red", "blue")]
