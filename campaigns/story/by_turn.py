"""What one viewer was told of a battle, turn by turn: what each cost and decided, what it hinged on, how the dice fell.

Made of the journal's living entries and kept beside the battle once it is over, as its accounts are: the same entries
always give the same text, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement
from sqlmodel import col, delete, select

from campaigns.battle.record import journal
from campaigns.battle.record.accounts import EVERYBODY, EVERYTHING
from campaigns.battle.record.journal import Entry
from campaigns.database.store import Store
from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleStatus, EntryKind
from campaigns.tables.campaigns import Campaign
from campaigns.tables.stories import BattleByTurn
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, ObjectiveView, Viewer
from rules.telling.gathering import gather
from rules.telling.headline import costs, decided, first_line, weight
from rules.telling.luck import SideLuck, luck
from rules.telling.told import Told

LONGEST = 300
"""Characters of one line of a turn."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn; 0: what came before the first. `costs`, `decided`: clauses ("1st Squad loses 2 killed"); `aims`:
    objectives whose state has changed; `deeds`: the first line of each deed that cost or decided something."""

    turn: int
    costs: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    """What the scenario said."""

    @property
    def quiet(self) -> bool:
        return not (self.costs or self.decided or self.aims)


@dataclass(frozen=True, slots=True)
class Hinge:
    """The deed that cost or decided most."""

    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class Fluke:
    """The throws of one side in one turn that fell furthest from what was to be expected. `above`: by so many standard
    deviations."""

    turn: int
    side: SideId
    what: str
    got: int
    dice: int
    expected: float
    above: float


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective as it stood when the battle was over. `sides`: whose it was; empty: everybody's."""

    text: str
    state: str
    sides: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class ByTurn:
    """A battle as one viewer was told it. `hand_overs`: how often the turn to act went from one side to another, in
    deeds of which the viewer knows."""

    turns: tuple[TurnRecord, ...] = ()
    hinge: Hinge | None = None
    fluke: Fluke | None = None
    luck: tuple[SideLuck, ...] = ()
    objectives: tuple[Objective, ...] = ()
    hand_overs: int = 0


KEPT: TypeAdapter[ByTurn] = TypeAdapter(ByTurn)
_LEAST_ABOVE = 2.0


def viewer_called(key: str) -> Viewer:
    """The viewer of battles who reads what is kept under this key."""
    if key == EVERYTHING:
        return Viewer(umpire=True)
    return PUBLIC if key == EVERYBODY else Viewer(key)


def reckon(rules: AnyRuleSet, entries: Sequence[Entry], viewer: Viewer) -> ByTurn:
    """From all living entries of a battle. Takes its time."""
    battle = rules.battle
    state, turn = battle.blank(), 0
    runs: dict[int, list[list[Told]]] = {}
    aims: dict[int, tuple[ObjectiveView, ...]] = {}
    for _, group in groupby(entries, key=lambda entry: entry.cause):
        run: list[Told] = []
        for event in (event for entry in group for event in entry.events):
            begun = battle.turn_begun(event) if _known(event.audience, viewer) else None
            if begun is not None and begun != turn:
                aims[turn] = battle.objectives(state, viewer, False)
                runs.setdefault(turn, []).append(run)
                turn, run = begun, []
            state = battle.evolve(state, event)
            (told,) = battle.told(state, event, (viewer,))
            # What the umpire told one side alone is no part of the course.
            if told is not None and not (told.story and told.secret):
                run.append(told)
        runs.setdefault(turn, []).append(run)
    aims[turn] = over = battle.objectives(state, viewer, True)
    tolds = {number: [told for run in made for told in run] for number, made in runs.items()}
    return ByTurn(
        turns=tuple(_turns(runs, aims)),
        hinge=_hinge(runs),
        fluke=_fluke(tolds),
        luck=luck(told for made in tolds.values() for told in made),
        objectives=tuple(Objective(each.text, each.state, each.sides) for each in over),
        hand_overs=_hand_overs(entries, viewer),
    )


def _known(audience: tuple[SideId, ...] | None, viewer: Viewer) -> bool:
    return viewer.umpire or audience is None or viewer.side in audience


