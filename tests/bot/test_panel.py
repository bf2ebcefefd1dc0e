"""The panel and the prompt with more on them than Discord takes at once, and forms with every kind of field."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field as Told

from bot.actions import forms
from bot.panels.panel import Weighed, chance_text, described, plain_odds
from bot.talk.ticket import Ticket, read
from campaigns.battle.record.freshness import still_offered
from rules.kernel.action import Action, SideId, fields_of
from rules.seam.asking import Ask, Odds, Offer, Outcome, Prompt, Prospect, keyed
from rules.seam.ruleset import AnyRuleSet
from tests.bot import toy
from tests.bot.opened import battle_of
from tests.bot.toy import TOY
from tests.bot.world import World, components, ids_of, options, said, text_of, world

LONG = "a very long name indeed, with a reason and a half for every one of its many words, " * 3


class Orders(Action):
    """A form with more fields than a modal has room for."""

    verb: Literal["orders"] = "orders"
    title: ClassVar[str] = "Orders for the whole of the coming night and the day after"
    unit: str = Told(description="the unit")
    one: str = Told("", description="words")
    two: int = Told(3, ge=1, le=9, description="a number")
    three: bool = Told(False, description="yes or no")
    four: Literal["left", "right"] = Told("left", description="a choice")
    five: tuple[str, ...] = Told((), description="several words")
    six: float = Told(1.5, description="a measure")


def crowded() -> AnyRuleSet:
    """Toy soldiers with sixty offers a unit and seven quick answers."""

    def offers(state: toy.State, side: SideId, unit: str) -> tuple[Offer, ...]:
        first, *others = toy.offers(state, side, unit)
        return (*(replace(first, label=f"{n}. {LONG}", detail=LONG) for n in range(60)), first, *others)

    def prompt(state: toy.State) -> Prompt:
        return Prompt(tuple(replace(ask, quick=holds(ask)) for ask in toy.prompt(state).asks))

    def holds(ask: Ask) -> tuple[Offer, ...]:
        return tuple(replace(ask.quick[0], label=f"Hold {n}") for n in range(7))

    return replace(TOY, battle=replace(TOY.battle, offers=offers, prompt=prompt))


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"toy": crowded()}) as made:
        yield made


async def test_sixty_offers_and_forty_units_stay_within_the_limits(crowd: World) -> None:
    fight = await battle_of(crowd, army=("squad",) * 40, insurgents=("cell",) * 40)
    prompt = crowd.prompt()
    assert len(options(prompt, "pick")) == 40
    assert len(components(prompt)) <= 40
    panel = await fight.pick()
    assert panel.response is not None
    assert len(components(panel.response)) <= 40
    assert len(ids_of(panel.response, "do")) == 7
    assert len(options(panel.response, "more")) == 50


async def test_the_panel_says_whose_it_is_and_when_before_what_may_be_done(club: World) -> None:
    panel = await (await battle_of(club)).pick()
    said_first, time, offer, *_ = text_of(panel.response).splitlines()
    targets = {"### Cell 1 2/2": "Rifle squad 1", "### Rifle squad 1 2/2": "Cell 1"}
    assert time == "-# Turn 1"
    assert offer == f"**Fire at {targets[said_first]}**"


async def test_an_offer_from_the_list_is_shown_by_itself_and_done(crowd: World) -> None:
    fight = await battle_of(crowd)
    player = await fight.player()
    panel = await fight.pick(player)
    (key,) = (value for label, value in options(panel.response, "more").items() if label.startswith("42. "))
    alone = await player.select(panel.response, [key], custom_id=ids_of(panel.response, "more")[1])
    assert alone.response is not None
    (button,) = ids_of(alone.response, "do")
    ticket = read(button)
    assert ticket is not None
    assert ticket.choice == key
    assert r"42\. a very long name" in text_of(alone.response)
    assert "50 %" in text_of(alone.response)
    done = await player.click(alone.response, custom_id=button)
    assert r"✔ **42\. a very long name" in said(done)


async def test_what_a_modal_has_no_room_for_goes_into_its_last_field() -> None:
    specs = tuple(spec for spec in fields_of(Orders) if spec.name != "unit")
    modal = forms.form(Ticket("form", 1, 2, "army", "u1", "3"), Orders.title, specs)
    payload = modal.to_dict()
    assert len(payload["components"]) == 5
    assert len(payload["title"]) <= 45
    inner = [part["component"] for part in payload["components"]]
    assert [part["type"] for part in inner] == [4, 4, 3, 3, 4]
    assert [option["value"] for option in inner[2]["options"]] == ["yes", "no"]
    values = forms.read({"one": "north", "two": "", "three": "yes", "four": "right", "more": "five=a,b; six=2"})
    assert values == {"one": "north", "three": "yes", "four": "right", "five": "a,b", "six": "2"}


async def test_a_form_with_an_impossible_value_says_what_fits_and_leaves_the_panel(club: World) -> None:
    fight = await battle_of(club)
    player, version = await fight.player(), await fight.version()
    panel = await fight.pick(player)
    form = await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    assert form.modal is not None
    assert form.modal["custom_id"].startswith("adj2:form:")
    result = await player.submit_modal(form, {"where": "x" * 60, "depth": ["deep"]})
    assert "Where takes text: where to dig" in said(result)
    assert await fight.version() == version
    again = await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    await player.submit_modal(again, {"where": "here", "depth": ["deep"]})
    assert await fight.version() > version


async def test_a_stale_form_does_nothing(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    panel = await fight.pick(player)
    form = await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    prompt, hold = fight.quick()
    await player.click(prompt, custom_id=hold)
    version = await fight.version()
    result = await player.submit_modal(form, {"where": "here", "depth": ["deep"]})
    assert "out of date, so nothing was done" in said(result)
    assert await fight.version() == version


async def test_a_button_of_an_older_form_says_so(club: World) -> None:
    fight = await battle_of(club)
    prompt, hold = fight.quick()
    old = hold.replace("adj2", "adj0")
    stored = club.env.backend.get_message(club.thread.id, prompt.id)
    replaced(stored.components, hold, old)
    click = club.pressed(await fight.player(), prompt, old)
    await club.deliver(click)
    assert "older version of Adjutant" in said(click.result)


def replaced(parts: list[dict[str, Any]], old: str, new: str) -> None:
    for part in parts:
        if part.get("custom_id") == old:
            part["custom_id"] = new
        children = [*part.get("components", ()), *filter(None, [part.get("accessory")])]
        replaced(children, old, new)


@pytest.mark.parametrize(
    ("odd", "text"),
    [
        (Fraction(13, 20), "a hit **65 %** (13/20)"),
        (Fraction(1, 3), "a hit **33.3 %** (1/3)"),
        (Fraction(0), "a hit **0 %**"),
        (Fraction(1), "a hit **100 %**"),
        (Fraction(99999, 100000), "a hit **100 %**"),
        (Fraction(1, 5000), "a hit **0.02 %**"),
        (Fraction(1, 1000), "a hit **0.1 %** (1/1000)"),
        (Fraction(999, 1000), "a hit **99.9 %** (999/1000)"),
        (Fraction(1, 1001), "a hit **0.0999 %**"),
        (Fraction(1234567, 2345678), "a hit **52.6 %**"),
    ],
)
def test_odds_are_exact_where_anybody_would_read_them(odd: Fraction, text: str) -> None:
    assert chance_text("a hit", odd) == text


def test_what_nobody_would_want_has_a_red_mark_and_stays_in_short_lists() -> None:
    prospects = (
        Prospect("at least one hit on Red", Fraction(1, 2), Outcome("hit", "red")),
        Prospect("at least one casualty of Red", Fraction(1, 4), Outcome("falls", "red")),
        Prospect("one of your own men is hit", Fraction(1, 8), Outcome("falls", "able"), danger=True),
    )
    odds = Odds(chances=prospects)
    fire = Offer(toy.Fire(unit="able", target="red"), "Fire at Red")
    shown = described(Weighed(fire.key, fire, odds)).splitlines()
    assert shown[1:] == [
        "🎯 at least one hit on Red **50 %** (1/2)",
        "🎯 at least one casualty of Red **25 %** (1/4)",
        "🟥 one of your own men is hit **12.5 %** (1/8)",
    ]
    assert plain_odds(odds).startswith("🟥 one of your own men is hit 12 % · ")


def test_a_button_does_what_it_showed_wherever_that_stands_now() -> None:
    near, far = (
        Offer(toy.Fire(unit="able", target="u1"), "Fire at Cell 1"),
        Offer(toy.Fire(unit="able", target="u2"), "Fire at Cell 2"),
    )
    assert still_offered((near, far), far.key) == far
    assert still_offered((far,), far.key) == far, "another one has gone"
    assert still_offered((far, near), far.key) == far, "another one stands at its place"
    assert still_offered((near, near), far.key) is None
    assert still_offered((near, far), "1") is None, "a button from before offers had keys"
    assert still_offered((near, far), f"1-{far.key[:4]}") is None, "a button from when they were known by their place"


def test_what_an_offer_stands_for_is_not_in_its_key() -> None:
    one, other = (Offer(toy.Fire(unit="able", target=target), "Fire at a marker") for target in ("u1", "u2"))
    assert one.key == other.key


def test_of_offers_that_look_alike_each_button_does_its_own() -> None:
    first, second = (Offer(toy.Fire(unit="able", target=target), "Fire at Cell") for target in ("u1", "u2"))
    both = keyed((first, second))
    assert [still_offered((first, second), key) for key in both] == [first, second]


def test_a_ticket_fits_a_custom_id_and_is_read_back() -> None:
    ticket = Ticket("ask", 12345, 98765, "insurgents", "u12345", "a1b2c3-12.book-and-gun.resolve-close-combat.1ff")
    assert len(str(ticket)) <= 100
    assert read(str(ticket)) == ticket
    assert read("adj0:ask:1:2:::") is None
    assert read("adj2:ask:one:2:::") is None
    assert read("something") is None
    with pytest.raises(ValueError, match="colon"):
        str(Ticket("ask", side="a:b"))
    with pytest.raises(ValueError, match="100"):
        str(Ticket("ask", choice="x" * 100))
