"""The chain over a battle's journal: a head that is posted holds fast all that came before it.

Each link is an HMAC-SHA256 over the link before it and what is added, in one canonical text: first the battle's frame,
then each entry, at last how the battle ended and when. Its key comes of the battle's seed, so a head betrays nothing of
a secret order while the seed is secret; the seed is committed, so nobody can look for another key afterwards.

Who is bound as role, side and absence, never as a user: somebody who has himself forgotten leaves no hash behind.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, field_serializer

from rules.kernel.action import SideId

UNCHAINED = ""
"""The head before the first link: of a battle that has not begun, or had begun before there was a chain."""
_KEY = b"adjutant journal chain"


class BattleFrame(BaseModel):
    """What a battle begins with: the chain's first link. `phrases`: the sides' words; `unheard`: the sides
    that have put nothing into the key; `commitment`: of its seed."""

    model_config = ConfigDict(frozen=True)

    title: str
    campaign: str
    rules: str
    opened_at: datetime
    begun_at: datetime
    phrases: tuple[tuple[SideId, str], ...]
    unheard: tuple[SideId, ...]
    commitment: str

    @field_serializer("opened_at", "begun_at")
    def _moments(self, value: datetime) -> str:
        return moment(value)


def chain_key(seed: bytes) -> bytes:
    """The key of the links that are made under this seed."""
    return hmac.new(seed, _KEY, hashlib.sha256).digest()


def framed(key: bytes, frame: BattleFrame) -> str:
    """The first link."""
    return _link(key, "frame", UNCHAINED, frame.model_dump(mode="json"))


def chained(key: bytes, head: str, entry: Mapping[str, Any]) -> str:
    """The link of a journal entry, as `JournalEntry` keeps it."""
    events = [json.loads(line) for line in str(entry["events"]).split("\n") if line]
    return linked(key, head, entry, json.loads(entry["intent"]), json.loads(entry["draws"]), events)


def linked(
    key: bytes, head: str, entry: Mapping[str, Any], intent: object, draws: object, events: Sequence[object]
) -> str:
    """The same, of JSON values. `entry`: its plain fields by their names."""
    plain = {name: entry[name] for name in ("seq", "cause", "side", "absent", "rules_version", "word")}
    more = {"kind": str(entry["kind"]), "role": str(entry["role"]), "at": moment(entry["at"])}
    return _link(key, "entry", head, {**plain, **more, "intent": intent, "draws": draws, "events": events})


def closed(key: bytes, head: str, ended_at: datetime, outcome: Mapping[str, Any]) -> str:
    """The last link: how the battle ended, and when."""
    return _link(key, "end", head, {"ended_at": moment(ended_at), "outcome": outcome})


def moment(at: datetime) -> str:
    """The moment in UTC, written in one way."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def canonical(value: object) -> str:
    """One text for one JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _link(key: bytes, what: Literal["frame", "entry", "end"], head: str, value: object) -> str:
    return hmac.new(key, canonical([what, head, value]).encode(), hashlib.sha256).hexdigest()
