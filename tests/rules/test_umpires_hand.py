"""What the umpire does by his own hand, under each rule set: the change, its reason, and who hears of it."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import Any

import pytest

from rules.battle.umpire import UmpireActed, unsealed
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions import hand as bg
from rules.book_and_gun.units import Morale, Munitions, Status
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions import hand as mm
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear
from rules.five56mm.state import BLACK, RED
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.infantry_action.actions import umpire as ia_hand
from rules.infantry_action.book import kinds as ia
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Scripted
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun.field import army, battle, cell
from tests.rules.five56mm.skirmish import Skirmish, man
from tests.rules.infantry_action.field import field, section

WHY: dict[str, Any] = {"reason": "a snake"}


def done(rules: AnyRuleSet, state: Any, action: Action) -> tuple[Any, list[Event]]:
    events = list(rules.battle.decide(state, action, UMPIRE, Scripted([])))
    return rules.battle.fold(events, state), events


def code(rules: AnyRuleSet, state: object, action: Action, by: Actor = UMPIRE) -> str:
    try:
        rules.battle.decide(state, action, by, Scripted([]))
    except RuleViolation as refused:
        return refused.code
    return ""


def heard(rules: AnyRuleSet, state: object, events: list[Event], viewer: Viewer) -> str:
    told = [rules.battle.tell(state, event, viewer) for event in events]
    return " / ".join(one.headline for one in told if one is not None)


# ── The Book and the Gun ──────────────────────────────────────────────────────────────────────────────────────────


def bg_table(**red: Any):
    return battle(army(size=3, at=(10, 10)), replace(cell(size=3, at=(10, 30)), **red))


def test_a_man_is_wounded_healed_and_killed() -> None:
    hurt, events = done(BOOK_AND_GUN, bg_table(), bg.Wound(figure="red2", **WHY))
    assert hurt.figure("red2").status is Status.WOUNDED
    assert heard(BOOK_AND_GUN, hurt, events, PUBLIC).startswith("The umpire: a snake / Man red2 (Red) is wounded.")
    assert [entry.what for entry in BOOK_AND_GUN.battle.service(events)] == ["wounded"]
    assert code(BOOK_AND_GUN, hurt, bg.Wound(figure="red2", **WHY)) == "not-fit"
    whole, more = done(BOOK_AND_GUN, hurt, bg.Heal(figure="red2", **WHY))
    assert whole.figure("red2").fit
    assert [entry.what for entry in BOOK_AND_GUN.battle.service([*events, *more])] == ["wounded", "recovered"]
    assert code(BOOK_AND_GUN, whole, bg.Heal(figure="red2", **WHY)) == "not-wounded"
    dead, _ = done(BOOK_AND_GUN, whole, bg.Kill(figure="red2", **WHY))
    assert dead.figure("red2").status is Status.KILLED
    assert code(BOOK_AND_GUN, dead, bg.Kill(figure="red2", **WHY)) == "not-there"
    assert code(BOOK_AND_GUN, dead, bg.Kill(figure="nobody", **WHY)) == "unknown-figure"
    assert code(BOOK_AND_GUN, dead, bg.Kill(figure="red1", **WHY), Actor.player("army")) == "umpire-only"


def test_a_sealed_reason_is_the_umpires_until_the_end() -> None:
    state, events = done(BOOK_AND_GUN, bg_table(), bg.Kill(figure="red2", reason="poisoned tea", sealed=True))
    for viewer in (PUBLIC, Viewer(side="army"), Viewer(side="insurgents")):
        assert "tea" not in heard(BOOK_AND_GUN, state, events, viewer)
        assert "killed" in heard(BOOK_AND_GUN, state, events, viewer)
    assert "sealed until the battle is over): poisoned tea" in heard(BOOK_AND_GUN, state, events, Viewer(umpire=True))
    assert unsealed(events) == ("Man red2 (Red) killed: poisoned tea",)
    assert unsealed(done(BOOK_AND_GUN, bg_table(), bg.Kill(figure="red2", **WHY))[1]) == ()


def test_what_is_done_to_a_hidden_unit_its_enemies_do_not_hear_of() -> None:
    state, events = done(BOOK_AND_GUN, bg_table(concealed=True), bg.Wound(figure="red2", **WHY))
    assert heard(BOOK_AND_GUN, state, events, PUBLIC) == ""
    assert heard(BOOK_AND_GUN, state, events, Viewer(side="army")) == ""
    assert "wounded" in heard(BOOK_AND_GUN, state, events, Viewer(side="insurgents"))


def test_a_shaken_unit_is_steadied() -> None:
    state, _ = done(BOOK_AND_GUN, bg_table(morale=Morale.SHAKEN), bg.Steady(unit="red", **WHY))
    assert state.unit("red").morale is Morale.STEADY
    assert code(BOOK_AND_GUN, state, bg.Steady(unit="red", **WHY)) == "is-steady"


def test_ammunition_weapons_kit_and_rounds_are_given_and_taken() -> None:
    state = bg_table(munitions=Munitions(laws=1))
    state, events = done(BOOK_AND_GUN, state, bg.Take(figure="red1", what="Ammunition", **WHY))
    assert state.figure("red1").empty == ("assault rifle",)
    assert heard(BOOK_AND_GUN, state, events, Viewer(side="army")) == "", "what he carries is his side's business"
    assert "loses all ammunition" in heard(BOOK_AND_GUN, state, events, Viewer(side="insurgents"))
    assert code(BOOK_AND_GUN, state, bg.Take(figure="red1", what="ammunition", **WHY)) == "has-none"
    state, _ = done(BOOK_AND_GUN, state, bg.Give(figure="red1", what="ammo", **WHY))
    assert state.figure("red1").empty == ()
    state, _ = done(BOOK_AND_GUN, state, bg.Give(figure="red1", what="pistol", **WHY))
    assert state.figure("red1").traits.weapons == ("assault rifle", "pistol")
    state, _ = done(BOOK_AND_GUN, state, bg.Take(figure="red1", what="assault_rifle", **WHY))
    assert state.figure("red1").traits.weapons == ("pistol",)
    state, _ = done(BOOK_AND_GUN, state, bg.Give(figure="red2", what="thermal", **WHY))
    assert state.figure("red2").traits.night_vision == "thermal"
    state, _ = done(BOOK_AND_GUN, state, bg.Take(figure="red2", what="thermal", **WHY))
    assert state.figure("red2").traits.night_vision == "none"
    state, _ = done(BOOK_AND_GUN, state, bg.Give(figure="red1", what="LAWs", number=3, **WHY))
    assert state.unit("red").munitions == Munitions(laws=4)
    assert code(BOOK_AND_GUN, state, bg.Take(figure="red1", what="LAW", number=5, **WHY)) == "has-none"
    bare, _ = done(BOOK_AND_GUN, state, bg.Take(figure="red1", what="LAW", number=4, **WHY))
    assert bare.unit("red").munitions == Munitions(laws=0)
    assert code(BOOK_AND_GUN, state, bg.Give(figure="red1", what="a teapot", **WHY)) == "unknown-weapon"
    assert code(BOOK_AND_GUN, state, bg.Give(figure="red1", what="pistol", **WHY)) == "has-it"


# ── 5.56mm ────────────────────────────────────────────────────────────────────────────────────────────────────────


def mm_table():
    return Skirmish(man("Alpha", BLACK, (10, 10)), man("Red", RED, (10, 30))).state


def test_a_character_is_wounded_healed_and_killed() -> None:
    hurt, events = done(FIVE56MM, mm_table(), mm.WoundByUmpire(character="red", grade="serious", **WHY))
    assert [wound.level for wound in hurt.character("red").wounds] == [Level.SERIOUS]
    assert [entry.what for entry in FIVE56MM.battle.service(events)] == ["wounded"]
    assert heard(FIVE56MM, hurt, events, PUBLIC).startswith("The umpire: a snake / Red has a Serious Wound")
    assert code(FIVE56MM, hurt, mm.WoundByUmpire(character="red", grade="mortal", **WHY)) == "turns-to-live"
    down, _ = done(FIVE56MM, hurt, mm.WoundByUmpire(character="red", grade="mortal", turns=2, **WHY))
    assert down.character("red").down
    assert down.character("red").wounds[-1].dies_at == down.turn + 2
    whole, more = done(FIVE56MM, hurt, mm.Heal(character="red", **WHY))
    assert whole.character("red").wounds == ()
    assert [entry.what for entry in FIVE56MM.battle.service([*events, *more])] == ["wounded", "recovered"]
    assert code(FIVE56MM, whole, mm.Heal(character="red", **WHY)) == "not-wounded"
    dead, gone = done(FIVE56MM, whole, mm.Kill(character="red", reason="lightning", sealed=True))
    assert not dead.character("red").alive
    assert "lightning" not in heard(FIVE56MM, dead, gone, PUBLIC)
    assert unsealed(gone) == ("Red killed: lightning",)
    assert code(FIVE56MM, dead, mm.Kill(character="red", **WHY)) == "not-there"


def test_a_shaken_character_is_steadied() -> None:
    state = mm_table()
    state = state.with_character(replace(state.character("red"), courage=Courage.SHAKEN))
    state, _ = done(FIVE56MM, state, mm.Steady(character="red", **WHY))
    assert state.character("red").courage is Courage.STEADY
    assert code(FIVE56MM, state, mm.Steady(character="red", **WHY)) == "is-steady"


def test_a_character_is_given_and_loses_ammunition_weapons_and_kit() -> None:
    state, events = done(FIVE56MM, mm_table(), mm.Take(character="red", what="ammunition", **WHY))
    assert all(arm.out for arm in state.character("red").arms)
    assert heard(FIVE56MM, state, events, PUBLIC) == ""
    state, _ = done(FIVE56MM, state, mm.Give(character="red", what="ammunition", **WHY))
    assert not any(arm.out or arm.ammo_low for arm in state.character("red").arms)
    state, _ = done(FIVE56MM, state, mm.Give(character="red", what="LAW", **WHY))
    assert state.character("red").arms[-1].weapon == "law"
    state, _ = done(FIVE56MM, state, mm.Take(character="red", what="law", **WHY))
    assert state.character("red").arm("law") is None
    state, _ = done(FIVE56MM, state, mm.Give(character="red", what="body armour", **WHY))
    assert state.character("red").wears(Gear.BODY_ARMOUR)
    assert code(FIVE56MM, state, mm.Give(character="red", what="body armour", **WHY)) == "has-it"
    state, _ = done(FIVE56MM, state, mm.Take(character="red", what="body armour", **WHY))
    assert not state.character("red").wears(Gear.BODY_ARMOUR)
    assert code(FIVE56MM, state, mm.Take(character="red", what="body armour", **WHY)) == "has-none"
    assert code(FIVE56MM, state, mm.Give(character="red", what="a teapot", **WHY)) != ""


def test_each_rule_set_keeps_it_on_the_record() -> None:
    for rules in (BOOK_AND_GUN, FIVE56MM):
        assert UmpireActed in rules.battle.events.classes


# ── Infantry Action ───────────────────────────────────────────────────────────────────────────────────────────────

IA_THINGS: list[str] = [*ia.Gear, *ia.Charge, *(weapon for weapon in ia.SMALL_ARMS if weapon is not ia.Weapon.GRENADE)]


def ia_bearing(*weapons: ia.Weapon, **more: Any):
    """A battle of Infantry Action with one man who bears this and nothing else."""
    force = section("able", ATTACKER, 1, weapons=weapons)
    men = tuple(changed(each, **more) for each in force.figures)
    return field(changed(force, figures=men), section("red", DEFENDER, 1, at=(100, 350)))


def ia_kit(state: Any) -> list[str]:
    man = state.figure("able1")
    return [*man.gear, *man.charges, *man.weapons, *(["grenades"] if man.grenades else [])]


@pytest.mark.parametrize("written", ["{}", "{}s", " {} "])
@pytest.mark.parametrize("thing", IA_THINGS)
def test_a_thing_is_given_and_taken_by_its_own_name(thing: str, written: str) -> None:
    """ "assault rifles" are the assault rifle, and not the rifle that stands before it; nothing else is given."""
    armed, _ = done(INFANTRY_ACTION, ia_bearing(), ia_hand.Give(figure="able1", what=written.format(thing), **WHY))
    assert ia_kit(armed) == [thing]
    bare, _ = done(INFANTRY_ACTION, armed, ia_hand.Take(figure="able1", what=written.format(thing), **WHY))
    assert ia_kit(bare) == []


@pytest.mark.parametrize(
    ("written", "thing"),
    [("satchel", "satchel charge"), ("night vision", "night vision device"), ("assault", "assault rifle"),
     ("grenade", "grenades"), ("hand grenades", "grenades"), ("hand grenade", "hand grenade")],
)  # fmt: skip
def test_a_part_of_a_name_is_enough_where_no_whole_name_fits(written: str, thing: str) -> None:
    state = ia_bearing(grenades=False)
    assert ia_kit(done(INFANTRY_ACTION, state, ia_hand.Give(figure="able1", what=written, **WHY))[0]) == [thing]


def test_what_is_no_thing_is_refused() -> None:
    for what in ("trebuchet", " "):
        assert code(INFANTRY_ACTION, ia_bearing(), ia_hand.Give(figure="able1", what=what, **WHY)) != ""


def test_a_group_is_put_elsewhere_as_it_stands() -> None:
    """Its leader stands where he was put, and each of his men beside him as before."""
    before = field(section("able", ATTACKER, 3, at=(100.0, 150.0), spacing=6))
    after, _ = done(INFANTRY_ACTION, before, ia_hand.PlaceGroup(unit="able", to="140,175"))
    stood = before.anchor("able")
    assert stood is not None
    assert after.anchor("able") == (140, 175)
    for one in before.men("able"):
        assert one.at is not None
        beside = one.at[0] - stood[0], one.at[1] - stood[1]
        assert after.figure(one.id).at == pytest.approx((140 + beside[0], 175 + beside[1]))
