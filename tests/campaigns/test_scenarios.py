"""Battles by scenario: who takes which part, what the battle keeps, who may read what, and that it can be verified."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from campaigns.battle import battles
from campaigns.battle.frame import undo
from campaigns.battle.proof import export, verification
from campaigns.battle.watch import timers
from campaigns.campaign.campaign import change_settings, create, join
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.roster.rosters import RosterUnit
from campaigns.scenario import scenarios
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import TimerKind
from campaigns.tables.roster import CareerFact, FactKind
from rules.kernel.action import Action
from rules.registry import rule_set
from rules.scenario import Scenario, library, read_scenario
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from tests.campaigns.behind import act
from tests.campaigns.scenario_files import FARM
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, RED_TOO, STRANGER, THREAD, new_store
from tests.clocks import ManualClock

RULES: AnyRuleSet = rule_set("book-and-gun")
SQUAD, CELL = "us-infantry-squad", "insurgent-cell"


class War:
    """A campaign of the Book and the Gun with a player a side and no units."""

    def __init__(self, store: Store, campaign_id: int) -> None:
        self.store, self.id = store, campaign_id

    async def open(self, scenario: Scenario | None = None, *units: int) -> battles.BattleInfo:
        chosen = scenario or farm()
        return await battles.open_battle(
            self.store, self.id, GM, chosen.title, channel_id=THREAD, scenario=chosen, unit_ids=units or None
        )

    async def begun(self) -> int:
        info = await self.open()
        await battles.begin(self.store, info.id, GM)
        return info.id

    async def units(self) -> list[tuple[str, str, int | None]]:
        return [(u.side, u.name, u.owner) for u in await rosters.units_of(self.store, self.id)]

    async def named(self, name: str) -> RosterUnit:
        return next(unit for unit in await rosters.units_of(self.store, self.id) if unit.name == name)

    async def call(self, battle_id: int, event: str, **given: object) -> None:
        action: Action = RULES.battle.actions.load_python({"verb": "call-event", "event": event, **given})
        await act(self.store, battle_id, action, GM)

    def later(self, **by: float) -> datetime:
        clock = self.store.clock
        assert isinstance(clock, ManualClock)
        return clock.advance(timedelta(**by))

    async def heard(self, battle_id: int, viewer: Viewer) -> str:
        version = (await battles.load(self.store, battle_id)).info.version
        report = await battles.report(self.store, battle_id, 1, version, viewer)
        return "\n".join(" ".join((t.headline, *t.lines)) for line in report.lines for t in line.tolds)


def farm(*changes: tuple[str, str]) -> Scenario:
    text = FARM
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_scenario(text)


@pytest.fixture
async def war(url: str) -> AsyncIterator[War]:
    store = new_store(url, rules=RULES)
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "Mostar", RULES.key)
    await join(store, view.id, RED, "army", interaction_id=71)
    await join(store, view.id, BLUE, "insurgents", interaction_id=72)
    yield War(store, view.id)
    await store.close()


# ── Who takes which part ──────────────────────────────────────────────────────────────────────────────────────────


async def test_forces_that_the_campaign_lacks_are_raised_with_the_files_names(war: War) -> None:
    await war.open()
    assert await war.units() == [
        ("army", "Alpha", RED),
        ("army", "Bravo", RED),
        ("insurgents", "Farm cell", BLUE),
    ]
    alpha = await war.named("Alpha")
    names = [slot.last.name for slot in alpha.slots]
    assert names[:2] == ["Orla Quinn", "Bo Lund"]
    assert len(set(names)) == len(names) == len(RULES.forces.raise_unit(SQUAD).figures)


async def test_units_that_are_there_take_the_parts_of_their_organisation_the_oldest_first(war: War) -> None:
    first = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Old guard")
    second = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Newcomers")
    info = await war.open()
    cell = await war.named("Farm cell")
    assert set(info.unit_ids) == {first.id, second.id, cell.id}
    field = await begun_field(war, info)
    # Alpha's part, on the field, is the older unit's; the other one waits as Bravo.
    assert [
        unit.name for unit in field.rules.battle.view(field.state, Viewer(umpire=True)).units if unit.side == "army"
    ] == ["Old guard"]


async def begun_field(war: War, info: battles.BattleInfo) -> battles.StandingBattle:
    await battles.begin(war.store, info.id, GM)
    return await battles.load(war.store, info.id)


async def test_a_unit_in_another_battle_or_without_anybody_fit_is_passed_over(war: War) -> None:
    busy = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Busy")
    await rosters.raise_unit(war.store, war.id, BLUE, CELL, name="Busy cell")
    away = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Away")
    for slot in away.slots:
        await rosters.excuse(war.store, slot.last.id, GM, absent=True)
    other = [busy.id, (await war.named("Busy cell")).id]
    await battles.open_battle(war.store, war.id, GM, "Elsewhere", channel_id=THREAD, unit_ids=other)
    info = await war.open()
    assert {u.name for u in await rosters.units_of(war.store, war.id) if u.id in info.unit_ids} == {
        "Alpha",
        "Bravo",
        "Farm cell",
    }


async def test_a_side_of_two_players_fights_with_units_of_the_gm(war: War) -> None:
    await join(war.store, war.id, RED_TOO, "army")
    await war.open()
    assert ("army", "Alpha", None) in await war.units()
    assert ("insurgents", "Farm cell", BLUE) in await war.units()


async def test_a_name_that_is_taken_gets_a_number(war: War) -> None:
    await rosters.raise_unit(war.store, war.id, BLUE, "insurgent-cell-of-7", name="alpha")
    await war.open()
    assert ("army", "Alpha 2", RED) in await war.units()


async def test_nothing_is_raised_where_the_battle_cannot_be_opened(war: War) -> None:
    with pytest.raises(Refusal) as refused:
        await battles.open_battle(war.store, war.id, GM, " ", channel_id=THREAD, scenario=farm())
    assert refused.value.code == "bad-name"
    assert await war.units() == []
    with pytest.raises(Refusal) as refused:
        await battles.open_battle(war.store, war.id, RED, "Mine", channel_id=THREAD, scenario=farm())
    assert refused.value.code == "umpire-only"
    assert await war.units() == []


# ── What the battle takes from the file ───────────────────────────────────────────────────────────────────────────


async def test_board_house_rules_turn_limit_and_places_are_the_scenarios(war: War) -> None:
    await change_settings(war.store, war.id, GM, options=(("pace", "run"),))
    info = await war.open()
    assert info.board is not None
    assert (info.board.name, info.board.width, info.board.depth) == ("The farm", 36, 24)
    assert dict(info.options)["pace"] == "card"
    assert info.turn_limit == 6
    field = await begun_field(war, info)
    scene = field.rules.battle.view(field.state, Viewer(umpire=True)).scene
    assert scene is not None
    places = {mark.ref: (mark.x, mark.y) for mark in scene.units}
    alpha = await war.named("Alpha")
    x, y = places[alpha.ref]
    assert abs(x - 12) < 3
    assert abs(y - 4) < 3


async def test_a_file_that_is_edited_later_changes_nothing_in_a_battle(war: War) -> None:
    await scenarios.keep(war.store, war.id, GM, farm())
    info = await war.open(await scenarios.named(war.store, war.id, "the farm"))
    await scenarios.keep(war.store, war.id, GM, farm(("Headlights, far off.", "Nothing at all.")))
    await scenarios.discard(war.store, war.id, GM, "The Farm")
    await battles.begin(war.store, info.id, GM)
    await war.call(info.id, "lights")
    assert "Headlights, far off." in await war.heard(info.id, PUBLIC)


async def test_another_rule_sets_scenario_is_refused(war: War) -> None:
    other = farm()
    strange = Scenario(**{name: getattr(other, name) for name in other.__dataclass_fields__} | {"rules": "chess"})
    with pytest.raises(Refusal) as refused:
        await war.open(strange)
    assert refused.value.code == "other-rules"


# ── The battle itself ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_reserves_wait_arrive_and_are_remembered(war: War) -> None:
    battle_id = await war.begun()
    bravo = await war.named("Bravo")
    assert bravo.fighting == battle_id
    umpire = Viewer(umpire=True)
    field = await battles.load(war.store, battle_id)
    assert field.rules.battle.view(field.state, umpire).unit(bravo.ref) is None
    await war.call(battle_id, "relief")
    field = await battles.load(war.store, battle_id)
    assert field.rules.battle.view(field.state, umpire).unit(bravo.ref) is not None
    await battles.end(war.store, battle_id, GM, winner="army")
    fought = {unit.name: {len(slot.last.standing.battles) for slot in unit.slots} for unit in await rosters_of(war)}
    assert fought["Bravo"] == {1}


async def rosters_of(war: War) -> tuple[RosterUnit, ...]:
    return await rosters.units_of(war.store, war.id)


async def test_its_own_men_take_up_their_parts_again_in_the_next_battle(war: War) -> None:
    first = await war.begun()
    await battles.end(war.store, first, GM)
    before = await war.units()
    second = await war.open()
    assert await war.units() == before
    assert set(second.unit_ids) == {unit.id for unit in await rosters_of(war)}


async def test_the_next_scenario_raises_nobody_a_second_time(war: War) -> None:
    """A part keeps its people from scenario to scenario: whoever fell stays dead, whoever lives fights on."""
    await battles.end(war.store, await war.begun(), GM)
    alpha = await war.named("Alpha")
    orla, bo = alpha.slots[0].last, alpha.slots[1].last
    async with war.store.writing() as session:
        fact = CareerFact(figure_id=bo.id, battle_id=1, kind=FactKind.KILLED, at=war.store.clock.now())
        session.add(fact)
    # An older unit of the same establishment does not push it out, and another name hides nobody.
    await rosters.rename_unit(war.store, alpha.id, GM, "The old hands")
    second = await war.open(farm(("key: the-farm", "key: the-mill"), ("title: The farm", "title: The mill")))
    assert alpha.id in second.unit_ids
    people = [man.name for unit in await rosters_of(war) for man, _ in unit.everybody]
    assert people.count(orla.name) == people.count(bo.name) == 1


async def test_figures_that_a_file_writes_out_serve_on_in_the_next_one(url: str) -> None:
    store = new_store(url, rules=rule_set("five56mm"))
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "Meridian", "five56mm")
    war = War(store, view.id)
    bird = next(each for each in library("five56mm") if each.key == "last-bird")
    first = await war.open(bird)
    await battles.cancel(store, first.id, GM)
    before = [man.id for unit in await rosters_of(war) for man, _ in unit.everybody]
    text = bird.text.replace(f"key: {bird.key}", "key: the-next").replace(f"title: {bird.title}", "title: The next")
    second = await war.open(read_scenario(text))
    assert set(second.unit_ids) == set(first.unit_ids)
    assert [man.id for unit in await rosters_of(war) for man, _ in unit.everybody] == before
    await store.close()


async def test_a_gm_says_who_takes_a_part(war: War) -> None:
    old = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Old guard")
    young = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Newcomers")
    third = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Third")
    with pytest.raises(Refusal) as refused:
        await war.open(None, old.id, young.id, third.id)
    assert refused.value.code == "no-part"
    info = await war.open(None, young.id)
    field = await begun_field(war, info)
    shown = field.rules.battle.view(field.state, Viewer(umpire=True)).units
    assert [unit.name for unit in shown if unit.side == "army"] == ["Newcomers"]
    assert set(info.unit_ids) >= {young.id, old.id}, "the part that is left goes by rule"


async def test_a_players_own_ten_take_the_part_that_a_file_writes_four_men_for(url: str) -> None:
    store = new_store(url, rules=rule_set("five56mm"))
    await store.open()
    view = await create(store, GUILD, CHANNEL, GM, "Meridian", "five56mm")
    await join(store, view.id, RED, "black", interaction_id=71)
    war = War(store, view.id)
    own = await rosters.raise_unit(store, war.id, RED, "rangers", name="My own")
    bird = next(each for each in library("five56mm") if each.key == "last-bird")
    info = await war.open(bird, own.id)
    assert own.id in info.unit_ids
    field = await begun_field(war, info)
    shown = {
        figure for unit in field.rules.battle.view(field.state, Viewer(umpire=True)).units for figure in [unit.ref]
    }
    assert {slot.last.ref for slot in own.slots} <= shown
    await store.close()


async def test_whoever_served_already_is_not_raised_with_a_new_unit(war: War) -> None:
    await battles.end(war.store, await war.begun(), GM)
    alpha = await war.named("Alpha")
    other = await rosters.raise_unit(war.store, war.id, RED, SQUAD, name="Second")
    await rosters.rename(war.store, other.slots[2].last.id, GM, "Ada", "Finch")
    before = [man.name for unit in await rosters_of(war) for man, _ in unit.everybody]
    # Alpha has been called elsewhere, and the new squad's names are those of people who serve in other ones.
    free = [unit.id for unit in await rosters_of(war)]
    await battles.open_battle(war.store, war.id, GM, "Elsewhere", channel_id=THREAD + 5, unit_ids=free)
    names = ("names: [Orla Quinn, Bo Lund]", "names: [Orla Quinn, Ada Finch, Jo Newby]")
    await war.open(farm(("key: the-farm", "key: the-mill"), names))
    new = [man.name for unit in await rosters_of(war) for man, _ in unit.everybody][len(before) :]
    assert "Jo Newby" in new
    assert not {"Orla Quinn", "Ada Finch"} & set(new)
    assert alpha.id


async def test_a_side_hears_what_is_meant_for_it_and_nobody_else_does(war: War) -> None:
    battle_id = await war.begun()
    await war.call(battle_id, "relief")
    secret = "Bravo is five minutes out"
    assert secret in await war.heard(battle_id, Viewer(side="army"))
    for other in (Viewer(side="insurgents"), PUBLIC):
        assert secret not in await war.heard(battle_id, other)


async def test_briefings_are_for_their_side(war: War) -> None:
    info = await war.open()
    well, hay = "The well is poisoned. Let nobody drink.", "The rifles lie under the hay."
    expected = {
        Viewer(side="army"): (("army", well),),
        Viewer(side="insurgents"): (("insurgents", hay),),
        Viewer(umpire=True): (("army", well), ("insurgents", hay)),
        PUBLIC: (),
    }
    for viewer, own in expected.items():
        briefing = await scenarios.briefing(war.store, info.id, viewer)
        assert briefing is not None
        assert briefing.title == "The farm"
        assert briefing.text.startswith("A farm on the road.")
        assert briefing.names == (("army", "Army"), ("insurgents", "Insurgents"))
        assert briefing.own == own


async def test_a_choice_waits_and_its_default_answers_for_the_absent(war: War) -> None:
    battle_id = await war.begun()
    await war.call(battle_id, "parley")
    field = await battles.load(war.store, battle_id)
    (ask,) = field.prompt.asks
    assert ask.side == "insurgents"
    assert [offer.label for offer in ask.quick] == ["Let him through", "Send him back"]
    fired = await timers.fire_due(war.store, war.later(hours=49))
    assert [(each.side, each.kind) for each in fired][-1] == ("insurgents", TimerKind.DEADLINE)
    heard = await war.heard(battle_id, PUBLIC)
    assert "The old man turns round." in heard
    assert "trucks" not in heard


async def test_a_battle_by_scenario_can_be_verified_from_its_file(war: War) -> None:
    battle_id = await war.begun()
    await war.call(battle_id, "relief")
    await war.call(battle_id, "parley")
    choose = RULES.battle.actions.load_python({"verb": "choose", "option": "Let him through"})
    await act(war.store, battle_id, choose, BLUE)
    await war.call(battle_id, "lights")
    await undo.undo(war.store, battle_id, GM)
    await battles.end(war.store, battle_id, GM, winner="insurgents")
    written = (await export.export(war.store, battle_id)).model_dump_json()
    report = verification.verify(verification.read(written), RULES)
    assert report.ok, report


async def test_a_scenario_battle_needs_all_its_forces_when_it_begins(war: War) -> None:
    info = await war.open()
    cell = await war.named("Farm cell")
    for slot in cell.slots:
        await rosters.excuse(war.store, slot.last.id, GM, absent=True)
    with pytest.raises(Refusal) as refused:
        await battles.begin(war.store, info.id, GM)
    assert refused.value.code == "nobody-fit"
    assert "Farm cell" in refused.value.message
    assert (await battles.load(war.store, info.id)).info.status is BattleStatus.OPEN


# ── Scenarios that a campaign keeps ───────────────────────────────────────────────────────────────────────────────


async def test_a_campaign_keeps_scenarios_by_key_and_title(war: War) -> None:
    await scenarios.keep(war.store, war.id, GM, farm())
    await scenarios.keep(war.store, war.id, GM, farm(("title: The farm", "title: The burnt farm")))
    kept = [each for each in await scenarios.listed(war.store, war.id) if each.kept]
    assert [(each.key, each.title) for each in kept] == [("the-farm", "The burnt farm")]
    for name in ("the-farm", "the  BURNT farm"):
        assert (await scenarios.named(war.store, war.id, name)).title == "The burnt farm"
    await scenarios.discard(war.store, war.id, GM, "the-farm")
    for again in (scenarios.named(war.store, war.id, "the-farm"), scenarios.discard(war.store, war.id, GM, "x")):
        with pytest.raises(Refusal) as refused:
            await again
        assert refused.value.code == "no-scenario"


async def test_a_campaign_keeps_so_many_scenarios(war: War) -> None:
    for number in range(scenarios.MOST_SCENARIOS):
        await scenarios.keep(war.store, war.id, GM, farm(("key: the-farm", f"key: farm-{number}")))
    with pytest.raises(Refusal) as refused:
        await scenarios.keep(war.store, war.id, GM, farm())
    assert refused.value.code == "too-many"


@pytest.mark.parametrize(("who", "code"), [(RED, "umpire-only"), (STRANGER, "no-campaign")])
async def test_scenarios_are_the_gms_matter(war: War, who: int, code: str) -> None:
    await scenarios.keep(war.store, war.id, GM, farm())
    for attempt in (
        scenarios.keep(war.store, war.id, who, farm()),
        scenarios.discard(war.store, war.id, who, "the-farm"),
    ):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == code
