"""What front ends are given: prompts, offers, odds, views, words, careers, one-off resolutions, the umpire's word."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest

from rules.battle.umpire import RuleFact
from rules.five56mm import RULES
from rules.five56mm.actions import ACTIONS, GO_ACTIONS, AnyGoAction
from rules.five56mm.actions.battle import (
    Answer,
    Bombard,
    DeclareEnd,
    EndGo,
    PlaceUnit,
    Proceed,
    RemoveCharacter,
    RestoreCharacter,
    SetAmmoLow,
    SetLight,
    StandingAnswer,
)
from rules.five56mm.actions.fire import AutoFire, Fire, Throw
from rules.five56mm.actions.foot import Carry, Engage, Escape, FirstAid, Move, Sprint, Stealth, TreatInjury, UseRadio
from rules.five56mm.actions.vehicles import Drive, FastRope, Pilot
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.deeds import DEEDS
from rules.five56mm.events import EVENTS
from rules.five56mm.events.battle import FactRuled, LeftTable, Restored
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import Aided
from rules.five56mm.state import BLACK, RED, Combat, Life, RadioTask, Stance
from rules.kernel.action import UMPIRE, Actor, fields_of
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source, in_short
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds
from rules.seam.ruleset import Service
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck

BY_BLACK = Actor.player(BLACK)


def fight() -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag", aim=2, skills=[Skill.TRACKER]),
        man("Bravo", BLACK, (28, 10)),
        man("Red", RED, (30, 20), skills=[Skill.NAILS], gear=[Gear.RADIO]),
        man("Other", RED, (33, 22)),
    )
    battle.card("alpha")
    return battle


# ── The seam ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_action_has_one_deed_and_a_form() -> None:
    assert set(DEEDS.rows) == set(ACTIONS)
    assert set(GO_ACTIONS) == set(get_args(AnyGoAction))
    assert all(action is deed.action for action, deed in DEEDS.rows.items())
    for action in ACTIONS:
        fields_of(action)
    for form in RULES.book.resolutions:
        fields_of(form)
    assert len({action.name() for action in ACTIONS}) == len(ACTIONS)
    assert len({event.__dataclass_fields__["kind"].default for event in EVENTS}) == len(EVENTS)


def test_actions_of_one_role_are_not_for_the_others() -> None:
    battle = fight()
    for action, by, code in (
        (Proceed(), BY_BLACK, "engine-only"), (SetLight(), BY_BLACK, "umpire-only"), (Proceed(), UMPIRE, "engine-only"),
    ):  # fmt: skip
        with pytest.raises(RuleViolation) as refused:
            battle.do(action, by=by)
        assert refused.value.code == code


def test_nothing_happens_before_the_muster_or_after_the_end() -> None:
    with pytest.raises(RuleViolation) as early:
        RULES.battle.decide(RULES.battle.blank(), EndGo(), BY_BLACK, Scripted(""))
    assert early.value.code == "not-begun"
    battle = fight()
    battle.do(DeclareEnd(winner="draw", reason="dusk"))
    with pytest.raises(RuleViolation) as late:
        battle.do(EndGo())
    assert late.value.code == "battle-over"
    assert not RULES.battle.prompt(battle.state)
    assert RULES.battle.proceed(battle.state) is None
    result = RULES.battle.result(battle.state)
    assert result is not None
    assert (result.winner, result.reason) == (None, "dusk")


# ── Prompts and offers ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_prompt_names_the_character_and_offers_what_he_may_do() -> None:
    battle = fight()
    ask = RULES.battle.prompt(battle.state).asks[0]
    assert (ask.side, ask.units, ask.default) == (BLACK, ("alpha",), EndGo(character="alpha"))
    assert "2 actions" in ask.question
    offers = RULES.battle.offers(battle.state, BLACK, "alpha")
    verbs = {offer.verb for offer in offers}
    assert {
        "fire",
        "auto-fire",
        "throw",
        "move",
        "sprint",
        "aim",
        "stealth",
        "covering-fire",
        "hide",
        "end-go",
    } <= verbs
    assert "engage" not in verbs
    fire = next(offer for offer in offers if offer.verb == "fire")
    assert (fire.label, fire.detail) == ("Fire at Red (M16)", "needs 2+")
    assert any(fact.source is Source.MEASURED for fact in fire.facts)
    assert RULES.battle.offers(battle.state, BLACK, "bravo") == ()
    assert RULES.battle.offers(battle.state, RED, "alpha") == ()


@pytest.mark.parametrize(
    ("inches", "sprint", "run"),
    [(1.0, False, False), (1.5, True, True), (5.0, True, True), (5.5, True, False), (9.0, True, False),
     (9.5, False, False)],
)  # fmt: skip
def test_an_enemy_whom_he_can_reach_may_be_run_at(inches: float, sprint: bool, run: bool) -> None:
    """To within an inch of him, where nobody has to run: a Move is 4 in, a Sprint is offered for 4 more. Only his
    second Move may end in hand-to-hand combat."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 10 + inches)))
    battle.card("alpha")

    def offered(label: str) -> bool:
        return label in [offer.label for offer in RULES.battle.offers(battle.state, BLACK, "alpha")]

    assert (offered("Sprint at Red"), offered("Run at Red")) == (sprint, False)
    battle.do(Move(to="29,10"))
    battle.put(replace(battle["alpha"], at=(30, 10)))
    assert offered("Run at Red") is run


