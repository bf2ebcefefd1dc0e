"""What a side receives of units that it may not know of: nothing, whatever it looks at, asks for or is offered.

Random battles with hidden units. Everything that the other side and the public get is held against the same battle
in which the hidden units have other names, other men and another place: there must be no difference.
"""

from dataclasses import replace

import pytest

from bot.places import routes
from rules.action import UMPIRE, Actor
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.ruleset import PUBLIC, Viewer
from rules.table import drawing
from rules.violation import RuleViolation

from .test_random_battles import Battle

TYPED = ("", "un", "6in toward Unit ins", "Zq", "C2 then ")
STEPS = 120


def hidden(state, viewer):
    """The units that the viewer may not know of."""
    mine = {viewer.side, *(side for side, by in RULES.controllers(state).items() if viewer.side and by == viewer.side)}
    return [unit for unit in state.units if unit.concealed and unit.in_play and unit.side not in mine]


def otherwise(state, units):
    """The same battle with these units elsewhere, called otherwise, and with one man less."""
    board = state.board

    def moved(figure):
        at = None if figure.at is None else (board.width - figure.at[0], min(figure.at[1] + 0.7, board.depth))
        return replace(figure, name="Somebody else", at=at)

    ids = {unit.id for unit in units}
    changed = tuple(
        replace(unit, name="Another", figures=tuple(map(moved, unit.figures))[: max(1, len(unit.figures) - 1)])
        if unit.id in ids
        else unit
        for unit in state.units
    )
    return replace(state, units=changed)


def pictures(state, viewer, unit=""):
    scene = RULES.scene(state, viewer, unit)
    return None if scene is None else (drawing.draw(scene), drawing.describe(scene))


def offered(state, viewer):
    """Offers of the viewer's own units, their exact odds, and what is completed while he types."""
    view = RULES.view(state, viewer)
    got = [routes(view, typed, unit.ref) for typed in TYPED for unit in view.units[:2]]
    for ask in RULES.prompt(state).asks:
        if ask.side != viewer.side:
            continue
        got.append(ask.quick)
        for unit in ask.units[:2]:
            offers = RULES.offers(state, ask.side, unit)
            got.append(offers)
            for offer in [o for o in offers if not o.needs][:3]:
                action = RULES.actions.load_python({"verb": offer.verb, **dict(offer.given)})
                try:
                    got.append(RULES.odds(state, action, Actor.player(ask.side)))
                except RuleViolation as refused:
                    got.append((refused.code, refused.message, refused.remedy))
    return got


def refusals(state, viewer, target):
    """The refusals of everything that could be tried at a unit, by its reference or name."""
    got = []
    for ask in RULES.prompt(state).asks:
        if ask.side == viewer.side and ask.units:
            unit = ask.units[0]
            for action in (
                Fire(unit=unit, target=target),
                Spot(unit=unit, target=target),
                ChargeEnemy(unit=unit, target=target),
                Move(unit=unit, to=f"6in toward {target}"),
            ):
                try:
                    RULES.odds(state, action, Actor.player(ask.side))
                    got.append("allowed")
                except RuleViolation as refused:
                    got.append(
                        (refused.code, refused.message.replace(target, "…"), refused.remedy.replace(target, "…"))
                    )
    return got


def words_of(units):
    return [
        word for unit in units for word in (unit.name, *(f.name for f in unit.figures), *(f.id for f in unit.figures))
    ]


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.3.3")
def test_nothing_of_a_hidden_unit_reaches_the_other_side():
    assert sum(fought(Battle(seed)) for seed in range(14)) > 50, "hidden units were hardly ever looked for"


def fought(battle):
    """One battle with everything that the others get held against the truth. How often they looked."""
    if battle.state.board is None:
        return 0
    looked = 0
    for unit in battle.state.units:
        if unit.side == "insurgents":
            battle.act(Conceal(unit=unit.id), UMPIRE)
    for number in range(STEPS):
        before = len(battle.events)
        known = {viewer: {unit.id for unit in hidden(battle.state, viewer)} for viewer in (Viewer("army"), PUBLIC)}
        if not any(known.values()) or not battle.step() or battle.state.ended:
            break  # The tally of a battle that is over counts everybody.
        for viewer, ids in known.items():
            still = [unit for unit in hidden(battle.state, viewer) if unit.id in ids]
            if still:
                told = repr([RULES.tell(battle.state, event, viewer) for event in battle.events[before:]])
                assert not [word for word in words_of(still) if word in told]
                if number % 5 == 0:
                    looked += 1
                    look(battle.state, viewer, still)
    return looked


def look(state, viewer, units):
    other = otherwise(state, units)
    assert RULES.view(state, viewer) == RULES.view(other, viewer)
    assert pictures(state, viewer) == pictures(other, viewer)
    for unit in units:
        assert RULES.scene(state, viewer, unit.id) == RULES.scene(state, viewer, "zz9zz")
    shown = f"{RULES.view(state, viewer)!r}{pictures(state, viewer)}"
    assert not [word for word in words_of(units) if word in shown]
    assert offered(state, viewer) == offered(other, viewer)
    for unit in units:
        assert refusals(state, viewer, unit.id) == refusals(state, viewer, "zz9zz")
        assert refusals(state, viewer, unit.name) == refusals(state, viewer, "No such unit")
