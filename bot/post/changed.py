"""What has changed on the map since its reader's side last answered, or on a post's in the sitting it tells of."""

from __future__ import annotations

from dataclasses import replace

from campaigns.battle.battles import Seat, StandingBattle
from campaigns.battle.telling import replay
from campaigns.database.store import Store
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.scene import Scene


async def in_sitting(store: Store, battle: StandingBattle, between: tuple[int, int], scene: Scene) -> Scene | None:
    """The map for everybody with what changed from the first of these entries to the last, as everybody saw it; None
    where it looks as before."""
    first, last = between
    if first == 1:
        return scene
    seen = await replay.replayed(store, battle.rules, battle.info.id, first - 1, last, PUBLIC)
    before, found = seen.before.scene, seen.changed("since the last post")
    if before is None or found is None:
        return scene
    same = scene.units == before.units and (not scene.traces or scene.traces == before.traces)
    return None if same and found.none else replace(scene, changes=found)


async def for_reader(seat: Seat, scene: Scene) -> Scene:
    """The map with what changed since the reader's side last answered."""
    after = await since(seat)
    if after is None:
        return scene
    rules, battle_id = seat.battle.rules, seat.battle.info.id
    seen = await replay.replayed(seat.store, rules, battle_id, after, seat.version, seat.viewer)
    return replace(scene, changes=seen.changed(since_words(seat.viewer)))


async def for_everybody(store: Store, battle: StandingBattle, scene: Scene) -> Scene:
    """The map for everybody with what the last sitting changed."""
    rules, info = battle.rules, battle.info
    after = await replay.since(store, rules, info.id, info.version, PUBLIC)
    if after is None:
        return scene
    seen = await replay.replayed(store, rules, info.id, after, info.version, PUBLIC)
    return replace(scene, changes=seen.changed(since_words(PUBLIC)))


async def since(seat: Seat) -> int | None:
    """The entry after which all is new to this reader's side; None before the battle has begun."""
    return await replay.since(seat.store, seat.battle.rules, seat.battle.info.id, seat.version, seat.viewer)


def since_words(viewer: Viewer) -> str:
    return "since your side's last sitting" if viewer.side is not None else "since the last sitting"
