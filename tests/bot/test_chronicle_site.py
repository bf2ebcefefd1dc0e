"""A campaign's chronicle as a site: for whom it is, what it holds, that it does no harm and gives nothing away."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bot.site import prose, writing
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.story import diary
from campaigns.story.reader import ChronicleReader, reader_of
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.book_and_gun.actions.hand import Kill
from tests.bot.world import Person, World, refused, said, world
from tests.campaigns.behind import act
from tests.painting import unpainted
from tests.twins.fronts import BOOK_AND_GUN, begin

HOSTILE = "<script>alert(1)</script> **x** \u202eevil"


HIDDEN = ("Qazwsx", "Edcrfv", "Tgbyhn", "Plokij", "ujmikol")
"""Words of what the insurgents alone know."""
TOLD_AT_THE_END = (b"Burn the bridge by night", b"Keep the wsxqaz hidden")
"""An aim of theirs that is no secret once the battle is over, in the one world and in the other."""


@pytest.fixture
async def field(tmp_path: Path) -> AsyncIterator[World]:
    with unpainted():
        async with world(tmp_path, {"book-and-gun": BOOK_AND_GUN.rules}) as made:
            await fought(made)
            yield made


async def fought(made: World, kind: str = "") -> None:
    """A battle in a jungle, where the insurgents' cells lie hidden to the end. `kind`: what the twin hides in place."""
    await begin(made, BOOK_AND_GUN, kind)
    for _ in range(3):
        ask = (await battles.load(made.store, 1)).prompt.asks[0]
        who = made.ada if ask.side == "army" else made.ivo
        await act(made.store, 1, ask.default, who.id, side=ask.side)
    units = (await battles.load(made.store, 1)).state.battle.units
    able = next(unit for unit in units if unit.name == "Able squad")
    await act(made.store, 1, PlaceUnit(unit=able.id, to="C2"), made.gm.id)
    await act(made.store, 1, Kill(figure=able.figures[0].id, reason="a stray round"), made.gm.id)
    await made.gm.slash(made.thread, "battle end", reason="nightfall")


async def site(made: World, reader: ChronicleReader) -> dict[str, bytes]:
    return await writing.make(made.store, await campaign.show(made.store, 1), reader)


async def taken(made: World, who: Person, **options: str) -> dict[str, bytes]:
    """What the ZIP holds that somebody gets by the command."""
    shown = await who.slash(made.channel, "campaign chronicle", **options)
    assert shown.response is not None, said(shown)
    assert shown.response.ephemeral
    (attached,) = shown.response.attachments
    assert attached.filename == "far-away-chronicle.zip"
    with zipfile.ZipFile(io.BytesIO(await attached.read())) as made_of:
        return {each: made_of.read(each) for each in made_of.namelist()}


def unpacked(pieces: list[str], maps: list[list[int]]) -> list[str]:
    """The drawings again, as a page puts them together."""
    made: list[str] = []
    before: list[int] = []
    for runs in maps:
        own: list[int] = []
        for count, at in zip(runs[::2], runs[1::2], strict=True):
            own += before[at : at + count] if count > 0 else range(at, at - count)
        made.append("".join(pieces[each] for each in own))
        before = own
    return made


def everything(pages: dict[str, bytes]) -> str:
    return "\n".join(data.decode() for path, data in pages.items() if not path.endswith((".ttf", ".png")))


async def test_each_gets_what_they_may_know_and_the_same_bytes_again(field: World) -> None:
    own = await taken(field, field.ada)
    assert own == await taken(field, field.ada)
    await field.restart()
    assert own == await taken(field, field.ada, reader="army")
    assert "Able squad" in everything(own)
    assert [word for word in HIDDEN if word in everything(own)] == []
    assert "chronicle/units/1.html" in own
    assert "Qazwsx cell" in everything(await taken(field, field.gm))
    assert "Qazwsx cell" in everything(await taken(field, field.ivo))
    public = await taken(field, field.ivo, reader="public")
    assert not [path for path in public if "/units/" in path or "/figures/" in path]
    assert [word for word in HIDDEN if word in everything(public)] == []
    for who, reader, why in (
        (field.ada, "gm", "Only a GM"),
        (field.ada, "insurgents", "Only a GM"),
        (field.zoe, "", "Players and GMs"),
        (field.gm, "martians", "Choose public, gm or a side"),
    ):
        assert why in refused(await who.slash(field.channel, "campaign chronicle", reader=reader))


