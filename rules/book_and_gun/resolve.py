"""One-off resolutions: `adjutant resolve book-and-gun ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from rules.book.showing import Resolution, Resolved
from rules.book_and_gun.resolutions import cards, combat, fire, indirect, morale, movement, spotting
from rules.book_and_gun.resolutions.frame import BookResolution
from rules.chance import Chance

F = TypeVar("F", bound=BookResolution)
Resolver = Callable[[Any, Chance], Resolved]
"""Any: each takes its own form; `_pairs` is where form and procedure are matched, and typed."""


def _pair(form: type[F], procedure: Callable[[F, Chance], Resolved]) -> tuple[type[BookResolution], Resolver]:
    return form, procedure


_RESOLVERS: Mapping[type[BookResolution], Resolver] = MappingProxyType(
    dict(
        (
            # VI
            _pair(spotting.Spot, spotting.spot),
            # VIII
            _pair(movement.Move, movement.move),
            _pair(movement.JokerMove, movement.joker_move),
            _pair(movement.Charge, movement.charge),
            _pair(morale.Rally, morale.rally),
            # X
            _pair(fire.Fire, fire.fire),
            _pair(cards.Sniper, cards.sniper),
            _pair(cards.JokerFire, cards.joker_on_fire),
            _pair(cards.CasualtyCard, cards.casualty_card),
            _pair(cards.BackBlast, cards.back_blast),
            _pair(cards.Canister, cards.canister),
            _pair(cards.Reload, cards.reload_markers),
            _pair(cards.RulesOfEngagement, cards.rules_of_engagement),
            _pair(indirect.Deviate, indirect.deviate),
            _pair(indirect.Bombard, indirect.bombard),
            # XI
            _pair(combat.CloseInto, combat.close_into),
            _pair(combat.StandAndFight, combat.stand_and_fight),
            _pair(combat.Evade, combat.evade),
            _pair(combat.CloseCombat, combat.close_combat),
            _pair(combat.Stragglers, combat.stragglers),
            # XII
            _pair(morale.MajorMorale, morale.major_morale),
            _pair(morale.CriticalMorale, morale.critical_morale),
            _pair(morale.PinnedMorale, morale.pinned_morale),
            _pair(morale.Rout, morale.rout),
            _pair(morale.Retreat, morale.retreat),
        )
    )
)

RESOLUTIONS: tuple[type[Resolution], ...] = tuple(_RESOLVERS)
"""The forms, in the order of the book."""


def resolve(form: Resolution, chance: Chance) -> Resolved:
    """Resolve one filled-in form. Raises RuleViolation for what the rules do not allow, TypeError for a form of
    another rule set."""
    if not isinstance(form, BookResolution):
        raise TypeError(f"{type(form).__name__} is no resolution of The Book and the Gun")
    return _RESOLVERS[type(form)](form, chance)
