"""Combats and pursuits in a battle. Numbers by hand from the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.red_actions.actions.fight import Charge
from rules.red_actions.book.kinds import StruckSide
from rules.red_actions.events.charge import ChargeEnded, CombatFought, PursuitRolled
from rules.red_actions.events.command import OfficerDiced
from rules.red_actions.events.morale import Driven, GaveUp, Marked, Tested
from rules.red_actions.evolve import evolve
from rules.red_actions.pending.charge import CarryOutCharge, Pursue
from rules.red_actions.play.charge.pursuing import step_pursue
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Rout
from rules.scenario import library
from rules.seam.viewing import PUBLIC
from rules.telling.gathering import gather
from rules.telling.headline import headline
from tests.rules.red_actions.charges import (
    COSSACKS,
    HORSE,
    REDS,
    WHITES,
    at,
    charged,
    field,
    of,
)
from tests.rules.red_actions.field import (
    NORTH,
    SOUTH,
    area,
    board,
    changed,
    course,
    junior,
    officer,
    unit,
)

# ── Combat ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-combat.1", "RA-combat.2", "RA-combat.3", "RA-combat.4", "RA-charge.contact")
def test_a_combat_from_the_front() -> None:
    """Reds 3 x 4 = 12, Whites 4 x 4 = 16: Whites stronger, Advantage. A 7: the weaker, the Reds, retire 3 in with one
    terror marker from the point of contact, 15.2."""
    c = charged(field(), 3, 4, 4, 5, 3, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((12, 1), (16, 1))
    assert (fought.stronger, fought.column, fought.loser) == ("whites", "Advantage", "reds")
    reds = c.state.unit("reds")
    assert reds.terror == 1
    assert not reds.routing
    assert at(c, "reds") == pytest.approx((30, 12.2), abs=0.11)


@pytest.mark.rule("RA-combat.result.w-retires", "RA-combat.result.s-retires")
@pytest.mark.parametrize(("dice", "loser", "terror"), [((2, 4), "whites", 1), ((5, 5), "reds", 3)])
def test_retirements_of_either_side(dice: tuple[int, int], loser: str, terror: int) -> None:
    """Advantage: 6 is the stronger (Whites) back with 1, 10 the weaker back with 3."""
    c = charged(field(), 3, 4, 4, 5, *dice, 6, 6)
    assert c.state.unit(loser).terror == terror


@pytest.mark.rule("RA-combat.result.w-defeated", "RA-combat.officer.2")
def test_defeat_costs_two_bases_and_routs_the_rest() -> None:
    """Advantage, 11: the Reds lose two bases and run 8 in; their officer falls on a 2 as they rout."""
    c = charged(field(), 3, 4, 4, 5, 5, 6, 2, 2)
    reds = c.state.unit("reds")
    assert len(reds.bases) == 2
    assert reds.routing
    assert len(c.state.losses) == 2
    assert [(e.officer, e.falls) for e in of(c, OfficerDiced)] == [("reds-junior", True), ("whites-junior", False)]


@pytest.mark.rule("RA-combat.result.s-defeated")
def test_the_stronger_may_be_defeated() -> None:
    """Advantage, 2: the Whites."""
    c = charged(field(), 3, 4, 4, 5, 1, 1, 6, 6)
    assert len(c.state.unit("whites").bases) == 2
    assert c.state.unit("whites").routing


def test_two_bases_defeated_are_destroyed_with_their_officers() -> None:
    """RA-R81: Reds 3 x 4 = 12 against 4 x 2 = 8, 3:2 for the Reds; 10 is the weaker defeated."""
    boss = officer("boss", DEFENDER, at=(30, 16), with_unit="whites")
    base = field(bases=2)
    state = replace(base, units=(*base.units, boss[0]), officers=(*base.officers, boss[1]))
    c = charged(state, 3, 4, 4, 5, 5, 5, 6)
    assert c.state.find("whites") is None
    assert c.state.find("boss") is None
    assert {o.fate for o in c.state.officers if o.side == DEFENDER} == {"casualty"}


@pytest.mark.rule("RA-combat.result.s-humiliated", "RA-morale.trigger.humiliated")
def test_the_stronger_may_be_humiliated() -> None:
    """Reds 12 against 4 x 1 = 4: 3:1. A 3: Whites (1 base, no marker) retire with 2 terror and so rout; the Reds are
    humiliated and take a fear test, 8 on 4 + 4."""
    state = field(bases=2)
    state = changed(state, "whites", terror=1)
    c = charged(state, 3, 4, 4, 5, 1, 2, 4, 4, 6, 6)
    assert c.state.unit("reds").humiliated == 1
    assert c.state.unit("whites").terror == 3
    assert c.state.unit("whites").routing


@pytest.mark.rule("RA-combat.5", "RA-combat.officer.1", "RA-R83", "RA-R84")
def test_the_order_of_a_combat() -> None:
    """The same: the weaker goes back and runs, then the stronger is humiliated and tested; then officers roll, the
    charger's first."""
    state = changed(field(bases=2), "whites", terror=1)
    c = charged(state, 3, 4, 4, 5, 1, 2, 4, 4, 6, 6)
    told = c.events[next(n for n, event in enumerate(c.events) if isinstance(event, CombatFought)) :]
    order = [
        (type(event).__name__, event.unit)
        for event in told
        if isinstance(event, CombatFought | Driven | Marked | Tested | OfficerDiced)
    ]
    assert order == [
        ("CombatFought", "reds"), ("Marked", "whites"), ("Driven", "whites"), ("Driven", "whites"),
        ("Marked", "reds"), ("Tested", "reds"), ("OfficerDiced", "reds"), ("OfficerDiced", "whites"),
    ]  # fmt: skip


