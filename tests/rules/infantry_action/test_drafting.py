"""A unit of one's own: what it costs, what is refused, what is raised."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.forces.costing import faults_of, plan_cost, roll_of_plan
from rules.infantry_action.forces.draft import KINDS, MOST_MEN, UnitDraft, force_of
from rules.infantry_action.forces.drafting import DRAFTING
from rules.infantry_action.forces.traits import load_figure, load_unit
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.charts import chart
from tests.examples import examples

apply, undo = DRAFTING.apply, DRAFTING.undo
offers, view, finish = DRAFTING.offers, DRAFTING.view, DRAFTING.finish


def begun(points: str = "no-limit", kind: str = "own-gb44") -> UnitDraft:
    return DRAFTING.begin(kind, (("force-points", points),), Scripted([]))


def taken(draft: UnitDraft, *steps: tuple[int, str]) -> UnitDraft:
    for number, key in steps:
        draft = apply(draft, number, key)
    return draft


def test_it_begins_with_a_leader() -> None:
    """Corporal 20, sub machine gun 5, grenades 2."""
    seen = view(begun("100"))

    assert [member.rank for member in seen.members] == ["Corporal"]
    assert (seen.spent, seen.left, seen.budget) == ("27", "73", "100")
    assert not seen.missing


def test_the_running_total_and_what_is_short() -> None:
    """27, a rifleman 17, a Bren gunner 25: 69 of 100, 31 left. A signaller of 45 points is 14 short."""
    draft = taken(begun("100"), (1, "man.rifleman"), (1, "man.magazine LMG gunner"))
    assert (view(draft).spent, view(draft).left) == ("69", "31")

    with pytest.raises(RuleViolation, match="costs 45 points, and 31 are left: 14 short") as refused:
        apply(draft, 1, "man.signaller")
    assert refused.value.remedy == "Leave out 14 points, or agree on more."
    assert "14 short" in next(each.refused for each in offers(draft, 1) if each.key == "man.signaller")


def test_a_campaign_has_no_limit() -> None:
    """IA-cost.campaign"""
    draft = taken(begun(), *[(1, "man.signaller")] * 20)
    assert view(draft).spent == "927"  # 27 and 20 times 45


def test_a_man_is_changed_step_by_step_and_back() -> None:
    """Rifleman 17; officer +25; radio +30; without his rifle -5; assault rifle +10: 77."""
    draft = taken(
        begun(),
        (1, "man.rifleman"),
        (2, "rank.officer"),
        (2, "gear.radio"),
        (2, "without.rifle"),
        (2, "weapon.assault rifle"),
        (2, "label.forward observer"),
    )
    man = force_of(draft).man(2)

    assert man.traits.cost.value == Decimal(77)
    assert view(draft).last == "2: Forward observer"
    assert view(undo(draft)).last == "2: Assault rifle"
    with pytest.raises(RuleViolation, match="forward observer is an officer"):
        apply(draft, 2, "rank.sergeant")


def test_a_tank_comes_with_a_lawful_crew() -> None:
    """IA-cost.afv-crew-weapons, IA-R205: Sherman 290; driver 10 + 5; corporal 20 + 5 + 2; three of 10: 362. With the
    corporal who was there 389."""
    draft = apply(begun(), 1, "buy.sherman")
    plan = finish(draft)

    assert view(draft).spent == "389"
    assert plan_cost(plan).value == Decimal(389)
    assert [place for place, _ in plan.elements[0].crew] == ["driver", "commander", "gunner", "gunner", "gunner"]
    assert [number for _, number in plan.elements[0].crew] == [2, 3, 4, 5, 6]


def test_two_tanks_need_a_sergeant() -> None:
    """IA-cost.afv-commanders"""
    draft = taken(begun(), (1, "buy.sherman"), (1, "buy.sherman"))
    assert "sergeant and corporal" in view(draft).missing
    with pytest.raises(RuleViolation, match="corporal and corporal"):
        finish(draft)

    assert not view(apply(draft, 3, "rank.sergeant")).missing


def test_men_ride_where_there_is_room() -> None:
    draft = taken(begun(), (1, "buy.carrier"), *[(1, "man.rifleman")] * 3, (1, "seat.1"), (4, "seat.1"), (5, "seat.1"))

    assert finish(draft).elements[0].crew[2:] == (("passenger", 1), ("passenger", 4), ("passenger", 5))
    with pytest.raises(RuleViolation, match="nothing like that"):
        apply(draft, 6, "seat.1")
    with pytest.raises(RuleViolation, match="place at the Universal Carrier already"):
        apply(undo(draft), 1, "seat.1")


def test_support_comes_with_the_unit() -> None:
    draft = taken(begun(), (1, "support"), (1, "support"))

    assert view(draft).spent == "127"
    assert load_unit(finish(draft).traits, "it").support == 100


def test_a_unit_has_at_most_so_many_men() -> None:
    draft = taken(begun(), *[(1, "man.man with a pistol")] * (MOST_MEN - 1))
    with pytest.raises(RuleViolation, match="at most 25"):
        apply(draft, 1, "man.rifleman")


@chart("kind", [kind.key for kind in KINDS])
def test_every_nation_offers_what_fits_a_select(kind: str) -> None:
    by_group: dict[str, int] = {}
    for each in offers(begun(kind=kind), 1):
        by_group[each.group] = by_group.get(each.group, 0) + 1

    assert len(by_group) == 7
    assert max(by_group.values()) <= 25


@examples(12, 25)
@given(st.data())
def test_whatever_is_offered_is_taken_and_never_over_the_agreed_points(data: st.DataObject) -> None:
    """A step that is not refused can be taken and taken back; what is finished is lawful and within the points."""
    draft = begun("300", data.draw(st.sampled_from([kind.key for kind in KINDS])))
    for _ in range(data.draw(st.integers(1, 8))):
        number = data.draw(st.integers(1, len(view(draft).members)))
        lawful = [each.key for each in offers(draft, number) if not each.refused]
        after = apply(draft, number, data.draw(st.sampled_from(lawful)))
        assert undo(after) == draft
        draft = after
        assert force_of(draft).cost.value <= 300
        assert DRAFTING.drafts.load(DRAFTING.drafts.dump(draft)) == draft
    if not view(draft).missing:
        plan = finish(draft)
        assert not [fault for fault in faults_of([roll_of_plan(plan)]) if fault.refused]
        assert all(load_figure(figure.traits, figure.role).rank in Rank for figure in plan.figures)
