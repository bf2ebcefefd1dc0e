"""The map marks what has changed since one's side last answered; /replay shows it deed by deed. Each for one's own
eyes, and of what one saw at the time."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.pictures import pictures
from bot.post import replaying
from campaigns.battle import battles
from campaigns.battle.record.journal import Entry
from campaigns.battle.telling import replay
from campaigns.tables.battles import EntryKind
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.kernel.action import ENGINE, Actor
from rules.kernel.event import Event
from rules.seam.viewing import PUBLIC, View, Viewer
from rules.table.board import Board
from rules.table.changes import Glance
from rules.table.effort import Effort
from rules.table.scene import Changes, Scene, UnitMark
from tests.bot.opened import begun_with_a_ghost, once
from tests.bot.test_map import alt
from tests.bot.world import Person, World, components, ids_of, labels, refused, said, world
from tests.campaigns.behind import act


@pytest.fixture
async def field(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of the Book and Gun: a squad and a cell, and a second cell that lies hidden."""
    async with world(tmp_path, {"book-and-gun": RULES}) as made:
        await once(made, lambda: begun_with_a_ghost(made), "a ghost")
        yield made


async def version(made: World) -> int:
    return (await battles.load(made.store, 1)).info.version


async def state_of(made: World) -> Any:
    return (await battles.load(made.store, 1)).state


async def moves(made: World, name: str, inches: int = 3) -> None:
    """That unit moves forward; whoever else is asked before lets it be."""
    for _ in range(12):
        battle = await battles.load(made.store, 1)
        ask = battle.prompt.asks[0]
        who = made.ada if ask.side == "army" else made.ivo
        unit = next(unit for unit in battle.state.units if unit.name == name)
        if unit.id in ask.units:
            answer = await who.slash(made.thread, "move", unit=unit.id, to=f"forward {inches}")
            assert answer.response is not None
            assert "nothing has changed" not in said(answer).lower(), said(answer)
            if found := ids_of(answer.response, "go"):
                await who.click(answer.response, custom_id=found[0])
            return
        await act(made.store, 1, ask.default, who.id)
    raise AssertionError(f"{name} is never asked")


async def placed(made: World, name: str, at: str) -> None:
    """The GM puts that unit somewhere else."""
    unit = next(unit for unit in (await state_of(made)).units if unit.name == name)
    await act(made.store, 1, PlaceUnit(unit=unit.id, to=at), made.gm.id)


async def seat(made: World, who: Person) -> battles.Seat:
    return await battles.sit(made.store, 1, who.id, guild_id=made.guild.id)


async def test_the_map_marks_who_moved_and_tells_it_in_words(field: World) -> None:
    await moves(field, "Able squad")
    for who in (field.ivo, field.zoe, field.gm):
        shown = await who.slash(field.thread, "map")
        assert "Able squad moved" in alt(shown), who.name
        assert "with what changed since" in said(shown)
    plain = await field.ivo.slash(field.thread, "map", layers="grid, names")
    assert "Able squad moved" not in alt(plain)


async def test_a_replay_shows_nobody_whom_its_viewer_could_not_see_then(field: World) -> None:
    """The hidden cell is in every picture of its own side and of the GM, and in none of the others'."""
    start = await version(field)
    await moves(field, "Able squad")
    for who, knows in ((field.ivo, True), (field.gm, True), (field.ada, False), (field.zoe, False)):
        here = await seat(field, who)
        shown = replaying.frames(await replay.replayed(field.store, RULES, 1, start, here.version, here.viewer))
        assert len(shown) == 3
        assert {"Ghost cell" in {mark.label for mark in each.scene.units} for each in shown} == {knows}, who.name
        answer = await who.slash(field.thread, "replay", turn=1)
        assert "Able squad moves" in alt(answer)
        assert "Ghost" not in said(answer)


