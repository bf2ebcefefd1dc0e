"""Random battles of each book fought to their end, and the stories of those who were in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from typing import Any

from campaigns.battle.record import accounts
from campaigns.battle.record.accounts import ToldBattle
from campaigns.battle.record.journal import Entry
from campaigns.story import by_turn
from campaigns.story.by_turn import ByTurn
from campaigns.story.report import BattleReport, ReportParts, made_of
from campaigns.story.telling import BattleEnd, Part, paragraph
from campaigns.story.variety import StoryPage
from campaigns.tables.battles import EntryKind
from rules.kernel.action import UMPIRE
from rules.kernel.event import Event
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from rules.telling.story import Recorded

BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
ENDING = BattleEnd("Blue", "the hill was held")


@dataclass(frozen=True)
class Fought:
    """A battle that is over."""

    rules: AnyRuleSet
    events: Sequence[Event]
    state: Any

    def kept(self, side: str | None = None) -> ToldBattle:
        """What the umpire, or a side, may be told."""
        if side is None:
            return accounts.whole(self.rules, self.events)
        return accounts.told_to(self.rules, self.state, self.events, Viewer(side))

    def part(self, kept: ToldBattle, who: Recorded, battle: str) -> Part:
        names = kept.named
        return Part(
            me=who.ref,
            full=who.name or who.ref,
            short=(who.name or who.ref).split()[-1],
            battle=battle,
            unit=names[who.body].name,
            account=kept.account,
            service=kept.service,
            names=names,
            turn=self.rules.battle.turn,
            ending=ENDING,
        )

    def journal(self) -> list[Entry]:
        """Its events as a journal of an entry each."""
        at = datetime(2026, 1, 1, tzinfo=UTC)
        return [
            Entry(seq, seq, EntryKind.ACTION, UMPIRE, None, None, at, "1", "{}", (), (event,))
            for seq, event in enumerate(self.events, 1)
        ]

    def report(self, side: str | None = None) -> BattleReport:
        """What the umpire, or a side, reads of it."""
        viewer = Viewer(side) if side else Viewer(umpire=True)
        return made_of(self.parts(side, by_turn.reckon(self.rules, self.journal(), viewer)))

    def parts(self, side: str | None, told: ByTurn) -> ReportParts:
        names = {key: f"The {key}" for key in sorted({each.side for each in self.kept().names})}
        return ReportParts(1, 1, "Hill Twelve", self.kept(side), told, names, self.rules.battle.turn, None)


@cache
def fought(book: str, seed: int) -> Fought:
    module = import_module(f"tests.rules.{book}.test_random_battles")
    rules = import_module(f"rules.{book}").RULES
    battle = module.Battle(seed)
    if hasattr(battle, "fight"):
        battle.fight()
    else:
        for _ in range(module.STEPS):
            if not battle.step():
                break
    return Fought(rules, tuple(battle.events), battle.state)


def people(kept: ToldBattle, side: str | None = None) -> list[Recorded]:
    """Those who were in it, who did most first."""

    def moments(who: Recorded) -> int:
        return sum(each.who == who.ref or who.ref in each.members for each in kept.account.moments)

    found = [each for each in kept.names if each.body and side in (None, each.side) and each.body in kept.named]
    return sorted(found, key=lambda who: (-moments(who), who.ref))


def story(battle: Fought, kept: ToldBattle, who: Recorded, *battles: str) -> list[str]:
    """His part in it, told as so many battles of one life."""
    page = StoryPage(who.ref)
    return [paragraph(battle.part(kept, who, name), page) for name in battles]


def anonymous(battle: Fought, side: str) -> Fought:
    """The same battle without what the other sides alone know."""
    heard = tuple(event for event in battle.events if event.audience is None or side in event.audience)
    return replace(battle, events=heard)
