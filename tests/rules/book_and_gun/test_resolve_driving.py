"""Moves of vehicles, boats, cyclists and riders by declared facts, each a worked case."""

from __future__ import annotations

import pytest

from tests.rules.book_and_gun.test_resolve import outcome, refused

# ── Driving ──────────────────────────────────────────────────────────────────────────────────────────────────────


def driven(script: str, type_: str, **facts: object) -> float:
    return outcome("move", script, side="army", type=type_, **facts)["inches"]


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.2.3", "BG-VIII.2.71a", "BG-R41", "BG-IX.1.2b")
def test_vehicles_drive() -> None:
    """Light wheeled 5 dice, 6 on a road; heavy 4; without off-road ability the highest is lost; rough takes another."""
    assert driven("d6:6,d6:5,d6:4,d6:3,d6:2", "light wheeled vehicles") == 20
    assert driven("d6:1,d6:1,d6:1,d6:1,d6:1,d6:1", "light wheeled vehicles", on_road=True) == 6
    assert driven("d6:6,d6:5,d6:4,d6:3,d6:2", "light wheeled vehicles", off_road=False) == 14
    assert driven("d6:6,d6:5,d6:4,d6:3,d6:2", "light wheeled vehicles", off_road=False, terrain="rough") == 9
    assert driven("d6:6,d6:5,d6:4,d6:3", "medium wheeled vehicles") == 18
    assert driven("d6:6,d6:5,d6:4,d6:3", "heavy tracked vehicles", terrain="rough") == 15, "the lowest"
    assert driven("d6:6,d6:5,d6:4,d6:3", "heavy tracked vehicles", terrain="dense") == 12, "the lowest twice"
    assert driven("d6:4", "heavy wheeled vehicles", reversing=True) == 4
    assert driven("d6:4,d6:2", "light tracked vehicles", reversing=True) == 6
    assert refused("move", side="army", type="horse drawn vehicles", reversing=True) == "no-reverse"
    assert refused("move", side="army", type="horse drawn vehicles", terrain="rough") == "no-ground"
    assert outcome("move", side="army", type="all aircraft")["unlimited"] is True


@pytest.mark.rule("BG-VIII.2.10a", "BG-VIII.2.10b", "BG-VIII.2.11", "BG-VIII.2.14a", "BG-VIII.2.141", "BG-R38")
def test_boats_swimmers_and_snow() -> None:
    assert driven("d6:6,d6:5,d6:4", "light boats", water=True) == 15
    assert driven("d6:6,d6:5,d6:4", "light boats", water=True, boarding=True) == 7.5
    assert refused("move", side="army", type="light boats") == "ashore"
    assert driven("d6:5", "light tracked vehicles", water=True) == 5
    assert refused("move", side="army", type="light tracked vehicles", water=True, on_land_before=True) == "one-element"
    assert refused("move", side="army", type="light tracked vehicles", water=True, boarding=True) == "not-on-water"
    assert driven("d6:6,d6:5,d6:1", "over snow vehicles", surface="snow") == 12
    assert driven("d6:6,d6:5,d6:2", "over snow vehicles", surface="snow", terrain="dense") == 9
    assert refused("move", side="army", type="over snow vehicles") == "no-snow"


@pytest.mark.rule("BG-VIII.2.51", "BG-IX.1.4b", "BG-IX.1.2c", "BG-VIII.4.21a", "BG-VIII.4.21b")
def test_cyclists_riders_and_boarding() -> None:
    assert driven("d6:6,d6:5", "bicycles") == 11, "pushed"
    assert driven("d6:6,d6:5,d6:2", "bicycles", mounted=True) == 13
    assert driven("d6:6,d6:5,d6:2", "bicycles", mounted=True, downhill=True) == 26
    assert driven("d6:6,d6:5", "bicycles", mounted=True, terrain="rough") == 5, "dismounted, the highest lost"
    mounted = outcome("move", "d6:6,d6:5,d6:2,d6:1", side="insurgents", order="open", mounted=True)
    assert mounted["inches"] == 14, "open order: 3 on foot, 4 mounted"
    assert outcome("move", "d6:3", side="army", boarding=True)["inches"] == 3
    assert outcome("move", "d6:3,d6:6", side="army", boarding=True, mover="scout")["inches"] == 9
    charge = outcome("charge", "d6:6,d6:5,d6:4,d6:3,d6:1", side="army", distance=18, mounted=True)
    assert charge["reached"] is True, "five dice mounted"
