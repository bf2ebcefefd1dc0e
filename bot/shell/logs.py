"""How a host's log looks: one line an event, for people or as JSON for a collector. Never a token, never a secret."""

from __future__ import annotations

import logging
import sys

import discord
import structlog

from bot.shell.settings import HostSettings


def configure(settings: HostSettings, *beside: logging.Handler) -> None:
    """Send structlog's and the standard library's records through one pipe to stderr, and to whoever hears `beside`."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    as_json = settings.log_format == "json"
    last: list[structlog.typing.Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
        if as_json
        # plain: the fuller forms print local variables, and a seed or a token may be one
        else [
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler, *beside]
    root.setLevel(settings.log_level.upper())
    for chatty in ("aiosqlite", "alembic"):  # a line for every statement and for every start
        logging.getLogger(chatty).setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody asked for voice
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
