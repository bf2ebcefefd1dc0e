"""Keys of offers: by their words, and never one for two actions."""

from __future__ import annotations

from itertools import permutations
from typing import Literal

from rules.kernel.action import Action
from rules.seam.asking import KEY, Offer, keyed


class Take(Action):
    verb: Literal["take"] = "take"
    what: str
    into: str = ""


HOUSE, OTHER = Offer(Take(what="house-1"), "Take the house"), Offer(Take(what="house-2"), "Take the house")
BRIDGE = Offer(Take(what="bridge"), "Take the bridge")


def test_a_key_is_the_words_alone() -> None:
    secret = Offer(Take(what="marker of Able"), "Take the bridge")
    assert list(keyed([BRIDGE])) == list(keyed([secret])) == [BRIDGE.key]
    assert len(BRIDGE.key) == KEY


def test_offers_in_the_same_words_keep_their_keys_in_whatever_order_and_company_they_are_made() -> None:
    keys = {offer: key for key, offer in keyed([HOUSE, OTHER, BRIDGE]).items()}
    assert len(set(keys.values())) == 3
    for several in permutations((HOUSE, OTHER, BRIDGE)):
        assert {offer: key for key, offer in keyed(several).items()} == keys


def test_a_key_of_one_of_two_names_nothing_when_the_other_alone_is_left() -> None:
    (first, second) = keyed([HOUSE, OTHER])
    assert first not in keyed([OTHER])
    assert second not in keyed([OTHER, BRIDGE])


def test_the_same_offer_made_twice_is_one_and_a_draft_has_a_key() -> None:
    draft = Offer(Take.draft(into="Able"), "Take the house", needs=("what",))
    assert list(keyed([HOUSE, HOUSE]).values()) == [HOUSE]
    assert list(keyed([HOUSE, draft]).values()) == [HOUSE, draft]
