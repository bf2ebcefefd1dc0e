"""Hand-to-hand combat, care, ground, body armour and squads in battles: what is thrown there, and what it changes."""

from __future__ import annotations

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import Bombard, DeclareEnd
from rules.five56mm.actions.foot import Engage, FirstAid, Move
from rules.five56mm.actions.hand import Give
from rules.five56mm.actions.vehicles import Leave
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Gear, Skill, Traits
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.foot import Aided, Fought, Hurt, Moved, StanceTaken, Survived
from rules.five56mm.forces.draft import SquadDraft
from rules.five56mm.forces.drafting import DRAFTING
from rules.five56mm.state import BLACK, RED, Stance, State
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck
from tests.rules.five56mm.test_squads import unit

# ── Hand to hand ──────────────────────────────────────────────────────────────────────────────────────────────────


def close(*weapons: str, against: tuple[str, ...] = ("m9",), **alpha) -> Skirmish:
    """Alpha and Red face each other at arm's length; it is Alpha's go."""
    people = (man("Alpha", BLACK, (30, 10), *weapons, **alpha), man("Red", RED, (30, 10.9), *against))
    battle = Skirmish(*people, man("Guard", RED, (50, 38)))
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-7.1.2", "MM-7.1.3", "MM-7.1.4", "MM-10.B.1")
@pytest.mark.parametrize(
    ("weapons", "skills", "bonus"),
    [
        (("m9",), (), 1),
        (("m9", "knife"), (), 3),
        (("m16",), (), 2),
        (("m21",), (), 2),
        (("m9",), (Skill.BLACK_BELT,), 2),
    ],
)
def test_what_he_strikes_with(weapons: tuple[str, ...], skills: tuple[Skill, ...], bonus: int) -> None:
    """+1 for Engaging is among it; the defender has his die alone, a 6."""
    battle = close(*weapons, skills=skills)
    bout = one(battle.do(Engage(target="red"), "6,1"), Fought).bout
    assert (bout.attack.bonus.value, bout.defence.value) == (bonus, 6)
    assert [(c.starter, c.other, c.struck) for c in battle.state.combats] == [("alpha", "red", True)]


@pytest.mark.rule("MM-7.1.3", "MM-7.1.4", "MM-10.B.1", "MM-3.7.5")
def test_what_he_defends_with_stays_his_in_every_attack() -> None:
    battle = close("m9", against=("m16", "knife"))
    for _ in range(2):
        bout = one(battle.do(Engage(target="red"), "6,1"), Fought).bout
        assert bout.attack.number.value == 6 + 2
    assert len(battle.state.combats) == 1


@pytest.mark.rule("MM-3.7.5", "MM-3.72.3")
def test_a_second_defender_counts_in_a_continued_combat_too() -> None:
    people = (man("Alpha", BLACK, (30, 10), "m9"), man("Red", RED, (30, 10.9), "m9"))
    battle = Skirmish(*people, man("Mate", RED, (30.9, 10), "m9"))
    battle.card("alpha")
    numbers = [one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.number.value for _ in range(2)]
    assert numbers == [7, 7]
    assert [c.other for c in battle.state.combats] == ["red"]


@pytest.mark.rule("MM-3.7.3", "MM-5.0.3")
def test_a_blow_wounds_by_its_margin() -> None:
    """1 to reach; 3 + 1 = 4 beats it by 3. 2 + 3 = 5 against 3: a Serious Wound."""
    battle = close("m9")
    hurt = one(battle.do(Engage(target="red"), "1,3,2,3"), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == 5
    assert [wound.level for wound in battle["red"].wounds] == [Level.SERIOUS]


# ── Care ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.5.2", "MM-3.5.3")
@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        (Level.MINOR, 2, Level.NONE),
        (Level.SERIOUS, 4, Level.MINOR),
        (Level.CRITICAL, 5, Level.SERIOUS),
        (Level.MORTAL, 6, Level.CRITICAL),
    ],
)
def test_first_aid_improves_a_wound_by_one_level(before: Level, number: int, after: Level) -> None:
    people = (man("Doc", BLACK, (30, 10)), man("Hurt", BLACK, (30.9, 10), wounds=[before]))
    battle = Skirmish(*people, man("Red", RED, (30, 38)))
    battle.card("doc")
    one(battle.do(FirstAid(patient="hurt"), str(number - 1)), Aided)  # one too few
    assert [wound.acts_as for wound in battle["hurt"].wounds] == [before]
    roll = one(battle.do(FirstAid(patient="hurt"), f"{number},d3:2"), Aided).roll
    assert (roll.number.value, roll.bonus.value) == (number, 0)
    assert [wound.acts_as for wound in battle["hurt"].wounds] == [after]


