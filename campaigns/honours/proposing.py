"""Who is proposed for which award after a battle: by rule, from careers as they are now. So what is corrected in a
career changes the proposals that hang on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.honours.held import unit_honours, worn_of
from campaigns.honours.merit import EndedFor, Merit, merit, words
from campaigns.roster.careers import Status, facts_of, in_force
from campaigns.roster.units import RosterFigure, RosterUnit
from campaigns.tables.honours import DeclinedHonour, UnitHonour
from campaigns.tables.roster import PERSON, CareerFact, FactKind
from rules.honours import Award, Often, Posthumous, Recipient, Scope
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class HonourProposal:
    """Somebody, or a unit (`figure` None), for an award."""

    award: Award
    unit: RosterUnit
    figure: RosterFigure | None
    merit: Merit
    battle_id: int

    @property
    def ref(self) -> str:
        """No two proposals of a battle have one."""
        return f"{self.award.key}.{self.figure.ref if self.figure is not None else self.unit.ref}"

    @property
    def citation(self) -> str:
        """What it says if nobody changes it: "2 felled, a part in 3 more"."""
        where = "" if self.award.scope is Scope.BATTLE else " so far"
        led = "led " + self.unit.name + ": " if self.award.to is Recipient.LEADER else ""
        return f"{led}{words(self.merit)}{where}"

    @property
    def seqs(self) -> tuple[int, ...]:
        """The entries of the battle's journal that bear it out, in order."""
        own = [fact for fact in self.merit.evidence if fact.battle_id == self.battle_id]
        return tuple(sorted({fact.seq for fact in own if fact.seq is not None}))


@dataclass(frozen=True, slots=True)
class Contested:
    """An honour given for the battle that the careers bear out no more."""

    name: str
    whose: str


