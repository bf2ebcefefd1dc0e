"""What players put into the key of their next battle's dice before its first die.

Whatever a player does before everybody's eyes has a number that Discord gave it: nobody could know it before. The
newest one is kept with the player, with its time: it counts for each seed that was sealed before that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaigns.tables.campaigns import Player


@dataclass(frozen=True, slots=True)
class WordGiven:
    """A number that Discord gave, and when; "": none."""

    text: str = ""
    at: datetime | None = None


NOTHING = WordGiven()


def of_interaction(interaction_id: int | None, now: datetime) -> WordGiven:
    """The word of what somebody does now by that interaction; none where no interaction led to it."""
    return NOTHING if interaction_id is None else WordGiven(str(interaction_id), now)


def note(player: Player, word: WordGiven) -> None:
    """The player's newest word; without one, the one before stays."""
    if word.text and word.at is not None and (player.phrase_at is None or player.phrase_at <= word.at):
        player.phrase, player.phrase_at = word.text, word.at