def test_every_offer_is_lawful_as_it_stands() -> None:
    battle = fight()
    for offer in RULES.battle.offers(battle.state, BLACK, "alpha"):
        somewhere = {need: "forward 4" for need in offer.needs}
        action = offer.filled(**somewhere)
        RULES.battle.odds(battle.state, action, BY_BLACK)


def test_without_a_board_offers_say_what_is_still_needed() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), board=None)
    battle.card("alpha")
    needs = {offer.verb: offer.needs for offer in RULES.battle.offers(battle.state, BLACK, "alpha")}
    assert needs["fire"] == ("range",)
    assert needs["move"] == ("path",)
    assert needs["end-go"] == ()
    assert one(battle.do(Fire(target="red", range=12, obscured=30, not_closest=True), "1"), Shot).roll.number.value == 6


# ── Odds ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-2.3N.1")
def test_the_odds_of_a_shot() -> None:
    battle = fight()
    odds = RULES.battle.odds(battle.state, Fire(target="red"), BY_BLACK)
    assert dict(odds.chances) == {"hit": Fraction(5, 6)}  # Medium 4, Weapons +2
    assert str(odds.numbers[0]) == "TN 4 (M16, medium)"
    hidden = RULES.battle.odds(battle.state, Fire(target="red", obscured=60), BY_BLACK)
    # Spotting TN 4 with Tracker: 4 of 6; full concealment: TN 6, 3 of 6.
    assert dict(hidden.chances) == {"spotted": Fraction(4, 6), "hit": Fraction(4, 6) * Fraction(3, 6)}


@pytest.mark.rule("MM-10.S.1", "MM-R73")
def test_the_odds_count_on_a_skill_unless_its_side_never_uses_it() -> None:
    """Weapons +0 against TN 4: 3 of 6. A sharpshooter rolls a miss again: 1 - 3/6 x 3/6 = 3/4."""

    def hit(*skills: Skill, answer: str = "") -> Fraction:
        battle = Skirmish(man("Alpha", skills=skills, at=(30, 10)), man("Red", RED, (30, 20)))
        battle.card("alpha")
        if answer:
            battle.do(StandingAnswer.model_validate({"question": "sharpshooter", "answer": answer}), by=BY_BLACK)
        return dict(RULES.battle.odds(battle.state, Fire(target="red"), BY_BLACK).chances)["hit"]

    assert hit() == hit(Skill.SHARPSHOOTER, answer="no") == Fraction(1, 2)
    assert [hit(Skill.SHARPSHOOTER, answer=answer) for answer in ("", "yes", "ask")] == [Fraction(3, 4)] * 3


def test_the_odds_of_a_burst() -> None:
    battle = fight()
    odds = RULES.battle.odds(battle.state, AutoFire(target="red"), BY_BLACK)
    assert dict(odds.chances) == {"at least one hit": 1 - Fraction(1, 6) ** 2}


