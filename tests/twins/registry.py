"""What can be secret in this program, and where it is held: whatever is new is found lacking until it has a twin."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.commands import everywhere
from campaigns.tables import metadata
from tests.twins import book_and_gun, comparing, faces, five56mm, infantry_action, red_actions, scripts

RULES = Path(__file__).resolve().parents[2] / "rules"
BOOKS = {
    "book_and_gun": (book_and_gun.HIDING, 7, 8),
    "five56mm": (five56mm.HIDING, 10, 8),
    "infantry_action": (infantry_action.HIDING, 2, 16),
    "red_actions": (red_actions.HIDING, 8, 5),
    "script": (scripts.HIDING, 20, 2),
}
"""What hides, how many battles an ordinary run fights, and at every how many settled decisions it looks."""
COMMON = {
    "OrdersGiven": "orders",
    "OrdersCancelled": "orders",
    "OrderStopped": "orders",
    "OrderEnded": "orders",
    "OrderNoticed": "orders",
    "SheetKept": "seals",
    "TurnsWritten": "sealed ahead",
    "TurnsOver": "sealed ahead",
}
"""Events of the rooms that all books share, with the secret by which each is held."""
HELD_ELSEWHERE = {
    "FactRuled": "tests/rules/test_umpires_facts.py: a ruling on who is hidden is told to those who know of him",
    "UmpireActed": "tests/rules/test_umpires_hand.py: what is sealed is told to the umpire alone",
    "KitChanged": "tests/rules/test_umpires_hand.py: what somebody is given is told to his own side",
    "Asked": "everybody reads that a secret question is asked, and no more: tests/bot/test_red_actions_secrets.py",
    "Answered": "the same",
    "Moved": "tests/rules/book_and_gun/test_secrets.py, of the last way gone",
    "SteedHit": "tests/rules/book_and_gun/test_led_horses.py: a hidden unit's horses are its own side's to know",
    "HorsesTested": "the same",
    "VehicleStruck": "tests/rules/book_and_gun/test_shelled_vehicles.py: a hidden vehicle that shells have missed",
    "SightBroken": "tests/rules/book_and_gun/test_broken_sight.py: what its own side sees no more, told to it alone",
    "GunDestroyed": "goes with the casualty card before it, whose unit everybody knows or its own side alone",
    "GunHooked": "tests/rules/book_and_gun/test_guns.py: work at a gun whose crew nobody has seen",
    "HostageTold": "tests/rules/book_and_gun/test_hostages.py: whom a hidden figure leads",
    "FlewOff": "tests/rules/infantry_action/test_ends_by_play.py: told to whoever sees it",
    "MinesLaid": "tests/rules/infantry_action/test_shown_mines.py: a belt laid unseen, a dummy like a real one",
    "RunnerSent": "tests/rules/infantry_action/test_runners.py: an order of the side's own",
    "RunnerFared": "the same",
    "MadeRoom": "tests/rules/red_actions/test_passage.py: hidden troops step aside unseen",
    "Refilled": "tests/rules/red_actions/test_supply.py: only its own side knows what a cart holds",
}
"""Events that name an audience and hide nothing of their own that a battle could have otherwise."""
COMPARING = "".join(Path(str(each.__file__)).read_text() for each in (comparing, faces))
COMPARED = {
    "view", "survey", "result", "objectives", "controllers", "prompt", "ordering", "offers", "odds", "tell", "proceed",
    "scripted", "actions",
}  # fmt: skip
"""Parts of the seam that the comparison asks for."""
SHOWS_NOTHING = {
    **dict.fromkeys(("events", "states"), "how the database keeps a battle"),
    **dict.fromkeys(("blank", "muster", "reinforce", "decide", "evolve"), "what happens, which `tell` tells"),
    **dict.fromkeys(
        ("service", "condition_after", "account"), "what a battle leaves behind when it is over: test_bytes.py"
    ),
    **dict.fromkeys(("reveals", "stage", "turn", "turn_begun"), "words of the book, and what scripts and undoing ask"),
    **dict.fromkeys(("board", "on_board"), "how the table is kept; `view` shows it"),
}
"""Parts of the seam of which nobody is shown anything, with the reason."""
CHANGES = """
campaign create, campaign card, campaign join, campaign leave, campaign volunteer, campaign direct, campaign requests,
campaign export, campaign import, campaign remove, campaign move, campaign rename, campaign side, campaign channel,
campaign close, campaign delete, campaign honours, unit raise, unit draft, unit rename, unit add, unit crew, unit
disband, unit honour, unit split, unit merge, unit transfer, figure rename, figure note, figure decorate, figure
promote, figure recover, figure absent, figure upgrade, figure replace, figure retire, figure correct, figure
portrait, campaign chronicle, campaign print, unit print, battle open,
battle begin, battle thread, battle ready, battle cancel, battle end, battle close, battle assign, battle checkin,
battle undo, battle redo, board generate, board paste, board import, board show, board discard, scenario import,
scenario discard, gm house-rule, gm appoint, gm deputy, gm dismiss, gm remind, gm deadline, gm pause, gm resume, gm
excuse, gm clock, gm answer, gm reinforce, gm event, gm whisper, gm undelivered, battle staff, battle tutorial, clock
zone, clock hours, clock days-off, clock away, clock back, clock pause, clock resume, clock side, privacy forget
"""
"""Commands that do something, or are the GM's: what others are told of it is compared where it is done."""

