"""What a scenario brings to a battle beyond forces and board; the JSON of `Muster.scenario`.

`details` is how a scenario file writes it.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import BOOK_PACK, PackFault, checked_pack
from rules.red_actions.book.kinds import Light, Trait, UnitFormation, Weather
from rules.red_actions.book.pack import Pack
from rules.seam.sheets import ScenarioData
from rules.table.board import Point


class RailPlan(ScenarioData):
    """Where a train stands: inches of its front from the first point of the railway of that name."""

    line: str = ""
    along: float | None = Field(default=None, ge=0)
    ahead: bool = True


class TroopPlan(ScenarioData):
    """What is agreed of a unit. `card`: what its bases are instead; `arrives`: the turn of a reinforcement."""

    unit: str
    card: str = ""
    how: Literal["", "open", "marker", "ambush"] = ""
    formation: UnitFormation | None = None
    formed: bool = False
    limbered: bool | None = None
    equipment: tuple[Trait, ...] = ()
    cart: bool = True
    """A cart goes with its guns or mortars. RA-ammo.guns, RA-R117"""
    arrives: int = Field(default=0, ge=0, le=200)
    entry: Point | None = None
    aboard: str = ""
    """The unit (train, truck) that carries it."""
    rails: RailPlan | None = None


class OfficerPlan(ScenarioData):
    """An officer whose token is agreed and not drawn, or who is the commanding general."""

    figure: str
    token: str = ""
    general: bool | None = None


class ScenarioPlan(ScenarioData):
    """Everything. `pack`: a group's own cards, as `checked_pack` reads them."""

    armies: tuple[tuple[SideId, str], ...] = ()
    light: Light | None = None
    weather: Weather | None = None
    entries: tuple[tuple[SideId, tuple[Point, ...]], ...] = ()
    """Where a side's troops come onto the table. RA-seq.4"""
    troops: tuple[TroopPlan, ...] = ()
    officers: tuple[OfficerPlan, ...] = ()
    destroyed: tuple[str, ...] = ()
    """Bridges of the board that are no more."""
    burning: tuple[tuple[str, int], ...] = ()
    """Houses of the board that are on fire, with their markers. RA-building.fire.2, RA-R266"""
    pack: dict[str, Any] = Field(default_factory=dict[str, Any])

    def plan(self, unit: str) -> TroopPlan:
        return next((plan for plan in self.troops if plan.unit == unit), TroopPlan(unit=unit))

    def officer(self, figure: str) -> OfficerPlan:
        return next((plan for plan in self.officers if plan.figure == figure), OfficerPlan(figure=figure))

    def own_pack(self) -> Pack:
        """Raises RuleViolation that names every fault."""
        if not self.pack:
            return BOOK_PACK
        try:
            return checked_pack(self.pack)
        except PackFault as fault:
            raise RuleViolation(
                Why.UNREADABLE_SCENARIO,
                f"The cards cannot be used: {fault}.",
                citation="RA-R04",
                remedy="Correct them and muster again.",
            ) from None


def equipped(pack: Pack, card: str, equipment: tuple[Trait, ...]) -> tuple[Pack, str]:
    """The card with that equipment, added to the pack as one of its own where the card does not have it already.
    RA-R119: gas shells belong to a battery, not to all guns of its kind."""
    known = pack.card(card)
    missing = frozenset(equipment) - known.traits
    if not missing:
        return pack, card
    key = "-".join([card, *sorted(trait.value for trait in missing)])[:40].rstrip("-")
    if key in pack:
        return pack, key
    words = " and ".join(_WORDS[trait] for trait in sorted(missing))
    changed = known.model_copy(
        update={"id": key, "name": f"{known.name} with {words}"[:60], "traits": known.traits | missing}
    )
    larger = Pack(
        cards=(*pack.cards, changed),
        tokens=pack.tokens,
        armies=pack.armies,
        rally_infantry=pack.rally_infantry,
        shooting=pack.shooting,
    )
    return larger, key


_WORDS = {
    Trait.GAS: "gas shells",
    Trait.WIRE_CUTTER: "wire cutters",
    Trait.TOOLS: "entrenching tools",
    Trait.ENGINEERS: "engineers",
}
