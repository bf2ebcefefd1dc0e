"""What comes to a battle at which price, from the roster into the state that is fought. Worked out by hand from the
book's price list."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.infantry_action.book.kinds import Rank, Weapon
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Life
from rules.infantry_action.forces.garage import COMMANDER, DRIVER, GUNNER, PASSENGER
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.forces.traits import dump_element, dump_figure, read_kit
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.command.reach import commander
from rules.infantry_action.play.victory.count import side_count
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import ElementKind, MusterElement, MusterFigure, MusterUnit
from rules.table.board import Feature
from tests.rules.infantry_action.mustering import BOARD, call, unit

OFFICER = (Rank.OFFICER, "")


def own(*men: tuple[Rank, str], elements: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = (), key: str = "own"):
    """A unit of these men; `elements`: models with who sits where in them, by the man's number."""
    figures = tuple(
        MusterFigure(f"{key}.{n}", n, f"Man {n}", rank.value, "", dump_figure(read_kit(rank, kit)))
        for n, (rank, kit) in enumerate(men, start=1)
    )
    things = tuple(
        MusterElement(
            f"{key}.{model}{n}", 90 + n, ElementKind.VEHICLE, model, model, dump_element(model),
            crew=tuple((seat, f"{key}.{who}") for seat, who in crew),
        )
        for n, (model, crew) in enumerate(elements)
    )  # fmt: skip
    return MusterUnit(key, key.title(), ATTACKER, "own", "gb", "{}", figures, None, None, things)


def fought(*units: MusterUnit, **changes) -> State:
    state = State()
    for event in muster(call(units or None, **changes), Seeded(b"points", 1)):
        state = evolve(state, event)
    return state


@pytest.mark.rule(
    "IA-cost.man", "IA-cost.rank", "IA-cost.personal-weapon", "IA-cost.grenades", "IA-cost.pistol",
    "IA-cost.equipment-20", "IA-cost.equipment-30",
)  # fmt: skip
@pytest.mark.parametrize(
    ("rank", "kit", "points", "weapon"),
    [
        (Rank.PRIVATE, "", 10, Weapon.PISTOL),
        (Rank.LANCE_CORPORAL, "rifle", 20, Weapon.RIFLE),
        (Rank.CORPORAL, "SMG, grenades", 27, Weapon.SMG),
        (Rank.SERGEANT, "assault rifle", 35, Weapon.ASSAULT_RIFLE),
        (Rank.PRIVATE, "grenade launcher", 25, Weapon.GRENADE_LAUNCHER),
        (Rank.PRIVATE, "magazine LMG", 25, Weapon.MAGAZINE_LMG),
        (Rank.PRIVATE, "belt LMG", 30, Weapon.BELT_LMG),
        (Rank.PRIVATE, "flame thrower", 30, Weapon.FLAME_THROWER),
        (Rank.PRIVATE, "rifle, night vision device", 35, Weapon.RIFLE),
        (Rank.PRIVATE, "one-man anti-tank weapon", 40, Weapon.ONE_MAN_AT),
        (Rank.PRIVATE, "rifle, radio", 45, Weapon.RIFLE),
        (Rank.PRIVATE, "rifle, mine detector, engineer", 45, Weapon.RIFLE),
    ],
)
def test_a_man_is_worth_his_rank_and_what_he_carries(rank: Rank, kit: str, points: int, weapon: Weapon) -> None:
    state = fought(own(OFFICER, (rank, kit)))
    man = state.figure("own.2")
    assert (man.value, man.rank, weapon in man.weapons) == (Decimal(points), rank, True)
    assert state.side(ATTACKER).strength == 35 + points


@pytest.mark.rule(
    "IA-cost.equipment-20", "IA-cost.equipment-30", "IA-cost.equipment-50", "IA-cost.missiles", "IA-cost.vehicle-extras"
)
@pytest.mark.parametrize(
    ("model", "points", "missiles"),
    [("mortar-2in", 20, 0), ("mortar-60", 20, 0), ("mortar-81", 30, 0), ("tripod-mg", 30, 0), ("recoilless-57", 50, 0),
     ("at-57", 50, 0), ("missile", 50, 2)],
)  # fmt: skip
def test_a_gun_is_worth_its_class_besides_its_crew(model: str, points: int, missiles: int) -> None:
    """An officer 35, a lance corporal 15, a man 10."""
    crew = ((GUNNER, 2), ("number two", 3))
    state = fought(own(OFFICER, (Rank.LANCE_CORPORAL, ""), (Rank.PRIVATE, ""), elements=((model, crew),)))
    (gun,) = state.guns
    assert (gun.value, gun.missiles) == (Decimal(points), missiles)
    assert state.side(ATTACKER).strength == 35 + 15 + 10 + points


