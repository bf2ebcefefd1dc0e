"""Mustering: rosters are read, cards assigned, everybody is put on the table. 2.3, 11.1.

Without places in the muster each side lines up along its edge, so near that one turn brings them to shots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.chance import RANKS, Card, Chance
from rules.event import Event
from rules.five56mm.events.battle import BattleOpened, LuckRolled, SquadMustered
from rules.five56mm.injury import Wound
from rules.five56mm.light import Light, rolled
from rules.five56mm.profile import Skill, Traits, load_squad, load_traits
from rules.five56mm.scenario import Kit, Scenario, VehiclePlan, read_scenario
from rules.five56mm.squads import faults
from rules.five56mm.state import BLACK, RED, Character, Joker, Point, RadioTask, Side, Squad, Vehicle
from rules.five56mm.switches import check_options
from rules.five56mm.tables import VEHICLES, WEAPONS, Group, VehicleProfile
from rules.five56mm.target_number import d3
from rules.five56mm.weapons import Arm, check_loadout
from rules.ruleset import Muster, MusterFigure, MusterSide, MusterUnit
from rules.table.board import Board
from rules.table.measure import inward
from rules.violation import RuleViolation

SUITS = {BLACK: "CS", RED: "HD"}
"""Black cards for one side, red ones for the other. MM-2.3T.3."""
EDGES = {BLACK: "south", RED: "north"}
APART = 20.0
"""Inches between the lines at most: Long range of most rifles."""
SPACING = 2.0
MARGIN = 1.5
PER_RANK = 10


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    """The events that open the battle. Raises RuleViolation when the forces cannot fight it.

    MM-2.3T.2, MM-2.3T.3, MM-6.2.1, MM-10.LB.1, MM-R106.
    """
    check_options(call.options)
    scenario = read_scenario(call.scenario)
    _require_forces(call.sides)
    light, die = _light(scenario, call.board, chance)
    opened = BattleOpened(
        title=call.title,
        sides=tuple(Side(side.key, side.name) for side in call.sides),
        board=call.board,
        options=call.options,
        light=light,
        light_die=die,
        turn_limit=call.turn_limit,
        jokers=tuple(Joker(Card(j.card), j.event, j.once) for j in scenario.jokers),
        radio=tuple(RadioTask(r.key, r.number, r.event, r.once) for r in scenario.radio),
        care=scenario.care,
        draws=chance.taken(),
        citations=("MM-6.2.2",) if die else ("MM-6.2.1",),
    )
    events: list[Event] = [opened]
    for side in call.sides:
        cards = deal(side.key)
        squads = [_squad(unit, cards, scenario) for unit in side.units]
        events += _placed(call.board, side, squads, scenario)
    for event in tuple(events):
        if isinstance(event, SquadMustered):
            events += _luck(event.characters, chance)
    return events


def reinforce(unit: MusterUnit, taken: Sequence[Card], chance: Chance, place: Point | None = None) -> Sequence[Event]:
    """A squad that arrives during the battle, with cards that nobody has yet; they come into the deck next turn.

    MM-2.3T.2, MM-2.3T.7. RuleViolation for a roster that cannot be read.
    """
    cards = (card for card in deal(unit.side) if card not in taken)
    squad, characters, _ = _squad(unit, cards, Scenario())
    spread = [None if place is None else (place[0] + SPACING * i, place[1]) for i in range(len(characters))]
    put = tuple(replace(who, at=at) for who, at in zip(characters, spread, strict=True))
    return [SquadMustered(squad=squad, characters=put), *_luck(put, chance)]


def deal(side: str) -> Iterator[Card]:
    """Cards of a side's colour, the king of its first suit first, as the sample squad has them; a second pack when the
    first is used up. MM-2.3T.3, MM-R106."""
    pack = 1
    while True:
        for suit in SUITS[side]:
            for rank in "K" + "".join(r for r in RANKS if r != "K"):
                yield Card(f"{rank}{suit}" if pack == 1 else f"{rank}{suit}#{pack}")
        pack += 1


def _luck(characters: Sequence[Character], chance: Chance) -> list[Event]:
    """Lucky Bastard: a D3 at the start. MM-10.LB.1."""
    events: list[Event] = []
    for who in characters:
        if who.has(Skill.LUCKY):
            luck = d3(chance, for_=f"luck of {who.name}")
            events.append(LuckRolled(character=who.id, luck=luck, draws=chance.taken(), citations=("MM-10.LB.1",)))
    return events


def _light(scenario: Scenario, board: Board | None, chance: Chance) -> tuple[Light, int | None]:
    """The scenario's word, else the board's; full daylight otherwise. MM-6.2.1, MM-6.2.2."""
    if scenario.light == "roll":
        die, light = rolled(chance)
        return light, die
    if scenario.light is not None:
        return Light(scenario.light), None
    by_board = {"dusk": Light.LOW, "moon": Light.LOW, "night": Light.NO}
    return by_board.get(board.light if board else "day", Light.FULL), None


def _require_forces(sides: Sequence[MusterSide]) -> None:
    keys = [side.key for side in sides]
    if sorted(keys) != sorted((BLACK, RED)):
        raise RuleViolation(
            "sides", "5.56mm is fought by two sides, black and red.", citation="MM-2.3T.3", remedy="Muster both once."
        )
    ids: list[str] = []
    for side in sides:
        if not any(unit.figures for unit in side.units):
            raise RuleViolation(
                "no-force", f"{side.name} has nobody in this battle.", remedy="Raise a squad, or choose one."
            )
        for unit in side.units:
            if unit.side != side.key:
                raise RuleViolation("wrong-side", f"{unit.name} is not of {side.name}.", remedy="Put it on its side.")
            ids += [unit.id, *(figure.id for figure in unit.figures)]
    if len(set(ids)) != len(ids):
        raise RuleViolation("same-id", "Two squads or figures bear the same id.", remedy="List each only once.")


# ── Squads ────────────────────────────────────────────────────────────────────────────────────────────────────────

_Mustered = tuple[Squad, tuple[Character, ...], tuple[VehiclePlan, ...]]


def _squad(unit: MusterUnit, cards: Iterator[Card], scenario: Scenario) -> _Mustered:
    traits = load_squad(unit.traits, unit.name)
    characters = tuple(_character(figure, unit, cards, scenario.kit) for figure in unit.figures)
    leader = next((c.id for c in characters if c.traits.leader), None)
    elites = max(traits.elites, scenario.elites)
    for fault in faults([c.traits for c in characters], [c.rank for c in characters], None, elites=elites):
        if fault.citation in ("MM-10.L.2", "MM-10.E.2", "MM-9.0.2", "MM-10.0.1"):
            raise RuleViolation(
                "squad-not-lawful", f"{unit.name}: {fault.words}.", citation=fault.citation, remedy="Change the sheets."
            )
    by_number = {c.number: c.id for c in characters}
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
    return Squad(unit.id, unit.name, unit.side, len(characters), leader), characters, vehicles


def _character(figure: MusterFigure, unit: MusterUnit, cards: Iterator[Card], kit: Sequence[Kit]) -> Character:
    """His sheet, the scenario's equipment, and his card, two for the Elite. MM-2.3T.2, MM-8.0.1, MM-10.E.1."""
    traits = load_traits(figure.traits, figure.name)
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
        wounds=tuple(Wound(number, level) for number, level in enumerate(traits.wounds, start=1)),
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


