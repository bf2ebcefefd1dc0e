"""What several do alike is told in one line."""

from __future__ import annotations

from rules.telling.gathering import gather
from rules.telling.told import Alike, Told


def told(who: str, does: str = "keeps its head", do: str = "keep their heads", *lines: str) -> Told:
    return Told(f"{who} {does}", lines, details=(f"score of {who}",), alike=Alike(who, does, do))


def test_one_keeps_its_own_words() -> None:
    assert gather([told("1st Section")]) == (told("1st Section"),)


def test_several_stand_in_one_line_with_whose_sum_is_whose() -> None:
    """Two are wary between the three who keep their heads; what has a line of its own stays by itself."""
    found = gather(
        [
            told("1st Section"),
            told("2nd Section", "is wary", "are wary"),
            told("3rd Section"),
            told("4th Section", "is wary", "are wary"),
            told("HQ", "keeps its head", "keep their heads", "Its gun does not."),
            told("Mortars"),
            Told("Period 3"),
            told("5th Section"),
        ]
    )
    assert [one.headline for one in found] == [
        "1st Section, 3rd Section and Mortars keep their heads",
        "2nd Section and 4th Section are wary",
        "HQ keeps its head",
        "Period 3",
        "5th Section keeps its head",
    ]
    assert found[0].details == (
        "1st Section: score of 1st Section",
        "3rd Section: score of 3rd Section",
        "Mortars: score of Mortars",
    )
