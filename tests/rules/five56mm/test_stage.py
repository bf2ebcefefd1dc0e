"""What 5.56mm lends to scripted events: situation, happenings, moments between steps, reinforcements, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import CallMoraleTest, DeclareEnd, EndGo, RemoveCharacter, StandingAnswer
from rules.five56mm.actions.fire import CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import Move, UseRadio
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear, Skill, SquadTraits, Traits, VehicleSpec, dump_squad, dump_traits
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.battle import CardTurned, LuckRolled, SquadMustered
from rules.five56mm.events.foot import RadioUsed
from rules.five56mm.stage import STAGE
from rules.five56mm.state import BLACK, RED, Joker, Life, RadioTask, State
from rules.kernel.action import ENGINE, UMPIRE
from rules.kernel.chance import Card, Scripted, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.stage import Happening
from rules.seam.viewing import Viewer
from rules.table.board import Board
from tests.rules.five56mm.skirmish import FIELD, Skirmish, aboard, all_of, man, one, truck

RIFLE = Traits(arms=(Arm("m16"),))


def squad(
    key: str, side: str, *members: Traits, place: tuple[float, float] | None = None, own: SquadTraits | None = None
) -> MusterUnit:
    figures = tuple(
        MusterFigure(f"{key}{n}", n, f"{key.title()} {n}", "Private", "", dump_traits(traits))
        for n, traits in enumerate(members, 1)
    )
    traits = dump_squad(own) if own is not None else ""
    return MusterUnit(key, key.title(), side, "x", "", traits, figures, place)


def opened(board: Board | None = FIELD) -> State:
    """Alpha of two men with KC and 2C against one red with KH; the first turn has begun."""
    sides = (
        MusterSide(BLACK, "Black", (squad("alpha", BLACK, RIFLE, RIFLE),)),
        MusterSide(RED, "Red", (squad("red", RED, RIFLE),)),
    )
    state = RULES.battle.fold(RULES.battle.muster(Muster("t", sides, board), Seeded(b"x" * 32, 0)))
    begin = RULES.battle.proceed(state)
    assert begin is not None
    return folded(state, RULES.battle.decide(state, begin, ENGINE, Seeded(b"x" * 32, 1)))


def folded(state: State, events: object) -> State:
    assert isinstance(events, list)
    for event in events:
        assert isinstance(event, Event)
        state = RULES.battle.evolve(state, event)
    return state


def arrive(state: State, *units: MusterUnit) -> list[Event]:
    return list(RULES.battle.reinforce(state, units, Seeded(b"y" * 32, 9)))


# ── The situation ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_situation_names_squad_place_and_who_still_counts() -> None:
    humvee = truck("Humvee", BLACK, (20.0, 8.0))
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)),
        aboard(man("Driver", BLACK), humvee, "driver"),
        man("Hurt", BLACK, (32, 10), wounds=[Level.CRITICAL]),
        man("Down", BLACK, (34, 10), wounds=[Level.MORTAL]),
        man("Red", RED, (30, 38)),
        vehicles=[humvee],
    )
    battle.put(replace(battle["alpha"], courage=Courage.FLEEING))
    now = STAGE.situation(battle.state)
    assert (now.turn, now.board) == (1, FIELD)
    seen = {body.figure: (body.unit, body.side, body.at, body.able) for body in now.bodies}
    assert seen == {
        "alpha": (BLACK, BLACK, (30, 10), True),  # he runs, but may rally
        "driver": (BLACK, BLACK, (20.0, 8.0), True),  # where his vehicle is
        "hurt": (BLACK, BLACK, (32, 10), True),  # MM-5.01.3: one action is left to him
        "down": (BLACK, BLACK, (34, 10), False),  # MM-5.01.4: no action at all
        "red": (RED, RED, (30, 38), True),
    }


def test_the_dead_and_those_who_left_count_no_more() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Beta", BLACK, (32, 10)), man("Red", RED, (30, 38)))
    battle.put(replace(battle["beta"], life=Life.DEAD))
    battle.do(RemoveCharacter(character="alpha", reason="over the edge"), by=UMPIRE)
    alpha, beta, _ = STAGE.situation(battle.state).bodies
    assert (alpha.able, alpha.at) == (False, None)  # off the table
    assert (beta.able, beta.at) == (False, (32, 10))  # he lies there


# ── Happenings ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-2.3T.11")
def test_a_joker_happens_under_its_own_name_whatever_the_scenario_calls_it() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), jokers=[Joker(Card("RJ"), "sandstorm"), Joker(Card("BJ"), "")])
    for card, told in (("RJ", "★ red joker: sandstorm"), ("BJ", "★ black joker")):
        before = battle.state
        turned = one(battle.joker(card), CardTurned)
        assert STAGE.happenings(before, turned) == (Happening("joker", card),)
        words = RULES.battle.tell(battle.state, turned, Viewer())
        assert words is not None
        assert words.headline == told


def test_an_ordinary_card_is_no_happening() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED))
    before = battle.state
    assert [STAGE.happenings(before, event) for event in battle.card("alpha")] == [(), ()]  # turned, and his go


@pytest.mark.rule("MM-4.9.1")
@pytest.mark.parametrize(("die", "answered"), [(6, True), (5, False)])
def test_a_call_happens_only_when_it_is_answered(die: int, answered: bool) -> None:
    """Morale +0 against the task's TN 6."""
    battle = Skirmish(
        man("Sparks", BLACK, (30, 10), gear=[Gear.RADIO]),
        man("Red", RED, (30, 38)),
        radio=[RadioTask("gunship", 6, "")],
    )
    battle.card("sparks")
    before = battle.state
    used = one(battle.do(UseRadio(task="gunship"), str(die)), RadioUsed)
    assert STAGE.happenings(before, used) == ((Happening("radio", "gunship"),) if answered else ())
    words = RULES.battle.tell(battle.state, used, Viewer())
    assert words is not None
    assert words.headline == f"Sparks calls for gunship: {'answered' if answered else 'no answer'}"
    assert battle.state.radio[0].called is answered


