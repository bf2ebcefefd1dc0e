"""Rules of engagement, II.2.4 of the book, ledger III.2.3 and III.2.4."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.book.engagement import Engagement, breach, punished

HOLD = Engagement(1, fired_on_by_target=True)


def code(shot: Engagement) -> str | None:
    found = breach(shot)
    return found.code if found else None


@pytest.mark.rule("BG-III.2.4.a", "BG-R119")
def test_weapons_hold_allows_only_an_answer_to_a_spotted_firer_with_nobody_in_the_way() -> None:
    assert code(HOLD) is None
    for change in ({"fired_on_by_target": False}, {"spotted": False}, {"bystanders": True}):
        forbidden = replace(HOLD, **change)
        assert code(forbidden) == "weapons-hold"
        assert punished(forbidden, insisted=True, civilians_harmed=False) == "figure"
        assert punished(forbidden, insisted=False, civilians_harmed=False) == "nobody"
    assert punished(HOLD, insisted=True, civilians_harmed=True) == "nobody"


@pytest.mark.rule("BG-III.2.4.b", "BG-R119")
def test_weapons_tight_needs_a_leader_who_answers_for_every_civilian() -> None:
    tight = Engagement(2)
    assert code(tight) is None
    assert code(replace(tight, authorised=False)) == "weapons-tight"
    assert punished(tight, insisted=False, civilians_harmed=True) == "leader"
    assert punished(tight, insisted=False, civilians_harmed=False) == "nobody"
    assert punished(replace(tight, authorised=False), insisted=True, civilians_harmed=False) == "leader"


@pytest.mark.rule("BG-III.2.4.c", "BG-R119")
def test_weapons_ready_forbids_blind_fire_and_civilians_as_the_target_but_accepts_some_harm() -> None:
    ready = Engagement(3)
    assert code(ready) is None
    assert code(replace(ready, spotted=False)) == "weapons-ready"
    assert punished(ready, insisted=False, civilians_harmed=True) == "nobody"
    assert punished(replace(ready, civilians=True), insisted=False, civilians_harmed=True) == "figure"


@pytest.mark.rule("BG-III.2.4.d", "BG-R119", "BG-R143")
def test_weapons_free_removes_who_aims_at_civilians_unless_they_fired_first() -> None:
    free = Engagement(4)
    assert code(replace(free, spotted=False, bystanders=True)) is None
    at_civilians = replace(free, civilians=True)
    assert code(at_civilians) is None
    assert punished(at_civilians, insisted=False, civilians_harmed=False) == "figure"
    assert punished(replace(at_civilians, self_defence=True), insisted=False, civilians_harmed=True) == "nobody"


@pytest.mark.rule("BG-III.2.3a")
def test_a_scenario_may_forbid_a_nation_to_attack_civilians_but_in_self_defence() -> None:
    banned = Engagement(0, civilians=True, may_fight_civilians=False)
    assert code(banned) == "civilians"
    assert code(replace(banned, self_defence=True)) is None
    assert code(replace(banned, civilians=False)) is None
    assert punished(banned, insisted=True, civilians_harmed=False) == "figure"


@pytest.mark.rule("BG-III.2.4.0")
def test_without_rules_of_engagement_everybody_fires_as_he_likes() -> None:
    assert code(Engagement(0, civilians=True, bystanders=True, spotted=False)) is None
