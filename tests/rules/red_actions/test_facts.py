"""The umpire's facts: his ruling on each is what the odds show, whichever unit is named first, and it decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.facts import Ruled
from rules.battle.umpire import RuleFact
from rules.kernel.action import UMPIRE, Action
from rules.kernel.chance import Scripted
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.morale import RallyPinned
from rules.red_actions.book.kinds import Cover
from rules.red_actions.book.shooting import Band
from rules.red_actions.events.turn import TurnBegan
from rules.red_actions.evolve import evolve
from rules.red_actions.play.fire.deeds import judge_fire
from rules.red_actions.play.ground.facts import FACTS
from rules.red_actions.play.ground.lines import sees
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.seam.asking import Odds
from tests.charts import chart
from tests.rules.red_actions import charges
from tests.rules.red_actions.field import ATTACK, DEFENCE, area, battle, board, changed, junior, officer, unit
from tests.rules.red_actions.firing import facing_off

FIRE, CHARGE = Fire(unit="reds", target="whites"), Charge(unit="reds", target="whites")
BOTH = [("reds", "whites"), ("whites", "reds")]


def ruling(state: State, fact: str, value: str, unit: str | None = None, other: str | None = None) -> State:
    """The umpire rules it, as he would."""
    action = RuleFact(fact=fact, value=value, unit=unit, other=other)
    for event in RULES.battle.decide(state, action, UMPIRE, Scripted("")):
        state = evolve(state, event)
    return state


def odds(state: State, action: Action) -> Odds:
    return RULES.battle.odds(state, action, ATTACK)


def refused(state: State, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        odds(state, action)
    return caught.value.code


def shown(state: State, action: Action, name: str) -> Fact:
    return next(fact for fact in odds(state, action).facts if fact.name == name)


def far() -> State:
    """Whites stand 20 in north of the Reds: 19.2 in between their fronts."""
    return changed(charges.field(), "whites", at=(30, 30))


# ── Distance ────────────────────────────────────────────────────────────────────────────────────────────────────────


@chart(("unit", "other"), [*BOTH, ("reds", None), (None, None)])
@chart("inches", [0.0, 4.0, 7.5, 20.0, 40.0])
def test_a_ruled_distance_decides_over_charge_and_fire_whichever_unit_is_named_first(unit, other, inches):
    """Reds charge 8 in and shoot 12, 6 of them close; measured are 5.2 and 19.2 in."""
    for start in (charges.field(), far()):
        state = ruling(start, "distance", f"{inches:g}", unit, other)
        if inches <= 8:
            assert shown(state, CHARGE, "distance") == Fact("distance", inches, Source.RULING, "in")
        else:
            assert refused(state, CHARGE) == "out-of-reach"
        if inches <= 12:
            assert shown(state, FIRE, "distance") == Fact("distance", inches, Source.RULING, "in")
            band = Band.CLOSE if inches <= 6 else Band.LONG
            assert shown(state, FIRE, "range") == Fact("range", band.value, Source.RULING)
        else:
            assert refused(state, FIRE) == "out-of-range"


def test_what_nobody_has_ruled_is_measured():
    assert shown(charges.field(), CHARGE, "distance") == Fact("distance", 5.2, Source.MEASURED, "in")
    assert refused(far(), CHARGE) == "out-of-reach"


@pytest.mark.parametrize("pair", BOTH)
def test_both_sides_hear_the_same_distance(pair):
    state = ruling(charges.field(), "distance", "3", *pair)
    back = replace(state, first=DEFENDER, segment=replace(state.segment, side=DEFENDER))
    found = judge_fire(back, Fire(unit="whites", target="reds"), DEFENCE).aim
    assert found.facts[0] == Fact("distance", 3.0, Source.RULING, "in")


def test_the_refusal_tells_the_ruled_distance():
    with pytest.raises(RuleViolation, match=r"20\.0 in"):
        judge_fire(ruling(charges.field(), "distance", "20"), FIRE, ATTACK)


# ── The others ──────────────────────────────────────────────────────────────────────────────────────────────────────


def pinned() -> State:
    return changed(charges.field(), "reds", pinned=True)


def behind() -> State:
    """Whites stand 6 in behind the Reds' front."""
    return changed(pinned(), "whites", at=(30, 4), facing=0.0)


@pytest.mark.parametrize("cover", list(Cover))
def test_ruled_cover_decides_over_the_fire_at_it(cover):
    many = changed(facing_off(6, bases=9), "whites", fired_turn=1)
    for start in (many, replace(many, board=board(area("woods", 20, 15.4, 40, 20)))):
        state = ruling(start, "cover", cover.value, "whites")
        assert shown(state, FIRE, "cover") == Fact("cover", cover.value, Source.RULING)
        assert judge_fire(state, FIRE, ATTACK).aim.mark.cover is cover


@pytest.mark.parametrize("said", [True, False])
def test_ruled_enfilade_decides_over_the_fire(said):
    """In front of them nobody is enfiladed; across their line from its end everybody is."""
    for start in (facing_off(6), facing_off(6, facing=90.0)):
        state = ruling(start, "enfiladed", "yes" if said else "no", "reds", "whites")
        assert shown(state, FIRE, "enfiladed") == Fact("enfiladed", said, Source.RULING)
        assert judge_fire(state, FIRE, ATTACK).aim.mark.enfiladed is said


