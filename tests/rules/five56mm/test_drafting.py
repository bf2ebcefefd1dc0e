"""11.1 The Random Squad put together step by step: costs, refusals, what can be undone."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rules.five56mm import RULES
from rules.five56mm.book.profile import Gear, Skill, load_traits
from rules.five56mm.book.squads import Cost, faults
from rules.five56mm.forces.draft import SquadDraft, members
from rules.five56mm.forces.drafting import DRAFTING
from rules.five56mm.state import BLACK, RED
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from tests.charts import chart


def draft_of(*steps: tuple[int, str], dice: str = "d6:3,d6:4", options: Sequence[tuple[str, str]] = ()) -> SquadDraft:
    draft = DRAFTING.begin("random-us", tuple(options), Scripted(dice))
    for number, key in steps:
        draft = DRAFTING.apply(draft, number, key)
    return draft


def refused(draft: SquadDraft, number: int, key: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as violation:
        DRAFTING.apply(draft, number, key)
    return violation.value


@pytest.mark.rule("MM-11.1R.1", "MM-11.1R.2", "MM-11.1R.3", "MM-8.0.17", "MM-2.3T.3")
def test_it_begins_with_the_roll_and_ten_riflemen() -> None:
    view = DRAFTING.view(draft_of())
    assert view.roll == "2D6+12: 3 + 4 + 12 = 19 Upgrades"
    assert (view.budget, view.spent, view.left, view.last, view.missing) == ("19.0", "0.0", "19.0", "", "")
    assert [member.short for member in view.members] == ["M16"] * 8 + ["M16, patrol radio", "M16"]
    assert [member.rank for member in view.members] == ["Sergeant"] + ["Private"] * 9
    assert [member.tag for member in view.members] == ["K♣", *(f"{rank}♣" for rank in range(2, 11))]
    assert {member.cost for member in view.members} == {"0.0"}
    assert view.members[0].role == "squad leader"


@pytest.mark.rule("MM-11.1R.4", "MM-11.1R.6", "MM-11.1R.7", "MM-R75")
def test_costs_are_shown_as_the_book_writes_them() -> None:
    """Abilities and skills by the Upgrade; a knife 1 and grenades 3 Purchases, which come to four of an Upgrade's five;
    another man's M9 is the fifth."""
    draft = draft_of(
        (1, "ability.weapons"), (1, "ability.weapons"), (1, "skill.Leader"), (2, "buy.knife"), (2, "buy.frag")
    )
    view = DRAFTING.view(draft)
    assert (view.spent, view.left) == ("3.4", "15.1")
    assert [view.members[n].cost for n in (0, 1)] == ["3.0", "0.4"]
    assert view.members[0].short == "Wpn +2 · Leader · M16"
    assert view.members[0].sheet[0] == "Movement +0 · Weapons +2 · Strength +0 · Morale +0"
    assert view.last == "2: Frag Grenade"
    assert DRAFTING.view(DRAFTING.apply(draft, 3, "buy.m9")).left == "15.0"


@pytest.mark.rule("MM-R75")
def test_by_house_rule_purchases_are_not_shared() -> None:
    steps = ((1, "buy.knife"), (2, "buy.knife"))
    assert DRAFTING.view(draft_of(*steps)).left == "18.3"
    assert DRAFTING.view(draft_of(*steps, options=[("purchases-pool", "character")])).left == "17.0"


