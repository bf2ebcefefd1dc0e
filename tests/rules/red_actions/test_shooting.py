"""Range bands, the shooting total, shifts and columns, who feels what: cases worked by hand from the book."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rules.red_actions.book import shooting as book
from rules.red_actions.book.kinds import Arm, Cover, Light, Trait, UnitFormation
from rules.red_actions.book.morale import MoraleTrigger
from rules.red_actions.book.shooting import (
    Band,
    Observed,
    ShootingTarget,
    band,
    best_cover,
    column,
    factors,
    is_machine_gun,
    machine_gun_bonus,
    shifts,
    shooting_total,
)
from rules.red_actions.book.shooting_table import RECONSTRUCTED, ShotResult, parse_cell
from rules.red_actions.book.shot_effect import felt, may_be_answered, serious_tests, table_counts, tank_terror
from rules.red_actions.book.switches import House
from rules.red_actions.book.units import Markers, firing
from tests.charts import chart

SKIRMISH, PARTISAN = frozenset({Trait.SKIRMISHER}), frozenset({Trait.PARTISAN})
FOOT_ONLY = House((("mg-bonus", "foot-mg-only"),))


@pytest.mark.rule("RA-shoot.range.1", "RA-shoot.range.2", "RA-harass", "RA-R19", "RA-R20")
@chart(
    ("distance", "number", "expected"),
    [
        (0, 12, Band.CLOSE), (6, 12, Band.CLOSE), (6.1, 12, Band.LONG), (12, 12, Band.LONG),
        (12.1, 12, Band.HARASSING), (24, 12, Band.HARASSING), (24.1, 12, Band.OUT), (60, 120, Band.CLOSE),
        (61, 120, Band.LONG), (3, 0, Band.OUT), (12, 24, Band.CLOSE), (6 + 1e-9, 12, Band.CLOSE),
    ],
)  # fmt: skip
def test_range_bands(distance: float, number: float, expected: Band) -> None:
    assert band(distance, number) is expected


@pytest.mark.rule("RA-weather.night.range", "RA-R115", "RA-R161")
@pytest.mark.parametrize(
    ("distance", "number", "light", "expected"),
    [
        (3, 12, Light.DARK, Band.CLOSE), (3.1, 12, Light.DARK, Band.OUT), (6, 12, Light.MOON, Band.CLOSE),
        (6.1, 24, Light.MOON, Band.OUT), (5, 8, Light.MOON, Band.LONG), (5, 8, Light.DARK, Band.OUT),
        (2, 2, Light.DARK, Band.LONG), (3, 2, Light.DARK, Band.HARASSING), (3.5, 2, Light.DARK, Band.OUT),
    ],
)  # fmt: skip
def test_range_bands_by_night(distance: float, number: float, light: Light, expected: Band) -> None:
    """Long range stays over half of the card's own number; the limit cuts everything off."""
    assert band(distance, number, light) is expected


@pytest.mark.rule("RA-shoot.3", "RA-shoot.4", "RA-R18", "RA-shoot.range.2", "RA-shoot.speculative.1")
@pytest.mark.rule("RA-indirect.1", "RA-indirect.2", "RA-indirect.3", "RA-R27")
@chart(
    ("value", "bases", "far", "speculative", "observed", "exact", "total"),
    [
        (2, F(5), Band.CLOSE, False, Observed.NO, F(10), 10),
        (2, F(5), Band.LONG, False, Observed.NO, F(5), 5),
        (3, F(3), Band.LONG, False, Observed.NO, F(9, 2), 4),
        (1, F(1, 2), Band.CLOSE, False, Observed.NO, F(1, 2), 0),
        (8, F(1, 2), Band.LONG, False, Observed.NO, F(2), 2),
        (2, F(3), Band.LONG, True, Observed.NO, F(3, 2), 1),
        (18, F(2), Band.CLOSE, False, Observed.FIRST, F(18), 18),
        (18, F(2), Band.CLOSE, False, Observed.LATER, F(27), 27),
        (18, F(1), Band.LONG, False, Observed.LATER, F(27, 4), 6),
        (18, F(1), Band.CLOSE, True, Observed.FIRST, F(9), 9),
        (18, F(1), Band.CLOSE, True, Observed.LATER, F(9), 9),
        (18, F(1), Band.LONG, True, Observed.LATER, F(9, 2), 4),
        (7, F(3), Band.LONG, False, Observed.FIRST, F(21, 4), 5),
    ],
)
def test_the_shooting_total_is_rounded_down_once(
    value: int, bases: F, far: Band, speculative: bool, observed: Observed, exact: F, total: int
) -> None:
    found = shooting_total(value, bases, factors(far, speculative, observed))
    assert (found.exact, found.total) == (exact, total)


