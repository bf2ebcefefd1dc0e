"""What single figures do beside the unit's move: scouting, carrying wounded, restocking; and reserves that enter.

Scouts are sent, wounded taken up and ammunition fetched before the unit moves, on its side's card, and spend none.
VIII.0.2, VIII.4.4, VIII.4.5, X.2.1.
"""

from __future__ import annotations

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import CarryWounded, Enter, Restock, SendScout
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.events.movement import RestockBegan, ScoutSent, UnitEntered, WoundedTaken
from rules.book_and_gun.play.aboard.captives import led_by
from rules.book_and_gun.play.aboard.crew import drives, require_on_foot
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.parking import in_place
from rules.book_and_gun.play.ground.route import read
from rules.book_and_gun.play.ground.tabletop import BASE, gap, in_sight, tokens
from rules.book_and_gun.play.movement import hostages
from rules.book_and_gun.play.movement.hostages import OutOfDanger
from rules.book_and_gun.play.movement.leading import lead_off
from rules.book_and_gun.play.turn.readiness import TOGETHER, moving_obstacle
from rules.book_and_gun.play.turn.sequence import activated, claim, own_figure, require_free
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Morale, Phase, Placed, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds
from rules.table.board import Board, Point
from rules.table.formation import Position, settle
from rules.table.measure import inward, nearest_edge, on_edge, to_edge

CONTACT = 0.5
"""Inches between bases that count as base contact; figures are placed by hand."""

EDGE = 4.0
"""Inches from the edge within which a reserve stands when it enters in formation."""


def _ready(state: State, figure_id: str, by: Actor) -> tuple[Unit, Figure]:
    """The figure and its unit, which may move on this card and has not yet."""
    unit, figure = own_figure(state, figure_id, by)
    claim(state, unit.id, by, Phase.MOVEMENT)
    require_free(state, unit)
    if unit.morale is Morale.PINNED or unit.reserve or moving_obstacle(state, unit):
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{unit.name} cannot move now.", citation="BG-R50", remedy="Choose another unit."
        )
    require_on_foot((figure,), "do that")
    if figure.move_turn == state.turn:
        raise RuleViolation(
            "had-its-chance",
            f"{figure.name} has had his chance to move in this turn.",
            citation="BG-VIII.0.1a",
            remedy="Choose a figure that has not moved.",
        )
    return unit, figure


def _require_fit(figure: Figure, what: str, citation: str) -> None:
    if not figure.fit:
        raise RuleViolation(
            "not-fit", f"{figure.name} is {figure.status.value} and cannot {what}.", citation=citation,
            remedy="Choose a fit figure.",
        )  # fmt: skip


# ── Scouts ────────────────────────────────────────────────────────────────────────────────────────────────────────


def send_scout(state: State, action: SendScout, by: Actor) -> list[Event]:
    """Sends a figure of an army or insurgent unit out, or calls him back; he then moves 3D6 on a card of his own.

    Civilian mobs have none; the leader stays with his unit. BG-VIII.4.5a, BG-IV.1a, BG-R170.
    """
    unit, figure = _ready(state, action.figure, by)
    _require_fit(figure, "scout", "BG-VIII.4.5a")
    if unit.side == CIVILIANS:
        raise RuleViolation(
            "no-scouts", "Civilian mobs have no scouts.", citation="BG-VIII.4.5a", remedy="Move the whole mob."
        )
    if figure.traits.leader:
        raise RuleViolation(
            "leader-stays", f"{figure.name} leads the unit and stays with it.", citation="BG-IV.1a",
            remedy="Send another figure.",
        )  # fmt: skip
    if figure.traits.dog:
        raise RuleViolation(
            "a-dog", f"{figure.name} stays with its handler.", citation="BG-XIII.7.1a", remedy="Send another figure."
        )
    if figure.holds:
        raise RuleViolation(
            "holds-horses", f"{figure.name} holds the horses.", citation="BG-VIII.5.3a", remedy="Send another figure."
        )
    if figure.scout is not action.back:
        already = "is not out as a scout" if action.back else "is out as a scout already"
        raise RuleViolation(Why.AS_IT_IS, f"{figure.name} {already}.", citation="BG-VIII.4.5a", remedy="Move him.")
    return [ScoutSent(unit=unit.id, figure=figure.id, out=not action.back, citations=("BG-VIII.4.5a",))]


