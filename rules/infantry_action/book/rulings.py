"""The rulings in force, as `adjutant rulings infantry-action` shows them; the texts are in `rulings.toml`."""

from __future__ import annotations

from rules.book.rulings import load_rulings
from rules.infantry_action.book.switches import HOUSE

RULINGS = load_rulings("rules.infantry_action.book", HOUSE)
"""Every ruling in force, in the order of its number, each with its house-rule switch if it has one."""