@pytest.mark.rule("MM-5.1.2", "MM-5.1.3")
def test_care_after_the_battle_has_morale_3() -> None:
    people = (man("Hurt", BLACK, (30, 10), wounds=[Level.MORTAL]), man("Doc", BLACK, (35, 10), skills=[Skill.MEDIC]))
    battle = Skirmish(*people, man("Red", RED, (30, 38)))
    roll = one(battle.do(DeclareEnd(winner="draw", reason="Night falls."), "3"), Survived).roll
    assert (roll.number.value, roll.bonus.value) == (6, 3)
    assert [wound.level for wound in battle["hurt"].wounds] == [Level.CRITICAL]


# ── Ground ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-6.1.3")
@pytest.mark.parametrize(
    ("ground", "number"),
    [
        ("dense undergrowth", 1), ("sand dunes", 1), ("light rubble", 1), ("shallow water", 2), ("dense rubble", 3),
        ("bog", 3), ("deep water", 4),
    ],
)  # fmt: skip
def test_the_number_of_the_ground(ground: str, number: int) -> None:
    """By the whole of his 4 in where he beats it by 2."""
    battle = Skirmish(man("Alpha"), man("Red", RED), board=None)
    battle.card("alpha")
    moved = one(battle.do(Move(path=(f"4 {ground}",)), "6"), Moved)
    (crossing,) = moved.crossings
    assert crossing.roll is not None
    assert crossing.roll.number.value == number
    assert (moved.inches, battle["alpha"].moved_since) == (4.0, True)


@pytest.mark.rule("MM-6.1.2", "MM-6.1.3")
@pytest.mark.parametrize(("height", "number"), [(1, 3), (1.5, 4), (2.5, 5)])
def test_the_number_of_an_obstacle(height: float, number: int) -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), board=None)
    battle.card("alpha")
    (crossing,) = one(battle.do(Move(path=(f"{height} obstacle",)), "6"), Moved).crossings
    assert crossing.roll is not None
    assert crossing.roll.number.value == number


# ── Body armour ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-8.0.6", "MM-7.8.12")
@pytest.mark.parametrize(("blast", "bonus"), [("frag", 1), ("wp", 0), ("rpg", 1)])
def test_body_armour_against_blasts(blast: str, bonus: int) -> None:
    battle = Skirmish(man("Alpha", BLACK, (5, 2)), man("Red", RED, (30, 20), gear=[Gear.BODY_ARMOUR]))
    hurt = one(battle.do(Bombard(blast_of=blast, at="30,22.5"), "1,6"), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.bonus.value == bonus
    assert battle["red"].wounds == ()


@pytest.mark.rule("MM-8.0.8", "MM-12.1.3")
def test_body_armour_does_not_help_whoever_jumps_off_a_vehicle() -> None:
    car = truck(at=(30, 10), moved=12.0)
    battle = Skirmish(
        aboard(man("Rider", BLACK, gear=[Gear.BODY_ARMOUR]), car), man("Red", RED, (5, 38)), vehicles=[car]
    )
    battle.card("rider")
    hurt = one(battle.do(Leave(), "4,1"), Hurt)
    assert hurt.injury.roll is not None
    assert (hurt.injury.roll.number.value, hurt.injury.roll.bonus.value) == (4, 0)
    assert [wound.level for wound in battle["rider"].wounds] == [Level.CRITICAL]


# ── Squads ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.0.2", "MM-7.7.6", "MM-7.7.9")
@pytest.mark.parametrize(
    ("held", "thing", "citation"),
    [
        (("m60", "law"), "m9", "MM-7.0.2"),
        (("m16",), "m2", "MM-7.7.6"),
        (("m16",), "minigun", "MM-7.7.9"),
    ],
)
def test_nobody_in_a_battle_holds_what_nobody_carries(held: tuple[str, ...], thing: str, citation: str) -> None:
    """Neither as he takes the field nor from the umpire's hand."""
    traits = Traits(arms=tuple(Arm(each) for each in (*held, thing)))
    sides = (unit(BLACK, traits), unit(RED, Traits(arms=(Arm("m16"),))))
    with pytest.raises(RuleViolation) as refused:
        RULES.battle.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0))
    assert refused.value.citation == citation
    battle = Skirmish(man("Alpha", BLACK, (30, 10), *held), man("Red", RED, (30, 38)))
    before = battle["alpha"]
    with pytest.raises(RuleViolation) as refused:
        battle.do(Give(character="alpha", what=thing, reason="A test"))
    assert refused.value.citation == citation
    assert battle["alpha"] == before
    battle.do(Give(character="alpha", what="knife" if len(held) == 1 else "first aid kit", reason="A test"))
    assert battle["alpha"] != before


