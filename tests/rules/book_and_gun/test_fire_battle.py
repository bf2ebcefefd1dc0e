"""Fire in a battle on a board: who may fire at whom, with what, and what comes of it. X.0 to X.5, worked by hand.

The army's squad stands in open order along y = 10 looking north, its leader first; the cell stands opposite.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire, OrderLosses
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, Ruled, Run, State
from rules.book_and_gun.units import (
    FigureTraits,
    Formation,
    JokerEffect,
    Morale,
    Munitions,
    Phase,
    Posture,
    Spacing,
    Status,
    Unit,
    UnitTraits,
)
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import FULL_DECK, Card, Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from tests.rules.book_and_gun.field import PLAIN, SOUTH, army, battle, cell, hurt, kinds, mob, only, squad

BLACK = Run(ARMY, tuple(Card(c) for c in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")))
RED = Run(INSURGENTS, BLACK.cards)


def firefight(*units: Unit, run: Run = BLACK, options=(), **changes) -> State:
    """Turn 2, fire phase; everybody has moved in this turn, so everybody is in view."""
    moved = tuple(replace(unit, moved_turn=2, moved_inches=1.0) for unit in units)
    return battle(
        *moved, phase=Phase.FIRE, turn=2, run=run, deck=FULL_DECK, casualty_deck=FULL_DECK, options=options, **changes
    )


def carrying(unit: Unit, *weapons: str, number: int = 1, **traits) -> Unit:
    """The unit with other weapons for one figure."""
    figures = tuple(
        replace(f, traits=replace(f.traits, weapons=weapons or f.traits.weapons, **traits)) if f.number == number else f
        for f in unit.figures
    )
    return replace(unit, figures=figures)


def shoot(state: State, script: str = "", *, by: Actor | None = None, **action):
    """The events of a shot under given dice and cards, all of which must be used, and the state after it."""
    chance = Scripted(script)
    side = state.run.side if state.run else ARMY
    events = list(decide(state, Fire(**action), by or Actor.player(side), chance))
    chance.finish()
    return events, fold(state, events)


def refusal(state: State, *, by: Actor | None = None, **action) -> str:
    with pytest.raises(RuleViolation) as violation:
        shoot(state, by=by, **action)
    assert violation.value.message
    return violation.value.code


def facts(events) -> dict[str, tuple[object, str]]:
    return {fact.name: (fact.value, fact.source.value) for event in only(events, "volleyed") for fact in event.facts}


ONE = army(size=1, at=(20.0, 10.0))
FOE = cell(size=1, at=(20.0, 18.0), facing=SOUTH)


# ── One figure ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.1.1", "BG-X.1.11", "BG-X.1.2", "BG-X.3.1", "BG-X.1.5.b2", "BG-X.1.6", "BG-X.0.5b")
def test_a_rifleman_fires_at_eight_inches_and_kills() -> None:
    events, after = shoot(firefight(ONE, FOE), "d20:6,d20:7,d20:20,card:7H", unit="able", target="red")
    assert kinds(events) == ["activated", "volleyed", "figure-fell"]
    (shot,) = only(events, "volleyed")
    assert (shot.dice, shot.hits, shot.target_class) == ((6, 7, 20), 1, "II")
    assert shot.to_hit.value == 6  # assault rifle, short, class II
    assert facts(events) == {
        "line of sight": (True, "measured"),
        "in arc": (True, "measured"),
        "range": (8.0, "measured"),
        "target class": ("II", "measured"),
    }
    (fallen,) = only(events, "figure-fell")
    assert (fallen.figure, fallen.status, fallen.by, fallen.weapon) == ("red1", Status.KILLED, "able1", "assault rifle")
    assert [draw.value for draw in fallen.draws] == ["7H"]
    assert fallen.citations == ("BG-X.1.5.b2", "BG-R07")  # a card for class II, and who of them it is for
    assert after.figure("red1").status is Status.KILLED
    assert after.unit("able").fired_turn == 2
    assert after.unit("red").under_fire[0].unit == "able"
    assert "7H" not in after.casualty_deck


@pytest.mark.rule("BG-X.0.2", "BG-X.0.4")
def test_a_figure_has_one_chance_in_a_turn() -> None:
    _, after = shoot(firefight(ONE, FOE), "d20:20,d20:20,d20:20", unit="able", target="red")
    assert refusal(after, unit="able", target="red") == "had-its-chance"


@pytest.mark.rule("BG-X.1.11")
def test_the_card_says_whose_turn_it_is() -> None:
    state = firefight(ONE, FOE, run=RED)
    assert refusal(state, by=Actor.player(ARMY), unit="able", target="red") == "not-your-turn"
    assert refusal(state, by=Actor.player(INSURGENTS), unit="able", target="red") == "not-yours"


@pytest.mark.rule("BG-X.1.3a", "BG-VIII.1.2a")
def test_the_target_must_be_in_the_cone_of_thirty_degrees() -> None:
    # 10 inches ahead, 2.6 aside: 14.6 degrees; 2.8 aside: 15.6 degrees
    inside, outside = (replace_at(FOE, (20.0 + aside, 20.0)) for aside in (2.6, 2.8))
    shoot(firefight(ONE, inside), "d20:20,d20:20,d20:20", unit="able", target="red")
    assert refusal(firefight(ONE, outside), unit="able", target="red") == "out-of-arc"
    gunner = carrying(ONE, "light machinegun")
    wide = replace_at(FOE, (20.0 + 5.7, 20.0))  # 29.7 degrees: within the 60 of a support weapon
    shoot(firefight(gunner, wide), "d20:20,d20:20,d20:20,d20:20", unit="able", target="red")


def replace_at(unit: Unit, at: tuple[float, float]) -> Unit:
    return replace(unit, figures=(replace(unit.figures[0], at=at), *unit.figures[1:]))


@pytest.mark.rule("BG-X.1.31a", "BG-R75")
def test_out_of_range_is_refused() -> None:
    far_back = replace_at(ONE, (20.0, 1.0))
    shoot(firefight(far_back, replace_at(FOE, (20.0, 28.0))), "d20:20,d20:20,d20:20", unit="able", target="red")
    assert refusal(firefight(far_back, replace_at(FOE, (20.0, 28.1))), unit="able", target="red") == "out-of-range"
    pistol = carrying(ONE, "pistol")
    assert refusal(firefight(pistol, replace_at(FOE, (20.0, 19.5))), unit="able", target="red") == "out-of-range"


@pytest.mark.rule("BG-VI.1.a", "BG-VI.1.b", "BG-R28", "BG-R130")
def test_an_enemy_that_has_neither_moved_nor_fired_must_be_spotted() -> None:
    state = firefight(ONE, FOE)
    still = state.with_unit(replace(state.unit("red"), moved_turn=0))
    assert refusal(still, unit="able", target="red") == "not-spotted"
    near = still.with_unit(replace_at(still.unit("red"), (20.0, 16.0)))
    shoot(near, "d20:20,d20:20,d20:20", unit="able", target="red")
    roll = replace(near, options=(("spot-within-6", "roll"),))
    assert refusal(roll, unit="able", target="red") == "not-spotted"
    fired = still.with_unit(replace(still.unit("red"), fired_turn=1))
    shoot(fired, "d20:20,d20:20,d20:20", unit="able", target="red")
    long_ago = replace(still.with_unit(replace(still.unit("red"), fired_turn=1)), turn=3)
    assert refusal(long_ago, unit="able", target="red") == "not-spotted"
    said = replace(still, ruled=(Ruled("spotted", True, "able", "red"),))
    shoot(said, "d20:20,d20:20,d20:20", unit="able", target="red")


@pytest.mark.rule("BG-VI.2.1a", "BG-X.1.5.d1", "BG-VI.1.1c")
def test_walls_hide_and_the_umpires_word_goes_before_the_table() -> None:
    high = Board(
        48.0, 36.0, (Feature("high wall", ((10.0, 14.0), (30.0, 14.0)), height=1.6, width=0.3, hardness="hard"),)
    )
    state = firefight(ONE, FOE, board=high)
    assert refusal(state, unit="able", target="red") == "no-line-of-sight"
    for yes in ("on", "Yes", "y", "TRUE", "1"):
        ruling = decide(state, RuleFact(fact="Line-of-sight", value=yes, unit="able"), UMPIRE, Scripted(""))
        events, _ = shoot(fold(state, ruling), "d20:20,d20:20,d20:20", unit="able", target="red")
        assert facts(events)["line of sight"] == (True, "GM's ruling")
    in_the_open = firefight(ONE, FOE, ruled=(Ruled("line of sight", False),))
    assert refusal(in_the_open, unit="able", target="red", line_of_sight=True) == "no-line-of-sight"


@pytest.mark.rule("BG-VI.2.2b", "BG-VI.2.2c", "BG-R30", "BG-X.5.2a")
def test_at_night_one_sees_half_as_far_and_goggles_cost_a_point() -> None:
    night = replace(firefight(ONE, FOE).conditions, light="night", visibility=14.0)
    dark = firefight(ONE, FOE, conditions=night)
    assert refusal(dark, unit="able", target="red") == "no-line-of-sight"  # 7 inches; he is 8 away
    goggles = firefight(carrying(ONE, night_vision="infrared"), FOE, conditions=night)
    events, _ = shoot(goggles, "d20:20,d20:20,d20:20", unit="able", target="red")
    assert only(events, "volleyed")[0].to_hit.value == 5
    by_day = firefight(carrying(ONE, night_vision="infrared"), FOE)
    events, _ = shoot(by_day, "d20:20,d20:20,d20:20", unit="able", target="red")
    assert only(events, "volleyed")[0].to_hit.value == 6


@pytest.mark.rule("BG-VI.2.3", "BG-X.14.31b")
def test_smoke_hides_from_all_but_thermal_imaging() -> None:
    smoky = Board(48.0, 36.0, (Feature("smoke", ((20.0, 14.0),), height=3.0, width=4.0),))
    assert refusal(firefight(ONE, FOE, board=smoky), unit="able", target="red") == "no-line-of-sight"
    thermal = firefight(carrying(ONE, night_vision="thermal"), FOE, board=smoky)
    shoot(thermal, "d20:20,d20:20,d20:20", unit="able", target="red")


# ── Target class ─────────────────────────────────────────────────────────────────────────────────────────────────


def class_at(target: Unit, board: Board = PLAIN, shooter: Unit = ONE) -> str:
    dice = ",".join(["d20:20"] * 3)
    events, _ = shoot(firefight(shooter, target, board=board), dice, unit="able", target="red")
    return only(events, "volleyed")[0].target_class


@pytest.mark.rule("BG-X.1.5.a1", "BG-X.1.5.b1", "BG-X.1.5.c1", "BG-X.1.5.d1", "BG-X.4.1", "BG-R90", "BG-IX.4.2b")
def test_the_class_is_that_of_most_figures_in_the_target_area() -> None:
    close = cell(size=3, at=(18.9, 18.0), spacing=1.1, facing=SOUTH)
    assert class_at(close) == "I"
    assert class_at(FOE) == "II"  # a single figure
    assert class_at(cell(size=3, at=(18.0, 18.0), spacing=2.0, facing=SOUTH)) == "II"
    prone = replace(close, figures=tuple(replace(f, posture=Posture.PRONE) for f in close.figures))
    assert class_at(prone) == "III"
    rocks = Board(48.0, 36.0, (Feature("rough", ((15.0, 16.0), (25.0, 16.0), (25.0, 22.0), (15.0, 22.0))),))
    assert class_at(close, rocks) == "III"
    wall = Board(48.0, 36.0, (Feature("wall", ((10.0, 17.3), (30.0, 17.3)), height=0.4, width=0.3, hardness="hard"),))
    assert class_at(close, wall) == "IV"
    behind_him = Board(
        48.0, 36.0, (Feature("wall", ((10.0, 18.7), (30.0, 18.7)), height=0.4, width=0.3, hardness="hard"),)
    )
    assert class_at(close, behind_him) == "I"  # the wall is not between him and the firer


@pytest.mark.rule("BG-X.1.5.a1", "BG-X.1.5.b1", "BG-X.1.5.c1", "BG-R90")
@pytest.mark.parametrize(
    ("stands", "nearest", "behind", "found"),
    [
        (10.0, 18.0, 31.2, "III"),  # the nearest at 8 in: back to 8 + 27 / 2 = 21.5 in, and the two lie at 21.3 in
        (10.0, 18.0, 31.6, "II"),  # at 21.7 in, out of the area: the one who stands alone makes the class
        (2.0, 22.0, 28.8, "III"),  # the nearest at 20 in: 33.5 in, but not beyond the rifle's 27; they lie at 26.9 in
        (2.0, 22.0, 29.0, "II"),  # at 27.1 in
    ],
)
def test_the_target_area_goes_back_half_of_the_weapons_range(stands, nearest, behind, found) -> None:
    one, two, three = cell(size=3, at=(20.0, nearest), facing=SOUTH).figures
    lying = (
        replace(two, at=(18.0, behind), posture=Posture.PRONE),
        replace(three, at=(22.0, behind), posture=Posture.PRONE),
    )
    target = replace(FOE, figures=(one, *lying))
    assert class_at(target, shooter=replace_at(ONE, (20.0, stands))) == found


@pytest.mark.rule("BG-X.1.5.d1", "BG-X.1.5.d3", "BG-R90", "BG-R05")
@pytest.mark.parametrize(
    ("behind", "cards", "wounded"),
    [
        (24.7, "card:AS,card:7C", True),  # 14.73 in from the rifle: the ace hits the leader, a 7 wounds him
        (24.8, "card:AS", False),  # 14.83 in: no leader in the area, and a spade hits nobody in class IV
    ],
)
def test_the_area_of_class_iv_goes_back_a_quarter_of_the_range(behind: float, cards: str, wounded: bool) -> None:
    """One man at a wall, 8 in off, his leader in the open behind: a tie, so class IV; 8 + 27 / 4 = 14.75 in."""
    wall = Board(48.0, 36.0, (Feature("wall", ((10.0, 17.3), (30.0, 17.3)), height=0.4, width=0.3, hardness="hard"),))
    two = cell(size=2, at=(20.0, 18.0), facing=SOUTH)
    two = carrying(carrying(two, number=1, leader=False), number=2, leader=True)
    two = replace(two, figures=(two.figures[0], replace(two.figures[1], at=(21.0, behind))))
    events, _ = shoot(firefight(ONE, two, board=wall), f"d20:1,d20:20,d20:20,{cards}", unit="able", target="red")
    assert only(events, "volleyed")[0].target_class == "IV"
    assert [fallen.figure for fallen in only(events, "figure-fell")] == (["red2"] if wounded else [])


@pytest.mark.rule("BG-X.1.5.d2", "BG-R89")
def test_figures_that_hide_under_cover_are_spared_by_small_arms() -> None:
    wall = Board(48.0, 36.0, (Feature("wall", ((10.0, 17.3), (30.0, 17.3)), height=0.4, width=0.3, hardness="hard"),))
    hidden = (Ruled("hidden", True, "able", "red"),)
    state = firefight(ONE, FOE, board=wall, ruled=hidden)
    assert refusal(state, unit="able", target="red") == "hidden-target"
    launcher = firefight(carrying(ONE, "maw"), FOE, board=wall, ruled=hidden)
    shoot(launcher, ",".join(["d20:20"] * 6), unit="able", target="red")


@pytest.mark.rule("BG-X.5.3", "BG-R145")
def test_body_armour_counts_when_most_of_the_target_wear_it() -> None:
    three = cell(size=3, at=(18.0, 18.0), facing=SOUTH)
    two = carrying(carrying(three, number=1, body_armour="modern"), number=2, body_armour="modern")
    wide = replace(ONE, figures=(replace(ONE.figures[0], at=(20.0, 6.0)),))
    for target, number in ((three, 5), (two, 4), (carrying(three, number=1, body_armour="modern"), 5)):
        events, _ = shoot(firefight(wide, target), "d20:20,d20:20,d20:20", unit="able", target="red")
        assert only(events, "volleyed")[0].to_hit.value == number  # medium range, class II


# ── A unit under its leader ──────────────────────────────────────────────────────────────────────────────────────

SQUAD = army(size=4, at=(17.0, 10.0))
CELL = cell(size=4, at=(17.0, 18.0), facing=SOUTH)


@pytest.mark.rule("BG-X.0.3", "BG-R09", "BG-R11", "BG-IV.2b", "BG-R140")
def test_a_unit_fires_whole_on_one_card_under_its_leader() -> None:
    dice = ["d20:20"] * 12
    dice[0] = dice[4] = "d20:1"
    events, after = shoot(firefight(SQUAD, CELL), ",".join([*dice, "card:5S", "card:5H"]), unit="able", target="red")
    assert kinds(events)[:2] == ["fire-declared", "activated"]
    assert events[0].how == "unit"
    assert [shot.figure for shot in only(events, "volleyed")] == ["able1", "able2", "able3", "able4"]
    (fallen,) = only(events, "figure-fell")
    assert fallen.figure == "red2"  # the nearest to the second man, whose die it was
    assert after.run is not None
    assert after.run.spent == 1
    assert refusal(after, unit="able", target="red") == "had-its-chance"


@pytest.mark.rule("BG-R09", "BG-X.0.3")
def test_a_declaration_binds_the_unit_for_the_phase() -> None:
    state = firefight(SQUAD, CELL)
    _, single = shoot(state, "d20:20,d20:20,d20:20", unit="able", target="red", figure="able2")
    assert single.unit("able").fire_as == "figures"
    assert refusal(single, unit="able", target="red") == "declared-figures"
    shoot(single, "d20:20,d20:20,d20:20", unit="able", target="red", figure="able3")


@pytest.mark.rule("BG-R09", "BG-IV.2b")
def test_without_its_leader_every_figure_takes_a_card_of_its_own() -> None:
    lost = firefight(hurt(SQUAD, Status.WOUNDED, 1), CELL)
    assert refusal(lost, unit="able", target="red") == "leaderless"
    shoot(lost, "d20:20,d20:20,d20:20", unit="able", target="red", figure="able2")
    whole = replace(lost, options=(("fire-card", "always-unit"),))
    events, _ = shoot(whole, ",".join(["d20:20"] * 9), unit="able", target="red")
    assert len(only(events, "volleyed")) == 3
    single = replace(firefight(SQUAD, CELL), options=(("fire-card", "always-figure"),))
    assert refusal(single, unit="able", target="red") == "fire-card"


@pytest.mark.rule("BG-R09")
def test_figures_far_from_the_leader_do_not_fire_with_the_unit() -> None:
    long = army(size=5, at=(10.0, 10.0), spacing=2.5)  # the last stands 10 inches from the first
    facing = cell(size=5, at=(10.0, 18.0), spacing=2.5, facing=SOUTH)
    events, after = shoot(firefight(long, facing), ",".join(["d20:20"] * 9), unit="able", target="red")
    assert [shot.figure for shot in only(events, "volleyed")] == ["able1", "able2", "able3"]
    shoot(after, "d20:20,d20:20,d20:20", unit="able", target="red", figure="able5")


@pytest.mark.rule("BG-R09", "BG-X.1.1")
def test_those_who_cannot_fire_at_the_first_target_fire_at_the_next() -> None:
    left, right = cell(size=1, at=(17.0, 18.0)), cell("blue", size=1, at=(23.0, 18.0))
    events, _ = shoot(
        firefight(SQUAD, left, right), ",".join(["d20:20"] * 12), unit="able", target="red", also_at=("blue",)
    )
    assert [(shot.figure, shot.target) for shot in only(events, "volleyed")] == [
        ("able1", "red"),
        ("able2", "red"),
        ("able3", "blue"),
        ("able4", "blue"),
    ]
    alone, _ = shoot(firefight(SQUAD, left, right), ",".join(["d20:20"] * 6), unit="able", target="red")
    assert len(only(alone, "volleyed")) == 2


@pytest.mark.rule("BG-V.2b", "BG-R147")
def test_only_two_ranks_of_a_column_fire_to_its_front() -> None:
    figures = tuple(replace(f, at=(20.0, 10.0 - 2.0 * i)) for i, f in enumerate(army(size=4, at=(20.0, 10.0)).figures))
    column = replace(army(size=4, at=(20.0, 10.0)), figures=figures, formation=Formation.COLUMN, order=Spacing.OPEN)
    events, _ = shoot(firefight(column, FOE), ",".join(["d20:20"] * 6), unit="able", target="red")
    assert [shot.figure for shot in only(events, "volleyed")] == ["able1", "able2"]
    assert refusal(firefight(column, FOE), unit="able", target="red", figure="able3") == "rear-rank"


@pytest.mark.rule("BG-X.2.3a", "BG-X.2.3b", "BG-R44", "BG-R50", "BG-R51")
def test_who_may_not_fire() -> None:
    state = firefight(SQUAD, CELL)
    unit = state.unit("able")
    for changed in (
        replace(unit, morale=Morale.SHAKEN),
        replace(unit, morale=Morale.ROUTED),
        replace(unit, figures=tuple(replace(f, charged_turn=2) for f in unit.figures)),
        replace(unit, figures=tuple(replace(f, traits=FigureTraits()) for f in unit.figures)),
    ):
        with pytest.raises(RuleViolation):
            shoot(state.with_unit(changed), unit="able", target="red")
    pinned = state.with_unit(replace(unit, morale=Morale.PINNED))
    shoot(pinned, ",".join(["d20:20"] * 12), unit="able", target="red")
    shaken = replace(
        state.with_unit(replace(unit, morale=Morale.SHAKEN)), options=(("shaken-fire", "yes-with-plus-1-to-die"),)
    )
    events, _ = shoot(shaken, ",".join(["d20:20"] * 12), unit="able", target="red")
    assert only(events, "volleyed")[0].to_hit.value == 5


# ── Named figures, wounded men, snipers ──────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R08", "BG-X.2.2a", "BG-R125", "BG-R44")
def test_a_named_figure_alone_suffers_and_the_wounded_only_when_named() -> None:
    three = hurt(cell(size=3, at=(18.0, 18.0), facing=SOUTH), Status.WOUNDED, 2)
    far = replace_at(ONE, (20.0, 6.0))
    state = firefight(far, three)
    events, after = shoot(state, "d20:1,d20:20,d20:20,card:5H,card:3C", unit="able", target="red", target_figure="red2")
    assert only(events, "volleyed")[0].target_class == "III"
    assert after.figure("red2").status is Status.KILLED
    events, _ = shoot(state, "d20:1,d20:20,d20:20,card:5D", unit="able", target="red", target_figure="red3")
    (fallen,) = only(events, "figure-fell")
    assert (fallen.figure, fallen.status, fallen.reading) == ("red3", Status.WOUNDED, "named")
    assert refusal(state, unit="able", target="red", target_figure="blue1") == "unknown-figure"
    only_wounded = firefight(far, hurt(FOE, Status.WOUNDED, 1))
    assert refusal(only_wounded, unit="able", target="red") == "nobody-left"


@pytest.mark.rule("BG-X.5.1a", "BG-X.5.1b", "BG-R81")
def test_a_sniper_names_one_figure_within_thirty_inches_and_draws_one_card() -> None:
    sniper = carrying(replace_at(ONE, (20.0, 1.0)), "sniper rifle")
    target = cell(size=2, at=(20.0, 30.0), spacing=2.0)
    events, after = shoot(firefight(sniper, target), "card:9S", unit="able", target="red", target_figure="red1")
    assert only(events, "volleyed")[0].dice == ()
    assert after.figure("red1").status is Status.KILLED
    events, _ = shoot(firefight(sniper, target), "card:AH", unit="able", target="red", target_figure="red1")
    assert kinds(events)[-1] == "casualty-cards"
    too_far = replace_at(FOE, (20.0, 31.5))
    assert refusal(firefight(sniper, too_far), unit="able", target="red") == "out-of-range"


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R05", "BG-R06", "BG-IV.1b")
def test_an_ace_finds_the_leader_and_a_face_card_the_machinegunner() -> None:
    foes = carrying(cell(size=4, at=(17.0, 18.0), facing=SOUTH), "light machinegun", number=4)
    far = replace_at(ONE, (20.0, 2.0))
    events, _ = shoot(firefight(far, foes), "d20:1,d20:2,d20:3,card:AS,card:KC,card:8H", unit="able", target="red")
    assert [(e.figure, e.reading) for e in only(events, "figure-fell")] == [
        ("red1", "leader"),
        ("red4", "key figure"),
        ("red2", "ordinary"),
    ]


@pytest.mark.rule("BG-IV.3b", "BG-R05", "BG-VIII.1.15")
def test_a_higher_leader_with_the_unit_is_taken_after_its_own() -> None:
    boss = squad("boss", INSURGENTS, 1, at=(20.0, 20.0), traits=UnitTraits(independent=True, basic=False))
    plain = cell(size=2, at=(19.0, 18.0), facing=SOUTH, leader=False)
    far = replace_at(ONE, (20.0, 4.0))
    events, after = shoot(firefight(far, plain, boss), "d20:1,d20:20,d20:20,card:AS", unit="able", target="red")
    assert after.figure("boss1").status is Status.KILLED
    assert only(events, "figure-fell")[0].unit == "boss"


@pytest.mark.rule("BG-R03")
def test_an_empty_casualty_deck_is_shuffled_and_the_journal_says_so() -> None:
    last = replace(firefight(ONE, FOE), casualty_deck=(Card("3S"),))
    events, after = shoot(last, "d20:1,d20:2,d20:20,card:3S,card:5H", unit="able", target="red")
    assert kinds(events)[-3:] == ["casualty-cards", "deck-shuffled", "figure-fell"]
    assert set(FULL_DECK) - set(after.casualty_deck) == {"5H"}


@pytest.mark.rule("BG-R07")
def test_the_owner_may_say_whom_hits_fall_on_where_the_table_lets_him() -> None:
    rules = (("hit-allocation", "owner-chooses"),)
    far = replace_at(ONE, (20.0, 4.0))
    state = firefight(far, CELL, options=rules)
    order = OrderLosses(unit="red", figures=("red4", "red3"))
    events = list(decide(state, order, Actor.player(INSURGENTS), Scripted("")))
    assert events[0].audience == (INSURGENTS,)
    events, _ = shoot(fold(state, events), "d20:1,d20:20,d20:20,card:5H", unit="able", target="red")
    assert only(events, "figure-fell")[0].figure == "red4"
    with pytest.raises(RuleViolation):
        decide(firefight(far, CELL), order, Actor.player(INSURGENTS), Scripted(""))


# ── Ammunition, launchers ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.2.1a", "BG-R82")
def test_snake_eyes_empty_the_weapon() -> None:
    events, after = shoot(firefight(ONE, CELL), "d20:1,d20:1,d20:20,card:2S,card:3S", unit="able", target="red")
    assert kinds(events)[-1] == "ammunition-spent"
    assert after.figure("able1").empty == ("assault rifle",)
    again = replace(after, turn=3, run=BLACK)
    assert refusal(again, unit="able", target="red") == "out-of-ammunition"


@pytest.mark.rule("BG-X.4.15", "BG-R21", "BG-R80", "BG-R100")
def test_a_law_is_a_round_of_the_unit_and_hits_only_in_its_template() -> None:
    armed = replace(ONE, munitions=Munitions(laws=1))
    pair = cell(size=3, at=(20.0, 18.0), spacing=2.0, facing=SOUTH)
    dice = "d20:1,d20:1,d20:2,d20:3,d20:4,d20:5"
    events, after = shoot(
        firefight(armed, pair), f"{dice},card:5H", unit="able", target="red", figure="able1", weapon="law"
    )
    assert only(events, "volleyed")[0].hits == 1  # one figure under the 1 inch template
    assert only(events, "ammunition-spent") == []
    assert after.unit("able").munitions.laws == 0
    assert (
        refusal(replace(after, turn=3, run=BLACK), unit="able", target="red", figure="able1", weapon="law") == "no-laws"
    )


@pytest.mark.rule("BG-X.4.16", "BG-R83", "BG-R84", "BG-VII.3.b.2", "BG-VIII.3.2b")
def test_a_launcher_that_moved_takes_a_reload_marker() -> None:
    gunner = carrying(ONE, "maw")
    misses = ",".join(["d20:20"] * 6)
    events, after = shoot(firefight(gunner, FOE), misses, unit="able", target="red")
    assert only(events, "reload-marked")[0].markers == 1
    assert refusal(replace(after, turn=3, run=BLACK), unit="able", target="red") == "reloading"
    state = firefight(gunner, FOE)
    stood = state.with_unit(replace(state.unit("able"), moved_turn=1, moved_inches=4.0))
    events, _ = shoot(stood, misses, unit="able", target="red")
    assert only(events, "reload-marked") == []


@pytest.mark.rule("BG-X.2.6a", "BG-R83", "BG-R20")
def test_a_missile_team_short_of_a_man_reloads_for_a_turn() -> None:
    pair = army(size=2, at=(20.0, 2.0))
    team = carrying(carrying(pair, "latgm", number=1, team=1), number=2, team=1)
    state = firefight(team, FOE)
    stood = state.with_unit(replace(state.unit("able"), moved_turn=0))
    misses = ",".join(["d20:20"] * 6)
    events, _ = shoot(stood, misses, unit="able", target="red", figure="able1")
    assert only(events, "reload-marked") == []
    alone = stood.with_unit(hurt(stood.unit("able"), Status.KILLED, 2))
    events, _ = shoot(alone, misses, unit="able", target="red", figure="able1")
    assert only(events, "reload-marked")[0].markers == 1
    near = stood.with_unit(replace_at(stood.unit("red"), (20.0, 6.9)))
    assert refusal(near, unit="able", target="red", figure="able1") == "too-near"


@pytest.mark.rule("BG-X.2.9", "BG-R86", "BG-IX.4.5")
def test_back_blast_strikes_friends_behind_and_forbids_firing_from_a_building() -> None:
    pair = army(size=2, at=(20.0, 10.0))
    behind = replace(pair, figures=(pair.figures[0], replace(pair.figures[1], at=(20.5, 7.0))))
    gunner = carrying(behind, "maw")
    misses = ",".join(["d20:20"] * 6)
    events, after = shoot(firefight(gunner, FOE), f"{misses},d6:3,card:4H", unit="able", target="red", figure="able1")
    (blast,) = only(events, "back-blast")
    assert blast.dice == (("able2", 3),)
    assert after.figure("able2").status is Status.KILLED
    assert only(events, "figure-fell")[0].cause == "back blast"
    aside = replace(behind, figures=(behind.figures[0], replace(behind.figures[1], at=(21.0, 7.0))))  # 18 degrees
    events, _ = shoot(firefight(carrying(aside, "maw"), FOE), misses, unit="able", target="red", figure="able1")
    assert only(events, "back-blast") == []
    house = Feature("building", ((18.0, 8.0), (22.0, 8.0), (22.0, 12.0), (18.0, 12.0)), height=2.5)
    inside = firefight(carrying(ONE, "maw"), FOE, board=Board(48.0, 36.0, (house,)))
    assert refusal(inside, unit="able", target="red") == "back-blast-inside"


@pytest.mark.rule("BG-X.2.7", "BG-R87", "BG-R141", "BG-R142")
def test_a_machinegun_sweeps_those_in_its_cone_friends_and_all() -> None:
    gunner = carrying(replace_at(ONE, (20.0, 2.0)), "medium machinegun")
    # Down range in one line: a friend 8 inches away, a foe at 16, another at 34; a third foe stands far aside.
    friend = army("baker", size=1, at=(20.0, 10.0))
    foes = cell(size=3, at=(20.0, 18.0), facing=SOUTH, leader=False)
    places = ((20.0, 18.0), (20.3, 35.5), (25.0, 18.0))
    foes = replace(foes, figures=tuple(replace(f, at=at) for f, at in zip(foes.figures, places, strict=True)))
    state = firefight(gunner, friend, foes)
    events, _ = shoot(state, "d20:5,d20:5,d20:4,d20:20,d20:20,card:6H,card:7H,card:2S", unit="able", target="red")
    shots = {(e.target, e.to_hit.value): e.dice for e in only(events, "volleyed")}
    # five dice: friend, near foe, far foe (medium range: 4), friend, near foe; all single figures, class II
    assert shots == {("baker", 5): (5, 20), ("red", 5): (5, 20), ("red", 4): (4,)}
    assert [e.figure for e in only(events, "figure-fell")] == ["baker1", "red1"]
    off = replace(state, options=(("mg-cone", "off"),))
    events, _ = shoot(off, ",".join(["d20:20"] * 5), unit="able", target="red")
    assert [e.target for e in only(events, "volleyed")] == ["red"]


@pytest.mark.rule("BG-X.2.5", "BG-X.2.6a", "BG-X.2.6b", "BG-X.1.31b", "BG-X.2.61a", "BG-VIII.3.4")
def test_a_gun_needs_its_crew_beside_it_and_fires_in_one_band() -> None:
    crewmen = army(size=3, at=(20.0, 2.0), spacing=2.0)
    gun = replace(
        crewmen,
        figures=tuple(
            replace(f, traits=replace(f.traits, crew=True, weapons=("light cannon",) if f.number == 1 else ("pistol",)))
            for f in crewmen.figures
        ),
    )
    state = firefight(gun, CELL)
    stood = state.with_unit(replace(state.unit("able"), moved_turn=0))
    misses = ",".join(["d20:20"] * 6)
    events, _ = shoot(stood, misses, unit="able", target="red", figure="able1")
    assert len(only(events, "volleyed")) == 1
    assert only(events, "reload-marked")[0].markers == 3  # 1, and two men short: the third stands 3 inches away
    alone = stood.with_unit(hurt(stood.unit("able"), Status.KILLED, 2, 3))
    assert refusal(alone, unit="able", target="red", figure="able1") == "crew-missing"
    unit = stood.unit("able")
    lying = replace(unit, figures=tuple(replace(f, posture=Posture.PRONE) for f in unit.figures))
    assert refusal(stood.with_unit(lying), unit="able", target="red", figure="able1") == "prone-gunner"
    answered, _ = shoot(
        replace(state, run=RED), "d20:2,d20:20,d20:20,card:9H", unit="red", target="able", figure="red3"
    )
    assert only(answered, "volleyed")[0].target_class == "II"
    assert only(answered, "figure-fell") == []  # only high red cards harm a crew


def gunners(name: str, at: tuple[float, float], **given):
    """Three crewmen, the first with a light cannon."""
    made = (army if name == "able" else cell)(name, size=3, at=at, spacing=1.0, **given)
    served = tuple(
        replace(f, traits=replace(f.traits, crew=True, weapons=("light cannon",) if f.number == 1 else ("pistol",)))
        for f in made.figures
    )
    return replace(made, figures=served)


@pytest.mark.rule("BG-X.2.61c", "BG-R04")
def test_a_gun_destroyed_by_artillery_fires_no_more() -> None:
    """One of six dice hits the enemy's crew (class II: 5 or less of a light cannon), and a joker comes up."""
    state = firefight(gunners("able", (20.0, 2.0)), gunners("red", (20.0, 14.0), facing=180.0))
    state = state.with_unit(replace(state.unit("able"), moved_turn=0))
    misses = ",".join(["d20:20"] * 5)
    events, after = shoot(state, f"d20:1,{misses},card:RJ", unit="able", target="red", figure="able1")
    assert [event.guns for event in only(events, "gun-destroyed")] == [(("red1", "light cannon"),)]
    answer = replace(after, run=RED)
    answer = answer.with_unit(replace(answer.unit("red"), moved_turn=0))
    assert refusal(answer, unit="red", target="able", figure="red1") == "gun-destroyed"


