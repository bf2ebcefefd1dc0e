"""What a shooting does: results as tasks in their order, guns, vehicles, officers, answers, the night, words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.refusals import Why
from rules.red_actions.actions.fight import Fire
from rules.red_actions.actions.movement import Move
from rules.red_actions.book.cards import checked_pack
from rules.red_actions.book.kinds import Light, Test
from rules.red_actions.book.shooting import Band, Observed
from rules.red_actions.book.shooting_table import ShotResult
from rules.red_actions.decide import decide
from rules.red_actions.events.fire import DirectHits, Fired, ShotResolved
from rules.red_actions.events.morale import Driven, Tested
from rules.red_actions.evolve import evolve
from rules.red_actions.pending.fire import CarryOutShooting, RollOnTable, Shot
from rules.red_actions.pending.morale import LoseBases, OfficerDice, PutMarkers, RetireUnit, TakeTest
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.fire.aiming import refusal
from rules.red_actions.play.fire.deeds import FIRE_DEEDS, judge_fire
from rules.red_actions.play.fire.friends import friends_seen, meet_friends
from rules.red_actions.play.fire.shooting_effects import effects
from rules.red_actions.play.fire.supply import refill_all
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Base, Concealment
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.told import TellingRole
from tests.rules.red_actions.field import (
    ATTACK,
    SOUTH,
    answering,
    area,
    battle,
    board,
    changed,
    course,
    done,
    junior,
    line,
    officer,
    unit,
)
from tests.rules.red_actions.firing import REGULARS, VOLUNTEERS, facing_off, fired, refused, shot, tasks

# ── Effects ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.7", "RA-result.2ter", "RA-result.s")
def test_a_result_becomes_tasks() -> None:
    """Column 4, a 10: 2 x Ter S!: two terror markers with a pinned one, then the serious test."""
    went = fired(facing_off(6), CarryOutShooting(Shot("reds", "whites")), 4, 6)
    assert tasks(went) == [
        PutMarkers("whites", terror=2, pinned=True, threat="reds", reason="fire"),
        TakeTest("whites", Test.SERIOUS, "a serious result", threat="reds", citation="RA-result.s"),
    ]
    resolved = next(event for event in went.events if isinstance(event, ShotResolved))
    assert (resolved.roll, resolved.column, resolved.result.cell) == (10, 4, "2 x Ter S!")


@pytest.mark.rule("RA-result.kill", "RA-result.off")
def test_kill_comes_in_its_order() -> None:
    """Column 4, a 12: officers' dice with the serious test, the base, the pinned marker, the fear test."""
    went = fired(facing_off(6), CarryOutShooting(Shot("reds", "whites")), 6, 6)
    assert [type(task) for task in tasks(went)] == [OfficerDice, LoseBases, PutMarkers, TakeTest]
    dice, lost, pinned, fear = tasks(went)
    assert dice.serious
    assert lost.count == 1
    assert lost.tests == 0
    assert (pinned.terror, pinned.pinned, fear.test) == (0, True, Test.FEAR)


@pytest.mark.rule("RA-R35", "RA-shoot.6", "RA-shoot.7")
def test_the_order_of_a_shooting() -> None:
    """Every result that there is, of two hits and a tank's fire: the bases hit with their fear tests, the tank's
    marker, the table's, the officers with the serious test, Kill! with its marker and test, the retire."""
    state = facing_off(6)
    everything = ShotResult(terror=1, officer=True, serious=True, kill=True, retire=True)
    found = effects(state, state.unit("whites"), "reds", 2, everything, tank=1)
    assert found == [
        LoseBases("whites", 2, tests=2, threat="reds", reason="direct hit"),
        PutMarkers("whites", terror=1, threat="reds", reason="shot at by a tank"),
        PutMarkers("whites", terror=1, threat="reds", reason="fire"),
        OfficerDice("whites", "shooting", threat="reds", serious=True),
        LoseBases("whites", 1, threat="reds", reason="fire"),
        PutMarkers("whites", pinned=True, threat="reds", reason="fire"),
        TakeTest("whites", Test.FEAR, "a base lost", threat="reds", citation="RA-result.kill"),
        RetireUnit("whites", threat="reds"),
    ]


