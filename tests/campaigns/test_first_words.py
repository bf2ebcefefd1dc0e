"""Each side is heard before the first die, in every way in which a battle begins; or everybody reads that it was not.

The host here is patched: whenever a seed is drawn it tries seeds until the first card is red, with all that is known by
then. Where every side is heard after that, the card falls as it would for an honest host.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, delete, select, update

from campaigns.battle import battles
from campaigns.battle.battles import Acted, Awaiting
from campaigns.battle.frame import checking_in
from campaigns.battle.frame.beginning import NotHeard
from campaigns.battle.proof import verification
from campaigns.battle.record.finding import PHRASES
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, joining, leaving
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post.matter import Dice
from campaigns.roster import rosters
from campaigns.tables.battles import Battle, NextSeed
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.posts import TimerKind
from rules.kernel.chance import is_red
from tests.campaigns.behind import act, pending
from tests.campaigns.test_sealed_seeds import Grinding
from tests.campaigns.toy import TOY, Turned
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, RED_TOO, THREAD, new_store
from tests.clocks import ManualClock
from tests.databases import new_file

TRIES = 8
"""Campaigns of each way. The first card of an honest one is red as often as not; what is drawn here is the same at
every run."""


@dataclass
class Club:
    """A campaign whose host grinds; `numbers`: the last interaction that Discord has numbered."""

    store: Store
    id: int
    entropy: Grinding
    numbers: int

    def number(self) -> int:
        """A number that nobody could know before."""
        self.numbers += 1
        return int.from_bytes(hashlib.sha256(str(self.numbers).encode()).digest()[:7])

    def later(self) -> None:
        clock = self.store.clock
        assert isinstance(clock, ManualClock)
        clock.advance(timedelta(hours=1))

    async def known(self) -> None:
        """What the host knows now is what it tries its next seed with."""
        async with self.store.reading() as session:
            found = select(Side.key, Player.phrase).join(Player, col(Player.side_id) == Side.id)
            words: dict[str, list[str]] = {}
            for side, phrase in (await session.exec(found.order_by(col(Player.id)))).all():
                words.setdefault(side, []).extend([phrase] if phrase else [])
        self.entropy.known = {side: " ".join(words[side]) for side in ("red", "blue") if side in words}

    async def open(self, **more: object) -> int:
        self.later()
        await self.known()
        info = await battles.open_battle(self.store, self.id, GM, "Ridge", channel_id=THREAD, **more)  # type: ignore[arg-type]
        self.later()
        return info.id

    async def click(self, battle_id: int, who: int) -> battles.Heard:
        return await battles.ready(self.store, battle_id, who, interaction_id=self.number())


async def club(folder: Path, number: int) -> Club:
    """A campaign that has fought a battle in which nobody answered: what was said before it is known to the host."""
    entropy = Grinding(f"{folder.name} {number}")
    store = new_store(new_file(folder), entropy=entropy)
    await store.open()
    view = await campaign.create(store, GUILD, CHANNEL, GM, "Dust", TOY.key)
    found = Club(store, view.id, entropy, 1000 * number)
    for side, who, kind in (("red", RED, "squad"), ("blue", BLUE, "section")):
        await campaign.join(store, view.id, who, side, who_name=side.title(), interaction_id=found.number())
        await rosters.raise_unit(store, view.id, who, kind)
    first = await found.open()
    await battles.begin(store, first, GM)
    await battles.end(store, first, GM)
    found.later()
    return found


Way = Callable[[Club], Awaitable[int]]


async def by_clicks(club: Club) -> int:
    """`/battle begin` at once: the battle waits for both sides' clicks and begins with the last one."""
    battle_id = await club.open()
    waiting = await battles.begin_when_heard(club.store, battle_id, GM, interaction_id=club.number())
    assert isinstance(waiting, Awaiting)
    assert waiting.sides == ("red", "blue")
    first = await club.click(battle_id, RED)
    assert (first.begun, first.missing) == (None, ("blue",))
    assert (await club.click(battle_id, BLUE)).begun is not None
    return battle_id


