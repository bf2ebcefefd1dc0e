"""What is done before the first turn: tokens are kept, troops and dummies placed, sides ready.

RA-seq.2, RA-seq.3, RA-seq.4, RA-seq.dummy, RA-seq.attacker-markers
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.deed import AnyDeed, certain
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.setup import Deploy, KeepToken, PlaceDummy, Ready
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.turn import Deployed, MarkerPlaced, SideReady
from rules.red_actions.play.ground.lining import lined
from rules.red_actions.play.setup.grounds import holds_at, require_hidden, require_place
from rules.red_actions.play.setup.preparing import Preparation, placeable, placing, preparation, token_offers
from rules.red_actions.play.setup.starting_places import block, edge_of, entry_strip
from rules.red_actions.play.setup.token_drawing import kept
from rules.red_actions.state import Dummy, State
from rules.red_actions.units import Concealment, Point, Unit
from rules.seam.asking import Offer
from rules.table.measure import inward
from rules.table.reference import Surroundings
from rules.table.reference import place as place_of

_HOW = {"open": Concealment.NO, "marker": Concealment.MARKER, "ambush": Concealment.AMBUSH}


def _side(state: State, by: Actor) -> SideId:
    """The side that asks; the umpire and the engine speak for the one whose turn it is."""
    if by.role is Role.PLAYER and by.side is not None:
        return by.side
    found = placing(state)
    if found is None:
        raise RuleViolation(Why.NOT_YET, "No side places its troops now.", remedy="Wait until one does.")
    return found


def _require_placing(state: State, side: SideId) -> None:
    now = preparation(state)
    if now is Preparation.DONE:
        raise RuleViolation(
            Why.NOT_YET, "The battle has begun.", citation="RA-seq.3", remedy="Move your troops in their segments."
        )
    if now is Preparation.TOKENS:
        raise RuleViolation(
            Why.NOT_YET,
            "Officers' tokens come first.",
            citation="RA-seq.2",
            remedy="Wait until everybody has his token.",
        )
    if placing(state) != side:
        first = state.defends(side)
        raise RuleViolation(
            Why.NOT_YOUR_TURN,
            "Your troops stand already." if first else "The defender places his troops first.",
            citation="RA-seq.3",
            remedy="Wait for the attacker." if first else "Wait until he is ready.",
        )


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _judge_token(state: State, action: KeepToken, by: Actor) -> Sequence[Event]:
    """RA-def.officer.draw.1, RA-def.officer.draw.2"""
    drawn = next((each for each in state.drawn if each.officer == action.officer), None)
    if drawn is None or (by.role is Role.PLAYER and by.side != drawn.side):
        raise RuleViolation(
            Why.NOT_ASKED,
            "No tokens of yours lie on the table for him.",
            citation="RA-def.officer.draw.1",
            remedy="Choose a senior officer for whom tokens have been drawn.",
        )
    numbered = dict(enumerate(drawn.tokens, start=1))
    token = action.key or numbered.get(action.token or 0)
    if token is None or token not in drawn.tokens:
        raise RuleViolation(
            Why.UNKNOWN_CHOICE,
            f"There is no such token: {len(drawn.tokens)} were drawn.",
            citation="RA-def.officer.draw.1",
            remedy=f"Choose 1 to {len(drawn.tokens)}.",
        )
    many = "RA-def.officer.draw.1" if len(drawn.tokens) == 2 else "RA-def.officer.draw.2"
    return (kept(state, drawn, token, many),)


def _token_offers(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    for drawn in state.drawn:
        if drawn.side == side and state.officer(drawn.officer).unit == unit:
            yield from token_offers(state, drawn)


# ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spot(state: State, text: str, start: Point | None) -> Point:
    board = state.board
    assert board is not None
    return place_of(text, Surroundings(board, start))


def _judge_deploy(state: State, action: Deploy, by: Actor) -> Sequence[Event]:
    """RA-seq.3, RA-seq.4, RA-ambush.place, RA-R143, RA-R224, RA-R225"""
    unit = state.find(action.unit)
    if unit is None or (by.role is Role.PLAYER and unit.side != by.side):
        raise RuleViolation(Why.UNKNOWN_UNIT, "You have no such unit.", remedy="Pick one of your units.")
    _require_placing(state, unit.side)
    if unit not in placeable(state, unit.side):
        later = unit.arrives > 1
        raise RuleViolation(
            "not-placed",
            f"{unit.name} comes in turn {unit.arrives}." if later else f"{unit.name} stands where it is.",
            citation="RA-seq.4",
            remedy="Bring it on in its turn." if later else "Choose a unit that stands by itself, off rails.",
        )
    at = _spot(state, action.place, unit.at or unit.entry)
    board = state.board
    assert board is not None
    edge = state.side(unit.side).edge or edge_of(board, unit.side)
    facing = action.facing if action.facing is not None else inward(edge)
    formation, spots = UnitFormation(action.formation), ()
    if formation is UnitFormation.LINING:
        found = lined(state, unit, at, facing)
        at, facing, spots = found.at, found.facing, found.spots
    require_place(state, replace(unit, spots=spots), at, facing, formation)
    hidden = _hidden(state, unit, at, action)
    deployed = Deployed(
        unit=unit.id,
        at=at,
        facing=facing,
        formation=formation,
        spots=spots,
        hidden=hidden,
        holds=holds_at(board, at),
        audience=None if hidden is Concealment.NO else (unit.side,),
        citations=("RA-seq.3" if state.defends(unit.side) else "RA-seq.4",),
    )
    return (deployed,)


def _hidden(state: State, unit: Unit, at: Point, action: Deploy) -> Concealment:
    """Markers are the defender's, ambushes his alone; an attacker's `marker` is open unless it is agreed."""
    board = state.board
    assert board is not None
    hidden = _HOW[action.how]
    if hidden is Concealment.AMBUSH and not state.defends(unit.side):
        raise RuleViolation(
            "no-ambush",
            "Ambushes are the defender's.",
            citation="RA-seq.3",
            remedy="Let your troops come on openly.",
        )
    if hidden is Concealment.AMBUSH:
        require_hidden(board, unit, at)
    if hidden is Concealment.MARKER and not state.defends(unit.side) and not state.house.on("attacker-markers"):
        return Concealment.NO
    return hidden


def _deploy_offers(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    found = state.find(unit)
    if found is None or placing(state) != side or found not in placeable(state, side):
        return
    if state.defends(side):
        for how, label in (("marker", "Place its marker"), ("ambush", "Place it in ambush"), ("open", "Place openly")):
            yield Offer(Deploy.draft(unit=unit, how=how), label, needs=("place",))
    else:
        yield Offer(Deploy.draft(unit=unit, how="open"), "Place it", needs=("place",), detail="4 in from the edge")


# ── Dummies ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _judge_dummy(state: State, action: PlaceDummy, by: Actor) -> Sequence[Event]:
    """RA-seq.dummy"""
    side = _side(state, by)
    most = state.house.number("dummy-markers")
    if not most:
        raise RuleViolation(
            Why.HOUSE_RULE,
            "Dummy markers are not agreed.",
            citation="RA-seq.dummy",
            remedy="Set the house rule dummy-markers.",
        )
    _require_placing(state, side)
    if not state.defends(side) and not state.house.on("attacker-markers"):
        raise RuleViolation(
            Why.HOUSE_RULE,
            "The attacker uses no markers in this battle.",
            citation="RA-seq.attacker-markers",
            remedy="Set the house rule attacker-markers.",
        )
    laid = sum(dummy.side == side for dummy in state.dummies)
    if laid >= most:
        raise RuleViolation(
            "dummies-laid",
            f"All {most} dummies lie on the table.",
            citation="RA-seq.dummy",
            remedy="Leave it at those.",
        )
    at = _spot(state, action.place, None)
    require_place(state, Unit("", "A dummy", side, next(state.of(side)).card, ()), at, 0.0, UnitFormation.LINE)
    dummy = Dummy(side, 0, at)
    return (MarkerPlaced(side=side, marker=0, at=at, dummy=dummy, audience=(side,), citations=("RA-seq.dummy",)),)


# ── Readiness ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _judge_ready(state: State, action: Ready, by: Actor) -> Sequence[Event]:
    """Attackers who have not been placed come on in rows before their entry points; then the markers lie on the table,
    numbered from west to east, so that no number tells what is behind it. RA-seq.3, RA-seq.4"""
    side = _side(state, by)
    _require_placing(state, side)
    coming = tuple(_come_on(state, side))
    citation = "RA-seq.3" if state.defends(side) else "RA-seq.4"
    return (SideReady(side=side, citations=(citation,)), *coming, *_markers(state, side, coming))


def _come_on(state: State, side: SideId) -> Iterator[Deployed]:
    board = state.board
    assert board is not None
    hidden = Concealment.MARKER if not state.defends(side) and state.house.on("attacker-markers") else Concealment.NO
    waiting: dict[Point | None, list[Unit]] = {}
    for unit in placeable(state, side):
        if unit.at is None:
            waiting.setdefault(unit.entry, []).append(unit)
    for entry, units in waiting.items():
        strip = entry_strip(board, side, entry)
        spots = strip.place([block(u.id, state.card(u).arm, len(u.bases), u.formation) for u in units])
        for unit in units:
            yield Deployed(
                unit=unit.id,
                at=spots[unit.id],
                facing=strip.facing,
                formation=unit.formation,
                hidden=hidden,
                audience=None if hidden is Concealment.NO else (side,),
                citations=("RA-seq.4",),
            )


def _markers(state: State, side: SideId, coming: Sequence[Deployed]) -> Iterator[Event]:
    """What everybody sees of units and dummies behind markers, and to their own side which is which."""
    behind: list[Deployed | Dummy] = [each for each in coming if each.hidden is Concealment.MARKER]
    behind += [
        Deployed(
            unit=unit.id,
            at=unit.at,
            facing=unit.facing,
            formation=unit.formation,
            spots=unit.spots,
            hidden=unit.hidden,
            holds=unit.holds,
        )
        for unit in state.of(side)
        if unit.hidden is Concealment.MARKER and unit.at is not None
    ]
    behind += [dummy for dummy in state.dummies if dummy.side == side]
    for number, each in enumerate(sorted(behind, key=lambda one: one.at), start=state.marker_count + 1):
        if isinstance(each, Dummy):
            dummy = Dummy(side, number, each.at)
            yield MarkerPlaced(side=side, marker=number, at=each.at, dummy=dummy, audience=(side,))
        else:
            yield replace(each, marker=number, audience=(side,))
        yield MarkerPlaced(side=side, marker=number, at=each.at, citations=("RA-seq.3",))


SETUP_DEEDS: tuple[AnyDeed[State], ...] = (
    certain(KeepToken, _judge_token, offers=_token_offers),
    certain(Deploy, _judge_deploy, offers=_deploy_offers),
    certain(PlaceDummy, _judge_dummy),
    certain(Ready, _judge_ready),
)
