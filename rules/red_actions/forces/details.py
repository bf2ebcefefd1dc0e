"""What scenario files say beyond the common parts under this rule set: armies, light, weather, entry points, what is
agreed of each force and officer, destroyed bridges, a group's own cards. Compiled to `scenario.Scenario`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.red_actions.book.cards import BOOK_PACK, PackFault, checked_pack
from rules.red_actions.book.kinds import Light, Trait, UnitFormation, Weather
from rules.red_actions.forces.scenario import OfficerPlan, RailPlan, ScenarioPlan, TroopPlan
from rules.red_actions.forces.traits import FigureTraits, Post, dump_figure
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.scenario_part import FigureSheet, Mention, ScenarioCast, ScenarioPart, SheetFault
from rules.table.board import Point

Spot = tuple[float, float] | str
Turn = Annotated[int, Field(ge=2, le=200)]
_LIGHT = {"day": Light.DAY, "moonlight": Light.MOON, "dark": Light.DARK}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ── Figures written out ───────────────────────────────────────────────────────────────────────────────────────────


class OfficerSheet(FigureSheet):
    """An officer. `post`: senior officers are forces by themselves; a leader has no token."""

    post: Post = "junior"
    rank: str = Field(default="", max_length=40, description="what his army calls him; left out: as raised")
    role: str = Field(default="", max_length=60)
    level: int = Field(default=0, ge=0, le=9, description="who commands when two units combine")
    general: bool = Field(default=False, description="the commanding general")


def written_out(plan: UnitPlan, sheets: Sequence[OfficerSheet]) -> UnitPlan:
    """A force of a scenario, officer by officer; its bases stay. Raises SheetFault. RA-def.officer.senior"""
    for number, sheet in enumerate(sheets, start=1):
        senior = sheet.post == "senior"
        if senior and (plan.elements or len(sheets) > 1):
            raise SheetFault(number, "a senior officer is a force by himself; take an organisation such as a general")
        if not senior and not plan.elements:
            raise SheetFault(number, "this force is a senior officer: write “post: senior”")
    own = plan.figures[0]
    figures = tuple(
        FigurePlan(
            number,
            sheet.rank or own.rank,
            sheet.role or own.role,
            dump_figure(FigureTraits(sheet.post, sheet.level, sheet.general)),
        )
        for number, sheet in enumerate(sheets, start=1)
    )
    elements = tuple(replace(each, number=len(figures) + at) for at, each in enumerate(plan.elements, start=1))
    return replace(plan, figures=figures, elements=elements)


# ── Details ───────────────────────────────────────────────────────────────────────────────────────────────────────


class OnRails(_Part):
    """Where a train stands."""

    line: str = Field(default="", description="the railway by its name; left out: the only one")
    along: float | None = Field(default=None, ge=0, description="inches of its front from the line's first point")
    ahead: bool = Field(default=True, description="it runs towards the line's last point")


class Troops(_Part):
    """What is agreed of a force."""

    deployed: Literal["open", "marker", "ambush"] | None = Field(
        default=None, description="left out: the defender as a marker, the attacker openly"
    )
    card: str | None = Field(default=None, description="what its bases are instead: a card of `pack`, say")
    formation: UnitFormation | None = None
    formed: bool = Field(default=False, description="cavalry boot to boot")
    limbered: bool | None = Field(default=None, description="guns; left out: the attacker's are")
    equipment: list[Literal["gas", "wire-cutter", "tools", "engineers"]] = Field(
        default_factory=list[Literal["gas", "wire-cutter", "tools", "engineers"]]
    )
    cart: bool = Field(default=True, description="a cart goes with its guns or mortars")
    arrives: Turn | None = Field(default=None, description="the first turn in which a reinforcement may come")
    entry: Spot | None = Field(default=None, description="where it comes onto the table")
    aboard: str | None = Field(default=None, description="the force (a train) that carries it")
    rails: OnRails | None = None

    @model_validator(mode="after")
    def _one_place(self) -> Troops:
        if self.aboard is not None and (self.arrives is not None or self.entry is not None):
            raise ValueError("aboard: whoever is carried comes with what carries him; leave arrives and entry out")
        return self


class Chief(_Part):
    """What is agreed of an officer."""

    token: str | None = Field(default=None, description="his token, which is not drawn then")
    general: bool | None = Field(default=None, description="the commanding general")


class Details(_Part):
    """The `details` of a Red Actions scenario."""

    armies: dict[str, str] = Field(default_factory=dict[str, str], description="whose officers a side draws, by side")
    light: Literal["day", "moonlight", "dark"] | None = Field(default=None, description="left out: as the board says")
    weather: Weather | None = Field(default=None, description="left out: as the board says")
    entries: dict[str, list[Spot]] = Field(
        default_factory=dict[str, list[Spot]], description="entry points by side; left out: its whole edge"
    )
    troops: dict[str, Troops] = Field(default_factory=dict[str, Troops], description="by force")
    officers: dict[str, Chief] = Field(default_factory=dict[str, Chief], description="by figure, such as guards.1")
    destroyed: list[str] = Field(default_factory=list[str], description="bridges that are no more, by their names")
    burning: dict[str, Annotated[int, Field(ge=1, le=4)]] = Field(
        default_factory=dict[str, Annotated[int, Field(ge=1, le=4)]],
        description="houses on fire, by their names: how many markers of five",
    )
    pack: dict[str, Any] = Field(default_factory=dict[str, Any], description="your own cards, tokens, armies, table")

    @model_validator(mode="after")
    def _cards_fit(self) -> Details:
        """RA-R04, RA-R05: every card, token and army that is named, in the group's own pack or the book's."""
        try:
            pack = checked_pack(self.pack) if self.pack else BOOK_PACK
        except PackFault as fault:
            raise ValueError(f"pack: {fault}") from None
        cards = {card.id for card in pack.cards}
        tokens = {token.id for token in pack.tokens}
        armies = {army.id for army in pack.armies}
        for side, army in self.armies.items():
            if army not in armies:
                raise ValueError(f"armies: {side}: there is no army “{army}”; there is: {', '.join(sorted(armies))}")
        for force, troops in self.troops.items():
            if troops.card is not None and troops.card not in cards:
                raise ValueError(f"troops: {force}: there is no card “{troops.card}”")
        for figure, chief in self.officers.items():
            if chief.token is not None and chief.token not in tokens:
                raise ValueError(f"officers: {figure}: there is no token “{chief.token}”")
        return self


def _text(spot: Spot) -> str:
    return spot if isinstance(spot, str) else f"{spot[0]:g},{spot[1]:g}"


def _mentions(details: Details) -> Iterable[Mention]:
    yield from (Mention(("armies", side), "side", side) for side in details.armies)
    for side, spots in details.entries.items():
        yield Mention(("entries", side), "side", side)
        yield from (Mention(("entries", side, at), "place", _text(spot)) for at, spot in enumerate(spots))
    for force, troops in details.troops.items():
        yield from _of_troops(force, troops)
    yield from (Mention(("officers", figure), "figure", figure) for figure in details.officers)
    yield from (Mention(("destroyed", at), "place", name) for at, name in enumerate(details.destroyed))
    yield from (Mention(("burning", name), "place", name) for name in details.burning)


def _of_troops(force: str, troops: Troops) -> Iterator[Mention]:
    path = ("troops", force)
    yield Mention(path, "force", force)
    if troops.entry is not None:
        yield Mention((*path, "entry"), "place", _text(troops.entry))
    if troops.aboard is not None:
        yield Mention((*path, "aboard"), "force", troops.aboard)
    if troops.rails is not None and troops.rails.line:
        yield Mention((*path, "rails", "line"), "place", troops.rails.line)


def _brought(details: Details, cast: ScenarioCast) -> str:
    def at(spot: Spot) -> Point:
        return cast.place(spot) if isinstance(spot, str) else spot

    def who(name: str) -> str:
        return cast.figure(name) or name

    scenario = ScenarioPlan(
        armies=tuple((cast.side(side), army) for side, army in details.armies.items()),
        light=None if details.light is None else _LIGHT[details.light],
        weather=details.weather,
        entries=tuple((cast.side(side), tuple(at(spot) for spot in spots)) for side, spots in details.entries.items()),
        troops=tuple(
            TroopPlan(
                unit=who(force),
                card=each.card or "",
                how=each.deployed or "",
                formation=each.formation,
                formed=each.formed,
                limbered=each.limbered,
                equipment=tuple(Trait(word) for word in each.equipment),
                cart=each.cart,
                arrives=each.arrives or 0,
                entry=None if each.entry is None else at(each.entry),
                aboard="" if each.aboard is None else who(each.aboard),
                rails=None if each.rails is None else RailPlan(**each.rails.model_dump()),
            )
            for force, each in details.troops.items()
        ),
        officers=tuple(
            OfficerPlan(figure=who(figure), token=each.token or "", general=each.general)
            for figure, each in details.officers.items()
        ),
        destroyed=tuple(details.destroyed),
        burning=tuple(details.burning.items()),
        pack=details.pack,
    )
    return scenario.model_dump_json(exclude_defaults=True)


SCENARIO: ScenarioPart[Details, OfficerSheet] = ScenarioPart(
    details=Details,
    sheet=OfficerSheet,
    plan=written_out,
    mentions=_mentions,
    jokers=lambda details: (),
    brought=_brought,
    orders_name="forces",
)
