"""Red Actions through the bot: charges over a restart, deadlines, orders for a whole turn, a unit raised step by step,
the roster after a battle, the commands of the book on Discord and in the shell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from simcord import InteractionResult

from bot.actions.verbs import groups
from bot.main import main
from rules.red_actions import RULES
from rules.red_actions.knowledge import may_see
from rules.red_actions.state import State
from rules.red_actions.units import Concealment
from rules.seam.viewing import Viewer
from tests.bot.red_front import MEADOW, WOODS, does, field_of, fought, panel_of, ready
from tests.bot.test_groups import no_choices, nothing, sent
from tests.bot.world import World, components, ids_of, labels, said, text_of, world

RED = Viewer(side="attacker")


@pytest.mark.rule("RA-seq.2", "RA-def.officer.draw.1", "RA-R05")
async def test_a_token_is_kept_by_a_button(tmp_path: Path) -> None:
    """Soviets draw two; what is not kept goes back into the cup."""
    async with fought(tmp_path, WOODS) as front:
        (drawn,) = [each for each in (await field_of(front)).state.drawn if each.side == "attacker"]
        assert len(drawn.tokens) == 2
        prompt = front.prompt()
        done = await front.ada.click(prompt, custom_id=ids_of(prompt, "quick")[1])
        assert "✔" in said(done)
        state = (await field_of(front)).state
        assert state.officer(drawn.officer).token == drawn.tokens[1]
        assert [each for each in state.drawn if each.side == "attacker"] == []
        assert [entry for entry in state.cup if entry.endswith(f":{drawn.tokens[1]}")]
        # Who has chosen is not asked twice.
        again = await front.ada.slash(front.thread, "keep-token", officer=drawn.officer, token=1)
        assert "othing has changed" in said(again)


CHARGED, FIRST = 1, 4
"""Luck by which the attackers reach whom they charge, and by which they act first."""


async def charged(folder: Path, restart: bool) -> State:
    """First company charges, the bot dies perhaps while the question is open, and Meadow company stands by a button."""
    async with fought(folder, MEADOW, CHARGED) as front:
        await ready(front)
        if (await field_of(front)).state.segment.side == "defender":
            await does(front, front.ivo, "stand", unit="Far company")
        await does(front, front.ada, "charge", unit="First company", target="Meadow company")
        question = (await field_of(front)).state.question
        assert question is not None
        assert (question.kind, question.side) == ("charged", "defender")
        prompt = front.prompt()
        assert "First company charges Meadow company. What now?" in text_of(prompt)
        stand = labels(prompt).index("Stand and fight") - labels(prompt).index("Stand and fire")
        if restart:
            await front.restart()
            assert (await field_of(front)).state.question == question
        done = await front.ivo.click(prompt, custom_id=ids_of(prompt, "quick")[stand])
        assert "✔" in said(done), said(done)
        state = (await field_of(front)).state
        assert state.question is None or state.question.key != question.key
        await front.agrees(1)
        return state


@pytest.mark.rule("RA-R80", "RA-preempt.charged")
async def test_a_restart_in_the_middle_of_a_charge_changes_no_die(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    assert await charged(whole, restart=False) == await charged(broken, restart=True)


@pytest.mark.rule("RA-R186")
async def test_a_side_that_is_away_rests(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        state = (await field_of(front)).state
        away = state.segment.side
        await front.passes(hours=50)
        state = (await field_of(front)).state
        assert "did not answer in time" in "\n".join(front.texts())
        assert state.resting == (away,)
        assert state.turn == 1
        # The other side acts with both its units; nothing of the absent side's is asked any more in this turn.
        who, names = (
            (front.ivo, ("Meadow company", "Far company"))
            if away == "attacker"
            else (front.ada, ("First company", "Second company"))
        )
        for name in names:
            await does(front, who, "stand", unit=name)
        state = (await field_of(front)).state
        assert state.turn == 2
        assert all(unit.acted == 1 for unit in state.units)
        assert state.resting == ()
        await front.agrees(1)


@pytest.mark.rule("RA-action.one")
async def test_orders_by_their_panel_play_a_whole_turn(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW.replace("[14, 12]", "[4, 4]")) as front:
        await ready(front)
        for who in (front.ada, front.ivo):
            assert (await field_of(front)).state.turn == 1
            panel = await who.click(front.prompt(), custom_id=ids_of(front.prompt(), "orders")[0])
            shoot = next(one for one in ids_of(panel_of(panel), "letter-plan") if one.endswith(":shoot"))
            written = await who.click(panel_of(panel), custom_id=shoot)
            given = await who.click(panel_of(written), custom_id=ids_of(panel_of(written), "letter-send")[0])
            assert "✔" in said(given), said(given)
        state = (await field_of(front)).state
        assert state.turn == 2
        assert all(unit.acted == 1 for unit in state.units)
        await front.agrees(1)


# ── Rosters ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def bought(front: World, shown: InteractionResult, title: str) -> InteractionResult:
    """Choose the option of that title from whichever select has it."""
    for part in components(panel_of(shown)):
        for option in part.get("options", []):
            if option["label"] == title:
                return await front.ada.select(panel_of(shown), [option["value"]], custom_id=part["custom_id"])
    raise AssertionError(f"{title} is not offered: {said(shown)}")


@pytest.mark.rule("RA-def.unit.1")
async def test_a_unit_is_raised_step_by_step(tmp_path: Path) -> None:
    """Three bases of Red Regulars at 7 points are 21; one is taken back, 14 are paid."""
    async with world(tmp_path, {"red-actions": RULES}) as front:
        await front.gm.slash(front.channel, "campaign create", name="Far away")
        await front.ada.slash(front.channel, "campaign join", side="attacker")
        posted = len(front.texts(front.channel))
        shown = await front.ada.slash(front.channel, "unit draft", kind="own-soviet", name="Tver company")
        assert "dice have been rolled" not in said(shown), "nothing is rolled"
        assert len(front.texts(front.channel)) == posted
        assert "**0 points spent**, without a limit" in said(shown)
        if picks := ids_of(panel_of(shown), "draft-pick"):
            shown = await front.ada.select(panel_of(shown), ["1"], custom_id=picks[0])
        for _ in range(3):
            shown = await bought(front, shown, "Red Regulars")
        assert "21" in said(shown)
        shown = await front.ada.click(panel_of(shown), custom_id=ids_of(panel_of(shown), "draft-undo")[0])
        assert "Taken back" in said(shown)
        shown = await front.ada.click(panel_of(shown), custom_id=ids_of(panel_of(shown), "draft-whole")[0])
        assert "Raise the unit…" in labels(panel_of(shown))
        form = await front.ada.click(panel_of(shown), custom_id=ids_of(panel_of(shown), "draft-raise")[0])
        done = await front.ada.submit_modal(form, {"name": ""})
        assert "✔ Raised." in said(done)
        assert "**14** points spent" in front.texts(front.channel)[-1]
        assert "Upgrades" not in front.texts(front.channel)[-1]
        assert "Tver company" in said(await front.ada.slash(front.channel, "unit roster", unit="Tver company"))


@pytest.mark.rule("RA-R226")
async def test_the_roster_after_a_battle_tells_what_became_of_officers_and_bases(tmp_path: Path) -> None:
    """Who falls is wounded until the roll is called; then a 1 to 3 is his death. A base lost is twenty men of forty."""
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        (officer,) = [each for each in (await field_of(front)).state.officers if each.unit == "u1"]
        await does(front, front.gm, "kill", figure=officer.id, reason="a shell")
        await does(front, front.gm, "wound", unit="First company", what="base", reason="a shell")
        await front.gm.slash(front.thread, "battle end", reason="nightfall")
        rolled = re.search(r"is (killed|wounded) \(a (\d)\)", "\n".join(front.texts()))
        assert rolled is not None
        sheet = said(await front.ada.slash(front.channel, "unit roster", unit="First company"))
        assert (rolled[1] == "killed") == (int(rolled[2]) <= 3)
        fate = rolled[1]
        assert {"killed": "0/1 fit", "wounded": "wounded"}[fate] in sheet
        assert {"killed": "(K)", "wounded": "(W)"}[fate] in sheet
        assert "20/40 men" in sheet
        assert "(-20)" in sheet


# ── Commands ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_commands_of_the_book_keep_discords_limits() -> None:
    bodies = sent(groups(RULES, nothing, no_choices))
    assert bodies[0]["name"] == "ra"
    leaves = 0
    for body in bodies:
        rooms = [each for each in body["options"] if each["type"] == 2]
        commands = [each for level in (body, *rooms) for each in level["options"] if each["type"] == 1]
        assert all(1 <= len(level["options"]) <= 25 for level in (body, *rooms))
        assert all(len(command.get("options") or []) <= 25 for command in commands)
        leaves += len(commands)
    assert leaves > 50


def test_the_book_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    """Five bases of Red Regulars fire with 2 each at close range: 10, which is column 5; a 9 there is 2 x Ter."""
    facts = ("--firer", "red-regulars", "--target", "red-regulars", "--bases", "5", "--range", "6")
    assert main(["resolve", "red-actions", "shoot", *facts, "--chance", "d6:4,d6:5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["outcome"]["total"], found["outcome"]["column"], found["outcome"]["result"]) == (10, 5, "2 x Ter")
    assert main(["chart", "red-actions", "--json"]) == 0
    charts = json.loads(capsys.readouterr().out)["charts"]
    assert "shooting" in " ".join(chart["name"] for chart in charts)
    assert main(["chart", "red-actions", charts[0]["name"]]) == 0
    assert charts[0]["title"] in capsys.readouterr().out
    assert main(["rulings", "red-actions", "--json"]) == 0
    rulings = json.loads(capsys.readouterr().out)
    assert "RA-R186" in json.dumps(rulings)


@pytest.mark.rule("RA-seq.3", "RA-ambush.place")
async def test_a_typed_number_unmasks_nobody(tmp_path: Path) -> None:
    """Every number of the garrison, typed for a charge, for fire and in orders, reads like one that nobody has; so does
    the name of who lies in ambush as a place. Nothing of it is posted."""
    async with fought(tmp_path, WOODS, FIRST) as front:
        for drawn in (await field_of(front)).state.drawn:
            who = front.ada if drawn.side == "attacker" else front.ivo
            await does(front, who, "keep-token", officer=drawn.officer, token=1)
        await ready(front)
        state = (await field_of(front)).state
        hidden = [unit.id for unit in state.units if unit.side == "defender" and not may_see(state, RED, unit.id)]
        assert {state.unit(ref).hidden for ref in hidden} >= {Concealment.AMBUSH, Concealment.MARKER}
        before = front.texts()
        for verb, options in (
            ("charge", {"unit": "First company", "target": "{}"}),
            ("fire", {"unit": "First company", "target": "{}"}),
            ("give-orders", {"first": "fire at", "target": "{}"}),
        ):
            answers: dict[str, str] = {}
            for ref in (*hidden, "u99"):
                asked = {name: word.format(ref) for name, word in options.items()}
                answers[ref] = said(await front.ada.slash(front.thread, verb, **asked))
            for ref in hidden:
                assert answers[ref] == answers["u99"].replace("u99", ref), (verb, ref)
        toward = [
            said(await front.ada.slash(front.thread, "move", unit="First company", path=f"2in toward {name}"))
            for name in ("Qazwsx company", "Nobodys company")
        ]
        assert toward[0] == toward[1].replace("Nobodys", "Qazwsx")
        assert "There is no place" in toward[0]
        assert front.texts() == before