async def by_clicks_on_the_announcement(club: Club) -> int:
    """Both have clicked before the GM begins it: nothing waits then."""
    battle_id = await club.open()
    for who in (RED, BLUE):
        assert (await club.click(battle_id, who)).begun is None
    assert isinstance(await battles.begin_when_heard(club.store, battle_id, GM), Acted)
    return battle_id


async def by_words(club: Club) -> int:
    battle_id = await club.open()
    for who in (RED, BLUE):
        await battles.ready(club.store, battle_id, who, f"words {club.number()}")
    assert isinstance(await battles.begin_when_heard(club.store, battle_id, GM), Acted)
    return battle_id


async def by_choosing_units(club: Club) -> int:
    """A check-in is a word as well."""
    battle_id = await club.open(check_in=True)
    for who in (RED, BLUE):
        await checking_in.check_in(club.store, battle_id, who, interaction_id=club.number())
    assert isinstance(await battles.begin_when_heard(club.store, battle_id, GM), Acted)
    return battle_id


async def by_raising_units(club: Club) -> int:
    """Units that join the roster after the sealing are words as well."""
    for who, kind in ((RED, "squad"), (BLUE, "section")):
        await rosters.raise_unit(club.store, club.id, who, kind, interaction_id=club.number())
    battle_id = await club.open()
    assert isinstance(await battles.begin_when_heard(club.store, battle_id, GM), Acted)
    return battle_id


async def beside_another(club: Club) -> int:
    """While another battle goes on, in which both have answered: that is secret, and counts for nothing here."""
    for who, kind in ((RED, "squad"), (BLUE, "section")):
        await rosters.raise_unit(club.store, club.id, who, kind)
    units = [unit.id for unit in await rosters.units_of(club.store, club.id)]
    other = await club.open(unit_ids=units[:2])
    await battles.begin(club.store, other, GM, anyway=True)
    return await by_clicks(club)


async def under_no_sealed_seed(club: Club) -> int:
    """A campaign of before seeds were sealed: its seed is drawn with the opening, when all that was said is known."""
    async with club.store.writing() as session:
        await session.exec(delete(NextSeed))
    return await by_clicks(club)


async def with_a_newcomer(club: Club) -> int:
    """A GM admits somebody whose request is older than the seed: he has still to say something."""
    await leaving.remove(club.store, club.id, GM, BLUE)
    await campaign.change_settings(club.store, club.id, GM, joining="approval")
    asked = await campaign.join(club.store, club.id, BLUE, "blue", who_name="Cem", interaction_id=club.number())
    assert isinstance(asked, joining.RequestToJoin)
    battle_id = await club.open()
    await battles.cancel(club.store, battle_id, GM)
    await joining.admit(club.store, asked.id, GM)
    await rosters.raise_unit(club.store, club.id, GM, "section")
    return await by_clicks(club)


async def with_somebody_moved(club: Club) -> int:
    """A GM moves a player to another side: what he had said is known."""
    await campaign.change_settings(club.store, club.id, GM, joining="open")
    await campaign.join(club.store, club.id, RED_TOO, "red", interaction_id=club.number())
    await leaving.remove(club.store, club.id, GM, BLUE)
    skipped = await club.open()
    await battles.cancel(club.store, skipped, GM)
    await leaving.move(club.store, club.id, GM, RED_TOO, "blue")
    battle_id = await club.open()
    assert isinstance(await battles.begin_when_heard(club.store, battle_id, GM), Awaiting)
    assert (await club.click(battle_id, RED_TOO)).missing == ("red",)
    assert (await club.click(battle_id, RED)).begun is not None
    return battle_id


WAYS: tuple[Way, ...] = (
    by_clicks,
    by_clicks_on_the_announcement,
    by_words,
    by_choosing_units,
    by_raising_units,
    beside_another,
    under_no_sealed_seed,
    with_a_newcomer,
    with_somebody_moved,
)


