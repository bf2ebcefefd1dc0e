"""Random battles in a town of houses with floors: nobody is ever where no floor is, and nobody changes his level but by
stairs, a ladder, a climb, a jump, a rope, or a helicopter on a roof."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.five56mm import RULES
from rules.five56mm.book.ground import UPRIGHT
from rules.five56mm.events.battle import Placed
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import Boarded, GotOut
from rules.five56mm.evolve import evolve
from rules.five56mm.play.ground import levels
from rules.five56mm.state import Character, State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.seam.forces import Muster
from rules.table.board import Board, Feature, Opening
from tests.rules.five56mm import test_random_battles as random_battles
from tests.rules.five56mm.test_random_battles import Battle

HOUSE = Feature(
    "building", ((12, 8), (20, 8), (20, 16), (12, 16)), "The house", height=3.0, floors=2, hardness="hard", parapet=0.4,
    openings=(
        Opening("door", (15, 8), (17, 8)), Opening("door", (15, 16), (17, 16)),
        Opening("window", (12, 10), (12, 12), sill=0.5, head=1.4),
        Opening("window", (20, 10), (20, 12), sill=2.0, head=2.9),
    ),
)  # fmt: skip
SHED = Feature("building", ((24, 10), (28, 10), (28, 15), (24, 15)), "Shed", height=2.5)
TOWER = Feature("building", ((4, 10), (8, 10), (8, 14), (4, 14)), "Tower", height=6.0, floors=3,
                openings=(Opening("door", (8, 11.5), (8, 12.5)),))  # fmt: skip
LADDER = Feature("ladder", ((5.8, 9.8), (6.2, 9.8), (6.2, 10.2), (5.8, 10.2)))
TOWN = Board(32, 24, features=(HOUSE, SHED, TOWER, LADDER))
STARTS = ((16, 12), (16, 13), (14, 10), (26, 12), (6, 12), (6, 9), (23.4, 12), (16, 6), (16, 18), (18, 14))
PLACES = ("up", "down", "roof", "roof of Tower", "1st floor of The house", "roof of Shed", "ground at 6,8",
          "down; 16,6", "16,12", "26,12", "north 3", "forward 4", "Z99", "25,12 roof")  # fmt: skip


class TownBattle(Battle):
    """The black squad on the floors, the red ones around them."""

    def call(self) -> Muster:
        return replace(super().call(), board=TOWN)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        for number, who in enumerate(w for w in self.state.characters if w.vehicle is None):
            at = STARTS[number % len(STARTS)]
            house = levels.house_at(TOWN, at)
            level = 0 if house is None else self.pick.randint(0, house.roof)
            placed = Placed(unit=who.id, at=(float(at[0]), float(at[1])), facing=who.facing, level=level)
            self.events.append(placed)
            self.state = evolve(self.state, placed)

    def happen(self, action: Action, by: Actor) -> None:
        known, before = len(self.events), self.state
        super().happen(action, by)
        for event in self.events[known:]:
            after = evolve(before, event)
            for was, now in zip(before.characters, after.characters, strict=True):
                assert was.level == now.level or _by_a_way(event, was, now), (event, was.level, now.level)
            before = after
        for who in self.state.characters:
            stands_somewhere(self.state, who)


def _by_a_way(event: Event, was: Character, who: Character) -> bool:
    """Whether an event is one of those that bring somebody to another level."""
    match event:
        case Moved(way="rope" | "jump" | "carry"):
            return event.character == who.id
        case Moved():
            climbed = event.way == "hide" or any(c.stretch.ground in UPRIGHT for c in event.crossings)
            return event.character == who.id and climbed and event.risen == who.level - was.level
        case GotOut() | Boarded() | Placed():
            return True
        case _:
            return False


def stands_somewhere(state: State, who: Character) -> None:
    if not who.level:
        return
    assert who.vehicle is None, who
    assert who.at is not None, who
    house = levels.house_at(TOWN, who.at)
    assert house is not None, who
    assert 0 < who.level <= house.roof, who


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_nobody_stands_where_no_floor_is(seed: int) -> None:
    places = random_battles.PLACES
    random_battles.PLACES = PLACES
    try:
        battle = TownBattle(seed)
        battle.fight()
    finally:
        random_battles.PLACES = places
    stored = [RULES.battle.events.load(RULES.battle.events.dump(event)) for event in battle.events]
    assert RULES.battle.fold(stored) == battle.state
    assert RULES.battle.states.load(RULES.battle.states.dump(battle.state)) == battle.state
    for event in battle.events:
        for draw in event.draws:
            assert Seeded.value_of(battle.key, draw) == draw.value


def test_levels_are_used_in_these_battles() -> None:
    """Of six battles somebody goes up or down the stairs, climbs a wall and jumps at least once."""
    places = random_battles.PLACES
    random_battles.PLACES = PLACES
    ways: set[str] = set()
    try:
        for seed in range(6):
            battle = TownBattle(seed)
            battle.fight()
            moved = [event for event in battle.events if isinstance(event, Moved)]
            ways |= {c.stretch.ground for event in moved for c in event.crossings if c.stretch.level is not None}
            ways |= {event.way for event in moved if event.way == "jump"}
    finally:
        random_battles.PLACES = places
    assert {"stairs", "obstacle", "jump"} <= ways
