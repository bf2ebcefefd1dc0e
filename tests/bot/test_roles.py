"""Armies last, who attacks is the battle's: battles in a row with the roles swapped, by options, selects and panels."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import InteractionResult, ResponseMessage
from sqlmodel import select

from bot.site import writing
from campaigns.battle import battles
from campaigns.battle.frame import giving_roles
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.scenario import scenarios
from campaigns.story.reader import ChronicleReader
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import CareerFact, FactKind, Figure
from rules.red_actions import RULES
from rules.red_actions.state import State
from rules.seam.viewing import Viewer
from tests.bot.red_front import MEADOW
from tests.bot.world import World, ids_of, options, refused, said, text_of, world

REDS, WHITES = "attacker", "defender"
"""The armies' keys: what each is where nobody says otherwise."""
BRIEFED = MEADOW.replace("name: Column\n", "name: Column\n    briefing: Take the farm.\n").replace(
    "name: Garrison\n", "name: Garrison\n    briefing: Hold the farm.\n"
)


@pytest.fixture
async def don(tmp_path: Path) -> AsyncIterator[World]:
    """Reds and Whites of Red Actions, a company each."""
    async with world(tmp_path, {"red-actions": RULES}) as made:
        await made.gm.slash(made.channel, "campaign create", name="The Don", sides="Reds, Whites")
        await made.ada.slash(made.channel, "campaign join", side="Reds")
        await made.ivo.slash(made.channel, "campaign join", side="Whites")
        yield made


async def raise_both(don: World) -> None:
    await don.ada.slash(don.channel, "unit raise", kind="soviet-red-regulars-4", name="First company")
    await don.ivo.slash(don.channel, "unit raise", kind="white-white-volunteers-4", name="Second company")


