"""Three weeks by post: six players in four time zones over two clock changes, two of them away for some days, one who
vanishes and is replaced; the bot is restarted at random moments, and is down over a deadline.

Everybody answers when he feels like it, while he is awake and there; now and then he does something of which his side
alone learns, and the GM whispers to a side at any hour, so that each side's thread fills. Held to at the end: nobody
was ever mentioned in his night or in his absence, in the threads as little as in the channel; what was for a side
stands in its thread once and nowhere else; nothing was lost or done twice, and the battle has ended by its own rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.clocks import waits
from campaigns.post import dispatches
from campaigns.post.matter import Matter, Said
from campaigns.tables.battles import Battle, BattleStatus, JournalEntry
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import Timer, TimerKind
from tests.bot.test_side_threads import allow, everywhere_but, read, thread_of, threads
from tests.bot.toy import TOY
from tests.bot.world import Person, World, person, said, text_of, world
from tests.campaigns.behind import pending

BEGINS = datetime(2026, 3, 20, 8, tzinfo=UTC)
"""Berlin changes its clocks on 29 March, Auckland on 5 April."""
AUCKLAND = datetime(2026, 4, 4, 14, tzinfo=UTC)
HOURS = 21 * 24
DOWN = range(170, 206)
"""Hours for which the bot is down."""
TURNS = 72
ZONES = {
    "ada": "Europe/Berlin",
    "ben": "America/New_York",
    "cleo": "Asia/Tokyo",
    "ivo": "Pacific/Auckland",
    "jun": "Asia/Tokyo",
    "kay": "America/New_York",
    "zoe": "Europe/Berlin",
}
SIDES = {"army": ("ada", "ben", "cleo"), "insurgents": ("ivo", "jun", "kay")}
NIGHT = (time(22), time(7, 30))
AWAY = {"ivo": (96, 240), "jun": (130, 260)}
"""From which hour to which."""
VANISHES, REPLACED = 90, 300
"""Kay, and the hour at which the GM puts Zoe in Kay's place."""


@dataclass
class Table:
    """The club with its six players, and what has happened to it."""

    club: World
    people: Mapping[str, Person]
    battle: int = 0
    hour: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(5))
    whim: random.Random = field(default_factory=lambda: random.Random(7))
    """Beside the answers, whose course it leaves alone."""
    restarts: int = 0
    acted: int = 0
    seen: int = 0
    pinged: list[tuple[datetime, int]] = field(default_factory=list[tuple[datetime, int]])
    secrets: dict[str, str] = field(default_factory=dict[str, str])
    """Words that only this side was told."""

    async def field(self) -> StandingBattle:
        return await battles.load(self.club.store, self.battle)

    def there(self, name: str) -> bool:
        """Whether he would answer now: awake, not away, not vanished."""
        begins, ends = AWAY.get(name, (0, 0))
        gone = (name == "kay" and self.hour >= VANISHES) or (name == "zoe" and self.hour < REPLACED)
        return not gone and not begins <= self.hour < ends and not by_night(name, self.club.store.clock.now())

    async def somebody_answers(self) -> None:
        """Whoever is asked may do so now."""
        for ask in (await self.field()).prompt.asks:
            names = [*SIDES[ask.side], *(["zoe"] if ask.side == "insurgents" else [])]
            keen = [name for name in names if self.there(name) and self.chance.random() < 0.16]
            if keen:
                await self.digs_in(keen[0], ask.side)
                answered = await self.people[keen[0]].slash(self.club.thread, "hold")
                assert "✔" in said(answered), said(answered)
                self.acted += 1

    async def digs_in(self, name: str, side: str) -> None:
        """Now and then one of his units does, before he holds; of where, his side alone learns."""
        ready = [squad.id for squad in (await self.field()).state.squads if squad.side == side and not squad.fired]
        if ready and self.whim.random() < 0.4:
            where = self.secret(side)
            given = {"unit": ready[0], "where": where, "depth": "deep"}
            assert "✔" in said(await self.people[name].slash(self.club.thread, "dig", **given))

    async def the_gm_whispers(self) -> None:
        """At any hour of anybody's night, to one side or the other."""
        if self.whim.random() < 0.06:
            side = self.whim.choice(tuple(SIDES))
            async with self.club.store.writing() as session:
                battle = await session.get_one(Battle, self.battle)
                campaign = await session.get_one(Campaign, battle.campaign_id)
                matter = Matter(topic="side-words", about=Said(title="Whispered", text=self.secret(side)))
                await dispatches.tell_sides_of(session, campaign, battle, [side], matter, self.club.store.clock.now())

    def secret(self, side: str) -> str:
        word = f"secret hollow {len(self.secrets) + 1001}"
        self.secrets[word] = side
        return word

    def listen(self) -> None:
        """Who has been mentioned since this was asked last, by a new message or by a changed one."""
        requests = self.club.env.http_requests[self.seen :]
        self.seen += len(requests)
        for request in requests:
            body: Any = request.json
            if "/messages" in request.path and request.path.startswith("/channels/") and isinstance(body, dict):
                users = (body.get("allowed_mentions") or {}).get("users") or ()
                self.pinged += [(self.club.store.clock.now(), int(user)) for user in users]


