"""What everybody reads of a question, in battles in which somebody hidden is asked: the prompt, what it becomes when it
is answered, what the deadline does, a reminder, what the enemy is told when he looks. His own panel has it all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.pictures import pictures
from campaigns.battle.battles import StandingBattle
from tests.bot.red_front import WOODS, does, field_of, fought, panel_of
from tests.bot.test_red_actions_secrets import betrayed, kept, laid, public, strangers, unknown
from tests.bot.test_secrecy import CELLS, Spy, all_of, battle, set_up
from tests.bot.test_secrecy import field_of as field_of_cells
from tests.bot.world import World, components, ids_of, labels, said, text_of
from tests.campaigns.behind import act


async def enemies_looks(made: World) -> list[str]:
    """What the other side and a bystander find out by looking."""
    commands = ("now", "catchup", "status", "orders")
    return [all_of(await who.slash(made.thread, one)) for one in commands for who in (made.ada, made.zoe)]


async def alone_at_marker(front: World) -> None:
    """All have acted but the company at marker 3, which nobody has made out."""
    await kept(front)
    await laid(front)
    for _ in range(12):
        (ask,) = (await field_of(front)).prompt.asks
        if ask.side == "defender" and len(ask.units) == 1:
            break
        who, spared = (front.ada, "") if ask.side == "attacker" else (front.ivo, "Edcrfv company")
        now = await field_of(front)
        name = next(unit.name for unit in map(now.state.unit, ask.units) if unit.name != spared)
        await does(front, who, "stand", unit=name)
    assert [unit.name for unit in waiting(await field_of(front))] == ["Edcrfv company"]


def waiting(now: StandingBattle) -> list[object]:
    return [now.state.unit(ref) for ask in now.prompt.asks for ref in ask.units]


@pytest.mark.rule("RA-seq.3", "RA-seq.dummy")
async def test_red_actions_asks_a_marker_without_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "png", Spy().png)
    async with fought(tmp_path, WOODS) as front:
        await alone_at_marker(front)
        words = unknown(await field_of(front))
        assert "Edcrfv company" in words
        prompt = front.prompt()
        assert "**Second Army** · Turn 1: which unit acts?" in text_of(prompt)
        assert "; then: stand" in text_of(prompt)
        assert [label for label in labels(prompt) if "unit" in label] == ["Choose a unit …"]
        assert "Reminded" in said(await front.gm.slash(front.thread, "gm remind"))
        assert not betrayed(words, (*public(front), *strangers(front), *await enemies_looks(front)))

        # His own panel names it, at the first click.
        opened = await front.ivo.click(prompt, custom_id=ids_of(prompt, "open")[0])
        assert "Edcrfv company acts." in said(opened)
        # Its segment begins by something that everybody sees of the marker.
        await does(front, front.ivo, "turn", unit="Edcrfv company", facing=270)
        prompt = front.prompt()
        assert "**Second Army** · Marker 3: What now?" in text_of(prompt)
        assert not ids_of(prompt, "quick"), "what may be answered would tell"
        assert not betrayed(words, (*public(front), *strangers(front), *await enemies_looks(front)))
        own = await front.ivo.click(prompt, custom_id=ids_of(prompt, "open")[0])
        assert "Edcrfv company: What now?" in said(own)
        assert ids_of(panel_of(own), "do"), "all that it may do stands there at the first click"

        # Nobody answers: the deadline does it, and the answered question stands no more.
        await front.passes(days=9)
        assert (await field_of(front)).state.turn > 1 or (await field_of(front)).info.result is not None
        assert not betrayed(unknown(await field_of(front)) & words, (*public(front), *strangers(front)))
        struck = "\n".join(front.texts())
        assert "⌛ **Second Army** did not answer in time" in struck
        assert "Marker 3: What now?" not in struck
        assert not betrayed(unknown(await field_of(front)) & words, await enemies_looks(front))


async def to_a_joker(made: World) -> set[str]:
    """Everybody holds until a red joker asks for one of the cells, a concealed one among them; whom it may fall on."""
    for _ in range(400):
        now = await field_of_cells(made)
        ask, units = now.prompt.asks[0], {unit for unit in now.state.units if unit.id in now.prompt.asks[0].units}
        if ask.key.endswith(":joker") and ask.side == "insurgents" and any(unit.concealed for unit in units):
            return {unit.name for unit in units}
        who = made.ada if ask.side == "army" else made.ivo
        await act(made.store, 1, ask.default, who.id, side=ask.side)
    raise AssertionError("no red joker among all these cards")


@pytest.mark.rule("BG-X.1.13", "BG-VI.3.3")
async def test_a_joker_names_no_concealed_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "png", Spy().png)
    async with battle(tmp_path, {"concealment": "insurgents"}) as made:
        await set_up(made)
        names = await to_a_joker(made)
        await made.passes(minutes=2)
        hidden = names & {*CELLS[:2]}
        prompt = made.prompt()
        assert "name the unit that it falls on" in text_of(prompt)
        assert "; then: it falls on one of them" in text_of(prompt)
        # A cell in the open may be named in the channel, the others on their player's panel alone.
        assert {label for label in labels(prompt) if label in CELLS} == names - hidden
        assert "Choose a unit …" in labels(prompt)
        assert "Reminded" in said(await made.gm.slash(made.thread, "gm remind"))
        looked = [*told(made), *await enemies_looks(made)]
        assert not [text for name in hidden for text in looked if name in text]

        opened = await made.ivo.click(prompt, custom_id=ids_of(prompt, "open")[-1])
        panel = panel_of(opened)
        assert names <= {*labels(panel)}
        quick = dict(zip((label for label in labels(panel) if label in CELLS), ids_of(panel, "quick"), strict=True))
        await made.ivo.click(panel, custom_id=quick[min(hidden)])
        looked = [*told(made), *await enemies_looks(made)]
        assert not [text for name in hidden for text in looked if name in text]


def told(made: World) -> list[str]:
    return [str(part) for message in made.posts() for part in components(message)]
