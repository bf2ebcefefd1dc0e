"""Officers and units in a battle: replacement, promotion, attaching, dividing, combining; and all of it in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.action import Action
from rules.kernel.chance import Scripted
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Combine, Divide, JoinUnit, LeaveUnit
from rules.red_actions.actions.morale import RallyPinned
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Test, UnitFormation
from rules.red_actions.course import Course
from rules.red_actions.events.command import Combined, OfficerPromoted, OfficerReplaced
from rules.red_actions.evolve import evolve
from rules.red_actions.pending.morale import (
    LoseBases,
    OfficerDice,
    Promote,
    PutMarkers,
    RetireUnit,
    RunAway,
    Surrender,
    TakeTest,
)
from rules.red_actions.play.command.deeds import COMMAND_DEEDS
from rules.red_actions.play.command.promoting import promote_due
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.engine.deeds import FIRST_DEEDS
from rules.red_actions.play.morale.deeds import MORALE_DEEDS
from rules.red_actions.play.officers.officer_effects import traits
from rules.red_actions.play.officers.replacing import states_to_come
from rules.red_actions.play.officers.tokens import draw_junior, left
from rules.red_actions.play.turn.segments import take
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Rout
from rules.seam.viewing import Viewer
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import ATTACK, changed, course, junior, officer, unit

REDS, WHITES = "red-regulars", "white-volunteers"
DEEDS = {deed.action: deed for deed in (*COMMAND_DEEDS, *MORALE_DEEDS)}


def battle(*parts: Any, **changes: Any) -> State:
    """Small battles of large armies, which do not break for the loss of a unit."""
    state = fields.battle(*parts, **changes)
    return replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))


def deed(state: State, action: Action, *draws: object) -> Course:
    c = Course(state, Scripted(str(draw) for draw in draws))
    row = DEEDS[type(action)]
    for event in row.carry_out(state, row.judge(state, action, ATTACK), c.chance):
        c.note(event)
    settle(c)
    return c


def refused(state: State, action: Action, words: str) -> None:
    with pytest.raises(RuleViolation, match=words):
        DEEDS[type(action)].judge(state, action, ATTACK)


# ── Replacement ─────────────────────────────────────────────────────────────────────────────────────────────────────


def fallen() -> State:
    state = battle(unit("reds", card=REDS), junior("reds", token="red-zero-plain"))
    return state.with_officer(replace(state.officer("reds-junior"), fate="casualty", fell=1))


@pytest.mark.rule("RA-officer.loss.3", "RA-def.officer.draw.3")
def test_the_token_drawn_is_out_of_the_cup() -> None:
    state = replace(fallen(), cup=("red:red-zero-plain",))
    c = Course(state, Scripted(["card:red-plus2-storm"]))
    take(c, "reds")
    assert sorted(c.state.cup) == ["red:red-plus2-storm", "red:red-zero-plain"]
    drawn = next(e for e in c.events if isinstance(e, OfficerReplaced)).officer
    assert (drawn.unit, drawn.rank, drawn.token) == ("reds", "junior", "red-plus2-storm")
    assert "red-plus2-storm" not in left(c.state, ATTACKER)


def test_a_cup_that_has_run_out_is_made_up_again() -> None:
    """RA-R05"""
    deck = BOOK_PACK.deck("soviet")
    state = replace(fallen(), cup=tuple(f"red:{token}" for token in deck))
    assert left(state, ATTACKER) == ()
    token, cup = draw_junior(state, ATTACKER, Scripted(["card:red-plus2-storm"]))
    assert token == "red-plus2-storm"
    assert cup == ("red:red-plus2-storm",)


def test_forecasts_reckon_with_the_officer_who_is_still_to_be_drawn() -> None:
    """RA-R49: the shares of all tokens add up, and a rally's chance is the mean over them."""
    state = changed(fallen(), "reds", pinned=True)
    assert sum(share for _, share in states_to_come(state, "reds")) == 1
    row = DEEDS[RallyPinned]
    odds = row.odds(state, row.judge(state, RallyPinned(unit="reds"), ATTACK))
    assert 0 < odds.chances[0].chance < 1


