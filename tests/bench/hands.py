"""Hands that play a battle on purpose: they look at what their side may see, and take what is offered.

A brisk one goes at the enemy and takes the first shot; a careful one lets him come, weighs every shot by its odds and
moves one unit at a time. Whoever orders ahead (`orders`) is asked for it first, at every prompt, until nothing more is
to be ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from rules.kernel.action import Action, Actor
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Offer
from rules.seam.planning import Boldness
from rules.seam.viewing import Viewer
from tests.bench import ordering, periods, phases, segments
from tests.bench.lettered import Proposing, Writing
from tests.bench.plans import Table

CHARGE, CLOSE, FAR = 6.0, 9.0, 12.0
"""Inches to the nearest enemy: within which a brisk side charges, and at which it and a careful one stop."""
WORTH = 0.2
"""The chance below which a careful hand holds its fire."""
HELP = ("choose", "cover-shot", "fall-back", "use-radio", "treat-injury", "first-aid")
"""What a man of 5.56mm does first where he may, in this order."""
GUNS = ("(SAW", "(AK47", "(M16", "(MP5")
"""Whose bearers a careful hand lets lie in wait."""
GOES_ON = ("Advance on", "Bring it on")
COMES_ROUND = ("rally-rout", "rally-terror", "rail")
"""What moves a unit of Red Actions towards the enemy, and what it does where it neither fights nor moves."""
STAND_ON = "Stand until cancelled"
STAND_AND_FIRE = "Always: stand and fire"
THROW_BACK = "Always throw grenades back, unasked"


class Hand(Protocol):
    """A player. Both methods are given the battle as it stands and what his side is asked."""

    def orders(self, battle: Table, ask: Ask) -> Action | None:
        """An order that he gives before he answers: asked again until there is none."""
        ...

    def action(self, battle: Table, ask: Ask) -> Action:
        """His answer. It is his side's: the ask says which."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """Something offered, and for which unit."""

    offer: Offer
    unit: str = ""


class Clicking:
    """Answers every prompt by itself, and orders nothing ahead."""

    def __init__(self, *, brisk: bool) -> None:
        self.brisk = brisk

    def orders(self, battle: Table, ask: Ask) -> Action | None:
        return None

    def action(self, battle: Table, ask: Ask) -> Action:
        found = [Choice(offer, unit) for unit in ask.units for offer in self._offers(battle, ask, unit)]
        quick = [Choice(offer) for offer in ask.quick if not offer.needs]
        chosen = CLICKED[battle.rules.key](self, battle, ask, quick, found)
        return ask.default if chosen is None else chosen.offer.action

    @staticmethod
    def _offers(battle: Table, ask: Ask, unit: str) -> Iterator[Offer]:
        return (offer for offer in battle.rules.battle.offers(battle.state, ask.side, unit) if not offer.needs)

    def shot(self, battle: Table, ask: Ask, shots: list[Choice]) -> Choice | None:
        """Which shot is taken; None: none is worth it."""
        if self.brisk:
            return shots[0] if shots else None
        best = max(shots, key=lambda one: promise(battle, ask, one.offer), default=None)
        return best if best is not None and promise(battle, ask, best.offer) >= WORTH else None


def promise(battle: Table, ask: Ask, offer: Offer) -> float:
    """How good a shot is: the chance of what comes first of its odds, less that of what nobody wants."""
    try:
        odds = battle.rules.battle.odds(battle.state, offer.action, Actor.player(ask.side))
    except RuleViolation:
        return -1.0
    wanted = [float(prospect.chance) for prospect in odds.chances if not prospect.danger]
    return (wanted[0] if wanted else 0.0) - sum(float(p.chance) for p in odds.chances if p.danger)


# ── The Book and the Gun ──────────────────────────────────────────────────────────────────────────────────────────


def _of_book_and_gun(
    hand: Clicking, battle: Table, ask: Ask, quick: list[Choice], found: list[Choice]
) -> Choice | None:
    verbs = {one.offer.verb for one in (*quick, *found)}
    hold = next((one for one in quick if getattr(one.offer.action, "whole_phase", False)), None)
    if "advance-all" in verbs or "move" in verbs:
        return _moved(hand, battle, ask, quick, found) or hold
    if hold is not None:
        shot = hand.shot(battle, ask, [one for one in found if one.offer.verb == "fire"])
        return shot or hold
    if any(one.offer.verb == "choose" for one in quick):
        return quick[0] if hand.brisk else None
    return next(iter((*quick, *found)), None)


def _moved(hand: Clicking, battle: Table, ask: Ask, quick: list[Choice], found: list[Choice]) -> Choice | None:
    away = {unit: _to_the_enemy(battle, ask.side, unit) for unit in ask.units}
    if hand.brisk:
        charges = [one for one in found if one.offer.verb == "charge" and away[one.unit] <= CHARGE]
        if charges:
            return charges[0]
        if any(distance > CLOSE for distance in away.values()):
            return next((one for one in quick if one.offer.verb == "advance-all"), None) or _first_move(found)
        return None
    far = [one for one in found if away[one.unit] > FAR]
    return _first_move(far)