@pytest.mark.parametrize("way", WAYS)
async def test_both_sides_are_heard_before_the_first_die(way: Way, tmp_path: Path) -> None:
    """And so a host who tries seeds gains nothing."""
    red: list[bool] = []
    for number in range(TRIES):
        (folder := tmp_path / str(number)).mkdir()
        here = await club(folder, number)
        battle_id = await way(here)
        begun = [post.matter.of(Dice) for post in await pending(here.store, battle_id=battle_id) if of_begun(post)]
        assert [dice.unheard for dice in begun] == [()]
        red.append(await first_card_is_red(here.store, battle_id))
        await here.store.close()
    assert 0 < sum(red) < TRIES, red


def of_begun(post: object) -> bool:
    return getattr(getattr(post, "matter", None), "topic", "") == "begun"


async def first_card_is_red(store: Store, battle_id: int) -> bool:
    await battles.end(store, battle_id, GM)
    exported = await verification.export(store, battle_id)
    report = verification.verify(exported, TOY)
    assert report.ok, report
    events = [TOY.battle.events.load(event.json) for entry in exported.entries for event in entry.events]
    return is_red(next(event.card for event in events if isinstance(event, Turned)))


async def test_a_gm_may_begin_without_and_then_the_host_could_have_chosen(tmp_path: Path) -> None:
    """The proof that this host does what it can: nobody has said anything, and each first card is red."""
    for number in range(TRIES):
        (folder := tmp_path / str(number)).mkdir()
        here = await club(folder, number)
        battle_id = await here.open()
        with pytest.raises(NotHeard, match="red and blue have said nothing"):
            await battles.begin(here.store, battle_id, GM)
        assert isinstance(await battles.begin_when_heard(here.store, battle_id, GM, anyway=True), Acted)
        begun = [post.matter.of(Dice) for post in await pending(here.store, battle_id=battle_id) if of_begun(post)]
        assert [dice.unheard for dice in begun] == [("red", "blue")]
        await battles.end(here.store, battle_id, GM)
        exported = await verification.export(here.store, battle_id)
        report = verification.verify(exported, TOY)
        (weak,) = (check for check in report.checks if not check.ok)
        assert (weak.name, weak.state) == ("keys", "unchecked")
        assert "whoever drew it could have chosen" in weak.detail
        events = [TOY.battle.events.load(event.json) for entry in exported.entries for event in entry.events]
        assert is_red(next(event.card for event in events if isinstance(event, Turned)))
        await here.store.close()


async def test_a_battle_waits_no_longer_than_an_answer_may_take(tmp_path: Path) -> None:
    here = await club(tmp_path, 1)
    store = here.store
    battle_id = await here.open()
    waiting = await battles.begin_when_heard(store, battle_id, GM)
    assert isinstance(waiting, Awaiting)
    assert waiting.due is not None
    assert waiting.due == store.clock.now() + timedelta(hours=48)
    assert [(timer.kind, timer.due) for timer in await timers.standing(store, battle_id)] == [
        (TimerKind.BEGIN, waiting.due)
    ]
    again = await battles.begin_when_heard(store, battle_id, GM)
    assert again == waiting, "asking again gives no more time"
    await here.click(battle_id, RED)
    assert await timers.fire_due(store, waiting.due - timedelta(minutes=1)) == ()

    clock = store.clock
    assert isinstance(clock, ManualClock)
    clock.advance(waiting.due - clock.now())
    (fired,) = await timers.fire_due(store, clock.now())
    assert (fired.kind, fired.problem, fired.late) == (TimerKind.BEGIN, "", False)
    begun = [post.matter.of(Dice) for post in await pending(store, battle_id=battle_id) if of_begun(post)]
    assert [dice.unheard for dice in begun] == [("blue",)]
    assert TimerKind.BEGIN not in {timer.kind for timer in await timers.standing(store, battle_id)}
    await store.close()


