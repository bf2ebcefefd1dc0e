"""Dogs find who hides, are sent at somebody, fight alone or as one with their handler, and are shot at. XIII.7."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold
from rules.book_and_gun.actions.combat import Capture, ResolveCloseCombat
from rules.book_and_gun.actions.devices import SearchPeople
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import CarryWounded, ChargeEnemy, Move, SendScout
from rules.book_and_gun.book.organisations import raise_unit
from rules.book_and_gun.decide import decide, odds
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.state import INSURGENTS
from rules.book_and_gun.units import FigureTraits, Morale, Phase, Status
from rules.kernel.action import ENGINE
from rules.kernel.chance import Seeded
from rules.table.board import Feature
from tests.rules.book_and_gun.field import PLAIN, army, battle, black_card, cell, charging, hurt, only, player
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.war import War
from tests.rules.truth import SHORT, Jury

HANDLER, DOG = FigureTraits(weapons=("assault rifle",), leader=True, handler=True), FigureTraits(dog=True)


def team(at=(20.0, 10.0), **given):
    """A handler, a dog an inch and a half to the east, and two riflemen."""
    unit = army("able", 4, at=at, spacing=1.5, **given)
    first, second, *rest = unit.figures
    return replace(unit, figures=(replace(first, traits=HANDLER), replace(second, traits=DOG, name="Rex"), *rest))


def foes(at=(21.5, 15.0), size=2):
    return cell("red", size, at=at, facing=180.0, leader=False)


def hunting(*units, **changes):
    return War(black_card(battle(*units, phase=Phase.MOVEMENT, **changes)))


def go(**given):
    return ChargeEnemy(unit="able", target="red", dog="able2", **given)


def in_close_combat(war):
    war.state = replace(war.state, phase=Phase.CLOSE_COMBAT, run=None, phase_steps=("routed under fire",))
    return war


@pytest.mark.rule("BG-XIII.7.1b", "BG-R66", "BG-R261")
def test_a_dog_runs_to_two_inches_and_fights_alone_with_two():
    # 15 - 10 = 5 inches from head to head, 4 from base to base: it halts 2 inches from base to base, 3 from head to
    # head. D20 +2: 9 + 2 beats 10; the fate's 15 is what the chart says.
    war = hunting(team(), foes())
    war.do(go())
    assert war.at("able2") == (21.5, 12.0)
    assert war.at("able1") == (20.0, 10.0)
    (hunt,) = war.state.hunts
    assert (hunt.dog, hunt.victim, hunt.handler) == ("able2", "red1", "")
    in_close_combat(war)
    war.do(ResolveCloseCombat(), "d20:9,d20:10,d20:1", ENGINE)
    (fought,) = only(war.events, "fought")
    assert (fought.charger, fought.defender, fought.loser) == ("able2", "red1", "red1")
    assert fought.charger_modifiers.value == 2
    assert war.figure("red1").status is Status.KILLED
    assert war.state.hunts == war.state.combats == ()
    # It has come back to its handler, and nobody's nerve was tested.
    assert abs(war.at("able2")[1] - 10.0) < 1.5
    assert war.unit("red").morale is Morale.STEADY
    assert not only(war.events, "morale-tested")


@pytest.mark.rule("BG-XIII.7.1b", "BG-R66", "BG-R261")
def test_handler_and_dog_fight_as_one_with_three_and_suffer_alike():
    # The leader's column A gives the army +1, the dog +3: 10 + 4 against 15 is lost.
    war = hunting(team(), foes())
    war.do(go(with_handler=True))
    assert war.state.hunts[0].handler == "able1"
    in_close_combat(war)
    war.do(ResolveCloseCombat(), "d20:10,d20:15,d20:1", ENGINE)
    (fought,) = only(war.events, "fought")
    assert (fought.charger, fought.loser, fought.charger_modifiers.value) == ("able1", "able1", 4)
    assert war.figure("able1").status is Status.KILLED
    assert war.figure("able2").status is Status.KILLED


@pytest.mark.rule("BG-XIII.7.1b", "BG-R66")
def test_in_a_charge_a_pair_is_one_fighter_and_a_dog_without_its_handler_another():
    both = charging(battle(team(), foes((20.0, 13.0))), "able", "red")
    pair = _first_bout(both, "able1")
    assert [(item.amount, item.reason) for item in pair.items][-1] == (3, "handler with dog")
    assert all(f.charger != "able2" for f in _bouts(both))
    alone = charging(battle(hurt(team(), Status.KILLED, 1), foes((20.0, 13.0))), "able", "red")
    assert [(item.amount, item.reason) for item in _first_bout(alone, "able2").items][-1] == (2, "dog alone")


def _bouts(state, seeds=30):
    """All pairs that fight it out under so many seeds, where nobody evades."""
    sides = tuple(replace(side, when_charged="stand") for side in state.sides)
    there = replace(state, phase_steps=("routed under fire",), sides=sides)
    found = (decide(there, ResolveCloseCombat(), ENGINE, Seeded(b"dogs", n)) for n in range(seeds))
    return [fought for events in found for fought in only(list(events), "fought")]


def _first_bout(state, charger):
    return next(f.charger_modifiers for f in _bouts(state) if f.charger == charger)


@pytest.mark.rule("BG-XIII.7.1b")
def test_a_dog_is_refused_beyond_six_inches_behind_a_wall_and_without_its_handler():
    # 7.1 inches from head to head are 6.1 from base to base.
    assert hunting(team(), foes((21.5, 17.1))).refuses(go()) == "too-far"
    hunting(team(), foes((21.5, 17.0))).do(go())
    wall = Feature("high wall", ((10.0, 12.0), (30.0, 12.0)), width=0.5)
    assert hunting(team(), foes(), board=replace(PLAIN, features=(wall,))).refuses(go()) == "too-far"
    assert hunting(hurt(team(), Status.WOUNDED, 1), foes()).refuses(go()) == "no-handler"
    assert hunting(team(), foes()).refuses(ChargeEnemy(unit="able", target="red", dog="able3")) == "no-dog"
    assert hunting(team(), foes()).refuses(ChargeEnemy(unit="able", target="red", with_handler=True)) == "no-dog"
    assert hunting(team(), foes()).refuses(go(victim="red9")) == "nobody-to-bite"
    war = hunting(team(), foes())
    war.do(go())
    assert war.refuses(go()) == "cannot-move"
    war.do(Move(unit="able", to="20,11"), "d6:1,d6:1,d6:1")
    assert war.figure("able1").move_turn == 2


@pytest.mark.rule("BG-XIII.7.1b", "BG-R261")
def test_whoever_has_gone_is_not_fought_and_the_dog_comes_back():
    war = hunting(team(), foes())
    war.do(go())
    red = war.unit("red")
    war.state = war.state.with_unit(replace(red, figures=tuple(replace(f, at=(30.0, 30.0)) for f in red.figures)))
    in_close_combat(war)
    war.do(ResolveCloseCombat(), "", ENGINE)
    assert not only(war.events, "fought")
    assert war.state.hunts == ()
    assert abs(war.at("able2")[1] - 10.0) < 1.5


@pytest.mark.rule("BG-XIII.7.1a")
def test_a_dog_finds_hidden_enemies_within_four_inches_through_a_wall():
    wall = Feature("high wall", ((10.0, 12.5), (30.0, 12.5)), width=0.5)
    board = replace(PLAIN, features=(wall,))

    def found(far, unit):
        hidden = replace(foes((21.5, 10.0 + far)), concealed=True)
        war = War(black_card(battle(unit, hidden, phase=Phase.MOVEMENT, board=board)))
        war.do(Hold(unit="able"))
        return not war.unit("red").concealed

    assert found(4.0, team())
    assert not found(4.1, team())
    nobody = replace(team(), figures=tuple(replace(f, traits=FigureTraits()) for f in team().figures))
    assert not found(4.0, nobody)


@pytest.mark.rule("BG-XIII.7.1a", "BG-R29")
def test_whom_a_dog_has_found_may_be_fired_at():
    state = battle(team(), foes((21.5, 14.0)), phase=Phase.FIRE, options=(("spot-within-6", "spotting"),))
    able, red = state.unit("able"), state.unit("red")
    assert why_known(state, able, red, distance=4.0, in_view=False) == "a dog has found it"
    far = battle(team(), foes((21.5, 15.0)), phase=Phase.FIRE)
    assert why_known(far, far.unit("able"), far.unit("red"), distance=8.0, in_view=False) == ""


@pytest.mark.rule("BG-XIII.7.1c")
def test_a_dog_is_hit_like_anybody():
    # A dog alone in sight: one shot of an assault rifle at short range, then its casualty card.
    unit = team()
    dog = replace(unit, figures=(unit.figures[1],))
    red = replace(foes((21.5, 14.0), 1), fired_turn=0)
    state = battle(replace(dog, moved_turn=2), red, phase=Phase.FIRE)
    fell = False
    for seed in range(30):
        war = War(_red_card(state))
        events = list(decide(war.state, Fire(unit="red", target="able"), player(INSURGENTS), Seeded(b"fire", seed)))
        fell = fell or any(e.kind == "figure-fell" and e.figure == "able2" for e in events)
    assert fell


def _red_card(state):
    run = black_card(state).run
    return replace(state, run=replace(run, side=INSURGENTS), phase=Phase.FIRE)


@pytest.mark.rule("BG-XIII.7.1a", "BG-R261")
def test_a_dog_does_nobodys_work():
    war = hunting(hurt(team(), Status.WOUNDED, 3), foes())
    assert war.refuses(SendScout(figure="able2")) == "a-dog"
    assert war.refuses(CarryWounded(carrier="able2", wounded="able3")) == "a-dog"
    two = replace(team(), figures=team().figures[:2])
    people = replace(foes((20.7, 11.2), 1), side="civilians")
    war = hunting(two, people, civilian_attitude="neutral")
    assert war.refuses(SearchPeople(unit="able", target="red")) == "too-few"
    # A dog alone takes nobody prisoner.
    lone = replace(team(), figures=(team().figures[1],))
    war = hunting(lone, hurt(foes((21.5, 11.0), 1), Status.WOUNDED, 1))
    assert war.refuses(Capture(unit="able", figure="red1")) == "not-captured"


@pytest.mark.rule("BG-XIII.7.1b")
def test_odds_of_a_dog_are_those_of_its_fight():
    jury = Jury(RULES, came_about, "dogs", SHORT)
    for action in (go(), go(with_handler=True)):
        jury.hear(hunting(team(), foes()).state, action, player())
    assert jury.offers == 2
    jury.verdict()
    # D20 +2 against D20, ties again: 17 * 18 / 2 = 153 pairs are lost, 18 tie, 229 are won.
    (wins, *_) = odds(hunting(team(), foes()).state, go(), player()).chances
    assert wins.chance * (400 - 18) == 229


@pytest.mark.rule("BG-XIII.7.1a")
def test_dog_teams_are_raised_with_a_handler_and_a_named_dog():
    plan = raise_unit("us-dog-team")
    roles = [figure.role for figure in plan.figures]
    assert roles == ["dog handler (M4)", "dog", "rifleman (M4)", "rifleman (M4)"]
    called = [RULES.forces.called(figure.traits) for figure in plan.figures]
    assert [bool(pool) for pool in called] == [False, True, False, False]
    kind = next(each for each in RULES.forces.organisations if each.key == "us-dog-team")
    assert kind.strength == "3 men, 1 dog"


def test_panels_offer_a_dog_alone_and_with_its_handler():
    offers = [offer.label for offer in RULES.battle.offers(hunting(team(), foes()).state, "army", "able")]
    assert "Send Rex at Red" in offers
    assert "Man able1 goes in with Rex at Red" in offers
