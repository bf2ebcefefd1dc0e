"""All kinds of unit can be chosen, army by army and in pages; labels and default names say nothing twice."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.unit_choosing import armies, kinds_for
from bot.post.summaries import element_line
from rules.infantry_action import RULES as INFANTRY
from rules.red_actions import RULES as RED
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from tests.bot.red_front import panel_of
from tests.bot.world import components, ids_of, labels, options, said, text_of, world


@pytest.mark.parametrize("rules", [INFANTRY, RED], ids=["infantry-action", "red-actions"])
async def test_every_kind_of_a_side_is_on_some_page(tmp_path: Path, rules: AnyRuleSet) -> None:
    async with world(tmp_path, {rules.key: rules}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Far away")
        await made.ada.slash(made.channel, "campaign join", side="attacker")
        first = panel_of(await made.ada.slash(made.channel, "unit raise"))
        nations = options(first, "raise-army")
        known = armies(kinds_for(rules, "attacker"))
        assert [nation for nation in nations if nation in {each for _, each in known}] == [each for _, each in known]
        found: set[str] = set()
        for value in nations.values():
            shown = panel_of(await made.ada.select(first, [value], custom_id=ids_of(first, "raise-army")[0]))
            while True:
                found |= set(options(shown, "raise-kind").values())
                assert not any(f"({nation})" in label for label in options(shown, "raise-kind") for _, nation in known)
                if "More ▶" not in labels(shown):
                    break
                more = next(one for one in components(shown) if one.get("label") == "More ▶")["custom_id"]
                shown = panel_of(await made.ada.click(shown, custom_id=more))
            back = next(one for one in components(shown) if one.get("label") == "◀ Armies")["custom_id"]
            first = panel_of(await made.ada.click(shown, custom_id=back))
        assert found == {kind.key for kind in rules.forces.organisations if kind.is_for("attacker")}


async def test_a_chosen_kind_is_raised_and_called_plainly(tmp_path: Path) -> None:
    async with world(tmp_path, {"infantry-action": INFANTRY}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Far away")
        await made.ada.slash(made.channel, "campaign join", side="attacker")
        offered = await made.ada.autocomplete(made.channel, "unit raise", "kind", "")
        assert any(each["name"].startswith("Germany 1944 … ") for each in offered), "armies, not the first 25 kinds"
        shown = panel_of(await made.ada.slash(made.channel, "unit raise", kind="Britain 1944"))
        assert "**Britain 1944**" in text_of(shown)
        done = await made.ada.select(shown, ["gb44-section"], custom_id=ids_of(shown, "raise-kind")[0])
        assert "✔ Raised." in said(done)
        assert "Rifle section 1" in said(done)
        assert "(Britain 1944) 1" not in said(done)


async def test_a_form_raises_a_listed_kind_under_a_name_of_ones_own_after_a_restart_too(tmp_path: Path) -> None:
    async with world(tmp_path, {"infantry-action": INFANTRY}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Far away")
        await made.ada.slash(made.channel, "campaign join", side="attacker")
        shown = panel_of(await made.ada.slash(made.channel, "unit raise", kind="Britain 1944"))
        listed = set(options(shown, "raise-kind").values())
        await made.restart()
        form = await made.ada.click(shown, custom_id=ids_of(shown, "raise-form")[0])
        done = await made.ada.submit_modal(form, {"kind": ["gb44-section"], "name": "The Diehards"})
        assert "gb44-section" in listed
        assert "The Diehards" in said(done)
        unnamed = await made.ada.click(shown, custom_id=ids_of(shown, "raise-form")[0])
        assert "Rifle section" in said(await made.ada.submit_modal(unnamed, {"kind": ["gb44-section"], "name": ""}))


@pytest.mark.parametrize("book", rule_sets())
def test_titles_and_default_names_do_not_repeat_the_army(book: str) -> None:
    for kind in rule_sets()[book].forces.organisations:
        assert f"({kind.nation})" not in kind.kind_title
        assert kind.called
        assert "(" not in kind.called
        assert "," not in kind.called


@pytest.mark.parametrize(
    ("status", "harm", "line"),
    [
        ("fit", "", "` 6` Old Ironsides, HMMV with M2 · driver Kay"),
        (
            "damaged",
            "RPG, major damage",
            "` 6` Old Ironsides, HMMV with M2 · **damaged** (RPG, major damage) · driver Kay",
        ),
        ("destroyed", "", "` 6` Old Ironsides, HMMV with M2 · **destroyed** · driver Kay"),
    ],
)
def test_a_line_of_a_vehicle_says_how_it_is_by_what_and_who_is_in_it(status: str, harm: str, line: str) -> None:
    kay = SimpleNamespace(number=1, holder=SimpleNamespace(family="Kay"))
    thing = SimpleNamespace(name="Old Ironsides", role="HMMV with M2", status=status, men=0, men_left=0, excused=False)
    thing.standing = SimpleNamespace(harm=harm)
    slot: Any = SimpleNamespace(number=6, holder=thing, crew=(("driver", 1), ("gunner", 2)))
    unit: Any = SimpleNamespace(slots=(kay, SimpleNamespace(number=2, holder=None)))
    assert element_line(unit, slot) == line