@pytest.mark.painted
async def test_a_replay_is_short_light_and_ends_with_the_live_map(field: World) -> None:
    await moves(field, "Able squad")
    await placed(field, "Mill cell", "D4")
    shown = await field.ivo.slash(field.thread, "replay", turn=1)
    assert shown.response is not None
    assert shown.response.ephemeral
    (file,) = shown.response.attachments
    data = await file.read()
    assert len(data) <= 1_000_000
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, picture.width) == ("WEBP", 780)
        frames, times = picture.n_frames, []
        for number in range(frames):
            picture.seek(number)
            picture.load()
            times.append(picture.info["duration"])
        assert picture.info["loop"] == 0
    assert 4 < frames <= 24, "the squad walks, it does not hop"
    assert sum(times) <= 12_000
    assert times[-1] == max(times)
    assert "Able squad moves" in alt(shown)
    assert "Mill cell" in alt(shown)


@pytest.mark.painted
async def test_words_in_an_animation_are_written() -> None:
    """The drawing program knows no other font than the bot's own."""
    paper = '<rect width="40" height="20" fill="white"/>'
    word = '<text x="2" y="15" font-size="14">Mill</text>'
    darkest: list[float] = []
    for drawn in (paper, paper + word):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{drawn}</svg>'
        with Image.open(io.BytesIO(await pictures.moving([pictures.Still(svg, 100)]))) as picture:
            darkest.append(picture.convert("L").getextrema()[0])  # type: ignore[arg-type]
    assert darkest[0] > 200
    assert darkest[1] < 60


async def test_the_last_picture_shows_the_table_as_the_map_does(field: World) -> None:
    start = await version(field)
    await moves(field, "Able squad")
    await placed(field, "Mill cell", "D4")
    here = await seat(field, field.ivo)
    seen = await replay.replayed(field.store, RULES, 1, start, here.version, here.viewer)
    shown = replaying.frames(seen)
    live = here.view.scene
    assert live is not None
    last = shown[-1].scene
    assert (last.board, last.units, last.markers, last.wrecks) == (live.board, live.units, live.markers, live.wrecks)
    moved = [{track.label for track in each.scene.changes.tracks} for each in shown if each.scene.changes]
    assert moved[-1] == {"Able squad", "Mill cell"}
    assert {"Able squad"} in moved
    assert {"Mill cell"} in moved


async def test_the_button_below_the_map_replays_since_ones_sides_last_sitting(field: World) -> None:
    await moves(field, "Able squad")
    seen = await field.ivo.slash(field.thread, "map")
    assert seen.response is not None
    assert "Replay" in labels(seen.response)
    shown = await field.ivo.click(seen.response, custom_id=ids_of(seen.response, "replay")[0])
    assert "As you saw it since your side's last sitting" in said(shown)
    assert shown.response is not None
    assert {"Map", "Catch up"} <= {*labels(shown.response)}


async def test_what_cannot_be_replayed_is_refused_with_what_can(field: World) -> None:
    assert "nothing happen" in refused(await field.zoe.slash(field.thread, "replay"))
    never = refused(await field.ada.slash(field.thread, "replay", turn=9))
    assert "There has been no turn 9 yet" in never
    assert "There is only turn 1 yet" in never


async def test_what_was_taken_back_is_in_no_replay(field: World) -> None:
    start = await version(field)
    await moves(field, "Able squad")
    viewer = Viewer("insurgents")
    before = await replay.replayed(field.store, RULES, 1, start, await version(field), viewer)
    await field.gm.slash(field.thread, "battle undo")
    after = await replay.replayed(field.store, RULES, 1, start, await version(field), viewer)
    assert len(after.moments) < len(before.moments)
    found = after.changed()
    assert found is not None
    assert "Able squad" not in {track.label for track in found.tracks}


async def test_the_post_that_hands_over_marks_what_everybody_saw(field: World) -> None:
    await moves(field, "Able squad")
    for _ in range(6):
        battle = await battles.load(field.store, 1)
        ask = battle.prompt.asks[0]
        if ask.side != "army":
            break
        await act(field.store, 1, ask.default, field.ada.id)
    await field.passes(seconds=30)
    maps = [part for post in field.posts() for part in text_of_galleries(post)]
    assert any("changed since the last post: " in words and "Able squad moved" in words for words in maps), maps