@pytest.mark.rule("RA-result.ret", "RA-result.ter")
def test_retire_and_terror() -> None:
    assert tasks(fired(facing_off(10), CarryOutShooting(Shot("reds", "whites")), 4, 5)) == [
        RetireUnit("whites", threat="reds")
    ]
    went = fired(facing_off(6), CarryOutShooting(Shot("reds", "whites")), 4, 4)
    assert tasks(went) == [PutMarkers("whites", terror=1, threat="reds", reason="fire")]


@pytest.mark.rule("RA-shoot.6", "RA-dh.1", "RA-dh.2", "RA-dh.numbers.field")
def test_guns_roll_for_direct_hits_first() -> None:
    """Two field guns at riflemen 19.2 in away need 10+: 11 hits, 9 does not. Total 36: column 10; a 2 retires them."""
    state = facing_off(20, card="field-gun", bases=2)
    state = changed(state, "reds", bases=(Base("reds1", "field-gun", 2, 6), Base("reds2", "field-gun", 0, 1)))
    went = fired(state, CarryOutShooting(Shot("reds", "whites")), 5, 6, 4, 5)
    lost, table = tasks(went)
    assert lost == LoseBases("whites", 1, tests=1, threat="reds", reason="direct hit")
    assert isinstance(table, RollOnTable)
    assert (table.column, table.hits) == (10, 1)
    assert [(base.limber, base.cart) for base in went.state.unit("reds").bases] == [(1, 6), (0, 0)]


def _gunned(*dice: int):
    """Two field guns fire at four bases of Volunteers 19.2 in away: 10+ hits, the table's column is 10. Volunteers'
    fear number is 9."""
    state = facing_off(20, card="field-gun", bases=2)
    state = changed(state, "reds", bases=(Base("reds1", "field-gun", 2, 6), Base("reds2", "field-gun", 0, 1)))
    went = course(replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides)), *dice)
    went.push(CarryOutShooting(Shot("reds", "whites")))
    settle(went)
    return went


@pytest.mark.rule("RA-R35", "RA-shoot.6", "RA-dh.2", "RA-R38")
def test_the_table_comes_after_the_fear_tests_of_direct_hits() -> None:
    """11 hits, 9 does not; then the fear test; then the table, where a 2 in column 10 is a retire of 3 in. Who has run
    from the hit retires no more: Volunteers run one move of 8 in."""
    stands = _gunned(5, 6, 4, 5, 4, 5, 1, 1)
    order = [type(event) for event in stands.events if isinstance(event, (DirectHits, Tested, ShotResolved))]
    assert order == [DirectHits, Tested, ShotResolved]
    assert stands.state.unit("whites").at == pytest.approx((30, 33))
    assert len(stands.state.unit("whites").bases) == 3
    runs = _gunned(5, 6, 4, 5, 4, 6, 1, 1)
    resolved = next(event for event in runs.events if isinstance(event, ShotResolved))
    assert (resolved.roll, resolved.result.retire) == (2, True)
    assert runs.state.unit("whites").routing
    assert not any(isinstance(event, Driven) and event.how == "retire" for event in runs.events)


@pytest.mark.rule("RA-R35")
def test_direct_hits_are_told_before_the_nerves_and_the_table_after_them() -> None:
    went = _gunned(5, 6, 4, 5, 4, 5, 1, 1)
    told = [tell(went.state, event, Viewer(DEFENDER)) for event in went.events]
    lines = [each.headline for each in told if each is not None]
    assert lines.index("Whites take 1 direct hit from Reds") < lines.index("Whites must retire under the fire of Reds")


@pytest.mark.rule("RA-R263", "RA-R70")
def test_where_fire_is_returned_all_dice_come_before_any_result() -> None:
    """5.2 in away the Volunteers answer. The gun's 12 hits, its table, their table; then the fear test."""
    state = facing_off(6, card="field-gun", bases=2)
    state = changed(state, "reds", bases=(Base("reds1", "field-gun", 1, 1), Base("reds2", "field-gun", 0, 0)))
    back = CarryOutShooting(Shot("reds", "whites"), answered=True, back=Shot("whites", "reds"))
    went = fired(state, back, 6, 6, 4, 3, 4, 3)
    assert len([event for event in went.events if isinstance(event, ShotResolved)]) == 2
    assert not [event for event in went.events if isinstance(event, Tested)]
    assert isinstance(tasks(went)[0], LoseBases)


