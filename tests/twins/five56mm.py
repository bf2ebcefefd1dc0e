"""What 5.56mm can hide, and battles in which it does: nobody is off the table, but sheets are their own side's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.battle.question import StandingReply
from rules.five56mm import RULES
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.state import BLACK, RED, State
from rules.kernel.action import Action, Actor
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.five56mm import test_random_battles
from tests.twins.orders import ahead, orders, seals, seals_ahead
from tests.twins.twin import Decision, Hiding, Secret


class Battle(test_random_battles.Battle):
    """A random battle whose sides give orders between their goes."""

    def __init__(self, seed: int) -> None:
        self.decisions: list[Decision] = []
        self.private = random.Random(seed)
        super().__init__(seed)

    def call(self) -> Any:
        call = super().call()
        given = {**dict(call.options), "sealed-orders": self.private.choice(("on", *("off",) * 2))}
        return replace(call, options=tuple(given.items()))

    def happen(self, action: Action, by: Actor) -> None:
        before, heard = self.state, len(self.events)
        super().happen(action, by)
        self.decisions.append(Decision(before, action, by, tuple(self.events[heard:]), self.state))

    def step(self) -> bool:
        if (found := seals_ahead(RULES.battle.prompt(self.state), self.state)) is not None:
            self.ahead(*found)
        if self.private.random() < 0.15 and RULES.battle.prompt(self.state):
            self.in_private()
        return super().step()

    def ahead(self, action: Action, by: Actor) -> None:
        try:
            self.happen(action, by)
        except RuleViolation:
            self.refusals += 1

    def in_private(self) -> None:
        side, ordering = self.private.choice((BLACK, RED)), RULES.battle.ordering
        assert ordering is not None
        units = ("", *ordering.units(self.state, side))
        found: list[Action] = [self.standing_answer()]
        found += [one.action for unit in units for one in ordering.proposals(self.state, side, unit)]
        try:
            self.happen(self.private.choice(found), Actor.player(side))
        except RuleViolation:
            self.refusals += 1


def sheets(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """The others' people have other skills to call upon, other gear and more luck. What somebody holds, and how well he
    uses it, shows in his shots."""
    if state.ended is not None:
        return None
    changed = tuple(
        who
        if who.side == viewer.side
        else replace(
            who,
            luck=who.luck + 1,
            spent=(),
            traits=replace(
                who.traits,
                skills=tuple(sorted({*who.traits.skills} ^ {Skill.LUCKY, Skill.NAILS, Skill.FEARLESS})),
                gear=tuple(sorted({*who.traits.gear} ^ {Gear.RADIO, Gear.FIRST_AID_KIT})),
            ),
        )
        for who in state.characters
    )
    return replace(state, characters=changed)


def answers(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """A side has said once for all what its people do, or has taken it back."""
    if state.question is not None:
        return None
    other = RED if viewer.side == BLACK else BLACK
    kept = tuple(each for each in state.standing if each.side != other)
    if len(kept) < len(state.standing):
        return replace(state, standing=kept)
    return replace(state, standing=(*kept, StandingReply(other, "cover", "no")))


def watches(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Those on Covering Fire watch others, and ask before they shoot, or not."""
    owner = {who.id: who.side for who in state.characters}
    theirs = [watch for watch in state.watches if owner[watch.character] != viewer.side]
    if not theirs or state.question is not None:
        return None
    return replace(
        state,
        watches=tuple(
            replace(watch, whom="anyone" if watch.whom == "acting" else "acting", orders="ask")
            if watch in theirs
            else watch
            for watch in state.watches
        ),
    )


def words(state: State, viewer: Viewer) -> list[str]:
    people = state.characters
    return ["nobody", "Zqblack", "G7", *(who.id for who in people[:3]), *(who.name for who in people[-3:])]


def _listed() -> Iterator[Secret]:
    yield Secret("sheets", sheets, frozenset())
    yield Secret("answers", answers, frozenset({"StandingSet"}))
    yield Secret("watches", watches, frozenset({"WatchSet"}))
    yield orders((BLACK, RED))
    yield seals((BLACK, RED))
    yield ahead((BLACK, RED))


HIDING = Hiding("five56mm", RULES, Battle, tuple(_listed()), words, (Viewer(BLACK), Viewer(RED), PUBLIC))
