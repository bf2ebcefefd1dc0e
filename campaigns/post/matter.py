"""What a post is about: data only, put into words when it is sent."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

Topic = Literal[
    "journal",
    "sitting",
    "prompt",
    "opened",
    "begun",
    "returns",
    "reminder",
    "deadline",
    "default-refused",
    "excused",
    "gm-asked",
    "paused",
    "proposal",
    "declined",
    "undone",
    "reopened",
    "cancelled",
    "checked-in",
    "whispered",
    "ended",
    "displaced",
    "moved",
    "notice",
    "side-thread",
    "side-news",
    "side-words",
    "side-briefing",
]


class Waits(BaseModel):
    """Something that waits for somebody: where it is fought, who is asked, until when."""

    model_config = ConfigDict(frozen=True)

    battle_id: int
    channel_id: int
    ask_key: str
    side: str
    due: datetime | None = None


class Matter(BaseModel):
    """What a post is about, beside the entries that it tells of.

    - journal: entries `from_seq` to `to_seq` happened (undone: the last of them took something back).
    - sitting: the same, and then the asks `ask_keys` stand, of people who need not be told that it is their turn.
    - prompt: the asks `ask_keys` stand; `users` are those who may answer, `due` is the first deadline. `pinged` of them
      are mentioned, all where it is None.
    - opened: `words` has "commitment". begun: "key digest". returns: who came back or was replaced (the entry tells).
    - reminder: `users` are told of all that waits for them, `waits`; `side` has until `due`; with the word "hint" also
      of how to say when they sleep. excused: `side` missed a deadline and has until `due` all the same. gm-asked: the
      GMs are asked in its place until `due`. paused: "what" is paused, resumed, wish-pause or wish-resume, "why" a
      pausing.Pause, `side` who asked for it.
    - deadline: it let the time pass and the default was carried out; `late`: the
      program was not there at the time. default-refused: the default could not be carried out, `words` has "why".
    - proposal: `side` proposes an end; "winner", "reason". declined: `side` says no.
    - ended: "winner", "reason", "how", "seed". reopened: a GM took the end back; "commitment" of the new seed.
    - checked-in: `users` have chosen the units that they bring. whispered: there is news for one side, not said which.
    - displaced: the battle's thread is gone, and it goes on where this post stands; `words` has "title". moved: a GM
      has given it a new thread, this one; "title", "commitment".
    - notice: whatever `words` say.
    - side-…: for `side` alone (see `dispatches`): what its thread is, what it was told in the entries, "title" and
      "text" of what is said to it, its briefing.
    """

    model_config = ConfigDict(frozen=True)

    topic: Topic
    side: str | None = None
    ask_keys: tuple[str, ...] = ()
    users: tuple[int, ...] = ()
    pinged: tuple[int, ...] | None = None
    due: datetime | None = None
    late: bool = False
    waits: tuple[Waits, ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def word(self, key: str) -> str:
        """One of the words, "" where it is not there."""
        return dict(self.words).get(key, "")
