"""What fire at vehicles may come to: exact chances that one is hit, stopped, destroyed. X.6, R91."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.book.hit_odds import Spread
from rules.book_and_gun.book.rows import JokerFireEffect, TargetClass
from rules.book_and_gun.book.to_hit import chance_in_twenty
from rules.book_and_gun.book.vehicle_odds import vehicle_odds
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.fire.at_vehicle import VehicleAim, at_same
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.state import State
from rules.seam.asking import Outcome, Prospect


def vehicle_prospects(state: State, aims: Sequence[VehicleAim], effect: JokerFireEffect | None) -> Iterator[Prospect]:
    """Vehicle by vehicle. What cannot be reckoned exactly, with a deck that may run out, is not told. BG-R03,
    BG-R91."""
    for vehicle_id, own in at_same(aims).items():
        name = state.vehicle(vehicle_id).name
        shots: list[tuple[TargetClass, Spread]] = [(aim.target_class, _hits(state, aim, effect)) for aim in own]
        try:
            odds = vehicle_odds(shots, state.casualty_deck, state.options)
        except ValueError:
            continue
        stops, destroys = ("damages", "shoots down") if own[0].flying is not None else ("stops", "destroys")
        yield Prospect(f"hits {name}", odds.hit, Outcome("vehicle hit", vehicle_id))
        yield Prospect(f"{stops} {name} or worse", odds.stopped, Outcome("vehicle stopped", vehicle_id))
        yield Prospect(f"{destroys} {name}", odds.destroyed, Outcome("vehicle destroyed", vehicle_id))


def stopped_by(state: State, aims: Sequence[VehicleAim]) -> Fraction | None:
    """The chance that shots at an aircraft, one after the other, damage or destroy it; None where that cannot be
    reckoned exactly. BG-R91, BG-R115."""
    shots: list[tuple[TargetClass, Spread]] = [
        (aim.target_class, _hits(state, aim, effect_of(state, state.unit_of(aim.figure.id)))) for aim in aims
    ]
    try:
        return vehicle_odds(shots, state.casualty_deck, state.options).stopped
    except ValueError:
        return None


def _hits(state: State, aim: VehicleAim, effect: JokerFireEffect | None) -> Spread:
    """The hits of one weapon, with a joker's second shot or doubling. BG-X.6.1, BG-R16."""
    one = chances.binomial(aim.dice, chance_in_twenty(aim.number, state.options))
    if effect == "hits doubled":
        return tuple(one[hits // 2] if hits % 2 == 0 else chances.ZERO for hits in range(2 * len(one) - 1))
    return chances.convolved(one, one) if effect == "two shots per figure" else one


def vehicle_dice(state: State, aims: Sequence[VehicleAim]) -> Iterator[str]:
    """ "2D20, each hits at TO HIT or less: MAW at BTR 1 (light armour)"."""
    for vehicle_id, own in at_same(aims).items():
        vehicle = state.vehicle(vehicle_id)
        guns = ", ".join(spelled(aim.weapon.key) for aim in own)
        dice = sum(aim.dice for aim in own)
        hide = "in the air" if own[0].flying is not None else f"{built(vehicle).armour} armour"
        yield f"{dice}D20, each hits at TO HIT or less: {guns} at {vehicle.name} ({hide})"


def falls_with_vehicle(state: State, aims: Sequence[VehicleAim], prospect: Prospect) -> bool:
    """Whether those of whom this tells may be hit with a vehicle as well, so that the chance would be too small."""
    aboard = {state.unit_of(f.id).id for aim in aims for f in state.people_in(aim.vehicle.id)}
    return prospect.outcome.kind == "falls" and bool(aboard.intersection(prospect.outcome.of.split("+")))
