"""What is told of an event: data for one viewer, which front ends put into posts.

A told event has what everybody reads (`headline`, `lines`, `casualties`), what stands behind it for who wants to check
(`details`, `facts`, `draws`, `citations`), and its part in the sum of several (`role`, `strike`): `gathering.gather`
makes one telling of a whole volley. Nothing here is read out of prose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction

from rules.kernel.action import SideId
from rules.kernel.chance import Draw
from rules.kernel.facts import Fact
from rules.table.strokes import Stroke


class TellingRole(StrEnum):
    """What a telling is to those before and after it."""

    ALONE = "alone"
    OPENS = "opens"
    """Announces what follows about the same: strikes ("fires figure by figure"), of whose sum it is a detail then, or
    what CONCLUDES it. Without them it is told by itself."""
    CONCLUDES = "concludes"
    """Says what came of what opened it (a check of morale) and stands in its place; one with a `tally` (a grenade that
    goes off) ends the first line of what opened it."""
    FOLLOWS = "follows"
    """Comes of what is told before it. Its casualties are named there; without any, its headline and lines are said
    below."""
    DETAIL = "detail"
    """Comes of what is told before it and is worth a word among the details only: a card that harmed nobody."""
    FRAME = "frame"
    """The battle's own course: a turn, a phase, cards. What FOLLOWS with the same `about` is said below it. No post
    speaks of it, as the question below says where the battle stands; the details do."""
    OPENING = "opening"
    """The battle begins: its name and what everybody sees of the day."""
    SUM = "sum"
    """What a turn came to: however short a post is, this stands in it."""


class Gravity(IntEnum):
    """What a post's first line names first: losses, then what was decided."""

    END = 0
    """The battle is over."""
    COMMANDER = 1
    LEADER = 2
    VEHICLE = 3
    """A vehicle, or a gun."""
    UNIT = 4
    """A whole unit is out."""
    MEN = 5
    GROUND = 6
    """Ground or an objective has changed hands."""
    ROUT = 7
    SURRENDER = 8
    BEATEN = 9
    """Thrown back in a combat."""
    FAILED = 10
    """What was begun in the open came to nothing."""
    BEGUN = 11
    """Begun in the open, and not yet known what comes of it."""
    SEEN = 12
    """What was hidden is seen from now on."""


