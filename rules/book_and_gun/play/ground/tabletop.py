"""A battle's figures on the digital table: tokens, and the distances between units. Inches; None without a board.

Everything here measures. Whether a measured value is used is for `facts` to say.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.play.aboard.crew import closed_in
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, State
from rules.book_and_gun.steeds import Steed
from rules.book_and_gun.units import Figure, Formation, Posture, Unit
from rules.book_and_gun.vehicles import Seat, Vehicle
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.once import once_a_state
from rules.table.board import Point, Token

BASE = 0.5
"""Radius of a figure's round base: 1 inch across."""

HURT = "wounded"
"""The state of the token of a figure that is not fit."""

HORSE, RIDER = "horse", "rider"
"""The kinds of the tokens of a led horse and of a figure on horseback."""

ALTITUDE = 24.0
"""Inches above the ground at which aircraft fly, over everything that stands on it. BG-R267"""

STANDING = 1.0
"""Height of a figure on its feet, in inches; the table makes a lying one lower."""


# ── Who is whose enemy ────────────────────────────────────────────────────────────────────────────────────────────


def allegiance(state: State, unit: Unit) -> SideId | None:
    """The combatant side that a unit stands with: civilians by their attitude, neutral ones and hostages with
    nobody."""
    return None if unit.traits.kind == HOSTAGES else allegiance_of(state, unit.side)


def allegiance_of(state: State, side: SideId) -> SideId | None:
    """The combatant side that a side's units stand with."""
    if side != CIVILIANS:
        return side
    return {"pro-army": ARMY, "pro-insurgent": INSURGENTS, "neutral": None}[state.civilian_attitude]


def are_enemies(state: State, one: Unit, other: Unit) -> bool:
    ours, theirs = allegiance(state, one), allegiance(state, other)
    return ours is not None and theirs is not None and ours != theirs


