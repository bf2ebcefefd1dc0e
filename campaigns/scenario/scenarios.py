"""Scenarios: the files that a campaign keeps beside those of the program's library, and what a battle keeps of one.

A battle holds the file as it was when the battle was opened, so that a later edit changes nothing in it. The briefing
of a side is told to that side alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import campaign_row, open_campaign, require_gm
from campaigns.scenario.roles import armies_of, roles_of
from campaigns.tables.battles import Battle
from campaigns.tables.scenarios import BattleScenario, KeptScenario
from rules.kernel.action import SideId
from rules.language.naming import folded
from rules.registry import rule_sets as known_rule_sets
from rules.scenario import Scenario, ScenarioFault, first_battle, library, read_scenario
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer

MOST_SCENARIOS = 25
"""Of one campaign: as many as Discord lists."""
LARGEST_FILE = 256 * 1024
"""Bytes of a scenario file."""


@dataclass(frozen=True, slots=True)
class SideBriefing:
    """Of one side: what the scenario calls it, and what it alone may know."""

    name: str
    briefing: str


ORDERS: TypeAdapter[dict[SideId, SideBriefing]] = TypeAdapter(dict[SideId, SideBriefing])


@dataclass(frozen=True, slots=True)
class ListedScenario:
    """A scenario by which a campaign can fight. `kept`: a GM has brought it; otherwise it came with the program.
    `about`: its time, place and size, where it came with the program."""

    key: str
    title: str
    summary: str
    kept: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What somebody may read before a scenario's battle: the part for all, the sides by their names in it, and the
    parts that are meant for him."""

    title: str
    text: str
    names: tuple[tuple[SideId, str], ...]
    own: tuple[tuple[SideId, str], ...]


async def listed(store: Store, campaign_id: int) -> tuple[ListedScenario, ...]:
    """The scenarios of a campaign: those that it keeps by title, then the first battle and the library's, but
    for those of the same key.

    Raises Refusal "no-campaign".
    """
    async with store.reading() as session:
        rules = (await campaign_row(session, campaign_id)).rules
        found = select(KeptScenario.key, KeptScenario.title).where(KeptScenario.campaign_id == campaign_id)
        kept = [ListedScenario(key, title, "", True) for key, title in (await session.exec(found)).all()]
    kept.sort(key=lambda each: folded(each.title))
    brought = {each.key for each in kept}
    shipped = await asyncio.to_thread(_with_the_program, rules)
    others = (
        ListedScenario(each.key, each.title, each.summary, False, each.about)
        for each in shipped
        if each.key not in brought
    )
    return (*kept, *others)


async def named(store: Store, campaign_id: int, name: str) -> Scenario:
    """The scenario of that key or title; a kept one goes before one of the library.

    Raises Refusal: "no-campaign", "no-scenario", "bad-scenario" (a kept one that this version cannot read any more).
    """
    async with store.reading() as session:
        rules = store.rules((await campaign_row(session, campaign_id)).rules)
        row = await _named(session, campaign_id, name)
    if row is not None:
        return await read(rules, row.text, row.key)
    for scenario in await asyncio.to_thread(_with_the_program, rules.key):
        if goes_by(name, scenario.key, scenario.title):
            return scenario
    raise no_scenario()


async def keep(store: Store, campaign_id: int, who: int, scenario: Scenario) -> None:
    """Keep a scenario for the campaign's battles; one of the same key is replaced. Battles by that one keep theirs.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "other-rules", "too-many".
    """
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "bring a scenario")
        require_rules(scenario, store.rules(campaign.rules))
        row = await _kept(session, campaign_id, scenario.key)
        if row is None:
            count = select(func.count()).where(KeptScenario.campaign_id == campaign_id)
            if (await session.exec(count)).one() >= MOST_SCENARIOS:
                raise Refusal("too-many", f"A campaign keeps {MOST_SCENARIOS} scenarios.", "Discard one first.")
            row = KeptScenario(
                campaign_id=campaign_id, key=scenario.key, title="", text="", kept_by=who, kept_at=store.clock.now()
            )
        row.title, row.text, row.kept_by, row.kept_at = scenario.title, scenario.text, who, store.clock.now()
        session.add(row)


async def discard(store: Store, campaign_id: int, who: int, name: str) -> None:
    """Keep a scenario no longer. Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "no-scenario"."""
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, "discard a scenario")
        row = await _named(session, campaign_id, name)
        if row is None:
            raise no_scenario()
        await session.delete(row)