# ── Jokers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def with_joker(state: State, die: int, amount: int = 0) -> State:
    return state.with_unit(replace(state.unit("able"), joker=JokerEffect(2, Phase.FIRE, die, amount)))


@pytest.mark.rule("BG-X.1.13.1", "BG-R14")
def test_a_unit_low_on_ammunition_fires_with_half_of_its_figures() -> None:
    state = with_joker(firefight(SQUAD, CELL), 1)
    events, after = shoot(state, ",".join(["d20:20"] * 6), unit="able", target="red")
    assert [e.figure for e in only(events, "volleyed")] == ["able1", "able2"]
    chosen, _ = shoot(state, ",".join(["d20:20"] * 6), unit="able", target="red", only=("able3", "able4"))
    assert [e.figure for e in only(chosen, "volleyed")] == ["able3", "able4"]
    assert refusal(after, unit="able", target="red") == "had-its-chance"


@pytest.mark.rule("BG-X.1.13.4", "BG-R15")
def test_the_smoke_of_a_joker_ends_the_units_sight() -> None:
    assert refusal(with_joker(firefight(ONE, FOE), 4, 7), unit="able", target="red") == "no-line-of-sight"
    shoot(with_joker(firefight(ONE, FOE), 4, 8), "d20:20,d20:20,d20:20", unit="able", target="red")