@pytest.mark.rule("RA-combat.result.w-surrenders")
def test_the_weaker_may_surrender() -> None:
    """4:1 or better, 11: all its bases are prisoners of the Reds."""
    state = changed(field(bases=2), "whites", terror=2)
    c = charged(state, 3, 4, 4, 5, 5, 6, 6)
    held = c.state.prisoners[0]
    assert c.state.find("whites") is None
    assert (held.owner, held.guard, len(held.bases)) == (ATTACKER, "reds", 2)
    assert c.state.officer("whites-junior").fate == "captured"


@pytest.mark.rule("RA-combat.equal")
def test_equal_strengths_favour_the_charger() -> None:
    """12 against 12: the chargers are the stronger, who go back on a 6; the others have failed no fear test, 8."""
    c = charged(field(REDS, REDS), 3, 4, 4, 4, 3, 3, 6, 6)
    (fought,) = of(c, CombatFought)
    assert (fought.stronger, fought.column) == ("reds", "Advantage")
    assert (c.state.unit("reds").terror, c.state.unit("whites").terror) == (1, 0)


@pytest.mark.rule("RA-combat.modifiers.fort", "RA-combat.modifiers.cover", "RA-combat.modifiers.cumulative")
@pytest.mark.parametrize(
    ("ground", "fear", "strength", "reds", "whites"),
    [
        ((), (4, 5), 16, 0, 1),
        ((area("woods", 20, 14, 40, 18),), (4, 5), 20, 1, 0),
        ((area("trench", 20, 15.4, 40, 16.6),), (5, 6), 24, 2, 0),
        ((area("woods", 20, 14, 40, 18), area("hill", 0, 13, 72, 30, height=2.0)), (4, 5), 24, 2, 0),
    ],
)
def test_a_wood_a_trench_and_a_wood_on_a_hill(
    ground: tuple, fear: tuple[int, int], strength: int, reds: int, whites: int
) -> None:
    """12 against 16 is Advantage, where a 6 is the stronger's retreat with one marker; 16 x 5/4 = 20 in a wood, 3:2,
    the weaker's; 16 x 3/2 = 24 in a trench, and in a wood uphill, 2:1, with two. They have moved and are seen there;
    in the trench their fear number is 9 + 2."""
    state = field(moved=2.0, moved_turn=1, acted=1)
    c = charged(replace(state, board=board(*ground)), 3, 4, *fear, 3, 3, 6, 6)
    (fought,) = of(c, CombatFought)
    assert (fought.strength, fought.strength_of_target) == ((12, 1), (strength, 1))
    assert (c.state.unit("reds").terror, c.state.unit("whites").terror) == (reds, whites)


