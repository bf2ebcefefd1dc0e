"""Fire in a battle: an action is decided, the dice fall, and what they leave on the table is looked at.

Numbers by hand: Red Regulars have 2 a base and 12 in; totals of 1, 3, 5, 7, 9, 11, 13, 16, 19 and 25 begin a column.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.action import UMPIRE
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Fire
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.umpire import Give
from rules.red_actions.book.kinds import Light, UnitFormation
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Base, Breakdown, Foxholes, Mode, Unit
from tests.rules.red_actions.field import (
    EAST,
    NORTH,
    WEST,
    answering,
    area,
    board,
    changed,
    junior,
    line,
    officer,
    unit,
)
from tests.rules.red_actions.firing import REGULARS, VOLUNTEERS, facing_off
from tests.rules.red_actions.nerves import battle
from tests.rules.red_actions.turning import Table

FIRE = Fire(unit="reds", target="whites")
LATVIANS = "latvian-rifles"
MOVED = {"moved": 2.0, "moved_turn": 1, "acted": 1}
"""They have moved in this turn, so that they are seen at the edge of a wood or field."""


def large(state: State) -> State:
    """Armies that do not break for the loss of a unit, and one of the Whites far off that has still to act."""
    idle = unit("idle", DEFENDER, VOLUNTEERS, at=(67, 46))
    units = state.units if state.find("idle") is not None else (*state.units, idle)
    return replace(state, units=units, sides=tuple(replace(side, original=10_000) for side in state.sides))


def after(state: State, *dice: int, fire: Fire = FIRE) -> State:
    """The battle after this fire and all that follows from it, every die used."""
    return Table(large(state), *dice).do(fire).done().state


def whites(state: State) -> Unit:
    return state.unit("whites")


# ── Steps of a shooting ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.3", "RA-shoot.4", "RA-shoot.range.1", "RA-shoot.range.2", "RA-morale.trigger.serious")
def test_a_volley_close_by_and_at_long_range() -> None:
    """2 x 4 = 8 at 5.2 in: column 4, where a 10 is two markers, pinned, and a serious test (8 on 4 + 4). At 9.2 in
    4: column 2, one marker. At 13.2 in nobody reaches them."""
    near = whites(after(facing_off(6), 5, 5, 4, 4))
    assert (near.terror, near.pinned, near.at) == (2, True, (30, 16))
    far = whites(after(facing_off(10), 5, 5))
    assert (far.terror, far.pinned) == (1, False)
    with pytest.raises(RuleViolation, match=r"13\.2 in"):
        Table(facing_off(14)).do(FIRE)


@pytest.mark.rule("RA-morale.trigger.serious", "RA-morale.fail.serious")
def test_who_fails_the_serious_test_of_a_volley_goes_back() -> None:
    """A 9 is over 8."""
    back = whites(after(facing_off(6), 5, 5, 4, 5))
    assert (back.terror, back.pinned, back.routing) == (2, True, False)
    assert back.at == pytest.approx((30, 19))


@pytest.mark.rule("RA-def.effective", "RA-def.terror.2", "RA-shoot.3")
@pytest.mark.parametrize(("terror", "humiliated", "marked", "north"), [(1, 1, 1, 16), (4, 0, 0, 19)])
def test_markers_take_bases_out_of_a_volley(terror: int, humiliated: int, marked: int, north: int) -> None:
    """Two of four bases are left: 4, column 2, a 10 is one marker. As many markers as bases: 2 x 1/2 = 1, column 1,
    a retire of 3 in."""
    state = changed(facing_off(6), "reds", terror=terror, humiliated=humiliated)
    target = whites(after(state, 5, 5))
    assert target.terror == marked
    assert target.at == pytest.approx((30, north))


@pytest.mark.rule("RA-shoot.1", "RA-shoot.move.rifle")
def test_riflemen_turn_to_fire_and_go_on_at_full_speed() -> None:
    """They look east, stand north after it, and have all their 8 in left; 9 are too far."""
    state = changed(facing_off(6), "reds", facing=EAST)
    fire = Fire(unit="reds", target="whites", then_move=True)
    table = Table(large(state), 1, 1).do(fire)
    assert table.state.unit("reds").facing == NORTH
    with pytest.raises(RuleViolation):
        table.do(Move(unit="reds", path=("30,1",)))
    gone = table.do(Move(unit="reds", path=("30,2",))).state.unit("reds")
    assert gone.at == pytest.approx((30, 2))
    assert gone.acted == 1


@pytest.mark.rule("RA-shoot.1", "RA-shoot.move.rifle")
def test_riflemen_deploy_from_column_to_fire() -> None:
    """All four fire: column 4, an 8 is a marker."""
    state = after(changed(facing_off(6), "reds", formation=UnitFormation.COLUMN), 4, 4)
    assert state.unit("reds").formation is UnitFormation.LINE
    assert whites(state).terror == 1


@pytest.mark.rule("RA-shoot.move.ac")
def test_an_armoured_car_fires_and_goes_on_at_half_speed() -> None:
    """Its card moves 16 in."""
    fire = Fire(unit="reds", target="whites", then_move=True)
    table = Table(large(facing_off(12, card="armoured-car", bases=1)), 1, 1).do(fire)
    with pytest.raises(RuleViolation):
        table.do(Move(unit="reds", path=("38.1,10",)))
    assert table.do(Move(unit="reds", path=("38,10",))).done().state.unit("reds").at == pytest.approx((38, 10))


# ── Modifiers ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.mods.cumulative")
@pytest.mark.parametrize(("road", "north"), [(True, 12.0), (False, 9.0)])
def test_columns_of_the_first_list_add_up(road: bool, north: float) -> None:
    """Machine-guns within 8 in: 8, column 4, and 3 for that: 7, where a 3 is nothing; on a road in column 2 more: 9,
    a retire."""
    gun = unit("reds", card="mg-team", bases=1, at=(30, 2))
    column = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 9), formation=UnitFormation.COLUMN)
    ground = board(line("road", (30, 5), (30, 40), width=1.2)) if road else board()
    state = answering(battle(gun, column, board=ground), DEFENDER, mode="normal", return_fire="no")
    target = whites(after(state, 1, 2))
    assert target.at == pytest.approx((30, north))


@pytest.mark.rule("RA-shoot.mods.best")
@pytest.mark.parametrize(("wood", "marked", "north"), [(True, 0, 19), (False, 1, 16)])
def test_of_the_second_list_only_the_best_counts(wood: bool, marked: int, north: int) -> None:
    """Latvians have 3 x 4 = 12: column 6. Whites evade: 4, an 8 is a marker. In a wood besides: 3, not 1: the 8 is a
    retire, which they do not let their cover spare them."""
    state = facing_off(6, card=LATVIANS, mode=Mode.EVADING, mode_turn=1, evading=True, **MOVED)
    ground = board(area("woods", 20, 14.5, 40, 25)) if wood else state.board
    state = answering(replace(state, board=ground), DEFENDER, spare="retire")
    target = whites(after(state, 4, 4))
    assert target.terror == marked
    assert target.at == pytest.approx((30, north))


@pytest.mark.rule("RA-char.skirmisher", "RA-char.officer-shared")
def test_skirmishers_are_hit_a_column_less() -> None:
    """Column 4, an 8 is a marker; 3, a retire: of Plastoons, and of Volunteers whose officer is one."""
    state = facing_off(6)
    assert whites(after(state, 4, 4)).terror == 1
    lent = replace(
        state,
        officers=(junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-plus1-skirmisher")),
    )
    for skirmishers in (facing_off(6, target="plastoons"), lent):
        target = whites(after(skirmishers, 4, 4))
        assert (target.terror, target.at) == (0, pytest.approx((30, 19)))


@pytest.mark.rule("RA-char.partisan.2", "RA-char.officer-shared")
@pytest.mark.parametrize(("token", "marked"), [("white-zero-plain", 1), ("partisan-zero-partisan", 0)])
def test_partisans_in_cover_are_hit_a_column_less(token: str, marked: int) -> None:
    """In the corn column 3, a 9 is a marker; under a Partisan 2, a retire."""
    state = replace(facing_off(6, **MOVED), board=board(area("crops", 20, 14.5, 40, 25)))
    state = replace(state, officers=(junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token=token)))
    target = whites(after(state, 4, 5))
    assert target.terror == marked
    assert target.at == pytest.approx((30, 16 if marked else 19))


@pytest.mark.rule("RA-form.cavalry.3", "RA-shoot.mods.cumulative")
@pytest.mark.parametrize(("formed", "north"), [(True, 22), (False, 16)])
def test_formed_cavalry_are_no_skirmishers(formed: bool, north: int) -> None:
    """Cossacks: boot to boot column 4 + 2, where a 6 is a retire of 6 in and in 5 would be nothing; loose 3, as
    little."""
    target = whites(after(facing_off(6, target="white-cossacks", formed=formed), 3, 3))
    assert target.at == pytest.approx((30, north))


@pytest.mark.rule("RA-rally.pinned.4")
@pytest.mark.parametrize(("moved", "marked", "north"), [(0, 0, 19), (1, 1, 16)])
def test_pinned_infantry_that_stays_counts_as_evading(moved: int, marked: int, north: int) -> None:
    """Column 4 - 2: an 8 is a retire. Whoever has moved in this turn is hit in column 4: a marker."""
    state = facing_off(6, pinned=True, moved=2.0 * moved, moved_turn=moved, acted=moved, mode_turn=moved)
    if moved:
        state = changed(state, "whites", mode=Mode.NORMAL)
    else:
        state = replace(state, standing=())
        state = answering(state, DEFENDER, return_fire="no")
    target = whites(after(state, 4, 4))
    assert (target.terror, target.at) == (marked, pytest.approx((30, north)))


@pytest.mark.rule("RA-enfilade.2", "RA-R162", "RA-shoot.mods.cumulative")
@pytest.mark.parametrize(
    ("formation", "marked"), [(UnitFormation.RANKS, 1), (UnitFormation.LINE, 1), (UnitFormation.SQUARE, 0)]
)
def test_two_ranks_are_enfiladed(formation: UnitFormation, marked: int) -> None:
    """Two bases fire from the west at long range: 2 x 2 x 1/2 = 2, column 1, where a 10 is a retire; down a line or
    two ranks 2, where it is a marker."""
    reds = unit("reds", card=REGULARS, bases=2, at=(30, 10), facing=EAST)
    line_of = unit("whites", DEFENDER, VOLUNTEERS, at=(41, 10), formation=formation)
    state = answering(
        battle(reds, line_of, junior("reds", token="red-zero-plain")), DEFENDER, mode="normal", return_fire="no"
    )
    assert whites(after(state, 5, 5)).terror == marked


# ── Results ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-char.stiffening.3", "RA-char.stiffening.2", "RA-morale.trigger.base-lost")
@pytest.mark.parametrize(("fear", "routs"), [((3, 4), False), ((4, 4), True)])
def test_the_officers_base_falls_first_and_leaves_conscripts(fear: tuple[int, int], routs: bool) -> None:
    """Latvians in column 6: an 11 is Kill! S! Off. Their officer lives; the serious test is the Volunteers' 8, which
    the Conscripts' 6 would not have passed on 4 + 4; the base lost is the officers', and the fear test the
    Conscripts' 7."""
    state = facing_off(6, card=LATVIANS, target="white-conscripts")
    bases = (*(Base(f"whites{n}", "white-conscripts") for n in (1, 2, 3)), Base("whites4", "white-officers"))
    state = after(changed(state, "whites", bases=bases), 5, 6, 5, 4, 4, *fear)
    target = whites(state)
    assert [base.card for base in target.bases] == ["white-conscripts"] * 3
    assert (target.pinned, target.routing) == (not routs, routs)


