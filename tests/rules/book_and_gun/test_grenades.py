"""Hand grenades and rifle grenades in a battle, worked by hand. X.12.1.

The army's squad stands in open order along y = 10 looking north, 2 inches from head to head from (10, 10) on; the
cell stands opposite in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.orders.data import Step
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.orders.offered import fire_best, strike_best, throw
from rules.book_and_gun.units import JokerEffect, Munitions, Phase, Posture, Status
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature, Opening
from rules.telling.gathering import gather
from tests.rules.book_and_gun.field import PLAIN, SOUTH, army, cell, only
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.test_fire_battle import RED, carrying, firefight
from tests.rules.truth import Jury, Round

ROUNDS = Munitions(hand_grenades=3, rifle_grenades=6, flash_bangs=2, smoke_grenades=1)
BLACK_SIDE, RED_SIDE = Actor.player("army"), Actor.player("insurgents")


def near(apart=2.5, **changes):
    """The cell stands so far before the squad, man opposite man; both have all grenades."""
    return firefight(
        army(at=(10, 10), munitions=ROUNDS), cell(at=(10, 10 + apart), facing=SOUTH, munitions=ROUNDS), **changes
    )


def thrown(state, script="", by=BLACK_SIDE, **given):
    chance = Scripted(script)
    events = list(RULES.battle.decide(state, Throw(unit="able", **given), by, chance))
    chance.finish()
    assert not chance.taken()
    return events, after(state, events)


def after(state, events):
    for event in events:
        state = RULES.battle.evolve(state, event)
    return state


def refused(state, by=BLACK_SIDE, **given):
    with pytest.raises(RuleViolation) as why:
        RULES.battle.decide(state, Throw(**{"unit": "able", **given}), by, Scripted(""))
    assert why.value.remedy
    return why.value.code


@pytest.mark.rule("BG-X.12.1a", "BG-X.12.1d", "BG-R21", "BG-R96", "BG-R132", "BG-R190")
def test_a_hand_grenade_rolls_for_whoever_is_under_it_and_a_hit_draws_his_card():
    # Heads are 2 in apart, the template reaches 0.5 in: one man, class II. Less than 4 hits; a heart kills.
    events, state = thrown(near(), "d6:3,card:7H", target="red", figure="able4")
    (burst,) = only(events, "burst-rolled")
    assert (burst.dice, burst.classes, burst.hits) == ((("red4", 3),), ("II",), 1)
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.status, fell.cause, fell.by, fell.weapon) == (
        "red4",
        Status.KILLED,
        "explosion",
        "able4",
        "hand grenade",
    )
    assert state.unit("able").munitions.hand_grenades == 2
    assert (state.figure("able4").fired_turn, state.figure("able4").fire_turn) == (2, 2)
    assert refused(state, target="red", figure="able4") == "already-fired"
    credited = [(each.of, each.what, each.by) for each in RULES.battle.service(events)]
    assert ("able4", "kill-credited", "red4") in credited


@pytest.mark.rule("BG-X.12.1d", "BG-R96")
def test_a_four_misses_class_two():
    events, state = thrown(near(), "d6:4", target="red", figure="able4")
    assert only(events, "burst-rolled")[0].hits == 0
    assert not only(events, "figure-fell")
    assert state.unit("red").strength == 7


@pytest.mark.rule("BG-X.12.1a", "BG-X.12.1d", "BG-R11", "BG-R221")
def test_between_two_who_touch_both_are_rolled_for_friends_too():
    # The squad stands in close order here, 1 in from head to head: two heads lie 0.5 in from the middle between them.
    state = firefight(
        army(at=(10, 10), munitions=ROUNDS), cell(at=(10, 12), spacing=1.0, facing=SOUTH, munitions=ROUNDS)
    )
    events, _ = thrown(state, "d6:1,d6:4,card:2H,card:3H", to="11.5,12", figure="able2")
    (burst,) = only(events, "burst-rolled")
    # Class I in close order: less than 5.
    assert (burst.dice, burst.classes, burst.hits) == ((("red2", 1), ("red3", 4)), ("I", "I"), 2)
    assert [e.figure for e in only(events, "figure-fell")] == ["red2", "red3"]
    friendly, _ = thrown(state, "d6:4", to="12,10.4", figure="able1")
    assert only(friendly, "burst-rolled")[0].figures == ("able2",)


@pytest.mark.rule("BG-X.12.1a", "BG-X.12.1b")
@pytest.mark.parametrize(
    ("grenade", "apart", "code"),
    [
        ("hand grenade", 3.0, None),
        ("hand grenade", 3.2, "out-of-range"),
        ("rifle grenade", 3.8, "out-of-range"),
        ("rifle grenade", 4.0, None),
        ("rifle grenade", 12.0, None),
        ("rifle grenade", 12.2, "out-of-range"),
    ],
)
def test_how_far_each_goes(grenade, apart, code):
    squad = carrying(army(at=(10, 10), munitions=ROUNDS), "assault rifle", "rifle grenade", number=4)
    state = firefight(squad, cell(at=(10, 10 + apart), facing=SOUTH))
    given = {"target": "red", "target_figure": "red4", "figure": "able4", "grenade": grenade}
    if code is None:
        events, changed = thrown(state, "d6:6", **given)
        assert only(events, "grenade-thrown")[0].at == (16, 10 + apart)
        spent = changed.unit("able").munitions
        assert (spent.hand_grenades, spent.rifle_grenades) == ((2, 6) if grenade == "hand grenade" else (3, 5))
    else:
        assert refused(state, **given) == code


@pytest.mark.rule("BG-X.12.1b", "BG-X.1.3a", "BG-R21", "BG-R132")
def test_who_may_throw_and_at_what():
    state = near()
    assert refused(state, grenade="rifle grenade", target="red") == "not-carried"
    assert refused(state) == "unit-or-place"
    assert refused(state, target="red", to="B2") == "unit-or-place"
    assert refused(state, target="nobody") == "no-target"
    assert refused(state, target="red", unit="red") == "not-yours"
    assert refused(state, target="red", target_figure="able1") == "unknown-figure"
    assert refused(state, to="16,8", figure="able4") == "out-of-arc"
    empty = state.with_unit(replace(state.unit("able"), munitions=Munitions()))
    assert refused(empty, target="red") == "has-none"
    charged = state.with_figure(replace(state.figure("able4"), charged_turn=2))
    assert refused(charged, target="red", figure="able4") == "charged"
    assert refused(replace(state, phase=Phase.MOVEMENT), target="red") == "wrong-phase"
    assert refused(replace(state, run=RED), target="red") == "not-your-turn"


@pytest.mark.rule("BG-IX.4.2b", "BG-X.12.1d", "BG-R221")
def test_into_a_room_it_goes_by_the_window_and_class_four_is_hit_on_a_one():
    wall = Feature(
        "building",
        ((8, 11.2), (24, 11.2), (24, 16), (8, 16)),
        height=3.0,
        hardness="hard",
        openings=(Opening("window", (15.5, 11.2), (16.5, 11.2), sill=0.3, head=1.5),),
    )
    board = Board(48, 36, features=(wall,), edges=PLAIN.edges)
    state = firefight(
        army(at=(10, 10), munitions=ROUNDS), cell(at=(10, 12.5), facing=SOUTH, munitions=ROUNDS), board=board
    )
    events, _ = thrown(state, "d6:1,card:7H,card:2S", target="red", figure="able4", target_figure="red4")
    (burst,) = only(events, "burst-rolled")
    assert (burst.figures, burst.classes, burst.hits) == (("red4",), ("IV",), 1)
    # Behind the wall, away from the window, nobody is seen; nor is the floor there.
    assert refused(state, target="red", figure="able1", target_figure="red1") == "no-line-of-sight"
    assert refused(state, to="10,12.5", figure="able1") == "no-line-of-sight"


@pytest.mark.rule("BG-X.12.1d", "BG-R221", "BG-R192")
def test_over_a_low_wall_it_reaches_who_lies_behind():
    wall = Feature("wall", ((8, 11.5), (24, 11.5)), width=0.3, height=0.6, hardness="hard")
    board = Board(48, 36, features=(wall,), edges=PLAIN.edges)
    squad = army(at=(10, 10), munitions=ROUNDS)
    hiding = cell(at=(10, 12.3), facing=SOUTH)
    lying = replace(hiding, figures=tuple(replace(f, posture=Posture.PRONE) for f in hiding.figures))
    state = firefight(squad, lying, board=board)
    # He is not to be seen, the place where he lies is: prone is class III, as seen from the burst; less than 3 hits.
    events, _ = thrown(state, "d6:2,card:7H,card:2S", to="16,12.3", figure="able4")
    (burst,) = only(events, "burst-rolled")
    assert (burst.figures, burst.classes, burst.hits) == (("red4",), ("III",), 1)


@pytest.mark.rule("BG-R16", "BG-R221")
def test_halved_casualties_halve_a_grenades_too():
    state = firefight(
        replace(army(at=(10, 10), munitions=ROUNDS), joker=JokerEffect(2, Phase.FIRE, 5)),
        cell(at=(10, 12), spacing=1.0, facing=SOUTH),
    )
    events, _ = thrown(state, "d6:1,d6:1,card:2H,card:3H", to="11.5,12", figure="able2")
    assert [e.figure for e in only(events, "figure-fell")] == ["red2"]


@pytest.mark.rule("BG-III.2.4.a", "BG-R119", "BG-R221")
def test_the_rules_of_engagement_ask_about_grenades():
    state = near()
    bound = state.with_side(replace(state.side("army"), roe=1))
    assert refused(bound, target="red") == "weapons-hold"
    assert refused(bound, to="16,12.5", figure="able4") == "weapons-hold"
    events, changed = thrown(bound, "d6:6", target="red", figure="able4", insist=True)
    assert only(events, "engagement-broken")
    assert changed.figure("able4").status is Status.GONE


@pytest.mark.rule("BG-R130", "BG-VI.1.b")
def test_who_is_thrown_at_is_under_fire_and_the_thrower_has_fired():
    _, state = thrown(near(), "d6:6", target="red", figure="able4")
    assert [(c.turn, c.unit) for c in state.unit("red").under_fire] == [(2, "able")]
    assert [(c.turn, c.unit) for c in state.unit("able").fired_at] == [(2, "red")]
    assert state.unit("able").fired_turn == 2


def test_without_a_board_range_and_class_are_said_and_so_many_are_under_it():
    state = firefight(army(munitions=ROUNDS), cell())
    given = {"target": "red", "figure": "able4", "target_class": "I"}
    events, _ = thrown(state, "d6:4,d6:5,card:7H", range=2, in_template=2, **given)
    (burst,) = only(events, "burst-rolled")
    assert (burst.figures, burst.classes, burst.hits) == (("red1", "red2"), ("I", "I"), 1)
    assert refused(state, range=4, **given) == "out-of-range"
    assert refused(state, to="B2") == "no-board"


@pytest.mark.rule("BG-X.12.1d", "BG-R03")
def test_the_chances_are_those_of_the_dice_and_of_the_cards_left():
    state = near()
    odds = RULES.battle.odds(state, Throw(unit="able", target="red", figure="able4"), BLACK_SIDE)
    # 1 to 3 of six hit; class II draws: 13 hearts and 13 diamonds harm, of 54 cards.
    assert [each.chance for each in odds.chances] == [Fraction(1, 2), Fraction(1, 2) * Fraction(26, 54)]
    (number,) = odds.numbers
    assert number.value == 4
    beside = RULES.battle.odds(state, Throw(unit="able", to="12,10.4", figure="able1"), BLACK_SIDE)
    assert [(each.words, each.danger) for each in beside.chances] == [("one of your own men is hit", True)]


@pytest.mark.rule("BG-X.12.1d", "BG-R221")
def test_what_is_told_before_a_throw_comes_about_as_often():
    """Held against the dice: one target, several, friends beside, a leader under it, a rifle grenade."""
    jury = Jury(RULES, came_about, "grenades", (Round(80, 1e-2), Round(1500, 1e-6)))
    squad = carrying(army(at=(10, 10), munitions=ROUNDS), "assault rifle", "rifle grenade", number=4)
    crowd = firefight(squad, cell(at=(10, 12), spacing=1.0, facing=SOUTH))
    crowd = replace(crowd, casualty_deck=crowd.casualty_deck[:40])
    mixed = firefight(squad, cell(at=(10, 10.9), facing=SOUTH))
    for state, given in (
        (crowd, {"to": "10.5,12", "figure": "able1"}),
        (crowd, {"to": "11.5,12", "figure": "able2"}),
        (crowd, {"target": "red", "grenade": "flash bang"}),
        (mixed, {"to": "10,10.45", "figure": "able1"}),
        (firefight(squad, cell(at=(10, 16), facing=SOUTH)), {"target": "red", "grenade": "rifle grenade"}),
    ):
        jury.hear(state, Throw(unit="able", **given), BLACK_SIDE)
    assert jury.offers == 5
    jury.verdict()


def test_offers_name_each_enemy_in_reach_and_are_all_lawful():
    state = near()
    offers = [o for o in RULES.battle.offers(state, "army", "able") if o.verb == "throw"]
    assert [o.label for o in offers] == ["Hand grenade at Red", "Flash bang at Red", "Throw smoke …"]
    crowd = firefight(army(at=(10, 10), munitions=ROUNDS), cell(at=(10, 12), spacing=1.0, facing=SOUTH))
    between = next(o for o in RULES.battle.offers(crowd, "army", "able") if o.label == "Hand grenade among Red")
    events, _ = thrown(crowd, "d6:6,d6:6", **between.action.model_dump(include={"to"}))
    assert only(events, "burst-rolled")[0].figures == ("red1", "red2")
    far = firefight(army(at=(10, 10), munitions=ROUNDS), cell(at=(10, 20), facing=SOUTH))
    assert [o.label for o in RULES.battle.offers(far, "army", "able") if o.verb == "throw"] == ["Throw smoke …"]


def test_the_post_says_first_what_came_of_it():
    events, state = thrown(near(), "d6:3,card:7H", target="red", figure="able4")
    for viewer in (Viewer("army"), Viewer("insurgents"), PUBLIC):
        told = [said for e in events if (said := RULES.battle.tell(state, e, viewer)) is not None]
        (first,) = gather(told)
        assert first.headline == "Man able4 (Able) throws a hand grenade at Red: 1 hit, Man red4 killed"
        assert any("Man red4 3✓" in line for line in first.details)


@pytest.mark.rule("BG-R183")
def test_in_the_fog_nobody_hears_of_a_grenade_between_two_whom_they_do_not_see():
    """A third side that sees neither is told nothing, and its map shows no blast; the one who is hit is told."""
    events, after_it = thrown(near(), "d6:3,card:7H", target="red", figure="able4")
    blind = replace(after_it, options=(("fog", "on"),), civilian_attitude="neutral", knowledge=())
    strangers = Viewer("civilians")
    assert not [said for e in events if (said := RULES.battle.tell(blind, e, strangers)) and "grenade" in said.headline]
    assert not RULES.battle.view(blind, strangers).scene.traces
    told = [said for e in events if (said := RULES.battle.tell(blind, e, Viewer("insurgents"))) is not None]
    assert any("An unseen unit throws a hand grenade at Red" in one.headline for one in gather(told))


@pytest.mark.rule("BG-VI.1.1a", "BG-R139")
def test_nothing_tells_the_thrower_of_somebody_who_hides_where_it_goes_off():
    """Worlds that differ only in a concealed cell: refusals, odds and what the army is told are the same."""
    board = Board(48, 36, features=(Feature("woods", ((8, 20), (24, 20), (24, 30), (8, 30))),), edges=PLAIN.edges)
    hidden = replace(cell("lurk", at=(10, 20.5), facing=SOUTH), concealed=True)
    elsewhere = replace(cell("lurk", at=(10, 25), facing=SOUTH), concealed=True)
    squad = carrying(army(at=(10, 10), munitions=ROUNDS), "assault rifle", "rifle grenade", number=4)
    worlds = [firefight(squad, cell(at=(10, 33), facing=SOUTH), one, board=board) for one in (hidden, elsewhere)]
    aim = {"to": "16,20.5", "figure": "able4", "grenade": "rifle grenade"}
    action = Throw(unit="able", **aim)
    odds = [RULES.battle.odds(world, action, BLACK_SIDE) for world in worlds]
    assert odds[0] == odds[1]
    assert not odds[0].chances
    heard = []
    for world, script in zip(worlds, ("d6:1,card:7H,card:2S", ""), strict=True):
        events, state = thrown(world, script, **aim)
        open_to_army = [e for e in events if e.audience is None or "army" in e.audience]
        told = [said for e in open_to_army if (said := RULES.battle.tell(state, e, Viewer("army"))) is not None]
        heard.append([(one.headline, one.lines, one.details) for one in gather(told)])
    assert heard[0] == heard[1]


def test_an_order_throws_when_an_enemy_is_in_reach_and_keeps_its_least_chance():
    state = near()
    given = RULES.battle.decide(
        state, GiveOrders(first="throw at", target="red", units=("able",)), BLACK_SIDE, Scripted("")
    )
    state = after(state, given)
    action = RULES.battle.proceed(state)
    events = RULES.battle.decide(state, action, ENGINE, Scripted("d6:6"))
    assert only(events, "grenade-thrown")[0].target == "red"


def test_a_strike_is_whatever_brings_somebody_down_most_likely():
    """Over a wall, at those who lie behind it, shots and grenades come together, the likeliest first."""
    wall = Feature("wall", ((4, 11), (16, 11), (16, 11.2), (4, 11.2)), height=1.0)
    state = near(1.5, board=Board(48, 36, features=(wall,), edges=PLAIN.edges))
    lying = replace(
        state.unit("red"), figures=tuple(replace(f, posture=Posture.PRONE) for f in state.unit("red").figures)
    )
    state = replace(state, units=tuple(lying if unit.id == "red" else unit for unit in state.units))
    shots = list(fire_best(state, "army", "able", Step("fire at the best odds")))
    grenades = list(throw(state, "army", "able", Step("throw")))
    struck = list(strike_best(state, "army", "able", Step("strike at the best odds")))
    assert len(struck) == len(shots) + len(grenades) > len(shots) > 0
    assert [each for each in struck if each in shots] == shots

    def chance(action):
        odds = RULES.battle.odds(state, action, BLACK_SIDE)
        return max(one.chance for one in odds.chances if one.outcome.kind == "falls" and not one.danger)

    assert [chance(each) for each in struck] == sorted(map(chance, struck), reverse=True)
