"""Lasting injuries that a battle proposes: a D6 for each of those whom it wounded and who live, and where that shows so
little as the campaign's house rule says, another one for which.

The dice are the battle's own, under its key, with the number of the entry that would follow its last. Each bears its
figure's reference in its purpose, so nobody's die hangs on who else was hit, and whoever has the revealed seed can
recompute it. Nothing is written but what a GM then gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.finding import words_of
from campaigns.battle.record.mustering import units_called
from campaigns.battle.record.seed import battle_key
from campaigns.members.policies import Policies
from campaigns.roster.careers import GONE, facts_of, in_force
from campaigns.roster.units import RosterFigure, RosterUnit
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleSeed
from campaigns.tables.roster import PERSON, CareerFact, FactKind
from rules.kernel.chance import Seeded
from rules.seam.injuries import SIDES, LastingInjury
from rules.seam.ruleset import AnyRuleSet

WHETHER, WHICH = "lasting injury of", "which injury of"
"""Purposes of the two dice, each before the figure's reference."""
_DICE = re.compile(r"\bD6: ([1-6]), then ([1-6])$")


@dataclass(frozen=True, slots=True)
class InjuryDrawn:
    """What the dice say of one of the wounded. `injury` None: nothing lasts, or nothing that they do not have
    already."""

    unit: RosterUnit
    figure: RosterFigure
    die: int
    which: int | None
    injury: LastingInjury | None

    @property
    def dice(self) -> str:
        """ "D6: 1, then 4"."""
        return f"D6: {self.die}" + (f", then {self.which}" if self.which is not None else "")


def dice_in(note: str) -> tuple[int, int] | None:
    """Both dice of an injury that was given as it was proposed, out of its line in the career; None: it names none."""
    found = _DICE.search(note)
    return (int(found[1]), int(found[2])) if found is not None else None


def thrown(key: bytes, event: int, ref: str) -> tuple[int, int]:
    """Both dice of somebody, whether or not the first calls for the second. `event`: the entry after the last."""
    chance = Seeded(key, event)
    return chance.roll(SIDES, for_=f"{WHETHER} {ref}"), chance.roll(SIDES, for_=f"{WHICH} {ref}")


async def drawn(
    session: AsyncSession, row: Battle, rules: AnyRuleSet, settings: Policies, units: Sequence[RosterUnit]
) -> tuple[InjuryDrawn, ...]:
    """The dice of all whom a battle that is over has wounded, in these units, but for those who have been given an
    injury for it."""
    if not settings.injuries or not rules.forces.injuries.known:
        return ()
    people = [(unit, man) for unit in units for man, slot in unit.everybody if slot.kind == PERSON]
    facts = await facts_of(session, [man.id for _, man in people])
    hurt = [(unit, man) for unit, man in people if _hurt(facts, man, pk(row.id))]
    if not hurt:
        return ()
    newest = select(BattleSeed.seed).where(BattleSeed.battle_id == row.id).order_by(col(BattleSeed.from_seq).desc())
    seed = (await session.exec(newest.limit(1))).one()
    key = battle_key(bytes.fromhex(seed), words_of(row))
    return tuple(_rolled(key, row.version + 1, rules, settings, unit, man) for unit, man in hurt)


def _hurt(facts: Mapping[int, Sequence[CareerFact]], man: RosterFigure, battle: int) -> bool:
    kinds = {fact.kind for fact in in_force(facts[man.id]) if fact.battle_id == battle}
    return FactKind.WOUNDED in kinds and FactKind.INJURED not in kinds and man.status not in GONE


def _rolled(
    key: bytes, event: int, rules: AnyRuleSet, settings: Policies, unit: RosterUnit, man: RosterFigure
) -> InjuryDrawn:
    die, which = thrown(key, event, man.ref)
    if die > settings.injuries:
        return InjuryDrawn(unit, man, die, None, None)
    injury = rules.forces.injuries.on(which)
    return InjuryDrawn(unit, man, die, which, None if injury.key in man.standing.injuries else injury)


async def words(
    session: AsyncSession, row: Battle, rules: AnyRuleSet, settings: Policies
) -> Mapping[str, tuple[str, ...]]:
    """What the dice say, by side, a line each: "Ann Bell of Able (D6: 1, then 4): a limp: moves 1 inch less"."""
    if not settings.injuries:
        return {}
    found = await drawn(session, row, rules, settings, await units_called(session, pk(row.id)))
    lines: dict[str, tuple[str, ...]] = {}
    for one in found:
        what = one.injury.words if one.injury is not None else "nothing that lasts"
        line = f"{one.figure.name} of {one.unit.name} ({one.dice}): {what}"
        lines[one.unit.side] = (*lines.get(one.unit.side, ()), line)
    return lines
