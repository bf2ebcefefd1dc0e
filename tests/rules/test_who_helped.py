"""Whom somebody treated, carried or freed is a fact of service: honours count it."""

from __future__ import annotations

from rules.book_and_gun.events.battle import FigureCaptured, FigureFell
from rules.book_and_gun.events.combat import PrisonerFreed
from rules.book_and_gun.events.movement import WoundedTaken
from rules.book_and_gun.forces.service import service as book_service
from rules.book_and_gun.units import Status
from rules.five56mm.actions.foot import Carry, FirstAid, TreatInjury
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.forces.service import service
from rules.seam.ruleset import Service
from tests.rules.five56mm.test_first_aid import beside


def test_first_aid_and_treatment_count_for_whoever_helped() -> None:
    """MM-3.5.3, MM-4.4.3. A 5 against a serious wound passes (MM-4.4.2), and first aid holds for a D3; a 1 fails."""
    for action, dice in ((FirstAid, "5,1"), (TreatInjury, "5")):
        medic = beside(Level.SERIOUS, skills=(Skill.MEDIC,))
        told = service(medic.do(action(patient="alpha"), dice))
        assert [(each.of, each.what, each.by) for each in told] == [("doc", "treated", "alpha")]
        failing = beside(Level.SERIOUS, skills=(Skill.MEDIC,))
        assert service(failing.do(action(patient="alpha"), "1")) == ()


def test_whoever_carries_a_comrade() -> None:
    """MM-4.5.2, BG-VIII.4.4a: taking somebody up counts, putting them down does not."""
    events = beside(Level.CRITICAL).do(Carry(patient="alpha", to="30,2"), "4")
    assert service(events) == (Service("doc", "carried", "alpha"),)
    taken = [WoundedTaken(unit="u1", pairs=(("f1", "f2"),)), WoundedTaken(unit="u1", pairs=(("f1", ""),))]
    assert book_service(taken) == (Service("f1", "carried", "f2"),)


def test_whoever_beats_the_last_guard_frees_the_prisoner() -> None:
    """BG-XI.5.2b"""
    taken = FigureCaptured(unit="u1", figure="f1", captor="u9")
    beaten = FigureFell(unit="u9", figure="f9", status=Status.KILLED, cause="fire", by="f2", by_unit="u2")
    told = book_service([taken, beaten, PrisonerFreed(unit="u1", figure="f1")])
    assert Service("f2", "freed", "f1") in told
    assert not any(each.what == "captured" for each in told)
    assert not any(each.what == "freed" for each in book_service([taken, PrisonerFreed(unit="u1", figure="f1")]))
