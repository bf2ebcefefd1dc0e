"""A whole campaign as one file to keep: its rosters and careers, its chronicle, and every battle that was fought, each
as a file that `adjutant verify` reads. People are left out, as they are of an exported battle."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from dataclasses import dataclass
from datetime import date, datetime

from pydantic import BaseModel, ConfigDict
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.proof import export
from campaigns.campaign import chronicle
from campaigns.campaign.campaign import CampaignView, show
from campaigns.campaign.chronicle import Chapter
from campaigns.database.store import Store
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies
from campaigns.roster import careers
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleStatus
from campaigns.tables.campaigns import Side
from campaigns.tables.roster import PERSON, Figure, Slot, Unit

FORMAT = "adjutant-campaign-1"


class Man(BaseModel):
    """A figure's life, or an element's (`kind`; `men`: those it stands for at full strength). `facts`: its lines as
    (moment, kind, battle, by whom, note), those taken back marked as void; `lost`: the lines that cost an element men,
    or gave it some, by their number in `facts`."""

    model_config = ConfigDict(frozen=True)

    number: int
    rank: str
    name: str
    role: str
    status: str
    replaces: str
    facts: tuple[tuple[datetime, str, str, str, str, bool], ...]
    kind: str = PERSON
    men: int = 0
    lost: tuple[tuple[int, int], ...] = ()


class UnitSheet(BaseModel):
    """A unit with everybody, and every vehicle, gun and base, that has ever stood in it."""

    model_config = ConfigDict(frozen=True)

    name: str
    side: str
    organisation: str
    nation: str
    base_colour: str
    formed: date
    disbanded: bool
    men: tuple[Man, ...]


class CampaignFile(BaseModel):
    """What the archive says of the campaign itself."""

    model_config = ConfigDict(frozen=True)

    format: str = FORMAT
    name: str
    rules: str
    settings: Policies
    sides: tuple[tuple[str, str], ...]
    units: tuple[UnitSheet, ...]
    battles: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """A ZIP file. `left_out`: battles whose files had no room in it."""

    name: str
    data: bytes
    left_out: tuple[str, ...]


async def archive(store: Store, campaign_id: int, who: int, *, most: int) -> Archive:
    """The campaign as a ZIP of at most `most` bytes, for its GM; the oldest battles are left out first.

    Raises Refusal: "no-campaign", "umpire-only".
    """
    async with store.reading() as session:
        await require_gm(session, campaign_id, who, "export it")
    view = await show(store, campaign_id)
    about = CampaignFile(
        name=view.name,
        rules=view.rules,
        settings=view.settings,
        sides=tuple((side.key, side.name) for side in view.sides),
        units=await _units(store, campaign_id),
        battles=await chronicle.chronicle(store, campaign_id),
    )
    packed = [await asyncio.to_thread(_packed, "campaign.json", about)]
    left_out: list[str] = []
    for info in reversed(await battles.of_campaign(store, campaign_id)):
        if info.status is not BattleStatus.ENDED:
            continue
        file = await asyncio.to_thread(_packed, f"battle-{info.number}.json", await export.export(store, info.id))
        if left_out or sum(len(each[1]) for each in packed) + len(file[1]) > most:
            left_out.append(info.title)
        else:
            packed.append(file)
    return Archive(f"{_file_name(view)}.zip", await asyncio.to_thread(_joined, packed), tuple(reversed(left_out)))


async def _units(store: Store, campaign_id: int) -> tuple[UnitSheet, ...]:
    async with store.reading() as session:
        of_campaign = select(Unit).where(Unit.campaign_id == campaign_id).order_by(col(Unit.id))
        units = (await session.exec(of_campaign)).all()
        sides = {
            each.id: each.key for each in (await session.exec(select(Side).where(Side.campaign_id == campaign_id)))
        }
        members = (
            select(Slot.unit_id, Figure.id)
            .join(Figure, col(Figure.slot_id) == Slot.id)
            .join(Unit, col(Unit.id) == Slot.unit_id)
            .where(Unit.campaign_id == campaign_id)
            .order_by(col(Slot.number), col(Figure.id))
        )
        figures = (await session.exec(members)).all()
    men: dict[int, list[Man]] = {}
    for unit_id, figure_id in figures:
        men.setdefault(unit_id, []).append(_man(await careers.career(store, pk(figure_id))))
    return tuple(
        UnitSheet(
            name=unit.name,
            side=sides[unit.side_id],
            organisation=unit.organisation,
            nation=unit.nation,
            base_colour=unit.base_colour,
            formed=unit.formed,
            disbanded=unit.disbanded_at is not None,
            men=tuple(men.get(pk(unit.id), ())),
        )
        for unit in units
    )


def _man(career: careers.Career) -> Man:
    return Man(
        number=career.number,
        rank=career.standing.rank,
        name=career.name,
        role=career.role,
        status=career.standing.status,
        replaces=career.replaces,
        facts=tuple((fact.at, fact.kind, fact.battle, fact.by, fact.note, fact.void) for fact in career.facts),
        kind=career.kind,
        men=career.men,
        lost=tuple((number, fact.men) for number, fact in enumerate(career.facts) if fact.men),
    )


def _packed(name: str, content: BaseModel) -> tuple[str, bytes]:
    """A file of the archive, pressed by itself so that its size is known."""
    alone = io.BytesIO()
    with zipfile.ZipFile(alone, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(
            zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content.model_dump_json(indent=1), zipfile.ZIP_DEFLATED
        )
    return name, alone.getvalue()


def _joined(packed: list[tuple[str, bytes]]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for name, alone in packed:
            with zipfile.ZipFile(io.BytesIO(alone)) as one:
                file.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), one.read(name), zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def _file_name(view: CampaignView) -> str:
    return re.sub(r"[^a-z0-9]+", "-", view.name.casefold()).strip("-")[:60] or "campaign"
