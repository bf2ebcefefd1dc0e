"""A seal for several periods, or until contact."""

from __future__ import annotations

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.book.kinds import Light, Posture
from rules.infantry_action.events.orders import AheadNoticed, AheadOver
from rules.infantry_action.ordering import ORDERING
from rules.infantry_action.prompt import prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.tell import tell
from rules.infantry_action.view import view
from rules.kernel.event import Codec
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.infantry_action.field import ATTACK, DEFENCE, SOUTH, field, officer, section
from tests.rules.infantry_action.table import Table, walk


def far(light: Light = Light.DARK) -> Table:
    """Red lies hidden, 300 m and more off: in the dark nobody locates anybody."""
    return Table(
        field(
            officer("hq", ATTACKER, at=(120, 20)),
            section("able", ATTACKER, at=(100, 40)),
            section("red", DEFENDER, at=(100, 390), facing=SOUTH, posture=Posture.PRONE, hidden=True),
            period_limit=30,
            light=light,
        )
    )


def asked(table: Table) -> list[str]:
    return [ask.side for ask in prompt(table.state).asks]


@pytest.mark.rule("IA-R252")
def test_both_seal_once_for_three_periods_and_all_are_carried_out() -> None:
    """Able walks 50 m in each of the periods 1 to 3, to 190."""
    table = far()
    table.write(walk("able", "100,300"))
    for by in (ATTACK, DEFENCE):
        table.do(SealAhead(periods=3), by)
    table.seal()
    assert (table.state.period, table.state.step) == (4, PeriodStep.ORDERS)
    assert table.state.figure("able1").at == (100.0, 190.0)
    assert len(table.happened("orders-sealed")) == 2
    assert len(table.happened("looked-out")) == 6, "both sides look out in each of three periods"
    assert table.state.aheads == ()
    assert asked(table) == [ATTACKER, DEFENDER]


@pytest.mark.rule("IA-R252")
def test_who_has_sealed_ahead_is_not_asked_while_the_other_is() -> None:
    table = far()
    table.do(SealAhead(periods=3), ATTACK)
    table.seal()
    assert table.state.period == 2
    assert asked(table) == [DEFENDER]
    assert table.refused(walk("able", "100,300")) == "sealed-ahead"
    assert table.refused(SealAhead(periods=2), ATTACK) == "sealed-ahead"
    table.do(SealAhead(periods=1), ATTACK)
    assert asked(table) == [ATTACKER, DEFENDER]


@pytest.mark.rule("IA-R252")
def test_what_the_other_side_has_answered_stands_for_the_period() -> None:
    """While the defenders have sealed, and the envelope is not open: nothing to take back."""
    table = far()
    table.do(SealAhead(periods=3), ATTACK)
    table.do(SealOrders(), ATTACK)
    assert table.refused(SealAhead(periods=1), ATTACK) == "sealed"


@pytest.mark.rule("IA-R252")
def test_until_contact_ends_when_a_group_arrives_and_both_are_asked_each_told_its_own() -> None:
    """Able arrives at 100,100 in the second period (50 + 10 m)."""
    table = far()
    table.write(walk("able", "100,100"))
    for by in (ATTACK, DEFENCE):
        table.do(SealAhead(), by)
    table.seal()
    assert table.state.period == 3
    over = {event.side: event for event in table.events if isinstance(event, AheadOver)}
    assert over[ATTACKER].met == ("arrived: able 1",)
    assert over[DEFENDER].met == ()
    assert asked(table) == [ATTACKER, DEFENDER]
    mine = tell(table.state, over[ATTACKER], Viewer(ATTACKER))
    assert mine is not None
    assert mine.lines == ("Able has arrived.",)
    assert tell(table.state, over[ATTACKER], Viewer(DEFENDER)) is None
    assert tell(table.state, over[ATTACKER], PUBLIC) is None


@pytest.mark.rule("IA-R252", "IA-R260")
def test_what_ended_it_betrays_nothing_of_the_other_side() -> None:
    """The attackers arrive at a place, or meet a third of theirs on the way: the defenders are told the same, and see
    the same."""
    heard: list[object] = []
    for place in ("100,100", "60,90"):
        table = far()
        table.write(walk("able", place))
        for by in (ATTACK, DEFENCE):
            table.do(SealAhead(), by)
        table.seal()
        told = [tell(table.state, event, Viewer(DEFENDER)) for event in table.events if isinstance(event, AheadOver)]
        heard.append((table.state.period, told, view(table.state, Viewer(DEFENDER)), prompt(table.state)))
    assert heard[0] == heard[1]


