"""People who play 5.56mm by post as people would: cover, shoot, throw, bind each other up, call for help, run."""

from __future__ import annotations

from typing import Any

from campaigns.battle.record.journal import RecordedChance
from rules.kernel.action import ENGINE, Actor
from rules.kernel.event import Event
from rules.seam.asking import Ask, Offer, keyed
from rules.seam.ruleset import AnyRuleSet
from tests.stories.commander import Command, StandingBattle

FIRST = ("choose", "cover-shot", "fall-back", "use-radio", "treat-injury", "first-aid")
"""What is done where it may be done, in this order."""
GUNS = ("(SAW", "(AK47", "(M16", "(MP5")
"""Whose bearers lie in wait now and then."""
THROW_BACK = "Always throw grenades back, unasked"
"""One click for the grenade that lies there and for all to come."""


def chosen(rules: AnyRuleSet, state: object, ask: Ask, number: int) -> tuple[str, str, Offer]:
    """What the side does with its `number`th answer of the battle; the same for the same battle."""
    found = [
        (unit, key, offer)
        for unit in ask.units
        for key, offer in keyed(rules.battle.offers(state, ask.side, unit)).items()
        if not offer.needs and offer.verb != "auto-fire"
    ]
    labels = " ".join(offer.label for _, _, offer in found)
    waits = number % 2 == 0 and any(gun in labels for gun in GUNS)

    def worth(option: tuple[str, str, Offer]) -> int:
        offer = option[2]
        if offer.label == THROW_BACK:
            return 0
        if offer.verb == "standing-answer":
            return 99
        if offer.verb in FIRST:
            return FIRST.index(offer.verb)
        if offer.verb == "throw" and "Frag" in offer.label:
            return 10
        if offer.verb == "covering-fire" and waits:
            return 11
        if offer.verb in ("fire", "engage"):
            return 12
        return {"Advance": 13, "Yes": 13, "Use it": 13, "Hold him": 14, "End go": 15}.get(offer.label, 20)

    return min(found, key=worth)


def rehearsed(rules: AnyRuleSet, state: Any, key: bytes, version: int, silent: int) -> list[Event]:
    """The battle as these people would fight it under that key, from that state on; nobody gives the answer of that
    number, and its default is carried out."""
    happened: list[Event] = []
    number = 0
    while True:
        prompt = rules.battle.prompt(state)
        action, by = (None, ENGINE) if prompt else (rules.battle.proceed(state), ENGINE)
        if prompt:
            (ask,) = prompt.asks
            number += 1
            by = Actor.player(ask.side, absent=number == silent)
            _, _, offer = chosen(rules, state, ask, number)
            action = ask.default if by.absent else offer.filled()
        if action is None:
            return happened
        version += 1
        for event in rules.battle.decide(state, action, by, RecordedChance(key, version)):
            state = rules.battle.evolve(state, event)
            happened.append(event)


class Skirmishers(Command):
    """Both sides' players, each by turns through the panel and by commands."""

    count = 0

    def _choose(self, now: StandingBattle, ask: Ask) -> tuple[str, str, Offer] | None:
        self.count += 1
        return chosen(now.rules, now.state, ask, self.count)