@pytest.mark.rule("RA-combat.modifiers.uphill", "RA-R260")
@pytest.mark.parametrize(("south", "reds", "whites"), [(13, 12, 20), (5, 12, 16)])
def test_who_is_charged_from_below_is_uphill_although_they_meet_on_the_slope(
    south: int, reds: int, whites: int
) -> None:
    """A hill from `south` on; the Reds' middle is at 10 when they charge and at 15.2 in contact. From below the Whites
    have 4 x 4 x 5/4 = 20; where both began on the hill 16. The Reds have 3 x 4 = 12 either way."""
    state = replace(field(), board=board(area("hill", 0, south, 72, 30, height=2.0)))
    fought = of(charged(state, 3, 4, 4, 5, 3, 4, 6, 6), CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((reds, 1), (whites, 1))


@pytest.mark.rule("RA-combat.modifiers.uphill", "RA-R260")
def test_who_charges_down_from_a_height_is_uphill_of_those_below() -> None:
    """The hill ends at 12: the Reds, at 10, have 3 x 4 x 5/4 = 15."""
    state = replace(field(), board=board(area("hill", 0, 0, 72, 12, height=2.0)))
    fought = of(charged(state, 3, 4, 4, 5, 3, 4, 6, 6), CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((15, 1), (16, 1))


@pytest.mark.rule("RA-combat.modifiers.uphill", "RA-R260")
def test_the_ridge_above_the_zbruch_helps_who_stands_on_it() -> None:
    """Between the trenches of the scenario's own board, horse from the plain: 3 x 4 x 5/4 = 15 against 5 x 4 = 20."""
    ridge = next(each for each in library("red-actions") if each.key == "zbruch-ridge").board
    state = replace(field("horse-army-cavalry", "polish-regulars", at=(37.5, 29)), board=ridge)
    state = changed(changed(state, "reds", at=(37.5, 20)), "whites", moved=2.0, moved_turn=1, acted=1)
    (fought,) = of(charged(state, 3, 4, 4, 4, 3, 4, 6, 6), CombatFought)
    assert (fought.strength, fought.strength_of_target) == ((20, 1), (15, 1))


@pytest.mark.rule("RA-combat.modifiers.formed")
@pytest.mark.parametrize(("formed", "strength", "reds", "whites"), [(True, 25, 0, 1), (False, 20, 1, 0)])
def test_formed_cavalry_charges_harder(formed: bool, strength: int, reds: int, whites: int) -> None:
    """5 x 4 x 5/4 = 25 against 16 is 3:2, and a 6 the weaker's retreat; 20 is Advantage, and the stronger's."""
    c = charged(changed(field(COSSACKS), "reds", formed=formed), 3, 4, 4, 5, 3, 3, 6, 6)
    (fought,) = of(c, CombatFought)
    assert fought.strength == (strength, 1)
    assert (c.state.unit("reds").terror, c.state.unit("whites").terror) == (reds, whites)


@pytest.mark.rule("RA-def.effective", "RA-def.terror.2")
@pytest.mark.parametrize(
    ("terror", "strength", "column", "after", "routs"), [(2, (6, 1), "5:2", 3, False), (4, (3, 2), "4:1", 6, True)]
)
def test_terror_weakens(terror: int, strength: tuple[int, int], column: str, after: int, routs: bool) -> None:
    """Two of four bases left, 6 against 16, and as many markers as bases, half a base: 3/2. On a 5 the weaker goes
    back with a marker or with two."""
    c = charged(changed(field(), "reds", terror=terror), 3, 4, 4, 5, 3, 2, 6, 6)
    (fought,) = of(c, CombatFought)
    assert (fought.strength, fought.column, fought.loser) == (strength, column, "reds")
    reds = c.state.unit("reds")
    assert (reds.terror, reds.routing) == (after, routs)


# ── Flank and rear ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.flank.1", "RA-charge.flank.2", "RA-combat.modifiers.flank")
def test_a_flank_charge() -> None:
    """Whites look east: the Reds come from their right, behind the line of their front. One terror marker, then
    4 x 3 x 1/2 = 6 against 12: the Reds are twice as strong. They turn to face south."""
    c = charged(field(facing=315), 3, 4, 4, 3, 3, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert (fought.strength, fought.strength_of_target) == ((12, 1), (6, 1))
    assert fought.column == "2:1"
    assert c.state.unit("whites").terror == 1 + 2


@pytest.mark.rule("RA-charge.rear.1", "RA-charge.rear.2")
def test_a_rear_charge() -> None:
    """Three terror markers on four bases: one is left, 4 x 1 x 1/2 = 2 against 12."""
    c = charged(field(facing=NORTH), 3, 4, 4, 3, 2, 4, 6, 6)
    fought = of(c, CombatFought)[0]
    assert fought.strength_of_target == (2, 1)
    assert fought.column == "4:1"


def test_markers_of_a_rear_charge_may_rout_before_any_combat() -> None:
    """RA-R11: two bases, three markers."""
    state = field(facing=NORTH, bases=2)
    state = changed(state, "reds", bases=state.unit("reds").bases[:2])
    c = charged(state, 3, 4, 4, 3)
    assert c.state.unit("whites").routing
    assert not of(c, CombatFought)
    assert at(c, "reds") == pytest.approx((30, 15.2), abs=0.11)


# ── Cavalry ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.counter")
def test_a_counter_charge_meets_half_way() -> None:
    """Depth 1.2: fronts 8.8 apart at 10 and 20; they meet at 15, the Whites have used their segment."""
    state = field(HORSE, COSSACKS, at=(30, 20))
    c = charged(state, 3, 4, 4, 5, 3, 4, 6, 6, answer="counter-charge")
    assert of(c, CombatFought)
    assert c.state.unit("whites").acted == 1
    moved = [e for e in c.events if e.kind == "charge-moved"]  # type: ignore[attr-defined]
    assert [e.how for e in moved[:2]] == ["counter", "contact"]
    assert moved[0].at == pytest.approx((30, 15.6), abs=0.06)
    assert moved[1].at == pytest.approx((30, 14.4), abs=0.06)


@pytest.mark.rule("RA-pursuit.1", "RA-pursuit.3", "RA-pursuit.6")
def test_sabres_catch_slower_routers() -> None:
    """Red cavalry 4 x 4 = 16 against 16: equal, the chargers have the advantage. An 11: the Whites lose two bases and
    run; the horse is faster and takes them: one destroyed, one prisoner."""
    c = charged(field(HORSE), 3, 4, 4, 5, 5, 6, 6, 6)
    caught = of(c, GaveUp)[0]
    assert caught.caught
    assert len(caught.prisoners.bases) == 1
    assert c.state.find("whites") is None
    assert len(c.state.losses) == 3
    assert c.state.officer("whites-junior").fate == "captured"


@pytest.mark.rule("RA-pursuit.4")
@pytest.mark.parametrize(("die", "caught"), [(3, False), (4, True)])
def test_cavalry_of_the_same_speed_is_caught_on_a_die(die: int, caught: bool) -> None:
    c = charged(field(HORSE, COSSACKS), 3, 4, 4, 5, 1, 1, 6, 6, die)
    rolled = of(c, PursuitRolled)
    assert [(e.unit, e.die, e.caught) for e in rolled] == [("reds", die, caught)]
    whites = c.state.find("whites")
    assert (whites is None) is caught
    if whites is not None:
        assert whites.rout is not None
        assert whites.rout.pursuers == (("reds", 1),)


@pytest.mark.rule("RA-pursuit.2")
def test_who_faces_pursuers_stops_them_two_inches_off() -> None:
    """The guard stands beside their way, its front at 20.6 and 0.2 in to the east of the horse; the routers shake it
    (serious 8 on 2 + 2). The horse halts with its own front, 0.6 ahead of its middle, 2 in off."""
    guard = unit("guard", DEFENDER, WHITES, at=(35, 21), facing=SOUTH)
    base = field(HORSE)
    c = charged(replace(base, units=(*base.units, guard)), 3, 4, 4, 5, 5, 6, 2, 2, 6, 6)
    assert c.state.unit("whites").routing
    assert [e.why for e in of(c, ChargeEnded)] == ["halted"]
    assert at(c, "reds") == pytest.approx((30, 18), abs=0.26)


@pytest.mark.rule("RA-pursuit.2", "RA-R87")
def test_who_turns_his_back_on_pursuers_is_charged_where_they_touch_him() -> None:
    """The guard's rear is at 20.6: the horse, 0.6 in before its middle, touches it after 10 of its 16 in. It stands a
    pace, a quarter of an inch, short of that; its way goes on an inch past the contact, then to the guard's middle."""
    guard = unit("guard", DEFENDER, WHITES, at=(31, 21), facing=NORTH)
    base = field(HORSE)
    whites = replace(base.unit("whites"), rout=Rout(1, "reds"), at=(30, 34))
    went = course(replace(base, units=(base.unit("reds"), whites, guard)))
    step_pursue(went, Pursue("reds", "whites"))
    (charge,) = [task for task in went.state.agenda if isinstance(task, CarryOutCharge)]
    assert (charge.unit, charge.target, charge.onward) == ("reds", "guard", True)
    assert charge.side_struck is StruckSide.REAR
    assert at(went, "reds") == (30, 19.75)
    assert charge.way == ((30, 19.75), (30, 21), (31, 21))
    assert charge.left == pytest.approx(6)


@pytest.mark.rule("RA-pursuit.2")
def test_who_cannot_fight_stops_no_pursuers_at_a_distance() -> None:
    """A supply cart has no combat value: it faces the horse, which does not halt 2 in off but runs on into it."""
    cart = unit("cart", DEFENDER, "supply-cart", at=(30, 24), facing=SOUTH, bases=1)
    base = field(HORSE)
    whites = replace(base.unit("whites"), rout=Rout(1, "reds"), at=(30, 34))
    went = course(replace(base, units=(base.unit("reds"), whites, cart)))
    step_pursue(went, Pursue("reds", "whites"))
    assert not [e for e in of(went, ChargeEnded) if e.why == "halted"]
    (charge,) = [task for task in went.state.agenda if isinstance(task, CarryOutCharge)]
    assert (charge.unit, charge.target) == ("reds", "cart")


@pytest.mark.rule("RA-pursuit.5")
def test_riflemen_do_not_catch_routers_who_can_run() -> None:
    """Routers 6 in off run on; the Reds follow and count as pursuers."""
    state = changed(field(facing=NORTH), "whites", rout=Rout(1, "reds"))
    c = charged(state, 3, 4)
    whites = c.state.unit("whites")
    assert whites.at == pytest.approx((30, 24))
    assert whites.rout is not None
    assert whites.rout.pursuers == (("reds", 1),)


@pytest.mark.rule("RA-pursuit.5")
def test_riflemen_catch_routers_whom_water_keeps_from_running() -> None:
    """Their full move is 8 in; the lake begins 4 in behind their middle. Two of four bases are taken, two lost."""
    state = changed(field(facing=NORTH), "whites", rout=Rout(1, "reds"))
    c = charged(replace(state, board=board(area("water", 0, 20, 72, 24))), 3, 4)
    assert c.state.find("whites") is None
    assert len(c.state.prisoners[0].bases) == 2


def test_sabres_catch_routers_whom_they_reach() -> None:
    """RA-R127"""
    state = changed(field(HORSE, facing=NORTH), "whites", rout=Rout(1, "reds"))
    c = charged(state, 3, 4)
    assert c.state.find("whites") is None
    assert len(c.state.prisoners[0].bases) == 2


@pytest.mark.rule("RA-charge.onward")
def test_whoever_is_met_on_the_way_is_charged_anew() -> None:
    """The Whites run through their second line, which the horse meets on its path: a fear test, no shooting, combat."""
    second = unit("second", DEFENDER, WHITES, at=(30, 20))
    base = field(HORSE)
    state = replace(
        base,
        units=(*base.units, second),
        officers=(*base.officers, junior("second", DEFENDER, token="white-zero-plain")),
    )
    action = Charge(unit="reds", target="whites", beyond=True)
    c = charged(state, 3, 4, 5, 5, 2, 2, 2, 2, 2, 2, 3, 4, 6, 6, action=action)
    tests = [(e.unit, e.reason) for e in of(c, Tested)]
    assert tests[-1] == ("second", "charged")
    assert [(e.unit, e.target) for e in of(c, CombatFought)] == [("reds", "second")]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def told_of(state, *dice):
    tolds = []
    for event in charged(state, *dice).events:
        state = evolve(state, event)
        tolds += [one for one in (tell(state, event, PUBLIC),) if one is not None]
    return gather(tolds)


@pytest.mark.parametrize(
    ("state", "dice", "first"),
    [
        (field(), (3, 4, 6, 6), "Reds are thrown back in their charge on Whites: 1 terror marker"),
        (field(), (2, 4, 6, 6), "Whites are thrown back by the charge of Reds: 1 terror marker"),
        (field(), (5, 6, 6, 6), "Reds lose 2 bases and rout in their charge on Whites"),
        (field(), (1, 1, 6, 6), "Whites lose 2 bases and rout before the charge of Reds"),
        (field(bases=2), (5, 5, 6), "Whites are destroyed by the charge of Reds"),
    ],
)
def test_whoever_has_the_worst_of_a_charge_is_the_subject_of_its_first_line(state, dice, first):
    """As the tests above have it: 7, 6, 11 and 2 at Advantage, 10 at 3:2. The charge itself leads no post."""
    tolds = told_of(state, 3, 4, 4, 5, *dice)
    (fought,) = (told for told in tolds if told.headline == first)
    assert headline([fought]) == ""  # it says itself
    assert not any("declare" in told.headline for told in tolds)


def test_an_officer_who_falls_as_the_charge_wins_leads_and_the_beaten_follow():
    """6: the Whites are back with one marker. The Reds' officer falls on a 1, and they stand on 1 + 1."""
    told = told_of(field(), 3, 4, 4, 5, 2, 4, 1, 1, 1, 6)
    assert headline(told) == "Reds lose Officer of reds (commander); Whites are thrown back by the charge of Reds"


def test_who_routs_before_a_charge_leads_and_the_charge_is_said_there():
    """Volunteers fear 9: 5 + 5."""
    told = told_of(field(), 3, 4, 5, 5)
    assert headline(told) == "Whites rout before the charge of Reds"
