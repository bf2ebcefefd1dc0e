"""A told battle on the roof of the Meridian: the sniper on the pool bar, a rope onto the east stair, and a change of
seats in the Black Hawk that hovers over it. Seeded, by the rules; nobody helps the dice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import JumpDown, Move
from rules.five56mm.actions.vehicles import BoardVehicle, FastRope
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import SeatTaken
from rules.five56mm.play.ground import levels
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.scenario.rehearsal import stand_ins
from rules.seam.asking import Offer
from rules.seam.viewing import PUBLIC
from tests.scenarios import LIBRARY

SNIPER, SIGNALLER, GRENADIER, RIFLEMAN, SERGEANT = "guard.5", "guard.4", "guard.6", "guard.7", "guard.1"
Wish = Callable[[Offer], bool]


class Told:
    """The battle, and what everybody reads of it."""

    def __init__(self, seed: bytes) -> None:
        muster = stand_ins(LIBRARY["last-bird"])
        scenario = json.loads(muster.scenario)
        crew = [["pilot", RIFLEMAN], ["passenger", GRENADIER], ["passenger", SERGEANT]]
        bird = {"id": "bird", "side": "black", "profile": "black-hawk", "name": "Bird", "turret": "minigun"}
        scenario["vehicles"] = [{**bird, "at": [22.5, 22.5], "flying": True, "crew": crew}]
        scenario["standing"] = [{"figure": SNIPER, "at": "Pool bar"}]
        self.seed, self.number = seed, 0
        self.state = RULES.battle.fold(
            RULES.battle.muster(replace(muster, scenario=json.dumps(scenario)), Seeded(seed, 0))
        )
        self.events: list[Event] = []
        self.lines: list[str] = []

    def do(self, action: Action, by: Actor) -> Sequence[Event]:
        self.number += 1
        events = RULES.battle.decide(self.state, action, by, Seeded(self.seed, self.number))
        for event in events:
            self.state = RULES.battle.evolve(self.state, event)
            told = RULES.battle.tell(self.state, event, PUBLIC)
            if told is not None:
                self.lines.append(told.headline)
        self.events += events
        return events

    def go_of(self, who: str) -> None:
        """On, everybody else passing, until his card is up."""
        while True:
            engine = RULES.battle.proceed(self.state)
            if engine is not None:
                self.do(engine, ENGINE)
                continue
            (ask,) = RULES.battle.prompt(self.state).asks
            if self.state.go is not None and self.state.go.character == who and self.state.question is None:
                return
            passing = ask.default if self.state.question is not None else EndGo()
            self.do(passing, Actor.player(ask.side, absent=self.state.question is not None))

    def click(self, who: str, wish: Wish) -> Sequence[Event]:
        found = [offer for offer in RULES.battle.offers(self.state, "black", who) if wish(offer)]
        assert found, [offer.label for offer in RULES.battle.offers(self.state, "black", who)]
        return self.do(found[0].action, Actor.player("black"))


@pytest.mark.rule("MM-R226", "MM-R229", "MM-R231", "MM-R205", "MM-4.81.1")
def test_the_last_bird_with_men_on_roofs_and_a_change_of_seats() -> None:
    story = Told(b"the bird over the east stair 1")
    # The sniper goes up to the roof of the pool bar by its stairs, 2 in, and fires at the committee from there.
    story.go_of(SNIPER)
    story.click(SNIPER, lambda offer: isinstance(offer.action, Move) and offer.action.to == "up")
    sniper = story.state.character(SNIPER)
    assert levels.words(story.state.board, sniper.at, sniper.level) == "on the roof of the Pool bar"
    story.click(SNIPER, lambda offer: isinstance(offer.action, Fire))
    # In the Bird the grenadier takes the minigun.
    story.go_of(GRENADIER)
    story.click(GRENADIER, lambda offer: isinstance(offer.action, BoardVehicle) and offer.action.place == "gunner")
    assert story.state.character(GRENADIER).place == "gunner"
    # The pilot hovers, and the sergeant ropes down onto the roof of the east stair; then he jumps off it.
    story.go_of(RIFLEMAN)
    hover = RULES.battle.actions.load_python({"verb": "pilot", "task": "hover", "to": "22.5,22.6"})
    story.do(hover, Actor.player("black"))
    story.go_of(SERGEANT)
    story.click(SERGEANT, lambda offer: isinstance(offer.action, FastRope))
    sergeant = story.state.character(SERGEANT)
    roped = next(e for e in story.events if isinstance(e, Moved) and e.way == "rope")
    assert (roped.level, sergeant.level, sergeant.vehicle) == (1, 1, None)
    story.go_of(SERGEANT)
    story.click(SERGEANT, lambda offer: isinstance(offer.action, JumpDown))
    assert story.state.character(SERGEANT).level == 0
    # What everybody reads of it.
    assert [e.place for e in story.events if isinstance(e, SeatTaken)] == ["gunner"]
    told = "\n".join(story.lines)
    for words in ("up to the roof of the Pool bar", "to the roof of the East stair", "jumps down"):
        assert words in told, told
    # Nobody else has left his level.
    assert all(who.level == 0 or who.id == SNIPER for who in story.state.characters)
