"""Flash bangs and smoke in a battle, worked by hand. X.12.2, X.14.3.

The army's squad stands along y = 10 looking north, 2 inches from head to head from (10, 10) on; the wind blows east.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.play.combat.evasion import may_evade
from rules.book_and_gun.play.ground.tabletop import stunned
from rules.book_and_gun.state import INSURGENTS, Run
from rules.book_and_gun.units import Munitions, Phase
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Card, Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC
from rules.table.board import Board, Feature, Opening
from tests.rules.book_and_gun.field import EAST, PLAIN, SOUTH, army, cell, only
from tests.rules.book_and_gun.test_fire_battle import RED, carrying, firefight

ROUNDS = Munitions(hand_grenades=3, flash_bangs=2, smoke_grenades=2)
BLACK_SIDE, RED_SIDE = Actor.player("army"), Actor.player("insurgents")
WINDY = replace(PLAIN, wind=EAST)


def facing(apart=2.5, board=WINDY, **given):
    return firefight(army(at=(10, 10), munitions=ROUNDS, **given), cell(at=(10, 10 + apart), facing=SOUTH), board=board)


def done(state, action, script="", by=BLACK_SIDE):
    chance = Scripted(script)
    events = list(RULES.battle.decide(state, action, by, chance))
    chance.finish()
    for event in events:
        state = RULES.battle.evolve(state, event)
    return events, state


def refused(state, action, by=BLACK_SIDE):
    with pytest.raises(RuleViolation) as why:
        RULES.battle.decide(state, action, by, Scripted(""))
    assert why.value.remedy
    return why.value.code


def clouds(state):
    return [(f.outline, f.width) for f in state.board.features if f.kind == "smoke"]


# ── Flash bangs ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.12.2", "BG-R100", "BG-R220", "BG-R222")
def test_a_flash_bang_stuns_everybody_within_an_inch_for_this_turn_and_the_two_after():
    events, state = done(facing(), Throw(unit="able", grenade="flash bang", target="red", figure="able4"))
    (held,) = only(events, "figures-stunned")
    assert (held.figures, held.until) == (("red4",), 4)
    assert state.unit("able").munitions.flash_bangs == 1
    assert [stunned(replace(state, turn=turn), state.figure("red4")) for turn in (2, 3, 4, 5)] == [
        True,
        True,
        True,
        False,
    ]
    assert refused(replace(state, run=RED), Fire(unit="red", target="able", figure="red4"), RED_SIDE) == "stunned"


@pytest.mark.rule("BG-X.12.2", "BG-R100", "BG-R222")
def test_between_two_both_are_stunned_and_ones_own_men_too():
    events, _ = done(facing(), Throw(unit="able", grenade="flash bang", to="11,12.5", figure="able1"))
    assert only(events, "figures-stunned")[0].figures == ("red1", "red2")
    action = Throw(unit="able", grenade="flash bang", to="11,10", figure="able1")
    odds = RULES.battle.odds(facing(), action, BLACK_SIDE)
    assert [(each.words, each.chance, each.danger) for each in odds.chances] == [("stuns one of your own men", 1, True)]
    events, _ = done(facing(), action)
    assert only(events, "figures-stunned")[0].figures == ("able1", "able2")


@pytest.mark.rule("BG-X.12.2", "BG-R100")
def test_in_a_room_all_who_are_in_it_are_stunned():
    house = Feature(
        "building",
        ((8, 11.2), (24, 11.2), (24, 16), (8, 16)),
        height=3.0,
        hardness="hard",
        openings=(Opening("window", (15.5, 11.2), (16.5, 11.2), sill=0.3, head=1.5),),
    )
    board = replace(WINDY, features=(house,))
    events, _ = done(
        facing(board=board),
        Throw(unit="able", grenade="flash bang", target="red", target_figure="red4", figure="able4"),
    )
    assert only(events, "figures-stunned")[0].figures == tuple(f"red{n}" for n in range(1, 8))


@pytest.mark.rule("BG-X.12.2", "BG-R222")
def test_the_stunned_stay_where_they_are_when_their_unit_moves_or_charges_and_do_not_evade():
    state = facing(4.0)
    held = state.with_figure(replace(state.figure("red4"), stunned_until=4))
    assert may_evade(state, state.unit("red"))
    assert not may_evade(held, held.unit("red"))
    moving = replace(held, turn=3, phase=Phase.MOVEMENT, run=Run(INSURGENTS, (Card("2H"),)))
    _, after = done(moving, Move(unit="red", to="16,20"), "d6:3,d6:3,d6:3", RED_SIDE)
    assert after.figure("red4").at == (16, 14)
    assert after.figure("red2").at != (12, 14)
    charging = ChargeEnemy(unit="red", target="able")
    events = RULES.battle.decide(moving, charging, RED_SIDE, Seeded(b"charge", 1))
    for event in events:
        moving = RULES.battle.evolve(moving, event)
    assert moving.figure("red4").at == (16, 14)
    assert moving.figure("red2").at != (12, 14)


# ── Smoke ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.14.3c", "BG-X.14.31a", "BG-X.14.31b", "BG-R101", "BG-R223")
def test_a_screen_grows_downwind_and_is_gone_at_the_start_of_the_second_turn_after():
    events, state = done(facing(), Throw(unit="able", grenade="smoke grenade", to="10,12", figure="able1"))
    assert only(events, "smoke-laid")[0].screen.inches == 3
    assert clouds(state) == [(((9.5, 12), (13, 12)), 1)]
    assert state.unit("able").munitions.smoke_grenades == 1
    assert "Smoke on C4: 3 in to the east" in RULES.battle.view(state, PUBLIC).lines
    for turn, left in ((3, [(((9.5, 12), (16, 12)), 1)]), (4, [])):
        state = replace(state, phase=Phase.MORALE, phase_steps=("morale", "ended"))
        events, state = done(state, BeginTurn(), by=ENGINE)
        assert state.turn == turn
        assert clouds(state) == left
    assert only(events, "smoke-drifted")[0].gone == ((10, 12),)
    assert state.screens == ()


@pytest.mark.rule("BG-X.14.31b", "BG-VI.2.3", "BG-R223")
def test_nobody_fires_through_smoke_without_thermal_sights():
    _, state = done(facing(8.0), Throw(unit="able", grenade="smoke grenade", to="10,12", figure="able1"))
    state = replace(state, run=RED)
    at_first = {"unit": "red", "target": "able", "target_figure": "able1"}
    assert refused(state, Fire(figure="red1", **at_first), RED_SIDE) == "no-line-of-sight"
    red = carrying(state.unit("red"), number=1, night_vision="thermal")
    events, _ = done(state.with_unit(red), Fire(figure="red1", **at_first), "d20:20,d20:20,d20:20", RED_SIDE)
    assert only(events, "volleyed")


@pytest.mark.rule("BG-X.14.3c", "BG-R221", "BG-R223")
def test_who_may_lay_smoke_and_where():
    state = facing()
    far = Throw(unit="able", grenade="smoke grenade", to="16,13.2", figure="able4")
    assert refused(state, far) == "out-of-range"
    assert refused(state, Throw(unit="able", grenade="smoke grenade", target="red")) == "smoke-at-place"
    reds = state.with_unit(replace(state.unit("red"), munitions=ROUNDS))
    theirs = Throw(unit="red", grenade="smoke grenade", to="10,11")
    assert refused(replace(reds, run=RED), theirs, RED_SIDE) == "no-smoke-grenades"
    _, smoked = done(state, Throw(unit="able", grenade="smoke grenade", to="12,12", figure="able2"))
    # In smoke one sees nothing to throw a hand grenade at; a second screen can still be laid behind the first.
    assert refused(smoked, Throw(unit="able", to="13,12.6", figure="able3")) == "no-line-of-sight"
    _, twice = done(smoked, Throw(unit="able", grenade="smoke grenade", to="13,12.6", figure="able3"))
    assert len(clouds(twice)) == 2


@pytest.mark.rule("BG-R223")
def test_a_screen_ends_at_the_edge_and_smoke_of_the_board_itself_stays():
    fire = Feature("smoke", ((30, 30),), width=2.0)
    board = replace(WINDY, features=(fire,))
    state = firefight(army(at=(35, 10), facing=EAST, munitions=ROUNDS), cell(at=(10, 30)), board=board)
    _, state = done(state, Throw(unit="able", grenade="smoke grenade", to="47,10.2", figure="able7"))
    assert clouds(state) == [(((30, 30),), 2), (((46.5, 10.2), (48, 10.2)), 1)]


@pytest.mark.rule("BG-X.14.3c")
def test_an_order_lays_smoke_on_a_place():
    _, state = done(facing(), GiveOrders(first="smoke at", to="14,12", units=("able",)))
    events, _ = done(state, RULES.battle.proceed(state), by=ENGINE)
    assert only(events, "smoke-laid")[0].screen.at == (14, 12)


# ── Wind ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def opened(board):
    def side(key, organisation):
        plan = RULES.forces.raise_unit(organisation)
        figures = tuple(MusterFigure(f"{key}{f.number}", f.number, "A", f.rank, f.role, f.traits) for f in plan.figures)
        unit = MusterUnit(key, key.title(), key, organisation, plan.nation, plan.traits, figures)
        return MusterSide(key, key.title(), (unit,))

    call = Muster("Wind", (side("army", "us-infantry-squad"), side("insurgents", "insurgent-cell-of-7")), board, (), 3)
    return call


@pytest.mark.rule("BG-X.14.32", "BG-R224")
def test_the_wind_is_the_boards_or_is_rolled_before_the_first_turn():
    first, *_ = RULES.battle.muster(opened(Board(36, 24)), Scripted("d8:3"))
    assert (first.board.wind, [draw.value for draw in first.draws]) == (90.0, [3])
    first, *_ = RULES.battle.muster(opened(Board(36, 24, wind=135.0)), Scripted(""))
    assert (first.board.wind, first.draws) == (135.0, ())
    first, *_ = RULES.battle.muster(opened(None), Scripted(""))
    assert first.board is None
