"""A wound of the third battle is taken back after the sixth: all that hangs on it follows, nothing else changes, and
what no longer fits is named."""

from __future__ import annotations

import re

import pytest

from campaigns.roster import careers
from campaigns.tables.roster import FactKind
from tests.bot.test_figure_files import last_of, unit
from tests.bot.test_figure_files import war as war
from tests.bot.world import Person, World, ids_of, options, said
from tests.painting import unpainted

BATTLES, WOUNDED_IN = 6, 3


async def read(war: World, who: Person) -> dict[str, str]:
    """All that somebody can call up of people and battles, by what it is."""
    found = {one: said(await who.slash(war.channel, one)) for one in ("chronicle", "campaign diary", "unit list")}
    chronicle = (await who.slash(war.channel, "chronicle")).response
    assert chronicle is not None
    for value in options(chronicle, "report-of").values():
        shown = await who.select(chronicle, [value], custom_id=ids_of(chronicle, "report-of")[0])
        found[f"report {value}"] = said(shown)
    for by in ("figure", "unit", "weapon", "player", "side", "battle", "fame"):
        found[f"stats {by}"] = said(await who.slash(war.channel, "stats", by=by))
    for man in (slot.last for slot in (await unit(war, "Chalk One")).slots):
        found[man.ref] = said(await who.slash(war.channel, "figure show", figure=man.ref))
    return {what: re.sub(r"<t:\d+", "<t:", text) for what, text in found.items()}


def others_of(file: str) -> str:
    """A file without its paragraph of the third battle."""
    return re.sub(r"\*\*Ridge 3\*\*[^\n]*\n[^\n]*", "", file)


@pytest.mark.whole
async def test_a_wound_of_the_third_battle_is_taken_back_after_the_sixth(war: World) -> None:
    with unpainted():
        man = await last_of(war, "Chalk One")
        for number in range(1, BATTLES + 1):
            assert "begun" in said(
                await war.gm.slash(war.channel, "battle begin", title=f"Ridge {number}", board="none")
            )
            if number == WOUNDED_IN:
                done = await war.gm.slash(war.thread, "wound", figure=man.ref, grade="serious", reason="shell")
                assert "✔" in said(done)
            await war.gm.slash(war.thread, "battle end", winner="black", reason="dusk")
        await war.gm.slash(war.channel, "figure decorate", figure=man.ref, decoration="Purple Heart", battle="3")
        before = await read(war, war.ada)
        assert "1 wound" in before[man.ref]
        career = await careers.career(war.store, man.id)
        kinds = [line.kind for line in career.facts]
        assert kinds.index(FactKind.RECOVERED) > kinds.index(FactKind.WOUNDED)

        wound = next(line for line in career.facts if line.kind is FactKind.WOUNDED)
        told = said(
            await war.gm.slash(war.channel, "figure correct", figure=man.ref, line=str(wound.id), why="a namesake")
        )
        head = told.partition("Career")[0]
        assert "lost their ground" in head
        assert "recovered" in head

        after = await read(war, war.ada)
        changed = {what for what in before if before[what] != after[what]}
        beside = {what for what in changed if what.startswith("f")} - {man.ref}
        assert changed - beside >= {man.ref, "chronicle", "report 3"}
        assert not [what for what in changed - beside if what in ("campaign diary", "unit list", "stats weapon")]
        assert not [what for what in changed if what.startswith("report") and what != "report 3"]
        for ref in beside:
            # Whoever saw it tells it no more; of other battles they tell what they told.
            assert others_of(before[ref]) == others_of(after[ref])
        assert "1 wound" not in after[man.ref]
        assert man.name not in after["report 3"].partition("Corrected since")[0].partition("Losses")[2]
        await war.restart()
        assert await read(war, war.ada) == after
