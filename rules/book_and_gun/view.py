"""What one viewer may know of a battle: an allow-list. A concealed unit or a reserve of somebody else is not there.

Own units are shown whole; those of others as they stand on the table: name, figures that can be counted, what can be
seen of their state. The umpire sees all. The public sees what both sides may see of each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.ending import over
from rules.book_and_gun.book.arms import ON_VEHICLE, spelled
from rules.book_and_gun.book.explosives import STORES
from rules.book_and_gun.forces.injuries import INJURIES
from rules.book_and_gun.forces.sides import SIDE_KINDS
from rules.book_and_gun.play.aboard.captives import is_hostage
from rules.book_and_gun.play.aboard.crew import built, closed_in, drives, post_of
from rules.book_and_gun.play.ground.aloft import aircraft_of
from rules.book_and_gun.play.ground.cycling import cycle_lines, cycle_tokens
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.knowing import knows, knows_wreck, owns
from rules.book_and_gun.play.ground.mounted import horse_lines, led_tokens, mounted
from rules.book_and_gun.play.ground.tabletop import middle, tokens, whereabouts
from rules.book_and_gun.play.sight.observation import marker_ref
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.victory import tally
from rules.book_and_gun.state import Marker, Moved, Side, State
from rules.book_and_gun.units import Figure, Morale, Phase, Posture, Status, Unit
from rules.book_and_gun.view_devices import device_lines, store_words, with_devices
from rules.book_and_gun.view_guns import gun_lines, gun_tokens, left_guns
from rules.book_and_gun.view_vehicles import hulls_of, vehicle_line
from rules.kernel.action import SideId
from rules.kernel.chance import card_sign
from rules.kernel.changing import replace
from rules.language.words import compass
from rules.seam.viewing import FigureView, UnitView, View, Viewer
from rules.table.board import Board, Token
from rules.table.fog import Glimpse
from rules.table.reference import square_of
from rules.table.scene import Scene, Trace, UnitMark

ARMOUR, CAVALRY, HELICOPTER, FIXED_WING = "1205", "1213", "1206", "1208"
"""The digits of armour and of cavalry in a NATO code."""
UNKNOWN = {"friend": "10031000000000000000", "hostile": "10061000000000000000", "neutral": "10041000000000000000"}
"""The bare frame of a side: a marker does not say what lies under it."""


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    units = tuple(_unit(state, viewer, unit) for unit in state.units if unit.figures and knows(state, viewer, unit))
    units += tuple(_marker(state, viewer, marker) for marker in state.markers if marker.number)
    return View(_headline(state), _lines(state, viewer), units, _scene(state, viewer))


def _headline(state: State) -> str:
    if over(state):
        return "The battle is over"
    if state.phase is Phase.SETUP:
        return "Before the first card"
    return f"Turn {state.turn} · {state.phase.value} phase"


# ── Lines ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _lines(state: State, viewer: Viewer) -> tuple[str, ...]:
    lines: list[str] = []
    if state.run is not None:
        cards = " ".join(card_sign(card) for card in state.run.cards[state.run.spent :])
        lines.append(f"{_name(state, state.run.side)}: {cards}")
    lines += _conditions(state)
    if state.turn_limit:
        lines.append(f"Last turn: {state.turn_limit}")
    for side in state.sides:
        lines += _side_lines(state, viewer, side)
    lines += device_lines(state, viewer)
    lines += [_last_seen(state, glimpse) for glimpse in lost(state, viewer)]
    if state.ended is not None:
        lines += [state.ended.reason, *(each.line for each in tally(state))]
    return tuple(lines)


def lost(state: State, viewer: Viewer) -> tuple[Glimpse, ...]:
    """The units that the viewer's side has seen and sees no more, where they were. BG-R183."""
    if viewer.umpire or viewer.side is None or over(state):
        return ()
    known = next((known for known in state.knowledge if known.side == viewer.side), None)
    return known.lost if known is not None else ()


def _last_seen(state: State, glimpse: Glimpse) -> str:
    where = square_of(state.board, glimpse.point) if state.board is not None else ""
    return f"Last seen: {state.unit(glimpse.unit).name} in {where}, turn {glimpse.turn}"


