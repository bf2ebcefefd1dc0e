"""What Discord offers while an option of a campaign command is typed: the asker's own campaign, side and units only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from discord import app_commands

from bot.post.summaries import fallen, strength, words
from bot.reading.autocomplete import MOST, matching, several
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import quietly
from bot.talk.say import Interaction
from campaigns.battle import battles
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal, no_figure, no_unit
from campaigns.members.policies import Files
from campaigns.roster import elements as crews
from campaigns.roster import growth, injuries, promoting, reviving, rosters
from campaigns.roster.rosters import RosterFigure, RosterUnit, SlotView
from campaigns.story import file as files
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import FactKind
from rules.language.naming import folded, tidy
from rules.language.words import counted
from rules.seam.ruleset import AnyRuleSet

Choices = list[app_commands.Choice[str]]
T = TypeVar("T")


async def rule_sets(interaction: Interaction, current: str) -> Choices:
    known = desk_of(interaction).store.rule_sets
    return matching([(rules.title, key) for key, rules in known.items()], current)


async def sides(interaction: Interaction, current: str) -> Choices:
    """The sides that a player can join."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        playable = {kind.key for kind in desk_of(interaction).store.rules(view.rules).forces.sides if kind.playable}
        return matching([(side.name, side.key) for side in view.sides if side.key in playable], current)

    return await quietly(found())


async def organisations(interaction: Interaction, current: str) -> Choices:
    """The kinds of unit of the side that is being joined, of the asker's own, or of all for a GM."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        chosen = getattr(interaction.namespace, "side", None)
        side = chosen if view.side(chosen or "") else view.side_of(interaction.user.id)
        rules = desk_of(interaction).store.rules(view.rules)
        fits = [kind for kind in rules.forces.organisations if side is None or kind.is_for(side)]
        ready = [(f"{kind.kind_title} · {kind.nation} · {kind.strength}", kind.key) for kind in fits]
        made = [*ready, *_drafted(rules, side)]
        if current.strip() or len(made) <= MOST:
            return matching(made, current)
        # More than the list holds: its armies, of which each has a panel with all of its kinds.
        nations = list(dict.fromkeys(kind.nation for kind in fits))
        counts = {nation: sum(kind.nation == nation for kind in fits) for nation in nations}
        return matching([(f"{nation} … {counted(counts[nation], 'kind')}", nation) for nation in nations], "")

    return await quietly(found())


async def drafted(interaction: Interaction, current: str) -> Choices:
    """The kinds of unit that the asker may put together himself."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        rules = desk_of(interaction).store.rules(view.rules)
        return matching(_drafted(rules, view.side_of(interaction.user.id)), current)

    return await quietly(found())


def _drafted(rules: AnyRuleSet, side: str | None) -> list[tuple[str, str]]:
    kinds = rules.forces.drafting.kinds if rules.forces.drafting is not None else ()
    fits = [kind for kind in kinds if side is None or kind.is_for(side)]
    return [(" · ".join(filter(None, (f"Draft a {kind.title}", kind.strength))), kind.key) for kind in fits]


def drafted_kinds(rules: AnyRuleSet, side: str | None) -> list[tuple[str, str, str]]:
    """The kinds of unit that are put together, for a select."""
    return [(label, key, "") for label, key in _drafted(rules, side)]


def is_drafted(rules: AnyRuleSet, kind: str) -> bool:
    """Whether such a unit is put together by its player rather than raised ready-made."""
    return rules.forces.drafting is not None and any(known.key == kind for known in rules.forces.drafting.kinds)


async def learners(interaction: Interaction, current: str) -> Choices:
    """The figures with an upgrade to spend; for a GM, who may order one, all others after them."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        who = interaction.user.id
        spare = await growth.learners(desk_of(interaction).store, view.id, who)
        first = [
            (f"{man.number} {man.rank} {man.name} · {unit.name} · {left} to spend", man.ref)
            for unit, man, left in spare
        ]
        known = {ref for _, ref in first}
        others = [
            (
                f"{slot.holder.number} {slot.holder.rank} {slot.holder.name} · {unit.name} · by your order",
                slot.holder.ref,
            )
            for unit in (await known_units(interaction) if view.is_gm(who) else ())
            for slot in unit.slots
            if slot.holder is not None and slot.holder.ref not in known
        ]
        return matching([*first, *others], current)

    return await quietly(found())


async def units(interaction: Interaction, current: str) -> Choices:
    async def found() -> Choices:
        return matching([(unit_label(unit), unit.name) for unit in await known_units(interaction)], current)

    return await quietly(found())


async def free_units(interaction: Interaction, current: str) -> Choices:
    """For a GM who chooses who fights: the units that are in no battle that has begun, several with commas."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        if not view.is_gm(interaction.user.id):
            return []
        store = desk_of(interaction).store
        begun = {b.id for b in await battles.of_campaign(store, view.id) if b.status is BattleStatus.RUNNING}
        names = {side.key: side.name for side in view.sides}
        free = [unit for unit in await rosters.units_of(store, view.id) if unit.fighting not in begun]
        return several(current, [(f"{unit_label(unit)} · {names[unit.side]}", unit.ref) for unit in free])

    return await quietly(found())


