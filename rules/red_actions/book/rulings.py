"""The rulings in force, as `adjutant rulings red-actions` shows them; the texts are in `rulings.toml`."""

from __future__ import annotations

from rules.book.rulings import load_rulings
from rules.red_actions.book.switches import HOUSE

RULINGS = load_rulings("rules.red_actions.book", HOUSE)
"""Every ruling in force, in the order of its number, each with its house-rule switch if it has one."""
