"""What a seal ahead can last until: contacts, losses, a period, and places. IA-R252"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.battle.orders.data import Stop
from rules.battle.orders.fates import Fate, Fates, Known
from rules.battle.orders.horizons import Until
from rules.battle.orders.places import Whereabouts
from rules.battle.orders.stops import StopKind, losses, turn_come
from rules.infantry_action.figures import Life
from rules.infantry_action.knowledge import as_shown, last_seen, on_known_ground, sees
from rules.infantry_action.play.ahead.contact import CONTACTS
from rules.infantry_action.play.movement.order_judging import surroundings
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board, Point
from rules.table.reference import place

CONTACT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "located": "one of yours stands in the open",
        "sighted": "an enemy is seen for the first time",
        "fired-on": "fired on",
        "forbidden": "a test keeps one from its order",
        "arrived": "arrived",
        "joined": "one joins",
    }
)


# ── Who stands where ──────────────────────────────────────────────────────────────────────────────────────────────


def _board(state: State, side: SideId) -> Board | None:
    """As the side knows the ground. IA-R225"""
    return on_known_ground(state, Viewer(side)).board


def _units(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(group.id for group in state.groups_of(side) if _strength(state, group.id))


def _strength(state: State, group: str) -> int:
    return sum(man.fit for man in state.men(group))


def _figures(state: State, group: str) -> tuple[Point, ...]:
    found = (state.position(man) for man in state.men(group) if man.fit)
    return tuple(at for at in found if at is not None)


def _enemies(state: State, side: SideId) -> Iterator[Point]:
    """Those whom the side has located, where they are; of those it sees no more, where it saw them last. IA-R157"""
    shown = as_shown(state, Viewer(side))
    for group in shown.groups:
        if group.side == side or group.kind == "prisoners":
            continue
        if sees(shown, side, group.id):
            yield from _figures(shown, group.id)
        elif (seen := last_seen(shown, side, group.id)) is not None:
            yield seen.at


def _spot(state: State, side: SideId, group: str, text: str) -> Point:
    if state.board is None:
        raise RuleViolation(Why.NO_BOARD, "This battle has no board.", remedy="Name a thing that happens.")
    return place(text, surroundings(state, side, state.anchor(group)))


def _own(state: State, side: SideId) -> Iterator[Known]:
    for group in state.groups:
        if group.side == side and group.kind != "prisoners":
            yield Known(group.id, group.name)
            yield from (Known(man.id, man.name) for man in state.figures if man.group == group.id)


def _fate(state: State, side: SideId, ref: str) -> Fate:
    """Of a group: out with its last fit man. Whoever went over the edge by order is neither. IA-R153"""
    man = next((each for each in state.figures if each.id == ref), None)
    if man is not None:
        return "well" if man.fit or man.life is Life.WITHDRAWN else "out"
    men = [each for each in state.figures if each.group == ref and each.life is not Life.WITHDRAWN]
    left = sum(each.fit for each in men)
    return "out" if men and not left else "hurt" if left < len(men) else "well"


def _nobody(state: State, side: SideId) -> tuple[Known, ...]:
    """A group with nobody left looks like one that hides: a side does not see the end of it. IA-R157"""
    return ()


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=_board,
    units=_units,
    figures=_figures,
    strength=_strength,
    enemies=_enemies,
    spot=_spot,
    fates=Fates(own=_own, fate=_fate, foes=_nobody, beaten=lambda state, side, ref: False),
)


# ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────────


def _contact(kind: str) -> StopKind[State]:
    def signs(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        return CONTACTS[kind](state, side)

    def words(stop: Stop) -> str:
        return CONTACT_WORDS[kind]

    return StopKind(kind, signs, words, whole=True, alike=True)


def _lost(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Men of a group who do not fight any more; whoever went over the edge by order is no loss. IA-R153"""
    return (man.id for man in state.figures if man.group == unit and not man.fit and man.life is not Life.WITHDRAWN)


UNTIL_WHAT: Until[State] = Until(
    stops=(*map(_contact, CONTACTS), losses(_lost), turn_come(lambda state: state.period, "period")),
    where=WHEREABOUTS,
    turn=lambda state: state.period,
    its_name=lambda state, group: state.group(group).name,
)


def end_signs(state: State, side: SideId, stop: Stop) -> tuple[str, ...]:
    """All signs, for all groups of the side that ever were, that what its seal lasts until has come."""
    kind = UNTIL_WHAT.kind(stop.kind)
    whom = [group.id for group in state.groups if group.side == side]
    found = (sign for group in (whom[:1] if kind.alike else whom) for sign in kind.signs(state, side, group, stop))
    return tuple(dict.fromkeys(f"until: {sign}" for sign in found))


def has_come(state: State, side: SideId, stop: Stop, before: tuple[str, ...]) -> bool:
    """Whether it has come since those signs."""
    fresh = [sign for sign in end_signs(state, side, stop) if sign not in before]
    needed = max(1, int(stop.number or 1)) if UNTIL_WHAT.kind(stop.kind).counts else 1
    return len(fresh) >= needed
