"""The command structure of a force."""

from __future__ import annotations

import pytest

from rules.infantry_action.book import command
from rules.infantry_action.book.command import ArmedCrewman
from rules.infantry_action.book.kinds import Rank, Weapon
from rules.infantry_action.book.switches import House
from rules.kernel.violation import RuleViolation
from tests.charts import chart

P, L, C, S, O = Rank  # noqa: E741


@pytest.mark.rule("IA-cost.afv-commanders")
@chart(
    ("afvs", "accepted"),
    [
        ((), True),
        ((C,), True),
        ((L,), False),
        ((O,), True),
        ((C, S), True),
        ((C, C), False),
        ((C, O, S), True),
        ((S, S, C), False),
        ((O, S, L), False),
        ((O, S, C, L), True),
        ((O, S, C, L, P), False),
        ((L, C, S, O, L), True),
    ],
)
def test_commanders_of_afvs(afvs: tuple[Rank, ...], accepted: bool) -> None:
    faults = command.afv_commander_faults(afvs)
    assert (not faults) is accepted
    assert all(fault.refused for fault in faults)


@pytest.mark.rule("IA-cost.apc-commanders")
@pytest.mark.parametrize(
    ("afvs", "carriers", "accepted"),
    [
        ((), (S, C, L), True),
        ((S, C, L), (), False),
        ((), (C, C, L), False),
        ((), (S, C, L, L), True),
        ((C,), (S, C, L), True),
        ((), (S, C), True),
        ((), (C, L), False),
        ((C,), (S, O), True),
        ((C,), (C, L), False),
    ],
)
def test_carriers_of_a_platoon(afvs: tuple[Rank, ...], carriers: tuple[Rank, ...], accepted: bool) -> None:
    assert (not command.afv_commander_faults(afvs, carriers)) is accepted


@pytest.mark.rule("IA-cost.afv-crew-weapons")
def test_weapons_of_a_crew() -> None:
    gunner, grenadier, bare = (
        ArmedCrewman((Weapon.SMG,)),
        ArmedCrewman((Weapon.SMG, Weapon.GRENADE)),
        ArmedCrewman(),
    )
    assert not command.crew_weapon_faults((gunner, grenadier, bare))
    (short,) = command.crew_weapon_faults((grenadier, bare, bare), "Bren Carrier")
    assert short.text == "Bren Carrier's crew lacks personal weapons."
    assert short.remedy == "Give it 1 more sub machine gun."
    (none,) = command.crew_weapon_faults((bare, bare))
    assert none.remedy == "Give it 2 more sub machine guns and grenades for one man."
    assert none.refused


@pytest.mark.rule("IA-cost.command-structure")
def test_groups_and_sides_without_leaders_draw_a_warning() -> None:
    groups = (("1 Section", (C, P, P)), ("2 Section", (P, P, P)), ("Snipers", (P, P)), ("HQ", (O,)))
    (warning,) = command.structure_faults(groups)
    assert warning.text == "2 Section: 3 men without an officer or NCO."
    assert command.judge_faults((warning,)) == (warning,)
    assert len(command.structure_faults(groups[1:3])) == 2
    with pytest.raises(RuleViolation, match="2 Section"):
        command.judge_faults(command.structure_faults(groups, House((("command-structure", "enforce"),))))


@pytest.mark.rule("IA-cost.afv-commanders")
def test_ranks_of_afvs_are_no_matter_of_agreement() -> None:
    with pytest.raises(RuleViolation) as refused:
        command.judge_faults(command.afv_commander_faults((C, C)))
    assert refused.value.message == "The commanders of 2 AFVs are corporal and corporal."
    assert refused.value.remedy == "They must be sergeant and corporal, or higher."
