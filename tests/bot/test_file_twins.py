"""What one side writes of its people and is given for them is read by nobody else: everything that the other side can
call up (cards, lists, searches, chronicle, reports, numbers, diary) is the same before it and after it."""

from __future__ import annotations

import re

from tests.bot.test_figure_files import fought, last_of
from tests.bot.test_reports import war as war
from tests.bot.world import Person, World, ids_of, said


async def everything(war: World, who: Person) -> dict[str, str]:
    """All that somebody can call up of people and of battles that are over."""
    found: dict[str, str] = {}
    for command in ("chronicle", "campaign diary", "unit list", "campaign show"):
        found[command] = said(await who.slash(war.channel, command))
    chronicle = await who.slash(war.channel, "chronicle")
    assert chronicle.response is not None
    for kind in ("roll", "side-file"):
        for way in ids_of(chronicle.response, kind):
            found[way] = said(await who.click(chronicle.response, custom_id=way))
    chosen = await who.select(chronicle.response, ["1"], custom_id=ids_of(chronicle.response, "report-of")[0])
    found["report"] = said(chosen)
    assert chosen.response is not None
    found["deed by deed"] = said(await who.click(chosen.response, label="Deed by deed"))
    for by in ("figure", "unit", "weapon", "player", "side", "battle", "fame"):
        found[f"stats {by}"] = said(await who.slash(war.channel, "stats", by=by))
    man = await last_of(war, "Crescent")
    for typed in ("", "a", man.name, man.ref):
        found[f"search {typed}"] = str(await who.autocomplete(war.channel, "figure show", "figure", typed))
    for figure in (man.ref, (await last_of(war, "Chalk One")).ref):
        found[f"card {figure}"] = said(await who.slash(war.channel, "figure show", figure=figure))
    # When something was done is of the test's clock.
    return {what: re.sub(r"<t:\d+", "<t:", text) for what, text in found.items()}


async def secrets(war: World) -> None:
    """What the other side writes of its people, and is given."""
    man = await last_of(war, "Crescent")
    await war.ivo.slash(war.channel, "figure note", figure=man.ref, text="A secret hero")
    await war.gm.slash(war.channel, "figure decorate", figure=man.ref, decoration="Order of the Well")
    answer = await war.ivo.slash(war.channel, "campaign diary")
    assert answer.response is not None
    form = await war.ivo.click(answer.response, custom_id=ids_of(answer.response, "diary-write")[0])
    said(await war.ivo.submit_modal(form, {"readers": ["own"], "day": "", "title": "Ours", "text": "The well is dry"}))


async def test_what_one_side_hides_is_read_by_nobody_else(war: World) -> None:
    await fought(war, "Ridge Run")
    before, mine = await everything(war, war.ada), await everything(war, war.ivo)
    await secrets(war)
    assert await everything(war, war.ada) == before
    after = await everything(war, war.ivo)
    assert {what for what, text in after.items() if mine[what] != text} >= {"campaign diary"}, "he reads it himself"
    assert any(after[what] != mine[what] for what in after if what.startswith("card"))
