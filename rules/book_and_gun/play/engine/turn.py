"""The engine's own actions: opening turns and phases, turning cards, closing the battle. Chapter VII."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.ending import Ended, battle_ended
from rules.book_and_gun.actions.battle import BeginTurn, EndBattle, EndPhase, TurnCards
from rules.book_and_gun.book.measures import FIRE
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.events.battle import (
    CardsTurned,
    DeckShuffled,
    PhaseBegan,
    PhaseEnded,
    TurnBegan,
)
from rules.book_and_gun.events.movement import RestockBegan
from rules.book_and_gun.play.explosives.fuses import burned_down
from rules.book_and_gun.play.explosives.smoke import drifted
from rules.book_and_gun.play.morale.portions import rejoined
from rules.book_and_gun.play.movement.hostages import rescued
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, chances, nameable, part_of_phase, waiting
from rules.book_and_gun.play.turn.victory import result
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import FULL_DECK, Card, Chance, is_joker, is_red
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation

RESTOCK_TURNS = FIRE["restocking ammunition"]
"""Full turns that restocking takes. BG-X.2.1b, BG-R82."""

_NEXT = {Phase.MOVEMENT: Phase.FIRE, Phase.FIRE: Phase.CLOSE_COMBAT, Phase.CLOSE_COMBAT: Phase.MORALE}
"""BG-VII.3."""


# ── Turns and phases ──────────────────────────────────────────────────────────────────────────────────────────────


def begin_turn(state: State, action: BeginTurn, by: Actor) -> list[Event]:
    """The next turn: smoke drifts, restocked figures have ammunition again, the movement phase begins, the deck is
    shuffled. Hostages in safety leave the table.

    BG-X.14.31a, BG-XIII.5.1, BG-VII.1, BG-VII.3.a.1, BG-R02, BG-R82.
    """
    if state.phase is not Phase.SETUP and not over(state):
        raise _not_yet("The turn is not over.")
    turn = state.turn + 1
    restocked: list[Event] = [
        RestockBegan(unit=unit.id, figure=figure.id, done=True, citations=("BG-R82",))
        for unit in state.units
        for figure in unit.figures
        if figure.restock_turn and turn - figure.restock_turn >= RESTOCK_TURNS
    ]
    return [
        *rejoined(state),
        *rescued(state),
        TurnBegan(turn=turn),
        *drifted(state, turn),
        *restocked,
        PhaseBegan(phase=Phase.MOVEMENT, citations=("BG-VII.3.a.1",)),
        DeckShuffled(deck="initiative", citations=("BG-VII.1", "BG-R02")),
    ]


def end_phase(state: State, action: EndPhase, by: Actor) -> list[Event]:
    """Closes the phase and opens the next; the last phase of a turn is followed by `begin_turn`.

    The fire phase shuffles the initiative deck again and, by default, a casualty deck of its own. BG-VII.3, BG-X.1.1,
    BG-R02, BG-R03, BG-VII.3.b.1, BG-VII.3.c, BG-VII.3.d.3.
    """
    if not finished(state):
        raise _not_yet(f"The {state.phase.value} phase is not over.")
    events: list[Event] = [PhaseEnded(phase=state.phase, citations=("BG-VII.3",))]
    following = _NEXT.get(state.phase)
    if following is None:
        return events
    events.append(PhaseBegan(phase=following, citations=("BG-VII.3",)))
    if following is Phase.FIRE:
        events.append(DeckShuffled(deck="initiative", citations=("BG-X.1.1", "BG-R02")))
        if switch(state, "casualty-deck") != "per-battle" or not state.casualty_deck:
            events.append(DeckShuffled(deck="casualty", citations=("BG-R03",)))
    return events


def phase_ended(state: State, ready: list[Event], chance: Chance) -> list[Event]:
    """Fuses that burn down in this turn do so as its movement phase ends. BG-X.12.4, BG-X.12.41"""
    if state.phase is not Phase.MOVEMENT:
        return ready
    return [*burned_down(state, chance), *ready]


def finished(state: State) -> bool:
    """Whether the phase that stands has no more work."""
    if state.questions or state.ended or over(state):
        return False
    if state.phase in CARD_PHASES:
        return part_of_phase(state) == "done"
    return state.phase in (Phase.CLOSE_COMBAT, Phase.MORALE) and state.phase.value in state.phase_steps


def over(state: State) -> bool:
    """The turn's last phase has been closed."""
    return state.phase is Phase.MORALE and "ended" in state.phase_steps


