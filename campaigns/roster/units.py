"""Units and who stands in their ranks, as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, and_
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import no_unit
from campaigns.refs import figure_ref, unit_ref
from campaigns.roster.careers import GONE, Standing, Status, facts_of, fold, holding
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.roster import PERSON, CareerFact, Figure, Holding, Slot, Unit
from rules.kernel.action import SideId
from rules.seam.forces import plain_kind

ON_ROSTER = col(Unit.guest).is_(False)
"""No guest of a scene."""
Crew = tuple[tuple[str, int], ...]
CREW: TypeAdapter[Crew] = TypeAdapter(Crew)


@dataclass(frozen=True, slots=True)
class RosterFigure:
    """A named person in a slot, or an element. `role`: of an element its type's title; `kind`, `men`: of its slot."""

    id: int
    ref: str
    number: int
    given: str
    family: str
    role: str
    standing: Standing
    excused: bool
    kind: str = PERSON
    men: int = 0
    moved: bool = False
    """Has left that place, and holds another by now."""

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()

    @property
    def rank(self) -> str:
        return self.standing.rank

    @property
    def status(self) -> Status:
        return self.standing.status

    @property
    def stands(self) -> bool:
        """Whether the place is theirs now."""
        return self.standing.stands and not self.moved

    @property
    def men_left(self) -> int:
        """Of those that an element stands for."""
        return max(0, self.men - self.standing.lost)


@dataclass(frozen=True, slots=True)
class SlotView:
    """A place in the unit. `holder` is None while it is empty: `last`, who held it last, is dead, has retired or holds
    another place."""

    id: int
    number: int
    rank: str
    role: str
    traits: str
    holder: RosterFigure | None
    last: RosterFigure
    kind: str = PERSON
    type: str = ""
    """Key of an element's ElementType."""
    crew: Crew = ()
    """Of an element: its places with the numbers of the slots whose holders take them."""
    former: tuple[RosterFigure, ...] = ()
    """Who held it before `last` and never another place after it, the first one first."""

    @property
    def own(self) -> tuple[RosterFigure, ...]:
        """All whose place it is, or was to the end, the latest first."""
        return (*(() if self.last.moved else (self.last,)), *reversed(self.former))


@dataclass(frozen=True, slots=True)
class RosterUnit:
    id: int
    ref: str
    campaign_id: int
    side: SideId
    owner: int | None
    """User id of the player who raised it, as long as he plays for its side; None: it is the GM's to keep."""
    name: str
    organisation: str
    nation: str
    base_colour: str
    formed: date
    traits: str
    fighting: int | None
    """The battle that it has been called to."""
    slots: tuple[SlotView, ...]
    """The places of people."""
    elements: tuple[SlotView, ...] = ()
    """The places of vehicles, guns, bases and animals."""
    struck: tuple[SlotView, ...] = ()
    """Places that are no longer of the establishment: whoever held them went to another unit."""
    guest: bool = False
    """Of a scenario's scene alone: on no roster, called to no battle but that scenario's."""
    left: bool = False
    """Whoever raised it plays for its side no longer."""

    @property
    def everybody(self) -> tuple[tuple[RosterFigure, SlotView], ...]:
        """All who serve or ever served in it to the end, each with the place that is or was theirs last."""
        return tuple((man, slot) for slot in (*self.places, *self.struck) for man in slot.own)

    @property
    def places(self) -> tuple[SlotView, ...]:
        return (*self.slots, *self.elements)

    @property
    def fit(self) -> int:
        """How many people could take the field today."""
        return sum(
            slot.holder is not None and slot.holder.status is Status.FIT and not slot.holder.excused
            for slot in self.slots
        )


async def units_of(
    store: Store,
    campaign_id: int,
    *,
    side: SideId | None = None,
    owner: int | None = None,
    even_disbanded: bool = False,
    even_guests: bool = False,
) -> tuple[RosterUnit, ...]:
    """A campaign's units, the oldest first; of one side, of one player. `even_disbanded`: those, too; `even_guests`:
    the guests of its scenarios, too, who are on no roster."""
    of_it = col(Unit.campaign_id) == campaign_id
    if not even_guests:
        of_it &= ON_ROSTER
    async with store.reading() as session:
        views = await views_where(session, of_it if even_disbanded else of_it & col(Unit.disbanded_at).is_(None))
    return tuple(v for v in views if side in (None, v.side) and owner in (None, v.owner))


async def show_unit(store: Store, unit_id: int, *, campaign_id: int | None = None) -> RosterUnit:
    """One unit. Raises Refusal "unknown-unit", also when it belongs to another campaign than the one given."""
    async with store.reading() as session:
        view = await view_of(session, unit_id)
    if campaign_id not in (None, view.campaign_id):
        raise no_unit()
    return view


async def view_of(session: AsyncSession, unit_id: int) -> RosterUnit:
    for view in await views_where(session, col(Unit.id) == unit_id):
        return view
    raise no_unit()