@pytest.mark.rule("RA-char.officer-shared", "RA-char.officer-mob", "RA-char.storm.2", "RA-char.specialist.2")
def test_a_unit_has_what_its_officer_lends() -> None:
    storm = battle(unit("reds", card=REDS), junior("reds", token="red-plus2-storm"))
    assert {t.value for t in traits(storm, storm.unit("reds"))} == {"storm"}
    mob = battle(unit("reds", card=REDS), junior("reds", token="red-zero-mob"))
    assert {t.value for t in traits(mob, mob.unit("reds"))} == {"mob"}
    rifles = battle(unit("reds", card="latvian-rifles"), junior("reds", token="red-zero-mob"))
    assert {t.value for t in traits(rifles, rifles.unit("reds"))} == {"specialist"}


# ── Promotion ───────────────────────────────────────────────────────────────────────────────────────────────────────


def without_a_general(**changes: Any) -> State:
    """The general falls with his staff in turn 1; two units are left, the first with the better officer."""
    state = battle(
        officer("boss", at=(40, 10), token="red-plus1-plain"),
        unit("one", card=REDS, at=(20, 10)), junior("one", token="red-plus2-storm"),
        unit("two", card=REDS, at=(30, 10)), junior("two", token="red-zero-plain"),
    )  # fmt: skip
    state = state.with_officer(replace(state.officer("boss-man"), general=True))
    c = course(state, 1)
    c.push(OfficerDice("boss", "shooting"))
    settle(c)
    return replace(c.state, **changes)


def test_a_lone_officer_who_falls_takes_his_base_along() -> None:
    """RA-R120"""
    state = without_a_general()
    assert state.find("boss") is None
    assert [loss.unit for loss in state.losses] == ["boss"]


@pytest.mark.rule("RA-officer.loss.4", "RA-officer.loss.5")
def test_a_junior_takes_his_place_at_the_end_of_the_next_turn() -> None:
    c = course(without_a_general())
    promote_due(c)
    assert not c.state.agenda
    c = course(without_a_general(turn=2))
    promote_due(c)
    settle(c)
    question = c.state.question
    assert question is not None
    assert question.choices == ("one-junior", "two-junior")
    again = Course(c.state, Scripted(["card:red-minus1-plain"]))
    row = FIRST_DEEDS[0]
    for event in row.carry_out(c.state, row.judge(c.state, Answer(answer="first"), ATTACK), again.chance):
        again.note(event)
    settle(again)
    risen = again.state.officer("one-junior")
    assert (risen.rank, risen.general, risen.token, risen.replaces) == ("senior", True, "red-plus2-storm", "boss-man")
    staff = again.state.unit(risen.unit)
    assert staff.with_unit == "one"
    assert [base.id for base in staff.bases] == ["boss1"]
    assert staff.raised == 1, "its loss is one of one"
    assert not again.state.losses
    assert again.state.junior("one") is not None
    promote_due(again)
    assert not again.state.agenda
    assert any(isinstance(e, OfficerPromoted) for e in again.events)
    made = [event for event in again.events if isinstance(event, OfficerPromoted | OfficerReplaced)]
    assert (len(made), again.state.new_ids) == (2, c.state.new_ids + 2), "staff and new junior use up a number each"


def test_without_a_junior_nobody_is_promoted() -> None:
    state = battle(officer("boss", at=(40, 10)))
    state = state.with_officer(replace(state.officer("boss-man"), fate="casualty", fell=1))
    c = course(replace(state, turn=3))
    promote_due(c)
    c.push(Promote("boss-man"))
    settle(c)
    assert not c.state.agenda


# ── Attaching ───────────────────────────────────────────────────────────────────────────────────────────────────────


def together(token: str = "red-plus1-plain", own: str = "red-zero-plain") -> State:
    """The officer stands right behind the Reds."""
    return battle(
        unit("reds", card=REDS, at=(30, 10)), junior("reds", token=own), officer("boss", at=(30, 9), token=token)
    )


@pytest.mark.rule("RA-action.extra.officer", "RA-officer.morale.4")
def test_a_senior_officer_takes_command_and_leaves_beside_the_action() -> None:
    c = deed(together(), JoinUnit(unit="reds", officer="boss"))
    boss = c.state.unit("boss")
    assert (boss.with_unit, boss.commands) == ("reds", True)
    assert c.state.commander("reds") == c.state.officer("boss-man")
    assert c.state.segment is not None
    assert not c.state.segment.acted
    refused(c.state, JoinUnit(unit="reds", officer="boss"), "has done that")
    after = deed(c.state, LeaveUnit(unit="reds", officer="boss")).state.unit("boss")
    assert (after.with_unit, after.commands) == ("", False)
    assert after.at is not None
    assert after.at[1] < 9.6


