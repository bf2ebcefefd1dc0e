"""The files for a host: they are what they should be, and ask for figures that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ruamel.yaml import YAML

from bot.shell.metrics import Metrics
from bot.shell.settings import HostSettings

DEPLOY = Path(__file__).parents[1] / "deploy"
FIGURE = re.compile(r"adjutant_[a-z_]+")


def told() -> set[str]:
    """The figures that there are, by their names."""
    names = {name for metric in Metrics().registry.collect() for name in (metric.name, f"{metric.name}_total")}
    return names | {f"{name}_bucket" for name in names}


def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "adjutant.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = YAML(typ="safe").load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
    asked += [rule["expr"] for rule in rules]
    figures = {name for each in asked for name in FIGURE.findall(each)}
    assert len(figures) > 12
    assert figures - told() == set()
    assert all(rule["annotations"]["description"] for rule in rules), "each says what to do"


def test_the_containers_are_unprivileged_and_hold_no_secret() -> None:
    services = YAML(typ="safe").load((DEPLOY / "compose.yaml").read_text())["services"]
    for name in ("bot-1", "bot-2"):
        bot = services[name]
        assert (bot["read_only"], bot["cap_drop"]) == (True, ["ALL"])
        assert set(bot["environment"]) == {"ADJUTANT_TOKEN_FILE", "ADJUTANT_LISTEN"}
    published = [port for each in services.values() for port in each.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in published)
    mounted = [part.split(":")[0] for each in services.values() for part in each.get("volumes", ())]
    assert all((DEPLOY / part).exists() for part in mounted if part.startswith("./"))


def test_the_sample_of_settings_has_them_all() -> None:
    sample = (DEPLOY / "adjutant.env").read_text()
    assert [name for name in HostSettings.model_fields if f"ADJUTANT_{name.upper()}=" not in sample] == []
