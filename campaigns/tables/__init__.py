"""All tables, one module a subject. They share one metadata."""

from campaigns.tables import (
    base,
    battles,
    boards,
    campaigns,
    clocks,
    drafts,
    elections,
    fleet,
    greetings,
    health,
    honours,
    membership,
    orders,
    posts,
    roster,
    scenarios,
    sides,
    stories,
    strikes,
)

metadata = base.metadata

__all__ = [
    "base",
    "battles",
    "boards",
    "campaigns",
    "clocks",
    "drafts",
    "elections",
    "fleet",
    "greetings",
    "health",
    "honours",
    "membership",
    "metadata",
    "orders",
    "posts",
    "roster",
    "scenarios",
    "sides",
    "stories",
    "strikes",
]
