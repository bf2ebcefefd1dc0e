"""Every post of a whole battle, as its channel or one side sees it: to read, and to hold rules against.

`python -m tests.bot.reading the-mill-road --seed 3 --side army` prints them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.post import brief, posts
from bot.post.posts import Page, details
from rules.kernel.action import ENGINE, Action
from rules.kernel.event import Event
from rules.scenario import Scenario
from rules.seam.asking import Ask
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.gathering import gather
from rules.telling.told import TellingRole, Told
from tests.rules.scenario.company import STEPS, Company
from tests.scenarios import LIBRARY


def compose(tolds: Sequence[Told]) -> tuple[Page, ...]:
    """The pages of one action and of what followed from it."""
    return posts.compose([gather(tolds)])


PHONE = 900
"""Characters that a phone's screen shows of a post."""


@dataclass(frozen=True)
class Deed:
    """What one post tells of: the events of one answer and of what the engine did then, and what was told of them."""

    events: tuple[Event, ...]
    tolds: tuple[Told, ...]

    @property
    def pages(self) -> tuple[Page, ...]:
        return compose(self.tolds)


class Reader(Company):
    """A battle by random hands, read as it goes on."""

    def __init__(
        self, scenario: Scenario, seed: int, viewer: Viewer = PUBLIC, *, bold: bool = False, **hands: float
    ) -> None:
        """`bold`: they charge where they can and advance otherwise."""
        super().__init__(scenario, seed, **hands)
        self.viewer = viewer
        self.bold = bold
        self._told: list[Told] = []
        self._seen: list[Event] = []
        state = self.rules.battle.blank()
        for event in self.events:
            state = self.rules.battle.evolve(state, event)
            self._tell(state, event)

    def hear(self, event: Event) -> None:
        self._tell(self.state, event)

    def _tell(self, state: object, event: Event) -> None:
        self._seen.append(event)
        told = self.rules.battle.tell(state, event, self.viewer)
        self._told += [told] if told is not None else []

    def deeds(self) -> Iterator[Deed]:
        """One after the other until the battle is over."""
        for _ in range(STEPS):
            while (engine := self.rules.battle.proceed(self.state)) is not None:
                self.happen(engine, ENGINE)
            if self._seen:
                yield Deed(tuple(self._seen), tuple(self._told))
                self._seen, self._told = [], []
            if not self.step():
                return

    def appeal(self, action: Action, ask: Ask) -> int:
        return 0 if self.bold and action.name() in ("charge", "advance-all") else super().appeal(action, ask)

    def asked(self) -> tuple[Ask, ...]:
        return self.rules.battle.prompt(self.state).asks


def without_script(scenario: Scenario, *options: tuple[str, str]) -> Scenario:
    """The same forces on the same table for eight turns under these options, and nothing that happens by itself."""
    script = scenario.script.model_copy(update={"events": ()})
    return replace(scenario, turn_limit=8, script=script, options=(*scenario.options, *options))


def told_in_posts(deeds: Iterable[Deed]) -> Iterator[tuple[tuple[Page, ...], tuple[Told, ...]]]:
    """The posts that tell of these deeds, each with all that it tells: what came to nothing waits for the next that
    tells something."""
    waiting: list[tuple[Told, ...]] = []
    for deed in deeds:
        waiting.append(deed.tolds)
        telling = brief.tell(waiting)
        if not telling.idle:
            yield telling.pages, tuple(told for run in waiting for told in run)
            waiting = []
    if waiting and (pages := brief.tell(waiting).pages):
        yield pages, tuple(told for run in waiting for told in run)


def measured(deeds: Iterable[Deed]) -> str:
    """How many posts tell of nothing, how much of them is small print, how many a phone does not show whole."""
    posts = empty = small = letters = words = long = 0
    for pages, tolds in told_in_posts(deeds):
        lines = [line for page in pages for text in page.texts for line in text.splitlines()]
        said = sum(map(len, lines))
        posts += 1
        empty += not any(matters(told) for told in tolds)
        small += sum(len(line) for line in lines if line.startswith("-# "))
        letters += said
        words += sum(len(line.split()) for line in lines)
        long += said > PHONE
    return (
        f"{posts} posts, {empty} of nothing ({empty / posts:.0%}), {small / letters:.0%} small print, "
        f"{long} above {PHONE} characters, {words} words"
    )


def matters(told: Told) -> bool:
    """Whether somebody comes to harm, something is decided, or the scenario speaks."""
    harmed = any(not one.unhurt for one in told.casualties) or bool(told.upshots)
    decided = told.role in (TellingRole.CONCLUDES, TellingRole.SUM) and told.idle is None
    return told.important or told.story or harmed or decided


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", default="")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--bold", action="store_true")
    parser.add_argument("--bare", action="store_true", help="without the scenario's events")
    parser.add_argument("--measure", action="store_true", help="no post, only how many tell of nothing")
    given = parser.parse_args()
    viewer = Viewer(given.side) if given.side else PUBLIC
    scenario = without_script(LIBRARY[given.scenario]) if given.bare else LIBRARY[given.scenario]
    reader = Reader(scenario, given.seed, viewer, bold=given.bold, eager=0.9)
    if given.measure:
        print(measured(reader.deeds()))
        return
    for pages, tolds in told_in_posts(reader.deeds()):
        for page in pages:
            print("─" * 60)
            print("\n\n".join(page.texts))
        for page in details(tolds) if given.details else ():
            print("    " + "\n    ".join("\n".join(page.texts).splitlines()))
        for ask in reader.asked():
            print(f"    [{ask.side}] {ask.question} {' | '.join(offer.label for offer in ask.quick)}")


if __name__ == "__main__":
    main()
