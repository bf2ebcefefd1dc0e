"""What a bombardment may do: exact chances over every place where the round can fall. X.13."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.indirect import Attack, Struck
from rules.book_and_gun.book.signals import require_smoke_shell
from rules.book_and_gun.play.blasts.shelled_vehicles import VehicleOutlook
from rules.book_and_gun.play.fire.bombard import DOWN, Shelling, fallen
from rules.book_and_gun.play.ground.blast import UnderTemplate, blast_at, holds
from rules.book_and_gun.screens import how_it_lies
from rules.book_and_gun.state import State
from rules.kernel.chance import Card
from rules.kernel.every_die import every_die
from rules.kernel.facts import Fact, Itemised
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Point
from rules.table.scene import Trace


def bombard_odds(state: State, ready: Shelling) -> Odds:
    """The chances that it is on target, catches, hits and fells somebody. BG-X.13.1b, BG-X.13.11a, BG-X.13.12, BG-R97,
    BG-R105."""
    action, aimed, meant = ready.action, ready.aimed, ready.meant
    bursts = every_die(lambda chance: fallen(action, aimed, chance, state.options)[0])  # every place where it can fall
    if action.smoke:
        return screen_odds(state, ready, bursts)
    outlook = Outlook(action.blast_of, state.casualty_deck, state.options)
    sure = chances.ZERO
    caught, hit, falls, mean = sure, sure, sure, sure
    down = sure
    hulls = VehicleOutlook(state, action, lased=ready.lased)
    for burst, whole in bursts.items():
        inside = aimed.building is not None and holds(aimed.building, burst)
        collapse = Fraction(DOWN, 6) if inside else sure
        down += whole * collapse
        for ruin, share in ((aimed.building, whole * collapse), (None, whole * (1 - collapse))):
            if share:
                blast = blast_at(state, action, burst, ruin)
                caught += share * bool(blast.struck)
                hulls.weigh(burst, share, len(blast.struck))
                found = outlook.of(blast.struck)
                hit, falls, mean = hit + share * found.hit, falls + share * found.falls, mean + share * found.mean
    known: list[Prospect] = []
    if aimed.at is not None and not action.on_target:
        known.append(Prospect("on target", bursts.get(aimed.at, sure), Outcome("on target")))
    if aimed.at is not None:
        known.append(Prospect("somebody under the blast", caught, Outcome("caught")))
    if aimed.building is not None:
        known.append(Prospect("the building comes down", down, Outcome("comes down")))
    known.append(Prospect("at least one hit", hit, Outcome("hit")))
    if not outlook.too_many and not hulls.aboard:
        known.append(Prospect("at least one casualty", falls, Outcome("falls")))
    known += hulls.prospects(lambda unit: False)
    return Odds(
        facts=tuple(dict.fromkeys(fact for facts in meant.facts.values() for fact in facts)),
        numbers=_numbers(state, action, meant),
        chances=tuple(known),
        notes=(_who(state, meant), f"{float(mean):.2f} hits expected"),
        traces=(Trace("blast", (aimed.at,), label=action.blast_of, radius=indirect.template(action.blast_of) / 2),)
        if aimed.at is not None
        else (),
    )


def screen_odds(
    state: State,
    ready: Shelling,
    bursts: Mapping[Point | None, Fraction],
    facts: Sequence[Fact] = (),
    notes: Sequence[str] = (),
) -> Odds:
    """Of smoke: whether it comes down where it is aimed, and how it will lie. BG-X.14.3a, BG-X.14.31a."""
    action, aimed = ready.action, ready.aimed
    found = (
        [] if action.on_target else [Prospect("on target", bursts.get(aimed.at, chances.ZERO), Outcome("on target"))]
    )
    lies = how_it_lies(state.board, require_smoke_shell(action.blast_of), state.turn)
    radius = indirect.template(action.blast_of) / 2
    return Odds(
        facts=tuple(facts),
        chances=tuple(found),
        notes=(*(note for note in notes if note), lies),
        traces=(Trace("blast", (aimed.at,), label=f"{action.blast_of} smoke", radius=radius),) if aimed.at else (),
    )


def _numbers(state: State, action: Bombard, meant: UnderTemplate) -> tuple[Itemised, ...]:
    return tuple(dict.fromkeys(indirect.to_hit(one, action.blast_of, state.options) for one in meant.struck))


def _who(state: State, meant: UnderTemplate) -> str:
    """ "Under it where it is aimed: 3 of 1st Squad, 1 of Cell 2"."""
    counts = Counter(meant.units)
    words = ", ".join(f"{number} of {state.unit(unit).name}" for unit, number in counts.items())
    return f"Under it where it is aimed: {words or 'nobody'}"


@dataclass(frozen=True, slots=True)
class BlastChances:
    """For one place: the chance of a hit, of a casualty, and the hits to be expected."""

    hit: Fraction
    falls: Fraction
    mean: Fraction


class Outlook:
    """The chances of everything that can lie under the template; what has been reckoned once is kept."""

    def __init__(self, attack: Attack, deck: tuple[Card, ...], options: tuple[tuple[str, str], ...]) -> None:
        self._attack: Attack = attack
        self._deck, self._options = deck, options
        self._known: dict[tuple[tuple[chances.Hurts, chances.Spread], ...], Fraction] = {}
        self.too_many = False
        """Somewhere more kinds of target lie side by side, or fewer cards are left, than can be reckoned with."""

    def of(self, struck: Sequence[Struck]) -> BlastChances:
        missed, mean = chances.ONE, chances.ZERO
        by_kind: dict[chances.Hurts, chances.Spread] = {}
        for one in struck:
            share = Fraction(
                indirect.chance_in_six(indirect.to_hit(one, self._attack, self._options), self._options), 6
            )
            missed, mean = missed * (1 - share), mean + share
            spread = (1 - share, share)
            kind = kind_of(one)
            by_kind[kind] = chances.convolved(by_kind[kind], spread) if kind in by_kind else spread
        return BlastChances(1 - missed, 1 - self._nobody(by_kind), mean)

    def _nobody(self, by_kind: dict[chances.Hurts, chances.Spread]) -> Fraction:
        if len(by_kind) > chances.MOST_KINDS:
            self.too_many = True
            return chances.ONE
        key = tuple(by_kind.items())
        if key not in self._known:
            try:
                self._known[key] = chances.nobody_falls(key, self._deck, self._options)
            except ValueError:  # the deck may run out among them
                self.too_many = True
                return chances.ONE
        return self._known[key]


def kind_of(one: Struck) -> chances.Hurts:
    """What a hit on him asks of its card: his suit, and who of his unit could take an ace or a face card. BG-R190."""
    if one.crew and not one.area[0].hurt:
        return chances.Hurts(one.target_class, leader=False, key=False, crew=True)
    fit = [man for man in one.area if not man.hurt]
    return chances.Hurts(one.target_class, any(m.leader for m in fit), any(m.key for m in fit))
