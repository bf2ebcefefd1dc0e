"""What each viewer may know, in views, words and pictures; and what a battle leaves in the rosters. VI.3.3, XIII.10."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import rules.book_and_gun
from rules.battle.umpire import FactRuled, Ruled
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.movement import ChargeEnemy, Move, RallyUnit
from rules.book_and_gun.book.march import Deduction
from rules.book_and_gun.events.battle import (
    CommanderNominated,
    FigureCaptured,
    FigureFell,
    FigureHealed,
    FigureLeft,
    UnitMustered,
    UnitRevealed,
)
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.state import Moved
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Morale, Phase, Status
from rules.book_and_gun.view import view
from rules.kernel.chance import Card
from rules.kernel.facts import Fact, Item, Itemised, Source
from rules.seam.ruleset import Service
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.gathering import gather
from rules.telling.headline import headline

from .field import SOUTH, battle, hurt, only
from .war import band, dice, moving, squad

ARMY, REDS, UMPIRE = Viewer("army"), Viewer("insurgents"), Viewer(umpire=True)


def field(**changes):
    hidden = replace(band("hidden", at=(30, 20), facing=SOUTH), concealed=True)
    return battle(squad(at=(10, 8)), band(at=(10, 30), facing=SOUTH), hidden, **changes)


# ── Views ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.3.3")
@pytest.mark.parametrize(("viewer", "seen"), [(ARMY, False), (PUBLIC, False), (REDS, True), (UMPIRE, True)])
def test_a_concealed_unit_is_there_only_for_its_side_and_the_umpire(viewer, seen):
    state = field(last=Moved("move", ((30, 25), (30, 20)), "insurgents", unit="hidden"))
    shown = view(state, viewer)
    assert (shown.unit("hidden") is not None) is seen
    assert ("hidden" in repr(shown).lower()) is seen
    assert bool(shown.scene.traces) is seen


def test_what_shows_of_a_unit_is_said_to_everybody_and_what_does_not_to_its_own():
    state = field()
    state = state.with_unit(replace(state.unit("red"), morale=Morale.SHAKEN))
    state = state.with_unit(replace(state.unit("hidden"), morale=Morale.SHAKEN))
    assert view(state, ARMY).unit("red").states == ("shaken",)
    assert view(state, REDS).unit("hidden").states[:2] == ("shaken", "concealed")


def test_own_units_are_shown_whole_and_others_as_they_stand():
    shown = view(field(), ARMY)
    own, other = shown.unit("able"), shown.unit("red")
    assert (own.strength, own.original, len(own.figures)) == (7, 7, 7)
    assert "leader" in own.figures[3].notes
    assert "line, open order" in own.lines
    assert (other.strength, other.original, other.lines) == (7, None, ())
    assert all(f.notes == () and f.role == "" for f in other.figures)


def test_the_fallen_of_others_are_not_listed():
    state = battle(squad(at=(10, 8)), hurt(band(at=(10, 30)), Status.KILLED, 1, 2))
    assert len(view(state, ARMY).unit("red").figures) == 5
    assert len(view(state, REDS).unit("red").figures) == 7


def test_the_headline_says_turn_and_phase_and_the_lines_the_weather():
    state = field()
    assert view(state, PUBLIC).headline == "Turn 2 · close combat phase"
    night = replace(state, conditions=replace(state.conditions, light="night", visibility=24.0))
    assert "Night, visibility 24 in" in view(night, PUBLIC).lines


def test_the_lines_name_the_last_turn_where_there_is_one():
    assert not [line for line in view(field(), PUBLIC).lines if line.startswith("Last turn")]
    assert "Last turn: 9" in view(field(turn_limit=9), PUBLIC).lines


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_move_is_told_with_its_dice_and_what_was_taken_from_them():
    war = moving(battle(hurt(squad(at=(10, 8)), Status.KILLED, 4), band(at=(10, 34)), phase=Phase.MOVEMENT))
    events = war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))
    said = tell(war.state, only(events, "unit-moved")[0], ARMY)
    assert said.headline == "Able moves 5 in, to E4."
    assert said.details[0] == "3D6: 4, 3, 2 = 9 · −4 no leader within 6 inches → 5 in"
    assert [str(d) for d in said.draws] == ["d6:4", "d6:3", "d6:2"]


def test_a_test_of_morale_is_told_with_its_die_and_the_number_that_passes():
    """An army unit with its leader rallies on 5 or less."""
    shaken = squad(at=(10, 8), morale=Morale.SHAKEN, morale_turn=1)
    war = moving(battle(shaken, band(at=(10, 34)), phase=Phase.MOVEMENT))
    (tested,) = only(war.do(RallyUnit(unit="able"), dice(5)), "morale-tested")
    said = tell(war.state, tested, ARMY)
    assert said.headline == "Able rallies."
    assert said.details == ("Rally: 1D6: 5 · passes up to 5 (army rally, has leader) · leader: Man able4",)


def test_a_volley_is_told_with_its_itemised_number_and_a_casualty_by_name():
    state = field()
    volley = Volleyed(
        unit="able",
        figure="able1",
        weapon="assault rifle",
        target="red",
        target_figure=None,
        target_class="II",
        to_hit=Itemised((Item(5, "assault rifle, medium, class II"), Item(1, "NATO"))),
        dice=(3, 17, 20),
        hits=1,
        facts=(Fact("range", 14.2, Source.MEASURED, "in"),),
    )
    said = tell(state, volley, REDS)
    fell = FigureFell(
        unit="red",
        figure="red2",
        status=Status.KILLED,
        cause="fire",
        by="able1",
        by_unit="able",
        weapon="assault rifle",
        cards=(Card("9H"),),
        reading="ordinary",
        target_class="II",
    )
    told = tell(state, fell, PUBLIC)
    assert told.headline == "Man red2 (Red) is killed."
    assert told.important
    (sum_,) = gather((said, told))
    assert sum_.headline == "Man able1 (Able) fires at Red, assault rifle: 1 hit, Man red2 killed"
    assert sum_.lines == ()
    assert sum_.details == (
        "TO HIT 6 = 5 assault rifle, medium, class II · +1 NATO: 3D20: 3✓ 17 20",
        "9♥ (class II): Man red2 killed by Man able1",
    )
    assert sum_.important


def test_a_prisoner_is_told_as_important_as_a_dead_man():
    told = tell(field(), FigureCaptured(unit="able", figure="able3", captor="red"), PUBLIC)
    assert (told.headline, told.important) == ("Man able3 (Able) is captured by Red.", True)
    (lost,) = told.casualties
    assert (lost.who, lost.fate, lost.grave) == ("Man able3", "captured", True)


def test_who_leaves_the_field_is_told_among_the_losses_of_his_unit():
    told = tell(field(), FigureLeft(unit="red", figure="red5", reason="routed off the field"), PUBLIC)
    (lost,) = told.casualties
    assert (lost.who, lost.fate, lost.body) == ("Man red5", "routed off the field", "Red")


@pytest.mark.rule("BG-VI.3.3", "BG-IV.5")
def test_what_concerns_a_hidden_unit_is_told_to_its_side_alone():
    state = field()
    moved = UnitMoved(
        unit="hidden",
        figures=("hidden1",),
        how="move",
        dice=(4,),
        deductions=(Deduction("leader", (4,)),),
        inches=3,
        path=((30, 20), (30, 17)),
    )
    secret = CommanderNominated(side="insurgents", figure="red4", by_player=True, audience=("insurgents",))
    for event in (moved, UnitMustered(unit=state.unit("hidden")), secret):
        for viewer in (ARMY, PUBLIC):
            assert tell(state, event, viewer) is None
        for viewer in (REDS, UMPIRE):
            assert tell(state, event, viewer) is not None
    shot = Volleyed(
        unit="hidden",
        figure="hidden1",
        weapon="assault rifle",
        target="able",
        target_figure=None,
        target_class="II",
        to_hit=None,
        dice=(),
        hits=0,
    )
    assert "idden" not in tell(state, shot, ARMY).headline
    seen = state.with_unit(replace(state.unit("hidden"), concealed=False))
    assert "Hidden" in tell(seen, UnitRevealed(unit="hidden", reason="fired"), ARMY).headline


@pytest.mark.rule("BG-VI.1.1a", "BG-VI.3.2a")
def test_whoever_comes_into_sight_in_one_way_is_named_together():
    state = field()
    state = state.with_unit(replace(state.unit("hidden"), concealed=False))
    shown = [gather([tell(state, UnitRevealed(unit=each, reason=why), PUBLIC)])[0] for each, why in (
        ("able", "not in hiding"), ("red", "not in hiding"), ("hidden", "spotted"),
    )]  # fmt: skip
    assert headline(shown[:2]) == "Able and Red stand in the open"
    assert headline(shown) == "Able and Red stand in the open; Hidden is spotted"


@pytest.mark.parametrize("place", [("play/sight/concealment.py", "_reason"), ("play", "UnitRevealed")])
def test_every_way_into_sight_has_its_sentence(place):
    found = set(_reasons(*place))
    assert len(found) >= 5
    words = {why: tell(field(), UnitRevealed(unit="red", reason=why), PUBLIC).headline for why in found}
    assert [why for why, said in words.items() if ": " in said] == []


def _reasons(where, name):
    """The reasons that a function returns, or a call of the event names."""
    root = Path(rules.book_and_gun.__file__).parent / where
    for file in root.rglob("*.py") if root.is_dir() else [root]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                returned = (each for one in ast.walk(node) if isinstance(one, ast.Return) for each in ast.walk(one))
                yield from (each.value for each in returned if isinstance(each, ast.Constant) and each.value)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                named = (each.value for each in node.keywords if each.arg == "reason")
                yield from (each.value for each in named if isinstance(each, ast.Constant))


def test_a_charge_from_within_two_inches_needs_no_run():
    war = moving(battle(squad(at=(10, 8)), band(at=(10, 18), facing=SOUTH), phase=Phase.MOVEMENT))
    war.do(ChargeEnemy(unit="able", target="red"), dice(6, 5, 4, 3))
    charge = only(war.events, "charge-declared")[0]
    near = replace(charge, distance=1.4)
    assert tell(war.state, near, PUBLIC).headline == "Able charges Red, 1.4 in away: it is near enough to close in."


@pytest.mark.rule("BG-R106")
def test_a_wire_of_the_scenario_is_told_in_plain_words():
    wire = FactRuled(ruled=Ruled("wire", True, "able", "red"))
    assert tell(field(), wire, UMPIRE).headline == "A wire runs from Able to Red."


def test_everything_in_a_battle_is_told_without_an_error():
    war = moving(battle(squad(at=(10, 8)), band(at=(10, 18), facing=SOUTH), phase=Phase.MOVEMENT))
    war.do(ChargeEnemy(unit="able", target="red"), dice(6, 5, 4, 3))
    for event in war.events:
        for viewer in (ARMY, REDS, PUBLIC, UMPIRE):
            tell(war.state, event, viewer)
    charge = tell(war.state, only(war.events, "charge-declared")[0], PUBLIC)
    assert charge.headline == "Able charges Red, 9 in away: it halts 2 in from them."


# ── Careers ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.10.1")
def test_careers_say_who_fought_who_fell_by_whose_hand_and_who_is_missing():
    state = field()
    killed = FigureFell(
        unit="red", figure="red2", status=Status.KILLED, cause="fire", by="able1", weapon="assault rifle",
        cards=(Card("KH"), Card("3C")), reading="key figure", target_class="III",
    )  # fmt: skip
    entries = service(
        [
            UnitMustered(unit=state.unit("able")),
            FigureFell(unit="able", figure="able2", status=Status.WOUNDED, cause="close combat", by="red1"),
            killed,
            FigureCaptured(unit="able", figure="able3", captor="red"),
            FigureLeft(unit="red", figure="red5", reason="routed off the field"),
        ]
    )
    note = "assault rifle, king of hearts and 3 of clubs, class III, key figure"
    assert [e.of for e in entries[:7]] == [f"able{n}" for n in range(1, 8)]
    assert entries[7:] == (
        Service("able2", "wounded", "red1", "close combat"),
        Service("red2", "killed", "able1", note),
        Service("able1", "kill-credited", "red2", note),
        Service("able3", "captured"),
        Service("red5", "missing", note="routed off the field"),
    )


def test_a_joker_that_heals_is_on_record():
    assert service([FigureHealed(unit="able", figure="able2", reason="joker")])[0].what == "recovered"


# ── Taking back ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_what_drew_nothing_and_showed_nothing_can_be_taken_back():
    war = moving(battle(squad(at=(10, 8)), band(at=(10, 34)), phase=Phase.MOVEMENT), 2)
    held = war.do(HoldAll())
    assert not any(RULES.battle.reveals(event) for event in held)
    war = moving(battle(squad(at=(10, 8)), band(at=(10, 34)), phase=Phase.MOVEMENT))
    assert any(RULES.battle.reveals(event) for event in war.do(Move(unit="able", to="north 3"), dice(4, 3, 2)))
    assert RULES.battle.reveals(UnitRevealed(unit="red", reason="spotted"))
