"""A battle's next version: taken by whoever has found the battle as it was, and by nobody else."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.orm.attributes import set_committed_value

from campaigns.battle.course.conduct import Conduct
from campaigns.battle.record import under_way
from campaigns.battle.record.finding import SIDES, WORDS
from campaigns.battle.record.marks import Hearers, Marks
from campaigns.database.writes import Writes
from campaigns.errors import Stale
from campaigns.tables import metadata
from campaigns.tables.base import given

_BATTLES = metadata.tables["battle"]
_NEXT_VERSION = (
    update(_BATTLES)
    .where(_BATTLES.c.id == given("of_battle"), _BATTLES.c.version == given("unchanged"))
    .values(
        version=given("next"),
        marks=given("told"),
        head=given("newest_link"),
        words=given("answers"),
        unheard=given("not_yet"),
        run=given("left"),
    )
)
"""Takes the battle's next version, with the chain's newest link, unless somebody else has."""


def told(conduct: Conduct) -> Marks:
    """How much everybody and each side have been told: while the run is under way nothing more."""
    if conduct.run is None:
        return conduct.marks
    nobody = Hearers(everybody=False)
    return conduct.told_before.moved(conduct.began, nobody, [side.key for side in conduct.rules.forces.sides])


async def take_next(conduct: Conduct, writes: Writes) -> None:
    """Write all that has been gathered, with the version last. Raises Stale when another process was faster."""
    keys, marks = conduct.keys, told(conduct).dump()
    words, unheard = WORDS.dump_json(keys.answers).decode(), SIDES.dump_json(keys.unheard).decode()
    left = under_way.dumped(conduct.run)
    row = {"next": conduct.seq, "told": marks, "newest_link": conduct.head, "answers": words, "not_yet": unheard}
    writes.add(_NEXT_VERSION, {"of_battle": conduct.id, "unchanged": conduct.loaded, **row, "left": left})
    if await writes.carry_out(conduct.session) != 1:
        raise Stale(conduct.loaded, conduct.seq)
    now = {"version": conduct.seq, "marks": marks, "head": conduct.head, "words": words, "unheard": unheard}
    for column, value in {**now, "run": left}.items():
        set_committed_value(conduct.row, column, value)
