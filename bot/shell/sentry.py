"""Errors told to the Sentry of a host who sets its address. Needs the extra `sentry`.

What is sent is chosen, not cleaned: the kind of an error, where in the program it came about, and a few facts of its
line in the log. No words of anybody, no order, no token, no variable and no message of an error (it may repeat any of
these) is among them. Numbers of people, servers and battles are hashed with a key that Sentry does not have.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pydantic import SecretStr

from bot.shell.report import SettingsError

TOP = ("event_id", "timestamp", "level", "platform", "release", "environment")
OF_FRAME = ("filename", "function", "lineno", "module", "in_app")
OF_ERROR = ("type", "module")
PLAIN = ("event", "id", "where", "picture", "task", "trouble", "logger")
"""Of the log's line, as they are: words of the program's own, and the number that the asker was told."""
HASHED = ("user", "guild", "interaction", "battle", "post")
"""Likewise, hashed: Sentry sees whether two are the same, and nothing more."""
OWN_LOGS = ("sentry_sdk", "urllib3")
"""What goes wrong with the reporting is not reported."""


def scrubbed(event: Mapping[str, Any], key: bytes) -> dict[str, Any]:
    """What may be sent of an event of Sentry's, ids hashed with the key (up to 64 bytes)."""
    kept = {name: event[name] for name in TOP if name in event}
    tags = event.get("tags") or {}
    shown = {name: str(tags[name]) for name in PLAIN if name in tags}
    kept["tags"] = shown | {name: _hashed(tags[name], key) for name in HASHED if name in tags}
    if "event" in shown:
        kept["message"] = shown["event"]
    errors = (event.get("exception") or {}).get("values") or ()
    if errors:
        kept["exception"] = {"values": [_error(each) for each in errors]}
    return kept


def _hashed(value: object, key: bytes) -> str:
    return hashlib.blake2b(str(value).encode(), key=key, digest_size=8).hexdigest()


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames") or ()
    kept: dict[str, Any] = {name: error[name] for name in OF_ERROR if name in error}
    kept["stacktrace"] = {"frames": [{name: each[name] for name in OF_FRAME if name in each} for each in frames]}
    return kept


class Reporter(logging.Handler):
    """Hands what is logged as an error to Sentry's client, and waits a moment for it at the end."""

    def __init__(self, sdk: Any) -> None:
        super().__init__(logging.ERROR)
        self._sdk = sdk

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OWN_LOGS:
            return
        # Ours come as what they tell; of others' words it is not known what they repeat.
        line: Mapping[str, Any] = record.msg if isinstance(record.msg, dict) else {"event": f"error of {record.name}"}
        tags = {name: line[name] for name in (*PLAIN, *HASHED) if line.get(name) is not None}
        tags |= {"logger": record.name}
        error = line.get("exc_info") or (record.exc_info and record.exc_info[1])
        if isinstance(error, BaseException):
            self._sdk.capture_exception(error, level="error", tags=tags)
        else:
            self._sdk.capture_message(str(line["event"]), level="error", tags=tags)

    def flush(self) -> None:
        self._sdk.flush(timeout=2)


def reporters(dsn: SecretStr | None, token: str) -> tuple[Reporter, ...]:
    """Who tells errors to Sentry: nobody without an address. The bot's token makes the key of the hashes.

    Raises SettingsError where Sentry's client is not installed, or does not take the address.
    """
    if dsn is None or not dsn.get_secret_value().strip():
        return ()
    try:
        sdk: Any = import_module("sentry_sdk")
    except ImportError as error:
        if error.name != "sentry_sdk":
            raise
        raise SettingsError(
            "ADJUTANT_SENTRY_DSN is set, but Sentry's client is not installed: pip install 'adjutant[sentry]'"
        ) from None
    key = hashlib.blake2b(token.encode(), person=b"sentry").digest()
    try:
        sdk.init(
            dsn=dsn.get_secret_value().strip(),
            release=f"adjutant@{version('adjutant')}",
            before_send=lambda event, hint: scrubbed(event, key),  # pyright: ignore[reportUnknownLambdaType]
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_default_pii=False,
            include_local_variables=False,
            include_source_context=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            server_name="",
        )
    except ValueError:
        raise SettingsError(
            "ADJUTANT_SENTRY_DSN is not an address of a Sentry project: copy it again from the project's Client Keys"
        ) from None
    return (Reporter(sdk),)
