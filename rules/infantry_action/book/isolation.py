"""Figure Bases: which figures are isolated from others, and which groups from officers and NCOs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Posture, Rank
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.table.board import Point
from rules.table.measure import between


class Isolation(Figures):
    erect: float
    prone: float


ISOLATION = section("isolation", Isolation)
NEAR = 1e-9


@dataclass(frozen=True, slots=True)
class CountedFigure:
    """A figure that is unhit and no prisoner: only those count. The point is its front's centre. IA-R020"""

    id: str
    at: Point
    posture: Posture
    rank: Rank = Rank.PRIVATE


def close(one: CountedFigure, other: CountedFigure) -> bool:
    """Within 30 m and one of the two standing, or within 10 m and both prone. IA-iso.figure, IA-R018."""
    both_prone = one.posture is Posture.PRONE and other.posture is Posture.PRONE
    reach = ISOLATION.prone if both_prone else ISOLATION.erect
    return between(one.at, other.at) <= reach + NEAR


def led_by(man: CountedFigure, leader: CountedFigure) -> bool:
    """Within 30 m of a standing officer or NCO, or 10 m of a prone one; whoever leads is led by himself.
    IA-iso.leader, IA-R018, IA-R020."""
    if not leader.rank.leads:
        return False
    if man.id == leader.id:
        return True
    reach = ISOLATION.erect if leader.posture is Posture.ERECT else ISOLATION.prone
    return between(man.at, leader.at) <= reach + NEAR


def isolated(group: Iterable[CountedFigure], side: Sequence[CountedFigure]) -> tuple[str, ...]:
    """The ids of the group's figures that have no other figure of their side (of any group) close to them, leaders
    too. Each deducts 1 in a reaction test. IA-iso.figure, IA-reaction.minus1.isolated, IA-R018, IA-R020."""
    return tuple(man.id for man in group if not any(man.id != other.id and close(man, other) for other in side))


def leaderless(group: Sequence[CountedFigure], side: Iterable[CountedFigure], house: House = BOOK) -> tuple[str, ...]:
    """The ids of the group's figures that are isolated from officers and NCOs: all of them, or none if any of them is
    in contact with one of the side. House rule `leader-isolation`: each for himself. Each of them deducts 1 in a
    reaction test. IA-iso.leader, IA-reaction.minus1.no-leader, IA-R018, IA-R019, IA-R020."""
    leaders = [man for man in side if man.rank.leads]
    led = {man.id for man in group if man.rank.leads or any(led_by(man, leader) for leader in leaders)}
    if led and house.choice("leader-isolation") == "group":
        return ()
    return tuple(man.id for man in group if man.id not in led)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="isolation",
        title="Isolation (metres)",
        section="Figure Bases and Deployment",
        columns=("within reach of", "standing", "prone"),
        rows=(
            ("another figure", ISOLATION.erect, ISOLATION.prone),
            ("an officer or NCO", ISOLATION.erect, ISOLATION.prone),
        ),
        notes=("Another figure: standing if either of the two stands. An officer or NCO: by his own posture.",),
        citation="IA-iso.figure",
    ),
)
