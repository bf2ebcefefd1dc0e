"""Seeing and looking in a battle on a board. Chapter VI, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.facts import Ruled
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground.cover import class_of, class_of_most
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.sight.watching import reach_of, watch
from rules.book_and_gun.state import ARMY, INSURGENTS, Conditions, Run, State
from rules.book_and_gun.units import Phase, Posture, Spotted, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import FULL_DECK, Card, Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature
from tests.rules.book_and_gun.field import SOUTH, army, battle, cell, hurt, kinds

BLACK = Run(ARMY, tuple(Card(c) for c in ("2S", "3S", "4S", "5S", "6S", "7S")))

WATCHERS = army(size=2, at=(20.0, 10.0))
STILL = cell(size=2, at=(20.0, 20.0), facing=SOUTH)
"""Ten inches away: 12 for an army unit with leader, 10 without."""


def lookout(*units: Unit, **changes) -> State:
    return battle(*units, phase=Phase.FIRE, turn=2, run=BLACK, deck=FULL_DECK, casualty_deck=FULL_DECK, **changes)


def look(state: State, script: str = "", **action):
    chance = Scripted(script)
    events = list(decide(state, Spot(unit="able", **action), Actor.player(ARMY), chance))
    chance.finish()
    return events, fold(state, events)


def refusal(state: State, action) -> str:
    with pytest.raises(RuleViolation) as violation:
        decide(state, action, Actor.player(ARMY), Scripted(""))
    return violation.value.code


FIRE = Fire(unit="able", target="red")


@pytest.mark.rule("BG-VI.1.b", "BG-VI.1.c", "BG-VI.1.2a", "BG-R29")
def test_a_unit_that_stands_still_is_fired_at_only_once_it_is_spotted() -> None:
    others = army("baker", size=1, at=(24.0, 10.0))  # may still look: the card is not spent with the first look
    state = lookout(WATCHERS, STILL, others)
    assert refusal(state, FIRE) == "not-spotted"
    events, missed = look(state, "d20:13", target="red")
    assert (events[0].number.value, events[0].die, events[0].spotted) == (12, 13, False)
    assert refusal(missed, FIRE) == "not-spotted"
    assert refusal(missed, Spot(unit="able", target="red")) == "looked-already"
    _, seen = look(state, "d20:12", target="red")
    assert seen.run == state.run  # a look costs no card
    decide(seen, FIRE, Actor.player(ARMY), Scripted(",".join(["d20:20"] * 6)))


@pytest.mark.rule("BG-VI.1.c", "BG-R22")
def test_without_a_leader_one_sees_less() -> None:
    lost = hurt(WATCHERS, Status.WOUNDED, 1)
    events, _ = look(lookout(lost, STILL), "d20:11", target="red")
    assert (events[0].number.value, events[0].spotted) == (10, False)


@pytest.mark.rule("BG-VI.1.2b", "BG-R29")
def test_what_one_unit_spots_all_see_until_the_end_of_the_next_turn() -> None:
    spotted = replace(STILL, spotted=(Spotted(ARMY, 3),))
    state = lookout(WATCHERS, spotted)
    assert why_known(state, state.unit("able"), state.unit("red"), distance=10, in_view=False) == "spotted"
    _, fresh = look(lookout(WATCHERS, STILL), "d20:1", target="red")
    assert fresh.unit("red").spotted == (Spotted(ARMY, 3),)
    later = replace(state, turn=4)
    assert why_known(later, later.unit("able"), later.unit("red"), distance=10, in_view=True) == ""


@pytest.mark.rule("BG-VI.1.a", "BG-R130")
def test_who_fired_at_this_side_or_fought_it_is_known() -> None:
    from rules.book_and_gun.units import Contact

    other = army("baker", size=1, at=(40.0, 10.0))
    state = lookout(WATCHERS, STILL, replace(other, under_fire=(Contact(1, "red"),)))
    able, red = state.unit("able"), state.unit("red")
    assert why_known(state, able, red, distance=10, in_view=True) == "it fired at your side"
    fought = replace(able, fought=(Contact(2, "red"),))
    assert why_known(lookout(fought, STILL), fought, red, distance=10, in_view=True) == "it fought this unit"


@pytest.mark.rule("BG-VI.2.1a", "BG-R30")
def test_a_look_needs_sight_and_reach() -> None:
    wall = Board(48.0, 36.0, (Feature("high wall", ((10.0, 15.0), (35.0, 15.0)), height=1.6, width=0.3),))
    assert refusal(lookout(WATCHERS, STILL, board=wall), Spot(unit="able", target="red")) == "no-line-of-sight"
    said = lookout(WATCHERS, STILL, board=wall, ruled=(Ruled("line of sight", True),))
    events, _ = look(said, "d20:12", target="red")
    assert [(f.name, f.value) for f in events[0].facts] == [
        ("range", 10.0), ("line of sight", True), ("leader near", True)
    ]  # fmt: skip
    assert events[0].spotted
    leaderless = lookout(WATCHERS, STILL, ruled=(Ruled("leader near", False, "able"),))
    assert look(leaderless, "d20:11", target="red")[0][0].number.value == 10
    far = cell(size=1, at=(20.0, 23.0))
    assert refusal(lookout(WATCHERS, far), Spot(unit="able", target="red")) == "too-far-to-spot"
    foggy = lookout(WATCHERS, STILL, conditions=Conditions(weather="fog"))
    assert refusal(foggy, Spot(unit="able", target="red")) == "too-far-to-spot"  # rows end at 6 inches
    behind_them = cell(size=1, at=(20.0, 5.0))
    assert refusal(lookout(WATCHERS, behind_them), Spot(unit="able", target="red")) == "no-line-of-sight"


@pytest.mark.rule("BG-VIII.4.3b", "BG-VI.2.1a")
def test_a_prone_figure_behind_a_low_wall_is_not_seen() -> None:
    wall = Board(48.0, 36.0, (Feature("wall", ((10.0, 19.2), (35.0, 19.2)), height=0.4, width=0.3),))
    state = lookout(WATCHERS, STILL, board=wall)
    able = state.unit("able")
    standing = watch(state, able, able.fit, state.unit("red").present)
    assert standing is not None
    assert standing.sees("able1", "red1")
    prone = replace(STILL, figures=tuple(replace(f, posture=Posture.PRONE) for f in STILL.figures))
    lying = watch(state, able, able.fit, prone.present)
    assert lying is not None
    assert not lying.sees("able1", "red1")


@pytest.mark.rule("BG-VI.2.2a")
def test_a_figure_that_has_fired_is_seen_when_less_than_half_of_it_shows() -> None:
    wall = Board(48.0, 36.0, (Feature("wall", ((10.0, 19.2), (35.0, 19.2)), height=0.75, width=0.3),))
    state = lookout(WATCHERS, STILL, board=wall)
    able = state.unit("able")
    hidden = watch(state, able, able.fit, STILL.present)
    assert hidden is not None
    assert 0 < hidden.shares["able1", "red1"] <= 0.5
    assert not hidden.sees("able1", "red1")
    fired = tuple(replace(f, fired_turn=2) for f in STILL.figures)
    shown = watch(state, able, able.fit, fired)
    assert shown is not None
    assert shown.sees("able1", "red1")


@pytest.mark.rule("BG-VI.2.2b", "BG-VI.2.2c", "BG-IX.2.2a", "BG-IX.2.2b", "BG-R30")
@pytest.mark.parametrize(
    ("conditions", "worn", "inches"),
    [
        (Conditions(), "none", None),
        (Conditions(light="night"), "none", 24),
        (Conditions(light="night", visibility=40), "infrared", 40),
        (Conditions(weather="rain", visibility=40), "thermal", 20),
        (Conditions(weather="fog", visibility=40), "thermal", 40),
    ],
)
def test_how_far_a_figure_sees(conditions: Conditions, worn: str, inches: float | None) -> None:
    figure = WATCHERS.figures[0]
    figure = replace(figure, traits=replace(figure.traits, night_vision=worn))
    state = lookout(WATCHERS, STILL, conditions=conditions)
    assert reach_of(state, state.unit("able"), figure) == inches


@pytest.mark.rule("BG-VI.1.1a", "BG-R139", "BG-R146")
def test_a_look_for_hidden_enemies_is_one_die_that_gives_nothing_away() -> None:
    hidden = replace(STILL, concealed=True)
    for state in (lookout(WATCHERS, hidden), lookout(WATCHERS)):
        events, after = look(state, "d20:13")
        assert kinds(events)[0] == "spotting-tried"
        assert "unit-revealed" not in kinds(events)
        assert (events[0].target, events[0].audience, events[0].number) == ("", (ARMY,), None)
        told = RULES.battle.tell(after, events[0], Viewer(ARMY))
        assert told is not None
        assert "Red" not in told.headline + " ".join(told.lines)
        assert RULES.battle.tell(after, events[0], Viewer(INSURGENTS)) is None
    events, found = look(lookout(WATCHERS, hidden), "d20:12")
    assert kinds(events) == ["spotting-tried", "spotting-tried", "unit-revealed"]
    assert not found.unit("red").concealed
    assert refusal(found, Spot(unit="able")) == "looked-already"


@pytest.mark.rule("BG-R139", "BG-VI.1.1a")
def test_a_hidden_enemy_behind_a_wall_is_not_found_by_any_die() -> None:
    wall = Board(48.0, 36.0, (Feature("high wall", ((10.0, 15.0), (35.0, 15.0)), height=1.6, width=0.3),))
    events, after = look(lookout(WATCHERS, replace(STILL, concealed=True), board=wall), "d20:1")
    assert "unit-revealed" not in kinds(events)
    assert after.unit("red").concealed


def test_odds_of_a_look_are_exact_and_of_a_search_unsaid() -> None:
    state = lookout(WATCHERS, STILL)
    odds = RULES.battle.odds(state, Spot(unit="able", target="red"), Actor.player(ARMY))
    assert dict(odds.chances) == {"spotted": Fraction(12, 20)}
    hidden = lookout(WATCHERS, replace(STILL, concealed=True))
    assert RULES.battle.odds(hidden, Spot(unit="able"), Actor.player(ARMY)).chances == ()


def test_looks_are_offered_at_what_may_not_be_fired_at_yet() -> None:
    offers = RULES.battle.offers(lookout(WATCHERS, STILL), ARMY, "able")
    assert [o.verb for o in offers] == ["spot", "hold"]
    assert offers[0].action == Spot(unit="able", target="red")
    assert only_verbs(RULES.battle.offers(lookout(WATCHERS, replace(STILL, moved_turn=2)), ARMY, "able")) == [
        "fire",
        "hold",
    ]


def only_verbs(offers) -> list[str]:
    return [offer.verb for offer in offers]


@pytest.mark.rule("BG-R90")
def test_most_of_the_figures_decide_and_ties_go_to_the_higher_class() -> None:
    assert class_of_most(["I", "I", "II"]) == "I"
    assert class_of_most(["I", "II"]) == "II"
    assert class_of_most(["I", "I", "IV", "IV", "II"]) == "IV"
    assert class_of_most(["III"]) == "III"


@pytest.mark.rule("BG-R90", "BG-X.1.5.d1", "BG-X.1.5.c1", "BG-VIII.4.5a")
def test_each_figure_has_the_highest_class_that_it_meets() -> None:
    board = Board(
        48.0,
        36.0,
        (
            Feature("jungle", ((0.0, 20.0), (10.0, 20.0), (10.0, 30.0), (0.0, 30.0)), height=5.0),
            Feature("woods", ((15.0, 20.0), (25.0, 20.0), (25.0, 30.0), (15.0, 30.0)), height=4.0),
            Feature("building", ((30.0, 20.0), (40.0, 20.0), (40.0, 30.0), (30.0, 30.0)), height=2.5),
        ),
    )
    man = STILL.figures[0]
    firer = (20.0, 1.0)
    classes = [class_of(board, replace(man, at=at), (), firer) for at in ((5, 25), (20, 25), (35, 25), (20, 15))]
    assert classes == ["IV", "III", "IV", "II"]
    neighbour = replace(STILL.figures[1], at=(21.2, 15.0))
    close = replace(man, at=(20.0, 15.0))
    assert class_of(board, close, (close, neighbour), firer) == "I"
    assert class_of(board, replace(close, scout=True), (close, neighbour), firer) == "II"
    assert class_of(board, replace(close, posture=Posture.PRONE), (close, neighbour), firer) == "III"


@pytest.mark.rule("BG-VI.1.b", "BG-VI.1.c", "BG-R28", "BG-R30")
def test_by_house_rule_only_the_automatic_row_needs_no_roll() -> None:
    """At 4 inches everybody is seen at once, at 5 a roll is due; fog halves the row."""
    rolls = (("spot-within-6", "roll"),)
    near, farther = (cell(size=2, at=(20.0, y), facing=SOUTH) for y in (14.0, 15.0))
    fire = Fire(unit="able", target="red")
    state = lookout(WATCHERS, near, options=rolls)
    assert why_known(state, state.unit("able"), state.unit("red"), distance=4, in_view=False)
    assert kinds(decide(state, fire, Actor.player(ARMY), Seeded(bytes(32), event=0)))
    assert refusal(lookout(WATCHERS, farther, options=rolls), fire) == "not-spotted"
    assert refusal(replace(state, conditions=Conditions(weather="fog")), fire) == "not-spotted"