@dataclass(frozen=True, slots=True)
class Upshot:
    """What it came to for one body that is no list of casualties: "Village band" "routs". `several`: what several do
    ("rout"). With a `count` of a `thing` those of one body are added up: "loses" 2 × "base". `about`: of something
    BEGUN and of what it came to, the same."""

    who: str
    does: str
    gravity: Gravity
    several: str = ""
    count: int = 0
    thing: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack of one who strikes: what the sum of several needs to know. Strikes with the same `by` and `how` that
    follow each other are one attack."""

    by: str
    """Who the sentence begins with: "Ridge cell", "SPC Cole"."""
    how: str
    """"fires at"."""
    at: str
    """Who is struck, "2nd Squad", or one man, "SSG Reyes (2nd Squad)"."""
    hits: int
    dice: int = 1
    """Tries to hit. Of one alone it is said that it is a hit or a miss; without any what becomes of the target says
    whether it was."""
    actor: str = ""
    """The figure of `by` who strikes, where `by` is not he: "Fighter Haidar"."""
    weapon: str = ""
    body: str = ""
    """The unit that is struck, as its casualties name it; empty: the same as `at`."""
    alone: bool = False
    """`at` is one man: what becomes of him is said, not counted."""
    number: str = ""
    """What was needed, with its reasons: strikes with the same one are shown together."""
    rolled: str = ""
    """The dice, hits marked."""
    note: str = ""
    """Why more or fewer hits count than the dice show."""
    lost: str = ""
    """Why hits that no telling `settles` came to nothing; empty: hits need no settling."""
    known: bool = True
    """Whether the viewer learns what became of the one struck."""


@dataclass(frozen=True, slots=True)
class Alike:
    """What one of many does, and what they do together: "1st Section" "keeps its head", "keep their heads"."""

    who: str
    one: str
    several: str


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing came of it: no post is due for it alone, and the next one that tells something tells it folded. `who`
    does what `several` do ("Yard 1", "look and see nothing"); without a `who` no fold speaks of it."""

    who: str = ""
    several: str = ""
    others: tuple[str, ...] = ()
    """Who did it together with them: each is named by himself where several things are folded."""
    dull: bool = False
    """They did nothing, or saw nothing: beside what something came of no fold speaks of it."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """Dice that a side threw for the same, and how they fell: of `dice` throws with that `chance` each `got` did what
    was wanted. `what`: what that is, of several ("hits", "morale checks passed")."""

    side: SideId
    what: str
    got: int
    dice: int
    chance: Fraction


NAMELESS = "a man"
"""Somebody whose name the reader may not know: two of them are two."""


@dataclass(frozen=True, slots=True)
class Casualty:
    """What became of one figure. `fate`: "killed", "wounded", as one counts them; `body`: his unit; `note`: what he was
    or has, "leader", "2 turns to live"; `cause`: of what, where it is not the strike itself ("back blast")."""

    who: str
    fate: str
    body: str = ""
    note: str = ""
    cause: str = ""
    grave: bool = False
    counted: str = ""
    """The fate where many are counted: "wounded" of a serious wound and of a critical one; empty: the fate itself."""
    unhurt: bool = False
    """It has left him as he was."""
    aside: bool = False
    """Named below, not counted in the first line: he was not struck, his courage left him."""
    gravity: Gravity = Gravity.MEN
    """A head whom a first line names, a vehicle."""
    side: str = ""
    """The name of the side, for somebody who belongs to no unit."""


class Remark(StrEnum):
    ORDERED = "ordered"
    """It was done by orders, of which no more is told."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event, or several gathered, in words for one viewer. Plain text: front ends escape and decorate it."""

    headline: str
    lines: tuple[str, ...] = ()
    """What everybody should read beside it."""
    draws: tuple[Draw, ...] = ()
    citations: tuple[str, ...] = ()
    important: bool = False
    """Worth a post of its own colour: a death, a rout, the end."""
    story: bool = False
    """The scenario speaks, not the rules: words, objectives, choices."""
    details: tuple[str, ...] = ()
    """Numbers and dice, for who wants to check them."""
    remark: Remark | None = None
    """Its first line is a remark, which holds for all that is told around it, too: one message says it once."""
    remarked: tuple[Remark, str] | None = None
    """The remark that was gathered in below its first line, in words."""
    facts: tuple[Fact, ...] = ()
    said: tuple[Draw, ...] = ()
    """Those of the draws that the words show already."""
    role: TellingRole = TellingRole.ALONE
    about: str = ""
    """Of what OPENS and what CONCLUDES: the same for those that belong together; of strikes it is their `by`."""
    strike: Strike | None = None
    casualties: tuple[Casualty, ...] = ()
    settles: int = 0
    """Hits of the strikes before it that this telling says the outcome of."""
    alike: Alike | None = None
    """What may be told of several in one line, where nothing but details stands below it."""
    idle: Idle | None = None
    """Nothing came of it."""
    own_word: bool = False
    """Somebody of its side has said that it shall be so: they know it, and so does whoever plays alone."""
    tally: str = ""
    """Many may come to harm by it: the first line ends with how many; these are its words when nobody has."""
    upshots: tuple[Upshot, ...] = ()
    """What it decided, beside the casualties: a post's first line is made of both."""
    strokes: tuple[Stroke, ...] = ()
    """What it leaves on a map that shows what has changed."""
    fortunes: tuple[Fortune, ...] = ()
    """How the dice fell that the reader is shown with the number that they needed."""
    sealed: tuple[str, ...] = ()
    """What stands among the details alone, however few they are: seals and hashes."""
    audience: tuple[SideId, ...] | None = None
    """The sides that may know of it, or may know so much of it; the umpire alone where there are none. None: everybody
    is told the same. `Battle.told` says so; `tell` need not."""

    @property
    def secret(self) -> bool:
        """Whether not everybody is told it, or not in these words."""
        return self.audience is not None

    @property
    def grave(self) -> bool:
        """Whether somebody is struck at or comes to harm, something is decided, or the scenario speaks."""
        struck = self.strike is not None or bool(self.casualties or self.upshots)
        return self.important or self.story or struck or self.role is TellingRole.SUM

    @property
    def worth_a_post(self) -> bool:
        """Whether everybody is told it at once: else it waits, folded, for the next thing that is."""
        course = (TellingRole.FRAME, TellingRole.OPENING, TellingRole.DETAIL)
        return self.grave or (self.idle is None and self.role not in course)

    @property
    def words(self) -> tuple[str, tuple[str, ...], tuple[Casualty, ...], tuple[Upshot, ...]]:
        """What everybody reads of it: the same for two viewers who are told the same, whatever stands behind it."""
        return self.headline, self.lines, self.casualties, self.upshots

    @property
    def unsaid(self) -> tuple[Draw, ...]:
        """The draws that no word shows."""
        return tuple(draw for draw in self.draws if draw not in self.said)
