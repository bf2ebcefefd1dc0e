"""Identifying casualties and loss of soft equipment: worked by hand from the book's text."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.casualties import (
    Identified,
    SoftVehicle,
    TargetFigure,
    VehicleGoing,
    attacked_works,
    empty_vehicle,
    identify,
    in_priority,
    take_over,
    takeover_bar,
    takeover_diced,
    vehicle_die,
)
from rules.infantry_action.book.kinds import Charge, Cover, Rank, Weapon
from rules.kernel.chance import Scripted


def order(*figures: TargetFigure) -> str:
    return " ".join(figure.name for figure in in_priority(figures))


def found(dice: str, hits: int, *figures: TargetFigure, **vehicles: SoftVehicle) -> Identified:
    chance = Scripted(dice)
    result = identify(figures, hits, chance, vehicles)
    chance.finish()
    return result


A, B, C = TargetFigure("a"), TargetFigure("b"), TargetFigure("c")


@pytest.mark.rule("IA-ident.priority", "IA-R091")
@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        (TargetFigure("x", erect=True), TargetFigure("y", cover=Cover.BUNKER, first=True)),
        (TargetFigure("x", moving=True, firing=True), TargetFigure("y", erect=True)),
        (TargetFigure("x", firing=True), TargetFigure("y", moving=True)),
        (TargetFigure("x"), TargetFigure("y", firing=True, cover=Cover.BUNKER)),
        (TargetFigure("x", cover=Cover.SOFT, rank=Rank.OFFICER), TargetFigure("y")),
        (TargetFigure("x", cover=Cover.TRENCH, rank=Rank.OFFICER), TargetFigure("y", cover=Cover.SOFT)),
        (TargetFigure("x", cover=Cover.BUNKER, rank=Rank.OFFICER), TargetFigure("y", cover=Cover.BUILDING)),
        (TargetFigure("x", rank=Rank.SERGEANT), TargetFigure("y", rank=Rank.OFFICER, metres=400)),
        (TargetFigure("x", rank=Rank.PRIVATE), TargetFigure("y", rank=Rank.LANCE_CORPORAL, metres=400)),
        (TargetFigure("x", metres=81), TargetFigure("y", metres=80)),
    ],
)
def test_each_line_of_the_order_weighs_more_than_all_below(later: TargetFigure, earlier: TargetFigure) -> None:
    assert order(later, earlier) == "y x"


@pytest.mark.rule("IA-ident.priority", "IA-R091")
def test_trench_building_and_hard_vehicle_are_one_class_and_ties_go_by_roster() -> None:
    covers = (Cover.TRENCH, Cover.HARD_VEHICLE, Cover.BUILDING)
    assert order(*(TargetFigure(cover.name, cover=cover) for cover in covers)) == "TRENCH HARD_VEHICLE BUILDING"


@pytest.mark.rule("IA-ident.priority", "IA-R180", "IA-R137", "IA-R138")
def test_who_is_of_the_first_class() -> None:
    assert attacked_works(Cover.BUNKER, (Weapon.RIFLE, Weapon.GRENADE))
    assert attacked_works(Cover.BUNKER, (Weapon.AFV_GUN,))
    assert attacked_works(Cover.BUNKER, (Charge.SATCHEL,))
    assert not attacked_works(Cover.BUNKER, (Weapon.TRIPOD_MG, Weapon.SMALL_AFV_GUN))
    assert not attacked_works(Cover.TRENCH, (Weapon.GRENADE,))
    assert attacked_works(Cover.BUILDING, (), collapses=True)
    assert not attacked_works(Cover.BUILDING, (Weapon.GRENADE,))


@pytest.mark.rule("IA-ident.first", "IA-ident.rest")
def test_the_first_falls_on_1_or_2_the_others_on_1() -> None:
    assert found("2", 1, A, B).casualties == ("a",)
    assert found("3,2,1", 1, A, B, C).casualties == ("c",)
    assert found("1,1", 2, A, B, C).casualties == ("a", "b")
    assert found("2,2,2", 2, A, B, C).casualties == ("a",)


@pytest.mark.rule("IA-ident.stop", "IA-R092")
def test_dicing_stops_with_the_last_hit_or_the_last_figure() -> None:
    assert [die.name for die in found("4,1", 1, A, B, C).figures] == ["a", "b"]
    assert len(found("6,6,6", 3, A, B, C).figures) == 3
    assert found("", 0, A, B).figures == ()
    assert found("1", 3, A).casualties == ("a",), "hits left over are lost"


@pytest.mark.rule("IA-soft.radio", "IA-R025")
def test_the_set_is_diced_for_directly_after_its_man_hit_or_not() -> None:
    operator = TargetFigure("b", radio=True)
    # a 5, operator 4 (not hit), his set 1 (lost), c 1 (hit).
    result = found("5,4,1,1", 1, A, operator, C)
    assert result.casualties == ("c",)
    assert [die.name for die in result.figures if die.radio_lost] == ["b"]
    assert found("5,1,2", 1, A, operator).figures[1].radio_lost is False
    assert found("1", 1, A, operator).figures[0].radio_die is None, "he was not diced for"


@pytest.mark.rule("IA-soft.vehicle-save")
@pytest.mark.parametrize(
    ("going", "saved", "lost"),
    [(VehicleGoing.DASHING, 4, 3), (VehicleGoing.MOVING, 5, 4), (VehicleGoing.STATIONARY, 6, 5)],
)
def test_a_soft_vehicle_is_saved_by_how_it_goes(going: VehicleGoing, saved: int, lost: int) -> None:
    assert not vehicle_die("truck", SoftVehicle(going), Scripted(str(saved))).destroyed
    assert vehicle_die("truck", SoftVehicle(going), Scripted(f"{lost},6")).destroyed


@pytest.mark.rule("IA-soft.vehicle-fire")
def test_a_destroyed_vehicle_may_burn_but_no_horse() -> None:
    assert vehicle_die("truck", SoftVehicle(), Scripted("5,2")).burns
    assert not vehicle_die("truck", SoftVehicle(), Scripted("5,3")).burns
    chance = Scripted("5")
    horse = vehicle_die("horse", SoftVehicle(burns=False), chance)
    chance.finish()
    assert (horse.destroyed, horse.burns) == (True, False)


@pytest.mark.rule("IA-soft.vehicle-save", "IA-R025", "IA-R093", "IA-R183")
def test_vehicles_dice_after_the_last_figure_each_with_its_fire() -> None:
    driver = TargetFigure("driver", erect=True, vehicle="jeep", metres=60)
    rider = TargetFigure("rider", erect=True, vehicle="truck", metres=50, radio=True)
    mate = TargetFigure("mate", erect=True, vehicle="truck", metres=55)
    # rider 5, his set 3, mate 4, driver 1; then truck 2 with fire 1, jeep (moving) 5 saved.
    result = found(
        "5,3,4,1,2,1,5",
        1,
        driver,
        rider,
        mate,
        jeep=SoftVehicle(VehicleGoing.MOVING),
        truck=SoftVehicle(VehicleGoing.STATIONARY),
    )
    assert [die.name for die in result.figures] == ["rider", "mate", "driver"]
    assert [(die.vehicle, die.destroyed, die.burns) for die in result.vehicles] == [
        ("truck", True, True),
        ("jeep", False, False),
    ]


@pytest.mark.rule("IA-soft.vehicle-save")
def test_a_vehicle_none_of_whose_men_is_diced_for_takes_no_die() -> None:
    rider = TargetFigure("rider", erect=True, vehicle="truck", metres=90)
    near = TargetFigure("near", erect=True, metres=10)
    assert found("1", 1, rider, near, truck=SoftVehicle()).vehicles == ()


@pytest.mark.rule("IA-R093")
def test_a_hit_on_an_empty_vehicle_dices_for_it_as_stationary() -> None:
    assert empty_vehicle("truck", 0, Scripted("")) is None
    saved = empty_vehicle("truck", 1, Scripted("6"))
    assert saved is not None
    assert not saved.destroyed


@pytest.mark.rule("IA-soft.takeover", "IA-soft.takeover-delay", "IA-R094")
def test_what_is_taken_over_works_on_4_and_from_the_next_period() -> None:
    good, bad = take_over(7, Scripted("4")), take_over(7, Scripted("3"))
    assert (good.serviceable, good.usable_from) == (True, 8)
    assert (bad.serviceable, bad.usable_from) == (False, None)


@pytest.mark.rule("IA-soft.takeover", "IA-soft.takeover-heavy", "IA-R094")
def test_who_may_take_over() -> None:
    assert takeover_bar(1, heavy=False) is None
    far, spoiled = takeover_bar(1.5, heavy=False), takeover_bar(0, heavy=False, spoiled=True)
    other, fitting = takeover_bar(0, heavy=True), takeover_bar(0, heavy=True, same_speciality=True)
    assert [barred and barred.code for barred in (far, spoiled, other, fitting)] == [
        "too-far", "unserviceable", "speciality", None,
    ]  # fmt: skip
    assert takeover_diced(heavy=True, crew_left=0)
    assert not takeover_diced(heavy=True, crew_left=1)
    assert takeover_diced(heavy=False, crew_left=1)
