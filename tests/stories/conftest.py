from __future__ import annotations

from tests.painting import sketches as sketches  # for every test here