@pytest.mark.rule("IA-cost.afv", "IA-cost.soft-vehicle", "IA-cost.small-mounts", "IA-cost.vehicle-extras")
@pytest.mark.parametrize(
    ("model", "points"), [("jeep", "6.25"), ("truck-3", "20"), ("motorcycle", "10"), ("bicycle", "5"), ("horse", "5")]
)
def test_soft_vehicles_and_mounts_are_worth_5_and_5_a_ton(model: str, points: str) -> None:
    """A load of a quarter of a ton 5 + 1.25, of three tons 5 + 15; motorcycles 10, cycles and horses 5."""
    state = fought(own(OFFICER, (Rank.CORPORAL, ""), elements=((model, ((DRIVER, 2),)),)))
    (vehicle,) = state.vehicles
    assert vehicle.value == Decimal(points)
    assert state.side(ATTACKER).strength == 35 + 20 + Decimal(points)


SMG = "SMG"


def carrier(number: int, rank: Rank, model: str = "m3-half-track", kit: str = SMG) -> MusterUnit:
    """A carrier with its driver, its commander and one man aboard."""
    seats = ((DRIVER, 1), (COMMANDER, 2), (PASSENGER, 3))
    men = ((Rank.PRIVATE, "SMG, grenades"), (rank, kit), (Rank.PRIVATE, "rifle"))
    return own(*men, elements=((model, seats),), key=f"apc{number}")


@pytest.mark.rule("IA-cost.afv", "IA-cost.vehicle-extras", "IA-cost.equipment-30", "IA-cost.afv-crew-weapons")
def test_a_carrier_is_worth_5_a_ton_and_its_gun_and_its_crew_has_two_sub_machine_guns() -> None:
    """Nine tons 45 and a pivot gun 30. With one SMG less it does not come."""
    state = fought(own(OFFICER), carrier(1, Rank.CORPORAL))
    (vehicle,) = state.vehicles
    assert (vehicle.value, vehicle.smgs) == (Decimal(75), 2)
    with pytest.raises(RuleViolation, match="lacks personal weapons"):
        fought(own(OFFICER), carrier(1, Rank.CORPORAL, kit=""))


@pytest.mark.rule("IA-cost.apc-commanders", "IA-cost.afv-commanders")
def test_three_carriers_of_a_platoon_have_a_sergeant_a_corporal_and_a_lance_corporal() -> None:
    """Two count as any AFVs: a sergeant and a corporal. A third with a private does not do."""
    ranks = (Rank.SERGEANT, Rank.CORPORAL, Rank.LANCE_CORPORAL)
    three = [carrier(number, rank) for number, rank in enumerate(ranks, start=1)]
    assert len(fought(own(OFFICER), *three).vehicles) == 3
    with pytest.raises(RuleViolation, match="commanders of 3 APCs"):
        fought(own(OFFICER), *three[:2], carrier(3, Rank.PRIVATE))


@pytest.mark.rule("IA-cost.limit", "IA-cost.campaign")
def test_without_an_agreed_limit_a_side_costs_what_it_costs() -> None:
    """As in a campaign; with one it is refused above it."""
    many = tuple(unit(ATTACKER, "gb44-section", number) for number in range(1, 6))
    state = fought(unit(ATTACKER, "gb44-hq"), *many)
    assert state.side(ATTACKER).limit is None
    assert state.side(ATTACKER).strength > 1000
    with pytest.raises(RuleViolation, match="more than the 500"):
        fought(unit(ATTACKER, "gb44-hq"), *many, scenario='{"limit":500}')


