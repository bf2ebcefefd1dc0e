"""Orders: who is in communication with whom, by speech, radio or messenger, who overhears it, and who succeeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.table.board import Point
from rules.table.measure import between

NEAR = 1e-9


class Speech(Figures):
    quiet: float
    loud: float
    noise: float
    spoken: float


SPEECH = section("speech", Speech)


@dataclass(frozen=True, slots=True)
class Voice:
    """An unhit figure that can speak and listen, no prisoner."""

    id: str
    group: str
    at: Point


class Touch(StrEnum):
    """How a group is in communication, the plainest first. IA-orders.communication"""

    OWN = "leads it himself"
    SPEECH = "speech"
    RADIO = "radio"
    MESSENGER = "messenger"
    RELAY = "passed on"
    """By house rule `voice-relay` only."""


def speech_range(speaker: Point, listener: Point, noises: Iterable[Point]) -> float:
    """50 m, or 10 m with firing or an explosion within 100 m of either. For orders `noises` are those of the period
    before. IA-orders.speech-range, IA-R028."""
    near = SPEECH.noise + NEAR
    drowned = any(between(at, speaker) <= near or between(at, listener) <= near for at in noises)
    return SPEECH.loud if drowned else SPEECH.quiet


def hears(speaker: Point, listener: Point, noises: Iterable[Point]) -> bool:
    """Whether speech carries. IA-orders.speech-range, IA-R017."""
    return between(speaker, listener) <= speech_range(speaker, listener, noises) + NEAR


def overhears(speaker: Point, spoken_over: float, enemy: Point, noises: Iterable[Point]) -> bool:
    """Whether an enemy hears that words are spoken over so many metres; he understands none of them. Over 10 m or less
    they are heard within 10 m; farther they are shouted, and heard within 50 m, or 10 m when drowned.
    IA-orders.speech-overheard, IA-R167."""
    shouted = spoken_over > SPEECH.spoken + NEAR
    reach = speech_range(speaker, enemy, noises) if shouted else SPEECH.spoken
    return between(speaker, enemy) <= reach + NEAR


def _hears_of(speaker: Voice, group: Sequence[Voice], noises: Sequence[Point]) -> bool:
    return any(hears(speaker.at, man.at, noises) for man in group)


def has_radio(voices: Sequence[Voice], operator: Voice, noises: Sequence[Point]) -> bool:
    """Whether a set serves these people: its operator is of their group, or within speech range of one. IA-R027."""
    return any(operator.group == man.group or hears(operator.at, man.at, noises) for man in voices)


def touch(
    officer: Voice,
    group: Sequence[Voice],
    *,
    radios: Sequence[Voice] = (),
    messengers: Sequence[Voice] = (),
    others: Sequence[Voice] = (),
    noises: Sequence[Point] = (),
    house: House = BOOK,
) -> Touch | None:
    """How a group is in communication with the officer (or his successor); None: its orders cannot be changed.

    `radios`: the unhit operators of working sets; it takes one at each end. `messengers`: figures that have spoken with
    the officer since and go on his behalf. `others`: the rest of the side, which passes orders on under the house rule
    `voice-relay`. IA-orders.communication, IA-orders.speech-range, IA-R027, IA-R028.
    """
    if any(man.id == officer.id for man in group):
        return Touch.OWN
    if _hears_of(officer, group, noises):
        return Touch.SPEECH
    here = [each for each in radios if has_radio((officer,), each, noises)]
    there = [each for each in radios if has_radio(group, each, noises)]
    if any(one.id != other.id for one in here for other in there):
        return Touch.RADIO
    if any(_hears_of(each, group, noises) for each in messengers):
        return Touch.MESSENGER
    if house.on("voice-relay") and _passed_on(officer, group, others, noises):
        return Touch.RELAY
    return None


def _passed_on(officer: Voice, group: Sequence[Voice], others: Sequence[Voice], noises: Sequence[Point]) -> bool:
    speakers, silent = [officer], [man for man in others if man.id != officer.id]
    while speakers:
        speaker = speakers.pop()
        if _hears_of(speaker, group, noises):
            return True
        reached = [man for man in silent if hears(speaker.at, man.at, noises)]
        silent = [man for man in silent if man not in reached]
        speakers += reached
    return False


def successor(men: Iterable[tuple[str, Rank]]) -> str | None:
    """The id of whoever commands: of the unhit figures of the platoon or side, in roster order, the first of the
    highest rank; None without a leader, and orders cannot be changed. IA-orders.communication, IA-R026."""
    leaders = [man for man in men if man[1].leads]
    return max(leaders, key=lambda man: man[1].level)[0] if leaders else None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a group without a new order does: it goes on with the last one, or stays. IA-orders.out-of-touch"""

    goes_on: bool
    why: str
    citation: str


def without_order(*, in_touch: bool, has_order: bool, halted: bool, house: House = BOOK) -> Standing:
    """A group for which no new order came, or could come: it carries on with its last one, dormant or not; with none,
    or once halted out of touch, it stays until a new one reaches it. House rule `missing-order`: a group in touch that
    was given none halts. IA-orders.out-of-touch, IA-orders.halted, IA-orders.dormant, IA-R022, IA-R029."""
    if halted:
        return Standing(False, "it has halted and waits for a new order", "IA-orders.halted")
    if not has_order:
        return Standing(False, "it has never had an order", "IA-R022")
    if in_touch and house.choice("missing-order") == "halt":
        return Standing(False, "no new order came", "IA-R022")
    return Standing(True, "it goes on with its last order", "IA-orders.out-of-touch")


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="speech",
        title="Speech (metres)",
        section="Orders",
        columns=("what", "metres"),
        rows=(
            ("speech carries", SPEECH.quiet),
            ("speech carries, with firing or explosions near either", SPEECH.loud),
            ("firing or explosions are near within", SPEECH.noise),
            ("an enemy hears speech over more than", SPEECH.spoken),
        ),
        citation="IA-orders.speech-range",
    ),
)
