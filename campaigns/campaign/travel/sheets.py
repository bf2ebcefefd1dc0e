"""The file itself: lines in a ZIP, read with bounds, each fault with its line."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, cast

from sqlalchemy import Boolean, Column, Date, Float, Integer, LargeBinary, String
from sqlmodel import AutoString

from campaigns.campaign.travel.layout import (
    CARRIED,
    FORMAT,
    KNOWN_FORMATS,
    WITH_LISTS,
    columns_of,
    numbered,
    points_at,
    table_of,
)
from campaigns.errors import Refusal
from campaigns.tables.base import UtcDateTime

TEXT = "campaign.jsonl"
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of the ZIP."""
LARGEST_TEXT = 1024 * 1024 * 1024
"""Bytes of its lines."""
LARGEST_NUMBER = 100_000_000
"""Of a unit or figure: more than any database here has counted."""
_AT_ONCE = 1024 * 1024
_LARGEST_INTEGER = 2**63 - 1


@dataclass(slots=True)
class FileRow:
    """A row of the file. `number`: its own where others may refer to it; `values`: by column, references as the numbers
    of rows, people as their numbers; `line`: where it stands, counted from 1."""

    table: str
    number: int | None
    values: dict[str, Any]
    line: int = 0


@dataclass(frozen=True, slots=True)
class PersonOfFile:
    """Somebody who had to do with the campaign. `user`: their Discord id; None: the file does not say who they were."""

    number: int
    user: int | None
    name: str
    office: str
    """ "gm", or the key of the side that they play for; "": neither."""


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """What the file says. `made`: when it was written."""

    name: str
    rules: str
    made: datetime
    people: tuple[PersonOfFile, ...]
    rows: tuple[FileRow, ...]

    def of(self, table: str) -> Iterator[FileRow]:
        return (row for row in self.rows if row.table == table)


def bad_file(what: str, remedy: str = "Export the campaign again and bring that file.") -> Refusal:
    return Refusal("bad-archive", f"This campaign cannot be brought in: {what}.", remedy)


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def written(file: CampaignFile, *, most: int) -> bytes:
    """The ZIP. Pressed harder where it would be larger than `most` bytes. Raises Refusal "too-large"."""
    text = "".join(_lines(file)).encode()
    for pressed in (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA):
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", pressed) as archive:
            archive.writestr(zipfile.ZipInfo(TEXT, (1980, 1, 1, 0, 0, 0)), text, pressed)
        if whole.tell() <= most:
            return whole.getvalue()
    raise Refusal(
        "too-large",
        f"The file would have {whole.tell() // 2**20 + 1} MiB, and {most // 2**20} MiB are what Discord takes.",
        "Ask the bot's host: “adjutant campaign export” on the machine itself has no such limit.",
    )


def _lines(file: CampaignFile) -> Iterator[str]:
    digest = hashlib.sha256()
    head = {"format": FORMAT, "name": file.name, "rules": file.rules, "made": file.made.isoformat()}
    body = [
        *({"person": each.number, "user": each.user, "name": each.name, "office": each.office} for each in file.people),
        *(_row(row) for row in file.rows),
    ]
    for each in ({**head, "rows": len(file.rows), "people": len(file.people)}, *body):
        line = json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n"
        digest.update(line.encode())
        yield line
    yield json.dumps({"sha256": digest.hexdigest()}) + "\n"


def _row(row: FileRow) -> dict[str, Any]:
    own = {"id": row.number} if row.number is not None else {}
    return {"table": row.table, **own, **{key: _plain(value) for key, value in row.values.items()}}


def _plain(value: object) -> object:
    match value:
        case bytes():
            return base64.b64encode(value).decode()
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case _:
            return value


# ── Reading ───────────────────────────────────────────────────────────────────────────────────────────────────────


def read(data: bytes) -> CampaignFile:
    """The file, each of its values of the right kind and each reference to a row above. Raises Refusal "bad-archive",
    "newer-archive", "older-archive"."""
    # Texts may hold other ends of lines, which are none here.
    lines = [f"{line}\n" for line in _text(data).decode("utf-8").removesuffix("\n").split("\n")]
    if len(lines) < 2:
        raise bad_file("it is empty")
    head, foot = _object(lines[0], 1), _object(lines[-1], len(lines))
    _require_format(head.get("format"))
    if foot.get("sha256") != hashlib.sha256("".join(lines[:-1]).encode()).hexdigest():
        raise bad_file("its checksum is not that of its lines, so something of it is damaged, changed or missing")
    people: list[PersonOfFile] = []
    rows: list[FileRow] = []
    known: dict[str, set[int]] = {name: set() for name in CARRIED}
    order = list(CARRIED)
    for at, line in enumerate(lines[1:-1], start=2):
        given = _object(line, at)
        if "person" in given:
            people.append(_person(given, at, len(people) + 1))
            continue
        row = _read_row(given, at, known, people={each.number for each in people})
        if rows and order.index(row.table) < order.index(rows[-1].table):
            raise bad_file(f"line {at}: {row.table} stands behind {rows[-1].table}")
        rows.append(row)
    if (head.get("rows"), head.get("people")) != (len(rows), len(people)):
        raise bad_file("its head counts other lines than it has")
    if len(known["campaign"]) != 1:
        raise bad_file("it does not hold one campaign")
    campaign = next(row for row in rows if row.table == "campaign").values
    if (head.get("name"), head.get("rules")) != (campaign["name"], campaign["rules"]):
        raise bad_file("its head names another campaign")
    try:
        made = datetime.fromisoformat(head["made"]).astimezone(UTC)
        return CampaignFile(campaign["name"], campaign["rules"], made, tuple(people), tuple(rows))
    except (KeyError, OverflowError, TypeError, ValueError):
        raise bad_file("line 1 isn't a head") from None