def test_the_odds_of_a_throw_and_a_sprint() -> None:
    battle = fight()
    odds = RULES.battle.odds(battle.state, Throw(at="30,16"), BY_BLACK)
    assert dict(odds.chances) == {"on the mark": Fraction(3, 6)}
    # 4 in and a D6: 8 in with a 4 or more; (5 + 6 + 7 + 3 x 8) / 6 = 7 in on average.
    sprint = RULES.battle.odds(battle.state, Sprint(to="22,10"), BY_BLACK)
    assert tuple(sprint.chances[0]) == ("gets all the way", Fraction(1, 2))
    assert sprint.notes == ("7.0 in on average",)
    assert dict(RULES.battle.odds(battle.state, Sprint(to="30,15"), BY_BLACK).chances) == {"gets all the way": 1}
    assert RULES.battle.odds(battle.state, Stealth(), BY_BLACK).chances == ()


@pytest.mark.rule("MM-11.1R.7", "MM-3.7.2")
def test_the_odds_of_a_fight_tell_nothing_of_the_enemy_s_sheet() -> None:
    """Strong or weak, with a Black-Belt or without: whoever is about to attack him reads the same."""

    def told(strength: int, *skills: Skill) -> Odds:
        red = man("Red", RED, (30, 10.9), "m9", strength=strength, skills=skills)
        battle = Skirmish(man("Alpha", BLACK, (30, 10), "m9", strength=1), red)
        battle.card("alpha")
        return RULES.battle.odds(battle.state, Engage(target="red"), BY_BLACK)

    assert told(0) == told(3, Skill.BLACK_BELT)
    # D6 + 1 for Engaging + 1 Strength against D6, a tie hits: 1 against 4, 5, 6, 2 against 5, 6 and 3 against 6 miss.
    assert dict(told(3).chances) == {"hit": Fraction(30, 36)}


def test_the_odds_of_a_fight_and_an_escape() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m9"), man("Red", RED, (30, 10.9), "m9"))
    battle.card("alpha")
    engage = RULES.battle.odds(battle.state, Engage(target="red"), BY_BLACK)
    assert dict(engage.chances) == {"hit": Fraction(26, 36)}  # D6 + 1 against D6, ties hit
    battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
    escape = dict(RULES.battle.odds(battle.state, Escape(), BY_BLACK).chances)
    assert escape == {"gets away": Fraction(30, 36), "without harm": Fraction(21, 36), "struck": Fraction(10, 36)}


def test_the_odds_of_care_radio_and_carrying() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10), morale=1, gear=[Gear.RADIO]),
        man("Alpha", BLACK, (30.9, 10), wounds=[Level.CRITICAL]),
        man("Red", RED, (30, 38)),
        radio=[RadioTask("air strike", 5, "bombs")],
    )
    battle.card("doc")
    for action, chance in (
        (FirstAid(patient="alpha"), Fraction(3, 6)),
        (UseRadio(task="air strike"), Fraction(3, 6)),
        # 5 in take 2 over the 2 of a Critical Wound: a 4 or more.
        (Carry(patient="alpha", to="30,5"), Fraction(3, 6)),
    ):
        assert RULES.battle.odds(battle.state, action, BY_BLACK).chances[0].chance == chance


def test_the_odds_of_driving_flying_and_roping() -> None:
    car, hawk = truck(at=(10, 10)), truck("Hawk", BLACK, (30, 10), "black-hawk", flying=True, hover=0)
    battle = Skirmish(
        aboard(man("Driver", BLACK, skills=[Skill.DRIVER]), car, "driver"),
        aboard(man("Pilot", BLACK, skills=[Skill.PILOT]), hawk, "pilot"),
        aboard(man("Ranger", BLACK), hawk),
        man("Red", RED, (30, 38)),
        vehicles=[car, hawk],
    )
    battle.card("ranger")
    assert dict(RULES.battle.odds(battle.state, FastRope(), BY_BLACK).chances) == {"safely down": Fraction(3, 6)}
    battle.do(EndGo())
    battle.run()
    battle.card("driver")
    assert dict(RULES.battle.odds(battle.state, Drive(to="10,20", task="turn"), BY_BLACK).chances) == {
        "turn": Fraction(1)
    }
    battle.do(EndGo())
    battle.run()
    battle.card("pilot")
    assert dict(RULES.battle.odds(battle.state, Pilot(task="hover"), BY_BLACK).chances) == {"hover": Fraction(4, 6)}


