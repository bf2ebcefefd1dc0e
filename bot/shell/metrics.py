"""The bot's numbers for a host's Prometheus. Needs the extra `metrics`."""

from __future__ import annotations

import time
from typing import Any

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.talk.watch import Watch
from campaigns.battle.watch.health import Health
from campaigns.database.store import Store

WITHIN = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
"""Seconds; at three Discord gives an interaction up."""
CALLBACK = "callback"


class Metrics(Watch):
    """Counts and times, by closed sets of labels: no name, no number of anybody, no word."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        kept: dict[str, Any] = {"registry": self.registry, "namespace": "adjutant"}
        self._answers = Counter("interactions", "Interactions carried out", ["what", "outcome"], **kept)
        self._took = Histogram("answer_seconds", "From when work began until it was done", buckets=WITHIN, **kept)
        self._acknowledged = Histogram(
            "acknowledge_seconds", "From a click to Discord's taking of the answer", buckets=WITHIN, **kept
        )
        self._refusals = Counter("refusals", "Refusals, by their code", ["code"], **kept)
        self._posts = Counter("posts", "Tries to send a post", ["kind", "outcome"], **kept)
        self._sending = Histogram("post_seconds", "To send a post", buckets=WITHIN, **kept)
        self._limited = Counter("rate_limited", "Discord's answers 429", ["scope"], **kept)
        self._loop = Gauge("loop_lag_seconds", "The longest stretch on the event loop since the last look", **kept)
        self._outbox = Gauge("outbox_posts", "Posts in the outbox", ["state"], **kept)
        self._oldest = Gauge("outbox_oldest_seconds", "Age of the oldest post that waits", **kept)
        self._late = Gauge("clocks_late", "Deadlines whose time is over and that nobody has carried out", **kept)
        self._failing = Gauge("clocks_failing", "Deadlines that could not be carried out", **kept)
        self._tasks = Gauge("task_well", "Whether a recurring task runs", ["task"], **kept)
        self._latency = Gauge("gateway_latency_seconds", "Of a shard's connection", ["shard"], **kept)
        self._shards = Gauge("shards", "Shards of this process", **kept)
        self._pool = Gauge("database_connections", "Of this process", ["state"], **kept)
        self._longest = 0.0

    def answered(self, what: str, outcome: str, seconds: float) -> None:
        plain = outcome if outcome in ("done", "mishap", "lost") else "refused"
        self._answers.labels(what, plain).inc()
        self._took.observe(seconds)
        if plain == "refused":
            self._refusals.labels(outcome).inc()

    def posted(self, kind: str, outcome: str, seconds: float) -> None:
        self._posts.labels(str(kind), outcome).inc()
        self._sending.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """Somebody had the event loop to itself for so long."""
        self._longest = max(self._longest, seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Looks at what Discord answers, for discord.py's client."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._heard)
        return config

    async def _heard(self, session: object, context: object, told: aiohttp.TraceRequestEndParams) -> None:
        if told.response.status == 429:
            self._limited.labels(told.response.headers.get("X-RateLimit-Scope", "unknown")).inc()
        parts = told.url.path.split("/")
        if parts[-1] == CALLBACK and "interactions" in parts:
            number = parts[parts.index("interactions") + 1]
            clicked = discord.utils.snowflake_time(int(number)).timestamp()
            self._acknowledged.observe(max(time.time() - clicked, 0.0))

    def page(self, store: Store, client: discord.Client, health: Health | None) -> bytes:
        """Everything as Prometheus reads it. `health`: None where the database does not say."""
        self._loop.set(self._longest)
        self._longest = 0.0
        self._shards.set(len(store.share.held))
        for shard, latency in getattr(client, "latencies", [(0, client.latency)]):
            self._latency.labels(shard).set(latency)
        pool = store.engine.pool
        for state in ("checkedout", "checkedin", "overflow"):
            count = getattr(pool, state, None)
            if count is not None:
                self._pool.labels(state).set(max(count(), 0))
        if health is not None:
            self._outbox.labels("waiting").set(health.waiting)
            self._outbox.labels("unclaimed").set(health.unclaimed)
            self._outbox.labels("dead").set(health.dead)
            self._oldest.set((health.at - health.oldest).total_seconds() if health.oldest else 0)
            self._late.set(health.overdue)
            self._failing.set(len(health.put_off))
            for task in health.tasks:
                self._tasks.labels(task.name).set(task.well)
        return generate_latest(self.registry)
