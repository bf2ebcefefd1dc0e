"""Who may take a force: what a file says of it, and what a unit lacks of that."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rules.registry import rule_set
from rules.scenario import read_scenario
from rules.scenario.asking import candidate
from rules.scenario.terms import Candidate, Span, Terms, span_of
from rules.seam.forces import ElementKind
from tests.rules.scenario.patterns import RAID

FITS = "        fits: {men: 4-10, leader: true}\n"


def raid(old: str, new: str):
    return read_scenario(RAID.replace(old, old + new, 1))


def test_a_force_says_who_may_take_it() -> None:
    scenario = raid("        place: C2\n", "        part: dagger\n" + FITS)
    alpha = scenario.forces[0]
    assert (alpha.part, alpha.terms) == ("dagger", Terms(men=Span(4, 10), leader=True))
    assert alpha.role == "part “dagger”, 4 to 10 men and a leader"
    bravo = scenario.forces[1]
    assert (bravo.part, bravo.terms, bravo.open, bravo.guest) == ("", None, False, False)
    assert bravo.role == "in reserve"


def test_bring_your_own_and_a_guest() -> None:
    brought = raid("        place: C2\n", "        open: {most: 12}\n").forces[0]
    assert (brought.open, brought.terms) == (True, Terms(men=Span(0, 12)))
    assert brought.role == "bring your own, at most 12 men"
    guest = raid("        place: C2\n", "        guest: true\n").forces[0]
    assert (guest.guest, guest.role) == (True, "a guest")


@pytest.mark.parametrize(
    ("written", "span", "words"),
    [
        (4, Span(4, 4), "4"),
        ("4-10", Span(4, 10), "4 to 10"),
        (" 4 – 10 ", Span(4, 10), "4 to 10"),
        ("4+", Span(4, None), "4 or more"),
        ("0-12", Span(0, 12), "at most 12"),
    ],
)
def test_a_range_is_written_in_four_ways(written: object, span: Span, words: str) -> None:
    assert span_of(written) == span
    assert str(span) == words


def test_what_a_unit_lacks_is_said_clause_by_clause() -> None:
    asked = Terms(men=Span(4, 10), points=Span(0, 300), arms=((ElementKind.GUN, Span(1, 2)),), leader=True)
    poor = Candidate(men=3, points=Decimal(310), arms={ElementKind.GUN: 3}, led=False)
    assert asked.lacking(poor) == (
        "3 men, asked for 4 to 10",
        "310 points, asked for at most 300",
        "3 guns, asked for 1 to 2",
        "no leader",
    )
    assert asked.lacking(Candidate(men=4, points=Decimal(300), arms={ElementKind.GUN: 1}, led=True)) == ()
    assert asked.lacking(Candidate(men=10, points=None, arms={ElementKind.GUN: 2}, led=True)) == ()


def test_a_section_of_the_line_counts_by_the_books_price_list() -> None:
    """IA prices a unit; whoever stays away counts neither as a man nor as its leader."""
    rules = rule_set("infantry-action")
    plan = rules.forces.raise_unit("gb55-section")
    whole = candidate(rules, plan)
    assert (whole.men, whole.led) == (len(plan.figures), True)
    assert rules.forces.points is not None
    assert whole.points == rules.forces.points(plan)


def test_a_force_that_would_not_fit_itself_is_worth_a_warning() -> None:
    (warning,) = raid("        place: C2\n", "        fits: {men: 30+}\n").warnings
    assert "the force as it is written would not fit itself" in warning.message
    assert "asked for 30 or more" in warning.message
