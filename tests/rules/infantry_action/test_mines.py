"""Mine warfare, worked by hand from the book."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.afv import Crewman
from rules.infantry_action.book.clearing import Clearer, Sapper, Strip, lifting_periods, marking_periods, strip_of
from rules.infantry_action.book.grid import belt_squares, square_at, squares_entered, strip_squares
from rules.infantry_action.book.kinds import Light, Pace, Posture, Weapon
from rules.infantry_action.book.mines import (
    Belt,
    ManInMines,
    Mine,
    MinedSquare,
    MinedStep,
    VehicleHarm,
    VehicleInBelt,
    bar_detonation,
    bar_laying,
    careful,
    cone_targets,
    cross,
    drive_over,
    in_cone,
    men_dice,
    mined_squares,
    push_gun_over,
    step_of,
    vehicle_meets_mines,
)
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

AP = MinedSquare(frozenset({Mine.ANTI_PERSONNEL}))
AT = MinedSquare(frozenset({Mine.ANTI_TANK}))
BOTH = MinedSquare(frozenset(Mine))
LORRY = VehicleInBelt(hard=False, crew=(Crewman("driver"),), passengers=("a", "b"))
TANK = VehicleInBelt(hard=True, crew=(Crewman("driver"), Crewman("commander", commander=True)), smgs=2)
HORSE = VehicleInBelt(hard=False, crew=(Crewman("rider"),), rolls=False)


def marked(square: MinedSquare) -> MinedSquare:
    return MinedSquare(square.kinds, marked=True)


@pytest.mark.rule("IA-mine.who")
def test_only_the_agreed_defender_lays_mines() -> None:
    bar_laying(agreed_defender=True)
    with pytest.raises(RuleViolation) as refused:
        bar_laying(agreed_defender=False)
    assert refused.value.citation == "IA-mine.who"


@pytest.mark.rule("IA-mine.ap-foot", "IA-mine.ap-foot-other")
@pytest.mark.parametrize(
    ("die", "by_day", "otherwise"),
    [
        (1, "casualty", "casualty"), (2, "casualty", "casualty"), (3, "casualty", "casualty"),
        (4, "across, unaware", "across, unaware"), (5, "spots a mine", "across, unaware"),
        (6, "spots a mine", "across, unaware"),
    ],
)  # fmt: skip
def test_every_die_on_foot(die: int, by_day: str, otherwise: str) -> None:
    assert step_of(die, True) is MinedStep(by_day)
    assert step_of(die, False) is MinedStep(otherwise)


@pytest.mark.rule("IA-mine.ap-foot", "IA-mine.ap-foot-other")
def test_only_a_walk_or_crawl_in_daylight_is_careful() -> None:
    """IA-R140: dashing, doubling and whatever is not in daylight use the second line."""
    assert [pace for pace in Pace if careful(pace, Light.DAY)] == [Pace.WALK, Pace.CRAWL]
    assert not careful(Pace.WALK, Light.MOON)
    assert not careful(Pace.CRAWL, Light.DARK)


@pytest.mark.rule("IA-mine.ap-foot", "IA-mine.spotted-choice")
def test_the_rest_stop_at_the_edge_when_a_mine_is_seen() -> None:
    """4 across, 5 sees one, the other two stay (IA-R140)."""
    men = [ManInMines(key) for key in "abcd"]
    crossing = cross(men, Light.DAY, Scripted("d6:4,d6:5"), stop_when_seen=True)
    assert [(s.key, s.die, s.step) for s in crossing.steps] == [("a", 4, MinedStep.UNAWARE), ("b", 5, MinedStep.SPOTS)]
    assert (crossing.stopped, crossing.spotters, crossing.casualties) == (("c", "d"), ("b",), ())


@pytest.mark.rule("IA-mine.spotted-choice")
def test_the_group_goes_on_and_back_but_the_spotter_never_dices_again() -> None:
    over = cross([ManInMines("a"), ManInMines("b")], Light.DAY, Scripted("d6:6,d6:3"), stop_when_seen=False)
    assert (over.spotters, over.casualties, over.stopped) == (("a",), ("b",), ())
    chance = Scripted("d6:2")
    back = cross([ManInMines("a", spotter=True), ManInMines("c")], Light.DAY, chance, stop_when_seen=False)
    chance.finish()
    assert back.casualties == ("c",)


@pytest.mark.rule("IA-mine.ap-foot-other")
def test_a_dash_sees_nothing() -> None:
    crossing = cross(
        [ManInMines("a", Pace.DASH), ManInMines("b", Pace.DASH)], Light.DAY, Scripted("d6:6,d6:3"), stop_when_seen=True
    )
    assert [s.step for s in crossing.steps] == [MinedStep.UNAWARE, MinedStep.CASUALTY]


@pytest.mark.rule("IA-mine.ap-trigger", "IA-mine.at-trigger")
def test_what_sets_off_which_mines() -> None:
    assert men_dice(AP, Light.DAY)
    assert men_dice(BOTH, Light.DAY)
    assert not men_dice(AT, Light.DAY)
    assert vehicle_meets_mines(AP, LORRY, Light.DAY)
    assert vehicle_meets_mines(AT, LORRY, Light.DAY)
    assert vehicle_meets_mines(AP, HORSE, Light.DAY)
    assert not vehicle_meets_mines(AT, HORSE, Light.DAY)


@pytest.mark.rule("IA-mine.marked-crossing")
@pytest.mark.parametrize(("light", "dices"), [(Light.DAY, False), (Light.MOON, False), (Light.DARK, True)])
def test_marked_mines_but_on_a_dark_night(light: Light, dices: bool) -> None:
    assert men_dice(marked(AP), light) is dices
    assert vehicle_meets_mines(marked(AT), LORRY, light) is dices


@pytest.mark.rule("IA-mine.ap-soft-vehicle")
def test_a_lorry_on_anti_personnel_mines() -> None:
    """Disabled; driver 1 is hit, passengers 2 and 6 are not."""
    met = drive_over(AP, LORRY, Scripted("d6:1,d6:2,d6:6"))
    assert met.harm is VehicleHarm.DISABLED
    assert [(hit.key, hit.hit) for hit in met.hits] == [("driver", True), ("a", False), ("b", False)]
    assert met.clears == ""


@pytest.mark.rule("IA-mine.ap-hard-vehicle")
def test_a_tank_rolls_over_them_and_leaves_ruts_safe_by_day() -> None:
    met = drive_over(AP, TANK, Scripted(""))
    assert (met.harm, met.clears) == (VehicleHarm.NONE, "ruts")
    rutted = MinedSquare(AP.kinds, rutted=True)
    assert not men_dice(rutted, Light.DAY)
    assert men_dice(rutted, Light.MOON)
    assert vehicle_meets_mines(rutted, LORRY, Light.DAY)


@pytest.mark.rule("IA-mine.at-soft")
@pytest.mark.parametrize("square", [AT, BOTH])
def test_a_lorry_on_anti_tank_mines(square: MinedSquare) -> None:
    """Destroyed; the driver's 3 is out with a pistol, passengers need 3 (IA-R141, IA-R195)."""
    met = drive_over(square, LORRY, Scripted("d6:3,d6:2,d6:3"))
    assert (met.harm, met.hits) == (VehicleHarm.DESTROYED, ())
    assert [(man.key, man.escaped, man.weapon) for man in met.escapes] == [
        ("driver", True, Weapon.PISTOL), ("a", False, None), ("b", True, None),
    ]  # fmt: skip