@pytest.mark.rule("BG-X.1.13.2", "BG-X.1.13.3", "BG-X.1.13.5", "BG-X.1.13.6", "BG-R16")
def test_the_other_jokers_of_the_fire_phase() -> None:
    far = replace_at(ONE, (20.0, 4.0))
    state = firefight(far, CELL)
    doubled, _ = shoot(with_joker(state, 2), "d20:1,d20:20,d20:20,card:5H,card:6H", unit="able", target="red")
    assert (only(doubled, "volleyed")[0].hits, len(only(doubled, "figure-fell"))) == (2, 2)
    twice, _ = shoot(with_joker(state, 3), ",".join(["d20:20"] * 6), unit="able", target="red")
    assert [e.shot for e in only(twice, "volleyed")] == [1, 2]
    bad, _ = shoot(with_joker(state, 5), "d20:1,d20:2,d20:20,card:5H,card:6H", unit="able", target="red")
    assert [e.kind for e in bad][-2:] == ["figure-fell", "casualty-cards"]
    assert bad[-1].reading == "cancelled by the joker"
    good, _ = shoot(with_joker(state, 6), "d20:20,d20:20,d20:20", unit="able", target="red")
    assert only(good, "volleyed")[0].to_hit.value == 6  # medium range, class II: 5, and 1 for good command


