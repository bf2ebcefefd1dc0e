"""Who is under a volley's fire, and the exact chances for each: the enemy unit by unit, one's own men, bystanders, and
those behind the launchers. X.1.5, X.2.7, X.2.9, XIII.9.2.

Hits of one kind of target say nothing of the cards that hits of another draw, so each is reckoned by itself: cards are
drawn without being put back, and it does not matter who draws which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book import shared_area
from rules.book_and_gun.book.casualty import Hit
from rules.book_and_gun.book.rows import JokerFireEffect
from rules.book_and_gun.book.tables import CANISTER
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.ground.tabletop import are_enemies
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.seam.asking import Outcome, Prospect

DECK_ENDS = 1e-6
"""Chance that the casualty deck runs out in this volley from which on no exact odds of casualties are told: who gets
its last cards would depend on everything before."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """One area of one weapon's fire: whose figures stand in it, what a hit asks of its card, and how many hits."""

    units: frozenset[str]
    hurts: chances.Hurts
    hits: chances.Spread
    shot: LawfulShot
    aim: int


@dataclass(frozen=True, slots=True)
class Cluster:
    """Units that share areas (an enemy and the higher leader with him), and all fire that falls on them."""

    units: frozenset[str]
    fire: tuple[Exposed, ...]

    @property
    def hits(self) -> chances.Spread:
        total: chances.Spread = (chances.ONE,)
        for one in self.fire:
            total = chances.convolved(total, one.hits)
        return total


def clusters(state: State, shots: Sequence[LawfulShot], effect: JokerFireEffect | None) -> list[Cluster]:
    """All that is under fire, in the order of the shots."""
    found: list[Cluster] = []
    for one in _exposed(state, shots, effect):
        touching = [each for each in found if each.units & one.units]
        units = one.units.union(*(each.units for each in touching))
        fire = (*(exposed for each in touching for exposed in each.fire), one)
        place = found.index(touching[0]) if touching else len(found)
        found = [each for each in found if each not in touching]
        found.insert(place, Cluster(units, fire))
    return found


def _exposed(state: State, shots: Sequence[LawfulShot], effect: JokerFireEffect | None) -> Iterator[Exposed]:
    for shot in shots:
        home = {figure.id: unit.id for unit, figure in shot.caught}
        reached = set(shot.firing.dice_at(state.options)) or {0}
        for number, aim in enumerate(shot.firing.aims):
            if number in reached:
                hits = chances.hits_of(shot.firing, effect, state.options, aim=number)
                units = frozenset(home[man.id] for man in aim.area)
                yield Exposed(units, chances.hurts(aim, sniper=shot.weapon.sniper), hits, shot, number)


# ── Friend and foe ────────────────────────────────────────────────────────────────────────────────────────────────


def enemies_in(state: State, unit: Unit, shots: Sequence[LawfulShot]) -> set[str]:
    """The units that the volley is meant for: its targets, and every enemy that it may strike."""
    caught = {other.id: other for shot in shots for other, _ in shot.caught}
    aimed_at = {shot.target.id for shot in shots}
    return {key for key, other in caught.items() if key in aimed_at or are_enemies(state, unit, other)}


def prospects(state: State, unit: Unit, shots: Sequence[LawfulShot], effect: JokerFireEffect | None) -> list[Prospect]:
    """What the volley may do, the enemy first and unit by unit, then the dangers. What cannot be reckoned exactly is
    not told. BG-X.1.5, BG-X.2.9, BG-R03, BG-R16."""
    meant = enemies_in(state, unit, shots)
    found = clusters(state, shots, effect)
    foes = [each for each in found if each.units & meant]
    told = list(_of_enemies(state, foes, found, meant, effect))
    return told + list(_of_others(state, unit, found, meant, effect)) + list(_behind(unit, shots))


