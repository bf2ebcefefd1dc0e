"""Houses in a battle: four to a room, in by the window, doors that the enemy keeps locked, and how they are opened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.fire import Breach
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.play.ground import housing
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.book_and_gun.units import Munitions, Phase, Status
from rules.kernel.action import Actor
from rules.table.board import Feature, Opening

from .field import PLAIN, SOUTH, army, battle, cell
from .war import War, dice, moving, squad

DOOR = Opening("door", (19.4, 13), (20.6, 13))
WINDOW = Opening("window", (19.4, 13), (20.6, 13), sill=0.5, head=1.5)


def house(*openings: Opening, wide: float = 4.0, deep: float = 4.0, floors: int = 0) -> Feature:
    """Its south wall at 13 north, its middle at 20 east."""
    west, east = 20 - wide / 2, 20 + wide / 2
    outline = ((west, 13.0), (east, 13.0), (east, 13.0 + deep), (west, 13.0 + deep))
    return Feature("building", outline, name="mill", height=2.5, floors=floors, openings=openings)


def on(*features: Feature):
    return replace(PLAIN, features=features)


def inside(war: War, unit: str) -> list[str]:
    return [f.id for f in war.unit(unit).figures if f.at and 18 < f.at[0] < 22 and 13 < f.at[1] < 17]


def next_turn(war: War) -> War:
    return moving(replace(war.state, turn=war.state.turn + 1))


# ── Rooms ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IX.4.2a", "BG-R205")
def test_a_building_has_a_room_for_sixteen_square_inches_of_each_floor() -> None:
    """4 × 4 is one room; 8 × 4 two; 6 × 4 is one and a half, which rounds to the even two; three floors hold thrice."""
    assert housing.holds(house()) == 4
    assert housing.holds(house(wide=8.0)) == 8
    assert housing.holds(house(wide=2.0, deep=2.0)) == 4
    assert housing.holds(house(floors=3)) == 12


@pytest.mark.rule("BG-IX.4.2a", "BG-R205")
def test_the_fifth_man_finds_no_room() -> None:
    """Three stand in the house of one room; of the six who go in by its door one gets in."""
    lodgers = army("guest", size=3, at=(18.8, 16), spacing=1.2)
    war = moving(battle(squad(size=6, at=(15, 11)), lodgers, cell(size=1, at=(20, 34)), board=on(house(DOOR))))
    war.do(Move(unit="able", to="20,14.5"), dice(6, 6, 6))
    assert len(inside(war, "able")) == 1


@pytest.mark.rule("BG-IX.4.2a")
def test_the_wounded_take_no_room() -> None:
    lodgers = army("guest", size=3, at=(18.8, 16), spacing=1.2)
    hurt = replace(lodgers, figures=tuple(replace(f, status=Status.WOUNDED) for f in lodgers.figures))
    war = moving(battle(squad(size=6, at=(15, 11)), hurt, cell(size=1, at=(20, 34)), board=on(house(DOOR))))
    war.do(Move(unit="able", to="20,14.5"), dice(6, 6, 6))
    assert len(inside(war, "able")) > 1


# ── Windows ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IX.4.4a", "BG-R207")
def test_one_man_a_turn_gets_in_by_a_window_and_stops_behind_it() -> None:
    """Up to the wall at 13 less his base, then his middle half a base and half a wall behind it: 13.55."""
    war = moving(battle(army(size=1, at=(20, 9)), cell(size=1, at=(20, 34)), board=on(house(WINDOW))))
    war.do(Move(unit="able", to="20,16"), dice(6, 6, 6))
    assert war.at("able1")[1] == pytest.approx(12.5, abs=0.1)

    war = next_turn(war)
    war.do(Move(unit="able", to="20,16"), dice(6, 6, 6))
    assert war.at("able1") == (20, pytest.approx(13.55, abs=0.01))

    war = next_turn(war)
    war.do(Move(unit="able", to="20,15.5"), dice(6, 6, 6))
    assert war.at("able1")[1] == pytest.approx(15.5, abs=0.1)


@pytest.mark.rule("BG-IX.4.4a", "BG-R207")
def test_the_second_waits_before_the_window_until_the_first_has_gone_on() -> None:
    line = army(size=2, at=(19.5, 12.4), spacing=1.0)
    war = moving(battle(line, cell(size=1, at=(20, 34)), board=on(house(WINDOW))))
    war.do(Move(unit="able", to="20,15"), dice(6, 6))
    assert len(inside(war, "able")) == 1


@pytest.mark.rule("BG-IX.4.4a", "BG-R206")
@pytest.mark.parametrize("opening", [WINDOW, DOOR])
def test_nobody_moves_in_where_the_enemy_is(opening: Opening) -> None:
    war = moving(battle(army(size=1, at=(20, 12.4)), cell(size=1, at=(19, 16)), board=on(house(opening))))
    war.do(Move(unit="able", to="20,14.5"), dice(6, 6, 6))
    assert war.at("able1")[1] < 13


# ── Locked doors ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IX.4.3b", "BG-R206")
def test_a_house_is_held_by_fit_enemies_alone_in_it() -> None:
    foe = cell(size=1, at=(19, 16))
    held = battle(army(size=1, at=(20, 9)), foe, board=on(house(DOOR)))
    assert [one.name for one in housing.held_against(held, ARMY)] == ["mill"]
    assert housing.held_against(held, INSURGENTS) == ()
    shared = battle(army(size=1, at=(21, 16)), foe, board=on(house(DOOR)))
    assert housing.held_against(shared, ARMY) == ()


@pytest.mark.rule("BG-R203", "BG-R206")
def test_a_charge_fights_at_a_locked_door_whoever_stands_behind_it() -> None:
    """He stands in the doorway at 13.5, so that a man outside at 12.5 touches him; one at 15.5 nobody reaches."""
    for at, refused in (((20, 13.5), False), ((20, 15.5), True)):
        able, foe = army(size=1, at=(20, 6)), cell(size=1, at=at, facing=SOUTH)
        foe = replace(foe, figures=tuple(replace(f, move_turn=2) for f in foe.figures))
        war = moving(battle(able, foe, board=on(house(DOOR))))
        charge = ChargeEnemy(unit="able", target="red")
        if refused:
            assert war.refuses(charge) == "not-straight"
        else:
            assert any(event.kind == "charge-declared" for event in war.do(charge, dice(6, 6, 6, 6)))


def besieged(*, foe=(20, 20), door: Opening = DOOR, laws: int = 2) -> War:
    """Two men with LAWs 7 inches before the mill's door in the fire phase, its defender 7 inches behind the door."""
    able = replace(army(size=2, at=(20, 6)), munitions=Munitions(laws=laws))
    state = moving(battle(able, cell(size=1, at=foe), board=on(house(door, deep=8.0)))).state
    return War(replace(state, phase=Phase.FIRE))


