"""What could be done by hand, as orders take it up: the offers of a unit, what comes of them, and their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.battle.deed import AnyDeed
from rules.battle.orders.data import Step
from rules.battle.orders.table import Comes, taken
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer

S = TypeVar("S")


class DeedsByHand(Generic[S]):
    """Over the deeds of these rows. `offered_by`: verbs whose offers stand in another verb's row."""

    def __init__(self, rows: Iterable[AnyDeed[S]], offered_by: Mapping[str, str] = MappingProxyType({})) -> None:
        self._rows = {deed.action.name(): deed for deed in rows}
        self._offered_by = offered_by

    def labels(self, state: S, side: SideId, unit: str, verb: str) -> Iterator[Offer]:
        """All of the unit's offers of one verb."""
        row = self._rows[self._offered_by.get(verb, verb)]
        return (offer for offer in row.offers(state, side, unit) if offer.verb == verb)

    def offers(self, state: S, side: SideId, unit: str, verb: str, *, needs: bool = False) -> Iterator[Offer]:
        """The complete ones, or those that need a word more."""
        return (offer for offer in self.labels(state, side, unit, verb) if bool(offer.needs) == needs)

    def plain(self, verb: str, **like: object) -> Comes[S]:
        """A step that comes to the offers of a verb as they are: those whose fields are like this."""

        def comes_to(state: S, side: SideId, unit: str, step: Step) -> Iterator[Action]:
            for offer in self.offers(state, side, unit, verb):
                if all(getattr(offer.action, name) == value for name, value in like.items()):
                    yield taken(offer)

        return comes_to

    def odds(self, state: S, side: SideId, action: Action) -> Odds:
        """Raises RuleViolation where the player could not do it."""
        row = self._rows[action.name()]
        return row.odds(state, row.judge(state, action, Actor.player(side)))

    def worth(
        self, state: S, side: SideId, offers: Iterable[Offer], least: float | None, chance: Callable[[Odds], Fraction]
    ) -> Iterator[tuple[Fraction, Action]]:
        """Shots with their chances, without those that endanger others, or succeed less often than that in per cent."""
        for offer in offers:
            action = taken(offer)
            try:
                found = self.odds(state, side, action)
            except RuleViolation:
                continue
            likely = chance(found)
            if not any(one.danger for one in found.chances) and likely * 100 >= (least or 0):
                yield likely, action

    def said(
        self, state: S, side: SideId, unit: str, action: Action, *, besides: frozenset[str] = frozenset()
    ) -> Offer | None:
        """The offer that an action comes from. `besides`: fields that orders fill in otherwise than the offer."""
        where = getattr(action, "to", None)
        for offer in self.labels(state, side, unit, action.name()):
            given = offer.action.model_fields_set - {"verb"} - besides
            same = all(getattr(action, name) == getattr(offer.action, name) for name in given)
            if same and bool(where and "to" not in given) == bool(offer.needs):
                return offer
        return None


def likeliest(shots: Iterable[tuple[Fraction, Action]]) -> Iterator[Action]:
    """The best chance first, else in their order."""
    return (action for _, action in sorted(shots, key=lambda shot: -shot[0]))


def label_of(offer: Offer, action: Action) -> str:
    """An offer's words with the place that an order has filled in: "Move to B4"."""
    return f"{offer.label.removesuffix('…').rstrip()} {getattr(action, 'to', '')}" if offer.needs else offer.label
