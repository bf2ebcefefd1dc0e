"""The command line on the real rule book: one resolution worked out by hand, the charts, the rulings, and `run`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from bot.main import COMMANDS, loaded, main
from bot.shell.report import worded
from bot.shell.resolve import rules_app
from bot.shell.settings import HostSettings
from rules.kernel.action import fields_of
from rules.registry import rule_sets


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.rule("BG-X.3.2c", "BG-X.3.chart", "BG-X.5.3", "BG-X.1.5.a2")
def test_a_volley_with_given_dice_and_card(capsys: pytest.CaptureFixture[str]) -> None:
    # An assault rifle throws 3D20. At 6 inches, short range, it hits a class I target on 7 or less; body armour
    # takes 1 off, so of 6, 7 and 19 only the 6 hits. The card is a face card, but the target has no key figure, so
    # its suit is read: a club wounds in class I.
    facts = ("--weapon", "assault rifle", "--range", "6", "--target-class", "I", "--body-armour", "modern")
    document = json_of(capsys, "resolve", "book-and-gun", "fire", *facts, "--chance", "d20:6,d20:7,d20:19,card:KC")
    assert list(document) == ["rules", "action", "facts", "events", "outcome"]
    assert (document["rules"], document["action"]) == ("book-and-gun", "fire")
    outcome = document["outcome"]
    assert isinstance(outcome, dict)
    assert [outcome[name] for name in ("to_hit", "hits", "wounded", "killed")] == [6, 1, 1, 0]
    events = document["events"]
    assert isinstance(events, list)
    assert [draw["draw"] for event in events for draw in event["draws"]] == ["d20:6", "d20:7", "d20:19", "card:KC"]
    cited = {citation for event in events for citation in event["citations"]}
    assert {"BG-X.3.chart", "BG-X.1.5.a2"} <= cited
    sources = {fact["name"]: fact["source"] for fact in document["facts"]}  # type: ignore[attr-defined]  # JSON
    assert (sources["range"], sources["elite"]) == ("declared", "default")


@pytest.mark.parametrize("weapon", ["assault rifle", "assault-rifle", "Assault_Rifle", "ASSAULT RIFLE"])
@pytest.mark.parametrize("target_class", ["II", "ii", "2"])
@pytest.mark.parametrize("nation", ["third world", "third-world", "third_world", "Third World", "THIRDWORLD"])
def test_words_may_be_written_in_any_way(
    weapon: str, target_class: str, nation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # An assault rifle at 9 inches hits class II on 6; third world nations add 1 to the die.
    facts = ("--weapon", weapon, "--range", "9", "--target-class", target_class, "--nationality", nation)
    document = json_of(capsys, "resolve", "Book_and_Gun", "fire", *facts, "--chance", "d20:20,d20:20,d20:20")
    assert document["outcome"]["to_hit"] == 5  # type: ignore[index]  # JSON
    given = {fact["name"]: fact["value"] for fact in document["facts"]}  # type: ignore[attr-defined]  # JSON
    assert (given["target class"], given["nationality"]) == ("II", "third world")


@pytest.mark.parametrize("action", ["close-combat", "close_combat", "Close Combat"])
@pytest.mark.parametrize("situation", ["in building", "In-Building", "in_building"])
def test_actions_and_repeated_choices_may_be_written_in_any_way(
    action: str, situation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = ("--charger", "ARMY", "--defender", "Insurgents", "--defender-is", situation, "--defender-is", "leader")
    rule = ("--house-rule", "Desperation_Applies=BOTH")
    document = json_of(capsys, "resolve", "book-and-gun", action, *facts, *rule, "--chance", "d20:20,d20:1,d20:7")
    assert document["outcome"]["defender_modifier"] == 2  # type: ignore[index]  # JSON
    assert document["action"] == "close-combat"


@pytest.mark.parametrize("name", ["direct-fire-personnel", "Direct Fire Personnel", "direct_fire_personnel"])
def test_a_chart_is_found_however_it_is_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = json_of(capsys, "chart", "book-and-gun", name)
    assert [each["name"] for each in document["charts"]] == ["direct-fire-personnel"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--target-class", "V"), "'V' is not one of 'I', 'II', 'III', 'IV'"),
        (("--target-class", "5"), "'5' is not one of"),
        (("--nationality", "nowhere"), "'nowhere' is not one of"),
        (("--weapon", "blunderbuss"), "there is no weapon 'blunderbuss'"),
        (("--range", "nan"), "--range"),
        (("--range", "inf"), "--range"),
        (("--range", "-1"), "--range"),
        (("--range", "27.5"), "reaches 27 in"),
        (("--figures", "0"), "--figures"),
        (("--target-figures", "3", "--key-figures", "4"), "cannot be among 3 figures"),
        (("--elite",), "elite adds to"),
        (("--hidden",), "only a class IV target"),
        (("--chance", "d20:7"), "too few draws"),
        (("--chance", "d20:20,d20:20,d20:20,card:KH"), "too many draws"),
        (("--chance", "d20:1,d20:1,d20:20,card:KH,card:KH"), "KH is not in the deck"),
        (("--house-rule", "national-efficiency=maybe"), "cannot be “maybe”"),
    ],
)
def test_a_fact_that_cannot_be_is_refused_in_one_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ("--weapon", "assault rifle", "--range", "9", "--target-class", "II")
    assert main(["resolve", "book-and-gun", "fire", *usual, *arguments]) in (1, 2)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert said in printed.err


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_every_resolution_can_be_asked_for(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", rules, "--help"]) == 0
    listed = capsys.readouterr().out
    commands = typer.main.get_command(rules_app(rule_sets()[rules])).commands  # type: ignore[attr-defined]
    for form in rule_sets()[rules].book.resolutions:
        assert form.name() in listed
        options = {option for each in commands[form.name()].params for option in each.opts}
        assert options >= {f"--{field.name.replace('_', '-')}" for field in fields_of(form)} | {"--chance", "--json"}
    first = rule_sets()[rules].book.resolutions[0]
    assert main(["resolve", rules, first.name(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"--{field.name.replace('_', '-')[:12]}" in shown for field in fields_of(first))


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_every_choice_of_every_fact_is_one_that_its_form_accepts(rules: str) -> None:
    for form in rule_sets()[rules].book.resolutions:
        for field in fields_of(form):
            for choice in field.choices:
                given = (choice,) if field.many else choice
                form.__pydantic_validator__.validate_assignment(form.model_construct(), field.name, given)


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_every_chart_has_a_section_and_rows_as_wide_as_its_columns(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json_of(capsys, "chart", rules)
    charts = document["charts"]
    assert isinstance(charts, list)
    assert charts
    for chart in charts:
        assert chart["section"], chart["name"]
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"]), chart["name"]
        assert main(["chart", rules, chart["name"]]) == 0
        assert chart["title"] in capsys.readouterr().out


def test_an_unknown_chart_and_an_unknown_rule_set_get_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", "book-and-gun", "movment"]) == 2
    assert "did you mean 'movement'?" in capsys.readouterr().err
    assert main(["rulings", "book-and-gum"]) == 2
    assert "did you mean 'book-and-gun'?" in capsys.readouterr().err


def test_rulings_and_the_switches_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    document = json_of(capsys, "rulings", "book-and-gun")
    rulings, switches = document["rulings"], document["switches"]
    assert isinstance(rulings, list)
    assert isinstance(switches, list)
    known = {switch["key"] for switch in switches}
    assert all(ruling["text"] and ruling["about"] for ruling in rulings)
    assert {ruling["switch"] for ruling in rulings if ruling["switch"]} <= known
    assert all(switch["in_force"] in switch["choices"] for switch in switches)
    assert main(["rulings", "book-and-gun"]) == 0
    shown = capsys.readouterr().out
    assert all(key in shown for key in known)


@pytest.mark.parametrize("token", [None, "not-a-token"])
def test_run_without_a_proper_token_says_so_in_one_line(
    token: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    if token:
        monkeypatch.setenv("ADJUTANT_TOKEN", token)
    assert main(["run"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "bot token" in said.err
    assert not any(tmp_path.iterdir())


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_list_of_commands_says_of_each_what_its_own_help_says(name: str) -> None:
    assert COMMANDS[name].about == loaded(name).help


def test_help_waits_for_neither_discord_nor_a_database_nor_a_rule_book() -> None:
    heavy = ("discord", "sqlalchemy", "pydantic", "rules", "campaigns", "shapely", "structlog")
    script = f"import sys; from bot.main import main; main(['--help']); print([m for m in {heavy} if m in sys.modules])"
    root = Path(__file__).resolve().parents[2]
    told = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert told.stdout.endswith("\n[]\n")


def test_values_as_a_person_reads_them() -> None:
    assert [worded(value) for value in ((1, "bog"), (), [True, 7.50], None, "")] == [
        "1, bog",
        "—",
        "yes, 7.5",
        "—",
        "—",
    ]
