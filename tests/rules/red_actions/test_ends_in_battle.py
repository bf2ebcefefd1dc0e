"""What lasts ends in a battle of Red Actions: horses and those who hold them, prisoners and staffs of whoever moves,
marches and lying down. Every step is an action that somebody takes; the dice are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.action import UMPIRE
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Combine, Divide
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.movement import Embark, Mount, Move
from rules.red_actions.actions.umpire import PlaceUnit, RemoveUnit
from rules.red_actions.actions.works import Possess
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.turn.flight import share_lost
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State
from rules.red_actions.units import Base, Officer, Prisoners, Rout, Unit
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import DEFENCE, EAST, WEST, area, board, changed, junior, officer, unit
from tests.rules.red_actions.nerves import REDS, WHITES, battle
from tests.rules.red_actions.test_trains_in_battle import LINE, train
from tests.rules.red_actions.turning import Table

UHLANS, ON_FOOT = "polish-uhlans", "polish-regulars"
FAR = (unit("idle", DEFENDER, WHITES, at=(67, 46)), junior("idle", DEFENDER, token="white-zero-plain"))


def field(*parts: Any, **changes: Any) -> State:
    return battle(*parts, *FAR, **changes)


def horsemen(id_: str, x: float = 30.0, y: float = 20.0, bases: int = 3) -> tuple[Unit, Officer]:
    """Uhlans in line with their officer."""
    return unit(id_, card=UHLANS, at=(x, y), bases=bases), junior(id_, token="red-zero-plain")


def next_turn(state: State, side: str = ATTACKER) -> State:
    """It is the next turn, and that side's segment."""
    return replace(state, turn=state.turn + 1, segment=Segment(side))


def dismounted(*units: tuple[Unit, Officer]) -> State:
    """These horsemen have dismounted, each in a turn of its own."""
    state = field(*(each for pair in units for each in pair))
    for own, _ in units:
        state = next_turn(Table(state).do(Mount(unit=own.id)).done().state)
    return state


def held(guard: str = "reds", at: tuple[float, float] = (30.0, 20.0)) -> Prisoners:
    return Prisoners("held", "lost", DEFENDER, ATTACKER, at, (Base("p1", WHITES),), guard)


# ── Horses ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-R121", "RA-R212", "RA-dismount.2")
def test_a_unit_that_the_umpire_removes_takes_its_horses_along() -> None:
    """Three bases, one of them with the horses: three are gone."""
    state = Table(dismounted(horsemen("reds"))).do(RemoveUnit(unit="reds", reason="A test"), UMPIRE).done().state
    gone = {loss.base.id for loss in state.losses}
    assert gone == {"reds1", "reds2", "reds3"}
    assert {loss.how for loss in state.losses} == {"removed"}
    assert share_lost(replace(state, sides=fields.battle(*horsemen("reds")).sides), ATTACKER) == 1


@pytest.mark.rule("RA-combine.1", "RA-combine.5", "RA-dismount.2", "RA-dismount.3", "RA-R196")
def test_units_that_combine_on_foot_keep_the_horses_of_both() -> None:
    """Two of three bases each, two on foot: four fight, two hold horses, at the place of the first. All six ride there
    again."""
    state = dismounted(horsemen("reds", 30.0), horsemen("others", 32.4))
    state = Table(state, 2).do(Combine(unit="reds", other="others")).state
    reds = state.unit("reds")
    assert [base.id for base in reds.bases] == ["reds1", "reds2", "others1", "others2"]
    assert [(base.id, at) for base, at in reds.horses] == [("reds3", (30.0, 20.0)), ("others3", (30.0, 20.0))]
    mounted = Table(next_turn(state)).do(Mount(unit="reds")).state.unit("reds")
    assert (mounted.card, len(mounted.bases), mounted.horses) == (UHLANS, 6, ())
    away = changed(next_turn(state), "reds", at=(24.0, 20.0))
    with pytest.raises(RuleViolation, match="horses are not with"):
        Table(away).do(Mount(unit="reds"))


@pytest.mark.rule("RA-combine.4", "RA-def.unit.1")
def test_those_who_hold_horses_count_for_the_size_of_a_combined_unit() -> None:
    """Four and four are six on foot, and eight in the saddle."""
    state = dismounted(horsemen("reds", 30.0, bases=4), horsemen("others", 33.6, bases=4))
    with pytest.raises(RuleViolation, match="bases, not 8"):
        Table(state).do(Combine(unit="reds", other="others"))


@pytest.mark.rule("RA-combine.1", "RA-dismount.3", "RA-R277")
def test_units_whose_horses_are_further_apart_than_a_mounted_move_do_not_combine_on_foot() -> None:
    """Uhlans ride 16 in. The horses of the others stand 15 in off, or 17 in; or are lost."""
    state = dismounted(horsemen("reds", 30.0), horsemen("others", 32.4))
    others = state.unit("others")
    near = state.with_unit(replace(others, holder_at=(45.0, 20.0)))
    union = Table(near, 2).do(Combine(unit="reds", other="others")).state
    assert [at for _, at in union.unit("reds").horses] == [(30.0, 20.0), (30.0, 20.0)]
    far = state.with_unit(replace(others, holder_at=(47.0, 20.0)))
    with pytest.raises(RuleViolation, match="stand 17 in apart; they are led 16 in at most"):
        Table(far).do(Combine(unit="reds", other="others"))
    lost = state.with_unit(replace(others, holder=None, holder_at=None))
    with pytest.raises(RuleViolation, match="one has lost its horses"):
        Table(lost).do(Combine(unit="reds", other="others"))


