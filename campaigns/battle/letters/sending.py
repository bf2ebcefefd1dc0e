"""A letter is sent: all its lines become orders in one transaction, and only then the engine goes on."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import update
from sqlmodel import col

from campaigns.battle.battles import Acted, Done, take_all
from campaigns.battle.course.seats import Seat
from campaigns.battle.letters.letter import dumped, shown, written_by
from campaigns.database.writes import Writes
from campaigns.errors import Refusal
from campaigns.tables.base import given
from campaigns.tables.orders import OrderLetter
from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import SideId

_EMPTIED = (
    update(OrderLetter)
    .where(
        col(OrderLetter.battle_id) == given("of_battle"),
        col(OrderLetter.user_id) == given("writer"),
        col(OrderLetter.side) == given("of_side"),
    )
    .values(lines="[]", sent=given("now_sent"), at=given("sent_at"))
)
"""What was written is sent."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that was sent: how many lines, and what came of it."""

    lines: int
    done: Done


async def send(seat: Seat, side: SideId, *, rest: bool = False, interaction_id: int | None = None) -> Sent:
    """Send the asker's letter. Where the battle waits for the side's seal it is sealed with it. `rest`: lines that
    cannot be given any more are left out; without it they are refused and nothing is sent.

    Raises Refusal "empty-letter", "lines-refused", and what `take` raises. The letter is kept then.
    """
    rules, store, battle_id = seat.battle.rules, seat.store, seat.battle.info.id
    written = await written_by(store, rules, battle_id, side, seat.member.who)
    letter = written.letter
    if not letter.lines:
        raise Refusal("empty-letter", "Nothing is written in your letter.", "Take a plan, or write to a unit.")
    found = await shown(seat, written)
    if found.refused and not rest:
        first = found.refused[0].why
        raise Refusal(
            "lines-refused",
            f"The battle has gone on, and {len(found.refused)} of {len(letter.lines)} lines cannot be given: "
            f"{first.message}",
            "Change them, or send the rest.",
        )
    refused = {line.place for line in found.refused}
    lines = [line for place, line in enumerate(letter.lines) if place not in refused]
    if not lines:
        raise Refusal("empty-letter", "None of these lines can be given any more.", "Write the letter again.")
    seal = [SealOrders()] if sealing(seat, side) else []
    sent = dumped(rules, lines)

    def emptied(writes: Writes, acted: Acted) -> None:
        told = {"of_battle": battle_id, "writer": seat.member.who, "of_side": side, "now_sent": sent}
        writes.add(_EMPTIED, {**told, "sent_at": store.clock.now()})

    done = await take_all(seat, [*lines, *seal], side=side, interaction_id=interaction_id, also=emptied)
    return Sent(len(lines), done)


def sealing(seat: Seat, side: SideId) -> bool:
    """Whether what the side is asked for now is its seal."""
    ask = seat.battle.prompt.for_side(side)
    return ask is not None and isinstance(ask.default, SealOrders)
