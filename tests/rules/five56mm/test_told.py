"""Posts of 5.56mm as one reads them: what came of it first, the dice behind, nothing that grates thirty times."""

from __future__ import annotations

import re

import pytest

from bot.post.posts import Page
from rules.seam.viewing import PUBLIC
from tests.bot.reading import LIBRARY, Reader

SCENARIOS = ("last-bird", "brick-kiln")


@pytest.fixture(scope="module", params=SCENARIOS)
def posts(request: pytest.FixtureRequest) -> list[Page]:
    """The first posts of a battle by random hands."""
    reader = Reader(LIBRARY[request.param], 4, PUBLIC, eager=0.8)
    found: list[Page] = []
    for deed in reader.deeds():
        found += deed.pages
        if len(found) > 120:
            break
    return found


def headlines(posts: list[Page]) -> list[str]:
    return [post.texts[0].splitlines()[0] for post in posts]


def test_a_shot_is_told_with_what_came_of_it_in_one_line(posts: list[Page]) -> None:
    shots = [line for line in headlines(posts) if " fires the " in line]
    assert shots
    assert all(re.search(r": (miss|\d* ?hits?\b)| and kills ", line) for line in shots), shots
    assert any(re.search(r"hit, (.+ wound|no wound|unhurt)| and kills ", line) for line in shots), shots


def test_places_are_squares_and_lengths_are_what_one_can_measure(posts: list[Page]) -> None:
    for post in posts:
        for text in post.texts:
            read = "\n".join(line for line in text.splitlines() if not line.startswith("-#"))
            assert not re.search(r"\d\.\d\d", read), text
            assert not re.search(r"\(\d+(\.\d+)?,\d", read), text


def test_there_is_one_minus_sign(posts: list[Page]) -> None:
    for post in posts:
        for text in post.texts:
            assert not re.search(r"[ (]-\d", text), text


def test_numbers_and_nouns_agree(posts: list[Page]) -> None:
    for post in posts:
        for text in post.texts:
            assert not re.search(r"\b1 (cards|characters|turns|actions|times|hits)\b", text), text


def test_dice_stand_below_and_small(posts: list[Page]) -> None:
    for post in posts:
        for text in post.texts:
            for line in text.splitlines():
                assert "against TN" not in line or line.startswith("-# "), line


def test_explosions_say_in_their_first_line_whom_they_have_hurt(posts: list[Page]) -> None:
    lines = [line for post in posts for text in post.texts for line in text.splitlines()]
    for line in lines:
        if re.search(r"^\W*(Explosion|The wreck explodes|The .+ explodes)\b", line):
            assert re.search(r": (nobody|\d+ )", line), line


def test_nobody_moves_no_inches_and_what_stops_him_stands_in_the_first_line(posts: list[Page]) -> None:
    for post in posts:
        for text in post.texts:
            assert not re.search(r"\b0 in\b to|he stops before", text), text


def test_when_the_bird_goes_without_the_consul_both_sides_have_come_to_something() -> None:
    """The guard has not brought him to the helipad, the committee has kept him on the roof."""
    reader = Reader(LIBRARY["last-bird"], 4, PUBLIC, eager=0.9)
    for _ in reader.deeds():
        pass
    came_to = {goal.text: goal.state for goal in reader.rules.battle.objectives(reader.state, PUBLIC, True)}
    assert came_to == {
        "Call the helicopter and bring the consul to the helipad": "failed",
        "The consul stays alive": "achieved",
        "The consul does not leave the roof": "achieved",
    }
