"""What people read is plain English: short sentences, none of the phrases that our style page names.

Looked at are README, the host's page and every text in the program that is no docstring. A value put into a text counts
as one word. Names, pictures, patterns and statements for the database are no sentences.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "deploy/README.md")
LONGEST = 25
"""Words of a sentence; a colon or a semicolon ends one."""
AVOIDED = re.compile(
    r"\banew\b|\bnobody of\b|\bas such\b|\bis no text\b|\bmend (?:it|the file)\b|\bbring it again\b|\bwaited for in\b"
    r"|\bput units together\b|\bhereby\b|\bthereof\b|\bit is said that\b|\bis told (?:so|as)\b",
    re.IGNORECASE,
)
NO_SENTENCE = re.compile(r"[<>]|\\[swdb]|\(\?|\b(?:SELECT|INSERT|UPDATE|CREATE)\b|[A-Z]\d+ \d+ \d+ ")


def texts_of(source: str) -> Iterator[tuple[int, str]]:
    """Each text of a module but its docstrings, with its line; … stands for a value."""
    tree = ast.parse(source)
    passed = {doc for node in ast.walk(tree) for doc in _doc(node)}
    for node in ast.walk(tree):
        if node in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed |= {part for part in node.values if isinstance(part, ast.Constant)}
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _doc(node: ast.AST) -> Iterator[ast.AST]:
    body: object = getattr(node, "body", None)
    for statement in body if isinstance(body, list) else ():
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield statement.value


def sentences_of(text: str) -> Iterator[str]:
    yield from (part for part in re.split(r"(?<=[.!?:;])\s+|\s+·\s+|\n+", text) if " " in part)


def words_of(sentence: str) -> int:
    return len(re.findall(r"[\w’'…/-]+", sentence))


def faults_of(text: str) -> Iterator[str]:
    if avoided := AVOIDED.search(text):
        yield f"“{avoided[0]}”"
    if NO_SENTENCE.search(text):
        return
    yield from (
        f"{words_of(sentence)} words: {sentence}" for sentence in sentences_of(text) if words_of(sentence) > LONGEST
    )


@pytest.mark.parametrize("room", ["bot", "campaigns", "rules"])
def test_what_the_program_says_is_plain(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
        for line, text in texts_of(path.read_text(encoding="utf-8"))
        if " " in text
        for fault in faults_of(text)
    ]
    assert found == []


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_plain(page: str) -> None:
    text = re.sub(r"```.*?```|^\|.*?$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:- |\d+\. ))", text)
    assert [fault for paragraph in paragraphs for fault in faults_of(" ".join(paragraph.split()))] == []


def test_what_is_avoided_is_found() -> None:
    assert list(faults_of("The deck is shuffled anew.")) == ["“anew”"]
    assert [words for words, *_ in (fault.split() for fault in faults_of("word " * 25 + "more."))] == ["26"]
    assert list(faults_of("Nothing is wrong: " + "word " * 22 + "here.")) == []
    assert list(texts_of('"""doc anew"""\nx = f"a {b} c"')) == [(2, "a … c")]
