"""What a battle by post costs its table: `python -m tests.bench pace [--json] [--only NAME …] [--hands KIND …]`.

Purposeful hands play every library scenario and generated battles to their end through the store and the bot's own
pump: they click a decision each, send the first plan that is proposed, write a letter a turn for the aim, or one for
the battle. Counted is what a table would see in all channels, the sides' threads and direct messages among them: how
often somebody else must answer (`hand_overs`), messages, people pinged, the days that it takes at two answers a day,
and how many of both sides' aims are won.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.letters import letter, sending
from campaigns.battle.watch import timers
from campaigns.campaign import campaign
from campaigns.clock import Entropy
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from rules.kernel.action import Action
from rules.registry import rule_set
from rules.seam.asking import Ask
from rules.table import boards
from tests.bench.hands import KINDS, Hand
from tests.bench.inviting import Invitations, ordered_out
from tests.bench.letterbox import Letterbox, undrawn
from tests.bench.lettered import Proposing
from tests.bench.plans import PLANS, Plan
from tests.campaigns.behind import act
from tests.clocks import ManualClock
from tests.scenarios import LIBRARY

START = datetime(2026, 1, 1, tzinfo=UTC)
MOST = 3000
"""Answers, after which a battle should have been over."""
READING = timedelta(seconds=40)
"""Between two answers of one sitting."""
HALF_A_DAY = timedelta(hours=12)
"""Until somebody else has seen that it is his turn."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where a battle is fought, and by whom, as Discord knows them."""

    guild: int = 1
    home: int = 10
    thread: int = 20
    gm: int = 1
    players: tuple[int, int] = (2, 3)


TABLE = Table()
NAMES = tuple(plan.name for plan in PLANS)


BATTLES = 5
"""Of each kind, where nothing else is asked for."""
HANDS = ("clicks", "proposal", "letter", "battle")
"""The kinds of hands that are counted where nothing else is asked for."""
GOALS = {
    "the-mill-road": 6,
    "route-amber": 14,
    "market-day": 16,
    "the-schoolhouse": 12,
    "last-bird": 6,
    "brick-kiln": 8,
    "don-village": 12,
    "zbruch-ridge": 12,
    "canal-bridge": 14,
    "bamboo-track": 8,
    "sea-wall-battery": 14,
    "six-a-side": 12,
    "ten-a-side": 16,
    "five56mm-20": 8,
}
"""Hand-overs at most by a letter a turn, as a mean."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a battle, or the mean of several. `posts`, `mentions` and `pictures` stand in the battle's thread; `messages`
    and `pings` in all channels; `vain` are pings of whoever has just acted."""

    decisions: float
    hand_overs: float
    posts: float
    mentions: float
    pictures: float
    messages: float = 0.0
    pings: float = 0.0
    vain: float = 0.0
    turns: float = 0.0
    aims_won: float = 0.0

    @property
    def days(self) -> float:
        """At two answers a day: each hand-over waits for half a day."""
        return self.hand_overs / 2


COUNTED = ("decisions", "hand_overs", "days", "messages", "pings", "vain", "turns", "aims_won", "posts", "mentions")


@dataclass(frozen=True, slots=True)
class Paced:
    """The cost of a plan, over `n` battles."""

    name: str
    hands: str
    n: int
    cost: Cost

    @property
    def ok(self) -> bool:
        """Whether a letter a turn costs no more than it should; other hands have no goal."""
        if self.hands != "letter":
            return True
        cost = self.cost
        quiet = cost.messages <= 2 * cost.hand_overs + cost.turns and cost.pings <= cost.hand_overs + 2
        return quiet and not cost.vain and cost.hand_overs <= GOALS.get(self.name, cost.hand_overs)

    def as_json(self) -> dict[str, str | int | float]:
        rounded = {name: round(getattr(self.cost, name), 2) for name in (*COUNTED, "pictures")}
        return {"name": self.name, "hands": self.hands, "n": self.n, **rounded}


HEAD = f"{'':<17} {'hands':<8} {'n':>2} " + " ".join(f"{name.replace('_', '-'):>10}" for name in COUNTED)


def line(paced: Paced) -> str:
    """A line of the table."""
    numbers = " ".join(f"{getattr(paced.cost, name):>10.1f}" for name in COUNTED)
    goal = f"   (goal {GOALS[paced.name]})" if paced.hands == "letter" and paced.name in GOALS else ""
    return f"{paced.name:<17} {paced.hands:<8} {paced.n:>2} {numbers}{goal}{'' if paced.ok else '   too much'}"


