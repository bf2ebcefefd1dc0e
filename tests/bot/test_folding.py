"""What comes to nothing has no post of its own: the question's message says it in a line, and goes when it is answered;
the next post that tells something tells it folded."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.post import brief
from rules.kernel.chance import Draw
from rules.telling.folding import fold
from rules.telling.headline import hinge
from rules.telling.told import Casualty, Gravity, Idle, TellingRole, Told, Upshot
from tests.bot.red_front import MEADOW, does, field_of, fought, ready
from tests.bot.world import World, ids_of, said, text_of


def looked(who: str) -> Told:
    return Told(f"{who} does not spot Cell 4", idle=Idle(who, "look and see nothing"))


def test_those_who_did_the_same_are_told_together() -> None:
    tolds = [looked("Yard 1"), Told("Patrol 2 moves 3 in to F2.", idle=Idle("Patrol 2", "move")), looked("Yard 5")]
    assert fold(tolds) == "Yard 1 and Yard 5 look and see nothing; Patrol 2 moves 3 in to F2"
    moved = [Told(f"{who} moves", idle=Idle(who, "move")) for who in ("1st Squad", "2nd Squad", "Mill cell")]
    assert fold(moved) == "1st Squad, 2nd Squad and Mill cell move"
    assert fold([looked(f"Yard number {n}") for n in range(1, 7)]) == "six look and see nothing"
    assert fold([looked(f"Yard number {n}") for n in range(1, 14)]) == "13 look and see nothing"
    assert fold([looked("Yard 1"), looked("Yard 1")]) == "Yard 1 does not spot Cell 4"


def test_what_no_fold_speaks_of_is_silent_and_a_long_one_is_cut() -> None:
    assert fold([Told("Army has sealed its orders", idle=Idle()), Told("Turn 2", role=TellingRole.FRAME)]) == ""
    many = [Told(f"{n:03}" * 20, idle=Idle(str(n), f"do {n}")) for n in range(6)]
    assert fold(many).count(";") == 1, "the others stand in the details"


def test_a_post_tells_first_what_came_of_something() -> None:
    ran = Told("Cell 4 routs", important=True)
    telling = brief.tell([[looked("Yard 1")], [ran], [looked("Yard 5")]])
    assert (telling.idle, telling.whole) == (False, False)
    (page,) = telling.pages
    assert page.texts == ("### Cell 4 routs", "Also: Yard 1 and Yard 5 look and see nothing.")
    assert page.more


def test_the_joker_that_sets_off_an_event_stands_above_it_and_no_other_card() -> None:
    """Whoever reads of the lights reads why: everybody can trust the cards."""

    def turned(card: str, words: str) -> Told:
        return Told(words, (), (Draw(card, "initiative", 1, 0, 0, ("RJ", "KH")),), role=TellingRole.FRAME)

    lights = Told("Lights on the road", ("Headlights, far off.",), story=True)
    for run, shown in (
        ([turned("RJ", "★ red joker"), lights], True),
        ([turned("KH", "K♥"), lights], False),
        ([turned("RJ", "★ red joker"), turned("KH", "K♥"), lights], False),
    ):
        text = "\n".join(text for page in brief.tell([run]).pages for text in page.texts)
        assert "Headlights" in text
        assert ("★ red joker" in text) is shown


def test_who_did_nothing_is_left_out_beside_what_something_came_of() -> None:
    held = Told("Cell 2 holds", idle=Idle("Cell 2", "hold", dull=True))
    assert fold([held, looked("Yard 1")]) == "Cell 2 holds; Yard 1 does not spot Cell 4"
    assert fold([held, looked("Yard 1")], beside=True) == "Yard 1 does not spot Cell 4"
    (page,) = brief.tell([[held, Told("Cell 4 routs", important=True)]]).pages
    assert (page.texts, page.more) == (("### Cell 4 routs",), True), "the details name it"


def test_what_a_side_alone_is_told_waits_until_something_comes_of_something() -> None:
    """Its own paces are no message; they stand folded in the next that says more, or where somebody is called."""
    walked = Told("Able walks to F2", details=("40 m",), idle=Idle("Able", "move"))
    assert brief.confide([[walked]], "The track", waits=True) == ()
    (called,) = brief.confide([[walked]], "The track", waits=False)
    assert called.texts == ("### The track", "Able walks to F2.")
    heard = Told("Able hears: engines, 80 m to the north")
    (page,) = brief.confide([[walked], [heard]], "The track", waits=True)
    assert page.texts == ("### The track", "**Able hears: engines, 80 m to the north**", "Also: Able walks to F2.")
    assert page.more, "how far, in the details"


def test_nothing_alone_is_the_gist_above_the_question() -> None:
    telling = brief.tell([[looked("Yard 1")]])
    assert telling.idle
    assert telling.pages[0].texts == ("Since then: Yard 1 does not spot Cell 4.",)
    assert brief.tell([[Told("Turn 2", role=TellingRole.FRAME)]]).pages == ()


async def _moves(front: World) -> str:
    """A unit of whoever's turn it is moves in the open; its name."""
    state = (await field_of(front)).state
    attacker = state.segment.side == "attacker"
    name = "First company" if attacker else "Far company"
    north = "1in toward 14,30" if attacker else "1in toward 40,1"
    await does(front, front.ada if attacker else front.ivo, "move", unit=name, path=north)
    return name