def enemies(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units in play, seen or not."""
    return (other for other in state.units if other.in_play and are_enemies(state, unit, other))


def friends(state: State, unit: Unit) -> Iterator[Unit]:
    """The other units in play of its own side."""
    return (other for other in state.units if other.in_play and other.side == unit.side and other.id != unit.id)


def fellows_seen(state: State, unit: Unit, side: SideId) -> Iterator[Unit]:
    """A unit and the other units in play of its own side, as far as another side sees them. BG-R292"""
    return (other for other in (unit, *friends(state, unit)) if in_sight(state, side, other))


def known_enemies(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units that are on the table for its side to see."""
    return (other for other in enemies(state, unit) if in_sight(state, unit.side, other))


def unarmed(unit: Unit) -> bool:
    """Whether it is a crowd in which nobody bears a weapon, whoever leads it. BG-R284"""
    return unit.side == CIVILIANS and not any(f.traits.weapons for f in unit.figures)


def kept_off(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies from whom a move that is no charge keeps its distance: not from an unarmed crowd, nor it from
    anybody; bombers on foot keep it from nobody. BG-R171, BG-R284, BG-R285"""
    if unarmed(unit) or (unit.fit and all(f.traits.bomber and f.seat is None for f in unit.fit)):
        return iter(())
    return (other for other in enemies(state, unit) if not unarmed(other))


def armed_enemies(state: State, unit: Unit) -> Iterator[Unit]:
    """Those whom its side knows of, without unarmed crowds. BG-R284"""
    return (other for other in known_enemies(state, unit) if not unarmed(other))


# ── Who is in sight ───────────────────────────────────────────────────────────────────────────────────────────────


@once_a_state
def fogged(state: State) -> bool:
    """Whether a side sees no more of the others than its men do. BG-R183."""
    return state.board is not None and not state.ended and on(state, "fog")


@once_a_state
def _seen_now(state: State, side: SideId) -> frozenset[str]:
    return frozenset(glimpse.unit for known in state.knowledge if known.side == side for glimpse in known.now)


def is_own(state: State, side: SideId, unit: Unit) -> bool:
    """Whether the unit is the side's, or civilians that its player leads. BG-III.2.3b."""
    return leads(state, side, unit.side)


def leads(state: State, side: SideId, whose: SideId) -> bool:
    """Whether the units of `whose` are the side's own, or civilians that its player leads. BG-III.2.3b."""
    return whose == side or (whose == CIVILIANS and side == INSURGENTS and state.civilian_attitude == "pro-insurgent")


def in_sight(state: State, side: SideId, unit: Unit) -> bool:
    """Whether a side may know where a unit stands now: its own; another's that is not concealed and, under the fog of
    war, that it sees. Whoever is carried behind a hull is known to those alone whose hull it is. BG-VI.1.1a, BG-R183,
    BG-R216, BG-R282"""
    if is_own(state, side, unit):
        return True
    if unit.concealed:
        return False
    if state.vehicles and closed_in(state, unit):
        return any(is_own(state, side, state.unit(state.vehicle(f.vehicle).unit)) for f in unit.present)
    if not fogged(state):
        return True
    return unit.id in _seen_now(state, side)


@once_a_state
def known_to(state: State, side: SideId) -> State:
    """The battle as a side sees it: without the units that are hidden from it."""
    return replace(
        state,
        units=tuple(unit for unit in state.units if in_sight(state, side, unit)),
        vehicles=tuple(each for each in state.vehicles if knows_vehicle(state, side, each)),
        steeds=tuple(each for each in state.steeds if knows_steed(state, side, each)),
        pieces=tuple(each for each in state.pieces if knows_piece(state, side, each)),
    )


def knows_steed(state: State, side: SideId, steed: Steed) -> bool:
    """Whether a side may know of a horse: as it knows the unit with which it is."""
    return in_sight(state, side, state.unit(state.keeper_of(steed)))


def knows_piece(state: State, side: SideId, piece: Piece) -> bool:
    """Whether a side may know where a gun stands: as it knows those who serve it, else the unit whose it is; one that
    nobody is left with stays for all to see. BG-R245"""
    unit = state.unit_of(piece.gunner) if piece.gunner else state.unit(piece.unit)
    return in_sight(state, side, unit) or (not unit.concealed and not unit.reserve and not unit.in_play)


def knows_vehicle(state: State, side: SideId, vehicle: Vehicle) -> bool:
    """Whether a side may know where a vehicle stands: as it knows its unit; one that nobody is left in stays for all to
    see. BG-X.2.10."""
    unit = state.unit(vehicle.unit)
    return in_sight(state, side, unit) or (not unit.concealed and not unit.reserve and not unit.in_play)


# ── Tokens and distances ──────────────────────────────────────────────────────────────────────────────────────────


def token(figure: Figure) -> Token | None:
    """The figure as it stands or lies on the table; None when it has no place. Lying, it is hidden by a rise or a low
    wall from observers on its own level (BG-VIII.4.3b)."""
    if figure.at is None:
        return None
    if figure.seat is not None:
        return _seated(figure, figure.at, figure.seat)
    lying = figure.posture is Posture.PRONE or not figure.fit
    return Token(
        figure.id,
        figure.at[0],
        figure.at[1],
        figure.facing,
        radius=BASE,
        height=STANDING,
        kind=RIDER if figure.steed else "figure",
        posture=Posture.PRONE.value if lying else Posture.STANDING.value,
        state="" if figure.fit else HURT,
    )


def _seated(figure: Figure, at: Point, seat: Seat) -> Token:
    """Whoever sits inside shows the hull; a rider sits on top of it. BG-VI.2.1b, BG-VIII.2.9b."""
    hull = GARAGE[seat.type]
    hurt = "" if figure.fit else HURT
    if not seat.inside:
        return Token(
            figure.id, at[0], at[1], figure.facing, z=hull.height, radius=BASE, height=STANDING / 2, state=hurt
        )
    return Token(
        figure.id,
        at[0],
        at[1],
        figure.facing,
        z=ALTITUDE if seat.aloft else 0.0,
        radius=hull.length / 2,
        height=hull.height,
        kind="vehicle",
        length=hull.length,
        width=hull.width,
        state=hurt,
    )


def horses(state: State, but: Collection[str] = ()) -> Iterator[Token]:
    """The led horses on the table, but for those that these figures hold."""
    return (
        Token(steed.id, *steed.at, steed.facing, radius=BASE, height=STANDING, kind=HORSE)
        for steed in state.steeds
        if steed.waits and steed.at is not None and steed.holder not in but
    )


def tokens(figures: Iterable[Figure]) -> tuple[Token, ...]:
    return tuple(t for t in map(token, figures) if t is not None)


def places(figures: Iterable[Figure]) -> list[Point]:
    return [f.at for f in figures if f.at is not None]


def apart(ones: Iterable[Figure], others: Iterable[Figure]) -> float | None:
    """From head to head of the closest two figures."""
    ours, theirs = places(ones), places(others)
    if not ours or not theirs:
        return None
    return math.sqrt(min((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in ours for b in theirs))


def gap(ones: Iterable[Figure], others: Iterable[Figure]) -> float | None:
    """From base to base of the closest two figures; 0 when they touch."""
    found = apart(ones, others)
    return None if found is None else max(0.0, found - 2 * BASE)


def distance(one: Unit, other: Unit) -> float | None:
    """From head to head of the closest figures that are on the field."""
    return apart(one.present, other.present)


def facing_pair(ones: Sequence[Figure], others: Sequence[Figure]) -> tuple[Point, Point] | None:
    """The places of the closest two figures of two groups; of equally close ones the most central."""
    ours, theirs = places(ones), places(others)
    centre = middle(ones)
    if not ours or not theirs or centre is None:
        return None

    def near(a: Point, b: Point) -> float:
        return round((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 6)

    return min(((a, b) for a in ours for b in theirs), key=lambda pair: (near(*pair), near(pair[0], centre), pair))


def within(figure: Figure, others: Iterable[Figure], reach: float) -> bool | None:
    """Whether one of the others is within reach of the figure, head to head, the reach included."""
    found = apart([figure], others)
    return None if found is None else found <= reach + 1e-6


def middle(figures: Sequence[Figure]) -> Point | None:
    """The middle of these figures."""
    found = places(figures)
    if not found:
        return None
    return sum(p[0] for p in found) / len(found), sum(p[1] for p in found) / len(found)


def whereabouts(figures: Sequence[Figure]) -> Point | None:
    """Where a unit or a part of it is said to be: the middle of those who are on their feet, of the wounded without
    any. What is told of its moves and what its side reads of it name the same place."""
    return middle([figure for figure in figures if figure.fit]) or middle(figures)


def nearest(unit: Unit, others: Iterable[Unit]) -> tuple[Unit, float] | None:
    """The closest of these units and its distance, head to head; ties go to the roster."""
    best: tuple[Unit, float] | None = None
    for other in others:
        found = distance(unit, other)
        if found is not None and (best is None or found < best[1] - 1e-9):
            best = (other, found)
    return best


# ── States of a unit that many rules ask for ──────────────────────────────────────────────────────────────────────


def effective_formation(state: State, unit: Unit) -> Formation:
    """A unit disordered this turn counts as unformed. BG-VIII.1.2d, BG-V.10."""
    return Formation.UNFORMED if unit.disordered_turn == state.turn and state.turn else unit.formation


def stays_put(state: State, figure: Figure) -> bool:
    """Whether a fit figure does not go along with its unit's move: it restocks, is stunned, or works at a device."""
    working = figure.work_turn == state.turn > 0
    return bool(figure.restock_turn) or working or stunned(state, figure)


def stunned(state: State, figure: Figure) -> bool:
    """Whether a flash bang still holds the figure. BG-X.12.2, BG-R222."""
    return figure.stunned_until >= state.turn > 0
