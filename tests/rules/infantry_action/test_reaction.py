"""The general reaction test, supplementary tests and prisoners: worked by hand from the book's text."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.kinds import Posture, Rank, Weapon
from rules.infantry_action.book.leaders import (
    commands,
    crew_band,
    crew_test_for,
    joins_panic,
    leader_factors,
    leader_of,
    leader_test,
)
from rules.infantry_action.book.prisoners import Guard, binds_prisoners, held, surrender, unarmed_bar
from rules.infantry_action.book.reaction import (
    Circumstances,
    Reaction,
    armour_counts,
    behind_flank,
    enemy_is_close,
    factors,
    fire_points,
    friends_near,
    intermingled,
    lmg_counts,
    react,
    reaction_dice,
    takes_general_test,
)
from rules.infantry_action.book.reaction_results import (
    Advance,
    Band,
    band_of,
    fire_bar,
    move_bar,
    panic_pace,
    restrictions,
    retires,
)
from rules.infantry_action.book.switches import House
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.charts import chart


def cited(seen: Circumstances) -> list[tuple[int, str]]:
    return [(item.amount, item.citation) for item in factors(seen).items]


@pytest.mark.rule(
    "IA-reaction.plus1.lmg", "IA-reaction.plus1.opponent-under-fire", "IA-reaction.plus1.active",
    "IA-reaction.plus1.enemy-in-open", "IA-reaction.minus1.fire-points", "IA-reaction.minus1.no-leader",
    "IA-reaction.minus1.isolated", "IA-reaction.minus1.lost-battle", "IA-reaction.minus1.lost-period",
    "IA-reaction.minus1.machine-guns", "IA-reaction.minus2.leader-panicked", "IA-reaction.minus2.friends-panicked",
    "IA-reaction.minus2.behind-flank", "IA-reaction.minus2.armour", "IA-reaction.minus2.flame",
    "IA-reaction.minus2.surprise", "IA-reaction.minus2.intermingled", "IA-reaction.minus2.enemy-close",
)  # fmt: skip
@chart(
    ("seen", "amount", "cite"),
    [
        (Circumstances(lmgs=2), 2, "plus1.lmg"),
        (Circumstances(opponent_under_fire=True), 1, "plus1.opponent-under-fire"),
        (Circumstances(active=True), 1, "plus1.active"),
        (Circumstances(enemy_in_open=True), 1, "plus1.enemy-in-open"),
        (Circumstances(totals=(25,)), -2, "minus1.fire-points"),
        (Circumstances(leaderless=4), -4, "minus1.no-leader"),
        (Circumstances(isolated=1), -1, "minus1.isolated"),
        (Circumstances(lost_battle=3), -3, "minus1.lost-battle"),
        (Circumstances(lost_period=1), -1, "minus1.lost-period"),
        (Circumstances(machine_guns=2), -2, "minus1.machine-guns"),
        (Circumstances(leader_panicked=True), -2, "minus2.leader-panicked"),
        (Circumstances(friends_panicked=True), -2, "minus2.friends-panicked"),
        (Circumstances(behind_flank=True), -2, "minus2.behind-flank"),
        (Circumstances(armour=True), -2, "minus2.armour"),
        (Circumstances(flame=True), -2, "minus2.flame"),
        (Circumstances(surprise=True), -2, "minus2.surprise"),
        (Circumstances(intermingled=True), -2, "minus2.intermingled"),
        (Circumstances(enemy_close=True), -2, "minus2.enemy-close"),
    ],
)
def test_each_factor_by_itself(seen: Circumstances, amount: int, cite: str) -> None:
    assert cited(seen) == [(amount, f"IA-reaction.{cite}")]


@pytest.mark.rule("IA-reaction.plus1.enemy-hit", "IA-R099")
def test_an_enemy_seen_hit_was_seen_in_the_open_too() -> None:
    assert cited(Circumstances(enemy_hit=True)) == [
        (1, "IA-reaction.plus1.enemy-in-open"),
        (1, "IA-reaction.plus1.enemy-hit"),
    ]


@pytest.mark.rule("IA-reaction.minus1.fire-points", "IA-R100")
@pytest.mark.parametrize(
    ("totals", "tens"), [((), 0), ((9,), 0), ((10,), 1), ((19,), 1), ((15, 5), 2), ((25, -8), 2), ((-3,), 0)]
)
def test_tens_of_points_against_the_group(totals: tuple[int, ...], tens: int) -> None:
    assert fire_points(totals) == tens


@pytest.mark.rule("IA-reaction.minus1.lost-battle", "IA-reaction.minus1.lost-period", "IA-R101")
def test_a_loss_counts_twice_in_its_period_and_once_later() -> None:
    assert factors(Circumstances(lost_battle=1, lost_period=1)).value == -2
    assert factors(Circumstances(lost_battle=1)).value == -1


@pytest.mark.rule("IA-reaction.cover-choice", "IA-R107")
def test_in_cover_the_player_adds_or_deducts_2() -> None:
    assert factors(Circumstances(in_cover=True)).value == 2
    assert factors(Circumstances(in_cover=True, cover_adds=False)).value == -2
    assert factors(Circumstances(cover_adds=False)).value == 0


@pytest.mark.rule("IA-notes.troop-quality")
def test_agreed_quality_is_a_factor() -> None:
    assert cited(Circumstances(quality=-1)) == [(-1, "IA-notes.troop-quality")]


@pytest.mark.rule(
    "IA-reaction.plus1.lmg", "IA-reaction.minus2.friends-panicked", "IA-reaction.minus2.armour",
    "IA-reaction.minus2.enemy-close", "IA-reaction.minus2.behind-flank", "IA-reaction.minus2.intermingled",
    "IA-R098", "IA-R103", "IA-R104", "IA-R105", "IA-R106",
)  # fmt: skip
def test_the_distances_of_the_factors() -> None:
    assert (lmg_counts(100), lmg_counts(101)) == (True, False)
    assert (friends_near(25, False), friends_near(26, False)) == (True, False)
    assert (friends_near(50, True), friends_near(51, True)) == (True, False)
    assert (armour_counts(100, False), armour_counts(101, False), armour_counts(900, True)) == (True, False, True)
    assert (enemy_is_close(25), enemy_is_close(25.1)) == (True, False)
    assert (behind_flank(90), behind_flank(91), behind_flank(-120), behind_flank(300)) == (False, True, True, False)
    assert (intermingled(10), intermingled(11)) == (True, False)
    assert intermingled(20, House((("intermingled-metres", "20"),)))


@pytest.mark.rule("IA-reaction.dice", "IA-reaction.when")
def test_a_section_that_lost_a_man_and_holds() -> None:
    # Dice 4, 3, 5 = 12; own LMG 1, fired 1, 23 points -2, 1 lost -1 and -1, a machine gun -1, in cover 2: 11, free.
    seen = Circumstances(lmgs=1, active=True, totals=(23,), lost_battle=1, lost_period=1, machine_guns=1, in_cover=True)
    chance = Scripted("4,3,5")
    test = react(seen, chance)
    chance.finish()
    assert (test.dice, test.factors.value, test.score, test.band) == ((4, 3, 5), -1, 11, Band.FREE)


@pytest.mark.rule("IA-reaction.dice")
def test_a_leaderless_group_surprised_in_the_open_breaks() -> None:
    # 2, 1, 3 = 6; 34 points -3, 4 leaderless -4, 2 lost -2 and -2, surprised -2: -7.
    seen = Circumstances(totals=(34,), leaderless=4, lost_battle=2, lost_period=2, surprise=True)
    test = react(seen, Scripted("2,1,3"))
    assert (test.score, test.band) == (-7, Band.PANIC)


@pytest.mark.rule("IA-notes.average-dice", "IA-R156")
def test_average_dice_for_reaction() -> None:
    agreed = House((("average-dice", "per-group"),))
    assert reaction_dice(Scripted("1,3,6"), average=True, house=agreed) == (2, 3, 5)
    assert reaction_dice(Scripted("1,3,6"), average=True) == (1, 3, 6)


@pytest.mark.rule("IA-reaction.cover-choice", "IA-R107")
def test_the_choice_may_come_after_the_dice() -> None:
    dice = reaction_dice(Scripted("6,5,5"))
    add = Reaction(dice, factors(Circumstances(in_cover=True)))
    deduct = Reaction(dice, factors(Circumstances(in_cover=True, cover_adds=False)))
    assert (add.band, deduct.band) == (Band.MUST_ADVANCE, Band.FREE)


@pytest.mark.rule("IA-reaction.when", "IA-R096")
def test_who_takes_the_general_test() -> None:
    assert takes_general_test(under_fire=True)
    assert not takes_general_test(under_fire=False)
    assert not takes_general_test(under_fire=True, afv_crew=True)
    assert not takes_general_test(under_fire=True, afv_passenger=True)
    assert takes_general_test(under_fire=True, afv_passenger=True, hit_at=True)


@pytest.mark.rule("IA-reaction.result.15", "IA-reaction.result.10", "IA-R109")
@chart(
    ("score", "band"),
    [
        (22, Band.MUST_ADVANCE), (15, Band.MUST_ADVANCE), (14, Band.FREE), (10, Band.FREE), (9, Band.UNDER_10),
        (5, Band.UNDER_10), (4, Band.UNDER_5), (0, Band.UNDER_5), (-1, Band.UNDER_0), (-5, Band.UNDER_0),
        (-6, Band.PANIC), (-20, Band.PANIC),
    ],
)  # fmt: skip
def test_the_bands(score: int, band: Band) -> None:
    assert band_of(score) is band


@pytest.mark.rule(
    "IA-reaction.cumulative", "IA-reaction.next-period", "IA-reaction.result.under-10-erect",
    "IA-reaction.result.under-10-close", "IA-reaction.result.under-5-move",
    "IA-reaction.result.under-5-intermingled", "IA-reaction.result.under-0",
    "IA-reaction.result.under-minus-5", "IA-reaction.result.surrender",
)  # fmt: skip
@pytest.mark.parametrize(
    ("band", "lines"),
    [
        (Band.FREE, 0),
        (Band.UNDER_10, 2),
        (Band.UNDER_5, 4),
        (Band.UNDER_0, 5),
        (Band.PANIC, 7),
    ],
)
def test_every_line_from_less_than_10_down_binds(band: Band, lines: int) -> None:
    expected = (
        "under-10-erect", "under-10-close", "under-5-move", "under-5-intermingled", "under-0", "under-minus-5",
        "surrender",
    )[:lines]  # fmt: skip
    assert [line.citation.removeprefix("IA-reaction.result.") for line in restrictions(band)] == list(expected)


@pytest.mark.rule("IA-reaction.result.15", "IA-reaction.result.10")
def test_who_scores_15_must_advance_and_who_scores_10_may_do_anything() -> None:
    assert [line.citation for line in restrictions(Band.MUST_ADVANCE)] == ["IA-reaction.result.15"]
    assert Band.MUST_ADVANCE.must_advance
    assert not Band.FREE.must_advance
    assert move_bar(Band.FREE, Advance(closer=True, close_already=True)) is None
    assert fire_bar(Band.FREE, 500) is None


ERECT, CRAWL = Advance(closer=True), Advance(closer=True, posture=Posture.PRONE)
WADING, RIDING = Advance(closer=True, posture=Posture.PRONE, wading=True), Advance(closer=True, mounted=True)
CLOSE = Advance(closer=True, close_already=True, posture=Posture.PRONE)
AWAY = Advance(closer=False, close_already=True)


@pytest.mark.rule(
    "IA-reaction.result.under-10-erect", "IA-reaction.result.under-10-close", "IA-reaction.result.under-5-move",
    "IA-reaction.cumulative", "IA-R182",
)  # fmt: skip
@pytest.mark.parametrize(
    ("band", "barred"),
    [
        (Band.UNDER_10, {"erect": "under-10-erect", "wading": "under-10-erect", "close": "under-10-close"}),
        (
            Band.UNDER_5,
            {"erect": "under-5-move", "wading": "under-5-move", "crawl": "under-5-move", "close": "under-10-close"},
        ),
        (
            Band.UNDER_0,
            {"erect": "under-5-move", "wading": "under-5-move", "crawl": "under-5-move", "close": "under-10-close"},
        ),
    ],
)
def test_which_moves_are_barred(band: Band, barred: dict[str, str]) -> None:
    moves = {"erect": ERECT, "wading": WADING, "crawl": CRAWL, "close": CLOSE, "riding": RIDING, "away": AWAY}
    found = {name: violation.citation for name, move in moves.items() if (violation := move_bar(band, move))}
    assert found == {name: f"IA-reaction.result.{cite}" for name, cite in barred.items()}


@pytest.mark.rule("IA-reaction.result.under-0", "IA-reaction.result.under-minus-5", "IA-reaction.cumulative")
def test_fire_over_25_m_is_barred_below_0_and_all_fire_in_panic() -> None:
    assert fire_bar(Band.UNDER_5, 200) is None
    assert fire_bar(Band.UNDER_0, 25) is None
    barred = fire_bar(Band.UNDER_0, 26)
    assert barred is not None
    assert barred.citation == "IA-reaction.result.under-0"
    assert fire_bar(Band.PANIC, 10) is not None


@pytest.mark.rule("IA-reaction.result.under-5-intermingled", "IA-R112")
def test_the_lower_of_intermingled_groups_retires() -> None:
    assert retires(4, (5,))
    assert not retires(4, (4,)), "equal scores make nobody retire"
    assert not retires(5, (12,)), "not below 5"
    assert retires(3, (1, 4)), "the highest counts"
    assert retires(4, (None,)), "who took no test has 10"
    assert not retires(2, ())


@pytest.mark.rule("IA-reaction.result.under-minus-5", "IA-R111")
def test_a_panic_dash_is_75_m_or_30_by_house_rule() -> None:
    assert panic_pace() == 75
    assert panic_pace(House((("panic-distance", "30"),))) == 30
    assert Band.PANIC.panics
    assert not Band.UNDER_0.panics


@pytest.mark.rule("IA-crewtest.plus1", "IA-R114", "IA-R181")
def test_crews_have_1_more_where_it_helps() -> None:
    assert crew_band(9) is Band.FREE
    assert crew_band(4) is Band.UNDER_10
    assert crew_band(-6) is Band.UNDER_0
    assert crew_band(8) is Band.UNDER_10
    assert crew_band(9, declined=True) is Band.UNDER_10
    assert crew_band(14) is Band.FREE
    assert crew_band(15) is Band.MUST_ADVANCE


@pytest.mark.rule("IA-crewtest.plus1", "IA-R114")
def test_whose_crew_has_it() -> None:
    assert crew_test_for(Weapon.ONE_MAN_AT, 1)
    assert crew_test_for(Weapon.MISSILE, 1)
    assert crew_test_for(Weapon.MAGAZINE_LMG, 2)
    assert not crew_test_for(Weapon.MAGAZINE_LMG, 1)
    assert not crew_test_for(Weapon.TRIPOD_MG, 1)
    assert not crew_test_for(Weapon.AT_GUN, 0)


@pytest.mark.rule("IA-leadertest.factors", "IA-R115")
@pytest.mark.parametrize(
    ("rank", "bonus"), [(Rank.LANCE_CORPORAL, 1), (Rank.CORPORAL, 2), (Rank.SERGEANT, 3), (Rank.OFFICER, 5)]
)
def test_a_leader_adds_his_rank_and_ignores_isolation(rank: Rank, bonus: int) -> None:
    seen = Circumstances(active=True, leaderless=3, isolated=2, lost_battle=1)
    # 1 active, 1 lost, his rank; the 5 for isolation not.
    assert leader_factors(seen, rank).value == 1 - 1 + bonus
    test = leader_test(seen, rank, Scripted("1,2,3"))
    assert test.score == 6 + bonus


@pytest.mark.rule("IA-leadertest.separate", "IA-R115")
def test_the_senior_of_the_group_tests_and_no_private() -> None:
    assert leader_of((Rank.PRIVATE, Rank.CORPORAL, Rank.LANCE_CORPORAL, Rank.CORPORAL)) == 1
    assert leader_of((Rank.PRIVATE, Rank.PRIVATE)) is None
    assert leader_of(()) is None
    with pytest.raises(RuleViolation):
        leader_test(Circumstances(), Rank.PRIVATE, Scripted(""))


@pytest.mark.rule("IA-leadertest.panic", "IA-R116")
def test_who_joins_a_leader_in_panic() -> None:
    assert commands(Rank.CORPORAL, same_group=True)
    assert not commands(Rank.CORPORAL, same_group=False, leads_group=True, in_speech=True)
    assert commands(Rank.OFFICER, same_group=False, leads_group=True, in_speech=True)
    assert not commands(Rank.OFFICER, same_group=False, leads_group=True, in_speech=False)
    assert joins_panic(True, 30)
    assert not joins_panic(True, 31)
    assert not joins_panic(True, 11, both_prone=True)
    assert joins_panic(True, 200, sees_dash=True)
    assert not joins_panic(False, 5, sees_dash=True)


@pytest.mark.rule("IA-reaction.result.surrender", "IA-R113")
def test_who_dices_under_5_surrenders() -> None:
    dice = surrender(("a", "b", "c"), Scripted("4,5,1"))
    assert [(die.name, die.surrenders) for die in dice] == [("a", True), ("b", False), ("c", True)]


@pytest.mark.rule("IA-pris.escape", "IA-R117")
def test_one_unhit_guard_near_enough_holds_them() -> None:
    assert held((Guard(30),))
    assert not held((Guard(31),))
    assert not held((Guard(11, both_prone=True),))
    assert not held((Guard(5, unhit=False),))
    assert held((Guard(100), Guard(10, both_prone=True)))
    assert not held(())


@pytest.mark.rule("IA-pris.unarmed", "IA-R117")
def test_prisoners_do_not_fight() -> None:
    assert unarmed_bar(prisoner=True, has_weapon=True) is not None
    assert unarmed_bar(prisoner=False, has_weapon=False) is not None
    assert unarmed_bar(prisoner=False, has_weapon=True) is None


@pytest.mark.rule("IA-pris.reaction", "IA-R117")
def test_of_a_result_prisoners_feel_retirement_and_panic() -> None:
    assert binds_prisoners(Band.MUST_ADVANCE) == ()
    assert binds_prisoners(Band.UNDER_10) == ()
    assert [line.citation for line in binds_prisoners(Band.UNDER_5)] == ["IA-reaction.result.under-5-intermingled"]
    assert [line.citation for line in binds_prisoners(Band.PANIC)][-1] == "IA-reaction.result.under-minus-5"