@pytest.mark.rule("IA-R252")
def test_an_enemy_who_comes_in_sight_ends_it() -> None:
    """Prone in the open he is located at 100 m: able comes to 290 in the fifth period (40 + 250), 100 off red's 390."""
    table = far(Light.DAY)
    table.hold()
    table.write(walk("able", "100,300"))
    table.do(SealAhead(), ATTACK)
    table.do(SealAhead(ends="nothing"), DEFENCE)
    table.seal()
    over = next(event for event in table.events if isinstance(event, AheadOver) and event.side == ATTACKER)
    assert "sighted: red" in over.met
    assert table.state.seen(ATTACKER, "red")


@pytest.mark.rule("IA-R252")
def test_a_battle_taken_up_again_goes_on_by_what_was_sealed() -> None:
    table = far()
    table.do(SealAhead(periods=3), ATTACK)
    table.seal()
    codec = Codec((State,))
    table.state = codec.load(codec.dump(table.state))
    assert asked(table) == [DEFENDER]
    ahead = ORDERING.ahead(table.state, ATTACKER)
    assert ahead is not None
    assert (ahead.words, ahead.begun) == ("for periods 1 to 3", True)
    assert ORDERING.ahead(table.state, DEFENDER) is None
    table.seal()
    assert (table.state.period, asked(table)) == (3, [DEFENDER])


@pytest.mark.rule("IA-R252")
def test_a_contact_that_is_only_told_lets_the_seal_go_on_and_is_told_once() -> None:
    """Able arrives at 100,100 in the second period, and the seal is for four."""
    table = far()
    table.write(walk("able", "100,100"))
    table.do(SealAhead(periods=4, ends="contact", tells=("arrived",)), ATTACK)
    table.do(SealAhead(periods=4), DEFENCE)
    table.seal()
    assert table.state.period == 5
    [told] = [event for event in table.events if isinstance(event, AheadNoticed)]
    assert (told.side, told.met) == (ATTACKER, ("arrived: able 1",))
    mine = tell(table.state, told, Viewer(ATTACKER))
    assert mine is not None
    assert (mine.headline, mine.lines, mine.important) == (
        "Contact; what you have sealed ahead goes on",
        ("Able has arrived.",),
        False,
    )
    assert tell(table.state, told, Viewer(DEFENDER)) is None
    assert tell(table.state, told, PUBLIC) is None


@pytest.mark.rule("IA-R252")
def test_a_contact_that_asks_at_once_asks_for_fire_in_the_same_period() -> None:
    """Red is seen in the fifth period, from 290: the attackers are asked before its fire is declared, and not for the
    orders of the sixth."""
    table = far(Light.DAY)
    table.hold()
    table.write(walk("able", "100,300"))
    table.do(SealAhead(at_once=("sighted",)), ATTACK)
    table.do(SealAhead(ends="nothing"), DEFENCE)
    table.seal()
    assert (table.state.period, table.state.step) == (5, PeriodStep.DECLARATION)
    assert ATTACKER in asked(table)
    assert table.state.ahead_of(ATTACKER) is None


@pytest.mark.rule("IA-R252")
def test_alarms_that_the_seal_does_not_look_out_for_are_refused() -> None:
    table = far()
    assert table.refused(SealAhead(periods=3, tells=("arrived",)), ATTACK) == "no-such-stop"
    assert table.refused(SealAhead(tells=("arrived",), at_once=("arrived",)), ATTACK) == "two-alarms"


@pytest.mark.rule("IA-R252")
def test_alarms_of_a_seal_are_shown_and_changed_one_by_one() -> None:
    seal = SealAhead(at_once=("sighted",))
    assert [(each.key, each.strength) for each in ORDERING.alarms([seal])] == [
        ("located", "later"), ("sighted", "now"), ("fired-on", "later"),
        ("forbidden", "later"), ("arrived", "later"), ("joined", "later"),
    ]  # fmt: skip
    quieter = ORDERING.alarmed(seal, "sighted", "tell")
    assert isinstance(quieter, SealAhead)
    assert (quieter.tells, quieter.at_once) == (("sighted",), ())
    assert ORDERING.alarms([SealAhead(periods=3)]) == ()
    assert ORDERING.alarmed(SealAhead(periods=3), "sighted", "now") == SealAhead(periods=3)


@pytest.mark.rule("IA-R252")
@pytest.mark.parametrize("loud", ["tells", "at_once"])
def test_how_loud_a_contact_is_betrays_nothing_of_the_other_side(loud: str) -> None:
    """A third of the attackers lie hidden here or there: the defenders are told and asked the same."""
    heard: list[object] = []
    for place in ("100,100", "60,90"):
        table = far()
        table.write(walk("able", place))
        table.do(SealAhead.model_validate({loud: ("arrived", "sighted")}), ATTACK)
        table.do(SealAhead(), DEFENCE)
        table.seal()
        told = [tell(table.state, event, Viewer(DEFENDER)) for event in table.events if "ahead" in event.kind]  # type: ignore[attr-defined]
        heard.append((table.state.period, told[1:], view(table.state, Viewer(DEFENDER)), prompt(table.state)))
    assert heard[0] == heard[1]
