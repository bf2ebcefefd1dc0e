"""Morale tests and hesitation, worked by hand from the cards."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import morale, officers
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Cover, Light, Test, Trait
from rules.red_actions.book.morale import Doing, MoraleResult, MoraleTrigger
from rules.red_actions.book.officers import DrawnOfficer, Rank
from rules.red_actions.book.switches import House
from tests.charts import chart

ORIGINAL = House((("rally-rules", "original"),))
CHARGE, FEAR, SERIOUS, RALLY = Test.CHARGE, Test.FEAR, Test.SERIOUS, Test.RALLY
MOB = frozenset({Trait.MOB})


def rolled(test: Test, number: int, first: int, second: int, light: Light = Light.DAY) -> morale.MoraleRoll:
    return morale.MoraleRoll(test, Itemised((Item(number, "card"),)), (first, second), light)


# --- The number -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-morale.roll.1")
@pytest.mark.parametrize(
    ("card", "numbers"),
    [
        ("red-conscripts", (5, 7, 6, 5)),
        ("white-officers", (10, 10, 10, 9)),
        ("makhnovist-cavalry", (8, 8, 7, 8)),
    ],
)
def test_the_number_of_the_card(card: str, numbers: tuple[int, ...]) -> None:
    assert tuple(morale.number(test, BOOK_PACK.card(card)).value for test in Test) == numbers


@pytest.mark.rule("RA-morale.mod.officer", "RA-morale.mod.flank", "RA-morale.mod.works", "RA-march.3", "RA-R25")
@chart(
    ("test", "junior", "flanked", "cover", "fit", "marching", "number"),
    [
        (FEAR, 0, False, Cover.OPEN, True, False, 8),
        (FEAR, 1, False, Cover.OPEN, True, False, 9),
        (FEAR, -1, True, Cover.OPEN, True, False, 5),
        (FEAR, 2, True, Cover.SUPER_HARD, True, False, 10),
        (FEAR, 0, False, Cover.STONE, True, False, 10),
        (FEAR, 0, False, Cover.STONE, False, False, 8),
        (FEAR, 0, False, Cover.SUPER_HARD, False, False, 10),
        (FEAR, 0, False, Cover.WOODS, True, False, 8),
        (FEAR, 0, False, Cover.WOODEN, True, False, 8),
        (FEAR, 0, False, Cover.FOXHOLE, True, False, 8),
        (FEAR, 0, False, Cover.OPEN, True, True, 5),
        (SERIOUS, 0, False, Cover.OPEN, True, True, 7),
        (CHARGE, 1, True, Cover.OPEN, True, False, 6),
        (RALLY, -1, False, Cover.SUPER_HARD, True, False, 8),
    ],
)
def test_what_alters_the_number(
    test: Test, junior: int, flanked: bool, cover: Cover, fit: bool, marching: bool, number: int
) -> None:
    regulars, effects = BOOK_PACK.card("red-regulars"), officers.effects(DrawnOfficer(junior))
    got = morale.number(
        test, regulars, effects, flanked=flanked, cover=cover, fit=fit, ambushed_marching=marching
    )  # fmt: skip
    assert got.value == number
    assert all(item.reason and item.citation for item in got.items)


@pytest.mark.rule("RA-morale.mod.officer", "RA-officer.morale.2")
def test_the_number_is_itemised() -> None:
    effects = officers.effects(DrawnOfficer(-1), near=DrawnOfficer(2, rank=Rank.SENIOR))
    number = morale.number(FEAR, BOOK_PACK.card("red-conscripts"), effects, flanked=True)
    assert str(number) == (
        "success number 6 = 7 fear number, Red Conscripts · \u22121 junior officer · +2 senior officer near"
        " · \u22122 enemy behind its flanks"
    )


@pytest.mark.rule("RA-morale.mod.flank", "RA-R51")
@pytest.mark.parametrize(
    ("inches", "friends", "flanked"),
    [(None, False, False), (12, False, True), (12.1, False, False), (3, False, True), (3, True, False)],
)
def test_an_enemy_behind_the_flanks(inches: float | None, friends: bool, flanked: bool) -> None:
    assert morale.flanked(inches, friends) is flanked


@pytest.mark.rule("RA-char.stiffening.2", "RA-R48")
@pytest.mark.parametrize(("test", "plain", "stiff"), [(CHARGE, 5, 8), (FEAR, 7, 9), (SERIOUS, 6, 8), (RALLY, 5, 8)])
def test_stiffened_conscripts_test_as_volunteers(test: Test, plain: int, stiff: int) -> None:
    card = BOOK_PACK.card("white-conscripts")
    assert morale.numbers_of(BOOK_PACK, card, "white", test).number(test) == plain
    assert morale.numbers_of(BOOK_PACK, card, "white", test, stiffened=True).number(test) == stiff


@pytest.mark.rule("RA-rally.crew.1", "RA-R60")
def test_crews_rally_by_their_armys_infantry() -> None:
    team = BOOK_PACK.card("mg-team")
    assert morale.numbers_of(BOOK_PACK, team, "white", RALLY).id == "white-volunteers"
    assert morale.numbers_of(BOOK_PACK, team, "white", FEAR) is team
    assert morale.takes(team, RALLY)


@pytest.mark.rule("RA-R67")
@pytest.mark.parametrize(
    ("card", "taken"),
    [
        ("tank-mg", {CHARGE}),
        ("armoured-car", {CHARGE}),
        ("train-engine", {FEAR, RALLY}),
        ("train-mg", set[Test]()),
        ("senior-officer-mounted", set[Test]()),
        ("field-gun", {FEAR, SERIOUS, RALLY}),
    ],
)
def test_who_never_tests(card: str, taken: set[Test]) -> None:
    troops = BOOK_PACK.card(card)
    assert {test for test in Test if morale.takes(troops, test)} == taken
    for test in set(Test) - taken:
        with pytest.raises(RuleViolation) as refused:
            morale.number(test, troops)
        assert refused.value.citation == "RA-R67"


# --- The dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-morale.roll.1", "RA-morale.roll.2", "RA-R40", "RA-R41", "RA-weather.night.morale", "RA-R116")
@chart(
    ("number", "dice", "light", "passed"),
    [
        (7, (3, 4), Light.DAY, True),
        (7, (4, 4), Light.DAY, False),
        (12, (6, 6), Light.DAY, False),
        (14, (6, 6), Light.DAY, False),
        (14, (6, 5), Light.DAY, True),
        (2, (1, 1), Light.DAY, True),
        (1, (1, 1), Light.DAY, False),
        (7, (3, 4), Light.MOON, False),
        (7, (3, 3), Light.DARK, True),
        (11, (6, 5), Light.DARK, False),
        (12, (6, 5), Light.DARK, True),  # 12 with the night is no natural 12
        (14, (6, 6), Light.DARK, False),
    ],
)
def test_when_a_test_is_passed(number: int, dice: tuple[int, int], light: Light, passed: bool) -> None:
    assert rolled(FEAR, number, *dice, light).passed is passed


@pytest.mark.rule("RA-morale.roll.1", "RA-morale.roll.2", "RA-R40")
@pytest.mark.parametrize(
    ("number", "light", "of_36"),
    [
        (1, Light.DAY, 0), (2, Light.DAY, 1), (5, Light.DAY, 10), (7, Light.DAY, 21), (9, Light.DAY, 30),
        (11, Light.DAY, 35), (12, Light.DAY, 35), (15, Light.DAY, 35), (7, Light.DARK, 15), (12, Light.DARK, 35),
    ],
)  # fmt: skip
def test_the_odds_of_a_test(number: int, light: Light, of_36: int) -> None:
    """Run for every pair of dice."""
    dice = range(1, 7)
    assert sum(rolled(FEAR, number, first, second, light).passed for first in dice for second in dice) == of_36


@pytest.mark.rule("RA-morale.roll.1")
def test_a_test_is_rolled_and_told() -> None:
    chance = Scripted("6,6")
    test = morale.take(FEAR, morale.number(FEAR, BOOK_PACK.card("plastoons")), chance, Light.DARK, "3rd Plastoons")
    assert test.words == "rolled 12 + 1 at night against 9: failed (12 always fails)"
    assert [draw.purpose for draw in chance.taken()] == ["fear test of 3rd Plastoons"] * 2
    assert rolled(FEAR, 7, 3, 4).words == "rolled 7 against 7: passed"


@pytest.mark.rule(
    "RA-morale.fail.charge", "RA-morale.fail.fear", "RA-morale.fail.serious", "RA-morale.fail.rally-rout",
    "RA-morale.fail.rally-pinned", "RA-rout.1", "RA-rally.opt.ra.1", "RA-rally.opt.ra.2", "RA-R61",
)  # fmt: skip
@chart(
    ("test", "dice", "routing", "house", "result"),
    [
        (CHARGE, (3, 4), False, House(), MoraleResult.CHARGES),
        (CHARGE, (4, 4), False, House(), MoraleResult.NO_CHARGE),
        (FEAR, (3, 4), False, House(), MoraleResult.STANDS),
        (FEAR, (4, 4), False, House(), MoraleResult.ROUTS),
        (SERIOUS, (3, 4), False, House(), MoraleResult.STANDS),
        (SERIOUS, (4, 4), False, House(), MoraleResult.RETIRES),
        (RALLY, (3, 4), False, House(), MoraleResult.UNPINNED),
        (RALLY, (4, 4), False, House(), MoraleResult.STAYS_PINNED),
        (RALLY, (6, 6), False, ORIGINAL, MoraleResult.STAYS_PINNED),
        (RALLY, (3, 4), True, House(), MoraleResult.RALLIES),
        (RALLY, (4, 4), True, House(), MoraleResult.ROUTS_ON),
        (RALLY, (6, 6), True, House(), MoraleResult.ROUTS_ON),
        (RALLY, (3, 4), True, ORIGINAL, MoraleResult.RALLIES),
        (RALLY, (4, 4), True, ORIGINAL, MoraleResult.ROUTS_ON),
        (RALLY, (5, 4), True, ORIGINAL, MoraleResult.ROUTS_ON),
        (RALLY, (5, 5), True, ORIGINAL, MoraleResult.REMOVED),
        (RALLY, (6, 6), True, ORIGINAL, MoraleResult.REMOVED),
    ],
)
def test_what_a_test_does(test: Test, dice: tuple[int, int], routing: bool, house: House, result: MoraleResult) -> None:
    assert morale.result(rolled(test, 7, *dice), routing, house) is result


@pytest.mark.rule("RA-rally.opt.ra.1", "RA-R61")
def test_a_natural_twelve_removes_whatever_the_number() -> None:
    assert morale.result(rolled(RALLY, 13, 6, 6), True, ORIGINAL) is MoraleResult.REMOVED


# --- Occasions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "RA-morale.trigger.charge", "RA-morale.trigger.charged", "RA-morale.trigger.ambushed", "RA-morale.trigger.gassed",
    "RA-morale.trigger.base", "RA-morale.trigger.interpenetrated", "RA-morale.trigger.humiliated",
    "RA-morale.trigger.serious", "RA-morale.trigger.officers", "RA-morale.trigger.routers",
    "RA-morale.trigger.rally-rout", "RA-morale.trigger.rally-pinned",
)  # fmt: skip
def test_which_test_an_occasion_calls_for() -> None:
    assert [morale.called_test(trigger) for trigger in MoraleTrigger] == [
        CHARGE,
        *[FEAR] * 6,
        *[SERIOUS] * 3,
        RALLY,
        RALLY,
    ]


@pytest.mark.rule("RA-morale.trigger.routers", "RA-morale.trigger.interpenetrated", "RA-R52", "RA-R53")
@pytest.mark.parametrize(
    ("through", "inches", "router", "own", "both", "fear_only"),
    [
        (False, 8, 2, 2, [MoraleTrigger.ROUTERS], [MoraleTrigger.ROUTERS]),
        (False, 8.1, 4, 1, [], []),
        (False, 2, 1, 2, [], []),
        (True, 0, 1, 2, [MoraleTrigger.INTERPENETRATED], [MoraleTrigger.INTERPENETRATED]),
        (True, 0, 3, 2, [MoraleTrigger.INTERPENETRATED, MoraleTrigger.ROUTERS], [MoraleTrigger.INTERPENETRATED]),
    ],
)
def test_routing_friends_come_by(
    through: bool, inches: float, router: int, own: int, both: list[MoraleTrigger], fear_only: list[MoraleTrigger]
) -> None:
    assert list(morale.router_tests(through, inches, router, own)) == both
    assert list(morale.router_tests(through, inches, router, own, House((("router-tests", "fear-only"),)))) == fear_only


@pytest.mark.rule("RA-morale.fail.charge", "RA-R54")
def test_after_a_failed_charge_test() -> None:
    assert morale.acts_after_failed_charge()
    assert not morale.acts_after_failed_charge(House((("failed-charge", "segment-lost"),)))


# --- A Mob ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-char.mob.1", "RA-note.mob", "RA-R46")
@chart(
    ("doing", "rolls", "moves_only"),
    [
        ([Doing.SHOOT], False, False),
        ([Doing.CHARGE], False, False),
        ([Doing.AWAY], False, False),
        ([Doing.SHOOT, Doing.AWAY], False, False),
        ([], False, False),
        ([Doing.MOVE], True, True),
        ([Doing.SHOOT, Doing.MOVE], True, True),
        ([Doing.CHARGE, Doing.FACING], True, False),
        ([Doing.RALLY_TERROR], True, False),
        ([Doing.RALLY_ROUT], True, False),
        ([Doing.RALLY_PINNED], True, False),
        ([Doing.SCOUT], True, False),
        ([Doing.DIG], True, False),
        ([Doing.OTHER], True, False),
    ],
)
def test_what_a_mob_hesitates_over(doing: list[Doing], rolls: bool, moves_only: bool) -> None:
    assert morale.must_roll(MOB, True, doing) is rolls
    assert morale.must_roll(MOB, True, doing, House((("mob-scope", "moves-only"),))) is moves_only
    assert not morale.must_roll(MOB, False, doing)
    assert not morale.must_roll(frozenset({Trait.PARTISAN}), True, doing)


@pytest.mark.rule("RA-char.mob.1")
def test_a_mob_goes_on_three_or_more() -> None:
    assert [morale.goes(die) for die in range(1, 7)] == [False, False, True, True, True, True]
    assert morale.hesitate(Scripted("2"), "the crowd") == 2
