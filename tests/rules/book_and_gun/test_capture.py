"""XI.5.2 and XIII.1: wounded men, prisoners and their guards."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import Capture
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.combat.capture import captured, guards, left_behind, may_ride, take_prisoners
from rules.book_and_gun.units import Status
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

from .field import army, battle, black_card, cell, hurt, kinds, play, player


def course(*units):
    return Course(battle(*units), Scripted(""))


def captors(state):
    return {f.id: f.captor for u in state.units for f in u.figures if f.status is Status.CAPTURED}


@pytest.mark.rule("BG-XIII.1.1a")
def test_capture_needs_an_enemy_in_contact_and_no_fit_fellow_within_six_inches():
    assert captured(enemy_in_contact=True, owner_within=None)
    assert captured(enemy_in_contact=True, owner_within=6.5)
    assert not captured(enemy_in_contact=True, owner_within=6)
    assert not captured(enemy_in_contact=False, owner_within=None)


@pytest.mark.rule("BG-XIII.1.1b")
def test_only_cavalry_and_elite_troops_ride_captured_horses():
    assert may_ride(cavalry=True, elite=False)
    assert may_ride(cavalry=False, elite=True)
    assert not may_ride(cavalry=False, elite=False)


@pytest.mark.rule("BG-XI.5.2b")
def test_one_figure_guards_up_to_five_prisoners():
    assert [guards(n) for n in (0, 1, 5, 6, 10, 11)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.rule("BG-XIII.1.1a")
def test_a_wounded_man_alone_with_an_enemy_in_contact_is_taken():
    able = hurt(army(size=3, at=(10, 10), spacing=8), Status.WOUNDED, 1)  # fellows 8 and 16 inches away
    red = cell(size=2, at=(10, 11))

    taking = course(able, red)
    take_prisoners(taking)

    assert captors(taking.state) == {"able1": "red"}


@pytest.mark.rule("BG-XIII.1.1a")
def test_a_fellow_within_six_inches_keeps_him():
    able = hurt(army(size=3, at=(10, 10), spacing=6), Status.WOUNDED, 1)

    taking = course(able, cell(size=2, at=(10, 11)))
    take_prisoners(taking)

    assert taking.events == []


@pytest.mark.rule("BG-XIII.1.1a")
def test_an_enemy_near_by_but_not_in_contact_takes_nobody():
    able = hurt(army(size=1, at=(10, 10)), Status.WOUNDED, 1)

    taking = course(able, army("bravo", at=(30, 10)), cell(size=2, at=(10, 12)))
    take_prisoners(taking)

    assert taking.events == []


@pytest.mark.rule("BG-XI.5.2a", "BG-XI.5.2b")
def test_the_losers_wounded_with_no_fellow_within_two_inches_are_prisoners():
    # able2 stands 2 inches from the wounded able1; nobody is near the wounded able3, 6 inches further on.
    able = army(size=3, at=(10, 10))
    places = [(10, 10), (12, 10), (18, 10)]
    able = replace(able, figures=tuple(replace(f, at=at) for f, at in zip(able.figures, places, strict=True)))
    able = hurt(able, Status.WOUNDED, 1, 3)

    taking = course(able, cell(size=2, at=(18, 11)))
    left_behind(taking, ["able"], ["red"])

    assert captors(taking.state) == {"able3": "red"}


@pytest.mark.rule("BG-XI.5.2a")
def test_a_carried_man_is_not_left_behind():
    able = army(size=2, at=(10, 10), spacing=10)
    able = hurt(replace(able, figures=(replace(able.figures[0], carries="able2"), able.figures[1])), Status.WOUNDED, 2)

    taking = course(able, cell(size=2, at=(20, 11)))
    left_behind(taking, ["able"], ["red"])

    assert taking.events == []


@pytest.mark.rule("BG-XI.5.2b")
def test_one_man_takes_no_more_than_five():
    able = hurt(army(size=7, at=(10, 10)), Status.WOUNDED, *range(1, 8))

    taking = course(able, cell(size=1, at=(14, 11)))
    left_behind(taking, ["able"], ["red"])

    assert list(captors(taking.state)) == [f"able{n}" for n in range(1, 6)]


@pytest.mark.rule("BG-XI.5.2b")
def test_prisoners_without_a_guard_are_free_again_as_wounded_men():
    able = hurt(army(size=2, at=(10, 10)), Status.CAPTURED, 1)
    able = replace(able, figures=(replace(able.figures[0], captor="red"), able.figures[1]))
    red = hurt(cell(size=2, at=(30, 30)), Status.KILLED, 1, 2)

    taking = course(able, red)
    take_prisoners(taking)

    assert kinds(taking.events) == ["prisoner-freed"]
    assert taking.state.figure("able1").status is Status.WOUNDED
    assert captors(taking.state) == {}


@pytest.mark.rule("BG-XIII.0")
def test_chapter_thirteen_is_optional():
    able = hurt(army(size=1, at=(10, 10)), Status.WOUNDED, 1)
    state = battle(able, army("bravo", at=(30, 10)), cell(size=2, at=(10, 11)), options=(("capture", "off"),))

    taking = Course(state, Scripted(""))
    take_prisoners(taking)

    assert captors(taking.state) == {}


# ── By a player's word ────────────────────────────────────────────────────────────────────────────────────────────


def movement(*units, **changes):
    return black_card(battle(*units, **changes))


@pytest.mark.rule("BG-XIII.1.1a")
def test_a_unit_in_contact_takes_a_wounded_man_on_its_card_without_spending_it():
    red = hurt(cell(size=2, at=(10, 11), spacing=10), Status.WOUNDED, 1)
    state = movement(army(size=2, at=(10, 10)), red)

    events, after = play(state, Capture(unit="able", figure="red1"), by=player())

    assert kinds(events) == ["figure-captured"]
    assert captors(after) == {"red1": "able"}
    assert after.run == state.run


@pytest.mark.rule("BG-XIII.1.1a", "BG-XI.5.2b")
@pytest.mark.parametrize(
    ("place", "spacing", "code"),
    [((10, 13), 10, "not-captured"), ((10, 11), 5, "not-captured")],
    ids=["nobody in contact", "a fellow within 6 inches"],
)
def test_a_man_who_is_not_alone_with_the_enemy_is_not_taken(place, spacing, code):
    red = hurt(cell(size=2, at=place, spacing=spacing), Status.WOUNDED, 1)

    with pytest.raises(RuleViolation) as refused:
        play(movement(army(size=2, at=(10, 10)), red), Capture(unit="able", figure="red1"), by=player())

    assert refused.value.code == code


def test_without_a_board_the_players_say_who_is_near():
    red = hurt(cell(size=2), Status.WOUNDED, 1)
    state = movement(army(size=2), red)

    with pytest.raises(RuleViolation) as refused:
        play(state, Capture(unit="able", figure="red1"), by=player())
    assert refused.value.code == "fact-needed"
    said = Capture(unit="able", figure="red1", in_contact=True, fellow_near=False)
    assert captors(play(state, said, by=player())[1]) == {"red1": "able"}


@pytest.mark.parametrize("figure", ["red2", "nobody"])
def test_only_wounded_enemies_can_be_named(figure):
    state = movement(army(size=2, at=(10, 10)), cell(size=2, at=(10, 11)))

    with pytest.raises(RuleViolation) as refused:
        play(state, Capture(unit="able", figure=figure), by=player())

    assert refused.value.code == "nobody-to-capture"
