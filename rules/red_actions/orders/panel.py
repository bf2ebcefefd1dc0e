"""Orders as a player of the side sees them: what he could order, what stands, what each unit would do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.battle.orders import showing
from rules.battle.orders.standing import StandingOrders
from rules.kernel.action import Action, SideId
from rules.kernel.changing import replace
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.movement import AfterShooting, after_shooting
from rules.red_actions.orders import known
from rules.red_actions.orders.planning import planning_of
from rules.red_actions.state import Segment, State
from rules.red_actions.units import Unit
from rules.seam.ordering import Ordering, Proposed, WouldDo
from rules.table.measure import between
from rules.table.reference import named_places

FAR = 12.0
"""Inches: a place nearer than that is no march."""
SHAKEN = 2
"""Terror markers from which a unit under proposed orders rallies first."""
_STAND: dict[str, Any] = {"charged": "fire"}
"""Whoever is charged stands and fires, if he can."""
_RALLIES: dict[str, Any] = {"first": "rally from terror", "terror": SHAKEN}
WINS = 50
"""Per cent: the chance to win from which proposed orders charge."""
_ATTACK: dict[str, Any] = {**_RALLIES, "then": "charge", "win": WINS, "third": "fire and advance", **_STAND}
_FIRE: dict[str, Any] = {"first": "fire at the best odds", "then": "rally from terror", **_STAND}
_BACK: dict[str, Any] = {"first": "draw back", "then": "rally from terror", **_STAND}
_LISTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "Attack",
        f"rally at {SHAKEN} terror, else charge at {WINS} % or better to win, else fire and advance",
        _ATTACK,
    ),
    ("Fire and advance", "rally at 2 terror, never charge", {**_RALLIES, "then": "fire and advance", **_STAND}),
    ("Hold the line", "fire at the best odds, else rally, else hold", _FIRE),
    ("Fall back", "draw back from the enemy, else rally", _BACK),
    (
        "Until cancelled: attack, ask at losses",
        f"rally, else charge at {WINS} % or better to win, else fire and advance; asks at 3 bases lost",
        {**_ATTACK, "lasts": "battle", "ask_losses": 3},
    ),
    (
        "Until cancelled: hold the line",
        "fire, else rally; asks when an enemy is within 6 in",
        {**_FIRE, "lasts": "battle", "ask_near": 6},
    ),
    ("Take cover", "else fire, else rally", {**_FIRE, "first": "take cover", "third": "fire at the best odds"}),
    ("Fire, else dig in", "", {**_FIRE, "third": "dig in"}),
    ("Hold", "stand where they are", {"first": "hold"}),
)


def ordering(orders: StandingOrders[State]) -> Ordering[State]:
    """For the seam."""

    def would_do(state: State, side: SideId) -> Iterator[WouldDo]:
        ready = (unit for unit in state.of(side) if unit.ready(state.turn) and not unit.with_unit)
        here = [unit for unit in ready if unit.at is not None or unit.aboard]
        return (
            one for unit in here for one in showing.would_do(orders.table, supposed(state, unit), side, _said(orders))
        )

    return showing.ordering(orders, _proposed, would_do, unordered="stand", planning=planning_of(orders))


def supposed(state: State, unit: Unit) -> State:
    """The state as if the unit had its segment now."""
    segment = state.segment
    if segment is not None and segment.unit == unit.id and not state.agenda and state.question is None:
        return state
    alone = Segment(unit.side, unit=unit.id)
    return replace(state, segment=alone, agenda=(), question=None, reply="", announced="")


def _proposed(state: State, side: SideId, ref: str) -> Iterator[Proposed]:
    yield from showing.again(state.orders, side, ref)
    units = (ref,) if ref else ()
    unit = state.unit(ref) if ref else None
    if unit is not None:
        yield from _its_own(state, unit)
    for label, detail, given in _LISTS:
        yield Proposed(showing.for_whom(ref, label), GiveOrders(units=units, **given), detail, units)
    for place in _places(state, side, unit):
        given = GiveOrders(first="march to", then="fire at the best odds", to=place, units=units, **_STAND)
        yield Proposed(showing.for_whom(ref, f"March to {place}"), given, "then fire", units)


def _its_own(state: State, unit: Unit) -> Iterator[Proposed]:
    """What its arm, and the enemy before it, suggest."""
    units, card = (unit.id,), state.card(unit)
    if unit.at is None and not unit.aboard:
        given = GiveOrders(first="come on", then="charge", win=WINS, third="fire and advance", units=units, **_STAND)
        yield Proposed("Come on, then attack", given, "", units)
    if unit.rails is not None:
        given = GiveOrders(
            first="fire at the best odds", then="run the train", third="keep the train's speed", units=units
        )
        yield Proposed("Fire, else run on", given, "", units)
    if card.arm is Arm.GUN:
        given = GiveOrders(first="fire at the best odds", then="unlimber", third="rally from terror", units=units)
        yield Proposed("Fire at the best odds, else unlimber", given, "", units)
    foe = known.nearest(state, unit)
    if foe is not None and foe.unit is not None and card.arm is not Arm.OFFICER:
        given = GiveOrders(
            first="fire at", then="fire at the best odds", third="advance", target=foe.key, units=units, **_STAND
        )
        yield Proposed(f"Fire at {foe.unit.name}, else at the best odds, else advance", given, "", units)
    if after_shooting(card.arm) in (AfterShooting.FULL, AfterShooting.HALF) and card.shoot:
        given = GiveOrders(first="fire and draw back", then="rally from terror", units=units, **_STAND)
        yield Proposed("Fire and draw back", given, "", units)
    leader = known.troops(state, unit) if card.arm is Arm.OFFICER else None
    if leader is not None:
        given = GiveOrders(first="follow", target=leader.id, units=units)
        yield Proposed(f"Follow {leader.name}", given, "", units)


def _places(state: State, side: SideId, unit: Unit | None) -> list[str]:
    """Two named places of the table, the nearest ones that are worth a march."""
    whom = [unit] if unit is not None else list(state.on_table(side))
    spots = [each.at for each in whom if each.at is not None]
    if state.board is None or not spots:
        return []
    here = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    found = sorted((between(here, at), name) for name, at in named_places(state.board).items())
    return [name for inches, name in found if inches >= FAR][:2]


def _said(orders: StandingOrders[State]) -> Callable[[State, Action], str]:
    """An action in the words of the offer that it comes from, else in its own."""

    def said(state: State, action: Action) -> str:
        row = orders.table.deeds.rows.get(type(action))
        ref = str(getattr(action, "unit", ""))
        unit = state.find(ref)
        for offer in row.offers(state, unit.side, ref) if row is not None and unit is not None else ():
            if not offer.needs and offer.action == action:
                return offer.label
        return _plain(state, action)

    return said


def _plain(state: State, action: Action) -> str:
    path: tuple[str, ...] = getattr(action, "path", ())
    target = state.find(getattr(action, "target", None))
    if path:
        pace = getattr(action, "pace", "normal")
        return f"{'March' if pace == 'march' else action.title} to {path[-1]}"
    if target is not None:
        return f"{action.title} at {target.name}" if action.name() == "fire" else f"{action.title} {target.name}"
    return action.title
