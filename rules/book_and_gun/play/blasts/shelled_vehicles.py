"""Vehicles under indirect fire: shells, bomblets and bombs at each hull beneath the template. X.7.22, X.7.23, BG-R95.

Order of chance (BG-R11): vehicle by vehicle its D20, a bomblet's D6, its card, then those inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.book import indirect, vehicle_blast
from rules.book_and_gun.book.casualty import FULL_DECK, CasualtyDeck
from rules.book_and_gun.book.hit_odds import live_cards
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.book.to_hit import chance_in_twenty
from rules.book_and_gun.book.vehicle_blast import BOMBLET_HITS, Blasted
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import DeckShuffled, UnitRevealed
from rules.book_and_gun.events.vehicles import VehicleStruck
from rules.book_and_gun.play.aboard.crew import built, occupants
from rules.book_and_gun.play.blasts.harm import Blamed
from rules.book_and_gun.play.blasts.wrecks import WORSE, get_out, people_struck
from rules.book_and_gun.play.ground.hulls import within_reach
from rules.book_and_gun.state import State
from rules.book_and_gun.vehicles import Vehicle, VehicleCondition
from rules.kernel.chance import Draw
from rules.kernel.event import Event
from rules.kernel.facts import Itemised
from rules.seam.asking import Outcome, Prospect
from rules.table.board import Point

SPARE = 8
"""Cards that must be left beyond two for each who may draw one: else the deck may end, and nothing exact can be
said."""
_ORDER = tuple(VehicleCondition)


def beneath(state: State, action: Bombard, burst: Point | None) -> tuple[Vehicle, ...]:
    """The vehicles whose hull lies under its template; none under smoke, or without a place. BG-X.7.221a,
    BG-X.7.23a."""
    if burst is None or action.smoke or not state.vehicles:
        return ()
    return tuple(within_reach(state, burst, indirect.template(action.blast_of) / 2))


def number_at(action: Bombard, vehicle: Vehicle, *, lased: bool) -> Itemised:
    """What the D20 must not exceed: by armour alone. BG-X.6.1a, BG-X.7.22b, BG-X.7.223a."""
    armour = built(vehicle).armour
    return vehicle_blast.to_hit(action.blast_of, armour, designator=lased, bomblets=action.bomblets)


def shell_vehicles(course: Course, action: Bombard, burst: Point | None, blamed: Blamed, *, lased: bool) -> None:
    """Each vehicle beneath in the order of the battle; what burns is left at once. BG-X.7.221a, BG-X.7.223b,
    BG-X.7.23a, BG-R93, BG-R95, BG-R258."""
    for found in beneath(course.state, action, burst):
        state = course.state
        vehicle = state.vehicle(found.id)
        number = number_at(action, vehicle, lased=lased)
        deck = CasualtyDeck(state.casualty_deck, state.options)
        done = vehicle_blast.bombard(
            action.blast_of,
            built(vehicle).armour,
            number,
            occupants(state, vehicle),
            deck,
            course.chance,
            bomblets=action.bomblets,
            options=state.options,
        )
        course.note(*_struck(state, action, vehicle, number, done, blamed, list(course.chance.taken())))
        if done.fate == "destroyed":
            get_out(course, vehicle.id, "wreck", burst)


def _struck(
    state: State,
    action: Bombard,
    vehicle: Vehicle,
    number: Itemised,
    done: Blasted,
    blamed: Blamed,
    draws: list[Draw],
) -> Iterator[Event]:
    unit = state.unit(vehicle.unit)
    if unit.concealed and done.hit:
        yield UnitRevealed(unit=unit.id, reason="its vehicle is hit", citations=("BG-VI.1.1a", "BG-R258"))
    for _ in range(done.shuffled):
        yield DeckShuffled(deck="casualty", citations=("BG-R03",))
    rolled = 1 + (done.second is not None) + len(done.cards)
    strike = "air strike" in action.blast_of or action.bomblets
    yield VehicleStruck(
        unit=vehicle.unit,
        vehicle=vehicle.id,
        die=done.die,
        to_hit=number,
        second=done.second,
        cards=done.cards,
        fate=done.fate,
        condition=max(vehicle.condition, WORSE[done.fate], key=_ORDER.index),
        penetrated=False,
        by=blamed.figure or "",
        by_unit=blamed.unit or "",
        weapon="improved munitions" if action.bomblets else action.blast_of,
        audience=(unit.side,) if unit.concealed and not done.hit else None,
        draws=tuple(draws.pop(0) for _ in range(rolled)),
        citations=("BG-X.7.23a" if strike else "BG-X.7.221a", "BG-X.6.chart", "BG-R95"),
    )
    yield from people_struck(state, blamed, vehicle, done.inside, "inside", draws)


# ── Chances ──────────────────────────────────────────────────────────────────────────────────────────────────────


def fates_of(state: State, action: Bombard, vehicle: Vehicle, *, lased: bool) -> tuple[Fraction, Fraction]:
    """The chances that a vehicle beneath is stopped or worse, and that it is destroyed. BG-X.7.221b, BG-X.7.23b."""
    number = number_at(action, vehicle, lased=lased)
    hit = Fraction(chance_in_twenty(number, state.options), 20)
    hit *= Fraction(BOMBLET_HITS, 6) if action.bomblets else 1
    cards = live_cards(state.casualty_deck, state.options)
    row = "air strike" if action.bomblets or action.blast_of == "air strike" else "artillery"
    fates = [vehicle_blast.card_fate(card, row, built(vehicle).armour, state.options) for card in cards]
    stopped = sum(fate != "unharmed" for fate in fates)
    return hit * Fraction(stopped, len(cards)), hit * Fraction(fates.count("destroyed"), len(cards))


class VehicleOutlook:
    """The chances of every vehicle that it may reach, over all places where it can burst. `aboard`: the units with
    people in or on one of them."""

    def __init__(self, state: State, action: Bombard, *, lased: bool) -> None:
        self._state, self._action, self._lased = state, action, lased
        self._fates: dict[str, tuple[Fraction, Fraction]] = {}
        self._drawing = 0
        self.aboard: set[str] = set()

    def weigh(self, burst: Point | None, share: Fraction, people: int) -> None:
        """A place where it bursts with this chance, with so many people beneath it."""
        state, drawing = self._state, people
        for vehicle in beneath(state, self._action, burst):
            stopped, destroyed = fates_of(state, self._action, vehicle, lased=self._lased)
            before = self._fates.get(vehicle.id, (Fraction(0), Fraction(0)))
            self._fates[vehicle.id] = before[0] + share * stopped, before[1] + share * destroyed
            inside = state.people_in(vehicle.id)
            self.aboard |= {state.unit_of(f.id).id for f in inside}
            drawing += 1 + len(inside)
        self._drawing = max(self._drawing, drawing)

    def prospects(self, endangers: Callable[[str], bool]) -> Iterator[Prospect]:
        """`endangers`: whether harm to a vehicle's unit is a danger. What cannot be told exactly is not told. BG-R03"""
        if not _deck_lasts(self._state, self._drawing):
            return
        for name, (stopped, destroyed) in self._fates.items():
            vehicle = self._state.vehicle(name)
            danger = endangers(vehicle.unit)
            yield Prospect(f"stops {vehicle.name} or worse", stopped, Outcome("vehicle stopped", name), danger)
            yield Prospect(f"destroys {vehicle.name}", destroyed, Outcome("vehicle destroyed", name), danger)


def _deck_lasts(state: State, drawing: int) -> bool:
    """Whether the casualty deck cannot end among so many who may draw from it. BG-R03"""
    if switch(state, "casualty-deck") == "shuffle-every-draw":
        return True
    return (len(state.casualty_deck) or len(FULL_DECK)) >= 2 * drawing + SPARE
