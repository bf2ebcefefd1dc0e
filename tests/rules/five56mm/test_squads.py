"""7.0 loadouts, 8.0 equipment, 10.0 skills and 11.0 squads: what may be carried and raised, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import Answer, ArmLuck, StandingAnswer
from rules.five56mm.actions.fire import AutoFire, Fire
from rules.five56mm.actions.foot import Hide
from rules.five56mm.book.injury import Level
from rules.five56mm.book.light import Light
from rules.five56mm.book.organisations import ORGANISATIONS, ready_squad
from rules.five56mm.book.profile import (
    Gear,
    Skill,
    SquadTraits,
    Traits,
    VehicleSpec,
    dump_squad,
    dump_traits,
    load_traits,
)
from rules.five56mm.book.squads import Cost, cost, faults, price, roll_budget, upgrades_spent
from rules.five56mm.book.switches import House
from rules.five56mm.book.target_number import Help
from rules.five56mm.book.weapons import Arm, check_loadout, loadout_faults, weight
from rules.five56mm.events.battle import Asked, BattleOpened, LuckRolled, SkillUsed
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import Hurt, Moved
from rules.five56mm.forces.details import SCENARIO, Details
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import Actor
from rules.kernel.chance import Card, Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.table.board import Board
from tests.rules.five56mm.skirmish import Skirmish, all_of, arms, man, one

AVERAGE = 19
"""Upgrades of the ready-built Random Squads: 2D6+12 on average. MM-11.1R.3."""

# ── What may be carried ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.0.2", "MM-7.8.2", "MM-R101")
def test_weapons_are_counted_against_the_limit_of_four() -> None:
    assert weight(arms("m16", "m203", "knife", "frag", "stun", "wp")) == 4
    assert weight(arms("m60", "law")) == 4
    assert weight(arms("m60", "law", "m9")) == 5
    check_loadout(arms("m16", "m203", "knife", "frag"), "Dutch")
    with pytest.raises(RuleViolation) as refused:
        check_loadout(arms("m60", "law", "m9"), "Dutch")
    assert refused.value.citation == "MM-7.0.2"


@pytest.mark.rule("MM-7.5.4", "MM-7.7.6", "MM-7.7.9")
def test_what_nobody_carries() -> None:
    assert [fault.citation for fault in loadout_faults(arms("ak47", "m203"))] == ["MM-7.5.4"]
    assert loadout_faults(arms("m4", "m203")) == ()
    assert [fault.citation for fault in loadout_faults(arms("m2"))] == ["MM-7.7.6"]
    assert [fault.citation for fault in loadout_faults(arms("minigun"))] == ["MM-7.7.9"]


# ── Costs ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-11.1R.6", "MM-R74", "MM-7.5.7")
def test_prices() -> None:
    prices = {
        key: price(arm)
        for key in ("m9", "knife", "uzi", "benelli-m1", "ak47", "frag", "saw", "m21", "law")
        for arm in arms(key)
    }
    assert prices == {
        "m9": 1, "knife": 1, "uzi": 2, "benelli-m1": 2, "ak47": 3, "frag": 3, "saw": 5, "m21": 5, "law": 5,
    }  # fmt: skip
    assert price(Arm("m203", loads=("frag",))) == 3
    assert price(Arm("m203", loads=("frag", "stun"))) == 6


@pytest.mark.rule("MM-11.1R.4", "MM-11.1R.2", "MM-R75")
def test_the_books_major() -> None:
    # Movement 1, Weapons 2, Strength 3, Morale 2, two skills: 10; M203 3, knife 1, frag 3: 7. Printed 10.7.
    major = Traits(1, 2, 3, 2, (Skill.NAILS, Skill.FEARLESS), arms("m16", "m203", "knife", "frag"))
    assert cost(major) == Cost(10, 7)
    assert cost(major).value == Cost.read("10.7").value == 57
    assert cost(major).notation == "11.2"


@pytest.mark.rule("MM-11.1R.4", "MM-R74", "MM-R75", "MM-R76")
def test_the_sample_squads_printed_costs() -> None:
    printed = ["4.2", "3.0", "2.0", "2.0", "4.1", "0.0", "3.0", "0.4", "0.3", "0.0"]
    found = [cost(member) for member in ready_squad("sample-squad").members]
    differing = [
        number
        for number, (mine, text) in enumerate(zip(found, printed, strict=True), 1)
        if mine.value != Cost.read(text).value
    ]
    assert differing == [1]  # 4.4 by the price list
    assert found[0].notation == "4.4"


@pytest.mark.rule("MM-11.1R.5", "MM-11.1R.3", "MM-R76")
def test_the_sample_squad_breaks_the_limit_and_the_budget() -> None:
    sample = ready_squad("sample-squad")
    assert upgrades_spent(sample.members) == 21
    cited = [(fault.who, fault.citation) for fault in faults(sample.members, sample.ranks, 19)]
    assert cited == [(1, "MM-11.1R.5"), (0, "MM-11.1R.3")]


@pytest.mark.rule("MM-R75")
def test_purchases_are_pooled_for_the_squad_or_by_character() -> None:
    members = [Traits(arms=arms("m16", "knife"))] * 5
    assert upgrades_spent(members) == 1
    assert upgrades_spent(members, House((("purchases-pool", "character"),))) == 5


# ── The Random Squad ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-11.1R.3")
def test_the_budget_is_2d6_and_twelve() -> None:
    assert roll_budget(Scripted("d6:3,d6:4")).upgrades == 19
    assert [roll_budget(Scripted(f"d6:{d},d6:{d}")).upgrades for d in (1, 6)] == [14, 24]


@pytest.mark.rule("MM-11.1R.1", "MM-9.0.2", "MM-8.0.1")
def test_other_faults_of_a_random_squad() -> None:
    members = [Traits(arms=(Arm("m16"),), leader=number == 1) for number in range(1, 11)]
    ranks = ["sergeant"] + ["private"] * 9
    assert faults(members, ranks, 24) == ()
    assert [f.citation for f in faults(members[:9], ranks[:9], 24)] == ["MM-11.1R.1"]
    assert [f.citation for f in faults(members, ["private"] * 10, 24)] == ["MM-11.1R.1"]
    nobody = [replace(member, leader=False) for member in members]
    assert [f.citation for f in faults(nobody, ranks, 24)] == ["MM-11.1R.1"]
    armoured = [replace(members[0], gear=(Gear.BODY_ARMOUR,)), *members[1:]]
    assert [f.citation for f in faults(armoured, ranks, 24)] == ["MM-8.0.1"]
    two = [replace(member, gear=(Gear.RADIO,)) for member in members[:2]]
    assert [f.citation for f in faults([*two, *members[2:]], ranks, 24)] == ["MM-R74"]
    strong = [replace(members[0], strength=4), *members[1:]]
    assert "MM-9.0.2" in {f.citation for f in faults(strong, ranks, 24)}


@pytest.mark.rule("MM-11.1.1", "MM-11.1R.1", "MM-10.E.2", "MM-R92")
@pytest.mark.parametrize("key", [organisation.key for organisation in ORGANISATIONS])
def test_every_squad_of_the_list_is_lawful(key: str) -> None:
    squad = ready_squad(key)
    assert faults(squad.members, squad.ranks, AVERAGE if squad.random else None) == ()
    plan = RULES.forces.raise_unit(key)
    assert [load_traits(figure.traits, "x") for figure in plan.figures] == list(squad.members)


# ── Into battle ───────────────────────────────────────────────────────────────────────────────────────────────────


def unit(side: str, *members: Traits, squad: SquadTraits | None = None) -> MusterSide:
    figures = tuple(
        MusterFigure(f"{side}{n}", n, f"{side.title()} {n}", "Private", "", dump_traits(traits))
        for n, traits in enumerate(members, 1)
    )
    traits = dump_squad(squad) if squad is not None else ""
    return MusterSide(side, side.title(), (MusterUnit(side, side.title(), side, "x", "", traits, figures),))


RIFLE = Traits(arms=(Arm("m16"),))


@pytest.mark.rule("MM-11.1.1", "MM-8.0.1", "MM-7.0.9", "MM-12.0.1", "MM-6.2.1", "MM-4.9.1", "MM-2.3T.11")
def test_a_scenario_brings_light_jokers_radio_vehicles_and_equipment() -> None:
    scenario = """{
        "light": "Low Light",
        "jokers": [{"card": "BJ", "event": "sandstorm"}],
        "radio": [{"key": "extraction", "number": 4, "event": "the Black Hawk comes"}],
        "vehicles": [{"id": "jeep", "side": "black", "profile": "jeep", "turret": "m60",
                      "crew": [["driver", "black1"], ["gunner", "black2"]]}],
        "kit": [{"figure": "red1", "gear": ["respirator"], "sights": ["thermal imaging sight"], "ammo_low": ["m16"]}]
    }"""
    sides = (unit(BLACK, RIFLE, RIFLE, RIFLE), unit(RED, RIFLE))
    state = RULES.battle.fold(
        RULES.battle.muster(Muster("t", sides, Board(40, 30), scenario=scenario), Seeded(b"x" * 32, 0))
    )
    assert state.light is Light.LOW
    assert (state.jokers[0].card, state.radio[0].number) == (Card("BJ"), 4)
    assert [(who.vehicle, who.place) for who in state.living(BLACK)] == [
        ("jeep", "driver"),
        ("jeep", "gunner"),
        (None, ""),
    ]
    red = state.character("red1")
    assert red.wears(Gear.RESPIRATOR)
    assert red.arms[0].ammo_low
    assert [sight.value for sight in red.arms[0].sights] == ["thermal imaging sight"]


@pytest.mark.parametrize(
    ("black", "red", "where"),
    [
        ("south", "north", {"black1": (20, 5, 0), "red1": (20, 25, 180)}),  # 30 in deep: 5 in behind either line
        ("west", "east", {"black1": (10, 15, 90), "red1": (30, 15, 270)}),  # 40 in deep: 10 in
    ],
)
def test_sides_line_up_twenty_inches_apart_before_their_own_edges(
    black: str, red: str, where: dict[str, tuple[float, float, float]]
) -> None:
    board = Board(40, 30, edges=((BLACK, black), (RED, red)))
    muster = Muster("t", (unit(BLACK, RIFLE), unit(RED, RIFLE)), board)
    state = RULES.battle.fold(RULES.battle.muster(muster, Seeded(b"x" * 32, 0)))
    found = {who.id: (*(who.at or ()), who.facing) for who in state.characters}
    assert found == where


@pytest.mark.rule("MM-6.2.2")
def test_the_light_may_be_rolled_at_the_muster() -> None:
    sides = (unit(BLACK, RIFLE), unit(RED, RIFLE))
    events = RULES.battle.muster(Muster("t", sides, None, scenario='{"light": "roll"}'), Scripted("d6:1"))
    opened = one(events, BattleOpened)
    assert (opened.light, opened.light_die, len(opened.draws)) == (Light.NO, 1, 1)


@pytest.mark.rule("MM-10.LB.1")
def test_a_lucky_bastard_rolls_a_d3_at_the_start() -> None:
    lucky = replace(RIFLE, skills=(Skill.LUCKY,))
    events = RULES.battle.muster(Muster("t", (unit(BLACK, lucky), unit(RED, RIFLE)), None), Scripted("d6:5"))
    assert one(events, LuckRolled).luck == 3


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        ((unit(BLACK, RIFLE),), "sides"),
        ((unit(BLACK), unit(RED, RIFLE)), "no-force"),
        ((unit(BLACK, replace(RIFLE, skills=(Skill.LEADER,))), unit(RED, RIFLE)), "squad-not-lawful"),
        ((unit(BLACK, replace(RIFLE, arms=(Arm("m2"),))), unit(RED, RIFLE)), "loadout"),
    ],
)
def test_forces_that_cannot_fight_are_refused(sides: tuple[MusterSide, ...], code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        RULES.battle.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        ('{"jokers": 3}', "unreadable-scenario"),
        ('{"vehicles": [{"id": "x", "side": "black", "profile": "tank"}]}', "unknown-vehicle"),
        ('{"vehicles": [{"id": "x", "side": "black", "profile": "jeep", "turret": "minigun"}]}', "no-such-turret"),
        ('{"vehicles": [{"id": "x", "side": "black", "profile": "jeep", "crew": [["pilot", "black1"]]}]}', "no-room"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(scenario: str, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        RULES.battle.muster(
            Muster("t", (unit(BLACK, RIFLE), unit(RED, RIFLE)), None, scenario=scenario), Seeded(b"x" * 32, 0)
        )
    assert refused.value.code == code


@pytest.mark.parametrize("options", [(("nonsense", "1"),), (("minigun-shots", "9"),)])
def test_house_rules_that_there_are_not_are_refused(options: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(RuleViolation):
        RULES.battle.muster(Muster("t", (unit(BLACK, RIFLE), unit(RED, RIFLE)), None, options), Seeded(b"x" * 32, 0))


@pytest.mark.rule("MM-12.3.1", "MM-12.8.2", "MM-R87")
def test_a_scenario_may_bring_a_vehicle_of_its_own() -> None:
    scenario = """{"profiles": [{"key": "bmp", "title": "BMP", "kind": "land", "allowance": 10, "speed": 2,
        "manoeuvre": 2, "armour": 14, "crew": ["driver"], "passengers": 8, "turret_passengers": 8, "wheeled": false}],
        "vehicles": [{"id": "bmp1", "side": "red", "profile": "bmp", "crew": [["driver", "red1"]]}]}"""
    sides = (unit(BLACK, RIFLE), unit(RED, RIFLE, RIFLE))
    state = RULES.battle.fold(RULES.battle.muster(Muster("t", sides, None, scenario=scenario), Seeded(b"x" * 32, 0)))
    assert state.vehicle("bmp1").profile.armour == 14


class _Cast:
    """The first of the squad "red" is red1; no place is asked for."""

    def figure(self, name: str) -> str | None:
        return name.replace(".", "")

    def place(self, text: str) -> tuple[float, float]:
        raise LookupError(text)


def test_the_details_of_a_scenario_bring_all_that_they_say() -> None:
    """A vehicle of its own with who sits in it, and what is said of the battle: nothing is lost on the way."""
    bmp = {"key": "bmp", "title": "BMP", "kind": "land", "allowance": 10, "speed": 2, "manoeuvre": 2, "armour": 14,
           "crew": ["driver"], "passengers": 8, "turret_passengers": 8, "wheeled": False}  # fmt: skip
    details = Details.model_validate(
        {
            "light": "Low Light",
            "jokers": {"black": "once"},
            "radio": {"extraction": 4},
            "vehicles": {"bmp1": {"side": "red", "profile": "bmp", "crew": {"driver": "red.1"}}},
            "profiles": [bmp],
            "kit": {"red.2": {"gear": ["respirator"]}},
        }
    )
    brought = SCENARIO.brought(details, _Cast())
    sides = (unit(BLACK, RIFLE), unit(RED, RIFLE, RIFLE))
    state = RULES.battle.fold(RULES.battle.muster(Muster("t", sides, None, scenario=brought), Seeded(b"x" * 32, 0)))
    assert state.light is Light.LOW
    assert [(joker.card, joker.once) for joker in state.jokers] == [(Card("BJ"), True)]
    assert [(call.key, call.number) for call in state.radio] == [("extraction", 4)]
    assert state.vehicle("bmp1").profile.armour == 14
    assert [who.id for who in state.aboard("bmp1")] == ["red1"]
    assert state.character("red2").wears(Gear.RESPIRATOR)


def test_a_squad_brings_its_own_vehicle() -> None:
    traits = SquadTraits((VehicleSpec("hmmv", "Humvee", "m2", (("driver", 1), ("gunner", 2))),))
    sides = (unit(BLACK, RIFLE, RIFLE, squad=traits), unit(RED, RIFLE))
    state = RULES.battle.fold(RULES.battle.muster(Muster("t", sides, Board(40, 30)), Seeded(b"x" * 32, 0)))
    vehicle = state.vehicles[0]
    assert (vehicle.name, [arm.weapon for arm in vehicle.mounts]) == ("Humvee", ["m2"])
    assert [who.place for who in state.aboard(vehicle.id)] == ["driver", "gunner"]


# ── Skills with their uses ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-10.N.1", "MM-R73")
def test_nails_once_a_game_the_better_die() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), aim=3), man("Red", RED, (30, 20), skills=[Skill.NAILS]), man("Guard", RED)
    )
    battle.card("alpha")
    events = battle.do(Fire(target="red"), "6,2,1,4")  # 6 against 1: dead; again, 4: -2
    assert one(events, SkillUsed).help is Help.NAILS
    assert one(events, Hurt).injury.level is Level.SERIOUS
    assert battle["red"].spent == (Help.NAILS,)
    second = one(battle.do(Fire(target="red"), "6,2,4"), Hurt)
    assert second.injury.roll is not None
    assert second.injury.roll.helps == ()


@pytest.mark.rule("MM-10.N.1")
def test_nails_is_not_wasted_on_a_scratch() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), aim=3), man("Red", RED, (30, 20), skills=[Skill.NAILS]))
    battle.card("alpha")
    assert all_of(battle.do(Fire(target="red"), "6,1,4"), SkillUsed) == []


@pytest.mark.rule("MM-10.S.1", "MM-R73")
def test_sharpshooter_once_a_game() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]), man("Red", RED, (30, 20)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1,2"), Shot).roll.dice == (1, 2)
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.dice == (1,)


@pytest.mark.rule("MM-10.S.1", "MM-R73")
def test_sharpshooter_once_a_game_though_two_shots_of_a_burst_miss() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]), man("Red", RED, (30, 20)))
    battle.card("alpha")
    events = battle.do(AutoFire(target="red"), "1,2,1")
    assert [shot.roll.dice for shot in all_of(events, Shot)] == [(1, 2), (1,)]
    assert battle["alpha"].spent == (Help.SHARPSHOOTER,)


@pytest.mark.rule("MM-10.S.1", "MM-10.N.1", "MM-R93")
def test_a_shot_broken_off_by_two_questions_is_taken_up_with_the_same_dice() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]),
        man("Red", RED, (30, 20), skills=[Skill.NAILS]),
        man("Guard", RED),
    )
    battle.do(StandingAnswer(question="sharpshooter", answer="ask"), by=Actor.player(BLACK))
    battle.do(StandingAnswer(question="nails", answer="ask"), by=Actor.player(RED))
    battle.card("alpha")
    first = one(battle.do(Fire(target="red"), "2"), Asked).question
    assert (first.help, first.side) == (Help.SHARPSHOOTER, BLACK)
    assert battle.state.go is not None
    assert battle.state.go.spent == 0
    with pytest.raises(RuleViolation):
        battle.do(Hide())
    second = one(battle.do(Answer(answer="yes"), "5,3,1"), Asked).question  # the re-roll hits; 7 against 1
    assert (second.help, second.side, second.margin) == (Help.NAILS, RED, -6)
    again = RULES.battle.states.load(RULES.battle.states.dump(battle.state))
    assert again == battle.state
    events = battle.do(Answer(answer="yes"), "6")
    assert one(events, Shot).roll.dice == (2, 5)
    roll = one(events, Hurt).injury.roll
    assert roll is not None
    assert (roll.dice, roll.die) == ((1, 6), 6)
    assert {use.help for use in all_of(events, SkillUsed)} == {Help.SHARPSHOOTER, Help.NAILS}
    assert battle.state.go.spent == 1


@pytest.mark.rule("MM-10.LB.1", "MM-R72")
def test_luck_once_a_turn_as_long_as_it_lasts() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.LUCKY]), man("Red", RED, (30, 20)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "3,1,6"), Shot).hit  # 3 and luck against 4
    assert not one(battle.do(Fire(target="red"), "3"), Shot).hit
    assert battle["alpha"].luck == 1


@pytest.mark.rule("MM-R72")
def test_by_house_rule_luck_is_declared_before_the_roll() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), skills=[Skill.LUCKY]),
        man("Red", RED, (30, 20)),
        options=[("lucky-timing", "before-roll")],
    )
    battle.card("alpha")
    battle.do(ArmLuck(character="alpha"), by=Actor.player(BLACK))
    assert (battle["alpha"].luck, battle["alpha"].luck_armed) == (1, True)
    shot = one(battle.do(Fire(target="red"), "2"), Shot)
    assert (shot.roll.total, shot.roll.helps) == (3, (Help.LUCKY,))
    assert not battle["alpha"].luck_armed
    with pytest.raises(RuleViolation):
        battle.do(ArmLuck(character="alpha"), by=Actor.player(BLACK))


def test_luck_is_not_armed_where_it_is_used_on_a_seen_die() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.LUCKY]), man("Red", RED, (30, 20)))
    with pytest.raises(RuleViolation) as refused:
        battle.do(ArmLuck(character="alpha"), by=Actor.player(BLACK))
    assert refused.value.citation == "MM-R72"


@pytest.mark.rule("MM-10.LB.1")
def test_luck_can_lengthen_a_creep() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.LUCKY]), man("Red", RED, (30, 38)))
    battle.card("alpha")
    assert one(battle.do(Hide(to="30,16"), "2"), Moved).inches == 1


@pytest.mark.rule("MM-10.E.2", "MM-10.0.1", "MM-10.L.2", "MM-9.0.2", "MM-11.1R.1")
def test_what_no_battle_is_fought_with_is_told_from_what_is_only_no_random_squad() -> None:
    """Two squad leaders, one with a skill twice, an ability of 4, somebody else with the Leader skill, two Elites."""
    squad = [
        Traits(leader=True, skills=(Skill.ELITE, Skill.ELITE)), Traits(leader=True, skills=(Skill.ELITE,)),
        Traits(skills=(Skill.LEADER,), strength=4),
    ]  # fmt: skip
    found = faults(squad, ["sergeant"] * 3, None)
    assert sorted(fault.kind for fault in found if fault.grave) == [
        "abilities",
        "elites",
        "leader-skill",
        "skill-twice",
    ]
    assert [fault.kind for fault in found if not fault.grave] == ["leaders"]
