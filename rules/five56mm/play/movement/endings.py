"""Where somebody on foot may end who sets out on a way: its length, its ground, and the exact chance of each square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rules.five56mm.actions.foot import Hide, Move, Sprint
from rules.five56mm.book.ground import Walk, creep, ground_number, hide, sprint, walk
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.target_number import Helps
from rules.five56mm.play.ground import field, levels
from rules.five56mm.play.movement.plans import Plan
from rules.five56mm.play.turn.course import foreseen, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.state import Character, State
from rules.kernel.chance import Chance
from rules.kernel.every_die import TooManyBranches, every_die
from rules.kernel.facts import Fact, Item, Source
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Board
from rules.table.measure import between
from rules.table.reference import square_of
from rules.table.scene import Trace

MOST_SQUARES = 5
"""Squares in which he may end that are named one by one."""
MOST_WAYS = 6**4
"""Four rolls on the way."""
HAIR = 0.05
"""Inches by which nobody at a table would call him short of his goal."""
End = tuple[float, bool, int]
"""Inches covered, whether that is the whole way, and how many times he has got to another level."""
Ends = dict[End, Fraction]


def of_move(state: State, ready: Ready[Move, Plan]) -> Odds:
    """MM-3.1.1, MM-6.1.1."""
    who, plan = ready.who, ready.found
    walker = walker_of(state, who)
    pool = move_left(who.wounds)
    return of_ends(state, who, plan, lambda chance: walker.along(plan, pool, chance))


def of_sprint(state: State, ready: Ready[Sprint, Plan]) -> Odds:
    """MM-4.1.1, MM-6.1.1."""
    who, plan = ready.who, ready.found
    walker = walker_of(state, who)

    def run(chance: Chance) -> End:
        _, pool = sprint(who.traits.movement, move_left(who.wounds), chance)
        return walker.along(plan, pool, chance)

    return of_ends(state, who, plan, run)


def of_hide(state: State, ready: Ready[Hide, tuple[str, Plan | None]]) -> Odds:
    """MM-4.2.1, MM-4.2.3."""
    who, (ground, plan) = ready.who, ready.found
    if plan is None:
        return Odds()
    wanted = sum(stretch.length for stretch in plan.stretches if not stretch.upright)
    climbs = sum(stretch.level is not None for stretch in plan.stretches)
    walker = walker_of(state, who)

    def crept(chance: Chance) -> End:
        _, allowed = hide(ground, walker.movement, chance, walker.penalties, walker.helps)
        covered, climbed = creep(plan.stretches, allowed)
        return covered, covered >= wanted - HAIR and climbed == climbs, climbed

    return of_ends(state, who, plan, crept)


@dataclass(frozen=True, slots=True)
class Walker:
    """What he walks with: Movement, what hampers him, the skills that he would use."""

    movement: int
    penalties: tuple[Item, ...]
    helps: Helps

    def along(self, plan: Plan, pool: float, chance: Chance) -> End:
        """Inches covered, and whether he is where he wanted to be."""
        walked = walk(plan.stretches, pool, self.movement, chance, self.penalties, self.helps)
        there = not walked.stopped or _as_good_as_there(plan, walked)
        return round(walked.covered, 3), there, walked.climbed


def walker_of(state: State, who: Character) -> Walker:
    return Walker(who.traits.movement, in_the_dark(state, who), foreseen(state, who))


def _as_good_as_there(plan: Plan, walked: Walk) -> bool:
    """Stopped by a hair: the last corner of rough ground on which he was to set foot."""
    behind = sum(1 for each in walked.crossings if each.covered >= each.stretch.length - 1e-9)
    ahead = plan.stretches[behind:]
    return not any(s.upright for s in ahead) and sum(s.length for s in plan.stretches if not s.upright) <= (
        walked.covered + HAIR
    )


# ── In words and lines ────────────────────────────────────────────────────────────────────────────────────────────


def of_ends(state: State, who: Character, plan: Plan, walked: Callable[[Chance], End]) -> Odds:
    """`walked`: the rule, which says how far he comes and whether that is the whole way."""
    facts = (*plan.facts, *_ground(plan))
    traces = (Trace("plan", plan.route, who.side),) if len(plan.route) > 1 else ()
    try:
        ends: Ends = every_die(walked, most=MOST_WAYS)
    except TooManyBranches:
        return Odds(facts, notes=("More rolls on the way than can be reckoned out.",), traces=traces)
    there = {end: share for end, share in ends.items() if end[1] and _has_room_there(state, who, plan, end)}
    whole = sum(there.values(), Fraction(0))
    average = float(sum(inches * share for (inches, *_), share in ends.items()))
    usual = field.truncated(plan.route, average) if len(plan.route) > 1 else ()
    if len(usual) > 1:
        traces = (*traces, Trace("move", usual, who.side))
    squares = _squares(state, state.board, who, plan, ends) if state.board is not None and plan.route else ()
    return Odds(
        facts,
        chances=((Prospect("gets all the way", whole, Outcome("all the way")),) if whole else ())
        + (squares if whole < 1 else ()),
        notes=() if whole == 1 else (f"{average:.1f} in on average",),
        traces=traces,
    )


def _has_room_there(state: State, who: Character, plan: Plan, end: End) -> bool:
    """Whether nobody and nothing keeps him from standing where the whole way ends. MM-R201, MM-R290"""
    if not plan.route:
        return True
    inches, _, climbed = end
    return between(plan.come(state, who.id, inches, climbed).route[-1], plan.route[-1]) <= HAIR


def _ground(plan: Plan) -> tuple[Fact, ...]:
    """Inches of each ground that asks for a roll, and the heights of obstacles."""
    found: dict[str, float] = {}
    for stretch in plan.stretches:
        if ground_number(stretch) is not None:
            kind = f"{stretch.ground}, height" if stretch.upright else stretch.ground
            found[kind] = max(found.get(kind, 0.0), stretch.length) if stretch.upright else (
                found.get(kind, 0.0) + stretch.length
            )  # fmt: skip
    source = Source.MEASURED if plan.route else Source.DECLARED
    return tuple(Fact(kind, round(inches, 1), source, "in") for kind, inches in found.items())


def _squares(state: State, board: Board, who: Character, plan: Plan, ends: Ends) -> tuple[Prospect, ...]:
    """The squares in which he may end, in their order along the way; the likeliest where there are many."""
    found: dict[str, Fraction] = {}
    for (inches, _, climbed), share in sorted(ends.items()):
        come = plan.come(state, who.id, inches, climbed)
        where = levels.words(board, come.route[-1], come.level)
        square = " ".join(filter(None, (square_of(board, come.route[-1]), where)))
        found[square] = found.get(square, Fraction(0)) + share
    likely = sorted(found, key=lambda square: -found[square])[:MOST_SQUARES]
    return tuple(
        Prospect(f"ends in {square}", share, Outcome("ends in", square))
        for square, share in found.items()
        if square in likely
    )
