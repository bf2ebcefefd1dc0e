"""Turn sequence: cards, runs, whose turn it is, who still has a chance, what the engine does next. Chapter VII.

How other chapters plug in:

- `claim(state, unit_id, by, phase)` judges that the actor may act with this unit now and gives the unit;
  `activated(state, unit, figures)` is the event that spends the card. Every player's deed in the movement and fire
  phases begins with these two. Who may still act is `readiness.movers` and `readiness.fire_chances`.
- The close combat and morale phases are the engine's: `proceed` asks for `ResolveCloseCombat` and `CheckMorale` again
  and again until they have recorded `PhaseStepDone(step="close combat")` or `PhaseStepDone(step="morale")`, and not
  while `state.questions` is not empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.battle.admission import question_open
from rules.battle.umpire import there
from rules.book_and_gun.actions.movement import Enter, RallyUnit
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.events.battle import (
    Activated,
)
from rules.book_and_gun.play.turn.readiness import fire_chances, firing_obstacle, movers, moving_obstacle
from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS, ChargeStage, State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

CARD_PHASES = (Phase.MOVEMENT, Phase.FIRE)

PhasePart = Literal["cards", "neutrals", "leaders", "routed", "done"]
"""Within a card phase: cards are turned while anybody can use them; then neutral civilians act, then (movement only)
independent leaders, then routed units run."""


# ── Who takes which cards ─────────────────────────────────────────────────────────────────────────────────────────


def taker(state: State, unit: Unit) -> SideId | None:
    """The side whose colour a unit's cards have: black for the army, red for the insurgents.

    Civilians take the cards of the side that they favour, neutral ones none. BG-VII.2, BG-VIII.1.11, BG-VIII.1.12,
    BG-X.1.11, BG-R01.
    """
    if unit.side != CIVILIANS:
        return unit.side
    neutral = {"black-cards": ARMY, "red-cards": INSURGENTS}.get(switch(state, "neutral-civilians"))
    return {"pro-army": ARMY, "pro-insurgent": INSURGENTS, "neutral": neutral}[state.civilian_attitude]


def controllers(state: State) -> dict[SideId, SideId]:
    """Civilians friendly to the insurgents are the insurgent player's; the others a third player's or the umpire's.
    BG-III.2.3b."""
    return {CIVILIANS: INSURGENTS} if state.civilian_attitude == "pro-insurgent" else {}


def has_chance(state: State, unit: Unit) -> bool:
    """Whether the unit can still use a chance in this phase."""
    if state.phase is Phase.MOVEMENT:
        return bool(movers(state, unit))
    return state.phase is Phase.FIRE and bool(fire_chances(state, unit))


def _takes_card(state: State, unit: Unit) -> bool:
    """Independent leaders move without a card, after all basic units. BG-VIII.1.15, BG-R126."""
    return not (state.phase is Phase.MOVEMENT and unit.traits.independent)


def eligible(state: State, side: SideId) -> list[Unit]:
    """The units that can use a card of this side's colour now; for a joker's run only the unit named."""
    run = state.run
    if run is not None and run.unit is not None:
        return [u for u in state.units if u.id == run.unit and has_chance(state, u)]
    return [u for u in state.units if taker(state, u) == side and _takes_card(state, u) and has_chance(state, u)]


def nameable(state: State, side: SideId) -> list[Unit]:
    """The units that a joker may be named for: not acted yet, neither shaken, pinned nor routed. BG-R12, BG-R16."""
    return [
        unit
        for unit in eligible(state, side)
        if not unit.reserve
        and unit.morale is Morale.STEADY
        and not (state.phase is Phase.FIRE and any(f.fire_turn == state.turn for f in unit.figures))
        and not (state.phase is Phase.MOVEMENT and any(f.move_turn == state.turn for f in unit.figures))
    ]


def waiting(state: State) -> list[Unit]:
    """The units that the run waits for: those that may be named for its joker, or act on its cards. Empty without a
    run, and when nobody is left who could use the rest of it."""
    run = state.run
    if run is None:
        return []
    return nameable(state, run.side) if run.joker and run.unit is None else eligible(state, run.side)


def chances(state: State, side: SideId) -> int:
    """How many cards are worth turning for a side at once: one for each group that may move, one for each unit that
    may fire (a unit that fires figure by figure gets its further cards later). BG-R180."""
    units = eligible(state, side)
    if state.phase is Phase.MOVEMENT:
        return sum(len(movers(state, unit)) for unit in units)
    return len(units)


# ── Stages of a card phase ────────────────────────────────────────────────────────────────────────────────────────


def part_of_phase(state: State) -> PhasePart:
    """Where a movement or fire phase stands. BG-VIII.1.13, BG-R02, BG-R126."""
    if eligible(state, ARMY) or eligible(state, INSURGENTS):
        return "cards"
    if neutrals(state):
        return "neutrals"
    if state.phase is Phase.MOVEMENT:
        if independents(state):
            return "leaders"
        if runaways(state):
            return "routed"
    return "done"


def neutrals(state: State) -> list[Unit]:
    """Neutral civilians that have yet to act, after both sides. BG-R01."""
    return [u for u in state.units_of(CIVILIANS) if taker(state, u) is None and has_chance(state, u)]


def independents(state: State) -> list[Unit]:
    """Leaders of no basic unit who have yet to move: the army's first. BG-VIII.1.15, BG-R126."""
    for side in (ARMY, INSURGENTS):
        found = [u for u in state.units_of(side) if u.traits.independent and has_chance(state, u)]
        if found and not immobile(state, side):
            return found
    return []


