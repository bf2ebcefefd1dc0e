"""What a unit may do on its card in the movement phase, complete wherever that is possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.book_and_gun.actions.movement import CarryWounded, Enter, Move, Reform, Restock, SendScout
from rules.book_and_gun.play.aboard.crew import built, manned
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.aloft import aircraft_of
from rules.book_and_gun.play.ground.cycling import rides
from rules.book_and_gun.play.ground.water import afloat, beside_water
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.convoy import behind
from rules.book_and_gun.play.movement.detachments import beside_source
from rules.book_and_gun.play.movement.flight_offers import flights
from rules.book_and_gun.play.movement.guns import leaving, stay
from rules.book_and_gun.play.movement.leading import leads
from rules.book_and_gun.play.movement.limbering import hookings
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import TOGETHER, PartOfUnit, movers
from rules.book_and_gun.play.turn.sequence import immobile
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Formation, Morale, Phase, Posture, Unit
from rules.kernel.action import SideId
from rules.seam.asking import Offer

# ── Who is free to choose ─────────────────────────────────────────────────────────────────────────────────────────


def at_will(state: State, side: SideId, unit_id: str) -> Unit | None:
    """The unit, if it may do on its card what it likes: on the table and on foot, in good order, not running from
    fire."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or unit.morale is not Morale.STEADY or must_flee(state, unit):
        return None
    return None if any(f.seat is not None for f in unit.present) else unit


