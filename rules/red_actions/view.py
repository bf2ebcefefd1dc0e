"""What one viewer may know of a battle: an allow-list.

A side's own units are shown whole. Of the enemy it is shown what stands openly: bases, markers, formation, who leads
it; of a position marker its number, of an ambush nothing. RA-seq.3, RA-ambush.place
"""

from __future__ import annotations

from rules.changing import replace
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.kinds import Arm, Light, Trait, UnitFormation, Weather
from rules.red_actions.book.units import guns
from rules.red_actions.forces.sides import AFFILIATIONS, COLOURS
from rules.red_actions.knowledge import may_see
from rules.red_actions.play.fire.supply import load_words
from rules.red_actions.play.ground.layout import layout
from rules.red_actions.play.setup.preparing import token_words
from rules.red_actions.play.sight.knowledge import marker_ref
from rules.red_actions.play.turn.flight import tally_for
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Breakdown, Concealment, Officer, Unit
from rules.table.board import Board, Feature, Point, Token
from rules.table.reference import exactly
from rules.table.scene import Scene, Trace, UnitMark
from rules.viewing import FigureView, UnitView, View, Viewer
from rules.words import counted, listed

CAVALRY, GUNS, MORTARS, ARMOUR, MACHINE_GUNS, ENGINEERS, HQ, RAILWAY = (
    "1213", "1303", "1308", "1205", "1211", "1407", "", "1631",
)  # fmt: skip


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    units = [unit for unit in state.units if may_see(state, viewer, unit.id)]
    return View(
        headline(state),
        _lines(state, viewer),
        tuple(_unit(state, viewer, unit) for unit in units),
        scene(state, viewer),
    )


def headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if state.phase is Phase.DRAWING:
        return "Officers are drawn"
    if state.phase is Phase.DEPLOYING or not state.turn:
        return "Before the first turn"
    segment = state.segment
    whose = f" · {state.side(segment.side).name}" if segment is not None else ""
    return f"Turn {state.turn}{whose}"


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
        lines.append(f"{held} holds {counted(count, 'captured base')} of {state.side(prisoners.side).name}")
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


def states(state: State, unit: Unit, *, own: bool) -> tuple[str, ...]:
    """Markers and what else shows; of one's own also what is hidden."""
    found: list[str] = []
    if unit.routing:
        found.append("routing")
    if unit.pinned:
        found.append("pinned")
    if unit.terror:
        found.append("terror")
    if unit.humiliated:
        found.append("humiliated")
    if unit.evading:
        found.append("evading")
    if unit.formed:
        found.append("formed")
    if unit.marching:
        found.append("marching")
    if unit.breakdown is not Breakdown.NONE:
        found.append("broken down" if unit.breakdown is Breakdown.TEMPORARY else "stuck for good")
    card = state.card(unit)
    if card.arm is Arm.GUN:
        found.append("limbered" if unit.limbered else "unlimbered")
    if unit.in_wire:
        found.append("in the wire")
    if unit.aboard:
        found.append("aboard")
    if own and unit.hidden is Concealment.MARKER:
        found.append(f"marker {unit.marker}" if unit.marker else "as a marker")
    elif own and unit.hidden is not Concealment.NO:
        found.append("in ambush" if unit.hidden is Concealment.AMBUSH else "hidden")
    if own and unit.arrives and unit.at is None:
        found.append(f"arrives in turn {unit.arrives}" if unit.arrives > state.turn else "may arrive")
    elif state.phase is Phase.PLAYING and not unit.ready(state.turn) and state.turn:
        found.append("has acted")
    return tuple(found)


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


# ── The picture ───────────────────────────────────────────────────────────────────────────────────────────────────


def scene(state: State, viewer: Viewer) -> Scene | None:
    """Units as blocks of bases under their symbols, position markers, what lies about, wire cut and houses on fire."""
    if state.board is None:
        return None
    shown = [unit for unit in state.on_table() if may_see(state, viewer, unit.id)]
    marks = [_mark(state, viewer, unit) for unit in shown]
    return Scene(
        board=_as_it_is(state, viewer),
        units=tuple(marks),
        markers=tuple(_markers(state, viewer)),
        traces=tuple(_traces(state, viewer)),
        caption=headline(state),
        wrecks=tuple(_wrecks(state)),
        side_names=tuple((side.key, side.name) for side in state.sides),
    )


