"""Mounting and dismounting: what cavalry fights as on foot, and who holds the horses."""

from __future__ import annotations

from rules.book.showing import Chart
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.tables import Figures, section


class _Dismounting(Figures):
    table: tuple[tuple[str, str], ...]
    holders: int


FIGURES = section("dismounting", _Dismounting)


def fighting_bases(bases: int) -> int:
    """Bases that fight on foot while one holds the horses. Refused where none would be left. RA-dismount.2, RA-R121"""
    left = bases - FIGURES.holders
    if left < 1:
        raise RuleViolation(
            "no-holders",
            "One base must hold the horses, and none would be left to fight.",
            citation="RA-dismount.2",
            remedy="Stay mounted.",
        )
    return left


def bar_remount(horses_here: bool) -> None:
    """Refuse to mount while the horses are elsewhere. RA-dismount.3"""
    if not horses_here:
        raise RuleViolation(
            "no-horses",
            "The horses are not with the unit.",
            citation="RA-dismount.3",
            remedy="Bring the holders back into contact first.",
        )


def bar_change(moved: bool) -> None:
    """Refuse to mount, dismount, embark or disembark after a move: it takes all of one. RA-dismount.1,
    RA-action.mount"""
    if moved:
        raise RuleViolation(
            Why.MOVED,
            "Mounting and dismounting take an entire move.",
            citation="RA-dismount.1",
            remedy="Do it next turn.",
        )


def foot_card(card: str, officers: bool = False) -> str:
    """What a card named so in the book fights as on foot; `officers`: cavalry of officer quality. Refused for what the
    table does not name. RA-dismount.4, RA-R121"""
    for horse, foot in FIGURES.table:
        if horse == card:
            plain, _, other = foot.partition(", or ")
            return other.removesuffix(" as appropriate") if other and officers else plain
    raise RuleViolation(
        "no-foot-card",
        f"The table of dismounting does not name {card}.",
        citation="RA-dismount.4",
        remedy=f"It names {', '.join(horse for horse, _ in FIGURES.table)}.",
    )


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="dismounting",
        title="Dismounting",
        section="Dismounting (p14)",
        columns=("cavalry", "on foot"),
        rows=FIGURES.table,
        notes=("One base holds the horses (RA-dismount.2).",),
        citation="RA-dismount.4",
    ),
)
