"""Rallying from terror, from rout and from pinned, worked by hand."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import rallying
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.morale import Doing, MoraleResult
from rules.red_actions.book.rallying import Pursuer
from rules.red_actions.book.switches import House
from rules.red_actions.book.units import Markers

ORIGINAL = House((("rally-rules", "original"),))


@pytest.mark.rule("RA-rally.terror.1", "RA-rally.terror.2", "RA-def.terror.3", "RA-R56", "RA-R158")
@pytest.mark.parametrize(
    ("limit", "bases", "script", "left", "off"),
    [
        ("none", 4, "", Markers(0, 1, True), 3),
        ("d3", 4, "1", Markers(2, 1, True), 1),
        ("d3", 4, "4", Markers(1, 1, True), 2),
        ("d3", 4, "6", Markers(0, 1, True), 3),
        ("d3", 4, "d3:2", Markers(1, 1, True), 2),
        ("one-per-base", 2, "", Markers(1, 1, True), 2),
        ("one-per-base", 4, "", Markers(0, 1, True), 3),
    ],
)
def test_rally_from_terror(limit: str, bases: int, script: str, left: Markers, off: int) -> None:
    chance, house = Scripted(script), House((("rally-terror-limit", limit),))
    steadied = rallying.rally_terror(Markers(3, 1, True), bases, chance, house)
    chance.finish()
    assert (steadied.markers, steadied.off) == (left, off)


@pytest.mark.rule("RA-rally.terror.1", "RA-R56")
def test_what_does_not_rally_from_terror() -> None:
    for markers, routing, rule in ((Markers(2), True, "RA-R56"), (Markers(0, 2), False, "RA-rally.terror.1")):
        with pytest.raises(RuleViolation) as refused:
            rallying.rally_terror(markers, 3, Scripted(""), routing=routing)
        assert refused.value.citation == rule
        assert refused.value.remedy


@pytest.mark.rule("RA-rally.rout.1", "RA-R57")
@pytest.mark.parametrize(
    ("pursuers", "may"),
    [
        ([], True),
        ([Pursuer(16.1, 16)], True),
        ([Pursuer(16, 16)], False),
        ([Pursuer(9, 8)], True),
        ([Pursuer(9, 8), Pursuer(9, 16)], False),
    ],
)
def test_a_pursued_unit_does_not_rally(pursuers: list[Pursuer], may: bool) -> None:
    card = BOOK_PACK.card("red-regulars")
    if may:
        rallying.check_rally(card, pursuers)
        return
    with pytest.raises(RuleViolation) as refused:
        rallying.check_rally(card, pursuers)
    assert refused.value.citation == "RA-rally.rout.1"


@pytest.mark.rule("RA-rally.crew.1", "RA-rally.opt.ra.3", "RA-R61")
@pytest.mark.parametrize(
    ("card", "original"), [("mg-team", False), ("mortar", False), ("tachanka", True), ("red-regulars", True)]
)
def test_teams_rally_but_not_by_the_original_rules(card: str, original: bool) -> None:
    troops = BOOK_PACK.card(card)
    rallying.check_rally(troops)
    if original:
        rallying.check_rally(troops, house=ORIGINAL)
        return
    with pytest.raises(RuleViolation) as refused:
        rallying.check_rally(troops, house=ORIGINAL)
    assert refused.value.citation == "RA-rally.opt.ra.3"


@pytest.mark.rule(
    "RA-rally.rout.2", "RA-rally.rout.3", "RA-morale.fail.rally-rout", "RA-rally.crew.2", "RA-rally.opt.ra.1",
    "RA-rally.opt.ra.2", "RA-R58", "RA-R59", "RA-R60", "RA-R61",
)  # fmt: skip
@pytest.mark.parametrize(
    ("card", "result", "first", "house", "markers", "rout_move", "leaves"),
    [
        ("red-regulars", MoraleResult.RALLIES, True, House(), Markers(0, 1), False, False),
        ("red-regulars", MoraleResult.ROUTS_ON, True, House(), Markers(2, 2), True, False),
        ("red-regulars", MoraleResult.ROUTS_ON, True, ORIGINAL, Markers(2, 1), True, False),
        ("red-regulars", MoraleResult.REMOVED, True, ORIGINAL, Markers(2, 1), False, False),
        ("mg-team", MoraleResult.RALLIES, True, House(), Markers(0, 1), False, False),
        ("mg-team", MoraleResult.ROUTS_ON, True, House(), Markers(2, 2), True, True),
        ("mortar", MoraleResult.ROUTS_ON, True, House(), Markers(2, 2), True, True),
        ("mortar", MoraleResult.ROUTS_ON, False, House(), Markers(2, 2), True, False),
    ],
)
def test_an_attempt_to_rally_from_rout(
    card: str, result: MoraleResult, first: bool, house: House, markers: Markers, rout_move: bool, leaves: bool
) -> None:
    after = rallying.after_attempt(BOOK_PACK.card(card), result, Markers(2, 1), first, house)
    assert (after.markers, after.rout_move, after.leaves_weapons) == (markers, rout_move, leaves)


@pytest.mark.rule("RA-rally.crew.3", "RA-R60")
@pytest.mark.parametrize(
    ("enemy", "close", "charge", "goes"),
    [(None, 6, 8, True), (8, 6, 8, False), (8.1, 6, 8, True), (12, 12, 8, False), (20, 12, 16, True)],
)
def test_abandoned_weapons(enemy: float | None, close: float, charge: float, goes: bool) -> None:
    assert rallying.crew_goes_back(enemy, close, charge) is goes


@pytest.mark.rule("RA-rally.opt.delay", "RA-R61")
def test_the_delay_after_a_rout() -> None:
    on = House((("rally-delay", "on"),))
    assert [rallying.delay(turns, on) for turns in (1, 2, 3)] == [2, 4, 6]
    assert rallying.delay(3) == 0


@pytest.mark.rule(
    "RA-def.pinned", "RA-rally.pinned.1", "RA-rally.pinned.2", "RA-morale.fail.rally-pinned", "RA-R55"
)  # fmt: skip
def test_what_a_pinned_unit_may_do() -> None:
    may = {doing for doing in Doing if rallying.pinned_may(doing)}
    assert may == {Doing.SHOOT, Doing.AWAY, Doing.RALLY_TERROR, Doing.RALLY_PINNED, Doing.FACING, Doing.DIG}
    assert {doing for doing in Doing if rallying.pinned_may(doing, failed=True)} == {Doing.SHOOT, Doing.AWAY}


@pytest.mark.rule("RA-rally.pinned.4", "RA-R68")
@pytest.mark.parametrize(
    ("card", "pinned", "stationary", "evades"),
    [
        ("red-regulars", True, True, True),
        ("red-regulars", True, False, False),
        ("red-regulars", False, True, False),
        ("mg-team", True, True, True),
        ("red-cavalry", True, True, False),
        ("mortar", True, True, False),
    ],
)
def test_pinned_infantry_evades(card: str, pinned: bool, stationary: bool, evades: bool) -> None:
    assert rallying.pinned_evades(BOOK_PACK.card(card), Markers(pinned=pinned), stationary) is evades