def with_main_body(state: State, side: SideId, unit_id: str) -> Unit | None:
    """The unit, if besides it may move, and its main body has not."""
    unit = at_will(state, side, unit_id)
    if unit is None or immobile(state, unit.side) or "unit" not in movers(state, unit):
        return None
    return unit


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def entries(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is not None and unit.reserve:
        yield Offer(Enter(unit=unit.id), "Enter over your edge")


def moves(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Of every group that has its move; civilians under fire can only run."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or unit.morale is not Morale.STEADY:
        return
    if must_flee(state, unit):
        yield Offer(Move(unit=unit.id), "Run from the firing")
    elif not immobile(state, unit.side):
        yield from _moves(state, side, unit, list(movers(state, unit)))


def _moves(state: State, side: SideId, unit: Unit, groups: Sequence[PartOfUnit]) -> Iterator[Offer]:
    names: dict[PartOfUnit, str] = {
        "unit": "",
        "separated": " with the separated figures",
        "scouts": " with the scouts",
    }
    fresh = movers(state, unit)
    going: list[PartOfUnit] = [group for group in groups if not stay(fresh[group], state.options)]
    for group in groups:
        yield from _leaves(state, unit, group, fresh[group])
    for group in going:
        if any(f.seat is not None for f in fresh[group]):
            yield from flights(state, side, unit) if aircraft_of(state, unit) else _drives(state, unit)
            continue
        move = Move(unit=unit.id, figures=group)
        if not all(f.holds for f in fresh[group]):
            yield Offer(move, f"Advance{names[group]}", detail="towards the nearest enemy")
        if state.board is not None:
            yield Offer(move, f"Move{names[group]} to …", needs=("to",))
    if "unit" in going and state.board is not None and all(f.seat is None for f in fresh["unit"]):
        yield Offer(Move(unit=unit.id, backwards=True), "Step back", detail="a third of the roll")


def _leaves(state: State, unit: Unit, group: PartOfUnit, figures: Sequence[Figure]) -> Iterator[Offer]:
    """Those who serve a gun go without it. BG-R245"""
    if state.board is not None and leaving(state, figures) != tuple(figures):
        yield Offer(Move(unit=unit.id, figures=group, gun="leave"), "Leave the gun and move to …", needs=("to",))


def _drives(state: State, unit: Unit) -> Iterator[Offer]:
    """What its vehicles may do: go on, go to a place, back up, turn where they stand. BG-VIII.2.3."""
    if not any(vehicle.drives for vehicle in manned(state, unit)):
        return
    able = [vehicle for vehicle in manned(state, unit) if vehicle.drives]
    verb = "Go" if any(built(v).boat for v in able) else "Swim" if any(afloat(state, v) for v in able) else "Drive"
    yield Offer(Move(unit=unit.id), f"{verb} on", detail="towards the nearest enemy")
    if state.board is not None:
        yield Offer(Move(unit=unit.id), f"{verb} to …", needs=("to",))
        if verb == "Drive" and all(built(v).amphibious and beside_water(state, v) for v in able):
            yield Offer(Move(unit=unit.id, swim=True), "Swim to …", needs=("to",), detail="1D6 on the water")
        if column := behind(state, unit):
            names = ", ".join(state.unit(name).name for name in column)
            yield Offer(
                Move(unit=unit.id, road_group=column), "Column to …", needs=("to",), detail=f"on the road with {names}"
            )
        yield Offer(Move(unit=unit.id, inches=0.0), "Turn to …", needs=("facing",))
    towing = {piece.tow for piece in state.pieces}
    if verb == "Drive" and all(
        v.id not in towing and built(v).row != "horse drawn vehicles" for v in manned(state, unit)
    ):
        yield Offer(Move(unit=unit.id, backwards=True), "Back up", detail="straight, 1D6 on wheels, 2D6 on tracks")


def reforms(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    unit = at_will(state, side, unit_id)
    if unit is None:
        return
    yield from hookings(state, side, unit_id)
    yield Offer(Reform(unit=unit.id), "Form up", needs=("formation",))
    if any(f.posture is Posture.PRONE for f in unit.fit):
        yield Offer(Reform(unit=unit.id, posture=Posture.STANDING), "Stand up")
    elif not any(f.steed or rides(state, f) for f in unit.fit):
        yield Offer(Reform(unit=unit.id, posture=Posture.PRONE), "Lie down")
    if unit.formation is not Formation.COLUMN:
        yield Offer(Reform(unit=unit.id, formation=Formation.COLUMN), "Form a column")
    else:
        yield Offer(Reform(unit=unit.id, formation=Formation.LINE), "Form a line")


# ── Single figures ────────────────────────────────────────────────────────────────────────────────────────────────


def scouts(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """A unit sends one scout at a time."""
    unit = with_main_body(state, side, unit_id)
    if unit is None:
        return
    fresh, out = _fresh(state, unit), [f for f in unit.fit if f.scout]
    for figure in (f for f in out if f in fresh):
        yield Offer(SendScout(figure=figure.id, back=True), f"Call back {figure.name}")
    spare = [f for f in fresh if not f.scout and not f.traits.leader and not f.holds and not f.traits.dog]
    if unit.side != CIVILIANS and not out and len(spare) > 1:
        yield Offer(SendScout(figure=spare[-1].id), f"Send out {spare[-1].name}")


def carriers(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Who takes up which wounded man, and who puts his down; which hostages follow whom, or stay."""
    yield from leads(state, side, unit_id)
    unit = with_main_body(state, side, unit_id)
    if unit is None:
        return
    fresh = _fresh(state, unit)
    carried = {f.carries for f in unit.figures}
    for wounded in (f for f in unit.present if not f.fit and f.id not in carried):
        free = (f for f in fresh if f.carries is None and not f.traits.leader and not f.scout)
        for carrier in (f for f in free if not f.traits.dog):
            if passage.in_arms_reach(state.board, [carrier], [wounded], TOGETHER) is not False:
                carry = CarryWounded(carrier=carrier.id, wounded=wounded.id)
                yield Offer(carry, f"{carrier.name} takes up {wounded.name}")
                break
    for figure in fresh:
        if figure.carries is not None:
            yield Offer(CarryWounded(carrier=figure.id), f"{figure.name} puts down his man")


def restockers(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    unit = with_main_body(state, side, unit_id)
    for figure in _fresh(state, unit) if unit is not None else ():
        if figure.empty and not figure.restock_turn and beside_source(state, figure):
            yield Offer(Restock(figure=figure.id), f"{figure.name} fetches ammunition")


def _fresh(state: State, unit: Unit) -> list[Figure]:
    return [f for f in unit.fit if f.move_turn != state.turn]
