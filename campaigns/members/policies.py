"""What a GM can settle for a campaign."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from campaigns.errors import Refusal
from campaigns.members import fates
from campaigns.members.fates import USUAL
from rules.book.house import chosen
from rules.seam.ruleset import AnyRuleSet


class WoundedReturn(StrEnum):
    """When a wounded figure is fit again, and one who was missing (who ran from the field) turns up. BG-R113"""

    NEXT_BATTLE = "next-battle"
    UMPIRE_DECIDES = "umpire-decides"
    D6 = "d6"
    """One die each when the next battle begins: back on 4 or more."""
    FATES = "fates"
    """One die each when the next battle begins, on the campaign's table of fates."""
    KEPT = "kept"
    """They fight on as they are where the rule set lets them; a battle that they sit out heals them by a step."""


class Replacements(StrEnum):
    """How the place of a dead figure is filled."""

    AUTOMATIC = "automatic"
    BY_GM = "by-gm"
    NONE = "none"


class Repairs(StrEnum):
    """When damaged and knocked-out elements are repaired, and the lost men of bases made good. A house rule."""

    OFF = "off"
    """They stay as they are until a GM says otherwise."""
    NEXT_BATTLE = "next-battle"
    D6 = "d6"
    """One die each when the next battle begins: as good as new on 4 or more."""


class Joining(StrEnum):
    """Who may become a player. A change of sides while a battle goes on is the GM's to allow whatever this says."""

    UNTIL_BATTLE = "until-battle"
    """Anybody until the first battle begins, then whom the GM admits."""
    OPEN = "open"
    APPROVAL = "approval"
    CLOSED = "closed"


class StandIn(StrEnum):
    """Who may act with a unit that another player of the side commands. A GM always may."""

    ANYONE = "anyone"
    ASSIGNED = "assigned"
    """Nobody but its commander."""
    AFTER_DEADLINE = "after-deadline"
    """Anybody of the side, once its commander has let a deadline pass."""


class AtDeadline(StrEnum):
    """What a deadline does for a side that let it pass. Orders that stand have been carried out before it was asked."""

    DEFAULT = "default"
    """What the rule set's prompt names."""
    HOLD = "hold"
    """Nothing, where the side may hold; else the rule set's default."""
    GM = "gm"
    """The GMs are asked in the side's place, with as much time; after that the rule set's default."""


class SideThreads(StrEnum):
    """Whether what is for one side alone is posted in a private thread of that side, and who is in it."""

    WITH_GM = "with-gm"
    """Its players and the GMs who play for no other side."""
    PLAYERS = "players"
    """Its players only. (Whoever manages threads on the server can see any.)"""
    OFF = "off"


class Files(StrEnum):
    """Which files of figures a player may read."""

    OWN = "own"
    """Those of their own side, as far as that side knows."""
    OPEN = "open"
    """Everybody's, with all that is known of battles that are over."""


class Policies(BaseModel):
    """The policies of a campaign. Changed as a whole or in part by its GM; a running battle keeps its rules options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    joining: Joining = Field(default=Joining.UNTIL_BATTLE, description="Who may become a player")
    wounded: WoundedReturn = Field(default=WoundedReturn.NEXT_BATTLE, description="When wounded and missing men return")
    fates: str = Field(default=USUAL, max_length=120, description="The table of fates: what a D6 says of the wounded")
    injuries: int = Field(
        default=0,
        ge=0,
        le=6,
        description="Up to what a D6 leaves one of the wounded with a lasting injury; 0: there are none",
    )
    replacements: Replacements = Field(default=Replacements.BY_GM, description="How the dead are replaced")
    repairs: Repairs = Field(
        default=Repairs.OFF, description="When vehicles and guns are repaired and the men of bases made good"
    )
    stand_in: StandIn = Field(default=StandIn.ANYONE, description="Who may act with units that a comrade commands")
    experience: int = Field(
        default=0, ge=0, le=20, description="Battles survived for each upgrade that a figure earns; 0: never"
    )
    deadline_hours: float = Field(default=48, ge=0, le=24 * 60, description="Hours to answer a prompt; 0: no deadline")
    reminder_hours: float = Field(default=12, ge=0, le=24 * 60, description="Hours before it to remind; 0: never")
    saved_percent: int = Field(
        default=0, ge=0, le=500, description="Of those hours, how much of what was not used somebody may save up"
    )
    absent_hours: float = Field(
        default=120,
        ge=0,
        le=24 * 60,
        description="Hours that a battle waits for somebody who is away with nobody in place",
    )
    staff: bool = Field(
        default=True, description="Whether the staff then plays, and for a side that lets two deadlines pass in a row"
    )
    excused_misses: int = Field(
        default=0, ge=0, le=20, description="Deadlines in a battle that somebody may miss: his clock starts again"
    )
    at_deadline: AtDeadline = Field(default=AtDeadline.DEFAULT, description="What a deadline does for a side")
    pause_after: int = Field(
        default=4,
        ge=0,
        le=100,
        description="Deadlines in a row without a word from anybody that pause a battle; 0: never",
    )
    claim_days: int = Field(
        default=14, ge=0, le=365, description="Silent days after which the other side may claim the battle; 0: never"
    )
    claim_win: bool = Field(default=False, description="Whether that is a win for whoever claims it, and no draw")
    side_threads: SideThreads = Field(default=SideThreads.WITH_GM, description="A private thread for each side")
    forum: int = Field(
        default=0, ge=0, description="The forum channel whose posts its battles are; 0: threads of its own channel"
    )
    calendar: bool = Field(default=False, description="Whether deadlines are events of the server's calendar")
    files: Files = Field(default=Files.OWN, description="Whose files of figures the players may read")
    options: tuple[tuple[str, str], ...] = Field(default=(), description="House-rule switches of the rule set, by key")


def first_policies(rules: AnyRuleSet) -> Policies:
    """Those of a campaign of which its GM has said nothing yet: the wounded return as the book has it."""
    misses = rules.forces.growth is not None and rules.forces.growth.misses
    return Policies(wounded=WoundedReturn.KEPT) if misses else Policies()


def check_policies(rules: AnyRuleSet, settings: Policies) -> None:
    """Raises Refusal "bad-setting" for a policy that the rule set has nothing for, "bad-fates" for a table with a
    hole."""
    fates.read(settings.fates)
    if rules.forces.growth is None and (settings.wounded is WoundedReturn.KEPT or settings.experience):
        what = "keeps no wounds from battle to battle" if settings.wounded is WoundedReturn.KEPT else "has no upgrades"
        raise Refusal("bad-setting", f"{rules.title} {what}.", "Choose another policy; nothing was changed.")
    if settings.injuries and rules.forces.injuries.none:
        raise Refusal("bad-setting", rules.forces.injuries.none, "Leave `injuries` at 0; nothing was changed.")


def read_options(rules: AnyRuleSet, options: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The options in the words of their switches. Raises Refusal "unknown-option" for a switch that the rule set does
    not know, "unknown-choice" for a choice that it does not have."""
    switches = {switch.key: switch for switch in rules.book.switches}
    read: list[tuple[str, str]] = []
    for key, choice in options:
        if key not in switches:
            raise Refusal("unknown-option", f"{rules.title} has no switch {key!r}.", "See the list of its rulings.")
        if (meant := chosen(switches[key], choice)) is None:
            choices = ", ".join(switches[key].choices)
            raise Refusal("unknown-choice", f"{key} cannot be {choice!r}.", f"Choose one of: {choices}.")
        read.append((key, meant))
    return tuple(read)
