"""Before the first turn: tokens, ambushes, markers, dummies, the attacker's four inches."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.battle.deed import Deeds
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.setup import Deploy, KeepToken, PlaceDummy, Ready
from rules.red_actions.book.kinds import Trait, UnitFormation
from rules.red_actions.course import Course
from rules.red_actions.events import CODEC
from rules.red_actions.events.turn import Deployed, MarkerPlaced, TokenKept, TokensDrawn
from rules.red_actions.play.officers.tokens import draw_senior, left
from rules.red_actions.play.setup.deeds import SETUP_DEEDS
from rules.red_actions.play.setup.preparing import (
    Preparation,
    preparation,
    setup_asks,
    setup_due,
    token_means,
    token_offers,
)
from rules.red_actions.play.setup.token_drawing import draw_tokens
from rules.red_actions.state import ATTACKER, DEFENDER, Drawn, State
from rules.red_actions.units import Concealment
from rules.red_actions.view import view
from rules.seam.viewing import Viewer
from tests.rules.red_actions.field import area
from tests.rules.red_actions.mustering import CAVALRY, GUNS, INFANTRY, fold, mustered, unit, with_tokens

DEEDS = Deeds[State].of(SETUP_DEEDS)
ATTACK, DEFEND = Actor.player(ATTACKER), Actor.player(DEFENDER)
FOOT, BATTERY = f"{DEFENDER}-{INFANTRY}-1", f"{DEFENDER}-{GUNS}-1"
HORSE, GENERAL = f"{ATTACKER}-{CAVALRY}-1", f"{ATTACKER}-konnarmiya-general-1"


def events(state: State, action: Action, by: Actor) -> list[Event]:
    return DEEDS.decide(state, action, by, Scripted(""))


def after(state: State, action: Action, by: Actor) -> State:
    return fold(events(state, action, by), state)


def drawn(state: State, seed: int = 1) -> State:
    course = Course(state, Seeded(b"cup", seed))
    draw_tokens(course)
    return course.state


def refused(state: State, action: Action, by: Actor) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        events(state, action, by)
    return refusal.value


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.2")
@pytest.mark.rule("RA-def.officer.draw.2")
def test_both_sides_choose_at_the_same_time() -> None:
    """Konnarmiya and Poles draw three each."""
    state = mustered()
    assert setup_due(state)
    state = drawn(state)
    assert not setup_due(state)
    assert [(each.side, len(each.tokens)) for each in state.drawn] == [(ATTACKER, 3), (DEFENDER, 3)]
    assert [ask.side for ask in setup_asks(state)] == [ATTACKER, DEFENDER]
    for ask, each in zip(setup_asks(state), state.drawn, strict=True):  # one button a kind: two alike are no choice
        assert [offer.action.key for offer in ask.quick] == list(dict.fromkeys(each.tokens))
    assert preparation(state) is Preparation.TOKENS


@pytest.mark.rule("RA-def.officer.draw.1")
def test_soviets_and_partisans_draw_two() -> None:
    for army in ("soviet", "partisan"):
        own = [unit(ATTACKER, f"{army}-general"), unit(ATTACKER, f"{army}-mg-team-1")]
        state = drawn(mustered(own, [unit(DEFENDER, "latvian-general"), unit(DEFENDER, "latvian-mg-team-1")]))
        assert [len(each.tokens) for each in state.drawn] == [2, 3]
        assert "1 to 2" in refused(state, KeepToken(officer=f"{own[0].id}.1", token=3), ATTACK).remedy


@pytest.mark.rule("RA-R05")
def test_what_is_not_chosen_goes_back_and_what_is_kept_does_not() -> None:
    own = [unit(ATTACKER, "konnarmiya-general"), unit(ATTACKER, "konnarmiya-colonel"), unit(ATTACKER, CAVALRY)]
    state = drawn(mustered(own))
    first = state.drawn[0]
    assert first.officer == f"{GENERAL}.1"
    state = after(state, KeepToken(officer=first.officer, token=2), ATTACK)
    assert state.officer(first.officer).token == first.tokens[1]
    assert state.cup == (f"red:{first.tokens[1]}",)
    # The second senior's side has nothing to choose from yet: the engine draws, whatever the other side does.
    assert setup_due(state)
    deck = state.cards.deck("konnarmiya")
    assert Counter(left(state, ATTACKER)) == Counter(deck) - Counter([first.tokens[1]])
    state = drawn(state, 2)
    assert {each.officer for each in state.drawn} == {
        f"{ATTACKER}-konnarmiya-colonel-1.1",
        f"{DEFENDER}-polish-general-1.1",
    }


@pytest.mark.rule("RA-def.officer.draw.3")
def test_juniors_draw_one_each_when_all_seniors_have_theirs() -> None:
    state = drawn(mustered())
    assert all(not officer.token for officer in state.officers if officer.rank == "junior")
    for each in state.drawn:
        state = after(state, KeepToken(officer=each.officer, token=1), Actor.player(each.side))
    assert setup_due(state)
    state = drawn(state, 3)
    assert all(officer.token for officer in state.officers)
    assert not state.drawn
    assert len(state.cup) == len(state.officers)
    assert preparation(state) is Preparation.DEFENDER


def test_nobody_chooses_for_the_other_side() -> None:
    state = drawn(mustered())
    mine = state.drawn[0].officer
    assert refused(state, KeepToken(officer=mine, token=1), DEFEND).code == "not-asked"
    assert refused(state, KeepToken(officer="nobody", token=1), ATTACK).code == "not-asked"


def test_the_deadline_keeps_the_best_for_morale() -> None:
    state = drawn(mustered())
    ask = setup_asks(state)[0]
    assert isinstance(ask.default, KeepToken)
    morale = [state.cards.token(token).morale for token in state.drawn[0].tokens]
    assert state.cards.token(ask.default.key).morale == max(morale)


@given(st.integers(0, 40), st.integers(1, 9))
def test_no_token_is_drawn_twice_while_the_deck_lasts(seed: int, companies: int) -> None:
    """The regular deck has 16 tokens; both armies draw from it."""
    own = [unit(ATTACKER, "freikorps-general"), unit(ATTACKER, "freikorps-freikorps-kompagnie-4")]
    theirs = [unit(DEFENDER, INFANTRY, number) for number in range(companies)]
    state = with_tokens(mustered(own, theirs), seed)
    held = Counter(officer.token for officer in state.officers)
    assert not held - Counter(state.cards.deck("polish"))
    assert all(officer.token for officer in state.officers)


def test_a_deck_that_runs_out_is_made_up_again() -> None:
    """Twenty Polish companies and the cavalry's two officers: the regular deck has 16."""
    state = with_tokens(mustered(None, [unit(DEFENDER, INFANTRY, number) for number in range(20)]))
    assert all(officer.token for officer in state.officers)
    assert len([entry for entry in state.cup if entry.startswith("regular:")]) == 4


