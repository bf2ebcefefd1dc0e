"""The report of a battle is made of its journal: it reads the same again, counts what the events count, and tells a
side nothing that only others know."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from campaigns.battle.record import aftermath
from campaigns.story import by_turn
from campaigns.story.report import BattleReport, made_of
from campaigns.story.turning import lost_by_turn
from campaigns.story.variety import MOST
from rules.seam.ruleset import Service
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.luck import Count, SideLuck, together
from rules.telling.story import MomentKind
from tests.campaigns.storied import BOOKS, fought

CASES = [(book, 3) for book in BOOKS]


def in_words(report: BattleReport) -> str:
    """The course in one text."""
    return " ".join([report.opening, *(f"{each.label}: {each.text}" for each in report.course)])


def words(report: BattleReport) -> str:
    """All that is said in it."""
    said = [in_words(report), *(point.text for point in report.turning)]
    said += [line for turn in report.course for line in (*turn.deeds, *turn.story)]
    said += [name for side in report.sides for fate in side.fates for name in (*fate.names, fate.unit)]
    said += [f"{one.name} {one.unit}" for one in report.deeds]
    return "\n".join(said)


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_it_reads_the_same_again_and_says_no_sentence_three_times(book: str, seed: int) -> None:
    battle = fought(book, seed)
    report = battle.report()
    told = by_turn.reckon(battle.rules, battle.journal(), Viewer(umpire=True))
    kept = by_turn.KEPT.dump_json(told, exclude_defaults=True)
    assert by_turn.KEPT.validate_json(kept) == told
    assert made_of(battle.parts(None, by_turn.KEPT.validate_json(kept))) == report
    assert by_turn.KEPT.dump_json(by_turn.KEPT.validate_json(kept), exclude_defaults=True) == kept
    sentences = Counter(
        each for text in (turn.text for turn in report.course) for each in re.split(r"(?<=\.) ", text) if each
    )
    assert sentences
    assert max(sentences.values()) <= MOST
    for turn in report.course:
        assert turn.label.lower() not in turn.text.partition(". ")[0].lower(), "its heading has said so"


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_its_losses_and_shots_are_those_of_the_journal(book: str, seed: int) -> None:
    battle = fought(book, seed)
    kept, report = battle.kept(), battle.report()
    ends = aftermath.fates(kept.service)
    people = {each.ref: each for each in kept.names if each.body}
    for side in report.sides:
        counted = Counter(ends[ref] for ref, one in people.items() if one.side == side.side and ref in ends)
        told: Counter[str] = Counter()
        for each in side.fates:
            told[each.fate] += len(each.names) if each.fate != "men-lost" else 0
        assert +told == counted
    named = kept.named
    fired = Counter(
        named[each.who].side for each in kept.account.moments if each.act is MomentKind.FIRED and each.who in named
    )
    spelled = {"once": 1, "twice": 2}
    told_shots: Counter[str] = Counter()
    for name, count in re.findall(r"[Tt]he ([\w-]+) fires? (once|twice|\d+ times)", in_words(report)):
        told_shots[name] += spelled.get(count) or int(count.split()[0])
    assert told_shots == fired
    hurt = {each.who for each in kept.account.moments if each.act in (MomentKind.HURT, MomentKind.TAKEN)}
    assert sum(each.total() for each in lost_by_turn(kept).values()) >= len(hurt & set(people))


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_a_side_reads_of_nobody_whom_it_has_not_met(book: str, seed: int) -> None:
    battle = fought(book, seed)
    everybody = battle.kept()
    for side in sorted({each.side for each in everybody.names}):
        text = words(battle.report(side))
        hidden = {each.name for each in everybody.names if not each.thing}
        hidden -= {each.name for each in battle.kept(side).names}
        for name in hidden - {""}:
            assert not re.search(rf"\b{re.escape(name)}\b", text), (side, name)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_told_to_one_side_alone_is_in_nobody_elses_report(book: str) -> None:
    """Of the course of everybody nothing comes of an event that not everybody is told."""
    battle = fought(book, 3)
    told = by_turn.reckon(battle.rules, battle.journal(), PUBLIC)
    secret: set[str] = set()
    state = battle.rules.battle.blank()
    for event in battle.events:
        state = battle.rules.battle.evolve(state, event)
        (everybody,) = battle.rules.battle.told(state, event, (PUBLIC,))
        (umpire,) = battle.rules.battle.told(state, event, (Viewer(umpire=True),))
        if everybody is None and umpire is not None:
            secret.add(umpire.headline)
    said = {line for turn in told.turns for line in (*turn.deeds, *turn.story, *turn.costs, *turn.decided)}
    public = {
        told.headline for event in battle.events for told in [battle.rules.battle.tell(state, event, PUBLIC)] if told
    }
    assert not said & (secret - public)


def test_the_greatest_swing_is_the_turn_in_which_one_side_lost_most_more() -> None:
    """BG seed 22: three of the army's and one of the insurgents' fall in turn 2; nobody in the other turns."""
    battle = fought("book_and_gun", 22)
    assert {turn: dict(own) for turn, own in lost_by_turn(battle.kept()).items()} == {2: {"army": 3, "insurgents": 1}}
    report = battle.report()
    (hinge,) = report.turning
    assert hinge.kind == "hinge"
    assert hinge.turn == 2
    fallen = {fate.fate: len(fate.names) for side in report.sides if side.side == "army" for fate in side.fates}
    assert fallen == {"killed": 1, "wounded": 2}
    assert "loses 1 killed, 2 wounded" in report.course[-1].text


def test_luck_of_several_battles_adds_up_and_has_its_band() -> None:
    """20 throws at 1/2 and 10 at 1/5: 12 expected, the variance 5 + 1.6, twice its root 5.14."""
    first = SideLuck("army", (Count("hits", 12, 20, 10.0, 5.0),), 0.9)
    other = SideLuck("army", (Count("hits", 1, 10, 2.0, 1.6),), -0.8)
    (both,) = together((first, other))
    assert both.counts == (Count("hits", 13, 30, 12.0, 6.6),)
    low, high = both.band
    assert (round(low, 2), round(high, 2)) == (6.86, 17.14)
    assert round(both.above, 3) == round(1 / 6.6**0.5, 3)


def test_somebody_treated_and_hit_again_counts_once_more() -> None:
    """What befalls somebody first takes them out; treated they may fall again."""
    kept = fought("book_and_gun", 22).kept()
    before = kept.account.moments
    hurt = next(each for each in before if each.act is MomentKind.HURT and kept.named[each.who].side == "army")
    for then, more in (((hurt,), 0), ((replace(hurt, act=MomentKind.HEALED), hurt), 1)):
        again = replace(kept, account=replace(kept.account, moments=(*before, *then)))
        assert lost_by_turn(again)[hurt.turn]["army"] == lost_by_turn(kept)[hurt.turn]["army"] + more
    assert aftermath.fates((Service("a", "wounded"), Service("a", "recovered"))) == {}
