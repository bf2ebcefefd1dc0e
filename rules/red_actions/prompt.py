"""Who must decide what now. Empty while the engine goes on by itself, and when the battle is over."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.deed import lawful
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.turns import followed_by
from rules.kernel.action import ENGINE, Action
from rules.red_actions.actions import CODEC
from rules.red_actions.actions.command import Disperse
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.segment import Proceed, Stand
from rules.red_actions.deeds import DEEDS, ORDERS
from rules.red_actions.knowledge import known_as, known_to_all
from rules.red_actions.offers import offers
from rules.red_actions.orders.table import to_act, turn_waits
from rules.red_actions.play.engine.rounds import TurnStep, next_step
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.setup.preparing import setup_asks
from rules.red_actions.play.turn.initiative import able
from rules.red_actions.questions import QUESTIONS, ask
from rules.red_actions.state import Phase, Segment, State
from rules.seam.asking import Ask, Prompt, Wording, common, put_to

QUICK = 4
"""Offers shown beside a prompt at most."""


def prompt(state: State) -> Prompt:
    """The question that stands, both sides before the battle, or the side whose segment it is. RA-def.turn"""
    if state.ended is not None or not state.sides:
        return Prompt()
    if state.question is not None:
        # Nobody is asked while sealed orders are carried out. RA-R240
        return Prompt() if ORDERS.sealing.open(state) else Prompt((ask(state, state.question),))
    if ORDERS.between(state, (side.key for side in state.sides)) is not None:
        return Prompt()
    if turn_waits(state):
        return Prompt(ORDERS.sealing.asks(state, _sealing(state)))
    if next_step(state) is not None or followed_by(ORDERS, state, to_act(state)) is not None:
        return Prompt()
    if state.phase is not Phase.PLAYING:
        return Prompt(setup_asks(state))
    segment = state.segment
    return Prompt() if segment is None or _forced(state) is not None else Prompt((_segment(state, segment),))


def _sealing(state: State) -> Wording:
    """What both sides are asked where they order a turn at once. RA-R240"""
    return Wording("Order turn {} and seal it; units without orders stand.", (common(state.turn),))


def _segment(state: State, segment: Segment) -> Ask:
    """Which unit acts, or what the one that has begun does. Everybody is asked the same however many are left to act:
    what stands at a marker may be a dummy. Of one that lies hidden nobody else learns that it has begun: the question
    that everybody reads, and its deadline, stay what they were. RA-seq.dummy, RA-action.hide"""
    if segment.unit is None:
        return _which(state, segment)
    unit, key = state.unit(segment.unit), _key(state, segment)
    secret = secret_to(unit) is not None
    doing = common("Move now?" if segment.fired else "What now?")
    asked = put_to(
        segment.side,
        key if secret else f"{key}-{unit.id}-{len(segment.extras)}-{segment.fired}",
        Wording("{}: {}", (known_as(state, unit.side, unit.id), doing)),
        _absent(state, (unit.id,), rest=True),
        known=replace(known_to_all(state), more=False),
        units=(unit.id,),
        quick=(offer for offer in offers(state, segment.side, unit.id) if not offer.needs),
        room=QUICK,
        idle=_stand(state, (unit.id,), rest=True),
    )
    return replace(asked, face=_which(state, segment).face) if secret else asked


def _key(state: State, segment: Segment) -> str:
    """Everybody has seen which segment of the battle it is; what has been lost, or has acted, some see alone."""
    return f"segment-{state.turn}-{segment.side}-{state.segments}"


def _which(state: State, segment: Segment) -> Ask:
    """Which unit acts. RA-def.turn"""
    units = _able(state, replace(segment, unit=None)) or (segment.unit or "",)
    turn, first = common(state.turn), known_as(state, segment.side, units[0])
    which, only = Wording("Turn {0}: which unit acts?", (turn,)), "Turn {0}: which unit acts?"
    words = which if len(units) > 1 else Wording("{1} acts.", (turn, first), openly=only)
    routing = any(state.unit(ref).routing for ref in units)  # in the open: nobody routs who hides
    return put_to(
        segment.side,
        _key(state, segment),
        words,
        _absent(state, units, rest=True),
        known=known_to_all(state),
        units=units,
        then="stand; who routs rallies or runs on" if routing else "stand",
        idle=_stand(state, units, rest=True),
    )


def _absent(state: State, units: tuple[str, ...], *, rest: bool) -> Action:
    """The deadline has a unit stand, and the others of the side (`rest`); a routing one tries to rally, or runs on.
    RA-R186"""
    stand = _stand(state, units, rest=rest)
    if stand is not None:
        return stand
    rally = RallyRout(unit=units[0])
    return rally if lawful(DEEDS.judge, state, rally, ENGINE) else RallyRout(unit=units[0], run=True)


def _stand(state: State, units: tuple[str, ...], *, rest: bool) -> Stand | None:
    """The first of them that may stand does, and with `rest` the others of the side; None: all of them rout."""
    steady = next((ref for ref in units if not state.unit(ref).routing), None)
    return None if steady is None else Stand(unit=steady, rest=rest)


def _able(state: State, segment: Segment) -> tuple[str, ...]:
    if segment.unit is not None:
        return (segment.unit,)
    return able(state, segment)


def _forced(state: State) -> Action | None:
    """What the side must do that has its segment: all of its units that are left rout, and there is but one thing that
    each may do, run on or try to rally. The first of them does it unasked. RA-R188"""
    segment = state.segment
    units = () if segment is None else _able(state, segment)
    ways = [_ways(state, ref) for ref in units if state.unit(ref).rout is not None]
    return ways[0][0] if ways and len(ways) == len(units) and all(len(each) == 1 for each in ways) else None


def _ways(state: State, ref: str) -> tuple[Action, ...]:
    """What a routing unit may do."""
    return tuple(way for way in (RallyRout(unit=ref), RallyRout(unit=ref, run=True), Disperse(unit=ref))
                 if lawful(DEEDS.judge, state, way, ENGINE))  # fmt: skip


def proceed(state: State) -> Action | None:
    """The engine's own next action; None when somebody must decide or the battle is over."""
    if state.ended is None and state.question is not None and ORDERS.sealing.open(state):
        return QUESTIONS.absent(state, state.question)
    if (first := ORDERS.between(state, (side.key for side in state.sides))) is not None:
        return first
    step = next_step(state)
    if step is None:
        side = followed_by(ORDERS, state, to_act(state))
        if side is not None:
            return FollowOrders(side=side)
        return _forced(state) if state.question is None and state.phase is Phase.PLAYING else None
    if turn_waits(state):
        return None
    if step is TurnStep.REST and state.segment is not None:
        return _absent(state, _able(state, state.segment), rest=False)
    if step is TurnStep.DROP:
        announced = CODEC.load(state.announced)
        # Where it has become impossible, its player may do something else. RA-R110
        return announced if lawful(DEEDS.judge, state, announced, ENGINE) else Proceed()
    return Proceed()
