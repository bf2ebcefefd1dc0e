"""What a battle leaves on the roster: dice for fallen officers, men lost of bases, honours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.course import Course
from rules.red_actions.events.command import OfficerDiced
from rules.red_actions.events.morale import BasesLost, GaveUp
from rules.red_actions.events.setup import RollCalled
from rules.red_actions.events.turn import BattleEnded
from rules.red_actions.forces.growth import GROWTH
from rules.red_actions.forces.muster import muster
from rules.red_actions.forces.organisations import raise_unit
from rules.red_actions.forces.regrouping import regrouped
from rules.red_actions.forces.service import condition_after, service
from rules.red_actions.forces.traits import load_figure
from rules.red_actions.play.turn.roll import call_roll
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Base, Loss, Prisoners
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.growth import GrowingPerson
from rules.seam.ruleset import Service
from tests.rules.red_actions.mustering import CAVALRY, GUNS, INFANTRY, call, fold, unit

HORSE, FOOT, BATTERY = f"{ATTACKER}-{CAVALRY}-1", f"{DEFENDER}-{INFANTRY}-1", f"{DEFENDER}-{GUNS}-1"
KOMKAV, CAPTAIN, CHIEF = f"{HORSE}.1", f"{FOOT}.1", f"{BATTERY}.1"


def opening(**options: str) -> list[Event]:
    return list(
        muster(call(options=tuple((key.replace("_", "-"), word) for key, word in options.items())), Seeded(b"s", 1))
    )


def lost(state: State, unit_id: str, count: int, by: str, how: str = "destroyed") -> BasesLost:
    there = state.unit(unit_id)
    losses = tuple(Loss(base, unit_id, there.side, how, by=by) for base in there.bases[:count])  # type: ignore[arg-type]
    gone = count == len(there.bases)
    officers = tuple(officer.id for officer in state.officers if officer.unit == unit_id) if gone else ()
    return BasesLost(unit=unit_id, name=there.name, losses=losses, gone=gone, officers=officers)


def ended(events: list[Event], *dice: int, winner: str | None = ATTACKER) -> list[Event]:
    """The battle is over and the roll is called with these dice."""
    course = Course(fold(events), Scripted(str(die) for die in dice))
    course.note(BattleEnded(winner=winner, reason="enough"))
    call_roll(course)
    return [*events, *course.events]


def about(entries: tuple[Service, ...], *whats: str) -> list[tuple[str, str, int]]:
    return [(each.of, each.what, each.men) for each in entries if each.what in whats]


def test_everybody_who_came_is_fielded() -> None:
    """Two generals, cavalry of an officer and four bases, infantry the same, a battery of an officer and two guns."""
    entries = service(opening())
    assert len([each for each in entries if each.what == "fielded"]) == 1 + 5 + 1 + 5 + 3


def test_a_turns_events_alone_tell_what_was_lost() -> None:
    """The battle's own cards stand in its opening, which a turn's events are without: a machine-gun with tools is still
    a base (16 men, of whom 8 are gone), a card nobody knows counts as riflemen (40, so 20)."""
    losses = tuple(
        Loss(Base(f"b{number}", card), "u1", DEFENDER, "destroyed", 3)
        for number, card in enumerate(("mg-team-tools", "white-guard-of-ours"))
    )
    entries = service([BasesLost(unit="u1", name="West guns", losses=losses, gone=False)])
    assert about(entries, "men-lost") == [("b0", "men-lost", 8), ("b1", "men-lost", 20)]


def test_a_lost_base_loses_half_its_men() -> None:
    """RA-R220: a Polish base stands for 40, so 20 are gone of each of two; the Komkav has two bases to his credit and,
    his side having won, a battle honour (RA-R229)."""
    events = opening()
    events = ended([*events, lost(fold(events), FOOT, 2, HORSE)])
    entries = service(events)
    assert about(entries, "men-lost", "destroyed") == [(f"{FOOT}.2", "men-lost", 20), (f"{FOOT}.3", "men-lost", 20)]
    assert [each.by for each in entries if each.what == "men-lost"] == [KOMKAV, KOMKAV]
    assert [each.of for each in entries if each.what == "destroy-credited"] == [KOMKAV, KOMKAV]
    honours = [each for each in entries if each.what == "honoured"]
    assert [(each.of, each.note) for each in honours] == [(KOMKAV, f"battle honour of {HORSE}, 2 enemy bases")]
    beaten = service(ended([*opening(), lost(fold(opening()), FOOT, 2, HORSE)], winner=DEFENDER))
    assert not [each for each in beaten if each.what == "honoured"]


def test_bases_under_the_other_choices() -> None:
    for choice, expected in (("none", [(f"{FOOT}.2", "destroyed", 0)]), ("all", [])):
        events = opening(base_recovery=choice)
        entries = service(ended([*events, lost(fold(events), FOOT, 1, HORSE)]))
        assert about(entries, "men-lost", "destroyed") == expected


def test_guns_are_destroyed_and_prisoners_captured() -> None:
    events = opening()
    state = fold(events)
    bases = state.unit(FOOT).bases
    given = GaveUp(
        unit=FOOT, name="Foot", to=HORSE, officers=(CAPTAIN,),
        prisoners=Prisoners("p", FOOT, DEFENDER, ATTACKER, (9.0, 9.0), bases),
    )  # fmt: skip
    entries = service(ended([*events, lost(state, BATTERY, 1, HORSE), given]))
    assert about(entries, "destroyed") == [(f"{BATTERY}.2", "destroyed", 0)]
    taken = [(base.id, "captured", 0) for base in bases]
    assert sorted(about(entries, "captured")) == sorted([(CAPTAIN, "captured", 0), *taken])


@pytest.mark.parametrize(("die", "fate"), [(1, "killed"), (3, "killed"), (4, "wounded"), (6, "wounded")])
def test_fallen_officers_are_dead_or_wounded(die: int, fate: str) -> None:
    """RA-R226"""
    events = opening()
    falls = OfficerDiced(officer=CAPTAIN, unit=FOOT, cause="shooting", die=1, most=1, falls=True)
    before = [*events, falls]
    assert about(service(before), "wounded", "killed") == [(CAPTAIN, "wounded", 0)]
    after = ended(before, die)
    roll = after[-2]
    assert isinstance(roll, RollCalled)
    assert [(each.officer, each.fate, each.die) for each in roll.officers] == [(CAPTAIN, fate, die)]
    assert about(service(after), "wounded", "killed") == [(CAPTAIN, fate, 0)]
    conditions = condition_after(after)
    assert conditions.get(CAPTAIN) == ("wounded" if fate == "wounded" else None)
    assert conditions[KOMKAV] == ""
    assert not GROWTH.may_fight("wounded")
    assert GROWTH.may_fight("")
    assert GROWTH.rested("wounded") == ""


def test_who_leads_a_single_gun_goes_with_it() -> None:
    """RA-R227"""
    gun = unit(DEFENDER, "polish-field-gun-1")
    opened = list(muster(call(None, [gun, unit(DEFENDER, INFANTRY)]), Seeded(b"s", 1)))
    for how, fate in (("destroyed", "killed"), ("captured", "captured"), ("removed", "missing")):
        entries = service(ended([*opened, lost(fold(opened), gun.id, 1, HORSE, how)]))
        assert [each.what for each in entries if each.of == f"{gun.id}.1"] == ["fielded", fate]


def test_humiliations_are_on_record() -> None:
    events = opening()
    state = fold(events)
    marked = state.with_unit(replace(state.unit(HORSE), humiliated=2))
    course = Course(marked, Scripted(""))
    call_roll(course)
    entries = service([*events, *course.events])
    assert [(each.of, each.note) for each in entries if "humiliated" in each.what] == [(KOMKAV, f"{HORSE}, 2 markers")]


def test_nobody_learns_anything() -> None:
    person = GrowingPerson(raise_unit(CAVALRY).figures[0].traits)
    assert GROWTH.upgrades(person, ()) == ()
    assert GROWTH.short(person) == "junior officer"
    with pytest.raises(RuleViolation):
        GROWTH.upgrade(person, (), "clever")


def test_regrouping() -> None:
    """Two captains in a company: he who is to lead stands above the other; a captain by himself is no unit."""
    plan = raise_unit(INFANTRY)
    second = FigurePlan(9, "Captain", "", plan.figures[0].traits)
    both = UnitPlan(plan.organisation, plan.nation, plan.side, plan.traits, (plan.figures[0], second))
    found = regrouped(both, 9, False)
    assert [load_figure(figure.traits, "").level for figure in found.figures] == [0, 1]
    assert regrouped(both, None, False) == both
    with pytest.raises(RuleViolation, match="without bases"):
        regrouped(replace(plan, elements=()), None, True)
    general = raise_unit("polish-general")
    assert regrouped(general, 1, True) == general
    with pytest.raises(RuleViolation, match="by himself"):
        regrouped(replace(both, figures=(*both.figures, general.figures[0])), None, False)
