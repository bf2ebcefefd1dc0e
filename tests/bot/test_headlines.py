"""The first lines of posts alone answer who lost whom, who won ground, who ran: held against the events of random
battles of all four books, and nothing in a first line that they do not bear, with that very role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from bot.post import brief
from rules.battle.ending import BattleEnded
from rules.book_and_gun.events.battle import CommanderLost, FigureCaptured, FigureFell, FigureLeft
from rules.book_and_gun.events.combat import MoraleChanged
from rules.book_and_gun.units import Morale
from rules.book_and_gun.units import Status as BookStatus
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.events.foot import Died, Hurt
from rules.five56mm.events.foot import MoraleTested as NervesTested
from rules.infantry_action.book.reaction_results import band_of
from rules.infantry_action.events.fire import MenDiced
from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.events.reaction import GroupTested
from rules.infantry_action.events.works import MenEscaped
from rules.infantry_action.figures import Life
from rules.kernel.event import Event
from rules.red_actions.events.command import OfficerDiced
from rules.red_actions.events.morale import BasesLost, GaveUp, RoutBegan
from rules.telling.gathering import is_named
from rules.telling.told import Told
from tests.bot.reading import Reader
from tests.scenarios import LIBRARY, ONE_A_BOOK

SITTINGS = (1, 2, 5, 12)
"""Deeds that one post tells of, in turn."""
LEFT_OUT = r"and \d+ more"
LOSES = re.compile(r"^(?P<who>.+?) loses? (?P<what>.+)$")
COUNTS = re.compile(r"(\d+) (killed|wounded|captured|men|man|bases|base)\b")
FLED = r"(?:routs?(?: before the charge of .+| in (?:its|their) charge on .+)?|withdraws?|flees?|runs? in panic)"
RAN = re.compile(rf"^(?P<who>.+?) {FLED}$")
UNKNOWN = ("men", "a casualty")
"""Fates of which it is not known how bad they are: a first line says no more than that they are lost."""
BEATEN = r"(?:is|are) thrown back .+?"
TOGETHER = re.compile(
    rf"^(?P<who>.+?) (?P<lost>loses? .+?)?,? ?(?:and )?(?P<back>{BEATEN})?,? ?(?:and )?(?P<ran>{FLED})?$"
)
"""All that is said of one body, in its order; each of the parts may be missing."""


@dataclass
class Happened:
    """What the events of one sitting bear, by the names of those to whom it happened."""

    lost: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By unit, or by side where nobody is of a unit: each of its men or bases, and what became of it."""
    ran: set[str] = field(default_factory=set[str])
    gone: set[str] = field(default_factory=set[str])
    """Units that are destroyed or taken as a whole."""
    chiefs: set[str] = field(default_factory=set[str])
    over: bool = False

    def lose(self, body: str, who: str, fate: str) -> None:
        self.lost.setdefault(body, {})[who] = fate


