"""What a fight hand to hand may come to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.five56mm.actions.foot import Engage
from rules.five56mm.book.hand_to_hand import EscapeRoll, Fighter, attack, attack_items, defence_items, escape
from rules.five56mm.book.target_number import ability
from rules.five56mm.play.fire.trials import Chances, Fired, either, look_for
from rules.five56mm.play.melee.melee import Attack, Escaping, fighter, optics_of
from rules.five56mm.play.turn.course import body_penalties, foreseen, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.forecast import counted_on, every, labelled, left, opposed
from rules.five56mm.state import Character, State
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.seam.asking import Odds, Outcome, Prospect

UNKNOWN = "His Strength and skills stand on his own sheet: he is taken to have none."
"""Of an enemy whom somebody is about to attack."""


def of_engage(state: State, ready: Ready[Engage, Attack]) -> Odds:
    """Against what shows of him: where he stands, and what he holds. MM-3.7.2, MM-11.1R.7, MM-R240."""
    who, found = ready.who, ready.found
    own = Itemised(attack_items(fighter(who), found.how))
    defence = Itemised((*defence_items(_as_he_looks(found.target), found.how), *in_the_dark(state, who)))
    chances = _blow(state, who, found)
    numbers, prospects = opposed(defence, own), [Prospect("hit", chances.hit, Outcome("hit"))]
    if found.spotting is not None:
        numbers += labelled(found.spotting.number, found.spotting.bonus)
        prospects.insert(0, Prospect("spotted", chances.seen, Outcome("spotted")))
    notes = ("Both roll a D6; a tie hits.", UNKNOWN, *counted_on(state, who))
    return Odds(found.facts, numbers, tuple(prospects), notes)


def _as_he_looks(target: Character) -> Fighter:
    """An enemy as everybody at the table sees him: with what he holds, and nothing of his sheet."""
    return replace(fighter(target), strength=0, black_belt=False)


def _blow(state: State, who: Character, found: Attack) -> Chances:
    """See him in the dark, then strike. MM-3.7.2, MM-3.7.3, MM-6.2.4, MM-R43."""
    optics, penalties = optics_of(who), in_the_dark(state, who)
    one, other, helps = fighter(who), _as_he_looks(found.target), foreseen(state, who)

    def strike(chance: Chance) -> Fired:
        sighting = look_for(state, who, found.spotting, found.look, optics, helps, chance)
        if not sighting.seen:
            return Fired(False, False)
        return Fired(True, attack(one, other, found.how, chance, penalties, left(helps, sighting.rolls)).hit)

    return either(every(strike))


def of_escape(state: State, ready: Escaping) -> Odds:
    """His own wounds and gas raise what he must reach. MM-R43."""
    who, opponent = ready.who, ready.opponent
    hampered = body_penalties(state, who, action=True)
    mine, helps = who.traits.movement, foreseen(state, who)
    ends = every(lambda chance: _broken_away(escape(mine, opponent.traits.strength, chance, hampered, helps)))
    away, clean, struck = (sum((p for end, p in ends.items() if end[n]), Fraction(0)) for n in range(3))
    against = Itemised((Item(opponent.traits.strength, "his Strength"), *hampered))
    numbers = opposed(against, Itemised((ability(mine, "Movement"),)))
    chances = (
        Prospect("gets away", away, Outcome("gets away")),
        Prospect("without harm", clean, Outcome("without harm")),
        Prospect("struck", struck, Outcome("struck")),
    )
    return Odds((), numbers, chances, counted_on(state, who))


def _broken_away(tried: EscapeRoll) -> tuple[bool, bool, bool]:
    return tried.away, tried.roll.passed, tried.struck