@pytest.mark.rule("RA-result.off.each", "RA-result.off.all", "RA-result.off", "RA-R36")
@pytest.mark.parametrize(("die", "falls"), [(1, True), (2, False)])
def test_an_officer_falls_on_a_one(die: int, falls: bool) -> None:
    """Column 4, an 11: two markers, pinned, a die for the officer, and the one serious test of a shooting; when he
    falls a marker more."""
    state = after(facing_off(6), 5, 6, die, 3, 3)
    assert (state.officer("whites-junior").fate == "casualty") is falls
    assert whites(state).terror == (3 if falls else 2)


@pytest.mark.rule("RA-result.ret.opt", "RA-retire.opt")
@pytest.mark.parametrize(("option", "terror"), [("terror", 1), ("none", 0)])
def test_a_second_retire_of_a_turn_may_be_a_marker(option: str, terror: int) -> None:
    """Latvians: column 6, a 6 is a retire of 3 in, and no other takes them further in this turn. 8.2 in off they evade:
    12 x 1/2 = 6, column 3 - 2, a 10."""
    state = replace(facing_off(6, card=LATVIANS), options=(("second-retire", option),) if terror else ())
    once = after(state, 3, 3)
    assert whites(once).at == pytest.approx((30, 19))
    twice = whites(after(replace(changed(once, "reds", acted=0), segment=state.segment), 5, 5))
    assert (twice.terror, twice.at) == (terror, pytest.approx((30, 19)))