@pytest.mark.rule("RA-shoot.2", "RA-shoot.3", "RA-R16", "RA-R126")
@pytest.mark.parametrize(
    ("eligible", "bases", "markers", "minimum", "subtract"),
    [
        (5, 5, 0, F(5), F(5)),
        (3, 5, 1, F(3), F(2)),
        (4, 4, 2, F(2), F(2)),
        (1, 4, 4, F(1, 2), F(0)),
        (0, 4, 4, F(0), F(0)),
        (0, 5, 0, F(0), F(0)),
    ],
)
def test_bases_that_a_shooting_counts(eligible: int, bases: int, markers: int, minimum: F, subtract: F) -> None:
    assert firing(eligible, bases, Markers(markers)) == minimum
    assert firing(eligible, bases, Markers(markers), House((("terror-and-arc", "subtract"),))) == subtract


@pytest.mark.rule("RA-shoot.4")
def test_the_total_tells_its_parts() -> None:
    found = shooting_total(3, F(3), factors(Band.LONG))
    assert found.lines == ("3 × 3 bases", "× ½ long range")
    assert str(found) == "shooting total 4½ = 3 × 3 bases · × ½ long range"
    assert all(factor.citation.startswith("RA-") for factor in factors(Band.LONG, True))


@pytest.mark.rule("RA-R21", "RA-shoot.mods.cumulative")
def test_who_is_a_machine_gun() -> None:
    armed = frozenset({Trait.MG_ARMED})
    for arm in (Arm.MG, Arm.TACHANKA, Arm.MG_CAR):
        assert is_machine_gun(arm)
    for arm in (Arm.ARMOURED_CAR, Arm.TANK):
        assert is_machine_gun(arm, armed)
        assert not is_machine_gun(arm, frozenset({Trait.TURRET}))
    for arm in (Arm.RIFLE, Arm.SABRE, Arm.GUN, Arm.MORTAR, Arm.TURRET_CAR):
        assert not is_machine_gun(arm)
    assert machine_gun_bonus(Arm.TACHANKA, (), 8)
    assert not machine_gun_bonus(Arm.TACHANKA, (), 8.1)
    assert machine_gun_bonus(Arm.TANK, armed, 2)
    assert not machine_gun_bonus(Arm.RIFLE, (), 2)
    assert machine_gun_bonus(Arm.MG, (), 8, FOOT_ONLY)
    assert not machine_gun_bonus(Arm.TACHANKA, (), 8, FOOT_ONLY)


