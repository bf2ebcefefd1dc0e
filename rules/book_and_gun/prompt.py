"""What the battle asks now, and what the engine does by itself. Chapter VII.

The seam's `prompt` and `proceed`: exactly one of them has something to say until the battle is over.
"""

from __future__ import annotations

from rules.battle.deed import lawful
from rules.battle.orders.following import FollowOrders
from rules.book_and_gun.actions.battle import (
    BeginTurn,
    EndBattle,
    EndPhase,
    HoldAll,
    NameJoker,
    NominateCommander,
    TurnCards,
)
from rules.book_and_gun.actions.combat import CheckMorale, ResolveCloseCombat, RunWild
from rules.book_and_gun.actions.fire import FinishSetUp, PlaceDummy
from rules.book_and_gun.actions.movement import AdvanceAll, MoveRouted
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.play.engine.hiding import setting_up, step_of
from rules.book_and_gun.play.engine.turn import finished, over
from rules.book_and_gun.play.explosives.laying import lays_beforehand
from rules.book_and_gun.play.ground.knowing import known_as, known_to_all
from rules.book_and_gun.play.movement.movement import judge_advance
from rules.book_and_gun.play.turn.leadership import may_nominate
from rules.book_and_gun.play.turn.question import QUESTIONS, asked
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, immobile, independents, neutrals, part_of_phase, waiting
from rules.book_and_gun.play.turn.victory import result
from rules.book_and_gun.state import CIVILIANS, Question, Run, Side, State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.chance import card_sign
from rules.seam.asking import Ask, Offer, Prompt, Wording, common, put_to

NOTHING = Prompt()
QUICK = 5
"""Units that a joker may be named for without looking them up."""


def prompt(state: State) -> Prompt:
    """Who must decide what now; empty when the engine goes on or the battle is over."""
    if state.ended or not state.sides or result(state) is not None:
        return NOTHING
    if state.startled:
        return NOTHING
    if state.questions:
        return Prompt(tuple(asked(state, each) for each in _to_be_asked(state)))
    if _between(state) is not None:
        return NOTHING
    if sealing := ORDERS.sealing.asks(state, _sealing(state)):
        return Prompt(sealing)
    if state.phase is Phase.SETUP:
        return Prompt(tuple(ask for side in state.sides if (ask := _before(state, side)) is not None))
    if state.phase not in CARD_PHASES:
        return NOTHING
    cards = _cards(state)
    return NOTHING if _ordered(state, cards) is not None else cards


def proceed(state: State) -> Action | None:
    """The engine's own next action; None when somebody must decide, or the battle is over."""
    if state.ended or not state.sides:
        return None
    if result(state) is not None:
        return EndBattle()
    if state.startled:
        return RunWild()
    if state.questions:
        return _settled(state)
    if (first := _between(state)) is not None:
        return first
    if prompt(state):
        return None
    if state.phase in CARD_PHASES and (ordered := _ordered(state, _cards(state))) is not None:
        return FollowOrders(side=ordered)
    if state.phase is Phase.SETUP or over(state):
        return BeginTurn()
    if finished(state):
        return EndPhase()
    if state.phase is Phase.CLOSE_COMBAT:
        return ResolveCloseCombat()
    if state.phase is Phase.MORALE:
        return CheckMorale()
    return MoveRouted() if part_of_phase(state) == "routed" else TurnCards()


# ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _to_be_asked(state: State) -> tuple[Question, ...]:
    """Nobody is asked while sealed orders are carried out."""
    return () if ORDERS.sealing.open(state) else QUESTIONS.to_be_asked(state, state.questions)


def _settled(state: State) -> Action | None:
    """What a standing answer says or, while sealed orders are carried out, what the absent would."""
    settled = QUESTIONS.settled(state, state.questions)
    if settled is None and ORDERS.sealing.open(state):
        return QUESTIONS.absent(state, state.questions[0])
    return settled


def _ordered(state: State, cards: Prompt) -> SideId | None:
    """The side that is asked and has orders for it."""
    sides = (ask.side for ask in cards.asks if not ask.umpire)
    return next((side for side in sides if ORDERS.answers(state, side)), None)


def _between(state: State) -> Action | None:
    """What the engine does between two phases: orders stop, and what is sealed ahead is sealed."""
    return ORDERS.between(state, (side.key for side in state.sides))


def _sealing(state: State) -> Wording:
    """What both sides are asked where they order a phase at once. BG-R196."""
    return Wording(
        "Order the {} phase of turn {} and seal it; units without orders hold.",
        (common(state.phase.value), common(state.turn)),
    )


# ── Set-up ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _before(state: State, side: Side) -> Ask | None:
    """What a side is asked before the first card: to set up in hiding, then to name its commander."""
    if setting_up(state, side):
        return put_to(
            side.key,
            f"set-up:{side.key}",
            Wording("Place your units, in hiding or in the open, and dummy markers; the enemy sees them afterwards."),
            FinishSetUp(),
            known=known_to_all(state),
            units=tuple(unit.id for unit in state.units_of(side.key)),
            quick=(
                Offer(FinishSetUp(), "Everything is in place"),
                Offer(PlaceDummy.draft(), "Place a dummy marker", needs=("to",)),
            ),
            idle=FinishSetUp(),
        )
    if lays_beforehand(state, side.key) and step_of(side.key) not in state.phase_steps:
        return _laying(side, state)
    return _commander(state, side) if may_nominate(state, side) else None


