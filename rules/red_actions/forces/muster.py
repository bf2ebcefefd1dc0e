"""Mustering: rosters are read, bases put into units, officers named, everybody given a sensible place.

The defender's troops stand as position markers, the attacker's wait at their entry points until the defender is ready.
RA-seq.1 to RA-seq.4, RA-def.unit.1, RA-def.unit.2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NoReturn

from rules.battle.deed import nothing_refused
from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Light, UnitFormation, Weather
from rules.red_actions.book.pack import Pack
from rules.red_actions.book.switches import HOUSE, House
from rules.red_actions.book.terrain import Ground
from rules.red_actions.course import Course
from rules.red_actions.events.turn import BattleOpened, TokenKept, UnitMustered
from rules.red_actions.forces.enrolling import Enrolled, Setting, army_of, enrolled
from rules.red_actions.forces.scenario import ScenarioPlan, TroopPlan, equipped
from rules.red_actions.forces.traits import load_element
from rules.red_actions.play.ground.features import ground_of
from rules.red_actions.play.ground.lining import lined
from rules.red_actions.play.officers.tokens import with_token
from rules.red_actions.play.setup.grounds import holds_at
from rules.red_actions.play.setup.starting_places import EDGES, Strip, block, defending_strip, edge_of, entry_strip
from rules.red_actions.play.setup.token_drawing import draw_late
from rules.red_actions.state import ATTACKER, DEFENDER, Side, State
from rules.red_actions.units import Blaze, Concealment, Unit, straightened
from rules.seam.forces import Muster, MusterSide, MusterUnit
from rules.seam.mustering import TwoSides, board_of_armies, require_board
from rules.table.board import Board, Point
from rules.table.measure import nearest_edge, on_edge

FORCES = TwoSides(
    book="Red Actions",
    keys=(ATTACKER, DEFENDER),
    citation="RA-seq.1",
    lasting="units, officers or bases",
    fights=lambda unit: bool(unit.elements),
    nobody="no troops",
)
_LIGHTS = {"night": Light.DARK, "moon": Light.MOON, "dusk": Light.MOON}


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    """The events that open the battle. Raises RuleViolation when the forces cannot fight it."""
    options = HOUSE.checked(call.options)
    scenario = ScenarioPlan.read(call.scenario)
    FORCES.require(call.sides)
    board = board_of_armies(_table(call.board, scenario), call.sides, EDGES)
    defender = next(side.key for side in call.sides if side.plays == DEFENDER)
    units = [unit for side in call.sides for unit in side.units]
    setting = _setting(board, House(options), scenario, units, defender=defender)
    mustered = {side.key: _mustered(setting, side.key, side.units) for side in call.sides}
    pack = setting.pack
    opened = BattleOpened(
        title=call.title,
        sides=tuple(_side(side, setting) for side in call.sides),
        board=setting.board,
        options=options,
        light=setting.light,
        weather=scenario.weather or (Weather.RAIN if "rain" in board.weather else Weather.CLEAR),
        turn_limit=call.turn_limit,
        pack=None if pack is BOOK_PACK else pack,
        blazes=_blazes(setting.board, scenario),
        citations=("RA-seq.1",),
    )
    events: list[Event] = [opened]
    events += [_event(each, late=False) for side in call.sides for each in mustered[side.key]]
    events += _agreed_tokens(setting, [each for side in call.sides for each in mustered[side.key]])
    return events


def reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    """Units that join a battle that goes on, each at its place or else at its side's edge; their officers draw their
    tokens at once. RuleViolation for a roster that cannot be read, for somebody who is there already and for a place
    off the table. RA-seq.reinforce, RA-R223"""
    board = _table(state.board, ScenarioPlan())
    defender = state.playing(DEFENDER)
    setting = _setting(
        board, state.house, ScenarioPlan(), units, pack=state.cards, light=state.light, defender=defender
    )
    there = {unit.id for unit in state.units} | {officer.id for officer in state.officers}
    there |= {base.id for unit in state.units for base in unit.bases} | {loss.base.id for loss in state.losses}
    there |= {loss.unit for loss in state.losses}
    FORCES.require_joining(units, there)
    keys = dict.fromkeys(unit.side for unit in units)
    came = [_mustered(setting, key, [unit for unit in units if unit.side == key], late=True) for key in keys]
    course = Course(state, chance)
    with nothing_refused("the tokens of those who join"):
        for each in chain.from_iterable(came):
            course.note(_event(each, late=True))
            draw_late(course, each.unit.id)
    return course.events


def _event(each: Enrolled, *, late: bool) -> UnitMustered:
    return UnitMustered(
        unit=each.unit,
        officers=each.officers,
        leaders=each.leaders,
        late=late,
        audience=_knowing(each.unit),
        citations=("RA-def.unit.1", "RA-def.unit.2"),
    )


def _knowing(unit: Unit) -> tuple[SideId, ...] | None:
    """Who is neither seen on the table nor open is known to his own side alone."""
    return (unit.side,) if unit.at is None or unit.hidden is not Concealment.NO else None


# ── Who may fight, and where ──────────────────────────────────────────────────────────────────────────────────────


def _refuse(code: str, message: str, remedy: str) -> NoReturn:
    raise RuleViolation(code, message, remedy=remedy)


def _table(board: Board | None, scenario: ScenarioPlan) -> Board:
    """The table, without the bridges that are destroyed."""
    board = require_board(board, FORCES.book, "RA-def.scale.1")
    if board.measure != "inches":
        _refuse("wrong-measure", "The table of Red Actions is measured in inches.", "Choose one of those.")
    for name in scenario.destroyed:
        if not any(feature.name == name for feature in board.features):
            _refuse("no-such-bridge", f"There is no “{name}” on this board.", "Name a bridge that it has.")
    return replace(board, features=tuple(each for each in board.features if each.name not in scenario.destroyed))


def _blazes(board: Board, scenario: ScenarioPlan) -> tuple[Blaze, ...]:
    """The houses that are on fire. RA-R266"""
    houses = [feature.name for feature in board.features if ground_of(feature) is Ground.BUILDINGS]
    for name, _ in scenario.burning:
        if name not in houses:
            _refuse("no-such-house", f"There is no house “{name}” on this board.", "Name a house that it has.")
    return tuple(Blaze(name, markers) for name, markers in scenario.burning)


def _setting(
    board: Board,
    house: House,
    scenario: ScenarioPlan,
    units: Sequence[MusterUnit],
    *,
    pack: Pack | None = None,
    light: Light | None = None,
    defender: SideId,
) -> Setting:
    """With the cards of those who are equipped beyond their own. RA-R119"""
    pack = pack or scenario.own_pack()
    cards: dict[tuple[str, str], str] = {}
    known = {unit.id for unit in units}
    for plan in scenario.troops:
        if plan.unit in known:
            unit = next(each for each in units if each.id == plan.unit)
            for card in dict.fromkeys(plan.card or own for own in cards_of(unit)):
                pack, cards[plan.unit, card] = equipped(pack, card, plan.equipment)
    found = light or scenario.light or _LIGHTS.get(board.light, Light.DAY)
    return Setting(board, house, scenario, pack, found, cards, defender)


def cards_of(unit: MusterUnit) -> Iterator[str]:
    return (load_element(element.traits, element.name).card for element in unit.elements)


def _side(side: MusterSide, setting: Setting) -> Side:
    """Its army is the scenario's, else that of most of its units. RA-def.officer.draw.1, RA-R14"""
    agreed = dict(setting.scenario.armies).get(side.key, "")
    army = agreed or Counter(army_of(unit) for unit in side.units).most_common(1)[0][0]
    setting.pack.army(army)
    return Side(side.key, side.name, army, edge=edge_of(setting.board, side.key), role=side.role)