def divided(bases: int = 6) -> State:
    """Uhlans on foot, divided in a later turn: two stay, the others go to the right; their horses stand at 30,20."""
    state = Table(dismounted(horsemen("reds", bases=bases))).do(Divide(unit="reds", bases=bases - 3)).state
    (part,) = (unit for unit in state.units if "part" in unit.id)
    state = replace(state, officers=(*state.officers, junior(part.id, token="red-zero-plain")))
    return changed(next_turn(state), part.id, at=(30.0, 18.4))


PART = "reds-part-1"


@pytest.mark.rule("RA-divide.1", "RA-dismount.3", "RA-R277")
@pytest.mark.parametrize("first", ["reds", PART])
def test_both_parts_mount_at_their_horses_and_the_last_takes_along_who_holds_them(first: str) -> None:
    """Five on foot: two of the whole, three of the part, one base holds the horses of all."""
    state = divided()
    last = PART if first == "reds" else "reds"
    numbers = {"reds": 2, PART: 3}
    assert state.horses_of(state.unit(PART)) == state.unit("reds").horses != ()
    state = Table(state).do(Mount(unit=first)).done().state
    assert (state.unit(first).card, len(state.unit(first).bases)) == (UHLANS, numbers[first])
    assert [base.id for base, _ in state.unit(last).horses] == ["reds6"]
    state = Table(next_turn(changed(state, first, at=(10.0, 40.0)))).do(Mount(unit=last)).done().state
    assert (state.unit(last).card, len(state.unit(last).bases)) == (UHLANS, numbers[last] + 1)
    assert (state.unit(last).horses, state.unit(last).herd, state.unit(first).horses) == ((), "", ())


@pytest.mark.rule("RA-divide.1", "RA-dismount.3", "RA-R277")
def test_a_part_away_from_the_horses_does_not_mount() -> None:
    with pytest.raises(RuleViolation, match="horses are not with"):
        Table(changed(divided(), PART, at=(30.0, 10.0))).do(Mount(unit=PART))


@pytest.mark.rule("RA-R212", "RA-R277")
def test_the_horses_of_a_whole_that_is_no_more_are_the_parts() -> None:
    """Two bases are lost, and not the one that holds the horses: the part of three rides away as four."""
    state = Table(divided()).do(RemoveUnit(unit="reds", reason="A test"), UMPIRE).state
    assert {loss.base.id for loss in state.losses} == {"reds1", "reds2"}
    state = Table(state).do(Mount(unit=PART)).done().state
    assert [base.id for base in state.unit(PART).bases] == ["reds3", "reds4", "reds5", "reds6"]


@pytest.mark.rule("RA-R121", "RA-R277")
def test_a_part_that_the_enemy_takes_away_leaves_the_horses_to_the_whole() -> None:
    state = Table(divided()).do(RemoveUnit(unit=PART, reason="A test"), UMPIRE).state
    state = Table(state).do(Mount(unit="reds")).done().state
    assert [base.id for base in state.unit("reds").bases] == ["reds1", "reds2", "reds6"]


@pytest.mark.rule("RA-combine.2", "RA-R277")
@pytest.mark.parametrize(("unit_", "other"), [("reds", PART), (PART, "reds")])
def test_parts_that_are_one_again_have_their_horses_together(unit_: str, other: str) -> None:
    state = changed(divided(), PART, at=(33.0, 20.0))
    spot = state.unit("reds").at
    assert spot is not None
    state = changed(state, PART, at=(spot[0] + 3.0, spot[1]))
    state = Table(state, 2).do(Combine(unit=unit_, other=other)).state
    whole = state.unit(unit_)
    assert (len(whole.bases), [base.id for base, _ in whole.horses], whole.herd) == (5, ["reds6"], "")
    assert len(Table(next_turn(state)).do(Mount(unit=unit_)).state.unit(unit_).bases) == 6


@pytest.mark.rule("RA-R121", "RA-dismount.3")
def test_horses_that_the_enemy_touches_are_taken() -> None:
    """Reds have gone on; Whites ride onto their horses. They stay on foot, and the base counts as lost."""
    state = changed(dismounted(horsemen("reds")), "reds", at=(10.0, 20.0))
    raiders = unit("raiders", DEFENDER, WHITES, at=(30, 24)), junior("raiders", DEFENDER, token="white-zero-plain")
    state = replace(state, units=(*state.units, raiders[0]), officers=(*state.officers, raiders[1]))
    table = Table(replace(state, segment=Segment(DEFENDER)))
    table.do(Move.model_validate({"unit": "raiders", "path": ("30,20.5",)}), DEFENCE)
    reds = table.state.unit("reds")
    assert "things-taken" in table.kinds
    assert (reds.horses, reds.mounts) == ((), UHLANS)
    assert [(loss.base.id, loss.how, loss.by) for loss in table.state.losses] == [("reds3", "captured", "raiders")]
    with pytest.raises(RuleViolation, match="horses are not with"):
        Table(next_turn(table.state)).do(Mount(unit="reds"))


