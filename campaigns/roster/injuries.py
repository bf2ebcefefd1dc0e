"""Giving somebody a lasting injury: a line of the career, which a correction takes back like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import open_campaign
from campaigns.members.policies import Policies
from campaigns.roster.careers import GONE, facts_of, fold, full_name
from campaigns.roster.permits import figure_of, require_gm_of, words_of
from campaigns.tables.base import pk
from campaigns.tables.roster import PERSON, CareerFact, FactKind
from rules.seam.injuries import LastingInjury
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class InjuryGiven:
    """Whom it is given, by id; `battle_id`: the battle whose wound it is of; `how`: the dice, or why."""

    figure_id: int
    key: str
    battle_id: int | None = None
    how: str = ""


def choices(rules: AnyRuleSet, settings: Policies) -> tuple[LastingInjury, ...]:
    """Those that a GM may give in a campaign; none where its policy has none."""
    return rules.forces.injuries.known if settings.injuries else ()


async def give(store: Store, who: int, given: Sequence[InjuryGiven]) -> None:
    """Give these injuries, all of them or none.

    Raises Refusal: "umpire-only", "unknown-figure", "no-injuries" (the policy, or the book, has none),
    "unknown-injury", "no-person", "gone", "has-injury", "bad-text".
    """
    async with store.writing() as session:
        for one in given:
            figure, slot, unit = await figure_of(session, one.figure_id, who)
            await require_gm_of(session, unit, who, "give a lasting injury")
            campaign = await open_campaign(session, unit.campaign_id)
            known = store.rules(campaign.rules).forces.injuries
            if not Policies.model_validate_json(campaign.settings).injuries:
                words = known.none or "This campaign has no lasting injuries."
                remedy = "Leave it." if known.none else ("A GM can set that house rule: ", Command("gm policy"), ".")
                raise Refusal("no-injuries", words, remedy)
            injury = known.named(one.key)
            if injury is None:
                titles = ", ".join(each.title for each in known.known)
                raise Refusal("unknown-injury", "There is no such lasting injury.", f"Choose one of: {titles}.")
            if slot.kind != PERSON:
                raise Refusal("no-person", f"{full_name(figure)} is no person.", "Choose somebody of its crew.")
            standing = fold((await facts_of(session, [pk(figure.id)]))[pk(figure.id)])
            if standing.status in GONE:
                raise Refusal("gone", f"{full_name(figure)} serves no more.", "Choose somebody who does.")
            if injury.key in standing.injuries:
                raise Refusal("has-injury", f"{full_name(figure)} has {injury.title} already.", "Choose another one.")
            how = words_of(one.how, 400) if one.how else ""
            session.add(
                CareerFact(
                    figure_id=pk(figure.id),
                    battle_id=one.battle_id,
                    kind=FactKind.INJURED,
                    note=f"{injury.words}; {how}" if how else injury.words,
                    details=injury.key,
                    user_id=who,
                    at=store.clock.now(),
                )
            )
            await session.flush()