def _name(state: State, side: SideId) -> str:
    return next((s.name for s in state.sides if s.key == side), side)


def _conditions(state: State) -> list[str]:
    now = state.conditions
    said = [
        *(["night"] if now.light == "night" else []),
        *([now.weather] if now.weather != "clear" else []),
        *([now.ground] if now.ground != "dry" else []),
        *([f"visibility {now.visibility:g} in"] if now.visibility is not None else []),
    ]
    lines = [", ".join(said).capitalize()] if said else []
    if state.board is not None:
        for each in state.screens:
            where = square_of(state.board, each.at)
            lines.append(f"Smoke on {where}: {each.inches:g} in to the {compass(each.wind)}")
    return lines


def _side_lines(state: State, viewer: Viewer, side: Side) -> list[str]:
    """The commander is known to his own side, and to all once he is lost or the battle over. BG-IV.5."""
    lines: list[str] = []
    if side.commander and (owns(state, viewer, side.key) or side.commander_lost_turn or over(state)):
        figure = state.figure(side.commander)
        fate = f" ({figure.status.value})" if side.commander_lost_turn else ""
        lines.append(f"{side.name}: commander-in-chief {figure.rank} {figure.name}{fate}")
    if side.immobile_turn == state.turn > 0:
        lines.append(f"{side.name}: immobile in this turn")
    if side.roe:
        lines.append(f"{side.name}: rules of engagement {side.roe}")
    return lines


# ── Units ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unit(state: State, viewer: Viewer, unit: Unit) -> UnitView:
    own = owns(state, viewer, unit.side)
    return UnitView(
        ref=unit.id,
        name=unit.name,
        side=unit.side,
        strength=unit.strength,
        original=unit.original if own else None,
        states=states(state, viewer, unit),
        at=_at(state.board, unit),
        figures=tuple(_figure(state, figure, own=own) for figure in unit.figures if own or figure.on_field),
        lines=_unit_lines(state, unit) if own else (),
    )


def _marker(state: State, viewer: Viewer, marker: Marker) -> UnitView:
    """A concealment marker, for all to see; what lies under it is for its own side. BG-VI.3.3."""
    under = state.unit(marker.unit).name if marker.unit else "a dummy"
    return UnitView(
        ref=marker_ref(marker),
        name=marker_ref(marker).capitalize(),
        side=marker.side,
        strength=None,
        original=None,
        at=square_of(state.board, marker.at) if state.board is not None else "",
        lines=(f"Under it: {under}",) if owns(state, viewer, marker.side) else (),
    )


def states(state: State, viewer: Viewer, unit: Unit) -> tuple[str, ...]:
    """What can be said of a unit in a word each; to others only what shows."""
    own = owns(state, viewer, unit.side)
    said: list[str] = []
    if unit.morale is not Morale.STEADY:
        said.append(unit.morale.value)
    if unit.fit and all(f.posture is Posture.PRONE for f in unit.fit):
        said.append("prone")
    if unit.charged_turn == state.turn > 0:
        said.append("charged")
    led = (each for each in state.hostages if each.follows and knows(state, viewer, state.unit_of(each.follows)))
    followers = {each.figure for each in led}
    said += ["led"] if any(f.id in followers for f in unit.present) else []
    said += ["mounted"] if mounted(unit) else []
    said += ["disordered"] if unit.baulked_turn == state.turn > 0 else []
    if unit.moved_turn == state.turn > 0 and unit.charged_turn != state.turn:
        said.append("has moved")
    if unit.fired_turn == state.turn > 0:
        said.append("has fired")
    if own:
        said += ["concealed"] if unit.concealed else []
        said += ["in reserve"] if unit.reserve else []
        said += ["no leader"] if unit.in_play and leader_of(state, unit) is None else []
        said += ["out of ammunition"] if any(f.empty for f in unit.fit) else []
    if not any(f.on_field for f in unit.figures):
        said.append("gone")
    return tuple(said)


