"""House rules under every rule set: read alike, refused alike."""

from __future__ import annotations

import pytest

from rules.book.house import House, HouseRules, Switches, switch, written
from rules.book_and_gun.book.switches import HOUSE as BOOK_AND_GUN
from rules.book_and_gun.book.switches import House as BookAndGunHouse
from rules.five56mm.book.switches import HOUSE as FIVE56MM
from rules.five56mm.book.switches import House as Five56mmHouse
from rules.infantry_action.book.switches import HOUSE as INFANTRY_ACTION
from rules.infantry_action.book.switches import House as InfantryActionHouse
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.switches import HOUSE as RED_ACTIONS
from rules.red_actions.book.switches import House as RedActionsHouse

HOUSES = {
    "book-and-gun": BOOK_AND_GUN,
    "five56mm": FIVE56MM,
    "infantry-action": INFANTRY_ACTION,
    "red-actions": RED_ACTIONS,
}
BATTLES = (BookAndGunHouse, Five56mmHouse, InfantryActionHouse, RedActionsHouse)
YES, NO = ("yes", "on", "true"), ("no", "off", "false")


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_every_choice_is_read_however_it_is_written(house: Switches) -> None:
    for each in house.all:
        for choice in each.choices:
            for text in (f"{each.key}={choice}", f" {each.key.upper().replace('-', '_')} = {choice.upper()} "):
                options = house.checked([written(text, "")])
                assert options == ((each.key, choice),)
                assert house.choice(options, each.key) == choice
        assert house.choice((), each.key) == each.default


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_what_is_no_house_rule_is_refused(house: Switches) -> None:
    def code(options: HouseRules) -> str:
        with pytest.raises(RuleViolation) as refused:
            house.checked(options)
        assert refused.value.remedy
        return refused.value.code

    key = house.all[0].key
    assert code((("moon-phase", "full"),)) == "unknown-option"
    assert code(((key, "gallop"),)) == "unknown-choice"
    with pytest.raises(RuleViolation, match=f"Did you mean “{key}”"):
        house.checked([(key[:-1], "x")])
    with pytest.raises(KeyError):
        house.choice((), "moon-phase")
    with pytest.raises(RuleViolation) as refused:
        written("nonsense", "pace=card")
    assert (refused.value.code, refused.value.remedy) == ("house-rule", "Write key=choice, such as pace=card.")


def test_the_last_word_on_a_switch_counts() -> None:
    house = Switches(switch("", "pace", "One or all", "run", "card"))
    options = house.checked([("pace", "card"), ("pace", "run")])
    assert options == (("pace", "run"),)
    assert house.choice(options, "pace") == "run"


@pytest.mark.parametrize("house", BATTLES, ids=HOUSES)
def test_yes_and_no_are_read_the_same_in_every_book(house: type[House]) -> None:
    """Whichever of the words its switch is printed with: what one book calls "off" another calls "no" or "false"."""
    flags = [each for each in house.switches.all if set(each.choices) & {*YES, *NO}]
    plain = [each for each in flags if len(each.choices) == 2]
    assert plain
    for each in plain:
        for words, means in ((YES, True), (NO, False)):
            for word in words:
                options = house.switches.checked([written(f"{each.key}={word}", "")])
                assert options[0][1] in each.choices
                assert house(options).on(each.key) is means, (each.key, word)
    for each in flags:
        for choice in each.choices:
            assert house.switches.checked([(each.key, choice)]) == ((each.key, choice),), "kept as it is printed"
            assert house(((each.key, choice),)).on(each.key) is (choice not in NO)


@pytest.mark.parametrize("house", BATTLES, ids=HOUSES)
def test_a_battle_that_goes_on_keeps_the_meaning_of_its_options(house: type[House]) -> None:
    """A journal holds whatever word its day had: no choice is read anew, whatever else it is called since."""
    for each in house.switches.all:
        if len(each.choices) == 2 and set(each.choices) & set(NO):
            assert [house(((each.key, word),)).on(each.key) for word in (*YES, *NO)] == [True] * 3 + [False] * 3


def test_a_switch_without_yes_or_no_is_not_asked_for_them() -> None:
    with pytest.raises(ValueError, match="neither yes nor no"):
        RedActionsHouse().on("initiative")
    with pytest.raises(RuleViolation, match="cannot be “yes”"):
        RED_ACTIONS.checked([("initiative", "yes")])
