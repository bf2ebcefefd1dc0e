"""What lasts is not only a person: a vehicle that is raised, named, manned, knocked out and repaired; and a unit that
joins a battle that goes on, under either book."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from tests.bot.world import refused, said, world

ROAD = ("five56mm", ("black", "motor-patrol"), ("red", "militia"), "rangers")
RIDGE = ("book-and-gun", ("army", "us-infantry-squad"), ("insurgents", "insurgent-cell"), "us-ranger-squad")


async def test_a_vehicle_is_raised_named_manned_knocked_out_and_repaired(tmp_path: Path) -> None:
    async with world(tmp_path) as road:
        await road.gm.slash(road.channel, "campaign create", name="The road", rules="five56mm")
        asked = await road.ada.slash(
            road.channel, "campaign join", side="black", unit="motor-patrol", unit_name="Chalk Four"
        )
        joined = said(asked)
        assert "5/5 fit · 1/1 vehicle" in joined
        assert "HMMV, HMMV with M2 · driver " in joined
        await road.ivo.slash(road.channel, "campaign join", side="red", unit="militia")
        await road.ada.slash(road.channel, "figure rename", figure="HMMV", family="Old Ironsides")
        refused(await road.ada.slash(road.channel, "unit add", unit="Chalk Four", what="jeep", reason="found"))
        given = await road.gm.slash(
            road.channel, "unit add", unit="Chalk Four", what="jeep+m60", reason="found in a barn", name="Rusty"
        )
        assert "` 7` Rusty, Jeep with M60" in said(given)
        assert "1/1 vehicle" not in said(given)
        offered = await road.ada.autocomplete(road.channel, "unit crew", "vehicle", "Rus")
        assert [choice["name"] for choice in offered] == ["7 Rusty · Chalk Four · fit"]
        places = await road.ada.autocomplete(road.channel, "unit crew", "place", "", vehicle="Rusty")
        assert [choice["name"] for choice in places] == ["driver", "gunner", "passenger"]
        manned = await road.ada.slash(road.channel, "unit crew", vehicle="Rusty", place="driver", figure="f5")
        assert "Rusty, Jeep with M60 · driver " in said(manned)
        assert "1, passenger" not in said(manned)

        await road.gm.slash(road.channel, "battle begin", title="Checkpoint")
        state = (await battles.load(road.store, 1)).state.battle
        (iron, rusty) = state.vehicles
        assert [(iron.name, len(state.aboard(iron.id))), (rusty.name, len(state.aboard(rusty.id)))] == [
            ("Old Ironsides", 4),
            ("Rusty", 1),
        ]
        await road.restart()
        done = await road.gm.slash(road.thread, "set-vehicle", vehicle=iron.id, to="immobilised")
        assert "✔" in said(done), said(done)
        assert any("Old Ironsides is immobilised" in text for text in road.texts())
        now = said(await road.ada.slash(road.channel, "unit roster", unit="Chalk Four"))
        assert "Old Ironsides immobilised" in now
        await road.gm.slash(road.thread, "battle end", winner="red", reason="night falls")

        roster = said(await road.ada.slash(road.channel, "unit roster", unit="Chalk Four"))
        assert "5/5 fit · 1/2 vehicles" in roster
        assert "Old Ironsides, HMMV with M2 · **knocked out** (by the umpire)" in roster
        assert "Old Ironsides(O)" in roster
        career = said(await road.ada.slash(road.channel, "figure show", lines=True, figure="Old Ironsides"))
        assert "knocked out in Checkpoint (by the umpire)" in career
        assert "1 battle" in career
        assert refused(await road.ivo.slash(road.channel, "figure show", lines=True, figure="Old Ironsides"))
        told = said(await road.gm.slash(road.channel, "chronicle"))
        assert "of 2 vehicles, guns and bases 0 lost, 1 damaged" in told

        await road.gm.slash(road.channel, "gm policy", repairs="next-battle")
        await road.gm.slash(road.channel, "battle begin", title="Again")
        assert [v.name for v in (await battles.load(road.store, 2)).state.battle.vehicles] == ["Old Ironsides", "Rusty"]
        career = said(await road.ada.slash(road.channel, "figure show", lines=True, figure="Old Ironsides"))
        assert "repaired before Again" in career


@pytest.mark.parametrize("book", [ROAD, RIDGE], ids=["five56mm", "book-and-gun"])
async def test_a_unit_joins_a_battle_that_goes_on(tmp_path: Path, book) -> None:  # type: ignore[no-untyped-def]
    rules, (side, unit), (other, enemy), late = book
    async with world(tmp_path) as ridge:
        await ridge.gm.slash(ridge.channel, "campaign create", name="Ridge", rules=rules)
        await ridge.ada.slash(ridge.channel, "campaign join", side=side, unit=unit, unit_name="First")
        await ridge.ivo.slash(ridge.channel, "campaign join", side=other, unit=enemy, unit_name="Second")
        await ridge.gm.slash(ridge.channel, "battle begin")
        await ridge.ada.slash(ridge.channel, "unit raise", kind=late, name="Latecomers")
        before = await battles.load(ridge.store, 1)
        refused(await ridge.ada.slash(ridge.thread, "gm reinforce", units="Latecomers"))
        offered = await ridge.gm.autocomplete(ridge.thread, "gm reinforce", "units", "")
        assert any(choice["name"].startswith("Latecomers") for choice in offered)
        came = said(await ridge.gm.slash(ridge.thread, "gm reinforce", units="Latecomers"))
        assert "In the battle from now on: **Latecomers**" in came
        assert any("Latecomers" in text and "rrive" in text for text in ridge.texts())

        await ridge.restart()
        await ridge.agrees(1)
        refused(await ridge.gm.slash(ridge.thread, "gm reinforce", units="Latecomers"))
        await ridge.gm.slash(ridge.thread, "battle undo")
        assert (await battles.load(ridge.store, 1)).state == before.state
        await ridge.gm.slash(ridge.thread, "gm reinforce", units="Latecomers")
        await ridge.gm.slash(ridge.thread, "battle end", winner=side, reason="enough")
        assert (await battles.load(ridge.store, 1)).info.status is BattleStatus.ENDED
        roster = said(await ridge.ada.slash(ridge.channel, "unit roster", unit="Latecomers"))
        assert "No battle yet" not in roster