def _require_format(said: object) -> None:
    if said in KNOWN_FORMATS:
        return
    if said == WITH_LISTS or not isinstance(said, str) or not said.startswith("adjutant-campaign-"):
        raise bad_file("line 1 isn't a head of a campaign's file")
    raise Refusal(
        "newer-archive",
        f"This file has the format {said[:40]!r}, which this version does not know.",
        "Bring it in with a newer version of Adjutant.",
    )


def _text(data: bytes) -> bytes:
    """The lines out of the ZIP, never more than the bound, whatever it says of its own size."""
    if len(data) > LARGEST_FILE:
        raise bad_file(f"it is larger than {LARGEST_FILE // 2**20} MiB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if names != [TEXT]:
                if "campaign.json" in names:
                    raise Refusal(
                        "older-archive",
                        "An earlier version made this file to be read and verified; it does not hold all that a"
                        " campaign needs.",
                        "Where the campaign still is, export it with this version.",
                    )
                raise bad_file(f"it should hold {TEXT} and nothing else")
            whole = io.BytesIO()
            with archive.open(TEXT) as text:
                while part := text.read(_AT_ONCE):
                    if whole.tell() + len(part) > LARGEST_TEXT:
                        raise bad_file(f"its lines are larger than {LARGEST_TEXT // 2**20} MiB")
                    whole.write(part)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError, RuntimeError) as no:
        raise bad_file(f"it isn't a whole ZIP file ({type(no).__name__})") from None
    try:
        whole.getvalue().decode("utf-8")
    except UnicodeDecodeError:
        raise bad_file("it is not written in UTF-8") from None
    return whole.getvalue()


def _object(line: str, at: int) -> dict[str, Any]:
    try:
        found = json.loads(line, object_pairs_hook=_each_name_once)
    except (ValueError, RecursionError):
        raise bad_file(f"line {at} is not JSON, or says a name twice") from None
    if not isinstance(found, dict):
        raise bad_file(f"line {at} is no JSON object")
    return cast("dict[str, Any]", found)


def _each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


def _person(given: Mapping[str, Any], at: int, number: int) -> PersonOfFile:
    match given:
        case {"person": int(said), "user": int() | None as user, "name": str(name), "office": str(office)}:
            if said == number and len(given) == 4 and (user is None or 0 < user <= _LARGEST_INTEGER):
                return PersonOfFile(number, user, _shown(name), _shown(office))
        case _:
            pass
    raise bad_file(f"line {at}: this isn't a person {number}")


def _shown(text: str) -> str:
    return text[:80].encode(errors="replace").decode()


def _read_row(given: dict[str, Any], at: int, known: dict[str, set[int]], people: set[int]) -> FileRow:
    name = given.pop("table", None)
    if not isinstance(name, str) or name not in CARRIED:
        raise bad_file(f"line {at}: no campaign has the table {str(name)[:40]!r}")
    number = given.pop("id", None)
    if numbered(table_of(name)):
        if type(number) is not int or not 0 < number <= LARGEST_NUMBER or number in known[name]:
            raise bad_file(f"line {at}: {name} has no number of its own")
    elif number is not None:
        raise bad_file(f"line {at}: {name} has no numbers")
    columns = {column.name: column for column in columns_of(name)}
    if strange := sorted(given.keys() - columns.keys()):
        raise bad_file(f"line {at}: {name} has no {strange[0][:40]!r}")
    values: dict[str, Any] = {}
    for key, column in columns.items():
        if key not in given:
            if not column.nullable and column.server_default is None:
                raise bad_file(f"line {at}: {name} lacks {key!r}")
            continue
        try:
            values[key] = _value(column, given[key], known, people)
        except (TypeError, ValueError, binascii.Error) as fault:
            raise bad_file(f"line {at}: {name}.{key}: {str(fault)[:120]}") from None
    if number is not None:
        known[name].add(number)
    return FileRow(name, number, values, at)


def _value(column: Column[Any], value: Any, known: Mapping[str, set[int]], people: set[int]) -> Any:
    """What the column holds. Raises TypeError, ValueError."""
    if value is None:
        if not column.nullable:
            raise ValueError("it may not be empty")
        return None
    target = points_at(column)
    if target is not None:
        if type(value) is not int or value not in known[target]:
            raise ValueError(f"there is no {target} {str(value)[:20]} above")
        return value
    if column.name in CARRIED[column.table.name].people:
        if type(value) is not int or (value != 0 and value not in people):
            raise ValueError("there is no such person above")
        return value
    return _plain_value(column, value)


def _plain_value(column: Column[Any], value: Any) -> Any:
    match column.type:
        case Boolean():
            if type(value) is not bool:
                raise TypeError("it is neither true nor false")
        case Integer():
            if type(value) is not int or abs(value) >= 2**31:
                raise TypeError("it isn't a number that fits")
        case Float():
            if type(value) not in (int, float) or value != value or abs(value) == float("inf"):
                raise TypeError("it isn't a number")
            return float(value)
        case UtcDateTime():
            return _moment(value)
        case Date():
            return date.fromisoformat(value)
        case LargeBinary():
            return base64.b64decode(value, validate=True)
        case String() | AutoString():
            if type(value) is not str or "\x00" in value:
                raise TypeError("it isn't a text")
            value.encode()  # half of a character is a ValueError
            if column.type.length is not None and len(value) > column.type.length:
                raise ValueError(f"it is longer than {column.type.length}")
        case other:
            raise TypeError(f"nobody reads {other!r}")
    return value


def _moment(value: object) -> datetime:
    if not isinstance(value, str):
        raise TypeError("it isn't a moment")
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError("the moment has no zone")
    return found.astimezone(UTC)
