"""What a player is offered while he types where to go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.board import Board, Feature
from rules.table.reference import Surroundings, route
from rules.table.suggestions import suggestions
from rules.violation import RuleViolation

INN = Feature("building", ((30.0, 20.0), (34.0, 20.0), (34.0, 24.0), (30.0, 24.0)), name="Inn")
HERE = Surroundings(Board(48, 36, (INN,)), start=(2.0, 8.0), places={"Cell 1": (30.0, 30.0), "Cell 2": (2.0, 20.0)})


def test_names_and_squares_are_completed() -> None:
    assert suggestions("ce", HERE) == ("Cell 2", "Cell 1")  # the nearer one first
    assert suggestions("in", HERE) == ("Inn",)
    assert suggestions("g", HERE)[:2] == ("G1", "G2")


def test_what_stands_before_stays() -> None:
    assert suggestions("6in toward ce", HERE) == ("6in toward Cell 2", "6in toward Cell 1")
    assert suggestions("G7 then ce", HERE)[0] == "G7 then Cell 2"


def test_what_can_be_read_already_is_offered_as_it_stands() -> None:
    assert suggestions("12.5,30", HERE) == ("12.5,30",)
    assert suggestions("north 4", HERE) == ("north 4",)


def test_nothing_is_offered_that_the_player_does_not_know() -> None:
    assert suggestions("Cell 3", HERE) == ()


def test_discord_takes_no_more_than_25_of_100_characters() -> None:
    many = Surroundings(HERE.board, places={"x" * 120: (1, 1)} | {f"Cell {i}": (1, 1) for i in range(60)})
    found = suggestions("", many)
    assert len(found) == 25
    assert all(len(name) <= 100 for name in found)


@given(st.sampled_from(["", "6in toward ", "via G7 to ", "G7; "]), st.sampled_from(["", "C", "ce", "k", "inn"]))
def test_every_suggestion_can_be_followed_or_typed_on(before: str, typed: str) -> None:
    for suggestion in suggestions(before + typed, HERE):
        if not suggestion.endswith(" "):
            try:
                route(suggestion, HERE)
            except RuleViolation as refused:
                pytest.fail(f"{suggestion}: {refused.message}")
