"""`adjutant chronicle`: a campaign as a site of static pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from bot.shell.campaign import named, with_store
from bot.shell.report import REFUSED, ShellError
from bot.site import writing
from bot.site.reading import Progress, nobody_watches
from campaigns.campaign import campaign as campaigns
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.story.reader import reader_of
from campaigns.tables.base import pk
from rules.language.words import counted


def chronicle(
    campaign: Annotated[str, typer.Argument(help="Its number or its name.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The folder to write into: a new one, or an earlier chronicle.")],
    as_: Annotated[
        str, typer.Option("--as", help="As whom it is read: public, gm, or a side by its key or name.")
    ] = "public",
) -> None:
    """Write a campaign's chronicle as a site: battles with a replay, rosters, figures, honours, diary, search."""

    async def made(store: Store) -> dict[str, bytes]:
        row = await named(store, campaign)
        here = await campaigns.show(store, pk(row.id))
        with _bar() as progress:
            return await writing.make(store, here, reader_of(here, as_), progress)

    pages = with_store(made)
    try:
        writing.write(pages, out)
    except Refusal as refusal:
        raise ShellError(f"{refusal.message} {refusal.remedy}", code=REFUSED) from None
    except OSError as error:
        raise ShellError(f"{out} cannot be written: {error.strerror}", code=REFUSED) from None
    size = sum(map(len, pages.values())) / 2**20
    print(f"{counted(len(pages), 'file')}, {size:.1f} MB: open {out / 'index.html'}")


@contextmanager
def _bar() -> Iterator[Progress]:
    """A progress bar on a terminal; nothing where the output goes into a file or a pipe."""
    if not sys.stderr.isatty():
        yield nobody_watches
        return
    from rich.console import Console  # only who looks at it waits for it
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        tasks = {what: bar.add_task(what, total=None) for what in ("rosters", "battles")}
        yield lambda what, done, of: bar.update(tasks[what], completed=done, total=of)