# ── Rules of engagement ──────────────────────────────────────────────────────────────────────────────────────────


def under(state: State, roe: int) -> State:
    return state.with_side(replace(state.side(ARMY), roe=roe))


@pytest.mark.rule("BG-III.2.4.a", "BG-R119", "BG-R144")
def test_weapons_hold_is_enforced_unless_the_player_insists() -> None:
    state = under(firefight(ONE, FOE), 1)
    assert refusal(state, unit="able", target="red") == "weapons-hold"
    events, after = shoot(state, "d20:20,d20:20,d20:20", unit="able", target="red", insist=True)
    assert kinds(events)[-2:] == ["engagement-broken", "figure-left"]
    assert after.figure("able1").status is Status.GONE
    _, lenient = shoot(
        replace(state, options=(("roe", "umpire-only"),)), "d20:20,d20:20,d20:20", unit="able", target="red"
    )
    assert lenient.figure("able1").fit
    whole = under(firefight(SQUAD, CELL), 1)
    events, after = shoot(whole, ",".join(["d20:20"] * 12), unit="able", target="red", insist=True)
    assert [f.id for f in after.unit("able").figures if f.status is Status.GONE] == ["able1"]  # the leader's order


@pytest.mark.rule("BG-III.2.4.a")
def test_weapons_hold_allows_an_answer_but_not_through_civilians() -> None:
    _, answered = shoot(firefight(ONE, FOE, run=RED), "d20:20,d20:20,d20:20", unit="red", target="able")
    state = under(replace(answered, run=BLACK), 1)
    shoot(state, "d20:20,d20:20,d20:20", unit="able", target="red")
    crowd = replace(mob(size=1, at=(20.2, 14.0)), moved_turn=2)
    crowded = replace(state, units=(*state.units, crowd), civilian_attitude="neutral")
    assert refusal(crowded, unit="able", target="red") == "weapons-hold"


