"""What a button remembers of a battle is moved by what its reader may know, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from campaigns.battle.course.hearing import hearers_of
from campaigns.battle.record.journal import Entry
from campaigns.battle.record.marks import KEPT, Hearers, Mark, Marks, Whose, marks_of
from campaigns.tables.battles import EntryKind
from rules.kernel.action import Action, Actor, Role
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.registry import rule_sets
from rules.scenario import Scenario, library
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.scenario.company import Company

RED, BLUE, SIDES = Viewer("red"), Viewer("blue"), ("red", "blue")
STEPS = 60
BOOKS = tuple(rule_sets())
EVERYBODY, RED_ALONE = Hearers(everybody=True), Hearers(everybody=False, sides=frozenset({"red"}))


def told(*hearers: Hearers) -> Marks:
    """The counts after these transactions of one entry each."""
    marks = marks_of("", 0)
    for version, each in enumerate(hearers, 1):
        marks = marks_of(marks.moved(version, each, SIDES).dump(), version)
    return marks


def test_what_one_side_does_in_secret_moves_its_own_count_alone() -> None:
    before, after = told(EVERYBODY), told(EVERYBODY, RED_ALONE, RED_ALONE)
    assert after.of(BLUE) == before.of(BLUE) == Mark(1, Whose.SIDE)
    assert after.of(PUBLIC) == before.of(PUBLIC)
    assert [after.asking(side) for side in SIDES] == [before.asking(side) for side in SIDES]
    assert (after.newest(BLUE), after.newest(RED), after.newest(Viewer(umpire=True))) == (1, 3, 3)
    assert after.of(RED).number == 3
    assert not after.stands(RED, before.of(RED))
    assert after.stands(RED, before.asking("red")), "its own orders do not spoil the post that everybody reads"


def test_another_question_to_a_side_spoils_its_own_buttons_and_nobody_elses() -> None:
    before = told(EVERYBODY)
    after = told(EVERYBODY, Hearers(everybody=False, sides=frozenset({"red"}), asked=frozenset({"red"})))
    assert not after.stands(RED, before.asking("red"))
    assert after.stands(BLUE, before.asking("blue"))
    assert after.stands(BLUE, before.of(BLUE))
    assert after.posted == 2, "everybody reads the new question"


def test_what_is_only_ordered_spoils_nothing_that_was_shown_unless_another_question_is_put() -> None:
    """An order of one's own, or a seal that everybody sees, changes nothing that is offered; an act after it does."""
    before = told(EVERYBODY)
    seal = Hearers(everybody=True, ordered=True)
    order = Hearers(everybody=False, sides=frozenset({"red"}), ordered=True)
    after = told(EVERYBODY, order, seal, order)
    for shown, viewer in ((before.of(RED), RED), (before.of(BLUE), BLUE), (before.asking("blue"), BLUE)):
        assert after.stands(viewer, shown)
    assert after.since(BLUE, before.of(BLUE)) == 1, "what is new is told all the same"
    assert after.since(BLUE, after.of(BLUE)) == 4
    acted = told(EVERYBODY, order, EVERYBODY, seal)
    assert not acted.stands(RED, before.of(RED))
    assert acted.stands(RED, told(EVERYBODY, order, EVERYBODY).of(RED))
    asked = told(EVERYBODY, Hearers(everybody=True, asked=frozenset({"blue"}), ordered=True))
    assert not asked.stands(BLUE, before.of(BLUE))
    assert asked.stands(RED, before.of(RED))
    assert not after.stands(RED, Mark(99, Whose.SIDE)), "nobody has been shown what has not been told"


def test_what_is_new_begins_after_what_had_been_told() -> None:
    marks = told(EVERYBODY, RED_ALONE, EVERYBODY, EVERYBODY)
    assert marks.since(BLUE, Mark(1, Whose.SIDE)) == 1
    assert marks.since(RED, Mark(2, Whose.SIDE)) == 2
    assert marks.since(BLUE, Mark(2, side="blue")) == 3
    assert marks.since(BLUE, marks.of(BLUE)) == 4, "nothing is"
    assert marks.since(BLUE, Mark(99, Whose.SIDE)) == 4
    assert marks.since(Viewer(umpire=True), Mark(2, Whose.UMPIRE)) == 2


def test_of_what_is_long_past_a_later_entry_is_known_and_the_counts_stay_short() -> None:
    marks = told(*[EVERYBODY] * 500)
    assert marks.since(BLUE, Mark(3, Whose.SIDE)) == 500 - KEPT
    assert len(marks.dump()) < 2000


def test_a_battle_from_before_there_were_counts_goes_on_from_its_newest_entry() -> None:
    old = marks_of("", 17)
    assert old.asking("red").number == old.posted == 17
    after = marks_of(old.moved(18, RED_ALONE, SIDES).dump(), 18)
    assert (after.asking("red").number, after.of(BLUE).number, after.of(RED).number) == (17, 17, 18)
    assert after.since(RED, Mark(17, Whose.SIDE)) == 17


class Watched(Company):
    """Watches whether each viewer could tell that anything has been done."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        super().__init__(scenario, seed, eager=0.7, idle=0.2)
        self.viewers = (PUBLIC, *(Viewer(side.key) for side in scenario.sides))
        self.secret = 0

    def happen(self, action: Action, by: Actor) -> None:
        rules, before = self.rules.battle, self.state
        events = rules.decide(before, action, by, Seeded(self.key, self.number + 1))
        self.number += 1
        heard: set[Viewer] = set()
        for event in events:
            self.state = rules.evolve(self.state, event)
            told = rules.told(self.state, event, self.viewers)
            heard |= {viewer for viewer, words in zip(self.viewers, told, strict=True) if words is not None}
        self.events += events
        self._judged(action, by, events, before, heard)

    def _judged(self, action: Action, by: Actor, events: Sequence[Event], before: object, heard: set[Viewer]) -> None:
        rules = self.rules.battle
        found = hearers_of([_entry(self.number, by, events)], rules.prompt(before), rules.prompt(self.state))
        if found.everybody:
            return
        self.secret += 1
        views = [(rules.view(before, viewer), rules.view(self.state, viewer)) for viewer in self.viewers]
        sees = {viewer for viewer, (was, sight) in zip(self.viewers, views, strict=True) if was != sight}
        asked = {viewer for viewer in self.viewers if viewer.side in found.asked}
        others = {viewer for viewer in self.viewers if viewer.side not in found.sides}
        assert not (heard | sees | asked) & others, f"{action} of {by.side} is nobody else's to know"


def _entry(seq: int, by: Actor, events: Sequence[Event]) -> Entry:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    by = by if by.role is Role.PLAYER else Actor(by.role, None)
    return Entry(seq, seq, EntryKind.ACTION, by, None, None, at, "", "{}", (), tuple(events))


@pytest.mark.parametrize("book", BOOKS)
def test_in_random_battles_nobody_else_can_tell_what_moves_no_count_of_his(book: str) -> None:
    company = Watched(library(book)[-1], 7)
    for _ in range(STEPS):
        if not company.step():
            break
    assert company.number > STEPS // 2
