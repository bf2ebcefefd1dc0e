"""What an action may come to, before anything is rolled."""

from __future__ import annotations

from rules.red_actions.decide import COURT

odds = COURT.odds