def runaways(state: State) -> list[Unit]:
    """Units routed in an earlier turn that have not run yet in this one. BG-R53."""
    return [
        unit
        for unit in state.units
        if unit.morale is Morale.ROUTED
        and unit.morale_turn < state.turn
        and unit.retreat_turn < state.turn
        and unit.in_play
        and unit.fit
    ]


def immobile(state: State, side: SideId) -> bool:
    """After a failed major check its units stay in place this turn. BG-XII.1.21b."""
    return any(s.key == side and s.immobile_turn == state.turn for s in state.sides)


# ── May he? ───────────────────────────────────────────────────────────────────────────────────────────────────────


def own_unit(state: State, unit_id: str, by: Actor) -> Unit:
    """The unit, if the actor commands it. A unit that he may not know reads like one that does not exist."""
    unit = state.find(unit_id)
    if unit is None or not commands(state, by, unit.side):
        raise RuleViolation("not-yours", f"You have no unit “{unit_id}”.", remedy="Choose one of your own units.")
    return unit


def own_figure(state: State, figure_id: str, by: Actor) -> tuple[Unit, Figure]:
    """The figure and its unit, if the actor commands them."""
    for unit in state.units:
        for figure in unit.figures:
            if figure.id == figure_id and commands(state, by, unit.side):
                return unit, figure
    raise RuleViolation("not-yours", f"You have no figure “{figure_id}”.", remedy="Choose one of your own figures.")


def commands(state: State, by: Actor, side: SideId) -> bool:
    """Whether the actor gives orders to this side: its player, the player who controls it, or the umpire
    (who may speak for one side only)."""
    if by.side is None:
        return by.role is not Role.PLAYER
    return by.side in (side, controllers(state).get(side))


def claim(state: State, unit_id: str, by: Actor, phase: Phase, *, holding: bool = False) -> Unit:
    """The unit, if it may act now in this phase on the actor's word. `holding`: it only declines, which a unit may do
    on a joker without being named.

    Raises RuleViolation: not his, the wrong phase, an open question, no card of its colour, a joker that waits for
    its unit, no chance left. BG-VIII.0.1a, BG-VIII.0.1b, BG-X.0.4, BG-VII.2.
    """
    unit = own_unit(state, unit_id, by)
    require_phase(state, phase)
    if state.questions:
        raise question_open()
    if not has_chance(state, unit):
        raise _spent(state, unit)
    _require_card(state, unit, holding)
    return unit