def happened(state: Any, event: Event, into: Happened) -> None:
    match event:
        case FigureFell():
            fate = "killed" if event.status is BookStatus.KILLED else "wounded"
            into.lose(state.unit(event.unit).name, event.figure, fate)
        case FigureCaptured():
            into.lose(state.unit(event.unit).name, event.figure, "captured")
        case FigureLeft():
            into.lose(state.unit(event.unit).name, event.figure, "men")
        case CommanderLost():
            into.chiefs.add(next(side.name for side in state.sides if side.key == event.side))
        case MoraleChanged() if event.morale is Morale.ROUTED:
            into.ran.add(state.unit(event.unit).name)
        case Hurt() if event.injury.level is not Level.NONE:
            man = state.character(event.character)
            into.lose(_side(state, man.side), man.name, "killed" if event.injury.level is Level.DEAD else "wounded")
        case Died():
            man = state.character(event.character)
            into.lose(_side(state, man.side), man.name, "dead")
        case NervesTested() if not event.roll.passed and event.courage in (Courage.WITHDRAWING, Courage.FLEEING):
            into.ran.add(state.character(event.character).name)
        case MenDiced():
            for man in event.casualties:
                into.lose(state.group(state.figure(man).group).name, man, "men")
        case MenEscaped():
            for die in event.dice:
                if not die.escaped:
                    into.lose(state.group(state.figure(die.figure).group).name, die.figure, "men")
        case ManLost() if event.life is not Life.WITHDRAWN:
            into.lose(state.group(state.figure(event.figure).group).name, event.figure, "men")
        case GroupTested() if band_of(event.score).panics:
            into.ran.add(state.group(event.group).name)
        case BasesLost():
            for number, loss in enumerate(event.losses):
                if loss.unit == event.unit:
                    into.lose(event.name, f"{id(event)} {number}", "bases")
            into.gone |= {event.name} if event.gone else set()
        case OfficerDiced() if event.falls:
            into.lose(state.unit(event.unit).name, state.officer(event.officer).name, "a casualty")
        case RoutBegan():
            into.ran.add(state.unit(event.unit).name)
        case GaveUp():
            into.gone.add(event.name)
        case BattleEnded():
            into.over = True
        case _:
            pass


def _side(state: Any, key: str) -> str:
    return next(side.name for side in state.sides if side.key == key)


class Witness(Reader):
    """Reads a battle, and writes down what the events bear as they happen: names change, units go."""

    def __init__(self, *given: Any, **hands: Any) -> None:
        self.now = Happened()
        super().__init__(*given, **hands)

    def hear(self, event: Event) -> None:
        if self.rules.battle.tell(self.state, event, self.viewer) is not None:
            happened(getattr(self.state, "battle", self.state), event, self.now)
        super().hear(event)


Posts = tuple[tuple[str, str, Happened], ...]
FEW, MANY = (1, 2), range(1, 21)
"""Battles of each book that an ordinary run reads, and a long one."""


@lru_cache(maxsize=1)
def posts_of(key: str, seeds: Sequence[int]) -> Posts:
    """The first line and the first text of each post, and what happened in it: sittings of one deed and of many."""
    found: list[tuple[str, str, Happened]] = []
    for seed in seeds:
        reader = Witness(LIBRARY[key], seed, eager=0.9)
        runs: list[Sequence[Told]] = []
        for deed in reader.deeds():
            runs.append(deed.tolds)
            if len(runs) >= SITTINGS[len(found) % len(SITTINGS)]:
                telling = brief.tell(runs)
                if telling.pages and not telling.idle:
                    first = telling.pages[0].texts[0].replace("\\", "")
                    found.append((first.splitlines()[0].removeprefix("### "), first, reader.now))
                reader.now, runs = Happened(), []
    return tuple(found)


@pytest.fixture(scope="module", params=ONE_A_BOOK)
def posts(request: pytest.FixtureRequest) -> Posts:
    """The posts of battles of one book: of twenty in a long run."""
    return posts_of(request.param, MANY if request.config.getoption("--long") else FEW)


def clauses(line: str) -> Iterator[str]:
    """Each thing that is said of somebody, as a sentence of its own."""
    for clause in line.split("; "):
        said = TOGETHER.match(clause)
        parts = [part for part in said.group("lost", "back", "ran") if part] if said is not None else []
        yield from [f"{said['who']} {part}" for part in parts] if said is not None and len(parts) > 1 else [clause]


def test_first_lines_alone_answer_who_lost_whom_and_who_ran(posts: Posts) -> None:
    unanswered: list[str] = []
    for line, text, facts in posts:
        cut = re.search(LEFT_OUT, line) is not None
        for who in (*facts.lost, *facts.gone, *facts.ran):
            if not cut and not any(is_named(name, text) for name in (who, *facts.lost.get(who, ()))):
                unanswered.append(f"{who}: {line}")
    assert not unanswered, "\n".join(unanswered[:10])