# ── On the table ──────────────────────────────────────────────────────────────────────────────────────────────────


def _placed(board: Board | None, side: MusterSide, squads: Sequence[_Mustered], scenario: Scenario) -> list[Event]:
    events: list[Event] = []
    facing = _facing(board, side.key)
    plans = [plan for plan in scenario.vehicles if plan.side == side.key]
    aboard = {who: (plan.id, place) for plan in plans for place, who in plan.crew}
    for _, _, own in squads:
        aboard |= {who: (plan.id, place) for plan in own for place, who in plan.crew}
    standing = [c for _, members, _ in squads for c in members if c.id not in aboard]
    spots = dict(zip((c.id for c in standing), _line(board, side.key, len(standing)), strict=True))
    for unit, (squad, members, own) in zip(side.units, squads, strict=True):
        put = tuple(_put(who, unit, number, spots, aboard, facing) for number, who in enumerate(members))
        mine = [*own, *(plans if unit is side.units[0] else [])]
        vehicles = tuple(_vehicle(plan, board, side.key, number, scenario, facing) for number, plan in enumerate(mine))
        events.append(SquadMustered(squad=squad, characters=put, vehicles=vehicles, citations=("MM-2.3T.2",)))
    return events


def _put(
    who: Character,
    unit: MusterUnit,
    number: int,
    spots: dict[str, Point | None],
    aboard: dict[str, tuple[str, str]],
    facing: float,
) -> Character:
    if who.id in aboard:
        vehicle, place = aboard[who.id]
        return replace(who, vehicle=vehicle, place=place, facing=facing)
    at = spots[who.id]
    if unit.place is not None and at is not None:
        at = (unit.place[0] + SPACING * (number % PER_RANK), unit.place[1] + SPACING * (number // PER_RANK))
    return replace(who, at=at, facing=facing if unit.facing is None else unit.facing)


def _facing(board: Board | None, side: str) -> float:
    edges = dict(board.edges) if board else {}
    return inward(edges.get(side, EDGES[side]))


def _line(board: Board | None, side: str, count: int) -> list[Point | None]:
    """Ranks of ten along the side's edge, in the middle, at most 20 in from the middle line's other side."""
    if board is None:
        return [None] * count
    edge = dict(board.edges).get(side, EDGES[side])
    wide, deep = (board.width, board.depth) if edge in ("north", "south") else (board.depth, board.width)
    per_rank = max(1, min(PER_RANK, int((wide - 2 * MARGIN) // SPACING) + 1))
    back = max(MARGIN, (deep - APART) / 2)
    spots: list[Point | None] = []
    for number in range(count):
        rank, file = divmod(number, per_rank)
        row = min(per_rank, count - rank * per_rank)
        along = wide / 2 + (file - (row - 1) / 2) * SPACING
        inward_ = min(max(back - rank * SPACING, 0.5), deep - 0.5)
        spots.append(_on(board, edge, round(along, 3), round(inward_, 3)))
    return spots


def _on(board: Board, edge: str, along: float, inward_: float) -> Point:
    return {
        "south": (along, inward_),
        "north": (along, board.depth - inward_),
        "west": (inward_, along),
        "east": (board.width - inward_, along),
    }[edge]


def _vehicle(
    plan: VehiclePlan, board: Board | None, side: str, number: int, scenario: Scenario, facing: float
) -> Vehicle:
    profile = _profile(plan, scenario)
    if plan.turret is not None and plan.turret not in profile.turret:
        raise RuleViolation(
            "no-such-turret",
            f"A {profile.title} does not carry “{plan.turret}”.",
            citation="MM-12.8.2",
            remedy=f"It carries {' or '.join(profile.turret) or 'nothing'}.",
        )
    _check_crew(plan, profile)
    at = plan.at
    if at is None and board is not None:
        edge = dict(board.edges).get(side, EDGES[side])
        wide = board.width if edge in ("north", "south") else board.depth
        at = _on(board, edge, min(wide - 3, 3.0 + 5 * number), 3.0)
    mounts = (Arm(plan.turret),) if plan.turret is not None else ()
    return Vehicle(
        id=plan.id,
        name=plan.name or profile.title,
        side=side,
        profile=profile,
        at=at if board is not None else None,
        facing=plan.facing if plan.at is not None else facing,
        mounts=mounts,
        flying=plan.flying and profile.kind == "helicopter",
    )


def _profile(plan: VehiclePlan, scenario: Scenario) -> VehicleProfile:
    own = {profile.key: profile for profile in scenario.profiles}
    found = own.get(plan.profile) or VEHICLES.get(plan.profile)
    if found is None:
        known = ", ".join((*VEHICLES, *own))
        raise RuleViolation(
            "unknown-vehicle", f"There is no vehicle “{plan.profile}”.", citation="MM-R87", remedy=f"Known: {known}."
        )
    return found


def _check_crew(plan: VehiclePlan, profile: VehicleProfile) -> None:
    """One man a crew place, passengers up to the number of the profile. MM-12.3.1, MM-12.8.2."""
    places = [place for place, _ in plan.crew]
    seats = profile.turret_passengers if plan.turret else profile.passengers
    crew = {*profile.crew, *(("gunner",) if plan.turret else ())}
    doubled = any(places.count(place) > 1 for place in crew)
    if doubled or places.count("passenger") > seats or set(places) - crew - {"passenger"}:
        raise RuleViolation(
            "no-room",
            f"Not everybody finds a place in {plan.name or profile.title}.",
            citation="MM-12.3.1",
            remedy=f"It has {', '.join(sorted(crew))} and {seats} passengers.",
        )
