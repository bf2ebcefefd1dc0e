"""`adjutant resolve`, generated from a rule set's resolutions: here from a small one made up for the purpose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Literal

import pytest
from pydantic import Field

from bot.main import carry_out
from bot.shell.resolve import rules_app
from rules.book.showing import Resolution, ResolutionStep, Resolved
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.kernel.action import Inches
from rules.kernel.chance import STANDARD, Chance
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from tests.bot.toy import TOY


class Cover(StrEnum):
    NONE = "none"
    SOFT = "soft"


class Shoot(Resolution):
    verb: Literal["shoot"] = "shoot"
    title = "Shoot"
    summary = "One shot, and a card when it hits."

    target_class: Literal["I", "II"] = Field(description="class of the target")
    range: Inches = Field(description="range to the target")
    cover: Cover = Field(default=Cover.NONE, description="cover of the target")
    night: bool = Field(default=False, description="whether it is night")
    seen_by: tuple[str, ...] = Field(default=(), description="who else sees the target")


def shoot(asked: Resolution, chance: Chance) -> Resolved:
    assert isinstance(asked, Shoot)
    if asked.range > 24:
        raise RuleViolation("out-of-range", "The target is too far away.", citation="TOY-1", remedy="Come closer.")
    die = chance.roll(20, for_="to hit")
    steps = [ResolutionStep("shot", f"rolled {die}", chance.taken(), ("TOY-2",))]
    if die <= 7:
        steps.append(ResolutionStep("hit", f"drew {chance.draw(STANDARD, for_='casualty')}", chance.taken()))
    facts = (
        Fact("target class", asked.target_class, Source.DECLARED),
        Fact("range", asked.range, Source.DECLARED, "in"),
        Fact("cover", asked.cover.value, Source.DECLARED),
        Fact("night", asked.night, Source.DECLARED),
    )
    return Resolved(facts, tuple(steps), {"hit": die <= 7, "watchers": list(asked.seen_by)})


RULES = replace(TOY, book=replace(TOY.book, resolutions=(Shoot,), resolve=shoot))


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = carry_out(rules_app(RULES), ["shoot", *arguments])
        said = self._capsys.readouterr()
        return code, said.out, said.err

    def refused(self, *arguments: str) -> tuple[int, str]:
        """Exit code and the one line of a command that must print nothing else."""
        code, out, err = self(*arguments)
        assert out == ""
        assert err.count("\n") == 1
        return code, err.strip()


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


FACTS: Sequence[str] = ("--target-class", "II", "--range", "6")


def test_given_draws_are_consumed_in_order_and_the_json_says_what_came_of_them(shell: Shell) -> None:
    code, out, err = shell(*FACTS, "--night", "--seen-by", "A", "--seen-by", "B", "--chance", "d20:7,card:KH", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert list(document) == ["rules", "action", "facts", "events", "outcome"]
    assert document["rules"] == "toy"
    assert document["action"] == "shoot"
    assert document["facts"] == [
        {"name": "target class", "value": "II", "source": "declared"},
        {"name": "range", "value": 6.0, "source": "declared", "unit": "in"},
        {"name": "cover", "value": "none", "source": "declared"},
        {"name": "night", "value": True, "source": "declared"},
    ]
    assert document["events"] == [
        {
            "kind": "shot",
            "text": "rolled 7",
            "draws": [{"draw": "d20:7", "value": 7, "purpose": "to hit"}],
            "citations": ["TOY-2"],
        },
        {
            "kind": "hit",
            "text": "drew KH",
            "draws": [{"draw": "card:KH", "value": "KH", "purpose": "casualty"}],
            "citations": [],
        },
    ]
    assert document["outcome"] == {"hit": True, "watchers": ["A", "B"]}


def test_the_printed_draws_can_be_given_back_and_give_the_same(shell: Shell) -> None:
    first = json.loads(shell(*FACTS, "--json")[1])
    script = ",".join(draw["draw"] for event in first["events"] for draw in event["draws"])
    assert json.loads(shell(*FACTS, "--chance", script, "--json")[1]) == first


def test_without_given_draws_the_dice_differ_from_call_to_call(shell: Shell) -> None:
    rolled = {shell(*FACTS)[1].split("rolled ")[1].split()[0] for _ in range(40)}
    assert len(rolled) > 1


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "too few draws: a d20 is still needed"),
        ("d20:7", "too few draws: a card is still needed"),
        ("d20:8,card:KH", "too many draws: 1 of 2"),
        ("d20:21", "a d20 cannot show 21"),
        ("d20:0", "a d20 cannot show 0"),
        ("d6:3", "is a d6, but a d20 is needed"),
        ("d20:7,card:RJ", "RJ is not in the deck"),
        ("seven", "'seven' isn't a draw"),
    ],
)
def test_draws_that_do_not_fit_are_an_error_and_nothing_is_printed(shell: Shell, script: str, said: str) -> None:
    code, line = shell.refused(*FACTS, "--chance", script)
    assert code == 2
    assert said in line


def test_what_the_rules_forbid_is_refused_with_rule_and_remedy(shell: Shell) -> None:
    code, line = shell.refused("--target-class", "I", "--range", "25")
    assert (code, line) == (1, "adjutant: The target is too far away. (TOY-1) — Come closer.")


def test_a_refusal_has_a_json_form(shell: Shell) -> None:
    code, line = shell.refused("--target-class", "I", "--range", "25", "--json")
    assert code == 1
    assert json.loads(line) == {
        "rules": "toy",
        "action": "shoot",
        "refused": {
            "code": "out-of-range",
            "message": "The target is too far away.",
            "citation": "TOY-1",
            "remedy": "Come closer.",
        },
    }


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--range", "6"), "--target-class"),
        (("--target-class", "III", "--range", "6"), "--target-class"),
        (("--target-class", "I", "--range", "-1"), "--range"),
        (("--target-class", "I", "--range", "nan"), "--range"),
        (("--target-class", "I", "--range", "near"), "--range"),
        (("--target-class", "I", "--range", "6", "--cover", "heavy"), "--cover"),
        (("--target-class", "I", "--range", "6", "--wind", "9"), "--wind"),
    ],
)
def test_a_fact_that_does_not_fit_is_named(shell: Shell, arguments: Sequence[str], named: str) -> None:
    code, line = shell.refused(*arguments)
    assert code == 2
    assert named in line


def test_help_lists_every_fact_with_unit_choices_and_default(shell: Shell) -> None:
    code, out, _ = shell("--help")
    text = " ".join(out.replace("│", " ").split())
    assert code == 0
    for words in ("--target-class", "<I|II>", "--range", "in inches", "--night", "--no-night", "if not given: none"):
        assert words in text


def test_text_for_people_shows_facts_draws_and_outcome(shell: Shell) -> None:
    _, out, _ = shell(*FACTS, "--chance", "d20:20")
    assert "range 6 in (declared)" in out
    assert "rolled 20  [d20:20]  TOY-2" in out
    assert "hit: no" in out


def test_several_choices_are_listed_with_commas_even_where_one_holds_commas(capsys: pytest.CaptureFixture[str]) -> None:
    """A tracked AFV moves and fires at 120 m by day; the hedge and the start take 40 m each: 40 are left."""
    done = "crossing a hedge, wall, ditch or bank, starting up"
    arguments = ["vehicle-move", "--vehicle", "AFV", "--pace", "move and fire", "--tracked", "--done", done, "--json"]
    assert carry_out(rules_app(INFANTRY_ACTION), arguments) == 0
    assert json.loads(capsys.readouterr().out)["outcome"]["metres"] == 40
