"""Mustering: rosters are read, cards dealt, light and luck rolled; `placing` puts everybody on the table. 2.3, 11.1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from rules.battle.deed import nothing_refused
from rules.five56mm.book.garage import load_vehicle
from rules.five56mm.book.injury import WoundOnRecord
from rules.five56mm.book.light import Light, rolled
from rules.five56mm.book.profile import Skill, Traits, load_squad, load_traits
from rules.five56mm.book.squads import faults
from rules.five56mm.book.switches import HOUSE
from rules.five56mm.book.tables import WEAPONS, Group
from rules.five56mm.book.target_number import d3
from rules.five56mm.book.weapons import Arm, check_loadout
from rules.five56mm.events.battle import BattleOpened, LuckRolled, SquadMustered
from rules.five56mm.forces.growth import grown, load_condition
from rules.five56mm.forces.injuries import lessened
from rules.five56mm.forces.placing import Mustered, placed
from rules.five56mm.forces.scenario import Kit, ScenarioPlan, VehiclePlan
from rules.five56mm.state import BLACK, RED, Character, Joker, RadioTask, Side, Squad, Vehicle
from rules.kernel.action import SideId
from rules.kernel.chance import RANKS, Card, Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.seam.mustering import TwoSides
from rules.table.board import Board

SUITS = {BLACK: "CS", RED: "HD"}
"""Black cards for one side, red ones for the other. MM-2.3T.3."""

FORCES = TwoSides(
    book="5.56mm",
    keys=(BLACK, RED),
    citation="MM-2.3T.3",
    unit="squad",
    lasting="squads, figures or vehicles",
)


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    """The events that open the battle. Raises RuleViolation when the forces cannot fight it.

    MM-2.3T.2, MM-2.3T.3, MM-6.2.1, MM-10.LB.1, MM-R106.
    """
    options = HOUSE.checked(call.options)
    scenario = ScenarioPlan.read(call.scenario)
    FORCES.require(call.sides)
    came: list[Event] = []
    for side in call.sides:
        cards = deal(side.key)
        squads = [_squad(unit, cards, scenario) for unit in side.units]
        came += placed(call.board, side, squads, scenario)
    with nothing_refused("what is rolled at the muster"):
        light, die = _light(scenario, call.board, chance)
        opened = BattleOpened(
            title=call.title,
            sides=tuple(Side(side.key, side.name) for side in call.sides),
            board=call.board,
            options=options,
            light=light,
            light_die=die,
            turn_limit=call.turn_limit,
            jokers=tuple(Joker(Card(j.card), j.event, j.once) for j in scenario.jokers),
            radio=tuple(RadioTask(r.key, r.number, r.event, r.once, side=r.side) for r in scenario.radio),
            care=scenario.care,
            draws=chance.taken(),
            citations=("MM-6.2.2",) if die else ("MM-6.2.1",),
        )
        return [opened, *came, *_luck(came, chance)]


def reinforce(
    board: Board | None, units: Sequence[MusterUnit], there: Sequence[Character | Vehicle], chance: Chance
) -> Sequence[Event]:
    """Squads that arrive during the battle, with their vehicles, each at its place or else at its side's edge. Their
    cards are those that nobody has yet; they come into the deck next turn.

    `there`: who and what is in the battle already. MM-2.3T.2, MM-2.3T.7. RuleViolation for a roster that cannot be
    read, for a squad that is there already and for a place off the table.
    """
    FORCES.require_joining(units, {one.id for one in there})
    for unit in units:
        if board is not None and unit.place is not None and not board.holds(*unit.place):
            raise RuleViolation(Why.OFF_TABLE, f"{unit.name} would arrive off the table.", remedy="Give a place on it.")
    taken = {card for who in there if isinstance(who, Character) for card in who.cards}
    events: list[Event] = []
    for key in dict.fromkeys(unit.side for unit in units):
        mine = tuple(unit for unit in units if unit.side == key)
        cards = (card for card in deal(key) if card not in taken)
        squads = [_squad(unit, cards, ScenarioPlan()) for unit in mine]
        parked = sum(isinstance(one, Vehicle) and one.side == key for one in there)
        events += placed(board, MusterSide(key, key, mine), squads, ScenarioPlan(), arriving=True, parked=parked)
    with nothing_refused("the luck of those who join"):
        return [*events, *_luck(events, chance)]


def deal(side: str) -> Iterator[Card]:
    """Cards of a side's colour, the king of its first suit first, as the sample squad has them; a second pack when the
    first is used up. MM-2.3T.3, MM-R106."""
    pack = 1
    while True:
        for suit in SUITS[side]:
            for rank in "K" + "".join(r for r in RANKS if r != "K"):
                yield Card(f"{rank}{suit}" if pack == 1 else f"{rank}{suit}#{pack}")
        pack += 1


def _luck(came: Iterable[Event], chance: Chance) -> list[Event]:
    """Lucky Bastard: a D3 at the start. MM-10.LB.1."""
    events: list[Event] = []
    for who in (who for event in came if isinstance(event, SquadMustered) for who in event.characters):
        if who.has(Skill.LUCKY):
            luck = d3(chance, for_=f"luck of {who.name}")
            events.append(LuckRolled(character=who.id, luck=luck, draws=chance.taken(), citations=("MM-10.LB.1",)))
    return events


def _light(scenario: ScenarioPlan, board: Board | None, chance: Chance) -> tuple[Light, int | None]:
    """The scenario's word, else the board's; full daylight otherwise. MM-6.2.1, MM-6.2.2."""
    if scenario.light == "roll":
        die, light = rolled(chance)
        return light, die
    if scenario.light is not None:
        return Light(scenario.light), None
    by_board = {"dusk": Light.LOW, "moon": Light.LOW, "night": Light.NO}
    return by_board.get(board.light if board else "day", Light.FULL), None


# ── Squads ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _squad(unit: MusterUnit, cards: Iterator[Card], scenario: ScenarioPlan) -> Mustered:
    """A squad is judged by its sheets, and fights with what lasts of earlier wounds. MM-R291"""
    traits = load_squad(unit.traits, unit.name)
    characters = tuple(_character(figure, unit, cards, scenario.kit) for figure in unit.figures)
    leader = next((c.id for c in characters if c.traits.leader), None)
    elites = max(traits.elites, scenario.elites)
    for fault in faults([c.traits for c in characters], [c.rank for c in characters], None, elites=elites):
        if fault.grave:
            raise RuleViolation(
                "squad-not-lawful", f"{unit.name}: {fault.words}.", citation=fault.citation, remedy="Change the sheets."
            )
    characters = tuple(replace(c, traits=lessened(c.traits)) for c in characters)
    by_number = {c.number: c.id for c in characters}
    seated = {who for plan in scenario.vehicles for _, who in plan.crew}
    owned = tuple(_owned(element, unit.side, seated) for element in unit.elements)
    vehicles = tuple(
        VehiclePlan(
            id=f"{unit.id}-vehicle-{number}",
            side=unit.side,
            profile=spec.profile,
            name=spec.name,
            turret=spec.turret,
            crew=tuple((place, by_number[figure]) for place, figure in spec.places if figure in by_number),
        )
        for number, spec in enumerate(traits.vehicles, start=1)
    )
    return Squad(unit.id, unit.name, unit.side, len(characters), leader), characters, (*owned, *vehicles)


def _owned(element: MusterElement, side: SideId, seated: Collection[str]) -> VehiclePlan:
    """A vehicle of the squad as it stands on the roster; whom the scenario has seated elsewhere sits there."""
    traits, damage = load_vehicle(element.traits, element.condition, element.name)
    return VehiclePlan(
        id=element.id,
        side=side,
        profile=traits.profile,
        name=element.name,
        turret=traits.turret,
        crew=tuple((place, who) for place, who in element.crew if who not in seated),
        damage=damage,
    )


def _character(figure: MusterFigure, unit: MusterUnit, cards: Iterator[Card], kit: Sequence[Kit]) -> Character:
    """His sheet with what he has learned, the scenario's equipment, the wounds that he brings, and his card, two for
    the Elite. MM-2.3T.2, MM-8.0.1, MM-10.E.1, MM-R110, MM-R112."""
    condition = load_condition(figure.condition, figure.name)
    traits = grown(load_traits(figure.traits, figure.name), condition.gains)
    for given in kit:
        if given.figure == figure.id:
            traits = _equipped(traits, given)
    check_loadout(traits.arms, figure.name)
    own = tuple(next(cards) for _ in range(2 if Skill.ELITE in traits.skills else 1))
    return Character(
        id=figure.id,
        name=figure.name,
        number=figure.number,
        rank=figure.rank,
        side=unit.side,
        squad=unit.id,
        traits=traits,
        cards=own,
        arms=traits.arms,
        wounds=tuple(
            WoundOnRecord(number, level) for number, level in enumerate((*traits.wounds, *condition.wounds), start=1)
        ),
    )


def _equipped(traits: Traits, given: Kit) -> Traits:
    arms = [replace(arm, ammo_low=arm.ammo_low or arm.weapon in given.ammo_low) for arm in traits.arms]
    gun = next((i for i, arm in enumerate(arms) if _takes_sights(arm)), None)
    if gun is not None and given.sights:
        arms[gun] = replace(arms[gun], sights=tuple(dict.fromkeys((*arms[gun].sights, *given.sights))))
    gear = tuple(dict.fromkeys((*traits.gear, *given.gear)))
    return replace(traits, arms=tuple(arms), gear=gear)


def _takes_sights(arm: Arm) -> bool:
    weapon = WEAPONS.get(arm.weapon)
    return weapon is not None and weapon.group not in (Group.GRENADE, Group.GRENADE_LAUNCHER)