@chart(
    ("steps", "step", "citation"),
    [
        pytest.param(
            ((1, "ability.weapons"), (1, "skill.Nails"), (1, "skill.Medic")), (1, "ability.morale"), "MM-11.1R.5",
            id="a fourth Upgrade on abilities and skills", marks=pytest.mark.rule("MM-11.1R.5"),
        ),
        pytest.param(
            ((1, "ability.weapons"),) * 3, (1, "ability.weapons"), "MM-9.0.2",
            id="an ability above +3", marks=pytest.mark.rule("MM-9.0.2"),
        ),
        pytest.param(
            ((2, "skill.Nails"),), (2, "skill.Nails"), "MM-10.0.1",
            id="a skill twice", marks=pytest.mark.rule("MM-10.0.1"),
        ),
        pytest.param((), (2, "skill.Leader"), "MM-10.L.2", id="another Leader", marks=pytest.mark.rule("MM-10.L.2")),
        pytest.param(
            ((1, "skill.Elite"),), (2, "skill.Elite"), "MM-10.E.2", id="two Elite", marks=pytest.mark.rule("MM-10.E.2")
        ),
        pytest.param(
            ((4, "buy.m60"), (4, "buy.m9")), (4, "buy.uzi"), "MM-7.0.2",
            id="M60 (2), M16, M9 and a fifth", marks=pytest.mark.rule("MM-7.0.2"),
        ),
        pytest.param(
            ((4, "swap.ak47"),), (4, "buy.m203"), "MM-7.5.4",
            id="an M203 under an AK47", marks=pytest.mark.rule("MM-7.5.4"),
        ),
        pytest.param(
            ((4, "buy.m203"),), (4, "swap.ak47"), "MM-7.5.4",
            id="an AK47 over an M203", marks=pytest.mark.rule("MM-7.5.4"),
        ),
        pytest.param(
            ((4, "buy.m203"), (4, "load.stun")), (4, "load.stun"), "MM-7.5.7",
            id="a kind of round twice", marks=pytest.mark.rule("MM-7.5.7"),
        ),
        pytest.param((), (1, "rank.Corporal"), "MM-11.1R.1", id="no officer", marks=pytest.mark.rule("MM-11.1R.1")),
        pytest.param(
            ((1, "skill.Leader"),), (2, "lead"), "MM-10.L.2",
            id="the Leader's skill without the lead", marks=pytest.mark.rule("MM-10.L.2"),
        ),
        pytest.param((), (9, "radio"), "MM-R114", id="a second radio", marks=pytest.mark.rule("MM-R114")),
        pytest.param(
            ((4, "leave"),), (4, "swap.m4"), "MM-R74", id="a rifle left behind", marks=pytest.mark.rule("MM-R74")
        ),
        pytest.param((), (4, "load.stun"), "", id="rounds without an M203"),
        pytest.param((), (4, "buy.m2"), "", id="a weapon that nobody carries", marks=pytest.mark.rule("MM-7.7.6")),
        pytest.param((), (4, "buy.bazooka"), "", id="nothing of the book"),
        pytest.param((), (11, "ability.morale"), "", id="an eleventh character"),
    ],
)  # fmt: skip
def test_what_the_book_refuses(steps: tuple[tuple[int, str], ...], step: tuple[int, str], citation: str) -> None:
    draft = draft_of(*steps)
    violation = refused(draft, *step)
    assert violation.citation == citation
    assert violation.remedy
    if citation:
        (offer,) = (each for each in DRAFTING.offers(draft, step[0]) if each.key == step[1])
        assert citation in offer.refused


@pytest.mark.rule("MM-11.1R.3", "MM-11.1R.6")
def test_nobody_spends_more_than_was_rolled() -> None:
    """2D6 of two ones: 14 Upgrades. Thirteen abilities leave one, which a special weapon takes whole."""
    thirteen = [(n, f"ability.{what}") for what in ("movement", "weapons") for n in range(1, 8)][:13]
    draft = draft_of(*thirteen, (10, "buy.law"), dice="d6:1,d6:1")
    assert DRAFTING.view(draft).left == "0.0"
    assert (found := refused(draft, 9, "buy.knife")).citation == "MM-11.1R.3"
    assert found.message == "That would make 15 Upgrades spent where there are 14."
    assert not [each for each in DRAFTING.offers(draft, 9) if not each.refused and not each.about.startswith("free")]


@pytest.mark.rule("MM-R74", "MM-R114", "MM-11.1R.2")
def test_the_free_rifle_is_changed_or_left_and_a_second_one_costs() -> None:
    draft = draft_of((1, "swap.m4"), (2, "leave"), (3, "buy.fn-fal"), (2, "buy.ak47"))
    assert [member.short for member in DRAFTING.view(draft).members[:3]] == ["M4", "AK47", "M16, FN-FAL"]
    # Whoever left his rifle has his next one free; the second one of another costs 3.
    assert DRAFTING.view(draft).spent == "0.3"


@pytest.mark.rule("MM-R114", "MM-11.1R.1")
def test_radio_lead_and_ranks_are_given_away() -> None:
    draft = draft_of((3, "radio"), (2, "lead"), (4, "rank.Corporal"))
    squad = members(draft)
    assert [n for n, who in enumerate(squad, 1) if Gear.RADIO in who.traits.gear] == [3]
    assert [n for n, who in enumerate(squad, 1) if who.traits.leader] == [2]
    assert [who.rank for who in squad[:4]] == ["Sergeant", "Sergeant", "Private", "Corporal"]
    assert DRAFTING.view(draft).spent == "0.0"