@pytest.mark.rule("RA-dig.4", "RA-retire.3")
def test_troops_in_foxholes_disregard_a_first_retire() -> None:
    """A column of foxholes: 4 - 1, a 7 is a retire, which they stay through; the second drives them back 3 in."""
    state = facing_off(6)
    state = replace(state, foxholes=(Foxholes((30.0, 16.0), 180.0, 4.8, 4),))
    once = after(answering(state, DEFENDER, spare="cover"), 3, 4)
    assert (whites(once).at, whites(once).acted) == ((30, 16), 0)
    again = replace(changed(once, "reds", acted=0), segment=state.segment)
    assert whites(after(again, 3, 4)).at == pytest.approx((30, 19))


# ── Guns ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def gunned(card: str, dice: tuple[int, int], *then: int, **fire: str) -> int:
    """Bases that four of Volunteers have left, 19.2 in before one gun; a 2 on the table does nothing."""
    state = facing_off(20, card=card, bases=1)
    state = changed(state, "reds", bases=(Base("reds1", card, 2, 6),))
    action = FIRE.model_copy(update=fire)
    return len(whites(after(state, *dice, *then, 1, 1, fire=action)).bases)


@pytest.mark.rule("RA-dh.numbers.other", "RA-dh.mod.poor", "RA-dh.1")
def test_the_numbers_of_guns() -> None:
    """A field gun hits troops on 10, an early Soviet one on 11, all other guns on 11; the fear test, 3 + 3, is
    passed."""
    assert gunned("field-gun", (5, 5), 3, 3) == 3
    assert gunned("early-soviet-field-gun", (5, 5)) == 4
    assert gunned("early-soviet-field-gun", (5, 6), 3, 3) == 3
    assert gunned("heavy-gun", (5, 5)) == 4
    assert gunned("heavy-gun", (5, 6), 3, 3) == 3