@pytest.mark.rule("RA-R05", "RA-R154")
def test_a_deck_that_runs_out_between_two_tokens_is_whole_but_for_the_one_that_is_kept() -> None:
    """Of the 16 regular tokens 14 are out. A senior officer draws the last two, and a third of the deck made up again:
    16 less those two in the hand. He keeps the last; the deck is then all 16 but that one, whatever was out before."""
    state = mustered()
    deck = state.cards.deck("polish")
    state = replace(state, cup=tuple(f"regular:{token}" for token in deck[2:]))
    senior = next(each for each in state.officers if each.side == DEFENDER and each.rank == "senior")
    drawn = draw_senior(state, senior.id, DEFENDER, Scripted(f"card:{deck[0]},card:{deck[1]},card:{deck[2]}"))
    assert drawn == Drawn(senior.id, DEFENDER, deck[:3], made_up=True)
    state = replace(state, drawn=(drawn,))
    state = after(state, KeepToken(officer=senior.id, token=1), DEFEND)
    assert state.cup == (f"regular:{deck[0]}",)
    assert Counter(left(state, DEFENDER)) + Counter([deck[0]]) == Counter(deck)


def test_tokens_that_lay_on_the_table_before_decks_were_known_to_run_out_are_still_read() -> None:
    """Journals keep them without `made_up`."""
    old = {"kind": "tokens-drawn", "drawn": {"officer": "o", "side": ATTACKER, "tokens": ["a", "b"]}}
    event = CODEC.load(json.dumps(old))
    assert isinstance(event, TokensDrawn)
    assert event.drawn == Drawn("o", ATTACKER, ("a", "b"))


