"""What one viewer may see of a battle on the map: units and their bases, position markers, what lies about.
RA-seq.3, RA-ambush.place
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rules.kernel.changing import replace
from rules.language.words import those_that_hold
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.kinds import Arm, Trait
from rules.red_actions.forces.sides import AFFILIATIONS, COLOURS
from rules.red_actions.knowledge import may_see
from rules.red_actions.play.ground.layout import WIDTH, depth_of, layout
from rules.red_actions.play.sight.knowledge import marker_ref
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Breakdown, Concealment, Fell, Unit
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature, Point, Token
from rules.table.measure import step
from rules.table.scene import Scene, Trace, UnitMark

CAVALRY, GUNS, MORTARS, ARMOUR, MACHINE_GUNS, ENGINEERS, HQ, RAILWAY = (
    "1213", "1303", "1308", "1205", "1211", "1407", "", "1631",
)  # fmt: skip


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


def states(state: State, unit: Unit, *, own: bool) -> tuple[str, ...]:
    """Markers and what else shows; of one's own also what is hidden."""
    gun = state.card(unit).arm is Arm.GUN
    found = those_that_hold(
        ("routing", unit.routing),
        ("pinned", unit.pinned),
        ("terror", unit.terror),
        ("humiliated", unit.humiliated),
        ("evading", unit.evading),
        ("formed", unit.formed),
        ("marching", unit.marching),
        ("broken down", unit.breakdown is Breakdown.TEMPORARY),
        ("stuck for good", unit.breakdown is Breakdown.FOR_GOOD),
        ("limbered", gun and unit.limbered),
        ("unlimbered", gun and not unit.limbered),
        ("in the wire", unit.in_wire),
        ("aboard", unit.aboard),
    )
    if own and unit.hidden is Concealment.MARKER:
        found.append(f"marker {unit.marker}" if unit.marker else "as a marker")
    elif own and unit.hidden is not Concealment.NO:
        found.append("in ambush" if unit.hidden is Concealment.AMBUSH else "hidden")
    if own and unit.arrives and unit.at is None:
        found.append(f"arrives in turn {unit.arrives}" if unit.arrives > state.turn else "may arrive")
    elif state.phase is Phase.PLAYING and not unit.ready(state.turn) and state.turn:
        found.append("has acted")
    return tuple(found)


def scene(state: State, viewer: Viewer) -> Scene | None:
    """Units as blocks of bases under their symbols, position markers, what lies about, wire cut and houses on fire."""
    if state.board is None:
        return None
    shown = [unit for unit in state.on_table() if may_see(state, viewer, unit.id)]
    marks = [_mark(state, viewer, unit) for unit in shown]
    marks += [mark for unit in state.units if may_see(state, viewer, unit.id) for mark in _horses(state, unit)]
    return Scene(
        board=_as_it_is(state, viewer),
        units=tuple(marks),
        markers=tuple(_markers(state, viewer)),
        traces=tuple(_traces(state, viewer)),
        caption=headline(state),
        wrecks=tuple(_wrecks(state)),
        fallen=tuple(_fallen(state, viewer)),
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


def _horses(state: State, unit: Unit) -> Iterator[UnitMark]:
    """Where men on foot have left their horses, with the base that holds them: an enemy can take them there.
    RA-dismount.2, RA-R121"""
    for base, at in unit.horses:
        if at is None:
            continue
        depth = depth_of(state.cards.card(base.card))
        token = Token(base.id, *at, unit.facing, kind="base", length=depth, width=WIDTH, state="fit")
        yield UnitMark(
            ref=f"horses-{base.id}",
            label=f"{unit.name}: horses",
            side=unit.side,
            affiliation=AFFILIATIONS.get(unit.side, "unknown"),
            colour=COLOURS.get(unit.side, "#555555"),
            x=at[0],
            y=at[1],
            facing=unit.facing,
            figures=(token,),
            single=True,
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


def _fallen(state: State, viewer: Viewer) -> Iterator[UnitMark]:
    """Once the battle is over, the destroyed bases, side by side where their units stood: one's own, and those whose
    end everybody knows of."""
    known = {
        loss.base.id: loss
        for loss in (state.losses if state.ended is not None else ())
        if loss.how == "destroyed" and (not loss.unseen or viewer.owns(loss.side))
    }
    lying = [fell for fell in state.fell if fell.base in known]
    for (name, at, facing), group in groupby(
        sorted(lying, key=_lies), key=lambda fell: (fell.name, fell.at, fell.facing)
    ):
        bases = list(group)
        loss = known[bases[0].base]
        tokens = tuple(
            Token(
                fell.base,
                *step(at, facing + 90.0, (number - (len(bases) - 1) / 2) * WIDTH),
                facing,
                kind="base",
                length=depth_of(state.cards.card(known[fell.base].base.card)),
                width=WIDTH,
                state="destroyed",
            )
            for number, fell in enumerate(bases)
        )
        yield UnitMark(
            ref=loss.unit,
            label=name,
            side=loss.side,
            affiliation=AFFILIATIONS.get(loss.side, "unknown"),
            colour=COLOURS.get(loss.side, "#555555"),
            x=at[0],
            y=at[1],
            figures=tokens,
        )


def _lies(fell: Fell) -> tuple[str, Point, float, str]:
    return fell.name, fell.at, fell.facing, fell.base


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
