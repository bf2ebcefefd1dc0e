"""Nerves, officers and orders in a battle: an action is decided, the dice fall, and the state is looked at.

Red Regulars: fear 8, rally 7. Numbers by hand from the cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.action import UMPIRE
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Combine
from rules.red_actions.actions.morale import RallyRout, RallyTerror
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.umpire import TestMorale
from rules.red_actions.events.morale import RoutBegan
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Rout, Unit
from rules.seam.viewing import Viewer
from tests.rules.red_actions.field import DEFENCE, NORTH, area, board, changed, junior, officer, unit
from tests.rules.red_actions.nerves import REDS, WHITES, battle
from tests.rules.red_actions.turning import Table

FAR = unit("idle", DEFENDER, WHITES, at=(67, 46))
"""Somebody who has still to act, far off."""
FAR_OFFICER = junior("idle", DEFENDER, token="white-zero-plain")


def field(*parts: Any, token: str = "red-zero-plain", card: str = REDS, **changes: Any) -> State:
    """Reds at 30,20, in line, 0.8 in deep."""
    reds = unit("reds", card=card, at=(30, 20))
    return battle(reds, junior("reds", token=token), FAR, FAR_OFFICER, *parts, **changes)


def tried(state: State, *dice: int) -> Unit:
    """The Reds after a fear test."""
    return Table(state, *dice).do(TestMorale(unit="reds", test="fear"), UMPIRE).done().state.unit("reds")


# ── What alters a number ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-morale.mod.officer", "RA-officer.morale.1")
@pytest.mark.parametrize(
    ("token", "dice", "routs"),
    [
        ("red-zero-plain", (4, 4), False), ("red-zero-plain", (4, 5), True), ("red-plus1-plain", (4, 5), False),
        ("red-plus1-plain", (5, 5), True), ("red-minus1-plain", (4, 4), True),
    ],
)  # fmt: skip
def test_the_officer_in_command_steadies_or_unsettles(token: str, dice: tuple[int, int], routs: bool) -> None:
    assert tried(field(token=token), *dice).routing is routs


@pytest.mark.rule("RA-officer.morale.2", "RA-officer.morale.3")
@pytest.mark.parametrize(
    ("inches", "wood", "routs"), [(12, False, False), (12.1, False, True), (4.1, True, True), (4, True, False)]
)
def test_a_senior_officer_adds_his_within_twelve_inches_or_four_unseen(inches: float, wood: bool, routs: bool) -> None:
    """His base is 1.2 in deep and stands so far behind them; a 9 needs his +1. A wood 1 in deep may lie between."""
    boss = officer("boss", token="red-plus1-plain", at=(30, 20 - 0.4 - inches - 0.6))
    ground = board(area("woods", 0, 17.5, 72, 18.5)) if wood else board()
    assert tried(field(boss, board=ground), 4, 5).routing is routs


@pytest.mark.rule("RA-morale.mod.flank")
@pytest.mark.parametrize(("south", "friend", "routs"), [(12, False, True), (6.8, False, False), (12, True, False)])
def test_an_enemy_behind_their_flanks_unsettles_them(south: float, friend: bool, routs: bool) -> None:
    """8 - 2 fails on a 7. At 6.8 he is 12.4 in off; a friend whom they see and who could charge him makes up for it."""
    behind = unit("behind", DEFENDER, WHITES, at=(30, south), facing=NORTH)
    helps = (unit("friend", card=REDS, at=(38, 14)), junior("friend", token="red-zero-plain")) if friend else ()
    assert tried(field(behind, *helps), 3, 4).routing is routs


@pytest.mark.rule("RA-morale.mod.works")
@pytest.mark.parametrize(("kind", "routs"), [("trench", False), ("hedge", True)])
def test_works_steady(kind: str, routs: bool) -> None:
    """8 + 2 stands on a 10; a hedge adds nothing."""
    assert tried(field(board=board(area(kind, 25, 19.6, 35, 20.4))), 5, 5).routing is routs


# ── Officers' characteristics ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-char.officer-mob", "RA-char.officer-shared", "RA-char.mob.1", "RA-note.mob")
def test_a_mob_officer_makes_them_hesitate() -> None:
    """Before an enemy in sight it takes a 3 to rally from terror. Who has hesitated does nothing else but fire."""
    state = changed(field(token="red-zero-mob"), "reds", terror=2)
    assert Table(state, 3).do(RallyTerror(unit="reds")).done().state.unit("reds").terror == 0
    stays = Table(state, 2).do(RallyTerror(unit="reds")).done()
    assert stays.state.unit("reds").terror == 2
    with pytest.raises(RuleViolation):
        stays.do(RallyTerror(unit="reds"))


@pytest.mark.rule("RA-char.specialist.2", "RA-char.storm.2", "RA-char.officer-mob")
@pytest.mark.parametrize("card", ["latvian-rifles", "communist-detachment"])
def test_specialists_and_storm_troops_take_no_notice_of_a_mob_officer(card: str) -> None:
    """No die."""
    state = changed(field(token="red-zero-mob", card=card), "reds", terror=2)
    assert Table(state).do(RallyTerror(unit="reds")).done().state.unit("reds").terror == 0


@pytest.mark.rule("RA-def.officer.senior-unit.1")
def test_a_senior_officer_by_himself_has_a_segment_and_with_a_unit_none() -> None:
    state = field(officer("boss", token="red-plus1-plain", at=(30, 10)))
    table = Table(state).do(Move(unit="boss", path=("30,4",)))
    assert (table.state.unit("boss").at, table.state.unit("boss").acted) == ((30, 4), 1)
    assert table.state.unit("reds").acted == 0
    with pytest.raises(RuleViolation, match="is with Reds"):
        Table(changed(state, "boss", with_unit="reds")).do(Move(unit="boss", path=("30,4",)))


@pytest.mark.rule("RA-combine.4")
def test_only_one_sort_of_troops_combines_and_no_more_than_a_unit_holds() -> None:
    """Six bases of Regulars at most."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), junior("reds", token="red-zero-plain"),
        unit("more", card=REDS, at=(33.6, 20), bases=2), junior("more", token="red-zero-plain"),
        unit("mob", at=(26.4, 20), bases=2), junior("mob", token="red-zero-plain"),
        unit("third", card=REDS, at=(30, 19.2), bases=3), junior("third", token="red-zero-plain"), FAR,
    )  # fmt: skip
    for other in ("mob", "third"):
        with pytest.raises(RuleViolation):
            Table(state).do(Combine(unit="reds", other=other))
    whole = Table(state, 1).do(Combine(unit="reds", other="more")).state
    assert len(whole.unit("reds").bases) == 6
    assert whole.find("more") is None