@pytest.mark.rule("IA-mine.at-hard")
def test_a_tank_on_anti_tank_mines() -> None:
    """3 knocks it out, the commander's 6 takes an SMG; 4 immobilises."""
    out = drive_over(AT, TANK, Scripted("d6:3,d6:6,d6:1"))
    assert (out.harm, out.die, out.clears) == (VehicleHarm.KNOCKED_OUT, 3, "")
    assert [(man.key, man.weapon) for man in out.escapes] == [("commander", Weapon.SMG), ("driver", None)]
    stuck = drive_over(BOTH, TANK, Scripted("d6:4"))
    assert (stuck.harm, stuck.die, stuck.escapes, stuck.clears) == (VehicleHarm.IMMOBILISED, 4, (), "ruts")


@pytest.mark.rule("IA-mine.at-trigger")
def test_a_wheeled_gun_and_a_horse() -> None:
    """IA-R141: the gun is destroyed, a 1 hits; a horse does not set off anti-tank mines."""
    met = push_gun_over(["a", "b", "c"], Scripted("d6:1,d6:2,d6:1"))
    assert (met.harm, [hit.hit for hit in met.hits]) == (VehicleHarm.DESTROYED, [True, False, True])
    assert drive_over(AT, HORSE, Scripted("")).harm is VehicleHarm.NONE


@pytest.mark.rule("IA-mine.flail")
def test_a_flail_clears_and_is_unharmed() -> None:
    flail = VehicleInBelt(hard=True, crew=TANK.crew, flail=True)
    assert vehicle_meets_mines(marked(AT), flail, Light.DAY)
    met = drive_over(BOTH, flail, Scripted(""))
    assert (met.harm, met.clears) == (VehicleHarm.NONE, "path")
    assert strip_of(Clearer.FLAIL) == Strip(20, None, Pace.REVERSE)


@pytest.mark.rule("IA-mine.bangalore", "IA-mine.vehicle-line-charge")
def test_strips_of_torpedo_and_line_charge() -> None:
    """20 m wide, 10 and 50 m deep: 2 squares and 10 of the grid, straight on."""
    assert strip_of(Clearer.BANGALORE) == Strip(20, 10)
    assert strip_of(Clearer.LINE_CHARGE) == Strip(20, 50)
    assert strip_squares((20, 30), 0, 10, 20) == ((1, 3), (2, 3))
    assert len(strip_squares((20, 30), 0, 50, 20)) == 10
    assert strip_squares((20, 30), 90, 10, 20) == ((2, 2), (2, 3))


