"""Small changes to a program's text that alter what it does: where they are possible, and the text after one.

A change is one that a person makes by mistake: a limit included or not, a sign, a condition turned round, an argument
forgotten, a step left out. Annotations, docstrings and texts stay as they are, and so does what no test should hold:
what is written to the log, how many results a cache keeps, how wide a line of a picture is (PAINTED), and whether a
measure that lies a hair over its limit to the last digit is within it (HAIR).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
COUNTED = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+")}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SILENT = {
    "strict": "zip's guard against a mistake elsewhere",
    "maxsize": "how much a cache keeps",
    "encoding": "UTF-8 is a host's own in any case",
    "description": "words",
    "title": "words",
    "help": "words",
    "topic": "words",
    "repr": "how a row looks to who mends the program",
}
"""Keywords that can be left out, or be otherwise, without anything being done otherwise, and why."""
TYPED = {"TypeVar", "ParamSpec", "NewType", "cast"}
"""Calls for whoever checks types: nothing else is done by them."""
NAMED = {"create_task", "to_thread", "Thread"}
"""Calls whose `name` only a debugger shows."""
TABLES = "campaigns/tables/"
"""A row's field of which nothing is said is NULL, whether or not the model says so."""
HAIR = 0.02
"""A limit with a constant as small as this on either side is held against rounding: whether the limit itself is
included cannot be told."""
DIGITS = 3
"""Digits of inches or metres that are rounded to: one digit more, from these on, moves nothing on a table."""
LOGS = ("log", "logger", "logging", "structlog")
PAINTED = (
    "bot/pictures/",
    *(f"rules/table/{name}.py" for name in (
        "canvas", "drawing", "figures", "furniture", "ground", "labelling", "lettering", "palette", "room", "scene",
        "symbols", "traces",
    )),
)  # fmt: skip
"""Where a number is a width, a shade or a distance on paper: one more or less looks the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """`start` and `end`: offsets of characters in the file's text. `within`: the function's name and docstring, for the
    rules that it carries out; empty at the top of a module. `around`: the function's text, for the words in it."""

    path: str
    line: int
    start: int
    end: int
    new: str
    what: str
    within: str = ""
    around: str = ""

    def made(self, text: str) -> str:
        """The file's text with the change."""
        return text[: self.start] + self.new + text[self.end :]


