"""What 5.56mm lends to scripted events: who stands where, Jokers and radio calls, reinforcements, the end."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.admission import require_running
from rules.battle.ending import over, scripted_end
from rules.five56mm.actions.battle import DeclareEnd
from rules.five56mm.events.battle import CardTurned, TurnBegan
from rules.five56mm.events.foot import RadioUsed
from rules.five56mm.forces.muster import reinforce
from rules.five56mm.state import Character, Life, State
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.once import once_for
from rules.seam.forces import MusterUnit
from rules.seam.stage import Body, Happening, Situation, Stage, awaiting


def situation(state: State) -> Situation:
    """Everybody who has taken the field, those aboard a vehicle where it is."""
    return Situation(state.turn, _bodies(state), state.board)


def _there(state: State) -> tuple[object, ...]:
    """What the bodies are made from."""
    return state.characters, state.vehicles


@once_for(_there, most=8)
def _bodies(state: State) -> tuple[Body, ...]:
    return tuple([_body(state, who) for who in state.characters])


def _body(state: State, who: Character) -> Body:
    """He counts while he is on the table and can still act: not when he is dead, has left the table, or lies Mortally
    Wounded without help (MM-5.01.4). Who runs away may rally, and who is hurt or shaken fights on: they count. So
    “losses” are those whom MM-5.1.4 calls out of action; First Aid may give one back."""
    at = None if who.life is Life.LEFT else state.position(who)
    return Body(who.id, who.squad, who.side, at, who.able, who.vehicle or "", left=who.left)


def turn_begun(event: Event) -> int | None:
    """The number of the turn that begins with the event."""
    return event.turn if isinstance(event, TurnBegan) else None


def happenings(state: State, event: Event) -> tuple[Happening, ...]:
    """A Joker of the deck, by its card; a call that was answered, by its key. MM-2.3T.11, MM-4.9.1."""
    match event:
        case CardTurned(fate="joker"):
            return (Happening("joker", event.card),)
        case RadioUsed() if event.roll.passed:
            return (Happening("radio", event.task),)
        case _:
            return ()


def settled(state: State) -> bool:
    """No answer is awaited and no action, grenade or fright is half resolved. A go may be under way: what happens
    then, happens between two of its actions. After the survival tests nothing more comes in."""
    half = (state.question, state.held, state.intent, state.window, state.grenade)
    return bool(state.sides) and not any(half) and not state.frights and not state.settled and not over(state)


def arrive(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    """Squads with their vehicles; they act from the next turn on. MM-2.3T.7. Raises RuleViolation."""
    require_running(begun=bool(state.sides), over=over(state) or state.settled)
    return reinforce(state.board, units, (*state.characters, *state.vehicles), chance)


STAGE: Stage[State] = Stage(
    situation=situation,
    happenings=happenings,
    settled=settled,
    over=over,
    end=scripted_end(DeclareEnd),
    awaiting=awaiting,
)
"""It ends as the umpire declares it. MM-R91."""
