"""Vehicle Movement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book import driving
from rules.infantry_action.book.driving import Barrier, Build, Chassis, Driven, DrivenPiece, Manoeuvre
from rules.infantry_action.book.kinds import Light, Pace
from rules.infantry_action.book.switches import House
from rules.kernel.violation import RuleViolation
from tests.charts import chart

M = Manoeuvre
TANK = Chassis(Build.AFV, tracked=True, medium_tank=True)
CARRIER = Chassis(Build.AFV, tracked=True, amphibious=True)
SIX_WHEELS, FOUR_WHEELS = Chassis(Build.AFV, wheels=6), Chassis(Build.AFV, wheels=4)
LORRY, JEEP = Chassis(Build.SOFT, wheels=6), Chassis(Build.SOFT)
HORSE, CYCLE, MOTORCYCLE = Chassis(Build.HORSE), Chassis(Build.CYCLE, wheels=2), Chassis(Build.MOTORCYCLE, wheels=2)
DRIVE, RUSH, REVERSE, SWIM = Driven(Pace.DRIVE), Driven(Pace.RUSH), Driven(Pace.REVERSE), Driven(Pace.SWIM)


@pytest.mark.rule("IA-veh.dash", "IA-veh.move-and-fire", "IA-veh.reverse-swim-horse")
@pytest.mark.parametrize(
    ("pace", "open_hatch", "closed"),
    [
        (Pace.RUSH, (180, 120, 60), (140, 80, 20)),
        (Pace.DRIVE, (120, 80, 40), (80, 40, 0)),
        (Pace.REVERSE, (60, 60, 60), (40, 40, 40)),
        (Pace.SWIM, (60, 60, 60), (40, 40, 40)),
    ],
)
def test_rows_of_the_chart(pace: Pace, open_hatch: tuple[int, ...], closed: tuple[int, ...]) -> None:
    lights = (Light.DAY, Light.MOON, Light.DARK)
    assert tuple(driving.allowance(CARRIER, Driven(pace, light)).metres for light in lights) == open_hatch
    assert tuple(driving.allowance(CARRIER, Driven(pace, light, True)).metres for light in lights) == closed


@pytest.mark.rule(
    "IA-veh.accelerate", "IA-veh.limber", "IA-veh.mount", "IA-veh.slope", "IA-veh.obstacle", "IA-veh.brush",
    "IA-veh.closed-down-deductions", "IA-veh.turns",
)  # fmt: skip
@chart("manoeuvre", list(Manoeuvre))
def test_every_line_of_the_row(manoeuvre: Manoeuvre) -> None:
    assert driving.allowance(TANK, DRIVE, (manoeuvre,)).metres == 80
    assert driving.allowance(TANK, Driven(Pace.DRIVE, closed_down=True), (manoeuvre,)).metres == 30


@pytest.mark.rule("IA-veh.accelerate", "IA-veh.slope", "IA-veh.obstacle", "IA-veh.brush", "IA-veh.mount")
@pytest.mark.parametrize(
    ("done", "metres"),
    [
        ((M.START, M.ACCELERATE), 40),
        ((M.OBSTACLE, M.OBSTACLE), 40),
        ((M.SLOPE, M.SLOPE), 80),
        ((M.BRUSH, M.BRUSH, M.SLOPE), 40),
        ((M.PICK_UP, M.SET_DOWN), 40),
        ((M.START, M.ACCELERATE, M.PICK_UP), 0),
        ((M.START, M.ACCELERATE, M.PICK_UP, M.SLOPE), 0),
    ],
)
def test_actions_each_time_conditions_once(done: tuple[Manoeuvre, ...], metres: int) -> None:
    assert driving.allowance(TANK, DRIVE, done).metres == metres


@pytest.mark.rule("IA-veh.turns")
@pytest.mark.parametrize(
    ("turns", "each", "over", "double"),
    [
        ((30.0,), 80, 120, 80),
        ((45.0,), 80, 120, 80),
        ((46.0,), 80, 80, 40),
        ((-90.0, 30.0), 40, 80, 0),
        ((30.0, 30.0, 30.0), 0, 120, 0),
        ((0.0,), 120, 120, 120),
    ],
)
def test_turns(turns: tuple[float, ...], each: int, over: int, double: int) -> None:
    def metres(choice: str) -> float:
        return driving.allowance(TANK, DRIVE, turns=turns, house=House((("vehicle-turn-cost", choice),))).metres

    assert (metres("each-turn"), metres("only-over-45"), metres("over-45-double")) == (each, over, double)


@pytest.mark.rule("IA-veh.dash")
def test_a_dash_needs_open_ground() -> None:
    assert driving.allowance(TANK, RUSH, (M.ACCELERATE,), (90.0,)).metres == 100
    assert driving.allowance(TANK, RUSH, open_way=False).metres == 120
    assert driving.allowance(TANK, RUSH, (M.OBSTACLE,)).metres == 80
    assert driving.allowance(TANK, Driven(Pace.RUSH, Light.DARK, True), (M.SLOPE,)).metres == 0


@pytest.mark.rule("IA-veh.reverse-swim-horse")
def test_horses() -> None:
    for light in Light:
        assert driving.allowance(HORSE, Driven(Pace.DRIVE, light)).metres == 60
    assert driving.allowance(HORSE, DRIVE, (M.ACCELERATE, M.START), (90.0, 90.0)).metres == 60
    assert driving.allowance(HORSE, DRIVE, (M.MOUNT,)).metres == 20
    assert driving.allowance(HORSE, DRIVE, (M.OBSTACLE,)).metres == 20
    for drive in (RUSH, REVERSE, SWIM):
        with pytest.raises(RuleViolation):
            driving.allowance(HORSE, drive)


@pytest.mark.rule("IA-veh.cycles")
def test_cycles_off_hard_roads() -> None:
    assert driving.allowance(CYCLE, DRIVE).metres == 120
    assert driving.allowance(CYCLE, DRIVE, off_road=True).metres == 60
    assert driving.allowance(CYCLE, DRIVE, (M.MOUNT,), off_road=True).metres == 40  # (120 − 40) / 2
    assert driving.allowance(CYCLE, DRIVE, (M.ACCELERATE,), (60.0,)).metres == 120
    assert driving.allowance(MOTORCYCLE, DRIVE, (M.ACCELERATE,), off_road=True).metres == 80
    assert driving.allowance(JEEP, DRIVE, off_road=True).metres == 120


def test_setting_off() -> None:
    """IA-veh.accelerate, IA-R042."""
    assert driving.setting_off(stationary=True, engine_off=True) == (M.START, M.ACCELERATE)
    assert driving.setting_off(stationary=True, engine_off=False) == (M.ACCELERATE,)
    assert driving.setting_off(stationary=False, engine_off=False) == ()


# ── Along a way ───────────────────────────────────────────────────────────────────────────────────────────────────


def went(
    chassis: Chassis, drive: Driven, *way: DrivenPiece, done: tuple[Manoeuvre, ...] = ()
) -> tuple[float, int, float]:
    gone = driving.reach(chassis, drive, way, done)
    return gone.metres, gone.piece, gone.within


@pytest.mark.rule("IA-veh.turns", "IA-veh.obstacle", "IA-veh.accelerate")
def test_what_is_met_on_the_way() -> None:
    assert went(TANK, DRIVE, DrivenPiece(50), DrivenPiece(100, 90.0)) == (80, 1, 30)
    assert went(TANK, DRIVE, DrivenPiece(100), DrivenPiece(100, 90.0)) == (101, 1, 1)
    assert went(TANK, DRIVE, DrivenPiece(120), DrivenPiece(100, 90.0)) == (120, 0, 120)
    assert went(TANK, DRIVE, DrivenPiece(20), DrivenPiece(200, first=(M.OBSTACLE,)), done=(M.ACCELERATE,)) == (
        40,
        1,
        20,
    )
    assert went(TANK, DRIVE, DrivenPiece(110), DrivenPiece(50, first=(M.SLOPE,))) == (110, 0, 110)


@pytest.mark.rule("IA-veh.accelerate")
def test_a_start_in_the_dark_takes_three_periods() -> None:
    # 40 m in the dark: starting takes them all, then accelerating does, and then it rolls.
    dark = Driven(Pace.DRIVE, Light.DARK)
    assert went(TANK, dark, DrivenPiece(200), done=(M.START, M.ACCELERATE)) == (0, 0, 0)
    assert went(TANK, dark, DrivenPiece(200), done=(M.ACCELERATE,)) == (1, 0, 1)
    assert went(TANK, dark, DrivenPiece(200)) == (40, 0, 40)
    assert went(TANK, dark, DrivenPiece(200, first=(M.OBSTACLE,))) == (1, 0, 1)
    assert went(TANK, Driven(Pace.DRIVE, Light.DARK, True), DrivenPiece(200, first=(M.OBSTACLE,))) == (0, 0, 0)


@pytest.mark.rule("IA-veh.dash")
def test_a_dash_ends_where_the_open_ground_does() -> None:
    wood_edge = DrivenPiece(100, open=False)
    assert went(TANK, RUSH, DrivenPiece(150), wood_edge) == (150, 0, 150)
    assert went(TANK, RUSH, DrivenPiece(100), wood_edge) == (120, 1, 20)
    assert went(TANK, RUSH, DrivenPiece(300)) == (180, 0, 180)
    assert went(TANK, RUSH, DrivenPiece(300), done=(M.PICK_UP,)) == (80, 0, 80)
    assert went(TANK, RUSH, DrivenPiece(300), done=(M.ACCELERATE,)) == (140, 0, 140)


@pytest.mark.rule("IA-veh.cycles")
def test_a_cycle_on_a_road_that_ends() -> None:
    assert went(CYCLE, DRIVE, DrivenPiece(100, hard_road=True), DrivenPiece(100)) == (100, 0, 100)
    assert went(CYCLE, DRIVE, DrivenPiece(30, hard_road=True), DrivenPiece(100)) == (60, 1, 30)
    assert went(CYCLE, DRIVE, DrivenPiece(200, hard_road=True)) == (120, 0, 120)


WAYS = st.lists(
    st.builds(
        DrivenPiece,
        st.integers(1, 150).map(float),
        st.sampled_from((0.0, 30.0, 90.0)),
        st.lists(st.sampled_from(Manoeuvre), max_size=2).map(tuple),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)


@given(WAYS, st.sampled_from((TANK, JEEP, CYCLE)), st.sampled_from((DRIVE, RUSH, REVERSE)))
def test_nothing_goes_farther_than_its_row_or_the_way(way: list[DrivenPiece], chassis: Chassis, drive: Driven) -> None:
    gone = driving.reach(chassis, drive, way)
    assert 0 <= gone.metres <= min(sum(s.metres for s in way), driving.allowance(chassis, drive).metres) + 1e-6
    assert gone.metres == pytest.approx(sum(s.metres for s in way[: gone.piece]) + gone.within)


# ── Where it goes, and what it may do ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-veh.obstacle", "IA-veh.brush")
@pytest.mark.parametrize(
    ("chassis", "line", "belt", "brush"),
    [
        (TANK, True, True, True),
        (CARRIER, True, True, False),
        (SIX_WHEELS, True, True, False),
        (FOUR_WHEELS, False, False, False),
        (LORRY, False, False, False),
        (JEEP, False, False, False),
        (HORSE, True, False, False),
        (CYCLE, False, False, False),
    ],
)
def test_who_crosses_what(chassis: Chassis, line: bool, belt: bool, brush: bool) -> None:
    assert driving.crossing(chassis, Barrier.LINE) == ((M.OBSTACLE,) if line else None)
    assert driving.crossing(chassis, Barrier.BELT) == ((M.OBSTACLE,) if belt else None)
    assert driving.crossing(chassis, Barrier.BRUSH) == ((M.BRUSH,) if brush else None)
    assert driving.crossing(chassis, Barrier.TREES) is None
    assert driving.crossing(chassis, Barrier.SHALLOWS) == ()
    assert driving.crossing(chassis, Barrier.WATER) == (() if chassis.amphibious else None)


def test_refusals_say_what_to_do() -> None:
    """IA-R043, IA-R044."""
    for refuse in (
        lambda: driving.judge_crossing(JEEP, Barrier.LINE),
        lambda: driving.judge_crossing(CARRIER, Barrier.BRUSH),
        lambda: driving.judge_crossing(TANK, Barrier.TREES),
        lambda: driving.judge_pace(TANK, SWIM),
        lambda: driving.judge_pace(JEEP, Driven(Pace.DRIVE, closed_down=True)),
        lambda: driving.judge_pace(TANK, Driven(Pace.WALK)),
    ):
        with pytest.raises(RuleViolation) as refused:
            refuse()
        assert refused.value.citation.startswith("IA-")
        assert refused.value.remedy


@pytest.mark.rule("IA-veh.dash", "IA-veh.move-and-fire")
def test_fire_on_the_move() -> None:
    assert driving.fires_on_the_move(Pace.DRIVE, 120)
    assert driving.fires_on_the_move(Pace.HALT, 0)
    assert not driving.fires_on_the_move(Pace.RUSH, 180)
    assert not driving.fires_on_the_move(Pace.REVERSE, 60)
    assert driving.fires_on_the_move(Pace.REVERSE, 60, forced_back=True)
    assert not driving.fires_on_the_move(Pace.RUSH, 180, forced_back=True)
    assert driving.fires_on_the_move(Pace.DRIVE, 0)


@pytest.mark.rule("IA-veh.horse-holders")
@pytest.mark.parametrize(("riders", "held_by"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (0, 0)])
def test_horse_holders(riders: int, held_by: int) -> None:
    assert driving.holders(riders) == held_by
    assert driving.horses_kept(riders, held_by)
    assert riders == 0 or not driving.horses_kept(riders, held_by - 1)
