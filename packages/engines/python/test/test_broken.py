"""The contract refuses what is wrong: peewee's session with one thing altered."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import contract
import pytest
from store_helper import StoreHelper

from rowrate_python.engine import Engine, OpenOptions
from rowrate_python.engines.peewee import PeeweeSession, PeeweeWriter
from rowrate_python.engines.peewee import engine as sound
from rowrate_python.error import RowrateError
from rowrate_python.open_store import StoreOptions, opened
from rowrate_python.workload import Row

Run = Callable[[type[PeeweeSession]], contract.Measurements]


@pytest.fixture(scope="module")
def helper() -> Iterator[StoreHelper]:
    with StoreHelper() as helper:
        yield helper


@pytest.fixture
def run(helper: StoreHelper, tmp_path: Path) -> Run:
    """Runs all operations of test 2, cold, with another session class."""

    def run(session: type[PeeweeSession]) -> contract.Measurements:
        return contract.run_all(replace(sound, open=session), 2, tmp_path, helper.request)

    return run


def refusal(run: Run, session: type[PeeweeSession]) -> RowrateError:
    with pytest.raises(RowrateError) as caught:
        run(session)
    return caught.value


def test_a_sound_engine_passes(run: Run) -> None:
    measurements = run(PeeweeSession)
    assert not any(each["otherSlice"] for each in measurements.values())
    assert measurements["B"]["idsReturned"]
    assert not measurements["C"]["idsReturned"]


def test_a_filter_that_drops_a_row_is_refused(run: Run) -> None:
    class Dropping(PeeweeSession):
        def filter_by_level(self, level: int) -> list[Any]:
            return super().filter_by_level(level)[1:]

    error = refusal(run, Dropping)
    assert error.code == "RESULT_MISMATCH"
    assert "operation D (Filter: Large)" in str(error)


def test_a_wrong_value_is_refused(run: Run) -> None:
    class Wrong(PeeweeSession):
        def get(self, key: int) -> Any:
            entity = super().get(key)
            entity.level = 11
            return entity

    assert refusal(run, Wrong).code == "RESULT_MISMATCH"


def test_a_saved_entity_without_its_id_is_refused(run: Run) -> None:
    class Forgetful(PeeweeSession):
        def insert(self, entity: Any) -> int:
            rows = super().insert(entity)
            entity.id = 0
            return rows

    assert "must carry its id" in str(refusal(run, Forgetful))


def test_a_relation_that_is_not_loaded_is_refused(run: Run) -> None:
    class Childless(PeeweeSession):
        def relatives(self, entity: Any, relation: str) -> list[Any]:
            return [] if relation == "children" else super().relatives(entity, relation)

    assert "operation N" in str(refusal(run, Childless))


def test_another_valid_slice_is_marked(run: Run) -> None:
    class Backwards(PeeweeSession):
        def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
            return self.filter_by_level(level)[::-1][offset : offset + limit]

    assert run(Backwards)["E"]["otherSlice"]


def test_a_lost_update_is_refused_although_its_answer_is_right(run: Run) -> None:
    class LosingWriter(PeeweeWriter):
        def update_level(self, entity: Any, level: int) -> int:
            return 1

    class Losing(PeeweeSession):
        def transaction(self, body: Callable[[Any], int]) -> int:
            return super().transaction(lambda _: body(LosingWriter()))

    assert "stored rows after J" in str(refusal(run, Losing))


def test_a_transaction_that_is_not_rolled_back_is_told(tmp_path: Path) -> None:
    class Careless(PeeweeSession):
        def transaction(self, body: Callable[[Any], int]) -> int:
            return body(PeeweeWriter())

    assert contract.reopening_problems(sound, tmp_path / "sound") == []
    careless = replace(sound, open=Careless)
    assert contract.reopening_problems(careless, tmp_path / "careless") != []


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        ("synchronous = OFF", "synchronous must be FULL"),
        ("synchronous = NORMAL", "synchronous must be FULL"),
        ("foreign_keys = OFF", "foreign_keys must be 1"),
        ("journal_mode = wal", "journal_mode must be delete"),
    ],
)
def test_settings_that_are_not_durable_are_refused(run: Run, pragma: str, reason: str) -> None:
    class Fast(PeeweeSession):
        def __init__(self, options: OpenOptions) -> None:
            super().__init__(options)
            self._db.execute_sql(f"PRAGMA {pragma}")

    error = refusal(run, Fast)
    assert error.code == "NOT_DURABLE"
    assert reason in str(error)


def test_a_missing_index_is_told(helper: StoreHelper, tmp_path: Path) -> None:
    class Unindexed(PeeweeSession):
        def __init__(self, options: OpenOptions) -> None:
            super().__init__(options)
            self._db.execute_sql("DROP INDEX journal_text")

    def problems(engine: Engine, folder: str) -> list[str]:
        return contract.schema_problems(engine, 1, tmp_path / folder, helper.request)

    assert problems(sound, "sound") == []
    assert problems(replace(sound, open=Unindexed), "unindexed") == ["text: no index"]
    assert problems(replace(sound, limits={}), "undeclared") == [
        "timestamp: type TIMESTAMP without a limit"
    ]


def test_a_relation_that_is_loaded_after_the_clock_is_told(
    helper: StoreHelper, tmp_path: Path
) -> None:
    class Late(PeeweeSession):
        def get_with_children(self, key: int) -> Any:
            return self.get(key)

    problems = contract.laziness_problems(replace(sound, open=Late), 2, tmp_path, helper.request)
    assert len(problems) == 1
    assert problems[0].startswith("N reads later: SELECT")


def test_an_error_of_the_library_names_the_operation(run: Run) -> None:
    class Failing(PeeweeSession):
        def build(self, values: Row) -> Any:
            raise ValueError("no such column")

    error = refusal(run, Failing)
    assert error.code == "OPERATION_FAILED"
    assert "peewee, test 2, cold: operation A (Insert: Single) failed" in str(error)
    assert isinstance(error.__cause__, ValueError)


def test_settings_are_read_through_the_engines_own_connection(tmp_path: Path) -> None:
    options = contract.contract_workload(sound, 1)
    with opened(StoreOptions(sound, options, str(tmp_path), "wal")) as store:
        (settings,) = store.session.settings()
    assert settings["journal_mode"] == "wal"
    assert settings["synchronous"] == 2
    assert settings["sqlite_version"] == sqlite3.sqlite_version
