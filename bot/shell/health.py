"""`adjutant health`: whether the bot that should be at work on this database is, told by what it leaves there."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.shell.report import REFUSED, Json, ShellError, print_json
from bot.shell.settings import load_settings
from campaigns.battle.watch import health as healths
from campaigns.battle.watch.health import Health
from campaigns.database import holding
from campaigns.database.schema import UnusableDatabase
from campaigns.database.store import Store
from campaigns.database.trouble import in_words


def health(
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object, for a collector.")] = False,
) -> None:
    """Whether the bot does what recurs: deadlines, posts, commands. Exit code 0: well, 1: not."""
    url = load_settings().url
    (found, ails), held = asyncio.run(_check(url)), holding.holder(url)
    running = held is not None or not holding.can_be_held(url)
    well = running and found.well and not ails
    if as_json:
        print_json({"well": well, "held_by": held, "database": ails, **_facts(found)})
    else:
        database = [f"database: nothing can be written, {ails}"] if ails else []
        print("\n".join((_head(well, running, held), *database, *_lines(found))))
    if not well:
        raise typer.Exit(REFUSED)


def _head(well: bool, running: bool, held: str | None) -> str:
    at_work = f"at work is {held}" if held else "who is at work is not known" if running else "nobody is at work"
    return f"{'well' if well else 'NOT WELL'}: {at_work}"


async def _check(url: str) -> tuple[Health, str]:
    """How the program fares, and why its database takes nothing more, if so. Another version's database is left as it
    is, in this one's nothing stays that is written to try it. Raises ShellError."""
    store = Store(url)
    try:
        await store.require_current()
        return await healths.check(store), await healths.ails(store)
    except UnusableDatabase as error:
        raise ShellError(f"the database cannot be used: {error}") from None
    except (OSError, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        raise ShellError(f"the database cannot be read: {in_words(cause)}") from None
    finally:
        await store.close()


def _lines(found: Health) -> list[str]:
    lines: list[str] = []
    for task in found.tasks:
        state = "silent" if task.silent else f"failing, {task.failures} times in a row" if task.failures else "well"
        problem = f": {' '.join(task.problem.split())}" if task.problem else ""
        lines.append(f"task {task.name}: {state}, last run {task.seen_at:%Y-%m-%d %H:%M:%S} UTC{problem}")
    if not found.tasks:
        lines.append("no task has ever run here")
    for late in found.put_off:
        again = f"{late.again_at:%Y-%m-%d %H:%M:%S} UTC"
        lines.append(f"deadline of {late.title}: failed {late.tries} times, next try {again}: {late.problem}")
    lines.append(f"deadlines that nobody has carried out: {found.overdue}")
    lines.append(f"posts: {found.waiting} on the way, {found.unclaimed} that nobody tries, {found.dead} given up")
    return lines


def _facts(found: Health) -> dict[str, Json]:
    return {
        "at": found.at.isoformat(),
        "tasks": [
            {
                "name": task.name,
                "well": task.well,
                "silent": task.silent,
                "failures": task.failures,
                "problem": task.problem,
                "seen_at": task.seen_at.isoformat(),
                "well_at": task.well_at.isoformat() if task.well_at else None,
            }
            for task in found.tasks
        ],
        "overdue_deadlines": found.overdue,
        "failing_deadlines": [
            {
                "battle": late.battle_id,
                "due": late.due.isoformat(),
                "again_at": late.again_at.isoformat(),
                "tries": late.tries,
                "problem": late.problem,
            }
            for late in found.put_off
        ],
        "posts": {"waiting": found.waiting, "unclaimed": found.unclaimed, "dead": found.dead},
    }
