"""Supplementary tests: for the crews of weapons, and for a group's senior leader."""

from __future__ import annotations

from collections.abc import Iterable

from rules.book.showing import Chart
from rules.infantry_action.book.isolation import ISOLATION
from rules.infantry_action.book.kinds import Rank, Weapon
from rules.infantry_action.book.reaction import Circumstances, Reaction, factors, reaction_dice
from rules.infantry_action.book.reaction_results import Band, band_of
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


class _Supplement(Figures):
    ranks: dict[Rank, int]
    crew: int


SUPPLEMENT = section("supplementary", _Supplement)
_ANTI_TANK = (Weapon.ONE_MAN_AT, Weapon.AT_GUN, Weapon.RECOILLESS, Weapon.MISSILE)


def crew_test_for(weapon: Weapon, men_serving: int) -> bool:
    """Whether the crew of that weapon has the better result: anti-tank weapons, and any served by at least 2 unhit men,
    an LMG with its number two included. IA-crewtest.plus1, IA-R114"""
    return men_serving >= 1 and (weapon in _ANTI_TANK or men_serving >= 2)


def crew_band(score: int, declined: bool = False) -> Band:
    """The band that binds such crews: that of the score plus 1 where it is less of a restraint. 15 is none: whoever is
    free is not made to advance by it (IA-R181). IA-crewtest.plus1, IA-R114"""
    own, raised = band_of(score), band_of(score + SUPPLEMENT.crew)
    return own if declined or raised is Band.MUST_ADVANCE else raised


def leader_of(group: Iterable[Rank]) -> int | None:
    """Which of the group's unhit figures, in roster order, may test: the highest in rank, the first of several; None
    without officer or NCO. IA-leadertest.separate, IA-R115"""
    ranks = list(group)
    best = max(ranks, key=lambda rank: rank.level, default=Rank.PRIVATE)
    return ranks.index(best) if best.leads else None


def leader_factors(seen: Circumstances, rank: Rank) -> Itemised:
    """The group's factors without isolation, and his own. IA-leadertest.factors, IA-R115. Raises RuleViolation for a
    private."""
    if rank not in SUPPLEMENT.ranks:
        raise RuleViolation(
            Why.NO_LEADER,
            "Only an officer or NCO tests by himself.",
            citation="IA-leadertest.separate",
            remedy="Let the group abide by its own result.",
        )
    own = Item(SUPPLEMENT.ranks[rank], rank.value, "IA-leadertest.factors")
    return Itemised((*factors(seen, isolation=False).items, own), label="factors")


def leader_test(
    seen: Circumstances, rank: Rank, chance: Chance, average: bool = False, house: House = BOOK
) -> Reaction:
    """His own test with new dice; the result binds his figure alone and is not taken back. IA-leadertest.separate,
    IA-leadertest.factors, IA-R115. Raises RuleViolation for a private."""
    added = leader_factors(seen, rank)
    return Reaction(reaction_dice(chance, average, house), added)


def commands(leader: Rank, same_group: bool, leads_group: bool = False, in_speech: bool = False) -> bool:
    """Whether a man is under a leader's direct command: of his group; for an officer also a leader of a group of his
    platoon within speech. `leads_group`: he is such a leader. IA-leadertest.panic, IA-R116"""
    return same_group or (leader is Rank.OFFICER and leads_group and in_speech)


def joins_panic(commanded: bool, metres: float, both_prone: bool = False, sees_dash: bool = False) -> bool:
    """Whether a man makes the leader's panic dash with him, whatever his group's result. IA-leadertest.panic,
    IA-R116"""
    near = metres <= (ISOLATION.prone if both_prone else ISOLATION.erect)
    return commanded and (near or sees_dash)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "leader-factors",
        "Supplementary tests: factors",
        "Supplementary Test for Leaders",
        ("who", "amount"),
        (
            *((rank.value, amount) for rank, amount in SUPPLEMENT.ranks.items()),
            ("anti-tank weapons, and weapons with a crew of 2 or more", SUPPLEMENT.crew),
        ),
        notes=("A leader dices again and ignores isolation; crews use the group's dice.",),
        citation="IA-leadertest.factors",
    ),
)