def _of_enemies(
    state: State, foes: Sequence[Cluster], found: Sequence[Cluster], meant: set[str], effect: JokerFireEffect | None
) -> Iterator[Prospect]:
    for each in foes:
        names = " and ".join(state.unit(key).name for key in sorted(each.units & meant))
        on, of_, among = (f" on {names}", f" of {names}", _key(each.units)) if len(foes) > 1 else ("", "", "")
        if not all(one.hurts.sniper for one in each.fire):
            yield Prospect(f"at least one hit{on}", chances.ONE - each.hits[0], Outcome("hit", _key(each.units)))
        if len(foes) > 1 and effect == "half casualties":
            continue
        falls = _falls(state, each.units & meant, [each], found, effect)
        if falls is not None:
            words = f"{'kills' if _one_sniper(each) else 'at least one casualty'}{of_}"
            yield Prospect(words, falls, Outcome("falls", among or _key(meant)))


def _one_sniper(each: Cluster) -> bool:
    return len(each.fire) == 1 and each.fire[0].hurts.sniper


def _of_others(
    state: State, unit: Unit, found: Sequence[Cluster], meant: set[str], effect: JokerFireEffect | None
) -> Iterator[Prospect]:
    caught = {key for each in found for key in each.units if key not in meant}
    own = {key for key in caught if state.unit(key).side == unit.side}
    for units, words in ((own, "one of your own men is hit"), (caught - own, "a bystander is hit")):
        struck = [each for each in found if each.units & units]
        if not struck:
            continue
        falls = _falls(state, frozenset(units), struck, found, effect)
        if falls is not None:
            yield Prospect(words, falls, Outcome("falls", _key(units)), danger=True)
        else:
            fire = [one for each in struck for one in each.fire if one.units & units]
            nothing = prod((one.hits[0] for one in fire), start=chances.ONE)
            firers = _key({one.shot.figure.id for one in fire})
            who = "your own men" if units == own else "bystanders"
            yield Prospect(
                f"a hit where {who} stand, too", chances.ONE - nothing, Outcome("hit by", firers), danger=True
            )


def _falls(
    state: State,
    units: frozenset[str],
    struck: Sequence[Cluster],
    found: Sequence[Cluster],
    effect: JokerFireEffect | None,
) -> Fraction | None:
    """The chance that somebody of these units falls; None where it cannot be told exactly."""
    fire = [one for each in struck for one in each.fire]
    mixed = any(one.units & units and not one.units <= units for one in fire)
    fire = [one for one in fire if one.units & units]
    alone = sum(len(each.fire) for each in found) == 1
    if (len(found) > 1 or mixed) and (effect == "half casualties" or _may_run_out(state, found)):
        return None
    try:
        if not mixed:
            kinds = [(one.hurts, one.hits) for one in fire]
            return chances.ONE - chances.nobody_falls(kinds, state.casualty_deck, state.options)
        if not alone:
            return None
        one = fire[0]
        aim = one.shot.firing.aims[one.aim]
        men = {figure.id for unit, figure in one.shot.caught if unit.id in units}
        hit = Hit(aim.area, aim.target_class, aim.named, crew=aim.crew, wounded_too=True)
        return shared_area.falls(hit, one.hits, men, state.casualty_deck, state.options)
    except ValueError:
        return None


def _may_run_out(state: State, found: Sequence[Cluster]) -> bool:
    """Whether the deck may well end in this volley, two cards counted for each hit."""
    total: chances.Spread = (chances.ONE,)
    for each in found:
        total = chances.convolved(total, each.hits)
    left = len(state.casualty_deck) or 54
    return float(sum(total[left // 2 :], chances.ZERO)) > DECK_ENDS


def _key(units: frozenset[str] | set[str]) -> str:
    return "+".join(sorted(units))


# ── Behind the launchers ──────────────────────────────────────────────────────────────────────────────────────────


def _behind(unit: Unit, shots: Sequence[LawfulShot]) -> Iterator[Prospect]:
    """One's own men in a back blast: on a 1 to 3 of his D6 each of them falls. BG-X.2.8b, BG-X.2.9, BG-R86."""
    struck = [figure for shot in shots for other, figure in shot.behind if other.side == unit.side]
    caught = {figure.id for shot in shots for _, figure in shot.caught}
    if not struck or caught & {figure.id for figure in struck}:
        return
    safe = 1 - Fraction(CANISTER["back blast"].highest_die, 6)
    yield Prospect(
        "the back blast fells one of your own", 1 - safe ** len(struck), Outcome("back blast", unit.id), danger=True
    )
