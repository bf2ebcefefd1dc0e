"""Leaders: who leads a unit now, who is separated from him, who commands the side. Chapter IV.

The radius is 6 inches everywhere, 6 included (BG-R22). Without positions a unit's own unhurt leader counts as near,
and the umpire may rule "leader near" for a unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.chapters import LEADERSHIP
from rules.book_and_gun.book.measures import MOVEMENT
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.events.battle import CommanderLost, CommanderNominated, FigureCaptured, FigureFell
from rules.book_and_gun.facts import LEADER_NEAR, ruled
from rules.book_and_gun.play.ground.tabletop import within
from rules.book_and_gun.state import CIVILIANS, Side, State
from rules.book_and_gun.units import Figure, Morale, Status, Unit
from rules.kernel.action import SideId
from rules.kernel.event import Event

RADIUS = float(MOVEMENT["leader's radius"])
"""Inches. BG-IV.4, BG-R22."""

COMMAND_FROM = LEADERSHIP["commander-in-chief, units of the side at the least"]
"""A side with so many basic units at the start has a commander-in-chief. BG-IV.5."""


# ── The leader of a unit ──────────────────────────────────────────────────────────────────────────────────────────


def leaders(state: State, side: SideId) -> list[tuple[Unit, Figure]]:
    """The unhurt leaders of a side in roster order; those of routed units do not count. BG-R22."""
    return [
        (unit, figure)
        for unit in state.units_of(side)
        if unit.in_play and unit.morale is not Morale.ROUTED
        for figure in unit.figures
        if figure.fit and figure.traits.leader
    ]


def leader_of(state: State, unit: Unit) -> Figure | None:
    """The leader that a unit has: its own within 6 inches of any of its figures, else another one's of its side.

    A lost leader is not replaced unless the house rule says so. BG-IV.1a, BG-R22.
    """
    own = own_leader(state, unit)
    if own is not None or ruled(state, LEADER_NEAR, unit.id) is False:
        return own
    return next((f for f in near_leaders(state, unit) if not _in(unit, f)), None)


def own_leader(state: State, unit: Unit) -> Figure | None:
    """The unit's own leader while he is unhurt and within 6 inches of another of its figures (or is alone)."""
    if unit.morale is Morale.ROUTED or ruled(state, LEADER_NEAR, unit.id) is False:
        return None
    leader = next((f for f in unit.figures if f.traits.leader and f.fit), None) or _successor(state, unit)
    if leader is None:
        return None
    others = [f for f in unit.present if f.id != leader.id]
    return leader if not others or within(leader, others, RADIUS) in (True, None) else None


def near_leaders(state: State, unit: Unit) -> list[Figure]:
    """All unhurt leaders of the unit's side within 6 inches of any of its figures, its own first."""
    word = ruled(state, LEADER_NEAR, unit.id)
    if word is False:
        return []
    found: list[Figure] = []
    for home, leader in leaders(state, unit.side):
        if home.id == unit.id:
            others = [f for f in unit.present if f.id != leader.id]
            if not others or within(leader, others, RADIUS) in (True, None):
                found.insert(0, leader)
        elif within(leader, unit.present, RADIUS) or (word is True and leader.at is None):
            found.append(leader)
    return found


def _in(unit: Unit, figure: Figure) -> bool:
    return any(f.id == figure.id for f in unit.figures)


def _successor(state: State, unit: Unit) -> Figure | None:
    """House rule: the next fit figure of the roster leads from the turn after the loss. BG-R22."""
    if switch(state, "leader-succession") != "next-figure-next-turn" or not unit.figures:
        return None
    lost = [f for f in unit.figures if f.traits.leader]
    if not lost or any(f.out_turn == state.turn for f in lost):
        return None
    return next((f for f in unit.figures if f.fit), None)


# ── Separated figures ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Parts:
    """A unit at the start of its move. `led`: within 6 inches of its leader (all, when there is no leader to be
    separated from). `separated`: further away. `scouts`: sent out. Wounded figures are where their fellows are."""

    leader: Figure | None
    led: tuple[Figure, ...]
    separated: tuple[Figure, ...]
    scouts: tuple[Figure, ...]


def parts(state: State, unit: Unit) -> Parts:
    """Who moves with the leader and who on a card of his own. BG-IV.2a, BG-IV.4, BG-R23."""
    here = unit.present
    scouts = tuple(f for f in here if f.scout and f.fit)
    body = tuple(f for f in here if f not in scouts)
    leader = leader_of(state, unit)
    if leader is None or leader.at is None:
        return Parts(leader, body, (), scouts)
    led = tuple(f for f in body if f.id == leader.id or within(leader, [f], RADIUS))
    separated = tuple(f for f in body if f not in led)
    if not led:
        return Parts(None, body, (), scouts)
    return Parts(leader, led, separated, scouts)


# ── The commander-in-chief ────────────────────────────────────────────────────────────────────────────────────────


def needs_commander(state: State, side: Side) -> bool:
    """A side that began with three or more basic units has one. BG-IV.5, BG-R24."""
    return side.key != CIVILIANS and side.basic_units >= COMMAND_FROM


def may_nominate(state: State, side: Side) -> bool:
    """A commander is to be named in secret, unless the table takes the highest in rank. BG-IV.5, BG-R24."""
    secret = switch(state, "commander") == "secret"
    return secret and needs_commander(state, side) and not side.nominated and side.commander is not None


def highest_leader(figures: Sequence[Figure]) -> Figure | None:
    """The highest in rank, ties in roster order. BG-R24, BG-XII.1.2a."""
    candidates = [f for f in figures if f.traits.leader and f.fit]
    return max(candidates, key=lambda f: f.traits.precedence, default=None)


def command_lost(state: State, events: Sequence[Event]) -> list[Event]:
    """Nominated commanders among the figures that these events took: their names are out. BG-IV.5, BG-XII.1.2b.

    One who is killed or captured; one who leaves the field otherwise (routed off) is not lost in the rule's sense
    (BG-R181).
    """
    lost: list[Event] = []
    for event in events:
        if not isinstance(event, FigureFell | FigureCaptured):
            continue
        if isinstance(event, FigureFell) and event.status is not Status.KILLED:
            continue
        for side in state.sides:
            if side.commander == event.figure and not side.commander_lost_turn:
                lost.append(CommanderLost(side=side.key, figure=event.figure, citations=("BG-IV.5", "BG-XII.1.2b")))
    return lost


def nominated(side: SideId, figure: str, *, by_player: bool) -> CommanderNominated:
    """The secret nomination; only his own side may know of it. BG-IV.5, BG-R24."""
    return CommanderNominated(
        side=side, figure=figure, by_player=by_player, audience=(side,), citations=("BG-IV.5", "BG-R24")
    )