@pytest.mark.rule("RA-seq.2", "RA-seq.3")
@pytest.mark.parametrize("seen", [False, True])
def test_tokens_of_troops_out_of_sight_are_drawn_for_their_own_side_alone(seen: bool) -> None:
    """The defender's stand as markers, the attacker's have not come on: of them the enemy hears no names either."""
    state = mustered()
    if seen:
        state = replace(
            state, units=tuple(replace(u, at=u.at or (30.0, 4.0), hidden=Concealment.NO) for u in state.units)
        )
    course = Course(state, Seeded(b"cup", 1))
    draw_tokens(course)
    drawn = [event for event in course.events if isinstance(event, TokensDrawn)]
    assert len(drawn) == len(course.events) == 2
    assert all(event.audience == (None if seen else (event.drawn.side,)) for event in drawn)
    assert all(len(event.draws) == 3 for event in drawn)
    assert [ask.face.secret for ask in setup_asks(course.state)] == [not seen, not seen]
    kept_by = [after(course.state, ask.default, Actor.player(ask.side)) for ask in setup_asks(course.state)]
    assert all(each.drawn != course.state.drawn for each in kept_by)


@pytest.mark.rule("RA-def.officer.draw.1", "RA-R05")
@pytest.mark.parametrize("seen", [False, True])
def test_tokens_that_are_all_alike_are_no_question(seen: bool) -> None:
    """Of an officer in hiding it is asked all the same: that nobody is asked would tell the enemy what was drawn."""
    state = mustered()
    if seen:
        state = replace(
            state, units=tuple(replace(u, at=u.at or (30.0, 4.0), hidden=Concealment.NO) for u in state.units)
        )
    decks = {side.key: state.cards.deck(side.army) for side in state.sides}
    hands = {side: (deck[0], deck[1], deck[-1]) for side, deck in decks.items()}
    plain = next(token for token in decks[DEFENDER] if decks[DEFENDER].count(token) >= 3)
    hands[DEFENDER] = (plain,) * 3
    cards = [f"card:{token}" for side in state.sides for token in hands[side.key]]
    course = Course(state, Scripted(",".join(cards)))
    draw_tokens(course)
    alike = [event.token for event in course.events if isinstance(event, TokenKept)]
    asked = [drawn.side for drawn in course.state.drawn]
    assert (alike, DEFENDER in asked) == (([plain], False) if seen else ([], True))


@pytest.mark.rule("RA-officer.morale.1", "RA-officer.morale.2", "RA-preempt.clever.1", "RA-char.officer-mob")
def test_the_first_decision_says_what_each_token_does_and_why_a_bad_one_is_kept() -> None:
    state = mustered()
    bad, clever = state.cards.token("red-minus1-mob"), state.cards.token("red-plus1-clever")
    assert token_means(bad) == (
        "−1 on the tests of a unit that he commands, nothing where he is only near; "
        "kept, it is out of the cup for your other officers; "
        "Mob: his unit rolls 3 or more before anything but shooting, charging and going back"
    )
    assert token_means(clever) == (
        "+1 on the tests of a unit that he commands or is near; "
        "Clever: his unit may try to act before an enemy unit, on a 6, and scouts twice as far"
    )
    drawn = Drawn("o", ATTACKER, (bad.id, clever.id))
    assert [offer.detail for offer in token_offers(state, drawn)] == [
        f"token 1: {token_means(bad)}",
        f"token 2: {token_means(clever)}",
    ]
    assert {trait for token in state.cards.tokens for trait in token.traits} <= set(Trait)
    assert all(token_means(token) for token in state.cards.tokens)


# ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.3")
def test_the_defender_goes_first() -> None:
    state = with_tokens(mustered())
    assert [ask.side for ask in setup_asks(state)] == [DEFENDER]
    assert refused(state, Ready(), ATTACK).code == "not-your-turn"
    deploy = Deploy(unit=HORSE, place="30,2", how="open")
    assert refused(state, deploy, ATTACK).code == "not-your-turn"
    state = after(state, Ready(), DEFEND)
    assert [ask.side for ask in setup_asks(state)] == [ATTACKER]
    assert refused(state, Deploy(unit=FOOT, place="30,40"), DEFEND).code == "not-your-turn"


@pytest.mark.rule("RA-seq.3")
def test_who_does_not_answer_leaves_everybody_where_he_is() -> None:
    defends = with_tokens(mustered())
    for state in (defends, after(defends, Ready(), DEFEND)):
        assert [ask.idle for ask in setup_asks(state)] == [Ready()]


def test_tokens_come_before_places() -> None:
    assert refused(drawn(mustered()), Ready(), DEFEND).citation == "RA-seq.2"


@pytest.mark.rule("RA-ambush.place")
def test_ambushes_lie_where_something_hides_them() -> None:
    state = with_tokens(mustered())
    state = after(state, Deploy(unit=FOOT, place="25,30", how="ambush", formation="column"), DEFEND)
    lying = state.unit(FOOT)
    assert (lying.hidden, lying.at, lying.marker, lying.formation) == (
        Concealment.AMBUSH, (25.0, 30.0), 0, UnitFormation.COLUMN
    )  # fmt: skip
    assert refused(state, Deploy(unit=BATTERY, place="50,40", how="ambush"), DEFEND).code == "nothing-hides"
    # Behind the wood, 1.5 in from it.
    assert not isinstance(events(state, Deploy(unit=BATTERY, place="25,35.5", how="ambush"), DEFEND), RuleViolation)


@pytest.mark.rule("RA-ambush.place")
@pytest.mark.parametrize("hollow", ["scrub", "ditch", "trench"])
def test_nobody_lies_in_ambush_behind_a_hollow_or_scrub(hollow: str) -> None:
    """In it he does; 1.5 in beside it he stands in the open."""
    state = with_tokens(mustered())
    assert state.board is not None
    state = replace(state, board=replace(state.board, features=(area(hollow, 44, 36, 50, 40),)))
    inside, beside = (Deploy(unit=BATTERY, place=place, how="ambush") for place in ("47,38", "51.5,38"))
    assert after(state, inside, DEFEND).unit(BATTERY).hidden is Concealment.AMBUSH
    assert refused(state, beside, DEFEND).code == "nothing-hides"


@pytest.mark.rule("RA-def.base.2", "RA-R112")
def test_how_many_guns_a_battery_has_is_on_its_sheet() -> None:
    """Two bases of field guns: two guns each, or one where a rifle base is only 20 rifles."""
    state = mustered(None, [unit(DEFENDER, GUNS)])
    for agreed, line in (((), "Guns: 4"), ((("gun-base", "one"),), "Guns: 2")):
        battery = next(u for u in view(replace(state, options=agreed), Viewer(DEFENDER)).units if u.ref == BATTERY)
        assert len(state.unit(BATTERY).bases) == 2
        assert line in battery.lines