# ── Out of order ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-preempt.only")
def test_nobody_acts_out_of_order_by_choice_but_in_the_four_cases() -> None:
    """Whites who are neither charged nor fired at, are no ambush and have no Clever officer wait for their segment;
    so do Reds who have had theirs. Their own segment has come when the Reds have acted."""
    table = Table(field(unit("other", card=REDS, at=(50, 4)), junior("other", token="red-zero-plain")))
    away = Move(unit="idle", path=("67,44",))
    with pytest.raises(RuleViolation, match="The other side"):
        table.do(away, DEFENCE)
    table.stand("reds")
    with pytest.raises(RuleViolation, match="The other side"):
        table.do(Stand(unit="other"))
    moved = table.do(away, DEFENCE).state
    assert (moved.unit("idle").at, moved.unit("other").acted) == ((67, 44), 0)


@pytest.mark.rule("RA-rally.rout.1", "RA-rally.rout.2")
@pytest.mark.parametrize(("south", "may"), [(28.0, False), (28.9, True)])
def test_whoever_is_pursued_closely_runs_on_and_does_not_rally(south: float, may: bool) -> None:
    """Volunteers move 8 in: with 7.2 in between nobody rallies, with 8.1 in he does on a 7."""
    pursuers = unit("whites", DEFENDER, WHITES, at=(30, south))
    rout = Rout(1, "whites", pursuers=(("whites", 2),), began_at=(30, 24))
    state = changed(field(pursuers, turn=2), "reds", rout=rout, terror=2)
    table = Table(state, *((3, 4) if may else ()))
    if not may:
        with pytest.raises(RuleViolation):
            table.do(RallyRout(unit="reds"))
    after = table.do(RallyRout(unit="reds", run=not may)).state.unit("reds")
    assert after.routing is not may
    assert after.terror == (0 if may else 2)


@pytest.mark.rule("RA-misc.edge.2", "RA-R114")
@pytest.mark.parametrize("pursued", [True, False])
def test_who_runs_off_the_table_comes_back_only_unpursued(pursued: bool) -> None:
    """Fear fails on a 9: 8 in straight away from the enemy from 4 in before the edge. With a pursuer behind them all
    four bases are lost; else they rally on a 7 next turn and are back the turn after."""
    whites = unit("whites", DEFENDER, WHITES, at=(30, 14))
    behind = (("whites", 2),) if pursued else ()
    state = field(whites, turn=2)
    rout = Rout(1, "whites", pursuers=behind, began_at=(30, 10))
    state = changed(state, "reds", at=(30, 4), rout=rout)
    table = Table(state).do(RallyRout(unit="reds", run=True))
    if pursued:
        assert table.state.find("reds") is None
        assert len(table.state.losses) == 4
        return
    reds = table.state.unit("reds")
    assert (reds.at, reds.rout is not None and reds.rout.off_table) == (None, True)
    later = replace(table.state, turn=3, segment=state.segment)
    back = Table(later, 3, 4).do(RallyRout(unit="reds")).state.unit("reds")
    assert (back.routing, back.arrives) == (False, 4)


@pytest.mark.parametrize(
    ("name", "line"), [("Maxim guns", "Maxim guns rout: fear"), ("1st Company", "1st Company routs: fear")]
)
def test_a_unit_whose_name_is_a_plural_takes_the_plural(name: str, line: str) -> None:
    told = tell(changed(field(), "reds", name=name), RoutBegan(unit="reds", reason="fear"), Viewer(ATTACKER))
    assert told is not None
    assert told.headline == line
