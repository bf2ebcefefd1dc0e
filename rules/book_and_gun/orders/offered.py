"""What the offers of a unit come to, as orders take them up: moves, charges, shots and looks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.battle.orders.by_hand import DeedsByHand, likeliest
from rules.battle.orders.data import Step
from rules.battle.orders.table import taken
from rules.book_and_gun.actions.devices import LayDevice
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import CarryWounded, ChargeEnemy, Move
from rules.book_and_gun.book.explosives import Thrown
from rules.book_and_gun.book.signals import FIRST
from rules.book_and_gun.play.aboard.captives import led_by
from rules.book_and_gun.play.combat.deeds import CHARGES
from rules.book_and_gun.play.engine.deeds import HOLDING, JOKER
from rules.book_and_gun.play.explosives.deeds import DEVICES, EXPLOSIVES
from rules.book_and_gun.play.explosives.discharging import DISCHARGERS
from rules.book_and_gun.play.fire.deeds import FIRE
from rules.book_and_gun.play.fire.fire_forecast import LOST
from rules.book_and_gun.play.ground import route
from rules.book_and_gun.play.ground.formation import anchor, facing_of
from rules.book_and_gun.play.ground.tabletop import gap, known_enemies, middle
from rules.book_and_gun.play.indirect.deeds import INDIRECT
from rules.book_and_gun.play.morale.deeds import MORALE
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.deeds import BESIDE, BOARDING, MOVES
from rules.book_and_gun.play.sight.deeds import SIGHT
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Morale, Phase, Unit
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.board import Point
from rules.table.measure import between, toward
from rules.table.measure import step as step_to

_CHAPTERS = (MOVES, BESIDE, BOARDING, DEVICES, CHARGES, FIRE, EXPLOSIVES, INDIRECT, SIGHT, MORALE, JOKER, HOLDING)
BY_HAND: DeedsByHand[State] = DeedsByHand(deed for chapter in _CHAPTERS for deed in chapter)
offers, plain = BY_HAND.offers, BY_HAND.plain
ARRIVED = 1.0
"""Inches from where it was sent within which a unit has arrived."""
BEFORE = 2.0
"""Inches before the unit, or the enemy, at which smoke is to lie."""
BEHIND = 6.0
"""Inches that a unit keeps behind the one that it follows."""


def target_of(offer: Offer) -> str:
    """Whom a shot, a throw or a charge is at."""
    return (offer.action.target or "") if isinstance(offer.action, Fire | Throw | ChargeEnemy) else ""


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def advance(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Towards the nearest enemy; a unit that is pinned is rallied first if a leader can. BG-VIII.1.1, BG-R49."""
    left = _left(state, unit_id, step.number)
    if left is None or left > 0:
        for offer in offers(state, side, unit_id, "move"):
            if isinstance(offer.action, Move) and not offer.action.backwards and offer.action.flight is None:
                yield taken(offer, inches=left)
    yield from rally(state, side, unit_id, step)


