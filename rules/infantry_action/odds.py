"""What an action may come to, before anything is rolled."""

from __future__ import annotations

from rules.infantry_action.decide import COURT

odds = COURT.odds
