"""Dice, cards and their verification."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import (
    BLACK_JOKER,
    FULL_DECK,
    RED_JOKER,
    STANDARD,
    Card,
    Scripted,
    ScriptError,
    Seeded,
    card_name,
    card_sign,
    is_joker,
    is_red,
    parse_card,
    rank_of,
    suit_of,
)


def test_a_full_deck_has_54_different_cards_half_of_them_red():
    assert len(set(FULL_DECK)) == 54
    assert sum(is_red(card) for card in FULL_DECK) == 27
    assert sum(is_joker(card) for card in FULL_DECK) == 2


@pytest.mark.parametrize(
    ("text", "card", "name", "sign"),
    [
        ("KH", "KH", "king of hearts", "K♥"),
        ("10s", "TS", "10 of spades", "10♠"),
        ("A♦", "AD", "ace of diamonds", "A♦"),
        ("red-joker", "RJ", "red joker", "★ red joker"),
        ("bj", "BJ", "black joker", "★ black joker"),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, card: str, name: str, sign: str):
    assert parse_card(text) == card
    assert (card_name(Card(card)), card_sign(Card(card))) == (name, sign)


@pytest.mark.parametrize("text", ["", "1H", "HK", "11S", "joker", "K"])
def test_what_is_no_card_is_refused(text: str):
    with pytest.raises(ValueError, match="isn't a card"):
        parse_card(text)


def test_a_joker_has_neither_rank_nor_suit():
    for joker in (RED_JOKER, BLACK_JOKER):
        with pytest.raises(ValueError, match="rank"):
            rank_of(joker)
        with pytest.raises(ValueError, match="suit"):
            suit_of(joker)


@given(st.binary(min_size=16, max_size=32), st.integers(0, 10_000), st.integers(2, 100))
def test_a_seeded_draw_can_be_verified_from_its_record_alone(seed: bytes, event: int, sides: int):
    chance = Seeded(seed, event)
    chance.roll(sides, for_="rally")
    chance.draw(FULL_DECK, for_="casualty")
    for draw in chance.taken():
        assert Seeded.value_of(seed, draw) == draw.value


def test_a_changed_value_event_purpose_or_counter_does_not_verify():
    chance = Seeded(b"a seed of sixteen", 7)
    chance.draw(FULL_DECK, for_="casualty")
    (draw,) = chance.taken()
    other = next(card for card in FULL_DECK if card != draw.value)
    assert Seeded.value_of(b"a seed of sixteen", replace(draw, value=other)) != other
    forged = [replace(draw, event=8), replace(draw, purpose="initiative"), replace(draw, number=1)]
    assert all(Seeded.value_of(b"a seed of sixteen", one) != draw.value for one in forged)


def test_the_same_seed_and_event_give_the_same_dice_and_another_event_gives_others():
    def dice(event: int) -> tuple[int, ...]:
        return Seeded(b"0123456789abcdef", event).dice(20, sides=20, for_="to hit")

    assert dice(1) == dice(1) != dice(2)


def test_dice_are_even():
    """6,000 throws of a d6: chi-square with 5 degrees of freedom stays below 20.5 (one in a thousand)."""
    counts = Counter(Seeded(b"evenness", 1).dice(6000, sides=6, for_="rally"))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


def test_drawing_a_deck_to_its_end_gives_every_card_once():
    chance, deck, drawn = Seeded(b"deck", 1), list(STANDARD), []
    while deck:
        card = chance.draw(deck, for_="casualty")
        deck.remove(card)
        drawn.append(card)
    assert sorted(drawn) == sorted(STANDARD)


def test_a_script_is_consumed_in_order_and_recorded():
    chance = Scripted("d20:7, d20:3, card:KH")
    assert chance.dice(2, sides=20, for_="to hit") == (7, 3)
    assert chance.draw(FULL_DECK, for_="casualty") == "KH"
    chance.finish()
    assert [str(draw) for draw in chance.taken()] == ["d20:7", "d20:3", "card:KH"]
    assert chance.taken() == ()


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "too few draws"),
        ("d6:3", "a d20 is needed"),
        ("card:KH", "a d20 is needed"),
        ("d20:21", "cannot show 21"),
        ("d20:0", "cannot show 0"),
    ],
)
def test_a_script_that_does_not_fit_a_die_is_an_error(script: str, message: str):
    with pytest.raises(ScriptError, match=message):
        Scripted(script).roll(20, for_="to hit")


def test_a_number_alone_is_the_die_that_is_needed():
    given = Scripted("7, 3,card:KH")
    assert (given.roll(20, for_="to hit"), given.roll(6, for_="damage")) == (7, 3)
    with pytest.raises(ScriptError, match="cannot show 21"):
        Scripted("21").roll(20, for_="to hit")
    with pytest.raises(ScriptError, match="a card is needed"):
        Scripted("7").draw([Card("QH")], for_="casualty")


def test_half_a_die_may_be_given_as_such():
    given = Scripted("d3:2,d3:3,d3:1")
    assert [(given.roll(6, for_="scatter (D3)") + 1) // 2 for _ in range(3)] == [2, 3, 1]
    with pytest.raises(ScriptError, match="a d6 is needed"):
        Scripted("d3:2").roll(6, for_="damage")
    with pytest.raises(ScriptError, match="a d6 is needed"):
        Scripted("d3:4").roll(6, for_="scatter (D3)")


def test_a_card_that_is_not_in_the_deck_cannot_be_drawn():
    with pytest.raises(ScriptError, match="not in the deck"):
        Scripted("card:KH").draw([Card("QH")], for_="casualty")


def test_left_over_draws_are_an_error():
    with pytest.raises(ScriptError, match="too many draws: 1 of 1"):
        Scripted("d6:1").finish()


@pytest.mark.parametrize("script", ["d20", "7:", "d20=7", "x:3", "d:3", "d20:x", "-7"])
def test_an_entry_that_is_no_draw_is_refused(script: str):
    with pytest.raises(ScriptError, match="isn't a draw"):
        Scripted(script)