@pytest.mark.rule("RA-shoot.mods.cumulative", "RA-enfilade.2", "RA-char.skirmisher", "RA-char.partisan.2")
@pytest.mark.rule("RA-form.cavalry.3", "RA-R23", "RA-R26", "RA-R140", "RA-R160", "RA-R162")
@chart(
    ("mark", "guns", "expected"),
    [
        (ShootingTarget(), False, 0),
        (ShootingTarget(), True, 3),
        (ShootingTarget(enfiladed=True), False, 1),
        (ShootingTarget(enfiladed=True, formation=UnitFormation.RANKS), False, 1),
        (ShootingTarget(enfiladed=True, formation=UnitFormation.SQUARE), False, 0),
        (ShootingTarget(enfiladed=True, formation=UnitFormation.COLUMN), False, 0),
        (ShootingTarget(enfiladed=True, formation=UnitFormation.COLUMN, on_road=True), False, 2),
        (ShootingTarget(formation=UnitFormation.COLUMN), False, 0),
        (ShootingTarget(formation=UnitFormation.LINE, on_road=True), False, 0),
        (ShootingTarget(formed=True), False, 2),
        (ShootingTarget(formed=True, enfiladed=True), False, 3),
        (ShootingTarget(formed=True, enfiladed=True), True, 6),
        (ShootingTarget(traits=SKIRMISH), False, -1),
        (ShootingTarget(traits=SKIRMISH, formed=True), False, 2),
        (ShootingTarget(traits=PARTISAN), False, 0),
        (ShootingTarget(traits=PARTISAN, evading=True), False, -2),
        (ShootingTarget(traits=PARTISAN, cover=Cover.SOFT), False, -2),
        (ShootingTarget(traits=PARTISAN, cover=Cover.WOODS), False, -4),
        (ShootingTarget(traits=PARTISAN, cover=Cover.FOXHOLE, foxhole=F(3, 4)), False, 0),
        (ShootingTarget(traits=PARTISAN, cover=Cover.FOXHOLE, foxhole=F(1)), False, -2),
        (ShootingTarget(traits=PARTISAN | SKIRMISH, cover=Cover.SOFT), False, -2),
        (ShootingTarget(traits=SKIRMISH, cover=Cover.STONE), True, -2),
    ],
)
def test_cumulative_shifts(mark: ShootingTarget, guns: bool, expected: int) -> None:
    assert shifts(mark, guns).value == expected


@pytest.mark.rule("RA-shoot.mods.best", "RA-shoot.cover.superhard", "RA-shoot.cover.stone", "RA-shoot.cover.soft")
@pytest.mark.rule("RA-evade.2", "RA-dig.1", "RA-R22", "RA-R24", "RA-R25", "RA-R62", "RA-R134")
@chart(
    ("mark", "expected"),
    [
        (ShootingTarget(), 0),
        (ShootingTarget(cover=Cover.SOFT), -1),
        (ShootingTarget(evading=True), -2),
        (ShootingTarget(evading=True, cover=Cover.SOFT), -3),
        (ShootingTarget(cover=Cover.WOODS), -3),
        (ShootingTarget(evading=True, cover=Cover.WOODS), -3),
        (ShootingTarget(cover=Cover.WOODEN), -3),
        (ShootingTarget(cover=Cover.STONE), -4),
        (ShootingTarget(evading=True, cover=Cover.STONE), -4),
        (ShootingTarget(cover=Cover.SUPER_HARD), -5),
        (ShootingTarget(cover=Cover.FOXHOLE, foxhole=F(3, 4)), 0),
        (ShootingTarget(cover=Cover.FOXHOLE, foxhole=F(3, 2)), -1),
        (ShootingTarget(cover=Cover.FOXHOLE, foxhole=F(3)), -3),
        (ShootingTarget(cover=Cover.SOFT, foxhole=F(2)), -2),
        (ShootingTarget(cover=Cover.SOFT, foxhole=F(2), evading=True), -3),
        (ShootingTarget(cover=Cover.FOXHOLE, foxhole=F(1), evading=True), -2),
        (ShootingTarget(cover=Cover.STONE, foxhole=F(3)), -4),
    ],
)
def test_only_the_best_cover_counts(mark: ShootingTarget, expected: int) -> None:
    best = best_cover(mark)
    assert (best.amount if best else 0) == expected


