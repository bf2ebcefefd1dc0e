"""How long orders last: until a place is reached or a thing happens, as a player writes it, and what can be chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rules.battle.orders.data import Stop
from rules.battle.orders.fates import BEATEN, HURT, OUT, Known
from rules.battle.orders.places import LOST, REACHED, Whereabouts, named_stops
from rules.battle.orders.stops import StopKind
from rules.kernel.action import UNTIL_LONGEST, SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.seam.ordering import Strength, UntilWhat
from rules.seam.planning import BattleAim
from rules.table.board import Point
from rules.table.reference import named_places

S = TypeVar("S")
UNTIL = "until"
"""What orders last until is an alarm too, by this name; as a length: for as long as it has not happened."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_AFTER = re.compile(r"(?P<place>.+?)\s+(?:is|are)\s+(?P<what>reached|taken|lost)", re.I)
_BEFORE = re.compile(r"(?P<what>reached|taken|lost)\s*:?\s+(?P<place>.+)", re.I)
_BY_WHOM = re.compile(r"(?P<unit>.+?)\s+reach(?:es)?\s+(?P<place>.+)", re.I)
_FATE = re.compile(
    r"(?P<who>.+?)\s+(?:is|are)\s+(?P<what>hurt|wounded|out|lost|down|dead|killed|destroyed|beaten|broken)", re.I
)
_HURT = ("hurt", "wounded")
_ENEMY = re.compile(r"(?:the\s+)?enem(?:y|ies)(?:\s+side)?", re.I)
_AIM = re.compile(r"(?:(?:my|our|the|an?|this)\s+)?(?:aim|goal|objective)s?\b.*", re.I)
_NOWHERE = re.compile(
    r"(?:(?:a|the|some)\s+)?(?:place|aim)?\s*(?:is\s+)?(?:reached|taken|lost)|.+\s+reach(?:es)?"
    r"|(?:some|any)thing(?:\s+happens)?|(?:a|the)\s+thing(?:\s+happens)?",
    re.I,
)
_MOST_NAMED = 6
"""Units of the side for which it is offered that they reach a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Until(Generic[S]):
    """What orders of a rule set can last until. `turn`: the one that has come; `its_name`: a unit's."""

    stops: tuple[StopKind[S], ...]
    where: Whereabouts[S]
    turn: Callable[[S], int]
    its_name: Callable[[S, str], str]

    # ── Read ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def read(self, state: S, side: SideId, units: Sequence[str], text: str, strength: Strength) -> Stop:
        """What ends orders for these units (none: all of the side).

        Raises RuleViolation "no-length", "until-told", "no-such-stop", "never-reached", "never-happens",
        "reached-already", "happened-already", "turn-gone".
        """
        written = as_written(text)
        own = tuple(self.where.units(state, side))
        whom = tuple(unit for unit in units if unit in own) if units else own
        stop = self._thing(written) or self._fate(state, side, written) or self._in_place(state, side, whom, written)
        stop = replace(stop, strength=strength, ends=True)
        self.require_to_come(state, side, whom, stop)
        return stop

    def _thing(self, written: str) -> Stop | None:
        """A stop by its name or in its words: "losses 3", "another enemy is seen"."""
        found = _NUMBER.search(written)
        number = float(found.group()) if found is not None else None
        plain = folded(_NUMBER.sub(" ", written)).strip(" :=")
        for kind in self.stops:
            if folded(written) == folded(kind.key) or plain == kind.key.replace("-", " ") or plain == kind.key:
                return self._counted(kind, number)
            if folded(written) == folded(kind.words(Stop(kind.key, number))):
                return self._counted(kind, number)
        return None

    def _counted(self, kind: StopKind[S], number: float | None) -> Stop:
        if number is None and kind.measured:
            raise RuleViolation(
                "until-told",
                f"“{kind.key}” says nothing without a number.",
                remedy=f"Write the number with it: “{kind.key} 6”.",
            )
        if number is not None and number <= 0:
            raise _no_length(f"“{kind.key} {number:g}” has come before anybody moves.")
        return Stop(kind.key, number)

    def _fate(self, state: S, side: SideId, written: str) -> Stop | None:
        """What becomes of somebody: "Holt is hurt", "Mill cell is beaten"; None where it is about a place."""
        if _AIM.fullmatch(written) and self._named_in(self.where.fates.own(state, side), written) is None:
            raise RuleViolation(
                "until-told",
                f"“{written[:60]}”: an aim by itself isn't a place and nobody.",
                remedy="Name its place, its people or its turn: “the mill is reached”, “Holt is hurt”, “turn 6”.",
            )
        match = _FATE.fullmatch(written)
        if match is None:
            return None
        who, what = match["who"], match["what"].casefold()
        if _ENEMY.fullmatch(who):
            raise RuleViolation(
                "no-such-stop",
                "Once the enemy is beaten the battle is over, and your orders with it.",
                remedy="Have them last until cancelled, or name one of the enemy's units: “Mill cell is beaten”.",
            )
        own = self._named_in(self.where.fates.own(state, side), who)
        if own is not None:
            kind, word = (HURT, "hurt") if what in _HURT else (OUT, "lost")
            return Stop(kind, unit=own.ref, said=f"{own.name} is {word}")
        foe = self._named_in(self.where.fates.foes(state, side), who)
        if foe is not None and what not in _HURT:
            return Stop(BEATEN, unit=foe.ref, said=f"{foe.name} is beaten")
        if what == "lost":
            return None  # a place
        whose = "You have nobody" if what in _HURT else "You know of nobody"
        raise RuleViolation(
            "never-happens",
            f"{whose} “{who[:60]}” of whom you would see that.",
            remedy="Name one of your own people or units, or an enemy unit that you see.",
        )

    def _named_in(self, known: Iterable[Known], written: str) -> Known | None:
        wanted = folded(written)
        return next((each for each in known if wanted in (folded(each.ref), folded(each.name))), None)

    def _in_place(self, state: S, side: SideId, whom: Sequence[str], written: str) -> Stop:
        if _NOWHERE.fullmatch(written) or written.casefold() in {"reached", "taken", "lost", "place", "a place"}:
            raise RuleViolation(
                "until-told",
                f"“{written[:60]}” leaves open which place or which thing.",
                remedy="Name it: “the mill is reached”, “an enemy is seen”.",
            )
        match = _AFTER.fullmatch(written) or _BEFORE.fullmatch(written)
        if match is not None:
            what, place = match["what"].casefold(), match["place"]
            spot = self._spot(state, side, whom, place)
            return Stop(what, at=place, spot=spot, said=f"{place} is {what}")
        if (match := _BY_WHOM.fullmatch(written)) is not None:
            unit, place = self._own(state, side, match["unit"]), match["place"]
            spot = self._spot(state, side, (unit,), place)
            return Stop(REACHED, at=place, spot=spot, unit=unit, said=f"{self.its_name(state, unit)} reaches {place}")
        raise RuleViolation(
            "no-such-stop",
            f"Orders cannot last until “{written[:60]}”.",
            remedy="Name a place (“the mill is reached”, “taken” or “lost”), somebody (“Holt is hurt”), "
            f"or one of: {self._named()}.",
        )

    def _named(self) -> str:
        return ", ".join(f"{kind.key} 3" if kind.measured or kind.counts else kind.key for kind in self.stops)

    def _own(self, state: S, side: SideId, written: str) -> str:
        wanted = folded(written)
        for unit in self.where.units(state, side):
            if wanted in (folded(unit), folded(self.its_name(state, unit))):
                return unit
        raise RuleViolation(
            "never-reached",
            f"You have no unit “{written[:60]}” left, so it reaches nothing.",
            remedy="Name one of your own units.",
        )

    def _spot(self, state: S, side: SideId, whom: Sequence[str], place: str) -> Point:
        if self.where.board(state, side) is None:
            raise _never("This battle has no board, so no place is ever reached.", "Name a thing that happens instead.")
        if not whom:
            raise _never("You have nobody left who could get there.", "Name a thing that happens instead.")
        on_table = next((unit for unit in whom if self.where.figures(state, unit)), whom[0])
        try:
            return self.where.spot(state, side, on_table, place)
        except RuleViolation as why:
            raise _never(f"“{place[:60]}” is never reached: {why.message}", why.remedy) from None

    def require_to_come(self, state: S, side: SideId, whom: Sequence[str], stop: Stop) -> None:
        """Raises RuleViolation for what has happened already, and for what cannot happen."""
        kind = self.kind(stop.kind)
        if kind.clock and (stop.number or 0) <= self.turn(state):
            raise RuleViolation(
                Why.TURN_GONE,
                f"{kind.key.capitalize()} {stop.number:g} has come already.",
                remedy=f"Name a {kind.key} after {kind.key} {self.turn(state)}.",
            )
        if kind.counts:
            left = sum(self.where.strength(state, unit) for unit in whom)
            if (stop.number or 1) > left:
                raise RuleViolation(
                    "never-happens",
                    f"These orders are for {left}, so {stop.number or 1:g} are never lost.",
                    remedy="Name a smaller number.",
                )
        if kind.places and any(any(kind.signs(state, side, unit, stop)) for unit in (stop.unit, *whom) if unit):
            code = "reached-already" if stop.kind == REACHED else "happened-already"
            said = stop.said.replace(" reaches ", " has reached ").replace(" is ", " has been ")
            said = f"{stop.at} is not yours to lose" if stop.kind == LOST else f"{said} already"
            raise RuleViolation(code, f"{said[:1].upper()}{said[1:]}.", remedy="Name another place, or another end.")

    def kind(self, key: str) -> StopKind[S]:
        """Raises KeyError for a stop that the rule set does not have."""
        for kind in (*self.stops, *named_stops(self.where)):
            if kind.key == key:
                return kind
        raise KeyError(key)

    # ── Offered ───────────────────────────────────────────────────────────────────────────────────────────────────

    def offered(self, state: S, side: SideId, aims: Sequence[BattleAim]) -> Iterator[UntilWhat]:
        """What can be chosen, the aims' places first; each can still come."""
        found = (*self._people(state, side, aims), *self._places(state, side, aims), *self._things(state))
        for one in dict.fromkeys(found):
            try:
                self.read(state, side, (), one.text, "later")
            except RuleViolation:
                continue  # has come, or cannot: it is not offered
            yield one

    def _places(self, state: S, side: SideId, aims: Sequence[BattleAim]) -> Iterator[UntilWhat]:
        board = self.where.board(state, side)
        if board is None:
            return
        goals = list(dict.fromkeys(aim.place for aim in aims if aim.place and aim.state == "open"))
        for place in goals:
            yield UntilWhat(f"{place} is reached", "your aim: one of these units gets there", place=True)
            yield UntilWhat(f"{place} is taken", "your aim: you stand in it, and no enemy that you know of", place=True)
            yield UntilWhat(f"{place} is lost", "your aim: you hold it no longer", place=True)
        for place in named_places(board):
            yield UntilWhat(f"{place} is reached", "one of these units gets there", place=True)
        for unit in self.where.units(state, side)[:_MOST_NAMED]:
            for place in goals[:2]:
                yield UntilWhat(f"{self.its_name(state, unit)} reaches {place}", "whoever has these orders", place=True)

    def _people(self, state: S, side: SideId, aims: Sequence[BattleAim]) -> Iterator[UntilWhat]:
        """Whom an aim is about: own ones to be kept alive, enemies to be beaten."""
        about = {ref for aim in aims if aim.state == "open" for ref in aim.units}
        for one in self.where.fates.own(state, side):
            if one.ref in about:
                yield UntilWhat(f"{one.name} is hurt", "your aim is about them")
                yield UntilWhat(f"{one.name} is lost", "your aim is about them")
        for one in self.where.fates.foes(state, side):
            if one.ref in about:
                yield UntilWhat(f"{one.name} is beaten", "your aim is about them")

    def _things(self, state: S) -> Iterator[UntilWhat]:
        for kind in self.stops:
            if kind.clock:
                for later in (2, 3, 5):
                    yield UntilWhat(f"{kind.key} {self.turn(state) + later}", "when it begins")
            elif kind.measured:
                yield UntilWhat(f"{kind.key} 6", kind.words(Stop(kind.key, 6)))
            elif kind.counts:
                for number in (1, 3):
                    yield UntilWhat(f"{kind.key} {number}", kind.words(Stop(kind.key, number)))
            else:
                yield UntilWhat(kind.key, kind.words(Stop(kind.key)))