def by_night(name: str, at: datetime) -> bool:
    """By the clock on his wall."""
    there = at.astimezone(ZoneInfo(ZONES[name])).time()
    return there >= NIGHT[0] or there < NIGHT[1]


async def test_three_weeks(tmp_path: Path) -> None:
    async with world(tmp_path, {"toy": TOY}) as club:
        table = await seated(club)
        result = None
        for table.hour in range(HOURS):
            await one_hour(table)
            result = (await table.field()).info.result
            if result is not None:
                break
        assert result is not None, (await table.field()).prompt
        assert result.reason == "time is up"
        assert club.store.clock.now() > AUCKLAND, "all of it has come to pass"
        await each_side_read_its_own(table)
        nobody_was_woken(table)
        await nothing_was_lost_or_done_twice(table)
        await club.agrees(table.battle)


async def seated(club: World) -> Table:
    """It is the 20th of March; everybody has joined, told of his nights, and the two of their absences."""
    await club.bot.close()
    club.env.backend.advance_clock((BEGINS - club.store.clock.now()).total_seconds())
    await club.restart()
    allow(club)
    people = {"ada": club.ada, "ivo": club.ivo, "zoe": club.zoe, "gwen": club.gm}
    for name in ("ben", "cleo", "jun", "kay"):
        people[name] = person(club.guild.add_member(club.env.create_user(name)))
    table = Table(club, people)
    await club.gm.slash(club.channel, "campaign create", name="Spring")
    await club.gm.slash(club.channel, "gm policy", deadline_hours=10.0, reminder_hours=3.0, excused_misses=1)
    for side, names in SIDES.items():
        for name in names:
            await people[name].slash(club.channel, "campaign join", side=side)
    for name, zone in ZONES.items():
        await people[name].slash(club.channel, "clock zone", zone=zone)
        await people[name].slash(club.channel, "clock hours", quiet=f"{NIGHT[0]:%H:%M}-{NIGHT[1]:%H:%M}")
    for name, (begins, ends) in AWAY.items():
        days = [f"{BEGINS + timedelta(hours=hour):%Y-%m-%d %H:%M}+00:00" for hour in (begins, ends)]
        given: dict[str, Any] = {"since": days[0], "until": days[1], "meanwhile": "pause"}
        given |= {"delegate": people["kay"].user} if name == "ivo" else {}
        assert "Noted" in said(await people[name].slash(club.channel, "clock away", **given))
    await club.ada.slash(club.channel, "unit raise", kind="squad")
    await club.ivo.slash(club.channel, "unit raise", kind="cell")
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin", turn_limit=TURNS))
    (info,) = await battles.of_campaign(club.store, 1)
    table.battle = info.id
    table.listen()
    table.pinged.clear()  # whoever joined has been greeted, awake or not: he was there himself
    return table


