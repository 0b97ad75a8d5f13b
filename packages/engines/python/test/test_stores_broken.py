"""Stores that are wrong are refused: apsw's with one thing altered."""

import gc
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest
import stores_contract as contract

from rowrate_python.error import RowrateError
from rowrate_python.stores import sqlite
from rowrate_python.stores.engine import StoreEngine, StoreOptions
from rowrate_python.stores.engines.apsw import ApswStore, create, open_store
from rowrate_python.stores.engines.apsw import engine as sound
from rowrate_python.stores.folders import store_directory
from rowrate_python.stores.job import PhaseJob
from rowrate_python.stores.phases import PhaseOptions, execute_phase
from rowrate_python.stores.process_state import memory_field


def broken(store: type[ApswStore]) -> StoreEngine:
    def altered(make: Callable[[StoreOptions], ApswStore]) -> Callable[[StoreOptions], ApswStore]:
        return lambda options: store(make(options)._db)

    return replace(sound, create=altered(create), open=altered(open_store))


def context(engine: StoreEngine, folder: Path) -> contract.Context:
    return contract.Context(engine, "apsw", folder)


def phase_job(root: Path, phase: Any, count: int = 4) -> PhaseJob:
    return PhaseJob("apsw", str(root), "large", 5, count, phase, seed=1, hold=count)


def run(engine: StoreEngine, job: PhaseJob) -> dict[str, Any]:
    return execute_phase(PhaseOptions(engine, job))


@pytest.mark.parametrize("judge", contract.judgements)
def test_sound_stores_pass(judge: Callable[[contract.Context], None], tmp_path: Path) -> None:
    judge(context(broken(ApswStore), tmp_path))


def test_a_write_that_drops_a_note_is_refused(tmp_path: Path) -> None:
    class Dropping(ApswStore):
        def write(self, notes: Sequence[Any]) -> int:
            return super().write(notes[1:]) + 1

    with pytest.raises(RowrateError, match="expected 250 notes, found 249") as caught:
        contract.judge_round_trip(context(broken(Dropping), tmp_path))
    assert caught.value.code == "RESULT_MISMATCH"


def test_another_text_is_refused(tmp_path: Path) -> None:
    class Other(ApswStore):
        def get(self, key: int) -> Any:
            return key, "another text", key - 1

    with pytest.raises(RowrateError, match="note 1: expected"):
        contract.judge_round_trip(context(broken(Other), tmp_path))


def test_a_count_of_its_own_is_refused(tmp_path: Path) -> None:
    class Counting(ApswStore):
        def count(self) -> int:
            return 250

    with pytest.raises(RowrateError, match="expected 0 notes"):
        contract.judge_new_store(context(broken(Counting), tmp_path))


def test_a_write_of_many_transactions_is_refused(tmp_path: Path) -> None:
    class Single(ApswStore):
        def write(self, notes: Sequence[Any]) -> int:
            return sum(super(Single, self).write([note]) for note in notes)

    with pytest.raises(RowrateError, match="expected 0 notes, found 250"):
        contract.judge_atomicity(context(broken(Single), tmp_path))


def test_opening_a_missing_store_must_fail(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="must raise"):
        contract.judge_missing_store(context(replace(sound, open=create), tmp_path))


def test_a_store_that_stays_open_is_refused(tmp_path: Path) -> None:
    kept: list[apsw.Connection] = []

    class Open(ApswStore):
        def close(self) -> None:
            kept.append(self._db)

    with pytest.raises(AssertionError, match="descriptors are open still"):
        contract.judge_release(context(broken(Open), tmp_path))
    for db in kept:
        db.close()


def test_settings_that_are_not_durable_are_refused(tmp_path: Path) -> None:
    class Fast(ApswStore):
        def __init__(self, db: apsw.Connection) -> None:
            super().__init__(db)
            db.execute("PRAGMA synchronous = NORMAL")

    with pytest.raises(RowrateError) as caught:
        run(broken(Fast), phase_job(tmp_path, "create"))
    assert caught.value.code == "NOT_DURABLE"


def _alter(root: Path, store: int, statement: str) -> None:
    db = apsw.Connection(sqlite.note_file(store_directory(str(root), store)))
    db.execute(statement)
    db.close()


def test_a_text_that_was_changed_ends_the_phase(tmp_path: Path) -> None:
    run(sound, phase_job(tmp_path, "create"))
    _alter(tmp_path, 0, "UPDATE note SET text = 'another text' WHERE id = 5")
    with pytest.raises(RowrateError) as caught:
        run(sound, phase_job(tmp_path, "open"))
    assert caught.value.code == "RESULT_MISMATCH"
    assert store_directory(str(tmp_path), 0) in str(caught.value)
    assert "note 5: expected" in str(caught.value.__cause__)


def test_a_lost_note_ends_the_phase(tmp_path: Path) -> None:
    run(sound, phase_job(tmp_path, "create"))
    _alter(tmp_path, 2, "DELETE FROM note WHERE id = 5")
    with pytest.raises(RowrateError) as caught:
        run(sound, phase_job(tmp_path, "hold"))
    assert "expected 5 notes, found 4" in str(caught.value.__cause__)


def test_a_store_that_does_not_open_is_told_by_its_path(tmp_path: Path) -> None:
    run(sound, phase_job(tmp_path, "create"))
    directory = store_directory(str(tmp_path), 1)
    shutil.rmtree(directory)
    result = run(sound, phase_job(tmp_path, "open"))
    assert (result["stores"], result["failed"]) == (4, 1)
    (failure,) = result["failures"]
    assert (failure["store"], failure["directory"], failure["step"]) == (1, directory, "open")


def test_a_phase_fails_where_every_store_does(tmp_path: Path) -> None:
    with pytest.raises(RowrateError, match="none of 4 stores went through: open of .*agent-"):
        run(sound, phase_job(tmp_path, "open"))


def test_closed_stores_that_hold_descriptors_are_collected(tmp_path: Path) -> None:
    class Cyclic(ApswStore):
        def __init__(self, db: apsw.Connection) -> None:
            super().__init__(db)
            self.own = self
            self.descriptors = [os.open("/dev/null", os.O_RDONLY) for _ in range(20)]

        def __del__(self) -> None:
            for descriptor in self.descriptors:
                os.close(descriptor)

    run(sound, phase_job(tmp_path, "create", count=70))
    gc.disable()
    try:
        result = run(broken(Cyclic), phase_job(tmp_path, "open", count=70))
    finally:
        gc.enable()
    assert result["forcedCollections"] == 1


def test_memory_is_told_in_bytes() -> None:
    text = "Rss:                1024 kB\nAnonymous:            12 kB\n"
    assert memory_field(text, "Anonymous") == 12_288
    with pytest.raises(ValueError, match="no Pss"):
        memory_field(text, "Pss")
