"""Names: what is the same name, what only looks like it, and what cannot be seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.language.naming import fault_in, folded, free, looks, revealed, same, tidy


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ÄCKER", "äcker"),
        ("ÄCKER", "A\u0308cker"),
        ("Ｍill cell", "mill  CELL"),
        ("Straße", "STRASSE"),
        ("Ⅳ Platoon", "iv platoon"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("⚔️ Ravens", "⚔ ravens"),
    ],
)
def test_the_same_name_however_it_is_written(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(("one", "other"), [("АСЕ", "Ace"), ("ΜΙΝΑ", "Mina")])
def test_letters_of_another_alphabet_look_the_same_and_are_not(one: str, other: str) -> None:
    assert not same(one, other)
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("\u200b", "U+200B (ZERO WIDTH SPACE)"),
        ("Mill\u2060cell", "U+2060"),
        ("a\u202elliM", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("\u3164", "U+1160 (HANGUL JUNGSEONG FILLER)"),
        ("Мill cell", "U+041C (CYRILLIC CAPITAL LETTER EM)"),
        ("\u0301", "nothing in it"),
        ("Za\u0300\u0301\u0302\u0303\u0304lgo", "more than 3 accents"),
    ],
)
def test_what_a_name_must_not_hold_is_named(name: str, says: str) -> None:
    assert says in fault_in(tidy(name))


@pytest.mark.parametrize(
    "name", ["2nd Squad", "Рота Alpha", "אריות", "فهد", "Đorđe", "李 Company", "Nguyễn", "⚔ 1", "½ Co"]
)
def test_names_of_every_tongue_are_names(name: str) -> None:
    assert fault_in(tidy(name)) == ""


def test_what_cannot_be_seen_is_written_out() -> None:
    assert revealed("Mill\u200b cell\nnext") == "Mill⟨U+200B⟩ cell\nnext"
    assert revealed("Müller 🏴‍☠️") == "Müller 🏴‍☠️"


def test_a_name_that_is_taken_gets_the_first_free_number() -> None:
    assert free("Mill cell", []) == "Mill cell"
    assert free("Mill cell", ["MILL CELL", "Mill cell 2"]) == "Mill cell 3"
    assert len(free("x" * 80, ["X" * 80])) <= 80


@given(st.text(max_size=40))
def test_folding_is_stable(name: str) -> None:
    assert folded(folded(name)) == folded(name)
    assert folded(tidy(name)) == folded(name)
    assert tidy(tidy(name)) == tidy(name)
    assert revealed(revealed(name)) == revealed(name)
