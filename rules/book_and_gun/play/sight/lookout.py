"""Whether some men have anybody of a unit in sight: what the fog of war asks for whole sides after every event.

An answer depends on nothing but the board, the men as they look, and the figures as they show themselves. It is
remembered under these, so that after a move only the pairs of units in which something has changed are measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from rules.book_and_gun.book.spotting import NEAR, enough_shows
from rules.book_and_gun.play.ground.tabletop import token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.sight.watching import CLOUDS, FIELD_OF_VIEW, flares, in_light, reach_of, shows_itself
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.table.board import Board, Token
from rules.table.rays import Bools, Floats, Whole
from rules.table.sight import Sight
from rules.table.terrain import terrain

FIRST, MORE = 24, 6
"""Pairs of men measured at first, the closest ones, and how many times as many each time nobody has been seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Figures of one unit. `marks`: of each as it looks, how far he sees in inches and whether by thermal imaging; of
    each as it shows itself, 0 and whether he has fired."""

    tokens: tuple[Token, ...]
    marks: tuple[tuple[float, bool], ...]
    hulls: frozenset[str] = frozenset()
    """The vehicles that they are in."""
    light: tuple[float, ...] = ()
    """Where a flare burns: how far each sees what it lights, or 1 for each who is lit; else empty. BG-XIII.8.4"""
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.tokens, self.marks, self.hulls, self.light)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        mine = (self.marks, self.tokens, self.hulls, self.light)
        return isinstance(other, Group) and mine == (other.marks, other.tokens, other.hulls, other.light)


@dataclass(slots=True)
class Answer:
    """Whether one group sees another; None: nobody has measured it yet."""

    seen: bool | None = None


def looking(state: State, unit: Unit, men: Sequence[Figure]) -> Group:
    """Men of a unit as they look. BG-R15, BG-R30, BG-X.14.31b."""
    pairs = [(t, man) for man in men if (t := token(man)) is not None]
    marks = (
        (reach, man.traits.night_vision == "thermal") for _, man in pairs for reach in (reach_of(state, unit, man),)
    )
    seen = tuple((math.inf if reach is None else reach, eyes) for reach, eyes in marks)
    light: tuple[float, ...] = ()
    if flares(state):
        days = (reach_of(state, unit, man, by_day=True) for _, man in pairs)
        light = tuple(math.inf if day is None else day for day in days)
    return _one(Group(tuple(t for t, _ in pairs), seen, _hulls(men), light))


def shown(state: State, figures: Sequence[Figure]) -> Group:
    """Figures as others see them: who has fired shows himself. BG-VI.2.2a."""
    pairs = [(t, figure) for figure in figures if (t := token(figure)) is not None]
    marks = tuple((0.0, shows_itself(state, figure)) for _, figure in pairs)
    light = tuple(float(in_light(state, figure.at)) for _, figure in pairs) if flares(state) else ()
    return _one(Group(tuple(t for t, _ in pairs), marks, _hulls(figures), light))


def _hulls(figures: Sequence[Figure]) -> frozenset[str]:
    return frozenset(figure.vehicle for figure in figures if figure.seat is not None)


def in_view(board: Board, lookers: Sequence[Group], target: Group, blockers: tuple[Token, ...] = ()) -> bool:
    """Whether a man of these groups, who looks that way or is within 4 inches, has one of the target's figures in
    sight. `blockers`: the vehicles on the table; nobody's own is in their way. BG-VI.2.1a, BG-VI.2.1b, BG-VI.2.2a,
    BG-VIII.1.2a, BG-X.2.10, BG-R183."""
    board = terrain(board, NATURES).board  # of equal boards the same one: comparing them takes long
    if not blockers:
        return _seen_by(board, lookers, target, ())
    for own in dict.fromkeys(group.hulls for group in lookers):
        walls = tuple(each for each in blockers if each.id not in own | target.hulls)
        if _seen_by(board, [group for group in lookers if group.hulls == own], target, walls):
            return True
    return False


def _seen_by(board: Board, lookers: Sequence[Group], target: Group, walls: tuple[Token, ...]) -> bool:
    answers = [_answer(board, group, target, walls) for group in lookers]
    if any(answer.seen for answer in answers):
        return True
    unknown = [(group, answer) for group, answer in zip(lookers, answers, strict=True) if answer.seen is None]
    return bool(unknown) and _measured(board, unknown, target, walls)


def _measured(board: Board, unknown: Sequence[tuple[Group, Answer]], target: Group, walls: tuple[Token, ...]) -> bool:
    """Measures the closest pairs of men first, until somebody is seen; what has been found out is remembered."""
    men = [man for group, _ in unknown for man in group.tokens]
    owner = np.repeat(np.arange(len(unknown)), [len(group.tokens) for group, _ in unknown])
    marks = [mark for group, _ in unknown for mark in group.marks]
    reach, thermal = np.array([m for m, _ in marks], dtype=float), np.array([t for _, t in marks], dtype=bool)
    fired = np.array([mark for _, mark in target.marks], dtype=bool)
    hull = np.array([token.kind == "vehicle" for token in target.tokens], dtype=bool)
    lit = np.array(target.light or [0.0] * len(target.tokens), dtype=bool)
    day = np.array([far for group, _ in unknown for far in group.light], dtype=float) if lit.any() else reach
    eye, other = _pairs(men, target.tokens, reach, day, lit)
    left = np.bincount(owner[eye], minlength=len(unknown))
    start, count = 0, FIRST
    while start < len(eye):
        part = slice(start, start + count)
        shares = _shares(board, men, target.tokens, eye[part], other[part], thermal, walls)
        shows = np.array(
            [
                enough_shows(float(share), fired=bool(fire), vehicle=bool(big))
                for share, fire, big in zip(shares, fired[other[part]], hull[other[part]], strict=True)
            ]
        )
        for pair in np.flatnonzero(shows)[:1]:
            unknown[int(owner[eye[part][pair]])][1].seen = True
            return True
        left -= np.bincount(owner[eye[part]], minlength=len(unknown))
        for (_, answer), remaining in zip(unknown, left, strict=True):
            answer.seen = False if not remaining else None
        start, count = start + count, count * MORE
    for _, answer in unknown:
        answer.seen = False
    return False


def _pairs(
    men: Sequence[Token], others: Sequence[Token], reach: Floats, day: Floats, lit: Bools
) -> tuple[Whole, Whole]:
    """Man and figure of all pairs that may see each other, the closest first. `day`: how far each sees those who are
    `lit`."""
    here, there = (np.array([(t.x, t.y) for t in tokens], dtype=float).reshape(-1, 2) for tokens in (men, others))
    east, north = (there[None, :, axis] - here[:, None, axis] for axis in (0, 1))
    away = np.hypot(east, north)
    facing = np.array([man.facing for man in men], dtype=float)[:, None]
    off = np.abs((np.degrees(np.arctan2(east, north)) - facing + 180.0) % 360.0 - 180.0)
    may: Bools = ((off <= FIELD_OF_VIEW / 2 + 1e-6) | (away <= NEAR)) & (
        away <= np.where(lit[None, :], day[:, None], reach[:, None]) + 1e-6
    )
    eye, other = np.nonzero(may)
    order = np.argsort(away[eye, other], kind="stable")
    return eye[order], other[order]


def _shares(
    board: Board,
    men: Sequence[Token],
    others: Sequence[Token],
    eye: Whole,
    other: Whole,
    thermal: Bools,
    walls: tuple[Token, ...],
) -> Floats:
    found = np.zeros(len(eye))
    for imaging in (False, True):
        mine = np.flatnonzero(thermal[eye] == imaging)
        if mine.size:
            sight = Sight(board, NATURES, blockers=walls, ignoring=CLOUDS if imaging else ())
            found[mine] = sight.shares_of(men, others, eye[mine], other[mine])
    return found


@lru_cache(maxsize=4096)
def _one(group: Group) -> Group:
    """Of equal groups the same one."""
    return group


@lru_cache(maxsize=16384)
def _answer(board: Board, lookers: Group, target: Group, walls: tuple[Token, ...]) -> Answer:
    """The place of an answer: more than the 3,200 pairs of units that see each other in the largest battle."""
    return Answer()
