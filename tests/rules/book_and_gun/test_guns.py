"""Guns as things of their own: served, pushed, left, loaded, destroyed, taken. VIII.3, X.2.4 to X.2.6; by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.following import FollowOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move, Reform
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.course import Course
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.events.battle import FigureFell, UnitMustered
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.forces.muster import guns_of
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.aboard.seats import free_seats
from rules.book_and_gun.play.combat.capture import take_prisoners
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase, Spotted, Status
from rules.kernel.action import ENGINE, UMPIRE
from rules.kernel.chance import Card, Scripted
from rules.seam.forces import MusterElement, MusterFigure, MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature

from .field import PLAIN, SOUTH, army, battle, cell, only
from .motor import vehicle
from .ordnance import gun_crew, piece, with_gun
from .war import War, dice, moving, red

BLACK = Viewer(side="army")
MISSES = ",".join(["d20:20"] * 6)


def foe(at=(20, 26), size=3):
    return replace(cell("red", size=size, at=at, facing=SOUTH), moved_turn=2, spotted=(Spotted("army", 9),))


def firing(state):
    return War(replace(state, phase=Phase.FIRE, run=Run("army", (Card("9S"), Card("8S")))))


def gun(war):
    return war.state.piece("gun-p")


@pytest.mark.rule("BG-X.2.4a", "BG-X.2.6a", "BG-R83", "BG-R245")
@pytest.mark.parametrize(
    ("kind", "men", "markers"),
    [("light-gun", 4, 1), ("medium-gun", 4, 2), ("heavy-gun", 4, 4), ("light-gun", 3, 2), ("medium-gun", 2, 4)],
)
def test_a_gun_reloads_by_its_weight_and_a_turn_more_for_each_man_missing(kind, men, markers):
    war = firing(with_gun(kind, foe(), crew=gun_crew(size=men)))
    events = war.do(Fire(unit="gun", target="red"), MISSES)
    assert [shot.weapon for shot in only(events, "volleyed")] == [gun(war).weapon]  # nobody fires a rifle besides
    assert gun(war).markers == markers
    assert {f.fire_turn for f in war.unit("gun").figures} == {2}


def killed(war, *figures):
    for who in figures:
        event = FigureFell(unit="gun", figure=who, status=Status.KILLED, cause="fire")
        war.state = evolve(war.state, event)


@pytest.mark.rule("BG-X.2.6b", "BG-X.2.4a", "BG-R245")
def test_whoever_is_left_takes_the_gun_over_with_its_markers():
    war = firing(with_gun("medium-gun", foe()))
    assert gun(war).gunner == "gun1"
    war.do(Fire(unit="gun", target="red"), MISSES)
    killed(war, "gun1")
    heir = war.figure(gun(war).gunner)
    assert heir.id in ("gun2", "gun3", "gun4")
    assert heir.traits.weapons[0] == "medium cannon"
    assert heir.reload == (("medium cannon", 2, 2),)
    assert "medium cannon" not in war.figure("gun1").traits.weapons
    war.state = replace(war.state, turn=3)
    assert war.refuses(Fire(unit="gun", target="red", figure=heir.id, weapon="medium cannon")) == "reloading"
    killed(war, "gun2", "gun3", "gun4")
    assert (gun(war).gunner, gun(war).destroyed, gun(war).at) == ("", False, (20.0, 10.0))


@pytest.mark.rule("BG-X.2.6b")
def test_one_man_alone_does_not_fire_it():
    war = firing(with_gun("medium-gun", foe(), crew=gun_crew(size=1)))
    assert war.refuses(Fire(unit="gun", target="red", weapon="medium cannon")) == "crew-missing"


@pytest.mark.rule("BG-VIII.3.1a", "BG-VIII.3.1b", "BG-VIII.3.2a", "BG-R39", "BG-R245")
def test_a_light_gun_goes_where_it_is_pushed_a_heavier_one_only_without_its_crew():
    war = moving(with_gun("light-gun", foe()), 3)
    (moved,) = only(war.do(Move(unit="gun"), dice(2, 3)), "unit-moved")
    assert (moved.inches, moved.guns) == (5, ("gun-p",))
    assert gun(war).at == war.at(gun(war).gunner)
    assert gun(war).at[1] == pytest.approx(15, abs=0.6)
    for kind in ("medium-gun", "heavy-gun"):
        war = moving(with_gun(kind, foe()), 3)
        assert war.refuses(Move(unit="gun")) == "gun-too-heavy"
        (moved,) = only(war.do(Move(unit="gun", gun="leave", to="20,20"), dice(6, 6)), "unit-moved")
        assert moved.guns == ()
        assert (gun(war).at, gun(war).gunner) == ((20.0, 10.0), "")
        assert war.figure("gun1").traits.weapons == ("assault rifle",)


@pytest.mark.rule("BG-R245", "BG-VI.3.1a")
def test_a_gun_is_set_down_with_its_crew():
    war = War(with_gun("heavy-gun", foe()))
    war.do(PlaceUnit(unit="gun", to="30,12"), by=UMPIRE)
    assert gun(war).at == war.at(gun(war).gunner)
    assert gun(war).at[0] == pytest.approx(30, abs=2)


@pytest.mark.rule("BG-R245", "BG-VIII.3.1a")
def test_offers_say_that_the_gun_may_be_left():
    war = moving(with_gun("medium-gun", foe()), 3)
    labels = [offer.label for offer in DEEDS.offers(war.state, "army", "gun")]
    assert "Leave the gun and move to …" in labels
    assert "Advance" not in labels


@pytest.mark.rule("BG-X.2.61a", "BG-X.2.61b", "BG-R85")
@pytest.mark.parametrize(
    ("card", "status"),
    [("KH", Status.KILLED), ("JD", Status.WOUNDED), ("TH", Status.FIT), ("AS", Status.FIT), ("RJ", Status.FIT)],
)
def test_only_high_hearts_and_diamonds_harm_a_crew(card, status):
    crew = gun_crew(spotted=(Spotted("insurgents", 9),))
    state = with_gun("medium-gun", cell("red", size=1, at=(20, 20), facing=SOUTH), crew=crew)
    war = War(replace(state, phase=Phase.FIRE, run=Run("insurgents", (Card("9H"),))))
    events = war.do(Fire(unit="red", target="gun"), f"d20:1,d20:20,d20:20,card:{card}", red())
    (shot,) = only(events, "volleyed")
    assert shot.hits == 1
    assert sorted(f.status for f in war.unit("gun").figures) == sorted([status, *[Status.FIT] * 3])
    assert not gun(war).destroyed


@pytest.mark.rule("BG-X.2.61c", "BG-R04")
def test_artillery_that_draws_a_joker_destroys_the_gun_for_good():
    crew = replace(gun_crew("foe", at=(20.0, 30.0), facing=SOUTH), side="insurgents", moved_turn=2)
    crew = replace(crew, spotted=(Spotted("army", 9),))
    state = evolve(
        with_gun("light-gun", cell("red", 1, at=(44, 34))),
        UnitMustered(unit=crew, pieces=(piece("medium-gun", "foe"),)),
    )
    war = firing(state)
    events = war.do(Fire(unit="gun", target="foe"), "d20:1,d20:20,d20:20,d20:20,d20:20,d20:20,card:BJ")
    (lost,) = only(events, "gun-destroyed")
    assert lost.pieces == ("foe-p",)
    wreck = war.state.piece("foe-p")
    assert (wreck.destroyed, wreck.gunner) == (True, "")
    assert not any("medium cannon" in f.traits.weapons for f in war.unit("foe").figures)
    assert [(s.of, s.what) for s in service(war.events) if s.of == "foe-p"] == [("foe-p", "destroyed")]
    scene = RULES.battle.view(war.state, BLACK).scene
    assert any(t.kind == "gun" and t.state == "destroyed" for t in scene.wrecks)


@pytest.mark.rule("BG-XIII.1.1a", "BG-R135", "BG-R245")
def test_a_gun_whose_crew_is_gone_is_taken_by_an_enemy_in_contact():
    war = War(with_gun("medium-gun", cell("red", size=2, at=(20, 11), facing=SOUTH)))
    near = Course(war.state, Scripted(""))
    take_prisoners(near)
    assert near.events == []
    killed(war, "gun1", "gun2", "gun3", "gun4")
    taking = Course(war.state, Scripted(""))
    take_prisoners(taking)
    (taken,) = only(taking.events, "gun-taken")
    assert (taken.unit, taken.gun, taken.captor) == ("gun", "gun-p", "red")
    assert taking.state.piece("gun-p").unit == "red"
    assert taking.state.piece("gun-p").gunner in ("red1", "red2")
    assert [(s.of, s.what, s.by) for s in service(taking.events)] == [("gun-p", "captured", "red")]


def hauled(men=4, *, at=(23.0, 10.0), kind="truck"):
    own, body = vehicle("lorry", kind, at=at)
    return moving(with_gun("medium-gun", own, foe(at=(40, 34)), crew=gun_crew(size=men), vehicles=[body]), 6)


def next_turn(war):
    cards_ = tuple(Card(f"{n}S") for n in "234567")
    war.state = replace(war.state, turn=war.state.turn + 1, run=Run("army", cards_))


@pytest.mark.rule("BG-VIII.3.3", "BG-R246")
@pytest.mark.parametrize(("men", "turns"), [(4, 1), (3, 2), (2, 3)])
def test_limbering_takes_a_full_turn_and_one_more_for_each_man_missing(men, turns):
    war = hauled(men)
    limber = Reform(unit="gun", gun="limber", towed_by="lorry")
    for done in range(1, turns + 1):
        (hooked,) = only(war.do(limber), "gun-hooked")
        assert (hooked.done, hooked.turns) == (done, turns)
        assert all(f.fire_turn == war.state.turn == f.move_turn for f in war.unit("gun").figures)
        assert bool(gun(war).tow) == (done == turns)
        next_turn(war)
    assert (gun(war).tow, gun(war).gunner) == ("lorry-v", "")
    # Behind the truck it goes where that goes, and its men fire nothing but their rifles.
    war.do(Move(unit="lorry", to="23,30"), dice(2, 2, 2, 2))
    assert war.state.vehicle("lorry-v").at[1] > 10
    assert gun(war).at[1] == pytest.approx(war.state.vehicle("lorry-v").at[1] - 2.8, abs=1.0)
    next_turn(war)
    assert war.refuses(Move(unit="lorry", backwards=True)) == "no-reverse"


@pytest.mark.rule("BG-VIII.3.3", "BG-R246")
def test_work_that_is_left_begins_anew_and_unlimbering_sets_the_gun_up():
    war = hauled(3)
    limber = Reform(unit="gun", gun="limber", towed_by="lorry")
    war.do(limber)
    next_turn(war)
    next_turn(war)  # a turn without work
    assert only(war.do(limber), "gun-hooked")[0].done == 1
    next_turn(war)
    war.do(limber)
    next_turn(war)
    unlimber = Reform(unit="gun", gun="unlimber", facing=90.0)
    assert only(war.do(unlimber), "gun-hooked")[0].turns == 2
    next_turn(war)
    war.do(unlimber)
    assert (gun(war).tow, gun(war).facing, gun(war).gunner != "") == ("", 90.0, True)


@pytest.mark.rule("BG-R246", "BG-VIII.3.3")
def test_what_cannot_be_hooked_is_refused():
    assert hauled(at=(20.0, 29.0)).refuses(Reform(unit="gun", gun="limber", towed_by="lorry")) == "too-far"
    assert hauled().refuses(Reform(unit="gun", gun="limber", towed_by="red")) == "nothing-tows"
    assert hauled().refuses(Reform(unit="gun", gun="unlimber")) == "no-gun"


@pytest.mark.rule("BG-VIII.2.6b", "BG-R246")
def test_a_limber_takes_the_crew_of_its_gun_or_two_without_one():
    war = hauled(kind="limber")
    assert len(free_seats(war.state, war.state.vehicle("lorry-v"), war.unit("gun"))) == 2
    war.do(Reform(unit="gun", gun="limber", towed_by="lorry"))
    other = army("able", at=(30.0, 10.0))
    assert len(free_seats(war.state, war.state.vehicle("lorry-v"), war.unit("gun"))) == 4
    assert len(free_seats(war.state, war.state.vehicle("lorry-v"), other)) == 0


@pytest.mark.rule("BG-X.6.1c", "BG-X.6.1d", "BG-X.4.17", "BG-X.4.18", "BG-X.4.19")
@pytest.mark.parametrize(
    ("weapon", "rolled"),
    [("haw recoilless rifle", 3), ("medium cannon", 3), ("latgm", 4), ("matgm", 4)],
)
def test_dice_of_heavy_weapons_at_vehicles(weapon, rolled):
    own, body = vehicle("btr", "btr", at=(20.0, 10.0), side="insurgents")
    body = replace(body, facing=0.0)
    if weapon == "medium cannon":
        state = with_gun("medium-gun", own, crew=gun_crew(at=(20.0, 32.0), facing=SOUTH), vehicles=[body])
    elif weapon == "haw recoilless rifle":
        crew = gun_crew(size=2, at=(20.0, 32.0), facing=SOUTH)
        state = with_gun("recoilless-rifle", own, crew=crew, vehicles=[body])
    else:
        crew = gun_crew(size=2, at=(20.0, 32.0), facing=SOUTH)
        men = tuple(
            replace(f, traits=replace(f.traits, weapons=(weapon,) if f.number == 1 else ())) for f in crew.figures
        )
        state = battle(replace(crew, figures=men), own, vehicles=(body,))
    war = firing(state)
    events = war.do(Fire(unit="gun", target="btr", weapon=weapon), ",".join(["d20:20"] * rolled))
    (shot,) = only(events, "vehicle-fired-at")
    assert (shot.weapon, len(shot.dice), shot.hits) == (weapon, rolled, 0)


@pytest.mark.parametrize(
    ("key", "men", "weapon"),
    [("soviet-gun", 4, "medium cannon"), ("insurgent-recoilless-rifle", 2, "haw recoilless rifle")],
)
def test_guns_are_raised_with_their_men_and_come_to_a_battle(key, men, weapon):
    plan = RULES.forces.raise_unit(key)
    assert len(plan.figures) == men
    (element,) = plan.elements
    figures = tuple(MusterFigure(f"f{f.number}", f.number, "X", f.rank, f.role, f.traits) for f in plan.figures)
    brought = MusterElement("e1", 9, element.type.kind, element.type.key, "The gun", "")
    unit = MusterUnit("g", "Gun", plan.side, key, plan.nation, plan.traits, figures, elements=(brought,))
    (found,) = guns_of(unit)
    assert (found.weapon, found.unit, len(element.crew)) == (weapon, "g", men)


@pytest.mark.rule("BG-R246")
def test_work_at_a_gun_whose_crew_nobody_has_seen_is_read_by_its_own_side_alone():
    red = cell("red", 3, at=(20.0, 30.0))
    state = with_gun("medium-gun", red, crew=replace(gun_crew(), concealed=True), options=(("fog", "on"),))
    (gun,) = state.pieces
    worked = state.with_piece(replace(gun, hook="limber", hook_turns=1, hook_turn=state.turn))
    for viewer in (Viewer("insurgents"), PUBLIC):
        assert RULES.battle.view(worked, viewer) == RULES.battle.view(state, viewer)
    assert RULES.battle.offers(worked, "insurgents", "red") == RULES.battle.offers(state, "insurgents", "red")
    assert RULES.battle.view(worked, Viewer("army")) != RULES.battle.view(state, Viewer("army"))


@pytest.mark.rule("BG-IX.3.1d", "BG-IX.3.1a", "BG-R279")
def test_a_gun_stops_at_a_wall_and_its_crew_crosses_without_it():
    # A low wall half an inch before the barrel: from beside it men get on top, the gun does not.
    wall = Feature("wall", ((10.0, 11.1), (30.0, 11.1)), name="Wall", height=0.8, width=0.2)
    board = replace(PLAIN, features=(wall,))
    war = moving(with_gun("light-gun", foe(at=(40, 34)), board=board), 3)
    war.do(Move(unit="gun", to="20,20"), dice(6, 6))
    assert gun(war).at[1] < 11.0
    assert all(f.at[1] < 11.0 for f in war.unit("gun").figures)
    next_turn(war)
    war.do(Move(unit="gun", to="20,20", gun="leave"), dice(6, 6))
    assert gun(war).at[1] < 11.0
    assert war.at("gun1")[1] == pytest.approx(11.1, abs=0.6)
    assert war.at("gun1")[1] > 10.9


@pytest.mark.rule("BG-VIII.3.3", "BG-R246")
def test_by_orders_a_gun_is_limbered_towed_and_set_up():
    war = hauled()
    war.do(GiveOrders(first="limber", then="unlimber", units=("gun",), lasts="battle"))
    war.do(GiveOrders(first="tow to", to="23,30", units=("lorry",), lasts="battle"))
    war.do(FollowOrders(side="army"), by=ENGINE)
    assert gun(war).tow == "lorry-v"
    war.do(FollowOrders(side="army"), dice(2, 2, 2, 2), by=ENGINE)
    assert war.state.vehicle("lorry-v").at[1] > 12.0


@pytest.mark.rule("BG-VIII.3.3")
def test_what_tows_waits_for_its_gun():
    war = hauled()
    war.do(GiveOrders(first="tow to", to="23,30", units=("lorry",)))
    assert war.refuses(FollowOrders(side="army"), ENGINE) == "nothing-due"
