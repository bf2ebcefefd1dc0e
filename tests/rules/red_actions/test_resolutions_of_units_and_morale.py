"""One-off resolutions of cards, units, officers and morale, by declared facts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.morale import MoraleTrigger
from rules.red_actions.play.officers.officer_effects import effects
from rules.red_actions.resolutions import morale, officers, units
from rules.red_actions.resolve import RESOLUTIONS, resolve
from tests.charts import chart
from tests.rules.red_actions.field import battle, junior, officer, unit

FORMS = {form.name(): form for form, _ in (*units.ROWS, *officers.ROWS, *morale.ROWS)}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    chance = Scripted(dice)
    resolved = resolve(FORMS[verb](**facts), chance)
    chance.finish()
    return resolved


def refused(verb: str, dice: str = "", **facts: Any) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        ask(verb, dice, **facts)
    assert caught.value.message
    assert caught.value.remedy
    return caught.value


def test_every_form_is_there() -> None:
    assert len(FORMS) == 13
    assert set(FORMS.values()) <= set(RESOLUTIONS)


@pytest.mark.rule("RA-R04", "RA-def.unit.1")
def test_a_card() -> None:
    resolved = ask("unit-card", card="latvian-rifles", bases=4)
    assert resolved.outcome["points"] == 44
    assert resolved.outcome["traits"] == ("specialist",)
    assert resolved.outcome["fear"] == 9
    assert {fact.name: fact.source for fact in resolved.facts}["bases"] == Source.DECLARED
    assert refused("unit-card", card="guards").citation == "RA-R04"
    assert refused("unit-card", card="latvian-rifles", bases=1).citation == "RA-def.unit.1"


@pytest.mark.rule("RA-def.effective", "RA-def.terror.1", "RA-R15")
def test_effective_bases() -> None:
    assert ask("effective-bases", bases=5, terror=2, humiliated=1).outcome == {"effective": 2, "routs": False}
    assert ask("effective-bases", bases=3, terror=3).outcome == {"effective": 0.5, "routs": False}
    assert ask("effective-bases", bases=3, terror=3, humiliated=1).outcome["routs"] is True


@pytest.mark.rule("RA-divide.1", "RA-divide.2", "RA-R106", "RA-R107")
def test_divide() -> None:
    resolved = ask("divide", card="red-regulars", bases=5, into=(3, 2), terror=3, humiliated=1, pinned=True)
    assert resolved.outcome["terror"] == (2, 2)
    assert resolved.outcome["humiliated"] == (1, 1)
    assert resolved.outcome["routs"] == (False, True)
    exact = ask(
        "divide",
        card="red-regulars",
        bases=5,
        into=(3, 2),
        terror=3,
        remainder=(2,),
        house_rule=("marker-split=exact",),
    )
    assert exact.outcome["terror"] == (1, 2)
    assert refused("divide", card="red-regulars", bases=5, into=(4, 1)).citation == "RA-R106"


@pytest.mark.rule("RA-combine.1", "RA-combine.4", "RA-combine.5")
def test_combine() -> None:
    resolved = ask("combine", card="mg-team", bases=(1, 2), terror=(1, 2), humiliated=(1,), pinned=True)
    assert resolved.outcome == {"bases": 3, "terror": 3, "humiliated": 1, "pinned": True, "routs": True}
    assert refused("combine", card="mg-team", bases=(3, 2)).citation == "RA-combine.4"
    assert refused("combine", card="mg-team", bases=(1, 1), terror=(1, 1, 1)).citation == "RA-combine.5"
    assert refused("combine", card="mg-team", bases=(1,)).citation == "RA-combine.1"


@pytest.mark.rule("RA-def.flight", "RA-R12", "RA-R14")
def test_flight_number() -> None:
    resolved = ask("flight-number", points=143, lost=57)
    assert resolved.outcome == {"percent": 40, "number": 57.2, "flees": False}
    assert ask("flight-number", points=143, lost=58).outcome["flees"] is True
    assert ask("flight-number", points=100, lost=50, army="white").outcome["flees"] is False
    reach = ask("flight-number", points=100, lost=50, army="white", house_rule=("flight-test=reach",))
    assert reach.outcome["flees"] is True
    assert ask("flight-number", points=100, lost=26, percent=25).outcome["flees"] is True


@pytest.mark.rule("RA-def.officer.draw.1", "RA-def.officer.draw.2", "RA-def.officer.draw.3", "RA-R05")
def test_draw_an_officer() -> None:
    two = ask("draw-officer", "card:red-zero-mob,card:red-plus1-clever", army="soviet", senior=True)
    assert two.outcome == {"tokens": ("red-zero-mob", "red-plus1-clever"), "left": 18}
    assert two.events[0].text == "morale 0 (mob); morale +1 (clever): choose one, the others go back"
    three = "card:white-zero-plain,card:white-zero-plain,card:white-plus2-clever"
    assert len(ask("draw-officer", three, army="white", senior=True).outcome["tokens"]) == 3  # type: ignore[arg-type]
    junior = ask("draw-officer", "card:red-zero-mob", army="soviet", gone=("red-plus2-storm",))
    assert junior.outcome == {"tokens": ("red-zero-mob",), "left": 18}
    assert refused("draw-officer", army="cheka").citation == "RA-R14"


@pytest.mark.rule(
    "RA-officer.morale.1", "RA-officer.morale.2", "RA-officer.morale.3", "RA-officer.morale.4", "RA-char.officer-mob",
    "RA-char.commissar.1",
)  # fmt: skip
def test_what_officers_do() -> None:
    facts = {"card": "red-regulars", "junior": "red-minus1-mob", "senior": "red-plus2-commissar"}
    near = ask("officer-effect", **facts, distance=12)
    assert near.outcome == {"effect": 1, "traits": ("mob",), "senior_counts": True}
    assert ask("officer-effect", **facts, distance=12, sees=False).outcome["effect"] == -1
    assert ask("officer-effect", **facts, distance=4, sees=False).outcome["effect"] == 1
    led = ask("officer-effect", **facts, takes_command=True)
    assert led.outcome == {"effect": 2, "traits": ("commissar",), "senior_counts": True}
    kept = {"card": "red-regulars", "junior": "red-zero-commissar", "senior": "red-plus1-plain"}
    assert refused("officer-effect", **kept, takes_command=True).citation == "RA-char.commissar.1"


@pytest.mark.rule("RA-R42", "RA-officer.morale.2")
def test_a_harmful_senior_is_left_out_as_in_a_battle() -> None:
    """His owner may add him all the same: +1 - 1."""
    staff = officer("boss", token="red-minus1-plain", at=(30, 16))
    state = battle(unit("reds", card="red-regulars", at=(30, 20)), junior("reds", token="red-plus1-plain"), staff)
    assert sum(item.amount for item in effects(state, state.unit("reds"))) == 1
    facts = {"card": "red-regulars", "junior": "red-plus1-plain", "senior": "red-minus1-plain", "distance": 3}
    left_out = ask("officer-effect", **facts).outcome
    assert (left_out["effect"], left_out["senior_counts"]) == (1, False)
    assert ask("officer-effect", **facts, added="yes").outcome["effect"] == 0
    helps = facts | {"senior": "red-plus1-plain"}
    assert ask("officer-effect", **helps).outcome["effect"] == 2
    assert ask("officer-effect", **helps, added="no").outcome["effect"] == 1


@pytest.mark.rule(
    "RA-result.off.each", "RA-result.off.all", "RA-combat.officer.1", "RA-combat.officer.2", "RA-combat.officer.3",
    "RA-officer.loss.2", "RA-officer.loss.4",
)  # fmt: skip
def test_officer_casualties() -> None:
    shot = ask("officer-casualties", "2,1", officers=2, known_in_turn=4)
    assert shot.outcome == {"fallen": 1, "all_lost": False, "terror": 0, "promotion_after_turn": 5}
    fought = ask("officer-casualties", "2", combat=True, routing=True)
    assert fought.outcome == {"fallen": 1, "all_lost": True, "terror": 1, "promotion_after_turn": None}
    assert ask("officer-casualties", "2", combat=True).outcome["fallen"] == 0


@pytest.mark.rule("RA-preempt.clever.1", "RA-preempt.clever.2")
def test_pre_empt() -> None:
    assert ask("pre-empt", "6").outcome == {"die": 6, "acts_first": True}
    assert ask("pre-empt", "5").outcome["acts_first"] is False
    assert refused("pre-empt", clever=False).citation == "RA-preempt.clever.1"
    assert refused("pre-empt", against_clever=True).citation == "RA-preempt.clever.2"


@pytest.mark.rule("RA-morale.roll.1", "RA-morale.mod.flank", "RA-morale.mod.works", "RA-march.3")
@chart(
    ("facts", "dice", "number", "result"),
    [
        ({"occasion": "charged"}, "4,4", 8, "stands"),
        ({"occasion": "charged"}, "5,4", 8, "routs at once"),
        ({"occasion": "charged", "junior": -1, "senior": 2}, "5,4", 9, "stands"),
        ({"occasion": "charged", "junior": -1, "senior": 2, "takes_command": True}, "5,5", 10, "stands"),
        ({"occasion": "base-lost", "enemy_behind": 12}, "4,3", 6, "routs at once"),
        ({"occasion": "base-lost", "enemy_behind": 12, "friends_could_charge": True}, "4,3", 8, "stands"),
        ({"occasion": "base-lost", "cover": "super-hard"}, "5,5", 10, "stands"),
        ({"occasion": "ambushed", "marching": True}, "3,3", 5, "routs at once"),
        ({"occasion": "gassed", "marching": True}, "3,3", 8, "stands"),
        ({"occasion": "serious-result", "light": "dark night"}, "3,4", 7, "retires at once"),
        ({"occasion": "charging"}, "4,4", 7, "may not charge this turn"),
        ({"occasion": "rally-pinned"}, "3,4", 7, "is no longer pinned"),
        ({"occasion": "rally-rout"}, "6,6", 7, "routs on"),
        ({"occasion": "rally-rout", "house_rule": ("rally-rules=original",)}, "6,6", 7, "is removed"),
    ],
)
def test_a_morale_test(facts: dict[str, Any], dice: str, number: int, result: str) -> None:
    resolved = ask("morale-test", dice, card="red-regulars", **facts)
    assert (resolved.outcome["number"], resolved.outcome["result"]) == (number, result)


@pytest.mark.rule("RA-misc.commissar-charge", "RA-char.stiffening.2", "RA-R67")
def test_other_morale_tests() -> None:
    charge = {"card": "red-regulars", "occasion": "charging", "commissar": True}
    assert ask("morale-test", "6,5", **charge, house_rule=("commissar-charge=on",)).outcome["terror"] == 1
    assert ask("morale-test", "6,5", **charge).outcome["terror"] == 0
    stiff = ask("morale-test", "5,4", card="white-conscripts", occasion="charged", stiffened=True)
    assert stiff.outcome["number"] == 9
    assert refused("morale-test", card="tank-mg", occasion="charged").citation == "RA-R67"
    assert {trigger.value for trigger in MoraleTrigger} >= {"charged", "rally-rout"}


@pytest.mark.rule("RA-char.mob.1", "RA-note.mob", "RA-R46")
def test_hesitation() -> None:
    assert ask("hesitation", "2", doing=("rallying from terror",)).outcome == {"rolls": True, "goes": False, "die": 2}
    assert ask("hesitation", "3", doing=("any other move",)).outcome["goes"] is True
    assert ask("hesitation", doing=("a charge",)).outcome == {"rolls": False, "goes": True, "die": None}
    assert ask("hesitation", doing=("scouting",), enemy_visible=False).outcome["rolls"] is False
    assert ask("hesitation", doing=("scouting",), house_rule=("mob-scope=moves-only",)).outcome["rolls"] is False


@pytest.mark.rule("RA-rally.terror.1", "RA-rally.terror.2", "RA-R56")
def test_rally_from_terror() -> None:
    assert ask("rally-terror", bases=4, terror=3, humiliated=1).outcome == {"off": 3, "terror": 0, "humiliated": 1}
    some = ask("rally-terror", "3", bases=4, terror=3, house_rule=("rally-terror-limit=d3",))
    assert some.outcome == {"off": 2, "terror": 1, "humiliated": 0}
    assert refused("rally-terror", bases=4, terror=3, routing=True).citation == "RA-R56"


@pytest.mark.rule(
    "RA-rally.rout.1", "RA-rally.rout.2", "RA-rally.rout.3", "RA-rally.crew.1", "RA-rally.crew.2", "RA-R59"
)
def test_rally_from_rout() -> None:
    facts = {"card": "red-regulars", "bases": 3, "terror": 4}
    rallied = ask("rally-rout", "3,4", **facts, humiliated=1, turns_in_rout=2, house_rule=("rally-delay=on",))
    assert rallied.outcome == {
        "result": "rallies", "terror": 0, "humiliated": 1, "rout_move": False, "leaves_weapons": False,
        "turns_held_back": 4,
    }  # fmt: skip
    failed = ask("rally-rout", "4,4", **facts)
    assert (failed.outcome["humiliated"], failed.outcome["rout_move"]) == (1, True)
    again = ask("rally-rout", "3,4", **facts, humiliated=4)
    assert (again.outcome["result"], again.outcome["rout_move"]) == ("rallies", True)
    crew = ask("rally-rout", "5,4", card="mortar", army="white", bases=1)
    assert (crew.outcome["leaves_weapons"], crew.outcome["humiliated"]) == (True, 1)
    assert ask("rally-rout", "4,4", card="mortar", army="white", bases=1).outcome["result"] == "rallies"
    assert refused("rally-rout", **facts, pursuer=16).citation == "RA-rally.rout.1"
    original = ("rally-rules=original",)
    assert refused("rally-rout", card="mortar", bases=1, house_rule=original).citation == "RA-rally.opt.ra.3"
