"""One table says which chapter applies an event and which one tells it: each has exactly one row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pytest

from rules.battle.evolving import evolved_by
from rules.battle.telling import Words, told_by
from rules.kernel.chance import Draw
from rules.kernel.event import Event, kinds
from rules.registry import rule_sets
from rules.seam.viewing import Viewer
from rules.telling.told import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Marched(Event):
    kind: Literal["marched"] = "marched"
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Halted(Event):
    kind: Literal["halted"] = "halted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rained(Event):
    kind: Literal["rained"] = "rained"


March: TypeAlias = Marched | Halted
EVENTS = kinds(March, Rained)


def evolve_march(state: int, event: March) -> int:
    return state + event.inches if isinstance(event, Marched) else state


def evolve_weather(state: int, event: Rained) -> int:
    return state


@dataclass(frozen=True, slots=True)
class Ours(Words[int]):
    """With nothing of its own."""


def tell_march(words: Ours, event: March) -> Told | None:
    return Told(f"{words.state} inches in all") if isinstance(event, Marched) else None


def tell_weather(words: Ours, event: Rained) -> Told | None:
    return Told("It rains", said=(Draw(2, "rain", 1, 0, 6),))


def test_an_event_goes_to_the_chapter_whose_union_it_stands_in() -> None:
    evolve = evolved_by(EVENTS, evolve_march, evolve_weather)
    assert (Marched, Halted, Rained) == EVENTS
    assert evolve(evolve(3, Marched(inches=4)), Rained()) == 7


def test_a_table_without_an_event_or_with_one_twice_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="no chapter takes Rained"):
        evolved_by(EVENTS, evolve_march)
    with pytest.raises(ValueError, match="Marched is taken by evolve_march and by evolve_march"):
        evolved_by(EVENTS, evolve_march, evolve_weather, evolve_march)
    with pytest.raises(ValueError, match="Rained, which tell_weather takes, is none"):
        told_by(kinds(March), Ours, tell_march, tell_weather)


def test_an_event_that_is_told_has_its_dice_and_citations_and_keeps_to_its_audience() -> None:
    tell = told_by(EVENTS, Ours, tell_march, tell_weather)
    die = Draw(5, "march", 1, 0, 6)
    own = Marched(inches=5, draws=(die,), citations=("X-1",), audience=("red",))
    told = Told("5 inches in all", draws=(die,), citations=("X-1",), said=(die,))
    assert tell(5, own, Viewer(side="red")) == tell(5, own, Viewer(umpire=True)) == told
    assert tell(5, own, Viewer(side="white")) is None
    assert tell(5, own, Viewer()) is None
    assert tell(5, Halted(), Viewer(umpire=True)) is None
    rain = tell(5, Rained(draws=(die,)), Viewer())
    assert rain is not None
    assert (rain.draws, [draw.value for draw in rain.said]) == ((die,), [2])


@pytest.mark.parametrize("key", list(rule_sets()))
def test_no_book_knows_another_ones_events(key: str) -> None:
    battle = rule_sets()[key].battle
    with pytest.raises(TypeError, match="Halted"):
        battle.evolve(battle.blank(), Halted())
    with pytest.raises(TypeError, match="Halted"):
        battle.tell(battle.blank(), Halted(), Viewer())
