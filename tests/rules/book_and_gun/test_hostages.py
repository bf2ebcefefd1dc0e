"""Hostages follow whoever tells them to, stay where they are put, are moved out of danger and brought out. XIII.5.1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn
from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.actions.movement import CarryWounded, ChargeEnemy, Move
from rules.book_and_gun.book.organisations import raise_unit
from rules.book_and_gun.decide import odds
from rules.book_and_gun.events.hostages import HostageTold
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.hostages import Captive
from rules.book_and_gun.play.ground.tabletop import are_enemies
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.state import ARMY, INSURGENTS, Run
from rules.book_and_gun.units import Contact, FigureTraits, Phase, Status
from rules.kernel.action import ENGINE
from rules.kernel.chance import Card
from rules.seam.service import Service
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from tests.rules.book_and_gun.field import PLAIN, army, battle, black_card, cell, mob, player
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.war import War, dice
from tests.rules.truth import SHORT, Jury


def held(size=1, at=(20.0, 11.5)):
    unit = mob("held", size, at=at, leader=False)
    people = tuple(replace(f, traits=FigureTraits(), role="hostage") for f in unit.figures)
    return replace(unit, figures=people, traits=replace(unit.traits, kind="hostages", mob=False))


def squad():
    """Three men in line; the first, their leader, stands 1.5 inches from the hostage, base to base 0.5."""
    return army("able", 3, at=(20.0, 10.0))


def facing(*units, **changes):
    changes = {"civilian_attitude": "neutral", **changes}
    return War(black_card(battle(*units, phase=Phase.MOVEMENT, **changes)))


def follow(**given):
    return CarryWounded(carrier="able1", wounded="held1", **given)


@pytest.mark.rule("BG-XIII.5.1", "BG-R263")
def test_a_hostage_follows_and_stays_where_it_is_told_to():
    war = facing(squad(), held())
    war.do(follow())
    assert war.state.hostages == (Captive("held1", ARMY, "able1"),)
    # 4 + 4 + 4 = 12 inches would go: 6 are asked for.
    war.do(Move(unit="able", to="20,4", inches=6.0), dice(4, 4, 4))
    x, y = war.at("able1")
    hx, hy = war.at("held1")
    assert ((hx - x) ** 2 + (hy - y) ** 2) ** 0.5 < 2.0
    assert hy < 8.0
    war.state = black_card(replace(war.state, turn=3))
    war.do(CarryWounded(carrier="able1"))
    assert war.state.hostages == (Captive("held1", ARMY, ""),)
    war.do(Move(unit="able", to="20,30", inches=6.0), dice(4, 4, 4))
    assert war.at("held1") == (hx, hy)


@pytest.mark.rule("BG-XIII.5.1", "BG-R263")
def test_a_guard_with_a_weapon_keeps_a_hostage_and_distance_too():
    guard = cell("red", 1, at=(20.0, 14.4))  # 2.9 inches off: 1.9 between the bases
    assert facing(squad(), held(), guard).refuses(follow()) == "kept-by-enemy"
    facing(squad(), held(), cell("red", 1, at=(20.0, 14.6))).do(follow())
    assert facing(squad(), held(at=(20.0, 13.1))).refuses(follow()) == "too-far-to-lead"
    facing(squad(), held(at=(20.0, 13.0))).do(follow())
    war = facing(squad(), held())
    war.do(follow())
    assert war.refuses(follow()) == "follows-already"


@pytest.mark.rule("BG-XIII.5.1")
def test_hostages_do_nothing_on_their_own_and_are_nobodys_enemy():
    for attitude in ("neutral", "pro-insurgent", "pro-army"):
        red = replace(cell("red", 3, at=(20.0, 16.0)), fired_turn=1)
        state = facing(squad(), held(4), red, civilian_attitude=attitude).state
        assert movers(state, state.unit("held")) == {}
        assert not are_enemies(state, state.unit("able"), state.unit("held"))
    war = facing(squad(), held(4), civilian_attitude="pro-insurgent")
    assert war.refuses(ChargeEnemy(unit="able", target="held")) == "no-target"
    # Three of four are down: nobody rolls whether the last keeps its nerve.
    down = held(4)
    down = replace(down, figures=(*(replace(f, status=Status.KILLED) for f in down.figures[:3]), down.figures[3]))
    war = War(battle(squad(), down, cell("red", 3, at=(20.0, 30.0)), phase=Phase.MORALE, civilian_attitude="neutral"))
    for _ in range(8):
        if "morale" in war.state.phase_steps:
            break
        war.do(CheckMorale(), "", ENGINE)
    assert not [event for event in war.events if event.kind == "morale-tested"]


@pytest.mark.rule("BG-XIII.5.1", "BG-R263")
def test_whoever_did_not_put_a_hostage_there_moves_it_out_of_danger():
    fired_at = replace(squad(), under_fire=(Contact(2, "red"),))
    # Nobody has told it: the insurgents hold it, so the army moves it. 3D6: 1 + 2 + 3 = 6 inches of 8.
    war = facing(fired_at, held())
    war.do(follow(to="20,19.5"), dice(1, 2, 3))
    assert war.at("held1") == (20.0, 17.5)
    assert war.state.hostages == (Captive("held1", ARMY, ""),)
    # Where the army has put it, the insurgents do.
    war = facing(fired_at, held(), hostages=(Captive("held1", ARMY),))
    assert war.refuses(follow(to="20,19.5")) == "stays-put"
    red = cell("red", 2, at=(20.0, 20.0))
    there = facing(fired_at, held(), red, hostages=(Captive("held1", ARMY),)).state
    war = War(replace(there, run=Run(INSURGENTS, (Card("2H"),))))
    war.do(CarryWounded(carrier="red1", wounded="held1", to="26,11.5"), dice(2, 2, 2), player(INSURGENTS))
    assert war.at("held1") == (26.0, 11.5)
    # Fire at somebody hidden beside it tells nothing.
    hidden = replace(cell("red", 1, at=(20.0, 13.0)), under_fire=(Contact(2, "able"),), concealed=True)
    assert facing(squad(), held(), hidden).refuses(follow(to="20,19.5")) == "stays-put"
    # Without fire nobody does.
    assert facing(squad(), held()).refuses(follow(to="20,19.5")) == "stays-put"


@pytest.mark.rule("BG-XIII.5.1", "BG-R263")
def test_odds_of_the_way_out_of_danger():
    war = facing(replace(squad(), under_fire=(Contact(2, "red"),)), held())
    jury = Jury(RULES, came_about, "hostages", SHORT)
    jury.hear(war.state, follow(to="20,21.5"), player())
    assert jury.offers == 1
    jury.verdict()
    # 10 inches or more with 3D6: 135 of 216.
    (whole,) = odds(war.state, follow(to="20,21.5"), player()).chances
    assert whole.chance * 216 == 135


@pytest.mark.rule("BG-XIII.5.1", "BG-R264")
def test_a_hostage_in_the_rescue_zone_leaves_when_the_turn_is_over():
    zone = Feature("rescue zone", ((18.0, 9.0), (26.0, 9.0), (26.0, 13.0), (18.0, 13.0)))
    board = replace(PLAIN, features=(zone,))
    led = (Captive("held1", ARMY, "able1"),)

    def turn_over(state):
        done = replace(state, phase=Phase.MORALE, phase_steps=("morale", "ended"), run=None)
        war = War(done)
        war.do(BeginTurn(), "", ENGINE)
        return war

    units = (squad(), held(2), cell("red", 3, at=(20.0, 30.0)))
    war = turn_over(facing(*units, board=board, hostages=led).state)
    assert war.figure("held1").status is Status.GONE
    assert war.figure("held2").status is Status.FIT  # nobody has brought this one
    assert service(war.events) == (Service("able1", "freed", "held1"),)
    war = turn_over(facing(*units, board=board, hostages=(Captive("held1", INSURGENTS, "red1"),)).state)
    assert war.figure("held1").fit
    # Without a zone on the table the army's own edge is safe, up to 2 inches from it.
    assert turn_over(facing(*units, hostages=led).state).figure("held1").fit
    near = (army("able", 3, at=(20.0, 3.5)), held(at=(20.0, 2.0)), units[2])
    assert not turn_over(facing(*near, hostages=led).state).figure("held1").fit


@pytest.mark.rule("BG-XIII.5.1")
def test_hostages_are_raised_and_offered():
    assert [figure.role for figure in raise_unit("hostages").figures] == ["hostage"] * 4
    offers = [offer.label for offer in RULES.battle.offers(facing(squad(), held()).state, "army", "able")]
    assert "Man held1 follows Man able1" in offers
    led = facing(squad(), held(), hostages=(Captive("held1", ARMY, "able1"),)).state
    assert "Man able1 has the hostages stay here" in [o.label for o in RULES.battle.offers(led, "army", "able")]


@pytest.mark.rule("BG-XIII.5.1")
def test_an_unseen_hostage_reads_as_nobody():
    hidden = replace(held(), concealed=True)
    war = facing(squad(), hidden, options=(("fog", "on"),))
    nobody = war.refuses(CarryWounded(carrier="able1", wounded="held9"))
    assert war.refuses(follow()) == nobody


@pytest.mark.rule("BG-R263")
def test_whom_a_hidden_figure_leads_is_read_by_nobody_else():
    hidden = replace(cell("red", 2, at=(20.0, 13.0)), concealed=True)
    led = facing(squad(), held(), hidden, hostages=(Captive("held1", INSURGENTS, "red1"),))
    alone = replace(led.state, hostages=())
    for viewer in (Viewer(ARMY), PUBLIC):
        assert RULES.battle.view(led.state, viewer) == RULES.battle.view(alone, viewer)
        assert RULES.battle.prompt(led.state) == RULES.battle.prompt(alone)
    assert RULES.battle.offers(led.state, ARMY, "able") == RULES.battle.offers(alone, ARMY, "able")
    said = HostageTold(unit="red", hostages="held", hostage="held1", by=INSURGENTS, follows="red1")
    told = replace(said, audience=(INSURGENTS, held().side))
    assert RULES.battle.tell(led.state, told, Viewer(ARMY)) is None
    assert RULES.battle.tell(led.state, told, Viewer(INSURGENTS)) is not None
