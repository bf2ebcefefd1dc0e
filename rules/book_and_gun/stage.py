"""What this rule set lends to scripted events: who stands where, which jokers were turned, how units arrive, how it
ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.admission import require_running
from rules.battle.ending import over, scripted_end
from rules.book_and_gun.actions.battle import DeclareEnd
from rules.book_and_gun.decide import followed
from rules.book_and_gun.events.battle import CardsTurned, TurnBegan
from rules.book_and_gun.events.devices import PeopleSearched
from rules.book_and_gun.forces.muster import arrive
from rules.book_and_gun.forces.sides import SIDE_KINDS
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.play.turn.sequence import settled
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Morale, Status, Unit
from rules.kernel.action import Action, SideId
from rules.kernel.chance import Chance, is_joker
from rules.kernel.event import Event
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterUnit
from rules.seam.stage import Body, Happening, Situation, Stage, awaiting

SAFE = "safe"
"""How a hostage who was brought out has left, by no edge in particular. BG-R283"""


def situation(state: State) -> Situation:
    """Every figure: able while he is fit and on the table; a wounded one counts as a loss. Steady while his unit is
    neither shaken nor routed. In the air they are over a place, not in it. Hostages who are out of it are freed, and
    no loss. BG-VIII.2.12a, BG-XIII.5.1, BG-R283, BG-R289"""
    return Situation(state.turn, _bodies(state.units), state.board)


@once_a_state
def _bodies(units: tuple[Unit, ...]) -> tuple[Body, ...]:
    return tuple(
        [
            Body(
                figure=figure.id,
                unit=unit.home or unit.id,
                side=unit.side,
                at=figure.at if figure.on_field and not unit.reserve else None,
                able=figure.fit and not unit.reserve,
                aboard=figure.vehicle,
                steady=unit.morale not in (Morale.SHAKEN, Morale.ROUTED),
                left=SAFE if figure.status is Status.GONE and unit.traits.kind == HOSTAGES else "",
                aloft=figure.seat is not None and figure.seat.aloft,
            )
            for unit in units
            for figure in unit.figures
        ]
    )


def turn_begun(event: Event) -> int | None:
    """The number of the turn that begins with the event."""
    return event.turn if isinstance(event, TurnBegan) else None


def happenings(state: State, event: Event) -> tuple[Happening, ...]:
    """What a search has found, and the jokers that were turned, also those that nobody could use. BG-XIII.9.1, BG-R10.

    One that broke a run was turned then and is not counted again when it opens its own."""
    if isinstance(event, PeopleSearched):
        target = state.unit(event.target)
        found = Happening("found", state.unit(event.unit).side, target.home or target.id)
        return (found,) if event.item else ()
    if not isinstance(event, CardsTurned):
        return ()
    before = state.next_card if event.from_next else None
    turned = [*event.discarded, *event.cards, *((event.next_card,) if event.next_card else ())]
    return tuple(Happening("joker", card) for card in turned if is_joker(card) and card != before)


def reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    """Units arrive at their places, else side by side on their side's edge. They do not move in this turn and may
    fire; who nears a concealed enemy finds him. The commander-in-chief stays who he is: he was nominated at the
    start. BG-VIII.0.2b, BG-R126, BG-R24, BG-R139.

    Raises RuleViolation: a side that does not take part, an empty or unreadable unit, an id that is taken.
    """
    require_running(begun=True, over=over(state))
    return followed(state, list(arrive(state, units)))


def end(winner: SideId | None, reason: str) -> Action:
    """The umpire's word that ends the battle. Raises RuleViolation for a side that cannot win. BG-R131."""
    if winner not in (None, ARMY, INSURGENTS):
        known = SIDE_KINDS.get(winner)
        raise RuleViolation(
            "cannot-win",
            f"{known.title if known else winner} cannot win a battle.",
            citation="BG-R131",
            remedy="Name the army, the insurgents or nobody.",
        )
    return scripted_end(DeclareEnd)(winner, reason)


STAGE: Stage[State] = Stage(
    situation=situation, happenings=happenings, settled=settled, over=over, end=end, awaiting=awaiting
)