@dataclass(frozen=True, slots=True)
class ProposedHonour:
    proposals: tuple[HonourProposal, ...]
    contested: tuple[Contested, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Whoever may get something. `worn`: what they have, each with the battle that it was for: by key, and by name
    where it stands in no list."""

    award: Award
    unit: RosterUnit
    figure: RosterFigure | None
    merit: Merit
    worn: Sequence[tuple[str, int | None]]


Leads = Callable[[str], bool]
"""Whether the holder of a place with this sheet leads: of rules.succession."""


class HonoursBoard:
    """Everything that a battle's proposals are made from, read once."""

    def __init__(
        self, battle_id: int, units: Sequence[RosterUnit], outcomes: Mapping[int, EndedFor], leads: Leads | None
    ) -> None:
        self.battle_id, self.units, self.outcomes, self.leads = battle_id, units, outcomes, leads
        self.people = {man.id: (unit, man) for unit in units for man, slot in unit.everybody if slot.kind == PERSON}
        self.facts: Mapping[int, list[CareerFact]] = {}
        self.of_unit: dict[int, list[CareerFact]] = {unit.id: [] for unit in units}
        self.worn: dict[tuple[str, int], list[tuple[str, int | None]]] = {}
        self.declined: set[tuple[str, str, int]] = set()

    async def read(self, session: AsyncSession) -> None:
        """The careers of all these people, what was done in the places of these units, what they wear, what was
        declined."""
        self.facts = {figure: in_force(facts) for figure, facts in (await facts_of(session, self.people)).items()}
        slots = {slot.id: unit.id for unit in self.units for slot in (*unit.places, *unit.struck)}
        taken_back = select(CareerFact.corrects_id).where(col(CareerFact.corrects_id).is_not(None))
        done = select(CareerFact).where(col(CareerFact.slot_id).in_(slots), col(CareerFact.id).not_in(taken_back))
        for fact in (await session.exec(done.order_by(col(CareerFact.id)))).all() if slots else ():
            self.of_unit[slots[fact.slot_id or 0]].append(fact)
        for figure, facts in self.facts.items():
            for fact in facts:
                if fact.kind == FactKind.DECORATED:
                    self._wears("f", figure, fact, fact.note)
        for row in await unit_honours(session, list(self.of_unit)):
            self._wears("u", row.unit_id, row, row.name)
        declined = select(DeclinedHonour).where(DeclinedHonour.battle_id == self.battle_id)
        for row in (await session.exec(declined)).all():
            what, whose = ("f", row.figure_id) if row.figure_id is not None else ("u", row.unit_id or 0)
            self.declined.add((row.award, what, whose))

    def _wears(self, what: str, whose: int, row: CareerFact | UnitHonour, name: str) -> None:
        worn = worn_of(row.award)
        own = self.worn.setdefault((what, whose), [])
        own.append((worn.key if worn is not None else name, row.battle_id))

    # ── Who may get it ────────────────────────────────────────────────────────────────────────────────────────────

    def candidates(self, award: Award) -> Iterable[_Candidate]:
        """All who have it in them to get an award, whatever they did."""
        match award.to:
            case Recipient.FIGURE:
                for figure, (unit, man) in self.people.items():
                    yield self._candidate(award, unit, man, self.facts[figure])
            case Recipient.LEADER:
                for unit in self.units:
                    if (chief := self._chief(unit)) is not None:
                        yield self._candidate(award, unit, chief, self.of_unit[unit.id])
            case Recipient.UNIT:
                for unit in self.units:
                    yield self._candidate(award, unit, None, self.of_unit[unit.id])

    def _candidate(
        self, award: Award, unit: RosterUnit, man: RosterFigure | None, facts: Sequence[CareerFact]
    ) -> _Candidate:
        counted = merit(award.measure, self._in_scope(award, unit, facts), unit.side, self.outcomes)
        whose = ("f", man.id) if man is not None else ("u", unit.id)
        return _Candidate(award, unit, man, counted, self.worn.get(whose, ()))

    def _in_scope(self, award: Award, unit: RosterUnit, facts: Sequence[CareerFact]) -> list[CareerFact]:
        """Nothing that came later than the battle counts for it."""
        past = [fact for fact in facts if fact.battle_id is None or fact.battle_id <= self.battle_id]
        match award.scope:
            case Scope.BATTLE:
                return [fact for fact in past if fact.battle_id == self.battle_id]
            case Scope.CAMPAIGN:
                return [fact for fact in past if fact.battle_id is not None]
            case Scope.UNIT:
                own = {slot.id for slot in (*unit.places, *unit.struck)}
                return [fact for fact in past if fact.slot_id in own]
            case Scope.CAREER:
                return past

    def _chief(self, unit: RosterUnit) -> RosterFigure | None:
        """Whoever held the unit's leading place in the battle."""
        if self.leads is None:
            return None
        places = {slot.id: slot for slot in unit.slots if self.leads(slot.traits)}
        came = [
            (places[fact.slot_id].number, fact.figure_id)
            for fact in self.of_unit[unit.id]
            if fact.kind == FactKind.FIELDED and fact.battle_id == self.battle_id and fact.slot_id in places
        ]
        return next((self.people[figure][1] for _, figure in sorted(came) if figure in self.people), None)

    # ── Whether they get it ───────────────────────────────────────────────────────────────────────────────────────

    def deserves(self, one: _Candidate) -> bool:
        """Whether the measure is reached, and this battle added to it."""
        return (
            one.merit.count >= one.award.least
            and one.merit.of(self.battle_id)
            and one.award.is_of(one.unit.nation)
            and _alive_enough(one)
        )

    def may_have(self, one: _Candidate, order: Mapping[str, int], groups: Mapping[str, str]) -> bool:
        """Whether it is not theirs already, nor something higher for the same battle, nor declined."""
        award = one.award
        own = [battle for key, battle in one.worn if key in (award.key, award.name)]
        before = {key for key, battle in one.worn if battle != self.battle_id}
        whose = ("f", one.figure.id) if one.figure is not None else ("u", one.unit.id)
        if self.battle_id in own or (award.key, *whose) in self.declined:
            return False
        if award.after is not None and award.after not in before:  # a step at a time
            return False
        if award.often is Often.ONCE and own:
            return False
        if award.often is Often.EACH_TIME and one.merit.count // award.least <= len(own):
            return False
        higher = [
            key
            for key, battle in one.worn
            if battle == self.battle_id and award.group and groups.get(key) == award.group
        ]
        return not any(order[key] > order[award.key] for key in higher)


def _alive_enough(one: _Candidate) -> bool:
    if one.figure is None:
        return True
    dead = one.figure.status is Status.KILLED
    return {Posthumous.ALLOWED: True, Posthumous.NEVER: not dead, Posthumous.ONLY: dead}[one.award.posthumous]


async def propose(session: AsyncSession, board: HonoursBoard, awards: Sequence[Award]) -> ProposedHonour:
    """The proposals for the battle, by side and unit, and what was given for it and is borne out no more."""
    await board.read(session)
    order = {award.key: at for at, award in enumerate(awards)}
    groups = {award.key: award.group for award in awards}
    found: list[_Candidate] = []
    contested: list[Contested] = []
    for award in awards:
        everybody = list(board.candidates(award))
        contested += _contested(award, everybody, board)
        deserving = [one for one in everybody if board.deserves(one)]
        found += [one for one in (_best(deserving) if award.best else deserving) if board.may_have(one, order, groups)]
    kept = _highest(found, order)
    place = {unit.id: at for at, unit in enumerate(board.units)}
    kept.sort(key=lambda one: (place[one.unit.id], one.figure is not None, one.figure.number if one.figure else 0))
    made = (HonourProposal(one.award, one.unit, one.figure, one.merit, board.battle_id) for one in kept)
    return ProposedHonour(tuple(made), tuple(contested))


def _contested(award: Award, everybody: Sequence[_Candidate], board: HonoursBoard) -> Iterable[Contested]:
    """Given for this battle, and no longer earned in it."""
    for one in everybody:
        if (award.key, board.battle_id) in one.worn and one.merit.count < award.least:
            yield Contested(award.name, one.figure.name if one.figure is not None else one.unit.name)


def _best(deserving: Sequence[_Candidate]) -> list[_Candidate]:
    """On each side whoever did most; several where they did as much."""
    best: dict[SideId, tuple[int, int]] = {}
    for one in deserving:
        best[one.unit.side] = max(best.get(one.unit.side, (0, 0)), one.merit.rank)
    return [one for one in deserving if one.merit.rank == best[one.unit.side]]


def _highest(found: Sequence[_Candidate], order: Mapping[str, int]) -> list[_Candidate]:
    """Of one group only the highest for each."""

    def whose(one: _Candidate) -> tuple[object, ...]:
        return one.unit.id, one.figure.id if one.figure is not None else None, one.award.group or one.award.key

    top = Counter[tuple[object, ...]]()
    for one in found:
        top[whose(one)] = max(top[whose(one)], order[one.award.key] + 1)
    return [one for one in found if order[one.award.key] + 1 == top[whose(one)]]
