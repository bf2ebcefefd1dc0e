"""Orders: speech, radio, messengers, successors and groups out of touch."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.speech import (
    Touch,
    Voice,
    hears,
    overhears,
    speech_range,
    successor,
    touch,
    without_order,
)
from rules.infantry_action.book.switches import House


def voice(name: str, x: float, group: str = "2") -> Voice:
    return Voice(name, group, (x, 0.0))


OFFICER = voice("officer", 0, "HQ")


@pytest.mark.rule("IA-orders.speech-range")
@pytest.mark.parametrize(
    ("apart", "noise", "heard"),
    [
        (50.0, None, True),
        (50.1, None, False),
        (50.0, 150.0, False),  # 100 m from the listener
        (50.0, 150.1, True),
        (50.0, -100.0, False),  # 100 m from the speaker
        (10.0, 0.0, True),
        (10.1, 0.0, False),
    ],
)
def test_how_far_speech_carries(apart: float, noise: float | None, heard: bool) -> None:
    noises = () if noise is None else ((noise, 0.0),)
    assert hears((0, 0), (apart, 0), noises) is heard


@pytest.mark.rule("IA-orders.speech-range")
def test_the_range_itself() -> None:
    assert speech_range((0, 0), (20, 0), ()) == 50
    assert speech_range((0, 0), (20, 0), [(300, 0), (-99, 0)]) == 10


@pytest.mark.rule("IA-orders.speech-overheard")
@pytest.mark.parametrize(
    ("over", "enemy", "noise", "heard"),
    [
        (10.0, 10.0, False, True),
        (10.0, 11.0, False, False),
        (10.1, 50.0, False, True),
        (40.0, 50.1, False, False),
        (40.0, 10.0, True, True),
        (40.0, 11.0, True, False),
    ],
)
def test_what_an_enemy_hears(over: float, enemy: float, noise: bool, heard: bool) -> None:
    at = (0.0, enemy)
    assert overhears((0, 0), over, at, (at,) if noise else ()) is heard


@pytest.mark.rule("IA-orders.communication")
def test_speech_must_reach_one_man_of_the_group() -> None:
    assert touch(OFFICER, (voice("a", 90), voice("b", 50))) is Touch.SPEECH
    assert touch(OFFICER, (voice("a", 90), voice("b", 51))) is None
    assert touch(OFFICER, (OFFICER, voice("b", 400, "HQ"))) is Touch.OWN
    assert touch(OFFICER, (voice("b", 40),), noises=((140, 0),)) is None


@pytest.mark.rule("IA-orders.communication")
def test_radio_needs_a_set_at_both_ends() -> None:
    far = (voice("a", 900), voice("b", 930))
    own, theirs = voice("signaller", 30, "HQ"), voice("operator", 940)
    assert touch(OFFICER, far, radios=(own, theirs)) is Touch.RADIO
    assert touch(OFFICER, far, radios=(own,)) is None
    assert touch(OFFICER, far, radios=(theirs,)) is None
    # A set of the same group serves at any distance, one of another group within speech range only.
    assert touch(OFFICER, far, radios=(voice("signaller", 200, "HQ"), theirs)) is Touch.RADIO
    assert touch(OFFICER, far, radios=(voice("tank", 51, "Tank"), theirs)) is None
    assert touch(OFFICER, far, radios=(voice("tank", 50, "Tank"), voice("other tank", 980, "Tank 2"))) is Touch.RADIO
    assert touch(OFFICER, far, radios=(voice("tank", 50, "Tank"), voice("other", 981, "Tank 2"))) is None


@pytest.mark.rule("IA-orders.communication")
def test_a_messenger_brings_orders_within_speech_range() -> None:
    group = (voice("a", 300),)
    assert touch(OFFICER, group, messengers=(voice("runner", 250, "HQ"),)) is Touch.MESSENGER
    assert touch(OFFICER, group, messengers=(voice("runner", 249, "HQ"),)) is None


def test_orders_are_passed_on_under_the_house_rule_only() -> None:
    group, chain = (voice("a", 140),), (voice("x", 45, "1"), voice("y", 95, "3"))
    relay = House((("voice-relay", "yes"),))
    assert touch(OFFICER, group, others=chain) is None
    assert touch(OFFICER, group, others=chain, house=relay) is Touch.RELAY
    assert touch(OFFICER, group, others=chain[1:], house=relay) is None


@pytest.mark.rule("IA-orders.communication")
def test_successors_by_rank_then_roster() -> None:
    men = [("a", Rank.PRIVATE), ("b", Rank.CORPORAL), ("c", Rank.SERGEANT), ("d", Rank.SERGEANT)]
    assert successor([*men, ("o", Rank.OFFICER)]) == "o"
    assert successor(men) == "c"
    assert successor(men[:2]) == "b"
    assert successor(men[:1]) is None
    assert successor([]) is None


@pytest.mark.rule("IA-orders.out-of-touch", "IA-orders.halted", "IA-orders.dormant")
def test_what_a_group_without_a_new_order_does() -> None:
    assert without_order(in_touch=False, has_order=True, halted=False).goes_on
    assert not without_order(in_touch=False, has_order=True, halted=True).goes_on
    assert not without_order(in_touch=True, has_order=False, halted=False).goes_on
    assert without_order(in_touch=True, has_order=True, halted=False).goes_on
    halts = House((("missing-order", "halt"),))
    assert not without_order(in_touch=True, has_order=True, halted=False, house=halts).goes_on
    assert without_order(in_touch=False, has_order=True, halted=False, house=halts).goes_on
