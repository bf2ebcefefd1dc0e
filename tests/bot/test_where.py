"""Where to: chosen from a list of what the board has, on the panel of whoever may go somewhere."""

from __future__ import annotations

from pathlib import Path

from bot.panels.where import DIRECTIONS, place_field, places_to_choose
from bot.reading.places import surroundings
from campaigns.battle import battles
from campaigns.battle.battles import sit
from rules.kernel.action import SideId
from rules.table.reference import place
from tests.bot.red_front import WOODS, field_of, fought, panel_of, ready
from tests.bot.test_red_actions_secrets import kept
from tests.bot.world import Person, World, ids_of, options, said


async def test_the_list_has_names_of_this_board_the_nearest_cover_and_eight_directions(tmp_path: Path) -> None:
    async with fought(tmp_path, WOODS) as front:
        who, unit, side = await _asked(front)
        seat = await sit(front.store, 1, who.id)
        found = places_to_choose(seat.view.scene, unit, ())
        values = [value for _, value, _ in found]
        assert {"Fir wood", "Oak wood", "Mill"} <= set(values)
        assert [value for value in values if value in DIRECTIONS] == list(DIRECTIONS)
        assert any(label.startswith("Nearest cover: ") for label, _, _ in found)
        assert len(found) <= 25
        scene = seat.view.scene
        assert scene is not None
        for value in values[:-8]:
            place(value, surroundings(scene, unit))
        hidden = "Qazwsx company" if side == "attacker" else "Second company"
        assert (hidden in values) is (side != "attacker"), "whom the viewer does not know is on no list"


async def test_a_place_chosen_from_the_list_leads_to_the_preview(tmp_path: Path) -> None:
    async with fought(tmp_path, WOODS) as front:
        who, unit, side = await _asked(front)
        prompt = front.prompt()
        if ids_of(prompt, "pick") and unit in options(prompt, "pick").values():
            shown = await who.select(prompt, [unit], custom_id=ids_of(prompt, "pick")[0])
        else:
            opened = await who.click(prompt, custom_id=ids_of(prompt, "open")[0])
            shown = await who.select(panel_of(opened), [unit], custom_id=ids_of(panel_of(opened), "pick")[0])
        panel = panel_of(shown)
        going = [offer for offer in await (await field_of(front)).offers(side, unit) if place_field(offer)]
        assert going
        assert "north" in options(panel, "where").values()
        before = (await battles.load(front.store, 1)).info.version
        chosen = await who.select(panel, ["north"], custom_id=ids_of(panel, "where")[0])
        if len(going) > 1:
            assert "**north**: how does it go there?" in said(chosen)
            chosen = await who.click(panel_of(chosen), custom_id=ids_of(panel_of(chosen), "where")[0])
        assert ids_of(panel_of(chosen), "go"), said(chosen)
        assert (await battles.load(front.store, 1)).info.version == before, "nothing is done before the yes"


async def _asked(front: World) -> tuple[Person, str, SideId]:
    """Who is asked in the first turn, with the first unit that may move."""
    await kept(front)
    await ready(front)
    (ask,) = (await field_of(front)).prompt.asks
    for unit in ask.units:
        if any(place_field(offer) for offer in await (await field_of(front)).offers(ask.side, unit)):
            return (front.ada if ask.side == "attacker" else front.ivo), unit, ask.side
    raise AssertionError("nobody may go anywhere")
