"""Mustering: rosters are read and costed, groups are made of units, everybody is put on the table.

A unit is a group; each vehicle with its crew is a group of its own, its passengers stay in theirs. IA-units.group
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rules.battle.deed import nothing_refused
from rules.infantry_action.book.command import judge_faults
from rules.infantry_action.book.kinds import Light, Weapon
from rules.infantry_action.book.leaders import leader_of
from rules.infantry_action.book.points import MISSILES, POINTS, Cost, total
from rules.infantry_action.book.smoke import roll_wind
from rules.infantry_action.book.switches import HOUSE, House
from rules.infantry_action.book.troops import air_landed, armed, defending, judge_limit, support_cost
from rules.infantry_action.events.turn import BattleOpened, GroupMustered
from rules.infantry_action.figures import Figure, Gun, Point, Vehicle
from rules.infantry_action.forces.costing import PricedUnit, faults_of, roll_cost, roll_of_unit
from rules.infantry_action.forces.deploying import EDGES, Block, Zone, about, lined_up, require_place, serving_order
from rules.infantry_action.forces.deploying import zone as zone_of
from rules.infantry_action.forces.fieldworks import all_dug, defence_cost, defences_of
from rules.infantry_action.forces.garage import (
    PASSENGER,
    SMALL,
    VEHICLES,
    gun_facts,
    gun_weapon,
    is_gun,
    mounts,
    read_model,
    value_of,
    vehicle_gear,
)
from rules.infantry_action.forces.ground import built, defence_costs, occupants, prepared
from rules.infantry_action.forces.judging import FORCES, agreed, require_agreed, table
from rules.infantry_action.forces.landings import boarded, require_units, sealed
from rules.infantry_action.forces.scenario import ScenarioPlan
from rules.infantry_action.forces.traits import load_figure, load_unit
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import Objective
from rules.infantry_action.state import Side, State
from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.seam.forces import Muster, MusterSide, MusterUnit
from rules.seam.mustering import board_of_armies
from rules.table.board import Board
from rules.table.measure import step

CREW = "-crew"
"""What the id of a vehicle's group ends with, after the vehicle's own."""
_LIGHTS = {"day": Light.DAY, "dusk": Light.MOON, "moon": Light.MOON, "night": Light.DARK}


@dataclass(frozen=True, slots=True)
class _Setting:
    board: Board
    house: House
    scenario: ScenarioPlan


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    """The events that open the battle. Raises RuleViolation when the forces cannot fight it.

    IA-cost.limit, IA-cost.campaign, IA-R149, IA-R166
    """
    options = HOUSE.checked(call.options)
    scenario = agreed(ScenarioPlan.read(call.scenario), House(options), call.sides)
    board = table(call.board)
    FORCES.require(call.sides)
    setting = _Setting(board_of_armies(board, call.sides, EDGES), House(options), scenario)
    require_units(setting.scenario, (unit for side in call.sides for unit in side.units))
    require_agreed(setting.house, setting.scenario)
    rolls = {side.key: tuple(roll_of_unit(unit) for unit in side.units) for side in call.sides}
    notes = tuple(
        f"{side.name}: {fault.text}"
        for side in call.sides
        for fault in judge_faults(faults_of(rolls[side.key], setting.house))
    )
    support = {side.key: _support(side) for side in call.sides}
    costs = {side.key: _cost(side, rolls[side.key], scenario, support[side.key]) for side in call.sides}
    for key in costs:
        judge_limit(costs[key], scenario.limit)
    plans = (sealed(setting.board, setting.house, scenario, side.key, side.units) for side in call.sides)
    came: list[Event] = [plan for plan in plans if plan is not None]
    for side in call.sides:
        groups = _mustered(setting, side.key, side.units, late=False)
        inside = occupants(setting.board, (man for event in groups for man in event.figures))
        ground = prepared(setting.board, scenario, side.key, inside)
        came += groups if ground is None else (*groups, ground)
        if scenario.defender == side.key:
            came += all_dug(setting.board, setting.house, scenario, side, groups)
    with nothing_refused("the wind"):
        wind = scenario.wind if scenario.wind is not None else roll_wind(chance, setting.house)
    opened = BattleOpened(
        title=call.title,
        sides=tuple(_side(side, costs[side.key], scenario, support[side.key]) for side in call.sides),
        board=setting.board,
        options=options,
        light=scenario.light or _LIGHTS.get(setting.board.light, Light.DAY),
        wind=wind if wind is not None else (setting.board.wind or 0.0),
        year=scenario.year,
        period_limit=call.turn_limit,
        objectives=tuple(Objective(goal.place, goal.points) for goal in scenario.objectives),
        works=built(setting.board, scenario),
        notes=notes,
        draws=chance.taken(),
        citations=("IA-R149", "IA-cost.limit"),
    )
    return [opened, *came]


def reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    """Units that join a battle that goes on, each at its place or else at its side's base line. RuleViolation for a
    roster that cannot be read, for somebody who is there already and for a place off the table."""
    setting = _Setting(table(state.board), state.house, ScenarioPlan())
    FORCES.require_joining(units, {one.id for one in (*state.groups, *state.figures, *state.guns, *state.vehicles)})
    events: list[Event] = []
    for key in dict.fromkeys(unit.side for unit in units):
        events += _mustered(setting, key, tuple(unit for unit in units if unit.side == key), late=True)
    return events


# ── What it costs ─────────────────────────────────────────────────────────────────────────────────────────────────


def _cost(side: MusterSide, rolls: Sequence[PricedUnit], scenario: ScenarioPlan, support: int) -> Cost:
    flown = [roll for unit, roll in zip(side.units, rolls, strict=True) if unit.id in scenario.by_air]
    standing = [roll for unit, roll in zip(side.units, rolls, strict=True) if unit.id not in scenario.by_air]
    built = [defence_cost(defences_of(unit)) for unit in side.units if unit.id not in scenario.by_air]
    cost = side_cost(standing, side.key, scenario, support, flown)
    return total((cost, *built)) if scenario.defender == side.key else cost


def side_cost(
    rolls: Iterable[PricedUnit], key: SideId, scenario: ScenarioPlan, brought: int = 0, flown: Iterable[PricedUnit] = ()
) -> Cost:
    """What a side costs with its field defences and support; the agreed defender's troops count double, those that
    land from the air (`flown`) half as much again. `brought`: points of support that its units bring along.
    IA-opt.defender-double, IA-opt.air-landed-cost, IA-opt.off-table-cost, IA-R009, IA-R155"""
    troops = total(roll_cost(roll) for roll in rolls)
    if scenario.defender == key:
        troops = defending(troops)
    points = dict(scenario.support).get(key, 0) + brought
    support = (support_cost(points // POINTS.support_period),) if points else ()
    landed = tuple(air_landed(roll_cost(roll)) for roll in flown)
    return total((troops, *landed, *defence_costs(scenario, key), *support))


def _support(side: MusterSide) -> int:
    return sum(load_unit(unit.traits, unit.name).support for unit in side.units)


def _side(side: MusterSide, cost: Cost, scenario: ScenarioPlan, support: int) -> Side:
    return Side(
        side.key,
        side.name,
        support=dict(scenario.support).get(side.key, 0) + support,
        limit=scenario.limit,
        strength=cost.value,
        on_defence=scenario.defender == side.key,
        role=side.role,
    )


# ── Groups ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Group:
    group: Group
    figures: tuple[Figure, ...]
    guns: tuple[Gun, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()

    @property
    def block(self) -> Block:
        """The men in line: those who serve a gun about their gunner, whoever leads in the middle, where most hear him;
        nobody who is aboard."""
        served: list[str] = []
        for gun in self.guns:
            served += serving_order([man.id for man in self.figures if man.serves == gun.id])
        rest = [m for m in self.figures if m.aboard is None and m.id not in served]
        first = leader_of(man.rank for man in rest)
        if first is not None:
            leader = rest.pop(first)
            rest.insert(min(len(rest), (len(rest) + len(served)) // 2), leader)
        line = [*(man.id for man in rest), *served]
        return Block(tuple(line), tuple(vehicle.id for vehicle in self.vehicles))


def _groups(unit: MusterUnit, setting: _Setting, *, late: bool) -> list[_Group]:
    """IA-units.group"""
    traits = load_unit(unit.traits, unit.name)
    same = Group(
        unit.id,
        unit.name,
        unit.side,
        hidden=setting.house.on("hidden-deployment"),
        average=traits.average or unit.id in setting.scenario.average,
        quality=dict(setting.scenario.quality).get(unit.id, 0),
        late=late,
        by_air=unit.id in setting.scenario.by_air,
    )
    models = {element.id: read_model(element.traits, element.name) for element in unit.elements}
    seats = {who: (element, place) for element in unit.elements for place, who in element.crew}
    driven = [element for element in unit.elements if not is_gun(models[element.id])]
    crews = {element.id: [who for place, who in element.crew if place != PASSENGER] for element in driven}
    on_foot = [figure for figure in unit.figures if not any(figure.id in crew for crew in crews.values())]
    alone = not on_foot and len(driven) == 1 and len(unit.elements) == 1
    ridden = bool(driven) and not on_foot and all(VEHICLES[models[e.id]].kind in SMALL for e in driven)
    of_vehicle = {element.id: unit.id if alone or ridden else element.id + CREW for element in driven}
    men: dict[str, list[Figure]] = {}
    for figure in unit.figures:
        element, place = seats.get(figure.id, (None, ""))
        sheet = load_figure(figure.traits, figure.name)
        gun = element is not None and is_gun(models[element.id])
        vehicle = element if element is not None and not gun else None
        home = of_vehicle[vehicle.id] if vehicle is not None and place != PASSENGER else unit.id
        flies = vehicle is not None and place != PASSENGER and VEHICLES[models[vehicle.id]].kind.aircraft
        served = gun_weapon(models[element.id]).value if element is not None and gun else ""
        men.setdefault(home, []).append(
            Figure(
                id=figure.id,
                name=figure.name,
                number=figure.number,
                side=unit.side,
                group=home,
                rank=sheet.rank,
                weapons=armed(sheet.weapons, setting.house) if sheet.weapons or not sheet.grenades else _bare(setting),
                grenades=sheet.grenades,
                gear=sheet.gear,
                charges=sheet.charges,
                specialities=tuple(dict.fromkeys((*sheet.specialities, *filter(None, (served,))))),
                rocket=sheet.rocket,
                home=home,
                value=Decimal(0) if flies else sheet.cost.value,
                aboard=vehicle.id if vehicle is not None else None,
                place=place if vehicle is not None else "",
                serves=element.id if element is not None and gun else None,
                injuries=sheet.injuries,
                title=figure.rank if figure.rank.casefold() != sheet.rank.value else "",
            )
        )
    guns = tuple(
        _gun(unit, element.id, element.name, models[element.id])
        for element in unit.elements
        if is_gun(models[element.id])
    )
    found: list[_Group] = []
    if on_foot:
        kind = "gun crew" if guns and all(man.serves for man in men[unit.id]) else "infantry"
        group = replace(same, kind=kind)
        found.append(_Group(group, tuple(men[unit.id]), guns))
    if ridden and not alone:  # everybody on horse or cycle: they ride as one group (IA-R226)
        crew = tuple(men[unit.id])
        fleet = tuple(
            _vehicle(unit, e.id, e.name, models[e.id], unit.id, [man for man in crew if man.aboard == e.id])
            for e in driven
        )
        return [_Group(replace(same, kind="vehicle"), crew, guns, fleet)]
    for element in driven:
        key = of_vehicle[element.id]
        crew = tuple(men.get(key, ()))
        group = replace(same, id=key, name=unit.name if alone else element.name, kind="vehicle")
        found.append(
            _Group(group, crew, (), (_vehicle(unit, element.id, element.name, models[element.id], key, crew),))
        )
    return found


def _bare(setting: _Setting) -> tuple[Weapon, ...]:
    """What a man has beside grenades alone. House rule grenade-only-man. IA-R005"""
    return tuple(weapon for weapon in armed((Weapon.GRENADE,), setting.house) if weapon is not Weapon.GRENADE)


def _gun(unit: MusterUnit, key: str, name: str, model: str) -> Gun:
    shield, calibre = gun_facts(model)
    weapon = gun_weapon(model)
    return Gun(
        id=key,
        name=name,
        kind=weapon,
        side=unit.side,
        group=unit.id,
        missiles=MISSILES if weapon is Weapon.MISSILE else 0,
        shield=shield,
        calibre=calibre,
        value=value_of(model).value,
    )


def _vehicle(unit: MusterUnit, key: str, name: str, model: str, group: str, crew: Iterable[Figure]) -> Vehicle:
    type_ = VEHICLES[model]
    return Vehicle(
        id=key,
        name=name,
        type=type_,
        side=unit.side,
        group=group,
        mounts=mounts(model),
        gear=vehicle_gear(model),
        smoke=type_.projectors,
        line_charge=type_.line_charge,
        smgs=sum(man.weapons.count(Weapon.SMG) for man in crew),
        value=value_of(model).value,
    )


# ── On the table ──────────────────────────────────────────────────────────────────────────────────────────────────


def _mustered(setting: _Setting, side: SideId, units: Sequence[MusterUnit], *, late: bool) -> list[GroupMustered]:
    """The groups of a side where they stand. Who has no place in the muster stands in the side's line."""
    on_defence = setting.scenario.defender == side and not late
    ground = zone_of(setting.board, side, on_defence=on_defence)
    by_unit = [(unit, _groups(unit, setting, late=late)) for unit in units]
    flying = setting.scenario.by_air
    lifts = {plan.unit: plan.rides for plan in setting.scenario.landings if plan.rides}
    fleets = {unit.id: [v for g in groups for v in g.vehicles] for unit, groups in by_unit if unit.id in flying}
    taken = Counter(m.aboard for _, groups in by_unit for g in groups for m in g.figures if m.place == PASSENGER)
    in_line = [g for unit, groups in by_unit if unit.place is None and unit.id not in flying for g in groups]
    lined = lined_up(ground, [group.block for group in in_line], setting.house)
    citations = ("IA-units.group", "IA-R013") if on_defence else ("IA-units.group",)
    audience = (side,) if setting.house.on("hidden-deployment") else None
    events: list[GroupMustered] = []
    for unit, groups in by_unit:
        facing = ground.facing if unit.facing is None else unit.facing
        spots = lined
        if unit.id in flying:
            spots = {}
            groups = _in_the_sky(unit.name, groups, fleets[lifts.get(unit.id, unit.id)], taken)
        elif unit.place is not None:
            require_place(ground, unit.name, unit.place, on_defence=on_defence)
            whole = Block(
                tuple(who for g in groups for who in g.block.men), tuple(v for g in groups for v in g.block.vehicles)
            )
            spots = about(setting.board, unit.place, facing, whole, setting.house)
        for each in groups:
            put = _facing(each, facing) if unit.id in flying else _put(each, spots, facing, ground)
            events.append(
                GroupMustered(
                    group=put.group,
                    figures=put.figures,
                    guns=put.guns,
                    vehicles=put.vehicles,
                    late=late,
                    audience=audience,
                    citations=citations,
                )
            )
    return events