async def test_a_battle_that_has_begun_or_is_called_off_leaves_no_deadline(tmp_path: Path) -> None:
    here = await club(tmp_path, 1)
    store, clock = here.store, here.store.clock
    assert isinstance(clock, ManualClock)
    cancelled = await here.open()
    await battles.begin_when_heard(store, cancelled, GM)
    await battles.cancel(store, cancelled, GM)
    battle_id = await here.open()
    await battles.begin_when_heard(store, battle_id, GM)
    for who in (RED, BLUE):
        await here.click(battle_id, who)
    clock.advance(timedelta(hours=47))
    assert [fired for fired in await timers.fire_due(store, clock.now()) if fired.kind is TimerKind.BEGIN] == []
    await store.close()


async def test_what_stands_against_it_when_the_time_is_up_is_told_to_the_gm(tmp_path: Path) -> None:
    here = await club(tmp_path, 1)
    store, clock = here.store, here.store.clock
    assert isinstance(clock, ManualClock)
    battle_id = await here.open()
    await battles.begin_when_heard(store, battle_id, GM)
    await led_by(store, battle_id, RED)
    clock.advance(timedelta(hours=48))
    (fired,) = await timers.fire_due(store, clock.now())
    assert "Only a GM of this campaign may begin a battle" in fired.problem
    (told,) = (post.matter for post in await pending(store, battle_id=battle_id) if post.matter.topic == "not-begun")
    assert told.users == (RED,)
    assert await timers.fire_due(store, clock.now()) == ()
    await store.close()


async def test_a_second_delivery_and_a_second_click_change_nothing(tmp_path: Path) -> None:
    here = await club(tmp_path, 1)
    store = here.store
    battle_id = await here.open()
    asked = here.number()
    first = await battles.begin_when_heard(store, battle_id, GM, interaction_id=asked)
    assert await battles.begin_when_heard(store, battle_id, GM, interaction_id=asked) == first
    topics = [post.matter.topic for post in await pending(store, battle_id=battle_id)]
    assert topics.count("awaited") == 1
    assert (await here.click(battle_id, RED)).first
    words = await phrases(store, battle_id)
    assert not (await here.click(battle_id, RED)).first
    assert await phrases(store, battle_id) == words
    await battles.ready(store, battle_id, RED, "sand")
    await here.click(battle_id, RED)
    assert (await phrases(store, battle_id))["red"] == "sand", "a click takes no words back"
    with pytest.raises(Refusal, match="You play no side here"):
        await here.click(battle_id, GM)
    await store.close()


async def phrases(store: Store, battle_id: int) -> dict[str, str]:
    async with store.reading() as session:
        return PHRASES.validate_json((await session.get_one(Battle, battle_id)).phrases)


async def led_by(store: Store, battle_id: int, who: int) -> None:
    """Whoever began it leads the campaign no more."""
    async with store.writing() as session:
        await session.exec(update(Battle).where(col(Battle.id) == battle_id).values(begins_for=who))


async def test_the_last_click_tells_why_a_battle_cannot_begin(tmp_path: Path) -> None:
    here = await club(tmp_path, 1)
    store = here.store
    battle_id = await here.open()
    await battles.begin_when_heard(store, battle_id, GM)
    await led_by(store, battle_id, RED)
    await here.click(battle_id, RED)
    heard = await here.click(battle_id, BLUE)
    assert heard.begun is None
    assert isinstance(heard.against, Refusal)
    assert heard.against.code == "umpire-only"
    assert isinstance(await battles.begin_when_heard(store, battle_id, GM), Acted)
    await store.close()


async def test_a_campaign_whose_sides_answer_waits_for_nobody(tmp_path: Path) -> None:
    """No hand-over more than before: whoever has answered in the battle before has been heard."""
    here = await club(tmp_path, 1)
    battle_id = await by_clicks(here)
    for number in range(3):
        answered: set[str] = set()
        while answered != {"red", "blue"}:
            ask = (await battles.load(here.store, battle_id)).prompt.asks[0]
            who = RED if ask.side == "red" else BLUE
            await act(here.store, battle_id, ask.default, who, side=ask.side, interaction_id=here.number())
            answered.add(ask.side)
        await battles.end(here.store, battle_id, GM)
        battle_id = await here.open()
        assert isinstance(await battles.begin_when_heard(here.store, battle_id, GM), Acted), number
    await here.store.close()
