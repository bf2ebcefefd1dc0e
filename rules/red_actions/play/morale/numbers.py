"""The success number of a unit's morale test, with every reason. RA-morale.roll.1"""

from __future__ import annotations

from rules.kernel.facts import Fact, Item, Itemised
from rules.red_actions.book import morale as book
from rules.red_actions.book.charging import charge_bar
from rules.red_actions.book.kinds import Arm, Cover, StruckSide, Test
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.facts import COVER, FLANK_THREATENED, ruled, said
from rules.red_actions.play.ground.fronts import behind_front
from rules.red_actions.play.ground.layout import mixed
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.ground.terrain import in_works
from rules.red_actions.play.officers.officer_effects import effects, stiffened
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Unit


def card_tested(state: State, unit: Unit, test: Test) -> TroopCard:
    """Whose success number counts: of a train its engine's. RA-char.stiffening.2, RA-rally.crew.1, RA-R98"""
    card = state.card(unit)
    if unit.rails is not None:
        engine = next((b for b in unit.bases if state.cards.card(b.card).arm is Arm.ENGINE), None)
        return card if engine is None else state.cards.card(engine.card)
    return book.numbers_of(state.cards, card, state.side(unit.side).army, test, stiffened(state, unit))


def tests(state: State, unit: Unit, test: Test) -> bool:
    """Whether it ever takes such a test. RA-R67, RA-R120"""
    return state.card(unit).arm is not Arm.OFFICER and book.takes(card_tested(state, unit, test), test)


def success(state: State, unit: Unit, test: Test, *, modifier: int = 0, why: str = "", citation: str = "") -> Itemised:
    """RA-morale.roll.1, RA-morale.mod.officer, RA-morale.mod.flank, RA-morale.mod.works"""
    works = in_works(state, unit)
    number = book.number(
        test,
        card_tested(state, unit, test),
        effects(state, unit),
        flanked=flank_threatened(state, unit),
        cover=Cover.SUPER_HARD if works else Cover.OPEN,
    )
    if not modifier:
        return number
    return Itemised((*number.items, Item(modifier, why, citation)), label=number.label)


def ruled_for_tests(state: State, unit: Unit) -> tuple[Fact, ...]:
    """The umpire's word on what its morale tests depend on."""
    return (*said(state, unit.id, COVER), *said(state, unit.id, FLANK_THREATENED))


def flank_threatened(state: State, unit: Unit) -> bool:
    """An enemy behind the line of its front, near, and no friend who could charge him: the umpire's word, else as
    measured. RA-morale.mod.flank, RA-R51"""
    word = ruled(state, FLANK_THREATENED, unit.id)
    if word is not None:
        return word
    if unit.at is None or unit.rails is not None or mixed(unit):
        return False
    behind = [enemy for enemy in state.enemies(unit.side) if _threatens(state, unit, enemy)]
    friends = _friends(state, unit)
    return any(
        book.flanked(distance(state, unit, enemy), any(_could(state, unit, each, enemy) for each in friends))
        for enemy in behind
    )


def _threatens(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whoever is hidden, behind a marker or without one, threatens nobody. RA-R248"""
    if not side_knows(state, unit.side, enemy.id) or enemy.routing or not state.card(enemy).arm.fights:
        return False
    return distance(state, unit, enemy) <= book.MORALE.flanked_within and behind_front(state, unit, enemy) > 0.5


def _friends(state: State, unit: Unit) -> list[Unit]:
    return [friend for friend in state.on_table(unit.side) if friend.id != unit.id and not friend.routing]


def _could(state: State, unit: Unit, friend: Unit, enemy: Unit) -> bool:
    """Whether a friend that it sees is of a kind and near enough to charge that enemy."""
    card = state.card(friend)
    fit = not friend.pinned and friend.breakdown is Breakdown.NONE
    return (
        fit
        and charge_bar(card.arm, state.card(enemy).arm, StruckSide.FLANK) is None
        and distance(state, friend, enemy) <= card.move
        and sees(state, unit, friend)
    )
