"""What is told to a host's Sentry: enough to find an error, and nothing of anybody."""

from __future__ import annotations

import json
import logging
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.main import main
from bot.shell import logs
from bot.shell.report import SettingsError
from bot.shell.sentry import Reporter, reporters, scrubbed
from bot.shell.settings import HostSettings
from tests.bot.test_settings import TOKEN

DSN = SecretStr("https://abc@sentry.example/1")
KEY = b"key"
SECRETS = ("Attack at dawn", TOKEN, "gwen", "1456074443980800022", "seed-of-dice", "/home/host", "Alpha holds the mill")
EVENT: dict[str, Any] = {
    "event_id": "e" * 32,
    "timestamp": "2030-01-01T12:00:00Z",
    "level": "error",
    "platform": "python",
    "release": "adjutant@0.1.0",
    "server_name": "gwen-laptop",
    "message": "Attack at dawn",
    "logentry": {"message": "%s", "params": ["Attack at dawn"]},
    "user": {"id": "1456074443980800022", "username": "gwen"},
    "request": {"url": f"https://discord.com/{TOKEN}", "data": "Attack at dawn", "headers": {"Authorization": TOKEN}},
    "breadcrumbs": {"values": [{"message": "Alpha holds the mill"}]},
    "extra": {"order": "Attack at dawn", "sys.argv": ["/home/host/adjutant", TOKEN]},
    "contexts": {"state": {"orders": ["Alpha holds the mill"]}},
    "modules": {"gwen": "1"},
    "tags": {
        "event": "mishap",
        "id": "08bde39a",
        "user": 1456074443980800022,
        "guild": 1456074443980800022,
        "battle": 1456074443980800022,
        "title": "Alpha holds the mill",
    },
    "exception": {
        "values": [
            {
                "type": "ValueError",
                "module": "builtins",
                "value": "'Attack at dawn' isn't a number",
                "mechanism": {"data": {"order": "Attack at dawn"}},
                "stacktrace": {
                    "frames": [
                        {
                            "filename": "bot/talk/errors.py",
                            "abs_path": "/home/host/bot/talk/errors.py",
                            "function": "guard",
                            "module": "bot.talk.errors",
                            "lineno": 54,
                            "in_app": True,
                            "vars": {"seed": "seed-of-dice", "token": TOKEN},
                            "context_line": "raise ValueError('Attack at dawn')",
                        }
                    ]
                },
            }
        ]
    },
}


class Client(SimpleNamespace):
    """Sentry's, as far as it is used."""

    def __init__(self) -> None:
        super().__init__(told=[], options={}, flushed=0)

    def init(self, **options: Any) -> None:
        if not options["dsn"].startswith("https://"):
            raise ValueError("Unsupported scheme")
        self.options = options

    def capture_exception(self, error: BaseException, **about: Any) -> None:
        self.told.append((type(error).__name__, about))

    def capture_message(self, words: str, **about: Any) -> None:
        self.told.append((words, about))

    def flush(self, timeout: float) -> None:
        self.flushed += 1


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    made = Client()
    monkeypatch.setitem(sys.modules, "sentry_sdk", made)
    return made


def test_what_is_sent_says_where_an_error_came_about_and_nothing_of_anybody() -> None:
    sent = scrubbed(EVENT, KEY)
    words = json.dumps(sent)
    assert [secret for secret in SECRETS if secret in words] == []
    assert set(sent) == {
        *("event_id", "timestamp", "level", "platform", "release", "message", "tags", "exception"),
    }
    assert sent["message"] == "mishap"
    (error,) = sent["exception"]["values"]
    assert (error["type"], error["module"]) == ("ValueError", "builtins")
    assert error["stacktrace"]["frames"] == [
        {
            "filename": "bot/talk/errors.py",
            "function": "guard",
            "lineno": 54,
            "module": "bot.talk.errors",
            "in_app": True,
        }
    ]


def test_ids_are_told_apart_and_cannot_be_guessed() -> None:
    def tags(user: int, key: bytes = KEY) -> dict[str, str]:
        return scrubbed({"tags": {"user": user, "id": "08bde39a"}}, key)["tags"]

    assert tags(7) == tags(7)
    assert tags(7)["user"] != tags(8)["user"]
    assert tags(7)["user"] != tags(7, b"of another bot")["user"]
    assert tags(7)["id"] == "08bde39a", "the number that the asker was told, and that the log explains"


def test_an_event_of_nothing_is_one_too() -> None:
    assert scrubbed({}, KEY) == {"tags": {}}
    assert scrubbed({"exception": {"values": [{"type": "E"}]}, "tags": None}, KEY) == {
        "tags": {},
        "exception": {"values": [{"type": "E", "stacktrace": {"frames": []}}]},
    }


def test_errors_are_reported_and_nothing_else(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(HostSettings(), *reporters(DSN, TOKEN))
    log = structlog.get_logger("bot.talk.errors")
    log.info("answered", what="/fire")
    log.warning("answer lost", error="Attack at dawn")
    try:
        raise KeyError("Attack at dawn")
    except KeyError as error:
        log.error("mishap", id="08bde39a", user=7, order="Attack at dawn", exc_info=error)
    log.error("no picture", picture="map.png", error="Attack at dawn")
    logging.getLogger("discord.client").error("Attack at %s", "dawn")
    logging.getLogger("sentry_sdk.errors").error("not sent")
    logging.getLogger().handlers[-1].flush()
    assert [what for what, _ in client.told] == ["KeyError", "no picture", "error of discord.client"]
    assert client.told[0][1]["tags"] == {"event": "mishap", "id": "08bde39a", "user": 7, "logger": "bot.talk.errors"}
    assert "dawn" not in str(client.told)
    assert client.flushed == 1
    assert "mishap" in capsys.readouterr().err, "the log has it as before"


def test_the_client_gathers_nothing_of_its_own(client: Client) -> None:
    (reporter,) = reporters(DSN, TOKEN)
    assert isinstance(reporter, Reporter)
    off = ("default_integrations", "auto_enabling_integrations", "send_default_pii", "include_local_variables")
    assert [client.options[name] for name in off] == [False] * 4
    assert (client.options["max_breadcrumbs"], client.options["max_request_body_size"]) == (0, "never")
    assert TOKEN not in str(client.options)
    assert client.options["before_send"](EVENT, {}) != EVENT


def test_without_an_address_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    assert reporters(None, TOKEN) == reporters(SecretStr(" "), TOKEN) == ()


def test_a_missing_client_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    monkeypatch.setenv("ADJUTANT_SENTRY_DSN", DSN.get_secret_value())
    assert main(["run"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "adjutant: ADJUTANT_SENTRY_DSN is set, but Sentry's client is not installed: pip install 'adjutant[sentry]'"
    )


def test_an_address_that_is_none_is_refused_without_repeating_it(client: Client) -> None:
    with pytest.raises(SettingsError, match="Client Keys") as refused:
        reporters(SecretStr("abc@somewhere"), TOKEN)
    assert "somewhere" not in str(refused.value)
