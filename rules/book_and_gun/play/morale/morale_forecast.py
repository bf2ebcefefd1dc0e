"""What rallying, or a called test of morale, may come to: the rule run for every die. VIII.6, XII.1."""

from __future__ import annotations

from fractions import Fraction

from rules.book_and_gun import facts
from rules.book_and_gun.book import morale
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.morale.morale_phase import Called
from rules.book_and_gun.play.morale.rally import Rallying, rally, rally_limit
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Morale, Unit
from rules.kernel.every_die import every_die
from rules.kernel.facts import Fact, Itemised, Source
from rules.seam.asking import Odds, Outcome, Prospect


def rally_odds(state: State, ready: Rallying) -> Odds:
    """The chance to rally. BG-VIII.6.1c, BG-R47."""
    unit, leader, own = ready.unit, ready.leader, ready.own
    ruled = facts.ruled(state, facts.LEADER_NEAR, unit.id) is not None
    source = Source.RULING if ruled else Source.DECLARED if ready.declared is not None else Source.MEASURED
    near = Fact("leader near", leader.name if leader else "none", source)
    back = ("failing that it goes 4D6 inches back",) if unit.morale is Morale.SHAKEN else ()
    if leader is None and switch(state, "rally-without-leader") == "fails":
        return Odds(
            (near,),
            chances=(Prospect("rallies", Fraction(0), Outcome("rallies")),),
            notes=("no leader, no attempt", *back),
        )
    side, options = side_name(unit.side), state.options
    limit = rally_limit(side, unit.morale, own=own, options=options)
    passed = every_die(lambda chance: rally(side, unit.morale, chance, own=own, options=options).passed)
    return Odds((near,), (limit,), (Prospect("rallies", passed.get(True, Fraction(0)), Outcome("rallies")),), back)


def called_test_odds(state: State, ready: Called) -> Odds:
    """What a called test may come to, unit by unit. BG-XII.1.21a, BG-XII.1.31a, BG-R193."""
    if ready.test == "major":
        return _major_odds(state, ready)
    numbers: list[Itemised] = []
    found: list[Prospect] = []
    for unit in (state.unit(unit_id) for unit_id in ready.units):
        led = leader_of(state, unit) is not None
        numbers.append(morale.critical_limit(side_name(unit.side), unit.morale, leader=led, options=state.options))
        named = "" if ready.alone else f"{unit.name} "
        found += [
            Prospect(f"{named}{'stays ' if s is unit.morale else 'is '}{s.value}", p, Outcome(f"is {s.value}", unit.id))
            for s, p in sorted(_critical(state, unit, led).items())
        ]
    ruled = tuple(fact for unit_id in ready.units for fact in facts.said(state, unit_id, facts.LEADER_NEAR))
    return Odds(tuple(dict.fromkeys(ruled)), tuple(dict.fromkeys(numbers)), tuple(found))


def _critical(state: State, unit: Unit, led: bool) -> dict[Morale, Fraction]:
    """The state in which each throw leaves the unit."""
    side, options = side_name(unit.side), state.options
    return every_die(lambda chance: morale.critical(side, unit.morale, chance, leader=led, options=options)[1])


def _major_odds(state: State, ready: Called) -> Odds:
    side, options = side_name(ready.side), state.options
    held = every_die(lambda chance: morale.major(side, chance, options=options).passed)
    holds = held.get(True, Fraction(0))
    return Odds(
        numbers=(morale.major_limit(side, options=options),),
        chances=(
            Prospect("holds", holds, Outcome("holds")),
            Prospect("cannot move in the coming turn", 1 - holds, Outcome("immobile")),
        ),
    )
