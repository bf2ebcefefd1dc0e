"""Growth: what a figure carries from battle to battle, and what he may learn. A rule set that knows neither lends none.

A condition (wounds, mostly) and an upgrade's key are text that only the rule set reads; a campaign keeps them with the
person, not with his place in the unit. Which of it counts is a policy of the campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class GrowingPerson:
    """A figure as growth sees him: the sheet of his place, what he has learned himself, what he suffers from."""

    traits: str
    gains: tuple[str, ...] = ()
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Something to learn. `about`: what it comes to, in a few words."""

    key: str
    title: str
    about: str = ""
    group: str = ""
    """Upgrades of one kind are offered together: "Ability", "Special skill"."""


WOUNDED = "wounded"
"""The condition of a book that knows no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """What a rule set lends to campaigns whose people change."""

    may_fight: Callable[[str], bool]
    """Whether one in this condition takes the field."""
    rested: Callable[[str], str]
    """The condition after a battle that he sat out; "" when nothing is left of it."""
    describe: Callable[[str], str]
    """ "Serious Wound"; "" for no condition."""
    carried: Callable[[GrowingPerson], str]
    """What the person brings to a battle: `MusterFigure.condition`."""
    sheet: Callable[[GrowingPerson], tuple[str, ...]]
    """What he can do and what he carries, in lines."""
    short: Callable[[GrowingPerson], str]
    """The same in one line, as short as may be."""
    upgrades: Callable[[GrowingPerson, Sequence[GrowingPerson]], tuple[Upgrade, ...]]
    """What he may learn among these comrades (the others of his unit)."""
    upgrade: Callable[[GrowingPerson, Sequence[GrowingPerson], str], Upgrade]
    """One of them by its key. Raises RuleViolation that says why he may not."""
    misses: bool = False
    """By the book the wounded miss the next battle: so it is in a campaign whose GM says nothing else."""
    kept: Callable[[tuple[tuple[str, str], ...]], bool] = lambda options: False
    """Whether these house-rule switches have conditions last, whatever the campaign's policy."""


def unlearned(
    sheet: Callable[[GrowingPerson], tuple[str, ...]],
    short: Callable[[GrowingPerson], str],
    *,
    why: str,
    citation: str,
    remedy: str,
    misses: bool = False,
) -> Growth:
    """Of a book in which nobody learns anything, as `why` says, and a wound is all that one carries from battle to
    battle: it keeps him from the next one, and is healed after that."""

    def upgrade(person: GrowingPerson, comrades: Sequence[GrowingPerson], key: str) -> Upgrade:
        raise RuleViolation(Why.NO_IMPROVEMENT, why, citation=citation, remedy=remedy)

    return Growth(
        may_fight=lambda condition: condition != WOUNDED,
        rested=lambda condition: "",
        describe=lambda condition: "Wounded" if condition == WOUNDED else "",
        carried=lambda person: person.condition,
        sheet=sheet,
        short=short,
        upgrades=lambda person, comrades: (),
        upgrade=upgrade,
        misses=misses,
    )
