"""Plans on an empty table of 40 by 40: who gets which task for what the side wants, and what letters are warned of.

The toy book's order is its task, so that a plan is read off its lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import pytest
from pydantic import Field

from rules.battle.plans.planning import planning
from rules.battle.plans.table import Destination, KnownEnemy, LedPerson, PlanTable, UnitInPlan, UnitTask
from rules.kernel.action import Action, SideId
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, Planning, UnitRole, WarningKind
from rules.table.board import Board, Point

FIGHTS = (UnitRole.ASSAULT, UnitRole.FIRE)


class Do(Action):
    """An order of the toy book."""

    verb: Literal["do"] = "do"
    unit: str
    task: str
    at: tuple[float, float] | None = Field(default=None)
    of: str = ""


@dataclass(frozen=True)
class Table:
    pieces: tuple[UnitInPlan, ...]
    foes: tuple[KnownEnemy, ...] = ()
    forbidden: frozenset[str] = field(default_factory=frozenset[str])
    led: tuple[LedPerson, ...] = ()


def write(state: Table, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    yield Do(unit=piece.unit, task=task.kind.value, at=task.at, of=task.unit)


def goals(state: Table, side: SideId, action: Action) -> Iterator[Destination]:
    assert isinstance(action, Do)
    yield Destination(action.unit, action.at, open=False)


TOY: Planning[Table] = planning(
    PlanTable(
        pieces=lambda state, side: state.pieces,
        foes=lambda state, side: state.foes,
        led=lambda state, side: state.led,
        board=lambda state: Board(40.0, 40.0),
        write=write,
        goals=goals,
        lawful=lambda state, side, action: isinstance(action, Do) and action.task not in state.forbidden,
        answer=lambda state, side, aims, intent: None,
        slot=lambda action: "do",
        fights=lambda action: isinstance(action, Do) and action.task != "shelter",
    )
)
MILL = BattleAim("mill", AimKind.TAKE, "Take the mill", "Mill", (20.0, 30.0), 3.0)
KEEP = BattleAim("mill", AimKind.KEEP, "Keep the mill", "Mill", (20.0, 30.0), 3.0)


def piece(unit: str, at: Point, *roles: UnitRole, people: tuple[str, ...] = ()) -> UnitInPlan:
    return UnitInPlan(unit, unit.title(), at, 6.0, 12.0, 1.0, roles or FIGHTS, people)


def tasks(table: Table, aim: BattleAim, key: str, intent: Intent | None = None) -> dict[str, str]:
    found = {plan.key: plan for plan in TOY.plans(table, "army", (aim,), intent or Intent())}
    return {line.action.unit: line.action.task for line in found[key].lines if isinstance(line.action, Do)}


def test_an_assault_takes_the_place_a_base_of_fire_supports_it_and_a_medic_follows() -> None:
    table = Table((piece("one", (20, 5)), piece("two", (25, 5), UnitRole.FIRE), piece("doc", (21, 3), UnitRole.MEDIC)))
    assert tasks(table, MILL, "take") == {"one": "take", "two": "support", "doc": "treat"}
    (first, *_) = TOY.plans(table, "army", (MILL,), Intent())
    assert first.label == "Take the Mill"
    assert {line.action.of for line in first.lines if isinstance(line.action, Do)} == {"", "one"}


def test_a_chosen_duty_goes_before_the_proposed_one() -> None:
    table = Table((piece("one", (20, 5)), piece("two", (25, 5))))
    assert tasks(table, MILL, "take") == {"one": "take", "two": "take"}
    assert tasks(table, MILL, "take", Intent(roles={"one": UnitRole.FIRE})) == {"one": "support", "two": "take"}


def test_where_nobody_would_assault_the_nearer_half_does() -> None:
    """Three bases of fire that may assault, 25, 15 and 20 from the mill: two of three go, the nearest ones."""
    able = (UnitRole.FIRE, UnitRole.ASSAULT)
    table = Table((piece("far", (20, 5), *able), piece("near", (20, 15), *able), piece("next", (20, 10), *able)))
    assert tasks(table, MILL, "take") == {"far": "support", "near": "take", "next": "take"}


def test_whoever_must_be_brought_waits_while_an_enemy_is_near_the_way_and_goes_when_it_is_clear() -> None:
    """The consul makes 6 a turn: his next move ends at 20,11. Steady, no enemy may be within 6 of that."""
    bring = BattleAim("out", AimKind.BRING, "Bring the consul to the pad", "Pad", (20.0, 30.0), 2.0, ("consul",))
    pieces = (piece("consul", (20, 5)), piece("guard", (22, 5)), piece("shadow", (19, 4), UnitRole.ESCORT))
    near, far = Table(pieces, (KnownEnemy((20, 16)),)), Table(pieces, (KnownEnemy((20, 18)),))
    assert tasks(near, bring, "bring") == {"consul": "shelter", "guard": "take", "shadow": "follow"}
    assert tasks(far, bring, "bring") == {"consul": "bring", "guard": "take", "shadow": "follow"}
    assert tasks(near, bring, "bring", Intent(Boldness.BOLD))["consul"] == "bring"
    assert tasks(far, bring, "bring", Intent(Boldness.CAREFUL))["consul"] == "shelter"


def test_whoever_is_brought_goes_where_waiting_makes_the_way_no_clearer() -> None:
    """An enemy stands at the way of the consul, who makes 6 a turn: he waits. He goes behind half of the fighters, with
    nobody left to go before him, and for the last 6 inches to the rim of a pad that no enemy stands on."""
    bring = BattleAim("out", AimKind.BRING, "Bring the consul to the pad", "Pad", (20.0, 30.0), 2.0, ("consul",))

    def consul(at: Point, foe: Point, *others: UnitInPlan) -> str:
        return tasks(Table((piece("consul", at), *others), (KnownEnemy(foe),)), bring, "bring")["consul"]

    behind, before = piece("guard", (22, 4)), piece("second", (24, 8))
    follows = piece("shadow", (19, 4), UnitRole.ESCORT)
    assert consul((20, 5), (20, 16), behind) == "shelter"
    assert consul((20, 5), (20, 16), behind, before) == "bring"
    assert consul((20, 5), (20, 16), follows) == "bring"
    assert consul((20, 22), (20, 33), behind) == "bring"
    assert consul((20, 22), (20, 31), behind) == "shelter"


def test_until_a_call_is_answered_those_who_are_brought_wait_near_the_place_which_the_others_take() -> None:
    """The consul makes 6 a turn: 25 from the pad he goes on, 5 from it he waits."""
    call = BattleAim("out", AimKind.CALL, "Call, and bring the consul", "Pad", (20.0, 30.0), 2.0, ("consul",))
    voice = piece("voice", (20, 4), UnitRole.SIGNALS)
    far = Table((piece("consul", (20, 5)), piece("guard", (22, 5)), voice))
    near = Table((piece("consul", (20, 25)), piece("guard", (22, 5)), voice))
    assert tasks(far, call, "bring") == {"consul": "bring", "guard": "take", "voice": "call"}
    assert tasks(near, call, "bring") == {"consul": "shelter", "guard": "take", "voice": "call"}


def test_half_of_a_defence_holds_the_place_and_the_rest_fires() -> None:
    table = Table((piece("one", (20, 29)), piece("two", (20, 20)), piece("three", (5, 5)), piece("four", (35, 35))))
    assert tasks(table, KEEP, "hold") == {"one": "hold", "two": "hold", "three": "stand", "four": "stand"}


def test_whoever_the_battle_passes_by_comes_up_to_the_place() -> None:
    """Four is 26 from the mill, fires 12 and goes 6: an enemy 5 from the mill has passed it by; one who is 12 from four
    itself has not, nor has anybody where nobody is known."""
    pieces = (piece("one", (20, 29)), piece("two", (22, 28)), piece("three", (38, 11)), piece("four", (2, 11)))

    def fourth(*foes: Point) -> str:
        return tasks(Table(pieces, tuple(map(KnownEnemy, foes))), KEEP, "hold")["four"]

    assert fourth((20, 25)) == "support"
    assert fourth((20, 25), (2, 23)) == "stand"
    assert fourth() == "stand"


def test_a_place_that_was_taken_is_kept_and_one_that_was_lost_is_taken_back() -> None:
    """The battle goes on though every aim is judged; an open one goes before them."""
    table = Table((piece("one", (20, 29)), piece("two", (20, 20))), (KnownEnemy((35, 5)),))
    assert tasks(table, replace(MILL, state="achieved"), "hold") == {"one": "hold", "two": "stand"}
    assert tasks(table, replace(KEEP, state="failed"), "take") == {"one": "take", "two": "take"}


def test_the_other_way_leads_to_the_flank_where_fewer_enemies_are_known() -> None:
    """From 20,6 to the mill 24 away; a flank lies 12 from the mill, 60 degrees off: 20 ± 12·sin 60, 30 − 12·cos 60."""
    table = Table((piece("one", (20, 6)),), (KnownEnemy((30.4, 24)), KnownEnemy((32, 24))))
    (line,) = next(plan for plan in TOY.plans(table, "army", (MILL,), Intent()) if plan.key == "round").lines
    assert isinstance(line.action, Do)
    assert line.action.at == pytest.approx((20 - 10.392, 24.0), abs=0.01)


def test_what_cannot_be_ordered_is_left_out_and_a_plan_of_nothing_is_none() -> None:
    table = Table(
        (piece("one", (20, 5)), piece("two", (25, 5), UnitRole.FIRE)), forbidden=frozenset({"break off", "take"})
    )
    found = {plan.key: plan for plan in TOY.plans(table, "army", (MILL,), Intent())}
    assert "back" not in found
    assert [line.units for line in found["take"].lines] == [("two",)]
    assert TOY.plans(Table(()), "army", (MILL,), Intent()) == ()


def test_a_plan_hangs_on_nothing_but_what_it_is_given() -> None:
    table = Table((piece("one", (20, 5)), piece("two", (25, 5))), (KnownEnemy((20, 25)),))
    assert TOY.plans(table, "army", (MILL,), Intent()) == TOY.plans(table, "army", (MILL,), Intent())


def test_a_letter_that_serves_no_aim_exposes_the_protected_or_crowds_a_place_is_warned_of() -> None:
    save = BattleAim("save", AimKind.SAVE, "Keep the consul alive", units=("consul",))
    table = Table((piece("consul", (20, 5)), piece("one", (22, 5)), piece("two", (24, 5))), (KnownEnemy((20, 20)),))

    def kinds(*actions: Action) -> list[WarningKind]:
        return [each.kind for each in TOY.warnings(table, "army", (MILL, save), Intent(), actions)]

    away = (10.0, 5.0)
    assert kinds(Do(unit="one", task="go", at=(20.0, 29.0))) == []
    assert kinds(Do(unit="one", task="go", at=away)) == [WarningKind.NO_AIM]
    assert kinds(Do(unit="one", task="go", at=(20.0, 29.0)), Do(unit="consul", task="go", at=(20.0, 12.0))) == [
        WarningKind.INTO_DANGER
    ]
    assert kinds(Do(unit="one", task="go", at=(20.0, 29.0)), Do(unit="two", task="go", at=(20.0, 29.0))) == [
        WarningKind.SAME_PLACE
    ]


@pytest.mark.parametrize("kind", [AimKind.STOP, AimKind.BREAK])
def test_an_aim_without_a_place_is_served_by_fighting_and_a_letter_without_is_warned_of(kind: AimKind) -> None:
    aim = BattleAim("beat", kind, "Destroy the column", units=("column",))
    table = Table((piece("one", (20, 5)), piece("two", (25, 5))), (KnownEnemy((20, 25), unit="column"),))

    def warned(*actions: Action) -> list[str]:
        return [each.words for each in TOY.warnings(table, "army", (aim,), Intent(), actions)]

    assert warned(Do(unit="one", task="shelter")) == ["Nobody fights for it: Destroy the column"]
    assert warned(Do(unit="one", task="shelter"), Do(unit="two", task="stand")) == []
    assert warned() == []
    assert (
        TOY.warnings(table, "army", (replace(aim, state="achieved"),), Intent(), (Do(unit="one", task="shelter"),))
        == ()
    )
    assert set(tasks(table, aim, "take").values()) == {"take"}, "it is gone for where it is known to be"


def test_whoever_holds_on_without_a_place_fires_from_where_they_stand_and_the_protected_keeps_out() -> None:
    keep = BattleAim("keep", AimKind.KEEP, "Hold on until turn 8")
    save = BattleAim("save", AimKind.SAVE, "Keep the consul alive", units=("consul",))
    table = Table((piece("one", (20, 5)), piece("consul", (22, 5))), (KnownEnemy((20, 25)),))
    assert tasks(table, keep, "hold") == {"one": "stand", "consul": "stand"}
    assert tasks(table, save, "hold") == {"one": "stand", "consul": "shelter"}


def test_how_it_stands_with_an_aim_names_the_nearest_and_who_is_inside() -> None:
    table = Table((piece("one", (20, 28)), piece("two", (20, 20))))
    (found,) = TOY.standing(table, "army", (MILL,))
    assert (found.nearest, found.distance, found.inside) == ("one", 2.0, ("one",))


# ── People who take no orders ─────────────────────────────────────────────────────────────────────────────────────

FREE_THEM = BattleAim("free", AimKind.BRING, "Bring them out", "Zone", (20.0, 4.0), 3.0, units=("held",))


def test_whoever_leads_some_goes_to_the_place_and_the_assault_goes_for_those_who_wait() -> None:
    pieces = (
        piece("near", (10.0, 20.0), *FIGHTS),
        piece("far", (30.0, 20.0), *FIGHTS),
        piece("gun", (20.0, 10.0), UnitRole.FIRE),
    )
    waiting = (LedPerson("one", "held", (12.0, 30.0)), LedPerson("two", "held", (28.0, 30.0)))
    found = tasks(Table(pieces, led=waiting), FREE_THEM, "bring")
    assert found == {"near": "fetch", "far": "fetch", "gun": "support"}
    led = (replace(waiting[0], leader="near"), waiting[1])
    assert tasks(Table(pieces, led=led), FREE_THEM, "bring") == {"near": "bring", "far": "fetch", "gun": "support"}


def test_an_aim_about_people_whom_nobody_knows_of_waits_for_another() -> None:
    take = BattleAim("house", AimKind.TAKE, "Take the house", "House", (20.0, 30.0))
    table = Table((piece("one", (10.0, 10.0), *FIGHTS),))
    plans = TOY.plans(table, "us", (FREE_THEM, take), Intent())
    assert plans[0].key == "take"
