"""A host's settings: where they come from, and what is said when they do not do."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import pytest

from bot.shell.permissions import FOR_SIDES, REASONS, USUAL, application_of, invitation
from bot.shell.settings import HostSettings, SettingsError, load_settings

APPLICATION = 123456789012345678
TOKEN = f"{base64.urlsafe_b64encode(str(APPLICATION).encode()).decode()}.Gx1y2z.abcdefghijklmnopqrstuvwxyz012345678901"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_token_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", f" {TOKEN}\n")
    assert load_settings().bot_token() == TOKEN


def test_the_token_is_taken_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    monkeypatch.setenv("ADJUTANT_TOKEN_FILE", str(tmp_path / "token"))
    assert load_settings().bot_token() == TOKEN


def test_a_dot_env_file_is_honoured_and_the_environment_outranks_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(f"ADJUTANT_TOKEN={TOKEN}\nADJUTANT_LOG_LEVEL=debug\nADJUTANT_DATA=here\n")
    monkeypatch.setenv("ADJUTANT_LOG_LEVEL", "error")
    settings = load_settings()
    assert (settings.bot_token(), settings.log_level, settings.data) == (TOKEN, "error", Path("here"))


def test_a_missing_token_says_what_to_set() -> None:
    with pytest.raises(SettingsError, match=r"missing: set ADJUTANT_TOKEN, or ADJUTANT_TOKEN_FILE"):
        load_settings().bot_token()


def test_an_address_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+asyncpg://me@localhost/adjutant")
    assert load_settings().url.startswith("postgresql")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(
        SettingsError, match=r"DATABASE_URL is not valid: it needs .*: pip install 'adjutant\[postgres\]'"
    ):
        load_settings()


@pytest.mark.parametrize(
    "token",
    [
        "changeme",
        TOKEN[:-20],
        TOKEN.replace(".", "-"),
        "Bot " + TOKEN,
        "bm90LWEtbnVtYmVyLWF0LWFsbA.Gx1y2z.abcdefghijklmnopqrstuvwxyz012345678901",
    ],
    ids=["a word", "cut short", "no dots", "with its prefix", "not of an application"],
)
def test_a_malformed_token_is_refused_without_repeating_it(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", token)
    with pytest.raises(SettingsError, match="malformed") as refused:
        load_settings().bot_token()
    assert token not in str(refused.value)


def test_an_unreadable_an_empty_and_a_doubled_token_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN_FILE", str(tmp_path / "none"))
    with pytest.raises(SettingsError, match=r"cannot be read from .*none: No such file"):
        load_settings().bot_token()
    (tmp_path / "none").touch()
    with pytest.raises(SettingsError, match="is empty"):
        load_settings().bot_token()
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match="keep one of them"):
        load_settings().bot_token()


@pytest.mark.parametrize(
    ("name", "value"), [("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"), ("DATABASE_URL", "mysql://somewhere")]
)
def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"ADJUTANT_{name}", value)
    with pytest.raises(SettingsError, match=f"ADJUTANT_{name} is not valid"):
        load_settings()


def test_the_database_lies_in_the_data_folder_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path))
    assert load_settings().url == f"sqlite+aiosqlite:///{tmp_path}/adjutant.db"
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+asyncpg://me@localhost/adjutant")
    assert load_settings().url == "postgresql+asyncpg://me@localhost/adjutant"


def test_the_invitation_asks_for_what_is_used_and_no_more() -> None:
    link = invitation(application_of(TOKEN))
    assert f"client_id={APPLICATION}" in link
    assert f"permissions={USUAL.value}" in link
    granted = {name for name, given in USUAL if given}
    assert not granted & {"administrator", "manage_guild", "manage_channels", "manage_messages", "mention_everyone"}


def test_the_host_guide_names_the_same_permissions() -> None:
    guide = (Path(__file__).parents[2] / "deploy" / "README.md").read_text(encoding="utf-8")
    assert f"permissions={USUAL.value}" in guide
    for name, reason in (REASONS | FOR_SIDES).items():
        assert f"| {name.replace('_', ' ').title()} | {reason} |" in guide


def test_a_variable_that_is_set_to_nothing_is_as_if_it_were_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compose file hands on `ADJUTANT_LOG_LEVEL=` for what its host has left out."""
    usual = load_settings()
    for name in HostSettings.model_fields:
        monkeypatch.setenv(f"ADJUTANT_{name.upper()}", "")
    assert load_settings() == usual
