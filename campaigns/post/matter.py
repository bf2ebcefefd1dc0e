"""What a post is about: data only, put into words when it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from campaigns.post import older
from campaigns.post.seats import (
    AsksBack,
    DeputyCalled,
    ElectionHeld,
    ElectionOver,
    NewGM,
    PostData,
    SeatBack,
    SeatInvited,
    SeatOpen,
    WaitingBattle,
)
from rules.kernel.action import SideId

Topic = Literal[
    "journal",
    "sitting",
    "prompt",
    "opened",
    "standing",
    "awaited",
    "not-begun",
    "begun",
    "returns",
    "reminder",
    "deadline",
    "default-refused",
    "excused",
    "gm-asked",
    "staffed",
    "on-leave",
    "paused",
    "proposal",
    "declined",
    "undone",
    "reopened",
    "cancelled",
    "checked-in",
    "roles",
    "whispered",
    "under-way",
    "ended",
    "report",
    "displaced",
    "moved",
    "notice",
    "side-thread",
    "side-news",
    "side-words",
    "side-briefing",
]


class Waits(PostData):
    """Something that waits for somebody: where it is fought, who is asked, until when."""

    battle_id: int
    channel_id: int
    ask_key: str
    side: str
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Concern:
    """Something that a GM should know before he lets somebody in: that he plays for `side` now ("changes"), has seen
    `battle` from within it ("seen"; None: all sides, as a GM), was "removed" from it by a GM, or that somebody
    "forgotten" had seen it, who may be he."""

    kind: Literal["changes", "seen", "removed", "forgotten"]
    side: SideId | None
    battle: str = ""


# ── What else there is to say, by kind ────────────────────────────────────────────────────────────────────────────


class Dice(PostData):
    """Of a battle's dice: the commitment to their seed, the digest of the key that everybody's words have made of it.
    `title`: the battle's; `sealed_at`: when the commitment was given, None: now; `following`: the commitment of the
    campaign's next battle; `unheard`: the sides that have said nothing since. `again`: the post of the battle's
    beginning, which stays, says them again, so that the standing post need not."""

    kind: Literal["dice"] = "dice"
    commitment: str = ""
    key_digest: str = ""
    title: str = ""
    sealed_at: datetime | None = None
    following: str = ""
    unheard: tuple[SideId, ...] = ()
    again: bool = False


class Clocks(PostData):
    """They stand still, run again, or somebody would have it so. `why`: a pausing.Pause."""

    kind: Literal["paused", "resumed", "wish-pause", "wish-resume"]
    why: str = ""


class Passed(PostData):
    """What was done for somebody whose deadline has passed: nothing, for it holds, or the default."""

    kind: Literal["passed"] = "passed"
    done: Literal["default", "hold"]


class OnLeave(PostData):
    """Somebody's absence: what shall happen meanwhile (people.InPlace), how many hours the battle waits, and whether
    the staff plays then; `fellows`: others of the side are there."""

    kind: Literal["on-leave"] = "on-leave"
    meanwhile: str
    hours: float
    staff: bool
    fellows: bool


class UnderWay(PostData):
    """How much of a run has been carried out that everybody may know of."""

    kind: Literal["under-way"] = "under-way"
    done: int


class Refused(PostData):
    """Why a default could not be carried out."""

    kind: Literal["refused"] = "refused"
    why: str


class EndProposed(PostData):
    """An end of the battle that a side proposes; `winner` None: a draw."""

    kind: Literal["proposed"] = "proposed"
    winner: SideId | None
    reason: str = ""


class HowItEnded(PostData):
    """How a battle ended: `how` of closing.Outcome, the seeds of its dice, its last entry and the chain's last link."""

    kind: Literal["ended"] = "ended"
    winner: SideId | None
    reason: str = ""
    how: str = ""
    seeds: tuple[str, ...] = ()
    battle_id: int
    seq: int
    seal: str = ""


class RolesGiven(PostData):
    """What each army is in the battle: its key, and that of its role."""

    kind: Literal["roles"] = "roles"
    roles: tuple[tuple[SideId, SideId], ...]


class Said(PostData):
    """Somebody's own words."""

    kind: Literal["said"] = "said"
    title: str = ""
    text: str


class JustHappened(PostData):
    """There is no more to say of it than that: the campaign was opened, has another channel; the users were admitted to
    their side, turned down, have left it or been removed; the side's orders have run out, or it may write its first; or
    its battle has just ended.
    `commitment`: of the seed of the campaign's first battle."""

    kind: Literal[
        "campaign-opened",
        "resettled",
        "admitted",
        "turned-down",
        "left",
        "removed",
        "orders-ended",
        "orders-open",
        "battle-over",
    ]
    commitment: str = ""


class JoinAsked(PostData):
    """Somebody asks to play for the side: the number of his request, and what speaks against it."""

    kind: Literal["join-asked"] = "join-asked"
    request: int
    concerns: tuple[Concern, ...] = ()


class PlayerMoved(PostData):
    """Somebody plays for the side who played for the `former` one."""

    kind: Literal["moved"] = "moved"
    former: SideId


class Substituted(PostData):
    """Somebody plays in the place of the `former` player; `waiting`: the battles that wait for the side. `seat`: by its
    number the former player takes the place back, 0: never; `by_gm`: a GM has put them there."""

    kind: Literal["substituted"] = "substituted"
    former: int
    waiting: tuple[WaitingBattle, ...] = ()
    seat: int = 0
    by_gm: bool = True


