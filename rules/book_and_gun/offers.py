"""What one unit may do now, as buttons: lawful, complete actions wherever that is possible, facts filled in."""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import Actor, SideId
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.play.combat.assault import judge_charge
from rules.book_and_gun.play.combat.combat_forecast import reaches
from rules.book_and_gun.play.engine.hiding import setting_up
from rules.book_and_gun.play.fire.fire_offers import fire_offers
from rules.book_and_gun.play.ground.tabletop import gap, known_enemies
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.detachments import beside_source
from rules.book_and_gun.play.turn import question
from rules.book_and_gun.play.turn.readiness import TOGETHER, movers
from rules.book_and_gun.play.turn.sequence import claim, immobile, waiting
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Formation, Morale, Phase, Posture, Unit
from rules.ruleset import Offer
from rules.violation import RuleViolation


def offers(state: State, side: SideId, unit_id: str) -> tuple[Offer, ...]:
    """The lawful actions of one unit for its side; none when it is not its turn."""
    asked = [q for q in state.questions if q.unit == unit_id]
    if asked:
        return tuple(offer for q in asked for offer in question.offers(state, q))
    unit = next((u for u in state.units if u.id == unit_id), None)
    if unit is None or state.phase not in (Phase.MOVEMENT, Phase.FIRE):
        return _set_up(state, side, unit)
    run = state.run
    if run is not None and run.joker and run.unit is None:
        if unit not in waiting(state):
            return ()
        named = Offer("joker", "Name it for the joker", (("unit", unit.id),))
        runs = state.phase is Phase.MOVEMENT and must_flee(state, unit)
        return (named,) if runs else (named, _hold(state, unit))
    try:
        unit = claim(state, unit_id, Actor.player(side), state.phase)
    except RuleViolation:
        return ()
    if state.phase is Phase.FIRE:
        return (*fire_offers(state, unit), _hold(state, unit))
    return tuple(_movement(state, unit))


def _set_up(state: State, side: SideId, unit: Unit | None) -> tuple[Offer, ...]:
    """Before the first card the defender places his units. BG-VI.3.1a."""
    own = next((s for s in state.sides if unit is not None and s.key == side == unit.side), None)
    if unit is None or own is None or not setting_up(state, own):
        return ()
    return (Offer("set-up", f"Place {unit.name}", (("unit", unit.id),), needs=("to",)),)


def _hold(state: State, unit: Unit) -> Offer:
    return Offer("hold", "Hold fire" if state.phase is Phase.FIRE else "Hold", (("unit", unit.id),))


def _movement(state: State, unit: Unit) -> Iterator[Offer]:
    given = ("unit", unit.id)
    if unit.reserve:
        yield Offer("enter", "Enter over your edge", (given,))
        yield _hold(state, unit)
    elif unit.morale is Morale.SHAKEN:
        yield Offer("rally", "Try to rally", (given,), detail="failing that it goes 4D6 back")
    elif unit.morale is Morale.PINNED:
        yield Offer("rally", "Try to free it", (given,))
        yield _hold(state, unit)
    elif must_flee(state, unit):
        yield Offer("move", "Run from the firing", (given,))
    else:
        yield from _free(state, unit)


def _free(state: State, unit: Unit) -> Iterator[Offer]:
    given = ("unit", unit.id)
    groups = movers(state, unit)
    if not immobile(state, unit.side):
        yield from _moves(state, unit, list(groups))
        if "unit" in groups:
            yield from _charges(state, unit)
            yield from _detachments(state, unit)
    yield Offer("form-up", "Form up", (given,), needs=("formation",))
    lying = any(f.posture is Posture.PRONE for f in unit.fit)
    yield Offer(
        "form-up",
        "Stand up" if lying else "Lie down",
        (given, ("posture", Posture.STANDING.value if lying else Posture.PRONE.value)),
    )
    if unit.formation is not Formation.COLUMN:
        yield Offer("form-up", "Form a column", (given, ("formation", Formation.COLUMN.value)))
    else:
        yield Offer("form-up", "Form a line", (given, ("formation", Formation.LINE.value)))
    yield _hold(state, unit)


def _moves(state: State, unit: Unit, groups: list[str]) -> Iterator[Offer]:
    names = {"unit": "", "separated": " with the separated figures", "scouts": " with the scouts"}
    for group in groups:
        given = (("unit", unit.id), ("figures", group))
        yield Offer("move", f"Advance{names[group]}", given, detail="towards the nearest enemy")
        if state.board is not None:
            yield Offer("move", f"Move{names[group]} to …", given, needs=("to",))
    if "unit" in groups and state.board is not None:
        yield Offer("move", "Step back", (("unit", unit.id), ("backwards", True)), detail="a third of the roll")


def _charges(state: State, unit: Unit) -> Iterator[Offer]:
    """Enemies whom a charge can reach; without a board the distance must be given. BG-R36."""
    for enemy in known_enemies(state, unit):
        given = (("unit", unit.id), ("target", enemy.id))
        if state.board is None:
            yield Offer("charge", f"Charge {enemy.name}", given, needs=("distance",))
            continue
        action = ChargeEnemy(unit=unit.id, target=enemy.id)
        try:
            onset = judge_charge(state, action, Actor.player(unit.side)).onset
        except RuleViolation:
            continue
        if not reaches(state, onset):
            continue  # the ground or the turn takes more than any roll can bring
        yield Offer("charge", f"Charge {enemy.name}", given, facts=onset.known, detail=f"{onset.distance:.1f} in away")


def _detachments(state: State, unit: Unit) -> Iterator[Offer]:
    """Scouts, wounded, ammunition: each complete. A unit sends one scout at a time."""
    fresh = [f for f in unit.fit if f.move_turn != state.turn]
    scouts = [f for f in unit.fit if f.scout]
    for figure in (f for f in scouts if f in fresh):
        yield Offer("scout", f"Call back {figure.name}", (("figure", figure.id), ("back", True)))
    spare = [f for f in fresh if not f.scout and not f.traits.leader]
    if unit.side != CIVILIANS and not scouts and len(spare) > 1:
        yield Offer("scout", f"Send out {spare[-1].name}", (("figure", spare[-1].id),))
    carried = {f.carries for f in unit.figures}
    for wounded in (f for f in unit.present if not f.fit and f.id not in carried):
        for carrier in (f for f in fresh if f.carries is None and not f.traits.leader and not f.scout):
            between = gap([carrier], [wounded])
            if between is None or between <= TOGETHER:
                pair = (("carrier", carrier.id), ("wounded", wounded.id))
                yield Offer("carry", f"{carrier.name} takes up {wounded.name}", pair)
                break
    for figure in fresh:
        if figure.carries is not None:
            yield Offer("carry", f"{figure.name} puts down his man", (("carrier", figure.id),))
        if figure.empty and not figure.restock_turn and beside_source(state, figure):
            yield Offer("restock", f"{figure.name} fetches ammunition", (("figure", figure.id),))