async def briefing(store: Store, battle_id: int, viewer: Viewer) -> Briefing | None:
    """What this viewer may read of the briefings: a side its own, the umpire all, others the public part. None for a
    battle without a scenario."""
    async with store.reading() as session:
        row = await session.get(BattleScenario, battle_id)
    if row is None:
        return None
    sides = ORDERS.validate_json(row.orders)
    own = {side: its.briefing for side, its in sides.items() if viewer.umpire or side == viewer.side}
    return Briefing(
        row.title,
        row.briefing,
        tuple((side, its.name) for side, its in sides.items()),
        tuple((side, text) for side, text in own.items() if text),
    )


def briefings(scenario: Scenario) -> str:
    """Each side's briefing, as a battle keeps it."""
    return ORDERS.dump_json({side.key: SideBriefing(side.name, side.briefing) for side in scenario.sides}).decode()


def remember(session: AsyncSession, battle_id: int, scenario: Scenario) -> None:
    """The battle is fought by this scenario as it is now."""
    session.add(
        BattleScenario(
            battle_id=battle_id,
            key=scenario.key,
            title=scenario.title,
            briefing=scenario.briefing,
            orders=briefings(scenario),
            text=scenario.text,
        )
    )


async def of_battle(session: AsyncSession, battle_id: int, rules: AnyRuleSet) -> Scenario | None:
    """The scenario of a battle, with the armies that fight it; None where it has none. Raises Refusal
    "bad-scenario"."""
    row = await session.get(BattleScenario, battle_id)
    if row is None:
        return None
    roles = roles_of(await session.get_one(Battle, battle_id))
    return (await read(rules, row.text, row.key)).fought_by(armies_of(rules, roles))


async def read(rules: AnyRuleSet, text: str, key: str) -> Scenario:
    """A file that has been read before. Raises Refusal "bad-scenario" where this version of the program has become
    stricter."""
    try:
        return await asyncio.to_thread(_read, rules, text, key)
    except ScenarioFault as fault:
        raise Refusal(
            "bad-scenario",
            f"The scenario cannot be used any more: {fault}",
            ("Upload it again: ", Command("scenario import"), "."),
        ) from None


def _read(rules: AnyRuleSet, text: str, key: str) -> Scenario:
    """What came with the program is read once in a process, by whatever battle."""
    if known_rule_sets().get(rules.key) is rules:
        for scenario in _with_the_program(rules.key):
            if scenario.text == text:
                return scenario
    return read_scenario(text, file=f"{key}.yaml", rule_sets={rules.key: rules})


def require_rules(scenario: Scenario, rules: AnyRuleSet) -> None:
    """Raises Refusal "other-rules"."""
    if scenario.rules != rules.key:
        raise Refusal(
            "other-rules",
            f"{scenario.title} is a scenario of {scenario.rules}, and this campaign plays {rules.title}.",
            ("Choose one of this campaign's rules: ", Command("scenario list"), "."),
        )


def no_scenario() -> Refusal:
    return Refusal(
        "no-scenario",
        "There is no such scenario here.",
        ("See the campaign's scenarios: ", Command("scenario list"), "."),
    )


def shipped_with(rules: str) -> tuple[Scenario, ...]:
    """The library of a rule set; none for one that did not come with the program."""
    return library(rules) if rules in known_rule_sets() else ()


def lesson_of(rules: str) -> Scenario | None:
    """The first battle of a rule set: see `rules.scenario.library.first_battle`."""
    return first_battle(rules) if rules in known_rule_sets() else None


def _with_the_program(rules: str) -> tuple[Scenario, ...]:
    """Its first battle, then its library."""
    lesson = lesson_of(rules)
    return (*(() if lesson is None else (lesson,)), *shipped_with(rules))


def goes_by(name: str, key: str, title: str) -> bool:
    """Whether a scenario of that key and title is meant."""
    return folded(name) in (key, folded(title))


async def _named(session: AsyncSession, campaign_id: int, name: str) -> KeptScenario | None:
    """A kept scenario by its key, else by its title. A campaign keeps few: their titles are compared here, because a
    database knows capitals of the English alphabet only."""
    found = select(KeptScenario).where(KeptScenario.campaign_id == campaign_id).order_by(col(KeptScenario.id))
    kept = [row for row in (await session.exec(found)).all() if goes_by(name, row.key, row.title)]
    return min(kept, key=lambda row: row.key != folded(name), default=None)


async def _kept(session: AsyncSession, campaign_id: int, key: str) -> KeptScenario | None:
    found = select(KeptScenario).where(KeptScenario.campaign_id == campaign_id, KeptScenario.key == key)
    return (await session.exec(found)).first()
