"""Dice: seeded, recorded and verifiable, beside the bare hash that they are made of."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager

from rules.kernel.chance import FULL_DECK, Seeded
from tests.bench.pair import Pair

DRAWS = 1000
SEED = bytes(32)


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    yield iter(
        (
            Pair("dice", f"{DRAWS} recorded D20s beside {DRAWS} bare HMAC-SHA256", _dice, _hashes, most=4),
            Pair("cards", f"{DRAWS} recorded cards of 54 beside {DRAWS} bare HMAC-SHA256", _cards, _hashes, most=6),
        )
    )


def _dice() -> None:
    Seeded(SEED, event=1).dice(DRAWS, sides=20, for_="to hit")


def _cards() -> None:
    chance = Seeded(SEED, event=1)
    for _ in range(DRAWS):
        chance.draw(FULL_DECK, for_="casualty")


def _hashes() -> None:
    for number in range(DRAWS):
        int.from_bytes(hmac.new(SEED, b"1|to hit|%d|0" % number, hashlib.sha256).digest()[:8], "big") % 20