@pytest.mark.rule("RA-seq.3")
def test_markers_lie_on_the_table_when_the_defender_is_ready() -> None:
    """Numbered from west to east; an ambush leaves no gap."""
    state = with_tokens(mustered())
    (lying,) = events(state, Deploy(unit=FOOT, place="25,30", how="ambush"), DEFEND)
    assert lying.audience == (DEFENDER,)
    (placed,) = events(state, Deploy(unit=FOOT, place="50,40", how="marker"), DEFEND)
    assert placed.audience == (DEFENDER,)
    hidden = fold([lying], state)
    ready = events(hidden, Ready(), DEFEND)
    public = [event for event in ready if isinstance(event, MarkerPlaced) and event.audience is None]
    assert [(event.marker, event.dummy) for event in public] == [(1, None), (2, None)]
    assert public[0].at < public[1].at
    after_ = fold(ready, hidden)
    assert sorted(each.marker for each in after_.of(DEFENDER)) == [0, 1, 2]
    assert after_.marker_count == 2
    for event in ready:
        if isinstance(event, Deployed):
            assert event.audience == (DEFENDER,)


def test_nothing_of_the_defender_shows_before_he_is_ready() -> None:
    """Neither his units nor his markers; afterwards the markers, by number alone."""
    state = with_tokens(mustered(options=(("dummy-markers", "2"),)))
    state = after(state, PlaceDummy(place="50,40"), DEFEND)
    seen = view(state, Viewer(ATTACKER))
    assert seen.scene is not None
    assert [mark.side for mark in seen.scene.units if mark.side == DEFENDER] == []
    assert list(seen.scene.markers) == []
    state = after(state, Ready(), DEFEND)
    scene = view(state, Viewer(ATTACKER)).scene
    assert scene is not None
    assert sorted(mark.label for mark in scene.units) == []
    assert sorted(mark.label for mark in scene.markers) == ["Marker 1", "Marker 2", "Marker 3", "Marker 4"]


@pytest.mark.rule("RA-R143")
def test_who_begins_in_a_building_holds_it() -> None:
    state = after(with_tokens(mustered()), Deploy(unit=FOOT, place="42,28", how="open"), DEFEND)
    assert state.unit(FOOT).holds == "Farm"
    assert state.unit(FOOT).facing == 180.0


def test_where_the_defender_may_not_stand() -> None:
    """RA-R224: the attacker comes on along the whole south edge, so 12 in from it; ponds hold nobody."""
    state = with_tokens(mustered())
    assert refused(state, Deploy(unit=FOOT, place="30,11"), DEFEND).citation == "RA-R224"
    assert events(state, Deploy(unit=FOOT, place="30,12"), DEFEND)
    assert refused(state, Deploy(unit=FOOT, place="6,32"), DEFEND).code == "in-the-water"
    there = state.unit(BATTERY).at
    assert there is not None
    assert refused(state, Deploy(unit=FOOT, place=f"{there[0]},{there[1]}"), DEFEND).code == "no-room"
    assert refused(state, Deploy(unit=HORSE, place="30,30"), DEFEND).code == "unknown-unit"


@pytest.mark.rule("RA-seq.4")
def test_the_attacker_comes_four_inches_onto_the_table() -> None:
    state = after(with_tokens(mustered()), Ready(), DEFEND)
    placed = after(state, Deploy(unit=HORSE, place="60,4", how="open"), ATTACK)
    assert placed.unit(HORSE).at == (60.0, 4.0)
    assert placed.unit(HORSE).hidden is Concealment.NO
    assert refused(state, Deploy(unit=HORSE, place="60,4.5", how="open"), ATTACK).citation == "RA-seq.4"
    assert refused(state, Deploy(unit=HORSE, place="30,3", how="ambush"), ATTACK).code == "no-ambush"
    ready = after(placed, Ready(), ATTACK)
    assert ready.unit(HORSE).at == (60.0, 4.0)
    general = ready.unit(GENERAL)
    assert general.at is not None
    assert general.at[1] <= 4.0
    assert ready.deployed == (DEFENDER, ATTACKER)
    assert setup_asks(ready) == ()


