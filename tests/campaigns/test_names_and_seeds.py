"""Names by nation, the promise about chance, and the clocks."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.battle.record import seed
from campaigns.clock import SystemClock
from campaigns.roster import names
from rules.book_and_gun import RULES
from rules.infantry_action import RULES as INFANTRY
from rules.red_actions import RULES as RED
from rules.seam.forces import Organisation
from tests.campaigns.world import repeatable_entropy
from tests.charts import chart
from tests.clocks import ManualClock

LOCALES = sorted({locale for organisation in RULES.forces.organisations for locale in organisation.locales})


@chart("locale", [*LOCALES, "ar_IQ", "bg_BG", "zh_CN", "ps_AF", "xx_XX"])
def test_every_nation_s_names_are_distinct_and_in_latin_letters(locale: str) -> None:
    drawn = names.draw(people(locale), 60, (), repeatable_entropy(locale))
    assert len({str(name) for name in drawn}) == 60
    for letter in "".join(str(name) for name in drawn):
        assert ord(letter) < 0x250, f"{letter!r} in {drawn}"


def people(locale: str, women: int = 8) -> Organisation:
    return Organisation("a", "A", "", "", None, "", (locale,), women=women)


def test_there_are_women_only_where_a_kind_has_them() -> None:
    """Lists for Pashto: half of 400 against none."""
    women = set(names._lists()["ps_AF"]["female"])
    half, none = (names.draw(people("ps_AF", many), 400, (), repeatable_entropy()) for many in (2, 0))
    assert 150 < sum(name.given in women for name in half) < 250
    assert not [name for name in none if name.given in women]
    japanese = names.draw(people("ja_JP", 0), 60, (), repeatable_entropy())
    assert not {name.given for name in japanese} & {"Yui", "Miki", "Yumiko", "Kana", "Akemi", "Haruka"}


def test_the_ranks_of_1944_are_as_they_were() -> None:
    """No rifle section of the time has women; partisans do."""
    kinds = {kind.key: kind.women for kind in INFANTRY.forces.organisations}
    assert {each for key, each in kinds.items() if not key.startswith("pa44")} == {0}
    assert all(each for key, each in kinds.items() if key.startswith("pa44"))
    assert {kind.women for kind in RED.forces.organisations} == {0}


def test_a_squad_s_family_names_differ() -> None:
    drawn = names.draw(people("en_US"), 15, (), repeatable_entropy())
    assert len({name.family for name in drawn}) == 15


def test_russian_men_bear_men_s_names() -> None:
    drawn = names.draw(people("ru_RU"), 40, (), repeatable_entropy())
    assert sum(name.family.endswith(("v", "n", "y", "o", "k")) for name in drawn) >= 30


def test_the_same_entropy_gives_the_same_names_and_other_entropy_others() -> None:
    first, again, other = (names.draw(people("en_US"), 7, (), repeatable_entropy(word)) for word in ("a", "a", "b"))
    assert first == again
    assert first != other


def test_nobody_gets_a_name_that_is_taken_even_when_a_locale_runs_out_of_them() -> None:
    lists = names._lists()["ps_AF"]
    everybody = {
        f"{given} {family}" for sex in ("male", "female") for given in lists[sex] for family in lists["family"]
    }
    (name,) = names.draw(people("ps_AF"), 1, everybody, repeatable_entropy())
    assert str(name) not in everybody
    assert name.family.rstrip("I ").split()[0] in {family.split()[0] for family in lists["family"]}


def test_the_key_is_the_hmac_of_the_phrases_under_the_seed() -> None:
    """Worked by hand, as the README of a sceptic would: JSON without spaces, HMAC-SHA256."""
    secret = bytes(range(32))
    text = '[["army","a \\"word\\""],["insurgents","слово"]]'
    expected = hmac.new(secret, text.encode("utf-8"), hashlib.sha256).digest()
    assert seed.battle_key(secret, [("army", 'a "word"'), ("insurgents", "слово")]) == expected
    assert seed.digest(secret) == hashlib.sha256(secret).hexdigest()


PHRASES = st.lists(st.tuples(st.sampled_from(["army", "insurgents"]), st.text(max_size=12)), max_size=3)


@given(one=PHRASES, other=PHRASES)
def test_different_phrases_never_make_the_same_key(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    same = seed.battle_key(b"x" * 32, one) == seed.battle_key(b"x" * 32, other)
    assert same == (one == other)


def test_a_source_of_entropy_that_gives_too_little_is_not_used() -> None:
    with pytest.raises(ValueError, match="instead of 32"):
        seed.new_seed(lambda size: b"x")


def test_a_clock_moves_on_only_and_knows_its_zone() -> None:
    clock = ManualClock(datetime(2031, 1, 1, tzinfo=UTC))
    assert clock.advance(timedelta(days=1)) == clock.now() == datetime(2031, 1, 2, tzinfo=UTC)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(timedelta(seconds=-1))
    with pytest.raises(ValueError, match="aware"):
        ManualClock(datetime(2031, 1, 1))  # noqa: DTZ001
    assert SystemClock().now().tzinfo is UTC
