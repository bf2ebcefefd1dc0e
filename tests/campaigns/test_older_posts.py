"""What a post is about, as versions kept it that had a list of words for it: it may still wait to be sent."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from campaigns.post.matter import (
    About,
    Clocks,
    Concern,
    Dice,
    DraftRaised,
    DraftRolled,
    EndProposed,
    HandedOver,
    HowItEnded,
    JoinAsked,
    JustHappened,
    Matter,
    Passed,
    PlayerMoved,
    Refused,
    Regrouping,
    Said,
    Substituted,
    UnitRaised,
)
from tests.charts import chart

OLDER = Path(__file__).parent / "older"
END = {"winner": "red", "reason": "dusk", "how": "gm", "seed": "ab cd"}
TALK = "Mind: the ford\nis mined"
DRAFT = {"unit": "squad", "title": "Random Squad", "roll": "2D6+12"}


@chart(
    ("topic", "words", "about"),
    [
        ("opened", {"title": "Ridge", "commitment": "c0"}, Dice(title="Ridge", commitment="c0")),
        ("begun", {"key digest": "d1"}, Dice(key_digest="d1")),
        ("reopened", {"commitment": "c0", "key digest": "d1"}, Dice(commitment="c0", key_digest="d1")),
        ("displaced", {"title": "Ridge"}, Dice(title="Ridge")),
        ("moved", {"title": "Ridge", "commitment": "c0"}, Dice(title="Ridge", commitment="c0")),
        ("paused", {"why": "silence", "what": "paused"}, Clocks(kind="paused", why="silence")),
        ("paused", {"what": "wish-pause"}, Clocks(kind="wish-pause")),
        ("deadline", {"done": "hold"}, Passed(done="hold")),
        ("deadline", {"verb": "hold"}, Passed(done="default")),
        ("default-refused", {"why": "No."}, Refused(why="No.")),
        ("proposal", {"winner": "", "reason": "dusk"}, EndProposed(winner=None, reason="dusk")),
        ("proposal", {"winner": "red", "reason": "by agreement"}, EndProposed(winner="red")),
        (
            "ended",
            {"winner": "", "reason": "ended by the GM", "how": "gm", "seed": "ab"},
            HowItEnded(winner=None, how="gm", seeds=("ab",), battle_id=0, seq=0),
        ),
        ("ended", END, HowItEnded(winner="red", reason="dusk", how="gm", seeds=("ab", "cd"), battle_id=0, seq=0)),
        (
            "notice",
            {**END, "what": "ended", "battle": "7", "seq": "12"},
            HowItEnded(winner="red", reason="dusk", how="gm", seeds=("ab", "cd"), battle_id=7, seq=12),
        ),
        ("side-words", {"title": "Whispered", "text": TALK}, Said(title="Whispered", text=TALK)),
        ("notice", {"words": "A is merged into B, as agreed."}, Said(text="A is merged into B, as agreed.")),
        ("notice", {"what": "unheard of"}, Said(text="unheard of")),
        *(
            ("notice", {"what": kind}, JustHappened(kind=kind))
            for kind in ("campaign-opened", "resettled", "admitted", "turned-down", "left", "removed")
        ),
        (
            "notice",
            {"what": "join-asked", "request": "3", "concern-changes": "red:", "concern-seen": ":Hill 12: the end"},
            JoinAsked(request=3, concerns=(Concern("changes", "red"), Concern("seen", None, "Hill 12: the end"))),
        ),
        ("notice", {"what": "moved", "from": "red"}, PlayerMoved(former="red")),
        ("notice", {"what": "substituted", "for": "42"}, Substituted(former=42)),
        (
            "notice",
            {"what": "answers-now", "battle": "Ridge", "battle_id": "7", "asked": "yes"},
            HandedOver(kind="answers-now", battle_id=7, battle="Ridge", asked=True),
        ),
        (
            "notice",
            {"what": "nobody-left", "battle": "Ridge", "battle_id": "7", "asked": ""},
            HandedOver(kind="nobody-left", battle_id=7, battle="Ridge", asked=False),
        ),
        ("notice", {"what": "joined"}, UnitRaised(kind="joined")),
        ("notice", {"what": "joined", "unit": "Able"}, UnitRaised(kind="joined", unit="Able")),
        ("notice", {"what": "raised", "unit": "Able"}, UnitRaised(kind="raised", unit="Able")),
        (
            "notice",
            {**DRAFT, "what": "draft-rolled", "again": "yes"},
            DraftRolled(unit="squad", title="Random Squad", roll="2D6+12", again=True),
        ),
        (
            "notice",
            {"what": "draft-raised", **DRAFT, "spent": "4.0", "budget": "21.0", "costs": "1: 1.0"},
            DraftRaised(
                unit="squad",
                title="Random Squad",
                roll="2D6+12",
                spent="4.0",
                budget="21.0",
                coin="points",
                costs="1: 1.0",
            ),
        ),
        (
            "notice",
            {"what": "regroup", "words": "A into B", "ticket": "adj1:regroup:0:0::4.5:merge.0.77"},
            Regrouping(words="A into B", what="merge", kept=4, other=5, leader=0, by=77),
        ),
    ],
)
def test_what_an_older_post_is_about_is_read(topic: str, words: dict[str, str], about: About) -> None:
    old = {"topic": topic, "side": "blue", "users": [1, 2], "words": list(words.items())}
    matter = Matter.model_validate_json(json.dumps(old))
    assert (matter.about, matter.side, matter.users) == (about, "blue", (1, 2))
    assert Matter.model_validate_json(matter.model_dump_json()) == matter


def test_whether_somebody_is_told_of_his_nights_is_read() -> None:
    for words, hint in (([["hint", "yes"]], True), ([], False)):
        old = {"topic": "reminder", "waits": [], "words": words}
        matter = Matter.model_validate_json(json.dumps(old))
        assert (matter.hint, matter.about) == (hint, None)


@pytest.mark.parametrize("older", ["two-battles", "before-the-rooms"])
def test_every_post_of_an_older_database_is_read(older: str) -> None:
    """Nothing of what they say is left out, and nothing is taken for somebody's own words that was data."""
    dump = gzip.decompress((OLDER / f"{older}.sql.gz").read_bytes()).decode()
    found = [text.replace("''", "'") for text in re.findall(r"'(\{\"topic\":.*?\})'[,)]", dump)]
    assert len(found) > 100
    for text in found:
        matter = Matter.model_validate_json(text)
        assert (matter.about is not None) == bool(json.loads(text)["words"])
        assert not isinstance(matter.about, Said)
