"""What a throw may do: exact chances for those under it whom the thrower's side knows of. X.12.1, X.12.2.

Whoever is hidden there changes nothing for the others: each has his own die, and it does not matter who draws which
card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book.explosives import ROW, STUNNED_TURNS, chance_in_six
from rules.book_and_gun.book.indirect import Struck
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.play.explosives.landing import radius_of
from rules.book_and_gun.play.explosives.throwing import ReadyThrow, left
from rules.book_and_gun.play.fire.bombard_forecast import kind_of
from rules.book_and_gun.play.ground.blast import UnderTemplate
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.screens import how_it_lies
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.facts import Item, Itemised
from rules.language.words import counted
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.scene import Trace

SPARE = 8
"""Cards that must be left beyond two for each man under it: else the deck may end, and nothing exact can be said."""


def throw_odds(state: State, ready: ReadyThrow) -> Odds:
    """Facts, numbers and chances, enemies, one's own men and bystanders apart. BG-X.12.1d, BG-X.12.2, BG-R96."""
    traces = (
        (Trace("blast", (ready.at,), label=ready.grenade, radius=radius_of(ready.grenade)),)
        if ready.at is not None
        else ()
    )
    aimed = ready.landing.target.id if ready.landing.target is not None else ""
    halved = effect_of(state, ready.unit) == "half casualties"
    of = Expected(ready.grenade, ready.meant, ready.unit, aimed, halved)
    facts = dict.fromkeys((*ready.landing.facts, *(f for own in ready.meant.facts.values() for f in own)))
    rest = f"{left(ready.unit.munitions, ready.grenade)} left before it"
    return Odds(
        facts=tuple(facts),
        numbers=tuple(_numbers(ready)),
        chances=tuple(_stunned(state, of) if ready.grenade == "flash bang" else casualties_of(state, of)),
        notes=(*_notes(state, ready, of), rest),
        traces=traces,
    )


def _numbers(ready: ReadyThrow) -> Iterator[Itemised]:
    row = ROW.get(ready.grenade, ready.grenade)
    classes: tuple[TargetClass, ...] = tuple(one.target_class for one in ready.meant.struck)
    for each in dict.fromkeys(classes):
        number = device_number(row, each)
        yield Itemised((Item(number, f"{ready.grenade}, class {each}", "BG-X.12.chart"),), label="Hit below")


def _notes(state: State, ready: ReadyThrow, of: Expected) -> Iterator[str]:
    if ready.grenade == "smoke grenade":
        yield how_it_lies(state.board, "grenade", state.turn)
        return
    counts = Counter(ready.meant.units)
    words = ", ".join(f"{number} of {state.unit(unit).name}" for unit, number in counts.items())
    yield f"Under it: {words or 'nobody whom you know of'}"
    if ready.grenade == "flash bang":
        yield f"they neither move nor fire until the end of turn {state.turn + STUNNED_TURNS}"
    elif ready.meant.struck:
        mean = sum((_share(state, of, one) for one in ready.meant.struck), Fraction(0))
        yield f"{float(mean):.2f} hits expected"


@dataclass(frozen=True, slots=True)
class Expected:
    """What goes off, and whom it catches of those whom the side of `unit` knows of. `aimed`: the unit that it is meant
    for; `halved`: a joker halves what it does."""

    kind: str
    meant: UnderTemplate
    unit: Unit
    aimed: str = ""
    halved: bool = False


# ── Who is under it ──────────────────────────────────────────────────────────────────────────────────────────────


def _groups(state: State, of: Expected) -> list[tuple[str, list[str], bool]]:
    """The units under it: enemies in words, then one's own, then others; the last two are a danger."""
    units = list(dict.fromkeys(of.meant.units))
    own = [unit for unit in units if state.unit(unit).side == of.unit.side]
    foes = [unit for unit in units if unit not in own and (unit == of.aimed or state.unit(unit).side != "civilians")]
    rest = [unit for unit in units if unit not in own and unit not in foes]
    found = [("", foes, False), ("one of your own men", own, True), ("a bystander", rest, True)]
    return [each for each in found if each[1]]


def _stunned(state: State, of: Expected) -> Iterator[Prospect]:
    for words, units, danger in _groups(state, of):
        men = sum(unit in units for unit in of.meant.units)
        named = " and ".join(state.unit(unit).name for unit in units)
        said = f"stuns {words}" if danger else f"stuns {counted(men, 'man', 'men')} of {named}"
        yield Prospect(said, Fraction(1), Outcome("stunned", "+".join(sorted(units))), danger=danger)


def casualties_of(state: State, of: Expected) -> Iterator[Prospect]:
    groups = _groups(state, of)
    for words, units, danger in groups:
        struck = [one for one, home in zip(of.meant.struck, of.meant.units, strict=True) if home in units]
        whom = "+".join(sorted(units))
        if not danger:
            missed = prod((1 - _share(state, of, one) for one in struck), start=Fraction(1))
            yield Prospect("at least one hit", 1 - missed, Outcome("hit", whom))
        falls = _falls(state, of, struck, alone=len(groups) == 1)
        if falls is not None:
            yield Prospect(
                f"{words} is hit" if danger else "at least one casualty", falls, Outcome("falls", whom), danger
            )
        elif danger:
            missed = prod((1 - _share(state, of, one) for one in struck), start=Fraction(1))
            yield Prospect(f"a hit on {words}", 1 - missed, Outcome("hit", whom), danger)


def _share(state: State, of: Expected, one: Struck) -> Fraction:
    return Fraction(chance_in_six(of.kind, one.target_class, state.options), 6)


def _falls(state: State, of: Expected, struck: Sequence[Struck], *, alone: bool) -> Fraction | None:
    """That one of these falls; None where it cannot be told exactly. BG-R03, BG-R16, BG-R190."""
    cards = len(state.casualty_deck) or len(chances.FULL_DECK)
    ends = switch(state, "casualty-deck") != "shuffle-every-draw" and cards < 2 * len(of.meant.struck) + SPARE
    if ends or (not alone and of.halved):
        return None
    spreads: dict[chances.Hurts, chances.Spread] = {}
    for one in struck:
        share = _share(state, of, one)
        kind = kind_of(one)
        spread = (1 - share, share)
        spreads[kind] = chances.convolved(spreads[kind], spread) if kind in spreads else spread
    if len(spreads) > chances.MOST_KINDS:
        return None
    return 1 - chances.nobody_falls(tuple(spreads.items()), state.casualty_deck, state.options)