def panel(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None, said(result)
    return result.response


async def chosen(don: World, shown: ResponseMessage, what: str, label: str) -> InteractionResult:
    values = options(shown, what)
    return await don.gm.select(shown, [values[label]], custom_id=ids_of(shown, what)[0])


async def state(don: World, number: int) -> State:
    return (await battles.load(don.store, number)).state


async def roles(don: World, number: int) -> dict[str, str]:
    """By the army's name what it is in a battle that has begun."""
    return {side.name: side.plays for side in (await state(don, number)).sides}


async def test_three_battles_with_the_roles_swapped_are_one_career(don: World) -> None:
    await raise_both(don)

    # The first as usual; the posts say who is what, by the armies' names.
    opened = await don.gm.slash(don.channel, "battle open", board="none", title="One")
    assert "Attacker: **Reds**, defender: **Whites**" in said(opened)
    assert any("Attacker: **Reds**, defender: **Whites**" in text for text in don.texts())
    await don.gm.slash(don.channel, "battle cancel")
    await don.gm.slash(don.channel, "battle begin", title="First", anyway=True)
    assert await roles(don, 2) == {"Reds": "attacker", "Whites": "defender"}
    assert (await state(don, 2)).deployed == ()
    await don.ivo.slash(don.thread, "deployed")
    assert (await state(don, 2)).deployed == (WHITES,), "the defender places his troops first (RA-seq.3)"
    await don.gm.slash(don.thread, "battle end", winner="Reds", reason="dusk")

    # The second: the beaten garrison counter-attacks.
    await don.gm.slash(
        don.channel, "battle begin", title="Second", roles="Reds: defender, Whites: attacker", anyway=True
    )
    assert await roles(don, 3) == {"Reds": "defender", "Whites": "attacker"}
    now = await state(don, 3)
    assert now.side(REDS).edge == "north", "the defender's edge"
    assert now.side(WHITES).edge == "south"
    assert [(ask.side, ask.key) for ask in (await battles.load(don.store, 3)).prompt.asks] == [(REDS, f"deploy-{REDS}")]
    assert (
        "It is not your turn" in said(await don.ivo.slash(don.thread, "deployed"))
        or (await state(don, 3)).deployed == ()
    )
    await don.restart()
    await don.ada.slash(don.thread, "deployed")
    await don.ivo.slash(don.thread, "deployed")
    assert (await state(don, 3)).deployed == (REDS, WHITES)
    status = said(await don.ada.slash(don.thread, "status"))
    assert "**Reds** (defender)" in status
    assert "Second company" in status, "the attacker comes on openly"
    await don.gm.slash(don.thread, "battle end", winner="Whites", reason="the farm is taken back")
    info = (await battles.load(don.store, 3)).info
    assert info.result is not None
    assert info.result.winner == WHITES, "the army that the GM has named, whatever its role"
    report = verification.verify(await verification.export(don.store, 3), RULES)
    assert report.ok, [check for check in report.checks if not check.ok]

    # The third from the closing panel, the other way about once more.
    (post,) = [post for post in don.posts() if ids_of(post, "close")]
    shown = panel(await don.gm.click(post, custom_id=ids_of(post, "close")[0]))
    shown = panel(await don.gm.click(shown, custom_id=ids_of(shown, "close-next")[0]))
    assert "Attacker: **Reds**" in text_of(shown)
    shown = panel(await chosen(don, shown, "close-next", "Attacker: Whites, defender: Reds"))
    assert "Attacker: **Whites**, defender: **Reds**" in text_of(shown)
    await don.gm.click(shown, custom_id=ids_of(shown, "close-begin")[0])
    (third,) = [each for each in await battles.of_campaign(don.store, 1) if each.number == 4]
    if third.status is BattleStatus.OPEN:
        await don.gm.slash(don.channel, "battle begin", anyway=True)
    assert await roles(don, 4) == {"Reds": "defender", "Whites": "attacker"}

    # One officer and four bases a side through all of it, each with their three battles.
    async with don.store.reading() as session:
        people = (await session.exec(select(Figure))).all()
        fielded = (await session.exec(select(CareerFact).where(CareerFact.kind == FactKind.FIELDED))).all()
    names = [(man.given, man.family) for man in people if man.given]
    assert len(set(names)) == len(names), "nobody stands twice"
    fought = {man.id: [fact.battle_id for fact in fielded if fact.figure_id == man.id] for man in people}
    assert all(set(found) <= {2, 3, 4} and {2, 3} <= set(found) for found in fought.values()), fought
    chronicle = said(await don.gm.slash(don.channel, "chronicle"))
    assert "Whites" in chronicle
    assert "Defender" not in chronicle


async def test_whoever_attacks_stands_beside_the_armys_name(don: World) -> None:
    """Chosen on the card's way to a battle; told by chronicle, report and site while it goes on and when it is over."""
    await raise_both(don)
    (post,) = [each for each in don.posts(don.channel) if ids_of(each, "card-begin")]
    shown = panel(await don.gm.click(post, custom_id=ids_of(post, "card-begin")[0]))
    assert "Attacker: **Reds**, defender: **Whites**" in text_of(shown)
    shown = panel(await chosen(don, shown, "card-roles", "Attacker: Whites, defender: Reds"))
    assert "Attacker: **Whites**, defender: **Reds**" in text_of(shown)
    assert await battles.of_campaign(don.store, 1) == ()
    await don.restart()
    await don.gm.click(shown, label="With all units that are raised")
    await don.gm.slash(don.channel, "battle begin", anyway=True)
    assert await roles(don, 1) == {"Reds": "defender", "Whites": "attacker"}

    told = said(await don.zoe.slash(don.channel, "chronicle"))
    assert "Reds (defender), Whites (attacker)" in told
    await don.gm.slash(don.thread, "battle end", winner="Whites", reason="dusk")
    shown = panel(await don.ada.slash(don.channel, "chronicle"))
    assert "Reds (defender): 161 took the field" in text_of(shown), "an officer, and four bases of 40 men"
    assert "Whites (attacker)" in text_of(shown), "who had not come on yet when it ended"
    report = said(await don.ada.select(shown, ["1"], custom_id=ids_of(shown, "report-of")[0]))
    assert "Whites (attacker) with" in report
    assert "**Reds** (defender): " in report
    here = (await campaign.of_guild(don.store, don.guild.id))[0]
    pages = await writing.make(don.store, here, ChronicleReader(side=REDS))
    page = pages["battles/1.html"].decode()
    assert "<br><bdi>Reds</bdi> (defender), <bdi>Whites</bdi> (attacker)</p>" in page
    assert '<th scope="row"><bdi>Reds</bdi> (defender)</th>' in page
    assert "<h3><bdi>Whites</bdi> (attacker)</h3>" in page
    assert "<bdi>Reds</bdi> (defender)" in pages["index.html"].decode()


async def test_the_parts_of_a_scenario_change_sides_with_the_roles(don: World) -> None:
    await don.gm.slash(don.channel, "scenario import", file=("meadow.yaml", BRIEFED.encode()))
    done = await don.gm.slash(don.channel, "battle open", scenario="meadow")
    before = {unit.name: unit.side for unit in await rosters.units_of(don.store, 1)}
    assert before["Meadow company"] == WHITES
    assert before["Far company"] == WHITES
    assert len(before) == 4
    brief = await scenarios.briefing(don.store, 1, Viewer(REDS))
    assert brief is not None
    assert dict(brief.own) == {REDS: "Take the farm."}

    casting = done.followups[-1]
    swapped = await chosen(don, casting, "roles", "Attacker: Whites, defender: Reds")
    assert "Attacker: **Whites**, defender: **Reds**" in said(swapped)
    after = {unit.name: unit.side for unit in await rosters.units_of(don.store, 1)}
    assert after["Meadow company"] == REDS, "whoever was raised for it has gone, and somebody of the Reds stands there"
    assert sorted(after.values()) == sorted([REDS] * 2 + [WHITES] * 2)
    brief = await scenarios.briefing(don.store, 1, Viewer(REDS))
    assert brief is not None
    assert dict(brief.own) == {REDS: "Hold the farm."}, "each reads its own"
    assert any("⚔️ Attacker: **Whites**" in text for text in don.texts())

    await don.restart()
    await don.gm.slash(don.channel, "battle begin", anyway=True)
    now = await state(don, 1)
    garrison = {unit.name for unit in now.units if unit.side == REDS}
    assert {"Meadow company", "Far company"} <= garrison
    assert now.playing("attacker") == WHITES
    meadow = next(unit for unit in now.units if unit.name == "Meadow company")
    assert meadow.at == (14.0, 17.0), "where the file puts it"
    assert now.side(REDS).army == "white", "the file's card for the side that defends"
    late = await don.gm.slash(don.channel, "battle begin", roles="attacker, defender")
    assert refused(late)


async def test_roles_that_cannot_be_are_refused_and_nothing_is_changed(don: World) -> None:
    await raise_both(don)
    for written, why in (
        ("attacker, attacker", "Both armies would attack."),
        ("Reds: umpire, Whites: defender", "There is no role 'umpire'"),
        ("Blues: attacker, Whites: defender", "There is no army 'Blues'"),
        ("Reds: attacker", "Whites would have no role."),
    ):
        done = await don.gm.slash(don.channel, "battle open", roles=written)
        assert why in said(done), written
        assert await battles.of_campaign(don.store, 1) == ()
    shown = panel(await don.gm.slash(don.channel, "battle open"))
    with pytest.raises(Refusal, match="GM"):
        await giving_roles.give(don.store, 1, don.ada.id, {REDS: WHITES, WHITES: REDS})
    await don.gm.slash(don.channel, "battle begin", anyway=True)
    late = await chosen(don, shown, "roles", "Attacker: Whites, defender: Reds")
    assert "already begun" in said(late)
    assert await roles(don, 1) == {"Reds": "attacker", "Whites": "defender"}


async def test_units_are_listed_once_and_a_gm_says_for_whom(don: World) -> None:
    offered = await don.gm.autocomplete(don.channel, "unit raise", "kind", "Red Regulars, 4")
    assert len(offered) == len({each["name"] for each in offered})
    nobody = await don.gm.slash(don.channel, "unit raise", kind="soviet-red-regulars-4")
    assert "You play no side here" in said(nobody)
    done = await don.gm.slash(don.channel, "unit raise", kind="soviet-red-regulars-4", side="Whites", name="Turncoats")
    assert "✔ Raised." in said(done)
    old = await don.ivo.slash(don.channel, "unit raise", kind="white-white-volunteers-4-defending", name="Old friends")
    assert "✔ Raised." in said(old), "as a button of an earlier version asks for it"
    theirs = await don.ada.slash(don.channel, "unit raise", kind="soviet-red-regulars-4", side="Whites")
    assert refused(theirs)
    found = {unit.name: (unit.side, unit.organisation) for unit in await rosters.units_of(don.store, 1)}
    assert found == {
        "Turncoats": (WHITES, "soviet-red-regulars-4"),
        "Old friends": (WHITES, "white-white-volunteers-4"),
    }


async def test_sides_are_named_when_a_campaign_is_made(tmp_path: Path) -> None:
    async with world(tmp_path, {"red-actions": RULES}) as made:
        for sides, why in (
            ("Reds, Whites, Greens", "3 names for 2 sides"),
            ("Reds, Reds", "Another side is called Reds"),
            ("Defender, Whites", "Another side is called"),
        ):
            assert why in said(await made.gm.slash(made.channel, "campaign create", name="The Don", sides=sides))
        await made.gm.slash(made.channel, "campaign create", name="The Don")
        (here,) = await campaign.of_guild(made.store, made.guild.id)
        assert [side.name for side in here.sides] == ["First Army", "Second Army"]
