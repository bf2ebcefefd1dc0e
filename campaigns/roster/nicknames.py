"""What comrades call somebody: a line of the career, and the last one counts."""

from __future__ import annotations

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.naming import proper_name
from campaigns.roster.careers import facts_of, fold, full_name, in_force
from campaigns.roster.permits import figure_of, require_owner
from campaigns.tables.base import pk
from campaigns.tables.roster import CareerFact, FactKind

LONGEST = 40
NONE = "-"
"""Takes the nickname away."""


async def nickname(store: Store, figure_id: int, who: int, name: str) -> None:
    """Give a figure a nickname, or take it away with "-": its owner, or a GM. What is taken away stays in the career,
    struck out.

    Raises Refusal: "not-yours", "unknown-figure", "bad-name", "no-nickname".
    """
    now = store.clock.now()
    async with store.writing() as session:
        figure, _, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        facts = (await facts_of(session, [pk(figure.id)]))[pk(figure.id)]
        if name.strip() != NONE:
            called = proper_name(name)
            if len(called) > LONGEST:
                raise Refusal("bad-name", f"A nickname has at most {LONGEST} characters.", "Give a shorter one.")
            session.add(CareerFact(figure_id=pk(figure.id), kind=FactKind.NICKNAMED, note=called, user_id=who, at=now))
            return
        if not fold(facts).nickname:
            raise Refusal("no-nickname", f"{full_name(figure)} has no nickname.", "Nothing was changed.")
        for fact in in_force(facts):
            if fact.kind == FactKind.NICKNAMED:
                taken = CareerFact(
                    figure_id=pk(figure.id),
                    kind=FactKind.CORRECTED,
                    corrects_id=fact.id,
                    note="the nickname was taken away",
                    user_id=who,
                    at=now,
                )
                session.add(taken)
