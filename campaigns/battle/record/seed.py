"""The promise about chance: a seed committed before anybody can profit from it, mixed with words from each side.

32 bytes are drawn for a campaign's next battle and their SHA-256 is posted before the battle opens: with the campaign
itself, later with the opening of the battle before. What the sides do afterwards goes into the key: the words that they
give, else the numbers that Discord gave what they did last. A side that has done nothing since is asked for a click
before the first die. The battle's key is HMAC-SHA256(seed, phrases), so neither the host nor a player alone can choose
the dice. The key's own SHA-256 is posted when the battle begins, which holds the phrases fast as well. Where the GM has
not waited for a side, its first answer in the battle joins the phrases: it is heard from then on, and the dice before
that are called unproven. The seed is revealed at the end.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence

from campaigns.clock import Entropy
from rules.kernel.action import SideId

SEED_BYTES = 32


def new_seed(entropy: Entropy) -> bytes:
    """32 fresh bytes."""
    seed = entropy(SEED_BYTES)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"the entropy source gave {len(seed)} bytes instead of {SEED_BYTES}")
    return seed


def digest(secret: bytes) -> str:
    """The SHA-256 that is posted for a seed or a key, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def battle_key(seed: bytes, phrases: Sequence[tuple[SideId, str]]) -> bytes:
    """The key of all dice and cards: HMAC-SHA256 under the seed of the phrases in side order, as a JSON list of
    [side, phrase] in UTF-8 without spaces (one text for one set of phrases, whatever they contain)."""
    message = json.dumps([[side, phrase] for side, phrase in phrases], ensure_ascii=False, separators=(",", ":"))
    return hmac.new(seed, message.encode(), hashlib.sha256).digest()