@pytest.mark.rule("IA-opt.emplacement-cost", "IA-opt.bunker-cost", "IA-opt.trench-cost")
@pytest.mark.parametrize(
    ("work", "points"),
    [
        ('"kind":"emplacement","model":"at-57"', 25),
        ('"kind":"bunker","loopholes":4', 40),
        ('"kind":"bunker","loopholes":1', 30),
        ('"kind":"trench","fronts":6', 30),
        ('"kind":"building","prepared":true,"loopholes":4', 40),
        ('"kind":"building"', 0),
    ],
)
def test_field_defences_are_paid_and_not_doubled(work: str, points: int) -> None:
    """The defender's 377 doubled are 754; half of a gun of 50; 10 a man, three at least; 5 a front of 25 mm. A building
    costs what a bunker does where its floor is prepared, else nothing."""

    kind = work.split('"')[3]

    spot = Feature(kind, ((240.0, 300.0), (260.0, 300.0), (260.0, 310.0), (240.0, 310.0)), "Works")
    board = replace(BOARD, features=(*BOARD.features, spot))
    plan = '{"defender":"defender","works":[{"name":"Works","side":"defender",' + work + "}]}"
    state = fought(scenario=plan, board=board)
    assert state.side(DEFENDER).strength == 754 + points
    there = state.work("Works")
    assert there is not None
    assert there.kind == kind
    assert there.prepared is ("prepared" in work)


@pytest.mark.rule("IA-opt.pungi-traps", "IA-opt.mine-belt-cost")
def test_lidded_pungi_traps_are_bought_and_lie_as_anti_personnel_mines() -> None:
    """20 m: four pieces of 5 points."""
    laid = '"belts":[{"side":"defender","kinds":["anti-personnel mines"],"start":[200,250],"end":[220,250]}]'
    state = fought(scenario='{"defender":"defender",' + laid + "}")
    assert state.side(DEFENDER).strength == 754 + 20
    assert all(mine.anti_personnel and not mine.anti_tank for mine in state.mines)


# ── The count ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-vic.field-defences")
def test_places_in_works_count_for_the_defender_while_they_are_held() -> None:
    """A trench of six fronts, 30 points: half of them while all six places are held, nothing when nobody is there."""

    spot = Feature("trench", ((220.0, 380.0), (280.0, 380.0), (280.0, 390.0), (220.0, 390.0)), "Ditch")
    board = replace(BOARD, features=(*BOARD.features, spot))
    plan = '{"defender":"defender","works":[{"name":"Ditch","side":"defender","kind":"trench","fronts":6}]}'
    one = (unit(DEFENDER, "de44-hq"), unit(DEFENDER, "de44-gruppe", place=(250, 385)))
    state = fought(defenders=one, scenario=plan, board=board)
    ditch = state.work("Ditch")
    assert ditch is not None
    assert ditch.occupied
    bare = fought(defenders=one, scenario='{"defender":"defender"}', board=board)

    def count(battle: State) -> Decimal:
        return side_count(battle, battle.side(DEFENDER)).value

    assert count(state) - count(bare) == 15
    gone = state.with_figure(*(replace(state.figure(who), at=(5.0, 395.0)) for who in ditch.occupied))
    assert count(gone) == count(bare)


@pytest.mark.rule("IA-vic.expended")
def test_a_claymore_counts_until_it_is_fired_and_mines_never() -> None:

    laid = '"belts":[{"side":"defender","kinds":["anti-personnel mines"],"start":[200,250],"end":[220,250]}]'
    plain = fought(scenario='{"defender":"defender"}')
    mined = fought(scenario='{"defender":"defender",' + laid + "}")

    def count(battle: State, side: str = ATTACKER) -> Decimal:
        return side_count(battle, battle.side(side)).value

    assert count(mined, DEFENDER) == count(plain, DEFENDER)
    ready = replace(plain, devices=(Device("c", "Claymore", ATTACKER, (100.0, 100.0)),))
    assert count(ready) - count(plain) == 5
    assert all(man.life is Life.FIT for man in ready.figures)


@pytest.mark.rule("IA-cost.command-structure", "IA-R026", "IA-R166")
def test_a_side_without_an_officer_is_led_by_its_highest_rank() -> None:
    """Both accept it, unless their house rule refuses it."""
    section = own((Rank.PRIVATE, "rifle"), (Rank.CORPORAL, "rifle"), (Rank.PRIVATE, "rifle"))
    led = commander(fought(section), ATTACKER)
    assert led is not None
    assert led.id == "own.2"
    with pytest.raises(RuleViolation, match="no commissioned officer"):
        fought(section, options=(("command-structure", "enforce"),))
