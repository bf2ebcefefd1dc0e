"""What fire may come to as its own side can tell when it writes it: men hit, and how the target bears it. IA-R023

All of it is reckoned from what the side is shown: the enemy's own plans are not there, nor what he has built unseen.
Where fire is written before the movement nobody knows how the target will stand: then it is a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.battle.facts import IN_ARC, LINE_OF_SIGHT, said
from rules.infantry_action.book.fire import FigureUnderFire, Targeted
from rules.infantry_action.book.fire_odds import FireOdds, fire_odds
from rules.infantry_action.book.kinds import Cover
from rules.infantry_action.book.reaction import Circumstances
from rules.infantry_action.book.reaction_results import Band
from rules.infantry_action.facts import COVER, LOCATED, RANGE
from rules.infantry_action.groups import FirePlan, Group
from rules.infantry_action.knowledge import as_shown, sees
from rules.infantry_action.play.air.shooting import as_one
from rules.infantry_action.play.command.writing import side_of_firer
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.choosing import armour
from rules.infantry_action.play.fire.resolving import FLAME, behind, machine_guns
from rules.infantry_action.play.fire.shots import Shot, direct, with_number_two
from rules.infantry_action.play.fire.targets import GroupStruck, hittable, in_sight, mark_of
from rules.infantry_action.play.fire.volleys import volleys
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.facts import Fact, Source
from rules.seam.asking import Outcome, Prospect
from rules.seam.viewing import Viewer

_HOW = {
    Band.MUST_ADVANCE: "goes for you",
    Band.FREE: "keeps its head",
    Band.UNDER_10: "is wary",
    Band.UNDER_5: "will not go forward",
    Band.UNDER_0: "keeps its head down",
    Band.PANIC: "runs in panic",
}
_WORST = (FigureUnderFire(cover=Cover.SOFT, dashed=True), FigureUnderFire(cover=Cover.OPEN, erect=True))
"""A man as he is hit least and most."""
_TOLD = Fraction(1, 200)
"""Less than half of one in a hundred is not told of nerves."""
LOSSES = 3
"""Numbers of men hit for which the reaction is told."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`least` and `most`: the same where it is known how the target stands. `seen`: what else of this fire bears on its
    reaction."""

    least: FireOdds
    most: FireOdds
    seen: Circumstances
    average: bool


def foresee(state: State, side: SideId, shots: Sequence[Shot], *, stands: bool) -> Foreseen | None:
    """What these shots at one group come to if nobody else fires at it; None for any others, and where it takes an
    anti-tank weapon. `stands`: the target has moved already."""
    targets = {shot.target for shot in shots}
    own = [plan for plan in state.plans if side_of_firer(state, plan.by) == side]
    shown = replace(as_shown(state, Viewer(side)), plans=tuple(own))
    target = shown.find_group(targets.pop()) if len(targets) == 1 else None
    if target is None or not sees(state, side, target.id) or armour(shown, target):
        return None
    together = as_one(shown, target)
    fired = with_number_two(shown, list(shots))
    struck = GroupStruck(target, [shot for shot in fired if not shot.in_trees], together=together)
    men = [man for one in together for man in shown.men(one) if hittable(shown, man) and in_sight(shown, man, struck)]
    firing = tuple(volleys(shown, struck, fired))
    marks = tuple(mark_of(shown, man, struck) for man in men)
    ways = (marks, marks) if stands else tuple((mark,) * len(men) for mark in _WORST)
    least, most = (fire_odds(Targeted(firing, way), len(men), shown.house) for way in ways)
    return Foreseen(least, most, _bearing(shown, target, struck.shots), target.average)


def as_it_stands(state: State, group: str, plans: Sequence[FirePlan]) -> Iterator[Shot]:
    """Of fire that is written with the orders the shots that it would be now. IA-R263"""
    firing = tuple(arms(state, state.group(group)))
    for plan in plans:
        target = state.find_group(plan.target) if plan.how == "fire" else None
        arm = next((arm for arm in firing if arm.by == plan.by), None)
        found = direct(state, arm, target) if arm is not None and target is not None else None
        if isinstance(found, Shot):
            yield found


def _bearing(state: State, target: Group, shots: Sequence[Shot]) -> Circumstances:
    return Circumstances(
        machine_guns=machine_guns(shots),
        behind_flank=behind(state, target, shots),
        flame=any(shot.weapon in FLAME for shot in shots),
    )


def chances(found: Foreseen) -> tuple[Prospect, ...]:
    """Exact where it is known how the target stands."""
    if found.least != found.most:
        return ()
    return tuple(
        Prospect(words, found.least.at_least(men), Outcome("men hit", str(men)))
        for men, words in ((1, "at least one man hit"), (2, "two men or more"))
    )


def on_average(found: Foreseen) -> Fact:
    low, high = (f"{float(each.expected):.2f}" for each in (found.least, found.most))
    return Fact("men hit on average", low if low == high else f"{low} to {high}", Source.MEASURED)


def notes(found: Foreseen) -> Iterator[str]:
    """A range where the stance is not known; then how the target bears each loss."""
    if found.least != found.most:
        ranges = [f"{_share(found.least.at_least(n))} to {_share(found.most.at_least(n))}" for n in (1, 2)]
        yield f"As they may stand by then: at least one man hit {ranges[0]}, two or more {ranges[1]}"
    for hit in range(LOSSES):
        bands = found.most.nerves(hit, found.seen, average=found.average)
        told = [
            f"{_HOW[band]} {_share(share)}" for band, share in sorted(bands.items(), reverse=True) if share >= _TOLD
        ]
        if told:
            lost = "Nobody hit" if not hit else "1 hit" if hit == 1 else f"{hit} hit"
            yield f"{lost}: it {', '.join(told)}"


def _share(chance: Fraction) -> str:
    return f"{float(chance) * 100:.0f} %"


ALONE = "If nobody else fires at it. Its leaders, lone men and cover, which only its side knows, count as well"


# ── Facts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def near_of(state: State, group: str, shots: Sequence[Shot]) -> Fact:
    """To the nearest of them; the umpire's word where he has ruled it."""
    near = min(shots, key=lambda shot: shot.metres)
    said_ = said(state, group, RANGE, other=near.target)
    return said_[0] if said_ else Fact("range", round(near.metres), Source.MEASURED, "m")


def rulings(state: State, group: str, shots: Sequence[Shot]) -> Iterator[Fact]:
    """What the umpire has ruled of the rest that this fire depends on."""
    for target in dict.fromkeys(shot.target for shot in shots):
        yield from said(state, group, LOCATED, IN_ARC, LINE_OF_SIGHT, other=target)
        yield from said(state, target, COVER)
