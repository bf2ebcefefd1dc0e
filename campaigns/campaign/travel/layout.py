"""What of a campaign travels, table by table, and what stays behind because it lives in one place only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Table

from campaigns.tables.base import metadata

FORMAT = "adjutant-campaign-2"
WITH_LISTS = "adjutant-campaign-1"
"""What `campaign delete` gave out before files could be brought in: lists to read, not rows."""
KNOWN_FORMATS = (FORMAT,)

CALLED = ("unit", "figure")
"""Tables whose rows are named in journals: their numbers in the file are those of the refs."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How a table travels. `by`: the column that leads to the campaign, and the table that it leads to; `people`: its
    columns that hold a user's id; `left`: columns that stay behind, with what they hold where they arrive; `points`:
    columns that hold the number of another table's row without the database's knowing."""

    by: tuple[str, str]
    people: tuple[str, ...] = ()
    left: Mapping[str, Any] = field(default_factory=dict[str, Any])
    points: Mapping[str, str] = field(default_factory=dict[str, str])


_LIVE = {"paused": "", "paused_at": None, "wishes": "", "run": "", "proposal": None, "check_in": None}

CARRIED: Mapping[str, Carried] = {
    "campaign": Carried(
        ("id", "campaign"),
        people=("deputy",),
        left={"uid": None, "guild_id": None, "channel_id": None, "deputy_called_at": None, "lesson": False},
    ),
    "side": Carried(("campaign_id", "campaign")),
    "player": Carried(
        ("campaign_id", "campaign"),
        people=("user_id",),
        left={"phrase": "", "phrase_at": None, "direct": False, "last_at": None},
    ),
    "gm": Carried(("campaign_id", "campaign"), people=("user_id",), left={"last_at": None}),
    "stint": Carried(("campaign_id", "campaign"), people=("user_id",)),
    "reliability": Carried(("campaign_id", "campaign"), people=("user_id",)),
    "boardpicture": Carried(("campaign_id", "campaign")),
    "keptboard": Carried(("campaign_id", "campaign"), people=("made_by",)),
    "keptscenario": Carried(("campaign_id", "campaign"), people=("kept_by",)),
    "unit": Carried(("campaign_id", "campaign"), left={"called": None}),
    "slot": Carried(("unit_id", "unit")),
    "figure": Carried(("slot_id", "slot"), left={"called": None}),
    "holding": Carried(("slot_id", "slot")),
    "draft": Carried(("campaign_id", "campaign"), people=("user_id",)),
    "battle": Carried(
        ("campaign_id", "campaign"),
        left={"channel_id": None, "marks": "", "begins_for": None, "silences": "{}", **_LIVE},
    ),
    "battlescenario": Carried(("battle_id", "battle")),
    "battlepicture": Carried(("battle_id", "battle")),
    "battleseed": Carried(("battle_id", "battle")),
    "battleunit": Carried(("battle_id", "battle"), points={"commander": "player"}),
    "journalentry": Carried(("battle_id", "battle"), people=("user_id",), left={"interaction_id": None}),
    "givenorder": Carried(("battle_id", "battle")),
    "preface": Carried(("battle_id", "battle"), people=("user_id",)),
    "diaryentry": Carried(("campaign_id", "campaign"), people=("user_id",)),
    "diarypicture": Carried(("entry_id", "diaryentry")),
    "portrait": Carried(("figure_id", "figure"), people=("user_id",)),
    "careerfact": Carried(("figure_id", "figure"), people=("user_id",), points={"slot_id": "slot"}),
    "unithonour": Carried(("unit_id", "unit"), people=("user_id",)),
    "declinedhonour": Carried(("battle_id", "battle"), people=("user_id",)),
    "keptawards": Carried(("campaign_id", "campaign"), people=("kept_by",)),
}

STAYS: Mapping[str, str] = {
    "absence": "a person's, on every server",
    "battleaccount": "rebuilt from the journal",
    "battlebyturn": "rebuilt from the journal",
    "consideredorder": "of a battle that goes on",
    "election": "who stood and voted is of the server where it was",
    "electioncandidate": "as of an election",
    "electionvote": "as of an election",
    "fleetmember": "a process of one host",
    "greeting": "which servers have been greeted",
    "heartbeat": "of one process",
    "joinrequest": "a question to the GMs of one server",
    "lookedat": "what somebody has read in one channel",
    "nextseed": "a secret: where the campaign arrives another is drawn and its hash is posted",
    "orderletter": "of a battle that goes on",
    "outboxpost": "posts of one channel",
    "partwish": "of a battle that is not over",
    "person": "a person's, on every server",
    "playerseat": "a seat that stands open on one server",
    "processedinteraction": "of one Discord application",
    "publishedcommands": "of one Discord application",
    "shardlease": "a process of one host",
    "sideguest": "who is in a thread",
    "sideintent": "of a battle that goes on",
    "sidethread": "a thread of one server",
    "signin": "a process of one host",
    "snapshot": "rebuilt from the journal",
    "snapshotboard": "rebuilt from the journal",
    "strike": "posts of one channel",
    "calendarevent": "events of one server's calendar",
    "timebank": "of a battle that goes on",
    "timer": "of a battle that goes on",
    "volunteer": "a queue of one server",
    "waiting": "of a battle that goes on",
}
"""The other tables, each with why it does not travel."""


def table_of(name: str) -> Table:
    return metadata.tables[name]


def numbered(table: Table) -> bool:
    """Whether its rows have numbers that others refer to."""
    return "id" in table.c


def points_at(column: Column[Any]) -> str | None:
    """The table whose row this column names by number; None: it names none."""
    for key in column.foreign_keys:
        return key.column.table.name
    return CARRIED[column.table.name].points.get(column.name)


def columns_of(name: str) -> list[Column[Any]]:
    """The columns that travel, but for the number."""
    left = CARRIED[name].left
    return [column for column in table_of(name).columns if column.name != "id" and column.name not in left]
