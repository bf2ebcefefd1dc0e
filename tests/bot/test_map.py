"""/map and the places that are offered while one types: what the asker may see of the table, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from bot.commands.table import MapLook, frame_of, layers_of
from bot.reading.places import routes
from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.errors import Refusal
from rules.book_and_gun import RULES
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import View
from rules.table.board import Board, Feature
from rules.table.drawing import USUAL, Layer
from rules.table.scene import Scene, UnitMark
from tests.bot.opened import begun_with_a_ghost, once
from tests.bot.world import World, components, ids_of, options, refused, said, world

MILL = Feature("building", ((20.0, 12.0), (24.0, 12.0), (24.0, 16.0), (20.0, 16.0)), name="Old Mill", height=2.5)
STREET = Feature("road", ((0.0, 10.0), (36.0, 10.0)), name="Main Street", width=2.0)
BOARD = Board(36, 24, features=(MILL, STREET))


@pytest.fixture
async def field(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of the Book and Gun: a squad and a cell, and a second cell that lies hidden."""
    async with world(tmp_path, {"book-and-gun": RULES}) as made:
        await once(made, lambda: begun_with_a_ghost(made), "a ghost")
        yield made


def alt(result: InteractionResult) -> str:
    assert result.response is not None
    galleries = [part for part in components(result.response) if part.get("type") == 12]
    return " ".join(item["description"] for gallery in galleries for item in gallery["items"])


@pytest.mark.painted
async def test_the_map_is_for_the_askers_eyes_and_tells_in_words_what_it_shows(field: World) -> None:
    for who, knows in ((field.ada, False), (field.zoe, False), (field.ivo, True), (field.gm, True)):
        shown = await who.slash(field.thread, "map")
        assert shown.response is not None
        assert shown.response.ephemeral
        (picture,) = shown.response.attachments
        data = await picture.read()
        assert data.startswith(b"\x89PNG")
        assert len(data) < 8 * 1024 * 1024
        assert "Able squad" in alt(shown)
        words = alt(shown) + said(shown) + str(options(shown.response, "regard"))
        assert ("Ghost cell" in words) == knows, who.name


async def test_one_looks_closer_at_a_unit_and_turns_to_another(field: World) -> None:
    near = await field.ada.slash(field.thread, "map", where="Able squad", layers="ranges, sight", zoom=6.0)
    assert "near Able squad" in said(near)
    assert "shown:" in alt(near)
    assert "Mill cell" not in alt(near)
    assert near.response is not None
    picks = options(near.response, "regard")
    assert set(picks) == {"Mill cell"}
    turned = await field.ada.select(near.response, [picks["Mill cell"]], custom_id=ids_of(near.response, "regard")[0])
    assert "near Mill cell" in said(turned)
    assert turned.response is not None
    assert turned.response.id == near.response.id, "one map, changed in place"
    whole = await field.ada.click(turned.response, label="Whole table")
    assert "shown:" not in alt(whole)
    square = await field.zoe.slash(field.thread, "map", where="C3", layers="all")
    assert "near C3" in said(square)


async def test_a_hidden_unit_and_none_at_all_read_the_same(field: World) -> None:
    for who in (field.ada, field.zoe):
        hidden = refused(await who.slash(field.thread, "map", where="Ghost cell"))
        none = refused(await who.slash(field.thread, "map", where="Nosuch cell"))
        assert hidden.replace("Ghost", "Nosuch") == none
        for command, option in (("map", "where"), ("move", "to")):
            for typed in ("", "gh", "Ghost cell", "6in toward Gh", "6 "):
                offered = await who.autocomplete(field.thread, command, option, typed)
                assert "ghost" not in str([choice["name"] for choice in offered]).lower().replace(typed.lower(), "")
    seen = await field.ivo.autocomplete(field.thread, "map", "where", "gh")
    assert [choice["value"] for choice in seen] == ["Ghost cell"]


async def test_bad_wishes_are_refused_with_what_there_is(field: World) -> None:
    assert "ranges" in refused(await field.ada.slash(field.thread, "map", layers="heat"))
    assert "Zoom on what" in refused(await field.ada.slash(field.thread, "map", zoom=5.0))
    offered = await field.ada.autocomplete(field.thread, "map", "layers", "grid, sig")
    assert [choice["value"] for choice in offered] == ["grid, sight"]