@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("action", [RallyPinned(unit="reds"), CHARGE])
def test_a_ruled_threat_to_the_flank_decides_over_the_test(said, action):
    for start in (pinned(), behind()):
        if action is CHARGE:
            start = changed(start, "whites", at=(30, 16), facing=180.0)
        state = ruling(start, "flank threatened", "yes" if said else "no", "reds")
        assert shown(state, action, "flank threatened") == Fact("flank threatened", said, Source.RULING)
        number = odds(state, action).numbers[0]
        assert any("flank" in item.reason for item in number.items) is said


@pytest.mark.parametrize("said", [True, False])
def test_ruled_cover_decides_over_the_test_of_who_stands_in_works(said):
    state = ruling(pinned(), "cover", (Cover.SUPER_HARD if said else Cover.OPEN).value, "reds")
    found = odds(state, RallyPinned(unit="reds"))
    assert next(fact for fact in found.facts if fact.name == "cover").source is Source.RULING
    assert (found.numbers[0].value == odds(pinned(), RallyPinned(unit="reds")).numbers[0].value) is not said


@pytest.mark.parametrize("name", ["line of sight", "sees", "Line-of-Sight"])
@pytest.mark.parametrize("action", [FIRE, CHARGE])
def test_a_ruled_line_of_sight_decides_over_fire_and_charge(action, name):
    """In the open, and with a hill between them."""
    wall = area("building", 20, 12.5, 40, 13.5, height=3.0)
    for start in (charges.field(), replace(charges.field(), board=board(wall))):
        state = ruling(start, name, "yes", "reds", "whites")
        assert shown(state, FIRE, "line of sight") == Fact("line of sight", True, Source.RULING)
        assert sees(state, "reds", "whites")
        state = ruling(start, name, "no", "reds", "whites")
        assert refused(state, action) in ("no-line-of-sight", "not-seen")
        assert refused(ruling(start, name, "no"), action) in ("no-line-of-sight", "not-seen")
    assert not sees(replace(charges.field(), board=board(wall)), "reds", "whites")
    assert shown(ruling(charges.field(), name, "yes"), CHARGE, "line of sight").source is Source.RULING


def test_a_ruling_on_who_sees_whom_of_an_older_battle_is_still_heard():
    kept = replace(charges.field(), ruled=(Ruled("sees", False, "reds", "whites"),))
    assert not sees(kept, "reds", "whites")
    assert not sees(replace(kept, ruled=(*kept.ruled, Ruled("line of sight", False))), "reds", "whites")


def lone(apart: float) -> State:
    """Reds, and a White officer by himself; his riflemen stand so far beside him, out of the Reds' range."""
    whites = unit("whites", DEFENDER, "white-volunteers", at=(30 + apart, 24))
    reds = unit("reds", card="red-regulars", at=(30, 10))
    return battle(reds, officer("chief", DEFENDER, at=(30, 16)), whites, junior("reds", token="red-zero-plain"))


@pytest.mark.parametrize("apart", [1.0, 30.0])
def test_a_ruling_that_an_officer_is_clearly_apart_decides(apart):
    action = Fire(unit="reds", target="chief")
    start = changed(lone(apart), "whites", at=(30 + apart, 17.5 if apart < 2 else 40))
    state = ruling(start, "clearly apart", "no", "chief")
    assert refused(state, action) == "officer-not-apart"
    if apart > 2:
        state = ruling(start, "clearly apart", "yes", "chief")
        assert shown(state, action, "clearly apart") == Fact("clearly apart", True, Source.RULING)
    else:
        assert refused(start, action) == "officer-not-apart"
        assert refused(ruling(start, "clearly apart", "yes", "chief"), action) != "officer-not-apart"


def two_targets() -> State:
    """Guns on their limbers 9 in off, riflemen 5 in off who threaten the Reds."""
    reds = unit("reds", card="red-regulars", at=(30, 10))
    guns = unit("guns", DEFENDER, "field-gun", bases=1, at=(27, 20), limbered=True)
    return battle(reds, guns, unit("whites", DEFENDER, "white-volunteers", at=(31, 16)))


def test_a_ruling_on_the_proper_target_decides():
    at_guns = Fire(unit="reds", target="guns")
    assert refused(two_targets(), at_guns) == "other-target-first"
    state = ruling(two_targets(), "proper target", "yes", "reds", "guns")
    assert shown(state, at_guns, "proper target") == Fact("proper target", True, Source.RULING)
    state = ruling(two_targets(), "proper target", "no", "reds", "whites")
    assert refused(state, FIRE) == "other-target-first"
    assert odds(state, at_guns)


def test_every_fact_of_the_vocabulary_is_looked_at_here():
    """A new fact wants its case above."""
    assert {name.name for name in FACTS.all} == {
        *("cover", "enfiladed", "flank threatened", "line of sight", "distance", "clearly apart", "proper target")
    }


def test_a_ruling_that_has_run_out_is_dropped():
    action: Any = RuleFact(fact="distance", value="20", turns=1)
    state = charges.field()
    for event in RULES.battle.decide(state, action, UMPIRE, Scripted("")):
        state = evolve(state, event)
    assert len(state.ruled) == 1
    assert state.side(ATTACKER)
    assert evolve(state, TurnBegan(turn=2)).ruled == ()