@pytest.mark.rule("RA-char.commissar.1")
def test_a_commissar_lets_only_a_commissar_take_over() -> None:
    state = together(own="red-zero-commissar")
    refused(state, JoinUnit(unit="reds", officer="boss"), "Commissar")
    assert not deed(state, JoinUnit(unit="reds", officer="boss", command=False)).state.unit("boss").commands
    assert deed(together("red-plus1-commissar", "red-zero-commissar"), JoinUnit(unit="reds", officer="boss"))


def test_who_is_not_there_does_not_join() -> None:
    refused(changed(together(), "boss", at=(50, 9)), JoinUnit(unit="reds", officer="boss"), "does not touch")
    refused(together(), JoinUnit(unit="reds", officer="reds"), "isn't a senior officer")
    refused(together(), LeaveUnit(unit="reds", officer="boss"), "not with")


# ── Dividing and combining ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.divide", "RA-divide.1", "RA-divide.2", "RA-divide.3")
def test_a_unit_divides() -> None:
    """Three terror markers and one humiliated on two parts: two and one each. Every base stays where it stood; the
    part has more markers than bases and routs (RA-R15), which shakes the rest (serious 7 on 2 + 2)."""
    state = battle(
        unit("reds", card=REDS, at=(30, 10), terror=3, humiliated=1, bases=5), junior("reds", token="red-zero-plain")
    )
    c = deed(state, Divide(unit="reds", bases=2, officer="goes", called="Rearguard"), 2, 2)
    rest = c.state.unit("reds")
    part = next(u for u in c.state.units if u.name == "Rearguard")
    assert [(u.terror, u.humiliated, len(u.bases), u.acted) for u in (rest, part)] == [(2, 1, 3, 1), (2, 1, 2, 1)]
    assert rest.at == pytest.approx((28.8, 10))
    assert c.state.officer("reds-junior").unit == part.id
    assert part.routing


def test_what_cannot_divide_is_refused() -> None:
    """RA-R106"""
    state = battle(unit("reds", card=REDS, bases=3))
    refused(state, Divide(unit="reds", bases=1), "cannot divide")
    refused(battle(unit("reds", card=REDS)), Divide(unit="reds", bases=2, officer="goes"), "no junior officer")
    refused(changed(battle(unit("reds", card=REDS)), "reds", acted=1), Divide(unit="reds", bases=2), "has had or lost")


def pair(**changes: Any) -> State:
    """Two units of two and three bases side by side: the middles of lines of 2.4 and 3.6 in are 3 in apart."""
    return battle(
        unit("reds", card=REDS, at=(30, 10), bases=2, terror=1), junior("reds", token="red-zero-plain"),
        unit("others", card=REDS, at=(33, 10), bases=3, humiliated=1, **changes),
        junior("others", token="red-plus1-plain"),
    )  # fmt: skip


@pytest.mark.rule("RA-action.divide", "RA-combine.1", "RA-combine.2", "RA-combine.3", "RA-combine.5", "RA-init.cards.2")
def test_units_in_contact_combine() -> None:
    """Equal officers: a lot, here the second; the card of one of them is taken out."""
    state = replace(pair(), deck=("others", "reds"))
    c = deed(state, Combine(unit="reds", other="others"), 2)
    reds = c.state.unit("reds")
    assert (len(reds.bases), reds.terror, reds.humiliated, reds.acted) == (5, 1, 1, 1)
    assert c.state.find("others") is None
    assert c.state.deck == ("reds",)
    commander = c.state.junior("reds")
    assert commander is not None
    assert commander.id == "others-junior"
    assert reds.at == pytest.approx((31.8, 10))
    assert any(isinstance(e, Combined) for e in c.events)


@pytest.mark.rule("RA-combine.2")
@pytest.mark.parametrize(("others_evade", "together"), [(False, False), (True, True)])
def test_the_whole_evades_where_both_do(others_evade: bool, together: bool) -> None:
    state = changed(changed(pair(), "reds", evading=True), "others", evading=others_evade)
    joined = Combined(unit="reds", other="others", other_name="Others", at=(31.8, 10), formation=UnitFormation.LINE)
    assert evolve(state, joined).unit("reds").evading is together


@pytest.mark.rule("RA-combine.2")
def test_the_higher_officer_commands() -> None:
    state = pair()
    state = state.with_officer(replace(state.officer("reds-junior"), level=1))
    commander = deed(state, Combine(unit="reds", other="others")).state.junior("reds")
    assert commander is not None
    assert commander.id == "reds-junior"


