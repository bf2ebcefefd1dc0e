"""What posts about seats and offices are about: who may take one, who is back in one, who is GM."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict


class PostData(BaseModel):
    """Data of a post."""

    model_config = ConfigDict(frozen=True)


class WaitingBattle(PostData):
    """A battle that waits for somebody, and where it is fought. `asked`: now; else it goes on, and will ask."""

    battle_id: int
    channel_id: int
    asked: bool = True


class SeatOpen(PostData):
    """The `holder` has left the side, or has let two deadlines pass in a row: whoever of the users, or others, takes
    the seat of that number plays in their place. `gms`: they are called too; `waiting`: the side's battles."""

    kind: Literal["seat-open"] = "seat-open"
    seat: int
    holder: int
    why: Literal["left", "silent"]
    gms: bool
    waiting: tuple[WaitingBattle, ...] = ()


class SeatBack(PostData):
    """Somebody is back in their seat, in which the `former` player sat meanwhile."""

    kind: Literal["seat-back"] = "seat-back"
    former: int


class SeatInvited(PostData):
    """Somebody who brought a campaign in says that the user had this seat in it: they have it by their own click, or
    decline."""

    kind: Literal["seat-invited"] = "seat-invited"
    seat: int
    by: int


class DeputyCalled(PostData):
    """The GMs have been silent since then: the users, a deputy, may take over."""

    kind: Literal["deputy-called"] = "deputy-called"
    campaign: int
    silent_since: datetime


class ElectionHeld(PostData):
    """The players choose a GM until `ends`, since theirs has been silent: who stands, in that order. `users` are called
    to vote."""

    kind: Literal["election"] = "election"
    election: int
    silent_since: datetime
    ends: datetime
    candidates: tuple[int, ...] = ()


class ElectionOver(PostData):
    """An election has ended without a new GM: the GM is back, or nobody has a vote."""

    kind: Literal["election-over"] = "election-over"
    why: Literal["gm-back", "no-votes"]


class NewGM(PostData):
    """The user is GM in the place of the `former` ones: as their deputy, or elected by so many `votes` `of` the
    players. They have given up their seat on the side, if there is one."""

    kind: Literal["new-gm"] = "new-gm"
    campaign: int
    former: tuple[int, ...]
    votes: int = 0
    of: int = 0


class AsksBack(PostData):
    """A former GM asks the users, the present ones, to be GM again."""

    kind: Literal["asks-back"] = "asks-back"
    campaign: int
    former: int