@pytest.mark.parametrize("scrap", [",", ";", " , ; ", "then", "→", ".", "to"])
async def test_scraps_of_a_place_are_refused_and_completed_in_peace(field: World, scrap: str) -> None:
    refused(await field.ada.slash(field.thread, "map", where=scrap))
    unit = (await field.ada.autocomplete(field.thread, "move", "unit", ""))[0]["value"]
    await field.ada.autocomplete(field.thread, "move", "to", scrap, unit=unit)
    await field.ada.autocomplete(field.thread, "map", "where", scrap)
    assert not [line for line in field.log if line["log_level"] == "error"]


async def test_the_way_is_offered_with_its_length_while_it_is_typed(field: World) -> None:
    offered = await field.ada.autocomplete(field.thread, "move", "to", "north 4", unit="Able squad")
    assert "4.0 in to" in offered[0]["name"]
    assert offered[0]["value"] == "north 4"
    toward = await field.ada.autocomplete(field.thread, "move", "to", "6in toward Mi", unit="Able squad")
    assert "6in toward Mill cell" in [choice["value"] for choice in toward]
    assert len(await field.ada.autocomplete(field.thread, "move", "to", "")) == 25


# ── Without Discord ───────────────────────────────────────────────────────────────────────────────────────────────


def mark(ref: str, label: str, x: float, y: float, facing: float = 0.0) -> UnitMark:
    return UnitMark(ref, label, "army", "friend", "#336699", x, y, facing)


SCENE = Scene(BOARD, (mark("u1", "Able", 10, 2), mark("u2", "Baker", 30, 2), mark("u3", "Baker", 4, 20)))


def values(typed: str, mover: str = "") -> list[str]:
    return [value for _, value in routes(View("", scene=SCENE), typed, mover)]


def test_names_are_completed_at_the_end_of_a_route() -> None:
    assert "along Main Street to Old Mill" in values("along Main Street to Ol", "Able")
    assert "C2 then Old Mill" in values("C2 then old")
    assert "6in toward Able" in values("6in")
    assert "6in north-east" in values("6in")


def test_floors_and_roofs_are_completed_where_the_book_has_them() -> None:
    scene = replace(SCENE, levels=(("roof of Old Mill", (10.0, 10.0)), ("1st floor of Old Mill", (10.0, 10.0))))
    assert [value for _, value in routes(View("", scene=scene), "roof")] == ["roof of Old Mill"]
    assert "C2 then roof of Old Mill" in [value for _, value in routes(View("", scene=scene), "C2 then ro")]
    assert "roof of Old Mill" not in values("roof")


def test_units_of_one_name_are_told_apart_by_reference() -> None:
    assert {"u2", "u3"} <= set(values(""))
    assert "Baker" not in values("")


def test_the_nearest_squares_come_first() -> None:
    squares = [value for value in values("", "Able") if value[1:].isdigit() and value[0].isupper()]
    assert squares[0] == "C1"


def test_layers_are_read_as_given() -> None:
    assert layers_of("") == USUAL
    assert layers_of("all") == set(Layer)
    assert layers_of(" Ranges , sight") == {Layer.RANGES, Layer.SIGHT}
    with pytest.raises(Refusal):
        layers_of("ranges, heat")


def test_a_map_is_zoomed_on_units_places_and_routes() -> None:
    frame = frame_of(SCENE, MapLook("Able", reach=4.0))
    assert frame is not None
    assert (frame.west, frame.south, frame.east, frame.north) == (6, 0, 14, 8)
    assert frame_of(SCENE, MapLook()) is None
    mill = frame_of(SCENE, MapLook("Old Mill", reach=3.0))
    assert mill is not None
    assert mill.holds((22, 14), 0.0)
    with pytest.raises(RuleViolation):
        frame_of(SCENE, MapLook("Nowhere"))


# ── Moving by reference ───────────────────────────────────────────────────────────────────────────────────────────


async def to_place(field: World, text: str) -> tuple[MemberActor, InteractionResult]:
    """The player whose turn it is writes where a unit shall go, on the panel's form."""
    (info,) = await battles.of_campaign(field.store, 1)
    battle = await battles.load(field.store, info.id)
    who = field.ada if battle.prompt.asks[0].side == "army" else field.ivo
    panel = await who.slash(field.thread, "now")
    if picks := options(panel.response, "pick"):
        ref = next(ref for ref in picks.values() if battle.state.unit(ref).concealed is False)
        panel = await who.select(panel.response, [ref], custom_id=ids_of(panel.response, "pick")[0])
    form = await who.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    assert form.modal is not None
    return who, await who.submit_modal(form, {"to": text})


