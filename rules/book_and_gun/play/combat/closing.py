"""Where figures go in and after a close combat: base to base, up in support, to the rear, into the enemy's place.

Everything here measures and places; without positions it gives nothing, and the rules go on without it. XI.2.2,
XI.3.2, XI.4.42, XI.4.44, XI.5.1, XI.5.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.formation import settled
from rules.book_and_gun.play.ground.tabletop import BASE, gap, known_enemies, middle, places, tokens, within
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Placed, Unit
from rules.table import measure
from rules.table.board import Point
from rules.table.formation import Position
from rules.table.reach import in_reach

CONTACT = 2 * BASE
"""Centres of two bases that touch."""
FIELD_OF_VIEW = 180.0
"""Degrees that a figure sees to its front. BG-XI.5.1."""
TOUCH = 0.5
"""Inches between two bases that placing leaves in contact."""
RANK = 2.0
"""Inches between the bases of two ranks. BG-V.2a"""
RUN = 6.0
"""Inches within which a runner's fellows count: he stops behind them. BG-XI.4.42a."""
SURROUND = 6.0
"""Inches within which enemies on all four sides surround a unit. BG-R133."""


def close_in(
    state: State, chargers: Sequence[Figure], opponents: Sequence[Figure], *, over: bool = False
) -> tuple[Placed, ...]:
    """The chargers base to base with their opponents, the extra ones shared out evenly beside and behind. BG-XI.2.2.

    Each goes the shortest way, to the near side of the man he meets, as far as it is open. `over`: onto the wall that
    they charge over. BG-XI.5.3a, BG-R203.
    """
    if not places(chargers) or not places(opponents):
        return ()
    wanted: list[Position] = []
    moving: list[str] = []
    for number, figure in enumerate(chargers):
        foe = opponents[number % len(opponents)]
        if figure.at is None or foe.at is None:
            continue
        back = measure.bearing(foe.at, figure.at) if foe.at != figure.at else (figure.facing + 180.0) % 360.0
        x, y = measure.step(foe.at, back, CONTACT)
        wanted.append(Position(x, y, (back + 180.0) % 360.0))
        moving.append(figure.id)
    return settled(state, moving, wanted, climbs=over)


def support(state: State, figures: Sequence[Figure], friends: Sequence[Figure], foe: Point) -> tuple[Placed, ...]:
    """Figures brought up behind those who fight, on the side away from the enemy. BG-XI.3.2."""
    wanted: list[Position] = []
    moving: list[str] = []
    for number, figure in enumerate(figures):
        front = friends[number % len(friends)] if friends else figure
        if figure.at is None or front.at is None:
            continue
        back = measure.bearing(foe, front.at)
        x, y = measure.step(front.at, back, CONTACT)
        wanted.append(Position(x, y, (back + 180.0) % 360.0))
        moving.append(figure.id)
    return settled(state, moving, wanted)


def behind(state: State, figure: Figure, unit: Unit, foe: Figure) -> tuple[Placed, ...]:
    """Where a figure runs to: straight away, to the rear of those of its unit who are near, out of contact.
    BG-XI.4.42a."""
    if figure.at is None or foe.at is None:
        return ()
    back = measure.bearing(foe.at, figure.at) if foe.at != figure.at else (figure.facing + 180.0) % 360.0
    ahead = math.sin(math.radians(back)), math.cos(math.radians(back))
    near = [at for at in places(unit.fit) if measure.between(at, figure.at) <= RUN]
    rear = max(((x - figure.at[0]) * ahead[0] + (y - figure.at[1]) * ahead[1] for x, y in near), default=0.0)
    x, y = measure.step(figure.at, back, max(0.0, rear) + 2 * CONTACT)
    return settled(state, [figure.id], [Position(x, y, (back + 180.0) % 360.0)])


def occupy(state: State, figures: Sequence[Figure], place: Point) -> tuple[Placed, ...]:
    """The figures moved together so that their middle comes to a place that the enemy has left. BG-XI.1.1b,
    BG-XI.3.3, BG-XI.4.44."""
    here = middle(figures)
    if here is None:
        return ()
    moving = [f for f in figures if f.at is not None]
    wanted = [
        Position(f.at[0] + place[0] - here[0], f.at[1] + place[1] - here[1], f.facing)
        for f in moving
        if f.at is not None
    ]
    return settled(state, [f.id for f in moving], wanted)


# ── What can be measured of a combat ──────────────────────────────────────────────────────────────────────────────


def near(
    state: State, figures: Iterable[Figure], others: Sequence[Figure], inches: float = math.inf
) -> tuple[Figure, ...]:
    """Those whose base is within so many inches of one of the others, with no wall of a house and no high wall between
    them; all of them where nothing can be measured. BG-R203."""
    found = list(figures)
    board = state.board
    if board is None or not others or any(f.at is None for f in (*found, *others)):
        return tuple(f for f in found if (between := gap([f], others)) is None or between <= inches + 1e-6)
    there = tokens(others)
    return tuple(
        figure
        for figure, one in zip(found, tokens(found), strict=True)
        if any(in_reach(passage.gate(board), one, other, inches, passage.between_arms) for other in there)
    )


def first_ranks(state: State, figures: Sequence[Figure], foes: Sequence[Figure]) -> Sequence[Figure]:
    """Those of one side who fight: the figures in contact with the enemy, and behind each of them the nearest one.
    All of them where nothing can be measured. BG-V.1, BG-V.2b, BG-R204."""
    front = list(near(state, figures, foes, TOUCH))
    left = [f for f in figures if f not in front]
    chosen = list(front)
    for man in front:
        behind = near(state, left, [man], RANK)
        nearest = min(behind, key=lambda f: (gap([f], [man]) or 0.0, left.index(f)), default=None)
        if nearest is not None:
            left.remove(nearest)
            chosen.append(nearest)
    return chosen if len(chosen) < len(figures) else figures


def out_of_sight(chargers: Sequence[Figure], targets: Sequence[Figure]) -> bool | None:
    """Whether the chargers stand where none of the charged figures sees them: outside all their 180 degree zones.

    None without positions. BG-XI.5.1.
    """
    seers, seen = tokens(targets), places(chargers)
    if not seers or not seen:
        return None
    return not any(measure.in_arc(one, place, FIELD_OF_VIEW) for one in seers for place in seen)


def surrounded(state: State, unit: Unit) -> bool | None:
    """Whether unshaken enemies stand within 6 inches of the unit in all four quarters: front, right, rear, left.

    None without positions. BG-XI.4.41, BG-R133.
    """
    here = middle(unit.fit)
    if here is None:
        return None
    quarters: set[int] = set()
    for enemy in known_enemies(state, unit):
        if enemy.morale not in ("steady", "pinned"):
            continue
        for figure in enemy.fit:
            if figure.at is not None and within(figure, unit.fit, SURROUND):
                turn = (measure.bearing(here, figure.at) - unit.facing + 45.0) % 360.0
                quarters.add(int(turn // 90.0))
    return len(quarters) == 4
