"""Files of awards: the books' own, and what is wrong with a bad one."""

from __future__ import annotations

import pytest

from rules.honours import Award, AwardFault, AwardMeasure, Posthumous, Recipient, read_awards, shipped
from rules.honours.award import nation_and_year
from rules.registry import rule_sets

ONE = """
rules: book-and-gun
title: Own
awards:
  star:
    name: Star of the Valley
    ribbon: [red 3, '#00ff00 1', white]
    measure: kills
    least: 2
"""


def of(rules: str, nation: str) -> list[Award]:
    return [award for award in shipped(rules) if award.is_of(nation)]


@pytest.mark.parametrize("rules", rule_sets())
def test_every_army_has_a_mention_a_medal_and_a_wound_badge(rules: str) -> None:
    """Of the Book and the Gun, civilians are no army and have no medal."""
    for nation in {kind.nation for kind in rule_sets()[rules].forces.organisations} - {"Civilians"}:
        own = [award for award in of(rules, nation) if award.to is Recipient.FIGURE]
        assert any(award.best for award in own), nation
        assert any(award.measure is AwardMeasure.WOUNDED for award in own) or nation.endswith(("1955", "1970")), nation
        assert any(award.group == "gallantry" and not award.best for award in own), nation


def test_infantry_action_gives_what_nation_and_decade_gave() -> None:
    names = {nation: {award.name for award in of("infantry-action", nation)} for nation in (
        "Britain 1944", "Germany 1944", "Soviet Union 1944", "Soviet Union 1970", "United States 1968")}  # fmt: skip
    assert "Military Medal" in names["Britain 1944"]
    assert {"Iron Cross, 2nd class", "Iron Cross, 1st class"} <= names["Germany 1944"]
    assert "Order of Glory, 3rd class" in names["Soviet Union 1944"]
    assert "Order of Glory, 3rd class" not in names["Soviet Union 1970"], "it ended in 1945"
    assert "Bronze Star" in names["United States 1968"]
    assert not {"Military Medal", "Bronze Star"} & names["Germany 1944"]


def test_red_actions_honours_and_humiliates_units() -> None:
    """RA-R229"""
    units = {award.key: award.measure for award in shipped("red-actions") if award.to is Recipient.UNIT}
    assert units == {"battle-honour": AwardMeasure.HONOURS, "humiliation": AwardMeasure.HUMILIATIONS}
    assert "Order of the Red Banner" in {award.name for award in of("red-actions", "Soviets")}
    assert "Order of St George, 4th class" in {award.name for award in of("red-actions", "White armies")}


def test_a_file_says_what_an_award_looks_like_and_needs() -> None:
    (star,) = read_awards(ONE).awards
    assert [(stripe.colour, stripe.width) for stripe in star.ribbon] == [("#c1272d", 3), ("#00ff00", 1), ("#f5f5f0", 1)]
    assert (star.least, star.measure, star.posthumous) == (2, AwardMeasure.KILLS, Posthumous.ALLOWED)
    assert star.is_of("Canada"), "it names no nation"
    assert nation_and_year("Soviet Union 1944") == ("Soviet Union", 1944)


STEP = "\n    after: "
BAD = {
    "an unknown measure": (ONE.replace("kills", "valour"), 8, "measure"),
    "a negative threshold": (ONE.replace("least: 2", "least: -1"), 9, "greater than or equal to 1"),
    "a threshold of nothing": (ONE.replace("least: 2", "least: 0"), 9, "greater than or equal to 1"),
    "a circle of one": (ONE.rstrip() + STEP + "star\n", 10, "the steps go in a circle: star → star"),
    "a circle of two": (
        f"{ONE.rstrip()}{STEP}bar\n  bar:\n    name: Bar\n    measure: kills{STEP}star\n", 10, "star → bar → star",
    ),
    "a circle through the book's": (
        f"{ONE.rstrip()}{STEP}mention\n  mention:\n    name: M\n    measure: kills{STEP}star\n", 10, "in a circle",
    ),
    "a step that is not there": (ONE.rstrip() + STEP + "nothing\n", 10, "no award “nothing”"),
    "a nation of another book": (ONE.rstrip() + "\n    nation: Latvians\n", 10, "no nation “Latvians”"),
    "a colour that nobody knows": (ONE.replace("red 3", "beige 3"), 7, "isn't a stripe"),
    "a name of 2,000 letters": (ONE.replace("Star of the Valley", "x" * 2000), 6, "at most 80"),
    "a name that turns the writing": (ONE.replace("of the", "of \u202ethe"), 6, "cannot be seen"),
    "a name with an unseen letter": (ONE.replace("of the", "of\u200bthe"), 6, "cannot be seen"),
    "no awards": (ONE.partition("awards:")[0], 1, "awards"),
    "another rule set": (ONE.replace("book-and-gun", "chess"), 2, "no rule set"),
    "years that count backwards": (ONE.rstrip() + "\n    years: 1945-1939\n", 10, "backwards"),
    "a part that nothing reads": (ONE.rstrip() + "\n    script: x\n", 10, "Extra inputs"),
    "something else": ("- 1\n- 2\n", 1, "map of parts"),
    "too much": (ONE + "#" * 70_000, 0, "larger than 64 KiB"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_with_its_line(what: str) -> None:
    text, line, words = BAD[what]
    with pytest.raises(AwardFault) as caught:
        read_awards(text, known=shipped("book-and-gun"))
    assert any(fault.line == line and words in fault.message for fault in caught.value.all), caught.value