def _agreed_tokens(setting: Setting, mustered: Sequence[Enrolled]) -> Iterator[TokenKept]:
    """Tokens that a scenario gives to its officers."""
    cup: tuple[str, ...] = ()
    for unit, officer in ((each.unit, officer) for each in mustered for officer in each.officers):
        token = setting.scenario.officer(officer.id).token
        if token:
            deck = setting.pack.token(token).deck
            cup = with_token(setting.pack, cup, deck, token)
            knowing = _knowing(unit)
            yield TokenKept(officer=officer.id, token=token, cup=cup, audience=knowing, citations=("RA-R05",))


# ── On the table ──────────────────────────────────────────────────────────────────────────────────────────────────


def _mustered(
    setting: Setting, side: SideId, units: Sequence[MusterUnit], *, late: bool = False
) -> tuple[Enrolled, ...]:
    """The side's units where they begin."""
    found = [_begun(setting, side, each, enrolled(setting, each), late=late) for each in units]
    entries = dict(setting.scenario.entries).get(side, ())
    waiting: dict[Point | None, list[Unit]] = {}
    number = 0
    for each in found:
        if each.unit.at is None and not each.unit.aboard:
            each = replace(each, unit=straightened(each.unit))
            entry = each.unit.entry
            if entry is None and entries:
                entry = entries[number % len(entries)]
                number += 1
            waiting.setdefault(entry, []).append(each.unit)
    placed: dict[str, Unit] = {}
    for entry, several in waiting.items():
        strip = entry_strip(setting.board, side, entry)
        if side == setting.defender and entry is None and not late:
            strip = defending_strip(setting.board, side)
        placed |= {unit.id: unit for unit in _put(setting, strip, entry, several, side, late=late)}
    return tuple(replace(each, unit=placed.get(each.unit.id, each.unit)) for each in found)


