"""Mustering: rosters are read, cards assigned, everybody is put on the table. 2.3, 11.1.

Without places in the muster each side lines up along its edge, so near that one turn brings them to shots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from rules.action import SideId
from rules.chance import RANKS, Card, Chance
from rules.event import Event
from rules.five56mm.book.garage import load_vehicle
from rules.five56mm.book.injury import Wound
from rules.five56mm.book.light import Light, rolled
from rules.five56mm.book.profile import Skill, Traits, load_squad, load_traits
from rules.five56mm.book.squads import faults
from rules.five56mm.book.switches import HOUSE
from rules.five56mm.book.tables import VEHICLES, WEAPONS, Group, VehicleProfile
from rules.five56mm.book.target_number import d3
from rules.five56mm.book.weapons import Arm, check_loadout
from rules.five56mm.events.battle import BattleOpened, LuckRolled, SquadMustered
from rules.five56mm.forces.growth import grown, load_condition
from rules.five56mm.forces.scenario import Kit, Scenario, VehiclePlan, read_scenario
from rules.five56mm.state import BLACK, RED, Character, Joker, Point, RadioTask, Side, Squad, Vehicle
from rules.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
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
    options = HOUSE.checked(call.options)
    scenario = read_scenario(call.scenario)
    _require_forces(call.sides)
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
    events: list[Event] = [opened]
    for side in call.sides:
        cards = deal(side.key)
        squads = [_squad(unit, cards, scenario) for unit in side.units]
        events += _placed(call.board, side, squads, scenario)
    for event in tuple(events):
        if isinstance(event, SquadMustered):
            events += _luck(event.characters, chance)
    return events


def reinforce(
    board: Board | None, units: Sequence[MusterUnit], there: Sequence[Character | Vehicle], chance: Chance
) -> Sequence[Event]:
    """Squads that arrive during the battle, with their vehicles, each at its place or else at its side's edge. Their
    cards are those that nobody has yet; they come into the deck next turn.

    `there`: who and what is in the battle already. MM-2.3T.2, MM-2.3T.7. RuleViolation for a roster that cannot be
    read, for a squad that is there already and for a place off the table.
    """
    _require_new(board, units, {one.id for one in there})
    taken = {card for who in there if isinstance(who, Character) for card in who.cards}
    events: list[Event] = []
    for key in dict.fromkeys(unit.side for unit in units):
        mine = tuple(unit for unit in units if unit.side == key)
        cards = (card for card in deal(key) if card not in taken)
        squads = [_squad(unit, cards, Scenario()) for unit in mine]
        parked = sum(isinstance(one, Vehicle) and one.side == key for one in there)
        events += _placed(board, MusterSide(key, key, mine), squads, Scenario(), arriving=True, parked=parked)
    for event in tuple(events):
        if isinstance(event, SquadMustered):
            events += _luck(event.characters, chance)
    return events


def _require_new(board: Board | None, units: Sequence[MusterUnit], there: set[str]) -> None:
    for unit in units:
        if unit.side not in SUITS:
            raise RuleViolation(
                "wrong-side", f"{unit.name} is of no side of this battle.", remedy="Put it on black or red."
            )
        if there & {one.id for one in (*unit.figures, *unit.elements)}:
            raise RuleViolation("same-id", f"{unit.name} is in the battle already.", remedy="Send somebody else.")
        if board is not None and unit.place is not None and not board.holds(*unit.place):
            raise RuleViolation("off-table", f"{unit.name} would arrive off the table.", remedy="Give a place on it.")


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
            ids += [unit.id, *(one.id for one in (*unit.figures, *unit.elements))]
    if len(set(ids)) != len(ids):
        raise RuleViolation("same-id", "Two squads, figures or vehicles bear one id.", remedy="List each only once.")


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
        wounds=tuple(Wound(number, level) for number, level in enumerate((*traits.wounds, *condition.wounds), start=1)),
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


def _placed(
    board: Board | None,
    side: MusterSide,
    squads: Sequence[_Mustered],
    scenario: Scenario,
    *,
    arriving: bool = False,
    parked: int = 0,
) -> list[Event]:
    """`arriving`: at the side's edge, not in its line of battle; `parked`: vehicles that stand there already."""
    events: list[Event] = []
    facing = _facing(board, side.key)
    plans = [plan for plan in scenario.vehicles if plan.side == side.key]
    aboard = {who: (plan.id, place) for plan in plans for place, who in plan.crew}
    for _, _, own in squads:
        aboard |= {who: (plan.id, place) for plan in own for place, who in plan.crew}
    standing = [c for _, members, _ in squads for c in members if c.id not in aboard]
    spots = dict(zip((c.id for c in standing), _line(board, side.key, len(standing), arriving), strict=True))
    for unit, (squad, members, own) in zip(side.units, squads, strict=True):
        around = _around(board, unit, len(members))
        put = tuple(_put(who, unit, number, spots, aboard, facing, around) for number, who in enumerate(members))
        mine = [*(_beside(plan, unit, around[-1], facing) for plan in own), *(plans if unit is side.units[0] else [])]
        vehicles = tuple(
            _vehicle(plan, board, side.key, number, scenario, facing) for number, plan in enumerate(mine, start=parked)
        )
        parked += len(mine)
        events.append(SquadMustered(squad=squad, characters=put, vehicles=vehicles, citations=("MM-2.3T.2",)))
    return events