@pytest.mark.rule("RA-ammo.guns", "RA-ammo.mortars")
def test_guns_without_rounds_do_not_fire() -> None:
    state = facing_off(20, card="field-gun", bases=2)
    assert refusal(state, Shot("reds", "whites")).code == "no-rounds"
    half = changed(state, "reds", bases=(Base("reds1", "field-gun", 1, 0), Base("reds2", "field-gun")))
    assert shot(half).parts[0].bases == 1
    free = replace(state, options=(("ammunition", "off"),))
    assert shot(free).parts[0].bases == 2


@pytest.mark.rule("RA-dh.mod.range", "RA-indirect.1", "RA-indirect.2", "RA-indirect.5", "RA-dh.mod.observed")
def test_fire_through_an_observer() -> None:
    """Guns behind a wood 70 in from the enemy, the observer 50 in away: long range is measured from him (50 of 120:
    close); 10 + 1 for 40 in + 2 on the first turn. The next turn ¾, the range is waived, +1."""
    wood = board(area("woods", 0, 8, 72, 12), depth=100.0)
    gun = unit("guns", card="field-gun", bases=1, at=(30, 5))
    gun = replace(gun, bases=(Base("guns1", "field-gun", 2, 6),))
    eye = unit("eye", at=(30, 24.6))
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 75.4))
    state = answering(battle(gun, eye, whites, board=wood, turn=3), DEFENDER, mode="normal")
    assert refusal(state, Shot("guns", "whites")).code == Why.NO_LINE_OF_SIGHT
    first = shot(state, "guns", observer="eye")
    assert (round(first.distance, 1), first.far, first.observed) == (50.0, Band.CLOSE, Observed.FIRST)
    assert first.parts[0].number.value == 13
    assert first.column.total == 9
    went = fired(state, CarryOutShooting(first.shot), 6, 6, 1, 1)
    assert not went.state.agenda
    again = shot(replace(went.state, turn=4), "guns", observer="eye")
    assert (again.observed, again.parts[0].number.value, again.column.total) == (Observed.LATER, 11, 13)
    other = shot(replace(went.state, turn=5), "guns", observer="eye")
    assert other.observed is Observed.FIRST


@pytest.mark.rule("RA-indirect.1")
def test_only_guns_fire_through_observers() -> None:
    state = replace(facing_off(10), units=(*facing_off(10).units, unit("eye", at=(40, 10))))
    assert refusal(state, Shot("reds", "whites", observer="eye")).code == "no-indirect-fire"


@pytest.mark.rule("RA-gas.1")
def test_gas_tests_nerves_at_the_end() -> None:
    state = facing_off(20, card="field-gun", bases=1)
    loaded = changed(state, "reds", bases=(Base("reds1", "field-gun", 2),))
    assert refusal(loaded, Shot("reds", "whites", gas=True)).code == "no-gas"
    pack = checked_pack({"card": [{"id": "field-gun", "traits": ["gas"]}]})
    gassing = replace(loaded, pack=pack)
    went = fired(gassing, CarryOutShooting(Shot("reds", "whites", gas=True)), 1, 1, 1, 1)
    assert tasks(went)[-1] == TakeTest("whites", Test.FEAR, "gas", threat="reds", citation="RA-gas.1")


def test_whoever_fires_marches_no_longer() -> None:
    went = fired(changed(facing_off(6), "reds", marching=True), CarryOutShooting(Shot("reds", "whites")), 4, 6)
    assert not went.state.unit("reds").marching


@pytest.mark.rule("RA-harass")
def test_harassing_fire_only_ends_a_march() -> None:
    state = changed(facing_off(20), "whites", marching=True)
    went = fired(state, CarryOutShooting(Shot("reds", "whites", harassing=True)))
    assert not went.state.agenda
    whites = went.state.unit("whites")
    assert (whites.marching, whites.march_barred) == (False, True)


# ── Vehicles and officers ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-tank.terror", "RA-arc.3", "RA-tank.sponsons", "RA-shoot.move.tanks")
def test_a_tank_frightens_whatever_it_rolls() -> None:
    """MG tank, side on: the right sponson. 10 at 15 in of 24, long: total 5, column 3; a 2 does nothing."""
    tank = unit("tank", card="tank-mg", bases=1, at=(30, 10), facing=270.0)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 26))
    went = fired(battle(tank, whites), CarryOutShooting(Shot("tank", "whites"), answered=True), 1, 1)
    assert tasks(went) == [PutMarkers("whites", terror=1, threat="tank", reason="shot at by a tank")]
    assert next(event for event in went.events if isinstance(event, Fired)).sponson == "right"


