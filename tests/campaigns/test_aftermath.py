"""What a battle and each of its turns came to, as everybody may know it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.record.aftermath import fates, reckon
from campaigns.battle.telling import digest
from rules.five56mm import RULES
from rules.kernel.facts import Fact, Source
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.ruleset import Service
from rules.seam.viewing import PUBLIC
from tests.bot.toy import TOY, Fired, Man, Mustered, Squad, State
from tests.campaigns.test_five56mm import BOARD, fight, opened
from tests.campaigns.world import GM, THREAD, World, new_store

RANGE = Fact("range", 5.0, Source.MEASURED, "in")


def unit(side: str, *men: str) -> MusterUnit:
    figures = tuple(MusterFigure(man, n, man.title(), "Private", "rifleman", "") for n, man in enumerate(men, 1))
    return MusterUnit(f"{side}1", f"{side.title()} unit", side, "squad", "", "", figures)


REBELS = unit("insurgents", "ivo", "jan")
SIDES = (MusterSide("army", "Army", (unit("army", "cole", "bell"),)), MusterSide("insurgents", "Rebels", (REBELS,)))
MUSTER = Muster("Hill 12", SIDES, None)


def battle(*events: Fired) -> list[Mustered | Fired]:
    squads = tuple(
        Squad(u.id, u.name, u.side, tuple(Man(f.id, f.name) for f in u.figures), hidden=False)
        for side in MUSTER.sides
        for u in side.units
    )
    return [Mustered(squads=squads, limit=None), *events]


def shot(killed: str, *, audience: tuple[str, ...] | None = None) -> Fired:
    return Fired(unit="army1", target="insurgents1", range=RANGE, die=3, killed=killed, audience=audience)


def test_those_who_fell_are_named_by_side() -> None:
    army, rebels = reckon(TOY, State(), battle(shot("ivo")), MUSTER).sides
    assert (army.name, army.fielded, army.losses) == ("Army", 2, ())
    assert [(loss.name, loss.fate) for loss in rebels.losses] == [("Private Ivo", "killed")]


def test_a_death_that_not_everybody_was_told_of_is_not_named_when_the_battle_is_over() -> None:
    _, rebels = reckon(TOY, State(), battle(shot("ivo"), shot("jan", audience=("insurgents",))), MUSTER).sides
    assert [loss.name for loss in rebels.losses] == ["Private Ivo"]


def test_the_last_word_on_a_figure_counts() -> None:
    records = (Service("a", "wounded"), Service("a", "killed"), Service("b", "wounded"), Service("b", "recovered"))
    assert fates(records) == {"a": "killed"}


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def test_each_turn_but_the_last_has_its_digest_and_the_end_names_who_fell(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Bakara", channel_id=THREAD, board=BOARD, turn_limit=3)
    await battles.begin(war.store, info.id, GM)
    await fight(war, info.id, seed=3)
    field = await battles.load(war.store, info.id)
    told = await digest.of(war.store, info.id, 1, field.info.version)
    assert [one.told.headline.partition(":")[0] for one in told][:1] == ["Turn 1 in short"]
    assert all("Fit and in sight: " in one.told.lines[-2] for one in told)
    async with war.store.reading() as session:
        heads = {entry.seq: entry.head for entry in await journal.entries(session, RULES, info.id)}
    assert all(len(head) == 64 for head in heads.values())
    assert [one.told.lines[-1] for one in told] == [f"Head of the journal: {heads[one.seq]}" for one in told]
    result = field.info.result
    assert result is not None
    assert result.aftermath is not None
    seen = {man.name: man.status for unit in field.rules.battle.view(field.state, PUBLIC).units for man in unit.figures}
    dead = {loss.name for side in result.aftermath.sides for loss in side.losses if loss.fate == "killed"}
    assert {name for name, status in seen.items() if status == "dead"} <= {
        name.split(" ", 1)[-1] for name in dead
    } | dead


def test_while_a_battle_goes_on_a_casualty_is_called_as_the_rule_set_calls_him() -> None:
    records = (Service("a", "wounded", told="hit"), Service("b", "wounded"), Service("c", "wounded", told="hit"))
    later = (*records, Service("c", "killed"))
    assert [digest.word(later, who, fate) for who, fate in fates(later).items()] == ["hit", "wounded", "killed"]


def test_a_turns_close_says_what_changed_how_the_objectives_stand_and_who_is_left() -> None:
    changed = ("Task Force Lantern loses Cole and Bell killed", "Poplar cell routs")
    aims = ("Hold the bridge (open)", "Take the mill (achieved)")
    told = digest.short("Turn 4", changed, aims, ("Task Force Lantern 12", "The ridge people 9"), "ab12")
    assert (told.headline, told.lines) == (
        "Turn 4 in short",
        (
            "Task Force Lantern loses Cole and Bell killed; Poplar cell routs",
            "Objectives: Hold the bridge (open); Take the mill (achieved)",
            "Fit and in sight: Task Force Lantern 12, The ridge people 9",
            "Head of the journal: ab12",
        ),
    )


def test_a_turn_in_which_somebody_ran_is_not_one_without_anything() -> None:
    assert digest.short("Turn 4", (), (), (), "").headline == "Turn 4 in short: no casualties"
    assert digest.short("Turn 4", ("Poplar cell routs",), (), (), "").headline == "Turn 4 in short"


async def test_a_turns_close_tells_the_same_fallen_as_the_tellings_of_that_turn(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Bakara", channel_id=THREAD, board=BOARD, turn_limit=3)
    await battles.begin(war.store, info.id, GM)
    await fight(war, info.id, seed=3)
    field = await battles.load(war.store, info.id)
    told = await digest.of(war.store, info.id, 1, field.info.version)
    lost = [one for one in told if one.told.headline.endswith("in short")]
    assert lost, "somebody falls in this battle"
    assert all(re.search(r" loses? .+ (killed|wounded|captured|missing|hit)|routs", one.told.lines[0]) for one in lost)
