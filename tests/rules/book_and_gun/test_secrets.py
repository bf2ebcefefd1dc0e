"""What a side receives of units that it may not know of: nothing, whatever it looks at, asks for or is offered.

Random battles with hidden units. Everything that the other side and the public get is held against the same battle
in which the hidden units have other names, other men and another place: there must be no difference.
"""

from dataclasses import replace

import pytest

from bot.reading.places import routes
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table import drawing

from .test_random_battles import Battle
from .test_random_vehicles import Motorised

TYPED = ("", "un", "6in toward Unit ins", "Zq", "C2 then ")
STEPS = 120


def hidden(state, viewer):
    """The units that the viewer may not know of."""
    mine = {
        viewer.side,
        *(side for side, by in RULES.battle.controllers(state).items() if viewer.side and by == viewer.side),
    }
    fog = dict(state.options).get("fog") == "on" and state.board is not None and not state.ended
    out_of_sight = {unit.id for unit in state.units if fog and not sighted(state, viewer, unit)}
    return [
        unit
        for unit in state.units
        if unit.in_play and unit.side not in mine and (unit.concealed or unit.id in out_of_sight)
    ]


def sighted(state, viewer, unit):
    """Whether the journal says that the viewer's side sees the unit; the public sees what both sides see."""
    sides = [viewer.side] if viewer.side else ["army", "insurgents"]
    now = {known.side: {glimpse.unit for glimpse in known.now} for known in state.knowledge}
    led = RULES.battle.controllers(state).get(unit.side)
    return all(side in (unit.side, led) or unit.id in now.get(side, ()) for side in sides)


def remembered(state, viewer):
    """The units whose names and last places the viewer may know."""
    return {glimpse.unit for known in state.knowledge if known.side == viewer.side for glimpse in known.lost}


def otherwise(state, units, called=()):
    """The same battle with these units elsewhere, with one man less, and called otherwise but for those that the
    viewer has met before."""
    board = state.board

    def moved(figure):
        at = None if figure.at is None else (board.width - figure.at[0], min(figure.at[1] + 0.7, board.depth))
        return replace(figure, name="Somebody else", at=at)

    def named(unit):
        return unit.name if unit.id in called else "Another"

    ids = {unit.id for unit in units}
    changed = tuple(
        replace(unit, name=named(unit), figures=tuple(map(moved, unit.figures))[: max(1, len(unit.figures) - 1)])
        if unit.id in ids
        else unit
        for unit in state.units
    )
    return replace(state, units=changed, vehicles=tuple(other_hull(board, ids, each) for each in state.vehicles))


def other_hull(board, ids, vehicle):
    """The vehicle of a hidden unit somewhere else, of another type, turned and called otherwise; others as they are."""
    if vehicle.unit not in ids or vehicle.at is None:
        return vehicle
    at = (board.width - vehicle.at[0], min(vehicle.at[1] + 0.7, board.depth))
    type_ = "technical" if vehicle.type != "technical" else "pickup"
    return replace(vehicle, type=type_, name="Another", at=at, facing=(vehicle.facing + 70.0) % 360.0, turret=10.0)


def pictures(state, viewer, unit=""):
    scene = RULES.battle.scene(state, viewer, unit)
    return None if scene is None else (drawing.draw(scene), drawing.describe(scene))


def offered(state, viewer):
    """Offers of the viewer's own units, their exact odds, and what is completed while he types."""
    view = RULES.battle.view(state, viewer)
    got = [routes(view, typed, unit.ref) for typed in TYPED for unit in view.units[:2]]
    for ask in RULES.battle.prompt(state).asks:
        if ask.side != viewer.side:
            continue
        got.append(ask.quick)
        for unit in ask.units[:2]:
            offers = RULES.battle.offers(state, ask.side, unit)
            got.append(offers)
            for offer in [o for o in offers if not o.needs][:3]:
                try:
                    got.append(RULES.battle.odds(state, offer.filled(), Actor.player(ask.side)))
                except RuleViolation as refused:
                    got.append((refused.code, refused.message, refused.remedy))
    return got