def measure(n: int, names: Sequence[str] = (), kinds: Sequence[str] = HANDS) -> Iterator[Paced]:
    """Every plan with every kind of hands, `n` battles each; only those whose name contains one of `names`."""
    for plan in PLANS:
        for hands in kinds:
            if not names or any(word in plan.name for word in names):
                yield Paced(plan.name, hands, n, _mean([asyncio.run(cost(plan, hands, number)) for number in range(n)]))


def _mean(costs: Sequence[Cost]) -> Cost:
    return Cost(*(sum(getattr(cost, each.name) for cost in costs) / len(costs) for each in fields(Cost)))


async def cost(plan: Plan, hands: str, number: int) -> Cost:
    """Of one battle; the same number is the same battle."""
    with TemporaryDirectory() as folder, undrawn():
        return await _battle(Path(folder), plan, hands, number)


async def _battle(folder: Path, plan: Plan, hands: str, number: int) -> Cost:
    clock = ManualClock(START)
    store = Store(f"sqlite+aiosqlite:///{folder}/pace.db", clock, entropy=repeated(f"{plan.name} {number}"))
    await store.open()
    try:
        box = Letterbox(store)
        tally = await fought(store, plan, hands, number, box.pump.drain, acts=box.acts)
        seen, everywhere = box.counted(TABLE.thread), box.all_counted()
        return Cost(
            tally.decisions,
            tally.hand_overs,
            seen.posts,
            seen.mentions,
            seen.pictures,
            everywhere.posts,
            everywhere.mentions,
            everywhere.vain,
            tally.turns,
            tally.aims_won,
        )
    finally:
        await store.close()


def repeated(word: str) -> Entropy:
    """The same bytes in every run: a run fights the same battles."""
    drawn = count()
    return lambda size: hashlib.shake_256(f"{word}:{next(drawn)}".encode()).digest(size)


@dataclass
class Tally:
    """What was asked and answered."""

    decisions: int = 0
    hand_overs: int = 0
    turns: int = 0
    aims_won: int = 0
    """Of both sides, at the end."""


async def fought(
    store: Store,
    plan: Plan,
    hands: str,
    number: int,
    posted: Callable[[], Awaitable[object]],
    table: Table = TABLE,
    passes: Callable[[timedelta], Awaitable[object]] | None = None,
    playing_hands: dict[int, Hand] | None = None,
    acts: Callable[[int | None], object] = lambda who: None,
) -> Tally:
    """The plan's battle from its beginning to its end; `posted` has everything sent that is due, `passes` lets time
    pass where the store's clock is not set by hand. `playing_hands`: each player's, where they are not those of the
    table; `acts` learns who does something, and None when time passes."""
    sides = {side.key: who for side, who in zip(rule_set(plan.rules).forces.sides, table.players, strict=False)}
    battle_id = await opened(store, plan, number, table, sides)
    playing = Playing(store, battle_id, table, sides, playing_hands or by_turns(sides, hands, number), posted, acts)
    await battles.begin(store, battle_id, table.gm)
    await posted()
    while playing.tally.decisions < MOST:
        battle = await battles.load(store, battle_id)
        if battle.info.status is not BattleStatus.RUNNING:
            playing.tally.turns, playing.tally.aims_won = _turn(battle), _aims_won(battle, sides)
            return playing.tally
        writing = await playing.invited(battle)
        wait = playing.handed(battle, writing)
        acts(None)
        if passes is not None:
            await passes(wait)
        elif isinstance(store.clock, ManualClock):
            store.clock.advance(wait)
        await timers.fire_due(store, store.clock.now())
        if await playing.written_ahead(battle, writing):
            battle = await battles.load(store, battle_id)
        await playing.answer(battle)
    raise AssertionError(f"{plan.name} is not over after {MOST} answers")


def _turn(battle: StandingBattle) -> int:
    """The turn in which a battle stands, or its period."""
    state = getattr(battle.state, "battle", battle.state)
    return state.turn if hasattr(state, "turn") else state.period


def _aims_won(battle: StandingBattle, sides: Iterable[str]) -> int:
    ordering = battle.rules.battle.ordering
    planning = None if ordering is None else ordering.planning
    if planning is None:
        return 0
    return sum(aim.state == "achieved" for side in sides for aim in planning.aims(battle.state, side))


def by_turns(sides: dict[str, int], hands: str, number: int) -> dict[int, Hand]:
    """One player is brisk and the other careful, each by turns."""
    kinds = [make() for make in KINDS[hands]]
    return {who: kinds[(place + number) % 2] for place, who in enumerate(sides.values())}