def _at(board: Board | None, unit: Unit) -> str:
    here = whereabouts(unit.present)
    return square_of(board, here) if board is not None and here is not None and not unit.reserve else ""


def _unit_lines(state: State, unit: Unit) -> tuple[str, ...]:
    left = unit.munitions
    counts = [
        (left.laws, "LAWs"),
        (left.hand_grenades, "hand grenades"),
        (left.rifle_grenades, "rifle grenades"),
        (left.smoke_grenades, "smoke grenades"),
        (left.flash_bangs, "flash bangs"),
        *((getattr(left, store), store_words(kind)) for kind, store in STORES.items()),
    ]
    carried = ", ".join(f"{number} {name}" for number, name in counts if number)
    formed = () if unit.aboard else (f"{unit.formation.value}, {unit.order.value} order",)
    return (
        *(vehicle_line(state, each) for each in state.vehicles_of(unit.id)),
        *horse_lines(state, unit),
        *gun_lines(state, unit),
        *cycle_lines(state, unit),
        *formed,
        *((carried,) if carried else ()),
    )


def _figure(state: State, figure: Figure, *, own: bool) -> FigureView:
    """Others know the man, as the posts name him; what he carries and does is his side's."""
    if not own:
        return FigureView(figure.id, figure.number, figure.name, figure.rank, "", figure.status.value)
    notes = [
        *(["leader"] if figure.traits.leader else []),
        *(figure.traits.weapons[:2]),
        *(["scout"] if figure.scout else []),
        *([_seat(state, figure)] if figure.seat is not None else []),
        *(["mounted"] if figure.steed else []),
        *(["holds horses"] if figure.holds else []),
        *(["prone"] if figure.posture is Posture.PRONE else []),
        *([f"carries {state.figure(figure.carries).name}"] if figure.carries else []),
        *([f"no ammunition: {', '.join(figure.empty)}"] if figure.empty else []),
        *(["dog handler"] if figure.traits.handler else []),
        *(["engineer"] if figure.traits.engineer else []),
        *(injury.title for key in figure.traits.injuries if (injury := INJURIES.named(key))),
        *([f"hides {figure.traits.hides}"] if figure.traits.hides else []),
        *(["detector"] if figure.traits.detector else []),
        *(["ground radar"] if figure.traits.radar else []),
        *(["at work"] if figure.work_turn == state.turn > 0 else []),
        *(["restocking"] if figure.restock_turn else []),
        *([f"stunned until turn {figure.stunned_until}"] if figure.stunned_until >= state.turn > 0 else []),
        *(["has fired"] if figure.fired_turn == state.turn > 0 else []),
    ]
    return FigureView(
        figure.id, figure.number, figure.name, figure.rank, figure.role, figure.status.value, tuple(notes)
    )


def _seat(state: State, figure: Figure) -> str:
    """ "crew of BTR 1"; whoever serves one of its weapons has that."""
    seat, post = figure.seat, post_of(state, figure)
    if seat is None:
        return ""
    name = state.vehicle(seat.vehicle).name
    if post is not None:
        return f"{spelled(post.weapon.removesuffix(ON_VEHICLE))} of {name}"
    return f"{seat.place} of {name}" if seat.crews else f"{'on' if seat.place == 'rider' else 'in'} {name}"


# ── Picture ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _scene(state: State, viewer: Viewer) -> Scene | None:
    board = state.board
    if board is None:
        return None
    marks = [
        mark
        for unit in state.units
        if knows(state, viewer, unit) and unit.in_play
        for mark in _mark(state, viewer, unit)
    ]
    last = state.last
    traces = (_trace(last),) if last is not None and _saw(state, viewer, last) else ()
    laid = tuple(_marker_mark(marker) for marker in state.markers if marker.number)
    laid += tuple(_ghost(state, glimpse) for glimpse in lost(state, viewer))
    names = tuple((side.key, side.name) for side in state.sides)
    return Scene(
        with_devices(state, viewer, board),
        tuple(marks),
        markers=laid,
        traces=traces,
        caption=_headline(state),
        wrecks=_wrecks(state, viewer),
        fallen=tuple(_fallen(state, viewer)),
        side_names=names,
    )


