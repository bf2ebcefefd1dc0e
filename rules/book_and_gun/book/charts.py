"""The charts as `adjutant chart book-and-gun` shows them: `tables.toml` row for row, under the ledger's names, then
`measures.toml`, what the book says outside its charts."""

from __future__ import annotations

from rules.book.showing import Chart, Value
from rules.book_and_gun.book.chapters import CHAPTERS
from rules.book_and_gun.book.measures import MEASURES
from rules.book_and_gun.book.tables import TABLES, Table


def _cell(value: Value) -> Value | None:
    """A cell as it is shown: nothing where the book has a dash or N/A, words instead of keys."""
    if isinstance(value, str):
        return None if value in ("-", "") else value.replace("_", " ")
    return value


def _chart(table: Table) -> Chart:
    rulings = (f"Rulings: {', '.join(table.rulings)}",) if table.rulings else ()
    return Chart(
        name=table.name,
        title=table.title,
        section=table.section,
        columns=table.columns,
        rows=tuple(tuple(_cell(cell) for cell in row) for row in table.cells),
        dice=table.dice,
        notes=table.notes + rulings,
        citation=table.citation,
    )


CHARTS: tuple[Chart, ...] = tuple(_chart(table) for table in (*TABLES.values(), *MEASURES.values(), *CHAPTERS.values()))
"""Every chart of the book in its order, then those of its sentences."""