def _mark(state: State, viewer: Viewer, unit: Unit) -> UnitMark:
    assert unit.at is not None
    wrecked = {base.id for base in unit.bases if base.wrecked}
    bases = () if state.card(unit).arm is Arm.OFFICER else layout(state, unit)
    tokens = [
        Token(
            stood.base,
            *stood.at,
            stood.facing,
            kind="base",
            length=stood.depth,
            width=stood.width,
            label=str(number),
            state="destroyed" if stood.base in wrecked else "fit",
        )
        for number, stood in enumerate(bases, 1)
    ]
    if state.senior(unit.id) is not None or state.seniors_with(unit.id):
        tokens.append(Token(f"{unit.id} officer", *unit.at, unit.facing, kind="star", radius=0.5, label="★"))
    officer = state.senior(unit.id)
    name = f"{unit.name} (marker {unit.marker})" if unit.hidden is Concealment.MARKER and unit.marker else unit.name
    return UnitMark(
        ref=unit.id,
        label=officer.name if officer is not None else name,
        side=unit.side,
        affiliation=AFFILIATIONS.get(unit.side, "unknown"),
        colour=COLOURS.get(unit.side, "#555555"),
        x=unit.at[0],
        y=unit.at[1],
        facing=unit.facing,
        strength=_strength(unit),
        states=states(state, unit, own=viewer.owns(unit.side)),
        figures=tuple(tokens),
        branch=_branch(state.card(unit)),
        single=state.card(unit).arm is Arm.OFFICER,
    )


def _strength(unit: Unit) -> str:
    """Bases, and how many markers lie on them: "4", "4 −2"."""
    return f"{len(unit.bases)}" + (f" −{unit.markers}" if unit.markers else "")


def _branch(card: TroopCard) -> str:
    """The digits of its symbol's entity; empty: infantry."""
    arm = card.arm
    if arm.train:
        return RAILWAY
    if arm.vehicle:
        return ARMOUR
    if arm.cavalry:
        return CAVALRY
    if Trait.ENGINEERS in card.traits:
        return ENGINEERS
    return {Arm.GUN: GUNS, Arm.MORTAR: MORTARS}.get(arm, "")


def _markers(state: State, viewer: Viewer) -> list[UnitMark]:
    """Position markers as the other side and the public see them; a dummy looks like any other. One without a number
    is not on the table yet. RA-seq.dummy, RA-seq.3"""
    places = [
        (unit.side, unit.marker, unit.at)
        for unit in state.on_table()
        if unit.hidden is Concealment.MARKER and unit.marker and not may_see(state, viewer, unit.id)
    ]
    places += [(d.side, d.marker, d.at) for d in state.dummies if d.marker or viewer.owns(d.side)]
    marks: list[UnitMark] = []
    for side, number, at in sorted(places, key=lambda each: (each[0], each[1])):
        assert at is not None
        dummy = any(each.side == side and each.marker == number for each in state.dummies)
        word = (f"Marker {number}" if number else "Marker") + (" (dummy)" if dummy and viewer.owns(side) else "")
        marks.append(
            UnitMark(
                ref=marker_ref(side, number) if number else f"marker-{side}-{at[0]:g}-{at[1]:g}",
                label=word,
                side=side,
                affiliation=AFFILIATIONS.get(side, "unknown"),
                colour=COLOURS.get(side, "#555555"),
                x=at[0],
                y=at[1],
            )
        )
    return marks


def _wrecks(state: State) -> list[Token]:
    """Guns, weapons, vehicles and horses that nobody holds. RA-action.possess"""
    return [
        Token(each.id, *each.at, each.facing, kind="vehicle", length=1.2, width=1.2, label=f"abandoned {each.what}")
        for each in state.abandoned
    ]


def _as_it_is(state: State, viewer: Viewer) -> Board:
    """The board with what the battle has made of it: foxholes (none that were dug unseen), ways through wire, fires,
    ruins. Whoever lies hidden in foxholes takes none of them off the others' table."""
    assert state.board is not None
    holes = [hole for hole in state.foxholes if not hole.secret_of or viewer.owns(hole.secret_of)]
    extra = [Feature("foxholes", (hole.at,), width=hole.width, name="") for hole in holes if hole.quarters]
    extra += [Feature("path", (lane.at,), width=max(lane.width, 1.0), name="") for lane in state.lanes]
    burning = {blaze.building for blaze in state.blazes}
    features = list(state.board.features)
    for i, feature in enumerate(features):
        if feature.name and feature.name in state.ruins:
            features[i] = replace(feature, kind="rubble", name=f"{feature.name} (destroyed)")
        elif feature.name and feature.name in burning:
            features[i] = replace(feature, name=f"{feature.name} (burning)")
    return replace(state.board, features=(*features, *extra))


def _traces(state: State, viewer: Viewer) -> list[Trace]:
    """What the last action did; the events that made a trace of it were public or the viewer's own."""
    return [trace for trace in state.shown if viewer.umpire or trace.kind != "plan"]
