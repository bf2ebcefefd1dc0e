"""One-off resolutions, each a worked case: the facts, the dice and cards, what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from rules.book.showing import Resolved
from rules.book_and_gun.resolutions.cards import Canister
from rules.book_and_gun.resolve import RESOLUTIONS, resolve
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted, ScriptError, Seeded
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from tests.charts import chart

FORMS = {form.name(): form for form in RESOLUTIONS}


def resolved(action: str, script: str = "", **facts: object) -> Resolved:
    chance = Scripted(script)
    result = resolve(FORMS[action].model_validate(facts), chance)
    chance.finish()
    return result


def outcome(action: str, script: str = "", **facts: object) -> Mapping[str, Any]:
    return resolved(action, script, **facts).outcome


def refused(action: str, script: str = "", **facts: object) -> str:
    with pytest.raises(RuleViolation) as violation:
        resolved(action, script, **facts)
    return violation.value.code


# ── Spotting ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VI.1.c", "BG-VI.1.2a")
def test_spot() -> None:
    assert outcome("spot", "d20:12", side="army", distance=12, leader=True)["spotted"]
    assert not outcome("spot", "d20:13", side="army", distance=12, leader=True)["spotted"]
    assert outcome("spot", "", side="civilians", distance=4, leader=False) == {
        "spotted": True, "automatic": True, "number": None, "number_items": (), "die": None,
    }  # fmt: skip
    assert refused("spot", side="army", distance=13) == "too-far-to-spot"
    assert refused("spot", side="army", distance=11, light="night", visibility=20) == "beyond-visibility"
    assert refused("spot", side="army", distance=5, line_of_sight=False) == "no-line-of-sight"


# ── Movement ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.1.43b", "BG-R32", "BG-R34")
def test_move() -> None:
    clear = outcome("move", "d6:5,d6:3,d6:1", side="army", order="open")
    assert (clear["dice"], clear["inches"]) == ([5, 3, 1], 9)
    rough = outcome("move", "d6:5,d6:3,d6:1", side="army", terrain="rough")
    assert (rough["inches"], rough["deductions"]) == (4, ("rough terrain −5",))
    insurgents = outcome("move", "d6:5,d6:3,d6:1", side="insurgents", terrain="rough")
    assert insurgents["inches"] == 8  # the lowest die
    dense = outcome("move", "d6:5,d6:4,d6:3", side="army", terrain="dense")
    assert dense["inches"] == 2  # 4 and 3 are left, less 5 once more
    assert outcome("move", "d6:6,d6:1", side="army", order="close", terrain="dense")["inches"] == 1  # never less
    slope = outcome("move", "d6:4,d6:2,d6:1", side="civilians", slope=True, terrain="rough")
    assert slope["inches"] == 3.5
    road = outcome("move", "d6:1,d6:2,d6:3,d6:4", side="army", formation="column", on_road=True)
    assert road["inches"] == 10
    alone = outcome("move", "d6:6,d6:2,d6:1", side="army", leader=False)
    assert alone["inches"] == 3
    carrying = outcome("move", "d6:6,d6:2,d6:1", side="army", carrying=True)
    assert carrying["inches"] == 3
    prone = outcome("move", "d6:4", side="army", mover="prone", terrain="dense")
    assert prone["inches"] == 4


@pytest.mark.rule("BG-VIII.1.4", "BG-VIII.1.42a", "BG-R36", "BG-VIII.4.2a")
def test_charge() -> None:
    near = outcome("charge", "d6:4,d6:3,d6:3,d6:2", side="army", distance=12)
    assert (near["reached"], near["moved"], near["unused"]) == (True, 10, 2)
    short = outcome("charge", "d6:1,d6:1,d6:1,d6:2", side="army", distance=12)
    assert (short["reached"], short["moved"]) == (False, 5)
    assert refused("charge", side="army", order="close", distance=18.1) == "out-of-reach"
    assert refused("charge", side="civilians", distance=5, mob=False) == "no-charge"
    assert refused("charge", side="army", distance=5, straight=False) == "not-straight"
    assert outcome("charge", "d6:6,d6:2", side="army", distance=8, dismounting=True)["reached"]
    assert refused("charge", side="army", distance=12.5, dismounting=True) == "out-of-reach"


@pytest.mark.rule(
    "BG-VIII.1.14.1", "BG-VIII.1.14.2", "BG-VIII.1.14.3", "BG-VIII.1.14.4", "BG-VIII.1.14.5", "BG-VIII.1.14.6"
)
def test_joker_in_the_movement_phase() -> None:
    assert outcome("joker-move", "d6:1,d6:1,d6:2,d6:3,d6:4", side="army")["inches"] == 10
    assert outcome("joker-move", "d6:2", side="army")["inches"] == 0
    assert outcome("joker-move", "d6:3,d6:5,d6:6", side="army")["inches"] == 11
    less = outcome("joker-move", "d6:4,d6:1,d6:2,d6:3,d6:5", side="army")
    assert (less["less"], less["inches"]) == (5, 1)
    healed = outcome("joker-move", "d6:5,d6:1,d6:2,d6:3", side="army", wounded=2)
    assert (healed["healed"], healed["inches"]) == (2, 6)
    forced = outcome("joker-move", "d6:6,d6:1,d6:2,d6:3,d6:4", side="army", enemy_distance=30)
    assert (forced["reached"], forced["moved"]) == (False, 10)
    assert outcome("joker-move", "d6:6", side="army", may_charge=False)["inches"] == 0


# ── Fire ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.3.1", "BG-X.3.chart", "BG-X.1.5.a2", "BG-XIII.2.1", "BG-X.5.3")
def test_fire_by_two_riflemen() -> None:
    # assault rifle, short, class I: 7; NATO +2, body armour -1: 8
    result = resolved(
        "fire",
        "d20:8,d20:9,d20:1,d20:20,d20:4,d20:11,card:5H,card:6C,card:AS",
        weapon="assault rifle",
        figures=2,
        range=9,
        target_class="I",
        target_figures=4,
        leader=True,
        nationality="nato",
        body_armour="modern",
    )
    found = result.outcome
    assert (found["to_hit"], found["hits"], found["killed"], found["wounded"]) == (8, 3, 2, 1)
    assert found["leader"] == "killed"
    assert found["dice"] == [8, 9, 1, 20, 4, 11]
    assert found["cards"] == ["5H", "6C", "AS"]
    assert found["out_of_ammunition"] == 0
    assert [event.kind for event in result.events] == ["volley", "volley", "casualty", "casualty", "casualty"]
    assert [len(event.draws) for event in result.events] == [3, 3, 1, 1, 1]
    assert "8 = 7 assault rifle, short, class I · +2 NATO · −1 body armour" in result.events[0].text
    facts = {fact.name: fact for fact in result.facts}
    assert (facts["range"].value, facts["range"].unit, facts["range"].source) == (9.0, "in", Source.DECLARED)
    assert facts["key figures"].source is Source.DEFAULT


@pytest.mark.rule("BG-X.1.5.c2", "BG-X.1.5.d3", "BG-R04")
def test_fire_under_cover_draws_second_cards() -> None:
    found = outcome(
        "fire",
        "d20:2,d20:20,card:5H,card:RJ,card:TC",
        weapon="self loading rifle",
        range=15,
        target_class="IV",
        target_figures=3,
    )
    assert (found["to_hit"], found["wounded"], found["cards"]) == (2, 1, ["5H", "RJ", "TC"])


@pytest.mark.rule("BG-X.2.1a", "BG-R82")
def test_fire_with_snake_eyes() -> None:
    found = outcome("fire", "d20:1,d20:1,card:2S,card:3S", weapon="semi auto rifle", range=30, target_class="I")
    assert found["out_of_ammunition"] == 1


@pytest.mark.rule("BG-X.3.chart")
def test_fire_where_the_chart_says_not_applicable() -> None:
    found = outcome("fire", "d20:1", weapon="bolt action rifle", range=30, target_class="III")
    assert (found["to_hit"], found["hits"]) == (None, 0)


@pytest.mark.rule("BG-X.1.13.1", "BG-X.1.13.2", "BG-X.1.13.3", "BG-X.1.13.4", "BG-X.1.13.5", "BG-X.1.13.6")
def test_fire_under_each_joker() -> None:
    shot = {"weapon": "bolt action rifle", "range": 9, "target_class": "I"}
    half = outcome("fire", "d20:20", figures=3, joker=1, **shot)
    assert half["firing"] == 1
    assert outcome("fire", "", figures=1, joker=1, **shot)["firing"] == 0
    assert outcome("fire", "d20:4,card:5H,card:6H", joker=2, **shot)["killed"] == 2
    assert outcome("fire", "d20:5,d20:4,card:5H", joker=3, **shot)["dice"] == [5, 4]
    assert outcome("fire", "d6:5,d6:4,d20:20", joker=4, **shot)["hits"] == 0
    assert refused("fire", "d6:4,d6:4", joker=4, **shot) == "smoke"
    assert outcome("fire", "d6:1,d6:1,d20:20", joker=4, night_vision="thermal", **shot)["hits"] == 0
    bad = outcome("fire", "d20:1,d20:1,d20:9,card:5H,card:6H", figures=3, joker=5, **shot)
    assert (bad["killed"], bad["casualties"]) == (1, ["figure 1 killed"])
    assert outcome("fire", "d20:5,card:5H", joker=6, **shot)["to_hit"] == 5


@pytest.mark.rule("BG-R78", "BG-R79", "BG-X.3.2e", "BG-X.3.2f")
def test_fire_of_a_machinegun_by_its_mount() -> None:
    shot = {"weapon": "M240", "range": 9, "target_class": "I"}
    for mount, dice in ((None, 5), ("tripod", 6), ("vehicle", 6)):
        given = {**shot, **({"mount": mount} if mount else {})}
        assert len(outcome("fire", ",".join(["d20:20"] * dice), **given)["dice"]) == dice


@pytest.mark.rule("BG-R80", "BG-X.4.16")
def test_fire_of_a_launcher_counts_no_more_hits_than_figures_in_its_template() -> None:
    found = outcome(
        "fire",
        "d20:1,d20:2,d20:3,d20:4,d20:5,d20:6,card:5H",
        weapon="maw",
        range=40,
        target_class="I",
        target_figures=1,
    )
    assert (found["hits"], found["killed"]) == (1, 1)


@pytest.mark.rule("BG-X.2.2a", "BG-R08", "BG-X.2.61a", "BG-R85", "BG-X.1.5.d2", "BG-R89")
def test_fire_at_wounded_men_gun_crews_and_hidden_figures() -> None:
    shot = {"weapon": "bolt action rifle", "range": 9}
    assert outcome("fire", "d20:2,card:5H,card:KC", target="wounded figure", **shot)["killed"] == 1
    assert refused("fire", target="wounded figure", target_class="I", **shot) == "wounded-class"
    crew = outcome("fire", "d20:3,card:KD", target="gun crew", target_class="I", **shot)
    assert (crew["to_hit"], crew["wounded"]) == (3, 1)  # class I counts as II
    hidden = {"range": 9, "target_class": "IV", "hidden": True}
    assert refused("fire", weapon="assault rifle", **hidden) == "hidden-target"
    assert outcome("fire", "d20:20," * 5 + "d20:20", weapon="law", **hidden)["hits"] == 0


@pytest.mark.rule("BG-X.1.31a", "BG-X.1.3a", "BG-VI.2.1a", "BG-R51")
def test_fire_is_refused_with_a_reason() -> None:
    shot = {"weapon": "assault rifle", "target_class": "I"}
    assert refused("fire", range=27.5, **shot) == "out-of-range"
    assert refused("fire", range=5, line_of_sight=False, **shot) == "no-line-of-sight"
    assert refused("fire", range=5, in_arc=False, **shot) == "out-of-arc"
    assert refused("fire", range=5, shaken=True, **shot) == "shaken"
    assert refused("fire", range=5, weapon="crossbow", target_class="I") == "unknown-weapon"
    assert refused("fire", range=5, weapon="assault rifle") == "target-class"
    assert refused("fire", range=5, key_figures=9, target_figures=3, **shot) == "target-figures"


@pytest.mark.rule("BG-R69", "BG-R87")
def test_fire_by_house_rules() -> None:
    shot = {"weapon": "bolt action rifle", "range": 9, "target_class": "I", "nationality": "nato"}
    off = outcome("fire", "d20:20", house_rule=("national-efficiency=off",), **shot)
    assert off["to_hit"] == 4
    assert refused("fire", house_rule=("national-efficiency=maybe",), **shot) == "unknown-choice"
    assert refused("fire", house_rule=("moon-phase=full",), **shot) == "unknown-option"
    assert refused("fire", house_rule=("nonsense",), **shot) == "house-rule"
    each = {"weapon": "light machinegun", "range": 5, "target_class": "I", "target_figures": 2}
    dice = ",".join(["d20:20"] * 8)
    assert len(outcome("fire", dice, house_rule=("mg-cone=full-dice-per-figure",), **each)["dice"]) == 8


def test_draws_must_fit_exactly() -> None:
    shot = {"weapon": "bolt action rifle", "range": 9, "target_class": "I"}
    with pytest.raises(ScriptError):
        resolved("fire", "", **shot)
    with pytest.raises(ScriptError):
        resolved("fire", "d20:20,d20:3", **shot)
    with pytest.raises(ScriptError):
        resolved("fire", "d6:3", **shot)


@pytest.mark.rule("BG-X.5.1a", "BG-X.5.1b", "BG-R81")
def test_sniper() -> None:
    assert outcome("sniper", "card:TS", range=30, target="leader") == {"card": "TS", "result": "killed", "killed": 1}
    assert outcome("sniper", "card:KH", range=30)["killed"] == 0
    assert refused("sniper", range=30.1) == "out-of-range"
    assert refused("sniper", range=10, target_class="IV", hidden=True) == "hidden-target"
    assert refused("fire", weapon="sniper rifle", range=10, target_class="I") == "sniper"


@pytest.mark.rule("BG-X.1.5.a2", "BG-R05", "BG-X.1.5.d3", "BG-X.2.61c")
def test_casualty_cards() -> None:
    two = outcome("casualty", "card:AS,card:9H", target_class="IV", figures=6, leader=True)
    assert (two["figure"], two["result"], two["cards"]) == ("leader", "wounded", ["AS", "9H"])
    assert outcome("casualty", "card:KC", target_class="I", figures=6, key_figures=1)["figure"] == "key figure"
    assert outcome("casualty", "card:KC", target_class="I", figures=6)["result"] == "wounded"
    assert outcome("casualty", "card:RJ", target_class="I", gun_crew=True, artillery_fires=True)["result"] == (
        "gun destroyed"
    )
    assert refused("casualty", target_class="I", figures=0) == "nobody-there"


@pytest.mark.rule("BG-X.1.13", "BG-R14", "BG-R15")
def test_joker_in_the_fire_phase() -> None:
    assert outcome("joker-fire", "d6:1", figures=7)["figures_firing"] == 3
    assert outcome("joker-fire", "d6:4,d6:2,d6:6", figures=7)["sight_limit"] == 8
    assert outcome("joker-fire", "d6:6", figures=7)["effect"] == "good fire command"


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8b", "BG-X.2.9", "BG-R86")
def test_back_blast_and_canister() -> None:
    blast = outcome("back-blast", "d6:3,d6:4,card:5H", figures=2)
    assert (blast["hits"], blast["killed"]) == (1, 1)
    assert outcome("canister", "d6:1,card:BJ", figures=1)["wounded"] == 1
    assert refused("back-blast", figures=1, weapon="armbrust") == "no-back-blast"


@pytest.mark.rule("BG-X.2.8c")
def test_who_counts_canister_is_told_of_friends_beside_the_template() -> None:
    asked = Canister.model_fields["figures"].description
    assert asked == "figures in the template; friends beyond 4 inches also up to 1 inch outside it"


@pytest.mark.rule("BG-X.2.4a", "BG-R83")
def test_reload() -> None:
    assert outcome("reload", weapon="medium cannon", crew=3)["markers"] == 3
    assert outcome("reload", weapon="haw recoilless rifle", moved=True)["markers"] == 2


@pytest.mark.rule("BG-III.2.4.a", "BG-III.2.4.b", "BG-R119")
def test_rules_of_engagement() -> None:
    assert outcome("rules-of-engagement", roe=1)["allowed"] is False
    assert outcome("rules-of-engagement", roe=1, insist=True)["removed"] == "figure"
    assert outcome("rules-of-engagement", roe=1, fired_on_by_target=True)["allowed"] is True
    assert outcome("rules-of-engagement", roe=2, civilians_harmed=True)["removed"] == "leader"


# ── Close combat ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.2.1", "BG-XI.2.3", "BG-XI.3.1", "BG-XI.3.3", "BG-R52", "BG-R61")
def test_closing_and_standing() -> None:
    assert outcome("close-into", "d6:5", side="army", leader=True)["closes"]
    failed = outcome("close-into", "d6:5", side="army", leader=False)
    assert (failed["closes"], failed["state"], failed["back"]) == (False, "pinned", 6)
    assert outcome("close-into", "d10:5", side="army", leader=True, house_rule=("close-into-die=d10",))["closes"]
    assert outcome("stand-and-fight", "d6:4", side="insurgents", leader=True)["stands"]
    shaken = outcome("stand-and-fight", "d6:4", side="insurgents", leader=True, state="shaken")
    assert (shaken["stands"], shaken["state"]) == (False, "routed")  # the range is 1-3 for shaken troops
    back = outcome("stand-and-fight", "d6:6,d6:1,d6:2,d6:3,d6:4", side="army", leader=True, retreat=True)
    assert (back["state"], back["retreat"]) == ("shaken", 10)


@pytest.mark.rule("BG-XI.3.5a", "BG-XI.3.5b", "BG-XI.3.5c", "BG-XI.3.5d", "BG-R68")
def test_evasion() -> None:
    foot = outcome("evade", "d6:4,d6:3,d6:2", side="insurgents", unused=6.5)
    assert (foot["inches"], foot["caught"]) == (4.5, True)
    assert outcome("evade", "d6:4,d6:3,d6:2", side="insurgents", unused=6.4)["caught"] is False
    assert refused("evade", side="army", order="close") == "close-order"
    away = outcome("evade", "d6:4,d6:2,d6:3", side="army", mounted=True)
    assert (away["evades"], away["inches"]) == (True, 5)
    assert outcome("evade", "d6:4", side="insurgents", mounted=True)["evades"] is False


@pytest.mark.rule("BG-XI.4.1", "BG-XI.4.mod", "BG-XI.4.3", "BG-XI.4.4", "BG-R11", "BG-R62", "BG-R63")
def test_close_combat() -> None:
    # charger 10 +1 leader = 11; defender 9 +2 in the building = 11: a tie; then 12 to 5
    tie = outcome(
        "close-combat",
        "d20:10,d20:9,d20:11,d20:3,d20:4",
        charger="insurgents",
        defender="army",
        charger_is=("leader",),
        defender_is=("in building",),
    )
    assert (tie["ties"], tie["winner"], tie["result"], tie["loser_die"]) == (1, "charger", "wounded", 4)
    assert (tie["charger_total"], tie["defender_total"]) == (12, 5)
    normal = {"charger": "army", "defender": "insurgents"}
    assert outcome("close-combat", "d20:2,d20:19,d20:7", **normal)["result"] == "runs"
    assert outcome("close-combat", "d20:2,d20:19,d20:7", desperation="defender", **normal)["result"] == "wounded"


@pytest.mark.rule("BG-XI.5.3a", "BG-R117")
def test_stragglers_at_an_obstacle() -> None:
    assert outcome("stragglers", "d6:4", figures=6, leaders=1) == {"stay": 4, "over": 3}
    assert outcome("stragglers", "d6:6", figures=3, leaders=1) == {"stay": 3, "over": 1}


# ── Morale ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.6.1c", "BG-VIII.7.3a", "BG-VIII.7.3b", "BG-R47", "BG-R48", "BG-R53")
def test_rally() -> None:
    assert outcome("rally", "d6:5", side="army", leader="own")["rallied"]
    assert not outcome("rally", "d6:5", side="army", leader="other")["rallied"]
    assert not outcome("rally", "", side="army", leader="none")["rallied"]
    rule = ("rally-without-leader=no-leader-column",)
    assert outcome("rally", "d6:4", side="army", leader="none", house_rule=rule)["rallied"]
    back = outcome("rally", "d6:6,d6:1,d6:1,d6:1,d6:1", side="army", leader="own", retreat=True)
    assert (back["state"], back["retreat"]) == ("shaken", 4)
    assert outcome("rally", "d6:3", side="civilians", leader="own", state="routed")["state"] == "shaken"
    assert outcome("rally", "d6:4", side="civilians", leader="own", state="routed")["removed"]


@pytest.mark.rule(
    "BG-XII.1.21a", "BG-XII.1.21b", "BG-XII.1.31a", "BG-XII.1.41a", "BG-R56", "BG-R57", "BG-R58", "BG-R59"
)
def test_morale_checks() -> None:
    assert outcome("major-morale", "d6:4,d6:4", side="army")["immobile"] is False
    assert outcome("major-morale", "d6:4,d6:5", side="army")["immobile"] is True
    critical = {"side": "army", "leader": False}
    assert [
        outcome("critical-morale", dice, **critical)["state"] for dice in ("d6:4,d6:4", "d6:4,d6:5", "d6:5,d6:5")
    ] == ["steady", "pinned", "routed"]
    assert outcome("critical-morale", "", fit=4, original=7, **critical)["due"] is False
    assert outcome("critical-morale", "d6:1,d6:1", fit=3, original=7, **critical)["due"] is True
    pinned = {"side": "insurgents", "leader": True}
    assert [outcome("pinned-morale", dice, **pinned)["state"] for dice in ("d6:4,d6:5", "d6:5,d6:5", "d6:5,d6:6")] == [
        "steady",
        "pinned",
        "shaken",
    ]


@pytest.mark.rule("BG-XII.2.3a", "BG-XII.1.31b", "BG-R11", "BG-R53")
def test_rout_and_retreat() -> None:
    found = outcome("rout", "d6:3,d6:1,d6:2,d6:3,d6:4", figures=2, key_figures=1, leaders=1)
    assert found["lost_figures"] == ["figure 1", "figure 2", "key figure 1"]
    assert (found["left"], found["inches"]) == (1, 10)
    assert outcome("retreat", "d6:6,d6:6,d6:6,d6:6")["inches"] == 24
    assert refused("rout", figures=0) == "nobody-there"


# ── All of them ──────────────────────────────────────────────────────────────────────────────────────────────────

EXAMPLES: dict[str, dict[str, object]] = {
    "spot": {"side": "army", "distance": 8},
    "move": {"side": "insurgents"},
    "joker-move": {"side": "army", "enemy_distance": 9},
    "charge": {"side": "army", "distance": 9},
    "rally": {"side": "army", "leader": "own"},
    "fire": {"weapon": "assault rifle", "range": 9, "target_class": "I"},
    "sniper": {"range": 9},
    "joker-fire": {},
    "casualty": {"target_class": "II"},
    "back-blast": {"figures": 3},
    "canister": {"figures": 3},
    "deviation": {"attack": "artillery"},
    "bombard": {"target_class": "II", "figures": 5},
    "reload": {"weapon": "light cannon"},
    "rules-of-engagement": {"roe": 1},
    "close-into": {"side": "army", "leader": True},
    "stand-and-fight": {"side": "army", "leader": True},
    "evade": {"side": "army"},
    "close-combat": {"charger": "army", "defender": "insurgents"},
    "stragglers": {"figures": 6},
    "major-morale": {"side": "army"},
    "critical-morale": {"side": "army", "leader": True},
    "pinned-morale": {"side": "army", "leader": True},
    "rout": {"figures": 6},
    "retreat": {},
    "organisation": {"unit": "insurgent-cell"},
    "munitions": {"side": "army"},
    "flight": {"distance": 5},
    "commander": {"units": 3},
    "ranks": {"ranks": (4, 3)},
    "may-fire-at": {"distance": 5},
    "cards": {"card": "red"},
    "turning": {"degrees": 90},
    "scout": {"side": "army", "distance": 5},
    "retreat-edge": {"state": "shaken", "nearest": "west", "own": "south"},
    "capacity": {"vehicle": "boat"},
    "vehicle-class": {"ground": "rough"},
    "land": {"load": True},
    "limber": {"crew": 3},
    "manhandle": {"figures": 2},
    "turn-gun": {"weapon": "light cannon"},
    "mount": {"distance": 3},
    "horse-holders": {"men": 9},
    "ride": {"riders": 1},
    "stampede": {"side": "civilians"},
    "obstacle": {"turn": 2},
    "window": {"turn": 1},
    "room": {"fit": 1},
    "door": {"opened": True},
    "building": {"occupants": 2},
    "fire-card": {"near": 4},
    "target-class": {"rough": 3},
    "burst": {"figures": 3},
    "restock": {"source": "supply point"},
    "markers": {"weapon": "latgm"},
    "gun-bands": {"ranges": (5.0, 30.0)},
    "may-fire": {"crew": 1, "gunners": 1},
    "weapon-class": {"calibre": 75},
    "mounted-hit": {"result": "wounded"},
    "fire-vehicle": {"weapon": "latgm", "range": 20, "armour": "soft", "crew": 2, "passengers": 3, "riders": 2},
    "blast-vehicle": {"armour": "soft", "crew": 2, "improved_munitions": True},
    "device-vehicle": {"device": "c4", "armour": "light", "crew": 2},
    "vehicle-shots": {"weapons": 2},
    "fire-aircraft": {"weapon": "medium sam", "range": 20, "type": "prop"},
    "attack-path": {"type": "helo", "shots": ("medium sam 20", "aa autocannon 30")},
    "aircraft-target": {"weapon": "law", "type": "helo"},
    "grenade": {"range": 2, "classes": ("I", "II", "III")},
    "flash-bang": {"within": 2},
    "device": {"kind": "ied", "classes": ("I", "I")},
    "shaped-charge": {"classes": ("I",)},
    "place-device": {"kind": "c4"},
    "anti-mobility": {},
    "anti-vehicle-mine": {"crew": 3},
    "suicide-bomber": {"classes": ("I", "I")},
    "locate-mine": {"distance": 1},
    "smoke": {"turns": 1},
    "smoke-grenade": {"distance": 2},
    "request-fire": {"rto": True},
    "radio": {"radio": "squad radio"},
    "supports": {"distances": (1.0, 4.0)},
    "surrounded": {"front": 3},
    "desperation": {"side": "army"},
    "guards": {"prisoners": 6},
    "routed-under-fire": {"side": "army", "leader": True},
    "vehicle-morale": {"kind": "vehicle", "check": "major"},
    "capture": {"contact": True},
    "search": {"searchers": 2},
    "drive-captured": {"side": "insurgents"},
    "hostage": {"told": True},
    "dog": {"target": 3},
    "seismic": {"distance": 2},
    "radar": {"target": "vehicle"},
    "trip-flare": {"turns": 1},
}


@chart("name", list(FORMS))
def test_every_resolution_tells_its_facts_and_all_its_draws(name: str) -> None:
    for event in range(8):
        chance = Seeded(b"examples", event)
        result = resolve(FORMS[name].model_validate(EXAMPLES[name]), chance)
        told = [draw for step in result.events for draw in step.draws]
        assert [draw.number for draw in told] == list(range(len(told)))
        assert chance.taken() == ()
        assert all(step.citations and step.text for step in result.events)
        given = {fact.name for fact in result.facts if fact.source is Source.DECLARED}
        assert given == {key.replace("_", " ") for key in EXAMPLES[name]}


@chart("name", list(FORMS))
def test_every_field_is_described_and_strange_facts_are_refused(name: str) -> None:
    form = FORMS[name]
    assert form.title
    assert form.summary
    assert all(len(field.description) > 5 for field in fields_of(form))
    with pytest.raises(ValidationError):
        form.model_validate({**EXAMPLES[name], "weather_of_tomorrow": "fine"})
