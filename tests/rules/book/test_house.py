"""House rules under every rule set: read alike, refused alike."""

from __future__ import annotations

import pytest

from rules.book.house import HouseRules, Switches, switch, written
from rules.book_and_gun.book.switches import HOUSE as BOOK_AND_GUN
from rules.five56mm.book.switches import HOUSE as FIVE56MM
from rules.violation import RuleViolation

HOUSES = {"book-and-gun": BOOK_AND_GUN, "five56mm": FIVE56MM}


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