@pytest.mark.rule("RA-tank.destroy", "RA-dh.3")
def test_only_guns_hurt_tanks() -> None:
    tank = unit("tank", DEFENDER, "tank-mg", bases=1, at=(30, 30))
    rifles = unit("reds", card=REGULARS, at=(30, 22))
    state = battle(rifles, tank)
    assert shot(state, target="tank").column is None
    assert refused(lambda: judge_fire(state, Fire(unit="reds", target="tank"), ATTACK)).code == "no-effect"
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 20)), bases=(Base("gun1", "field-gun", 2),))
    went = fired(battle(gun, tank), CarryOutShooting(Shot("gun", "tank")), 4, 5)
    assert tasks(went) == [LoseBases("tank", 1, tests=0, threat="gun", reason="direct hit")]


@pytest.mark.rule("RA-ac.vulnerable", "RA-ac.kill")
def test_armoured_cars_and_close_machine_guns() -> None:
    """8 at 7 in: column 4 + 3 = 7; an 11 is Kill!, which destroys it; an 8 (2 x Ter) is nothing to it."""
    car = unit("car", DEFENDER, "armoured-car", bases=1, at=(30, 20))
    team = unit("team", card="mg-team", bases=1, at=(30, 12))
    state = battle(team, car)
    went = fired(state, CarryOutShooting(Shot("team", "car")), 5, 6)
    assert [(type(task), task.count) for task in tasks(went)] == [(LoseBases, 1)]
    assert tasks(fired(state, CarryOutShooting(Shot("team", "car")), 4, 4)) == []
    far = changed(state, "team", at=(30.0, 5.0))
    assert shot(far, "team", "car").column is None


@pytest.mark.rule("RA-shoot.move.ac", "RA-arc.3")
def test_a_turret_looks_everywhere() -> None:
    car = unit("car", card="armoured-car", bases=1, at=(30, 10), facing=SOUTH)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 20))
    assert not shot(battle(car, whites), "car").turned


@pytest.mark.rule("RA-def.officer.senior-unit.2")
def test_a_lone_officer_is_no_target_near_his_troops() -> None:
    chief = officer("chief", DEFENDER, at=(30, 15))
    near = unit("whites", DEFENDER, VOLUNTEERS, at=(36, 15))
    reds = unit("reds", card=REGULARS, at=(30, 10))
    found = refused(lambda: judge_fire(battle(reds, chief, near), Fire(unit="reds", target="chief"), ATTACK))
    assert found.code == "officer-not-apart"
    alone = battle(reds, chief)
    assert judge_fire(alone, Fire(unit="reds", target="chief"), ATTACK)
    went = fired(alone, CarryOutShooting(Shot("reds", "chief"), answered=True), 6, 6)
    assert tasks(went) == [LoseBases("chief", 1, threat="reds", reason="fire")]


# ── Answers, segments, night ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-preempt.return-fire")
def test_fire_is_returned_at_the_same_time() -> None:
    """Reds roll 7: Ret; Whites, who had 8 × … column 4 too, roll 8: a terror marker. Their segment is used."""
    state = answering(facing_off(6), DEFENDER, mode="normal", return_fire="yes")
    state = replace(state, standing=tuple(each for each in state.standing if each.answer != "no"))
    went = fired(state, CarryOutShooting(Shot("reds", "whites")), 3, 4, 4, 4)
    assert tasks(went) == [
        RetireUnit("whites", threat="reds"),
        PutMarkers("reds", terror=1, threat="whites", reason="fire"),
    ]
    whites = went.state.unit("whites")
    assert (whites.acted, whites.returned_turn) == (1, 1)


@pytest.mark.rule("RA-preempt.return-fire")
def test_who_may_not_return_fire() -> None:
    state = answering(facing_off(6), DEFENDER, return_fire="yes")
    state = replace(state, standing=tuple(each for each in state.standing if each.answer != "no"))
    acted = fired(changed(state, "whites", acted=1), CarryOutShooting(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in acted.events) == 1
    far = fired(changed(state, "whites", at=(30.0, 20.0)), CarryOutShooting(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in far.events) == 1
    guns = fired(changed(state, "whites", card="mortar"), CarryOutShooting(Shot("reds", "whites")), 1, 1)
    assert sum(isinstance(event, Fired) for event in guns.events) == 1


@pytest.mark.rule("RA-evade.4")
def test_a_unit_may_evade_when_shot_at() -> None:
    """Column 4 becomes 2: a 7 that would have made it retire does nothing."""
    state = battle(unit("reds", card=REGULARS, at=(30, 10)), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 16)))
    went = fired(answering(state, DEFENDER, mode="ask"), CarryOutShooting(Shot("reds", "whites")))
    assert went.state.question is not None
    assert went.state.question.kind == "mode"
    evading = answering(state, DEFENDER, mode="evade", return_fire="no")
    after = fired(evading, CarryOutShooting(Shot("reds", "whites")), 3, 4)
    assert not after.state.agenda
    assert after.state.unit("whites").evading


