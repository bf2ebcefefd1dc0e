"""Outposts whose people keep their wounds and learn: a wound heals in two steps, and there are two things to learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.growth import GrowingPerson, Growth, Upgrade
from tests.campaigns.toy import TOY

HURT = {"2": "badly hurt", "1": "hurt", "": ""}
LESSONS = {"aim": "Aim +1", "run": "Run +1"}


def _after(events: Sequence[Event]) -> Mapping[str, str]:
    """Whoever was hit is badly hurt, others are as they came."""
    state = TOY.battle.fold(events)
    men = [man for post in state.posts for man in post.men if man.status != "killed"]
    return {man.id: "2" if man.status == "wounded" else man.condition.partition("|")[0] for man in men}


def _upgrade(person: GrowingPerson, comrades: Sequence[GrowingPerson], key: str) -> Upgrade:
    if key not in LESSONS or key in person.gains:
        raise RuleViolation("no-lesson", "He cannot learn that.", citation="TOY-2", remedy="Learn something else.")
    return Upgrade(key, LESSONS[key])


GROWTH = Growth(
    may_fight=lambda condition: condition == "1",
    rested=lambda condition: str(int(condition) - 1).replace("0", ""),
    describe=lambda condition: HURT[condition],
    carried=lambda person: person.condition + (f"|{','.join(person.gains)}" if person.gains else ""),
    sheet=lambda person: tuple(LESSONS[gain] for gain in person.gains),
    short=lambda person: ", ".join(LESSONS[gain] for gain in person.gains),
    upgrades=lambda person, comrades: tuple(
        Upgrade(key, title) for key, title in LESSONS.items() if key not in person.gains
    ),
    upgrade=_upgrade,
    kept=lambda options: ("mud", "yes") in options,
)
GROWING = replace(
    TOY,
    forces=replace(TOY.forces, growth=GROWTH),
    battle=replace(TOY.battle, condition_after=_after),
)