async def units_listed(interaction: Interaction, words: str) -> tuple[RosterUnit, ...]:
    """The units of a list with commas, by name or reference.

    Raises Refusal "unknown-unit" with the word that names none."""
    known = {word: unit for unit in await known_units(interaction) for word in (folded(unit.name), unit.ref)}
    return listed(words, known, "unit")


def listed(words: str, known: Mapping[str, T], what: str) -> tuple[T, ...]:
    """What the parts of a list with commas name, each once; a name may hold commas itself."""
    parts = [part for part in words.split(",") if part.strip()]
    found: list[T] = []
    while parts:
        taken = next((n for n in range(len(parts), 0, -1) if folded(",".join(parts[:n])) in known), 0)
        if not taken:
            fault = f"There is no {what} {tidy(parts[0])!r} here."
            raise Refusal(f"unknown-{what}", fault, "Choose from the list; put commas between them.")
        found.append(known[folded(",".join(parts[:taken]))])
        parts = parts[taken:]
    return tuple(dict.fromkeys(found))


async def figures(interaction: Interaction, current: str) -> Choices:
    """The men of the units that the asker may look at, and their vehicles, guns and bases."""

    async def found() -> Choices:
        return matching(
            [
                (figure_label(unit, man), man.ref)
                for unit in await known_units(interaction)
                for slot in unit.places
                for man in slot.own[:1]
            ],
            current,
        )

    return await quietly(found())


async def served(interaction: Interaction, current: str) -> Choices:
    """All who ever served in units that the asker may look at, and what was in them: those who hold a place first."""

    async def found() -> Choices:
        units = list(await known_units(interaction, even_disbanded=True, even_guests=True))
        return matching(_everybody(units), current)

    return await quietly(found())


async def on_file(interaction: Interaction, current: str) -> Choices:
    """All whose file the asker may read."""

    async def found() -> Choices:
        units = list(await known_units(interaction, even_disbanded=True, even_guests=True, on_file=True))
        return matching(_everybody(units), current)

    return await quietly(found())


def _everybody(units: Sequence[RosterUnit]) -> list[tuple[str, str]]:
    """All who ever served in these units: those who hold a place first."""
    everybody = [(unit, man, man.ref == slot.last.ref) for unit in units for man, slot in unit.everybody]
    everybody.sort(key=lambda each: (not each[1].stands, not each[2]))
    return [(figure_label(unit, man), man.ref) for unit, man, _ in everybody]


async def return_places(interaction: Interaction, current: str) -> Choices:
    """Where the chosen figure can go, should the correction bring it back."""

    async def found() -> Choices:
        man, _ = await figure_named(interaction, str(getattr(interaction.namespace, "figure", "") or ""))
        known = await reviving.places(desk_of(interaction).store, man.id)
        return matching([(place.words, place.key) for place in known], current)

    return await quietly(found())


async def open_places(interaction: Interaction, current: str) -> Choices:
    """The empty places of the chosen figure's unit."""

    async def found() -> Choices:
        man, _ = await figure_named(interaction, str(getattr(interaction.namespace, "figure", "") or ""))
        known = await promoting.open_places(desk_of(interaction).store, man.id)
        return matching([(f"{place.number} {place.rank}, {place.role}", str(place.number)) for place in known], current)

    return await quietly(found())


async def open_place_named(interaction: Interaction, man: RosterFigure, number: str) -> int:
    """The id of the empty place of that number in the figure's unit; 0 where there is none."""
    known = await promoting.open_places(desk_of(interaction).store, man.id)
    return next((place.id for place in known if str(place.number) == number.strip()), 0)


async def elements(interaction: Interaction, current: str) -> Choices:
    """The vehicles, guns and bases of the units that the asker may look at."""

    async def found() -> Choices:
        units = await known_units(interaction)
        known = [(unit, thing) for unit in units for slot in unit.elements for thing in slot.own[:1]]
        return matching([(figure_label(unit, thing), thing.ref) for unit, thing in known], current)

    return await quietly(found())


async def element_types(interaction: Interaction, current: str) -> Choices:
    """What a GM may give to a unit."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        types = desk_of(interaction).store.rules(view.rules).forces.elements
        return matching([(f"{each.title} · {each.kind}", each.key) for each in types], current)

    return await quietly(found())


async def places(interaction: Interaction, current: str) -> Choices:
    """The places of the chosen element's crew."""

    async def found() -> Choices:
        _, slot = await figure_named(interaction, str(getattr(interaction.namespace, "vehicle", "") or ""))
        view = await campaign_here(interaction)
        own = crews.places_of(desk_of(interaction).store.rules(view.rules), slot)
        return matching([(place, place) for place in dict.fromkeys(own)], current)

    return await quietly(found())


