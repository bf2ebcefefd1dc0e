"""One order sends a man to a group that nobody reaches: he runs, it does as he tells it, he comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action import RULES
from rules.infantry_action.actions.movement import OrderGroup, SendRunner
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.figures import LONG_AGO, NOTHING, Life
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.view import view
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import ATTACK, SOUTH, carried_out, changed, field, section
from tests.rules.infantry_action.table import Table

GO = SendRunner(unit="far", pace="walk", to="100,330")


def begun() -> State:
    """An officer with two men at y = 50, a section 200 m north of them that has had an order, the enemy far to the
    east."""
    state = field(
        section("hq", ATTACKER, 3, at=(100, 50), rank=Rank.OFFICER),
        section("far", ATTACKER, 2, at=(100, 250), ordered=True),
        section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH),
    )
    for number in (1, 2, 3):
        state = changed(state, f"hq{number}", briefed_in=1)
    return state


def decided(state: State, action, by: Actor = ATTACK) -> State:
    return RULES.battle.fold(RULES.battle.decide(state, action, by, Scripted("")), state)


def period(state: State, number: int, orders=None) -> State:
    return carried_out(replace(state, period=number, drafts=()), orders or {}).state


def north(state: State, id_: str) -> float:
    at = state.figure(id_).at
    assert at is not None
    return round(at[1], 1)


@pytest.mark.rule("IA-orders.communication", "IA-orders.out-of-touch", "IA-R027", "IA-R248")
def test_one_click_and_the_order_arrives() -> None:
    """He stands at 110, 50; the nearest man of the section at 110, 250: 197 m. He doubles 75 m and walks 50 twice: at
    225 he is within 50 m of them when the fourth period opens, and they walk 50 m of their 80."""
    state = decided(begun(), GO)
    assert [group.name for group in state.groups_of(ATTACKER)] == ["Hq", "Far", "Runner of Hq"]
    places = []
    for number in (1, 2, 3, 4):
        state = period(state, number)
        places.append((north(state, "hq2"), north(state, "far1")))
    assert [far for _, far in places] == [250, 250, 250, 300]
    assert [runner for runner, _ in places[:3]] == [125, 175, 225]


@pytest.mark.rule("IA-R248", "IA-R158")
def test_he_comes_back_to_his_men() -> None:
    state = decided(begun(), GO)
    for number in range(1, 10):
        state = period(state, number)
    assert state.figure("hq2").group == "hq"
    assert state.messages == ()


@pytest.mark.rule("IA-R248")
def test_the_panel_says_what_will_happen_and_offers_the_runner() -> None:
    state = begun()
    far = next(unit for unit in view(state, Viewer(ATTACKER)).units if unit.ref == "far")
    assert "Out of communication: it stays where it is; a runner can carry an order to it" in far.lines
    offers = [offer.label for offer in RULES.battle.offers(state, ATTACKER, "far")]
    assert "Send a runner: walk…" in offers
    odds = RULES.battle.odds(state, GO, ATTACK)
    assert odds.notes == ("Man hq2 runs to Far, 197 m: about 4 periods. Until he is there it goes on as it does now.",)
    assert RULES.battle.ordering is not None
    proposed = [one.label for one in RULES.battle.ordering.proposals(state, ATTACKER, "far")]
    assert "Send a runner: halt" in proposed
    sent = decided(state, GO)
    far = next(unit for unit in view(sent, Viewer(ATTACKER)).units if unit.ref == "far")
    assert "Out of communication: it stays where it is; a runner is on his way to it" in far.lines


@pytest.mark.rule("IA-R248", "IA-R157")
def test_the_enemy_learns_nothing_of_it_while_orders_are_written() -> None:
    before = begun()
    assert view(decided(before, GO), Viewer(DEFENDER)) == view(before, Viewer(DEFENDER))


@pytest.mark.rule("IA-R248")
@pytest.mark.parametrize(("unit", "code"), [("hq", "in-touch"), ("far", "runner-sent")])
def test_nobody_runs_where_it_is_not_needed(unit: str, code: str) -> None:
    state = decided(begun(), GO) if unit == "far" else begun()
    with pytest.raises(RuleViolation) as refused:
        decided(state, SendRunner(unit=unit, pace="halt"))
    assert refused.value.code == code


@pytest.mark.rule("IA-R027", "IA-R248")
def test_an_officer_alone_sends_nobody() -> None:
    state = begun()
    for number in (2, 3):
        state = changed(state, f"hq{number}", life=Life.CASUALTY)
    with pytest.raises(RuleViolation) as refused:
        decided(state, GO)
    assert refused.value.code == Why.OUT_OF_TOUCH


@pytest.mark.rule("IA-R248")
def test_a_runner_who_falls_brings_nothing() -> None:
    state = period(decided(begun(), GO), 1)
    state = period(changed(state, "hq2", life=Life.CASUALTY), 2)
    assert state.messages == ()
    assert period(state, 3).group("far").order is None


@pytest.mark.rule("IA-R248")
def test_a_newer_order_goes_before_the_runner_s() -> None:
    """In the fourth period the section is in touch again and is ordered at once."""
    state = decided(begun(), GO)
    for number in (1, 2, 3):
        state = period(state, number)
    state = decided(
        replace(state, period=4, drafts=(), step=PeriodStep.ORDERS), OrderGroup(unit="far", pace="walk", to="100,200")
    )
    state = carried_out(state, dict(state.drafts)).state
    assert north(state, "far1") == 200


@pytest.mark.rule("IA-R248")
def test_two_runners_of_one_group_have_names_of_their_own() -> None:
    state = begun()
    state = changed(state, "red", ordered=True, side=ATTACKER)
    state = changed(state, "red1", side=ATTACKER)
    state = decided(decided(state, GO), SendRunner(unit="red", pace="halt"))
    assert [group.name for group in state.groups][-2:] == ["Runner of Hq", "Runner 2 of Hq"]


@pytest.mark.rule("IA-R027")
def test_a_man_can_be_sent_in_the_period_before_which_he_stood_within_speech() -> None:
    """Nobody goes before he has been told: in the second period each of the officer's two can."""
    state = begun()
    for number in (1, 2, 3):
        state = changed(state, f"hq{number}", briefed_in=LONG_AGO)
    table = Table(state)
    assert table.refused(GO)
    table.period(OrderGroup(unit="red", pace="walk", to="590,380"))
    heard = {man.id for man in table.state.figures if man.briefed_in == 2 and man.side == ATTACKER}
    assert heard == {"hq1", "hq2", "hq3"}
    assert all(man.doing == NOTHING for man in table.state.figures), "who walked to his place stands there now"
    table.write(GO)


@pytest.mark.rule("IA-orders.communication", "IA-orders.halted", "IA-R027", "IA-R028")
def test_where_only_halting_is_left_the_offer_says_why_how_long_and_who_could_reach_it() -> None:
    """The officer stands at 100, 50 and the nearest man of the section 200 m off; nobody has a set."""
    state = begun()
    (halt,) = [one for one in RULES.battle.offers(state, ATTACKER, "far") if one.label == "Halt"]
    officer = state.figure("hq1")
    assert halt.detail == (
        f"Nothing else: {officer.name} is 200 m away and speech carries 50 m; no radio with {officer.name} and Far. "
        f"Halted, it stands until somebody reaches it: send a runner, or bring {officer.name} nearer"
    )
    near = [one for one in RULES.battle.offers(state, ATTACKER, "hq") if one.label == "Halt"]
    assert [one.detail for one in near] == ["stays where it is"]