@pytest.mark.rule("RA-preempt.charged", "RA-charge.shoot")
def test_fire_at_chargers_uses_the_segment() -> None:
    """At the distance of the declaration, 9 in: long."""
    task = CarryOutShooting(Shot("reds", "whites", at_distance=9.0), "charged", answered=True)
    went = fired(facing_off(6), task, 1, 1)
    assert went.state.unit("reds").acted == 1
    assert next(event for event in went.events if isinstance(event, Fired)).far == Band.LONG.value


@pytest.mark.rule("RA-shoot.5", "RA-action.move", "RA-shoot.move.mg", "RA-note.tachanka")
def test_moving_after_fire() -> None:
    state = facing_off(6)
    rifles = done(FIRE_DEEDS[0], state, Fire(unit="reds", target="whites", then_move=True))
    assert rifles.segment.fired
    assert not rifles.segment.acted
    assert [type(task) for task in rifles.agenda] == [CarryOutShooting]
    stays = done(FIRE_DEEDS[0], state, Fire(unit="reds", target="whites"))
    assert stays.segment.acted
    team = facing_off(6, card="mg-team", bases=1)
    found = refused(lambda: judge_fire(team, Fire(unit="reds", target="whites", then_move=True), ATTACK))
    assert found.code == "no-move-after"


@pytest.mark.rule("RA-seq.reveal", "RA-ambush.shoot-only")
def test_who_fires_shows_himself() -> None:
    state = changed(facing_off(6), "reds", hidden=Concealment.AMBUSH)
    went = fired(state, CarryOutShooting(Shot("reds", "whites"), "ambush"), 1, 1)
    assert went.state.unit("reds").hidden is Concealment.NO


@pytest.mark.rule("RA-ambush.shoot-only")
@pytest.mark.rule("RA-march.3", "RA-R102")
def test_the_surprised_do_not_shoot() -> None:
    assert refusal(changed(facing_off(6), "reds", surprised=True), Shot("reds", "whites")).code == "surprised"


@pytest.mark.rule("RA-weather.night.friends")
def test_friends_met_in_the_dark() -> None:
    one, two = unit("one", card=REGULARS, at=(30, 10)), unit("two", card=REGULARS, at=(30, 15))
    state = replace(battle(one, two), light=Light.MOON)
    apart = replace(changed(state, "two", at=(30.0, 25.0)))
    before = friends_seen(apart, apart.unit("one"))
    assert before == frozenset()
    went = course(state, 1)
    assert meet_friends(went, "one", before)
    assert tasks(went) == [CarryOutShooting(Shot("one", "two"), "friends", answered=True)]
    calm = course(state, 2)
    assert not meet_friends(calm, "one", before)
    assert not calm.state.agenda
    assert not meet_friends(course(state), "one", frozenset({"two"}))


@pytest.mark.rule("RA-weather.night.friends", "RA-R116")
def test_the_nearest_of_the_friends_met_in_the_dark_is_fired_at() -> None:
    """Base to base, `two` is about 4 in before him and `far` another inch beyond."""
    one, two = unit("one", card=REGULARS, at=(30, 10)), unit("two", card=REGULARS, at=(32, 15), bases=2)
    state = replace(battle(one, unit("far", card=REGULARS, at=(28, 16), bases=2), two), light=Light.MOON)
    went = course(state, 1)
    assert friends_seen(state, one) == {"two", "far"}
    assert meet_friends(went, "one", frozenset())
    assert tasks(went) == [CarryOutShooting(Shot("one", "two"), "friends", answered=True)]