# ── Between two steps ─────────────────────────────────────────────────────────────────────────────────────────────


def watched() -> Skirmish:
    """Red covers the ground that Alpha wants to cross."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 24)))
    battle.card("red")
    battle.do(CoveringFire(character="red", orders="ask"))
    battle.run()
    battle.card("alpha")
    return battle


def test_a_battle_is_settled_between_cards_and_between_the_actions_of_a_go() -> None:
    assert not STAGE.settled(State())
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 38)))
    assert STAGE.settled(battle.state)
    battle.card("alpha")
    assert STAGE.settled(battle.state)
    battle.do(Move(to="30,12"))
    assert STAGE.settled(battle.state)


@pytest.mark.rule("MM-3.6.2")
def test_it_is_not_settled_while_a_declared_action_waits_for_covering_fire() -> None:
    battle = watched()
    battle.do(Move(to="30,14"))
    assert not STAGE.settled(battle.state)  # declared, the window is open
    battle.run()
    assert battle.state.question is not None
    assert not STAGE.settled(battle.state)


@pytest.mark.rule("MM-9.4.2")
def test_it_is_not_settled_while_a_morale_test_is_due() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 38)))
    battle.do(CallMoraleTest(unit="alpha"), by=UMPIRE)
    assert not STAGE.settled(battle.state)
    battle.run("6")
    assert STAGE.settled(battle.state)


@pytest.mark.rule("MM-3.2.18")
def test_it_is_not_settled_while_a_grenade_lies_there() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag", movement=3), man("Red", RED, (30, 18)))
    battle.card("alpha")
    battle.do(Throw(grenade="frag", target="red"), "6")
    assert battle.state.grenade is not None
    assert not STAGE.settled(battle.state)


@pytest.mark.rule("MM-10.S.1")
def test_it_is_not_settled_while_a_step_is_broken_off_for_a_skill() -> None:

    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(StandingAnswer(question="sharpshooter", answer="ask"))
    battle.do(Fire(target="red"), "1")
    assert battle.state.held is not None
    assert not STAGE.settled(battle.state)


def test_nothing_comes_in_after_the_end_nor_after_the_survival_tests() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 38)))
    assert not STAGE.over(battle.state)
    assert not STAGE.settled(replace(battle.state, settled=True))
    battle.do(DeclareEnd(winner="draw"), by=UMPIRE)
    assert STAGE.over(battle.state)
    assert not STAGE.settled(battle.state)


# ── Reinforcements ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-2.3T.2", "MM-2.3T.3", "MM-2.3T.7")
def test_reinforcements_get_cards_that_nobody_has_and_act_from_the_next_turn_on() -> None:
    state = opened()
    assert {c.id: c.cards for c in state.characters} == {
        "alpha1": (Card("KC"),),
        "alpha2": (Card("2C"),),
        "red1": (Card("KH"),),
    }
    deck = state.deck
    events = arrive(state, squad("bravo", BLACK, RIFLE, RIFLE), squad("cell", RED, RIFLE), squad("delta", BLACK, RIFLE))
    after = folded(state, events)
    assert {c.id: c.cards for c in after.characters if c not in state.characters} == {
        "bravo1": (Card("3C"),),
        "bravo2": (Card("4C"),),
        "delta1": (Card("5C"),),
        "cell1": (Card("2H"),),
    }
    assert after.deck == deck
    told = RULES.battle.tell(after, events[0], Viewer())
    assert told is not None
    assert (told.headline, told.details) == (
        "Arrived: Bravo, 2 characters",
        ("Their cards come into the deck next turn.",),
    )
    # This turn's three cards pass; the next deck holds all seven.
    number = 2
    while after.turn == 1:
        ask = RULES.battle.prompt(after)
        action = RULES.battle.proceed(after) or EndGo()
        by = UMPIRE if ask else ENGINE
        after = folded(after, list(RULES.battle.decide(after, action, by, Seeded(b"x" * 32, number))))
        number += 1
    assert sorted(after.deck) == sorted(["KC", "2C", "3C", "4C", "5C", "KH", "2H"])


def test_a_squad_arrives_at_its_place_and_stays_on_the_table() -> None:
    state = opened()  # 60 by 40
    events = arrive(
        state,
        squad("bravo", BLACK, RIFLE, RIFLE, place=(5.0, 5.0)),
        squad("corner", BLACK, RIFLE, RIFLE, RIFLE, place=(59.0, 39.8)),
    )
    bravo, corner = all_of(events, SquadMustered)
    assert [c.at for c in bravo.characters] == [(5.0, 5.0), (7.0, 5.0)]  # 2 in apart
    # Three abreast need 4 in: the last of them half an inch from the edge.
    assert [c.at for c in corner.characters] == [(55.5, 39.5), (57.5, 39.5), (59.5, 39.5)]


def test_without_a_place_it_arrives_at_its_sides_edge() -> None:
    """Black comes from the south, red from the north; an inch and a half in, in the middle of 60 inches, 2 in apart."""
    events = arrive(opened(), squad("bravo", BLACK, RIFLE, RIFLE), squad("cell", RED, RIFLE))
    bravo, cell = all_of(events, SquadMustered)
    assert [(c.at, c.facing) for c in bravo.characters] == [((29.0, 1.5), 0.0), ((31.0, 1.5), 0.0)]
    assert [(c.at, c.facing) for c in cell.characters] == [((30.0, 38.5), 180.0)]


def test_without_a_board_it_arrives_without_a_place() -> None:
    state = opened(None)
    after = folded(state, arrive(state, squad("bravo", BLACK, RIFLE, place=(5.0, 5.0))))
    assert [body.at for body in STAGE.situation(after).bodies] == [None] * 4


@pytest.mark.rule("MM-12.0.1")
def test_a_squad_brings_its_vehicles_to_its_place_or_to_the_edge() -> None:
    crew = SquadTraits((VehicleSpec("hmmv", "Humvee", "m2", (("driver", 1), ("gunner", 2))),))
    placed = one(arrive(opened(), squad("bravo", BLACK, RIFLE, RIFLE, place=(20.0, 10.0), own=crew)), SquadMustered)
    (humvee,) = placed.vehicles
    assert (humvee.at, [c.at for c in placed.characters]) == ((20.0, 14.0), [None, None])  # behind the squad's rank
    assert [(c.vehicle, c.place) for c in placed.characters] == [(humvee.id, "driver"), (humvee.id, "gunner")]
    edge = one(arrive(opened(), squad("bravo", BLACK, RIFLE, RIFLE, own=crew)), SquadMustered)
    assert edge.vehicles[0].at == (3.0, 3.0)


def test_vehicles_that_come_later_park_beside_those_of_their_own_side() -> None:
    """Three inches in from either edge, one every 5 inches along it: Black's second stands past Black's first. Red's
    own edge, the northern, is still free."""

    crew = SquadTraits((VehicleSpec("hmmv", "Humvee", "m2", (("driver", 1), ("gunner", 2))),))
    state = opened()
    spots: list[object] = []
    for key, side in (("bravo", BLACK), ("cell", RED), ("delta", BLACK)):
        events = arrive(state, squad(key, side, RIFLE, RIFLE, own=crew))
        state = folded(state, events)
        spots.append(one(events, SquadMustered).vehicles[0].at)
    assert spots == [(3.0, 3.0), (3.0, 37.0), (8.0, 3.0)]


@pytest.mark.rule("MM-10.LB.1", "MM-10.E.1")
def test_luck_is_rolled_and_an_elite_gets_two_cards() -> None:
    lucky = replace(RIFLE, skills=(Skill.ELITE, Skill.LUCKY))
    chance = Scripted("d6:5")  # D3: 5 is a 3
    state = opened()
    events = list(RULES.battle.reinforce(state, [squad("bravo", BLACK, lucky)], chance))
    assert one(events, SquadMustered).characters[0].cards == (Card("3C"), Card("4C"))
    assert one(events, LuckRolled).luck == 3


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        (squad("alpha", BLACK, RIFLE), "same-id"),
        (squad("bravo", "green", RIFLE), "wrong-side"),
        (squad("bravo", BLACK, RIFLE, place=(61.0, 5.0)), "off-table"),
        (replace(squad("bravo", BLACK), figures=(MusterFigure("b1", 1, "B", "", "", "{"),)), "unreadable-sheet"),
    ],
)
def test_reinforcements_that_cannot_come_are_refused(unit: MusterUnit, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        arrive(opened(), unit)
    assert refused.value.code == code


# ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R91")
@pytest.mark.parametrize(("winner", "word"), [(BLACK, "black"), (RED, "red"), (None, "draw")])
def test_a_script_ends_the_battle_as_the_umpire_would(winner: str | None, word: str) -> None:
    action = STAGE.end(winner, "the convoy is through" + "!" * 300)
    assert isinstance(action, DeclareEnd)
    assert (action.winner, len(action.reason)) == (word, 200)
    battle = Skirmish(man("Alpha"), man("Red", RED))
    battle.do(action, by=UMPIRE)
    result = RULES.battle.result(battle.state)
    assert result is not None
    assert result.winner == winner
