"""What one side writes of its people and is given for them is read by nobody else: everything that the other side can
call up (cards, lists, searches, chronicle, reports, numbers, diary, and every file that comes with them: pictures,
sheets, the site) is the same before it and after it."""

from __future__ import annotations

import hashlib
import re

import pytest
from simcord import InteractionResult

from bot.pictures import pictures
from tests.bot.test_figure_files import fought, last_of, shot, unit
from tests.bot.test_reports import war as war
from tests.bot.world import Person, World, ids_of, said


async def _read_as_drawn(svg: str, _width: int) -> bytes:
    """In place of a picture its drawing, so that two that differ in anything are told apart."""
    return svg.encode()


@pytest.fixture(autouse=True)
def drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_rasterised", _read_as_drawn)


async def files_of(result: InteractionResult) -> str:
    """The files that came with an answer."""
    answers = [result.response] if result.response is not None else []
    found = [
        (each.filename, await each.read()) for shown in (*answers, *result.followups) for each in shown.attachments
    ]
    return "\n".join(f"{name} {hashlib.sha256(data).hexdigest()}" for name, data in found)


async def everything(war: World, who: Person) -> dict[str, str]:
    """All that somebody can call up of people and of battles that are over."""
    found: dict[str, str] = {}
    for command in ("chronicle", "campaign diary", "unit list", "campaign show", "campaign print"):
        answer = await who.slash(war.channel, command)
        found[command], found[f"files of {command}"] = said(answer), await files_of(answer)
    for option in await who.autocomplete(war.channel, "unit print", "unit", ""):
        found[f"sheet {option['name']}"] = await files_of(
            await who.slash(war.channel, "unit print", unit=option["value"])
        )
    found["site"] = await files_of(await who.slash(war.channel, "campaign chronicle"))
    found["public site"] = await files_of(await who.slash(war.channel, "campaign chronicle", reader="public"))
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
        answer = await who.slash(war.channel, "figure show", figure=figure)
        found[f"card {figure}"], found[f"picture {figure}"] = said(answer), await files_of(answer)
    # When something was done is of the test's clock.
    return {what: re.sub(r"<t:\d+", "<t:", text) for what, text in found.items()}


async def secrets(war: World) -> None:
    """What the other side writes of its people, and is given."""
    man = await last_of(war, "Crescent")
    await war.ivo.slash(war.channel, "figure note", figure=man.ref, text="A secret hero")
    await war.ivo.slash(war.channel, "figure portrait", figure=man.ref, picture=("him.png", shot()))
    alive = (await unit(war, "Crescent")).slots[0].last
    await war.ivo.slash(war.channel, "figure portrait", figure=alive.ref, picture=("him.png", shot((40, 60))))
    await war.ivo.slash(war.channel, "figure rename", figure=alive.ref, family="Owlsworth", nickname="The Owl")
    await war.gm.slash(war.channel, "figure decorate", figure=man.ref, decoration="Order of the Well")
    answer = await war.ivo.slash(war.channel, "campaign diary")
    assert answer.response is not None
    form = await war.ivo.click(answer.response, custom_id=ids_of(answer.response, "diary-write")[0])
    ours: dict[str, object] = {"readers": ["own"], "day": "", "title": "Ours", "text": "The well is dry"}
    assert "✔" in said(await war.ivo.submit_modal(form, {**ours, "picture": ("well.png", shot())}))


async def test_what_one_side_hides_is_read_by_nobody_else(war: World) -> None:
    await fought(war, "Ridge Run")
    before, mine = await everything(war, war.ada), await everything(war, war.ivo)
    await secrets(war)
    assert await everything(war, war.ada) == before
    after = await everything(war, war.ivo)
    assert {what for what, text in after.items() if mine[what] != text} >= {"campaign diary"}, "he reads it himself"
    for kind in ("card", "picture", "sheet", "site", "files of campaign diary", "files of campaign print"):
        assert any(after[what] != mine[what] for what in after if what.startswith(kind)), kind