@pytest.mark.rule("RA-shoot.7", "RA-R03", "RA-R02")
@pytest.mark.parametrize(
    ("total", "mark", "guns", "expected"),
    [
        (10, ShootingTarget(), False, 5),
        (10, ShootingTarget(cover=Cover.STONE), False, 1),
        (10, ShootingTarget(cover=Cover.SUPER_HARD), False, 0),
        (25, ShootingTarget(formed=True), True, 10),
        (19, ShootingTarget(formed=True), False, 10),
        (24, ShootingTarget(cover=Cover.SUPER_HARD), True, 7),
        (0, ShootingTarget(formed=True), True, 0),
        (1, ShootingTarget(cover=Cover.SOFT), False, 0),
        (1, ShootingTarget(), True, 4),
        (25, ShootingTarget(formed=True, cover=Cover.SOFT), True, 10),
    ],
)
def test_all_shifts_act_at_once(total: int, mark: ShootingTarget, guns: bool, expected: int) -> None:
    """25, formed, machine-guns, soft cover: 10 + 2 + 3 - 1 = 14, so column 10, not 10 capped and then 9."""
    assert column(total, shifts(mark, guns)).number == expected


@pytest.mark.rule("RA-shoot.7")
def test_a_company_against_another() -> None:
    """Five bases of value 2 at 9 in with range 12 against skirmishers in woods: 10 halved is 5, column 3, -4: none."""
    total = shooting_total(2, F(5), factors(band(9, 12)))
    placed = column(total.total, shifts(ShootingTarget(cover=Cover.WOODS, traits=SKIRMISH)))
    assert (placed.base, placed.shift.value, placed.number) == (3, -4, 0)
    assert (
        str(placed)
        == "shooting total 5: column 3, shift \u22124 = \u22121 target skirmishers · \u22123 woods: no effect"
    )
    open_ground = column(total.total, shifts(ShootingTarget()))
    assert RECONSTRUCTED.result(open_ground.number, 9) == parse_cell("Ter")
    assert str(column(0, shifts(ShootingTarget()))) == "shooting total 0: no effect"


KILL, TWO = parse_cell("Kill! S! Off"), parse_cell("2 x Ter S! Off")


@pytest.mark.rule("RA-ac.vulnerable", "RA-ac.kill", "RA-tank.destroy", "RA-R67", "RA-R90", "RA-R120", "RA-R163")
@chart(
    ("result", "target", "guns", "far", "expected"),
    [
        (KILL, Arm.RIFLE, False, Band.LONG, KILL),
        (TWO, Arm.GUN, False, Band.CLOSE, TWO),
        (KILL, Arm.ARMOURED_CAR, True, Band.CLOSE, ShotResult(kill=True)),
        (KILL, Arm.ARMOURED_CAR, True, Band.LONG, ShotResult()),
        (KILL, Arm.ARMOURED_CAR, False, Band.CLOSE, ShotResult()),
        (TWO, Arm.ARMOURED_CAR, True, Band.CLOSE, ShotResult()),
        (KILL, Arm.TANK, True, Band.CLOSE, ShotResult()),
        (KILL, Arm.ENGINE, True, Band.CLOSE, ShotResult()),
        (KILL, Arm.MG_CAR, True, Band.CLOSE, ShotResult()),
        (TWO, Arm.OFFICER, False, Band.CLOSE, ShotResult(officer=True)),
        (KILL, Arm.OFFICER, False, Band.CLOSE, ShotResult(kill=True)),
        (parse_cell("Ter + Ret"), Arm.OFFICER, False, Band.LONG, ShotResult(retire=True)),
        (parse_cell("Ter"), Arm.OFFICER, False, Band.CLOSE, ShotResult()),
    ],
)
def test_who_feels_what(result: ShotResult, target: Arm, guns: bool, far: Band, expected: ShotResult) -> None:
    assert felt(result, target, guns, far) == expected


