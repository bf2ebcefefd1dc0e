"""A course of a battle through the bot, and the same public course in a twin of it.

The first world writes a script: who did what in public, and where Ivo did something of which others heard nothing, or
only that something was done. In a twin others do the very same, and Ivo something else that sounds alike. The two are
compared step by step up to the one in which the others learn in either world of somebody who was hidden: from there on
the battles differ in public.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.record import journal
from campaigns.errors import Refusal
from rules.battle.orders.data import OrderFollowed
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.script.actions import Whisper
from rules.seam.asking import Ask
from rules.seam.viewing import PUBLIC, Viewer
from tests.bot.world import Kept, Person, World
from tests.campaigns.behind import act
from tests.twins.fronts import DEADLINE, Front, proposed, ready
from tests.twins.sending import Wire
from tests.twins.twin import kept_from

CHANCE = Seeded(b"a rehearsal", 0)
SEAL = re.compile(r"\b[0-9a-f]{64}\b")
Looks = Callable[[int], Awaitable[None]]


@dataclass(frozen=True)
class Line:
    """One line of a script: what somebody did. `sound`: of what Ivo did with somebody hidden, what everybody may know
    of it, in a rehearsal; `heard`: the events of which others knew when it was done, and `entries` how many of the
    journal; `unheard`: what Ivo or the umpire did before it, of which others heard nothing at all. Every world has as
    many such things, for each moves the dice of what comes after it."""

    who: str
    side: str
    action: Action | None = None
    sound: tuple[str, ...] | None = None
    heard: tuple[str, ...] = ()
    entries: int = 0
    unheard: tuple[tuple[str, Action], ...] = ()


@dataclass(frozen=True)
class Stood:
    """How a step ended. `met`: the references of those who hide, as far as others know them, what others read of
    secret questions, and how they have fared."""

    line: Line
    met: frozenset[str]


@dataclass
class Course:
    """What was done in a world, and what all but Ivo and the GM were sent, step by step. `did`: how often Ivo's hidden
    troops acted, and in what places of a turn."""

    steps: list[Stood] = field(default_factory=list)
    sent: list[list[str]] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)


class Astray(Exception):
    """The twin cannot go on as the script says."""


@dataclass
class Player:
    """The hands that play one world. `public` draws what everybody may know, `private` what Ivo does unseen."""

    made: World
    front: Front
    wire: Wire
    public: random.Random
    private: random.Random
    literally: bool = False
    """Whether Ivo does what the script's world saw him do, unseen things too."""
    ordering: bool = False
    """Whether Ivo gives orders that stand: his troops then do things by themselves, and soon the worlds differ."""
    course: Course = field(default_factory=Course)

    async def now(self) -> StandingBattle:
        return await battles.load(self.made.store, 1)

    @property
    def owners(self) -> frozenset[int]:
        return frozenset({self.made.ivo.id, self.made.gm.id})

    def person(self, who: str) -> Person:
        return self.made.people[who]

    # ── What is done ──────────────────────────────────────────────────────────────────────────────────────────────

    async def step(self, script: Line | None) -> Line | None:
        """One thing done in public, or unseen; what it was. None: the battle is over. Raises Astray."""
        now = await self.now()
        if not now.prompt.asks:
            return None
        if now.info.result is not None:
            return None
        unheard: tuple[tuple[str, Action], ...] = ()
        if self.literally and script is not None:
            for who, action in script.unheard:
                await self.does(who, self.front.ours, action)
        else:
            times = int(self.public.random() < 0.4) if script is None else len(script.unheard)
            unheard = tuple([await self.in_private() for _ in range(times)])
        now = await self.now()
        if script is None:
            return replace(await self.first(now), unheard=unheard)
        if script.sound is None or self.literally:
            assert script.action is not None
            await self.does(script.who, script.side, script.action)
            return script
        return await self.alike(now, script)

    async def first(self, now: StandingBattle) -> Line:
        asks = now.prompt.asks
        if self.front.shells and self.public.random() < 0.06:
            verb, fields = self.public.choice(self.front.shells)
            shell = now.rules.battle.actions.load_python({"verb": verb, **fields})
            self.course.did["under fire"] += 1
            await self.does("gwen", self.front.theirs, shell)
            return Line("gwen", self.front.theirs, shell)
        ask = asks[self.public.randrange(len(asks))]
        if ask.side == self.front.ours and not ask.umpire:
            found = await self.unseen(now, ask)
            if found is not None:
                return found
        who = "gwen" if ask.umpire else "ada" if ask.side == self.front.theirs else "ivo"
        offers = [] if ask.umpire else [*self.offered(now, ask, self.public)]
        self.public.shuffle(offers)
        for action in [*offers[:6], ask.default]:
            if action is ask.default or self.lawful(now, action, ask.side):
                try:
                    await self.does(who, ask.side, action)
                except (RuleViolation, Refusal):
                    continue
                return Line(who, ask.side, action)
        raise AssertionError("a side can always do something")

    async def unseen(self, now: StandingBattle, ask: Ask) -> Line | None:
        """Ivo does something with somebody who is hidden, if he can."""
        hidden = [*self.hidden_acts(now, ask)]
        if not hidden or self.private.random() < 0.15:
            return None
        self.private.shuffle(hidden)
        for action, sound in hidden[:5]:
            heard = await self.tried(ask, action, now)
            if heard is not None:
                return Line("ivo", ask.side, action, sound, *heard)
        return None

    async def alike(self, now: StandingBattle, script: Line) -> Line:
        """Something else that sounds as the script says."""
        ask = next((each for each in now.prompt.asks if each.side == script.side), None)
        if ask is None:
            raise Astray("nobody is asked")
        found = [action for action, sound in self.hidden_acts(now, ask) if sound == script.sound]
        assert script.action is not None
        for action in [*found[:2], script.action]:
            heard = await self.tried(ask, action, now)
            if heard is None:
                continue
            if heard != (script.heard, script.entries):
                raise Astray("it was heard otherwise")
            self.course.did["otherwise"] += action != script.action
            return script
        raise Astray("nothing sounds alike")

    async def tried(self, ask: Ask, action: Action, now: StandingBattle) -> tuple[tuple[str, ...], int] | None:
        turn, before = _turn(now.state), now.info.version
        try:
            await self.does("ivo", ask.side, action)
        except (RuleViolation, Refusal):
            return None
        after = await self.now()
        did, alone = self.course.did, len(ask.units) < 2
        did["acted"] += 1
        did["alone"] += alone
        did["at a joker"] += "joker" in ask.key or "joker" in ask.question.casefold()
        did["first"] += not self.course.steps or _turn_of(self.course.steps[-1]) != turn
        did["last"] += _turn(after.state) != turn or all(each.key != ask.key for each in after.prompt.asks)
        heard = await self.heard_since(before)
        return heard, after.info.version - before

    def hidden_acts(self, now: StandingBattle, ask: Ask) -> Iterator[tuple[Action, tuple[str, ...]]]:
        """What Ivo could do of which others are not told everything, with what they are told."""
        offers = [*self.offered(now, ask, self.private)]
        self.private.shuffle(offers)
        battle = now.rules.battle
        for action in [*offers[:10], ask.default]:
            events = self.rehearsed(now, action, ask.side)
            heard = [event for event in events if not self.kept(event)]
            if heard and len(heard) < len(events):
                seen = repr(battle.view(battle.fold(tuple(events), now.state), PUBLIC))
                yield action, (*(type(event).__name__ for event in heard), SEAL.sub("#", seen))

    async def in_private(self) -> tuple[str, Action]:
        """Something of which others hear nothing, whoever is asked: who did it, and what. Raises Astray."""
        now = await self.now()
        found = [*self.front.private(now.state, self.front.ours)]
        found += proposed(now.rules, now.state, self.front.ours) if self.ordering else ()
        self.private.shuffle(found)
        whisper = Whisper(side=self.front.ours, text=f"Word {self.private.randrange(1000)}")
        for action in [*([whisper] if self.private.random() < 0.2 else []), *found[:12], whisper]:
            if action is not whisper:
                events = self.rehearsed(now, action, self.front.ours)
                if not events or not all(self.kept(event) for event in events):
                    continue
            who, before = "gwen" if action is whisper else "ivo", now.info.version
            try:
                await self.does(who, self.front.ours, action)
            except (RuleViolation, Refusal):
                continue
            if (await self.now()).info.version - before != 1 or await self.heard_since(before):
                raise Astray("it was heard")
            return who, action
        raise Astray("nothing can be done unseen")

    async def does(self, who: str, side: str, action: Action) -> None:
        self.course.verbs[f"{who} {action.name()}"] += 1
        await act(self.made.store, 1, action, self.person(who).id, side=side)

    def offered(self, now: StandingBattle, ask: Ask, dice: random.Random) -> Iterator[Action]:
        """What is on the panel, for two units at most: the panels of all would take long."""
        yield from ready(ask.quick)
        for unit in dice.sample(ask.units, min(2, len(ask.units))):
            yield from ready(tuple(now.rules.battle.offers(now.state, ask.side, unit)))

    def lawful(self, now: StandingBattle, action: Action, side: str) -> bool:
        return bool(self.rehearsed(now, action, side))

    def rehearsed(self, now: StandingBattle, action: Action, side: str) -> Sequence[Event]:
        try:
            return now.rules.battle.decide(now.state, action, Actor.player(side), CHANCE)
        except RuleViolation:
            return ()

    def kept(self, event: Event) -> bool:
        """Whether neither Ada nor everybody may know of it."""
        return all(kept_from(event, viewer) for viewer in self.front.observers)

    async def heard_since(self, seq: int) -> tuple[str, ...]:
        async with self.made.store.reading() as session:
            entries = await journal.entries(session, self.front.rules, 1)
        events = [event for entry in entries if entry.seq > seq for event in entry.events]
        return tuple(type(event).__name__ for event in events if not self.kept(event))

    async def ordered_since(self, seq: int) -> frozenset[str]:
        """What Ivo's troops have done in public by orders that stand: others see it, and not that it was ordered."""
        async with self.made.store.reading() as session:
            entries = await journal.entries(session, self.front.rules, 1)
        acts = [
            each.events for each in entries if each.seq > seq and any(isinstance(e, OrderFollowed) for e in each.events)
        ]
        return frozenset(f"ordered {event!r}" for events in acts for event in events if not self.kept(event))

    async def met(self, since: int) -> frozenset[str]:
        now = await self.now()
        battle = now.rules.battle
        views = [battle.view(now.state, viewer) for viewer in self.front.observers]
        known = {f"unit {unit.ref} {number}" for number, view in enumerate(views) for unit in view.units
                 if unit.side == self.front.ours}  # fmt: skip
        secret = {f"{ask.side} {ask.face.question}" for ask in now.prompt.asks if ask.face.secret}
        # What hidden troops have done to others is no secret.
        suffered = {f"theirs {unit.ref} {unit.strength} {unit.at}" for unit in views[0].units
                    if unit.side == self.front.theirs}  # fmt: skip
        ordered = await self.ordered_since(since)
        return frozenset(known | secret | suffered | ordered | {f"turn {_turn(now.state)}"})


