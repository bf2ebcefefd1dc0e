"""Rulings that a battle keeps: overlapping bases fire straight ahead (IA-R184), empty vehicles are fired at (IA-R093),
no rocket leaves a bunker (IA-R015). Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action import RULES
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.book.kinds import Cover, Gear, Posture, Rank, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import SupportCalled
from rules.infantry_action.events.movement import TookOver
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Condition, Doing
from rules.infantry_action.forces.traits import dump_figure, kit_in_words, load_figure, read_kit
from rules.infantry_action.groups import FirePlan, Instructions
from rules.infantry_action.on_the_table import Mission, Work
from rules.infantry_action.play.fire.arms import arms, bar, bears, of_man
from rules.infantry_action.play.fire.planning import judge_fire, offers_of
from rules.infantry_action.play.fire.resolving import resolve
from rules.infantry_action.play.fire.shots import Shot, direct
from rules.infantry_action.play.ground.places import cover_at, overlaps
from rules.infantry_action.play.support.calling import judge_call
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.tell import tell
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import (
    ATTACK,
    SOUTH,
    TRUCK,
    area,
    carried_out,
    changed,
    field,
    located,
    section,
    task,
    team,
    vehicle,
)

HOLD = Instructions(fire="hold")


def refused(state: State, action: Fire, by: Actor = ATTACK) -> str:
    with pytest.raises(RuleViolation) as caught:
        judge_fire(state, action, by)
    return caught.value.code


# ── Overlapping bases ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-sa.overlapping-bases", "IA-R184")
def test_men_whose_bases_overlap_fire_straight_ahead_only() -> None:
    """Bases are 10 m wide. 40 m ahead and 15 m aside: in an arc of 5 + 40 x 0.375 = 20 m, not in one of 5 m."""
    apart = field(section("able", ATTACKER, 2, at=(100, 50), spacing=10))
    close = field(section("able", ATTACKER, 2, at=(100, 50), spacing=3))
    for state, aside in ((apart, True), (close, False)):
        arm = of_man(state, state.figure("able1"))
        assert arm is not None
        assert overlaps(state, state.figure("able1")) is not aside
        assert bears(state, arm, (115.0, 90.0)) is aside
        assert bears(state, arm, (105.0, 90.0)), "the width of his front"


@pytest.mark.rule("IA-sa.overlapping-bases", "IA-R184")
def test_a_shot_aside_is_refused_to_men_in_a_crowd() -> None:
    state = field(
        section("able", ATTACKER, 2, at=(100, 50), spacing=3), section("red", DEFENDER, 1, at=(115, 90), facing=SOUTH)
    )
    state = replace(located(state, "able", "red"), step=PeriodStep.DECLARATION, period=1)
    state = located(state, "able", "red")
    assert refused(state, Fire(unit="able", target="red", figure="able1")) == "out-of-arc"
    spread = changed(state, "able2", at=(90.0, 50.0))
    assert len(judge_fire(spread, Fire(unit="able", target="red", figure="able1"), ATTACK).shots) == 1


@pytest.mark.rule("IA-sa.overlapping-bases", "IA-R227")
def test_whoever_gets_out_of_a_lorry_stands_a_base_apart() -> None:
    """Nine men: seven abreast 8 m behind its middle, two in a second rank 12 m, a prone base, behind them."""
    state = field(vehicle("lorry", ATTACKER, TRUCK, at=(300, 200), passengers=9))
    after = carried_out(state, {"lorry": task("leave", "lorry")}).state
    down = [man for man in after.men("lorry") if man.at is not None]
    assert len(down) == 9
    assert not [man.id for man in down if overlaps(after, man)]
    lying = after.with_figure(*(replace(man, posture=Posture.PRONE) for man in down))
    assert not [man.id for man in down if overlaps(lying, man)]
    assert sorted({round(200 - man.at[1]) for man in down if man.at is not None}) == [8, 20]


# ── Empty vehicles ────────────────────────────────────────────────────────────────────────────────────────────────


def by_the_lorry(**changes) -> State:
    """A man with a belt-fed LMG 100 m from a lorry that nobody is in, in broad daylight."""
    column = vehicle("column", DEFENDER, TRUCK, at=(100, 150), crew=0)
    lorry = replace(column.vehicles[0], id="lorry", name="Lorry")
    state = field(
        section("able", ATTACKER, 1, at=(100, 50), weapons=(Weapon.BELT_LMG,)),
        replace(column, vehicles=(lorry,)),
        period=3,
        **changes,
    )
    state = changed(state, "able", instructions=HOLD)
    return replace(changed(state, "able1", fired_in=2), step=PeriodStep.DECLARATION)


def fired(state: State, dice: str) -> Course:
    planned = judge_fire(state, Fire(unit="able", target="lorry"), ATTACK)
    chance = Scripted(dice)
    course = Course(replace(state, step=PeriodStep.RESOLUTION, plans=planned.plans), chance)
    resolve(course)
    chance.finish()
    return course


@pytest.mark.rule("IA-R093", "IA-soft.vehicle-save", "IA-soft.vehicle-fire")
def test_an_empty_lorry_is_fired_at_without_target_points_and_saved_on_six() -> None:
    """A belt-fed LMG at 100 m scores 6; a chance die of 1 counts, 7 in all: a potential hit on 5. Then 6 saves it,
    5 does not, and it burns on 1 or 2."""
    missed = fired(by_the_lorry(), "1,4")
    assert [getattr(event, "kind", "") for event in missed.events] == ["shots-fired", "fire-resolved"]
    resolved = missed.events[1]
    assert {item.citation for item in resolved.total.items} == {"IA-sa.effect", "IA-chance.die"}  # type: ignore[attr-defined]
    saved = fired(by_the_lorry(), "1,5,6").state
    assert saved.vehicle("lorry").able
    burnt = fired(by_the_lorry(), "1,5,5,2").state
    assert burnt.vehicle("lorry").condition is Condition.DESTROYED
    assert burnt.vehicle("lorry").burning_since == 3
    assert fired(by_the_lorry(), "1,5,5,3").state.vehicle("lorry").burning_since < 0
    assert burnt.suffering("lorry") is None, "nobody is there whose nerves it could try"


@pytest.mark.rule("IA-R093", "IA-loc.required")
def test_an_empty_lorry_has_to_be_located_and_empty() -> None:
    behind = by_the_lorry(features=(area("building", 80, 95, 120, 105, height=8.0),))
    assert refused(behind, Fire(unit="able", target="lorry")) == "no-target"
    own = by_the_lorry()
    own = own.with_vehicle(replace(own.vehicle("lorry"), side=ATTACKER))
    assert refused(own, Fire(unit="able", target="lorry")) == "no-target"
    armed = changed(by_the_lorry(), "able1", grenades=True)
    assert refused(armed, Fire(unit="able", target="lorry", how="grenade")) == "empty-vehicle"
    wreck = by_the_lorry()
    wreck = wreck.with_vehicle(replace(wreck.vehicle("lorry"), condition=Condition.DESTROYED))
    assert refused(wreck, Fire(unit="able", target="lorry")) == "no-target"
    away = changed(by_the_lorry(), "able1", facing=SOUTH)
    assert refused(away, Fire(unit="able", target="lorry")) == "no-target", "nobody looks there"


@pytest.mark.rule("IA-R093")
def test_an_empty_lorry_is_offered_and_told_of() -> None:
    state = by_the_lorry()
    assert "Fire at the empty Lorry" in [offer.label for offer in offers_of(state, ATTACKER, "able")]
    course = fired(state, "1,5,5,2")
    for viewer in (Viewer(ATTACKER), Viewer(DEFENDER)):
        said = [told for event in course.events if (told := tell(course.state, event, viewer)) is not None]
        assert said[-1].headline == "The fire on Lorry: it is destroyed and burns"


@pytest.mark.rule("IA-R093")
def test_a_lorry_with_somebody_in_it_is_a_target_with_its_men() -> None:
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)), vehicle("lorry", DEFENDER, TRUCK, at=(100, 150)), period=3
    )
    state = located(replace(state, step=PeriodStep.DECLARATION), "able", "lorry")
    assert state.unmanned("lorry") is None
    assert judge_fire(state, Fire(unit="able", target="lorry"), ATTACK).plans == (FirePlan("able1", target="lorry"),)


# ── Rockets in bunkers ────────────────────────────────────────────────────────────────────────────────────────────

PILLBOX = area("bunker", 90, 40, 110, 60, height=2.0, name="Pillbox")


def in_the_bunker(*weapons: Weapon, rocket: bool = True, works: tuple[Work, ...] = ()) -> State:
    state = field(
        section("able", ATTACKER, 1, at=(100, 50), weapons=weapons),
        section("red", DEFENDER, 1, at=(100, 90), facing=SOUTH),
        features=(PILLBOX,),
        period=3,
        works=works,
    )
    state = changed(replace(state, step=PeriodStep.DECLARATION), "able1", rocket=rocket)
    assert cover_at(state, (100.0, 50.0)) is Cover.BUNKER
    return located(state, "able", "red")


def shot(state: State) -> Shot | RuleViolation:
    arm = next(arms(state, state.group("able")))
    return direct(state, arm, state.group("red"))


@pytest.mark.rule("IA-opt.bunker-no-rockets", "IA-R015")
def test_a_rocket_is_refused_from_a_bunker_and_a_piat_is_not() -> None:
    barred = shot(in_the_bunker(Weapon.ONE_MAN_AT))
    assert isinstance(barred, RuleViolation)
    assert barred.code == "bunker"
    listed = shot(in_the_bunker(Weapon.ONE_MAN_AT, works=(Work("Pillbox", "bunker", ATTACKER),)))
    assert isinstance(listed, RuleViolation)
    fires = shot(in_the_bunker(Weapon.ONE_MAN_AT, rocket=False))
    assert isinstance(fires, Shot)
    assert fires.weapon is Weapon.ONE_MAN_AT


@pytest.mark.rule("IA-opt.bunker-no-rockets", "IA-R006")
def test_a_man_in_a_bunker_fires_whatever_else_he_has() -> None:
    """At 40 m a rifle scores less than a rocket; from the bunker the rifle is all he has."""
    for weapons in ((Weapon.ONE_MAN_AT, Weapon.RIFLE), (Weapon.RIFLE, Weapon.ONE_MAN_AT)):
        fires = shot(in_the_bunker(*weapons))
        assert isinstance(fires, Shot)
        assert fires.weapon is Weapon.RIFLE
    named = in_the_bunker(Weapon.RIFLE, Weapon.ONE_MAN_AT)
    assert refused(named, Fire(unit="able", target="red", figure="able1", weapon="one-man")) == "bunker"


@pytest.mark.rule("IA-R015", "IA-R228")
def test_a_roster_says_that_a_weapon_is_no_rocket() -> None:
    piat = read_kit(Rank.PRIVATE, "PIAT, grenades")
    assert (piat.weapons, piat.rocket) == ((Weapon.ONE_MAN_AT,), False)
    assert load_figure(dump_figure(piat), "a man") == piat
    assert kit_in_words(piat) == ("PIAT", "hand grenades")
    assert read_kit(Rank.PRIVATE, "one-man anti-tank weapon").rocket
    plain = RULES.forces.raise_unit("gb44-hq")
    assert [load_figure(each.traits, "").rocket for each in plain.figures] == [True] * 4 + [False] + [True] * 2


@pytest.mark.rule("IA-R015", "IA-R094")
def test_whoever_takes_it_over_has_the_same_weapon() -> None:
    for taken, rocket in ((Weapon.ONE_MAN_AT, False), (Weapon.RIFLE, True)):
        found = field(section("able", ATTACKER, 2, at=(100, 50)))
        found = changed(found, "able1", weapons=(taken,), rocket=False)
        found = evolve(found, TookOver(figure="able2", of="able1", serviceable=True, weapon=taken))
        assert found.figure("able2").rocket is rocket


# ── Fire arranged before the battle, men back from the enemy ──────────────────────────────────────────────────────


def supported(caller: str) -> State:
    """A section with a radio, and a mission under way that it called, or that was arranged."""
    mission = Mission("m", ATTACKER, caller, "fire", (300.0, 200.0), 0.0, 3, 4, 1)
    state = field(section("able", ATTACKER, 1, at=(100, 50)), period=3, missions=(mission,))
    return changed(state, "able1", gear=(Gear.RADIO,))


@pytest.mark.rule("IA-off.modes", "IA-R161")
def test_fire_that_was_arranged_is_corrected_and_never_stopped() -> None:
    check = CallSupport(unit="able", what="check")
    (stopped,) = judge_call(supported("able1"), check, ATTACK)
    assert isinstance(stopped, SupportCalled)
    assert stopped.mission.checked
    with pytest.raises(RuleViolation) as caught:
        judge_call(supported(""), check, ATTACK)
    assert caught.value.code == "arranged"
    (corrected,) = judge_call(supported(""), CallSupport(unit="able", what="correct", at="320,200"), ATTACK)
    assert isinstance(corrected, SupportCalled)
    assert corrected.mission.corrected == (320.0, 200.0)


@pytest.mark.rule("IA-pris.unarmed", "IA-R117")
def test_men_back_from_the_enemy_do_not_fight_before_they_have_weapons() -> None:
    state = field(section("able", ATTACKER, 1), section("red", DEFENDER, 1, at=(100, 90)), period=3)
    state = located(replace(changed(state, "able1", weapons=()), step=PeriodStep.DECLARATION), "able", "red")
    assert refused(state, Fire(unit="able", target="red")) == "unarmed"
    assert refused(changed(state, "able1", grenades=True), Fire(unit="able", target="red")) == "has-none"


@pytest.mark.rule("IA-hw.turret-targets", "IA-hw.no-move-and-fire", "IA-R074")
def test_a_gun_that_was_turned_does_not_fire_and_says_why() -> None:
    state = field(team("gun", ATTACKER, Weapon.TRIPOD_MG), period=3)
    turned = changed(state, "gun-gun", doing=Doing(turned=True))
    for found, code in ((turned, "moved"), (changed(state, "gun-gun", ready_from=4), "not-prepared")):
        (arm,) = arms(found, found.group("gun"))
        barred = bar(found, arm)
        assert barred is not None
        assert barred.code == code