def _trace(last: Moved) -> Trace:
    return Trace(last.kind, last.points, last.side, last.label, last.radius, last.unit)


def _fallen(state: State, viewer: Viewer) -> Iterator[UnitMark]:
    """Once the battle is over, the dead where they fell: one's own, and those of whom everybody was told."""
    for unit in state.units if over(state) else ():
        own = owns(state, viewer, unit.side)
        dead = [f for f in unit.figures if f.status is Status.KILLED and (own or f.fell_openly)]
        here = middle(dead)
        if here is not None:
            kind = SIDE_KINDS[unit.side]
            lie = tuple(replace(each, state="killed") for each in tokens(dead))
            name = unit.name if knows(state, viewer, unit) else "a unit"
            yield UnitMark(unit.id, name, unit.side, kind.affiliation, kind.colour, *here, figures=lie)


def _saw(state: State, viewer: Viewer, last: Moved) -> bool:
    """Whether the viewer may know of all that was done last."""
    if last.audience is not None and not any(owns(state, viewer, side) for side in last.audience):
        return False
    return all(knows(state, viewer, state.unit(unit_id)) for unit_id in (last.unit, last.other) if unit_id)


def _ghost(state: State, glimpse: Glimpse) -> UnitMark:
    """A unit at the place where it was seen last, with the turn."""
    unit = state.unit(glimpse.unit)
    kind = SIDE_KINDS[unit.side]
    return UnitMark(
        ref=unit.id,
        label=unit.name,
        side=unit.side,
        affiliation=kind.affiliation,
        colour=kind.colour,
        x=glimpse.point[0],
        y=glimpse.point[1],
        facing=glimpse.facing,
        strength=f"T{glimpse.turn}",
        states=("last seen",),
    )


def _marker_mark(marker: Marker) -> UnitMark:
    kind = SIDE_KINDS[marker.side]
    return UnitMark(
        ref=marker_ref(marker),
        label=str(marker.number),
        side=marker.side,
        affiliation=kind.affiliation,
        colour=kind.colour,
        x=round(marker.at[0], 3),
        y=round(marker.at[1], 3),
        symbol=UNKNOWN[kind.affiliation],
    )


def _mark(state: State, viewer: Viewer, unit: Unit) -> list[UnitMark]:
    own = owns(state, viewer, unit.side)
    hides = is_hostage(unit) and not own
    here = middle((unit.exposed if hides else ()) or unit.present)
    if here is None or closed_in(state, unit):
        return []
    kind = SIDE_KINDS[unit.side]
    strength = f"{unit.strength}/{unit.original}" if own else str(unit.strength)
    return [
        UnitMark(
            ref=unit.id,
            label=unit.name,
            side=unit.side,
            affiliation=kind.affiliation,
            colour=kind.colour,
            x=round(here[0], 3),
            y=round(here[1], 3),
            facing=unit.facing,
            strength=strength,
            states=states(state, viewer, unit),
            figures=(
                *hulls_of(state, unit),
                *gun_tokens(state, unit),
                *tokens(unit.exposed),
                *led_tokens(state, unit),
                *cycle_tokens(state, unit),
            ),
            branch=_branch(state, unit),
        )
    ]


def _branch(state: State, unit: Unit) -> str:
    """What its symbol shows: aircraft, vehicles, horses."""
    if own := aircraft_of(state, unit):
        return FIXED_WING if any(built(v).fixed_wing for v in own) else HELICOPTER
    return ARMOUR if drives(state, unit) else CAVALRY if mounted(unit) else ""


def _wrecks(state: State, viewer: Viewer) -> tuple[Token, ...]:
    """Wrecks, and vehicles that nobody is left to man, as far as the viewer may know of them. BG-X.2.10."""
    found = (v for v in state.vehicles if knows_wreck(state, viewer, v) and (v.wreck or not state.unit(v.unit).in_play))
    return (*(each for v in found if (each := hull(v)) is not None), *left_guns(state, viewer))


def side_name(state: State, side: SideId | None) -> str:
    """The name that a side has in this battle."""
    return "Nobody" if side is None else _name(state, side)