def text_of_galleries(post: Any) -> list[str]:
    return [item["description"] for part in components(post) if part.get("type") == 12 for item in part["items"]]


# ── From when on, and how many ────────────────────────────────────────────────────────────────────────────────────


def glances(count: int) -> replay.Replay:
    """A unit that goes an inch with each deed."""
    board = Board(40, 24)

    def scene(x: float) -> Scene:
        return Scene(board, (UnitMark("able", "Able", "blue", "friend", "#2a5d8f", x, 4.0),))

    moments = tuple(
        replay.Moment(number, f"Turn {number}", (), (Glance(scene(4.0 + number)),)) for number in range(1, count + 1)
    )
    return replay.Replay(View("Turn 1", scene=scene(4.0)), moments, View("Now", scene=scene(4.0 + count)))


@pytest.mark.parametrize(("deeds", "made"), [(1, 3), (12, 14), (60, 14)])
def test_many_deeds_share_pictures_and_none_is_left_out(deeds: int, made: int) -> None:
    """The table before, at most twelve of deeds, the table after; twelve seconds at most."""
    shown = replaying.frames(glances(deeds))
    assert len(shown) == made
    assert sum(each.milliseconds for each in shown) <= 12_000
    inches = 0.0
    for each in shown[1:-1]:
        assert each.scene.changes is not None
        (track,) = each.scene.changes.tracks
        inches += track.points[-1][0] - track.points[0][0]
    assert inches == deeds


def test_nothing_seen_is_no_replay() -> None:
    assert replaying.frames(glances(0)) == ()


def test_a_board_that_takes_long_to_draw_has_fewer_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board may cost 3,000 to draw: of 16,000 five, three of them of deeds."""
    monkeypatch.setattr(replaying, "effort", lambda *_: Effort(3000.0))
    assert len(replaying.frames(glances(60))) == 5


def entry(seq: int, side: str | None, *, secret: bool = False, absent: bool = False) -> Entry:
    by = ENGINE if side is None else Actor.player(side, absent=absent)
    events = (Event(audience=(side or "",)),) if secret else ()
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return Entry(seq, seq, EntryKind.ACTION, by, None, None, moment, "1", "{}", (), events)


def test_since_when_is_the_sides_sitting_before_this_one() -> None:
    done = [entry(2, "army"), entry(3, None), entry(4, "insurgents"), entry(5, "army"), entry(6, "army")]
    assert replay.last_answered(done, Viewer("army")) == 2
    assert replay.last_answered(done, Viewer("insurgents")) == 4
    assert replay.last_answered(done, PUBLIC) == 4
    assert replay.last_answered([*done, entry(7, "insurgents")], Viewer("army")) == 6
    assert replay.last_answered(done[:1], Viewer("army")) == 0


def test_neither_an_enemys_secret_nor_a_deadline_is_an_answer() -> None:
    """The enemy's sealed orders part no sitting of one's own from the next; who was silent has seen nothing."""
    sealed = [entry(2, "army"), entry(3, "insurgents", secret=True), entry(4, "army")]
    assert replay.last_answered(sealed, Viewer("army")) == 0
    assert replay.last_answered(sealed, PUBLIC) == 0
    assert replay.last_answered(sealed, Viewer("insurgents")) == 3
    late = [entry(2, "army"), entry(3, "insurgents"), entry(4, "army", absent=True), entry(5, "insurgents")]
    assert replay.last_answered(late, Viewer("army")) == 2


async def test_an_animation_that_stays_too_heavy_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: object) -> bytes:
        return b""

    monkeypatch.setattr(pictures, "_animated", nothing)
    with pytest.raises(pictures.NoPicture):
        await pictures.moving([pictures.Still("<svg/>", 100)])


def test_every_picture_of_a_replay_is_of_one_size() -> None:
    svgs = [still.svg for still in replaying._stills(replaying.frames(glances(3)), None)]
    assert len({svg.split('viewBox="')[1].split('"')[0] for svg in svgs}) == 1
    assert Changes().none