def as_in_the_other_world(pages: dict[str, bytes]) -> dict[str, bytes]:
    return {path: page.replace(*TOLD_AT_THE_END) for path, page in pages.items()}


async def test_what_only_the_other_side_knows_changes_no_byte(tmp_path: Path) -> None:
    made: dict[str, list[dict[str, bytes]]] = {"army": [], "public": [], "insurgents": []}
    for kind in ("", "all"):
        folder = tmp_path / f"twin-{kind}"
        folder.mkdir()
        with unpainted():
            async with world(folder, {"book-and-gun": BOOK_AND_GUN.rules}) as one:
                await fought(one, kind)
                here = await campaign.show(one.store, 1)
                for word, found in made.items():
                    found.append(await site(one, reader_of(here, word)))
    assert made["army"][0] == as_in_the_other_world(made["army"][1])
    assert made["public"][0] == as_in_the_other_world(made["public"][1])
    assert made["insurgents"][0] != made["insurgents"][1]


async def test_every_link_leads_somewhere_and_a_replay_ends_with_the_table_as_it_was_left(field: World) -> None:
    pages = await site(field, ChronicleReader(gm=True))
    for path, data in pages.items():
        if path.endswith(".html"):
            assert len(data) <= 250_000, path
            for link in re.findall(r'(?:href|src)="([^"#]+)', data.decode()):
                assert "://" not in link
                steps = [*Path(path).parent.parts, *Path(link).parts]
                while ".." in steps:
                    at = steps.index("..")
                    steps[at - 1 : at + 1] = []
                assert "/".join(steps) in pages, (path, link)
    replay = json.loads(pages["data/1.js"].decode().removeprefix("window.REPLAY=").removesuffix(";\n"))
    assert len(pages["data/1.js"]) + len(pages["battles/1.html"]) + len(pages["maps/1.svg"]) <= 1_500_000
    drawn = unpacked(replay["pieces"], replay["maps"])
    assert all(each.startswith("<svg") and each.endswith("</svg>") for each in drawn)
    assert [step["m"] for step in replay["steps"]] == list(range(len(drawn)))
    # Whoever stands on the last map stands where the battle left them, and nobody else does.
    numbered = re.compile(r'<circle [^>]*r="[^"]*" fill="#2f5d8a"[^>]*>')
    assert set(numbered.findall(pages["maps/1.svg"].decode())) == set(numbered.findall(drawn[-1]))
    assert any(step["d"] for step in replay["steps"]), "a loss can be jumped to"
    said_ = [line for step in replay["steps"] for each in step["s"] for line in (each["h"], *each["b"])]
    assert any("Able squad" in line for line in said_)