def end_battle(state: State, action: EndBattle, by: Actor) -> list[Event]:
    """Records the result that `victory.result` gives. BG-IV.5, BG-R131."""
    found = result(state)
    if found is None:
        raise _not_yet("The battle is not decided.")
    return [battle_ended(Ended(found.winner, found.reason, alone=found.alone), "BG-R131")]


def _not_yet(message: str) -> RuleViolation:
    return RuleViolation("not-yet", message, citation="BG-VII.3", remedy="Let the battle go on.")


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_cards(state: State, action: TurnCards, by: Actor) -> None:
    """Raises RuleViolation unless the phase goes by cards and nobody can act on those that lie there."""
    if state.phase not in CARD_PHASES or part_of_phase(state) != "cards" or waiting(state):
        raise _not_yet("No card is to be turned now.")


def turn_cards(state: State, ready: None, chance: Chance) -> list[Event]:
    """Turns cards until a side can act.

    Pace "card": one card. Pace "run": all cards up to another colour that can be used, a joker or the end of the
    deck, but no more than the side can use. Cards for nobody are discarded on the way; an empty deck is shuffled
    anew. BG-VII.2, BG-VIII.0.2a, BG-VIII.1.1, BG-X.0.5a, BG-R02, BG-R10.
    """
    table = _Table(state, chance)
    while True:
        card = table.turn()
        if card is None:
            if table.run:
                break
            table.shuffle()
            continue
        side = INSURGENTS if is_red(card) else ARMY
        if not table.usable(side) or (is_joker(card) and not nameable(replace(state, run=None), side)):
            table.discarded.append(card)
        elif table.run and (side != table.side or is_joker(card)):
            table.following = card
            break
        else:
            table.side = side
            table.run.append(card)
            if is_joker(card) or table.full():
                break
    return table.events()


class _Table:
    """The cards on the table while they are turned."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.deck: tuple[Card, ...] = state.deck
        self.waiting: Card | None = state.next_card
        self.from_next = state.next_card is not None
        self.side: SideId | None = None
        self.run: list[Card] = []
        self.discarded: list[Card] = []
        self.following: Card | None = None
        self._before: list[Event] = []
        rested = replace(state, run=None)
        self._limits = {side: chances(rested, side) for side in (ARMY, INSURGENTS)}
        if switch(state, "pace") == "card":
            self._limits = {side: min(limit, 1) for side, limit in self._limits.items()}

    def usable(self, side: SideId) -> bool:
        return self._limits[side] > 0

    def full(self) -> bool:
        return self.side is not None and len(self.run) >= self._limits[self.side]

    def turn(self) -> Card | None:
        if self.waiting is not None:
            card, self.waiting = self.waiting, None
            return card
        if not self.deck:
            return None
        card = self.chance.draw(self.deck, for_="initiative")
        self.deck = tuple(c for c in self.deck if c != card)
        return card

    def shuffle(self) -> None:
        if self.discarded:
            self._before.append(self._turned())
        self._before.append(DeckShuffled(deck="initiative", midway=True, citations=("BG-VIII.0.2a", "BG-R02")))
        self.deck, self.discarded, self.from_next = FULL_DECK, [], False

    def events(self) -> list[Event]:
        return [*self._before, self._turned()]

    def _turned(self) -> CardsTurned:
        return CardsTurned(
            side=self.side,
            cards=tuple(self.run),
            joker=bool(self.run) and is_joker(self.run[0]),
            discarded=tuple(self.discarded),
            next_card=self.following,
            from_next=self.from_next,
            draws=self.chance.taken(),
            citations=("BG-VII.2", "BG-R10") if self.discarded else ("BG-VII.2",),
        )
