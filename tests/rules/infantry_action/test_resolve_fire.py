"""Location, fire, off-table support, casualties and reaction as one-off procedures by declared facts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.infantry_action.resolutions import casualties, fire, reaction, sight, support
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from tests.charts import chart

ROWS = {form.name(): (form, run) for part in (sight, fire, support, casualties, reaction) for form, run in part.ROWS}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    form, run = ROWS[verb]
    chance = Scripted(dice)
    resolved = run(form(**facts), chance)
    chance.finish()
    return resolved


def test_every_form_can_be_asked_for() -> None:
    assert len(ROWS) == 12
    for form, _ in ROWS.values():
        assert form.title
        assert form.summary
        assert len(fields_of(form)) <= 25, "Discord's limit"
        assert all(field.description and len(field.description) <= 100 for field in fields_of(form)), form


@pytest.mark.rule("IA-loc.table", "IA-loc.two-terrain-categories")
def test_locate() -> None:
    asked = ask("locate", posture="prone", ground=("edge",), range=30)
    assert (asked.outcome["metres"], asked.outcome["located"]) == (25, False)
    assert ask("locate", vehicle=True, moved=True, range=2000).outcome["located"] is True
    assert ask("locate", vehicle=True, moved=True).outcome["any_distance"] is True
    facts = {fact.name: fact for fact in asked.facts}
    assert facts["range"].source is Source.DECLARED
    assert facts["light"].source is Source.DEFAULT


@pytest.mark.rule("IA-R054")
def test_locate_under_a_house_rule() -> None:
    assert ask("locate").outcome["metres"] == 500
    assert ask("locate", house_rule=("standing-still-row=stationary",)).outcome["metres"] == 100


@pytest.mark.rule("IA-det.noise", "IA-det.drowned")
def test_hear() -> None:
    assert ask("hear", noise="tracked", range=250).outcome["heard"] is True
    assert ask("hear", noise="tracked", range=250, nearest_fire=100).outcome == {"heard": False, "drowned": True}
    assert ask("hear", noise="explosion", range=250, nearest_fire=100).outcome["heard"] is True


@pytest.mark.rule("IA-sa.effect", "IA-hw.helpers", "IA-R066", "IA-R068")
def test_effect() -> None:
    asked = ask("effect", weapon="tripod machine gun", range=90, helpers=2)
    assert asked.outcome["points"] == 7
    with pytest.raises(RuleViolation, match="scores nothing"):
        ask("effect", weapon="sub machine gun", range=300)
    with pytest.raises(RuleViolation, match="nobody"):
        ask("effect", weapon="rifle", range=90, helpers=1)


@pytest.mark.rule("IA-sa.no-fire-after", "IA-sa.grenade-choice")
def test_may_fire() -> None:
    assert ask("may-fire", pace="dash").outcome == {"fires": False, "grenades": True}
    assert ask("may-fire", pace="walk", radio=True).outcome == {"fires": True, "grenades": False}


@pytest.mark.rule("IA-pot.total", "IA-R025")
def test_fire() -> None:
    # A: 3 rifles at 80 m 6, moved -3; LMG with number two 5 + 3. B: tripod gun, two helpers, at 200 m 4 + 2, fresh -1.
    # Target: 4 prone behind a hedge 4, 2 erect in the open 4. Chance 5 of 8, 4 of 3 men nothing: 29, one hit.
    asked = ask(
        "fire", "5,4",
        firing=("A: 3 rifle 80 moved", "A: magazine-lmg 80 helper", "B: tripod-mg 200 helpers fresh"),
        men=("A 8",), target=("4 prone soft", "2 erect"),
    )  # fmt: skip
    assert (asked.outcome["total"], asked.outcome["hits"], asked.outcome["chance"]) == (29, 1, [5, 0])


@pytest.mark.rule("IA-R147", "IA-tt.against-works")
def test_fire_through_smoke_and_into_works() -> None:
    # Two grenades 10, half 5, into a bunker 4; one man in it -3; chance 2 of 2: 8, needs 5.
    asked = ask("fire", "2,5", firing=("2 grenade 20 works",), target=("1 bunker prone",), smoke=True)
    assert (asked.outcome["total"], asked.outcome["hits"]) == (8, 1)


@chart(
    ("facts", "words"),
    [
        ({"firing": ("3 musket 80",)}, "one weapon"),
        ({"firing": ("3 rifle",)}, "range is missing"),
        ({"firing": ("3 rifle 80 90",)}, "more than one range"),
        ({"firing": ("3 rifle 80 gladly",)}, "not known"),
        ({"firing": ("0 rifle 80",)}, "1 to 200"),
        ({"firing": ("9" * 5000 + " rifle 80",)}, "1 to 200"),
        ({"firing": ("rifle " + "9" * 5000,)}, "not known"),
        ({"firing": ("rifle 80",), "men": ("9" * 5000,)}, "isn't a firing group"),
        ({"firing": ("rifle 600",)}, "scores nothing"),
        ({"firing": ("rifle 80",), "target": ("2 prone open soft",)}, "only one"),
        ({"firing": ("rifle 80",), "target": ("2 asleep",)}, "not known"),
        ({"firing": ("rifle 80",), "men": ("Z 8",)}, "isn't a firing group"),
        ({"firing": ("rifle 80",), "men": ("many",)}, "isn't a firing group"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_remedy(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RuleViolation, match=words) as refused:
        ask("fire", **facts)
    assert refused.value.citation
    assert refused.value.remedy


@pytest.mark.rule("IA-pot.one-die", "IA-pot.automatic")
def test_potential_hits() -> None:
    assert ask("potential-hits", "4", total=12).outcome == {"hits": 1, "needs": 4}
    assert ask("potential-hits", total=55).outcome == {"hits": 3, "needs": None}
    assert ask("potential-hits", total=55, house_rule=("hits-beyond-40=one-per-ten",)).outcome["hits"] == 4


@pytest.mark.rule("IA-off.observer-call", "IA-off.registration", "IA-R168")
def test_support() -> None:
    asked = ask("support", rank="sergeant", multiple=3, periods=2, points=120)
    assert dict(asked.outcome) | {"items": ()} == {"delay": 5, "items": (), "multiple": 2, "points": 50, "cost": 200}
    assert ask("support", specialist=True, call="registered").outcome["delay"] == 1
    with pytest.raises(RuleViolation):
        ask("support", radio=False)
    assert ask("register", targets=5).outcome["periods"] == 11
    with pytest.raises(RuleViolation):
        ask("register", targets=2, specialist=False)


@pytest.mark.rule("IA-ident.priority", "IA-soft.radio", "IA-soft.vehicle-save")
def test_casualties() -> None:
    # Brown rides (erect), Smith walks: Smith moves, so first. Smith 3, Brown 1, his set 1; the jeep at rest 4, fire 2.
    asked = ask(
        "casualties", "3,1,1,4,2", hits=1,
        figures=("Jones 80 prone soft", "Brown corporal 60 riding radio", "Smith 70 erect moving"),
    )  # fmt: skip
    assert asked.outcome == {
        "casualties": ("Brown",),
        "order": ("Smith", "Brown", "Jones"),
        "radios_lost": ("Brown",),
        "vehicle_destroyed": True,
        "vehicle_burns": True,
    }
    with pytest.raises(RuleViolation):
        ask("casualties", hits=1, figures=("Smith asleep",))


@pytest.mark.rule("IA-soft.takeover", "IA-soft.takeover-heavy")
def test_take_over() -> None:
    assert ask("take-over", "4").outcome == {"serviceable": True, "periods": 1}
    assert ask("take-over", heavy=True, crew_left=2).outcome["serviceable"] is True
    with pytest.raises(RuleViolation):
        ask("take-over", heavy=True)


@pytest.mark.rule("IA-reaction.dice", "IA-crewtest.plus1", "IA-leadertest.factors")
def test_reaction() -> None:
    # 3 + 4 + 2 = 9; fired 1, 12 points -1, two leaderless -2, cover 2: 9; the crews have 10.
    facts: dict[str, Any] = {"active": True, "totals": (12,), "leaderless": 2, "cover": "add"}
    asked = ask("reaction", "3,4,2", **facts)
    assert (asked.outcome["score"], asked.outcome["result"]) == (
        9,
        "no moving closer erect, nor closer to enemies within 25 m",
    )
    assert asked.outcome["crews"] == "no restrictions"
    assert ask("reaction", "3,4,2").outcome["score"] == 9, "nothing counts that was not said"
    # The sergeant: 1 - 1 + 2 + 3 without isolation, and 9: 14.
    assert ask("reaction", "3,4,2", leader="sergeant", **facts).outcome["score"] == 14
    with pytest.raises(RuleViolation):
        ask("reaction", leader="private")


@pytest.mark.rule("IA-reaction.result.surrender")
def test_surrender() -> None:
    assert ask("surrender", "4,5,6", men=3).outcome == {"surrender": 1, "dash": 2}
