"""Charges in a battle from the declaration through the fire phase to the fight, and what morale makes of it after."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.battle import HoldAll, StandingAnswer
from rules.book_and_gun.actions.combat import AnswerCharge, TakePlace
from rules.book_and_gun.actions.movement import ChargeEnemy, Move, RallyUnit
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import ChargeStage, Side
from rules.book_and_gun.units import Morale, Phase, Status, UnitTraits
from rules.kernel.action import ENGINE
from rules.kernel.chance import FULL_DECK, Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature

from .field import PLAIN, SOUTH, army, battle, black_card, cell, charging, hurt, kinds, mob, only, player


class War:
    """A battle that is led on by hand: players' actions, and the engine's as it asks for them."""

    def __init__(self, state):
        self.state = state
        self.events = []

    def do(self, action, script="", by=None):
        chance = Scripted(script)
        events = list(decide(self.state, action, by or player(), chance))
        chance.finish()
        self.state = fold(self.state, events)
        self.events += events
        return events

    def engine(self, script=""):
        assert not prompt(self.state).asks
        return self.do(proceed(self.state), script, ENGINE)

    def refuses(self, action, by=None):
        with pytest.raises(RuleViolation) as refused:
            decide(self.state, action, by or player(), Scripted(""))
        return refused.value.code

    def to(self, phase):
        """The engine closes phases in which nobody can act any more."""
        while self.state.phase is not phase:
            self.engine()


def field(*units, **changes):
    """The movement phase of turn 2 with a black card for the army."""
    return War(black_card(battle(*units, deck=FULL_DECK, casualty_deck=FULL_DECK, **changes)))


def moved(unit):
    """The unit has had its chance to move in turn 2."""
    return replace(unit, figures=tuple(replace(f, move_turn=2) for f in unit.figures))


def fired(unit):
    return replace(unit, figures=tuple(replace(f, fire_turn=2) for f in unit.figures))


# ── Declaring ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.4", "BG-VIII.1.41b", "BG-VIII.1.42a")
def test_a_charge_in_reach_rolls_the_charge_dice_and_halts_two_inches_away():
    war = field(army(size=3, at=(10, 10)), moved(cell(size=3, at=(10, 20), facing=SOUTH)))

    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")  # open order: 4D6; 9 inches from base to base

    assert [f.at for f in war.state.unit("able").figures] == [(10, 17), (12, 17), (14, 17)]
    (charge,) = war.state.charges
    assert (charge.distance, charge.inches, charge.stage) == (9, 12, ChargeStage.HALTED)
    assert war.state.figure("able1").charged_turn == 2


@pytest.mark.rule("BG-VIII.1.4")
def test_a_charge_that_falls_short_goes_its_inches_and_is_no_charge():
    war = field(army(size=3, at=(10, 10)), moved(cell(size=3, at=(10, 20), facing=SOUTH)))

    war.do(ChargeEnemy(unit="able", target="red"), "d6:1,d6:1,d6:2,d6:1")

    assert war.state.unit("able").figures[0].at == (10, 15)
    assert war.state.charges == ()
    assert war.state.figure("able1").charged_turn == 2  # it has used a charge move all the same


@pytest.mark.rule("BG-VIII.1.4")
def test_a_target_beyond_the_charge_distance_is_refused():
    war = field(army(size=3, at=(10, 5)), cell(size=3, at=(10, 31), facing=SOUTH))  # 25 inches; 4 dice reach 24

    assert war.refuses(ChargeEnemy(unit="able", target="red")) == "out-of-charge-range"


@pytest.mark.rule("BG-VIII.1.41a")
def test_a_charge_must_run_straight():
    war = field(army(size=3, at=(10, 10)), cell(size=3, at=(10, 20)))

    assert war.refuses(ChargeEnemy(unit="able", target="red", straight=False)) == "not-straight"


@pytest.mark.rule("BG-VIII.1.43e")
def test_civilians_charge_only_in_a_mob():
    crowd = mob(size=3, at=(10, 10))
    alone = replace(crowd, traits=UnitTraits())
    red = cell(size=3, at=(10, 20))

    assert (
        field(alone, red, civilian_attitude="pro-army").refuses(ChargeEnemy(unit="crowd", target="red"), ENGINE)
        == "no-charge"
    )
    war = field(crowd, moved(red), civilian_attitude="pro-army")
    war.do(ChargeEnemy(unit="crowd", target="red"), "d6:3,d6:3,d6:3,d6:3", ENGINE)
    assert war.state.charges


@pytest.mark.rule("BG-VIII.7.4b", "BG-XII.2.11a")
def test_shaken_men_run_at_once_when_a_charge_can_reach_them_and_do_not_rally_this_turn():
    red = cell(size=2, at=(20, 20), facing=SOUTH, morale=Morale.SHAKEN, morale_turn=1)
    war = field(army(size=2, at=(20, 10)), red)

    # The charge rolls 12 for 9 inches; the shaken men run 8 inches north and are out of its reach.
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3,d6:2,d6:2,d6:2,d6:2")

    assert [f.at for f in war.state.unit("red").figures] == [(20, 28), (22, 28)]
    assert war.state.charges == ()
    assert war.refuses(RallyUnit(unit="red"), ENGINE) == "shaken"


@pytest.mark.rule("BG-XII.2.11a")
def test_shaken_men_who_are_still_reached_must_stand_in_the_close_combat_phase():
    red = cell(size=2, at=(20, 20), facing=SOUTH, morale=Morale.SHAKEN, morale_turn=1)
    war = field(army(size=2, at=(20, 10)), red)

    war.do(ChargeEnemy(unit="able", target="red"), "d6:6,d6:6,d6:6,d6:3,d6:1,d6:1,d6:1,d6:1")  # 21 inches for 9 + 4

    (charge,) = war.state.charges
    assert charge.distance == 13


@pytest.mark.rule("BG-XI.5.3a", "BG-XI.5.3b")
def test_over_a_wall_from_a_position_at_it_with_stragglers():
    wall = Feature("wall", ((0, 13), (48, 13)), width=0.25, height=0.6)
    board = replace(PLAIN, features=(wall,))
    near, far = army(size=4, at=(10, 12.25)), army(size=4, at=(10, 8))
    red = moved(cell(size=2, at=(10, 13.75), facing=SOUTH))

    assert field(far, red, board=board).refuses(ChargeEnemy(unit="able", target="red")) == "behind-wall"
    war = field(near, red, board=board)
    war.do(ChargeEnemy(unit="able", target="red"), "d6:1,d6:1,d6:1,d6:1,d6:2")  # the last die: two stay behind

    (charge,) = war.state.charges
    assert (charge.over_obstacle, charge.stragglers) == (True, ("able4", "able3"))
    assert war.state.figure("able4").charged_turn == 0


# ── The whole way ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.42b", "BG-XI.0.2", "BG-VII.3", "BG-XI.4.44", "BG-X.2.3a")
def test_from_the_charge_over_the_fire_of_the_charged_to_the_fight_and_the_shaken_losers():
    war = field(army(size=2, at=(20, 10)), moved(cell(size=2, at=(20, 20), facing=SOUTH)))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.engine()  # the movement phase is over
    assert war.state.phase is Phase.FIRE

    # The chargers cannot fire; the charged can: the black card goes away, the red one is theirs.
    war.engine("card:2S,card:2H")
    assert [unit for ask in prompt(war.state).asks for unit in ask.units] == ["red"]
    assert fire_chances(war.state, war.state.unit("able")) == ()
    war.do(HoldAll(), by=player("insurgents"))
    war.to(Phase.CLOSE_COMBAT)

    # They close on 5 and are met on 4; the cell may evade, and stands.
    war.engine("d6:5,d6:4")
    (ask,) = prompt(war.state).asks
    assert (ask.side, ask.default) == ("insurgents", AnswerCharge(unit="red", answer="stand"))
    # red1 falls to able1, red2 runs from able2; 8 inches back. The army takes the place.
    war.do(
        AnswerCharge(unit="red", answer="stand"),
        "d20:15,d20:5,d20:2,d20:15,d20:5,d20:9,d6:2,d6:2,d6:2,d6:2",
        player("insurgents"),
    )
    assert war.state.figure("red1").status is Status.KILLED
    assert war.state.unit("red").morale is Morale.SHAKEN
    war.do(TakePlace(unit="able"))
    war.engine()
    war.to(Phase.MORALE)

    # One of two left is not below half, and the hit fell before the cell was shaken: nobody is checked.
    events = war.engine()
    assert only(events, "morale-tested") == []
    assert war.state.unit("red").morale is Morale.SHAKEN


@pytest.mark.rule("BG-XI.1.1b", "BG-VIII.1.42b")
def test_a_charged_unit_that_moves_away_on_its_own_card_leaves_its_place():
    war = field(army(size=2, at=(20, 10)), cell(size=2, at=(20, 20), facing=SOUTH))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.engine("card:2H")
    war.do(Move(unit="red", to="20,34"), "d6:3,d6:3,d6:3", player("insurgents"))
    war.state = war.state.with_unit(fired(war.state.unit("red")))
    war.to(Phase.CLOSE_COMBAT)

    events = war.engine()

    assert only(events, "morale-tested") == []
    assert [f.at for f in war.state.unit("able").figures] == [(20, 20), (22, 20)]


@pytest.mark.rule("BG-VIII.1.42a", "BG-XI.1.1a")
def test_a_charged_unit_may_counter_charge_on_its_own_card():
    war = field(army(size=1, at=(20, 10)), cell(size=1, at=(20, 20), facing=SOUTH))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.engine("card:2H")

    war.do(ChargeEnemy(unit="red", target="able"), "d6:1,d6:1,d6:1,d6:1", player("insurgents"))

    assert [c.counter for c in war.state.charges] == [False, True]
    war.to(Phase.CLOSE_COMBAT)
    events = war.engine("d6:5,d6:3,d20:20,d20:1,d20:1")
    assert [t.chart for t in only(events, "morale-tested")] == ["close into combat"] * 2
    assert war.state.figure("red1").status is Status.KILLED


@pytest.mark.rule("BG-XI.2.3", "BG-XII.1.4")
def test_a_charge_that_does_not_close_is_pinned_and_checked_in_the_same_turn():
    war = field(army(size=2, at=(20, 10)), moved(fired(cell(size=2, at=(20, 20), facing=SOUTH))))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.to(Phase.CLOSE_COMBAT)
    war.engine("d6:6")
    war.engine()
    war.to(Phase.MORALE)

    war.engine("d6:5,d6:5")  # 10: free again

    assert war.state.unit("able").morale is Morale.STEADY


@pytest.mark.rule("BG-XII.1.41b", "BG-XII.2.21b", "BG-XII.2.2")
def test_pinned_men_do_not_move_but_fire_and_defend():
    able = army(size=1, at=(20, 10), morale=Morale.PINNED, morale_turn=1)
    war = field(able, moved(fired(cell(size=1, at=(20, 13), facing=SOUTH))))
    assert war.refuses(Move(unit="able")) == "pinned"
    assert war.refuses(ChargeEnemy(unit="able", target="red")) == "pinned"

    assert fire_chances(war.state, able) == able.figures
    assert fire_chances(replace(war.state, options=(("pinned-fire", "no"),)), able) == ()

    war.state = charging(replace(war.state, phase=Phase.CLOSE_COMBAT), "red", "able")
    events = war.engine("d6:3,d6:4,d20:1,d20:20,d20:1")  # it stands on 1-4, one less for being pinned, and cannot evade
    assert [(i.amount, i.reason) for i in only(events, "fought")[0].defender_modifiers.items] == [
        (1, "leader figure"),
        (-1, "pinned"),
    ]


@pytest.mark.rule("BG-VIII.4.5b")
def test_a_charged_scout_evades_back_to_his_unit():
    red = moved(cell(size=3, at=(20, 20), facing=SOUTH))
    scout = replace(red.figures[2], scout=True, at=(26, 16))
    war = field(army(size=2, at=(24, 10)), replace(red, figures=(*red.figures[:2], scout)))

    events = war.do(ChargeEnemy(unit="able", target="red"), "d6:4,d6:4,d6:4,d6:4")

    assert [e.figure for e in only(events, "scout-sent")] == ["red3"]
    assert not war.state.figure("red3").scout
    assert war.state.figure("red3").at[1] > 20


@pytest.mark.rule("BG-XII.1.2b", "BG-IV.5", "BG-XII.1.21b", "BG-XII.1.22")
def test_the_death_of_the_commander_in_a_close_combat_immobilises_the_side():
    able, bravo = army(size=1, at=(20, 10)), army("bravo", size=3, at=(30, 5))
    red = moved(fired(cell(size=1, at=(20, 20), facing=SOUTH)))
    war = field(able, bravo, red)
    sides = (Side("army", "Army", "south", basic_units=3, commander="able1"), *war.state.sides[1:])
    war.state = replace(war.state, sides=sides)
    war.state = war.state.with_unit(moved(fired(bravo)))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.to(Phase.CLOSE_COMBAT)
    war.engine("d6:5,d6:4")

    events = war.do(AnswerCharge(unit="red", answer="stand"), "d20:1,d20:20,d20:1", player("insurgents"))

    assert [(e.side, e.figure) for e in only(events, "commander-lost")] == [("army", "able1")]
    war.do(TakePlace(unit="red", take=False), by=player("insurgents"))
    war.engine()
    war.to(Phase.MORALE)
    war.engine("d6:6,d6:6")
    war.engine()
    war.engine()  # turn 3
    assert war.state.turn == 3
    war.engine("card:2S")
    assert war.refuses(Move(unit="bravo", to="30,20")) == "immobile"


@pytest.mark.rule("BG-XII.1.3a", "BG-VII.3.d.3")
def test_losers_below_half_take_their_critical_check_in_the_same_turn():
    war = field(army(size=2, at=(20, 10)), moved(fired(cell(size=3, at=(20, 20), facing=SOUTH))))
    war.state = war.state.with_unit(hurt(war.state.unit("red"), Status.KILLED, 2))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.to(Phase.CLOSE_COMBAT)
    war.engine("d6:5,d6:4")
    # red1 killed, red3 runs: one of three is left, and shaken
    war.do(
        AnswerCharge(unit="red", answer="stand"),
        "d20:15,d20:5,d20:2,d20:15,d20:5,d20:9,d6:1,d6:1,d6:1,d6:1",
        player("insurgents"),
    )
    war.do(TakePlace(unit="able", take=False))
    war.engine()
    war.to(Phase.MORALE)

    events = war.engine("d6:3,d6:2")  # leaderless insurgents pass up to 6, shaken up to 5

    (tested,) = only(events, "morale-tested")
    assert (tested.chart, tested.unit, tested.top.value, tested.passed) == ("critical", "red", 5, True)
    assert kinds(events)[-1] == "phase-step-done"


def test_standing_answers_spare_the_waiting():
    war = field(army(size=2, at=(20, 10)), moved(fired(cell(size=1, at=(20, 20), facing=SOUTH))))
    war.do(StandingAnswer(when_won="take"))
    war.do(StandingAnswer(when_charged="stand"), by=player("insurgents"))
    war.do(ChargeEnemy(unit="able", target="red"), "d6:3,d6:3,d6:3,d6:3")
    war.to(Phase.CLOSE_COMBAT)

    war.engine("d6:5,d6:4,d20:20,d20:1,d20:20,d6:1,d6:1,d6:1,d6:1")
    war.engine()  # takes the place

    assert middle(war.state.unit("able").fit) == pytest.approx((20, 20), abs=1.1)  # both were in contact with one man
    assert war.state.questions == ()
    assert war.refuses(StandingAnswer()) == "nothing-to-answer"