@pytest.mark.rule("MM-10.E.1", "MM-2.3T.2")
def test_the_elites_second_card_is_shown() -> None:
    tags = [member.tag for member in DRAFTING.view(draft_of((2, "skill.Elite"))).members]
    assert tags[:3] == ["K♣", "2♣ 3♣", "4♣"]


@pytest.mark.rule("MM-R113")
def test_every_choice_can_be_taken_back_but_not_the_roll() -> None:
    draft = draft_of((1, "ability.weapons"), (2, "radio"))
    again = DRAFTING.undo(draft)
    assert again == draft_of((1, "ability.weapons"))
    assert DRAFTING.undo(again) == draft_of() == DRAFTING.anew(draft, "random-us")
    assert DRAFTING.anew(draft, "random-somalia").dice == (3, 4)
    with pytest.raises(RuleViolation) as nothing:
        DRAFTING.undo(draft_of())
    assert nothing.value.citation == "MM-R113"


def test_a_draft_survives_being_written_down() -> None:
    draft = draft_of((1, "ability.weapons"), (4, "buy.m203"), (4, "load.stun"))
    assert DRAFTING.drafts.load(DRAFTING.drafts.dump(draft)) == draft


@pytest.mark.rule("MM-11.1R.1", "MM-11.2.1", "MM-2.3T.3")
def test_the_finished_squad_takes_the_field() -> None:
    draft = draft_of((1, "skill.Leader"), (2, "skill.Machine Gunner"), (2, "buy.saw"), (3, "skill.Elite"))
    plan = DRAFTING.finish(draft)
    assert (plan.organisation, plan.side, len(plan.figures)) == ("random-us", BLACK, 10)
    assert [figure.role for figure in plan.figures[:2]] == ["squad leader", "machine gunner"]
    assert RULES.forces.kind_of_unit(plan.organisation) is not None
    assert load_traits(plan.figures[2].traits, "").skills == (Skill.ELITE,)
    unit = MusterUnit(
        "u", "u", plan.side, plan.organisation, plan.nation, plan.traits,
        tuple(MusterFigure(f"f{f.number}", f.number, f"N{f.number}", f.rank, f.role, f.traits) for f in plan.figures),
    )  # fmt: skip
    red = MusterUnit("r", "r", RED, "x", "", "", (MusterFigure("r1", 1, "Red", "", "", "{}"),))
    sides = (MusterSide(BLACK, "Black", (unit,)), MusterSide(RED, "Red", (red,)))
    state = RULES.battle.fold(RULES.battle.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0)))
    # The cards are those that the draft showed.
    shown = [member.tag.replace("10", "T").replace("♣", "C") for member in DRAFTING.view(draft).members]
    assert [" ".join(state.character(f"f{n}").cards) for n in range(1, 11)] == shown


def test_an_unknown_kind_is_none() -> None:
    with pytest.raises(KeyError):
        DRAFTING.begin("random-mars", (), Scripted("d6:1,d6:1"))


@pytest.mark.rule("MM-11.1R.1", "MM-11.1R.3", "MM-R113")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_offered_can_be_had_and_makes_a_lawful_squad(seed: int) -> None:
    """Forty choices at random: what is offered is lawful, what is marked as refused is refused, the budget holds."""
    dice = random.Random(seed)
    draft = DRAFTING.begin(dice.choice(DRAFTING.kinds).key, (), Seeded(bytes([seed]) * 32, 0))
    for _ in range(40):
        number = dice.randint(1, 10)
        offers = DRAFTING.offers(draft, number)
        offered = [offer for offer in offers if not offer.refused]
        refused_ = [offer for offer in offers if offer.refused]
        if refused_:
            refused(draft, number, dice.choice(refused_).key)
        draft = DRAFTING.apply(draft, number, dice.choice(offered).key)
        view = DRAFTING.view(draft)
        assert Cost.read(view.spent).value + Cost.read(view.left).value == Cost.read(view.budget).value
        assert all(len(offer.title) <= 90 and len(offer.key) <= 100 for offer in offers)
    squad = members(draft)
    assert faults([who.traits for who in squad], [who.rank for who in squad], draft.budget) == ()
    assert len(DRAFTING.finish(draft).figures) == 10
    for _ in range(40):
        draft = DRAFTING.undo(draft)
    assert DRAFTING.view(draft).spent == "0.0"