def refusals(state, viewer, target, *, met=False):
    """The refusals of everything that could be tried at a unit, by its reference or name. One may go to where one
    that one has `met` was seen last."""
    got = []
    for ask in RULES.battle.prompt(state).asks:
        if ask.side == viewer.side and ask.units:
            unit = ask.units[0]
            for action in (
                Fire(unit=unit, target=target),
                Spot(unit=unit, target=target),
                ChargeEnemy(unit=unit, target=target),
                *(() if met else (Move(unit=unit, to=f"6in toward {target}"),)),
            ):
                try:
                    RULES.battle.odds(state, action, Actor.player(ask.side))
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


@pytest.mark.rule("BG-VI.2.1a")
def test_nothing_out_of_sight_reaches_the_other_side_in_the_fog_of_war():
    """The same, with the fog of war: whole battles in which both sides lose sight of each other and meet again."""
    assert sum(fought(Foggy(seed), conceal=seed % 3 == 0) for seed in range(100, 116)) > 50


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.1.d", "BG-R216")
def test_nothing_of_hidden_vehicles_reaches_the_other_side():
    """The insurgents' technicals lie under markers, or out of sight in the fog of war."""
    assert sum(fought(Motorised(seed), conceal=True) for seed in range(8)) > 20
    assert sum(fought(FoggyMotors(seed), conceal=False) for seed in range(50, 56)) > 5


class Foggy(Battle):
    def call(self):
        call = super().call()
        return replace(call, options=(*(o for o in call.options if o[0] != "fog"), ("fog", "on")))


class FoggyMotors(Motorised):
    def call(self):
        return replace(super().call(), options=(("fog", "on"),))


def fought(battle, *, conceal=True):
    """One battle with everything that the others get held against the truth. How often they looked."""
    if battle.state.board is None:
        return 0
    looked = 0
    for unit in battle.state.units:
        if conceal and unit.side == "insurgents":
            battle.act(Conceal(unit=unit.id), UMPIRE)
    for number in range(STEPS):
        before = len(battle.events)
        known = {viewer: {unit.id for unit in hidden(battle.state, viewer)} for viewer in (Viewer("army"), PUBLIC)}
        if not any(known.values()) or not battle.step() or battle.state.ended:
            break  # The tally of a battle that is over counts everybody.
        for viewer, ids in known.items():
            still = [unit for unit in hidden(battle.state, viewer) if unit.id in ids]
            if still:
                told = repr([RULES.battle.tell(battle.state, event, viewer) for event in battle.events[before:]])
                met = remembered(battle.state, viewer)
                assert not [word for word in words_of([u for u in still if u.id not in met]) if word in told]
                if number % 5 == 0:
                    looked += 1
                    look(battle.state, viewer, still)
    return looked


def look(state, viewer, units):
    met = remembered(state, viewer)
    other = otherwise(state, units, met)
    assert RULES.battle.view(state, viewer) == RULES.battle.view(other, viewer)
    assert pictures(state, viewer) == pictures(other, viewer)
    for unit in units:
        assert RULES.battle.scene(state, viewer, unit.id) == RULES.battle.scene(state, viewer, "zz9zz")
    shown = f"{RULES.battle.view(state, viewer)!r}{pictures(state, viewer)}"
    assert not [word for word in words_of([u for u in units if u.id not in met]) if word in shown]
    assert offered(state, viewer) == offered(other, viewer)
    for unit in units:
        assert refusals(state, viewer, unit.id, met=unit.id in met) == refusals(
            state, viewer, "zz9zz", met=unit.id in met
        )
        assert refusals(state, viewer, unit.name, met=unit.id in met) == refusals(
            state, viewer, "No such unit", met=unit.id in met
        )