def test_entry_points_of_a_scenario() -> None:
    """RA-R225: within 12 in of the point along the edge. Reinforcements of a later turn stay away."""
    late = f"{ATTACKER}-konnarmiya-tachanka-2-1"
    scenario = json.dumps({"entries": [[ATTACKER, [[20, 0]]]], "troops": [{"unit": late, "arrives": 3}]})
    own = [unit(ATTACKER, CAVALRY), unit(ATTACKER, "konnarmiya-tachanka-2")]
    state = after(with_tokens(mustered(own, scenario=scenario)), Ready(), DEFEND)
    assert state.unit(HORSE).entry == state.unit(late).entry == (20.0, 0.0)
    assert events(state, Deploy(unit=HORSE, place="32,2"), ATTACK)
    assert refused(state, Deploy(unit=HORSE, place="33,2"), ATTACK).code == "not-an-entry"
    assert refused(state, Deploy(unit=late, place="20,2"), ATTACK).code == "not-placed"
    state = after(state, Ready(), ATTACK)
    assert state.unit(late).at is None
    horse = state.unit(HORSE).at
    assert horse is not None
    assert abs(horse[0] - 20) <= 12


@pytest.mark.rule("RA-seq.dummy")
def test_dummies_where_they_are_agreed() -> None:
    state = with_tokens(mustered())
    assert refused(state, PlaceDummy(place="50,40"), DEFEND).code == "house-rule"
    state = with_tokens(mustered(options=(("dummy-markers", "1"),)))
    state = after(state, PlaceDummy(place="50,40"), DEFEND)
    assert [(dummy.side, dummy.at) for dummy in state.dummies] == [(DEFENDER, (50.0, 40.0))]
    assert refused(state, PlaceDummy(place="52,40"), DEFEND).code == "dummies-laid"
    ready = events(state, Ready(), DEFEND)
    public = [event for event in ready if isinstance(event, MarkerPlaced) and event.audience is None]
    assert [event.marker for event in public] == [1, 2, 3, 4]
    assert all(event.dummy is None for event in public)
    after_ = fold(ready, state)
    (dummy,) = after_.dummies
    assert (dummy.marker, dummy.at) == (
        next(event.marker for event in public if event.at == (50.0, 40.0)),
        (50.0, 40.0),
    )


@pytest.mark.rule("RA-seq.attacker-markers")
def test_the_attacker_s_markers_are_an_option() -> None:
    state = after(with_tokens(mustered()), Ready(), DEFEND)
    plain = after(state, Deploy(unit=HORSE, place="30,3", how="marker"), ATTACK)
    assert plain.unit(HORSE).hidden is Concealment.NO
    agreed = with_tokens(mustered(options=(("attacker-markers", "on"),)))
    agreed = after(agreed, Ready(), DEFEND)
    marked = after(agreed, Deploy(unit=HORSE, place="30,3", how="marker"), ATTACK)
    assert marked.unit(HORSE).hidden is Concealment.MARKER
    done = after(marked, Ready(), ATTACK)
    assert sorted(each.marker for each in done.of(ATTACKER)) == [4, 5]
    assert all(each.hidden is Concealment.MARKER for each in done.of(ATTACKER))


def test_offers_of_the_preparation() -> None:
    state = with_tokens(mustered())
    labels = [offer.label for offer in DEEDS.offers(state, DEFENDER, FOOT)]
    assert labels == ["Place its marker", "Place it in ambush", "Place openly"]
    assert DEEDS.offers(state, ATTACKER, HORSE) == ()
    choosing = drawn(mustered())
    (lying,) = [each for each in choosing.drawn if each.side == ATTACKER]
    assert len(DEEDS.offers(choosing, ATTACKER, GENERAL)) == len(set(lying.tokens))


def test_entry_points_on_a_short_edge_of_the_table() -> None:
    """RA-R225: along the west edge, 12 in to the north or south of the point."""
    scenario = json.dumps({"entries": [[ATTACKER, [[0, 20]]]]})
    state = after(with_tokens(mustered([unit(ATTACKER, CAVALRY)], scenario=scenario)), Ready(), DEFEND)
    assert state.unit(HORSE).entry == (0.0, 20.0)
    assert events(state, Deploy(unit=HORSE, place="4,8"), ATTACK)
    assert refused(state, Deploy(unit=HORSE, place="4,7"), ATTACK).code == "not-an-entry"
