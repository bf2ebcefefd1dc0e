"""Hands that play 5.56mm for an aim: one character at a time, two actions a go, with radio, medics and grenades."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from rules.five56mm.actions.battle import Answer, EndGo
from rules.five56mm.actions.foot import Aim, Move, Sprint, Stealth
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.passage import closed
from rules.five56mm.state import Character, State
from rules.kernel.action import Action
from rules.seam.asking import Ask, Offer
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Point
from rules.table.measure import between
from rules.table.reference import point_text
from tests.bench.aims import Aiming, best, cheapest, enemies_of

NEAR = 1.2
"""Inches from a place at which a character stays there."""
FAR = 4.0
"""Inches beyond which he sprints."""
GOOD = 0.4
"""The chance of a hit for which he halts on his way."""
CLIMB, SLOW = 6.0, 3.0
"""What an inch of climbing and an inch of hard ground cost beside one of even ground."""
SPREAD = ((0.0, 0.0), (1.4, 0.0), (-1.4, 0.0), (0.0, 1.4), (0.0, -1.4), (1.2, 1.2), (-1.2, 1.2), (1.2, -1.2))
"""Where men stand who go for the same place."""
CLOSES = ("Run at", "Sprint at")
PREY = 3.0
"""How much rather whoever is wanted most is shot at."""


class AimingCharacters(Aiming):
    """A careful one takes two shots rather than one, aims a poor one, treats the wounded, lies in wait where there is
    nothing to shoot at, and goes at whoever is in the way of the aim."""

    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        battle: State = state.battle
        if ask.key.startswith("go-"):
            yield from self._go(rules, state, ask, battle.character(ask.units[0]))
        elif battle.question is not None and battle.question.kind == "cover":
            yield from self._cover(rules, state, ask)

    def _cover(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        offers = (offer for unit in ask.units for offer in rules.battle.offers(state, ask.side, unit))
        shots = best(rules, state, ask.side, [offer for offer in offers if offer.verb == "cover-shot"])
        yield from (shot.action for chance, shot in shots if chance >= (self.intent.worth or 0.0))
        yield Answer(answer="no", this_go=True)

    # ── A go ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _go(self, rules: AnyRuleSet, state: Any, ask: Ask, who: Character) -> Iterator[Action]:
        if ask.default.name() == "fall-back" or who.at is None:
            return
        offers = [offer for offer in rules.battle.offers(state, ask.side, who.id) if not offer.needs]
        yield from self._tasks(rules, state, ask, offers)
        battle: State = state.battle
        go = battle.go
        assert go is not None
        to = self._place(rules, state, who)
        ways = [] if to is None else list(_steps(battle, who, to, self.intent.corners))
        shots = [] if self.intent.worth is None else self._shots(rules, state, ask, offers)
        if self.intent.walks and not go.spent:
            yield from ways
        if who.squad == self.intent.brought and self.storms(state):
            yield from ways
        good = GOOD if ways else 0.0
        yield from (shot.action for chance, shot in shots if chance >= good)
        yield from ways
        yield from (shot.action for _, shot in shots)
        if self.intent.worth is not None:
            yield from (offer.action for offer in offers if offer.verb == "covering-fire")
        yield Stealth(character=who.id)
        yield EndGo(character=who.id)

    def _tasks(self, rules: AnyRuleSet, state: Any, ask: Ask, offers: list[Offer]) -> Iterator[Action]:
        """The radio, whom he fights, and the wounded: in this order, before anything else."""
        calls = {offer.action.task: offer.action for offer in offers if offer.verb == "use-radio"}  # type: ignore[attr-defined]
        yield from (calls[call] for call in self.intent.calls if call in calls)
        if self.intent.worth is None:
            return
        blows = [offer for offer in offers if offer.verb == "engage"]
        yield from (blow.action for _, blow in best(rules, state, ask.side, blows))
        yield from (offer.action for verb in ("treat-injury", "first-aid") for offer in offers if offer.verb == verb)

    def _place(self, rules: AnyRuleSet, state: Any, who: Character) -> Point | None:
        """Where he goes now; None: he is there, or stays where he is."""
        assert who.at is not None
        goal = self.intent.places.get(who.id, self.intent.places.get(who.squad, self.intent.aim))
        storms = self.storms(state)
        if not storms and self.intent.throws_out:
            storms = self.entered(enemies_of(rules, state, who.side))
        to = goal if storms else self.next_place(who.id, who.at, who.squad)
        if to is None:
            return None
        x, y = SPREAD[who.number % len(SPREAD)]
        beside = (to[0] + x, to[1] + y)
        board = state.battle.board
        if (
            board.holds(*beside)
            and not field.stretches(board, (to, beside))[1:]
            and not closed(state.battle, (to, beside))
        ):
            to = beside
        return to if between(who.at, to) > NEAR else None

    def _shots(self, rules: AnyRuleSet, state: Any, ask: Ask, offers: list[Offer]) -> list[tuple[float, Offer]]:
        """Shots, bursts and grenades that are worth it, the best use of the whole go first."""
        assert self.intent.worth is not None
        go = state.battle.go
        both = go.left > 1
        found: list[tuple[float, Offer]] = []
        fire = best(rules, state, ask.side, [offer for offer in offers if offer.verb == "fire"])
        for chance, offer in fire:
            if both and 0 < chance < 1 / 6:
                found.append((chance * 2, Offer(Aim(character=ask.units[0]), "Aim")))
            found.append((1 - (1 - chance) ** 2 if both else chance, offer))
        found += best(rules, state, ask.side, [offer for offer in offers if offer.verb == "auto-fire"])
        found += best(rules, state, ask.side, [o for o in offers if o.verb == "throw" and "Frag" in o.label])
        found += [
            (GOOD, offer) for offer in offers if self.intent.charge is not None and offer.label.startswith(CLOSES)
        ]
        worth = [(chance, offer) for chance, offer in found if chance > 0 and chance >= self.intent.worth]
        return sorted(worth, key=lambda one: -one[0] * (PREY if self._at_prey(state, one[1].action) else 1))

    def _at_prey(self, state: Any, action: Action) -> bool:
        target = state.battle.find(getattr(action, "target", None) or "")
        return target is not None and target.squad == self.intent.prey


# ── Ways ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _steps(state: State, who: Character, to: Point, corners: tuple[Point, ...]) -> Iterator[Action]:
    """On along the shortest way: at a sprint where it is long."""
    assert who.at is not None
    way = cheapest(who.at, to, corners, lambda here, there: _price(state, here, there))
    if len(way) < 2:
        return
    text = "; ".join(point_text(place) for place in way[1:])
    if sum(between(a, b) for a, b in pairwise(way)) > FAR:
        yield Sprint(character=who.id, to=text)
    yield Move(character=who.id, to=text)


def _price(state: State, here: Point, there: Point) -> float | None:
    """What the straight way costs; None where it is closed."""
    assert state.board is not None
    if closed(state, (here, there)) is not None:
        return None
    if here == there:
        return 0.0
    price = 0.0
    for stretch in field.stretches(state.board, (here, there)):
        if stretch.obstacle and stretch.length > 3:
            return None
        even = stretch.ground == "even"
        price += stretch.length * (CLIMB if stretch.obstacle else 1.0 if even else SLOW)
    return between(here, there) if abs(price - between(here, there)) < 0.01 else price