def as_written(text: str) -> str:
    """What orders last until, without what surrounds it. Raises RuleViolation "no-length" where nothing is left,
    "no-such-stop" where it is longer than any place or thing."""
    written = re.sub(r"^until\s+", "", " ".join(text.split()), flags=re.I).strip(" .,;:")
    if not written:
        raise _no_length("These orders last until nothing at all.")
    if len(written) > UNTIL_LONGEST:
        raise RuleViolation(
            "no-such-stop",
            f"What orders last until is said in {UNTIL_LONGEST} characters; you wrote {len(written)}.",
            remedy="Name one place or one thing.",
        )
    return written


def require_until(lasts: str, until: str | None) -> None:
    """Raises RuleViolation for orders that last until something, and do not say until what."""
    if lasts == UNTIL and until is None:
        raise RuleViolation(
            "until-told",
            "These orders last until something, and do not say until what.",
            remedy="Name a place or a thing: “the mill is reached”, “new enemy”.",
        )


def _never(message: str, remedy: str | None) -> RuleViolation:
    return RuleViolation("never-reached", message, remedy=remedy or "Name another place.")


def _no_length(message: str) -> RuleViolation:
    return RuleViolation(Why.NO_LENGTH, message, remedy="Name a place, or a thing that is still to happen.")
