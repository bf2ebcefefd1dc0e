"""Stories are made of journals: each name and number in one stands in the events, it reads the same again, it tells a
side nothing that only others know."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from campaigns.battle.record.accounts import EVERYTHING, KEPT, ToldBattle, told_to
from campaigns.roster.careers import Career, CareerLine, Standing
from campaigns.story.seen import TakenBack, seen, without
from campaigns.story.variety import MOST, phrases
from campaigns.tables.roster import FactKind
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.events.battle import UnitMustered
from rules.book_and_gun.events.explosives import BurstRolled
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.events.indirect import MortarFired
from rules.five56mm.events.fire import Shot, Thrown
from rules.infantry_action.events.fire import ShotsFired
from rules.kernel.action import UMPIRE
from rules.red_actions.events.fire import Fired
from rules.seam.ruleset import Service
from rules.seam.service import CREDITED
from rules.seam.viewing import Viewer
from rules.telling.story import BattleStory, MomentKind, Recorded
from tests.campaigns.storied import BOOKS, ENDING, fought, people, story
from tests.rules.book_and_gun.test_random_battles import Battle

SEEDS = (3, 8, 21)
CASES = [(book, seed) for book in BOOKS for seed in SEEDS]
HILL = "Hill Twelve"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def fired(events) -> Counter[str]:  # type: ignore[no-untyped-def]
    """How often each figure or unit fired, counted from the events alone."""
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Volleyed():
                counts[event.figure] += 1
            case BurstRolled() if event.by:
                counts[event.by] += 1
            case MortarFired():
                counts[event.figure] += 1
            case Shot():
                counts[event.firer] += 1
            case Thrown():
                counts[event.thrower] += 1
            case Fired():
                counts[event.unit] += 1
            case ShotsFired():
                for shot in event.shots:
                    if shot.how != "observe":
                        counts.update({shot.by, *(shot.served or shot.men)})
            case _:
                pass
    return counts


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_each_name_in_a_story_stands_in_the_events(book: str, seed: int) -> None:
    battle = fought(book, seed)
    kept = battle.kept()
    dumped = "\n".join(battle.rules.battle.events.dump(event) for event in battle.events)
    weapons = {each.weapon for each in kept.account.moments}
    squares = {each.note for each in kept.account.moments if each.act in (MomentKind.STOOD, MomentKind.ENDED)}
    kinds = (each.name for each in kept.names if each.thing)  # of its card, where a base has no name
    known = " ".join(
        (*kinds, dumped, HILL, ENDING.winner, ENDING.reason, *weapons, *squares, "Officer Sergeant Corporal Lance")
    )
    for who in people(kept):
        for text in story(battle, kept, who, HILL):
            for sentence in re.split(r"(?<=\.) ", text):
                assert sentence
                for word in re.findall(r"(?<!^)\b[A-Z][\w'-]*", sentence):
                    assert word in known, sentence


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_each_number_in_a_story_is_counted_from_the_events(book: str, seed: int) -> None:
    battle = fought(book, seed)
    kept = battle.kept()
    counts = fired(battle.events)
    told = Counter(each.who for each in kept.account.moments if each.act is MomentKind.FIRED)
    assert told == counts
    turns = {str(number) for number in range(kept.account.turns + 1)}
    for who in people(kept):
        (text,) = story(battle, kept, who, HILL)
        own = [each for each in kept.account.moments if who.ref in (each.who, *each.members)]
        shots: Counter[tuple[str, str]] = Counter()
        hits: Counter[tuple[str, str]] = Counter()
        for each in own:
            if each.act is MomentKind.FIRED:
                shots[each.who, each.weapon] += 1
                hits[each.who, each.weapon] += each.hits
        lost = sum(each.count for each in own if each.act is MomentKind.LOST)
        others = {str(len([e for e in own if e.act is act])) for act in (MomentKind.TESTED, MomentKind.FOUGHT)}
        claimed = Counter[str]()
        for each in own:
            claimed[each.other] += each.count if each.act is MomentKind.CLAIMED else 0
        fights = Counter(each.who for each in own if each.act is MomentKind.FOUGHT)
        won = Counter(each.who for each in own if each.act is MomentKind.FOUGHT and each.good)
        allowed = {*map(str, (*shots.values(), *hits.values(), lost, *claimed.values(), *fights.values()))}
        allowed |= {*turns, *others, *map(str, won.values()), "0"}
        bare = text
        for name in sorted((each.name for each in kept.names), key=len, reverse=True):
            bare = bare.replace(name, "").replace(name.split()[-1] if name else "\0", "")
        for thing in {each.weapon for each in kept.account.moments if each.weapon}:
            bare = bare.replace(thing, "")
        bare = re.sub(r"\b[A-Z]{1,2}\d+\b", "", bare)
        if "×" in bare or " more" in bare:  # things of one name are counted, as long lists are
            continue
        assert set(re.findall(r"\b\d+\b", bare)) <= allowed, text


@pytest.mark.parametrize("book", BOOKS)
def test_a_story_reads_the_same_again_and_repeats_no_sentence_on_a_page(book: str) -> None:
    battle = fought(book, SEEDS[0])
    kept = battle.kept()
    names = [f"Hill {number}" for number in ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")]
    for who in people(kept)[:6]:
        first = story(battle, kept, who, *names)
        assert first == story(battle, kept, who, *names)
        again = KEPT.validate_json(KEPT.dump_json(kept))
        assert first == story(battle, again, who, *names)
        sentences = Counter(each for text in first for each in re.split(r"(?<=\.) ", text))
        assert max(sentences.values()) <= MOST


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_a_side_is_told_of_nobody_whom_it_has_not_met(book: str, seed: int) -> None:
    battle = fought(book, seed)
    everybody = battle.kept()
    for side in {each.side for each in everybody.names}:
        kept = battle.kept(side)
        hidden = {each.name for each in everybody.names if not each.thing} - {each.name for each in kept.names}
        for who in people(kept, side):
            (text,) = story(battle, kept, who, HILL)
            for name in hidden - {""}:
                assert not re.search(rf"\b{re.escape(name)}\b", text), text


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_what_only_the_others_know_changes_nothing_in_a_sides_stories(book: str, seed: int) -> None:
    battle = fought(book, seed)
    for side in {each.side for each in battle.kept().names}:
        kept = battle.kept(side)
        heard = [event for event in battle.events if event.audience is None or side in event.audience]
        known = {each.ref for each in kept.names}
        moments = battle.rules.battle.account(heard).moments
        assert kept.account.moments == tuple(each for each in moments if each.who in known)
        assert all(each.by in known for each in kept.service if each.what in CREDITED)


def test_what_has_been_taken_back_is_told_no_more() -> None:
    battle = fought("five56mm", 8)
    kept = battle.kept()
    fell = next(each for each in kept.service if each.what == "kill-credited")
    victim, killer = fell.by or "", kept.named[fell.of]
    (before,) = story(battle, kept, killer, HILL)
    left = without(kept, {TakenBack(victim, "killed", fell.of)})
    assert kept.named[victim].name in before
    assert not any(each.what == "killed" and each.of == victim for each in left.service)
    assert not any(each.what == "kill-credited" and each.by == victim for each in left.service)
    (life,) = story(battle, left, kept.named[victim], HILL)
    assert "killed" not in life.split(".")[-3]


def test_no_two_ways_to_say_a_thing_are_alike() -> None:
    assert len(phrases()) > 20
    for kind, ways in phrases().items():
        assert len(ways) >= 2, kind


def renamed(events, word: str):  # type: ignore[no-untyped-def]
    """The same events with other names for the insurgents, their men in other squares."""

    def other(event):  # type: ignore[no-untyped-def]
        if not isinstance(event, UnitMustered) or event.unit.side != "insurgents":
            return event
        men = tuple(
            replace(man, name=f"{word} {man.number}", at=None if man.at is None else (man.at[0], man.at[1] + 0.25))
            for man in event.unit.figures
        )
        return replace(event, unit=replace(event.unit, name=f"{word} cell", figures=men))

    return [other(event) for event in events]


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_two_battles_that_differ_in_what_is_hidden_are_told_alike(seed: int) -> None:
    told: list[list[bytes]] = []
    for word in ("Haidar", "Nasser"):
        battle = Battle(seed)
        start = renamed(battle.events, word)
        battle.events, battle.state = start, RULES.battle.fold(start)
        for unit in [unit.id for unit in battle.state.units if unit.side == "insurgents"]:
            battle.act(Conceal(unit=unit), UMPIRE)
        kept = [told_to(RULES, battle.state, battle.events, Viewer(side)) for side in ("army", None)]
        told.append([KEPT.dump_json(each) for each in kept])
        whole = KEPT.dump_json(told_to(RULES, battle.state, battle.events, Viewer("insurgents")))
        assert word.encode() in whole
        assert all(word.encode() not in each for each in told[-1])
    assert told[0] == told[1]


def test_a_career_shows_a_side_no_credit_for_whom_it_does_not_know() -> None:
    line = CareerLine(1, FactKind.KILL_CREDITED, NOW, 7, "Hill", "Haidar", "AK-47", False, by_ref="f9", told=True)
    hit = CareerLine(2, FactKind.WOUNDED, NOW, 7, "Hill", "Haidar", "fire of Ridge cell", False, by_ref="f9", told=True)
    career = Career(1, "f1", "Ada Finch", 1, "", 1, "Chalk", Standing(kills=1, wounds=1), (line, hit))
    own = Recorded("f1", "Ada Finch", "black", "u1")
    service = (Service("f1", "wounded"), Service("f1", "kill-credited", "f9", "AK-47"))
    dark = {7: ToldBattle(BattleStory(), (service[0],), (own,))}
    seen_dark = seen(career, dark, "black")
    assert [(each.kind, each.by, each.note) for each in seen_dark.facts] == [(FactKind.WOUNDED, "", "")]
    assert seen_dark.standing.kills == 0
    met = {7: ToldBattle(BattleStory(), service, (own, Recorded("f9", "Haidar", "red", "u2")))}
    assert [each.by for each in seen(career, met, "black").facts] == ["Haidar", "Haidar"]
    assert seen(career, met, "black").standing.kills == 1
    assert seen(career, dark, EVERYTHING) == career
