"""Who leads by his place, and who is the senior of two."""

from __future__ import annotations

import pytest

from rules.five56mm.book.profile import Skill, Traits, dump_traits, load_traits
from rules.language.ranks import UNKNOWN, grade
from rules.registry import rule_sets
from rules.seam.forces import FigurePlan
from rules.seam.succession import Succession


def of(book: str) -> Succession:
    found = rule_sets()[book].forces.succession
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("book", "organisation", "numbers"),
    [
        ("book-and-gun", "us-infantry-squad", [1]),
        ("five56mm", "rangers", [1]),
        ("infantry-action", "gb44-section", [1, 8]),
        ("red-actions", "soviet-red-conscripts-3", [1]),
    ],
)
def test_the_places_that_lead(book: str, organisation: str, numbers: list[int]) -> None:
    figures = rule_sets()[book].forces.raise_unit(organisation).figures
    assert [figure.number for figure in figures if of(book).leads(figure.traits)] == numbers


def test_a_character_of_556mm_takes_what_they_are_into_the_leaders_place() -> None:
    leader = FigurePlan(1, "Sergeant", "squad leader", dump_traits(Traits(morale=2, leader=True)))
    medic = FigurePlan(3, "Corporal", "medic", dump_traits(Traits(morale=1, skills=(Skill.MEDIC,))))
    taken = of("five56mm").takes(leader, medic)
    assert (taken.number, taken.rank, taken.role) == (1, "Sergeant", "squad leader")
    assert load_traits(taken.traits, "") == Traits(morale=1, skills=(Skill.MEDIC,), leader=True)


def test_in_the_other_books_arms_and_post_go_with_the_place() -> None:
    first, second, *_ = rule_sets()["book-and-gun"].forces.raise_unit("us-infantry-squad").figures
    assert of("book-and-gun").takes(first, second) == first


def test_every_rank_that_an_army_has_is_known_and_leaders_stand_above_their_men() -> None:
    assert grade("Sgt") == grade("sergeant") > grade("Lance-Corporal") > grade("Pte")
    assert grade("Field Marshal") == UNKNOWN
    for rules in rule_sets().values():
        for organisation in rules.forces.organisations:
            for figure in rules.forces.raise_unit(organisation.key).figures:
                assert not figure.rank or grade(figure.rank) != UNKNOWN, figure.rank
