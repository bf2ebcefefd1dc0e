"""One-off resolutions: `adjutant resolve book-and-gun ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from rules.book.procedure import Resolutions, row
from rules.book_and_gun.resolutions import cards, combat, fire, indirect, morale, movement, spotting

_ALL = Resolutions(
    "The Book and the Gun",
    # VI
    row(spotting.Spot, spotting.spot),
    # VIII
    row(movement.Move, movement.move),
    row(movement.JokerMove, movement.joker_move),
    row(movement.Charge, movement.charge),
    row(morale.Rally, morale.rally),
    # X
    row(fire.Fire, fire.fire),
    row(cards.Sniper, cards.sniper),
    row(cards.JokerFire, cards.joker_on_fire),
    row(cards.CasualtyCard, cards.casualty_card),
    row(cards.BackBlast, cards.back_blast),
    row(cards.Canister, cards.canister),
    row(cards.Reload, cards.reload_markers),
    row(cards.RulesOfEngagement, cards.rules_of_engagement),
    row(indirect.Deviate, indirect.deviate),
    row(indirect.Bombard, indirect.bombard),
    # XI
    row(combat.CloseInto, combat.close_into),
    row(combat.StandAndFight, combat.stand_and_fight),
    row(combat.Evade, combat.evade),
    row(combat.CloseCombat, combat.close_combat),
    row(combat.Stragglers, combat.stragglers),
    # XII
    row(morale.MajorMorale, morale.major_morale),
    row(morale.CriticalMorale, morale.critical_morale),
    row(morale.PinnedMorale, morale.pinned_morale),
    row(morale.Rout, morale.rout),
    row(morale.Retreat, morale.retreat),
)
RESOLUTIONS, resolve = _ALL.forms, _ALL.resolve