@pytest.mark.rule("BG-III.2.4.b", "BG-III.2.4.d", "BG-III.2.3a", "BG-R119", "BG-R143")
def test_harm_to_civilians_costs_the_leader_or_the_soldier() -> None:
    crowd = mob("crowd", size=1, at=(20.0, 18.0))
    state = firefight(ONE, FOE, crowd, civilian_attitude="neutral")
    tight, after = shoot(under(state, 2), "d20:1,d20:20,d20:20,card:5H", unit="able", target="crowd")
    assert (kinds(tight)[-1], after.figure("able1").status) == ("figure-left", Status.GONE)
    _, after = shoot(under(state, 4), "d20:20,d20:20,d20:20", unit="able", target="crowd")
    assert after.figure("able1").status is Status.GONE
    _, after = shoot(state, "d20:20,d20:20,d20:20", unit="able", target="crowd")
    assert after.figure("able1").fit
    banned = replace(state, options=(("attack-civilians", "self-defence-only"),))
    assert refusal(banned, unit="able", target="crowd") == "civilians"


# ── Without a board ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.1.2", "BG-X.1.4")
def test_without_a_board_range_and_class_are_declared() -> None:
    state = firefight(army(size=1), cell(size=3))
    assert refusal(state, unit="able", target="red") == "fact-needed"
    assert refusal(state, unit="able", target="red", range=8) == "fact-needed"
    events, _ = shoot(state, "d20:7,d20:8,d20:20,card:5C", unit="able", target="red", range=8, target_class="I")
    assert facts(events)["range"] == (8.0, "declared")
    assert only(events, "figure-fell")[0].status is Status.WOUNDED
    said = replace(state, ruled=(Ruled("range", 10.0, "able", "red"),))
    events, _ = shoot(said, "d20:20,d20:20,d20:20", unit="able", target="red", range=8, target_class="I")
    assert facts(events)["range"] == (10.0, "GM's ruling")