def twenties(*values: int) -> str:
    return ",".join(f"d20:{value}" for value in values)


AT_DOOR = Breach(unit="able", figure="able1", door="mill", weapon="law")


@pytest.mark.rule("BG-IX.4.3b", "BG-R104", "BG-R206")
def test_one_hit_of_a_law_opens_the_door_for_good() -> None:
    """Class I is hit on 6 or less by a LAW; six dice."""
    war = besieged()
    war.do(AT_DOOR, twenties(6, 7, 7, 20, 19, 8))
    (event,) = (one for one in war.events if one.kind == "door-fired-at")
    assert (event.to_hit.value, event.hits) == (6, 1)
    assert war.unit("able").munitions.laws == 1
    assert war.figure("red1").fit

    war = moving(replace(war.state, turn=war.state.turn + 1))
    war.do(Move(unit="able", to="20,14.5"), dice(6, 6, 6))
    assert inside(war, "able")


@pytest.mark.rule("BG-IX.4.3b", "BG-R104")
def test_the_door_holds_without_a_hit() -> None:
    war = besieged()
    war.do(AT_DOOR, twenties(7, 7, 7, 20, 19, 8))
    assert war.state.board.features[0].openings == (DOOR,)


@pytest.mark.rule("BG-R104", "BG-R80")
def test_only_those_in_the_blast_about_the_door_are_harmed() -> None:
    """The template is 1 inch across: of the two hits one counts, for the only man in it, 0.45 behind the door."""
    war = besieged(foe=(20, 13.45))
    events = war.do(AT_DOOR, twenties(6, 6, 7, 20, 19, 8) + ",card:2H,card:2C")
    drawn = [one for one in events if one.kind in ("figure-fell", "casualty-cards")]
    assert [one.unit for one in drawn] == ["red"]


@pytest.mark.rule("BG-IX.4.3b", "BG-R104")
def test_what_opens_no_door_is_refused() -> None:
    assert besieged(laws=0).refuses(AT_DOOR) == "no-laws"
    assert besieged(door=WINDOW).refuses(AT_DOOR) == "no-door"
    rifle = AT_DOOR.model_copy(update={"weapon": "assault rifle"})
    assert besieged().refuses(rifle) in ("no-launcher", "not-carried")
    away = besieged()
    turned = replace(away.unit("able"), figures=tuple(replace(f, facing=SOUTH) for f in away.unit("able").figures))
    assert War(away.state.with_unit(turned)).refuses(AT_DOOR) == "out-of-arc"


@pytest.mark.rule("BG-IX.4.3b", "BG-R104")
def test_a_locked_door_is_offered_with_its_chance() -> None:
    """Six dice, each hits on 6 of 20: 1 - 0.7 ** 6 = 0.882351."""
    war = besieged()
    offers = [one for one in DEEDS.offers(war.state, ARMY, "able") if one.verb == "breach"]
    assert len(offers) == 1
    odds = DEEDS.odds(war.state, offers[0].action, Actor.player(ARMY))
    assert float(odds.chances[0].chance) == pytest.approx(0.882351)


@pytest.mark.rule("BG-R206")
def test_nobody_is_offered_the_door_of_a_house_whose_defenders_are_hidden() -> None:
    war = besieged()
    hidden = War(war.state.with_unit(replace(war.unit("red"), concealed=True)))
    assert not [one for one in DEEDS.offers(hidden.state, ARMY, "able") if one.verb == "breach"]