# ── Wounded ───────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_carry(state: State, action: CarryWounded, by: Actor) -> list[Event] | OutOfDanger:
    """A fit figure takes up a wounded one beside him, or puts him down: one carrier for each, on horseback
    too. Hostages follow a figure, stay, or are moved out of danger. BG-VIII.4.4a, BG-VIII.5.2b, BG-XIII.5.1, BG-R44,
    BG-R45."""
    unit, carrier = _ready(state, action.carrier, by)
    _require_fit(carrier, "carry anybody", "BG-VIII.4.4a")
    if carrier.traits.dog:
        raise RuleViolation(
            "a-dog", f"{carrier.name} is a dog.", citation="BG-VIII.4.4a", remedy="Choose a man or woman to carry."
        )
    found = hostages.find(state, unit, action.wounded)
    if found is not None:
        if action.to is not None:
            return hostages.judge_danger(state, unit, *found, action.to)
        return lead_off(state, unit, carrier, *found)
    if action.to is not None:
        raise RuleViolation(
            "no-hostage", "Only hostages are sent to a place.", citation="BG-XIII.5.1", remedy="Leave `to` out."
        )
    if action.wounded is None:
        if carrier.carries is None and led_by(state, carrier):
            return hostages.stay_here(state, unit, carrier)
        if carrier.carries is None:
            raise RuleViolation(
                "nothing-to-do", f"{carrier.name} carries nobody.", citation="BG-R44", remedy="Name a wounded figure."
            )
        return [WoundedTaken(unit=unit.id, pairs=((carrier.id, ""),), citations=("BG-R44",))]
    if carrier.steed and switch(state, "double-riding") == "never":
        raise RuleViolation(
            "no-room",
            f"{carrier.name}'s horse carries nobody else.",
            citation="BG-VIII.5.2b",
            remedy="Dismount first, or choose somebody on foot.",
        )
    wounded = next((f for f in unit.figures if f.id == action.wounded and f.status is Status.WOUNDED), None)
    if wounded is None or carrier.carries is not None or any(f.carries == action.wounded for f in unit.figures):
        raise RuleViolation(
            "cannot-carry",
            "He must be a wounded man of the same unit whom nobody carries, and the carrier must have his hands free.",
            citation="BG-R44",
            remedy="Choose another pair.",
        )
    if passage.in_arms_reach(state.board, [carrier], [wounded], TOGETHER) is False:
        away = gap([carrier], [wounded]) or 0.0
        behind = f"{away:.1f} in away from" if away > TOGETHER else "behind a wall from"
        raise RuleViolation(
            "too-far", f"{wounded.name} lies {behind} {carrier.name}.", citation="BG-VIII.4.4a",
            remedy="Choose a carrier within 2 inches of him.",
        )  # fmt: skip
    return [WoundedTaken(unit=unit.id, pairs=((carrier.id, wounded.id),), citations=("BG-VIII.4.4a", "BG-R44"))]


def carry_wounded(state: State, ready: list[Event] | OutOfDanger, chance: Chance) -> list[Event]:
    """What has been judged is done; a hostage in danger rolls for its way."""
    return hostages.out_of_danger(state, ready, chance) if isinstance(ready, OutOfDanger) else ready


def carry_odds(state: State, ready: list[Event] | OutOfDanger) -> Odds:
    """How far a hostage gets; all else is certain."""
    return hostages.danger_odds(state, ready) if isinstance(ready, OutOfDanger) else Odds()


# ── Ammunition ────────────────────────────────────────────────────────────────────────────────────────────────────