def test_no_first_line_says_what_the_events_do_not_bear(posts: Posts) -> None:
    wrong: list[str] = []
    for line, _, facts in posts:
        for clause in clauses(line):
            wrong += [f"{clause} | {line}" for _ in (1,) if not borne(clause, facts)]
    assert not wrong, "\n".join(wrong[:10])


def borne(clause: str, facts: Happened) -> bool:
    if (ran := RAN.match(clause)) is not None:
        return all(who in facts.ran for who in names(ran["who"]))
    if (loses := LOSES.match(clause)) is None or loses["who"] in facts.chiefs:
        return True
    fates = facts.lost.get(loses["who"])
    if fates is None:
        return loses["who"] in {name for name in facts.lost if name}
    # Who has no name of his own is called by his number: "poplar-cell.1" is "Elder Poplar-cell 1".
    fates = {who.replace(".", " ").capitalize() if "." in who else who: fate for who, fate in fates.items()}
    what, heads = among(loses["what"])
    if not all(any(one_of(who, head) for who in fates) for head in heads):
        return False
    named = [who for who in fates if one_of(who, what)]
    for who in sorted(named, key=len, reverse=True):
        fate = re.search(rf"{re.escape(who)}(?:,| and | \(|.)[^;]*?(killed|wounded|dead|a casualty|hit)", what)
        if fates[who] not in UNKNOWN and (fate is None or fate[1] != fates[who]):
            return False
        what = what.replace(who, "")
    counts = {word: int(number) for number, word in COUNTS.findall(what)}
    for word, number in counts.items():
        kind = {"man": "men", "base": "bases"}.get(word, word)
        if sum(fate == kind for fate in fates.values()) != number:
            return False
    return bool(counts or named or set(fates.values()) == {"men"})


def among(what: str) -> tuple[str, Sequence[str]]:
    """ "2 killed, 1 wounded, SGT Moss (leader) among them" → "2 killed, 1 wounded" and "SGT Moss (leader)": what became
    of the leaders is in the counts."""
    if (found := re.fullmatch(r"(.*?\d+ [^,\d]+), (\D.*) among them", what)) is None:
        return what, ()
    return found[1], re.split(r", | and ", found[2])


def one_of(who: str, words: str) -> bool:
    """Whether the words name them: "West 1" is not in "Corporal West 10"."""
    return re.search(rf"(?<!\w){re.escape(who)}(?!\w)", words) is not None


def names(words: str) -> Iterable[str]:
    """ "A, B and 2 more" → A and B; a name with an "and" in it stands whole."""
    if words.endswith(", apart"):
        return [words]
    return [one for one in re.split(r", | and ", words) if not re.fullmatch(r"\d+ more", one)]


def test_no_first_line_has_a_charge_beside_what_came_of_it(posts: Posts) -> None:
    for line, _, _ in posts:
        for who in map(str.strip, re.findall(r"([^;]+?) declares? a charge on ", line)):
            assert not re.search(rf"(?:by|before) the charge of {re.escape(who)}", line), line
            assert f"{who} is thrown back in its" not in line


def test_whoever_falls_is_the_subject_and_not_whoever_fired(posts: Posts) -> None:
    for line, _, _ in posts:
        assert not any(re.search(r" fires? at .*(?<!nobody) falls?$", one) for one in line.split("; ")), line


def test_a_commander_stands_first_and_the_end_before_all(posts: Posts) -> None:
    for line, text, facts in posts:
        if facts.over:
            assert re.search(r"has won|draw|[Vv]ictory", text), line
        elif facts.chiefs:
            lost = ("loses its commander-in-chief", "lose their commander-in-chief")
            assert any(line.startswith(f"{side} {what}") for side in facts.chiefs for what in lost), line


def test_every_book_has_sittings_in_which_somebody_is_lost(posts: Posts) -> None:
    assert sum(bool(facts.lost) for _, _, facts in posts) >= 1