@pytest.mark.rule("RA-combine.1", "RA-combine.4")
def test_what_cannot_combine_is_refused() -> None:
    action = Combine(unit="reds", other="others")
    refused(changed(pair(), "others", at=(36, 10)), action, "did not begin the turn in contact")
    refused(changed(pair(), "others", moved=2.0, moved_turn=1), action, "did not begin the turn in contact")
    refused(changed(pair(), "others", acted=1), action, "acted")
    refused(changed(pair(), "others", card=WHITES), action, "one card")


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def said(state: State, *tasks: object, dice: tuple[int, ...] = (), viewer: Viewer | None = None) -> str:
    """What everybody reads of these tasks, line by line."""
    c = course(state, *dice)
    c.push(*tasks)  # type: ignore[arg-type]
    settle(c)
    return words(state, c.events, viewer)


def words(state: State, events: list[Event], viewer: Viewer | None = None) -> str:
    from rules.red_actions.evolve import evolve

    lines: list[str] = []
    for event in events:
        state = evolve(state, event)
        told = tell(state, event, viewer or Viewer(side=DEFENDER))
        if told is not None:
            lines += [told.headline, *told.lines, *told.details]
    return "\n".join(lines)


def scene() -> State:
    return battle(
        unit("reds", card=REDS, at=(30, 20)), junior("reds", token="red-zero-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 30)), junior("whites", DEFENDER, token="white-zero-plain"),
    )  # fmt: skip


def test_nerves_in_words() -> None:
    text = said(scene(), TakeTest("reds", Test.FEAR, "charged", "whites"), dice=(5, 5))
    assert "Reds fail their fear test" in text
    assert "2d6: 10 against 8 (fear test: charged)." in text
    assert "Reds rout before the charge of Whites" in text
    assert "Reds run 8 in" in text
    assert "Reds retire 3 in" in said(scene(), RetireUnit("reds", "whites"))
    assert "Reds take 2 terror markers and a pinned marker: fire" in said(
        scene(), PutMarkers("reds", terror=2, pinned=True, reason="fire")
    )
    assert "Reds lose 1 base: a shell" in said(scene(), LoseBases("reds", 1, reason="a shell"))
    gone = said(scene(), LoseBases("reds", 4))
    assert "Reds are destroyed" in gone
    assert "Officer of reds is lost with it." in gone
    assert "Reds surrender to Whites: 4 bases taken prisoner" in said(scene(), Surrender("reds", "whites"))
    fell = said(scene(), OfficerDice("reds", "shooting"), dice=(1, 1, 1))
    assert "Officer of reds falls" in fell


def test_a_rout_off_the_table_in_words() -> None:
    state = changed(scene(), "reds", at=(30, 4))
    assert "Reds run off the table" in said(state, RunAway("reds", "whites"))


def test_command_in_words() -> None:
    c = deed(together(), JoinUnit(unit="reds", officer="boss"))
    assert "Boss takes command of Reds" in words(together(), c.events)
    c = deed(pair(), Combine(unit="reds", other="others"), 2)
    assert "Reds and Others are one unit now\nOfficer of others commands." in words(pair(), c.events)
    state = battle(unit("reds", card=REDS, at=(30, 10)), junior("reds", token="red-zero-plain"))
    c = deed(state, Divide(unit="reds", bases=2, called="Rearguard"))
    assert "Reds divide: Rearguard goes off with 2 bases" in words(state, c.events)


@pytest.mark.rule("RA-evade.3")
def test_a_rallied_unit_does_not_evade() -> None:
    from rules.red_actions.actions.morale import RallyRout

    state = changed(scene(), "reds", rout=Rout(1, "whites"), evading=True)
    assert not deed(state, RallyRout(unit="reds"), 3, 4).state.unit("reds").evading


def test_the_sum_behind_a_test_is_its_own_sides() -> None:
    """The enemy of a position marker reads neither its number nor what it is."""
    from rules.red_actions.units import Concealment

    state = changed(scene(), "reds", hidden=Concealment.MARKER, marker=7)
    text = said(state, TakeTest("reds", Test.FEAR, "fire", "whites"), dice=(3, 3))
    assert text == "Marker 7 holds its nerve\n2d6: 6 (fear test: fire)."
    own = said(state, TakeTest("reds", Test.FEAR, "fire", "whites"), dice=(3, 3), viewer=Viewer(side=ATTACKER))
    assert "2d6: 6 against 8 (fear test: fire)." in own
