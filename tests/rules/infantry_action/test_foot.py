"""Foot Movement: the metres of a period, what comes off them, and what a pace forbids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book import foot
from rules.infantry_action.book.foot import HardGoing, Labour, Leg
from rules.infantry_action.book.kinds import Charge, Gear, Pace, Weapon
from rules.infantry_action.book.switches import House
from rules.kernel.violation import RuleViolation
from tests.charts import chart

TEN = House((("foot-minus-ten", "allowance"),))
MIXED = House((("mixed-pace", "proportional"),))
OBSTACLE, PREPARE, LEAVE = Labour.OBSTACLE, Labour.PREPARE, Labour.LEAVE
SLOPE, WOODS, SHARE = HardGoing.SLOPE, HardGoing.WOODS, HardGoing.SHARE
FOOT_PACES = (Pace.WALK, Pace.DASH, Pace.CRAWL, Pace.DOUBLE, Pace.MANHANDLE)


@pytest.mark.rule("IA-foot.dash", "IA-foot.walk", "IA-foot.crawl", "IA-foot.manhandle", "IA-foot.double")
@pytest.mark.parametrize(
    ("pace", "metres"),
    [(Pace.DASH, 30), (Pace.WALK, 50), (Pace.CRAWL, 20), (Pace.MANHANDLE, 15), (Pace.DOUBLE, 75), (Pace.HALT, 0)],
)
def test_paces(pace: Pace, metres: int) -> None:
    assert foot.allowance(pace).metres == metres


@pytest.mark.rule("IA-foot.deduct-10", "IA-foot.carry-shares", "IA-foot.prepare-weapon", "IA-foot.manhandle")
@chart(
    ("pace", "done", "going", "metres"),
    [
        (Pace.WALK, (), (WOODS,), 40),
        (Pace.WALK, (), (WOODS, SLOPE, SHARE), 20),
        (Pace.WALK, (), (WOODS, WOODS), 40),
        (Pace.WALK, (OBSTACLE, OBSTACLE), (WOODS,), 20),
        (Pace.WALK, (PREPARE,), (), 40),
        (Pace.WALK, (LEAVE, Labour.ENTER), (HardGoing.INDOORS,), 20),
        (Pace.WALK, (OBSTACLE,) * 6, (), 0),
        (Pace.DASH, (OBSTACLE,), (HardGoing.BRUSH,), 10),
        (Pace.CRAWL, (), (WOODS, SLOPE), 0),
        (Pace.CRAWL, (), (WOODS, SLOPE, SHARE), 0),
        (Pace.MANHANDLE, (Labour.UNLIMBER,), (), 5),
        (Pace.MANHANDLE, (Labour.LIMBER,), (SLOPE,), 0),
        (Pace.DOUBLE, (OBSTACLE, OBSTACLE), (), 55),
    ],
)
def test_ten_metres_less(pace: Pace, done: tuple[Labour, ...], going: tuple[HardGoing, ...], metres: int) -> None:
    assert foot.allowance(pace, done, going).metres == metres


@pytest.mark.rule("IA-foot.deduct-10")
@pytest.mark.parametrize("item", [*Labour, *HardGoing])
def test_every_line_of_the_row_costs_ten(item: Labour | HardGoing) -> None:
    done, going = ((item,), ()) if isinstance(item, Labour) else ((), (item,))
    assert foot.allowance(Pace.WALK, done, going).metres == 40


@pytest.mark.rule("IA-foot.silent")
@pytest.mark.parametrize(
    ("pace", "done", "going", "metres"),
    [
        (Pace.WALK, (), (), 25),
        (Pace.WALK, (OBSTACLE,), (WOODS,), 15),
        (Pace.CRAWL, (), (), 10),
        (Pace.MANHANDLE, (), (), 7.5),
    ],
)
def test_silence_halves_what_is_left(
    pace: Pace, done: tuple[Labour, ...], going: tuple[HardGoing, ...], metres: float
) -> None:
    assert foot.allowance(pace, done, going, silent=True).metres == metres


@pytest.mark.rule("IA-foot.crawl")
@pytest.mark.parametrize(
    ("pace", "going", "silent", "metres"),
    [
        (Pace.WALK, (), False, 20),
        (Pace.WALK, (WOODS,), False, 10),
        (Pace.DASH, (), False, 20),
        (Pace.MANHANDLE, (), False, 15),
        (Pace.WALK, (), True, 10),
    ],
)
def test_wading_or_climbing_slows_the_whole_move(
    pace: Pace, going: tuple[HardGoing, ...], silent: bool, metres: float
) -> None:
    assert foot.allowance(pace, (), going, silent=silent, hard=True).metres == metres


@pytest.mark.parametrize(
    ("pace", "done", "going", "silent", "metres"),
    [
        (Pace.WALK, (), (), False, 50),
        (Pace.WALK, (OBSTACLE,), (), False, 10),
        (Pace.WALK, (OBSTACLE, OBSTACLE), (WOODS,), False, 10),
        (Pace.DOUBLE, (), (WOODS,), False, 10),
        (Pace.WALK, (), (WOODS,), True, 5),
    ],
)
def test_ten_metres_as_an_allowance(
    pace: Pace, done: tuple[Labour, ...], going: tuple[HardGoing, ...], silent: bool, metres: float
) -> None:
    """House rule foot-minus-ten. IA-R030."""
    assert foot.allowance(pace, done, going, silent=silent, house=TEN).metres == metres


# ── Along a way ───────────────────────────────────────────────────────────────────────────────────────────────────

IN_WOODS = frozenset({WOODS})


def went(*legs: Leg, pace: Pace = Pace.WALK, **more: object) -> tuple[float, int, float]:
    gone = foot.reach(legs, pace, **more)  # pyright: ignore[reportArgumentType]
    return gone.metres, gone.piece, gone.within


@pytest.mark.rule("IA-foot.deduct-10", "IA-foot.walk")
def test_a_hedge_on_the_way() -> None:
    hedge = Leg(40, (OBSTACLE,))
    assert went(Leg(30), hedge) == (40, 1, 10)  # 50 − 10
    assert went(Leg(45), hedge) == (46, 1, 1)  # begun with 5 m left: crossed, and he stands just beyond
    assert went(Leg(50), hedge) == (50, 0, 50)  # nothing left: not begun
    assert went(Leg(20), Leg(10, (OBSTACLE,)), hedge) == (31, 2, 1)


def test_nobody_is_held_by_what_takes_all_his_metres() -> None:
    """IA-R031, IA-R175: 20 m of crawling, or half of 15 m, and two things to cross at once."""
    assert went(Leg(40, (OBSTACLE, OBSTACLE)), pace=Pace.CRAWL) == (1, 0, 1)
    assert went(Leg(40, (OBSTACLE, OBSTACLE)), pace=Pace.MANHANDLE, silent=True) == (1, 0, 1)
    assert went(Leg(40, (OBSTACLE,)), pace=Pace.HALT) == (0, 0, 0)


@pytest.mark.rule("IA-foot.deduct-10")
def test_woods_on_the_way_cost_once() -> None:
    assert went(Leg(30), Leg(40, going=IN_WOODS)) == (40, 1, 10)
    assert went(Leg(10, going=IN_WOODS), Leg(10), Leg(50, going=IN_WOODS)) == (40, 2, 20)
    assert went(Leg(45), Leg(40, going=IN_WOODS)) == (45, 0, 45)


@pytest.mark.rule("IA-foot.silent", "IA-foot.prepare-weapon", "IA-foot.carry-shares")
def test_what_holds_for_the_whole_move() -> None:
    assert went(Leg(100), silent=True) == (25, 0, 25)
    assert went(Leg(100), labours=(LEAVE,)) == (40, 0, 40)
    assert went(Leg(100), labours=(LEAVE,), going=(SHARE,), silent=True) == (15, 0, 15)
    assert went(Leg(12)) == (12, 0, 12)
    assert went(Leg(100), labours=(LEAVE,) * 5) == (0, 0, 0)


@pytest.mark.rule("IA-foot.crawl")
def test_a_stream_on_the_way() -> None:
    stream = Leg(5, hard=True)
    assert went(Leg(35), stream, Leg(20)) == (35, 0, 35)  # to the bank rather than 20 m
    assert went(Leg(10), stream, Leg(20)) == (20, 2, 5)  # all of it at 20 m
    assert went(stream, Leg(50)) == (20, 1, 15)
    # In proportion: 10 m, then 5 m at 2½ each, leaves 27½.
    assert went(Leg(10), stream, Leg(50), house=MIXED) == (42.5, 2, 27.5)


def test_an_allowance_of_ten_on_the_way() -> None:
    hedge = Leg(40, (OBSTACLE,))
    assert went(Leg(4), hedge, house=TEN) == (10, 1, 6)
    assert went(Leg(30), hedge, house=TEN) == (30, 0, 30)


LEGS = st.lists(
    st.builds(
        Leg,
        st.integers(1, 60).map(float),
        st.lists(st.sampled_from(Labour), max_size=2).map(tuple),
        st.frozensets(st.sampled_from(HardGoing), max_size=2),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


@given(LEGS, st.sampled_from(FOOT_PACES), st.booleans(), st.sampled_from((House(), TEN, MIXED)))
def test_nobody_goes_farther_than_his_pace_or_the_way(legs: list[Leg], pace: Pace, silent: bool, house: House) -> None:
    gone = foot.reach(legs, pace, silent=silent, house=house)
    whole = sum(leg.metres for leg in legs)
    assert 0 <= gone.metres <= min(whole, foot.allowance(pace, silent=silent).metres) + 1e-6
    assert gone.metres == pytest.approx(sum(leg.metres for leg in legs[: gone.piece]) + gone.within)
    assert 0 <= gone.within <= legs[gone.piece].metres + 1e-6


# ── What a pace forbids ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-foot.walk", "IA-foot.dash", "IA-foot.crawl", "IA-foot.double")
def test_what_the_hands_are_free_for() -> None:
    def free(pace: Pace, *, share: bool = False, turned: bool = False) -> tuple[bool, bool]:
        hands = foot.hands(pace, share=share, turned=turned)
        return hands.fires, hands.grenades

    assert free(Pace.HALT) == free(Pace.WALK) == (True, True)
    assert free(Pace.DASH) == free(Pace.CRAWL) == free(Pace.MANHANDLE) == (False, True)
    assert free(Pace.DOUBLE) == (False, False)
    assert free(Pace.WALK, share=True) == free(Pace.HALT, turned=True) == (False, True)
    assert free(Pace.DOUBLE, turned=True) == (False, False)


@pytest.mark.rule("IA-foot.silent")
def test_what_silence_excludes() -> None:
    foot.judge_silent(Pace.WALK, (WOODS,))
    foot.judge_silent(Pace.CRAWL)
    foot.judge_silent(Pace.HALT)
    excluded = [
        lambda: foot.judge_silent(Pace.DASH),
        lambda: foot.judge_silent(Pace.DOUBLE),
        lambda: foot.judge_silent(Pace.WALK, (HardGoing.BRUSH,)),
        lambda: foot.judge_silent(Pace.WALK, fires=True),
        lambda: foot.judge_silent(Pace.HALT, grenades=True),
        lambda: foot.judge_silent(Pace.HALT, speaks=True),
    ]
    for loud in excluded:
        with pytest.raises(RuleViolation) as refused:
            loud()
        assert refused.value.citation == "IA-foot.silent"


@pytest.mark.rule("IA-foot.double-limit")
def test_one_period_in_every_three() -> None:
    assert foot.may_double_again(None, 1)
    assert [foot.may_double_again(4, now) for now in (5, 6, 7, 8)] == [False, False, True, True]
    with pytest.raises(RuleViolation) as refused:
        foot.judge_double(4, 6, name="Smith")
    assert refused.value.message == "Smith doubled in period 4 and is out of breath."
    assert refused.value.remedy.endswith("in period 7.")


@pytest.mark.rule("IA-foot.double")
def test_what_is_carried_at_the_double() -> None:
    assert not foot.too_heavy((Weapon.BELT_LMG, Weapon.GRENADE, Weapon.ONE_MAN_AT, Weapon.FLAME_THROWER), (Gear.RADIO,))
    assert not foot.too_heavy((Weapon.RIFLE,), charges=(Charge.CLAYMORE,))
    assert foot.too_heavy((Weapon.LIGHT_MORTAR,)) == "2 inch mortar"
    assert foot.too_heavy(gear=(Gear.RADIO, Gear.MINE_DETECTOR)) == "mine detector"
    assert foot.too_heavy((Weapon.SMG,), charges=(Charge.SATCHEL,)) == "satchel charge"
    assert foot.too_heavy((Weapon.SMG,), share=True)
    foot.judge_double(None, 1)
    with pytest.raises(RuleViolation) as refused:
        foot.judge_double(None, 1, "satchel charge", "Smith")
    assert refused.value.message == "Smith cannot double with a satchel charge."


@pytest.mark.rule("IA-foot.manhandle")
def test_three_men_at_a_gun() -> None:
    foot.judge_manhandle(Weapon.AT_GUN, 3)
    foot.judge_manhandle(Weapon.RECOILLESS, 5)
    for weapon, men in ((Weapon.AT_GUN, 2), (Weapon.TRIPOD_MG, 3), (Weapon.MEDIUM_MORTAR, 4)):
        with pytest.raises(RuleViolation):
            foot.judge_manhandle(weapon, men)


@pytest.mark.rule("IA-foot.carry-shares")
def test_two_or_three_carry_a_weapon() -> None:
    for weapon in (Weapon.TRIPOD_MG, Weapon.MEDIUM_MORTAR, Weapon.MISSILE):
        foot.judge_shares(weapon, 2)
        foot.judge_shares(weapon, 3)
        for carriers in (0, 1, 4):
            with pytest.raises(RuleViolation):
                foot.judge_shares(weapon, carriers)
    with pytest.raises(RuleViolation):
        foot.judge_shares(Weapon.AT_GUN, 3)


@pytest.mark.rule("IA-foot.prepare-weapon")
def test_a_weapon_that_was_moved_is_prepared_again() -> None:
    for weapon in (Weapon.TRIPOD_MG, Weapon.MEDIUM_MORTAR, Weapon.LIGHT_MORTAR, Weapon.MORTAR_60):
        assert not foot.ready_to_fire(weapon, moved=True, prepared_since=False)
        assert foot.ready_to_fire(weapon, moved=True, prepared_since=True)
        assert foot.ready_to_fire(weapon, moved=False, prepared_since=False)
    assert foot.ready_to_fire(Weapon.AT_GUN, moved=True, prepared_since=False)


def test_nobody_on_foot_reverses() -> None:
    with pytest.raises(RuleViolation) as refused:
        foot.allowance(Pace.REVERSE)
    assert refused.value.remedy == "Order one of: halt, dash, walk, crawl, manhandle, double."
