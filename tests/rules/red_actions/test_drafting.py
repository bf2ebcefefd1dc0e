"""A unit of one's own: bases, points, refusals that say what is short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.forces.draft import KINDS, UnitDraft
from rules.red_actions.forces.drafting import DRAFTING
from rules.red_actions.state import ATTACKER, DEFENDER
from tests.rules.red_actions.mustering import INFANTRY, mustered, of_plan, unit


def begun(kind: str = "own-white", *steps: str, points: str = "no-limit") -> UnitDraft:
    draft = DRAFTING.begin(kind, (("unit-points", points),), Scripted(""))
    for step in steps:
        draft = DRAFTING.apply(draft, 1, step)
    return draft


def refusal(draft: UnitDraft, step: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        DRAFTING.apply(draft, 1, step)
    return refused.value


@pytest.mark.rule("RA-def.unit.1")
def test_what_is_short_is_said() -> None:
    draft = begun()
    assert DRAFTING.view(draft).missing == "It has no base yet. Choose one."
    draft = begun("own-white", "base.white-volunteers")
    assert "1 base short: a unit of White Volunteers has 2 to 6" in DRAFTING.view(draft).missing
    with pytest.raises(RuleViolation, match="1 base short"):
        DRAFTING.finish(draft)
    plan = DRAFTING.finish(begun("own-white", *["base.white-volunteers"] * 2))
    assert [element.type.key for element in plan.elements] == ["white-volunteers"] * 2
    assert (plan.organisation, plan.figures[0].rank) == ("own-white", "Captain")


@pytest.mark.rule("RA-def.unit.1")
@pytest.mark.rule("RA-def.unit.2")
def test_one_sort_and_no_more_than_the_most() -> None:
    draft = begun("own-white", "base.white-volunteers")
    assert "all bases of a unit are of one sort" in refusal(draft, "base.plastoons").message
    six = begun("own-white", *["base.white-volunteers"] * 6)
    assert "6 bases at most" in refusal(six, "base.white-volunteers").message
    four = begun("own-white", *["base.mg-team"] * 4)
    assert refusal(four, "base.mg-team").citation == "RA-def.unit.2"


def test_the_running_total_and_what_is_short_of_points() -> None:
    """A White Volunteer base is 9 points: two are 18 of 20, a third is 7 short."""
    draft = begun("own-white", *["base.white-volunteers"] * 2, points="20")
    view = DRAFTING.view(draft)
    assert (view.budget, view.spent, view.left) == ("20", "18", "2")
    assert refusal(draft, "base.white-volunteers").message == "It costs 9 points, and 2 are left: 7 short."
    offer = next(each for each in DRAFTING.offers(draft, 1) if each.key == "base.white-volunteers")
    assert offer.refused.endswith("7 short.")


@pytest.mark.rule("RA-char.stiffening.1")
def test_stiffening() -> None:
    """Two conscript bases at 4, one of officers at 14."""
    draft = begun("own-white", *["base.white-conscripts"] * 2, "stiffen")
    assert DRAFTING.view(draft).spent == "22"
    assert "has its officers' base" in refusal(draft, "stiffen").message
    assert refusal(begun("own-white", "base.plastoons"), "stiffen").code == "no-step"


def test_a_train_car_by_car() -> None:
    draft = begun("own-soviet-defending", "base.train-mg")
    assert "needs an engine" in DRAFTING.view(draft).missing
    draft = DRAFTING.apply(draft, 1, "base.train-engine")
    assert "has its engine" in refusal(draft, "base.train-engine").message
    assert "troops a unit of their own" in refusal(draft, "base.red-regulars").message
    plan = DRAFTING.finish(draft)
    assert (plan.side, plan.organisation, plan.figures[0].role) == ("", "own-soviet", "Train commander")
    assert mustered([of_plan(DRAFTING.finish(begun("own-soviet", "base.train-engine")), ATTACKER, "t")],
                    [unit(DEFENDER, INFANTRY)]).unit("t").rails is not None  # fmt: skip


def test_a_gun_with_or_without_an_officer() -> None:
    gun = begun("own-polish", "base.field-gun")
    assert DRAFTING.view(gun).members[0].rank == "Lieutenant"
    gun = DRAFTING.apply(gun, 1, "officer")
    assert DRAFTING.view(gun).members[0].rank == "Captain"
    assert DRAFTING.view(DRAFTING.apply(gun, 1, "no-officer")).members[0].rank == "Lieutenant"


def test_the_newest_step_is_taken_back() -> None:
    draft = begun("own-polish", "base.field-gun", "base.field-gun")
    assert DRAFTING.view(draft).last == "Field gun"
    assert len(DRAFTING.undo(draft).steps) == 1
    assert DRAFTING.view(DRAFTING.apply(draft, 1, "less")).notes == ("1 × Field gun",)
    with pytest.raises(RuleViolation):
        DRAFTING.undo(begun())


def test_what_there_is_not() -> None:
    with pytest.raises(KeyError):
        DRAFTING.begin("own-french", (), Scripted(""))
    assert refusal(begun(), "base.red-regulars").code == "no-step"
    with pytest.raises(RuleViolation):
        DRAFTING.offers(begun(), 2)


@given(st.sampled_from([kind.key for kind in KINDS]), st.data())
def test_whatever_can_be_finished_can_be_mustered(kind: str, data: st.DataObject) -> None:
    draft = DRAFTING.begin(kind, (), Scripted(""))
    for _ in range(data.draw(st.integers(1, 9))):
        open_ = [each.key for each in DRAFTING.offers(draft, 1) if not each.refused]
        draft = DRAFTING.apply(draft, 1, data.draw(st.sampled_from(open_)))
    assert DRAFTING.drafts.load(DRAFTING.drafts.dump(draft)) == draft
    if DRAFTING.view(draft).missing:
        with pytest.raises(RuleViolation):
            DRAFTING.finish(draft)
        return
    plan = DRAFTING.finish(draft)
    state = mustered([of_plan(plan, ATTACKER, "own")], [unit(DEFENDER, INFANTRY)])
    assert len(state.unit("own").bases) == len(plan.elements)
    assert str(state.sides[0].original) == DRAFTING.view(draft).spent


def test_a_draft_that_was_begun_before_steps_bore_a_number_goes_on() -> None:
    old = '{"kind":"own-white","options":[["unit-points","20"]],"steps":[{"key":"base.white-volunteers"}]}'
    draft = DRAFTING.drafts.load(old)
    assert draft == begun("own-white", "base.white-volunteers", points="20")
    assert DRAFTING.view(draft).last == "White Volunteers"
    assert DRAFTING.drafts.load(DRAFTING.drafts.dump(draft)) == draft