@pytest.mark.rule("RA-dh.3", "RA-tank.destroy")
def test_a_gun_or_car_that_is_hit_is_destroyed_with_its_crew() -> None:
    """One of two guns, hit on 10, and the other's nerves hold; a standing car, hit on 9."""
    gun = (Base("reds1", "field-gun", 2, 6),)
    for card, bases, dice in (("field-gun", 2, (5, 5, 3, 3, 1, 1)), ("armoured-car", 1, (4, 5))):
        state = facing_off(20, card="field-gun", bases=1, target=card)
        state = changed(changed(state, "reds", bases=gun), "whites", bases=whites(state).bases[:bases])
        state = after(state, *dice)
        assert [(loss.base.card, loss.how) for loss in state.losses] == [(card, "destroyed")]
        assert (state.find("whites") is None) is (bases == 1)


def observed(*dice: int, fire: Fire) -> State:
    """A gun behind a wood; an observer beyond it, 19.2 in from the Whites, who stand 30 in from the gun."""
    gun = replace(unit("reds", card="field-gun", bases=1, at=(30, 6)), bases=(Base("reds1", "field-gun", 2, 6),))
    wood = board(area("woods", 0, 8, 72, 12))
    eye = unit("eye", card=REGULARS, at=(30, 16))
    target = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 36))
    state = battle(gun, eye, target, junior("whites", DEFENDER, token="white-zero-plain"), board=wood)
    return after(answering(state, DEFENDER, mode="normal"), *dice, fire=fire)


@pytest.mark.rule("RA-indirect.4", "RA-indirect.1")
@pytest.mark.parametrize(("dice", "left"), [((5, 6), 4), ((6, 6), 3)])
def test_an_observer_raises_the_number_of_a_hit(dice: tuple[int, int], left: int) -> None:
    """10 + 2 in the first turn. The table: 18 x 1/2 = 9, column 5, a 2."""
    nerves = (3, 3) if left == 3 else ()
    state = observed(*dice, *nerves, 1, 1, fire=Fire(unit="reds", target="whites", observer="eye"))
    assert len(whites(state).bases) == left


@pytest.mark.rule("RA-indirect.3")
def test_observed_fire_at_a_place_is_halved_once() -> None:
    """18 x 1/2 = 9 for the speculation alone, column 5: an 8 is a marker. Halved twice it would be 4, column 2, a
    retire."""
    target = whites(observed(1, 1, 4, 4, fire=Fire(unit="reds", place="30,36", observer="eye")))
    assert (target.terror, target.at) == (1, (30, 36))


