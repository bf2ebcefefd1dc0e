#!/usr/bin/env bash
# Writes deploy/requirements.lock anew: every version that the README's commands, the container and CI install.
# Needs uv. Universal: one file for Python 3.11 and later, on Linux, macOS and Windows.
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile pyproject.toml --extra dev --extra sentry --universal --python-version 3.11 --no-emit-package adjutant \
  --custom-compile-command deploy/lock.sh --quiet --upgrade --output-file deploy/requirements.lock
