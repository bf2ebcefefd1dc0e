"""A seal for several periods that lasts until a place is reached or a thing happens."""

from __future__ import annotations

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.book.kinds import Light, Posture
from rules.infantry_action.events.orders import AheadOver
from rules.infantry_action.ordering import ORDERING
from rules.infantry_action.prompt import prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.tell import tell
from rules.kernel.event import Codec
from rules.seam.ordering import UntilWhat
from rules.seam.planning import AimKind, BattleAim
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.infantry_action.field import ATTACK, DEFENCE, SOUTH, area, field, officer, section
from tests.rules.infantry_action.table import Table, walk

pytestmark = pytest.mark.rule("IA-R252")
FARM = area("field", 60, 130, 140, 180, name="The Farm")
"""Able stands at 100,40 and walks 50 m a period: 90, 140. Its edge is a quarter of a square wide, 12.5 m."""


def far(*more: object) -> Table:
    """In the dark nobody locates anybody."""
    return Table(
        field(
            officer("hq", ATTACKER, at=(120, 20)),
            section("able", ATTACKER, at=(100, 40)),
            section("red", DEFENDER, at=(100, 390), facing=SOUTH, posture=Posture.PRONE, hidden=True),
            *more,
            features=(FARM,),
            period_limit=30,
            light=Light.DARK,
        )
    )


def asked(table: Table) -> list[str]:
    return [ask.side for ask in prompt(table.state).asks]


def over(table: Table, side: str) -> AheadOver:
    return next(event for event in table.events if isinstance(event, AheadOver) and event.side == side)


def test_periods_are_carried_out_until_the_place_is_reached_and_both_are_asked_each_told_its_own() -> None:
    """Able's front is within 12.5 m of the farm in the second period: 140."""
    table = far()
    table.write(walk("able", "100,350"))
    table.do(SealAhead(until="the Farm is reached"), ATTACK)
    table.do(SealAhead(periods=9), DEFENCE)
    table.seal()
    assert table.state.period == 3
    assert asked(table) == [ATTACKER, DEFENDER]
    mine, theirs = over(table, ATTACKER), over(table, DEFENDER)
    assert mine.ended is not None
    told = tell(table.state, mine, Viewer(ATTACKER))
    assert told is not None
    assert (told.lines, told.important) == (("The Farm is reached.",), True)
    assert (theirs.met, theirs.ended) == ((), None)
    assert tell(table.state, mine, PUBLIC) is None
    assert tell(table.state, mine, Viewer(DEFENDER)) is None


def test_an_end_that_only_tells_asks_nobody_loudly() -> None:
    table = far()
    table.write(walk("able", "100,350"))
    table.do(SealAhead(until="the Farm is reached", tells=("until",)), ATTACK)
    table.do(SealAhead(periods=9), DEFENCE)
    table.seal()
    told = tell(table.state, over(table, ATTACKER), Viewer(ATTACKER))
    assert told is not None
    assert not told.important


def test_a_period_ends_it_and_it_outlives_a_restart() -> None:
    table = far()
    table.do(SealAhead(until="period 4"), ATTACK)
    table.do(SealAhead(periods=9), DEFENCE)
    table.do(SealOrders(), ATTACK)
    codec = Codec((State,))
    table.state = codec.load(codec.dump(table.state))
    ahead = ORDERING.ahead(table.state, ATTACKER)
    assert ahead is not None
    assert ahead.words == "for periods 1 to 10, or until period 4"
    table.do(SealOrders(), DEFENCE)
    table.seal()
    assert (table.state.period, asked(table)) == (4, [ATTACKER, DEFENDER])


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("reached-already", {"until": "100,40 is reached"}),
        ("reached-already", {"until": "Able reaches 100,40"}),
        ("never-reached", {"until": "Troy is reached"}),
        ("never-reached", {"until": "Red reaches the Farm"}),
        ("happened-already", {"until": "the Farm is lost"}),
        ("never-happens", {"until": "losses 900"}),
        ("turn-gone", {"until": "period 1"}),
        ("stop-never", {"until": "period 9", "periods": 3}),
        ("until-told", {"until": "something happens"}),
        ("until-told", {"until": "period"}),
        ("no-length", {"until": "losses 0"}),
        ("no-length", {"until": "sighted", "periods": 1}),
        ("no-such-stop", {"until": "the cows come home"}),
    ],
)
def test_what_cannot_end_a_seal_is_refused_and_changes_nothing(code: str, given: dict[str, object]) -> None:
    table = far()
    before = table.state
    assert table.refused(SealAhead.model_validate(given), ATTACK) == code
    assert table.state is before


def test_what_is_offered_can_be_sealed_and_an_aim_comes_first() -> None:
    table = far()
    aim = BattleAim("farm", AimKind.TAKE, "Take the farm", place="The Farm")
    found = ORDERING.ends(table.state, ATTACKER, (aim,))
    assert [one.text for one in found[:2]] == ["The Farm is reached", "The Farm is taken"]
    assert UntilWhat("sighted", "an enemy is seen for the first time") in found
    for one in found:
        horizon = ORDERING.until(one.text)
        assert horizon.action is not None
        assert table.do(horizon.action, ATTACK)
    seal = SealAhead(until="losses 2")
    assert [(one.key, one.strength) for one in ORDERING.alarms([seal])] == [("until", "later")]
    assert ORDERING.alarmed(seal, "until", "now") == SealAhead(until="losses 2", at_once=("until",))


def test_whoever_lies_hidden_in_a_place_is_not_betrayed_by_it() -> None:
    """Two worlds: a section lies hidden in the farm, or it does not. The attackers' seal ends alike."""
    heard: list[object] = []
    for more in ((), (section("lurk", DEFENDER, at=(100, 175), facing=SOUTH, posture=Posture.PRONE, hidden=True),)):
        table = far(*more)
        table.hold()
        table.write(walk("able", "100,140"))
        table.do(SealAhead(until="the Farm is taken"), ATTACK)
        table.do(SealAhead(periods=9), DEFENCE)
        table.seal()
        heard.append((table.state.period, tell(table.state, over(table, ATTACKER), Viewer(ATTACKER))))
    assert heard[0] == heard[1]
