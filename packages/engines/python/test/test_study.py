"""The published study's choices, as a store has them."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import contract
import pytest

from rowrate_python.engine import OpenOptions
from rowrate_python.model import operation_of
from rowrate_python.open_store import StoreOptions, Study, database_file, opened
from rowrate_python.preparation import prepare
from rowrate_python.worker import load_engine

OWN = Study(settings=True)


@pytest.mark.parametrize(
    ("name", "study", "indexed"),
    [
        ("sqlalchemy", Study(), True),
        ("sqlalchemy", OWN, False),
        ("sqlalchemy", Study(settings=True, parent_index=True), True),
        ("sqlmodel", OWN, True),
    ],
)
def test_parent_index_is_left_out_with_the_studys_settings_only(
    tmp_path: Path, name: str, study: Study, indexed: bool
) -> None:
    engine = load_engine(name)
    options = contract.contract_workload(engine, 2)
    with opened(StoreOptions(engine, options, str(tmp_path), "delete", study)):
        pass
    with sqlite3.connect(database_file(str(tmp_path))) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()
    assert any("parent_id" in name for (name,) in found) is indexed


@pytest.mark.parametrize(("tasks", "timeout_ms"), [(1, 5_000), (10, 600_000)])
def test_tasks_wait_for_each_others_transactions(
    tmp_path: Path, tasks: int, timeout_ms: int
) -> None:
    engine = load_engine("sqlalchemy")
    given: list[OpenOptions] = []

    def note_and_open(options: OpenOptions) -> Any:
        given.append(options)
        return engine.open(options)

    noting = replace(engine, open=note_and_open)
    options = contract.contract_workload(engine, 1)
    study = Study(async_tasks=tasks)
    with opened(StoreOptions(noting, options, str(tmp_path), "delete", study)):
        pass
    with sqlite3.connect(":memory:", factory=given[0].connection_class()) as connection:
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (timeout_ms,)


@pytest.mark.parametrize(("code", "sizes"), [("B", [15] * 10), ("C", [1] * 10)])
def test_tasks_divide_batches_and_the_list_of_a_bulk_insert(
    tmp_path: Path, code: str, sizes: list[int]
) -> None:
    engine = load_engine("sqlalchemy-async")
    options = contract.contract_workload(engine, 1)
    with opened(StoreOptions(engine, options, str(tmp_path), "delete")) as store:
        lanes = prepare(store, operation_of[code], tasks=10)
        assert [len(lane.drive.inputs) for lane in lanes] == sizes
        if code == "C":
            assert [len(lane.drive.inputs[0]) for lane in lanes] == [15] * 10
