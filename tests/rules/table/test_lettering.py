"""Lettering without fonts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from faker import Faker
from hypothesis import given
from hypothesis import strategies as st

from rules.table.lettering import covers, lettered, text_width, written


@pytest.mark.parametrize(
    "text", ["1st Squad 6/7", "Łódź", "Žižek · pinned", "São Émile", "12.5 in → K3", "Çağrı", "Øster Ærø ß"]
)
def test_latin_names_are_drawn_as_strokes(text: str) -> None:
    assert covers(text)
    assert "<text" not in lettered(text, 0, 0, 20)


@pytest.mark.parametrize("text", ["Отряд 2", "الفصيل", "第一班", "🎖"])
def test_other_letters_are_left_to_the_viewers_fonts(text: str) -> None:
    assert not covers(text)
    drawn = lettered(text, 0, 0, 20)
    assert ElementTree.fromstring(drawn).text == text


@pytest.mark.parametrize(
    "locale", ["en_US", "de_DE", "fr_FR", "pl_PL", "tr_TR", "es_ES", "ro_RO", "cs_CZ", "da_DK", "pt_BR"]
)
def test_the_names_of_many_nations_need_no_font(locale: str) -> None:
    faker = Faker(locale)
    faker.seed_instance(7)
    names = [faker.name() for _ in range(60)]
    assert [name for name in names if not covers(name)] == []


def starts(drawn: str) -> list[float]:
    return [float(x) for x in re.findall(r"M(-?[\d.]+),", drawn)]


@given(st.text(alphabet="ABCabcxyz019 ", min_size=1, max_size=20), st.floats(5, 60))
def test_width_grows_with_the_text_and_with_its_size(text: str, size: float) -> None:
    assert text_width(text + "W", size) > text_width(text, size)
    assert text_width(text, 2 * size) == pytest.approx(2 * text_width(text, size))
    if text.strip():
        assert max(starts(lettered(text, 0, 0, size))) <= text_width(text, 14.0) + 0.1


def test_anchors_shift_a_text_by_its_width() -> None:
    def left(anchor: str) -> float:
        found = re.search(r"translate\((-?[\d.]+)", lettered("Inn", 100, 0, 20, anchor=anchor))
        assert found
        return float(found[1])

    wide = text_width("Inn", 20)
    assert left("start") == 100.0
    assert left("middle") == pytest.approx(100 - wide / 2, abs=0.06)
    assert left("end") == pytest.approx(100 - wide, abs=0.06)


def test_accents_rise_over_capitals() -> None:
    def tops(text: str) -> float:
        return min(float(y) for y in re.findall(r"M-?[\d.]+,(-?[\d.]+)", lettered(text, 0, 0, 14)))

    assert tops("É") < tops("é")


def test_nothing_is_drawn_for_nothing() -> None:
    assert lettered("", 0, 0, 20) == lettered("   ", 0, 0, 20) == ""


def test_a_document_holds_no_forbidden_characters() -> None:
    assert written("a\x00<b>\ud800&\uffff") == "a&lt;b&gt;&amp;"
