"""Units with bases, guns and vehicles split, merged and transferred: what must go along does, and what is refused is
refused for the reason that the book gives."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import regrouping, rosters
from campaigns.roster.rosters import RosterUnit
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.forces import strength_of
from tests.campaigns.behind import disbanded
from tests.campaigns.world import GM, GUILD, RED, new_store

HOME = 77


@dataclass
class Side:
    """A campaign with one player, on the attacker's side."""

    store: Store
    campaign: int

    async def raised(self, kind: str, name: str) -> RosterUnit:
        return await rosters.raise_unit(self.store, self.campaign, RED, kind, name=name)


async def side(url: str, rules: str) -> Side:
    store = new_store(url, rules=rule_sets()[rules])
    await store.open()
    made = await campaign.create(store, GUILD, HOME, GM, "War", rules)
    await campaign.join(store, made.id, RED, "attacker")
    return Side(store, made.id)


def men(unit: RosterUnit) -> list[int]:
    return [slot.holder.id for slot in unit.slots if slot.holder is not None]


# ── Red Actions ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-def.unit.1", "RA-combine.4")
async def test_two_companies_become_one_with_their_bases(url: str) -> None:
    """Eight bases are too many; 3 + 3 are the 6 that a unit of riflemen may have. No two bases bear one name."""
    red = await side(url, "red-actions")
    first, second = (
        await red.raised("soviet-red-regulars-4", "First"),
        await red.raised("soviet-red-regulars-4", "Second"),
    )
    with pytest.raises(RuleViolation, match=r"Together they have 8 bases; a unit of .* has 6 at most") as refused:
        await regrouping.merge(red.store, first.id, second.id, RED)
    assert refused.value.citation == "RA-combine.4"
    for unit in (first, second):
        for slot in unit.elements[-1:]:
            assert slot.holder is not None
            await rosters.retire(red.store, slot.holder.id, GM)
    merged = await regrouping.merge(red.store, first.id, second.id, RED)
    bases = [slot for slot in merged.elements if slot.holder is not None]
    assert (len(merged.slots), len(bases)) == (2, 6)
    assert len({slot.last.name for slot in merged.elements}) == len(merged.elements)
    assert len({slot.number for slot in merged.places}) == len(merged.places)
    await red.store.close()


@pytest.mark.rule("RA-R128")
async def test_bases_of_two_sorts_stay_apart(url: str) -> None:
    red = await side(url, "red-actions")
    first = await red.raised("soviet-red-regulars-4", "First")
    others = await red.raised("soviet-communist-detachment-4", "Second")
    with pytest.raises(RuleViolation, match="has bases of that card only"):
        await regrouping.merge(red.store, first.id, others.id, RED)
    assert await disbanded(red.store, others.id) is False
    await red.store.close()


@pytest.mark.rule("RA-def.unit.1", "RA-def.officer.junior")
async def test_an_officer_does_not_leave_his_bases(url: str) -> None:
    """By a split he would be a unit without bases, by a transfer they would be one without an officer."""
    red = await side(url, "red-actions")
    first, second = (
        await red.raised("soviet-red-regulars-4", "First"),
        await red.raised("soviet-red-regulars-4", "Second"),
    )
    (officer,) = men(first)
    with pytest.raises(RuleViolation, match="act under a junior officer"):
        await regrouping.split(red.store, first.id, RED, [officer], "Third")
    with pytest.raises(RuleViolation, match="act under a junior officer"):
        await regrouping.transfer(red.store, officer, second.id, RED)
    assert men(await rosters.show_unit(red.store, first.id)) == [officer]
    await red.store.close()


# ── Infantry Action ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_section_takes_another_in_as_far_as_there_is_room(url: str) -> None:
    """A section of 8 without two is joined by the two of another part; never more than it was raised with."""
    own = await side(url, "infantry-action")
    section = await own.raised("gb44-section", "1 Section")
    everybody = men(section)
    left, part = await regrouping.split(own.store, section.id, RED, everybody[-2:], "Bren group")
    assert (len(men(left)), len(men(part))) == (len(everybody) - 2, 2)
    whole = await regrouping.merge(own.store, left.id, part.id, RED)
    assert sorted(men(whole)) == sorted(everybody)
    other = await own.raised("gb44-section", "2 Section")
    with pytest.raises(Refusal, match="would have") as refused:
        await regrouping.transfer(own.store, men(other)[-1], whole.id, RED)
    assert refused.value.code == "too-large"
    await own.store.close()


async def test_a_gun_goes_with_the_whole_of_its_crew(url: str) -> None:
    own = await side(url, "infantry-action")
    rules = rule_sets()["infantry-action"].forces
    kind = next(
        each.key
        for each in rules.organisations
        if each.is_for("attacker")
        and (plan := rules.raise_unit(each.key)).elements
        and len({n for e in plan.elements for _, n in e.crew}) < len(plan.figures)
        and len(plan.elements) == 1
    )
    unit = await own.raised(kind, "Guns")
    (gun,) = unit.elements
    numbers = {number for _, number in gun.crew}
    crew = [slot.holder.id for slot in unit.slots if slot.holder is not None and slot.number in numbers]
    if len(crew) > 1:
        with pytest.raises(Refusal, match="is in the crew of") as refused:
            await regrouping.split(own.store, unit.id, RED, crew[:1], "Half")
        assert refused.value.code == "in-crew"
    left, part = await regrouping.split(own.store, unit.id, RED, crew, "Whole")
    assert (left.elements, len(part.elements)) == ((), 1)
    assert {number for _, number in part.elements[0].crew} == {slot.number for slot in part.slots}
    await own.store.close()


def test_what_a_unit_has_is_said_in_men_and_in_groups() -> None:
    rules = rule_sets()["red-actions"].forces
    assert strength_of(rules.raise_unit("soviet-red-regulars-4")) == "1 man, 4 bases"
    kinds = {each.key: each for each in rules.organisations}
    assert kinds["soviet-red-regulars-4"].strength == "1 man, 4 bases"
    assert {each.strength for each in rules.drafting.kinds} == {""} if rules.drafting else False