@pytest.mark.parametrize("restarts", [False, True])
async def test_one_question_stands_and_what_came_to_nothing_stands_in_it(tmp_path: Path, restarts: bool) -> None:
    async with fought(tmp_path, MEADOW) as front:
        await ready(front)
        before = len(front.posts())
        told: list[str] = []
        for _ in range(2):
            told.append(await _moves(front))
            if restarts:
                await front.restart()
        (question,) = [post for post in front.posts() if ids_of(post, "status")]
        assert len(front.posts()) <= before, "each question takes the place of the one before it"
        assert "Since then:" in text_of(question)
        assert all(name in text_of(question) for name in told), "nothing is lost"
        everything = await front.zoe.click(question, custom_id=ids_of(question, "details")[0])
        assert all(name in said(everything) for name in told)


def test_the_hinge_is_what_cost_or_decided_most() -> None:
    fell = Told("Army fires at Cell 1: 1 killed", casualties=(Casualty("Omid", "killed", "Cell 1", grave=True),))
    ran = Told("Cell 2 routs", important=True, upshots=(Upshot("Cell 2", "routs", Gravity.ROUT),))
    end = Told("Victory for Army", important=True, upshots=(Upshot("", "Victory for Army", Gravity.END),))
    assert hinge([[fell], [looked("Yard 1")], [ran], [end]]) == "Cell 2 routs"
    assert hinge([[ran], [end]]) == "", "the only thing that happened turns nothing"


def test_a_casualty_stands_once_above_or_below() -> None:
    """The first line names the leader; the two whom it only counts are named below it."""
    leader = Casualty("SGT Moss", "killed", "1st Squad", note="leader", gravity=Gravity.LEADER)
    alone = Told(
        "Cell 1 fires at 1st Squad: 2 hits", ("Killed: SGT Moss (leader).",), important=True, casualties=(leader,)
    )
    bell = Casualty("PFC Bell", "killed", "2nd Squad")
    ray = Casualty("PFC Ray", "killed", "2nd Squad")
    two = Told(
        "Cell 2 fires at 2nd Squad: 2 hits", ("Killed: PFC Bell, PFC Ray.",), important=True, casualties=(bell, ray)
    )
    said = "\n".join(text for page in brief.tell([[alone], [two]]).pages for text in page.texts).replace("\\", "")
    assert said.splitlines()[0] == "### 1st Squad loses SGT Moss (leader), killed; 2nd Squad loses 2 killed"
    assert said.count("SGT Moss") == 1
    assert "Killed: PFC Bell, PFC Ray." in said
