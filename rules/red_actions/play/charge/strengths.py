"""The strengths of a combat. RA-combat.2, RA-combat.3"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.red_actions.book.combat import CombatOdds, CombatStrength, Fighter, odds, strength
from rules.red_actions.book.kinds import Arm, Cover, StruckSide
from rules.red_actions.book.terrain import Ground
from rules.red_actions.book.units import Markers, effective
from rules.red_actions.play.ground.layout import place_of
from rules.red_actions.play.ground.measures import uphill
from rules.red_actions.play.ground.terrain import across_line, at_passage, cover_of, in_works
from rules.red_actions.play.morale.routers import weapons_left
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit

_WORKS = (Ground.TRENCH, Ground.SANDBAGS)


@dataclass(frozen=True, slots=True)
class Match:
    """Both sides of a combat, the charger first."""

    charger: CombatStrength
    charged: CombatStrength
    odds: CombatOdds


def match_of(
    state: State, unit: Unit, target: Unit, side: StruckSide, counter: bool, began: tuple[Point, ...]
) -> Match:
    """`began`: where the charge started, the charger's place and its target's; empty: where they stand. RA-combat.1,
    RA-combat.2, RA-combat.3, RA-combat.equal, RA-R260"""
    own, theirs = began or (place_of(state, unit), place_of(state, target))
    charger = strength(
        _value(state, unit), _bases(unit), _charging(state, unit, uphill(state, own, theirs)), state.house
    )
    higher = uphill(state, theirs, own)
    fighter = _charging(state, target, higher) if counter else _defending(state, target, unit, side, higher)
    charged = strength(_value(state, target), _bases(target), fighter, state.house)
    return Match(charger, charged, odds(charger.exact, charged.exact, state.house))


def _value(state: State, unit: Unit) -> int:
    """The card's combat number; a crew without its weapons has none. RA-combat.2, RA-R60"""
    return 0 if weapons_left(state, unit.id) is not None else state.card(unit).combat


def _bases(unit: Unit) -> Fraction:
    return effective(len(unit.bases), Markers(unit.terror, unit.humiliated, unit.pinned))


def _charging(state: State, unit: Unit, higher: bool) -> Fighter:
    """RA-combat.modifiers.formed, RA-combat.modifiers.uphill, RA-R77"""
    formed = unit.formed and state.card(unit).arm is Arm.SABRE
    return Fighter(uphill=higher, formed_charge=formed)


def _defending(state: State, unit: Unit, charger: Unit, side: StruckSide, higher: bool) -> Fighter:
    """One feature fortifies or covers, not both; another one may add to it. RA-combat.modifiers.fort,
    RA-combat.modifiers.cover, RA-combat.modifiers.flank, RA-R09"""
    works = in_works(state, unit, charger)
    lines = [ground for ground in across_line(state, unit, charger) if ground not in _WORKS]
    covered = cover_of(state, unit, charger) is not Cover.OPEN
    return Fighter(
        fortified=works,
        covered=at_passage(state, unit, charger) or bool(lines) or (covered and not works),
        uphill=higher,
        flank_or_rear=side is not StruckSide.FRONT,
    )