def in_battle(draft: SquadDraft) -> State:
    """The drafted squad on the field, against one man."""
    plan = DRAFTING.finish(draft)
    figures = (MusterFigure(f"f{f.number}", f.number, f"N{f.number}", f.rank, f.role, f.traits) for f in plan.figures)
    squad = MusterUnit("u", "u", plan.side, plan.organisation, plan.nation, plan.traits, tuple(figures))
    sides = (MusterSide(BLACK, "Black", (squad,)), unit(RED, Traits(arms=(Arm("m16"),))))
    return RULES.battle.fold(RULES.battle.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0)))


@pytest.mark.rule("MM-11.1R.2", "MM-11.1R.3", "MM-11.1R.4", "MM-11.1R.6", "MM-10.L.2", "MM-10.E.2")
def test_a_random_squad_takes_the_field_as_its_upgrades_have_made_it() -> None:
    """A 3 and a 4: 19 Upgrades. Two go into the first, one into the second; a knife (1) and an M60 (5): 6 Purchases,
    two Upgrades more."""
    draft = DRAFTING.begin("random-us", (), Scripted("d6:3,d6:4"))
    bare = in_battle(draft)
    people = [who for who in bare.characters if who.side == BLACK]
    assert {(who.traits.movement, who.traits.weapons, who.traits.strength, who.traits.morale) for who in people} == {
        (0, 0, 0, 0)
    }
    assert [[arm.weapon for arm in who.arms] for who in people] == [["m16"]] * 10
    for number, key in (
        (1, "ability.weapons"),
        (1, "skill.Leader"),
        (2, "skill.Elite"),
        (3, "buy.knife"),
        (4, "buy.m60"),
    ):
        draft = DRAFTING.apply(draft, number, key)
    assert DRAFTING.view(draft).left == "14.4"  # 19 less 3 and 1.1
    state = in_battle(draft)
    first, second, third, fourth = (state.character(f"f{number}") for number in (1, 2, 3, 4))
    assert (first.traits.weapons, first.traits.skills) == (1, (Skill.LEADER,))
    assert [len(who.cards) for who in (first, second)] == [1, 2]
    assert [arm.weapon for arm in (*third.arms, *fourth.arms)] == ["m16", "knife", "m16", "m60"]
    assert state.squads[0].leader == "f1"


@pytest.mark.rule("MM-11.1R.5", "MM-10.L.2")
@pytest.mark.parametrize(
    ("steps", "step", "citation"),
    [
        (((1, "ability.weapons"), (1, "skill.Nails"), (1, "skill.Medic")), (1, "ability.morale"), "MM-11.1R.5"),
        ((), (2, "skill.Leader"), "MM-10.L.2"),
    ],
)
def test_what_a_squad_may_not_be_is_not_in_the_battle(
    steps: tuple[tuple[int, str], ...], step: tuple[int, str], citation: str
) -> None:
    draft = DRAFTING.begin("random-us", (), Scripted("d6:3,d6:4"))
    for number, key in steps:
        draft = DRAFTING.apply(draft, number, key)
    with pytest.raises(RuleViolation) as refused:
        DRAFTING.apply(draft, *step)
    assert refused.value.citation == citation
    who = in_battle(draft).character(f"f{step[0]}")
    assert Skill.LEADER not in who.traits.skills
    assert who.traits.morale == 0
    assert who.traits.weapons + len(who.traits.skills) == len(steps)


@pytest.mark.rule("MM-R17")
def test_of_what_one_keeps_doing_only_his_hiding_is_news() -> None:
    """The rest was told with the action that brought it about."""
    state = close("m16").state
    told = {
        stance: RULES.battle.tell(state, StanceTaken(character="alpha", stance=stance), PUBLIC) for stance in Stance
    }
    news = {stance: words.headline for stance, words in told.items() if words is not None}
    assert news == {Stance.HIDDEN: "Alpha hides"}
