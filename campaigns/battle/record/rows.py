"""What was read of a battle beside its state, remembered with the state that it led to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.members.membership import Member
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign


@dataclass(frozen=True, slots=True)
class Rows:
    """What was read of a battle beside its state: its rows, the newest seed and snapshot, what people are in it."""

    row: Battle
    campaign: Campaign
    seed: str
    snapshot: int
    members: Mapping[int, Member]