def advance_to(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """To a place of the table, until it is there."""
    left = _left(state, unit_id, step.number)
    if (left is None or left > 0) and not _is_at(state, state.unit(unit_id), step.at):
        for offer in offers(state, side, unit_id, "move", needs=True):
            yield taken(offer, to=step.at, inches=left)
    yield from rally(state, side, unit_id, step)


def follow(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Up to a place behind another unit of the side."""
    leader = state.find(step.at)
    here = middle(state.unit(unit_id).present)
    there = middle(leader.present) if leader is not None and leader.in_play else None
    if here is not None and there is not None and between(here, there) > BEHIND + ARRIVED:
        x, y = toward(here, there, between(here, there) - BEHIND)
        for offer in offers(state, side, unit_id, "move", needs=True):
            yield taken(offer, to=f"{x:.1f},{y:.1f}")


def _left(state: State, unit_id: str, within: float | None) -> float | None:
    """Inches that it may still go until an enemy that its side knows of is so near; None: as far as it can."""
    if within is None:
        return None
    unit = state.unit(unit_id)
    nearest = nearest_enemy(state, unit)
    return None if nearest is None else max(0.0, round(nearest - within, 1))


def nearest_enemy(state: State, unit: Unit) -> float | None:
    """Inches to the nearest enemy whom the unit's side knows of."""
    gaps = (gap(unit.present, enemy.present) for enemy in known_enemies(state, unit))
    return min((found for found in gaps if found is not None), default=None)


def _is_at(state: State, unit: Unit, place: str) -> bool:
    start = anchor(unit.present, facing_of(unit, unit.present))
    if state.board is None or start is None:
        return False
    try:
        way = route.read(state, state.board, unit, start, place)
    except RuleViolation:
        return False
    return bool(way) and between(start, way[-1]) <= ARRIVED


def charge(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The unit named, or the nearest first. BG-VIII.1.4."""
    found = [o for o in offers(state, side, unit_id, "charge") if step.at in ("", target_of(o)) and not _sends(o)]
    unit = state.unit(unit_id)

    def far(offer: Offer) -> float:
        return gap(unit.present, state.unit(target_of(offer)).present) or 0.0

    for offer in sorted(found, key=far):
        action = taken(offer)
        if step.number is None or chance_of(BY_HAND.odds(state, side, action)) * 100 >= step.number:
            yield action


def send_dog(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """A dog at the unit named, or at any, alone, where it is likeliest to win. BG-XIII.7.1b"""
    found = [o for o in offers(state, side, unit_id, "charge") if step.at in ("", target_of(o)) and _sends(o)]
    alone = (o for o in found if isinstance(o.action, ChargeEnemy) and not o.action.with_handler)
    return likeliest(BY_HAND.worth(state, side, alone, step.number, _wins))


def _sends(offer: Offer) -> bool:
    return isinstance(offer.action, ChargeEnemy) and offer.action.dog is not None


def _wins(odds: Odds) -> Fraction:
    return next((one.chance for one in odds.chances if one.outcome.kind == "dog wins"), Fraction(0))


def lead(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Hostages beside it whom nobody of its side leads follow, before it moves. BG-XIII.5.1"""
    led = {each.id for unit in state.units_of(side) for man in unit.fit for _, each in led_by(state, man)}
    for offer in offers(state, side, unit_id, "carry"):
        action = offer.action
        if not isinstance(action, CarryWounded) or action.wounded is None or action.wounded in led:
            continue
        if state.figure(action.wounded).fit:
            yield taken(offer)


def rally(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    return (taken(offer) for offer in offers(state, side, unit_id, "rally"))


def must(state: State, side: SideId, unit_id: str) -> Iterator[Action]:
    """A shaken unit tries to rally (BG-VIII.7.1), civilians run from firing (BG-R129)."""
    unit = state.unit(unit_id)
    if state.phase is not Phase.MOVEMENT:
        return
    if unit.morale is Morale.SHAKEN:
        yield from (taken(offer) for offer in offers(state, side, unit_id, "rally"))
    if must_flee(state, unit):
        yield from (taken(offer) for offer in offers(state, side, unit_id, "move"))


# ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def fire_best(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The shot with the best chance to bring somebody down, none that endangers one's own."""
    return likeliest(_shots(state, side, unit_id, step))


def fire_nearest(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Offers name the nearest target first. BG-X.1.1."""
    return (action for _, action in _shots(state, side, unit_id, step))


def fire_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    return (action for _, action in _shots(state, side, unit_id, step, step.at))


def _shots(state: State, side: SideId, unit_id: str, step: Step, target: str = "") -> Iterator[tuple[Fraction, Action]]:
    found = (offer for offer in offers(state, side, unit_id, "fire") if target in ("", target_of(offer)))
    return BY_HAND.worth(state, side, found, step.number, chance_of)


# ── Throwing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def throw(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The grenade with the best chance to bring somebody down, none that endangers one's own; at the unit named, or at
    any. BG-X.12.1a, BG-X.12.1b."""
    found = _thrown(state, side, unit_id, step.at, "hand grenade", "rifle grenade")
    return likeliest(BY_HAND.worth(state, side, found, step.number, chance_of))


def flash_bang(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """At the unit named, where nobody of one's own is stunned. BG-X.12.2."""
    found = _thrown(state, side, unit_id, step.at, "flash bang")
    return (action for _, action in BY_HAND.worth(state, side, found, None, chance_of))


def smoke(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """On the place, once it is within reach: a grenade, else a mortar round, else the mission that it has asked for.
    BG-X.14.3a, BG-X.14.3c."""
    yield from _smoke_on(state, side, unit_id, step.at, step.at)


def _smoke_on(state: State, side: SideId, unit_id: str, near: str, far: str) -> Iterator[Action]:
    """`near`: where a hand is to throw it, `far`: where a shell is to fall."""
    for offer in offers(state, side, unit_id, "throw", needs=True):
        if offer.needs == ("to",):
            yield taken(offer, to=near)
    for verb in ("mortar", "fire-mission"):
        for offer in offers(state, side, unit_id, verb, needs=True):
            if _is_smoke(offer):
                yield taken(offer, at=far)


def smoke_ahead(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Between itself and the nearest enemy whom its side knows of, upwind, so that it drifts across the way: by hand
    near itself, by shells near the enemy; else a vehicle's dischargers. BG-X.14.31a"""
    unit = state.unit(unit_id)
    here = middle(unit.fit)
    board = state.board
    foes = [at for foe in known_enemies(state, unit) if (at := middle(foe.present)) is not None]
    if here is None or board is None or not foes:
        return
    there = min(foes, key=lambda at: (between(here, at), at))
    upwind = ((board.wind or 0.0) + 180.0) % 360.0

    def before(start: Point, goal: Point) -> str:
        x, y = step_to(toward(start, goal, min(BEFORE, between(start, goal) / 2)), upwind, FIRST / 2)
        return f"{min(max(x, 0.0), board.width):.1f},{min(max(y, 0.0), board.depth):.1f}"

    yield from _smoke_on(state, side, unit_id, before(here, there), before(there, here))
    yield from discharge(state, side, unit_id, step)


def discharge(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The smoke dischargers of its vehicles. BG-X.14.3b"""
    for offer in offers(state, side, unit_id, "throw"):
        if isinstance(offer.action, Throw) and offer.action.grenade == DISCHARGERS:
            yield taken(offer)


def _is_smoke(offer: Offer) -> bool:
    return bool(getattr(offer.action, "smoke", False))


def _thrown(state: State, side: SideId, unit_id: str, target: str, *grenades: Thrown) -> Iterator[Offer]:
    for offer in offers(state, side, unit_id, "throw"):
        wanted = isinstance(offer.action, Throw) and offer.action.grenade in grenades
        if wanted and target in ("", target_of(offer)):
            yield offer


def plant(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """What it carries, one device after the other, each man one a turn; what is begun is finished first. BG-R235"""
    found = list(offers(state, side, unit_id, "lay"))
    yield from (taken(offer) for offer in sorted(found, key=lambda offer: not offer.label.startswith("Go on")))


def breach(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """A shaped charge at the door or wall beside somebody, which blows before the phase is over. BG-X.12.4"""
    for offer in offers(state, side, unit_id, "lay"):
        if isinstance(offer.action, LayDevice) and offer.action.fuse == 0:
            yield taken(offer)


def mortar_best(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The round with the best chance to bring somebody down, none that endangers one's own. BG-X.13.1a"""
    return likeliest(_rounds(state, side, unit_id, step))


def mortar_nearest(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """At the nearest enemy whom an observer sees; the same point again comes first. BG-R98"""
    return (action for _, action in _rounds(state, side, unit_id, step))


def mortar_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """At a place of the table, whoever may be there."""
    for offer in offers(state, side, unit_id, "mortar", needs=True):
        if not _is_smoke(offer):
            yield taken(offer, at=step.at)


def mission_best(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The mission that its message asked for, where most is likely to come of it. BG-X.13.21"""
    found = offers(state, side, unit_id, "fire-mission")
    return likeliest(BY_HAND.worth(state, side, found, step.number, chance_of))


def mission_at(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """The mission at a place of the table."""
    for offer in offers(state, side, unit_id, "fire-mission", needs=True):
        if not _is_smoke(offer):
            yield taken(offer, at=step.at)


def strike_best(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[Action]:
    """Whatever the unit has that is likeliest to bring somebody down: a shot, a grenade, a mortar round or the mission
    that it has asked for; none that endangers one's own. Of equals the shot."""
    grenades = _thrown(state, side, unit_id, "", "hand grenade", "rifle grenade")
    missions = offers(state, side, unit_id, "fire-mission")
    found = (
        *_shots(state, side, unit_id, step),
        *BY_HAND.worth(state, side, grenades, step.number, chance_of),
        *_rounds(state, side, unit_id, step),
        *BY_HAND.worth(state, side, missions, step.number, chance_of),
    )
    return likeliest(found)


def _rounds(state: State, side: SideId, unit_id: str, step: Step) -> Iterator[tuple[Fraction, Action]]:
    return BY_HAND.worth(state, side, offers(state, side, unit_id, "mortar"), step.number, chance_of)


def chance_of(odds: Odds) -> Fraction:
    """That somebody falls; where nobody has reckoned that, that somebody is hit, or the charge comes home."""
    for kinds in (("falls",), ("hit",)):
        found = [one.chance for one in odds.chances if one.outcome.kind in kinds and not one.danger]
        if found:
            return max(found)
    others = (one.chance for one in odds.chances if not one.danger and one.outcome.kind != LOST)
    return max(others, default=Fraction(0))