class Elements(HTMLParser):
    """The scripts of a page, and every attribute that could act."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.acting: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += [dict(attrs).get("src") or "inline"] if tag == "script" else []
        self.acting += [name for name, value in attrs if name.startswith("on") or (value or "").startswith("java")]
        self.acting += [tag] if tag in ("iframe", "object", "embed", "form", "base") else []


async def test_what_people_write_is_never_more_than_text(field: World) -> None:
    here = await campaign.show(field.store, 1)
    unit = next(unit for unit in await rosters.units_of(field.store, 1) if unit.name == "Able squad")
    man = unit.slots[0].last.id
    await rosters.rename_unit(field.store, unit.id, field.gm.id, "<b onload=x>Able & co</b>", base_colour='"><i>')
    await rosters.rename(field.store, man, field.gm.id, "<img src=x", "onerror=alert(1)>")
    await rosters.note(field.store, man, field.gm.id, HOSTILE)
    await diary.write(
        field.store, here, field.gm.id, "</script><script>x", f"{HOSTILE}\n- [a](javascript:x)", "", own=False
    )
    pages = await site(field, ChronicleReader(gm=True))
    for path, data in pages.items():
        if path.endswith(".html"):
            found = Elements()
            found.feed(data.decode())
            assert found.acting == [], path
            assert "inline" not in found.scripts
            assert "\u202e" not in data.decode()
    assert "<script" not in pages["assets/index.js"].decode()
    text = everything(pages)
    assert "&lt;b onload=x&gt;Able &amp; co&lt;/b&gt;" in text
    assert "⟨U+202E⟩evil" in text
    assert "<strong>x</strong>" in text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one<br>two</p>\n<p>three</p>"),
        ("- a\n- *b*", "<ul><li>a</li><li><em>b</em></li></ul>"),
        ("1. a", "<ol><li>a</li></ol>"),
        ("> said", "<blockquote><p>said</p></blockquote>"),
        ("**<i>** 2 * 3", "<p><strong>&lt;i&gt;</strong> 2 * 3</p>"),
        ("[x](http://y)", "<p>[x](http://y)</p>"),
        ("&amp;", "<p>&amp;amp;</p>"),
        ("_x_ \\* `y` # z", "<p>_x_ \\* `y` # z</p>"),
        ("# z\n***\n    y", "<p># z<br>***<br>y</p>"),
        ("```\n<b>\n```", "<p>```<br>&lt;b&gt;<br>```</p>"),
        ("![p](http://x/p.png) <http://x> a@b.c", "<p>![p](http://x/p.png) &lt;http://x&gt; a@b.c</p>"),
        ("<img src=x onerror=y>", "<p>&lt;img src=x onerror=y&gt;</p>"),
        ("[r]: javascript:x\n[r]", "<p>[r]: javascript:x<br>[r]</p>"),
        ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
        ("@everyone \u202eevil", "<p>@everyone ⟨U+202E⟩evil</p>"),
    ],
)
def test_letters_keep_the_harmless_part_of_markdown(text: str, html: str) -> None:
    assert str(prose.letter(text)).replace(">\n<", "><").replace("<br>\n", "<br>") == html.replace(">\n<", "><")


@pytest.mark.parametrize("bomb", [">" * 1500, "- " * 700, "*" * 1500, "[" * 1500, "1. " * 500, "**a " * 370])
def test_no_letter_takes_long_or_nests_without_end(bomb: str) -> None:
    assert prose.letter(bomb).count("<blockquote>") <= 20


async def test_the_statistics_are_bars_records_and_a_file_for_each_table(field: World) -> None:
    """One man of Able squad was killed by a stray round: nobody's hit, one lost."""
    pages = await site(field, ChronicleReader(gm=True))
    shown = pages["stats.html"].decode()
    for key in ("side", "battle", "unit", "figure"):
        assert f'id="by-{key}"' in shown
        assert f"data/{key}.csv" in pages
    units = shown.partition('id="by-unit"')[2].partition("</section>")[0]
    row = units.partition("Able squad")[2].partition("</tr>")[0]
    assert re.findall(r'class="bar (\w+)".*?<rect width="(\d+)"', row) == [("felled", "0"), ("lost", "100")]
    assert '<a href="units/1.html"><bdi>Able squad</bdi>' in units
    assert str(field.ada.id) not in everything(pages), "nobody's account stands on a page"


def test_a_folder_is_written_over_when_it_holds_a_chronicle_and_never_else(tmp_path: Path) -> None:
    pages = {"index.html": b"1", "assets/site.css": b"", "figures/7.html": b"7"}
    writing.write(pages, tmp_path / "site")
    writing.write({key: data for key, data in pages.items() if "7" not in key}, tmp_path / "site")
    assert not (tmp_path / "site/figures/7.html").exists()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/mum.txt").write_text("dear")
    with pytest.raises(Refusal, match="other files"):
        writing.write(pages, tmp_path / "letters")
    assert [each.name for each in (tmp_path / "letters").iterdir()] == ["mum.txt"]
    with pytest.raises(Refusal, match="may have 0"):
        writing.zipped(pages, most=10)


async def test_where_maps_would_weigh_too_much_steps_share_the_latest_of_theirs(
    field: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.site.course.MOST_MAP", 0)
    pages = await site(field, ChronicleReader(gm=True))
    replay = json.loads(pages["data/1.js"].decode().removeprefix("window.REPLAY=").removesuffix(";\n"))
    assert len(replay["maps"]) == 2, "the table before the battle, and after all of it"
    assert [step["m"] for step in replay["steps"]] == [0, *[1] * (len(replay["steps"]) - 1)]
    assert len(replay["steps"]) > 3
