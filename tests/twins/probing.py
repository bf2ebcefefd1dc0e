"""What somebody looks at and types who would find out what is kept from him."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from tests.bot.world import Person, World
from tests.twins.courses import Looks
from tests.twins.fronts import Front

PROBES = 50
LOOKED = (
    "status", "now", "catchup", "replay", "orders", "chronicle", "battle verify", "unit list", "campaign show", "help",
    "campaign diary", "stats",
    "campaign settings", "board list", "scenario list", "gm policy", "clock show", "privacy show",
)  # fmt: skip
ANYWHERE = (("map", "where"), ("unit roster", "unit"), ("figure show", "figure"), ("scenario show", "name"))
"""Commands that name no unit of one's own."""
PLACES = ("G7", "9,27", "14,13", "13,15", "300,260", "330,290", "60,60", "D4", "200,100")
STARTS = ("", "a", "u", "ma", "1", "q", "W", "u1", "the", "9,")
_NAMES = re.compile(r"name: ([^,}\n]+)")


def words(front: Front) -> list[str]:
    """Fifty names, numbers and places: of those who are hidden here and in the twin, of others, and of nobody."""
    named = [name for kind in ("", "all") for name in _NAMES.findall(front.scenario(kind))]
    found = [*named, *PLACES, "nobody", "Nobody company", f"6in toward {named[-1]}"]
    found += [f"marker {number}" for number in (1, 2, 3, 9)]
    found += [str(number) for number in (1, 2, 7, 99)]
    found += [f"{kind}{number}" for kind in "uf" for number in (*range(1, 13), 30, 99)]
    fixed = random.Random(1)
    found = list(dict.fromkeys(found))
    fixed.shuffle(found)
    assert len(found) >= PROBES
    return found[:PROBES]


@dataclass
class Prying:
    """Ada, who plays the other side, and Zoe, who plays none, look and type."""

    made: World
    front: Front
    typed: int = 0
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words(self.front)

    def some(self, each: int) -> Looks:
        """A few looks and as many typed words after each step, others every time."""

        async def look(step: int) -> None:
            for who, turn in ((self.made.ada, step), (self.made.zoe, step + 3)):
                await who.slash(self.made.thread, LOOKED[turn % len(LOOKED)])
            if step % 3 == 0:
                await self.made.ada.slash(self.made.thread, "map", layers="all")
                await self.made.zoe.slash(self.made.thread, "map")
            await self.pry(range(step * each, (step + 1) * each))
            await self.made.passes(seconds=3)

        return look

    async def all(self, probes: int) -> None:
        """All that there is to look at, and that many words."""
        for who in (self.made.ada, self.made.zoe):
            for command in LOOKED:
                await who.slash(self.made.thread, command)
            await who.slash(self.made.thread, "map", layers="all")
        await self.pry(range(probes))

    async def pry(self, numbers: range) -> None:
        places = [*self.front.typed, *ANYWHERE]
        for number in numbers:
            word, (command, option) = self.words[number % PROBES], places[number % len(places)]
            who = self.made.ada if number % 5 else self.made.zoe
            own = {} if (command, option) in ANYWHERE else {self.front.doer[0]: self.front.doer[1]}
            self.typed += 1
            await who.slash(self.made.thread, command, **own, **{option: word})
            if number % 2:
                await self.completes(who, command, option, (STARTS[number % len(STARTS)], word[:4]))

    async def completes(self, who: Person, command: str, option: str, starts: tuple[str, ...]) -> None:
        for start in starts:
            await who.autocomplete(self.made.thread, command, option, start)
