"""The OpenAPI document against the server: no fault, no answer that is not documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from colonnade.games import own_keys
from colonnade.server.wire_types import EntryKind, WishKind
from tests.server.running import Running

CALLS = 100  # of the API; a new one is counted here on purpose
LESSON = {"game_key": "pagoda", "lesson_key": "columns", "step": 0}
DEVICE = {
    "mark": "mark-of-nobody",
    "player": "player-of-nobody",
    "player_id": "player-of-nobody",
    "league_id": "league-of-nobody",
}
pytestmark = pytest.mark.once
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
usual = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def document(server: Running) -> Any:
    """The document as the server gives it."""
    return server.client().get("/api/docs/openapi.json")


def test_every_call_documents_its_errors(document: Any) -> None:
    """Each has its errors, a summary and a description."""
    calls = [call for path in document["paths"].values() for call in path.values()]
    assert len(calls) == CALLS
    for call in calls:
        assert {"400", "403", "404", "409", "413", "429", "503"} <= set(call["responses"])
        assert call["summary"]
        assert call["description"]


@pytest.mark.parametrize(
    ("shape", "field", "limits"),
    [
        ("SeatTold", "kind", {"enum": ["person", "device", "computer", "open"]}),
        ("Told", "kind", {"enum": list(get_args(EntryKind))}),
        ("ProposalTold", "kind", {"enum": list(get_args(WishKind))}),
        ("TableEvent", "undo_rule", {"enum": ["free", "ask", "none"]}),
        ("ClockTold", "at_zero", {"enum": ["computer", "resign"]}),
        ("TableEvent", "actor", {"minimum": -2, "maximum": 7}),
        ("TableEvent", "seats", {"minItems": 1, "maxItems": 8}),
        ("TableEvent", "table", {"minLength": 16, "pattern": "^[A-Za-z0-9_-]+$"}),
        ("LessonEvent", "verdict", {"enum": ["open", "right", "wrong", "done"]}),
        ("LessonEvent", "seats", {"minItems": 1, "maxItems": 8}),
        ("DeviceTold", "kind", {"enum": ["phone", "tablet", "computer", "program"]}),
        ("PlayerTold", "lang", {"enum": ["en", "fr"]}),
        ("PlanTold", "share", {"minimum": 0, "maximum": 1}),
    ],
)
def test_answers_are_as_strict_as_the_server(
    document: Any, shape: str, field: str, limits: dict[str, Any]
) -> None:
    """Names, ranges and lengths that the server keeps to are said: clients rely on them."""
    told = document["components"]["schemas"][shape]["properties"][field]
    assert {name: told.get(name) for name in limits} == limits


def test_effects_of_offers_are_named(document: Any) -> None:
    """Each is one of three words."""
    effects = document["components"]["schemas"]["Offer"]["properties"]["effects"]
    assert effects["items"]["enum"] == ["draws", "ends_turn", "ends_game"]


def test_samples_hold_nothing_real(document: Any, server: Running) -> None:
    """The document tells shapes, no table, no token, no move that was made."""
    made = server.client().make("pagoda", "me", "open")
    again = server.client()
    again.get("/api/docs/openapi.json")
    assert made["id"].encode() not in again.raw
    assert b"example" not in again.raw.lower()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_calls_by_their_document(server: Running, document: Any, mode: GenerationMode) -> None:
    """Whatever fits the document, and much that does not, is answered as documented."""
    anne = server.client()
    made = anne.make(own_keys()[0], "me", "open")
    # A connection for each call: a kept one may be closed while the next case is thought of.
    headers = {"connection": "close"}
    tried = 0
    for operation in operations(document):
        # Calls about a player are another's: some of them delete all there is.
        asks = server.client() if operation.path.startswith("/api/me") else anne
        if asks is not anne:
            asks.make(own_keys()[0], "me", "open")
        headers["cookie"] = asks.cookie
        for places in (
            {},
            {"table_id": made["id"], "seat": 1, "record_id": made["id"], **LESSON, **DEVICE},
        ):
            strategy = operation.as_strategy(mode, path_parameters=pick(operation, places))

            @usual
            @given(case=strategy)
            def ask(case: Any) -> None:
                nonlocal tried
                tried += 1
                answer = case.call(base_url=server.address, headers=headers)
                case.validate_response(answer, checks=CHECKS)

            try:
                ask()
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # a call without parameters has no wrong one
    assert tried > 60
    assert anne.look(made["id"])["ply"] == 4
    assert "Traceback" not in server.log()


def operations(document: Any) -> Iterator[Any]:
    """Every call but the feed, which never ends; its errors are those of the others."""
    found = 0
    for result in schemathesis.openapi.from_dict(document).get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        found += 1
        if not operation.path.endswith("/feed"):
            yield operation
    assert found == CALLS


def pick(operation: Any, places: dict[str, Any]) -> dict[str, Any] | None:
    """The path parameters of a call, taken from real ones."""
    names = re.findall(r"{(\w+)}", operation.path)
    return {name: places[name] for name in names} if places and names else None
