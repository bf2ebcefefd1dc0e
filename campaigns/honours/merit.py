"""What somebody has done, by the measure of an award: how much, and the lines of careers that bear it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.tables.roster import CareerFact, FactKind
from rules.honours import AwardMeasure
from rules.kernel.action import SideId
from rules.language.words import counted

_COUNTED: Mapping[AwardMeasure, tuple[FactKind, ...]] = {
    AwardMeasure.KILLS: (FactKind.KILL_CREDITED,),
    AwardMeasure.DESTROYED: (FactKind.DESTROY_CREDITED,),
    AwardMeasure.DEEDS: (FactKind.KILL_CREDITED, FactKind.DESTROY_CREDITED, FactKind.SHARE_CREDITED),
    AwardMeasure.TREATED: (FactKind.TREATED,),
    AwardMeasure.CARRIED: (FactKind.CARRIED,),
    AwardMeasure.FREED: (FactKind.FREED,),
    AwardMeasure.SAVED: (FactKind.TREATED, FactKind.CARRIED, FactKind.FREED),
    AwardMeasure.WOUNDED: (FactKind.WOUNDED, FactKind.KILLED),
    AwardMeasure.BATTLES: (FactKind.FIELDED,),
    AwardMeasure.HELD: (FactKind.FIELDED,),
    AwardMeasure.WON: (FactKind.FIELDED,),
    AwardMeasure.HONOURS: (FactKind.HONOURED,),
    AwardMeasure.HUMILIATIONS: (FactKind.HUMILIATED,),
    AwardMeasure.PROMOTED: (FactKind.FIELD_PROMOTED,),
}
_ONCE_A_BATTLE = (AwardMeasure.WOUNDED, AwardMeasure.BATTLES, AwardMeasure.HELD, AwardMeasure.WON)
_ONCE_A_COMRADE = (AwardMeasure.TREATED, AwardMeasure.CARRIED, AwardMeasure.FREED, AwardMeasure.SAVED)
_LOST = (FactKind.CAPTURED, FactKind.MISSING)


@dataclass(frozen=True, slots=True)
class EndedFor:
    """How a battle ended: who won it, and whose objectives were achieved, by side ("" for everybody's)."""

    winner: SideId | None
    achieved: Counter[SideId]

    def held(self, side: SideId) -> int:
        return self.achieved[side] + self.achieved[""]


@dataclass(frozen=True, slots=True)
class Merit:
    """How much of a measure somebody has. `evidence`: the lines of careers that it is counted from."""

    measure: AwardMeasure
    count: int
    evidence: tuple[CareerFact, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """Whoever has more of it did more: what was done alone goes before a part in what several did."""
        shares = sum(fact.kind == FactKind.SHARE_CREDITED for fact in self.evidence)
        return self.count - shares, shares

    def of(self, battle_id: int) -> bool:
        """Whether that battle has added anything to it."""
        return any(fact.battle_id == battle_id for fact in self.evidence)


def merit(measure: AwardMeasure, facts: Sequence[CareerFact], side: SideId, outcomes: Mapping[int, EndedFor]) -> Merit:
    """What these facts, of one figure or of all of a unit's people, amount to. `side`: whose they are; `outcomes`: of
    the battles in them, where they are known."""
    found = [fact for fact in facts if fact.kind in _COUNTED[measure]]
    if measure in (AwardMeasure.HELD, AwardMeasure.WON):
        found = _ended_well(measure, found, facts, side, outcomes)
        battles = {fact.battle_id: fact for fact in found}
        held = {battle: outcomes[battle].held(side) for battle in battles if battle is not None and battle in outcomes}
        count = sum(held.values()) if measure is AwardMeasure.HELD else len(battles)
        return Merit(measure, count, tuple(battles.values()))
    if measure in _ONCE_A_BATTLE:
        battles = {fact.battle_id: fact for fact in found if fact.battle_id is not None}
        return Merit(measure, len(battles), tuple(battles.values()))
    if measure in _ONCE_A_COMRADE:
        comrades = {(fact.battle_id, fact.by_figure_id): fact for fact in found}
        return Merit(measure, len(comrades), tuple(comrades.values()))
    return Merit(measure, len(found), tuple(found))


def _ended_well(
    measure: AwardMeasure,
    fielded: Iterable[CareerFact],
    facts: Sequence[CareerFact],
    side: SideId,
    outcomes: Mapping[int, EndedFor],
) -> list[CareerFact]:
    """The battles that their side won, or in which it had an objective, and in which they were not lost."""
    lost = {(fact.figure_id, fact.battle_id) for fact in facts if fact.kind in _LOST}

    def well(fact: CareerFact) -> bool:
        outcome = outcomes.get(fact.battle_id or 0)
        if outcome is None or (fact.figure_id, fact.battle_id) in lost:
            return False
        return outcome.winner == side if measure is AwardMeasure.WON else outcome.held(side) > 0

    return [fact for fact in fielded if well(fact)]


def words(found: Merit) -> str:
    """ "2 felled, a part in 3 more": what a citation says."""
    kinds = Counter(FactKind(fact.kind) for fact in found.evidence)
    if found.measure in (AwardMeasure.HONOURS, AwardMeasure.HUMILIATIONS):
        notes = list(dict.fromkeys(fact.note for fact in found.evidence if fact.note))
        return ", ".join(notes)[:200]
    if found.measure is AwardMeasure.HELD:
        return f"{counted(found.count, 'objective')} held"
    if found.measure is AwardMeasure.WON:
        return counted(found.count, "victory", "victories")
    if found.measure is AwardMeasure.BATTLES:
        return counted(found.count, "battle")
    if found.measure is AwardMeasure.WOUNDED:
        return _hurt(found)
    if found.measure is AwardMeasure.PROMOTED:
        return "promoted in the field"
    return ", ".join(said(kinds[kind], bool(at)) for at, (kind, said) in enumerate(_present(kinds)))


def _hurt(found: Merit) -> str:
    kinds = [fact.kind for fact in found.evidence]
    if kinds == [FactKind.KILLED]:
        return "killed in action"
    return "wounded in action" if len(kinds) == 1 else f"wounded in {counted(len(kinds), 'battle')}"


_SAID: tuple[tuple[FactKind, Callable[[int, bool], str]], ...] = (
    (FactKind.KILL_CREDITED, lambda n, more: f"{n} felled"),
    (FactKind.DESTROY_CREDITED, lambda n, more: f"{n} destroyed"),
    (FactKind.SHARE_CREDITED, lambda n, more: f"a part in {n}{' more' if more else ''}"),
    (FactKind.TREATED, lambda n, more: f"{counted(n, 'comrade')} treated"),
    (FactKind.CARRIED, lambda n, more: f"{counted(n, 'comrade')} carried"),
    (FactKind.FREED, lambda n, more: f"{counted(n, 'comrade')} freed"),
)


def _present(kinds: Counter[FactKind]) -> list[tuple[FactKind, Callable[[int, bool], str]]]:
    return [(kind, said) for kind, said in _SAID if kinds[kind]]
