"""The boards that a campaign has drawn or imported and keeps for its battles, each with the picture it came with."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import open_campaign, require_gm
from campaigns.naming import proper_name
from campaigns.tables.base import pk
from campaigns.tables.boards import BattlePicture, BoardPicture, KeptBoard
from rules.language.naming import folded
from rules.table.board import Board
from rules.table.pixels import Picture, picture_of

MOST_BOARDS = 25
"""Of one campaign: as many as Discord lists."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board that a campaign keeps. `picture_id`: of the picture that came with it."""

    id: int
    name: str
    board: Board
    picture_id: int | None


async def keep(
    store: Store, campaign_id: int, who: int, name: str, board: Board, picture: Picture | None = None
) -> BoardView:
    """Keep a board under a name; one of the same name is replaced. Battles that are fought on that one keep it.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "bad-name", "too-many".
    """
    name = proper_name(name)
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "make a board")
        row = await _named(session, campaign_id, name)
        if row is None:
            count = select(func.count()).where(KeptBoard.campaign_id == campaign_id)
            if (await session.exec(count)).one() >= MOST_BOARDS:
                raise Refusal("too-many", f"A campaign keeps {MOST_BOARDS} boards.", "Discard one first.")
            row = KeptBoard(
                campaign_id=campaign_id, name=name, folded="", board="", made_by=who, made_at=store.clock.now()
            )
        former = row.picture_id
        row.name, row.folded, row.made_by, row.made_at = name, folded(name), who, store.clock.now()
        row.board = BOARD.dump_json(board).decode()
        row.picture_id = await _stored(session, campaign_id, picture)
        session.add(row)
        await session.flush()
        await _let_go(session, former)
        return _view(row)


async def of_campaign(store: Store, campaign_id: int) -> tuple[BoardView, ...]:
    """The boards that a campaign keeps, by name."""
    async with store.reading() as session:
        found = select(KeptBoard).where(KeptBoard.campaign_id == campaign_id).order_by(col(KeptBoard.folded))
        return tuple(_view(row) for row in (await session.exec(found)).all())


async def named(store: Store, campaign_id: int, name: str) -> BoardView | None:
    """The board of that name, however it is written (`rules.language.naming.folded`)."""
    async with store.reading() as session:
        row = await _named(session, campaign_id, name)
        return None if row is None else _view(row)


async def discard(store: Store, campaign_id: int, who: int, name: str) -> None:
    """Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "no-board"."""
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "discard a board")
        row = await _named(session, campaign_id, name)
        if row is None:
            raise no_board()
        await session.delete(row)
        await session.flush()
        await _let_go(session, row.picture_id)


async def picture(store: Store, picture_id: int | None) -> Picture | None:
    """A board's picture; None where it has none."""
    if picture_id is None:
        return None
    async with store.reading() as session:
        row = await session.get(BoardPicture, picture_id)
        return None if row is None else picture_of(row.data)


async def picture_of_battle(store: Store, battle_id: int) -> Picture | None:
    """The picture under the board of a battle; None where it has none."""
    async with store.reading() as session:
        row = await session.get(BattlePicture, battle_id)
        found = None if row is None else await session.get(BoardPicture, row.picture_id)
        return None if found is None else picture_of(found.data)


def no_board() -> Refusal:
    return Refusal(
        "no-board", "There is no such board here.", ("See the campaign's boards with ", Command("board list"), ".")
    )


async def _named(session: AsyncSession, campaign_id: int, name: str) -> KeptBoard | None:
    found = select(KeptBoard).where(KeptBoard.campaign_id == campaign_id, KeptBoard.folded == folded(name))
    return (await session.exec(found)).first()


async def _stored(session: AsyncSession, campaign_id: int, picture: Picture | None) -> int | None:
    if picture is None:
        return None
    row = BoardPicture(campaign_id=campaign_id, data=picture.data)
    session.add(row)
    await session.flush()
    return pk(row.id)


async def _let_go(session: AsyncSession, picture_id: int | None) -> None:
    """A picture that no board and no battle shows any more goes."""
    if picture_id is None:
        return
    shown = select(func.count()).where(col(BattlePicture.picture_id) == picture_id)
    kept = select(func.count()).where(col(KeptBoard.picture_id) == picture_id)
    if (await session.exec(shown)).one() == 0 and (await session.exec(kept)).one() == 0:
        await session.delete(await session.get_one(BoardPicture, picture_id))


def _view(row: KeptBoard) -> BoardView:
    return BoardView(pk(row.id), row.name, BOARD.validate_json(row.board), row.picture_id)


BOARD: TypeAdapter[Board] = TypeAdapter(Board)