@pytest.mark.rule("RA-R90")
def test_where_nothing_could_count_the_table_is_not_rolled_for() -> None:
    assert not table_counts(Arm.TANK, True, Band.CLOSE)
    assert not table_counts(Arm.OTHER_CAR, True, Band.CLOSE)
    assert not table_counts(Arm.ARMOURED_CAR, True, Band.LONG)
    assert table_counts(Arm.ARMOURED_CAR, True, Band.CLOSE)
    assert table_counts(Arm.TACHANKA, False, Band.LONG)
    assert table_counts(Arm.OFFICER, False, Band.LONG)


@pytest.mark.rule("RA-tank.terror", "RA-R95", "RA-R163")
@pytest.mark.parametrize(
    ("firer", "target", "cover", "markers"),
    [
        (Arm.TANK, Arm.RIFLE, Cover.STONE, 1), (Arm.TANK, Arm.RIFLE, Cover.SUPER_HARD, 0),
        (Arm.TANK, Arm.ARMOURED_CAR, Cover.OPEN, 0), (Arm.TANK, Arm.OFFICER, Cover.OPEN, 0),
        (Arm.ARMOURED_CAR, Arm.RIFLE, Cover.OPEN, 0), (Arm.TANK, Arm.GUN, Cover.OPEN, 1),
    ],
)  # fmt: skip
def test_the_tanks_own_terror(firer: Arm, target: Arm, cover: Cover, markers: int) -> None:
    assert tank_terror(firer, target, cover) == markers


@pytest.mark.rule("RA-result.s", "RA-result.off.all", "RA-morale.multiple", "RA-R36")
def test_serious_tests_of_one_shooting() -> None:
    two = House((("serious-tests", "two"),))
    terror = parse_cell("Ter")
    assert serious_tests(KILL.serious, last_officer_fell=True) == (MoraleTrigger.SERIOUS_RESULT,)
    both = (MoraleTrigger.SERIOUS_RESULT, MoraleTrigger.OFFICERS_LOST)
    assert serious_tests(KILL.serious, last_officer_fell=True, house=two) == both
    assert serious_tests(terror.serious, last_officer_fell=False, house=two) == ()
    assert serious_tests(KILL.serious, last_officer_fell=False, house=two) == (MoraleTrigger.SERIOUS_RESULT,)
    assert serious_tests(terror.serious, last_officer_fell=True) == (MoraleTrigger.OFFICERS_LOST,)


@pytest.mark.rule("RA-preempt.return-fire", "RA-R20", "RA-R118")
def test_only_close_fire_is_answered() -> None:
    assert may_be_answered(Band.CLOSE)
    assert not may_be_answered(Band.LONG)
    assert not may_be_answered(Band.HARASSING)


LISTS = """
    Long range                                | ½ strength
    MGs at 200m (8") or less                  | +3 columns
    Target enfiladed                          | +1 column
    Target formed cavalry or road column      | +2 columns
    Target has skirmishers or partisans cover | -1 column
    Speculative area fire                     | ½ strength
    First turn of observed indirect fire      | ½ strength
    Subsequent turns                          | ¾ strength"""
COVERS = """
    super hard cover             | -5
    stone buildings etc          | -4
    wooden buildings or woods    | -3
    evading etc in soft cover    | -3
    evading /lying down in open  | -2
    soft cover                   | -1"""


def _second(text: str) -> list[str]:
    return [line.split("|")[1].strip() for line in text.strip().splitlines()]


@pytest.mark.rule("RA-shoot.mods.cumulative", "RA-shoot.mods.best", "RA-R140")
def test_the_lists_typed_once_more() -> None:
    charts = {chart.name: chart for chart in book.CHARTS}
    assert [row[1] for row in charts["shooting-modifiers"].rows] == _second(LISTS)
    assert [str(row[1]) for row in charts["shooting-cover"].rows] == _second(COVERS)
    assert [row[1] for row in charts["ranges"].rows] == [
        "½ of the range number",
        "the range number",
        "2 times the range number",
    ]
