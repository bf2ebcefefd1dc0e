"""What turned a battle: the greatest swing of strength, of an objective, the deed that it hinged on, the throws that
fell furthest from what was to be expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.battle.record.accounts import ToldBattle
from campaigns.story.by_turn import ByTurn
from campaigns.story.variety import StoryPage
from rules.kernel.action import SideId
from rules.language.words import are_several, listed, within
from rules.telling.story import MomentKind


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """`kind`: "strength", "objective", "hinge" or "odds"."""

    turn: int
    kind: str
    text: str


_OUT = (MomentKind.TAKEN, MomentKind.LEFT)


def turning_points(
    kept: ToldBattle, told: ByTurn, names: Mapping[SideId, str], turn: str, page: StoryPage
) -> tuple[TurningPoint, ...]:
    """As one viewer may know them, in the order of the turns. `turn`: what the book calls one."""
    found = [
        _strength(kept, names, turn, page),
        _objective(told, turn, page),
        _hinge(told, turn, page),
        _odds(told, names, turn, page),
    ]
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.turn))


def lost_by_turn(kept: ToldBattle) -> dict[int, Counter[SideId]]:
    """How many people, vehicles, guns and bases each side lost the use of, by turn: each one once, by the first that
    befell them."""
    named, seen, found = kept.named, set[str](), dict[int, Counter[SideId]]()
    for each in kept.account.moments:
        who = named.get(each.who)
        if each.act is MomentKind.HEALED:
            seen.discard(each.who)
        if who is None or each.who in seen or not who.body:
            continue
        if each.act is MomentKind.HURT or each.act in _OUT:
            seen.add(each.who)
            found.setdefault(each.turn, Counter())[who.side] += 1
    return found


def _strength(kept: ToldBattle, names: Mapping[SideId, str], turn: str, page: StoryPage) -> TurningPoint | None:
    """The turn in which one side lost most more than the others."""
    lost = lost_by_turn(kept)
    swings = {
        number: max(own.values()) - (sorted(own.values())[-2] if len(own) > 1 else 0) for number, own in lost.items()
    }
    most = max(sorted(swings), key=lambda number: swings[number], default=None)
    if most is None or swings[most] < 2 or len(lost) < 2:
        return None
    sides = [side for side in names if lost[most][side]]
    clauses = [f"{within(names[side])} {_lose(names[side])} {lost[most][side]}" for side in sides]
    if len(sides) == 1:
        clauses.append("nobody else is hit")
    return TurningPoint(most, "strength", page.say("swing", turn=f"{turn} {most}", what=listed(clauses)))


def _lose(name: str) -> str:
    return "lose" if are_several(name) else "loses"


def _objective(told: ByTurn, turn: str, page: StoryPage) -> TurningPoint | None:
    """The turn in which most objectives changed hands or state."""
    counts = {each.turn: len(each.aims) for each in told.turns if each.aims}
    most = max(sorted(counts), key=lambda number: counts[number], default=None)
    if most is None:
        return None
    record = next(each for each in told.turns if each.turn == most)
    text = page.say("swing_of_aims", turn=f"{turn} {most}", what="; ".join(record.aims))
    return TurningPoint(most, "objective", text)


def _hinge(told: ByTurn, turn: str, page: StoryPage) -> TurningPoint | None:
    if told.hinge is None:
        return None
    text = page.say("hinge", turn=f"{turn} {told.hinge.turn}", what=told.hinge.words.rstrip("."))
    return TurningPoint(told.hinge.turn, "hinge", text)


def _odds(told: ByTurn, names: Mapping[SideId, str], turn: str, page: StoryPage) -> TurningPoint | None:
    one = told.fluke
    if one is None:
        return None
    text = page.say(
        "fluke",
        turn=f"{turn} {one.turn}",
        whose=within(names.get(one.side, one.side)),
        what=one.what,
        got=str(one.got),
        dice=str(one.dice),
        expected=f"{one.expected:.1f}",
    )
    return TurningPoint(one.turn, "odds", text)