def test_odds_refuse_as_the_decision_would() -> None:
    with pytest.raises(RuleViolation):
        RULES.battle.odds(fight().state, Fire(target="red", range=90), BY_BLACK)


# ── Views and words ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-11.1R.7")
def test_a_squad_sheet_is_read_by_its_own_side_and_the_umpire_only() -> None:
    state = fight().state
    own = RULES.battle.view(state, Viewer(RED)).unit("red")
    assert own is not None
    assert own.lines[0].startswith("Card K♥ · Upgrade Cost 1.0")
    assert "Skills: Nails" in own.lines
    umpire = RULES.battle.view(state, Viewer(umpire=True)).unit("red")
    assert umpire is not None
    assert umpire.lines == own.lines
    for viewer in (Viewer(BLACK), PUBLIC):
        seen = RULES.battle.view(state, viewer).unit("red")
        assert seen is not None
        assert (seen.name, seen.lines) == ("Red", ())
        assert "Nails" not in str(RULES.battle.view(state, viewer))


def test_a_view_says_whose_card_is_up_and_what_everybody_does() -> None:
    battle = fight()
    battle.do(Stealth())
    view = RULES.battle.view(battle.state, PUBLIC)
    assert view.headline == "Turn 1 · K♣ · Alpha"
    alpha = view.unit("alpha")
    assert alpha is not None
    assert alpha.states == ("Stealth", "his go")
    assert alpha.figures[0].status == "fit"
    assert view.scene is not None
    assert {mark.ref for mark in view.scene.units} == {"alpha", "bravo", "red", "other"}


def test_standing_answers_are_secret() -> None:
    battle = fight()
    (event,) = battle.do(StandingAnswer(question="cover", answer="no"), by=BY_BLACK)
    assert RULES.battle.tell(battle.state, event, Viewer(RED)) is None
    assert RULES.battle.tell(battle.state, event, Viewer(BLACK)) is not None
    assert not any("Standing" in line for line in RULES.battle.view(battle.state, Viewer(RED)).lines)
    assert any("Standing" in line for line in RULES.battle.view(battle.state, Viewer(BLACK)).lines)


def test_a_shot_in_words_shows_every_modifier() -> None:
    battle = fight()
    shot = one(battle.do(Fire(target="red", obscured=30), "2"), Shot)
    told = RULES.battle.tell(battle.state, shot, PUBLIC)
    assert told is not None
    assert told.headline == "Alpha fires the M16 at Red: miss"
    assert told.strike is not None
    assert told.strike.number == "To hit: D6 2 +2 Weapons = 4 against TN 5 (4 M16, medium · +1 partial concealment)"
    assert "obscured 30 % (declared)" in in_short(told.facts)
    assert [draw.value for draw in told.draws] == [2]
    assert "MM-3.2.9" in told.citations


# ── Careers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_battle_did_to_careers() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), aim=3, skills=[Skill.MEDIC]),
        man("Red", RED, (30, 20)),
        man("Other", RED, (32, 20)),
        man("Third", RED, (5, 38)),
    )
    battle.card("alpha")
    battle.do(Fire(target="red"), "6,6,1")
    battle.run("6,6")
    battle.do(RemoveCharacter(character="other", reason="captured by the plot"))
    served = RULES.battle.service(battle.journal)
    assert Service("red", "killed", "alpha", "M16") in served
    assert Service("alpha", "kill-credited", "red", "M16") in served
    assert Service("other", "missing", None, "captured by the plot") in served
    assert [s.of for s in served if s.what == "fielded"] == ["alpha", "red", "other", "third"]