async def one_hour(table: Table) -> None:
    club = table.club
    if table.hour == DOWN.start:
        await club.bot.close()
    if table.hour in DOWN:
        club.env.backend.advance_clock(3600)
        if table.hour == DOWN.stop - 1:
            await club.restart()
            table.listen()
        return
    if table.chance.random() < 0.02:
        await club.restart()
        table.restarts += 1
    if table.hour == REPLACED:
        kay, zoe = table.people["kay"], table.people["zoe"]
        done = await club.gm.slash(club.channel, "campaign remove", member=kay.user, substitute=zoe.user)
        assert "in the place of" in said(done)
    await table.somebody_answers()
    await table.the_gm_whispers()
    table.listen()
    for _ in range(2):  # half an hour at a time: so precisely is known when somebody was mentioned
        await club.passes(minutes=30)
        table.listen()
        if (await table.field()).info.status is BattleStatus.ENDED:
            return


def nobody_was_woken(table: Table) -> None:
    names = {table.people[name].id: name for name in ZONES}
    mentioned = [(at, names[user]) for at, user in table.pinged if user in names]
    # Of 72 turns about every second goes to the other side; whoever has two in a row is mentioned for the first.
    assert len(mentioned) > 10
    assert [(str(at), name) for at, name in mentioned if woken(name, at)] == []


async def each_side_read_its_own(table: Table) -> None:
    """All that was for a side stands once in its one thread, in which nobody else is, and in no other place."""
    club = table.club
    await club.passes(hours=1)
    table.listen()
    assert len(table.secrets) > 20, "some of them by night"
    assert threads(club) == len(SIDES)
    for word, side in table.secrets.items():
        told = read(club, side).count(word)
        assert told == 1, (word, side, told)
    places = [thread_of(club, side) for side in SIDES]
    elsewhere = everywhere_but(club, *places)
    for side, place in zip(SIDES, places, strict=True):
        other = next(one for one in SIDES if one != side)
        strangers = [word for word, whose in table.secrets.items() if whose == side]
        assert not [word for word in strangers if word in elsewhere or word in read(club, other)]
        names = {*SIDES[side], "gwen", *(("zoe",) if side == "insurgents" else ())} - {"kay"}
        members = club.env.backend.get_channel(place.id).thread_members
        assert {name for name, who in table.people.items() if who.id in members} == names


def woken(name: str, at: datetime) -> bool:
    """Whether that mention came in his night or his absence. It is known to the half hour."""
    before = at - timedelta(minutes=30)
    begins, ends = (BEGINS + timedelta(hours=hour) for hour in AWAY.get(name, (0, 0)))
    away = name in AWAY and begins + timedelta(hours=1) < at < ends
    return away or (by_night(name, at) and by_night(name, before))


async def nothing_was_lost_or_done_twice(table: Table) -> None:
    club = table.club
    assert table.restarts >= 3
    await club.passes(hours=1)
    assert await pending(club.store) == ()
    assert await waits.standing(club.store, table.battle) == ()
    async with club.store.reading() as session:
        entries = (await session.exec(select(JournalEntry).where(JournalEntry.battle_id == table.battle))).all()
        timers = (await session.exec(select(Timer).where(Timer.battle_id == table.battle))).all()
    holds = [entry for entry in entries if '"hold"' in entry.intent]
    defaults = [entry for entry in holds if entry.absent]
    assert len(holds) == TURNS
    assert len(holds) - len(defaults) == table.acted
    assert defaults, "somebody was away or had vanished"
    assert [timer for timer in timers if timer.fired_at is None and timer.cancelled_at is None] == []
    texts = [text_of(message) for message in club.posts()]
    missed = [text for text in texts if "did not answer in time" in text]
    fired = [timer for timer in timers if timer.kind == TimerKind.DEADLINE and timer.fired_at is not None]
    assert len(missed) == len(fired)
    assert sum("That is excused" in text for text in missed) == len(fired) - len(defaults)
    assert any("I was away" in text for text in missed)
    _no_two_alike(texts)


def _no_two_alike(texts: Sequence[str]) -> None:
    """Each turn's card, and each answer to it, was told once."""
    for turn in range(1, TURNS + 1):
        told = [text for text in texts if f"Turn {turn}: the card gives" in text]
        assert len(told) == 1, (turn, told)
