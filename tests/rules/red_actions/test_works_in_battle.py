"""Digging, fires and wire in a battle: worked by hand."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.works import CutWire, Dig, FightFire, SetFire
from rules.red_actions.book.kinds import Cover
from rules.red_actions.decide import decide, odds
from rules.red_actions.events.sight import Revealed
from rules.red_actions.evolve import evolve
from rules.red_actions.offers import offers
from rules.red_actions.pending.movement import BreakDown
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.play.works.buildings import fires_grow
from rules.red_actions.play.works.wire import step_break_down
from rules.red_actions.state import ATTACKER, DEFENDER, Lane
from rules.red_actions.tell import tell
from rules.red_actions.units import Blaze, Concealment, Foxholes, Mode
from rules.red_actions.view import view
from rules.seam.viewing import Viewer
from tests.rules.red_actions.field import ATTACK, DEFENCE, acting, area, battle, board, changed, course, junior, line
from tests.rules.red_actions.field import unit as bare_unit

MILL = area("building", 28, 11, 34, 15, name="Mill")


def unit(id_, side=ATTACKER, card="red-regulars", **changes):
    """A unit with its junior officer, who has a plain token."""
    return bare_unit(id_, side, card, **changes), junior(id_, side, token="red-zero-plain")


def did(state, action, *dice, by=ATTACK):
    """The state and the events of an action with all that follows, with these dice and no more."""
    chance = Scripted(str(die) for die in dice)
    events = decide(state, action, by, chance)
    for event in events:
        state = evolve(state, event)
        tell(state, event, Viewer(umpire=True))
    chance.finish()
    return state, [event.kind for event in events]


# ── Digging ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-dig.2")
@pytest.mark.rule("RA-action.engineer")
@pytest.mark.parametrize(("card", "kit", "quarters"), [
    ("red-regulars", (), 1), ("red-regulars", ("tools",), 2), ("engineers", (), 2),
])  # fmt: skip
def test_foxholes_grow_by_a_quarter_or_with_tools_by_a_half(card, kit, quarters):
    state, kinds = did(
        battle(unit("reds", card=card, kit=kit), unit("whites", DEFENDER, at=(30, 46))), Dig(unit="reds")
    )
    assert state.foxholes == (Foxholes((30.0, 10.0), 0.0, 4.8, quarters),)
    assert "dug" in kinds
    assert state.unit("reds").acted == 1


@pytest.mark.rule("RA-dig.1")
def test_foxholes_are_at_most_three_columns():
    dug = Foxholes((30.0, 10.0), 0.0, 4.8, 11)
    start = battle(unit("reds", card="engineers"), unit("whites", DEFENDER, at=(30, 46)), foxholes=(dug,))
    state, _ = did(start, Dig(unit="reds"))
    assert state.foxholes[0].quarters == 12
    again = battle(unit("reds", card="engineers"), foxholes=(Foxholes((30.0, 10.0), 0.0, 4.8, 12),))
    with pytest.raises(RuleViolation, match="as deep as they get"):
        did(again, Dig(unit="reds"))
    assert cover_of(state, "reds") is Cover.FOXHOLE


@pytest.mark.rule("RA-dig.1")
def test_only_infantry_digs():
    with pytest.raises(RuleViolation, match="Only infantry"):
        did(battle(unit("reds", card="red-cavalry")), Dig(unit="reds"))


@pytest.mark.rule("RA-dig.3")
def test_who_digs_does_nothing_else_and_does_not_evade():
    start = battle(unit("reds", card="red-regulars", evading=True, mode=Mode.EVADING, mode_turn=1))
    state, _ = did(start, Dig(unit="reds"))
    reds = state.unit("reds")
    assert (reds.evading, reds.mode) == (False, Mode.NORMAL)
    busy = acting(battle(unit("reds", card="red-regulars")), "reds", extras=("scout",))
    with pytest.raises(RuleViolation, match="something else"):
        did(busy, Dig(unit="reds"))


@pytest.mark.rule("RA-char.mob.1")
def test_a_mob_in_sight_of_the_enemy_may_not_dig_at_all():
    start = battle(unit("reds", card="red-conscripts"), unit("whites", DEFENDER, at=(30, 25)))
    state, kinds = did(start, Dig(unit="reds"), 2)
    assert "dug" not in kinds
    assert not state.foxholes
    assert state.segment is not None
    assert state.segment.hesitated == "yes"


# ── Fire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _mill(*units, **changes):
    reds = unit("reds", card="red-regulars", at=(30, 10.5))
    return battle(reds, *units, board=board(MILL), **changes)


@pytest.mark.rule("RA-building.fire.1")
@pytest.mark.parametrize(("die", "markers"), [(2, 0), (3, 1), (6, 1)])
def test_a_building_catches_on_three_or_more(die, markers):
    state, _ = did(_mill(), SetFire(unit="reds"), die)
    assert sum(blaze.markers for blaze in state.blazes) == markers
    assert state.unit("reds").acted == 1


@pytest.mark.rule("RA-building.fire.1")
def test_nobody_sets_fire_to_what_he_does_not_touch():
    with pytest.raises(RuleViolation, match="touches no such building"):
        did(battle(unit("reds", card="red-regulars", at=(30, 5)), board=board(MILL)), SetFire(unit="reds"))


def test_of_several_buildings_one_must_be_named():
    barn = area("building", 24, 11, 27.9, 15, name="Barn")
    start = battle(unit("reds", card="red-regulars", at=(28, 10.5)), board=board(MILL, barn))
    with pytest.raises(RuleViolation, match="Barn"):
        did(start, SetFire(unit="reds"))
    state, _ = did(start, SetFire(unit="reds", building="Barn"), 4)
    assert state.blazes == (Blaze("Barn", 1),)


@pytest.mark.rule("RA-building.fire.4")
@pytest.mark.parametrize(("die", "left"), [(3, 3), (4, 2), (5, 1), (6, 0)])
def test_fires_are_fought(die, left):
    state, _ = did(_mill(blazes=(Blaze("Mill", 3),)), FightFire(unit="reds"), die)
    assert sum(blaze.markers for blaze in state.blazes) == left


@pytest.mark.rule("RA-building.fire.4")
def test_a_fire_must_burn_to_be_fought():
    with pytest.raises(RuleViolation, match="does not burn"):
        did(_mill(), FightFire(unit="reds"))


@pytest.mark.rule("RA-building.fire.2")
def test_fires_grow_by_one_at_the_start_of_a_turn():
    went = course(_mill(blazes=(Blaze("Mill", 2),)))
    fires_grow(went)
    assert went.state.blazes == (Blaze("Mill", 3),)


@pytest.mark.rule("RA-building.fire.3")
def test_a_burnt_out_house_throws_its_defenders_out():
    """Five markers: the house is no more; whites, in it and facing south, go 3 in back from the reds, or further."""
    whites = unit("whites", DEFENDER, at=(31, 13), holds="Mill")
    start = _mill(whites, blazes=(Blaze("Mill", 4),))
    state, kinds = did(start, SetFire(unit="reds"), 5)
    assert "burnt-out" in kinds
    assert "fled-fire" in kinds
    assert state.ruins == ("Mill",)
    assert state.blazes == ()
    thrown = state.unit("whites")
    assert thrown.holds == ""
    assert thrown.at[1] > 15
    assert thrown.acted == 1, "a forced move costs the segment"
    assert cover_of(state, "whites") is Cover.OPEN


# ── Wire ────────────────────────────────────────────────────────────────────────────────────────────────────────────

WIRE = line("wire", (20, 12), (40, 12), width=0.5, name="Wire")


def _wired(card="red-regulars", *others, **changes):
    reds = unit("reds", card=card, at=(30, 11.2), in_wire="Wire", wire_since=1, **changes)
    return battle(reds, *others, board=board(WIRE), turn=2)


@pytest.mark.rule("RA-wire.2")
@pytest.mark.parametrize(("dice", "across"), [((4, 4), False), ((4, 5), True)])
def test_infantry_crosses_wire_on_nine(dice, across):
    state, _ = did(_wired(), CutWire(unit="reds"), *dice)
    reds = state.unit("reds")
    assert (reds.in_wire == "", reds.at[1] > 12.25) == (across, across)
    assert state.lanes == ()
    assert reds.acted == 2


@pytest.mark.rule("RA-wire.2")
def test_nobody_rolls_in_the_turn_in_which_he_came():
    start = changed(_wired(), "reds", wire_since=2)
    with pytest.raises(RuleViolation, match="this turn"):
        did(start, CutWire(unit="reds"))


@pytest.mark.rule("RA-wire.3")
def test_engineers_cut_a_lane_on_eight():
    state, _ = did(_wired("engineers"), CutWire(unit="reds"), 4, 4)
    assert state.unit("reds").in_wire == ""
    assert state.lanes == (Lane("Wire", (30.0, 11.75), 1.2),)
    assert not did(_wired("engineers"), CutWire(unit="reds"), 4, 3)[0].lanes


@pytest.mark.rule("RA-wire.1")
def test_horsemen_do_not_work_in_wire():
    with pytest.raises(RuleViolation, match="Only infantry and tanks"):
        did(_wired("red-cavalry"), CutWire(unit="reds"))


@pytest.mark.rule("RA-wire.4")
def test_a_tank_leaves_crushed_wire():
    went = course(battle(unit("tank", card="tank-mg", bases=1, at=(30, 12.9)), board=board(WIRE)), 3)
    went.push(BreakDown("tank", "wire"))
    step_break_down(went, BreakDown("tank", "wire"))
    assert went.state.lanes == (Lane("Wire", (30.0, 12.0), 1.2, True),)


@pytest.mark.rule("RA-wire.5")
@pytest.mark.parametrize(("die", "lanes"), [(3, ()), (4, (Lane("Wire", (32.0, 12.0), 4.0, True),))])
def test_a_tank_with_a_device_clears_wire_along_its_length(die, lanes):
    """5 in to the east: one whole strip of 4 in with its die; a die for wire; one for going faster than 2 1/2 in."""
    tank = unit("tank", card="tank-mg", bases=1, at=(30, 12), facing=90, kit=("wire-cutter",))
    state, _ = did(battle(tank, board=board(WIRE)), CutWire(unit="tank"), die, 2, 6)
    assert state.unit("tank").at == (35.0, 12.0)
    assert state.lanes == lanes


@pytest.mark.rule("RA-wire.5")
def test_a_tank_without_a_device_clears_none():
    with pytest.raises(RuleViolation, match="no device"):
        did(battle(unit("tank", card="tank-mg", bases=1, at=(30, 12)), board=board(WIRE)), CutWire(unit="tank"))


def test_works_are_offered_with_their_odds():
    state = _mill(blazes=(Blaze("Mill", 2),))
    found = {offer.verb: offer for offer in offers(state, ATTACKER, "reds")}
    assert {"dig", "set-fire", "fight-fire"} <= set(found)
    assert [str(p.chance) for p in odds(state, found["set-fire"].action, ATTACK).chances] == ["2/3"]
    assert [str(p.chance) for p in odds(state, found["fight-fire"].action, ATTACK).chances] == ["1/2", "1/3"]
    across = odds(_wired(), CutWire(unit="reds"), ATTACK).chances
    assert [str(p.chance) for p in across] == ["5/18"]


def _foxholes_shown(state):
    """Whether the attacker, the defender, the umpire and everybody have foxholes on their tables."""
    viewers = (Viewer(side=ATTACKER), Viewer(side=DEFENDER), Viewer(umpire=True), Viewer())
    return [any(each.kind == "foxholes" for each in view(state, viewer).scene.board.features) for viewer in viewers]


@pytest.mark.rule("RA-action.hide")
def test_foxholes_dug_in_hiding_are_their_own_sides_until_somebody_comes_to_light_in_them():
    hill = area("woods", 26, 36, 34, 44, name="Copse")
    hiding = unit("whites", DEFENDER, at=(30, 40), hidden=Concealment.HIDING)
    state, kinds = did(battle(unit("reds"), hiding, board=board(hill), side=DEFENDER), Dig(unit="whites"), by=DEFENCE)
    assert "dug" in kinds
    assert _foxholes_shown(state) == [False, True, True, False]
    shown = evolve(state, Revealed(unit="whites", was=Concealment.HIDING, at=(30.0, 40.0)))
    assert _foxholes_shown(shown) == [True] * 4


@pytest.mark.rule("RA-action.hide")
def test_foxholes_that_everybody_knows_do_not_betray_who_hides_in_them():
    """Dug in the open and left: whoever goes into them unseen takes them off nobody's table."""
    dug = Foxholes((30.0, 40.0), 180.0, 4.8, 4)
    for at in ((30, 40), (50, 40)):
        hiding = unit("whites", DEFENDER, at=at, hidden=Concealment.HIDING)
        assert _foxholes_shown(battle(unit("reds"), hiding, foxholes=(dug,))) == [True] * 4