async def version(field: World) -> int:
    (info,) = await battles.of_campaign(field.store, 1)
    return info.version


@pytest.mark.painted
async def test_a_move_is_shown_with_its_way_and_ends_before_it_is_made(field: World) -> None:
    before = await version(field)
    who, shown = await to_place(field, "forward 5")
    assert await version(field) == before, "nothing is done yet"
    assert shown.response is not None
    for words in ("forward 5", "gets all the way", "ends in", "way 5 in", "on average"):
        assert words in said(shown), said(shown)
    assert "plan" in alt(shown)
    (picture,) = shown.response.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    await field.restart()
    done = await who.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
    assert "✔" in said(done)
    assert await version(field) > before
    await field.agrees(1)


async def test_one_may_think_better_of_it(field: World) -> None:
    before = await version(field)
    who, shown = await to_place(field, "forward 3; forward 2")
    again = await who.click(shown.response, label="Something else")
    assert "Advance" in said(again)
    assert await version(field) == before


async def test_a_way_longer_than_a_button_holds_is_confirmed_as_well_after_a_restart(field: World) -> None:
    text = "; ".join(["forward 0.5"] * 14 + ["left 1"])
    assert len(text) > 150
    who, shown = await to_place(field, text)
    await field.restart()
    before = await version(field)
    done = await who.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
    assert "✔" in said(done)
    assert await version(field) > before


async def by_command(field: World, **given: str) -> tuple[MemberActor, InteractionResult]:
    """The player whose turn it is gives /move."""
    (info,) = await battles.of_campaign(field.store, 1)
    battle = await battles.load(field.store, info.id)
    ask = battle.prompt.asks[0]
    who = field.ada if ask.side == "army" else field.ivo
    unit = next(ref for ref in ask.units if battle.state.unit(ref).concealed is False)
    return who, await who.slash(field.thread, "move", unit=unit, **given)


async def test_a_move_given_as_a_command_is_shown_first_too(field: World) -> None:
    before = await version(field)
    who, shown = await by_command(field, to="forward 4")
    assert await version(field) == before
    assert shown.response is not None
    assert shown.response.ephemeral
    for words in ("forward 4", "gets all the way", "way 4 in"):
        assert words in said(shown), said(shown)
    assert "plan" in alt(shown)
    await field.restart()
    press = ids_of(shown.response, "go")[0]
    twice = [field.pressed(who, shown.response, press) for _ in range(2)]
    await field.deliver(*twice)
    async with field.store.reading() as session:
        entries = await journal.entries(session, RULES, 1)
    orders = [entry for entry in entries if entry.seq > before and "forward 4" in entry.intent]
    assert len(orders) == 1, "a double click goes once"
    await field.agrees(1)


async def test_another_way_is_shown_in_its_place(field: World) -> None:
    who, shown = await by_command(field, to="forward 4", inches=3.0)
    await field.restart()
    form = await who.click(shown.response, custom_id=ids_of(shown.response, "way")[0])
    assert form.modal is not None
    before = await version(field)
    other = await who.submit_modal(form, {"to": "forward 2; right 1"})
    assert "forward 2; right 1" in said(other)
    assert await version(field) == before
    done = await who.click(other.response, custom_id=ids_of(other.response, "go")[0])
    assert "✔" in said(done)
    assert await version(field) > before


async def test_a_command_may_be_let_be_and_nobody_else_can_give_it(field: World) -> None:
    before = await version(field)
    who, shown = await by_command(field, to="forward 4")
    other = field.ivo if who is field.ada else field.ada
    assert shown.response is not None
    stolen = field.pressed(other, shown.response, ids_of(shown.response, "go")[0])
    await field.deliver(stolen)
    assert "do not command" in refused(stolen.result)
    dropped = await who.click(shown.response, label="Cancel")
    assert "Nothing was done" in said(dropped)
    assert await version(field) == before


async def test_an_order_that_was_overtaken_is_shown_anew_and_not_given(field: World) -> None:
    who, shown = await by_command(field, to="forward 4")
    _, first = await by_command(field, to="forward 1")
    await who.click(first.response, custom_id=ids_of(first.response, "go")[0])
    before = await version(field)
    stale = await who.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
    assert "out of date" in said(stale) or "no longer kept" in said(stale), said(stale)
    assert await version(field) == before


async def test_a_place_that_cannot_be_read_is_refused_before_anything(field: World) -> None:
    _, shown = await to_place(field, "somewhere nice")
    assert "othing has changed" in said(shown)