def _turns(runs: dict[int, list[list[Told]]], aims: dict[int, tuple[ObjectiveView, ...]]) -> Iterable[TurnRecord]:
    before: dict[str, str] = {}
    for number, made in sorted(runs.items()):
        gathered = [gather(run) for run in made]
        whole = [told for run in gathered for told in run]
        now = {each.text: each.state for each in aims.get(number, ())}
        changed = [f"{text.rstrip('.')} ({state})" for text, state in now.items() if before.get(text, "open") != state]
        before |= now
        record = TurnRecord(
            turn=number,
            costs=_cut(costs(whole)),
            decided=_cut(decided(whole)),
            aims=_cut(changed),
            deeds=_cut(first_line(run) for run in gathered if weight(run)),
            story=_cut(told.headline for told in whole if told.story),
        )
        if number or not record.quiet or record.story:
            yield record


def _cut(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…" for line in lines)


def _hinge(runs: dict[int, list[list[Told]]]) -> Hinge | None:
    weighed = [
        (heavy, Hinge(number, first_line(run)))
        for number, made in sorted(runs.items())
        for run in map(gather, made)
        if (heavy := weight(run))
    ]
    return max(weighed, key=lambda each: each[0])[1] if len(weighed) > 1 else None


def _fluke(tolds: dict[int, list[Told]]) -> Fluke | None:
    """Where the throws of a side for one thing in one turn were an outlier, the furthest one."""
    found: list[Fluke] = []
    for number, made in sorted(tolds.items()):
        for one in luck(made):
            for count in one.counts:
                if count.spread:
                    above = (count.got - count.expected) / sqrt(count.spread)
                    found.append(Fluke(number, one.side, count.what, count.got, count.dice, count.expected, above))
    most = max(found, key=lambda each: abs(each.above), default=None)
    return most if most is not None and abs(most.above) >= _LEAST_ABOVE else None


def _hand_overs(entries: Sequence[Entry], viewer: Viewer) -> int:
    acted = [
        entry.by.side
        for entry in entries
        if entry.kind is EntryKind.ACTION and entry.by.side is not None and _known(entry.audience, viewer)
    ]
    return max(len([side for side, _ in groupby(acted)]) - 1, 0)


# ── Keeping ───────────────────────────────────────────────────────────────────────────────────────────────────────


_MISSING = (
    select(Battle.id, Battle.version, Campaign.rules)
    .join(Campaign, col(Campaign.id) == Battle.campaign_id)
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .where(col(Battle.id).not_in(select(BattleByTurn.battle_id).where(col(BattleByTurn.viewer) == given("viewer"))))
    .order_by(col(Battle.number))
)
_KEPT = (
    select(Battle.id, BattleByTurn.told)
    .join(BattleByTurn, (col(BattleByTurn.battle_id) == Battle.id) & (col(BattleByTurn.viewer) == given("viewer")))
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .order_by(col(Battle.number))
)


async def kept(store: Store, campaign_id: int, viewer: str) -> dict[int, ByTurn]:
    """A campaign's ended battles as that viewer was told them, by battle, the first one first. Whatever has not been
    reckoned yet is reckoned now, and kept."""
    await _make_missing(store, campaign_id, viewer)
    async with store.reading() as session:
        rows = (await session.exec(_KEPT, params={"campaign": campaign_id, "viewer": viewer})).all()
    return {battle: KEPT.validate_json(told) for battle, told in rows if battle is not None}


async def _make_missing(store: Store, campaign_id: int, viewer: str) -> None:
    async with store.reading() as session:
        missing = (await session.exec(_MISSING, params={"campaign": campaign_id, "viewer": viewer})).all()
    for battle_id, version, key in missing:
        if battle_id is None:
            continue
        made = await of_battle(store, store.rules(key), battle_id, viewer)
        told = KEPT.dump_json(made, exclude_defaults=True).decode()
        async with store.writing() as session:
            row = await session.get_one(Battle, battle_id)
            if row.status == BattleStatus.ENDED and row.version == version:
                await session.exec(delete(BattleByTurn).where(*_own(battle_id, viewer)))
                session.add(BattleByTurn(battle_id=battle_id, viewer=viewer, told=told))


def _own(battle_id: int, viewer: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return col(BattleByTurn.battle_id) == battle_id, col(BattleByTurn.viewer) == viewer


async def of_battle(store: Store, rules: AnyRuleSet, battle_id: int, viewer: str) -> ByTurn:
    """A battle, reckoned from its journal."""
    async with store.reading() as session:
        read = journal.living(await journal.entries(session, rules, battle_id))
    return await beside(reckon, rules, read, viewer_called(viewer))