TABLES = {
    **dict.fromkeys(("journalentry", "snapshot", "snapshotboard", "givenorder"), "private acts"),
    **dict.fromkeys(("consideredorder", "orderletter", "sideintent"), "letters"),
    **dict.fromkeys(("outboxpost", "sidethread", "sideguest", "strike"), "whispers"),
    **dict.fromkeys(("careerfact", "figure", "holding", "unit", "slot"), "careers"),
    **dict.fromkeys(("lookedat", "processedinteraction"), "looks"),
    **dict.fromkeys(("battlescenario", "battleunit", "battlepicture"), "all"),
}
"""Tables that keep something from somebody: the deed of `quiet.py` that writes other rows, "all": the twin's file."""
KEPT_FROM_NOBODY = {
    **dict.fromkeys(("campaign", "side", "player", "gm", "stint", "joinrequest", "battle"), "who plays what"),
    **dict.fromkeys(("playerseat", "volunteer", "election", "electioncandidate", "electionvote"), "who plays what"),
    **dict.fromkeys(("absence", "person", "reliability", "timebank", "timer", "waiting"), "clocks of people"),
    **dict.fromkeys(("boardpicture", "keptboard", "keptscenario"), "before a battle; the GM's alone where they are"),
    **dict.fromkeys(("battleseed", "nextseed"), "dice: tests/campaigns/test_names_and_seeds.py"),
    **dict.fromkeys(("heartbeat", "publishedcommands", "fleetmember", "shardlease", "signin"), "the host's"),
    **dict.fromkeys(("unithonour", "declinedhonour", "keptawards"), "between battles, by a GM: tests/bot"),
    **dict.fromkeys(
        ("battleaccount", "portrait", "diaryentry", "diarypicture"),
        "after a battle, a viewer at a time: test_stories.py",
    ),
    **dict.fromkeys(("battlebyturn", "preface"), "after a battle, a viewer at a time: test_reports.py"),
    "partwish": "before a battle, a side's own: tests/bot/test_casting.py",
    "greeting": "which servers have been greeted",
    "calendarevent": "deadlines, as the prompt tells everybody of them: tests/bot/test_calendar.py",
    "draft": "a unit in the making: what is rolled and raised is posted",
}
"""Tables in which nothing stands that one side hides from another in a battle."""


def tables() -> set[str]:
    return set(metadata.tables)


def own_commands() -> set[str]:
    """Every command that the bot has under any book."""

    def named(found: Iterable[app_commands.Command[Any, ..., Any] | app_commands.Group]) -> Iterator[str]:
        for each in found:
            if isinstance(each, app_commands.Group):
                yield from named(each.commands)
            else:
                yield each.qualified_name

    return set(named(everywhere()))


def changes() -> set[str]:
    return {" ".join(name.split()) for name in CHANGES.split(",")}


def sources() -> Iterator[tuple[str, str]]:
    """Every module below, with its room."""
    return ((path.relative_to(RULES).parts[0], path.read_text()) for path in sorted(RULES.rglob("*.py")))


def told_to_some(modules: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """By room the events that the code gives an audience: where it makes one, or as their own default."""
    told: dict[str, set[str]] = defaultdict(set)
    for room, source in modules:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and any(_audience(keyword) for keyword in node.keywords):
                told[room].add(_made(node))
            if isinstance(node, ast.ClassDef) and any(_default(each) for each in node.body):
                told[room].add(node.name)
    return told


def lacking(told: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Those that no twin holds."""
    hidden: dict[str, frozenset[str]] = {
        book: frozenset[str]().union(*(secret.events for secret in hiding.secrets))
        for book, (hiding, *_) in BOOKS.items()
    }
    hidden["battle"] = frozenset(COMMON)
    return {
        (room, name)
        for room, names in told.items()
        for name in names - {"replace", "Told"} - hidden.get(room, frozenset()) - set(HELD_ELSEWHERE)
    }


def _audience(keyword: ast.keyword) -> bool:
    nobody_in_particular = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
    return keyword.arg == "audience" and not nobody_in_particular


def _default(node: ast.stmt) -> bool:
    """Whether a class says of itself that not everybody is told."""
    match node:
        case ast.AnnAssign(target=ast.Name(id="audience"), value=ast.expr() as value):
            return not (isinstance(value, ast.Constant) and value.value is None)
        case _:
            return False


def _made(call: ast.Call) -> str:
    """What a call makes: also where it is a copy of what it is given, or is to be made later."""
    name = _name(call.func)
    if name in ("replace", "partial") and call.args:
        first = call.args[0]
        inner = _name(first.func) if isinstance(first, ast.Call) else _name(first) if name == "partial" else ""
        return inner or name
    return name


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case _:
            return ""