@pytest.mark.rule("IA-mine.claymore-setup")
@pytest.mark.parametrize(
    ("periods", "metres", "code"), [(0, 30, "not-set-up"), (1, 9.9, "too-close"), (1, 10, ""), (2, 40, "")]
)
def test_a_claymore_is_set_up_and_left_before_it_is_set_off(periods: int, metres: float, code: str) -> None:
    if not code:
        bar_detonation(periods, metres)
        return
    with pytest.raises(RuleViolation) as refused:
        bar_detonation(periods, metres)
    assert (refused.value.code, refused.value.citation) == (code, "IA-mine.claymore-setup")


@pytest.mark.rule("IA-mine.claymore-cone", "IA-mine.fougasse")
def test_the_cone_is_45_degrees_to_each_side_for_50_metres() -> None:
    """A mine at the origin that faces north."""
    assert in_cone((0, 0), 0, (0, 50)) == 50
    assert in_cone((0, 0), 0, (0, 50.1)) is None
    assert in_cone((0, 0), 0, (30, 30)) == pytest.approx(42.43, abs=0.01)
    assert in_cone((0, 0), 0, (31, 30)) is None
    assert in_cone((0, 0), 0, (0, -5)) is None
    assert in_cone((0, 0), 350, (10, 20)) == pytest.approx(22.36, abs=0.01)


@pytest.mark.rule("IA-mine.claymore-cone")
def test_a_group_takes_the_points_of_its_nearest_figure_in_the_cone() -> None:
    """IA-R071."""
    assert cone_targets([None, 42.0, 24.0, None]) == (24.0, (1, 2))
    assert cone_targets([None, None]) is None


@pytest.mark.rule("IA-mine.mark-detector", "IA-mine.mark-bayonet")
def test_marking() -> None:
    detector = Sapper(engineer=True, detector=True)
    assert marking_periods(detector) == 1
    assert marking_periods(Sapper(engineer=True, detector=True, pace=Pace.CRAWL, posture=Posture.PRONE)) == 1
    assert marking_periods(Sapper(weapon=Weapon.RIFLE, posture=Posture.PRONE, pace=Pace.HALT)) == 5


@pytest.mark.rule("IA-mine.mark-detector", "IA-mine.mark-bayonet")
@pytest.mark.parametrize(
    "man",
    [
        Sapper(engineer=True, detector=True, pace=Pace.DASH), Sapper(detector=True), Sapper(engineer=True),
        Sapper(weapon=Weapon.RIFLE, posture=Posture.ERECT), Sapper(weapon=Weapon.SMG, posture=Posture.PRONE),
    ],
)  # fmt: skip
def test_who_cannot_mark(man: Sapper) -> None:
    with pytest.raises(RuleViolation):
        marking_periods(man)


@pytest.mark.rule("IA-mine.lift")
def test_lifting_takes_2_periods_or_3_of_another_engineer() -> None:
    assert lifting_periods(marked(AP), engineer=True) == 2
    assert lifting_periods(marked(AT), engineer=True) == 2
    assert lifting_periods(marked(BOTH), engineer=True) == 3
    for square, engineer, now in ((AP, True, False), (marked(AP), False, False), (marked(AP), True, True)):
        with pytest.raises(RuleViolation):
            lifting_periods(square, engineer=engineer, marked_it_now=now)


@pytest.mark.rule("IA-mine.ap-foot")
def test_squares_that_a_path_enters() -> None:
    """IA-R016: a fixed grid of 10 m."""
    assert square_at((9.9, 10.0)) == (0, 1)
    assert squares_entered([(5, 5), (5, 35)]) == ((0, 1), (0, 2), (0, 3))
    assert squares_entered([(5, 5), (15, 5), (5, 5)]) == ((1, 0), (0, 0))
    assert squares_entered([(5, 5), (9, 9)]) == ()
    assert squares_entered([(2, 5), (12, 15)]) == ((0, 1), (1, 1))
    assert squares_entered([(5, 5)]) == squares_entered([]) == ()


@pytest.mark.rule("IA-mine.ap-foot")
def test_squares_that_a_belt_touches() -> None:
    """5 m wide: inside one row; across the line of two rows; slantwise through three squares."""
    assert belt_squares((0, 5), (30, 5), 5) == ((0, 0), (1, 0), (2, 0))
    assert belt_squares((0, 10), (20, 10), 5) == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert belt_squares((1, 1), (1, 1), 5) == ((0, 0),)
    assert set(belt_squares((5, 5), (15, 15), 5)) == {(0, 0), (1, 1), (0, 1), (1, 0)}


@pytest.mark.rule("IA-mine.record")
def test_belts_are_recorded_and_dummies_only_shown() -> None:
    """Two belts cross in the square (1, 0); the dummy beyond mines nothing and looks like any other."""
    first = Belt(AP.kinds, (2, 5), (28, 5))
    second = Belt(AT.kinds, (15, 2), (15, 8), shown=True)
    dummy = Belt(AP.kinds, (52, 5), (58, 5), dummy=True)
    assert mined_squares([first, second, dummy]) == {(0, 0): AP, (1, 0): BOTH, (2, 0): AP}