# ── Offers and odds ──────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_offered_can_be_done_and_the_odds_say_what_it_would_use() -> None:
    state = firefight(SQUAD, CELL)
    fires = [offer for offer in RULES.battle.offers(state, ARMY, "able") if offer.verb == "fire"]
    assert [offer.label for offer in fires] == ["Fire at Red", "On automatic at Red"]
    assert "8 in, class II (open order in the open), 4 firing" in fires[0].detail
    action = fires[0].filled()
    odds = RULES.battle.odds(state, action, Actor.player(ARMY))
    chances = dict(odds.chances)
    # twelve dice that hit on 6 or less
    assert chances["at least one hit"] == 1 - Fraction(14, 20) ** 12
    assert 0 < chances["at least one casualty"] < chances["at least one hit"]
    assert [number.value for number in odds.numbers] == [6]
    assert any("12D20" in note for note in odds.notes)
    decide(state, action, Actor.player(ARMY), Scripted(",".join(["d20:20"] * 12)))


@pytest.mark.rule("BG-R09", "BG-R21")
def test_launchers_and_laws_are_offered_until_the_unit_has_fired_as_one() -> None:
    armed = replace(carrying(SQUAD, "assault rifle", "maw", number=2), munitions=Munitions(laws=1))
    state = firefight(armed, CELL)
    labels = [offer.label for offer in RULES.battle.offers(state, ARMY, "able") if offer.verb == "fire"]
    assert labels == ["Fire at Red", "On automatic at Red", "Man able2, MAW at Red", "Man able4, LAW at Red"]
    law = next(o for o in RULES.battle.offers(state, ARMY, "able") if "LAW" in o.label)
    action = law.filled()
    _, after = shoot(state, ",".join(["d20:20"] * 6), **law.action.model_dump(exclude_unset=True))
    assert after.unit("able").munitions.laws == 0
    assert RULES.battle.odds(state, action, Actor.player(ARMY)).numbers[0].value == 5  # LAW, class II
    far = army(size=5, at=(10.0, 10.0), spacing=2.5)
    _, after = shoot(
        firefight(replace(far, munitions=Munitions(laws=1)), cell(size=5, at=(10.0, 18.0), spacing=2.5)),
        ",".join(["d20:20"] * 9),
        unit="able",
        target="red",
    )
    assert not any("LAW" in offer.label for offer in RULES.battle.offers(after, ARMY, "able"))


def test_a_concealed_enemy_is_not_offered_and_reads_like_none() -> None:
    state = firefight(ONE, replace(FOE, concealed=True))
    assert [o.verb for o in RULES.battle.offers(state, ARMY, "able")] == ["hold"]
    assert refusal(state, unit="able", target="red") == "no-target"
    assert refusal(state, unit="able", target="nobody") == "no-target"
    assert refusal(state, unit="able", target="able", by=UMPIRE) == "no-target"


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.3.1b", "BG-R139")
def test_a_concealed_unit_that_fires_is_placed_on_the_table() -> None:
    hidden = replace(ONE, concealed=True)
    events, after = shoot(firefight(hidden, FOE), "d20:20,d20:20,d20:20", unit="able", target="red")
    assert kinds(events)[-1] == "unit-revealed"
    assert not after.unit("able").concealed


def test_civilians_that_nobody_fights_are_not_offered_as_targets() -> None:
    state = firefight(ONE, FOE, mob("crowd", size=1, at=(20.0, 15.0)), civilian_attitude="neutral")
    assert {o.action.target for o in RULES.battle.offers(state, ARMY, "able") if o.verb == "fire"} == {"red"}
    assert state.unit("crowd").side == CIVILIANS
