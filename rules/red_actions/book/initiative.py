"""Who has the next segment: alternately or by roll-off; Clever officers who pre-empt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Initiative(Figures):
    clever: int
    ends: int


FIGURES = section("initiative", _Initiative)


@dataclass(frozen=True, slots=True)
class RollOff:
    """`throws`: each pair of dice, the first side's first. `winner`: 0 or 1; none where the turn ends."""

    throws: tuple[tuple[int, int], ...]
    winner: int | None
    by_draw: bool = False

    @property
    def last(self) -> tuple[int, int]:
        return self.throws[-1]


def throw(chance: Chance, names: Sequence[str] = ("first side", "second side")) -> tuple[int, int]:
    first, second = (chance.roll(6, for_=f"initiative, {name}") for name in names)
    return first, second


def higher(dice: tuple[int, int]) -> int | None:
    """The side with the higher die; none on a draw."""
    return None if dice[0] == dice[1] else int(dice[1] > dice[0])


# ── Alternately ─────────────────────────────────────────────────────────────────────────────────────────────────────


def first_of_turn(chance: Chance, names: Sequence[str] = ("first side", "second side")) -> RollOff:
    """Who begins a turn: the higher die, equal dice are thrown again. RA-init.standard.1, RA-R108"""
    throws: list[tuple[int, int]] = []
    winner = None
    while winner is None:
        throws.append(throw(chance, names))
        winner = higher(throws[-1])
    return RollOff(tuple(throws), winner)


def next_side(last: int, waiting: tuple[int, int]) -> int | None:
    """Whose segment follows one of `last`: the other side's, the same side's while the other has no unit waiting; none
    when the turn is over. RA-init.standard.1, RA-init.standard.2"""
    other = 1 - last
    if waiting[other] > 0:
        return other
    return last if waiting[last] > 0 else None


def bar_pass(house: House = BOOK) -> None:
    """RA-R108"""
    if not house.on("allow-pass"):
        raise RuleViolation(
            "no-passing",
            "Nobody passes while he has units left to act.",
            citation="RA-R108",
            remedy="Give a segment to one of your units; it may also stay where it is.",
        )


# ── Roll-off a segment ──────────────────────────────────────────────────────────────────────────────────────────────


def roll_off(
    chance: Chance,
    last_loser: int | None,
    names: Sequence[str] = ("first side", "second side"),
    house: House = BOOK,
) -> RollOff:
    """Who moves a unit next. A draw goes to the loser of the last decided roll-off; before there is one, the dice are
    thrown again. Two ones end the turn where that was agreed. RA-init.dice.1, RA-init.dice.2, RA-init.dice.3,
    RA-R109"""
    throws: list[tuple[int, int]] = []
    while True:
        throws.append(throw(chance, names))
        if ends_turn(throws[-1], house):
            return RollOff(tuple(throws), None)
        winner = higher(throws[-1])
        if winner is not None:
            return RollOff(tuple(throws), winner)
        if last_loser is not None:
            return RollOff(tuple(throws), last_loser, by_draw=True)


def ends_turn(dice: tuple[int, int], house: House = BOOK) -> bool:
    """RA-init.dice.3"""
    return house.on("both-ones-end-turn") and dice == (FIGURES.ends, FIGURES.ends)


def loser_after(off: RollOff, last_loser: int | None) -> int | None:
    """Who wins the next draw: the loser of this roll-off if its dice decided it. RA-init.dice.2, RA-R109"""
    decided = higher(off.last)
    return last_loser if decided is None else 1 - decided


# ── Clever officers ─────────────────────────────────────────────────────────────────────────────────────────────────


def pre_emption_bar(
    *, clever: bool, enemy_clever: bool, acted: bool = False, visible: bool = True, is_pre_emption: bool = False
) -> RuleViolation | None:
    """Why nobody may try to pre-empt the announced action of an enemy unit. `is_pre_emption`: that action is one
    itself. RA-preempt.clever.1, RA-preempt.clever.2, RA-char.clever.1, RA-R110, RA-R146"""
    wrong: tuple[tuple[bool, str, str, str], ...] = (
        (not clever, "This unit has no Clever officer.", "RA-preempt.clever.1", "Choose a unit that he commands."),
        (acted, "This unit has acted this turn.", "RA-R110", "Choose a unit that has not."),
        (not visible, "This unit does not see the enemy that acts.", "RA-preempt.clever.1", "Choose one that does."),
        (enemy_clever, "That enemy has a Clever officer too.", "RA-preempt.clever.2", "Wait for another enemy."),
        (is_pre_emption, "A pre-emption is not pre-empted.", "RA-R146", "Wait for another action."),
    )
    for applies, why, citation, remedy in wrong:
        if applies:
            return RuleViolation("no-pre-emption", why, citation=citation, remedy=remedy)
    return None


def pre_empts(die: int) -> bool:
    """RA-preempt.clever.1"""
    return die >= FIGURES.clever


def roll_pre_empt(chance: Chance) -> tuple[int, bool]:
    """One die for one announced action. RA-preempt.clever.1, RA-R110"""
    die = chance.roll(6, for_="Clever officer")
    return die, pre_empts(die)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="initiative",
        title="Initiative",
        section="Turn Sequence (p3)",
        columns=("way", "who has the segment"),
        rows=(
            ("standard", "higher die begins the turn, equal dice again; then alternately"),
            ("cards", "a card a unit and HQ, drawn at random"),
            ("dice", "higher die before each segment; a draw to the last loser"),
            ("dice, agreed", f"both dice {FIGURES.ends}: the turn ends"),
            ("Clever officer", f"d6 of {FIGURES.clever}: his unit acts first"),
        ),
        citation="RA-init.standard.1",
    ),
)
