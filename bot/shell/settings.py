"""Settings of a host: environment variables with the prefix ADJUTANT_, or a `.env` file in the working directory."""

from __future__ import annotations

import os
import re
from base64 import urlsafe_b64decode
from binascii import Error as Base64Error
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.shell.report import SettingsError as SettingsError

TOKEN_SHAPE = re.compile(r"^(?P<user>[\w-]{20,})\.[\w-]{6,}\.[\w-]{27,}$", re.ASCII)
"""Discord's bot tokens: the application's id in base64, a time stamp and a signature, parted by dots."""

DATABASES = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")

MOST = 10_000
"""No limit is higher, but none at all."""

WHERE = "set ADJUTANT_TOKEN, or ADJUTANT_TOKEN_FILE to a file that holds it"


def wrong_with(url: str) -> str:
    """Why no database can be reached by this address, in half a sentence; "" where one may be."""
    if not url.startswith(DATABASES):
        return f"begins with neither {' nor '.join(DATABASES)}"
    if url.startswith(DATABASES[1]) and find_spec("asyncpg") is None:
        return "needs the package asyncpg, which is not installed: pip install 'adjutant[postgres]'"
    return ""


def default_data() -> Path:
    """Where a host keeps its database unless told otherwise: $XDG_DATA_HOME/adjutant or ~/.local/share/adjutant."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "adjutant"


class HostSettings(BaseSettings):
    """Everything that a host can set. Only the token is needed, and only by `adjutant run`."""

    model_config = SettingsConfigDict(env_prefix="ADJUTANT_", env_file=".env", env_ignore_empty=True, extra="ignore")

    token: SecretStr | None = Field(default=None, description="the bot's token")
    token_file: Path | None = Field(default=None, description="a file that holds the bot's token")
    data: Path = Field(default_factory=default_data, description="folder of the database and its backups")
    database_url: str | None = Field(
        default=None, description="SQLAlchemy address of another database: postgresql+asyncpg://…"
    )
    notes_url: str | None = Field(
        default=None,
        description="direct address of that PostgreSQL, past any pooler: there processes hear of each other",
    )
    listen: str = Field(
        default="", description="where health and metrics are answered over HTTP: 9110, or 127.0.0.1:9110; else nowhere"
    )
    sentry_dsn: SecretStr | None = Field(
        default=None, description="address of a Sentry project that errors are reported to; else nowhere"
    )
    shards: str = Field(
        default="", description="which shards this process is, as `adjutant run --shards`: 0-3/16, auto/16 or auto"
    )
    battles_per_server: int = Field(
        default=500, ge=0, le=MOST, description="battles of a server that go on at a time; 0: no limit"
    )
    imports_per_hour: int = Field(default=60, ge=0, le=MOST, description="files that one person brings in; 0: no limit")
    pictures_per_minute: int = Field(
        default=60, ge=0, le=MOST, description="maps, cards, replays, sheets that one person has drawn; 0: no limit"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="how much is logged")
    log_format: Literal["lines", "json"] = Field(default="lines", description="lines for people, json for collectors")

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str | None) -> str | None:
        if url and (wrong := wrong_with(url)):
            raise ValueError(f"it {wrong}")
        return url or None

    @field_validator("notes_url")
    @classmethod
    def _direct(cls, url: str | None) -> str | None:
        if url and not url.startswith(DATABASES[1]):
            raise ValueError(f"an address begins with {DATABASES[1]}")
        return url or None

    @property
    def url(self) -> str:
        """The address of the database: the one given, or an SQLite file in the data folder."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data.expanduser().resolve() / 'adjutant.db'}"

    def bot_token(self) -> str:
        """The bot's token. Raises SettingsError when it is missing, unreadable or not shaped like a token."""
        token = self._given_token()
        if not _looks_like_a_token(token):
            raise SettingsError(
                "the bot token is malformed: copy it again from the Bot page of discord.com/developers/applications"
            )
        return token

    def _given_token(self) -> str:
        if self.token is not None and self.token_file is not None:
            raise SettingsError("both ADJUTANT_TOKEN and ADJUTANT_TOKEN_FILE are set: keep one of them")
        if self.token_file is not None:
            try:
                text = self.token_file.expanduser().read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else "it is not text"
                raise SettingsError(f"the bot token cannot be read from {self.token_file}: {reason}") from None
            if not text:
                raise SettingsError(f"the bot token is missing: {self.token_file} is empty")
            return text
        text = self.token.get_secret_value().strip() if self.token is not None else ""
        if not text:
            raise SettingsError(f"the bot token is missing: {WHERE}")
        return text


def _looks_like_a_token(text: str) -> bool:
    match = TOKEN_SHAPE.match(text)
    if match is None:
        return False
    user = match["user"]
    try:
        return urlsafe_b64decode(user + "=" * (-len(user) % 4)).isdigit()
    except (Base64Error, ValueError):
        return False


def load_settings() -> HostSettings:
    """Read the environment and `.env`. Raises SettingsError with one line that names the first bad variable."""
    try:
        return HostSettings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "ADJUTANT_" + "_".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(f"{name} is not valid: {first['msg'].removeprefix('Value error, ')}") from None
