"""`adjutant campaign`: a campaign as a file, out of the database of this host and into it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from sqlmodel import col, select

from bot.shell.database import opened
from bot.shell.report import REFUSED, ShellError, shown
from bot.shell.settings import load_settings
from campaigns.campaign.travel import checking, people, sheets
from campaigns.campaign.travel.bringing import Arrival, bring
from campaigns.campaign.travel.packing import file_name, pack
from campaigns.campaign.travel.sheets import CampaignFile
from campaigns.database.private import make_private
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from rules.language.naming import folded
from rules.language.words import counted

app = typer.Typer(
    name="campaign",
    help="A campaign as a file: export it, check a file, bring one in.",
    no_args_is_help=True,
    add_completion=False,
)

T = TypeVar("T")
File = Annotated[Path, typer.Argument(help="The ZIP file of a campaign.", show_default=False)]


@app.command("list")
def list_() -> None:
    """The campaigns of this host, each with its number."""

    async def found(store: Store) -> list[Campaign]:
        async with store.reading() as session:
            return list((await session.exec(select(Campaign).order_by(col(Campaign.id)))).all())

    for row in _with_store(found):
        print(f"{row.id}  {shown(row.name)}  ({row.rules}{', closed' if row.closed_at else ''})")


@app.command()
def export(
    campaign: Annotated[str, typer.Argument(help="Its number or its name.", show_default=False)],
    file: Annotated[Path | None, typer.Argument(help="Where to. Without it: its name, in this folder.")] = None,
    people: Annotated[bool, typer.Option("--people", help="Keep in the file who its people are on Discord.")] = False,
) -> None:
    """Write a campaign into a file that another host can bring in. No battle of it may be going on."""

    async def packed(store: Store) -> tuple[str, bytes]:
        row = await _named(store, campaign)
        made = await pack(store, pk(row.id), None, with_people=people)
        return file_name(row.name), made.data

    name, data = _with_store(packed)
    target = file or Path(name)
    if target.exists():
        raise ShellError(f"{target} exists already: choose another name")
    try:
        make_private(target)
        target.write_bytes(data)
    except OSError as error:
        raise ShellError(f"{target} cannot be written: {error.strerror}", code=REFUSED) from None
    print(f"exported to {target} ({len(data) // 1024 + 1} KiB)")


@app.command()
def check(file: File) -> None:
    """Check a file and write nothing: every row, every battle with its dice, every career against the journals."""
    read = _read(file)

    async def checked(store: Store) -> checking.Checked:
        return await checking.check(store, read)

    found = _refused(file, lambda: asyncio.run(checked(Store("sqlite+aiosqlite://"))))
    _tell(read, found)
    if found.faults:
        raise typer.Exit(REFUSED)


@app.command("import")
def import_(
    file: File,
    guild: Annotated[int, typer.Option(help="Id of the Discord server where it is to be.")],
    channel: Annotated[int, typer.Option(help="Id of the channel where it is to be.")],
    gm: Annotated[int, typer.Option(help="Discord id of the person who is its GM there.")],
    same_people: Annotated[bool, typer.Option("--same-people", help="Everybody is who they were.")] = False,
    map: Annotated[
        list[str] | None,
        typer.Option(help="OLD=NEW: who a person of the file is now. OLD: the number that `check` shows, or the id."),
    ] = None,
) -> None:
    """Bring a campaign into the database of this host, checked before anything is written. Whoever is not named
    becomes a former player."""
    read = _read(file)
    who = _refused(file, lambda: people.same(read)) if same_people else {}
    who |= dict(_mapped(read, each) for each in map or ())

    async def brought(store: Store) -> int | None:
        found = await checking.check(store, read)
        _tell(read, found)
        checking.require_sound(found)
        return await bring(store, read, Arrival(guild, channel, gm, who))

    number = _refused(file, lambda: _with_store(brought))
    print(f"brought in as campaign {number}")


def _read(file: Path) -> CampaignFile:
    try:
        if file.stat().st_size > sheets.LARGEST_FILE:
            raise ShellError(f"{file} isn't a campaign: it is larger than {sheets.LARGEST_FILE // 2**20} MiB")
        data = file.read_bytes()
    except OSError as error:
        raise ShellError(f"{file} cannot be read: {error.strerror}") from None
    return _refused(file, lambda: sheets.read(data))


def _refused(file: Path, work: Callable[[], T]) -> T:
    try:
        return work()
    except Refusal as refusal:
        raise ShellError(f"{file}: {refusal.message}", code=REFUSED) from None


def _mapped(file: CampaignFile, given: str) -> tuple[int, int]:
    """Raises ShellError."""
    old, _, new = given.partition("=")
    found = next((each for each in file.people if old.strip() in (str(each.number), str(each.user))), None)
    if found is None or not (new.strip().isascii() and new.strip().isdigit()):
        known = ", ".join(str(each.number) for each in file.people)
        raise ShellError(f"--map {shown(given)}: write OLD=NEW, NEW a Discord id, OLD one of {known}")
    return found.number, int(new)


def _tell(file: CampaignFile, found: checking.Checked) -> None:
    print(f"{shown(file.name)} ({file.rules}), exported {file.made:%Y-%m-%d %H:%M} UTC")
    print(
        ", ".join(
            counted(count, one, many)
            for count, one, many in (
                (found.battles, "battle", "battles"),
                (found.units, "unit", "units"),
                (found.figures, "figure or element", "figures and elements"),
            )
        )
    )
    for each in file.people:
        office = "GM" if each.office == "gm" else each.office or "no seat"
        print(f"  person {each.number}: {shown(each.name) or 'no name'}, {shown(office)}, id {each.user or 'not told'}")
    for fault in found.faults:
        print(f"✗ {shown(fault)}")
    for each in found.unchecked:
        print(f"? {shown(each)}")
    if not found.faults:
        print("✓ all of it fits: rows, dice, journals, careers" if not found.unchecked else "✓ nothing is wrong in it")


async def _named(store: Store, word: str) -> Campaign:
    """Raises ShellError."""
    async with store.reading() as session:
        rows = (await session.exec(select(Campaign).order_by(col(Campaign.id)))).all()
    found = [row for row in rows if str(row.id) == word.strip() or folded(row.name) == folded(word)]
    if len(found) != 1:
        why = "several campaigns are called so" if found else "no campaign is called so"
        raise ShellError(f"{shown(word)}: {why}: adjutant campaign list shows their numbers")
    return found[0]


def _with_store(work: Callable[[Store], Awaitable[T]]) -> T:
    async def done() -> T:
        store = Store(load_settings().url)
        try:
            await opened(store)
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(done())
    except Refusal as refusal:
        raise ShellError(refusal.message, code=REFUSED) from None