def require_phase(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        raise RuleViolation(
            "wrong-phase",
            f"That belongs to the {phase.value} phase; this is the {state.phase.value} phase.",
            citation="BG-VII.3",
            remedy=f"Wait for the {phase.value} phase.",
        )


def _spent(state: State, unit: Unit) -> RuleViolation:
    """Why a unit has no chance left."""
    if state.phase is Phase.MOVEMENT:
        found = moving_obstacle(state, unit)
    else:
        obstacles = (firing_obstacle(state, unit, f) for f in unit.fit)
        found = next((o for o in obstacles if o is not None and o.code != "already-fired"), None)
    if found is not None:
        return found
    verb = "move" if state.phase is Phase.MOVEMENT else "fire"
    return RuleViolation(
        "had-its-chance",
        f"{unit.name} has had its chance to {verb} in this turn.",
        citation="BG-VIII.0.1a" if state.phase is Phase.MOVEMENT else "BG-X.0.3",
        remedy="Choose a unit that has not acted yet.",
    )


def _require_card(state: State, unit: Unit, holding: bool) -> None:
    side, run = taker(state, unit), state.run
    if side is None or not _takes_card(state, unit):
        allowed = neutrals(state) if side is None else independents(state)
        if part_of_phase(state) in ("neutrals", "leaders") and unit in allowed:
            return
        raise RuleViolation(
            "not-its-turn",
            f"{unit.name} acts after all cards have been played.",
            citation="BG-R01" if side is None else "BG-VIII.1.15",
            remedy="Wait until both sides have finished.",
        )
    if run is None or run.side != side:
        colour = "black" if side == ARMY else "red"
        raise RuleViolation(
            Why.NOT_YOUR_TURN, f"{unit.name} needs a {colour} card.", citation="BG-VII.2", remedy="Wait for your card."
        )
    if run.joker and run.unit is None and not holding:
        raise RuleViolation(
            "joker-waits", "The card is a joker.", citation="BG-VIII.1.14", remedy="Name the unit that it falls on."
        )
    if run.unit is not None and run.unit != unit.id:
        raise RuleViolation(
            "joker-named",
            f"The joker was named for {state.unit(run.unit).name}.",
            citation="BG-R12",
            remedy="Act with that unit, or let it hold.",
        )


# ── Spending the card ─────────────────────────────────────────────────────────────────────────────────────────────


def activated(
    state: State, unit: Unit, figures: Iterable[Figure], *, declined: bool = False, free: bool = False
) -> Activated:
    """These figures have their chance now, on the next card of the run if they need one. `free`: on the card that
    another unit has spent already. BG-VIII.0.1b, BG-X.0.4."""
    run = state.run
    needs = not free and taker(state, unit) is not None and _takes_card(state, unit) and run is not None
    return Activated(
        unit=unit.id,
        figures=tuple(f.id for f in figures),
        phase=state.phase,
        card=run.cards[run.spent] if needs and run is not None else None,
        declined=declined,
        citations=("BG-VIII.0.1b",) if state.phase is Phase.MOVEMENT else ("BG-X.0.4",),
    )


def require_free(state: State, unit: Unit) -> None:
    """Refuses to hold with, or to move at will, a unit that must do something else on its card."""
    if unit.morale is Morale.SHAKEN:
        raise RuleViolation(
            "must-rally",
            f"{unit.name} is shaken: on its card it must try to rally.",
            citation="BG-VIII.7.1",
            remedy=("Use ", RallyUnit, "."),
        )


def require_mobile(state: State, unit: Unit) -> None:
    """Refuses a move of units that must rally first, that are pinned, whose side is immobile, or that are in reserve.

    BG-VIII.7.1, BG-R50, BG-XII.1.21b, BG-VIII.0.2b.
    """
    require_free(state, unit)
    if unit.morale is Morale.PINNED:
        raise RuleViolation(
            Why.PINNED, f"{unit.name} is pinned.", citation="BG-R50", remedy="Let a leader rally it, or hold."
        )
    if immobile(state, unit.side):
        raise RuleViolation(
            Why.IMMOBILE,
            f"{state.side(unit.side).name} is immobile in this turn.",
            citation="BG-XII.1.21b",
            remedy="Its units may form up in place, or hold.",
        )
    if unit.reserve:
        raise RuleViolation(
            Why.NOT_THERE,
            f"{unit.name} is not on the table yet.",
            citation="BG-VIII.0.2b",
            remedy=("Use ", Enter, ": it is placed on the edge and moves from the next turn on."),
        )


def settled(state: State) -> bool:
    """No question is open and no close combat under way; a charge that has halted 2 inches away waits for its phase
    and may be disturbed by what happens until then. BG-XI.1.1b."""
    under_way = (ChargeStage.CLOSED, ChargeStage.MET)
    return not state.questions and not state.combats and all(c.stage not in under_way for c in state.charges)


def require_settled(state: State) -> None:
    """Refuses what would change who stands and who falls in the middle of something half resolved."""
    if not settled(state):
        raise RuleViolation(
            Why.QUESTION_OPEN,
            "A question is open, or a close combat is under way.",
            remedy="Let it be answered first.",
        )


def find_unit(state: State, unit_id: str) -> Unit:
    """Raises RuleViolation for an unknown id."""
    return there(next((u for u in state.units if u.id == unit_id), None), Why.UNKNOWN_UNIT, "unit")


def find_figure(state: State, figure_id: str) -> tuple[Unit, Figure]:
    """The figure with his unit. Raises RuleViolation for an unknown id."""
    found = next(((unit, figure) for unit in state.units for figure in unit.figures if figure.id == figure_id), None)
    return there(found, Why.UNKNOWN_FIGURE, "figure")