def _first_move(found: list[Choice]) -> Choice | None:
    return next((one for one in found if one.offer.verb == "move" and one.offer.label == "Advance"), None)


def _to_the_enemy(battle: Table, side: str, unit: str) -> float:
    """Inches to the nearest enemy that the side sees; far where it sees none."""
    scene = battle.rules.battle.view(battle.state, Viewer(side)).scene
    marks = scene.units if scene is not None else ()
    own = next((mark for mark in marks if mark.ref == unit), None)
    enemies = (mark for mark in marks if mark.side != side and mark.affiliation != "neutral")
    return min((hypot(own.x - mark.x, own.y - mark.y) for mark in enemies), default=99.0) if own else 99.0


# ── 5.56mm ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_five56mm(hand: Clicking, battle: Table, ask: Ask, quick: list[Choice], found: list[Choice]) -> Choice | None:
    options = [one for one in (found or quick) if one.offer.verb != "auto-fire"]
    always = next((one for one in options if one.offer.label == THROW_BACK), None)
    helps = [one for verb in HELP for one in options if one.offer.verb == verb]
    if always or helps:
        return always or helps[0]
    grenade = next((one for one in options if one.offer.verb == "throw" and "Frag" in one.offer.label), None)
    labels = " ".join(one.offer.label for one in options)
    waits = not hand.brisk and any(gun in labels for gun in GUNS)
    watch = next((one for one in options if waits and one.offer.verb == "covering-fire"), None)
    shot = hand.shot(battle, ask, [one for one in options if one.offer.verb in ("fire", "engage")])
    return grenade or watch or shot or _walked(hand, options)


def _walked(hand: Clicking, options: list[Choice]) -> Choice | None:
    forward = ("Advance at a sprint", "Advance") if hand.brisk else ("Advance",)
    for label in (*forward, "Yes", "Use it", "Hold him", "End go"):
        found = next((one for one in options if one.offer.label == label), None)
        if found is not None:
            return found
    return next((one for one in options if one.offer.verb != "standing-answer"), None)


# ── Red Actions ───────────────────────────────────────────────────────────────────────────────────────────────────


def _of_red_actions(hand: Clicking, battle: Table, ask: Ask, quick: list[Choice], found: list[Choice]) -> Choice | None:
    """Who is charged settles once that he stands and fires. Whose segment it is charges or fires, goes nearer, rallies
    from terror; then nobody does more. A staff that is asked alone is told to stand for good."""
    always = next((one for one in quick if one.offer.label == STAND_AND_FIRE), None)
    if always is not None or not ask.key.startswith("segment-"):
        return always
    away = {unit: _to_the_enemy(battle, ask.side, unit) for unit in ask.units}
    charges = [one for one in found if hand.brisk and one.offer.verb == "charge"]
    shot = hand.shot(battle, ask, [one for one in found if one.offer.verb == "fire"])
    if charges or shot is not None:
        return max(charges, key=lambda one: promise(battle, ask, one.offer)) if charges else shot
    halt = CLOSE if hand.brisk else FAR
    wanted = [one for one in found if one.offer.label.startswith(GOES_ON) and away[one.unit] > halt]
    wanted += [one for one in found if one.offer.verb in COMES_ROUND]
    rest = [one for one in found if getattr(one.offer.action, "rest", False)]
    stays = [one for one in found if one.offer.label == STAND_ON and len(ask.units) == 1]
    return next(iter((*wanted, *stays, *rest)), None)


def _sealed(hand: Clicking, battle: Table, ask: Ask, quick: list[Choice], found: list[Choice]) -> Choice | None:
    """Who writes in secret has nothing to click but the seal."""
    return None


CLICKED = {
    "book-and-gun": _of_book_and_gun,
    "five56mm": _of_five56mm,
    "infantry-action": _sealed,
    "red-actions": _of_red_actions,
}
"""By rule set: what a clicking hand chooses; None: the prompt's own answer."""
ORDERED: dict[str, Callable[..., Action | None]] = {
    "book-and-gun": phases.ordered,
    "five56mm": ordering.ordered,
    "infantry-action": periods.ordered,
    "red-actions": segments.ordered,
}
"""By rule set: the next order of the side that is asked, for a brisk hand or a careful one; None: nothing is left to be
ordered."""


class Ordering(Clicking):
    """Orders ahead what it can, and clicks the rest."""

    def orders(self, battle: Table, ask: Ask) -> Action | None:
        return ORDERED[battle.rules.key](battle, ask, brisk=self.brisk)


KINDS: dict[str, tuple[Callable[[], Hand], Callable[[], Hand]]] = {
    "clicks": (lambda: Clicking(brisk=True), lambda: Clicking(brisk=False)),
    "proposal": (lambda: Proposing(Boldness.BOLD), lambda: Proposing(Boldness.CAREFUL)),
    "letter": (Writing, Writing),
    "battle": (lambda: Writing(lasts="battle"), lambda: Writing(lasts="battle")),
    "orders": (lambda: Ordering(brisk=True), lambda: Ordering(brisk=False)),
}
"""The brisk and the careful of each way to play."""
