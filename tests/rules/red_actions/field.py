"""Small battlefields of Red Actions, built by hand: a plain table of 72 by 48 inches, units where one puts them.

    state = battle(unit("reds", at=(30, 10)), unit("whites", DEFENDER, "white-volunteers", at=(30, 30), facing=SOUTH))
    state = battle(*units, board=board(feature("woods", (20, 20), (30, 20), (30, 30), (20, 30))), turn=2)

The attackers come from the south and look north, the defenders stand in the north and look south. It is the attackers'
segment; no unit has acted. An officer's base is `officer(...)`, a junior officer `junior(...)`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.battle.question import StandingReply
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Scripted
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm, Light, UnitFormation, Weather
from rules.red_actions.course import Course
from rules.red_actions.state import ATTACKER, DEFENDER, Phase, Segment, Side, State
from rules.red_actions.units import Base, Officer, Unit
from rules.table.board import Board, Feature

NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0
EDGES = ((ATTACKER, "south"), (DEFENDER, "north"))
PLAIN = Board(72.0, 48.0, edges=EDGES)
ATTACK, DEFENCE = Actor.player(ATTACKER), Actor.player(DEFENDER)
RED, WHITE = "red-conscripts", "white-volunteers"


def feature(kind, *points, width=0.0, **changes) -> Feature:
    """An area by its corners; with a `width`, a line through its points."""
    return Feature(kind, tuple((float(x), float(y)) for x, y in points), width=width, **changes)


def area(kind, west, south, east, north, **changes) -> Feature:
    """An upright rectangle."""
    return feature(kind, (west, south), (east, south), (east, north), (west, north), **changes)


def line(kind, *points, width=0.2, **changes) -> Feature:
    return feature(kind, *points, width=width, **changes)


def board(*features, **changes) -> Board:
    """The plain table with these features on it."""
    return replace(PLAIN, features=features, **changes)


def unit(id_, side=ATTACKER, card=RED, *, at=(30.0, 10.0), facing=None, bases=4, **changes) -> Unit:
    """A unit of so many bases of one card in line; its bases are id_1, id_2 … Guns are unlimbered unless said."""
    looks = facing if facing is not None else NORTH if side == ATTACKER else SOUTH
    place = None if at is None else (float(at[0]), float(at[1]))
    stood = tuple(Base(f"{id_}{n}", card) for n in range(1, bases + 1))
    name = changes.pop("name", id_.capitalize())
    return Unit(id_, name, side, card, stood, raised=bases, at=place, facing=looks, **changes)


def officer(id_, side=ATTACKER, card="senior-officer-mounted", *, token="", **changes) -> tuple[Unit, Officer]:
    """A senior officer's base and himself, `id_` and `id_-man`: hand both to `battle`."""
    own = unit(id_, side, card, bases=1, **changes)
    return own, Officer(f"{id_}-man", f"Officer {id_}", side, "senior", id_, token)


def junior(unit_id, side=ATTACKER, *, token="", **changes) -> Officer:
    """The junior officer of a unit, `unit_id-junior`."""
    return Officer(f"{unit_id}-junior", f"Officer of {unit_id}", side, "junior", unit_id, token, **changes)


def battle(*parts: Unit | Officer | tuple[Unit, Officer], board: Board = PLAIN, side=ATTACKER, **changes: Any) -> State:
    """A battle in its first turn with these units and officers. `side`: whose segment it is."""
    flat: list[Unit | Officer] = []
    for part in parts:
        flat += part if isinstance(part, tuple) else (part,)
    units = tuple(each for each in flat if isinstance(each, Unit))
    officers = tuple(each for each in flat if isinstance(each, Officer))
    points = {key: sum(BOOK_PACK.card(b.card).points for u in units if u.side == key for b in u.bases)
              for key in (ATTACKER, DEFENDER)}  # fmt: skip
    state = State(
        title="Field",
        sides=(
            Side(ATTACKER, "Reds", "soviet", points[ATTACKER], "south"),
            Side(DEFENDER, "Whites", "white", points[DEFENDER], "north"),
        ),
        units=units,
        officers=officers,
        board=board,
        phase=Phase.PLAYING,
        turn=1,
        deployed=(ATTACKER, DEFENDER),
        first=side,
        segment=Segment(side),
    )
    return replace(state, **changes)


def acting(state: State, unit_id: str, **changes: Any) -> State:
    """The same with that unit's segment begun."""
    return replace(state, segment=Segment(state.unit(unit_id).side, unit=unit_id, **changes))


def changed(state: State, unit_id: str, **changes: Any) -> State:
    """The same with a unit changed."""
    return state.with_unit(replace(state.unit(unit_id), **changes))


def answering(state: State, side, **answers: str) -> State:
    """The same with standing answers: answering(state, DEFENDER, return_fire="yes")."""
    standing = tuple(StandingReply(side, kind.replace("_", "-"), answer) for kind, answer in answers.items())
    return replace(state, standing=(*state.standing, *standing))


def course(state: State, *dice: int) -> Course:
    """A course with these dice, in their order."""
    return Course(state, Scripted(str(die) for die in dice))


def done(deed, state: State, action: Action, *dice: int, by: Actor = ATTACK) -> State:
    """The state after one deed, with these dice, before the agenda runs. Raises RuleViolation."""
    chance = Scripted(str(die) for die in dice)
    ready = deed.judge(state, action, by)
    went = Course(state, chance)
    for event in deed.carry_out(state, ready, chance):
        went.note(event)
    return went.state


__all__ = ["Arm", "Light", "UnitFormation", "Weather"]
