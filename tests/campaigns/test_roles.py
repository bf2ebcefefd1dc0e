"""Which army is what in a battle, as it is written, checked and shared out."""

from __future__ import annotations

import pytest

from campaigns.errors import Refusal
from campaigns.scenario.roles import armies_of, every_way, options_of, read, role_in_files, usual
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.infantry_action import RULES as INFANTRY
from rules.red_actions import RULES as RED

NAMES = {"attacker": "Reds", "defender": "Whites"}
SWAPPED = {"attacker": "defender", "defender": "attacker"}


@pytest.mark.parametrize(
    "written",
    [
        "defender, attacker",
        "Reds: defender, Whites: attacker",
        "whites: Attacker, reds: Defender",
        "Attacker: Whites, defender: Reds",
    ],
)
def test_a_gm_writes_them_in_several_ways(written: str) -> None:
    assert read(RED, NAMES, written) == SWAPPED


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("attacker, attacker", "same-role"),
        ("Reds: attacker", "without-role"),
        ("Reds: attacker, Reds: defender", "without-role"),
        ("Greens: attacker, Whites: defender", "unknown-side"),
        ("attacker, defender, attacker", "unknown-side"),
        ("attacker, bystander", "unknown-role"),
        ("attacker, agreed defender", "unknown-role"),
    ],
)
def test_what_cannot_be_is_refused(written: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(RED, NAMES, written)
    assert refused.value.code == code


def test_who_defends_by_agreement_is_a_defender_with_a_house_rule() -> None:
    """IA-opt.defensive-agreement"""
    roles = read(INFANTRY, NAMES, "agreed defender, attacker")
    assert armies_of(INFANTRY, roles) == {"defender": "attacker", "attacker": "defender"}
    assert options_of(INFANTRY, roles) == {"agreed-defender": "defender"}
    assert role_in_files(INFANTRY, roles, "attacker") == "defender"
    with pytest.raises(Refusal, match="Both armies would defend"):
        read(INFANTRY, NAMES, "agreed defender, defender")


def test_books_whose_sides_are_armies_already_have_no_roles() -> None:
    assert every_way(BOOK_AND_GUN) == ()
    assert usual(BOOK_AND_GUN) == {}
    with pytest.raises(Refusal) as refused:
        read(BOOK_AND_GUN, {"army": "Army"}, "attacker")
    assert refused.value.code == "no-roles"


def test_the_usual_way_comes_first_and_each_way_once() -> None:
    assert every_way(RED) == ({"attacker": "attacker", "defender": "defender"}, SWAPPED)
    assert len(every_way(INFANTRY)) == 4