async def crew(interaction: Interaction, current: str) -> Choices:
    """The men of the chosen element's unit."""

    async def found() -> Choices:
        _, chosen = await figure_named(interaction, str(getattr(interaction.namespace, "vehicle", "") or ""))
        own = [unit for unit in await known_units(interaction) if any(slot.id == chosen.id for slot in unit.elements)]
        return matching(
            [(figure_label(unit, slot.holder), slot.holder.ref) for unit in own for slot in unit.slots if slot.holder],
            current,
        )

    return await quietly(found())


def figure_label(unit: RosterUnit, man: RosterFigure) -> str:
    """ "3 Private Jean Dupont · 2nd Squad · wounded"; of the fallen "✝ 3 …"."""
    return f"{fallen(man.status)}{man.number} {f'{man.rank} {man.name}'.strip()} · {unit.name} · {words(man.status)}"


GIVES = "+"
"""Before the key of a lasting injury that is to be given."""


async def career_lines(interaction: Interaction, current: str) -> Choices:
    """The lines of the chosen figure's career that still count, the newest first; then the lasting injuries that the
    campaign knows, each to be given."""

    async def found() -> Choices:
        man, _ = await figure_named(interaction, str(getattr(interaction.namespace, "figure", "") or ""))
        store, here = desk_of(interaction).store, await campaign_here(interaction)
        facts = (await files.lines(store, here, man.id, interaction.user.id)).facts
        left = [fact for fact in facts if not fact.void and fact.kind not in (FactKind.JOINED, FactKind.CORRECTED)]
        lines = [
            (" · ".join(filter(None, (fact.kind.value, fact.note, fact.battle, f"{fact.at:%d %B %Y}"))), str(fact.id))
            for fact in reversed(left)
        ]
        known = injuries.choices(store.rules(here.rules), here.settings)
        new = [(f"{GIVES} {each.words}", f"{GIVES}{each.key}") for each in known]
        return matching([*lines[: MOST - len(new)], *new] if not current else [*lines, *new], current)

    return await quietly(found())


async def battles_here(interaction: Interaction, current: str) -> Choices:
    async def found() -> Choices:
        view = await campaign_here(interaction)
        infos = await battles.of_campaign(desk_of(interaction).store, view.id)
        return matching([(f"{info.number} {info.title} ({info.status})", str(info.number)) for info in infos], current)

    return await quietly(found())


WAITING = "Which battle; leave empty for the one of this thread, or the only one that has not begun"


async def battles_waiting(interaction: Interaction, current: str) -> Choices:
    """Those that have not begun."""

    async def found() -> Choices:
        view = await campaign_here(interaction)
        infos = await battles.of_campaign(desk_of(interaction).store, view.id)
        waiting = [info for info in infos if info.status is BattleStatus.OPEN]
        return matching([(f"{info.number} {info.title}", str(info.number)) for info in waiting], current)

    return await quietly(found())


def unit_label(unit: RosterUnit) -> str:
    return f"{unit.name} · {strength(unit)}"


async def known_units(
    interaction: Interaction,
    here: CampaignView | None = None,
    *,
    even_disbanded: bool = False,
    even_guests: bool = False,
    on_file: bool = False,
) -> Iterable[RosterUnit]:
    """The units whose roster the asker may read: a GM all, a player his own side's, a stranger none. `here`: the
    campaign of this channel, where it has been found; `even_disbanded`: those that have been, too; `even_guests`: the
    guests of scenarios, too; `on_file`: where the campaign's files are open, all sides' for everybody in it."""
    view = here or await campaign_here(interaction)
    store, who = desk_of(interaction).store, interaction.user.id
    side = None if view.is_gm(who) else view.side_of(who)
    if side is None and not view.is_gm(who):
        return ()
    if on_file and view.settings.files is Files.OPEN:
        side = None
    return await rosters.units_of(store, view.id, side=side, even_disbanded=even_disbanded, even_guests=even_guests)


async def unit_named(
    interaction: Interaction, name: str, here: CampaignView | None = None, *, even_guests: bool = False
) -> RosterUnit:
    """The unit of that name or reference. Another side's unit reads the same as none. Raises Refusal "unknown-unit"."""
    wanted = folded(name)
    for unit in await known_units(interaction, here, even_guests=even_guests):
        if wanted in (folded(unit.name), unit.ref):
            return unit
    raise no_unit()


async def figure_named(interaction: Interaction, name: str, *, on_file: bool = False) -> tuple[RosterFigure, SlotView]:
    """The figure or element of that reference or name, and its place, which another may hold by now. Of those of one
    name who holds a place is meant before who held one. `on_file`: whose file the asker may read, no more.

    Raises Refusal: "unknown-figure", "several-figures"."""
    wanted = folded(name)
    units = await known_units(interaction, even_disbanded=True, even_guests=True, on_file=on_file)
    everybody = [each for unit in units for each in unit.everybody]
    named = [each for each in everybody if wanted in (each[0].ref, folded(each[0].name))]
    for found in ([each for each in named if each[0].stands], named):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refusal("several-figures", f"{found[0][0].name} is the name of several.", "Choose from the list.")
    raise no_figure()
