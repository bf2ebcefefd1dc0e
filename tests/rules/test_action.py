"""What front ends read off an action, and the codec of stored values."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError

from rules.kernel.action import FACT, Action, EnemyUnit, Facing, FigureRef, Inches, Kind, MapRef, OwnUnit, fields_of
from rules.kernel.chance import FULL_DECK, Seeded
from rules.kernel.event import Codec, Event
from rules.kernel.facts import Fact, Item, Itemised, Source, in_short
from rules.seam.asking import Offer


class Shoot(Action):
    verb: Literal["shoot"] = "shoot"
    unit: OwnUnit = Field(description="who fires")
    target: EnemyUnit
    distance: Annotated[Inches, FACT] | None = None
    target_class: Annotated[Literal["I", "II"] | None, FACT] = None
    figures: tuple[FigureRef, ...] = ()
    burst: bool = False
    shots: int = Field(1, ge=1, le=3)


class Walk(Action):
    verb: Literal["walk"] = "walk"
    unit: OwnUnit
    to: MapRef
    facing: Facing | None = None


@dataclass(frozen=True, slots=True)
class Shot(Event):
    kind: Literal["shot"] = "shot"
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Walked(Event):
    kind: Literal["walked"] = "walked"


def test_the_fields_of_an_action_say_what_a_front_end_must_ask():
    specs = {spec.name: spec for spec in fields_of(Shoot)}
    assert list(specs) == ["unit", "target", "distance", "target_class", "figures", "burst", "shots"]
    assert (specs["unit"].kind, specs["unit"].required, specs["unit"].description) == (Kind.OWN_UNIT, True, "who fires")
    assert (specs["distance"].unit, specs["distance"].fact, specs["distance"].minimum) == ("inches", True, 0)
    assert (specs["target_class"].choices, specs["target_class"].required) == (("I", "II"), False)
    assert (specs["figures"].many, specs["figures"].kind) == (True, Kind.FIGURE)
    assert (specs["burst"].type, specs["burst"].default) == (bool, False)
    assert (specs["shots"].minimum, specs["shots"].maximum, specs["shots"].type) == (1, 3, int)


def test_bounds_are_those_of_the_field_and_not_of_each_of_many():
    class Measure(Action):
        verb: Literal["measure"] = "measure"
        depth: Annotated[float, Field(gt=2, lt=9)] | None = None
        ranges: tuple[Annotated[Inches, Field(le=40)], ...] = ()

    bounds = {spec.name: (spec.minimum, spec.maximum) for spec in fields_of(Measure)}
    assert bounds == {"depth": (2, 9), "ranges": (None, None)}


def test_a_field_that_no_form_could_ask_for_is_refused():
    class Odd(Action):
        verb: Literal["odd"] = "odd"
        either: int | str = 0

    with pytest.raises(TypeError, match=r"Odd\.either"):
        fields_of(Odd)


def test_an_action_survives_the_codec_and_is_told_apart_by_its_verb():
    codec: Codec[Action] = Codec([Shoot, Walk], "verb")
    walk = Walk(unit="a", to="G7", facing=90)
    assert codec.load(codec.dump(walk)) == walk
    assert codec.load_python({"verb": "shoot", "unit": "a", "target": "b"}) == Shoot(unit="a", target="b")


@pytest.mark.parametrize(
    "form",
    [
        {"verb": "fly", "unit": "a"},
        {"verb": "walk", "unit": "a"},
        {"verb": "walk", "unit": "a", "to": "G7", "speed": 3},
        {"verb": "walk", "unit": "a", "to": "G7", "facing": 360},
        {"verb": "shoot", "unit": "a", "target": "b", "distance": float("nan")},
        {"verb": "shoot", "unit": "a", "target": "b", "distance": -1},
    ],
)
def test_a_form_that_does_not_fit_is_refused(form: dict[str, object]):
    with pytest.raises(ValidationError):
        Codec([Shoot, Walk], "verb").load_python(form)


def test_an_event_survives_the_codec_with_its_draws():
    chance = Seeded(b"seed", 3)
    chance.roll(20, for_="to hit")
    chance.draw(FULL_DECK, for_="casualty")
    codec: Codec[Event] = Codec([Shot, Walked], "kind")
    shot = Shot(hits=1, draws=chance.taken(), citations=("BG-X.3.1",), audience=("army",))
    assert codec.load(codec.dump(shot)) == shot


def test_an_itemised_number_gives_its_reasons():
    number = Itemised((Item(7, "assault rifle, short, Class I"), Item(-1, "body armour")))
    assert number.value == 6
    assert str(number) == "6 = 7 assault rifle, short, Class I · −1 body armour"


def test_an_itemised_number_stays_within_its_limits():
    assert Itemised((Item(2, "a"), Item(-5, "b")), least=1).value == 1
    assert Itemised((Item(15, "a"), Item(9, "b")), most=19).value == 19


def test_facts_of_one_source_name_it_once():
    facts = [
        Fact("range", 9.5, Source.MEASURED, "in"),
        Fact("in arc", True, Source.MEASURED),
        Fact("night", False, Source.DECLARED),
        Fact("range", 9.5, Source.MEASURED, "in"),
    ]
    assert in_short(facts) == "range 9.5 in, in arc yes (measured); night no (declared)"
    assert in_short([]) == ""


def test_a_draft_lacks_what_is_to_be_filled_in_and_is_held_to_its_fields():
    draft = Walk.draft(unit="a", facing=90)
    assert (draft.unit, draft.facing) == ("a", 90)
    offer = Offer(draft, "Walk to …", needs=("to",))
    assert offer.filled(to="G7") == Walk(unit="a", to="G7", facing=90)
    for wrong in ({"facing": 360}, {"speed": 3}):
        with pytest.raises(ValidationError):
            Walk.draft(unit="a", **wrong)
    for words in ({}, {"to": "G" * 201}, {"to": "G7", "speed": 3}):
        with pytest.raises(ValidationError):
            offer.filled(**words)


def test_an_offer_that_needs_nothing_is_its_action():
    walk = Walk(unit="a", to="G7")
    assert Offer(walk, "Walk to G7").filled() is walk
