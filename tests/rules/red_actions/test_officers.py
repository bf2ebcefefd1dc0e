"""Officers: tokens drawn, what they do for a unit, how they fall and are replaced, worked by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import officers
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.officers import DrawnOfficer, Rank, TokenHand
from rules.red_actions.book.switches import House

MOB, STORM, CLEVER, COMMISSAR = (
    frozenset({trait}) for trait in (Trait.MOB, Trait.STORM, Trait.CLEVER, Trait.COMMISSAR)
)  # fmt: skip
SHORT = ("a", "b", "b")


def senior(morale: int = 0, traits: frozenset[Trait] = frozenset()) -> DrawnOfficer:
    return DrawnOfficer(morale, traits, Rank.SENIOR)


@pytest.mark.rule("RA-def.officer.draw.1", "RA-def.officer.draw.2", "RA-R05")
@pytest.mark.parametrize(
    ("army", "script"),
    [
        ("soviet", "card:red-zero-mob,card:red-plus2-storm"),
        ("partisan", "card:partisan-zero-mob,card:partisan-plus2-partisan"),
        ("konnarmiya", "card:red-zero-mob,card:red-zero-mob,card:red-plus1-clever"),
        ("latvian", "card:red-zero-mob,card:red-zero-plain,card:red-plus1-clever"),
        ("white", "card:white-zero-plain,card:white-plus2-clever,card:white-minus1-mob"),
        ("polish", "card:regular-zero-plain,card:regular-zero-plain,card:regular-plus2-storm"),
    ],
)
def test_tokens_of_a_senior_officer(army: str, script: str) -> None:
    chance, full = Scripted(script), BOOK_PACK.deck(army)
    drawn = officers.draw_senior(army, full, BOOK_PACK, chance)
    chance.finish()
    wanted = tuple(each.removeprefix("card:") for each in script.split(","))
    assert drawn.tokens == wanted
    assert Counter(drawn.left) + Counter(wanted) == Counter(full)


@pytest.mark.rule("RA-def.officer.draw.3", "RA-officer.loss.3", "RA-officer.loss.5")
def test_the_token_of_a_junior_officer() -> None:
    drawn = officers.draw_junior("soviet", ("red-zero-plain", "red-zero-mob"), BOOK_PACK, Scripted("card:red-zero-mob"))
    assert drawn == TokenHand(("red-zero-mob",), ("red-zero-plain",))
    token = DrawnOfficer.of(BOOK_PACK.token("red-plus2-commissar"))
    assert (token.morale, token.commissar, token.clever, token.rank) == (2, True, False, Rank.JUNIOR)


@pytest.mark.rule("RA-R05", "RA-R154")
def test_a_deck_that_runs_out_is_made_up_again() -> None:
    drawn = officers.draw(2, (), SHORT, Scripted("card:a,card:b"), "test")
    assert drawn.left == ("b",)
    drawn = officers.draw(3, ("a",), SHORT, Scripted("card:a,card:b,card:b"), "test")
    assert drawn == TokenHand(("a", "b", "b"), ())


@given(st.binary(min_size=1, max_size=4), st.integers(1, 3))
def test_tokens_are_conserved(seed: bytes, count: int) -> None:
    drawn = officers.draw(count, SHORT, SHORT, Seeded(seed, 1), "test")
    assert Counter(drawn.tokens) + Counter(drawn.left) == Counter(SHORT)


@pytest.mark.rule(
    "RA-char.officer-shared", "RA-char.officer-mob", "RA-char.storm.2", "RA-char.specialist.2",
    "RA-char.stiffening.2", "RA-R47", "RA-R155",
)  # fmt: skip
@pytest.mark.parametrize(
    ("card", "lent", "stiffened", "mob"),
    [
        ("red-conscripts", frozenset[Trait](), False, True),
        ("red-regulars", frozenset[Trait](), False, False),
        ("red-regulars", MOB, False, True),
        ("communist-detachment", MOB, False, False),  # Storm
        ("latvian-rifles", MOB, False, False),  # Specialist
        ("red-conscripts", STORM, False, True),
        ("red-regulars", MOB | STORM, False, False),
        ("white-conscripts", frozenset[Trait](), True, False),
        ("white-conscripts", MOB, True, False),
        ("white-conscripts", MOB, False, True),
    ],
)
def test_who_is_a_mob(card: str, lent: frozenset[Trait], stiffened: bool, mob: bool) -> None:
    traits = officers.traits_of(BOOK_PACK.card(card), DrawnOfficer(traits=lent), stiffened)
    assert (Trait.MOB in traits) is mob


@pytest.mark.rule("RA-char.officer-shared")
@pytest.mark.parametrize(
    "trait", [Trait.PARTISAN, Trait.STORM, Trait.SPECIALIST, Trait.SKIRMISHER, Trait.CLEVER, Trait.COMMISSAR]
)
def test_a_unit_uses_what_its_commander_is(trait: Trait) -> None:
    regulars = BOOK_PACK.card("red-regulars")
    assert officers.traits_of(regulars, DrawnOfficer(traits=frozenset({trait}))) == {trait}
    assert officers.traits_of(regulars) == frozenset()


@pytest.mark.rule("RA-officer.morale.2", "RA-officer.morale.3", "RA-R43")
@pytest.mark.parametrize(
    ("inches", "sees", "reaches"),
    [(0, False, True), (4, False, True), (4.1, False, False), (4.1, True, True), (12, True, True), (12.1, True, False)],
)
def test_how_near_a_senior_officer_must_be(inches: float, sees: bool, reaches: bool) -> None:
    assert officers.reaches(inches, sees) is reaches


@pytest.mark.rule(
    "RA-officer.morale.1", "RA-officer.morale.2", "RA-officer.morale.4", "RA-morale.mod.officer", "RA-R42"
)
@pytest.mark.parametrize(
    ("junior", "in_command", "near", "amounts"),
    [
        (None, None, None, []),
        (DrawnOfficer(0), None, None, []),
        (DrawnOfficer(-1), None, None, [-1]),
        (DrawnOfficer(1), None, senior(2), [1, 2]),
        (DrawnOfficer(-1), None, senior(2), [-1, 2]),
        (None, None, senior(2), [2]),
        (DrawnOfficer(2), senior(-1), None, [-1]),
        (DrawnOfficer(-1), senior(2), senior(1), [2]),
        (DrawnOfficer(2), senior(0), senior(1), []),
    ],
)
def test_whose_effects_add(
    junior: DrawnOfficer | None, in_command: DrawnOfficer | None, near: DrawnOfficer | None, amounts: list[int]
) -> None:
    assert [line.amount for line in officers.effects(junior, in_command, near)] == amounts


@pytest.mark.rule("RA-R42", "RA-officer.morale.4")
def test_one_senior_officer_helps() -> None:
    assert officers.helpful([senior(-1), senior(1), senior(2)]) == senior(2)
    assert officers.helpful([senior(0), senior(-1)]) is None
    assert officers.helpful([]) is None
    assert officers.commander_of(DrawnOfficer(1), senior(0)) == senior(0)
    assert officers.commander_of(DrawnOfficer(1), None) == DrawnOfficer(1)


@pytest.mark.rule("RA-char.commissar.1", "RA-R44")
def test_a_commissar_keeps_his_unit() -> None:
    officers.check_command(senior(2), DrawnOfficer(1))
    officers.check_command(senior(2), None)
    officers.check_command(senior(2, COMMISSAR), DrawnOfficer(1, COMMISSAR))
    with pytest.raises(RuleViolation) as refused:
        officers.check_command(senior(2), DrawnOfficer(1, COMMISSAR))
    assert refused.value.citation == "RA-char.commissar.1"
    assert refused.value.remedy


@pytest.mark.rule("RA-char.commissar.2", "RA-misc.commissar-charge", "RA-R45")
def test_examples_are_made_only_where_the_house_says_so() -> None:
    on = House((("commissar-charge", "on"),))
    assert officers.commissar_marker(DrawnOfficer(0, COMMISSAR)) == 0
    assert officers.commissar_marker(DrawnOfficer(0, COMMISSAR), on) == 1
    assert officers.commissar_marker(senior(0, COMMISSAR), on) == 1
    assert officers.commissar_marker(DrawnOfficer(0, CLEVER), on) == 0
    assert officers.commissar_marker(None, on) == 0


@pytest.mark.rule("RA-combine.2")
def test_who_commands_a_combined_unit() -> None:
    junior, senior_, general = Rank
    assert officers.who_commands([junior, senior_], Scripted("")) == 1
    assert officers.who_commands([senior_, general], Scripted("")) == 1
    assert officers.who_commands([junior, junior], Scripted("d2:2")) == 1
    assert officers.who_commands([junior, junior], Scripted("d2:1")) == 0
    assert officers.who_commands([senior_, junior, senior_, senior_], Scripted("d3:3")) == 3


@pytest.mark.rule(
    "RA-officer.loss.1", "RA-result.off", "RA-result.off.each", "RA-combat.officer.1", "RA-combat.officer.2", "RA-R84"
)
@pytest.mark.parametrize(
    ("combat", "routing", "fallen"),
    [(False, False, [1]), (False, True, [1]), (True, False, [1]), (True, True, [1, 2])],
)
def test_an_officers_die(combat: bool, routing: bool, fallen: list[int]) -> None:
    for die in range(1, 7):
        (fate,) = officers.casualties(["Ivanov"], Scripted(f"{die}"), combat, routing)
        assert (fate.officer, fate.die, fate.casualty) == ("Ivanov", die, die in fallen)


@pytest.mark.rule("RA-result.off.each", "RA-R35")
def test_every_officer_has_a_die_juniors_first() -> None:
    fates = officers.casualties(["junior", "senior"], Scripted("6,1"))
    assert [(fate.officer, fate.casualty) for fate in fates] == [("junior", False), ("senior", True)]
    assert officers.casualties([], Scripted("")) == ()


@pytest.mark.rule(
    "RA-officer.loss.2", "RA-morale.trigger.officers", "RA-result.off.all", "RA-combat.officer.3", "RA-R132"
)
@pytest.mark.parametrize(("script", "lost"), [("1,1", True), ("1,2", False), ("2,2", False), ("", False)])
def test_when_the_last_officer_falls(script: str, lost: bool) -> None:
    names = ["a", "b"] if script else []
    assert officers.all_lost(len(names), officers.casualties(names, Scripted(script))) is lost
    assert officers.loss_terror() == 1


@pytest.mark.rule("RA-officer.loss.4", "RA-R50")
def test_promotion_comes_at_the_end_of_the_next_turn() -> None:
    assert officers.promotion_turn(3) == 4
