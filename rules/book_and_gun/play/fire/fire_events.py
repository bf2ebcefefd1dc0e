"""A resolved volley as events: who fired, with which dice, whom the cards struck, whose weapon is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.arms import Arm
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDrawn, taken
from rules.book_and_gun.book.volley import PartOfFire, Rolled, Volley
from rules.book_and_gun.events.battle import Cause, DeckShuffled, FigureFell
from rules.book_and_gun.events.fire import AmmunitionSpent, CardsDrawn, Volleyed
from rules.book_and_gun.play.blasts.harm import gun_destroyed
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.ground.falls import fell
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Status, Unit
from rules.kernel.chance import Draw
from rules.kernel.event import Event

"""The casualty card rule of each class."""


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def volleys(
    state: State, unit: Unit, shots: Sequence[LawfulShot], done: Volley, draws: list[Draw], *, doubled: bool
) -> Iterator[Event]:
    """An event for each figure's shot, in a cone for each unit and number in it. Takes the dice off `draws`."""
    by_figure = {shot.figure.id: shot for shot in shots}
    for rolled, hits in zip(done.rolled, done.hits, strict=True):
        shot = by_figure[rolled.firing.figure]
        own = [draws.pop(0) for _ in rolled.dice]
        parts = _parts(rolled)
        for position, (aims, dice) in enumerate(parts):
            first = aims[0]
            count = sum(rolled.dice[i].hit for i in dice) * (2 if doubled else 1)
            yield Volleyed(
                unit=unit.id,
                figure=shot.figure.id,
                weapon=shot.weapon.key,
                target=first.unit,
                target_figure=shot.named.id if shot.named is not None else None,
                target_class=first.target_class,
                to_hit=first.number,
                dice=tuple(rolled.dice[i].value for i in dice),
                hits=hits if len(parts) == 1 else count,
                facts=shot.facts if position == 0 else (),
                shot=rolled.shot,
                automatic=rolled.firing.automatic,
                draws=tuple(own[i] for i in dice),
                citations=_rules(rolled, first),
            )


def _parts(rolled: Rolled) -> list[tuple[list[PartOfFire], list[int]]]:
    """The dice by what they were rolled against: one part, or in a cone one for each unit, class and number."""
    aims = rolled.firing.aims
    if not rolled.dice:
        return [([aims[0]], [])]
    parts: list[tuple[list[PartOfFire], list[int]]] = []
    for index, die in enumerate(rolled.dice):
        aim = aims[die.aim]
        for known, dice in parts:
            if (known[0].unit, known[0].target_class, known[0].number) == (aim.unit, aim.target_class, aim.number):
                known.append(aim)
                dice.append(index)
                break
        else:
            parts.append(([aim], [index]))
    return parts


def _rules(rolled: Rolled, aim: PartOfFire) -> tuple[str, ...]:
    if rolled.firing.weapon.sniper:
        return ("BG-X.5.1a", "BG-R81")
    more: tuple[str, ...] = ("BG-R80",) if rolled.firing.most is not None else ()
    if rolled.firing.cone:
        more = ("BG-XIII.9.2", "BG-R88") if rolled.firing.automatic else ("BG-X.2.7", "BG-R87")
    return ("BG-X.3.1", "BG-X.3.chart", *more, *(("BG-X.2.61a",) if aim.crew else ()))


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


def harm(state: State, unit: Unit, shots: Sequence[LawfulShot], done: Volley, draws: list[Draw]) -> Iterator[Event]:
    """The cards in their order, each with what it did; then the weapons that are empty. BG-X.1.6, BG-X.2.1a."""
    by_figure = {shot.figure.id: shot for shot in shots}
    for index, casualty in done.harm:
        firing = done.rolled[index].firing
        shot = by_figure[firing.figure]
        rules = (CARD_RULES[shot.target_class], "BG-R05" if casualty.reading in ("leader", "key figure") else "BG-R07")
        if casualty.reading == "sniper" or firing.weapon.sniper:
            rules = ("BG-X.5.1b", "BG-R81")
        by = Striking(unit.id, shot.figure.id, shot.weapon.key, shot.target.id, shot.target_class, shot.at)
        yield from _struck(state, by, casualty, taken(casualty, draws), "fire", rules)
    for figure, weapon in done.dry:
        yield AmmunitionSpent(unit=unit.id, figure=figure, weapon=weapon, citations=("BG-X.2.1a", "BG-R82"))


def blasted(
    state: State, figure: Figure, weapon: Arm, target: str, casualties: Sequence[CasualtyDrawn], draws: list[Draw]
) -> Iterator[Event]:
    """Whom a back blast harmed. BG-X.2.8b, BG-X.2.9."""
    by = Striking(state.unit_of(figure.id).id, figure.id, weapon.key, target)
    for casualty in casualties:
        yield from _struck(state, by, casualty, taken(casualty, draws), "back blast", ("BG-X.2.8b", "BG-X.2.9"))


def canistered(
    state: State, figure: Figure, weapon: Arm, target: str, casualties: Sequence[CasualtyDrawn], draws: list[Draw]
) -> Iterator[Event]:
    """Whom a round of canister harmed. BG-X.2.8b."""
    by = Striking(state.unit_of(figure.id).id, figure.id, weapon.key, target)
    for casualty in casualties:
        yield from _struck(state, by, casualty, taken(casualty, draws), "fire", ("BG-X.2.8b", "BG-R86"))


@dataclass(frozen=True, slots=True)
class Striking:
    """Whose shot a card is drawn for: firer and weapon, the target unit, the class of those whom it strikes."""

    unit: str
    figure: str
    weapon: str
    target: str
    target_class: str = ""
    at: Figure | None = None
    """Who was aimed at."""


def _struck(
    state: State,
    by: Striking,
    casualty: CasualtyDrawn,
    draws: tuple[Draw, ...],
    cause: Cause,
    rules: tuple[str, ...],
) -> Iterator[Event]:
    for _ in range(casualty.shuffled):
        yield DeckShuffled(deck="casualty", citations=("BG-R03",))
    if casualty.figure is None or casualty.cancelled:
        reading = "cancelled by the joker" if casualty.cancelled else casualty.reading
        if casualty.result == "gun destroyed":
            reading = "the gun is destroyed"
        yield CardsDrawn(unit=by.target, cards=casualty.cards, reading=reading, draws=draws, citations=rules)
        if casualty.result == "gun destroyed" and not casualty.cancelled and by.at is not None:
            yield from gun_destroyed(state, by.at)
        return
    yield fell(
        state,
        FigureFell(
            unit=state.unit_of(casualty.figure).id,
            figure=casualty.figure,
            status=Status.KILLED if casualty.result == "killed" else Status.WOUNDED,
            cause=cause,
            by=by.figure,
            by_unit=by.unit,
            weapon=by.weapon,
            cards=casualty.cards,
            reading=casualty.reading,
            target_class=by.target_class,
            draws=draws,
            citations=rules,
        ),
    )
