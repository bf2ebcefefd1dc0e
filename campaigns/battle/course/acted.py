"""What a transaction on a battle did, in numbers."""

from __future__ import annotations

from pydantic import BaseModel


class Acted(BaseModel):
    """What a transaction did: entries `from_seq` to `to_seq`, after which the battle is at `version`. `duplicate`: it
    had been done before by the same interaction, and nothing was done now; for the record, nobody acts upon it.
    `under_way`: there is more of it, which is carried out and told by and by."""

    battle_id: int
    version: int
    from_seq: int
    to_seq: int
    ended: bool = False
    duplicate: bool = False
    under_way: bool = False
