"""A campaign as a file: out of one database, into another, and nothing but what it says."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.campaign import campaign
from campaigns.campaign.chronicle import chronicle
from campaigns.campaign.travel import checking, people, sheets
from campaigns.campaign.travel.bringing import Arrival, bring
from campaigns.campaign.travel.layout import CARRIED, STAYS
from campaigns.campaign.travel.packing import pack
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import careers, rosters, units
from campaigns.scenario.roles import usual
from campaigns.tables.base import metadata
from campaigns.tables.battles import Battle
from rules.registry import rule_sets
from rules.table.board import Board
from tests.campaigns.behind import act
from tests.campaigns.test_alterations import UNITS
from tests.campaigns.test_deleting import code_of, lived
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, START, STRANGER, THREAD, World, new_store
from tests.clocks import ManualClock
from tests.databases import new_file

ELSEWHERE = 2**62 + 900
MADE = START.isoformat()


def test_every_table_travels_or_says_why_it_stays() -> None:
    assert CARRIED.keys() | STAYS.keys() == metadata.tables.keys()
    assert not CARRIED.keys() & STAYS.keys()


async def elsewhere(folder: Path) -> Store:
    """An empty database of another host."""
    store = new_store(f"sqlite+aiosqlite:///{folder / 'elsewhere.db'}")
    await store.open()
    return store


async def arrived(store: Store, data: bytes, *, same: bool = True, channel: int = ELSEWHERE) -> int:
    """The campaign of that file, checked and brought in."""
    file = sheets.read(data)
    checked = await checking.check(store, file)
    assert checked.faults == ()
    checking.require_sound(checked)
    return await bring(store, file, Arrival(GUILD, channel, GM, people.same(file) if same else {}))


def lines_of(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(sheets.TEXT).decode().splitlines()


def undated(data: bytes) -> list[str]:
    """The lines but for the moment of export, and the checksum that covers it."""
    head, *body, _ = lines_of(data)
    return [head.replace(json.loads(head)["made"], ""), *body]


def packed(lines: list[str]) -> bytes:
    """A file with these lines and the checksum that they have: what a forger who knows the format would make."""
    text = "".join(f"{line}\n" for line in lines)
    foot = json.dumps({"sha256": hashlib.sha256(text.encode()).hexdigest()})
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(sheets.TEXT, f"{text}{foot}\n")
    return whole.getvalue()


async def test_out_and_in_and_out_again_is_the_same_file(world: World, tmp_path: Path) -> None:
    await lived(world)
    first = await pack(world.store, world.id, GM, with_people=True)
    assert first.name == "dust.zip"
    there = await elsewhere(tmp_path)
    assert isinstance(there.clock, ManualClock)
    new = await arrived(there, first.data)
    again = await pack(there, new, GM, with_people=True)
    assert undated(again.data) == undated(first.data)
    await there.close()
    # The database that it came from takes it in, too: beside itself.
    beside = await arrived(world.store, first.data)
    assert beside != world.id
    assert undated((await pack(world.store, beside, GM, with_people=True)).data) == undated(first.data)


@pytest.mark.parametrize("key", UNITS)
async def test_two_battles_with_the_roles_swapped_travel(key: str, tmp_path: Path) -> None:
    """Each book: one battle as usual, one in which whoever attacked defends; where the book has roles, they travel."""
    book = rule_sets()[key]
    stores = list[Store]()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        stores.append(new_store(new_file(tmp_path / name), rules=book))
        await stores[-1].open()
    here, there = stores
    view = await campaign.create(here, GUILD, CHANNEL, GM, "Dust", key)
    sides = [kind.key for kind in book.forces.sides if kind.playable]
    players = dict(zip(sides, (RED, BLUE), strict=True))
    for number, ((side, who), kind) in enumerate(zip(players.items(), UNITS[key], strict=True)):
        await campaign.join(here, view.id, who, side, interaction_id=900 + number)
        await rosters.raise_unit(here, view.id, who, kind)
    size, edges = 30 * book.measure.per_inch, tuple(zip(sides, ("south", "north"), strict=True))
    board = Board(size, size, measure=book.measure.name, edges=edges)
    swapped = dict(zip(sides, sides[::-1], strict=True)) if book.forces.roles else None
    for number, roles in enumerate((None, swapped)):
        info = await battles.open_battle(
            here, view.id, GM, f"Ridge {number}", channel_id=THREAD + number, board=board, roles=roles
        )
        await battles.begin(here, info.id, GM, anyway=True)
        for _ in range(3):
            (ask, *_) = (await battles.load(here, info.id)).prompt.asks
            await act(here, info.id, ask.default, players[ask.side], side=ask.side)
        await battles.end(here, info.id, GM, winner=sides[0], reason="dusk")

    first = await pack(here, view.id, GM, with_people=True)
    new = await arrived(there, first.data)
    assert undated((await pack(there, new, GM, with_people=True)).data) == undated(first.data)
    assert [one.roles for one in await battles.of_campaign(there, new)] == [usual(book), swapped or {}]
    # The titles of the roles are their keys; a side that bears one as its name is not told it twice.
    assert (await chronicle(there, new))[1].roles == (swapped or {})
    await here.close()
    await there.close()


async def test_it_lives_on_where_it_arrives(world: World, tmp_path: Path) -> None:
    """Beside another campaign, whose units and figures have the same numbers: its careers and battles are its own, its
    next battle is fought by those who live, and the journal finds them again."""
    await lived(world)
    before = {unit.name: unit for unit in await units.units_of(world.store, world.id)}
    data = (await pack(world.store, world.id, GM, with_people=True)).data
    there = await elsewhere(tmp_path)
    other = await World.make(there, name="Sand")
    new = await arrived(there, data)

    after = {unit.name: unit for unit in await units.units_of(there, new)}
    assert after.keys() == before.keys()
    for name, unit in after.items():
        was = before[name]
        assert (unit.ref, unit.owner, unit.formed) == (was.ref, was.owner, was.formed)
        assert unit.id != was.id
        assert [[man.ref for man in slot.own] for slot in unit.slots] == [
            [man.ref for man in slot.own] for slot in was.slots
        ]
        assert [slot.last.standing for slot in unit.slots] == [
            # The battle has another number of the database here.
            slot.last.standing.__class__(**{**_fields(slot.last.standing), "battles": there_slot.last.standing.battles})
            for slot, there_slot in zip(was.slots, unit.slots, strict=True)
        ]
    async with there.reading() as session:
        rows = (await session.exec(select(Battle).where(Battle.campaign_id == new).order_by(col(Battle.id)))).all()
    assert [(row.title, row.status) for row in rows] == [("First", "ended"), ("Second", "cancelled")]
    assert verification.verify(await export.export(there, rows[0].id or 0), there.rules("outposts")).ok

    fallen = next(slot.last for unit in after.values() for slot in unit.slots if slot.last.status == "killed")
    lines = (await careers.career(there, fallen.id)).facts
    assert [line.battle for line in lines if line.kind == "killed"] == ["First"]
    second = World(there, await campaign.show(there, new), after["Alpha"], after["Bravo"])
    battle_id = await second.battle("Third")
    await second.play(battle_id)
    for unit in await units.units_of(there, new):
        for slot in unit.slots:
            if slot.last.status == "fit":
                assert len(slot.last.standing.battles) == 2
            if slot.last.id == fallen.id:
                assert len(slot.last.standing.battles) == 1
    assert [unit.fit for unit in await units.units_of(there, other.id)] == [
        unit.fit for unit in (other.red, other.blue)
    ]
    fresh = await rosters.raise_unit(there, new, RED, "squad", name="Charlie")
    assert fresh.ref not in {unit.ref for unit in after.values()}
    await there.close()


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


async def test_without_people_the_file_names_nobody_and_nobody_has_a_seat(world: World, tmp_path: Path) -> None:
    await lived(world)
    data = (await pack(world.store, world.id, GM)).data
    text = "\n".join(lines_of(data))
    for who in (GM, RED, STRANGER):
        assert str(who) not in text
    assert "Ada" not in text
    assert [each.office for each in sheets.read(data).people] == ["red", "red", "blue", "gm"]
    assert await code_of(_same(data)) == "bad-archive"
    there = await elsewhere(tmp_path)
    new = await arrived(there, data, same=False)
    view = await campaign.show(there, new)
    assert view.gms == (GM,)
    assert {side.players for side in view.sides} == {()}
    assert {unit.owner for unit in await units.units_of(there, new)} == {None}
    assert verification.verify(await export.export(there, 1), there.rules("outposts")).ok
    await there.close()


async def _same(data: bytes) -> object:
    return people.same(sheets.read(data))


async def test_people_become_those_who_are_named(world: World, tmp_path: Path) -> None:
    await lived(world)
    data = (await pack(world.store, world.id, GM)).data
    there = await elsewhere(tmp_path)
    file = sheets.read(data)
    red = next(each.number for each in file.people if each.office == "red")
    new = await bring(there, file, Arrival(GUILD, ELSEWHERE, STRANGER, {red: 4711}))
    view = await campaign.show(there, new)
    assert view.gms == (STRANGER,)
    assert [player.user_id for player in view.sides[0].players] == [4711]
    assert [unit.owner for unit in await units.units_of(there, new)] == [4711, None]
    await there.close()


async def test_who_may_and_when(world: World) -> None:
    assert await code_of(pack(world.store, world.id, RED)) == "umpire-only"
    battle_id = await world.battle()
    assert await code_of(pack(world.store, world.id, GM)) == "fighting"
    assert await code_of(pack(world.store, world.id, None)) == "fighting"
    await battles.end(world.store, battle_id, GM)
    assert await code_of(pack(world.store, world.id, GM, most=500)) == "too-large"
    data = (await pack(world.store, world.id, None, with_people=True)).data
    file = sheets.read(data)
    assert await code_of(bring(world.store, file, Arrival(GUILD, CHANNEL, GM, {}))) == "channel-taken"


async def test_no_channel_of_another_server_comes_along(small: World, tmp_path: Path) -> None:
    """Neither out of the database, nor out of a file into which somebody has written one."""
    await campaign.change_settings(small.store, small.id, GM, forum=4711)
    lines = lines_of((await pack(small.store, small.id, GM, with_people=True)).data)[:-1]
    assert "4711" not in "\n".join(lines)
    at = next(number for number, line in enumerate(lines) if '"table":"campaign"' in line)
    row = json.loads(lines[at])
    row["settings"] = json.dumps(json.loads(row["settings"]) | {"forum": 4711})
    lines[at] = json.dumps(row)
    there = await elsewhere(tmp_path)
    new = await arrived(there, packed(lines))
    assert (await campaign.show(there, new)).settings.forum == 0
    await there.close()


async def test_texts_may_hold_any_end_of_line(small: World) -> None:
    file = sheets.read((await pack(small.store, small.id, GM, with_people=True)).data)
    note = "one\u2028two\x85three\nfour\x0cfive"
    for row in file.of("careerfact"):
        row.values["note"] = note
    again = sheets.read(sheets.written(file, most=sheets.LARGEST_FILE))
    assert {row.values["note"] for row in again.of("careerfact")} == {note}


# ── What is no such file ──────────────────────────────────────────────────────────────────────────────────────────


def _zip(**files: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return whole.getvalue()


def _outside() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("../campaign.jsonl", b"{}\n{}\n")
    return whole.getvalue()


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (b"", "bad-archive", "isn't a whole ZIP"),
        (b"PK\x03\x04 whatever", "bad-archive", "isn't a whole ZIP"),
        (_outside(), "bad-archive", "nothing else"),
        (_zip(campaign_jsonl=b"{}\n{}\n", other_txt=b""), "bad-archive", "nothing else"),
        (_zip(campaign_json=b"{}"), "older-archive", "earlier version"),
        (_zip(campaign_jsonl=b""), "bad-archive", "empty"),
        (_zip(campaign_jsonl=b"\xff\xfe\n\n"), "bad-archive", "UTF-8"),
        (_zip(campaign_jsonl=b"[]\n{}\n"), "bad-archive", "line 1 is no JSON object"),
        (_zip(campaign_jsonl=b'{"format":"adjutant-campaign-9"}\n{}\n'), "newer-archive", "does not know"),
        (_zip(campaign_jsonl=b'{"format":"else"}\n{}\n'), "bad-archive", "isn't a head"),
        (_zip(campaign_jsonl=b'{"format":"adjutant-campaign-2"}\n{}\n'), "bad-archive", "checksum"),
        (_zip(campaign_jsonl=b"[" * 100_000 + b"\n{}\n"), "bad-archive", "not JSON"),
    ],
)
def test_what_is_no_campaign_is_refused_with_a_word(data: bytes, code: str, word: str) -> None:
    with pytest.raises(Refusal) as refused:
        sheets.read(data)
    assert refused.value.code == code
    assert word in refused.value.message


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LARGEST_TEXT", 1_000_000)
    with pytest.raises(Refusal, match="larger than"):
        sheets.read(_zip(campaign_jsonl=b"0" * 50_000_000))


def _without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda row: row.pop(key)


@pytest.mark.parametrize(
    ("table", "change", "word"),
    [
        ("side", lambda row: row.update(colour="red"), "side has no 'colour'"),
        ("side", _without("key"), "side lacks 'key'"),
        ("side", _without("id"), "no number of its own"),
        ("side", lambda row: row.update(name=7), "isn't a text"),
        ("side", lambda row: row.update(name="x" * 81), "longer than 80"),
        ("side", lambda row: row.update(name=None), "may not be empty"),
        ("side", lambda row: row.update(table="alembic_version"), "no campaign has the table"),
        ("side", lambda row: row.update(name="\ud800"), "surrogates not allowed"),
        ("unit", lambda row: row.update(side_id=99), "there is no side 99 above"),
        ("unit", lambda row: row.update(id=10**12), "no number of its own"),
        ("player", lambda row: row.update(user_id=99), "no such person above"),
        ("battle", lambda row: row.update(opened_at="yesterday"), "Invalid isoformat"),
        ("battle", lambda row: row.update(opened_at="2031-05-04T09:30:15"), "no zone"),
        ("battleunit", lambda row: row.update(x="1"), "it isn't a number"),
        ("battleunit", lambda row: row.update(reserve=1), "neither true nor false"),
        ("journalentry", lambda row: row.update(seq=2**40), "isn't a number that fits"),
    ],
)
async def test_a_row_that_does_not_fit_is_named_by_its_line(
    small: World, table: str, change: Callable[[dict[str, Any]], None], word: str
) -> None:
    await lived(small)
    lines = lines_of((await pack(small.store, small.id, GM, with_people=True)).data)[:-1]
    at = next(number for number, line in enumerate(lines) if f'"table":"{table}"' in line)
    row = json.loads(lines[at])
    change(row)
    lines[at] = json.dumps(row)
    with pytest.raises(Refusal) as refused:
        sheets.read(packed(lines))
    assert refused.value.code == "bad-archive"
    assert f"line {at + 1}: " in refused.value.message
    assert word in refused.value.message


async def test_a_running_battle_two_of_one_number_and_a_false_death_are_found(small: World) -> None:
    await lived(small)
    lines = lines_of((await pack(small.store, small.id, GM, with_people=True)).data)[:-1]

    async def faults(table: str, which: Callable[[dict[str, Any]], bool], **change: Any) -> str:
        altered = list(lines)
        for at, line in enumerate(lines):
            row = json.loads(line)
            if row.get("table") == table and which(row):
                altered[at] = json.dumps(row | change)
                break
        else:
            raise AssertionError(table)
        try:
            return "; ".join((await checking.check(small.store, sheets.read(packed(altered)))).faults)
        except Refusal as refusal:
            return refusal.message

    assert "not over" in await faults("battle", lambda row: row["number"] == 1, status="running")
    assert "UNIQUE" in await faults("battle", lambda row: row["title"] == "Second", number=1)
    killed = await faults("careerfact", lambda row: row["kind"] == "killed", kind="wounded")
    assert "the journal says “killed”" in killed
    assert "the journal does not say “wounded”" in killed
    assert "commitment" in await faults("battleseed", lambda row: True, seed="00" * 32)
    assert "joining" in await faults("campaign", lambda row: True, settings='{"joining": 5}')
    assert "battle 1" in await faults("journalentry", lambda row: row["kind"] == "action", draws="[]")


async def test_no_byte_can_be_altered_unnoticed(small: World) -> None:
    """A thousand files with one byte changed: each is refused, whatever the byte was."""
    await lived(small)
    data = (await pack(small.store, small.id, GM, with_people=True)).data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(sheets.TEXT)
    dice = random.Random(5)
    for _ in range(1000):
        at, by = dice.randrange(len(text)), dice.randrange(1, 256)
        altered = text[:at] + bytes([text[at] ^ by]) + text[at + 1 :]
        with pytest.raises(Refusal):
            sheets.read(_zip(campaign_jsonl=altered))
