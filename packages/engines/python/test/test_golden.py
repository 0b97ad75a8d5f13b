"""The workload is core's, bit for bit."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from rowrate_python.digest import digest_of
from rowrate_python.expectation import (
    StateQuestion,
    expected_rows,
    expected_state,
    lines_of_state,
)
from rowrate_python.model import GOLDEN, operations
from rowrate_python.random_stream import hash32, random_stream
from rowrate_python.workload import (
    WorkloadOptions,
    get_inputs,
    new_journals,
    new_levels,
    page_inputs,
)

golden = json.loads((GOLDEN / "workload.json").read_text())


def as_json(value: Any) -> Any:
    """A value as JavaScript writes it into JSON."""
    if isinstance(value, datetime):
        text = value.replace(tzinfo=UTC).isoformat(timespec="milliseconds")
        return text.replace("+00:00", "Z")
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_json(each) for each in value]
    return value


def test_hash_is_fnv_1a() -> None:
    assert [hash32(text) for text in ("", "a", "foobar")] == [0x811C9DC5, 0xE40C292C, 0xBF9CF968]


def test_stream_repeats_core() -> None:
    random = random_stream(42, "golden")
    for case in golden["random"]:
        assert [random(0, case["size"] - 1) for _ in range(20)] == case["values"]


@pytest.mark.parametrize(
    "case", golden["tests"], ids=lambda case: f"test {case['options']['test']}"
)
class TestWorkload:
    def test_inserts(self, case: dict[str, Any]) -> None:
        options = WorkloadOptions.of(case["options"])
        for code, rows in case["newJournals"].items():
            assert as_json(new_journals(options, code)[: len(rows)]) == rows

    def test_pages_and_ids(self, case: dict[str, Any]) -> None:
        options = WorkloadOptions.of(case["options"])
        for code, pages in case["pages"].items():
            assert [page._asdict() for page in page_inputs(options, code)] == pages
        assert get_inputs(options) == case["get"]

    def test_updates(self, case: dict[str, Any]) -> None:
        options = WorkloadOptions.of(case["options"])
        for code, before in (("I", "H"), ("J", "I")):
            rows = expected_rows(options, before)
            assert new_levels(options, code, rows) == case["newLevels"][code]

    def test_states(self, case: dict[str, Any]) -> None:
        options = WorkloadOptions.of(case["options"])
        codes = [each.code for each in operations if each.kind != "read"]
        assert list(case["stateDigests"]) == codes
        for code in codes:
            state = expected_state(StateQuestion(options, code, trimmed=True, linked=False))
            assert digest_of(lines_of_state(options, state)) == case["stateDigests"][code]

    def test_options_travel_unchanged(self, case: dict[str, Any]) -> None:
        assert WorkloadOptions.of(case["options"]).json == case["options"]