def _in_the_sky(
    name: str, groups: Sequence[_Group], aircraft: Sequence[Vehicle], taken: Counter[str | None]
) -> list[_Group]:
    """Nobody of them is on the table: they hang under parachutes, or sit in aircraft. IA-air.flight-plan"""
    found: list[_Group] = []
    for each in groups:
        figures, guns = boarded(name, each.figures, each.guns, aircraft, taken)
        found.append(_Group(each.group, figures, guns, each.vehicles))
    return found


def _facing(each: _Group, facing: float) -> _Group:
    return _Group(
        each.group,
        tuple(replace(man, facing=facing) for man in each.figures),
        tuple(replace(gun, facing=facing) for gun in each.guns),
        tuple(replace(vehicle, facing=facing, turret=facing) for vehicle in each.vehicles),
    )


def _put(each: _Group, spots: dict[str, Point], facing: float, ground: Zone) -> _Group:
    """The gun stands a step in front of its gunner, so that he and it are no two bases on one place."""
    figures = tuple(
        replace(man, facing=facing) if man.aboard is not None else replace(man, at=spots[man.id], facing=facing)
        for man in each.figures
    )
    guns: list[Gun] = []
    for gun in each.guns:
        gunner = next((man for man in figures if man.serves == gun.id), None)
        at = gunner.at if gunner is not None else next((man.at for man in figures if man.at is not None), None)
        guns.append(replace(gun, at=None if at is None else _ahead(at, facing, ground), facing=facing))
    vehicles = tuple(replace(v, at=spots[v.id], facing=facing, turret=facing) for v in each.vehicles)
    return _Group(each.group, figures, tuple(guns), vehicles)


def _ahead(at: Point, facing: float, ground: Zone) -> Point:
    spot = step(at, facing, 1.0)
    return spot if ground.board.holds(*spot) else at
