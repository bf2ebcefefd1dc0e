"""Between battles: wounds that are kept and heal, what a character learns, and what he brings to his next battle."""

from __future__ import annotations

import pytest

from rules.five56mm import RULES
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.profile import Skill, Traits, dump_traits
from rules.five56mm.book.target_number import roll
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.battle import SquadMustered
from rules.five56mm.events.foot import Aided
from rules.five56mm.forces.growth import GROWTH, condition_after
from rules.five56mm.forces.service import service
from rules.five56mm.state import BLACK, RED, Character, Squad
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.growth import GrowingPerson
from tests.rules.five56mm.skirmish import Skirmish, man


def mustered(*people: Character) -> SquadMustered:
    return SquadMustered(squad=Squad(BLACK, BLACK, BLACK, len(people), None), characters=people)


def battle_of(traits: Traits, condition: str) -> Character:
    """He alone against one red: what he is at the beginning."""
    sides = tuple(
        MusterSide(side, side, (MusterUnit(side, side, side, "x", "", "", (figure,)),))
        for side, figure in (
            (BLACK, MusterFigure("b1", 1, "Alpha", "Private", "", dump_traits(traits), condition)),
            (RED, MusterFigure("r1", 1, "Red", "Private", "", dump_traits(Traits(arms=(Arm("ak47"),))))),
        )
    )
    return RULES.battle.fold(RULES.battle.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0))).character("b1")


@pytest.mark.rule("MM-R92", "MM-R47", "MM-R110")
def test_open_wounds_are_carried_a_mortal_one_as_critical_and_aid_does_not_last() -> None:
    held = man("Bravo", BLACK, wounds=[Level.SERIOUS])
    held = Character(
        **{f: getattr(held, f) for f in held.__slots__} | {"wounds": (WoundOnRecord(1, Level.SERIOUS, aid_until=3),)}
    )
    battle = Skirmish(man("Alpha", BLACK, wounds=[Level.MINOR, Level.MORTAL]), man("Charlie", BLACK), man("Red", RED))
    after = condition_after([mustered(held, *(battle[name] for name in ("alpha", "charlie")))])

    assert GROWTH.describe(after["alpha"]) == "Minor Wound, Critical Wound"
    assert GROWTH.describe(after["bravo"]) == "Serious Wound"
    assert after["charlie"] == ""


@pytest.mark.rule("MM-R110")
@pytest.mark.parametrize(
    ("wounds", "fights"),
    [
        ([Level.MINOR], True),
        ([Level.SERIOUS, Level.SERIOUS], True),
        ([Level.CRITICAL], False),
        ([Level.MINOR, Level.MORTAL], False),
    ],
)
def test_a_critical_wound_keeps_him_in_hospital(wounds: list[Level], fights: bool) -> None:
    after = condition_after([mustered(man("Alpha", BLACK, wounds=wounds))])
    assert GROWTH.may_fight(after["alpha"]) is fights


@pytest.mark.rule("MM-R111")
def test_a_battle_sat_out_heals_every_wound_by_one_level() -> None:
    hurt = condition_after([mustered(man("Alpha", BLACK, wounds=[Level.CRITICAL, Level.MINOR]))])["alpha"]
    seen = [GROWTH.describe(hurt)]
    while hurt:
        hurt = GROWTH.rested(hurt)
        seen.append(GROWTH.describe(hurt))
    assert seen == ["Critical Wound, Minor Wound", "Serious Wound", "Minor Wound", ""]


@pytest.mark.rule("MM-R92", "MM-R110")
def test_he_takes_the_field_with_his_wounds_and_what_he_has_learned() -> None:
    after = condition_after([mustered(man("Alpha", BLACK, wounds=[Level.SERIOUS, Level.MINOR]))])["alpha"]
    person = GrowingPerson(dump_traits(Traits(weapons=1, arms=(Arm("m16"),))), ("weapons", "Nails"), after)

    who = battle_of(Traits(weapons=1, arms=(Arm("m16"),)), GROWTH.carried(person))

    assert who.wounds == (WoundOnRecord(1, Level.SERIOUS), WoundOnRecord(2, Level.MINOR))
    assert (who.traits.weapons, who.traits.skills) == (2, (Skill.NAILS,))
    # A further battle's end hands on the wounds alone: what he has learned is the campaign's to remember.
    assert condition_after([mustered(who)])["b1"] == after


