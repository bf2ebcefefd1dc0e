"""Who is who where a campaign arrives: people of the file become people there, or nobody knows any more who they were.

What a person did stays the campaign's history either way, as it does when somebody has themselves forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from campaigns.campaign.privacy import A_FORMER_PLAYER, CHAINED
from campaigns.campaign.travel.layout import CARRIED, table_of
from campaigns.campaign.travel.sheets import CampaignFile, FileRow, bad_file
from campaigns.members.knowledge import FORGOTTEN
from campaigns.members.policies import Policies

SHORTEST = 15
"""Digits of a Discord id: a shorter number in a text is no person."""

People = Mapping[int, int]
"""Number in the file to Discord id; whoever is not in it is nobody any more."""


def same(file: CampaignFile) -> dict[int, int]:
    """Everybody as they were. Raises Refusal "bad-archive" where the file does not say who they were."""
    if any(each.user is None for each in file.people):
        raise bad_file("it does not say who its people were", "Say who is who, or export it with its people.")
    return {each.number: each.user for each in file.people if each.user is not None}


def struck_out(row: FileRow, ids: Iterable[int]) -> FileRow:
    """The row without these Discord ids in its texts; marked where the battle's chain binds the text."""
    digits = [str(each) for each in ids if len(str(each)) >= SHORTEST]
    if not digits:
        return row
    any_of = "|".join(digits)
    mention, bare = re.compile(f"<@!?(?:{any_of})>"), re.compile(f"(?<!\\d)(?:{any_of})(?!\\d)")
    values, chained = dict(row.values), False
    for name, value in row.values.items():
        if isinstance(value, str):
            values[name] = bare.sub(str(FORGOTTEN), mention.sub(A_FORMER_PLAYER, value))
            chained |= values[name] != value and table_of(row.table).c[name] in CHAINED
    return replace(row, values={**values, **({"struck": True} if chained else {})})


def without_places(settings: str) -> str:
    """The policies without channels: those are of one server, and a file may not name one of another."""
    return Policies.model_validate_json(settings).model_copy(update={"forum": 0}).model_dump_json()


def settled(file: CampaignFile, people: People) -> CampaignFile:
    """The file with Discord ids in place of its people's numbers. Whoever is nobody any more leaves no seat, no office
    and no draft behind; units of theirs become the GM's."""
    gone = {each.user for each in file.people if each.user is not None and people.get(each.number) != each.user}
    seats = {row.number for row in file.of("player") if row.values["user_id"] not in people}
    kept: list[FileRow] = []
    for row in file.rows:
        if row.table in ("player", "gm", "reliability", "draft") and row.values["user_id"] not in people:
            continue
        values = dict(row.values)
        for name in CARRIED[row.table].people:
            if values.get(name) is not None:
                values[name] = people.get(values[name], FORGOTTEN)
        if row.table == "campaign":
            values["deputy"] = None if values.get("deputy") == FORGOTTEN else values.get("deputy")
            values["settings"] = without_places(values["settings"])
        for name in ("player_id", "commander"):
            if values.get(name) in seats:
                values[name] = None
        kept.append(struck_out(replace(row, values=values), gone))
    return replace(file, rows=tuple(kept), people=())
