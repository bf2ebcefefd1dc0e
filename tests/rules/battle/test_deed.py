"""A deed: judged without dice, carried out without refusals, one row an action."""

from fractions import Fraction
from typing import Literal

import pytest

from rules.battle.deed import Deed, Deeds, LateRefusal, certain, judged, lawful
from rules.kernel.action import ENGINE, Action
from rules.kernel.chance import Scripted
from rules.kernel.every_die import every_die
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect


class Jump(Action):
    verb: Literal["jump"] = "jump"
    over: int = 1


class Wait(Action):
    verb: Literal["wait"] = "wait"


class Fly(Action):
    verb: Literal["fly"] = "fly"


def no(words):
    return RuleViolation("no", words, remedy="Do not.")


def judge_jump(state, action, by):
    if action.over > 6:
        raise no("Too high.")
    return action.over


def clears(over, chance):
    return chance.roll(6, for_="jump") >= over


def slips(state, over, chance):
    clears(over, chance)
    raise no("Slipped.")


JUMP = Deed(
    action=Jump,
    judge=judge_jump,
    carry_out=lambda state, over, chance: [clears(over, chance)],
    odds=lambda state, over: Odds(
        chances=(Prospect("clears", every_die(lambda chance: clears(over, chance))[True], Outcome("clears")),)
    ),
    offers=lambda state, side, unit: [Offer(Jump(over=5), f"{unit} jumps")],
)
WAIT = certain(Wait, lambda state, action, by: ["waited"], offers=lambda state, side, unit: [Offer(Wait(), "Wait")])
DEEDS = Deeds.of((JUMP,), (WAIT,))


def test_what_was_judged_is_carried_out_and_forecast():
    assert DEEDS.decide("ground", Jump(over=5), ENGINE, Scripted("d6:4")) == [False]
    assert DEEDS.decide("ground", Jump(over=5), ENGINE, Scripted("d6:5")) == [True]
    assert DEEDS.odds("ground", Jump(over=5), ENGINE).chances[0].chance == Fraction(1, 3)


def test_what_is_certain_happens_as_it_was_judged_and_has_no_odds():
    assert DEEDS.decide("ground", Wait(), ENGINE, Scripted("")) == ["waited"]
    assert DEEDS.odds("ground", Wait(), ENGINE) == Odds()


def test_a_refusal_comes_before_any_die():
    for asked in (
        lambda: DEEDS.decide("ground", Jump(over=7), ENGINE, Scripted("")),
        lambda: DEEDS.odds("", Fly(), ENGINE),
    ):
        with pytest.raises(RuleViolation):
            asked()


def test_a_refusal_after_it_is_a_fault():
    careless = Deeds.of((Deed(action=Jump, judge=judge_jump, carry_out=slips),))
    with pytest.raises(LateRefusal, match="Jump: Slipped"):
        careless.decide("ground", Jump(), ENGINE, Scripted("d6:4"))


def test_offers_come_in_the_order_of_the_rows():
    assert [offer.label for offer in DEEDS.offers("ground", "army", "Able")] == ["Able jumps", "Wait"]


def test_an_action_has_one_deed():
    with pytest.raises(ValueError, match="Jump has two deeds"):
        Deeds.of((JUMP,), (JUMP,))


def test_whether_it_is_lawful_is_asked_without_a_refusal():
    assert judged(judge_jump, "ground", Jump(over=5), ENGINE) == 5
    assert judged(judge_jump, "ground", Jump(over=7), ENGINE) is None
    assert lawful(DEEDS.judge, "ground", Jump(over=6), ENGINE)
    assert not lawful(DEEDS.judge, "ground", Jump(over=7), ENGINE)
    assert not lawful(DEEDS.judge, "ground", Fly(), ENGINE)