@dataclass(frozen=True)
class Hands:
    """How a course is played. `seed`: what everybody may know of it; `hand`: what Ivo does unseen, 0 with a script:
    what he did there; `looks`: what the others look at and type after each step."""

    seed: int
    steps: int
    looks: Looks
    hand: int = 0


async def played(
    made: World, kept: Kept, front: Front, wire: Wire, hands: Hands, script: Course | None = None
) -> Course:
    """A course from there on."""
    seed, hand, steps, looks = hands.seed, hands.hand, hands.steps, hands.looks
    await made.become(kept)
    start = len(wire.sent)
    player = Player(made, front, wire, random.Random(seed), random.Random(f"{seed} {hand}"), not hand, seed % 4 == 3)
    course = player.course
    try:
        for number in range(steps):
            if script is not None and number >= len(script.steps):
                break
            began = (await player.now()).info.version
            line = await player.step(None if script is None else script.steps[number].line)
            if line is None:
                break
            await made.passes(seconds=7)
            await looks(number)
            course.sent.append(wire.to_others(made, player.owners, start))
            course.steps.append(Stood(line, await player.met(began)))
            start = len(wire.sent)
    except Astray as astray:
        course.did[f"astray: {astray}"] += 1
    except (RuleViolation, Refusal) as refused:
        course.did[f"refused: {refused}"] += 1
    else:
        if seed % 3 == 0 and (script is None or len(script.steps) == len(course.steps) + 1):
            began = (await player.now()).info.version
            await made.passes(hours=DEADLINE + 1)  # a reminder, and what is done for who does not answer
            await looks(steps)
            course.sent.append(wire.to_others(made, player.owners, start))
            course.steps.append(Stood(Line("", ""), await player.met(began)))
    return course


def compared(here: Course, there: Course, changed: frozenset[str]) -> int:
    """How many steps of two courses may be compared: as long as others did the same, and learned of none of those who
    are otherwise in the twin (`changed`: their references)."""
    known = here.steps[0].met if here.steps else frozenset[str]()
    for number, (mine, his) in enumerate(zip(here.steps, there.steps, strict=False)):
        if mine != his:
            return number
        if {each.split()[1] for each in mine.met - known if each.startswith("unit ")} & changed:
            return number
        known |= mine.met
    return min(len(here.steps), len(there.steps))


async def owned(made: World, front: Front) -> dict[str, str]:
    """What Ivo sees of his own units, by reference."""
    now = await battles.load(made.store, 1)
    view = now.rules.battle.view(now.state, Viewer(front.ours))
    return {unit.ref: repr(unit) for unit in view.units if unit.side == front.ours}


def _turn(state: Any) -> int:
    battle = getattr(state, "battle", state)
    return int(getattr(battle, "turn", None) or getattr(battle, "period", 0))


def _turn_of(stood: Stood) -> int:
    return next(int(each.split()[1]) for each in stood.met if each.startswith("turn"))
