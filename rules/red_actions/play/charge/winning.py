"""The chance to win a charge, from its test to the dice of the combat, as its own side can reckon it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.red_actions.book.charging import AtContact, at_contact, contact_terror, fear_tested
from rules.red_actions.book.combat import result
from rules.red_actions.book.kinds import Arm, StruckSide, Test
from rules.red_actions.book.shooting_table import RESULTS, ShotResult
from rules.red_actions.play.charge.charging import declared, may_fire, shot_at_chargers
from rules.red_actions.play.charge.reaching import Assault
from rules.red_actions.play.charge.strengths import match_of
from rules.red_actions.play.fire.aiming import aimed_volley
from rules.red_actions.play.fire.chances import SCORES, hit_chances, result_chances
from rules.red_actions.play.morale.numbers import success, tests
from rules.red_actions.play.morale.odds import passes
from rules.red_actions.play.officers.replacing import states_to_come
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit

_ONE = Fraction(1)


def goes_in(state: State, unit_id: str) -> Fraction:
    """The chance that the charge is carried out: its test, after a rally test if the unit is pinned, whichever officer
    is drawn for it. RA-charge.test, RA-morale.trigger.charge, RA-R49, RA-R54"""
    return sum(
        (share * _tested(each, each.unit(unit_id)) for each, share in states_to_come(state, unit_id)), Fraction(0)
    )


def _tested(state: State, unit: Unit) -> Fraction:
    rallied = passes(success(state, unit, Test.RALLY), state.light) if unit.pinned else _ONE
    return rallied * passes(success(state, unit, Test.CHARGE), state.light)


def wins(state: State, found: Assault, *, ambush: bool = False) -> Fraction:
    """The chance that whoever is charged gives way, falls or is taken: by the charge test, their fear test, their fire
    and the combat, in their order. RA-R80, RA-charge.fear, RA-charge.shoot, RA-R74, RA-R76, RA-combat.4

    Made of what the charger's side may see alone: enemies who lie hidden are left out, and guns have a round. What
    markers of fire lead to beside a lost base is not reckoned with, nor dice for officers.
    """
    unit, target = found.unit, found.target
    begun = _ONE if ambush else goes_in(state, unit.id)
    if not begun:
        return Fraction(0)
    seen = _as_seen(state, unit.side)
    arm = seen.card(target).arm
    meets = at_contact(seen.card(unit).arm, arm, target.routing)
    tested = fear_tested(arm, target.routing) and tests(seen, target, Test.FEAR)
    holds = passes(success(seen, target, Test.FEAR), seen.light) if tested else _ONE
    if arm is Arm.MORTAR or target.routing:
        return begun  # they are removed, or run before the charger
    stood = sum(
        (
            share * (_fought(seen, found, each) if meets is AtContact.COMBAT else _ONE)
            for each, share in _after_fire(seen, found)
        ),
        Fraction(0),
    )
    return begun * (1 - holds + holds * stood)


def _as_seen(state: State, side: SideId) -> State:
    units = (unit if unit.side == side else _enemy(unit) for unit in state.units)
    return replace(state, units=tuple(unit for unit in units if unit.side == side or unit.hidden is Concealment.NO))


def _enemy(unit: Unit) -> Unit:
    """Nobody sees how many rounds an enemy has left."""
    return replace(unit, bases=tuple(replace(base, limber=1, cart=0) for base in unit.bases))


def _after_fire(state: State, found: Assault) -> Iterator[tuple[Unit, Fraction]]:
    """The charger as it comes to contact, with the chance of each; those whom the fire has stopped are left out."""
    unit, task = found.unit, declared(found, beyond=False)
    target = state.unit(found.target.id)
    if not may_fire(state, task, target):
        yield unit, _ONE
        return
    volley = aimed_volley(state, shot_at_chargers(state, task, target))
    for hits, chance in enumerate(hit_chances(volley)):
        for shown, share in result_chances(state, volley).items():
            after = _hurt(state, unit, shown, hits)
            if after is not None and chance * share:
                yield after[0], chance * share * after[1]


def _hurt(state: State, unit: Unit, shown: ShotResult, hits: int) -> tuple[Unit, Fraction] | None:
    """The unit after a result and so many direct hits, and the chance that it goes on; None: it cannot."""
    killed = hits + (RESULTS.bases_killed if shown.kill else 0)
    if shown.retire or killed >= len(unit.bases):
        return None
    hurt = replace(unit, bases=unit.bases[: len(unit.bases) - killed], terror=unit.terror + shown.terror)
    chance = _ONE
    taken = (
        [Test.FEAR] * (hits + shown.kill) + [Test.SERIOUS] * shown.serious + [Test.RALLY] * (shown.pinned or shown.kill)
    )
    for test in taken:
        chance *= passes(success(state, hurt, test), state.light)
    return hurt, chance


def _fought(state: State, found: Assault, charger: Unit) -> Fraction:
    """The chance of a result of the combat table that is the charger's. RA-combat.4, RA-charge.flank.2,
    RA-charge.rear.2"""
    target = state.unit(found.target.id)
    if found.side is not StruckSide.FRONT:
        target = replace(target, terror=target.terror + contact_terror(found.side))
    both = match_of(state.with_unit(charger).with_unit(target), charger, target, found.side, False, ())
    won = Fraction(0)
    for roll, chance in SCORES.items():
        what = result(both.odds.column, roll)
        weaker_gives = what.weaker_retires or not what.stronger
        won += chance if weaker_gives is both.odds.charger_stronger else 0
    return won