@pytest.mark.rule("RA-ammo.carts")
def test_the_cart_fills_the_limbers() -> None:
    """One of two rounds with the limber, six in the cart: one is handed over, unless it fired."""
    guns = replace(unit("guns", card="field-gun", bases=1), bases=(Base("guns1", "field-gun", 1, 6),))
    went = course(battle(guns))
    refill_all(went)
    assert went.state.unit("guns").bases == (Base("guns1", "field-gun", 2, 5),)
    busy = course(changed(battle(guns), "guns", fired_turn=1))
    refill_all(busy)
    assert not busy.events


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def told(went, viewer=PUBLIC) -> list[str]:
    found = [tell(went.state, event, viewer) for event in went.events]
    return [each.headline for each in found if each is not None and each.role is not TellingRole.DETAIL]


def test_the_result_is_said_first() -> None:
    went = fired(facing_off(6), CarryOutShooting(Shot("reds", "whites")), 6, 6)
    assert told(went) == [
        "Reds fire at Whites",
        "Whites lose a base under the fire of Reds",
    ]
    calm = fired(facing_off(6), CarryOutShooting(Shot("reds", "whites")), 1, 1)
    assert told(calm)[-1] == "Reds fire at Whites: no effect"


def test_fire_at_a_place_betrays_nobody() -> None:
    """The firer's side and the public hear of the fire alone; its target's side hears what came of it."""
    wood = board(area("woods", 20, 14, 40, 25, name="Wood"))
    hidden = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 17), hidden=Concealment.AMBUSH)
    state = battle(unit("team", card="mg-team", at=(30, 10)), hidden, board=wood)
    went = fired(state, CarryOutShooting(judge_fire(state, Fire(unit="team", place="30,15"), ATTACK).aim.shot), 4, 5)
    for viewer in (PUBLIC, Viewer(ATTACKER)):
        assert len(told(went, viewer)) == 1
        assert "Whites" not in told(went, viewer)[0]
    assert "Whites" in told(went, Viewer(DEFENDER))[-1]


# ── All the way ─────────────────────────────────────────────────────────────────────────────────────────────────────


def decided(state: State, action: Fire, *dice: int) -> State:
    """The state when nothing waits any more, with these dice."""
    for event in decide(state, action, ATTACK, Scripted(str(die) for die in dice)):
        state = evolve(state, event)
    assert not state.agenda
    return state


@pytest.mark.rule("RA-result.2ter", "RA-result.s", "RA-def.terror.1")
def test_a_volley_and_its_nerves() -> None:
    """A 10 in column 4: 2 x Ter S!. Volunteers of four bases bear two markers; their serious test (8 on the card, no
    officer's effect, 7 rolled) is passed. The segment is over."""
    after = decided(facing_off(6), Fire(unit="reds", target="whites"), 4, 6, 3, 4)
    whites = after.unit("whites")
    assert (whites.terror, whites.pinned, whites.routing) == (2, True, False)
    assert (after.segment, after.unit("reds").acted) == (None, 1)


@pytest.mark.rule("RA-dh.2", "RA-result.kill")
def test_the_last_base_is_lost_to_a_direct_hit() -> None:
    """One machine-gun: the hit destroys it, and the table is not rolled for."""
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 5)), bases=(Base("gun1", "field-gun", 2),))
    state = battle(gun, unit("team", DEFENDER, "mg-team", bases=1, at=(30, 25)))
    state = answering(state, DEFENDER, mode="normal", return_fire="no")
    after = decided(state, Fire(unit="gun", target="team"), 5, 5)
    assert after.find("team") is None
    assert [(loss.unit, loss.how, loss.by) for loss in after.losses] == [("team", "destroyed", "gun")]


@pytest.mark.rule("RA-weather.night.friends")
def test_a_march_in_the_dark_ends_in_fire_at_friends() -> None:
    """4 in along a road by moonlight bring the other company within 6 in. A 1: it takes it for the enemy; a 7 in column
    4 makes it retire 3 in."""
    officers = (junior("one", token="red-zero-plain"), junior("two", token="red-zero-plain"))
    one, two = unit("one", card=REGULARS, at=(30, 14)), unit("two", card=REGULARS, at=(30, 24))
    far = unit("whites", DEFENDER, VOLUNTEERS, at=(5, 45))
    road = board(line("road", (30, 0), (30, 48), width=1.0))
    state = replace(battle(one, two, far, *officers, board=road), light=Light.MOON)
    after = decided(state, Move(unit="one", path=("30,18",)), 1, 3, 4)
    assert after.unit("one").fired_turn == 1
    assert after.unit("two").went_back == pytest.approx(3.0)
    met = decided(state, Move(unit="one", path=("30,18",)), 2)
    assert met.unit("one").fired_turn == 0
