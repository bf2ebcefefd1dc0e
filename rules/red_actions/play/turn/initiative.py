"""Who has the next segment, by the three ways of the book. RA-init.standard.1, RA-init.cards.1, RA-init.dice.1"""

from __future__ import annotations

from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.red_actions.book import initiative as rolls
from rules.red_actions.course import Course
from rules.red_actions.events.turn import InitiativeRolled, SegmentOpened, UnitCardDrawn
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.state import Segment, State
from rules.red_actions.units import Concealment, Unit

UNDER_HQ = 4.0
"""Inches within which a senior officer commands a unit directly. RA-R139"""


def waiting(state: State, side: SideId) -> tuple[Unit, ...]:
    """The side's units that have their segment still to come: on the table, or carried, not attached, not in ambush
    (RA-R135). Reinforcements that may come need not."""
    return tuple(
        unit
        for unit in state.of(side)
        if unit.ready(state.turn)
        and not unit.with_unit
        and unit.hidden is not Concealment.AMBUSH
        and (unit.at is not None or unit.aboard or (unit.rout is not None and unit.rout.off_table))
    )


def able(state: State, segment: Segment) -> tuple[str, ...]:
    """Who may take a segment that nobody has begun: of whom it was opened for, those who are still to act."""
    ready = tuple(unit.id for unit in waiting(state, segment.side))
    return tuple(ref for ref in segment.only if ref in ready) if segment.only else ready


def anybody_waits(state: State) -> bool:
    return any(waiting(state, side.key) for side in state.sides)


def cards_of(state: State) -> tuple[str, ...]:
    """One card a unit and one an officer's base, attached ones too. RA-init.cards.1, RA-R139"""
    if state.house.choice("initiative") != "cards":
        return ()
    return tuple(unit.id for unit in state.units if unit.hidden is not Concealment.AMBUSH and unit.at is not None)


def begin_turn(course: Course) -> None:
    """Who begins, where the sides alternate. RA-init.standard.1, RA-R108"""
    if course.house.choice("initiative") == "standard":
        _roll(course, whole_turn=True)


def open_segment(course: Course) -> bool:
    """The next side that acts; False: the turn is over. RA-init.standard.2"""
    way = course.house.choice("initiative")
    if way == "cards":
        return _by_card(course)
    state = course.state
    left = [side.key for side in state.sides if waiting(state, side.key)]
    if not left:
        return False
    if way == "dice":
        if len(left) == 1:
            course.happen(SegmentOpened(side=left[0], citations=("RA-init.standard.2",)))
            return True
        return _roll(course, whole_turn=False)
    side = _alternate(state, left)
    course.happen(SegmentOpened(side=side, citations=("RA-init.standard.1",)))
    return True


def _alternate(state: State, left: list[SideId]) -> SideId:
    """The side that begins the turn, then the other of the last one, while it has units left. RA-init.standard.2"""
    if state.last is None:
        return state.first if state.first in left else left[0]
    sides = [side.key for side in state.sides]
    waits = (int(sides[0] in left), int(sides[1] in left))
    found = rolls.next_side(sides.index(state.last), waits)
    return left[0] if found is None else sides[found]


def _roll(course: Course, *, whole_turn: bool) -> bool:
    """A die each; False: two ones have ended the turn. RA-init.standard.1, RA-init.dice.1, RA-init.dice.2,
    RA-init.dice.3"""
    state = course.state
    sides, names = tuple(side.key for side in state.sides), tuple(side.name for side in state.sides)
    lost = sides.index(state.lost_roll) if state.lost_roll is not None else None
    if whole_turn:
        off = rolls.first_of_turn(course.chance, names)
    else:
        off = rolls.roll_off(course.chance, lost, names, course.house)
    after = rolls.loser_after(off, lost)
    citation = "RA-init.standard.1" if whole_turn else "RA-init.dice.2" if off.by_draw else "RA-init.dice.1"
    course.happen(
        InitiativeRolled(
            winner=None if off.winner is None else sides[off.winner],
            rolls=tuple(zip(sides * len(off.throws), (die for throw in off.throws for die in throw), strict=True)),
            whole_turn=whole_turn,
            loser=None if after is None else sides[after],
            citations=("RA-init.dice.3",) if off.winner is None else (citation,),
        )
    )
    return off.winner is not None


def _by_card(course: Course) -> bool:
    """Cards are turned until one lets a unit act; units that nobody's card has been for come last. RA-init.cards.1"""
    while course.state.deck:
        deck = tuple(Card(card) for card in course.state.deck)
        card = str(course.chance.draw(deck, for_="unit card"))
        only = on_card(course.state, card)
        course.happen(UnitCardDrawn(card=card, only=only, citations=("RA-init.cards.1",)))
        if only:
            side = course.state.unit(only[0]).side
            course.happen(SegmentOpened(side=side, only=only, citations=("RA-init.cards.1",)))
            return True
    for side in course.state.sides:
        if late := waiting(course.state, side.key):
            course.happen(SegmentOpened(side=side.key, only=(late[0].id,), citations=("RA-def.turn",)))
            return True
    return False


def on_card(state: State, card: str) -> tuple[str, ...]:
    """Who may act on a card: the unit itself, or, on an officer's, whom he commands directly.

    RA-init.cards.3, RA-R139, RA-R183
    """
    unit = state.find(card)
    if unit is None:
        return ()
    ready = {each.id for each in waiting(state, unit.side)}
    found = [unit.id] if unit.id in ready else []
    if state.senior(unit.id) is not None:
        found += [each.id for each in state.of(unit.side) if each.id in ready and _commanded(state, unit, each)]
    return tuple(found)


def _commanded(state: State, officer: Unit, unit: Unit) -> bool:
    if unit.id == officer.id or state.senior(unit.id) is not None:
        return False
    return officer.with_unit == unit.id or (
        not officer.with_unit and officer.at is not None and unit.at is not None
        and distance(state, officer.id, unit.id) <= UNDER_HQ
    )  # fmt: skip