def _laying(side: Side, state: State) -> Ask:
    """Mines and traps that lie there before the first card, where the battle lets the side lay some. BG-R235"""
    return put_to(
        side.key,
        f"lay:{side.key}",
        Wording("Lay your mines and traps on your own half: each unit's panel has what it carries. Nobody sees them."),
        FinishSetUp(),
        known=known_to_all(state),
        units=tuple(unit.id for unit in state.units_of(side.key)),
        quick=(Offer(FinishSetUp(), "Everything lies in its place"),),
        idle=FinishSetUp(),
        secret=True,
    )


def _commander(state: State, side: Side) -> Ask:
    leaders = [f for unit in state.units_of(side.key) for f in unit.figures if f.traits.leader and f.fit]
    quick = tuple(
        Offer(NominateCommander(figure=figure.id), f"{figure.rank} {figure.name}".strip())
        for figure in sorted(leaders, key=lambda f: -f.traits.precedence)[:5]
    )
    return put_to(
        side.key,
        f"commander:{side.key}",
        Wording("Who is your commander-in-chief? The enemy learns it only when he is killed or captured."),
        NominateCommander(figure=side.commander or leaders[0].id),
        known=known_to_all(state),
        quick=quick,
        secret=True,
    )


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cards(state: State) -> Prompt:
    where = part_of_phase(state)
    if where == "neutrals":
        last = Wording("The civilians act after both sides.")
        return Prompt((_ask(state, CIVILIANS, neutrals(state), last, umpire=True),))
    if where == "leaders":
        units = independents(state)
        return Prompt((_ask(state, units[0].side, units, Wording("Leaders who belong to no unit may move.")),))
    if where != "cards" or state.run is None:
        return NOTHING
    run, units = state.run, waiting(state)
    if not units:
        return NOTHING
    own = [u for u in units if u.side == run.side or _same_player(state, u, run.side)]
    civilians = [u for u in units if u not in own]
    if run.joker and run.unit is None:
        return Prompt((_joker(state, run, own) if own else _joker(state, run, civilians, CIVILIANS),))
    asks = [_ask(state, run.side, own, _words(state, run))] if own else []
    if civilians:
        asks.append(_ask(state, CIVILIANS, civilians, Wording("The civilians may act on this card."), umpire=True))
    return Prompt(tuple(asks))


def _same_player(state: State, unit: Unit, side: SideId) -> bool:
    """Civilians friendly to the insurgents are their player's. BG-III.2.3b."""
    return unit.side == CIVILIANS and state.civilian_attitude == "pro-insurgent" and side == "insurgents"


def _words(state: State, run: Run) -> Wording:
    verb = common("move" if state.phase is Phase.MOVEMENT else "fire")
    cards = common(" ".join(card_sign(card) for card in run.cards[run.spent :]))
    if run.unit is not None:
        return Wording("{} may {} on the joker.", (known_as(state, run.unit), verb))
    if run.left == 1:
        return Wording("{}: one of your units may {}.", (cards, verb))
    return Wording("{}: {} of your units may {}, in any order.", (cards, common(run.left), verb))


def _joker(state: State, run: Run, units: list[Unit], side: SideId | None = None) -> Ask:
    """The joker's side names one of its units; civilians who take its cards are asked when it has none. BG-VIII.1.14,
    BG-X.1.13, BG-R179."""
    return put_to(
        side or run.side,
        f"{_key(state)}:joker",
        Wording(
            "{}: name the unit that it falls on. A D6 says what becomes of it: each unit's panel has its table.",
            (common(card_sign(run.cards[0])),),
        ),
        NameJoker(unit=units[0].id),
        known=known_to_all(state),
        units=tuple(unit.id for unit in units),
        quick=(Offer(NameJoker(unit=unit.id), unit.name) for unit in units),
        room=QUICK,
        then="it falls on one of them",
        umpire=side is not None,
    )


def _ask(state: State, side: SideId, units: list[Unit], words: Wording, *, umpire: bool = False) -> Ask:
    hold = Offer(HoldAll(), "Hold with all" if state.phase is Phase.MOVEMENT else "Hold fire with all")
    quick = [hold]
    forward = AdvanceAll()
    if not umpire and not immobile(state, side) and lawful(judge_advance, state, forward, Actor.player(side)):
        quick.insert(0, Offer(forward, "Advance with all", detail="towards the nearest enemy, full roll"))
    if not umpire:
        quick.append(Offer(HoldAll(whole_phase=True), "Hold for the rest of the phase", detail="on later cards, too"))
    return put_to(
        side,
        _key(state),
        words,
        HoldAll(),
        known=known_to_all(state),
        units=tuple(unit.id for unit in units),
        quick=quick,
        umpire=umpire,
        idle=HoldAll(),
    )


def _key(state: State) -> str:
    """Stable while the same run stands: how many cards are left in the deck tells the runs apart."""
    run = state.run
    spent = f"{len(state.deck)}.{''.join(run.cards)}" if run else part_of_phase(state)
    return f"{state.turn}:{state.phase.value}:{spent}"