def changes(path: str, text: str) -> Iterator[Change]:
    """All that can be changed in a file, in the order of its text."""
    finder = _Finder(path, text)
    finder.visit(ast.parse(text))
    return iter(sorted(finder.found, key=lambda each: (each.start, each.end, each.new)))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.lines = text.splitlines()
        self.within: list[str] = []
        self.around: list[str] = []
        self.painted = path.startswith(PAINTED)
        self.hairs: set[str] = set()
        self.found: list[Change] = []

    def _at(self, line: int, column: int) -> int:
        """An offset in characters; the tree counts columns in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        end_line, end_column = node.end_lineno, node.end_col_offset
        assert end_line is not None
        assert end_column is not None
        return self._at(node.lineno, node.col_offset), self._at(end_line, end_column)

    def _note(self, node: ast.expr | ast.stmt | ast.keyword, start: int, end: int, new: str, what: str) -> None:
        within, around = "\n".join(self.within), self.around[-1] if self.around else ""
        self.found.append(Change(self.path, node.lineno, start, end, new, what, within, around))

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        start, end = self._span(left)[1], self._span(right)[0]
        at = self.text.find(old, start, end)
        if at >= 0 and "#" not in self.text[start:end]:
            self._note(right, at, at + len(old), new, f"{old} becomes {new}")

    # What changes nothing, or nothing but types and words.

    def visit_Module(self, node: ast.Module) -> None:
        for part in node.body:
            match part:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant() as value)
                ) if _hair(value):
                    self.hairs.add(name)
        self.generic_visit(node)

    def _against_a_hair(self, node: ast.Compare) -> bool:
        parts = [part for each in (node.left, *node.comparators) for part in ast.walk(each)]
        return any(_hair(part) or (isinstance(part, ast.Name) and part.id in self.hairs) for part in parts)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        return

    def visit_TypeAlias(self, node: ast.AST) -> None:
        return

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        return

    def visit_Raise(self, node: ast.Raise) -> None:
        return

    def visit_Assert(self, node: ast.Assert) -> None:
        return

    def visit_Import(self, node: ast.Import) -> None:
        return

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.within.append(f"{node.name} {ast.get_docstring(node) or ''}")
        self.around.append("\n".join(self.lines[node.lineno - 1 : node.end_lineno]))
        for default in (*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)):
            self.visit(default)
        for part in node.body:
            self.visit(part)
        self.around.pop()
        self.within.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.within.append(f"{node.name} {ast.get_docstring(node) or ''}")
        for part in node.body:
            self.visit(part)
        self.within.pop()

    # What changes what is done.

    def visit_Compare(self, node: ast.Compare) -> None:
        for (left, right), operator in zip(pairwise((node.left, *node.comparators)), node.ops, strict=True):
            old, new = COMPARED[type(operator)]
            if len(old) + len(new) != 3 or not self._against_a_hair(node):  # < and <=, > and >=
                self._between(left, right, old, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in pairwise(node.values):
            self._between(left, right, f" {old} ", f" {new} ")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(
            isinstance(part, ast.Constant | ast.JoinedStr) and not _number(part) for part in (node.left, node.right)
        )
        if type(node.op) in COUNTED and not texts and not self.painted:
            old, new = COUNTED[type(node.op)]
            self._between(node.left, node.right, f" {old} ", f" {new} ")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._span(node)
            self._note(node, start, end, self.text[slice(*self._span(node.operand))], "no longer 'not'")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._note(node, start, end, str(not node.value), f"{node.value} becomes {not node.value}")
        elif isinstance(node.value, int) and not self.painted:
            self._note(node, start, end, str(node.value + 1), f"{node.value} becomes {node.value + 1}")

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if called.partition(".")[0] in LOGS or called.rpartition(".")[2] in TYPED:
            return
        if called == "round" and len(node.args) == 2 and _number(node.args[1]) and _digits(node.args[1]) >= DIGITS:
            self.visit(node.args[0])
            return
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            start, end = self._span(node.func)
            self._note(node, start, end, CALLED[node.func.id], f"{node.func.id} becomes {CALLED[node.func.id]}")
        for keyword in node.keywords:
            start, end = self._span(keyword)
            comma = len(self.text[end:]) - len(self.text[end:].lstrip())
            if (
                keyword.arg is not None
                and keyword.arg not in SILENT
                and not (keyword.arg == "name" and called.rpartition(".")[2] in NAMED)
                and not (self.path.startswith(TABLES) and ast.unparse(keyword) == "default=None")
                and self.text[end + comma : end + comma + 1] in (",", ")")
            ):
                stop = end + comma + 1 if self.text[end + comma] == "," else end
                self._note(keyword, start, stop, "", f"without {keyword.arg}")
        for part in (node.func, *node.args, *(each.value for each in node.keywords if each.arg not in SILENT)):
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        self._turned(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._turned(node.test)
        self.generic_visit(node)

    def _turned(self, test: ast.expr) -> None:
        if ast.unparse(test) not in ("TYPE_CHECKING", "typing.TYPE_CHECKING") and not isinstance(
            test, ast.Compare | ast.UnaryOp
        ):
            start, end = self._span(test)
            self._note(test, start, end, f"(not ({self.text[start:end]}))", "the condition turned round")

    def visit_Expr(self, node: ast.Expr) -> None:
        inner = node.value.value if isinstance(node.value, ast.Await | ast.YieldFrom) else node.value
        if isinstance(inner, ast.Call) and ast.unparse(inner.func).partition(".")[0] in LOGS:
            return
        if isinstance(inner, ast.Call):
            start, end = self._span(node)
            self._note(node, start, end, "pass", f"without {self.text[start:end].splitlines()[0][:60]}")
            self.generic_visit(node)
        elif not isinstance(inner, ast.Constant):
            self.generic_visit(node)


def _hair(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value <= HAIR


def _digits(node: ast.expr) -> int:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else 0


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
