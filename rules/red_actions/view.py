"""What one viewer may know of a battle: an allow-list.

A side's own units are shown whole. Of the enemy it is shown what stands openly: bases, markers, formation, who leads
it; of a position marker its number, of an ambush nothing. RA-seq.3, RA-ambush.place
"""

from __future__ import annotations

from rules.language.words import are_several, counted, listed, plural
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.kinds import Arm, Light, Trait, UnitFormation, Weather
from rules.red_actions.book.units import guns
from rules.red_actions.knowledge import may_see
from rules.red_actions.picture import headline, scene, states
from rules.red_actions.play.fire.supply import load_words
from rules.red_actions.play.setup.preparing import token_words
from rules.red_actions.play.turn.flight import tally_for
from rules.red_actions.state import State
from rules.red_actions.units import Officer, Unit
from rules.seam.viewing import FigureView, UnitView, View, Viewer
from rules.table.board import Point
from rules.table.reference import exactly


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    units = [unit for unit in state.units if may_see(state, viewer, unit.id)]
    return View(
        headline(state),
        _lines(state, viewer),
        tuple(_unit(state, viewer, unit) for unit in units),
        scene(state, viewer),
    )


def _lines(state: State, viewer: Viewer) -> tuple[str, ...]:
    lines: list[str] = []
    if state.light is not Light.DAY:
        lines.append(state.light.value.capitalize())
    if state.weather is not Weather.CLEAR:
        lines.append(state.weather.value.capitalize())
    if state.turn_limit is not None:
        lines.append(f"Turn limit {state.turn_limit}")
    lines += [each.line for each in tally_for(state, viewer)]
    if state.blazes:
        lines.append(f"Burning: {listed([f'{blaze.building} ({blaze.markers} of 5)' for blaze in state.blazes])}")
    for prisoners in state.prisoners:
        count = len(prisoners.bases)
        held = state.side(prisoners.owner).name
        holds = plural(2 if are_several(held) else 1, "holds", "hold")
        lines.append(f"{held} {holds} {counted(count, 'captured base')} of {state.side(prisoners.side).name}")
    if state.ended is not None:
        lines += [state.ended.reason, *state.ended.result.told]
    return tuple(lines)


# ── Units ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unit(state: State, viewer: Viewer, unit: Unit) -> UnitView:
    own = viewer.owns(unit.side)
    return UnitView(
        ref=unit.id,
        name=unit.name,
        side=unit.side,
        strength=len(unit.bases),
        original=unit.raised,
        states=states(state, unit, own=own),
        at=exactly(state.board, where(state, unit)),
        figures=tuple(_officer(state, each) for each in state.officers if each.unit == unit.id) if own else (),
        lines=_sheet(state, unit) if own else _outside(state, unit),
    )


def where(state: State, unit: Unit) -> Point | None:
    """Its place; that of what carries it, or of the unit that an officer is with."""
    carrier = state.find(unit.with_unit or unit.aboard)
    return carrier.at if carrier is not None else unit.at


def officer_words(state: State, officer: Officer) -> str:
    """ "morale +1, Clever"."""
    if not officer.token:
        return "token not drawn yet"
    return token_words(state.cards.token(officer.token))


def _officer(state: State, officer: Officer) -> FigureView:
    rank = "General" if officer.general else "Senior officer" if officer.rank == "senior" else "Junior officer"
    status = {"fit": "fit", "casualty": "killed", "captured": "captured"}[officer.fate]
    return FigureView(officer.id, 1, officer.name, rank, "", status, (officer_words(state, officer),))


def _sheet(state: State, unit: Unit) -> tuple[str, ...]:
    card = state.card(unit)
    lines = [_card_line(card)]
    if card.fear or card.charge:
        numbers = (("charge", card.charge), ("fear", card.fear), ("serious", card.serious), ("rally", card.rally))
        lines.append(f"Tests: {', '.join(f'{name} {number}' for name, number in numbers if number)}")
    lines += _marker_lines(unit)
    commander = state.commander(unit.id)
    if commander is not None:
        lines.append(f"Under {commander.name}: {officer_words(state, commander)}")
    elif card.arm in (Arm.RIFLE, Arm.SABRE):
        lines.append("No officer: one is drawn when it next acts")
    if unit.holds:
        lines.append(f"Holds {unit.holds}")
    if card.arm is Arm.GUN:
        lines.append(f"Guns: {guns(len(unit.bases), state.house)}")
    rounds = sum(base.limber + base.cart for base in unit.bases)
    if state.house.on("ammunition") and card.arm.artillery:
        lines.append(f"Rounds: {rounds}")
    if state.house.on("ammunition") and card.arm is Arm.CART:
        lines.append(f"Holds {load_words(unit.bases)}")
    if unit.rails is not None:
        lines.append(f"On the rails: last move {unit.rails.last:g} in")
    if unit.formation is UnitFormation.LINING:
        lines.append("Along the edge, each base facing out")
    elif unit.formation is not UnitFormation.LINE:
        lines.append(f"In {unit.formation.value}")
    return tuple(lines)


def _card_line(card: TroopCard) -> str:
    parts = [card.name]
    if card.move:
        parts.append(f"move {card.move:g} in" + (f" (evading {card.evade:g})" if card.evade else ""))
    if card.shoot:
        parts.append(f"shoots {card.shoot} a base to {card.range:g} in")
    if card.combat:
        parts.append(f"fights {card.combat} a base")
    traits = [trait.value for trait in sorted(card.traits) if trait is not Trait.CARRIES_TROOPS]
    return ", ".join([*parts, *traits])


def _marker_lines(unit: Unit) -> list[str]:
    if not unit.markers:
        return []
    each = [f"{unit.terror} terror"] if unit.terror else []
    each += [f"{unit.humiliated} humiliated"] if unit.humiliated else []
    left = len(unit.bases) - unit.markers
    effect = f"counts as {left}" if left > 0 else "counts as half a base" if left == 0 else "breaks"
    return [f"Markers: {listed(each)}; {effect}"]


def _outside(state: State, unit: Unit) -> tuple[str, ...]:
    """What shows of an enemy unit."""
    card = state.card(unit)
    lines = [card.name, *_marker_lines(unit)]
    commander = state.commander(unit.id)
    if commander is not None:
        lines.append(f"Under {commander.name}: {officer_words(state, commander)}")
    return tuple(lines)
