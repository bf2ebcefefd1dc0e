"""/stats through the bot: every table, the bars, the CSV; and what a name in them may do."""

from __future__ import annotations

from bot.pictures import chart
from bot.pictures.chart import BarChart
from bot.post import statistics as words
from campaigns.story.statistics import StatsRow, StatsTally
from tests.bot.test_figure_files import fought, last_of
from tests.bot.test_reports import war as war
from tests.bot.world import World, ids_of, said


async def test_the_tables_show_the_campaign_in_numbers(war: World) -> None:
    assert "No battle is over" in said(await war.ada.slash(war.channel, "stats"))
    await fought(war, "Ridge Run")
    answer = await war.ada.slash(war.channel, "stats", by="side")
    told = said(answer)
    assert "Black" in told
    assert "1 lost" in told
    assert answer.response is not None
    here = answer.response
    for by, title in (("unit", "Chalk One"), ("battle", "Ridge Run"), ("figure", "Chalk One"), ("fame", "Costliest")):
        shown = await war.ada.select(here, [by], custom_id=ids_of(here, "stats")[-1])
        assert title in said(shown), by
        assert shown.response is not None
        here = shown.response
    fallen = await last_of(war, "Chalk One")
    answer = await war.ada.slash(war.channel, "stats", by="side")
    assert answer.response is not None
    file = await war.ada.click(answer.response, custom_id=ids_of(answer.response, "stats-csv")[0])
    assert file.response is not None
    assert [each.filename for each in file.response.attachments] == ["side.csv"]
    assert fallen.name in said(await war.gm.slash(war.channel, "stats", by="figure"))
    await war.deliver(war.pressed(war.ada, answer.response, "adj2:stats:0:0::nonsense:"))


def test_the_same_numbers_have_the_same_bars_and_no_name_is_drawn_as_markup() -> None:
    what = BarChart("Figures", ["<b>Moss</b> & Co", "x" * 80], [("Hits", [3, 0]), ("Felled", [1, 2])])
    assert chart.bars(what) == chart.bars(what)
    assert "<b>Moss" not in chart.bars(what)
    assert "&lt;b&gt;Moss" in chart.bars(what)
    assert "Generated" not in chart.bars(what), "a date would make it another picture tomorrow"
    assert chart.words_of(what).startswith("Figures. <b>Moss</b> & Co: 3 hits, 1 felled.")


def test_no_cell_of_the_file_is_a_formula() -> None:
    rows = [StatsRow("=HYPERLINK(1)", StatsTally(battles=1, shots=4, hits=2)), StatsRow('a "b", c', StatsTally())]
    lines = words.csv_of(rows, lambda row: row.name).decode().splitlines()
    assert lines[0].startswith("name,side,battles,shots,")
    assert lines[1].startswith("'=HYPERLINK(1),,1,4,")
    assert lines[2].startswith('"a ""b"", c",')