def _put(
    setting: Setting, strip: Strip, entry: Point | None, units: Sequence[Unit], side: SideId, *, late: bool
) -> Iterator[Unit]:
    """In rows. Attackers and reinforcements get an entry point and wait for their time. RA-seq.4, RA-R111"""
    here = [unit for unit in units if not unit.arrives]
    spots = strip.place([block(u.id, setting.pack.card(u.card).arm, len(u.bases), u.formation) for u in here])
    for unit in units:
        if late:
            yield replace(unit, at=spots.get(unit.id), facing=strip.facing, entry=None)
        elif side == setting.defender and unit.id in spots:
            yield replace(unit, at=spots[unit.id], facing=strip.facing)
        else:
            later = unit.arrives > 1 and entry is None
            way_in = strip.at((strip.low + strip.high) / 2, 0.0) if later else entry
            yield replace(unit, facing=strip.facing, entry=way_in, arrives=unit.arrives or 1, hidden=Concealment.NO)


def _begun(setting: Setting, side: SideId, given: MusterUnit, each: Enrolled, *, late: bool) -> Enrolled:
    """Whatever the muster and the scenario say of its place."""
    plan = setting.scenario.plan(given.id)
    unit = replace(each.unit, hidden=_hidden(setting, side, plan, each.unit, late=late))
    if unit.rails is not None:
        return replace(each, unit=replace(unit, hidden=Concealment.NO))
    if plan.aboard:
        return replace(each, unit=replace(unit, aboard=plan.aboard, hidden=Concealment.NO))
    if plan.arrives and not late:
        entry = plan.entry or given.place
        if entry is not None:
            edge, _ = nearest_edge(setting.board, entry)
            entry = on_edge(setting.board, entry, edge)
        return replace(each, unit=replace(unit, arrives=plan.arrives, entry=entry, hidden=Concealment.NO))
    if plan.entry is not None and given.place is None:
        return replace(each, unit=replace(unit, entry=plan.entry))
    if given.place is None:
        return each if unit == each.unit else replace(each, unit=unit)
    if not setting.board.holds(*given.place):
        _refuse(Why.OFF_TABLE, f"{given.name} would stand off the table.", "Give it a place on the table.")
    strip = entry_strip(setting.board, side, None)
    facing = strip.facing if given.facing is None else given.facing
    holds = holds_at(setting.board, given.place) if side == setting.defender else ""
    if unit.formation is UnitFormation.LINING:
        found = lined(State(board=setting.board, pack=setting.pack), unit, given.place, facing)
        there = replace(unit, at=found.at, facing=found.facing, spots=found.spots, holds=holds)
        return replace(each, unit=there)
    return replace(each, unit=replace(unit, at=given.place, facing=facing, holds=holds))


def _hidden(setting: Setting, side: SideId, plan: TroopPlan, unit: Unit, *, late: bool) -> Concealment:
    """RA-seq.3, RA-seq.attacker-markers"""
    if late:
        return Concealment.NO
    if plan.how:
        return {"open": Concealment.NO, "marker": Concealment.MARKER, "ambush": Concealment.AMBUSH}[plan.how]
    if side == setting.defender or setting.house.on("attacker-markers"):
        return Concealment.MARKER
    return Concealment.NO
