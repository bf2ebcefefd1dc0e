"""The end of the close: one post a side of who fell, is away, came, was promoted, was honoured. Each side reads of its
own people; of the others it learns what it learned in the battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlmodel import col, select

from campaigns.battle.frame.coming_home import UnitBack, unit_back
from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.honours.held import HeldHonour, honours_of_figures, unit_honours
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies
from campaigns.post import dispatches
from campaigns.post.matter import Matter, Said
from campaigns.roster.careers import facts_of, in_force
from campaigns.roster.resting import rest_words
from campaigns.roster.rosters import AWAY
from campaigns.roster.units import RosterFigure, views_where
from campaigns.tables.battles import BattleStatus, BattleUnit
from campaigns.tables.honours import UnitHonour
from campaigns.tables.posts import OutboxPost
from campaigns.tables.roster import CareerFact, FactKind, Unit
from rules.kernel.action import SideId

NAMED = 20
"""People that are named for one thing."""


async def publish(store: Store, battle_id: int, who: int) -> tuple[SideId, ...]:
    """Tell each side what has become of its people. Returns the sides that were told: none of those that have read the
    same already.

    Raises Refusal: "no-battle", "umpire-only", "not-over", "nothing-new".
    """
    async with store.writing() as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who, locked=True)
        await require_gm(session, row.campaign_id, who, "publish the close")
        if row.status != BattleStatus.ENDED or row.ended_at is None:
            raise Refusal("not-over", f"{row.title} is not over.", "Wait until it has ended.")
        every = Policies.model_validate_json(campaign.settings).experience
        fought = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
        views = [unit for unit in await views_where(session, col(Unit.id).in_(fought)) if not unit.guest]
        people = [man.id for unit in views for man, _ in unit.everybody]
        facts, worn = await facts_of(session, people), await honours_of_figures(session, people)
        given = [each for each in await unit_honours(session, [unit.id for unit in views]) if each.battle_id == row.id]
        told: list[SideId] = []
        for side in dict.fromkeys(unit.side for unit in views):
            own = [unit_back(unit, facts, battle_id, row.ended_at, every) for unit in views if unit.side == side]
            about = Said(title=f"After {row.title}", text=in_words(own, worn, given, facts, battle_id))
            said = select(OutboxPost.matter).where(OutboxPost.battle_id == battle_id, OutboxPost.audience == side)
            matter = Matter(topic="side-words", about=about)
            if about not in [Matter.model_validate_json(each).about for each in (await session.exec(said)).all()]:
                await dispatches.tell_sides_of(session, campaign, row, [side], matter, store.clock.now())
                told.append(side)
    if not told:
        raise Refusal("nothing-new", "Both sides have read all of that already.", "Settle something first.")
    return tuple(told)


def in_words(
    units: Sequence[UnitBack],
    worn: dict[int, tuple[HeldHonour, ...]],
    given: Sequence[UnitHonour],
    facts: Mapping[int, Sequence[CareerFact]],
    battle_id: int,
) -> str:
    """What has become of these units, line by line: who fell, is away, came, was promoted, was honoured."""
    people = [(one.figure, one.what, unit) for unit in units for one in unit.people]
    honoured = [
        f"{_called(man)}: {each.name}{f' ({each.citation})' if each.citation else ''}"
        for man, _, _ in people
        for each in worn.get(man.id, ())
        if each.battle_id == battle_id
    ]
    names = {unit.unit.id: unit.unit.name for unit in units}
    honoured += [f"{names[each.unit_id]}: {each.name}" for each in given if each.unit_id in names]
    rows = (
        ("Fell", [_called(man) for man, what, _ in people if {FactKind.KILLED, FactKind.DESTROYED} & {*what}]),
        ("Away", [f"{_called(man)} ({_why(man)})" for man, _, _ in people if man.stands and man.status in AWAY]),
        (
            "For good",
            [f"{_called(man)} ({_kept(man, facts, battle_id)})" for man, what, _ in people if FactKind.INJURED in what],
        ),
        ("Came", [_called(man) for man, what, _ in people if FactKind.JOINED in what]),
        (
            "Promoted",
            [_called(man) for man, what, _ in people if {FactKind.PROMOTED, FactKind.FIELD_PROMOTED} & {*what}],
        ),
        ("Honoured", honoured),
        (
            "To learn",
            [f"{_called(one.figure)} ({one.to_spend})" for unit in units for one in unit.people if one.to_spend],
        ),
    )
    lines = [f"{head}: {_listed(names)}." for head, names in rows if names]
    vacant = Counter({unit.unit.name: unit.vacant for unit in units if unit.vacant})
    lines += [f"Empty places: {', '.join(f'{name} {count}' for name, count in vacant.items())}."] if vacant else []
    return "\n".join(lines) or "Nobody fell, and nobody is away."


def _kept(man: RosterFigure, facts: Mapping[int, Sequence[CareerFact]], battle_id: int) -> str:
    """What lasts of this battle's wounds, without the dice."""
    own = [fact for fact in in_force(facts[man.id]) if fact.kind == FactKind.INJURED]
    return "; ".join(fact.note.partition(";")[0] for fact in own if fact.battle_id in (battle_id, None))


def _called(man: RosterFigure) -> str:
    return f"{man.rank} {man.name}".strip()


def _why(man: RosterFigure) -> str:
    return ", ".join(filter(None, (man.status.value, rest_words(man.standing))))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