async def opened(store: Store, plan: Plan, number: int, table: Table, sides: dict[str, int]) -> int:
    """The plan's battle with its two players, not begun yet."""
    view = await campaign.create(store, table.guild, table.home, table.gm, "Pace", plan.rules)
    for number, (side, who) in enumerate(sides.items(), start=1):  # the same dice at every table
        await campaign.join(store, view.id, who, side, interaction_id=number)
    if plan.scenario:
        scenario = LIBRARY[plan.scenario]
        return (
            await battles.open_battle(
                store, view.id, table.gm, scenario.title, channel_id=table.thread, scenario=scenario
            )
        ).id
    for (side, who), kind in zip(sides.items(), plan.kinds, strict=True):
        kinds = (kind,) * plan.each if isinstance(kind, str) else kind
        for each, one in enumerate(kinds):
            await rosters.raise_unit(store, view.id, who, one, name=f"{side} {each + 1}")
    kind, width, depth = plan.board
    south, north = sides
    board = boards.generate(
        kind,
        f"pace {number}",
        width=width,
        depth=depth,
        measure=rule_set(plan.rules).measure.name,
        edges=((south, "south"), (north, "north")),
    )
    info = await battles.open_battle(
        store, view.id, table.gm, plan.name, channel_id=table.thread, board=board, turn_limit=plan.turns
    )
    return info.id


@dataclass
class Playing:
    """The players at work, and what was asked of them."""

    store: Store
    battle_id: int
    table: Table
    sides: dict[str, int]
    hands: dict[int, Hand]
    posted: Callable[[], Awaitable[object]]
    acts: Callable[[int | None], object] = lambda who: None
    tally: Tally = field(default_factory=Tally)
    asked: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self._invitations = Invitations(self.store, self.battle_id)
        self._acted = ""

    async def invited(self, battle: StandingBattle) -> dict[str, int]:
        """Who knows that their side has no orders left, though the battle waits for others, by side: they have read it
        in their thread, or have just acted and see it on their panel."""
        asked = {ask.side for ask in battle.prompt.asks}
        known = (*await self._invitations.fresh(), *ordered_out(battle, self._acted))
        sides = [side for side in dict.fromkeys(known) if side in self.sides and side not in asked]
        return {side: who for side in sides if isinstance(self.hands.get(who := self.sides[side]), Proposing)}

    def handed(self, battle: StandingBattle, writing: dict[str, int]) -> timedelta:
        """How long it takes until somebody answers: a moment where all were asked already, as when one of two has
        sealed and the other has not. `writing`: who writes meanwhile, and waits for nobody."""
        asked = frozenset(self._who(battle, ask) for ask in battle.prompt.asks)
        people = asked | set(writing.values())
        others = bool(self.asked) and not people <= self.asked
        self.tally.hand_overs += others
        self.asked = asked
        return HALF_A_DAY if others else READING

    async def written_ahead(self, battle: StandingBattle, writing: dict[str, int]) -> bool:
        """Whether somebody has sent a letter while the battle waits for others."""
        sent = False
        for side, who in writing.items():
            hand = self.hands[who]
            if isinstance(hand, Proposing):
                sent = await self._sent(who, side, tuple(hand.lines(battle, side))) or sent
        return sent

    async def answer(self, battle: StandingBattle) -> None:
        """The first who is asked orders what he likes, and answers if he still has to."""
        ask = battle.prompt.asks[0]
        who = self._who(battle, ask)
        hand = self.hands.get(who) or next(iter(self.hands.values()))
        lines = hand.letter(battle, ask) if isinstance(hand, Proposing) and not ask.umpire else ()
        if await self._sent(who, ask.side, lines):
            return
        while (order := hand.orders(battle, ask)) is not None:
            await self._act(order, who, ask)
            battle = await battles.load(self.store, self.battle_id)
            if battle.prompt.for_side(ask.side) != ask:
                return
        await self._act(hand.action(battle, ask), who, ask)

    async def _sent(self, who: int, side: str, lines: tuple[Action, ...]) -> bool:
        """Whether he has sent a letter; what he may not write, he does not."""
        if not lines:
            return False
        self._acted = side
        self.acts(who)
        try:
            seat = await battles.sit(self.store, self.battle_id, who, side=side)
            await letter.strike(seat, side)
            await letter.write(seat, side, lines)
            await sending.send(seat, side, rest=True)
        except Refusal:
            return False
        self.tally.decisions += 1
        await self.posted()
        return True

    async def _act(self, action: Action, who: int, ask: Ask) -> None:
        self._acted = ask.side
        self.acts(who)
        await act(self.store, self.battle_id, action, who, side=ask.side)
        self.tally.decisions += 1
        await self.posted()

    def _who(self, battle: StandingBattle, ask: Ask) -> int:
        """Who must answer: the side's player, or that of the one that runs it; else the GM."""
        side = battle.rules.battle.controllers(battle.state).get(ask.side, ask.side)
        return self.table.gm if ask.umpire else self.sides.get(side, self.table.gm)