@pytest.mark.rule("RA-morale.trigger.gassed", "RA-gas.1")
@pytest.mark.parametrize(("fear", "routs"), [((4, 5), False), ((5, 5), True)])
def test_gas_tries_the_nerves(fear: tuple[int, int], routs: bool) -> None:
    """No hit, nothing on the table, and a fear test, 9, for the gas."""
    state = changed(facing_off(20, card="field-gun", bases=1), "reds", bases=(Base("reds1", "field-gun", 2, 6),))
    gas = Fire(unit="reds", target="whites", gas=True)
    with pytest.raises(RuleViolation, match="gas shells"):
        Table(state).do(gas)
    allotted = Table(large(state)).do(Give(unit="reds", what="a gas shell allotment", reason="a train"), UMPIRE).state
    assert whites(after(allotted, 1, 1, 1, 1, *fear, fire=gas)).routing is routs


# ── Whom ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-priority.3")
def test_all_of_a_unit_fires_at_one_target() -> None:
    """With its one shooting its segment is over; nobody else is fired at."""
    other = unit("other", DEFENDER, VOLUNTEERS, at=(36, 16))
    state = facing_off(6)
    table = Table(large(replace(state, units=(*state.units, other))), 4, 4).do(FIRE)
    assert (table.state.unit("whites").terror, table.state.unit("other").terror) == (1, 0)
    assert table.side == DEFENDER
    with pytest.raises(RuleViolation):
        table.do(Fire(unit="reds", target="other"))


@pytest.mark.rule("RA-priority.4")
def test_a_senior_officer_has_them_fire_at_whom_he_will() -> None:
    """Limbered guns 9.2 in off are no threat, and Volunteers 5.2 in off are: without him they must be the target. The
    guns are at long range: 4, column 2, a 9 drives them 6 in straight back, of 3 in west and 10 north the root of 109
    each."""
    reds = unit("reds", card=REGULARS, at=(30, 10))
    guns = unit("guns", DEFENDER, "field-gun", bases=1, at=(27, 20), limbered=True)
    near = unit("whites", DEFENDER, VOLUNTEERS, at=(31, 16))
    boss = junior("reds", token="red-zero-plain")
    action = Fire(unit="reds", target="guns")
    with pytest.raises(RuleViolation, match="Whites"):
        Table(battle(reds, guns, near, boss)).do(action)
    led = after(battle(reds, guns, near, boss, officer("chief", at=(30, 8))), 4, 5, fire=action)
    assert led.unit("guns").at == pytest.approx((27 - 18 / 109**0.5, 20 + 60 / 109**0.5), abs=0.01)


@pytest.mark.rule("RA-weather.night.range")
def test_nobody_fires_further_than_the_night_lets_him() -> None:
    """5.2 in: too far on a dark night, near enough by moonlight, where an 8 is a marker. The first die is for their way
    in the dark."""
    with pytest.raises(RuleViolation):
        Table(replace(facing_off(6), light=Light.DARK)).do(FIRE)
    assert whites(after(replace(facing_off(6), light=Light.MOON), 3, 4, 4)).terror == 1


@pytest.mark.rule("RA-tank.fire-stuck", "RA-ac.fire-stuck", "RA-tank.terror")
@pytest.mark.parametrize(("card", "markers"), [("tank-mg", 2), ("armoured-car", 1)])
@pytest.mark.parametrize(("trouble", "first"), [(Breakdown.FOR_GOOD, ()), (Breakdown.TEMPORARY, (3,))])
def test_machines_that_stick_go_on_firing(card: str, markers: int, trouble: Breakdown, first: tuple[int, ...]) -> None:
    """11 in off: 8 or 10 are column 4 or 5, where a 7 is a retire or a marker; an 8 is one marker in both or two; here
    a 4 + 4 of the car, a 3 + 4 of the tank, whose fire adds one. Who sticks for a while tries to get free first, and a
    3 is too low."""
    state = changed(
        facing_off(12, card=card, bases=1), "reds", breakdown=trouble, facing=WEST if card == "tank-mg" else NORTH
    )
    dice = (3, 4) if card == "tank-mg" else (4, 4)
    after_it = after(state, *first, *dice)
    assert whites(after_it).terror == markers
    assert after_it.unit("reds").breakdown is trouble
    with pytest.raises(RuleViolation):
        Table(large(changed(state, "reds", breakdown=Breakdown.FOR_GOOD))).do(Move(unit="reds", path=("30,8",)))