def restock(state: State, action: Restock, by: Actor) -> list[Event]:
    """A figure that is out of ammunition begins two full turns without moving or firing, in contact with a fallen
    figure of either side or at the supply point. BG-X.2.1b, BG-R82."""
    unit, figure = _ready(state, action.figure, by)
    _require_fit(figure, "restock", "BG-X.2.1b")
    if not figure.empty or figure.restock_turn:
        raise RuleViolation(
            "nothing-to-do", f"{figure.name} has ammunition, or is fetching it.", citation="BG-R82", remedy="Move him."
        )
    near, _ = facts.fact(
        state, facts.SOURCE, unit.id, declared=action.source, measured=lambda: beside_source(state, figure)
    )
    if not near:
        raise RuleViolation(
            "no-source",
            f"{figure.name} is in contact with no fallen figure and not at the supply point.",
            citation="BG-R82",
            remedy="Move him to one first.",
        )
    return [RestockBegan(unit=unit.id, figure=figure.id, done=False, citations=("BG-X.2.1b", "BG-R82"))]


def beside_source(state: State, figure: Figure) -> bool | None:
    if figure.at is None or state.board is None:
        return None
    fallen = [f for unit in state.units for f in unit.figures if f.status in (Status.KILLED, Status.WOUNDED) and f.at]
    if passage.in_arms_reach(state.board, [figure], fallen, CONTACT):
        return True
    points = [p for f in state.board.features if f.kind == "supply point" for p in f.outline]
    reach = BASE + CONTACT
    return any(abs(p[0] - figure.at[0]) <= reach and abs(p[1] - figure.at[1]) <= reach for p in points)


# ── Reserves ──────────────────────────────────────────────────────────────────────────────────────────────────────


def enter(state: State, action: Enter, by: Actor) -> list[Event]:
    """A reserve is placed on the edge on its card; it does not move in this turn, and may fire. BG-VIII.0.2b,
    BG-R126."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    if not unit.reserve:
        raise RuleViolation(
            "on-table", f"{unit.name} is on the table already.", citation="BG-VIII.0.2b", remedy="Move it."
        )
    used = activated(state, unit, unit.figures)
    board = state.board
    if board is None:
        return [used, UnitEntered(unit=unit.id, citations=("BG-VIII.0.2b", "BG-R126"))]
    side = state.side(unit.side)
    edge = side.edge or "south"
    middle: Point = {
        "north": (board.width / 2, board.depth),
        "south": (board.width / 2, 0.0),
        "east": (board.width, board.depth / 2),
        "west": (0.0, board.depth / 2),
    }[edge]
    spot = middle if action.to is None else read(state, board, unit, middle, action.to)[-1]
    spot, edge = _edge_place(board, spot, edge)
    facing = inward(edge)
    placed = in_place(state, board, unit, spot, facing)
    if not drives(state, unit):
        placed = _with_room(state, board, unit, placed)
    return [used, UnitEntered(unit=unit.id, placed=placed, facing=facing, citations=("BG-VIII.0.2b", "BG-R126"))]


def _with_room(state: State, board: Board, unit: Unit, placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """Each figure at the nearest place that is open to it: in no water, wall or house's wall, and on nobody whom its
    side sees. BG-R200, BG-R202"""
    taken = [
        token
        for other in state.units
        if other.in_play and not other.reserve and other.id != unit.id and in_sight(state, unit.side, other)
        for token in tokens(other.present)
    ]
    wanted = [Position(*one.at, one.facing) for one in placed]
    found = settle(wanted, taken, radius=BASE, board=board, barred=lambda at: not passage.has_room(board, at))
    return tuple(Placed(one.figure, (p.x, p.y), p.facing) for one, p in zip(placed, found, strict=True))


def _edge_place(board: Board, spot: Point, own: str) -> tuple[Point, str]:
    """The place on the edge that was meant, and which edge it is: its own if it is near that, else the nearest."""
    if to_edge(board, spot, own) <= EDGE:
        return on_edge(board, spot, own), own
    edge, far = nearest_edge(board, spot)
    if far > EDGE:
        raise RuleViolation(
            "not-on-edge", "Reserves enter over an edge.", citation="BG-VIII.0.2b", remedy="Name a place on the edge."
        )
    return on_edge(board, spot, edge), edge