def _put(
    who: Character,
    unit: MusterUnit,
    number: int,
    spots: dict[str, Point | None],
    aboard: dict[str, tuple[str, str]],
    facing: float,
    around: Sequence[Point | None],
) -> Character:
    if who.id in aboard:
        vehicle, place = aboard[who.id]
        return replace(who, vehicle=vehicle, place=place, facing=facing)
    return replace(who, at=around[number] or spots[who.id], facing=facing if unit.facing is None else unit.facing)


def _around(board: Board | None, unit: MusterUnit, count: int) -> list[Point | None]:
    """Ranks of ten from the squad's place on, moved in as far as the table's edge demands, and a spot behind the last
    rank for its vehicles. None without a board or a place."""
    if board is None or unit.place is None:
        return [None] * (count + 1)
    ranks = -(-count // PER_RANK)
    left = max(0.5, min(unit.place[0], board.width - 0.5 - SPACING * (min(count, PER_RANK) - 1)))
    low = max(0.5, min(unit.place[1], board.depth - 0.5 - SPACING * (ranks - 1)))
    spots = [(left + SPACING * (n % PER_RANK), low + SPACING * (n // PER_RANK)) for n in range(count)]
    behind = low + SPACING * (ranks - 1) + 4
    return [*spots, (left, behind if behind < board.depth else max(0.5, low - 4))]


def _beside(plan: VehiclePlan, unit: MusterUnit, at: Point | None, facing: float) -> VehiclePlan:
    if at is None:
        return plan
    return plan.model_copy(update={"at": at, "facing": facing if unit.facing is None else unit.facing})


def _facing(board: Board | None, side: str) -> float:
    edges = dict(board.edges) if board else {}
    return inward(edges.get(side, EDGES[side]))


def _line(board: Board | None, side: str, count: int, arriving: bool) -> list[Point | None]:
    """Ranks of ten along the side's edge, in the middle, so that the lines are at most 20 in apart; those who arrive
    later stand at the edge itself."""
    if board is None:
        return [None] * count
    edge = dict(board.edges).get(side, EDGES[side])
    wide, deep = (board.width, board.depth) if edge in ("north", "south") else (board.depth, board.width)
    per_rank = max(1, min(PER_RANK, int((wide - 2 * MARGIN) // SPACING) + 1))
    back = MARGIN + SPACING * ((count - 1) // per_rank) if arriving else max(MARGIN, (deep - APART) / 2)
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
        damage=plan.damage,
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