# ── Whoever moves takes along who is with it ──────────────────────────────────────────────────────────────────────


def reds(*parts: Any, **changes: Any) -> State:
    """Reds with a prisoner and a senior officer's staff."""
    own = unit("reds", card=REDS, **{"at": (30, 20), **changes})
    chief = officer("chief", at=(30, 20), with_unit="reds", token="red-zero-plain")
    return replace(field(own, junior("reds", token="red-zero-plain"), chief, *parts), prisoners=(held(),))


def together(state: State) -> bool:
    at = state.unit("reds").at
    return at is not None and state.unit("chief").at == at == state.prisoners[0].at


@pytest.mark.rule("RA-divide.2", "RA-R197")
def test_prisoners_and_a_staff_stay_with_the_unit_that_divides() -> None:
    """Two bases go: the middle of the two that stay is 1.2 in to the left."""
    state = Table(reds()).do(Divide(unit="reds", bases=2)).state
    assert state.unit("reds").at == pytest.approx((28.8, 20.0))
    assert together(state)


@pytest.mark.rule("RA-building.4", "RA-R197")
def test_they_go_along_into_a_building() -> None:
    barn = board(area("building", 27, 20.5, 33, 24, name="Barn"))
    state = Table(replace(reds(), board=barn)).do(Possess(unit="reds", what="Barn")).state
    assert state.unit("reds").holds == "Barn"
    assert together(state)


# ── Lying down, marching ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-R149", "RA-dismount.1")
def test_who_dismounts_counts_as_evading_no_more() -> None:
    state = changed(field(*horsemen("reds")), "reds", evading=True)
    assert not Table(state).do(Mount(unit="reds")).state.unit("reds").evading


@pytest.mark.rule("RA-march.1", "RA-dismount.1")
def test_who_boards_a_train_is_on_no_march_when_it_gets_off() -> None:
    state = reds(train(along=23.6), at=(34.2, 20), facing=EAST)
    state = changed(replace(state, board=board(LINE)), "reds", marching=True)
    state = Table(state).do(Embark(unit="reds", carrier="train")).state
    assert state.unit("reds").aboard == "train"
    assert not state.unit("reds").marching


@pytest.mark.rule("RA-R275")
def test_whoever_is_placed_is_on_no_march_and_knows_its_way() -> None:
    state = reds(marching=True, off_course=True)
    state = Table(state).do(PlaceUnit(unit="reds", to="10,10"), UMPIRE).state
    assert (state.unit("reds").marching, state.unit("reds").off_course) == (False, False)
    assert together(state)


# ── Whoever carried, drove off or named them is no more ───────────────────────────────────────────────────────────


@pytest.mark.rule("RA-R138", "RA-R268")
def test_those_aboard_a_carrier_that_is_no_more_stand_beside_each_other() -> None:
    """Two units and a staff ride; the umpire takes the train away."""
    riders = (
        unit("reds", card=REDS, at=None, aboard="train", car="car0"), junior("reds", token="red-zero-plain"),
        unit("others", card=REDS, at=None, aboard="train", car="car1"), junior("others", token="red-zero-plain"),
        officer("chief", at=(30, 20), with_unit="reds", token="red-zero-plain"),
    )  # fmt: skip
    state = field(train(along=23.6), *riders, board=board(LINE))
    state = Table(state).do(RemoveUnit(unit="train", reason="A test"), UMPIRE).done().state
    assert [state.unit(ref).aboard for ref in ("reds", "others")] == ["", ""]
    assert not outline(state, "reds").intersection(outline(state, "others")).area
    assert state.unit("chief").at == state.unit("reds").at


@pytest.mark.rule("RA-rout.2", "RA-R131")
def test_routers_whose_threat_is_no_more_run_from_whom_they_see() -> None:
    """Removed in the turn in which it drove them off; in the next they run on from the others, who stand east."""
    state = battle(
        unit("reds", card=REDS, at=(30, 24), rout=Rout(1, "whites", began_at=(30, 30)), acted=1),
        junior("reds", token="red-zero-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 40)), junior("whites", DEFENDER, token="white-zero-plain"),
        unit("east", DEFENDER, WHITES, at=(60, 24), facing=WEST), junior("east", DEFENDER, token="white-zero-plain"),
    )  # fmt: skip
    state = Table(state).do(RemoveUnit(unit="whites", reason="A test"), UMPIRE).state
    assert state.find("whites") is None
    table = Table(next_turn(state), 6, 6)
    run = table.do(RallyRout(unit="reds")).state.unit("reds")
    assert run.routing
    assert run.at == pytest.approx((22.0, 24.0))
