"""A request is checked against Discord's document by its shape: what is wrong with it must be wrong with its shape."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bot import shapes
from tests.bot.world import contract

POST = "/api/v10/channels/1489002364782391297/messages"


def message(**more: Any) -> dict[str, Any]:
    button = {"type": 2, "style": 1, "label": "Agree", "custom_id": "adj1:agree:7:1:::12"}
    told = {"type": 10, "content": "**Army** proposes to end the battle: a draw."}
    return {"components": [told, {"type": 1, "components": [button | more.pop("button", {})]}], "flags": 32768, **more}


@pytest.mark.parametrize(
    "wrong",
    [
        message(button={"label": "x" * 81}),
        message(button={"custom_id": "x" * 101}),
        message(button={"style": 9}),
        message(nonce="n" * 26),
        message(content="x" * 4001),
        message(allowed_mentions={"parse": ["nobody"]}),
        message(flags="many"),
    ],
)
def test_what_is_wrong_is_wrong_in_its_shape(wrong: dict[str, Any]) -> None:
    checker = contract()
    if checker is None:
        pytest.skip("Discord's document is not here")
    assert checker.violations("POST", POST, wrong) != []
    assert checker.violations("POST", shapes.place(POST), shapes.body(wrong)) != []


def test_requests_that_differ_in_words_and_people_only_have_one_shape() -> None:
    one = message(content="Ada holds", nonce="a" * 24, allowed_mentions={"users": ["1489002364782391297"]})
    other = message(content="Ivo", nonce="b" * 24, allowed_mentions={"users": ["1489002364782391298"]})
    assert json.dumps(shapes.body(one)) == json.dumps(shapes.body(other))
    assert shapes.place(POST) == shapes.place("/api/v10/channels/12/messages") == "/api/v10/channels/1/messages"
    webhooks = ("/api/v10/webhooks/7/aW50ZXI:x/messages/@original", "/api/v10/webhooks/8/b/messages/@original")
    assert len({shapes.place(path) for path in webhooks}) == 1
