"""The clock, the canonical forms, and what the audit counts."""

import gc
import struct
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import contract
import pytest
from store_helper import StoreHelper

from rowrate_python.audit import Auditor, columns_set
from rowrate_python.digest import canonical_cell, first_difference
from rowrate_python.engine import Engine
from rowrate_python.error import RowrateError
from rowrate_python.model import Column, sync_kinds
from rowrate_python.open_store import Study
from rowrate_python.sync_counts import SYNC_COUNTS
from rowrate_python.timing import Region
from rowrate_python.worker import load_engine


def test_region_counts_the_collections_inside_it() -> None:
    gc.collect()
    with Region() as region:
        gc.collect(0)
        gc.collect(2)
        gc.collect(2)
    gc.collect()
    measured = region.json
    collections = measured["collections"]
    assert (collections["minor"], collections["major"]) == (1, 2)
    assert 0 < collections["pauseMs"] <= measured["durationNs"] / 1e6
    assert gc.get_freeze_count() == 0


def test_region_starts_without_garbage() -> None:
    class Cycle:
        pass

    cycle: Any = Cycle()
    cycle.own = cycle
    del cycle
    with Region():
        assert gc.get_freeze_count() > 0
        assert not [each for each in gc.get_objects() if isinstance(each, Cycle)]


@pytest.mark.parametrize(
    ("kind", "value", "form", "expected"),
    [
        ("int32", 17, "entity", "2:17"),
        ("float64", 2.2, "entity", "16:400199999999999a"),
        ("decimal", Decimal("2.20000000"), "entity", "3:2.2"),
        ("decimal", Decimal("10."), "entity", "2:10"),
        ("decimal", 2.2, "stored", "3:2.2"),
        ("datetime", datetime(2026, 1, 1), "entity", "13:1767225600000"),
        ("datetime", datetime(2026, 1, 1, tzinfo=UTC), "entity", "13:1767225600000"),
        ("datetime", "2026-01-01 00:00:00.001000", "stored", "13:1767225600001"),
        ("datetime", 1767225600001, "stored", "13:1767225600001"),
        ("json", {"b": [1, True, None], "a": "é"}, "entity", '28:{"a":"é","b":[1,true,null]}'),
        ("json", '{"b": 1, "a": 2}', "stored", '13:{"a":2,"b":1}'),
        ("text", "né", "entity", "3:né"),
        ("text", None, "entity", "-"),
    ],
)
def test_values_have_cores_canonical_form(kind: str, value: Any, form: str, expected: str) -> None:
    assert canonical_cell(Column("c", kind, True, False), value, form) == expected


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int32", True),
        ("int32", 1.0),
        ("float64", 2),
        ("decimal", 2.2),
        ("datetime", 1767225600001),
        ("datetime", "2026-01-01"),
        ("json", "{}"),
        ("text", b"text"),
    ],
)
def test_values_of_another_type_are_refused(kind: str, value: Any) -> None:
    with pytest.raises(RowrateError, match="column c: expected"):
        canonical_cell(Column("c", kind, False, False), value, "entity")


def test_a_difference_names_its_place() -> None:
    assert first_difference(["a", "b"], ["a", "b"]) is None
    assert first_difference(["a"], ["a", "b"]) == (
        "1 rows, expected 2; first difference at 1: got nothing, expected b"
    )


@pytest.mark.parametrize(
    ("statement", "columns"),
    [
        ("UPDATE journal SET level = 10 WHERE id = 1", 1),
        ("""update "journal" set "level" = 10, "text" = 'a, b' where "id" in (1, 2)""", 2),
        ("UPDATE journal SET a = coalesce(1, 2), b = ? RETURNING id", 2),
        ("SELECT * FROM journal", None),
    ],
)
def test_columns_of_an_update_are_counted(statement: str, columns: int | None) -> None:
    assert columns_set(statement) == columns


def _audit(engine: Engine, folder: Path, helper: StoreHelper) -> dict[str, Any]:
    # The large table is not trimmed.
    options = replace(contract.contract_workload(engine, 1), table="large")
    auditor = Auditor(engine, options, "delete", str(folder), helper.request, Study())
    audited = auditor.audit()["operations"]
    return {each["operation"]: each for each in audited}


def test_audit_counts_statements_commits_and_columns(tmp_path: Path) -> None:
    with StoreHelper() as helper:
        audited = _audit(load_engine("peewee"), tmp_path, helper)
    assert audited["A"] == {"operation": "A", "rows": 40, "commits": 40, "statements": 40}
    assert audited["B"]["commits"] == 1
    assert audited["B"]["statements"] == 150 + 2
    assert audited["F"]["statements"] == 80
    assert audited["I"]["updateColumns"] == 3
    assert audited["J"]["updateColumns"] == 1
    assert audited["K"]["rows"] == 40 + 150 + 150


def test_audit_reads_the_sync_counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = tmp_path / "counts"
    counts.write_bytes(struct.pack("<6Q", *range(6)))
    monkeypatch.setenv(SYNC_COUNTS, str(counts))
    engine = load_engine("peewee")
    with StoreHelper() as helper:
        audited = _audit(engine, tmp_path / "store", helper)
    assert audited["A"]["syncs"] == {}
    assert len(sync_kinds) == 6