def test_one_without_wounds_or_upgrades_brings_nothing() -> None:
    assert GROWTH.carried(GrowingPerson("{}")) == ""
    assert battle_of(Traits(arms=(Arm("m16"),)), "").wounds == ()


def test_a_condition_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(RuleViolation, match="condition of Alpha cannot be read"):
        battle_of(Traits(arms=(Arm("m16"),)), '{"wounds": ["grave"]}')


@pytest.mark.rule("MM-R92")
def test_the_switch_keeps_wounds_whatever_the_policy() -> None:
    assert GROWTH.kept((("wounds-between-battles", "kept"),))
    assert not GROWTH.kept(())


@pytest.mark.rule("MM-R110")
def test_he_has_recovered_only_when_the_wounds_that_he_brought_are_treated_too() -> None:
    alpha = man("Alpha", BLACK, wounds=[Level.MINOR, Level.SERIOUS])
    passed = roll("treat", Itemised((Item(1, "x"),)), Itemised(()), Scripted("d6:6"))
    treated = [
        Aided(helper="doc", patient="alpha", how="treat-injury", number=n, before=level, roll=passed, wound=None)
        for n, level in ((1, Level.MINOR), (2, Level.SERIOUS))
    ]
    of_alpha = [
        [s.what for s in service([mustered(alpha), *some]) if s.of == "alpha"] for some in (treated[:1], treated)
    ]
    assert of_alpha == [["fielded"], ["fielded", "recovered"]]


# ── Upgrades ──────────────────────────────────────────────────────────────────────────────────────────────────────


def person(traits: Traits, *gains: str) -> GrowingPerson:
    return GrowingPerson(dump_traits(traits), gains)


@pytest.mark.rule("MM-R92", "MM-R112", "MM-11.1R.4", "MM-11.1R.5", "MM-11.1R.8")
def test_a_veteran_goes_beyond_the_three_upgrades_of_his_creation() -> None:
    veteran = person(Traits(1, 2, 0, 0, (Skill.NAILS,), (Arm("m16"),)), "morale", "Fearless")
    assert GROWTH.upgrade(veteran, (), "morale").title == "Morale +2"
    assert GROWTH.upgrade(veteran, (), "Medic").title == "Medic"
    assert GROWTH.sheet(veteran) == (
        "Movement +1 · Weapons +2 · Strength +0 · Morale +1",
        "Nails, Fearless",
        "M16",
    )


@pytest.mark.parametrize(
    ("key", "citation"),
    [
        pytest.param("weapons", "MM-9.0.2", marks=pytest.mark.rule("MM-9.0.2", "MM-R112"), id="an ability at +3"),
        pytest.param("Nails", "MM-10.0.1", marks=pytest.mark.rule("MM-10.0.1"), id="a skill that he has"),
        pytest.param("Leader", "MM-10.L.2", marks=pytest.mark.rule("MM-10.L.2"), id="the Leader's skill"),
        pytest.param("Elite", "MM-10.E.2", marks=pytest.mark.rule("MM-10.E.2"), id="a second Elite"),
        pytest.param("charm", "MM-11.1R.4", marks=pytest.mark.rule("MM-11.1R.4"), id="nothing of the book"),
    ],
)
def test_what_the_book_forbids_is_not_learned(key: str, citation: str) -> None:
    who = person(Traits(weapons=2, skills=(Skill.NAILS,)), "weapons")
    comrades = [person(Traits(), "Elite"), person(Traits(leader=True))]
    with pytest.raises(RuleViolation) as refused:
        GROWTH.upgrade(who, comrades, key)
    assert refused.value.citation == citation
    assert key not in {offer.key for offer in GROWTH.upgrades(who, comrades)}


@pytest.mark.rule("MM-10.L.2", "MM-10.E.2")
def test_the_offers_are_what_he_may_learn() -> None:
    leader = person(Traits(leader=True, morale=3))
    keys = [offer.key for offer in GROWTH.upgrades(leader, ())]
    assert keys[:3] == ["movement", "weapons", "strength"]
    assert {"Leader", "Elite"} <= set(keys)
    assert len(keys) == 3 + 14
