"""Smoke dischargers of a vehicle: a half ring of smoke before it, once a battle. X.14.3, BG-R101, BG-R257."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.book.signals import RING, screen
from rules.book_and_gun.events.battle import UnitRevealed
from rules.book_and_gun.events.explosives import SmokeLaid
from rules.book_and_gun.play.aboard.crew import built, crew_of, manned
from rules.book_and_gun.play.sight.looks import any_in_view, strangers
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, own_unit, require_card
from rules.book_and_gun.screens import Screen, clouds, how_it_lies
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.board import Point
from rules.table.scene import Trace

DISCHARGERS = "smoke dischargers"


@dataclass(frozen=True, slots=True)
class ReadyDischarge:
    """A vehicle whose dischargers are about to be fired, and who of its crew does it. `at`: its middle."""

    unit: Unit
    vehicle: Vehicle
    figure: Figure
    at: Point

    @property
    def screen(self) -> Screen:
        """The smoke without its turn and wind: where the half ring lies. It looks where the turret does."""
        type_ = built(self.vehicle)
        turned = any(bears == "turret" for _, bears in type_.weapons)
        ring = RING + type_.length / 2
        facing = self.vehicle.turret if turned else self.vehicle.facing
        return Screen(self.at, "discharger", 0, 0.0, 0.0, ring, facing)


def judge_discharge(state: State, action: Throw, by: Actor) -> ReadyDischarge:
    """The first vehicle of the unit that still can, or the one with the figure named. It spends no card.

    Raises RuleViolation: no phase of cards, no card of its colour, routed, no board, a target or place, no such
    vehicle, fired already. BG-X.14.3b, BG-R257."""
    unit = own_unit(state, action.unit, by)
    if state.phase not in CARD_PHASES:
        raise RuleViolation(
            "wrong-phase",
            "Dischargers are fired in the movement or the fire phase.",
            citation="BG-R257",
            remedy="Wait for one of them.",
        )
    require_card(state, unit)
    if action.target is not None or action.to is not None:
        raise RuleViolation(
            "aimed-dischargers",
            "Dischargers are not aimed: they lay a half ring before the vehicle.",
            citation="BG-X.14.3b",
            remedy="Leave out target and place.",
        )
    if unit.morale is Morale.ROUTED or unit.reserve:
        raise RuleViolation(
            Why.ROUTING if not unit.reserve else "not-on-table",
            f"{unit.name} is {'routed' if not unit.reserve else 'not on the table'} and lays no smoke.",
            citation="BG-R257",
            remedy="Choose another unit.",
        )
    if state.board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board that smoke could lie on.",
            citation="BG-X.14.3b",
            remedy="Let the umpire rule on the line of sight.",
        )
    found = [v for v in manned(state, unit) if built(v).dischargers and _is_meant(state, v, action.figure)]
    loaded = [v for v in found if not v.discharged]
    if not loaded:
        raise RuleViolation(
            Why.HAS_NONE if found else "no-dischargers",
            f"{unit.name} has no vehicle with smoke dischargers{' that has not fired them' if found else ''}.",
            citation="BG-R257" if found else "BG-X.14.3b",
            remedy="Hide by other means.",
        )
    vehicle = loaded[0]
    assert vehicle.at is not None
    return ReadyDischarge(unit, vehicle, crew_of(state, vehicle)[0], vehicle.at)


def _is_meant(state: State, vehicle: Vehicle, figure: str | None) -> bool:
    """Whether it stands on the table, and the one who is named crews it."""
    crew = [f.id for f in crew_of(state, vehicle)]
    return vehicle.at is not None and (figure is None or figure in crew)


def discharge(state: State, ready: ReadyDischarge) -> list[Event]:
    """BG-X.14.3b, BG-X.14.31a, BG-R101, BG-R257."""
    laid = _laid(state, ready)
    seen = UnitRevealed(unit=ready.unit.id, reason="it laid smoke", citations=("BG-VI.1.1a", "BG-R257"))
    return [
        *([seen] if ready.unit.concealed else []),
        SmokeLaid(
            screen=laid,
            unit=ready.unit.id,
            figure=ready.figure.id,
            vehicle=ready.vehicle.id,
            citations=("BG-X.14.3b", "BG-X.14.31a", "BG-R101", "BG-R257"),
        ),
    ]


def _laid(state: State, ready: ReadyDischarge) -> Screen:
    """The smoke with this turn and its wind."""
    lies, board = ready.screen, state.board
    wind = board.wind if board is not None else None
    return Screen(
        lies.at, lies.source, state.turn, wind or 0.0, screen("discharger", 0), ring=lies.ring, facing=lies.facing
    )


def discharge_odds(state: State, ready: ReadyDischarge) -> Odds:
    """How it will lie, and its outline on the map: nothing is left to chance."""
    where = f"{ready.vehicle.name}: a half ring {RING:g} in before it; once a battle, without spending the card"
    lying = () if state.board is None else clouds(state.board, _laid(state, ready))
    traces = tuple(Trace("area", each.outline, label="smoke") for each in lying)
    return Odds(notes=(where, how_it_lies(state.board, "discharger", state.turn)), traces=traces)


def discharges(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The dischargers of the unit whose card it is, where somebody is there to hide from."""
    unit = acting(state, side, unit_id, state.phase) if state.vehicles else None
    if unit is None or not any(any_in_view(state, unit, foe) for foe in strangers(state, unit)):
        return
    for vehicle in manned(state, unit):
        crew = crew_of(state, vehicle)
        action = Throw(unit=unit.id, grenade=DISCHARGERS, figure=crew[0].id)
        try:
            judge_discharge(state, action, Actor.player(unit.side))
        except RuleViolation:
            continue
        yield Offer(action, f"Smoke dischargers of {vehicle.name}", detail="half ring before it; spends no card")