@pytest.mark.rule("MM-4.4.4")
def test_a_wound_treated_in_battle_is_recorded_as_recovered() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10), skills=[Skill.MEDIC]),
        man("Alpha", BLACK, (30.9, 10)),
        man("Red", RED, (30, 20), aim=3),
    )
    battle.card("red")
    battle.do(Fire(target="alpha", not_closest=False), "6,1,4")
    battle.do(EndGo())
    battle.run()
    battle.card("doc")
    assert one(battle.do(TreatInjury(patient="alpha"), "6"), Aided).wound is None
    whats = [(s.of, s.what) for s in RULES.battle.service(battle.journal) if s.what != "fielded"]
    assert whats == [("alpha", "wounded"), ("doc", "treated"), ("alpha", "recovered")]


# ── The umpire ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_ruling_goes_before_a_declaration_and_the_board() -> None:
    battle = fight()
    assert (
        one(battle.do(RuleFact(fact="range", value="22", unit="alpha", other="red", turns=1)), FactRuled).ruled.until
        == 1
    )
    shot = one(battle.do(Fire(target="red", range=5), "1"), Shot)
    fact = shot.facts[0]
    assert (fact.name, fact.value, fact.source) == ("range", 22, Source.RULING)
    battle.run()
    battle.end_turn()
    assert battle.state.ruled == ()


@pytest.mark.parametrize(
    ("fact", "value", "code"), [("range", "far", "fact-unreadable"), ("rnage", "22", "unknown-fact")]
)
def test_a_ruling_that_no_rule_could_read_is_refused_when_it_is_ruled(fact, value, code) -> None:
    battle = fight()
    with pytest.raises(RuleViolation) as refused:
        battle.do(RuleFact(fact=fact, value=value))
    assert refused.value.code == code
    assert battle.state.ruled == ()


def test_the_umpire_places_removes_and_restores() -> None:
    battle = fight()
    battle.do(PlaceUnit(unit="red", to="5,5", facing=45))
    assert (battle["red"].at, battle["red"].facing) == ((5, 5), 45)
    assert one(battle.do(RemoveCharacter(character="red")), LeftTable).character == "red"
    with pytest.raises(RuleViolation):
        battle.do(RemoveCharacter(character="red"))
    battle.put(replace(battle["bravo"], life=Life.DEAD, wounds=(WoundOnRecord(1, Level.SERIOUS),), stance=Stance.NONE))
    assert one(battle.do(RestoreCharacter(character="bravo")), Restored).character == "bravo"
    assert battle["bravo"].able
    assert battle["bravo"].wounds == ()


def test_the_umpire_sets_light_and_ammunition() -> None:
    battle = fight()
    battle.do(SetLight(light="No Light"))
    assert battle.state.light is Light.NO
    battle.do(SetAmmoLow(character="alpha"))
    assert all(arm.ammo_low for arm in battle["alpha"].arms)


def test_a_bombardment_needs_a_place_or_victims() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), board=None)
    with pytest.raises(RuleViolation):
        battle.do(Bombard(blast_of="frag"))
    with pytest.raises(RuleViolation):
        battle.do(Bombard(blast_of="frag", victims=("Nobody 1",)))
    battle.do(Bombard(blast_of="frag", victims=("Alpha 2.5",)), "1,6")


def test_answers_need_a_question() -> None:
    battle = fight()
    with pytest.raises(RuleViolation) as refused:
        battle.do(Answer(answer="yes"))
    assert refused.value.code == "not-asked"


def test_an_unknown_name_and_a_hidden_one_read_the_same() -> None:
    battle = fight()
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="somebody"))
    assert refused.value.code == "unknown-unit"


@pytest.mark.rule("MM-R91", "MM-5.1.4")
def test_a_turn_limit_ends_the_battle_with_the_tally() -> None:
    battle = Skirmish(man("Alpha", wounds=[Level.SERIOUS]), man("Red", RED), turn_limit=1)
    battle.end_turn()
    result = RULES.battle.result(battle.state)
    assert result is not None
    assert result.winner is None
    assert result.told == ("Black: 1 wounded", "Red: 1 unhurt")


def test_moving_without_saying_where_is_refused() -> None:
    with pytest.raises(RuleViolation) as refused:
        fight().do(Move())
    assert refused.value.code == "fact-needed"