async def views_of(session: AsyncSession, units: Sequence[Unit]) -> list[RosterUnit]:
    """These units as they are now, in this order."""
    views = {view.id: view for view in await views_where(session, col(Unit.id).in_([pk(unit.id) for unit in units]))}
    return [views[pk(unit.id)] for unit in units]


_CALLED = (
    select(BattleUnit.unit_id, BattleUnit.battle_id)
    .join(Battle, col(Battle.id) == BattleUnit.battle_id)
    .where(col(Battle.status).in_([BattleStatus.OPEN, BattleStatus.RUNNING]))
    .subquery("called")
)
"""The units that have been called to a battle that is open or running."""
_RAISED_IT = and_(
    col(Player.id) == col(Unit.player_id), col(Player.side_id) == col(Unit.side_id), col(Player.left_at).is_(None)
)
_FRAMED = (
    select(Unit, Side.key, Player.user_id, _CALLED.c.battle_id)
    .join(Side, col(Side.id) == Unit.side_id)
    .outerjoin(Player, _RAISED_IT)
    .outerjoin(_CALLED, _CALLED.c.unit_id == col(Unit.id))
    .order_by(col(Unit.id))
)
"""Units, each with its side, with who raised it and still plays for it, and with the battle that it is called to."""


_HOLDERS = (
    select(Slot, Figure)
    .join(Holding, col(Holding.slot_id) == Slot.id)
    .join(Figure, col(Figure.id) == Holding.figure_id)
    .where(col(Slot.unit_id).in_(given("units", several=True)))
    .order_by(col(Slot.number), col(Holding.id))
)


async def views_where(session: AsyncSession, which: ColumnElement[bool]) -> list[RosterUnit]:
    """Those units as they are now, the oldest first: three statements, however many they are."""
    units = (await session.exec(_FRAMED.where(which))).all()
    of_unit: dict[int, list[SlotView]] = {pk(unit.id): [] for unit, *_ in units}
    rows = (await session.exec(_HOLDERS, params={"units": list(of_unit)})).all() if units else ()
    facts = await facts_of(session, [pk(figure.id) for _, figure in rows])
    held: dict[int, tuple[Slot, list[Figure]]] = {}
    struck: set[int] = set()
    for slot, figure in rows:
        held.setdefault(pk(slot.id), (slot, []))[1].append(figure)
        struck |= {pk(slot.id)} if slot.struck else set()
    for slot, holders in held.values():
        of_unit[slot.unit_id].append(slot_view(slot, holders, facts))
    return [
        RosterUnit(
            id=pk(unit.id),
            ref=unit_ref(unit),
            campaign_id=unit.campaign_id,
            side=side,
            owner=owner,
            name=unit.name,
            organisation=plain_kind(unit.organisation),
            nation=unit.nation,
            base_colour=unit.base_colour,
            formed=unit.formed,
            traits=unit.traits,
            fighting=fighting,
            slots=tuple(view for view in of_unit[pk(unit.id)] if view.kind == PERSON and view.id not in struck),
            elements=tuple(view for view in of_unit[pk(unit.id)] if view.kind != PERSON and view.id not in struck),
            struck=tuple(view for view in of_unit[pk(unit.id)] if view.id in struck),
            guest=unit.guest,
            left=unit.player_id is not None and not owner,
        )
        for unit, side, owner, fighting in units
    ]


async def battles_of(session: AsyncSession, unit_ids: Iterable[int]) -> dict[int, int]:
    """Which of these units have been called to a battle that is open or running, and to which."""
    found = select(_CALLED.c.unit_id, _CALLED.c.battle_id).where(_CALLED.c.unit_id.in_(list(unit_ids)))
    return dict((await session.exec(found)).all())


def figure_view(slot: Slot, figure: Figure, facts: Sequence[CareerFact]) -> RosterFigure:
    """A holder of the slot, present or past, with what his facts come to."""
    return RosterFigure(
        id=pk(figure.id),
        ref=figure_ref(figure),
        number=slot.number,
        given=figure.given,
        family=figure.family,
        role=slot.role,
        standing=fold(facts),
        excused=figure.excused,
        kind=slot.kind,
        men=slot.men,
        moved=figure.slot_id != slot.id,
    )


def slot_view(slot: Slot, holders: Sequence[Figure], facts: Mapping[int, Sequence[CareerFact]]) -> SlotView:
    """`holders`: all who have held it, in the order in which they came; twice where somebody has come back to it."""
    latest = {pk(holder.id): holder for holder in reversed(holders)}
    views = [figure_view(slot, holder, facts[figure]) for figure, holder in reversed(latest.items())]
    figure = views.pop(holding([view.stands for view in views]))
    return SlotView(
        id=pk(slot.id),
        number=slot.number,
        rank=slot.rank,
        role=slot.role,
        traits=slot.traits,
        holder=None if figure.moved or figure.status in GONE else figure,
        last=figure,
        kind=slot.kind,
        type=slot.type,
        crew=CREW.validate_json(slot.crew),
        former=tuple(view for view in views if not view.moved),
    )
