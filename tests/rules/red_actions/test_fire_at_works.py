"""Fire at places, buildings and trains, and from trains."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.red_actions.actions.fight import Fire
from rules.red_actions.book.kinds import Test
from rules.red_actions.events.fire import CarHit, Fired, SectionHit, ShotResolved
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.pending.morale import LoseBases, TakeTest
from rules.red_actions.play.fire.aiming import refusal
from rules.red_actions.play.fire.deeds import judge_fire
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Base, Concealment, Rails
from rules.seam.viewing import PUBLIC
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    area,
    battle,
    board,
    changed,
    line,
    unit,
)
from tests.rules.red_actions.firing import REGULARS, VOLUNTEERS, fired, shot, tasks

# ── Places and buildings ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.speculative.1")
def test_speculative_fire_finds_who_is_there() -> None:
    """Whites hide in the wood. Machine-guns 5 in from it: 8 × 4 × ½ = 16, column 8 + 3 - 3 = 8."""
    wood = board(area("woods", 20, 14, 40, 25, name="Wood"))
    hidden = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 17), hidden=Concealment.AMBUSH)
    team = unit("team", card="mg-team", at=(30, 10))
    state = battle(team, hidden, board=wood)
    ready = judge_fire(state, Fire(unit="team", place="30,15"), ATTACK)
    assert ready.aim.goal.unit is not None
    assert ready.aim.column.number == 8
    went = fired(state, CarryOutShooting(ready.aim.shot), 4, 5)
    resolved = next(event for event in went.events if isinstance(event, ShotResolved))
    announced = next(event for event in went.events if isinstance(event, Fired))
    assert resolved.audience == (DEFENDER,)
    assert (announced.target, announced.place) == ("", True)


@pytest.mark.rule("RA-shoot.speculative.2", "RA-dh.building")
def test_guns_bring_a_building_down() -> None:
    """Wooden: 9+ to hit, 9+ to fall; everybody in it is lost."""
    house = board(area("house", 28, 18, 33, 21, name="Barn"))
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 8)), bases=(Base("gun1", "field-gun", 2),))
    inside = unit("whites", DEFENDER, VOLUNTEERS, at=(30.5, 19.5), bases=3, holds="Barn")
    state = battle(gun, inside, board=house)
    ready = judge_fire(state, Fire(unit="gun", place="Barn"), ATTACK)
    assert ready.aim.column is None
    went = fired(state, CarryOutShooting(ready.aim.shot), 4, 5, 3, 6)
    hit = next(event for event in went.events if isinstance(event, SectionHit))
    assert (hit.hits, hit.scores, hit.needs, hit.destroyed) == (1, (9,), 9, True)
    assert went.state.ruins == ("Barn",)
    assert tasks(went) == [LoseBases("whites", 3, threat="gun", reason="a building that fell")]
    stands = fired(state, CarryOutShooting(ready.aim.shot), 4, 5, 3, 5)
    assert not stands.state.ruins


# ── Trains ──────────────────────────────────────────────────────────────────────────────────────────────────────────

RAILS = board(line("railway", (0, 20), (72, 20), width=0.4, name="Line"))


def train(side=ATTACKER, last=0.0):
    cars = ("train-mg", "train-artillery-field", "train-engine", "train-artillery-turret", "train-other")
    made = unit("train", side, "train-engine", bases=5, at=(30, 20), facing=EAST)
    bases = tuple(Base(f"car{n}", card) for n, card in enumerate(cars, 1))
    return replace(made, bases=bases, rails=Rails("Line", 36.0, last=last))


@pytest.mark.rule("RA-train.cars.2", "RA-train.artillery.1", "RA-train.artillery.2", "RA-train.mg")
def test_which_cars_fire() -> None:
    """From the head in the east: MG car, field gun, engine, turret, boxcar. At troops 10 in to the north the MG car and
    the turret bear, the field gun (45° about straight ahead) does not; on the move the MG car alone. Straight ahead the
    field gun does and the turret does not."""
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 30))
    beside = shot(battle(train(), whites, board=RAILS), "train")
    assert [part.card.id for part in beside.parts] == ["train-mg", "train-artillery-turret"]
    moving = shot(battle(train(last=4.0), whites, board=RAILS), "train")
    assert [part.card.id for part in moving.parts] == ["train-mg"]
    ahead = shot(
        battle(train(), changed(battle(whites), "whites", at=(50.0, 20.5)).unit("whites"), board=RAILS), "train"
    )
    assert [part.card.id for part in ahead.parts] == ["train-mg", "train-artillery-field"]


@pytest.mark.rule("RA-train.hits.1", "RA-train.hits.2", "RA-train.hits.3", "RA-train.hits.4", "RA-train.hits.5")
def test_hits_on_cars() -> None:
    """A standing train is a stationary vehicle: 9+. The engine takes three; the boxcar is destroyed by one."""
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 5)), bases=(Base("gun1", "field-gun", 2),))
    state = battle(gun, train(DEFENDER), unit("riders", DEFENDER, VOLUNTEERS, at=None, aboard="train", car="car5"),
                   board=RAILS)  # fmt: skip
    engine = fired(state, CarryOutShooting(Shot("gun", "train", car="car3")), 4, 5)
    hit = next(event for event in engine.events if isinstance(event, CarHit))
    assert (hit.hits, hit.wrecked, hit.stopped, hit.withdraws) == (1, False, False, True)
    assert engine.state.unit("train").rails.withdrawing
    assert tasks(engine) == [TakeTest("train", Test.FEAR, "a direct hit", threat="gun", citation="RA-train.hits.4")]
    boxcar = fired(state, CarryOutShooting(Shot("gun", "train", car="car5")), 4, 5)
    assert boxcar.state.unit("train").bases[4].wrecked
    assert tasks(boxcar)[0] == LoseBases("riders", 4, threat="gun", reason="the car destroyed")
    assert (
        shot(battle(gun, train(DEFENDER, last=2.0), board=RAILS), "gun", "train", car="car1").parts[0].number.value
        == 11
    )


@pytest.mark.rule("RA-train.hits.1", "RA-R97")
def test_the_third_hit_stops_the_engine_and_everybody_reads_it() -> None:
    gun = replace(unit("gun", card="field-gun", bases=1, at=(30, 5)), bases=(Base("gun1", "field-gun", 2),))
    engine = train(DEFENDER)
    hurt = replace(engine, bases=tuple(replace(b, hits=2) if b.id == "car3" else b for b in engine.bases))
    went = fired(battle(gun, hurt, board=RAILS), CarryOutShooting(Shot("gun", "train", car="car3")), 4, 5)
    hit = next(event for event in went.events if isinstance(event, CarHit))
    assert (hit.hits, hit.wrecked, hit.stopped) == (3, False, True)
    said = tell(went.state, hit, PUBLIC)
    assert said is not None
    assert said.important
    assert said.headline.endswith("is finished: the train cannot move")


@pytest.mark.rule("RA-R97")
@pytest.mark.parametrize(
    ("east", "wrecks", "struck"),
    [
        (36, "", "car1"),
        (36, "1", "car2"),
        (36, "12", "car3"),
        (24, "", "car5"),
        (24, "5", "car4"),
        (24, "1235", "car4"),
    ],
)
def test_a_gun_fires_at_the_nearest_car_that_still_stands(east: float, wrecks: str, struck: str) -> None:
    """The head is at x = 36, the tail at 24: 12 in of rails, 2.4 in a car. The gun stands 15 in south of one end."""
    gun = replace(unit("gun", card="field-gun", bases=1, at=(east, 5)), bases=(Base("gun1", "field-gun", 2),))
    whole = train(DEFENDER)
    cars = tuple(replace(base, wrecked=base.id[-1] in wrecks) for base in whole.bases)
    state = battle(gun, replace(whole, bases=cars), board=RAILS)
    ready = judge_fire(state, Fire(unit="gun", target="train"), ATTACK)
    hit = next(
        event for event in fired(state, CarryOutShooting(ready.aim.shot), 4, 5).events if isinstance(event, CarHit)
    )
    assert hit.base == struck


@pytest.mark.rule("RA-train.cars.3")
def test_riflemen_fire_from_inside() -> None:
    """Four bases of Regulars aboard the boxcar, in the west: to the north they fire, along the train they do not."""
    riders = unit("riders", card=REGULARS, at=None, aboard="train", car="car5")
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(26, 30))
    state = battle(train(), riders, whites, board=RAILS)
    assert shot(state, "riders").parts[0].bases == 4
    along = battle(train(), riders, unit("whites", DEFENDER, VOLUNTEERS, at=(18, 20)), board=RAILS)
    assert refusal(along, Shot("riders", "whites")).code == "out-of-arc"
    crew = replace(riders, card="mg-team")
    assert refusal(battle(train(), crew, whites, board=RAILS), Shot("riders", "whites")).code == "aboard"
