"""Prisoners: surrender, escort, escape, and what they may do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.infantry_action.book.isolation import ISOLATION
from rules.infantry_action.book.reaction_results import RESULTS, Band, Restriction, restrictions
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class SurrenderDie:
    """Of one figure of a group in panic among the enemy: who does not surrender dashes away."""

    name: str
    die: int

    @property
    def surrenders(self) -> bool:
        return self.die < RESULTS.surrender_under


def surrender(names: Iterable[str], chance: Chance) -> tuple[SurrenderDie, ...]:
    """One die for each unhit figure in roster order, at once. IA-reaction.result.surrender, IA-R113"""
    return tuple(SurrenderDie(name, chance.roll(6, for_="surrender")) for name in names)


@dataclass(frozen=True, slots=True)
class Guard:
    """An enemy figure near a prisoner."""

    metres: float
    both_prone: bool = False
    unhit: bool = True


def held(guards: Iterable[Guard]) -> bool:
    """Whether a prisoner is held: one unhit guard who is not isolated from him is enough, for any number of them.
    IA-pris.escape, IA-R117"""
    return any(
        guard.unhit and guard.metres <= (ISOLATION.prone if guard.both_prone else ISOLATION.erect) for guard in guards
    )


def unarmed_bar(prisoner: bool, has_weapon: bool) -> RuleViolation | None:
    """Prisoners, and escaped ones until they take over a weapon, do not fight. IA-pris.unarmed, IA-R117"""
    if prisoner:
        words, remedy = "A prisoner takes no part in the battle.", "Set him free first."
    elif not has_weapon:
        words, remedy = "He has no weapon.", "Let him take over one that lies on the field."
    else:
        return None
    return RuleViolation(Why.UNARMED, words, citation="IA-pris.unarmed", remedy=remedy)


def binds_prisoners(band: Band) -> tuple[Restriction, ...]:
    """What of a result has effect on prisoners: retirement and panic, which frees them. IA-pris.reaction, IA-R117"""
    return tuple(line for line in restrictions(band) if line.binds_prisoners)