class HandedOver(PostData):
    """Somebody has left a side: the users answer for it now, or nobody is left and they are the GMs. `asked`: the
    battle waits for that side."""

    kind: Literal["answers-now", "nobody-left"]
    battle_id: int
    battle: str
    asked: bool


class UnitRaised(PostData):
    """A unit was raised, perhaps by somebody who has just joined; then it may be "" for none."""

    kind: Literal["joined", "raised"]
    unit: str = ""


class DraftRolled(PostData):
    """The dice of a draft: what such a unit is called, the draft's title and roll; `again`: a former roll stands."""

    kind: Literal["draft-rolled"] = "draft-rolled"
    unit: str
    title: str
    roll: str
    again: bool = False


class DraftRaised(PostData):
    """The unit that a draft has become: its name, and what was spent of what, for whom."""

    kind: Literal["draft-raised"] = "draft-raised"
    unit: str
    title: str
    roll: str
    spent: str
    budget: str
    coin: str
    costs: str


class Regrouping(PostData):
    """What `by` would have done with somebody else's unit: another one merged into `kept`, or a man transferred to it,
    and who leads then (a figure, or whether the man does); in `words`."""

    kind: Literal["regroup"] = "regroup"
    words: str
    what: Literal["merge", "transfer"]
    kept: int
    other: int
    leader: int
    by: int


About: TypeAlias = (
    Dice
    | Clocks
    | Passed
    | OnLeave
    | UnderWay
    | Refused
    | EndProposed
    | HowItEnded
    | RolesGiven
    | Said
    | JustHappened
    | JoinAsked
    | PlayerMoved
    | Substituted
    | SeatOpen
    | SeatBack
    | SeatInvited
    | DeputyCalled
    | ElectionHeld
    | ElectionOver
    | NewGM
    | AsksBack
    | HandedOver
    | UnitRaised
    | DraftRolled
    | DraftRaised
    | Regrouping
)
A = TypeVar("A", bound=PostData)


class Matter(BaseModel):
    """What a post is about, beside the entries that it tells of.

    - journal: entries `from_seq` to `to_seq` happened (undone: the last of them took something back).
    - sitting: the same, and then the asks `ask_keys` stand, of people who need not be told that it is their turn.
    - prompt: the asks `ask_keys` stand; `users` are those who may answer, `due` is the first deadline. `pinged` of them
      are mentioned, all where it is None; the `untold` are later, where nobody has answered.
    - opened, begun: the battle's dice; standing: the same, where the first post can say no more how it stands. What
      follows at once on begun says it, too.
    - returns: who came back or was replaced (the entry tells).
    - reminder: `users` are told of all that waits for them, `waits`; `side` has until `due`; with a `hint` also of how
      to say when they sleep. excused: `side` missed a deadline and has until `due` all the same. gm-asked: the GMs are
      asked in its place until `due`. staffed: the staff plays `side` from now on, since nobody of it is there or two
      deadlines have passed. on-leave: one of `side` is away until `due`. paused: its clocks; `side` asked for
      it, `users` are called.
    - deadline: it let the time pass, and what was done then; `late`: the program was not there at the time.
      default-refused: the default could not be carried out.
    - proposal: `side` proposes an end. declined: `side` says no.
    - ended: how. reopened: a GM took the end back; the dice have a new seed.
    - report: a GM has the report of a battle posted.
    - awaited: a battle begins as soon as the `unheard` sides have put something into the key of its dice, which `users`
      may do, at the latest at `due`. not-begun: it was to begin then and could not; `users` are its GM.
    - checked-in: `users` have chosen the units that they bring. roles: a GM has said who attacks and who defends.
      whispered: there is news for one side, not said which.
    - under-way: orders are being carried out, and how far they are.
    - displaced: the battle's thread is gone, and it goes on where this post stands. moved: a GM has given it a new
      thread, this one.
    - notice: what concerns the campaign, by the kind of what it is `about`.
    - side-…: for `side` alone (see `dispatches`): what its thread is, what it was told in the entries (and that
      its orders have run out; `held`: the next such post tells it), what is said to it, its briefing.
    """

    model_config = ConfigDict(frozen=True)

    topic: Topic
    side: str | None = None
    ask_keys: tuple[str, ...] = ()
    users: tuple[int, ...] = ()
    pinged: tuple[int, ...] | None = None
    untold: tuple[int, ...] = ()
    due: datetime | None = None
    late: bool = False
    hint: bool = False
    waits: tuple[Waits, ...] = ()
    held: bool = False
    about: Annotated[About, Field(discriminator="kind")] | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_before(cls, given: object) -> object:
        """A post may wait for days to be sent, and for longer to lose its buttons: the older form is read as well."""
        if isinstance(given, dict) and "words" in given:
            return older.read(cast(dict[str, Any], given))
        return cast(object, given)

    @property
    def called(self) -> tuple[int, ...]:
        """Those whom it mentions, since it has become their turn."""
        return self.users if self.pinged is None else self.pinged

    def of(self, kind: type[A]) -> A:
        """What it is about, which must be of that kind. Raises ValueError."""
        if not isinstance(self.about, kind):
            raise ValueError(f"a post of the topic {self.topic!r} is about {self.about!r}, which is no {kind.__name__}")
        return self.about
